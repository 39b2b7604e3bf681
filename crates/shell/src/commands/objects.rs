//! Commands that find objects and tell of them.

use rustc_hash::FxHashSet;

use zeroslack::netlist::{CellOrInstance, InstanceId, MasterId, Netlist, Pattern, PinId, PortDirection};
use zeroslack_tcl::{Exception, Outcome, Regex, RegexFlags, Value};

use crate::arguments::Arguments;
use crate::command::{Command, Group, Opt, Run, flag, flag_that, optional, required, value, value_that};
use crate::filter::Filter;
use crate::object::{Kinds, Object};
use crate::property::property;
use crate::state::State;

const FILTER: Opt = value_that(
    "-filter",
    "expression",
    "keeps objects whose properties fulfil it, such as {ref_name =~ BUF* && is_hierarchical == 0}",
);
const QUIET: Opt = flag_that("-quiet", "does not warn of names of nothing");
const REGEXP: Opt = flag_that("-regexp", "patterns are regular expressions of whole names");
const NOCASE: Opt = flag_that("-nocase", "with -regexp, upper and lower case are the same");
const HIERARCHICAL: Opt = flag_that("-hierarchical", "patterns are of names at every level of the hierarchy");

pub(crate) const COMMANDS: &[Command] = &[
    Command {
        name: "get_cells",
        group: Group::Objects,
        summary: "Finds cells and instances of modules.",
        options: &[
            HIERARCHICAL,
            value("-hsc", "separator"),
            FILTER,
            value_that("-of_objects", "objects", "those of pins or nets"),
            REGEXP,
            NOCASE,
            QUIET,
        ],
        operands: &[optional("patterns")],
        run: Run::State(|state, arguments| find(state, arguments, Kinds::CELLS)),
    },
    Command {
        name: "get_pins",
        group: Group::Objects,
        summary: "Finds pins of cells and of instances of modules.",
        options: &[
            HIERARCHICAL,
            value("-hsc", "separator"),
            FILTER,
            value_that("-of_objects", "objects", "those of cells or nets"),
            REGEXP,
            NOCASE,
            QUIET,
        ],
        operands: &[optional("patterns")],
        run: Run::State(|state, arguments| find(state, arguments, Kinds::PINS)),
    },
    Command {
        name: "get_nets",
        group: Group::Objects,
        summary: "Finds nets.",
        options: &[
            HIERARCHICAL,
            value("-hsc", "separator"),
            FILTER,
            value_that("-of_objects", "objects", "those of cells, pins or ports"),
            REGEXP,
            NOCASE,
            QUIET,
        ],
        operands: &[optional("patterns")],
        run: Run::State(|state, arguments| find(state, arguments, Kinds::NETS)),
    },
    Command {
        name: "get_ports",
        group: Group::Objects,
        summary: "Finds ports of the design.",
        options: &[FILTER, value_that("-of_objects", "objects", "those of nets"), REGEXP, NOCASE, QUIET],
        operands: &[optional("patterns")],
        run: Run::State(|state, arguments| find(state, arguments, Kinds::PORTS)),
    },
    Command {
        name: "get_clocks",
        group: Group::Objects,
        summary: "Finds clocks.",
        options: &[
            FILTER,
            value_that("-of_objects", "objects", "those that start at pins or ports"),
            REGEXP,
            NOCASE,
            QUIET,
        ],
        operands: &[optional("patterns")],
        run: Run::State(|state, arguments| find(state, arguments, Kinds::CLOCKS)),
    },
    Command {
        name: "get_lib_cells",
        group: Group::Objects,
        summary: "Finds library cells, by library/cell or cell.",
        options: &[
            value("-hsc", "separator"),
            FILTER,
            value_that("-of_objects", "objects", "those of cells, library pins or libraries"),
            REGEXP,
            NOCASE,
            QUIET,
        ],
        operands: &[optional("patterns")],
        run: Run::State(|state, arguments| find(state, arguments, Kinds::LIB_CELLS)),
    },
    Command {
        name: "get_lib_pins",
        group: Group::Objects,
        summary: "Finds pins of library cells, by library/cell/pin or cell/pin.",
        options: &[
            value("-hsc", "separator"),
            FILTER,
            value_that("-of_objects", "objects", "those of library cells or pins"),
            REGEXP,
            NOCASE,
            QUIET,
        ],
        operands: &[optional("patterns")],
        run: Run::State(|state, arguments| find(state, arguments, Kinds::LIB_PINS)),
    },
    Command {
        name: "get_libs",
        group: Group::Objects,
        summary: "Finds libraries.",
        options: &[
            FILTER,
            value_that("-of_objects", "objects", "those of library cells"),
            REGEXP,
            NOCASE,
            QUIET,
        ],
        operands: &[optional("patterns")],
        run: Run::State(|state, arguments| find(state, arguments, Kinds::LIBS)),
    },
    Command {
        name: "all_clocks",
        group: Group::Objects,
        summary: "All clocks.",
        options: &[],
        operands: &[],
        run: Run::State(|state, _| Ok(state.handles(all_of(state, Kinds::CLOCKS)?))),
    },
    Command {
        name: "all_inputs",
        group: Group::Objects,
        summary: "All input and inout ports.",
        options: &[flag_that("-no_clocks", "without those where clocks start")],
        operands: &[],
        run: Run::State(|state, arguments| {
            ports_going(state, PortDirection::Input, arguments.has("-no_clocks"))
        }),
    },
    Command {
        name: "all_outputs",
        group: Group::Objects,
        summary: "All output and inout ports.",
        options: &[],
        operands: &[],
        run: Run::State(|state, _| ports_going(state, PortDirection::Output, false)),
    },
    Command {
        name: "all_registers",
        group: Group::Objects,
        summary: "All flip-flops and latches, or pins of them.",
        options: &[
            flag_that("-cells", "the cells, as without any of these"),
            flag_that("-data_pins", "the inputs that are checked against a clock"),
            flag_that("-clock_pins", "the pins that clocks come to"),
            flag_that("-async_pins", "the pins that set or clear without a clock"),
            flag_that("-output_pins", "the outputs"),
            flag_that("-edge_triggered", "only flip-flops"),
            flag_that("-level_sensitive", "only latches"),
        ],
        operands: &[],
        run: Run::State(crate::commands::registers::all_registers),
    },
    Command {
        name: "get_property",
        group: Group::Objects,
        summary: "A property of an object.",
        options: &[
            value_that(
                "-object_type",
                "kind",
                "what a name names: cell, pin, net, port, clock, lib_cell, lib_pin or library",
            ),
            flag("-quiet"),
        ],
        operands: &[required("object"), required("property")],
        run: Run::State(get_property),
    },
    Command {
        name: "get_name",
        group: Group::Objects,
        summary: "The own name of an object, without the path to it.",
        options: &[],
        operands: &[required("object")],
        run: Run::State(|state, arguments| name(state, arguments, "name")),
    },
    Command {
        name: "get_full_name",
        group: Group::Objects,
        summary: "The name of an object, with the path to it.",
        options: &[],
        operands: &[required("object")],
        run: Run::State(|state, arguments| name(state, arguments, "full_name")),
    },
];

