//! Generated clocks, groups of clocks, and which edges of clocks pass a pin.

use zeroslack_netlist::PinId;
use zeroslack_sdc::{
    Clock, ClockGroupKind, ClockGroups, ClockId, ClockSense, Derivation, Exception as PathException,
    ExceptionKind, ExceptionPaths, GeneratedClock, OtherClocks, PathObject, PathObjects,
};
use zeroslack_tcl::{Exception, Outcome, Value};
use zeroslack_units::Ticks;

use super::clocks::{clock_name, say_replaced, sources};
use super::exceptions::path_object;
use super::latencies::clocks_of;
use super::numbers::{number, time};
use super::objects::{pins_for, pins_in_clocks, pins_named};
use crate::arguments::Arguments;
use crate::command::{Command, Group, Opt, Run, flag_that, repeated, required, value, value_that};
use crate::object::{Kinds, Object};
use crate::state::State;

const CLOCKS: Opt = value_that("-clocks", "clocks", "of these clocks; otherwise of all that come there");
const POSITIVE: Opt =
    flag_that("-positive", "edges that are there in the transition of the clock's own edge");
const NEGATIVE: Opt = flag_that("-negative", "edges that are there in the other transition");
const STOPS: Opt = flag_that("-stop_propagation", "none of them");

const LOGICALLY: Opt = flag_that("-logically_exclusive", "one at a time is selected");
const PHYSICALLY: Opt = flag_that("-physically_exclusive", "they cannot be there at the same time");
const ASYNCHRONOUS: Opt = flag_that("-asynchronous", "their phases are unrelated");

pub(crate) const COMMANDS: &[Command] = &[
    Command {
        name: "create_generated_clock",
        group: Group::Clocks,
        summary: "Creates a clock that is made from another one.",
        options: &[
            value("-name", "name"),
            value_that("-source", "pin", "a pin that the clock comes to which this one is made of"),
            value_that("-master_clock", "clock", "which one, where several come there"),
            value_that("-divide_by", "factor", "so many periods of the master are one"),
            value_that("-multiply_by", "factor", "so many periods in one of the master"),
            value_that("-duty_cycle", "percent", "with -multiply_by: how much of its period it is high"),
            value_that(
                "-edges",
                "numbers",
                "the master's edges that make rise, fall and rise, 1 for its first rise",
            ),
            value_that("-edge_shift", "times", "by how much later each of them is"),
            flag_that("-invert", "rise and fall are exchanged"),
            flag_that("-combinational", "it has the master's waveform, and comes by combinational ways"),
            flag_that("-add", "clocks that start there already stay"),
            value("-comment", "text"),
        ],
        operands: &[required("sources")],
        run: Run::State(create_generated_clock),
    },
    Command {
        name: "set_clock_groups",
        group: Group::Clocks,
        summary: "No paths lead from clocks of one group to those of another.",
        options: &[
            value("-name", "name"),
            LOGICALLY,
            PHYSICALLY,
            ASYNCHRONOUS,
            flag_that("-allow_paths", "paths between them are timed all the same"),
            value_that("-group", "clocks", "a group; where there is one, all other clocks are the other"),
            value("-comment", "text"),
        ],
        operands: &[repeated("more words")],
        run: Run::State(set_clock_groups),
    },
    Command {
        name: "unset_clock_groups",
        group: Group::Clocks,
        summary: "Takes groups of clocks of a kind back.",
        options: &[
            LOGICALLY,
            PHYSICALLY,
            ASYNCHRONOUS,
            value_that("-name", "names", "those of these names"),
            flag_that("-all", "all of the kind"),
        ],
        operands: &[],
        run: Run::State(unset_clock_groups),
    },
    Command {
        name: "set_sense",
        group: Group::Clocks,
        summary: "Which edges of clocks pass pins of their networks; with -type data, that data stops at pins.",
        options: &[
            value_that(
                "-type",
                "clock|data",
                "clock, unless said otherwise; data has -stop_propagation alone: paths through the pins are false",
            ),
            POSITIVE,
            NEGATIVE,
            STOPS,
            flag_that("-non_unate", "all of them again"),
            CLOCKS,
        ],
        operands: &[required("ports or pins")],
        run: Run::State(set_sense),
    },
    Command {
        name: "set_clock_sense",
        group: Group::Clocks,
        summary: "The same by its older name.",
        options: &[POSITIVE, NEGATIVE, STOPS, flag_that("-non_unate", "all of them again"), CLOCKS],
        operands: &[required("ports or pins")],
        run: Run::State(set_sense),
    },
];

