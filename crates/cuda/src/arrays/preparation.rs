//! What levels and RC trees are made from, and in.

use crate::arrays::design::RcNode;
use crate::arrays::structure::structures;

structures! {
    /// The sweep over levels: see `levels.h`.
    pub(crate) struct LevelState align(16) {
        /// Pins in the queue, then from bit 32 on arcs out of them.
        tail: u64,
        /// The current level in the queue.
        begin: u32,
        end: u32,
        /// And its arcs in the order of the queue.
        first_arc: u32,
        end_arc: u32,
        level: u32,
        /// The level is left to many blocks.
        is_wide: u32,
        is_done: u32,
        /// Arcs that have a place among fan-outs.
        placed: u32,
        unused: [u32; 2],
    }

    /// What levels are found from, and in. Arcs go by target pin here.
    pub(crate) struct LevelArrays {
        /// [pin + 1].
        first: *const u32,
        /// [arc]: a pin.
        source: *const u32,
        /// [pin]: arcs into it from pins that have no level yet.
        missing: *mut u32,
        /// [pin]: their number.
        fanouts: *mut u32,
        /// [pin]: where they end among targets.
        fanout_end: *mut u32,
        /// [arc], by source.
        targets: *mut u32,
        /// [place in the queue]: arcs out of pins before.
        queue_arc: *mut u32,
        /// [place in the queue]: what leads from such an arc to its target.
        queue_shift: *mut u32,
        /// [pin].
        level: *mut u32,
        /// [level + 1].
        level_first: *mut u32,
        state: *mut LevelState,
        /// [place]: a pin; none before the first pass.
        order_before: *const u32,
        /// [place]: a pin.
        order: *mut u32,
        /// [pin].
        place: *mut u32,
        pins: u32,
        arcs: u32,
        tiles: u32,
        unused: u32,
        digit_bits: u32,
        digit_shift: u32,
    }

    /// Numbers to be replaced by the sum of all before: see `scan.h`.
    pub(crate) struct ScanArrays {
        /// To sort, [digit][tile]; to flatten, [tree + 1].
        values: *mut u32,
        /// [chunk of values].
        sums: *mut u32,
        /// 0.
        ticket: *mut u32,
        count: u32,
        unused: u32,
    }

    /// Where a tree comes from; the first wire of the next is the end of this one's.
    pub(crate) struct NetTree align(16) {
        /// Of its net, among all nodes of networks.
        node: u32,
        nodes: u32,
        resistor: u32,
        resistors: u32,
        /// Pin.
        driver: u32,
        load: u32,
        first_wire: u32,
        /// Where it has room.
        scratch: u32,
    }

    pub(crate) struct Resistor {
        /// From its net's first node on.
        low: u32,
        high: u32,
        resistance: f32,
    }

    /// What RC trees are made from: see `flatten.h`.
    pub(crate) struct FlattenArrays {
        /// [tree + 1].
        trees: *const NetTree,
        /// Those first that are too large for memory on the chip.
        order: *const u32,
        /// Pairs, of those: wire and its node, then tree and its size.
        large: *const u32,
        /// [node].
        node_pin: *const u32,
        /// [node].
        capacitance: *const f32,
        resistors: *const Resistor,
        /// [pin].
        pin_load: *const u32,
        /// [wire]: a pin.
        wire_sink: *const u32,
        scratch: *mut RcNode,
        /// [tree]: nodes, and OPENED where a loop was.
        sizes: *mut u32,
        /// [wire]: node of its tree.
        wire_node: *mut u32,
        nodes: *mut RcNode,
        tree_count: u32,
        large_wires: u32,
    }
}
