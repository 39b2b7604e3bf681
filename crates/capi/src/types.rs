//! Ids, words and plain records.

use std::ffi::c_char;

use zeroslack::netlist::PortDirection;

use crate::border::{Outcome, wrong};

/// A cell: a number that stays its own through all edits.
pub type zs_cell = u32;
/// A pin of a cell, or a bit of a port. Ports come first, then the pins of cell after cell, each in
/// the order of its library cell's pins.
pub type zs_pin = u32;
/// A net. 0 and 1 are the constants.
pub type zs_net = u32;
/// A library cell.
pub type zs_master = u32;
/// A clock of a mode: its place in the order in which the clocks came.
pub type zs_clock = u32;
/// A set of constraints.
pub type zs_mode = u32;
/// Libraries and parasitics.
pub type zs_corner = u32;
/// A mode in a corner.
pub type zs_scenario = u32;

/// No cell, pin, net, library cell, clock, mode or corner.
pub const ZS_NONE: u32 = u32::MAX;
/// The mode, the corner and the scenario that every session has.
pub const ZS_FIRST: u32 = 0;

/// How a call went.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum zs_status {
    /// It did what it was asked to.
    ZS_OK = 0,
    /// A pointer is null, a text is not UTF-8, an id is not there, a value is none of those it can
    /// be, or an array is too short.
    ZS_ARGUMENT = 1,
    /// A design, or a part of it, cannot be loaded; `zs_last_diagnostics` says why.
    ZS_LOAD = 2,
    /// An edit of the netlist cannot be made.
    ZS_EDIT = 3,
    /// Parasitics are not those of the net.
    ZS_PARASITICS = 4,
    /// The design cannot be timed; `zs_last_diagnostics` says why. There are no results until an
    /// update succeeds.
    ZS_UPDATE = 5,
    /// Something changed since the last update, or there was none: `zs_update` first.
    ZS_STALE = 6,
    /// The points of a path name nothing, or nothing where a path starts or ends.
    ZS_POINTS = 7,
    /// An error in Zeroslack itself. A session that was being changed takes no more calls but
    /// `zs_session_free`.
    ZS_INTERNAL = 8,
}

/// Early or late analysis.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum zs_split {
    /// The earliest arrival, for hold.
    ZS_EARLY = 0,
    /// The latest arrival, for setup.
    ZS_LATE = 1,
    /// Both, where a function says that it takes both.
    ZS_BOTH = 2,
}

/// A transition of a signal.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum zs_transition {
    /// 0 to 1.
    ZS_RISE = 0,
    /// 1 to 0.
    ZS_FALL = 1,
    /// The worse of both, or either, where a function says that it takes this.
    ZS_ANY = 2,
}

/// Direction of a port as seen from outside.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum zs_direction {
    /// Drives the design.
    ZS_INPUT = 0,
    /// Is driven by the design.
    ZS_OUTPUT = 1,
    /// Both.
    ZS_INOUT = 2,
}

/// The direction of a number of [`zs_direction`].
pub(crate) fn port_direction(number: u32) -> Outcome<PortDirection> {
    let directions = [
        (zs_direction::ZS_INPUT, PortDirection::Input),
        (zs_direction::ZS_OUTPUT, PortDirection::Output),
        (zs_direction::ZS_INOUT, PortDirection::Inout),
    ];
    let found = directions.into_iter().find(|&(of, _)| of as u32 == number);
    found.map(|(_, direction)| direction).ok_or_else(|| wrong(format!("{number} is no zs_direction")))
}

/// How delays of wires are computed.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum zs_calculator {
    /// Delay and slew of the RC tree.
    ZS_ELMORE = 0,
    /// All capacitance at the driver.
    ZS_LUMPED = 1,
    /// Effective capacitance of the net at the driver, and wires by moments and the driver's slew.
    ZS_CEFF = 2,
}

