//! What no command is called: shortened names, indices of buses, commands of other tools, and the name that was meant.

use zeroslack_tcl::{Exception, Interp, Outcome, Value};

use crate::command::{ALIASES, all};
use crate::dispatch;
use crate::nearest::nearest;

/// Commands of placement and routing tools that flows call in the same scripts.
const OF_OTHERS: &[&str] = &[
    "clock_tree_synthesis",
    "density_fill",
    "detailed_placement",
    "detailed_route",
    "estimate_parasitics",
    "global_placement",
    "global_route",
    "initialize_floorplan",
    "insert_tiecells",
    "place_pins",
    "read_db",
    "read_def",
    "read_lef",
    "repair_clock_nets",
    "repair_design",
    "repair_tie_fanout",
    "repair_timing",
    "report_design_area",
    "set_dont_touch",
    "set_dont_use",
    "set_wire_rc",
    "write_db",
    "write_def",
];

/// The command `unknown`: it is called with the words of what is not known.
pub(crate) fn unknown(interp: &mut Interp, words: &[Value]) -> Outcome {
    let Some(first) = words.get(1) else { return Err(Exception::wrong_args("unknown command ?arg ...?")) };
    let name = first.text().to_owned();
    if words.len() == 2 && is_index(&name) {
        return Ok(Value::from(format!("[{name}]")));
    }
    if let Some(outcome) = crate::methods::call(interp, &words[1..]) {
        return outcome;
    }
    let plain = name.trim_start_matches("::");
    let names = || all().map(|command| command.name).chain(ALIASES.iter().map(|(alias, _)| *alias));
    let mut matching: Vec<&str> = names().filter(|known| known.starts_with(plain)).collect();
    // The singular of a name is no other name.
    matching.retain(|name| !ALIASES.iter().any(|(alias, _)| alias == name));
    if let ([one], false) = (&matching[..], plain.is_empty())
        && let Some(command) = crate::command::find(one)
    {
        return dispatch::call(interp, command, &words[1..]);
    }
    let message = if OF_OTHERS.contains(&plain) {
        format!(
            "invalid command name \"{name}\": it belongs to a tool for placement and routing, not to a timing analyser"
        )
    } else if matching.len() > 1 && !plain.is_empty() {
        format!("ambiguous command name \"{name}\": {}", matching.join(" "))
    } else {
        match nearest(plain, names()) {
            Some(near) => format!("invalid command name \"{name}\": did you mean {near}?"),
            None => format!("invalid command name \"{name}\""),
        }
    };
    Err(Exception::coded(message, ["TCL", "LOOKUP", "COMMAND", &name]))
}

/// Whether a word is the index of a bus, as in `a[3]`, `a[*]` or `a[3:0]` in a script that did not quote it.
fn is_index(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || matches!(c, ':' | '*' | '?' | '-'))
}
