//! Every path of every clock edge through the design, as far as it stays a clock.

use std::collections::{BTreeMap, BTreeSet};

use zeroslack::sdc::PathPart;
use zeroslack::units::{Quad, Split, Ticks, Transition};

use super::network::{BySplit, Clock, ClockEdge, Generated, Network, Setting, Spot, latency_at};
use super::vertex::{Tag, Vertex};

/// A way of a clock edge from a source.
#[derive(Clone, Debug)]
pub struct ClockPath {
    pub vertices: Vec<Vertex>,
    /// At each of them, counted from where the edge of the vertex's own clock is counted from.
    pub arrivals: Vec<BySplit>,
}

impl ClockPath {
    fn last(&self) -> (Vertex, BySplit) {
        (self.vertices[self.vertices.len() - 1], self.arrivals[self.arrivals.len() - 1])
    }
}

/// Designs with more paths are left out.
pub const MOST_PATHS: usize = 4000;

/// All paths by the vertex they lead to.
pub struct ClockPaths<'a> {
    network: &'a Network,
    setting: &'a Setting,
    /// Pins by number where clocks start, and from which on they are propagated.
    sources: Vec<usize>,
    propagated: Vec<usize>,
    count: usize,
    /// Pins from which one can be reached where a clock starts that takes over what comes of its master.
    towards: BTreeSet<usize>,
    /// What comes by clock edges to spots where clocks start: the way there, and what it is there, and when.
    coming: BTreeMap<Spot, Vec<(ClockPath, Tag, BySplit)>>,
    pub to: BTreeMap<Vertex, Vec<ClockPath>>,
}

/// The worse of two arrivals.
pub fn worse(split: Split, a: Option<Ticks>, b: Option<Ticks>) -> Option<Ticks> {
    match (a, b, split) {
        (Some(a), Some(b), Split::Early) => Some(a.min(b)),
        (Some(a), Some(b), Split::Late) => Some(a.max(b)),
        _ => a.or(b),
    }
}

/// The worst of several arrivals.
fn worst(split: Split, times: impl Iterator<Item = Ticks>) -> Option<Ticks> {
    times.fold(None, |known, time| worse(split, known, Some(time)))
}

/// What is later by a delay.
pub fn later(arrival: BySplit, delay: BySplit) -> BySplit {
    [0, 1].map(|split| Some(arrival[split]? + delay[split]?))
}

impl<'a> ClockPaths<'a> {
    /// None if there are too many.
    pub fn new(network: &'a Network, setting: &'a Setting) -> Option<Self> {
        let pins = |names: &[String]| names.iter().map(|name| network.pin(name)).collect::<Vec<usize>>();
        let sources = setting.clocks.iter().flat_map(|clock| pins(&clock.sources)).collect();
        let propagated = pins(&setting.propagated_pins);
        let (coming, to) = (BTreeMap::new(), BTreeMap::new());
        let mut paths =
            Self { network, setting, sources, propagated, count: 0, towards: BTreeSet::new(), coming, to };
        paths.find_towards();
        for clock in 0..setting.clocks.len() {
            for pin in pins(&setting.clocks[clock].sources) {
                for edge in Transition::ALL {
                    paths.start(Spot { pin, transition: edge }, ClockEdge { clock, edge })?;
                }
            }
        }
        paths.act_ideally();
        Some(paths)
    }

    /// Whether a clock starts at a pin; then nothing else passes it.
    pub fn is_source(&self, pin: usize) -> bool {
        self.sources.contains(&pin)
    }

    fn is_propagated_at(&self, clock: usize, pin: usize) -> bool {
        self.setting.clocks[clock].is_propagated || self.propagated.contains(&pin)
    }

    /// Whether a clock that starts at a pin takes over what comes there of its master.
    fn takes_over(&self, clock: usize, pin: usize) -> bool {
        let Some(generated) = &self.setting.clocks[clock].generated else { return false };
        let stated = |of| self.setting.source_latencies.contains_key(&(self.network.names[pin].clone(), of));
        !(generated.has_own_latency || stated(None) || stated(Some(clock)))
    }

