//! Between which thresholds libraries measure slews.

/// What the thresholds, between which a library measures slews, make of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlewMeasure {
    /// Time that a ramp takes from rail to rail for each ps of slew.
    pub ramp: f32,
    /// The square of an exponential's slew for each ps² of its variance.
    pub tail: f32,
}

impl SlewMeasure {
    /// Between two percentages of the way that a transition makes; between 20 % and 80 %, Liberty's defaults, if these are none.
    pub(crate) fn between(start: f64, end: f64) -> Self {
        let is_span = 0.0 <= start && start < end && end < 100.0;
        let (start, end) = if is_span { (start, end) } else { (20.0, 80.0) };
        // When an exponential is there, in time constants; its variance is the square of one.
        let tail = ((100.0 - start) / (100.0 - end)).ln();
        Self { ramp: (100.0 / (end - start)) as f32, tail: (tail * tail) as f32 }
    }
}

impl Default for SlewMeasure {
    fn default() -> Self {
        Self::between(20.0, 80.0)
    }
}
