//! A design as a Verilog file.

use std::fmt::Write;

use super::design::{Connection, Design};

impl Design {
    /// The Verilog file.
    pub fn verilog(&self) -> String {
        let names: Vec<&str> = self.ports.iter().map(|port| &*port.name).collect();
        let mut text = format!("module top ({});\n", names.join(", "));
        for port in &self.ports {
            let direction = format!("{:?}", port.direction).to_lowercase();
            writeln!(text, "{direction} {};", port.name).unwrap();
        }
        for net in &self.nets {
            if !names.contains(&&*net.name) {
                writeln!(text, "wire {};", net.name).unwrap();
            }
        }
        for instance in &self.instances {
            let cell = &self.library.cells[instance.cell];
            let connections = instance.connections.iter().zip(&cell.pins).filter_map(|(connection, pin)| {
                let to = match connection {
                    Connection::Open { is_written: false } => return None,
                    Connection::Open { is_written: true } => "",
                    Connection::Constant(value) => ["1'b0", "1'b1"][usize::from(*value)],
                    Connection::Net(net) => &self.nets[*net].name,
                };
                Some(format!(".{}({to})", pin.name))
            });
            writeln!(
                text,
                "{} {} ({});",
                cell.name,
                instance.name,
                connections.collect::<Vec<_>>().join(", ")
            )
            .unwrap();
        }
        for net in &self.nets {
            for alias in &net.aliases {
                writeln!(text, "assign {alias} = {};", net.name).unwrap();
            }
        }
        text.push_str("endmodule\n");
        text
    }
}
