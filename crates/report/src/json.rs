//! Numbers in JSON.

use serde_json::Value;
use zeroslack_units::{Ticks, ps};

/// A time in ps. An f64 holds 15 digits, which a time below 0.1 s has, and is written with as few as tell it apart: exactly.
pub(crate) fn time(time: Ticks) -> Value {
    ps(time).into()
}

/// A slew or a capacitance, rounded to 4 decimals.
pub(crate) fn float(value: f32) -> Value {
    ((f64::from(value) * 1e4).round() / 1e4).into()
}
