//! Commands that run scripts, and helpers of these.

use rustc_hash::FxHashSet;
use zeroslack_tcl::{Exception, Interp, Outcome, Value};

use crate::arguments::Arguments;
use crate::command::{Command, Group, Run, flag_that, optional, required, value_that};
use crate::dispatch::state;
use crate::read::{read, script_in};
use crate::state::State;

pub(crate) const COMMANDS: &[Command] = &[
    Command {
        name: "source",
        group: Group::Session,
        summary: "Runs a script, gzipped or not.",
        options: &[
            flag_that("-echo", "prints the script before it is run"),
            flag_that("-verbose", "the same"),
            value_that("-encoding", "name", "only utf-8 is known; other bytes are taken for ISO 8859-1"),
        ],
        operands: &[required("file")],
        run: Run::Interp(source),
    },
    Command {
        name: "sta::parse_key_args",
        group: Group::Session,
        summary: "For procedures that take options: parse_key_args command variable keys_array keys flags_array flags. It takes the words in the variable apart: the array of keys gets the values of options in the list of keys, that of flags a 1 for each in the list of flags, and the variable keeps the other words.",
        options: &[],
        operands: &[
            required("command"),
            required("variable"),
            required("keys_array"),
            required("keys"),
            optional("flags_array"),
            optional("flags"),
            optional("unknown_is_error"),
        ],
        run: Run::Words(parse_key_args),
    },
    Command {
        name: "delete_from_list",
        group: Group::Session,
        summary: "A list without some of its objects or words.",
        options: &[],
        operands: &[required("list"), required("objects")],
        run: Run::State(delete_from_list),
    },
    Command {
        name: "sta::sort_by_name",
        group: Group::Session,
        summary: "Objects in the order of their names.",
        options: &[],
        operands: &[required("objects")],
        run: Run::State(sort_by_name),
    },
];

/// Runs a file, gzipped or not. While constraints are read, it is read as they are.
///
/// # Errors
/// The error that it ends with.
pub fn run_file(interp: &mut Interp, path: &str) -> Outcome {
    run_echoed(interp, path, false)
}

fn run_echoed(interp: &mut Interp, path: &str, echoes: bool) -> Outcome {
    let text = script_in(interp, path)?;
    if echoes {
        echo(interp, &text)?;
    }
    if state(interp)?.reading.is_some() {
        return read(interp, path, &text).map(|_| Value::empty());
    }
    interp.source_text(path, &text)
}

/// Prints a script.
pub(crate) fn echo(interp: &mut Interp, text: &str) -> Result<(), Exception> {
    interp.print(text)?;
    if text.ends_with('\n') { Ok(()) } else { interp.print("\n") }
}

fn source(interp: &mut Interp, arguments: &Arguments<'_>) -> Outcome {
    let path = arguments.required(0)?.text().to_owned();
    run_echoed(interp, &path, arguments.has("-echo") || arguments.has("-verbose"))
}

/// One of the options that a word is short for; an error if it is several.
fn option_named(command: &str, word: &str, options: &[Value]) -> Result<Option<String>, Exception> {
    let names: Vec<String> = options.iter().map(ToString::to_string).collect();
    if names.iter().any(|name| name == word) {
        return Ok(Some(word.to_owned()));
    }
    let matching: Vec<&String> = names.iter().filter(|name| name.starts_with(word)).collect();
    match matching[..] {
        [] => Ok(None),
        [one] => Ok(Some(one.clone())),
        _ => {
            let all: Vec<&str> = matching.iter().map(|name| name.as_str()).collect();
            Err(Exception::error(format!("{command}: '{word}' may be {}", all.join(" or "))))
        }
    }
}

fn parse_key_args(interp: &mut Interp, words: &[Value]) -> Outcome {
    let (command, variable, keys_array, keys, more) = match words {
        [command, variable, keys_array, keys, more @ ..] if more.len() <= 3 => {
            (command.text().to_owned(), variable.text(), keys_array.text(), keys.elements()?, more)
        }
        _ => {
            let usage = "sta::parse_key_args command variable keys_array keys ?flags_array? ?flags? ?unknown_is_error?";
            return Err(Exception::wrong_args(usage));
        }
    };
    let flags_array = more.first().map(ToString::to_string).unwrap_or_default();
    let flags = more.get(1).map_or_else(Value::empty, Clone::clone).elements()?;
    let refuses = more.get(2).and_then(Value::bool).unwrap_or(true);
    let given = interp.get_var(&variable)?.elements()?;
    let mut rest = Vec::new();
    let mut given = given.iter();
    while let Some(word) = given.next() {
        let text = word.text();
        if !text.starts_with('-') || word.number().is_some() {
            rest.push(word.clone());
        } else if let Some(key) = option_named(&command, &text, &keys)? {
            let value =
                given.next().ok_or_else(|| Exception::error(format!("{command}: {key} needs a value")))?;
            interp.set_var(&format!("{keys_array}({key})"), value.clone())?;
        } else if let Some(flag) = option_named(&command, &text, &flags)? {
            interp.set_var(&format!("{flags_array}({flag})"), Value::from(1))?;
        } else if refuses {
            return Err(Exception::error(format!("{command}: there is no option '{text}'")));
        } else {
            rest.push(word.clone());
        }
    }
    interp.set_var(&variable, Value::list(rest))?;
    Ok(Value::empty())
}

fn sort_by_name(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let words = state.words(arguments.required(0)?)?;
    let mut named = Vec::new();
    for word in words.iter() {
        let name = match state.object_of_handle(word)? {
            Some(object) => state.name_of(object)?,
            None => word.to_string(),
        };
        named.push((name, word.clone()));
    }
    named.sort_by(|(a, _), (b, _)| a.cmp(b));
    Ok(Value::list(named.into_iter().map(|(_, word)| word).collect()))
}

fn delete_from_list(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let taken = state.words(arguments.required(1)?)?;
    let texts: FxHashSet<String> = taken.iter().map(ToString::to_string).collect();
    let words = state.words(arguments.required(0)?)?;
    let kept = words.iter().filter(|word| !texts.contains(&word.to_string()));
    Ok(Value::list(kept.cloned().collect()))
}
