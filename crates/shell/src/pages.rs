//! Pages of the documentation that are made from the tables of commands.

use std::fmt::Write as _;

use crate::path_properties::METHODS;
use crate::tables::TABLES;

/// All commands, in Markdown.
pub fn page() -> String {
    zeroslack::constraints::page(&TABLES)
}

/// All properties by class of objects, in Markdown.
pub fn properties_page() -> String {
    let mut text = zeroslack::constraints::property::page(&TABLES);
    text.push_str(
        "\n## Paths as commands\n\n`$path_end slack` and its like give times in seconds, as `sta::format_time` takes them; any other name is that of a property.\n\n\
         | name | what it gives |\n| --- | --- |\n",
    );
    for (name, about) in METHODS {
        let _ = writeln!(text, "| `{name}` | {about} |");
    }
    text
}
