//! The graph before it is laid out: arcs over pins and their sides, grouped by target and by source.

use std::ops::Range;

use rayon::prelude::*;
use zeroslack_liberty::Direction;
use zeroslack_netlist::{CellId, CellLibrary, MasterId, NetId, Netlist, PinId, PortDirection};
use zeroslack_parallel::{Groups, add_up, concat, filled, sweep};

use crate::arc::{ArcSource, PackedKind};
use crate::ids::NodeId;
use crate::model::{ArcTemplate, CheckKind, CheckOrigin, LatchArc, Models, Template};
use crate::pin_graph::Tree;
use crate::sides::{Side, Sides};
use crate::sorted::range_of;

/// Pins, nets or cells that one task takes.
const ITEMS: usize = 1 << 13;

/// An arc over pins: the node of its source has a number as [`Sides`] gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RawArc {
    pub(crate) source: ArcSource,
    pub(crate) kind: PackedKind,
}

/// A check over pins. Data and clock come by their nets: of pins with two sides the load sides are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RawCheck {
    pub(crate) data: u32,
    pub(crate) clock: u32,
    pub(crate) clock_transition: zeroslack_units::Transition,
    pub(crate) has: [bool; 2],
    pub(crate) model: u32,
}

/// Arcs over pins.
#[derive(Debug, Default)]
pub(crate) struct RawGraph {
    /// How nodes are numbered.
    pub(crate) sides: Sides,
    /// `[node + 1]`: where its fan-in starts in `arcs`.
    pub(crate) first: Vec<u32>,
    /// Target by target, each in the order of its sources' ids.
    pub(crate) arcs: Vec<RawArc>,
    pub(crate) checks: Vec<RawCheck>,
    /// In the order of nets, then drivers.
    pub(crate) trees: Vec<Tree>,
    /// The sink of each wire.
    pub(crate) wire_sink: Vec<PinId>,
}

/// Wires of nets with several drivers, all together, that any design may have: a wire leads from each driver to each sink.
const FEW_WIRES: u64 = 1 << 24;
/// The same for each pin of a large design.
const WIRES_PER_PIN: u64 = 8;

/// Nets of no more pins need not be counted: their wires are at most a quarter of this for each pin.
const FEW_PINS: usize = 64;

/// Nets of several drivers that would make too many wires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooManyWires {
    /// The net with the most.
    pub(crate) net: NetId,
    pub(crate) drivers: u64,
    pub(crate) sinks: u64,
    /// Of all nets.
    pub(crate) wires: u64,
    pub(crate) most: u64,
}

/// Why there is no graph of a netlist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TooLarge {
    Wires(TooManyWires),
    /// More pins or arcs than ids.
    Graph {
        pins: usize,
        arcs: u64,
    },
}

/// So many arcs have no ids.
pub(crate) const MOST_ARCS: u64 = u32::MAX as u64 / 2;

impl RawGraph {
    /// All arcs, which are to be fewer than `most`, and checks of a netlist, on rayon's current threads.
    pub(crate) fn new(
        netlist: &Netlist,
        library: &CellLibrary,
        models: &mut Models,
        most: u64,
    ) -> Result<Self, TooLarge> {
        for master in netlist.used_masters() {
            models.add(library, master);
        }
        let mut raw = Self::default();
        let pins = 0..netlist.pin_id_count();
        let role = |pin| Role::of(netlist, models, PinId::new(pin));
        let roles: Vec<Role> = pins.clone().into_par_iter().map(role).collect();
        check_wires(netlist, &roles).map_err(TooLarge::Wires)?;
        let two_sided = pins.into_par_iter().filter(|&pin| roles[pin].is_both()).map(PinId::new);
        let two_sided = two_sided.map(|pin| (pin, netlist.is_port(pin))).collect();
        raw.sides = Sides::new(roles.len(), two_sided, latched(netlist, models));
        raw.add_trees(netlist, &roles);
        let wires = raw.wires_by_sink();
        let incoming = Incoming { netlist, models, roles: &roles, sides: raw.sides.clone(), wires };
        raw.add_arcs(&incoming, most)?;
        let checks = |cells: Range<usize>| {
            let cells = cells.map(CellId::new).filter(|&cell| netlist.has_cell(cell));
            cells.flat_map(|cell| checks(netlist, models, cell)).collect()
        };
        let checks: Vec<Vec<RawCheck>> = pieces(netlist.cell_id_count()).map(checks).collect();
        raw.checks = concat(checks, |_, check| check);
        raw.add_latch_checks(netlist, models);
        Ok(raw)
    }

