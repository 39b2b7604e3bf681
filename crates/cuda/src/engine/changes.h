// Values that replace others in an array, which edits changed.

#pragma once

#include "arrays.h"

// An index is a word of a value.
FUNCTION void replace_values(const ChangeArrays &changes, u32 index) {
    u32 word = index % changes.words;
    const u32 *value = changes.values + (u64)(index / changes.words) * (changes.words + 1);
    changes.array[(u64)read(value, 0) * changes.words + word] = read(value, 1 + word);
}
