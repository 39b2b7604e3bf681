//! The part of a design that constrained paths can take, made on a machine: what `zeroslack_paths` narrows a `SearchGraph` to, with the same numbers.
//!
//! Marks go forwards from each set that paths pass, then backwards from the next, a level at a time. A third sweep finds the stages
//! in which signals come to each node, all stages at once, and counts: so many copies, so many arcs. These are added up, which numbers
//! everything; the host sees how much there is, and where levels start. Then one launch writes all copies and arcs, and a last sweep, over
//! the levels of the cone, times them. The three over the design are one launch, whose blocks wait for each other after each level; they end
//! at the last level where paths may, and begin at that of the first point; without a set where paths start only the first of them does.

use std::ops::Range;

use rayon::prelude::*;
use zeroslack_graph::{ArcSource, NodeId, TimingGraph, VertexId};
use zeroslack_paths::Passing;

use crate::arrays::Arrays;
use crate::arrays::cone::{ConeArrays, ConeGraph};
use crate::arrays::pointer::Pointer;
use crate::error::CudaError;
use crate::machine::Machine;
use crate::machine::buffers::Buffers;
use crate::machine::kernel::{Kernel, KernelLaunch};
use crate::machine::meter::Meter;
use crate::preparation::scan::{self, ScanMemory};

/// Stages in a word of marks, and lanes: as in `cone.h`.
const STAGES: usize = 8;
const LANES: u32 = 4;

/// Legs in a word of bits: as in `inside.h`.
const LEGS: usize = 32;

/// Numbers that the host wants to see after those of levels: where each kind of them ends.
const ENDS: usize = 3;

/// What parts of a design are made in.
#[derive(Debug)]
pub(crate) struct ConeMaker<M: Machine> {
    arrays: Arrays,
    memory: Memory<M::Buffer>,
    /// Of each query.
    query: Buffers<M::Buffer>,
    /// What paths have to pass: where they start, each set on the way, their ends, the clocks that capture, the outputs.
    points: Vec<u32>,
    checks: u32,
}

/// Memory that is kept.
#[derive(Debug)]
struct Memory<B> {
    seen: B,
    #[expect(dead_code, reason = "holds memory that is only known by its addresses")]
    others: ([B; 3], ScanMemory<B>),
    /// Nodes where data is checked or required.
    ends: u32,
}

/// How much a cone has of everything.
#[derive(Clone, Debug, Default)]
pub(crate) struct Size {
    /// Where each level that has any starts, and where the last one ends.
    pub(crate) levels: Vec<u32>,
    pub(crate) nodes: usize,
    pub(crate) arcs: usize,
    /// Where an arrival is stated beside the fan-in's.
    pub(crate) starts: usize,
    pub(crate) roots: usize,
}

impl<B> Memory<B> {
    fn new<M: Machine<Buffer = B>>(
        machine: &M,
        graph: &TimingGraph,
        arrays: &mut Arrays,
    ) -> Result<Self, CudaError> {
        let (nodes, roots) = (graph.node_count(), arrays.cone.roots as usize);
        let stated = 3 * nodes;
        let ends = [
            stated,
            stated + arrays.results.start_count as usize,
            stated + arrays.results.start_count as usize + roots,
        ];
        let numbers = ScanMemory::new(machine, ends[ENDS - 1] + 1, &mut arrays.scan)?;
        // Where the copies of each level start, and where the last ones end, which is where arcs start.
        let levels = graph.level_first();
        let look =
            |i: usize| levels.get(i).map_or_else(|| ends[i - levels.len()], |&first| nodes + first as usize);
        let mut looks = machine.allocate(levels.len() + ENDS)?;
        machine.write(&mut looks, levels.len() + ENDS, |i| [look(i) as u32])?;
        let (seen, marks) = (machine.allocate(levels.len() + ENDS)?, machine.allocate(nodes)?);
        let of_graph = end_nodes(graph);
        let mut ends = machine.allocate(of_graph.len())?;
        machine.write(&mut ends, of_graph.len(), |i| [of_graph[i].0])?;
        let cone = &mut arrays.cone;
        (cone.nodes, cone.numbers) = (nodes as u64, arrays.scan.values);
        cone.marks = machine.address(&marks);
        cone.looks = machine.address(&looks);
        cone.seen = machine.address(&seen);
        cone.end_nodes = machine.address(&ends);
        Ok(Self { seen, others: ([marks, looks, ends], numbers), ends: of_graph.len() as u32 })
    }
}

