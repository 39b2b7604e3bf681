// All kernels. `make-ptx` compiles this file for GPUs, `emulate.cpp` for the C++ compiler.

#include "arrays.h"
#include "backward.h"
#include "checks.h"
#include "forward.h"
#include "nets.h"

KERNEL(pack_fanout)
KERNEL(small_nets)
KERNEL(large_nets)
KERNEL(lumped_nets)
KERNEL(forward)
KERNEL(enter_slews)
KERNEL(enter_arrivals)
KERNEL(check_times)
KERNEL(backward)

#include "forest.h"
#include "list.h"
#include "search.h"
#include "select.h"
#include "sort.h"

SEARCH_KERNEL(forest)
SEARCH_KERNEL(forest_way)
SEARCH_KERNEL(begin_search)
SEARCH_BLOCKS(search_roots)
SEARCH_BLOCKS(bin_known)
SEARCH_BLOCKS(bin_children)
SEARCH_BLOCKS(find_threshold)
SEARCH_BLOCKS(count_kept)
SEARCH_BLOCKS(scan_kept)
SEARCH_BLOCKS(write_kept)
SEARCH_KERNEL(settle_kept)
SEARCH_BLOCKS(count_children)
SEARCH_BLOCKS(scan_children)
SEARCH_BLOCKS(write_children)
SEARCH_KERNEL(split_ties)
SEARCH_KERNEL(sort_keys)
SEARCH_BLOCKS(sort_count)
SEARCH_BLOCKS(sort_offsets)
SEARCH_BLOCKS(sort_scatter)
SEARCH_KERNEL(rank_paths)
SEARCH_KERNEL(list_paths)
SEARCH_BLOCKS(measure_paths)
SEARCH_BLOCKS(scan_lengths)
SEARCH_KERNEL(place_paths)
SEARCH_KERNEL(write_steps)
