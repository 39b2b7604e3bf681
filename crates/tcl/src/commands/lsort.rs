//! `lsort`.

use std::cmp::Ordering;

use super::list::element_at;
use super::lsearch::index_path;
use super::{integer, option_index, wide, wrong_args};
use crate::exception::{Exception, Outcome};
use crate::interp::Interp;
use crate::value::{Value, parse_index};

const OPTIONS: &[&str] = &[
    "-ascii",
    "-command",
    "-decreasing",
    "-dictionary",
    "-increasing",
    "-index",
    "-indices",
    "-integer",
    "-nocase",
    "-real",
    "-stride",
    "-unique",
];

/// What elements are compared as.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    Ascii,
    Dictionary,
    Integer,
    Real,
}

#[derive(Default)]
struct Options {
    order: Option<Order>,
    command: Option<Value>,
    decreasing: bool,
    indices: bool,
    nocase: bool,
    unique: bool,
    path: Vec<Value>,
    stride: Option<usize>,
}

/// What a group of elements is sorted by.
enum Key {
    Text(String),
    Integer(i64),
    Real(f64),
    Command(Value),
}

pub(crate) fn lsort(interp: &mut Interp, words: &[Value]) -> Outcome {
    let [_, options @ .., list] = words else { return Err(wrong_args(words, 1, "?-option value ...? list")) };
    let mut options = read_options(options)?;
    let elements = list.elements()?;
    let stride = options.stride.unwrap_or(1);
    if elements.len() % stride != 0 {
        let message = "list size must be a multiple of the stride length";
        return Err(Exception::coded(message, ["TCL", "OPERATION", "LSORT", "BADSTRIDE"]));
    }
    let offset = group_offset(&mut options, stride)?;
    let mut keyed = Vec::with_capacity(elements.len() / stride);
    for (number, group) in elements.chunks_exact(stride).enumerate() {
        let value = element_of(&group[offset], &options.path)?;
        keyed.push((key(&options, value)?, number));
    }
    let command = match &options.command {
        None => None,
        Some(command) => Some(command.elements()?.to_vec()),
    };
    let mut sorter = Sorter { interp, options: &options, command };
    let sorted = sorter.sort(keyed)?;
    let kept = if options.unique { sorter.last_of_equals(sorted)? } else { sorted };
    let numbers = kept.into_iter().map(|(_, number)| number);
    if options.indices {
        let group = |number| (number * stride..(number + 1) * stride).map(Value::from);
        return Ok(Value::list(numbers.flat_map(group).collect()));
    }
    Ok(Value::list(
        numbers.flat_map(|number| elements[number * stride..(number + 1) * stride].to_vec()).collect(),
    ))
}

/// With a stride, the first position of `-index` is one in the group.
fn group_offset(options: &mut Options, stride: usize) -> Result<usize, Exception> {
    if options.stride.is_none() || options.path.is_empty() {
        return Ok(0);
    }
    let first = options.path.remove(0);
    parse_index(&first).and_then(|index| index.within(stride)).ok_or_else(|| {
        let message = "when used with \"-stride\", the leading \"-index\" value must be within the group";
        Exception::coded(message, ["TCL", "OPERATION", "LSORT", "BADINDEX"])
    })
}

/// What the positions lead to.
pub(super) fn element_of(value: &Value, path: &[Value]) -> Outcome {
    let mut value = value.clone();
    for at in path {
        let elements = value.elements()?;
        let place = parse_index(at).map_or(-1, |index| index.at(elements.len()));
        let Some(found) = usize::try_from(place).ok().filter(|&found| found < elements.len()) else {
            let message = format!("element {place} missing from sublist \"{value}\"");
            return Err(Exception::coded(message, ["TCL", "OPERATION", "LSORT", "INDEXFAILED"]));
        };
        let next = element_at(&elements[found], &[])?;
        drop(elements);
        value = next;
    }
    Ok(value)
}

