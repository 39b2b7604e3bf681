//! The timing pass: arrivals forward, required times backward, over plain vertices and weighted edges.

use std::ops::Range;

use zeroslack_graph::{
    Check, CheckId, Direction, EndEntry, EndRole, LevelPart, NodeId, Source, TimingGraph, sweep_levels,
};
use zeroslack_units::{
    Quad, Split, Ticks, Transition, UNDEFINED, quad, slack, tighter_required, worse_arrival, worst_arrivals,
};

use crate::cppr::{Crediting, GivingByLists, Lists};
use crate::edge::{has_signal, time_along, time_of_margin};
use crate::latches::{Borrowed, Giving, MOST_LATCH_PASSES};
use crate::timed_graph::value_at;
use crate::timing::Timing;

/// Nodes that one thread takes at the least.
const NODES: usize = 256;

/// Computes arrivals and required times.
pub(crate) fn timing_pass(timing: &mut Timing, graph: &TimingGraph) {
    arrival_pass(timing, graph);
    let mut required = std::mem::take(timing.required.all_mut());
    required_times(&mut required, timing, graph);
    *timing.required.all_mut() = required;
}

/// Computes arrivals, and what CPPR gives back to checks: again, until what latches are given stays.
pub(crate) fn arrival_pass(timing: &mut Timing, graph: &TimingGraph) {
    timing.forget_lists();
    if graph.latches().is_empty() {
        let mut arrival = std::mem::take(&mut timing.arrival);
        arrivals(&mut arrival, timing, graph);
        timing.arrival = arrival;
        return timing.update_credits(graph);
    }
    if timing.keeps_given {
        latched_arrivals(timing, graph, false);
        return timing.update_credits(graph);
    }
    timing.borrowed = Borrowed::new(graph);
    timing.credits = Vec::new();
    let mut lists = std::mem::take(&mut timing.lists[0]);
    latched_arrivals(timing, graph, true);
    let mut crediting = timing.cppr.then(|| Crediting::new(graph, timing));
    loop {
        if let Some(crediting) = &mut crediting {
            late_credits(crediting, &mut lists, timing, graph);
        }
        let mut borrowed = std::mem::take(&mut timing.borrowed);
        let changed = borrowed.take(graph, timing);
        let is_done = changed == 0 || borrowed.passes >= MOST_LATCH_PASSES;
        borrowed.unsettled = changed;
        timing.borrowed = borrowed;
        if is_done {
            break;
        }
        if crediting.is_none() {
            latched_arrivals(timing, graph, true);
        }
    }
    if let Some(mut crediting) = crediting {
        if timing.has_asked(Split::Early) && crediting.fill(timing, &mut lists, Split::Early, None) {
            crediting.enter(timing, &lists, Split::Early);
        }
        timing.credits = crediting.credits;
    }
    timing.lists[0] = lists;
}

/// What CPPR gives back to late data, and what latches are given by that; then arrivals.
fn late_credits(crediting: &mut Crediting<'_>, lists: &mut Lists, timing: &mut Timing, graph: &TimingGraph) {
    let giving = GivingByLists::new(graph, timing);
    let is_asked = crediting.fill(timing, lists, Split::Late, Some(&giving));
    timing.enter_given(graph, &giving.into_found());
    latched_arrivals(timing, graph, false);
    if is_asked {
        crediting.enter(timing, lists, Split::Late);
    }
    timing.credits.clone_from(&crediting.credits);
}

/// Arrivals in a graph with latches; what these are given is found, or as the delays say.
fn latched_arrivals(timing: &mut Timing, graph: &TimingGraph, finds_given: bool) {
    let mut arrival = std::mem::take(&mut timing.arrival);
    let mut delays = timing.gathered.take().unwrap_or_default();
    arrivals_through_latches((&mut arrival, &mut delays), timing, graph, finds_given);
    (timing.gathered, timing.arrival) = (Some(delays), arrival);
}

