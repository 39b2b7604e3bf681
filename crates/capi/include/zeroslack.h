/*
 * Zeroslack, an exact static timing analyser, for C and C++.
 *
 * This file is made of the sources of the crate `zeroslack-capi`. Link with `libzeroslack_capi`.
 *
 * Calls. A function that can fail returns a `zs_status`. If that is not `ZS_OK`, `zs_last_error`
 * says why in words, and `zs_last_diagnostics` has what was wrong in files; what the function would
 * have changed is as it was, unless it says otherwise. Results are not written then, but for
 * handles, which are null.
 *
 * Units. Times and slews are ps, capacitances fF, resistances kOhm. NaN is "there is none". Times
 * are whole multiples of 0.0001 ps inside, and results do not depend on the number of threads.
 *
 * Numbers. Cells, pins, nets and library cells are numbers from 0. An edit leaves the numbers of
 * all else as they are; only an undo, or a design that is loaded anew, gives a number to something
 * else. A parameter of type `uint32_t` called `split`, `transition`, `engine` and so on takes a
 * value of the enumeration that its function names.
 *
 * Pointers. Handles may be null, which is `ZS_ARGUMENT`; freeing null does nothing. Texts are UTF-8
 * and end with a zero byte. An array has as many values as the function says, and may be null if
 * that is none. Any other pointer must be valid and aligned, and what one pointer is written
 * through must not overlap what another has. Nothing given to a function is kept: texts and arrays
 * are copied.
 *
 * Threads. A function that takes `const zs_session *` may be called by many threads at a time. One
 * that takes `zs_session *` changes the session: no other call on it may run then. Different
 * sessions are independent, and any handle may go to another thread. The same holds of the other
 * handles. `zs_last_error` is of the calling thread.
 */

#ifndef ZEROSLACK_H
#define ZEROSLACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * No cell, pin, net, library cell, clock, mode or corner.
 */
#define ZS_NONE UINT32_MAX

/**
 * The mode, the corner and the scenario that every session has.
 */
#define ZS_FIRST 0

/**
 * How many kinds there are.
 */
#define ZS_KIND_COUNT 6

/**
 * How a call went.
 */
typedef enum {
  /**
   * It did what it was asked to.
   */
  ZS_OK = 0,
  /**
   * A pointer is null, a text is not UTF-8, an id is not there, a value is none of those it can
   * be, or an array is too short.
   */
  ZS_ARGUMENT = 1,
  /**
   * A design, or a part of it, cannot be loaded; `zs_last_diagnostics` says why.
   */
  ZS_LOAD = 2,
  /**
   * An edit of the netlist cannot be made.
   */
  ZS_EDIT = 3,
  /**
   * Parasitics are not those of the net.
   */
  ZS_PARASITICS = 4,
  /**
   * The design cannot be timed; `zs_last_diagnostics` says why. There are no results until an
   * update succeeds.
   */
  ZS_UPDATE = 5,
  /**
   * Something changed since the last update, or there was none: `zs_update` first.
   */
  ZS_STALE = 6,
  /**
   * The points of a path name nothing, or nothing where a path starts or ends.
   */
  ZS_POINTS = 7,
  /**
   * An error in Zeroslack itself. A session that was being changed takes no more calls but
   * `zs_session_free`.
   */
  ZS_INTERNAL = 8,
} zs_status;

/**
 * How bad it is.
 */
typedef enum {
  /**
   * Wrong, but it can be lived with.
   */
  ZS_WARNING = 0,
  /**
   * Not understood, and needed.
   */
  ZS_ERROR = 1,
} zs_severity;

/**
 * What an endpoint requires of a signal.
 */
typedef enum {
  /**
   * Late, before a clock edge.
   */
  ZS_SETUP = 0,
  /**
   * Late, of an asynchronous signal.
   */
  ZS_RECOVERY = 1,
  /**
   * Late, at an output port.
   */
  ZS_OUTPUT_LATE = 2,
  /**
   * Early, after a clock edge.
   */
  ZS_HOLD = 3,
  /**
   * Early, of an asynchronous signal.
   */
  ZS_REMOVAL = 4,
  /**
   * Early, at an output port.
   */
  ZS_OUTPUT_EARLY = 5,
} zs_kind;

/**
 * A transition of a signal.
 */
typedef enum {
  /**
   * 0 to 1.
   */
  ZS_RISE = 0,
  /**
   * 1 to 0.
   */
  ZS_FALL = 1,
  /**
   * The worse of both, or either, where a function says that it takes this.
   */
  ZS_ANY = 2,
} zs_transition;

/**
 * How a path got to a step.
 */
typedef enum {
  /**
   * The signal enters the design here.
   */
  ZS_START = 0,
  /**
   * Over a net.
   */
  ZS_NET = 1,
  /**
   * Through a cell.
   */
  ZS_CELL = 2,
  /**
   * Through a register whose clock launches data, from its clock pin to its output.
   */
  ZS_LAUNCH = 3,
  /**
   * As an ideal clock, which is at a register when the constraints say so.
   */
  ZS_IDEAL_NETWORK = 4,
  /**
   * From the enable of a latch to the pin of the data that it lets through, by the time that data
   * is given which borrows.
   */
  ZS_GIVEN = 5,
} zs_via;

/**
 * Early or late analysis.
 */
typedef enum {
  /**
   * The earliest arrival, for hold.
   */
  ZS_EARLY = 0,
  /**
   * The latest arrival, for setup.
   */
  ZS_LATE = 1,
  /**
   * Both, where a function says that it takes both.
   */
  ZS_BOTH = 2,
} zs_split;

/**
 * Direction of a port as seen from outside.
 */
typedef enum {
  /**
   * Drives the design.
   */
  ZS_INPUT = 0,
  /**
   * Is driven by the design.
   */
  ZS_OUTPUT = 1,
  /**
   * Both.
   */
  ZS_INOUT = 2,
} zs_direction;

/**
 * How delays of wires are computed.
 */
typedef enum {
  /**
   * Delay and slew of the RC tree.
   */
  ZS_ELMORE = 0,
  /**
   * All capacitance at the driver.
   */
  ZS_LUMPED = 1,
  /**
   * Effective capacitance of the net at the driver, and wires by moments and the driver's slew.
   */
  ZS_CEFF = 2,
} zs_calculator;

