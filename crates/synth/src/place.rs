//! Which cells there are, where, and on which level of logic: the design before it is connected.
//!
//! Items (cells and ports) are in the order of a Hilbert curve over the die, so that near indices are near on the
//! die. They come in blocks, each with a depth of its own: a cell of a block has a level from 1 to that depth, and all
//! levels occur. Flip-flops come in banks.

use crate::Options;
use crate::hilbert;
use crate::library::{FLIP_FLOP, INPUT, KindId, Library, OUTPUT};
use crate::random::Random;

/// The level of what drives nothing.
pub(crate) const NO_DRIVER: u8 = 255;

/// The placed items.
#[derive(Debug, Default)]
pub(crate) struct Placement {
    /// `[item]`
    pub(crate) kind: Vec<KindId>,
    /// Gates before it on its longest path: 0 for flip-flops and input ports, [`NO_DRIVER`] for output ports. `[item]`
    pub(crate) level: Vec<u8>,
    /// Depth of its block. `[item]`
    pub(crate) block_depth: Vec<u8>,
    /// In grid steps. `[item]`
    pub(crate) position: Vec<(u16, u16)>,
    /// 0.01 µm a grid step.
    pub(crate) pitch: u32,
    /// Grid steps on a side.
    pub(crate) side: u32,
    /// Flip-flops.
    pub(crate) flip_flops: usize,
}

/// Buffers of clock trees, as a share of the flip-flops: a leaf has 28, and there are half as many buffers above.
const CLOCK_BUFFERS: f64 = 1.5 / 28.0;

/// Shares of gates with 2, 3, 4 inputs among those with several.
const SEVERAL_INPUTS: [f64; 3] = [0.72, 0.18, 0.10];

struct Placer<'o> {
    options: &'o Options,
    library: &'o Library,
    random: Random,
    placement: Placement,
    /// Share of gates with one input.
    single: f64,
    /// Shares of gates with 2, 3, 4 inputs among the others.
    several: [f64; 3],
    /// How often each kind is drawn, by number of inputs.
    weights: [Vec<f64>; 5],
    /// Flip-flops that are due.
    due: f64,
    /// Cells still to come.
    left: usize,
    flip_flops_left: usize,
    /// Ports: (number of cells before it, kind), the next one last.
    ports: Vec<(usize, KindId)>,
    /// The block's levels, the next one last.
    levels: Vec<u8>,
}

/// Draws and places all items.
pub(crate) fn place(options: &Options, library: &Library) -> Placement {
    let flip_flops = (options.gates as f64 * options.flip_flops) as usize;
    let clock_buffers =
        flip_flops as f64 * CLOCK_BUFFERS + (options.clocks * options.clock_levels / 2) as f64;
    let logic = options.gates - flip_flops - clock_buffers as usize;
    let ports = options.inputs + options.outputs;
    let of_flip_flop = library.pin_count(FLIP_FLOP);
    let pins = options.pins as f64
        - (ports + options.clocks + of_flip_flop * flip_flops) as f64
        - 2.0 * clock_buffers;
    let inputs = pins / logic as f64 - 1.0;
    let several = several_inputs(library);
    let mean = 2.0 + (several[1] + 2.0 * several[2]) / several.iter().sum::<f64>();
    let cells = logic + flip_flops;
    let order = (1..).find(|order| 1_usize << (2 * order) >= cells + ports).unwrap_or(16);
    let mut random = Random::new(options.seed, 1);
    let ports = boundary(options, &mut random, order, cells);
    let mut placer = Placer {
        options,
        library,
        random,
        placement: Placement { flip_flops, ..Placement::default() },
        single: ((mean - inputs) / (mean - 1.0)).clamp(0.0, 1.0),
        several,
        weights: library
            .logic
            .clone()
            .map(|kinds| library.kinds[kinds].iter().map(|kind| kind.weight).collect()),
        due: 0.0,
        left: cells,
        flip_flops_left: flip_flops,
        ports,
        levels: Vec::new(),
    };
    placer.run();
    placer.spread(order)
}

/// Shares of gates with 2, 3, 4 inputs, of those that the library has.
fn several_inputs(library: &Library) -> [f64; 3] {
    [0, 1, 2].map(|more| if library.logic[2 + more].is_empty() { 0.0 } else { SEVERAL_INPUTS[more] })
}

