//! Reading a file of constraints: its commands are run one after the other, and one that fails costs itself alone.
//!
//! A *line* is a command at the top of the file, with all that it runs: a loop is one line. If nothing of a line could be applied, that is an error of the line, which is
//! counted; if part of it could, a warning says what was left out.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::{Component, Path, PathBuf};

use zeroslack_input::{Diagnostics, GZIP_MAGIC, owned_text};
use zeroslack_tcl::{Code, Exception, Interp, Outcome, Stop, Value};

use crate::arguments::OF_NOTHING;
use crate::command::{Command, Tables};
use crate::dispatch::{pass_on, settle, state, take_settings, tell_of_variables};
use crate::state::{State, Warning, failed};

/// A line that is not applied.
const NOT_APPLIED: &str = "SDC-001";
/// A line of which a part is not applied.
pub const PARTLY: &str = "SDC-002";
/// A name of nothing.
pub const NAME_OF_NOTHING: &str = "SDC-003";
/// Anything else that a command warns of.
pub(crate) const SAID: &str = "SDC-004";
/// The end of a file that is not read.
const UNREAD: &str = "SDC-005";

/// Collects messages and counts while files of constraints are read.
#[derive(Debug, Default)]
pub struct Reading {
    /// The files that are read now: one that another one sources comes after it.
    files: Vec<File>,
    said: Diagnostics,
    line: Line,
    /// The number of commands that the interpreter had run before the line.
    before: u64,
    /// Whether a line of the file that was read last stated something.
    stated: bool,
    /// Commands that no time depends on and that were warned of.
    named: BTreeSet<&'static str>,
}

/// A file that is read.
#[derive(Debug)]
struct File {
    name: String,
    /// The file, whatever it is called.
    path: PathBuf,
    text: Value,
}

/// A line, as far as it was run.
#[derive(Debug, Default)]
struct Line {
    warnings: Vec<Warning>,
    /// Whether something was stated.
    states: bool,
    /// Whether something else came of it: variables were taken over, or files that it reads stated something.
    has_effect: bool,
    /// How many of these commands were called.
    calls: u64,
    /// Commands that state constraints and stated none.
    idle: Vec<&'static str>,
    /// The last command that failed.
    failed: Option<&'static str>,
    /// The error of the first command that failed, of those that state constraints, read files or are not known.
    first_error: Option<String>,
    /// Commands that are read and have no effect.
    without_effect: Vec<&'static str>,
}

impl Reading {
    /// Takes over that a command has ended well.
    pub(crate) fn note(&mut self, command: &'static Command, edits: bool) {
        let line = &mut self.line;
        line.states |= edits;
        line.failed = None;
        if !edits && command.states_constraints() && !line.idle.contains(&command.name) {
            line.idle.push(command.name);
        }
    }

    /// Takes over that a command failed.
    pub(crate) fn note_failed(&mut self, command: &'static Command, error: &Exception) {
        let line = &mut self.line;
        line.failed = Some(command.name);
        if command.states_constraints() || matches!(command.name, "source" | "read_sdc") {
            line.first_error.get_or_insert_with(|| error.message());
        }
    }

    /// Counts a call of a command.
    pub(crate) fn note_call(&mut self) {
        self.line.calls += 1;
    }

    /// Takes over that a command is not known.
    pub(crate) fn note_unknown(&mut self, error: &str) {
        self.line.first_error.get_or_insert_with(|| error.to_owned());
    }

    /// Takes over warnings of the line that is run.
    pub(crate) fn warn(&mut self, warnings: impl IntoIterator<Item = Warning>) {
        self.line.warnings.extend(warnings);
    }

    /// Counts a command that is read and has no effect.
    pub(crate) fn note_without_effect(&mut self, name: &'static str) {
        self.line.without_effect.push(name);
    }

    /// Takes over that a command that is not there yet was refused.
    pub(crate) fn note_refused(&mut self, name: &'static str, error: &str) {
        self.line.failed = Some(name);
        self.line.first_error.get_or_insert_with(|| error.to_owned());
    }

    /// Whether a command that no time depends on is the first one of its name.
    pub(crate) fn is_first_of(&mut self, name: &'static str) -> bool {
        self.named.insert(name)
    }

