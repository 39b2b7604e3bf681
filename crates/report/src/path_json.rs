//! Paths as JSON, as timing tools write them, and more.

use std::io::Write as _;

use serde_json::to_writer;
use zeroslack_graph::CheckOrigin;
use zeroslack_timing::EndpointKind;
use zeroslack_units::{Split, Ticks, Transition};

use crate::line::{Line, LineSubject, NoteKind, PinLine};
use crate::path::PathReport;
use crate::path_text::{is_note, path_type};

impl PathReport<'_> {
    /// Adds an object over several lines, with times in s and capacitances in F; `docs/reports.md` has its keys.
    pub fn write_checks_json(&self, out: &mut Vec<u8>) {
        let ends = &self.ends;
        let kind = match ends.kind {
            _ if ends.limit.is_some() => "path_delay",
            Some(EndpointKind::Check(_)) => match ends.origin {
                Some(CheckOrigin::ClockGating) => "gated_clk",
                Some(CheckOrigin::Port) => "output_delay",
                Some(CheckOrigin::NonSequential { .. } | CheckOrigin::Data) => "data_check",
                _ if ends.borrow.is_some() => "latch_check",
                Some(CheckOrigin::Library { .. } | CheckOrigin::Latch) | None => "check",
            },
            Some(EndpointKind::Output(_)) => "output_delay",
            None => "unconstrained",
        };
        out.extend_from_slice(b"{\n  \"type\": ");
        text(out, kind);
        for (key, value) in [
            ("path_group", &*ends.group),
            ("path_type", path_type(ends.split)),
            ("startpoint", &ends.startpoint.data_pin),
            ("endpoint", &ends.endpoint.data_pin),
        ] {
            text_of(out, key, value);
        }
        let networks = &self.ideal_networks;
        self.clock(out, "source", &ends.launch, (&self.launch, &networks[0]), ends.later);
        // What goes through a latch starts at its output.
        let is_given = self.launch.last().is_some_and(|line| is_note(line, NoteKind::TimeGiven));
        let data: Vec<&Line<'_>> = pins(&self.data).skip(usize::from(is_given)).collect();
        self.pins_of(out, "source_path", &data, ends.later);
        self.clock(out, "target", &ends.capture, (&self.capture, &networks[1]), ends.captured_later);
        time_of(out, "data_arrival_time", ends.arrival);
        if let (Some(required), Some(slack)) = (ends.required, ends.slack) {
            let credit = ends.credit.unwrap_or(0);
            if let Some(cycles) = ends.cycles.filter(|_| ends.limit.is_none()) {
                out.extend_from_slice(format!(",\n  \"multi_cycle_path\": {cycles}").as_bytes());
            }
            if let Some(limit) = ends.limit {
                time_of(out, "path_delay", limit);
            }
            time_of(out, "crpr", if ends.split == Split::Early { -credit } else { credit });
            time_of(out, "margin", ends.margin);
            if ends.path_margin != 0 {
                time_of(out, "path_margin", ends.path_margin);
            }
            time_of(out, "required_time", required);
            time_of(out, "slack", slack);
        }
        if let Some(kind) = ends.kind {
            text_of(out, "check", kind.name());
        }
        out.extend_from_slice(b"\n}");
    }

    /// A clock, its edge, and the pins that it passes.
    fn clock(
        &self,
        out: &mut Vec<u8>,
        what: &str,
        edge: &Option<(String, Transition)>,
        (lines, network): (&[Line<'_>], &[Line<'_>]),
        later: Ticks,
    ) {
        let Some((clock, edge)) = edge else { return };
        text_of(out, &format!("{what}_clock"), clock);
        text_of(out, &format!("{what}_clock_edge"), edge.name());
        let own: Vec<&Line<'_>> = pins(lines).collect();
        if own.is_empty() && network.is_empty() {
            return;
        }
        let key = format!("{what}_clock_path");
        if network.is_empty() {
            self.pins_of(out, &key, &own, later);
        } else {
            self.pins_of(out, &key, &pins(network).collect::<Vec<_>>(), 0);
        }
    }

    fn pins_of(&self, out: &mut Vec<u8>, key: &str, lines: &[&Line<'_>], later: Ticks) {
        out.extend_from_slice(format!(",\n  \"{key}\": [").as_bytes());
        let mut is_first = true;
        for line in lines {
            let LineSubject::Pin(pin) = &line.place else { continue };
            out.extend_from_slice(if is_first { b"\n    {\n" } else { b",\n    {\n" });
            is_first = false;
            self.pin(out, pin, line.time - later);
            out.extend_from_slice(b"\n    }");
        }
        out.extend_from_slice(b"\n  ]");
    }

    fn pin(&self, out: &mut Vec<u8>, pin: &PinLine<'_>, arrival: Ticks) {
        out.extend_from_slice(b"      \"instance\": ");
        text(out, pin.instance.unwrap_or_default());
        let mut member = |key: &str, write: &dyn Fn(&mut Vec<u8>)| {
            out.extend_from_slice(format!(",\n      \"{key}\": ").as_bytes());
            write(out);
        };
        member("cell", &|out| text(out, pin.cell.unwrap_or(self.design)));
        // Attributes of netlists are not kept.
        member("verilog_src", &|out| text(out, ""));
        member("pin", &|out| text(out, &pin.pin));
        if let (Some(net), Some(_)) = (pin.net, pin.instance) {
            member("net", &|out| text(out, net));
        }
        member("arrival", &|out| time(out, arrival));
        if let Some(driver) = pin.driver {
            member("capacitance", &|out| scaled(out, driver.capacitance, -15));
        }
        if let Some(slew) = pin.slew {
            member("slew", &|out| scaled(out, slew, -12));
        }
        member("transition", &|out| text(out, pin.transition.name()));
        if let Some(driver) = pin.driver {
            member("fanout", &|out| out.extend_from_slice(driver.fanout.to_string().as_bytes()));
        }
    }
}

fn pins<'l, 'a>(lines: &'l [Line<'a>]) -> impl Iterator<Item = &'l Line<'a>> {
    lines.iter().filter(|line| matches!(line.place, LineSubject::Pin(_)))
}

fn text(out: &mut Vec<u8>, value: &str) {
    // A vector takes everything.
    let _ = to_writer(out, value);
}

fn text_of(out: &mut Vec<u8>, key: &str, value: &str) {
    out.extend_from_slice(format!(",\n  \"{key}\": ").as_bytes());
    text(out, value);
}

fn time_of(out: &mut Vec<u8>, key: &str, value: Ticks) {
    out.extend_from_slice(format!(",\n  \"{key}\": ").as_bytes());
    time(out, value);
}

/// A time in s, with all its digits.
fn time(out: &mut Vec<u8>, time: Ticks) {
    power(out, &format!("{time}e-16"));
}

/// A value times a power of ten, with as many digits as tell it apart.
fn scaled(out: &mut Vec<u8>, value: f32, exponent: i32) {
    power(out, &format!("{value}e{exponent}"));
}

/// A decimal number as the shortest one that is read as the same.
fn power(out: &mut Vec<u8>, decimal: &str) {
    let value: f64 = decimal.parse().unwrap_or_default();
    let _ = write!(out, "{value:e}");
}
