//! Monte Carlo on a device: samples of a batch side by side, level by level.

use zeroslack_ssta::{Draw, Draws, End, MonteCarlo, Term, Variation, score_table, seed_of};
use zeroslack_timing::TimedGraph;
use zeroslack_units::{Split, Ticks, UNDEFINED};

use crate::arrays::statistical::SampleArrays;
use crate::arrays::{Arrays, NONE};
use crate::error::CudaError;
use crate::machine::Machine;
use crate::machine::kernel::{Kernel, KernelLaunch, TILE};
use crate::machine::upload::Upload;
use crate::machine::words::{time, time_word_pair};

/// Lanes of a node, and bytes of a time.
const LANES: usize = 4;
const TIME: u64 = 8;

/// Samples of a batch at the most are 2 to this.
const MOST_BATCH_BITS: u32 = 16;

/// The split of a term.
const SPLIT_SHIFT: u32 = 31;

/// A design on a device, of which samples are drawn.
pub struct Sampler<M: Machine> {
    machine: M,
    arrays: Arrays,
    slacks: M::Buffer,
    ends: usize,
    samples: u32,
    levels: Vec<u32>,
    #[expect(dead_code, reason = "holds memory that is only known by its addresses")]
    kept: Vec<M::Buffer>,
}

impl<M: Machine> Sampler<M> {
    /// Copies a graph, how its delays vary, and its ends with the setup and hold times that vary. Takes up to so many bytes for the times of a batch.
    ///
    /// # Errors
    /// If there is not enough memory, or the device fails.
    pub fn new(
        machine: M,
        graph: &TimedGraph<'_>,
        variation: &Variation,
        ends: &[End],
        monte_carlo: MonteCarlo,
        bytes: u64,
    ) -> Result<Self, CudaError> {
        let nodes = graph.node_count();
        let draws = Draws::new(variation);
        let mut to = Upload { machine: &machine, kept: Vec::new() };
        let lane = |i: usize| (i / LANES, i / 2 % 2, i % 2);
        let draw = |i: usize| {
            let (arc, split, to) = lane(i);
            draws.all()[arc][split][to]
        };
        let terms: Vec<(Split, &Term)> =
            ends.iter().flat_map(|end| end.terms().iter().map(|term| (end.split, term))).collect();
        let margin = |i: usize| (terms[i].1.margin.draw(), terms[i].1.margin.place());
        let mut term_first = vec![0];
        for end in ends {
            term_first.push(term_first[term_first.len() - 1] + end.terms().len() as u32);
        }
        let batch_bits = batch_bits(nodes, ends.len(), monte_carlo.samples, bytes)?;
        let stated = stated_quads(graph);
        let mut samples = SampleArrays {
            fanin_first: to.words(graph.fanin_first)?,
            arc_source: to.array(graph.arc_sources.len(), |arc| [graph.arc_sources[arc].bits()])?,
            mean: to.array(LANES * draws.all().len(), |i| time_word_pair(draw(i).mean))?,
            spread: to.array(LANES * draws.all().len(), |i| spread_of(draw(i)))?,
            stated: to.array(stated.len(), |i| time_word_pair(stated[i]))?,
            scores: to.floats(score_table())?,
            term_first: to.words(&term_first)?,
            term_data: to.array(terms.len(), |i| [terms[i].1.data.0 | (terms[i].0 as u32) << SPLIT_SHIFT])?,
            term_capture: to
                .array(terms.len(), |i| [terms[i].1.capture.map_or(NONE, |capture| capture.0)])?,
            term_offset: to.array(terms.len(), |i| time_word_pair(terms[i].1.offset))?,
            term_spread: to.array(terms.len(), |i| spread_of(margin(i).0))?,
            term_place: to.array(terms.len(), |i| {
                let place = margin(i).1;
                [place as u32, (place >> 32) as u32]
            })?,
            times: to.room((LANES * nodes) << batch_bits)?,
            seed: seed_of(monte_carlo.seed),
            batch_bits,
            nodes: nodes as u32,
            ends: ends.len() as u32,
            ..SampleArrays::default()
        };
        let kept = to.kept;
        let slacks = machine.allocate((2 * ends.len()) << batch_bits)?;
        samples.slacks = machine.address(&slacks);
        let arrays = Arrays { samples, ..Arrays::default() };
        let levels = graph.level_first.to_vec();
        Ok(Self { machine, arrays, slacks, ends: ends.len(), samples: monte_carlo.samples, levels, kept })
    }

