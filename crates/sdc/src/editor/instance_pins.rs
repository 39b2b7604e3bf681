//! Clocks that are created at pins of modules' instances.

use std::collections::BTreeSet;

use zeroslack_netlist::{HierarchicalPinId, PinId};

use super::{ConstraintEditor, ConstraintError, OtherClocks};
use crate::{Clock, ClockId};

impl ConstraintEditor<'_> {
    /// Creates a clock as [`create_clock`](Self::create_clock) does, at its sources and at pins of modules' instances, where it is for what is reached through
    /// them alone ([`Constraints::sources_at`](crate::Constraints::sources_at)).
    ///
    /// # Errors
    /// The same, and if nothing comes through one of the pins.
    pub fn create_clock_at(
        &mut self,
        mut clock: Clock,
        at: &[HierarchicalPinId],
        others: OtherClocks,
    ) -> Result<(ClockId, Vec<Clock>), ConstraintError> {
        let own = self.clocks.find(&clock.name);
        let mut stated: Vec<(PinId, HierarchicalPinId)> = Vec::new();
        for &pin in at {
            let pins = self.sources_at(self.netlist, pin, own);
            if pins.is_empty() {
                return Err(ConstraintError::NothingThrough(self.netlist.hierarchical_pin_name(pin)));
            }
            // Where the pin itself is a source as well, it is that.
            let others = pins.into_iter().filter(|pin| !clock.sources.contains(pin));
            stated.extend(others.map(|source| (source, pin)));
        }
        clock.sources.extend(stated.iter().map(|&(source, _)| source));
        self.create(clock, &stated, others)
    }

    /// Says of the clocks that were stated at a pin of an instance whether the delays of their networks count; where none was, of ideal clocks from there on.
    ///
    /// # Errors
    /// If nothing comes through the pin.
    pub fn set_propagated_at(
        &mut self,
        at: HierarchicalPinId,
        propagated: bool,
    ) -> Result<(), ConstraintError> {
        let pins = self.pins_at(self.netlist, at);
        if pins.is_empty() {
            return Err(ConstraintError::NothingThrough(self.netlist.hierarchical_pin_name(at)));
        }
        for pin in pins {
            let clocks: Vec<ClockId> = self.starting_at(pin, at).collect();
            if !propagated {
                self.edited().propagated_pins.remove(&pin);
            } else if clocks.is_empty() {
                self.edited().propagated_pins.insert(pin);
            }
            clocks.into_iter().try_for_each(|clock| self.set_propagated(clock, propagated))?;
        }
        Ok(())
    }

    /// Makes room at the sources of a new clock for it alone where it starts farther inside than others, or farther outside: the former no longer come
    /// there, and the latter start at the loads behind their pins instead. Returns the pins where they start now, and the clocks that start nowhere.
    pub(super) fn part_from_others(
        &mut self,
        new: &Clock,
        stated: &[(PinId, HierarchicalPinId)],
    ) -> (Vec<PinId>, BTreeSet<ClockId>) {
        let (mut moved, mut gone) = (Vec::new(), BTreeSet::new());
        for &source in &new.sources {
            let at = stated.iter().find(|(pin, _)| *pin == source).map(|&(_, at)| at);
            for id in self.clocks.starting_at(source).to_vec() {
                let is_own = self.clocks[id].name == new.name;
                let other = self.clocks.stated_at(source, id).filter(|other| !is_own && Some(*other) != at);
                let Some(other) = other else { continue };
                moved.extend(self.part(id, source, other, &new.sources));
                if self.clocks[id].is_virtual() {
                    gone.insert(id);
                }
            }
        }
        (moved, gone)
    }

    /// Takes a source away from a clock that was stated at a pin of an instance. If it drives the net, the loads behind the pin take its place, which are returned.
    fn part(&mut self, id: ClockId, source: PinId, at: HierarchicalPinId, taken: &[PinId]) -> Vec<PinId> {
        let mut loads = self.netlist.loads_after(at);
        if loads.contains(&source) {
            loads.clear();
        }
        loads.retain(|load| !taken.contains(load) && self.clocks.starting_at(*load).is_empty());
        let mut clock = self.clocks[id].clone();
        let mut stated: Vec<(PinId, HierarchicalPinId)> = Vec::new();
        for &pin in clock.sources.iter().filter(|&&pin| pin != source) {
            stated.extend(self.clocks.stated_at(pin, id).map(|at| (pin, at)));
        }
        stated.extend(loads.iter().map(|&load| (load, at)));
        clock.sources.retain(|&pin| pin != source);
        clock.sources.extend(&loads);
        clock.sources.sort_unstable();
        let clocks = &mut self.edited().clocks;
        clocks.put(clock);
        clocks.state_at(id, &stated);
        loads
    }
}
