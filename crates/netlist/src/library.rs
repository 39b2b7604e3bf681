//! The library cells a design can be linked to: early and late descriptions under one name.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use zeroslack_input::{Diagnostics, FirstFew};
use zeroslack_liberty::{Cell, Direction, Library, TimingType};
use zeroslack_units::Split;

use crate::id::NONE;
use crate::{MasterId, Netlist};

/// All library cells, by name.
#[derive(Clone, Debug, Default)]
pub struct CellLibrary {
    masters: Vec<Master>,
    by_name: FxHashMap<Box<str>, MasterId>,
    libraries: [Vec<Arc<Library>>; 2],
}

/// A library cell as the design sees it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Master {
    /// Name.
    pub name: Box<str>,
    /// Signal pins; a pin of the flat design is its cell's first pin plus an index into this.
    pub pins: Vec<MasterPin>,
    /// Buses by name: indices into `pins`, leftmost bit first.
    pub buses: Vec<(Box<str>, Vec<u32>)>,
    /// Names of power pins: connections to them are ignored.
    pub power_pins: Vec<Box<str>>,
    /// Where its description is, by split: (library, cell) as indices. None for a black box.
    pub source: Option<[(u32, u32); 2]>,
    /// Of a cell with many pins.
    by_name: Option<Box<ByName>>,
}

/// Cells with more pins than this have tables of their names; in others it is faster to look through them.
const MANY_PINS: usize = 64;

/// What names of a cell stand for.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ByName {
    pins: FxHashMap<Box<str>, u32>,
    buses: FxHashMap<Box<str>, u32>,
    power_pins: FxHashSet<Box<str>>,
}

/// A pin of a library cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MasterPin {
    /// Name.
    pub name: Box<str>,
    /// Direction. A black box's pins are [`Direction::Inout`].
    pub direction: Direction,
    /// Whether the pin can float (`three_state`).
    pub three_state: bool,
    /// Whether the library times signals that come to the pin from within the cell.
    pub has_arcs: bool,
}

/// A port of a library cell, as an instance names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MasterPort<'m> {
    Pin(u32),
    /// Its name, and its pins from left to right.
    Bus(&'m str, &'m [u32]),
}

impl MasterPin {
    /// Whether it drives its net: an output, or an inout pin to which arcs lead.
    pub fn drives(&self) -> bool {
        self.direction == Direction::Output || self.direction == Direction::Inout && self.has_arcs
    }

    /// Whether it takes signals from its net: an input or inout pin.
    pub fn loads(&self) -> bool {
        matches!(self.direction, Direction::Input | Direction::Inout)
    }
}

impl Master {
    /// With tables of its names, if it has many.
    fn with_names(mut self) -> Self {
        if self.pins.len() + self.power_pins.len() <= MANY_PINS {
            return self;
        }
        // Of equal names the first counts.
        let number = |names: &mut dyn DoubleEndedIterator<Item = (u32, &Box<str>)>| {
            names.rev().map(|(number, name)| (name.clone(), number)).collect()
        };
        self.by_name = Some(Box::new(ByName {
            pins: number(&mut (0..self.pins.len() as u32).zip(self.pins.iter().map(|pin| &pin.name))),
            buses: number(&mut (0..self.buses.len() as u32).zip(self.buses.iter().map(|(name, _)| name))),
            power_pins: self.power_pins.iter().cloned().collect(),
        }));
        self
    }

    /// Index of a pin in [`Master::pins`].
    pub fn pin(&self, name: &str) -> Option<usize> {
        match &self.by_name {
            Some(by_name) => by_name.pins.get(name).map(|&pin| pin as usize),
            None => self.pins.iter().position(|pin| &*pin.name == name),
        }
    }

    /// The pins of a bus, leftmost first.
    pub(crate) fn bus(&self, name: &str) -> Option<&[u32]> {
        let bus = match &self.by_name {
            Some(by_name) => self.buses.get(*by_name.buses.get(name)? as usize),
            None => self.buses.iter().find(|(bus, _)| **bus == *name),
        };
        bus.map(|(_, pins)| &**pins)
    }

    /// Whether a name is that of a power pin.
    pub(crate) fn has_power_pin(&self, name: &str) -> bool {
        match &self.by_name {
            Some(by_name) => by_name.power_pins.contains(name),
            None => self.power_pins.iter().any(|pin| **pin == *name),
        }
    }

