//! Exceptions: false and multicycle paths, limits on delays, margins, path groups, and what resets them.

use zeroslack_sdc::{
    Exception as PathException, ExceptionKind, ExceptionPaths, MovedEdge, PathObject, PathObjects,
};
use zeroslack_tcl::{Exception, Outcome, Value};
use zeroslack_units::Transition;

use super::numbers::{number, time};
use crate::arguments::Arguments;
use crate::command::{Command, Group, Opt, Run, flag, flag_that, required, value, value_that};
use crate::object::{Kinds, Object};
use crate::state::State;

/// The options that say which paths are meant, and those of a command.
macro_rules! options {
    ($($option:expr),* $(,)?) => {
        &[
            value_that("-from", "objects", "where paths start: clock pins of registers, input ports, cells, clocks"),
            value("-rise_from", "objects"),
            value("-fall_from", "objects"),
            value_that("-through", "objects", "what paths pass: pins, ports, cells or nets; several are passed one after the other"),
            value("-rise_through", "objects"),
            value("-fall_through", "objects"),
            value_that("-to", "objects", "where paths end: data pins of registers, output ports, cells, clocks"),
            value("-rise_to", "objects"),
            value("-fall_to", "objects"),
            $($option,)*
        ]
    };
}

const RISE: Opt = flag_that("-rise", "paths that rise where they end only");
const FALL: Opt = flag_that("-fall", "paths that fall where they end only");
const SETUP: Opt = flag_that("-setup", "of setup checks only");
const HOLD: Opt = flag_that("-hold", "of hold checks only");
const RESET: Opt = flag_that("-reset_path", "takes away first what was said before of such paths");
const COMMENT: Opt = value("-comment", "text");
const IGNORE: Opt = flag_that("-ignore_clock_latency", "latencies of clocks do not count");
const PROBE: Opt = flag_that("-probe", "paths that pass a pin where one starts or ends go on");

pub(crate) const COMMANDS: &[Command] = &[
    Command {
        name: "set_false_path",
        group: Group::Exceptions,
        summary: "Paths that are not timed.",
        options: options![SETUP, HOLD, RISE, FALL, RESET, COMMENT],
        operands: &[],
        run: Run::State(set_false_path),
    },
    Command {
        name: "set_multicycle_path",
        group: Group::Exceptions,
        summary: "Paths that have several cycles.",
        options: options![
            flag_that("-setup", "of setup checks: so many cycles from launch to capture"),
            flag_that("-hold", "of hold checks: so many cycles earlier"),
            RISE,
            FALL,
            flag_that("-start", "in cycles of the clock that launches"),
            flag_that("-end", "in cycles of the clock that captures"),
            RESET,
            COMMENT,
        ],
        operands: &[required("cycles")],
        run: Run::State(set_multicycle_path),
    },
    Command {
        name: "set_max_delay",
        group: Group::Exceptions,
        summary: "The most that paths may take, whatever their clocks say.",
        options: options![RISE, FALL, IGNORE, PROBE, RESET, COMMENT],
        operands: &[required("delay")],
        run: Run::State(set_max_delay),
    },
    Command {
        name: "set_min_delay",
        group: Group::Exceptions,
        summary: "The least that paths have to take, whatever their clocks say.",
        options: options![RISE, FALL, IGNORE, PROBE, RESET, COMMENT],
        operands: &[required("delay")],
        run: Run::State(set_min_delay),
    },
    Command {
        name: "set_path_margin",
        group: Group::Exceptions,
        summary: "By how much paths have to be better than their checks say.",
        options: options![SETUP, HOLD, RISE, FALL, RESET, COMMENT],
        operands: &[required("margin")],
        run: Run::State(set_path_margin),
    },
    Command {
        name: "group_path",
        group: Group::Exceptions,
        summary: "Paths that are reported in a group of their own.",
        options: options![
            value("-name", "name"),
            flag_that("-default", "the paths are in the default group"),
            value_that("-weight", "number", "how much the group counts; kept for other tools"),
            COMMENT,
        ],
        operands: &[],
        run: Run::State(group_path),
    },
    Command {
        name: "reset_path",
        group: Group::Exceptions,
        summary: "Takes away what was said of paths: they are timed as their clocks say.",
        options: options![SETUP, HOLD, RISE, FALL, flag("-all")],
        operands: &[],
        run: Run::State(reset_path),
    },
];

fn set_false_path(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    state_exception(state, arguments, ExceptionKind::False, arguments.pair("-hold", "-setup"))
}

fn set_multicycle_path(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let word = arguments.required(0)?;
    let cycles = word.int().and_then(|cycles| i32::try_from(cycles).ok());
    let Some(cycles) = cycles else {
        return Err(arguments.error(&format!("'{word}' is no number of cycles: expected an integer")));
    };
    let moved = match (arguments.has("-start"), arguments.has("-end")) {
        (false, false) => None,
        (true, false) => Some(MovedEdge::Launch),
        (false, true) => Some(MovedEdge::Capture),
        (true, true) => return Err(arguments.error("expected only one of -start and -end")),
    };
    let kind = ExceptionKind::Multicycle { cycles, moved };
    state_exception(state, arguments, kind, arguments.pair("-hold", "-setup"))
}

fn set_max_delay(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let kind = delay(state, arguments)?;
    state_exception(state, arguments, kind, [false, true])
}

fn set_min_delay(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let kind = delay(state, arguments)?;
    state_exception(state, arguments, kind, [true, false])
}

