//! SPEF files of a design: which instances each describes, and how many are read at once.

use std::path::{Path, PathBuf};

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use zeroslack_input::{Diagnostics, FirstFew};
use zeroslack_netlist::{CellOrInstance, InstanceId, Netlist, ParasiticsReader, Pattern, SpefSource};
use zeroslack_spef::{Options, Spef};

use crate::files::{DesignFiles, SpefFile};
use crate::load::{Progress, open_text};
use crate::texts::Texts;

/// SPEF files that are opened at once: enough to keep all threads busy, few enough to bound memory.
const BATCH: usize = 8;

/// A file of so many bytes has enough in it for all threads, and is parsed on its own, so that no two of such files are in memory as parsed.
const LARGE: usize = 1 << 24;

/// The endings of SPEF files in a folder.
const ENDINGS: [&str; 2] = [".spef", ".spef.gz"];

/// A SPEF file and the instances that it describes.
#[derive(Debug)]
pub(crate) struct Described {
    file: PathBuf,
    instances: Vec<InstanceId>,
}

/// Finds instances by what users call them.
struct Chooser<'n> {
    netlist: &'n Netlist,
    modules: FxHashMap<&'n str, Vec<InstanceId>>,
    /// Names of modules in the order of their first instances.
    module_names: Vec<&'n str>,
}

impl<'n> Chooser<'n> {
    fn new(netlist: &'n Netlist) -> Self {
        let modules = netlist.instances_by_module();
        let module_names = modules.iter().map(|(name, _)| *name).collect();
        Self { netlist, modules: modules.into_iter().collect(), module_names }
    }

    /// What a path, the name of a module, or a pattern of paths or else of names of modules stands for; empty where that is nothing.
    fn choose(&self, name: &str) -> Vec<InstanceId> {
        let objects = self.netlist.cells_named(name).into_iter();
        let instances: Vec<InstanceId> = objects
            .filter_map(|object| match object {
                CellOrInstance::Instance(instance) => Some(instance),
                CellOrInstance::Cell(_) => None,
            })
            .collect();
        if !instances.is_empty() {
            return instances;
        }
        if let Some(instances) = self.modules.get(name) {
            return instances.clone();
        }
        let pattern = Pattern::new(name);
        let names = self.module_names.iter().filter(|module| pattern.matches(module));
        let mut instances: Vec<InstanceId> = names.flat_map(|name| &self.modules[name]).copied().collect();
        instances.sort_unstable();
        instances
    }

    /// What a file describes. It is an error (`FILE-004`) if that is nothing.
    fn described(&self, spef: &SpefFile, diagnostics: &mut Diagnostics) -> Option<Described> {
        let Some(name) = &spef.instance else {
            return Some(Described { file: spef.file.clone(), instances: vec![InstanceId::TOP] });
        };
        let instances = self.choose(name);
        if instances.is_empty() {
            diagnostics.error("FILE-004", None, || self.unknown(name, &spef.file));
            return None;
        }
        Some(Described { file: spef.file.clone(), instances })
    }

    fn unknown(&self, name: &str, file: &Path) -> String {
        let (top, file) = (self.netlist.name(), file.display());
        if Pattern::new(name).is_wild() {
            format!(
                "the SPEF file '{file}' is for '{name}', but no instance of a module and no module of design '{top}' matches that"
            )
        } else {
            format!(
                "the SPEF file '{file}' is for '{name}', but design '{top}' has no instance of a module with that path and no module with that name"
            )
        }
    }

    /// What the files of a folder describe, each the module that it is called after.
    fn folder(&self, folder: &Path, diagnostics: &mut Diagnostics) -> Vec<Described> {
        let (found, said) = files_in(folder);
        diagnostics.append(said);
        let (mut described, mut unknown) = (Vec::new(), FirstFew::default());
        for (module, file) in found {
            match self.modules.get(&*module) {
                Some(instances) => described.push(Described { file, instances: instances.clone() }),
                None => unknown.note(module),
            }
        }
        if unknown.count() > 0 {
            diagnostics.warning("FILE-006", None, || {
                let (count, folder) = (unknown.count(), folder.display());
                let (files, are) = if count == 1 {
                    ("SPEF file", "is called after no module of the design and is not read")
                } else {
                    ("SPEF files", "are called after no module of the design and are not read")
                };
                format!("{count} {files} in '{folder}' {are}: {}", unknown.names(|name| name.clone()))
            });
        }
        described
    }
}

