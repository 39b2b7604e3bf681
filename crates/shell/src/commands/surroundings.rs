//! Logic values of ports, and the conditions that the design works under. They are kept, and written by `write_sdc`.

use zeroslack::sdc::LogicValue;
use zeroslack_tcl::{Outcome, Value};

use super::objects::pins;
use crate::arguments::Arguments;
use crate::command::{Command, Group, Run, optional, required, value, value_that};
use crate::object::Kinds;
use crate::state::State;

pub(crate) const COMMANDS: &[Command] = &[
    Command {
        name: "set_logic_zero",
        group: Group::Ports,
        summary: "Says that ports are 0.",
        options: &[],
        operands: &[required("ports")],
        run: Run::State(|state, arguments| set_logic(state, arguments, LogicValue::Zero)),
    },
    Command {
        name: "set_logic_one",
        group: Group::Ports,
        summary: "Says that ports are 1.",
        options: &[],
        operands: &[required("ports")],
        run: Run::State(|state, arguments| set_logic(state, arguments, LogicValue::One)),
    },
    Command {
        name: "set_logic_dc",
        group: Group::Ports,
        summary: "Says that it does not matter what ports are.",
        options: &[],
        operands: &[required("ports")],
        run: Run::State(|state, arguments| set_logic(state, arguments, LogicValue::DontCare)),
    },
    Command {
        name: "set_operating_conditions",
        group: Group::Ports,
        summary: "The conditions of libraries that the design works under.",
        options: &[
            value_that("-analysis_type", "type", "single, bc_wc or on_chip_variation"),
            value("-library", "library"),
            value_that("-min", "condition", "in early analysis"),
            value_that("-max", "condition", "in late analysis"),
            value_that("-min_library", "library", "of -min"),
            value_that("-max_library", "library", "of -max"),
        ],
        operands: &[optional("condition")],
        run: Run::State(set_operating_conditions),
    },
];

fn set_logic(state: &mut State, arguments: &Arguments<'_>, value: LogicValue) -> Outcome {
    let pins = pins(state, arguments.required(0)?, Kinds::PORTS.or(Kinds::PINS))?;
    state.is_only_kept = true;
    if state.constraints()?.logic_values.is_empty() {
        state.warn("logic values are kept, but constants are not propagated yet: paths from these ports are timed all the same");
    }
    state.edit(|editor| pins.iter().try_for_each(|&pin| editor.set_logic_value(pin, Some(value))))?;
    Ok(Value::empty())
}

const ANALYSIS_TYPES: [&str; 3] = ["single", "bc_wc", "on_chip_variation"];

fn set_operating_conditions(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let mut conditions = state.constraints()?.kept.operating_conditions.clone();
    let text = |word: &Value| -> Option<Box<str>> { Some((*word.text()).into()) };
    if let Some(word) = arguments.value("-analysis_type") {
        if !ANALYSIS_TYPES.contains(&&*word.text()) {
            let expected = ANALYSIS_TYPES.join(", ");
            return Err(
                arguments.error(&format!("there is no analysis type '{word}': expected one of {expected}"))
            );
        }
        if *word.text() != *"on_chip_variation" {
            state.warn(format!("the analysis is always that of on_chip_variation: '{word}' is kept only"));
        }
        conditions.analysis_type = text(word);
    }
    if let Some(word) = arguments.operand(0) {
        conditions.conditions = [text(word), text(word)];
    }
    if let Some(word) = arguments.value("-library") {
        let library = state.library_name(word)?;
        conditions.libraries = [library.clone(), library];
    }
    for (split, (condition, library)) in
        [("-min", "-min_library"), ("-max", "-max_library")].iter().enumerate()
    {
        if let Some(word) = arguments.value(condition) {
            conditions.conditions[split] = text(word);
        }
        if let Some(word) = arguments.value(library) {
            conditions.libraries[split] = state.library_name(word)?;
        }
    }
    state.edit(|editor| {
        editor.set_operating_conditions(conditions);
        Ok(())
    })?;
    Ok(Value::empty())
}

impl State {
    /// The name of a library that is given as an object or by its name.
    fn library_name(&self, word: &Value) -> Result<Option<Box<str>>, zeroslack_tcl::Exception> {
        Ok(Some(match self.object_of_handle(word)? {
            Some(object) => self.name_of(object)?.into(),
            None => (*word.text()).into(),
        }))
    }
}
