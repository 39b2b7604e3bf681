//! What the search for the k worst paths works on.

use crate::arrays::structure::structures;

structures! {
    /// Where a path leaves its parent. A path without a parent is the worst one of a root.
    pub(crate) struct PathStep align(16) {
        /// Path, or root.
        parent: u32,
        /// Steps from the root to the vertex where it leaves, packed.
        place: u32,
        /// By which it leaves; NONE: it starts there.
        arc: u32,
        /// Where it goes on, packed.
        vertex: u32,
    }

    /// A vertex on the way back, packed, and how many steps it is from the root.
    pub(crate) struct WalkPlace align(8) {
        vertex: u32,
        steps: u32,
    }

    /// A place where a path of a level is left by other ways.
    pub(crate) struct Branch align(16) {
        path: u32,
        /// Packed.
        vertex: u32,
        steps: u32,
        unused: u32,
    }

    pub(crate) struct SearchState align(8): of_words {
        /// The least slack of a root.
        base: i64,
        /// Children have at most this slack.
        limit: i64,
        /// And at least this.
        least: i64,
        /// Of `wanted` paths none is above this.
        threshold: i64,
        /// Of the bins, relative to base.
        low: u64,
        /// Paths below the bins.
        below: u64,
        /// Of the last scan.
        total: u64,
        /// Log2 of a bin's width, or BY_SIZE.
        shift: u32,
        /// Log2 of the width of the bin that threshold is the end of.
        width: u32,
        /// How many paths at threshold are kept.
        ties: u32,
        /// Whether there are `wanted` paths.
        is_reached: u32,
        /// Paths.
        known: u32,
        /// Whether the last children have room.
        is_fitting: u32,
        /// Of the last level.
        first: u32,
        /// Paths without a parent.
        roots: u32,
        /// Slack of a path, all bits turned, so that it is the least: see `nworst.h`.
        greatest: i64,
        /// The first path of the level before that has children left.
        at: u32,
        /// And where it left off: after this place and arc.
        left_place: u32,
        left_arc: u32,
        /// Whether it has had some of them.
        is_left: u32,
        /// Of the last level, whether they had room or not.
        branches: u64,
        /// Of the last level; where a search is stuck, of the one whose children have no room, as first.
        end: u32,
        /// Whether it has children or branches that have no room.
        is_stuck: u32,
        /// Since the host last said which one it is.
        levels: u32,
        unused: u32,
    }

    pub(crate) struct SearchArrays {
        @ "Once for a graph."
        /// [level + 1]: nodes; a level of a part may have none.
        level_first: *const u32,
        /// Packed.
        root_vertex: *const u32,
        /// Growing.
        root_endpoint: *const u32,
        /// 2 × check + transition, or with OF_OUTPUT 4 × output + lane.
        root_source: *const u32,
        /// Before CPPR.
        root_required: *mut i64,
        /// In a design with latches its rank: see `ranks.h`.
        root_slack: *mut i64,
        /// How much data may borrow there; null in a design without latches.
        root_window: *mut i64,
        /// The clock vertex that captures; NONE at outputs.
        root_capture: *mut u32,
        @ "Results: by split, by vertex."
        forest: [*mut u64; 2],
        @ "Paths, level by level, each level in the order of ties."
        slack: *mut i64,
        step: *mut PathStep,
        kept_slack: *mut i64,
        kept_step: *mut PathStep,
        /// Of a level, path by path, while nothing is kept: kept_room of them.
        branch: *mut Branch,
        /// While nothing is kept, kept_room of them: [path of the level] where its first child leaves it; or [branch][path of the level].
        place: *mut WalkPlace,
        /// [item]: branches, children; [path]: where kept paths go.
        count: *mut u32,
        tile: *mut u64,
        bins: *mut u64,
        state: *mut SearchState,
        @ "The list."
        key: [*mut u64; 2],
        item: [*mut u32; 2],
        rank: *mut u32,
        out_slack: *mut i64,
        out_root: *mut u32,
        out_parent: *mut u32,
        out_place: *mut u32,
        out_arc: *mut u32,
        length: *mut u32,
        offset: *mut u64,
        @ "At most so many paths of a set: see `nworst.h`."
        /// [root]: that of its endpoint and split, named by the first of its roots.
        end_set: *mut u32,
        /// [root]: 2 × its path group, plus 1 where its set has paths of another one, too.
        group: *mut u32,
        /// [end set], then [group]: children of its paths have at most this slack.
        set_limit: *mut i64,
        /// [check]: path groups, a number for each in each split.
        check_group: *const u32,
        /// [output][split].
        output_group: *const u32,
        vertices: *mut u32,
        arcs: *mut u32,
        /// Where the sort's first keys were.
        credit: *mut i64,
        @ "Of a part of the design."
        /// [node].
        design_node: *const u32,
        /// [arc].
        design_arc: *const u32,
        /// [vertex]: a clock vertex, or NONE.
        cone_number: *mut u32,
        @ "Of a launch."
        /// Slack.
        most: i64,
        root_count: u32,
        /// Bit 0 early, bit 1 late.
        splits: u32,
        split: u32,
        wanted: u32,
        /// Paths.
        room: u32,
        kept_room: u32,
        /// The level's paths.
        first: u32,
        end: u32,
        /// Paths.
        known: u32,
        /// Paths without a parent.
        roots: u32,
        /// Whether only the worst path to an endpoint in a split is wanted.
        is_one_each: u32,
        /// Of a selection.
        round: u32,
        /// Of a selection.
        purpose: u32,
        /// Whether only paths up to the threshold have children.
        is_sample: u32,
        /// Children, where is_capped.
        cap: u32,
        is_capped: u32,
        /// Of the sort.
        turn: u32,
        /// Paths of the list to be recovered.
        from: u32,
        /// Which kernels run: the host asks.
        is_after_cppr: u32,
        /// BY_END or BY_GROUP.
        sets: u32,
        /// Of a set.
        quota: u32,
        /// Whether there are quotas of ends, of groups.
        is_by_end: u32,
        is_by_group: u32,
        /// Whether only what is listed is kept.
        is_last: u32,
        /// Whether the first path of the level has had children.
        is_left: u32,
        /// Up to these.
        left_place: u32,
        left_arc: u32,
        /// Whether the level is what `state` says.
        is_ahead: u32,
        /// Of the graph.
        level_count: u32,
        /// 1 where groups are not told apart.
        group_count: u32,
    }
}