    /// Its ports in order: pins, or buses of them where their first pin is.
    pub(crate) fn ports(&self) -> Vec<MasterPort<'_>> {
        // The first bus that each pin is in.
        let mut bus_of = vec![None; self.pins.len()];
        for (bus, (_, pins)) in self.buses.iter().enumerate().rev() {
            for &pin in pins {
                bus_of[pin as usize] = Some(bus);
            }
        }
        let mut is_in_port = vec![false; self.pins.len()];
        let mut ports = Vec::new();
        for index in 0..self.pins.len() {
            if is_in_port[index] {
                continue;
            }
            let bus = bus_of[index].map(|bus| &self.buses[bus]);
            match bus.filter(|(_, pins)| pins.iter().all(|&pin| !is_in_port[pin as usize])) {
                Some((name, pins)) => {
                    pins.iter().for_each(|&pin| is_in_port[pin as usize] = true);
                    ports.push(MasterPort::Bus(name, pins));
                }
                None => ports.push(MasterPort::Pin(index as u32)),
            }
        }
        ports
    }

    /// The same as [`Master::pin`], searched from index `from` on and around.
    #[inline]
    pub(crate) fn pin_from(&self, from: usize, name: &str) -> Option<usize> {
        if self.by_name.is_some() {
            let is_next = self.pins.get(from).is_some_and(|pin| &*pin.name == name);
            return if is_next { Some(from) } else { self.pin(name) };
        }
        let from = from.min(self.pins.len());
        let is_it = |pin: &MasterPin| &*pin.name == name;
        let after = self.pins[from..].iter().position(is_it).map(|index| from + index);
        after.or_else(|| self.pins[..from].iter().position(is_it))
    }

    /// Whether nothing is known about it but what its connections say.
    pub fn is_black_box(&self) -> bool {
        self.source.is_none()
    }

    fn of_cell(cell: &Cell) -> Self {
        let pins = cell
            .pins
            .iter()
            .map(|pin| MasterPin {
                name: pin.name.clone(),
                direction: pin.direction,
                three_state: pin.three_state.is_some(),
                has_arcs: pin.timings.iter().any(|timing| is_arc(timing.timing_type)),
            })
            .collect();
        Self {
            name: cell.name.clone(),
            pins,
            buses: cell.buses.iter().map(|bus| (bus.name.clone(), bus.pins.clone())).collect(),
            power_pins: cell.power_pins.clone(),
            source: None,
            by_name: None,
        }
        .with_names()
    }
}

impl CellLibrary {
    /// From the libraries of each split, in order of preference: the first that has a cell gives it.
    ///
    /// Cells that several libraries of a split have are counted in a warning (`NET-040`); [`prefer`] changes which of them counts.
    ///
    /// A cell that only one split's libraries have serves both, with a warning (`NET-001`). So do libraries
    /// given for one split only, without one. A pin that only one of the two descriptions has is an error (`NET-002`).
    pub fn new(early: Vec<Arc<Library>>, late: Vec<Arc<Library>>) -> (Self, Diagnostics) {
        let mut diagnostics = Diagnostics::new();
        let [early, late] = if early.is_empty() {
            [late.clone(), late]
        } else if late.is_empty() {
            [early.clone(), early]
        } else {
            [early, late]
        };
        let mut library = Self { libraries: [early, late], ..Self::default() };
        let mut repeated = Repeated::default();
        for split in Split::ALL {
            library.add(split, &mut repeated);
            repeated.done = repeated.pairs.len();
        }
        repeated.report(&mut diagnostics);
        for master in &library.masters {
            library.compare(master, &mut diagnostics);
        }
        (library, diagnostics)
    }

    fn add(&mut self, split: Split, repeated: &mut Repeated) {
        let libraries = self.libraries[split as usize].clone();
        for (number, library) in libraries.iter().enumerate() {
            for (index, cell) in library.cells.iter().enumerate() {
                let source = (number as u32, index as u32);
                if let Some(&known) = self.by_name.get(&cell.name) {
                    if let Some((first, _)) = self.add_known(known, split, source) {
                        repeated.note(&libraries[first as usize], library, &cell.name);
                    }
                    continue;
                }
                self.by_name.insert(cell.name.clone(), MasterId::new(self.masters.len()));
                // The other split's place is filled when that split is added.
                let mut sources = [(NONE, NONE); 2];
                sources[split as usize] = source;
                self.masters.push(Master { source: Some(sources), ..Master::of_cell(cell) });
            }
        }
    }

