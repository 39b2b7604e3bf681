//! Reading a file of constraints: its commands are run one after the other, and one that fails costs itself alone.
//!
//! A *line* is a command at the top of the file, with all that it runs: a loop is one line. If nothing of a line could be applied, that is an error of the line, which is
//! counted; if part of it could, a warning says what was left out.

use std::collections::BTreeSet;
use std::ops::Range;

use zeroslack_input::{Diagnostics, GZIP_MAGIC, owned_text};
use zeroslack_tcl::{Exception, Interp, Outcome, Stop, Value};

use crate::command::{Command, Tables};
use crate::dispatch::{settle, state, tell_of_variables};
use crate::state::{State, Warning, failed};

/// A line that is not applied.
const NOT_APPLIED: &str = "SDC-001";
/// A line of which a part is not applied.
const PARTLY: &str = "SDC-002";
/// A name of nothing.
pub(crate) const NAME_OF_NOTHING: &str = "SDC-003";
/// Anything else that a command warns of.
pub(crate) const SAID: &str = "SDC-004";
/// The end of a file that is not read.
const UNREAD: &str = "SDC-005";

/// What is collected while files of constraints are read.
#[derive(Debug, Default)]
pub struct Reading {
    /// The files that are read now: one that another one sources comes after it.
    files: Vec<File>,
    /// Messages of files that were read before.
    said: Diagnostics,
    line: Line,
    /// Commands that no time depends on and that were warned of.
    named: BTreeSet<&'static str>,
}

/// A file that is read.
#[derive(Debug)]
struct File {
    name: String,
    text: Value,
    said: Diagnostics,
}

/// A line, as far as it was run.
#[derive(Debug, Default)]
struct Line {
    warnings: Vec<Warning>,
    /// Whether something was stated.
    states: bool,
    /// A command that states constraints and stated none.
    idle: Option<&'static str>,
    /// The last command that failed.
    failed: Option<&'static str>,
    /// Commands that are read and have no effect.
    without_effect: Vec<&'static str>,
}

impl Reading {
    /// Takes over what a command did that has ended well.
    pub(crate) fn note(&mut self, command: &'static Command, (edits, is_only_kept): (bool, bool)) {
        self.line.states |= edits;
        self.line.failed = None;
        if is_only_kept {
            self.line.without_effect.push(command.name);
        } else if command.states_constraints() && !edits {
            self.line.idle.get_or_insert(command.name);
        }
    }

    /// Takes over that a command failed.
    pub(crate) fn note_failed(&mut self, name: &'static str) {
        self.line.failed = Some(name);
    }

    /// Takes over warnings of the line that is run.
    pub(crate) fn warn(&mut self, warnings: impl IntoIterator<Item = Warning>) {
        self.line.warnings.extend(warnings);
    }

    /// Counts a command that is read and has no effect.
    pub(crate) fn note_without_effect(&mut self, name: &'static str) {
        self.line.without_effect.push(name);
    }

    /// Whether a command that no time depends on is the first one of its name.
    pub(crate) fn is_first_of(&mut self, name: &'static str) -> bool {
        self.named.insert(name)
    }

    fn begin(&mut self, name: &str, text: &str) {
        self.end_messages();
        self.files.push(File { name: name.to_owned(), text: Value::from(text), said: Diagnostics::new() });
    }

    fn end(&mut self) {
        self.end_messages();
        self.files.pop();
    }

    /// Keeps the order of messages where a file is read in the middle of another.
    fn end_messages(&mut self) {
        if let Some(file) = self.files.last_mut() {
            let mut said = std::mem::take(&mut file.said);
            if !file.name.is_empty() {
                said.set_file(&file.name);
            }
            self.said.append(said);
        }
    }

