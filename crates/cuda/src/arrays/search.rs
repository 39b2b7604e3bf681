//! What the search for the k worst paths works on, as its kernels get it.

use zeroslack_units::Ticks;

/// Addresses on a device, and the numbers of a launch. The buffers are held by what is searched and by the memory of a search.
///
/// The same fields in the same order, with their shapes, are in `search_arrays.h`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SearchArrays {
    pub(crate) level_first: u64,
    pub(crate) root_vertex: u64,
    pub(crate) root_endpoint: u64,
    pub(crate) root_source: u64,
    pub(crate) root_required: u64,
    pub(crate) root_slack: u64,
    pub(crate) root_capture: u64,
    pub(crate) forest: [u64; 2],
    pub(crate) slack: u64,
    pub(crate) step: u64,
    pub(crate) kept_slack: u64,
    pub(crate) kept_step: u64,
    pub(crate) branch: u64,
    pub(crate) place: u64,
    pub(crate) count: u64,
    pub(crate) tile: u64,
    pub(crate) bins: u64,
    pub(crate) state: u64,
    pub(crate) key: [u64; 2],
    pub(crate) item: [u64; 2],
    pub(crate) rank: u64,
    pub(crate) out_slack: u64,
    pub(crate) out_root: u64,
    pub(crate) out_parent: u64,
    pub(crate) out_place: u64,
    pub(crate) out_arc: u64,
    pub(crate) length: u64,
    pub(crate) offset: u64,
    pub(crate) end_set: u64,
    pub(crate) group: u64,
    pub(crate) set_limit: u64,
    pub(crate) check_group: u64,
    pub(crate) output_group: u64,
    pub(crate) vertices: u64,
    pub(crate) arcs: u64,
    pub(crate) credit: u64,
    pub(crate) design_node: u64,
    pub(crate) design_arc: u64,
    pub(crate) part_number: u64,
    pub(crate) most: i64,
    pub(crate) root_count: u32,
    pub(crate) splits: u32,
    pub(crate) split: u32,
    pub(crate) wanted: u32,
    pub(crate) room: u32,
    pub(crate) kept_room: u32,
    pub(crate) first: u32,
    pub(crate) end: u32,
    pub(crate) known: u32,
    pub(crate) roots: u32,
    pub(crate) is_one_each: u32,
    pub(crate) round: u32,
    /// What a selection is for: a `Purpose`.
    pub(crate) purpose: u32,
    pub(crate) is_sample: u32,
    pub(crate) cap: u32,
    pub(crate) is_capped: u32,
    pub(crate) turn: u32,
    pub(crate) from: u32,
    /// Which kernels run: see `Kernel::ranked`.
    pub(crate) is_after_cppr: u32,
    /// What sets are counted: a `Sets`.
    pub(crate) sets: u32,
    pub(crate) quota: u32,
    pub(crate) is_by_end: u32,
    pub(crate) is_by_group: u32,
    pub(crate) is_last: u32,
    /// Whether the first path of the level has had children, and up to which place and arc.
    pub(crate) is_left: u32,
    pub(crate) left_place: u32,
    pub(crate) left_arc: u32,
    /// Whether the level is what the state says.
    pub(crate) is_ahead: u32,
    pub(crate) level_count: u32,
    pub(crate) group_count: u32,
}

/// What the kernels tell of a search: `SearchState` in `search_arrays.h`.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SearchState {
    pub(crate) base: Ticks,
    pub(crate) threshold: Ticks,
    /// Paths below the threshold's bin.
    pub(crate) below: u64,
    pub(crate) total: u64,
    /// log2 of the width of the threshold's bin.
    pub(crate) width: u32,
    /// Whether there are as many paths as are wanted.
    pub(crate) is_reached: bool,
    pub(crate) known: u32,
    /// Whether the last children had room.
    pub(crate) is_fitting: bool,
    pub(crate) first: u32,
    pub(crate) roots: u32,
    /// The greatest slack of a path.
    pub(crate) greatest: Ticks,
    /// The first path of the level before that has children left.
    pub(crate) at: u32,
    /// Whether it has had some of them, and up to which place and arc.
    pub(crate) is_left: bool,
    pub(crate) left_place: u32,
    pub(crate) left_arc: u32,
    /// Places where paths of the last level can be left, whether they had room or not.
    pub(crate) branches: u64,
    /// Whether the last level has children or branches that have no room.
    pub(crate) is_stuck: bool,
    /// How many were made since the host last said which one it is.
    pub(crate) levels: u32,
}

/// Words of the state.
pub(crate) const STATE_WORDS: usize = 34;

impl SearchState {
    /// What paths of a slack are sorted by.
    pub(crate) fn key_of(&self, slack: Ticks) -> u64 {
        (slack as u64).wrapping_sub(self.base as u64)
    }

    pub(crate) fn of_words(words: [u32; STATE_WORDS]) -> Self {
        let long = |at: usize| u64::from(words[2 * at + 1]) << 32 | u64::from(words[2 * at]);
        Self {
            base: long(0) as i64,
            threshold: long(3) as i64,
            below: long(5),
            total: long(6),
            width: words[15],
            is_reached: words[17] != 0,
            known: words[18],
            is_fitting: words[19] != 0,
            first: words[20],
            roots: words[21],
            greatest: !(long(11) as i64),
            at: words[24],
            is_left: words[27] != 0,
            left_place: words[25],
            left_arc: words[26],
            branches: long(14),
            is_stuck: words[31] != 0,
            levels: words[32],
        }
    }
}
