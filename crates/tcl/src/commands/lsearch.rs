//! `lsearch`.

use std::cmp::Ordering;

use super::glob_match::glob_match;
use super::list::element_at;
use super::lsort::{Order, dictionary_order, element_of};
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
    if options.mode == Mode::Regexp {
        super::regexp::find_spans(interp, pattern, &Value::empty(), options.nocase)?;
    }
    let start = match &options.start {
        None => 0,
        Some(word) => parse_index(word).ok_or_else(|| bad_index(word))?.at(elements.len()).max(0) as usize,
    };
    if start > elements.len() || (start == elements.len() && start > 0) {
        return Ok(if options.all || options.inline { Value::empty() } else { Value::from(-1) });
    }
    check_pattern(&options, pattern)?;
    if options.mode == Mode::Sorted && !options.all && !options.not {
        return sorted(&options, &elements, pattern, start);
    }
    let mut found = Vec::new();
    for (number, element) in elements.iter().enumerate().skip(start) {
        interp.step()?;
        let key = element_of(element, &options.path)?;
        if matches(interp, &options, &key, pattern)? != options.not {
            found.push(result(&options, number, element, &key));
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
    if options.inline { Value::empty() } else { place(options, Value::from(-1)) }
}

fn result(options: &Options, number: usize, element: &Value, key: &Value) -> Value {
    match options.inline {
        // Without -all it is the whole element, as in Tcl, whatever its documentation says of -subindices.
        true if options.all && options.subindices => key.clone(),
        true => element.clone(),
        false => place(options, Value::from(number)),
    }
}

/// The place of an element, with `-subindices` the places in it too.
fn place(options: &Options, number: Value) -> Value {
    if !options.subindices {
        return number;
    }
    Value::list([number].into_iter().chain(options.path.iter().cloned()).collect())
}

/// Whether the pattern is a number where numbers are searched for.
fn check_pattern(options: &Options, pattern: &Value) -> Result<(), Exception> {
    match (options.mode, options.order) {
        (Mode::Exact | Mode::Sorted, Order::Integer) => super::wide(pattern).map(|_| ()),
        (Mode::Exact | Mode::Sorted, Order::Real) => super::lsort::real(pattern).map(|_| ()),
        _ => Ok(()),
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
                    options.path = index_path(word, &["TCL", "VALUE", "INDEX", "OUTOFRANGE"])?;
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

/// The positions of `-index`, and the code of the error of one that is in no list.
pub(super) fn index_path(word: &Value, out_of_range: &[&str]) -> Result<Vec<Value>, Exception> {
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
                let error = Exception::coded(message, out_of_range.iter().copied());
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
    // The elements before `low` are not beyond the pattern, those from `high` on are not before it.
    let (mut low, mut high) = (start, elements.len());
    let mut equal = None;
    while low < high {
        let middle = (low + high - 1) / 2;
        let key = element_of(&elements[middle], &options.path)?;
        let order = order(options, &key, pattern)?;
        let order = if options.decreasing { order.reverse() } else { order };
        if order == Ordering::Equal {
            equal = Some(middle);
        }
        let goes_up = if options.bisect { order != Ordering::Greater } else { order == Ordering::Less };
        if goes_up {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    let at = equal.or(if options.bisect { low.checked_sub(1) } else { None });
    let Some(at) = at else { return Ok(none(options)) };
    let key = element_at(&elements[at], &options.path)?;
    Ok(result(options, at, &elements[at], &key))
}
