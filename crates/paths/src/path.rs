//! A path on its own. It names pins, transitions and clock edges, which stay what they are when the netlist is edited and the graph is
//! built anew.

use std::ops::Range;

use zeroslack_graph::{
    ArcId, ArcKind, CaptureRule, Check, CheckOrigin, LatchArc, Limit, NodeId, PathGroup, Role, Tag,
    TimingGraph, VertexId, later_by_uncertainty,
};
use zeroslack_netlist::PinId;
use zeroslack_sdc::ClockEdge;
use zeroslack_timing::{
    EndpointKind, EndpointSlack, TimedGraph, Timing, time_along, time_of_margin, value_at, worst_fanin,
};
use zeroslack_units::{Split, Ticks, Transition, UNDEFINED, worse_arrival};

use crate::find::PathSearch;
use crate::flat::FlatPath;
use crate::root::Root;
use crate::tree::PathTree;

/// How a path got to a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Via {
    /// Over a net.
    Net,
    /// Through a cell.
    Cell,
    /// Through a register whose clock launches data, from its clock pin to its output.
    Launch,
    /// From the enable of a latch to the pin of the data that it lets through: it is there as much later as data that borrows was given.
    Given,
    /// As an ideal clock: it is at a register's clock pin when the constraints say so, whatever lies before.
    IdealNetwork,
}

/// What a pin drives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Driver {
    /// Pins of cells and ports.
    pub fanout: u32,
    /// fF: wires and pins, or as much of them as the edge that the path comes by sees.
    pub capacitance: f32,
}

/// A step of a path: a transition at a pin, and how it got there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// The pin.
    pub pin: PinId,
    /// The transition there.
    pub transition: Transition,
    /// What the signal is there: data or a clock, and of which edge.
    pub tag: Option<Tag>,
    /// How it got there; none where the signal enters the design.
    pub via: Option<Via>,
    /// When it is there. The delay of a step is its arrival less that of the step before.
    pub arrival: Ticks,
    /// How much later than constraints state it enters the design, because of what drives the port; 0 at other steps.
    pub drive_delay: Ticks,
    /// The slew there, ps: the worst of all signals that come, not only of this path's.
    pub slew: Option<f32>,
    /// What the pin drives.
    pub driver: Option<Driver>,
}

/// The check that a path ends at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathCheck {
    /// The clock pin.
    pub clock_pin: PinId,
    /// The clock's transition there.
    pub edge: Transition,
    /// What asks for the check.
    pub origin: CheckOrigin,
    /// What the clock's arrival is shifted by to be the time of the capture, without uncertainty and the path's own margin.
    pub shift: Ticks,
    /// How long the data has to be there before the clock (setup, recovery) or to stay after it (hold, removal), by the library or by what constraints state.
    pub margin: Ticks,
    /// What may be borrowed, of a setup check at a latch. The clock's edge is the one that closes it.
    pub borrow: Option<PathBorrow>,
}

/// What data may borrow from the latch at its end, and does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathBorrow {
    /// The clock's transition at the clock pin that opens the latch.
    pub edge: Transition,
    /// What that one's arrival is shifted by to be the time of the opening, without uncertainty and the path's own margin.
    pub shift: Ticks,
    /// The time after which data borrows, credit and uncertainty included.
    pub opens: Ticks,
    /// How long the latch is open.
    pub width: Ticks,
    /// The most that constraints let data borrow.
    pub stated: Option<Ticks>,
    /// The most that data may borrow.
    pub most: Ticks,
    /// What the data borrows.
    pub actual: Ticks,
}

/// Where a path ends, what is required there, and whether that is met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathEnd {
    /// The pin of the data.
    pub pin: PinId,
    /// The transition of the data.
    pub transition: Transition,
    /// What is required.
    pub kind: EndpointKind,
    /// The path group.
    pub group: PathGroup,
    /// The clock edge that launches the data; none where no clock does.
    pub launch: Option<ClockEdge>,
    /// The clock edge that captures it, at a latch that data may borrow from the one that opens it; none where a required time is stated without a clock.
    pub capture: Option<ClockEdge>,
    /// The rule that selects the capture edge.
    pub rule: CaptureRule,
    /// At an output port, the timed source latency of the capturing clock.
    pub source_latency: Option<Ticks>,
    /// The check; none at an output port.
    pub check: Option<PathCheck>,
    /// When the data arrives.
    pub arrival: Ticks,
    /// When it is required.
    pub required: Ticks,
    /// By how much the capture is uncertain: `required` is sooner by it for late data, later for early data.
    pub uncertainty: Ticks,
    /// By how much the path has to be better than its check says, which `required` contains as it does uncertainty.
    pub path_margin: Ticks,
    /// The limit that it has in place of what its clocks say.
    pub limit: Option<Limit>,
    /// The cycles that an exception gives it.
    pub cycles: Option<i32>,
    /// Required less arrival for late, arrival less required for early.
    pub slack: Ticks,
}

