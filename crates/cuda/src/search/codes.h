// Numbers by their size: exact below 2^digits, above to `digits` binary digits after the first. Codes grow with the numbers; a code stands
// for the numbers from floor_of_code on.

#pragma once

#include "platform.h"

FUNCTION u32 code_of(u64 value, u32 digits) {
    if (value >> digits == 0) return (u32)value;
    u32 group = highest_one(value) - digits;
    return ((group + 1) << digits) + (u32)(value >> group) - (1u << digits);
}

FUNCTION u32 code_group(u32 code, u32 digits) { return code >> digits == 0 ? 0 : (code >> digits) - 1; }

FUNCTION u64 floor_of_code(u32 code, u32 digits) {
    if (code >> digits == 0) return code;
    u64 leading = (code & ((1u << digits) - 1)) | 1u << digits;
    return leading << code_group(code, digits);
}
