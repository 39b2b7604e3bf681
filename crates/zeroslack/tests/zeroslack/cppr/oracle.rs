//! Vertices and weighted edges of a timed design, and what the definitions say of them: arrivals, traces, credits.

use zeroslack::Session;
use zeroslack::graph::{ArcId, CheckId, CheckKind, EndpointId, NodeId, OutputId, PathGroup, Requirement};
use zeroslack::netlist::PinId;
use zeroslack::timing::{CommonPoint, EndpointKind};
use zeroslack::units::{Split, Ticks, Transition, defined, ticks};

/// `2 × node`, plus 1 for a fall. Sources of edges have lower numbers than their targets.
pub type Vertex = usize;

#[derive(Clone, Copy, Debug)]
pub struct Edge {
    pub from: Vertex,
    /// By split.
    pub delay: [Option<Ticks>; 2],
    pub launches: bool,
    /// The engine's arc.
    pub arc: ArcId,
}

/// Where paths end.
#[derive(Clone, Debug)]
pub struct End {
    pub endpoint: EndpointId,
    pub kind: EndpointKind,
    pub group: PathGroup,
    pub by: Requirement,
    pub transition: Transition,
    pub vertex: Vertex,
    /// The clock vertex of the check.
    pub capture: Option<Vertex>,
    /// Without credit.
    pub required: Ticks,
}

pub struct Oracle<'a> {
    pub session: &'a Session,
    /// `[vertex]`.
    pub into: Vec<Vec<Edge>>,
    /// What constraints say. `[vertex][split]`.
    pub stated: Vec<[Option<Ticks>; 2]>,
    /// Worst arrivals. `[vertex][split]`.
    pub arrival: Vec<[Option<Ticks>; 2]>,
    /// The worst-arrival trace, from its start to the vertex. `[vertex][split]`.
    pub trace: Vec<[Vec<Vertex>; 2]>,
    /// By endpoint, kind, check or output, transition.
    pub ends: Vec<End>,
}

/// The worse of two times, later for late, where there are both.
fn worse(split: Split, a: Option<Ticks>, b: Option<Ticks>) -> Option<Ticks> {
    let of = if split == Split::Late { Ticks::max } else { Ticks::min };
    a.zip(b).map(|(a, b)| of(a, b)).or(a).or(b)
}

/// The tighter of two required times.
pub fn tighter(split: Split, a: Option<Ticks>, b: Option<Ticks>) -> Option<Ticks> {
    worse(split.opposite(), a, b)
}

pub fn slack(split: Split, arrival: Ticks, required: Ticks) -> Ticks {
    if split == Split::Late { required - arrival } else { arrival - required }
}

impl<'a> Oracle<'a> {
    pub fn new(session: &'a Session) -> Self {
        let vertices = 2 * session.graph().unwrap().node_count();
        let mut oracle = Self {
            session,
            into: edges(session),
            stated: vec![[None; 2]; vertices],
            arrival: vec![[None; 2]; vertices],
            trace: vec![[const { Vec::new() }; 2]; vertices],
            ends: Vec::new(),
        };
        for source in session.graph().unwrap().sources() {
            for vertex in source.node.vertices() {
                oracle.stated[vertex.index()] =
                    source.arrival.map(|times| defined(times[vertex.transition() as usize]));
            }
        }
        for vertex in 0..vertices {
            for split in Split::ALL {
                oracle.arrive(vertex, split);
            }
        }
        oracle.find_ends();
        oracle
    }

    /// An edge's sum.
    fn by(&self, edge: &Edge, split: Split) -> Option<Ticks> {
        Some(self.arrival[edge.from][split as usize]? + edge.delay[split as usize]?)
    }

    fn arrive(&mut self, vertex: Vertex, split: Split) {
        let mut worst = self.stated[vertex][split as usize];
        for edge in &self.into[vertex] {
            worst = worse(split, worst, self.by(edge, split));
        }
        self.arrival[vertex][split as usize] = worst;
        if worst.is_none() {
            return;
        }
        // Of equals the lowest (pin, transition).
        let made = self.into[vertex].iter().filter(|edge| self.by(edge, split) == worst);
        let from = made.map(|edge| edge.from).min_by_key(|&from| {
            (self.session.graph().unwrap().node_pins()[from / 2], Transition::of(from as u32))
        });
        let mut trace = from.map_or(vec![], |from| self.trace[from][split as usize].clone());
        trace.push(vertex);
        self.trace[vertex][split as usize] = trace;
    }

    fn find_ends(&mut self) {
        let graph = self.session.graph().unwrap();
        for index in EndpointId::all(0..graph.endpoints().len()) {
            let endpoint = graph.endpoint(index);
            for kind in EndpointKind::ALL {
                for check in endpoint.checks() {
                    let of_kind = EndpointKind::Check(graph.check_kind(graph.check(check)));
                    if kind == of_kind {
                        self.add_check(index, kind, check);
                    }
                }
                if let EndpointKind::Output(split) = kind {
                    endpoint.outputs().for_each(|output| self.add_output(index, split, output));
                }
            }
        }
    }

