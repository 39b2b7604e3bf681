//! The nodes of a net by how they are written. `*12:3` and `clk:3` are one node where `*12` is `clk`.

use crate::cursor::Word;
use crate::file::File;
use crate::problem::Problems;
use crate::slots::Slots;
use crate::{Name, Node};

/// The nodes of a piece's nets, and tables for the net that is being read.
#[derive(Debug)]
pub(crate) struct NodeTable<'t, 'f> {
    file: &'f File<'t>,
    /// Of all nets so far.
    pub(crate) nodes: Vec<Node<'t>>,
    /// Where the net's own nodes begin.
    first: usize,
    /// Every way in which a node was written, and the node.
    written: Vec<(&'t [u8], u32)>,
    by_writing: Slots,
    /// Names with indices replaced, by node: filled as far as it has been needed.
    by_name: Slots,
    has_mapped: bool,
    has_text: bool,
}

impl<'t, 'f> NodeTable<'t, 'f> {
    pub(crate) fn new(file: &'f File<'t>) -> Self {
        Self {
            file,
            nodes: Vec::new(),
            first: 0,
            written: Vec::new(),
            by_writing: Slots::default(),
            by_name: Slots::default(),
            has_mapped: false,
            has_text: false,
        }
    }

    /// Begins another net.
    pub(crate) fn begin_net(&mut self) {
        self.first = self.nodes.len();
        self.written.clear();
        self.by_writing.clear();
        self.by_name.clear();
        self.has_mapped = false;
        self.has_text = false;
    }

    /// The net's own nodes.
    pub(crate) fn own(&mut self) -> &mut [Node<'t>] {
        &mut self.nodes[self.first..]
    }

    /// The node written as `word`, if it is known.
    pub(crate) fn find(&self, word: Word) -> Option<u32> {
        let bytes = self.bytes(word);
        let found = self.by_writing.find(word.hash, |writing| self.written[writing as usize].0 == bytes)?;
        Some(self.written[found as usize].1)
    }

    /// The node that `word` names in whatever way it was written before, if it is known.
    pub(crate) fn find_by_name(&mut self, word: Word) -> Option<u32> {
        let node = self.find(word);
        let has_other = if self.is_mapped(word) { self.has_text } else { self.has_mapped };
        if node.is_some() || !has_other {
            return node;
        }
        // Nobody needs to hear about an index of another net.
        let (name, tail) = self.file.node(word.span(), &mut Problems::default());
        self.find_name(name, tail)
    }

    /// The node written as `word`, added if it was not there.
    pub(crate) fn find_or_add(&mut self, word: Word, problems: &mut Problems) -> u32 {
        self.find(word).unwrap_or_else(|| {
            let (name, tail) = self.file.node(word.span(), problems);
            self.add(word, name, tail)
        })
    }

    /// The same for a port, whose name may contain the delimiter.
    pub(crate) fn find_or_add_port(&mut self, word: Word, problems: &mut Problems) -> u32 {
        self.find(word).unwrap_or_else(|| {
            let name = self.file.name(word.span(), problems);
            self.add(word, name, None)
        })
    }

    fn add(&mut self, word: Word, name: Name<'t>, tail: Option<&'t str>) -> u32 {
        if self.is_mapped(word) {
            self.has_mapped = true;
        } else {
            self.has_text = true;
        }
        let known = if self.has_mapped && self.has_text { self.find_name(name, tail) } else { None };
        let node = known.unwrap_or((self.nodes.len() - self.first) as u32);
        if known.is_none() {
            self.nodes.push(Node { name, tail, connection: None, capacitance: 0.0 });
        }
        self.written.push((self.bytes(word), node));
        self.by_writing.add(word.hash);
        node
    }

    fn is_mapped(&self, word: Word) -> bool {
        self.bytes(word).starts_with(b"*")
    }

    fn bytes(&self, word: Word) -> &'t [u8] {
        self.file.text.as_bytes().get(word.span()).unwrap_or(&[])
    }

    #[cold]
    fn find_name(&mut self, name: Name<'t>, tail: Option<&'t str>) -> Option<u32> {
        let own = &self.nodes[self.first..];
        for node in &own[self.by_name.len()..] {
            self.by_name.add(self.file.name_hash(node.name, node.tail));
        }
        self.by_name.find(self.file.name_hash(name, tail), |node| {
            let node = &own[node as usize];
            self.file.same_name((node.name, node.tail), (name, tail))
        })
    }
}
