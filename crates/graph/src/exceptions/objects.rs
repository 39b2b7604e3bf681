//! Where paths start, pass and end, as exceptions say: pins and vertices of the pin graph.

use rustc_hash::FxHashMap;
use zeroslack_netlist::{CellId, HierarchicalPinId, NetId, Netlist, PinId};
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
    through.flat_map(|set| set.objects()).any(is_boundary)
}

/// Whether an object is a block, or a pin of one.
fn is_boundary(object: &PathObject) -> bool {
    matches!(object, PathObject::HierarchicalPin(_) | PathObject::Instance(_))
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

/// The pins that paths pass which pass an object. A net is passed on the way to its loads: one that a path starts or ends at the driver of is not.
pub(crate) fn passed_pins(netlist: &Netlist, object: PathObject) -> Vec<PinId> {
    match object {
        PathObject::HierarchicalPin(pin) => netlist.loads_after(pin),
        PathObject::Instance(instance) => {
            netlist.instance_pins(instance).flat_map(|pin| netlist.loads_after(pin)).collect()
        }
        PathObject::Net(net) => {
            netlist.net_pins(net).iter().copied().filter(|&pin| netlist.is_load(pin)).collect()
        }
        PathObject::Clock(_) => Vec::new(),
        PathObject::Pin(_) | PathObject::Cell(_) => end_pins(netlist, object),
    }
}

/// The order in which a path passes objects on its way to a pin: the net, the pins of instances on it, the pin.
pub(crate) type Place = u32;

/// The place of a net.
const ON_NET: Place = 0;

/// The place of the pin. A path that starts at a pin has passed the pin, and nothing before it.
pub(crate) const AT_PIN: Place = Place::MAX;

/// The places where a path to one of the [pins](passed_pins) of an object passes the object, in order.
pub(crate) fn places(netlist: &Netlist, object: PathObject, pin: PinId) -> Vec<Place> {
    match object {
        PathObject::Net(_) => vec![ON_NET],
        PathObject::HierarchicalPin(at) => places_on_way(netlist, pin, |passed| passed == at),
        PathObject::Instance(instance) => {
            let own: Vec<HierarchicalPinId> = netlist.instance_pins(instance).collect();
            places_on_way(netlist, pin, |passed| own.contains(&passed))
        }
        PathObject::Pin(_) | PathObject::Cell(_) | PathObject::Clock(_) => vec![AT_PIN],
    }
}

/// The places of some pins of instances on the way to a pin.
fn places_on_way(netlist: &Netlist, pin: PinId, is_meant: impl Fn(HierarchicalPinId) -> bool) -> Vec<Place> {
    let Some(net) = netlist.pin_net(pin) else { return Vec::new() };
    let mut drivers = netlist.net_pins(net).iter().copied().filter(|&other| other != pin);
    let Some(driver) = drivers.find(|&other| netlist.is_driver(other)) else { return Vec::new() };
    let way = netlist.hierarchical_pins_between(driver, pin);
    (ON_NET + 1..).zip(way).filter(|&(_, passed)| is_meant(passed)).map(|(place, _)| place).collect()
}

/// The vertices where paths pass a set of objects, each with its places: in order.
pub(crate) fn passed_places(pins: &PinGraph, netlist: &Netlist, set: &PathObjects) -> Vec<(VertexId, Place)> {
    let all_of = |is_meant: fn(&PathObject) -> bool| {
        let objects = set.objects().iter().copied().filter(is_meant);
        vertices(pins, objects.flat_map(|object| passed_pins(netlist, object)), set.transition)
    };
    let is_net = |object: &PathObject| matches!(object, PathObject::Net(_));
    let mut passed: Vec<(VertexId, Place)> = all_of(is_net).into_iter().map(|at| (at, ON_NET)).collect();
    for &object in set.objects().iter().filter(|object| is_boundary(object)) {
        for pin in passed_pins(netlist, object) {
            let places = places(netlist, object, pin);
            let at = |vertex| places.iter().map(move |&place| (vertex, place));
            passed.extend(vertices(pins, [pin], set.transition).into_iter().flat_map(at));
        }
    }
    // No net leads to these nodes.
    let is_on_net = |node| !pins.is_ideal(node) && !pins.is_giving(node) && !pins.is_driver_side(node);
    passed.retain(|(vertex, _)| is_on_net(vertex.node()));
    let is_pin = |object: &PathObject| matches!(object, PathObject::Pin(_) | PathObject::Cell(_));
    passed.extend(all_of(is_pin).into_iter().map(|at| (at, AT_PIN)));
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