/**
 * Which engine computes. All give the same bits.
 */
typedef enum {
  /**
   * The GPU where there is one and the design is large, else the CPU.
   */
  ZS_AUTO = 0,
  /**
   * The CPU.
   */
  ZS_CPU = 1,
  /**
   * The GPU; what keeps it from being used is an error.
   */
  ZS_CUDA = 2,
} zs_engine;

/**
 * Where two clock paths last meet, for common path pessimism removal.
 */
typedef enum {
  /**
   * The last pin on both paths: the usual rule with SDC.
   */
  ZS_SAME_PIN = 0,
  /**
   * The last pin that both pass in the same transition: the rule of contests.
   */
  ZS_SAME_TRANSITION = 1,
} zs_common_point;

/**
 * Which steps of a path.
 */
typedef enum {
  /**
   * From the source of the signal (for a register's output, through the clock network) to the
   * endpoint.
   */
  ZS_DATA = 0,
  /**
   * From the source of the clock to the clock pin that captures; none at an output port.
   */
  ZS_CAPTURE = 1,
} zs_trace;

/**
 * What an edit does.
 */
typedef enum {
  /**
   * Exchanges the library cell of the cell `object` for `to`, which has the same pins.
   */
  ZS_SET_MASTER = 0,
  /**
   * Adds a cell `name` of the library cell `to`, its pins not connected.
   */
  ZS_INSERT_CELL = 1,
  /**
   * Takes the cell `object` away, after disconnecting its pins.
   */
  ZS_REMOVE_CELL = 2,
  /**
   * Adds a net `name` without pins.
   */
  ZS_INSERT_NET = 3,
  /**
   * Takes the net `object` away, after disconnecting its pins.
   */
  ZS_REMOVE_NET = 4,
  /**
   * Puts the pin `object`, which is on no net, on the net `to`.
   */
  ZS_CONNECT = 5,
  /**
   * Takes the pin `object` off its net.
   */
  ZS_DISCONNECT = 6,
} zs_edit_kind;

/**
 * Warnings and errors in the order in which they were found.
 */
typedef struct zs_diagnostics zs_diagnostics;

/**
 * Which files make a design, and how to read them.
 */
typedef struct zs_files zs_files;

/**
 * A point in the history of a session's edits, to which they can be undone.
 */
typedef struct zs_mark zs_mark;

/**
 * Paths that were found, worst first. They stay what they are when the design changes; their pins
 * keep their ids as long as those are there.
 */
typedef struct zs_paths zs_paths;

/**
 * Which paths are looked for.
 */
typedef struct zs_query zs_query;

/**
 * A design with its constraints and parasitics, and its times.
 */
typedef struct zs_session zs_session;

/**
 * One message about an input. Its texts live as long as the diagnostics that it is from.
 */
typedef struct {
  /**
   * Stable id, for example `SPEF-012`: the same message always has the same id.
   */
  const char *id;
  /**
   * Error or warning.
   */
  zs_severity severity;
  /**
   * The file; null where it is about none.
   */
  const char *file;
  /**
   * Line, from 1; 0 where it is about none.
   */
  uint32_t line;
  /**
   * Column in characters, from 1; 0 where it is about none.
   */
  uint32_t column;
  /**
   * What is wrong, and what was expected.
   */
  const char *text;
} zs_diagnostic;

/**
 * A mode in a corner.
 */
typedef uint32_t zs_scenario;

/**
 * A set of constraints.
 */
typedef uint32_t zs_mode;

/**
 * Libraries and parasitics.
 */
typedef uint32_t zs_corner;

/**
 * How large a design is. Numbers of ids are one more than the highest: the length of an array by
 * id. What was removed keeps its id.
 */
typedef struct {
  /**
   * Cells.
   */
  uint32_t cells;
  /**
   * Ids of cells.
   */
  uint32_t cell_ids;
  /**
   * Pins, ports included.
   */
  uint32_t pins;
  /**
   * Ids of pins.
   */
  uint32_t pin_ids;
  /**
   * Bits of ports: pins below this are ports, but for ports that were inserted.
   */
  uint32_t port_pins;
  /**
   * Nets, the two constants included.
   */
  uint32_t nets;
  /**
   * Ids of nets.
   */
  uint32_t net_ids;
  /**
   * Library cells.
   */
  uint32_t masters;
} zs_counts;

/**
 * A cell: a number that stays its own through all edits.
 */
typedef uint32_t zs_cell;

/**
 * A net. 0 and 1 are the constants.
 */
typedef uint32_t zs_net;

/**
 * A pin of a cell, or a bit of a port. Ports come first, then the pins of cell after cell, each in
 * the order of its library cell's pins.
 */
typedef uint32_t zs_pin;

/**
 * A library cell.
 */
typedef uint32_t zs_master;

/**
 * One edit of a group. What its kind does not name is ignored.
 */
typedef struct {
  /**
   * A `zs_edit_kind`.
   */
  uint32_t kind;
  /**
   * The cell, net or pin that is edited.
   */
  uint32_t object;
  /**
   * A library cell, or a net.
   */
  uint32_t to;
  /**
   * The name of what comes.
   */
  const char *name;
} zs_edit;

/**
 * A clock of a mode: its place in the order in which the clocks came.
 */
typedef uint32_t zs_clock;

/**
 * The endpoints of one kind, summed up.
 */
typedef struct {
  /**
   * The kind.
   */
  zs_kind kind;
  /**
   * Endpoints with a slack of this kind.
   */
  size_t endpoints;
  /**
   * Those where it is negative.
   */
  size_t failing;
  /**
   * The worst slack, positive or negative, ps.
   */
  double worst_slack;
  /**
   * The worst slack if it is negative, else 0 (WNS), ps.
   */
  double worst_negative_slack;
  /**
   * The sum of the negative ones, each endpoint's worst (TNS), ps.
   */
  double total_negative_slack;
} zs_summary;

/**
 * What the last update of a scenario computed, and what questions for required times computed after it.
 */
