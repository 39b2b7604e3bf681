//! From files to a design: the only place where files are opened.

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use zeroslack_constraints::{NAME_OF_NOTHING, PARTLY};
use zeroslack_input::Diagnostics;
use zeroslack_liberty::Library;
use zeroslack_netlist::{CellLibrary, Netlist, Parasitics, ParasiticsReader, Source, prefer};
use zeroslack_sdc::Constraints;

use crate::error::LoadError;
use crate::files::DesignFiles;
use crate::parts::SessionParts;
use crate::spef_files::{SpefFiles, described_by};
use crate::texts::Texts;

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

/// A design as it was read and linked.
pub(crate) struct Loaded {
    pub(crate) parts: SessionParts,
    pub(crate) diagnostics: Diagnostics,
}

/// The unpacked text of a file; an error if it cannot be read (`FILE-001`) or unpacked. What is said is said of that file.
pub(crate) fn open_text(path: &Path, texts: &Texts) -> (Option<String>, Diagnostics) {
    let mut diagnostics = Diagnostics::new();
    let bytes = match texts.open(path) {
        Ok(bytes) => bytes,
        Err(error) => {
            // Names the file itself.
            diagnostics.error("FILE-001", None, || format!("cannot read '{}': {error}", path.display()));
            return (None, diagnostics);
        }
    };
    let text = match bytes {
        Cow::Owned(bytes) => zeroslack_input::owned_text(bytes, &mut diagnostics),
        Cow::Borrowed(bytes) => zeroslack_input::text(bytes, &mut diagnostics).map(Cow::into_owned),
    };
    diagnostics.set_file(&path.display().to_string());
    (text, diagnostics)
}

/// Opens a file, unpacks it and gives it to `read`; what is said is said of that file.
pub(crate) fn read_file<T>(
    path: &Path,
    texts: &Texts,
    read: impl FnOnce(&str) -> (T, Diagnostics),
) -> (Option<T>, Diagnostics) {
    let (text, mut diagnostics) = open_text(path, texts);
    let Some(text) = text else { return (None, diagnostics) };
    let (value, said) = read(&text);
    diagnostics.append(said);
    diagnostics.set_file(&path.display().to_string());
    (Some(value), diagnostics)
}

/// Loads and links, without constraints. Stops after the first stage with an error, so that no error is only the echo of another.
pub(crate) fn load(files: &DesignFiles, progress: &dyn Progress) -> Result<Loaded, LoadError> {
    let mut diagnostics = Diagnostics::new();
    let library = liberty(files, progress, &mut diagnostics)?;
    let netlist = verilog(files, library, progress, &mut diagnostics)?;
    let parasitics = parasitics(files, &netlist, progress, &mut diagnostics)?;
    let constraints = Constraints { rules: files.rules, ..Constraints::default() };
    let calculator = files.calculator;
    Ok(Loaded { parts: SessionParts { netlist, parasitics, constraints, calculator }, diagnostics })
}

/// What is not applied is an error, one for each kind of it (`FILE-010`).
pub fn refuse_not_applied(diagnostics: &mut Diagnostics) {
    for each in diagnostics.not_applied().to_vec() {
        diagnostics.error("FILE-010", None, || format!("not applied, which strict reading refuses: {each}"));
    }
}

/// Constraints of which it is doubtful that they say what was meant are errors, one for each kind of them (`FILE-010`).
pub(crate) fn refuse_doubtful(diagnostics: &mut Diagnostics) {
    let kinds = [
        (PARTLY, "lines of constraints are applied in part only"),
        (NAME_OF_NOTHING, "names are of nothing"),
    ];
    for (id, what) in kinds {
        if diagnostics.iter().any(|one| one.id == id) {
            diagnostics.error("FILE-010", None, || format!("{what} ({id}), which strict reading refuses"));
        }
    }
}

fn stop_on_error(diagnostics: &mut Diagnostics) -> Result<(), LoadError> {
    if diagnostics.has_errors() { Err(LoadError(std::mem::take(diagnostics))) } else { Ok(()) }
}

