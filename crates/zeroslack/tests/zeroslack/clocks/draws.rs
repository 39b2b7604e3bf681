//! Exceptions of every kind, and checks that no library states, drawn at random.

use zeroslack::netlist::{CellId, NetId, Netlist, PinId};
use zeroslack::sdc::{
    ClockId, ConstraintEditor, Constraints, DataCheck, Exception, ExceptionKind, ExceptionPaths,
    GatingTarget, MovedEdge, PathObject, PathObjects,
};
use zeroslack::units::{Quad, Ticks, Transition};

use super::clocking::ticks;
use super::dice::Dice;

/// States some exceptions that are drawn, one to six.
pub fn draw(dice: &mut Dice, constraints: &mut Constraints, netlist: &Netlist) {
    let clocks: Vec<ClockId> = constraints.clocks.iter().map(|(id, _)| id).collect();
    let starts: Vec<PinId> = netlist
        .pins()
        .filter(|&pin| is_clock_pin(netlist, pin))
        .chain(constraints.input_delays.keys().copied())
        .collect();
    let ends: Vec<PinId> = netlist
        .pins()
        .filter(|&pin| is_data_pin(netlist, pin))
        .chain(constraints.output_delays.keys().copied())
        .collect();
    for _ in 0..1 + dice.below(6) {
        let mut paths = ExceptionPaths::default();
        let transition =
            |dice: &mut Dice| [None, None, Some(Transition::Rise), Some(Transition::Fall)][dice.below(4)];
        if dice.below(3) > 0 {
            paths.from = Some(ends_of(dice, netlist, &starts, &clocks, transition));
        }
        for _ in 0..[0, 0, 1, 2][dice.below(4)] {
            let objects: Vec<PathObject> = (0..1 + dice.below(3)).map(|_| passed(dice, netlist)).collect();
            paths.through.push(PathObjects::new(objects, transition(dice)));
        }
        if dice.below(3) > 0 {
            paths.to = Some(ends_of(dice, netlist, &ends, &clocks, transition));
        }
        if dice.below(6) == 0 {
            paths.transition = transition(dice);
        }
        let mut splits = [[true, true], [true, false], [false, true]][dice.below(3)];
        let kind = match dice.below(8) {
            0 | 1 => ExceptionKind::False,
            2..=4 => ExceptionKind::Multicycle {
                cycles: dice.below(4) as i32,
                moved: [None, Some(MovedEdge::Launch), Some(MovedEdge::Capture)][dice.below(3)],
            },
            5 => {
                splits = [[true, false], [false, true]][dice.below(2)];
                let delay = ticks(dice.below(60) as i16 - 10);
                ExceptionKind::Delay { delay, ignores_latency: dice.below(2) == 0, probes: false }
            }
            6 => ExceptionKind::Margin(ticks(dice.below(20) as i16 - 10)),
            _ => {
                splits = [true; 2];
                let name = (dice.below(4) > 0).then(|| format!("g{}", dice.below(3)).into());
                ExceptionKind::Group { name, weight: 1.0 }
            }
        };
        let mut editor = ConstraintEditor::new(constraints, netlist);
        // One that names no paths is refused.
        let _ = editor.add_exception(Exception { kind, splits, paths, comment: None });
    }
}

