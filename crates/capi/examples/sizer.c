/*
 * A greedy gate sizer in C11: it tries the cells on the worst paths in other sizes, and keeps those that raise TNS.
 *
 *   sizer [--cppr] [--rounds N] [--seconds S] FILES
 *
 * FILES are DESIGN.tau2015 DESIGN.timing of a contest, or EARLY.lib LATE.lib DESIGN.v DESIGN.spef and constraints, which are
 * DESIGN.sdc or DESIGN.timing. It does what the example `sizer` of the crate `zeroslack` does.
 */

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "zeroslack.h"

/* So many of the worst endpoints are looked at in the first round. In each round after it, it is twice as many. */
enum { ENDPOINTS = 16 };

/* Room for a name. */
enum { NAME = 4096 };

/* A call that fails ends the program. */
static void check(zs_status status) {
    if (status == ZS_OK) return;
    fprintf(stderr, "sizer: %s\n", zs_last_error());
    exit(EXIT_FAILURE);
}

static void *room(size_t count, size_t size) {
    void *made = calloc(count ? count : 1, size);
    if (made) return made;
    fprintf(stderr, "sizer: no memory\n");
    exit(EXIT_FAILURE);
}

static void usage(void) {
    fprintf(stderr, "usage: sizer [--cppr] [--rounds N] [--seconds S] FILES, where FILES are\n"
                    "  DESIGN.tau2015 DESIGN.timing, or\n"
                    "  EARLY.lib LATE.lib DESIGN.v DESIGN.spef DESIGN.sdc|DESIGN.timing\n");
    exit(EXIT_FAILURE);
}

