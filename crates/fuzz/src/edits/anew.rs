//! An update against one of everything, of a graph that is built anew.

use std::sync::Arc;

use zeroslack::graph::TimingGraph;
use zeroslack::netlist::PinId;
use zeroslack::paths::{PathQuery, PathSearch, SearchGraph, Searched, worst_endpoints};
use zeroslack::sdc::Constraints;
use zeroslack::timing::{
    ClockForest, CornerData, DelayData, EndpointKind, EndpointSlack, SlackSum, Timing, endpoint_slacks,
    summarize, value_at,
};
use zeroslack::units::{Quad, Split, Ticks, Transition, tighter_required, worse_arrival};
use zeroslack::{Session, Timed};

use super::unlevelled::{assert_same_answers, assert_same_paths};

/// Panics unless every number of every scenario, all of which are up to date, is that of a full update.
pub fn assert_same_as_anew(session: &Session, when: &str) {
    assert_same_scenarios(session, Asked::All, when);
}

/// The same after some step of a sequence, but that after most steps only some pins are asked for required times: then what updates leave to be computed waits for later steps.
pub fn assert_same_as_anew_after(session: &Session, step: usize, when: &str) {
    let asked = if step.is_multiple_of(COMPLETED) { Asked::All } else { Asked::Some(step) };
    assert_same_scenarios(session, asked, when);
}

/// Of which pins required times are asked for.
#[derive(Clone, Copy)]
enum Asked {
    All,
    /// Some of them, others for another number.
    Some(usize),
}

fn assert_same_scenarios(session: &Session, asked: Asked, when: &str) {
    for (scenario, mode, corner) in session.scenarios() {
        let (library, parasitics) = (session.library(corner), session.parasitics(corner));
        let (mut graph, said) = TimingGraph::new(session.netlist(), library, session.constraints(mode));
        assert!(!said.has_errors(), "{when}: {said}");
        let (data, _) = DelayData::new(session.netlist(), CornerData { library, parasitics }, &graph);
        state_source_latencies(session, &mut graph, &data, session.constraints(mode));
        let timed = session.timed_in(scenario).unwrap();
        let when = format!("{when}, {scenario:?}");
        assert_same_answers(timed, &when);
        assert_same_times(timed, (&graph, &data), asked, &when);
    }
}

/// Times a graph, and tells it when generated clocks leave their sources.
fn state_source_latencies(
    session: &Session,
    graph: &mut TimingGraph,
    data: &DelayData,
    constraints: &Constraints,
) {
    while graph.needs_source_latencies(constraints) {
        let mut timing = Timing::default();
        timing.update(graph, data, session.calculator());
        let found = graph.find_source_latencies(constraints, |vertex| {
            Split::ALL.map(|split| value_at(timing.arrivals(), vertex, split))
        });
        if found == *graph.source_latencies() {
            break;
        }
        graph.state_source_latencies(session.netlist(), constraints, found).unwrap();
    }
}

/// Pins that are asked for before everything else are so far apart.
const PINS_APART: usize = 13;

/// All required times are asked for after one in so many steps.
const COMPLETED: usize = 3;

fn assert_same_times(timed: Timed<'_>, (graph, data): (&TimingGraph, &DelayData), asked: Asked, when: &str) {
    let session = timed.session();
    let mut anew = Timing::default();
    anew.set_cppr(timed.has_cppr());
    anew.set_common_point(session.common_point());
    anew.update(graph, data, session.calculator());
    let ours = timed.levelled().timing();
    assert_same(ours.loads(), anew.loads(), float_bits, ("loads", when));
    assert_same(ours.slews(), anew.slews(), float_bits, ("slews", when));
    assert_same(ours.arc_delays(), anew.arc_delays(), float_bits, ("delays on the pin graph", when));
    assert_same(ours.delays(), anew.delays(), float_bits, ("delays", when));
    let [of_arcs, anew_of_arcs] = [ours, &anew].map(|timing| timing.arc_loads().unwrap_or_default());
    assert_same(of_arcs, anew_of_arcs, float_bits, ("loads of arcs", when));
    assert_same(ours.margins(), anew.margins(), |margin| margin.map(f32::to_bits), ("margins", when));
    assert_same(ours.arrivals(), anew.arrivals(), |&times| times, ("arrivals", when));
    assert_same(ours.credits(), anew.credits(), |&credits| credits, ("credits", when));
    // Single ones first, of what updates left.
    let first = match asked {
        Asked::All => 0,
        Asked::Some(number) => number % PINS_APART,
    };
    let pins = || timed.netlist().pins();
    let some = pins().skip(first).step_by(PINS_APART);
    some.for_each(|pin| assert_same_at_pin(timed, (graph, &anew), (pin, when)));
    if let Asked::All = asked {
        timed.timing().required_times(timed.graph());
        let required = [(ours, timed.levelled().graph()), (&anew, graph)];
        let [required, anew_required] = required.map(|(timing, graph)| timing.required_times(graph));
        assert_same(required, anew_required, |&times| times, ("required times", when));
        pins().for_each(|pin| assert_same_at_pin(timed, (graph, &anew), (pin, when)));
    }
    assert_same_search(timed, (graph, &anew), when);
    let ends = endpoint_slacks(graph, &anew);
    // Of endpoints that are as bad as each other, the numbers say which comes first.
    assert_eq!(slacks_of(&timed.endpoint_slacks()), slacks_of(&ends), "{when}");
    assert_eq!(timed.summaries(), summarize(&ends), "{when}");
    for split in Split::ALL {
        let mut of_split = ends.clone();
        of_split.retain(|end| end.kind.split() == split);
        assert_eq!(timed.slack_sum(split, None), SlackSum::of(&of_split), "{when}");
        for count in [1, 6] {
            let worst = worst_endpoints(&ends, split, count);
            assert_eq!(slacks_of(&timed.worst_endpoints(split, count)), slacks_of(&worst), "{when}");
        }
    }
}

