//! Random edits of the times, factors, slews and loads that constraints state.

use zeroslack::netlist::{MasterId, NetId, Netlist, PinId};
use zeroslack::sdc::{
    Clock, ClockEdge, ClockId, ConstraintEditor, ConstraintError, DerateScope, DerateTarget, Drive,
    DrivingCell, InputDelay, OtherClocks, OtherDelays, OutputDelay,
};
use zeroslack::units::{Quad, Ticks, Transition, quad};
use zeroslack::{ModeId, Session};
use zeroslack_testing::Dice;

use super::random::Editor;

impl Editor {
    /// States another time of something: mostly of the same edges and transitions as before.
    pub fn state_time(&mut self, session: &mut Session) {
        match self.dice.below(10) {
            0..3 => return self.state_around(session),
            3..5 => return self.state_clock(session),
            5 => return self.state_factor(session),
            _ => {}
        }
        let (dice, constraints) = (&mut self.dice, session.constraints(ModeId::FIRST));
        let inputs: Vec<(PinId, InputDelay)> =
            constraints.all_input_delays().map(|(port, delay)| (port, *delay)).collect();
        let outputs: Vec<(PinId, OutputDelay)> =
            constraints.all_output_delays().map(|(port, delay)| (port, *delay)).collect();
        let clocks: Vec<ClockId> = constraints.clocks.iter().map(|(clock, _)| clock).collect();
        let required: Vec<PinId> = constraints.required_times.keys().copied().collect();
        let pins: Vec<PinId> = session.netlist().pins().collect();
        let time = dice.below(2_000_000) as Ticks - 500_000;
        let others = |times: Quad<Option<Ticks>>| times.map(|split| split.map(|known| known.map(|_| time)));
        let uncertainty = [Some(time.abs() / 8), (time > 0).then_some(time / 16)];
        let meant = *dice.pick(&[OtherDelays::Kept, OtherDelays::Replaced]);
        let stated = session.edit_constraints(ModeId::FIRST, |editor| match dice.below(12) {
            0..3 if !inputs.is_empty() => {
                let (port, delay) = *dice.pick(&inputs);
                editor.set_input_delay(&[port], InputDelay { delay: others(delay.delay), ..delay }, meant)
            }
            3..6 if !outputs.is_empty() => {
                let (port, delay) = *dice.pick(&outputs);
                editor.set_output_delay(&[port], OutputDelay { delay: others(delay.delay), ..delay }, meant)
            }
            6 if !required.is_empty() => editor.set_required_time(&[*dice.pick(&required)], quad(Some(time))),
            7 | 8 if !clocks.is_empty() => editor.set_uncertainty(*dice.pick(&clocks), uncertainty),
            9 if !clocks.is_empty() => {
                let mut edge =
                    || ClockEdge { clock: *dice.pick(&clocks), edge: *dice.pick(&Transition::ALL) };
                editor.set_uncertainty_between(edge(), edge(), uncertainty)
            }
            10 => editor.set_pin_uncertainty(*dice.pick(&pins), uncertainty),
            _ => Ok(()),
        });
        assert_stated(&stated);
    }

