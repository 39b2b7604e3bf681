//! The nets of one piece of a file.

use std::ops::Range;

use zeroslack_units::{LARGEST_CAPACITANCE, LARGEST_RESISTANCE, LARGEST_TIME};

use crate::capacitance::Capacitances;
use crate::cursor::{Cursor, Word};
use crate::file::File;
use crate::header::NETS;
use crate::nodes::NodeTable;
use crate::number;
use crate::problem::{Problem, Problems};
use crate::{Name, Net, NetKind, Nets};

/// A coupling capacitor of which it is not yet known which end is this net's.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Coupling {
    pub(crate) ends: [Word; 2],
    pub(crate) capacitance: f64,
}

pub(crate) struct PieceReader<'t, 'f> {
    pub(crate) file: &'f File<'t>,
    pub(crate) cursor: Cursor<'t>,
    pub(crate) nets: Nets<'t>,
    pub(crate) nodes: NodeTable<'t, 'f>,
    pub(crate) capacitances: Capacitances,
    pub(crate) couplings: Vec<Coupling>,
    pub(crate) problems: Problems,
}

/// A net whose first line has been read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenNet<'t> {
    pub(crate) name: Name<'t>,
    /// The name as written.
    pub(crate) word: Word,
    kind: NetKind,
    total_capacitance: f32,
    offset: usize,
    first_node: usize,
    first_resistor: usize,
    first_reduced: usize,
}

impl<'t, 'f> PieceReader<'t, 'f> {
    /// A reader of `file` up to `end`.
    pub(crate) fn new(file: &'f File<'t>, end: usize) -> Self {
        Self {
            file,
            cursor: Cursor::new(&file.text[..end], 0),
            nets: Nets::default(),
            nodes: NodeTable::new(file),
            capacitances: Capacitances::default(),
            couplings: Vec::new(),
            problems: Problems::default(),
        }
    }

    /// Reads from `start` to the end.
    pub(crate) fn read(mut self, start: usize) -> (Nets<'t>, Problems) {
        self.cursor.at = start;
        while self.cursor.peek().is_some() {
            let keyword = self.cursor.at_keyword();
            let Some(word) = self.cursor.next_word() else {
                break;
            };
            match self.cursor.bytes(word) {
                b"*D_NET" => self.detailed(word.start),
                b"*R_NET" => self.reduced(word.start),
                b"*D_PNET" | b"*R_PNET" => self.skip_net(),
                b"*DEFINE" | b"*PDEFINE" => self.cursor.skip_to_keyword(),
                _ if keyword => self.unexpected_keyword(word),
                _ => self.unexpected_text(word),
            }
        }
        if let Some(at) = self.cursor.open_comment {
            self.problems.note(Problem::CommentNotClosed, at..at + 2);
        }
        self.nets.nodes = self.nodes.nodes;
        (self.nets, self.problems)
    }

    /// Skips the rest of a net.
    pub(crate) fn skip_net(&mut self) {
        self.cursor.skip_to_keyword();
        while !self.at_net() {
            let Some(word) = self.cursor.next_word() else {
                return;
            };
            if self.cursor.bytes(word) == b"*END" {
                return;
            }
            self.cursor.skip_to_keyword();
        }
    }

    /// Whether the next word begins a net.
    pub(crate) fn at_net(&mut self) -> bool {
        let Some(word) = self.cursor.clone().next_word() else {
            return false;
        };
        NETS.contains(&self.cursor.bytes(word))
    }

    pub(crate) fn unexpected_keyword(&mut self, word: Word) {
        self.problems.note(Problem::UnexpectedKeyword, word.span());
        self.cursor.skip_to_keyword();
    }

    pub(crate) fn unexpected_text(&mut self, word: Word) {
        self.problems.note(Problem::KeywordExpected, word.span());
        self.cursor.skip_line();
    }

