//! `glob`.

use super::glob_match::glob_match;
use super::{Native, file_paths, option_index};
use crate::exception::{Exception, Outcome};
use crate::host::FileKind;
use crate::interp::Interp;
use crate::value::Value;

pub(crate) const COMMANDS: &[(&str, Native)] = &[("glob", glob)];

const OPTIONS: &[&str] = &["-directory", "-join", "-nocomplain", "-path", "-tails", "-types", "--"];

#[derive(Default)]
struct Options {
    directory: Option<String>,
    path: Option<String>,
    join: bool,
    nocomplain: bool,
    tails: bool,
    types: Vec<String>,
}

fn glob(interp: &mut Interp, words: &[Value]) -> Outcome {
    let (options, first) = options(words)?;
    let patterns: Vec<String> = words[first..].iter().map(|word| word.text().to_owned()).collect();
    if options.tails && options.directory.is_none() && options.path.is_none() {
        let message = "\"-tails\" must be used with either \"-directory\" or \"-path\"";
        return Err(Exception::coded(message, ["TCL", "OPERATION", "GLOB", "BADOPTIONCOMBINATION"]));
    }
    let joined = [file_paths::join(patterns.iter().map(String::as_str))];
    let wanted: &[String] = if options.join { &joined } else { &patterns };
    let mut found = Vec::new();
    for pattern in wanted {
        for alternative in braces(pattern)? {
            find(interp, &options, &alternative, &mut found)?;
        }
    }
    if found.is_empty() && !options.nocomplain {
        let (s, shown) = match patterns.as_slice() {
            [one] => ("", one.clone()),
            many => ("s", many.join(" ")),
        };
        let message = format!("no files matched glob pattern{s} \"{shown}\"");
        return Err(Exception::coded(message, ["TCL", "OPERATION", "GLOB", "NOMATCH"]));
    }
    Ok(Value::list(found.into_iter().map(Value::from).collect()))
}

fn options(words: &[Value]) -> Result<(Options, usize), Exception> {
    let mut options = Options::default();
    let mut at = 1;
    while at < words.len() && words[at].text().starts_with('-') {
        let option = OPTIONS[option_index(&words[at], OPTIONS, "option", false)?];
        at += 1;
        match option {
            "-join" => options.join = true,
            "-nocomplain" => options.nocomplain = true,
            "-tails" => options.tails = true,
            "--" => break,
            _ => {
                let Some(word) = words.get(at) else {
                    let message = format!("missing argument to \"{option}\"");
                    return Err(Exception::coded(message, ["TCL", "ARGUMENT", "MISSING"]));
                };
                at += 1;
                match option {
                    "-directory" if options.path.is_some() => return Err(both()),
                    "-path" if options.directory.is_some() => return Err(both()),
                    "-directory" => options.directory = Some(word.text().to_owned()),
                    "-path" => options.path = Some(word.text().to_owned()),
                    _ => options.types = word.elements()?.iter().map(|it| it.text().to_owned()).collect(),
                }
            }
        }
    }
    Ok((options, at))
}

fn both() -> Exception {
    Exception::coded(
        "\"-directory\" cannot be used with \"-path\"",
        ["TCL", "OPERATION", "GLOB", "BADOPTIONCOMBINATION"],
    )
}

/// A pattern without braces for each of their alternatives.
fn braces(pattern: &str) -> Result<Vec<String>, Exception> {
    let mut done = Vec::new();
    let mut waiting = vec![pattern.to_owned()];
    while let Some(pattern) = waiting.pop() {
        if waiting.len() + done.len() > 10_000 {
            return Err(Exception::error("too many alternatives in braces of a glob pattern"));
        }
        let Some(open) = unescaped(&pattern, '{') else {
            done.push(pattern);
            continue;
        };
        let (parts, close) = alternatives(&pattern[open + 1..]).ok_or_else(|| {
            Exception::coded("unmatched open-brace in file name", ["TCL", "OPERATION", "GLOB", "BALANCE"])
        })?;
        let (before, after) = (&pattern[..open], &pattern[open + 1 + close + 1..]);
        waiting.extend(parts.iter().rev().map(|part| format!("{before}{part}{after}")));
    }
    Ok(done)
}

fn unescaped(text: &str, wanted: char) -> Option<usize> {
    let mut escaped = false;
    text.char_indices().find_map(|(at, c)| {
        let hit = c == wanted && !escaped;
        escaped = c == '\\' && !escaped;
        hit.then_some(at)
    })
}

