// All kernels. `make-ptx` compiles this file for GPUs, `emulate.cpp` for the C++ compiler.

#include "after_cppr.h"
#include "arrays.h"
#include "arrivals.h"
#include "backward.h"
#include "changes.h"
#include "checks.h"
#include "clocks.h"
#include "cone.h"
#include "credit.h"
#include "drives.h"
#include "effective.h"
#include "flatten.h"
#include "forest.h"
#include "forward.h"
#include "keep.h"
#include "latches.h"
#include "levels.h"
#include "list.h"
#include "lists.h"
#include "moments.h"
#include "nets.h"
#include "nworst.h"
#include "order.h"
#include "path_sort.h"
#include "pin_slacks.h"
#include "points.h"
#include "inside.h"
#include "scan.h"
#include "search.h"
#include "select.h"
#include "samples.h"
#include "slacks.h"
#include "transfer.h"

KERNEL(pack_fanout, arrays.graph)
KERNEL(small_nets, arrays.nets, arrays.results)
KERNEL(medium_nets, arrays.nets, arrays.results)
KERNEL(large_nets, arrays.nets, arrays.results)
KERNEL(lumped_nets, arrays.nets, arrays.results)
LEVEL_KERNEL(forward, arrays.graph, arrays.tables, arrays.results, arrays.drivers)
LEVEL_KERNEL(forward_delays, arrays.graph, arrays.tables, arrays.results, arrays.drivers)
LEVEL_KERNEL(forward_arrivals, arrays.graph, arrays.results)
KERNEL(enter_slews, arrays.constraints, arrays.results)
KERNEL(enter_arrivals, arrays.constraints, arrays.results)
KERNEL(begin_clocks, arrays.clocks)
KERNEL(place_clock, arrays.graph, arrays.results, arrays.clocks)
KERNEL(trace_clock, arrays.graph, arrays.results, arrays.clocks)
KERNEL(place_point, arrays.graph, arrays.clocks)
KERNEL(count_clock, arrays.clocks)
KERNEL(label_clock, arrays.clocks)
TILE_KERNEL(clock_extremes, arrays.clocks)
CROWDED_LEVEL_KERNEL(clock_lists, arrays.graph, arrays.constraints, arrays.results, arrays.clocks)
KERNEL(margins, arrays.tables, arrays.constraints, arrays.results)
KERNEL(check_times, arrays)
BLOCK_KERNEL(backward, arrays.graph, arrays.constraints, arrays.results)
BLOCK_KERNEL(endpoint_slacks, arrays.constraints, arrays.results, arrays.endpoints, arrays.blocks, arrays.slots)
KERNEL(gather_nodes, arrays.graph, arrays.results, arrays.pin_slacks, arrays.queries)
TILE_KERNEL(select_digit, arrays.endpoints, arrays.blocks, arrays.slots, arrays.queries)
KERNEL(take_selected, arrays.constraints, arrays.results, arrays.endpoints, arrays.slots, arrays.queries)
KERNEL(begin_levels, arrays.levels)
KERNEL(count_fanouts, arrays.levels)
BLOCK_KERNEL(place_fanouts, arrays.levels)
KERNEL(fill_fanouts, arrays.levels)
TILE_KERNEL(narrow_levels, arrays.levels)
TILE_KERNEL(wide_level, arrays.levels)
TILE_KERNEL(count_levels, arrays.levels, arrays.scan)
TILE_KERNEL(sum_chunks, arrays.scan)
TILE_KERNEL(scan_chunks, arrays.scan)
TILE_KERNEL(place_pins, arrays.levels, arrays.scan)
KERNEL(flatten_trees, arrays.scan, arrays.flatten)
KERNEL(enter_large, arrays.scan, arrays.flatten)
KERNEL(close_gaps, arrays.scan, arrays.flatten)
KERNEL(forest, arrays.graph, arrays.constraints, arrays.results, arrays.search)
TILE_KERNEL(sweep_forest, arrays.blocks, arrays.search)
KERNEL(time_roots, arrays)
KERNEL(begin_search, arrays.search)
TILE_KERNEL(search_roots, arrays.search)
TILE_KERNEL(bin_known, arrays.search)
TILE_KERNEL(bin_children, arrays)
TILE_KERNEL(find_threshold, arrays.search)
TILE_KERNEL(select_known, arrays.blocks, arrays.search)
TILE_KERNEL(count_kept, arrays.blocks, arrays.search)
TILE_KERNEL(write_kept, arrays.search)
KERNEL(settle_kept, arrays.search)
TILE_KERNEL(count_branches, arrays)
TILE_KERNEL(write_branches, arrays)
TILE_KERNEL(count_children, arrays)
TILE_KERNEL(write_children, arrays)
KERNEL(split_ties, arrays.search)
KERNEL(begin_sets, arrays.search)
TILE_KERNEL(key_slacks, arrays.search)
KERNEL(key_sets, arrays.search)
KERNEL(limit_sets, arrays.search)
KERNEL(drop_after, arrays.search)
TILE_KERNEL(bin_sample, arrays)
KERNEL(limit_by_sample, arrays.search)
TILE_KERNEL(count_part, arrays)
TILE_KERNEL(write_part, arrays)
KERNEL(settle_part, arrays.search)
KERNEL(sort_keys, arrays.search)
TILE_KERNEL(count_slacks, arrays.scan, arrays.search)
TILE_KERNEL(sort_slacks, arrays.scan, arrays.search)
KERNEL(rank_paths, arrays.search)
KERNEL(list_paths, arrays.search)
TILE_KERNEL(measure_paths, arrays.blocks, arrays.search)
KERNEL(place_paths, arrays.search)
KERNEL(write_steps, arrays.graph, arrays.results, arrays.search)
KERNEL(begin_cone, arrays.results, arrays.search, arrays.cone)
KERNEL(enter_points, arrays.constraints, arrays.cone)
KERNEL(mark_endpoints, arrays.cone)
KERNEL(mark_captured, arrays.constraints, arrays.cone)
TILE_KERNEL(sweep_cone, arrays.graph, arrays.constraints, arrays.results, arrays.blocks, arrays.search, arrays.cone)
KERNEL(count_stated, arrays.constraints, arrays.cone)
KERNEL(count_roots, arrays.constraints, arrays.results, arrays.cone)
KERNEL(look_at_numbers, arrays.cone)
KERNEL(write_copies, arrays.graph, arrays.constraints, arrays.results, arrays.cone)
KERNEL(write_stated, arrays.graph, arrays.constraints, arrays.results, arrays.cone)
KERNEL(write_roots, arrays.results, arrays.cone)
TILE_KERNEL(sweep_arrivals, arrays.blocks, arrays.search, arrays.cone)
KERNEL(name_steps, arrays.search)
KERNEL(find_capture, arrays.constraints, arrays.clocks, arrays.search)
KERNEL(number_part, arrays.clocks, arrays.search)
KERNEL(time_roots_after_cppr, arrays)
TILE_KERNEL(bin_children_after_cppr, arrays)
TILE_KERNEL(count_branches_after_cppr, arrays)
TILE_KERNEL(write_branches_after_cppr, arrays)
TILE_KERNEL(count_children_after_cppr, arrays)
TILE_KERNEL(write_children_after_cppr, arrays)
TILE_KERNEL(bin_sample_after_cppr, arrays)
TILE_KERNEL(count_part_after_cppr, arrays)
TILE_KERNEL(write_part_after_cppr, arrays)
TILE_KERNEL(measure_paths_after_cppr, arrays)
KERNEL(write_steps_after_cppr, arrays)
KERNEL(small_models, arrays.nets, arrays.results, arrays.drivers)
KERNEL(large_models, arrays.nets, arrays.results, arrays.drivers)
LEVEL_KERNEL(forward_effective, arrays.graph, arrays.tables, arrays.results, arrays.drivers)
LEVEL_KERNEL(forward_delays_effective, arrays.graph, arrays.tables, arrays.results, arrays.drivers)
KERNEL(drive_ports, arrays.tables, arrays.constraints, arrays.results, arrays.drivers, arrays.drives)
KERNEL(sample_arrivals, arrays.samples)
KERNEL(sample_slacks, arrays.samples)
TILE_KERNEL(small_arrivals, arrays.statistical)
TILE_KERNEL(large_arrivals, arrays.statistical)
TILE_KERNEL(moments_arrivals, arrays.statistical)
KERNEL(gather_records, arrays.statistical)
KERNEL(scatter_records, arrays.statistical)
KERNEL(begin_lists, arrays.clocks)
CROWDED_LEVEL_KERNEL(capture_lists, arrays.graph, arrays.constraints, arrays.results, arrays.clocks)
KERNEL(clock_required, arrays)
KERNEL(pin_slacks, arrays)
KERNEL(begin_latches, arrays.constraints, arrays.latches)
KERNEL(follow_slews, arrays.constraints, arrays.results, arrays.latches)
KERNEL(give_time, arrays)
KERNEL(give_time_after_cppr, arrays)
KERNEL(take_given, arrays)
KERNEL(replace_values, arrays.changes)
