//! Exceptions: false paths, multicycle paths, limits on delays, margins, groups.

use super::{ConstraintEditor, ConstraintError};
use crate::{Exception, ExceptionKind, ExceptionPaths, PathObject, PathObjects};

/// So many sets of points that a path passes one after the other can be told apart.
const MOST_THROUGH: usize = 60;

impl ConstraintEditor<'_> {
    /// States an exception, in place of what was said before of just the same paths about the same.
    ///
    /// # Errors
    /// If an object is not there, cannot be what it is named as, or a set names none; if nothing is said of the paths; if a time or number is out of range.
    pub fn add_exception(&mut self, exception: Exception) -> Result<(), ConstraintError> {
        self.check_exception(&exception)?;
        self.edited().exceptions.add(exception);
        Ok(())
    }

    /// Whether an exception can be stated.
    ///
    /// # Errors
    /// Those of [`ConstraintEditor::add_exception`].
    pub fn check_exception(&self, exception: &Exception) -> Result<(), ConstraintError> {
        let Exception { kind, splits, paths, .. } = exception;
        if paths.from.is_none() && paths.through.is_empty() && paths.to.is_none() {
            return Err(ConstraintError::NoPaths);
        }
        if *splits == [false; 2] {
            return Err(ConstraintError::NoAnalysis);
        }
        self.check_paths(paths)?;
        match kind {
            ExceptionKind::Delay { delay: time, .. } | ExceptionKind::Margin(time) => {
                self.check_times(std::iter::once(*time))?;
            }
            ExceptionKind::Multicycle { cycles, .. } if cycles.unsigned_abs() > 1_000_000 => {
                return Err(ConstraintError::NoCycles(*cycles));
            }
            ExceptionKind::Group { weight, .. } if !(weight.is_finite() && *weight >= 0.0) => {
                return Err(ConstraintError::NoWeight(weight.to_string()));
            }
            ExceptionKind::Multicycle { .. } | ExceptionKind::Group { .. } | ExceptionKind::False => {}
        }
        Ok(())
    }

    /// Takes away what exceptions say of some paths (`reset_path`), for the analyses that are meant, `[split]`. What is not given of the paths is anything:
    /// exceptions stay for their other paths. Groups stay.
    ///
    /// # Errors
    /// As of [`ConstraintEditor::add_exception`].
    pub fn reset_paths(&mut self, paths: &ExceptionPaths, splits: [bool; 2]) -> Result<(), ConstraintError> {
        self.check_paths(paths)?;
        self.edited().exceptions.reset(paths, splits);
        Ok(())
    }

    fn check_paths(&self, paths: &ExceptionPaths) -> Result<(), ConstraintError> {
        if paths.through.len() > MOST_THROUGH {
            return Err(ConstraintError::TooManyThrough { sets: paths.through.len(), most: MOST_THROUGH });
        }
        let sets = || paths.from.iter().chain(&paths.through).chain(&paths.to);
        if sets().any(|set| set.objects().is_empty()) {
            return Err(ConstraintError::NoPaths);
        }
        for set in sets() {
            set.objects().iter().try_for_each(|&object| self.check_object(object))?;
        }
        let has = |set: &PathObjects, is: fn(&PathObject) -> bool| set.objects().iter().any(is);
        let is_net = |object: &PathObject| matches!(object, PathObject::Net(_));
        if paths.through.iter().any(|set| has(set, |object| matches!(object, PathObject::Clock(_)))) {
            return Err(ConstraintError::ThroughAClock);
        }
        if paths.from.iter().chain(&paths.to).any(|set| has(set, is_net)) {
            return Err(ConstraintError::FromANet);
        }
        Ok(())
    }

    fn check_object(&self, object: PathObject) -> Result<(), ConstraintError> {
        match object {
            PathObject::Clock(clock) => self.check_is_there(clock),
            PathObject::Pin(pin) => self.check_pin(pin),
            PathObject::Cell(cell) => self.check_cell(cell),
            PathObject::Net(net) => self.check_net(net),
            PathObject::HierarchicalPin(_) | PathObject::Instance(_) => Ok(()),
        }
    }
}