/// Arrivals, from the first level to the last.
fn arrivals(arrival: &mut [Quad<Ticks>], timing: &Timing, graph: &TimingGraph) {
    let (delay, sources) = (timing.delays(), timing.sources(graph));
    let nodes_here = |(): &mut (), part: LevelPart<'_, Quad<Ticks>, ()>| {
        let LevelPart { nodes, done, here, .. } = part;
        for (node, arrival) in nodes.clone().zip(&mut *here) {
            let arcs = graph.fanin_range(NodeId::at(node));
            *arrival = node_arrival(graph, arcs.clone(), done, &delay[arcs]);
        }
        enter_sources(sources, nodes, here);
    };
    sweep_levels(graph.structure().into(), Direction::Forward, NODES, (arrival, ()), || (), nodes_here);
}

/// The same where there are latches, so that the graph has delays of its own: finds those of the arcs to their giving sides on the way.
fn arrivals_through_latches(
    (arrival, delays): (&mut [Quad<Ticks>], &mut [Quad<f32>]),
    timing: &Timing,
    graph: &TimingGraph,
    finds_given: bool,
) {
    let (sources, giving) = (timing.sources(graph), Giving { graph, timing });
    let nodes_here = |(): &mut (), mut part: LevelPart<'_, Quad<Ticks>, &mut [Quad<f32>]>| {
        let first = graph.fanin_range(NodeId::at(part.nodes.start)).start;
        for (node, arrival) in part.nodes.clone().zip(&mut *part.here) {
            let arcs = graph.fanin_range(NodeId::at(node));
            let own = &part.arcs[arcs.start - first..arcs.end - first];
            *arrival = node_arrival(graph, arcs, part.done, own);
        }
        giving.nodes(&mut part, finds_given);
        enter_sources(sources, part.nodes, part.here);
    };
    sweep_levels(graph.structure().into(), Direction::Forward, NODES, (arrival, delays), || (), nodes_here);
}

/// Merges in what starts at some nodes.
fn enter_sources(sources: &[Source], nodes: Range<usize>, here: &mut [Quad<Ticks>]) {
    let first = sources.partition_point(|source| source.node.index() < nodes.start);
    for source in sources[first..].iter().take_while(|source| source.node.index() < nodes.end) {
        let arrival = &mut here[source.node.index() - nodes.start];
        *arrival = worst_arrivals(arrival, &source.arrival);
    }
}

/// The worst arrival over the arcs into a node, by their delays. What there is no signal for is computed all the same, and then left out: that costs less than to
/// branch on it.
#[inline]
pub(crate) fn node_arrival(
    graph: &TimingGraph,
    arcs: Range<usize>,
    below: &[Quad<Ticks>],
    delay: &[Quad<f32>],
) -> Quad<Ticks> {
    let mut worst = quad(UNDEFINED);
    for (source, delay) in graph.arc_sources()[arcs].iter().zip(delay) {
        let at_source = &below[source.node().index()];
        for to in Transition::ALL {
            let (has, from) = (source.has(to), source.from(to) as usize);
            for split in Split::ALL {
                let start = at_source[split as usize][from];
                let arrival = start.wrapping_add(time_along(delay[split as usize][to as usize]));
                let arrival = if has & (start != UNDEFINED) { arrival } else { UNDEFINED };
                let worst = &mut worst[split as usize][to as usize];
                *worst = worse_arrival(split, *worst, arrival);
            }
        }
    }
    worst
}

/// When a check requires its data: the capturing clock's arrival, shifted, less the setup or plus the hold time.
/// Undefined where it requires nothing.
pub(crate) fn required_by(check: &Check, clock: Ticks, margin: f32, transition: Transition) -> Ticks {
    if clock == UNDEFINED || !check.has[transition as usize] || margin.is_nan() {
        return UNDEFINED;
    }
    match check.split {
        Split::Late => clock + check.shift - time_of_margin(margin),
        Split::Early => clock + check.shift + time_of_margin(margin),
    }
}

/// Required times, from the last level to the first.
fn required_times(required: &mut [Quad<Ticks>], timing: &Timing, graph: &TimingGraph) {
    let (ends, delay) = (graph.ends(), timing.delays());
    let nodes_here = |(): &mut (), part: LevelPart<'_, Quad<Ticks>, ()>| {
        let LevelPart { nodes, done, done_first, here, .. } = part;
        let end = ends.nodes().partition_point(|end| end.index() < nodes.start);
        let mut ends_here = ends.nodes()[end..].iter().zip(end..).peekable();
        for (node, required) in NodeId::all(nodes).zip(here) {
            let here = match ends_here.next_if(|&(&end, _)| end == node) {
                Some((_, end)) => required_at(timing, graph, ends.of(end)),
                None => quad(UNDEFINED),
            };
            *required = node_required(graph, node, here, (done_first, done), delay);
        }
    };
    sweep_levels(graph.structure().into(), Direction::Backward, NODES, (required, ()), || (), nodes_here);
}

