//! RC trees in parent order, made on the device.

use rayon::prelude::*;
use zeroslack_timing::{FlatTrees, NO_WIRE, RcNetworks, RcNode, RcSource};

use crate::arrays::{Arrays, design};
use crate::error::CudaError;
use crate::machine::Machine;
use crate::machine::kernel::{Kernel, KernelLaunch, THREADS};
use crate::machine::meter::Meter;
use crate::machine::upload::Upload;
use crate::machine::words::words_of;
use crate::preparation::flatten_plan::{OPENED, Plan, first_wire};
use crate::preparation::scan::{self, ScanMemory};

/// Threads that move a tree, as in `flatten.h`.
const MOVERS: u32 = 8;

/// Trees that one thread of the host takes.
const PIECE: usize = 4096;

/// Words of an [`RcNode`] on the device.
const NODE: usize = words_of::<design::RcNode>(1);

/// RC networks on a device, for their trees: what [`RcNetworks::flatten`] does, with the same result.
///
/// [`fn@flatten`] does it all.
#[derive(Debug)]
pub struct Flatten<'m, M: Machine> {
    machine: &'m M,
    arrays: Arrays,
    memory: Memory<M::Buffer>,
    plan: Plan,
    trees: usize,
    wires: usize,
}

/// The trees of all networks: the same as [`RcNetworks::flatten`], made on a device.
///
/// # Errors
/// If there is not enough memory, or the device fails.
pub fn flatten<M: Machine>(machine: &M, networks: &RcNetworks<'_>) -> Result<FlatTrees, CudaError> {
    let flatten = Flatten::new(machine, networks)?;
    flatten.run()?;
    flatten.fetch(networks)
}

#[derive(Debug)]
struct Memory<B> {
    /// Only kept: the kernels know it by its addresses.
    #[expect(dead_code, reason = "holds memory that is only known by its addresses")]
    kept: Vec<B>,
    scan: ScanMemory<B>,
    sizes: B,
    wire_node: B,
    nodes: B,
}

impl<'m, M: Machine> Flatten<'m, M> {
    /// Copies the networks.
    ///
    /// # Errors
    /// If there is not enough memory, or the device fails.
    pub fn new(machine: &'m M, networks: &RcNetworks<'_>) -> Result<Self, CudaError> {
        let plan = Plan::new(networks);
        if plan.room > u32::MAX as usize {
            let bytes = |nodes: usize| 4 * NODE as u64 * nodes as u64;
            return Err(CudaError::OutOfMemory { needed: bytes(plan.room), free: bytes(u32::MAX as usize) });
        }
        let mut arrays = Arrays::default();
        let meter = Meter::default();
        Memory::new(&meter, networks, &plan, &mut arrays)?;
        machine.reserve(meter.bytes.get())?;
        let memory = Memory::new(machine, networks, &plan, &mut arrays)?;
        Ok(Self { machine, arrays, memory, plan, trees: networks.tree_count(), wires: networks.wire_count() })
    }

    /// Makes the trees.
    ///
    /// # Errors
    /// If the device fails.
    pub fn run(&self) -> Result<(), CudaError> {
        let mut walks = self.machine.prepare(&self.arrays, &self.plan.launches(), true)?;
        self.machine.run(&mut walks)?;
        let mut launches = scan::launches(self.arrays.scan.count).to_vec();
        let count = MOVERS * self.trees as u32;
        launches.push(KernelLaunch::over(Kernel::CloseGaps, 0..count, THREADS));
        launches.retain(|launch| !launch.is_empty());
        self.machine.start(&self.arrays, &launches)?;
        // The program has to last until it has run.
        self.machine.synchronize()
    }

    /// Fetches the trees.
    ///
    /// # Errors
    /// If the device fails.
    pub fn fetch(&self, networks: &RcNetworks<'_>) -> Result<FlatTrees, CudaError> {
        let (machine, memory) = (self.machine, &self.memory);
        let word = |[word]: [u32; 1]| word;
        let (mut sizes, mut wire_node, mut trees) = (Vec::new(), Vec::new(), FlatTrees::default());
        machine.read(&memory.scan.values, self.trees + 1, &mut trees.first, word)?;
        machine.read(&memory.sizes, self.trees, &mut sizes, word)?;
        machine.read(&memory.wire_node, self.wires, &mut wire_node, word)?;
        let count = trees.first.last().map_or(0, |&end| end as usize);
        machine.read(&memory.nodes, count, &mut trees.nodes, |[parent, resistance, capacitance, load]| {
            let (resistance, capacitance) = (f32::from_bits(resistance), f32::from_bits(capacitance));
            RcNode { parent, resistance, capacitance, load, wire: NO_WIRE }
        })?;
        number_wires(networks, &mut trees, &wire_node);
        let opened = sizes.iter().enumerate().filter(|&(_, &size)| size & OPENED != 0);
        trees.opened = opened.map(|(tree, _)| tree as u32).collect();
        Ok(trees)
    }