fn liberty(
    files: &DesignFiles,
    progress: &dyn Progress,
    diagnostics: &mut Diagnostics,
) -> Result<CellLibrary, LoadError> {
    if files.liberty_early.is_empty() && files.liberty_late.is_empty() {
        diagnostics
            .error("FILE-002", None, || "no Liberty file is given; a design needs its cells".to_string());
    }
    stop_on_error(diagnostics)?;
    let named =
        [&files.liberty_early, &files.liberty_late].map(|files| files.iter().map(AsRef::as_ref).collect());
    let [mut early, mut late] =
        read_libraries(named.each_ref().map(Vec::as_slice), &files.texts, progress, diagnostics)?;
    diagnostics.append(prefer([&mut early, &mut late], &files.preferred_libraries));
    stop_on_error(diagnostics)?;
    let (library, said) = CellLibrary::new(early, late);
    diagnostics.append(said);
    stop_on_error(diagnostics)?;
    Ok(library)
}

/// Liberty files for early and for late analysis, each read on a thread. One that is named for both, or twice, is read once, and so warned of once.
pub(crate) fn read_libraries(
    named: [&[&Path]; 2],
    texts: &Texts,
    progress: &dyn Progress,
    diagnostics: &mut Diagnostics,
) -> Result<[Vec<Arc<Library>>; 2], LoadError> {
    let mut paths: Vec<&Path> = Vec::new();
    for path in named.into_iter().flatten() {
        if !paths.contains(path) {
            paths.push(path);
        }
    }
    progress.begin("reading libraries", paths.len() as u64);
    let read = paths.par_iter().map(|path| {
        let read = read_file(path, texts, zeroslack_liberty::read);
        progress.advance(1);
        read
    });
    let mut libraries: FxHashMap<&Path, Arc<Library>> = FxHashMap::default();
    for (path, (library, said)) in paths.iter().zip(read.collect::<Vec<_>>()) {
        diagnostics.append(said);
        libraries.extend(library.map(|library| (*path, Arc::new(library))));
    }
    stop_on_error(diagnostics)?;
    Ok(named.map(|paths| paths.iter().filter_map(|path| libraries.get(path).cloned()).collect()))
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
    let opened: Vec<_> = files.verilog.par_iter().map(|path| open_text(path, &files.texts)).collect();
    let mut texts: Vec<(String, String)> = Vec::new();
    for (path, (text, said)) in files.verilog.iter().zip(opened) {
        diagnostics.append(said);
        texts.extend(text.map(|text| (path.display().to_string(), text)));
    }
    stop_on_error(diagnostics)?;
    let read = texts.par_iter().map(|(file, text)| {
        let (design, mut said) = zeroslack_verilog::read_with(text, &files.verilog_options);
        said.set_file(file);
        progress.advance(1);
        (Source { file, text, design }, said)
    });
    let mut sources = Vec::new();
    for (source, said) in read.collect::<Vec<_>>() {
        diagnostics.append(said);
        sources.push(source);
    }
    stop_on_error(diagnostics)?;
    let (netlist, said) = zeroslack_netlist::link(&sources, library, &files.link);
    progress.advance(1);
    diagnostics.append(said);
    stop_on_error(diagnostics)?;
    netlist.ok_or_else(|| LoadError(std::mem::take(diagnostics)))
}

/// The constraints of a `.timing` file; none where there is an error.
pub(crate) fn read_timing(path: &Path, texts: &Texts, netlist: &Netlist) -> (Constraints, Diagnostics) {
    let (read, said) = read_file(path, texts, |text| zeroslack_sdc::tau::read_timing(text, netlist));
    (read.unwrap_or_default(), said)
}

fn parasitics(
    files: &DesignFiles,
    netlist: &Netlist,
    progress: &dyn Progress,
    diagnostics: &mut Diagnostics,
) -> Result<Parasitics, LoadError> {
    let mut parasitics = Parasitics::default();
    let (described, said) = described_by(files, netlist);
    diagnostics.append(said);
    stop_on_error(diagnostics)?;
    progress.begin("reading parasitics", described.len() as u64);
    let reader = ParasiticsReader::anew(&mut parasitics, netlist);
    let spef_files = SpefFiles { netlist, texts: &files.texts, options: &files.spef_options, progress };
    diagnostics.append(spef_files.read(reader, &described));
    stop_on_error(diagnostics)?;
    Ok(parasitics)
}
