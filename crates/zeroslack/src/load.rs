//! From files to a design: the only place where files are opened.

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;
use zeroslack_input::Diagnostics;
use zeroslack_liberty::Library;
use zeroslack_netlist::{CellLibrary, Netlist, Source};
use zeroslack_sdc::Constraints;
use zeroslack_spef::Options as SpefOptions;

use crate::files::{Constraint, DesignFiles};

/// Told what a long load is doing.
pub trait Progress: Sync {
    /// A stage begins, of `total` steps.
    fn begin(&self, stage: &'static str, total: u64);
    /// `steps` more are done.
    fn advance(&self, steps: u64);
}

/// Says nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Progress for Silent {
    fn begin(&self, _: &'static str, _: u64) {}
    fn advance(&self, _: u64) {}
}

/// Why a design could not be loaded: at least one of the diagnostics is an error.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct LoadError(pub Diagnostics);

/// A design as it was read and linked.
pub(crate) struct Loaded {
    pub(crate) netlist: Netlist,
    pub(crate) constraints: Constraints,
    pub(crate) diagnostics: Diagnostics,
}

/// The unpacked text of a file; an error if it cannot be read (`FILE-001`) or unpacked. What is said is said of that file.
pub(crate) fn open_text(path: &Path) -> (Option<String>, Diagnostics) {
    let mut diagnostics = Diagnostics::new();
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) => {
            // Names the file itself.
            diagnostics.error("FILE-001", None, || format!("cannot read '{}': {error}", path.display()));
            return (None, diagnostics);
        }
    };
    let text = match zeroslack_input::text(&bytes, &mut diagnostics) {
        Some(Cow::Owned(text)) => Some(text),
        // Plain text is what was read, not a copy of it.
        Some(Cow::Borrowed(_)) => String::from_utf8(bytes).ok(),
        None => None,
    };
    diagnostics.set_file(&path.display().to_string());
    (text, diagnostics)
}

/// Opens a file, unpacks it and gives it to `read`; what is said is said of that file.
pub(crate) fn read_file<T>(
    path: &Path,
    read: impl FnOnce(&str) -> (T, Diagnostics),
) -> (Option<T>, Diagnostics) {
    let (text, mut diagnostics) = open_text(path);
    let Some(text) = text else { return (None, diagnostics) };
    let (value, said) = read(&text);
    diagnostics.append(said);
    diagnostics.set_file(&path.display().to_string());
    (Some(value), diagnostics)
}

/// Loads and links. Stops behind the first stage with an error, so that no error is only the echo of another.
pub(crate) fn load(files: &DesignFiles, progress: &dyn Progress) -> Result<Loaded, LoadError> {
    let mut diagnostics = Diagnostics::new();
    let library = liberty(files, progress, &mut diagnostics)?;
    let mut netlist = verilog(files, library, progress, &mut diagnostics)?;
    let constraints = constraints(files, &netlist, &mut diagnostics)?;
    parasitics(files, &mut netlist, progress, &mut diagnostics)?;
    Ok(Loaded { netlist, constraints, diagnostics })
}

fn stop_on_error(diagnostics: &mut Diagnostics) -> Result<(), LoadError> {
    if diagnostics.has_errors() { Err(LoadError(std::mem::take(diagnostics))) } else { Ok(()) }
}

fn liberty(
    files: &DesignFiles,
    progress: &dyn Progress,
    diagnostics: &mut Diagnostics,
) -> Result<CellLibrary, LoadError> {
    let paths: Vec<&Path> =
        files.liberty_early.iter().chain(&files.liberty_late).map(AsRef::as_ref).collect();
    progress.begin("reading libraries", paths.len() as u64);
    let mut libraries: Vec<Arc<Library>> = Vec::new();
    let read: Vec<_> = paths
        .into_par_iter()
        .map(|path| {
            let read = read_file(path, zeroslack_liberty::read);
            progress.advance(1);
            read
        })
        .collect();
    for (library, said) in read {
        diagnostics.append(said);
        libraries.extend(library.map(Arc::new));
    }
    if files.liberty_early.is_empty() && files.liberty_late.is_empty() {
        diagnostics
            .error("FILE-002", None, || "no Liberty file is given; a design needs its cells".to_string());
    }
    stop_on_error(diagnostics)?;
    let late = libraries.split_off(files.liberty_early.len());
    let (library, said) = CellLibrary::new(libraries, late);
    diagnostics.append(said);
    stop_on_error(diagnostics)?;
    Ok(library)
}

