//! Random edits of the times that constraints state.

use zeroslack::netlist::PinId;
use zeroslack::sdc::{ClockEdge, ClockId, ConstraintError, InputDelay, OtherDelays, OutputDelay};
use zeroslack::units::{Quad, Ticks, Transition, quad};
use zeroslack::{ModeId, Session};

use super::random::Editor;

impl Editor {
    /// States another time of something: mostly of the same edges and transitions as before.
    pub fn state_time(&mut self, session: &mut Session) {
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
        // Ports that constraints are about may be gone.
        let is_gone = |error: &ConstraintError| matches!(error, ConstraintError::NoPin(_));
        assert!(stated.as_ref().err().is_none_or(is_gone), "{stated:?}");
    }
}
