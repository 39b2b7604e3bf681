//! A design as the other timer was told to load it.

use std::path::{Path, PathBuf};

use zeroslack::timing::Calculator;
use zeroslack::{Constraint, DesignFiles, Session, Silent, SpefFile};

use crate::common;

/// The files that a `load.tcl` names, one command a line.
pub fn files(script: &Path) -> DesignFiles {
    let mut files = DesignFiles { calculator: Calculator::Lumped, ..DesignFiles::default() };
    let folder = script.parent().unwrap();
    for line in common::lines(script) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some(file) = words.last().and_then(|word| word.strip_prefix("$here/")) else {
            continue;
        };
        let file = folder.join(file);
        match words[..] {
            ["read_liberty", _] => files.liberty_late.push(file),
            ["read_verilog", _] => files.verilog.push(file),
            ["read_sdc", _] => files.constraints = Some(Constraint::Sdc(file)),
            ["read_spef", _] => files.spef.push(SpefFile { file, instance: None }),
            ["read_spef", "-path", instance, _] => {
                let instance = Some(instance.trim_matches(['{', '}']).to_string());
                files.spef.push(SpefFile { file, instance });
            }
            _ => panic!("{}: {line}", script.display()),
        }
    }
    files
}

/// The file of a design's SDC.
pub fn sdc(files: &DesignFiles) -> &Path {
    match &files.constraints {
        Some(Constraint::Sdc(file)) => file,
        other => panic!("{other:?}"),
    }
}

/// Gives a design the SDC `text` in place of its own. `name` is that of the file it is written to.
pub fn set_sdc(files: &mut DesignFiles, name: &str, text: &str) {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&file, text).unwrap();
    files.constraints = Some(Constraint::Sdc(file));
}

/// Loads and times a design with CPPR.
pub fn timed(files: &DesignFiles) -> Session {
    let mut session = Session::read(files, &Silent).unwrap_or_else(|error| panic!("{error}"));
    session.set_cppr(true);
    session.update().unwrap_or_else(|error| panic!("{error}"));
    session
}
