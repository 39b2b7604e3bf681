//! Commands about commands.

use zeroslack::constraints::command::{Command, Group, Run, optional};
use zeroslack::constraints::{Arguments, State, usage};

use zeroslack::netlist::Pattern;
use zeroslack_tcl::{Outcome, Value};

pub(crate) const COMMANDS: &[Command] = &[Command {
    name: "help",
    group: Group::Session,
    summary: "How commands are used: all, or those whose names match a pattern.",
    options: &[],
    operands: &[optional("pattern")],
    run: Run::State(help),
}];

fn help(state: &mut State, arguments: &Arguments<'_>) -> Outcome {
    let pattern = arguments.operand(0).map_or_else(|| "*".to_owned(), ToString::to_string);
    let matching = Pattern::new(&pattern);
    let mut usages: Vec<String> =
        state.tables.all().filter(|command| matching.matches(command.name)).map(usage).collect();
    if usages.is_empty() {
        return Err(arguments.error(&format!("no command matches '{pattern}'")));
    }
    usages.sort();
    state.output = usages.join("\n") + "\n";
    Ok(Value::empty())
}
