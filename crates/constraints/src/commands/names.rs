//! Where names begin, and files of constraints.

use std::fmt::Write as _;

use zeroslack_input::{Diagnostics, Severity};
use zeroslack_netlist::CellOrInstance;
use zeroslack_tcl::{Exception, Interp, Outcome, Value};

use super::objects::one_object;
use super::scripts::echo;
use super::write_sdc::write_sdc;
use crate::arguments::Arguments;
use crate::command::{Command, Group, Run, flag_that, optional, required, value_that};
use crate::dispatch::state;
use crate::object::{Kinds, Object};
use crate::read::{read, script_in};
use crate::state::State;

pub(crate) const COMMANDS: &[Command] = &[
    Command {
        name: "current_design",
        group: Group::Design,
        summary: "The name of the linked design; with another name a warning, as it stays the linked one.",
        options: &[],
        operands: &[optional("name")],
        run: Run::State(current_design),
    },
    Command {
        name: "set_hierarchy_separator",
        group: Group::Session,
        summary: "Checks that names of instances are parted by '/', as they always are.",
        options: &[],
        operands: &[required("separator")],
        run: Run::State(set_hierarchy_separator),
    },
    Command {
        name: "current_instance",
        group: Group::Design,
        summary: "The instance that names of cells, pins and nets begin at, unless -hierarchical or -regexp is said; with a name another one, '..' for the one around it and without a name the top.",
        options: &[],
        operands: &[optional("instance")],
        run: Run::State(current_instance),
    },
    Command {
        name: "read_sdc",
        group: Group::Design,
        summary: "Runs a file of constraints, gzipped or not. A line that cannot be applied costs itself alone: it is an error that is counted, and the file goes on.",
        options: &[
            flag_that("-echo", "prints the file before it is run"),
            value_that("-mode", "name", "only the default mode is known"),
        ],
        operands: &[required("file")],
        run: Run::Interp(read_sdc),
    },
    Command {
        name: "write_sdc",
        group: Group::Design,
        summary: "Writes the constraints as SDC.",
        options: &[
            flag_that("-map_hpins", "pins are always those of cells"),
            value_that(
                "-digits",
                "count",
                "digits behind the point; unless told at least 4, and as many as it takes to read back the same",
            ),
            flag_that("-gzip", "packs the file"),
            flag_that("-no_timestamp", "there is never a date in the head"),
        ],
        operands: &[required("file")],
        run: Run::File(write_sdc),
    },
];

fn current_design(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let name = state.netlist()?.name().to_owned();
    match arguments.operand(0) {
        Some(word) if *word.text() != *name => {
            state.warn(format!("current_design: '{word}' is not the linked design, which stays '{name}'"));
        }
        _ => {}
    }
    Ok(Value::from(name))
}

fn set_hierarchy_separator(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let word = arguments.required(0)?;
    if &*word.text() != "/" {
        state.warn(format!("set_hierarchy_separator: names are parted by '/', not by '{word}'"));
    }
    Ok(Value::empty())
}

fn current_instance(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    state.netlist()?;
    let path = match arguments.operand(0) {
        None => String::new(),
        Some(word) if &*word.text() == "." => return Ok(Value::from(state.scope.trim_end_matches('/'))),
        Some(word) if &*word.text() == ".." => {
            let path = state.scope.trim_end_matches('/');
            path[..path.rfind('/').map_or(0, |at| at + 1)].to_owned()
        }
        Some(word) => match one_object(state, word, Kinds::CELLS)? {
            Object::Instance(instance) => {
                format!("{}/", state.name_of(Object::of_cell(CellOrInstance::Instance(instance)))?)
            }
            _ => {
                return Err(arguments.error(&format!("'{word}' is a cell: expected an instance of a module")));
            }
        },
    };
    state.scope = path;
    Ok(Value::from(state.scope.trim_end_matches('/')))
}

/// The one mode that there is.
const DEFAULT_MODE: &str = "default";

fn read_sdc(interp: &mut Interp, arguments: &Arguments<'_>) -> Outcome {
    let path = arguments.required(0)?.text().to_owned();
    state(interp)?.netlist()?;
    if let Some(mode) = arguments.value("-mode").filter(|mode| &*mode.text() != DEFAULT_MODE) {
        return Err(arguments.error(&format!("there is no mode '{mode}': only '{DEFAULT_MODE}' is known")));
    }
    let text = script_in(interp, &path)?;
    if arguments.has("-echo") {
        echo(interp, &text)?;
    }
    let watched = state(interp)?.design.begin("reading constraints");
    let said = interp.at_global(|interp| read(interp, &path, &text));
    drop(watched);
    let said = said?;
    print(interp, &path, &said)?;
    state(interp)?.said.append(said);
    Ok(Value::empty())
}

/// Prints what there is to say of a file to standard error.
fn print(interp: &mut Interp, path: &str, said: &Diagnostics) -> Result<(), Exception> {
    let mut text = String::new();
    for one in said {
        let severity = if one.severity == Severity::Error { "Error" } else { "Warning" };
        let file = one.file.as_deref().map_or_else(String::new, |file| format!("{file}:"));
        let line = one.place.as_ref().map_or_else(String::new, |place| format!("{}:", place.line));
        let _ = writeln!(text, "{severity}: {file}{line} {}", one.message);
    }
    for (id, count) in said.left_out() {
        let _ = writeln!(text, "Warning: {path}: {count} more of these ({id})");
    }
    if let Some(line) = said.constraints_left_out() {
        let _ = writeln!(text, "Warning: {path}: {line}");
    }
    if text.is_empty() { Ok(()) } else { interp.print_error(&text) }
}
