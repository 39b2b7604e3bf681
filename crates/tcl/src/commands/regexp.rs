//! `regexp` and `regsub`.

use std::rc::Rc;

use super::{Native, option_index, position, wrong_args};
use crate::exception::{Exception, Outcome};
use crate::interp::Interp;
use crate::regex::{Flags, Regex};
use crate::value::Value;

pub(crate) const COMMANDS: &[(&str, Native)] = &[("regexp", regexp), ("regsub", regsub)];

/// The places of a match and of its groups, in bytes.
pub(crate) type Spans = Vec<Option<(usize, usize)>>;

/// A compiled pattern, kept with the pattern's text.
struct Compiled {
    flags: Flags,
    regex: Regex,
}

impl Compiled {
    /// The first match at or after a place. The place is the beginning of a line where the text or a line begins.
    fn find(&self, text: &str, at: usize) -> Option<Spans> {
        let not_bol = at > 0 && text.as_bytes()[at - 1] != b'\n';
        let mut spans = Spans::new();
        self.regex.find(text, at, not_bol, &mut spans).then_some(spans)
    }
}

fn compiled(pattern: &Value, flags: Flags) -> Result<Rc<Compiled>, Exception> {
    if let Some(compiled) = pattern.cached::<Compiled>().filter(|it| it.flags == flags) {
        return Ok(compiled);
    }
    let regex = Regex::new(&pattern.text(), flags).map_err(|error| {
        let message = format!("couldn't compile regular expression pattern: {}", error.message());
        Exception::coded(message, ["REGEXP", error.code(), error.message()])
    })?;
    let compiled = Rc::new(Compiled { flags, regex });
    pattern.keep_cached(compiled.clone());
    Ok(compiled)
}

/// The match of a pattern in a text and its groups, for commands that have an option for patterns of this kind.
pub(crate) fn find_spans(
    _: &mut Interp,
    pattern: &Value,
    text: &Value,
    nocase: bool,
) -> Result<Option<Spans>, Exception> {
    let flags = Flags { nocase, ..Flags::default() };
    Ok(compiled(pattern, flags)?.find(&text.text(), 0))
}

#[derive(Default)]
struct Options {
    flags: Flags,
    all: bool,
    about: bool,
    indices: bool,
    inline: bool,
    start: Option<Value>,
}

const OPTIONS: &[&str] = &[
    "-all",
    "-about",
    "-indices",
    "-inline",
    "-expanded",
    "-line",
    "-linestop",
    "-lineanchor",
    "-nocase",
    "-start",
    "--",
];
const REGSUB_OPTIONS: &[&str] =
    &["-all", "-nocase", "-expanded", "-line", "-linestop", "-lineanchor", "-start", "--"];

/// Reads options, and gives the number of the first word that is none.
fn options(words: &[Value], known: &[&str]) -> Result<(Options, usize), Exception> {
    let mut options = Options::default();
    let mut at = 1;
    while at < words.len() && words[at].text().starts_with('-') {
        let option = known[option_index(&words[at], known, "option", false)?];
        at += 1;
        match option {
            "-all" => options.all = true,
            "-about" => options.about = true,
            "-indices" => options.indices = true,
            "-inline" => options.inline = true,
            "-expanded" => options.flags.expanded = true,
            "-line" => (options.flags.line_anchor, options.flags.line_stop) = (true, true),
            "-linestop" => options.flags.line_stop = true,
            "-lineanchor" => options.flags.line_anchor = true,
            "-nocase" => options.flags.nocase = true,
            "-start" => {
                let Some(start) = words.get(at) else { break };
                crate::value::parse_index(start).ok_or_else(|| super::bad_index(start))?;
                options.start = Some(start.clone());
                at += 1;
            }
            _ => break,
        }
    }
    Ok((options, at))
}

/// The byte at which a search begins.
fn start_byte(options: &Options, value: &Value, text: &str) -> Result<usize, Exception> {
    let Some(start) = &options.start else { return Ok(0) };
    // The end is behind the last character here.
    let start = position(start, value.chars() + 1)?.max(0) as usize;
    Ok(if value.is_ascii() {
        start.min(text.len())
    } else {
        text.char_indices().nth(start).map_or(text.len(), |(at, _)| at)
    })
}

