//! Worst paths.

use std::ffi::c_char;
use std::mem::MaybeUninit;

use zeroslack::netlist::PinId;
use zeroslack::paths::{Path, PathQuery, Step, Via};
use zeroslack::sdc::ClockEdge;
use zeroslack::units::{ps, ticks_of};
use zeroslack::{PathPoints, Point, PointOf};
use zeroslack_report::{Layout, Names, PathReport, Style, Unit};

use crate::border::{Outcome, fill, fill_text, given, guard, room, texts, wrong};
use crate::results::{c_kind, c_transition, optional_split, optional_transition, split};
use crate::session::{look, zs_session};
use crate::types::{ZS_NONE, zs_path_end, zs_scenario, zs_status, zs_step, zs_trace, zs_via};

/// Which paths are looked for.
pub struct zs_query {
    query: PathQuery,
    points: PathPoints,
}

/// Paths that were found, worst first. They stay what they are when the design changes; their pins
/// keep their ids as long as those are there.
pub struct zs_paths {
    paths: Vec<Path>,
    scenario: zs_scenario,
}

/// The `max_paths` worst paths of both splits, unless more is said. Free it with `zs_query_free`.
#[unsafe(no_mangle)]
pub extern "C" fn zs_query_new(max_paths: usize) -> Box<zs_query> {
    Box::new(zs_query { query: PathQuery::new(max_paths), points: PathPoints::new() })
}

/// Frees a query; does nothing for null.
#[unsafe(no_mangle)]
pub extern "C" fn zs_query_free(query: Option<Box<zs_query>>) {
    drop(query);
}

/// Only paths of a `zs_split`, or, as at first, of `ZS_BOTH`.
#[unsafe(no_mangle)]
pub extern "C" fn zs_query_set_split(query: Option<&mut zs_query>, split: u32) -> zs_status {
    guard(|| {
        given(query, "query")?.query.split = optional_split(split)?;
        Ok(())
    })
}

/// At most so many paths to an endpoint in a split.
#[unsafe(no_mangle)]
pub extern "C" fn zs_query_set_nworst(query: Option<&mut zs_query>, paths: usize) -> zs_status {
    guard(|| {
        given(query, "query")?.query.nworst = Some(paths);
        Ok(())
    })
}

/// Only paths with less slack than this, ps.
#[unsafe(no_mangle)]
pub extern "C" fn zs_query_set_slack_less_than(query: Option<&mut zs_query>, slack: f64) -> zs_status {
    guard(|| {
        if slack.is_nan() {
            return Err(wrong("a slack is a number"));
        }
        given(query, "query")?.query.slack_less_than = Some(ticks_of(slack));
        Ok(())
    })
}

/// Only paths that leave the worst path to their end at most so many times.
#[unsafe(no_mangle)]
pub extern "C" fn zs_query_set_max_deviations(query: Option<&mut zs_query>, deviations: u32) -> zs_status {
    guard(|| {
        given(query, "query")?.query.max_deviations = Some(deviations);
        Ok(())
    })
}

/// Whether `max_paths` holds for each path group, that is each clock that captures, of its own.
#[unsafe(no_mangle)]
pub extern "C" fn zs_query_set_per_group(query: Option<&mut zs_query>, on: bool) -> zs_status {
    guard(|| {
        given(query, "query")?.query.per_group = on;
        Ok(())
    })
}

/// Only paths that start at one of some points: clocks, input ports, registers or their clock pins,
/// or within an instance of a module. Here and below: a point is a name, or a pattern (`*` any text,
/// `?` any character, within one level of the hierarchy); `transition` is what counts there. More
/// calls add to the points.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_query_add_from(
    query: Option<&mut zs_query>,
    names: *const *const c_char,
    count: usize,
    transition: u32,
) -> zs_status {
    // SAFETY: as the header asks.
    let new = || unsafe { points(names, count, transition) };
    add_points(query, new, |points, new| points.from.extend(new))
}

/// Only paths that then pass one of some pins (of cells or of instances of modules), ports, cells,
/// instances and nets: each call adds a set, one after the other, each at another pin.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_query_add_through(
    query: Option<&mut zs_query>,
    names: *const *const c_char,
    count: usize,
    transition: u32,
) -> zs_status {
    // SAFETY: as the header asks.
    let new = || unsafe { points(names, count, transition) };
    add_points(query, new, |points, new| points.through.push(new))
}

