//! What is kept for analyses to come: design rules, operating conditions.

use super::{ConstraintEditor, ConstraintError};
use crate::{LimitKind, LimitTarget, OperatingConditions};

impl ConstraintEditor<'_> {
    /// States a design rule: slews in ps, capacitances in fF.
    ///
    /// # Errors
    /// If there is no such object, or the limit is negative or not finite.
    pub fn set_limit(
        &mut self,
        kind: LimitKind,
        target: LimitTarget,
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
        self.edited().kept.limits.insert((kind, target), limit);
        Ok(())
    }

    /// States the conditions that the design works under, in place of those there are.
    pub fn set_operating_conditions(&mut self, conditions: OperatingConditions) {
        self.edited().kept.operating_conditions = conditions;
    }
}
