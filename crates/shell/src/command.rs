//! What a command is, and the table of all of them.

use std::io::Write;

use zeroslack_tcl::{Interp, Outcome, Value};

use crate::arguments::Arguments;
use crate::commands::{
    check_types, clock_relations, clock_reports, clocks, constant_reports, derates, design, drives, edits,
    exception_reports, exceptions, html, ideal, latencies, limits, loads, object_reports, objects,
    pin_reports, ports, report_paths, rule_counts, scripts, session, slack_reports, stated_checks, structure,
    surroundings, uncertainty, units,
};
use crate::state::State;

/// A command.
#[derive(Debug)]
pub struct Command {
    /// Its name.
    pub name: &'static str,
    /// Where it stands in the documentation.
    pub group: Group,
    /// What it does, in a sentence.
    pub summary: &'static str,
    /// Its options.
    pub options: &'static [Opt],
    /// What stands beside options, in order.
    pub operands: &'static [Operand],
    /// What runs it.
    pub(crate) run: Run,
}

/// Where a command stands in the documentation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Reading, linking and writing.
    Design,
    /// Finding objects and asking about them.
    Objects,
    /// Clocks.
    Clocks,
    /// Ports and what is around the design.
    Ports,
    /// Factors on delays, and design rules.
    Derates,
    /// Paths that are timed otherwise than their clocks say.
    Exceptions,
    /// Checks beside those of libraries.
    Checks,
    /// What is constant, what is not timed, and what takes no time.
    Structure,
    /// Reports, and the numbers in them.
    Reports,
    /// Edits of the netlist.
    Edits,
    /// Units, settings and the shell itself.
    Session,
}

impl Group {
    /// All, in the order of the documentation.
    pub const ALL: [Self; 11] = [
        Self::Design,
        Self::Objects,
        Self::Clocks,
        Self::Ports,
        Self::Derates,
        Self::Exceptions,
        Self::Checks,
        Self::Structure,
        Self::Reports,
        Self::Edits,
        Self::Session,
    ];

    /// Its title.
    pub fn title(self) -> &'static str {
        match self {
            Self::Design => "Design",
            Self::Objects => "Objects",
            Self::Clocks => "Clocks",
            Self::Ports => "Ports and surroundings",
            Self::Derates => "Derates and design rules",
            Self::Exceptions => "Exceptions",
            Self::Checks => "Checks beside those of libraries",
            Self::Structure => "Constants, disabled arcs and ideal networks",
            Self::Reports => "Reports",
            Self::Edits => "Edits",
            Self::Session => "Session",
        }
    }
}

/// An option of a command. It may be shortened as far as it is unique.
#[derive(Debug)]
pub struct Opt {
    /// Its name, with the dash.
    pub name: &'static str,
    /// What its value is called; none for a flag.
    pub value: Option<&'static str>,
    /// What it says; empty where its name says it.
    pub help: &'static str,
}

/// A word of a command that belongs to no option.
#[derive(Debug)]
pub struct Operand {
    /// What it is called.
    pub name: &'static str,
    /// Whether it may be left out.
    pub is_optional: bool,
    /// Whether it stands for all words that follow.
    pub repeats: bool,
}

