//! The kernels by name, and launches of them.

use std::ops::Range;

/// Hands the list of all kernels to a macro: what each is, its name here and that of its function.
macro_rules! with_kernels {
    ($to:ident) => {
        $to! {
            /// Packs fan-outs, once for a graph.
            PackFanout = zeroslack_pack_fanout,
            /// Elmore delays of small trees.
            SmallNets = zeroslack_small_nets,
            /// Of larger ones.
            MediumNets = zeroslack_medium_nets,
            /// Of those that are too large for the chip.
            LargeNets = zeroslack_large_nets,
            /// Loads of trees without wire delays.
            LumpedNets = zeroslack_lumped_nets,
            /// Slews, delays, arrivals of a level.
            Forward = zeroslack_forward,
            /// Slews and delays of a level of the pin graph.
            ForwardDelays = zeroslack_forward_delays,
            /// Arrivals of a level of the timing graph.
            ForwardArrivals = zeroslack_forward_arrivals,
            /// Slews that constraints state.
            EnterSlews = zeroslack_enter_slews,
            /// Arrivals that constraints state.
            EnterArrivals = zeroslack_enter_arrivals,
            /// Before the clock network.
            BeginClocks = zeroslack_begin_clocks,
            /// A level of the clock network.
            PlaceClock = zeroslack_place_clock,
            /// Where the traces of clock vertices come from.
            TraceClock = zeroslack_trace_clock,
            /// A level of the clock network, where points have several vertices.
            PlacePoint = zeroslack_place_point,
            /// What comes after each point of a level.
            CountClock = zeroslack_count_clock,
            /// Labels of a level of the clock network.
            LabelClock = zeroslack_label_clock,
            /// The least and the greatest credit.
            ClockExtremes = zeroslack_clock_extremes,
            /// Arrivals of a level that can matter after CPPR.
            ClockLists = zeroslack_clock_lists,
            /// What checks of cells ask for.
            Margins = zeroslack_margins,
            /// What checks require.
            CheckTimes = zeroslack_check_times,
            /// Required times of a level.
            Backward = zeroslack_backward,
            /// Slacks of endpoints, and what they sum up to.
            EndpointSlacks = zeroslack_endpoint_slacks,
            /// Values of some nodes.
            GatherNodes = zeroslack_gather_nodes,
            /// A digit of the last slack that is wanted.
            SelectDigit = zeroslack_select_digit,
            /// Slacks up to that.
            TakeSelected = zeroslack_take_selected,
            /// Counters before levels are found.
            BeginLevels = zeroslack_begin_levels,
            /// Numbers of fan-outs.
            CountFanouts = zeroslack_count_fanouts,
            /// Places of fan-outs, and the first level.
            PlaceFanouts = zeroslack_place_fanouts,
            /// Targets of fan-outs.
            FillFanouts = zeroslack_fill_fanouts,
            /// Narrow levels.
            NarrowLevels = zeroslack_narrow_levels,
            /// A wide level.
            WideLevel = zeroslack_wide_level,
            /// Digits of levels, tile by tile.
            CountLevels = zeroslack_count_levels,
            /// Sums of chunks of numbers.
            SumChunks = zeroslack_sum_chunks,
            /// Numbers become the sums of all before.
            ScanChunks = zeroslack_scan_chunks,
            /// Pins by a digit of their levels.
            PlacePins = zeroslack_place_pins,
            /// RC trees.
            FlattenTrees = zeroslack_flatten_trees,
            /// RC trees that the host made.
            EnterLarge = zeroslack_enter_large,
            /// RC trees without gaps.
            CloseGaps = zeroslack_close_gaps,
            /// The tree of worst arrivals.
            Forest = zeroslack_forest,
            /// What deviations cost at least on the whole way, level by level. Blocks run together.
            SweepForest = zeroslack_sweep_forest,
            /// What roots require, and their slacks.
            TimeRoots = zeroslack_time_roots,
            /// Sets up a search.
            BeginSearch = zeroslack_begin_search,
            /// The worst path of every root.
            SearchRoots = zeroslack_search_roots,
            /// Counts the known paths in bins.
            BinKnown = zeroslack_bin_known,
            /// Counts the children of a level in bins.
            BinChildren = zeroslack_bin_children,
            /// The bin of the last path that is wanted.
            FindThreshold = zeroslack_find_threshold,
            /// A round of a selection among the known paths, which may then go on to the next level.
            SelectKnown = zeroslack_select_known,
            /// Counts the paths that are kept, and where each tile's go.
            CountKept = zeroslack_count_kept,
            /// Copies them.
            WriteKept = zeroslack_write_kept,
            /// And copies them back.
            SettleKept = zeroslack_settle_kept,
            /// Counts the places where each path of a level can be left, and where each tile's go.
            CountBranches = zeroslack_count_branches,
            /// Writes them.
            WriteBranches = zeroslack_write_branches,
            /// Counts the children at each of them, and where each tile's go.
            CountChildren = zeroslack_count_children,
            /// Writes them.
            WriteChildren = zeroslack_write_children,
            /// Sets the limits for a level of too many ties.
            SplitTies = zeroslack_split_ties,
            /// Sets of paths that have quotas.
            BeginSets = zeroslack_begin_sets,
            /// Makes the keys that all paths are sorted by.
            KeySlacks = zeroslack_key_slacks,
            /// Makes those of their sets.
            KeySets = zeroslack_key_sets,
            /// The limits of sets whose quotas are full.
            LimitSets = zeroslack_limit_sets,
            /// Marks paths after the quotas.
            DropAfter = zeroslack_drop_after,
            /// Counts children in bins that are sure to have a place.
            BinSample = zeroslack_bin_sample,
            /// Makes what they say the limit.
            LimitBySample = zeroslack_limit_by_sample,
            /// Counts the children that paths of a level have left, and where each tile's go.
            CountPart = zeroslack_count_part,
            /// Writes those that have room.
            WritePart = zeroslack_write_part,
            /// Where to go on after paths were dropped.
            SettlePart = zeroslack_settle_part,
            /// Makes the keys that paths are sorted by.
            SortKeys = zeroslack_sort_keys,
            /// Digits of slacks, tile by tile.
            CountSlacks = zeroslack_count_slacks,
            /// Paths by a digit of their slacks.
            SortSlacks = zeroslack_sort_slacks,
            /// The place of each path in the list.
            RankPaths = zeroslack_rank_paths,
            /// Writes the list.
            ListPaths = zeroslack_list_paths,
            /// Numbers of vertices of the paths, and where each tile's go.
            MeasurePaths = zeroslack_measure_paths,
            /// Their sums, path by path.
            PlacePaths = zeroslack_place_paths,
            /// Writes the vertices and arcs of paths.
            WriteSteps = zeroslack_write_steps,
            /// Before the cone that constrained paths can take is found.
            BeginCone = zeroslack_begin_cone,
            /// Marks what paths have to pass.
            EnterPoints = zeroslack_enter_points,
            /// Marks all ends.
            MarkEndpoints = zeroslack_mark_endpoints,
            /// Marks the ends at checks against named clocks.
            MarkCaptured = zeroslack_mark_captured,
            /// Marks what comes after the points passed first and before the ends, and counts the stages in which signals come there, level by level.
            /// Blocks run together.
            SweepCone = zeroslack_sweep_cone,
            /// Numbers of copies where an arrival is stated.
            CountStated = zeroslack_count_stated,
            /// Which ends are in the cone.
            CountRoots = zeroslack_count_roots,
            /// Numbers that the host wants to see.
            LookAtNumbers = zeroslack_look_at_numbers,
            /// Writes the nodes of the cone with their arcs.
            WriteCopies = zeroslack_write_copies,
            /// Writes the arrivals that are stated there.
            WriteStated = zeroslack_write_stated,
            /// Writes where paths of the cone end.
            WriteRoots = zeroslack_write_roots,
            /// Arrivals of the cone, level by level. Blocks run together.
            SweepArrivals = zeroslack_sweep_arrivals,
            /// Names steps of paths as the design does.
            NameSteps = zeroslack_name_steps,
            /// The clocks that capture.
            FindCapture = zeroslack_find_capture,
            /// The clock vertices of a cone.
            NumberPart = zeroslack_number_part,
            /// What roots require before CPPR, and their slacks after it.
            TimeRootsAfterCppr = zeroslack_time_roots_after_cppr,
            /// Counts the children of a level in bins.
            BinChildrenAfterCppr = zeroslack_bin_children_after_cppr,
            /// Counts the places where each path of a level can be left, and where each tile's go.
            CountBranchesAfterCppr = zeroslack_count_branches_after_cppr,
            /// Writes them.
            WriteBranchesAfterCppr = zeroslack_write_branches_after_cppr,
            /// Counts the children at each of them, and where each tile's go.
            CountChildrenAfterCppr = zeroslack_count_children_after_cppr,
            /// Writes them.
            WriteChildrenAfterCppr = zeroslack_write_children_after_cppr,
            /// Counts children that are sure to have a place, in bins.
            BinSampleAfterCppr = zeroslack_bin_sample_after_cppr,
            /// Counts the children that are left of a level, as far as there is room.
            CountPartAfterCppr = zeroslack_count_part_after_cppr,
            /// Writes them.
            WritePartAfterCppr = zeroslack_write_part_after_cppr,
            /// Numbers of vertices of the paths, and their credits.
            MeasurePathsAfterCppr = zeroslack_measure_paths_after_cppr,
            /// Writes the vertices and arcs of paths.
            WriteStepsAfterCppr = zeroslack_write_steps_after_cppr,
            /// Elmore delays and pi models of small trees.
            SmallModels = zeroslack_small_models,
            /// Of large ones.
            LargeModels = zeroslack_large_models,
            /// Slews, delays, arrivals of a level, with effective capacitances.
            ForwardEffective = zeroslack_forward_effective,
            /// Slews and delays of a level of the pin graph, with effective capacitances.
            ForwardDelaysEffective = zeroslack_forward_delays_effective,
            /// Slews and starts at ports that something drives from outside.
            DrivePorts = zeroslack_drive_ports,
            /// Arrivals of a level in a batch of samples.
            SampleArrivals = zeroslack_sample_arrivals,
            /// Slacks of ends in a batch of samples.
            SampleSlacks = zeroslack_sample_slacks,
            /// Arrivals of a step as random variables of few bins.
            SmallArrivals = zeroslack_small_arrivals,
            /// Of many bins.
            LargeArrivals = zeroslack_large_arrivals,
            /// By their moments.
            MomentsArrivals = zeroslack_moments_arrivals,
            /// Records of the pool one after the other.
            GatherRecords = zeroslack_gather_records,
            /// And back to the pool.
            ScatterRecords = zeroslack_scatter_records,
            /// Before lists are made again.
            BeginLists = zeroslack_begin_lists,
            /// Required times of a level that can matter after CPPR.
            CaptureLists = zeroslack_capture_lists,
            /// When clocks of a level are required.
            ClockRequired = zeroslack_clock_required,
            /// Slacks of pins.
            PinSlacks = zeroslack_pin_slacks,
            /// Before what latches are given is found.
            BeginLatches = zeroslack_begin_latches,
            /// Late slews of data, for giving sides of latches that it depends on.
            FollowSlews = zeroslack_follow_slews,
            /// What latches of a level are given.
            GiveTime = zeroslack_give_time,
            /// The same, pessimism removed.
            GiveTimeAfterCppr = zeroslack_give_time_after_cppr,
            /// When data came, for latches that it depends on.
            TakeGiven = zeroslack_take_given,
            /// Values of an array that edits changed.
            ReplaceValues = zeroslack_replace_values,
        }
    };
}

