//! Objects by what a script calls them: handles, names, and patterns or regular expressions of names.

use rustc_hash::FxHashSet;

use zeroslack_netlist::{InstanceId, MasterId, NetId, Netlist, Pattern};
use zeroslack_tcl::{Exception, Regex, RegexFlags, Value};
use zeroslack_units::Split;

use crate::arguments::Arguments;
use crate::object::{Kinds, Object};
use crate::state::State;

/// The objects of a kind that a list of handles, names and patterns stands for, each once.
pub(super) fn by_patterns(
    state: &mut State,
    arguments: &Arguments<'_>,
    patterns: &Value,
    kind: Kinds,
) -> Result<Vec<Object>, Exception> {
    let is_hierarchical = is_in_hierarchy(kind) && arguments.has("-hierarchical");
    let is_regexp = arguments.has("-regexp");
    let mut found = state.objects_found(patterns, kind, |state, text| {
        if is_regexp {
            matching(state, arguments, text, kind, is_hierarchical)
        } else if is_hierarchical {
            at_any_level(state, text, kind)
        } else {
            state.named(text, kind)
        }
    })?;
    keep_first(&mut found);
    Ok(found)
}

/// Leaves each object where it comes first.
pub(super) fn keep_first(objects: &mut Vec<Object>) {
    if objects.len() > 1 {
        let mut seen = FxHashSet::default();
        objects.retain(|object| seen.insert(*object));
    }
}

/// Whether objects of a kind are at levels of the hierarchy.
fn is_in_hierarchy(kind: Kinds) -> bool {
    [Kinds::CELLS, Kinds::PINS, Kinds::NETS].contains(&kind)
}

/// Objects whose names a regular expression matches from end to end: their own names with `-hierarchical`, else those in full.
fn matching(
    state: &State,
    arguments: &Arguments<'_>,
    text: &str,
    kind: Kinds,
    by_own_name: bool,
) -> Result<Vec<Object>, Exception> {
    let flags = RegexFlags { nocase: arguments.has("-nocase"), ..RegexFlags::default() };
    let regex = Regex::new(&format!("^(?:{text})$"), flags)
        .map_err(|error| arguments.error(&format!("'{text}' is no regular expression: {error}")))?;
    let mut spans = Vec::new();
    let mut found = Vec::new();
    for object in all_of(state, kind)? {
        let name = if by_own_name { state.own_name_of(object)? } else { state.name_of(object)? };
        if regex.find(&name, 0, false, &mut spans) {
            found.push(object);
        }
    }
    Ok(found)
}

/// Objects whose own names at any level a pattern matches; of pins `pin`, or `cell/pin`. A pattern that is a path may also be one from the top.
fn at_any_level(state: &State, text: &str, kind: Kinds) -> Result<Vec<Object>, Exception> {
    let netlist = state.netlist()?;
    let pattern = Pattern::new(text);
    let found: Vec<Object> = match kind {
        Kinds::CELLS => netlist.cells_at_any_level(&pattern).into_iter().map(Object::of_cell).collect(),
        Kinds::NETS => netlist.nets_at_any_level(&pattern).into_iter().map(Object::Net).collect(),
        _ => {
            let pins = netlist.pins_at_any_level(&pattern).into_iter();
            pins.map(|pin| Object::of_any_pin(netlist, pin)).collect()
        }
    };
    if found.is_empty() { state.named(text, kind) } else { Ok(found) }
}

/// All objects of a kind, at all levels of the hierarchy.
pub(super) fn all_of(state: &State, kind: Kinds) -> Result<Vec<Object>, Exception> {
    let netlist = state.netlist()?;
    let instances = || netlist.instances().filter(|&instance| instance != InstanceId::TOP);
    Ok(match kind {
        Kinds::CELLS => netlist.cells().map(Object::Cell).chain(instances().map(Object::Instance)).collect(),
        Kinds::PINS => {
            let of_cells = netlist.pins().map(|pin| Object::of_pin(netlist, pin));
            let of_cells = of_cells.filter(|pin| matches!(pin, Object::Pin(_)));
            let of_instances = instances().flat_map(|instance| netlist.instance_pins(instance));
            of_cells.chain(of_instances.map(Object::HierarchicalPin)).collect()
        }
        Kinds::NETS => netlist.nets().filter(|&net| is_in_design(netlist, net)).map(Object::Net).collect(),
        Kinds::PORTS => netlist.ports().iter().flat_map(|port| port.bits()).map(Object::Port).collect(),
        Kinds::CLOCKS => state.constraints()?.clocks.iter().map(|(id, _)| Object::Clock(id)).collect(),
        Kinds::LIB_CELLS => lib_cells(state)?.map(Object::LibCell).collect(),
        Kinds::LIB_PINS => {
            let pins = |id: MasterId| {
                let pins = netlist.library().master(id).pins.len() as u32;
                (0..pins).map(move |pin| Object::LibPin(id, pin))
            };
            lib_cells(state)?.flat_map(pins).collect()
        }
        _ => {
            let late = netlist.library().libraries(Split::Late);
            (0..late.len() as u32).map(Object::Library).collect()
        }
    })
}

/// Whether a design has a net: every netlist has those of the two constants, which may have nothing on them.
fn is_in_design(netlist: &Netlist, net: NetId) -> bool {
    !Netlist::CONSTANTS.contains(&net) || !netlist.net_pins(net).is_empty()
}

/// Library cells that a library describes: black boxes are none.
pub(super) fn lib_cells(state: &State) -> Result<impl Iterator<Item = MasterId> + '_, Exception> {
    let masters = state.netlist()?.library().masters().iter().zip(0..);
    Ok(masters.filter(|(master, _)| !master.is_black_box()).map(|(_, id)| MasterId(id)))
}

/// All objects of a kind that are at the top: what a command without patterns means.
pub(super) fn all_at_top(state: &State, kind: Kinds) -> Result<Vec<Object>, Exception> {
    if is_in_hierarchy(kind) && state.netlist()?.instances().len() > 1 {
        return state.named("*", kind);
    }
    all_of(state, kind)
}
