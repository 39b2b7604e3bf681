//! All numbers of a session, to be compared bit by bit.

use std::collections::BTreeMap;

use zeroslack::units::{Quad, Split, Ticks, Transition};
use zeroslack::{Session, Timed};

/// Everything that the engine computes, as it lies in its arrays.
#[derive(Debug, PartialEq)]
pub struct Snapshot {
    slews: Vec<u32>,
    delays: Vec<u32>,
    loads: Vec<u32>,
    arc_loads: Vec<u32>,
    margins: Vec<u32>,
    arrivals: Vec<Quad<Ticks>>,
    required: Vec<Quad<Ticks>>,
    credits: Vec<[Ticks; 2]>,
    pins: Vec<u32>,
}

impl Snapshot {
    pub fn new(session: &Session) -> Self {
        let timing = session.timed().unwrap().timing();
        let bits = |values: &[Quad<f32>]| {
            values.as_flattened().as_flattened().iter().map(|value| value.to_bits()).collect()
        };
        Self {
            slews: bits(timing.slews()),
            delays: bits(timing.delays()),
            loads: bits(timing.loads()),
            arc_loads: bits(timing.arc_loads().unwrap_or_default()),
            margins: timing.margins().as_flattened().iter().map(|value| value.to_bits()).collect(),
            arrivals: timing.arrivals().to_vec(),
            required: timing.required_times(session.graph().unwrap()).to_vec(),
            credits: timing.credits().to_vec(),
            pins: session.graph().unwrap().node_pins().iter().map(|pin| pin.0).collect(),
        }
    }
}

/// What there is to know of a pin, for each split and transition: slew, arrival, required, slack.
pub type PinValues = Vec<(Option<f32>, [Option<Ticks>; 3])>;

/// Values by the names of pins, whatever their order.
pub fn by_name(session: &Session) -> BTreeMap<String, PinValues> {
    let (netlist, timed) = (session.netlist(), session.timed().unwrap());
    let places =
        || Split::ALL.into_iter().flat_map(|split| Transition::ALL.map(|transition| (split, transition)));
    let values = |pin| {
        let at = |(split, transition)| {
            let times =
                [Timed::arrival, Timed::required, Timed::slack].map(|of| of(timed, pin, split, transition));
            (timed.slew(pin, split, transition), times)
        };
        places().map(at).collect()
    };
    netlist.pins().map(|pin| (netlist.pin_name(pin), values(pin))).collect()
}

/// Whether values differ by no more than what another order of sums can make; defined ones are defined in both.
pub fn are_close(a: &PinValues, b: &PinValues) -> bool {
    let close = |a: Option<f64>, b: Option<f64>| match (a, b) {
        (Some(a), Some(b)) => (a - b).abs() <= 1e-4 * b.abs().max(10.0),
        (a, b) => a.is_none() && b.is_none(),
    };
    let ps = |time: Option<Ticks>| time.map(zeroslack::units::ps);
    a.iter().zip(b).all(|(a, b)| {
        let times = a.1.iter().zip(b.1).all(|(a, b)| close(ps(*a), ps(b)));
        times && close(a.0.map(f64::from), b.0.map(f64::from))
    })
}
