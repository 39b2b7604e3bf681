//! The hierarchy that the flat design came from: instances of modules, and their pins.
//!
//! Instances are numbered level by level from the top down, so that the cells, the children and the names of nets of one follow each other. A pin of an
//! instance joins a name of a net outside to one inside. What lies on which side of it is kept by names: joined nets are one net of the flat design.

use std::collections::VecDeque;
use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::body::OPEN;
use crate::id::NONE;
use crate::interface::{Interface, InterfacePort};
use crate::name_table::NameTable;
use crate::names::Names;
use crate::{CellId, HierarchicalPinId, InstanceId, NetId, Netlist, PinId, PortDirection};

/// A module as the hierarchy needs it.
#[derive(Clone, Debug)]
pub(crate) struct ModulePorts {
    pub(crate) name: Box<str>,
    ports: Vec<ModulePort>,
    by_name: FxHashMap<Box<str>, u32>,
}

#[derive(Clone, Debug)]
struct ModulePort {
    name: Box<str>,
    direction: PortDirection,
    /// (msb, lsb); none for a scalar.
    range: Option<(i32, i32)>,
    /// Place of its leftmost bit among the module's bits; the others follow.
    first_bit: u32,
    width: u32,
}

impl ModulePorts {
    pub(crate) fn new(name: &str, interface: &Interface<'_>) -> Self {
        // A port without a name is called by its place.
        let own_name = |port: &InterfacePort<'_>, place: usize| match port.name {
            "" => (place + 1).to_string().into(),
            name => name.into(),
        };
        let ports = interface.ports.iter().enumerate().map(|(place, port)| ModulePort {
            name: own_name(port, place),
            direction: port.direction,
            range: port.range.map(|range| (range.msb, range.lsb)),
            first_bit: port.bits.start,
            width: port.bits.len() as u32,
        });
        let ports: Vec<ModulePort> = ports.collect();
        let by_name = ports.iter().zip(0..).map(|(port, number)| (port.name.clone(), number)).collect();
        Self { name: name.into(), ports, by_name }
    }

    /// The port that a bit is of, and the bit's index where the port is a bus.
    fn bit(&self, bit: u32) -> Option<(&ModulePort, Option<i32>)> {
        let port = &self.ports[self.ports.partition_point(|port| port.first_bit <= bit).checked_sub(1)?];
        let place = (bit - port.first_bit) as i32;
        Some((port, port.range.map(|(msb, lsb)| if msb >= lsb { msb - place } else { msb + place })))
    }

    /// The bits of a port, or the one bit (`a[3]`) that a name is.
    fn bits_named(&self, name: &str) -> Option<Range<u32>> {
        if let Some(&number) = self.by_name.get(name) {
            let port = &self.ports[number as usize];
            return Some(port.first_bit..port.first_bit + port.width);
        }
        let (base, index) = name.strip_suffix(']')?.rsplit_once('[')?;
        let port = &self.ports[*self.by_name.get(base)? as usize];
        let (msb, lsb) = port.range?;
        let index: i32 = index.parse().ok()?;
        let is_inside = (msb.min(lsb)..=msb.max(lsb)).contains(&index);
        let bit = port.first_bit + msb.abs_diff(index);
        (is_inside && msb.abs_diff(index) < port.width).then(|| bit..bit + 1)
    }
}

/// Instances of modules, their pins and names.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hierarchy {
    pub(crate) modules: Vec<ModulePorts>,
    /// [`NONE`] for the top.
    parent: Vec<u32>,
    module: Vec<u32>,
    /// Where the instance's own name starts in its path.
    own_name: Vec<u32>,
    paths: Names,
    pub(crate) table: NameTable,
    /// Instances with the path of an earlier one, until they are told apart.
    repeated: Vec<u32>,
    /// `[instance + 1]`, as the next three.
    first_cell: Vec<u32>,
    first_child: Vec<u32>,
    /// Of its nets, in the netlist's names of nets.
    first_name: Vec<u32>,
    first_pin: Vec<u32>,
    /// Names of the nets outside and inside, or [`OPEN`]. `[hierarchical pin]`.
    sides: Vec<[u32; 2]>,
    /// Names that assignments join.
    joins: Vec<[u32; 2]>,
    /// The name of the net that each pin is on in its own module; empty where the top has no instances of modules. `[pin]`.
    pin_names: Vec<u32>,
    /// The nets of names that another net is found by.
    hidden: FxHashMap<u32, u32>,
}