    /// Adds checks that data comes before its latch closes, where the library states no setup time.
    fn add_latch_checks(&mut self, netlist: &Netlist, models: &mut Models) {
        let mut found = Vec::new();
        for &pin in self.sides.latched() {
            let Some((template, index)) = template_of(netlist, models, pin) else { continue };
            let base = pin.0 - index as u32;
            let unchecked = template.latch(index).map_or(&[][..], |latch| &latch.unchecked);
            found.extend(unchecked.iter().map(|&(enable, closing)| (pin.0, base + enable, closing)));
        }
        if !found.is_empty() {
            let model = models.add_stated_check(CheckOrigin::Latch, CheckKind::Setup);
            self.checks.extend(found.into_iter().map(|(data, clock, clock_transition)| RawCheck {
                data,
                clock,
                clock_transition,
                has: [true; 2],
                model,
            }));
        }
    }

    /// Numbers the wires: net by net, driver by driver, sink by sink.
    fn add_trees(&mut self, netlist: &Netlist, roles: &[Role]) {
        let pieces = pieces(netlist.net_id_count()).map(|nets| trees(netlist, roles, nets));
        let (trees, sinks): (Vec<Vec<Tree>>, Vec<Vec<PinId>>) = pieces.unzip();
        let mut first: Vec<u32> = sinks.iter().map(|sinks| sinks.len() as u32).collect();
        add_up(&mut first, 0);
        let tree = |piece: usize, tree: Tree| Tree { first_wire: first[piece] + tree.first_wire, ..tree };
        self.trees = concat(trees, tree);
        self.wire_sink = concat(sinks, |_, sink| sink);
    }

    /// Wires with their drivers, in order, by the pins they lead to.
    fn wires_by_sink(&self) -> Groups<(u32, u32)> {
        Groups::new(self.trees.len(), self.sides.pin_count(), |trees| {
            trees.flat_map(move |number| {
                let tree = &self.trees[number];
                let next = self.trees.get(number + 1);
                let end = next.map_or(self.wire_sink.len() as u32, |next| next.first_wire);
                let driver = self.sides.driver(tree.driver) as u32;
                (tree.first_wire..end).map(move |wire| (self.wire_sink[wire as usize].0, (driver, wire)))
            })
        })
    }

    /// Counts the arcs into every node, then puts them down if they are fewer than `most`.
    fn add_arcs(&mut self, incoming: &Incoming<'_>, most: u64) -> Result<(), TooLarge> {
        let nodes = self.sides.count();
        // None lead to the one after the last.
        let count = |node| if node == nodes { 0 } else { incoming.count(node) };
        self.first = (0..=nodes).into_par_iter().map(count).collect();
        let arcs = self.first.par_iter().map(|&count| u64::from(count)).sum();
        if nodes >= ArcSource::MOST_NODES as usize || arcs >= most {
            return Err(TooLarge::Graph { pins: nodes, arcs });
        }
        let total = add_up(&mut self.first, 0);
        let none = RawArc { source: ArcSource::default(), kind: PackedKind::default() };
        self.arcs = filled(none, total as usize);
        let first = |node: usize| self.first[node] as usize;
        sweep(0..nodes, ITEMS, (), &mut self.arcs[..], &first, &|nodes, (), mut arcs| {
            for node in nodes {
                let own;
                (own, arcs) = arcs.split_at_mut(first(node + 1) - first(node));
                incoming.fill(node, own);
            }
        });
        Ok(())
    }

