//! Edits, each followed by an update and a few questions, as an optimiser's loop has them.

use std::time::{Duration, Instant};

use zeroslack::input::Diagnostics;
use zeroslack::timing::Calculator;
use zeroslack::{CornerId, LoadError, ModeId, Progress, Replicas, Session, SessionParts, Timed};

use super::super::args::{BenchArgs, Workload};
use super::editor::Editor;
use super::measure::{Times, reset_peak_memory};
use super::workload::Bench;

/// How long the batches of one line may take together.
const LONGEST: Duration = Duration::from_secs(5);

/// Batches for each run that was asked for, at the most.
const BATCHES: usize = 1000;

/// How edits were made.
#[derive(Clone, Debug)]
pub(crate) struct Edits {
    pub(crate) cppr: bool,
    /// Edits before each update.
    pub(crate) batch: usize,
    /// Visits of pins, on average of the updates that were incremental.
    pub(crate) visited: usize,
    /// Updates that were full.
    pub(crate) full: usize,
    /// Where one update is timed at a time, those that were incremental by their visits.
    pub(crate) by_visits: Vec<OfSize>,
}

/// Updates of like size.
#[derive(Clone, Debug)]
pub(crate) struct OfSize {
    /// They visited pins up to so often.
    pub(crate) visits: usize,
    pub(crate) updates: usize,
    /// Of an update, with its edits and what is asked after it.
    pub(crate) median_us: f64,
}

/// Full updates after edits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Worn {
    pub(crate) cppr: bool,
    pub(crate) edits: usize,
    /// The first of them, which lays a graph out level by level again that took gates over.
    pub(crate) first_ms: f64,
    /// The median of those of the same design built anew.
    pub(crate) anew_ms: f64,
    /// Whether both give the same worst and total negative slacks.
    pub(crate) is_same: bool,
}

/// What a line shows.
type Line = (Times, Edits);

/// What the batches of a line took.
#[derive(Default)]
struct Taken {
    /// Milliseconds an edit, batch by batch.
    times: Vec<f64>,
    /// Updates that were incremental, and all their visits.
    incremental: usize,
    visits: usize,
    full: usize,
    /// Visits and milliseconds of those that were timed by themselves.
    sized: Vec<(usize, f64)>,
}

impl Taken {
    /// An update, with its time if it was timed by itself.
    fn count(&mut self, visits: Option<usize>, ms: Option<f64>) {
        let Some(visits) = visits else {
            self.full += 1;
            return;
        };
        (self.incremental, self.visits) = (self.incremental + 1, self.visits + visits);
        self.sized.extend(ms.map(|ms| (visits, ms)));
    }

    fn line(self, (cppr, batch): (bool, usize)) -> Line {
        let Self { times, incremental, visits, full, mut sized } = self;
        sized.sort_unstable_by_key(|&(visits, _)| visits);
        let chunks = sized.chunk_by(|a, b| size_of_update(a.0) == size_of_update(b.0));
        let by_visits = chunks.map(|chunk| OfSize {
            visits: size_of_update(chunk[0].0),
            updates: chunk.len(),
            median_us: 1e3 * Times::new(chunk.iter().map(|&(_, ms)| ms).collect()).median(),
        });
        let (visited, by_visits) = (visits / incremental.max(1), by_visits.collect());
        (Times::new(times), Edits { cppr, batch, visited, full, by_visits })
    }
}

/// The next power of four.
fn size_of_update(visits: usize) -> usize {
    let power = visits.max(1).next_power_of_two();
    if power.trailing_zeros().is_multiple_of(2) { power } else { 2 * power }
}

/// The workloads of edits.
const WORKLOADS: [Workload; 15] = [
    Workload::Repower,
    Workload::RepowerClock,
    Workload::Parasitics,
    Workload::Restate,
    Workload::Waveform,
    Workload::Derate,
    Workload::Swap,
    Workload::Insert,
    Workload::InsertClock,
    Workload::InsertRegister,
    Workload::Mixed,
    Workload::EditPaths,
    Workload::EditConstrained,
    Workload::Try,
    Workload::Worn,
];

