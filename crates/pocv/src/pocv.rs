//! The plain value that a file is read into.

use std::ops::Range;
use std::sync::Arc;

use zeroslack_units::{Split, Transition};

/// What a file says, in its order. Of entries of one object type that are about the same delay, the last counts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pocv {
    /// One for each coefficient.
    pub entries: Vec<Entry>,
}

/// What is named. What is named more closely counts before the rest: a cell before its library cell, a net, cell or library cell before the design.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjectType {
    /// `design`: all of it.
    Design,
    /// `lib_cell`: all cells of a library cell.
    LibraryCell,
    /// `cell`: a cell, or all cells of an instance of a module.
    Cell,
    /// `net`.
    Net,
}

/// Which delays of the objects: all that are in each of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delays {
    /// `delay_type`: delays of cells.
    pub of_cells: bool,
    /// `delay_type`: delays of nets.
    pub of_nets: bool,
    /// `rf_type`, by [`Transition`].
    pub transitions: [bool; 2],
    /// `derate_type`, by [`Split`].
    pub splits: [bool; 2],
    /// `path_type`: on clock paths.
    pub on_clock_paths: bool,
    /// `path_type`: on data paths.
    pub on_data_paths: bool,
}

impl Delays {
    /// Whether delays of a split and to a transition are among them.
    pub fn has(&self, split: Split, to: Transition) -> bool {
        self.splits[split as usize] && self.transitions[to as usize]
    }
}

/// A coefficient, and what it is of.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// What the objects are.
    pub object_type: ObjectType,
    /// Names or patterns; there may be none for the whole design. Coefficients that follow each other may share them.
    pub objects: Arc<[Object]>,
    /// Which delays.
    pub delays: Delays,
    /// The standard deviation of a delay as a share of it, from 0 to [`crate::MOST`].
    pub coefficient: f32,
}

/// A name, or a pattern of names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// As it is written.
    pub name: Box<str>,
    /// Where, as a byte range of the text.
    pub span: Range<usize>,
}

impl ObjectType {
    /// As files have it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Design => "design",
            Self::LibraryCell => "lib_cell",
            Self::Cell => "cell",
            Self::Net => "net",
        }
    }
}
