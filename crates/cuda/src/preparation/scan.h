// The sum of all numbers before each, in place, in two launches.

#pragma once

#include "arrays.h"
#include "primitives.h"

#define CHUNK 2048

// Sums of chunks, then what comes before each chunk.
FUNCTION void sum_chunks(const ScanArrays &scan) {
    u32 chunks = (scan.count + CHUNK - 1) / CHUNK;
    for (u32 chunk = BLOCK; chunk < chunks; chunk += BLOCKS) {
        u32 sum = 0;
        for (u32 i = chunk * CHUNK + THREAD; i < (chunk + 1) * CHUNK && i < scan.count; i += THREADS) {
            sum += scan.values[i];
        }
        sum = block_sum(sum);
        if (THREAD == 0) exchange(&scan.sums[chunk], sum);
    }
    if (!is_last_block(scan.ticket)) return;
    u32 before = 0;
    for (u32 first = 0; first < chunks; first += THREADS) {
        u32 chunk = first + THREAD, total;
        u32 sum = chunk < chunks ? fetch_add(&scan.sums[chunk], 0u) : 0;
        u32 place = block_scan(sum, total);
        if (chunk < chunks) scan.sums[chunk] = before + place;
        before += total;
    }
}

FUNCTION void scan_chunks(const ScanArrays &scan) {
    u32 chunks = (scan.count + CHUNK - 1) / CHUNK;
    for (u32 chunk = BLOCK; chunk < chunks; chunk += BLOCKS) {
        u32 before = scan.sums[chunk];
        for (u32 first = chunk * CHUNK; first < (chunk + 1) * CHUNK; first += THREADS) {
            u32 i = first + THREAD, total;
            u32 value = i < scan.count ? scan.values[i] : 0;
            u32 place = block_scan(value, total);
            if (i < scan.count) scan.values[i] = before + place;
            before += total;
        }
    }
}
