//! The sizer: it tries the cells on the worst paths in their other sizes, one cell after the other, and keeps what raises TNS.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use zeroslack::netlist::{CellId, MasterId, Netlist};
use zeroslack::paths::Via;
use zeroslack::units::{Split, Ticks};
use zeroslack::{DesignFiles, QueryError, Session, Silent};

pub type Failure = Box<dyn std::error::Error>;

/// So many of the worst endpoints are looked at in the first round. In each round after it, it is twice as many.
const ENDPOINTS: usize = 16;

/// Setup timing in ticks; the greater one is better.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Score {
    pub tns: Ticks,
    pub wns: Ticks,
}

impl Score {
    /// Of the last update.
    pub fn of(session: &Session) -> Result<Self, QueryError> {
        let summaries = session.timed()?.summaries().into_iter();
        let late = summaries.filter(|summary| summary.kind.split() == Split::Late);
        Ok(late.fold(Self::default(), |sum, of| Self {
            tns: sum.tns.saturating_add(of.total_negative_slack),
            wns: sum.wns.min(of.worst_negative_slack()),
        }))
    }

    /// Of a design that is read from its files again, has its cells exchanged for those of the session, and is timed as a whole.
    pub fn fresh(files: &DesignFiles, session: &Session, has_cppr: bool) -> Result<Self, Failure> {
        let mut fresh = Session::read(files, &Silent)?;
        fresh.set_cppr(has_cppr);
        let sized = session.netlist();
        fresh.edit(|netlist| {
            sized.cells().try_for_each(|cell| netlist.set_master(cell, sized.cell_master(cell)))
        })?;
        fresh.update()?;
        Ok(Self::of(&fresh)?)
    }
}

/// When to end, if there is still something to be gained.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub rounds: usize,
    pub time: Duration,
}

/// How far it is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Row {
    pub time: Duration,
    /// Cells that were sized.
    pub moves: usize,
    /// Sizes of cells that were tried.
    pub tried: usize,
    pub score: Score,
}

/// What it took.
#[derive(Clone, Copy, Debug, Default)]
pub struct Costs {
    pub searches: Duration,
    pub updates: Duration,
    pub queries: Duration,
    /// Updates that computed again only what the edits change, and those that computed all.
    pub incremental: usize,
    pub full: usize,
    /// Visits of nodes in incremental updates.
    pub visits: usize,
}

/// A sizer at work.
pub struct Sizer<'s> {
    session: &'s mut Session,
    /// The other sizes of each library cell. `[master]`
    sizes: Vec<Vec<MasterId>>,
    began: Instant,
    pub row: Row,
    pub costs: Costs,
}

impl<'s> Sizer<'s> {
    /// Of a session that is up to date.
    pub fn new(session: &'s mut Session) -> Result<Self, Failure> {
        let row = Row { score: Score::of(session)?, ..Row::default() };
        let sizes = sizes(session.netlist());
        Ok(Self { session, sizes, began: Instant::now(), row, costs: Costs::default() })
    }

    /// Sizes cells in rounds until nothing more is gained, or a limit is reached. `tell` gets what there is at first and after each round.
    pub fn run(&mut self, limits: Limits, mut tell: impl FnMut(&Row)) -> Result<(), Failure> {
        tell(&self.row);
        let mut endpoints = ENDPOINTS;
        for _ in 0..limits.rounds {
            let moves = self.row.moves;
            let (cells, is_all) = self.critical_cells(endpoints)?;
            for cell in cells {
                if self.began.elapsed() >= limits.time {
                    break;
                }
                self.size(cell)?;
            }
            self.row.time = self.began.elapsed();
            tell(&self.row);
            // What was kept is not taken back any more.
            self.session.forget_history();
            if self.row.time >= limits.time || is_all && self.row.moves == moves {
                break;
            }
            if !is_all {
                endpoints *= 2;
            }
        }
        Ok(())
    }

    /// The cells on the worst path of each of the worst endpoints that fail, in the order of the paths; and whether these are all that fail. Cells of the clock network stay
    /// as they are: a path's data begins where a register launches it.
    fn critical_cells(&mut self, endpoints: usize) -> Result<(Vec<CellId>, bool), Failure> {
        let began = Instant::now();
        let mut paths = self.session.timed()?.worst_paths(Split::Late, endpoints);
        paths.retain(|path| path.end.slack < 0);
        let netlist = self.session.netlist();
        let (mut cells, mut known) = (Vec::new(), HashSet::new());
        for path in &paths {
            let launch = path.data.iter().position(|step| step.via == Some(Via::Launch)).unwrap_or(0);
            let drivers = path.data[launch..].iter().filter(|step| netlist.is_driver(step.pin));
            let on_path = drivers.filter_map(|step| netlist.pin_cell(step.pin));
            cells.extend(on_path.filter(|&cell| known.insert(cell)));
        }
        self.costs.searches += began.elapsed();
        Ok((cells, paths.len() < endpoints))
    }

    /// Tries a cell in all its other sizes, and gives it the best one if that is better than what it has.
    fn size(&mut self, cell: CellId) -> Result<(), Failure> {
        let began = Instant::now();
        let Self { session, sizes, row, costs, .. } = self;
        let sizes = &sizes[session.netlist().cell_master(cell).index()];
        if sizes.is_empty() {
            return Ok(());
        }
        let mut asking = Duration::ZERO;
        let scores = session.try_each(
            sizes,
            |trial, &size| Ok::<_, Failure>(trial.edit(|netlist| netlist.set_master(cell, size))?),
            |session, ()| {
                costs.count(session)?;
                let asked = Instant::now();
                let score = Score::of(session);
                asking += asked.elapsed();
                score
            },
        )?;
        costs.count(session)?;
        row.tried += sizes.len();
        for (&size, score) in sizes.iter().zip(scores) {
            let score = score??;
            if score > row.score {
                // One that is better still takes its place.
                row.score = score;
                session.edit(|netlist| netlist.set_master(cell, size))?;
            }
        }
        if session.timed().is_err() {
            session.update()?;
            costs.count(session)?;
            row.moves += 1;
        }
        costs.queries += asking;
        costs.updates += began.elapsed() - asking;
        Ok(())
    }
}

impl Costs {
    fn count(&mut self, session: &Session) -> Result<(), QueryError> {
        match session.timed()?.visited() {
            Some(visited) => {
                (self.incremental, self.visits) = (self.incremental + 1, self.visits + visited.total())
            }
            None => self.full += 1,
        }
        Ok(())
    }
}

/// The other sizes of each library cell: those with the same pins and functions, and the same name but for the number at its end, as `NAND2_X1` and `NAND2_X4` have. The name counts because not
/// all libraries state functions; and because a buffer for clocks is not to be had for another one. `[master]`
fn sizes(netlist: &Netlist) -> Vec<Vec<MasterId>> {
    let library = netlist.library();
    let family = |size: MasterId| library.master(size).name.trim_end_matches(|c: char| c.is_ascii_digit());
    let of = |size: MasterId| library.alike(size).filter(|&other| family(other) == family(size)).collect();
    (0..library.masters().len()).map(|size| of(MasterId::new(size))).collect()
}