    /// When an edge leaves the sources of a clock that takes over what comes of a propagated master, or whose master's master does, and so on: none of other clocks, and where it leaves none.
    pub fn leaves(&self, edge: ClockEdge, split: Split) -> Option<Ticks> {
        let pins = self.setting.clocks[edge.clock].sources.iter().map(|name| self.network.pin(name));
        if !self.is_timed(edge.clock) {
            let of_clock = self.latency_of_ideal_master(edge.clock, split)?;
            let name = |pin: usize| &self.network.names[pin];
            let stated = |pin| latency_at(&self.setting.source_latencies, name(pin), edge, split);
            let latency = worst(split, pins.map(|pin| stated(pin).unwrap_or(of_clock)))?;
            return Some(self.setting.edge_time(Some(edge)) + latency);
        }
        let at = |pin: usize| self.source_vertex(edge, pin);
        worst(split, pins.filter_map(at).filter_map(|vertex| self.arrival(vertex, split)))
    }

    /// Whether a clock takes over what comes of a propagated master.
    pub fn is_timed(&self, clock: usize) -> bool {
        let Clock { generated, sources, .. } = &self.setting.clocks[clock];
        let Some(generated) = generated else { return false };
        let is_propagated =
            self.setting.clocks[generated.master].is_propagated || !self.propagated.is_empty();
        is_propagated && sources.iter().any(|name| self.takes_over(clock, self.network.pin(name)))
    }

    /// The latency before the sources of a clock whose master is ideal and leaves its own sources when others come there.
    fn latency_of_ideal_master(&self, clock: usize, split: Split) -> Option<Ticks> {
        let generated = self.setting.clocks[clock].generated.as_ref().filter(|of| !of.has_own_latency)?;
        let master = &self.setting.clocks[generated.master];
        let edges = Transition::ALL.map(|edge| ClockEdge { clock: generated.master, edge });
        let behind = |edge: ClockEdge| {
            let network = master.network_latency[split as usize][edge.edge as usize];
            Some(self.leaves(edge, split)? - self.setting.edge_time(Some(edge)) + network)
        };
        worst(split, edges.into_iter().filter_map(behind)).filter(|_| !self.is_propagated(generated.master))
    }

    /// Whether a clock is propagated wherever it starts.
    pub fn is_propagated(&self, clock: usize) -> bool {
        let mut sources = self.setting.clocks[clock].sources.iter();
        sources.all(|name| self.is_propagated_at(clock, self.network.pin(name)))
    }

    /// An edge of a clock at a pin where it starts, if it does.
    pub fn source_vertex(&self, edge: ClockEdge, pin: usize) -> Option<Vertex> {
        let spot = Spot { pin, transition: edge.edge };
        let is_propagated = self.is_propagated_at(edge.clock, pin);
        let tag = Tag { launch: Some(edge), is_clock: true, is_propagated, is_generating: false };
        Some(Vertex::new(spot, tag)).filter(|vertex| self.to.contains_key(vertex))
    }

    fn find_towards(&mut self) {
        let mut open = Vec::new();
        for (number, clock) in self.setting.clocks.iter().enumerate() {
            if clock.generated.as_ref().is_some_and(|generated| generated.is_combinational) {
                continue;
            }
            let pins = clock.sources.iter().map(|name| self.network.pin(name));
            open.extend(pins.filter(|&pin| self.takes_over(number, pin)));
        }
        self.towards.extend(&open);
        while let Some(pin) = open.pop() {
            // What an ideal clock launches comes from no pin that a propagated one passes.
            for step in self.network.steps.iter().filter(|step| step.to.pin == pin && !step.is_ideal) {
                if self.towards.insert(step.from.pin) && !self.is_source(step.from.pin) {
                    open.push(step.from.pin);
                }
            }
        }
    }

    fn passes(&self, spot: Spot, edge: ClockEdge) -> bool {
        self.setting.passes(edge, &self.network.names[spot.pin], spot.transition)
    }

