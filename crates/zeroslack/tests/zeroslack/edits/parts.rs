//! Paths that have to pass something, asked for again and again after edits: the part of the design that they can take is kept, as far as nothing in it changed.

use zeroslack::netlist::PinId;
use zeroslack::paths::{Path, PathQuery};
use zeroslack::timing::Calculator;
use zeroslack::units::Split;
use zeroslack::{PathPoints, Point, PointOf, QueryError, Session};
use zeroslack_synth::Options;
use zeroslack_testing::{Dice, seeds};

use super::in_place::InPlace;
use super::incremental::of_several_clocks;
use super::random::Editor;
use super::synthetic::synthetic;

fn points(pins: &[PinId]) -> PathPoints {
    let point = |&pin: &PinId| vec![Point { what: PointOf::Pin(pin), transition: None }];
    PathPoints { through: pins.iter().map(point).collect(), ..PathPoints::default() }
}

/// The paths that a session finds, and those that a copy of it finds, which has kept nothing.
fn assert_same_as_of_a_copy(session: &Session, asked: &[(PathQuery, PathPoints)], when: &str) {
    let copy = session.replicate();
    for (query, points) in asked {
        let [ours, theirs] = [session, &copy].map(|session| -> Result<Vec<Path>, QueryError> {
            Ok(session.timed().unwrap().find_paths_passing(query, points)?.paths())
        });
        let [ours, theirs] = [ours, theirs].map(|paths| paths.map_err(|error| error.to_string()));
        assert_eq!(ours, theirs, "{when}: {query:?}");
    }
}

#[test]
fn questions_are_asked_again_after_edits() {
    for seed in seeds(12) {
        let mut session = match seed % 2 {
            0 => synthetic(Options { seed, flip_flops: 0.2, ..Options::new(600) }),
            _ => of_several_clocks(600, seed),
        };
        session.set_cppr(seed % 4 < 2);
        session.update().unwrap();
        let editor = Editor::new(&session, Dice::new(seed, 0));
        let mut dice = Dice::new(seed, 1);
        // Few questions, so that they come again; two about the same paths of one split and of both, and one about two sets.
        let pins: Vec<PinId> = session.netlist().pins().collect();
        let mut asked: Vec<(PathQuery, PathPoints)> = Vec::new();
        for sets in [1, 2] {
            let through: Vec<PinId> = (0..sets).map(|_| *dice.pick(&pins)).collect();
            for query in [PathQuery::new(20), PathQuery::new(20).split(Split::Late)] {
                asked.push((query, points(&through)));
            }
        }
        let mut edits = match seed % 3 {
            0 => InPlace::with_gates(&mut session, editor),
            _ => InPlace::new(&mut session, editor),
        };
        for step in 0..40 {
            if dice.chance(85) {
                edits.step(&mut session);
            }
            if dice.chance(10) {
                edits.editor.state_time(&mut session);
            }
            if dice.chance(10) {
                // All is computed again.
                session.set_cppr(dice.chance(50));
                session.set_calculator(*dice.pick(&[Calculator::Elmore, Calculator::Lumped]));
            }
            session.update().unwrap();
            let some = dice.below(asked.len());
            assert_same_as_of_a_copy(&session, &asked[some..][..1], &format!("seed {seed}, step {step}"));
        }
    }
}
