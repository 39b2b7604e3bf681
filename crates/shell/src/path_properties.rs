//! Properties of paths and of their points.

use zeroslack::Session;
use zeroslack::graph::{Role, TimingGraph};
use zeroslack::paths::{Path, Step, Via};
use zeroslack::sdc::ClockEdge;
use zeroslack::timing::Timing;
use zeroslack::units::{Split, Ticks, Transition, ps};
use zeroslack_report::{Line, LineSubject, Names, NoteKind, PathEnds, PathReport};
use zeroslack_tcl::{Exception, Outcome, Value};

use crate::commands::report_paths::names;
use crate::own::{OfShell, Own};
use zeroslack::constraints::State;
use zeroslack::constraints::object::Object;
use zeroslack::constraints::property::{Is, Property, number, property, property_of};

pub(crate) const OF_ENDS: &[Property] = &[
    property_of(
        "startpoint",
        Is::Object,
        "the pin where its data starts: a register's output, or a port",
        |state, object| {
            let pin = of(state, object, |of| of.data().first().map(|step| step.pin))?;
            Ok(pin.map(|pin| state.handle(Object::Pin(pin))))
        },
    ),
    property_of("endpoint", Is::Object, "the pin or port where it ends", |state, object| {
        let pin = of(state, object, |of| of.path.end.pin)?;
        Ok(Some(state.handle(Object::Pin(pin))))
    }),
    property_of("startpoint_clock", Is::Object, "the clock that launches it", |state, object| {
        clock(state, object, |path| path.end.launch)
    }),
    property_of(
        "startpoint_clock_edge",
        Is::Text,
        "the edge of that clock: `rise` or `fall`",
        |state, object| edge(state, object, |path| path.end.launch),
    ),
    property_of("endpoint_clock", Is::Object, "the clock that captures it", |state, object| {
        clock(state, object, |path| path.end.capture)
    }),
    property_of(
        "endpoint_clock_edge",
        Is::Text,
        "the edge of that clock: `rise` or `fall`",
        |state, object| edge(state, object, |path| path.end.capture),
    ),
    property_of(
        "endpoint_clock_pin",
        Is::Object,
        "the clock pin of the register where it ends",
        |state, object| {
            let pin = of(state, object, |of| of.path.end.check.map(|check| check.clock_pin))?;
            Ok(pin.map(|pin| state.handle(Object::Pin(pin))))
        },
    ),
    property_of("path_group", Is::Text, "its path group, as reports name it", |state, object| {
        Ok(of(state, object, |of| of.ends().map(|ends| ends.group))?.map(Value::from))
    }),
    property_of("path_type", Is::Text, "`max` for setup, `min` for hold", |state, object| {
        let split = of(state, object, |of| of.split())?;
        Ok(Some(Value::from(if split == Split::Late { "max" } else { "min" })))
    }),
    property_of("arrival", Is::Number, "when its data arrives, as reports print it", |state, object| {
        time(state, object, |of| Some(of.ends()?.arrival))
    }),
    property_of("required", Is::Number, "when its data is required", |state, object| {
        time(state, object, |of| of.ends()?.required)
    }),
    property_of("slack", Is::Number, "its slack; INF where nothing is required", |state, object| {
        let unit = state.units().time;
        let slack = slack(state, object)?;
        Ok(Some(slack.map_or_else(|| Value::from("INF"), |slack| number(ps(slack) / unit))))
    }),
    property_of(
        "points",
        Is::Objects,
        "the points of its data, from the startpoint to the endpoint",
        |state, object| {
            let (Object::PathEnd(list, path) | Object::Path(list, path)) = object else { return Ok(None) };
            let count = of(state, object, |of| of.data().len())? as u32;
            Ok(Some(state.handles((0..count).map(|place| Object::PathPoint(list, path, place)))))
        },
    ),
];

pub(crate) const OF_POINTS: &[Property] = &[
    property_of("pin", Is::Object, "the pin or port", |state, object| {
        let pin = of(state, object, |of| of.point().map(|step| step.pin))?;
        Ok(pin.map(|pin| state.handle(Object::Pin(pin))))
    }),
    property_of("transition", Is::Text, "the edge there: `rise` or `fall`", |state, object| {
        let transition = of(state, object, |of| of.point().map(|step| step.transition))?;
        Ok(transition.map(|transition| Value::from(transition.name())))
    }),
    property_of(
        "arrival",
        Is::Number,
        "when the path is there, from the first edge of its clock on",
        |state, object| time(state, object, |of| Some(of.point()?.arrival)),
    ),
    property_of(
        "required",
        Is::Number,
        "when it is required there for the path to be in time",
        |state, object| {
            time(state, object, |of| {
                let (arrival, slack) = (of.point()?.arrival, of.slack()?);
                Some(if of.split() == Split::Late { arrival + slack } else { arrival - slack })
            })
        },
    ),
    property_of("slack", Is::Number, "the slack of the path", |state, object| {
        time(state, object, |of| of.slack())
    }),
    property_of("slew", Is::Number, "the slew there", |state, object| {
        let unit = state.units().time;
        let slew = of(state, object, |of| of.point().and_then(|step| step.slew))?;
        Ok(slew.map(|slew| number(f64::from(slew) / unit)))
    }),
];

