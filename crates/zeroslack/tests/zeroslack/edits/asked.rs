//! Required times, which incremental updates leave to whoever asks.

use zeroslack::netlist::PinId;
use zeroslack::units::{Quad, Split, Ticks, Transition};
use zeroslack::{Session, Timed};
use zeroslack_synth::Options;
use zeroslack_testing::Dice;

use super::anew::{assert_same_as_anew, assert_same_as_anew_after};
use super::in_place::InPlace;
use super::random::Editor;
use super::synthetic::synthetic;

const THREADS: usize = 4;

/// The cone of a clock is larger than what is looked through for a single pin.
const GATES: usize = 4000;

fn edited(cppr: bool, edits: fn(&mut Session, Editor) -> InPlace) -> (Session, InPlace) {
    let mut session = synthetic(Options { seed: 5, flip_flops: 0.2, ..Options::new(GATES) });
    session.set_cppr(cppr);
    session.update().unwrap();
    let editor = Editor::new(&session, Dice::new(7, u64::from(cppr)));
    let edits = edits(&mut session, editor);
    (session, edits)
}

/// Pins that a clock is defined at.
fn clock_pins(session: &Session) -> Vec<PinId> {
    let constraints = session.timed().unwrap().constraints();
    constraints.clocks.iter().flat_map(|(_, clock)| clock.sources.clone()).collect()
}

fn slacks(timed: Timed<'_>, pin: PinId) -> Quad<Option<Ticks>> {
    Split::ALL.map(|split| Transition::ALL.map(|to| timed.slack(pin, split, to)))
}

/// Whether an update was incremental, had something to compute, and nobody has asked since.
fn has_left_all(timed: Timed<'_>) -> bool {
    timed.visited().is_some_and(|visited| visited.arrivals > 0 && visited.required == 0)
}

/// The slacks of all pins, asked for by some threads at the same time, of which one asks for all required times after a while if it `completes`.
fn asked_by_threads(timed: Timed<'_>, completes: bool) -> Vec<(PinId, Quad<Option<Ticks>>)> {
    let pins: Vec<PinId> = timed.netlist().pins().collect();
    let ask = |thread: usize| {
        let own = pins.iter().rev().skip(thread).step_by(THREADS).enumerate();
        let asked = own.map(|(number, &pin)| {
            if completes && thread == 1 && number == 40 {
                timed.timing().required_times(timed.graph());
            }
            (pin, slacks(timed, pin))
        });
        asked.collect::<Vec<_>>()
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS).map(|thread| scope.spawn(move || ask(thread))).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    })
}

#[test]
fn threads_ask_at_the_same_time() {
    for (cppr, edits) in [(false, InPlace::new as fn(&mut _, _) -> _), (true, InPlace::with_gates)] {
        let (mut session, mut edits) = edited(cppr, edits);
        let mut incremental = 0;
        for round in 0..6 {
            edits.step(&mut session);
            session.update().unwrap();
            let timed = session.timed().unwrap();
            incremental += usize::from(has_left_all(timed));
            let found = asked_by_threads(timed, round % 3 == 1);
            for (pin, slacks_found) in found {
                assert_eq!(slacks_found, slacks(timed, pin), "{}", timed.netlist().pin_name(pin));
            }
            assert_same_as_anew(&session, &format!("round {round}"));
        }
        assert!(incremental > 2, "{incremental}");
    }
}

#[test]
fn a_pin_needs_what_waits_in_its_cone_alone() {
    let (mut session, mut edits) = edited(true, InPlace::new);
    let clocks = clock_pins(&session);
    assert!(!clocks.is_empty());
    let (mut few, mut all) = (0, 0);
    for round in 0..12 {
        edits.step(&mut session);
        session.update().unwrap();
        let timed = session.timed().unwrap();
        if !has_left_all(timed) {
            continue;
        }
        // What waits is left to copies, too.
        let copy = (round % 4 == 0).then(|| session.replicate());
        let computed = || timed.visited().unwrap().required;
        let pins: Vec<PinId> = timed.netlist().pins().collect();
        slacks(timed, pins[(7919 * round) % pins.len()]);
        few += computed();
        if round % 3 == 0 {
            for &pin in &clocks {
                slacks(timed, pin);
            }
            all += computed();
            let before = computed();
            timed.timing().required_times(timed.graph());
            assert_eq!(computed(), before, "the cone of a clock is everything here");
        }
        for session in copy.iter().chain([&session]) {
            assert_same_as_anew_after(session, round, &format!("round {round}"));
        }
    }
    assert!(few > 0 && all > 5 * few, "{few} of {all}");
}
