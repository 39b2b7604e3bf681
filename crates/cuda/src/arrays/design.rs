//! A design and the results of an update.

use crate::arrays::structure::structures;

structures! {
    pub(crate) struct RcNode align(16) {
        parent: u32,
        resistance: f32,
        capacitance: f32,
        /// Into pin_loads.
        load: u32,
    }

    pub(crate) struct Axis align(8) {
        first: u32,
        padded: u32,
    }

    pub(crate) struct Table align(16) {
        row_axis: u32,
        column_axis: u32,
        stride: u32,
        first: u32,
    }

    /// A part of an axis between two knots: where it starts, and one over its length.
    pub(crate) struct Segment align(8) {
        start: f32,
        inverse: f32,
    }

    /// A delay and the slew beside it.
    pub(crate) struct TablePair align(8) {
        delay: f32,
        slew: f32,
    }

    /// The tables of an edge.
    pub(crate) struct EdgeTables align(32) {
        /// NONE where the two are not in pairs; else the axis's first knot, plus its knots by eights.
        row_axis: u32,
        column_axis: u32,
        /// Pairs of a row, those of the other transition among them.
        stride: u32,
        /// The first pair.
        first: u32,
        delay: u32,
        slew: u32,
        unused: [u32; 2],
    }

    /// A check of a cell, whatever is clocked there.
    pub(crate) struct PinCheck align(16) {
        /// Vertex of the pin graph, with the split in the place of the transition.
        data: u32,
        /// Vertex of the pin graph.
        clock: u32,
        table: [u32; 2],
    }

    /// A check of the data of one clock edge against another.
    pub(crate) struct Check align(32) {
        data: u32,
        /// Vertex.
        clock: u32,
        pin_check: u32,
        /// Split, then whether there is a check of a rise, of a fall, then the kind.
        flags: u32,
        shift: i64,
        /// Of the latch that the data may borrow from; NONE at others.
        opening: u32,
        unused: u32,
    }

    pub(crate) struct Fanout align(8) {
        /// Packed as an arc's source is.
        target: u32,
        arc: u32,
    }

    pub(crate) struct Endpoint align(16) {
        first_check: u32,
        end_check: u32,
        first_output: u32,
        end_output: u32,
    }

    /// Endpoints of a kind, summed up.
    pub(crate) struct Total align(32) {
        /// Endpoints, then from bit 32 on those that fail.
        counts: u64,
        worst: i64,
        negative: i64,
        unused: u64,
    }

    /// The search for the worst of some slacks: see `select.h`.
    pub(crate) struct Selection align(16) {
        /// Of the last slack that is wanted: the bits that are known, from the highest on.
        prefix: u64,
        /// Slacks below are wanted, and of those that are equal items up to item_limit.
        slack_limit: u64,
        item_limit: u32,
        /// Of the slacks with that prefix.
        wanted: u32,
        round: u32,
        is_done: u32,
        first_slot: u32,
        slots: u32,
        unused: [u32; 2],
    }

    /// An endpoint's slack of a kind, and where it comes from.
    pub(crate) struct SlackRecord align(16) {
        endpoint: u32,
        kind: u32,
        /// NONE at an output.
        check: u32,
        transition: u32,
        arrival: i64,
        required: i64,
        slack: i64,
        /// NONE at a check.
        output: u32,
        unused: u32,
    }

    /// RC trees and what they load.
    pub(crate) struct NetArrays {
        /// Large trees first.
        tree_order: *const u32,
        rc_first: *const u32,
        rc_nodes: *const RcNode,
        /// [tree + 1].
        first_wire: *const u32,
        /// [wire]: node of its tree.
        wire_node: *const u32,
        /// [large tree]: place in scratch.
        large_first: *const u32,
        pin_loads: *const f32,
    }

    /// Nodes and arcs.
    pub(crate) struct GraphArrays {
        fanin_first: *const u32,
        arc_source: *const u32,
        arc_kind: *const u32,
        node_tree: *const u32,
        node_pin: *const u32,
        /// [node]: the pin graph's; null where the timing graph is the pin graph.
        pin_node: *const u32,
        /// [arc]: the pin graph's; unused there. NONE where the delay is a time that a latch is given.
        pin_arc: *const u32,
        /// [pin arc]; unused there.
        pin_delay: *const f32,
        /// [arc]: which factors are on its delays; null where there are none.
        derate_class: *const u32,
        /// Quad of each class.
        derate_factor: *const f32,
        model_launches: *const u32,
        fanout_first: *const u32,
        /// Targets are nodes.
        raw_fanout: *const Fanout,
        fanout: *mut Fanout,
    }

    /// Look-up tables.
    pub(crate) struct TableArrays {
        axes: *const Axis,
        knots: *const f32,
        /// As many as there are knots.
        segments: *const Segment,
        tables: *const Table,
        values: *const f32,
        /// Of tables of edges that run over the same axes, rise and fall in alternation.
        pairs: *const TablePair,
        /// Quad of each model.
        arc_tables: *const EdgeTables,
    }

    /// What constraints state, and the checks.
    pub(crate) struct ConstraintArrays {
        slew_node: *const u32,
        /// Those of driven ports are computed.
        stated_slew: *mut f32,
        arrival_node: *const u32,
        /// The same.
        stated_arrival: *mut i64,
        /// Those of them that have fan-in as well.
        start_node: *const u32,
        /// Quad of each.
        start_arrival: *const i64,
        pin_checks: *const PinCheck,
        /// [pin check][transition]: factors on what checks ask for; null where there are none.
        check_factor: *const f32,
        checks: *const Check,
        /// [node]: NONE, or an end.
        node_end: *const u32,
        /// [end + 1].
        end_first: *const u32,
        /// 2 × check, plus 1 where this is its clock; or OF_OUTPUT and an output.
        end_entry: *const u32,
        /// [output].
        output_node: *const u32,
        output_required: *const i64,
    }

    /// What an update computes.
    pub(crate) struct ResultArrays {
        scratch: *mut f32,
        /// [tree].
        loads: *mut f32,
        /// [wire]: quad of delays, quad of impulses.
        wires: *mut f32,
        /// [pin node].
        slew: *mut f32,
        /// [arc].
        delay: *mut f32,
        /// [node].
        arrival: *mut i64,
        /// [pin check][transition].
        margin: *mut f32,
        /// [check][transition], where CPPR is on.
        credits: *mut i64,
        /// [check][transition].
        check_required: *mut i64,
        /// [check].
        clock_required: *mut i64,
        /// [node].
        required: *mut i64,
        /// Whether nets have loads only.
        is_lumped: u32,
        /// Of the nodes with fan-in where an arrival is stated.
        start_count: u32,
    }

    /// A tree reduced to a capacitance at its driver and one after a resistor, as in `timing`.
    pub(crate) struct Pi align(8) {
        far: f32,
        time: f32,
    }

    /// How slews are measured, as in `timing`.
    pub(crate) struct SlewMeasure align(8) {
        ramp: f32,
        tail: f32,
    }

    /// What delay calculators have that see the driver of a net; unused by others.
    pub(crate) struct DriverArrays {
        /// Quad of each tree.
        models: *mut Pi,
        /// [pin arc].
        arc_loads: *mut f32,
        /// One quad.
        slew_measure: *const SlewMeasure,
    }

    /// A port that something drives from outside.
    pub(crate) struct DrivenPort align(16) {
        /// NONE without a net.
        tree: u32,
        /// Its place among stated slews.
        slew: u32,
        /// Those of its nodes among stated arrivals.
        first_source: u32,
        end_source: u32,
    }

    /// What makes an edge at such a port.
    pub(crate) struct PortDrive align(8) {
        /// NONE: a resistance.
        model: u32,
        /// The slew at the input of the model's arc, or that resistance.
        amount: f32,
    }

    /// What drives ports from outside; unused where nothing does.
    pub(crate) struct DriveArrays {
        /// [driven port].
        ports: *const DrivenPort,
        /// [4 × driven port + lane + 1].
        first_drive: *const u32,
        drives: *const PortDrive,
        /// [4 × source + lane]: on what drives make signals later by; null where there are none.
        factor: *const f32,
        /// As constraints have them, without drives.
        stated_arrival: *const i64,
        /// [driven port].
        slew: *mut f32,
        /// [driven port].
        delay: *mut f32,
    }

    /// Slacks of endpoints. A slot is a kind that occurs; its endpoints are padded to a multiple of any number of threads.
    pub(crate) struct EndpointArrays {
        endpoints: *const Endpoint,
        /// [slot][endpoint].
        endpoint_slacks: *mut i64,
        /// [slot]: being summed up.
        totals: *mut Total,
        /// [slot].
        summaries: *mut Total,
    }

    /// What blocks of a launch meet at.
    pub(crate) struct BlockArrays {
        /// Of the blocks that are done: 0 between launches.
        ticket: *mut u32,
        /// Of blocks that run together.
        rendezvous: *mut u32,
    }

    /// Numbers of endpoints and of slots.
    pub(crate) struct SlotNumbers {
        endpoint_count: u32,
        padded_endpoints: u32,
        /// Four bits a slot.
        endpoint_kinds: u32,
        unused: u32,
    }

    /// What queries are asked for and answer.
    pub(crate) struct QueryArrays {
        selection: *mut Selection,
        bins: *mut u32,
        /// The first holds nothing but the number of those that follow.
        records: *mut SlackRecord,
        query_nodes: *const u32,
        query_values: *mut u32,
    }

    /// Values that replace others in an array: see `changes.h`.
    pub(crate) struct ChangeArrays {
        /// Of each value its place in the array, then its words.
        values: *const u32,
        array: *mut u32,
        /// Of a value.
        words: u32,
        unused: u32,
    }
}