/// What checks and outputs require of a node.
pub(crate) fn required_at(timing: &Timing, graph: &TimingGraph, entries: &[EndEntry]) -> Quad<Ticks> {
    let mut all = required_by_data(timing, graph, entries);
    for entry in entries {
        let EndRole::Clock(id) = entry.role() else { continue };
        let check = graph.check(id);
        for transition in Transition::ALL {
            let required = required_of_clock(timing, graph, (check, id), transition);
            tighten(&mut all, check.split.opposite(), check.clock.transition(), required);
        }
    }
    all
}

/// What they require of data.
pub(crate) fn required_by_data(timing: &Timing, graph: &TimingGraph, entries: &[EndEntry]) -> Quad<Ticks> {
    let mut all = quad(UNDEFINED);
    for entry in entries {
        match entry.role() {
            EndRole::Output(output) => {
                for split in Split::ALL {
                    for transition in Transition::ALL {
                        let required = graph.output(output).required[split as usize][transition as usize];
                        tighten(&mut all, split, transition, required);
                    }
                }
            }
            EndRole::Data(id) => {
                let check = graph.check(id);
                for transition in Transition::ALL {
                    let required = timing.check_required(graph, (check, id), transition);
                    tighten(&mut all, check.split, transition, required);
                }
            }
            EndRole::Clock(_) => {}
        }
    }
    all
}

#[inline]
fn tighten(all: &mut Quad<Ticks>, split: Split, transition: Transition, required: Ticks) {
    let place = &mut all[split as usize][transition as usize];
    *place = tighter_required(split, *place, required);
}

/// A check requires as much of its clock as of its data: the clock's slack, in the opposite split, is the check's.
pub(crate) fn required_of_clock(
    timing: &Timing,
    graph: &TimingGraph,
    (check, id): (&Check, CheckId),
    transition: Transition,
) -> Ticks {
    let required = timing.check_required(graph, (check, id), transition);
    let arrival = value_at(&timing.arrival, check.data.vertex(transition), check.split);
    let slack = slack(check.split, arrival, required);
    if slack == UNDEFINED {
        return UNDEFINED;
    }
    let split = check.split.opposite();
    let at_clock = value_at(&timing.arrival, check.clock, split);
    match split {
        Split::Early => at_clock - slack,
        Split::Late => at_clock + slack,
    }
}

/// The tighter of what is required of a node and of what is over the arcs out of it. `above` are required times of all higher levels, which start at a
/// node. As in `node_arrival` nothing branches.
#[inline]
pub(crate) fn node_required(
    graph: &TimingGraph,
    node: NodeId,
    mut required: Quad<Ticks>,
    (start, above): (usize, &[Quad<Ticks>]),
    delay: &[Quad<f32>],
) -> Quad<Ticks> {
    for fanout in graph.fanout(node) {
        let delay = &delay[fanout.arc.index()];
        let at_target = &above[fanout.node().index() - start];
        let mut by_target = quad(UNDEFINED);
        for to in Transition::ALL {
            let has = fanout.has(to);
            for split in Split::ALL {
                let end = at_target[split as usize][to as usize];
                let edge_delay = delay[split as usize][to as usize];
                let is_edge = has & (end != UNDEFINED) & has_signal(edge_delay);
                let at_source = end.wrapping_sub(time_along(edge_delay));
                by_target[split as usize][to as usize] = if is_edge { at_source } else { UNDEFINED };
            }
        }
        let rise = fanout.from(Transition::Rise) as usize;
        for split in Split::ALL {
            let (required, by_target) = (&mut required[split as usize], by_target[split as usize]);
            for from in 0..2 {
                required[from] = tighter_required(split, required[from], by_target[from ^ rise]);
            }
        }
    }
    required
}