impl Hierarchy {
    /// Adds an instance, which is not flattened yet. None when names take more than 4 GiB.
    pub(crate) fn add(
        &mut self,
        parent: u32,
        module: u32,
        prefix: &str,
        name: &str,
        index: &str,
    ) -> Option<u32> {
        let number = self.paths.push(&[prefix, name, index])?;
        self.parent.push(parent);
        self.module.push(module);
        self.own_name.push(prefix.len() as u32);
        if self.table.insert(&self.paths, number, number).is_some() {
            self.repeated.push(number);
        }
        Some(number)
    }

    /// Instances with the path of an earlier one, in order.
    pub(crate) fn repeated(&self) -> &[u32] {
        &self.repeated
    }

    /// The first instance with the path of an instance.
    pub(crate) fn first_of_path(&self, instance: u32) -> Option<u32> {
        self.table.get(&self.paths, self.path_of(instance))
    }

    pub(crate) fn path_of(&self, instance: u32) -> &str {
        self.paths.get(instance)
    }

    /// The last part of an instance's path.
    pub(crate) fn own_name_of(&self, instance: u32) -> &str {
        &self.path_of(instance)[self.own_name[instance as usize] as usize..]
    }

    pub(crate) fn parent_of(&self, instance: u32) -> u32 {
        self.parent[instance as usize]
    }

    /// The instance that a cell is in, one that was there when the design was flattened.
    pub(crate) fn instance_of_cell(&self, cell: u32) -> u32 {
        self.first_cell.partition_point(|&first| first <= cell) as u32 - 1
    }

    /// Gives instances other own names, which count in the paths of all that is in them too. None when names take more than 4 GiB.
    pub(crate) fn rename(&mut self, names: &FxHashMap<u32, String>) -> Option<()> {
        let mut renamed = Self::default();
        for instance in 0..self.parent.len() as u32 {
            let own = names.get(&instance).map_or(self.own_name_of(instance), String::as_str);
            let (parent, module) = (self.parent[instance as usize], self.module[instance as usize]);
            let prefix = match parent {
                NONE | 0 => String::new(),
                parent => format!("{}/", renamed.path_of(parent)),
            };
            renamed.add(parent, module, &prefix, own, "")?;
        }
        (self.paths, self.table) = (renamed.paths, renamed.table);
        (self.own_name, self.repeated) = (renamed.own_name, renamed.repeated);
        Some(())
    }

    /// Notes that the next instance is flattened from here on, where there are so many cells and names of nets.
    pub(crate) fn begin(&mut self, cells: usize, names: usize) {
        self.first_cell.push(cells as u32);
        self.first_child.push(self.parent.len() as u32);
        self.first_name.push(names as u32);
        self.first_pin.push(self.sides.len() as u32);
    }

    pub(crate) fn add_pin(&mut self, outside: u32, inside: u32) {
        self.sides.push([outside, inside]);
    }

    pub(crate) fn add_join(&mut self, a: u32, b: u32) {
        if a != OPEN && b != OPEN {
            self.joins.push([a, b]);
        }
    }

    /// Ends after the last instance. `pin_names` are the names of the nets that pins are on.
    pub(crate) fn finish(&mut self, cells: usize, names: usize, pin_names: &[u32]) {
        self.begin(cells, names);
        if self.parent.len() > 1 {
            self.pin_names = pin_names.to_vec();
        } else {
            self.joins = Vec::new();
        }
    }

    /// Notes that another net is found by the name of a net.
    pub(crate) fn hide(&mut self, name: u32, net: u32) {
        self.hidden.insert(name, net);
    }

    /// Whether there are any of these.
    pub(crate) fn has_hidden_names(&self) -> bool {
        !self.hidden.is_empty()
    }

    pub(crate) fn len(&self) -> usize {
        self.parent.len()
    }

    fn range(of: &[u32], instance: InstanceId) -> Range<u32> {
        of[instance.index()]..of[instance.index() + 1]
    }