    /// States another waveform or other slews of a clock.
    fn state_clock(&mut self, session: &mut Session) {
        let (dice, clocks) = (&mut self.dice, &session.constraints(ModeId::FIRST).clocks);
        let own: Vec<ClockId> =
            clocks.iter().filter(|(_, clock)| clock.generated.is_none()).map(|(id, _)| id).collect();
        if own.is_empty() {
            return;
        }
        let id = *dice.pick(&own);
        let known = clocks[id].clone();
        if dice.chance(30) {
            let slew = quad(Some(dice.below(60) as f32));
            let edit = |editor: &mut ConstraintEditor<'_>| editor.set_clock_transition(id, slew);
            return assert_stated(&session.edit_constraints(ModeId::FIRST, edit));
        }
        let period = *dice.pick(&[known.period, 600_000, 1_000_000, 1_000_000, 1_500_000, 3_333_333]);
        let rise = dice.below(3) as Ticks * 100_000;
        // Where both edges are at one time, they seldom become others.
        let is_one = (known.edges[0] == known.edges[1]) != dice.chance(5);
        let fall = if is_one { rise } else { rise + 1 + dice.below(period as usize - 1) as Ticks };
        let (mut waved, is_propagated) = (Clock { period, edges: [rise, fall], ..known }, dice.chance(60));
        let was_propagated = std::mem::replace(&mut waved.propagated, false);
        if dice.chance(20) {
            waved.uncertainty = [0, dice.below(20_000) as Ticks];
            waved.network_latency = quad(dice.below(3) as Ticks * 10_000);
            waved.transition = quad(dice.below(60) as f32);
        }
        let edited = session.edit_constraints(ModeId::FIRST, |editor| {
            editor.create_clock(waved, OtherClocks::Kept)?;
            // Mostly the clock is what it was before.
            if was_propagated && is_propagated { editor.set_propagated(id, true) } else { Ok(()) }
        });
        assert_stated(&edited);
    }

    /// States another factor on delays, mostly of what has some.
    fn state_factor(&mut self, session: &mut Session) {
        let (dice, constraints) = (&mut self.dice, session.constraints(ModeId::FIRST));
        let netlist = session.netlist();
        let cells: Vec<DerateTarget> = netlist.cells().map(DerateTarget::Cell).collect();
        let nets: Vec<DerateTarget> = netlist.nets().map(DerateTarget::Net).collect();
        let mut targets: Vec<DerateTarget> = constraints.derates.iter().map(|(target, _)| target).collect();
        targets.extend([DerateTarget::Design, *dice.pick(&nets)]);
        targets.push(DerateTarget::LibraryCell(MasterId::new(dice.below(netlist.library().masters().len()))));
        targets.extend((!cells.is_empty()).then(|| *dice.pick(&cells)));
        let target = *dice.pick(&targets);
        let (kinds, parts) = ([true, dice.chance(50), dice.chance(50)], [true, dice.chance(50)]);
        let scope = DerateScope { kinds, parts, edges: [[true, dice.chance(70)], [dice.chance(70), true]] };
        let (factor, is_undone) = (0.8 + dice.below(8) as f32 / 20.0, dice.chance(10));
        let edited = session.edit_constraints(ModeId::FIRST, |editor| {
            if is_undone {
                editor.unset_derate(target);
                return Ok(());
            }
            editor.set_derate(target, &scope, factor)
        });
        assert_stated(&edited);
    }

