//! What is said of commands: `-help`, and the page of the documentation.

use std::fmt::Write as _;

use crate::command::{ALIASES, Command, Group, all};

/// How a command is used, in one line.
fn usage(command: &Command) -> String {
    let mut text = command.name.to_owned();
    for option in command.options {
        let _ = match option.value {
            Some(value) => write!(text, " [{} {}]", option.name, value.replace(' ', "_")),
            None => write!(text, " [{}]", option.name),
        };
    }
    for operand in command.operands {
        let name = operand.name.replace(' ', "_");
        let _ = if operand.is_optional { write!(text, " [{name}]") } else { write!(text, " {name}") };
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
pub fn page() -> String {
    let mut text = String::from(
        "# Commands\n\nThis page is made from the table of commands that the shell runs (`crates/shell/src/command.rs`); `-help` behind a command prints its part. \
         Options may be shortened as far as they are unique. Whatever prints takes `> file` and `>> file` behind it.\n",
    );
    for group in Group::ALL {
        let _ = write!(text, "\n## {}\n", group.title());
        for command in all().filter(|command| command.group == group) {
            let _ = write!(text, "\n### {}\n\n{}\n\n    {}\n", command.name, command.summary, usage(command));
            let helps: Vec<_> = command.options.iter().filter(|option| !option.help.is_empty()).collect();
            if !helps.is_empty() {
                text.push('\n');
            }
            for option in helps {
                let _ = writeln!(text, "- `{}`: {}", option.name, option.help);
            }
        }
    }
    text.push_str("\n## Other names\n\n");
    for (alias, name) in ALIASES {
        let _ = writeln!(text, "- `{alias}` is `{name}`");
    }
    text
}
