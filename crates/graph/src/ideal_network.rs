//! Ideal networks: which nets and cells take no time but what is stated, and what their arcs take.
//!
//! The marks of pins are found on the netlist, before the pin graph is laid out. Arcs in an ideal network then get models whose delays and slews do not depend on
//! anything, so that engines see arcs as any others. Nets in it have no load and no wires' delay, as nets whose capacitance is stated as 0.

use std::borrow::Cow;
use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use zeroslack_input::{Diagnostics, FirstFew};
use zeroslack_liberty::Direction;
use zeroslack_netlist::{CellId, CellLibrary, MasterId, NetId, Netlist, PinId};
use zeroslack_sdc::{Constraints, IdealNetworks, IdealSource};
use zeroslack_units::{Quad, Split, Ticks, Transition, ps, quad, worse_arrival};

use crate::arc::{ArcKind, PackedKind};
use crate::constants::{Constants, NodeState};
use crate::level::Layout;
use crate::model::{ArcModel, IdealArc, Models};
use crate::raw::{RawArc, RawGraph};
use crate::sides::Side;

/// Bits of a pin: it belongs to an ideal network, and that spreads through cells.
const IDEAL: u8 = 0b01;
const SPREADS: u8 = 0b10;

/// The pins, nets and cells of all ideal networks.
#[derive(Debug, Default)]
pub(crate) struct IdealNetwork {
    /// `[pin]`; empty without ideal networks.
    marks: Vec<u8>,
    /// In order.
    nets: Vec<NetId>,
}

impl IdealNetwork {
    /// Finds them.
    pub(crate) fn new(
        (raw, constants): (&RawGraph, &Constants),
        (netlist, library): (&Netlist, &CellLibrary),
        models: &Models,
        constraints: &Constraints,
    ) -> Self {
        let sources = &constraints.ideal_networks.sources;
        if sources.is_empty() {
            return Self::default();
        }
        let of = Cells { raw, constants, netlist, library, models };
        let mut network = Self { marks: vec![0; raw.sides.pin_count()], nets: Vec::new() };
        let mut open = Vec::new();
        for (&source, &spreads) in sources {
            let mark = IDEAL | if spreads { SPREADS } else { 0 };
            match source {
                IdealSource::Pin(pin) => network.mark(pin, mark, &mut open),
                IdealSource::Net(net) => raw.drivers(net).for_each(|pin| network.mark(pin, mark, &mut open)),
            }
        }
        while let Some(pin) = open.pop() {
            network.spread_over_net(&of, pin, &mut open);
            network.spread_through_cell(&of, pin, &mut open);
        }
        network.nets.sort_unstable();
        network.nets.dedup();
        network
    }

    fn is_empty(&self) -> bool {
        self.marks.is_empty()
    }

    fn mark_of(&self, pin: PinId) -> u8 {
        self.marks.get(pin.index()).copied().unwrap_or(0)
    }

    /// Whether a net is in an ideal network.
    fn has_net(&self, net: NetId) -> bool {
        self.nets.binary_search(&net).is_ok()
    }

    /// Adds to the mark of a pin. One that changes is to be looked at again.
    fn mark(&mut self, pin: PinId, mark: u8, open: &mut Vec<PinId>) {
        let known = &mut self.marks[pin.index()];
        if *known | mark != *known {
            *known |= mark;
            open.push(pin);
        }
    }

    /// From a driver to the loads of its net, where all drivers of that belong to ideal networks.
    fn spread_over_net(&mut self, of: &Cells<'_>, pin: PinId, open: &mut Vec<PinId>) {
        let Some(net) = of.netlist.pin_net(pin) else { return };
        let mut all = IDEAL;
        let mut is_driver = false;
        for driver in of.raw.drivers(net) {
            is_driver |= driver == pin;
            let mark = self.mark_of(driver);
            if mark == 0 && !of.is_silent(of.raw.sides.driver(driver)) {
                return;
            }
            all |= mark;
        }
        if !is_driver {
            return;
        }
        self.nets.push(net);
        for &sink in of.netlist.net_pins(net) {
            self.mark(sink, all, open);
        }
    }