/// Only paths that end at one of some points: clocks that capture, output ports, registers or their
/// data pins, or within an instance of a module.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_query_add_to(
    query: Option<&mut zs_query>,
    names: *const *const c_char,
    count: usize,
    transition: u32,
) -> zs_status {
    // SAFETY: as the header asks.
    let new = || unsafe { points(names, count, transition) };
    add_points(query, new, |points, new| points.to.extend(new))
}

/// Adds points to those of a query.
fn add_points(
    query: Option<&mut zs_query>,
    new: impl FnOnce() -> Outcome<Vec<Point>>,
    add: impl FnOnce(&mut PathPoints, Vec<Point>),
) -> zs_status {
    guard(|| {
        let new = new()?;
        add(&mut given(query, "query")?.points, new);
        Ok(())
    })
}

/// Points of paths; there has to be one.
///
/// # Safety
/// The names as in [`texts`].
unsafe fn points(names: *const *const c_char, count: usize, transition: u32) -> Outcome<Vec<Point>> {
    let transition = optional_transition(transition)?;
    // SAFETY: as this function asks.
    let names = unsafe { texts(names, count, "names") }?;
    if names.is_empty() {
        return Err(wrong("there has to be a point"));
    }
    Ok(names.into_iter().map(|name| Point { what: PointOf::Named(name.into()), transition }).collect())
}

/// Looks for the paths of a query, ranked after CPPR where the last update had that on. They are
/// null where that fails: `ZS_POINTS` if a point names nothing, or nothing where a path starts or
/// ends. Free them with `zs_paths_free`.
#[unsafe(no_mangle)]
pub extern "C" fn zs_find_paths(
    session: Option<&zs_session>,
    scenario: zs_scenario,
    query: Option<&zs_query>,
    paths: Option<&mut MaybeUninit<Option<Box<zs_paths>>>>,
) -> zs_status {
    look(session, |session| {
        let (place, query) = (given(paths, "paths")?.write(None), given(query, "query")?);
        let paths = session.on_threads(|| -> Outcome<Vec<Path>> {
            let timed = session.timed(scenario)?;
            Ok(timed.find_paths_passing(&query.query, &query.points)?.paths())
        })?;
        *place = Some(Box::new(zs_paths { paths, scenario }));
        Ok(())
    })
}

/// The worst path of each of the `count` worst endpoints of a split, worst first. Free them with
/// `zs_paths_free`.
#[unsafe(no_mangle)]
pub extern "C" fn zs_find_worst_paths(
    session: Option<&zs_session>,
    scenario: zs_scenario,
    split: u32,
    count: usize,
    paths: Option<&mut MaybeUninit<Option<Box<zs_paths>>>>,
) -> zs_status {
    look(session, |session| {
        let (place, split) = (given(paths, "paths")?.write(None), self::split(split)?);
        let paths =
            session.on_threads(|| session.timed(scenario).map(|timed| timed.worst_paths(split, count)))?;
        *place = Some(Box::new(zs_paths { paths, scenario }));
        Ok(())
    })
}

/// Frees paths; does nothing for null.
#[unsafe(no_mangle)]
pub extern "C" fn zs_paths_free(paths: Option<Box<zs_paths>>) {
    drop(paths);
}

/// How many there are; 0 for null.
#[unsafe(no_mangle)]
pub extern "C" fn zs_paths_count(paths: Option<&zs_paths>) -> usize {
    paths.map_or(0, |paths| paths.paths.len())
}

impl zs_paths {
    fn get(&self, index: usize) -> Outcome<&Path> {
        let count = self.paths.len();
        self.paths.get(index).ok_or_else(|| wrong(format!("no path #{index} of {count}")))
    }
}

