//! What the engine computes, and the full update.

use std::ops::Range;
use std::sync::Arc;

use zeroslack_graph::{ArcId, Check, CheckId, MovedEnds, NodeId, Source, TimingGraph};
use zeroslack_parallel::{resize, sweep_one};
use zeroslack_units::{Quad, Split, Ticks, Transition, UNDEFINED, defined, quad, slack};

use crate::arrival::{required_by, timing_pass};
use crate::calculator::{DelayCalculator, Elmore, Lumped, Wire};
use crate::cppr::{ClockForest, CommonLists, CommonPoint, Crediting, Lists, credits_of_check};
use crate::data::DelayData;
use crate::delay::delay_pass;
use crate::drives::Driven;
use crate::effective::EffectiveCapacitance;
use crate::latches::{Borrowed, latest};
use crate::near::ask_for;
use crate::pin_slacks::NodeSlacks;
use crate::required::RequiredTimes;
use crate::timed_graph::value_at;

/// Arcs that one task takes at the least.
const ARCS: usize = 1 << 13;

/// Delay calculators by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Calculator {
    /// [`Elmore`].
    Elmore,
    /// [`Lumped`].
    Lumped,
    /// [`EffectiveCapacitance`].
    #[default]
    EffectiveCapacitance,
}

impl Calculator {
    /// Its name in scripts and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Elmore => "elmore",
            Self::Lumped => "lumped_cap",
            Self::EffectiveCapacitance => "effective_capacitance",
        }
    }

    /// Whether loads depend on the edges that drive them: see [`Timing::arc_loads`].
    pub const fn sees_driver(self) -> bool {
        match self {
            Self::Elmore => Elmore::SEES_DRIVER,
            Self::Lumped => Lumped::SEES_DRIVER,
            Self::EffectiveCapacitance => EffectiveCapacitance::SEES_DRIVER,
        }
    }
}

/// Slews, delays, arrivals and required times of a graph.
///
/// Shapes: `[node]` and `[arc]` as in [`TimingGraph`], `[pin node]` and `[pin arc]` as in its pin graph, each a quad `[split][transition]`; an
/// arc's transition is its target's. A slew or delay that there is none of is NaN, a time that there is none of is [`UNDEFINED`]; the methods
/// that look up one value give `None`.
#[derive(Clone, Debug, Default)]
pub struct Timing {
    pub(crate) slew: Vec<Quad<f32>>,
    /// Of the pin graph's arcs.
    pub(crate) delay: Vec<Quad<f32>>,
    /// Of the timing graph's arcs, where they are not the pin graph's.
    pub(crate) gathered: Option<Vec<Quad<f32>>>,
    pub(crate) loads: Vec<Quad<f32>>,
    /// Of the pin graph's arcs, where they depend on them.
    pub(crate) arc_loads: Option<Vec<Quad<f32>>>,
    pub(crate) wires: Vec<Wire>,
    /// Of the ports that something drives from outside.
    pub(crate) driven: Vec<Driven>,
    /// Where signals start; none where nothing drives ports: they start as the graph says.
    pub(crate) sources: Option<Vec<Source>>,
    pub(crate) margin: Vec<[f32; 2]>,
    pub(crate) arrival: Vec<Quad<Ticks>>,
    pub(crate) required: RequiredTimes,
    pub(crate) cppr: bool,
    pub(crate) common_point: CommonPoint,
    /// What CPPR gives back to each check, by the data's transition; empty without CPPR.
    pub(crate) credits: Vec<[Ticks; 2]>,
    /// Room for the sweeps of CPPR, kept from update to update: for both splits in turn the first, unless they are kept. `[split]`.
    pub(crate) lists: [Lists; 2],
    /// Whether the clock network and the lists of both splits are kept, for incremental updates.
    pub(crate) keeps_lists: bool,
    /// The clock network that the lists are of, if they are kept.
    pub(crate) forest: Option<Arc<ClockForest>>,
    /// What was found before of what latches are given.
    pub(crate) borrowed: Borrowed,
    /// Whether latches are given what the delays say, and no other time is found.
    pub(crate) keeps_given: bool,
    /// The split whose checks are asked about, where those of the other one are not.
    pub(crate) only: Option<Split>,
}

