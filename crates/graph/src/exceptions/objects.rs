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

/// Where on its way to a pin, and over it, a path passes objects: first the net, then the pins of instances that the net passes, then the pin.
pub(crate) type Place = u32;

/// The pin itself, which a path passes that starts there, too; what is before it such a path has not passed.
pub(crate) const AT_PIN: Place = Place::MAX;

/// The places where paths pass an object as they come to one of its [pins](passed_pins), in order.
pub(crate) fn places(netlist: &Netlist, object: PathObject, pin: PinId) -> Vec<Place> {
    let way = || {
        let driver = netlist.pin_net(pin).and_then(|net| {
            let mut drivers = netlist.net_pins(net).iter().copied().filter(|&other| other != pin);
            drivers.find(|&other| netlist.is_driver(other))
        });
        driver.map_or_else(Vec::new, |driver| netlist.hierarchical_pins_between(driver, pin))
    };
    match object {
        PathObject::Net(_) => vec![0],
        PathObject::HierarchicalPin(at) => {
            (1..).zip(way()).filter(|&(_, pin)| pin == at).map(|(place, _)| place).collect()
        }
        PathObject::Instance(instance) => {
            let of_instance = netlist.instance_pins(instance);
            let of_instance: Vec<_> = of_instance.collect();
            (1..).zip(way()).filter(|(_, pin)| of_instance.contains(pin)).map(|(place, _)| place).collect()
        }
        PathObject::Pin(_) | PathObject::Cell(_) | PathObject::Clock(_) => vec![AT_PIN],
    }
}

/// The vertices that paths pass which pass a set of objects, each with the places where: in order.
pub(crate) fn passed_places(pins: &PinGraph, netlist: &Netlist, set: &PathObjects) -> Vec<(VertexId, Place)> {
    let is_start = |vertex: &VertexId| pins.is_ideal(vertex.node()) || pins.is_giving(vertex.node());
    let mut passed = Vec::new();
    for &object in set.objects() {
        for pin in passed_pins(netlist, object) {
            let places = places(netlist, object, pin);
            for vertex in vertices(pins, [pin], set.transition) {
                let there = places.iter().filter(|&&place| place == AT_PIN || !is_start(&vertex));
                passed.extend(there.map(|&place| (vertex, place)));
            }
        }
    }
    passed.sort_unstable();
    passed.dedup();
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
