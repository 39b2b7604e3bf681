//! A call of a command: its words are taken apart, it is run, and what it printed goes to standard output or to a file.

use std::fs::OpenOptions;
use std::io::Write as _;

use zeroslack_tcl::{Exception, Interp, Outcome, Value};

use crate::arguments::Arguments;
use crate::command::{Command, Group, Run};
use crate::help::help_of;
use crate::object::Handle;
use crate::settings::Settings;
use crate::state::State;

/// Runs a command; `words` are its name and what follows.
pub(crate) fn call(interp: &mut Interp, command: &'static Command, words: &[Value]) -> Outcome {
    let words = &words[1..];
    // Its words are data, also those that look like an option or an arrow.
    if let (Run::Words(run), [first, _, ..]) = (command.run, words)
        && !is_text(first, "-help")
    {
        return run(interp, words);
    }
    let (words, target) = split_redirect(words);
    if words.iter().any(|word| is_text(word, "-help")) {
        return put(interp, target.as_ref(), &help_of(command)).map(|()| Value::empty());
    }
    let mut arguments = Arguments::read(command, words)?;
    let notes = std::mem::take(&mut arguments.notes);
    pass_on(interp, notes)?;
    match (command.run, &target) {
        (Run::State(run), _) => {
            let (outcome, text) = run_on_state(interp, run, &arguments)?;
            let value = outcome?;
            put(interp, target.as_ref(), &text)?;
            Ok(value)
        }
        (Run::Interp(run), None) => run(interp, &arguments),
        (Run::Interp(run), Some(target)) => {
            let (outcome, text) = interp.capture(|interp| run(interp, &arguments));
            put(interp, Some(target), &text)?;
            outcome
        }
        (Run::Words(run), _) => run(interp, words),
    }
}

/// Runs what works on the state alone; gives its outcome and what it printed, and passes its warnings on.
fn run_on_state(
    interp: &mut Interp,
    run: fn(&mut State, &Arguments<'_>) -> Outcome,
    arguments: &Arguments<'_>,
) -> Result<(Outcome, String), Exception> {
    let folder = interp.path_of("");
    if asks_for_results(arguments) {
        settle(interp)?;
    }
    let state = state(interp)?;
    if state.folder != folder {
        state.folder = folder;
    }
    (state.missing, state.is_only_kept) = (0, false);
    let mut outcome = run(state, arguments);
    let text = std::mem::take(&mut state.output);
    let warnings = std::mem::take(&mut state.warnings);
    let missing = std::mem::take(&mut state.missing);
    let is_only_kept = state.is_only_kept && outcome.is_ok();
    if state.said.is_some() {
        if is_only_kept {
            count_not_applied(interp, arguments.command.name)?;
        }
        outcome = collect_missing(interp, arguments.command, missing, outcome)?;
    }
    pass_on(interp, warnings)?;
    Ok((outcome, text))
}

/// Counts for a report what a command states and what has no effect yet.
fn count_not_applied(interp: &mut Interp, what: &'static str) -> Result<(), Exception> {
    let place = interp.place();
    if let Some(said) = &mut state(interp)?.said {
        said.not_applied(place.as_ref(), what);
    }
    Ok(())
}

/// Counts names of nothing for a report, to which a command that needs one of them is not applied and the others are.
fn collect_missing(
    interp: &mut Interp,
    command: &'static Command,
    missing: usize,
    outcome: Outcome,
) -> Result<Outcome, Exception> {
    let place = interp.place();
    let Some(said) = &mut state(interp)?.said else { return Ok(outcome) };
    for _ in 0..missing {
        said.not_applied(place.as_ref(), "names of nothing");
    }
    match outcome {
        Err(exception) if missing > 0 && exception.error_code().to_string() == MISSING => {
            said.not_applied(place.as_ref(), command.name);
            said.warn(place.as_ref(), exception.message());
            Ok(Ok(Value::empty()))
        }
        other => Ok(other),
    }
}

/// The code of an error about a name of nothing.
const MISSING: &str = "ZEROSLACK MISSING";

/// Whether a command may ask for what depends on variables. Finding objects by their names does not, and is called very often.
fn asks_for_results(arguments: &Arguments<'_>) -> bool {
    let command = arguments.command;
    let finds = command.options.iter().any(|option| option.name == "-filter");
    match command.group {
        Group::Objects if finds => arguments.has("-filter"),
        Group::Objects => command.name == "get_property",
        Group::Reports => true,
        _ => matches!(command.name, "link_design" | "sta::find_timing" | "sta::find_requireds"),
    }
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
        state.pass_settings_on();
    }
    Ok(())
}

/// A file that output goes to.
struct Target {
    file: String,
    appends: bool,
}

/// Whether a word is a text, and is neither an object nor a list: no text is made of these, which may be long.
fn is_text(word: &Value, text: &str) -> bool {
    word.host_object::<Handle>().is_none() && word.pure_list().is_none() && &*word.text() == text
}

/// Words without `> file` or `>> file` at their end.
fn split_redirect(words: &[Value]) -> (&[Value], Option<Target>) {
    let [before @ .., arrow, file] = words else { return (words, None) };
    let appends = is_text(arrow, ">>");
    if !appends && !is_text(arrow, ">") {
        return (words, None);
    }
    (before, Some(Target { file: file.text().to_owned(), appends }))
}

/// Prints a text, or writes it to a file.
fn put(interp: &mut Interp, target: Option<&Target>, text: &str) -> Result<(), Exception> {
    let Some(target) = target else {
        return if text.is_empty() { Ok(()) } else { interp.print(text) };
    };
    let path = interp.path_of(&target.file);
    let mut options = OpenOptions::new();
    options.create(true).write(true).append(target.appends).truncate(!target.appends);
    let written = options.open(&path).and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| Exception::error(format!("cannot write '{}': {error}", path.display())))
}

/// Passes warnings on: to what a file of constraints collects, else to standard error with the place of the command.
pub(crate) fn pass_on(interp: &mut Interp, warnings: Vec<String>) -> Result<(), Exception> {
    if warnings.is_empty() {
        return Ok(());
    }
    let place = interp.place();
    if let Some(said) = &mut state(interp)?.said {
        warnings.into_iter().for_each(|warning| said.warn(place.as_ref(), warning));
        return Ok(());
    }
    let place = place.map_or_else(String::new, |(file, line)| format!("{file}:{line}: "));
    warnings.iter().try_for_each(|warning| interp.print_error(&format!("Warning: {place}{warning}\n")))
}

/// Tells of a command that states something and is not applied.
pub(crate) fn say_not_applied(
    interp: &mut Interp,
    what: &'static str,
    message: &str,
) -> Result<(), Exception> {
    count_not_applied(interp, what)?;
    pass_on(interp, vec![message.to_owned()])
}