/// Arrivals and required times at a node of the timing graph, ticks from the edge that launched the signal; [`UNDEFINED`] where there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeTimes {
    /// Arrivals.
    pub arrival: Quad<Ticks>,
    /// Required times.
    pub required: Quad<Ticks>,
}

impl NodeTimes {
    /// The arrival.
    pub fn arrival(&self, split: Split, transition: Transition) -> Option<Ticks> {
        defined(self.arrival[split as usize][transition as usize])
    }

    /// The required time.
    pub fn required(&self, split: Split, transition: Transition) -> Option<Ticks> {
        defined(self.required[split as usize][transition as usize])
    }

    /// The slack of a pin as the TAU contests define it: of the worst arrival and the tightest required time, whether a path has both or not.
    pub fn contest_slack(&self, split: Split, transition: Transition) -> Option<Ticks> {
        let (row, column) = (split as usize, transition as usize);
        defined(slack(split, self.arrival[row][column], self.required[row][column]))
    }
}

impl Timing {
    /// A full update: delay pass, then timing pass, on rayon's current threads.
    pub fn update(&mut self, graph: &TimingGraph, data: &DelayData, calculator: Calculator) {
        self.update_delays(graph, data, calculator);
        self.update_times(graph);
    }

    /// The delay pass: loads, wires, slews, delays, check margins.
    pub fn update_delays(&mut self, graph: &TimingGraph, data: &DelayData, calculator: Calculator) {
        let pins = graph.pins();
        resize(&mut self.slew, quad(f32::NAN), pins.structure().node_count());
        resize(&mut self.delay, quad(f32::NAN), pins.structure().arc_count());
        resize(&mut self.loads, quad(0.0), pins.trees().len());
        resize(&mut self.wires, Wire::NONE, pins.wire_count());
        resize(&mut self.margin, [f32::NAN; 2], pins.checks().len());
        self.arc_loads = calculator.sees_driver().then(|| {
            let mut loads = self.arc_loads.take().unwrap_or_default();
            resize(&mut loads, quad(f32::NAN), pins.structure().arc_count());
            loads
        });
        match calculator {
            Calculator::Elmore => delay_pass(self, pins, data, &Elmore),
            Calculator::Lumped => delay_pass(self, pins, data, &Lumped),
            Calculator::EffectiveCapacitance => {
                delay_pass(self, pins, data, &EffectiveCapacitance::new(data.library.slew_measure));
            }
        }
        self.lay_out_sources(graph);
        self.derate_margins(graph);
        self.gather_delays(graph);
    }

    /// Lays the delays of the pin graph's arcs out on the timing graph's, where these are others, times the factors that constraints state.
    pub(crate) fn gather_delays(&mut self, graph: &TimingGraph) {
        let Some(arcs) = graph.pin_arcs() else {
            self.gathered = None;
            return;
        };
        let mut gathered = self.gathered.take().unwrap_or_default();
        resize(&mut gathered, quad(f32::NAN), arcs.len());
        let (delay, derates) = (&self.delay, graph.derates());
        sweep_one(
            0..arcs.len(),
            ARCS,
            &mut gathered[..],
            &|range: Range<usize>, places: &mut [Quad<f32>]| {
                for (place, &arc) in places.iter_mut().zip(&arcs[range.clone()]) {
                    *place = delay[arc.index()];
                }
                if let Some(derates) = derates {
                    for (delay, &class) in places.iter_mut().zip(&derates.classes()[range]) {
                        derate(delay, &derates.factors()[class as usize]);
                    }
                }
            },
        );
        self.gathered = Some(gathered);
    }

    /// Multiplies what checks ask for by the factors that constraints state.
    fn derate_margins(&mut self, graph: &TimingGraph) {
        let Some(derates) = graph.derates() else { return };
        for (margins, factors) in self.margin.iter_mut().zip(derates.checks()) {
            for (margin, factor) in margins.iter_mut().zip(factors) {
                *margin *= factor;
            }
        }
    }

