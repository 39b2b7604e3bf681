//! Long random sequences of edits end in the bits of a fresh load; undo restores the bits.

use zeroslack::sdc::{ArcEnds, CaseValue, ConstraintEditor, ConstraintError, Constraints};
use zeroslack::timing::Calculator;
use zeroslack::{DesignFiles, Mark, ModeId, Session};

use zeroslack_testing::Dice;

use super::common;
use super::examples::{load, pads, phases, pulse};
use super::fresh::{assert_same_as_files, assert_same_as_fresh};
use super::random::Editor;
use super::results::{Results, assert_same_results, results};
use super::state::State;

/// Of each design.
const STEPS: usize = 10_000;

/// How often on the way a design is compared with a fresh load.
const COMPARISONS: usize = 40;

/// What a session was at a mark.
struct Recorded {
    mark: Mark,
    constraints: Constraints,
    step: usize,
    state: State,
    results: [Results; 2],
}

impl Recorded {
    fn new(session: &mut Session, step: usize) -> Self {
        let (mark, state) = (session.mark(), State::new(session));
        let constraints = session.constraints(ModeId::FIRST).clone();
        Self { mark, constraints, step, state, results: results(session) }
    }

    fn undo(&self, session: &mut Session, step: usize) {
        let when = format!("undone from step {step} to step {}", self.step);
        session.undo(&self.mark);
        let constraints = self.constraints.clone();
        session.edit_constraints(ModeId::FIRST, |editor| editor.replace(constraints));
        State::new(session).assert_same(&self.state, &when);
        assert_same_results(&results(session), &self.results, &when);
    }
}

/// Edits a design at random, with marks and undos in between.
fn run(files: &DesignFiles, seed: u64) {
    run_with(files, seed, (STEPS, 0));
}

/// The same with exceptions in some of a hundred of so many steps.
fn run_with(files: &DesignFiles, seed: u64, (steps, exceptions): (usize, u32)) {
    let mut session = load(files);
    let marks = edit(&mut session, files, seed, (steps, exceptions));
    for port in session.netlist().inserted_ports().to_vec() {
        session.edit(|netlist| netlist.remove_port(port.first_pin)).unwrap();
    }
    let plain = marks[0].constraints.clone();
    session.edit_constraints(ModeId::FIRST, |editor| editor.replace(plain));
    assert_same_as_files(&mut session, files, "at the end");
    marks[0].undo(&mut session, steps);
}

/// The same of a design where some pins are constant, or have one transition, and some arcs are not timed.
fn run_with_constants(files: &DesignFiles, seed: u64) {
    let mut session = load(files);
    let mut dice = Dice::new(seed, 1);
    let netlist = session.netlist();
    let (pins, cells): (Vec<_>, Vec<_>) = (netlist.pins().collect(), netlist.cells().collect());
    let (few, more) = (1 + cells.len() / 40, 1 + cells.len() / 20);
    let values: Vec<_> = (0..more).map(|_| (*dice.pick(&pins), *dice.pick(&CaseValue::ALL))).collect();
    let disabled: Vec<_> = (0..few).map(|_| (*dice.pick(&pins), *dice.pick(&cells))).collect();
    let state = |editor: &mut ConstraintEditor<'_>| {
        for (pin, value) in values {
            editor.set_case_value(&[pin], Some(value))?;
        }
        for (pin, cell) in disabled {
            editor.disable_pins(&[pin], true)?;
            editor.disable_cell(cell, ArcEnds::any(), true)?;
        }
        Ok::<(), ConstraintError>(())
    };
    session.edit_constraints(ModeId::FIRST, state).unwrap();
    edit(&mut session, files, seed, (STEPS, 0))[0].undo(&mut session, STEPS);
    let pins = session.graph().unwrap().pins();
    assert!(!pins.excluded_arcs().is_empty(), "nothing is out");
}

/// Returns what the design was on the way, the first time before all edits.
fn edit(
    session: &mut Session,
    files: &DesignFiles,
    seed: u64,
    (steps, exceptions): (usize, u32),
) -> Vec<Recorded> {
    let mut editor = Editor::new(session, Dice::new(seed, 0));
    let mut compared = 0;
    let mut marks = vec![Recorded::new(session, 0)];
    for step in 1..=steps {
        if exceptions > 0 && editor.dice.chance(exceptions as usize) {
            editor.state_exception(session);
        } else {
            editor.step(session);
        }
        match editor.dice.below(1000) {
            0..80 => drop(session.update().unwrap()),
            80..95 => marks.push(Recorded::new(session, step)),
            95..102 if marks.len() > 1 => {
                // Mostly a little, now and then nearly all.
                let most = if editor.dice.chance(10) { marks.len() } else { marks.len().min(6) };
                let depth = 1 + editor.dice.below(most - 1);
                marks.truncate(marks.len() - depth + 1);
                marks[marks.len() - 1].undo(session, step);
            }
            _ => {}
        }
        if step % (steps / COMPARISONS) == 0 {
            assert_same_as_fresh(session, files, &format!("step {step}"));
            compared += results(session)[1].endpoint_count();
        }
    }
    let first = marks[0].results[1].endpoint_count();
    let average = compared / COMPARISONS;
    assert!(2 * average > first, "there was little to compare: {average} of {first} endpoints on average");
    marks
}

fn run_contest(name: &str, calculator: Calculator, seed: u64) {
    let Some(shared) = common::shared() else { return };
    let files = common::tau_files(&shared.join("data/tau15").join(name));
    run(&DesignFiles { calculator, ..files }, seed);
}

#[test]
fn the_example_design() {
    run(&pulse(), 1);
}

#[test]
fn exceptions_in_between() {
    for seed in 10..zeroslack_testing::by_budget(14, 11) {
        run_with(&pulse(), seed, (1000, 20));
        run_with(&pads(), seed, (1000, 20));
        run_with(&phases(), seed, (1000, 8));
    }
}

#[test]
fn a_design_with_pads() {
    run(&pads(), 6);
}

#[test]
fn a_design_with_latches() {
    run(&phases(), 8);
}

#[test]
fn the_example_design_with_constants() {
    run_with_constants(&pulse(), 7);
}

#[test]
fn s400_with_constants() {
    let Some(shared) = common::shared() else { return };
    run_with_constants(&common::tau_files(&shared.join("data/tau15/s400")), 9);
}

#[test]
fn c17() {
    run_contest("c17", Calculator::Elmore, 2);
}

#[test]
fn s27_with_lumped_nets() {
    run_contest("s27", Calculator::Lumped, 3);
}

#[test]
fn s27_with_effective_capacitance() {
    run_contest("s27", Calculator::EffectiveCapacitance, 3);
}

#[test]
fn s400() {
    run_contest("s400", Calculator::Elmore, 4);
}

#[test]
fn c880() {
    run_contest("c880", Calculator::Elmore, 5);
}
