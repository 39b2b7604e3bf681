//! Calls with arguments that are wrong: each is a status with a message, and nothing is changed.

use std::mem::MaybeUninit;
use std::ptr::{null, null_mut};

use zeroslack_capi::*;

use crate::pulse::{answers, c, c_load, got, last_error, ok};

const EARLY: u32 = zs_split::ZS_EARLY as u32;
const LATE: u32 = zs_split::ZS_LATE as u32;
const ANY: u32 = zs_transition::ZS_ANY as u32;

/// A call fails with a status and says something of why.
#[track_caller]
fn fails(status: zs_status, expected: zs_status, what: &str) {
    assert_eq!(status, expected, "{}", last_error());
    assert!(last_error().contains(what), "'{}' does not say '{what}'", last_error());
}

use zs_status::{ZS_ARGUMENT, ZS_EDIT, ZS_LOAD, ZS_PARASITICS, ZS_POINTS, ZS_STALE};

#[test]
fn null_is_freed_without_harm() {
    zs_files_free(None);
    zs_session_free(None);
    zs_mark_free(None);
    zs_diagnostics_free(None);
    zs_query_free(None);
    zs_paths_free(None);
    assert_eq!(zs_diagnostics_count(None) + zs_diagnostics_left_out(None) + zs_paths_count(None), 0);
}

#[test]
fn null_handles_and_places_are_arguments() {
    fails(zs_update(None), ZS_ARGUMENT, "'session' is null");
    fails(zs_load(None, Some(&mut MaybeUninit::uninit())), ZS_ARGUMENT, "'files' is null");
    fails(zs_load(Some(&zs_files_new()), None), ZS_ARGUMENT, "'session' is null");
    fails(zs_files_set_strict(None, true), ZS_ARGUMENT, "'files' is null");
    fails(zs_files_set_max_cells(None, 1), ZS_ARGUMENT, "'files' is null");
    fails(unsafe { zs_files_add_define(None, c"A".as_ptr()) }, ZS_ARGUMENT, "'files' is null");
    fails(zs_query_set_nworst(None, 1), ZS_ARGUMENT, "'query' is null");
    fails(zs_paths_end(None, 0, Some(&mut MaybeUninit::uninit())), ZS_ARGUMENT, "'paths' is null");
    let mut session = c_load();
    fails(zs_get_counts(Some(&session), None), ZS_ARGUMENT, "'counts' is null");
    fails(zs_undo(Some(&mut session), None), ZS_ARGUMENT, "'mark' is null");
    fails(zs_replicate(Some(&session), 1, None), ZS_ARGUMENT, "'replica' is null");
    let mut replica = MaybeUninit::uninit();
    fails(zs_replicate(None, 1, Some(&mut replica)), ZS_ARGUMENT, "'session' is null");
    assert!(unsafe { replica.assume_init() }.is_none());
    unsafe {
        fails(zs_find_cell(Some(&session), null(), None), ZS_ARGUMENT, "'name' is null");
        fails(zs_find_cell(Some(&session), c("x").as_ptr(), None), ZS_ARGUMENT, "'cell' is null");
        fails(zs_slacks(Some(&session), 0, LATE, ANY, null_mut(), 9), ZS_ARGUMENT, "'values' is null");
        let failed = zs_set_capacitances(Some(&mut session), 0, null(), 2, [1.0, 2.0].as_ptr());
        fails(failed, ZS_ARGUMENT, "'nets' is null");
        let failed = zs_apply_edits(Some(&mut session), null(), 1, null_mut(), None);
        fails(failed, ZS_ARGUMENT, "'edits' is null");
        let failed = zs_read_liberty(Some(&mut session), 0, [null()].as_ptr(), 1, null(), 0);
        fails(failed, ZS_ARGUMENT, "'early' is null");
        // Nothing is no harm.
        ok(zs_set_capacitances(Some(&mut session), 0, null(), 0, null()));
        ok(zs_apply_edits(Some(&mut session), null(), 0, null_mut(), None));
    }
    // Nothing of it took effect.
    ok(zs_update(Some(&mut session)));
}