/// `get_cells` and its like.
fn find(state: &mut State, arguments: &Arguments<'_>, kinds: Kinds) -> Outcome {
    let filter = arguments.value("-filter").map(|text| Filter::read(&text.text())).transpose()?;
    let mut found = match (arguments.value("-of_objects"), arguments.operand(0)) {
        (Some(_), Some(_)) => return Err(arguments.error("either patterns or -of_objects can be given")),
        (Some(of), None) => of_objects(state, of, kinds)?,
        (None, Some(patterns)) => by_patterns(state, arguments, patterns, kinds)?,
        (None, None) => all_of(state, kinds)?,
    };
    if let Some(filter) = filter {
        let mut kept = Vec::new();
        for object in found {
            if filter.keeps(state, object)? {
                kept.push(object);
            }
        }
        found = kept;
    }
    Ok(state.handles(found))
}

fn by_patterns(
    state: &mut State,
    arguments: &Arguments<'_>,
    patterns: &Value,
    kinds: Kinds,
) -> Result<Vec<Object>, Exception> {
    let is_hierarchical =
        [Kinds::CELLS, Kinds::PINS, Kinds::NETS].contains(&kinds) && arguments.has("-hierarchical");
    let mut found: Vec<Object> = Vec::new();
    for word in state.words(patterns)?.iter() {
        if let Some(object) = state.object_of_handle(word)? {
            if kinds.has(object.kind()) {
                found.push(object);
            }
            continue;
        }
        let text = word.text().to_owned();
        if text.is_empty() {
            continue;
        }
        let before = found.len();
        if arguments.has("-regexp") {
            let matching = matching(state, arguments, &text, kinds, is_hierarchical)?;
            found.extend(matching);
        } else if is_hierarchical {
            found.extend(at_any_level(state.netlist()?, &text, kinds));
        } else {
            found.extend(state.named(&text, kinds)?);
        }
        if found.len() == before && !arguments.has("-quiet") {
            state.warn_of_missing(&text, kinds)?;
        }
    }
    let mut seen = FxHashSet::default();
    found.retain(|object| seen.insert(*object));
    Ok(found)
}