/// Which engine computes. All give the same bits.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum zs_engine {
    /// The GPU where there is one and the design is large, else the CPU.
    ZS_AUTO = 0,
    /// The CPU.
    ZS_CPU = 1,
    /// The GPU; what keeps it from being used is an error.
    ZS_CUDA = 2,
}

/// Where two clock paths last meet, for common path pessimism removal.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum zs_common_point {
    /// The last pin on both paths: the usual rule with SDC.
    ZS_SAME_PIN = 0,
    /// The last pin that both pass in the same transition: the rule of contests.
    ZS_SAME_TRANSITION = 1,
}

/// How bad it is.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum zs_severity {
    /// Wrong, but it can be lived with.
    ZS_WARNING = 0,
    /// Not understood, and needed.
    ZS_ERROR = 1,
}

/// What an endpoint requires of a signal.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum zs_kind {
    /// Late, before a clock edge.
    ZS_SETUP = 0,
    /// Late, of an asynchronous signal.
    ZS_RECOVERY = 1,
    /// Late, at an output port.
    ZS_OUTPUT_LATE = 2,
    /// Early, after a clock edge.
    ZS_HOLD = 3,
    /// Early, of an asynchronous signal.
    ZS_REMOVAL = 4,
    /// Early, at an output port.
    ZS_OUTPUT_EARLY = 5,
}

/// How many kinds there are.
pub const ZS_KIND_COUNT: usize = 6;

/// How a path got to a step.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum zs_via {
    /// The signal enters the design here.
    ZS_START = 0,
    /// Over a net.
    ZS_NET = 1,
    /// Through a cell.
    ZS_CELL = 2,
    /// Through a register whose clock launches data, from its clock pin to its output.
    ZS_LAUNCH = 3,
    /// As an ideal clock, which is at a register when the constraints say so.
    ZS_IDEAL_NETWORK = 4,
    /// From the enable of a latch to the pin of the data that it lets through, by the time that data
    /// is given which borrows.
    ZS_GIVEN = 5,
}

/// Which steps of a path.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum zs_trace {
    /// From the source of the signal (for a register's output, through the clock network) to the
    /// endpoint.
    ZS_DATA = 0,
    /// From the source of the clock to the clock pin that captures; none at an output port.
    ZS_CAPTURE = 1,
}

/// What an edit does.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum zs_edit_kind {
    /// Exchanges the library cell of the cell `object` for `to`, which has the same pins.
    ZS_SET_MASTER = 0,
    /// Adds a cell `name` of the library cell `to`, its pins not connected.
    ZS_INSERT_CELL = 1,
    /// Takes the cell `object` away, after disconnecting its pins.
    ZS_REMOVE_CELL = 2,
    /// Adds a net `name` without pins.
    ZS_INSERT_NET = 3,
    /// Takes the net `object` away, after disconnecting its pins.
    ZS_REMOVE_NET = 4,
    /// Puts the pin `object`, which is on no net, on the net `to`.
    ZS_CONNECT = 5,
    /// Takes the pin `object` off its net.
    ZS_DISCONNECT = 6,
}

/// One edit of a group. What its kind does not name is ignored.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct zs_edit {
    /// A `zs_edit_kind`.
    pub kind: u32,
    /// The cell, net or pin that is edited.
    pub object: u32,
    /// A library cell, or a net.
    pub to: u32,
    /// The name of what comes.
    pub name: *const c_char,
}

/// How large a design is. Numbers of ids are one more than the highest: the length of an array by
/// id. What was removed keeps its id.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct zs_counts {
    /// Cells.
    pub cells: u32,
    /// Ids of cells.
    pub cell_ids: u32,
    /// Pins, ports included.
    pub pins: u32,
    /// Ids of pins.
    pub pin_ids: u32,
    /// Bits of ports: pins below this are ports, but for ports that were inserted.
    pub port_pins: u32,
    /// Nets, the two constants included.
    pub nets: u32,
    /// Ids of nets.
    pub net_ids: u32,
    /// Library cells.
    pub masters: u32,
}

