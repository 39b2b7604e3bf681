//! `format`.

mod conversion;
mod float;
mod integer;

use conversion::{Arguments, Conversion, Kind};

use super::string::c_integer;
use super::{Native, wrong_args};
use crate::exception::{Exception, Outcome};
use crate::interp::Interp;
use crate::value::Value;

pub(crate) const COMMANDS: &[(&str, Native)] = &[("format", format)];

/// How much errors show of a text that is no number.
const SHOWN_BYTES: usize = 50;

fn format(interp: &mut Interp, words: &[Value]) -> Outcome {
    formatted(interp, words)
}

/// What `format` gives, which depends on its words only.
pub(crate) fn formatted(interp: &Interp, words: &[Value]) -> Outcome {
    let [_, template, arguments @ ..] = words else {
        return Err(wrong_args(words, 1, "formatString ?arg ...?"));
    };
    let template = template.text();
    let mut arguments = Arguments::new(arguments);
    let mut result = String::with_capacity(template.len() + 16);
    let mut rest: &str = &template;
    while let Some(at) = memchr::memchr(b'%', rest.as_bytes()) {
        result.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix('%') {
            result.push('%');
            rest = after;
            continue;
        }
        let (conversion, after) = Conversion::parse(rest, &mut arguments, result.len())?;
        rest = after;
        let argument = arguments.take()?;
        if let Err(error) = interp.check_size(result.len().saturating_add(conversion.most_bytes())) {
            // What is wrong with the argument comes first.
            append(
                interp,
                &Conversion { width: 0, precision: None, ..conversion },
                argument,
                &mut String::new(),
            )?;
            return Err(error);
        }
        append(interp, &conversion, argument, &mut result)?;
    }
    result.push_str(rest);
    interp.check_size(result.len())?;
    Ok(Value::from(result))
}

/// Appends an argument as a conversion wants it.
fn append(
    interp: &Interp,
    conversion: &Conversion,
    argument: &Value,
    result: &mut String,
) -> Result<(), Exception> {
    match conversion.kind {
        Kind::Text => {
            interp.check_size(result.len().saturating_add(argument.text().len()))?;
            let text = argument.text();
            pad_text(conversion, conversion.cut(&text), result);
        }
        Kind::Character => {
            let code = c_integer(argument)?;
            let character = u32::try_from(code).ok().and_then(char::from_u32);
            let character = character.unwrap_or(char::REPLACEMENT_CHARACTER);
            pad_text(conversion, character.encode_utf8(&mut [0; 4]), result);
        }
        Kind::Decimal | Kind::Unsigned | Kind::Digits { .. } => {
            integer::append(conversion, argument, result)?
        }
        Kind::Float { .. } => float::append(conversion, argument, result)?,
    }
    Ok(())
}

/// Appends a text, with blanks or zeros up to the width.
fn pad_text(conversion: &Conversion, text: &str, result: &mut String) {
    if conversion.width == 0 {
        return result.push_str(text);
    }
    let chars = if text.is_ascii() { text.len() } else { text.chars().count() };
    let fill = if conversion.zero { '0' } else { ' ' };
    let missing = std::iter::repeat_n(fill, conversion.width.saturating_sub(chars));
    if conversion.left {
        result.push_str(text);
        result.extend(missing);
    } else {
        result.extend(missing);
        result.push_str(text);
    }
}

/// Appends a number: its sign and prefix, then its digits. Zeros up to the width stand between the two.
fn pad_number(conversion: &Conversion, zeros: bool, head: &str, digits: &str, result: &mut String) {
    let missing = conversion.width.saturating_sub(head.len() + digits.len());
    match (zeros, conversion.left) {
        (true, _) => {
            result.push_str(head);
            result.extend(std::iter::repeat_n('0', missing));
            result.push_str(digits);
        }
        (false, true) => {
            result.push_str(head);
            result.push_str(digits);
            result.extend(std::iter::repeat_n(' ', missing));
        }
        (false, false) => {
            result.extend(std::iter::repeat_n(' ', missing));
            result.push_str(head);
            result.push_str(digits);
        }
    }
}