typedef struct {
  /**
   * Whether it computed again only what edits changed; if not it computed everything, and the
   * other numbers are 0.
   */
  bool is_incremental;
  /**
   * Pins whose slews and delays were computed.
   */
  size_t delays;
  /**
   * Pins whose arrivals were computed, for each group of signals that are told apart.
   */
  size_t arrivals;
  /**
   * The same of lists of arrivals that matter after CPPR, early and late ones each.
   */
  size_t lists;
  /**
   * The same of required times. The update leaves them to whoever asks: these were computed for
   * questions since.
   */
  size_t required;
} zs_visited;

/**
 * The worst slack of an endpoint in one kind.
 */
typedef struct {
  /**
   * The pin.
   */
  zs_pin pin;
  /**
   * What is required.
   */
  zs_kind kind;
  /**
   * The transition of the data.
   */
  zs_transition transition;
  /**
   * When the data arrives, ps.
   */
  double arrival;
  /**
   * When it is required, ps.
   */
  double required;
  /**
   * Required less arrival for late, arrival less required for early, ps; with what CPPR credits.
   */
  double slack;
} zs_endpoint_slack;

/**
 * Where a path ends.
 */
typedef struct {
  /**
   * The pin of the data.
   */
  zs_pin pin;
  /**
   * The transition of the data.
   */
  zs_transition transition;
  /**
   * What is required.
   */
  zs_kind kind;
  /**
   * The clock that launches the data; `ZS_NONE` where no clock does.
   */
  zs_clock launch_clock;
  /**
   * The clock that captures it; `ZS_NONE` where a required time is stated without a clock.
   */
  zs_clock capture_clock;
  /**
   * When the data arrives, ps.
   */
  double arrival;
  /**
   * When it is required, ps.
   */
  double required;
  /**
   * Required less arrival for late, arrival less required for early, ps.
   */
  double slack;
  /**
   * What CPPR adds to the slack, counted in it, ps; 0 without CPPR.
   */
  double credit;
  /**
   * How many steps `ZS_DATA` has.
   */
  size_t data_steps;
  /**
   * How many steps `ZS_CAPTURE` has.
   */
  size_t capture_steps;
} zs_path_end;

/**
 * A step of a path: a transition at a pin, and how it got there.
 */
typedef struct {
  /**
   * The pin.
   */
  zs_pin pin;
  /**
   * The transition there.
   */
  zs_transition transition;
  /**
   * How it got there.
   */
  zs_via via;
  /**
   * Pins that the pin drives; 0 where it drives no net.
   */
  uint32_t fanout;
  /**
   * When it is there, ps. The delay of a step is its arrival less that of the step before.
   */
  double arrival;
  /**
   * The slew there, ps, the worst of all signals that come; NaN where there is none.
   */
  double slew;
  /**
   * What the pin drives, wires and pins, fF; NaN where it drives no net.
   */
  double load;
} zs_step;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * What the last call that failed on this thread said; empty if none has failed. It lives until the
 * next call that fails on this thread.
 */
const char *zs_last_error(void);

/**
 * The diagnostics of the last call that failed on this thread; none where it had only a message.
 * Free them.
 */
zs_status zs_last_diagnostics(zs_diagnostics **diagnostics);

/**
 * How many there are; 0 for null.
 */
size_t zs_diagnostics_count(const zs_diagnostics *diagnostics);

/**
 * How many more there were: of each id only the first 20 are kept. 0 for null.
 */
size_t zs_diagnostics_left_out(const zs_diagnostics *diagnostics);

/**
 * How many constraints the files state that these diagnostics are about, and how many of those were
 * not applied: each of them has a diagnostic of severity `ZS_ERROR`, as far as these are kept.
 */
zs_status zs_diagnostics_constraints(const zs_diagnostics *diagnostics,
                                     uint32_t *stated,
                                     uint32_t *not_applied);

/**
 * One of them, counted from 0. Its texts live until the diagnostics are freed.
 */
zs_status zs_diagnostics_get(const zs_diagnostics *diagnostics,
                             size_t index,
                             zs_diagnostic *diagnostic);

/**
 * Frees diagnostics; does nothing for null.
 */
void zs_diagnostics_free(zs_diagnostics *diagnostics);

/**
 * No files yet. Free it with `zs_files_free`.
 */
zs_files *zs_files_new(void);

/**
 * Frees it; does nothing for null. Sessions that were loaded from it do not need it any more.
 */
void zs_files_free(zs_files *files);

/**
 * Adds a Liberty file for a `zs_split`, or `ZS_BOTH`. Where only one split has any, they serve
 * both. Of two descriptions of a cell the first counts. Here and below: a file may be gzipped, and
 * is opened when the design is loaded.
 */
zs_status zs_files_add_liberty(zs_files *files, uint32_t split, const char *file);

/**
 * Adds a Verilog netlist.
 */
zs_status zs_files_add_verilog(zs_files *files, const char *file);

/**
 * Adds SPEF parasitics of what is inside of instances of modules, or of the whole design where
 * `instance` is null. `instance` is a path, for example `core/alu`, or the name of a module, for
 * all of its instances, or a pattern of either. Parts of a net in several files are stitched
 * together; what is described twice counts as it is described last.
 */
zs_status zs_files_add_spef(zs_files *files, const char *file, const char *instance);

/**
 * Adds a folder of SPEF parasitics: `MODULE.spef` or `MODULE.spef.gz` for all instances of a module.
 */
zs_status zs_files_add_spef_folder(zs_files *files,
                                   const char *folder);

/**
 * The SDC constraints of the first mode, in place of any that were named before. They are read as
 * by `zs_read_sdc`: a command that cannot be applied costs itself alone.
 */
zs_status zs_files_set_sdc(zs_files *files, const char *file);

/**
 * The same with constraints as in the TAU contests (`.timing`).
 */
zs_status zs_files_set_timing(zs_files *files, const char *file);

/**
 * Has a text in memory stand for a file: where a path is this one, nothing is read from disk. The
 * bytes are copied. As in a file, they may be gzipped. The path is what diagnostics name.
 */
zs_status zs_files_add_text(zs_files *files, const char *file, const char *bytes, size_t count);

