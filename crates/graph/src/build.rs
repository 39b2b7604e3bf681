//! Building both graphs: arcs over pins, levels, layout, then what constraints make of them.

use std::sync::Arc;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use zeroslack_input::Diagnostics;
use zeroslack_netlist::{CellLibrary, NetId, Netlist, PinId};
use zeroslack_parallel::{add_up, filled, sweep};
use zeroslack_sdc::{Constraints, Drive};
use zeroslack_units::{MOST_LEVELS, Quad, Split, Transition, UNDEFINED, quad, worst_arrivals};

use crate::arc::{ArcSource, PackedKind};
use crate::checked;
use crate::clock_pins::ClockPins;
use crate::constants;
use crate::drives::PortDrives;
use crate::endpoint::Relations;
use crate::ends::Ends;
use crate::exceptions::coverage::ExceptionCoverage;
use crate::exceptions::{Matching, NamedObjects, pass_boundaries};
use crate::excluded::exclude;
use crate::generated;
use crate::graph::{FindLayout, Source, TimingGraph};
use crate::ideal::{IdealPins, Reached, is_follow};
use crate::ideal_network::IdealNetwork;
use crate::ids::{NodeId, VertexId};
use crate::latch::Latch;
use crate::level::{Fanin, Layout, Loops, cut_loops, scatter};
use crate::model::{ArcModel, CheckOrigin, Models};
use crate::pin_graph::{NO_TREE, PinCheck, PinGraph, Tree};
use crate::raw::{MOST_ARCS, RawArc, RawGraph, TooLarge, TooManyWires};
use crate::repower::Masters;
use crate::sides::Sides;
use crate::source_latency::SourceLatencies;
use crate::stated::{Stated, bare_stated, followed_stated, start_nodes, stated};
use crate::structure::Structure;
use crate::tag::{Role, States, TagId, Tags};
use crate::tagged::structure_of;
use crate::tagging::{Started, Tagging};

/// Nodes that one task takes.
const NODES: usize = 1 << 13;

impl TimingGraph {
    /// The graph of a netlist under constraints. `library` describes its cells in the netlist's numbers: [`Netlist::library`], or what a
    /// corner has in place of it.
    ///
    /// A combinational loop is cut with a warning (`GRAPH-001`). More pins or arcs than ids (`GRAPH-003`) are an error, and the graph is then
    /// empty; so are paths through more pins than `MOST_LEVELS` (`TIM-006`), and nets of so many drivers and sinks that their wires would fill the memory (`GRAPH-005`). Clocks whose common period is too long for the closest edges to be sought give a warning (`GRAPH-004`).
    pub fn new(netlist: &Netlist, library: &CellLibrary, constraints: &Constraints) -> (Self, Diagnostics) {
        Self::with_layout(netlist, library, constraints, |fanin| fanin.layout())
    }

