//! What constraints demand of slews, loads, fan-out, pulses and area, and what they say of surroundings that no analysis uses.

use zeroslack_netlist::{CellId, PinId};

use crate::ClockId;

/// A design rule, a pulse width, or what design rules are counted with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LimitKind {
    /// The longest slew, ps (`set_max_transition`).
    MaxTransition,
    /// The shortest slew, ps (`set_min_transition`).
    MinTransition,
    /// The largest load of a driver, fF (`set_max_capacitance`).
    MaxCapacitance,
    /// The smallest load of a driver, fF (`set_min_capacitance`).
    MinCapacitance,
    /// The largest fan-out of a driver (`set_max_fanout`).
    MaxFanout,
    /// The smallest fan-out of a driver (`set_min_fanout`).
    MinFanout,
    /// The shortest pulse of a clock, ps (`set_min_pulse_width`).
    MinPulseWidth,
    /// The largest area (`set_max_area`), in the libraries' unit.
    MaxArea,
    /// How much of a fan-out limit an output port takes (`set_fanout_load`).
    FanoutLoad,
    /// How many pins there are behind a port (`set_port_fanout_number`).
    PortFanout,
}

/// What a limit is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LimitTarget {
    /// All of the design.
    Design,
    /// A cell.
    Cell(CellId),
    /// A pin or port.
    Pin(PinId),
    /// Paths of a clock: its network, or the data that it launches.
    Clock {
        /// The clock.
        clock: ClockId,
        /// Whether its network is meant (`-clock_path`), and not its data (`-data_path`). Pulse widths are always of its network.
        is_network: bool,
    },
}

/// A limit by transition: that of rising and that of falling slews; of pulse widths that of high pulses, which begin with a rise, and that of low ones. Where
/// a kind of limit does not tell transitions apart both are the same.
pub type Limit = [Option<f64>; 2];

/// Conditions that the design works under (`set_operating_conditions`): names of what libraries describe.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OperatingConditions {
    /// `single`, `bc_wc` or `on_chip_variation`.
    pub analysis_type: Option<Box<str>>,
    /// Of early and of late analysis.
    pub conditions: [Option<Box<str>>; 2],
    /// The library that describes each.
    pub libraries: [Option<Box<str>>; 2],
}

/// What is kept of constraints that no analysis uses yet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Kept {
    /// The conditions that the design works under.
    pub operating_conditions: OperatingConditions,
}