/// Where a path, counted from 0, ends, and its slack.
#[unsafe(no_mangle)]
pub extern "C" fn zs_paths_end(
    paths: Option<&zs_paths>,
    index: usize,
    end: Option<&mut MaybeUninit<zs_path_end>>,
) -> zs_status {
    guard(|| {
        let (path, place) = (given(paths, "paths")?.get(index)?, given(end, "end")?);
        let end = &path.end;
        let clock = |edge: Option<ClockEdge>| edge.map_or(ZS_NONE, |edge| edge.clock.0);
        place.write(zs_path_end {
            pin: end.pin.0,
            transition: c_transition(end.transition),
            kind: c_kind(end.kind),
            launch_clock: clock(end.launch),
            capture_clock: clock(end.capture),
            arrival: ps(end.arrival),
            required: ps(end.required),
            slack: ps(end.slack),
            credit: ps(path.credit),
            data_steps: path.data.len(),
            capture_steps: path.capture.len(),
        });
        Ok(())
    })
}

/// The steps of a path, of a `zs_trace`. At most `capacity` are written; `count` gets how many
/// there are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_paths_steps(
    paths: Option<&zs_paths>,
    index: usize,
    trace: u32,
    steps: *mut zs_step,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> zs_status {
    guard(|| {
        // SAFETY: as the header asks.
        let (room, count) = (unsafe { room(steps, capacity, "steps") }?, given(count, "count")?);
        let path = given(paths, "paths")?.get(index)?;
        let steps = match trace {
            trace if trace == zs_trace::ZS_DATA as u32 => &path.data,
            trace if trace == zs_trace::ZS_CAPTURE as u32 => &path.capture,
            trace => return Err(wrong(format!("{trace} is no zs_trace"))),
        };
        count.write(fill(room, steps.iter().map(step)));
        Ok(())
    })
}

fn step(step: &Step) -> zs_step {
    zs_step {
        pin: step.pin.0,
        transition: c_transition(step.transition),
        via: match step.via {
            None => zs_via::ZS_START,
            Some(Via::Net) => zs_via::ZS_NET,
            Some(Via::Cell) => zs_via::ZS_CELL,
            Some(Via::Launch) => zs_via::ZS_LAUNCH,
            Some(Via::Given) => zs_via::ZS_GIVEN,
            Some(Via::IdealNetwork) => zs_via::ZS_IDEAL_NETWORK,
        },
        fanout: step.driver.map_or(0, |driver| driver.fanout),
        arrival: ps(step.arrival),
        slew: step.slew.map_or(f64::NAN, f64::from),
        load: step.driver.map_or(f64::NAN, |driver| driver.capacitance.into()),
    }
}

/// A path as a listing, in the layout that chip designers know, times in ps with 4 digits or, with
/// `nanoseconds`, in ns with 3. Pins have the names that they have in the session now. At most
/// `capacity` bytes are written, the ending zero byte included; `length`, which may be null, gets
/// how many bytes the listing has without it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_paths_text(
    session: Option<&zs_session>,
    paths: Option<&zs_paths>,
    index: usize,
    nanoseconds: bool,
    buffer: *mut c_char,
    capacity: usize,
    length: Option<&mut MaybeUninit<usize>>,
) -> zs_status {
    look(session, |session| {
        // SAFETY: as the header asks.
        let (paths, room) = (given(paths, "paths")?, unsafe { room(buffer, capacity, "buffer") }?);
        let text = listing(session, paths.get(index)?, paths.scenario, nanoseconds)?;
        let full = fill_text(room, &text);
        if let Some(length) = length {
            length.write(full);
        }
        Ok(())
    })
}

fn listing(session: &zs_session, path: &Path, scenario: zs_scenario, nanoseconds: bool) -> Outcome<String> {
    let pins = path.data.iter().chain(&path.capture).map(|step| step.pin);
    let is_known = |pin: PinId| pin.index() < session.netlist().pin_id_count();
    if !pins.into_iter().all(is_known) {
        return Err(wrong("the path passes pins that are not in the session any more"));
    }
    let scenario = session.scenario(scenario)?;
    let found = session.session.scenarios().find(|&(id, ..)| id == scenario);
    let (_, mode, corner) = found.ok_or_else(|| wrong("no such scenario"))?;
    let names = Names {
        netlist: session.netlist(),
        library: session.session.library(corner),
        constraints: session.session.constraints(mode),
    };
    let report = PathReport::new(&names, path)
        .ok_or_else(|| wrong("the path has no ends, or a clock that it names is gone"))?;
    let unit = if nanoseconds { Unit::Nanoseconds } else { Unit::Picoseconds };
    Ok(report.text(&Layout::detailed(Style::new(unit))))
}