macro_rules! name_kernels {
    ($($(#[$doc:meta])* $kernel:ident = $function:ident,)*) => {
        /// A kernel of `kernels/kernels.cu`. What an index of each is, its header says.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Kernel {
            $($(#[$doc])* $kernel,)*
        }

        impl Kernel {
            /// All, in the order of their numbers.
            pub const ALL: &[Self] = &[$(Self::$kernel,)*];

            /// The name of its function.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$kernel => stringify!($function),)*
                }
            }
        }
    };
}

with_kernels!(name_kernels);

impl Kernel {
    /// Those whose launches count blocks: TILE_KERNEL in `kernels/kernels.cu`. Launches of others count indices.
    const OF_BLOCKS: &[Self] = &[
        Self::ClockExtremes,
        Self::SelectDigit,
        Self::NarrowLevels,
        Self::WideLevel,
        Self::CountLevels,
        Self::SumChunks,
        Self::ScanChunks,
        Self::PlacePins,
        Self::SweepForest,
        Self::SearchRoots,
        Self::BinKnown,
        Self::BinChildren,
        Self::FindThreshold,
        Self::SelectKnown,
        Self::CountKept,
        Self::WriteKept,
        Self::CountBranches,
        Self::WriteBranches,
        Self::CountChildren,
        Self::WriteChildren,
        Self::KeySlacks,
        Self::BinSample,
        Self::CountPart,
        Self::WritePart,
        Self::CountSlacks,
        Self::SortSlacks,
        Self::MeasurePaths,
        Self::SweepCone,
        Self::SweepArrivals,
        Self::BinChildrenAfterCppr,
        Self::CountBranchesAfterCppr,
        Self::WriteBranchesAfterCppr,
        Self::CountChildrenAfterCppr,
        Self::WriteChildrenAfterCppr,
        Self::BinSampleAfterCppr,
        Self::CountPartAfterCppr,
        Self::WritePartAfterCppr,
        Self::MeasurePathsAfterCppr,
        Self::SmallArrivals,
        Self::LargeArrivals,
        Self::MomentsArrivals,
    ];

    pub(crate) const fn is_of_blocks(self) -> bool {
        IS_OF_BLOCKS[self as usize]
    }

    /// Those that run over the nodes of a level: LEVEL_KERNEL and CROWDED_LEVEL_KERNEL in `kernels/kernels.cu`.
    const OF_LEVELS: &[Self] = &[
        Self::Forward,
        Self::ForwardDelays,
        Self::ForwardArrivals,
        Self::ForwardEffective,
        Self::ForwardDelaysEffective,
        Self::ClockLists,
        Self::CaptureLists,
    ];

    /// Those whose blocks wait for each other, so that all have to run at once.
    pub(crate) const TOGETHER: &[Self] = &[Self::SweepForest, Self::SweepCone, Self::SweepArrivals];

    /// Those whose results the launch after them reads before it waits for the one before it: so that one has to begin after they are done.
    pub(crate) const READ_AT_ONCE: &[Self] = &[Self::GiveTime, Self::GiveTimeAfterCppr];

    /// Those of which more blocks run at once the more shared memory there is.
    pub(crate) const OF_SHARED_MEMORY: &[Self] = &[Self::SmallArrivals, Self::LargeArrivals];

    /// Those that most updates run: worth loading before there is a design.
    pub(crate) const OF_UPDATES: &[Self] = &[
        Self::PackFanout,
        Self::SmallNets,
        Self::MediumNets,
        Self::LargeNets,
        Self::Forward,
        Self::EnterSlews,
        Self::EnterArrivals,
        Self::BeginClocks,
        Self::PlaceClock,
        Self::TraceClock,
        Self::PlacePoint,
        Self::CountClock,
        Self::LabelClock,
        Self::ClockExtremes,
        Self::ClockLists,
        Self::Margins,
        Self::CheckTimes,
        Self::Backward,
        Self::EndpointSlacks,
    ];

    /// Its twin for paths that are ranked after CPPR; itself if it does not walk back.
    pub(crate) fn after_cppr(self) -> Self {
        match self {
            Self::TimeRoots => Self::TimeRootsAfterCppr,
            Self::BinChildren => Self::BinChildrenAfterCppr,
            Self::CountBranches => Self::CountBranchesAfterCppr,
            Self::WriteBranches => Self::WriteBranchesAfterCppr,
            Self::CountChildren => Self::CountChildrenAfterCppr,
            Self::WriteChildren => Self::WriteChildrenAfterCppr,
            Self::BinSample => Self::BinSampleAfterCppr,
            Self::CountPart => Self::CountPartAfterCppr,
            Self::WritePart => Self::WritePartAfterCppr,
            Self::MeasurePaths => Self::MeasurePathsAfterCppr,
            Self::WriteSteps => Self::WriteStepsAfterCppr,
            other => other,
        }
    }
}

/// Whether each is in [`Kernel::OF_BLOCKS`].
const IS_OF_BLOCKS: [bool; Kernel::ALL.len()] = {
    let mut is_of_blocks = [false; Kernel::ALL.len()];
    let mut i = 0;
    while i < Kernel::OF_BLOCKS.len() {
        is_of_blocks[Kernel::OF_BLOCKS[i] as usize] = true;
        i += 1;
    }
    is_of_blocks
};

#[cfg(emulator)]
pub(crate) use with_kernels;

/// A kernel to be run over a range of indices, or by so many blocks. Only the functions below make one, each for the kernels that are run so.
///
/// Whether the arrays that it is started with have every index of the range, or every item of the blocks, is checked when it is started: see
/// `contract.rs`. That what the kernel reads there was written by launches or copies that were started before is up to whoever starts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KernelLaunch {
    pub(super) kernel: Kernel,
    pub(super) first: u32,
    /// Of indices, or threads of all blocks.
    pub(super) count: u32,
    /// Threads of a block.
    pub(super) threads: u32,
    /// Indices that a block takes: as many as it has threads, but at the nodes of a level.
    pub(super) share: u32,
}

