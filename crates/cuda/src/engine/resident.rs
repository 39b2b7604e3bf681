//! A design in a device's memory.

use zeroslack_graph::{ArcId, Check, CheckId, NodeId, PinGraph, PortDrive, Source, TimingGraph};
use zeroslack_timing::{Calculator, DelayArrays, NO_WIRE, RcNode, SlewMeasure};
use zeroslack_units::Quad;

use crate::arrays::design::GraphArrays;
use crate::arrays::pointer::Pointer;
use crate::arrays::{Arrays, NONE, OF_OUTPUT};
use crate::engine::latches::{Given, stated_slews};
use crate::engine::plan::Plan;
use crate::engine::table_pairs::TablePairs;
use crate::error::CudaError;
use crate::machine::Machine;
use crate::machine::meter::Meter;
use crate::machine::upload::Upload;
use crate::machine::words::{QUAD, TIMES, float_words, time_word_pair, time_words};

/// The arrays of a design on a machine.
#[derive(Debug)]
pub(crate) struct Resident<B> {
    /// With the nodes and arcs of the timing graph.
    pub(crate) arrays: Arrays,
    /// Those of the pin graph.
    pins: PinStructure,
    /// Only kept: the kernels know them by their addresses. Those of nets, which new parasitics replace, are apart.
    nets: Vec<B>,
    /// Those that become longer where library cells come to the design.
    pin_loads: Vec<B>,
    models: Vec<B>,
    /// Those of what constraints state of the same things.
    stated: Vec<B>,
    /// When signals start, in the order of sources: as stated, or later by what drives ports.
    pub(crate) starts: B,
    #[expect(dead_code, reason = "holds memory that is only known by its addresses")]
    inputs: Vec<B>,
    /// Fan-outs as the graph has them.
    raw_fanout: Option<B>,
    pub(crate) credits: B,
    pub(crate) loads: B,
    /// Of the pin graph's arcs, where they depend on them.
    pub(crate) arc_loads: Option<B>,
    pub(crate) wires: B,
    /// None where nothing drives ports from outside.
    pub(crate) drives: Option<Drives<B>>,
    pub(crate) slew: B,
    /// Of the pin graph's arcs.
    pub(crate) delay: B,
    /// Of the timing graph's arcs, where they are not the pin graph's.
    pub(crate) gathered: Option<B>,
    pub(crate) arrival: B,
    pub(crate) margin: B,
    pub(crate) required: B,
    pub(crate) summaries: B,
    /// How often it was found that latches are given another time than before, and that a slew there is another.
    pub(crate) latch_changes: B,
}

/// What drives make at ports, and where signals start because of it.
#[derive(Debug)]
pub(crate) struct Drives<B> {
    pub(crate) ports: usize,
    /// `[driven port]`.
    pub(crate) slews: B,
    pub(crate) delays: B,
    /// Those of all sources.
    pub(crate) nodes: Vec<NodeId>,
}

/// What the delay pass has in place of the timing graph's.
#[derive(Clone, Copy, Debug, Default)]
struct PinStructure {
    fanin_first: Pointer<u32>,
    arc_source: Pointer<u32>,
    arc_kind: Pointer<u32>,
    delay: Pointer<f32>,
}

