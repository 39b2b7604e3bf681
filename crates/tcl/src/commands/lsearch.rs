//! `lsearch`.

use std::cmp::Ordering;

use super::glob_match::glob_match;
use super::list::element_at;
use super::lsort::{Order, dictionary_order};
use super::{bad_index, option_index, wrong_args};
use crate::exception::{Exception, Outcome};
use crate::interp::Interp;
use crate::value::{Index, Value, parse_index};

const OPTIONS: &[&str] = &[
    "-all",
    "-ascii",
    "-bisect",
    "-decreasing",
    "-dictionary",
    "-exact",
    "-glob",
    "-increasing",
    "-index",
    "-inline",
    "-integer",
    "-nocase",
    "-not",
    "-real",
    "-regexp",
    "-sorted",
    "-start",
    "-subindices",
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Exact,
    Glob,
    Regexp,
    Sorted,
}

struct Options {
    mode: Mode,
    order: Order,
    all: bool,
    bisect: bool,
    decreasing: bool,
    inline: bool,
    nocase: bool,
    not: bool,
    subindices: bool,
    path: Vec<Value>,
    start: Option<Value>,
}

pub(crate) fn lsearch(interp: &mut Interp, words: &[Value]) -> Outcome {
    let [_, options @ .., list, pattern] = words else {
        return Err(wrong_args(words, 1, "?-option value ...? list pattern"));
    };
    let options = read_options(options)?;
    let elements = list.elements()?;
    let start = match &options.start {
        None => 0,
        Some(word) => parse_index(word).ok_or_else(|| bad_index(word))?.at(elements.len()).max(0) as usize,
    };
    if start > elements.len() || (start == elements.len() && start > 0) {
        return Ok(if options.all || options.inline { Value::empty() } else { Value::from(-1) });
    }
    if options.mode == Mode::Sorted && !options.all && !options.not {
        return sorted(&options, &elements, pattern, start);
    }
    let mut found = Vec::new();
    for (number, element) in elements.iter().enumerate().skip(start) {
        interp.step()?;
        let key = element_at(element, &options.path)?;
        if matches(interp, &options, &key, pattern)? != options.not {
            found.push(result(&options, number, element));
            if !options.all {
                break;
            }
        }
    }
    if options.all {
        return Ok(Value::list(found));
    }
    Ok(found.pop().unwrap_or_else(|| none(&options)))
}

fn none(options: &Options) -> Value {
    if options.inline { Value::empty() } else { Value::from(-1) }
}

fn result(options: &Options, number: usize, element: &Value) -> Value {
    match (options.inline, options.subindices && !options.path.is_empty()) {
        // The whole element, as in Tcl, whatever its documentation says of -subindices.
        (true, _) => element.clone(),
        (false, false) => Value::from(number),
        (false, true) => {
            let path = [Value::from(number)].into_iter().chain(options.path.iter().cloned());
            Value::list(path.collect())
        }
    }
}

fn read_options(words: &[Value]) -> Result<Options, Exception> {
    let mut options = Options {
        mode: Mode::Glob,
        order: Order::Ascii,
        all: false,
        bisect: false,
        decreasing: false,
        inline: false,
        nocase: false,
        not: false,
        subindices: false,
        path: Vec::new(),
        start: None,
    };
    let mut at = 0;
    while at < words.len() {
        match OPTIONS[option_index(&words[at], OPTIONS, "option", false)?] {
            "-all" => options.all = true,
            "-ascii" => options.order = Order::Ascii,
            "-bisect" => (options.mode, options.bisect) = (Mode::Sorted, true),
            "-decreasing" => options.decreasing = true,
            "-dictionary" => options.order = Order::Dictionary,
            "-exact" => options.mode = Mode::Exact,
            "-glob" => options.mode = Mode::Glob,
            "-increasing" => options.decreasing = false,
            "-inline" => options.inline = true,
            "-integer" => options.order = Order::Integer,
            "-nocase" => options.nocase = true,
            "-not" => options.not = true,
            "-real" => options.order = Order::Real,
            "-regexp" => options.mode = Mode::Regexp,
            "-sorted" => options.mode = Mode::Sorted,
            "-subindices" => options.subindices = true,
            option => {
                at += 1;
                let Some(word) = words.get(at) else {
                    return Err(if option == "-start" {
                        Exception::coded("missing starting index", ["TCL", "ARGUMENT", "MISSING"])
                    } else {
                        let message = "\"-index\" option must be followed by list index";
                        Exception::coded(message, ["TCL", "ARGUMENT", "MISSING"])
                    });
                };
                if option == "-start" {
                    options.start = Some(word.clone());
                } else {
                    options.path = index_path(word)?;
                }
            }
        }
        at += 1;
    }
    if options.subindices && options.path.is_empty() {
        return Err(Exception::coded(
            "-subindices cannot be used without -index option",
            ["TCL", "OPERATION", "LSEARCH", "BAD_OPTION_MIX"],
        ));
    }
    if options.bisect && (options.all || options.not) {
        return Err(Exception::coded(
            "-bisect is not compatible with -all or -not",
            ["TCL", "OPERATION", "LSEARCH", "BAD_OPTION_MIX"],
        ));
    }
    Ok(options)
}

