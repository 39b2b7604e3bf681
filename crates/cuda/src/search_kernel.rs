//! The kernels of the search by name, and launches of them.

/// Names kernels.
macro_rules! kernels {
    ($($(#[$doc:meta])* $kernel:ident = $name:literal,)*) => {
        /// A kernel of `kernels/forest.h`, `search.h`, `select.h`, `sort.h` and `list.h`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum SearchKernel {
            $($(#[$doc])* $kernel,)*
        }

        impl SearchKernel {
            /// All, in the order of their numbers.
            pub const ALL: &[Self] = &[$(Self::$kernel,)*];

            /// The name of its function.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$kernel => concat!("zeroslack_", $name),)*
                }
            }
        }
    };
}

kernels! {
    /// The tree of worst arrivals.
    Forest = "forest",
    /// What deviations cost at least on the whole way, a level at a time.
    ForestWay = "forest_way",
    /// Sets up a search.
    Begin = "begin_search",
    /// The worst path of every root.
    Roots = "search_roots",
    /// Counts the known paths in bins.
    BinKnown = "bin_known",
    /// Counts the children of a level in bins.
    BinChildren = "bin_children",
    /// The bin of the last path that is wanted.
    FindThreshold = "find_threshold",
    /// Counts the paths that are kept, tile by tile.
    CountKept = "count_kept",
    /// Where each tile's go.
    ScanKept = "scan_kept",
    /// Copies them.
    WriteKept = "write_kept",
    /// And copies them back.
    SettleKept = "settle_kept",
    /// Counts the children of each path of a level.
    CountChildren = "count_children",
    /// Where each tile's go.
    ScanChildren = "scan_children",
    /// Writes them.
    WriteChildren = "write_children",
    /// Sets the limits for a level of too many ties.
    SplitTies = "split_ties",
    /// Makes the keys of the sort.
    SortKeys = "sort_keys",
    /// Counts digits, tile by tile.
    SortCount = "sort_count",
    /// Where each tile's go in their digit's range.
    SortOffsets = "sort_offsets",
    /// Moves keys to their places.
    SortScatter = "sort_scatter",
    /// The place of each path in the list.
    RankPaths = "rank_paths",
    /// Writes the list.
    ListPaths = "list_paths",
    /// Numbers of vertices of the paths.
    MeasurePaths = "measure_paths",
    /// Their sums, tile by tile.
    ScanLengths = "scan_lengths",
    /// Their sums, path by path.
    PlacePaths = "place_paths",
    /// Writes the vertices and arcs of paths.
    WriteSteps = "write_steps",
}

/// Threads of a block, and items that it takes at once: TILE in `kernels/primitives.h`.
pub(crate) const TILE: u32 = 256;

/// A kernel of the search, to be run over a range of indices, or by so many blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchLaunch {
    pub(crate) kernel: SearchKernel,
    pub(crate) first: u32,
    /// Of indices, or threads of all blocks.
    pub(crate) count: u32,
}

impl SearchLaunch {
    /// Over the indices below `count`.
    pub(crate) fn indices(kernel: SearchKernel, count: u32) -> Self {
        Self { kernel, first: 0, count }
    }

    /// By so many blocks.
    pub(crate) fn blocks(kernel: SearchKernel, blocks: u32) -> Self {
        Self { kernel, first: 0, count: blocks * TILE }
    }

    /// By a block for each tile of so many items.
    pub(crate) fn tiles(kernel: SearchKernel, items: u32) -> Self {
        Self::blocks(kernel, items.div_ceil(TILE))
    }
}
