//! Arrivals and slews at every pin.

use std::path::Path;

use zeroslack_units::{Split, Transition};

use super::golden::{self, PinRow};
use crate::tally;

/// A timer's arrival and slew at a pin, ns: none where there is no signal.
#[derive(Clone, Copy, Debug)]
pub struct Times {
    /// ns.
    pub arrival: Option<f64>,
    /// ns.
    pub slew: Option<f64>,
}

/// The timer under test: its times at a pin of a name, none if it has no such pin.
pub type Pins<'a> = &'a dyn Fn(&str, Split, Transition) -> Option<Times>;

/// ns, of an arrival, and of its size.
const TOLERANCE: [f64; 2] = [2e-6, 2e-6];
/// ns, for a slew, and a share of it.
const SLEW_TOLERANCE: [f64; 2] = [2e-6, 1e-5];

fn is_close(golden: f64, ours: f64, [fixed, relative]: [f64; 2]) -> bool {
    (ours - golden).abs() <= fixed + relative * golden.abs()
}

/// A row of a golden that differs from ours: times in ns, none where there is no signal.
pub struct Difference {
    /// Full name.
    pub pin: String,
    /// The pin, the analysis and the transition.
    pub place: String,
    /// (golden, ours); of a port, or a pin that we have not, the golden has none.
    pub arrival: (Option<f64>, Option<f64>),
    /// (golden, ours).
    pub slew: (Option<f64>, Option<f64>),
}

impl Difference {
    /// A line that shows both sides.
    pub fn text(&self) -> String {
        let Self { place, arrival, slew, .. } = self;
        format!(
            "{place}: arrival {:?}, ours {:?}; slew {:?}, ours {:?}",
            arrival.0, arrival.1, slew.0, slew.1
        )
    }

    /// Whether both have a signal there or none, with arrivals that differ by no more than so much.
    pub fn has_times_within(&self, most: f64) -> bool {
        match self.arrival {
            (Some(golden), Some(ours)) => (golden - ours).abs() <= most,
            (golden, ours) => golden.is_none() && ours.is_none(),
        }
    }
}

/// How a row differs.
fn difference(ours: Pins<'_>, row: &PinRow) -> Option<Difference> {
    let place = format!("{} {} {}", row.pin, row.split.name(), row.transition.name());
    let difference = |arrival, slew| Difference { pin: row.pin.clone(), place, arrival, slew };
    let Some(Times { arrival, slew }) = ours(&row.pin, row.split, row.transition) else {
        // Internal pins of cells, which no signal reaches.
        let is_wrong = row.arrival != Some(None);
        return is_wrong.then(|| difference((row.arrival.flatten(), None), (None, None)));
    };
    // What a port has is not in the golden.
    let golden = row.arrival.unwrap_or(arrival);
    let same_arrival = match (golden, arrival) {
        (Some(golden), Some(ours)) => is_close(golden, ours, TOLERANCE),
        (golden, ours) => golden.is_none() && ours.is_none(),
    };
    let same_slew = golden.is_none() || slew.is_some_and(|ours| is_close(row.slew, ours, SLEW_TOLERANCE));
    let is_wrong = !same_arrival || !same_slew;
    is_wrong.then(|| difference((golden, arrival), (Some(row.slew), slew)))
}

/// The rows of a golden that differ from ours.
pub fn differing(ours: Pins<'_>, golden: &Path) -> Vec<Difference> {
    let rows = golden::pins(golden);
    tally::compared(rows.len());
    rows.iter().filter_map(|row| difference(ours, row)).collect()
}

/// Every pin's arrival is the worst over all signals that pass it, and its slew the worst over all ways to it. Pins that are
/// `unstated` are left out: signals from inputs without a delay reach them, which start at 0 in the golden and nowhere in ours.
pub fn check(ours: Pins<'_>, golden: &Path, unstated: &[&str]) {
    let mut rows = golden::pins(golden);
    rows.retain(|row| !unstated.contains(&row.pin.as_str()));
    let defined = rows.iter().filter(|row| row.arrival.is_some_and(|arrival| arrival.is_some())).count();
    assert!(defined >= 40, "only {defined} arrivals in {}", golden.display());
    tally::compared(rows.len());
    let wrong = rows.iter().filter_map(|row| difference(ours, row));
    let wrong: Vec<String> = wrong.map(|difference| difference.text()).collect();
    assert!(wrong.is_empty(), "{} of {} rows differ:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}