/**
 * Adds a port to a design that is made by calls: with any port, the design is a new module of
 * these ports, in this order, with nothing in it, called as `zs_files_set_top` says or else `top`.
 * Its cells and nets come by edits. Each bit of a port is on a net of its own name already.
 * `direction` is a `zs_direction`. That its outputs have no driver yet is a warning when it is
 * loaded.
 */
zs_status zs_files_add_port(zs_files *files, const char *name, uint32_t direction);

/**
 * The same of a bus `name[msb:lsb]`, in either order. Its bits are called `name[msb]` and so on.
 */
zs_status zs_files_add_bus(zs_files *files,
                           const char *name,
                           uint32_t direction,
                           int32_t msb,
                           int32_t lsb);

/**
 * The top module; null for the one that no other instantiates, as it is at first.
 */
zs_status zs_files_set_top(zs_files *files, const char *module);

/**
 * Whether a cell that no library and no module describes is an error, and whatever of SDC is read and
 * not applied; else such a cell is a black box, and both are warnings, as they are at first.
 */
zs_status zs_files_set_strict(zs_files *files,
                              bool strict);

/**
 * Adds a macro that is defined for `` `ifdef `` and its like in Verilog files, beside those that a
 * file defines for itself.
 */
zs_status zs_files_add_define(zs_files *files, const char *name);

/**
 * The most cells and instances of modules, together, that the flat design may have; 0, as at first,
 * for 100 million, and less where a short netlist asks for many.
 */
zs_status zs_files_set_max_cells(zs_files *files, uint64_t max_cells);

/**
 * How SPEF is read: what a coupling capacitor counts for at each of its ends, 0 or more (1 at
 * first), and which value of `min:typ:max` counts: 0, 1 (at first) or 2. A session keeps both.
 */
zs_status zs_files_set_spef_options(zs_files *files, float coupling_factor, uint32_t triplet);

/**
 * How delays of wires are computed: a `zs_calculator`, `ZS_CEFF` at first.
 */
zs_status zs_files_set_calculator(zs_files *files, uint32_t calculator);

/**
 * Whether of a library's checks between two pins only those count that count in the TAU contests:
 * the last one of the library's own split. All count at first.
 */
zs_status zs_files_set_contest_checks(zs_files *files, bool on);

/**
 * Which engine computes, a `zs_engine`, `ZS_AUTO` at first; and on which GPU, counted from 0 as
 * the driver does.
 */
zs_status zs_files_set_engine(zs_files *files, uint32_t engine, uint32_t gpu);

/**
 * How many threads a session has of its own; 0, as it is at first, for one per core that all
 * sessions share. No result depends on it.
 */
zs_status zs_files_set_threads(zs_files *files, size_t threads);

/**
 * Reads, links and times a design. The session is null where that fails; free it with
 * `zs_session_free`.
 */
zs_status zs_load(const zs_files *files, zs_session **session);

/**
 * The same without timing it yet: `zs_update` does.
 */
zs_status zs_read(const zs_files *files, zs_session **session);

/**
 * A copy of a session with all that it holds, results and history included, which goes its own
 * way from here on: so threads can try alternatives at the same time, each on a copy of its own.
 * It has `threads` threads of its own, as in `zs_files_set_threads`, computes on the CPU, which
 * gives the same bits, and has no warnings yet. Marks of the session are marks of the copy, too.
 * It takes as much memory as the session; it is null where that fails. Free it with
 * `zs_session_free`.
 */
zs_status zs_replicate(const zs_session *session, size_t threads, zs_session **replica);

/**
 * Frees a session; does nothing for null. Paths, diagnostics and marks that came of it stay.
 */
void zs_session_free(zs_session *session);

/**
 * An update of all scenarios that are out of date: after edits their graphs, then delays,
 * arrivals, required times. After edits that the graph takes over, which are other parasitics,
 * library cells of the same shape, and gates and connections where only data is, only what they
 * change is computed again, unless that is much; an undo that no update came after is part of what changed. Does nothing where nothing
 * changed. Its warnings are for `zs_take_warnings`.
 */
zs_status zs_update(zs_session *session);

/**
 * The same of one scenario.
 */
zs_status zs_update_scenario(zs_session *session, zs_scenario scenario);

/**
 * The warnings of loading, reading, updates and queries since they were last taken. Free them. May
 * be called while other threads read the session.
 */
zs_status zs_take_warnings(const zs_session *session, zs_diagnostics **diagnostics);

/**
 * Whether the next update removes the pessimism of common clock paths (CPPR). It does not at
 * first.
 */
zs_status zs_set_cppr(zs_session *session, bool on);

/**
 * Where two clock paths last meet, a `zs_common_point`, from the next update on.
 * `ZS_SAME_TRANSITION` at first in a design that was loaded with constraints of the TAU contests,
 * else `ZS_SAME_PIN`.
 */
zs_status zs_set_common_point(zs_session *session, uint32_t rule);

/**
 * Which engine computes the next update: see `zs_files_set_engine`.
 */
zs_status zs_set_engine(zs_session *session, uint32_t engine, uint32_t gpu);

/**
 * Has a text in memory stand for a file that the session reads from now on: see
 * `zs_files_add_text`. The session starts with none, and keeps a copy until `zs_remove_text`.
 */
zs_status zs_add_text(zs_session *session, const char *file, const char *bytes, size_t count);

/**
 * Forgets such a text; does nothing if there is none.
 */
zs_status zs_remove_text(zs_session *session, const char *file);

/**
 * The present point in the history of edits of the netlist and of parasitics. From the first mark
 * or edit on the history is kept, until `zs_forget_history`. Free the mark with `zs_mark_free`.
 */
zs_status zs_mark_new(zs_session *session, zs_mark **mark);

/**
 * Takes back all edits of the netlist and of parasitics since a mark of this session, as far as
 * they are not forgotten. Constraints are not edits. The mark can be used again.
 */
zs_status zs_undo(zs_session *session, const zs_mark *mark);

/**
 * Frees a mark; does nothing for null.
 */
void zs_mark_free(zs_mark *mark);

/**
 * Forgets the history of edits: earlier ones can no longer be undone, and their memory is free.
 * Worth it in a loop that replaces the parasitics of all nets again and again.
 */
