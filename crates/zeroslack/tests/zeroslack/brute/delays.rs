//! Slews and delays by direct formulas in f64: nothing is shared, ordered or cached as the engine does it.

use std::collections::BTreeMap;

use zeroslack::netlist::{NetId, PinId};
use zeroslack::sdc::{Constraints, Drive};
use zeroslack::timing::Calculator;

use super::design::{Design, Place};
use super::effective::{effective, measure, wire_delay};
use super::parasitics::RcNet;
use super::structure::{By, Check, Edge, Structure, Vertex};

/// What one driver sees of its net, for one split and transition.
struct Network {
    /// Node, the sink pin at it if any, and fF. The driver is the first.
    nodes: Vec<(Option<usize>, f64)>,
    /// For each node the resistors from the driver: (which, kΩ).
    ways: Vec<Vec<(usize, f64)>>,
}

impl Network {
    /// Resistance that the ways to two nodes share, kΩ.
    fn shared(&self, a: usize, b: usize) -> f64 {
        let both = self.ways[a]
            .iter()
            .filter(|(resistor, _)| self.ways[b].iter().any(|(other, _)| other == resistor));
        both.map(|(_, resistance)| resistance).sum()
    }

    fn load(&self) -> f64 {
        self.nodes.iter().map(|(_, capacitance)| capacitance).sum()
    }

    /// Σ R C over all nodes, R being what the ways share.
    fn delay(&self, node: usize) -> f64 {
        (0..self.nodes.len()).map(|other| self.shared(node, other) * self.nodes[other].1).sum()
    }

    /// Σ R C × delay over all nodes.
    fn second_moment(&self, node: usize) -> f64 {
        (0..self.nodes.len())
            .map(|other| self.shared(node, other) * self.nodes[other].1 * self.delay(other))
            .sum()
    }

    /// The first three moments of the admittance that the driver sees, without their signs.
    fn admittance(&self) -> [f64; 3] {
        let sum = |of: &dyn Fn(usize) -> f64| -> f64 {
            self.nodes.iter().enumerate().map(|(node, (_, capacitance))| capacitance * of(node)).sum()
        };
        [sum(&|_| 1.0), sum(&|node| self.delay(node)), sum(&|node| self.second_moment(node))]
    }

    fn node_of(&self, sink: usize) -> usize {
        self.nodes.iter().position(|(pin, _)| *pin == Some(sink)).unwrap()
    }
}

/// Slews and delays of a design.
pub struct Delays<'a> {
    design: &'a Design,
    parasitics: &'a [RcNet],
    constraints: &'a Constraints,
    structure: &'a Structure,
    calculator: Calculator,
    /// By (vertex, split): computed once, as paths meet again and again.
    slews: BTreeMap<(Vertex, usize), Option<f64>>,
}

impl<'a> Delays<'a> {
    pub fn new(
        design: &'a Design,
        parasitics: &'a [RcNet],
        constraints: &'a Constraints,
        structure: &'a Structure,
        calculator: Calculator,
    ) -> Self {
        Self { design, parasitics, constraints, structure, calculator, slews: BTreeMap::new() }
    }

    /// fF of a pin: that of its cell's pin, or what the constraints put on a port.
    fn pin_capacitance(&self, pin: usize, split: usize, transition: usize) -> f64 {
        match self.design.pins[pin].place {
            Place::Cell(instance, pin) => {
                let cell = &self.design.library.cells[self.design.instances[instance].cell];
                cell.pins[pin].capacitance[split][transition]
            }
            Place::Port(_) => {
                let stated = self.constraints.loads.get(&PinId(pin as u32));
                stated.and_then(|load| load.pins[split][transition]).map_or(0.0, f64::from)
            }
        }
    }

