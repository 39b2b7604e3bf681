//! The delay pass: loads and wires of all nets, then slews and delays level by level, then what checks ask for.

use std::borrow::Cow;
use std::marker::PhantomData;
use std::ops::Range;

use zeroslack_graph::{
    ArcKind, ArcSource, Direction, LevelPart, NodeId, PackedKind, PinCheck, PinGraph, Structure, sweep_levels,
};
use zeroslack_parallel::{Cut, sweep, sweep_one};
use zeroslack_units::{Quad, Split, Transition, quad};

use crate::calculator::{DelayCalculator, DrivenNet, Lane, Scratch, Wire};
use crate::data::DelayData;
use crate::driving::DrivingEdge;
use crate::incremental::batch::MOST_ARCS;
use crate::latches::MOST_LATCH_PASSES;
use crate::library::EdgeTables;
use crate::near::{ask_for, ask_for_arcs, ask_for_ranges};
use crate::quad_tables::{ColumnAxis, Positions};
use crate::table::{NO_TABLE, Position};
use crate::timed_graph::value_at;
use crate::timing::Timing;

/// Trees that calculators look at side by side.
const TOGETHER: usize = 2;

/// Trees and checks that one thread takes at once at the most, nodes at the least: some µs of work.
const TREES: usize = 256;
const NODES: usize = 64;
const CHECKS: usize = 1024;

/// Computes loads, wires, slews, delays and check margins.
pub(crate) fn delay_pass<C: DelayCalculator>(
    timing: &mut Timing,
    graph: &PinGraph,
    data: &DelayData,
    calculator: &C,
) {
    let models = nets(timing, graph, data, calculator);
    let Timing { slew, delay, loads, arc_loads, wires, driven, .. } = timing;
    let structure = graph.structure();
    let pass = DelayPass { graph, structure, data, calculator, loads, models: &models, wires };
    *driven = pass.driven_ports();
    let mut stated = pass.stated_slews(driven);
    for _ in 0..MOST_LATCH_PASSES {
        let of_arcs = (&mut delay[..], arc_loads.as_deref_mut());
        sweep_levels(
            structure.into(),
            Direction::Forward,
            NODES,
            (&mut slew[..], of_arcs),
            Gathered::default,
            |gathered, part| pass.nodes(gathered, part, &stated),
        );
        if !state_looped_slews(graph, slew, &mut stated) {
            break;
        }
    }
    margins(timing, graph, data);
}

/// States the late slews of data pins at the giving sides of latches that depend on them. Says whether one of them is another than before.
fn state_looped_slews(
    graph: &PinGraph,
    slew: &[Quad<f32>],
    stated: &mut Cow<'_, [(NodeId, Quad<f32>)]>,
) -> bool {
    let mut has_changed = false;
    for latch in graph.latches().iter().filter(|latch| latch.is_looped) {
        let late = slew[latch.data.index()][Split::Late as usize];
        let of_side = [[f32::NAN; 2], late];
        match stated.binary_search_by_key(&latch.giving, |&(node, _)| node) {
            Ok(place) if same_bits(&stated[place].1, &of_side) => {}
            Ok(place) => {
                stated.to_mut()[place].1 = of_side;
                has_changed = true;
            }
            Err(place) => {
                stated.to_mut().insert(place, (latch.giving, of_side));
                has_changed = true;
            }
        }
    }
    has_changed
}

/// Whether both are the same to the bit, NaN too.
#[inline]
pub(crate) fn same_bits(a: &Quad<f32>, b: &Quad<f32>) -> bool {
    a.as_flattened().iter().zip(b.as_flattened()).all(|(a, b)| a.to_bits() == b.to_bits())
}

