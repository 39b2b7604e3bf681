//! Vertices and weighted edges of a timed design, and what the definitions say of them: arrivals, traces, credits.

use zeroslack::Session;
use zeroslack::timing::EndpointKind;
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
    pub arc: u32,
}

/// Where paths end.
#[derive(Clone, Debug)]
pub struct End {
    pub endpoint: u32,
    pub kind: EndpointKind,
    pub check: Option<u32>,
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
    /// By endpoint, kind, check, transition.
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
        let vertices = 2 * session.graph().node_count();
        let mut oracle = Self {
            session,
            into: edges(session),
            stated: vec![[None; 2]; vertices],
            arrival: vec![[None; 2]; vertices],
            trace: vec![[const { Vec::new() }; 2]; vertices],
            ends: Vec::new(),
        };
        for source in session.graph().sources() {
            for transition in 0..2 {
                oracle.stated[2 * source.node as usize + transition] =
                    source.arrival.map(|times| defined(times[transition]));
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
        let from = made
            .map(|edge| edge.from)
            .min_by_key(|&from| (self.session.graph().node_pins()[from / 2], Transition::of(from as u32)));
        let mut trace = from.map_or(vec![], |from| self.trace[from][split as usize].clone());
        trace.push(vertex);
        self.trace[vertex][split as usize] = trace;
    }

    fn find_ends(&mut self) {
        let graph = self.session.graph();
        for (index, endpoint) in graph.endpoints().iter().enumerate() {
            for kind in EndpointKind::ALL {
                let checks = endpoint.checks.clone().filter(|&check| {
                    let model = graph.checks()[check as usize].model as usize;
                    kind == EndpointKind::Check(graph.check_models()[model].kind)
                });
                let is_output = endpoint.output.is_some() && matches!(kind, EndpointKind::Output(_));
                for check in checks.map(Some).chain(is_output.then_some(None)) {
                    for transition in Transition::ALL {
                        let capture = check.map(|check| graph.checks()[check as usize].clock as usize);
                        let required = match check {
                            Some(check) => self.required_by(check, transition),
                            None => defined(
                                graph.outputs()[endpoint.output.unwrap() as usize].required
                                    [kind.split() as usize][transition as usize],
                            ),
                        };
                        let vertex = 2 * endpoint.node as usize + transition as usize;
                        let endpoint = index as u32;
                        self.ends.extend(required.map(|required| End {
                            endpoint,
                            kind,
                            check,
                            transition,
                            vertex,
                            capture,
                            required,
                        }));
                    }
                }
            }
        }
    }

    /// When a check requires its data, without credit.
    fn required_by(&self, index: u32, transition: Transition) -> Option<Ticks> {
        let check = &self.session.graph().checks()[index as usize];
        let clock = self.arrival[check.clock as usize][check.split.opposite() as usize]?;
        let shift = defined(check.shift)?;
        let margin = self.session.timing().margins()[index as usize][transition as usize];
        if !check.has[transition as usize] || margin.is_nan() {
            return None;
        }
        let margin = ticks(margin);
        Some(clock + shift + if check.split == Split::Late { -margin } else { margin })
    }

    /// The pessimism of a launch and a capture for data of a split: what late and early arrival differ by at the last vertex
    /// on both traces; for late data less what they differ by where the two traces to there start.
    pub fn credit(&self, launch: Vertex, capture: Vertex, split: Split) -> Ticks {
        let launching = &self.trace[launch][split as usize];
        let capturing = &self.trace[capture][split.opposite() as usize];
        let Some(&common) = capturing.iter().rfind(|vertex| launching.contains(vertex)) else { return 0 };
        let spread =
            |late: Vertex, early: Vertex| self.arrival[late][1].unwrap() - self.arrival[early][0].unwrap();
        match split {
            Split::Early => spread(common, common),
            Split::Late => spread(common, common) - spread(launching[0], capturing[0]),
        }
    }
}

/// All edges by target.
fn edges(session: &Session) -> Vec<Vec<Edge>> {
    let (graph, timing) = (session.graph(), session.timing());
    let mut into = Vec::new();
    for node in 0..graph.node_count() {
        for to in Transition::ALL {
            let arcs = graph.fanin(node).filter(|&arc| graph.arc_sources()[arc].has(to));
            into.push(
                arcs.map(|arc| {
                    let delay = timing.delays()[arc].map(|delays| delays[to as usize]);
                    Edge {
                        from: graph.arc_sources()[arc].vertex(to) as usize,
                        delay: delay.map(|delay| (!delay.is_nan()).then(|| ticks(delay))),
                        launches: graph.is_launch(arc),
                        arc: arc as u32,
                    }
                })
                .collect(),
            );
        }
    }
    into
}