    fn begin(&mut self, name: &str, path: PathBuf, text: &str) {
        self.name_file();
        self.files.push(File { name: name.to_owned(), path, text: Value::from(text) });
    }

    fn end(&mut self) {
        self.name_file();
        self.files.pop();
    }

    /// Names the file that is read in what was said since it began, or since another one that it reads ended.
    fn name_file(&mut self) {
        if let Some(file) = self.files.last().filter(|file| !file.name.is_empty()) {
            self.said.set_file(&file.name);
        }
    }

    /// Says what became of a line, which stands at a place of the file. An error is counted by a name.
    fn end_line(&mut self, at: Range<usize>, error: Option<(&'static str, String)>) {
        let mut line = std::mem::take(&mut self.line);
        let is_partly = line.states || line.has_effect;
        self.stated |= is_partly;
        let Self { files, said, .. } = self;
        let Some(File { text, .. }) = files.last() else { return };
        let text = text.text();
        let span = || Some((&*text, at.clone()));
        let names_nothing = line.warnings.iter().any(|warning| warning.id == NAME_OF_NOTHING);
        let refused = error.or_else(|| line.why_idle());
        for Warning { id, text } in line.warnings {
            said.warning(id, span(), || shown(text));
        }
        for without_effect in &line.without_effect {
            said.note_not_applied(without_effect, (&text, at.clone()));
        }
        let mut left_out: Vec<String> = Vec::new();
        match refused {
            Some((name, error)) if !is_partly => {
                said.error(NOT_APPLIED, span(), || shown(format!("not applied: {error}")));
                said.note_not_applied(name, (&text, at.clone()));
                said.count_constraint(false);
                return;
            }
            Some((_, error)) => left_out.push(error),
            None => {
                let caught = line.first_error.map(|error| format!("{error} (which the file catches)"));
                left_out.extend(caught);
            }
        }
        // A name of nothing says why by itself.
        let idle = if line.states && !names_nothing { line.idle } else { Vec::new() };
        left_out.extend(idle.iter().map(|idle| format!("{idle}: no objects are given")));
        for left_out in left_out {
            let some = if is_partly { "applied in part only" } else { "not applied" };
            said.warning(PARTLY, span(), || shown(format!("{some}: {left_out}")));
        }
        if line.states || !line.without_effect.is_empty() {
            said.count_constraint(line.states);
        }
    }

    /// Passes on warnings that are of no line.
    fn flush_warnings(&mut self) {
        let warnings = std::mem::take(&mut self.line.warnings);
        warnings.into_iter().for_each(|warning| self.said.warning(warning.id, None, || warning.text));
    }
}

impl Line {
    /// Why nothing was stated by commands that state constraints, if there are some.
    fn why_idle(&mut self) -> Option<(&'static str, String)> {
        let name = *self.idle.first().filter(|_| !self.states)?;
        let text = self.take_name_of_nothing();
        let text = text.or_else(|| (!self.warnings.is_empty()).then(|| self.warnings.remove(0).text));
        Some((name, text.unwrap_or_else(|| format!("{name}: no objects are given"))))
    }

