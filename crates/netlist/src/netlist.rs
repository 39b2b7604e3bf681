//! The flat design.

use std::sync::OnceLock;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::edit::History;
use crate::flat::Flat;
use crate::hierarchy::{Hierarchy, Neighbours};
use crate::id::NONE;
use crate::name_table::NameTable;
use crate::named::SortedNames;
use crate::names::{Names, hash};
use crate::pin_lists::PinLists;
use crate::port::{Port, PortDirection};
use crate::{CellId, CellLibrary, Master, MasterId, MasterPin, NetId, PinId};

/// The flat design: cells, pins, nets as flat arrays.
///
/// Pins are numbered ports first, then cell after cell, each in the order of its master's pins; what is inserted later follows. Nets 0 and 1
/// are the constants. Arrays are indexed by id.
#[derive(Clone, Debug)]
pub struct Netlist {
    name: Box<str>,
    library: CellLibrary,
    /// In the order of their pins.
    pub(crate) ports: Vec<Port>,
    /// Number of bits of ports that linking gave: their pins, and their names in `net_names`, come first.
    pub(crate) linked_port_pins: u32,
    /// Number of bits of all ports.
    pub(crate) port_pins: u32,
    /// From the name of a bit of a port that came later to its pin.
    pub(crate) later_port_bits: FxHashMap<Box<str>, PinId>,
    /// `[cell]`.
    pub(crate) cell_names: Names,
    pub(crate) cell_table: NameTable,
    pub(crate) cell_master: Vec<MasterId>,
    /// `[cell]`.
    pub(crate) cell_first_pin: Vec<PinId>,
    /// [`NONE`] for a port.
    pub(crate) pin_cell: Vec<u32>,
    /// [`NONE`] for a pin that is not connected.
    pub(crate) pin_net: Vec<u32>,
    /// All names of nets, aliases too: those of the constants, of the port bits in the order of their pins, then of
    /// the modules' own nets.
    pub(crate) net_names: Names,
    /// Index in `net_names` of the name a net is called by.
    pub(crate) net_name: Vec<u32>,
    pub(crate) net_table: NameTable,
    /// `[net]`.
    pub(crate) net_pins: PinLists,
    pub(crate) removed_cells: FxHashSet<u32>,
    pub(crate) removed_nets: FxHashSet<u32>,
    /// Pins of removed ports, and their names.
    pub(crate) removed_port_pins: FxHashMap<PinId, Box<str>>,
    pub(crate) history: History,
    pub(crate) hierarchy: Hierarchy,
    /// From the name of a port to its first pin.
    pub(crate) port_first_pin: FxHashMap<Box<str>, PinId>,
    /// What only some questions need: made when one is first asked.
    pub(crate) neighbours: OnceLock<Box<Neighbours>>,
    pub(crate) sorted_names: SortedNames,
}

impl Default for Netlist {
    /// Nothing: no port, no cell, no library.
    fn default() -> Self {
        Self::new("".into(), CellLibrary::default(), Flat::default())
    }
}

impl Netlist {
    /// The constant nets, 0 and 1.
    pub const CONSTANTS: [NetId; 2] = [NetId(0), NetId(1)];

    pub(crate) fn new(name: Box<str>, library: CellLibrary, flat: Flat) -> Self {
        let nets = flat.net_name.len();
        let net_pins = PinLists::new(&flat.pin_net, nets);
        let first_pins = flat.ports.iter().map(|port| (port.name.clone(), port.first_pin));
        let port_first_pin = first_pins.collect();
        let linked_port_pins = flat.ports.iter().map(|port| port.width() as u32).sum();
        Self {
            name,
            library,
            ports: flat.ports,
            linked_port_pins,
            port_pins: linked_port_pins,
            later_port_bits: FxHashMap::default(),
            cell_names: flat.cell_names,
            cell_table: flat.cell_table,
            cell_master: flat.cell_master,
            cell_first_pin: flat.cell_first_pin,
            pin_cell: flat.pin_cell,
            pin_net: flat.pin_net,
            net_names: flat.net_names,
            net_name: flat.net_name,
            net_table: flat.net_table,
            net_pins,
            removed_cells: FxHashSet::default(),
            removed_nets: FxHashSet::default(),
            removed_port_pins: FxHashMap::default(),
            history: History::default(),
            port_first_pin,
            hierarchy: flat.hierarchy,
            neighbours: OnceLock::new(),
            sorted_names: SortedNames::default(),
        }
    }

    /// Name of the top module.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The library cells.
    pub fn library(&self) -> &CellLibrary {
        &self.library
    }

    /// Ports of the top module in the order of their pins: inserted ones are last.
    pub fn ports(&self) -> &[Port] {
        &self.ports
    }

    /// Those that were inserted.
    pub fn inserted_ports(&self) -> &[Port] {
        &self.ports[self.ports.partition_point(|port| port.first_pin.0 < self.linked_port_pins)..]
    }

    /// Number of cells.
    pub fn cell_count(&self) -> usize {
        self.cell_master.len() - self.removed_cells.len()
    }