    pub(crate) fn cells(&self, instance: InstanceId) -> Range<u32> {
        Self::range(&self.first_cell, instance)
    }

    pub(crate) fn children(&self, instance: InstanceId) -> Range<u32> {
        Self::range(&self.first_child, instance)
    }

    pub(crate) fn names(&self, instance: InstanceId) -> Range<u32> {
        Self::range(&self.first_name, instance)
    }

    pub(crate) fn pins(&self, instance: InstanceId) -> Range<u32> {
        Self::range(&self.first_pin, instance)
    }

    pub(crate) fn path(&self, instance: InstanceId) -> &str {
        self.paths.get(instance.0)
    }

    pub(crate) fn own_name(&self, instance: InstanceId) -> &str {
        self.own_name_of(instance.0)
    }

    pub(crate) fn find(&self, path: &str) -> Option<InstanceId> {
        self.table.get(&self.paths, path).map(InstanceId)
    }

    /// Number of cells that were there when the design was flattened.
    pub(crate) fn flattened_cells(&self) -> u32 {
        self.first_cell.last().copied().unwrap_or(0)
    }

    /// Number of names that nets had when the design was flattened.
    pub(crate) fn flattened_names(&self) -> u32 {
        self.first_name.last().copied().unwrap_or(0)
    }
}

/// The names that pins of instances and assignments join to each name: found once, when what lies after a pin is first asked for.
#[derive(Clone, Debug)]
pub(crate) struct Neighbours {
    /// Where the joints of each name start. `[name + 1]`.
    first: Vec<u32>,
    /// (name, pin that joins it or [`NONE`]).
    joints: Vec<(u32, u32)>,
}

impl Neighbours {
    fn new(hierarchy: &Hierarchy) -> Self {
        let pins = hierarchy.sides.iter().zip(0..).map(|(&sides, pin)| (sides, pin));
        let joins = hierarchy.joins.iter().map(|&sides| (sides, NONE));
        let all = pins.chain(joins).filter(|([a, b], _)| *a != OPEN && *b != OPEN);
        let both = all.flat_map(|([a, b], pin)| [(a, (b, pin)), (b, (a, pin))]);
        let mut joints: Vec<(u32, (u32, u32))> = both.collect();
        joints.sort_by_key(|&(name, _)| name);
        let names = hierarchy.flattened_names();
        let first = (0..=names).map(|name| joints.partition_point(|&(other, _)| other < name) as u32);
        Self { first: first.collect(), joints: joints.iter().map(|&(_, joint)| joint).collect() }
    }

    fn of(&self, name: u32) -> &[(u32, u32)] {
        let Some(&[first, end]) = self.first.get(name as usize..name as usize + 2) else { return &[] };
        &self.joints[first as usize..end as usize]
    }

    /// The names on one side of a pin: those that are joined to that end otherwise than by the pin. Both sides grow in turns
    /// until the smaller one is whole. None where the names of both sides are the same, for there is a way around the pin.
    fn side(&self, ends: [u32; 2], pin: HierarchicalPinId) -> Option<FxHashSet<u32>> {
        let mut reached = ends.map(|end| FxHashSet::from_iter([end]));
        let mut open = ends.map(|end| vec![end]);
        for side in [0, 1].into_iter().cycle() {
            let Some(name) = open[side].pop() else {
                let whole = std::mem::take(&mut reached[side]);
                return (!whole.contains(&ends[1 - side])).then_some(whole);
            };
            let joined = self.of(name).iter().filter(|&&(_, by)| by != pin.0).map(|&(next, _)| next);
            open[side].extend(joined.filter(|&next| reached[side].insert(next)));
        }
        None
    }

    /// The name next to `from`, by way of what joins names, that `is_it`.
    fn next(&self, from: u32, is_it: impl Fn(u32) -> bool) -> Option<u32> {
        let (mut open, mut reached) = (VecDeque::from([from]), FxHashSet::from_iter([from]));
        while let Some(name) = open.pop_front() {
            if is_it(name) {
                return Some(name);
            }
            open.extend(self.of(name).iter().map(|&(next, _)| next).filter(|&next| reached.insert(next)));
        }
        None
    }

