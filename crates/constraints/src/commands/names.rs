//! Where names begin, and files of constraints.

use zeroslack_netlist::CellOrInstance;
use zeroslack_tcl::{Interp, Outcome, Value};

use super::objects::one_object;
use super::scripts::run_echoed;
use super::write_sdc::write_sdc;
use crate::arguments::Arguments;
use crate::command::{Command, Group, Run, flag_that, optional, required, value_that};
use crate::dispatch::state;
use crate::object::{Kinds, Object};
use crate::state::State;

pub(crate) const COMMANDS: &[Command] = &[
    Command {
        name: "current_design",
        group: Group::Design,
        summary: "The name of the linked design; with a name, checks that it is that one.",
        options: &[],
        operands: &[optional("name")],
        run: Run::State(current_design),
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
        summary: "Runs a file of constraints, gzipped or not. If it fails, the constraints are as they were.",
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
        run: Run::State(write_sdc),
    },
];

fn current_design(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let name = state.netlist()?.name().to_owned();
    match arguments.operand(0) {
        Some(word) if *word.text() != *name => {
            Err(arguments.error(&format!("'{word}' is not the linked design, which is '{name}'")))
        }
        _ => Ok(Value::from(name)),
    }
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
    let before = state(interp)?.constraints()?.clone();
    let units = state(interp)?.units;
    if let Some(mode) = arguments.value("-mode").filter(|mode| &*mode.text() != DEFAULT_MODE) {
        return Err(arguments.error(&format!("there is no mode '{mode}': only '{DEFAULT_MODE}' is known")));
    }
    let watched = state(interp)?.design.begin("reading constraints");
    let outcome = run_echoed(interp, &path, arguments.has("-echo"));
    drop(watched);
    if outcome.as_ref().is_err_and(|exception| exception.is_error()) {
        let state = state(interp)?;
        state.units = units;
        state.edit(|editor| {
            editor.replace(before);
            Ok(())
        })?;
    }
    outcome.map(|_| Value::empty())
}
