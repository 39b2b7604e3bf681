//! `compare`, `equal` and `match`.

use std::cmp::Ordering;

use super::super::glob_match::glob_match;
use super::super::wrong_args;
use super::{bad_option, c_integer, is_option};
use crate::characters::lower;
use crate::exception::{Exception, Outcome};
use crate::interp::Interp;
use crate::value::Value;

const USAGE: &str = "?-nocase? ?-length int? string1 string2";

/// How texts are compared.
#[derive(Default)]
struct Comparison {
    nocase: bool,
    /// How many characters count.
    length: Option<usize>,
}

/// Reads the options before the two texts.
fn parse(words: &[Value]) -> Result<(Comparison, &Value, &Value), Exception> {
    let wrong = || wrong_args(words, 2, USAGE);
    let [options @ .., a, b] = words.get(2..).unwrap_or_default() else { return Err(wrong()) };
    if options.len() > 3 {
        return Err(wrong());
    }
    let mut comparison = Comparison::default();
    let mut options = options.iter();
    while let Some(option) = options.next() {
        if is_option(option, "-nocase") {
            comparison.nocase = true;
        } else if is_option(option, "-length") {
            comparison.length = usize::try_from(c_integer(options.next().ok_or_else(wrong)?)?).ok();
        } else {
            return Err(bad_option(option, "-nocase or -length"));
        }
    }
    Ok((comparison, a, b))
}

impl Comparison {
    fn order(&self, a: &str, b: &str) -> Ordering {
        let ascii =
            self.length.is_some_and(|length| length >= a.len() && length >= b.len()) || self.length.is_none();
        match (self.nocase, ascii) {
            (false, true) => a.cmp(b),
            (false, false) => self.cut(a).cmp(self.cut(b)),
            (true, _) => self.cut(a).map(lower).cmp(self.cut(b).map(lower)),
        }
    }

    /// The characters that count.
    fn cut<'a>(&self, text: &'a str) -> impl Iterator<Item = char> + 'a {
        text.chars().take(self.length.unwrap_or(usize::MAX))
    }
}

pub(super) fn compare(_: &mut Interp, words: &[Value]) -> Outcome {
    let (comparison, a, b) = parse(words)?;
    Ok(Value::from(comparison.order(&a.text(), &b.text()) as i64))
}

pub(super) fn equal(_: &mut Interp, words: &[Value]) -> Outcome {
    let (comparison, a, b) = parse(words)?;
    if !comparison.nocase && comparison.length.is_none() {
        return Ok(Value::from_bool(a.same_text(b)));
    }
    Ok(Value::from_bool(comparison.order(&a.text(), &b.text()) == Ordering::Equal))
}

pub(super) fn match_command(_: &mut Interp, words: &[Value]) -> Outcome {
    let (nocase, pattern, text) = match words {
        [_, _, pattern, text] => (false, pattern, text),
        [_, _, option, pattern, text] if is_option(option, "-nocase") => (true, pattern, text),
        [_, _, option, _, _] => return Err(bad_option(option, "-nocase")),
        _ => return Err(wrong_args(words, 2, "?-nocase? pattern string")),
    };
    Ok(Value::from_bool(glob_match(&pattern.text(), &text.text(), nocase)))
}
