//! Constraints drawn at random over a design, through the editor that all readers use.

use zeroslack::ModeId;
use zeroslack::Session;
use zeroslack::netlist::{CellId, MasterId, NetId, Netlist, PinId, PortDirection};
use zeroslack::sdc::{
    ArcEnds, CaseValue, Clock, ClockEdge, ClockId, ConstraintEditor, ConstraintError, DerateScope,
    DerateTarget, Drive, DrivingCell, IdealSource, LatencyIncluded, LimitKind, LimitTarget, LogicValue,
    OperatingConditions, OtherClocks, OtherDelays, PortDelay,
};
use zeroslack::units::{Quad, Transition};
use zeroslack_testing::Dice;

/// What is drawn from.
struct Objects {
    inputs: Vec<PinId>,
    outputs: Vec<PinId>,
    pins: Vec<PinId>,
    cells: Vec<CellId>,
    nets: Vec<NetId>,
    clocks: Vec<ClockId>,
    /// Library cells, each with its drivers and what has arcs to them.
    drivers: Vec<DrivingCell>,
}

impl Objects {
    fn of(netlist: &Netlist) -> Self {
        let ports = |direction| {
            let ports = netlist.ports().iter().filter(move |port| port.direction == direction);
            ports.flat_map(|port| port.bits()).collect()
        };
        let mut drivers = Vec::new();
        for (master, known) in (0..).map(MasterId).zip(netlist.library().masters()) {
            for output in (0..known.pins.len() as u32).filter(|&pin| known.pins[pin as usize].drives()) {
                for input in DrivingCell::inputs_of(netlist.library(), master, output) {
                    drivers.push(DrivingCell { master, output, input, slews: [0.0; 2] });
                }
            }
        }
        Self {
            inputs: ports(PortDirection::Input),
            outputs: ports(PortDirection::Output),
            pins: netlist.pins().collect(),
            cells: netlist.cells().collect(),
            nets: netlist.nets().filter(|net| !Netlist::CONSTANTS.contains(net)).collect(),
            clocks: Vec::new(),
            drivers,
        }
    }
}

/// Where a value is stated: somewhere.
fn quad<T: Copy>(dice: &mut Dice, value: impl Fn(&mut Dice) -> T) -> Quad<Option<T>> {
    if dice.chance(40) {
        let value = value(dice);
        return [[Some(value); 2]; 2];
    }
    let mut quad = [[None; 2]; 2];
    let forced = dice.below(4);
    for (place, stated) in quad.as_flattened_mut().iter_mut().enumerate() {
        if place == forced || dice.chance(60) {
            *stated = Some(value(dice));
        }
    }
    quad
}

fn splits<T: Copy>(dice: &mut Dice, value: impl Fn(&mut Dice) -> T) -> [Option<T>; 2] {
    match dice.below(3) {
        0 => [Some(value(dice)), Some(value(dice))],
        1 => [Some(value(dice)), None],
        _ => [None, Some(value(dice))],
    }
}

fn time(dice: &mut Dice) -> i64 {
    dice.below(40_000_000) as i64 - 10_000_000
}

/// A value that has no short decimal.
fn amount(dice: &mut Dice) -> f32 {
    dice.below(1 << 24) as f32 / 977.0
}

fn edge(dice: &mut Dice, clocks: &[ClockId]) -> ClockEdge {
    ClockEdge { clock: *dice.pick(clocks), edge: *dice.pick(&Transition::ALL) }
}

/// States some constraints.
pub fn draw(session: &mut Session, dice: &mut Dice) {
    let mut objects = Objects::of(session.netlist());
    session.edit_constraints(ModeId::FIRST, |editor| {
        for name in ["clk", "a b", "v*", "w\\1", "[x]", "{y"].into_iter().take(1 + dice.below(6)) {
            objects.clocks.push(clock(editor, dice, &objects, name).unwrap());
        }
        for _ in 0..dice.below(60) {
            state(editor, dice, &objects).unwrap();
        }
    });
}

fn clock(
    editor: &mut ConstraintEditor<'_>,
    dice: &mut Dice,
    objects: &Objects,
    name: &str,
) -> Result<ClockId, ConstraintError> {
    let period = 1 + dice.below(50_000_000) as i64;
    let rise = dice.below(period as usize) as i64;
    let fall = rise + dice.below(period as usize) as i64;
    let edges = if dice.chance(50) || fall == rise { [0, period / 2] } else { [rise, fall] };
    let sources = (0..dice.below(3)).map(|_| *dice.pick(&objects.pins)).collect();
    let clock = Clock { name: name.into(), sources, period: period.max(2), edges, ..Clock::default() };
    // What replaces others may remove them, and then clocks are not in the same numbers when they are read.
    editor.create_clock(clock, OtherClocks::Kept).map(|(clock, _)| clock)
}