fn verilog(
    files: &DesignFiles,
    library: CellLibrary,
    progress: &dyn Progress,
    diagnostics: &mut Diagnostics,
) -> Result<Netlist, LoadError> {
    progress.begin("reading Verilog", files.verilog.len() as u64 + 1);
    if files.verilog.is_empty() {
        diagnostics
            .error("FILE-003", None, || "no Verilog file is given; there is nothing to time".to_string());
    }
    let mut texts: Vec<(String, String)> = Vec::new();
    for path in &files.verilog {
        let (text, said) = open_text(path);
        diagnostics.append(said);
        texts.extend(text.map(|text| (path.display().to_string(), text)));
    }
    stop_on_error(diagnostics)?;
    let mut sources = Vec::new();
    for (file, text) in &texts {
        let (design, mut said) = zeroslack_verilog::read(text);
        said.set_file(file);
        diagnostics.append(said);
        sources.push(Source { file, text, design });
        progress.advance(1);
    }
    stop_on_error(diagnostics)?;
    let (netlist, said) = zeroslack_netlist::link(&sources, library, &files.link);
    progress.advance(1);
    diagnostics.append(said);
    stop_on_error(diagnostics)?;
    netlist.ok_or_else(|| LoadError(std::mem::take(diagnostics)))
}

fn constraints(
    files: &DesignFiles,
    netlist: &Netlist,
    diagnostics: &mut Diagnostics,
) -> Result<Constraints, LoadError> {
    let (constraints, said) = match &files.constraints {
        None => (None, Diagnostics::new()),
        Some(Constraint::Timing(path)) => {
            read_file(path, |text| zeroslack_sdc::tau::read_timing(text, netlist))
        }
        Some(Constraint::Sdc(path)) => {
            let units = zeroslack_sdc::sdc::Units::of_library(netlist);
            read_file(path, |text| zeroslack_sdc::sdc::read(text, netlist, &units))
        }
    };
    diagnostics.append(said);
    stop_on_error(diagnostics)?;
    Ok(Constraints { check_rule: files.check_rule, ..constraints.unwrap_or_default() })
}

/// SPEF files that are read at once: enough to keep all threads busy, few enough to bound memory.
const BATCH: usize = 8;

fn parasitics(
    files: &DesignFiles,
    netlist: &mut Netlist,
    progress: &dyn Progress,
    diagnostics: &mut Diagnostics,
) -> Result<(), LoadError> {
    progress.begin("reading parasitics", files.spef.len() as u64);
    for batch in files.spef.chunks(BATCH) {
        let opened: Vec<_> = batch.par_iter().map(|spef| open_text(&spef.file)).collect();
        for (spef, opened) in batch.iter().zip(&opened) {
            let (text, said) = opened;
            diagnostics.append(said.clone());
            let Some(text) = text else { continue };
            let mut said = read_spef_text(netlist, text, &files.spef_options, spef.instance.as_deref());
            said.set_file(&spef.file.display().to_string());
            diagnostics.append(said);
            progress.advance(1);
        }
    }
    stop_on_error(diagnostics)
}

/// Reads the text of a SPEF file into a netlist, unless there is an error in it.
pub(crate) fn read_spef_text(
    netlist: &mut Netlist,
    text: &str,
    options: &SpefOptions,
    instance: Option<&str>,
) -> Diagnostics {
    let (parasitics, mut said) = zeroslack_spef::read(text, options);
    if !said.has_errors() {
        said.append(netlist.read_parasitics(&parasitics, instance, text));
    }
    said
}
