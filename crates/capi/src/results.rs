//! Results of the last update.

use std::mem::MaybeUninit;

use zeroslack::graph::CheckKind;
use zeroslack::timing::{EndpointKind, EndpointSlack, Summary};
use zeroslack::units::{Split, Ticks, Transition, ps};
use zeroslack::{PinTime, Timed};

use crate::border::{Outcome, fill, given, room, wrong};
use crate::session::{look, zs_session};
use crate::types::{
    zs_endpoint_slack, zs_kind, zs_pin, zs_scenario, zs_split, zs_status, zs_summary, zs_transition,
    zs_visited,
};

/// A split that a number says.
pub(crate) fn split(split: u32) -> Outcome<Split> {
    let found = Split::ALL.into_iter().find(|&found| found as u32 == split);
    found.ok_or_else(|| wrong(format!("{split} is neither ZS_EARLY nor ZS_LATE")))
}

/// The same, or none for both.
pub(crate) fn optional_split(number: u32) -> Outcome<Option<Split>> {
    if number == zs_split::ZS_BOTH as u32 { Ok(None) } else { split(number).map(Some) }
}

/// A transition that a number says, or none for any.
pub(crate) fn optional_transition(transition: u32) -> Outcome<Option<Transition>> {
    if transition == zs_transition::ZS_ANY as u32 {
        return Ok(None);
    }
    let found = Transition::ALL.into_iter().find(|&found| found as u32 == transition);
    found.map(Some).ok_or_else(|| wrong(format!("{transition} is no zs_transition")))
}

pub(crate) fn c_transition(transition: Transition) -> zs_transition {
    match transition {
        Transition::Rise => zs_transition::ZS_RISE,
        Transition::Fall => zs_transition::ZS_FALL,
    }
}

pub(crate) fn c_kind(kind: EndpointKind) -> zs_kind {
    match kind {
        EndpointKind::Check(CheckKind::Setup) => zs_kind::ZS_SETUP,
        EndpointKind::Check(CheckKind::Recovery) => zs_kind::ZS_RECOVERY,
        EndpointKind::Output(Split::Late) => zs_kind::ZS_OUTPUT_LATE,
        EndpointKind::Check(CheckKind::Hold) => zs_kind::ZS_HOLD,
        EndpointKind::Check(CheckKind::Removal) => zs_kind::ZS_REMOVAL,
        EndpointKind::Output(Split::Early) => zs_kind::ZS_OUTPUT_EARLY,
    }
}

/// What is asked of pins.
#[derive(Clone, Copy)]
struct Question {
    time: PinTime,
    split: Split,
    transition: Option<Transition>,
}

impl Question {
    fn new(time: PinTime, split: u32, transition: u32) -> Outcome<Self> {
        let transition = optional_transition(transition)?;
        Ok(Self { time, split: self::split(split)?, transition })
    }
}

/// Answers a question about one pin.
fn one(
    session: Option<&zs_session>,
    scenario: zs_scenario,
    pin: zs_pin,
    question: Outcome<Question>,
    value: Option<&mut MaybeUninit<f64>>,
) -> zs_status {
    look(session, |session| {
        let (question, place, timed) = (question?, given(value, "value")?, session.timed(scenario)?);
        let Question { time, split, transition } = question;
        place.write(timed.worst_at(session.pin(pin)?, time, Some(split), transition).unwrap_or(f64::NAN));
        Ok(())
    })
}

/// Answers a question about all pins.
///
/// # Safety
/// The array as in [`room`].
unsafe fn all(
    session: Option<&zs_session>,
    scenario: zs_scenario,
    question: Outcome<Question>,
    values: *mut f64,
    capacity: usize,
) -> zs_status {
    look(session, |session| {
        // SAFETY: as this function asks.
        let (question, values) = (question?, unsafe { room(values, capacity, "values") }?);
        let pins = session.netlist().pin_id_count();
        if values.len() < pins {
            return Err(wrong(format!("the array 'values' has room for {capacity} of {pins} pins")));
        }
        session.on_threads(|| {
            let timed = session.timed(scenario)?;
            let Question { time, split, transition } = question;
            timed.worst_at_each(time, Some(split), transition, &mut values[..pins], |place, worst| {
                place.write(worst.unwrap_or(f64::NAN));
            });
            Ok(())
        })
    })
}

