//! The memory of a search, taken once and kept.

use zeroslack_graph::TimingGraph;
use zeroslack_units::{Split, Ticks};

use crate::arrays::Arrays;
use crate::error::CudaError;
use crate::kernel::TILE;
use crate::machine::Machine;
use crate::resident::{Upload, time_word_pair};
use crate::roots::Roots;
use crate::scan::ScanMemory;
use crate::search_arrays::{STATE_WORDS, SearchArrays};

/// Bins of a selection, digits of a sort, items of its tiles: as in the kernels.
pub(crate) const BINS: u32 = 4096;
pub(crate) const DIGITS: u32 = 256;
pub(crate) const SORT_TILE: u32 = 4096;

/// How much a search has room for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    /// Paths of the list.
    pub(crate) wanted: u32,
    /// Paths beside twice those.
    pub(crate) spare: u32,
    pub(crate) splits: [bool; 2],
}

/// Memory of a search on a machine.
#[derive(Debug)]
pub(crate) struct Memory<B> {
    pub(crate) state: B,
    pub(crate) out_slack: B,
    pub(crate) out_required: B,
    pub(crate) out_root: B,
    pub(crate) out_parent: B,
    pub(crate) out_place: B,
    pub(crate) out_arc: B,
    pub(crate) offset: B,
    #[expect(dead_code, reason = "holds memory that is only known by its addresses")]
    scan: ScanMemory<B>,
    /// Only kept: the kernels know them by their addresses.
    #[expect(dead_code, reason = "holds memory that is only known by its addresses")]
    others: Vec<B>,
}

impl<B> Memory<B> {
    /// Takes the memory, copies what there is of the graph, and puts all addresses into `arrays`.
    pub(crate) fn new<M: Machine<Buffer = B>>(
        machine: &M,
        graph: &TimingGraph,
        roots: &Roots,
        extent: Extent,
        arrays: &mut Arrays,
    ) -> Result<Self, CudaError> {
        let mut take = Upload { machine, kept: Vec::new() };
        take.ends(graph, roots, &mut arrays.search)?;
        let vertices = 2 * graph.node_count();
        for split in Split::ALL.into_iter().filter(|&split| extent.splits[split as usize]) {
            arrays.search.forest[split as usize] = take.room(2 * vertices)?;
        }
        take.paths(extent, &mut arrays.search)?;
        let wanted = extent.wanted as usize;
        let counters = DIGITS as usize * wanted.div_ceil(SORT_TILE as usize);
        let scan = ScanMemory::new(machine, counters, &mut arrays.scan)?;
        let arrays = &mut arrays.search;
        let room = |words: usize, address: &mut u64| -> Result<B, CudaError> {
            let buffer = machine.allocate(words)?;
            *address = machine.address(&buffer);
            Ok(buffer)
        };
        Ok(Self {
            state: room(STATE_WORDS, &mut arrays.state)?,
            out_slack: room(2 * wanted, &mut arrays.out_slack)?,
            out_required: room(2 * wanted, &mut arrays.out_required)?,
            out_root: room(wanted, &mut arrays.out_root)?,
            out_parent: room(wanted, &mut arrays.out_parent)?,
            out_place: room(wanted, &mut arrays.out_place)?,
            out_arc: room(wanted, &mut arrays.out_arc)?,
            offset: room(2 * (wanted + 1), &mut arrays.offset)?,
            scan,
            others: take.kept,
        })
    }
}

impl<M: Machine> Upload<'_, M> {
    fn ends(
        &mut self,
        graph: &TimingGraph,
        roots: &Roots,
        arrays: &mut SearchArrays,
    ) -> Result<(), CudaError> {
        let (pins, models) = (graph.node_pins(), graph.arc_models());
        arrays.node_pin = self.array(pins.len(), |node| [pins[node].index() as u32])?;
        arrays.model_launches = self.array(models.len(), |model| [u32::from(models[model].launches)])?;
        // A start with fan-in is one of several ways; any other is where there is no way.
        let has_fanin = |node: u32| !graph.fanin(node as usize).is_empty();
        let stated: Vec<_> = graph.sources().iter().filter(|source| has_fanin(source.node)).collect();
        arrays.stated = stated.len() as u32;
        arrays.stated_node = self.array(stated.len(), |i| [stated[i].node])?;
        let times = |i: usize| stated[i / 4].arrival[i / 2 % 2][i % 2];
        arrays.stated_arrival = self.array(4 * stated.len(), |i| time_word_pair(times(i)))?;
        arrays.root_count = roots.roots.len() as u32;
        arrays.root_vertex = self.array(roots.vertices.len(), |root| [roots.vertices[root]])?;
        arrays.root_source = self.array(roots.sources.len(), |root| [roots.sources[root]])?;
        Ok(())
    }

    fn paths(&mut self, extent: Extent, arrays: &mut SearchArrays) -> Result<(), CudaError> {
        let (wanted, roots) = (extent.wanted as usize, arrays.root_count as usize);
        // As many as are wanted, and as many children: see `Run::make_room`.
        let room = (2 * wanted + extent.spare as usize).max(roots);
        arrays.room = room as u32;
        arrays.slack = self.room(2 * room)?;
        arrays.step = self.room(4 * room)?;
        arrays.count = self.room(room)?;
        arrays.rank = arrays.count;
        let kept = wanted.max(roots).next_multiple_of(8);
        arrays.kept_slack = self.room(2 * kept)?;
        arrays.kept_step = self.room(4 * kept)?;
        // Before paths are dropped nothing is kept.
        (arrays.first_place, arrays.kept_room) = (arrays.kept_slack, kept as u32);
        // The sort works where nothing is kept any more.
        arrays.key = [arrays.kept_slack, arrays.kept_step];
        arrays.item = [arrays.kept_step + 8 * kept as u64, arrays.kept_step + 12 * kept as u64];
        arrays.tile = self.room(2 * (room.div_ceil(TILE as usize) + 1))?;
        arrays.bins = self.room(2 * BINS as usize)?;
        arrays.length = self.room(wanted)?;
        Ok(())
    }
}

/// Any slack but that of what is no path.
pub(crate) const MOST_SLACK: Ticks = Ticks::MAX - 1;
