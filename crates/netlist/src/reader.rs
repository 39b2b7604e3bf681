//! Parasitics from several SPEF files, of the whole design and of instances in it.

use std::sync::Arc;

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use zeroslack_input::{Diagnostics, FirstFew};
use zeroslack_spef::Spef;

use crate::bind::Binder;
use crate::parasitics::Bound;
use crate::part::{Part, Parts, select, stitch};
use crate::{InstanceId, NetId, Netlist, Parasitics};

/// Instances whose nets are bound at a time: enough to keep all threads busy, few enough to bound memory.
const BATCH: usize = 64;

/// A SPEF file and what it describes.
#[derive(Clone, Copy, Debug)]
pub struct SpefSource<'s> {
    /// The file.
    pub spef: &'s Spef<'s>,
    /// What it was read from, for places in messages.
    pub text: &'s str,
    /// The instances that it describes, each of them alike; the top for the whole design.
    pub instances: &'s [InstanceId],
}

/// What a SPEF file says of a netlist's nets: for a [`ParasiticsReader`], made on any thread, and independent of the file's text.
#[derive(Debug)]
pub struct BoundSpef {
    /// The pieces of the file, for each instance that it describes.
    instances: Vec<Vec<(Bound, Diagnostics)>>,
}

impl BoundSpef {
    /// Binds a file's nets to those of a netlist, for all instances at once.
    pub fn new(netlist: &Netlist, source: &SpefSource<'_>) -> Self {
        let bound = source.instances.par_iter().map(|&instance| {
            let path = (instance != InstanceId::TOP).then(|| netlist.instance_name(instance));
            let mut pieces = Binder::new(netlist, source.spef, path, source.text).bind_all();
            pieces.iter_mut().for_each(|(_, said)| said.place_in(source.text));
            pieces
        });
        Self { instances: bound.collect() }
    }
}

/// Takes the parasitics of a netlist's nets from SPEF files.
///
/// Of a net that crosses the boundary of a block, each file describes a part. [`ParasiticsReader::finish`] stitches the parts together. What is described
/// twice counts as it is described last.
#[derive(Debug)]
#[must_use = "nets that are described in parts are there once it is finished"]
pub struct ParasiticsReader<'p> {
    parasitics: &'p mut Parasitics,
    netlist: &'p Netlist,
    /// Whether what is there already was read for the same purpose, so that to describe it again is worth a warning.
    is_anew: bool,
    /// Of each net that is described in parts, all of them in the order of their reading; and the nets in that order.
    parts: FxHashMap<NetId, Vec<Arc<Part>>>,
    touched: Vec<NetId>,
    most: usize,
}

impl<'p> ParasiticsReader<'p> {
    /// Reads into parasitics that are there. What they say of nets is replaced without a word.
    pub fn new(parasitics: &'p mut Parasitics, netlist: &'p Netlist) -> Self {
        let parts = FxHashMap::default();
        Self { parasitics, netlist, is_anew: false, parts, touched: Vec::new(), most: u32::MAX as usize }
    }

    /// Reads all that there will be: of a net that two files describe there is a warning.
    pub fn anew(parasitics: &'p mut Parasitics, netlist: &'p Netlist) -> Self {
        Self { is_anew: true, ..Self::new(parasitics, netlist) }
    }

    /// Takes the parasitics of a file. Returns what is wrong with it. See [`Parasitics::read`].
    pub fn read(&mut self, source: &SpefSource<'_>) -> Diagnostics {
        let mut said = Diagnostics::new();
        for instances in source.instances.chunks(BATCH) {
            said.append(self.take(BoundSpef::new(self.netlist, &SpefSource { instances, ..*source })));
        }
        said
    }

    /// The same of a file that is bound to the reader's netlist already.
    pub fn take(&mut self, bound: BoundSpef) -> Diagnostics {
        let mut said = Diagnostics::new();
        for pieces in bound.instances {
            said.append(self.put(pieces));
        }
        said
    }

    /// Takes the pieces of a file for one instance.
    pub(crate) fn put(&mut self, bound: Vec<(Bound, Diagnostics)>) -> Diagnostics {
        let mut said = Diagnostics::new();
        let (mut pieces, mut parts) = (Vec::with_capacity(bound.len()), Vec::new());
        for (mut piece, more) in bound {
            said.append(more);
            parts.append(&mut piece.parts);
            pieces.push(piece);
        }
        let mut wholes = Vec::new();
        let has_parts = self.parasitics.has_parts() || !self.parts.is_empty();
        for &(net, _, _) in pieces.iter().flat_map(|piece| &piece.nets) {
            if has_parts && self.begin(net) {
                wholes.push(net);
            }
            self.parasitics.record(net);
        }
        let mut repeats = FirstFew::default();
        let (is_anew, parts_of) = (self.is_anew, &self.parts);
        let fits = self.parasitics.put_noting(pieces, self.most, |net, is_of_these| {
            // What is described in parts has a network of no meaning until all is read.
            if is_of_these || is_anew && !parts_of.contains_key(&net) {
                repeats.note(net);
            }
        });
        if !fits {
            self.warn_of_size(&mut said);
        }
        if repeats.count() > 0 {
            said.warning("NET-033", None, || {
                let names = repeats.names(|&net| self.netlist.net_name(net));
                let count = repeats.count();
                let nets = if count == 1 { "net is" } else { "nets are" };
                format!("{count} {nets} described more than once; the last description counts: {names}")
            });
        }
        self.parasitics.tidy();
        for net in wholes {
            if let Some(network) = self.parasitics.network(net) {
                let part = Part::whole(self.netlist.net_name[net.index()], *network);
                self.parts.entry(net).or_default().push(Arc::new(part));
            }
        }
        for (net, part) in parts {
            if !self.begin(net) {
                let network = self.parasitics.network(net);
                let whole = network.map(|network| Part::whole(self.netlist.net_name[net.index()], *network));
                self.parts.insert(net, whole.map(Arc::new).into_iter().collect());
                self.touched.push(net);
            }
            self.parts.entry(net).or_default().push(Arc::new(part));
        }
        said
    }