zs_status zs_forget_history(zs_session *session);

/**
 * Adds a mode without constraints, in no scenario yet. Its name should be its own.
 */
zs_status zs_add_mode(zs_session *session, const char *name, zs_mode *mode);

/**
 * Adds a corner with the libraries that the design was loaded with and without parasitics, in no
 * scenario yet. Its name should be its own. Edits before it can no longer be undone.
 */
zs_status zs_add_corner(zs_session *session, const char *name, zs_corner *corner);

/**
 * Adds a scenario, a mode in a corner. The next update times it.
 */
zs_status zs_add_scenario(zs_session *session,
                          zs_mode mode,
                          zs_corner corner,
                          zs_scenario *scenario);

/**
 * A mode by its name, `ZS_NONE` if there is none. The first one is called `default`.
 */
zs_status zs_find_mode(const zs_session *session, const char *name, zs_mode *mode);

/**
 * A corner by its name, `ZS_NONE` if there is none. The first one is called `default`.
 */
zs_status zs_find_corner(const zs_session *session, const char *name, zs_corner *corner);

/**
 * Reads SDC constraints of a mode in place of all that it has; they take effect at the next
 * update. All commands of SDC 2.1 are understood (docs/sdc.md says what each does), and whatever
 * Tcl is around them: variables, loops, procedures, `source`. The file reads other files and
 * writes none.
 *
 * A command that cannot be applied costs itself alone: it is a diagnostic of severity `ZS_ERROR`
 * among those that `zs_take_warnings` gives, and counted there (`zs_diagnostics_constraints`).
 * The call fails, and changes nothing, only where the file cannot be read or calls `exit`.
 */
zs_status zs_read_sdc(zs_session *session, zs_mode mode, const char *file);

/**
 * The text that files of constraints printed (`puts`) since the session was loaded. Buffer and length are as
 * for `zs_cell_name`.
 */
zs_status zs_printed(const zs_session *session,
                     char *buffer,
                     size_t capacity,
                     size_t *length);

/**
 * The same with constraints as in the TAU contests (`.timing`).
 */
zs_status zs_read_timing(zs_session *session, zs_mode mode, const char *file);

/**
 * Reads SPEF parasitics of some nets of a corner, all inside of `instance` (as for
 * `zs_files_add_spef`) or, where that is null, of the whole design; the others keep theirs, and of
 * a net that crosses the boundary of a block the other parts stay. An edit like any other: it can
 * be undone. Nothing is changed where that fails.
 */
zs_status zs_read_spef(zs_session *session,
                       zs_corner corner,
                       const char *file,
                       const char *instance);

/**
 * Reads other libraries of a corner, for early and for late analysis; where one list is empty, the
 * other serves both. They have to describe the library cells that the design has. Nothing is
 * changed where that fails.
 */
zs_status zs_read_liberty(zs_session *session,
                          zs_corner corner,
                          const char *const *early,
                          size_t early_count,
                          const char *const *late,
                          size_t late_count);

/**
 * How large the design is.
 */
zs_status zs_get_counts(const zs_session *session, zs_counts *counts);

/**
 * A cell by its path, names of instances with `/` between them; `ZS_NONE` if there is none.
 */
zs_status zs_find_cell(const zs_session *session, const char *name, zs_cell *cell);

/**
 * A net by any of its names; `ZS_NONE` if there is none.
 */
zs_status zs_find_net(const zs_session *session, const char *name, zs_net *net);

/**
 * A pin by its full name, `cell/pin`, or a port bit (`a`, `b[3]`); `ZS_NONE` if there is none.
 */
zs_status zs_find_pin(const zs_session *session, const char *name, zs_pin *pin);

/**
 * A port bit by its name with its index (`b[3]`), or a scalar port; `ZS_NONE` if there is none.
 */
zs_status zs_find_port(const zs_session *session, const char *name, zs_pin *pin);

/**
 * A pin of a cell by the pin's own name; `ZS_NONE` if it has none of that name.
 */
zs_status zs_find_cell_pin(const zs_session *session, zs_cell cell, const char *name, zs_pin *pin);

/**
 * A library cell by its name; `ZS_NONE` if there is none.
 */
zs_status zs_find_master(const zs_session *session, const char *name, zs_master *master);

/**
 * The library cells that a cell could be instead of `master`, which `zs_set_master` takes: those
 * with the same pins, functions and states that are not marked `dont_use`, in the order of their
 * ids. Where the library states no functions, cells of other functions are among them. At most
 * `capacity` are written; `count` gets how many there are.
 */
zs_status zs_get_alike_masters(const zs_session *session,
                               zs_master master,
                               zs_master *masters,
                               size_t capacity,
                               size_t *count);

/**
 * The name of a cell. Here and below: at most `capacity` bytes are written, the ending zero byte
 * included; `length`, which may be null, gets how many bytes the name has without it, so that a
 * `length` of `capacity` or more says that it was cut.
 */
zs_status zs_cell_name(const zs_session *session,
                       zs_cell cell,
                       char *buffer,
                       size_t capacity,
                       size_t *length);

/**
 * The name a net is called by: its outermost one.
 */
zs_status zs_net_name(const zs_session *session,
                      zs_net net,
                      char *buffer,
                      size_t capacity,
                      size_t *length);

/**
 * The full name of a pin, `cell/pin`, or of a port bit.
 */
zs_status zs_pin_name(const zs_session *session,
                      zs_pin pin,
                      char *buffer,
                      size_t capacity,
                      size_t *length);

/**
 * The name of a library cell.
 */
zs_status zs_master_name(const zs_session *session,
                         zs_master master,
                         char *buffer,
                         size_t capacity,
                         size_t *length);

/**
 * Whether a cell is there: it may be removed.
 */
zs_status zs_has_cell(const zs_session *session, zs_cell cell, bool *has);

/**
 * Whether a net is there: it may be removed.
 */
zs_status zs_has_net(const zs_session *session, zs_net net, bool *has);

/**
 * Whether a pin is there: its cell may be removed.
 */
zs_status zs_has_pin(const zs_session *session, zs_pin pin, bool *has);

/**
 * The library cell of a cell.
 */