/// Loads and wires, tree by tree. Returns the models of trees, which take no memory where there are none.
fn nets<C: DelayCalculator>(
    timing: &mut Timing,
    graph: &PinGraph,
    data: &DelayData,
    calculator: &C,
) -> Vec<C::Model> {
    let trees = graph.trees();
    let mut models = vec![C::Model::default(); trees.len()];
    let offset = |tree: usize| trees.get(tree).map_or(graph.wire_count(), |tree| tree.first_wire as usize);
    sweep(
        0..trees.len(),
        TREES,
        (&mut timing.loads[..], &mut models[..]),
        &mut timing.wires[..],
        &offset,
        &|range: Range<usize>, (loads, models), wires| {
            let mut scratch = [const { Scratch::new() }; TOGETHER];
            let (mut tree, mut rest) = (range.start, wires);
            let mut own = |tree: usize| {
                let (own, others) = std::mem::take(&mut rest).split_at_mut(offset(tree + 1) - offset(tree));
                rest = others;
                own
            };
            while tree < range.end {
                let place = tree - range.start;
                if range.end - tree >= TOGETHER {
                    let nodes = std::array::from_fn(|i| data.trees.tree(tree + i));
                    let wires: [&mut [Wire]; TOGETHER] = std::array::from_fn(|i| own(tree + i));
                    let found = calculator.trees(nodes, &data.trees.loads.pool, &mut scratch, wires);
                    for (i, found) in found.into_iter().enumerate() {
                        (loads[place + i], models[place + i]) = found;
                    }
                    tree += TOGETHER;
                } else {
                    let (nodes, wires) = (data.trees.tree(tree), own(tree));
                    (loads[place], models[place]) =
                        calculator.tree(nodes, &data.trees.loads.pool, &mut scratch[0], wires);
                    tree += 1;
                }
            }
        },
    );
    models
}

/// Delays of arcs, and loads where calculators keep those of arcs.
type OfArcs<'a> = (&'a mut [Quad<f32>], Option<&'a mut [Quad<f32>]>);

/// Copies of what lies far apart, in the order in which nodes use it. Memory is kept from chunk to chunk.
#[derive(Default)]
struct Gathered {
    /// Load of each node.
    loads: Vec<Quad<f32>>,
    /// Slew at the source of each arc.
    entering: Vec<Quad<f32>>,
    /// Wire of each arc that is one.
    wires: Vec<Wire>,
}

/// What is found at a node by itself, and room for it.
pub(crate) struct Alone<C: DelayCalculator> {
    gathered: Gathered,
    /// Of the arcs into the node.
    pub(crate) delays: Vec<Quad<f32>>,
    /// The same, where calculators keep them.
    pub(crate) loads: Vec<Quad<f32>>,
    pub(crate) scratch: Scratch,
    pub(crate) wires: Vec<Wire>,
    of: PhantomData<C>,
}

impl<C: DelayCalculator> Default for Alone<C> {
    fn default() -> Self {
        Self {
            gathered: Gathered::default(),
            delays: Vec::new(),
            loads: Vec::new(),
            scratch: Scratch::new(),
            wires: Vec::new(),
            of: PhantomData,
        }
    }
}

pub(crate) struct DelayPass<'a, C: DelayCalculator> {
    pub(crate) graph: &'a PinGraph,
    structure: &'a Structure,
    pub(crate) data: &'a DelayData,
    calculator: &'a C,
    /// `[tree]`.
    pub(crate) loads: &'a [Quad<f32>],
    /// `[tree]`.
    models: &'a [C::Model],
    /// `[wire]`.
    wires: &'a [Wire],
}

/// Where a load lies on the columns of a table: kept from arc to arc, as the arcs into a pin mostly have one load and one axis.
#[derive(Clone, Copy)]
pub(crate) struct Column {
    axis: u32,
    position: Position,
}

impl Column {
    /// On no axis yet.
    pub(crate) const UNKNOWN: Self =
        Self { axis: u32::MAX, position: Position { segment: 0, fraction: 0.0 } };
}

impl<'a, C: DelayCalculator> DelayPass<'a, C> {
    /// For nodes by themselves, with the loads and wires that there are: without models of nets.
    pub(crate) fn alone(
        (graph, data): (&'a PinGraph, &'a DelayData),
        calculator: &'a C,
        (loads, wires): (&'a [Quad<f32>], &'a [Wire]),
    ) -> Self {
        Self { graph, structure: graph.structure(), data, calculator, loads, models: &[], wires }
    }

    /// Slews of some nodes of a level, and delays of the arcs into them.
    fn nodes(
        &self,
        gathered: &mut Gathered,
        part: LevelPart<'_, Quad<f32>, OfArcs<'_>>,
        stated: &[(NodeId, Quad<f32>)],
    ) {
        let LevelPart { nodes, done, here, arcs: (mut delays, mut arc_loads), .. } = part;
        self.gather(gathered, nodes.clone(), done);
        let (mut entering, mut wires) = (&gathered.entering[..], gathered.wires.iter());
        for ((node, slew), &load) in NodeId::all(nodes.clone()).zip(&mut *here).zip(&gathered.loads) {
            let arcs = self.structure.fanin_range(node);
            let (own, own_delays);
            let mut own_loads = None;
            (own, entering) = entering.split_at(arcs.len());
            (own_delays, delays) = delays.split_at_mut(arcs.len());
            if C::SEES_DRIVER {
                (own_loads, arc_loads) = arc_loads.cut(arcs.len());
            }
            *slew = self.node(arcs, &self.net(node, load), own, &mut wires, (own_delays, own_loads));
        }
        enter_stated(nodes, here, stated);
    }