    /// The slacks of all ends, ticks: for each end those of all samples, in their order. The same as [`MonteCarlo::slacks`] finds.
    ///
    /// # Errors
    /// If the device fails.
    pub fn slacks(&mut self) -> Result<Vec<Vec<Ticks>>, CudaError> {
        let mut all: Vec<Vec<Ticks>> =
            (0..self.ends).map(|_| Vec::with_capacity(self.samples as usize)).collect();
        let batch = 1 << self.arrays.samples.batch_bits;
        let mut found = Vec::new();
        for first in (0..self.samples).step_by(batch) {
            self.run(first)?;
            self.machine.read(&self.slacks, self.ends << self.arrays.samples.batch_bits, &mut found, time)?;
            let here = batch.min((self.samples - first) as usize);
            all.iter_mut().zip(found.chunks(batch)).for_each(|(slacks, batch)| slacks.extend(&batch[..here]));
        }
        Ok(all)
    }

    /// Draws all samples and leaves their slacks on the device, for measuring.
    ///
    /// # Errors
    /// If the device fails.
    pub fn draw(&mut self) -> Result<(), CudaError> {
        for first in (0..self.samples).step_by(1 << self.arrays.samples.batch_bits) {
            self.run(first)?;
        }
        self.machine.synchronize()
    }

    /// Bytes that it takes at least to draw a sample: each time written once, and read once for each arc that it leads along.
    pub fn bytes_a_sample(&self, arcs: usize) -> u64 {
        TIME * LANES as u64 * (u64::from(self.arrays.samples.nodes) + arcs as u64)
    }

    fn run(&mut self, first: u32) -> Result<(), CudaError> {
        let bits = self.arrays.samples.batch_bits;
        self.arrays.samples.first_sample = first;
        let levels = self.levels.windows(2).map(|nodes| nodes[0] << bits..nodes[1] << bits);
        let mut launches: Vec<KernelLaunch> =
            levels.map(|level| KernelLaunch::over(Kernel::SampleArrivals, level, TILE)).collect();
        launches.push(KernelLaunch::over(Kernel::SampleSlacks, 0..(self.ends as u32) << bits, TILE));
        launches.retain(|launch| !launch.is_empty());
        self.machine.start(&self.arrays, &launches)
    }
}

/// Standard deviation and shape, as kernels have them.
fn spread_of(draw: Draw) -> [u32; 2] {
    [draw.sigma.to_bits(), draw.shape]
}

/// Arrivals that are stated: `[node][lane]`.
pub(super) fn stated_quads(graph: &TimedGraph<'_>) -> Vec<Ticks> {
    let mut stated = vec![UNDEFINED; LANES * graph.node_count()];
    for source in graph.sources {
        let place = LANES * source.node.index();
        let quad = source.arrival.as_flattened();
        stated[place..place + LANES].copy_from_slice(quad);
    }
    stated
}

/// The greatest batch whose indices have numbers and whose times have room.
fn batch_bits(nodes: usize, ends: usize, samples: u32, bytes: u64) -> Result<u32, CudaError> {
    let items = nodes.max(ends).max(1) as u64;
    let needed = |bits: u32| (TIME * (LANES as u64 * nodes as u64 + ends as u64)) << bits;
    let wanted = samples.max(1).next_power_of_two().trailing_zeros();
    let fits = |bits: &u32| items << bits <= u64::from(u32::MAX) && needed(*bits) <= bytes;
    (0..=MOST_BATCH_BITS.min(wanted))
        .rev()
        .find(fits)
        .ok_or(CudaError::OutOfMemory { needed: needed(0), free: bytes })
}

/// The bit of a term's split is where kernels look for it.
const _: () = assert!(Split::Late as u32 == 1);
