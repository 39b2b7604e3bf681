//! The conditions that the design works under. They are kept, and written by `write_sdc`.

use zeroslack_tcl::{Outcome, Value};

use crate::arguments::Arguments;
use crate::command::{Command, Group, Run, optional, value, value_that};
use crate::state::State;
use zeroslack_sdc::OperatingConditions;

pub(crate) const COMMANDS: &[Command] = &[Command {
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
}];

const ANALYSIS_TYPES: [&str; 3] = ["single", "bc_wc", "on_chip_variation"];

fn set_operating_conditions(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let mut conditions = state.constraints()?.kept.operating_conditions.clone();
    let text = |word: &Value| (!word.is_empty()).then(|| Box::from(&*word.text()));
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
    if conditions.conditions == [None, None] && arguments.operand(0).is_some() {
        state.warn("operating conditions are kept, and not used: times are those of the libraries");
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
    if conditions == OperatingConditions::default() {
        return Err(arguments.error("no conditions are given"));
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
            None if word.is_empty() => return Ok(None),
            None => (*word.text()).into(),
        }))
    }
}
