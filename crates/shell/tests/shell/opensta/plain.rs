//! Cases as the library loads them, without the shell.

use std::path::Path;

use zeroslack::timing::Calculator;
use zeroslack::{Constraint, CornerId, DesignFiles, Session, Silent, SpefFile};

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

/// The case as the library loads it, with CPPR; `edit` makes SDC that the library's reader knows of the case's own.
pub fn session(case: &Case, edit: impl FnOnce(&str) -> String) -> Session {
    let mut files = files(&case.script);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("plain.sdc");
    std::fs::write(&file, edit(&zeroslack_testing::text(sdc(&files)))).unwrap();
    files.constraints = Some(Constraint::Sdc(file));
    let mut session = Session::read(&files, &Silent).unwrap_or_else(|error| panic!("{error}"));
    session.set_cppr(true);
    session.update().unwrap_or_else(|error| panic!("{error}"));
    session
}

/// Pins that the parasitics of their nets leave out, by name.
fn left_out(session: &Session) -> Vec<String> {
    let (netlist, parasitics) = (session.netlist(), session.parasitics(CornerId::FIRST));
    let pins = netlist.nets().flat_map(|net| parasitics.left_out_pins(netlist, net));
    let mut names: Vec<String> = pins.map(|pin| netlist.pin_name(pin)).collect();
    names.sort();
    names
}

/// Compares times of the case as the library loads it.
pub fn compare(case: &Case) -> String {
    if case.name != "gcd_sky130hd" {
        times::compare_session(case, &session(case, str::to_owned));
        return String::new();
    }
    let session = session(case, |sdc| {
        // The library's reader does not compute: the one command that does is replaced by what it gives.
        let plain = sdc.replace("[expr $period * $clk_period_factor]", "1.0");
        assert_ne!(plain, sdc);
        plain
    });
    // The golden's loads lack these pins: 4 endpoints differ by up to 17 ps if they count.
    assert_eq!(left_out(&session), ["_218_/A", "_218_/B", "_251_/B"]);
    times::compare_session(case, &session);
    String::new()
}