impl PathEnd {
    /// How much later the capture is by its uncertainty: a negative time for late data.
    pub fn later_by_uncertainty(&self) -> Ticks {
        later_by_uncertainty(self.kind.split(), self.uncertainty)
    }

    /// The same by the path's own margin.
    pub fn later_by_path_margin(&self) -> Ticks {
        later_by_uncertainty(self.kind.split(), self.path_margin)
    }
}

/// A path to an endpoint.
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    /// Where it ends, and its slack.
    pub end: PathEnd,
    /// From the source of the signal (for a register's output, through the clock network) to the endpoint.
    pub data: Vec<Step>,
    /// From the source of the clock to the clock pin that captures, with the edge of [`PathEnd::capture`]; empty at an output port.
    pub capture: Vec<Step>,
    /// What CPPR adds to the slack, counted in `end`; 0 without CPPR.
    pub credit: Ticks,
    /// Whether CPPR was on when it was found.
    pub is_after_cppr: bool,
}

impl Path {
    /// One of the paths of a list, written out: the launching clock's trace goes before its data, that of the capturing clock beside it.
    pub fn of(graph: &TimingGraph, timing: &Timing, tree: &PathTree, path: FlatPath<'_>) -> Self {
        Self::of_root(graph, timing, &tree.roots[path.root as usize], path)
    }

    /// The same of a path to a root.
    pub fn of_root(graph: &TimingGraph, timing: &Timing, root: &Root, path: FlatPath<'_>) -> Self {
        let end = root.with_path(graph, &path);
        let (namer, split) = (Namer { graph, timing }, end.kind.split());
        let start = path.vertices[0];
        // A launch is a clock pin, and comes with its clock's trace; any other start has only itself.
        let is_launched = path.arcs.get(1).is_some_and(|&arc| graph.is_launch(arc));
        let mut data = if is_launched {
            namer.trace(start, split)
        } else {
            let stated = TimedGraph::new(graph, timing).stated(start, split);
            let arrival = stated.map_or(UNDEFINED, |time| root.launched + time);
            vec![namer.step((start, None), split, arrival)]
        };
        let mut arrival = data.last().map_or(UNDEFINED, |step| step.arrival);
        for (&vertex, &arc) in path.vertices.iter().zip(path.arcs).skip(1) {
            arrival += time_along(timing.delays()[arc.index()][split as usize][vertex.transition() as usize]);
            data.push(namer.step((vertex, Some(arc)), split, arrival));
        }
        Self {
            end: namer.end(&end, path.credit),
            data,
            capture: namer.capture(&end),
            credit: path.credit,
            is_after_cppr: timing.has_cppr(),
        }
    }

    /// The worst path to an endpoint before CPPR.
    pub fn worst_to(graph: &TimingGraph, timing: &Timing, end: EndpointSlack) -> Self {
        let namer = Namer { graph, timing };
        let data = namer.trace(end.vertex(graph), end.kind.split());
        let capture = namer.capture(&end);
        Self { end: namer.end(&end, 0), data, capture, credit: 0, is_after_cppr: false }
    }

    /// The path of the worst arrival at a pin. Its end says when the data arrives, and that nothing is required: its slack is 0. None if no signal comes there.
    pub fn worst_at(
        graph: &TimingGraph,
        timing: &Timing,
        pin: PinId,
        split: Split,
        transition: Transition,
    ) -> Option<Self> {
        if pin.index() >= graph.pins().pin_count() {
            return None;
        }
        let arrival = |node: &NodeId| {
            let launched = graph.launch_time(node.vertex(transition));
            Some(launched + timing.arrival(*node, split, transition)?)
        };
        let nodes = graph.side_nodes(pin).filter(|node| arrival(node).is_some());
        let node = nodes.reduce(|one, other| match (arrival(&one), arrival(&other)) {
            (Some(a), Some(b)) if a != b && worse_arrival(split, a, b) == b => other,
            _ => one,
        })?;
        let (arrival, vertex) = (arrival(&node)?, node.vertex(transition));
        let end = PathEnd {
            pin,
            transition,
            kind: EndpointKind::Output(split),
            group: PathGroup::Default,
            launch: graph.launch_edge(vertex),
            capture: None,
            rule: CaptureRule::Register,
            source_latency: None,
            check: None,
            arrival,
            required: arrival,
            uncertainty: 0,
            path_margin: 0,
            limit: None,
            cycles: None,
            slack: 0,
        };
        let data = Namer { graph, timing }.trace(vertex, split);
        Some(Self { end, data, capture: Vec::new(), credit: 0, is_after_cppr: false })
    }