fn delay(state: &State, arguments: &Arguments<'_>) -> Result<ExceptionKind, Exception> {
    let delay = time(state, arguments, arguments.required(0)?)?;
    let (ignores_latency, probes) = (arguments.has("-ignore_clock_latency"), arguments.has("-probe"));
    Ok(ExceptionKind::Delay { delay, ignores_latency, probes })
}

fn set_path_margin(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let margin = time(state, arguments, arguments.required(0)?)?;
    state_exception(state, arguments, ExceptionKind::Margin(margin), arguments.pair("-hold", "-setup"))
}

fn group_path(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let weight = arguments.value("-weight").map_or(Ok(1.0), |word| number(arguments, word))?;
    let name = match (arguments.value("-name"), arguments.has("-default")) {
        (Some(name), false) => Some((*name.text()).into()),
        (None, true) => None,
        _ => return Err(arguments.error("expected either -name or -default")),
    };
    state_exception(state, arguments, ExceptionKind::Group { name, weight }, [true; 2])
}

fn reset_path(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let splits = arguments.pair("-hold", "-setup");
    let Some(paths) = paths(state, arguments)? else { return Ok(Value::empty()) };
    let is_free = paths.from.is_none() && paths.through.is_empty() && paths.to.is_none();
    if is_free != arguments.has("-all") {
        return Err(arguments.error("expected either -all or some of -from, -through and -to"));
    }
    state.edit(|editor| editor.reset_paths(&paths, splits))?;
    Ok(Value::empty())
}

/// States an exception of the paths that the options name.
fn state_exception(
    state: &mut State,
    arguments: &Arguments<'_>,
    kind: ExceptionKind,
    splits: [bool; 2],
) -> Outcome {
    let Some(paths) = paths(state, arguments)? else { return Ok(Value::empty()) };
    let resets = arguments.command.options.iter().any(|option| option.name == "-reset_path")
        && arguments.has("-reset_path");
    let comment = arguments.value("-comment").map(|text| (*text.text()).into());
    state.edit(|editor| {
        let exception = PathException { kind, splits, paths, comment };
        if resets {
            // If the exception cannot be stated the others stay.
            editor.check_exception(&exception)?;
            editor.reset_paths(&exception.paths, splits)?;
        }
        editor.add_exception(exception)
    })?;
    Ok(Value::empty())
}

/// The paths that the options name; none, with a warning, if one names only what is not there.
fn paths(state: &mut State, arguments: &Arguments<'_>) -> Result<Option<ExceptionPaths>, Exception> {
    let ends = Kinds::CLOCKS.or(Kinds::PORTS).or(Kinds::PINS).or(Kinds::CELLS);
    let passed = Kinds::PORTS.or(Kinds::PINS).or(Kinds::CELLS).or(Kinds::NETS);
    let has = |name: &str| arguments.command.options.iter().any(|option| option.name == name);
    let mut paths = ExceptionPaths::default();
    if has("-rise") {
        paths.transition = match arguments.pair("-rise", "-fall") {
            [true, false] => Some(Transition::Rise),
            [false, true] => Some(Transition::Fall),
            _ => None,
        };
    }
    let options = ["-from", "-rise_from", "-fall_from"];
    for (which, word) in arguments.each_of(&options) {
        let Some(set) = set(state, arguments, (options[which], word), which, ends)? else { return Ok(None) };
        if paths.from.replace(set).is_some() {
            return Err(arguments.error(&format!("expected only one of {}", options.join(", "))));
        }
    }
    let options = ["-through", "-rise_through", "-fall_through"];
    for (which, word) in arguments.each_of(&options) {
        let Some(set) = set(state, arguments, (options[which], word), which, passed)? else {
            return Ok(None);
        };
        paths.through.push(set);
    }
    let options = ["-to", "-rise_to", "-fall_to"];
    for (which, word) in arguments.each_of(&options) {
        let Some(set) = set(state, arguments, (options[which], word), which, ends)? else { return Ok(None) };
        if paths.to.replace(set).is_some() {
            return Err(arguments.error(&format!("expected only one of {}", options.join(", "))));
        }
    }
    Ok(Some(paths))
}

/// The objects of an option.
fn set(
    state: &mut State,
    arguments: &Arguments<'_>,
    (option, word): (&str, &Value),
    which: usize,
    kinds: Kinds,
) -> Result<Option<PathObjects>, Exception> {
    let transition = [None, Some(Transition::Rise), Some(Transition::Fall)][which];
    let objects = state.objects(word, kinds)?;
    if objects.is_empty() {
        let name = arguments.command.name;
        // An empty list in a file of constraints is of names of nothing, which were said.
        if word.is_empty() && state.reading.is_some() {
            return Ok(None);
        }
        state.warn(format!("{name}: {option} names nothing that is there: '{word}'; nothing is stated"));
        return Ok(None);
    }
    Ok(Some(PathObjects::new(objects.into_iter().filter_map(path_object), transition)))
}

pub(crate) fn path_object(object: Object) -> Option<PathObject> {
    Some(match object {
        Object::Port(pin) | Object::Pin(pin) => PathObject::Pin(pin),
        Object::HierarchicalPin(pin) => PathObject::HierarchicalPin(pin),
        Object::Cell(cell) => PathObject::Cell(cell),
        Object::Instance(instance) => PathObject::Instance(instance),
        Object::Net(net) => PathObject::Net(net),
        Object::Clock(clock) => PathObject::Clock(clock),
        _ => return None,
    })
}
