// Everything on the device, as Rust has it. Made by the test of `header.rs`, from the lists of fields in the files beside: do not edit it, but
// run that test with UPDATE_ARRAYS=1.
//
// A quad is four values, one a lane. Shapes are as in the crates `graph` and `timing`.

#pragma once

#include "packing.h"

struct ALIGNED(16) RcNode {
    u32 parent;
    float resistance;
    float capacitance;
    u32 load; // Into pin_loads.
};
static_assert(sizeof(RcNode) == 16, "RcNode");

struct ALIGNED(8) Axis {
    u32 first;
    u32 padded;
};
static_assert(sizeof(Axis) == 8, "Axis");

struct ALIGNED(16) Table {
    u32 row_axis;
    u32 column_axis;
    u32 stride;
    u32 first;
};
static_assert(sizeof(Table) == 16, "Table");

// A part of an axis between two knots: where it starts, and one over its length.
struct ALIGNED(8) Segment {
    float start;
    float inverse;
};
static_assert(sizeof(Segment) == 8, "Segment");

// A delay and the slew beside it.
struct ALIGNED(8) TablePair {
    float delay;
    float slew;
};
static_assert(sizeof(TablePair) == 8, "TablePair");

// The tables of an edge.
struct ALIGNED(32) EdgeTables {
    u32 row_axis; // NONE where the two are not in pairs; else the axis's first knot, plus its knots by eights.
    u32 column_axis;
    u32 stride; // Pairs of a row, those of the other transition among them.
    u32 first; // The first pair.
    u32 delay;
    u32 slew;
    u32 unused[2];
};
static_assert(sizeof(EdgeTables) == 32, "EdgeTables");

// A check of a cell, whatever is clocked there.
struct ALIGNED(16) PinCheck {
    u32 data; // Vertex of the pin graph, with the split in the place of the transition.
    u32 clock; // Vertex of the pin graph.
    u32 table[2];
};
static_assert(sizeof(PinCheck) == 16, "PinCheck");

// A check of the data of one clock edge against another.
struct ALIGNED(32) Check {
    u32 data;
    u32 clock; // Vertex.
    u32 pin_check;
    u32 flags; // Split, then whether there is a check of a rise, of a fall, then the kind.
    i64 shift;
    u32 opening; // Of the latch that the data may borrow from; NONE at others.
    u32 unused;
};
static_assert(sizeof(Check) == 32, "Check");

struct ALIGNED(8) Fanout {
    u32 target; // Packed as an arc's source is.
    u32 arc;
};
static_assert(sizeof(Fanout) == 8, "Fanout");

struct ALIGNED(16) Endpoint {
    u32 first_check;
    u32 end_check;
    u32 first_output;
    u32 end_output;
};
static_assert(sizeof(Endpoint) == 16, "Endpoint");

// Endpoints of a kind, summed up.
struct ALIGNED(32) Total {
    u64 counts; // Endpoints, then from bit 32 on those that fail.
    i64 worst;
    i64 negative;
    u64 unused;
};
static_assert(sizeof(Total) == 32, "Total");

// The search for the worst of some slacks: see `select.h`.
struct ALIGNED(16) Selection {
    u64 prefix; // Of the last slack that is wanted: the bits that are known, from the highest on.
    u64 slack_limit; // Slacks below are wanted, and of those that are equal items up to item_limit.
    u32 item_limit;
    u32 wanted; // Of the slacks with that prefix.
    u32 round;
    u32 is_done;
    u32 first_slot;
    u32 slots;
    u32 unused[2];
};
static_assert(sizeof(Selection) == 48, "Selection");

// An endpoint's slack of a kind, and where it comes from.
struct ALIGNED(16) SlackRecord {
    u32 endpoint;
    u32 kind;
    u32 check; // NONE at an output.
    u32 transition;
    i64 arrival;
    i64 required;
    i64 slack;
    u32 output; // NONE at a check.
    u32 unused;
};
static_assert(sizeof(SlackRecord) == 48, "SlackRecord");