    /// The same, with levels from another engine: `layout` does what [`Fanin::layout`] does, and the result must be the same. Where it
    /// gives none, loops are looked for, and cut, here.
    pub fn with_layout(
        netlist: &Netlist,
        library: &CellLibrary,
        constraints: &Constraints,
        layout: impl FnOnce(&Fanin<'_>) -> Option<Layout>,
    ) -> (Self, Diagnostics) {
        let mut diagnostics = Diagnostics::new();
        let graph = Self::build((netlist, library), constraints, layout, (None, &mut diagnostics));
        (graph.unwrap_or_else(Self::empty), diagnostics)
    }

    /// The graph, if it can be made. With `observed`, exceptions are told apart, and what they make of paths is put there.
    pub(crate) fn build(
        (netlist, library): (&Netlist, &CellLibrary),
        constraints: &Constraints,
        layout: impl FnOnce(&Fanin<'_>) -> Option<Layout>,
        (observed, diagnostics): (Option<&mut ExceptionCoverage>, &mut Diagnostics),
    ) -> Option<Self> {
        let stated_constraints = constraints;
        let constraints = &*constraints.applicable(netlist);
        let pins = PinGraph::new((netlist, library), constraints, layout, diagnostics)?;
        if !has_sums_in_range(pins.structure.level_count(), diagnostics) {
            return None;
        }
        let tags = Tags::new(constraints);
        let mut stated = stated(constraints, &tags, &SourceLatencies::default());
        let starts = start_nodes((&pins, netlist), constraints, &stated);
        let how = (&starts[..], observed.is_some());
        let matching = Matching::new((&pins, netlist), constraints, how, diagnostics);
        stated.extend(followed_stated(&pins, &tags, &matching, &stated));
        stated.extend(bare_stated((&pins, netlist), constraints, &tags, &matching));
        let mut tagging = Tagging::new(&pins, constraints, (tags, &matching), &stated);
        let most_nodes = u64::from(ArcSource::MOST_NODES);
        if tagging.sets.are_too_many()
            || !matching.states().is_trivial() && tagging.least_node_count() >= most_nodes
        {
            matching.report_states(netlist, constraints, tagging.sets.tags(), diagnostics);
            return None;
        }
        generated::report(
            (netlist, stated_constraints),
            |clock| tagging.taken_over.contains(&clock),
            diagnostics,
        );
        // Times that latches are given are delays of the timing graph alone.
        let has_own_delays = !constraints.derates.is_empty() || !pins.latches().is_empty();
        let (structure, own, vertex_tags) = structure_of(&tagging, &pins, has_own_delays);
        let started = tagging.take_started();
        let tags = tagging.sets.into_tags();
        if structure.node_count() >= ArcSource::MOST_NODES as usize {
            diagnostics.error("GRAPH-002", None, || {
                format!(
                    "{} pins times the tags of each are {} nodes, more than the {} that the graph can number: fewer clocks should meet at one pin",
                    pins.pin_count(),
                    structure.node_count(),
                    ArcSource::MOST_NODES
                )
            });
            return None;
        }
        let may_be_rewired =
            !pass_boundaries(&stated_constraints.exceptions) && pins.may_be_rewired(stated_constraints);
        let mut graph = Self { pins, structure, own, tags, vertex_tags, may_be_rewired, ..Self::default() };
        if may_be_rewired {
            graph.before_clocks = graph.pins.before_clocks(constraints, netlist);
            graph.behind_senses = graph.pins.behind_senses(constraints);
            graph.named = NamedObjects::of(&stated_constraints.exceptions);
        }
        let has_slews = |slews: &Quad<f32>| slews.as_flattened().iter().any(|slew| slew.to_bits() != 0);
        if constraints.clocks.iter().any(|(_, clock)| has_slews(&clock.transition)) {
            graph.state_ideal_slews(constraints, |_| ());
        }
        let clock_pins = ClockPins::new(&graph, constraints);
        graph.add_sources((constraints, &clock_pins), &stated, &started);
        graph.started = started;
        graph.add_derates(netlist, constraints);
        let mut relations = Relations::new((netlist, constraints), &matching, observed.is_some());
        graph.add_checks(&clock_pins, &mut relations);
        graph.add_outputs(netlist, &mut relations);
        graph.add_endpoints(constraints);
        graph.ends = Ends::new(&graph.checks, &graph.outputs);
        graph.terms = relations.take_terms();
        graph.told = relations.take_told();
        if let Some(coverage) = observed {
            *coverage = ExceptionCoverage::of(&graph, &matching, relations.take_observed());
        }
        diagnostics.append(relations.take_diagnostics());
        if matching.has_items() {
            graph.rules = Some(Box::new(matching.into_states()));
        }
        checked::report(&graph, netlist, diagnostics);
        Some(graph)
    }

    fn empty() -> Self {
        let structure = Arc::new(Structure::empty());
        let pins = PinGraph { structure: Arc::clone(&structure), ..PinGraph::default() };
        Self { pins, structure, ends: Ends::new(&[], &[]), ..Self::default() }
    }

    /// When signals start: as stated, and those of ideal clocks at the pins where they act.
    pub(crate) fn add_sources(
        &mut self,
        of: (&Constraints, &ClockPins),
        stated: &[Stated],
        started: &[Started],
    ) {
        let mut sources: Vec<Source> = Vec::new();
        let started: FxHashMap<(VertexId, TagId), TagId> = started
            .iter()
            .filter_map(|started| Some(((started.vertex, started.stated), started.tag?)))
            .collect();
        for stated in stated {
            for node in self.start_nodes(stated.pin) {
                let vertex = self.pin_graph_node(node).vertex(stated.transition);
                let tag = started.get(&(vertex, stated.tag));
                if tag == Some(&self.vertex_tags[node.index()][stated.transition as usize]) {
                    let mut arrival = quad(UNDEFINED);
                    for split in Split::ALL {
                        arrival[split as usize][stated.transition as usize] = stated.arrival[split as usize];
                    }
                    sources.push(Source { node, arrival });
                }
            }
        }
        let ideal = self.pins.ideal_nodes().flat_map(|node| self.nodes_at(node));
        sources.extend(ideal.map(|node| self.ideal_source(node, of)));
        if self.tags.states != States::default() {
            let bare = NodeId::all(0..self.node_count()).filter_map(|node| self.bare_source(node));
            sources.extend(bare);
        }
        sources.sort_by_key(|source| source.node);
        sources.dedup_by(|later, first| {
            let same = later.node == first.node;
            if same {
                first.arrival = worst_arrivals(&first.arrival, &later.arrival);
            }
            same
        });
        self.sources = sources;
        self.silence_sources();
    }

    /// Gives ideal nodes the slews of their clocks, and names those that had others.
    pub(crate) fn state_ideal_slews(&mut self, constraints: &Constraints, mut changed: impl FnMut(NodeId)) {
        let bits = |slews: Quad<f32>| slews.map(|split| split.map(f32::to_bits));
        let ideal: Vec<NodeId> = self.pins.ideal_nodes().collect();
        for node in ideal {
            let made = self.ideal_slew(node, constraints);
            let stated = &mut self.pins.driver_slews;
            let Ok(at) = stated.binary_search_by_key(&node, |&(node, _)| node) else { continue };
            if bits(std::mem::replace(&mut stated[at].1, made)) != bits(made) {
                changed(node);
            }
        }
    }

    /// The slew that the ideal clocks at an ideal node state: of several, the least early and the greatest late one.
    fn ideal_slew(&self, node: NodeId, constraints: &Constraints) -> Quad<f32> {
        let [rise, fall] = Transition::ALL.map(|transition| {
            let tags = self.nodes_at(node).filter_map(|node| self.vertex_tag(node.vertex(transition)));
            let clocks = tags.filter_map(|tag| tag.launch);
            let slews = clocks.map(|edge| constraints.clocks[edge.clock].transition);
            let slews = slews.map(|[early, late]| [early, late].map(|split| split[transition as usize]));
            let worst = slews.reduce(|[a, b], [early, late]| [a.min(early), b.max(late)]);
            worst.unwrap_or([0.0; 2])
        });
        [[rise[0], fall[0]], [rise[1], fall[1]]]
    }

    /// The edges of clocks at a clock pin where they launch and capture without latency.
    fn bare_source(&self, node: NodeId) -> Option<Source> {
        let mut arrival = quad(UNDEFINED);
        let mut is_bare = false;
        for vertex in node.vertices() {
            let Some(tag) = self.vertex_tag(vertex).filter(|tag| tag.is_bare && tag.role != Role::Data)
            else {
                continue;
            };
            is_bare = true;
            if tag.launch.is_some() {
                arrival.iter_mut().for_each(|of_split| of_split[vertex.transition() as usize] = 0);
            }
        }
        is_bare.then_some(Source { node, arrival })
    }

    /// Where what drives a port makes no signal, none starts.
    fn silence_sources(&mut self) {
        for &driven in self.pins.drives.nodes() {
            let slews = &self.pins.driver_slews;
            let Ok(at) = slews.binary_search_by_key(&driven, |&(node, _)| node) else { continue };
            let slews = slews[at].1;
            for node in self.nodes_at(driven) {
                let Ok(at) = self.sources.binary_search_by_key(&node, |source| source.node) else { continue };
                let arrivals = self.sources[at].arrival.as_flattened_mut();
                for (arrival, slew) in arrivals.iter_mut().zip(slews.as_flattened()) {
                    *arrival = if slew.is_nan() { UNDEFINED } else { *arrival };
                }
            }
        }
    }

    /// The edges of an ideal clock at an ideal node: they come when they leave their source, and the stated latency of the network later.
    fn ideal_source(&self, node: NodeId, (constraints, clock_pins): (&Constraints, &ClockPins)) -> Source {
        let mut arrival = quad(UNDEFINED);
        for vertex in Transition::ALL.map(|transition| node.vertex(transition)) {
            let Some(edge) = self.vertex_tag(vertex).filter(|tag| !tag.is_bare).and_then(|tag| tag.launch)
            else {
                continue;
            };
            let latency = clock_pins.at(constraints, vertex, edge).latency;
            for split in Split::ALL {
                let source = self.found.source_latency(constraints, edge, split);
                arrival[split as usize][vertex.transition() as usize] = source + latency[split as usize];
            }
        }
        Source { node, arrival }
    }
}

/// What ports add to the loads of their nets, in their order.
pub(crate) fn port_loads(constraints: &Constraints) -> Vec<(PinId, Quad<f32>)> {
    constraints.loads.iter().map(|(&port, load)| (port, load.total())).collect()
}

/// What is stated of wires of nets, in their order.
pub(crate) fn net_loads(constraints: &Constraints) -> Vec<(NetId, Quad<Option<f32>>)> {
    constraints.net_loads.iter().map(|(&net, load)| (net, *load)).collect()
}

/// Whether no sum of delays can leave the range of times, over so many levels.
fn has_sums_in_range(levels: usize, diagnostics: &mut Diagnostics) -> bool {
    if levels > MOST_LEVELS {
        diagnostics.error("TIM-006", None, || {
            format!(
                "the longest path goes through {levels} pins; expected at most {MOST_LEVELS}, whose delays add up to a time whatever they are"
            )
        });
    }
    levels <= MOST_LEVELS
}

/// Says why there is no graph.
fn report_size(netlist: &Netlist, too_large: TooLarge, diagnostics: &mut Diagnostics) {
    match too_large {
        TooLarge::Wires(TooManyWires { net, drivers, sinks, wires, most }) => {
            diagnostics.error("GRAPH-005", None, || {
                format!(
                    "net '{}' has {drivers} drivers and {sinks} sinks; nets with several drivers make {wires} wires, expected at most {most}",
                    netlist.net_name(net)
                )
            });
        }
        TooLarge::Graph { pins, arcs } => diagnostics.error("GRAPH-003", None, || {
            format!("{pins} pins and {arcs} arcs are more than the graph can number")
        }),
    }
}

impl PinGraph {
    /// The pin graph of a netlist. None, with an error, if there is more of it than ids.
    fn new(
        (netlist, library): (&Netlist, &CellLibrary),
        constraints: &Constraints,
        layout: impl FindLayout,
        diagnostics: &mut Diagnostics,
    ) -> Option<Self> {
        let mut models = Models::new(constraints);
        let raw = RawGraph::new(netlist, library, &mut models, MOST_ARCS);
        let mut raw = raw.map_err(|too_large| report_size(netlist, too_large, diagnostics)).ok()?;
        models.add_driving_cells(library, constraints);
        models.report(diagnostics);
        let constants = constants::find(&raw, (netlist, library), constraints);
        let excluded = exclude(&mut raw, (netlist, library), &models, &constants, &constraints.disables);
        let found = layout(&Fanin(&raw));
        let found = found.map(|layout| Loops { layout, ..Loops::default() });
        let loops = found.unwrap_or_else(|| cut_loops(&mut raw, |arc| is_follow(&models, arc)));
        let Loops { layout, cuts, latches: looped } = loops;
        for &(from, to) in &cuts {
            diagnostics.warning("GRAPH-001", None, || {
                let (from, to) = (netlist.pin_name(from), netlist.pin_name(to));
                format!("the combinational loop through '{from}' and '{to}' is cut between them")
            });
        }
        let reached = Reached::new((&raw, &constants), &models, &layout, constraints);
        let signals = (&constants, &reached, &layout);
        let of = (netlist, library);
        let gated = checked::add(&mut raw, &mut models, of, signals, constraints, diagnostics);
        let ideal = IdealPins::new(&raw, &models, &reached);
        let network = IdealNetwork::new((&raw, &constants), (netlist, library), &models, constraints);
        network.report(netlist, &constraints.ideal_networks, diagnostics);
        network.apply((&mut raw, &constants), of, &mut models, &layout, constraints);
        let stated = constraints;
        let constraints = &*network.around(constraints, netlist);
        let mut graph = Self {
            cuts,
            constants,
            excluded,
            ideal_nets: network.into_nets(),
            ideal_pins: ideal.pins.clone(),
            gated,
            has_earlier_hold: constraints.rules.earlier_gating_hold,
            port_checks: checked::port_checks(constraints).into_iter().collect(),
            arc_models: std::mem::take(&mut models.arcs),
            check_models: std::mem::take(&mut models.checks),
            ..Self::default()
        };
        let mut structure = graph.lay_out_nodes(layout, &ideal);
        graph.lay_out_arcs(&mut structure, &raw, &ideal);
        graph.name_sides(&mut structure, raw.sides.clone());
        graph.structure = Arc::new(structure);
        graph.add_latches(&looped);
        graph.add_checks(&raw, &ideal);
        graph.lay_out_trees(raw.trees, raw.wire_sink);
        graph.drives = PortDrives::new(&graph, constraints, &models);
        if constraints.clocks.iter().any(|(_, clock)| clock.generated.is_some()) {
            graph.add_passing_models();
        }
        graph.add_stated(netlist, constraints);
        graph.masters = Masters::new(netlist, &graph, models, stated);
        Some(graph)
    }

    /// Adds models by which clocks go on through registers to where clocks start that are generated from them, for all models that have none yet.
    pub(crate) fn add_passing_models(&mut self) {
        let (first, end) = (self.passing_models.len(), self.arc_models.len());
        self.passing_models.extend(first as u32..end as u32);
        for model in first..end {
            if self.arc_models[model].launches {
                self.passing_models[model] = self.arc_models.len() as u32;
                self.arc_models.push(ArcModel { launches: false, ..self.arc_models[model].clone() });
            }
        }
    }

    /// The nodes of pins, level by level, with the ideal nodes last in the first level. Driver sides and giving sides have their numbers in place of their pins for now.
    fn lay_out_nodes(&mut self, layout: Layout, ideal: &IdealPins) -> Structure {
        let Layout { mut level_first, node_pin, mut pin_node } = layout;
        let first = level_first.get(1).copied().unwrap_or(0);
        self.first_ideal = first;
        let mut node_pin: Vec<PinId> = node_pin.into_iter().map(PinId).collect();
        let added = ideal.pins.len() as u32;
        if added > 0 {
            node_pin.splice(first as usize..first as usize, ideal.pins.iter().copied());
            level_first[1..].iter_mut().for_each(|level| *level += added);
            pin_node.par_iter_mut().for_each(|node| *node += if *node >= first { added } else { 0 });
        }
        self.pin_node = pin_node;
        Structure { node_pin, level_first, ..Structure::default() }
    }

    /// Gives driver sides and giving sides their pins.
    fn name_sides(&mut self, structure: &mut Structure, sides: Sides) {
        for (number, pin) in sides.added() {
            structure.node_pin[self.pin_node[number] as usize] = pin;
        }
        self.sides = sides;
    }

    /// The data pins of latches; `looped` are the numbers of giving sides that do not follow them.
    fn add_latches(&mut self, looped: &[u32]) {
        let latch = |&pin: &PinId| {
            let number = self.sides.giving(pin)?;
            let (giving, data) = (NodeId(self.pin_node[number]), self.node(pin));
            Some(Latch { giving, data, is_looped: looped.binary_search(&(number as u32)).is_ok() })
        };
        let mut latches: Vec<Latch> = self.sides.latched().iter().filter_map(latch).collect();
        latches.sort_unstable_by_key(|latch| latch.giving);
        self.latches = latches;
    }

    /// Arcs by target, then fan-outs by source.
    fn lay_out_arcs(&self, structure: &mut Structure, raw: &RawGraph, ideal: &IdealPins) {
        let fanin = |node: usize| {
            let pin = structure.node_pin[node];
            if self.is_ideal(NodeId::at(node)) { &[][..] } else { raw.fanin(pin.0) }
        };
        let counts = structure.par_nodes().map(|node| match &ideal.pins[..] {
            [] => fanin(node).len() as u32,
            _ => fanin(node).iter().map(|arc| self.ways(arc, ideal).count() as u32).sum(),
        });
        let mut fanin_first: Vec<u32> = counts.chain(rayon::iter::once(0)).collect();
        let arcs = add_up(&mut fanin_first, 0) as usize;
        let mut arc_source = filled(ArcSource::default(), arcs);
        let mut arc_kind = filled(PackedKind::default(), arcs);
        let places = (&mut arc_source[..], &mut arc_kind[..]);
        let first = |node: usize| fanin_first[node] as usize;
        let is_plain = ideal.pins.is_empty();
        sweep(0..structure.node_count(), NODES, (), places, &first, &|nodes, (), (sources, kinds)| {
            let raw = nodes.flat_map(fanin);
            let places = sources.iter_mut().zip(kinds);
            if is_plain {
                for (arc, (source, kind)) in raw.zip(places) {
                    *source = arc.source.with_node(NodeId(self.pin_node[arc.source.node().index()]));
                    *kind = arc.kind;
                }
            } else {
                let ways = raw.flat_map(|arc| self.ways(arc, ideal).map(move |node| (arc, node)));
                for ((arc, node), (source, kind)) in ways.zip(places) {
                    *source = arc.source.with_node(node);
                    *kind = arc.kind;
                }
            }
        });
        (structure.fanin_first, structure.arc_source, structure.arc_kind) =
            (fanin_first, arc_source, arc_kind);
        structure.lay_out_fanouts();
    }

    /// The nodes that an arc comes from: where a clock launches data, those at which clocks act.
    fn ways(&self, arc: &RawArc, ideal: &IdealPins) -> impl Iterator<Item = NodeId> + use<> {
        let pin = PinId(arc.source.node().0);
        let launches = arc.kind.kind().launches(&self.arc_models);
        let acting = if launches { ideal.acting(pin.0) } else { (true, None) };
        self.nodes_of(pin, acting)
    }

    /// The nodes at which clocks act at a clock pin, as [`IdealPins::acting`] says.
    fn nodes_of(
        &self,
        pin: PinId,
        (own, at_ideal): (bool, Option<usize>),
    ) -> impl Iterator<Item = NodeId> + use<> {
        let ideal = at_ideal.map(|place| NodeId(self.first_ideal + place as u32));
        own.then_some(self.node(pin)).into_iter().chain(ideal)
    }

    fn lay_out_trees(&mut self, trees: Vec<Tree>, wire_sink: Vec<PinId>) {
        let drivers = trees.par_iter().map(|tree| &self.pin_node[self.sides.driver(tree.driver)]);
        self.node_tree = scatter(self.structure.node_count(), NO_TREE, drivers.zip(0..trees.len() as u32));
        self.laid_out_wire_count = wire_sink.len();
        (self.trees, self.wire_sink) = (trees, wire_sink);
    }

    /// Puts the checks of cells in their order.
    fn add_checks(&mut self, raw: &RawGraph, ideal: &IdealPins) {
        let at = |pin: u32| self.node(PinId(pin));
        let mut checks: Vec<PinCheck> = raw
            .checks
            .par_iter()
            .flat_map_iter(|check| {
                let (own, at_ideal) = ideal.acting(check.clock);
                // Data arrives at the pin's own node, and clocks start at it.
                let origin = self.check_models[check.model as usize].origin;
                let own = own || origin.is_between_data() || origin == CheckOrigin::Port;
                let clocks = self.nodes_of(PinId(check.clock), (own, at_ideal));
                clocks.map(move |clock| PinCheck {
                    data: at(check.data),
                    clock: clock.vertex(check.clock_transition),
                    model: check.model,
                    has: check.has,
                })
            })
            .collect();
        checks.par_sort_by_key(|check| self.place_of_check(check));
        self.checks = checks;
    }

    /// What checks of cells are ordered by.
    pub(crate) fn place_of_check(&self, check: &PinCheck) -> (NodeId, PinId, Transition, bool) {
        let clock = check.clock;
        (check.data, self.structure.pin(clock.node()), clock.transition(), self.is_ideal(clock.node()))
    }

    /// Slews and loads that constraints state. What drives ports has to be known.
    fn add_stated(&mut self, netlist: &Netlist, constraints: &Constraints) {
        self.driver_slews = self.stated_slews(netlist, constraints);
        self.port_loads = port_loads(constraints);
        self.net_loads = net_loads(constraints);
    }

    /// Every input port and every ideal clock has a slew: 0 unless stated. The source of a clock on an internal pin has one of 0 where none comes
    /// through its driver.
    pub(crate) fn stated_slews(
        &self,
        netlist: &Netlist,
        constraints: &Constraints,
    ) -> Vec<(NodeId, Quad<f32>)> {
        let ports = netlist.port_pins().filter(|&pin| netlist.is_driver(pin));
        let nodes = ports.map(|pin| self.driver_node(pin));
        let mut slews: Vec<(NodeId, Quad<f32>)> =
            nodes.chain(self.ideal_nodes()).map(|node| (node, quad(0.0))).collect();
        slews.sort_by_key(|&(node, _)| node);
        slews.dedup_by_key(|&mut (node, _)| node);
        for (&port, values) in &constraints.input_slews {
            let node = self.driver_node(port);
            if let Ok(at) = slews.binary_search_by_key(&node, |&(node, _)| node) {
                slews[at].1 = values.map(|values| values.map(|value| value.unwrap_or(0.0)));
            }
        }
        for (&port, lanes) in &constraints.drives {
            let node = self.driver_node(port);
            if let Ok(at) = slews.binary_search_by_key(&node, |&(node, _)| node) {
                self.mark_driven(node, lanes, &mut slews[at].1);
            }
        }
        let clocks = constraints.clocks.iter().flat_map(|(_, clock)| &clock.sources);
        let mut sources: Vec<NodeId> = clocks.flat_map(|&pin| self.start_nodes(pin)).collect();
        sources.sort_unstable();
        sources.dedup();
        for node in sources {
            let Err(at) = slews.binary_search_by_key(&node, |&(node, _)| node) else { continue };
            let comes = Split::ALL.map(|split| {
                Transition::ALL.map(|transition| self.has_slew(node.vertex(transition), split, &slews))
            });
            if comes != quad(true) {
                let values = comes.map(|comes| comes.map(|comes| if comes { f32::NAN } else { 0.0 }));
                slews.insert(at, (node, values));
            }
        }
        for number in self.constants.known() {
            let node = NodeId(self.pin_node[number]);
            let Ok(at) = slews.binary_search_by_key(&node, |&(node, _)| node) else { continue };
            for (slew, edge) in slews[at].1.iter_mut().flat_map(|split| split.iter_mut().zip(Transition::ALL))
            {
                *slew = if self.constants.of(number).has(edge) { *slew } else { f32::NAN };
            }
        }
        slews
    }

    /// The slews of a driven port, as far as they are known before delays are: NaN where the drive makes no signal.
    fn mark_driven(&self, node: NodeId, lanes: &Quad<Option<Drive>>, slews: &mut Quad<f32>) {
        let Some(port) = self.drives.at(node) else { return };
        for split in Split::ALL {
            for to in Transition::ALL {
                if lanes[split as usize][to as usize].is_some() {
                    let is_silent = self.drives.range(port, split, to).is_empty();
                    slews[split as usize][to as usize] = if is_silent { f32::NAN } else { 0.0 };
                }
            }
        }
    }

    /// Whether a slew comes to a vertex from one of the nodes where slews are stated.
    fn has_slew(&self, vertex: VertexId, split: Split, stated: &[(NodeId, Quad<f32>)]) -> bool {
        let (mut open, mut seen) = (vec![vertex], FxHashSet::default());
        while let Some(vertex) = open.pop() {
            let (node, transition) = (vertex.node(), vertex.transition());
            let at = stated.binary_search_by_key(&node, |&(node, _)| node);
            if at.is_ok_and(|at| !stated[at].1[split as usize][transition as usize].is_nan()) {
                return true;
            }
            let fanin = self.structure.fanin(node).map(|arc| self.structure.arc_source(arc));
            let sources =
                fanin.filter(|source| source.has(transition)).map(|source| source.vertex(transition));
            open.extend(sources.filter(|&vertex| seen.insert(vertex)));
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use zeroslack_units::{LATEST_TIME, LONGEST_DELAY, Ticks};

    use super::*;

    #[test]
    fn a_path_of_so_many_pins_that_its_time_could_wrap_is_refused() {
        let mut diagnostics = Diagnostics::new();
        assert!(has_sums_in_range(MOST_LEVELS, &mut diagnostics));
        assert!(!has_sums_in_range(1 << 24, &mut diagnostics));
        assert_eq!(
            diagnostics.to_string(),
            "error[TIM-006]: the longest path goes through 16777216 pins; expected at most 2097152, whose delays add up to a time whatever they are\n"
        );
        // Two such sums, with what constraints state, and their difference.
        let longest = MOST_LEVELS as Ticks * LONGEST_DELAY + 16 * LATEST_TIME;
        assert!(longest.checked_mul(3).is_some());
    }
}
