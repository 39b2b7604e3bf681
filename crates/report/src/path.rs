//! A path, ready to be listed.

use serde_json::{Map, Value, json};
use zeroslack_graph::CheckOrigin;
use zeroslack_paths::{Path, PathBorrow, Step};
use zeroslack_sdc::ClockEdge;
use zeroslack_timing::EndpointKind;
use zeroslack_units::{Split, Ticks, Transition};

use crate::analysis::Names;
use crate::capture::CaptureLines;
use crate::cycle::{delay_lines, later};
use crate::json::{float, time};
use crate::launch::LaunchLines;
use crate::line::{Line, LineSubject, Lines, PinLine};
use crate::path_moments::PathMoments;
use crate::point::Point;

/// What a line tells of a path: its ends and its times.
#[derive(Clone, Debug, PartialEq)]
pub struct PathEnds {
    /// Where it starts: a register's clock pin, or a port.
    pub startpoint: Point,
    /// Where it ends: the pin that is checked, or a port.
    pub endpoint: Point,
    /// The clock edge that launches it, by its clock's name.
    pub launch: Option<(String, Transition)>,
    /// The clock edge that captures it, by its clock's name.
    pub capture: Option<(String, Transition)>,
    /// The clock that captures it, `asynchronous` for recovery and removal, `unclocked` where there is none.
    pub group: String,
    /// Of which analysis it is.
    pub split: Split,
    /// What is checked; none where nothing is required.
    pub kind: Option<EndpointKind>,
    /// The transition at the end.
    pub transition: Transition,
    /// When the data arrives, in the cycle in which the path is listed.
    pub arrival: Ticks,
    /// When it is required, if it is.
    pub required: Option<Ticks>,
    /// Negative if it is violated; none where nothing is required.
    pub slack: Option<Ticks>,
    /// What the removal of common path pessimism adds to the slack; none where it is off.
    pub credit: Option<Ticks>,
    /// The setup, hold, recovery or removal time of the check, or the delay outside of an output port.
    pub margin: Ticks,
    /// What asks for the check that it ends at; none where it ends at no check.
    pub origin: Option<CheckOrigin>,
    /// What may be borrowed from the latch that it ends at, and is; none where it ends at none.
    pub borrow: Option<PathBorrow>,
    /// What the path's own margin adds to the time that is required.
    pub path_margin: Ticks,
    /// The limit that it has in place of what its clocks say.
    pub limit: Option<Ticks>,
    /// The cycles that an exception gives it.
    pub cycles: Option<i32>,
    /// How much later than the first edge of the launching clock the path is listed.
    pub later: Ticks,
    /// How much later than the first edge of the capturing clock its network is listed.
    pub captured_later: Ticks,
}

/// A path as it is listed, from the first launch of its clock that is followed by a capture as far away as the path's: both edges are ones that the clocks have. Each list of lines adds up exactly, and `launch` and `data` are one sum.
#[derive(Clone, Debug, PartialEq)]
pub struct PathReport<'a> {
    /// Where it starts and ends, and when.
    pub ends: PathEnds,
    /// The launching clock's edge and network, up to the register's clock pin; at a port, what lies in front of it.
    pub launch: Vec<Line<'a>>,
    /// From there to the end.
    pub data: Vec<Line<'a>>,
    /// The capturing clock's edge and network, then the check; at a port, what lies after it.
    pub capture: Vec<Line<'a>>,
    /// Whether it is a clock that arrives as data: `launch` is its way to its own source then.
    pub is_clock: bool,
    /// Its slack as a random variable, where that is asked for.
    pub statistical: Option<PathMoments>,
    /// The networks of ideal clocks that launch and capture, pin by pin, where that is asked for. Their times have no part in the path's.
    pub ideal_networks: [Vec<Line<'a>>; 2],
    /// The name of the design.
    pub design: &'a str,
}