#[test]
fn text_that_is_not_utf_8_is_an_argument() {
    let (session, bad) = (c_load(), [0x66_u8, 0xff, 0]);
    let mut cell = MaybeUninit::uninit();
    let failed = unsafe { zs_find_cell(Some(&session), bad.as_ptr().cast(), Some(&mut cell)) };
    fails(failed, ZS_ARGUMENT, "not UTF-8");
    let mut files = zs_files_new();
    fails(unsafe { zs_files_add_verilog(Some(&mut files), bad.as_ptr().cast()) }, ZS_ARGUMENT, "not UTF-8");
}

#[test]
fn ids_and_values_out_of_range_are_arguments() {
    let mut session = c_load();
    let counts = got(|counts| zs_get_counts(Some(&session), counts)).unwrap();
    for id in [counts.pin_ids, counts.pin_ids + 7, ZS_NONE] {
        let cell = got(|cell| zs_pin_cell(Some(&session), id, cell));
        assert_eq!(cell, Err(ZS_ARGUMENT));
        assert_eq!(got(|has| zs_has_pin(Some(&session), id, has)), Ok(false));
        let slack = got(|value| zs_pin_slack(Some(&session), 0, id, LATE, ANY, value));
        assert_eq!(slack, Err(ZS_ARGUMENT));
    }
    assert_eq!(got(|master| zs_cell_master(Some(&session), counts.cell_ids, master)), Err(ZS_ARGUMENT));
    let mut pins = MaybeUninit::uninit();
    let failed =
        zs_net_pins(Some(&session), counts.net_ids, Some(&mut pins), Some(&mut MaybeUninit::uninit()));
    fails(failed, ZS_ARGUMENT, "no net #");
    for (scenario, split, transition) in [(1, LATE, ANY), (0, 2, ANY), (0, LATE, 3)] {
        let slack = got(|value| zs_pin_slack(Some(&session), scenario, 0, split, transition, value));
        assert_eq!(slack, Err(ZS_ARGUMENT));
    }
    let mut few = [0.0; 3];
    let failed = unsafe { zs_slacks(Some(&session), 0, LATE, ANY, few.as_mut_ptr(), few.len()) };
    fails(failed, ZS_ARGUMENT, "room for 3 of");
    fails(zs_set_common_point(Some(&mut session), 2), ZS_ARGUMENT, "no zs_common_point");
    fails(zs_set_engine(Some(&mut session), 3, 0), ZS_ARGUMENT, "no zs_engine");
    fails(zs_update_scenario(Some(&mut session), 1), ZS_ARGUMENT, "no scenario #1");
    fails(zs_add_scenario(Some(&mut session), 0, 1, None), ZS_ARGUMENT, "no corner #1");
    fails(zs_clear_constraints(Some(&mut session), 1), ZS_ARGUMENT, "no mode #1");
    let mut files = zs_files_new();
    fails(zs_files_set_calculator(Some(&mut files), 3), ZS_ARGUMENT, "no zs_calculator");
    fails(zs_files_set_spef_options(Some(&mut files), -1.0, 0), ZS_ARGUMENT, "coupling factor");
    fails(zs_files_set_spef_options(Some(&mut files), 1.0, 3), ZS_ARGUMENT, "min:typ:max");
    let failed = unsafe { zs_files_add_port(Some(&mut files), c("a").as_ptr(), 3) };
    fails(failed, ZS_ARGUMENT, "no zs_direction");
    let failed = unsafe { zs_files_add_liberty(Some(&mut files), 3, c("a").as_ptr()) };
    fails(failed, ZS_ARGUMENT, "no zs_split");
    let failed = zs_diagnostics_get(None, 0, None);
    fails(failed, ZS_ARGUMENT, "'diagnostics' is null");
}

