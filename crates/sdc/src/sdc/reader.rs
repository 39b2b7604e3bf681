//! The reader's state, and its way from a command's words to what it does.

use std::ops::Range;

use rustc_hash::FxHashMap;
use zeroslack_input::Diagnostics;
use zeroslack_netlist::Netlist;

use super::Units;
use super::known::{self, Command, Known};
use super::value::{Text, Value, Word};
use crate::span::span_of;
use crate::{ConstraintEditor, ConstraintError, Constraints};

/// What the values made by substitution may take up, beside [`ROOM_PER_PIN`]: far more than files need, but not
/// enough to fill memory by doubling a list again and again.
const ROOM: usize = 256 << 10;
const ROOM_PER_PIN: usize = 64;

pub(crate) struct Reader<'t, 'n> {
    pub(crate) text: &'t str,
    /// Where reading goes on.
    pub(crate) at: usize,
    /// Brackets that are open.
    pub(crate) depth: usize,
    /// Whether commands are only passed over.
    pub(crate) passing: bool,
    pub(crate) netlist: &'n Netlist,
    pub(crate) units: Units,
    pub(crate) constraints: Constraints,
    pub(crate) diagnostics: Diagnostics,
    /// [`Value::Bad`] for a variable whose value could not be found.
    pub(crate) variables: FxHashMap<String, Value<'t>>,
    /// Bytes of values made in this command.
    spent: usize,
    /// Bytes of values that variables hold.
    held: usize,
    /// Unsupported commands that were warned of.
    warned: Vec<&'static str>,
    /// Room for the words of commands.
    pool: Vec<Vec<Word<'t>>>,
}

/// A syntax error, which has been reported.
pub(crate) struct Failed;

impl<'t, 'n> Reader<'t, 'n> {
    pub(crate) fn new(text: &'t str, netlist: &'n Netlist, units: Units) -> Self {
        Self {
            text,
            at: 0,
            depth: 0,
            passing: false,
            netlist,
            units,
            constraints: Constraints::default(),
            diagnostics: Diagnostics::new(),
            variables: FxHashMap::default(),
            spent: 0,
            held: 0,
            warned: Vec::new(),
            pool: Vec::new(),
        }
    }

    /// Reads the whole text.
    pub(crate) fn run(&mut self) {
        loop {
            self.skip_separators();
            if self.at >= self.text.len() {
                break;
            }
            self.spent = 0;
            if self.command().is_err() {
                self.skip_line();
                self.depth = 0;
                self.passing = false;
            }
        }
    }