fn create_generated_clock(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let named = pins_named(state, arguments.required(0)?)?;
    let name = clock_name(state, arguments, &named)?.unwrap_or_default();
    let (sources, at) = sources(state, named, &name)?;
    if sources.is_empty() && at.is_empty() {
        return Err(
            arguments.error_of_nothing("the list of sources has nothing in it: expected ports or pins")
        );
    }
    let Some(source) = arguments.value("-source") else {
        return Err(arguments.error("expected -source and a pin that the master clock comes to"));
    };
    let source = master_pin(state, arguments, source)?;
    let stated_master = match arguments.value("-master_clock") {
        Some(list) => Some(one(arguments, "-master_clock", &clocks_of(state, list)?)?),
        None => None,
    };
    let generated = GeneratedClock {
        source,
        stated_master,
        master: None,
        derivation: derivation(state, arguments)?,
        is_combinational: arguments.has("-combinational"),
        is_inverted: arguments.has("-invert"),
        has_own_latency: false,
    };
    let others = if arguments.has("-add") { OtherClocks::Kept } else { OtherClocks::Replaced };
    let (generated, propagated) = (Some(generated), state.settings.propagates_clocks);
    let clock = Clock { name: name.as_str().into(), sources, generated, propagated, ..Clock::default() };
    let (id, gone) = state.edit(|editor| editor.create_clock_at(clock, &at, others))?;
    say_replaced(state, &name, gone);
    say_master(state, id)?;
    Ok(Value::empty())
}

/// The pin that a master clock comes to. To all loads behind a pin of an instance the same clocks come, so that the first stands for them; where there are none, it is
/// what drives the net.
fn master_pin(state: &mut State, arguments: &Arguments<'_>, list: &Value) -> Result<PinId, Exception> {
    let objects = state.objects(list, Kinds::PORTS.or(Kinds::PINS))?;
    let object = one(arguments, "-source", &objects)?;
    let netlist = state.netlist()?;
    let mut pins = Vec::new();
    if let Object::HierarchicalPin(pin) = object {
        pins = state.constraints()?.sources_at(netlist, pin, None);
        if !pins.iter().all(|&pin| netlist.is_driver(pin)) {
            pins.truncate(1);
        }
    }
    if pins.is_empty() {
        pins_for(netlist, object, &mut pins);
    }
    one(arguments, "-source", &pins)
}

/// The only one of some objects.
fn one<T: Copy>(arguments: &Arguments<'_>, option: &str, found: &[T]) -> Result<T, Exception> {
    match *found {
        [one] => Ok(one),
        [] => Err(arguments.error_of_nothing(&format!("{option} names nothing: expected one object"))),
        _ => Err(arguments.error(&format!("{option} names {} objects: expected one", found.len()))),
    }
}

/// How the edges follow from the master's.
fn derivation(state: &State, arguments: &Arguments<'_>) -> Result<Derivation, Exception> {
    let given = ["-divide_by", "-multiply_by", "-edges"].map(|option| arguments.value(option));
    if arguments.has("-duty_cycle") && given[1].is_none() {
        return Err(arguments.error("-duty_cycle is for -multiply_by"));
    }
    if arguments.has("-edge_shift") && given[2].is_none() {
        return Err(arguments.error("-edge_shift is for -edges"));
    }
    match given {
        [Some(by), None, None] => Ok(Derivation::Divide(factor(arguments, by)?)),
        [None, Some(by), None] => {
            let duty = arguments.value("-duty_cycle").map(|duty| number(arguments, duty)).transpose()?;
            Ok(Derivation::Multiply(factor(arguments, by)?, duty))
        }
        [None, None, Some(list)] => {
            let edges: Vec<u32> =
                list.elements()?.iter().map(|word| factor(arguments, word)).collect::<Result<_, _>>()?;
            let [first, second, third] = edges[..] else {
                return Err(arguments.error("-edges: expected three numbers of edges"));
            };
            Ok(Derivation::Edges([first, second, third], shifts(state, arguments)?))
        }
        [None, None, None] if arguments.has("-combinational") => Ok(Derivation::Divide(1)),
        [None, None, None] => {
            Err(arguments.error("expected one of -divide_by, -multiply_by, -edges and -combinational"))
        }
        _ => Err(arguments.error("expected only one of -divide_by, -multiply_by and -edges")),
    }
}