    /// A driver's network. What it has no resistors to sits at the driver, and what the file leaves out loads nothing.
    fn network(&self, driver: usize, split: usize, transition: usize) -> Network {
        let net = self.design.pins[driver].net.unwrap();
        let is_port = matches!(self.design.pins[driver].place, Place::Port(_));
        let rc = self.parasitics.iter().find(|rc| rc.net == net);
        if let Some(wires) = self.stated_wires(net, rc, split, transition) {
            return self.stated_network(driver, net, wires, (split, transition));
        }
        let capacitance = |pin: usize| {
            let counts = !rc.is_some_and(|rc| rc.leaves_out(pin));
            if counts { self.pin_capacitance(pin, split, transition) } else { 0.0 }
        };
        let own = if is_port { capacitance(driver) } else { 0.0 };
        let mut network = Network { nodes: vec![(None, own)], ways: vec![vec![]] };
        let ways = rc.map_or(vec![], |rc| ways(rc, driver));
        let is_sink = |pin: usize| self.design.pins[pin].is_sink && pin != driver;
        let mut sinks: Vec<usize> = self.design.net_pins(net).filter(|&pin| is_sink(pin)).collect();
        network.nodes[0].1 += rc.and_then(RcNet::lone_total).unwrap_or(0.0);
        for (node, way) in rc.iter().flat_map(|rc| &rc.nodes).zip(ways) {
            let sink = node.pin.filter(|&pin| is_sink(pin));
            sinks.retain(|&pin| Some(pin) != sink);
            let load = sink.map_or(0.0, capacitance);
            let wire: f64 = node.capacitances.iter().map(|(value, _)| value).sum();
            network.nodes.push((sink, wire + load));
            network.ways.push(way.unwrap_or_default());
        }
        for pin in sinks {
            network.nodes.push((Some(pin), capacitance(pin)));
            network.ways.push(vec![]);
        }
        network
    }

    /// What constraints state of a net's wires, fF: for want of a value it is the capacitance of all of its parasitics.
    fn stated_wires(&self, net: usize, rc: Option<&RcNet>, split: usize, transition: usize) -> Option<f64> {
        let id = NetId(self.design.net_id(net));
        let stated = self.constraints.net_loads.get(&id)?[split][transition];
        let of_nodes = |rc: &RcNet| {
            let at_nodes = rc.nodes.iter().flat_map(|node| &node.capacitances).map(|(value, _)| value);
            rc.lone_total().unwrap_or(at_nodes.sum())
        };
        Some(stated.map_or(rc.map_or(0.0, of_nodes), f64::from))
    }

    /// All pins at the driver.
    fn stated_network(
        &self,
        driver: usize,
        net: usize,
        wires: f64,
        (split, transition): (usize, usize),
    ) -> Network {
        let is_port = matches!(self.design.pins[driver].place, Place::Port(_));
        let own = if is_port { self.pin_capacitance(driver, split, transition) } else { 0.0 };
        let mut network = Network { nodes: vec![(None, own + wires)], ways: vec![vec![]] };
        for pin in self.design.net_pins(net).filter(|&pin| self.design.pins[pin].is_sink && pin != driver) {
            network.nodes.push((Some(pin), self.pin_capacitance(pin, split, transition)));
            network.ways.push(vec![]);
        }
        network
    }

    /// What drives a port in one split and transition: (delay, slew) by each edge that makes the transition; none if nothing drives it.
    fn driven(&self, side: usize, split: usize, to: usize) -> Option<Vec<(f64, f64)>> {
        let drive = self.constraints.drives.get(&PinId(side as u32))?[split][to]?;
        if !self.structure.constants.has(2 * side + to) {
            return Some(vec![]);
        }
        let whole = self.load(side, split, to);
        let cell = match drive {
            Drive::Resistance(resistance) => {
                return Some(vec![(f64::from(resistance) * whole, f64::from(resistance) * whole)]);
            }
            Drive::Cell(cell) => cell,
        };
        let described = &self.design.library.cells[cell.master.index()];
        let mut made = Vec::new();
        for (group, from) in described.edges_to(cell.output as usize, cell.input as usize, to) {
            let tables = group.tables(split);
            let input = f64::from(cell.slews[from]);
            let load = match &tables.slew[to] {
                Some(slews) if self.calculator == Calculator::EffectiveCapacitance => {
                    let network = self.network(self.design.pin_of(side), split, to);
                    effective(network.admittance(), |load| slews.look_up(input, load) * measure(split, to).0)
                }
                _ => whole,
            };
            let delays = tables.value[to].as_ref().unwrap();
            let delay = delays.look_up(input, load) - delays.look_up(input, 0.0);
            made.push((delay, tables.slew[to].as_ref().map_or(0.0, |slews| slews.look_up(input, load))));
        }
        Some(made)
    }