    /// What there is to move, bytes: networks read once, nodes written twice and read once.
    pub fn moved(&self) -> u64 {
        let nodes = self.plan.room as u64;
        // Pin, capacitance and resistor; the node three times; sink, load and place; the tree, its size and its place.
        (4 + 4 + 12 + 48) * nodes + 12 * self.wires as u64 + (32 + 8 + 16) * self.trees as u64
    }
}

/// Tells the nodes where wires end.
fn number_wires(networks: &RcNetworks<'_>, trees: &mut FlatTrees, wire_node: &[u32]) {
    let mut rest = &mut trees.nodes[..];
    let pieces: Vec<_> = trees.first[..trees.first.len() - 1]
        .chunks(PIECE)
        .enumerate()
        .map(|(piece, firsts)| {
            let end = trees.first[piece * PIECE + firsts.len()];
            let nodes = rest.split_off_mut(..(end - firsts[0]) as usize).unwrap_or_default();
            (piece * PIECE, firsts, nodes)
        })
        .collect();
    pieces.into_par_iter().for_each(|(first_tree, firsts, nodes)| {
        for (tree, first) in (first_tree..).zip(firsts) {
            let wires = networks.tree(tree).first_wire as usize..first_wire(networks, tree + 1);
            for (wire, &node) in wire_node[wires].iter().enumerate() {
                nodes[(first - firsts[0] + node) as usize].wire = wire as u32;
            }
        }
    });
}

impl<B> Memory<B> {
    fn new<M: Machine<Buffer = B>>(
        machine: &M,
        networks: &RcNetworks<'_>,
        plan: &Plan,
        arrays: &mut Arrays,
    ) -> Result<Self, CudaError> {
        let (trees, wires) = (networks.tree_count(), networks.wire_count());
        // What comes after the last tree's number does not count: it becomes the sum of all.
        let scan = ScanMemory::new(machine, trees + 1, &mut arrays.scan)?;
        let to = &mut arrays.flatten;
        to.tree_count = trees as u32;
        let (sizes, wire_node) = (machine.allocate(trees)?, machine.allocate(wires)?);
        let (nodes, mut scratch) = (machine.allocate(NODE * plan.room)?, machine.allocate(NODE * plan.room)?);
        let large = &plan.large;
        machine.write(&mut scratch, large.nodes.len(), |i| node_words(&large.nodes[i]))?;
        to.scratch = machine.address(&scratch);
        to.sizes = machine.address(&sizes);
        to.wire_node = machine.address(&wire_node);
        to.nodes = machine.address(&nodes);
        let mut upload = Upload { machine, kept: vec![scratch] };
        to.order = upload.words(&plan.order)?;
        to.large_wires = large.wires.len() as u32;
        let pairs =
            |i: usize| large.wires.get(i).copied().unwrap_or_else(|| large.sizes[i - large.wires.len()]);
        to.large = upload.array(large.pairs() as usize, pairs)?;
        to.trees = upload.array(trees + 1, |tree| tree_words(networks, plan, tree))?;
        to.node_pin = upload.words(networks.node_pins())?;
        to.capacitance = upload.floats(networks.node_capacitances())?;
        let resistors = networks.resistors();
        to.resistors = upload.array(resistors.len(), |i| {
            let resistor = &resistors[i];
            [resistor.low, resistor.high, resistor.resistance.to_bits()]
        })?;
        to.pin_load = upload.words(networks.pin_loads())?;
        to.wire_sink = upload.array(wires, |wire| [networks.wire_sink(wire)])?;
        Ok(Self { kept: upload.kept, scan, sizes, wire_node, nodes })
    }
}

/// `NetTree` of `arrays.h`; after the last tree only its wires' end.
fn tree_words(networks: &RcNetworks<'_>, plan: &Plan, tree: usize) -> [u32; 8] {
    if tree == networks.tree_count() {
        return [0, 0, 0, 0, 0, 0, networks.wire_count() as u32, 0];
    }
    let RcSource { nodes, resistors, driver, load, first_wire } = networks.tree(tree);
    let (node_count, resistor_count) = (nodes.len() as u32, resistors.len() as u32);
    [nodes.start, node_count, resistors.start, resistor_count, driver, load, first_wire, plan.scratch[tree]]
}

/// `RcNode` of `arrays.h`.
fn node_words(node: &RcNode) -> [u32; NODE] {
    [node.parent, node.resistance.to_bits(), node.capacitance.to_bits(), node.load]
}
