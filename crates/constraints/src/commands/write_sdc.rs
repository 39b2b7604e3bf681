//! `write_sdc`: constraints as commands that state them again.

mod clocks;
mod derates;
mod exceptions;
mod ideal;
mod limits;
mod ports;
mod stated_checks;
mod structure;
mod values;

use std::io::{self, Write};

use flate2::Compression;
use flate2::write::GzEncoder;
use zeroslack_netlist::{CellId, MasterId, NetId, Netlist, PinId};
use zeroslack_sdc::Units;
use zeroslack_sdc::{ClockId, Constraints};
use zeroslack_tcl::{Exception, Outcome, Value, quote_element};
use zeroslack_units::{Ticks, ps, ticks_within_range};

use super::files::unwritten;
use super::libraries;
use crate::arguments::Arguments;
use crate::object::Object;
use crate::state::State;

pub(crate) fn write_sdc(state: &mut State, arguments: &Arguments<'_>, out: &mut dyn Write) -> Outcome {
    let digits = match arguments.value("-digits") {
        None => None,
        Some(word) => match word.int() {
            Some(digits @ 0..=17) => Some(digits as usize),
            _ => return Err(arguments.error(&format!("-digits: '{word}' is no count from 0 to 17"))),
        },
    };
    let (netlist, units) = (state.netlist()?, state.units());
    let constraints = &*state.constraints()?.applicable(netlist);
    let without_form = constraints.clock_arrivals.len() + constraints.required_times.len();
    let write = |out: &mut dyn Write| Writer { out, netlist, constraints, units, digits }.write();
    let written = if arguments.has("-gzip") {
        let mut packed = GzEncoder::new(out, Compression::default());
        write(&mut packed).and_then(|()| packed.finish().map(|_| ()))
    } else {
        write(out)
    };
    written.map_err(|error| unwritten(&error))?;
    if without_form > 0 {
        state.warn(format!(
            "SDC has no form for {without_form} arrivals of clocks and required times: they are not written"
        ));
    }
    Ok(Value::empty())
}

/// Each exception that applies to the netlist as a command, on one line.
///
/// # Errors
/// Before a design is linked.
pub fn exception_texts(state: &State) -> Result<Vec<String>, Exception> {
    let (netlist, units) = (state.netlist()?, state.units());
    let constraints = &*state.constraints()?.applicable(netlist);
    let writer = Writer { out: &mut io::sink(), netlist, constraints, units, digits: None };
    let on_one_line = |text: String| {
        let lines: Vec<&str> = text.split("\\\n").map(str::trim).collect();
        lines.join(" ")
    };
    Ok(constraints.exceptions.list().iter().map(|one| on_one_line(writer.exception(one))).collect())
}

struct Writer<'w> {
    out: &'w mut dyn Write,
    netlist: &'w Netlist,
    constraints: &'w Constraints,
    units: Units,
    /// Digits behind the point; as many as it takes to read back the same value where it is not said.
    digits: Option<usize>,
}

/// The fewest digits behind the point unless another number is asked for.
const LEAST_DIGITS: usize = 4;
const MOST_DIGITS: usize = 17;

impl Writer<'_> {
    fn write(&mut self) -> io::Result<()> {
        self.title(&format!("Constraints of {}", self.netlist.name()))?;
        writeln!(self.out, "current_design {}", word(self.netlist.name()))?;
        self.title("Timing Constraints")?;
        self.clocks()?;
        self.delays()?;
        self.exceptions()?;
        self.stated_checks()?;
        self.disables()?;
        self.ideal_networks()?;
        self.title("Environment")?;
        self.environment()?;
        self.constants()?;
        self.derates()?;
        self.title("Design Rules")?;
        self.limits()
    }

    fn title(&mut self, title: &str) -> io::Result<()> {
        let line = "#".repeat(79);
        writeln!(self.out, "{line}\n# {title}\n{line}")
    }

    /// A number in the units of the file; `reads_back` says whether it stands for the same value when it is read again.
    fn number(&self, number: f64, reads_back: impl Fn(f64) -> bool) -> String {
        if let Some(digits) = self.digits {
            return format!("{number:.digits$}");
        }
        let texts = (LEAST_DIGITS..=MOST_DIGITS).map(|digits| format!("{number:.digits$}"));
        let mut exact = texts.filter(|text| text.parse().is_ok_and(&reads_back));
        exact.next().unwrap_or_else(|| format!("{number:e}"))
    }

    fn time(&self, time: Ticks) -> String {
        let unit = self.units.time;
        self.number(ps(time) / unit, |read| ticks_within_range(read * unit) == Some(time))
    }

    /// A value of which a unit of the file has so many.
    fn amount(&self, amount: f32, unit: f64) -> String {
        self.number(f64::from(amount) / unit, |read| (read * unit) as f32 == amount)
    }

    fn pin(&self, pin: PinId) -> String {
        let command = match Object::of_pin(self.netlist, pin) {
            Object::Port(_) => "get_ports",
            _ => "get_pins",
        };
        format!("[{command} {}]", pattern(&self.netlist.pin_name(pin)))
    }

    fn clock(&self, clock: ClockId) -> String {
        let name = self.constraints.clocks.get(clock).map_or("", |clock| &clock.name);
        format!("[get_clocks {}]", pattern(name))
    }

    fn cell(&self, cell: CellId) -> String {
        format!("[get_cells {}]", pattern(self.netlist.cell_name(cell)))
    }

    fn net(&self, net: NetId) -> String {
        format!("[get_nets {}]", pattern(self.netlist.net_name(net)))
    }

    fn library_cell(&self, master: MasterId) -> String {
        format!("[get_lib_cells {}]", pattern(&libraries::cell_name(self.netlist, master)))
    }
}

/// A name as a word of Tcl.
fn word(name: &str) -> String {
    quote_element(name, false)
}

/// A name as a word of Tcl that stands for itself where a backslash takes the meaning away from the next character.
fn name_word(name: &str) -> String {
    word(&escaped(name))
}

/// A name that stands for itself where lists of patterns may stand: in a list of its own where it could be taken for several.
fn pattern(name: &str) -> String {
    let name = escaped(name);
    let is_plain = !name.contains(|c: char| c.is_whitespace() || matches!(c, '{' | '}' | '"' | '\\'));
    if is_plain { word(&name) } else { format!("[list {}]", word(&name)) }
}

fn escaped(name: &str) -> String {
    let mut text = String::with_capacity(name.len());
    for character in name.chars() {
        if matches!(character, '*' | '?' | '\\') {
            text.push('\\');
        }
        text.push(character);
    }
    text
}