    /// The timing pass: arrivals and required times, from the delays there are.
    pub fn update_times(&mut self, graph: &TimingGraph) {
        resize(&mut self.arrival, quad(UNDEFINED), graph.node_count());
        resize(self.required.all_mut(), quad(UNDEFINED), graph.node_count());
        timing_pass(self, graph);
    }

    /// Takes over that checks came and went. Margins and credits of those that came are computed by the next update. Whether clocks capture where they neither launched nor captured before, with CPPR: then the
    /// clock network is another one.
    pub fn move_ends(&mut self, graph: &TimingGraph, moved: &MovedEnds) -> bool {
        moved.pin_checks.apply(&mut self.margin, |_| [f32::NAN; 2]);
        if !self.cppr {
            return false;
        }
        moved.checks.apply(&mut self.credits, |_| [0; 2]);
        let checks = moved.checks.came().iter().map(|&check| graph.check(CheckId(check)));
        let mut clocks = checks.map(|check| check.clock);
        clocks.any(|clock| self.forest.as_ref().is_some_and(|forest| !forest.has_vertex(clock)))
    }

    /// Makes room for nodes, arcs and nets that came to a graph.
    pub(crate) fn fit(&mut self, graph: &TimingGraph) {
        let structure = graph.pins().structure();
        let arcs = structure.arc_count();
        self.slew.resize(structure.node_count(), quad(f32::NAN));
        self.delay.resize(arcs, quad(f32::NAN));
        if let Some(gathered) = &mut self.gathered {
            gathered.resize(graph.arc_count(), quad(f32::NAN));
        }
        self.loads.resize(graph.pins().trees().len(), quad(0.0));
        self.wires.resize(graph.pins().wire_count(), Wire::NONE);
        if let Some(loads) = &mut self.arc_loads {
            loads.resize(arcs, quad(f32::NAN));
        }
        self.arrival.resize(graph.node_count(), quad(UNDEFINED));
    }

    /// What CPPR gives back, from the delays, margins and arrivals there are.
    pub(crate) fn update_credits(&mut self, graph: &TimingGraph) {
        self.forest = None;
        if !self.cppr {
            self.credits = Vec::new();
            return;
        }
        // Who asks for slacks of pins needs them again.
        let keeps_lists = self.keeps_lists || self.required.are_slacks_asked();
        let mut crediting = Crediting::new(graph, self);
        for split in Split::ALL {
            if !self.has_asked(split) {
                continue;
            }
            let place = if keeps_lists { split as usize } else { 0 };
            let mut lists = std::mem::take(&mut self.lists[place]);
            if crediting.fill(self, &mut lists, split, None) {
                crediting.enter(self, &lists, split);
            }
            self.lists[place] = lists;
        }
        let Crediting { credits, forest, .. } = crediting;
        self.credits = credits;
        self.forest = keeps_lists.then(|| Arc::new(forest));
    }

    /// Whether checks of a split are asked about.
    pub(crate) fn has_asked(&self, split: Split) -> bool {
        self.only.is_none_or(|only| only == split)
    }

    /// Asks for what the slack of a check follows from.
    pub(crate) fn ask_for_check(&self, check: &Check) {
        ask_for(&self.arrival, check.clock.node().index());
        ask_for(&self.margin, check.pin_check as usize);
        if self.forest.is_some() {
            self.lists[check.split as usize].ask_for_list(check.data);
        }
    }

    /// What CPPR gives back to one check, from the clock network and the lists that are kept; nothing is done where they are not.
    pub(crate) fn update_credit(&mut self, graph: &TimingGraph, check: CheckId) {
        if let Some(forest) = &self.forest {
            let lists = &self.lists[graph.check(check).split as usize];
            self.credits[check.index()] = credits_of_check((graph, self), forest, lists, check);
        }
    }

    /// Keeps the clock network and the lists of CPPR from now on, where that is on, and finds them if they are not there: incremental updates need them. The graph is levelled.
    pub fn keep_lists(&mut self, graph: &TimingGraph) {
        if self.cppr && self.forest.is_none() {
            self.keeps_lists = true;
            self.update_credits(graph);
        }
    }

