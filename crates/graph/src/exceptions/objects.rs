//! Where paths start, pass and end, as exceptions say: pins and vertices of the pin graph.

use rustc_hash::FxHashMap;
use zeroslack_netlist::{CellId, NetId, Netlist, PinId};
use zeroslack_sdc::{Exception, ExceptionPaths, Exceptions, PathObject, PathObjects};
use zeroslack_units::Transition;

use crate::ids::VertexId;
use crate::pin_graph::PinGraph;
use crate::sorted::keep_each_once;

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

/// The objects that exceptions name, each kind in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct NamedObjects {
    pins: Vec<PinId>,
    cells: Vec<CellId>,
    nets: Vec<NetId>,
}

impl NamedObjects {
    pub(crate) fn of(exceptions: &Exceptions) -> Self {
        let mut named = Self::default();
        for object in exceptions.list().iter().flat_map(objects_of) {
            match object {
                PathObject::Pin(pin) => named.pins.push(pin),
                PathObject::Cell(cell) => named.cells.push(cell),
                PathObject::Net(net) => named.nets.push(net),
                PathObject::Clock(_) | PathObject::HierarchicalPin(_) | PathObject::Instance(_) => {}
            }
        }
        keep_each_once(&mut named.pins);
        keep_each_once(&mut named.cells);
        keep_each_once(&mut named.nets);
        named
    }

    pub(crate) fn has_pin(&self, pin: PinId) -> bool {
        self.pins.binary_search(&pin).is_ok()
    }

    pub(crate) fn has_cell(&self, cell: CellId) -> bool {
        self.cells.binary_search(&cell).is_ok()
    }

    pub(crate) fn has_net(&self, net: NetId) -> bool {
        self.nets.binary_search(&net).is_ok()
    }
}

/// All objects that an exception names.
fn objects_of(exception: &Exception) -> impl Iterator<Item = PathObject> + '_ {
    let ExceptionPaths { from, through, to, .. } = &exception.paths;
    from.iter().chain(through).chain(to).flat_map(|set| set.objects().iter().copied())
}

/// Whether an exception asks which boundaries of blocks paths pass: what is within them then matters as well.
pub(crate) fn pass_boundaries(exceptions: &Exceptions) -> bool {
    let through = exceptions.list().iter().flat_map(|exception| &exception.paths.through);
    let is_boundary =
        |object: &PathObject| matches!(object, PathObject::HierarchicalPin(_) | PathObject::Instance(_));
    through.flat_map(|set| set.objects()).any(is_boundary)
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

/// Whether paths pass an object on their way alone: one that starts right behind it does not.
pub(crate) fn is_on_the_way(object: PathObject) -> bool {
    matches!(object, PathObject::HierarchicalPin(_) | PathObject::Instance(_) | PathObject::Net(_))
}

/// A vertex that paths pass which pass a set of objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Passed {
    pub(crate) vertex: VertexId,
    /// Whether paths do as well that start there.
    pub(crate) has_started: bool,
}

/// All of them, in order.
pub(crate) fn passed_vertices(pins: &PinGraph, netlist: &Netlist, set: &PathObjects) -> Vec<Passed> {
    let (on_the_way, others): (Vec<PathObject>, Vec<PathObject>) =
        set.objects().iter().partition(|&&object| is_on_the_way(object));
    let of = |objects: Vec<PathObject>| {
        let of = objects.into_iter().flat_map(|object| passed_pins(netlist, object));
        vertices(pins, of, set.transition)
    };
    let is_start = |vertex: &VertexId| pins.is_ideal(vertex.node()) || pins.is_giving(vertex.node());
    let all = of(others).into_iter().map(|vertex| Passed { vertex, has_started: true });
    let on_the_way = of(on_the_way).into_iter().filter(|vertex| !is_start(vertex));
    let on_the_way = on_the_way.map(|vertex| Passed { vertex, has_started: false });
    let mut passed: Vec<Passed> = all.chain(on_the_way).collect();
    passed.sort_unstable_by_key(|one| (one.vertex, !one.has_started));
    passed.dedup_by_key(|one| one.vertex);
    passed
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
