// All kernels. `make-ptx` compiles this file for GPUs, `emulate.cpp` for the C++ compiler.

#include "arrays.h"
#include "backward.h"
#include "checks.h"
#include "flatten.h"
#include "forward.h"
#include "levels.h"
#include "nets.h"
#include "order.h"
#include "scan.h"
#include "select.h"
#include "slacks.h"

KERNEL(pack_fanout)
KERNEL(small_nets)
KERNEL(large_nets)
KERNEL(lumped_nets)
KERNEL(forward)
KERNEL(enter_slews)
KERNEL(enter_arrivals)
KERNEL(check_times)
BLOCK_KERNEL(backward)
BLOCK_KERNEL(endpoint_slacks)
KERNEL(gather_nodes)
BLOCK_KERNEL(select_digit)
KERNEL(take_selected)
KERNEL(begin_levels)
KERNEL(count_fanouts)
BLOCK_KERNEL(place_fanouts)
KERNEL(fill_fanouts)
BLOCK_KERNEL(narrow_levels)
BLOCK_KERNEL(wide_level)
BLOCK_KERNEL(count_digits)
BLOCK_KERNEL(sum_chunks)
BLOCK_KERNEL(scan_chunks)
BLOCK_KERNEL(place_digits)
KERNEL(flatten_trees)
KERNEL(enter_large)
KERNEL(close_gaps)