zs_status zs_cell_master(const zs_session *session, zs_cell cell, zs_master *master);

/**
 * The pins of a cell, in the order of its library cell's: `count` of them from `first` on, one
 * number after the other.
 */
zs_status zs_cell_pins(const zs_session *session, zs_cell cell, zs_pin *first, uint32_t *count);

/**
 * The cell of a pin; `ZS_NONE` for a port.
 */
zs_status zs_pin_cell(const zs_session *session, zs_pin pin, zs_cell *cell);

/**
 * The net of a pin; `ZS_NONE` where it is not connected.
 */
zs_status zs_pin_net(const zs_session *session, zs_pin pin, zs_net *net);

/**
 * Whether a pin drives its net: a cell's output, its inout pin to which arcs lead, an input or inout port.
 */
zs_status zs_pin_is_driver(const zs_session *session,
                           zs_pin pin,
                           bool *is_driver);

/**
 * The pins of a net in the order of their ids. The array lives until the session is changed.
 */
zs_status zs_net_pins(const zs_session *session, zs_net net, const zs_pin **pins, uint32_t *count);

/**
 * Adds a cell, its pins not connected. Here and below: an edit that fails changes nothing
 * (`ZS_EDIT`). Edits take effect at the next update, and the parasitics of all corners follow
 * them.
 */
zs_status zs_insert_cell(zs_session *session, const char *name, zs_master master, zs_cell *cell);

/**
 * Takes a cell away, after disconnecting its pins. Its id and those of its pins are not used
 * again.
 */
zs_status zs_remove_cell(zs_session *session, zs_cell cell);

/**
 * Exchanges a cell's library cell for another with the same pins in the same order: see
 * `zs_get_alike_masters`.
 */
zs_status zs_set_master(zs_session *session, zs_cell cell, zs_master master);

/**
 * Adds a net without pins and without parasitics.
 */
zs_status zs_insert_net(zs_session *session, const char *name, zs_net *net);

/**
 * Takes a net away, after disconnecting its pins; its parasitics go too. The constants stay.
 */
zs_status zs_remove_net(zs_session *session, zs_net net);

/**
 * Adds a port of one bit, connected to nothing; `direction` is a `zs_direction`. Its pin comes after
 * all others.
 */
zs_status zs_insert_port(zs_session *session,
                         const char *name,
                         uint32_t direction,
                         zs_pin *pin);

/**
 * Takes a port away, all bits of a bus, after disconnecting them; `pin` is one of its bits. Their ids
 * are not used again, and what constraints say of them does not count.
 */
zs_status zs_remove_port(zs_session *session,
                         zs_pin pin);

/**
 * Puts a pin, which is on no net, on a net. If other pins have nodes in the net's parasitics, the
 * pin gets one too, without capacitance or resistors: its own capacitance loads the net's driver.
 */
zs_status zs_connect(zs_session *session, zs_pin pin, zs_net net);

/**
 * Takes a pin off its net. The pin's node in the net's parasitics stays, as an internal one: a pin
 * that comes back gets another.
 */
zs_status zs_disconnect(zs_session *session, zs_pin pin);

/**
 * Makes a group of edits in order: all of them, or, if one fails, none. `made`, which may be null,
 * has room for `count` ids: it gets what each edit made, `ZS_NONE` for those that make nothing.
 * `failed`, which may be null, gets the place of the edit that failed, or `count`.
 */
zs_status zs_apply_edits(zs_session *session,
                         const zs_edit *edits,
                         size_t count,
                         uint32_t *made,
                         size_t *failed);

/**
 * Takes all constraints of a mode away. Here and below: constraints take effect at the next
 * update, and no mark undoes them. A call that fails changes none.
 */
zs_status zs_clear_constraints(zs_session *session, zs_mode mode);

/**
 * Creates an ideal clock at some pins or ports, or, without any, a virtual one, in place of one of
 * the same name. Period and first rising and falling edge are ps; the falling edge is later than
 * the rising one by less than the period. Other clocks that start at its sources no longer do,
 * unless `add` is set; one that starts nowhere else is gone then.
 */
zs_status zs_create_clock(zs_session *session,
                          zs_mode mode,
                          const char *name,
                          const zs_pin *sources,
                          size_t source_count,
                          double period,
                          double rise,
                          double fall,
                          bool add,
                          zs_clock *clock);

/**
 * Removes a clock, and what is stated against it. No other clock ever has its id.
 */
zs_status zs_remove_clock(zs_session *session, zs_mode mode, zs_clock clock);

/**
 * Says whether the delays of a clock's network count, or whether it is ideal: at registers at its
 * edges.
 */
zs_status zs_set_propagated_clock(zs_session *session,
                                  zs_mode mode,
                                  zs_clock clock,
                                  bool propagated);

/**
 * Says the same of the clocks that start at a pin, or, where none does, of ideal clocks from there
 * on.
 */
zs_status zs_set_propagated_from(zs_session *session, zs_mode mode, zs_pin pin, bool propagated);

/**
 * How much later than its own edges a clock is at its sources, ps: `values[4]` are early rise,
 * early fall, late rise, late fall, of the clock's edges; NaN leaves what was stated.
 */
zs_status zs_set_source_latency(zs_session *session,
                                zs_mode mode,
                                zs_clock clock,
                                const double *values);

/**
 * How much later than a clock edge a signal arrives at an input port, ps: `values[4]` are early
 * rise, early fall, late rise, late fall; NaN leaves what was stated. `clock` and `edge` (`ZS_RISE`
 * or `ZS_FALL`) launch it; without a clock (`ZS_NONE`) nothing does, the delay counts from time 0,
 * and `edge` is ignored. What the port has from other edges is taken away, unless `add` is set;
 * then of two delays from one edge the worse one counts.
 */
zs_status zs_set_input_delay(zs_session *session,
                             zs_mode mode,
                             zs_pin port,
                             zs_clock clock,
                             uint32_t edge,
                             const double *values,
                             bool add);

/**
 * What a signal still has to pass after an output port, ps, before the edge of a clock that
 * captures it: late, the path and the setup there; early, the path less the hold. Else as
 * `zs_set_input_delay`; there has to be a clock.
 */
