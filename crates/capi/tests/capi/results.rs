//! Summaries, endpoints and paths are those of the library.

use std::ffi::c_char;

use zeroslack::netlist::MasterId;
use zeroslack::paths::{Path, PathQuery};
use zeroslack::units::{Split, Transition, ps};
use zeroslack::{PathPoints, Point, Session};
use zeroslack_capi::*;
use zeroslack_report::{Layout, Names, PathReport, Style, Unit};

use crate::pulse::{c, c_load, got, load, ok};

/// Both with CPPR.
fn both() -> (Box<zs_session>, Session) {
    let (mut session, mut library) = (c_load(), load());
    ok(zs_set_cppr(Some(&mut session), true));
    ok(zs_update(Some(&mut session)));
    library.set_cppr(true);
    library.update().unwrap();
    (session, library)
}

/// An array whose length is asked for first.
fn list<T: Copy>(
    ask: impl Fn(*mut T, usize, Option<&mut std::mem::MaybeUninit<usize>>) -> zs_status,
) -> Vec<T> {
    let count = got(|count| ask(std::ptr::null_mut(), 0, count)).unwrap();
    let mut values = Vec::with_capacity(count);
    assert_eq!(got(|again| ask(values.as_mut_ptr(), count, again)), Ok(count));
    unsafe { values.set_len(count) };
    values
}

#[test]
fn summaries_and_endpoints_are_those_of_the_library() {
    let (session, library) = both();
    let timed = library.timed().unwrap();
    let summaries: Vec<zs_summary> =
        list(|room, capacity, count| unsafe { zs_get_summaries(Some(&session), 0, room, capacity, count) });
    let expected = timed.summaries();
    assert_eq!(summaries.len(), expected.len());
    for (summary, expected) in summaries.iter().zip(&expected) {
        assert_eq!(summary.kind as usize, expected.kind.index());
        assert_eq!((summary.endpoints, summary.failing), (expected.endpoints, expected.failing));
        let slacks = [summary.worst_slack, summary.worst_negative_slack, summary.total_negative_slack];
        let wns = expected.worst_negative_slack();
        assert_eq!(slacks, [expected.worst_slack, wns, expected.total_negative_slack].map(ps));
    }
    let slacks: Vec<zs_endpoint_slack> = list(|room, capacity, count| unsafe {
        zs_get_endpoint_slacks(Some(&session), 0, room, capacity, count)
    });
    let expected = timed.endpoint_slacks();
    let plain = |end: &zs_endpoint_slack| (end.pin, end.kind as usize, end.transition as usize, end.slack);
    let expected_end = |end: &zeroslack::timing::EndpointSlack| {
        (end.pin.0, end.kind.index(), end.transition as usize, ps(end.slack))
    };
    assert!(slacks.iter().map(plain).eq(expected.iter().map(expected_end)));
    let mut worst = Vec::with_capacity(7);
    let count =
        got(|count| unsafe { zs_get_worst_endpoints(Some(&session), 0, 0, worst.as_mut_ptr(), 7, count) });
    unsafe { worst.set_len(count.unwrap()) };
    assert!(worst.iter().map(plain).eq(timed.worst_endpoints(Split::Early, 7).iter().map(expected_end)));
}

/// Paths are those of the library, step by step, and print as they do.
fn compare(session: &zs_session, paths: &zs_paths, library: &Session, expected: &[Path]) {
    let timed = library.timed().unwrap();
    let names =
        Names { netlist: library.netlist(), library: timed.library(), constraints: timed.constraints() };
    assert_eq!(zs_paths_count(Some(paths)), expected.len());
    for (index, expected) in expected.iter().enumerate() {
        let end = got(|end| zs_paths_end(Some(paths), index, end)).unwrap();
        assert_eq!((end.pin, end.kind as usize), (expected.end.pin.0, expected.end.kind.index()));
        let times = [end.arrival, end.required, end.slack, end.credit];
        let of = &expected.end;
        assert_eq!(times, [of.arrival, of.required, of.slack, expected.credit].map(ps));
        let clock = |edge: Option<zeroslack::sdc::ClockEdge>| edge.map_or(ZS_NONE, |edge| edge.clock.0);
        assert_eq!((end.launch_clock, end.capture_clock), (clock(of.launch), clock(of.capture)));
        for (trace, expected) in
            [(zs_trace::ZS_DATA, &expected.data), (zs_trace::ZS_CAPTURE, &expected.capture)]
        {
            let steps: Vec<zs_step> = list(|room, capacity, count| unsafe {
                zs_paths_steps(Some(paths), index, trace as u32, room, capacity, count)
            });
            assert_eq!(steps.len(), expected.len());
            for (step, expected) in steps.iter().zip(expected) {
                assert_eq!((step.pin, step.arrival), (expected.pin.0, ps(expected.arrival)));
                assert_eq!(step.transition as usize, expected.transition as usize);
                assert_eq!(step.via == zs_via::ZS_START, expected.via.is_none());
                let float = |value: Option<f32>| value.map(f64::from);
                let is_number = |value: f64| Some(value).filter(|value| !value.is_nan());
                assert_eq!(is_number(step.slew), float(expected.slew));
                assert_eq!(is_number(step.load), float(expected.driver.map(|driver| driver.capacitance)));
                assert_eq!(step.fanout, expected.driver.map_or(0, |driver| driver.fanout));
            }
        }
        let text: Vec<c_char> = list(|room, capacity, count| unsafe {
            zs_paths_text(Some(session), Some(paths), index, true, room, capacity, count)
        });
        // Cut by the ending zero, for which there was no room.
        let text: String = text.iter().take(text.len() - 1).map(|&byte| byte as u8 as char).collect();
        let report = PathReport::new(&names, expected).unwrap();
        assert!(report.text(&Layout::detailed(Style::new(Unit::Nanoseconds))).starts_with(&text));
    }
    assert!(got(|end| zs_paths_end(Some(paths), expected.len(), end)).is_err());
}

