//! Generated clocks, groups of clocks, senses.

use rustc_hash::FxHashSet;
use zeroslack_netlist::PinId;

use super::{ConstraintEditor, ConstraintError};
use crate::{Clock, ClockGroupKind, ClockGroups, ClockId, ClockSense, Derivation, GeneratedClock};

/// The greatest factor between the periods of a generated clock and its master.
const LARGEST_FACTOR: u32 = 1 << 16;

impl ConstraintEditor<'_> {
    pub(super) fn check_generated(
        &self,
        clock: &Clock,
        generated: &GeneratedClock,
    ) -> Result<(), ConstraintError> {
        if clock.is_virtual() {
            return Err(ConstraintError::NoSource(clock.name.clone()));
        }
        self.check_pin(generated.source)?;
        generated.stated_master.map_or(Ok(()), |master| self.check_is_there(master))?;
        let has_waveform = match &generated.derivation {
            Derivation::Divide(by) => (1..=LARGEST_FACTOR).contains(by),
            Derivation::Multiply(by, duty) => {
                (1..=LARGEST_FACTOR).contains(by) && duty.is_none_or(|duty| duty > 0.0 && duty < 100.0)
            }
            Derivation::Edges([first, second, third], shifts) => {
                self.check_times(shifts.iter().copied())?;
                *first > 0 && first < second && second < third && *third <= LARGEST_FACTOR
            }
        };
        if has_waveform { Ok(()) } else { Err(ConstraintError::NoDerivation(clock.name.clone())) }
    }

    /// States that no paths lead from one group of clocks to another, in place of groups of the same kind and name.
    ///
    /// # Errors
    /// If there is no such clock, a group has none, or a clock is in two groups.
    pub fn set_clock_groups(&mut self, groups: ClockGroups) -> Result<(), ConstraintError> {
        if groups.groups.is_empty() || groups.groups.iter().any(Vec::is_empty) {
            return Err(ConstraintError::EmptyGroup);
        }
        let mut seen: FxHashSet<ClockId> = FxHashSet::default();
        for group in &groups.groups {
            group.iter().try_for_each(|&clock| self.check_is_there(clock))?;
            let of_group: FxHashSet<ClockId> = group.iter().copied().collect();
            if !of_group.into_iter().all(|clock| seen.insert(clock)) {
                return Err(ConstraintError::SharedClock);
            }
        }
        let all = &mut self.edited().clock_groups;
        all.retain(|known| (known.kind, &known.name) != (groups.kind, &groups.name));
        all.push(groups);
        Ok(())
    }

    /// Takes groups of a kind back: all of them, or those of a name.
    ///
    /// # Errors
    /// If there are none of the name.
    pub fn unset_clock_groups(
        &mut self,
        kind: ClockGroupKind,
        name: Option<&str>,
    ) -> Result<(), ConstraintError> {
        let is_meant =
            |known: &ClockGroups| known.kind == kind && name.is_none_or(|name| *known.name == *name);
        if let Some(name) = name.filter(|_| !self.clock_groups.iter().any(is_meant)) {
            return Err(ConstraintError::NoClockGroups(name.into()));
        }
        self.edited().clock_groups.retain(|known| !is_meant(known));
        Ok(())
    }

    /// Says which edges of a clock pass a pin of its network, or of all clocks that come there; none takes it back.
    ///
    /// # Errors
    /// If there is no such pin or clock.
    pub fn set_clock_sense(
        &mut self,
        pin: PinId,
        clock: Option<ClockId>,
        sense: Option<ClockSense>,
    ) -> Result<(), ConstraintError> {
        self.check_pin(pin)?;
        clock.map_or(Ok(()), |clock| self.check_is_there(clock))?;
        let senses = &mut self.edited().clock_senses;
        match sense {
            Some(sense) => senses.insert((pin, clock), sense),
            None => senses.remove(&(pin, clock)),
        };
        Ok(())
    }
}
