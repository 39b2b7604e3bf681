//! `scan`.

mod format;
mod number;

use format::{Conversion, Format, Kind, Piece};

use super::string::byte_length;
use super::{Native, wrong_args};
use crate::characters::is_space;
use crate::exception::{Exception, Outcome};
use crate::interp::Interp;
use crate::value::Value;

pub(crate) const COMMANDS: &[(&str, Native)] = &[("scan", scan)];

fn scan(interp: &mut Interp, words: &[Value]) -> Outcome {
    let [_, value, template, variables @ ..] = words else {
        return Err(wrong_args(words, 1, "string format ?varName ...?"));
    };
    let inline = variables.is_empty();
    let format = Format::parse(&template.text(), (!inline).then_some(variables.len()))?;
    interp.check_size(format.targets.saturating_mul(size_of::<Option<Value>>()))?;
    let text = value.text();
    let mut scanned = Scanned::new(&text, &format);
    scanned.run();
    // The text ended before anything was converted.
    let nothing = scanned.ended && scanned.conversions == 0;
    if inline {
        let results = scanned.results.into_iter().map(Option::unwrap_or_default);
        return Ok(if nothing { Value::empty() } else { Value::list(results.collect()) });
    }
    let mut count = 0;
    let mut failed = None;
    for (variable, result) in variables.iter().zip(scanned.results) {
        let Some(result) = result else { continue };
        count += 1;
        if let Err(error) = interp.set_var(&variable.text(), result) {
            failed = Some(error);
        }
    }
    match failed {
        Some(error) => Err(error),
        None => Ok(Value::from(if nothing { -1 } else { count })),
    }
}

fn error(message: &str, code: &str) -> Exception {
    Exception::coded(message, ["TCL", "FORMAT", code])
}

/// A text on its way through a format.
struct Scanned<'a> {
    text: &'a str,
    rest: &'a str,
    format: &'a Format,
    results: Vec<Option<Value>>,
    /// How many conversions were made.
    conversions: usize,
    /// Whether the text ended before the format did.
    ended: bool,
}

impl<'a> Scanned<'a> {
    fn new(text: &'a str, format: &'a Format) -> Self {
        let results = vec![None; format.targets];
        Self { text, rest: text, format, results, conversions: 0, ended: false }
    }

    /// Goes through the format as far as the text fits.
    fn run(&mut self) {
        for piece in &self.format.pieces {
            let fits = match piece {
                Piece::Blank => {
                    self.skip_blanks();
                    true
                }
                Piece::Literal(character) => self.skip_literal(*character),
                Piece::Conversion(conversion) => self.convert(conversion),
            };
            if !fits {
                return;
            }
        }
    }

    fn skip_blanks(&mut self) {
        self.rest = self.rest.trim_start_matches(is_space);
    }

    fn skip_literal(&mut self, character: char) -> bool {
        match self.rest.strip_prefix(character) {
            Some(after) => self.rest = after,
            None => {
                self.ended |= self.rest.is_empty();
                return false;
            }
        }
        true
    }

    fn convert(&mut self, conversion: &Conversion) -> bool {
        if let Kind::Count = conversion.kind {
            let before = self.text.len() - self.rest.len();
            // As in Tcl 8.6, it is bytes that are counted.
            let count = self.text.get(..before).map_or(0, byte_length);
            self.set(conversion, || Value::from(i64::try_from(count).unwrap_or(i64::MAX)));
            return true;
        }
        if conversion.skips_blanks() {
            self.skip_blanks();
        }
        if self.rest.is_empty() {
            self.ended = true;
            return false;
        }
        let limited = match conversion.width {
            0 => self.rest,
            width => self.rest.char_indices().nth(width).map_or(self.rest, |(end, _)| &self.rest[..end]),
        };
        let length = match &conversion.kind {
            Kind::Word => {
                let length = limited.find(is_space).unwrap_or(limited.len());
                self.set(conversion, || Value::from(&limited[..length]));
                length
            }
            Kind::Set(set) => {
                let length = limited.find(|character| !set.contains(character)).unwrap_or(limited.len());
                if length == 0 {
                    return false;
                }
                self.set(conversion, || Value::from(&limited[..length]));
                length
            }
            Kind::Character => {
                let Some(character) = self.rest.chars().next() else { return false };
                self.set(conversion, || Value::from(i64::from(u32::from(character))));
                character.len_utf8()
            }
            Kind::Integer { .. } | Kind::Float | Kind::Count => {
                let (prefix, value) = number::read(limited, &conversion.kind);
                let Some(value) = value else {
                    let full = conversion.width == 0 || limited.len() == conversion.width;
                    self.ended |= prefix.stopped == limited.len() && full;
                    return false;
                };
                if conversion.target.is_some() && value.float().is_some_and(f64::is_nan) {
                    return false;
                }
                self.set(conversion, || value);
                prefix.length
            }
        };
        self.rest = &self.rest[length..];
        true
    }

    /// Keeps what a conversion gave, unless it is not wanted.
    fn set(&mut self, conversion: &Conversion, value: impl FnOnce() -> Value) {
        self.conversions += 1;
        if let Some(result) = conversion.target.and_then(|target| self.results.get_mut(target)) {
            *result = Some(value());
        }
    }
}