    /// One more than the highest cell id: the length of an array by cell.
    pub fn cell_id_count(&self) -> usize {
        self.cell_master.len()
    }

    /// Number of pins, ports included.
    pub fn pin_count(&self) -> usize {
        let removed = self.removed_cells.iter().map(|&cell| self.cell_pins(CellId(cell)).len());
        self.pin_net.len() - self.removed_port_pins.len() - removed.sum::<usize>()
    }

    /// One more than the highest pin id: the length of an array by pin.
    pub fn pin_id_count(&self) -> usize {
        self.pin_net.len()
    }

    /// Number of port bits.
    pub fn port_pin_count(&self) -> usize {
        self.port_pins as usize
    }

    /// The bits of ports, in order.
    pub fn port_pins(&self) -> impl Iterator<Item = PinId> + '_ {
        self.ports.iter().flat_map(Port::bits)
    }

    /// Whether a pin is a bit of a port.
    pub fn is_port(&self, pin: PinId) -> bool {
        self.pin_cell.get(pin.index()) == Some(&NONE) && !self.removed_port_pins.contains_key(&pin)
    }

    /// Number of nets, the two constants included.
    pub fn net_count(&self) -> usize {
        self.net_name.len() - self.removed_nets.len()
    }

    /// One more than the highest net id: the length of an array by net.
    pub fn net_id_count(&self) -> usize {
        self.net_name.len()
    }

    /// All cells.
    pub fn cells(&self) -> impl Iterator<Item = CellId> + '_ {
        (0..self.cell_master.len()).map(CellId::new).filter(|cell| !self.removed_cells.contains(&cell.0))
    }

    /// All pins, in the order of their ids.
    pub fn pins(&self) -> impl Iterator<Item = PinId> + '_ {
        (0..self.pin_id_count()).map(PinId::new).filter(|&pin| self.has_pin(pin))
    }

    /// Whether a cell is there: it may be removed.
    pub fn has_cell(&self, cell: CellId) -> bool {
        cell.index() < self.cell_master.len() && !self.removed_cells.contains(&cell.0)
    }

    /// Whether a pin is there: its cell or port may be removed.
    pub fn has_pin(&self, pin: PinId) -> bool {
        self.pin_cell.get(pin.index()).is_some_and(|&cell| match cell {
            NONE => !self.removed_port_pins.contains_key(&pin),
            cell => !self.removed_cells.contains(&cell),
        })
    }

    /// Whether everything that ever had an id is there still.
    pub fn has_all_ids(&self) -> bool {
        self.removed_cells.is_empty() && self.removed_nets.is_empty() && self.removed_port_pins.is_empty()
    }

    /// All nets, constants first.
    pub fn nets(&self) -> impl Iterator<Item = NetId> + '_ {
        (0..self.net_id_count()).map(NetId::new).filter(|net| !self.removed_nets.contains(&net.0))
    }

    /// Whether a net is there: it may be removed.
    pub fn has_net(&self, net: NetId) -> bool {
        net.index() < self.net_name.len() && !self.removed_nets.contains(&net.0)
    }

    /// A cell's path: names of instances with `/` between them.
    pub fn cell_name(&self, cell: CellId) -> &str {
        self.cell_names.get(cell.0)
    }

    /// A cell's library cell.
    pub fn cell_master(&self, cell: CellId) -> MasterId {
        self.cell_master[cell.index()]
    }

    /// A cell's library cell, looked up.
    pub fn master(&self, cell: CellId) -> &Master {
        self.library.master(self.cell_master(cell))
    }

    /// A cell's pins, in the order of its master's.
    pub fn cell_pins(&self, cell: CellId) -> impl ExactSizeIterator<Item = PinId> + Clone + use<> {
        let first = self.cell_first_pin[cell.index()].0;
        (first..first + self.master(cell).pins.len() as u32).map(PinId)
    }

    /// A cell's first pin.
    pub(crate) fn cell_first_pin(&self, cell: CellId) -> PinId {
        self.cell_first_pin[cell.index()]
    }

    /// The cell of a pin; none for a port.
    pub fn pin_cell(&self, pin: PinId) -> Option<CellId> {
        let cell = self.pin_cell[pin.index()];
        (cell != NONE).then_some(CellId(cell))
    }

    /// The net of a pin; none where it is not connected.
    pub fn pin_net(&self, pin: PinId) -> Option<NetId> {
        let net = self.pin_net[pin.index()];
        (net != NONE).then_some(NetId(net))
    }

    /// A pin's index among its master's pins; none for a port.
    pub fn pin_index(&self, pin: PinId) -> Option<usize> {
        let cell = self.pin_cell(pin)?;
        Some(pin.index() - self.cell_first_pin[cell.index()].index())
    }

    /// A pin's master pin; none for a port.
    pub fn master_pin(&self, pin: PinId) -> Option<&MasterPin> {
        let cell = self.pin_cell(pin)?;
        Some(&self.master(cell).pins[self.pin_index(pin)?])
    }

    /// The port of a port pin, and the index of the bit in its bus.
    pub fn port_of(&self, pin: PinId) -> Option<(&Port, Option<i32>)> {
        if !self.is_port(pin) {
            return None;
        }
        let port = &self.ports[self.port_number(pin)];
        Some((port, port.index_of(pin)))
    }

    /// The place in `ports` of the port of a pin.
    pub(crate) fn port_number(&self, pin: PinId) -> usize {
        self.ports.partition_point(|port| port.first_pin <= pin) - 1
    }

    /// Whether a pin drives its net: a cell's output, its inout pin to which arcs lead, an input or inout port.
    pub fn is_driver(&self, pin: PinId) -> bool {
        match self.port_of(pin) {
            Some((port, _)) => port.direction != PortDirection::Output,
            None => self.master_pin(pin).is_some_and(MasterPin::drives),
        }
    }

    /// Whether a pin takes signals from its net: a cell's input or inout pin, an output or inout port. A pin may do both.
    pub fn is_load(&self, pin: PinId) -> bool {
        match self.port_of(pin) {
            Some((port, _)) => port.direction != PortDirection::Input,
            None => self.master_pin(pin).is_some_and(MasterPin::loads),
        }
    }

    /// `cell/pin`, or a port's name with its index.
    pub fn pin_name(&self, pin: PinId) -> String {
        self.pin_name_with(pin, '/')
    }

    /// The same with another delimiter between cell and pin.
    pub fn pin_name_with(&self, pin: PinId, delimiter: char) -> String {
        match (self.pin_cell(pin), self.port_of(pin)) {
            (Some(cell), _) => {
                let index = pin.index() - self.cell_first_pin[cell.index()].index();
                format!("{}{delimiter}{}", self.cell_name(cell), self.master(cell).pins[index].name)
            }
            (None, Some((port, _))) => port.bit_name(pin).into_owned(),
            (None, None) => {
                self.removed_port_pins.get(&pin).map_or_else(String::new, |name| name.to_string())
            }
        }
    }

    /// The name a net is called by: its outermost one.
    pub fn net_name(&self, net: NetId) -> &str {
        self.net_names.get(self.net_name[net.index()])
    }

    /// The port bit that a net is called after, if it is still on that net.
    pub(crate) fn net_port(&self, net: NetId) -> Option<PinId> {
        let later = || self.later_port_bits.get(self.net_name(net)).copied();
        let pin = self.port_named(self.net_name[net.index()]).or_else(later)?;
        (self.pin_net(pin) == Some(net)).then_some(pin)
    }

    /// The linked port bit whose name has an index in `net_names`.
    pub(crate) fn port_named(&self, index: u32) -> Option<PinId> {
        let index = index.checked_sub(Self::CONSTANTS.len() as u32)?;
        Some(PinId(index)).filter(|pin| pin.0 < self.linked_port_pins && self.has_pin(*pin))
    }

    /// A net's pins, in the order of their ids.
    pub fn net_pins(&self, net: NetId) -> &[PinId] {
        self.net_pins.get(net.0)
    }

    /// A cell by its path.
    pub fn find_cell(&self, name: &str) -> Option<CellId> {
        self.cell_table.get(&self.cell_names, name).map(CellId)
    }

    /// A net by any of its names.
    pub fn find_net(&self, name: &str) -> Option<NetId> {
        let net = self.net_table.get(&self.net_names, name)?;
        (!self.removed_nets.contains(&net)).then_some(NetId(net))
    }

    /// A pin of a cell.
    pub fn find_cell_pin(&self, cell: CellId, pin: &str) -> Option<PinId> {
        let index = self.master(cell).pin(pin)?;
        Some(PinId(self.cell_first_pin[cell.index()].0 + index as u32))
    }

    /// A port bit by its name with its index, or a scalar port.
    pub fn find_port(&self, name: &str) -> Option<PinId> {
        if let Some(&pin) = self.later_port_bits.get(name) {
            return Some(pin);
        }
        let (index, _) = self.net_table.entry(&self.net_names, name, hash(name))?;
        self.port_named(index)
    }

    /// All bits of a port by its name without index, leftmost first.
    pub fn find_port_bits(&self, name: &str) -> Option<impl ExactSizeIterator<Item = PinId> + use<>> {
        let port = &self.ports[self.port_number(*self.port_first_pin.get(name)?)];
        Some(port.bits())
    }

    /// The bits of a port by its name, leftmost first, or the one bit that the name is; none if there is no such port.
    pub fn find_ports(&self, name: &str) -> Vec<PinId> {
        match self.find_port_bits(name) {
            Some(bits) => bits.collect(),
            None => self.find_port(name).into_iter().collect(),
        }
    }

    /// A pin by its full name with a delimiter between cell and pin, or a port.
    pub fn find_pin(&self, name: &str, delimiter: char) -> Option<PinId> {
        let of_cell = name
            .rsplit_once(delimiter)
            .and_then(|(cell, pin)| self.find_cell_pin(self.find_cell(cell)?, pin));
        of_cell.or_else(|| self.find_port(name))
    }
}
