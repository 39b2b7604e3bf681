//! Design rules.

use std::io;

use zeroslack::sdc::{LimitKind, LimitTarget};

use super::Writer;

impl Writer<'_> {
    pub(super) fn limits(&mut self) -> io::Result<()> {
        for (&(kind, target), &limit) in &self.constraints.kept.limits {
            let (command, unit) = match kind {
                LimitKind::MaxTransition => ("set_max_transition", self.units.time),
                LimitKind::MaxCapacitance => ("set_max_capacitance", self.units.capacitance),
                LimitKind::MinCapacitance => ("set_min_capacitance", self.units.capacitance),
                LimitKind::MaxFanout => ("set_max_fanout", 1.0),
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
                LimitTarget::Clock { is_network: true, .. } => " -clock_path",
                LimitTarget::Clock { is_network: false, .. } => " -data_path",
                _ => "",
            };
            writeln!(self.out, "{command}{path} {limit}{object}")?;
        }
        Ok(())
    }
}
