//! Libraries, their cells and the pins of those, by name: `library/cell/pin`, where the library may be left out.

use zeroslack_netlist::{MasterId, Netlist, Pattern};
use zeroslack_units::Split;

pub(crate) fn name(netlist: &Netlist, library: u32) -> &str {
    netlist.library().libraries(Split::Late).get(library as usize).map_or("", |library| &library.name)
}

/// The library that describes a cell for late analysis.
pub(crate) fn library_of(netlist: &Netlist, master: MasterId) -> Option<u32> {
    netlist.library().master(master).source.map(|source| source[Split::Late as usize].0)
}

pub(crate) fn cell_name(netlist: &Netlist, master: MasterId) -> String {
    let own = &netlist.library().master(master).name;
    match library_of(netlist, master) {
        Some(library) => format!("{}/{own}", name(netlist, library)),
        None => own.to_string(),
    }
}

pub(crate) fn pin_name(netlist: &Netlist, master: MasterId, pin: u32) -> String {
    let own = netlist.library().master(master).pins.get(pin as usize).map_or("", |pin| &pin.name);
    format!("{}/{own}", cell_name(netlist, master))
}

pub(crate) fn named<'n>(netlist: &'n Netlist, name: &str) -> impl Iterator<Item = u32> + use<'n> {
    let pattern = Pattern::new(name);
    let libraries = netlist.library().libraries(Split::Late);
    (0..libraries.len() as u32).filter(move |&at| pattern.matches(&libraries[at as usize].name))
}

/// Library cells by `library/cell` or `cell`.
pub(crate) fn cells_named<'n>(netlist: &'n Netlist, text: &str) -> impl Iterator<Item = MasterId> + use<'n> {
    let (library, cell) = match text.split_once('/') {
        Some((library, cell)) => (Some(Pattern::new(library)), cell),
        None => (None, text),
    };
    let library_cells = netlist.library();
    let exact = if Pattern::new(cell).is_wild() { None } else { Some(library_cells.find(cell)) };
    let pattern = Pattern::new(cell);
    let ids: Vec<MasterId> = match exact {
        Some(found) => found.into_iter().collect(),
        None => (0..library_cells.masters().len() as u32).map(MasterId).collect(),
    };
    ids.into_iter().filter(move |&id| {
        let is_of_library = match (&library, library_of(netlist, id)) {
            (None, _) => true,
            (Some(pattern), Some(of)) => pattern.matches(name(netlist, of)),
            (Some(_), None) => false,
        };
        is_of_library && pattern.matches(&netlist.library().master(id).name)
    })
}

/// Pins of library cells by `library/cell/pin` or `cell/pin`.
pub(crate) fn pins_named<'n>(
    netlist: &'n Netlist,
    text: &str,
) -> impl Iterator<Item = (MasterId, u32)> + use<'n> {
    let (cells, pin) = text.rsplit_once('/').unwrap_or(("", text));
    let pattern = Pattern::new(pin);
    let masters: Vec<MasterId> =
        if cells.is_empty() { Vec::new() } else { cells_named(netlist, cells).collect() };
    masters.into_iter().flat_map(move |master| {
        let pins = netlist.library().master(master).pins.iter().zip(0..);
        let matching: Vec<(MasterId, u32)> =
            pins.filter(|(pin, _)| pattern.matches(&pin.name)).map(|(_, at)| (master, at)).collect();
        matching
    })
}
