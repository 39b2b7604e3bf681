//! Every path to every end, with its slack and its credit.

use std::collections::BTreeMap;

use zeroslack::graph::CheckKind;
use zeroslack::sdc::{DataCheck, LatencyIncluded, PathPart};
use zeroslack::timing::EndpointKind;
use zeroslack::units::{Split, Ticks, Transition};

use super::clock_paths::{ClockPath, ClockPaths, MOST_PATHS, later, worse};
use super::credit::{CommonPoint, credit};
use super::cycles::{Meeting, Train, distance, meeting_of_two};
use super::network::{BySplit, ClockEdge, Network, PortDelay, Setting, Spot, Step};
use super::stated_checks;
use super::vertex::{Tag, Vertex};

/// What ends a path and captures it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct End {
    pub kind: EndpointKind,
    /// The data.
    pub data: Vertex,
    /// The clock edge that captures.
    pub capture: Option<ClockEdge>,
    /// The clock's vertex of a check.
    pub clock: Option<Vertex>,
    pub by: By,
}

/// Who asks for a check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum By {
    /// A cell or a port.
    #[default]
    Design,
    /// That it gates a clock.
    Gating,
    /// A cell, of data against other data.
    NonSequential,
    /// Other data.
    Data,
    /// A port, where its clock starts.
    Port,
}

/// Ends that are reported together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// Checks and outputs against a clock.
    Clock(usize),
    /// Recovery and removal.
    Async,
    /// What gates a clock.
    Gated,
    /// Required times without a clock.
    Default,
}

impl End {
    pub fn group(&self) -> Group {
        match (self.kind, self.capture) {
            _ if self.by == By::Gating => Group::Gated,
            (EndpointKind::Check(CheckKind::Recovery | CheckKind::Removal), _) => Group::Async,
            (_, Some(edge)) => Group::Clock(edge.clock),
            (_, None) => Group::Default,
        }
    }
}

/// From a launching clock vertex, an input or the source of a clock to an end.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Path {
    /// With its credit.
    pub slack: Ticks,
    pub credit: Ticks,
    pub end: End,
    /// From the start to the end.
    pub vertices: Vec<Vertex>,
    pub arrival: Ticks,
    /// Without credit.
    pub required: Ticks,
    /// Of the capture, which `required` contains.
    pub uncertainty: Ticks,
}

impl Path {
    /// The clock's vertex that launches it.
    pub fn launch(&self) -> Option<Vertex> {
        Some(self.vertices[0]).filter(|start| start.tag.is_clock && !self.end.data.tag.is_clock)
    }
}

/// A signal on its way.
#[derive(Clone)]
struct Signal {
    vertices: Vec<Vertex>,
    /// At each of them.
    arrivals: Vec<BySplit>,
}

impl Signal {
    fn start(vertex: Vertex, arrival: BySplit) -> Self {
        Self { vertices: vec![vertex], arrivals: vec![arrival] }
    }

    /// As data, one step further.
    fn behind(&self, step: &Step) -> Self {
        let (last, arrival) = self.last();
        let mut next = self.clone();
        next.vertices.push(Vertex::new(step.to, Tag::data(last.tag.launch)));
        next.arrivals.push(later(arrival, step.delay(PathPart::Data)));
        next
    }

    fn last(&self) -> (Vertex, BySplit) {
        let last = self.vertices.len() - 1;
        (self.vertices[last], self.arrivals[last])
    }
}

pub struct Oracle<'a> {
    pub network: &'a Network,
    pub setting: &'a Setting,
    pub clocks: ClockPaths<'a>,
    /// All that starts anywhere, one a way and place on it.
    signals: Vec<Signal>,
    pub paths: Vec<Path>,
    /// The worst arrivals at the vertices that other data is checked against.
    references: BTreeMap<Vertex, BySplit>,
    /// Signals at their ends, and when they are required there without credit.
    ended: Vec<(Signal, End, Ticks)>,
    rule: Option<CommonPoint>,
}

