//! Completion of words at a prompt: commands, options, variables, and names of the design's objects.

use zeroslack_tcl::Interp;

use crate::command::find;
use crate::dispatch::state;
use crate::object::Kinds;

/// So many names are offered at the most.
const MOST: usize = 200;

/// Where the word begins that a place in a line is in, and what it may become, in order.
pub(crate) fn complete(interp: &mut Interp, line: &str, place: usize) -> (usize, Vec<String>) {
    let before = &line[..place];
    let start = before.rfind(|c: char| c.is_whitespace() || "[{;\"$".contains(c)).map_or(0, |at| at + 1);
    let word = &before[start..];
    let command_start = before.rfind(['[', ';', '\n']).map_or(0, |at| at + 1);
    let mut words = before[command_start..].split_whitespace();
    let name = words.next().unwrap_or_default();
    let mut found = if before[..start].ends_with('$') {
        variables(interp, word)
    } else if before[command_start..start].trim().is_empty() {
        commands(interp, word)
    } else if word.starts_with('-') {
        options(name, word)
    } else {
        objects(interp, name, word)
    };
    found.sort();
    found.dedup();
    found.truncate(MOST);
    (start, found)
}

/// What a question to the interpreter gives, as texts; a wrong one gives nothing.
fn answers(interp: &mut Interp, question: &str, word: &str) -> Vec<String> {
    let pattern = format!("{}*", word.replace(['*', '?', '[', '\\'], ""));
    let words: Vec<_> = question.split(' ').map(Into::into).chain([pattern.as_str().into()]).collect();
    let Ok(list) = interp.call(&words) else { return Vec::new() };
    list.elements().map_or_else(|_| Vec::new(), |all| all.iter().map(ToString::to_string).collect())
}

fn commands(interp: &mut Interp, word: &str) -> Vec<String> {
    answers(interp, "info commands", word)
}

fn variables(interp: &mut Interp, word: &str) -> Vec<String> {
    answers(interp, "info globals", word)
}

fn options(command: &str, word: &str) -> Vec<String> {
    let Some(command) = find(command) else { return Vec::new() };
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
    names
}
