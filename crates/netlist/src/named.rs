//! Objects by name or pattern: the one place that says what a name stands for.
//!
//! A name is looked up as it is written, then without its backslashes, then as a range of a bus (`a[3:0]`), a bus standing for all its bits. A pattern goes down the
//! hierarchy: what is matched between two dividers is one level, so `*` does not lead from one level into the next, but passes a `/` that is part of a name.
//! Each level has its names in order, so that a pattern looks only at those that begin as it does.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::OnceLock;

use rayon::prelude::*;
use rustc_hash::FxHashSet;

use crate::glob::{Pattern, SubPattern};
use crate::{CellId, HierarchicalPinId, InstanceId, NetId, Netlist, PinId};

/// A range of a bus is at most so wide.
const WIDEST: u32 = 1 << 20;

/// A level of so few names is looked through as it stands.
const FEW: usize = 64;

/// A cell or an instance of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CellOrInstance {
    /// A cell of the library.
    Cell(CellId),
    /// An instance of a module.
    Instance(InstanceId),
}

/// A pin of a cell, or of an instance of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AnyPin {
    /// Of a cell of the library, or a port.
    Pin(PinId),
    /// Of an instance of a module.
    Hierarchical(HierarchicalPinId),
}

/// Ids in the order of their names within each instance, as far as they were there when the design was flattened: each list is made when it is first
/// needed.
#[derive(Clone, Debug, Default)]
pub(crate) struct SortedNames {
    cells: OnceLock<Vec<u32>>,
    instances: OnceLock<Vec<u32>>,
    nets: OnceLock<Vec<u32>>,
}

/// The members of one kind that an instance has, for a search.
struct Level<'n> {
    /// Ids.
    all: Range<u32>,
    /// All ids of the design, those of each level in the order of their names.
    sorted: &'n OnceLock<Vec<u32>>,
    /// The ids of every level.
    levels: &'n (dyn Fn(InstanceId) -> Range<u32> + Sync),
    /// The path of an id.
    path: &'n (dyn Fn(u32) -> &'n str + Sync),
    /// Where names of this level begin in their paths.
    skipped: usize,
}

impl<'n> Level<'n> {
    fn name(&self, id: u32) -> &'n str {
        &(self.path)(id)[self.skipped..]
    }

    /// Calls `found` with every id whose name a part of a pattern matches.
    fn search(&self, part: SubPattern<'_>, instances: usize, mut found: impl FnMut(u32)) {
        let (prefix, is_all) = part.prefix();
        if prefix.is_empty() || self.all.len() <= FEW {
            self.all.clone().filter(|&id| part.matches(self.name(id))).for_each(found);
            return;
        }
        let sorted = &self.sorted(instances)[self.all.start as usize..self.all.end as usize];
        let begin = sorted.partition_point(|&id| self.name(id).as_bytes() < &prefix[..]);
        let like = sorted[begin..].iter().map(|&id| (id, self.name(id)));
        for (id, name) in like.take_while(|(_, name)| name.as_bytes().starts_with(&prefix)) {
            if is_all && name.len() > prefix.len() {
                break;
            }
            if is_all || part.matches(name) {
                found(id);
            }
        }
    }

    fn sorted(&self, instances: usize) -> &'n [u32] {
        self.sorted.get_or_init(|| {
            let mut ids: Vec<u32> = Vec::new();
            for level in (0..instances).map(|instance| (self.levels)(InstanceId::new(instance))) {
                // Names of the constants and of ports come before the first level.
                ids.extend(ids.len() as u32..level.end);
                // In one level all paths begin alike.
                ids[level.start as usize..level.end as usize].par_sort_by_key(|&id| (self.path)(id));
            }
            ids
        })
    }
}

/// Objects by name or pattern. All lists are in the order of ids, each object once; empty where nothing has the name.
impl Netlist {
    /// Bits of ports: of a name (all bits of a bus), `a[3]`, `a[3:0]` or a pattern of names of ports or bits.
    pub fn ports_named(&self, name: &str) -> Vec<PinId> {
        let pattern = match resolve(name, |name| self.find_ports(name)) {
            Ok(found) => return found,
            Err(pattern) => pattern,
        };
        let mut found = Vec::new();
        for port in self.ports() {
            if pattern.matches(&port.name) {
                found.extend(port.bits());
            } else if port.range.is_some() {
                found.extend(port.bits().filter(|&bit| pattern.matches(&self.pin_name(bit))));
            }
        }
        found
    }