impl<'a> Oracle<'a> {
    /// With CPPR by a rule, or without. None if there are too many paths.
    pub fn new(network: &'a Network, setting: &'a Setting, rule: Option<CommonPoint>) -> Option<Self> {
        let clocks = ClockPaths::new(network, setting)?;
        let (signals, paths, ended, references) = (Vec::new(), Vec::new(), Vec::new(), BTreeMap::new());
        let mut oracle = Self { network, setting, clocks, signals, paths, references, ended, rule };
        oracle.start_at_inputs()?;
        oracle.start_at_registers()?;
        oracle.start_at_sources();
        if !setting.data_checks.is_empty() || !network.between_data.is_empty() {
            oracle.references = oracle.arrivals();
        }
        for signal in std::mem::take(&mut oracle.signals) {
            oracle.end(&signal);
            oracle.signals.push(signal);
        }
        oracle.paths.sort();
        (oracle.paths.len() <= MOST_PATHS).then_some(oracle)
    }

    fn start_at_inputs(&mut self) -> Option<()> {
        let setting = self.setting;
        for input in &setting.inputs {
            for transition in Transition::ALL {
                let spot = Spot { pin: self.network.pin(&input.port), transition };
                let arrival = Split::ALL.map(|split| {
                    let start = input.edge.map_or(0, |edge| self.acts_at(edge, input.included, split));
                    Some(start + input.delay[split as usize][transition as usize]?)
                });
                if arrival != [None; 2] && !self.network.silent.contains(&spot) {
                    self.walk(Signal::start(Vertex::new(spot, Tag::data(input.edge)), arrival))?;
                }
            }
        }
        Some(())
    }

    /// When an edge launches or captures outside of a port.
    pub fn acts_at(&self, edge: ClockEdge, included: LatencyIncluded, split: Split) -> Ticks {
        let without = LatencyIncluded { source: true, ..included };
        let leaves = self.clocks.leaves(edge, split).filter(|_| !included.source);
        match leaves {
            Some(time) => {
                time + self.setting.at_port(edge, without, split) - self.setting.edge_time(Some(edge))
            }
            None => self.setting.at_port(edge, included, split),
        }
    }

    /// Clock edges that launch data.
    fn start_at_registers(&mut self) -> Option<()> {
        let network = self.network;
        for step in network.steps.iter().filter(|step| step.launches) {
            let launching = self.clocks.acting(step.from).filter(|clock| clock.is_ideal == step.is_ideal);
            for clock in launching.collect::<Vec<Vertex>>() {
                if self.clocks.is_source(step.to.pin) {
                    continue;
                }
                let arrival = Split::ALL.map(|split| self.clocks.arrival(clock, split));
                self.walk(Signal::start(clock, arrival).behind(step))?;
            }
        }
        Some(())
    }

    /// Clock edges as data.
    fn start_at_sources(&mut self) {
        for path in self.clocks.to.values().flatten() {
            if !path.vertices[0].is_ideal {
                let ClockPath { vertices, arrivals } = path.clone();
                self.signals.push(Signal { vertices, arrivals });
            }
        }
    }

    /// Data goes on wherever no clock starts and no clock edge is needed.
    fn walk(&mut self, signal: Signal) -> Option<()> {
        if self.signals.len() > MOST_PATHS {
            return None;
        }
        let network = self.network;
        for step in network.from(signal.last().0.spot).filter(|step| !step.launches && !step.is_ideal) {
            if !self.clocks.is_source(step.to.pin) {
                self.walk(signal.behind(step))?;
            }
        }
        self.signals.push(signal);
        Some(())
    }