// RC trees and what they load.
struct NetArrays {
    const u32 *tree_order; // Large trees first.
    const u32 *rc_first;
    const RcNode *rc_nodes;
    const u32 *first_wire; // [tree + 1].
    const u32 *wire_node; // [wire]: node of its tree.
    const u32 *large_first; // [large tree]: place in scratch.
    const float *pin_loads;
};
static_assert(sizeof(NetArrays) == 56, "NetArrays");

// Nodes and arcs.
struct GraphArrays {
    const u32 *fanin_first;
    const u32 *arc_source;
    const u32 *arc_kind;
    const u32 *node_tree;
    const u32 *node_pin;
    const u32 *pin_node; // [node]: the pin graph's; null where the timing graph is the pin graph.
    const u32 *pin_arc; // [arc]: the pin graph's; unused there. NONE where the delay is a time that a latch is given.
    const float *pin_delay; // [pin arc]; unused there.
    const u32 *derate_class; // [arc]: which factors are on its delays; null where there are none.
    const float *derate_factor; // Quad of each class.
    const u32 *model_launches;
    const u32 *fanout_first;
    const Fanout *raw_fanout; // Targets are nodes.
    Fanout *fanout;
};
static_assert(sizeof(GraphArrays) == 112, "GraphArrays");

// Look-up tables.
struct TableArrays {
    const Axis *axes;
    const float *knots;
    const Segment *segments; // As many as there are knots.
    const Table *tables;
    const float *values;
    const TablePair *pairs; // Of tables of edges that run over the same axes, rise and fall in alternation.
    const EdgeTables *arc_tables; // Quad of each model.
};
static_assert(sizeof(TableArrays) == 56, "TableArrays");

// What constraints state, and the checks.
struct ConstraintArrays {
    const u32 *slew_node;
    float *stated_slew; // Those of driven ports are computed.
    const u32 *arrival_node;
    i64 *stated_arrival; // The same.
    const u32 *start_node; // Those of them that have fan-in as well.
    const i64 *start_arrival; // Quad of each.
    const PinCheck *pin_checks;
    const float *check_factor; // [pin check][transition]: factors on what checks ask for; null where there are none.
    const Check *checks;
    const u32 *node_end; // [node]: NONE, or an end.
    const u32 *end_first; // [end + 1].
    const u32 *end_entry; // 2 × check, plus 1 where this is its clock; or OF_OUTPUT and an output.
    const u32 *output_node; // [output].
    const i64 *output_required;
};
static_assert(sizeof(ConstraintArrays) == 112, "ConstraintArrays");

// What an update computes.
struct ResultArrays {
    float *scratch;
    float *loads; // [tree].
    float *wires; // [wire]: quad of delays, quad of impulses.
    float *slew; // [pin node].
    float *delay; // [arc].
    i64 *arrival; // [node].
    float *margin; // [pin check][transition].
    i64 *credits; // [check][transition], where CPPR is on.
    i64 *check_required; // [check][transition].
    i64 *clock_required; // [check].
    i64 *required; // [node].
    u32 is_lumped; // Whether nets have loads only.
    u32 start_count; // Of the nodes with fan-in where an arrival is stated.
};
static_assert(sizeof(ResultArrays) == 96, "ResultArrays");

// A tree reduced to a capacitance at its driver and one after a resistor, as in `timing`.
struct ALIGNED(8) Pi {
    float far;
    float time;
};
static_assert(sizeof(Pi) == 8, "Pi");

// How slews are measured, as in `timing`.
struct ALIGNED(8) SlewMeasure {
    float ramp;
    float tail;
};
static_assert(sizeof(SlewMeasure) == 8, "SlewMeasure");

// What delay calculators have that see the driver of a net; unused by others.
struct DriverArrays {
    Pi *models; // Quad of each tree.
    float *arc_loads; // [pin arc].
    const SlewMeasure *slew_measure; // One quad.
};
static_assert(sizeof(DriverArrays) == 24, "DriverArrays");

// A port that something drives from outside.
struct ALIGNED(16) DrivenPort {
    u32 tree; // NONE without a net.
    u32 slew; // Its place among stated slews.
    u32 first_source; // Those of its nodes among stated arrivals.
    u32 end_source;
};
static_assert(sizeof(DrivenPort) == 16, "DrivenPort");