zs_status zs_set_output_delay(zs_session *session,
                              zs_mode mode,
                              zs_pin port,
                              zs_clock clock,
                              uint32_t edge,
                              const double *values,
                              bool add);

/**
 * Takes all that is stated of a port away: delays, slew, load, required times.
 */
zs_status zs_clear_port(zs_session *session, zs_mode mode, zs_pin port);

/**
 * When a signal is required at an output port, ps, stated outright: `values[4]` are early rise,
 * early fall, late rise, late fall; NaN leaves what was stated.
 */
zs_status zs_set_required_time(zs_session *session,
                               zs_mode mode,
                               zs_pin port,
                               const double *values);

/**
 * The slew at an input port, ps, 0 or more: `values[4]` as in `zs_set_required_time`.
 */
zs_status zs_set_input_slew(zs_session *session, zs_mode mode, zs_pin port, const double *values);

/**
 * The capacitance of the pins outside that a port adds to its net, fF, 0 or more: `values[4]` as in
 * `zs_set_required_time`.
 */
zs_status zs_set_pin_load(zs_session *session, zs_mode mode, zs_pin port, const double *values);

/**
 * The capacitance of the wire outside that a port adds to its net, fF, 0 or more: `values[4]` as in
 * `zs_set_required_time`.
 */
zs_status zs_set_wire_load(zs_session *session, zs_mode mode, zs_pin port, const double *values);

/**
 * Gives many nets of a corner other RC networks; the others keep theirs. All of them get theirs,
 * or, if one cannot (`ZS_PARASITICS`), none. It can be undone. The networks lie one after the
 * other:
 *
 * - `nets[net_count]`: each net once, or its last network counts.
 * - `first_node[net_count + 1]`: where the nodes of each net start; it begins with 0 and ends with
 *   the number of nodes. A net without nodes loses its parasitics.
 * - `node_pins[nodes]`: the pin of the net at each node, `ZS_NONE` at internal ones. No pin has
 *   two nodes.
 * - `capacitances[nodes]`: to ground, fF, 0 or more.
 * - `first_resistor[net_count + 1]`: the same as `first_node` of the resistors.
 * - `resistor_ends[2 * resistors]`: two nodes for each resistor, counted from 0 in their net.
 * - `resistances[resistors]`: kOhm, 0 or more.
 *
 * Results do not depend on the order of pins or resistors; internal nodes count in the order in
 * which they come.
 */
zs_status zs_set_parasitics(zs_session *session,
                            zs_corner corner,
                            const zs_net *nets,
                            size_t net_count,
                            const uint32_t *first_node,
                            const zs_pin *node_pins,
                            const float *capacitances,
                            const uint32_t *first_resistor,
                            const uint32_t *resistor_ends,
                            const float *resistances);

/**
 * Gives many nets of a corner a star each: a resistor from the net's first pin here, mostly its
 * driver, to each of its other pins. Else as `zs_set_parasitics`:
 *
 * - `nets[net_count]`.
 * - `first_pin[net_count + 1]`: where the pins of each net start; it begins with 0 and ends with
 *   the number of pins.
 * - `pins[pins]`: pins of the net.
 * - `capacitances[pins]`: to ground at each pin, without the pin's own, fF, 0 or more.
 * - `resistances[pins]`: from the net's first pin to this one, kOhm, 0 or more; that of a first
 *   pin is ignored.
 */
zs_status zs_set_stars(zs_session *session,
                       zs_corner corner,
                       const zs_net *nets,
                       size_t net_count,
                       const uint32_t *first_pin,
                       const zs_pin *pins,
                       const float *capacitances,
                       const float *resistances);

/**
 * Gives many nets of a corner a capacitance each, fF, 0 or more, without resistors: all of it
 * loads the net's driver, beside its pins' own. Else as `zs_set_parasitics`. `nets` and
 * `capacitances` have `net_count` values.
 */
zs_status zs_set_capacitances(zs_session *session,
                              zs_corner corner,
                              const zs_net *nets,
                              size_t net_count,
                              const float *capacitances);

/**
 * When a signal arrives at a pin, ps: the worst of all that come there. `split` is `ZS_EARLY` or
 * `ZS_LATE`, `transition` a `zs_transition`. NaN where no signal comes. Here and below: `ZS_STALE`
 * if anything changed since the last update.
 */
zs_status zs_pin_arrival(const zs_session *session,
                         zs_scenario scenario,
                         zs_pin pin,
                         uint32_t split,
                         uint32_t transition,
                         double *value);

/**
 * The tightest time at which a signal is required at a pin, ps. NaN where none is.
 */
zs_status zs_pin_required(const zs_session *session,
                          zs_scenario scenario,
                          zs_pin pin,
                          uint32_t split,
                          uint32_t transition,
                          double *value);

/**
 * The worst slack of the paths through a pin, ps, after CPPR where that is on; at a clock's pin of
 * those that the clock launches or captures by way of it. `ZS_LATE` is for setup and other late
 * ends, `ZS_EARLY` for hold and other early ones. NaN where there is none. The first one after a
 * full update takes up to twice as long as that.
 */
zs_status zs_pin_slack(const zs_session *session,
                       zs_scenario scenario,
                       zs_pin pin,
                       uint32_t split,
                       uint32_t transition,
                       double *value);

/**
 * The slew at a pin, ps: of both transitions the smaller for early, the larger for late. NaN where
 * there is none.
 */
zs_status zs_pin_slew(const zs_session *session,
                      zs_scenario scenario,
                      zs_pin pin,
                      uint32_t split,
                      uint32_t transition,
                      double *value);

/**
 * `zs_pin_arrival` of all pins at once, on all threads: `values[pin_ids]`, by pin; see
 * `zs_get_counts`. `capacity` is how many values there is room for. NaN where a pin has none, or
 * was removed.
 */
zs_status zs_arrivals(const zs_session *session,
                      zs_scenario scenario,
                      uint32_t split,
                      uint32_t transition,
                      double *values,
                      size_t capacity);

/**
 * `zs_pin_required` of all pins at once: see `zs_arrivals`.
 */
zs_status zs_required_times(const zs_session *session,
                            zs_scenario scenario,
                            uint32_t split,
                            uint32_t transition,
                            double *values,
                            size_t capacity);