    fn start(&mut self, spot: Spot, edge: ClockEdge) -> Option<()> {
        let is_propagated = self.is_propagated_at(edge.clock, spot.pin);
        let tag = Tag { launch: Some(edge), is_clock: true, is_propagated, is_generating: false };
        if !self.passes(spot, edge) || self.network.silent.contains(&spot) {
            return Some(());
        }
        let vertex = Vertex::new(spot, tag);
        let mut ways = Vec::new();
        if self.takes_over(edge.clock, spot.pin) {
            let generated = self.setting.clocks[edge.clock].generated.as_ref();
            let coming = self.coming.get(&spot).cloned().unwrap_or_default();
            let of_master = |tag: &Tag| {
                let is_passed = |of: &&Generated| !(of.is_combinational && tag.is_generating);
                let master = generated.filter(is_passed).map(|of| of.master);
                tag.is_propagated && tag.launch.is_some_and(|edge| Some(edge.clock) == master)
            };
            for (mut way, coming, arrival) in coming.into_iter().filter(|(_, tag, _)| of_master(tag)) {
                let later = self.setting.edge_time(Some(edge)) - self.setting.edge_time(coming.launch);
                way.vertices.push(vertex);
                way.arrivals.push(arrival.map(|time| Some(time? + later)));
                ways.push(way);
            }
        }
        if ways.is_empty() {
            let name = &self.network.names[spot.pin];
            let of_master = |split| {
                let is_stated = latency_at(&self.setting.source_latencies, name, edge, split).is_some();
                let latency = self.latency_of_ideal_master(edge.clock, split).filter(|_| !is_stated)?;
                Some(latency + self.setting.edge_time(Some(edge)))
            };
            let at = |split| of_master(split).or_else(|| Some(self.setting.at_source(edge, name, split)));
            ways.push(ClockPath { vertices: vec![vertex], arrivals: vec![Split::ALL.map(at)] });
        }
        ways.into_iter().try_for_each(|way| self.walk(way))
    }

    fn walk(&mut self, path: ClockPath) -> Option<()> {
        self.count += 1;
        if self.count > MOST_PATHS {
            return None;
        }
        let (vertex, arrival) = path.last();
        let network = self.network;
        for step in network.from(vertex.spot).filter(|step| !step.is_ideal) {
            let is_generating = vertex.tag.is_generating || step.launches;
            let goes_on = vertex.tag.is_propagated && self.towards.contains(&step.to.pin);
            if is_generating && !goes_on {
                continue;
            }
            let at = later(arrival, step.delay(PathPart::Clock));
            if self.is_source(step.to.pin) {
                let tag = Tag { is_generating, ..vertex.tag };
                self.coming.entry(step.to).or_default().push((path.clone(), tag, at));
                continue;
            }
            let is_propagated = vertex.tag.is_propagated || self.propagated.contains(&step.to.pin);
            let tag = Tag { is_propagated, is_generating, ..vertex.tag };
            if vertex.tag.launch.is_some_and(|edge| !self.passes(step.to, edge)) {
                continue;
            }
            let mut next = path.clone();
            next.vertices.push(Vertex::new(step.to, tag));
            next.arrivals.push(at);
            self.walk(next)?;
        }
        self.to.entry(vertex).or_default().push(path);
        Some(())
    }

    /// Registers see ideal clocks at their edges, as late as constraints say.
    fn act_ideally(&mut self) {
        let is_ideal = |vertex: &&Vertex| {
            !vertex.tag.is_propagated
                && !vertex.tag.is_generating
                && self.network.is_register_clock(vertex.spot.pin)
        };
        let ideal: Vec<Vertex> = self.to.keys().filter(is_ideal).copied().collect();
        for reached in ideal {
            let arrival = Split::ALL.map(|split| self.ideal_arrival(reached, split));
            let vertex = Vertex { is_ideal: true, ..reached };
            self.to.insert(vertex, vec![ClockPath { vertices: vec![vertex], arrivals: vec![arrival] }]);
        }
    }

    /// When an ideal clock's edge acts at a vertex that it reaches.
    fn ideal_arrival(&self, reached: Vertex, split: Split) -> Option<Ticks> {
        let edge = reached.tag.launch?;
        let sources = self.setting.clocks[edge.clock].sources.iter();
        let stated = || worst(split, sources.map(|pin| self.setting.at_source(edge, pin, split)));
        let start = self.leaves(edge, split).or_else(stated)?;
        Some(start + worst(split, self.network_latencies(reached, split).into_iter())?)
    }

    /// What each way to a vertex says of the network's latency.
    pub fn network_latencies(&self, vertex: Vertex, split: Split) -> Vec<Ticks> {
        let edge = vertex.tag.launch.unwrap();
        let own = self.setting.clocks[edge.clock].network_latency[split as usize][edge.edge as usize];
        self.nearest(vertex, own, |pin| latency_at(&self.setting.pin_latencies, pin, edge, split))
    }

