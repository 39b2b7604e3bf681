//! `clock`.

use super::Subcommands;
use crate::exception::{Exception, Outcome};
use crate::interp::Interp;
use crate::value::Value;

pub(crate) const CLOCK: Subcommands = &[
    ("add", |_, _| Err(no_calendar("clock add"))),
    ("clicks", microseconds),
    ("format", |_, _| Err(no_calendar("clock format"))),
    ("microseconds", microseconds),
    ("milliseconds", |interp, words| {
        microseconds(interp, words).map(|it| Value::from(it.int().unwrap_or(0) / 1000))
    }),
    ("scan", |_, _| Err(no_calendar("clock scan"))),
    ("seconds", |interp, words| {
        microseconds(interp, words).map(|it| Value::from(it.int().unwrap_or(0) / 1_000_000))
    }),
];

/// The error of what would need a calendar.
fn no_calendar(command: &str) -> Exception {
    super::absent::absent(command, "times are seconds here; a calendar is not built yet")
}

fn microseconds(interp: &mut Interp, _words: &[Value]) -> Outcome {
    let (seconds, micros) = interp.world.host.now();
    Ok(Value::from(seconds.saturating_mul(1_000_000).saturating_add(i64::from(micros))))
}
