//! How files are read and a design is linked.

use std::fs::File;
use std::path::{Path, PathBuf};

use zeroslack::input::{Diagnostics, Severity};
use zeroslack::{LoadError, ModeId, Session};
use zeroslack_tcl::{Exception, Interp, Outcome, Value};

use super::scripts::{run_echoed, with_progress};
use crate::arguments::Arguments;
use crate::dispatch::state;
use crate::state::{LOOP, State, failed};

/// The file that a path means, if it is there.
fn file(state: &State, arguments: &Arguments<'_>, word: &Value) -> Result<PathBuf, Exception> {
    let path = state.folder.join(&*word.text());
    match File::open(&path) {
        Ok(file) if file.metadata().is_ok_and(|data| data.is_dir()) => {
            Err(arguments.error(&format!("cannot read '{}': it is a folder", path.display())))
        }
        Ok(_) => Ok(path),
        Err(error) => Err(arguments.error(&format!("cannot read '{}': {error}", path.display()))),
    }
}

/// The corner that a file is of, if one is named.
fn corner(state: &State, arguments: &Arguments<'_>) -> Result<Option<String>, Exception> {
    let Some(name) = arguments.value("-corner") else { return Ok(None) };
    state.corners.check(&name.text()).map_err(|error| arguments.error(&error))?;
    Ok(Some(name.to_string()))
}

pub(crate) fn liberty(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let corner = corner(state, arguments)?;
    let path = file(state, arguments, arguments.required(0)?)?;
    if state.session.is_some() {
        state.warn("the design is linked already: the library counts when it is linked again");
    }
    let splits = arguments.pair("-min", "-max");
    for split in (0..2).filter(|&split| splits[split]) {
        state.corners.add_library(corner.as_deref(), split, &path)?;
    }
    Ok(Value::from(1))
}

pub(crate) fn verilog(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let path = file(state, arguments, arguments.required(0)?)?;
    if state.session.is_some() {
        state.warn("the design is linked already: the netlist counts when it is linked again");
    }
    // A file that is read again has changed, and is no second one.
    state.files.verilog.retain(|known| *known != path);
    state.files.verilog.push(path);
    Ok(Value::from(1))
}

pub(crate) fn link(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    if state.files.verilog.is_empty() {
        return Err(arguments.error("there is no netlist: read_verilog first"));
    }
    let mut files = state.files.clone();
    [files.liberty_early, files.liberty_late] = state.corners.libraries()?.clone();
    files.link.top = arguments.operand(0).map(|word| word.text().to_owned());
    files.link.strict = arguments.has("-no_black_boxes") || !state.settings.black_boxes;
    let progress = (state.progress)();
    let read = Session::read(&files, &*progress);
    drop(progress);
    let session = read.map_err(|LoadError(said)| {
        let error = failed(&said);
        forget_broken(state, &said);
        error
    })?;
    let mut said = session.diagnostics().clone();
    // Constraints may open them.
    state.loops = said.take(LOOP);
    state.files = files;
    state.session = Some(session);
    state.pass_settings_on();
    state.corners.forget_parasitics();
    state.scope.clear();
    state.generation += 1;
    state.say(&said);
    Ok(Value::from(1))
}

/// Forgets files that cannot be read, so that mended ones can be named in their place.
fn forget_broken(state: &mut State, said: &Diagnostics) {
    let is_of_file = |id: &str| ["FILE-", "LIB-", "VLOG-"].iter().any(|start| id.starts_with(start));
    let broken: Vec<String> = said
        .iter()
        .filter(|one| one.severity == Severity::Error && is_of_file(one.id))
        .filter_map(|one| one.file.as_deref().map(str::to_owned))
        .collect();
    let is_broken = |file: &PathBuf| broken.contains(&file.display().to_string());
    state.files.verilog.retain(|file| !is_broken(file));
    state.corners.forget_libraries(is_broken);
}

pub(crate) fn spef(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let corner = corner(state, arguments)?;
    if arguments.has("-min") != arguments.has("-max") {
        return Err(arguments.error("parasitics of one analysis alone are not supported"));
    }
    if arguments.has("-pin_cap_included") {
        return Err(arguments.error(
            "-pin_cap_included is not supported: the capacitances of pins are those of the libraries",
        ));
    }
    let factor = match arguments.value("-coupling_reduction_factor") {
        None => 1.0,
        Some(word) => match word.float() {
            Some(factor) if (0.0..=100.0).contains(&factor) => factor as f32,
            _ => {
                return Err(arguments
                    .error(&format!("a coupling factor of '{word}': expected a number from 0 to 100")));
            }
        },
    };
    let path = file(state, arguments, arguments.required(0)?)?;
    let instance = arguments.value("-path").map(|word| word.text().to_owned());
    let said = read_spef(state, corner.as_deref(), &path, instance, factor)?;
    if !arguments.has("-quiet") {
        state.say(&said);
    }
    Ok(Value::from(1))
}

/// Reads a SPEF file, unless a corner with the same files has it already.
fn read_spef(
    state: &mut State,
    corner: Option<&str>,
    path: &Path,
    instance: Option<String>,
    coupling_factor: f32,
) -> Result<Diagnostics, Exception> {
    let id = state.corner();
    state.session()?;
    if !state.corners.add_spef(corner, &(path.to_path_buf(), instance.clone()))? {
        return Ok(Diagnostics::new());
    }
    let progress = (state.progress)();
    progress.begin("reading parasitics", 1);
    let session = state.session_mut()?;
    let mut options = session.spef_options();
    options.coupling_factor = coupling_factor;
    session.set_spef_options(options);
    let read = session.read_spef(id, path, instance.as_deref());
    read.map_err(|LoadError(said)| {
        state.corners.remove_last_spef(corner);
        failed(&said)
    })
}

/// The one mode that there is.
const DEFAULT_MODE: &str = "default";

pub(crate) fn sdc(interp: &mut Interp, arguments: &Arguments<'_>) -> Outcome {
    let path = arguments.required(0)?.text().to_owned();
    let before = state(interp)?.session()?.constraints(ModeId::FIRST).clone();
    let units = state(interp)?.units;
    if let Some(mode) = arguments.value("-mode").filter(|mode| &*mode.text() != DEFAULT_MODE) {
        return Err(arguments.error(&format!("there is no mode '{mode}': only '{DEFAULT_MODE}' is known")));
    }
    let echoes = arguments.has("-echo");
    let outcome = with_progress(interp, "reading constraints", |interp| run_echoed(interp, &path, echoes))?;
    if outcome.as_ref().is_err_and(|exception| exception.is_error()) {
        let state = state(interp)?;
        state.units = units;
        if let Some(session) = &mut state.session {
            session.edit_constraints(ModeId::FIRST, |editor| editor.replace(before));
        }
    }
    outcome.map(|_| Value::empty())
}