impl<M: Machine> ConeMaker<M> {
    /// Takes memory for the parts of a design with some roots, whose arrays these are.
    pub(crate) fn new(machine: &M, graph: &TimingGraph, design: &Arrays) -> Result<Self, CudaError> {
        let mut arrays = *design;
        arrays.cone = ConeArrays {
            roots: design.search.root_count.into(),
            root_vertex: design.search.root_vertex,
            root_endpoint: design.search.root_endpoint,
            root_source: design.search.root_source,
            ..ConeArrays::default()
        };
        if numbers_at_most(graph, &arrays, 0) > u64::from(u32::MAX) {
            return Err(CudaError::Unsupported { what: "constrained paths of so large a design" });
        }
        let meter = Meter::default();
        Memory::new(&meter, graph, &mut arrays)?;
        machine.reserve(meter.bytes.get())?;
        let memory = Memory::new(machine, graph, &mut arrays)?;
        Ok(Self {
            arrays,
            memory,
            query: Buffers::default(),
            points: Vec::new(),
            checks: graph.checks().len() as u32,
        })
    }

    /// Finds and numbers the cone that paths can take, and waits for what it has.
    ///
    /// # Errors
    /// If it is too large, if there is not enough memory, or the machine fails.
    pub(crate) fn find(
        &mut self,
        machine: &M,
        graph: &TimingGraph,
        passing: &Passing,
    ) -> Result<Size, CudaError> {
        if numbers_at_most(graph, &self.arrays, passing.through.len()) > u64::from(u32::MAX) {
            return Err(CudaError::Unsupported { what: "so many sets to pass in so large a design" });
        }
        let ends = self.enter(machine, graph, passing)?;
        if self.arrays.cone.nodes == 0 {
            return Ok(Size::default());
        }
        self.mark(machine, passing, ends)?;
        self.size(machine)
    }

    /// Copies what paths have to pass. Returns how many points there are.
    fn enter(&mut self, machine: &M, graph: &TimingGraph, passing: &Passing) -> Result<u32, CudaError> {
        let Self { arrays: Arrays { cone, .. }, query, points, .. } = self;
        let sets = passing.through.len();
        points.clear();
        points.extend(passing.from.iter().flatten().map(|vertex| vertex.0));
        let mut set_first = vec![points.len() as u32];
        for set in &passing.through {
            points.extend(set.iter().map(|vertex| vertex.0));
            set_first.push(points.len() as u32);
        }
        let ends = passing.to.as_ref();
        points.extend(ends.iter().flat_map(|ends| &ends.data).map(|vertex| vertex.0));
        cone.end_data = points.len() as u64;
        points.extend(ends.iter().flat_map(|ends| &ends.captures).map(|vertex| vertex.0));
        let is_known = |&vertex: &u32| u64::from(VertexId(vertex).node().0) < cone.nodes;
        assert!(points.iter().all(is_known), "vertices of the graph");
        cone.end_captures = points.len() as u64;
        let outputs = ends.map_or(&[][..], |ends| &ends.outputs);
        assert!(outputs.iter().all(|output| output.index() < graph.outputs().len()), "outputs of the graph");
        points.extend(outputs.iter().map(|output| output.0));
        cone.end_outputs = points.len() as u64;
        query.begin();
        cone.points = query.filled(machine, points.len(), |i| [points[i]])?;
        cone.set_first = query.filled(machine, sets + 1, |i| [set_first[i]])?;
        cone.words = (sets + 1).div_ceil(STAGES) as u64;
        cone.reached = query.empty(machine, (cone.nodes * cone.words) as usize)?;
        cone.leg_words = (sets + 1).div_ceil(LEGS) as u64;
        for legs in [&mut cone.starts, &mut cone.after, &mut cone.inside] {
            *legs = query.empty(machine, (cone.nodes * cone.leg_words) as usize)?;
        }
        (cone.sets, cone.has_from) = (sets as u64, u64::from(passing.from.is_some()));
        cone.has_ends = u64::from(ends.is_some());
        let levels = levels(graph, passing);
        (cone.from_level, cone.end_level) = (levels.start as u64, levels.end as u64);
        cone.graph = ConeGraph::default();
        Ok(points.len() as u32)
    }

