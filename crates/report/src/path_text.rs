//! A path as text.

use std::fmt;

use zeroslack_units::{Split, Ticks, Transition};

use crate::line::{Line, LineSubject, PinLine};
use crate::path::PathReport;
use crate::style::Style;

/// A line of the listing, before its columns have their widths.
#[derive(Default)]
struct Row {
    fanout: String,
    /// Capacitance, slew, delay, time.
    numbers: [String; 4],
    mark: &'static str,
    description: String,
}

/// What stands between lines.
enum Entry {
    Row(Row),
    Rule,
    Blank,
}

/// Least width of a column of numbers.
const NARROWEST: usize = 9;

impl PathReport<'_> {
    /// As a listing: where it starts and ends, then a line per pin with the library cell, fan-out, capacitance, slew, delay and time, `^`
    /// for a rise and `v` for a fall.
    pub fn text(&self, style: Style) -> impl fmt::Display {
        fmt::from_fn(move |f| {
            let path_type = match self.ends.kind.split() {
                Split::Early => "min",
                Split::Late => "max",
            };
            writeln!(f, "Startpoint: {} ({})", self.ends.startpoint.pin, self.ends.startpoint.description)?;
            writeln!(f, "Endpoint: {} ({})", self.ends.endpoint.pin, self.ends.endpoint.description)?;
            writeln!(f, "Path Group: {}", self.ends.group)?;
            writeln!(f, "Path Type: {path_type}")?;
            writeln!(f)?;
            listing(f, &self.entries(style))?;
            self.statistical.as_ref().map_or(Ok(()), |moments| write!(f, "\n{}", moments.text(style)))
        })
    }

    fn entries(&self, style: Style) -> Vec<Entry> {
        let mut entries = Vec::new();
        let lines = |lines: &[Line<'_>], entries: &mut Vec<Entry>| {
            for line in lines {
                entries.extend(passed_rows(line, style).map(Entry::Row));
                entries.push(Entry::Row(line_row(line, style)));
                entries.extend(net_row(line, style).map(Entry::Row));
            }
        };
        let total = |time: Ticks, what: &str| {
            let time = style.time(time);
            Entry::Row(Row {
                numbers: [String::new(), String::new(), String::new(), time],
                description: what.to_string(),
                ..Row::default()
            })
        };
        lines(&self.launch, &mut entries);
        lines(&self.data, &mut entries);
        entries.extend([total(self.ends.arrival, "data arrival time"), Entry::Blank]);
        lines(&self.capture, &mut entries);
        entries.extend([total(self.ends.required, "data required time"), Entry::Rule]);
        let (required, arrival) = ("data required time", "data arrival time");
        // The two lines that add up to the slack.
        entries.extend(match self.ends.kind.split() {
            Split::Late => [total(self.ends.required, required), total(-self.ends.arrival, arrival)],
            Split::Early => [total(self.ends.arrival, arrival), total(-self.ends.required, required)],
        });
        entries.push(Entry::Rule);
        entries.push(total(
            self.ends.slack,
            if self.ends.slack < 0 { "slack (VIOLATED)" } else { "slack (MET)" },
        ));
        entries
    }
}

fn line_row(line: &Line<'_>, style: Style) -> Row {
    let (delay, time) = (style.time(line.delay), style.time(line.time));
    match &line.place {
        LineSubject::Note(note) => Row {
            numbers: [String::new(), String::new(), delay, time],
            description: note.clone(),
            ..Row::default()
        },
        LineSubject::Pin(pin) => {
            let capacitance = pin.driver.map(|driver| style.float(driver.capacitance));
            let slew = pin.slew.map(|slew| style.float(slew));
            Row {
                fanout: pin.driver.map(|driver| driver.fanout.to_string()).unwrap_or_default(),
                numbers: [capacitance.unwrap_or_default(), slew.unwrap_or_default(), delay, time],
                mark: if pin.transition == Transition::Rise { "^" } else { "v" },
                description: format!("{} ({})", pin.pin, pin.kind()),
            }
        }
    }
}

/// The pins of instances of modules before a pin, where they are wanted.
fn passed_rows<'l>(line: &'l Line<'_>, style: Style) -> impl Iterator<Item = Row> + use<'l> {
    let passed: &[String] = match &line.place {
        LineSubject::Pin(pin) if style.hierarchy => &pin.passed,
        _ => &[],
    };
    passed.iter().map(|pin| Row { description: format!("{pin} (hierarchical)"), ..Row::default() })
}

/// The net of a driver, where nets are wanted.
fn net_row(line: &Line<'_>, style: Style) -> Option<Row> {
    match &line.place {
        LineSubject::Pin(PinLine { net: Some(net), driver: Some(_), .. }) if style.nets => {
            Some(Row { description: format!("{net} (net)"), ..Row::default() })
        }
        _ => None,
    }
}

fn listing(f: &mut fmt::Formatter<'_>, entries: &[Entry]) -> fmt::Result {
    let rows =
        || entries.iter().filter_map(|entry| if let Entry::Row(row) = entry { Some(row) } else { None });
    let width = rows().flat_map(|row| &row.numbers).map(String::len).max().unwrap_or(0).max(NARROWEST);
    let description = rows().map(|row| row.description.chars().count()).max().unwrap_or(0);
    let rule = "-".repeat(6 + 4 * (width + 1) + 3 + description);
    let header = Row {
        fanout: "Fanout".to_string(),
        numbers: ["Cap", "Slew", "Delay", "Time"].map(str::to_string),
        mark: "",
        description: "Description".to_string(),
    };
    write_row(f, &header, width)?;
    writeln!(f, "{rule}")?;
    for entry in entries {
        match entry {
            Entry::Row(row) => write_row(f, row, width)?,
            Entry::Rule => writeln!(f, "{rule}")?,
            Entry::Blank => writeln!(f)?,
        }
    }
    Ok(())
}

fn write_row(f: &mut fmt::Formatter<'_>, row: &Row, width: usize) -> fmt::Result {
    write!(f, "{:>6}", row.fanout)?;
    for number in &row.numbers {
        write!(f, " {number:>width$}")?;
    }
    writeln!(f, " {:1} {}", row.mark, row.description)
}