/// What runs a command.
#[derive(Clone, Copy)]
pub(crate) enum Run {
    /// On the state alone.
    State(fn(&mut State, &Arguments<'_>) -> Outcome),
    /// On the state alone, for what prints much: it is written as it is made.
    Stream(fn(&mut State, &Arguments<'_>, &mut dyn Write) -> Outcome),
    /// With the interpreter, for what runs scripts.
    Interp(fn(&mut Interp, &Arguments<'_>) -> Outcome),
    /// With the words as they are, for what takes options of other commands as data.
    Words(fn(&mut Interp, &[Value]) -> Outcome),
}

impl std::fmt::Debug for Run {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Run")
    }
}

pub(crate) const fn flag(name: &'static str) -> Opt {
    Opt { name, value: None, help: "" }
}

pub(crate) const fn flag_that(name: &'static str, help: &'static str) -> Opt {
    Opt { name, value: None, help }
}

pub(crate) const fn value(name: &'static str, value: &'static str) -> Opt {
    Opt { name, value: Some(value), help: "" }
}

pub(crate) const fn value_that(name: &'static str, value: &'static str, help: &'static str) -> Opt {
    Opt { name, value: Some(value), help }
}

pub(crate) const fn required(name: &'static str) -> Operand {
    Operand { name, is_optional: false, repeats: false }
}

pub(crate) const fn optional(name: &'static str) -> Operand {
    Operand { name, is_optional: true, repeats: false }
}

/// The last operand of a command that takes any number of words.
pub(crate) const fn repeated(name: &'static str) -> Operand {
    Operand { name, is_optional: true, repeats: true }
}

/// All commands, by group.
pub const COMMANDS: &[&[Command]] = &[
    design::COMMANDS,
    objects::COMMANDS,
    clocks::COMMANDS,
    clock_relations::COMMANDS,
    latencies::COMMANDS,
    uncertainty::COMMANDS,
    ports::COMMANDS,
    drives::COMMANDS,
    loads::COMMANDS,
    surroundings::COMMANDS,
    derates::COMMANDS,
    limits::COMMANDS,
    exceptions::COMMANDS,
    stated_checks::COMMANDS,
    structure::COMMANDS,
    ideal::COMMANDS,
    exception_reports::COMMANDS,
    slack_reports::COMMANDS,
    html::COMMANDS,
    clock_reports::COMMANDS,
    pin_reports::COMMANDS,
    constant_reports::COMMANDS,
    object_reports::COMMANDS,
    edits::COMMANDS,
    report_paths::COMMANDS,
    check_types::COMMANDS,
    rule_counts::COMMANDS,
    units::COMMANDS,
    scripts::COMMANDS,
    session::COMMANDS,
];

/// Other names of commands: the singular of what finds objects, and names that other tools have for them.
pub const ALIASES: &[(&str, &str)] = &[
    ("delete_clock", "remove_clock"),
    ("get_cell", "get_cells"),
    ("get_clock", "get_clocks"),
    ("get_lib", "get_libs"),
    ("get_lib_cell", "get_lib_cells"),
    ("get_lib_pin", "get_lib_pins"),
    ("get_net", "get_nets"),
    ("get_pin", "get_pins"),
    ("get_port", "get_ports"),
    ("remove_clock_latency", "unset_clock_latency"),
    ("remove_clock_transition", "unset_clock_transition"),
    ("remove_clock_uncertainty", "unset_clock_uncertainty"),
    ("remove_input_delay", "unset_input_delay"),
    ("remove_output_delay", "unset_output_delay"),
    ("remove_propagated_clock", "unset_propagated_clock"),
    ("unset_path_exceptions", "reset_path"),
    ("report_cell", "report_instance"),
    ("report_lib_cells", "report_lib_cell"),
    ("report_required", "report_requireds"),
    ("report_slack", "report_slacks"),
    ("reset_timing_derate", "unset_timing_derate"),
];

/// Other names of options that scripts use: the command, the other name, and what it is called here. A use is noted.
pub const OPTION_ALIASES: &[(&str, &str, &str)] = &[
    ("find_timing_paths", "-endpoint_count", "-endpoint_path_count"),
    ("find_timing_paths", "-group_count", "-group_path_count"),
    ("find_timing_paths", "-unique", "-unique_paths_to_endpoint"),
    ("read_liberty", "-scene", "-corner"),
    ("read_spef", "-scene", "-corner"),
    ("report_check_types", "-all_violators", "-violators"),
    ("report_check_types", "-violation", "-violators"),
    ("report_checks", "-endpoint_count", "-endpoint_path_count"),
    ("report_checks", "-group_count", "-group_path_count"),
    ("report_checks", "-unique", "-unique_paths_to_endpoint"),
];

/// A command by its name or another name of it.
pub fn find(name: &str) -> Option<&'static Command> {
    let name = ALIASES.iter().find(|(alias, _)| *alias == name).map_or(name, |(_, name)| *name);
    all().find(|command| command.name == name)
}

/// All commands.
pub fn all() -> impl Iterator<Item = &'static Command> {
    COMMANDS.iter().flat_map(|group| group.iter())
}
