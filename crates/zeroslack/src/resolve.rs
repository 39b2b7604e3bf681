//! What names of points stand for in a design.

use std::borrow::Cow;

use rustc_hash::FxHashSet;
use zeroslack_graph::{NodeId, OutputId, TimingGraph, VertexId};
use zeroslack_input::Diagnostics;
use zeroslack_netlist::{AnyPin, CellId, CellOrInstance, NetId, Netlist, PinId};
use zeroslack_paths::{Ends, Passing};
use zeroslack_sdc::{ClockEdge, ClockId, Constraints};
use zeroslack_units::{Transition, UNDEFINED};

use crate::points::{PathPoints, Point, PointOf};

/// Finds what points name in a design.
pub(crate) struct Resolver<'a> {
    pub(crate) netlist: &'a Netlist,
    pub(crate) constraints: &'a Constraints,
    pub(crate) graph: &'a TimingGraph,
}

/// Where in a path a point is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    From,
    Through,
    To,
}

impl Role {
    /// What a name can be here.
    fn kinds(self) -> &'static str {
        match self {
            Self::From | Self::To => "pin (cell/pin), port, cell, instance or clock",
            Self::Through => "pin (cell/pin), port, cell, instance or net",
        }
    }

    /// What it would have to be.
    fn wanted(self) -> &'static str {
        match self {
            Self::From => {
                "no path starts there: that is at a register (its clock pin, a latch's data pin), an input port with an arrival, a clock"
            }
            Self::Through => "no path can pass there",
            Self::To => {
                "no path ends there: that is at a register (its data pin), an output port with a required time, a clock that captures"
            }
        }
    }
}

