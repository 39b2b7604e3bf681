//! What the part of a design that constrained paths can take is made from, and in. All numbers have 8 bytes.

use crate::arrays::structure::structures;

structures! {
    /// The part itself: a copy is a node in a stage.
    pub(crate) struct ConeGraph {
        /// [copy + 1].
        fanin_first: *mut u32,
        arc_source: *mut u32,
        arc_kind: *mut u32,
        /// [arc], a quad.
        delay: *mut f32,
        /// [copy], a quad.
        arrival: *mut i64,
        node_pin: *mut u32,
        /// [copy].
        design_node: *mut u32,
        /// [arc].
        design_arc: *mut u32,
        start_node: *mut u32,
        /// [start], a quad.
        start_arrival: *mut i64,
        /// [root of the part]: packed.
        root_vertex: *mut u32,
        root_endpoint: *mut u32,
        root_source: *mut u32,
        /// [root of the part]: that of the design.
        root: *mut u32,
    }

    /// What a part is found in.
    pub(crate) struct ConeArrays {
        @ "Of the design."
        nodes: u64,
        roots: u64,
        /// Packed.
        root_vertex: *const u32,
        root_endpoint: *const u32,
        root_source: *const u32,
        /// Where data is checked or required.
        end_nodes: *const u32,
        @ "What paths have to pass: vertices, sorted in each set."
        /// Where they start, then each set on the way, then ends, then clocks that capture, then outputs.
        points: *const u32,
        /// [set + 1] where each set on the way starts among points; the first after where paths start.
        set_first: *const u32,
        /// Where each of these end among points.
        end_data: u64,
        end_captures: u64,
        end_outputs: u64,
        /// Of the first point that paths pass; where none says where they start, some are before it.
        from_level: u64,
        /// Behind the last where they may end.
        end_level: u64,
        sets: u64,
        has_from: u64,
        has_ends: u64,
        @ "Of the design's nodes."
        /// [node]: see `inside.h`.
        marks: *mut u32,
        /// [node][word]: four bits a stage, one of each lane by which a signal comes.
        reached: *mut u32,
        /// Of a node.
        words: u64,
        /// [node][leg word]: a bit for each leg that starts there.
        starts: *mut u32,
        /// [node][leg word]: that can have come there.
        after: *mut u32,
        /// [node][leg word]: that those of the fan-out are inside of.
        inside: *mut u32,
        /// Of a node.
        leg_words: u64,
        @ "What there is to number, then the numbers: see `inside.h`."
        numbers: *mut u32,
        /// Places among numbers that the host wants to see.
        looks: *const u32,
        /// First whether a level has any, then the copies before each level; and at the end all.
        seen: *mut u32,
        graph: ConeGraph,
    }
}