// What makes an edge at such a port.
struct ALIGNED(8) PortDrive {
    u32 model; // NONE: a resistance.
    float amount; // The slew at the input of the model's arc, or that resistance.
};
static_assert(sizeof(PortDrive) == 8, "PortDrive");

// What drives ports from outside; unused where nothing does.
struct DriveArrays {
    const DrivenPort *ports; // [driven port].
    const u32 *first_drive; // [4 × driven port + lane + 1].
    const PortDrive *drives;
    const float *factor; // [4 × source + lane]: on what drives make signals later by; null where there are none.
    const i64 *stated_arrival; // As constraints have them, without drives.
    float *slew; // [driven port].
    float *delay; // [driven port].
};
static_assert(sizeof(DriveArrays) == 56, "DriveArrays");

// Slacks of endpoints. A slot is a kind that occurs; its endpoints are padded to a multiple of any number of threads.
struct EndpointArrays {
    const Endpoint *endpoints;
    i64 *endpoint_slacks; // [slot][endpoint].
    Total *totals; // [slot]: being summed up.
    Total *summaries; // [slot].
};
static_assert(sizeof(EndpointArrays) == 32, "EndpointArrays");

// What blocks of a launch meet at.
struct BlockArrays {
    u32 *ticket; // Of the blocks that are done: 0 between launches.
    u32 *rendezvous; // Of blocks that run together.
};
static_assert(sizeof(BlockArrays) == 16, "BlockArrays");

// Numbers of endpoints and of slots.
struct SlotNumbers {
    u32 endpoint_count;
    u32 padded_endpoints;
    u32 endpoint_kinds; // Four bits a slot.
    u32 unused;
};
static_assert(sizeof(SlotNumbers) == 16, "SlotNumbers");

// What queries are asked for and answer.
struct QueryArrays {
    Selection *selection;
    u32 *bins;
    SlackRecord *records; // The first holds nothing but the number of those that follow.
    const u32 *query_nodes;
    u32 *query_values;
};
static_assert(sizeof(QueryArrays) == 40, "QueryArrays");

// Values that replace others in an array: see `changes.h`.
struct ChangeArrays {
    const u32 *values; // Of each value its place in the array, then its words.
    u32 *array;
    u32 words; // Of a value.
    u32 unused;
};
static_assert(sizeof(ChangeArrays) == 24, "ChangeArrays");

// The sweep over levels: see `levels.h`.
struct ALIGNED(16) LevelState {
    u64 tail; // Pins in the queue, then from bit 32 on arcs out of them.
    u32 begin; // The current level in the queue.
    u32 end;
    u32 first_arc; // And its arcs in the order of the queue.
    u32 end_arc;
    u32 level;
    u32 is_wide; // The level is left to many blocks.
    u32 is_done;
    u32 placed; // Arcs that have a place among fan-outs.
    u32 unused[2];
};
static_assert(sizeof(LevelState) == 48, "LevelState");

// What levels are found from, and in. Arcs go by target pin here.
struct LevelArrays {
    const u32 *first; // [pin + 1].
    const u32 *source; // [arc]: a pin.
    u32 *missing; // [pin]: arcs into it from pins that have no level yet.
    u32 *fanouts; // [pin]: their number.
    u32 *fanout_end; // [pin]: where they end among targets.
    u32 *targets; // [arc], by source.
    u32 *queue_arc; // [place in the queue]: arcs out of pins before.
    u32 *queue_shift; // [place in the queue]: what leads from such an arc to its target.
    u32 *level; // [pin].
    u32 *level_first; // [level + 1].
    LevelState *state;
    const u32 *order_before; // [place]: a pin; none before the first pass.
    u32 *order; // [place]: a pin.
    u32 *place; // [pin].
    u32 pins;
    u32 arcs;
    u32 tiles;
    u32 unused;
    u32 digit_bits;
    u32 digit_shift;
};
static_assert(sizeof(LevelArrays) == 136, "LevelArrays");