    /// What some nodes need from all over the graph. A loop that does nothing else waits for many values at once.
    fn gather(&self, gathered: &mut Gathered, nodes: Range<usize>, below: &[Quad<f32>]) {
        let loads = NodeId::all(nodes.clone())
            .map(|node| self.graph.tree_of(node).map_or(quad(0.0), |tree| self.loads[tree]));
        let arcs = match nodes.len() {
            1 => self.structure.fanin_range(NodeId::at(nodes.start)),
            _ => {
                let first = self.structure.fanin_first();
                first[nodes.start] as usize..first[nodes.end] as usize
            }
        };
        let wire = |kind: &PackedKind| match kind.kind() {
            ArcKind::Wire(wire) => Some(self.wires[wire as usize]),
            ArcKind::Cell(_) => None,
        };
        let sources = &self.structure.arc_sources()[arcs.clone()];
        gathered.loads.clear();
        gathered.loads.extend(loads);
        gathered.entering.clear();
        gathered.entering.extend(sources.iter().map(|source| below[source.node().index()]));
        gathered.wires.clear();
        gathered.wires.extend(self.structure.arc_kinds()[arcs].iter().filter_map(wire));
    }

    /// The worst slews at a node by itself, with the delays of the arcs into it, and their loads where calculators keep those, in `alone`. What models say of the node's net is found
    /// again.
    pub(crate) fn node_alone(
        &self,
        node: NodeId,
        slews: &[Quad<f32>],
        stated: Option<&Quad<f32>>,
        alone: &mut Alone<C>,
    ) -> Quad<f32> {
        let arcs = self.structure.fanin_range(node);
        self.gather(&mut alone.gathered, node.index()..node.index() + 1, slews);
        alone.delays.clear();
        alone.delays.resize(arcs.len(), quad(f32::NAN));
        if C::SEES_DRIVER {
            alone.loads.clear();
            alone.loads.resize(arcs.len(), quad(f32::NAN));
        }
        let load = alone.gathered.loads[0];
        let net = self.net_alone(node, load, &mut alone.scratch, &mut alone.wires);
        let mut wires = alone.gathered.wires.iter();
        let loads = C::SEES_DRIVER.then_some(&mut alone.loads[..]);
        let entering = &alone.gathered.entering;
        let mut slew = [self.node(arcs, &net, entering, &mut wires, (&mut alone.delays, loads))];
        if let Some(&stated) = stated {
            enter_stated(0..1, &mut slew, &[(NodeId(0), stated)]);
        }
        slew[0]
    }

    /// Asks for what the delays of some nodes that are computed by themselves follow from.
    pub(crate) fn ask_for(&self, nodes: &[NodeId], slews: &[Quad<f32>], delays: &[Quad<f32>]) {
        for &node in nodes {
            let fanin = self.structure.fanin_range(node).start;
            ask_for_arcs(self.structure, node);
            ask_for(self.structure.arc_kinds(), fanin);
            ask_for(delays, fanin);
            ask_for(slews, node.index());
            if let Some(tree) = self.graph.tree_of(node) {
                ask_for(self.loads, tree);
            }
        }
        for &node in nodes {
            let fanin = self.structure.fanin_range(node);
            let sources = &self.structure.arc_sources()[fanin.clone()];
            let kinds = &self.structure.arc_kinds()[fanin];
            for (source, kind) in sources.iter().zip(kinds).take(MOST_ARCS) {
                ask_for(slews, source.node().index());
                match kind.kind() {
                    ArcKind::Wire(wire) => ask_for(self.wires, wire as usize),
                    ArcKind::Cell(model) => ask_for(&self.data.library.quads.arcs, model as usize),
                }
            }
            for fanout in self.structure.fanout(node).iter().take(MOST_ARCS) {
                ask_for_ranges(self.structure, fanout.node());
                ask_for(self.structure.arc_kinds(), fanout.arc.index());
                ask_for(self.graph.node_trees(), fanout.node().index());
            }
        }
        if C::SEES_DRIVER {
            return;
        }
        for &node in nodes {
            for kind in self.structure.arc_kinds()[self.structure.fanin_range(node)].iter().take(MOST_ARCS) {
                if let ArcKind::Cell(model) = kind.kind()
                    && let Some(table) = &self.data.library.quads.arcs[model as usize]
                {
                    self.data.library.quads.ask_for(table);
                }
            }
        }
    }

