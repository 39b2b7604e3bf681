//! The masters of generated clocks, found anew after each of many changes of clocks: those of a search that starts from nothing, and of a naive one.

use std::collections::BTreeSet;

use zeroslack::netlist::PinId;
use zeroslack::sdc::{
    Clock, ClockId, ConstraintEditor, Constraints, Derivation, GeneratedClock, OtherClocks,
};

use super::coverage;
use super::dice::Dice;
use super::network::Network;
use super::{GATED, SEVERAL, Texts, engine, session_of};

/// The first of the clocks that come to a pin, but for one.
fn first_to(network: &Network, constraints: &Constraints, source: PinId, but: ClockId) -> Option<ClockId> {
    let (mut open, mut seen) = (vec![source.index()], BTreeSet::from([source.index()]));
    let mut found = BTreeSet::new();
    while let Some(pin) = open.pop() {
        let starting: Vec<ClockId> =
            constraints.clocks.starting_at(PinId::new(pin)).iter().copied().filter(|&id| id != but).collect();
        if starting.is_empty() {
            let before = network.steps.iter().filter(|step| step.to.pin == pin).map(|step| step.from.pin);
            open.extend(before.filter(|&pin| seen.insert(pin)));
        }
        found.extend(starting);
    }
    found.first().copied()
}

fn drawn(dice: &mut Dice, constraints: &Constraints, pins: &[PinId]) -> Clock {
    let mut pin = || pins[dice.below(pins.len())];
    let (sources, source) = (vec![pin()], pin());
    let clocks: Vec<ClockId> = constraints.clocks.iter().map(|(id, _)| id).collect();
    let name = format!("c{}", dice.below(8)).into();
    if dice.below(3) == 0 {
        let period = 10_000 * (1 + dice.below(4)) as i64;
        return Clock { name, sources, period, edges: [0, period / 2], ..Clock::default() };
    }
    let is_stated = dice.below(3) == 0 && !clocks.is_empty();
    let generated = GeneratedClock {
        source,
        stated_master: is_stated.then(|| clocks[dice.below(clocks.len())]),
        master: None,
        derivation: Derivation::Divide(1 + dice.below(3) as u32),
        is_combinational: false,
        is_inverted: dice.below(4) == 0,
        has_own_latency: false,
    };
    Clock { name, sources, generated: Some(generated), ..Clock::default() }
}

#[test]
fn found_anew_after_each_change() {
    let (mut masters, mut without) = (0, 0);
    for number in 0..60 {
        let clocked = coverage::draw(SEVERAL, GATED, number);
        let texts = Texts::new(&clocked.design);
        let setting = clocked.setting(&texts.netlist().0);
        let mut session = session_of(&texts, &setting);
        let network = engine::network(&mut session, &setting);
        let netlist = session.netlist();
        let pins: Vec<PinId> = netlist.pins().collect();
        let (mut constraints, mut dice) = (Constraints::default(), Dice::new(number.into(), 3));
        for _ in 0..40 {
            let clock = drawn(&mut dice, &constraints, &pins);
            let known: Vec<ClockId> = constraints.clocks.iter().map(|(id, _)| id).collect();
            let mut editor = ConstraintEditor::new(&mut constraints, netlist);
            match dice.below(5) {
                0 if !known.is_empty() => {
                    editor.remove_clock(known[dice.below(known.len())]).unwrap();
                }
                choice => {
                    let others = if choice % 2 == 0 { OtherClocks::Kept } else { OtherClocks::Replaced };
                    editor.create_clock(clock, others).unwrap();
                }
            }
            let mut anew = constraints.clone();
            ConstraintEditor::new(&mut anew, netlist).find_masters();
            assert_eq!(constraints.clocks, anew.clocks);
            for (id, clock) in constraints.clocks.iter() {
                let Some(generated) = &clock.generated else { continue };
                let expected = match generated.stated_master {
                    Some(master) => Some(master).filter(|&master| constraints.clocks.get(master).is_some()),
                    None => first_to(&network, &constraints, generated.source, id),
                };
                assert_eq!(generated.master, expected, "{clock:?}");
                let master = expected.and_then(|master| constraints.clocks.get(master));
                assert!(master.is_some_and(Clock::has_waveform) || !clock.has_waveform(), "{clock:?}");
                masters += usize::from(master.is_some_and(Clock::has_waveform));
                without += usize::from(master.is_none());
            }
        }
    }
    assert!(masters > 500 && without > 100, "{masters} {without}");
}
