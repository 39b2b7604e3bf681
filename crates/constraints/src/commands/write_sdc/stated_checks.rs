//! Checks beside those of libraries.

use std::io;

use zeroslack_sdc::{BorrowTarget, GatingTarget};
use zeroslack_units::{Split, Transition};

use super::Writer;

const CHECKS: [(Split, &str); 2] = [(Split::Early, "-hold"), (Split::Late, "-setup")];

impl Writer<'_> {
    pub(super) fn stated_checks(&mut self) -> io::Result<()> {
        let gating = &self.constraints.clock_gating;
        for (&target, times) in &gating.times {
            let object = self.gating_target(target);
            for (split, option) in CHECKS {
                let [rise, fall] = times[split as usize];
                let both: &[(&str, _)] =
                    if rise == fall { &[("", rise)] } else { &[(" -rise", rise), (" -fall", fall)] };
                for (edge, time) in both {
                    if let Some(time) = *time {
                        let time = self.time(time);
                        writeln!(self.out, "set_clock_gating_check {option} {time}{edge}{object}")?;
                    }
                }
            }
        }
        for (&target, &level) in &gating.levels {
            let level = if level { "-high" } else { "-low" };
            let object = self.gating_target(target);
            writeln!(self.out, "set_clock_gating_check {level}{object}")?;
        }
        for &target in &gating.disabled {
            let object = self.gating_target(target);
            writeln!(self.out, "set_disable_clock_gating_check{object}")?;
        }
        for (&target, &most) in &self.constraints.max_time_borrow.times {
            let object = match target {
                BorrowTarget::Clock(clock) => self.clock(clock),
                BorrowTarget::Cell(cell) => self.cell(cell),
                BorrowTarget::Pin(pin) => self.pin(pin),
            };
            let most = self.time(most);
            writeln!(self.out, "set_max_time_borrow {most} {object}")?;
        }
        self.data_checks()
    }

    fn data_checks(&mut self) -> io::Result<()> {
        for (check, times) in &self.constraints.data_checks {
            let named = |edge: Transition, end: &str| match edge {
                Transition::Rise => format!("-rise_{end}"),
                Transition::Fall => format!("-fall_{end}"),
            };
            let from = format!("{} {}", named(check.from_edge, "from"), self.pin(check.from));
            let to = format!("{} {}", named(check.to_edge, "to"), self.pin(check.to));
            for (split, option) in CHECKS {
                if let Some(time) = times[split as usize] {
                    let time = self.time(time);
                    writeln!(self.out, "set_data_check {from} {to} {option} {time}")?;
                }
            }
        }
        Ok(())
    }

    /// A space and the object, or nothing for the design.
    fn gating_target(&self, target: GatingTarget) -> String {
        match target {
            GatingTarget::Design => String::new(),
            GatingTarget::Clock(clock) => format!(" {}", self.clock(clock)),
            GatingTarget::Cell(cell) => format!(" {}", self.cell(cell)),
            GatingTarget::Pin(pin) => format!(" {}", self.pin(pin)),
        }
    }
}
