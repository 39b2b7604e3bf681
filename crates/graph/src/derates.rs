//! Factors on the delays of a timing graph and on what its checks ask for, as constraints state them.

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use zeroslack_netlist::{CellId, MasterId, NetId, Netlist, PinId};
use zeroslack_parallel::{filled, sweep_one};
use zeroslack_sdc::{Constraints, DerateKind, DerateTarget, Derates, Drive, PathPart};
use zeroslack_units::{Quad, Split, Transition, quad};

use crate::graph::TimingGraph;
use crate::ids::{ArcId, NodeId, VertexId};
use crate::model::CheckOrigin;
use crate::pin_graph::{PinCheck, PinGraph};
use crate::repower::Recompute;
use crate::sorted::keep_each_once;
use crate::tag::Role;

/// Nodes that one task takes.
const NODES: usize = 1 << 12;

/// Which transitions at the end of an arc belong to a clock: as many ways as there are.
const PARTS: u32 = 4;

/// Factors on delays and on what checks ask for.
///
/// Many arcs have the same four factors: they have a class, by which the factors are found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ArcDerates {
    pub(crate) class: Vec<u32>,
    pub(crate) factors: Vec<Quad<f32>>,
    pub(crate) checks: Vec<[f32; 2]>,
    pub(crate) drives: Vec<Quad<f32>>,
    pub(crate) objects: Objects,
}

impl ArcDerates {
    /// The class of each arc of the timing graph, an index into [`ArcDerates::factors`]. `[arc]`.
    pub fn classes(&self) -> &[u32] {
        &self.class
    }

    /// The factors of each class, by the target's transition. `[class]`.
    pub fn factors(&self) -> &[Quad<f32>] {
        &self.factors
    }

    /// The factors on what checks of the pin graph ask for. `[pin check][data transition]`.
    pub fn checks(&self) -> &[[f32; 2]] {
        &self.checks
    }

    /// The factors on what drives of ports make signals later by, where they start: those on delays of the cells that drive them. `[source]` of
    /// [`TimingGraph::sources`].
    pub fn drives(&self) -> &[Quad<f32>] {
        &self.drives
    }

    /// Whether library cells have factors of their own: then those of an arc depend on what its cell is.
    pub(crate) fn are_of_library_cells(&self) -> bool {
        !self.objects.masters.is_empty()
    }
}

/// The first class of the arcs of each object that has factors of its own: there is one for each way in which the two transitions belong to a clock.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Objects {
    design_cells: u32,
    design_nets: u32,
    masters: FxHashMap<MasterId, u32>,
    cells: FxHashMap<CellId, u32>,
    nets: FxHashMap<NetId, u32>,
}

/// Finds the classes of objects and their factors.
struct Classes<'c> {
    derates: &'c Derates,
    factors: Vec<Quad<f32>>,
}

impl Objects {
    /// With the factors of each class.
    fn new(derates: &Derates, netlist: &Netlist) -> (Self, Vec<Quad<f32>>) {
        let mut classes = Classes { derates, factors: Vec::new() };
        let mut objects = Self {
            design_cells: classes.add([None, None], DerateKind::CellDelay),
            design_nets: classes.add([None, None], DerateKind::NetDelay),
            ..Self::default()
        };
        for (target, _) in derates.iter() {
            match target {
                DerateTarget::Design => {}
                DerateTarget::LibraryCell(master) => {
                    let class = classes.add([None, Some(target)], DerateKind::CellDelay);
                    objects.masters.insert(master, class);
                }
                DerateTarget::Cell(cell) if netlist.has_cell(cell) => {
                    let master = DerateTarget::LibraryCell(netlist.cell_master(cell));
                    let class = classes.add([Some(target), Some(master)], DerateKind::CellDelay);
                    objects.cells.insert(cell, class);
                }
                DerateTarget::Cell(_) => {}
                DerateTarget::Net(net) => {
                    let class = classes.add([Some(target), None], DerateKind::NetDelay);
                    objects.nets.insert(net, class);
                }
            }
        }
        (objects, classes.factors)
    }

    /// Whether the factors of a cell are known: those that are stated of it are only if it was there when the graph was built.
    pub(crate) fn knows(&self, cell: CellId, derates: &Derates) -> bool {
        let is_meant = |(target, _): (DerateTarget, _)| target == DerateTarget::Cell(cell);
        self.cells.contains_key(&cell) || !derates.iter().any(is_meant)
    }