    /// Cells and instances of modules, by their paths.
    pub fn cells_named(&self, name: &str) -> Vec<CellOrInstance> {
        let exact = |name: &str| -> Vec<CellOrInstance> {
            let cell = self.find_cell(name).map(CellOrInstance::Cell);
            let instance = self.find_instance(name).filter(|&instance| instance != InstanceId::TOP);
            cell.into_iter().chain(instance.map(CellOrInstance::Instance)).collect()
        };
        match resolve(name, exact) {
            Ok(found) => found,
            Err(pattern) => self.matching_cells(pattern.all()),
        }
    }

    /// Pins of cells and of instances of modules, by their paths: `cell/pin`. Of a pin that is a bus all bits.
    pub fn pins_named(&self, name: &str) -> Vec<AnyPin> {
        let exact = |name: &str| -> Vec<AnyPin> {
            let Some((of, pin)) = name.rsplit_once('/') else { return Vec::new() };
            let cell = self.find_cell(of).map(CellOrInstance::Cell);
            let instance = self.find_instance(of).filter(|&instance| instance != InstanceId::TOP);
            let all = cell.into_iter().chain(instance.map(CellOrInstance::Instance));
            all.flat_map(|of| self.pins_of_name(of, pin)).collect()
        };
        let pattern = match resolve(name, exact) {
            Ok(found) => return found,
            Err(pattern) => pattern,
        };
        let Some((of, pin)) = pattern.all().splits().next_back() else { return Vec::new() };
        let owners = self.matching_cells(of).into_iter();
        let mut found: Vec<AnyPin> = owners.flat_map(|of| self.pins_matching(of, pin)).collect();
        found.sort_unstable();
        found
    }

    /// Nets, by any of their names; `bus` stands for all nets `bus[3]` where no net is called so itself.
    pub fn nets_named(&self, name: &str) -> Vec<NetId> {
        let exact = |name: &str| self.find_net(name).into_iter().collect::<Vec<NetId>>();
        let pattern = match resolve(name, exact) {
            Ok(found) if found.is_empty() => Pattern::of_bus(name),
            Ok(found) => return found,
            Err(pattern) => pattern,
        };
        let mut found = BTreeSet::new();
        self.descend(pattern.all(), |instance, part| {
            self.search_nets(instance, part, |name| found.extend(self.net_of_name(name)));
        });
        let added = (self.hierarchy.flattened_names()..self.net_names.len() as u32)
            .filter(|&name| self.matches_path(pattern.all(), self.net_names.get(name)));
        found.extend(added.filter_map(|name| self.net_of_name(name)));
        found.into_iter().collect()
    }

    /// Cells and instances of modules whose own names a pattern matches, at any level of the hierarchy.
    pub fn cells_at_any_level(&self, pattern: &Pattern) -> Vec<CellOrInstance> {
        let mut found = Vec::new();
        for instance in self.instances() {
            let part = pattern.all();
            self.search_cells(instance, part, |cell| found.push(CellOrInstance::Cell(CellId(cell))));
            self.search_children(instance, part, |child| {
                found.push(CellOrInstance::Instance(InstanceId(child)));
            });
        }
        let added = (self.hierarchy.flattened_cells()..self.cell_master.len() as u32).map(CellId);
        let own_name = |cell: CellId| {
            let path = self.cell_name(cell);
            &path[prefix_length(self.instance_name(self.cell_instance(cell)))..]
        };
        found.extend(added.filter(|&cell| pattern.matches(own_name(cell))).map(CellOrInstance::Cell));
        found.retain(|object| match object {
            CellOrInstance::Cell(cell) => !self.removed_cells.contains(&cell.0),
            CellOrInstance::Instance(_) => true,
        });
        found.sort_unstable();
        found
    }

