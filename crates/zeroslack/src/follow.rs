//! Edits that a scenario's graph takes over, and the updates after them, which compute again only what they change.

use std::sync::{Arc, PoisonError};

use zeroslack_graph::{MovedEnds, Recompute, Restated, Rewired, TimingGraph};
use zeroslack_input::Diagnostics;
use zeroslack_netlist::{CellId, CellLibrary, NetId, Netlist, Parasitics, Touched};
use zeroslack_paths::SearchGraph;
use zeroslack_sdc::{Constraints, EditKind, Edits};
use zeroslack_timing::{Changes, Incremental, Timing};

use crate::engine::{EngineChoice, ResultsAt};
use crate::pace::Costs;
use crate::revisions::{Revisions, TimedOf};
use crate::scenario::{Built, ScenarioId};
use crate::session::Session;

/// What a scenario took over.
pub(crate) enum Followed {
    /// All edits.
    Wholly(Diagnostics),
    /// All but those of parasitics, which are so many that they are laid out anew.
    ButParasitics(Diagnostics),
}

/// Of so many RC trees one may be made again by itself: where more of them have changed, all are made anew, on all threads.
const TREES_PER_CHANGE: usize = 16;

/// What edits of a netlist were about, each once.
#[derive(Default)]
struct Edited {
    /// Cells that may be other library cells than before.
    masters: Vec<CellId>,
    /// Cells that came or went.
    cells: Vec<CellId>,
    /// Nets that came, went, or have other pins than before.
    nets: Vec<NetId>,
}

impl Edited {
    /// None if ports came or went.
    fn new(touched: impl Iterator<Item = Touched>) -> Option<Self> {
        let mut edited = Self::default();
        for touched in touched {
            match touched {
                Touched::Master(cell) => edited.masters.push(cell),
                Touched::Cell(cell) => edited.cells.push(cell),
                Touched::Net(net) => edited.nets.push(net),
                Touched::Ports => return None,
            }
        }
        let Self { masters, cells, nets } = edited;
        let cells = distinct(cells);
        let mut masters = distinct(masters);
        masters.retain(|cell| cells.binary_search(cell).is_err());
        Some(Self { masters, cells, nets: distinct(nets) })
    }

    /// Whether there is more than other library cells.
    fn has_structure(&self) -> bool {
        !self.cells.is_empty() || !self.nets.is_empty()
    }

    /// Nets whose RC trees have to be made again. Where there are only other library cells, trees stay.
    fn nets_of_trees(&self, netlist: &Netlist) -> Vec<NetId> {
        if !self.has_structure() {
            return Vec::new();
        }
        let cells = self.masters.iter().chain(&self.cells).filter(|&&cell| netlist.has_cell(cell));
        let pins = cells.flat_map(|&cell| netlist.cell_pins(cell));
        let nets = self.nets.iter().copied().filter(|&net| netlist.has_net(net));
        distinct(pins.filter_map(|pin| netlist.pin_net(pin)).chain(nets).collect())
    }

    fn is_nothing(&self) -> bool {
        self.masters.is_empty() && !self.has_structure()
    }

    /// Takes the edits over. None if the graph does not, or only in part.
    fn make(
        &self,
        (graph, constraints): (&mut TimingGraph, &Constraints),
        design: (&Netlist, &CellLibrary),
        changed: &mut Recompute,
    ) -> Option<Rewired> {
        let mut rewired = Rewired::default();
        if self.has_structure() {
            rewired = graph.rewire(design, constraints, (&self.cells, &self.nets), changed)?;
        }
        rewired.said.append(graph.repower(design, &self.masters, changed)?);
        Some(rewired)
    }
}