#[test]
fn paths_are_those_of_the_library() {
    let (session, library) = both();
    let timed = library.timed().unwrap();
    for split in Split::ALL {
        let found = got(|paths| zs_find_worst_paths(Some(&session), 0, split as u32, 9, paths));
        compare(&session, &found.unwrap().unwrap(), &library, &timed.worst_paths(split, 9));
    }
    let find = |query: &zs_query| {
        got(|paths| zs_find_paths(Some(&session), 0, Some(query), paths)).unwrap().unwrap()
    };
    let mut query = zs_query_new(30);
    compare(&session, &find(&query), &library, &timed.find_paths(&PathQuery::new(30)).paths());
    ok(zs_query_set_split(Some(&mut query), zs_split::ZS_LATE as u32));
    ok(zs_query_set_nworst(Some(&mut query), 2));
    ok(zs_query_set_slack_less_than(Some(&mut query), -20.5));
    ok(zs_query_set_max_deviations(Some(&mut query), 3));
    ok(zs_query_set_per_group(Some(&mut query), true));
    let options = PathQuery::new(30).split(Split::Late).nworst(2).slack_less_than(-205_000);
    let options = options.max_deviations(3).per_group();
    compare(&session, &find(&query), &library, &timed.find_paths(&options).paths());
    let (clock, cells, end) = (c("clk"), [c("u_mac/fa_*"), c("u_mac/nothing_is_here")], c("u_mac/p_reg[*]"));
    let rise = zs_transition::ZS_RISE as u32;
    let any = zs_transition::ZS_ANY as u32;
    unsafe {
        ok(zs_query_add_from(Some(&mut query), &clock.as_ptr(), 1, rise));
        ok(zs_query_add_through(Some(&mut query), &cells[0].as_ptr(), 1, any));
        ok(zs_query_add_to(Some(&mut query), &end.as_ptr(), 1, any));
    }
    let rising = Point { transition: Some(Transition::Rise), .."clk".into() };
    let points = PathPoints::new().from([rising]).through(["u_mac/fa_*"]).to(["u_mac/p_reg[*]"]);
    let expected = timed.find_paths_passing(&options, &points).unwrap().paths();
    assert!(!expected.is_empty());
    compare(&session, &find(&query), &library, &expected);
}

#[test]
fn what_an_update_visited_is_what_the_library_says() {
    let (mut session, mut library) = both();
    assert_eq!(got(|visited| zs_get_visited(Some(&session), ZS_FIRST, visited)), Ok(zs_visited::default()));
    let (cell, other) = library
        .netlist()
        .cells()
        .find_map(|cell| {
            let netlist = library.netlist();
            Some((cell, netlist.library().alike(netlist.cell_master(cell)).next()?))
        })
        .unwrap();
    ok(zs_set_master(Some(&mut session), cell.0, other.0));
    let stale = got(|visited| zs_get_visited(Some(&session), ZS_FIRST, visited));
    assert_eq!(stale, Err(zs_status::ZS_STALE));
    ok(zs_update(Some(&mut session)));
    library.edit(|netlist| netlist.set_master(cell, other)).unwrap();
    library.update().unwrap();
    let visited = || got(|visited| zs_get_visited(Some(&session), ZS_FIRST, visited)).unwrap();
    let before = visited();
    assert!(before.is_incremental && before.delays > 0 && before.required == 0, "{before:?}");
    // Required times are computed for those who ask.
    let (late, rise) = (zs_split::ZS_LATE as u32, zs_transition::ZS_RISE as u32);
    let pin = library.netlist().cell_pins(cell).next().unwrap();
    let slack = got(|value| zs_pin_slack(Some(&session), ZS_FIRST, pin.0, late, rise, value)).unwrap();
    let timed = library.timed().unwrap();
    assert_eq!(slack, ps(timed.slack(pin, Split::Late, Transition::Rise).unwrap()));
    let (visited, expected) = (visited(), timed.visited().unwrap());
    assert!(visited.required > 0, "{visited:?}");
    let all = (visited.delays, visited.arrivals, visited.lists, visited.required);
    assert_eq!(all, (expected.delays, expected.arrivals, expected.lists, expected.required));
}

#[test]
fn library_cells_that_can_stand_for_each_other_are_those_of_the_library() {
    let (session, library) = both();
    let library = library.netlist().library();
    let mut found = 0;
    for number in 0..library.masters().len() as zs_master {
        let alike: Vec<zs_master> = list(|room, capacity, count| unsafe {
            zs_get_alike_masters(Some(&session), number, room, capacity, count)
        });
        assert!(alike.iter().copied().eq(library.alike(MasterId(number)).map(|master| master.0)));
        found += alike.len();
    }
    assert!(found > 0);
    let failed = got(|count| unsafe {
        zs_get_alike_masters(Some(&session), library.masters().len() as u32, std::ptr::null_mut(), 0, count)
    });
    assert_eq!(failed, Err(zs_status::ZS_ARGUMENT));
}