/// Threads of a block, unless there is a reason for another number.
pub(crate) const THREADS: u32 = 128;

/// Threads of a block, and items that it takes at once: TILE in `kernels/primitives.h`.
pub(crate) const TILE: u32 = 256;

/// Threads of a block at the nodes of a level: as in `kernels/platform.h`.
const LEVEL_THREADS: u32 = 128;

/// Blocks of a level that a large GPU runs at once.
const AT_ONCE: u32 = 1 << 10;

/// Lanes of a node.
const LANES: usize = 4;

/// Threads of the largest block: as in `kernels/platform.h`.
pub(crate) const MOST_THREADS: u32 = 512;

/// Blocks that sweep over levels for each that an average one fills.
const CROWD: usize = 4;

impl KernelLaunch {
    /// Over a range of indices, by blocks of so many threads.
    ///
    /// # Panics
    /// If blocks cannot have so many threads, or launches of the kernel count blocks: see [`KernelLaunch::blocks_of`].
    pub(crate) fn over(kernel: Kernel, indices: Range<u32>, threads: u32) -> Self {
        assert!(threads.is_power_of_two() && threads <= MOST_THREADS, "{threads} threads a block");
        assert!(!kernel.is_of_blocks(), "launches of {kernel:?} count blocks");
        assert!(!Kernel::OF_LEVELS.contains(&kernel), "{kernel:?} runs over nodes of levels");
        let count = indices.end.saturating_sub(indices.start);
        Self { kernel, first: indices.start, count, threads, share: threads }
    }