/// The positions of `-index`.
pub(super) fn index_path(word: &Value) -> Result<Vec<Value>, Exception> {
    let path = match parse_index(word) {
        Some(_) => vec![word.clone()],
        None => word.elements()?.to_vec(),
    };
    for (number, at) in path.iter().enumerate() {
        match parse_index(at) {
            None => {
                return Err(bad_index(at).with_info(&format!("\n    (-index option item number {number})")));
            }
            Some(Index::FromStart(..0)) => {
                let message = format!("index \"{at}\" cannot select an element from any list");
                let error = Exception::coded(message, ["TCL", "VALUE", "INDEX", "OUTOFRANGE"]);
                return Err(error.with_info(&format!("\n    (-index option item number {number})")));
            }
            Some(_) => {}
        }
    }
    Ok(path)
}

fn matches(interp: &mut Interp, options: &Options, key: &Value, pattern: &Value) -> Result<bool, Exception> {
    match options.mode {
        Mode::Glob => Ok(glob_match(&pattern.text(), &key.text(), options.nocase)),
        Mode::Regexp => Ok(super::regexp::find_spans(interp, pattern, key, options.nocase)?.is_some()),
        Mode::Exact | Mode::Sorted => Ok(order(options, key, pattern)? == Ordering::Equal),
    }
}

fn order(options: &Options, key: &Value, pattern: &Value) -> Result<Ordering, Exception> {
    match options.order {
        Order::Ascii if options.nocase => Ok(key.text().to_lowercase().cmp(&pattern.text().to_lowercase())),
        Order::Ascii => Ok(key.text().cmp(&pattern.text())),
        Order::Dictionary => Ok(dictionary_order(&key.text(), &pattern.text())),
        Order::Integer => Ok(super::wide(key)?.cmp(&super::wide(pattern)?)),
        Order::Real => Ok(super::lsort::real(key)?.total_cmp(&super::lsort::real(pattern)?)),
    }
}

/// Halves a sorted list: the first equal element, or with `-bisect` the last one that is not beyond.
fn sorted(options: &Options, elements: &[Value], pattern: &Value, start: usize) -> Outcome {
    let (mut low, mut high) = (start, elements.len());
    while low < high {
        let middle = low.midpoint(high);
        let key = element_at(&elements[middle], &options.path)?;
        let order = order(options, &key, pattern)?;
        let order = if options.decreasing { order.reverse() } else { order };
        let goes_up = if options.bisect { order != Ordering::Greater } else { order == Ordering::Less };
        if goes_up {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    let at = if options.bisect { low.checked_sub(1).filter(|&at| at >= start) } else { Some(low) };
    let Some(at) = at.filter(|&at| at < elements.len()) else { return Ok(none(options)) };
    let key = element_at(&elements[at], &options.path)?;
    if !options.bisect && order(options, &key, pattern)? != Ordering::Equal {
        return Ok(none(options));
    }
    Ok(result(options, at, &elements[at]))
}
