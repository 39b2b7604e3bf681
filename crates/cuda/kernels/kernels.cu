// All kernels. `make-ptx` compiles this file for GPUs, `emulate.cpp` for the C++ compiler.

#include "arrays.h"
#include "backward.h"
#include "checks.h"
#include "forward.h"
#include "nets.h"
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
KERNEL(backward)
BLOCK_KERNEL(endpoint_slacks)
KERNEL(gather_nodes)
BLOCK_KERNEL(select_digit)
KERNEL(take_selected)