impl<'a> PathReport<'a> {
    /// Of a path of a design. The path may have been found before the last edits: it is listed as it was then, by the present names of its
    /// pins, cells and nets. None if it does not lead from where signals start to where one is required, or if a clock that it names is gone.
    pub fn new(names: &Names<'a>, path: &Path) -> Option<Self> {
        Self::with_data(names, path, &path.data)
    }

    /// The same without the lines of its data, where only its ends are wanted.
    pub fn of_ends(names: &Names<'a>, path: &Path) -> Option<Self> {
        Self::with_data(names, path, &[])
    }

    fn with_data(names: &Names<'a>, path: &Path, steps: &[Step]) -> Option<Self> {
        if !names.has_clocks_of(path) {
            return None;
        }
        let launch = LaunchLines::new(*names, path)?;
        let capture = CaptureLines::new(*names, path)?;
        let mut data = Lines::after(&launch.lines);
        data.steps(*names, steps.get(launch.steps..).unwrap_or_default(), 0);
        let captured = capture.lines.list.first().map(|line| line.time);
        let later = match (path.end.launch, path.end.capture, captured) {
            _ if path.end.limit.is_some() => 0,
            (Some(launch), Some(capture), Some(captured)) => {
                later(*names, [launch, capture], captured, path.end.cycles.is_some())
            }
            _ => 0,
        };
        let edge = |edge: ClockEdge| (names.clock(edge).name.to_string(), edge.edge);
        let ends = PathEnds {
            startpoint: launch.startpoint,
            launch: path.end.launch.map(edge),
            capture: path.end.capture.map(edge),
            endpoint: capture.endpoint,
            group: names.group_name(path.end.group).to_string(),
            split: path.end.kind.split(),
            kind: Some(path.end.kind),
            transition: path.end.transition,
            arrival: path.end.arrival + later,
            required: Some(path.end.required + later),
            slack: Some(path.end.slack),
            credit: path.is_after_cppr.then_some(path.credit),
            margin: match &path.end.check {
                Some(check) => check.margin,
                None => {
                    let external = capture.lines.list.last().map_or(0, |line| line.delay);
                    if path.end.kind.split() == Split::Late { -external } else { external }
                }
            },
            origin: path.end.check.map(|check| check.origin),
            borrow: path.end.check.and_then(|check| check.borrow),
            path_margin: path.end.later_by_path_margin(),
            limit: path.end.limit.map(|limit| limit.delay),
            cycles: path.end.cycles,
            later,
            captured_later: path.end.check.map_or(0, |check| check.borrow.map_or(check.shift, |it| it.shift))
                + later,
        };
        let mut report = Self {
            ends,
            is_clock: launch.is_clock,
            launch: launch.lines.list,
            data: data.list,
            capture: capture.lines.list,
            statistical: None,
            ideal_networks: Default::default(),
            design: names.netlist.name(),
        };
        delay_lines(report.launch.iter_mut().chain(&mut report.data), later);
        delay_lines(report.capture.iter_mut(), later);
        Some(report)
    }

    /// A path that nothing is required of, whatever its end says. Its times are those of the first edge that launches it.
    pub fn unconstrained(names: &Names<'a>, path: &Path) -> Option<Self> {
        let launch = LaunchLines::unconstrained(*names, path)?;
        let mut data = Lines::after(&launch.lines);
        data.steps(*names, &path.data[launch.steps..], 0);
        let last = path.data.last()?;
        let what = if names.netlist.port_of(last.pin).is_some() { "output port" } else { "internal pin" };
        let launched = |edge: ClockEdge| (names.clock(edge).name.to_string(), edge.edge);
        let ends = PathEnds {
            startpoint: launch.startpoint,
            endpoint: Point::new(*names, (last, last.pin), false, None, what),
            launch: path.end.launch.map(launched).filter(|(clock, _)| !clock.is_empty()),
            capture: None,
            group: "unconstrained".to_owned(),
            split: path.end.kind.split(),
            kind: None,
            transition: path.end.transition,
            arrival: path.end.arrival,
            required: None,
            slack: None,
            credit: None,
            margin: 0,
            origin: None,
            borrow: None,
            path_margin: 0,
            limit: None,
            cycles: None,
            later: 0,
            captured_later: 0,
        };
        Some(Self {
            ends,
            is_clock: launch.is_clock,
            launch: launch.lines.list,
            data: data.list,
            capture: Vec::new(),
            statistical: None,
            ideal_networks: Default::default(),
            design: names.netlist.name(),
        })
    }