impl<B> Resident<B> {
    /// Takes the memory and copies everything that an update reads.
    pub(crate) fn new<M: Machine<Buffer = B>>(
        machine: &M,
        graph: &TimingGraph,
        data: &DelayArrays<'_>,
        plan: &Plan,
        calculator: Calculator,
    ) -> Result<Self, CudaError> {
        let mut to = Upload { machine, kept: Vec::new() };
        let mut arrays = Arrays::default();
        let pins = graph.pins();
        to.nets(&mut arrays, pins, data, plan)?;
        let nets = std::mem::take(&mut to.kept);
        to.pin_loads(&mut arrays, data)?;
        let pin_loads = std::mem::take(&mut to.kept);
        to.models(&mut arrays, pins, data)?;
        let models = std::mem::take(&mut to.kept);
        let starts = to.stated(&mut arrays, graph)?;
        let stated = std::mem::take(&mut to.kept);
        let raw_fanout = to.graph(&mut arrays, graph)?;
        let pin_structure = to.pin_structure(&mut arrays, graph)?;
        to.pin_constraints(&mut arrays, pins, data)?;
        let latch_changes = to.latches(&mut arrays, graph)?;
        let arc_loads = to.drivers(&mut arrays, pins, data, calculator)?;
        to.constraints(&mut arrays, graph, plan)?;
        let drives = to.drives(&mut arrays, graph)?;
        let summaries = to.endpoints(&mut arrays, graph, &plan.slots)?;
        let (nodes, arcs, checks) = (graph.node_count(), graph.arc_count(), graph.checks().len());
        arrays.results.check_required = to.room(2 * checks)?;
        arrays.results.clock_required = to.room(checks)?;
        let room = |words: usize| machine.allocate(words);
        let pin_arcs = pins.structure().arc_count();
        let gathered = if graph.is_pin_graph() { None } else { Some(room(QUAD * arcs)?) };
        let mut resident = Self {
            arrays,
            pins: pin_structure,
            nets,
            pin_loads,
            models,
            stated,
            starts,
            inputs: to.kept,
            raw_fanout: Some(raw_fanout),
            credits: room(4 * checks)?,
            loads: room(QUAD * pins.trees().len())?,
            arc_loads,
            wires: room(2 * QUAD * pins.wire_count())?,
            drives,
            slew: room(QUAD * pins.structure().node_count())?,
            delay: room(QUAD * pin_arcs)?,
            gathered,
            arrival: room(TIMES * nodes)?,
            margin: room(2 * pins.checks().len())?,
            required: room(TIMES * nodes)?,
            summaries,
            latch_changes,
        };
        let arrays = &mut resident.arrays;
        arrays.results.credits = machine.address(&resident.credits);
        arrays.results.loads = machine.address(&resident.loads);
        arrays.results.is_lumped = u32::from(calculator == Calculator::Lumped);
        arrays.results.wires = machine.address(&resident.wires);
        arrays.results.slew = machine.address(&resident.slew);
        arrays.graph.pin_delay = machine.address(&resident.delay);
        resident.pins.delay = arrays.graph.pin_delay;
        arrays.results.delay =
            resident.gathered.as_ref().map_or(arrays.graph.pin_delay, |gathered| machine.address(gathered));
        arrays.results.arrival = machine.address(&resident.arrival);
        arrays.results.margin = machine.address(&resident.margin);
        arrays.results.required = machine.address(&resident.required);
        Ok(resident)
    }

    /// Takes other parasitics in place of those there are.
    pub(crate) fn set_nets<M: Machine<Buffer = B>>(
        &mut self,
        machine: &M,
        graph: &PinGraph,
        data: &DelayArrays<'_>,
        plan: &Plan,
    ) -> Result<(), CudaError> {
        self.nets.clear();
        let mut to = Upload { machine, kept: Vec::new() };
        to.nets(&mut self.arrays, graph, data, plan)?;
        self.nets = to.kept;
        self.set_pin_loads(machine, data)
    }

    /// Takes other capacitances of pins in place of those there are.
    pub(crate) fn set_pin_loads<M: Machine<Buffer = B>>(
        &mut self,
        machine: &M,
        data: &DelayArrays<'_>,
    ) -> Result<(), CudaError> {
        self.pin_loads.clear();
        let mut to = Upload { machine, kept: Vec::new() };
        to.pin_loads(&mut self.arrays, data)?;
        self.pin_loads = to.kept;
        Ok(())
    }

