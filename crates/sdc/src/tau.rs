//! The TAU contests' `.timing` files: one assertion a line, times in ps, capacitance in fF.
//!
//! ```text
//! clock PORT PERIOD LOW
//! at    PORT early-rise early-fall late-rise late-fall    arrival at an input
//! slew  PORT early-rise early-fall late-rise late-fall    transition at an input
//! rat   PORT early-rise early-fall late-rise late-fall    required time at an output
//! load  PORT CAPACITANCE                                  capacitance at an output
//! ```
//!
//! In the contest a capture is one period after its launch, whichever edges of the clock the two use. So both
//! edges of the clock are at 0, and LOW is ignored. Its network is propagated. Where there is exactly one clock, its rise
//! launches the arrivals at all other ports than its own.

use std::collections::BTreeMap;
use std::ops::Range;

use zeroslack_input::Diagnostics;
use zeroslack_netlist::{Netlist, PinId, PortDirection};
use zeroslack_units::{
    LARGEST_CAPACITANCE, LARGEST_TIME, LATEST_TIME, Quad, Transition, ps, quad, ticks_of, ticks_within_range,
};

use crate::span::span_of;
use crate::{Clock, ClockEdge, Constraints, InputDelay, PortLoad};

/// A value of this magnitude means "undefined", as `nan` does.
const UNDEFINED: f64 = 987_654.0;

/// The longest line has six fields.
const MOST_FIELDS: usize = 6;

/// Reads a `.timing` file. A name of a bus stands for all its bits.
///
/// A line with an error is left out. Entries are in the order of the ports; clocks in the order of the file.
pub fn read_timing(text: &str, netlist: &Netlist) -> (Constraints, Diagnostics) {
    let mut reader = Reader::new(text, netlist);
    for line in text.lines() {
        reader.line(line);
    }
    reader.finish()
}

struct Reader<'t, 'n> {
    text: &'t str,
    netlist: &'n Netlist,
    /// Arrivals are all those of clocks, until it is known which clocks there are.
    constraints: Constraints,
    diagnostics: Diagnostics,
}

/// The fields of a line, and how many there are; those beyond [`MOST_FIELDS`] are only counted.
struct Fields<'t> {
    list: [&'t str; MOST_FIELDS],
    count: usize,
    /// From the first to the last.
    all: &'t str,
}

impl<'t> Fields<'t> {
    fn of(line: &'t str) -> Self {
        let mut fields = Self { list: [""; MOST_FIELDS], count: 0, all: line };
        for field in line.split_ascii_whitespace() {
            if field.starts_with('#') {
                let comment = span_of(line, field).unwrap_or_default();
                fields.all = &line[..comment.start];
                break;
            }
            if let Some(place) = fields.list.get_mut(fields.count) {
                *place = field;
            }
            fields.count += 1;
        }
        fields.all = fields.all.trim_ascii();
        fields
    }

    /// The part that says what the assertion is about, for messages.
    fn port(&self) -> &'t str {
        self.list[1]
    }
}

impl<'t, 'n> Reader<'t, 'n> {
    fn new(text: &'t str, netlist: &'n Netlist) -> Self {
        Self { text, netlist, constraints: Constraints::default(), diagnostics: Diagnostics::new() }
    }