    /// The pins on the shortest way from one name to another, and of such ways the first. It is looked for from its end, where nets do not branch.
    fn way(&self, from: u32, to: u32) -> Vec<HierarchicalPinId> {
        // The name after each one, and the pin between them.
        let mut after: FxHashMap<u32, (u32, u32)> = FxHashMap::from_iter([(to, (NONE, NONE))]);
        let mut open = VecDeque::from([to]);
        while let Some(name) = open.pop_front().filter(|_| !after.contains_key(&from)) {
            for &(next, by) in self.of(name) {
                after.entry(next).or_insert_with(|| {
                    open.push_back(next);
                    (name, by)
                });
                if next == from {
                    break;
                }
            }
        }
        let mut way = Vec::new();
        let mut name = from;
        while let Some(&(next, pin)) = after.get(&name).filter(|(next, _)| *next != NONE) {
            way.extend((pin != NONE).then_some(HierarchicalPinId(pin)));
            name = next;
        }
        way
    }
}

/// The hierarchy. Cells and nets that edits add are in the instance that their names say; nets that edits remove leave hierarchical pins without one.
impl Netlist {
    /// All instances of modules, the top first, each after the one that it is in.
    pub fn instances(&self) -> impl ExactSizeIterator<Item = InstanceId> + use<> {
        (0..self.hierarchy.len()).map(InstanceId::new)
    }

    /// An instance's path: names with `/` between them; empty for the top.
    pub fn instance_name(&self, instance: InstanceId) -> &str {
        self.hierarchy.path(instance)
    }

    /// The name of the module that it is an instance of.
    pub fn instance_module(&self, instance: InstanceId) -> &str {
        &self.module_of(instance).name
    }

    /// The names of all modules that have instances, the top's first, each with its instances.
    pub fn instances_by_module(&self) -> Vec<(&str, Vec<InstanceId>)> {
        let mut places: FxHashMap<&str, usize> = FxHashMap::default();
        let mut modules: Vec<(&str, Vec<InstanceId>)> = Vec::new();
        for instance in self.instances() {
            let name = self.instance_module(instance);
            let place = *places.entry(name).or_insert_with(|| {
                modules.push((name, Vec::new()));
                modules.len() - 1
            });
            modules[place].1.push(instance);
        }
        modules
    }

    /// The instance that it is in; none for the top.
    pub fn instance_parent(&self, instance: InstanceId) -> Option<InstanceId> {
        let parent = self.hierarchy.parent[instance.index()];
        (parent != NONE).then_some(InstanceId(parent))
    }

    /// The instances of modules in it.
    pub fn instance_children(
        &self,
        instance: InstanceId,
    ) -> impl ExactSizeIterator<Item = InstanceId> + use<> {
        self.hierarchy.children(instance).map(InstanceId)
    }

