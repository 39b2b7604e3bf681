//! The list that a search leaves on a machine, brought back; and the pins of its paths.

use std::ops::Range;

use zeroslack_graph::{ArcId, VertexId};
use zeroslack_paths::{Borrowing, FlatPaths, PathTree};

use crate::arrays::search::SearchState;
use crate::engine::update::Engine;
use crate::error::CudaError;
use crate::machine::Machine;
use crate::machine::kernel::{Kernel, KernelLaunch, TILE};
use crate::machine::words::time;
use crate::search::outcome::Measures;
use crate::search::path_search::PathSearch;

/// Vertices that are brought back at once, unless one path has more.
const BATCH: usize = 64 << 20;

impl<M: Machine> PathSearch<M> {
    /// Fetches the list of the last search.
    ///
    /// # Errors
    /// If the machine fails.
    pub fn tree(&mut self, engine: &Engine<M>) -> Result<PathTree, CudaError> {
        let machine = self.machine(engine);
        let (memory, count) = (&self.memory, self.outcome.count as usize);
        let mut tree = PathTree::default();
        let word = |[word]: [u32; 1]| word;
        machine.read(&memory.out_slack, count, &mut tree.slack, time)?;
        machine.read(&memory.out_root, count, &mut tree.root, word)?;
        machine.read(&memory.out_parent, count, &mut tree.parent, word)?;
        machine.read(&memory.out_place, count, &mut tree.place, word)?;
        machine.read(&memory.out_arc, count, &mut tree.way, |[arc]| ArcId(arc))?;
        if self.search_graph().borrows() {
            let slacks = tree.slack.iter().map(|&rank| Borrowing::slack(rank)).collect();
            tree.rank = Some(std::mem::replace(&mut tree.slack, slacks));
        }
        tree.roots = self.search_graph().name_roots(machine, &mut tree.root)?;
        Ok(tree)
    }

    /// Whether the last search ranked after CPPR.
    fn is_after_cppr(&self) -> bool {
        self.arrays.search.is_after_cppr != 0
    }

    /// Finds where the vertices of each listed path go. Returns how many there are.
    ///
    /// # Errors
    /// If the machine fails.
    pub fn measure(&self, engine: &Engine<M>) -> Result<u64, CudaError> {
        let known = self.outcome.count;
        if known == 0 {
            return Ok(0);
        }
        let machine = self.machine(engine);
        machine.start(
            &self.current(engine, self.arrays),
            &[
                KernelLaunch::tiles(Kernel::MeasurePaths, known).ranked(self.is_after_cppr()),
                KernelLaunch::indices(Kernel::PlacePaths, known),
            ],
        )?;
        Ok(SearchState::peek(machine, &self.memory.state)?.total)
    }

    /// Starts to write the vertices of listed paths on the machine, without waiting for it. [`PathSearch::measure`] goes before.
    ///
    /// # Errors
    /// If there is not enough memory for so many `vertices`, or the machine fails.
    ///
    /// # Panics
    /// If there are not as many paths.
    pub fn recover(&mut self, engine: &Engine<M>, paths: Range<u32>, vertices: u64) -> Result<(), CudaError> {
        assert!(paths.end <= self.outcome.count, "paths of the list");
        let machine = self.machine(engine);
        if self.steps.as_ref().is_none_or(|steps| steps.0 < vertices) {
            self.steps = None;
            machine.reserve(8 * vertices)?;
            let words = vertices as usize;
            self.steps = Some((vertices, machine.allocate(words)?, machine.allocate(words)?));
        }
        let Some((_, vertices, arcs)) = &self.steps else { return Ok(()) };
        let (vertices, arcs) = (machine.address(vertices), machine.address(arcs));
        let mut arrays = self.current(engine, self.arrays);
        (arrays.search.vertices, arrays.search.arcs, arrays.search.from) = (vertices, arcs, paths.start);
        let launch = |kernel| KernelLaunch::over(kernel, paths.clone(), TILE);
        machine.start(&arrays, &[launch(Kernel::WriteSteps).ranked(self.is_after_cppr())])?;
        if !self.is_narrow {
            return Ok(());
        }
        machine.start(&arrays, &[launch(Kernel::NameSteps)])
    }

    /// Writes out a range of the paths of the last search, which `tree` has, by the ids of the design.
    ///
    /// # Errors
    /// If there is not enough memory, or the machine fails.
    ///
    /// # Panics
    /// If the tree is not that of the last search, or the range not within it.
    pub fn flat(
        &mut self,
        engine: &Engine<M>,
        tree: &PathTree,
        paths: Range<usize>,
    ) -> Result<FlatPaths, CudaError> {
        let count = self.outcome.count as usize;
        assert!(tree.len() == count && paths.end <= count, "paths of the last search");
        let mut flat = FlatPaths { offsets: vec![0], credit: vec![0; paths.len()], ..FlatPaths::default() };
        if paths.is_empty() {
            return Ok(flat.with_times(tree, paths));
        }
        let measured = match self.measured.take() {
            Some(measured) => measured,
            None => self.fetch_measures(engine)?,
        };
        let offsets = &measured.offsets;
        if let Some(credits) = measured.credits.get(paths.clone()) {
            flat.credit.copy_from_slice(credits);
        }
        let mut first = paths.start;
        while first < paths.end {
            let batch = offsets[first] + BATCH;
            let end = offsets.partition_point(|&offset| offset <= batch).clamp(first + 2, paths.end + 1) - 1;
            self.fetch_steps(engine, first..end, offsets[end] - offsets[first], &mut flat)?;
            first = end;
        }
        flat.offsets = offsets[paths.start..=paths.end].iter().map(|at| at - offsets[paths.start]).collect();
        self.measured = Some(measured);
        Ok(flat.with_times(tree, paths))
    }

    /// Measures all listed paths.
    fn fetch_measures(&self, engine: &Engine<M>) -> Result<Measures, CudaError> {
        self.measure(engine)?;
        let (machine, count) = (self.machine(engine), self.outcome.count as usize);
        let mut measured = Measures::default();
        machine.read(&self.memory.offset, count + 1, &mut measured.offsets, |words| time(words) as usize)?;
        if self.is_after_cppr() {
            machine.read(&self.memory.credit, count, &mut measured.credits, time)?;
        }
        Ok(measured)
    }

    /// Adds the vertices and arcs of some paths.
    fn fetch_steps(
        &mut self,
        engine: &Engine<M>,
        paths: Range<usize>,
        count: usize,
        flat: &mut FlatPaths,
    ) -> Result<(), CudaError> {
        self.recover(engine, paths.start as u32..paths.end as u32, count as u64)?;
        let Some((_, vertices, arcs)) = &self.steps else { return Ok(()) };
        let (machine, mut found, mut ways) = (self.machine(engine), Vec::new(), Vec::new());
        machine.read(vertices, count, &mut found, |[vertex]| VertexId(vertex))?;
        flat.vertices.extend_from_slice(&found);
        machine.read(arcs, count, &mut ways, |[arc]| ArcId(arc))?;
        flat.arcs.extend_from_slice(&ways);
        Ok(())
    }
}