impl Session {
    /// Takes the edits of netlist and parasitics over that a scenario does not know of, if its graph does. None if it has to be built anew.
    /// `engine` is who updates.
    pub(crate) fn follow_edits(&mut self, id: ScenarioId, engine: EngineChoice) -> Option<Followed> {
        let scenario = &self.scenarios[id.0 as usize];
        let (built, corner) = (scenario.built.as_ref()?, scenario.corner);
        let (before, now) = (built.revisions, self.revisions(scenario));
        let most = built.graph.pins().trees().len() / TREES_PER_CHANGE + 64;
        let mut edited = Edited::new(self.netlist().touched_since(before.netlist)?)?;
        edited.masters.retain(|&cell| self.netlist().has_cell(cell));
        // A GPU goes by levels.
        if edited.has_structure() && (engine == EngineChoice::Cuda || !built.graph.may_be_rewired()) {
            return None;
        }
        let is_there = |net: &NetId| self.netlist().has_net(*net);
        let nets = self.parasitics(corner).touched_since(before.parasitics);
        let nets = nets.map(|nets| distinct(nets.filter(is_there).collect()));
        let mut said = Diagnostics::new();
        if !edited.is_nothing() {
            said = self.take_edits(id, &edited, most)?;
        }
        let built = self.scenarios[id.0 as usize].built.as_mut()?;
        built.revisions.netlist = now.netlist;
        let is_levelled = built.graph.is_levelled();
        let Some(nets) = nets.filter(|nets| nets.len() <= most) else {
            return is_levelled.then_some(Followed::ButParasitics(said));
        };
        let mut built = self.scenarios[id.0 as usize].built.take()?;
        if !nets.is_empty() {
            said.append(built.remake_trees((self.netlist(), self.parasitics(corner)), &nets));
        }
        built.revisions = Revisions { constraints: before.constraints, ..now };
        self.scenarios[id.0 as usize].built = Some(built);
        Some(Followed::Wholly(said))
    }

    /// Whether a scenario may take over all that is other than what it is of, the netlist and parasitics last of all.
    pub(crate) fn may_be_followed(&self, id: ScenarioId, now: Revisions) -> bool {
        let scenario = &self.scenarios[id.0 as usize];
        let Some(Built { graph, revisions, .. }) = &scenario.built else { return false };
        let may_be_restated = || {
            let edits = self.edits_since(scenario.mode, revisions.constraints);
            graph.may_be_restated(self.netlist(), self.constraints(scenario.mode), edits)
        };
        revisions.library == now.library && (revisions.constraints == now.constraints || may_be_restated())
    }

    /// Takes over what constraints state in place of other values, in all scenarios that share the graph, which has taken all else over. False if it does not. Warnings of nets are added to `said`.
    pub(crate) fn restate(&mut self, id: ScenarioId, now: Revisions, said: &mut Diagnostics) -> bool {
        let of = &self.scenarios[id.0 as usize];
        let (mode, Some(built)) = (of.mode, &of.built) else { return false };
        let before = built.revisions;
        if before.constraints == now.constraints {
            return true;
        }
        let edits = self.edits_since(mode, before.constraints);
        let sharers = self.sharers(id);
        if edits.are_of_limits() {
            for sharer in sharers {
                let built = self.scenarios[sharer].built.iter_mut();
                built.for_each(|built| built.revisions.constraints = now.constraints);
            }
            return true;
        }
        for &sharer in &sharers {
            self.leave_results(sharer, edits);
        }
        let Some(mut graph) = self.take_graph(&sharers) else { return false };
        let corner = self.scenarios[id.0 as usize].corner;
        let (design, constraints) = ((self.netlist(), self.library(corner)), self.constraints(mode));
        let restated = Arc::get_mut(&mut graph).and_then(|graph| graph.restate(design, constraints, edits));
        let Some(mut restated) = restated else {
            self.forget_others(id, &sharers);
            return false;
        };
        said.append(std::mem::take(&mut restated.said));
        for sharer in sharers {
            let Some(mut built) = self.scenarios[sharer].built.take() else { continue };
            built.graph = Arc::clone(&graph);
            built.revisions.constraints = now.constraints;
            let corner = self.scenarios[sharer].corner;
            if restated.driven_before.is_some() {
                said.append(built.data.add_models(self.library(corner), &built.graph));
            }
            said.append(built.take_restated((self.netlist(), self.parasitics(corner)), &restated));
            self.scenarios[sharer].built = Some(built);
        }
        true
    }