    fn add_check(&mut self, endpoint: EndpointId, kind: EndpointKind, index: CheckId) {
        let graph = self.session.graph().unwrap();
        let check = graph.check(index);
        let is_asynchronous = matches!(kind, EndpointKind::Check(CheckKind::Recovery | CheckKind::Removal));
        let group = if is_asynchronous {
            PathGroup::Asynchronous
        } else {
            PathGroup::Clock(graph.launch_edge(check.clock).expect("a clock captures").clock)
        };
        for transition in Transition::ALL {
            let vertex = check.data.vertex(transition).index();
            let capture = Some(check.clock.index());
            let required = self.required_by(index, transition);
            let end = |required| End {
                endpoint,
                kind,
                group,
                by: Requirement::Check(index),
                transition,
                vertex,
                capture,
                required,
            };
            self.ends.extend(required.map(end));
        }
    }

    fn add_output(&mut self, endpoint: EndpointId, split: Split, index: OutputId) {
        let output = self.session.graph().unwrap().output(index);
        let group = output.capture.map_or(PathGroup::Default, |edge| PathGroup::Clock(edge.clock));
        for transition in Transition::ALL {
            let vertex = output.node.vertex(transition).index();
            let required = defined(output.required[split as usize][transition as usize]);
            let end = |required| End {
                endpoint,
                kind: EndpointKind::Output(split),
                group,
                by: Requirement::Output(index),
                transition,
                vertex,
                capture: None,
                required,
            };
            self.ends.extend(required.map(end));
        }
    }

    /// When a check requires its data, without credit.
    fn required_by(&self, index: CheckId, transition: Transition) -> Option<Ticks> {
        let check = self.session.graph().unwrap().check(index);
        let clock = self.arrival[check.clock.index()][check.split.opposite() as usize]?;
        let margin =
            self.session.timed().unwrap().timing().margins()[check.pin_check as usize][transition as usize];
        if !check.has[transition as usize] || margin.is_nan() {
            return None;
        }
        let margin = ticks(margin);
        Some(clock + check.shift + if check.split == Split::Late { -margin } else { margin })
    }

    /// The pessimism of a launch and a capture for data of a split: what late and early arrival differ by at the last point on both traces,
    /// less what they differ by where the traces join if they start at different pins. Of two vertices of the point the lesser counts.
    pub fn credit(&self, launch: Vertex, capture: Vertex, split: Split) -> Ticks {
        let rule = self.session.timed().unwrap().timing().common_point();
        let launching = &self.trace[launch][split as usize];
        let capturing = &self.trace[capture][split.opposite() as usize];
        let is_common = |a: Vertex, b: Vertex| {
            self.pin(a) == self.pin(b) && (rule == CommonPoint::SamePin || a % 2 == b % 2)
        };
        let place = |capture: Vertex| launching.iter().rposition(|&launch| is_common(launch, capture));
        let common = (0..capturing.len()).rev().find_map(|at| Some((place(capturing[at])?, at)));
        let Some((mut a, mut b)) = common else { return 0 };
        let spreads = [launching[a], capturing[b]].map(|vertex| self.spread(vertex, vertex));
        let mut constants = [0; 2];
        if self.pin(launching[0]) != self.pin(capturing[0]) {
            while a > 0 && b > 0 && is_common(launching[a - 1], capturing[b - 1]) {
                (a, b) = (a - 1, b - 1);
            }
            constants = [launching[a], capturing[b]].map(|vertex| self.spread(vertex, vertex));
        } else if rule == CommonPoint::SameTransition && split == Split::Late {
            constants = [launching[a], capturing[b]].map(|vertex| {
                let [early, late] = &self.trace[vertex];
                late.first().zip(early.first()).map_or(0, |(&late, &early)| self.spread(late, early))
            });
        }
        (spreads[0] - constants[0]).min(spreads[1] - constants[1])
    }

    fn pin(&self, vertex: Vertex) -> PinId {
        self.session.graph().unwrap().node_pins()[vertex / 2]
    }

    /// When the edge is that launches what comes to a vertex: times at vertices count from there.
    pub fn launched(&self, vertex: Vertex) -> Ticks {
        self.session.graph().unwrap().launch_time(zeroslack::graph::VertexId::at(vertex))
    }

    /// The late arrival at a vertex less the early one at another; 0 unless there are both.
    fn spread(&self, late: Vertex, early: Vertex) -> Ticks {
        self.arrival[late][1].zip(self.arrival[early][0]).map_or(0, |(late, early)| late - early)
    }
}

/// All edges by target.
fn edges(session: &Session) -> Vec<Vec<Edge>> {
    let (graph, timing) = (session.graph().unwrap(), session.timed().unwrap().timing());
    let mut into = Vec::new();
    for node in NodeId::all(0..graph.node_count()) {
        for to in Transition::ALL {
            let arcs = graph.fanin(node).filter(|&arc| graph.arc_source(arc).has(to));
            into.push(
                arcs.map(|arc| {
                    let delay = timing.delays()[arc.index()].map(|delays| delays[to as usize]);
                    Edge {
                        from: graph.arc_source(arc).vertex(to).index(),
                        delay: delay.map(|delay| (!delay.is_nan()).then(|| ticks(delay))),
                        launches: graph.is_launch(arc),
                        arc,
                    }
                })
                .collect(),
            );
        }
    }
    into
}
