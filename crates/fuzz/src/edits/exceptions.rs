//! Random exceptions, and what they are in a fresh load.

use zeroslack::netlist::{Netlist, PinId};
use zeroslack::sdc::{
    ClockId, ConstraintEditor, Constraints, Exception, ExceptionKind, ExceptionPaths, MovedEdge, PathObject,
    PathObjects,
};
use zeroslack::units::Transition;
use zeroslack::{ModeId, Session};
use zeroslack_testing::Dice;

use super::random::Editor;

/// More are reset first.
const MOST: usize = 12;

impl Editor {
    /// States an exception of any kind, or resets some paths. Some of the objects may be gone.
    pub fn state_exception(&mut self, session: &mut Session) {
        let list = session.constraints(ModeId::FIRST).exceptions.list();
        let (count, clocks) = (list.len(), clocks(session.constraints(ModeId::FIRST)));
        let paths = match list {
            [_, ..] if self.dice.chance(40) => list[self.dice.below(count)].paths.clone(),
            _ => drawn_paths(&mut self.dice, session.netlist(), &clocks),
        };
        if count > MOST || self.dice.chance(15) {
            let splits = *self.dice.pick(&[[true; 2], [true, false], [false, true]]);
            let paths = if count > MOST { ExceptionPaths::default() } else { paths };
            // What is named may be gone by now.
            let _ = session.edit_constraints(ModeId::FIRST, |editor| editor.reset_paths(&paths, splits));
            return;
        }
        let (kind, splits) = drawn_kind(&mut self.dice);
        let exception = Exception { kind, splits, paths, comment: None };
        let _ = session.edit_constraints(ModeId::FIRST, |editor| editor.add_exception(exception));
    }
}

fn clocks(constraints: &Constraints) -> Vec<ClockId> {
    constraints.clocks.iter().map(|(clock, _)| clock).collect()
}

fn drawn_kind(dice: &mut Dice) -> (ExceptionKind, [bool; 2]) {
    let splits = *dice.pick(&[[true; 2], [true, false], [false, true]]);
    let one = *dice.pick(&[[true, false], [false, true]]);
    match dice.below(8) {
        0 | 1 => (ExceptionKind::False, splits),
        2..=4 => {
            let moved = *dice.pick(&[None, Some(MovedEdge::Launch), Some(MovedEdge::Capture)]);
            (ExceptionKind::Multicycle { cycles: dice.below(4) as i32, moved }, splits)
        }
        5 => {
            let (delay, ignores_latency) = (dice.below(2_000_000) as i64, dice.chance(50));
            (ExceptionKind::Delay { delay, ignores_latency, probes: false }, one)
        }
        6 => (ExceptionKind::Margin(dice.below(1_000_000) as i64 - 500_000), splits),
        _ => {
            let name = dice.chance(70).then(|| format!("g{}", dice.below(3)).into());
            (ExceptionKind::Group { name, weight: 1.0 }, [true; 2])
        }
    }
}

/// Paths by what there is in the netlist.
fn drawn_paths(dice: &mut Dice, netlist: &Netlist, clocks: &[ClockId]) -> ExceptionPaths {
    let from = dice.chance(60).then(|| drawn_objects(dice, netlist, Some(clocks)));
    let through = (0..*dice.pick(&[0, 0, 1, 1, 2])).map(|_| drawn_objects(dice, netlist, None)).collect();
    let to = dice.chance(60).then(|| drawn_objects(dice, netlist, Some(clocks)));
    let transition = if dice.chance(15) { drawn_transition(dice) } else { None };
    ExceptionPaths { from, through, to, transition }
}

/// What starts and ends paths, with clocks; or else what paths pass.
fn drawn_objects(dice: &mut Dice, netlist: &Netlist, ends: Option<&[ClockId]>) -> PathObjects {
    let pins: Vec<PinId> = netlist.pins().collect();
    let objects: Vec<PathObject> = (0..1 + dice.below(3))
        .map(|_| {
            let pin = *dice.pick(&pins);
            match (dice.below(4), ends) {
                (0, Some(clocks)) if !clocks.is_empty() => PathObject::Clock(*dice.pick(clocks)),
                (0 | 1, None) => netlist.pin_net(pin).map_or(PathObject::Pin(pin), PathObject::Net),
                (1 | 2, _) => netlist.pin_cell(pin).map_or(PathObject::Pin(pin), PathObject::Cell),
                _ => PathObject::Pin(pin),
            }
        })
        .collect();
    PathObjects::new(objects, drawn_transition(dice))
}

fn drawn_transition(dice: &mut Dice) -> Option<Transition> {
    *dice.pick(&[None, None, Some(Transition::Rise), Some(Transition::Fall)])
}

/// Puts exceptions of an edited design, as far as they apply to it, into the constraints of a fresh load of it, where pins are in the same order and cells have the same
/// names.
pub(super) fn carry_over(
    (edited, of_edited): (&Netlist, &Constraints),
    (fresh, of_fresh): (&Netlist, &mut Constraints),
) {
    let [ours, theirs] = [edited, fresh].map(|netlist| netlist.pins().collect::<Vec<PinId>>());
    let pin = |pin: PinId| theirs[ours.binary_search(&pin).unwrap()];
    let object = |object: &PathObject| match *object {
        PathObject::Pin(of) => Some(PathObject::Pin(pin(of))),
        PathObject::Cell(of) => fresh.find_cell(edited.cell_name(of)).map(PathObject::Cell),
        // A net without pins is passed by no path, as is a constant that nothing is tied to.
        PathObject::Net(of) => {
            let unused = || Netlist::CONSTANTS.into_iter().find(|&net| fresh.net_pins(net).is_empty());
            let there = match edited.net_pins(of).first() {
                Some(&first) => fresh.pin_net(pin(first)),
                None => unused(),
            };
            there.map(PathObject::Net)
        }
        other => Some(other),
    };
    let set = |set: &PathObjects| {
        let objects: Vec<PathObject> = set.objects().iter().filter_map(object).collect();
        (!objects.is_empty()).then(|| PathObjects::new(objects, set.transition))
    };
    let paths = |paths: &ExceptionPaths| {
        Some(ExceptionPaths {
            from: paths.from.as_ref().map(|from| set(from).ok_or(())).transpose().ok()?,
            through: paths.through.iter().map(set).collect::<Option<Vec<PathObjects>>>()?,
            to: paths.to.as_ref().map(|to| set(to).ok_or(())).transpose().ok()?,
            transition: paths.transition,
        })
    };
    let mut editor = ConstraintEditor::new(of_fresh, fresh);
    for exception in of_edited.applicable(edited).exceptions.list() {
        if let Some(paths) = paths(&exception.paths) {
            editor.add_exception(Exception { paths, ..exception.clone() }).unwrap();
        }
    }
}
