//! The list that a search leaves on a machine, brought back; and the pins of its paths.

use zeroslack_units::Ticks;

use crate::engine::Engine;
use crate::error::CudaError;
use crate::kernel::{Kernel, Launch};
use crate::machine::Machine;
use crate::plan::NONE;
use crate::search::PathSearch;
use crate::search_arrays::{STATE_WORDS, SearchState};

/// Vertices that are brought back at once, unless one path has more.
const BATCH: u64 = 64 << 20;

/// Paths in order, each as where it leaves its parent. All arrays are `[path]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FoundPaths {
    /// Slacks before CPPR, ticks; growing.
    pub slack: Vec<Ticks>,
    /// What is required at the end, before CPPR, ticks.
    pub required: Vec<Ticks>,
    /// Where it ends: index into [`PathSearch::roots`].
    pub root: Vec<u32>,
    /// The path that it leaves: its place in the order, or [`FoundPaths::NONE`] for the worst path of a root.
    pub parent: Vec<u32>,
    /// How many steps from the end it leaves it.
    pub place: Vec<u32>,
    /// The arc by which it comes there, or [`FoundPaths::NONE`] for a start that a constraint states, and for the worst path of a root.
    pub arc: Vec<u32>,
}

impl FoundPaths {
    /// Marks what there is none of.
    pub const NONE: u32 = NONE;
}

/// The vertices of paths, from start to end; those of a path start at its offset.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FoundSteps {
    /// `[path + 1]`.
    pub offsets: Vec<u64>,
    /// Vertices: 2 × node + transition.
    pub vertices: Vec<u32>,
    /// The arc by which each is reached, [`FoundPaths::NONE`] at the start.
    pub arcs: Vec<u32>,
}

impl<M: Machine> PathSearch<M> {
    /// Fetches the list of the last search.
    ///
    /// # Errors
    /// If the machine fails.
    pub fn fetch(&self, engine: &Engine<M>) -> Result<FoundPaths, CudaError> {
        let (machine, memory) = (self.machine(engine), &self.memory);
        let count = self.outcome.count as usize;
        let mut found = FoundPaths::default();
        let word = |[word]: [u32; 1]| word;
        machine.read(&memory.out_slack, count, &mut found.slack, |words| long(words) as Ticks)?;
        machine.read(&memory.out_required, count, &mut found.required, |words| long(words) as Ticks)?;
        machine.read(&memory.out_root, count, &mut found.root, word)?;
        machine.read(&memory.out_parent, count, &mut found.parent, word)?;
        machine.read(&memory.out_place, count, &mut found.place, word)?;
        machine.read(&memory.out_arc, count, &mut found.arc, word)?;
        Ok(found)
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
            &self.arrays,
            &[
                Launch::tiles(Kernel::MeasurePaths, known),
                Launch::blocks(Kernel::ScanLengths, 1),
                Launch::indices(Kernel::PlacePaths, known),
            ],
        )?;
        Ok(SearchState::of_words(machine.peek::<STATE_WORDS>(&self.memory.state)?).total)
    }

    /// Starts to write the vertices of listed paths on the machine, without waiting for it. [`PathSearch::measure`] goes before.
    ///
    /// # Errors
    /// If there is not enough memory for so many `vertices`, or the machine fails.
    ///
    /// # Panics
    /// If there are not as many paths.
    pub fn recover(
        &mut self,
        engine: &Engine<M>,
        paths: std::ops::Range<u32>,
        vertices: u64,
    ) -> Result<(), CudaError> {
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
        let mut arrays = self.arrays;
        (arrays.search.vertices, arrays.search.arcs, arrays.search.from) = (vertices, arcs, paths.start);
        let launch = Launch::indices(Kernel::WriteSteps, paths.len() as u32);
        machine.start(&arrays, &[Launch { first: paths.start, ..launch }])
    }

    /// Finds and fetches the vertices of all listed paths.
    ///
    /// # Errors
    /// If there is not enough memory, or the machine fails.
    pub fn fetch_steps(&mut self, engine: &Engine<M>) -> Result<FoundSteps, CudaError> {
        self.measure(engine)?;
        let machine = self.machine(engine);
        let count = self.outcome.count as usize;
        let mut steps = FoundSteps { offsets: vec![0], ..FoundSteps::default() };
        if count == 0 {
            return Ok(steps);
        }
        machine.read(&self.memory.offset, count + 1, &mut steps.offsets, long)?;
        let (mut vertices, mut arcs) = (Vec::new(), Vec::new());
        let mut first = 0;
        while first < count {
            let start = steps.offsets[first];
            let end = steps.offsets.partition_point(|&offset| offset <= start + BATCH).max(first + 2) - 1;
            let here = steps.offsets[end] - start;
            self.recover(engine, first as u32..end as u32, here)?;
            if let Some((_, on_machine, arcs_on_machine)) = &self.steps {
                machine.read(on_machine, here as usize, &mut vertices, |[word]| word)?;
                machine.read(arcs_on_machine, here as usize, &mut arcs, |[word]| word)?;
            }
            steps.vertices.extend_from_slice(&vertices);
            steps.arcs.extend_from_slice(&arcs);
            first = end;
        }
        Ok(steps)
    }
}

fn long([low, high]: [u32; 2]) -> u64 {
    u64::from(high) << 32 | u64::from(low)
}
