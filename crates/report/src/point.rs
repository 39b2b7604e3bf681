//! The ends of a path.

use zeroslack_netlist::{PinId, PortDirection};
use zeroslack_paths::Step;

use crate::analysis::Names;

/// An end of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    /// What it is called in headings: the cell of a register, or the port.
    pub name: String,
    /// The pin: where a path starts the clock pin of a register, where it ends the pin that is checked; or the port.
    pub pin: String,
    /// The pin of the data: where a path starts the output of a register, else the same as `pin`.
    pub data_pin: String,
    /// What has the data's pin: a library cell's name; `input`, `output`, `bidirect` for a port.
    pub kind: String,
    /// What it is, its clock included.
    pub description: String,
    /// Its clock; with `'` behind it if the edge is inverted on its way.
    pub clock: Option<String>,
}

impl Point {
    /// An end at a step of a path, where the data is at a pin. `is_register` says whether a cell is meant.
    pub(crate) fn new(
        names: Names<'_>,
        (step, data): (&Step, PinId),
        is_register: bool,
        clock: Option<String>,
        what: &str,
    ) -> Self {
        let netlist = names.netlist;
        // A register without a clock launches by one without a name.
        let clock = clock.filter(|clock| !clock.is_empty());
        let description = match &clock {
            Some(clock) if what == "clock source" => format!("{what} '{clock}'"),
            Some(clock) if what.ends_with("-edge clock") => format!("{what} {clock}"),
            Some(clock) => format!("{what} clocked by {clock}"),
            None => what.to_string(),
        };
        let pin = netlist.pin_name(step.pin);
        let cell = netlist.pin_cell(step.pin).filter(|_| is_register);
        let name = cell.map_or_else(|| pin.clone(), |cell| netlist.cell_name(cell).to_owned());
        let data_pin = if data == step.pin { pin.clone() } else { netlist.pin_name(data) };
        Self { name, pin, data_pin, kind: kind(names, data), description, clock }
    }
}

/// The library cell of a pin, or a port's direction.
fn kind(names: Names<'_>, pin: PinId) -> String {
    let netlist = names.netlist;
    let text = match (netlist.pin_cell(pin), netlist.port_of(pin)) {
        (Some(cell), _) => &*netlist.master(cell).name,
        (None, Some((port, _))) => match port.direction {
            PortDirection::Input => "input",
            PortDirection::Output => "output",
            PortDirection::Inout => "bidirect",
        },
        (None, None) => "",
    };
    text.to_owned()
}