    /// The drivers of a net.
    pub(crate) fn drivers(&self, net: NetId) -> impl Iterator<Item = PinId> + '_ {
        self.trees[range_of(&self.trees, &net, |tree| tree.net)].iter().map(|tree| tree.driver)
    }

    /// Number of nodes.
    pub(crate) fn node_count(&self) -> usize {
        self.first.len() - 1
    }

    /// The fan-in of a node.
    pub(crate) fn fanin(&self, node: u32) -> &[RawArc] {
        &self.arcs[self.fanin_range(node)]
    }

    /// Where the fan-in of a node is in `arcs`.
    pub(crate) fn fanin_range(&self, node: u32) -> Range<usize> {
        self.first[node as usize] as usize..self.first[node as usize + 1] as usize
    }

    /// The fan-in of a node, to be changed.
    pub(crate) fn fanin_mut(&mut self, node: u32) -> &mut [RawArc] {
        let range = self.fanin_range(node);
        &mut self.arcs[range]
    }

    /// The targets of each node, in the order of their numbers.
    pub(crate) fn fanout(&self) -> Groups<u32> {
        Groups::new(self.node_count(), self.node_count(), |nodes| {
            nodes.flat_map(|node| {
                self.fanin(node as u32).iter().map(move |arc| (arc.source.node().0, node as u32))
            })
        })
    }

    /// Keeps the arcs that `keep` wants, given their index.
    pub(crate) fn retain(&mut self, mut keep: impl FnMut(usize) -> bool) {
        let mut kept = 0;
        let mut start = 0;
        for node in 0..self.node_count() {
            let end = self.first[node + 1] as usize;
            self.first[node] = kept as u32;
            for arc in start..end {
                if keep(arc) {
                    self.arcs[kept] = self.arcs[arc];
                    kept += 1;
                }
            }
            start = end;
        }
        self.arcs.truncate(kept);
        let nodes = self.node_count();
        self.first[nodes] = kept as u32;
    }
}

/// What leads into nodes.
struct Incoming<'a> {
    netlist: &'a Netlist,
    models: &'a Models,
    /// `[pin]`.
    roles: &'a [Role],
    sides: Sides,
    /// (driver, wire), by sink.
    wires: Groups<(u32, u32)>,
}

impl Incoming<'_> {
    /// The arcs into a node within its cell, and the cell's first pin; and the wires to it. Pin ids of removed cells have none. Of a pin with two
    /// sides the load side has the wires, the driver side the arcs within the cell.
    fn of(&self, node: usize) -> (&[ArcTemplate], u32, &[(u32, u32)]) {
        let (pin, side) = self.sides.pin(node);
        if !self.netlist.has_pin(pin) {
            return (&[], 0, &[]);
        }
        if side == Side::Giving {
            let (arcs, base) = arcs_to_giving_side(self.netlist, self.models, pin);
            return (arcs, base, &[]);
        }
        let wires = if side == Side::Driver { &[][..] } else { self.wires.get(pin.0) };
        if side == Side::Own && self.roles[pin.index()].is_both() {
            return (&[], 0, wires);
        }
        let (arcs, base) = arcs_into(self.netlist, self.models, pin);
        (arcs, base, wires)
    }

    /// The number of the node that an arc within a cell comes from.
    fn source(&self, arc: &ArcTemplate, base: u32) -> u32 {
        let pin = base + arc.from;
        match self.models.arcs[arc.model as usize].latch {
            Some(LatchArc::Through) => self.sides.giving(PinId(pin)).map_or(pin, |number| number as u32),
            _ => pin,
        }
    }

    fn count(&self, node: usize) -> u32 {
        let (arcs, _, wires) = self.of(node);
        (arcs.len() + wires.len()) as u32
    }

    fn fill(&self, node: usize, places: &mut [RawArc]) {
        let (arcs, base, wires) = self.of(node);
        let arcs = arcs.iter().map(|arc| RawArc {
            source: ArcSource::new(NodeId(self.source(arc, base)), arc.negative, arc.has),
            kind: PackedKind::cell(arc.model),
        });
        let wires = wires.iter().map(|&(driver, wire)| RawArc {
            source: ArcSource::new(NodeId(driver), false, [true; 2]),
            kind: PackedKind::wire(wire),
        });
        for (place, arc) in places.iter_mut().zip(arcs.chain(wires)) {
            *place = arc;
        }
    }
}

