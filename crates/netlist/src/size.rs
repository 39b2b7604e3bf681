//! Whether a hierarchy can be flattened: no module inside of itself, not too deep, not too large. A few lines of
//! Verilog can ask for more cells than there are atoms, so this is known before anything is flattened.

use rayon::prelude::*;
use zeroslack_input::Severity;

use crate::CellLibrary;
use crate::body::{Body, BodyId, Target};
use crate::budget::{Limits, MOST, MOST_NAMES, Size};
use crate::interface::Interface;
use crate::link::Linker;
use crate::piece::PIECE;

/// Levels of hierarchy that are accepted. Real designs have tens.
const DEEPEST: u32 = 1000;
/// The largest array of instances.
const LONGEST_ARRAY: u64 = 1 << 20;

/// An instance of a module in another.
#[derive(Clone, Copy)]
struct Child {
    body: BodyId,
    instance: u32,
    count: u64,
}

impl Linker<'_, '_> {
    /// Whether the hierarchy can be flattened; if not, with errors.
    pub(crate) fn check_hierarchy(&mut self) -> bool {
        let instances = self.bodies.par_iter().map(|body| Instances::of(body, &self.library));
        let (mut sizes, mut children, mut is_bounded) = (Vec::new(), Vec::new(), true);
        for (body, instances) in instances.collect::<Vec<_>>().into_iter().enumerate() {
            is_bounded &= instances.too_long.is_empty();
            self.bodies[body].say_too_long(&instances.too_long);
            sizes.push(own_size(&self.bodies[body], &self.interfaces[body], instances.size));
            children.push(instances.children);
        }
        if !is_bounded {
            return false;
        }
        let Some(order) = self.children_first(&children) else { return false };
        if !self.check_depth(&children, &order) {
            return false;
        }
        for &body in &order {
            for child in &children[body as usize] {
                let name = self.bodies[body as usize].module.instances[child.instance as usize].name;
                let size = sizes[child.body as usize].inside(name.len() as u64, child.count);
                sizes[body as usize] += size;
            }
        }
        match self.excess(&sizes[0]) {
            Some(why) => self.too_large(why),
            None => return true,
        }
        false
    }

    /// What there is too much of in a flat design, if anything.
    fn excess(&self, size: &Size) -> Option<String> {
        let &Size { modules, cells, pins, nets, cell_names, net_names, paths, .. } = size;
        let Limits { cells: most_cells, bits, names } = self.limits;
        let written = self.written;
        let (what, can_be_more) = if cells.saturating_add(modules) > most_cells.saturating_add(1) {
            let what = format!(
                "{cells} cells in {modules} instances of modules, made of {written} that are written; expected at most {most_cells} of both together"
            );
            (what, most_cells < MOST)
        } else if pins.max(nets) > bits {
            let what = format!(
                "{cells} cells with {pins} pins and up to {nets} nets; expected at most {bits} of each"
            );
            (what, bits < MOST)
        } else if cell_names.max(net_names).max(paths) > names {
            let what = format!(
                "the names of its {cells} cells take {cell_names} bytes, those of its nets {net_names}, those of its {modules} instances of modules {paths}; expected at most {names} of each"
            );
            (what, names < MOST_NAMES)
        } else {
            return None;
        };
        Some(if can_be_more { format!("{what}, which --max-cells raises") } else { what })
    }