    /// How many steps of its data come before what a register launches: the clock's way to the register. None where no register does.
    pub fn launch_steps(&self) -> Option<usize> {
        // A path goes through one register at the most, unless its clock does too.
        self.data.iter().rposition(|step| matches!(step.via, Some(Via::Launch | Via::Given)))
    }

    /// How many steps of a clock that arrives as data come before its own source: the way of the clock that it is generated from. 0 of all other paths.
    pub fn source_steps(&self) -> usize {
        let clock = |step: &Step| step.tag.and_then(|tag| tag.launch).map(|edge| edge.clock);
        let is_of_clock = |step: &Step| step.tag.is_some_and(|tag| tag.role != Role::Data);
        match (self.data.first().filter(|first| is_of_clock(first)), self.data.last().and_then(clock)) {
            (Some(_), Some(own)) => self.data.iter().position(|step| clock(step) == Some(own)).unwrap_or(0),
            _ => 0,
        }
    }
}

/// Names what is on the paths of a timed graph.
#[derive(Clone, Copy)]
struct Namer<'a> {
    graph: &'a TimingGraph,
    timing: &'a Timing,
}

impl Namer<'_> {
    /// A vertex on a path, and the arc that the path came by.
    fn step(self, (vertex, arc): (VertexId, Option<ArcId>), split: Split, arrival: Ticks) -> Step {
        let Self { graph, timing } = self;
        let (node, transition) = (vertex.node(), vertex.transition());
        let pin_node = graph.pin_graph_node(node);
        let driver = graph.pins().tree_of(pin_node).map(|tree| Driver {
            fanout: graph.pins().tree_sinks(tree).len() as u32,
            capacitance: timing.load(graph, (tree, arc), split, transition),
        });
        Step {
            pin: graph.pin(node),
            transition,
            tag: graph.vertex_tag(vertex),
            via: self.via(node, arc),
            arrival,
            drive_delay: arc.map_or_else(|| timing.drive_delay(graph, node, split, transition), |_| 0),
            slew: timing.slew(pin_node, split, transition),
            driver,
        }
    }

    fn via(self, node: NodeId, arc: Option<ArcId>) -> Option<Via> {
        let Some(arc) = arc else { return self.graph.is_ideal(node).then_some(Via::IdealNetwork) };
        Some(match self.graph.arc_kind(arc) {
            ArcKind::Wire(_) => Via::Net,
            ArcKind::Cell(model) if self.graph.is_launch(arc) => {
                let is_given = self.graph.pins().arc_models()[model as usize].latch == Some(LatchArc::Gives);
                if is_given { Via::Given } else { Via::Launch }
            }
            kind if self.graph.pins().is_wire(kind) => Via::Net,
            ArcKind::Cell(_) => Via::Cell,
        })
    }

    /// The way of the worst arrival at a vertex. All its times count from the edge on that launched what arrives there.
    fn trace(self, vertex: VertexId, split: Split) -> Vec<Step> {
        let launched = self.graph.launch_time(vertex);
        let arrival = |vertex: VertexId| launched + value_at(self.timing.arrivals(), vertex, split);
        let trace = trace(self.graph, self.timing, vertex, split);
        trace.into_iter().map(|(vertex, arc)| self.step((vertex, arc), split, arrival(vertex))).collect()
    }

    /// The trace of the clock that captures.
    fn capture(self, end: &EndpointSlack) -> Vec<Step> {
        end.by.check().map_or(Vec::new(), |check| {
            let opening = self.graph.latches().opening(check).map(|opening| opening.clock);
            let clock = opening.unwrap_or(self.graph.check(check).clock);
            self.trace(clock, end.kind.split().opposite())
        })
    }

    /// What may be borrowed at an end, and is.
    fn borrow(self, end: &EndpointSlack, credit: Ticks) -> Option<PathBorrow> {
        let Self { graph, timing } = self;
        let id = end.by.check()?;
        let (opening, check) = (graph.latches().opening(id)?, graph.check(id));
        let launched = graph.launch_time(end.vertex(graph));
        let early = |vertex: VertexId| value_at(timing.arrivals(), vertex, Split::Early);
        let required = timing.check_required_before_cppr(graph, (check, id), end.transition);
        let [opens, closes] =
            [early(opening.clock) + opening.shift, required].map(|time| launched + time + credit);
        let most = (closes - opens).max(0);
        let later = later_by_uncertainty(Split::Late, check.uncertainty + end.by.terms(graph).margin);
        Some(PathBorrow {
            edge: opening.clock.transition(),
            shift: launched + opening.shift - graph.launch_time(opening.clock) - later,
            opens,
            width: launched + early(check.clock) + check.shift + credit - opens,
            stated: opening.most,
            most,
            actual: (end.arrival - opens).clamp(0, most),
        })
    }

    /// An end; there is some credit in its slack.
    fn end(self, end: &EndpointSlack, credit: Ticks) -> PathEnd {
        let Self { graph, timing } = self;
        let check = end.by.check().map(|check| graph.check(check));
        let captured_by = |check: &Check| {
            let opening = end.by.check().and_then(|id| graph.latches().opening(id));
            graph.launch_edge(opening.map_or(check.clock, |opening| opening.clock))
        };
        let captured_at_output = || graph.output(end.by.output()?).capture;
        let split = end.kind.split();
        let terms = end.by.terms(graph);
        let uncertainty = match (check, end.by.output()) {
            (Some(check), _) => check.uncertainty,
            (None, Some(output)) => graph.output(output).uncertainty[split as usize][end.transition as usize],
            (None, None) => 0,
        };
        PathEnd {
            pin: end.pin,
            transition: end.transition,
            kind: end.kind,
            group: end.group(graph),
            launch: graph.launch_edge(end.vertex(graph)),
            capture: check.map_or_else(captured_at_output, captured_by),
            rule: graph.capture_rule(end.by),
            source_latency: captured_at_output()
                .and_then(|edge| graph.source_latencies().at_source(edge, split.opposite())),
            check: check.map(|check| PathCheck {
                clock_pin: graph.pin(check.clock.node()),
                edge: check.clock.transition(),
                origin: graph.check_origin(check),
                shift: graph.launch_time(end.vertex(graph)) + check.shift
                    - graph.launch_time(check.clock)
                    - later_by_uncertainty(split, uncertainty + terms.margin + check.stated),
                margin: check.stated
                    + time_of_margin(timing.margins()[check.pin_check as usize][end.transition as usize]),
                borrow: self.borrow(end, credit),
            }),
            arrival: end.arrival,
            required: end.required,
            uncertainty,
            path_margin: terms.margin,
            limit: terms.limit,
            cycles: terms.cycles,
            slack: end.slack,
        }
    }
}

