//! Cells that become other library cells of the same shape: the graph stays, and only says by which models its arcs and checks go.

use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use zeroslack_input::Diagnostics;
use zeroslack_netlist::{CellId, CellLibrary, MasterId, Netlist, PinId};
use zeroslack_parallel::scatter;
use zeroslack_sdc::Constraints;
use zeroslack_units::Split;

use crate::arc::{ArcKind, PackedKind};
use crate::derates::ArcDerates;
use crate::graph::TimingGraph;
use crate::ids::{CheckId, NodeId};
use crate::model::{ArcModel, ArcTemplate, CheckModel, CheckOrigin, Models, Template};
use crate::pin_graph::PinGraph;
use crate::sorted::range_of;
use crate::structure::Structure;

/// What has to be computed again of a graph after an edit, in ids of its pin graph but for ends. Something can be there more than once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recompute {
    /// Nodes that arcs of other models lead to than before.
    pub nodes: Vec<NodeId>,
    /// Checks that have other models than before, as indices into [`PinGraph::checks`].
    pub checks: Vec<u32>,
    /// Nodes that other arcs lead to than before, or where signals start at other times.
    pub targets: Vec<NodeId>,
    /// Nodes that other arcs lead from than before.
    pub sources: Vec<NodeId>,
    /// Nodes of the timing graph of which checks or outputs require other times than before.
    pub ends: Vec<NodeId>,
    /// Whether clocks pass other nodes than before.
    pub has_clocks: bool,
}

impl Recompute {
    /// Adds what has to be computed again after another edit.
    pub fn append(&mut self, later: &Self) {
        let Self { nodes, checks, targets, sources, ends, has_clocks } = self;
        *has_clocks |= later.has_clocks;
        nodes.extend(&later.nodes);
        checks.extend(&later.checks);
        targets.extend(&later.targets);
        sources.extend(&later.sources);
        ends.extend(&later.ends);
    }
}

/// Which cells a graph is of, and by what rules library cells make arcs and checks.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Masters {
    /// `[cell]`.
    of_cell: Vec<MasterId>,
    /// Templates of the library cells in use. The models are the graph's.
    pub(crate) models: Models,
    /// Whether cells may be exchanged at all.
    may_change: bool,
    /// Pins of cells that have arcs or checks that are out. In order.
    excluded: Vec<PinId>,
    /// Whether two library cells have one shape, as far as somebody asked.
    same_shape: FxHashMap<(MasterId, MasterId), bool>,
}

/// What a model becomes when its library cell does: of arcs and of checks.
#[derive(Default)]
struct Exchange {
    arcs: Vec<(u32, u32)>,
    checks: Vec<(u32, u32)>,
    /// Whether arcs lead into a pin, to any of its nodes, and whether it is the data of checks. `[pin of the master]`.
    at_pin: Vec<[bool; 2]>,
}

impl Exchange {
    /// Between the templates of two library cells of one shape.
    fn new(from: &Template, to: &Template) -> Self {
        let pair = |(from, to): (&ArcTemplate, &ArcTemplate)| (from.model, to.model);
        let arcs = from.arcs.iter().zip(&to.arcs).map(pair);
        let latches = from.latches.iter().zip(&to.latches);
        let of_latches = latches.flat_map(|(from, to)| from.arcs.iter().zip(&to.arcs).map(pair));
        let checks = from.checks.iter().zip(&to.checks).map(|(from, to)| (from.model, to.model));
        let mut exchange =
            Self { arcs: arcs.chain(of_latches).collect(), checks: checks.collect(), at_pin: Vec::new() };
        let targets = from.arcs.iter().map(|arc| arc.to).chain(from.latches.iter().map(|latch| latch.data));
        targets.for_each(|pin| exchange.mark(pin, 0));
        from.checks.iter().for_each(|check| exchange.mark(check.data, 1));
        exchange
    }

    /// Adds what the models become by which clocks go on in place of those that launch.
    fn add_passing(&mut self, passing: &[u32]) {
        if passing.is_empty() {
            return;
        }
        let pairs = self.arcs.iter().map(|&(from, to)| (passing[from as usize], passing[to as usize]));
        let pairs: Vec<(u32, u32)> = pairs.filter(|pair| !self.arcs.contains(pair)).collect();
        self.arcs.extend(pairs);
    }

    fn mark(&mut self, pin: u32, what: usize) {
        if self.at_pin.len() <= pin as usize {
            self.at_pin.resize(pin as usize + 1, [false; 2]);
        }
        self.at_pin[pin as usize][what] = true;
    }

    fn of(pairs: &[(u32, u32)], model: u32) -> Option<u32> {
        pairs.iter().find(|&&(from, _)| from == model).map(|&(_, to)| to)
    }