/// The arcs into a pin within its cell, and the cell's first pin.
pub(crate) fn arcs_into<'m>(netlist: &Netlist, models: &'m Models, pin: PinId) -> (&'m [ArcTemplate], u32) {
    let Some((template, index)) = template_of(netlist, models, pin) else { return (&[], 0) };
    (template.into(index), pin.0 - index as u32)
}

/// The arcs into the giving side of a data pin of a latch, and the cell's first pin.
fn arcs_to_giving_side<'m>(netlist: &Netlist, models: &'m Models, pin: PinId) -> (&'m [ArcTemplate], u32) {
    let Some((template, index)) = template_of(netlist, models, pin) else { return (&[], 0) };
    (template.latch(index).map_or(&[], |latch| &latch.arcs), pin.0 - index as u32)
}

/// The template of a pin's cell, and the pin's place there.
fn template_of<'m>(netlist: &Netlist, models: &'m Models, pin: PinId) -> Option<(&'m Template, usize)> {
    let (cell, index) = (netlist.pin_cell(pin)?, netlist.pin_index(pin)?);
    Some((models.template(netlist.cell_master(cell))?, index))
}

/// The data pins of latches, in order.
fn latched(netlist: &Netlist, models: &Models) -> Vec<PinId> {
    let has_latch =
        |master: &MasterId| models.template(*master).is_some_and(|template| !template.latches.is_empty());
    if !netlist.used_masters().iter().any(has_latch) {
        return Vec::new();
    }
    let cells = (0..netlist.cell_id_count()).into_par_iter().with_min_len(ITEMS).map(CellId::new);
    let cells = cells.filter(|&cell| netlist.has_cell(cell));
    let of_cell = |cell: CellId| {
        let base = netlist.cell_pins(cell).next().map_or(0, |pin| pin.0);
        let template = models.template(netlist.cell_master(cell));
        template.into_iter().flat_map(|template| &template.latches).map(move |latch| PinId(base + latch.data))
    };
    let mut pins: Vec<PinId> = cells.flat_map_iter(of_cell).collect();
    pins.par_sort_unstable();
    pins
}

/// So many items in pieces, for a task each.
fn pieces(items: usize) -> impl IndexedParallelIterator<Item = Range<usize>> {
    let piece = move |piece: usize| piece * ITEMS..items.min((piece + 1) * ITEMS);
    (0..items.div_ceil(ITEMS)).into_par_iter().map(piece)
}

/// Counts the wires of nets with several drivers before there are any.
fn check_wires(netlist: &Netlist, roles: &[Role]) -> Result<(), TooManyWires> {
    let most = FEW_WIRES.max(WIRES_PER_PIN * netlist.pin_id_count() as u64);
    let count = |net: NetId| {
        let pins = netlist.net_pins(net);
        let drivers = pins.iter().filter(|pin| roles[pin.index()].is_driver).count() as u64;
        let sinks = pins.iter().filter(|pin| roles[pin.index()].is_sink).count() as u64;
        TooManyWires { net, drivers, sinks, wires: drivers * sinks, most }
    };
    let of_piece = |nets: Range<usize>| {
        let is_large = |net: &NetId| netlist.net_pins(*net).len() > FEW_PINS;
        let nets = nets.map(NetId::new).filter(|&net| netlist.has_net(net)).filter(is_large);
        let several = nets.map(count).filter(|count| count.drivers > 1);
        several.fold((0, None), |(wires, worst): (u64, Option<TooManyWires>), next| {
            (wires + next.wires, Some(worst.filter(|worst| worst.wires >= next.wires).unwrap_or(next)))
        })
    };
    let pieces: Vec<_> = pieces(netlist.net_id_count()).map(of_piece).collect();
    let wires = pieces.iter().map(|(wires, _)| wires).sum();
    let worst = pieces
        .into_iter()
        .filter_map(|(_, worst)| worst)
        .reduce(|worst, next| if next.wires > worst.wires { next } else { worst });
    match worst {
        Some(worst) if wires > most => Err(TooManyWires { wires, ..worst }),
        _ => Ok(()),
    }
}