    /// Reads one line. None where there is an error, which is reported.
    fn line(&mut self, line: &'t str) -> Option<()> {
        let fields = Fields::of(line);
        match fields.list[0] {
            "" => Some(()),
            "clock" => self.clock(&fields),
            "at" => {
                let (bits, values) = self.values(&fields, PortDirection::Input)?;
                self.within(&fields, values, ps(LATEST_TIME))?;
                let again = set(&mut self.constraints.clock_arrivals, bits, convert(values, ticks_of));
                self.warn_of_second(again, &fields)
            }
            "rat" => {
                let (bits, values) = self.values(&fields, PortDirection::Output)?;
                self.within(&fields, values, ps(LATEST_TIME))?;
                let again = set(&mut self.constraints.required_times, bits, convert(values, ticks_of));
                self.warn_of_second(again, &fields)
            }
            "slew" => {
                let (bits, values) = self.values(&fields, PortDirection::Input)?;
                for (field, value) in fields.list[2..].iter().zip(values.as_flattened()) {
                    self.not_negative(field, *value)?;
                }
                self.within(&fields, values, f64::from(LARGEST_TIME))?;
                let again = set(&mut self.constraints.input_slews, bits, convert(values, single));
                self.warn_of_second(again, &fields)
            }
            "load" => self.load(&fields),
            unknown => {
                self.diagnostics.error("TAU-001", span(self.text, unknown), || {
                    format!("'{unknown}' is no assertion: expected 'clock', 'at', 'slew', 'rat' or 'load'")
                });
                None
            }
        }
    }

    fn clock(&mut self, fields: &Fields<'t>) -> Option<()> {
        // LOW means nothing here, so it may as well be missing.
        if fields.count != 3 {
            self.field_count(fields, 4, "clock, a port, its period, its low time (which can be left out)")?;
        }
        let bits = self.bits(fields.port(), PortDirection::Input)?;
        let period = self.number(fields.list[2])?;
        let Some(period) = ticks_within_range(period).filter(|&period| period > 0) else {
            self.diagnostics.error("TAU-002", span(self.text, fields.list[2]), || {
                format!(
                    "'{}' cannot be a period: expected at least 0.0001 ps and at most 112 ms",
                    fields.list[2]
                )
            });
            return None;
        };
        let clock = Clock {
            name: fields.port().into(),
            sources: bits.clone(),
            period,
            edges: [0, 0],
            propagated: true,
            ..Clock::default()
        };
        let clocks = &mut self.constraints.clocks;
        // The same port can be called by its name or as its only bit.
        let mut known = bits.first().into_iter().flat_map(|&first| clocks.starting_at(first)).copied();
        let known = known.find(|&known| clocks[known].sources.first() == bits.first());
        if let Some(known) = known.filter(|&known| clocks[known].name != clock.name) {
            clocks.remove(known);
        }
        clocks.put(clock);
        self.warn_of_second(known.is_some(), fields)
    }

    fn load(&mut self, fields: &Fields<'t>) -> Option<()> {
        self.field_count(fields, 3, "load, a port, its capacitance")?;
        let bits = self.bits(fields.port(), PortDirection::Output)?;
        let value = defined(self.number(fields.list[2])?);
        self.not_negative(fields.list[2], value)?;
        self.at_most(fields.list[2], value, f64::from(LARGEST_CAPACITANCE))?;
        let again = set(&mut self.constraints.loads, bits, PortLoad::of_pins(quad(value.map(single))));
        self.warn_of_second(again, fields)
    }

    /// The port bits and the four values of an assertion.
    fn values(
        &mut self,
        fields: &Fields<'t>,
        direction: PortDirection,
    ) -> Option<(Vec<PinId>, Quad<Option<f64>>)> {
        let expected = "an assertion, a port, early rise, early fall, late rise, late fall";
        self.field_count(fields, 6, expected)?;
        let bits = self.bits(fields.port(), direction)?;
        let mut values = quad(None);
        for (value, field) in values.as_flattened_mut().iter_mut().zip(&fields.list[2..]) {
            *value = defined(self.number(field)?);
        }
        Some((bits, values))
    }

    fn field_count(&mut self, fields: &Fields<'t>, count: usize, expected: &str) -> Option<()> {
        if fields.count == count {
            return Some(());
        }
        self.diagnostics.error("TAU-003", span(self.text, fields.all), || {
            format!("{} where {count} fields are expected: {expected}", fields.count)
        });
        None
    }