    /// Whatever requires something of a signal where it is now.
    fn end(&mut self, signal: &Signal) {
        let (data, _) = signal.last();
        // What is on its way to where a clock is generated ends nowhere else.
        if data.tag.is_generating {
            return;
        }
        let (network, setting, transition) = (self.network, self.setting, data.spot.transition as usize);
        for check in network.checks.iter().filter(|check| check.data == data.spot.pin) {
            let Some(margin) = check.margin[transition] else { continue };
            let split = check.kind.split();
            let capturing: Vec<Vertex> = self.clocks.acting(check.clock).collect();
            for clock in capturing.into_iter().filter(|clock| clock.is_ideal == check.is_ideal) {
                let Some(arrival) = self.clocks.arrival(clock, split.opposite()) else { continue };
                let capture = clock.tag.launch.unwrap();
                if setting.are_apart(data.tag.launch, capture) {
                    continue;
                }
                let edge = arrival + self.shift(data.tag.launch, capture, split);
                let between = setting.uncertainty_between(data.tag.launch, capture, split);
                let at_pin = || self.clocks.uncertainties(clock, split).into_iter().max().unwrap();
                let uncertainty = between.unwrap_or_else(at_pin);
                let required = (edge - sign(split) * (margin + uncertainty), uncertainty);
                let kind = EndpointKind::Check(check.kind);
                let (capture, clock) = (Some(capture), Some(clock));
                self.add(signal, End { kind, data, capture, clock, by: By::Design }, required);
            }
        }
        self.end_at_gates(signal);
        self.end_at_data(signal);
        for split in Split::ALL {
            let kind = EndpointKind::Output(split);
            let is_here = |port: &str| network.pin(port) == data.spot.pin;
            for output in setting.outputs.iter().filter(|output| is_here(&output.port)) {
                let Some(delay) = output.delay[split as usize][transition] else { continue };
                if setting.are_apart(data.tag.launch, output.edge) {
                    continue;
                }
                let clock = output.edge.clock;
                let leaves = self.clocks.leaves(output.edge, split).filter(|_| !output.included.source);
                if leaves.is_some() && self.clocks.is_timed(clock) && self.clocks.is_propagated(clock) {
                    self.end_at_port(signal, output, delay, split);
                    continue;
                }
                let edge = self.acts_at(output.edge, output.included, split.opposite());
                let between = setting.uncertainty_between(data.tag.launch, output.edge, split);
                let own = setting.clocks[output.edge.clock].uncertainty[split as usize];
                let edge = edge + self.shift(data.tag.launch, output.edge, split);
                let uncertainty = between.unwrap_or(own);
                let required = (edge - delay - sign(split) * uncertainty, uncertainty);
                let capture = Some(output.edge);
                self.add(signal, End { kind, data, capture, clock: None, by: By::Design }, required);
            }
            for (_, required) in setting.required.iter().filter(|(port, _)| is_here(port)) {
                if let Some(required) = required[split as usize][transition] {
                    let end = End { kind, data, capture: None, clock: None, by: By::Design };
                    self.add(signal, end, (required, 0));
                }
            }
        }
    }

    /// At a port as at a register whose clock comes straight from where it starts.
    fn end_at_port(&mut self, signal: &Signal, output: &PortDelay<ClockEdge>, delay: Ticks, split: Split) {
        let (setting, data, capture) = (self.setting, signal.last().0, output.edge);
        for source in &setting.clocks[capture.clock].sources {
            let Some(clock) = self.clocks.source_vertex(capture, self.network.pin(source)) else { continue };
            let Some(arrival) = self.clocks.arrival(clock, split.opposite()) else { continue };
            let edge = arrival + self.shift(data.tag.launch, capture, split);
            let between = setting.uncertainty_between(data.tag.launch, capture, split);
            let at_pin = || self.clocks.uncertainties(clock, split).into_iter().max().unwrap();
            let uncertainty = between.unwrap_or_else(at_pin);
            let required = (edge - delay - sign(split) * uncertainty, uncertainty);
            let kind = if split == Split::Late { CheckKind::Setup } else { CheckKind::Hold };
            let (kind, capture, clock) = (EndpointKind::Check(kind), Some(capture), Some(clock));
            self.add(signal, End { kind, data, capture, clock, by: By::Port }, required);
        }
    }

