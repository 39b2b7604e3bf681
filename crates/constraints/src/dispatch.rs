//! A call of a command: its words are taken apart, it is run, and what it printed goes to standard output or to a file.

use std::any::Any;
use std::io::Write;
use std::path::PathBuf;

use zeroslack_tcl::{Exception, Interp, Outcome, Value};

use crate::arguments::Arguments;
use crate::command::{Command, Group, Run, Tables};
use crate::commands::files::{Target, ToFile, unwritten};
use crate::design::{Design, NoDesign};
use crate::help::help_of;
use crate::later;
use crate::object::Handle;
use crate::read::{PARTLY, SAID};
use crate::settings::{self, Refused, Settings};
use crate::state::{State, Warning};

/// Gives an interpreter a state, and the commands of its tables.
pub fn define(interp: &mut Interp, state: State) {
    let tables: &'static Tables = state.tables;
    settings::set_all(interp, &state.settings);
    interp.set_context(state);
    for command in tables.all() {
        define_as(interp, command.name, command);
    }
    for (alias, name) in tables.all_aliases() {
        if let Some(command) = tables.find(name) {
            define_as(interp, alias, command);
        }
    }
    for later in tables.listed_later().filter(|later| tables.find(later.name).is_none()) {
        interp.define_command(later.name, move |interp, words| later::call(interp, later, words));
    }
    interp.define_command("unknown", crate::unknown::unknown);
}

/// Takes the design out of an interpreter, with its state.
pub fn take_design<D: Design>(interp: &mut Interp) -> Option<D> {
    let design = interp.take_context::<State>().map(|state| state.design as Box<dyn Any>)?;
    design.downcast().ok().map(|design| *design)
}

fn define_as(interp: &mut Interp, name: &str, command: &'static Command) {
    interp.define_command(name, move |interp, words| call(interp, command, words));
}

/// Runs a command; `words` are its name and what follows.
pub(crate) fn call(interp: &mut Interp, command: &'static Command, words: &[Value]) -> Outcome {
    if let Some(reading) = &mut state(interp)?.reading {
        reading.note_call();
    }
    let words = &words[1..];
    // Its words are data, also those that look like an option or an arrow.
    if let (Run::Words(run), [first, _, ..]) = (command.run, words)
        && !is_text(first, "-help")
    {
        return run(interp, words);
    }
    let (words, target) = split_redirect(words);
    if target.is_some() && !interp.may_write_files() {
        return Err(Exception::error(format!("{}: files may not be written here", command.name)));
    }
    if words.iter().any(|word| is_text(word, "-help")) {
        return put(interp, target.as_ref(), &help_of(command)).map(|()| Value::empty());
    }
    let mut arguments = Arguments::read(state(interp)?.tables, command, words).inspect_err(|error| {
        if let Some(reading) = state(interp).ok().and_then(|state| state.reading.as_mut()) {
            reading.note_failed(command, error);
        }
    })?;
    let notes = std::mem::take(&mut arguments.notes);
    pass_on(interp, notes.into_iter().map(|text| Warning { id: SAID, text }).collect())?;
    match (command.run, &target) {
        (Run::State(run), _) => {
            let on_state = |interp: &mut Interp| run(state(interp)?, &arguments);
            let (outcome, text) = run_on_state(interp, on_state, &arguments)?;
            let value = outcome?;
            put(interp, target.as_ref(), &text)?;
            Ok(value)
        }
        (Run::Stream(run), target) => run_stream(interp, run, &arguments, target.as_ref()),
        (Run::File(run), target) => {
            let file = Target { file: arguments.required(0)?.text().to_owned(), appends: false };
            let value = run_stream(interp, run, &arguments, Some(&file))?;
            // It prints nothing, so that a redirected output is an empty file.
            if target.is_some() {
                put(interp, target.as_ref(), "")?;
            }
            Ok(value)
        }
        (Run::Interp(run), None) => run(interp, &arguments).inspect_err(|error| {
            if let Some(reading) = state(interp).ok().and_then(|state| state.reading.as_mut()) {
                reading.note_failed(command, error);
            }
        }),
        (Run::Interp(run), Some(target)) => {
            let (outcome, text) = interp.capture(|interp| run(interp, &arguments));
            put(interp, Some(target), &text)?;
            outcome
        }
        (Run::Words(run), _) => run(interp, words),
    }
}

