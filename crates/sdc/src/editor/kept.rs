//! Design rules, pulse widths, operating conditions.

use super::{ConstraintEditor, ConstraintError, EditKind};
use crate::{LimitKind, LimitTarget, OperatingConditions};

impl ConstraintEditor<'_> {
    /// States a design rule or a pulse width: slews and widths in ps, capacitances in fF. `transitions` says which of the two transitions it is for, of
    /// pulses whether it is for high ones and for low ones; that of the others stays.
    ///
    /// # Errors
    /// If there is no such object, or the limit is negative or not finite.
    pub fn set_limit(
        &mut self,
        kind: LimitKind,
        target: LimitTarget,
        transitions: [bool; 2],
        limit: f64,
    ) -> Result<(), ConstraintError> {
        match target {
            LimitTarget::Design => {}
            LimitTarget::Cell(cell) => self.check_cell(cell)?,
            LimitTarget::Pin(pin) => self.check_pin(pin)?,
            LimitTarget::Clock { clock, .. } => self.check_is_there(clock)?,
        }
        if !(limit.is_finite() && limit >= 0.0) {
            return Err(ConstraintError::NoLimit(limit.to_string()));
        }
        let places = self.edited_as(EditKind::Limits).limits.entry((kind, target)).or_default();
        for (place, _) in places.iter_mut().zip(transitions).filter(|(_, is_meant)| *is_meant) {
            *place = Some(limit);
        }
        Ok(())
    }

    /// States the conditions that the design works under, in place of those there are.
    pub fn set_operating_conditions(&mut self, conditions: OperatingConditions) {
        self.edited_as(EditKind::Limits).kept.operating_conditions = conditions;
    }
}