    /// Reads a net's name and total capacitance.
    pub(crate) fn open_net(&mut self, kind: NetKind, offset: usize) -> Option<OpenNet<'t>> {
        let word = self.word()?;
        self.nodes.begin_net();
        self.capacitances.clear();
        self.couplings.clear();
        let name = self.file.name(word.span(), &mut self.problems);
        let total_capacitance = self.capacitance().unwrap_or(0.0) as f32;
        Some(OpenNet {
            name,
            word,
            kind,
            total_capacitance,
            offset,
            first_node: self.nodes.nodes.len(),
            first_resistor: self.nets.resistors.len(),
            first_reduced: self.nets.reduced.len(),
        })
    }

    /// Adds the net, at its `*END` or where that is missing.
    pub(crate) fn close_net(&mut self, net: OpenNet<'t>, ended: bool) {
        if !ended {
            self.problems.note(Problem::EndMissing, net.word.span());
        }
        self.nets.nets.push(Net {
            name: net.name,
            kind: net.kind,
            total_capacitance: net.total_capacitance,
            nodes: range(net.first_node, self.nodes.nodes.len()),
            resistors: range(net.first_resistor, self.nets.resistors.len()),
            reduced: range(net.first_reduced, self.nets.reduced.len()),
            offset: net.offset,
        });
    }

    /// The next word on the line, which must be there.
    #[inline]
    pub(crate) fn word(&mut self) -> Option<Word> {
        let word = self.cursor.word();
        if word.is_none() {
            self.problems.note(Problem::LineEnds, self.cursor.at..self.cursor.at);
        }
        word
    }

    /// The next number on the line as a capacitance, fF, 0 or more.
    #[inline]
    pub(crate) fn capacitance(&mut self) -> Option<f64> {
        self.quantity(self.capacitance_measure(), Some(Problem::NegativeCapacitance))
    }

    /// The unit of capacitances, and the largest that there is, fF.
    #[inline]
    pub(crate) fn capacitance_measure(&self) -> (f64, f32) {
        (self.file.header.capacitance_unit, LARGEST_CAPACITANCE)
    }

    /// The next number on the line as a resistance, kΩ, 0 or more.
    #[inline]
    pub(crate) fn resistance(&mut self) -> Option<f32> {
        let measure = (self.file.header.resistance_unit, LARGEST_RESISTANCE);
        Some(self.quantity(measure, Some(Problem::NegativeResistance))? as f32)
    }

    /// The next number on the line as a delay, ps.
    pub(crate) fn delay(&mut self) -> Option<f32> {
        Some(self.quantity((self.file.header.time_unit, LARGEST_TIME), None)? as f32)
    }

    /// The next number on the line by its `measure`: its unit and the largest that there is. If `negative` is a problem, it becomes 0.
    #[inline]
    fn quantity(&mut self, measure: (f64, f32), negative: Option<Problem>) -> Option<f64> {
        let before = self.cursor.at;
        self.decimal(measure).or_else(|| {
            self.cursor.at = before;
            self.any_quantity(measure, negative)
        })
    }

    /// The next number on the line by its measure, if it is a plain decimal.
    #[inline]
    pub(crate) fn decimal(&mut self, (unit, largest): (f64, f32)) -> Option<f64> {
        self.cursor.decimal().map(|number| number * unit).filter(|&quantity| is_within(quantity, largest))
    }

    /// A triplet, a negative or long number, or none.
    #[cold]
    fn any_quantity(&mut self, (unit, largest): (f64, f32), negative: Option<Problem>) -> Option<f64> {
        let word = self.word()?;
        let Some(number) = number::parse_triplet(self.cursor.bytes(word), self.file.triplet) else {
            self.problems.note(Problem::NotANumber, word.span());
            return None;
        };
        let quantity = number * unit;
        match negative {
            _ if !is_within(quantity, largest) => {
                self.problems.note(Problem::OutOfRange, word.span());
                None
            }
            Some(problem) if quantity < 0.0 => {
                self.problems.note(problem, word.span());
                Some(0.0)
            }
            // No negative zero.
            _ => Some(quantity + 0.0),
        }
    }
}

/// A piece holds fewer than 2³² of anything: each takes bytes of its text.
fn range(start: usize, end: usize) -> Range<u32> {
    start as u32..end as u32
}

/// Whether it is a number of at most `largest`.
#[inline]
fn is_within(quantity: f64, largest: f32) -> bool {
    quantity.abs() <= f64::from(largest)
}
