//! A call of a command: its words are taken apart, it is run, and what it printed goes to standard output or to a file.

use std::fs::OpenOptions;
use std::io::Write as _;

use zeroslack_tcl::{Exception, Interp, Outcome, Value};

use crate::arguments::Arguments;
use crate::command::{Command, Group, Run};
use crate::help::help_of;
use crate::shell::Settings;
use crate::state::State;

/// Runs a command; `words` are its name and what follows.
pub(crate) fn call(interp: &mut Interp, command: &'static Command, words: &[Value]) -> Outcome {
    let (words, target) = split_redirect(&words[1..]);
    if words.iter().any(|word| word.pure_list().is_none() && &*word.text() == "-help") {
        interp.print(&help_of(command))?;
        return Ok(Value::empty());
    }
    let arguments = Arguments::read(command, words)?;
    let outcome = match (command.run, &target) {
        (Run::State(run), _) => run_on_state(interp, run, &arguments),
        (Run::Interp(run), None) => return run(interp, &arguments),
        (Run::Interp(run), Some(target)) => {
            let (outcome, text) = interp.capture(|interp| run(interp, &arguments));
            return outcome.and_then(|value| write_to(interp, target, &text).map(|()| value));
        }
    };
    let (text, warnings) = {
        let state = state(interp)?;
        (std::mem::take(&mut state.output), std::mem::take(&mut state.warnings))
    };
    if !warnings.is_empty() {
        print_warnings(interp, &warnings)?;
    }
    let value = outcome?;
    match target {
        Some(target) => write_to(interp, &target, &text)?,
        None if !text.is_empty() => interp.print(&text)?,
        None => {}
    }
    Ok(value)
}

fn run_on_state(
    interp: &mut Interp,
    run: fn(&mut State, &Arguments<'_>) -> Outcome,
    arguments: &Arguments<'_>,
) -> Outcome {
    let folder = interp.path_of("");
    if matches!(arguments.command.group, Group::Objects) {
        settle(interp)?;
    }
    let state = state(interp)?;
    if state.folder != folder {
        state.folder = folder;
    }
    run(state, arguments)
}

/// What the commands work on.
pub(crate) fn state(interp: &mut Interp) -> Result<&mut State, Exception> {
    interp.context::<State>().ok_or_else(|| Exception::error("this interpreter has no session"))
}

/// Passes on what scripts set by variables, before something is asked that depends on it.
pub(crate) fn settle(interp: &mut Interp) -> Result<(), Exception> {
    let settings = Settings::read(interp)?;
    let state = state(interp)?;
    if state.settings != settings {
        state.settings = settings;
        if let Some(session) = &mut state.session {
            session.set_cppr(settings.crpr);
            session.set_common_point(settings.common_point);
        }
    }
    Ok(())
}

/// A file that output goes to.
struct Target {
    file: String,
    appends: bool,
}

/// Words without `> file` or `>> file` at their end.
fn split_redirect(words: &[Value]) -> (&[Value], Option<Target>) {
    let [before @ .., arrow, file] = words else { return (words, None) };
    match &*arrow.text() {
        ">" => (before, Some(Target { file: file.text().to_owned(), appends: false })),
        ">>" => (before, Some(Target { file: file.text().to_owned(), appends: true })),
        _ => (words, None),
    }
}

fn write_to(interp: &mut Interp, target: &Target, text: &str) -> Result<(), Exception> {
    let path = interp.path_of(&target.file);
    let mut options = OpenOptions::new();
    options.create(true).write(true).append(target.appends).truncate(!target.appends);
    let written = options.open(&path).and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| Exception::error(format!("cannot write '{}': {error}", path.display())))
}

/// Prints warnings to standard error, with the place of the command.
pub(crate) fn print_warnings(interp: &mut Interp, warnings: &[String]) -> Result<(), Exception> {
    let place = interp.place().map_or_else(String::new, |(file, line)| format!("{file}:{line}: "));
    warnings.iter().try_for_each(|warning| interp.print_error(&format!("Warning: {place}{warning}\n")))
}
