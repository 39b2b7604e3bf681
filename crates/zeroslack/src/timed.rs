//! The results of an update.

use std::sync::{Arc, OnceLock, PoisonError};

use zeroslack_cuda::CudaError;
use zeroslack_graph::{ExceptionCoverage, NodeId, PathGroup, TimingGraph, VertexId};
use zeroslack_input::Diagnostics;
use zeroslack_netlist::{CellLibrary, Netlist, Parasitics, PinId};
use zeroslack_sdc::Constraints;
use zeroslack_timing::{
    Calculator, ClockLatency, ClockSkew, CornerData, CrossingSlack, DelayData, EndpointSlack, LatchBorrow,
    MinPeriod, PulseCheck, PulseDesign, SkewCheck, SlackSum, SlackTable, Summary, Timing, Visited,
    latch_borrows, worst_slacks_of,
};
use zeroslack_units::{Split, Ticks, Transition, tighter_required, worse_arrival};

use crate::engine::with_room;
use crate::error::gpu_id;
use crate::gpu::{OnGpu, Shared};
use crate::once;
use crate::queries::ENDPOINTS_PER_FEW;
use crate::results::Results;
use crate::scenario::{Built, CornerId, ModeId, Scenario};
use crate::session::Session;

/// The results of a scenario, up to date: as long as this is held, nothing can change.
#[derive(Clone, Copy, Debug)]
pub struct Timed<'s> {
    pub(crate) session: &'s Session,
    pub(crate) scenario: &'s Scenario,
    pub(crate) built: &'s Built,
}

