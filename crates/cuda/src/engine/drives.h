// What drives ports from outside: the slews that it makes there, and when signals start. Twin of `timing/src/drives.rs`.

#pragma once

#include "effective.h"
#include "forward.h"
#include "graph.h"

// What a cell makes at a port. Its delay is what it has more than without a load.
FUNCTION Edge drive_of_cell(const TableArrays &tables, const DriverArrays &drivers, const PortDrive &drive, u32 tree, u32 lane, float whole) {
    EdgeTables edge = tables.arc_tables[(u64)drive.model * LANES + lane];
    float load = whole, slew = drive.amount;
    if (drivers.models) load = load_of_edge(tables, drivers, edge.slew, tree, lane, whole, slew);
    Edge made = {0.0f, 0.0f};
    float unloaded = 0.0f;
    ROLLED
    for (u32 is_loaded = 0; is_loaded < 2; is_loaded++) {
        unloaded = made.delay;
        made = cell_edge(tables, edge, slew, is_loaded ? load : 0.0f);
    }
    return {made.delay - unloaded, made.slew};
}

FUNCTION Edge drive_of_resistance(float resistance, float load) {
    float time = limited(resistance * load);
    return {time, time};
}

// An index is 4 × driven port + lane.
FUNCTION void drive_ports(const TableArrays &tables, const ConstraintArrays &constraints, const ResultArrays &results,
                          const DriverArrays &drivers, const DriveArrays &drives, u32 index) {
    u32 lane = index % LANES, end = read(drives.first_drive, index + 1);
    DrivenPort port = drives.ports[index / LANES];
    float load = port.tree == NONE ? 0.0f : results.loads[(u64)port.tree * LANES + lane];
    float slew = not_a_number(), delay = not_a_number();
    ROLLED
    for (u32 i = read(drives.first_drive, index); i < end; i++) {
        PortDrive drive = drives.drives[i];
        Edge made = drive.model == NONE ? drive_of_resistance(drive.amount, load)
                                        : drive_of_cell(tables, drivers, drive, port.tree, lane, load);
        slew = worse_slew(lane / 2, slew, made.slew);
        delay = worse_slew(lane / 2, delay, made.delay);
    }
    drives.slew[index] = one_nan(slew);
    drives.delay[index] = one_nan(delay);
    if (has_signal(slew)) constraints.stated_slew[(u64)port.slew * LANES + lane] = slew;
    for (u32 source = port.first_source; source < port.end_source; source++) {
        u64 place = (u64)source * LANES + lane;
        float factor = drives.factor == nullptr ? 1.0f : read(drives.factor, place);
        i64 later = has_signal(delay) ? time_along(delay * factor) : 0;
        i64 stated = read(drives.stated_arrival, place);
        constraints.stated_arrival[place] = stated == UNDEFINED ? UNDEFINED : stated + later;
    }
}