/**
 * `zs_pin_slack` of all pins at once: see `zs_arrivals`.
 */
zs_status zs_slacks(const zs_session *session,
                    zs_scenario scenario,
                    uint32_t split,
                    uint32_t transition,
                    double *values,
                    size_t capacity);

/**
 * `zs_pin_slew` of all pins at once: see `zs_arrivals`.
 */
zs_status zs_slews(const zs_session *session,
                   zs_scenario scenario,
                   uint32_t split,
                   uint32_t transition,
                   double *values,
                   size_t capacity);

/**
 * Worst and total negative slack by kind of endpoint, for each kind that the design has: at most
 * `ZS_KIND_COUNT`. At most `capacity` are written; `count` gets how many there are.
 */
zs_status zs_get_summaries(const zs_session *session,
                           zs_scenario scenario,
                           zs_summary *summaries,
                           size_t capacity,
                           size_t *count);

/**
 * Worst and total negative slack of a split, ps, over all its kinds of endpoints: the least and
 * the sum of those of `zs_get_summaries`; 0 where no slack is negative.
 */
zs_status zs_get_wns_tns(const zs_session *session,
                         zs_scenario scenario,
                         uint32_t split,
                         double *wns,
                         double *tns);

/**
 * What the last update of a scenario computed: after edits that leave the timing graph as it is
 * mostly a small part of the design. Required times are computed for those who ask for them, and
 * counted from the update on.
 */
zs_status zs_get_visited(const zs_session *session, zs_scenario scenario, zs_visited *visited);

/**
 * Every endpoint's worst slack in each kind that it has, in the order of pins and kinds. At most
 * `capacity` are written; `count` gets how many there are.
 */
zs_status zs_get_endpoint_slacks(const zs_session *session,
                                 zs_scenario scenario,
                                 zs_endpoint_slack *slacks,
                                 size_t capacity,
                                 size_t *count);

/**
 * The `capacity` worst endpoints of a split, each in its kind, worst first; `count` gets how many
 * were written.
 */
zs_status zs_get_worst_endpoints(const zs_session *session,
                                 zs_scenario scenario,
                                 uint32_t split,
                                 zs_endpoint_slack *slacks,
                                 size_t capacity,
                                 size_t *count);

/**
 * The `max_paths` worst paths of both splits, unless more is said. Free it with `zs_query_free`.
 */
zs_query *zs_query_new(size_t max_paths);

/**
 * Frees a query; does nothing for null.
 */
void zs_query_free(zs_query *query);

/**
 * Only paths of a `zs_split`, or, as at first, of `ZS_BOTH`.
 */
zs_status zs_query_set_split(zs_query *query, uint32_t split);

/**
 * At most so many paths to an endpoint in a split.
 */
zs_status zs_query_set_nworst(zs_query *query, size_t paths);

/**
 * Only paths with less slack than this, ps.
 */
zs_status zs_query_set_slack_less_than(zs_query *query, double slack);

/**
 * Only paths that leave the worst path to their end at most so many times.
 */
zs_status zs_query_set_max_deviations(zs_query *query, uint32_t deviations);

/**
 * Whether `max_paths` holds for each path group, that is each clock that captures, of its own.
 */
zs_status zs_query_set_per_group(zs_query *query, bool on);

/**
 * Only paths that start at one of some points: clocks, input ports, registers or their clock pins,
 * or within an instance of a module. Here and below: a point is a name, or a pattern (`*` any text,
 * `?` any character, within one level of the hierarchy); `transition` is what counts there. More
 * calls add to the points.
 */
zs_status zs_query_add_from(zs_query *query,
                            const char *const *names,
                            size_t count,
                            uint32_t transition);

/**
 * Only paths that then pass one of some pins (of cells or of instances of modules), ports, cells,
 * instances and nets: each call adds a set, one after the other, each at another pin.
 */
zs_status zs_query_add_through(zs_query *query,
                               const char *const *names,
                               size_t count,
                               uint32_t transition);

/**
 * Only paths that end at one of some points: clocks that capture, output ports, registers or their
 * data pins, or within an instance of a module.
 */
zs_status zs_query_add_to(zs_query *query,
                          const char *const *names,
                          size_t count,
                          uint32_t transition);

/**
 * Looks for the paths of a query, ranked after CPPR where the last update had that on. They are
 * null where that fails: `ZS_POINTS` if a point names nothing, or nothing where a path starts or
 * ends. Free them with `zs_paths_free`.
 */
zs_status zs_find_paths(const zs_session *session,
                        zs_scenario scenario,
                        const zs_query *query,
                        zs_paths **paths);

/**
 * The worst path of each of the `count` worst endpoints of a split, worst first. Free them with
 * `zs_paths_free`.
 */
zs_status zs_find_worst_paths(const zs_session *session,
                              zs_scenario scenario,
                              uint32_t split,
                              size_t count,
                              zs_paths **paths);

/**
 * Frees paths; does nothing for null.
 */
void zs_paths_free(zs_paths *paths);

/**
 * How many there are; 0 for null.
 */
size_t zs_paths_count(const zs_paths *paths);

/**
 * Where a path, counted from 0, ends, and its slack.
 */
zs_status zs_paths_end(const zs_paths *paths, size_t index, zs_path_end *end);

/**
 * The steps of a path, of a `zs_trace`. At most `capacity` are written; `count` gets how many
 * there are.
 */
zs_status zs_paths_steps(const zs_paths *paths,
                         size_t index,
                         uint32_t trace,
                         zs_step *steps,
                         size_t capacity,
                         size_t *count);

/**
 * A path as a listing, in the layout that chip designers know, times in ps with 4 digits or, with
 * `nanoseconds`, in ns with 3. Pins have the names that they have in the session now. At most
 * `capacity` bytes are written, the ending zero byte included; `length`, which may be null, gets
 * how many bytes the listing has without it.
 */
zs_status zs_paths_text(const zs_session *session,
                        const zs_paths *paths,
                        size_t index,
                        bool nanoseconds,
                        char *buffer,
                        size_t capacity,
                        size_t *length);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* ZEROSLACK_H */