// Numbers to be replaced by the sum of all before: see `scan.h`.
struct ScanArrays {
    u32 *values; // To sort, [digit][tile]; to flatten, [tree + 1].
    u32 *sums; // [chunk of values].
    u32 *ticket; // 0.
    u32 count;
    u32 unused;
};
static_assert(sizeof(ScanArrays) == 32, "ScanArrays");

// Where a tree comes from; the first wire of the next is the end of this one's.
struct ALIGNED(16) NetTree {
    u32 node; // Of its net, among all nodes of networks.
    u32 nodes;
    u32 resistor;
    u32 resistors;
    u32 driver; // Pin.
    u32 load;
    u32 first_wire;
    u32 scratch; // Where it has room.
};
static_assert(sizeof(NetTree) == 32, "NetTree");

struct Resistor {
    u32 low; // From its net's first node on.
    u32 high;
    float resistance;
};
static_assert(sizeof(Resistor) == 12, "Resistor");

// What RC trees are made from: see `flatten.h`.
struct FlattenArrays {
    const NetTree *trees; // [tree + 1].
    const u32 *order; // Those first that are too large for memory on the chip.
    const u32 *large; // Pairs, of those: wire and its node, then tree and its size.
    const u32 *node_pin; // [node].
    const float *capacitance; // [node].
    const Resistor *resistors;
    const u32 *pin_load; // [pin].
    const u32 *wire_sink; // [wire]: a pin.
    RcNode *scratch;
    u32 *sizes; // [tree]: nodes, and OPENED where a loop was.
    u32 *wire_node; // [wire]: node of its tree.
    RcNode *nodes;
    u32 tree_count;
    u32 large_wires;
};
static_assert(sizeof(FlattenArrays) == 104, "FlattenArrays");

// A vertex of the clock network in its clock tree: see `timing/src/cppr/forest.rs`. All but the lane is its point's. A point is named by the first of
// its vertices, and where every point has one vertex the two are the same.
struct ALIGNED(16) ClockPlace {
    u32 label; // That of the run of points that it is in; while labels are made, how many points are downstream, and itself.
    u32 levels; // Of the labels of all runs from the root to it: the lowest bit of each.
    u32 depth;
    u32 lane; // The vertex of its lane at the root of the clock tree.
};
static_assert(sizeof(ClockPlace) == 16, "ClockPlace");

// A point on a trace.
struct ALIGNED(8) ClockPoint {
    u32 point;
    u32 depth;
};
static_assert(sizeof(ClockPoint) == 8, "ClockPoint");

// Late less early arrival of a vertex, and how it changes on the path from the clock tree's root.
struct ALIGNED(8) ClockSpread {
    i64 here;
    i64 least;
    i64 greatest;
    i64 growth; // The most between two points, in any lane; never negative.
    i64 shrinkage;
};
static_assert(sizeof(ClockSpread) == 40, "ClockSpread");

// Where a trace comes from, by split.
struct ALIGNED(8) ClockTrace {
    u32 from[2]; // NONE where it starts.
    i64 start[2]; // The arrival there; 0 where the rule credits what early and late arrival differ by there.
};
static_assert(sizeof(ClockTrace) == 24, "ClockTrace");

// By how much the spreads of lanes differ from those at the root of their clock tree, by the transition at the root.
struct ALIGNED(8) ClockRise {
    i64 least[2]; // Greater than any time where no lane is left.
    i64 greatest[2];
};
static_assert(sizeof(ClockRise) == 32, "ClockRise");

// The spreads at the tops of the lanes that a vertex's traces pass.
struct ALIGNED(8) ClockTops {
    i64 least;
    i64 greatest;
};
static_assert(sizeof(ClockTops) == 16, "ClockTops");

// Bounds of the credits of a clock vertex at an end of paths, whatever the other end.
struct ALIGNED(16) ClockBounds {
    i64 least; // At most 0.
    i64 most; // At least 0.
};
static_assert(sizeof(ClockBounds) == 16, "ClockBounds");