    /// The same of a net.
    pub(crate) fn knows_net(&self, net: NetId, derates: &Derates) -> bool {
        let is_meant = |(target, _): (DerateTarget, _)| target == DerateTarget::Net(net);
        self.nets.contains_key(&net) || !derates.iter().any(is_meant)
    }

    /// The first class of the arcs that lead to a pin within its cell, and that of the wires to it.
    pub(crate) fn of_pin(&self, netlist: &Netlist, pin: PinId) -> [u32; 2] {
        let of_cell = netlist.pin_cell(pin).map_or(self.design_cells, |cell| {
            let master = || self.masters.get(&netlist.cell_master(cell)).copied();
            self.cells.get(&cell).copied().or_else(master).unwrap_or(self.design_cells)
        });
        let net = if self.nets.is_empty() { None } else { netlist.pin_net(pin) };
        let of_net = net.and_then(|net| self.nets.get(&net).copied()).unwrap_or(self.design_nets);
        [of_cell, of_net]
    }
}

impl Classes<'_> {
    /// Adds the classes of an object: of it, of what it is one of, of the design.
    fn add(&mut self, [own, wider]: [Option<DerateTarget>; 2], kind: DerateKind) -> u32 {
        let first = self.factors.len() as u32;
        let [data, clock] = PathPart::ALL
            .map(|part| self.derates.factors([own, wider, Some(DerateTarget::Design)], kind, part));
        for clocks in 0..PARTS {
            self.factors.push(Split::ALL.map(|split| {
                Transition::ALL.map(|to| {
                    let of_part = if clocks >> to as u32 & 1 == 1 { &clock } else { &data };
                    of_part[split as usize][to as usize]
                })
            }));
        }
        first
    }
}

impl TimingGraph {
    /// Finds the factors on all delays, where constraints state any. The arcs of the timing graph have to be apart from the pin graph's.
    pub(crate) fn add_derates(&mut self, netlist: &Netlist, constraints: &Constraints) {
        if constraints.derates.is_empty() {
            return;
        }
        let (objects, factors) = Objects::new(&constraints.derates, netlist);
        let class = self.derate_classes(netlist, &objects);
        self.derates = Some(self.derates_of((netlist, constraints), (objects, factors), class));
    }

    /// The class of each arc of a graph that is levelled.
    fn derate_classes(&self, netlist: &Netlist, objects: &Objects) -> Vec<u32> {
        let mut class = filled(0_u32, self.arc_count());
        let first = |node: usize| self.fanin_first()[node] as usize;
        zeroslack_parallel::sweep(
            0..self.node_count(),
            NODES,
            (),
            &mut class[..],
            &first,
            &|nodes, (), places| {
                let mut places = places.iter_mut();
                for node in NodeId::all(nodes) {
                    let [of_cell, of_net] = objects.of_pin(netlist, self.pin(node));
                    let part = self.clock_transitions(node);
                    for (arc, place) in self.fanin(node).zip(&mut places) {
                        let first = if self.pins.is_wire(self.arc_kind(arc)) { of_net } else { of_cell };
                        *place = first + part;
                    }
                }
            },
        );
        class
    }

    /// All factors, where arcs have their classes.
    fn derates_of(
        &self,
        (netlist, constraints): (&Netlist, &Constraints),
        (objects, factors): (Objects, Vec<Quad<f32>>),
        class: Vec<u32>,
    ) -> ArcDerates {
        let checks = check_factors(&self.pins, netlist, &constraints.derates);
        ArcDerates { class, factors, checks, drives: self.derates_of_drives(constraints), objects }
    }

    /// The factors on what drives make sources later by.
    fn derates_of_drives(&self, constraints: &Constraints) -> Vec<Quad<f32>> {
        self.sources().iter().map(|source| self.drive_factors(source.node, constraints)).collect()
    }

    /// Takes over that something else drives ports.
    pub(crate) fn restate_derates_of_drives(&mut self, constraints: &Constraints) {
        if let Some(mut derates) = self.derates.take() {
            derates.drives = self.derates_of_drives(constraints);
            self.derates = Some(derates);
        }
    }