/// The SPEF files in a folder and the names of their modules, in the order of these. It is an error if there is none (`FILE-005`).
pub(crate) fn files_in(folder: &Path) -> (Vec<(String, PathBuf)>, Diagnostics) {
    let mut diagnostics = Diagnostics::new();
    let mut found: Vec<(String, PathBuf)> = match std::fs::read_dir(folder) {
        Ok(entries) => entries.flatten().filter_map(|entry| module_file(&entry.path())).collect(),
        Err(error) => {
            // Names the folder itself.
            diagnostics
                .error("FILE-005", None, || format!("cannot read folder '{}': {error}", folder.display()));
            return (Vec::new(), diagnostics);
        }
    };
    if found.is_empty() {
        diagnostics.error("FILE-005", None, || {
            format!(
                "the folder '{}' has no SPEF files; expected MODULE.spef or MODULE.spef.gz",
                folder.display()
            )
        });
    }
    found.sort_unstable();
    (found, diagnostics)
}

/// The module that a file is called after, if it is called as a SPEF file.
fn module_file(file: &Path) -> Option<(String, PathBuf)> {
    let name = file.file_name()?.to_str()?;
    let module = ENDINGS.iter().find_map(|ending| name.strip_suffix(ending))?;
    Some((module.to_string(), file.to_path_buf()))
}

/// All SPEF files of a design in the order of their reading: those of the whole design, of folders, of instances.
pub(crate) fn described_by(files: &DesignFiles, netlist: &Netlist) -> (Vec<Described>, Diagnostics) {
    let mut diagnostics = Diagnostics::new();
    if files.spef.is_empty() && files.spef_folders.is_empty() {
        return (Vec::new(), diagnostics);
    }
    let chooser = Chooser::new(netlist);
    let (of_design, of_instances): (Vec<&SpefFile>, Vec<&SpefFile>) =
        files.spef.iter().partition(|spef| spef.instance.is_none());
    let mut described = Vec::new();
    described.extend(of_design.into_iter().filter_map(|spef| chooser.described(spef, &mut diagnostics)));
    for folder in &files.spef_folders {
        described.extend(chooser.folder(folder, &mut diagnostics));
    }
    described.extend(of_instances.into_iter().filter_map(|spef| chooser.described(spef, &mut diagnostics)));
    (described, diagnostics)
}

/// What one file describes.
pub(crate) fn described_by_one(spef: &SpefFile, netlist: &Netlist) -> (Vec<Described>, Diagnostics) {
    let mut diagnostics = Diagnostics::new();
    let described = Chooser::new(netlist).described(spef, &mut diagnostics);
    (described.into_iter().collect(), diagnostics)
}

/// Reads files, each once for all of its instances.
pub(crate) fn read_described(
    mut reader: ParasiticsReader<'_>,
    described: &[Described],
    texts: &Texts,
    options: &Options,
    progress: &dyn Progress,
) -> Diagnostics {
    let mut diagnostics = Diagnostics::new();
    for batch in described.chunks(BATCH) {
        let opened: Vec<_> = batch.par_iter().map(|each| open_text(&each.file, texts)).collect();
        let parsed = opened.par_iter().map(|(text, _)| {
            let small = text.as_ref().filter(|text| text.len() < LARGE);
            small.map(|text| zeroslack_spef::read(text, options))
        });
        let parsed: Vec<Option<(Spef<'_>, Diagnostics)>> = parsed.collect();
        for ((each, (text, said)), parsed) in batch.iter().zip(&opened).zip(parsed) {
            diagnostics.append(said.clone());
            let Some(text) = text else { continue };
            let (spef, mut said) = parsed.unwrap_or_else(|| zeroslack_spef::read(text, options));
            if !said.has_errors() {
                let source = SpefSource { spef: &spef, text, instances: &each.instances };
                said.append(reader.read(&source));
            }
            said.set_file(&each.file.display().to_string());
            diagnostics.append(said);
            progress.advance(1);
        }
    }
    diagnostics.append(reader.finish());
    diagnostics
}
