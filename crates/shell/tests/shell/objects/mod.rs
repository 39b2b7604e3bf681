//! What scripts ask of objects, as tables of scripts and what they give, over a small design with buses, escaped names and a module that is there twice.

mod edits;
mod filters;
mod handles;
mod names;
mod properties;
mod relations;

use std::fs;

use zeroslack_shell::Shell;
use zeroslack_tcl::{SealedHost, Value};

const FLIP_FLOPS: &str = include_str!("../../../../testing/designs/objects/flops.lib");
const GATES: &str = include_str!("../../../../testing/designs/objects/gates.lib");
const NETLIST: &str = include_str!("../../../../testing/designs/objects/top.v");

/// A shell with the design, and what tests use to show lists.
fn shell() -> Shell {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    for (name, text) in [("flops.lib", FLIP_FLOPS), ("gates.lib", GATES), ("top.v", NETLIST)] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let mut shell = Shell::with_host(SealedHost);
    let script = format!(
        "read_liberty {}; read_liberty {}; read_verilog {}; link_design top",
        at("flops.lib"),
        at("gates.lib"),
        at("top.v")
    );
    let outcome = shell.run(&script);
    assert!(outcome.is_ok(), "{}", Shell::complaint(&outcome).unwrap_or_default());
    shell
        .run(
            "proc names {list} {set all {}; foreach it $list {lappend all [get_full_name $it]}; return $all}",
        )
        .unwrap();
    shell
}

/// What a script gives in a shell: its value, or its error.
fn said(shell: &mut Shell, script: &str) -> String {
    match shell.run(script) {
        Ok(value) => value.to_string(),
        Err(exception) => exception.value.to_string(),
    }
}

/// Runs each script in a shell of its own.
#[track_caller]
fn check(cases: &[(&str, &str)]) {
    for (script, expected) in cases {
        let mut shell = shell();
        assert_eq!(said(&mut shell, script), *expected, "{script}");
    }
}

/// Runs each script, whose value is a list of objects, and compares their names.
#[track_caller]
fn check_names(cases: &[(&str, &[&str])]) {
    let mut shell = shell();
    for (script, expected) in cases {
        let names = said(&mut shell, &format!("names [{script}]"));
        let expected: Vec<Value> = expected.iter().map(|name| Value::from(*name)).collect();
        assert_eq!(names, Value::list(expected).to_string(), "{script}");
    }
}
