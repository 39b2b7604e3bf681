//! `switch`, with all its options.

use super::control::{arm_matches, in_arm};
use super::{option_index, wrong_args};
use crate::exception::{Exception, Outcome};
use crate::interp::Interp;
use crate::value::Value;

const OPTIONS: &[&str] = &["-exact", "-glob", "-indexvar", "-matchvar", "-nocase", "-regexp", "--"];
const USAGE: &str = "?-option ...? string ?pattern body ...? ?default body?";

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Exact,
    Glob,
    Regexp,
}

#[derive(Default)]
struct Options {
    mode: Option<(Mode, &'static str)>,
    nocase: bool,
    match_var: Option<Value>,
    index_var: Option<Value>,
}

pub(crate) fn switch(interp: &mut Interp, words: &[Value]) -> Outcome {
    let (options, first) = options(words)?;
    let Some((subject, rest)) = words.get(first..).and_then(<[Value]>::split_first) else {
        return Err(wrong_args(words, 1, USAGE));
    };
    let from_list = rest.len() == 1;
    let arms = match rest {
        [] => return Err(wrong_args(words, 1, USAGE)),
        [list] => list.elements()?.to_vec(),
        arms => arms.to_vec(),
    };
    if from_list && arms.is_empty() {
        return Err(wrong_args(words, 1, USAGE));
    }
    check_arms(&arms, from_list)?;
    for (number, arm) in arms.chunks_exact(2).enumerate() {
        let last = 2 * number + 2 == arms.len();
        let is_default = last && *arm[0].text() == *"default";
        if !is_default && !matches(interp, &options, &arm[0], subject)? {
            continue;
        }
        if is_default {
            set_variables(interp, &options, subject, &[])?;
        }
        let Some(body) = arms[2 * number + 1..].iter().step_by(2).find(|body| *body.text() != *"-") else {
            return Ok(Value::empty());
        };
        return interp.eval(body).map_err(|error| in_arm(error, &arm[0]));
    }
    Ok(Value::empty())
}

fn options(words: &[Value]) -> Result<(Options, usize), Exception> {
    let mut options = Options::default();
    let mut at = 1;
    while at < words.len() && words[at].text().starts_with('-') {
        // A word before the last two is an option, whatever it looks like.
        let option = OPTIONS[option_index(&words[at], OPTIONS, "option", false)?];
        let mode = match option {
            "--" => {
                at += 1;
                break;
            }
            "-nocase" => {
                options.nocase = true;
                None
            }
            "-exact" => Some(Mode::Exact),
            "-glob" => Some(Mode::Glob),
            "-regexp" => Some(Mode::Regexp),
            _ => {
                at += 1;
                let Some(name) = words.get(at) else {
                    let message = format!("missing variable name argument to {option} option");
                    return Err(Exception::coded(message, ["TCL", "OPERATION", "SWITCH", "NOVAR"]));
                };
                let variable =
                    if option == "-matchvar" { &mut options.match_var } else { &mut options.index_var };
                *variable = Some(name.clone());
                None
            }
        };
        if let Some(mode) = mode {
            if let Some((_, before)) = options.mode {
                let message = format!("bad option \"{option}\": {before} option already found");
                return Err(Exception::coded(message, ["TCL", "OPERATION", "SWITCH", "DOUBLEOPT"]));
            }
            options.mode = Some((mode, option));
        }
        at += 1;
    }
    let regexp = matches!(options.mode, Some((Mode::Regexp, _)));
    for (variable, option) in [(&options.index_var, "-indexvar"), (&options.match_var, "-matchvar")] {
        if variable.is_some() && !regexp {
            let message = format!("{option} option requires -regexp option");
            return Err(Exception::coded(message, ["TCL", "OPERATION", "SWITCH", "MODERESTRICTION"]));
        }
    }
    Ok((options, at))
}

fn check_arms(arms: &[Value], from_list: bool) -> Result<(), Exception> {
    if !arms.len().is_multiple_of(2) {
        let comment = from_list && arms.iter().step_by(2).any(|pattern| pattern.text().starts_with('#'));
        let message = "extra switch pattern with no body";
        return Err(if comment {
            Exception::coded(
                format!(
                    "{message}, this may be due to a comment incorrectly placed outside of a switch body - see the \"switch\" documentation"
                ),
                ["TCL", "OPERATION", "SWITCH", "BADARM", "COMMENT?"],
            )
        } else {
            Exception::coded(message, ["TCL", "OPERATION", "SWITCH", "BADARM"])
        });
    }
    match arms {
        [.., pattern, body] if *body.text() == *"-" => Err(Exception::coded(
            format!("no body specified for pattern \"{pattern}\""),
            ["TCL", "OPERATION", "SWITCH", "BADARM", "FALLTHROUGH"],
        )),
        _ => Ok(()),
    }
}

fn matches(
    interp: &mut Interp,
    options: &Options,
    pattern: &Value,
    subject: &Value,
) -> Result<bool, Exception> {
    let mode = options.mode.map_or(Mode::Exact, |(mode, _)| mode);
    if mode != Mode::Regexp {
        return Ok(arm_matches(pattern, subject, mode == Mode::Glob, options.nocase));
    }
    let Some(spans) = super::regexp::find_spans(interp, pattern, subject, options.nocase)? else {
        return Ok(false);
    };
    set_variables(interp, options, subject, &spans)?;
    Ok(true)
}

/// Sets what `-matchvar` and `-indexvar` ask for: texts and places in characters, of the match and its groups.
fn set_variables(
    interp: &mut Interp,
    options: &Options,
    subject: &Value,
    spans: &[Option<(usize, usize)>],
) -> Result<(), Exception> {
    let text = subject.text();
    if let Some(name) = &options.index_var {
        let chars = |at: usize| text[..at].chars().count() as i64;
        let pairs = spans.iter().map(|span| {
            let (from, to) = span.map_or((-1, -1), |(from, to)| (chars(from), chars(to) - 1));
            Value::list(vec![Value::from(from), Value::from(to)])
        });
        let pairs = Value::list(pairs.collect());
        interp.set_var(&name.text(), pairs)?;
    }
    if let Some(name) = &options.match_var {
        let texts =
            spans.iter().map(|span| span.map_or(Value::empty(), |(from, to)| Value::from(&text[from..to])));
        let texts = Value::list(texts.collect());
        interp.set_var(&name.text(), texts)?;
    }
    Ok(())
}
