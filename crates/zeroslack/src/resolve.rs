//! What names of points stand for in a design.

use zeroslack_graph::{NodeId, OutputId, TimingGraph, VertexId};
use zeroslack_input::Diagnostics;
use zeroslack_netlist::{CellId, NetId, Netlist, PinId, PortDirection};
use zeroslack_paths::{Ends, Passing};
use zeroslack_sdc::{ClockEdge, ClockId, Constraints, glob};
use zeroslack_units::{Transition, UNDEFINED};

use crate::points::{PathPoints, Point};

/// Finds what points name in a design.
pub(crate) struct Resolver<'a> {
    pub(crate) netlist: &'a Netlist,
    pub(crate) constraints: &'a Constraints,
    pub(crate) graph: &'a TimingGraph,
}

/// What a name stands for.
enum Object {
    Pin(PinId),
    Cell(CellId),
    Net(NetId),
    Clock(ClockId),
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
            Self::From | Self::To => "pin (cell/pin), port, cell or clock",
            Self::Through => "pin (cell/pin), port, cell or net",
        }
    }

    /// What it would have to be.
    fn wanted(self) -> &'static str {
        match self {
            Self::From => {
                "no path starts there: that is at a register (its clock pin), an input port with an arrival, a clock"
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
    /// `PATH-001` for a name that nothing has, `PATH-002` for one where no path starts or ends.
    pub(crate) fn resolve(&self, points: &PathPoints) -> Result<Passing, Diagnostics> {
        let mut said = Diagnostics::new();
        let from = self.set(&points.from, Role::From, &mut said);
        let through = points.through.iter().map(|set| self.set(set, Role::Through, &mut said).data);
        let through = through.collect();
        let to = self.set(&points.to, Role::To, &mut said);
        if said.has_errors() {
            return Err(said);
        }
        Ok(Passing {
            from: (!points.from.is_empty()).then_some(from.data),
            through,
            to: (!points.to.is_empty()).then_some(to),
        })
    }

    /// What any of some points names.
    fn set(&self, points: &[Point], role: Role, said: &mut Diagnostics) -> Ends {
        let mut ends = Ends::default();
        for point in points {
            let name = &point.name;
            let objects = self.objects(name, role);
            if objects.is_empty() {
                said.error("PATH-001", None, || {
                    format!(
                        "no {} is called '{name}'; * stands for any text, ? for a character",
                        role.kinds()
                    )
                });
                continue;
            }
            let count = |ends: &Ends| ends.data.len() + ends.captures.len() + ends.outputs.len();
            let before = count(&ends);
            for object in &objects {
                self.enter(object, point.transition, role, &mut ends);
            }
            // A pin that no signal reaches can be named, and no path passes there.
            let is_pin = role == Role::Through && objects.iter().any(|object| self.has_pins(object));
            if count(&ends) == before && !is_pin {
                said.error("PATH-002", None, || format!("'{name}': {}", role.wanted()));
            }
        }
        for list in [&mut ends.data, &mut ends.captures] {
            list.sort_unstable();
            list.dedup();
        }
        ends.outputs.sort_unstable();
        ends.outputs.dedup();
        ends
    }

    /// Everything of a name.
    fn objects(&self, name: &str, role: Role) -> Vec<Object> {
        let mut objects = Vec::new();
        let netlist = self.netlist;
        if glob::is_pattern(name) {
            self.matching(name, role, &mut objects);
            return objects;
        }
        if role != Role::Through {
            objects.extend(self.clocks(|clock| clock == name));
        }
        if let Some(bits) = netlist.find_port_bits(name) {
            objects.extend(bits.map(Object::Pin));
        } else {
            objects.extend(netlist.find_port(name).map(Object::Pin));
        }
        objects.extend(netlist.find_pin(name, '/').map(Object::Pin));
        objects.extend(netlist.find_cell(name).map(Object::Cell));
        if role == Role::Through {
            objects.extend(netlist.find_net(name).map(Object::Net));
        }
        objects
    }

    fn clocks(&self, is_wanted: impl Fn(&str) -> bool) -> impl Iterator<Item = Object> {
        let clocks = self.constraints.clocks.iter().zip(0..);
        clocks
            .filter(move |(clock, _)| is_wanted(&clock.name))
            .map(|(_, index)| Object::Clock(ClockId(index)))
    }

    /// Everything that a pattern matches.
    fn matching(&self, pattern: &str, role: Role, objects: &mut Vec<Object>) {
        let netlist = self.netlist;
        let matches = |pattern: &str, name: &str| glob::matches(pattern, name, Some(b'/'));
        if role == Role::Through {
            let nets = netlist.nets().filter(|&net| matches(pattern, netlist.net_name(net)));
            objects.extend(nets.map(Object::Net));
        } else {
            objects.extend(self.clocks(|clock| matches(pattern, clock)));
        }
        let ports = netlist.pins().take(netlist.port_pin_count());
        objects.extend(ports.filter(|&pin| matches(pattern, &netlist.pin_name(pin))).map(Object::Pin));
        let of_cell = pattern.rsplit_once('/');
        for cell in netlist.cells() {
            let name = netlist.cell_name(cell);
            if matches(pattern, name) {
                objects.push(Object::Cell(cell));
            }
            if let Some((_, of_pin)) = of_cell.filter(|(of_cell, _)| matches(of_cell, name)) {
                let pins = netlist.cell_pins(cell);
                let is_named = |&pin: &PinId| {
                    netlist.master_pin(pin).is_some_and(|master| matches(of_pin, &master.name))
                };
                objects.extend(pins.filter(is_named).map(Object::Pin));
            }
        }
    }

    /// Adds the vertices of an object that count in a role.
    fn enter(&self, object: &Object, transition: Option<Transition>, role: Role, ends: &mut Ends) {
        match *object {
            Object::Pin(pin) => self.enter_pin(pin, transition, role, ends),
            Object::Cell(cell) => {
                for pin in self.netlist.cell_pins(cell) {
                    self.enter_pin(pin, transition, role, ends);
                }
            }
            Object::Net(net) => {
                for &pin in self.netlist.net_pins(net) {
                    self.enter_pin(pin, transition, role, ends);
                }
            }
            Object::Clock(clock) => self.enter_clock(clock, transition, role, ends),
        }
    }

    fn has_pins(&self, object: &Object) -> bool {
        match *object {
            Object::Pin(_) => true,
            Object::Cell(cell) => self.netlist.cell_pins(cell).len() > 0,
            Object::Net(net) => !self.netlist.net_pins(net).is_empty(),
            Object::Clock(_) => false,
        }
    }

    fn enter_pin(&self, pin: PinId, transition: Option<Transition>, role: Role, ends: &mut Ends) {
        let counts = |vertex: &VertexId| match role {
            Role::From => self.starts(*vertex),
            Role::Through => true,
            Role::To => self.graph.endpoint_of(pin).is_some(),
        };
        let vertices = self
            .graph
            .all_nodes(pin)
            .flat_map(|node| transitions(transition).map(move |transition| node.vertex(transition)));
        ends.data.extend(vertices.filter(counts));
        // The port of a clock stands for the clock.
        let is_port =
            self.netlist.port_of(pin).is_some_and(|(port, _)| port.direction == PortDirection::Input);
        if role == Role::From && is_port {
            for (clock, index) in self.constraints.clocks.iter().zip(0..) {
                if clock.sources.contains(&pin) {
                    self.enter_clock(ClockId(index), transition, role, ends);
                }
            }
        }
    }

    /// Whether a path starts at a vertex: it launches, or a constraint states when a signal arrives.
    fn starts(&self, vertex: VertexId) -> bool {
        let (graph, node) = (self.graph, vertex.node());
        let launches = |fanout: &zeroslack_graph::Fanout| {
            let source = graph.arc_source(fanout.arc);
            graph.is_launch(fanout.arc)
                && Transition::ALL.into_iter().any(|to| source.has(to) && source.vertex(to) == vertex)
        };
        let is_stated = |source: &zeroslack_graph::Source| {
            source.arrival.iter().any(|arrivals| arrivals[vertex.transition() as usize] != UNDEFINED)
        };
        graph.fanout(node).iter().any(launches)
            || zeroslack_graph::Source::at(graph.sources(), node).is_some_and(is_stated)
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
        let sources = self.constraints.clocks[clock.0 as usize].sources.iter();
        let starts = sources.flat_map(|&pin| graph.nodes(pin)).flat_map(NodeId::vertices);
        let mut reached: Vec<VertexId> = starts.filter(is_own).collect();
        let mut seen: rustc_hash::FxHashSet<VertexId> = reached.iter().copied().collect();
        let mut next = 0;
        while let Some(&from) = reached.get(next) {
            next += 1;
            let pin = graph.pin(from.node());
            let acting = graph.ideal_nodes(pin).flat_map(NodeId::vertices).filter(is_own);
            let ways = graph.fanout(from.node()).iter().filter(|fanout| !graph.is_launch(fanout.arc));
            let there = ways.flat_map(|fanout| {
                let source = graph.arc_source(fanout.arc);
                let leads = move |to: &Transition| source.has(*to) && source.vertex(*to) == from;
                Transition::ALL.into_iter().filter(leads).map(|to| fanout.node.vertex(to))
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
