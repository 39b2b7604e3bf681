//! Which paths a command is about: the options that `report_checks` and `find_timing_paths` have in common.

use zeroslack::graph::PathGroup;
use zeroslack::sdc::Constraints;
use zeroslack::units::{Split, Ticks, Transition, ticks_within_range};
use zeroslack::{GroupQuery, GroupedPaths, PathPoints, Point, PointOf, QueryError, Timed, Unique};
use zeroslack_tcl::{Exception, Value};

use super::reported::check_corners;
use zeroslack::constraints::Arguments;
use zeroslack::constraints::State;
use zeroslack::constraints::nearest;
use zeroslack::constraints::number;
use zeroslack::constraints::object::{Kinds, Object};

/// The options, before others of a command.
macro_rules! selecting {
    ($($more:expr,)*) => {
        &[
            value_that("-path_delay", "delay", "min (hold), max (setup), min_max, or with the edge at the end min_rise, min_fall, max_rise, max_fall; max unless it is given"),
            value_that("-from", "objects", "clocks, ports, cells or clock pins where paths start"),
            value_that("-rise_from", "objects", "the same, with a rising edge there"),
            value_that("-fall_from", "objects", "the same, with a falling edge there"),
            value_that("-through", "objects", "pins, ports, cells or nets that paths pass; again for what they pass then"),
            value_that("-rise_through", "objects", "the same, with a rising edge there"),
            value_that("-fall_through", "objects", "the same, with a falling edge there"),
            value_that("-to", "objects", "clocks, ports, cells or data pins where paths end"),
            value_that("-rise_to", "objects", "the same, with a rising edge there"),
            value_that("-fall_to", "objects", "the same, with a falling edge there"),
            flag_that("-unconstrained", "where no path is constrained, those that nothing is required of"),
            value_that("-group_path_count", "count", "how many paths of each path group; as many as of an endpoint unless it is given"),
            value_that("-endpoint_path_count", "count", "how many paths to an endpoint; 1 unless it is given"),
            flag_that("-unique_paths_to_endpoint", "of paths to an endpoint through the same pins only the worst"),
            flag_that("-unique_edges_to_endpoint", "of paths to an endpoint through the same pins by the same edges only the worst"),
            flag_that("-sort_by_slack", "worst first, whatever their groups"),
            value_that("-slack_max", "slack", "only paths with at most so much slack; 1e30 is any"),
            value_that("-slack_min", "slack", "only paths with at least so much slack; -1e30 is any"),
            value_that("-path_group", "names", "only paths of these groups: clocks, asynchronous (recovery and removal), or unclocked (required times without a clock)"),
            value_that("-path_groups", "names", "the same"),
            value_that("-corner", "corner", "the corner, of which there is one"),
            value_that("-scenes", "corners", "the same"),
            $($more,)*
        ]
    };
}
pub(crate) use selecting;

/// Which paths a command is about.
#[derive(Debug)]
pub(crate) struct Selection {
    query: GroupQuery,
    points: PathPoints,
    is_unconstrained: bool,
    is_sorted: bool,
}

impl Selection {
    pub fn read(state: &mut State, arguments: &Arguments<'_>) -> Result<Self, Exception> {
        check_corners(state, arguments)?;
        let (split, transition) = path_delay(arguments)?;
        let nworst = count(arguments, "-endpoint_path_count")?;
        let max_paths = count(arguments, "-group_path_count")?.or(nworst).unwrap_or(1);
        let unique =
            match [arguments.has("-unique_paths_to_endpoint"), arguments.has("-unique_edges_to_endpoint")] {
                [true, _] => Unique::Pins,
                [false, true] => Unique::Edges,
                [false, false] => Unique::All,
            };
        let query = GroupQuery {
            split,
            transition,
            max_paths,
            nworst: nworst.unwrap_or(1),
            slack_at_most: slack(state, arguments, "-slack_max")?.filter(|&slack| slack != Ticks::MAX),
            slack_at_least: slack(state, arguments, "-slack_min")?.filter(|&slack| slack != Ticks::MIN),
            unique,
            groups: groups(state, arguments)?,
            checks: None,
        };
        let points = points(state, arguments)?;
        let (is_unconstrained, is_sorted) =
            (arguments.has("-unconstrained"), arguments.has("-sort_by_slack"));
        Ok(Self { query, points, is_unconstrained, is_sorted })
    }

