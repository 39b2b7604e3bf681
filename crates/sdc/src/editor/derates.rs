//! Factors on delays.

use super::{ConstraintEditor, ConstraintError, EditKind};
use crate::{DerateScope, DerateTarget};

/// The greatest factor on a delay: times stay in range.
const MOST: f32 = 100.0;

impl ConstraintEditor<'_> {
    /// States a factor on delays, or on what checks ask for, of an object.
    ///
    /// # Errors
    /// If there is no such object, or the number is no factor.
    pub fn set_derate(
        &mut self,
        target: DerateTarget,
        scope: &DerateScope,
        factor: f32,
    ) -> Result<(), ConstraintError> {
        match target {
            DerateTarget::Design => {}
            DerateTarget::LibraryCell(master) => self.check_library_cell(master)?,
            DerateTarget::Cell(cell) => self.check_cell(cell)?,
            DerateTarget::Net(net) => self.check_net(net)?,
        }
        if !(0.0..=MOST).contains(&factor) {
            return Err(ConstraintError::NoFactor(factor.to_string()));
        }
        let kind = derates_if(!self.derates.is_empty());
        self.edited_as(kind).derates.stated.entry(target).or_default().state(scope, factor);
        Ok(())
    }

    /// Takes the factors of an object away.
    pub fn unset_derate(&mut self, target: DerateTarget) {
        let is_last = self.derates.stated.keys().all(|&other| other == target);
        self.edited_as(derates_if(!is_last)).derates.stated.remove(&target);
    }

    /// Takes all factors away.
    pub fn unset_derates(&mut self) {
        self.edited().derates.stated.clear();
    }
}

/// What an edit of factors is about: graphs know whether there are any.
fn derates_if(are_others: bool) -> EditKind {
    if are_others { EditKind::Derates } else { EditKind::Others }
}