    /// The same with the steps of the networks of the ideal clocks that launch and capture it.
    #[must_use]
    pub fn with_ideal_networks(self, names: &Names<'a>, networks: [&[Step]; 2]) -> Self {
        let lines = |steps: &[Step]| {
            let mut lines = Lines::from(0);
            lines.steps(*names, steps, 0);
            lines.list
        };
        Self { ideal_networks: networks.map(lines), ..self }
    }

    /// The same with its slack as a random variable.
    #[must_use]
    pub fn with_statistical(self, moments: PathMoments) -> Self {
        Self { statistical: Some(moments), ..self }
    }

    /// Its ends as [`PathEnds::json`] has them, and its lines: `launch`, `data`, `capture`. A line is `pin`, `cell`, `net`, `transition`, `fanout`, `capacitance`, `slew`,
    /// `delay`, `time`, or `note`, `delay`, `time`. In a design with a hierarchy `hierarchical_pins` are those that the net passes on its way there.
    /// `statistical` is what [`PathMoments::json`] makes, where that is asked for.
    pub fn json(&self) -> Value {
        let mut object = self.ends.json();
        object["launch"] = lines_json(&self.launch);
        object["data"] = lines_json(&self.data);
        object["capture"] = lines_json(&self.capture);
        if let Some(moments) = &self.statistical {
            object["statistical"] = moments.json();
        }
        object
    }
}

impl PathEnds {
    /// An object: `check`, `split`, `group`, `startpoint` and `endpoint` (each `pin`, `description`, `clock`), `transition`,
    /// `arrival`, `required`, `slack`.
    pub fn json(&self) -> Value {
        json!({
            "check": self.kind.map(EndpointKind::name),
            "split": self.split.name(),
            "group": self.group,
            "startpoint": point_json(&self.startpoint),
            "endpoint": point_json(&self.endpoint),
            "transition": self.transition.name(),
            "arrival": time(self.arrival),
            "required": self.required.map(time),
            "slack": self.slack.map(time),
        })
    }
}

fn point_json(point: &Point) -> Value {
    json!({ "pin": point.pin, "description": point.description, "clock": point.clock })
}

fn lines_json(lines: &[Line<'_>]) -> Value {
    let one = |line: &Line<'_>| {
        let mut object = match &line.place {
            LineSubject::Note(note) => Map::from_iter([("note".to_string(), json!(note.text))]),
            LineSubject::Pin(pin) => pin_json(pin),
        };
        object.insert("delay".to_string(), time(line.delay));
        object.insert("time".to_string(), time(line.time));
        Value::Object(object)
    };
    lines.iter().map(one).collect()
}

fn pin_json(pin: &PinLine<'_>) -> Map<String, Value> {
    let fields = [
        ("pin", json!(pin.pin)),
        ("cell", json!(pin.cell)),
        ("net", json!(pin.net)),
        ("transition", json!(pin.transition.name())),
        ("fanout", json!(pin.driver.map(|driver| driver.fanout))),
        ("capacitance", json!(pin.driver.map(|driver| float(driver.capacitance)))),
        ("slew", json!(pin.slew.map(float))),
    ];
    let passed = (!pin.passed.is_empty()).then(|| ("hierarchical_pins", json!(pin.passed)));
    fields.into_iter().chain(passed).map(|(key, value)| (key.to_string(), value)).collect()
}
