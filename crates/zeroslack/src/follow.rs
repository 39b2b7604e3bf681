//! Edits that leave a scenario's graph as it is, and the updates after them, which compute again only what they change.

use std::sync::Arc;

use zeroslack_graph::{Repowered, TimingGraph};
use zeroslack_input::Diagnostics;
use zeroslack_netlist::{CellId, NetId, Netlist, Parasitics, Touched};
use zeroslack_timing::{Changes, Incremental};

use crate::engine::{EngineChoice, ResultsAt};
use crate::revisions::TimedOf;
use crate::scenario::{Built, ScenarioId};
use crate::session::Session;
use crate::timed::Timed;

/// What a scenario took over.
pub(crate) enum Followed {
    /// All edits.
    Wholly(Diagnostics),
    /// All but those of parasitics, which are so many that they are laid out anew.
    ButParasitics(Diagnostics),
}

/// Of so many RC trees one may be made again by itself: where more of them have changed, all are made anew, on all threads.
const TREES_PER_CHANGE: usize = 16;

/// Visits that an update makes for each thing that changed, about as many as for batches of a hundred repowers on a design of the leon2 size: where it would be too many by that, none are made.
const VISITS_PER_CHANGE: usize = 200;

impl Session {
    /// Takes the edits of netlist and parasitics over that a scenario does not know of, if its graph stays as it is. None if it has to be built anew.
    pub(crate) fn follow_edits(&mut self, id: ScenarioId) -> Option<Followed> {
        let scenario = &self.scenarios[id.0 as usize];
        let (built, corner) = (scenario.built.as_ref()?, scenario.corner);
        let (before, now) = (built.revisions, self.revisions(scenario));
        let most = built.graph.pins().trees().len() / TREES_PER_CHANGE + 64;
        let touched = self.netlist().touched_since(before.netlist)?;
        let cells = touched.map(|touched| match touched {
            Touched::Master(cell) => Some(cell),
            Touched::Structure => None,
        });
        let cells = distinct(cells.collect::<Option<Vec<CellId>>>()?);
        let is_there = |net: &NetId| self.netlist().has_net(*net);
        let nets = self.parasitics(corner).touched_since(before.parasitics);
        let nets = nets.map(|nets| distinct(nets.filter(is_there).collect()));
        let mut said = Diagnostics::new();
        if !cells.is_empty() {
            said = self.exchange_masters(id, &cells, most)?;
        }
        let scenario = &mut self.scenarios[id.0 as usize];
        scenario.built.as_mut()?.revisions.netlist = now.netlist;
        let Some(nets) = nets.filter(|nets| nets.len() <= most) else {
            return Some(Followed::ButParasitics(said));
        };
        let mut built = scenario.built.take()?;
        if !nets.is_empty() {
            said.append(built.remake_trees((self.netlist(), self.parasitics(corner)), &nets));
            built.placement.forget_parasitics();
        }
        built.revisions = now;
        self.scenarios[id.0 as usize].built = Some(built);
        Some(Followed::Wholly(said))
    }

    /// Takes other library cells over, in all scenarios that share the graph. None if one of them changes the graph.
    fn exchange_masters(&mut self, id: ScenarioId, cells: &[CellId], most: usize) -> Option<Diagnostics> {
        let mut graph = Arc::clone(&self.scenarios[id.0 as usize].built.as_ref()?.graph);
        let shares = |built: &Built| Arc::ptr_eq(&built.graph, &graph);
        let sharers: Vec<usize> = (0..self.scenarios.len())
            .filter(|&other| self.scenarios[other].built.as_ref().is_some_and(shares))
            .collect();
        let nothing = Arc::<TimingGraph>::default();
        for &sharer in &sharers {
            let built = self.scenarios[sharer].built.as_mut()?;
            built.graph = Arc::clone(&nothing);
        }
        let library = self.library(self.scenarios[id.0 as usize].corner);
        let (mut said, mut repowered) = (Diagnostics::new(), Repowered::default());
        let is_exchanged = Arc::get_mut(&mut graph).is_some_and(|graph| {
            cells.iter().all(|&cell| {
                let more = graph.repower((self.netlist(), library), cell, &mut repowered);
                more.map(|more| said.append(more)).is_some()
            })
        });
        for sharer in sharers {
            let is_asked = sharer == id.0 as usize;
            let Some(mut built) = self.scenarios[sharer].built.take() else { continue };
            built.graph = Arc::clone(&graph);
            if is_exchanged {
                let more = self.take_masters(&mut built, sharer, (cells, &repowered), most);
                said.append(more);
            }
            // What only a part of the exchanges is in is of no use to anybody.
            if is_exchanged || is_asked {
                self.scenarios[sharer].built = Some(built);
            }
        }
        is_exchanged.then_some(said)
    }

