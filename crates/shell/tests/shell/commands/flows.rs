//! What public flows call: docs/flows.md has each call with its state, and the calls are made here.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use zeroslack::constraints::later::{Later, UntilThen};
use zeroslack_shell::TABLES;

fn later(name: &str) -> Option<&'static Later> {
    TABLES.find_later(name)
}
use zeroslack_tcl::{Exception, Outcome};

use super::world::World;

const LOAD: &str = "read_liberty -min pulse_fast.lib; read_liberty -max pulse_slow.lib; read_verilog pulse.v; link_design pulse; \
    read_spef pulse.spef; read_sdc pulse.sdc";

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A shell with the example design, read and constrained.
fn loaded() -> World {
    let folder = tempfile::tempdir().unwrap();
    for entry in std::fs::read_dir(repository().join("examples/pulse")).unwrap() {
        let path = entry.unwrap().path();
        std::fs::copy(&path, folder.path().join(path.file_name().unwrap())).unwrap();
    }
    std::fs::write(folder.path().join("script.tcl"), "set run 1\n").unwrap();
    let mut world = World::of(folder);
    let (outcome, said) = world.run(LOAD);
    assert!(outcome.is_ok(), "{said}");
    world
}

/// The state of a call that failed.
fn of_error(exception: &Exception) -> String {
    let message = exception.message();
    let code = exception.error_code().to_string();
    let comes_with = code.strip_prefix("ZEROSLACK LATER ").and_then(later).and_then(|later| later.comes_with);
    match comes_with {
        Some(issue) => format!("comes with {issue}: {message}"),
        None if message.contains("belongs to a tool") => format!("belongs to another tool: {message}"),
        None => format!("refused: {message}"),
    }
}

/// The state of a call that went well; what it warns of is a part of it.
fn of_success(call: &str, said: &str) -> String {
    let warnings: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix("Warning: ")).collect();
    let name = call.split_whitespace().next().unwrap_or_default();
    let comes_with =
        later(name).filter(|later| later.until_then == UntilThen::Warns).and_then(|later| later.comes_with);
    match (warnings.join("; "), comes_with) {
        (warnings, _) if warnings.is_empty() => "works".to_owned(),
        (warnings, Some(issue)) => format!("comes with {issue}, a warning until then: {warnings}"),
        (warnings, None) => format!("works, with a warning: {warnings}"),
    }
}

/// Whether a call leaves the shell as it was: it only asks for something, or failed.
fn changes_nothing(call: &str, outcome: &Outcome) -> bool {
    outcome.is_err() || ["get_", "all_", "report_", "sta::"].iter().any(|start| call.starts_with(start))
}

/// Makes a call in a shell, or in a new one; gives its state, and the shell if it may be used again.
fn state(call: &str, world: Option<World>) -> (String, Option<World>) {
    let mut world = world.unwrap_or_else(loaded);
    let (outcome, said) = world.run(call);
    let state = match &outcome {
        Ok(_) => of_success(call, &said),
        Err(exception) => of_error(exception),
    };
    let state = state.replace(&*world.folder.path().to_string_lossy(), ".");
    (state.replace('|', "\\|").replace('\n', " "), changes_nothing(call, &outcome).then_some(world))
}

/// A row of a table: the call between the first two backticks, if it is one.
fn call_of(row: &str) -> Option<String> {
    let (call, _) = row.strip_prefix("| `")?.split_once("` | ")?;
    Some(call.replace("\\|", "|"))
}

/// Set `ZEROSLACK_UPDATE_FLOWS=1` to write the states anew.
#[test]
fn calls_of_flows_do_what_the_page_says() {
    let path = repository().join("docs/flows.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let mut now = String::new();
    let mut world = None;
    for row in page.lines() {
        match call_of(row) {
            Some(call) => {
                let written = call.replace('|', "\\|");
                let (state, again) = state(&call, world);
                world = again;
                let _ = writeln!(now, "| `{written}` | {state} |");
            }
            None => now += &format!("{row}\n"),
        }
    }
    if std::env::var_os("ZEROSLACK_UPDATE_FLOWS").is_some_and(|value| value == "1") {
        std::fs::write(&path, &now).unwrap();
        return;
    }
    for (is, was) in now.lines().zip(page.lines()) {
        assert_eq!(is, was, "docs/flows.md is out of date: set ZEROSLACK_UPDATE_FLOWS=1");
    }
}
