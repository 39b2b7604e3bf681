//! The reader's state, and its way from a command's words to what it does.

use std::ops::Range;

use rustc_hash::FxHashMap;
use zeroslack_input::Diagnostics;
use zeroslack_netlist::{Netlist, Pattern};

use super::known::{self, Command, Known};
use super::value::{Text, Value, Word};
use crate::Units;
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
    /// Whether this command names what is not there, of which was warned.
    pub(crate) has_missing: bool,
    /// Clocks that were not made.
    lost_clocks: Vec<LostClock>,
    /// Room for the words of commands.
    pool: Vec<Vec<Word<'t>>>,
}

/// A clock whose command is not applied.
struct LostClock {
    name: String,
    /// Where it would have been made.
    span: Range<usize>,
    /// Commands that name it.
    uses: usize,
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
            has_missing: false,
            lost_clocks: Vec::new(),
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
            self.has_missing = false;
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
        let outer = self.passing;
        self.passing |= command.is_none();
        let mut words = self.pool.pop().unwrap_or_default();
        while let Some(word) = self.word()? {
            words.push(word);
        }
        self.passing = outer;
        let value = match command {
            Some(command) => self.execute(command, &name, &words),
            None => {
                self.lose_clock(&name, &words);
                None
            }
        };
        words.clear();
        self.pool.push(words);
        Ok(value.unwrap_or(Value::Bad))
    }

    /// Remembers the name of a clock that is not made, so that what names it is no fault of its own.
    fn lose_clock(&mut self, command: &Word<'t>, words: &[Word<'t>]) {
        let makes_clock = matches!(command.value.as_text(), Some("create_clock" | "create_generated_clock"));
        let option = words.iter().position(|word| word.value.as_text() == Some("-name"));
        let Some(at) = option.filter(|_| makes_clock && !self.passing) else { return };
        let Some(name) = words.get(at + 1).and_then(|word| word.value.as_text()) else { return };
        let (name, span) = (Pattern::new(name).plain(), command.span.clone());
        self.lost_clocks.push(LostClock { name, span, uses: 0 });
    }

    /// Whether a name is that of a clock that was not made, of which is told once.
    pub(crate) fn is_lost_clock(&mut self, name: &str) -> bool {
        let plain = Pattern::new(name).plain();
        let lost = self.lost_clocks.iter_mut().find(|lost| lost.name == plain);
        lost.map(|lost| lost.uses += 1).is_some()
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
                if command != "puts" {
                    self.diagnostics.note_not_applied(command, (self.text, name.span.clone()));
                }
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
            self.not_applied(command, name, words);
            return None;
        }
        let done = self.done(command, name, words);
        match done {
            Some(_) => {}
            None if self.has_missing => self.not_applied(command, name, words),
            None => self.lose_clock(name, words),
        }
        done
    }

    /// Notes that a command that states something is not applied.
    fn not_applied(&mut self, command: Command, name: &Word<'t>, words: &[Word<'t>]) {
        if let Some(stated) = command.states() {
            self.diagnostics.note_not_applied(stated, (self.text, name.span.clone()));
            self.lose_clock(name, words);
        }
    }

    /// Does a command whose words are all known.
    fn done(&mut self, command: Command, name: &Word<'t>, words: &[Word<'t>]) -> Option<Value<'t>> {
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

    pub(crate) fn finish(mut self) -> (Constraints, Diagnostics) {
        for LostClock { name, span, uses } in self.lost_clocks.iter().filter(|lost| lost.uses > 0) {
            self.diagnostics.warning("SDC-042", Some((self.text, span.clone())), || {
                let commands =
                    if *uses == 1 { "the command that names it is" } else { "the commands that name it are" };
                format!("clock '{name}' is not made here, so {commands} not applied either: {uses} in all")
            });
        }
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
