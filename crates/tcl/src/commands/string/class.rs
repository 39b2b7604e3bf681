//! `is`.

use super::super::number_prefix::{Bases, integer_prefix, number_length};
use super::super::{option_index, wrong_args};
use super::list_failure::list_failure;
use super::{bad_option, count, is_option};
use crate::characters;
use crate::exception::{Exception, Outcome};
use crate::interp::Interp;
use crate::value::{Number, Value, is_list_space};

const CLASSES: &[&str] = &[
    "alnum",
    "alpha",
    "ascii",
    "control",
    "boolean",
    "digit",
    "double",
    "entier",
    "false",
    "graph",
    "integer",
    "list",
    "lower",
    "print",
    "punct",
    "space",
    "true",
    "upper",
    "wideinteger",
    "wordchar",
    "xdigit",
];

/// Where a text fails to be of a class, and what errors need not say.
enum Failure {
    /// At a character.
    At(usize),
    /// Nowhere: it is a number, but it is too large.
    TooLarge,
}

pub(super) fn is(interp: &mut Interp, words: &[Value]) -> Outcome {
    let [class, options @ .., value] = words.get(2..).unwrap_or_default() else {
        return Err(usage(words, "class"));
    };
    if words.len() < 4 || options.len() > 3 {
        return Err(usage(words, "class"));
    }
    let class = CLASSES[option_index(class, CLASSES, "class", false)?];
    let (strict, variable) = parse(words, class, options)?;
    let failed = match value.is_empty() {
        true => (strict && class != "list").then_some(Failure::At(0)),
        false => failure(class, value),
    };
    if let (Some(name), Some(failed)) = (variable, &failed) {
        let at = match failed {
            Failure::At(at) => count(*at),
            Failure::TooLarge => Value::from(-1),
        };
        interp.set_var(&name.text(), at)?;
    }
    Ok(Value::from_bool(failed.is_none()))
}

fn usage(words: &[Value], class: &str) -> Exception {
    wrong_args(words, 2, &format!("{class} ?-strict? ?-failindex var? str"))
}

/// Reads the options: whether the empty text fails, and the variable that is told where a text fails.
fn parse<'a>(
    words: &[Value],
    class: &str,
    options: &'a [Value],
) -> Result<(bool, Option<&'a Value>), Exception> {
    let mut strict = false;
    let mut variable = None;
    let mut options = options.iter();
    while let Some(option) = options.next() {
        if is_option(option, "-strict") {
            strict = true;
        } else if is_option(option, "-failindex") {
            variable = Some(options.next().ok_or_else(|| usage(words, class))?);
        } else {
            return Err(bad_option(option, "-strict or -failindex"));
        }
    }
    Ok((strict, variable))
}

/// Where a text that is not empty fails to be of a class, if it does.
fn failure(class: &str, value: &Value) -> Option<Failure> {
    let is_of_class: fn(char) -> bool = match class {
        "boolean" => return truth(value).is_none().then_some(Failure::At(0)),
        "true" => return (truth(value) != Some(true)).then_some(Failure::At(0)),
        "false" => return (truth(value) != Some(false)).then_some(Failure::At(0)),
        "double" => {
            return value.number().is_none().then(|| number_failure(&value.text(), number_length));
        }
        "entier" | "integer" | "wideinteger" => return integer_failure(class, value),
        "list" => {
            return value.elements().is_err().then(|| Failure::At(list_failure(&value.text()).unwrap_or(0)));
        }
        "alnum" => characters::is_alnum,
        "alpha" => characters::is_alpha,
        "ascii" => |character| character.is_ascii(),
        "control" => characters::is_control,
        "digit" => characters::is_digit,
        "graph" => characters::is_graph,
        "lower" => characters::is_lower,
        "print" => characters::is_print,
        "punct" => characters::is_punctuation,
        "space" => characters::is_space,
        "upper" => characters::is_upper,
        "wordchar" => characters::is_word,
        _ => |character| character.is_ascii_hexdigit(),
    };
    value.text().chars().position(|character| !is_of_class(character)).map(Failure::At)
}

/// The truth value that a text is by itself: of numbers, just `0` and `1` are such.
fn truth(value: &Value) -> Option<bool> {
    let plain = matches!(&*value.text(), "0" | "1") || value.number().is_none();
    if plain { value.bool_word() } else { None }
}

/// Where a text stops being a number with white space around it.
fn number_failure(text: &str, length: fn(&str) -> usize) -> Failure {
    let blanks = |from: usize| text.bytes().skip(from).take_while(|&byte| is_list_space(byte)).count();
    let start = blanks(0);
    let number = text.get(start..).map_or(0, length);
    // The number and the blanks are of ASCII characters.
    Failure::At(if number == 0 { 0 } else { start + number + blanks(start + number) })
}

fn integer_failure(class: &str, value: &Value) -> Option<Failure> {
    let fits = match value.number() {
        Some(Number::Int(number)) => class != "integer" || number.unsigned_abs() <= u64::from(u32::MAX),
        Some(Number::Big(big)) => match class {
            "entier" => true,
            "wideinteger" => big.bits() <= 64,
            _ => false,
        },
        _ => return Some(number_failure(&value.text(), |text| integer_prefix(text, Bases::All).length)),
    };
    (!fits).then_some(Failure::TooLarge)
}
