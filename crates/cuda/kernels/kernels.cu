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
#include "region.h"
#include "scan.h"
#include "search.h"
#include "select.h"
#include "slacks.h"

KERNEL(pack_fanout)
KERNEL(small_nets)
KERNEL(large_nets)
KERNEL(lumped_nets)
KERNEL(forward)
KERNEL(forward_delays)
KERNEL(forward_arrivals)
KERNEL(enter_slews)
KERNEL(enter_arrivals)
KERNEL(begin_clocks)
KERNEL(place_clock)
KERNEL(trace_clock)
KERNEL(place_point)
KERNEL(count_clock)
KERNEL(label_clock)
TILE_KERNEL(clock_extremes)
BLOCK_KERNEL(clock_lists)
KERNEL(margins)
KERNEL(check_times)
BLOCK_KERNEL(backward)
BLOCK_KERNEL(endpoint_slacks)
KERNEL(gather_nodes)
TILE_KERNEL(select_digit)
KERNEL(take_selected)
KERNEL(begin_levels)
KERNEL(count_fanouts)
BLOCK_KERNEL(place_fanouts)
KERNEL(fill_fanouts)
TILE_KERNEL(narrow_levels)
TILE_KERNEL(wide_level)
TILE_KERNEL(count_levels)
TILE_KERNEL(sum_chunks)
TILE_KERNEL(scan_chunks)
TILE_KERNEL(place_pins)
KERNEL(flatten_trees)
KERNEL(enter_large)
KERNEL(close_gaps)
KERNEL(forest)
TILE_KERNEL(sweep_forest)
KERNEL(time_roots)
KERNEL(begin_search)
TILE_KERNEL(search_roots)
TILE_KERNEL(bin_known)
TILE_KERNEL(bin_children)
TILE_KERNEL(find_threshold)
TILE_KERNEL(select_known)
TILE_KERNEL(count_kept)
TILE_KERNEL(write_kept)
KERNEL(settle_kept)
TILE_KERNEL(count_branches)
TILE_KERNEL(write_branches)
TILE_KERNEL(count_children)
TILE_KERNEL(write_children)
KERNEL(split_ties)
KERNEL(begin_sets)
TILE_KERNEL(key_slacks)
KERNEL(key_sets)
KERNEL(limit_sets)
KERNEL(drop_behind)
TILE_KERNEL(bin_sample)
KERNEL(limit_by_sample)
TILE_KERNEL(count_part)
TILE_KERNEL(write_part)
KERNEL(settle_part)
KERNEL(sort_keys)
TILE_KERNEL(count_slacks)
TILE_KERNEL(sort_slacks)
KERNEL(rank_paths)
KERNEL(list_paths)
TILE_KERNEL(measure_paths)
KERNEL(place_paths)
KERNEL(write_steps)
KERNEL(begin_cone)
KERNEL(enter_points)
KERNEL(mark_endpoints)
KERNEL(mark_captured)
TILE_KERNEL(sweep_cone)
KERNEL(count_stated)
KERNEL(count_roots)
KERNEL(look_at_numbers)
KERNEL(write_copies)
KERNEL(write_stated)
KERNEL(write_roots)
TILE_KERNEL(sweep_arrivals)
KERNEL(name_steps)
KERNEL(find_capture)
KERNEL(number_part)
KERNEL(time_roots_after_cppr)
TILE_KERNEL(bin_children_after_cppr)
TILE_KERNEL(count_branches_after_cppr)
TILE_KERNEL(write_branches_after_cppr)
TILE_KERNEL(count_children_after_cppr)
TILE_KERNEL(write_children_after_cppr)
TILE_KERNEL(bin_sample_after_cppr)
TILE_KERNEL(count_part_after_cppr)
TILE_KERNEL(write_part_after_cppr)
TILE_KERNEL(measure_paths_after_cppr)
KERNEL(write_steps_after_cppr)