#[test]
fn a_design_that_cannot_be_loaded_says_why() {
    let mut files = zs_files_new();
    let text = "module m (a); input a; BROKEN";
    unsafe {
        let library = crate::pulse::c_file("pulse_slow.lib");
        ok(zs_files_add_liberty(Some(&mut files), zs_split::ZS_BOTH as u32, library.as_ptr()));
        let name = c("broken.v");
        ok(zs_files_add_text(Some(&mut files), name.as_ptr(), text.as_ptr().cast(), text.len()));
        ok(zs_files_add_verilog(Some(&mut files), name.as_ptr()));
    }
    let mut session = MaybeUninit::uninit();
    fails(zs_load(Some(&files), Some(&mut session)), ZS_LOAD, "broken.v");
    assert!(unsafe { session.assume_init() }.is_none());
    let said = got(|said| zs_last_diagnostics(said)).unwrap().unwrap();
    let count = zs_diagnostics_count(Some(&said));
    assert!(count > 0);
    let first = got(|first| zs_diagnostics_get(Some(&said), 0, first)).unwrap();
    assert_eq!((first.severity, first.line), (zs_severity::ZS_ERROR, 1));
    let read = |text| unsafe { std::ffi::CStr::from_ptr(text) }.to_str().unwrap();
    assert!(last_error().contains(read(first.id)), "{}", last_error());
    assert_eq!(read(first.file), "broken.v");
    assert!(last_error().contains(read(first.text)));
    fails(zs_diagnostics_get(Some(&said), 0, None), ZS_ARGUMENT, "'diagnostic' is null");
    let past = got(|past| zs_diagnostics_get(Some(&said), count, past)).map(|past| past.line);
    assert_eq!(past, Err(ZS_ARGUMENT));
}

#[test]
fn warnings_are_kept_until_they_are_taken() {
    let mut session = c_load();
    let take = |session: &zs_session| got(|said| zs_take_warnings(Some(session), said)).unwrap().unwrap();
    let loaded = zs_diagnostics_count(Some(&take(&session)));
    assert_eq!(loaded, crate::pulse::load().diagnostics().iter().count());
    let sdc = "set_max_area 3\n";
    let name = c("odd.sdc");
    unsafe {
        ok(zs_add_text(Some(&mut session), name.as_ptr(), sdc.as_ptr().cast(), sdc.len()));
        ok(zs_read_sdc(Some(&mut session), 0, name.as_ptr()));
        ok(zs_remove_text(Some(&mut session), name.as_ptr()));
        fails(zs_read_sdc(Some(&mut session), 0, name.as_ptr()), ZS_LOAD, "odd.sdc");
    }
    let said = take(&session);
    assert_eq!(zs_diagnostics_count(Some(&said)), 1);
    assert_eq!(zs_diagnostics_count(Some(&take(&session))), 0);
}

#[test]
fn an_old_answer_cannot_be_had() {
    let mut session = c_load();
    let slack = |session: &zs_session| got(|value| zs_pin_slack(Some(session), 0, 0, EARLY, ANY, value));
    slack(&session).unwrap();
    let other = got(|net| unsafe { zs_insert_net(Some(&mut session), c("new").as_ptr(), net) }).unwrap();
    assert_eq!(slack(&session), Err(ZS_STALE));
    assert!(last_error().contains("changed since the last update: call zs_update first"), "{}", last_error());
    let mut paths = MaybeUninit::uninit();
    fails(zs_find_worst_paths(Some(&session), 0, LATE, 1, Some(&mut paths)), ZS_STALE, "zs_update");
    assert!(unsafe { paths.assume_init() }.is_none());
    ok(zs_update(Some(&mut session)));
    slack(&session).unwrap();
    ok(unsafe { zs_set_capacitances(Some(&mut session), 0, &other, 1, &1.0) });
    assert_eq!(slack(&session), Err(ZS_STALE));
}

