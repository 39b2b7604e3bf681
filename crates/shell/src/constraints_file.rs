//! A file of constraints that is Tcl, run over a session that a program has loaded.

use std::path::Path;

use zeroslack::constraints::later::NOT_APPLIED;
use zeroslack::constraints::{Said, run_file, state};
use zeroslack::input::{Diagnostic, Diagnostics};
use zeroslack::{ModeId, Session};
use zeroslack_tcl::{Interp, Value};

use crate::own::OfShell;
use crate::shell::Shell;
use crate::tables::TABLES;

/// What the reader of plain SDC says of what only an interpreter understands: control structures, arrays, and words of several values.
const NEEDS_TCL: [&str; 4] = ["SDC-003", "SDC-005", "SDC-011", "SDC-012"];

/// Whether what the reader of plain SDC says of a file means that a shell understands more of it: Tcl, or commands and options that only the shell has.
pub fn wants_shell(said: &Diagnostics) -> bool {
    let is_command = |name: &str| TABLES.find(name).is_some();
    said.iter().any(|one| match one.id {
        "SDC-002" | "SDC-004" => marked(one).is_some_and(is_command),
        "SDC-016" => marked(one).is_some_and(is_option),
        id => NEEDS_TCL.contains(&id),
    })
}

/// The words that a diagnostic is about.
fn marked(one: &Diagnostic) -> Option<&str> {
    let place = one.place.as_ref()?;
    place.excerpt.get(place.mark.clone())
}

/// Whether some command of the shell has an option.
fn is_option(name: &str) -> bool {
    TABLES.all().any(|command| command.options.iter().any(|option| option.name == name))
}

/// Commands of Tcl by which scripts are known at first sight.
const TCL: [&str; 12] = [
    "array", "catch", "expr", "foreach", "if", "lindex", "proc", "source", "string", "switch", "uplevel",
    "while",
];

/// Whether a text, the beginning of a file, looks as if only a shell understood it. A guess that saves reading a design twice: whether a file is plain is
/// known for certain only by reading it ([`wants_shell`]).
pub fn is_likely_script(text: &str) -> bool {
    let lines = text.lines().map(str::trim_start).filter(|line| !line.starts_with('#'));
    let is_tcl = |command: &str| {
        let end = command.find(|c: char| c.is_whitespace() || c == ']').unwrap_or(command.len());
        TCL.contains(&&command[..end])
    };
    lines.into_iter().any(|line| line.contains("env(") || line.split(['[', ';']).any(is_tcl))
}

/// How a file of constraints ended that was run over a session.
#[derive(Debug)]
pub struct Constrained {
    /// The session; none where the script ended with an error, which is among what was said.
    pub session: Option<Session>,
    /// What was warned of, and what the file states that is not applied.
    pub said: Diagnostics,
    /// What the script wrote to standard output.
    pub printed: String,
}

/// Runs a file of constraints, gzipped or not, over a session. Its numbers are in the units of the first library unless it sets others.
pub fn run_constraints(session: Session, file: &Path) -> Constrained {
    let mut shell = Shell::new();
    let interp = shell.interp();
    let passes_set_and_clear = session.constraints(ModeId::FIRST).set_clear_arcs;
    adopt(interp, session);
    // What is not applied is for the report to tell.
    let variables = [
        (NOT_APPLIED, Value::from("warning")),
        ("sta_preset_clear_arcs_enabled", Value::from_bool(passes_set_and_clear)),
    ];
    for (name, value) in variables {
        // The variables are there already, and take any value.
        let _ = interp.set_var(&format!("::{name}"), value);
    }
    let (outcome, printed) = interp.capture(|interp| run_file(interp, &file.to_string_lossy()));
    interp.flush();
    let (mut session, mut said) = give_back(interp);
    if let Some(complaint) = Shell::complaint(&outcome) {
        session = None;
        said.error("TCL-002", None, || complaint);
    }
    Constrained { session, said, printed }
}

fn adopt(interp: &mut Interp, session: Session) {
    if let Ok(state) = state(interp) {
        if let Ok(own) = state.own_mut() {
            own.session = Some(session);
        }
        state.generation = 1;
        state.said = Some(Said::default());
    }
}

fn give_back(interp: &mut Interp) -> (Option<Session>, Diagnostics) {
    match state(interp) {
        Ok(state) => (
            state.own_mut().ok().and_then(|own| own.session.take()),
            state.said.take().unwrap_or_default().into_diagnostics(),
        ),
        Err(_) => (None, Diagnostics::new()),
    }
}
