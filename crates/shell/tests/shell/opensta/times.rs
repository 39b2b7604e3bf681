//! Slacks of endpoints, arrivals and slews of pins.

use zeroslack::Session;
use zeroslack::units::Split;
use zeroslack_testing::opensta::{endpoints, golden, pins};

use super::{Case, engine, times_on_purpose};

/// Where we differ on purpose: endpoints of cases that have so much more slack, ns.
const BETTER: [(&str, &[(&str, f64)]); 1] = [
    // The other timer prints the margin of a path to an output port, and does not count it.
    ("87_path_margin", &[("out1", 0.02)]),
];

/// Pins that signals reach from inputs of which nothing is stated: those start at 0 in the golden and nowhere in ours. The other timer lets a clock that is stopped
/// come as far as the pin where it is stopped, too, and a signal go on whose paths are all false.
const UNSTATED: [(&str, &[&str]); 6] = [
    ("15_gclk_combinational", &["mx/S"]),
    ("45_clock_groups_exclusive", &["mx/S", "mx/Z", "bm/A", "bm/Z", "r2/CK", "r3/CK"]),
    ("66_xor_clock", &["x1/B", "x1/Z", "r2/CK"]),
    (
        "67_set_sense",
        &["x1/B", "x1/Z", "x2/B", "x2/Z", "r1/CK", "r2/CK", "b0/Z", "r3/CK", "r3/Q", "r3/QN", "u4/A", "u4/Z"],
    ),
    (
        "71_unconstrained",
        &["r2/D", "r4/CK", "r4/Q", "r4/QN", "u1/A2", "u1/ZN", "u3/A", "u3/ZN", "u4/A", "u4/Z"],
    ),
    ("75_hierarchy", &["s2/lg/lf/n/A2"]),
];

/// Holds all slacks and times of a session with CPPR on against the golden, but for pins where nothing is stated.
pub fn compare_session(case: &Case, session: &Session) {
    let better = BETTER.iter().find(|(name, _)| *name == case.name).map_or(&[][..], |(_, better)| better);
    let slacks = engine::slacks(session);
    for split in Split::ALL {
        endpoints::check(&slacks, &case.golden, split, better);
    }
    if golden::file(&case.golden, "pins.tsv").is_some() {
        let unstated = UNSTATED.iter().find(|(name, _)| *name == case.name).map_or(&[][..], |(_, pins)| pins);
        let ours = |pin: &str, split, transition| engine::times(session, pin, split, transition);
        pins::check(&ours, &case.golden, unstated);
    }
}

/// Holds a session against the golden; gives what differs on purpose.
pub fn compare(case: &Case, session: &mut Session) -> String {
    session.update().unwrap();
    let Some(differs) = times_on_purpose::of_case(case.name) else {
        compare_session(case, session);
        return String::new();
    };
    times_on_purpose::check(session, &case.golden, differs);
    differs.lines().join("; ")
}