/// Objects whose names a regular expression matches from end to end: their own names with `-hierarchical`, else those in full.
fn matching(
    state: &State,
    arguments: &Arguments<'_>,
    text: &str,
    kinds: Kinds,
    by_own_name: bool,
) -> Result<Vec<Object>, Exception> {
    let flags = RegexFlags { nocase: arguments.has("-nocase"), ..RegexFlags::default() };
    let regex = Regex::new(&format!("^(?:{text})$"), flags)
        .map_err(|error| arguments.error(&format!("'{text}' is no regular expression: {error}")))?;
    let mut spans = Vec::new();
    let mut found = Vec::new();
    for object in all_of(state, kinds)? {
        let full = state.name_of(object)?;
        let name = if by_own_name { own_name(&full) } else { &full };
        if regex.find(name, 0, false, &mut spans) {
            found.push(object);
        }
    }
    Ok(found)
}

/// The last part of a path.
pub(crate) fn own_name(path: &str) -> &str {
    let mut at = path.len();
    // A divider behind a backslash belongs to a name.
    while let Some(place) = path[..at].rfind('/') {
        if !path[..place].ends_with('\\') {
            return &path[place + 1..];
        }
        at = place;
    }
    path
}

/// Objects whose own names at any level a pattern matches; of pins `pin`, or `cell/pin`.
fn at_any_level(netlist: &Netlist, text: &str, kinds: Kinds) -> Vec<Object> {
    let own = |instance: InstanceId, name: &'_ str| -> usize {
        let path = netlist.instance_name(instance).len();
        if path == 0 { 0 } else { (path + 1).min(name.len()) }
    };
    let cells = |pattern: &Pattern| -> Vec<CellOrInstance> {
        let of_cells = netlist.cells().filter(|&cell| {
            let name = netlist.cell_name(cell);
            pattern.matches(&name[own(netlist.cell_instance(cell), name)..])
        });
        let of_instances = netlist.instances().filter(|&instance| {
            instance != InstanceId::TOP && {
                let name = netlist.instance_name(instance);
                let parent = netlist.instance_parent(instance).unwrap_or(InstanceId::TOP);
                pattern.matches(&name[own(parent, name)..])
            }
        });
        of_cells.map(CellOrInstance::Cell).chain(of_instances.map(CellOrInstance::Instance)).collect()
    };
    if kinds == Kinds::CELLS {
        return cells(&Pattern::new(text)).into_iter().map(Object::of_cell).collect();
    }
    if kinds == Kinds::NETS {
        let pattern = Pattern::new(text);
        return netlist
            .nets()
            .filter(|&net| pattern.matches(own_name(netlist.net_name(net))))
            .map(Object::Net)
            .collect();
    }
    let (of, pin) = text.rsplit_once('/').unwrap_or(("*", text));
    let pattern = Pattern::new(pin);
    let pins = cells(&Pattern::new(of)).into_iter().flat_map(|cell| pins_of(netlist, cell));
    pins.filter(|&object| match object {
        Object::Pin(pin) => netlist.master_pin(pin).is_some_and(|master| pattern.matches(&master.name)),
        Object::HierarchicalPin(pin) => pattern.matches(own_name(&netlist.hierarchical_pin_name(pin))),
        _ => false,
    })
    .collect()
}