    /// Takes out the first warning of a name that nothing has.
    fn take_name_of_nothing(&mut self) -> Option<String> {
        let at = self.warnings.iter().position(|warning| warning.id == NAME_OF_NOTHING)?;
        Some(self.warnings.remove(at).text)
    }
}

/// Whether an error comes from an empty list of objects.
fn is_of_nothing(error: &Exception) -> bool {
    error.error_code.as_ref().is_some_and(|code| *code.text() == *OF_NOTHING.join(" "))
}

/// Bytes of a message that are shown.
const MOST_SHOWN: usize = 1000;

/// A message that is not too long to read.
fn shown(mut text: String) -> String {
    if text.len() > MOST_SHOWN {
        text.truncate(text.floor_char_boundary(MOST_SHOWN));
        text.push_str("...");
    }
    text
}

/// The script in the bytes of a file, which may be gzipped.
///
/// # Errors
/// If it is gzipped and cannot be unpacked.
pub fn script(bytes: Vec<u8>) -> Result<String, Diagnostics> {
    if !bytes.starts_with(&GZIP_MAGIC) {
        return Ok(Interp::script_of(bytes));
    }
    let mut said = Diagnostics::new();
    match owned_text(bytes, &mut said) {
        Some(text) => Ok(Interp::script_of(text.into_bytes())),
        None => Err(said),
    }
}

/// The script in a file that the interpreter's host has, gzipped or not.
pub(crate) fn script_in(interp: &mut Interp, path: &str) -> Result<String, Exception> {
    let bytes = interp.read_bytes(path)?;
    script(bytes).map_err(|said| {
        let why = failed(&said).message().to_string();
        Exception::error(format!("couldn't read file \"{path}\": {why}"))
    })
}

/// Reads a file of constraints: runs its commands, of which one that fails costs itself alone. Returns what there is to say; nothing where the file is read by
/// another one, for which that is collected. Names begin after it where they began before.
///
/// # Errors
/// If the interpreter is stopped: by `exit`, an interrupt or a limit. If a variable has a value that it cannot have before, or if the file reads itself.
pub fn read(interp: &mut Interp, name: &str, text: &str) -> Result<Diagnostics, Exception> {
    let path = without_dots(&interp.path_of(name));
    let files = state(interp)?.reading.as_ref().map_or(&[][..], |reading| &reading.files);
    let is_first = files.is_empty();
    if files.iter().any(|file| file.path == path) {
        return Err(Exception::error(format!("'{name}' is being read already: it reads itself")));
    }
    if is_first {
        settle(interp)?;
    } else if let Some(text) = refused_settings(interp)? {
        // The line that reads the file has set them before.
        pass_on(interp, vec![Warning { id: PARTLY, text }])?;
    }
    let before = interp.commands_run();
    let state = state(interp)?;
    let scope = state.scope.clone();
    let reading = state.reading.get_or_insert_default();
    let outer = (std::mem::take(&mut reading.line), reading.stated);
    reading.begin(name, path, text);
    (reading.before, reading.stated) = (before, false);
    let ended = interp.source_each(name, text, after_line);
    let told = if is_first { end_settings(interp, text.len()) } else { Ok(()) };
    let before = interp.commands_run();
    let state = self::state(interp)?;
    if is_first {
        state.scope = scope;
    }
    let Some(reading) = &mut state.reading else { return Ok(Diagnostics::new()) };
    let stopped = end_file(reading, ended).or(told.err());
    reading.flush_warnings();
    reading.end();
    let (line, has_stated) = outer;
    reading.line = Line { has_effect: line.has_effect || reading.stated, calls: 0, ..line };
    (reading.before, reading.stated) = (before, reading.stated || has_stated);
    if !is_first {
        return stopped.map_or(Ok(Diagnostics::new()), Err);
    }
    let said = state.reading.take().map(|reading| reading.said).unwrap_or_default();
    stopped.map_or(Ok(said), Err)
}

/// A path without `.` and `..`.
fn without_dots(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => drop(plain.pop()),
            part => plain.push(part),
        }
    }
    plain
}

/// Takes over variables that were set where no line of other commands followed, and says what is wrong with them.
fn end_settings(interp: &mut Interp, end: usize) -> Result<(), Exception> {
    if let Some(error) = refused_settings(interp)?
        && let Some(reading) = &mut state(interp)?.reading
    {
        reading.end_line(end..end, Some(("set", error)));
    }
    tell_of_variables(interp)
}

/// Takes over what variables say. Those that are refused get their values back; gives why.
fn refused_settings(interp: &mut Interp) -> Result<Option<String>, Exception> {
    let before = state(interp)?.settings;
    let refused = take_settings(interp)?;
    let state = state(interp)?;
    let settings = state.settings;
    if let Some(reading) = &mut state.reading {
        reading.line.has_effect |= settings != before;
    }
    refused.iter().for_each(|refused| refused.take_back(interp, &settings));
    let why: Vec<String> = refused.iter().map(|refused| refused.error.message()).collect();
    Ok((!why.is_empty()).then(|| why.join("; ")))
}

