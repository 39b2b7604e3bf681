//! The kernels by name, and launches of them.

/// A kernel of `kernels/kernels.cu`. What an index of each is, its header says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kernel {
    /// Packs fan-outs, once for a graph.
    PackFanout,
    /// Elmore delays of small trees.
    SmallNets,
    /// RC trees that the host made.
    LargeNets,
    /// Loads of trees without wire delays.
    LumpedNets,
    /// Slews, delays, arrivals of a level.
    Forward,
    /// Slews that constraints state.
    EnterSlews,
    /// Arrivals that constraints state.
    EnterArrivals,
    /// Margins and what checks require.
    CheckTimes,
    /// Required times of a level.
    Backward,
    /// Slacks of endpoints, and what they sum up to.
    EndpointSlacks,
    /// Values of some nodes.
    GatherNodes,
    /// A digit of the last slack that is wanted.
    SelectDigit,
    /// Slacks up to that.
    TakeSelected,
    /// Counters before levels are found.
    BeginLevels,
    /// Numbers of fan-outs.
    CountFanouts,
    /// Places of fan-outs, and the first level.
    PlaceFanouts,
    /// Targets of fan-outs.
    FillFanouts,
    /// Narrow levels.
    NarrowLevels,
    /// A wide level.
    WideLevel,
    /// Digits of levels, tile by tile.
    CountDigits,
    /// Sums of chunks of numbers.
    SumChunks,
    /// Numbers become the sums of all before.
    ScanChunks,
    /// Pins by a digit of their levels.
    PlaceDigits,
    /// RC trees.
    FlattenTrees,
    /// RC trees that the host made.
    EnterLarge,
    /// RC trees without gaps.
    CloseGaps,
}

impl Kernel {
    /// All, in the order of their numbers.
    pub const ALL: [Self; 26] = [
        Self::PackFanout,
        Self::SmallNets,
        Self::LargeNets,
        Self::LumpedNets,
        Self::Forward,
        Self::EnterSlews,
        Self::EnterArrivals,
        Self::CheckTimes,
        Self::Backward,
        Self::EndpointSlacks,
        Self::GatherNodes,
        Self::SelectDigit,
        Self::TakeSelected,
        Self::BeginLevels,
        Self::CountFanouts,
        Self::PlaceFanouts,
        Self::FillFanouts,
        Self::NarrowLevels,
        Self::WideLevel,
        Self::CountDigits,
        Self::SumChunks,
        Self::ScanChunks,
        Self::PlaceDigits,
        Self::FlattenTrees,
        Self::EnterLarge,
        Self::CloseGaps,
    ];

    /// The name of its function.
    pub const fn name(self) -> &'static str {
        match self {
            Self::PackFanout => "zeroslack_pack_fanout",
            Self::SmallNets => "zeroslack_small_nets",
            Self::LargeNets => "zeroslack_large_nets",
            Self::LumpedNets => "zeroslack_lumped_nets",
            Self::Forward => "zeroslack_forward",
            Self::EnterSlews => "zeroslack_enter_slews",
            Self::EnterArrivals => "zeroslack_enter_arrivals",
            Self::CheckTimes => "zeroslack_check_times",
            Self::Backward => "zeroslack_backward",
            Self::EndpointSlacks => "zeroslack_endpoint_slacks",
            Self::GatherNodes => "zeroslack_gather_nodes",
            Self::SelectDigit => "zeroslack_select_digit",
            Self::TakeSelected => "zeroslack_take_selected",
            Self::BeginLevels => "zeroslack_begin_levels",
            Self::CountFanouts => "zeroslack_count_fanouts",
            Self::PlaceFanouts => "zeroslack_place_fanouts",
            Self::FillFanouts => "zeroslack_fill_fanouts",
            Self::NarrowLevels => "zeroslack_narrow_levels",
            Self::WideLevel => "zeroslack_wide_level",
            Self::CountDigits => "zeroslack_count_digits",
            Self::SumChunks => "zeroslack_sum_chunks",
            Self::ScanChunks => "zeroslack_scan_chunks",
            Self::PlaceDigits => "zeroslack_place_digits",
            Self::FlattenTrees => "zeroslack_flatten_trees",
            Self::EnterLarge => "zeroslack_enter_large",
            Self::CloseGaps => "zeroslack_close_gaps",
        }
    }
}

/// A kernel to be run over a range of indices. Only [`crate::Engine`] makes one, of indices that its arrays have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Launch {
    pub(crate) kernel: Kernel,
    pub(crate) first: u32,
    pub(crate) count: u32,
    /// Threads of a block.
    pub(crate) threads: u32,
}
