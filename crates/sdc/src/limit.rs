//! What constraints demand of the design or say of its surroundings that no analysis uses yet: kept, so that it can be asked for and written again.

use std::collections::BTreeMap;

use zeroslack_netlist::{CellId, PinId};

use crate::ClockId;

/// A design rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LimitKind {
    /// The longest slew, ps (`set_max_transition`).
    MaxTransition,
    /// The largest load of a driver, fF (`set_max_capacitance`).
    MaxCapacitance,
    /// The smallest load of a driver, fF (`set_min_capacitance`).
    MinCapacitance,
    /// The most loads of a driver (`set_max_fanout`).
    MaxFanout,
    /// The largest area (`set_max_area`), in the libraries' unit.
    MaxArea,
    /// How much of a fan-out limit an output port takes (`set_fanout_load`).
    FanoutLoad,
    /// How many pins there are behind a port (`set_port_fanout_number`).
    PortFanout,
}

/// What a design rule is about.
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
        /// Whether its network is meant (`-clock_path`), and not its data (`-data_path`).
        is_network: bool,
    },
}

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
    /// Design rules.
    pub limits: BTreeMap<(LimitKind, LimitTarget), f64>,
    /// The conditions that the design works under.
    pub operating_conditions: OperatingConditions,
}