fn pins_of(netlist: &Netlist, cell: CellOrInstance) -> Vec<Object> {
    match cell {
        CellOrInstance::Cell(cell) => netlist.cell_pins(cell).map(Object::Pin).collect(),
        CellOrInstance::Instance(instance) => {
            netlist.instance_pins(instance).map(Object::HierarchicalPin).collect()
        }
    }
}

/// All objects of a kind.
fn all_of(state: &State, kinds: Kinds) -> Result<Vec<Object>, Exception> {
    let netlist = state.netlist()?;
    Ok(match kinds {
        Kinds::CELLS => {
            let instances = netlist.instances().filter(|&instance| instance != InstanceId::TOP);
            netlist.cells().map(Object::Cell).chain(instances.map(Object::Instance)).collect()
        }
        Kinds::PINS => {
            let ports = netlist.port_pin_count();
            let of_instances = netlist.instances().filter(|&instance| instance != InstanceId::TOP);
            let of_instances = of_instances.flat_map(|instance| netlist.instance_pins(instance));
            let of_cells = netlist.pins().filter(|pin| pin.index() >= ports);
            of_cells.map(Object::Pin).chain(of_instances.map(Object::HierarchicalPin)).collect()
        }
        Kinds::NETS => netlist.nets().map(Object::Net).collect(),
        Kinds::PORTS => netlist.ports().iter().flat_map(|port| port.bits()).map(Object::Port).collect(),
        Kinds::CLOCKS => state.constraints()?.clocks.iter().map(|(id, _)| Object::Clock(id)).collect(),
        Kinds::LIB_CELLS => {
            (0..netlist.library().masters().len() as u32).map(|id| Object::LibCell(MasterId(id))).collect()
        }
        Kinds::LIB_PINS => {
            let masters = netlist.library().masters().iter().zip(0..);
            let pins = |(master, id): (&zeroslack::netlist::Master, u32)| {
                (0..master.pins.len() as u32).map(move |pin| Object::LibPin(MasterId(id), pin))
            };
            masters.flat_map(pins).collect()
        }
        _ => {
            let late = netlist.library().libraries(zeroslack::units::Split::Late);
            (0..late.len() as u32).map(Object::Library).collect()
        }
    })
}

/// The objects of a kind that belong to others, each once, in the order of those.
fn of_objects(state: &mut State, list: &Value, kinds: Kinds) -> Result<Vec<Object>, Exception> {
    let any = Kinds::CELLS.or(Kinds::PINS).or(Kinds::PORTS).or(Kinds::NETS);
    let known = match kinds {
        Kinds::LIB_CELLS => Kinds::CELLS.or(Kinds::LIB_PINS).or(Kinds::LIBS),
        Kinds::LIB_PINS => Kinds::LIB_CELLS.or(Kinds::PINS),
        Kinds::LIBS => Kinds::LIB_CELLS,
        Kinds::CLOCKS => Kinds::PINS.or(Kinds::PORTS),
        _ => any,
    };
    let mut found = Vec::new();
    for object in state.objects(list, known)? {
        related(state, object, kinds, &mut found)?;
    }
    let mut seen = FxHashSet::default();
    found.retain(|object| seen.insert(*object));
    Ok(found)
}

