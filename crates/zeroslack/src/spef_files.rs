//! SPEF files of a design: which instances each describes, and how many are read at once.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use zeroslack_input::{Diagnostics, FirstFew};
use zeroslack_netlist::{
    BoundSpef, CellOrInstance, InstanceId, Netlist, ParasiticsReader, Pattern, SpefSource,
};
use zeroslack_spef::Options;

use crate::files::{DesignFiles, SpefFile};
use crate::load::{Progress, open_text};
use crate::texts::Texts;

/// SPEF files are opened together up to so many bytes on disk: enough to keep all threads busy, few enough to bound memory. A larger one is alone.
const BATCH: u64 = 1 << 24;

/// A file of so many bytes has enough in it for all threads, and is parsed on its own, so that no two of such files are in memory as parsed. So has one
/// that says so much of all of its instances together.
const LARGE: usize = 1 << 22;

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
    /// Made when a name is first looked for among modules.
    modules: OnceCell<Modules<'n>>,
}

/// The instances of modules, by name and in the order of their first ones.
struct Modules<'n> {
    instances: FxHashMap<&'n str, Vec<InstanceId>>,
    names: Vec<&'n str>,
}

impl<'n> Chooser<'n> {
    fn new(netlist: &'n Netlist) -> Self {
        Self { netlist, modules: OnceCell::new() }
    }

    fn modules(&self) -> &Modules<'n> {
        self.modules.get_or_init(|| {
            let modules = self.netlist.instances_by_module();
            let names = modules.iter().map(|(name, _)| *name).collect();
            Modules { instances: modules.into_iter().collect(), names }
        })
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
        let modules = self.modules();
        if let Some(instances) = modules.instances.get(name) {
            return instances.clone();
        }
        let pattern = Pattern::new(name);
        let names = modules.names.iter().filter(|module| pattern.matches(module));
        let mut instances: Vec<InstanceId> =
            names.flat_map(|name| &modules.instances[name]).copied().collect();
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
            match self.modules().instances.get(&*module) {
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

/// A file on its way into parasitics.
enum Opened {
    /// A small one, which one thread has bound while its text was in the caches.
    Bound(BoundSpef),
    /// A large one, with enough in it for all threads.
    Large(String),
    /// There is nothing to take.
    Nothing,
}

/// Reads SPEF files.
pub(crate) struct SpefFiles<'a> {
    pub(crate) netlist: &'a Netlist,
    pub(crate) texts: &'a Texts,
    pub(crate) options: &'a Options,
    pub(crate) progress: &'a dyn Progress,
}

impl SpefFiles<'_> {
    /// Reads files, each once for all of its instances.
    pub(crate) fn read(&self, mut reader: ParasiticsReader<'_>, described: &[Described]) -> Diagnostics {
        let mut diagnostics = Diagnostics::new();
        let mut batches = self.batches(described);
        let mut batch = batches.next().unwrap_or_default();
        let mut opened = self.open_all(batch);
        while !batch.is_empty() {
            let next = batches.next().unwrap_or_default();
            let take = || {
                for (each, (opened, mut said)) in batch.iter().zip(opened) {
                    said.append(self.take(opened, each, &mut reader));
                    diagnostics.append(said);
                    self.progress.advance(1);
                }
            };
            if next.is_empty() {
                take();
                break;
            }
            // What one batch says is put in place while the next one is opened.
            (opened, ()) = rayon::join(|| self.open_all(next), take);
            batch = next;
        }
        diagnostics.append(reader.finish());
        diagnostics
    }

    /// Files that follow each other, about [`BATCH`] bytes of them at a time.
    fn batches<'d>(&self, mut described: &'d [Described]) -> impl Iterator<Item = &'d [Described]> {
        std::iter::from_fn(move || {
            let mut bytes = 0;
            let mut fits = |each: &Described| {
                bytes += self.texts.size(&each.file);
                bytes <= BATCH
            };
            let count = described.iter().take_while(|each| fits(each)).count().max(1);
            let batch;
            (batch, described) = described.split_at_checked(count)?;
            Some(batch)
        })
    }

    fn open_all(&self, batch: &[Described]) -> Vec<(Opened, Diagnostics)> {
        batch.par_iter().with_max_len(1).map(|each| self.open(each)).collect()
    }

    /// Opens a file, and binds it if it is small.
    fn open(&self, each: &Described) -> (Opened, Diagnostics) {
        let (text, mut said) = open_text(&each.file, self.texts);
        let Some(text) = text else { return (Opened::Nothing, said) };
        if text.len().saturating_mul(each.instances.len()) >= LARGE {
            return (Opened::Large(text), said);
        }
        let (spef, mut more) = zeroslack_spef::read(&text, self.options);
        more.set_file(&each.file.display().to_string());
        said.append(more);
        if said.has_errors() {
            return (Opened::Nothing, said);
        }
        let source = SpefSource { spef: &spef, text: &text, instances: &each.instances };
        (Opened::Bound(BoundSpef::new(self.netlist, &source)), said)
    }

    /// Puts what a file says in place.
    fn take(&self, opened: Opened, each: &Described, reader: &mut ParasiticsReader<'_>) -> Diagnostics {
        let mut said = match opened {
            Opened::Bound(bound) => reader.take(bound),
            Opened::Large(text) => {
                let (spef, mut said) = zeroslack_spef::read(&text, self.options);
                if !said.has_errors() {
                    let source = SpefSource { spef: &spef, text: &text, instances: &each.instances };
                    said.append(reader.read(&source));
                }
                said
            }
            Opened::Nothing => Diagnostics::new(),
        };
        said.set_file(&each.file.display().to_string());
        said
    }
}
