//! Completion of words at a prompt: commands, options, variables, and names of the design's objects.

use zeroslack_tcl::Interp;

use crate::tables::TABLES;

use zeroslack::constraints::object::Kinds;
use zeroslack::constraints::state;

/// So many names are offered at the most.
const MOST: usize = 200;

/// Where the word begins that a place in a line is in, and what it may become, in order.
pub(crate) fn complete(interp: &mut Interp, line: &str, place: usize) -> (usize, Vec<String>) {
    let before = &line[..place];
    let start = word_start(before);
    let word = &before[start..];
    let command_start = command_start(&before[..start]);
    let name = before[command_start..].split_whitespace().next().unwrap_or_default();
    let (mut found, is_closed) = if before[..start].ends_with('$') {
        (variables(interp, word), false)
    } else if before[command_start..start].trim().is_empty() {
        (commands(interp, word), true)
    } else if word.starts_with('-') {
        (options(name, word), true)
    } else {
        (objects(interp, name, word), false)
    };
    found.sort();
    found.dedup();
    found.truncate(MOST);
    // A word that can be nothing else is done.
    if let ([one], true) = (&mut found[..], is_closed) {
        one.push(' ');
    }
    (start, found)
}

/// Whether a bracket behind this character, if there is one, begins a command. Behind a letter it belongs to the name of a bus's bit.
fn begins_command(before: Option<char>) -> bool {
    before.is_none_or(|c| c.is_whitespace() || "[{;\"$".contains(c))
}

/// Where the last word of a text begins.
fn word_start(text: &str) -> usize {
    let ends_word = |at: usize, c: char| match c {
        '[' => begins_command(text[..at].chars().next_back()),
        _ => begins_command(Some(c)),
    };
    let end = text.char_indices().rev().find(|(at, c)| ends_word(*at, *c));
    end.map_or(0, |(at, c)| at + c.len_utf8())
}

/// Commands whose words in braces are scripts.
const WITH_SCRIPTS: [&str; 8] = ["catch", "for", "foreach", "if", "namespace", "proc", "time", "while"];

/// Where the command begins that goes on behind a text.
fn command_start(text: &str) -> usize {
    let is_start = |at: usize, c: char| match c {
        '[' => begins_command(text[..at].chars().next_back()),
        _ => matches!(c, ';' | '\n'),
    };
    let start = text.char_indices().rev().find(|(at, c)| is_start(*at, *c)).map_or(0, |(at, _)| at + 1);
    let name = text[start..].split_whitespace().next().unwrap_or_default();
    match text[start..].rfind('{') {
        Some(brace) if WITH_SCRIPTS.contains(&name) => start + brace + 1,
        _ => start,
    }
}

/// What a question to the interpreter gives, as texts; a wrong one gives nothing.
fn answers(interp: &mut Interp, question: &str, word: &str) -> Vec<String> {
    let pattern = format!("{}*", word.replace(['*', '?', '[', '\\'], ""));
    let words: Vec<_> = question.split(' ').map(Into::into).chain([pattern.as_str().into()]).collect();
    let Ok(list) = interp.call(&words) else { return Vec::new() };
    list.elements().map_or_else(|_| Vec::new(), |all| all.iter().map(ToString::to_string).collect())
}

/// Commands by the names that the documentation has, not by other ones.
fn commands(interp: &mut Interp, word: &str) -> Vec<String> {
    let mut names = answers(interp, "info commands", word);
    names.retain(|name| !TABLES.all_aliases().any(|(alias, _)| alias == name));
    names
}

fn variables(interp: &mut Interp, word: &str) -> Vec<String> {
    answers(interp, "info globals", word)
}

fn options(command: &str, word: &str) -> Vec<String> {
    let Some(command) = TABLES.find(command) else { return Vec::new() };
    let names = command.options.iter().map(|option| option.name).chain(["-help"]);
    names.filter(|name| name.starts_with(word)).map(str::to_owned).collect()
}

/// Names of the objects that a command may be about, up to the next level of the hierarchy.
fn objects(interp: &mut Interp, command: &str, word: &str) -> Vec<String> {
    let kinds = match command {
        "get_clock" | "get_clocks" => vec![Kinds::CLOCKS],
        "get_port" | "get_ports" => vec![Kinds::PORTS],
        "get_net" | "get_nets" => vec![Kinds::NETS],
        "get_cell" | "get_cells" => vec![Kinds::CELLS],
        "get_pin" | "get_pins" => vec![Kinds::PINS, Kinds::CELLS],
        "get_lib_cell" | "get_lib_cells" => vec![Kinds::LIB_CELLS],
        _ => vec![Kinds::CLOCKS, Kinds::PORTS],
    };
    let Ok(state) = state(interp) else { return Vec::new() };
    let mut names = Vec::new();
    for kind in kinds {
        let found = state.named(&format!("{word}*"), kind).unwrap_or_default();
        names.extend(found.into_iter().take(MOST).filter_map(|object| state.name_of(object).ok()));
    }
    // A net has other names too; and a library cell may be named without its library.
    names.retain(|name| name.starts_with(word) || command.starts_with("get_lib"));
    names
}
