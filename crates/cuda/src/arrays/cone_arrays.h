// What the part of a design that constrained paths can take is made from, and in. Its place is in `Arrays`; the same fields in the same order are in
// `part.rs`. All numbers have 8 bytes.

#pragma once

#include "platform.h"

struct Cone {
    // Of the design.
    u64 nodes;
    u64 roots;
    const u32 *root_vertex; // packed
    const u32 *root_endpoint;
    const u32 *root_source;
    const u32 *end_nodes; // where data is checked or required
    // What paths have to pass: vertices, sorted in each set.
    const u32 *points; // where they start, then each set on the way, then ends, then clocks that capture, then outputs
    const u32 *set_first; // [set + 1] where each set on the way starts among points; the first behind where paths start
    u64 end_data; // where each of these end among points
    u64 end_captures;
    u64 end_outputs;
    u64 from_level; // of the first point that paths pass; where none says where they start, some are before it
    u64 end_level; // behind the last where they may end
    u64 sets;
    u64 has_from;
    u64 has_ends;
    // Of the design's nodes.
    u32 *marks; // [node]: see `region.h`
    u32 *reached; // [node][word]: four bits a stage, one of each lane by which a signal comes
    u64 words; // of a node
    u32 *starts; // [node][leg word]: a bit for each leg that starts there
    u32 *behind; // [node][leg word]: that can have come there
    u32 *inside; // [node][leg word]: that those of the fan-out are inside of
    u64 leg_words; // of a node
    // What there is to number, then the numbers: see `region.h`.
    u32 *numbers;
    const u32 *looks; // places among numbers that the host wants to see
    u32 *seen; // first whether a level has any, then the copies before each level; and at the end all
    // The part: a copy is a node in a stage.
    u32 *fanin_first; // [copy + 1]
    u32 *arc_source;
    u32 *arc_kind;
    float *delay; // [arc], a quad
    i64 *arrival; // [copy], a quad
    u32 *node_pin;
    u32 *design_node; // [copy]
    u32 *design_arc; // [arc]
    u32 *start_node;
    i64 *start_arrival; // [start], a quad
    u32 *part_vertex; // [root of the part]: packed
    u32 *part_endpoint;
    u32 *part_source;
    u32 *part_root; // [root of the part]: that of the design
};
