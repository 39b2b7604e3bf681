//! The table of commands that find objects and tell of them.

use zeroslack::netlist::PortDirection;

use super::patterns::all_of;
use super::{find, get_property, helpers, name, ports_going};
use crate::command::{Command, Group, Opt, Run, flag_that, optional, required, value, value_that};
use crate::object::Kinds;

const FILTER: Opt = value_that(
    "-filter",
    "expression",
    "keeps objects whose properties fulfil it, such as {ref_name =~ BUF* && is_hierarchical == 0}",
);
const QUIET: Opt = flag_that("-quiet", "does not warn of names that stand for nothing");
const REGEXP: Opt = flag_that(
    "-regexp",
    "patterns, and what =~ and !~ of -filter compare with, are regular expressions of whole names",
);
const NOCASE: Opt = flag_that("-nocase", "with -regexp, upper and lower case are the same");
const HIERARCHICAL: Opt = flag_that("-hierarchical", "patterns are of names at every level of the hierarchy");

pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "get_cells",
        group: Group::Objects,
        summary: "Finds cells and instances of modules.",
        options: &[
            HIERARCHICAL,
            value("-hsc", "separator"),
            FILTER,
            value_that("-of_objects", "objects", "those of pins or nets"),
            REGEXP,
            NOCASE,
            QUIET,
        ],
        operands: &[optional("patterns")],
        run: Run::State(|state, arguments| find(state, arguments, Kinds::CELLS)),
    },
    Command {
        name: "get_pins",
        group: Group::Objects,
        summary: "Finds pins of cells and of instances of modules.",
        options: &[
            HIERARCHICAL,
            value("-hsc", "separator"),
            FILTER,
            value_that("-of_objects", "objects", "those of cells or nets"),
            REGEXP,
            NOCASE,
            QUIET,
        ],
        operands: &[optional("patterns")],
        run: Run::State(|state, arguments| find(state, arguments, Kinds::PINS)),
    },
    Command {
        name: "get_nets",
        group: Group::Objects,
        summary: "Finds nets.",
        options: &[
            HIERARCHICAL,
            value("-hsc", "separator"),
            FILTER,
            value_that("-of_objects", "objects", "those of cells, pins or ports"),
            REGEXP,
            NOCASE,
            QUIET,
        ],
        operands: &[optional("patterns")],
        run: Run::State(|state, arguments| find(state, arguments, Kinds::NETS)),
    },
    Command {
        name: "get_ports",
        group: Group::Objects,
        summary: "Finds ports of the design.",
        options: &[FILTER, value_that("-of_objects", "objects", "those of nets"), REGEXP, NOCASE, QUIET],
        operands: &[optional("patterns")],
        run: Run::State(|state, arguments| find(state, arguments, Kinds::PORTS)),
    },
    Command {
        name: "get_clocks",
        group: Group::Objects,
        summary: "Finds clocks.",
        options: &[
            FILTER,
            value_that("-of_objects", "objects", "those that start at pins or ports"),
            REGEXP,
            NOCASE,
            QUIET,
        ],
        operands: &[optional("patterns")],
        run: Run::State(|state, arguments| find(state, arguments, Kinds::CLOCKS)),
    },
    Command {
        name: "get_lib_cells",
        group: Group::Objects,
        summary: "Finds library cells, by library/cell or cell.",
        options: &[
            value("-hsc", "separator"),
            FILTER,
            value_that("-of_objects", "objects", "those of cells, pins, library pins or libraries"),
            REGEXP,
            NOCASE,
            QUIET,
        ],
        operands: &[optional("patterns")],
        run: Run::State(|state, arguments| find(state, arguments, Kinds::LIB_CELLS)),
    },
    Command {
        name: "get_lib_pins",
        group: Group::Objects,
        summary: "Finds pins of library cells, by library/cell/pin or cell/pin.",
        options: &[
            value("-hsc", "separator"),
            FILTER,
            value_that("-of_objects", "objects", "those of library cells, cells or pins"),
            REGEXP,
            NOCASE,
            QUIET,
        ],
        operands: &[optional("patterns")],
        run: Run::State(|state, arguments| find(state, arguments, Kinds::LIB_PINS)),
    },
    Command {
        name: "get_libs",
        group: Group::Objects,
        summary: "Finds libraries.",
        options: &[
            FILTER,
            value_that("-of_objects", "objects", "those of library cells, library pins or cells"),
            REGEXP,
            NOCASE,
            QUIET,
        ],
        operands: &[optional("patterns")],
        run: Run::State(|state, arguments| find(state, arguments, Kinds::LIBS)),
    },
    Command {
        name: "all_clocks",
        group: Group::Objects,
        summary: "All clocks.",
        options: &[],
        operands: &[],
        run: Run::State(|state, _| Ok(state.handles(all_of(state, Kinds::CLOCKS)?))),
    },
    Command {
        name: "all_inputs",
        group: Group::Objects,
        summary: "All input and inout ports.",
        options: &[flag_that("-no_clocks", "without those where clocks start")],
        operands: &[],
        run: Run::State(|state, arguments| {
            ports_going(state, PortDirection::Input, arguments.has("-no_clocks"))
        }),
    },
    Command {
        name: "all_outputs",
        group: Group::Objects,
        summary: "All output and inout ports.",
        options: &[],
        operands: &[],
        run: Run::State(|state, _| ports_going(state, PortDirection::Output, false)),
    },
    Command {
        name: "all_registers",
        group: Group::Objects,
        summary: "All flip-flops and latches, or pins of them.",
        options: &[
            value_that("-clock", "clock", "only those that this clock comes to"),
            flag_that("-cells", "the cells, as without any of these"),
            flag_that("-data_pins", "the inputs that are checked against a clock"),
            flag_that("-clock_pins", "the pins that clocks come to"),
            flag_that("-async_pins", "the pins that set or clear without a clock"),
            flag_that("-output_pins", "the outputs"),
            flag_that("-edge_triggered", "only flip-flops"),
            flag_that("-level_sensitive", "only latches"),
        ],
        operands: &[],
        run: Run::State(crate::commands::registers::all_registers),
    },
    Command {
        name: "get_property",
        group: Group::Objects,
        summary: "A property of an object.",
        options: &[
            value_that(
                "-object_type",
                "kind",
                "what a name names: cell, pin, net, port, clock, lib_cell, lib_pin or library",
            ),
            flag_that("-quiet", "of an object that is not there: empty, instead of an error"),
        ],
        operands: &[required("object"), required("property")],
        run: Run::State(get_property),
    },
    Command {
        name: "get_name",
        group: Group::Objects,
        summary: "The own name of an object, without the path to it.",
        options: &[],
        operands: &[required("object")],
        run: Run::State(|state, arguments| name(state, arguments, "name")),
    },
    Command {
        name: "get_full_name",
        group: Group::Objects,
        summary: "The name of an object, with the path to it.",
        options: &[],
        operands: &[required("object")],
        run: Run::State(|state, arguments| name(state, arguments, "full_name")),
    },
    Command {
        name: "sta::all_clocks",
        group: Group::Objects,
        summary: "All clocks.",
        options: &[],
        operands: &[],
        run: Run::State(|state, _| Ok(state.handles(all_of(state, Kinds::CLOCKS)?))),
    },
    Command {
        name: "sta::get_port_pin",
        group: Group::Objects,
        summary: "The pin that a port is.",
        options: &[],
        operands: &[required("port")],
        run: Run::State(helpers::port_pin),
    },
    Command {
        name: "sta::is_clock_src",
        group: Group::Objects,
        summary: "Whether clocks start at a pin or port.",
        options: &[],
        operands: &[required("pin")],
        run: Run::State(helpers::is_clock_src),
    },
    Command {
        name: "sta::sort_by_name",
        group: Group::Objects,
        summary: "Objects in the order of their names.",
        options: &[],
        operands: &[required("objects")],
        run: Run::State(helpers::sort_by_name),
    },
];