static double now(void) {
    struct timespec time;
    timespec_get(&time, TIME_UTC);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* The four files that a contest's list names, relative to its own folder. */
static void add_list(zs_files *files, const char *list) {
    FILE *file = fopen(list, "r");
    char name[NAME], path[2 * NAME];
    const char *slash = strrchr(list, '/');
    const int folder = slash ? (int)(slash - list) + 1 : 0;
    for (int place = 0; place < 4; ++place) {
        if (!file || folder >= NAME || fscanf(file, "%4095s", name) != 1) {
            fprintf(stderr, "sizer: %s: no list of four files\n", list);
            exit(EXIT_FAILURE);
        }
        snprintf(path, sizeof path, "%.*s%s", folder, list, name);
        if (place == 0) check(zs_files_add_liberty(files, ZS_EARLY, path));
        if (place == 1) check(zs_files_add_liberty(files, ZS_LATE, path));
        if (place == 2) check(zs_files_add_spef(files, path, NULL));
        if (place == 3) check(zs_files_add_verilog(files, path));
    }
    fclose(file);
    check(zs_files_set_contest_checks(files, true));
    check(zs_files_set_calculator(files, ZS_ELMORE));
}

static zs_files *design_files(char **names, int count) {
    zs_files *files = zs_files_new();
    if (count == 2) {
        add_list(files, names[0]);
    } else if (count == 5) {
        check(zs_files_add_liberty(files, ZS_EARLY, names[0]));
        check(zs_files_add_liberty(files, ZS_LATE, names[1]));
        check(zs_files_add_verilog(files, names[2]));
        check(zs_files_add_spef(files, names[3], NULL));
    } else {
        usage();
    }
    const char *constraints = names[count - 1], *ending = strrchr(constraints, '.');
    const bool is_timing = count == 2 || (ending && strcmp(ending, ".timing") == 0);
    check(is_timing ? zs_files_set_timing(files, constraints) : zs_files_set_sdc(files, constraints));
    return files;
}

/* Setup timing in ps. */
typedef struct {
    double tns, wns;
} Score;

static bool is_better(Score a, Score b) { return a.tns > b.tns || (a.tns == b.tns && a.wns > b.wns); }

typedef struct {
    zs_session *session;
    zs_counts counts;
    /* The other sizes of each library cell: size_count[master] of them at sizes[master]. */
    zs_master **sizes;
    size_t *size_count;
    /* By cell, whether it is in this round already. */
    bool *is_known;
    Score score;
    size_t moves, tried, incremental, full, visits;
    double began, limit, searches, updates, queries;
} Sizer;

static Score ask(Sizer *sizer) {
    const double asked = now();
    Score score;
    check(zs_get_wns_tns(sizer->session, ZS_FIRST, ZS_LATE, &score.wns, &score.tns));
    sizer->queries += now() - asked;
    return score;
}

static void update(Sizer *sizer) {
    const double began = now();
    check(zs_update(sizer->session));
    sizer->updates += now() - began;
    zs_visited visited;
    check(zs_get_visited(sizer->session, ZS_FIRST, &visited));
    sizer->incremental += visited.is_incremental;
    sizer->full += !visited.is_incremental;
    sizer->visits += visited.delays + visited.arrivals + visited.lists + visited.required;
}

/* The length of a library cell's name without the number at its end. */
static size_t family(const zs_session *session, zs_master master, char name[NAME]) {
    check(zs_master_name(session, master, name, NAME, NULL));
    size_t length = strlen(name);
    while (length > 0 && isdigit((unsigned char)name[length - 1])) --length;
    return length;
}

/* Library cells with the same pins and functions, and the same name but for the number at its end: see the example in Rust. */
static void find_sizes(Sizer *sizer) {
    const size_t masters = sizer->counts.masters;
    sizer->sizes = room(masters, sizeof *sizer->sizes);
    sizer->size_count = room(masters, sizeof *sizer->size_count);
    for (zs_master master = 0; master < masters; ++master) {
        zs_master *sizes = sizer->sizes[master] = room(masters, sizeof *sizes);
        size_t alike = 0, kept = 0;
        check(zs_get_alike_masters(sizer->session, master, sizes, masters, &alike));
        char name[NAME], other[NAME];
        const size_t length = family(sizer->session, master, name);
        for (size_t index = 0; index < alike; ++index) {
            if (family(sizer->session, sizes[index], other) == length && memcmp(name, other, length) == 0) {
                sizes[kept++] = sizes[index];
            }
        }
        sizer->size_count[master] = kept;
    }
}

/* Tries a cell in all its other sizes, and gives it the best one if that is better than what it has. */
static void size_cell(Sizer *sizer, zs_cell cell) {
    zs_master master, best = ZS_NONE;
    check(zs_cell_master(sizer->session, cell, &master));
    if (sizer->size_count[master] == 0) return;
    zs_mark *mark;
    check(zs_mark_new(sizer->session, &mark));
    for (size_t index = 0; index < sizer->size_count[master]; ++index) {
        const zs_master size = sizer->sizes[master][index];
        check(zs_set_master(sizer->session, cell, size));
        update(sizer);
        const Score score = ask(sizer);
        if (is_better(score, sizer->score)) {
            sizer->score = score;
            best = size;
        }
        /* No update comes after this: the next one takes the edit back as it makes the next edit. */
        check(zs_undo(sizer->session, mark));
        ++sizer->tried;
    }
    if (best != ZS_NONE) {
        check(zs_set_master(sizer->session, cell, best));
        ++sizer->moves;
    }
    update(sizer);
    zs_mark_free(mark);
}

/* The cells on the worst path of each of the worst endpoints that fail, outside of the clock network; whether these are all that fail. */
static bool critical_cells(Sizer *sizer, size_t endpoints, zs_cell *cells, size_t *count) {
    const double began = now();
    zs_paths *paths;
    check(zs_find_worst_paths(sizer->session, ZS_FIRST, ZS_LATE, endpoints, &paths));
    memset(sizer->is_known, 0, sizer->counts.cell_ids);
    size_t failing = 0;
    *count = 0;
    for (size_t index = 0; index < zs_paths_count(paths); ++index) {
        zs_path_end end;
        check(zs_paths_end(paths, index, &end));
        if (end.slack >= 0) continue;
        ++failing;
        zs_step *steps = room(end.data_steps, sizeof *steps);
        size_t step_count, step = 0;
        check(zs_paths_steps(paths, index, ZS_DATA, steps, end.data_steps, &step_count));
        while (step < step_count && steps[step].via != ZS_LAUNCH) ++step;
        for (step = step < step_count ? step : 0; step < step_count; ++step) {
            zs_cell cell;
            bool is_driver;
            check(zs_pin_is_driver(sizer->session, steps[step].pin, &is_driver));
            check(zs_pin_cell(sizer->session, steps[step].pin, &cell));
            if (!is_driver || cell == ZS_NONE || sizer->is_known[cell]) continue;
            sizer->is_known[cell] = true;
            cells[(*count)++] = cell;
        }
        free(steps);
    }
    zs_paths_free(paths);
    sizer->searches += now() - began;
    return failing < endpoints;
}

static void print_row(const Sizer *sizer) {
    printf("%9.3f %7zu %8zu %13.4f %15.4f\n", now() - sizer->began, sizer->moves, sizer->tried, sizer->score.wns,
           sizer->score.tns);
}

static void size_design(Sizer *sizer, unsigned long rounds) {
    zs_cell *cells = room(sizer->counts.cell_ids, sizeof *cells);
    size_t endpoints = ENDPOINTS, count;
    sizer->began = now();
    print_row(sizer);
    for (unsigned long round = 0; round < rounds; ++round) {
        const size_t moves = sizer->moves;
        const bool is_all = critical_cells(sizer, endpoints, cells, &count);
        for (size_t index = 0; index < count && now() - sizer->began < sizer->limit; ++index) {
            size_cell(sizer, cells[index]);
        }
        print_row(sizer);
        /* What was kept is not taken back any more. */
        check(zs_forget_history(sizer->session));
        if (now() - sizer->began >= sizer->limit || (is_all && sizer->moves == moves)) break;
        if (!is_all) endpoints *= 2;
    }
    free(cells);
}

/* Timing of the design, read from its files again, with its cells exchanged for those of the sizer. */
static Score fresh(const Sizer *sizer, const zs_files *files, bool has_cppr) {
    zs_session *session;
    check(zs_read(files, &session));
    check(zs_set_cppr(session, has_cppr));
    for (zs_cell cell = 0; cell < sizer->counts.cell_ids; ++cell) {
        zs_master master;
        check(zs_cell_master(sizer->session, cell, &master));
        check(zs_set_master(session, cell, master));
    }
    check(zs_update(session));
    Score score;
    check(zs_get_wns_tns(session, ZS_FIRST, ZS_LATE, &score.wns, &score.tns));
    zs_session_free(session);
    return score;
}

int main(int count, char **arguments) {
    bool has_cppr = false;
    unsigned long rounds = (unsigned long)-1;
    Sizer sizer = {.limit = INFINITY};
    int first = 1;
    for (; first < count && strncmp(arguments[first], "--", 2) == 0; ++first) {
        if (strcmp(arguments[first], "--cppr") == 0) {
            has_cppr = true;
        } else if (first + 1 == count) {
            usage();
        } else if (strcmp(arguments[first], "--rounds") == 0) {
            rounds = strtoul(arguments[++first], NULL, 10);
        } else if (strcmp(arguments[first], "--seconds") == 0) {
            sizer.limit = strtod(arguments[++first], NULL);
        } else {
            usage();
        }
    }

    const double began = now();
    zs_files *files = design_files(arguments + first, count - first);
    check(zs_read(files, &sizer.session));
    check(zs_set_cppr(sizer.session, has_cppr));
    check(zs_update(sizer.session));
    const double load = now() - began;
    check(zs_get_counts(sizer.session, &sizer.counts));
    printf("%u cells, %u pins\n\n%9s %7s %8s %13s %15s\n", (unsigned)sizer.counts.cells, (unsigned)sizer.counts.pins,
           "seconds", "moves", "tried", "WNS (ps)", "TNS (ps)");
    sizer.is_known = room(sizer.counts.cell_ids, sizeof *sizer.is_known);
    find_sizes(&sizer);
    sizer.score = ask(&sizer);
    size_design(&sizer, rounds);

    printf("\n%-18s %9s\n", "where time went", "seconds");
    printf("%-18s %9.3f\n%-18s %9.3f\n", "load, first update", load, "path search", sizer.searches);
    printf("%-18s %9.3f\n%-18s %9.3f\n", "updates", sizer.updates, "queries", sizer.queries);
    printf("\n%zu of %zu updates were incremental, of %zu visits on average\n", sizer.incremental,
           sizer.incremental + sizer.full, sizer.visits / (sizer.incremental ? sizer.incremental : 1));
    const Score again = fresh(&sizer, files, has_cppr);
    const bool is_same = again.tns == sizer.score.tns && again.wns == sizer.score.wns;
    printf("A full update of the sized design, read again, gives %s WNS and TNS\n", is_same ? "the same" : "another");

    for (size_t master = 0; master < sizer.counts.masters; ++master) free(sizer.sizes[master]);
    free(sizer.sizes);
    free(sizer.size_count);
    free(sizer.is_known);
    zs_session_free(sizer.session);
    zs_files_free(files);
    return is_same ? EXIT_SUCCESS : EXIT_FAILURE;
}