    fn arc(&self, kind: PackedKind) -> Option<PackedKind> {
        match kind.kind() {
            ArcKind::Cell(model) => Self::of(&self.arcs, model).map(PackedKind::cell),
            ArcKind::Wire(_) => None,
        }
    }
}

/// Exchanges by the library cells that they are between.
type Exchanges = FxHashMap<(MasterId, MasterId), Exchange>;

/// A cell with the library cells that it was and is.
type Repowered = (CellId, (MasterId, MasterId));

/// What some cells go by once they are other library cells.
#[derive(Default)]
struct Exchanged {
    /// Nodes of the pin graph that other arcs lead to.
    nodes: Vec<NodeId>,
    /// Arcs of the pin graph.
    pin_arcs: Vec<(usize, PackedKind)>,
    /// Arcs of the timing graph, where it has a structure of its own.
    arcs: Vec<(usize, PackedKind)>,
    /// Checks of the pin graph, and their models.
    pin_checks: Vec<(u32, u32)>,
    /// Those of the timing graph.
    checks: Vec<(CheckId, u32)>,
}

/// Cells that a task looks at, at least.
const CELLS: usize = 128;

impl Masters {
    /// Of a graph as it is built.
    pub(crate) fn new(
        netlist: &Netlist,
        graph: &PinGraph,
        models: Models,
        constraints: &Constraints,
    ) -> Self {
        let disables = &constraints.disables;
        // Models of ideal networks are made for the arcs that there are.
        let may_change = graph.arc_models.iter().all(|model| model.ideal.is_none())
            && disables.library_cells.is_empty()
            && disables.library_pins.is_empty();
        let arcs = graph.excluded.arcs.iter().flat_map(|arc| [arc.from, arc.to]);
        let checks = graph.excluded.checks.iter().flat_map(|check| [check.data, check.clock]);
        let mut excluded: Vec<PinId> = arcs.chain(checks).collect();
        excluded.sort_unstable();
        excluded.dedup();
        let of_cell =
            (0..netlist.cell_id_count()).map(|cell| netlist.cell_master(CellId::new(cell))).collect();
        Self { of_cell, models, may_change, excluded, same_shape: FxHashMap::default() }
    }

    /// Puts down what a cell is that came.
    pub(crate) fn put(&mut self, cell: CellId, master: MasterId) {
        if self.of_cell.len() <= cell.index() {
            self.of_cell.resize(cell.index() + 1, master);
        }
        self.of_cell[cell.index()] = master;
    }
}

impl TimingGraph {
    /// Takes over that cells are other library cells now, if nothing else of the graph depends on that: then both have the same arcs and checks under the same conditions,
    /// and the same functions, and no constraint is about one of them. What has to be computed again is added to `changed`. None if the graph has to be built anew; it is as it was then. Warnings are those of library cells that are new to the graph.
    ///
    /// `netlist` is as it is now, and only such cells, each of which is named once, differ from what the graph is of. `library` is what the graph is of.
    pub fn repower(
        &mut self,
        (netlist, library): (&Netlist, &CellLibrary),
        cells: &[CellId],
        changed: &mut Recompute,
    ) -> Option<Diagnostics> {
        let mut said = Diagnostics::new();
        let repowered = self.repowered(netlist, cells)?;
        if repowered.is_empty() {
            return Some(said);
        }
        let exchanges = self.exchanges(library, &repowered, &mut said)?;
        let of_piece = |repowered: &[Repowered]| self.exchanged(netlist, repowered, &exchanges);
        let pieces = if repowered.len() < 2 * CELLS {
            vec![of_piece(&repowered)]
        } else {
            repowered.par_chunks(CELLS).map(of_piece).collect()
        };
        self.exchange(pieces, changed);
        let masters = || repowered.iter().map(|&(cell, (_, to))| (cell.index(), to));
        scatter(&mut self.pins.masters.of_cell, repowered.len(), masters, |there, to| *there = to);
        Some(said)
    }

    /// The cells of some that are other library cells. None if one of them may not become another.
    fn repowered(&self, netlist: &Netlist, cells: &[CellId]) -> Option<Vec<Repowered>> {
        let masters = &self.pins.masters;
        let has_own_factors = self.derates.as_ref().is_some_and(ArcDerates::are_of_library_cells);
        let is_excluded = |pin: PinId| masters.excluded.binary_search(&pin).is_ok();
        let repowered = |&cell: &CellId| {
            let (from, to) = (*masters.of_cell.get(cell.index()).ok_or(())?, netlist.cell_master(cell));
            if from == to {
                return Ok(None);
            }
            let is_fixed = !masters.excluded.is_empty() && netlist.cell_pins(cell).any(is_excluded);
            if masters.may_change && !has_own_factors && !is_fixed {
                Ok(Some((cell, (from, to))))
            } else {
                Err(())
            }
        };
        let repowered = |cell| repowered(cell).transpose();
        let all: Result<_, ()> = if cells.len() < 2 * CELLS {
            cells.iter().filter_map(repowered).collect()
        } else {
            cells.par_iter().with_min_len(CELLS).filter_map(repowered).collect()
        };
        all.ok()
    }