// An arrival, by the launch it comes from; or a required time, by the capture that asks for it.
struct ALIGNED(16) ListEntry {
    i64 time; // How much later than the worst one of its list, in memory; the time itself while it is worked on.
    u32 clock; // A clock vertex; NONE of signals that no register launches, and of outputs.
    u32 lane; // That of the clock vertex, or NONE.
};
static_assert(sizeof(ListEntry) == 16, "ListEntry");

// A list of entries, the worst first.
struct ALIGNED(16) ListHead {
    u32 first;
    u32 count;
    i64 time; // That of the worst entry; 0 without any.
};
static_assert(sizeof(ListHead) == 16, "ListHead");

struct ClockArrays {
    // Clock vertices, level by level: parents go before their children. Those of a point have consecutive numbers.
    const u32 *vertex; // Of the design.
    const u32 *number; // [vertex]: a clock vertex, or NONE.
    ClockPlace *place; // [clock vertex].
    ClockSpread *spread; // [clock vertex].
    ClockTrace *trace; // [clock vertex].
    u32 *order; // Of a point among all, a clock tree's together, parents before children; counted from its parent's while labels are made.
    ClockPoint *above; // [label]: the point above the first of a run.
    u32 *ordered; // Points of clock trees that have an order.
    i64 *extremes; // The least credit of all pairs, then less than none of them the negated one; of each split.
    // Points of several vertices; none of these where every point has one.
    const u32 *point; // [clock vertex].
    const u32 *point_end; // [point]: where its vertices end.
    u32 *by_lane; // The vertices of each point in the order of their lanes.
    u32 *parent; // [point]: NONE of a root.
    ClockRise *rise; // [point].
    // None of these where all clock paths start at one pin.
    u32 *start_pin; // [2 × clock vertex + split].
    ClockTops *tops; // [clock vertex].
    ClockBounds *bounds; // [4 × clock vertex + 2 × end + split]: of launches, then of captures.
    const u32 *component; // [clock vertex]: vertices that have different ones have no other end in common.
    // Arrivals that can matter after CPPR, or, where those of `PinSlackArrays` do, required times: see `lists.h`.
    ListHead *heads; // [4 × node + lane].
    ListEntry *entries;
    u64 *used; // Of them.
    u64 room; // Entries.
    u32 count; // Clock vertices.
    u32 is_on;
    u32 is_same_pin; // The rule for common points: see `timing/src/cppr/points.rs`.
    u32 unused;
};
static_assert(sizeof(ClockArrays) == 192, "ClockArrays");

// Slacks of pins: see `pin_slacks.h`.
struct PinSlackArrays {
    const ListHead *heads; // Lists of arrivals, where those of `ClockArrays` are of required times. [4 × node + lane].
    const ListEntry *entries;
    u64 room; // Of them.
    i64 *clock_required; // When clocks are required at clock vertices: by what they launch, by its split; then by what they capture, by the clock's split. [4 × clock vertex + 2 × end + split].
    i64 *slack; // [4 × node + lane].
};
static_assert(sizeof(PinSlackArrays) == 40, "PinSlackArrays");

// The part itself: a copy is a node in a stage.
struct ConeGraph {
    u32 *fanin_first; // [copy + 1].
    u32 *arc_source;
    u32 *arc_kind;
    float *delay; // [arc], a quad.
    i64 *arrival; // [copy], a quad.
    u32 *node_pin;
    u32 *design_node; // [copy].
    u32 *design_arc; // [arc].
    u32 *start_node;
    i64 *start_arrival; // [start], a quad.
    u32 *root_vertex; // [root of the part]: packed.
    u32 *root_endpoint;
    u32 *root_source;
    u32 *root; // [root of the part]: that of the design.
};
static_assert(sizeof(ConeGraph) == 112, "ConeGraph");

