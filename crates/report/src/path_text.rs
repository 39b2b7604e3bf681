//! A path as text.

use zeroslack_paths::PathBorrow;
use zeroslack_units::{Split, Ticks, Transition};

use crate::layout::{Layout, PathFormat};
use crate::line::{Line, LineSubject, Note, NoteKind, PinLine};
use crate::path::{PathEnds, PathReport};

/// What stands in a line of the listing.
#[derive(Clone, Copy, Default)]
struct Row<'r> {
    fanout: Option<u32>,
    /// fF.
    capacitance: Option<f32>,
    /// ps.
    slew: Option<f32>,
    delay: Option<Ticks>,
    time: Option<Ticks>,
    transition: Option<Transition>,
    /// What the line is about, and what that is, in parentheses.
    what: &'r str,
    kind: Option<&'r str>,
}

/// A rule is longer than the columns by so much.
pub(crate) const RULE_FOR_DESCRIPTION: usize = 43;

/// The width of the table of what is borrowed.
const BORROWING: usize = 48;

/// The width of the column of fan-outs.
const FANOUT: usize = 6;

impl PathReport<'_> {
    /// As a listing: where it starts and ends, then a line for each pin, `^` for a rise and `v` for a fall. Of the formats those that list pins, and
    /// [`PathFormat::Short`]; any other is printed as [`PathFormat::Full`].
    pub fn text(&self, layout: &Layout) -> String {
        let mut out = Vec::new();
        self.write_text(layout, &mut out);
        String::from_utf8_lossy(&out).into_owned()
    }

    /// Adds the same to a text.
    pub fn write_text(&self, layout: &Layout, out: &mut Vec<u8>) {
        write_heading(&self.ends, out);
        if layout.format == PathFormat::Short {
            return;
        }
        out.push(b'\n');
        self.write_listing(layout, out);
        if self.ends.required.is_none() {
            Listing::new(self, layout, out).rule();
            out.extend_from_slice(b"(Path is unconstrained)\n");
        }
        if let Some(moments) = &self.statistical {
            out.extend_from_slice(format!("\n{}", moments.text(layout.style)).as_bytes());
        }
    }

    /// Adds the lines of its pins, and what is required if anything is, without its ends.
    pub fn write_listing(&self, layout: &Layout, out: &mut Vec<u8>) {
        let mut listing = Listing::new(self, layout, out);
        listing.header();
        listing.launch(self);
        listing.lines(&self.data);
        listing.total(self.ends.arrival, "data arrival time");
        if let Some(required) = self.ends.required {
            listing.required(self, required);
        }
    }
}

/// Where a path starts and ends, its group and its split.
fn write_heading(ends: &PathEnds, out: &mut Vec<u8>) {
    for (title, point) in [("Startpoint", &ends.startpoint), ("Endpoint", &ends.endpoint)] {
        for text in [title, ": ", &point.name, " (", &point.description, ")\n"] {
            out.extend_from_slice(text.as_bytes());
        }
    }
    let path_type = path_type(ends.split);
    for text in ["Path Group: ", &ends.group, "\nPath Type: ", path_type, "\n"] {
        out.extend_from_slice(text.as_bytes());
    }
}

/// `max` of late, `min` of early data.
pub(crate) fn path_type(split: Split) -> &'static str {
    match split {
        Split::Early => "min",
        Split::Late => "max",
    }
}

/// A listing that is being written.
struct Listing<'l> {
    layout: &'l Layout,
    out: &'l mut Vec<u8>,
    /// The width of a column of numbers.
    width: usize,
    /// The time in the line before.
    last: Ticks,
}

impl<'l> Listing<'l> {
    fn new(path: &PathReport<'_>, layout: &'l Layout, out: &'l mut Vec<u8>) -> Self {
        let width = layout.narrowest().max(widest(path, layout));
        Self { layout, out, width, last: 0 }
    }

