//! Cells of a design and of libraries.

use std::fmt;

use zeroslack_liberty::{Direction, Pin};
use zeroslack_netlist::{CellId, CellLibrary, MasterId, Netlist, PinId};
use zeroslack_units::Split;

use crate::net::{own_direction, range};
use crate::style::Style;

/// A cell of the design: its library cell, and its pins with the nets that they are on.
pub fn cell_report(netlist: &Netlist, cell: CellId) -> impl fmt::Display + '_ {
    fmt::from_fn(move |f| {
        let master = netlist.cell_master(cell);
        writeln!(f, "Instance {}", netlist.cell_name(cell))?;
        writeln!(f, " Cell: {}", netlist.library().master(master).name)?;
        if let Some(library) = library_name(netlist.library(), master) {
            writeln!(f, " Library: {library}")?;
        }
        for title in ["Input pins", "Output pins", "Other pins"] {
            let pins = netlist.cell_pins(cell).filter_map(|pin| Some((pin, netlist.master_pin(pin)?)));
            let mut pins = pins.filter(|(_, own)| title_of(own.direction) == title).peekable();
            if pins.peek().is_some() {
                writeln!(f, " {title}:")?;
            }
            for (pin, own) in pins {
                write!(f, "  {} ", own.name)?;
                if title == "Other pins" {
                    write!(f, "{} ", own_direction(own.direction))?;
                }
                writeln!(f, "{}", net_name(netlist, pin))?;
            }
        }
        Ok(())
    })
}

/// Under which title a pin is listed.
fn title_of(direction: Direction) -> &'static str {
    match direction {
        Direction::Input => "Input pins",
        Direction::Output => "Output pins",
        Direction::Inout | Direction::Internal => "Other pins",
    }
}

fn net_name(netlist: &Netlist, pin: PinId) -> &str {
    netlist.pin_net(pin).map_or("(unconnected)", |net| netlist.net_name(net))
}

fn library_name(library: &CellLibrary, master: MasterId) -> Option<&str> {
    let (place, _) = library.master(master).source?[Split::Late as usize];
    library.libraries(Split::Late).get(place as usize).map(|library| &*library.name)
}

/// A library cell: its library, and its pins with their functions and capacitances.
pub fn library_cell_report(
    library: &CellLibrary,
    master: MasterId,
    numbers: Style,
) -> impl fmt::Display + '_ {
    fmt::from_fn(move |f| {
        writeln!(f, "Cell {}", library.master(master).name)?;
        if let Some(library) = library_name(library, master) {
            writeln!(f, "Library {library}")?;
        }
        let descriptions = Split::ALL.map(|split| library.cell(master, split));
        let Some(cell) = descriptions[Split::Late as usize].or(descriptions[Split::Early as usize]) else {
            return writeln!(f, "No library describes it: it is a black box.");
        };
        if let Some(area) = cell.area {
            writeln!(f, "Area {}", numbers.number(f64::from(area)))?;
        }
        for pin in &cell.pins {
            let described = descriptions.map(|cell| cell?.pins.iter().find(|own| own.name == pin.name));
            write_pin(f, pin, described, numbers)?;
        }
        Ok(())
    })
}

/// A pin: direction, clock, function, and the capacitances of early and late analysis.
fn write_pin(
    f: &mut fmt::Formatter<'_>,
    pin: &Pin,
    [early, late]: [Option<&Pin>; 2],
    numbers: Style,
) -> fmt::Result {
    write!(f, " {} {}", pin.name, own_direction(pin.direction))?;
    let capacitances =
        [early.unwrap_or(pin).least_capacitances(), late.unwrap_or(pin).greatest_capacitances()];
    if capacitances != [[0.0; 2]; 2] {
        write!(f, " {}", range(&capacitances, numbers))?;
    }
    if pin.is_clock {
        write!(f, " clock")?;
    }
    if let Some(function) = &pin.function {
        write!(f, " function={function}")?;
    }
    if let Some(three_state) = &pin.three_state {
        write!(f, " three_state={three_state}")?;
    }
    writeln!(f)
}
