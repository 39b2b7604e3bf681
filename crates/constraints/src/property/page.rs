//! The page of the documentation about properties.

use std::fmt::Write as _;

use super::{COMMON, Get, Is, Property};
use crate::command::Tables;

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

/// How the slack of a pin is defined.
const SLACKS_OF_PINS: &str = "\n## Slacks of pins\n\n\
    The slack of a pin is the worst slack of the paths through it, after CPPR where that is on: what `find_timing_paths -through` finds first. It is the same in `get_property`, \
    `report_slacks`, the library (`Timed::slack`) and C (`zs_pin_slack`, `zs_slacks`).\n\n\
    - `slack_max` is of paths to setup, recovery and other late ends, `slack_min` of those to hold, removal and other early ones; `slack` is the less of both. `_rise` and `_fall` are edges at the pin itself.\n\
    - At a pin of a clock network, a clock pin of a register among them, it is the worst of two: of the paths that the clock *launches* by way of the pin, and of those that it *captures* by way of it. \
    Both are by the ends of the data: a register's own hold check counts in `slack_min` of its clock pin, its setup check in `slack_max`. A clock pin on a way that is not the worst one to a register \
    has the slack that the paths would have if the clock came by it, with the credit that they have. An ideal clock's network has none, but for the clock pins where it acts; so has a propagated one's of paths whose exception ignores its latency. What comes to the source of a generated clock by way of a pin of data counts there too.\n\
    - Before a latch a path that comes while the latch is open has the slack 0, one that comes before what it is early by, and one that comes too late what it is late by, whatever other data at the latch borrows.\n\
    - Related pins of data checks have the slacks of their own paths, not that of the check.\n\n\
    With CPPR it is not the required time less the arrival: the latest launch and the earliest capture of a pin may have most of their clock paths in common. `required` is that of the ends, each with the credit of its worst path. \
    The TAU contests define the slack of a pin by these two times; `zeroslack tau` answers by that rule (`Timed::contest_slack`).\n";

/// All properties by class of objects, in Markdown.
pub fn page(tables: &Tables) -> String {
    let mut text = String::from(
        "# Properties\n\nThis page is made from the tables that `get_property` and `-filter` use (`crates/constraints/src/property.rs`). \
         Times and capacitances are in the units of the session, with six digits behind the point; areas are in the library's unit. A value that an object does not have is \
         empty, and no condition of `-filter` holds of it. A property that a class of objects does not have is an error.\n\n## all classes\n\n",
    );
    write_table(&mut text, COMMON);
    for class in tables.all_classes() {
        let _ = write!(text, "\n## {}\n\n", class.name);
        write_table(&mut text, class.own());
    }
    text.push_str(SLACKS_OF_PINS);
    text
}