    /// What models become. None if two library cells have other shapes.
    fn exchanges(
        &mut self,
        library: &CellLibrary,
        repowered: &[Repowered],
        said: &mut Diagnostics,
    ) -> Option<Exchanges> {
        let mut exchanges = Exchanges::default();
        for &(_, pair) in repowered {
            if exchanges.contains_key(&pair) {
                continue;
            }
            let same = match self.pins.masters.same_shape.get(&pair) {
                Some(&same) => same,
                None => self.compare(library, pair, said),
            };
            if !same {
                return None;
            }
            let models = &self.pins.masters.models;
            let mut exchange = match (models.template(pair.0), models.template(pair.1)) {
                (Some(from), Some(to)) => Exchange::new(from, to),
                _ => Exchange::default(),
            };
            exchange.add_passing(&self.pins.passing_models);
            exchanges.insert(pair, exchange);
        }
        Some(exchanges)
    }

    /// Whether two library cells have one shape. The second may be new to the graph.
    fn compare(
        &mut self,
        library: &CellLibrary,
        (from, to): (MasterId, MasterId),
        said: &mut Diagnostics,
    ) -> bool {
        let pins = &mut self.pins;
        pins.add_template(library, to, said);
        let same = pins.with_models(|models| Shapes { library, models }.are_same(from, to));
        pins.masters.same_shape.insert((from, to), same);
        same
    }

    /// What some cells go by now. Each step is made for all of them before the next: what it needs lies far apart.
    fn exchanged(&self, netlist: &Netlist, repowered: &[Repowered], exchanges: &Exchanges) -> Exchanged {
        let (mut found, mut targets, mut data) = (Exchanged::default(), Vec::new(), Vec::new());
        for (cell, pair) in repowered {
            let exchange = &exchanges[pair];
            for (pin, &[has_arcs, has_checks]) in netlist.cell_pins(*cell).zip(&exchange.at_pin) {
                if has_arcs {
                    targets.extend(self.pins.own_nodes(pin).map(|node| (node, exchange)));
                }
                if has_checks {
                    data.push((self.pins.node(pin), exchange));
                }
            }
        }
        self.exchanged_arcs(&targets, &mut found);
        data.into_iter().for_each(|(data, exchange)| self.exchanged_checks(data, exchange, &mut found));
        found
    }

    /// By which models the arcs of cells into nodes of theirs go, in both graphs unless their structure is one.
    fn exchanged_arcs(&self, targets: &[(NodeId, &Exchange)], found: &mut Exchanged) {
        for &(node, exchange) in targets {
            let before = found.pin_arcs.len();
            found.pin_arcs.extend(exchanged_into(&self.pins.structure, node, exchange));
            if found.pin_arcs.len() > before {
                found.nodes.push(node);
            }
        }
        if !self.is_pin_graph() {
            for &(node, exchange) in targets {
                let nodes = self.nodes_at(node);
                found.arcs.extend(nodes.flat_map(|node| exchanged_into(&self.structure, node, exchange)));
            }
        }
    }

    /// By which models the checks go of which a node is the data.
    fn exchanged_checks(&self, data: NodeId, exchange: &Exchange, found: &mut Exchanged) {
        let model = |number: usize| Exchange::of(&exchange.checks, self.pins.checks[number].model);
        for number in self.pins.checks_of_data(data) {
            found.pin_checks.extend(model(number).map(|model| (number as u32, model)));
        }
        for check in self.nodes_at(data).flat_map(|node| self.checks_of_data(node)) {
            found.checks.extend(model(self.check(check).pin_check as usize).map(|model| (check, model)));
        }
    }

    /// Makes exchanges that were found.
    fn exchange(&mut self, pieces: Vec<Exchanged>, changed: &mut Recompute) {
        let is_one = Arc::ptr_eq(&self.pins.structure, &self.structure);
        if is_one {
            self.structure = Arc::default();
        }
        let of_pins = Arc::make_mut(&mut self.pins.structure);
        put_kinds(&mut of_pins.arc_kind, &pieces, |piece| &piece.pin_arcs);
        for Exchanged { nodes, pin_checks, checks, .. } in &pieces {
            changed.nodes.extend(nodes);
            changed.checks.extend(pin_checks.iter().map(|&(number, _)| number));
            pin_checks.iter().for_each(|&(number, model)| self.pins.checks[number as usize].model = model);
            checks.iter().for_each(|&(check, model)| self.checks[check.index()].model = model);
        }
        if is_one {
            self.structure = Arc::clone(&self.pins.structure);
            return;
        }
        let structure = Arc::make_mut(&mut self.structure);
        put_kinds(&mut structure.arc_kind, &pieces, |piece| &piece.arcs);
    }

