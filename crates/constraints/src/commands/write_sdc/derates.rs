//! Factors on delays.

use std::io;

use zeroslack_sdc::{DerateFactors, DerateKind, DerateTarget, PathPart};

use super::Writer;
use super::values::each_split;

impl Writer<'_> {
    pub(super) fn derates(&mut self) -> io::Result<()> {
        for (target, factors) in self.constraints.derates.iter() {
            match target {
                DerateTarget::Design => {
                    let of = |kind| PathPart::ALL.map(|part| factors.of(kind, part));
                    if of(DerateKind::CellDelay) == of(DerateKind::NetDelay) {
                        self.kind_of_derate("", DerateKind::CellDelay, factors, "")?;
                    } else {
                        self.kind_of_derate(" -cell_delay", DerateKind::CellDelay, factors, "")?;
                        self.kind_of_derate(" -net_delay", DerateKind::NetDelay, factors, "")?;
                    }
                    self.kind_of_derate(" -cell_check", DerateKind::CellCheck, factors, "")?;
                }
                DerateTarget::LibraryCell(master) => {
                    self.derates_of_cell(&self.library_cell(master), factors)?
                }
                DerateTarget::Cell(cell) => self.derates_of_cell(&self.cell(cell), factors)?,
                DerateTarget::Net(net) => {
                    let net = format!(" {}", self.net(net));
                    self.kind_of_derate(" -net_delay", DerateKind::NetDelay, factors, &net)?;
                }
            }
        }
        Ok(())
    }

    fn derates_of_cell(&mut self, object: &str, factors: &DerateFactors) -> io::Result<()> {
        let object = format!(" {object}");
        self.kind_of_derate(" -cell_delay", DerateKind::CellDelay, factors, &object)?;
        self.kind_of_derate(" -cell_check", DerateKind::CellCheck, factors, &object)
    }

    fn kind_of_derate(
        &mut self,
        option: &str,
        kind: DerateKind,
        factors: &DerateFactors,
        object: &str,
    ) -> io::Result<()> {
        let [data, clock] = PathPart::ALL.map(|part| factors.of(kind, part));
        let parts = if data == clock { vec![("", data)] } else { vec![(" -data", data), (" -clock", clock)] };
        for (part, values) in parts {
            for (edges, factor) in each_split(values, ["-early", "-late"]) {
                let factor = self.amount(factor, 1.0);
                writeln!(self.out, "set_timing_derate{edges}{part}{option} {factor}{object}")?;
            }
        }
        Ok(())
    }
}