/// The alternatives up to the closing brace, and where that is.
fn alternatives(text: &str) -> Option<(Vec<&str>, usize)> {
    let mut parts = Vec::new();
    let (mut depth, mut from) = (0usize, 0);
    for (at, character) in text.char_indices() {
        match character {
            '{' => depth += 1,
            '}' if depth == 0 => {
                parts.push(&text[from..at]);
                return Some((parts, at));
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&text[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    None
}

fn find(
    interp: &mut Interp,
    options: &Options,
    pattern: &str,
    found: &mut Vec<String>,
) -> Result<(), Exception> {
    let (base, pattern, prefix) = match (&options.directory, &options.path) {
        (Some(directory), _) => (directory.clone(), pattern.to_owned(), String::new()),
        (_, Some(path)) => {
            let tail = path.rsplit('/').next().unwrap_or_default().to_owned();
            let base = path[..path.len() - tail.len()].to_owned();
            let escaped: String = tail.chars().flat_map(|c| ['\\', c]).collect();
            (base, format!("{escaped}{pattern}"), tail)
        }
        _ if pattern.starts_with('/') => {
            ("/".to_owned(), pattern.trim_start_matches('/').to_owned(), String::new())
        }
        _ => (String::new(), pattern.to_owned(), String::new()),
    };
    let _ = prefix;
    let mut paths = vec![String::new()];
    let parts: Vec<&str> = pattern.split('/').filter(|part| !part.is_empty()).collect();
    for (number, part) in parts.iter().enumerate() {
        let last = number + 1 == parts.len();
        let mut next = Vec::new();
        for path in &paths {
            interp.step()?;
            extend(interp, &base, path, part, last, options, &mut next);
        }
        paths = next;
    }
    let full = |path: String| match options.tails || base.is_empty() {
        true => path,
        false => file_paths::join([base.as_str(), path.as_str()]),
    };
    found.extend(paths.into_iter().filter(|path| !path.is_empty()).map(full));
    Ok(())
}

/// The paths that go on from one with a part that matches.
fn extend(
    interp: &Interp,
    base: &str,
    path: &str,
    part: &str,
    last: bool,
    options: &Options,
    next: &mut Vec<String>,
) {
    let whole = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}/{name}") };
    let resolve = |path: &str| interp.world.resolve(&file_paths::join([base, path]));
    if !part.contains(['*', '?', '[', '\\']) {
        let candidate = whole(part);
        if interp.world.host.info(&resolve(&candidate), true).is_ok()
            && (!last || fits(interp, &resolve(&candidate), part, options))
        {
            next.push(candidate);
        }
        return;
    }
    let directory = interp.world.resolve(&file_paths::join([base, path]));
    for name in interp.world.host.list(&directory).unwrap_or_default() {
        let hidden = name.starts_with('.') && !part.starts_with('.') && !part.starts_with("\\.");
        let wants_hidden = options.types.iter().any(|it| it == "hidden");
        if (hidden && !wants_hidden) || !glob_match(part, &name, false) {
            continue;
        }
        let candidate = whole(&name);
        if !last || fits(interp, &resolve(&candidate), &name, options) {
            next.push(candidate);
        }
    }
}

/// Whether a file is of one of the types that are asked for, and has all permissions that are.
fn fits(interp: &Interp, path: &std::path::Path, name: &str, options: &Options) -> bool {
    if options.types.is_empty() {
        return true;
    }
    let follow = !options.types.iter().any(|it| it == "l");
    let Ok(info) = interp.world.host.info(path, follow) else { return false };
    let mut kinds =
        options.types.iter().filter(|it| matches!(it.as_str(), "f" | "d" | "l" | "b" | "c" | "p" | "s"));
    let kind = match info.kind {
        FileKind::File => "f",
        FileKind::Directory => "d",
        FileKind::Link => "l",
        FileKind::Other => "c",
    };
    let any_kind = kinds.clone().next().is_none();
    let allowed = |it: &String| match it.as_str() {
        "r" => info.mode & 0o444 != 0,
        "w" => info.mode & 0o222 != 0,
        "x" => info.mode & 0o111 != 0,
        "hidden" => name.starts_with('.'),
        _ => true,
    };
    (any_kind || kinds.any(|it| it == kind)) && options.types.iter().all(allowed)
}
