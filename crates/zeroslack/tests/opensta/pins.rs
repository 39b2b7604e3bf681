//! Arrivals and slews at every pin.

use std::path::Path;

use zeroslack::Session;
use zeroslack::units::{Transition, ps};

use crate::golden::{self, PinRow};

/// ns, of an arrival, and of its size.
const TOLERANCE: [f64; 2] = [2e-6, 2e-6];
/// The same of a slew.
const SLEW_TOLERANCE: [f64; 2] = [2e-6, 1e-5];

fn is_close(golden: f64, ours: f64, [fixed, relative]: [f64; 2]) -> bool {
    (ours - golden).abs() <= fixed + relative * golden.abs()
}

/// What is wrong with a pin.
fn difference(session: &Session, row: &PinRow) -> Option<String> {
    let transition = if row.is_rise { Transition::Rise } else { Transition::Fall };
    let place = || format!("{} {} {}", row.pin, row.split.name(), transition.name());
    let Some(pin) = session.netlist().find_pin(&row.pin, '/') else {
        // Internal pins of cells, which no signal reaches.
        return (row.arrival != Some(None)).then(|| format!("{}: there is no such pin", place()));
    };
    let arrival = session.timed().unwrap().arrival(pin, row.split, transition).map(|time| ps(time) / 1e3);
    let slew = session.timed().unwrap().slew(pin, row.split, transition).map(|slew| f64::from(slew) / 1e3);
    if let Some(golden) = row.arrival {
        let same = match (golden, arrival) {
            (Some(golden), Some(ours)) => is_close(golden, ours, TOLERANCE),
            (golden, ours) => golden.is_none() && ours.is_none(),
        };
        if !same {
            return Some(format!("{}: arrival {golden:?}, ours {arrival:?}", place()));
        }
    }
    let has_signal = row.arrival.map_or(arrival.is_some(), |golden| golden.is_some());
    let same = !has_signal || slew.is_some_and(|ours| is_close(row.slew, ours, SLEW_TOLERANCE));
    (!same).then(|| format!("{}: slew {}, ours {slew:?}", place(), row.slew))
}

/// Every pin's arrival is the worst over all signals that pass it, and its slew the worst over all ways to it. Pins that are
/// `unstated` are left out: signals from inputs without a delay reach them, which start at 0 in the golden and nowhere in ours.
pub fn check(session: &Session, file: &Path, unstated: &[&str]) {
    let mut rows = golden::pins(file);
    rows.retain(|row| !unstated.contains(&row.pin.as_str()));
    let defined = rows.iter().filter(|row| row.arrival.is_some_and(|arrival| arrival.is_some())).count();
    assert!(defined >= 40, "only {defined} arrivals in {}", file.display());
    let wrong: Vec<String> = rows.iter().filter_map(|row| difference(session, row)).collect();
    assert!(wrong.is_empty(), "{} of {} rows differ:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}
