//! Clocks that are created at pins of modules' instances.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;
use zeroslack_netlist::{HierarchicalPinId, PinId};

use super::{ConstraintEditor, ConstraintError, OtherClocks};
use crate::{Clock, ClockId};

impl ConstraintEditor<'_> {
    /// Creates a clock as [`create_clock`](Self::create_clock) does, at its sources and at pins of modules' instances, where it is for what is reached through
    /// them alone ([`Constraints::sources_at`](crate::Constraints::sources_at)).
    ///
    /// # Errors
    /// As [`create_clock`](Self::create_clock), and if nothing comes through one of the pins.
    pub fn create_clock_at(
        &mut self,
        mut clock: Clock,
        at: &[HierarchicalPinId],
        others: OtherClocks,
    ) -> Result<(ClockId, Vec<Clock>), ConstraintError> {
        clock.sources.sort_unstable();
        let own = self.clocks.find(&clock.name);
        let mut stated: Vec<(PinId, HierarchicalPinId)> = Vec::new();
        for &pin in at {
            let pins = self.sources_at(self.netlist, pin, own);
            if pins.is_empty() {
                return Err(ConstraintError::NothingThrough(self.netlist.hierarchical_pin_name(pin)));
            }
            // Where the pin itself is a source as well, it is that.
            let others = pins.into_iter().filter(|pin| clock.sources.binary_search(pin).is_err());
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
        let stated: FxHashMap<PinId, HierarchicalPinId> = stated.iter().copied().collect();
        let mut lost: BTreeMap<ClockId, Vec<(PinId, HierarchicalPinId)>> = BTreeMap::new();
        for &source in &new.sources {
            for &id in self.clocks.starting_at(source) {
                let is_own = self.clocks[id].name == new.name;
                let other = self.clocks.stated_at(source, id).filter(|_| !is_own);
                if let Some(other) = other.filter(|other| stated.get(&source) != Some(other)) {
                    lost.entry(id).or_default().push((source, other));
                }
            }
        }
        let (mut moved, mut gone) = (Vec::new(), BTreeSet::new());
        for (id, lost) in lost {
            moved.extend(self.part(id, &lost, &new.sources));
            if self.clocks[id].is_virtual() {
                gone.insert(id);
            }
        }
        (moved, gone)
    }

    /// Takes sources away from a clock that stand for pins of instances. In place of those that drive their nets it starts at the loads behind the pins, which
    /// are returned.
    fn part(&mut self, id: ClockId, lost: &[(PinId, HierarchicalPinId)], taken: &[PinId]) -> Vec<PinId> {
        let mut added: Vec<(PinId, HierarchicalPinId)> = Vec::new();
        for of_pin in lost.chunk_by(|a, b| a.1 == b.1) {
            let at = of_pin[0].1;
            let loads = self.netlist.loads_after(at);
            if !loads.contains(&of_pin[0].0) {
                let is_free = |load: &PinId| {
                    taken.binary_search(load).is_err() && self.clocks.starting_at(*load).is_empty()
                };
                added.extend(loads.into_iter().filter(is_free).map(|load| (load, at)));
            }
        }
        let mut clock = self.clocks[id].clone();
        clock.sources.retain(|source| lost.binary_search_by_key(source, |&(pin, _)| pin).is_err());
        let known = clock.sources.iter().filter_map(|&pin| Some((pin, self.clocks.stated_at(pin, id)?)));
        let stated: Vec<(PinId, HierarchicalPinId)> = known.chain(added.iter().copied()).collect();
        let moved: Vec<PinId> = added.into_iter().map(|(load, _)| load).collect();
        clock.sources.extend(&moved);
        clock.sources.sort_unstable();
        let clocks = &mut self.edited().clocks;
        clocks.put(clock);
        clocks.state_at(id, &stated);
        moved
    }
}
