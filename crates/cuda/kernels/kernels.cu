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
KERNEL_OF_WARPS(backward)