/// Runs what writes as it goes.
fn run_stream(
    interp: &mut Interp,
    run: fn(&mut State, &Arguments<'_>, &mut dyn Write) -> Outcome,
    arguments: &Arguments<'_>,
    target: Option<&Target>,
) -> Outcome {
    let (outcome, text) =
        run_on_state(interp, |interp| run_with_output(interp, run, arguments, target), arguments)?;
    debug_assert!(text.is_empty(), "it writes what it prints");
    outcome
}

/// Runs a command that writes to a file, or to standard output. The state is taken out of the interpreter meanwhile.
fn run_with_output(
    interp: &mut Interp,
    run: fn(&mut State, &Arguments<'_>, &mut dyn Write) -> Outcome,
    arguments: &Arguments<'_>,
    target: Option<&Target>,
) -> Outcome {
    let tables = state(interp)?.tables;
    let mut taken = std::mem::replace(state(interp)?, State::new(Box::new(NoDesign), tables));
    let outcome = match target {
        Some(target) => {
            let mut file = ToFile::new(interp, target);
            let outcome = run(&mut taken, arguments, &mut file);
            outcome.and_then(|value| file.flush().map(|()| value).map_err(|error| unwritten(&error)))
        }
        None => run(&mut taken, arguments, &mut Printed(interp)),
    };
    *state(interp)? = taken;
    outcome
}

/// Standard output of scripts, as something to write to.
struct Printed<'i>(&'i mut Interp);

impl Write for Printed<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        // What is written at once is whole characters.
        match self.0.print(&String::from_utf8_lossy(bytes)) {
            Ok(()) => Ok(bytes.len()),
            Err(exception) => Err(std::io::Error::other(exception.message().to_string())),
        }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Runs what works on the state alone; gives its outcome and what it printed, and passes its warnings on.
fn run_on_state(
    interp: &mut Interp,
    run: impl FnOnce(&mut Interp) -> Outcome,
    arguments: &Arguments<'_>,
) -> Result<(Outcome, String), Exception> {
    let folder = interp.directory();
    if asks_for_results(arguments) {
        settle(interp)?;
    }
    if arguments.command.group == Group::Reports {
        warn_of_variables(interp)?;
    }
    let state = state(interp)?;
    if state.folder.as_os_str() != &*folder {
        state.folder = PathBuf::from(&*folder);
    }
    state.has_edited = false;
    let outcome = run(interp);
    let state = self::state(interp)?;
    let text = std::mem::take(&mut state.output);
    let warnings = std::mem::take(&mut state.warnings);
    if let Some(reading) = &mut state.reading {
        match &outcome {
            Ok(_) => reading.note(arguments.command, state.has_edited),
            Err(error) => reading.note_failed(arguments.command, error),
        }
    }
    pass_on(interp, warnings)?;
    Ok((outcome, text))
}

/// Whether a command may ask for what depends on variables. Finding objects by their names does not, and is called very often.
fn asks_for_results(arguments: &Arguments<'_>) -> bool {
    let command = arguments.command;
    let finds = command.options.iter().any(|option| option.name == "-filter");
    match command.group {
        Group::Objects if finds => arguments.has("-filter"),
        Group::Objects => command.name == "get_property",
        Group::Reports => true,
        _ => matches!(
            command.name,
            "link_design"
                | "create_clock"
                | "create_generated_clock"
                | "sta::find_timing"
                | "sta::find_requireds"
        ),
    }
}

/// The state of an interpreter.
///
/// # Errors
/// If it has none.
pub fn state(interp: &mut Interp) -> Result<&mut State, Exception> {
    interp.context::<State>().ok_or_else(|| Exception::error("this interpreter has no session"))
}

/// Passes on what scripts set by variables, before something is asked that depends on it.
///
/// # Errors
/// If a variable has a value that it cannot have. While a file of constraints is read, the end of its line says so.
pub fn settle(interp: &mut Interp) -> Result<(), Exception> {
    let mut refused = take_settings(interp)?;
    if refused.is_empty() || state(interp)?.reading.is_some() {
        return Ok(());
    }
    Err(refused.swap_remove(0).error)
}

/// Passes on what scripts set by variables. Gives those whose values are refused.
pub(crate) fn take_settings(interp: &mut Interp) -> Result<Vec<Refused>, Exception> {
    let before = state(interp)?.settings;
    let (settings, refused) = Settings::read(interp, &before);
    if settings != before {
        let state = state(interp)?;
        state.settings = settings;
        state.pass_settings_on();
    }
    Ok(refused)
}

/// Warns, once of each, of variables that scripts have set and that nothing reads.
pub(crate) fn warn_of_variables(interp: &mut Interp) -> Result<(), Exception> {
    let unknown = settings::unknown(interp);
    let state = state(interp)?;
    for name in unknown {
        let text = settings::unknown_text(&name);
        if state.unknown_variables.insert(name) {
            state.warn(text);
        }
    }
    Ok(())
}

/// Warns of such variables outside of commands.
///
/// # Errors
/// If standard error cannot be written.
pub fn tell_of_variables(interp: &mut Interp) -> Result<(), Exception> {
    warn_of_variables(interp)?;
    let warnings = std::mem::take(&mut state(interp)?.warnings);
    pass_on(interp, warnings)
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
    let mut file = ToFile::new(interp, target);
    let written = file.write_all(text.as_bytes()).and_then(|()| file.flush());
    written.map_err(|error| unwritten(&error))
}

/// Passes warnings on: to the file of constraints that is read, else to standard error with the place of the command.
pub(crate) fn pass_on(interp: &mut Interp, warnings: Vec<Warning>) -> Result<(), Exception> {
    if warnings.is_empty() {
        return Ok(());
    }
    if let Some(reading) = &mut state(interp)?.reading {
        reading.warn(warnings);
        return Ok(());
    }
    let place = interp.place().map_or_else(String::new, |(file, line)| format!("{file}:{line}: "));
    warnings.iter().try_for_each(|warning| interp.print_error(&format!("Warning: {place}{}\n", warning.text)))
}

/// Tells of a command that is not applied. In a file of constraints one that no time depends on is told of once.
pub(crate) fn say_not_applied(
    interp: &mut Interp,
    what: &'static str,
    (message, counts): (String, bool),
) -> Result<(), Exception> {
    if let Some(reading) = &mut state(interp)?.reading {
        if counts {
            reading.note_without_effect(what);
        } else if !reading.is_first_of(what) {
            return Ok(());
        }
    }
    let id = if counts { PARTLY } else { SAID };
    pass_on(interp, vec![Warning { id, text: message }])
}