    /// Describes a master also in `split`, unless that is done: then where it is described.
    fn add_known(&mut self, known: MasterId, split: Split, source: (u32, u32)) -> Option<(u32, u32)> {
        let sources = self.masters[known.index()].source.as_mut()?;
        let own = &mut sources[split as usize];
        if own.0 != NONE {
            return Some(*own);
        }
        *own = source;
        None
    }

    fn compare(&self, master: &Master, diagnostics: &mut Diagnostics) {
        let (early, late) = match Split::ALL.map(|split| self.described(master, split)) {
            [Some(early), Some(late)] => (early, late),
            [early, _] => {
                let has = if early.is_some() { Split::Early } else { Split::Late };
                diagnostics.warning("NET-001", None, || {
                    format!(
                        "cell '{}' is only in the {} library; that serves both splits",
                        master.name,
                        has.name()
                    )
                });
                return;
            }
        };
        if early.pins.iter().map(|pin| &pin.name).eq(late.pins.iter().map(|pin| &pin.name)) {
            return;
        }
        for (one, other, split) in [(early, late, Split::Late), (late, early, Split::Early)] {
            let others: FxHashSet<&str> = other.pins.iter().map(|pin| &*pin.name).collect();
            for pin in &one.pins {
                if !others.contains(&*pin.name) {
                    diagnostics.error("NET-002", None, || {
                        format!(
                            "pin '{}' of cell '{}' is missing in the {} library{}",
                            pin.name,
                            one.name,
                            split.name(),
                            self.library_name(master, split)
                        )
                    });
                }
            }
        }
    }

    /// The name of the library that describes a master for a split, after a blank and in quotes; nothing where it has none.
    fn library_name(&self, master: &Master, split: Split) -> String {
        let library = master.source.map(|source| source[split as usize].0 as usize);
        let library = library.and_then(|library| self.libraries[split as usize].get(library));
        library
            .filter(|library| !library.name.is_empty())
            .map_or(String::new(), |library| format!(" '{}'", library.name))
    }

    fn described(&self, master: &Master, split: Split) -> Option<&Cell> {
        let (library, cell) = master.source?[split as usize];
        Some(&self.libraries[split as usize].get(library as usize)?.cells[cell as usize])
    }

    /// The Liberty description for a split; the other split's where this one has none; none for a black box.
    pub fn cell(&self, id: MasterId, split: Split) -> Option<&Cell> {
        let master = self.master(id);
        self.described(master, split).or_else(|| self.described(master, split.opposite()))
    }

    /// A master.
    pub fn master(&self, id: MasterId) -> &Master {
        &self.masters[id.index()]
    }

    /// All masters, by id.
    pub fn masters(&self) -> &[Master] {
        &self.masters
    }

    /// By name.
    pub fn find(&self, name: &str) -> Option<MasterId> {
        self.by_name.get(name).copied()
    }

    /// The libraries of a split.
    pub fn libraries(&self, split: Split) -> &[Arc<Library>] {
        &self.libraries[split as usize]
    }

    /// The same descriptions, with the masters of a netlist under their numbers there: those of another corner of the design. A master that cells
    /// of the netlist have is missing (`NET-029`), or one of its pins is missing or has another direction (`NET-030`): errors. Other masters may
    /// be missing; cells that become them are black boxes in this corner.
    pub fn in_numbers_of(self, netlist: &Netlist) -> (Self, Diagnostics) {
        let mut diagnostics = Diagnostics::new();
        let theirs = netlist.library();
        let mut is_used = vec![false; theirs.masters.len()];
        for cell in netlist.cells() {
            is_used[netlist.cell_master(cell).index()] = true;
        }
        let renumbered = theirs.masters.iter().zip(is_used).map(|(master, is_used)| {
            let own = self.find(&master.name).map(|own| self.master(own));
            if is_used && !master.is_black_box() {
                compare_pins(master, own, &mut diagnostics);
            }
            Master { source: own.and_then(|own| own.source), ..master.clone() }
        });
        let masters = renumbered.collect();
        (Self { masters, by_name: theirs.by_name.clone(), libraries: self.libraries }, diagnostics)
    }

