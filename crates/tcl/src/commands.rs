//! The commands of the language, a family a file.

use crate::exception::{Exception, Outcome};
use crate::interp::Interp;
use crate::value::Value;

/// A command in Rust: what it is given includes its own name as the first word.
pub(crate) type Native = fn(&mut Interp, &[Value]) -> Outcome;

/// A command of subcommands, which unique prefixes can name: `(name, function)`, sorted by name. The function is given all words, the
/// command's and the subcommand's first.
pub(crate) type Subcommands = &'static [(&'static str, Native)];

/// The error of a wrong number of words: the first `kept` words of the command, and what should follow them.
pub(crate) fn wrong_args(words: &[Value], kept: usize, usage: &str) -> Exception {
    let mut text = words[..kept.min(words.len())]
        .iter()
        .map(|word| crate::value::quote_element(&word.text(), false))
        .collect::<Vec<_>>();
    if !usage.is_empty() {
        text.push(usage.to_owned());
    }
    Exception::wrong_args(&text.join(" "))
}

/// The number of the option that a word names in full or by a unique prefix. `what` is what errors call it: `option`, `subcommand`.
pub(crate) fn option_index(
    word: &Value,
    options: &[&str],
    what: &str,
    exact: bool,
) -> Result<usize, Exception> {
    let text = word.text();
    if let Some(at) = options.iter().position(|option| *option == &*text) {
        return Ok(at);
    }
    let mut matching = options.iter().enumerate().filter(|(_, option)| option.starts_with(&*text));
    let (first, second) = (matching.next(), matching.next());
    if let (Some((at, _)), None, false, false) = (first, second, exact, text.is_empty()) {
        return Ok(at);
    }
    let ambiguous = !exact && second.is_some() && !text.is_empty();
    let verb = if ambiguous { "ambiguous" } else { "bad" };
    let message = format!("{verb} {what} \"{}\": must be {}", &*text, alternatives(options));
    Err(Exception::coded(message, ["TCL", "LOOKUP", "INDEX", what, &*text]))
}

/// `a`, `a or b`, `a, b, or c`.
pub(crate) fn alternatives(options: &[&str]) -> String {
    match options {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first, second] => format!("{first} or {second}"),
        [others @ .., last] => format!("{}, or {last}", others.join(", ")),
    }
}

/// The integer that a word is.
pub(crate) fn integer(word: &Value) -> Result<i64, Exception> {
    word.int().ok_or_else(|| {
        Exception::coded(format!("expected integer but got \"{}\"", word.text()), ["TCL", "VALUE", "NUMBER"])
    })
}

/// The position that a word names in `len` elements; it may lie outside.
pub(crate) fn position(word: &Value, len: usize) -> Result<i64, Exception> {
    crate::value::parse_index(word).map(|index| index.at(len)).ok_or_else(|| bad_index(word))
}

/// The error of a word that is no position.
pub(crate) fn bad_index(word: &Value) -> Exception {
    let message = format!("bad index \"{}\": must be integer?[+-]integer? or end?[+-]integer?", word.text());
    Exception::coded(message, ["TCL", "VALUE", "INDEX"])
}

/// The truth value that a word is.
pub(crate) fn boolean(word: &Value) -> Result<bool, Exception> {
    word.bool().ok_or_else(|| {
        Exception::coded(
            format!("expected boolean value but got \"{}\"", word.text()),
            ["TCL", "VALUE", "NUMBER"],
        )
    })
}
