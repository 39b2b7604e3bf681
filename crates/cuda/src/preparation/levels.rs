//! Levels and the order of nodes, found on the device.

use zeroslack_graph::{Fanin, Layout};

use crate::arrays::pointer::Pointer;
use crate::arrays::preparation::{LevelArrays, LevelState};
use crate::arrays::{Arrays, NONE};
use crate::error::CudaError;
use crate::machine::Machine;
use crate::machine::kernel::{Kernel, KernelLaunch, THREADS};
use crate::machine::meter::Meter;
use crate::machine::words::words_of;
use crate::preparation::scan::{self, ScanMemory};

/// Words of the state of the sweep.
const STATE: usize = words_of::<LevelState>(1);

/// Threads of a block that works together, of the one that takes narrow levels, of a warp.
const BLOCK: u32 = scan::THREADS;
const NARROW: u32 = 512;
const WARP: u32 = 32;

/// Blocks at the most that take a wide level: as many as fit on a large GPU.
const WIDE_BLOCKS: u32 = 1024;

/// Wide levels that are tried before the host looks.
const TURNS: usize = 16;

/// As in `order.h`.
const TILE: u32 = 2048;
const MOST_DIGIT_BITS: u32 = 11;

/// The arcs of a netlist on a device, for its levels: what [`Fanin::layout`] does, with the same result.
///
/// [`Levels::find`] and [`Levels::order`] each wait for the device once or a few times; [`fn@levels`] does it all.
#[derive(Debug)]
pub struct Levels<'m, M: Machine> {
    machine: &'m M,
    arrays: Arrays,
    memory: Memory<M::Buffer>,
    /// Levels that were found.
    count: u32,
    /// Which of the orders is the last.
    last: usize,
}

#[derive(Debug)]
struct Memory<B> {
    /// Only kept: the kernels know it by its addresses.
    #[expect(dead_code, reason = "holds memory that is only known by its addresses")]
    kept: Vec<B>,
    state: B,
    level_first: B,
    orders: [B; 2],
    place: B,
    #[expect(dead_code, reason = "holds memory that is only known by its addresses")]
    scan: ScanMemory<B>,
}

/// The nodes of a graph, level by level: the same as [`Fanin::layout`], found on a device. None if there is a loop.
///
/// # Errors
/// If there is not enough memory, or the device fails.
pub fn levels<M: Machine>(machine: &M, fanin: &Fanin<'_>) -> Result<Option<Layout>, CudaError> {
    let mut levels = Levels::new(machine, fanin)?;
    if levels.find()?.is_none() {
        return Ok(None);
    }
    levels.order()?;
    levels.fetch().map(Some)
}

impl<'m, M: Machine> Levels<'m, M> {
    /// Copies the arcs.
    ///
    /// # Errors
    /// If there is not enough memory, or the device fails.
    pub fn new(machine: &'m M, fanin: &Fanin<'_>) -> Result<Self, CudaError> {
        let meter = Meter::default();
        let mut arrays = Arrays::default();
        Memory::new(&meter, fanin, &mut arrays)?;
        machine.reserve(meter.bytes.get())?;
        let memory = Memory::new(machine, fanin, &mut arrays)?;
        Ok(Self { machine, arrays, memory, count: 0, last: 0 })
    }

    /// Finds the level of every pin and returns the number of levels; none if a loop keeps a pin from having one.
    ///
    /// # Errors
    /// If the device fails.
    pub fn find(&mut self) -> Result<Option<u32>, CudaError> {
        let LevelArrays { pins, arcs, .. } = self.arrays.levels;
        let state = [0, 0, 0, 0, 0, 0, NONE, 0, 0, 0, 0, 0];
        self.machine.write(&mut self.memory.state, 1, |_| state)?;
        self.start(&[
            launch(Kernel::BeginLevels, pins, THREADS),
            launch(Kernel::CountFanouts, arcs, THREADS),
            launch(Kernel::PlaceFanouts, pins, BLOCK),
            launch(Kernel::FillFanouts, pins, THREADS),
        ])?;
        let blocks = arcs.div_ceil(BLOCK).clamp(1, WIDE_BLOCKS);
        let turn = [
            KernelLaunch::blocks_of(Kernel::NarrowLevels, 1, NARROW),
            KernelLaunch::blocks_of(Kernel::WideLevel, blocks, BLOCK),
        ];
        loop {
            self.start(&turn.repeat(TURNS))?;
            let mut states: Vec<[u32; STATE]> = Vec::new();
            self.machine.read(&self.memory.state, 1, &mut states, |words| words)?;
            let [_, _, begin, _, _, _, level, _, is_done, ..] = states[0];
            if is_done != 0 {
                self.count = level;
                return Ok((begin == pins).then_some(level));
            }
        }
    }