    /// Takes other factors over, where there are some before and after, and puts down what they are on. False if other objects have some and the graph is not levelled.
    pub(crate) fn restate_derates(
        &mut self,
        (netlist, constraints): (&Netlist, &Constraints),
        changed: &mut Recompute,
    ) -> bool {
        let Some(mut before) = self.derates.take() else { return true };
        let (objects, factors) = Objects::new(&constraints.derates, netlist);
        let other_classes = match objects == before.objects {
            true => None,
            false if self.is_levelled() => Some(self.derate_classes(netlist, &objects)),
            false => return false,
        };
        let classes = [&before.class, other_classes.as_ref().unwrap_or(&before.class)];
        let is_other = |arc: ArcId| {
            let [was, is] = classes.map(|classes| classes[arc.index()] as usize);
            before.factors[was] != factors[is]
        };
        changed.nodes.extend(self.nodes_after(is_other));
        let class = other_classes.unwrap_or_else(|| std::mem::take(&mut before.class));
        let made = self.derates_of((netlist, constraints), (objects, factors), class);
        let checks = before.checks.iter().zip(&made.checks).zip(0..);
        changed.checks.extend(checks.filter(|((was, is), _)| was != is).map(|(_, check)| check));
        let drives = before.drives.iter().zip(&made.drives).zip(self.sources());
        let others = drives.filter(|((was, is), _)| was != is);
        changed.targets.extend(others.map(|(_, source)| self.pin_graph_node(source.node)));
        self.derates = Some(made);
        true
    }

    /// The nodes of the pin graph to which some arcs lead, each once.
    fn nodes_after(&self, is_meant: impl Fn(ArcId) -> bool + Sync) -> Vec<NodeId> {
        let mut nodes: Vec<NodeId> = (0..self.node_count())
            .into_par_iter()
            .map(NodeId::at)
            .filter(|&node| self.fanin(node).any(&is_meant))
            .map(|node| self.pin_graph_node(node))
            .collect();
        keep_each_once(&mut nodes);
        nodes
    }

    /// The factors on what the drive of a port makes the signals later by that start at a node.
    fn drive_factors(&self, node: NodeId, constraints: &Constraints) -> Quad<f32> {
        let Some(lanes) = constraints.drives.get(&self.pin(node)) else { return quad(1.0) };
        let clocks = self.clock_transitions(node);
        Split::ALL.map(|split| {
            Transition::ALL.map(|to| {
                let cell = match lanes[split as usize][to as usize] {
                    Some(Drive::Cell(cell)) => Some(DerateTarget::LibraryCell(cell.master)),
                    _ => None,
                };
                let part = if clocks >> to as u32 & 1 == 1 { PathPart::Clock } else { PathPart::Data };
                let targets = [cell, Some(DerateTarget::Design)];
                constraints.derates.factors(targets, DerateKind::CellDelay, part)[split as usize][to as usize]
            })
        })
    }

    /// Which transitions at a node belong to a clock, a bit each.
    pub(crate) fn clock_transitions(&self, node: NodeId) -> u32 {
        let is_clock = |vertex: VertexId| self.vertex_tag(vertex).is_some_and(|tag| tag.role != Role::Data);
        let bits = Transition::ALL.map(|to| u32::from(is_clock(node.vertex(to))) << to as u32);
        bits[0] | bits[1]
    }
}

/// The factors on what each check of a cell asks for.
fn check_factors(pins: &PinGraph, netlist: &Netlist, derates: &Derates) -> Vec<[f32; 2]> {
    let checks = pins.checks();
    let mut factors = filled([1.0; 2], checks.len());
    sweep_one(
        0..checks.len(),
        NODES,
        &mut factors[..],
        &|range: std::ops::Range<usize>, factors: &mut [[f32; 2]]| {
            for (check, factors) in checks[range].iter().zip(factors) {
                *factors = check_factors_of(pins, netlist, check, derates);
            }
        },
    );
    factors
}

/// The same of one check.
pub(crate) fn check_factors_of(
    pins: &PinGraph,
    netlist: &Netlist,
    check: &PinCheck,
    derates: &Derates,
) -> [f32; 2] {
    let model = &pins.check_models()[check.model as usize];
    let cell = netlist.pin_cell(pins.structure().pin(check.data)).map(DerateTarget::Cell);
    let master = match model.origin {
        CheckOrigin::Library { master, .. } | CheckOrigin::NonSequential { master, .. } => {
            Some(DerateTarget::LibraryCell(master))
        }
        CheckOrigin::ClockGating | CheckOrigin::Data | CheckOrigin::Latch | CheckOrigin::Port => {
            return [1.0; 2];
        }
    };
    let targets = [cell, master, Some(DerateTarget::Design)];
    derates.factors(targets, DerateKind::CellCheck, PathPart::Data)[model.kind.split() as usize]
}