// What a part is found in.
struct ConeArrays {
    // Of the design.
    u64 nodes;
    u64 roots;
    const u32 *root_vertex; // Packed.
    const u32 *root_endpoint;
    const u32 *root_source;
    const u32 *end_nodes; // Where data is checked or required.
    // What paths have to pass: vertices, sorted in each set.
    const u32 *points; // Where they start, then each set on the way, then ends, then clocks that capture, then outputs.
    const u32 *set_first; // [set + 1] where each set on the way starts among points; the first after where paths start.
    u64 end_data; // Where each of these end among points.
    u64 end_captures;
    u64 end_outputs;
    u64 from_level; // Of the first point that paths pass; where none says where they start, some are before it.
    u64 end_level; // Behind the last where they may end.
    u64 sets;
    u64 has_from;
    u64 has_ends;
    // Of the design's nodes.
    u32 *marks; // [node]: see `inside.h`.
    u32 *reached; // [node][word]: four bits a stage, one of each lane by which a signal comes.
    u64 words; // Of a node.
    u32 *starts; // [node][leg word]: a bit for each leg that starts there.
    u32 *after; // [node][leg word]: that can have come there.
    u32 *inside; // [node][leg word]: that those of the fan-out are inside of.
    u64 leg_words; // Of a node.
    // What there is to number, then the numbers: see `inside.h`.
    u32 *numbers;
    const u32 *looks; // Places among numbers that the host wants to see.
    u32 *seen; // First whether a level has any, then the copies before each level; and at the end all.
    ConeGraph graph;
};
static_assert(sizeof(ConeArrays) == 320, "ConeArrays");

// Where a path leaves its parent. A path without a parent is the worst one of a root.
struct ALIGNED(16) PathStep {
    u32 parent; // Path, or root.
    u32 place; // Steps from the root to the vertex where it leaves, packed.
    u32 arc; // By which it leaves; NONE: it starts there.
    u32 vertex; // Where it goes on, packed.
};
static_assert(sizeof(PathStep) == 16, "PathStep");

// A vertex on the way back, packed, and how many steps it is from the root.
struct ALIGNED(8) WalkPlace {
    u32 vertex;
    u32 steps;
};
static_assert(sizeof(WalkPlace) == 8, "WalkPlace");

// A place where a path of a level is left by other ways.
struct ALIGNED(16) Branch {
    u32 path;
    u32 vertex; // Packed.
    u32 steps;
    u32 unused;
};
static_assert(sizeof(Branch) == 16, "Branch");

struct ALIGNED(8) SearchState {
    i64 base; // The least slack of a root.
    i64 limit; // Children have at most this slack.
    i64 least; // And at least this.
    i64 threshold; // Of `wanted` paths none is above this.
    u64 low; // Of the bins, relative to base.
    u64 below; // Paths below the bins.
    u64 total; // Of the last scan.
    u32 shift; // Log2 of a bin's width, or BY_SIZE.
    u32 width; // Log2 of the width of the bin that threshold is the end of.
    u32 ties; // How many paths at threshold are kept.
    u32 is_reached; // Whether there are `wanted` paths.
    u32 known; // Paths.
    u32 is_fitting; // Whether the last children have room.
    u32 first; // Of the last level.
    u32 roots; // Paths without a parent.
    i64 greatest; // Slack of a path, all bits turned, so that it is the least: see `nworst.h`.
    u32 at; // The first path of the level before that has children left.
    u32 left_place; // And where it left off: after this place and arc.
    u32 left_arc;
    u32 is_left; // Whether it has had some of them.
    u64 branches; // Of the last level, whether they had room or not.
    u32 end; // Of the last level; where a search is stuck, of the one whose children have no room, as first.
    u32 is_stuck; // Whether it has children or branches that have no room.
    u32 levels; // Since the host last said which one it is.
    u32 unused;
};
static_assert(sizeof(SearchState) == 136, "SearchState");