    /// By how much later a signal starts, ps, and whether any does: what drives a port makes some edges, or none.
    pub fn drive_delay(&self, vertex: Vertex, split: usize) -> Option<f64> {
        let Some(made) = self.driven(vertex / 2, split, vertex % 2) else { return Some(0.0) };
        worst(split, made.into_iter().map(|(delay, _)| delay))
    }

    /// fF that a side of a pin drives.
    pub fn load(&self, side: usize, split: usize, transition: usize) -> f64 {
        let pin = self.design.pin_of(side);
        let drives = self.design.pins[pin].net.is_some() && self.design.drives(side);
        if drives { self.network(pin, split, transition).load() } else { 0.0 }
    }

    /// ps; none where no signal comes.
    pub fn slew(&mut self, vertex: Vertex, split: usize) -> Option<f64> {
        if let Some(&known) = self.slews.get(&(vertex, split)) {
            return known;
        }
        let structure = self.structure;
        let into = structure.edges.iter().filter(|edge| edge.to == vertex);
        let mut slews: Vec<f64> = into.filter_map(|edge| Some(self.edge(edge, split)?.1)).collect();
        if !self.structure.constants.has(vertex) {
            return None;
        }
        slews.extend(self.stated_slew(vertex, split));
        let is_driven = self.driven(vertex / 2, split, vertex % 2).is_some();
        if slews.is_empty() && self.is_clock_source(vertex / 2) && !is_driven {
            slews.push(0.0);
        }
        let worst = worst(split, slews.into_iter());
        self.slews.insert((vertex, split), worst);
        worst
    }

    /// Where a clock starts, a slew of 0 is taken where none comes by an edge.
    fn is_clock_source(&self, pin: usize) -> bool {
        let sources = self.constraints.clocks.iter().flat_map(|(_, clock)| &clock.sources);
        sources.into_iter().any(|source| source.index() == pin)
    }

    /// Ports that drive have a slew, of 0 unless stated.
    fn stated_slew(&self, vertex: Vertex, split: usize) -> Option<f64> {
        let (side, transition) = (vertex / 2, vertex % 2);
        let is_port = matches!(self.design.pins[self.design.pin_of(side)].place, Place::Port(_));
        if let Some(made) = self.driven(side, split, transition) {
            return worst(split, made.into_iter().map(|(_, slew)| slew));
        }
        let stated = self.constraints.input_slews.get(&PinId(side as u32));
        let stated = stated.and_then(|stated| stated[split][transition]).map_or(0.0, f64::from);
        (is_port && self.design.drives(side)).then_some(stated)
    }

    /// (delay, slew at its end) of an edge, ps; none where no signal comes to its start.
    pub fn edge(&mut self, edge: &Edge, split: usize) -> Option<(f64, f64)> {
        let slew = self.slew(edge.from, split)?;
        let transition = edge.to % 2;
        let By::Cell { instance, group } = edge.by else {
            let (delay, impulse) = self.wire(edge, split);
            let slew = match self.calculator {
                Calculator::Lumped => slew,
                Calculator::Elmore => (slew * slew + impulse).sqrt(),
                Calculator::EffectiveCapacitance => {
                    (slew * slew + measure(split, transition).1.powi(2) * impulse).sqrt()
                }
            };
            return Some((delay, slew));
        };
        let load = self.load_of_edge(edge, split)?;
        let cell = &self.design.library.cells[self.design.instances[instance].cell];
        let tables = cell.groups[group].tables(split);
        let delay = tables.value[transition].as_ref().unwrap().look_up(slew, load);
        Some((delay, tables.slew[transition].as_ref().map_or(0.0, |table| table.look_up(slew, load))))
    }