fn state(
    editor: &mut ConstraintEditor<'_>,
    dice: &mut Dice,
    objects: &Objects,
) -> Result<(), ConstraintError> {
    match dice.below(4) {
        0 => of_clocks(editor, dice, objects),
        1 => of_ports(editor, dice, objects),
        2 => derate(editor, dice, objects),
        _ => kept(editor, dice, objects),
    }
}

fn of_clocks(
    editor: &mut ConstraintEditor<'_>,
    dice: &mut Dice,
    objects: &Objects,
) -> Result<(), ConstraintError> {
    let clocks = &objects.clocks;
    let (clock, pin) = (*dice.pick(clocks), *dice.pick(&objects.pins));
    let one = dice.chance(50).then_some(clock);
    match dice.below(9) {
        0 => editor.set_source_latency(clock, quad(dice, time)),
        1 => editor.set_network_latency(clock, quad(dice, time)),
        2 => editor.set_pin_source_latency(pin, one, quad(dice, time)),
        3 => editor.set_pin_latency(pin, one, quad(dice, time)),
        4 => editor.set_clock_transition(clock, quad(dice, amount)),
        5 => editor.set_uncertainty(clock, splits(dice, time)),
        6 => editor.set_pin_uncertainty(pin, splits(dice, time)),
        7 => {
            let (from, to) = (edge(dice, clocks), edge(dice, clocks));
            editor.set_uncertainty_between(from, to, splits(dice, time))
        }
        _ if dice.chance(50) && !editor.clocks[clock].is_virtual() => editor.set_propagated(clock, true),
        _ => editor.set_propagated_from(pin, true),
    }
}

fn of_ports(
    editor: &mut ConstraintEditor<'_>,
    dice: &mut Dice,
    objects: &Objects,
) -> Result<(), ConstraintError> {
    let (input, output) = ([*dice.pick(&objects.inputs)], [*dice.pick(&objects.outputs)]);
    let included = LatencyIncluded { source: dice.chance(20), network: dice.chance(20) };
    let others = if dice.chance(80) { OtherDelays::Kept } else { OtherDelays::Replaced };
    match dice.below(9) {
        8 => editor.set_unclocked_output_delay(&output, quad(dice, time), others),
        0 => {
            let edge = dice.chance(80).then(|| edge(dice, &objects.clocks));
            let delay = PortDelay { edge, delay: quad(dice, time), included };
            editor.set_input_delay(&input, delay, others)
        }
        1 => {
            let edge = edge(dice, &objects.clocks);
            let delay = PortDelay { edge, delay: quad(dice, time), included };
            editor.set_output_delay(&output, delay, others)
        }
        2 => editor.set_input_slew(&input, quad(dice, amount)),
        3 => editor.set_drive(&input, quad(dice, |dice| Drive::Resistance(amount(dice)))),
        4 => {
            let drivers = &objects.drivers;
            let drive = |dice: &mut Dice| {
                let slews = [amount(dice), amount(dice)];
                Drive::Cell(DrivingCell { slews, ..*dice.pick(drivers) })
            };
            editor.set_drive(&input, quad(dice, drive))
        }
        5 => editor.set_pin_load(&output, quad(dice, amount)),
        6 => editor.set_wire_load(&output, quad(dice, amount)),
        _ => editor.set_net_load(&[*dice.pick(&objects.nets)], quad(dice, amount)),
    }
}

fn derate(
    editor: &mut ConstraintEditor<'_>,
    dice: &mut Dice,
    objects: &Objects,
) -> Result<(), ConstraintError> {
    let (target, kinds) = match dice.below(4) {
        0 => (DerateTarget::Design, [true, dice.chance(50), dice.chance(50)]),
        1 => (DerateTarget::LibraryCell(dice.pick(&objects.drivers).master), [true, false, dice.chance(50)]),
        2 => (DerateTarget::Cell(*dice.pick(&objects.cells)), [true, false, dice.chance(50)]),
        _ => (DerateTarget::Net(*dice.pick(&objects.nets)), [false, true, false]),
    };
    let parts = *dice.pick(&[[true, true], [true, false], [false, true]]);
    let edges = quad(dice, |_| ()).map(|split| split.map(|place| place.is_some()));
    let factor = dice.below(1 << 24) as f32 / 9_770_000.0;
    editor.set_derate(target, &DerateScope { kinds, parts, edges }, factor)
}

