//! The tiny design with each of its files cut short at every token.

use std::path::Path;

use zeroslack::units::Split;
use zeroslack::{Constraint, DesignFiles, Session, Silent, SpefFile};
use zeroslack_report::{Analysis, DesignSummary, Layout, Names, PathReport, Style};

use crate::tiny;

/// Ends of words and of other characters.
fn tokens(text: &str) -> Vec<usize> {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.');
    let bytes = text.as_bytes();
    let is_end = |&at: &usize| !(is_word(bytes[at - 1]) && bytes.get(at).is_some_and(|&next| is_word(next)));
    (1..bytes.len()).filter(is_end).collect()
}

fn files(folder: &Path, constraints: Constraint) -> DesignFiles {
    DesignFiles {
        liberty_late: vec![folder.join("tiny.lib")],
        verilog: vec![folder.join("tiny.v")],
        spef: vec![SpefFile { file: folder.join("tiny.spef"), instance: None }],
        constraints: Some(constraints),
        ..DesignFiles::default()
    }
}

/// Everything that a report shows.
fn report(session: &Session) -> String {
    let timed = session.timed().unwrap();
    let analysis = Analysis {
        names: Names { netlist: timed.netlist(), library: timed.library(), constraints: timed.constraints() },
        parasitics: timed.parasitics(),
        graph: timed.graph(),
        timing: timed.timing(),
    };
    let style = Style::default();
    let mut text =
        DesignSummary::new(&analysis, &timed.endpoint_slacks(), timed.calculator()).text(style).to_string();
    for path in Split::ALL.iter().flat_map(|&split| timed.worst_paths(split, 10)) {
        text += &PathReport::new(&analysis.names, &path).unwrap().text(&Layout::detailed(style));
    }
    text
}

/// Loads the design with a file cut at every token: either an error is told, or the result can be reported.
fn check(name: &str) {
    let folder = tiny::folder();
    let constraints = match name {
        "tiny.timing" => Constraint::Timing(folder.path().join(name)),
        _ => Constraint::Sdc(folder.path().join("tiny.sdc")),
    };
    let files = files(folder.path(), constraints);
    let (mut errors, mut reports) = (0, 0);
    for cut in tokens(tiny::file(name)) {
        std::fs::write(folder.path().join(name), &tiny::file(name)[..cut]).unwrap();
        match Session::load(&files, &Silent) {
            // A line of constraints that cannot be applied costs itself alone.
            Ok(session) if session.diagnostics().has_errors() => {
                assert!(session.diagnostics().constraints()[1] > 0, "{name} cut at {cut}");
                assert!(report(&session).starts_with("Design "), "{name} cut at {cut}");
                errors += 1;
            }
            Ok(session) => {
                assert!(report(&session).starts_with("Design "), "{name} cut at {cut}");
                reports += 1;
            }
            Err(error) => {
                assert!(error.0.iter().count() > 0, "{name} cut at {cut}");
                errors += 1;
            }
        }
        // The program itself, to see that it can show what there is to say.
        if cut % 10 == 0 {
            let said = tiny::said(&tiny::run(folder.path(), &[&["report"], &tiny::ARGUMENTS[..]].concat()));
            assert!(said.ends_with("exit 0\n") || said.ends_with("exit 1\n"), "{name} cut at {cut}: {said}");
        }
    }
    assert!(errors > 0 && reports > 0, "{name}: {errors} errors, {reports} reports");
}

#[test]
fn liberty() {
    check("tiny.lib");
}

#[test]
fn verilog() {
    check("tiny.v");
}

#[test]
fn spef() {
    check("tiny.spef");
}

#[test]
fn sdc() {
    check("tiny.sdc");
}

#[test]
fn timing() {
    check("tiny.timing");
}
