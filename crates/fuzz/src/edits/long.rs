//! Long sequences of edits of every kind, with undos, other constraints and questions in between.

use zeroslack::sdc::{DerateScope, DerateTarget, ExceptionPaths};
use zeroslack::timing::CommonPoint;
use zeroslack::units::{Split, Transition};
use zeroslack::{ModeId, Session};
use zeroslack_testing::Dice;

use super::anew::assert_same_as_anew_after;
use super::in_place::InPlace;
use super::random::Editor;

/// What a sequence was.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sequence {
    /// Edits, or groups of them, and undos.
    pub edits: usize,
    /// Updates, each of which had the bits of a full one.
    pub updates: usize,
    /// Updates that were incremental.
    pub incremental: usize,
}

/// Makes so many edits, one to a few hundred before each update, and holds every number of each update against one of everything. `before_update` may change how the session computes.
pub fn run(
    session: &mut Session,
    (seed, edits): (u64, usize),
    mut before_update: impl FnMut(&mut Session, &mut Dice),
) -> Sequence {
    let editor = Editor::new(session, Dice::new(seed, 0));
    let mut edited = InPlace::with_gates(session, editor);
    let mut dice = Dice::new(seed, 1);
    let mut sequence = Sequence::default();
    let constraints = session.constraints(ModeId::FIRST).clone();
    session.update().unwrap();
    while sequence.edits < edits {
        let many = *dice.pick(&[1, 1, 1, 1, 2, 2, 3, 10, 10, 100]);
        // What these leave is mostly taken back, and at times all of it: what has loops, say, is not updated in place.
        let is_any = dice.chance(10);
        let mark = session.mark();
        for _ in 0..many {
            sequence.edits += if is_any {
                edited.editor.step(session);
                1
            } else {
                edited.step(session)
            };
        }
        state(session, &mut edited.editor, &mut dice);
        before_update(session, &mut dice);
        session.update().unwrap();
        let visited = session.timed().unwrap().visited();
        sequence.updates += 1;
        sequence.incremental += usize::from(visited.is_some());
        ask(session, &mut edited.editor, &mut dice);
        let when = format!("seed {seed}, after {} edits, {visited:?}", sequence.edits);
        assert_same_as_anew_after(session, sequence.updates, &when);
        if is_any && dice.chance(80) {
            session.undo(&mark);
        } else if dice.chance(10) {
            edited.start_over(session);
            let constraints = constraints.clone();
            session.edit_constraints(ModeId::FIRST, |editor| editor.replace(constraints));
        }
    }
    sequence
}

/// Now and then other constraints.
fn state(session: &mut Session, editor: &mut Editor, dice: &mut Dice) {
    match dice.below(40) {
        0 => {
            session.set_cppr(dice.chance(70));
            session.set_common_point(*dice.pick(&[CommonPoint::SamePin, CommonPoint::SameTransition]));
        }
        1 => (0..1 + dice.below(4)).for_each(|_| editor.state_exception(session)),
        2..5 => {
            let all = ExceptionPaths::default();
            session.edit_constraints(ModeId::FIRST, |editor| editor.reset_paths(&all, [true; 2])).unwrap();
        }
        5 => {
            let cell = editor.cell(session.netlist());
            let target = cell.filter(|_| dice.chance(50)).map_or(DerateTarget::Design, DerateTarget::Cell);
            let scope =
                DerateScope { kinds: [true; 3], parts: [true, dice.chance(50)], edges: [[true; 2]; 2] };
            let factor = dice.number(0.8, 1.2, 0.01) as f32;
            session
                .edit_constraints(ModeId::FIRST, |editor| editor.set_derate(target, &scope, factor))
                .unwrap();
        }
        6 => session.edit_constraints(ModeId::FIRST, |editor| editor.unset_derates()),
        7..10 => editor.state_time(session),
        _ => {}
    }
}

/// Questions that leave something behind for the next update.
fn ask(session: &Session, editor: &mut Editor, dice: &mut Dice) {
    let timed = session.timed().unwrap();
    for _ in 0..*dice.pick(&[0, 1, 100]) {
        timed.slack(editor.pin(session.netlist()), Split::Late, Transition::Rise);
    }
    if dice.chance(30) {
        timed.summaries();
    }
    if dice.chance(10) {
        timed.worst_paths(*dice.pick(&Split::ALL), 20);
    }
}
