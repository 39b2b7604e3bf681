//! Commands, and the tables of those that state constraints.

use std::io::Write;

use zeroslack_tcl::{Interp, Outcome, Value};

use crate::arguments::Arguments;
use crate::commands::{
    clock_relations, clocks, derates, drives, exceptions, ideal, latencies, limits, loads, names, objects,
    ports, scripts, stated_checks, structure, surroundings, uncertainty, units,
};
use crate::later::{LATER, Later};
use crate::methods;
use crate::property::Class;
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
    pub run: Run,
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
pub enum Run {
    /// On the state alone.
    State(fn(&mut State, &Arguments<'_>) -> Outcome),
    /// On the state alone, for what prints much: it is written as it is made.
    Stream(fn(&mut State, &Arguments<'_>, &mut dyn Write) -> Outcome),
    /// On the state alone, for what writes the file that the first operand names.
    File(fn(&mut State, &Arguments<'_>, &mut dyn Write) -> Outcome),
    /// With the interpreter, for what runs scripts.
    Interp(fn(&mut Interp, &Arguments<'_>) -> Outcome),
    /// With the words as they are, for what takes options of other commands as data.
    Words(fn(&mut Interp, &[Value]) -> Outcome),
}

impl Command {
    /// Whether it states constraints, so that a call of it that edits none has failed. What takes statements back may find none.
    pub(crate) fn states_constraints(&self) -> bool {
        use Group::{Checks, Clocks, Derates, Exceptions, Ports, Structure};
        let takes_back = ["unset_", "remove_", "reset_"].iter().any(|start| self.name.starts_with(start));
        matches!(self.group, Clocks | Ports | Derates | Exceptions | Checks | Structure) && !takes_back
    }
}

impl std::fmt::Debug for Run {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Run")
    }
}

/// A flag.
pub const fn flag(name: &'static str) -> Opt {
    Opt { name, value: None, help: "" }
}

/// A flag, and what it says.
pub const fn flag_that(name: &'static str, help: &'static str) -> Opt {
    Opt { name, value: None, help }
}

/// An option with a value.
pub const fn value(name: &'static str, value: &'static str) -> Opt {
    Opt { name, value: Some(value), help: "" }
}

/// An option with a value, and what it says.
pub const fn value_that(name: &'static str, value: &'static str, help: &'static str) -> Opt {
    Opt { name, value: Some(value), help }
}

/// An operand that has to be there.
pub const fn required(name: &'static str) -> Operand {
    Operand { name, is_optional: false, repeats: false }
}

/// An operand that may be left out.
pub const fn optional(name: &'static str) -> Operand {
    Operand { name, is_optional: true, repeats: false }
}

/// The last operand of a command that takes any number of words.
pub const fn repeated(name: &'static str) -> Operand {
    Operand { name, is_optional: true, repeats: true }
}

/// The commands of an interpreter, and what belongs to them.
pub struct Tables {
    /// The tables that these add to, which add to none.
    pub base: Option<&'static Self>,
    /// The commands, a family an element.
    pub commands: &'static [&'static [Command]],
    /// Other names of commands: the other name, and the command's.
    pub aliases: &'static [(&'static str, &'static str)],
    /// Other names of options that scripts use: the command, the other name, and what it is called here. A use is noted.
    pub option_aliases: &'static [(&'static str, &'static str, &'static str)],
    /// Commands that are not there yet.
    pub later: &'static [Later],
    /// Classes of objects beside those of a netlist and of constraints.
    pub classes: &'static [Class],
    /// Calls an object as a command, if the first of the words is one.
    pub call_object: fn(&mut Interp, &[Value]) -> Option<Outcome>,
}

impl Tables {
    /// All commands.
    pub fn all(&self) -> impl Iterator<Item = &'static Command> + use<> {
        let base = self.base.map_or(&[][..], |base| base.commands);
        base.iter().chain(self.commands).flat_map(|family| family.iter())
    }

    /// Other names of commands.
    pub fn all_aliases(&self) -> impl Iterator<Item = &'static (&'static str, &'static str)> + use<> {
        self.base.map_or(&[][..], |base| base.aliases).iter().chain(self.aliases)
    }

    /// A command by its name or another name of it.
    pub fn find(&self, name: &str) -> Option<&'static Command> {
        let name = self.all_aliases().find(|(alias, _)| *alias == name).map_or(name, |(_, name)| *name);
        self.all().find(|command| command.name == name)
    }

    /// The commands that are not there yet.
    pub fn all_later(&self) -> impl Iterator<Item = &'static Later> + use<> {
        self.base.map_or(&[][..], |base| base.later).iter().chain(self.later)
    }

    /// Those of them that `info commands` lists.
    pub fn listed_later(&self) -> impl Iterator<Item = &'static Later> + use<> {
        self.all_later().filter(|later| later.is_listed)
    }

    /// A command that is not there yet.
    pub fn find_later(&self, name: &str) -> Option<&'static Later> {
        self.all_later().find(|later| later.name == name)
    }
}

impl std::fmt::Debug for Tables {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Tables")
    }
}

/// The commands that state constraints, a family an element.
pub const COMMANDS: &[&[Command]] = &[
    names::COMMANDS,
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
    units::COMMANDS,
    scripts::COMMANDS,
];

/// Other names of them: the singular of what finds objects, and names that other tools have.
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
    ("reset_timing_derate", "unset_timing_derate"),
];

/// The commands of a file of constraints, and no others.
pub static TABLES: Tables = Tables {
    base: None,
    commands: COMMANDS,
    aliases: ALIASES,
    option_aliases: &[],
    later: LATER,
    classes: &[],
    call_object: methods::call,
};