/// Ports along the edge of the die: (number of cells before it, kind), from the last to the first.
fn boundary(options: &Options, random: &mut Random, order: u32, cells: usize) -> Vec<(usize, KindId)> {
    let side = 1_usize << order;
    let mut ports: Vec<(usize, KindId)> = (0..options.inputs + options.outputs)
        .map(|number| {
            let along = random.below(side);
            let (x, y) = [(along, 0), (along, side - 1), (0, along), (side - 1, along)][random.below(4)];
            let at = hilbert::index(order, x as u16, y as u16);
            let before = ((u128::from(at) * cells as u128) >> (2 * order)) as usize;
            (before, if number < options.inputs { INPUT } else { OUTPUT })
        })
        .collect();
    ports.sort_unstable_by(|a, b| b.cmp(a));
    ports
}

impl Placer<'_> {
    fn run(&mut self) {
        let cells = self.left;
        let share = self.flip_flops_left as f64 / cells as f64;
        while self.left > 0 {
            let (depth, size) = self.block();
            let end = self.left - size;
            self.draw_levels(depth, size);
            let mut bank = self.random.between(2, 12);
            while self.left > end {
                self.due += share;
                let here = if self.due >= bank as f64 { bank } else { 0 };
                for _ in 0..here.min(self.left - end).min(self.flip_flops_left) {
                    self.add(cells, FLIP_FLOP, 0, depth);
                    self.flip_flops_left -= 1;
                    self.due -= 1.0;
                }
                if here > 0 {
                    self.due += share * here as f64;
                    bank = self.random.between(2, 12);
                }
                if self.left > end {
                    let (kind, level) = (self.draw_kind(), self.levels.pop().unwrap_or(1));
                    self.add(cells, kind, level, depth);
                }
            }
        }
        self.add_ports(cells);
        // What the last bank left over.
        for at in (0..self.placement.kind.len()).rev() {
            if self.flip_flops_left == 0 {
                break;
            }
            // Ports are in no block.
            let is_gate = self.placement.block_depth[at] > 0;
            if is_gate && self.placement.level[at] == self.placement.block_depth[at] {
                (self.placement.kind[at], self.placement.level[at]) = (FLIP_FLOP, 0);
                self.flip_flops_left -= 1;
            }
        }
    }

    /// (depth, cells) of a block.
    fn block(&mut self) -> (u8, usize) {
        // Not all endpoints are at a block's deepest gates.
        let mean = self.options.depth * 1.25;
        let offset = self.random.unit() + self.random.unit() - 1.0;
        let depth = (mean * (1.0 + self.options.depth_spread * offset)).max(2.0);
        let size = ((depth * (8.0 + 40.0 * self.random.unit())) as usize).min(self.left);
        let size = if self.left - size < 100 { self.left } else { size };
        (depth.min((size / 8).max(1) as f64) as u8, size)
    }

    /// The levels of a block's gates: more low ones than high ones, and all occur.
    fn draw_levels(&mut self, depth: u8, size: usize) {
        self.levels.clear();
        self.levels.extend((0..size).map(|number| {
            let at = (number as f64 + 0.5) / size as f64;
            1 + (f64::from(depth) * at * at.sqrt()) as u8
        }));
        self.random.shuffle(&mut self.levels);
    }

    fn draw_kind(&mut self) -> KindId {
        let inputs =
            if self.random.chance(self.single) { 1 } else { 2 + self.random.weighted(&self.several) };
        (self.library.logic[inputs].start + self.random.weighted(&self.weights[inputs])) as KindId
    }

    fn add(&mut self, cells: usize, kind: KindId, level: u8, depth: u8) {
        self.add_ports(cells - self.left);
        self.placement.kind.push(kind);
        self.placement.level.push(level);
        self.placement.block_depth.push(depth);
        self.left -= 1;
    }

    /// Adds the ports that come before the next cell.
    fn add_ports(&mut self, before: usize) {
        while let Some((_, kind)) = self.ports.pop_if(|port| port.0 <= before) {
            self.placement.kind.push(kind);
            self.placement.level.push(if kind == INPUT { 0 } else { NO_DRIVER });
            self.placement.block_depth.push(0);
        }
    }

    /// Gives items their positions.
    fn spread(mut self, order: u32) -> Placement {
        let items = self.placement.kind.len();
        let points = 1_u128 << (2 * order);
        self.placement.position = (0..items)
            .map(|item| hilbert::point(order, (item as u128 * points / items as u128) as u64))
            .collect();
        self.placement.side = 1 << order;
        let side_length = (items as f64 * self.library.item_area).sqrt() * 100.0;
        self.placement.pitch = ((side_length / f64::from(self.placement.side)) as u32).max(1);
        self.placement
    }
}