    /// Over the nodes of a level, which have so many items together. A block has a thread for every item in a lane, about; where that
    /// makes more blocks than run at once, it has fewer.
    ///
    /// # Panics
    /// If the kernel is not one that runs so.
    pub(crate) fn level(kernel: Kernel, nodes: Range<usize>, items: usize) -> Self {
        assert!(Kernel::OF_LEVELS.contains(&kernel), "{kernel:?} runs over nodes of levels");
        let most = LEVEL_THREADS as usize / LANES;
        let each = items.div_ceil(nodes.len().max(1)).clamp(1, most).next_power_of_two();
        let [first, end] = [nodes.start, nodes.end].map(|node| (LANES * node) as u32);
        let mut share = LEVEL_THREADS / each as u32;
        while share < LEVEL_THREADS && (end - first) / share > AT_ONCE {
            share *= 2;
        }
        Self { kernel, first, count: end - first, threads: LEVEL_THREADS, share }
    }

    /// Over the indices below `count`.
    pub(crate) fn indices(kernel: Kernel, count: u32) -> Self {
        Self::over(kernel, 0..count, TILE)
    }

    /// By the kernel for paths that are ranked after CPPR, or before it.
    pub(crate) fn ranked(self, is_after_cppr: bool) -> Self {
        if is_after_cppr { Self { kernel: self.kernel.after_cppr(), ..self } } else { self }
    }