fn kept(
    editor: &mut ConstraintEditor<'_>,
    dice: &mut Dice,
    objects: &Objects,
) -> Result<(), ConstraintError> {
    // A limit that a number of a file gives.
    let limit = dice.below(100_000) as f64 / 1e3 * 1e3;
    let pin = LimitTarget::Pin(*dice.pick(&objects.pins));
    let port = LimitTarget::Pin(*dice.pick(&objects.outputs));
    let cell = LimitTarget::Cell(*dice.pick(&objects.cells));
    let any = *dice.pick(&[LimitTarget::Design, cell, pin]);
    let clock =
        |dice: &mut Dice, is_network| LimitTarget::Clock { clock: *dice.pick(&objects.clocks), is_network };
    let (both, some) = ([true; 2], *dice.pick(&[[true, true], [true, false], [false, true]]));
    match dice.below(13) {
        0 => editor.set_limit(LimitKind::MaxTransition, any, some, limit),
        1 => {
            let is_network = dice.chance(50);
            editor.set_limit(LimitKind::MaxTransition, clock(dice, is_network), some, limit)
        }
        2 => editor.set_limit(LimitKind::MinTransition, any, some, limit),
        3 => {
            let kinds = [LimitKind::MaxCapacitance, LimitKind::MinCapacitance];
            editor.set_limit(*dice.pick(&kinds), any, both, limit)
        }
        4 => {
            let kinds = [LimitKind::MaxFanout, LimitKind::MinFanout];
            editor.set_limit(*dice.pick(&kinds), any, both, limit)
        }
        5 => {
            let target = if dice.chance(50) { clock(dice, true) } else { any };
            editor.set_limit(LimitKind::MinPulseWidth, target, some, limit)
        }
        6 => match dice.below(3) {
            0 => editor.set_limit(LimitKind::MaxArea, LimitTarget::Design, both, limit),
            1 => editor.set_limit(LimitKind::FanoutLoad, port, both, limit),
            _ => editor.set_limit(LimitKind::PortFanout, port, both, limit),
        },
        7 => {
            let value = *dice.pick(&[LogicValue::Zero, LogicValue::One, LogicValue::DontCare]);
            editor.set_logic_value(*dice.pick(&objects.pins), Some(value))
        }
        8..11 => structure(editor, dice, objects),
        11 => ideal(editor, dice, objects),
        _ => {
            let mut text = |choices: &[&str]| dice.chance(50).then(|| (*dice.pick(choices)).into());
            let conditions = OperatingConditions {
                analysis_type: text(&["single", "bc_wc", "on_chip_variation"]),
                conditions: [text(&["best", "a b"]), text(&["worst", "{"])],
                libraries: [text(&["small"]), text(&["l$ib"])],
            };
            editor.set_operating_conditions(conditions);
            Ok(())
        }
    }
}

fn ideal(
    editor: &mut ConstraintEditor<'_>,
    dice: &mut Dice,
    objects: &Objects,
) -> Result<(), ConstraintError> {
    let (pin, net) = (*dice.pick(&objects.pins), *dice.pick(&objects.nets));
    let spreads = dice.chance(50);
    match dice.below(4) {
        0 => editor.set_ideal_network(&[IdealSource::Pin(pin)], spreads),
        1 => editor.set_ideal_network(&[IdealSource::Net(net)], spreads),
        2 => editor.set_ideal_latency(&[pin], quad(dice, time)),
        _ => editor.set_ideal_transition(&[pin], quad(dice, amount)),
    }
}

/// Constants, and what is not timed.
fn structure(
    editor: &mut ConstraintEditor<'_>,
    dice: &mut Dice,
    objects: &Objects,
) -> Result<(), ConstraintError> {
    let (pin, cell) = (*dice.pick(&objects.pins), *dice.pick(&objects.cells));
    let driver = *dice.pick(&objects.drivers);
    let end = |dice: &mut Dice, pins: usize| dice.chance(60).then(|| dice.below(pins));
    let pins: Vec<PinId> = editor.netlist().cell_pins(cell).collect();
    match dice.below(6) {
        0..=1 => editor.set_case_value(&[pin], Some(*dice.pick(&CaseValue::ALL))),
        2 => editor.disable_pins(&[pin], true),
        3 => {
            let [from, to] = [(); 2].map(|()| end(dice, pins.len()).map(|place| pins[place]));
            editor.disable_cell(cell, ArcEnds { from, to }, true)
        }
        4 => {
            let count = editor.netlist().library().master(driver.master).pins.len();
            let [from, to] = [(); 2].map(|()| end(dice, count).map(|place| place as u32));
            editor.disable_library_cell(driver.master, ArcEnds { from, to }, true)
        }
        _ => editor.disable_library_pin(driver.master, driver.output, true),
    }
}