    /// The bits of a port that has `direction` or both.
    fn bits(&mut self, name: &'t str, direction: PortDirection) -> Option<Vec<PinId>> {
        let bits = self.netlist.find_ports(name);
        let Some(&first) = bits.first() else {
            self.diagnostics.error("TAU-004", span(self.text, name), || {
                format!("there is no port '{name}' in the design: expected a port of the top module")
            });
            return None;
        };
        let goes = self.netlist.port_of(first).map(|(port, _)| port.direction);
        if goes != Some(direction) && goes != Some(PortDirection::Inout) {
            let expected = if direction == PortDirection::Input { "an input" } else { "an output" };
            self.diagnostics.error("TAU-005", span(self.text, name), || {
                format!("port '{name}' has the wrong direction: expected {expected}")
            });
            return None;
        }
        Some(bits)
    }

    /// A number; `nan` is one.
    fn number(&mut self, field: &'t str) -> Option<f64> {
        match field.parse::<f64>() {
            Ok(value) if !value.is_infinite() => Some(value),
            _ => {
                self.diagnostics.error("TAU-006", span(self.text, field), || {
                    format!("'{field}' is not a number: expected a finite decimal")
                });
                None
            }
        }
    }

    /// The four values of an assertion, none of which may be beyond `largest`.
    fn within(&mut self, fields: &Fields<'t>, values: Quad<Option<f64>>, largest: f64) -> Option<()> {
        let mut all = fields.list[2..].iter().zip(values.as_flattened());
        all.try_for_each(|(field, value)| self.at_most(field, *value, largest))
    }

    fn at_most(&mut self, field: &'t str, value: Option<f64>, largest: f64) -> Option<()> {
        if value.is_none_or(|value| value.abs() <= largest) {
            return Some(());
        }
        self.diagnostics.error("SDC-060", span(self.text, field), || {
            format!("'{field}' is too large: expected at most {largest}")
        });
        None
    }

    fn not_negative(&mut self, field: &'t str, value: Option<f64>) -> Option<()> {
        if value.is_none_or(|value| value >= 0.0) {
            return Some(());
        }
        self.diagnostics.error("TAU-007", span(self.text, field), || {
            format!("'{field}' is negative: expected 0 or more for a slew or a load")
        });
        None
    }

    fn warn_of_second(&mut self, again: bool, fields: &Fields<'t>) -> Option<()> {
        if again {
            self.diagnostics.warning("TAU-008", span(self.text, fields.all), || {
                format!(
                    "'{}' is stated again for port '{}'; the last one counts",
                    fields.list[0],
                    fields.port()
                )
            });
        }
        Some(())
    }

    fn finish(mut self) -> (Constraints, Diagnostics) {
        let constraints = &mut self.constraints;
        let edge = launch(constraints);
        let arrivals = std::mem::take(&mut constraints.clock_arrivals);
        for (port, delay) in arrivals {
            if constraints.clocks.starting_at(port).is_empty() {
                constraints.input_delays.insert(port, vec![InputDelay::new(edge, delay)]);
            } else {
                constraints.clock_arrivals.insert(port, delay);
            }
        }
        (self.constraints, self.diagnostics)
    }
}

/// The edge that launches data at ports: the rise of the only clock there is.
fn launch(constraints: &Constraints) -> Option<ClockEdge> {
    let mut clocks = constraints.clocks.iter();
    let (clock, _) = clocks.next()?;
    clocks.next().is_none().then_some(ClockEdge { clock, edge: Transition::Rise })
}

/// Sets the value of some bits; whether one of them had one before.
fn set<T: Copy>(table: &mut BTreeMap<PinId, T>, bits: Vec<PinId>, value: T) -> bool {
    bits.into_iter().fold(false, |again, bit| table.insert(bit, value).is_some() | again)
}

fn defined(value: f64) -> Option<f64> {
    (!value.is_nan() && value.abs() != UNDEFINED).then_some(value)
}

fn convert<T>(values: Quad<Option<f64>>, to: fn(f64) -> T) -> Quad<Option<T>> {
    values.map(|split| split.map(|value| value.map(to)))
}

fn single(value: f64) -> f32 {
    value as f32
}

fn span<'t>(text: &'t str, part: &str) -> Option<(&'t str, Range<usize>)> {
    Some((text, span_of(text, part)?))
}