    /// States another latency of a clock, or what is around the design: mostly of that of which something is stated.
    fn state_around(&mut self, session: &mut Session) {
        let (dice, constraints) = (&mut self.dice, session.constraints(ModeId::FIRST));
        let netlist = session.netlist();
        let clocks: Vec<ClockId> = constraints.clocks.iter().map(|(clock, _)| clock).collect();
        let pins: Vec<PinId> = netlist.pins().collect();
        let ports: Vec<PinId> = netlist.port_pins().collect();
        let inputs: Vec<PinId> = ports.iter().copied().filter(|&port| netlist.is_driver(port)).collect();
        let nets: Vec<NetId> = netlist.nets().collect();
        let of_pin = |dice: &mut Dice| (*dice.pick(&pins), None);
        let latency = known_or(constraints.pin_latencies.keys().copied(), dice, of_pin);
        let source_latency = known_or(constraints.pin_source_latencies.keys().copied(), dice, of_pin);
        let load = known_or(constraints.loads.keys().copied(), dice, |dice| *dice.pick(&ports));
        let net_load = known_or(constraints.net_loads.keys().copied(), dice, |dice| *dice.pick(&nets));
        let time = quad(Some(dice.below(500_000) as Ticks - 50_000));
        let amount = quad(Some(dice.below(40) as f32 / 4.0));
        let drive = Some(self.drive(session.netlist()));
        let dice = &mut self.dice;
        let stated = session.edit_constraints(ModeId::FIRST, |editor| match dice.below(14) {
            0 if !clocks.is_empty() => editor.set_source_latency(*dice.pick(&clocks), time),
            1 if !clocks.is_empty() => {
                let clock = *dice.pick(&clocks);
                // A propagated clock seldom becomes an ideal one.
                if editor.clocks[clock].propagated && !dice.chance(10) {
                    return editor.set_source_latency(clock, time);
                }
                editor.set_network_latency(clock, time)
            }
            2 if !clocks.is_empty() => editor.unset_latency(*dice.pick(&clocks), dice.chance(50)),
            3 => latency.map_or(Ok(()), |(pin, clock)| editor.set_pin_latency(pin, clock, time)),
            4 => {
                source_latency.map_or(Ok(()), |(pin, clock)| editor.set_pin_source_latency(pin, clock, time))
            }
            5 | 6 if !inputs.is_empty() => editor.set_input_slew(&[*dice.pick(&inputs)], amount),
            7 => load.map_or(Ok(()), |port| editor.set_pin_load(&[port], amount)),
            8 => load.map_or(Ok(()), |port| editor.set_wire_load(&[port], amount)),
            9 => net_load.map_or(Ok(()), |net| editor.set_net_load(&[net], amount)),
            10 if !inputs.is_empty() => {
                let meant = *dice.pick(&[[[true; 2]; 2], [[true; 2]; 2], [[false; 2], [true, false]]]);
                let lanes = meant.map(|split| split.map(|is_meant| drive.filter(|_| is_meant)));
                editor.set_drive(&[*dice.pick(&inputs)], lanes)
            }
            11 if !inputs.is_empty() => {
                let known: Vec<PinId> = editor.drives.keys().copied().collect();
                editor.unset_drive(if known.is_empty() { &inputs[..1] } else { &known[..1] })
            }
            12 => {
                let known: Vec<NetId> = editor.net_loads.keys().copied().collect();
                match known.first() {
                    Some(&net) if dice.chance(50) => editor.unset_net_load(&[net]),
                    _ => editor.set_net_load(&[*dice.pick(&nets)], amount),
                }
            }
            13 => editor.set_pin_load(&[*dice.pick(&ports)], amount),
            _ => Ok(()),
        });
        assert_stated(&stated);
    }
}

impl Editor {
    /// A drive of ports: a resistance, or an edge of a library cell.
    pub fn drive(&mut self, netlist: &Netlist) -> Drive {
        let dice = &mut self.dice;
        let library = netlist.library();
        let master = MasterId::new(dice.below(library.masters().len()));
        let output = dice.below(library.master(master).pins.len()) as u32;
        let inputs = DrivingCell::inputs_of(library, master, output);
        if inputs.is_empty() {
            return Drive::Resistance(dice.below(40) as f32 / 20.0);
        }
        let slews = [dice.below(60), dice.below(60)].map(|slew| slew as f32);
        Drive::Cell(DrivingCell { master, output, input: *dice.pick(&inputs), slews })
    }
}

/// One of those of which something is stated already or, seldom, another one; none where there is no such one.
fn known_or<T: Copy>(
    known: impl Iterator<Item = T>,
    dice: &mut Dice,
    other: impl FnOnce(&mut Dice) -> T,
) -> Option<T> {
    let known: Vec<T> = known.collect();
    if dice.chance(8) {
        return Some(other(dice));
    }
    (!known.is_empty()).then(|| *dice.pick(&known))
}

/// What constraints are about may be gone; nothing else may be wrong.
fn assert_stated(stated: &Result<(), ConstraintError>) {
    let is_gone = |error: &ConstraintError| {
        matches!(error, ConstraintError::NoPin(_) | ConstraintError::NoNet(_) | ConstraintError::NoCell(_))
    };
    assert!(stated.as_ref().err().is_none_or(is_gone), "{stated:?}");
}
