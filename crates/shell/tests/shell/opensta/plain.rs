//! Cases as the library loads them, without the shell.

use std::path::Path;

use zeroslack::timing::Calculator;
use zeroslack::{Constraint, DesignFiles, Session, Silent, SpefFile};

use super::{Case, times};

/// The files that a `load.tcl` names, one command a line.
pub fn files(script: &Path) -> DesignFiles {
    let mut files = DesignFiles { calculator: Calculator::Lumped, ..DesignFiles::default() };
    let folder = script.parent().unwrap();
    for line in zeroslack_testing::lines(script) {
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
fn sdc(files: &DesignFiles) -> &Path {
    match &files.constraints {
        Some(Constraint::Sdc(file)) => file,
        other => panic!("{other:?}"),
    }
}

/// Loads the case without the shell, its SDC read by the library, and compares times with CPPR.
pub fn compare(case: &Case) -> String {
    let mut files = files(&case.script);
    let folder = tempfile::tempdir().unwrap();
    if case.is_placed {
        let text = zeroslack_testing::text(sdc(&files));
        // The library's reader does not compute: the one command that does is replaced by what it gives.
        let plain = text.replace("[expr $period * $clk_period_factor]", "1.0");
        let file = folder.path().join("plain.sdc");
        std::fs::write(&file, plain).unwrap();
        files.constraints = Some(Constraint::Sdc(file));
    }
    let mut session = Session::read(&files, &Silent).unwrap_or_else(|error| panic!("{error}"));
    session.set_cppr(true);
    session.update().unwrap_or_else(|error| panic!("{error}"));
    times::compare_session(case, &session);
    String::new()
}