    /// Over all levels of a graph whose nodes have so many indices `each`, by up to `most` blocks that run together: more than one only where
    /// levels are wide. `most` is what [`crate::Machine::together`] says.
    ///
    /// # Panics
    /// If the kernel is not one whose blocks may wait for each other.
    pub(crate) fn sweep(kernel: Kernel, each: u32, (nodes, levels): (usize, usize), most: u32) -> Self {
        assert!(Kernel::TOGETHER.contains(&kernel), "{kernel:?} runs in blocks of their own");
        let wide = each as usize * nodes / levels.max(1) / MOST_THREADS as usize;
        let blocks = (CROWD * wide).clamp(1, most.max(1) as usize) as u32;
        Self { kernel, first: 0, count: blocks * MOST_THREADS, threads: MOST_THREADS, share: MOST_THREADS }
    }

    /// By so many blocks of so many threads.
    ///
    /// # Panics
    /// If blocks cannot have so many threads, if launches of the kernel count indices, or if its blocks wait for each other: see
    /// [`KernelLaunch::over`] and [`KernelLaunch::sweep`].
    pub(crate) fn blocks_of(kernel: Kernel, blocks: u32, threads: u32) -> Self {
        assert!(threads.is_power_of_two() && threads <= MOST_THREADS, "{threads} threads a block");
        assert!(kernel.is_of_blocks(), "launches of {kernel:?} count indices");
        assert!(!Kernel::TOGETHER.contains(&kernel), "{kernel:?} runs in blocks that wait for each other");
        Self { kernel, first: 0, count: blocks * threads, threads, share: threads }
    }

    /// By so many blocks of the usual size.
    pub(crate) fn blocks(kernel: Kernel, blocks: u32) -> Self {
        Self::blocks_of(kernel, blocks, TILE)
    }

    /// By a block for each tile of so many items.
    pub(crate) fn tiles(kernel: Kernel, items: u32) -> Self {
        Self::blocks(kernel, items.div_ceil(TILE))
    }

    /// Number of blocks.
    pub(super) fn block_count(&self) -> u32 {
        self.count.div_ceil(self.share)
    }

    /// Whether there is nothing to do.
    pub(crate) fn is_empty(&self) -> bool {
        self.count == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kernels_of_blocks_are_those_of_the_source() {
        let text = include_str!("../../kernels/kernels.cu");
        for &kernel in Kernel::ALL {
            let name = kernel.name().trim_start_matches("zeroslack_");
            let line =
                text.lines().find(|line| line.contains(&format!("KERNEL({name},"))).expect("the kernel");
            assert_eq!(kernel.is_of_blocks(), line.starts_with("TILE_KERNEL"), "{line}");
            assert_eq!(Kernel::OF_LEVELS.contains(&kernel), line.contains("LEVEL_KERNEL"), "{line}");
        }
    }
}
