//! A generated design.

use crate::clock::{self, ClockTrees};
use crate::connect::{self, Connections};
use crate::estimate::Estimate;
use crate::library::{CLOCK_BUFFER, Cell, FLIP_FLOP, INPUT, Kind, KindId, Library, OUTPUT};
use crate::period::{Constraints, choose};
use crate::place::{self, Placement};
use crate::{Options, OptionsError};

/// A design: what it is made of, where, and how it is constrained. Files are written from it one by one.
///
/// Inside, a *node* is a cell or a port: the placed items, then the buffers of the clock trees, then the clocks'
/// ports. A node drives at most one net, which goes by its number. A *slot* is an input of a node.
#[derive(Debug)]
pub struct Design {
    options: Options,
    library: Library,
    placement: Placement,
    trees: ClockTrees,
    connections: Connections,
    /// Where the sinks of each node's net start. `[node + 1]`
    first_sink: Vec<u32>,
    /// Slots, net by net.
    sinks: Vec<u32>,
    /// `[slot]`
    slot_node: Vec<u32>,
    /// Index into the cells of the node's kind. `[node]`
    pub(crate) strength: Vec<u16>,
    pub(crate) constraints: Constraints,
    input_ports: Vec<u32>,
    output_ports: Vec<u32>,
    /// Nets that are output ports: (driver, number of the port), in order.
    output_nets: Vec<(u32, u32)>,
}

/// How large a design is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Cells: gates, flip-flops, clock buffers.
    pub gates: usize,
    /// Pins of cells plus ports.
    pub pins: usize,
    /// Ports, clocks included.
    pub ports: usize,
    /// Flip-flops.
    pub flip_flops: usize,
    /// Buffers of clock trees.
    pub clock_buffers: usize,
    /// Nets, those of output ports included.
    pub nets: usize,
}

impl Design {
    /// Generates a design of the built-in library's cells.
    ///
    /// # Errors
    /// If an option is out of its range.
    pub fn new(options: Options) -> Result<Self, OptionsError> {
        Self::with_library(options, Library::built_in())
    }

    /// Generates a design of a library's cells. Hold times are the library's own, so nothing is done about
    /// [`Options::failing_hold`] unless it is the built-in one.
    ///
    /// # Errors
    /// If an option is out of its range.
    pub fn with_library(options: Options, library: Library) -> Result<Self, OptionsError> {
        options.check()?;
        let placement = place::place(&options, &library);
        let mut connections = connect::connect(&options, &library, &placement);
        let trees = clock::grow(&options, &placement);
        clock::connect(&trees, placement.kind.len(), &mut connections);
        let mut design = Self::assemble(options, library, placement, trees, connections);
        let estimate = Estimate::new(&mut design);
        design.constraints = choose(&design, &estimate);
        Ok(design)
    }

    fn assemble(
        options: Options,
        library: Library,
        placement: Placement,
        trees: ClockTrees,
        connections: Connections,
    ) -> Self {
        let nodes = placement.kind.len() + trees.buffers.len() + trees.ports.len();
        let mut first_sink = vec![0; nodes + 1];
        for &driver in &connections.driver {
            first_sink[driver as usize + 1] += 1;
        }
        for node in 0..nodes {
            first_sink[node + 1] += first_sink[node];
        }
        let mut next = first_sink.clone();
        let mut sinks = vec![0; connections.driver.len()];
        for (slot, &driver) in connections.driver.iter().enumerate() {
            let place = &mut next[driver as usize];
            sinks[*place as usize] = slot as u32;
            *place += 1;
        }
        let mut slot_node = Vec::with_capacity(sinks.len());
        for node in 0..nodes {
            slot_node.resize(connections.first_slot[node + 1] as usize, node as u32);
        }
        let ports = |port| -> Vec<u32> {
            let items = placement.kind.iter().zip(0..);
            items.filter(|&(&kind, _)| kind == port).map(|(_, item)| item).collect()
        };
        let (input_ports, output_ports) = (ports(INPUT), ports(OUTPUT));
        let driver = |port: u32| connections.driver[connections.first_slot[port as usize] as usize];
        let mut output_nets: Vec<(u32, u32)> =
            output_ports.iter().zip(0..).map(|(&port, number)| (driver(port), number)).collect();
        output_nets.sort_unstable();
        Self {
            options,
            library,
            placement,
            trees,
            connections,
            first_sink,
            sinks,
            slot_node,
            strength: vec![0; nodes],
            constraints: Constraints::default(),
            input_ports,
            output_ports,
            output_nets,
        }
    }

