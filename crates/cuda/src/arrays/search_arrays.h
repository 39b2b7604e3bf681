// What the search for the k worst paths works on. Its place is in `Arrays`; the same fields in the same order are in
// `search.rs`.

#pragma once

#include "platform.h"

// How vertices are packed in a path's step: the split is the highest bit.
#define VERTEX_BITS 0x3fffffffu
#define SPLIT 0x80000000u
#define OF_OUTPUT 0x80000000u
#define ENDED 0x40000000u // The path starts here: a clock launches it, or a constraint states it.
// How a path's place is packed: the highest bit says that from there on it is known to go by the forest, also after CPPR, which a walk over
// all its branches finds out.
#define PLAIN 0x80000000u

// What a selection is for: a limit below its threshold, as paths with fewer deviations go first; one at it, for the level that is selected
// from; no limit; or a limit as in the first case, after which the search goes on to the next level.
#define FOR_LATER 0
#define FOR_LEVEL 1
#define FOR_SAMPLE 2
#define FOR_NEXT 3

// Branches of a path that are noted at once while they are counted.
#define MOST_NOTED 32

// What sets of paths are counted: those to an endpoint in a split, or those of a path group in a split.
#define BY_END 0
#define BY_GROUP 1

// The slack of what is no path.
#define NO_PATH 0x7fffffffffffffffll

#define BINS 4096
#define BIN_DIGITS 6
// SearchState.shift of bins by code_of, not of equal widths.
#define BY_SIZE 64

// Where a path leaves its parent. A path without a parent is the worst one of a root.
struct ALIGNED(16) PathStep {
    u32 parent; // path, or root
    u32 place;  // steps from the root to the vertex where it leaves, packed
    u32 arc;    // by which it leaves; NONE: it starts there
    u32 vertex; // where it goes on, packed
};

// A vertex on the way back, packed, and how many steps it is from the root.
struct ALIGNED(8) Place {
    u32 vertex;
    u32 steps;
};

// A place where a path of a level is left by other ways.
struct ALIGNED(16) Branch {
    u32 path;
    u32 vertex; // packed
    u32 steps;
    u32 unused;
};

struct ALIGNED(8) SearchState {
    i64 base;      // the least slack of a root
    i64 limit;     // children have at most this slack
    i64 least;     // and at least this
    i64 threshold; // of `wanted` paths none is above this
    u64 low;       // of the bins, relative to base
    u64 below;     // paths below the bins
    u64 total;     // of the last scan
    u32 shift;     // log2 of a bin's width, or BY_SIZE
    u32 width;     // log2 of the width of the bin that threshold is the end of
    u32 ties;      // how many paths at threshold are kept
    u32 is_reached; // whether there are `wanted` paths
    u32 known;     // paths
    u32 is_fitting; // whether the last children have room
    u32 first;     // of the last level
    u32 roots;     // paths without a parent
    i64 greatest;  // slack of a path, all bits turned, so that it is the least: see `nworst.h`
    u32 at;        // the first path of the level before that has children left
    u32 left_place; // and where it left off: after this place and arc
    u32 left_arc;
    u32 is_left;   // whether it has had some of them
    u64 branches;  // of the last level, whether they had room or not
    u32 end;       // of the last level; where a search is stuck, of the one whose children have no room, as first
    u32 is_stuck;  // whether it has children or branches that have no room
    u32 levels;    // since the host last said which one it is
    u32 unused;
};

struct SearchArrays {
    // Once for a graph.
    const u32 *level_first; // [level + 1]: nodes; a level of a part may have none
    const u32 *root_vertex; // packed
    const u32 *root_endpoint; // growing
    const u32 *root_source; // 2 × check + transition, or with OF_OUTPUT 4 × output + lane
    i64 *root_required; // before CPPR
    i64 *root_slack;
    u32 *root_capture; // the clock vertex that captures; NONE at outputs
    // Results: by split, by vertex.
    u64 *forest[2];
    // Paths, level by level, each level in the order of ties.
    i64 *slack;
    PathStep *step;
    i64 *kept_slack;
    PathStep *kept_step;
    Branch *branch; // of a level, path by path, while nothing is kept: kept_room of them
    Place *place; // while nothing is kept, kept_room of them: [path of the level] where its first child leaves it; or [branch][path of the level]
    u32 *count; // [item]: branches, children; [path]: where kept paths go
    u64 *tile;
    u64 *bins;
    SearchState *state;
    // The list.
    u64 *key[2];
    u32 *item[2];
    u32 *rank;
    i64 *out_slack;
    u32 *out_root;
    u32 *out_parent;
    u32 *out_place;
    u32 *out_arc;
    u32 *length;
    u64 *offset;
    // At most so many paths of a set: see `nworst.h`.
    u32 *end_set; // [root]: that of its endpoint and split, named by the first of its roots
    u32 *group; // [root]: 2 × its path group, plus 1 where its set has paths of another one, too
    i64 *set_limit; // [end set], then [group]: children of its paths have at most this slack
    const u32 *check_group; // [check]: path groups, a number for each in each split
    const u32 *output_group; // [output][split]
    u32 *vertices;
    u32 *arcs;
    i64 *credit; // where the sort's first keys were
    // Of a part of the design.
    const u32 *design_node; // [node]
    const u32 *design_arc; // [arc]
    u32 *part_number; // [vertex]: a clock vertex, or NONE
    // Of a launch.
    i64 most; // slack
    u32 root_count;
    u32 splits; // bit 0 early, bit 1 late
    u32 split;
    u32 wanted;
    u32 room; // paths
    u32 kept_room;
    u32 first; // the level's paths
    u32 end;
    u32 known; // paths
    u32 roots; // paths without a parent
    u32 is_one_each; // whether only the worst path to an endpoint in a split is wanted
    u32 round; // of a selection
    u32 purpose; // of a selection
    u32 is_sample; // whether only paths up to the threshold have children
    u32 cap; // children, where is_capped
    u32 is_capped;
    u32 turn; // of the sort
    u32 from; // paths of the list to be recovered
    u32 is_after_cppr; // which kernels run: the host asks
    u32 sets; // BY_END or BY_GROUP
    u32 quota; // of a set
    u32 is_by_end; // whether there are quotas of ends, of groups
    u32 is_by_group;
    u32 is_last; // whether only what is listed is kept
    u32 is_left; // whether the first path of the level has had children
    u32 left_place; // up to these
    u32 left_arc;
    u32 is_ahead; // whether the level is what `state` says
    u32 level_count; // of the graph
    u32 group_count; // 1 where groups are not told apart
};