/// Edits of each cell that full updates come after, and the most in all; how many of them an update takes over.
const WEAR_OF_CELL: usize = 20;
const MOST_WEAR: usize = 100_000;
const WEAR_BATCH: usize = 10;

/// Alternatives that are tried in one go, for each thread.
const ALTERNATIVES: usize = 100;

/// Those that are to be measured.
pub(crate) fn wanted(arguments: &BenchArgs) -> impl Iterator<Item = Workload> + '_ {
    WORKLOADS.into_iter().filter(|&workload| arguments.is_wanted(workload))
}

impl Bench<'_> {
    /// Edits of the whole design.
    pub(crate) fn edits(
        &mut self,
        parts: SessionParts,
        pins: f64,
        progress: &dyn Progress,
    ) -> Result<(), LoadError> {
        let wanted: Vec<Workload> = wanted(self.arguments).collect();
        if wanted.is_empty() {
            return Ok(());
        }
        let mut session = Session::build(parts, Diagnostics::new())?;
        session.set_engine(self.arguments.run.engine());
        let mut editor = Editor::new(&session);
        for cppr in [false, true] {
            session.set_cppr(cppr);
            session.update()?;
            for &workload in &wanted {
                if editor.can(workload) {
                    session = self.lines(session, &mut editor, (workload, cppr), pins)?;
                }
                progress.advance(1);
            }
        }
        Ok(())
    }

    /// The lines of one workload. Gives the session back.
    fn lines(
        &mut self,
        mut session: Session,
        editor: &mut Editor,
        (workload, cppr): (Workload, bool),
        pins: f64,
    ) -> Result<Session, LoadError> {
        let batches: Vec<usize> = self.arguments.batch.iter().map(|&batch| batch.max(1)).collect();
        match workload {
            Workload::Worn => self.worn(&mut session, editor, cppr, pins)?,
            Workload::Try => {
                let mut replicas = Replicas::new(session, self.threads())?;
                for batch in batches {
                    reset_peak_memory();
                    let line = self.tries(&mut replicas, editor, (cppr, batch))?;
                    self.note_edits((workload, None), line, pins);
                }
                session = replicas.into_session();
            }
            _ => {
                let counts = match workload {
                    Workload::EditPaths | Workload::EditConstrained => {
                        self.arguments.k.iter().copied().map(Some).collect()
                    }
                    _ => vec![None],
                };
                for (batch, k) in
                    batches.into_iter().flat_map(|batch| counts.iter().map(move |&k| (batch, k)))
                {
                    reset_peak_memory();
                    let line = self.batches(&mut session, editor, (workload, k), (cppr, batch))?;
                    self.note_edits((workload, k), line, pins);
                }
                if workload == Workload::Derate {
                    session.edit_constraints(ModeId::FIRST, |editor| editor.unset_derates());
                    session.update()?;
                }
            }
        }
        Ok(session)
    }

    /// Batches of edits of one kind, with slacks after each, or so many paths.
    fn batches(
        &self,
        session: &mut Session,
        editor: &mut Editor,
        (workload, paths): (Workload, Option<usize>),
        (cppr, batch): (bool, usize),
    ) -> Result<Line, LoadError> {
        let mut taken = Taken::default();
        self.repeat(|is_warm_up| {
            let exchanges = editor.exchanges(session.netlist(), workload, batch);
            let began = Instant::now();
            if exchanges.is_empty() {
                (0..batch).for_each(|_| editor.edit(session, workload));
            }
            editor.exchange_all(session, &exchanges);
            session.update()?;
            let visits = match paths {
                None => editor.ask(session),
                Some(count) => editor.ask_paths(session, workload, count),
            };
            if !is_warm_up {
                let ms = began.elapsed().as_secs_f64() * 1e3;
                taken.times.push(ms / batch as f64);
                taken.count(visits, Some(ms));
            }
            session.forget_history();
            Ok(())
        })?;
        Ok(taken.line((cppr, batch)))
    }

    /// Alternatives that are tried by themselves, on all threads.
    fn tries(
        &self,
        replicas: &mut Replicas,
        editor: &mut Editor,
        (cppr, batch): (bool, usize),
    ) -> Result<Line, LoadError> {
        let mut taken = Taken::default();
        let count = ALTERNATIVES * replicas.count();
        self.repeat(|is_warm_up| {
            let alternatives = editor.alternatives(replicas.session().netlist(), count, batch);
            let began = Instant::now();
            let tried = editor.try_each(replicas, &alternatives)?;
            if !is_warm_up {
                taken.times.push(began.elapsed().as_secs_f64() * 1e3 / count as f64);
                tried.into_iter().for_each(|visits| taken.count(visits, None));
            }
            Ok(())
        })?;
        Ok(taken.line((cppr, batch)))
    }

    /// Does something as often as the runs that were asked for say, after a warm-up, or until it has taken long.
    fn repeat(&self, mut work: impl FnMut(bool) -> Result<(), LoadError>) -> Result<(), LoadError> {
        if self.arguments.runs > 1 {
            work(true)?;
        }
        let start = Instant::now();
        for _ in 0..BATCHES * self.arguments.runs {
            work(false)?;
            if start.elapsed() > LONGEST {
                break;
            }
        }
        Ok(())
    }

    /// Full updates after many edits, in turns with those of the same design built anew.
    fn worn(
        &mut self,
        session: &mut Session,
        editor: &mut Editor,
        cppr: bool,
        pins: f64,
    ) -> Result<(), LoadError> {
        let edits = MOST_WEAR.min(WEAR_OF_CELL * session.netlist().cells().count());
        for _ in 0..edits / WEAR_BATCH {
            for _ in 0..WEAR_BATCH {
                editor.edit(session, Workload::Mixed);
            }
            session.update()?;
            editor.ask(session);
            session.forget_history();
        }
        reset_peak_memory();
        let first_ms = full_update(session)?;
        let mut anew = Session::build(parts(session), Diagnostics::new())?;
        anew.set_engine(session.engine_options());
        anew.set_cppr(cppr);
        anew.update()?;
        let mut times = [Vec::new(), Vec::new()];
        for _ in 0..2 * self.arguments.runs {
            times[0].push(full_update(session)?);
            times[1].push(full_update(&mut anew)?);
        }
        let [worn, of_anew] = times.map(Times::new);
        let [slacks, of_anew_slacks] =
            [&*session, &anew].map(|session| session.timed().ok().map(Timed::summaries));
        let is_same = slacks.is_some() && slacks == of_anew_slacks;
        self.note(Workload::Worn, None, worn, pins);
        if let Some(row) = self.rows.last_mut() {
            let anew_ms = of_anew.median();
            row.worn = Some(Worn { cppr, edits, first_ms, anew_ms, is_same });
        }
        Ok(())
    }

    fn note_edits(&mut self, (workload, k): (Workload, Option<usize>), (times, edits): Line, pins: f64) {
        self.note(workload, k, times, pins);
        if let Some(row) = self.rows.last_mut() {
            row.edits = Some(edits);
        }
    }
}

/// Milliseconds of an update of all.
fn full_update(session: &mut Session) -> Result<f64, LoadError> {
    let calculator = session.calculator();
    let other = if calculator == Calculator::Elmore { Calculator::Lumped } else { Calculator::Elmore };
    // What is there is of the other one then.
    session.set_calculator(other);
    session.set_calculator(calculator);
    let began = Instant::now();
    session.update()?;
    Ok(began.elapsed().as_secs_f64() * 1e3)
}

/// The design as it is now.
fn parts(session: &Session) -> SessionParts {
    SessionParts {
        netlist: session.netlist().clone(),
        parasitics: session.parasitics(CornerId::FIRST).clone(),
        constraints: session.constraints(ModeId::FIRST).clone(),
        calculator: session.calculator(),
    }
}