    /// The options it was made from.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// How large it is.
    pub fn counts(&self) -> Counts {
        let gates = self.nodes() - self.input_ports.len() - self.output_ports.len() - self.trees.ports.len();
        let ports = self.nodes() - gates;
        // Every slot is a pin or an output port, every driver an output pin or an input port. The rest is on no net.
        let outputs = self.nodes() - self.output_ports.len();
        let flip_flop = self.library.kind(FLIP_FLOP);
        let idle = self.trees.leaves.len() * (flip_flop.open + flip_flop.tied.len());
        Counts {
            gates,
            pins: self.connections.driver.len() + outputs + idle,
            ports,
            flip_flops: self.trees.leaves.len(),
            clock_buffers: self.trees.buffers.len(),
            nets: outputs,
        }
    }

    /// Clock periods in order of the clocks, ps.
    pub fn periods(&self) -> &[u32] {
        &self.constraints.periods
    }

    pub(crate) fn nodes(&self) -> usize {
        self.first_sink.len() - 1
    }

    /// The first node that is not of the placed items.
    pub(crate) fn items(&self) -> usize {
        self.placement.kind.len()
    }

    /// The first node that is a clock's port.
    pub(crate) fn first_clock(&self) -> usize {
        self.items() + self.trees.buffers.len()
    }

    pub(crate) fn library(&self) -> &Library {
        &self.library
    }

    /// What a cell is.
    pub(crate) fn kind(&self, cell: u32) -> &Kind {
        self.library.kind(self.kind_id(cell))
    }

    /// Which library cell a cell is.
    pub(crate) fn cell(&self, cell: u32) -> &Cell {
        &self.kind(cell).cells[usize::from(self.strength[cell as usize])]
    }

    pub(crate) fn kind_id(&self, node: u32) -> KindId {
        let node = node as usize;
        match self.placement.kind.get(node) {
            Some(&kind) => kind,
            None if node < self.first_clock() => CLOCK_BUFFER,
            None => INPUT,
        }
    }

    /// Level of an item's logic.
    pub(crate) fn levels(&self) -> &[u8] {
        &self.placement.level
    }

    pub(crate) fn flip_flops(&self) -> impl Iterator<Item = u32> + '_ {
        self.trees.leaves.iter().map(|leaf| leaf.0)
    }

    pub(crate) fn output_ports(&self) -> &[u32] {
        &self.output_ports
    }

    pub(crate) fn input_ports(&self) -> &[u32] {
        &self.input_ports
    }

    /// The clock that an item is of.
    pub(crate) fn clock_of(&self, item: u32) -> usize {
        clock::clock_of(&self.options, &self.placement, item as usize)
    }

    /// In grid steps.
    pub(crate) fn position(&self, node: u32) -> (u16, u16) {
        let (node, items) = (node as usize, self.items());
        match self.placement.position.get(node) {
            Some(&position) => position,
            None if node < self.first_clock() => self.trees.buffers[node - items].position,
            None => self.trees.ports[node - self.first_clock()],
        }
    }

    /// 0.01 µm a grid step.
    pub(crate) fn pitch(&self) -> u32 {
        self.placement.pitch
    }

    /// The slots that a node's net leads to.
    pub(crate) fn sinks(&self, node: u32) -> &[u32] {
        &self.sinks[self.first_sink[node as usize] as usize..self.first_sink[node as usize + 1] as usize]
    }

    pub(crate) fn slot_node(&self, slot: u32) -> u32 {
        self.slot_node[slot as usize]
    }

    /// Which input of its node a slot is.
    pub(crate) fn slot_pin(&self, slot: u32) -> usize {
        (slot - self.connections.first_slot[self.slot_node(slot) as usize]) as usize
    }

    pub(crate) fn slots(&self, node: u32) -> std::ops::Range<u32> {
        self.connections.first_slot[node as usize]..self.connections.first_slot[node as usize + 1]
    }

    /// The node whose net a slot is on.
    pub(crate) fn driver(&self, slot: u32) -> u32 {
        self.connections.driver[slot as usize]
    }

    pub(crate) fn slot_count(&self) -> usize {
        self.sinks.len()
    }

    /// The number of the output port that a node's net is called after.
    pub(crate) fn output_net(&self, node: u32) -> Option<u32> {
        let at = self.output_nets.partition_point(|net| net.0 < node);
        self.output_nets.get(at).filter(|net| net.0 == node).map(|net| net.1)
    }

    /// The number of an input port.
    pub(crate) fn input_number(&self, node: u32) -> Option<usize> {
        self.input_ports.binary_search(&node).ok()
    }

    /// Nodes that drive nets: all but output ports.
    pub(crate) fn drivers(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.nodes() as u32).filter(|&node| self.kind_id(node) != OUTPUT)
    }

    /// Nodes that are cells, as they come.
    pub(crate) fn cells(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.first_clock() as u32).filter(|&node| !matches!(self.kind_id(node), INPUT | OUTPUT))
    }
}