impl<'s> Timed<'s> {
    /// The session.
    pub fn session(self) -> &'s Session {
        self.session
    }

    /// How the delays were computed.
    pub fn calculator(self) -> Calculator {
        self.session.calculator
    }

    /// The netlist.
    pub fn netlist(self) -> &'s Netlist {
        self.session.netlist()
    }

    /// The scenario's mode.
    pub fn mode(self) -> ModeId {
        self.scenario.mode
    }

    /// The scenario's corner.
    pub fn corner(self) -> CornerId {
        self.scenario.corner
    }

    /// The constraints of its mode.
    pub fn constraints(self) -> &'s Constraints {
        self.session.constraints(self.scenario.mode)
    }

    /// The library cells of its corner.
    pub fn library(self) -> &'s CellLibrary {
        self.session.library(self.scenario.corner)
    }

    /// The parasitics of its corner.
    pub fn parasitics(self) -> &'s Parasitics {
        self.session.parasitics(self.scenario.corner)
    }

    /// Its timing graph. Edits that it took over in place may have left it as one that is not levelled ([`is_levelled`](zeroslack_graph::Structure::is_levelled)): [`Timed::levelled`] has it laid out again. Its ids are
    /// those of [`Timed::timing`] and of paths that were found in it.
    pub fn graph(self) -> &'s TimingGraph {
        &self.built.graph
    }

    /// What its delays are computed from.
    pub fn delay_data(self) -> &'s DelayData {
        &self.built.data
    }

    /// The same results with a graph that is levelled, in ids of its own. After edits that the graph took over in place it is built anew, and all is computed again, when somebody first asks for it.
    pub fn levelled(self) -> Self {
        if self.built.graph.is_levelled() {
            return self;
        }
        let built = once::only::<Box<Built>>(&self.built.results.levelled, || {
            let (netlist, library, parasitics) = (self.netlist(), self.library(), self.parasitics());
            // What is wrong with the design was said when it was edited.
            let (mut graph, _) = TimingGraph::new(netlist, library, self.constraints());
            let found = self.built.graph.source_latencies().clone();
            let _ = graph.state_source_latencies(netlist, self.constraints(), found);
            let (data, _) = DelayData::new(netlist, CornerData { library, parasitics }, &graph);
            let mut timing = Timing::default();
            let of = self.built.results.of;
            let cppr = of.and_then(|of| of.cppr);
            timing.set_cppr(cppr.is_some());
            timing.set_common_point(cppr.unwrap_or_default());
            timing.update(&graph, &data, self.session.calculator);
            let mut built = Built::new(Arc::new(graph), data, self.built.revisions);
            built.results = Results { timing: OnceLock::from(timing), of, ..Results::default() };
            Box::new(built)
        });
        Self { built, ..self }
    }

    /// The GPU that computed the update; none if the CPU did.
    pub fn gpu(self) -> Option<&'s str> {
        self.built.placement.design().and(self.session.engines.gpu_name())
    }

    /// Bytes that the design and searches of its paths take on the GPU; 0 if the CPU computed the update.
    pub fn gpu_bytes(self) -> u64 {
        self.built.placement.design().map_or(0, |design| design.ask_briefly(|design| design.bytes()))
    }

    /// Whether the update removed the pessimism of common clock paths.
    pub fn has_cppr(self) -> bool {
        self.built.results.of.is_some_and(|of| of.cppr.is_some())
    }

    /// Asks the GPU, where that computed the update; once more where it has too little memory and other scenarios have some there that only waits. None, with a warning, if it
    /// fails: the CPU gives the same then.
    pub(crate) fn ask_gpu<T: Send>(
        self,
        mut what: impl FnMut(&mut dyn OnGpu) -> Result<T, CudaError> + Send,
    ) -> Option<T> {
        self.ask_shared(|design| design.ask(&mut what))
    }

    /// The same for what takes little: see [`Shared::ask_briefly`].
    pub(crate) fn ask_gpu_briefly<T>(
        self,
        mut what: impl FnMut(&mut dyn OnGpu) -> Result<T, CudaError>,
    ) -> Option<T> {
        self.ask_shared(|design| design.ask_briefly(&mut what))
    }

    fn ask_shared<T>(self, mut ask: impl FnMut(&Shared) -> Result<T, CudaError>) -> Option<T> {
        let design = self.built.placement.design()?;
        let give_up = || {
            let has_more = self.session.give_up_idle();
            if has_more {
                design.ask_briefly(|design| design.try_again());
            }
            has_more
        };
        match with_room(|| ask(design), give_up) {
            Ok(answer) => Some(answer),
            Err(error) => {
                let mut said = Diagnostics::new();
                said.warning(gpu_id(&error), None, || format!("{error}; the CPU answers instead"));
                self.session.warn(said);
                None
            }
        }
    }

    /// Slews, delays, arrivals, required times. What a GPU computed is fetched when it is first asked for.
    pub fn timing(self) -> &'s Timing {
        let Built { results, graph, data, .. } = self.built;
        results.timing.get_or_init(|| {
            let mut timing =
                std::mem::take(&mut *results.room.lock().unwrap_or_else(PoisonError::into_inner));
            if self.ask_gpu(|design| design.fetch(&mut timing)).is_none() {
                zeroslack_parallel::apart(|| timing.update(graph, data, self.session.calculator));
            }
            timing
        })
    }

    /// Warnings of delays (`TIM-007`), of setup and hold times (`TIM-008`) and of sums of slacks (`TIM-009`) that are beyond what they can be, and count
    /// as the most that they can be.
    pub fn clamped(self) -> Diagnostics {
        let levelled = self.levelled();
        let mut said = zeroslack_timing::clamped(self.netlist(), levelled.graph(), levelled.timing());
        said.append(zeroslack_timing::saturated(&self.summaries()));
        said
    }

    /// Whether the netlist has, or had, such a pin.
    fn is_known(self, pin: PinId) -> bool {
        pin.index() < self.graph().pins().pin_count()
    }

    /// Whether a signal comes to a vertex whose latency counts.
    fn has_signal(self, vertex: VertexId) -> bool {
        self.graph().vertex_tag(vertex).is_some_and(|tag| !tag.is_bare || tag.launch.is_none())
    }

    /// When the edge is that launches what comes to a node.
    fn launched(self, node: NodeId, transition: Transition) -> Ticks {
        self.graph().launch_time(node.vertex(transition))
    }

    /// The worst arrival at a pin, of all signals that come there through the design; an ideal clock has the arrivals that its network gives it.
    ///
    /// Of a pin that both drives its net and loads it, as a pad does, this and the following methods tell what is worst over its two sides. What
    /// there is at one of them is in [`Timed::timing`], at [`TimingGraph::nodes`] (its load side) or [`TimingGraph::driver_side_nodes`].
    pub fn arrival(self, pin: PinId, split: Split, transition: Transition) -> Option<Ticks> {
        let nodes = self.is_known(pin).then(|| self.graph().side_nodes(pin))?;
        let nodes = nodes.filter(|node| self.has_signal(node.vertex(transition)));
        let arrival = |node: NodeId| {
            Some(self.launched(node, transition) + self.node_times(node).arrival(split, transition)?)
        };
        let arrivals = nodes.filter_map(arrival);
        arrivals.reduce(|a, b| worse_arrival(split, a, b))
    }

    /// The tightest required time at a pin, of all signals that come there; none where none comes.
    pub fn required(self, pin: PinId, split: Split, transition: Transition) -> Option<Ticks> {
        let nodes = self.is_known(pin).then(|| self.graph().all_nodes(pin))?;
        let nodes = nodes.filter(|node| self.has_signal(node.vertex(transition)));
        let required = |node: NodeId| {
            Some(self.launched(node, transition) + self.node_times(node).required(split, transition)?)
        };
        let required = nodes.filter_map(required);
        required.reduce(|a, b| tighter_required(split, a, b))
    }

    /// The worst slack at a pin, after CPPR, of all paths through it; at a clock's pin of the paths of data of the split that it launches or captures.
    ///
    /// With CPPR and before latches it is not the required time less the arrival: the launch that comes last and the capture that asks first may have much of the clock network in common.
    pub fn slack(self, pin: PinId, split: Split, transition: Transition) -> Option<Ticks> {
        let nodes = self.is_known(pin).then(|| self.graph().all_nodes(pin))?;
        nodes.filter_map(|node| self.node_slack(node, split, transition)).min()
    }

    /// The slack of a pin as the TAU contests define it: of the worst arrival and the tightest required time of each signal, whether a path has both or not.
    pub fn contest_slack(self, pin: PinId, split: Split, transition: Transition) -> Option<Ticks> {
        let nodes = self.is_known(pin).then(|| self.graph().all_nodes(pin))?;
        nodes.filter_map(|node| self.node_times(node).contest_slack(split, transition)).min()
    }

    /// The worst slew at a pin, the least early or the greatest late one, ps.
    pub fn slew(self, pin: PinId, split: Split, transition: Transition) -> Option<f32> {
        let pins = self.graph().pins();
        let nodes = self.is_known(pin).then(|| pins.side_nodes(pin))?;
        let slews = nodes.filter_map(|node| self.timing().slew(node, split, transition));
        match split {
            Split::Early => slews.reduce(f32::min),
            Split::Late => slews.reduce(f32::max),
        }
    }

    /// Every endpoint's worst slack in each split and path group it has.
    pub fn group_slacks(self) -> Vec<(PathGroup, EndpointSlack)> {
        zeroslack_timing::group_slacks(self.graph(), self.timing())
    }

    /// Every endpoint's worst slack in each kind it has.
    pub fn endpoint_slacks(self) -> Vec<EndpointSlack> {
        zeroslack_timing::endpoint_slacks(self.graph(), self.timing())
    }

    /// The worst skew of each clock that launches and captures: late for setup, early for hold; see [`zeroslack_timing::clock_skews`]. Their vertices are those of [`Timed::levelled`]. It takes about the time of
    /// an update's timing pass.
    pub fn clock_skews(self, split: Split) -> Vec<ClockSkew> {
        let levelled = self.levelled();
        zeroslack_timing::clock_skews(levelled.graph(), levelled.timing(), &self.constraints().clocks, split)
    }

    /// The latencies of clocks at the clock pins of registers: see [`zeroslack_timing::clock_latencies`]. Their vertices are those of [`Timed::levelled`].
    pub fn clock_latencies(self) -> Vec<ClockLatency> {
        let levelled = self.levelled();
        zeroslack_timing::clock_latencies(levelled.graph(), levelled.timing())
    }

    /// The shortest period of each clock, of what registers launch or, with ports, of all paths: see [`zeroslack_timing::min_periods`]. Their checks are those of [`Timed::levelled`]. The former takes about the
    /// time of an update's timing pass.
    pub fn min_periods(self, with_ports: bool) -> Vec<MinPeriod> {
        let (levelled, clocks) = (self.levelled(), &self.constraints().clocks);
        zeroslack_timing::min_periods(levelled.graph(), levelled.timing(), clocks, with_ports)
    }

    /// What data borrows from latches, and may: see [`latch_borrows`].
    pub fn latch_borrows(self) -> Vec<LatchBorrow> {
        latch_borrows(self.graph(), self.timing())
    }

    /// The widths of clock pulses and the periods at pins of which libraries or constraints ask for a least one, worst first: see [`zeroslack_timing::pulse_checks`]. Their vertices are those of [`Timed::levelled`].
    pub fn pulse_checks(self) -> Vec<PulseCheck> {
        let (netlist, library, constraints) = (self.netlist(), self.library(), self.constraints());
        let (levelled, design) = (self.levelled(), PulseDesign { netlist, library, constraints });
        zeroslack_timing::pulse_checks(levelled.graph(), levelled.timing(), design)
    }

    /// The skews between clock pins of cells that libraries limit, worst first: see [`zeroslack_timing::skew_checks`]. Their vertices are those of [`Timed::levelled`].
    pub fn skew_checks(self) -> Vec<SkewCheck> {
        let (levelled, design) = (self.levelled(), (self.netlist(), self.library()));
        zeroslack_timing::skew_checks(levelled.graph(), levelled.timing(), design, self.constraints())
    }

    /// The worst slack of each pair of a launching and a capturing clock.
    pub fn crossing_slacks(self) -> Vec<CrossingSlack> {
        zeroslack_timing::crossing_slacks(self.graph(), self.timing())
    }

    /// What each exception decides, and how clocks meet: see [`TimingGraph::exception_coverage`]. It takes about the time that making the graph takes, each time that it is
    /// asked for. None, with what is wrong, where there are too many states to tell exceptions apart.
    pub fn exception_coverage(self) -> (Option<ExceptionCoverage>, Diagnostics) {
        let (coverage, mut said) =
            TimingGraph::exception_coverage(self.netlist(), self.library(), self.constraints());
        // What is wrong with the design was said when its own graph was built.
        if coverage.is_some() {
            said = Diagnostics::new();
        }
        (coverage, said)
    }

    /// What the worst slacks of endpoints in a split sum up to, in some path groups or in all.
    pub fn slack_sum(self, split: Split, groups: Option<&[PathGroup]>) -> SlackSum {
        let Some(groups) = groups else { return self.slack_table().slack_sum(split) };
        let ends = zeroslack_timing::group_slacks(self.graph(), self.timing()).into_iter();
        let mut ends: Vec<EndpointSlack> =
            ends.filter(|(group, _)| groups.contains(group)).map(|(_, end)| end).collect();
        ends.retain(|end| end.kind.split() == split);
        SlackSum::of(&ends)
    }

    /// The worst slacks of endpoints, summed up when they are first asked for, and by updates that are incremental from then on.
    pub(crate) fn slack_table(self) -> &'s SlackTable {
        once::first(&self.built.results.slacks, || SlackTable::new(self.graph(), self.timing()))
    }

    /// What the last update computed again, and how many required times were computed since, as the update leaves them to whoever asks. None where it was everything.
    pub fn visited(self) -> Option<Visited> {
        let results = &self.built.results;
        let required = results.timing.get().map_or(0, Timing::required_computed);
        results.visited.map(|visited| Visited { required, ..visited })
    }

    /// Worst and total negative slack by kind of endpoint. Where a GPU has computed them, only they
    /// are copied.
    pub fn summaries(self) -> Vec<Summary> {
        let is_here = self.built.results.timing.get().is_some();
        let of_gpu = if is_here { None } else { self.ask_gpu_briefly(|design| design.summaries()) };
        // A GPU's sum of slacks may have left the range.
        let in_range =
            |summary: &Summary| summary.worst_slack.checked_mul(summary.failing as Ticks).is_some();
        let of_gpu = of_gpu.filter(|all| all.iter().all(in_range));
        of_gpu.unwrap_or_else(|| self.slack_table().summaries())
    }

    /// The `count` worst endpoints of a split from results that are here. The worst of an endpoint in any kind is one of its slacks: so none of them is better than the worst of as many endpoints.
    fn worst_endpoints_here(self, split: Split, count: usize) -> Vec<EndpointSlack> {
        let (graph, timing) = (self.graph(), self.timing());
        if count > graph.endpoints().len() / ENDPOINTS_PER_FEW {
            return zeroslack_paths::worst_endpoints(&self.endpoint_slacks(), split, count);
        }
        let endpoints = self.slack_table().worst_endpoints(split, count).into_iter();
        let slacks: Vec<_> =
            endpoints.flat_map(|endpoint| worst_slacks_of(graph, timing, endpoint)).collect();
        zeroslack_paths::worst_endpoints(&slacks, split, count)
    }

    /// The `count` worst endpoints of a split, each in its kind, worst first. Where a GPU has computed
    /// them, only they are copied.
    pub fn worst_endpoints(self, split: Split, count: usize) -> Vec<EndpointSlack> {
        self.ask_gpu(|design| design.worst_endpoints(self.graph(), split, count))
            .unwrap_or_else(|| self.worst_endpoints_here(split, count))
    }
}