    /// What gates a clock: of two inputs of a gate, of which one is a clock's and the other is not, where a level is stated.
    fn end_at_gates(&mut self, signal: &Signal) {
        let (network, setting, data) = (self.network, self.setting, signal.last().0);
        let pin = data.spot.pin;
        for clock_pin in stated_checks::gated_by(network, setting, pin) {
            let Some(level) = stated_checks::level(network, setting, [pin, clock_pin]) else { continue };
            let opens = if level { Transition::Rise } else { Transition::Fall };
            for (kind, at) in [(CheckKind::Setup, opens), (CheckKind::Hold, opens.opposite())] {
                let split = kind.split();
                for clock in self.clocks.acting(Spot { pin: clock_pin, transition: at }).collect::<Vec<_>>() {
                    let Some(arrival) = self.clocks.arrival(clock, split.opposite()) else { continue };
                    let (launch, capture) = (data.tag.launch, clock.tag.launch.unwrap());
                    if setting.are_apart(launch, capture) {
                        continue;
                    }
                    let shift = self.shift_by(By::Gating, launch, capture, split);
                    let between = setting.uncertainty_between(launch, capture, split);
                    let at_pin = || self.clocks.uncertainties(clock, split).into_iter().max().unwrap();
                    let uncertainty = between.unwrap_or_else(at_pin);
                    let pins = [pin, clock_pin];
                    let stated = stated_checks::time(
                        network,
                        setting,
                        pins,
                        (capture.clock, split, data.spot.transition),
                    );
                    let required = arrival + shift - sign(split) * (uncertainty + stated);
                    let kind = EndpointKind::Check(kind);
                    let (capture, clock) = (Some(capture), Some(clock));
                    let end = End { kind, data, capture, clock, by: By::Gating };
                    self.add(signal, end, (required, uncertainty));
                }
            }
        }
    }

    /// Data that is checked against other data: as constraints state it, and as libraries do.
    fn end_at_data(&mut self, signal: &Signal) {
        let (network, setting, data) = (self.network, self.setting, signal.last().0);
        let here =
            |check: &DataCheck| check.to.index() == data.spot.pin && check.to_edge == data.spot.transition;
        for (check, times) in setting.data_checks.iter().filter(|(check, _)| here(check)) {
            let spot = Spot { pin: check.from.index(), transition: check.from_edge };
            for reference in self.references_at(spot) {
                for (kind, split) in [(CheckKind::Setup, Split::Late), (CheckKind::Hold, Split::Early)] {
                    if let Some(time) = times[split as usize] {
                        self.relate(signal, reference, (kind, By::Data), time);
                    }
                }
            }
        }
        for check in network.between_data.iter().filter(|check| check.data == data.spot.pin) {
            let Some(margin) = check.margin[data.spot.transition as usize] else { continue };
            let references = self.references_at(check.clock).into_iter();
            for reference in references.filter(|(vertex, _)| vertex.is_ideal == check.is_ideal) {
                self.relate(signal, reference, (check.kind, By::NonSequential), margin);
            }
        }
    }

    /// What data is checked against at a spot, and when it comes: data, and clocks that act there.
    fn references_at(&self, spot: Spot) -> Vec<(Vertex, BySplit)> {
        let acting: Vec<Vertex> = self.clocks.acting(spot).collect();
        let counts = |vertex: &Vertex| !vertex.tag.is_clock || acting.contains(vertex);
        let references = self.references.iter().filter(|(vertex, _)| vertex.spot == spot && counts(vertex));
        references.map(|(&vertex, &at)| (vertex, at)).collect()
    }

