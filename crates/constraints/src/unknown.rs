//! What no command is called: shortened names, indices of buses, commands of other tools, and the name that was meant.

use zeroslack_tcl::{Exception, Interp, Outcome, Value};

use crate::command::Tables;
use crate::nearest::nearest;
use crate::{dispatch, later};

/// Commands of placement and routing tools that flows call in the same scripts.
pub const OF_OTHERS: &[&str] = &[
    "buffer_ports",
    "clock_tree_synthesis",
    "define_pin_shape_pattern",
    "density_fill",
    "detailed_placement",
    "detailed_route",
    "estimate_parasitics",
    "extract_parasitics",
    "filler_placement",
    "global_placement",
    "global_route",
    "improve_placement",
    "initialize_floorplan",
    "insert_tiecells",
    "make_tracks",
    "pdngen",
    "place_cell",
    "place_pins",
    "read_db",
    "read_def",
    "read_lef",
    "remove_buffers",
    "repair_antennas",
    "repair_clock_inverters",
    "repair_clock_nets",
    "repair_design",
    "repair_tie_fanout",
    "repair_timing",
    "report_design_area",
    "report_design_area_metrics",
    "report_layer_rc",
    "rtl_macro_placer",
    "set_dont_touch",
    "set_dont_use",
    "set_global_routing_layer_adjustment",
    "set_layer_rc",
    "set_placement_padding",
    "set_routing_layers",
    "set_wire_rc",
    "tapcell",
    "unset_dont_touch",
    "unset_dont_use",
    "write_abstract_lef",
    "write_cdl",
    "write_db",
    "write_def",
    "write_lef",
];

/// The command `unknown`: it is called with the words of what is not known.
pub(crate) fn unknown(interp: &mut Interp, words: &[Value]) -> Outcome {
    let Some(first) = words.get(1) else { return Err(Exception::wrong_args("unknown command ?arg ...?")) };
    let name = first.text().to_owned();
    if words.len() == 2 && is_index(&name) {
        return Ok(Value::from(format!("[{name}]")));
    }
    let tables = dispatch::state(interp)?.tables;
    if let Some(outcome) = (tables.call_object)(interp, &words[1..]) {
        return outcome;
    }
    let plain = name.trim_start_matches("::");
    if let Some(later) = tables.find_later(plain) {
        return later::call(interp, later, &words[1..]);
    }
    // All commands are in this namespace too in other timers.
    if let Some(command) = plain.strip_prefix("sta::").and_then(|name| tables.find(name)) {
        return dispatch::call(interp, command, &words[1..]);
    }
    match meant(tables, plain)[..] {
        [one] => return call_meant(interp, tables, one, &words[1..]),
        [] => {}
        ref several => {
            let message = format!("ambiguous command name \"{name}\": {}", several.join(" "));
            return Err(Exception::coded(message, ["TCL", "LOOKUP", "COMMAND", &name]));
        }
    }
    let why = if OF_OTHERS.contains(&plain) {
        ": it belongs to a tool for placement and routing, not to a timing analyser".to_owned()
    } else {
        nearest(plain, names(tables)).map_or_else(String::new, |near| format!(": did you mean {near}?"))
    };
    let message = format!("invalid command name \"{name}\"{why}");
    if let Some(reading) = &mut dispatch::state(interp)?.reading {
        reading.note_unknown(&message);
    }
    Err(Exception::coded(message, ["TCL", "LOOKUP", "COMMAND", &name]))
}

/// The names of all commands, there or not yet.
fn names(tables: &Tables) -> impl Iterator<Item = &'static str> {
    let aliases = tables.all_aliases().map(|(alias, _)| *alias);
    let there = tables.all().map(|command| command.name).chain(aliases);
    there.chain(tables.listed_later().map(|later| later.name))
}

/// The commands whose names a word begins. The singular of a name is no other name.
fn meant(tables: &Tables, word: &str) -> Vec<&'static str> {
    if word.is_empty() {
        return Vec::new();
    }
    let is_alias = |name: &str| tables.all_aliases().any(|(alias, _)| *alias == name);
    names(tables).filter(|name| name.starts_with(word) && !is_alias(name)).collect()
}

/// Calls the one command that a word is short for.
fn call_meant(interp: &mut Interp, tables: &Tables, name: &str, words: &[Value]) -> Outcome {
    match (tables.find(name), tables.find_later(name)) {
        (Some(command), _) => dispatch::call(interp, command, words),
        (None, Some(later)) => later::call(interp, later, words),
        (None, None) => Err(Exception::error(format!("invalid command name \"{name}\""))),
    }
}

/// Whether a word is the index of a bus, as in `a[3]`, `a[*]` or `a[3:0]` in a script that did not quote it.
fn is_index(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || matches!(c, ':' | '*' | '?' | '-'))
}