    /// All bodies, each after its children. None, with errors, if one is inside of itself.
    fn children_first(&mut self, children: &[Vec<Child>]) -> Option<Vec<BodyId>> {
        #[derive(Clone, Copy, PartialEq)]
        enum State {
            New,
            Open,
            Done,
        }
        let mut states = vec![State::New; children.len()];
        let mut order = Vec::with_capacity(children.len());
        let mut is_tree = true;
        // (body, how many of its children are after us), from the top down.
        let mut path: Vec<(BodyId, usize)> = vec![(0, 0)];
        states[0] = State::Open;
        while let Some((body, next)) = path.last_mut() {
            let body = *body as usize;
            let Some(&child) = children[body].get(*next) else {
                states[body] = State::Done;
                order.push(body as BodyId);
                path.pop();
                continue;
            };
            *next += 1;
            match states[child.body as usize] {
                State::New => {
                    states[child.body as usize] = State::Open;
                    path.push((child.body, 0));
                }
                State::Open => {
                    is_tree = false;
                    let instance = &self.bodies[body].module.instances[child.instance as usize];
                    self.bodies[body].report(
                        Severity::Error,
                        "NET-013",
                        (instance.offset, instance.name),
                        || {
                            format!(
                                "module '{}' instantiates itself, directly or through others",
                                instance.cell
                            )
                        },
                    );
                }
                State::Done => {}
            }
        }
        is_tree.then_some(order)
    }

    fn check_depth(&mut self, children: &[Vec<Child>], order: &[BodyId]) -> bool {
        let mut depths = vec![1; children.len()];
        for &body in order.iter().rev() {
            for &child in &children[body as usize] {
                let depth = depths[body as usize] + 1;
                if depth > DEEPEST {
                    let body = &mut self.bodies[body as usize];
                    let instance = &body.module.instances[child.instance as usize];
                    body.report(Severity::Error, "NET-014", (instance.offset, instance.name), || {
                        format!("the hierarchy is more than {DEEPEST} levels deep")
                    });
                    return false;
                }
                let known = &mut depths[child.body as usize];
                *known = depth.max(*known);
            }
        }
        true
    }
}

/// What is known of a body's instances before they are connected.
#[derive(Default)]
struct Instances {
    /// Of the cells.
    size: Size,
    children: Vec<Child>,
    /// Arrays that are too long.
    too_long: Vec<u32>,
}

impl Instances {
    fn of(body: &Body<'_, '_>, library: &CellLibrary) -> Self {
        let pieces = body.module.instances.par_chunks(PIECE).enumerate();
        let pieces: Vec<Self> = pieces.map(|(piece, _)| Self::of_piece(body, piece, library)).collect();
        let mut all = Self::default();
        for piece in pieces {
            all.size += piece.size;
            all.children.extend(piece.children);
            all.too_long.extend(piece.too_long);
        }
        all
    }

    fn of_piece(body: &Body<'_, '_>, piece: usize, library: &CellLibrary) -> Self {
        let mut all = Self::default();
        let instances = body.module.instances.iter().enumerate().skip(piece * PIECE).take(PIECE);
        for (number, instance) in instances {
            let count = instance.range.map_or(1, |range| range.width());
            if count > LONGEST_ARRAY {
                all.too_long.push(number as u32);
            }
            match body.target(number) {
                Target::Cell(master) => {
                    let pins = library.master(master).pins.len() as u64;
                    // An index takes three bytes at least.
                    let cell_names = instance.name.len() as u64 + instance.range.map_or(0, |_| 3);
                    all.size += Size { cells: 1, pins, cell_names, ..Size::default() }.times(count);
                }
                Target::Module(child) => {
                    all.children.push(Child { body: child, instance: number as u32, count });
                }
            }
        }
        all
    }
}

impl Body<'_, '_> {
    /// Reports arrays of instances that are too long.
    fn say_too_long(&mut self, instances: &[u32]) {
        for &instance in instances {
            let instance = &self.module.instances[instance as usize];
            let count = instance.range.map_or(1, |range| range.width());
            self.report(Severity::Error, "NET-017", (instance.offset, instance.name), || {
                format!("an array of {count} instances is more than {LONGEST_ARRAY}")
            });
        }
    }
}

/// A module without the modules in it, of whose cells the size is known.
fn own_size(body: &Body<'_, '_>, interface: &Interface<'_>, cells: Size) -> Size {
    let undeclared = body.module.exprs.len() as u64;
    let (declared, net_names) = (body.declared, body.declared_names);
    let mut size = Size { modules: 1, nets: declared + undeclared, declared, net_names, ..Size::default() };
    size.nets += interface.bits.len() as u64;
    size += cells;
    size
}