/// What `$path_end NAME` gives beside properties, and instead of those of the same names: times are in seconds, as `sta::format_time` takes them.
pub(crate) const METHODS: &[(&str, &str)] = &[
    ("path", "the path to the end"),
    ("pin", "the pin where it ends"),
    ("slack", "its slack"),
    ("arrival", "when its data arrives, as reports print it"),
    ("required", "when its data is required"),
    ("data_arrival_time", "the same as arrival"),
    ("data_required_time", "the same as required"),
    ("margin", "the setup or hold time, or the delay outside of an output port"),
    ("check_crpr", "what the removal of common path pessimism adds to the required time"),
    (
        "source_clk_latency",
        "what constraints say that the network of the launching clock takes (`set_clock_latency`): 0 of a propagated one",
    ),
    ("target_clk_delay", "how much later than its edge the capturing clock is where the path ends"),
];

/// What `$path_end NAME` gives, if it is more than a property.
pub(crate) fn method(state: &mut State, object: Object, name: &str) -> Option<Outcome> {
    let (Object::PathEnd(list, path) | Object::Path(list, path)) = object else { return None };
    let ticks = |state: &mut State, get: fn(&Of<'_>) -> Option<Ticks>| {
        let time = of(state, object, get)?;
        Ok(time.map_or_else(|| Value::from("INF"), |time| Value::from(ps(time) * 1e-12)))
    };
    Some(match name {
        "path" => Ok(state.handle(Object::Path(list, path))),
        "pin" => property(state, object, "endpoint"),
        "slack" => slack(state, object)
            .map(|slack| slack.map_or_else(|| Value::from("INF"), |slack| Value::from(ps(slack) * 1e-12))),
        "arrival" | "data_arrival_time" => ticks(state, |of| Some(of.ends()?.arrival)),
        "required" | "data_required_time" => ticks(state, |of| of.ends()?.required),
        "margin" => ticks(state, |of| Some(of.ends()?.margin)),
        "check_crpr" => ticks(state, |of| {
            let credit = of.ends()?.credit.unwrap_or(0);
            Some(if of.split() == Split::Early { -credit } else { credit })
        }),
        "source_clk_latency" => ticks(state, |of| Some(of.stated_launch_latency())),
        "target_clk_delay" => ticks(state, |of| Some(latency(&of.report()?.capture))),
        _ => return None,
    })
}

/// How much later than its edge a clock is at the end of its network; 0 without a clock.
fn latency(lines: &[Line<'_>]) -> Ticks {
    let is_network = |line: &&Line<'_>| match &line.place {
        LineSubject::Note(note) => matches!(note.kind, NoteKind::SourceLatency | NoteKind::NetworkDelay),
        LineSubject::Pin(_) => true,
    };
    let is_edge =
        |line: &Line<'_>| matches!(&line.place, LineSubject::Note(note) if note.kind == NoteKind::ClockEdge);
    match (lines.first().filter(|line| is_edge(line)), lines.iter().rfind(is_network)) {
        (Some(edge), Some(end)) => end.time - edge.time,
        _ => 0,
    }
}

/// A path that a handle is of.
pub(crate) struct Of<'a> {
    /// The path.
    pub path: &'a Path,
    /// What it is named by.
    pub names: Names<'a>,
    /// Whether something is required of it.
    pub is_constrained: bool,
    /// What it was found in.
    pub found_in: (&'a TimingGraph, &'a Timing),
    /// The place of a point.
    place: usize,
}

impl Of<'_> {
    /// Its data: from the output of the register that launches it, from a port, or from the source of a clock that arrives as data.
    fn data(&self) -> &[Step] {
        &self.path.data[self.path.launch_steps().unwrap_or_else(|| self.path.source_steps())..]
    }

    /// The path as reports have it, without the lines of its data.
    fn report(&self) -> Option<PathReport<'_>> {
        match self.is_constrained {
            true => PathReport::of_ends(&self.names, self.path),
            false => PathReport::unconstrained(&self.names, self.path),
        }
    }

    fn ends(&self) -> Option<PathEnds> {
        self.report().map(|report| report.ends)
    }

    /// How long constraints say that the network of the ideal clock takes that launches it; 0 of a propagated one, whose network is timed.
    fn stated_launch_latency(&self) -> Ticks {
        let (Some(edge), Some(first)) = (self.path.end.launch, self.path.data.first()) else { return 0 };
        let (constraints, split) = (self.names.constraints, self.split());
        let Some(clock) = constraints.clocks.get(edge.clock).filter(|_| self.is_constrained) else {
            return 0;
        };
        if let Some(delays) = constraints.input_delays.get(&first.pin).filter(|_| self.starts_as_data()) {
            let is_included =
                delays.iter().any(|stated| stated.edge == Some(edge) && stated.included.network);
            return if is_included { 0 } else { clock.ideal_latency(split, edge.edge) };
        }
        if first.via != Some(Via::IdealNetwork) {
            return 0;
        }
        match constraints.pin_latencies.is_empty() {
            true => clock.network_latency[split as usize][edge.edge as usize],
            // The clock's arrival tells which of the pins that state latencies counts.
            false => {
                let latencies = self.found_in.0.source_latencies();
                let before = latencies.source_latency(constraints, edge, split);
                first.arrival - first.drive_delay - clock.edges[edge.edge as usize] - before
            }
        }
    }

    /// Whether what starts is data, and not the clock that launches it.
    fn starts_as_data(&self) -> bool {
        self.path.data.first().and_then(|step| step.tag).is_some_and(|tag| tag.role == Role::Data)
    }

    fn split(&self) -> Split {
        self.path.end.kind.split()
    }

    fn slack(&self) -> Option<Ticks> {
        self.is_constrained.then_some(self.path.end.slack)
    }

    fn point(&self) -> Option<&Step> {
        self.data().get(self.place)
    }
}