    /// Before constraints state other values: finds what updates with CPPR need of results that are here, as long as the graph is what they are of. Those on a GPU are brought here only if it is worth that for edits that
    /// cost the CPU nothing, as it is not known yet what these cost. Where a GPU will compute all, nobody needs them any more: waveforms and factors reach far, so that for these they are not brought here, nor is it found what would have to be found first.
    fn leave_results(&mut self, scenario: usize, edits: Edits) {
        let threads = rayon::current_num_threads() / self.workers;
        let is_only_for_gpu = self.engines.options().engine == EngineChoice::Cuda;
        let Some(built) = &mut self.scenarios[scenario].built else { return };
        let has_cppr = built.results.of.is_some_and(|of| of.cppr.is_some());
        let costs = Costs::new(&built.graph, has_cppr, threads, built.placement.is_there());
        let reaches_far = edits.has(EditKind::Clocks) || edits.has(EditKind::Derates);
        let lacks_lists = |timing: &Timing| has_cppr && timing.kept_clocks().is_none();
        let is_for_gpu = match built.results.timing.get() {
            _ if is_only_for_gpu => true,
            Some(timing) => reaches_far && built.placement.is_there() && lacks_lists(timing),
            None => reaches_far || !built.pace.is_for_cpu(costs, (0, 0), true),
        };
        if is_for_gpu {
            (built.results.of, built.changes) = (None, None);
        } else {
            self.keep_lists(scenario);
            self.fetch(ScenarioId(scenario as u32));
        }
    }

    /// The scenarios that share a graph.
    fn sharers(&self, id: ScenarioId) -> Vec<usize> {
        let Some(of) = &self.scenarios[id.0 as usize].built else { return Vec::new() };
        let shares = |built: &Built| Arc::ptr_eq(&built.graph, &of.graph);
        let shares = |&other: &usize| self.scenarios[other].built.as_ref().is_some_and(shares);
        (0..self.scenarios.len()).filter(shares).collect()
    }

    /// Takes the graph out of the scenarios that share it, so that it can be changed.
    fn take_graph(&mut self, sharers: &[usize]) -> Option<Arc<TimingGraph>> {
        let nothing = Arc::<TimingGraph>::default();
        let mut graph = None;
        for &sharer in sharers {
            let Some(built) = &mut self.scenarios[sharer].built else { continue };
            graph = Some(std::mem::replace(&mut built.graph, Arc::clone(&nothing)));
            built.results.levelled.take();
        }
        graph
    }

    /// What only a part of edits is in is of no use to anybody; its memory is, to who asks.
    fn forget_others(&mut self, id: ScenarioId, sharers: &[usize]) {
        for &sharer in sharers.iter().filter(|&&sharer| sharer != id.0 as usize) {
            self.scenarios[sharer].built = None;
        }
    }

    /// Takes edits over, in all scenarios that share the graph. None if it does not take them.
    fn take_edits(&mut self, id: ScenarioId, edited: &Edited, most: usize) -> Option<Diagnostics> {
        let of = &self.scenarios[id.0 as usize];
        let (mode, corner) = (of.mode, of.corner);
        let sharers = self.sharers(id);
        if edited.has_structure() {
            for &sharer in &sharers {
                self.keep_lists(sharer);
            }
        }
        let mut graph = self.take_graph(&sharers)?;
        let mut changed = Recompute::default();
        let (design, constraints) = ((self.netlist(), self.library(corner)), self.constraints(mode));
        let rewired = Arc::get_mut(&mut graph)
            .and_then(|graph| edited.make((graph, constraints), design, &mut changed));
        let Some(Rewired { mut said, moved }) = rewired else {
            self.forget_others(id, &sharers);
            return None;
        };
        for sharer in sharers {
            let Some(mut built) = self.scenarios[sharer].built.take() else { continue };
            built.graph = Arc::clone(&graph);
            if let Some(moved) = &moved {
                built.move_ends(moved);
            }
            said.append(self.take_changes(&mut built, sharer, (edited, &changed), most));
            self.scenarios[sharer].built = Some(built);
        }
        Some(said)
    }

