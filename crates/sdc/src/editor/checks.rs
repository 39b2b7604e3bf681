//! Edits of checks that constraints state.

use zeroslack_units::{Quad, Ticks};

use super::{ConstraintEditor, ConstraintError};
use crate::{BorrowTarget, DataCheck, GatingTarget};

impl ConstraintEditor<'_> {
    /// States how long signals that gate clocks have to be there before a clock's edge (late), and to stay after it (early), where a value is given.
    ///
    /// # Errors
    /// If there is no such clock, cell or pin.
    pub fn set_clock_gating_times(
        &mut self,
        target: GatingTarget,
        times: Quad<Option<Ticks>>,
    ) -> Result<(), ConstraintError> {
        self.check_gating_target(target)?;
        let known = self.edited().clock_gating.times.entry(target).or_default();
        for (known, time) in known.as_flattened_mut().iter_mut().zip(times.as_flattened()) {
            *known = time.or(*known);
        }
        Ok(())
    }

    /// States at which level of its clock a cell lets other signals pass: of a cell or a pin. Of the design and of clocks it says nothing.
    ///
    /// # Errors
    /// If the target is not there.
    pub fn set_clock_gating_level(
        &mut self,
        target: GatingTarget,
        level: bool,
    ) -> Result<(), ConstraintError> {
        self.check_gating_target(target)?;
        self.edited().clock_gating.levels.insert(target, level);
        Ok(())
    }

    /// Takes the checks of clock gating at a cell or a pin out, or back in.
    ///
    /// # Errors
    /// If it is not there.
    pub fn disable_clock_gating(
        &mut self,
        target: GatingTarget,
        is_out: bool,
    ) -> Result<(), ConstraintError> {
        self.check_gating_target(target)?;
        super::structure::put(&mut self.edited().clock_gating.disabled, target, is_out);
        Ok(())
    }

    /// States the most time that data may borrow from latches; none takes that away.
    ///
    /// # Errors
    /// If there is no such clock, cell or pin, or the time is negative.
    pub fn set_max_time_borrow(
        &mut self,
        target: BorrowTarget,
        time: Option<Ticks>,
    ) -> Result<(), ConstraintError> {
        match target {
            BorrowTarget::Clock(clock) => self.check_is_there(clock)?,
            BorrowTarget::Cell(cell) => self.check_cell(cell)?,
            BorrowTarget::Pin(pin) => self.check_pin(pin)?,
        }
        if time.is_some_and(|time| time < 0) {
            return Err(ConstraintError::NegativeBorrow);
        }
        let times = &mut self.edited().max_time_borrow.times;
        match time {
            Some(time) => times.insert(target, time),
            None => times.remove(&target),
        };
        Ok(())
    }

    /// States how long data has to be there before other data (late), and to stay after it (early). Of the splits without a value nothing changes.
    ///
    /// # Errors
    /// If one of the pins is not there.
    pub fn set_data_check(
        &mut self,
        check: DataCheck,
        times: [Option<Ticks>; 2],
    ) -> Result<(), ConstraintError> {
        self.check_pin(check.from)?;
        self.check_pin(check.to)?;
        let known = self.edited().data_checks.entry(check).or_default();
        for (known, time) in known.iter_mut().zip(times) {
            *known = time.or(*known);
        }
        Ok(())
    }

    /// Takes a check between data away, in the splits that are meant.
    pub fn unset_data_check(&mut self, check: DataCheck, meant: [bool; 2]) {
        let checks = &mut self.edited().data_checks;
        let Some(known) = checks.get_mut(&check) else { return };
        for (known, is_meant) in known.iter_mut().zip(meant) {
            *known = known.filter(|_| !is_meant);
        }
        if *known == [None; 2] {
            checks.remove(&check);
        }
    }

    fn check_gating_target(&self, target: GatingTarget) -> Result<(), ConstraintError> {
        match target {
            GatingTarget::Design => Ok(()),
            GatingTarget::Clock(clock) => self.check_is_there(clock),
            GatingTarget::Cell(cell) => self.check_cell(cell),
            GatingTarget::Pin(pin) => self.check_pin(pin),
        }
    }
}
