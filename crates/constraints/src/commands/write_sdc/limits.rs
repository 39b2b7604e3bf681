//! Design rules and pulse widths.

use std::io;

use zeroslack_sdc::{Limit, LimitKind, LimitTarget};

use super::Writer;

impl Writer<'_> {
    pub(super) fn limits(&mut self) -> io::Result<()> {
        for (&(kind, target), limit) in &self.constraints.limits {
            for (option, limit) in by_option(kind, *limit) {
                self.limit(kind, target, option, limit)?;
            }
        }
        Ok(())
    }

    fn limit(&mut self, kind: LimitKind, target: LimitTarget, option: &str, limit: f64) -> io::Result<()> {
        let units = self.units;
        let (command, unit) = match kind {
            LimitKind::MaxTransition => ("set_max_transition", units.time),
            LimitKind::MinTransition => ("set_min_transition", units.time),
            LimitKind::MaxCapacitance => ("set_max_capacitance", units.capacitance),
            LimitKind::MinCapacitance => ("set_min_capacitance", units.capacitance),
            LimitKind::MaxFanout => ("set_max_fanout", 1.0),
            LimitKind::MinFanout => ("set_min_fanout", 1.0),
            LimitKind::MinPulseWidth => ("set_min_pulse_width", units.time),
            LimitKind::MaxArea => ("set_max_area", 1.0),
            LimitKind::FanoutLoad => ("set_fanout_load", 1.0),
            LimitKind::PortFanout => ("set_port_fanout_number", 1.0),
        };
        let limit = self.number(limit / unit, |read| read * unit == limit);
        let object = match target {
            LimitTarget::Design if kind == LimitKind::MaxArea => String::new(),
            LimitTarget::Design => " [current_design]".to_owned(),
            LimitTarget::Cell(cell) => format!(" {}", self.cell(cell)),
            LimitTarget::Pin(pin) => format!(" {}", self.pin(pin)),
            LimitTarget::Clock { clock, .. } => format!(" {}", self.clock(clock)),
        };
        let path = match target {
            LimitTarget::Clock { .. } if kind == LimitKind::MinPulseWidth => "",
            LimitTarget::Clock { is_network: true, .. } => " -clock_path",
            LimitTarget::Clock { is_network: false, .. } => " -data_path",
            _ => "",
        };
        writeln!(self.out, "{command}{path}{option} {limit}{object}")
    }
}

/// What is stated by one command each: one for both transitions where they have the same limit.
fn by_option(kind: LimitKind, limit: Limit) -> impl Iterator<Item = (&'static str, f64)> {
    let options = match kind {
        LimitKind::MinPulseWidth => [" -high", " -low"],
        _ => [" -rise", " -fall"],
    };
    let [first, second] = limit;
    let stated = if first == second {
        [first.map(|limit| ("", limit)), None]
    } else {
        [first.map(|limit| (options[0], limit)), second.map(|limit| (options[1], limit))]
    };
    stated.into_iter().flatten()
}