    /// Takes over what the graph of a scenario has become.
    fn take_masters(
        &self,
        built: &mut Built,
        scenario: usize,
        (cells, repowered): (&[CellId], &Repowered),
        most: usize,
    ) -> Diagnostics {
        let corner = self.scenarios[scenario].corner;
        let (netlist, parasitics) = (self.netlist(), self.parasitics(corner));
        let mut said = built.data.add_models(self.library(corner), &built.graph);
        let pins = cells.iter().flat_map(|&cell| netlist.cell_pins(cell));
        let nets = distinct(pins.filter_map(|pin| netlist.pin_net(pin)).collect());
        if nets.len() > most {
            built.changes = None;
            let graph = &built.graph;
            said.append(built.data.update_parasitics(netlist, parasitics, graph, |nets| nets.flatten()));
        } else {
            // Their parasitics are as they were: what is wrong with them was said.
            built.remake_trees((netlist, parasitics), &nets);
            if let Some(changes) = &mut built.changes {
                changes.repowered.nodes.extend(&repowered.nodes);
                changes.repowered.checks.extend(&repowered.checks);
            }
        }
        built.placement = Default::default();
        built.revisions.netlist = netlist.revision();
        said
    }

    /// Brings the results of a scenario up to date by what changed since, if that is known and little. Says whether it did.
    pub(crate) fn update_incrementally(&mut self, id: ScenarioId, of: TimedOf) -> bool {
        let scenario = &self.scenarios[id.0 as usize];
        let Some(built) = &scenario.built else { return false };
        let Some(before) = built.results.of.filter(|before| before.cppr == of.cppr) else { return false };
        let is_on_gpu = self.engines.options().engine == EngineChoice::Cuda;
        let most = most_visits(built.graph.node_count(), of.cppr.is_some());
        let is_little =
            built.changes.as_ref().is_some_and(|changes| VISITS_PER_CHANGE * changes.count() <= most);
        if !is_little || is_on_gpu || before == of || !built.graph.latches().is_empty() {
            return false;
        }
        // What a GPU computed comes here first.
        Timed { session: self, scenario, built }.timing();
        let calculator = self.calculator;
        let Some(built) = &mut self.scenarios[id.0 as usize].built else { return false };
        let mut timing = built.results.take();
        built.placement = Default::default();
        let changes = built.changes.take().unwrap_or_default();
        let incremental = built.incremental.get_or_insert_with(|| Incremental::new(&built.graph));
        let visited =
            incremental.update((&built.graph, &built.data), calculator, (&mut timing, &changes), most);
        if visited.is_some()
            && let Some(slacks) = built.results.slacks.get_mut()
        {
            for endpoint in incremental.changed_endpoints() {
                slacks.update(&built.graph, &timing, endpoint);
            }
        }
        match visited {
            Some(_) => {
                built.results.put(timing, ResultsAt::Host, of);
                built.changes = Some(Changes::default());
            }
            None => built.results.give_back(timing),
        }
        built.results.visited = visited;
        visited.is_some()
    }
}

impl Built {
    /// Makes the RC trees of some nets again.
    fn remake_trees(&mut self, design: (&Netlist, &Parasitics), nets: &[NetId]) -> Diagnostics {
        let mut trees = Vec::new();
        let said = self.data.update_nets(design, &self.graph, nets, &mut trees);
        if let Some(changes) = &mut self.changes {
            changes.trees.extend(trees);
        }
        said
    }
}

/// Each once, in order.
fn distinct<T: Ord>(mut all: Vec<T>) -> Vec<T> {
    all.sort_unstable();
    all.dedup();
    all
}

/// How many visits of nodes, in all passes together, are about half the work of a full update on all threads: on a design of the leon2 size a visit takes about as long as a node of a full
/// update does on one thread, or six of them on 16; with CPPR a full update takes more than twice as long.
fn most_visits(nodes: usize, has_cppr: bool) -> usize {
    let times = if has_cppr { 2 } else { 1 };
    (times * nodes / (2 + rayon::current_num_threads() / 2)).max(1 << 14)
}
