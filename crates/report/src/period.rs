//! Timing yield over the periods of clocks.

use serde_json::{Value, json};
use zeroslack_units::Ticks;

use crate::json::time;
use crate::statistical::share_json;

/// A point of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PeriodPoint {
    /// How many times as long as it is each clock's period is made.
    pub scale: f64,
    /// The timing yield with that.
    pub timing_yield: f64,
}

/// Timing yield when the periods of all clocks are scaled by one factor.
#[derive(Clone, Debug, PartialEq)]
pub struct PeriodCurve {
    /// The period, where there is one clock only.
    pub period: Option<Ticks>,
    /// In the order of factors; nothing where the yield does not depend on periods.
    pub points: Vec<PeriodPoint>,
}

impl PeriodCurve {
    /// The period of the one clock when it is scaled.
    pub(crate) fn scaled(&self, scale: f64) -> Option<Ticks> {
        self.period.map(|period| (scale * period as f64).round() as Ticks)
    }

    /// An array of objects: `scale`, `period` (`null` with several clocks), `yield`.
    pub(crate) fn json(&self) -> Value {
        let point = |point: &PeriodPoint| {
            json!({
                "scale": share_json(point.scale),
                "period": self.scaled(point.scale).map(time),
                "yield": share_json(point.timing_yield),
            })
        };
        self.points.iter().map(point).collect()
    }
}
