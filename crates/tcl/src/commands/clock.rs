//! `clock`.

use super::Subcommands;
use crate::exception::Outcome;
use crate::interp::Interp;
use crate::value::Value;

pub(crate) const CLOCK: Subcommands = &[
    ("clicks", microseconds),
    ("microseconds", microseconds),
    ("milliseconds", |interp, words| {
        microseconds(interp, words).map(|it| Value::from(it.int().unwrap_or(0) / 1000))
    }),
    ("seconds", |interp, words| {
        microseconds(interp, words).map(|it| Value::from(it.int().unwrap_or(0) / 1_000_000))
    }),
];

fn microseconds(interp: &mut Interp, _words: &[Value]) -> Outcome {
    let (seconds, micros) = interp.world.host.now();
    Ok(Value::from(seconds.saturating_mul(1_000_000).saturating_add(i64::from(micros))))
}
