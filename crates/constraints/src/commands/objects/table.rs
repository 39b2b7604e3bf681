//! The table of commands that find objects and tell of them.

use zeroslack_netlist::PortDirection;

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

const HSC: Opt = value("-hsc", "separator");

/// A command that finds objects of a kind: what it is called and says, the options that not all of them have, what objects can belong to.
macro_rules! finder {
    ($name:literal, $summary:literal, [$($option:expr),*], $owners:literal, $kind:expr) => {
        Command {
            name: $name,
            group: Group::Objects,
            summary: $summary,
            options: &[
                $($option,)*
                FILTER,
                value_that("-of_objects", "objects", $owners),
                REGEXP,
                NOCASE,
                QUIET,
            ],
            operands: &[optional("patterns")],
            run: Run::State(|state, arguments| find(state, arguments, $kind)),
        }
    };
}

pub(super) const COMMANDS: &[Command] = &[
    finder!(
        "get_cells",
        "Finds cells and instances of modules.",
        [HIERARCHICAL, HSC],
        "those of pins or nets",
        Kinds::CELLS
    ),
    finder!(
        "get_pins",
        "Finds pins of cells and of instances of modules.",
        [HIERARCHICAL, HSC],
        "those of cells or nets",
        Kinds::PINS
    ),
    finder!("get_nets", "Finds nets.", [HIERARCHICAL, HSC], "those of cells, pins or ports", Kinds::NETS),
    finder!("get_ports", "Finds ports of the design.", [], "those of nets", Kinds::PORTS),
    finder!("get_clocks", "Finds clocks.", [], "those that start at pins or ports", Kinds::CLOCKS),
    finder!(
        "get_lib_cells",
        "Finds library cells, by library/cell or cell.",
        [HSC],
        "those of cells, pins, library pins or libraries",
        Kinds::LIB_CELLS
    ),
    finder!(
        "get_lib_pins",
        "Finds pins of library cells, by library/cell/pin or cell/pin.",
        [HSC],
        "those of library cells, cells or pins",
        Kinds::LIB_PINS
    ),
    finder!("get_libs", "Finds libraries.", [], "those of library cells, library pins or cells", Kinds::LIBS),
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
];
