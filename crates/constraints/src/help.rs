//! What is said of commands: `-help`, and the page of the documentation.

use std::fmt::Write as _;

use crate::command::{Command, Group, Tables};
use crate::later::UntilThen;
use crate::settings::VARIABLES;
use crate::unknown::OF_OTHERS;

/// How a command is used, in one line.
pub fn usage(command: &Command) -> String {
    let mut text = command.name.to_owned();
    for option in command.options {
        let _ = match option.value {
            Some(value) => write!(text, " [{} {}]", option.name, value.replace(' ', "_")),
            None => write!(text, " [{}]", option.name),
        };
    }
    for operand in command.operands {
        let name = operand.name.replace(' ', "_");
        let _ = if operand.repeats {
            write!(text, " [{name}]...")
        } else if operand.is_optional {
            write!(text, " [{name}]")
        } else {
            write!(text, " {name}")
        };
    }
    text
}

/// What `-help` prints.
pub(crate) fn help_of(command: &Command) -> String {
    let mut text = format!("{}\n  {}\n", usage(command), command.summary);
    for option in command.options.iter().filter(|option| !option.help.is_empty()) {
        let _ = writeln!(text, "  {:<28} {}", option.name, option.help);
    }
    text
}

/// The page of the documentation: all commands by group, in Markdown.
pub fn page(tables: &Tables) -> String {
    let mut text = String::from(
        "# Commands\n\nThis page is made from the table of commands that the shell runs (`crates/constraints/src/command.rs`, `crates/shell/src/tables.rs`); `-help` behind a command prints its part, and \
         `help PATTERN` lists commands. Options may be shortened as far as they are unique, and so may names of commands. Whatever prints takes `> file` and `>> file` behind it.\n\
         [flows.md](flows.md) says of each command that public flows call whether it works.\n",
    );
    for group in Group::ALL {
        let _ = write!(text, "\n## {}\n", group.title());
        for command in tables.all().filter(|command| command.group == group) {
            add_command(&mut text, command);
        }
    }
    add_other_names(&mut text, tables);
    add_variables(&mut text);
    add_later(&mut text, tables);
    let of_others: Vec<String> = OF_OTHERS.iter().map(|name| format!("`{name}`")).collect();
    let _ = write!(
        text,
        "\n## Commands of other tools\n\nThese belong to tools for placement and routing; a call is an error that says so: {}.\n",
        of_others.join(", ")
    );
    text
}

fn add_command(text: &mut String, command: &Command) {
    let _ = write!(text, "\n### {}\n\n{}\n\n    {}\n", command.name, command.summary, usage(command));
    let helps: Vec<_> = command.options.iter().filter(|option| !option.help.is_empty()).collect();
    if !helps.is_empty() {
        text.push('\n');
    }
    for option in helps {
        let _ = writeln!(text, "- `{}`: {}", option.name, option.help);
    }
}

fn add_other_names(text: &mut String, tables: &Tables) {
    text.push_str("\n## Other names\n\n");
    for (alias, name) in tables.all_aliases() {
        let _ = writeln!(text, "- `{alias}` is `{name}`");
    }
    for (command, other, name) in tables.option_aliases {
        let _ = writeln!(text, "- `{command} {other}` is `{command} {name}`, and a warning says so");
    }
}

fn add_variables(text: &mut String) {
    text.push_str("\n## Variables\n\n| variable | until it is set | what it says |\n| --- | --- | --- |\n");
    for variable in VARIABLES {
        let fixed = if variable.is_fixed() { "; another value is an error yet" } else { "" };
        let _ = writeln!(text, "| `{}` | {} | {}{fixed} |", variable.name, variable.default, variable.help);
    }
}

fn add_later(text: &mut String, tables: &Tables) {
    text.push_str(
        "\n## Commands that are not there yet\n\n| command | comes with | a call is |\n| --- | --- | --- |\n",
    );
    for later in tables.all_later() {
        let until_then = match later.until_then {
            UntilThen::Fails => "an error",
            UntilThen::FailsUnlessWarnings => {
                "an error, or a warning if `zeroslack_not_applied` is `warning`"
            }
            UntilThen::Warns => "a warning, as no time depends on it",
        };
        let _ =
            writeln!(text, "| `{}` | {} | {until_then} |", later.name, later.comes_with.unwrap_or("nothing"));
    }
}