    /// The net that a node drives, where no models of nets are kept.
    pub(crate) fn net_alone(
        &self,
        node: NodeId,
        load: Quad<f32>,
        scratch: &mut Scratch,
        wires: &mut Vec<Wire>,
    ) -> DrivenNet<'_, C::Model> {
        if C::SEES_DRIVER
            && let Some(tree) = self.graph.tree_of(node)
        {
            let (nodes, pool) = (self.data.trees.tree(tree), &self.data.trees.loads.pool[..]);
            wires.clear();
            wires.resize(self.graph.tree_wires(tree).len(), Wire::NONE);
            let (_, model) = self.calculator.tree(nodes, pool, scratch, wires);
            DrivenNet { load, model, nodes, loads: pool }
        } else {
            DrivenNet { load, model: C::Model::default(), nodes: &[], loads: &[] }
        }
    }

    /// The net that a node drives. Of its network there is nothing where the calculator does not ask for it.
    #[inline]
    pub(crate) fn net(&self, node: NodeId, load: Quad<f32>) -> DrivenNet<'_, C::Model> {
        if C::SEES_DRIVER
            && let Some(tree) = self.graph.tree_of(node)
        {
            let trees = &self.data.trees;
            DrivenNet { load, model: self.models[tree], nodes: trees.tree(tree), loads: &trees.loads.pool }
        } else {
            DrivenNet { load, model: C::Model::default(), nodes: &[], loads: &[] }
        }
    }

    /// The worst slews over the arcs into a node: the least early, the greatest late one. NaN where no signal comes.
    fn node<'w>(
        &self,
        arcs: Range<usize>,
        net: &DrivenNet<'_, C::Model>,
        entering: &[Quad<f32>],
        wires: &mut impl Iterator<Item = &'w Wire>,
        (delays, arc_loads): OfArcs<'_>,
    ) -> Quad<f32> {
        let mut columns = quad(Column::UNKNOWN);
        let mut known: Option<(ColumnAxis, Positions)> = None;
        let mut worst = quad(f32::NAN);
        let sources = &self.structure.arc_sources()[arcs.clone()];
        let kinds: &[PackedKind] = &self.structure.arc_kinds()[arcs];
        let mut arc_loads = arc_loads.into_iter().flatten();
        for (((&source, kind), delay), entering) in sources.iter().zip(kinds).zip(delays).zip(entering) {
            let mut loads = quad(f32::NAN);
            match kind.kind() {
                ArcKind::Wire(_) => {
                    let Some(wire) = wires.next() else { break };
                    let has = Transition::ALL.map(|to| source.has(to));
                    for split in 0..2 {
                        for to in 0..2 {
                            let (mut wire_delay, mut slew) = (f32::NAN, f32::NAN);
                            if has[to] {
                                (wire_delay, slew) =
                                    self.calculator.sink(wire, entering[split][to], (split, to));
                            }
                            delay[split][to] = wire_delay;
                            merge_slew(split, &mut worst[split][to], slew);
                        }
                    }
                }
                ArcKind::Cell(model) => {
                    if !C::SEES_DRIVER
                        && let Some(table) = &self.data.library.quads.arcs[model as usize]
                        && Transition::ALL.into_iter().all(|to| source.has(to))
                    {
                        let quads = &self.data.library.quads;
                        let columns = match known {
                            Some((axis, columns)) if axis == table.column => columns,
                            _ => quads.columns(table.column, &net.load),
                        };
                        known = Some((table.column, columns));
                        let slews;
                        (*delay, slews) = quads.look_up(table, &from_source(source, entering), &columns);
                        for split in 0..2 {
                            for to in 0..2 {
                                merge_slew(split, &mut worst[split][to], slews[split][to]);
                            }
                        }
                        continue;
                    }
                    *delay = quad(f32::NAN);
                    let tables = &self.data.library.arcs[model as usize];
                    for to in Transition::ALL.into_iter().filter(|&to| source.has(to)) {
                        let (from, to) = (source.from(to) as usize, to as usize);
                        for split in 0..2 {
                            let (edge, slew) = (&tables[split][to], entering[split][from]);
                            if let Some(slew) = edge.slew_within_latch(slew) {
                                merge_slew(split, &mut worst[split][to], slew);
                                continue;
                            }
                            let column = &mut columns[split][to];
                            let load = self.load(net, edge, slew, (split, to), column);
                            let (edge_delay, slew) = self.edge(edge, slew, load, column);
                            delay[split][to] = edge_delay;
                            loads[split][to] = load;
                            merge_slew(split, &mut worst[split][to], slew);
                        }
                    }
                }
            }
            if C::SEES_DRIVER
                && let Some(seen) = arc_loads.next()
            {
                *seen = loads;
            }
        }
        worst
    }

    /// The load that an edge of a cell's arc sees.
    #[inline]
    pub(crate) fn load(
        &self,
        net: &DrivenNet<'_, C::Model>,
        edge: &EdgeTables,
        slew: f32,
        lane: Lane,
        column: &mut Column,
    ) -> f32 {
        if !C::SEES_DRIVER {
            return net.load[lane.0][lane.1];
        }
        // What is known is of the load of another edge.
        *column = Column::UNKNOWN;
        self.calculator.load(net, &DrivingEdge::new(&self.data.library.tables, *edge, slew), lane)
    }

    /// (delay, slew) of one edge of a cell's arc.
    #[inline]
    pub(crate) fn edge(&self, edge: &EdgeTables, slew: f32, load: f32, column: &mut Column) -> (f32, f32) {
        let tables = &self.data.library.tables;
        if edge.delay == NO_TABLE {
            return (
                0.0 * slew,
                if edge.slew == NO_TABLE { 0.0 * slew } else { tables.look_up(edge.slew, slew, load) },
            );
        }
        let axes = tables.axes_of(edge.delay);
        if column.axis != axes.1 {
            *column = Column { axis: axes.1, position: tables.locate(axes.1, load) };
        }
        let row = tables.locate(axes.0, slew);
        let delay = tables.interpolate(edge.delay, row, column.position);
        let slew = if edge.slew == NO_TABLE {
            0.0 * slew
        } else if tables.axes_of(edge.slew) == axes {
            tables.interpolate(edge.slew, row, column.position)
        } else {
            tables.look_up(edge.slew, slew, load)
        };
        (delay, slew)
    }
}