fn related(state: &State, object: Object, kinds: Kinds, found: &mut Vec<Object>) -> Result<(), Exception> {
    let netlist = state.netlist()?;
    match (kinds, object) {
        (Kinds::CELLS, Object::Pin(pin)) => found.extend(netlist.pin_cell(pin).map(Object::Cell)),
        (Kinds::CELLS, Object::HierarchicalPin(pin)) => {
            found.push(Object::Instance(netlist.hierarchical_pin_instance(pin)));
        }
        (Kinds::CELLS, Object::Net(net)) => {
            let cells = netlist.net_pins(net).iter().filter_map(|&pin| netlist.pin_cell(pin));
            found.extend(cells.map(Object::Cell));
        }
        (Kinds::PINS, Object::Cell(cell)) => found.extend(pins_of(netlist, CellOrInstance::Cell(cell))),
        (Kinds::PINS, Object::Instance(instance)) => {
            found.extend(pins_of(netlist, CellOrInstance::Instance(instance)));
        }
        (Kinds::PINS, Object::Net(net)) => {
            let ports = netlist.port_pin_count();
            let pins = netlist.net_pins(net).iter().filter(|pin| pin.index() >= ports);
            found.extend(pins.map(|&pin| Object::Pin(pin)));
        }
        (Kinds::NETS, Object::Pin(pin) | Object::Port(pin)) => {
            found.extend(netlist.pin_net(pin).map(Object::Net));
        }
        (Kinds::NETS, Object::HierarchicalPin(pin)) => {
            found.extend(netlist.hierarchical_pin_net(pin).map(Object::Net));
        }
        (Kinds::NETS, Object::Cell(cell)) => {
            found.extend(netlist.cell_pins(cell).filter_map(|pin| netlist.pin_net(pin)).map(Object::Net));
        }
        (Kinds::NETS, Object::Instance(instance)) => {
            let nets = netlist.instance_pins(instance).filter_map(|pin| netlist.hierarchical_pin_net(pin));
            found.extend(nets.map(Object::Net));
        }
        (Kinds::PORTS, Object::Net(net)) => {
            let ports = netlist.port_pin_count();
            let pins = netlist.net_pins(net).iter().filter(|pin| pin.index() < ports);
            found.extend(pins.map(|&pin| Object::Port(pin)));
        }
        (Kinds::CLOCKS, Object::Pin(pin) | Object::Port(pin)) => {
            found.extend(state.constraints()?.clocks.starting_at(pin).iter().map(|&id| Object::Clock(id)));
        }
        (Kinds::LIB_CELLS, Object::Cell(cell)) => found.push(Object::LibCell(netlist.cell_master(cell))),
        (Kinds::LIB_CELLS, Object::LibPin(master, _)) => found.push(Object::LibCell(master)),
        (Kinds::LIB_CELLS, Object::Library(library)) => {
            let masters = (0..netlist.library().masters().len() as u32).map(MasterId);
            let of = masters.filter(|&id| super::libraries::library_of(netlist, id) == Some(library));
            found.extend(of.map(Object::LibCell));
        }
        (Kinds::LIB_PINS, Object::LibCell(master)) => {
            let pins = netlist.library().master(master).pins.len() as u32;
            found.extend((0..pins).map(|pin| Object::LibPin(master, pin)));
        }
        (Kinds::LIB_PINS, Object::Pin(pin)) => {
            if let (Some(cell), Some(index)) = (netlist.pin_cell(pin), netlist.pin_index(pin)) {
                found.push(Object::LibPin(netlist.cell_master(cell), index as u32));
            }
        }
        (Kinds::LIBS, Object::LibCell(master)) => {
            found.extend(super::libraries::library_of(netlist, master).map(Object::Library));
        }
        // Objects of the kind that is asked for stand for themselves.
        (kinds, object) if kinds.has(object.kind()) => found.push(object),
        _ => {}
    }
    Ok(())
}