    /// Adds a black box, without pins as yet.
    pub(crate) fn add_black_box(&mut self, name: &str) -> MasterId {
        let id = MasterId::new(self.masters.len());
        self.by_name.insert(name.into(), id);
        self.masters.push(Master {
            name: name.into(),
            pins: Vec::new(),
            buses: Vec::new(),
            power_pins: Vec::new(),
            source: None,
            by_name: None,
        });
        id
    }

    /// Gives a black box its pins.
    pub(crate) fn fill_black_box(
        &mut self,
        id: MasterId,
        pins: Vec<MasterPin>,
        buses: Vec<(Box<str>, Vec<u32>)>,
    ) {
        let master = &mut self.masters[id.index()];
        *master = Master { pins, buses, ..std::mem::take(master) }.with_names();
    }
}

/// Puts the libraries with these names first, the first name before the others; the rest keep their order. Of the libraries of a split the first
/// that has a cell gives it.
///
/// A name that no library has is an error (`NET-041`).
pub fn prefer(libraries: [&mut [Arc<Library>]; 2], names: &[String]) -> Diagnostics {
    let mut diagnostics = Diagnostics::new();
    for name in names {
        if !libraries.iter().any(|libraries| libraries.iter().any(|library| *library.name == **name)) {
            diagnostics.error("NET-041", None, || {
                let known = libraries.iter().flat_map(|libraries| libraries.iter());
                let mut known: Vec<String> = known.map(|library| format!("'{}'", library.name)).collect();
                known.sort_unstable();
                known.dedup();
                format!("no library is called '{name}': expected one of {}", known.join(", "))
            });
        }
    }
    for libraries in libraries {
        libraries.sort_by_key(|library| {
            names.iter().position(|name| **name == *library.name).unwrap_or(names.len())
        });
    }
    diagnostics
}

/// Two libraries that have the same cells.
struct Overlap {
    counting: Arc<Library>,
    other: Arc<Library>,
    cells: FirstFew<Box<str>>,
}

/// The cells that a library has in vain, for one before it has them.
#[derive(Default)]
struct Repeated {
    pairs: Vec<Overlap>,
    /// Pairs as the last split had them: the same again are not counted twice.
    done: usize,
}

impl Repeated {
    fn note(&mut self, first: &Arc<Library>, second: &Arc<Library>, cell: &str) {
        let is_it = |pair: &Overlap| Arc::ptr_eq(&pair.counting, first) && Arc::ptr_eq(&pair.other, second);
        let place = self.pairs.iter().position(is_it).unwrap_or_else(|| {
            let (counting, other) = (first.clone(), second.clone());
            self.pairs.push(Overlap { counting, other, cells: FirstFew::default() });
            self.pairs.len() - 1
        });
        if place >= self.done {
            self.pairs[place].cells.note(cell.into());
        }
    }

    fn report(&self, diagnostics: &mut Diagnostics) {
        for Overlap { counting, other, cells } in &self.pairs {
            diagnostics.warning("NET-040", None, || {
                format!(
                    "{} cells are in the libraries '{}' and '{}' ({}): those of '{}', which comes first, count",
                    cells.count(),
                    counting.name,
                    other.name,
                    cells.names(|cell| cell.clone()),
                    counting.name
                )
            });
        }
    }
}

/// Whether a `timing` group of a type is an arc, rather than a check or about one pin.
fn is_arc(timing_type: TimingType) -> bool {
    !timing_type.is_check() && !timing_type.is_about_one_pin()
}

/// Says what a corner's description of a master lacks.
fn compare_pins(master: &Master, own: Option<&Master>, diagnostics: &mut Diagnostics) {
    let Some(own) = own else {
        diagnostics.error("NET-029", None, || {
            format!("cell '{}' of the design is not in the libraries of the corner", master.name)
        });
        return;
    };
    for pin in &master.pins {
        let other = own.pin(&pin.name).map(|other| &own.pins[other]);
        if other.is_none_or(|other| other.direction != pin.direction) {
            diagnostics.error("NET-030", None, || {
                let (pin, cell) = (&pin.name, &master.name);
                format!("pin '{pin}' of cell '{cell}' is missing, or has another direction, in the libraries of the corner")
            });
        }
    }
}