/// When a signal arrives at a pin, ps: the worst of all that come there. `split` is `ZS_EARLY` or
/// `ZS_LATE`, `transition` a `zs_transition`. NaN where no signal comes. Here and below: `ZS_STALE`
/// if anything changed since the last update.
#[unsafe(no_mangle)]
pub extern "C" fn zs_pin_arrival(
    session: Option<&zs_session>,
    scenario: zs_scenario,
    pin: zs_pin,
    split: u32,
    transition: u32,
    value: Option<&mut MaybeUninit<f64>>,
) -> zs_status {
    one(session, scenario, pin, Question::new(PinTime::Arrival, split, transition), value)
}

/// The tightest time at which a signal is required at a pin, ps. NaN where none is.
#[unsafe(no_mangle)]
pub extern "C" fn zs_pin_required(
    session: Option<&zs_session>,
    scenario: zs_scenario,
    pin: zs_pin,
    split: u32,
    transition: u32,
    value: Option<&mut MaybeUninit<f64>>,
) -> zs_status {
    one(session, scenario, pin, Question::new(PinTime::Required, split, transition), value)
}

/// The worst slack of the paths through a pin, ps, after CPPR where that is on; at a clock's pin of
/// those that the clock launches or captures by way of it. `ZS_LATE` is for setup and other late
/// ends, `ZS_EARLY` for hold and other early ones. NaN where there is none. The first one after a
/// full update takes up to twice as long as that.
#[unsafe(no_mangle)]
pub extern "C" fn zs_pin_slack(
    session: Option<&zs_session>,
    scenario: zs_scenario,
    pin: zs_pin,
    split: u32,
    transition: u32,
    value: Option<&mut MaybeUninit<f64>>,
) -> zs_status {
    one(session, scenario, pin, Question::new(PinTime::Slack, split, transition), value)
}

/// The slew at a pin, ps: of both transitions the smaller for early, the larger for late. NaN where
/// there is none.
#[unsafe(no_mangle)]
pub extern "C" fn zs_pin_slew(
    session: Option<&zs_session>,
    scenario: zs_scenario,
    pin: zs_pin,
    split: u32,
    transition: u32,
    value: Option<&mut MaybeUninit<f64>>,
) -> zs_status {
    one(session, scenario, pin, Question::new(PinTime::Slew, split, transition), value)
}

/// `zs_pin_arrival` of all pins at once, on all threads: `values[pin_ids]`, by pin; see
/// `zs_get_counts`. `capacity` is how many values there is room for. NaN where a pin has none, or
/// was removed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_arrivals(
    session: Option<&zs_session>,
    scenario: zs_scenario,
    split: u32,
    transition: u32,
    values: *mut f64,
    capacity: usize,
) -> zs_status {
    let question = Question::new(PinTime::Arrival, split, transition);
    // SAFETY: as the header asks.
    unsafe { all(session, scenario, question, values, capacity) }
}

/// `zs_pin_required` of all pins at once: see `zs_arrivals`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_required_times(
    session: Option<&zs_session>,
    scenario: zs_scenario,
    split: u32,
    transition: u32,
    values: *mut f64,
    capacity: usize,
) -> zs_status {
    let question = Question::new(PinTime::Required, split, transition);
    // SAFETY: as the header asks.
    unsafe { all(session, scenario, question, values, capacity) }
}

/// `zs_pin_slack` of all pins at once: see `zs_arrivals`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_slacks(
    session: Option<&zs_session>,
    scenario: zs_scenario,
    split: u32,
    transition: u32,
    values: *mut f64,
    capacity: usize,
) -> zs_status {
    let question = Question::new(PinTime::Slack, split, transition);
    // SAFETY: as the header asks.
    unsafe { all(session, scenario, question, values, capacity) }
}

/// `zs_pin_slew` of all pins at once: see `zs_arrivals`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_slews(
    session: Option<&zs_session>,
    scenario: zs_scenario,
    split: u32,
    transition: u32,
    values: *mut f64,
    capacity: usize,
) -> zs_status {
    let question = Question::new(PinTime::Slew, split, transition);
    // SAFETY: as the header asks.
    unsafe { all(session, scenario, question, values, capacity) }
}

