//! Skews between clock pins that libraries limit, against all pairs of edges at the clock pins of registers with two clocks.

use zeroslack::Session;
use zeroslack::netlist::PinId;
use zeroslack::units::{Split, Ticks, Transition, ticks};

use super::credit::{CommonPoint, credit};
use super::engine;
use super::netlist::Texts;
use super::network::{ClockEdge, Spot};
use super::oracle::Oracle;
use super::pulses::edges;
use super::vertex::Vertex;

/// Limits skews between the two clocks of registers, in the texts of libraries: after a rise of `CK`, rises of `CKB` by 5 ps, and half of the slew of `CK`; after a fall, rises by 3 ps and
/// falls by 7 ps.
pub fn limit(texts: &mut Texts) {
    let pin = "pin (CKB) { direction : input; ";
    let groups = "timing () { related_pin : CK; timing_type : skew_rising; rise_constraint (check) { values (\"5, 9\"); } }
        timing () { related_pin : CK; timing_type : skew_falling; rise_constraint (scalar) { values (\"3\"); }
            fall_constraint (scalar) { values (\"7\"); } }\n";
    for text in &mut texts.libraries {
        *text = text.replace(pin, &format!("{pin}{groups}"));
    }
}

/// What is known of a skew: the pins, the clock edges that make the constrained edge and the related one, how they come, the skew and what is allowed.
type Skew = ([usize; 2], [ClockEdge; 2], [Transition; 2], Ticks, Ticks);

/// Compares all of them.
pub fn compare(session: &Session, oracle: &Oracle<'_>, rule: Option<CommonPoint>) {
    let checks = session.timed().unwrap().skew_checks();
    assert!(checks.is_sorted_by_key(|check| check.slack()));
    let found = checks.iter().map(|check| {
        let at = [check.constrained, check.related];
        let edge = at.map(|at| ClockEdge { clock: at.edge.clock.0 as usize, edge: at.edge.edge });
        let pins = [check.pin, check.related_pin].map(PinId::index);
        (pins, edge, at.map(|at| at.vertex.transition()), check.skew(), check.allowed)
    });
    let mut found: Vec<Skew> = found.collect();
    let names = oracle.network.names.iter().enumerate();
    let constrained = names.filter(|(_, name)| name.ends_with("/CKB"));
    let mut expected: Vec<Skew> =
        constrained.flat_map(|(pin, name)| of_pin(session, oracle, rule, (pin, name))).collect();
    for skews in [&mut found, &mut expected] {
        skews.sort_unstable();
        // An edge can come to a pin both ideal and propagated, at the same time.
        skews.dedup();
    }
    assert_eq!(found, expected, "skews");
}

fn of_pin(
    session: &Session,
    oracle: &Oracle<'_>,
    rule: Option<CommonPoint>,
    (pin, name): (usize, &str),
) -> Vec<Skew> {
    let related_pin = oracle.network.pin(name.strip_suffix('B').unwrap());
    let mut skews = Vec::new();
    for (from, to) in [
        (Transition::Rise, Transition::Rise),
        (Transition::Fall, Transition::Rise),
        (Transition::Fall, Transition::Fall),
    ] {
        let comes = |pin: usize, transition| {
            let comes = |vertex: &Vertex| {
                Split::ALL.iter().all(|&split| oracle.clocks.arrival(*vertex, split).is_some())
            };
            edges(oracle, Spot { pin, transition }).into_iter().filter(comes).collect::<Vec<Vertex>>()
        };
        for constrained in comes(pin, to) {
            for related in comes(related_pin, from) {
                let edge = [constrained, related].map(|vertex| vertex.tag.launch.unwrap());
                let allowed = match (from, to) {
                    (Transition::Rise, _) => ticks(5.0 + slew(session, related) / 8.0 * 4.0),
                    (_, Transition::Rise) => ticks(3.0),
                    _ => ticks(7.0),
                };
                let skew = skew(oracle, rule, constrained, related);
                skews.push(([pin, related_pin], edge, [to, from], skew, allowed));
            }
        }
    }
    skews
}

/// The early slew of an edge.
fn slew(session: &Session, vertex: Vertex) -> f32 {
    let Spot { pin, transition } = vertex.spot;
    if vertex.is_ideal {
        return engine::ideal_slews(session)[&pin][Split::Early as usize][transition as usize];
    }
    session.timed().unwrap().slew(PinId(pin as u32), Split::Early, transition).unwrap_or(0.0)
}

/// From the earliest related edge to the latest constrained one that is not before it, less what both have in common.
fn skew(oracle: &Oracle<'_>, rule: Option<CommonPoint>, constrained: Vertex, related: Vertex) -> Ticks {
    let (launch, capture) = (related.tag.launch, constrained.tag.launch.unwrap());
    let shift = oracle.shift_at(launch, capture, Split::Late);
    let arrival = |vertex, split| oracle.clocks.arrival(vertex, split).unwrap();
    let credit = rule.map_or(0, |rule| credit(&oracle.clocks, rule, (constrained, related), Split::Late));
    arrival(constrained, Split::Late) + shift - arrival(related, Split::Early) - credit
}