    /// The clock network that the lists of CPPR are of, where they are kept.
    pub fn kept_clocks(&self) -> Option<&Arc<ClockForest>> {
        self.forest.as_ref()
    }

    /// The lists of CPPR, where they are kept. That of a split without checks says nothing, and is not to be asked.
    pub fn kept_lists(&self) -> Option<CommonLists<'_>> {
        Some(CommonLists { forest: self.forest.as_ref()?, lists: &self.lists })
    }

    /// Forgets what is kept beside the results, which come from somewhere else now.
    pub(crate) fn forget_lists(&mut self) {
        self.forest = None;
    }

    /// Whether the next update removes the pessimism of common clock paths (CPPR); off at first.
    pub fn set_cppr(&mut self, on: bool) {
        self.cppr = on;
    }

    /// Whether CPPR is on.
    pub fn has_cppr(&self) -> bool {
        self.cppr
    }

    /// What counts as a common point of two clock paths from the next update with CPPR on; [`CommonPoint::SameTransition`] at first.
    pub fn set_common_point(&mut self, rule: CommonPoint) {
        self.common_point = rule;
    }

    /// What counts as a common point of two clock paths.
    pub fn common_point(&self) -> CommonPoint {
        self.common_point
    }

    /// What CPPR adds to the slack of each transition of each check: its worst slack over all launches after CPPR, less that
    /// before. Empty without CPPR. `[check][transition]`.
    pub fn credits(&self) -> &[[Ticks; 2]] {
        &self.credits
    }

    /// Slews, ps. `[pin node]`.
    pub fn slews(&self) -> &[Quad<f32>] {
        &self.slew
    }

    /// Delays, factors included, ps. `[arc]`.
    pub fn delays(&self) -> &[Quad<f32>] {
        self.gathered.as_deref().unwrap_or(&self.delay)
    }

    /// Delays on the pin graph, ps. `[pin arc]`.
    pub fn arc_delays(&self) -> &[Quad<f32>] {
        &self.delay
    }

    /// Whole loads of drivers, fF. `[tree]`.
    pub fn loads(&self) -> &[Quad<f32>] {
        &self.loads
    }

    /// The loads that edges see, fF, where the delay calculator makes them depend on the edge; NaN where there is none. `[pin arc]`.
    pub fn arc_loads(&self) -> Option<&[Quad<f32>]> {
        self.arc_loads.as_deref()
    }

    /// The load at the driver of a tree as a signal sees it that comes by an arc of the timing graph; the whole load if it comes by none, fF.
    pub fn load(
        &self,
        graph: &TimingGraph,
        (tree, arc): (usize, Option<ArcId>),
        split: Split,
        transition: Transition,
    ) -> f32 {
        let seen = self.arc_loads.as_deref().zip(arc).map(|(loads, arc)| {
            let arc = graph.pin_arcs().map_or(arc, |arcs| arcs[arc.index()]);
            loads[arc.index()][split as usize][transition as usize]
        });
        seen.unwrap_or(self.loads[tree][split as usize][transition as usize])
    }

    /// Arrivals, ticks from the edge that launched the signal ([`TimingGraph::launch_time`]). `[node]`.
    pub fn arrivals(&self) -> &[Quad<Ticks>] {
        &self.arrival
    }

    /// Required times, ticks from the edge that launched the signal; where no signal comes they say nothing. What incremental updates of this graph left to be computed is computed now, on this thread.
    /// `[node]`.
    pub fn required_times(&self, graph: &TimingGraph) -> &[Quad<Ticks>] {
        self.required.all(graph, self)
    }

    /// How many required times were computed since the last incremental update, by those who asked for them.
    pub fn required_computed(&self) -> usize {
        self.required.computed()
    }

    /// What checks ask for between data and clock, factors included, ps, by the data's transition; NaN where nothing. `[pin check]`.
    pub fn margins(&self) -> &[[f32; 2]] {
        &self.margin
    }

    /// The slew at a node of the pin graph, ps.
    pub fn slew(&self, node: NodeId, split: Split, transition: Transition) -> Option<f32> {
        let slew = value_at(&self.slew, node.vertex(transition), split);
        (!slew.is_nan()).then_some(slew)
    }

    /// The arrival at a node of the timing graph, from the edge that launched the signal.
    pub fn arrival(&self, node: NodeId, split: Split, transition: Transition) -> Option<Ticks> {
        defined(value_at(&self.arrival, node.vertex(transition), split))
    }

    /// The required time at a node of the timing graph, from the edge that launched the signal. What incremental updates left to be computed is computed now, as far as it is in the fan-out cone of the node.
    pub fn required(
        &self,
        graph: &TimingGraph,
        node: NodeId,
        split: Split,
        transition: Transition,
    ) -> Option<Ticks> {
        self.node_times(graph, node).required(split, transition)
    }

    /// The worst slack, after CPPR, of the paths through a vertex of the timing graph; at a clock's vertex of the paths of data of the split that it launches or captures.
    ///
    /// With CPPR, and before latches, it is not the required time less the arrival. The first one that is asked for after a full update takes part of the time of such an update; after incremental ones it follows from what is
    /// found again in the fan-out cone of the node.
    pub fn slack(
        &self,
        graph: &TimingGraph,
        node: NodeId,
        split: Split,
        transition: Transition,
    ) -> Option<Ticks> {
        self.required.slack_at(graph, self, (node.vertex(transition), split))
    }

    /// The slacks of all nodes, as [`Timing::slack`] says: on as many threads as there are. `[node]`.
    pub fn slacks(&self, graph: &TimingGraph) -> &[NodeSlacks] {
        self.required.slacks(graph, self)
    }

    /// Both times at a node of the timing graph, the required time as [`Timing::required`] finds it.
    pub fn node_times(&self, graph: &TimingGraph, node: NodeId) -> NodeTimes {
        NodeTimes { arrival: self.arrival[node.index()], required: self.required.of(graph, self, node) }
    }

    /// When a check requires a transition of its data, CPPR credit included; [`UNDEFINED`] where it does not. Data that borrows from a latch is required
    /// when it comes.
    pub fn check_required(
        &self,
        graph: &TimingGraph,
        (check, id): (&Check, CheckId),
        transition: Transition,
    ) -> Ticks {
        match self.borrow_window(graph, (check, id), transition) {
            None => self.check_closes(graph, (check, id), transition),
            Some(window) => match value_at(&self.arrival, check.data.vertex(transition), Split::Late) {
                UNDEFINED => window.closes,
                arrival => window.required(arrival),
            },
        }
    }

    /// The latest time (late), or the earliest (early), at which a check lets a transition of its data come, CPPR credit included.
    pub(crate) fn check_closes(
        &self,
        graph: &TimingGraph,
        (check, id): (&Check, CheckId),
        transition: Transition,
    ) -> Ticks {
        let required = self.check_required_before_cppr(graph, (check, id), transition);
        let credit = self.credits.get(id.index()).map_or(0, |credits| credits[transition as usize]);
        match check.split {
            _ if required == UNDEFINED => UNDEFINED,
            Split::Early => required - credit,
            Split::Late => required + credit,
        }
    }

    /// The same without credit.
    pub fn check_required_before_cppr(
        &self,
        graph: &TimingGraph,
        (check, id): (&Check, CheckId),
        transition: Transition,
    ) -> Ticks {
        let clock = value_at(&self.arrival, check.clock, check.split.opposite());
        let margin = self.margin[check.pin_check as usize][transition as usize];
        let required = required_by(check, clock, margin, transition);
        let opening = graph.latches().opening(id).filter(|_| required != UNDEFINED);
        let most =
            opening.and_then(|opening| latest(opening, value_at(&self.arrival, opening.clock, Split::Early)));
        most.map_or(required, |most| required.min(most))
    }
}

/// Multiplies delays by factors.
#[inline]
pub(crate) fn derate(delay: &mut Quad<f32>, factors: &Quad<f32>) {
    for (delay, factor) in delay.as_flattened_mut().iter_mut().zip(factors.as_flattened()) {
        *delay *= factor;
    }
}