/// Says why a file ended before its end. Gives what stops the interpreter.
fn end_file(reading: &mut Reading, ended: Outcome) -> Option<Exception> {
    let exception = ended.err()?;
    if exception.stopped().is_some() {
        return Some(exception);
    }
    // A `return` with more to end than this file ends it quietly.
    if !exception.is_return()
        && let Some(File { text, .. }) = reading.files.last()
    {
        let (text, said) = (text.text(), &mut reading.said);
        let at = line_start(&text, exception.line);
        said.error(UNREAD, Some((&text, at..text.len())), || {
            shown(format!("the file is not read from here on: {}", message(&exception)))
        });
        said.count_constraint(false);
    }
    None
}

/// Where a line begins, counted from 1.
fn line_start(text: &str, line: usize) -> usize {
    let mut ends = text.match_indices('\n').map(|(at, _)| at + 1);
    if line < 2 { 0 } else { ends.nth(line - 2).unwrap_or(text.len()) }
}

/// Takes over what a line ended with, which ends the file if it is `return`.
fn after_line(interp: &mut Interp, at: Range<usize>, outcome: Outcome) -> Outcome {
    let error = match outcome {
        Ok(_) => None,
        Err(exception) if exception.stopped().is_some() || exception.is_return() => return Err(exception),
        Err(exception) => Some(exception),
    };
    let State { reading: Some(reading), tables, .. } = state(interp)? else { return Ok(Value::empty()) };
    let Some(source) = reading.files.last().map(|file| file.text.clone()) else { return Ok(Value::empty()) };
    let text = source.text();
    let (command, line, before) = (&text[at.clone()], &mut reading.line, reading.before);
    let mut error = error.map(|error| {
        let why = if is_of_nothing(&error) { line.take_name_of_nothing() } else { None };
        let why = why.unwrap_or_else(|| told(&error, command));
        let rest = if line.states || line.has_effect { "; what follows in the line is not run" } else { "" };
        (line.failed.unwrap_or_else(|| name_of(tables, command)), format!("{why}{rest}"))
    });
    // Other commands may have set variables.
    let calls = line.calls;
    if interp.commands_run() - before != calls
        && let Some(refused) = refused_settings(interp)?
    {
        error = Some(match error {
            Some((name, error)) => (name, format!("{error}; {refused}")),
            None => ("set", refused),
        });
    }
    let before = interp.commands_run();
    if let Some(reading) = &mut state(interp)?.reading {
        reading.end_line(at, error);
        reading.before = before;
    }
    Ok(Value::empty())
}

/// The message of something that is no plain end.
fn message(exception: &Exception) -> String {
    match exception.code {
        Code::Break => "invoked \"break\" outside of a loop".to_owned(),
        Code::Continue => "invoked \"continue\" outside of a loop".to_owned(),
        Code::Other(code) => format!("command returned bad code: {code}"),
        Code::Error | Code::Return => exception.message(),
    }
}

/// The message of an error, with the command in the line that failed if it is not the line itself.
fn told(error: &Exception, line: &str) -> String {
    let (message, info) = (message(error), error.error_info());
    let info = info.text();
    let inner = info.split_once("\n    while executing\n\"").map(|(_, rest)| rest);
    let inner = inner.and_then(|rest| rest.lines().next()).map(|inner| inner.trim_end_matches('"'));
    match inner.filter(|inner| !line.starts_with(inner.trim_end_matches("..."))) {
        Some(inner) => format!("{message} (in '{}')", inner.trim_start()),
        None => message,
    }
}

/// The name by which a command that is not applied is counted.
fn name_of(tables: &Tables, command: &str) -> &'static str {
    let end = command.find(|c: char| c.is_whitespace() || c == ';').unwrap_or(command.len());
    let name = &command[..end];
    let known = tables.find(name).map(|command| command.name);
    known.or_else(|| tables.find_later(name).map(|later| later.name)).unwrap_or("other commands")
}

/// The status of an `exit` that ended the reading of a file.
pub fn exit_status(exception: &Exception) -> Option<i32> {
    match exception.stopped() {
        Some(Stop::Exit(status)) => Some(status),
        _ => None,
    }
}
