// All kernels. `make-ptx` compiles this file for GPUs, `emulate.cpp` for the C++ compiler.

#include "after_cppr.h"
#include "arrays.h"
#include "backward.h"
#include "checks.h"
#include "clocks.h"
#include "cone.h"
#include "credit.h"
#include "flatten.h"
#include "forest.h"
#include "forward.h"
#include "keep.h"
#include "levels.h"
#include "list.h"
#include "lists.h"
#include "nets.h"
#include "nworst.h"
#include "order.h"
#include "path_sort.h"
#include "points.h"
#include "inside.h"
#include "scan.h"
#include "search.h"
#include "select.h"
#include "slacks.h"

KERNEL(pack_fanout, arrays)
KERNEL(small_nets, arrays)
KERNEL(large_nets, arrays)
KERNEL(lumped_nets, arrays)
KERNEL(forward, arrays)
KERNEL(forward_delays, arrays)
KERNEL(forward_arrivals, arrays)
KERNEL(enter_slews, arrays)
KERNEL(enter_arrivals, arrays)
KERNEL(begin_clocks, arrays.clocks)
KERNEL(place_clock, arrays)
KERNEL(trace_clock, arrays)
KERNEL(place_point, arrays)
KERNEL(count_clock, arrays.clocks)
KERNEL(label_clock, arrays.clocks)
TILE_KERNEL(clock_extremes, arrays.clocks)
BLOCK_KERNEL(clock_lists, arrays)
KERNEL(margins, arrays)
KERNEL(check_times, arrays)
BLOCK_KERNEL(backward, arrays)
BLOCK_KERNEL(endpoint_slacks, arrays)
KERNEL(gather_nodes, arrays)
TILE_KERNEL(select_digit, arrays)
KERNEL(take_selected, arrays)
KERNEL(begin_levels, arrays.levels)
KERNEL(count_fanouts, arrays.levels)
BLOCK_KERNEL(place_fanouts, arrays)
KERNEL(fill_fanouts, arrays.levels)
TILE_KERNEL(narrow_levels, arrays.levels)
TILE_KERNEL(wide_level, arrays.levels)
TILE_KERNEL(count_levels, arrays)
TILE_KERNEL(sum_chunks, arrays.scan)
TILE_KERNEL(scan_chunks, arrays.scan)
TILE_KERNEL(place_pins, arrays)
KERNEL(flatten_trees, arrays)
KERNEL(enter_large, arrays.scan, arrays.flatten)
KERNEL(close_gaps, arrays.scan, arrays.flatten)
KERNEL(forest, arrays)
TILE_KERNEL(sweep_forest, arrays.blocks, arrays.search)
KERNEL(time_roots, arrays)
KERNEL(begin_search, arrays.search)
TILE_KERNEL(search_roots, arrays.search)
TILE_KERNEL(bin_known, arrays)
TILE_KERNEL(bin_children, arrays)
TILE_KERNEL(find_threshold, arrays)
TILE_KERNEL(select_known, arrays)
TILE_KERNEL(count_kept, arrays)
TILE_KERNEL(write_kept, arrays)
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
KERNEL(drop_behind, arrays.search)
TILE_KERNEL(bin_sample, arrays)
KERNEL(limit_by_sample, arrays.search)
TILE_KERNEL(count_part, arrays)
TILE_KERNEL(write_part, arrays)
KERNEL(settle_part, arrays.search)
KERNEL(sort_keys, arrays.search)
TILE_KERNEL(count_slacks, arrays)
TILE_KERNEL(sort_slacks, arrays)
KERNEL(rank_paths, arrays.search)
KERNEL(list_paths, arrays.search)
TILE_KERNEL(measure_paths, arrays)
KERNEL(place_paths, arrays.search)
KERNEL(write_steps, arrays)
KERNEL(begin_cone, arrays)
KERNEL(enter_points, arrays.constraints, arrays.cone)
KERNEL(mark_endpoints, arrays.cone)
KERNEL(mark_captured, arrays.constraints, arrays.cone)
TILE_KERNEL(sweep_cone, arrays)
KERNEL(count_stated, arrays.constraints, arrays.cone)
KERNEL(count_roots, arrays)
KERNEL(look_at_numbers, arrays.cone)
KERNEL(write_copies, arrays)
KERNEL(write_stated, arrays)
KERNEL(write_roots, arrays)
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