    /// Data that has to be there so long before other data, or to stay so long after it.
    fn relate(
        &mut self,
        signal: &Signal,
        (reference, at): (Vertex, BySplit),
        (kind, by): (CheckKind, By),
        time: Ticks,
    ) {
        let (setting, data, split) = (self.setting, signal.last().0, kind.split());
        let Some((capture, arrival)) = reference.tag.launch.zip(at[split.opposite() as usize]) else {
            return;
        };
        if setting.are_apart(data.tag.launch, capture) {
            return;
        }
        let shift = self.shift_by(by, data.tag.launch, capture, split);
        let required = arrival + shift - sign(split) * time;
        let (kind, capture) = (EndpointKind::Check(kind), Some(capture));
        self.add(signal, End { kind, data, capture, clock: Some(reference), by }, (required, 0));
    }

    /// The same as `shift` for what has to stay until a gate closes that opened last before the launch, or at it.
    fn shift_to_closing(&self, launch: Option<ClockEdge>, closes: ClockEdge) -> Ticks {
        let opens = ClockEdge { edge: closes.edge.opposite(), ..closes };
        let clock = &self.setting.clocks[closes.clock];
        let [opened, closed] = [opens, closes].map(|edge| clock.edges[edge.edge as usize]);
        let mut closing = closed;
        while closing <= opened {
            closing += clock.period;
        }
        self.shift(launch, opens, Split::Early) + closing - closed
    }

    /// From the first edge that captures to the one that captures what the first edge launches.
    pub fn shift(&self, launch: Option<ClockEdge>, capture: ClockEdge, split: Split) -> Ticks {
        self.shift_or_at(launch, false, capture, split)
    }

    /// From the first edge that captures to the one that captures where something asks for a check.
    pub fn shift_by(&self, by: By, launch: Option<ClockEdge>, capture: ClockEdge, split: Split) -> Ticks {
        match (by, split) {
            (By::Data | By::NonSequential, _) => self.shift_at(launch, capture, split),
            (By::Gating, Split::Early) => self.shift_to_closing(launch, capture),
            (By::Gating | By::Design | By::Port, _) => self.shift(launch, capture, split),
        }
    }

    /// Where an edge at the launch itself captures late data, and early data the one before it.
    pub fn shift_at(&self, launch: Option<ClockEdge>, capture: ClockEdge, split: Split) -> Ticks {
        self.shift_or_at(launch, true, capture, split)
    }

    fn shift_or_at(&self, launch: Option<ClockEdge>, is_at: bool, capture: ClockEdge, split: Split) -> Ticks {
        let train = |edge: ClockEdge| {
            let clock = &self.setting.clocks[edge.clock];
            Train { first: clock.edges[edge.edge as usize], period: clock.period }
        };
        let is_one_clock = launch.is_none_or(|launch| launch.clock == capture.clock);
        let capture = train(capture);
        let launch = launch.map_or(Train { first: 0, ..capture }, train);
        let of_two = (!is_one_clock).then(|| meeting_of_two(launch, capture));
        if let Some(Meeting { coincides, before, after }) = of_two {
            let distance = match (is_at, split) {
                (true, Split::Late) if coincides => 0,
                (false, Split::Early) if coincides => 0,
                (_, Split::Early) => before,
                (_, Split::Late) => after,
            };
            return launch.first + distance - capture.first;
        }
        // All times are whole ticks.
        let later = if is_at { -1 } else { 0 };
        let sooner = Train { first: launch.first + later, ..launch };
        sooner.first + distance(sooner, capture, split) - capture.first
    }

    /// Adds a path that has to be there at a time, which contains an uncertainty.
    fn add(&mut self, signal: &Signal, end: End, (required, uncertainty): (Ticks, Ticks)) {
        let split = end.kind.split();
        let Some(arrival) = signal.last().1[split as usize] else { return };
        let (start, last) = (signal.vertices[0], signal.last().0);
        let is_launched = start.tag.is_clock && !last.tag.is_clock;
        let credit = match (self.rule, end.clock) {
            (Some(rule), Some(clock)) if is_launched && clock.tag.is_clock => {
                credit(&self.clocks, rule, (start, clock), split)
            }
            _ => 0,
        };
        let slack = credit + if split == Split::Late { required - arrival } else { arrival - required };
        let vertices = signal.vertices.clone();
        self.ended.push((signal.clone(), end, required));
        self.paths.push(Path { slack, credit, end, vertices, arrival, required, uncertainty });
    }