    /// Brings results here, and finds what updates with CPPR need, as long as the graph of a scenario is levelled and what its results are of.
    pub(crate) fn keep_lists(&mut self, scenario: usize) {
        let of = &self.scenarios[scenario];
        let Some(built) = of.built.as_ref().filter(|built| built.graph.is_levelled()) else { return };
        let Some(timed_of) = built.results.of.filter(|_| built.changes.is_some()) else { return };
        self.fetch(ScenarioId(scenario as u32));
        let Some(built) = &mut self.scenarios[scenario].built else { return };
        if timed_of.cppr.is_some()
            && let Some(timing) = built.results.timing.get_mut()
        {
            timing.keep_lists(&built.graph);
        }
    }

    /// Takes over what the graph of a scenario has become.
    fn take_changes(
        &self,
        built: &mut Built,
        scenario: usize,
        (edited, changed): (&Edited, &Recompute),
        most: usize,
    ) -> Diagnostics {
        let corner = self.scenarios[scenario].corner;
        let (netlist, parasitics) = (self.netlist(), self.parasitics(corner));
        let mut said = built.data.add_models(self.library(corner), &built.graph);
        let nets = edited.nets_of_trees(netlist);
        if nets.len() > most {
            built.changes = None;
            if built.graph.is_levelled() {
                let graph = &built.graph;
                said.append(built.data.update_parasitics(netlist, parasitics, graph, |nets| nets.flatten()));
            }
        } else {
            // Their parasitics are as they were: what is wrong with them was said.
            built.remake_trees((netlist, parasitics), &nets);
        }
        if let Some(changes) = &mut built.changes {
            let gone = edited.nets.iter().filter(|&&net| !netlist.has_net(net));
            let trees = gone.flat_map(|&net| built.graph.pins().trees_of(net));
            changes.forget_trees(&trees.map(|tree| tree as u32).collect::<Vec<_>>());
        }
        let mut changes = Changes { graph: changed.clone(), ..Changes::default() };
        if edited.has_structure() {
            built.placement = Default::default();
            built.searches().for_each(SearchGraph::forget_part);
        } else {
            let cells = &edited.masters;
            built.data.update_cells(netlist, &built.graph, cells, &mut changes.loads);
        }
        built.note(&changes);
        built.revisions.netlist = netlist.revision();
        said
    }