fn factor(arguments: &Arguments<'_>, word: &Value) -> Result<u32, Exception> {
    let text = word.text();
    let error = || arguments.error(&format!("'{text}' is no number of edges or periods: expected 1 or more"));
    text.trim().parse().ok().filter(|&by| by > 0).ok_or_else(error)
}

fn shifts(state: &State, arguments: &Arguments<'_>) -> Result<[Ticks; 3], Exception> {
    let Some(list) = arguments.value("-edge_shift") else { return Ok([0; 3]) };
    let shifts: Vec<Ticks> =
        list.elements()?.iter().map(|word| time(state, arguments, word)).collect::<Result<_, _>>()?;
    <[Ticks; 3]>::try_from(shifts).map_err(|_| arguments.error("-edge_shift: expected three times"))
}

/// Says if it is not clear which clock a new one is made of.
fn say_master(state: &mut State, id: ClockId) -> Result<(), Exception> {
    let clocks = &state.constraints()?.clocks;
    let (clock, name) = (&clocks[id], clocks[id].name.to_string());
    let Some(generated) = clock.generated.as_ref().filter(|of| of.stated_master.is_none()) else {
        return Ok(());
    };
    let coming = clocks.coming_to(state.netlist()?, generated.source, id);
    let names: Vec<String> = coming.iter().map(|&clock| format!("'{}'", clocks[clock].name)).collect();
    match &names[..] {
        [] => state.warn(format!(
            "generated clock '{name}' does not count until a clock comes to its -source"
        )),
        [_] => {}
        [first, ..] => state.warn(format!(
            "generated clock '{name}' is made of {first}, the first of {}, which all come to its -source; -master_clock says which",
            names.join(", ")
        )),
    }
    Ok(())
}

/// The kind of groups that is named.
fn kind(arguments: &Arguments<'_>) -> Result<ClockGroupKind, Exception> {
    let named: Vec<ClockGroupKind> =
        ClockGroupKind::ALL.into_iter().filter(|kind| arguments.has(kind.option())).collect();
    one_kind(&named).ok_or_else(|| {
        arguments.error("expected one of -logically_exclusive, -physically_exclusive and -asynchronous")
    })
}

fn one_kind(named: &[ClockGroupKind]) -> Option<ClockGroupKind> {
    if let [one] = *named { Some(one) } else { None }
}

fn set_clock_groups(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let kind = kind(arguments)?;
    for word in arguments.operands_from(0) {
        state.leave_out(format!(
            "set_clock_groups: '{word}' is in no group: a group is one list behind -group"
        ));
    }
    let lists: Vec<&Value> = arguments.each_of(&["-group"]).map(|(_, list)| list).collect();
    let mut groups = Vec::with_capacity(lists.len());
    for list in lists {
        let clocks = clocks_of(state, list)?;
        if clocks.is_empty() {
            return Err(arguments.error("a group has no clocks"));
        }
        groups.push(clocks);
    }
    if groups.is_empty() {
        return Err(arguments.error("no clocks are named: expected -group and clocks"));
    }
    let name = match arguments.value("-name") {
        Some(word) => word.text().to_string(),
        None => free_name(&state.constraints()?.clock_groups, kind),
    };
    let groups = ClockGroups { name: name.into(), kind, allows_paths: arguments.has("-allow_paths"), groups };
    state.edit(|editor| editor.set_clock_groups(groups))?;
    Ok(Value::empty())
}

