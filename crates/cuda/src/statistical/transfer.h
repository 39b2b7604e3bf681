// Copies records of the pool to where they travel from, and back.

#pragma once

#include "arrivals.h"

// An index is a word of the nodes that are copied.
FUNCTION u32 *place_of_word(const StatisticalArrays &arrays, u32 index) {
    u32 words = LANES * arrays.record_words, item = index / words;
    return arrays.records + (u64)read(arrays.moved_slot, arrays.first_moved + item) * words + index % words;
}

FUNCTION void gather_records(const StatisticalArrays &arrays, u32 index) { arrays.parcel[index] = *place_of_word(arrays, index); }
FUNCTION void scatter_records(const StatisticalArrays &arrays, u32 index) { *place_of_word(arrays, index) = arrays.parcel[index]; }