    /// Brings the results of a scenario up to date by what changed since, if that is known and little. Says whether it did.
    pub(crate) fn update_incrementally(&mut self, id: ScenarioId, of: TimedOf) -> bool {
        let threads = rayon::current_num_threads() / self.workers;
        let is_only_for_gpu = self.engines.options().engine == EngineChoice::Cuda;
        let Some(built) = &mut self.scenarios[id.0 as usize].built else { return false };
        let Some(before) = built.results.of.filter(|before| before.cppr == of.cppr) else { return false };
        let Some(changes) = &built.changes else { return false };
        if before != of && *changes == Changes::default() {
            built.results.stay(of);
            return true;
        }
        if is_only_for_gpu || before == of || !built.graph.latches().is_empty() {
            return false;
        }
        let (count, ends) = (changes.count(), changes.graph.ends.len());
        let is_away = built.results.timing.get().is_none();
        let costs = Costs::new(&built.graph, of.cppr.is_some(), threads, built.placement.is_there());
        if !built.pace.is_for_cpu(costs, (count, ends), is_away) {
            return false;
        }
        self.fetch(id);
        let calculator = self.calculator;
        let Some(built) = &mut self.scenarios[id.0 as usize].built else { return false };
        let mut timing = built.results.take();
        built.placement.leave_results();
        let changes = built.changes.take().unwrap_or_default();
        let incremental = built.incremental.get_or_insert_with(|| Incremental::new(&built.graph));
        let (design, most) = ((&*built.graph, &built.data), costs.most_on_cpu);
        let visited = incremental.update(design, calculator, (&mut timing, &changes), most);
        built.results.visited = visited;
        let Some(visited) = visited else {
            built.pace.note_too_much(most, count);
            built.results.give_back(timing);
            return false;
        };
        built.pace.note(visited.total(), count);
        if let Some(slacks) = built.results.slacks.get_mut() {
            for endpoint in incremental.changed_endpoints() {
                slacks.update(&built.graph, &timing, endpoint);
            }
        }
        let forest = built.results.forest.get_mut().unwrap_or_else(PoisonError::into_inner);
        forest.note(&built.graph, incremental.touched());
        let searches = built.search_graphs.get_mut().unwrap_or_else(PoisonError::into_inner);
        searches.iter_mut().for_each(|search| search.note(incremental.touched()));
        built.results.put(timing, ResultsAt::Host, of);
        built.changes = Some(Changes::default());
        true
    }
}

impl Built {
    /// Makes the RC trees of some nets again.
    fn remake_trees(&mut self, design: (&Netlist, &Parasitics), nets: &[NetId]) -> Diagnostics {
        let mut trees = Vec::new();
        let said = self.data.update_nets(design, &self.graph, nets, &mut trees);
        self.note(&Changes { trees, ..Changes::default() });
        said
    }

    /// Takes over what constraints state in place of other values, which the graph has taken over.
    pub(crate) fn take_restated(
        &mut self,
        design: (&Netlist, &Parasitics),
        restated: &Restated,
    ) -> Diagnostics {
        if restated.has_starts
            && let Some(timing) = self.results.timing.get_mut()
        {
            if let Some(before) = &restated.driven_before {
                timing.lay_out_driven(&self.graph, before);
            }
            timing.lay_out_sources(&self.graph);
        }
        // A GPU takes all that is stated, but for what drives ports.
        if restated.driven_before.is_some() {
            self.placement = Default::default();
        }
        self.placement.note(&Changes { is_restated: true, ..Changes::default() });
        if let Some(changes) = &mut self.changes {
            changes.append(&Changes { graph: restated.changed.clone(), ..Changes::default() });
        }
        // Of ports that are not connected, too.
        self.data.update_ports(&self.graph);
        if restated.nets.is_empty() { Diagnostics::new() } else { self.remake_trees(design, &restated.nets) }
    }

    /// Takes over that checks and endpoints came and went.
    fn move_ends(&mut self, moved: &MovedEnds) {
        let timing = self.results.timing.get_mut();
        let has_clocks = timing.is_some_and(|timing| timing.move_ends(&self.graph, moved));
        if let Some(changes) = &mut self.changes {
            changes.move_ends(moved);
            changes.graph.has_clocks |= has_clocks;
        }
        if let Some(incremental) = &mut self.incremental {
            incremental.move_ends(&self.graph, moved);
        }
        if let Some(slacks) = self.results.slacks.get_mut() {
            slacks.move_endpoints(&moved.endpoints, &moved.others);
        }
    }

    /// Notes what changed, for the next update by either engine.
    fn note(&mut self, later: &Changes) {
        self.placement.note(later);
        if let Some(changes) = &mut self.changes {
            changes.append(later);
        }
    }
}

/// Each once, in order.
fn distinct<T: Ord>(mut all: Vec<T>) -> Vec<T> {
    all.sort_unstable();
    all.dedup();
    all
}