#[test]
fn edits_that_cannot_be_made_change_nothing() {
    let mut session = c_load();
    let before = answers(&session);
    let cell = got(|cell| unsafe { zs_find_cell(Some(&session), c("cb_root").as_ptr(), cell) }).unwrap();
    let pin = got(|pin| unsafe { zs_find_pin(Some(&session), c("cb_root/A").as_ptr(), pin) }).unwrap();
    let flop =
        got(|found| unsafe { zs_find_master(Some(&session), c("ZL_DFF_X1").as_ptr(), found) }).unwrap();
    fails(zs_set_master(Some(&mut session), cell, flop), ZS_EDIT, "cannot become");
    fails(zs_set_master(Some(&mut session), ZS_NONE, flop), ZS_EDIT, "there is no cell");
    fails(zs_connect(Some(&mut session), pin, 0), ZS_EDIT, "must be disconnected first");
    fails(zs_remove_net(Some(&mut session), 0), ZS_EDIT, "constant");
    let again = got(|made| unsafe { zs_insert_cell(Some(&mut session), c("cb_root").as_ptr(), flop, made) });
    assert_eq!(again, Err(ZS_EDIT));
    let edit = |kind: zs_edit_kind, object, to| zs_edit { kind: kind as u32, object, to, name: null() };
    let disconnect = edit(zs_edit_kind::ZS_DISCONNECT, pin, 0);
    let group = [disconnect, edit(zs_edit_kind::ZS_REMOVE_CELL, cell, 0), disconnect];
    let mut failed = MaybeUninit::uninit();
    let mut apply = |group: &[zs_edit]| unsafe {
        let status =
            zs_apply_edits(Some(&mut session), group.as_ptr(), group.len(), null_mut(), Some(&mut failed));
        (status, failed.assume_init())
    };
    assert_eq!(apply(&group), (ZS_EDIT, 2));
    let unnamed = edit(zs_edit_kind::ZS_INSERT_NET, 0, 0);
    assert_eq!(apply(&[disconnect, unnamed]), (ZS_ARGUMENT, 1));
    assert_eq!(apply(&[zs_edit { kind: 7, ..disconnect }]), (ZS_ARGUMENT, 0));
    ok(zs_update(Some(&mut session)));
    assert_eq!(answers(&session), before);
}

#[test]
fn what_was_removed_is_an_argument_until_it_is_back() {
    let mut session = c_load();
    let before = answers(&session);
    let mark = got(|mark| zs_mark_new(Some(&mut session), mark)).unwrap().unwrap();
    let cell = got(|cell| unsafe { zs_find_cell(Some(&session), c("cb_root").as_ptr(), cell) }).unwrap();
    let mut count = MaybeUninit::uninit();
    let first = got(|first| zs_cell_pins(Some(&session), cell, first, Some(&mut count))).unwrap();
    ok(zs_remove_cell(Some(&mut session), cell));
    assert_eq!(got(|has| zs_has_cell(Some(&session), cell, has)), Ok(false));
    assert_eq!(got(|has| zs_has_pin(Some(&session), first, has)), Ok(false));
    assert_eq!(got(|master| zs_cell_master(Some(&session), cell, master)), Err(ZS_ARGUMENT));
    assert_eq!(got(|net| zs_pin_net(Some(&session), first, net)), Err(ZS_ARGUMENT));
    fails(zs_remove_cell(Some(&mut session), cell), ZS_EDIT, "there is no cell 'cb_root'");
    ok(zs_update(Some(&mut session)));
    let slack = got(|value| zs_pin_slack(Some(&session), 0, first, LATE, ANY, value));
    assert_eq!(slack, Err(ZS_ARGUMENT));
    // An array has a place for it still.
    let gone = answers(&session);
    assert_eq!(gone.len(), before.len());
    assert!(f64::from_bits(gone[first as usize]).is_nan());
    ok(zs_undo(Some(&mut session), Some(&mark)));
    assert_eq!(got(|has| zs_has_cell(Some(&session), cell, has)), Ok(true));
    ok(zs_update(Some(&mut session)));
    assert_eq!(answers(&session), before);
}