    /// The cells of its own module that are left since the design was flattened, without those of the instances in it.
    pub fn instance_cells(&self, instance: InstanceId) -> impl Iterator<Item = CellId> + '_ {
        self.hierarchy.cells(instance).map(CellId).filter(|cell| !self.removed_cells.contains(&cell.0))
    }

    /// All cells in it, whatever instances they are in inside of it, in order.
    pub fn cells_within(&self, instance: InstanceId) -> Vec<CellId> {
        let mut cells = Vec::new();
        let mut open = vec![instance];
        while let Some(next) = open.pop() {
            cells.extend(self.instance_cells(next));
            open.extend(self.instance_children(next));
        }
        let added = (self.hierarchy.flattened_cells()..self.cell_master.len() as u32).map(CellId);
        let added = added.filter(|cell| !self.removed_cells.contains(&cell.0));
        cells.extend(added.filter(|&cell| self.is_within(self.cell_instance(cell), instance)));
        cells.sort_unstable();
        cells
    }

    fn is_within(&self, mut inner: InstanceId, outer: InstanceId) -> bool {
        // A parent's number is less than its children's.
        while inner > outer {
            match self.instance_parent(inner) {
                Some(parent) => inner = parent,
                None => return false,
            }
        }
        inner == outer
    }

    /// The instance that a cell is in.
    pub fn cell_instance(&self, cell: CellId) -> InstanceId {
        if cell.0 < self.hierarchy.flattened_cells() {
            return InstanceId(self.hierarchy.instance_of_cell(cell.0));
        }
        self.instance_around(self.cell_name(cell))
    }

    /// The innermost instance whose path a name begins with.
    pub(crate) fn instance_around(&self, name: &str) -> InstanceId {
        let mut dividers = name.rmatch_indices('/').map(|(at, _)| at);
        dividers.find_map(|at| self.find_instance(&name[..at])).unwrap_or(InstanceId::TOP)
    }

    /// An instance by its path.
    pub fn find_instance(&self, path: &str) -> Option<InstanceId> {
        self.hierarchy.find(path)
    }

    /// The pins of an instance, one a bit, in the order of its module's ports.
    pub fn instance_pins(
        &self,
        instance: InstanceId,
    ) -> impl ExactSizeIterator<Item = HierarchicalPinId> + use<> {
        self.hierarchy.pins(instance).map(HierarchicalPinId)
    }

    /// Number of pins of instances, those of the top included.
    pub fn hierarchical_pin_count(&self) -> usize {
        self.hierarchy.sides.len()
    }

    /// The instance that has a pin.
    pub fn hierarchical_pin_instance(&self, pin: HierarchicalPinId) -> InstanceId {
        InstanceId::new(self.hierarchy.first_pin.partition_point(|&first| first <= pin.0) - 1)
    }

    /// `instance/pin`, with an index where the module's port is a bus; of the top the port's name alone.
    pub fn hierarchical_pin_name(&self, pin: HierarchicalPinId) -> String {
        let instance = self.hierarchical_pin_instance(pin);
        let own = self.hierarchical_pin_own_name(pin);
        if instance == InstanceId::TOP { own } else { format!("{}/{own}", self.instance_name(instance)) }
    }

    pub(crate) fn hierarchical_pin_own_name(&self, pin: HierarchicalPinId) -> String {
        match self.port_bit(pin) {
            Some((port, Some(index))) => format!("{}[{index}]", port.name),
            Some((port, None)) => port.name.to_string(),
            None => String::new(),
        }
    }

    /// Its direction as the instance has it.
    pub fn hierarchical_pin_direction(&self, pin: HierarchicalPinId) -> PortDirection {
        self.port_bit(pin).map_or(PortDirection::Inout, |(port, _)| port.direction)
    }

    fn port_bit(&self, pin: HierarchicalPinId) -> Option<(&ModulePort, Option<i32>)> {
        let instance = self.hierarchical_pin_instance(pin);
        self.module_of(instance).bit(pin.0 - self.hierarchy.pins(instance).start)
    }

    /// The net of a hierarchical pin; none where nothing is connected, or where the net was removed and no other has its name.
    pub fn hierarchical_pin_net(&self, pin: HierarchicalPinId) -> Option<NetId> {
        let [outside, inside] = self.hierarchy.sides[pin.index()];
        [inside, outside].into_iter().filter(|&name| name != OPEN).find_map(|name| self.net_of_name(name))
    }

    /// The pins of an instance that a name stands for: all bits of a bus, or one bit.
    pub(crate) fn instance_pins_named(&self, instance: InstanceId, name: &str) -> Option<Range<u32>> {
        let bits = self.module_of(instance).bits_named(name)?;
        let first = self.hierarchy.pins(instance).start;
        Some(first + bits.start..first + bits.end)
    }

    fn module_of(&self, instance: InstanceId) -> &ModulePorts {
        &self.hierarchy.modules[self.hierarchy.module[instance.index()] as usize]
    }

    /// The net that a name of a net is of.
    pub(crate) fn net_of_name(&self, name: u32) -> Option<NetId> {
        let hidden = self.hierarchy.hidden.get(&name).copied();
        let net = hidden.or_else(|| self.net_table.get(&self.net_names, self.net_names.get(name)))?;
        self.has_net(NetId(net)).then_some(NetId(net))
    }

    /// Pins of the net of a hierarchical pin, that paths come to through it: the loads on the side where the net's drivers are not. If there are drivers on
    /// both sides, those are the loads on both.
    ///
    /// Where the net goes around the pin, for it enters the instance twice, all its loads come after it.
    pub fn loads_after(&self, pin: HierarchicalPinId) -> Vec<PinId> {
        let (Some(net), sides) = (self.hierarchical_pin_net(pin), self.hierarchy.sides[pin.index()]) else {
            return Vec::new();
        };
        if sides.contains(&OPEN) {
            return Vec::new();
        }
        let pins = self.net_pins(net).iter().copied();
        let drivers: Vec<PinId> = pins.clone().filter(|&pin| self.is_driver(pin)).collect();
        let loads = pins.filter(|&pin| self.is_load(pin));
        let Some(side) = self.neighbours().side(sides, pin) else {
            // A pin that does both is no load of its own.
            return loads.filter(|load| drivers.iter().any(|driver| driver != load)).collect();
        };
        let is_on_side = |pin: PinId| side.contains(&self.name_at(pin, net));
        // Whether there is a driver beside, and one on the side.
        let is_driven = [false, true].map(|on| drivers.iter().any(|&driver| is_on_side(driver) == on));
        loads.filter(|&load| is_driven[usize::from(!is_on_side(load))]).collect()
    }

    /// The names that are joined to a name of a net, each with the hierarchical pin that joins it, or [`NONE`] for an assignment.
    pub(crate) fn names_beside(&self, name: u32) -> &[(u32, u32)] {
        self.neighbours().of(name)
    }

    /// The name of the net on a side of a hierarchical pin: 0 is outside of its instance, 1 inside.
    pub(crate) fn hierarchical_pin_name_on(&self, pin: HierarchicalPinId, side: usize) -> Option<u32> {
        let name = self.hierarchy.sides[pin.index()][side];
        (name != OPEN).then_some(name)
    }

    /// The instance that has the name a net is called by, its outermost one.
    pub fn net_instance(&self, net: NetId) -> InstanceId {
        let name = self.net_name[net.index()];
        if name < self.hierarchy.flattened_names() {
            let first = &self.hierarchy.first_name;
            return InstanceId::new(first.partition_point(|&first| first <= name).saturating_sub(1));
        }
        self.instance_around(self.net_name(net))
    }

    /// Whether all of a net is inside of an instance.
    pub(crate) fn is_net_within(&self, net: NetId, instance: InstanceId) -> bool {
        self.is_within(self.net_instance(net), instance)
    }

    /// Whether a net has pins in another instance than the one where it is called by its name.
    pub(crate) fn crosses(&self, net: NetId) -> bool {
        let home = self.net_instance(net);
        let mut cells = self.net_pins(net).iter().filter_map(|&pin| self.pin_cell(pin));
        cells.any(|cell| self.cell_instance(cell) != home)
    }

    fn neighbours(&self) -> &Neighbours {
        self.neighbours.get_or_init(|| Box::new(Neighbours::new(&self.hierarchy)))
    }

    /// The pins of instances of modules that a net passes on its way from one of its pins to another, in that order.
    pub fn hierarchical_pins_between(&self, from: PinId, to: PinId) -> Vec<HierarchicalPinId> {
        let nets = (self.pin_net(from), self.pin_net(to));
        let (Some(net), true) = (nets.0, nets.0 == nets.1 && self.hierarchy.len() > 1) else {
            return Vec::new();
        };
        let mut pins = self.neighbours().way(self.name_at(from, net), self.name_at(to, net));
        let ports = self.hierarchy.pins(InstanceId::TOP);
        pins.retain(|pin| !ports.contains(&pin.0));
        pins
    }

    /// The name of the net that a pin is on in its own module. Where an edit connected it, a name that the net has there already; the name that the net is
    /// called by if it has none.
    pub(crate) fn name_at(&self, pin: PinId, net: NetId) -> u32 {
        let name = self.hierarchy.pin_names.get(pin.index()).copied().filter(|&name| name != OPEN);
        let known = name.filter(|&name| self.net_of_name(name) == Some(net));
        let called = self.net_name[net.index()];
        known.unwrap_or_else(|| {
            let instance = self.pin_cell(pin).map_or(InstanceId::TOP, |cell| self.cell_instance(cell));
            let own = self.hierarchy.names(instance);
            self.neighbours().next(called, |name| own.contains(&name)).unwrap_or(called)
        })
    }
}
