//! Instances that have one name only because the design is flat: `b` in `a`, and beside it one whose own name is `\a/b `; the second of an array
//! `u`, and beside it one that is called `\u[1] `. Both stay: what is part of an own name gets backslashes where a path or an index would read the same.

use rustc_hash::FxHashMap;
use zeroslack_input::Severity;

use crate::body::{Body, Member, Target};
use crate::flat::Flat;
use crate::flatten::Place;
use crate::hierarchy::Hierarchy;
use crate::id::NONE;

/// An instance that has got another name.
struct Renamed {
    /// The module that it is in, and which of that module's instances it is.
    body: usize,
    instance: u32,
    /// The name that it would share with another instance.
    shared: String,
    name: String,
}

/// Gives instances of modules paths of their own. Two of one name in one module are an error: false.
pub(crate) fn tell_apart_instances(
    bodies: &mut [Body<'_, '_>],
    places: &[Place],
    hierarchy: &mut Hierarchy,
) -> Option<bool> {
    let repeated = hierarchy.repeated();
    if repeated.is_empty() {
        return Some(true);
    }
    let shared = with_firsts(repeated, |instance| hierarchy.first_of_path(instance));
    let mut names = FxHashMap::default();
    let mut renamed = Vec::new();
    for instance in shared {
        let (body, number) = declared_at(places, hierarchy, instance);
        let own = bodies[body].module.instances[number as usize].name;
        let Some(escaped) = escaped(own) else { continue };
        let index = &hierarchy.own_name_of(instance)[own.len()..];
        names.insert(instance, format!("{escaped}{index}"));
        let shared = hierarchy.path_of(instance).to_string();
        renamed.push((instance, Renamed { body, instance: number, shared, name: String::new() }));
    }
    hierarchy.rename(&names)?;
    for (instance, mut renamed) in renamed {
        renamed.name = hierarchy.path_of(instance).to_string();
        renamed.say(bodies);
    }
    for &instance in hierarchy.repeated() {
        let (body, number) = declared_at(places, hierarchy, instance);
        say_repeated(&mut bodies[body], number, hierarchy.path_of(instance));
    }
    Some(hierarchy.repeated().is_empty())
}

/// Those whose name another has already, with those others, in order.
fn with_firsts(repeated: &[u32], first: impl Fn(u32) -> Option<u32>) -> Vec<u32> {
    let firsts = repeated.iter().filter_map(|&id| first(id));
    let mut all: Vec<u32> = repeated.iter().copied().chain(firsts).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Where an instance of a module is written: the body that it is in, and its number there.
fn declared_at(places: &[Place], hierarchy: &Hierarchy, instance: u32) -> (usize, u32) {
    let parent = hierarchy.parent_of(instance);
    debug_assert!(parent != NONE, "the top has a path that no other has");
    (places[parent as usize].body as usize, places[instance as usize].instance)
}

/// Gives cells names of their own, and makes the table of cells. Two of one name in one module are an error. None if the names take more than 4 GiB.
pub(crate) fn name_cells(bodies: &mut [Body<'_, '_>], places: &[Place], flat: &mut Flat) -> Option<()> {
    let repeats = flat.name_cells();
    if repeats.is_empty() {
        return Some(());
    }
    let shared =
        with_firsts(&repeats, |cell| flat.cell_table.get(&flat.cell_names, flat.cell_names.get(cell)));
    let mut changes = Vec::new();
    for Found { cell, body, instance } in find(bodies, places, &shared) {
        let own = bodies[body].module.instances[instance as usize].name;
        let Some(escaped) = escaped(own) else { continue };
        let shared = flat.cell_names.get(cell).to_string();
        let path = places_of_cell(flat, cell).len();
        let name = format!("{}{escaped}{}", &shared[..path], &shared[path + own.len()..]);
        changes.push((cell, name.clone()));
        Renamed { body, instance, shared, name }.say(bodies);
    }
    flat.cell_names = flat.cell_names.with(&changes)?;
    let repeats = flat.name_cells();
    for Found { cell, body, instance } in find(bodies, places, &repeats) {
        say_repeated(&mut bodies[body], instance, flat.cell_names.get(cell));
    }
    Some(())
}

/// The part of a cell's name before its own: the path of its instance of a module, with a `/` after it.
fn places_of_cell(flat: &Flat, cell: u32) -> &str {
    let path = flat.hierarchy.path_of(flat.hierarchy.instance_of_cell(cell));
    let slash = usize::from(!path.is_empty());
    &flat.cell_names.get(cell)[..path.len() + slash]
}

/// Where a cell is written.
struct Found {
    cell: u32,
    body: usize,
    instance: u32,
}

/// Where cells are written whose ids are in order.
fn find(bodies: &[Body<'_, '_>], places: &[Place], cells: &[u32]) -> Vec<Found> {
    let (mut wanted, mut first) = (cells.iter().copied().peekable(), 0);
    let mut found = Vec::with_capacity(cells.len());
    for place in places {
        if wanted.peek().is_none() {
            break;
        }
        for piece in &bodies[place.body as usize].pieces {
            let end = first + piece.cells() as u32;
            let is_cell = |part: &&Member| matches!(part.target, Target::Cell(_));
            let mut parts = (first..end).zip(piece.parts.iter().filter(is_cell));
            while let Some(cell) = wanted.next_if(|&cell| cell < end) {
                let part = parts.find(|&(other, _)| other == cell);
                found.extend(part.map(|(_, part)| Found {
                    cell,
                    body: place.body as usize,
                    instance: part.instance,
                }));
            }
            first = end;
        }
    }
    found
}

impl Renamed {
    fn say(&self, bodies: &mut [Body<'_, '_>]) {
        let body = &mut bodies[self.body];
        let instance = &body.module.instances[self.instance as usize];
        body.report(Severity::Warning, "NET-031", (instance.offset, instance.name), || {
            format!("two instances are named '{}'; this one is found as '{}'", self.shared, self.name)
        });
    }
}

fn say_repeated(body: &mut Body<'_, '_>, instance: u32, name: &str) {
    let instance = &body.module.instances[instance as usize];
    body.report(Severity::Error, "NET-018", (instance.offset, instance.name), || {
        format!("there is already an instance '{name}'")
    });
}

/// An own name with a backslash before all that separates names in a path; none if there is nothing of the kind in it.
fn escaped(name: &str) -> Option<String> {
    let separates = |c: char| matches!(c, '/' | '[' | ']');
    name.contains(separates).then(|| {
        let mut escaped = String::with_capacity(name.len() + 2);
        for c in name.chars() {
            if separates(c) {
                escaped.push('\\');
            }
            escaped.push(c);
        }
        escaped
    })
}