fn ports_going(state: &State, direction: PortDirection, without_clocks: bool) -> Outcome {
    let netlist = state.netlist()?;
    let clocks = &state.constraints()?.clocks;
    let going = netlist
        .ports()
        .iter()
        .filter(|port| port.direction == direction || port.direction == PortDirection::Inout);
    let bits = going.flat_map(|port| port.bits());
    let kept = bits.filter(|&pin| !without_clocks || clocks.starting_at(pin).is_empty());
    Ok(state.handles(kept.map(Object::Port)))
}

/// The one object that a word stands for.
pub(crate) fn one_object(state: &mut State, word: &Value, kinds: Kinds) -> Result<Object, Exception> {
    let warned = state.warnings.len();
    match state.objects(word, kinds)?[..] {
        [object] => Ok(object),
        [] if state.warnings.len() > warned => {
            // What would be a warning of one name among several is the error here.
            let message = state.warnings.pop().unwrap_or_default();
            Err(Exception::coded(message, ["ZEROSLACK", "MISSING"]))
        }
        [] => {
            let message = format!("there is no {} '{word}'", kinds.names());
            Err(Exception::coded(message, ["ZEROSLACK", "MISSING"]))
        }
        ref several => {
            let message = format!("'{word}' stands for {} objects: expected one", several.len());
            Err(Exception::coded(message, ["ZEROSLACK", "MANY"]))
        }
    }
}

const ANY: Kinds = Kinds::CLOCKS
    .or(Kinds::PORTS)
    .or(Kinds::PINS)
    .or(Kinds::CELLS)
    .or(Kinds::NETS)
    .or(Kinds::LIB_CELLS)
    .or(Kinds::LIB_PINS)
    .or(Kinds::LIBS);

fn get_property(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let kinds = match arguments.value("-object_type").map(|word| word.text().to_owned()).as_deref() {
        None => ANY,
        Some("cell" | "instance") => Kinds::CELLS,
        Some("pin") => Kinds::PINS,
        Some("net") => Kinds::NETS,
        Some("port") => Kinds::PORTS,
        Some("clock") => Kinds::CLOCKS,
        Some("lib_cell" | "liberty_cell") => Kinds::LIB_CELLS,
        Some("lib_pin" | "liberty_port") => Kinds::LIB_PINS,
        Some("library" | "lib" | "liberty_library") => Kinds::LIBS,
        Some(other) => return Err(arguments.error(&format!("'{other}' is no kind of objects"))),
    };
    let object = one_object(state, arguments.required(0)?, kinds)?;
    property(state, object, &arguments.required(1)?.text())
}

fn name(state: &mut State, arguments: &Arguments<'_>, which: &str) -> Outcome {
    let object = one_object(state, arguments.required(0)?, ANY)?;
    property(state, object, which)
}

/// Pins of cells, ports and the drivers that pins of instances stand for.
pub(crate) fn pins(state: &mut State, list: &Value, kinds: Kinds) -> Result<Vec<PinId>, Exception> {
    let mut pins = Vec::new();
    for object in state.objects(list, kinds)? {
        pins_for(state.netlist()?, object, &mut pins);
    }
    Ok(pins)
}

/// The pin of an object; of an instance's pin those that drive its net.
pub(crate) fn pins_for(netlist: &Netlist, object: Object, pins: &mut Vec<PinId>) {
    match object {
        Object::Port(pin) | Object::Pin(pin) => pins.push(pin),
        Object::HierarchicalPin(pin) => {
            if let Some(net) = netlist.hierarchical_pin_net(pin) {
                pins.extend(netlist.net_pins(net).iter().filter(|&&pin| netlist.is_driver(pin)));
            }
        }
        _ => {}
    }
}
