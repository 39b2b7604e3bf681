//! A session and copies of it, on which alternatives are tried at the same time.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;
use zeroslack_graph::TimingGraph;

use crate::alternatives::Trial;
use crate::engine::{EngineChoice, EngineOptions};
use crate::error::UpdateError;
use crate::scenario::{Built, Scenario, ScenarioId};
use crate::session::Session;

/// A session and copies of it, which are all edited alike, and try alternatives at the same time: see [`Session::try_each`] for one after the other.
///
/// ```no_run
/// # use zeroslack::{Replicas, Session, UpdateError, netlist::{CellId, MasterId}};
/// # fn size(session: Session, moves: &[(CellId, MasterId)]) -> Result<Session, Box<dyn std::error::Error>> {
/// let mut replicas = Replicas::new(session, std::thread::available_parallelism()?.get())?;
/// let tried = replicas.try_each(
///     moves,
///     |trial, &(cell, size)| trial.edit(|netlist| netlist.set_master(cell, size)).map_err(Box::from),
///     |session, ()| session.timed().map(|timed| timed.summaries()),
/// )?;
/// # let (cell, size) = moves[0];
/// # let _: Vec<Result<_, Box<dyn std::error::Error + Send + Sync>>> = tried;
/// // What turned out to be worth it.
/// replicas.apply(|session| session.edit(|netlist| netlist.set_master(cell, size)))?;
/// let session = replicas.into_session();
/// # Ok(session) }
/// ```
#[derive(Debug)]
pub struct Replicas {
    /// The one that it was made of.
    session: Session,
    copies: Vec<Session>,
}

impl Replicas {
    /// A session, brought up to date, and as many copies as make `count` with it. Each takes as much memory as the session. They work on rayon's current threads: more of them than there
    /// are threads are of no use.
    ///
    /// # Errors
    /// If the design cannot be timed.
    pub fn new(mut session: Session, count: usize) -> Result<Self, UpdateError> {
        let said = session.update()?;
        session.warn(said);
        for scenario in 0..session.scenarios.len() {
            // Else each copy would make them.
            session.keep_lists(scenario);
        }
        let copies: Vec<Session> = (1..count).into_par_iter().map(|_| session.replicate()).collect();
        let mut replicas = Self { session, copies };
        let workers = replicas.count();
        replicas.all().for_each(|session| session.workers = workers);
        Ok(replicas)
    }

    /// The session that they were made of, with the edits since.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The same by itself.
    pub fn into_session(self) -> Session {
        let Self { mut session, .. } = self;
        session.workers = 1;
        session
    }

    /// How many there are, the session that they were made of included.
    pub fn count(&self) -> usize {
        1 + self.copies.len()
    }

    /// Does the same to each of them, at the same time, and returns the session's answer. Whatever a session can do is allowed here: edits of all kinds, [`Session::undo`],
    /// [`Session::set_cppr`], [`Session::update`], [`Session::forget_history`]. It has to depend on nothing but the session that it is given, so that all stay alike; where a session answers
    /// with an error, so do all.
    ///
    /// # Errors
    /// That of the session.
    pub fn apply<T: Send, E: Send>(
        &mut self,
        edits: impl Fn(&mut Session) -> Result<T, E> + Sync,
    ) -> Result<T, E> {
        let mut answers: Vec<Result<T, E>> = self.all().map(&edits).collect();
        answers.swap_remove(0)
    }

    /// As [`Session::try_each`], with as many alternatives at a time as there are replicas and threads. The answers are in the order of the alternatives, and do not depend on which replica an
    /// alternative came to.
    ///
    /// # Errors
    /// If the design cannot be timed without any of them.
    pub fn try_each<A: Sync, M, T: Send, E: From<UpdateError> + Send>(
        &mut self,
        alternatives: &[A],
        edits: impl Fn(&mut Trial<'_>, &A) -> Result<M, E> + Sync,
        ask: impl Fn(&Session, M) -> T + Sync,
    ) -> Result<Vec<Result<T, E>>, UpdateError> {
        let next = AtomicUsize::new(0);
        let try_some = |session: &mut Session| {
            let mut taken = Vec::new();
            let take = || {
                let number = next.fetch_add(1, Ordering::Relaxed);
                alternatives.get(number).inspect(|_| taken.push(number))
            };
            let answers = session.try_each(std::iter::from_fn(take), &edits, &ask)?;
            Ok(taken.into_iter().zip(answers).collect::<Vec<_>>())
        };
        let of_all = self.all().map(try_some).collect::<Result<Vec<_>, UpdateError>>()?;
        let mut answers: Vec<_> = of_all.into_iter().flatten().collect();
        answers.sort_unstable_by_key(|&(number, _)| number);
        Ok(answers.into_iter().map(|(_, answer)| answer).collect())
    }

    /// The session, then its copies, each a task of its own.
    fn all(&mut self) -> impl IndexedParallelIterator<Item = &mut Session> {
        let Self { session, copies } = self;
        rayon::iter::once(session).chain(copies).with_max_len(1)
    }
}

impl Session {
    /// A copy of all that there is, results included, which goes its own way from here on. It takes as much memory. It computes on the CPU, which gives the same bits, until it is told otherwise:
    /// see [`Session::set_engine`].
    pub fn replicate(&self) -> Self {
        let mut copy = self.without_scenarios(EngineOptions { engine: EngineChoice::Cpu, gpu: 0 });
        for (scenario, id) in self.scenarios.iter().zip(0..) {
            self.fetch(ScenarioId(id));
            let built = scenario.built.as_ref().map(|built| {
                // Scenarios that share a graph do so in the copy.
                let copied = self.scenarios.iter().zip(&copy.scenarios).find_map(|(of, copied)| {
                    let (of, copied) = (of.built.as_ref()?, copied.built.as_ref()?);
                    Arc::ptr_eq(&of.graph, &built.graph).then(|| Arc::clone(&copied.graph))
                });
                built.replicate(copied.unwrap_or_else(|| Arc::new(TimingGraph::clone(&built.graph))))
            });
            copy.scenarios.push(Scenario { mode: scenario.mode, corner: scenario.corner, built });
        }
        copy
    }
}

impl Built {
    /// The same of a copy of its graph.
    fn replicate(&self, graph: Arc<TimingGraph>) -> Self {
        Self {
            results: self.results.replicate(),
            changes: self.changes.clone(),
            incremental: self.incremental.clone(),
            pace: self.pace,
            ..Self::new(graph, self.data.clone(), self.revisions)
        }
    }
}
