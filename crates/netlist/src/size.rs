//! Whether a hierarchy can be flattened: no module inside of itself, not too deep, not too large. A few lines of
//! Verilog can ask for more cells than there are atoms, so this is known before anything is flattened.

use zeroslack_input::Severity;
use zeroslack_verilog::Instance;

use crate::CellLibrary;
use crate::body::{Body, BodyId, Target};
use crate::budget::{MOST, MOST_MODULES, Size};
use crate::interface::Interface;
use crate::link::Linker;

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
    /// What the flat design comes to. None, with errors, if the hierarchy cannot be flattened.
    pub(crate) fn check_hierarchy(&mut self) -> Option<Size> {
        let mut is_bounded = true;
        let children = self.bodies.iter_mut().map(|body| {
            is_bounded &= check_arrays(body);
            children(body)
        });
        let children: Vec<Vec<Child>> = children.collect();
        if !is_bounded {
            return None;
        }
        let order = self.children_first(&children)?;
        if !self.check_depth(&children, &order) {
            return None;
        }
        let mut sizes = vec![Size { modules: 0, cells: 0, pins: 0, nets: 0 }; self.bodies.len()];
        for &body in &order {
            let mut size =
                own_size(&self.bodies[body as usize], &self.interfaces[body as usize], &self.library);
            for child in &children[body as usize] {
                size += sizes[child.body as usize].times(child.count);
            }
            sizes[body as usize] = size;
        }
        let Size { modules, cells, pins, nets } = sizes[0];
        if modules <= MOST_MODULES && cells.max(pins).max(nets) <= MOST {
            return Some(sizes[0]);
        }
        self.too_large(format!(
            "{cells} cells, {pins} pins, up to {nets} nets in {modules} instances of modules; expected at most \
             {MOST} of each, and {MOST_MODULES} instances of modules"
        ));
        None
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

/// Number of instances of one, which is more than one for an array.
fn count(instance: &Instance<'_>) -> u64 {
    instance.range.map_or(1, |range| range.width())
}

/// Whether no array of instances is too long.
fn check_arrays(body: &mut Body<'_, '_>) -> bool {
    let module = body.module;
    let mut is_bounded = true;
    for instance in module.instances.iter().filter(|instance| count(instance) > LONGEST_ARRAY) {
        is_bounded = false;
        body.report(Severity::Error, "NET-017", (instance.offset, instance.name), || {
            format!("an array of {} instances is more than {LONGEST_ARRAY}", count(instance))
        });
    }
    is_bounded
}

/// The instances of modules in a body.
fn children(body: &Body<'_, '_>) -> Vec<Child> {
    let instances = body.module.instances.iter().zip(&body.targets);
    let children = instances.enumerate().filter_map(|(number, (instance, &target))| match target {
        Target::Module(child) => Some(Child { body: child, instance: number as u32, count: count(instance) }),
        Target::Cell(_) => None,
    });
    children.collect()
}

/// A module without the modules in it.
fn own_size(body: &Body<'_, '_>, interface: &Interface<'_>, library: &CellLibrary) -> Size {
    let undeclared = body.module.exprs.len() as u64;
    let nets = body.declared + interface.bits.len() as u64 + undeclared;
    let mut size = Size { modules: 1, cells: 0, pins: 0, nets };
    for (instance, &target) in body.module.instances.iter().zip(&body.targets) {
        if let Target::Cell(master) = target {
            let pins = library.master(master).pins.len() as u64;
            size += Size { modules: 0, cells: 1, pins, nets: 0 }.times(count(instance));
        }
    }
    size
}