struct SearchArrays {
    // Once for a graph.
    const u32 *level_first; // [level + 1]: nodes; a level of a part may have none.
    const u32 *root_vertex; // Packed.
    const u32 *root_endpoint; // Growing.
    const u32 *root_source; // 2 × check + transition, or with OF_OUTPUT 4 × output + lane.
    i64 *root_required; // Before CPPR.
    i64 *root_slack; // In a design with latches its rank: see `ranks.h`.
    i64 *root_window; // How much data may borrow there; null in a design without latches.
    u32 *root_capture; // The clock vertex that captures; NONE at outputs.
    // Results: by split, by vertex.
    u64 *forest[2];
    // Paths, level by level, each level in the order of ties.
    i64 *slack;
    PathStep *step;
    i64 *kept_slack;
    PathStep *kept_step;
    Branch *branch; // Of a level, path by path, while nothing is kept: kept_room of them.
    WalkPlace *place; // While nothing is kept, kept_room of them: [path of the level] where its first child leaves it; or [branch][path of the level].
    u32 *count; // [item]: branches, children; [path]: where kept paths go.
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
    u32 *end_set; // [root]: that of its endpoint and split, named by the first of its roots.
    u32 *group; // [root]: 2 × its path group, plus 1 where its set has paths of another one, too.
    i64 *set_limit; // [end set], then [group]: children of its paths have at most this slack.
    const u32 *check_group; // [check]: path groups, a number for each in each split.
    const u32 *output_group; // [output][split].
    u32 *vertices;
    u32 *arcs;
    i64 *credit; // Where the sort's first keys were.
    // Of a part of the design.
    const u32 *design_node; // [node].
    const u32 *design_arc; // [arc].
    u32 *cone_number; // [vertex]: a clock vertex, or NONE.
    // Of a launch.
    i64 most; // Slack.
    u32 root_count;
    u32 splits; // Bit 0 early, bit 1 late.
    u32 split;
    u32 wanted;
    u32 room; // Paths.
    u32 kept_room;
    u32 first; // The level's paths.
    u32 end;
    u32 known; // Paths.
    u32 roots; // Paths without a parent.
    u32 is_one_each; // Whether only the worst path to an endpoint in a split is wanted.
    u32 round; // Of a selection.
    u32 purpose; // Of a selection.
    u32 is_sample; // Whether only paths up to the threshold have children.
    u32 cap; // Children, where is_capped.
    u32 is_capped;
    u32 turn; // Of the sort.
    u32 from; // Paths of the list to be recovered.
    u32 is_after_cppr; // Which kernels run: the host asks.
    u32 sets; // BY_END or BY_GROUP.
    u32 quota; // Of a set.
    u32 is_by_end; // Whether there are quotas of ends, of groups.
    u32 is_by_group;
    u32 is_last; // Whether only what is listed is kept.
    u32 is_left; // Whether the first path of the level has had children.
    u32 left_place; // Up to these.
    u32 left_arc;
    u32 is_ahead; // Whether the level is what `state` says.
    u32 level_count; // Of the graph.
    u32 group_count; // 1 where groups are not told apart.
};
static_assert(sizeof(SearchArrays) == 472, "SearchArrays");

// An arrival as a random variable but for its masses and what it depends on: see `ssta/src/distribution.rs`. Without bins there is none.
struct ALIGNED(8) ArrivalHead {
    i64 first;
    i64 shift;
    double excess;
    double mean; // Ticks.
    double variance; // Ticks².
    u32 scale;
    u32 count;
};
static_assert(sizeof(ArrivalHead) == 48, "ArrivalHead");

// An arrival by its moments, but for what it depends on: see `ssta/src/central.rs`.
struct ALIGNED(8) MomentsHead {
    double mean; // Ticks.
    double variance; // Ticks².
    double third; // Ticks³.
    u32 is_any; // 0 where there is none.
    u32 unused;
};
static_assert(sizeof(MomentsHead) == 32, "MomentsHead");

// What Monte Carlo draws, and from what.
struct SampleArrays {
    const u32 *fanin_first; // [node + 1].
    const u32 *arc_source; // [arc]: packed.
    const i64 *mean; // [arc], a quad: ticks.
    const u64 *spread; // [arc], a quad: the standard deviation in ticks as a float, then from bit 32 on the shape.
    const i64 *stated; // [node], a quad: arrivals that are stated.
    const float *scores; // Of lower tails, as in `draw.h`.
    const u32 *term_first; // [end + 1].
    const u32 *term_data; // A vertex, with the split in the highest bit.
    const u32 *term_capture; // A vertex, or NONE.
    const i64 *term_offset;
    const u64 *term_spread; // How the setup or hold time is drawn: the standard deviation, then the shape; and where.
    const u64 *term_place;
    i64 *times; // [node][lane][sample of the batch].
    i64 *slacks; // [end][sample of the batch].
    u64 seed; // Mixed.
    u32 first_sample;
    u32 batch_bits; // Samples of a batch are 2 to this.
    u32 nodes;
    u32 ends;
};
static_assert(sizeof(SampleArrays) == 136, "SampleArrays");