/// Worst and total negative slack by kind of endpoint, for each kind that the design has: at most
/// `ZS_KIND_COUNT`. At most `capacity` are written; `count` gets how many there are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_get_summaries(
    session: Option<&zs_session>,
    scenario: zs_scenario,
    summaries: *mut zs_summary,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> zs_status {
    look(session, |session| {
        // SAFETY: as the header asks.
        let (count, room) = (given(count, "count")?, unsafe { room(summaries, capacity, "summaries") }?);
        let summaries = session.on_threads(|| session.timed(scenario).map(Timed::summaries))?;
        count.write(fill(room, summaries.iter().map(summary)));
        Ok(())
    })
}

fn summary(summary: &Summary) -> zs_summary {
    zs_summary {
        kind: c_kind(summary.kind),
        endpoints: summary.endpoints,
        failing: summary.failing,
        worst_slack: ps(summary.worst_slack),
        worst_negative_slack: ps(summary.worst_negative_slack()),
        total_negative_slack: ps(summary.total_negative_slack),
    }
}

/// Worst and total negative slack of a split, ps, over all its kinds of endpoints: the least and
/// the sum of those of `zs_get_summaries`; 0 where no slack is negative.
#[unsafe(no_mangle)]
pub extern "C" fn zs_get_wns_tns(
    session: Option<&zs_session>,
    scenario: zs_scenario,
    split: u32,
    wns: Option<&mut MaybeUninit<f64>>,
    tns: Option<&mut MaybeUninit<f64>>,
) -> zs_status {
    look(session, |session| {
        let (split, wns, tns) = (self::split(split)?, given(wns, "wns")?, given(tns, "tns")?);
        let summaries = session.on_threads(|| session.timed(scenario).map(Timed::summaries))?;
        let of_split = summaries.iter().filter(|summary| summary.kind.split() == split);
        wns.write(ps(of_split.clone().map(Summary::worst_negative_slack).min().unwrap_or(0)));
        let total: Ticks =
            of_split.map(|summary| summary.total_negative_slack).fold(0, Ticks::saturating_add);
        tns.write(ps(total));
        Ok(())
    })
}

/// What the last update of a scenario computed: after edits that leave the timing graph as it is
/// mostly a small part of the design. Required times are computed for those who ask for them, and
/// counted from the update on.
#[unsafe(no_mangle)]
pub extern "C" fn zs_get_visited(
    session: Option<&zs_session>,
    scenario: zs_scenario,
    visited: Option<&mut MaybeUninit<zs_visited>>,
) -> zs_status {
    look(session, |session| {
        let place = given(visited, "visited")?;
        let visited = session.timed(scenario)?.visited().map(|visited| zs_visited {
            is_incremental: true,
            delays: visited.delays,
            arrivals: visited.arrivals,
            lists: visited.lists,
            required: visited.required,
        });
        place.write(visited.unwrap_or_default());
        Ok(())
    })
}

fn endpoint_slack(end: &EndpointSlack) -> zs_endpoint_slack {
    zs_endpoint_slack {
        pin: end.pin.0,
        kind: c_kind(end.kind),
        transition: c_transition(end.transition),
        arrival: ps(end.arrival),
        required: ps(end.required),
        slack: ps(end.slack),
    }
}

/// Every endpoint's worst slack in each kind that it has, in the order of pins and kinds. At most
/// `capacity` are written; `count` gets how many there are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_get_endpoint_slacks(
    session: Option<&zs_session>,
    scenario: zs_scenario,
    slacks: *mut zs_endpoint_slack,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> zs_status {
    look(session, |session| {
        // SAFETY: as the header asks.
        let (count, room) = (given(count, "count")?, unsafe { room(slacks, capacity, "slacks") }?);
        let slacks = session.on_threads(|| session.timed(scenario).map(Timed::endpoint_slacks))?;
        count.write(fill(room, slacks.iter().map(endpoint_slack)));
        Ok(())
    })
}

/// The `capacity` worst endpoints of a split, each in its kind, worst first; `count` gets how many
/// were written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_get_worst_endpoints(
    session: Option<&zs_session>,
    scenario: zs_scenario,
    split: u32,
    slacks: *mut zs_endpoint_slack,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> zs_status {
    look(session, |session| {
        // SAFETY: as the header asks.
        let (count, room) = (given(count, "count")?, unsafe { room(slacks, capacity, "slacks") }?);
        let split = self::split(split)?;
        let worst = session
            .on_threads(|| session.timed(scenario).map(|timed| timed.worst_endpoints(split, capacity)))?;
        count.write(fill(room, worst.iter().map(endpoint_slack)));
        Ok(())
    })
}
