// Marks that several kernels know.

#pragma once

#include "platform.h"

#define NONE 0xffffffffu

// In place of the table of a slew, of an arc within a latch: the slew at the source, or none.
#define SAME_SLEW 0xfffffffeu
#define NO_SLEW 0xfffffffdu

// How vertices are packed in a path's step: the split is the highest bit.
#define VERTEX_BITS 0x3fffffffu
#define SPLIT 0x80000000u
#define OF_OUTPUT 0x80000000u
#define ENDED 0x40000000u // The path starts here: a clock launches it, or a constraint states it.
// How a path's place is packed: the highest bit says that from there on it is known to go by the forest, also after CPPR, which a walk over
// all its branches finds out.
#define PLAIN 0x80000000u