fn read_options(words: &[Value]) -> Result<Options, Exception> {
    let mut options = Options::default();
    let mut at = 0;
    let missing = |message: &str| Exception::coded(message.to_owned(), ["TCL", "ARGUMENT", "MISSING"]);
    while at < words.len() {
        match OPTIONS[option_index(&words[at], OPTIONS, "option", false)?] {
            "-ascii" => options.order = Some(Order::Ascii),
            "-decreasing" => options.decreasing = true,
            "-dictionary" => options.order = Some(Order::Dictionary),
            "-increasing" => options.decreasing = false,
            "-indices" => options.indices = true,
            "-integer" => options.order = Some(Order::Integer),
            "-nocase" => options.nocase = true,
            "-real" => options.order = Some(Order::Real),
            "-unique" => options.unique = true,
            "-command" => {
                at += 1;
                let command = words.get(at);
                let message = "\"-command\" option must be followed by comparison command";
                options.command = Some(command.ok_or_else(|| missing(message))?.clone());
            }
            "-index" => {
                at += 1;
                let path = words.get(at);
                let path = path.ok_or_else(|| missing("\"-index\" option must be followed by list index"))?;
                options.path = index_path(path, &["TCL", "VALUE", "INDEXOUTOFRANGE"])?;
            }
            _ => {
                at += 1;
                let stride = words.get(at);
                let stride =
                    stride.ok_or_else(|| missing("\"-stride\" option must be followed by stride length"))?;
                let bad = || {
                    let message = "stride length must be at least 2";
                    Exception::coded(message, ["TCL", "OPERATION", "LSORT", "BADSTRIDE"])
                };
                let stride = usize::try_from(integer(stride)?).ok().filter(|&it| it >= 2).ok_or_else(bad)?;
                options.stride = Some(stride);
            }
        }
        at += 1;
    }
    Ok(options)
}

fn key(options: &Options, value: Value) -> Result<Key, Exception> {
    if options.command.is_some() {
        return Ok(Key::Command(value));
    }
    Ok(match options.order.unwrap_or(Order::Ascii) {
        Order::Integer => Key::Integer(wide(&value)?),
        Order::Real => Key::Real(real(&value)?),
        Order::Ascii if options.nocase => Key::Text(value.text().to_lowercase()),
        Order::Ascii | Order::Dictionary => Key::Text(value.text().to_owned()),
    })
}

/// The float that an element is.
pub(super) fn real(value: &Value) -> Result<f64, Exception> {
    value.float().ok_or_else(|| {
        let text = value.text();
        let shown = crate::exception::shortened(&text, 50).0;
        let hint = crate::expression::looks_octal(&text);
        let message = format!("expected floating-point number but got \"{shown}\"{hint}");
        Exception::coded(message, ["TCL", "VALUE", "NUMBER"])
    })
}

struct Sorter<'a> {
    interp: &'a mut Interp,
    options: &'a Options,
    command: Option<Vec<Value>>,
}

type Keyed = (Key, usize);