/// Drivers of nets and the wires from them, numbered from 0 on.
fn trees(netlist: &Netlist, roles: &[Role], nets: Range<usize>) -> (Vec<Tree>, Vec<PinId>) {
    let (mut trees, mut wire_sink, mut sinks) = (Vec::new(), Vec::new(), Vec::new());
    for net in nets.map(NetId::new).filter(|&net| netlist.has_net(net)) {
        let pins = netlist.net_pins(net);
        sinks.clear();
        sinks.extend(pins.iter().copied().filter(|pin| roles[pin.index()].is_sink));
        for &driver in pins.iter().filter(|pin| roles[pin.index()].is_driver) {
            trees.push(Tree { net, driver, first_wire: wire_sink.len() as u32 });
            wire_sink.extend(sinks.iter().copied().filter(|&sink| sink != driver));
        }
    }
    (trees, wire_sink)
}

/// The checks of a cell.
fn checks(netlist: &Netlist, models: &Models, cell: CellId) -> impl Iterator<Item = RawCheck> {
    let base = netlist.cell_pins(cell).next().map_or(0, |pin| pin.0);
    let template = models.template(netlist.cell_master(cell));
    template.into_iter().flat_map(|template| &template.checks).map(move |check| RawCheck {
        data: base + check.data,
        clock: base + check.clock,
        clock_transition: check.clock_transition,
        has: check.has,
        model: check.model,
    })
}

/// What a pin is to its net.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Role {
    /// A cell's output, its inout pin if arcs lead to it, an input or inout port.
    pub(crate) is_driver: bool,
    /// A cell's input or inout pin, an output or inout port.
    pub(crate) is_sink: bool,
}

impl Role {
    pub(crate) fn of(netlist: &Netlist, models: &Models, pin: PinId) -> Self {
        if let Some((port, _)) = netlist.port_of(pin) {
            let direction = port.direction;
            let (is_driver, is_sink) =
                (direction != PortDirection::Output, direction != PortDirection::Input);
            return Self { is_driver, is_sink };
        }
        let direction = netlist.master_pin(pin).map(|pin| pin.direction);
        let has_arcs = || netlist.has_pin(pin) && !arcs_into(netlist, models, pin).0.is_empty();
        match direction {
            Some(Direction::Input) => Self { is_driver: false, is_sink: true },
            Some(Direction::Output) => Self { is_driver: true, is_sink: false },
            Some(Direction::Inout) => Self { is_driver: has_arcs(), is_sink: true },
            Some(Direction::Internal) | None => Self::default(),
        }
    }

    /// Whether the pin has two sides.
    pub(crate) fn is_both(self) -> bool {
        self.is_driver && self.is_sink
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use zeroslack_netlist::{LinkOptions, Source, link};
    use zeroslack_sdc::Constraints;

    use super::*;
    use crate::model::Models;

    const LIBRARY: &str = r#"library (l) {
        time_unit : "1ps"; capacitive_load_unit (1, ff);
        cell (BUF) {
            pin (A) { direction : input; }
            pin (Z) {
                direction : output; function : "A";
                timing () { related_pin : "A"; cell_rise (scalar) { values ("1"); } cell_fall (scalar) { values ("1"); } }
            }
        }
    }"#;

    #[test]
    fn arcs_without_ids_are_counted_before_there_are_any() {
        let (library, _) = zeroslack_liberty::read(LIBRARY);
        let (library, _) = CellLibrary::new(Vec::new(), vec![Arc::new(library)]);
        let text = "module t (a, z); input a; output z; wire b; BUF u (.A(a), .Z(b)); BUF v (.A(b), .Z(z)); endmodule";
        let (design, _) = zeroslack_verilog::read(text);
        let source = Source { file: "t.v", text, design };
        let netlist = link(&[source], library, &LinkOptions::default()).0.expect("a netlist");
        let arcs = |most| {
            let mut models = Models::new(&Constraints::default());
            RawGraph::new(&netlist, netlist.library(), &mut models, most).map(|raw| raw.arcs.len())
        };
        // Two cells and three wires.
        assert_eq!(arcs(6), Ok(5));
        assert_eq!(arcs(5), Err(TooLarge::Graph { pins: netlist.pin_id_count(), arcs: 5 }));
    }
}
