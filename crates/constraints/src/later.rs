//! Commands that flows call and that are not there yet. Each is a command that says so: a script that needs it ends with an error, and a constraint
//! is never dropped in silence.

use zeroslack_tcl::{Exception, Interp, Outcome, Value};

use crate::dispatch;

/// The variable that says what becomes of a constraint that is not applied: `error`, or `warning` to go on without it.
pub const NOT_APPLIED: &str = "zeroslack_not_applied";

/// A command that is not there yet.
#[derive(Debug)]
pub struct Later {
    /// Its name.
    pub name: &'static str,
    /// What it comes with, if it is to come.
    pub comes_with: Option<&'static str>,
    /// What a call of it does until then.
    pub until_then: UntilThen,
    /// What to do instead, or why a call does no harm.
    pub note: &'static str,
    /// Whether `info commands` lists it. Scripts ask whether some of these are commands to find out which tool runs them, and a command that only fails is no yes.
    pub is_listed: bool,
}

/// What a call of a command does that is not there yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UntilThen {
    /// It is an error: the script wants an answer.
    Fails,
    /// It states something that changes times: an error, unless the script asked for warnings.
    FailsUnlessWarnings,
    /// It states something that changes no time: a warning.
    Warns,
}

/// A command that answers or writes something.
pub const fn report(name: &'static str, note: &'static str) -> Later {
    Later { name, comes_with: Some("reports"), until_then: UntilThen::Fails, note, is_listed: true }
}

const fn constraint(name: &'static str) -> Later {
    let note = "times without it would be other ones; 'set zeroslack_not_applied warning' goes on without it";
    Later {
        name,
        comes_with: Some("exceptions"),
        until_then: UntilThen::FailsUnlessWarnings,
        note,
        is_listed: true,
    }
}

/// A command whose answer is not to come.
pub const fn refused(name: &'static str, note: &'static str) -> Later {
    Later { name, comes_with: None, until_then: UntilThen::Fails, note, is_listed: true }
}

/// Other tools are to heed it.
const fn hint(name: &'static str) -> Later {
    Later {
        name,
        comes_with: None,
        until_then: UntilThen::Warns,
        note: "no time depends on it",
        is_listed: true,
    }
}

/// Constraints that are not there yet.
pub const LATER: &[Later] = &[
    constraint("set_resistance"),
    constraint("set_voltage"),
    constraint("set_wire_load_model"),
    constraint("set_annotated_check"),
    constraint("set_annotated_delay"),
    constraint("set_annotated_transition"),
    constraint("read_sdf"),
    hint("create_voltage_area"),
    hint("set_level_shifter_strategy"),
    hint("set_level_shifter_threshold"),
    hint("set_min_porosity"),
    hint("set_max_dynamic_power"),
    hint("set_max_leakage_power"),
    hint("set_wire_load_min_block_size"),
    hint("set_wire_load_mode"),
    hint("set_wire_load_selection_group"),
];

/// A command that scripts look for to find out which tool runs them.
pub const fn probed(name: &'static str, note: &'static str) -> Later {
    Later { is_listed: false, ..report(name, note) }
}

/// The message of a call, as an error or as a warning.
fn message(later: &Later, warns: bool) -> String {
    let Later { name, note, .. } = later;
    let yet = if later.comes_with.is_some() { " yet" } else { "" };
    match later.until_then {
        UntilThen::Fails => format!("{name} is not there{yet}: {note}"),
        UntilThen::FailsUnlessWarnings if warns => {
            format!("{name} is not applied{yet}: times are those without it")
        }
        UntilThen::FailsUnlessWarnings | UntilThen::Warns => format!("{name} is not applied{yet}: {note}"),
    }
}

/// Runs a call.
pub(crate) fn call(interp: &mut Interp, later: &'static Later, words: &[Value]) -> Outcome {
    if words.iter().any(|word| word.pure_list().is_none() && &*word.text() == "-help") {
        interp.print(&format!("{}\n", message(later, false)))?;
        return Ok(Value::empty());
    }
    let warns = match later.until_then {
        UntilThen::Fails => false,
        UntilThen::FailsUnlessWarnings => {
            dispatch::settle(interp)?;
            dispatch::state(interp)?.settings.warns_of_not_applied
        }
        UntilThen::Warns => true,
    };
    // A line of a file of constraints costs itself alone.
    let reading = dispatch::state(interp)?.reading.as_mut();
    let said = message(later, warns || reading.is_some() && later.until_then != UntilThen::Fails);
    if !warns {
        reading.into_iter().for_each(|reading| reading.note_refused(later.name, &said));
        return Err(Exception::coded(said, ["ZEROSLACK", "LATER", later.name]));
    }
    let counts = later.until_then != UntilThen::Warns;
    dispatch::say_not_applied(interp, later.name, (said, counts))?;
    Ok(Value::empty())
}

#[cfg(test)]
mod tests {
    use super::LATER;
    use crate::command::TABLES;

    #[test]
    fn what_is_there_is_not_said_to_come_later() {
        let twice: Vec<&str> =
            LATER.iter().map(|later| later.name).filter(|name| TABLES.find(name).is_some()).collect();
        assert!(twice.is_empty(), "these are there now: take them out of the table: {twice:?}");
        for (at, one) in LATER.iter().enumerate() {
            assert!(LATER[..at].iter().all(|other| other.name != one.name), "{} is there twice", one.name);
        }
    }
}