    /// The paths; none, and why, where no path starts or ends at what is named.
    pub fn find<'s>(&self, timed: Timed<'s>) -> Result<Result<GroupedPaths<'s>, String>, Exception> {
        let found = found(timed.find_by_group(&self.query, &self.points))?;
        let is_empty = found.as_ref().is_ok_and(GroupedPaths::is_empty) || found.is_err();
        let found = match self.is_unconstrained && is_empty {
            true => self::found(timed.find_unconstrained(&self.query, &self.points))?,
            false => found,
        };
        Ok(found.map(|found| if self.is_sorted { found.sorted_by_slack() } else { found }))
    }
}

/// What a query found; nothing, and why, where no path starts or ends at what is named.
fn found(
    result: Result<GroupedPaths<'_>, QueryError>,
) -> Result<Result<GroupedPaths<'_>, String>, Exception> {
    match result {
        Ok(found) => Ok(Ok(found)),
        Err(QueryError::Points(said)) => {
            let texts: Vec<String> = said.iter().map(|one| one.message.to_string()).collect();
            Ok(Err(texts.join("; ")))
        }
        Err(error) => Err(Exception::error(error.to_string())),
    }
}

/// The analysis and the edge at the end that `-path_delay` names.
pub(super) fn path_delay(
    arguments: &Arguments<'_>,
) -> Result<(Option<Split>, Option<Transition>), Exception> {
    let Some(word) = arguments.value("-path_delay") else { return Ok((Some(Split::Late), None)) };
    let text = word.text();
    let (split, transition) = match text.split_once('_') {
        Some((split, "rise")) => (split, Some(Transition::Rise)),
        Some((split, "fall")) => (split, Some(Transition::Fall)),
        _ => (&*text, None),
    };
    match split {
        "min" => Ok((Some(Split::Early), transition)),
        "max" => Ok((Some(Split::Late), transition)),
        "min_max" => Ok((None, None)),
        _ => Err(arguments.error(&format!(
            "-path_delay is '{text}': expected min, max, min_max, min_rise, min_fall, max_rise or max_fall"
        ))),
    }
}

/// A number of paths.
fn count(arguments: &Arguments<'_>, option: &str) -> Result<Option<usize>, Exception> {
    let Some(word) = arguments.value(option) else { return Ok(None) };
    let count = word.int().and_then(|count| usize::try_from(count).ok()).filter(|&count| count > 0);
    let expected = || arguments.error(&format!("{option} is '{word}': expected a number of at least 1"));
    count.map(Some).ok_or_else(expected)
}

/// A slack, of which 1e30 and -1e30 are more and less than any.
fn slack(state: &State, arguments: &Arguments<'_>, option: &str) -> Result<Option<Ticks>, Exception> {
    let Some(word) = arguments.value(option) else { return Ok(None) };
    let number = number(arguments, word)?;
    if number.abs() >= 1e30 {
        return Ok(Some(if number > 0.0 { Ticks::MAX } else { Ticks::MIN }));
    }
    let slack = ticks_within_range(number * state.units().time);
    slack
        .map(Some)
        .ok_or_else(|| arguments.error(&format!("{option} is '{word}', which is too large for a time")))
}

/// The groups that `-path_group` and `-path_groups` name; none without them.
pub(super) fn groups(
    state: &mut State,
    arguments: &Arguments<'_>,
) -> Result<Option<Vec<PathGroup>>, Exception> {
    let words = ["-path_group", "-path_groups"].into_iter().filter_map(|option| arguments.value(option));
    let mut groups = None::<Vec<PathGroup>>;
    for word in words {
        for name in state.words(word)?.iter() {
            let group = match state.object_of_handle(name)? {
                Some(Object::Clock(clock)) => PathGroup::Clock(clock),
                _ => group(state.constraints()?, arguments, &name.text())?,
            };
            groups.get_or_insert_default().push(group);
        }
    }
    Ok(groups)
}