#[test]
fn parasitics_of_other_nets_change_nothing() {
    let mut session = c_load();
    let before = answers(&session);
    let pin = got(|pin| unsafe { zs_find_pin(Some(&session), c("cb_root/A").as_ptr(), pin) }).unwrap();
    let net = got(|net| zs_pin_net(Some(&session), pin, net)).unwrap();
    let out = got(|pin| unsafe { zs_find_pin(Some(&session), c("cb_root/Y").as_ptr(), pin) }).unwrap();
    let other = got(|net| zs_pin_net(Some(&session), out, net)).unwrap();
    let nets = [net, other];
    let mut stars = |nets: &[u32], first: &[u32], pins: &[u32]| unsafe {
        let values = vec![1.0; pins.len()];
        let (first, pins, values) = (first.as_ptr(), pins.as_ptr(), values.as_ptr());
        zs_set_stars(Some(&mut session), 0, nets.as_ptr(), nets.len(), first, pins, values, values)
    };
    fails(stars(&nets, &[0, 1, 2], &[pin, pin]), ZS_PARASITICS, "is not on net");
    fails(stars(&nets, &[0, 1, 3], &[pin, out, out]), ZS_PARASITICS, "two nodes");
    fails(stars(&nets, &[0, 2, 1], &[pin, out]), ZS_ARGUMENT, "must not decrease");
    fails(stars(&nets, &[1, 1, 1], &[]), ZS_ARGUMENT, "has to begin with 0");
    fails(stars(&[net, ZS_NONE], &[0, 1, 1], &[pin]), ZS_ARGUMENT, "no net #");
    let negative = [1.0, -1.0];
    let failed = unsafe { zs_set_capacitances(Some(&mut session), 0, nets.as_ptr(), 2, negative.as_ptr()) };
    fails(failed, ZS_PARASITICS, "no capacitance");
    ok(zs_update(Some(&mut session)));
    assert_eq!(answers(&session), before);
}

#[test]
fn points_that_name_nothing_are_said() {
    let (session, mut query) = (c_load(), zs_query_new(3));
    let (nothing, clock) = (c("no_such_thing"), c("clk"));
    let none: [*const std::ffi::c_char; 0] = [];
    unsafe {
        fails(zs_query_add_to(Some(&mut query), none.as_ptr(), 0, ANY), ZS_ARGUMENT, "has to be a point");
        fails(zs_query_add_to(Some(&mut query), &clock.as_ptr(), 1, 3), ZS_ARGUMENT, "no zs_transition");
        ok(zs_query_add_from(Some(&mut query), &clock.as_ptr(), 1, ANY));
        ok(zs_query_add_through(Some(&mut query), &nothing.as_ptr(), 1, ANY));
    }
    let mut paths = MaybeUninit::uninit();
    fails(zs_find_paths(Some(&session), 0, Some(&query), Some(&mut paths)), ZS_POINTS, "no_such_thing");
    assert!(unsafe { paths.assume_init() }.is_none());
}

#[test]
fn a_name_is_cut_where_the_buffer_ends() {
    let session = c_load();
    let pin = got(|pin| unsafe { zs_find_pin(Some(&session), c("cb_root/A").as_ptr(), pin) }).unwrap();
    let read = |capacity: usize| {
        let mut buffer = [b'#'; 12];
        let length = got(|length| unsafe {
            zs_pin_name(Some(&session), pin, buffer.as_mut_ptr().cast(), capacity, length)
        });
        (length.unwrap(), String::from_utf8(buffer.to_vec()).unwrap())
    };
    assert_eq!(read(0), (9, "############".into()));
    assert_eq!(read(1), (9, "\0###########".into()));
    assert_eq!(read(5), (9, "cb_r\0#######".into()));
    assert_eq!(read(12), (9, "cb_root/A\0##".into()));
}

#[test]
fn a_clock_needs_a_name() {
    let mut session = c_load();
    let mut create = |name: &str| {
        got(|clock| unsafe {
            zs_create_clock(Some(&mut session), 0, c(name).as_ptr(), null(), 0, 1e3, 0.0, 500.0, false, clock)
        })
    };
    let clock = create("far").unwrap();
    // One of the same name is the same clock.
    assert_eq!(create("far"), Ok(clock));
    assert_eq!(create(""), Err(ZS_ARGUMENT));
    ok(zs_update(Some(&mut session)));
}
