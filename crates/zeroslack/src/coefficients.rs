//! The coefficients of side files (POCV), by what they are of in a netlist.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use zeroslack_graph::{ArcKind, NodeId, Role};
use zeroslack_input::Diagnostics;
use zeroslack_liberty::Library;
use zeroslack_netlist::{CellId, CellLibrary, CellOrInstance, Master, NetId, Netlist, Pattern};
use zeroslack_pocv::{Entry, Object, ObjectType};
use zeroslack_units::{Quad, Split, Transition, quad};

use crate::timed::Timed;
use crate::variation::PocvFile;

/// On data paths, then on clock paths; NaN where there is none.
type ByPath = [Quad<f32>; 2];

const NONE: ByPath = [quad(f32::NAN); 2];

/// Coefficients of a netlist's cells and nets.
#[derive(Debug)]
pub(crate) struct Coefficients {
    cells: FxHashMap<CellId, ByPath>,
    nets: FxHashMap<NetId, ByPath>,
    /// `[master]`; empty where no library cell has any.
    masters: Vec<ByPath>,
    /// Of all cells, and of all nets.
    design: [ByPath; 2],
    is_empty: bool,
}

impl Coefficients {
    /// Of side files, the first first. A name that nothing has is a warning (`POCV-012`).
    pub(crate) fn new(netlist: &Netlist, library: &CellLibrary, files: &[PocvFile]) -> (Self, Diagnostics) {
        let mut coefficients = Self {
            cells: FxHashMap::default(),
            nets: FxHashMap::default(),
            masters: Vec::new(),
            design: [NONE; 2],
            is_empty: files.iter().all(|file| file.pocv.entries.is_empty()),
        };
        let entries = || files.iter().flat_map(|file| &file.pocv.entries);
        let is_of_masters = |entry: &Entry| entry.object_type == ObjectType::LibraryCell;
        let names = if entries().any(is_of_masters) { names(library) } else { Vec::new() };
        let mut diagnostics = Diagnostics::new();
        for PocvFile { file, text, pocv } in files {
            let mut said = Diagnostics::new();
            for entry in &pocv.entries {
                if entry.object_type == ObjectType::Design && entry.objects.is_empty() {
                    coefficients.put_design(entry);
                }
                for object in &*entry.objects {
                    if !coefficients.put((netlist, &names), entry, object) {
                        said.warning("POCV-012", Some((text, object.span.clone())), || {
                            format!("no {} is called '{}'", entry.object_type.name(), object.name)
                        });
                    }
                }
            }
            said.set_file(file);
            diagnostics.append(said);
        }
        (coefficients, diagnostics)
    }

    fn put_design(&mut self, entry: &Entry) {
        let [cells, nets] = &mut self.design;
        let of = [(cells, entry.delays.of_cells), (nets, entry.delays.of_nets)];
        of.into_iter().filter(|(_, is_asked)| *is_asked).for_each(|(of, _)| set(of, entry));
    }

    /// Takes what an entry says of an object. False if nothing is called so.
    fn put(&mut self, (netlist, names): (&Netlist, &[Names]), entry: &Entry, object: &Object) -> bool {
        match entry.object_type {
            ObjectType::Design => {
                let is_it = Pattern::new(&object.name).matches(netlist.name());
                if is_it {
                    self.put_design(entry);
                }
                is_it
            }
            ObjectType::LibraryCell => self.put_masters(names, entry, &object.name),
            ObjectType::Cell => {
                let found = netlist.cells_named(&object.name);
                for &each in &found {
                    let cells = match each {
                        CellOrInstance::Cell(cell) => vec![cell],
                        CellOrInstance::Instance(instance) => netlist.cells_within(instance),
                    };
                    cells.into_iter().for_each(|cell| set(self.cells.entry(cell).or_insert(NONE), entry));
                }
                !found.is_empty()
            }
            ObjectType::Net => {
                let found = netlist.nets_named(&object.name);
                found.iter().for_each(|&net| set(self.nets.entry(net).or_insert(NONE), entry));
                !found.is_empty()
            }
        }
    }

    /// `library/cell` or `cell`. Of a cell with an early and a late description from different libraries, each split counts by itself.
    fn put_masters(&mut self, names: &[Names], entry: &Entry, name: &str) -> bool {
        let pattern = Pattern::new(name);
        self.masters.resize(names.len(), NONE);
        let mut is_found = false;
        for (coefficients, names) in self.masters.iter_mut().zip(names) {
            let is_in = names.each_ref().map(|names| names.iter().any(|name| pattern.matches(name)));
            let splits = [0, 1].map(|split| is_in[split] && entry.delays.splits[split]);
            is_found |= is_in != [false; 2];
            set_splits(coefficients, entry, splits);
        }
        is_found
    }

    /// The coefficient of the delay of an arc into a node of the timing graph; none if no file says anything of it.
    pub(crate) fn of_delay(
        &self,
        timed: Timed<'_>,
        (kind, node): (ArcKind, NodeId),
        (split, to): (Split, Transition),
    ) -> Option<f32> {
        if self.is_empty {
            return None;
        }
        let (netlist, graph) = (timed.netlist(), timed.graph());
        let role = graph.vertex_tag(node.vertex(to)).map_or(Role::Data, |tag| tag.role);
        let path = usize::from(role != Role::Data);
        let pin = graph.pin(node);
        let of = |by_path: &ByPath| {
            let coefficient = by_path[path][split as usize][to as usize];
            (!coefficient.is_nan()).then_some(coefficient)
        };
        let [of_cells, of_nets] = &self.design;
        match kind {
            ArcKind::Wire(_) => {
                let net = netlist.pin_net(pin).and_then(|net| self.nets.get(&net));
                net.and_then(of).or_else(|| of(of_nets))
            }
            ArcKind::Cell(_) => {
                let cell = netlist.pin_cell(pin)?;
                let master = || self.masters.get(netlist.cell_master(cell).index()).and_then(of);
                self.cells.get(&cell).and_then(of).or_else(master).or_else(|| of(of_cells))
            }
        }
    }
}

/// The names of a library cell by split: with its library and without; none of a black box.
type Names = [Vec<String>; 2];

/// Of all library cells.
fn names(library: &CellLibrary) -> Vec<Names> {
    let of_master = |master: &Master| {
        let described = |split: Split| {
            let (place, _) = master.source?[split as usize];
            library.libraries(split).get(place as usize)
        };
        Split::ALL.map(|split| {
            let of = described(split).or_else(|| described(split.opposite()));
            let both = |of: &Arc<Library>| [format!("{}/{}", of.name, master.name), master.name.to_string()];
            of.map(both).into_iter().flatten().collect()
        })
    };
    library.masters().iter().map(of_master).collect()
}

fn set(coefficients: &mut ByPath, entry: &Entry) {
    set_splits(coefficients, entry, entry.delays.splits);
}

fn set_splits(coefficients: &mut ByPath, entry: &Entry, splits: [bool; 2]) {
    let paths = [entry.delays.on_data_paths, entry.delays.on_clock_paths];
    let asked = coefficients.iter_mut().zip(paths).filter(|(_, is_asked)| *is_asked);
    let by_split = asked.flat_map(|(of, _)| of.iter_mut().zip(splits)).filter(|(_, is_asked)| *is_asked);
    let edges = by_split.flat_map(|(of, _)| of.iter_mut().zip(entry.delays.transitions));
    edges.filter(|(_, is_asked)| *is_asked).for_each(|(of, _)| *of = entry.coefficient);
}