impl Resolver<'_> {
    /// The vertices that points name.
    ///
    /// # Errors
    /// `PATH-001` for a name that nothing has, `PATH-002` for one where no path starts or ends, and for objects of which none is such a place.
    pub(crate) fn resolve(&self, points: &PathPoints) -> Result<Passing, Diagnostics> {
        let mut said = Diagnostics::new();
        let from = self.set(&points.from, Role::From, &mut said);
        let through = points.through.iter().map(|set| self.set(set, Role::Through, &mut said).data);
        let through = through.collect();
        let to = self.set(&points.to, Role::To, &mut said);
        if said.has_errors() {
            return Err(said);
        }
        let mut passing = Passing {
            from: (!points.from.is_empty()).then_some(from.data),
            through,
            to: (!points.to.is_empty()).then_some(to),
        };
        self.launch_at_enables(&mut passing);
        Ok(passing)
    }

    /// What goes on from the data pin of a latch was launched at the enable: so paths from such pins start there, and pass them first.
    fn launch_at_enables(&self, passing: &mut Passing) {
        let Some(from) = &mut passing.from else { return };
        let is_giving =
            |vertex: &VertexId| self.graph.pins().is_giving(self.graph.pin_graph_node(vertex.node()));
        let (sides, mut starts): (Vec<VertexId>, Vec<VertexId>) = from.iter().partition(|it| is_giving(it));
        let enables = sides.iter().flat_map(|side| {
            let to = side.transition();
            let sources = self.graph.fanin(side.node()).map(|arc| self.graph.arc_source(arc));
            sources.filter(move |source| source.has(to)).map(move |source| source.vertex(to))
        });
        let mut all: Vec<VertexId> = starts.iter().copied().chain(enables).collect();
        all.sort_unstable();
        all.dedup();
        if all != starts {
            starts.extend(sides);
            starts.sort_unstable();
            passing.through.insert(0, starts);
        }
        *from = all;
    }

    /// What any of some points names. A name has to stand for something that counts; of objects, which may be a list of all registers, one has to.
    fn set(&self, points: &[Point], role: Role, said: &mut Diagnostics) -> Ends {
        let count = |ends: &Ends| ends.data.len() + ends.captures.len() + ends.outputs.len();
        let no_path = |said: &mut Diagnostics, name: &str| {
            said.error("PATH-002", None, || format!("'{name}': {}", role.wanted()));
        };
        let (mut ends, mut objects_without) = (Ends::default(), Vec::new());
        for point in points {
            let objects = match &point.what {
                PointOf::Named(name) => self.objects(name, role),
                object => vec![object.clone()],
            };
            let name = self.name(&point.what);
            if objects.is_empty() {
                said.error("PATH-001", None, || {
                    format!(
                        "no {} is called '{name}'; * stands for any text, ? for a character",
                        role.kinds()
                    )
                });
                continue;
            }
            let before = count(&ends);
            for object in &objects {
                self.enter(object, point.transition, role, &mut ends);
            }
            // A pin that no signal reaches can be named, and no path passes there.
            let is_pin = role == Role::Through && objects.iter().any(|object| self.has_pins(object));
            match &point.what {
                _ if count(&ends) > before || is_pin => {}
                PointOf::Named(name) => no_path(said, name),
                _ => objects_without.push(name),
            }
        }
        if count(&ends) == 0 {
            objects_without.iter().for_each(|name| no_path(said, name));
        }
        for list in [&mut ends.data, &mut ends.captures] {
            list.sort_unstable();
            list.dedup();
        }
        ends.outputs.sort_unstable();
        ends.outputs.dedup();
        ends
    }

    /// What an object is called.
    fn name<'n>(&'n self, object: &'n PointOf) -> Cow<'n, str> {
        let netlist = self.netlist;
        match object {
            PointOf::Named(name) => Cow::Borrowed(name),
            PointOf::Pin(pin) => Cow::Owned(netlist.pin_name(*pin)),
            PointOf::HierarchicalPin(pin) => Cow::Owned(netlist.hierarchical_pin_name(*pin)),
            PointOf::Cell(cell) => Cow::Borrowed(netlist.cell_name(*cell)),
            PointOf::Instance(instance) => Cow::Borrowed(netlist.instance_name(*instance)),
            PointOf::Net(net) => Cow::Borrowed(netlist.net_name(*net)),
            PointOf::Clock(clock) => Cow::Borrowed(&self.constraints.clocks[*clock].name),
        }
    }

    /// Everything that a name or a pattern stands for. The pin of an instance has the name of the net inside, and then the pin is meant.
    fn objects(&self, name: &str, role: Role) -> Vec<PointOf> {
        let netlist = self.netlist;
        let pins = netlist.pins_named(name);
        let mut objects: Vec<PointOf> = match role {
            Role::Through => {
                let mut nets = netlist.nets_named(name);
                let of_pins: FxHashSet<NetId> =
                    pins.iter().filter_map(|&pin| self.net_of_instance(pin)).collect();
                nets.retain(|net| !of_pins.contains(net));
                nets.into_iter().map(PointOf::Net).collect()
            }
            Role::From | Role::To => {
                self.constraints.clocks.named(name).into_iter().map(PointOf::Clock).collect()
            }
        };
        objects.extend(netlist.ports_named(name).into_iter().map(PointOf::Pin));
        objects.extend(pins.into_iter().map(|pin| match pin {
            AnyPin::Pin(pin) => PointOf::Pin(pin),
            AnyPin::Hierarchical(pin) => PointOf::HierarchicalPin(pin),
        }));
        objects.extend(netlist.cells_named(name).into_iter().map(|cell| match cell {
            CellOrInstance::Cell(cell) => PointOf::Cell(cell),
            CellOrInstance::Instance(instance) => PointOf::Instance(instance),
        }));
        objects
    }

    /// The net of a pin of an instance.
    fn net_of_instance(&self, pin: AnyPin) -> Option<NetId> {
        match pin {
            AnyPin::Pin(_) => None,
            AnyPin::Hierarchical(pin) => self.netlist.hierarchical_pin_net(pin),
        }
    }

    /// Adds the vertices of an object that count in a role.
    fn enter(&self, object: &PointOf, transition: Option<Transition>, role: Role, ends: &mut Ends) {
        match *object {
            // What has the name is entered.
            PointOf::Named(_) => {}
            PointOf::Pin(pin) => self.enter_pin(pin, transition, role, ends),
            PointOf::HierarchicalPin(pin) if role == Role::Through => {
                for pin in self.netlist.loads_after(pin) {
                    self.enter_passed(pin, transition, ends);
                }
            }
            // Paths neither start nor end there.
            PointOf::HierarchicalPin(_) => {}
            PointOf::Cell(cell) => self.enter_cell(cell, transition, role, ends),
            PointOf::Instance(instance) if role == Role::Through => {
                for pin in self.netlist.instance_pins(instance) {
                    self.enter(&PointOf::HierarchicalPin(pin), transition, role, ends);
                }
            }
            PointOf::Instance(instance) => {
                for cell in self.netlist.cells_within(instance) {
                    self.enter_cell(cell, transition, role, ends);
                }
            }
            PointOf::Net(net) if role == Role::Through => {
                for &pin in self.netlist.net_pins(net) {
                    self.enter_passed(pin, transition, ends);
                }
            }
            PointOf::Net(net) => {
                for &pin in self.netlist.net_pins(net) {
                    self.enter_pin(pin, transition, role, ends);
                }
            }
            PointOf::Clock(clock) => self.enter_clock(clock, transition, role, ends),
        }
    }

    fn has_pins(&self, object: &PointOf) -> bool {
        match *object {
            PointOf::Pin(_) | PointOf::HierarchicalPin(_) | PointOf::Instance(_) => true,
            PointOf::Cell(cell) => self.netlist.cell_pins(cell).len() > 0,
            PointOf::Net(net) => !self.netlist.net_pins(net).is_empty(),
            PointOf::Clock(_) | PointOf::Named(_) => false,
        }
    }

    fn enter_cell(&self, cell: CellId, transition: Option<Transition>, role: Role, ends: &mut Ends) {
        for pin in self.netlist.cell_pins(cell) {
            self.enter_pin(pin, transition, role, ends);
        }
    }

    fn enter_pin(&self, pin: PinId, transition: Option<Transition>, role: Role, ends: &mut Ends) {
        let counts = |vertex: &VertexId| match role {
            Role::From => self.starts(*vertex),
            Role::Through => true,
            Role::To => self.graph.endpoint_of(pin).is_some(),
        };
        ends.data.extend(self.vertices(pin, transition).filter(counts));
    }

    /// Adds the vertices of a pin where paths have passed its net: not those that start there.
    fn enter_passed(&self, pin: PinId, transition: Option<Transition>, ends: &mut Ends) {
        let is_passed = |&vertex: &VertexId| !self.launches(vertex) && !self.gives_on(vertex);
        ends.data.extend(self.vertices(pin, transition).filter(is_passed));
    }

    fn vertices(&self, pin: PinId, transition: Option<Transition>) -> impl Iterator<Item = VertexId> {
        let nodes = self.graph.all_nodes(pin);
        nodes.flat_map(move |node| transitions(transition).map(move |transition| node.vertex(transition)))
    }

    /// Whether a path starts at a vertex: it launches, a constraint states when a signal arrives, or a latch gives on what came.
    fn starts(&self, vertex: VertexId) -> bool {
        let is_stated = |source: &zeroslack_graph::Source| {
            source.arrival.iter().any(|arrivals| arrivals[vertex.transition() as usize] != UNDEFINED)
        };
        self.launches(vertex)
            || self.gives_on(vertex)
            || zeroslack_graph::Source::at(self.graph.sources(), vertex.node()).is_some_and(is_stated)
    }

    /// Whether a register launches at a vertex.
    fn launches(&self, vertex: VertexId) -> bool {
        let graph = self.graph;
        let launches = |fanout: &zeroslack_graph::Fanout| {
            let source = graph.arc_source(fanout.arc);
            graph.is_launch(fanout.arc)
                && Transition::ALL.into_iter().any(|to| source.has(to) && source.vertex(to) == vertex)
        };
        graph.fanout(vertex.node()).iter().any(launches)
    }

    /// Whether a latch gives on what came to a vertex.
    fn gives_on(&self, vertex: VertexId) -> bool {
        let graph = self.graph;
        graph.vertex_tag(vertex).is_some() && graph.pins().is_giving(graph.pin_graph_node(vertex.node()))
    }

    /// What an edge of a clock launches or captures.
    fn enter_clock(&self, clock: ClockId, edge: Option<Transition>, role: Role, ends: &mut Ends) {
        let graph = self.graph;
        let is_edge = |of: ClockEdge| of.clock == clock && edge.is_none_or(|edge| of.edge == edge);
        let is_of_edge = |vertex: &VertexId| graph.launch_edge(*vertex).is_some_and(is_edge);
        if role == Role::From {
            let stated = graph.sources().iter().flat_map(|source| source.node.vertices());
            let reached = self.reached(clock);
            let starts = reached.into_iter().chain(stated);
            ends.data.extend(starts.filter(is_of_edge).filter(|&vertex| self.starts(vertex)));
        } else {
            let captures = graph.checks().iter().map(|check| check.clock);
            ends.captures.extend(captures.filter(is_of_edge));
            let outputs = graph.outputs().iter().zip(OutputId::all(0..graph.outputs().len()));
            let captured = outputs.filter(|(output, _)| output.capture.is_some_and(is_edge));
            ends.outputs.extend(captured.map(|(_, id)| id));
        }
    }

    /// The vertices of a clock's network: what its edges reach without being launched by a register, and where an ideal one acts.
    fn reached(&self, clock: ClockId) -> Vec<VertexId> {
        let graph = self.graph;
        let is_own = |vertex: &VertexId| graph.launch_edge(*vertex).is_some_and(|edge| edge.clock == clock);
        let sources = self.constraints.clocks[clock].sources.iter();
        let starts = sources.flat_map(|&pin| graph.start_nodes(pin)).flat_map(NodeId::vertices);
        let mut reached: Vec<VertexId> = starts.filter(is_own).collect();
        let mut seen: FxHashSet<VertexId> = reached.iter().copied().collect();
        let mut next = 0;
        while let Some(&from) = reached.get(next) {
            next += 1;
            let pin = graph.pin(from.node());
            let acting = graph.ideal_nodes(pin).flat_map(NodeId::vertices).filter(is_own);
            let ways = graph.fanout(from.node()).iter().filter(|fanout| !graph.is_launch(fanout.arc));
            let there = ways.flat_map(|fanout| {
                let source = graph.arc_source(fanout.arc);
                let leads = move |to: &Transition| source.has(*to) && source.vertex(*to) == from;
                Transition::ALL.into_iter().filter(leads).map(|to| fanout.node().vertex(to))
            });
            let found: Vec<VertexId> = there.chain(acting).filter(|&vertex| seen.insert(vertex)).collect();
            reached.extend(found);
        }
        reached
    }
}

fn transitions(transition: Option<Transition>) -> impl Iterator<Item = Transition> + Clone {
    Transition::ALL.into_iter().filter(move |&other| transition.is_none_or(|wanted| wanted == other))
}