    /// Pins of cells and of instances of modules at any level of the hierarchy: those whose own names a pattern matches, or
    /// `cell/pin` by patterns of both.
    pub fn pins_at_any_level(&self, pattern: &Pattern) -> Vec<AnyPin> {
        let (owners, pin) = match pattern.all().splits().next_back() {
            Some((of, pin)) => (self.cells_at_any_level(&of.whole()), pin),
            None => (self.cells_at_any_level(&Pattern::new("*")), pattern.all()),
        };
        let mut found: Vec<AnyPin> = owners.into_iter().flat_map(|of| self.pins_matching(of, pin)).collect();
        found.sort_unstable();
        found
    }

    /// Nets of which a pattern matches the own name that they have at any level of the hierarchy.
    pub fn nets_at_any_level(&self, pattern: &Pattern) -> Vec<NetId> {
        let mut found = BTreeSet::new();
        for instance in self.instances() {
            self.search_nets(instance, pattern.all(), |name| found.extend(self.net_of_name(name)));
        }
        for name in self.hierarchy.flattened_names()..self.net_names.len() as u32 {
            let path = self.net_names.get(name);
            let own = &path[prefix_length(self.instance_name(self.instance_around(path)))..];
            if pattern.matches(own) {
                found.extend(self.net_of_name(name));
            }
        }
        found.into_iter().collect()
    }

