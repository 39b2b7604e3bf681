//! Where paths start, pass and end, as exceptions say: pins and vertices of the pin graph.

use rustc_hash::FxHashMap;
use zeroslack_netlist::{CellId, Netlist, PinId};
use zeroslack_sdc::{PathObject, PathObjects};
use zeroslack_units::Transition;

use crate::ids::VertexId;
use crate::pin_graph::PinGraph;

/// Index into [`Sets`].
pub(crate) type SetIndex = u32;

/// Sets of objects that exceptions name, each once.
#[derive(Debug, Default)]
pub(crate) struct ObjectSets<'c> {
    sets: Vec<&'c PathObjects>,
    find: FxHashMap<&'c PathObjects, SetIndex>,
}

impl<'c> ObjectSets<'c> {
    /// The index of a set.
    pub(crate) fn index(&mut self, set: &'c PathObjects) -> SetIndex {
        let Self { sets, find } = self;
        *find.entry(set).or_insert_with(|| {
            sets.push(set);
            sets.len() as SetIndex - 1
        })
    }

    /// The set of an index.
    pub(crate) fn get(&self, index: SetIndex) -> &'c PathObjects {
        self.sets[index as usize]
    }
}

/// The pins at which paths may start or end that an object stands for.
pub(crate) fn end_pins(netlist: &Netlist, object: PathObject) -> Vec<PinId> {
    let of_cell = |cell: CellId| netlist.cell_pins(cell);
    match object {
        PathObject::Pin(pin) => vec![pin],
        PathObject::Cell(cell) => of_cell(cell).collect(),
        PathObject::Instance(instance) => {
            netlist.cells_within(instance).into_iter().flat_map(of_cell).collect()
        }
        PathObject::Clock(_) | PathObject::HierarchicalPin(_) | PathObject::Net(_) => Vec::new(),
    }
}

/// The pins that paths pass which pass an object.
pub(crate) fn passed_pins(netlist: &Netlist, object: PathObject) -> Vec<PinId> {
    match object {
        PathObject::HierarchicalPin(pin) => netlist.loads_after(pin),
        PathObject::Instance(instance) => {
            netlist.instance_pins(instance).flat_map(|pin| netlist.loads_after(pin)).collect()
        }
        PathObject::Net(net) => netlist.net_pins(net).to_vec(),
        PathObject::Clock(_) => Vec::new(),
        PathObject::Pin(_) | PathObject::Cell(_) => end_pins(netlist, object),
    }
}

/// The vertices of pins in a transition or in both, at all nodes of the pins: in order, each once.
pub(crate) fn vertices(
    pins: &PinGraph,
    of: impl IntoIterator<Item = PinId>,
    transition: Option<Transition>,
) -> Vec<VertexId> {
    let nodes = of.into_iter().flat_map(|pin| pins.own_nodes(pin).chain(pins.ideal_node(pin)));
    let counts = |vertex: &VertexId| transition.is_none_or(|only| only == vertex.transition());
    let mut found: Vec<VertexId> = nodes.flat_map(|node| node.vertices()).filter(counts).collect();
    found.sort_unstable();
    found.dedup();
    found
}
