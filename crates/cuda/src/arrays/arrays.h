// Everything on the device. The same fields in the same order are in `mod.rs`.
//
// A quad is four values, one a lane. Shapes are as in the crates `graph` and `timing`.

#pragma once

#include "clock_arrays.h"
#include "cone_arrays.h"
#include "platform.h"
#include "search_arrays.h"

#define NONE 0xffffffffu

struct ALIGNED(16) RcNode {
    u32 parent;
    float resistance;
    float capacitance;
    u32 load; // into pin_loads
};

struct ALIGNED(8) Axis {
    u32 first;
    u32 padded;
};

struct ALIGNED(16) Table {
    u32 row_axis;
    u32 column_axis;
    u32 stride;
    u32 first;
};

struct ALIGNED(8) EdgeTables {
    u32 delay;
    u32 slew;
};

// A check of a cell, whatever is clocked there.
struct ALIGNED(16) PinCheck {
    u32 data;  // vertex of the pin graph, with the split in the place of the transition
    u32 clock; // vertex of the pin graph
    u32 table[2];
};

// A check of the data of one clock edge against another.
struct ALIGNED(32) Check {
    u32 data;
    u32 clock; // vertex
    u32 pin_check;
    u32 flags; // split, then whether there is a check of a rise, of a fall, then the kind
    i64 shift;
    u64 unused;
};

struct ALIGNED(8) Fanout {
    u32 target; // packed as an arc's source is
    u32 arc;
};

struct ALIGNED(16) Float4 {
    float value[4];
};

struct ALIGNED(16) Endpoint {
    u32 first_check;
    u32 end_check;
    u32 first_output;
    u32 end_output;
};

// Endpoints of a kind, summed up.
struct ALIGNED(32) Total {
    u64 counts; // endpoints, then from bit 32 on those that fail
    i64 worst;
    i64 negative;
    u64 unused;
};

// The search for the worst of some slacks: see `select.h`.
struct ALIGNED(16) Selection {
    u64 prefix; // of the last slack that is wanted: the bits that are known, from the highest on
    u64 slack_limit; // slacks below are wanted, and of those that are equal items up to item_limit
    u32 item_limit;
    u32 wanted; // of the slacks with that prefix
    u32 round;
    u32 is_done;
    u32 first_slot;
    u32 slots;
    u32 unused[2];
};

// An endpoint's slack of a kind, and where it comes from.
struct ALIGNED(16) SlackRecord {
    u32 endpoint;
    u32 kind;
    u32 check; // NONE at an output
    u32 transition;
    i64 arrival;
    i64 required;
    i64 slack;
    u32 output; // NONE at a check
    u32 unused;
};

// The sweep over levels: see `levels.h`.
struct ALIGNED(16) LevelState {
    u64 tail; // pins in the queue, then from bit 32 on arcs out of them
    u32 begin; // the current level in the queue
    u32 end;
    u32 first_arc; // and its arcs in the order of the queue
    u32 end_arc;
    u32 level;
    u32 is_wide; // the level is left to many blocks
    u32 is_done;
    u32 placed; // arcs that have a place among fan-outs
    u32 unused[2];
};

// What levels are found from, and in. Arcs go by target pin here.
struct LevelArrays {
    const u32 *first; // [pin + 1]
    const u32 *source; // [arc]: a pin
    u32 *missing; // [pin]: arcs into it from pins that have no level yet
    u32 *fanouts; // [pin]: their number
    u32 *fanout_end; // [pin]: where they end among targets
    u32 *targets; // [arc], by source
    u32 *queue_arc; // [place in the queue]: arcs out of pins before
    u32 *queue_shift; // [place in the queue]: what leads from such an arc to its target
    u32 *level; // [pin]
    u32 *level_first; // [level + 1]
    LevelState *state;
    const u32 *order_before; // [place]: a pin; none before the first pass
    u32 *order; // [place]: a pin
    u32 *place; // [pin]
    u32 pins;
    u32 arcs;
    u32 tiles;
    u32 unused;
    u32 digit_bits;
    u32 digit_shift;
};

// Numbers to be replaced by the sum of all before: see `scan.h`.
struct ScanArrays {
    u32 *values; // to sort, [digit][tile]; to flatten, [tree + 1]
    u32 *sums; // [chunk of values]
    u32 *ticket; // 0
    u32 count;
    u32 unused;
};

