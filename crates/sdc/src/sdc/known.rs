//! The commands there are.

/// A command that is understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    AllClocks,
    AllInputs,
    AllOutputs,
    CreateClock,
    CurrentDesign,
    GetClocks,
    GetPins,
    GetPorts,
    List,
    Set,
    SetClockLatency,
    SetInputDelay,
    SetInputTransition,
    SetLoad,
    SetOutputDelay,
    SetPropagatedClock,
    SetUnits,
}

impl Command {
    /// The name of a command that states something of the design; none of one that only finds or computes.
    pub(crate) fn states(self) -> Option<&'static str> {
        match self {
            Self::CreateClock => Some("create_clock"),
            Self::SetClockLatency => Some("set_clock_latency"),
            Self::SetInputDelay => Some("set_input_delay"),
            Self::SetInputTransition => Some("set_input_transition"),
            Self::SetLoad => Some("set_load"),
            Self::SetOutputDelay => Some("set_output_delay"),
            Self::SetPropagatedClock => Some("set_propagated_clock"),
            Self::SetUnits => Some("set_units"),
            Self::AllClocks
            | Self::AllInputs
            | Self::AllOutputs
            | Self::CurrentDesign
            | Self::GetClocks
            | Self::GetPins
            | Self::GetPorts
            | Self::List
            | Self::Set => None,
        }
    }
}

/// What the name of a command leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    Command(Command),
    /// Of SDC, but not understood yet.
    Unsupported(&'static str),
    /// Of Tcl, but not understood yet.
    Tcl,
}

/// Finds a command.
pub(crate) fn find(name: &str) -> Option<Known> {
    let command = match name {
        "all_clocks" => Command::AllClocks,
        "all_inputs" => Command::AllInputs,
        "all_outputs" => Command::AllOutputs,
        "create_clock" => Command::CreateClock,
        "current_design" => Command::CurrentDesign,
        "get_clocks" => Command::GetClocks,
        "get_pins" => Command::GetPins,
        "get_ports" => Command::GetPorts,
        "list" => Command::List,
        "set" => Command::Set,
        "set_clock_latency" => Command::SetClockLatency,
        "set_input_delay" => Command::SetInputDelay,
        "set_input_transition" => Command::SetInputTransition,
        "set_load" => Command::SetLoad,
        "set_output_delay" => Command::SetOutputDelay,
        "set_propagated_clock" => Command::SetPropagatedClock,
        "set_units" => Command::SetUnits,
        _ => return find_unsupported(name),
    };
    Some(Known::Command(command))
}

fn find_unsupported(name: &str) -> Option<Known> {
    if let Ok(index) = UNSUPPORTED.binary_search(&name) {
        return Some(Known::Unsupported(UNSUPPORTED[index]));
    }
    TCL.binary_search(&name).is_ok().then_some(Known::Tcl)
}

/// Sorted.
const UNSUPPORTED: [&str; 87] = [
    "all_fanin",
    "all_fanout",
    "all_registers",
    "create_generated_clock",
    "create_voltage_area",
    "current_instance",
    "get_cells",
    "get_lib_cells",
    "get_lib_pins",
    "get_libs",
    "get_nets",
    "group_path",
    "puts",
    "reset_path",
    "set_annotated_check",
    "set_annotated_delay",
    "set_annotated_transition",
    "set_case_analysis",
    "set_clock_gating_check",
    "set_clock_groups",
    "set_clock_sense",
    "set_clock_transition",
    "set_clock_uncertainty",
    "set_data_check",
    "set_disable_clock_gating_check",
    "set_disable_inferred_clock_gating",
    "set_disable_timing",
    "set_dont_touch",
    "set_dont_touch_network",
    "set_dont_use",
    "set_drive",
    "set_driving_cell",
    "set_false_path",
    "set_fanout_load",
    "set_hierarchy_separator",
    "set_ideal_latency",
    "set_ideal_net",
    "set_ideal_network",
    "set_ideal_transition",
    "set_input_jitter",
    "set_level_shifter_strategy",
    "set_level_shifter_threshold",
    "set_logic_dc",
    "set_logic_one",
    "set_logic_zero",
    "set_max_area",
    "set_max_capacitance",
    "set_max_delay",
    "set_max_dynamic_power",
    "set_max_fanout",
    "set_max_leakage_power",
    "set_max_time_borrow",
    "set_max_transition",
    "set_min_capacitance",
    "set_min_delay",
    "set_min_fanout",
    "set_min_porosity",
    "set_min_pulse_width",
    "set_min_transition",
    "set_multicycle_path",
    "set_operating_conditions",
    "set_path_margin",
    "set_port_fanout_number",
    "set_resistance",
    "set_sense",
    "set_timing_derate",
    "set_voltage",
    "set_wire_load_min_block_size",
    "set_wire_load_mode",
    "set_wire_load_model",
    "set_wire_load_selection_group",
    "unset_case_analysis",
    "unset_clock_groups",
    "unset_clock_latency",
    "unset_clock_transition",
    "unset_clock_uncertainty",
    "unset_data_check",
    "unset_disable_timing",
    "unset_ideal_latency",
    "unset_ideal_net",
    "unset_ideal_network",
    "unset_ideal_transition",
    "unset_input_delay",
    "unset_output_delay",
    "unset_path_exceptions",
    "unset_propagated_clock",
    "unset_timing_derate",
];

/// Sorted. The collections of some tools' own commands are Tcl here: they compute.
const TCL: [&str; 63] = [
    "add_to_collection",
    "append",
    "array",
    "break",
    "catch",
    "close",
    "concat",
    "continue",
    "dict",
    "error",
    "eval",
    "exec",
    "exit",
    "expr",
    "file",
    "filter_collection",
    "for",
    "foreach",
    "foreach_in_collection",
    "format",
    "get_attribute",
    "get_object_name",
    "get_property",
    "gets",
    "glob",
    "global",
    "if",
    "incr",
    "index_collection",
    "info",
    "join",
    "lappend",
    "lassign",
    "lindex",
    "linsert",
    "llength",
    "lmap",
    "lrange",
    "lrepeat",
    "lreplace",
    "lreverse",
    "lsearch",
    "lset",
    "lsort",
    "namespace",
    "open",
    "package",
    "proc",
    "regexp",
    "regsub",
    "remove_from_collection",
    "return",
    "scan",
    "sizeof_collection",
    "source",
    "split",
    "string",
    "switch",
    "unset",
    "uplevel",
    "upvar",
    "variable",
    "while",
];

#[cfg(test)]
mod tests {
    use super::{TCL, UNSUPPORTED, find};

    #[test]
    fn tables_are_sorted() {
        assert!(UNSUPPORTED.is_sorted());
        assert!(TCL.is_sorted());
    }

    #[test]
    fn nothing_is_both_understood_and_not() {
        for name in UNSUPPORTED.iter().chain(&TCL) {
            assert!(!matches!(find(name), None | Some(super::Known::Command(_))), "{name}");
        }
        assert_eq!(find("set_inptu_delay"), None);
    }
}