    /// Takes other models in place of those there are.
    pub(crate) fn set_models<M: Machine<Buffer = B>>(
        &mut self,
        machine: &M,
        graph: &PinGraph,
        data: &DelayArrays<'_>,
    ) -> Result<(), CudaError> {
        self.models.clear();
        let mut to = Upload { machine, kept: Vec::new() };
        to.models(&mut self.arrays, graph, data)?;
        self.models = to.kept;
        Ok(())
    }

    /// Takes what constraints state now of the same things.
    pub(crate) fn set_stated<M: Machine<Buffer = B>>(
        &mut self,
        machine: &M,
        graph: &TimingGraph,
    ) -> Result<(), CudaError> {
        self.stated.clear();
        let mut to = Upload { machine, kept: Vec::new() };
        self.starts = to.stated(&mut self.arrays, graph)?;
        self.stated = to.kept;
        Ok(())
    }

    /// Bytes of what constraints state.
    pub(crate) fn stated_bytes(graph: &TimingGraph) -> Result<u64, CudaError> {
        let meter = Meter::default();
        Upload { machine: &meter, kept: Vec::new() }.stated(&mut Arrays::default(), graph)?;
        Ok(meter.bytes.get())
    }

    /// What the pin graph's arcs go by.
    pub(crate) fn pin_arc_kind(&self) -> Pointer<u32> {
        self.pins.arc_kind
    }

    /// The same arrays with the nodes and arcs of the pin graph.
    pub(crate) fn of_pins(&self) -> Arrays {
        let PinStructure { fanin_first, arc_source, arc_kind, delay } = self.pins;
        let mut arrays = self.arrays;
        arrays.graph = GraphArrays { fanin_first, arc_source, arc_kind, ..arrays.graph };
        arrays.results.delay = delay;
        arrays
    }

    /// Gives back what is needed only until fan-outs are packed.
    pub(crate) fn settle(&mut self) {
        self.raw_fanout = None;
        self.arrays.graph.raw_fanout = Pointer::NULL;
    }
}

