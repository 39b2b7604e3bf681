//! Cases as the library loads them, without the shell.

use std::path::Path;

use zeroslack::input::Diagnostics;
use zeroslack::sdc::Constraints;
use zeroslack::timing::Calculator;
use zeroslack::{Constraint, CornerId, DesignFiles, ModeId, Session, SessionParts, Silent, SpefFile};

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

/// The case as the library loads it, with CPPR.
pub fn session(case: &Case) -> Session {
    let mut session = Session::read(&files(&case.script), &Silent).unwrap_or_else(|error| panic!("{error}"));
    session.set_cppr(true);
    session.update().unwrap_or_else(|error| panic!("{error}"));
    session
}

/// Compares the constraints that the library reads with those of the case's shell.
pub fn compare_constraints(case: &Case, shell: &Session) {
    let script = zeroslack_testing::text(&case.script);
    let read: Vec<&str> = script.lines().filter_map(|line| line.strip_prefix("read_sdc $here/")).collect();
    // Scripts of their own state more than their files.
    let [file] = read[..] else { return };
    if script.matches("read_sdc").count() > 1 || script.contains("\nset_propagated_clock") {
        return;
    }
    let parts = SessionParts {
        netlist: shell.netlist().clone(),
        parasitics: shell.parasitics(CornerId::FIRST).clone(),
        constraints: Constraints::default(),
        calculator: Calculator::Lumped,
    };
    let mut session = Session::build(parts, Diagnostics::new()).unwrap();
    let file = case.script.with_file_name(file);
    let said = session.read_constraints(ModeId::FIRST, &Constraint::Sdc(file)).unwrap();
    assert!(!said.has_errors(), "{said}");
    assert_eq!(session.constraints(ModeId::FIRST), shell.constraints(ModeId::FIRST));
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
pub fn compare_times(case: &Case) {
    let session = session(case);
    if case.name == "gcd_sky130hd" {
        // The golden's loads lack these pins: 4 endpoints differ by up to 17 ps if they count.
        assert_eq!(left_out(&session), ["_218_/A", "_218_/B", "_251_/B"]);
    }
    times::compare_session(case, &session);
}
