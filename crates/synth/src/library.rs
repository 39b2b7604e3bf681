//! The cells a design is made of: by what they do, how much they load a net, how slow they are.
//!
//! It is all that the generator knows of a library, and is filled from the built-in one (`built_in`) or from Liberty
//! (`given`).

pub(crate) mod built_in;
mod candidate;
mod given;
mod pace;
mod table;
mod truth;

pub(crate) use table::Table;

pub use given::LibraryError;

/// Which of the two libraries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Split {
    /// For hold: delays at their least.
    Early,
    /// For setup: delays at their most.
    Late,
}

impl Split {
    /// Early, late.
    pub const ALL: [Self; 2] = [Self::Early, Self::Late];
}

/// Rise and fall are 0 and 1 throughout.
pub(crate) const TRANSITIONS: [usize; 2] = [0, 1];

/// How an input's transition turns into the output's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Sense {
    Positive,
    Negative,
    NonUnate,
}

/// What an item is: an index into [`Library::kinds`], or a port.
pub(crate) type KindId = u8;

/// The flip-flop: inputs are data and clock.
pub(crate) const FLIP_FLOP: KindId = 0;
/// The buffer of clock trees.
pub(crate) const CLOCK_BUFFER: KindId = 1;
/// The first kind that is drawn for logic.
pub(crate) const FIRST_LOGIC: usize = 2;
/// Not of the library: an input port, driving a net.
pub(crate) const INPUT: KindId = 254;
/// Not of the library: an output port, a sink of a net.
pub(crate) const OUTPUT: KindId = 255;
/// Input of the flip-flop's clock.
pub(crate) const CLOCK_PIN: usize = 1;

/// The cells that a design is made of.
#[derive(Clone, Debug)]
pub struct Library {
    /// The flip-flop, the buffer of clock trees, then logic by number of inputs.
    pub(crate) kinds: Vec<Kind>,
    /// The kinds that can be drawn for logic, by number of inputs (at index 1 to 4).
    pub(crate) logic: [std::ops::Range<usize>; 5],
    pub(crate) units: Units,
    pub(crate) ports: Ports,
    /// Area that an item takes, with the free area beside it, µm².
    pub(crate) item_area: f64,
    /// Whether it has to be written with the design.
    pub(crate) is_built_in: bool,
}

/// Cells that differ in strength only.
#[derive(Clone, Debug)]
pub(crate) struct Kind {
    /// Names of inputs; data and clock of a flip-flop.
    pub(crate) inputs: Vec<String>,
    pub(crate) output: String,
    /// Pins that are held at a constant: set and clear.
    pub(crate) tied: Vec<(String, bool)>,
    /// Outputs that are left open.
    pub(crate) open: usize,
    /// How often it is drawn among those with as many inputs.
    pub(crate) weight: f64,
    /// From the weakest to the strongest, at least one.
    pub(crate) cells: Vec<Cell>,
}

/// A cell of the library.
#[derive(Clone, Debug)]
pub(crate) struct Cell {
    pub(crate) name: String,
    /// fF. `[input][split][transition]`
    pub(crate) capacitance: Vec<[[f32; 2]; 2]>,
    /// What it should drive, in shares of what is chosen for each net: 1 for the built-in strength 1.
    pub(crate) drive: f64,
    /// fF that it may drive.
    pub(crate) max_load: f64,
    /// By split, in the order of inputs.
    pub(crate) arcs: [Vec<Arc>; 2],
    pub(crate) checks: Checks,
}

/// A delay arc to the output.
#[derive(Clone, Debug)]
pub(crate) struct Arc {
    pub(crate) input: usize,
    pub(crate) sense: Sense,
    /// To a rise and to a fall.
    pub(crate) edges: [Option<Edge>; 2],
}

/// Tables over the input's slew and the load.
#[derive(Clone, Debug)]
pub(crate) struct Edge {
    pub(crate) delay: Table,
    pub(crate) slew: Table,
}

/// A check's tables over the data's and the clock's slew, by the data's transition.
pub(crate) type Check = [Option<Table>; 2];

/// What a flip-flop's data has to keep from its clock. All of them hold.
#[derive(Clone, Debug, Default)]
pub(crate) struct Checks {
    pub(crate) setup: Vec<Check>,
    pub(crate) hold: Vec<Check>,
}

/// What the library's own numbers are in, which SDC speaks in too.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Units {
    /// ps in a unit of time.
    pub(crate) time: f64,
    /// fF in a unit of capacitance.
    pub(crate) capacitance: f64,
}

/// What surrounds a design.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ports {
    /// ps after the clock's latency that inputs arrive, early and late.
    pub(crate) input_delay: [f64; 2],
    /// ps, slew at input ports.
    pub(crate) input_slew: f64,
    /// ps, slew at clock ports.
    pub(crate) clock_slew: f64,
    /// fF, at output ports.
    pub(crate) load: f64,
    /// ps before the capturing clock that outputs are required, late.
    pub(crate) output_delay: f64,
}

/// Those of the built-in library.
impl Default for Ports {
    fn default() -> Self {
        Self {
            input_delay: [60.0, 120.0],
            input_slew: 20.0,
            clock_slew: 15.0,
            load: 4.0,
            output_delay: 100.0,
        }
    }
}

impl Ports {
    /// Times are `pace` times those of the built-in library, in whole ps, loads `load` times, in whole 0.1 fF.
    pub(crate) fn scaled(pace: f64, load: f64) -> Self {
        let built_in = Self::default();
        let time = |ps: f64| (ps * pace).round().max(1.0);
        Self {
            input_delay: built_in.input_delay.map(time),
            input_slew: time(built_in.input_slew),
            clock_slew: time(built_in.clock_slew),
            load: (built_in.load * load * 10.0).round().max(1.0) / 10.0,
            output_delay: time(built_in.output_delay),
        }
    }
}

impl Library {
    /// [`Library::item_area`] of the built-in library, µm².
    pub(crate) const ITEM_AREA: f64 = 2.6;

    /// Whether no input's capacitance depends on split or transition.
    pub(crate) fn has_even_loads(&self) -> bool {
        let mut inputs = self.kinds.iter().flat_map(|kind| &kind.cells).flat_map(|cell| &cell.capacitance);
        inputs.all(|[early, late]| early == late && late[0] == late[1])
    }

    /// What is not a port.
    pub(crate) fn kind(&self, id: KindId) -> &Kind {
        &self.kinds[usize::from(id)]
    }

    /// Pins of a cell, open and tied ones included.
    pub(crate) fn pin_count(&self, id: KindId) -> usize {
        let kind = self.kind(id);
        kind.inputs.len() + 1 + kind.open + kind.tied.len()
    }

    /// How many nets end at an item.
    pub(crate) fn input_count(&self, id: KindId) -> usize {
        match id {
            INPUT => 0,
            OUTPUT => 1,
            _ => self.kind(id).inputs.len(),
        }
    }
}

impl Checks {
    /// The most that a kind of check asks for, ps; 0 if none checks the transition.
    pub(crate) fn margin(checks: &[Check], transition: usize, data_slew: f32, clock_slew: f32) -> f32 {
        let tables = checks.iter().filter_map(|check| check[transition].as_ref());
        tables.map(|table| table.at(data_slew, clock_slew)).reduce(f32::max).unwrap_or(0.0)
    }
}

/// The input transitions that make an output's.
pub(crate) fn from(sense: Sense, to: usize) -> &'static [usize] {
    match (sense, to) {
        (Sense::NonUnate, _) => &[0, 1],
        (Sense::Positive, 0) | (Sense::Negative, 1) => &[0],
        _ => &[1],
    }
}
