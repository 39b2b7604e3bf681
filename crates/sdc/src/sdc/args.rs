//! The words of a command as its options and operands.

use zeroslack_units::{Ticks, ticks_within_range};

use super::reader::Reader;
use super::value::Word;

/// What a command takes.
pub(crate) struct Spec {
    pub(crate) command: &'static str,
    /// At most 16.
    pub(crate) options: &'static [Opt],
    /// What the words without an option are, in order, and whether they can be missing. At most 2.
    pub(crate) operands: &'static [Operand],
}

/// An option of a command.
pub(crate) struct Opt {
    name: &'static str,
    takes_value: bool,
}

/// An operand of a command.
pub(crate) struct Operand {
    name: &'static str,
    required: bool,
}

pub(crate) const fn flag(name: &'static str) -> Opt {
    Opt { name, takes_value: false }
}

pub(crate) const fn value(name: &'static str) -> Opt {
    Opt { name, takes_value: true }
}

pub(crate) const fn required(name: &'static str) -> Operand {
    Operand { name, required: true }
}

pub(crate) const fn optional(name: &'static str) -> Operand {
    Operand { name, required: false }
}

const MOST_OPTIONS: usize = 16;

/// The words of one command, sorted.
pub(crate) struct Args<'w, 't> {
    options: &'static [Opt],
    /// For each option, the word it stands in, or that its value stands in.
    given: [Option<&'w Word<'t>>; MOST_OPTIONS],
    pub(crate) operands: [Option<&'w Word<'t>>; 2],
}

impl<'w, 't> Args<'w, 't> {
    /// Whether an option is given.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.value(name).is_some()
    }

    /// The word of an option's value, or of an option without one.
    pub(crate) fn value(&self, name: &str) -> Option<&'w Word<'t>> {
        let index = self.options.iter().position(|option| option.name == name);
        debug_assert!(index.is_some(), "{name} is not in the command's options");
        self.given[index?]
    }

    /// Whether each of two options is meant: both are if neither is given.
    pub(crate) fn pair(&self, first: &str, second: &str) -> [bool; 2] {
        let given = [self.has(first), self.has(second)];
        if given == [false, false] { [true, true] } else { given }
    }
}

/// A word's text; empty for objects.
pub(crate) fn operand_word<'w>(word: &'w Word<'_>) -> &'w str {
    word.value.as_text().unwrap_or_default()
}

impl<'t> Reader<'t, '_> {
    /// Sorts the words of a command. None where they are wrong, which is reported.
    pub(crate) fn args<'w>(
        &mut self,
        spec: &'static Spec,
        name: &Word<'t>,
        words: &'w [Word<'t>],
    ) -> Option<Args<'w, 't>> {
        let mut args = Args { options: spec.options, given: [None; MOST_OPTIONS], operands: [None; 2] };
        let mut operands = 0;
        let mut rest = words.iter();
        while let Some(word) = rest.next() {
            if is_option(word) {
                let index = self.option(spec, word)?;
                let value = if spec.options[index].takes_value {
                    self.option_value(word, rest.next())?
                } else {
                    word
                };
                if spec.options[index].takes_value && args.given[index].is_some() {
                    self.diagnostics.error("SDC-013", self.place(word), || {
                        format!("'{}' is given twice: expected one value", spec.options[index].name)
                    });
                    return None;
                }
                args.given[index] = Some(value);
            } else if operands < spec.operands.len() {
                args.operands[operands] = Some(word);
                operands += 1;
            } else {
                self.diagnostics.error("SDC-014", self.place(word), || {
                    format!("'{}' has no place for this: expected {}", spec.command, expected(spec))
                });
                return None;
            }
        }
        if spec.operands.get(operands).is_some_and(|operand| operand.required) {
            self.diagnostics.error("SDC-015", self.place(name), || {
                format!("'{}' needs {}", spec.command, expected(spec))
            });
            return None;
        }
        Some(args)
    }

    /// The option that a word is, in full or abbreviated.
    fn option(&mut self, spec: &'static Spec, word: &Word<'t>) -> Option<usize> {
        let text = operand_word(word);
        if let Some(exact) = spec.options.iter().position(|option| option.name == text) {
            return Some(exact);
        }
        let mut longer = (0..spec.options.len()).filter(|&index| spec.options[index].name.starts_with(text));
        if let (Some(only), None) = (longer.next(), longer.next()) {
            return Some(only);
        }
        self.diagnostics.error("SDC-016", self.place(word), || {
            let names: Vec<&str> = spec.options.iter().map(|option| option.name).collect();
            let expected = if names.is_empty() { "none".to_string() } else { names.join(", ") };
            format!(
                "'{text}' is not an option of '{}', or could be several: expected {expected}",
                spec.command
            )
        });
        None
    }

    fn option_value<'w>(&mut self, option: &Word<'t>, value: Option<&'w Word<'t>>) -> Option<&'w Word<'t>> {
        let value = value.filter(|value| !is_option(value));
        if value.is_none() {
            self.diagnostics.error("SDC-017", self.place(option), || {
                format!("the value of '{}' is missing", operand_word(option))
            });
        }
        value
    }

    /// A finite number.
    pub(crate) fn number(&mut self, word: &Word<'t>) -> Option<f64> {
        let text = operand_word(word).trim_ascii();
        self.number_in(text, word)
    }

    /// The same of a part of a word.
    pub(crate) fn number_in(&mut self, text: &str, word: &Word<'t>) -> Option<f64> {
        let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
        if number.is_none() {
            self.diagnostics.error("SDC-018", self.place_of(text, word), || {
                format!("'{text}' is not a number: expected a finite decimal")
            });
        }
        number
    }

    /// A number in the file's units of time, in ticks.
    pub(crate) fn time(&mut self, number: f64, word: &Word<'t>) -> Option<Ticks> {
        let ps = number * self.units.time;
        let time = ticks_within_range(ps);
        if time.is_none() {
            self.diagnostics.error("SDC-019", self.place(word), || {
                format!("{ps} ps is too long: expected at most 112 ms")
            });
        }
        time
    }

    /// A number of at least 0 that is in `unit`, as one of the units used inside, of which there are at most `largest`.
    pub(crate) fn amount(&mut self, word: &Word<'t>, (unit, largest): (f64, f32)) -> Option<f32> {
        let amount = (self.number(word)? * unit) as f32;
        if (0.0..=largest).contains(&amount) {
            return Some(amount);
        }
        self.diagnostics.error("SDC-020", self.place(word), || {
            let most = f64::from(largest) / unit;
            format!("'{}' is negative or too large: expected 0 to {most}", operand_word(word))
        });
        None
    }
}

/// A minus before a number makes no option.
fn is_option(word: &Word<'_>) -> bool {
    match operand_word(word).as_bytes() {
        [b'-', second, ..] => !second.is_ascii_digit() && *second != b'.',
        _ => false,
    }
}

/// What a command's operands are.
fn expected(spec: &Spec) -> String {
    let names: Vec<&str> = spec.operands.iter().map(|operand| operand.name).collect();
    if names.is_empty() { "options only".to_string() } else { names.join(" and ") }
}