    fn warn_of_size(&self, said: &mut Diagnostics) {
        said.error("NET-026", None, || format!("there are more than {} nodes or resistors", self.most));
    }

    /// Begins with the parts that a net has already, if it is described in parts. Returns whether it is.
    fn begin(&mut self, net: NetId) -> bool {
        if self.parts.contains_key(&net) {
            return true;
        }
        let Some(parts) = self.parasitics.parts(net) else { return false };
        self.parts.insert(net, parts.to_vec());
        self.touched.push(net);
        true
    }

    /// Stitches together what was read in parts. Returns what is wrong with it.
    pub fn finish(mut self) -> Diagnostics {
        let mut said = Diagnostics::new();
        let mut read: Vec<(NetId, Vec<Arc<Part>>)> = Vec::with_capacity(self.touched.len());
        for net in std::mem::take(&mut self.touched) {
            read.extend(self.parts.remove(&net).map(|parts| (net, parts)));
        }
        let netlist = self.netlist;
        let stitched = read.into_par_iter().map(|(net, parts)| {
            let (parts, has_repeats) = select(parts);
            (net, stitch(netlist, net, &parts), parts, has_repeats)
        });
        let stitched: Vec<_> = stitched.collect();
        let mut repeats = FirstFew::default();
        let mut pieces = Vec::with_capacity(stitched.len());
        let mut all: Vec<(NetId, Parts)> = Vec::with_capacity(stitched.len());
        for (net, network, parts, has_repeats) in stitched {
            if has_repeats && self.is_anew {
                repeats.note(net);
            }
            self.parasitics.record(net);
            pieces.push(Bound::one(net, network));
            all.push((net, parts));
        }
        if repeats.count() > 0 {
            said.warning("NET-034", None, || {
                let (count, names) = (repeats.count(), repeats.names(|&net| netlist.net_name(net)));
                let nets = if count == 1 { "net has parts" } else { "nets have parts" };
                format!("{count} {nets} that are described more than once; the last description of a part counts: {names}")
            });
        }
        if !self.parasitics.put(pieces, self.most) {
            self.warn_of_size(&mut said);
            return said;
        }
        for (net, parts) in all {
            self.parasitics.set_parts(net, Some(parts));
        }
        self.parasitics.tidy();
        said
    }

    /// The same with room for so many nodes and resistors.
    #[cfg(test)]
    pub(crate) fn with_most(self, most: usize) -> Self {
        Self { most, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::NONE;

    /// A network of a few nodes for net 2.
    fn bound(nodes: u32) -> Vec<(Bound, Diagnostics)> {
        let bound = Bound {
            nets: vec![(NetId(2), nodes, 0)],
            node_pin: vec![NONE; nodes as usize],
            node_capacitance: vec![1.0; nodes as usize],
            ..Bound::default()
        };
        vec![(bound, Diagnostics::new())]
    }

    #[test]
    fn too_many_nodes_are_an_error_once_what_was_replaced_is_gone() {
        let (netlist, mut parasitics) = (netlist(), Parasitics::default());
        let mut put = |nodes| {
            ParasiticsReader::new(&mut parasitics, &netlist).with_most(5).put(bound(nodes)).to_string()
        };
        assert_eq!(put(3), "");
        expect_test::expect!["error[NET-026]: there are more than 5 nodes or resistors\n"].assert_eq(&put(3));
        assert_eq!(parasitics.node_count(), 3);
        let mut put = |nodes| {
            ParasiticsReader::new(&mut parasitics, &netlist).with_most(5).put(bound(nodes)).to_string()
        };
        assert_eq!([put(2), put(3), put(2)].concat(), "");
        assert_eq!(parasitics.node_count(), 2);
    }

    /// Of one net beside the constants.
    fn netlist() -> Netlist {
        let text = "module t (a); input a; endmodule";
        let (design, _) = zeroslack_verilog::read(text);
        let (library, _) = crate::CellLibrary::new(Vec::new(), Vec::new());
        let sources = [crate::Source { file: "t.v", text, design }];
        crate::link(&sources, library, &crate::LinkOptions::default()).0.unwrap()
    }
}
