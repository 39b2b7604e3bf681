//! The words of a command, taken apart by its table of options.

use smallvec::{SmallVec, smallvec};
use zeroslack_tcl::{Exception, Value};

use crate::command::{Command, Operand, Tables};
use crate::nearest::nearest;
use crate::object::Handle;

/// The code of errors that come from an empty list of objects: in a file of constraints the names that nothing has are why.
pub(crate) const OF_NOTHING: [&str; 2] = ["ZEROSLACK", "NOTHING"];

/// The words of a call.
pub struct Arguments<'w> {
    /// The command.
    pub command: &'static Command,
    /// Of each option its value, or an empty word for a flag; none where it is not given. The last one counts.
    options: SmallVec<[Option<&'w Value>; 16]>,
    /// All options with values as they were given: the place of the option, and the value.
    given: SmallVec<[(usize, &'w Value); 4]>,
    /// Of each operand its word.
    operands: SmallVec<[Option<&'w Value>; 4]>,
    /// What is to be said of options by other names.
    pub(crate) notes: Vec<String>,
}

impl<'w> Arguments<'w> {
    /// Takes words apart: options may be shortened, and stand anywhere.
    pub(crate) fn read(
        tables: &Tables,
        command: &'static Command,
        words: &'w [Value],
    ) -> Result<Self, Exception> {
        let mut options = smallvec![None; command.options.len()];
        let mut operands: SmallVec<[Option<&'w Value>; 4]> = SmallVec::new();
        let mut in_order = SmallVec::new();
        let mut notes = Vec::new();
        let mut at = 0;
        while at < words.len() {
            let word = &words[at];
            at += 1;
            let Some(place) = option_of(tables, command, word, &mut notes)? else {
                operands.push(Some(word));
                continue;
            };
            if command.options[place].value.is_none() {
                options[place] = Some(word);
                continue;
            }
            let Some(value) = words.get(at) else {
                let name = command.options[place].name;
                return Err(error(command, &format!("{name} needs a value")));
            };
            options[place] = Some(value);
            in_order.push((place, value));
            at += 1;
        }
        let most = command.operands.len();
        let least = command.operands.iter().filter(|operand| !operand.is_optional).count();
        let repeats = command.operands.last().is_some_and(|operand| operand.repeats);
        if operands.len() > most && !repeats {
            let extra = operands[most].map(ToString::to_string).unwrap_or_default();
            return Err(error(command, &format!("there is one word too many: '{extra}'")));
        }
        if operands.len() < least {
            let missing: &Operand = &command.operands[operands.len()];
            return Err(error(command, &format!("the {} is missing", missing.name)));
        }
        operands.resize(most.max(operands.len()), None);
        Ok(Self { command, options, given: in_order, operands, notes })
    }

    fn place(&self, name: &str) -> usize {
        let place = self.command.options.iter().position(|option| option.name == name);
        debug_assert!(place.is_some(), "{} has an option {name}", self.command.name);
        place.unwrap_or(usize::MAX)
    }

    /// Whether an option is given.
    pub fn has(&self, name: &str) -> bool {
        self.value(name).is_some()
    }

    /// The value of an option.
    pub fn value(&self, name: &str) -> Option<&'w Value> {
        self.options.get(self.place(name)).copied().flatten()
    }

    /// Options that may be given again and again, in the order in which they stand: which of the names it is, and its value.
    pub fn each_of<'a>(&'a self, names: &'a [&str]) -> impl Iterator<Item = (usize, &'w Value)> + 'a {
        self.given.iter().filter_map(|&(place, value)| {
            let name = self.command.options[place].name;
            Some((names.iter().position(|other| *other == name)?, value))
        })
    }

    /// An operand by its place.
    pub fn operand(&self, place: usize) -> Option<&'w Value> {
        self.operands.get(place).copied().flatten()
    }

    /// All operands that are given, from a place on.
    pub fn operands_from(&self, place: usize) -> impl Iterator<Item = &'w Value> + '_ {
        self.operands.iter().skip(place).copied().flatten()
    }

    /// An operand that has to be there.
    ///
    /// # Errors
    /// If it is not.
    pub fn required(&self, place: usize) -> Result<&'w Value, Exception> {
        self.operand(place).ok_or_else(|| error(self.command, "a word is missing"))
    }

    /// Of two options that each mean a half: both where none is given.
    pub fn pair(&self, first: &str, second: &str) -> [bool; 2] {
        match [self.has(first), self.has(second)] {
            [false, false] => [true, true],
            given => given,
        }
    }

    /// An error of this command that comes from an empty list of objects.
    pub(crate) fn error_of_nothing(&self, what: &str) -> Exception {
        Exception::coded(error(self.command, what).message(), OF_NOTHING)
    }

    /// An error of this command.
    pub fn error(&self, what: &str) -> Exception {
        error(self.command, what)
    }
}

/// The place of the option that a word names; none if it is no option. Numbers begin with a dash too.
fn option_of(
    tables: &Tables,
    command: &Command,
    word: &Value,
    notes: &mut Vec<String>,
) -> Result<Option<usize>, Exception> {
    // No text is made of lists, which may be long.
    if word.host_object::<Handle>().is_some() || word.pure_list().is_some() {
        return Ok(None);
    }
    let text = word.text();
    let mut letters = text.chars();
    if letters.next() != Some('-') || !letters.next().is_some_and(|c| c.is_ascii_alphabetic()) {
        return Ok(None);
    }
    let named = |name: &str| command.options.iter().position(|option| option.name == name);
    if let Some(place) = named(&text) {
        return Ok(Some(place));
    }
    let mut aliases = tables.option_aliases.iter().filter(|alias| alias.0 == command.name);
    if let Some((_, other, name)) = aliases.find(|alias| alias.1 == &*text) {
        notes.push(format!("{}: {other} is called {name} here", command.name));
        return Ok(named(name));
    }
    let matching: Vec<usize> =
        (0..command.options.len()).filter(|&at| command.options[at].name.starts_with(&*text)).collect();
    match matching[..] {
        [one] => Ok(Some(one)),
        [] => {
            // Words such as `-Inf` are values.
            if word.number().is_some() {
                return Ok(None);
            }
            let names = command.options.iter().map(|option| option.name);
            let hint = match nearest(&text, names) {
                Some(near) => format!(": did you mean '{near}'?"),
                None => String::new(),
            };
            Err(error(command, &format!("there is no option '{}'{hint}", &*text)))
        }
        ref several => {
            let names: Vec<&str> = several.iter().map(|&at| command.options[at].name).collect();
            Err(error(command, &format!("'{}' may be {}", &*text, names.join(" or "))))
        }
    }
}

fn error(command: &Command, what: &str) -> Exception {
    let message = format!("{}: {what}; '{} -help' says how it is used", command.name, command.name);
    Exception::coded(message, ["ZEROSLACK", "USAGE", command.name])
}