    /// Worst arrivals at every vertex that a signal reaches.
    pub fn arrivals(&self) -> BTreeMap<Vertex, BySplit> {
        let mut worst: BTreeMap<Vertex, BySplit> = BTreeMap::new();
        let mut add = |vertex: Vertex, arrival: BySplit| {
            let place = worst.entry(vertex).or_default();
            *place = Split::ALL.map(|split| worse(split, place[split as usize], arrival[split as usize]));
        };
        for signal in &self.signals {
            let (vertex, arrival) = signal.last();
            add(vertex, arrival);
        }
        for &clock in self.clocks.to.keys().filter(|clock| clock.is_ideal) {
            add(clock, Split::ALL.map(|split| self.clocks.arrival(clock, split)));
        }
        worst
    }

    /// The worst slack of each end, before credit and after.
    pub fn worst(&self) -> BTreeMap<End, [Ticks; 2]> {
        let mut worst = BTreeMap::new();
        for path in &self.paths {
            let known = worst.entry(path.end).or_insert([Ticks::MAX; 2]);
            *known = [known[0].min(path.slack - path.credit), known[1].min(path.slack)];
        }
        worst
    }

    /// When signals are required at every vertex that leads to an end, credit included.
    pub fn required(&self) -> BTreeMap<Vertex, BySplit> {
        let mut required = Required::default();
        let worst = self.worst();
        for (signal, end, time) in &self.ended {
            let split = end.kind.split();
            let [before, after] = worst[end];
            required.along(&signal.vertices, &signal.arrivals, split, time + sign(split) * (after - before));
        }
        // A check requires of its clock what it requires of its data.
        for (end, [_, after]) in &worst {
            let split = end.kind.split().opposite();
            if let Some((clock, arrival)) =
                end.clock.zip(end.clock.and_then(|clock| self.clocks.arrival(clock, split)))
            {
                required.add(clock, split, arrival + sign(split) * after);
            }
        }
        let acting: Vec<(Vertex, BySplit)> =
            required.0.iter().map(|(&vertex, &times)| (vertex, times)).collect();
        for (vertex, times) in acting.into_iter().filter(|(vertex, _)| vertex.tag.is_clock) {
            for (path, split) in
                self.clocks.to[&vertex].iter().flat_map(|path| Split::ALL.map(|split| (path, split)))
            {
                if let Some(time) = times[split as usize] {
                    required.along(&path.vertices, &path.arrivals, split, time);
                }
            }
        }
        required.0
    }
}

/// Later is better for late data, earlier for early data.
fn sign(split: Split) -> Ticks {
    if split == Split::Late { 1 } else { -1 }
}

/// The tightest required times.
#[derive(Default)]
struct Required(BTreeMap<Vertex, BySplit>);

impl Required {
    fn add(&mut self, vertex: Vertex, split: Split, time: Ticks) {
        let place = &mut self.0.entry(vertex).or_default()[split as usize];
        *place = worse(split.opposite(), *place, Some(time));
    }

    /// At each vertex of a path, from the time at its end. Arrivals count from the vertices' own clocks, and so do these.
    fn along(&mut self, vertices: &[Vertex], arrivals: &[BySplit], split: Split, time: Ticks) {
        let Some(last) = arrivals[arrivals.len() - 1][split as usize] else { return };
        for (&vertex, arrival) in vertices.iter().zip(arrivals) {
            if let Some(arrival) = arrival[split as usize] {
                self.add(vertex, split, time - (last - arrival));
            }
        }
    }
}