    /// fF that an edge of a cell sees; none where no signal comes to its start.
    pub fn load_of_edge(&mut self, edge: &Edge, split: usize) -> Option<f64> {
        let (slew, to) = (self.slew(edge.from, split)?, edge.to % 2);
        let By::Cell { instance, group } = edge.by else { return None };
        let whole = self.load(edge.to / 2, split, to);
        let cell = &self.design.library.cells[self.design.instances[instance].cell];
        let driver = self.design.pin_of(edge.to / 2);
        let is_driving = self.design.pins[driver].net.is_some();
        Some(match &cell.groups[group].tables(split).slew[to] {
            Some(slews) if is_driving && self.calculator == Calculator::EffectiveCapacitance => {
                let network = self.network(driver, split, to);
                let ramp = |load| slews.look_up(slew, load) * measure(split, to).0;
                effective(network.admittance(), ramp)
            }
            _ => whole,
        })
    }

    /// (delay, impulse) of a wire, ps and ps².
    pub fn wire(&mut self, edge: &Edge, split: usize) -> (f64, f64) {
        if self.calculator == Calculator::Lumped {
            return (0.0, 0.0);
        }
        let network = self.network(self.design.pin_of(edge.from / 2), split, edge.to % 2);
        let node = network.node_of(edge.to / 2);
        let delay = network.delay(node);
        let impulse = (2.0 * network.second_moment(node) - delay * delay).max(0.0);
        match (self.calculator, self.slew(edge.from, split)) {
            (Calculator::EffectiveCapacitance, Some(slew)) => {
                (wire_delay(delay, impulse, slew * measure(split, edge.to % 2).0), impulse)
            }
            _ => (delay, impulse),
        }
    }

    /// What a check asks for, ps. The data's split tells which library is asked.
    pub fn margin(&mut self, check: &Check, split: usize) -> Option<f64> {
        let (data, clock) = (self.slew(check.data, split)?, self.slew(check.clock, 1 - split)?);
        let cell = &self.design.library.cells[self.design.instances[check.instance].cell];
        Some(cell.groups[check.group].tables(split).value[check.data % 2].as_ref()?.look_up(data, clock))
    }
}

/// The least of early values, the greatest of late ones.
fn worst(split: usize, values: impl Iterator<Item = f64>) -> Option<f64> {
    values.reduce(if split == 0 { f64::min } else { f64::max })
}

/// The resistors from a driver to each node, those beside each other taken together; none where there is no way.
fn ways(rc: &RcNet, driver: usize) -> Vec<Option<Vec<(usize, f64)>>> {
    let mut ways = vec![None; rc.nodes.len()];
    if let Some(root) = rc.nodes.iter().position(|node| node.pin == Some(driver)) {
        ways[root] = Some(vec![]);
        follow(rc, root, &mut ways);
    }
    ways
}

fn follow(rc: &RcNet, from: usize, ways: &mut [Option<Vec<(usize, f64)>>]) {
    for to in 0..rc.nodes.len() {
        let between = |&&(a, b, _): &&(usize, usize, f64)| (a, b) == (from, to) || (a, b) == (to, from);
        let beside: Vec<f64> = rc.resistors.iter().filter(between).map(|resistor| resistor.2).collect();
        if beside.is_empty() || ways[to].is_some() {
            continue;
        }
        let resistance =
            if beside.contains(&0.0) { 0.0 } else { 1.0 / beside.iter().map(|r| 1.0 / r).sum::<f64>() };
        let mut way = ways[from].clone().unwrap();
        // A forest has one way into each node, so that the node can name it.
        way.push((to, resistance));
        ways[to] = Some(way);
        follow(rc, to, ways);
    }
}
