//! What of a path is printed, and how.

use crate::style::Style;

/// The formats of paths as text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PathFormat {
    /// A path from where the data starts to where it is required, with the clock's network as one delay.
    #[default]
    Full,
    /// The same with the networks of propagated clocks pin by pin.
    FullClock,
    /// The same, from the source of the clock that others are generated from.
    FullClockExpanded,
    /// Where a path starts and ends.
    Short,
    /// A line for each path with required time, arrival and slack, under a title for each path group.
    End,
    /// A line for each path with its ends and its slack.
    Summary,
    /// A line for each path with its group and its slack.
    SlackOnly,
}

/// What a path tells of its pins beside delay and time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fields {
    /// How many pins and ports a driver drives.
    pub fanout: bool,
    /// What a driver drives.
    pub capacitance: bool,
    /// Slews.
    pub slew: bool,
    /// The input pins of cells, whose delays are those of nets.
    pub input_pins: bool,
    /// The nets that drivers drive.
    pub nets: bool,
    /// The pins of instances of modules that a path passes.
    pub hierarchy: bool,
}

impl Fields {
    /// All numbers of each pin.
    pub const NUMBERS: Self =
        Self { fanout: true, capacitance: true, slew: true, input_pins: true, nets: false, hierarchy: false };
}

/// How paths are printed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layout {
    /// How numbers are written.
    pub style: Style,
    /// The format.
    pub format: PathFormat,
    /// What is told of pins.
    pub fields: Fields,
}

impl Layout {
    /// Clock networks pin by pin, with all numbers of each pin.
    pub const fn detailed(style: Style) -> Self {
        Self { style, format: PathFormat::FullClockExpanded, fields: Fields::NUMBERS }
    }

    /// The least width of a column of numbers: a sign, three digits before the point, and those after it.
    pub(crate) fn narrowest(self) -> usize {
        self.style.column()
    }

    /// Whether clock networks are listed pin by pin.
    pub(crate) fn expands_clocks(self) -> bool {
        matches!(self.format, PathFormat::FullClock | PathFormat::FullClockExpanded)
    }
}