    /// Marks, counts and numbers.
    fn mark(&mut self, machine: &M, passing: &Passing, points: u32) -> Result<(), CudaError> {
        let ends = match &passing.to {
            None => KernelLaunch::indices(Kernel::MarkEndpoints, self.memory.ends),
            Some(ends) if ends.captures.is_empty() => KernelLaunch::indices(Kernel::MarkCaptured, 0),
            Some(_) => KernelLaunch::indices(Kernel::MarkCaptured, self.checks),
        };
        let (nodes, levels) = (self.arrays.cone.nodes as usize, self.levels());
        let begin = KernelLaunch::indices(Kernel::BeginCone, nodes.max(levels) as u32);
        let [sum, scan] = scan::launches(self.arrays.scan.count);
        let launches = [
            begin,
            KernelLaunch::indices(Kernel::EnterPoints, points),
            ends,
            KernelLaunch::sweep(Kernel::SweepCone, 1, (nodes, levels), machine.together()?),
            KernelLaunch::indices(Kernel::CountStated, self.arrays.results.start_count),
            KernelLaunch::indices(Kernel::CountRoots, self.arrays.cone.roots as u32),
            sum,
            scan,
            KernelLaunch::indices(Kernel::LookAtNumbers, (levels + 1 + ENDS) as u32),
        ];
        machine.start(&self.arrays, &launches)
    }

    /// Of the design.
    fn levels(&self) -> usize {
        self.arrays.search.level_count as usize
    }

    fn size(&self, machine: &M) -> Result<Size, CudaError> {
        let mut seen = Vec::new();
        machine.read(&self.memory.seen, self.levels() + 1 + ENDS, &mut seen, |[number]: [u32; 1]| number)?;
        let (levels, ends) = seen.split_at(self.levels() + 1);
        let nodes = levels[self.levels()];
        if nodes > ArcSource::MOST_NODES {
            return Err(CudaError::Unsupported { what: "so large a cone" });
        }
        let mut firsts = vec![0];
        firsts.extend_from_slice(levels);
        firsts.dedup();
        let [arcs, starts, roots] = [(nodes, ends[0]), (ends[0], ends[1]), (ends[1], ends[2])]
            .map(|(first, end)| (end - first) as usize);
        Ok(Size { levels: firsts, nodes: nodes as usize, arcs, starts, roots })
    }

    /// Writes the cone that was found where there is room for it, and times it, without waiting for it.
    pub(crate) fn write(&mut self, machine: &M, size: &Size, graph: ConeGraph) -> Result<(), CudaError> {
        self.arrays.cone.graph = graph;
        let launches = [
            KernelLaunch::indices(Kernel::WriteCopies, self.arrays.cone.nodes as u32),
            KernelLaunch::indices(Kernel::WriteStated, self.arrays.results.start_count),
            KernelLaunch::indices(Kernel::WriteRoots, self.arrays.cone.roots as u32),
        ];
        machine.start(&self.arrays, &launches)?;
        let mut arrays = self.arrays;
        arrays.search.level_first = self.arrays.cone.seen;
        let (graph, together) = ((size.nodes, size.levels.len()), machine.together()?);
        machine.start(&arrays, &[KernelLaunch::sweep(Kernel::SweepArrivals, LANES, graph, together)])
    }

    /// Where the kernels find the first node of each level of a cone.
    pub(crate) fn level_first(&self) -> Pointer<u32> {
        self.arrays.cone.seen
    }
}

/// The nodes where data is checked or required, in order.
fn end_nodes(graph: &TimingGraph) -> Vec<NodeId> {
    let checked = graph.checks().iter().map(|check| check.data);
    let required = graph.outputs().iter().map(|output| output.node);
    let mut nodes: Vec<NodeId> = checked.chain(required).collect();
    nodes.par_sort_unstable();
    nodes.dedup();
    nodes
}

/// The levels from the first point that paths pass to the last where they may end.
fn levels(graph: &TimingGraph, passing: &Passing) -> Range<usize> {
    let level_of = |node: NodeId| graph.level_first().partition_point(|&first| first <= node.0) - 1;
    let level = |vertex: &VertexId| level_of(vertex.node());
    let end = match &passing.to {
        Some(ends) if ends.captures.is_empty() => {
            let outputs = ends.outputs.iter().map(|&output| graph.output(output).node);
            let last = ends.data.last().map(|vertex| vertex.node()).into_iter().chain(outputs).max();
            last.map_or(0, |last| level_of(last) + 1)
        }
        _ => graph.level_count(),
    };
    let points = passing.from.iter().chain(&passing.through).filter_map(|set| set.first());
    points.min().map_or(end, level).min(end)..end
}

/// The greatest number that there can be to count to with so many sets to pass: kernels have 4 bytes for each.
fn numbers_at_most(graph: &TimingGraph, arrays: &Arrays, sets: usize) -> u64 {
    let (nodes, arcs, stages) = (graph.node_count() as u64, graph.arc_count() as u64, sets as u64 + 1);
    let stated = u64::from(arrays.results.start_count) * stages;
    let [copies, ways] = [(stages + 2) * nodes, 2 * stages * arcs];
    // There are so many places for numbers, too.
    (copies + ways + stated + u64::from(arrays.search.root_count)).max(4 * nodes + stated)
}