    fn header(&mut self) {
        let fields = self.layout.fields;
        if fields.fanout {
            self.out.extend_from_slice(b"Fanout ");
        }
        let columns = [(fields.capacitance, "Cap"), (fields.slew, "Slew"), (true, "Delay"), (true, "Time")];
        for (_, title) in columns.into_iter().filter(|(is_shown, _)| *is_shown) {
            right(self.out, self.width, |out| out.extend_from_slice(title.as_bytes()));
            self.out.push(b' ');
        }
        self.out.extend_from_slice(b"  Description\n");
        self.rule();
    }

    fn rule(&mut self) {
        let fields = self.layout.fields;
        let columns = 2 + usize::from(fields.capacitance) + usize::from(fields.slew);
        let fanout = if fields.fanout { FANOUT } else { 0 };
        let length = columns * self.width + fanout + RULE_FOR_DESCRIPTION;
        self.out.resize(self.out.len() + length, b'-');
        self.out.push(b'\n');
    }

    fn total(&mut self, time: Ticks, what: &str) {
        self.row(Row { time: Some(time), what, ..Row::default() });
    }

    /// What comes before the data: the clock's edge and its network, or what lies in front of a port.
    fn launch(&mut self, path: &PathReport<'_>) {
        if let (true, [edge, latency, ..]) = (path.is_clock, &path.launch[..])
            && is_note(latency, NoteKind::SourceLatency)
            && !self.layout.expands_clocks()
        {
            self.line(edge, true);
            return self.source_latency(path);
        }
        let (lines, given) = match &path.launch[..] {
            [lines @ .., given] if is_note(given, NoteKind::TimeGiven) => (lines, Some(given)),
            lines => (lines, None),
        };
        self.launching_clock(lines, given.is_some());
        given.into_iter().for_each(|given| self.line(given, true));
    }

    /// How late a clock that arrives as data is at its source, where it is late at all.
    fn source_latency(&mut self, path: &PathReport<'_>) {
        let at_source = match &path.launch[..] {
            // A clock of its own: what drives its port is in the port's line.
            [_, latency] => latency.time,
            // A generated one is as late as its master makes it.
            _ => path.data.first().map_or(self.last, |line| line.time),
        };
        if at_source != self.last {
            self.timed(Row { time: Some(at_source), what: "clock source latency", ..Row::default() });
        }
    }

