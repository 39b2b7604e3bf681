//! Edits of a design.

use std::path::Path;
use std::sync::{LazyLock, OnceLock};

use zeroslack::input::Diagnostics;
use zeroslack::netlist::{Netlist, Parasitics};
use zeroslack::sdc::Constraints;
use zeroslack::timing::{Calculator, CommonPoint};
use zeroslack::{CornerId, DesignFiles, EngineChoice, EngineOptions, ModeId, Session, SessionParts, Silent};
use zeroslack_cuda::Emulator;
use zeroslack_testing::Dice;

use crate::edits::anew::{assert_same_as_anew, assert_same_as_anew_after};
use crate::edits::examples::{load, phases, pulse, tiny};
use crate::edits::fresh::assert_same_as_fresh;
use crate::edits::in_place::InPlace;
use crate::edits::random::Editor;
use crate::edits::results::{Results, assert_same_results, results};
use crate::edits::state::State;
use crate::readers::as_text;

pub(crate) const OPERATIONS: &[&str] = &[
    "report_at",
    "report_rat",
    "report_slack",
    "report_worst_paths",
    "-pin",
    "-early",
    "-late",
    "-rise",
    "-fall",
    "-numPaths",
    "insert_gate",
    "remove_gate",
    "repower_gate",
    "insert_net",
    "remove_net",
    "connect_pin",
    "disconnect_pin",
    "read_spef",
    "ff0:D",
    "ff1:Q",
    "u/one:A",
    "last:Y",
    "clk",
    "in[0]",
    "out",
    "INV",
    "DFF",
    "new",
    "new:A",
    "new:Y",
    "n",
    "q[0]",
    "\n",
    "3",
];

/// Steps at most, so that no input takes long.
const STEPS: usize = 60;

/// A design as it was read, to be copied.
struct Held {
    files: DesignFiles,
    netlist: Netlist,
    parasitics: Parasitics,
    constraints: Constraints,
    /// What it answers under each calculator.
    results: [OnceLock<[Results; 2]>; 3],
}

const CALCULATORS: [Calculator; 3] =
    [Calculator::Elmore, Calculator::Lumped, Calculator::EffectiveCapacitance];

impl Held {
    fn new(files: DesignFiles) -> Self {
        let session = load(&files);
        let (netlist, parasitics) = (session.netlist().clone(), session.parasitics(CornerId::FIRST).clone());
        Self {
            netlist,
            parasitics,
            constraints: session.constraints(ModeId::FIRST).clone(),
            files,
            results: [const { OnceLock::new() }; 3],
        }
    }

    fn session(&self, calculator: Calculator) -> Session {
        let parts = SessionParts {
            netlist: self.netlist.clone(),
            parasitics: self.parasitics.clone(),
            constraints: self.constraints.clone(),
            calculator,
        };
        let mut session = Session::build(parts, Diagnostics::new()).unwrap();
        session.set_common_point(self.files.common_point());
        session
    }
}

static DESIGNS: LazyLock<[Held; 3]> = LazyLock::new(|| [tiny(), phases(), pulse()].map(Held::new));

/// What the first byte chooses, and the choices that the rest makes.
fn start(bytes: &[u8]) -> Option<(&'static Held, usize, Dice)> {
    let (&first, rest) = bytes.split_first()?;
    // The larger design is more seldom, as it takes longer.
    let design = &DESIGNS[usize::from(first >= 128) + usize::from(first >= 250)];
    Some((design, usize::from(first % 3), Dice::of_bytes(rest)))
}

/// An edit, or an exception.
fn step(editor: &mut Editor, session: &mut Session) {
    if editor.dice.chance(25) { editor.state_exception(session) } else { editor.step(session) }
}