/// The endpoints of one kind, summed up.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct zs_summary {
    /// The kind.
    pub kind: zs_kind,
    /// Endpoints with a slack of this kind.
    pub endpoints: usize,
    /// Those where it is negative.
    pub failing: usize,
    /// The worst slack, positive or negative, ps.
    pub worst_slack: f64,
    /// The worst slack if it is negative, else 0 (WNS), ps.
    pub worst_negative_slack: f64,
    /// The sum of the negative ones, each endpoint's worst (TNS), ps.
    pub total_negative_slack: f64,
}

/// What the last update of a scenario computed, and what questions for required times computed after it.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct zs_visited {
    /// Whether it computed again only what edits changed; if not it computed everything, and the
    /// other numbers are 0.
    pub is_incremental: bool,
    /// Pins whose slews and delays were computed.
    pub delays: usize,
    /// Pins whose arrivals were computed, for each group of signals that are told apart.
    pub arrivals: usize,
    /// The same of lists of arrivals that matter after CPPR, early and late ones each.
    pub lists: usize,
    /// The same of required times. The update leaves them to whoever asks: these were computed for
    /// questions since.
    pub required: usize,
}

/// The worst slack of an endpoint in one kind.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct zs_endpoint_slack {
    /// The pin.
    pub pin: zs_pin,
    /// What is required.
    pub kind: zs_kind,
    /// The transition of the data.
    pub transition: zs_transition,
    /// When the data arrives, ps.
    pub arrival: f64,
    /// When it is required, ps.
    pub required: f64,
    /// Required less arrival for late, arrival less required for early, ps; with what CPPR credits.
    pub slack: f64,
}

/// Where a path ends.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct zs_path_end {
    /// The pin of the data.
    pub pin: zs_pin,
    /// The transition of the data.
    pub transition: zs_transition,
    /// What is required.
    pub kind: zs_kind,
    /// The clock that launches the data; `ZS_NONE` where no clock does.
    pub launch_clock: zs_clock,
    /// The clock that captures it; `ZS_NONE` where a required time is stated without a clock.
    pub capture_clock: zs_clock,
    /// When the data arrives, ps.
    pub arrival: f64,
    /// When it is required, ps.
    pub required: f64,
    /// Required less arrival for late, arrival less required for early, ps.
    pub slack: f64,
    /// What CPPR adds to the slack, counted in it, ps; 0 without CPPR.
    pub credit: f64,
    /// How many steps `ZS_DATA` has.
    pub data_steps: usize,
    /// How many steps `ZS_CAPTURE` has.
    pub capture_steps: usize,
}

/// A step of a path: a transition at a pin, and how it got there.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct zs_step {
    /// The pin.
    pub pin: zs_pin,
    /// The transition there.
    pub transition: zs_transition,
    /// How it got there.
    pub via: zs_via,
    /// Pins that the pin drives; 0 where it drives no net.
    pub fanout: u32,
    /// When it is there, ps. The delay of a step is its arrival less that of the step before.
    pub arrival: f64,
    /// The slew there, ps, the worst of all signals that come; NaN where there is none.
    pub slew: f64,
    /// What the pin drives, wires and pins, fF; NaN where it drives no net.
    pub load: f64,
}

/// One message about an input. Its texts live as long as the diagnostics that it is from.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct zs_diagnostic {
    /// Stable id, for example `SPEF-012`: the same message always has the same id.
    pub id: *const c_char,
    /// Error or warning.
    pub severity: zs_severity,
    /// The file; null where it is about none.
    pub file: *const c_char,
    /// Line, from 1; 0 where it is about none.
    pub line: u32,
    /// Column in characters, from 1; 0 where it is about none.
    pub column: u32,
    /// What is wrong, and what was expected.
    pub text: *const c_char,
}
