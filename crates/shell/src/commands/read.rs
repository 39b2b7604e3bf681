//! How files are read and a design is linked.

use std::fs::File;
use std::path::{Path, PathBuf};

use zeroslack::input::{Diagnostics, Severity};
use zeroslack::{LoadError, Session};
use zeroslack_tcl::{Exception, Outcome, Value};

use crate::own::{LOOP, OfShell};
use zeroslack::constraints::Arguments;
use zeroslack::constraints::{State, failed};

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
    state.own()?.corners.check(&name.text()).map_err(|error| arguments.error(&error))?;
    Ok(Some(name.to_string()))
}

pub(crate) fn liberty(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let corner = corner(state, arguments)?;
    let path = file(state, arguments, arguments.required(0)?)?;
    if state.own()?.session.is_some() {
        state.warn("the design is linked already: the library counts when it is linked again");
    }
    let splits = arguments.pair("-min", "-max");
    for split in (0..2).filter(|&split| splits[split]) {
        state.own_mut()?.corners.add_library(corner.as_deref(), split, &path)?;
    }
    Ok(Value::from(1))
}

pub(crate) fn verilog(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let path = file(state, arguments, arguments.required(0)?)?;
    if state.own()?.session.is_some() {
        state.warn("the design is linked already: the netlist counts when it is linked again");
    }
    // A file that is read again has changed, and is no second one.
    let files = &mut state.own_mut()?.files;
    files.verilog.retain(|known| *known != path);
    files.verilog.push(path);
    Ok(Value::from(1))
}

pub(crate) fn link(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let own = state.own()?;
    if own.files.verilog.is_empty() {
        return Err(arguments.error("there is no netlist: read_verilog first"));
    }
    let mut files = own.files.clone();
    [files.liberty_early, files.liberty_late] = own.corners.libraries()?.clone();
    files.link.top = arguments.operand(0).map(|word| word.text().to_owned());
    files.link.strict = arguments.has("-no_black_boxes") || !state.settings.black_boxes;
    let progress = (state.own()?.progress)();
    let read = Session::read(&files, &*progress);
    drop(progress);
    let session = read.map_err(|LoadError(said)| {
        let forgotten = forget_broken(state, &said);
        forgotten.err().unwrap_or_else(|| failed(&said))
    })?;
    let mut said = session.diagnostics().clone();
    let own = state.own_mut()?;
    // Constraints may open them.
    own.loops = said.take(LOOP);
    own.files = files;
    own.session = Some(session);
    own.corners.forget_parasitics();
    state.pass_settings_on();
    state.scope.clear();
    state.said = Diagnostics::new();
    state.generation += 1;
    state.say(&said);
    Ok(Value::from(1))
}

/// Forgets files that cannot be read, so that mended ones can be named in their place.
fn forget_broken(state: &mut State, said: &Diagnostics) -> Result<(), Exception> {
    let is_of_file = |id: &str| ["FILE-", "LIB-", "VLOG-"].iter().any(|start| id.starts_with(start));
    let broken: Vec<String> = said
        .iter()
        .filter(|one| one.severity == Severity::Error && is_of_file(one.id))
        .filter_map(|one| one.file.as_deref().map(str::to_owned))
        .collect();
    let is_broken = |file: &PathBuf| broken.contains(&file.display().to_string());
    let own = state.own_mut()?;
    own.files.verilog.retain(|file| !is_broken(file));
    own.corners.forget_libraries(is_broken);
    Ok(())
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
    if !state.own_mut()?.corners.add_spef(corner, &(path.to_path_buf(), instance.clone()))? {
        return Ok(Diagnostics::new());
    }
    let progress = (state.own()?.progress)();
    progress.begin("reading parasitics", 1);
    let session = state.session_mut()?;
    let mut options = session.spef_options();
    options.coupling_factor = coupling_factor;
    session.set_spef_options(options);
    let read = session.read_spef(id, path, instance.as_deref());
    read.or_else(|LoadError(said)| {
        state.own_mut()?.corners.remove_last_spef(corner);
        Err(failed(&said))
    })
}