    /// The launching clock's edge and its network; the clock's pin is shown but at a latch through which data goes that comes to another one.
    fn launching_clock(&mut self, lines: &[Line<'_>], is_given: bool) {
        let is_traced = lines.iter().any(|line| is_note(line, NoteKind::SourceLatency));
        match lines {
            [edge, .., pin] if is_traced && !self.layout.expands_clocks() => {
                self.line(edge, true);
                self.network(pin.time);
                if !is_given {
                    self.line(pin, true);
                }
            }
            [notes @ .., _] if is_given && !is_traced => self.lines(notes),
            // Without an edge, that of a path that nothing is required of.
            [first, .., pin] if !is_any_note(first) && !self.layout.expands_clocks() => self.line(pin, true),
            lines => self.lines(lines),
        }
    }

    /// What is required at the end, and the slack.
    fn required(&mut self, path: &PathReport<'_>, required: Ticks) {
        self.out.push(b'\n');
        self.last = 0;
        self.capture(&path.capture);
        self.total(required, "data required time");
        self.rule();
        self.total(required, "data required time");
        self.total(-path.ends.arrival, "data arrival time");
        self.rule();
        if let Some(slack) = path.ends.slack {
            self.total(slack, if slack < 0 { "slack (VIOLATED)" } else { "slack (MET)" });
        }
        if let Some(borrow) = &path.ends.borrow {
            self.borrowing(path, borrow);
        }
    }

    /// What may be borrowed from the latch at the end, and is.
    fn borrowing(&mut self, path: &PathReport<'_>, borrow: &PathBorrow) {
        let rule = "-".repeat(BORROWING);
        let clock = path.ends.capture.as_ref().map_or("clock", |(clock, _)| clock);
        let pulse = format!("{clock} pulse width");
        let stated = borrow.stated.map(|stated| ("user max time borrow", stated));
        let limits = [(&*pulse, borrow.width), ("library setup time", -path.ends.margin)];
        let found = [("max time borrow", borrow.most), ("actual time borrow", borrow.actual)];
        let style = self.layout.style;
        let line = |out: &mut Vec<u8>, (what, time): (&str, Ticks)| {
            out.extend_from_slice(what.as_bytes());
            right(out, BORROWING.saturating_sub(what.len()), |out| style.write_time(time, out));
            out.push(b'\n');
        };
        self.out.extend_from_slice(format!("\nTime Borrowing Information\n{rule}\n").as_bytes());
        limits.into_iter().chain(stated).for_each(|row| line(self.out, row));
        self.out.extend_from_slice(format!("{rule}\n").as_bytes());
        found.into_iter().for_each(|row| line(self.out, row));
        self.out.extend_from_slice(format!("{rule}\n").as_bytes());
    }

    /// The capturing clock's edge and network, then the requirement. Where the network is one delay, the clock's pin comes after what corrects that.
    fn capture(&mut self, lines: &[Line<'_>]) {
        let is_pin = |line: &&Line<'_>| matches!(line.place, LineSubject::Pin(_));
        let is_traced = lines.iter().any(|line| is_note(line, NoteKind::SourceLatency));
        let Some(pin) = lines.iter().rfind(is_pin) else { return self.lines(lines) };
        if is_traced && self.layout.expands_clocks() {
            return lines.iter().for_each(|line| self.line(line, std::ptr::eq(line, pin)));
        }
        let is_correction = |line: &&Line<'_>| {
            let corrections = [NoteKind::Uncertainty, NoteKind::PathMargin, NoteKind::Credit];
            corrections.into_iter().any(|kind| is_note(line, kind))
        };
        let is_edge = |line: &&Line<'_>| is_note(line, NoteKind::Limit) || is_note(line, NoteKind::ClockEdge);
        lines.iter().take_while(is_edge).for_each(|line| self.line(line, true));
        if is_traced {
            self.network(pin.time);
        } else {
            lines
                .iter()
                .filter(|line| is_note(line, NoteKind::NetworkDelay))
                .for_each(|line| self.line(line, true));
        }
        lines.iter().filter(is_correction).for_each(|line| self.line(line, true));
        if let LineSubject::Pin(pin) = &pin.place {
            let (time, transition) = (Some(self.last), Some(pin.transition));
            let (what, kind) = (&*pin.pin, Some(pin.kind()));
            self.row(Row { time, transition, what, kind, ..Row::default() });
        }
        let is_requirement = |line: &&Line<'_>| is_note(line, NoteKind::Requirement);
        lines.iter().filter(is_requirement).for_each(|line| self.line(line, true));
    }

    /// The network of a propagated clock as one delay.
    fn network(&mut self, time: Ticks) {
        let what = crate::launch::network_text(true);
        self.timed(Row { time: Some(time), what, ..Row::default() });
    }

    /// Lines one after the other. Between the first and the last one, input pins are left out unless they are asked for.
    fn lines(&mut self, lines: &[Line<'_>]) {
        for (at, line) in lines.iter().enumerate() {
            self.line(line, at == 0 || at + 1 == lines.len());
        }
    }

    fn line(&mut self, line: &Line<'_>, is_shown: bool) {
        let time = Some(line.time);
        let pin = match &line.place {
            LineSubject::Note(Note { text, transition, slew, .. }) => {
                let (transition, slew) = (*transition, *slew);
                return self.timed(Row { time, slew, transition, what: text, ..Row::default() });
            }
            LineSubject::Pin(pin) => pin,
        };
        let fields = self.layout.fields;
        if fields.hierarchy {
            for what in &pin.passed {
                self.row(Row { what, kind: Some("hierarchical"), ..Row::default() });
            }
        }
        if pin.driver.is_none() && !fields.input_pins && !is_shown && !pin.divides_clock {
            return;
        }
        self.timed(pin_row(pin, time));
        if let (true, Some(_), Some(what)) = (fields.nets, pin.driver, pin.net) {
            self.row(Row { what, kind: Some("net"), ..Row::default() });
        }
    }

    /// A row whose delay is what its time has on that of the row before.
    fn timed(&mut self, row: Row<'_>) {
        let delay = row.time.map(|time| time - self.last);
        self.last = row.time.unwrap_or(self.last);
        self.row(Row { delay, ..row });
    }

    fn row(&mut self, row: Row<'_>) {
        let Layout { style, fields, .. } = *self.layout;
        let (out, width) = (&mut *self.out, self.width);
        let mut column = |is_shown: bool, width: usize, write: &dyn Fn(&mut Vec<u8>)| {
            if is_shown {
                right(out, width, write);
                out.push(b' ');
            }
        };
        column(fields.fanout, FANOUT, &|out| {
            row.fanout.iter().for_each(|fanout| out.extend_from_slice(fanout.to_string().as_bytes()));
        });
        column(fields.capacitance, width, &|out| {
            row.capacitance.iter().for_each(|&capacitance| style.write_capacitance(capacitance, out));
        });
        column(fields.slew, width, &|out| row.slew.iter().for_each(|&slew| style.write_slew(slew, out)));
        for time in [row.delay, row.time] {
            column(true, width, &|out| time.iter().for_each(|&time| style.write_time(time, out)));
        }
        out.extend_from_slice(match row.transition {
            None => b"  ",
            Some(Transition::Rise) => b"^ ",
            Some(Transition::Fall) => b"v ",
        });
        out.extend_from_slice(row.what.as_bytes());
        if let Some(kind) = row.kind {
            [" (", kind, ")"].iter().for_each(|text| out.extend_from_slice(text.as_bytes()));
        }
        out.push(b'\n');
    }
}

fn pin_row<'r>(pin: &'r PinLine<'_>, time: Option<Ticks>) -> Row<'r> {
    Row {
        fanout: pin.driver.map(|driver| driver.fanout),
        capacitance: pin.driver.map(|driver| driver.capacitance),
        slew: pin.slew,
        delay: None,
        time,
        transition: Some(pin.transition),
        what: &pin.pin,
        kind: Some(pin.kind()),
    }
}

pub(crate) fn is_note(line: &Line<'_>, kind: NoteKind) -> bool {
    matches!(&line.place, LineSubject::Note(note) if note.kind == kind)
}

fn is_any_note(line: &Line<'_>) -> bool {
    matches!(line.place, LineSubject::Note(_))
}

/// How many characters the longest number of a path has.
fn widest(path: &PathReport<'_>, layout: &Layout) -> usize {
    let (mut time, mut slew, mut capacitance) = (path.ends.arrival.abs(), 0.0_f32, 0.0_f32);
    for line in path.launch.iter().chain(&path.data).chain(&path.capture) {
        time = time.max(line.time.abs());
        if let LineSubject::Pin(pin) = &line.place {
            slew = slew.max(pin.slew.unwrap_or(0.0));
            capacitance = capacitance.max(pin.driver.map_or(0.0, |driver| driver.capacitance));
        }
    }
    let length = |write: &dyn Fn(&mut Vec<u8>)| {
        let mut text = Vec::new();
        write(&mut text);
        text.len()
    };
    let style = layout.style;
    let capacitances = length(&|out| style.write_capacitance(capacitance, out));
    let slews = length(&|out| style.write_slew(slew, out));
    length(&|out| style.write_time(-time, out)).max(capacitances).max(slews)
}

/// Writes something at the right of a column.
pub(crate) fn right(out: &mut Vec<u8>, width: usize, write: impl FnOnce(&mut Vec<u8>)) {
    let start = out.len();
    write(out);
    let length = out.len() - start;
    if length < width {
        out.resize(start + width, b' ');
        out[start..].rotate_right(width - length);
    }
}