/// Merges in the slews that are stated of some nodes.
fn enter_stated(nodes: Range<usize>, slews: &mut [Quad<f32>], all: &[(NodeId, Quad<f32>)]) {
    let first = all.partition_point(|&(node, _)| node.index() < nodes.start);
    for &(node, stated) in all[first..].iter().take_while(|&&(node, _)| node.index() < nodes.end) {
        for (split, worst) in slews[node.index() - nodes.start].iter_mut().enumerate() {
            for (worst, &stated) in worst.iter_mut().zip(&stated[split]) {
                merge_slew(split, worst, stated);
            }
        }
    }
}

/// The slews at an arc's source, by the transitions that they make at its target.
#[inline]
fn from_source(source: ArcSource, at_source: &Quad<f32>) -> Quad<f32> {
    let rise = source.from(Transition::Rise) as usize;
    let [[a, b], [c, d]] = *at_source;
    if rise == 0 { [[a, b], [c, d]] } else { [[b, a], [d, c]] }
}

/// Keeps the worse slew, the first of equals; NaN is no competitor.
#[inline]
pub(crate) fn merge_slew(split: usize, worst: &mut f32, slew: f32) {
    // Which of -0 and 0 `min` and `max` give differs between machines.
    let is_worse = if split == 0 { slew < *worst } else { slew > *worst };
    if is_worse || worst.is_nan() {
        *worst = slew;
    }
}

/// What each check asks for between data and clock, ps.
fn margins(timing: &mut Timing, graph: &PinGraph, data: &DelayData) {
    let Timing { slew, margin, .. } = timing;
    let checks = graph.checks();
    sweep_one(0..checks.len(), CHECKS, &mut margin[..], &|range: Range<usize>, margins: &mut [[f32; 2]]| {
        for (check, margin) in checks[range].iter().zip(margins) {
            *margin = [0, 1].map(|transition| check_margin(graph, data, check, slew, transition));
        }
    });
}

/// What a check asks for between data and clock, ps. NaN where it does not ask for anything or no signal comes.
pub(crate) fn check_margin(
    graph: &PinGraph,
    data: &DelayData,
    check: &PinCheck,
    slew: &[Quad<f32>],
    transition: usize,
) -> f32 {
    let table = data.library.checks[check.model as usize][transition];
    if table == NO_TABLE {
        return f32::NAN;
    }
    let split = graph.check_models()[check.model as usize].kind.split();
    let data_slew = slew[check.data.index()][split as usize][transition];
    let clock_slew = value_at(slew, check.clock, split.opposite());
    data.library.tables.look_up(table, data_slew, clock_slew)
}