    /// From an input of a combinational cell to its outputs, where all of its inputs belong to ideal networks or do not change, and one of them is of a network that
    /// spreads.
    fn spread_through_cell(&mut self, of: &Cells<'_>, pin: PinId, open: &mut Vec<PinId>) {
        if !of.is_input(pin) {
            return;
        }
        let Some(cell) = of.netlist.pin_cell(pin).filter(|&cell| self.has_cell(of, cell)) else { return };
        let spreads = |pin: PinId| of.is_input(pin) && self.mark_of(pin) & SPREADS != 0;
        if !of.netlist.cell_pins(cell).any(spreads) {
            return;
        }
        for output in of.netlist.cell_pins(cell).filter(|&pin| of.is_reached_within(pin)) {
            self.mark(output, IDEAL | SPREADS, open);
        }
    }

    /// Whether a cell is combinational, and all of its inputs belong to ideal networks or do not change.
    fn has_cell(&self, of: &Cells<'_>, cell: CellId) -> bool {
        let is_ready = |pin: PinId| {
            let is_still = of.netlist.pin_net(pin).is_none() || of.is_silent(pin.index());
            !of.is_input(pin) || self.mark_of(pin) != 0 || is_still
        };
        of.is_combinational(cell) && of.netlist.cell_pins(cell).all(is_ready)
    }

    /// What constraints state, but that the ports and nets of ideal networks are neither driven nor loaded.
    pub(crate) fn around<'c>(&self, constraints: &'c Constraints, netlist: &Netlist) -> Cow<'c, Constraints> {
        if self.is_empty() {
            return Cow::Borrowed(constraints);
        }
        let mut around = constraints.clone();
        around.net_loads.extend(self.nets.iter().map(|&net| (net, quad(Some(0.0)))));
        let ports = netlist.port_pins().filter(|&pin| self.is_at_ideal_net(netlist, pin));
        for port in ports.filter(|&pin| netlist.is_driver(pin)) {
            around.drives.remove(&port);
            match constraints.ideal_networks.transitions.get(&port) {
                Some(&slew) => around.input_slews.insert(port, slew),
                None => around.input_slews.remove(&port),
            };
        }
        Cow::Owned(around)
    }

    fn is_at_ideal_net(&self, netlist: &Netlist, pin: PinId) -> bool {
        netlist.pin_net(pin).is_some_and(|net| self.has_net(net))
    }

    /// Gives the arcs of ideal networks models of their own.
    pub(crate) fn apply(
        &self,
        (raw, constants): (&mut RawGraph, &Constants),
        (netlist, library): (&Netlist, &CellLibrary),
        models: &mut Models,
        layout: &Layout,
        constraints: &Constraints,
    ) {
        if self.is_empty() {
            return;
        }
        let stated = &constraints.ideal_networks;
        let mut timed = IdealTimes { stated, states: FxHashMap::default() };
        let mut made = MadeModels::default();
        for &number in &layout.node_pin {
            let (pin, side) = raw.sides.pin(number as usize);
            if side == Side::Giving || self.mark_of(pin) == 0 {
                continue;
            }
            let of = Cells { raw, constants, netlist, library, models };
            let is_driven = raw.fanin(number).iter().any(|arc| matches!(arc.kind.kind(), ArcKind::Cell(_)));
            let is_ideal_net = self.is_at_ideal_net(netlist, pin);
            let is_in_cell = || netlist.pin_cell(pin).is_some_and(|cell| self.has_cell(&of, cell));
            let is_inside = is_ideal_net && !raw.fanin(number).is_empty() && (!is_driven || is_in_cell());
            if !is_inside {
                let state = timed.start(number, pin, constants);
                if is_ideal_net && is_driven {
                    for arc in raw.fanin_mut(number) {
                        arc.kind = made.of(models, arc.kind, None, state.slew);
                    }
                }
                continue;
            }
            timed.enter(number, pin, raw.fanin(number));
            for at in raw.fanin_range(number) {
                let arc = raw.arcs[at];
                let (delay, slew) = timed.along(pin, &arc);
                if is_driven || timed.changes(&arc, &delay, &slew) {
                    raw.arcs[at].kind = made.of(models, arc.kind, Some(delay), slew);
                }
            }
        }
    }

    /// Says what is stated of pins in no ideal network (`GRAPH-018`).
    pub(crate) fn report(&self, netlist: &Netlist, stated: &IdealNetworks, diagnostics: &mut Diagnostics) {
        let pins: BTreeMap<PinId, ()> =
            stated.latencies.keys().chain(stated.transitions.keys()).map(|&pin| (pin, ())).collect();
        let mut outside = FirstFew::default();
        pins.into_keys().filter(|&pin| self.mark_of(pin) == 0).for_each(|pin| outside.note(pin));
        if outside.count() > 0 {
            diagnostics.warning("GRAPH-018", None, || {
                let names = outside.names(|&pin| netlist.pin_name(pin));
                format!("ideal latencies or transitions are stated of pins in no ideal network, where they do not count: {names}; expected set_ideal_network upstream")
            });
        }
    }

    /// The nets of all ideal networks, in order.
    pub(crate) fn into_nets(self) -> Vec<NetId> {
        self.nets
    }
}