/// The group of a name.
fn group(constraints: &Constraints, arguments: &Arguments<'_>, name: &str) -> Result<PathGroup, Exception> {
    let named = constraints.exceptions.group_names();
    if let Some(place) = named.iter().position(|known| **known == *name) {
        return Ok(PathGroup::Named(place as u32));
    }
    match (constraints.clocks.find(name), name) {
        (Some(clock), _) => return Ok(PathGroup::Clock(clock)),
        (None, "asynchronous") => return Ok(PathGroup::Asynchronous),
        (None, "gated clock") => return Ok(PathGroup::GatedClock),
        (None, "path delay" | "path_delay") => return Ok(PathGroup::PathDelay),
        (None, "unclocked") => return Ok(PathGroup::Default),
        _ => {}
    }
    let clocks = constraints.clocks.iter().map(|(_, clock)| &*clock.name);
    let names: Vec<&str> = clocks
        .chain(named.iter().map(|name| &**name))
        .chain(["asynchronous", "gated clock", "path delay", "unclocked"])
        .collect();
    let hint = match nearest(name, names.iter().copied()) {
        Some(near) => format!("did you mean '{near}'?"),
        None => {
            "expected the name of a clock or of a group, asynchronous, 'path delay' or unclocked".to_owned()
        }
    };
    Err(arguments.error(&format!("there is no path group '{name}': {hint}")))
}

/// What paths have to pass.
pub(super) fn points(state: &mut State, arguments: &Arguments<'_>) -> Result<PathPoints, Exception> {
    let ends = Kinds::CLOCKS.or(Kinds::PORTS).or(Kinds::PINS).or(Kinds::CELLS);
    let through = Kinds::PORTS.or(Kinds::PINS).or(Kinds::CELLS).or(Kinds::NETS);
    let mut points = PathPoints::new();
    let from = ["-from", "-rise_from", "-fall_from"];
    for (which, word) in arguments.each_of(&from) {
        points.from.extend(set(state, arguments, (from[which], word), which, ends)?);
    }
    let passed = ["-through", "-rise_through", "-fall_through"];
    for (which, word) in arguments.each_of(&passed) {
        points.through.push(set(state, arguments, (passed[which], word), which, through)?);
    }
    let to = ["-to", "-rise_to", "-fall_to"];
    for (which, word) in arguments.each_of(&to) {
        points.to.extend(set(state, arguments, (to[which], word), which, ends)?);
    }
    Ok(points)
}

/// The objects of an option, of which at least one has to be there: without any, all paths would be meant.
fn set(
    state: &mut State,
    arguments: &Arguments<'_>,
    (option, word): (&str, &Value),
    which: usize,
    kinds: Kinds,
) -> Result<Vec<Point>, Exception> {
    let transition = [None, Some(Transition::Rise), Some(Transition::Fall)][which];
    let objects = state.objects(word, kinds)?;
    if objects.is_empty() {
        let message = format!("{}: {option} names nothing that is there: '{word}'", arguments.command.name);
        return Err(Exception::coded(message, ["ZEROSLACK", "MISSING"]));
    }
    Ok(objects.into_iter().filter_map(|object| Some(Point { what: point(object)?, transition })).collect())
}

fn point(object: Object) -> Option<PointOf> {
    Some(match object {
        Object::Port(pin) | Object::Pin(pin) => PointOf::Pin(pin),
        Object::HierarchicalPin(pin) => PointOf::HierarchicalPin(pin),
        Object::Cell(cell) => PointOf::Cell(cell),
        Object::Instance(instance) => PointOf::Instance(instance),
        Object::Net(net) => PointOf::Net(net),
        Object::Clock(clock) => PointOf::Clock(clock),
        _ => return None,
    })
}