    /// The checks of which a node is the data.
    pub fn checks_of_data(&self, node: NodeId) -> impl Iterator<Item = CheckId> + use<> {
        CheckId::all(range_of(&self.checks, &node, |check| check.data))
    }
}

impl PinGraph {
    /// Makes sure that a library cell is known.
    pub(crate) fn add_template(&mut self, library: &CellLibrary, master: MasterId, said: &mut Diagnostics) {
        if self.masters.models.template(master).is_none() {
            self.with_models(|models| {
                models.forget_unused();
                models.add(library, master);
                models.report(said);
            });
            if !self.passing_models.is_empty() {
                self.add_passing_models();
            }
        }
    }

    /// Templates together with their models, which are the graph's.
    fn with_models<T>(&mut self, work: impl FnOnce(&mut Models) -> T) -> T {
        let mut models = std::mem::take(&mut self.masters.models);
        models.arcs = std::mem::take(&mut self.arc_models);
        models.checks = std::mem::take(&mut self.check_models);
        let made = work(&mut models);
        self.arc_models = std::mem::take(&mut models.arcs);
        self.check_models = std::mem::take(&mut models.checks);
        self.masters.models = models;
        made
    }

    /// The checks of which a node is the data, as indices into [`PinGraph::checks`].
    pub fn checks_of_data(&self, node: NodeId) -> Range<usize> {
        range_of(&self.checks, &node, |check| check.data)
    }
}

/// The arcs into a node that go by other models, and these.
fn exchanged_into<'s>(
    structure: &'s Structure,
    node: NodeId,
    exchange: &'s Exchange,
) -> impl Iterator<Item = (usize, PackedKind)> + 's {
    let arcs = structure.fanin_range(node);
    arcs.filter_map(|arc| Some((arc, exchange.arc(structure.arc_kind[arc])?)))
}

/// Puts down by which models arcs go.
fn put_kinds(
    kinds: &mut [PackedKind],
    pieces: &[Exchanged],
    arcs: impl Fn(&Exchanged) -> &[(usize, PackedKind)] + Sync,
) {
    let count = pieces.iter().map(|piece| arcs(piece).len()).sum();
    let values = || pieces.iter().flat_map(&arcs).copied();
    scatter(kinds, count, values, |there, kind| *there = kind);
}

/// Compares library cells.
struct Shapes<'a> {
    library: &'a CellLibrary,
    models: &'a Models,
}

impl Shapes<'_> {
    fn are_same(&self, a: MasterId, b: MasterId) -> bool {
        let (Some(from), Some(to)) = (self.models.template(a), self.models.template(b)) else {
            return false;
        };
        self.library.are_alike(a, b)
            && self.have_same_arcs(&from.arcs, &to.arcs)
            && equal(&from.latches, &to.latches, |a, b| {
                a.data == b.data && a.unchecked == b.unchecked && self.have_same_arcs(&a.arcs, &b.arcs)
            })
            && equal(&from.checks, &to.checks, |a, b| {
                let models = [a, b].map(|check| &self.models.checks[check.model as usize]);
                (a.data, a.clock, a.clock_transition, a.has) == (b.data, b.clock, b.clock_transition, b.has)
                    && self.ask_the_same(models)
            })
    }

    fn have_same_arcs(&self, a: &[ArcTemplate], b: &[ArcTemplate]) -> bool {
        equal(a, b, |a, b| {
            (a.from, a.to, a.negative, a.has) == (b.from, b.to, b.negative, b.has)
                && self.pass_the_same([a, b].map(|arc| &self.models.arcs[arc.model as usize]))
        })
    }

    fn pass_the_same(&self, [a, b]: [&ArcModel; 2]) -> bool {
        let timing_type = |model: &ArcModel| model.timing_type(self.library);
        (a.launches, a.latch, timing_type(a)) == (b.launches, b.latch, timing_type(b))
            && Split::ALL.into_iter().all(|split| {
                a.condition(self.library, split) == b.condition(self.library, split)
                    && a.described[split as usize] == b.described[split as usize]
            })
    }

    fn ask_the_same(&self, [a, b]: [&CheckModel; 2]) -> bool {
        let of_library = |origin: CheckOrigin| matches!(origin, CheckOrigin::Library { .. });
        a.kind == b.kind
            && of_library(a.origin) == of_library(b.origin)
            && a.condition(self.library) == b.condition(self.library)
    }
}

fn equal<T>(a: &[T], b: &[T], is_same: impl Fn(&T, &T) -> bool) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_same(a, b))
}