/// What says how pins, nets and cells hang together.
struct Cells<'a> {
    raw: &'a RawGraph,
    constants: &'a Constants,
    netlist: &'a Netlist,
    library: &'a CellLibrary,
    models: &'a Models,
}

impl Cells<'_> {
    /// Whether a node never changes.
    fn is_silent(&self, number: usize) -> bool {
        let state = self.constants.of(number);
        state.value().is_some() || state == NodeState::Floating
    }

    fn is_input(&self, pin: PinId) -> bool {
        let direction = self.netlist.master_pin(pin).map(|pin| pin.direction);
        matches!(direction, Some(Direction::Input | Direction::Inout))
    }

    /// Whether arcs lead to a pin within its cell.
    fn is_reached_within(&self, pin: PinId) -> bool {
        let number = self.raw.sides.driver(pin) as u32;
        self.raw.fanin(number).iter().any(|arc| matches!(arc.kind.kind(), ArcKind::Cell(_)))
    }

    /// Whether a cell keeps nothing: no clock launches in it, nothing is checked, and no library calls it a register or a latch.
    fn is_combinational(&self, cell: CellId) -> bool {
        let master = self.netlist.cell_master(cell);
        let keeps = |split| self.library.cell(master, split).is_some_and(|cell| !cell.sequentials.is_empty());
        let Some(template) = self.models.template(master) else { return false };
        let launches = || template.arcs.iter().any(|arc| self.models.arcs[arc.model as usize].launches);
        template.checks.is_empty() && !Split::ALL.into_iter().any(keeps) && !launches()
    }
}

/// What an ideal network has at a node, by split and transition.
#[derive(Clone, Copy)]
struct IdealState {
    /// How much of the latency is in the arrivals at the node: nothing where a network starts.
    arrived: Quad<Ticks>,
    /// The latency that holds from here on.
    latency: Quad<Ticks>,
    /// The slew, ps.
    slew: Quad<f32>,
    /// Which transitions may come there.
    has: [bool; 2],
}

/// What an edge of an arc brings to a pin, of one split.
struct IdealEdge {
    /// The latency there.
    latency: Ticks,
    /// The slew there, ps.
    slew: f32,
    /// How much of the latency was in the arrival at the arc's source.
    arrived: Ticks,
}

/// Finds what is stated at the nodes of ideal networks, in the order of levels.
struct IdealTimes<'c> {
    stated: &'c IdealNetworks,
    /// By the numbers that nodes have before they are laid out.
    states: FxHashMap<u32, IdealState>,
}