impl<M: Machine> Upload<'_, M> {
    fn nets(
        &mut self,
        arrays: &mut Arrays,
        graph: &PinGraph,
        data: &DelayArrays<'_>,
        plan: &Plan,
    ) -> Result<(), CudaError> {
        let nodes = data.rc_nodes;
        arrays.nets.tree_order = self.words(&plan.tree_order)?;
        arrays.nets.rc_first = self.words(data.rc_first)?;
        arrays.nets.rc_nodes = self.array(nodes.len(), |i| rc_node_words(&nodes[i]))?;
        let (trees, wires) = (graph.trees(), graph.wire_count() as u32);
        let first_wire = |tree: usize| [trees.get(tree).map_or(wires, |tree| tree.first_wire)];
        arrays.nets.first_wire = self.array(trees.len() + 1, first_wire)?;
        arrays.nets.wire_node = self.words(&plan.wire_node)?;
        arrays.nets.large_first = self.words(&plan.large_first)?;
        let scratch = plan.large_first.last().map_or(0, |&end| end as usize);
        arrays.results.scratch = self.room(2 * QUAD * scratch)?;
        Ok(())
    }

    fn pin_loads(&mut self, arrays: &mut Arrays, data: &DelayArrays<'_>) -> Result<(), CudaError> {
        arrays.nets.pin_loads = self.array(data.pin_loads.len(), |i| float_words(&data.pin_loads[i]))?;
        Ok(())
    }

    /// Returns the fan-outs that are not packed yet.
    fn graph(&mut self, arrays: &mut Arrays, graph: &TimingGraph) -> Result<M::Buffer, CudaError> {
        let (sources, kinds) = (graph.arc_sources(), graph.arc_kinds());
        arrays.graph.fanin_first = self.words(graph.fanin_first())?;
        arrays.graph.arc_source = self.array(sources.len(), |arc| [sources[arc].bits()])?;
        arrays.graph.arc_kind = self.array(kinds.len(), |arc| [kinds[arc].bits()])?;
        arrays.graph.node_tree = self.words(graph.pins().node_trees())?;
        let pins = graph.node_pins();
        arrays.graph.node_pin = self.array(pins.len(), |node| [pins[node].index() as u32])?;
        arrays.graph.fanout_first = self.words(graph.fanout_first())?;
        let fanouts = graph.fanouts();
        let mut raw_fanout = self.machine.allocate(2 * fanouts.len())?;
        self.machine.write(&mut raw_fanout, fanouts.len(), |i| [fanouts[i].node().0, fanouts[i].arc.0])?;
        arrays.graph.raw_fanout = self.machine.address(&raw_fanout);
        arrays.graph.fanout = self.room(fanouts.len())?;
        Ok(raw_fanout)
    }

    /// The nodes and arcs of the pin graph, and what leads there from the timing graph's: nothing is copied where these are the same.
    fn pin_structure(&mut self, arrays: &mut Arrays, graph: &TimingGraph) -> Result<PinStructure, CudaError> {
        let Some(pin_arcs) = graph.pin_arcs() else {
            let GraphArrays { fanin_first, arc_source, arc_kind, .. } = arrays.graph;
            return Ok(PinStructure { fanin_first, arc_source, arc_kind, delay: Pointer::NULL });
        };
        let given = Given::new(graph);
        arrays.graph.pin_arc = self
            .array(pin_arcs.len(), |arc| [if given.has(ArcId::at(arc)) { NONE } else { pin_arcs[arc].0 }])?;
        arrays.graph.pin_node =
            self.array(graph.node_count(), |node| [graph.pin_graph_node(NodeId::at(node)).0])?;
        let pins = graph.pins().structure();
        let (sources, kinds) = (pins.arc_sources(), pins.arc_kinds());
        Ok(PinStructure {
            fanin_first: self.words(pins.fanin_first())?,
            arc_source: self.array(sources.len(), |arc| [sources[arc].bits()])?,
            arc_kind: self.array(kinds.len(), |arc| [kinds[arc].bits()])?,
            delay: Pointer::NULL,
        })
    }

    /// What arcs and checks go by.
    fn models(
        &mut self,
        arrays: &mut Arrays,
        graph: &PinGraph,
        data: &DelayArrays<'_>,
    ) -> Result<(), CudaError> {
        let models = graph.arc_models();
        arrays.graph.model_launches =
            self.array(models.len(), |model| [u32::from(models[model].launches)])?;
        arrays.tables.axes = self.array(data.axes.len(), |i| [data.axes[i].first, data.axes[i].padded])?;
        arrays.tables.knots = self.floats(data.knots)?;
        arrays.tables.segments =
            self.array(data.starts.len(), |i| [data.starts[i], data.inverses[i]].map(f32::to_bits))?;
        arrays.tables.tables = self.array(data.tables.len(), |i| {
            let table = &data.tables[i];
            [table.row_axis, table.column_axis, table.stride, table.first]
        })?;
        arrays.tables.values = self.floats(data.values)?;
        let TablePairs { pairs, edges } = TablePairs::new(data);
        arrays.tables.pairs = self.array(pairs.len(), |i| pairs[i].map(f32::to_bits))?;
        arrays.tables.arc_tables = self.array(edges.len(), |i| edges[i])?;
        Ok(())
    }

    /// Returns the loads of arcs, where the calculator sees the drivers of nets.
    fn drivers(
        &mut self,
        arrays: &mut Arrays,
        graph: &PinGraph,
        data: &DelayArrays<'_>,
        calculator: Calculator,
    ) -> Result<Option<M::Buffer>, CudaError> {
        if !calculator.sees_driver() {
            return Ok(None);
        }
        arrays.drivers.models = self.room(2 * QUAD * graph.trees().len())?;
        let measures = data.slew_measure.as_flattened();
        arrays.drivers.slew_measure = self.array(measures.len(), |i| {
            let SlewMeasure { ramp, tail } = measures[i];
            [ramp.to_bits(), tail.to_bits()]
        })?;
        let arc_loads = self.machine.allocate(QUAD * graph.structure().arc_count())?;
        arrays.drivers.arc_loads = self.machine.address(&arc_loads);
        Ok(Some(arc_loads))
    }

    /// What delays and margins need beside the graph and its tables.
    fn pin_constraints(
        &mut self,
        arrays: &mut Arrays,
        graph: &PinGraph,
        data: &DelayArrays<'_>,
    ) -> Result<(), CudaError> {
        let slews = stated_slews(graph);
        arrays.constraints.slew_node = self.array(slews.len(), |i| [slews[i].0.0])?;
        let count = graph.checks().len();
        arrays.constraints.pin_checks = self.array(count, |check| pin_check_words(graph, data, check))?;
        Ok(())
    }

    /// What constraints state of the same things: slews, factors, when signals start, what is required. Returns the third of these, which kernels write where something drives ports.
    fn stated(&mut self, arrays: &mut Arrays, graph: &TimingGraph) -> Result<M::Buffer, CudaError> {
        let (sources, slews) = (graph.sources(), stated_slews(graph.pins()));
        let (constraints, drives) = (&mut arrays.constraints, &mut arrays.drives);
        constraints.stated_slew = self.array(slews.len(), |i| float_words(&slews[i].1))?;
        if let Some(derates) = graph.derates() {
            let (factors, checks) = (derates.factors(), derates.checks());
            arrays.graph.derate_class = self.words(derates.classes())?;
            arrays.graph.derate_factor = self.array(factors.len(), |class| float_words(&factors[class]))?;
            constraints.check_factor = self.array(checks.len(), |check| checks[check].map(f32::to_bits))?;
        }
        let mut starts = self.machine.allocate(TIMES * sources.len())?;
        self.machine.write(&mut starts, sources.len(), |i| time_words(&sources[i].arrival))?;
        constraints.stated_arrival = self.machine.address(&starts);
        let joined = joined_sources(graph);
        constraints.start_arrival = self.array(joined.len(), |i| time_words(&joined[i].arrival))?;
        if !graph.pins().drives().nodes().is_empty() {
            if let Some(derates) = graph.derates() {
                drives.factor = self.array(sources.len(), |i| float_words(&derates.drives()[i]))?;
            }
            drives.stated_arrival = self.array(sources.len(), |i| time_words(&sources[i].arrival))?;
        }
        let (checks, outputs) = (graph.checks(), graph.outputs());
        constraints.checks = self.array(checks.len(), |i| check_words(graph, CheckId::at(i)))?;
        constraints.output_required = self.array(outputs.len(), |i| time_words(&outputs[i].required))?;
        Ok(starts)
    }

    /// Where signals start and where they end.
    fn constraints(
        &mut self,
        arrays: &mut Arrays,
        graph: &TimingGraph,
        plan: &Plan,
    ) -> Result<(), CudaError> {
        let sources = graph.sources();
        arrays.constraints.arrival_node = self.array(sources.len(), |i| [sources[i].node.0])?;
        let joined = joined_sources(graph);
        arrays.results.start_count = joined.len() as u32;
        arrays.constraints.start_node = self.array(joined.len(), |i| [joined[i].node.0])?;
        let ends = graph.ends();
        arrays.constraints.node_end = self.words(&plan.end_of_node)?;
        arrays.constraints.end_first = self.words(ends.first())?;
        arrays.constraints.end_entry = self.array(ends.entries().len(), |i| [ends.entries()[i].bits()])?;
        let outputs = graph.outputs();
        arrays.constraints.output_node = self.array(outputs.len(), |i| [outputs[i].node.0])?;
        Ok(())
    }

    /// What drives ports from outside.
    fn drives(
        &mut self,
        arrays: &mut Arrays,
        graph: &TimingGraph,
    ) -> Result<Option<Drives<M::Buffer>>, CudaError> {
        let (drives, sources) = (graph.pins().drives(), graph.sources());
        let ports = drives.nodes();
        if ports.is_empty() {
            return Ok(None);
        }
        let (all, slews) = (drives.all(), stated_slews(graph.pins()));
        arrays.drives.ports = self.array(ports.len(), |i| driven_port_words(graph, &slews, ports[i]))?;
        arrays.drives.first_drive = self.words(drives.first())?;
        arrays.drives.drives = self.array(all.len(), |i| match all[i] {
            PortDrive::Cell { model, slew } => [model, slew.to_bits()],
            PortDrive::Resistance(resistance) => [NONE, resistance.to_bits()],
        })?;
        let room = || self.machine.allocate(QUAD * ports.len());
        let made = Drives { ports: ports.len(), slews: room()?, delays: room()?, nodes: nodes(sources) };
        arrays.drives.slew = self.machine.address(&made.slews);
        arrays.drives.delay = self.machine.address(&made.delays);
        Ok(Some(made))
    }
}

