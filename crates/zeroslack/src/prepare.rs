//! Graphs and what delays are computed from, brought up to date.

use std::sync::Arc;

use zeroslack_graph::TimingGraph;
use zeroslack_input::Diagnostics;
use zeroslack_paths::SearchGraph;
use zeroslack_timing::{CornerData, DelayData};

use crate::engine::Engines;
use crate::error::UpdateError;
use crate::follow::Followed;
use crate::scenario::{Built, ScenarioId};
use crate::session::Session;

impl Session {
    /// Brings the graph of a scenario, and what its delays are computed from, up to date.
    pub(crate) fn prepare(&mut self, id: ScenarioId) -> Result<Diagnostics, UpdateError> {
        // Beside the session, as they work on parts of it.
        let mut engines = std::mem::take(&mut self.engines);
        self.find_masters(self.scenarios[id.0 as usize].mode);
        let prepared = self.prepare_by(&mut engines, id);
        self.engines = engines;
        prepared
    }

    fn prepare_by(&mut self, engines: &mut Engines, id: ScenarioId) -> Result<Diagnostics, UpdateError> {
        let now = self.revisions(&self.scenarios[id.0 as usize]);
        if self.scenarios[id.0 as usize].built.as_ref().is_some_and(|built| built.revisions == now) {
            return Ok(Diagnostics::new());
        }
        if !self.may_be_followed(id, now) {
            return self.build_graph(engines, id);
        }
        let mut said = match self.follow_edits(id, engines.options().engine) {
            Some(Followed::Wholly(said)) => said,
            Some(Followed::ButParasitics(mut said)) => {
                said.append(self.lay_out_parasitics(engines, id));
                said
            }
            None => return self.build_graph(engines, id),
        };
        if self.restate(id, now, &mut said) { Ok(said) } else { self.build_graph(engines, id) }
    }

    /// Lays the graph of a scenario out level by level, if it is not: a full update goes by levels.
    pub(crate) fn level(&mut self, id: ScenarioId) -> Result<Diagnostics, UpdateError> {
        let is_levelled = |built: &Built| built.graph.is_levelled();
        if self.scenarios[id.0 as usize].built.as_ref().is_none_or(is_levelled) {
            return Ok(Diagnostics::new());
        }
        let mut engines = std::mem::take(&mut self.engines);
        // What is wrong with the design was said when it was edited.
        let built = self.build_graph(&mut engines, id).map(|_| Diagnostics::new());
        self.engines = engines;
        built
    }

    fn build_graph(&mut self, engines: &mut Engines, id: ScenarioId) -> Result<Diagnostics, UpdateError> {
        let scenario = &self.scenarios[id.0 as usize];
        let (mode, corner, revisions) = (scenario.mode, scenario.corner, self.revisions(scenario));
        let mut said = Diagnostics::new();
        let graph = match self.graph_of_another(id) {
            Some(graph) => graph,
            None => {
                let (netlist, library) = (self.netlist(), self.library(corner));
                let built = TimingGraph::with_layout(netlist, library, self.constraints(mode), |fanin| {
                    engines.layout(fanin)
                });
                said.append(built.1);
                Arc::new(built.0)
            }
        };
        if said.has_errors() {
            return Err(UpdateError(said));
        }
        let corner = CornerData { library: self.library(corner), parasitics: self.parasitics(corner) };
        let (data, more) =
            DelayData::with_trees(self.netlist(), corner, &graph, |networks| engines.flatten(networks));
        said.append(more);
        if said.has_errors() {
            return Err(UpdateError(said));
        }
        // Room that earlier results and searches had serves again.
        let scenario = &mut self.scenarios[id.0 as usize];
        let before = scenario.built.take();
        let built = scenario.built.insert(Built::new(graph, data, revisions));
        if let Some(Built { mut results, search_graphs, .. }) = before {
            results.of = None;
            (built.results, built.search_graphs) = (results, search_graphs);
            built.searches().for_each(SearchGraph::forget_part);
        }
        Ok(said)
    }

    /// The graph of another scenario, if it is one of this too.
    fn graph_of_another(&self, id: ScenarioId) -> Option<Arc<TimingGraph>> {
        let scenario = &self.scenarios[id.0 as usize];
        let revisions = self.revisions(scenario);
        let others = self.scenarios.iter().filter(|other| other.mode == scenario.mode);
        let built = others.filter_map(|other| other.built.as_ref());
        // Timed source latencies are of one corner.
        let constraints = self.constraints(scenario.mode);
        let built = built.filter(|built| !built.graph.needs_source_latencies(constraints));
        let mut current =
            built.filter(|built| built.revisions.have_one_graph(revisions) && built.graph.is_levelled());
        current.next().map(|built| Arc::clone(&built.graph))
    }

    fn lay_out_parasitics(&mut self, engines: &mut Engines, id: ScenarioId) -> Diagnostics {
        let scenario = &mut self.scenarios[id.0 as usize];
        let Some(mut built) = scenario.built.take() else { return Diagnostics::new() };
        let corner = scenario.corner;
        let revisions = self.revisions(&self.scenarios[id.0 as usize]);
        let (netlist, parasitics) = (self.netlist(), self.parasitics(corner));
        let said = built
            .data
            .update_parasitics(netlist, parasitics, &built.graph, |networks| engines.flatten(networks));
        built.revisions.parasitics = revisions.parasitics;
        built.changes = None;
        self.scenarios[id.0 as usize].built = Some(built);
        said
    }
}