/// A name that no groups of the kind have.
fn free_name(groups: &[ClockGroups], kind: ClockGroupKind) -> String {
    let is_free = |name: &String| !groups.iter().any(|known| known.kind == kind && *known.name == **name);
    let names = (1..).map(|number| format!("group{number}"));
    names.into_iter().find(is_free).unwrap_or_default()
}

fn unset_clock_groups(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let kind = kind(arguments)?;
    let names: Vec<String> = match (arguments.value("-name"), arguments.has("-all")) {
        (Some(list), false) => list.elements()?.iter().map(|word| word.text().to_string()).collect(),
        (None, true) => Vec::new(),
        _ => return Err(arguments.error("expected either -name and names, or -all")),
    };
    let known = &state.constraints()?.clock_groups;
    let is_known = |name: &&String| known.iter().any(|groups| groups.kind == kind && *groups.name == ***name);
    if let Some(missing) = names.iter().find(|name| !is_known(name)) {
        return Err(arguments.error(&format!("there are no such groups '{missing}'")));
    }
    state.edit(|editor| match &names[..] {
        [] => editor.unset_clock_groups(kind, None),
        names => names.iter().try_for_each(|name| editor.unset_clock_groups(kind, Some(name))),
    })?;
    Ok(Value::empty())
}

/// Data goes no further than a pin: what passes it is no path that is timed.
fn stop_data(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let others = ["-positive", "-negative", "-non_unate"];
    if !arguments.has("-stop_propagation") || others.iter().any(|option| arguments.has(option)) {
        state.warn("set_sense -type data states nothing but by -stop_propagation, which makes the paths through the pins false");
        return Ok(Value::empty());
    }
    let pins: Vec<PathObject> = state
        .objects(arguments.required(0)?, Kinds::PORTS.or(Kinds::PINS))?
        .into_iter()
        .filter_map(path_object)
        .collect();
    let of_set = |objects: Vec<PathObject>| PathObjects::new(objects, None);
    let clocks = match arguments.value("-clocks") {
        Some(list) => Some(clocks_of(state, list)?),
        None => None,
    };
    if pins.is_empty() || clocks.as_ref().is_some_and(Vec::is_empty) {
        return Ok(Value::empty());
    }
    let paths = ExceptionPaths {
        from: clocks.map(|clocks| of_set(clocks.into_iter().map(PathObject::Clock).collect())),
        through: vec![of_set(pins)],
        ..ExceptionPaths::default()
    };
    let exception = PathException { kind: ExceptionKind::False, splits: [true; 2], paths, comment: None };
    state.edit(|editor| editor.add_exception(exception))?;
    Ok(Value::empty())
}

fn set_sense(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    if arguments.command.name == "set_sense"
        && let Some(of) = arguments.value("-type")
        && &*of.text() != "clock"
    {
        return match &*of.text() {
            "data" => stop_data(state, arguments),
            other => Err(arguments.error(&format!("'-type {other}': expected clock or data"))),
        };
    }
    let senses = [
        ("-positive", Some(ClockSense::Positive)),
        ("-negative", Some(ClockSense::Negative)),
        ("-stop_propagation", Some(ClockSense::Stopped)),
        ("-non_unate", None),
    ];
    let named: Vec<Option<ClockSense>> =
        senses.into_iter().filter(|(option, _)| arguments.has(option)).map(|(_, sense)| sense).collect();
    let [sense] = named[..] else {
        return Err(arguments.error("expected one of -positive, -negative, -stop_propagation and -non_unate"));
    };
    let mut pins: Vec<PinId> = Vec::new();
    for object in state.objects(arguments.required(0)?, Kinds::PORTS.or(Kinds::PINS))? {
        pins.extend(pins_in_clocks(state, object)?);
    }
    let clocks: Vec<Option<ClockId>> = match arguments.value("-clocks") {
        Some(list) => clocks_of(state, list)?.into_iter().map(Some).collect(),
        None => vec![None],
    };
    state.edit(|editor| {
        let each = pins.iter().flat_map(|&pin| clocks.iter().map(move |&clock| (pin, clock)));
        each.into_iter().try_for_each(|(pin, clock)| editor.set_clock_sense(pin, clock, sense))
    })?;
    Ok(Value::empty())
}