    /// Cells and instances whose paths a part of a pattern matches.
    fn matching_cells(&self, pattern: SubPattern<'_>) -> Vec<CellOrInstance> {
        let mut found = Vec::new();
        self.descend(pattern, |instance, part| {
            self.search_cells(instance, part, |cell| found.push(CellOrInstance::Cell(CellId(cell))));
            self.search_children(instance, part, |child| {
                found.push(CellOrInstance::Instance(InstanceId(child)));
            });
        });
        let added = (self.hierarchy.flattened_cells()..self.cell_master.len() as u32).map(CellId);
        found.extend(
            added.filter(|&cell| self.matches_path(pattern, self.cell_name(cell))).map(CellOrInstance::Cell),
        );
        found.retain(|object| match object {
            CellOrInstance::Cell(cell) => !self.removed_cells.contains(&cell.0),
            CellOrInstance::Instance(_) => true,
        });
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Calls `visit` with every instance that the beginning of a pattern leads to, and with what is left of the pattern there.
    fn descend<'p>(&self, pattern: SubPattern<'p>, mut visit: impl FnMut(InstanceId, SubPattern<'p>)) {
        let mut open = vec![(InstanceId::TOP, pattern)];
        let mut seen = FxHashSet::default();
        while let Some((instance, part)) = open.pop() {
            visit(instance, part);
            for (level, below) in part.splits() {
                self.search_children(instance, level, |child| {
                    // There may be two ways to one place in the pattern, as names can hold a `/` too.
                    if seen.insert((child, below.len())) {
                        open.push((InstanceId(child), below));
                    }
                });
            }
        }
    }

    /// Whether a part of a pattern matches a path that an edit gave, level by level as far as its instances are known.
    fn matches_path(&self, pattern: SubPattern<'_>, path: &str) -> bool {
        let mut dividers = path.rmatch_indices('/').map(|(at, _)| at);
        let instance = dividers.find_map(|at| Some((self.find_instance(&path[..at])?, &path[at + 1..])));
        let (mut instance, own) = instance.unwrap_or((InstanceId::TOP, path));
        let mut names = vec![own];
        while let Some(parent) = self.instance_parent(instance) {
            names.push(self.hierarchy.own_name(instance));
            instance = parent;
        }
        // What is left of the pattern, where names are matched from the outermost on.
        let mut left = vec![pattern];
        while let Some(name) = names.pop() {
            if names.is_empty() {
                return left.iter().any(|part| part.matches(name));
            }
            let below = left.iter().flat_map(|part| part.splits());
            left = below.filter(|(level, _)| level.matches(name)).map(|(_, below)| below).collect();
            left.sort_unstable_by_key(|part| part.len());
            left.dedup_by_key(|part| part.len());
        }
        false
    }

    fn search_cells(&self, instance: InstanceId, part: SubPattern<'_>, found: impl FnMut(u32)) {
        let level = Level {
            all: self.hierarchy.cells(instance),
            sorted: &self.sorted_names.cells,
            levels: &|instance| self.hierarchy.cells(instance),
            path: &|cell| self.cell_name(CellId(cell)),
            skipped: prefix_length(self.instance_name(instance)),
        };
        level.search(part, self.hierarchy.len(), found);
    }

    fn search_children(&self, instance: InstanceId, part: SubPattern<'_>, found: impl FnMut(u32)) {
        let level = Level {
            all: self.hierarchy.children(instance),
            sorted: &self.sorted_names.instances,
            levels: &|instance| self.hierarchy.children(instance),
            path: &|child| self.instance_name(InstanceId(child)),
            skipped: prefix_length(self.instance_name(instance)),
        };
        level.search(part, self.hierarchy.len(), found);
    }

    fn search_nets(&self, instance: InstanceId, part: SubPattern<'_>, found: impl FnMut(u32)) {
        let level = Level {
            all: self.hierarchy.names(instance),
            sorted: &self.sorted_names.nets,
            levels: &|instance| self.hierarchy.names(instance),
            path: &|name| self.net_names.get(name),
            skipped: prefix_length(self.instance_name(instance)),
        };
        level.search(part, self.hierarchy.len(), found);
    }

    /// The pins of a cell or instance that a plain name stands for.
    fn pins_of_name(&self, of: CellOrInstance, name: &str) -> Vec<AnyPin> {
        match of {
            CellOrInstance::Cell(cell) => {
                if let Some(pin) = self.find_cell_pin(cell, name) {
                    return vec![AnyPin::Pin(pin)];
                }
                let bus = self.master(cell).buses.iter().find(|(bus, _)| **bus == *name);
                let first = self.cell_first_pin(cell).0;
                bus.into_iter()
                    .flat_map(|(_, pins)| pins)
                    .map(|pin| AnyPin::Pin(PinId(first + pin)))
                    .collect()
            }
            CellOrInstance::Instance(instance) => {
                let pins = self.instance_pins_named(instance, name).unwrap_or_default();
                pins.map(|pin| AnyPin::Hierarchical(HierarchicalPinId(pin))).collect()
            }
        }
    }

    /// The pins of a cell or instance that a part of a pattern matches.
    fn pins_matching(&self, of: CellOrInstance, part: SubPattern<'_>) -> Vec<AnyPin> {
        match of {
            CellOrInstance::Cell(cell) => {
                let pins = self.cell_pins(cell).zip(&self.master(cell).pins);
                let matching = pins.filter(|(_, master)| part.matches(&master.name));
                matching.map(|(pin, _)| AnyPin::Pin(pin)).collect()
            }
            CellOrInstance::Instance(instance) => {
                let pins = self.instance_pins(instance);
                let matching = pins.filter(|&pin| part.matches(&self.hierarchical_pin_own_name(pin)));
                matching.map(AnyPin::Hierarchical).collect()
            }
        }
    }
}

/// Where an object's own name begins after the path of its instance.
fn prefix_length(path: &str) -> usize {
    if path.is_empty() { 0 } else { path.len() + 1 }
}

/// What a plain name stands for; a pattern comes back as one. A name may hold `*`, `?` and backslashes, so it is first taken as it is written.
fn resolve<T>(name: &str, exact: impl Fn(&str) -> Vec<T>) -> Result<Vec<T>, Pattern> {
    let mut found = exact(name);
    let pattern = Pattern::new(name);
    if found.is_empty() && pattern.is_wild() {
        return Err(pattern);
    }
    let plain = pattern.plain();
    if found.is_empty() && plain != name {
        found = exact(&plain);
    }
    if found.is_empty() {
        found = bits_of_range(&plain, exact).unwrap_or_default();
    }
    Ok(found)
}

/// What the bits of a range `a[3:0]` are, from left to right, if each of them is something.
fn bits_of_range<T>(name: &str, exact: impl Fn(&str) -> Vec<T>) -> Option<Vec<T>> {
    let (base, range) = name.strip_suffix(']')?.rsplit_once('[')?;
    let (left, right) = range.split_once(':')?;
    let (left, right): (i32, i32) = (left.trim().parse().ok()?, right.trim().parse().ok()?);
    if left.abs_diff(right) >= WIDEST {
        return None;
    }
    let mut found = Vec::new();
    for place in 0..=left.abs_diff(right) as i32 {
        let index = if left >= right { left - place } else { left + place };
        let bit = exact(&format!("{base}[{index}]"));
        if bit.is_empty() {
            return None;
        }
        found.extend(bit);
    }
    Some(found)
}