    /// What each way to a vertex says of the uncertainty of captures there.
    pub fn uncertainties(&self, vertex: Vertex, split: Split) -> Vec<Ticks> {
        let own = self.setting.clocks[vertex.tag.launch.unwrap().clock].uncertainty[split as usize];
        self.nearest(vertex, own, |pin| self.setting.pin_uncertainties.get(pin)?[split as usize])
    }

    /// On each way to a vertex what is stated last, at the vertex itself or before it; the clock's own where nothing is.
    fn nearest(&self, vertex: Vertex, own: Ticks, stated: impl Fn(&str) -> Option<Ticks>) -> Vec<Ticks> {
        let ways = &self.to[&Vertex { is_ideal: false, ..vertex }];
        let at = |vertex: &Vertex| stated(&self.network.names[vertex.spot.pin]);
        let own_clock = vertex.tag.launch.map(|edge| edge.clock);
        // What is stated before its source is of its master.
        let is_own = |vertex: &&Vertex| vertex.tag.launch.map(|edge| edge.clock) == own_clock;
        let last = |way: &ClockPath| way.vertices.iter().rev().take_while(is_own).find_map(at);
        ways.iter().map(|way| last(way).unwrap_or(own)).collect()
    }

    /// The slews of ideal clocks at the clock pins that they reach, by pin.
    pub fn ideal_slews(&self) -> BTreeMap<usize, Quad<f32>> {
        let mut slews: BTreeMap<usize, Quad<Option<f32>>> = BTreeMap::new();
        for vertex in self.to.keys().filter(|vertex| vertex.is_ideal) {
            let [early, late] = self.setting.clocks[vertex.tag.launch.unwrap().clock].slew;
            let known = slews.entry(vertex.spot.pin).or_default();
            let at = vertex.spot.transition as usize;
            known[0][at] = Some(known[0][at].map_or(early[at], |known| known.min(early[at])));
            known[1][at] = Some(known[1][at].map_or(late[at], |known| known.max(late[at])));
        }
        // Where no edge comes in a transition there is no slew.
        let stated = |slews: Quad<Option<f32>>| slews.map(|split| split.map(Option::unwrap_or_default));
        slews.into_iter().map(|(pin, slews)| (pin, stated(slews))).collect()
    }

    /// Where clocks launch and capture at a spot.
    pub fn acting(&self, spot: Spot) -> impl Iterator<Item = Vertex> {
        let acts = |vertex: &Vertex| vertex.is_ideal != vertex.tag.is_propagated && !vertex.tag.is_generating;
        self.to.keys().copied().filter(move |vertex| vertex.spot == spot && acts(vertex))
    }

    pub fn arrival(&self, vertex: Vertex, split: Split) -> Option<Ticks> {
        let arrivals = self.to[&vertex].iter().map(|path| path.last().1[split as usize]);
        arrivals.fold(None, |worst, arrival| worse(split, worst, arrival))
    }

    /// The path that makes the worst arrival; of several the one that, seen from its end, comes from the lowest vertex first.
    pub fn trace(&self, vertex: Vertex, split: Split) -> &[Vertex] {
        let worst = self.arrival(vertex, split);
        let made = self.to[&vertex].iter().filter(|path| path.last().1[split as usize] == worst);
        // At one spot what is there in the transition of its own edge comes before what is there in the other.
        let key = |vertex: &Vertex| {
            let Tag { launch, is_propagated, is_generating, .. } = vertex.tag;
            let is_turned = launch.is_some_and(|edge| edge.edge != vertex.spot.transition);
            (vertex.spot, launch.map(|edge| edge.clock), is_propagated, is_generating, is_turned)
        };
        let backwards = |path: &&ClockPath| path.vertices.iter().rev().map(key).collect::<Vec<_>>();
        made.min_by_key(backwards).map_or(&[], |path| &path.vertices)
    }

    /// Late less early arrival.
    pub fn spread(&self, vertex: Vertex) -> Ticks {
        match Split::ALL.map(|split| self.arrival(vertex, split)) {
            [Some(early), Some(late)] => late - early,
            _ => 0,
        }
    }
}