impl Sorter<'_> {
    fn compare(&mut self, a: &Key, b: &Key) -> Result<Ordering, Exception> {
        let order = match (a, b) {
            (Key::Text(a), Key::Text(b)) if self.options.order == Some(Order::Dictionary) => {
                dictionary_order(a, b)
            }
            (Key::Text(a), Key::Text(b)) => a.cmp(b),
            (Key::Integer(a), Key::Integer(b)) => a.cmp(b),
            (Key::Real(a), Key::Real(b)) => a.partial_cmp(b).unwrap_or(Ordering::Equal),
            (Key::Command(a), Key::Command(b)) => self.compare_by_command(a, b)?,
            _ => Ordering::Equal,
        };
        Ok(if self.options.decreasing { order.reverse() } else { order })
    }

    fn compare_by_command(&mut self, a: &Value, b: &Value) -> Result<Ordering, Exception> {
        let mut words = self.command.clone().unwrap_or_default();
        words.extend([a.clone(), b.clone()]);
        let result = self.interp.call(&words).map_err(|mut error| {
            if error.is_error() && !error.logged {
                let text = crate::value::format_list(&words);
                let line = error.line;
                error.log_command(&text, line);
            }
            error.with_info("\n    (-compare command)")
        })?;
        result.int().map(|order| order.cmp(&0)).ok_or_else(|| {
            let message = "-compare command returned non-integer result";
            Exception::coded(message, ["TCL", "OPERATION", "LSORT", "COMPARISONFAILED"])
        })
    }

    /// A merge sort from the bottom up, as comparing may fail.
    fn sort(&mut self, keyed: Vec<Keyed>) -> Result<Vec<Keyed>, Exception> {
        let mut runs: Vec<Vec<Keyed>> = keyed.into_iter().map(|one| vec![one]).collect();
        if self.command.is_none() {
            let mut all: Vec<Keyed> = runs.into_iter().flatten().collect();
            let options = self.options;
            all.sort_by(|(a, _), (b, _)| plain_order(options, a, b));
            return Ok(all);
        }
        while runs.len() > 1 {
            let mut merged = Vec::with_capacity(runs.len().div_ceil(2));
            let mut pairs = runs.into_iter();
            while let Some(left) = pairs.next() {
                merged.push(match pairs.next() {
                    Some(right) => self.merge(left, right)?,
                    None => left,
                });
            }
            runs = merged;
        }
        Ok(runs.pop().unwrap_or_default())
    }

    fn merge(&mut self, left: Vec<Keyed>, right: Vec<Keyed>) -> Result<Vec<Keyed>, Exception> {
        let mut merged = Vec::with_capacity(left.len() + right.len());
        let (mut left, mut right) = (left.into_iter().peekable(), right.into_iter().peekable());
        while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
            let takes_right = self.compare(&a.0, &b.0)? == Ordering::Greater;
            merged.extend(if takes_right { right.next() } else { left.next() });
        }
        merged.extend(left);
        merged.extend(right);
        Ok(merged)
    }

    fn last_of_equals(&mut self, sorted: Vec<Keyed>) -> Result<Vec<Keyed>, Exception> {
        let mut kept: Vec<Keyed> = Vec::with_capacity(sorted.len());
        for next in sorted {
            let same = match kept.last() {
                Some(last) => self.compare(&last.0, &next.0)? == Ordering::Equal,
                None => false,
            };
            if same {
                kept.pop();
            }
            kept.push(next);
        }
        Ok(kept)
    }
}

fn plain_order(options: &Options, a: &Key, b: &Key) -> Ordering {
    let order = match (a, b) {
        (Key::Text(a), Key::Text(b)) if options.order == Some(Order::Dictionary) => dictionary_order(a, b),
        (Key::Text(a), Key::Text(b)) => a.cmp(b),
        (Key::Integer(a), Key::Integer(b)) => a.cmp(b),
        (Key::Real(a), Key::Real(b)) => a.total_cmp(b),
        _ => Ordering::Equal,
    };
    if options.decreasing { order.reverse() } else { order }
}

/// The order of a dictionary: letters whatever their case, runs of digits as numbers; case and leading zeros decide between equals.
pub(super) fn dictionary_order(a: &str, b: &str) -> Ordering {
    let (mut a, mut b) = (a, b);
    let mut secondary = Ordering::Equal;
    loop {
        let (Some(x), Some(y)) = (a.chars().next(), b.chars().next()) else {
            return a.len().cmp(&b.len()).then(secondary);
        };
        if x.is_ascii_digit() && y.is_ascii_digit() {
            let (x_run, x_rest) = digits(a);
            let (y_run, y_rest) = digits(b);
            let (x_number, y_number) = (x_run.trim_start_matches('0'), y_run.trim_start_matches('0'));
            let order = x_number.len().cmp(&y_number.len()).then_with(|| x_number.cmp(y_number));
            if order != Ordering::Equal {
                return order;
            }
            secondary = secondary.then(x_run.len().cmp(&y_run.len()));
            (a, b) = (x_rest, y_rest);
            continue;
        }
        if x != y {
            let (x_lower, y_lower) = (folded(x), folded(y));
            if x_lower != y_lower {
                return x_lower.cmp(&y_lower);
            }
            secondary = secondary.then(if x.is_uppercase() { Ordering::Less } else { Ordering::Greater });
        }
        a = &a[x.len_utf8()..];
        b = &b[y.len_utf8()..];
    }
}

fn folded(character: char) -> char {
    character.to_lowercase().next().unwrap_or(character)
}

fn digits(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    text.split_at(end)
}