/// Sources that are one of several ways to their nodes; any other is where there is no way.
fn joined_sources(graph: &TimingGraph) -> Vec<&Source> {
    graph.sources().iter().filter(|source| !graph.fanin_range(source.node).is_empty()).collect()
}

fn nodes(sources: &[Source]) -> Vec<NodeId> {
    sources.iter().map(|source| source.node).collect()
}

/// As `DrivenPort` in `arrays.h`.
fn driven_port_words(graph: &TimingGraph, slews: &[(NodeId, Quad<f32>)], port: NodeId) -> [u32; 4] {
    let sources = graph.sources();
    let tree = graph.pins().tree_of(port).map_or(NONE, |tree| tree as u32);
    let slew = slews.partition_point(|&(node, _)| node < port) as u32;
    let is_before = |source: &Source| graph.pin_graph_node(source.node) < port;
    let is_up_to = |source: &Source| graph.pin_graph_node(source.node) <= port;
    let [first, end] = [sources.partition_point(is_before), sources.partition_point(is_up_to)];
    [tree, slew, first as u32, end as u32]
}

/// A node of an RC tree as `RcNode` in `arrays.h`.
pub(crate) fn rc_node_words(node: &RcNode) -> [u32; 4] {
    [node.parent, node.resistance.to_bits(), node.capacitance.to_bits(), node.load]
}