    /// Says what became of a line, which stands at a place of the file.
    fn end_line(&mut self, at: Range<usize>, name: &'static str, error: Option<String>) {
        let line = std::mem::take(&mut self.line);
        let Some(File { text, said, .. }) = self.files.last_mut() else { return };
        let text = text.text();
        let span = || Some((&*text, at.clone()));
        let refused = match (error, line.idle) {
            (Some(error), _) => Some((line.failed.unwrap_or(name), error)),
            (None, Some(idle)) if !line.states => Some((idle, format!("{idle}: no objects are given"))),
            (None, _) => None,
        };
        let mut warnings = line.warnings;
        let refused = refused.map(|(name, error)| {
            // A name of nothing is why there are no objects.
            let why = warnings.iter().position(|warning| warning.id == NAME_OF_NOTHING);
            let why = why
                .filter(|_| !line.states)
                .or((line.idle == Some(name) && !warnings.is_empty()).then_some(0));
            (name, why.map_or(error, |at| warnings.remove(at).text))
        });
        for Warning { id, text } in warnings {
            said.warning(id, span(), || text);
        }
        for without_effect in &line.without_effect {
            said.note_not_applied(without_effect, (&text, at.clone()));
        }
        let is_applied = refused.is_none() && (line.states || line.without_effect.is_empty());
        match refused {
            Some((_, error)) if line.states => {
                said.warning(PARTLY, span(), || format!("applied in part only: {error}"));
            }
            Some((name, error)) => {
                said.error(NOT_APPLIED, span(), || format!("not applied: {error}"));
                said.note_not_applied(name, (&text, at.clone()));
                said.count_constraint(false);
                return;
            }
            None => {}
        }
        if line.states || !is_applied {
            said.count_constraint(line.states || is_applied);
        }
    }
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
/// another one, for which that is collected.
///
/// # Errors
/// If the interpreter is stopped: by `exit`, an interrupt or a limit.
pub fn read(interp: &mut Interp, name: &str, text: &str) -> Result<Diagnostics, Exception> {
    let state = state(interp)?;
    let is_first = state.reading.is_none();
    let reading = state.reading.get_or_insert_default();
    let outer = std::mem::take(&mut reading.line);
    reading.begin(name, text);
    let ended = interp.source_each(name, text, after_line);
    let told = if is_first { settle(interp).and_then(|()| tell_of_variables(interp)) } else { Ok(()) };
    let state = self::state(interp)?;
    let Some(reading) = &mut state.reading else { return Ok(Diagnostics::new()) };
    let stopped = end_file(reading, ended);
    if let Err(error) = told {
        reading.end_line(0..0, "set", Some(error.message().to_string()));
    }
    reading.flush_warnings();
    reading.end();
    reading.line = outer;
    if !is_first {
        return stopped.map_or(Ok(Diagnostics::new()), Err);
    }
    let said = state.reading.take().map(|reading| reading.said).unwrap_or_default();
    match stopped {
        Some(stopped) => Err(stopped),
        None => Ok(said),
    }
}

/// Says why a file ended before its end. Gives what stops the interpreter.
fn end_file(reading: &mut Reading, ended: Outcome) -> Option<Exception> {
    let Err(exception) = ended else { return None };
    if exception.stopped().is_some() {
        return Some(exception);
    }
    if exception.is_error()
        && let Some(File { text, said, .. }) = reading.files.last_mut()
    {
        let text = text.text();
        let at = line_start(&text, exception.line);
        said.error(UNREAD, Some((&text, at..text.len())), || {
            format!("the file is not read from here on: {}", exception.message())
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
    let state = state(interp)?;
    let error = match outcome {
        Ok(_) => None,
        Err(exception) if exception.stopped().is_some() => return Err(exception),
        Err(exception) if exception.is_return() => return Err(exception),
        Err(exception) => Some(exception),
    };
    let State { reading: Some(reading), tables, .. } = state else { return Ok(Value::empty()) };
    let Some(file) = reading.files.last() else { return Ok(Value::empty()) };
    let (name, error) = match error {
        Some(error) => {
            let text = file.text.text();
            let command = &text[at.clone()];
            (name_of(tables, command), Some(told(&error, command)))
        }
        None => ("", None),
    };
    reading.end_line(at, name, error);
    Ok(Value::empty())
}

/// The message of an error, with the command in the line that failed if it is not the line itself.
fn told(error: &Exception, line: &str) -> String {
    let (message, info) = (error.message(), error.error_info());
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

impl Reading {
    /// Passes on warnings that are of no line.
    fn flush_warnings(&mut self) {
        let warnings = std::mem::take(&mut self.line.warnings);
        if let Some(file) = self.files.last_mut() {
            warnings.into_iter().for_each(|warning| file.said.warning(warning.id, None, || warning.text));
        }
    }
}

/// The status of an `exit` that ended the reading of a file.
pub fn exit_status(exception: &Exception) -> Option<i32> {
    match exception.stopped() {
        Some(Stop::Exit(status)) => Some(status),
        _ => None,
    }
}
