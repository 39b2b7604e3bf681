//! The page of the documentation about properties.

use std::fmt::Write as _;

use super::{CLASSES, COMMON, Get, Is, Property};

impl Is {
    fn name(self) -> &'static str {
        match self {
            Self::Bool => "1 or 0",
            Self::Number => "number",
            Self::Text => "text",
            Self::Object => "object",
            Self::Objects => "objects",
            Self::Numbers => "numbers",
        }
    }
}

fn write_table(text: &mut String, properties: impl IntoIterator<Item = &'static Property>) {
    text.push_str("| property | value | what it says |\n| --- | --- | --- |\n");
    for property in properties {
        let mut names = format!("`{}`", property.name);
        if matches!(property.get, Get::Timing(_)) {
            names.push_str(" [`_min` or `_max`] [`_rise` or `_fall`]");
        }
        for alias in property.aliases {
            let _ = write!(names, ", `{alias}`");
        }
        let _ = writeln!(text, "| {names} | {} | {} |", property.is.name(), property.about);
    }
}

/// All properties by class of objects, in Markdown.
pub fn page() -> String {
    let mut text = String::from(
        "# Properties\n\nThis page is made from the tables that `get_property` and `-filter` use (`crates/shell/src/property.rs`). \
         Times and capacitances are in the units of the session, with six digits behind the point; areas are in the library's unit. A value that an object does not have is \
         empty, and no condition of `-filter` holds of it. A property that a class of objects does not have is an error.\n\n## all classes\n\n",
    );
    write_table(&mut text, COMMON);
    for class in CLASSES {
        let _ = write!(text, "\n## {}\n\n", class.name);
        write_table(&mut text, class.own());
    }
    text.push_str(
        "\n## Paths as commands\n\n`$path_end slack` and its like give times in seconds, as `sta::format_time` takes them; any other name is that of a property.\n\n\
         | name | what it gives |\n| --- | --- |\n",
    );
    for (name, about) in super::paths::METHODS {
        let _ = writeln!(text, "| `{name}` | {about} |");
    }
    text
}