// Where a tree comes from; the first wire of the next is the end of this one's.
struct ALIGNED(16) NetTree {
    u32 node; // of its net, among all nodes of networks
    u32 nodes;
    u32 resistor;
    u32 resistors;
    u32 driver; // pin
    u32 load;
    u32 first_wire;
    u32 scratch; // where it has room
};

struct Resistor {
    u32 low; // from its net's first node on
    u32 high;
    float resistance;
};

// What RC trees are made from: see `flatten.h`.
struct FlattenArrays {
    const NetTree *trees; // [tree + 1]
    const u32 *order; // those first that are too large for memory on the chip
    const u32 *large; // pairs, of those: wire and its node, then tree and its size
    const u32 *node_pin; // [node]
    const float *capacitance; // [node]
    const Resistor *resistors;
    const u32 *pin_load; // [pin]
    const u32 *wire_sink; // [wire]: a pin
    RcNode *scratch;
    u32 *sizes; // [tree]: nodes, and OPENED where a loop was
    u32 *wire_node; // [wire]: node of its tree
    RcNode *nodes;
    u32 tree_count;
    u32 large_wires;
};

struct Arrays {
    // Nets.
    const u32 *tree_order; // large trees first
    const u32 *rc_first;
    const RcNode *rc_nodes;
    const u32 *first_wire; // [tree + 1]
    const u32 *wire_node; // [wire]: node of its tree
    const u32 *large_first; // [large tree]: place in scratch
    const float *pin_loads;
    // Graph.
    const u32 *fanin_first;
    const u32 *arc_source;
    const u32 *arc_kind;
    const u32 *node_tree;
    const u32 *node_pin;
    const u32 *pin_node; // [node]: the pin graph's; null where the timing graph is the pin graph
    const u32 *pin_arc; // [arc]: the pin graph's; unused there
    const float *pin_delay; // [pin arc]; unused there
    const u32 *model_launches;
    const u32 *fanout_first;
    const Fanout *raw_fanout; // targets are nodes
    Fanout *fanout;
    // Tables.
    const Axis *axes;
    const float *knots;
    const float *starts;
    const float *inverses;
    const Table *tables;
    const float *values;
    const EdgeTables *arc_tables; // quad of each model
    // Constraints.
    const u32 *slew_node;
    const float *stated_slew;
    const u32 *arrival_node;
    const i64 *stated_arrival;
    const u32 *start_node; // those of them that have fan-in as well
    const i64 *start_arrival; // quad of each
    const PinCheck *pin_checks;
    const Check *checks;
    const u32 *node_end; // [node]: NONE, or an end
    const u32 *end_first; // [end + 1]
    const u32 *end_entry; // 2 × check, plus 1 where this is its clock; or OF_OUTPUT and an output
    const u32 *output_node; // [output]
    const i64 *output_required;
    // Results.
    float *scratch;
    float *loads; // [tree]
    float *wires; // [wire]: quad of delays, quad of impulses
    float *slew; // [pin node]
    float *delay; // [arc]
    i64 *arrival; // [node]
    float *margin; // [pin check][transition]
    i64 *credits; // [check][transition], where CPPR is on
    i64 *check_required; // [check][transition]
    i64 *clock_required; // [check]
    i64 *required; // [node]
    u32 is_lumped;
    u32 start_count;
    // Slacks of endpoints. A slot is a kind that occurs; its endpoints are padded to a multiple of any number of threads.
    const Endpoint *endpoints;
    i64 *endpoint_slacks; // [slot][endpoint]
    Total *totals; // [slot]: being summed up
    Total *summaries; // [slot]
    u32 *ticket;
    u32 *rendezvous; // of blocks that run together
    u32 endpoint_count;
    u32 padded_endpoints;
    u32 endpoint_kinds; // four bits a slot
    u32 unused_too;
    // Queries.
    Selection *selection;
    u32 *bins;
    SlackRecord *records; // the first holds nothing but the number of those that follow
    const u32 *query_nodes;
    u32 *query_values;
    LevelArrays levels;
    ScanArrays scan;
    FlattenArrays flatten;
    ClockArrays clocks;
    SearchArrays search;
    Cone cone;
};