fn gone(object: Object) -> Exception {
    let what = object.kind().names();
    let message = format!("this {what} is of an analysis before the last change: ask for it again");
    Exception::coded(message, ["ZEROSLACK", "STALE"])
}

/// Asks something of the path that a handle is of.
pub(crate) fn of<T>(state: &State, object: Object, ask: impl FnOnce(&Of<'_>) -> T) -> Result<T, Exception> {
    of_own(state.own()?, object, ask)
}

fn of_own<T>(own: &Own, object: Object, ask: impl FnOnce(&Of<'_>) -> T) -> Result<T, Exception> {
    let (list, number, place) = match object {
        Object::PathEnd(list, number) | Object::Path(list, number) => (list, number, 0),
        Object::PathPoint(list, number, place) => (list, number, place),
        _ => return Err(gone(object)),
    };
    let paths = own.path_lists.get(list).ok_or_else(|| gone(object))?;
    let timed = own.timed().map_err(|_| gone(object))?;
    let (path, constraints) = paths.path(timed, number as usize).ok_or_else(|| gone(object))?;
    let (names, is_constrained) = (Names { constraints, ..names(timed) }, paths.are_constrained());
    let found_in = paths.graph_and_timing(timed);
    Ok(ask(&Of { path: &path, names, is_constrained, found_in, place: place as usize }))
}

/// The slack of a path, which is known without the path.
fn slack(state: &State, object: Object) -> Result<Option<Ticks>, Exception> {
    let (Object::PathEnd(list, number) | Object::Path(list, number)) = object else {
        return Err(gone(object));
    };
    let paths = state.own()?.path_lists.get(list).ok_or_else(|| gone(object))?;
    let timed = state.session()?.timed().map_err(|_| gone(object))?;
    if !paths.is_of(timed) {
        return Err(gone(object));
    }
    Ok(paths.slack(timed, number as usize))
}

fn time(
    state: &State,
    object: Object,
    get: impl FnOnce(&Of<'_>) -> Option<Ticks>,
) -> Result<Option<Value>, Exception> {
    let unit = state.units().time;
    Ok(of(state, object, get)?.map(|time| number(ps(time) / unit)))
}

fn clock(
    state: &State,
    object: Object,
    edge: fn(&Path) -> Option<ClockEdge>,
) -> Result<Option<Value>, Exception> {
    let edge = stated_edge(state, object, edge)?;
    Ok(edge.map(|edge| state.handle(Object::Clock(edge.clock))))
}

fn edge(
    state: &State,
    object: Object,
    edge: fn(&Path) -> Option<ClockEdge>,
) -> Result<Option<Value>, Exception> {
    let edge = stated_edge(state, object, edge)?;
    Ok(edge.map(|edge| Value::from(Transition::name(edge.edge))))
}

/// An edge of a clock that constraints state: a path that nothing is required of may be launched by none.
fn stated_edge(
    state: &State,
    object: Object,
    edge: fn(&Path) -> Option<ClockEdge>,
) -> Result<Option<ClockEdge>, Exception> {
    let edge = of(state, object, |of| edge(of.path))?;
    let clocks = &state.constraints()?.clocks;
    Ok(edge.filter(|edge| clocks.get(edge.clock).is_some()))
}

/// The name of a path or of a point of it: that of the pin where it ends, or that it is at.
pub(crate) fn name(own: &Own, object: Object) -> Result<String, Exception> {
    let pin = of_own(own, object, |of| match object {
        Object::PathPoint(..) => of.point().map(|step| step.pin),
        _ => Some(of.path.end.pin),
    })?;
    let netlist = own.session.as_ref().map(Session::netlist);
    Ok(pin.zip(netlist).map_or_else(String::new, |(pin, netlist)| netlist.pin_name(pin)))
}