// Arrivals as random variables, in slots of a pool.
struct StatisticalArrays {
    const u32 *fanin_first; // [node + 1].
    const u32 *arc_source; // [arc]: packed.
    const u32 *arc_slot; // [arc]: where the arrival of its source is by the time that it is needed.
    const u32 *node_slot; // [node]: where its arrivals go.
    const float *mean; // [arc], a quad: ps.
    const float *sigma; // [arc], a quad: ps.
    const float *skewness; // [arc], a quad.
    const i64 *stated; // [node], a quad: arrivals that are stated.
    // Tables: see `shape.h`.
    const double *shapes;
    const double *normal;
    const float *copula;
    // The pool.
    u32 *records; // [slot][lane]: a head, then masses, then components.
    const u32 *moved_slot; // Slots that are copied.
    u32 *parcel; // [slot that is copied]: its records.
    u32 bins;
    u32 components;
    u32 capacity; // Masses that a record has room for.
    u32 record_words; // Words of a record.
    u32 slots; // Of the pool.
    u32 nodes;
    u32 first_node; // The first node of a step.
    u32 first_moved; // Where the slots that are copied start among them.
    u32 moved; // All slots that are copied.
    u32 is_skewed; // Whether third moments are followed; of the kernel that makes moments.
};
static_assert(sizeof(StatisticalArrays) == 152, "StatisticalArrays");

// When a latch opens for the data of a check, as in `graph`.
struct ALIGNED(16) Opening {
    u32 check;
    u32 clock; // Vertex.
    i64 shift;
    i64 actual_shift;
    i64 most; // The most time that data may borrow; UNDEFINED where constraints state none.
    u32 is_looped;
    u32 unused[2];
    u32 unused_too;
};
static_assert(sizeof(Opening) == 48, "Opening");

struct LatchArrays {
    const Opening *openings;
    // Arcs from enables to giving sides whose delays are times given, by giving side.
    const u32 *given_arc; // [given arc].
    const u32 *gift_first; // [2 × given arc + transition]: among gift_opening, and where those of the last end.
    const u32 *gift_opening; // An opening for each gift.
    // Of the pass before, where the data depends on what is given; [2 × opening + transition].
    i64 *came; // When the data came.
    i64 *credit; // The credit of the check.
    // What searches need to know; [2 × opening + transition].
    i64 *closes; // When the latch has closed for the data, before CPPR.
    i64 *window; // How much the data may borrow.
    // Slews at giving sides that depend on them.
    const u32 *looped_data; // [looped latch]: the data pin, a node of the pin graph.
    const u32 *looped_slew; // [looped latch]: its giving side's place among stated slews.
    u32 *changes; // How often something of a pass was another than in the one before: what came, and slews.
    u32 opening_count;
    u32 looped_count;
};
static_assert(sizeof(LatchArrays) == 96, "LatchArrays");

// Addresses on a device of all arrays of a design, in families. Only what holds the buffers makes one.
struct Arrays {
    NetArrays nets;
    GraphArrays graph;
    TableArrays tables;
    ConstraintArrays constraints;
    ResultArrays results;
    EndpointArrays endpoints;
    BlockArrays blocks;
    SlotNumbers slots;
    QueryArrays queries;
    LevelArrays levels;
    ScanArrays scan;
    FlattenArrays flatten;
    ClockArrays clocks;
    PinSlackArrays pin_slacks;
    SearchArrays search;
    ConeArrays cone; // What parts of the design are made from.
    DriverArrays drivers;
    DriveArrays drives;
    SampleArrays samples;
    StatisticalArrays statistical;
    LatchArrays latches;
    ChangeArrays changes;
};
static_assert(sizeof(Arrays) == 2320, "Arrays");