impl PathSearch<'_> {
    /// A range of paths that were found in the same timed graph, each on its own.
    ///
    /// # Panics
    /// If the range is not within the tree.
    pub fn paths(&self, tree: &PathTree, range: Range<usize>) -> Vec<Path> {
        let path = |path| Path::of(self.graph(), self.timing(), tree, path);
        self.flat(tree, range).iter().map(path).collect()
    }
}

/// The way of an ideal clock, or of one whose latency does not count, through its network to a register's clock pin, where it acts as a step of a path says: from its source on, with the times
/// that the network's own delays give. Empty if it comes there by no network.
pub fn clock_network(graph: &TimingGraph, timing: &Timing, step: &Step, split: Split) -> Vec<Step> {
    let is_clock = |node: &NodeId| {
        let tag = graph.vertex_tag(node.vertex(step.transition));
        !graph.is_ideal(*node) && tag == step.tag.map(|tag| Tag { is_bare: false, ..tag })
    };
    let node = graph.nodes(step.pin).find(is_clock);
    node.map_or_else(Vec::new, |node| Namer { graph, timing }.trace(node.vertex(step.transition), split))
}

/// The vertices on the way of the worst arrival at a vertex, from its source on, each with the arc it came by: see [`worst_fanin`].
pub fn trace(
    graph: &TimingGraph,
    timing: &Timing,
    vertex: VertexId,
    split: Split,
) -> Vec<(VertexId, Option<ArcId>)> {
    let mut way = Vec::new();
    let mut vertex = vertex;
    loop {
        if value_at(timing.arrivals(), vertex, split) == UNDEFINED {
            break;
        }
        let arc = worst_fanin(graph, timing, vertex, split);
        way.push((vertex, arc));
        let Some(arc) = arc else { break };
        vertex = graph.arc_source(arc).vertex(vertex.transition());
    }
    way.reverse();
    way
}