/// As `PinCheck` in `arrays.h`.
pub(crate) fn pin_check_words(graph: &PinGraph, data: &DelayArrays<'_>, number: usize) -> [u32; 4] {
    let check = &graph.checks()[number];
    let (tables, kind) =
        (data.check_tables[check.model as usize], graph.check_models()[check.model as usize].kind);
    [2 * check.data.0 + kind.split() as u32, check.clock.0, tables[0], tables[1]]
}

/// As `Check` in `arrays.h`.
fn check_words(graph: &TimingGraph, id: CheckId) -> [u32; 8] {
    let check: &Check = graph.check(id);
    let opening = graph.latches().opening_index(id).unwrap_or(NONE);
    let kind = graph.check_kind(check);
    let has = u32::from(check.has[0]) << 1 | u32::from(check.has[1]) << 2;
    let flags = check.split as u32 | has | (kind as u32) << 3;
    let [low, high] = time_word_pair(check.shift);
    [check.data.0, check.clock.0, check.pin_check, flags, low, high, opening, 0]
}

// The kernels know both marks by one name, and this bit of an end's entry.
const _: () = assert!(
    NO_WIRE == u32::MAX && zeroslack_timing::NO_TABLE == u32::MAX && zeroslack_graph::NO_TREE == u32::MAX
);
const _: () =
    assert!(zeroslack_timing::SAME_SLEW == u32::MAX - 1 && zeroslack_timing::NO_SLEW == u32::MAX - 2);
const _: () = assert!(zeroslack_graph::EndEntry::OUTPUT == OF_OUTPUT);
