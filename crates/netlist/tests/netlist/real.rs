//! Every real design at hand links without errors, and comes back the same when written.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use zeroslack_input::Diagnostics;
use zeroslack_liberty::Library;
use zeroslack_netlist::{CellLibrary, LinkOptions, Source, link};
use zeroslack_spef::Options;

use zeroslack_testing::{shared, text};

use crate::common::{Wired, assert_round_trip};

/// Files of a design: early and late libraries, Verilog, SPEF with the instances they are for.
#[derive(Debug, Default)]
struct Files {
    libraries: [Vec<PathBuf>; 2],
    verilog: Vec<PathBuf>,
    top: Option<String>,
    spef: Vec<(Option<String>, PathBuf)>,
}

impl Files {
    /// `early.lib late.lib design.spef design.v` of a contest design.
    fn of_contest(list: &Path) -> Self {
        let listed = text(list);
        let files: Vec<PathBuf> = listed.split_whitespace().map(|file| list.with_file_name(file)).collect();
        let [early, late, spef, verilog] = &files[..] else { panic!("{listed}") };
        Self {
            libraries: [vec![early.clone()], vec![late.clone()]],
            verilog: vec![verilog.clone()],
            top: None,
            spef: vec![(None, spef.clone())],
        }
    }

    /// What a script reads.
    fn of_script(script: &Path) -> Self {
        let mut files = Self::default();
        let folder = script.parent().unwrap().to_str().unwrap();
        for line in text(script).lines() {
            let words: Vec<String> =
                line.split_whitespace().map(|word| word.replace("$here", folder)).collect();
            let Some(last) = words.last().filter(|last| !last.contains('$')) else { continue };
            let path = words.iter().position(|word| word == "-path");
            match words[0].as_str() {
                "read_liberty" => files.libraries[1].push(last.into()),
                "read_verilog" => files.verilog.push(last.into()),
                "link_design" => files.top = Some(last.clone()),
                "read_spef" => {
                    let path = path.map(|at| words[at + 1].trim_matches(['{', '}']).to_string());
                    files.spef.push((path, last.into()));
                }
                _ => {}
            }
        }
        files
    }
}

/// Libraries that were read before: reading them takes most of the time.
#[derive(Default)]
struct Shelf(HashMap<PathBuf, Arc<Library>>);

impl Shelf {
    fn get(&mut self, path: &Path) -> Arc<Library> {
        let path = path.canonicalize().unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let read = || {
            let (library, said) = zeroslack_liberty::read(&text(&path));
            assert!(!said.has_errors(), "{}:\n{said}", path.display());
            Arc::new(library)
        };
        self.0.entry(path.clone()).or_insert_with(read).clone()
    }
}

fn loaded(files: &Files, shelf: &mut Shelf) -> (Wired, CellLibrary, Diagnostics) {
    let libraries =
        files.libraries.each_ref().map(|paths| paths.iter().map(|path| shelf.get(path)).collect());
    let [early, late] = libraries;
    let (library, mut said) = CellLibrary::new(early, late);
    let texts: Vec<String> = files.verilog.iter().map(|path| text(path)).collect();
    let mut sources = Vec::new();
    for (text, path) in texts.iter().zip(&files.verilog) {
        let (design, said) = zeroslack_verilog::read(text);
        assert!(!said.has_errors(), "{}:\n{said}", path.display());
        sources.push(Source { file: path.to_str().unwrap(), text, design });
    }
    let options = LinkOptions { top: files.top.clone(), strict: false, ..LinkOptions::default() };
    let (netlist, linked) = link(&sources, library.clone(), &options);
    said.append(linked);
    let mut netlist = Wired::from(netlist.unwrap_or_else(|| panic!("{said}")));
    for (path, file) in &files.spef {
        let text = text(file);
        let (spef, read) = zeroslack_spef::read(&text, &Options::default());
        assert!(!read.has_errors(), "{}:\n{read}", file.display());
        said.append(netlist.read(&spef, path.as_deref(), &text));
    }
    (netlist, library, said)
}

fn designs(shared: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![shared.join("data"), shared.join("sdc_cases")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|kind| kind == "tau2015") || path.ends_with("load.tcl") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

#[test]
fn real_designs_link_and_come_back() {
    let Some(shared) = shared() else { return };
    let mut shelf = Shelf::default();
    let mut count = 0;
    for list in designs(&shared) {
        let of_contest = list.extension().is_some_and(|kind| kind == "tau2015");
        let files = if of_contest { Files::of_contest(&list) } else { Files::of_script(&list) };
        if files.verilog.is_empty() {
            continue;
        }
        let (netlist, library, said) = loaded(&files, &mut shelf);
        assert!(!said.has_errors(), "{}:\n{said}", list.display());
        println!("{}: {} cells, {} nets", list.display(), netlist.cell_count(), netlist.net_count());
        for diagnostic in &said {
            println!("    {diagnostic}");
        }
        assert_round_trip(&netlist, &library);
        count += 1;
    }
    assert!(count > 80, "only {count} designs");
}