/// States levels and times of gates, takes some gates out, and checks data against data.
pub fn draw_checks(dice: &mut Dice, constraints: &mut Constraints, netlist: &Netlist) {
    let clocks: Vec<ClockId> = constraints.clocks.iter().map(|(id, _)| id).collect();
    let pin = |dice: &mut Dice| PinId::new(dice.below(netlist.pin_id_count()));
    let edge = |dice: &mut Dice| Transition::ALL[dice.below(2)];
    let mut editor = ConstraintEditor::new(constraints, netlist);
    for cell in (0..netlist.cell_id_count()).map(CellId::new) {
        let target = match dice.below(6) {
            0 | 1 => continue,
            2 => GatingTarget::Pin(pin(dice)),
            _ => GatingTarget::Cell(cell),
        };
        editor.set_clock_gating_level(target, dice.below(2) == 0).unwrap();
    }
    for _ in 0..dice.below(5) {
        let target = match dice.below(4) {
            0 => GatingTarget::Design,
            1 => GatingTarget::Clock(clocks[dice.below(clocks.len())]),
            2 if netlist.cell_id_count() > 0 => {
                GatingTarget::Cell(CellId::new(dice.below(netlist.cell_id_count())))
            }
            _ => GatingTarget::Pin(pin(dice)),
        };
        let mut times: Quad<Option<Ticks>> = [[None; 2]; 2];
        for time in times.as_flattened_mut() {
            *time = (dice.below(2) == 0).then(|| ticks(dice.below(20) as i16 - 5));
        }
        editor.set_clock_gating_times(target, times).unwrap();
    }
    if dice.below(3) == 0 {
        editor.disable_clock_gating(GatingTarget::Pin(pin(dice)), true).unwrap();
    }
    for _ in 0..dice.below(5) {
        let check = DataCheck { from: pin(dice), from_edge: edge(dice), to: pin(dice), to_edge: edge(dice) };
        let times = [0, 1].map(|_| (dice.below(3) > 0).then(|| ticks(dice.below(20) as i16 - 5)));
        if times != [None; 2] {
            editor.set_data_check(check, times).unwrap();
        }
    }
}

/// Makes some checks of registers against clocks checks against data, or of data against a clock as data: of two pins, in the texts of libraries.
pub fn relate_data(libraries: &mut [String; 2]) {
    let replaced = [
        ("CK; timing_type : recovery_rising", "D; timing_type : non_seq_setup_rising"),
        ("CK; timing_type : removal_rising", "D; timing_type : non_seq_hold_falling"),
        ("CKB; timing_type : setup_falling", "CKB; timing_type : non_seq_setup_falling"),
        ("CKB; timing_type : hold_rising", "CKB; timing_type : non_seq_hold_rising"),
    ];
    for text in libraries {
        for (from, to) in replaced {
            *text = text.replace(&format!("related_pin : {from};"), &format!("related_pin : {to};"));
        }
    }
}

fn ends_of(
    dice: &mut Dice,
    netlist: &Netlist,
    pins: &[PinId],
    clocks: &[ClockId],
    transition: impl Fn(&mut Dice) -> Option<Transition>,
) -> PathObjects {
    let mut objects = Vec::new();
    for _ in 0..1 + dice.below(3) {
        objects.push(match dice.below(6) {
            0 | 1 if !clocks.is_empty() => PathObject::Clock(clocks[dice.below(clocks.len())]),
            2 => any_pin(dice, netlist),
            3 => any_cell(dice, netlist),
            _ if !pins.is_empty() => PathObject::Pin(pins[dice.below(pins.len())]),
            _ => any_pin(dice, netlist),
        });
    }
    PathObjects::new(objects, transition(dice))
}

fn any_pin(dice: &mut Dice, netlist: &Netlist) -> PathObject {
    PathObject::Pin(PinId::new(dice.below(netlist.pin_id_count())))
}

fn any_cell(dice: &mut Dice, netlist: &Netlist) -> PathObject {
    match netlist.cell_id_count() {
        0 => any_pin(dice, netlist),
        cells => PathObject::Cell(CellId::new(dice.below(cells))),
    }
}

fn passed(dice: &mut Dice, netlist: &Netlist) -> PathObject {
    match dice.below(4) {
        0 => any_cell(dice, netlist),
        1 => PathObject::Net(NetId::new(dice.below(netlist.net_id_count()))),
        _ => any_pin(dice, netlist),
    }
}

fn is_clock_pin(netlist: &Netlist, pin: PinId) -> bool {
    netlist.pin_name(pin).ends_with("/CK")
}

fn is_data_pin(netlist: &Netlist, pin: PinId) -> bool {
    netlist.pin_name(pin).ends_with("/D")
}