impl IdealTimes<'_> {
    fn stated_at(&self, pin: PinId) -> (Quad<Option<Ticks>>, Quad<Option<f32>>) {
        let latency = self.stated.latencies.get(&pin).copied();
        let slew = self.stated.transitions.get(&pin).copied();
        (latency.unwrap_or(quad(None)), slew.unwrap_or(quad(None)))
    }

    /// A node where a network starts.
    fn start(&mut self, number: u32, pin: PinId, constants: &Constants) -> IdealState {
        let (latency, slew) = self.stated_at(pin);
        let state = IdealState {
            arrived: quad(0),
            latency: latency.map(|split| split.map(|time| time.unwrap_or(0))),
            slew: slew.map(|split| split.map(|slew| slew.unwrap_or(0.0))),
            has: Transition::ALL.map(|edge| constants.of(number as usize).has(edge)),
        };
        self.states.insert(number, state);
        state
    }

    /// What an edge of an arc brings to a pin; none where no signal can come by it.
    fn edge(&self, pin: PinId, arc: &RawArc, (split, to): (usize, Transition)) -> Option<IdealEdge> {
        let from = arc.source.from(to) as usize;
        let upstream = self.states.get(&arc.source.node().0).filter(|state| state.has[from])?;
        let (latency, slew) = self.stated_at(pin);
        let latency = latency[split][to as usize].unwrap_or(upstream.latency[split][from]);
        let slew = slew[split][to as usize].unwrap_or(upstream.slew[split][from]);
        Some(IdealEdge { latency, slew, arrived: upstream.arrived[split][from] })
    }

    /// A node within a network, with the worst of what comes there.
    fn enter(&mut self, number: u32, pin: PinId, arcs: &[RawArc]) {
        let mut state = IdealState { arrived: quad(0), latency: quad(0), slew: quad(0.0), has: [false; 2] };
        for split in Split::ALL {
            for to in Transition::ALL {
                let edges = arcs.iter().filter(|arc| arc.source.has(to));
                let edges = edges.filter_map(|arc| self.edge(pin, arc, (split as usize, to)));
                let worst = edges.reduce(|a, b| IdealEdge {
                    latency: worse_arrival(split, a.latency, b.latency),
                    slew: if split == Split::Early { a.slew.min(b.slew) } else { a.slew.max(b.slew) },
                    arrived: 0,
                });
                if let Some(IdealEdge { latency, slew, .. }) = worst {
                    let (split, to) = (split as usize, to as usize);
                    (state.latency[split][to], state.slew[split][to]) = (latency, slew);
                    state.has[to] = true;
                }
            }
        }
        state.arrived = state.latency;
        self.states.insert(number, state);
    }

    /// The delays of an arc to a pin, and the slews that it makes there; 0 of edges by which no signal comes.
    fn along(&self, pin: PinId, arc: &RawArc) -> (Quad<f32>, Quad<f32>) {
        let (mut delay, mut slew) = (quad(0.0), quad(0.0));
        for split in 0..2 {
            for to in Transition::ALL.into_iter().filter(|&to| arc.source.has(to)) {
                if let Some(edge) = self.edge(pin, arc, (split, to)) {
                    delay[split][to as usize] = ps(edge.latency - edge.arrived) as f32;
                    slew[split][to as usize] = edge.slew;
                }
            }
        }
        (delay, slew)
    }

    /// Whether an arc takes time, or makes other slews than those at its source.
    fn changes(&self, arc: &RawArc, delay: &Quad<f32>, slew: &Quad<f32>) -> bool {
        let Some(source) = self.states.get(&arc.source.node().0) else { return false };
        let froms = Transition::ALL.map(|to| (to as usize, arc.source.from(to) as usize));
        let edges = froms.into_iter().filter(|&(_, from)| source.has[from]);
        edges
            .flat_map(|edge| [(0, edge), (1, edge)])
            .any(|(split, (to, from))| delay[split][to] != 0.0 || slew[split][to] != source.slew[split][from])
    }
}

/// What tells models apart: the arc's own model, none of wires, and the bits of delays and slews.
type ModelKey = (Option<u32>, Option<Quad<u32>>, Quad<u32>);

/// Models of arcs in ideal networks, each once.
#[derive(Default)]
struct MadeModels(FxHashMap<ModelKey, u32>);

impl MadeModels {
    /// The kind of an arc that has a delay and slews whatever its library or net says; without a delay it has the library's.
    fn of(
        &mut self,
        models: &mut Models,
        kind: PackedKind,
        delay: Option<Quad<f32>>,
        slew: Quad<f32>,
    ) -> PackedKind {
        let own = match kind.kind() {
            ArcKind::Cell(model) => Some(model),
            ArcKind::Wire(_) => None,
        };
        let bits = |values: Quad<f32>| values.map(|split| split.map(f32::to_bits));
        let key = (own, delay.map(bits), bits(slew));
        let model = *self.0.entry(key).or_insert_with(|| {
            let ideal = Some(IdealArc { delay, slew, of: own });
            let of_library = own.map(|own| models.arcs[own as usize].clone());
            let model = of_library.unwrap_or(ArcModel {
                master: MasterId(0),
                timing: [(0, 0); 2],
                described: Split::ALL,
                launches: false,
                latch: None,
                ideal: None,
            });
            models.arcs.push(ArcModel { ideal, ..model });
            models.arcs.len() as u32 - 1
        });
        PackedKind::cell(model)
    }
}