    /// Reads a command, from its first word on, and does it.
    pub(crate) fn command(&mut self) -> Result<Value<'t>, Failed> {
        let Some(name) = self.word()? else { return Ok(Value::EMPTY) };
        if let Some(index) = self.index_of_bus(&name) {
            return Ok(index);
        }
        let command = if self.passing { None } else { self.look_up(&name) };
        let Some(command) = command else {
            let outer = std::mem::replace(&mut self.passing, true);
            while self.word()?.is_some() {}
            self.passing = outer;
            return Ok(Value::Bad);
        };
        let mut words = self.pool.pop().unwrap_or_default();
        while let Some(word) = self.word()? {
            words.push(word);
        }
        let value = self.execute(command, &name, &words).unwrap_or(Value::Bad);
        words.clear();
        self.pool.push(words);
        Ok(value)
    }

    /// `[3]`, `[*]`: no command is called so, but the bit of a bus is.
    fn index_of_bus(&self, name: &Word<'t>) -> Option<Value<'t>> {
        let text = name.value.as_text()?;
        let index = text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'*' | b'?' | b':' | b'-'));
        (index && !text.is_empty() && self.depth > 0 && self.peek() == Some(b']'))
            .then(|| Value::Text(Text::Made(format!("[{text}]").into())))
    }

    fn look_up(&mut self, name: &Word<'t>) -> Option<Command> {
        if name.value.is_bad() {
            return None;
        }
        let text = name.value.as_text().unwrap_or_default();
        match known::find(text) {
            Some(Known::Command(command)) => return Some(command),
            Some(Known::Unsupported(command)) => {
                if !self.warned.contains(&command) {
                    self.warned.push(command);
                    self.diagnostics.warning("SDC-002", self.place(name), || {
                        let with_it =
                            if self.depth > 0 { ", and so are the commands that use it" } else { "" };
                        format!("'{command}' is not supported yet; ignored{with_it}")
                    });
                }
            }
            Some(Known::Tcl) => self.diagnostics.error("SDC-003", self.place(name), || {
                format!(
                    "'{text}' needs a Tcl interpreter, which is not there yet: expected a plain SDC command"
                )
            }),
            None => self.diagnostics.error("SDC-004", self.place(name), || {
                format!("'{text}' is not a command: expected one of SDC")
            }),
        }
        None
    }

    /// Does a command. None where it failed, which is reported.
    fn execute(&mut self, command: Command, name: &Word<'t>, words: &[Word<'t>]) -> Option<Value<'t>> {
        // A variable is to be known as one without a value, so that its uses are no errors of their own.
        if command != Command::Set && words.iter().any(|word| word.value.is_bad()) {
            return None;
        }
        match command {
            Command::AllClocks => return self.all_clocks(name, words),
            Command::AllInputs => return self.all_inputs(name, words),
            Command::AllOutputs => return self.all_outputs(name, words),
            Command::GetClocks => return self.get_clocks(name, words),
            Command::GetPins => return self.get_pins(name, words),
            Command::GetPorts => return self.get_ports(name, words),
            Command::List => return self.list(words),
            Command::Set => return self.set(name, words),
            // There is only the one design.
            Command::CurrentDesign => return Some(Value::Text(Text::Made(self.netlist.name().into()))),
            Command::CreateClock => self.create_clock(name, words)?,
            Command::SetClockLatency => self.set_clock_latency(name, words)?,
            Command::SetInputDelay => self.set_input_delay(name, words)?,
            Command::SetInputTransition => self.set_input_transition(name, words)?,
            Command::SetLoad => self.set_load(name, words)?,
            Command::SetOutputDelay => self.set_output_delay(name, words)?,
            Command::SetPropagatedClock => self.set_propagated_clock(name, words)?,
            Command::SetUnits => self.set_units(name, words)?,
        }
        Some(Value::EMPTY)
    }

    /// `set NAME VALUE`, `set NAME`.
    fn set(&mut self, name: &Word<'t>, words: &[Word<'t>]) -> Option<Value<'t>> {
        let variable = words.first().and_then(|word| word.value.as_text());
        let variable = variable.map(|variable| variable.trim_start_matches("::"));
        match (variable, words) {
            (Some(variable), [_, value]) if !variable.is_empty() && !variable.contains('(') => {
                let room = value.value.is_bad() || self.has_room(cost(&value.value), &value.span);
                let value = if room { value.value.clone() } else { Value::Bad };
                let old = self.variables.insert(variable.to_string(), value.clone());
                self.held = self.held + cost(&value) - old.map_or(0, |old| cost(&old));
                Some(value)
            }
            (Some(variable), [word]) => self.value_of(variable, word.span.clone()),
            _ => {
                if !words.iter().any(|word| word.value.is_bad()) {
                    self.diagnostics.error("SDC-005", self.place(name), || {
                        "expected 'set', the name of a variable (not of an array), and at most one value"
                            .to_string()
                    });
                }
                None
            }
        }
    }

    /// The value of a variable whose name stands at `span`.
    pub(crate) fn value_of(&mut self, variable: &str, span: Range<usize>) -> Option<Value<'t>> {
        let value = self.variables.get(variable).cloned();
        if value.is_none() {
            self.diagnostics.error("SDC-006", Some((self.text, span)), || {
                format!("there is no variable '{variable}' here: expected one that was 'set' before")
            });
        }
        value
    }

    fn list(&mut self, words: &[Word<'t>]) -> Option<Value<'t>> {
        let mut values = Vec::new();
        for word in words {
            let inner = match &word.value {
                Value::List(inner) => &inner[..],
                single => std::slice::from_ref(single),
            };
            if !self.spend(size_of_val(inner), &word.span) {
                return None;
            }
            values.extend_from_slice(inner);
        }
        Some(Value::List(values.into()))
    }

    /// Counts bytes of a value that is made; whether there is room for it. If not, that is reported.
    pub(crate) fn spend(&mut self, bytes: usize, span: &Range<usize>) -> bool {
        self.spent += bytes;
        self.has_room(0, span)
    }

    fn has_room(&mut self, more: usize, span: &Range<usize>) -> bool {
        let room = ROOM + ROOM_PER_PIN * self.netlist.pin_id_count();
        let enough = self.spent + self.held + more <= room;
        if !enough {
            self.diagnostics.error("SDC-007", Some((self.text, span.clone())), || {
                "the value made here is too large: expected lists of a few times the design's size"
                    .to_string()
            });
        }
        enough
    }

    /// A word's place.
    pub(crate) fn place(&self, word: &Word<'t>) -> Option<(&'t str, Range<usize>)> {
        Some((self.text, word.span.clone()))
    }

    /// The place of a part of a word: its own if the word is written out, otherwise the word's.
    pub(crate) fn place_of(&self, part: &str, word: &Word<'t>) -> Option<(&'t str, Range<usize>)> {
        let own =
            span_of(self.text, part).filter(|own| own.start >= word.span.start && own.end <= word.span.end);
        Some((self.text, own.unwrap_or_else(|| word.span.clone())))
    }

    /// An editor of what was read so far.
    pub(crate) fn editor(&mut self) -> ConstraintEditor<'_> {
        ConstraintEditor::new(&mut self.constraints, self.netlist)
    }

    /// What an edit gave. None where it was refused, which is reported at a word.
    pub(crate) fn stated<T>(&mut self, edit: Result<T, ConstraintError>, word: &Word<'t>) -> Option<T> {
        edit.map_err(|error| self.diagnostics.error("SDC-038", self.place(word), || error.to_string())).ok()
    }

    pub(crate) fn finish(self) -> (Constraints, Diagnostics) {
        (self.constraints, self.diagnostics)
    }
}

/// Bytes that a variable holds beside its place. What is cut out of the file costs nothing.
fn cost(value: &Value<'_>) -> usize {
    match value {
        Value::Text(Text::Made(text)) => text.len(),
        Value::Objects(objects) => size_of_val(&objects[..]),
        Value::List(values) => size_of_val(&values[..]),
        Value::Text(Text::Source(_)) | Value::Object(_) | Value::Bad => 0,
    }
}