fn regexp(interp: &mut Interp, words: &[Value]) -> Outcome {
    let usage = || wrong_args(words, 1, "?-option ...? exp string ?matchVar? ?subMatchVar ...?");
    let (options, first) = options(words, OPTIONS)?;
    if options.about {
        let Some(pattern) = words.get(first) else { return Err(usage()) };
        let compiled = compiled(pattern, options.flags)?;
        let about = compiled.regex.about().into_iter().map(Value::from).collect();
        return Ok(Value::list(vec![Value::from(compiled.regex.groups()), Value::list(about)]));
    }
    let Some([pattern, value, variables @ ..]) = words.get(first..) else { return Err(usage()) };
    if options.inline && !variables.is_empty() {
        let message = "regexp match variables not allowed when using -inline";
        return Err(Exception::coded(message, ["TCL", "OPERATION", "REGEXP", "MIX_VAR_INLINE"]));
    }
    let compiled = compiled(pattern, options.flags)?;
    let text = value.text();
    let mut at = start_byte(&options, value, &text)?;
    let ascii = value.is_ascii();
    let shown = |span: Option<(usize, usize)>| shown(&text, ascii, options.indices, span);
    let mut found = 0;
    let mut listed = Vec::new();
    let mut last: Option<Spans> = None;
    while let Some(spans) = compiled.find(&text, at) {
        interp.step()?;
        found += 1;
        let (from, to) = spans[0].unwrap_or((at, at));
        if options.inline {
            listed.extend(spans.iter().map(|&span| shown(span)));
        }
        last = Some(spans);
        at = match (to > from, text[to..].chars().next()) {
            (true, _) => to,
            (false, Some(next)) => to + next.len_utf8(),
            (false, None) => break,
        };
        if !options.all || at >= text.len() {
            break;
        }
    }
    if options.inline {
        return Ok(Value::list(listed));
    }
    if let Some(spans) = last {
        for (number, variable) in variables.iter().enumerate() {
            let value = shown(spans.get(number).copied().flatten());
            interp.set_var(&variable.text(), value)?;
        }
    }
    Ok(Value::from(found))
}

/// A match or a group as it is given to scripts.
fn shown(text: &str, ascii: bool, indices: bool, span: Option<(usize, usize)>) -> Value {
    if !indices {
        return span.map_or(Value::empty(), |(from, to)| Value::from(&text[from..to]));
    }
    let chars = |byte: usize| if ascii { byte as i64 } else { text[..byte].chars().count() as i64 };
    let (from, to) = span.map_or((-1, -1), |(from, to)| (chars(from), chars(to) - 1));
    Value::list(vec![Value::from(from), Value::from(to)])
}

fn regsub(interp: &mut Interp, words: &[Value]) -> Outcome {
    let usage = || wrong_args(words, 1, "?-option ...? exp string subSpec ?varName?");
    let (options, first) = options(words, REGSUB_OPTIONS)?;
    let (pattern, value, template, variable) = match words.get(first..) {
        Some([pattern, value, template]) => (pattern, value, template, None),
        Some([pattern, value, template, variable]) => (pattern, value, template, Some(variable)),
        _ => return Err(usage()),
    };
    let compiled = compiled(pattern, options.flags)?;
    let text = value.text();
    let template = template.text();
    let mut at = start_byte(&options, value, &text)?;
    let mut result = String::with_capacity(text.len());
    let mut copied = 0;
    let mut count = 0;
    while let Some(spans) = compiled.find(&text, at) {
        interp.step()?;
        count += 1;
        let (from, to) = spans[0].unwrap_or((at, at));
        result.push_str(&text[copied..from]);
        substitute(&template, &text, &spans, &mut result);
        interp.check_size(result.len())?;
        copied = to;
        at = match (to > from, text[to..].chars().next()) {
            (true, _) => to,
            (false, Some(next)) => {
                result.push(next);
                copied = to + next.len_utf8();
                copied
            }
            (false, None) => break,
        };
        if !options.all || (pattern.is_empty() && at >= text.len()) {
            break;
        }
    }
    result.push_str(&text[copied..]);
    let result = if count == 0 { value.clone() } else { Value::from(result) };
    match variable {
        None => Ok(result),
        Some(variable) => {
            interp.set_var(&variable.text(), result)?;
            Ok(Value::from(count))
        }
    }
}

/// What stands in place of a match: `&` and `\0` are the match, `\1` to `\9` its groups.
fn substitute(template: &str, text: &str, spans: &Spans, result: &mut String) {
    let group = |number: usize| match spans.get(number).copied().flatten() {
        Some((from, to)) => &text[from..to],
        None => "",
    };
    let mut chars = template.chars().peekable();
    while let Some(character) = chars.next() {
        match (character, chars.peek()) {
            ('&', _) => result.push_str(group(0)),
            ('\\', Some(digit)) if digit.is_ascii_digit() => {
                result.push_str(group(digit.to_digit(10).unwrap_or(0) as usize));
                chars.next();
            }
            ('\\', Some(&next @ ('&' | '\\'))) => {
                result.push(next);
                chars.next();
            }
            _ => result.push(character),
        }
    }
}