    /// Puts the pins in the order of the levels that were found.
    ///
    /// # Errors
    /// If the device fails.
    pub fn order(&mut self) -> Result<(), CudaError> {
        let bits = (u32::BITS - self.count.saturating_sub(1).leading_zeros()).max(1);
        let passes = bits.div_ceil(MOST_DIGIT_BITS);
        let levels = &mut self.arrays.levels;
        levels.digit_bits = bits.div_ceil(passes);
        let tiles = levels.tiles;
        self.arrays.scan.count = levels.tiles << levels.digit_bits;
        let [sum, scan] = scan::launches(self.arrays.scan.count);
        let launches = [
            KernelLaunch::blocks_of(Kernel::CountLevels, tiles, WARP),
            sum,
            scan,
            KernelLaunch::blocks_of(Kernel::PlacePins, tiles, WARP),
        ];
        for pass in 0..passes as usize {
            let levels = &mut self.arrays.levels;
            levels.digit_shift = pass as u32 * levels.digit_bits;
            let [even, odd] = self.memory.orders.each_ref().map(|order| self.machine.address(order));
            let (before, order) = if pass % 2 == 0 { (odd, even) } else { (even, odd) };
            (levels.order_before, levels.order) = (if pass == 0 { Pointer::NULL } else { before }, order);
            self.start(&launches)?;
        }
        self.last = (passes as usize - 1) % 2;
        Ok(())
    }

    /// Fetches the result of [`Levels::order`].
    ///
    /// # Errors
    /// If the device fails.
    pub fn fetch(&self) -> Result<Layout, CudaError> {
        let (machine, memory, pins) = (self.machine, &self.memory, self.arrays.levels.pins as usize);
        let mut layout = Layout::default();
        let word = |[word]: [u32; 1]| word;
        machine.read(&memory.level_first, self.count as usize + 1, &mut layout.level_first, word)?;
        machine.read(&memory.orders[self.last], pins, &mut layout.node_pin, word)?;
        machine.read(&memory.place, pins, &mut layout.pin_node, word)?;
        Ok(layout)
    }

    /// What [`Levels::find`] and [`Levels::order`] have to move, bytes: every array that a kernel reads or writes once, or once an arc.
    pub fn moved(&self) -> [u64; 2] {
        let (pins, arcs) = (u64::from(self.arrays.levels.pins), u64::from(self.arrays.levels.arcs));
        // Pins: counters, places, the queue. Arcs: source and count; source, place and target; target and what it misses.
        [(16 + 12 + 4 + 20) * pins + (8 + 12 + 8) * arcs, (4 + 4 + 8) * pins]
    }

    fn start(&self, launches: &[KernelLaunch]) -> Result<(), CudaError> {
        self.machine.start(&self.arrays, launches)
    }
}

fn launch(kernel: Kernel, count: u32, threads: u32) -> KernelLaunch {
    KernelLaunch::over(kernel, 0..count, threads)
}

impl<B> Memory<B> {
    fn new<M: Machine<Buffer = B>>(
        machine: &M,
        fanin: &Fanin<'_>,
        arrays: &mut Arrays,
    ) -> Result<Self, CudaError> {
        let levels = &mut arrays.levels;
        let (first, arcs) = (fanin.first(), fanin.arc_count());
        let pins = first.len() - 1;
        (levels.pins, levels.arcs) = (pins as u32, arcs as u32);
        levels.tiles = levels.pins.div_ceil(TILE);
        let digit_counts = (levels.tiles as usize) << MOST_DIGIT_BITS;
        let mut kept = Vec::new();
        let mut room = |words: usize, place: &mut Pointer<u32>| {
            let buffer = machine.allocate(words)?;
            *place = machine.address(&buffer);
            kept.push(buffer);
            Ok::<(), CudaError>(())
        };
        for place in [
            &mut levels.missing,
            &mut levels.fanouts,
            &mut levels.fanout_end,
            &mut levels.queue_arc,
            &mut levels.queue_shift,
            &mut levels.level,
        ] {
            room(pins, place)?;
        }
        room(arcs, &mut levels.targets)?;
        let (mut on_device, mut source) = (machine.allocate(first.len())?, machine.allocate(arcs)?);
        machine.write(&mut on_device, first.len(), |pin| [first[pin]])?;
        machine.write(&mut source, arcs, |arc| [fanin.source(arc)])?;
        (levels.first, levels.source) = (machine.address(&on_device), machine.address(&source));
        kept.extend([on_device, source]);
        let (state, level_first) = (machine.allocate(STATE)?, machine.allocate(pins + 1)?);
        let (orders, place) = ([machine.allocate(pins)?, machine.allocate(pins)?], machine.allocate(pins)?);
        levels.state = machine.address(&state);
        levels.level_first = machine.address(&level_first);
        levels.place = machine.address(&place);
        let scan = ScanMemory::new(machine, digit_counts, &mut arrays.scan)?;
        Ok(Self { kept, state, level_first, orders, place, scan })
    }
}
