//! The commands of the language, a family a file.

pub(crate) mod absent;
pub(crate) mod array;
pub(crate) mod channel;
pub(crate) mod clock;
pub(crate) mod control;
pub(crate) mod dict;
pub(crate) mod evaluate;
pub(crate) mod events;
pub(crate) mod exceptions;
pub(crate) mod file;
pub(crate) mod file_paths;
pub(crate) mod format;
pub(crate) mod glob;
pub(crate) mod glob_match;
pub(crate) mod info;
pub(crate) mod list;
pub(crate) mod lsearch;
pub(crate) mod lsort;
pub(crate) mod namespace;
mod number_prefix;
pub(crate) mod package;
pub(crate) mod procedures;
pub(crate) mod regexp;
pub(crate) mod scan;
pub(crate) mod split_join;
pub(crate) mod string;
pub(crate) mod switch;
pub(crate) mod variable;

use num_bigint::Sign;

use crate::exception::{Exception, Outcome};
use crate::expression::{FUNCTIONS, OPERATORS};
use crate::interp::Interp;
use crate::namespaces::Body;
use crate::value::{Number, Value};

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
        Exception::coded(format!("expected integer but got \"{}\"", word.text()), ["TCL", "VALUE", "INTEGER"])
    })
}

/// The integer that a word is, for commands that take numbers of 64 bits.
pub(crate) fn wide(word: &Value) -> Result<i64, Exception> {
    match word.number() {
        Some(Number::Int(value)) => Ok(value),
        // What only fits without a sign wraps around.
        Some(Number::Big(value)) => match u64::try_from(value.magnitude()) {
            Ok(magnitude) if value.sign() == Sign::Minus => Ok(magnitude.wrapping_neg() as i64),
            Ok(magnitude) => Ok(magnitude as i64),
            Err(_) => {
                let message = "integer value too large to represent";
                Err(Exception::coded(message, ["ARITH", "IOVERFLOW", message]))
            }
        },
        _ => {
            let text = word.text();
            let message =
                format!("expected integer but got \"{}\"", crate::exception::shortened(&text, 50).0);
            Err(Exception::coded(message, ["TCL", "VALUE", "NUMBER"]))
        }
    }
}

/// The position that a word names in `len` elements; it may lie outside.
pub(crate) fn position(word: &Value, len: usize) -> Result<i64, Exception> {
    crate::value::parse_index(word).map(|index| index.at(len)).ok_or_else(|| bad_index(word))
}

/// The error of a word that is no position.
pub(crate) fn bad_index(word: &Value) -> Exception {
    let text = word.text();
    let number = text.strip_prefix("end-").unwrap_or(&text);
    let only_digits = number.trim_start_matches('-').bytes().all(|byte| byte.is_ascii_digit());
    let octal = if only_digits { crate::expression::looks_octal(number) } else { "" };
    let message = format!("bad index \"{text}\": must be integer?[+-]integer? or end?[+-]integer?{octal}");
    Exception::coded(message, ["TCL", "VALUE", "INDEX"])
}

/// The truth value that a word is.
pub(crate) fn boolean(word: &Value) -> Result<bool, Exception> {
    word.bool().ok_or_else(|| {
        Exception::coded(
            format!("expected boolean value but got \"{}\"", crate::exception::shortened(&word.text(), 50).0),
            ["TCL", "VALUE", "NUMBER"],
        )
    })
}

/// All commands of the language.
pub(crate) fn define_all(interp: &mut Interp) {
    let families = [
        absent::COMMANDS,
        array::COMMANDS,
        channel::COMMANDS,
        control::COMMANDS,
        evaluate::COMMANDS,
        events::COMMANDS,
        exceptions::COMMANDS,
        format::COMMANDS,
        glob::COMMANDS,
        list::COMMANDS,
        procedures::COMMANDS,
        regexp::COMMANDS,
        scan::COMMANDS,
        split_join::COMMANDS,
        variable::COMMANDS,
    ];
    for &(name, native) in families.into_iter().flatten() {
        interp.define_builtin(name, Body::Native(native));
    }
    for &(name, frame) in evaluate::FRAMES {
        interp.define_builtin(name, Body::Frame(frame));
    }
    interp.define_builtin("package", Body::Native(package::package));
    interp.define_builtin("namespace", Body::Frame(namespace::namespace));
    let ensembles = [
        ("array", array::ARRAY),
        ("clock", clock::CLOCK),
        ("dict", dict::DICT),
        ("file", file::FILE),
        ("info", info::INFO),
        ("string", string::STRING),
    ];
    for (name, subcommands) in ensembles {
        interp.define_builtin(name, Body::Ensemble(subcommands));
    }
    for (space, commands) in [("mathfunc", FUNCTIONS), ("mathop", OPERATORS)] {
        for (name, native) in commands {
            interp.define(&format!("::tcl::{space}::{name}"), Body::Native(*native), None);
        }
    }
}

impl Interp {
    fn define_builtin(&mut self, name: &'static str, body: Body) {
        let inline = self.inlined.contains(name).then_some(name);
        self.define(&format!("::{name}"), body, inline);
    }

    /// Runs the subcommand that the second word names, in full or by a unique prefix.
    pub(crate) fn call_subcommand(&mut self, subcommands: Subcommands, words: &[Value]) -> Outcome {
        let Some(word) = words.get(1) else { return Err(wrong_args(words, 1, "subcommand ?arg ...?")) };
        let text = word.text();
        if let Ok(at) = subcommands.binary_search_by(|(name, _)| (*name).cmp(&text)) {
            return subcommands[at].1(self, words);
        }
        let mut matching =
            subcommands.iter().filter(|(name, _)| !text.is_empty() && name.starts_with(&*text));
        if let (Some((full, native)), None) = (matching.next(), matching.next()) {
            let mut words = words.to_vec();
            words[1] = Value::from(*full);
            return native(self, &words);
        }
        let names: Vec<&str> = subcommands.iter().map(|(name, _)| *name).collect();
        let message =
            format!("unknown or ambiguous subcommand \"{}\": must be {}", &*text, alternatives(&names));
        Err(Exception::coded(message, ["TCL", "LOOKUP", "SUBCOMMAND", &*text]))
    }
}