pub(crate) fn edits(bytes: &[u8]) {
    let Some((design, number, dice)) = start(bytes) else { return };
    let calculator = CALCULATORS[number];
    let mut session = design.session(calculator);
    let first = (session.mark(), State::new(&session));
    let at_first = design.results[number].get_or_init(|| results(&mut design.session(calculator)));
    let mut editor = Editor::new(&session, dice);
    for _ in 0..STEPS {
        if !editor.dice.has_bytes() {
            break;
        }
        step(&mut editor, &mut session);
        if editor.dice.chance(10) {
            session.update().unwrap();
        }
    }
    let files = DesignFiles { calculator, ..design.files.clone() };
    assert_same_as_fresh(&mut session, &files, "edited");
    session.undo(&first.0);
    session.edit_constraints(ModeId::FIRST, |editor| editor.replace(design.constraints.clone()));
    State::new(&session).assert_same(&first.1, "undone");
    assert_same_results(&results(&mut session), at_first, "undone");
}

/// Edits with an update after each, of which every number is that of a full update.
pub(crate) fn updates(bytes: &[u8]) {
    let Some((design, number, mut dice)) = start(bytes) else { return };
    let mut session = design.session(CALCULATORS[number]);
    session.set_cppr(dice.chance(70));
    if dice.chance(50) {
        session.set_common_point(CommonPoint::SamePin);
    }
    session.update().unwrap();
    let mut editor = Editor::new(&session, dice);
    let mut edits = match editor.dice.chance(60) {
        true => InPlace::with_gates(&mut session, editor),
        false => InPlace::new(&mut session, editor),
    };
    for number in 0..STEPS / 4 {
        if !edits.editor.dice.has_bytes() {
            break;
        }
        edits.step(&mut session);
        if edits.editor.dice.chance(5) {
            step(&mut edits.editor, &mut session);
        }
        session.update().unwrap();
        assert_same_as_anew_after(&session, number, "updated");
    }
}

/// Edits of [`edits`], where each update is one of the emulated kernels.
pub(crate) fn kernels(bytes: &[u8]) {
    let Some((design, number, dice)) = start(bytes) else { return };
    let calculator = CALCULATORS[number];
    let mut session = design.session(calculator);
    let mut editor = Editor::new(&session, dice);
    let mut emulated = design.session(calculator);
    emulated.set_engine_on(EngineChoice::Cuda, Emulator::new(bytes.len() as u64));
    let mut emulated_editor = Editor::new(&emulated, editor.dice.clone());
    for _ in 0..STEPS {
        if !editor.dice.has_bytes() {
            break;
        }
        step(&mut editor, &mut session);
        step(&mut emulated_editor, &mut emulated);
        // What both draw goes on the same.
        if editor.dice.chance(10) & emulated_editor.dice.chance(10) {
            emulated.update().unwrap();
            assert_same_as_anew(&emulated, "engines in turns");
            if emulated.engine_options().engine == EngineChoice::Cuda {
                emulated.set_engine(EngineOptions { engine: EngineChoice::Cpu, gpu: 0 });
            } else {
                emulated.set_engine_on(EngineChoice::Cuda, Emulator::new(bytes.len() as u64));
            }
        }
    }
    if emulated.engine_options().engine == EngineChoice::Cpu {
        emulated.set_engine_on(EngineChoice::Cuda, Emulator::new(bytes.len() as u64));
    }
    assert_same_results(&results(&mut session), &results(&mut emulated), "CPU and kernels");
}

pub(crate) fn operations(bytes: &[u8]) {
    let text = as_text(bytes);
    // The play opens files, so none but those that do not exist are named.
    if text.contains("read_spef") && text.contains(['/', '.']) {
        return;
    }
    let design = &DESIGNS[0];
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("operations");
    std::fs::write(&file, bytes).unwrap();
    let (mut session, once) = played(design, &file);
    let (_, again) = played(design, &file);
    assert_eq!(once, again);
    assert_same_as_fresh(&mut session, &design.files, "played");
}

/// The design after a play, and what that printed and said.
fn played(design: &Held, file: &Path) -> (Session, (Vec<u8>, String)) {
    let mut session = design.session(design.files.calculator);
    let mut out = Vec::new();
    let said = match zeroslack::tau::play(&mut session, file, &mut out, &Silent) {
        Ok(said) => said.to_string(),
        Err(error) => error.to_string(),
    };
    (session, (out, said))
}
