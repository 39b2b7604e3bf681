//! `clock`.
//!
//! A time is seconds since 1970-01-01 00:00 UTC. Calendars and time zones are `jiff`'s, so years reach from -9999 to 9999; Tcl's own go on.

mod add;
mod format;
mod free;
mod moment;
mod scan;
mod text;

use super::{Subcommands, alternatives, option_index, wide, wrong_args};
use crate::exception::{Exception, Outcome};
use crate::interp::Interp;
use crate::value::Value;
use moment::Zone;

pub(crate) const CLOCK: Subcommands = &[
    ("add", add::add),
    ("clicks", clicks),
    ("format", format::format),
    ("microseconds", |interp, words| now(interp, words, 1)),
    ("milliseconds", |interp, words| now(interp, words, 1000)),
    ("scan", scan::scan),
    ("seconds", |interp, words| now(interp, words, 1_000_000)),
];

fn clicks(interp: &mut Interp, words: &[Value]) -> Outcome {
    match words {
        [_, _] => Ok(Value::from(microseconds(interp))),
        [_, _, option] => match option_index(option, &["-milliseconds", "-microseconds"], "option", false)? {
            0 => Ok(Value::from(microseconds(interp) / 1000)),
            _ => Ok(Value::from(microseconds(interp))),
        },
        _ => Err(wrong_args(words, 2, "?-switch?")),
    }
}

/// The time in units of so many microseconds.
fn now(interp: &mut Interp, words: &[Value], unit: i64) -> Outcome {
    match words {
        [_, _] => Ok(Value::from(microseconds(interp).div_euclid(unit))),
        _ => Err(wrong_args(words, 2, "")),
    }
}

fn microseconds(interp: &mut Interp) -> i64 {
    let (seconds, micros) = interp.world.host.now();
    seconds.saturating_mul(1_000_000).saturating_add(i64::from(micros))
}

/// The options that `format`, `scan` and `add` share.
#[derive(Default)]
struct Options {
    base: Option<i64>,
    format: Option<Value>,
    gmt: bool,
    zone: Option<Value>,
}

impl Options {
    /// Reads pairs of options and values. `known` are the options of the command, `list` says how its error names them.
    fn read(
        words: &[Value],
        known: &[&str],
        colon: char,
        list: &str,
        usage: &str,
    ) -> Result<Self, Exception> {
        let mut options = Self::default();
        for pair in words.chunks(2) {
            let name = pair[0].text();
            let Some(option) = known.iter().find(|option| **option == &*name) else {
                let message = format!("bad option \"{name}\"{colon} must be {list}");
                return Err(Exception::coded(message, ["CLOCK", "badOption", &*name]));
            };
            let [_, value] = pair else { return Err(usage_error(usage)) };
            match *option {
                "-base" => options.base = Some(seconds(value)?),
                "-format" => options.format = Some(value.clone()),
                "-gmt" => options.gmt = super::boolean(value)?,
                "-timezone" => options.zone = Some(value.clone()),
                _ => is_english(value)?,
            }
        }
        if options.gmt && options.zone.is_some() {
            let message = "cannot use -gmt and -timezone in same call";
            return Err(Exception::coded(message, ["CLOCK", "gmtWithTimezone"]));
        }
        Ok(options)
    }

    fn zone(&self, interp: &Interp) -> Result<Zone, Exception> {
        match &self.zone {
            _ if self.gmt => Ok(Zone::gmt()),
            Some(name) => Zone::named(&name.text()),
            None => Zone::of_environment(interp),
        }
    }
}

fn usage_error(usage: &str) -> Exception {
    Exception::coded(format!("wrong # args: should be \"{usage}\""), ["CLOCK", "wrongNumArgs"])
}

/// A time as it is given.
fn seconds(word: &Value) -> Result<i64, Exception> {
    wide(word)
}

/// Names of months and days are English here.
fn is_english(locale: &Value) -> Result<(), Exception> {
    let text = locale.text().to_lowercase();
    if ["", "c", "current", "system"].contains(&&*text) || text.starts_with("en") {
        return Ok(());
    }
    let locales = alternatives(&["C", "current", "system", "en"]);
    Err(super::absent::absent(&format!("clock -locale {text}"), &format!("the locale must be {locales}")))
}
