//! Alternatives: each is tried by itself, and none of them stays.

use zeroslack_netlist::{EditError, Editor, Netlist, Parasitics};

use crate::error::UpdateError;
use crate::scenario::CornerId;
use crate::session::{Mark, Session};

/// A session while an alternative is tried: what can be edited is what can be taken back.
#[derive(Debug)]
pub struct Trial<'s> {
    session: &'s mut Session,
    before: &'s Mark,
}

/// The end of a trial, be it a panic, takes the edits back.
impl Drop for Trial<'_> {
    fn drop(&mut self) {
        self.session.undo(self.before);
    }
}

impl Trial<'_> {
    /// As [`Session::edit`].
    ///
    /// # Errors
    /// Those of the same.
    pub fn edit<T>(
        &mut self,
        edits: impl FnOnce(&mut Editor<'_>) -> Result<T, EditError>,
    ) -> Result<T, EditError> {
        self.session.edit(edits)
    }

    /// As [`Session::edit_parasitics`].
    pub fn edit_parasitics<T>(
        &mut self,
        corner: CornerId,
        edits: impl FnOnce(&mut Parasitics, &Netlist) -> T,
    ) -> T {
        self.session.edit_parasitics(corner, edits)
    }

    /// The session, with the edits that were made so far.
    pub fn session(&self) -> &Session {
        self.session
    }
}

impl Session {
    /// Tries alternatives: makes the edits of one, updates all scenarios, asks, and takes the edits back, one alternative after the other. What the edits return is given to `ask`: pins that they made,
    /// say. The answers are in the order of the alternatives; one whose edits fail, or that cannot be timed, has the error in place of an answer. After that the design is as it was, and its results are up to date.
    ///
    /// The edits of an alternative are taken back by the same update that makes those of the next one. What these updates warn of is in [`Session::take_warnings`].
    /// [`Replicas::try_each`](crate::Replicas::try_each) does the same on many threads.
    ///
    /// ```no_run
    /// # use zeroslack::{QueryError, Session, netlist::{CellId, MasterId, PinId}, units::{Split, Transition}};
    /// # fn sizes(session: &mut Session, cell: CellId, output: PinId, sizes: &[MasterId]) -> Result<(), Box<dyn std::error::Error>> {
    /// let tried = session.try_each(
    ///     sizes,
    ///     |trial, &size| {
    ///         trial.edit(|netlist| netlist.set_master(cell, size))?;
    ///         Ok::<_, Box<dyn std::error::Error>>(output)
    ///     },
    ///     |session, output| {
    ///         let timed = session.timed()?;
    ///         Ok::<_, QueryError>((timed.summaries(), timed.slack(output, Split::Late, Transition::Rise)))
    ///     },
    /// )?;
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// If the design cannot be timed without any of them.
    pub fn try_each<A, M, T, E: From<UpdateError>>(
        &mut self,
        alternatives: impl IntoIterator<Item = A>,
        mut edits: impl FnMut(&mut Trial<'_>, A) -> Result<M, E>,
        mut ask: impl FnMut(&Self, M) -> T,
    ) -> Result<Vec<Result<T, E>>, UpdateError> {
        let mut said = self.update()?;
        let mark = self.mark();
        let mut answers = Vec::new();
        for alternative in alternatives {
            let mut trial = Trial { session: self, before: &mark };
            let edited = edits(&mut trial, alternative);
            let answer = edited.and_then(|made| {
                said.append(trial.session.update()?);
                Ok(ask(trial.session, made))
            });
            answers.push(answer);
        }
        said.append(self.update()?);
        self.warn(said);
        Ok(answers)
    }
}