/// Paths, which the CPU searches by what it keeps from update to update. A GPU keeps nothing for that.
fn assert_same_search(timed: Timed<'_>, (graph, anew): (&TimingGraph, &Timing), when: &str) {
    if timed.gpu().is_some() {
        return;
    }
    let clocks = timed.has_cppr().then(|| Arc::new(ClockForest::new(graph, anew)));
    let mut search_graph = SearchGraph::default();
    search_graph.fill(&Searched { graph, timing: anew, split: None, clocks: clocks.as_ref() });
    let search = PathSearch::new(graph, anew, &search_graph);
    let query = PathQuery::new(30);
    let tree = search.find(&query);
    let both = [timed.find_paths(&query).paths(), search.paths(&tree, 0..tree.len())];
    assert_same_paths(both, (when, "worst paths"));
}

fn slacks_of(ends: &[EndpointSlack]) -> Vec<(PinId, EndpointKind, Ticks)> {
    ends.iter().map(|end| (end.pin, end.kind, end.slack)).collect()
}

/// What a pin is asked for, of a graph that may not be levelled.
fn assert_same_at_pin(timed: Timed<'_>, (graph, anew): (&TimingGraph, &Timing), (pin, when): (PinId, &str)) {
    let name = timed.netlist().pin_name(pin);
    for (split, to) in Split::ALL.into_iter().flat_map(|split| Transition::ALL.map(|to| (split, to))) {
        let vertices = || graph.all_nodes(pin).map(|node| (node, node.vertex(to)));
        let is_counted =
            |vertex| graph.vertex_tag(vertex).is_some_and(|tag| !tag.is_bare || tag.launch.is_none());
        let counted = || vertices().filter(|&(_, vertex)| is_counted(vertex));
        let required = counted().filter_map(|(node, vertex)| {
            Some(anew.required(graph, node, split, to)? + graph.launch_time(vertex))
        });
        let required = required.reduce(|a, b| tighter_required(split, a, b));
        assert_eq!(
            timed.required(pin, split, to),
            required,
            "{when}: required time of {name} {split:?} {to:?}"
        );
        let slack = vertices().filter_map(|(node, _)| anew.slack(graph, node, split, to)).min();
        assert_eq!(timed.slack(pin, split, to), slack, "{when}: slack of {name} {split:?} {to:?}");
        let arrivals = graph.side_nodes(pin).filter(|node| is_counted(node.vertex(to)));
        let arrivals = arrivals
            .filter_map(|node| Some(anew.arrival(node, split, to)? + graph.launch_time(node.vertex(to))));
        let arrival = arrivals.reduce(|a, b| worse_arrival(split, a, b));
        assert_eq!(timed.arrival(pin, split, to), arrival, "{when}: arrival at {name} {split:?} {to:?}");
        let slews = graph.pins().side_nodes(pin).filter_map(|node| anew.slew(node, split, to));
        let slew = slews.reduce(match split {
            Split::Early => f32::min,
            Split::Late => f32::max,
        });
        let bits = |slew: Option<f32>| slew.map(f32::to_bits);
        assert_eq!(bits(timed.slew(pin, split, to)), bits(slew), "{when}: slew at {name} {split:?} {to:?}");
    }
}

fn float_bits(values: &Quad<f32>) -> Quad<u32> {
    values.map(|values| values.map(f32::to_bits))
}

/// Panics with the first that is another one.
fn assert_same<T, B: PartialEq + std::fmt::Debug>(
    ours: &[T],
    anew: &[T],
    bits: impl Fn(&T) -> B,
    (what, when): (&str, &str),
) {
    assert_eq!(ours.len(), anew.len(), "{when}: {what}");
    for (place, (ours, anew)) in ours.iter().zip(anew).enumerate() {
        assert_eq!(bits(ours), bits(anew), "{when}: {what}, number {place}");
    }
}
