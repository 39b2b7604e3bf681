//! Delay calculators: what a net does to a signal, and to the cell that drives it.

use zeroslack_units::{Quad, quad};

use crate::driving::DrivingEdge;
use crate::rc::{NO_WIRE, RcNode};

/// What is known of a net's way to one sink before its driver is: for all calculators that there are, two moments.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wire {
    /// ps: the delay of a step, or the mean of the impulse response (Elmore delay).
    pub delay: Quad<f32>,
    /// ps²: what is added to the square of the driver's slew, or the variance of the impulse response.
    pub impulse: Quad<f32>,
}

impl Wire {
    /// A wire that does nothing.
    pub const NONE: Self = Self { delay: quad(0.0), impulse: quad(0.0) };
}

/// Values at the nodes of one tree, kept from tree to tree to save allocations.
#[derive(Debug, Default)]
pub struct Scratch {
    /// Capacitance at and downstream of each node, then capacitance × delay.
    downstream: Vec<Quad<f32>>,
    /// Delay from the driver.
    pub(crate) delay: Vec<Quad<f32>>,
    /// Second moment.
    second: Vec<Quad<f32>>,
}

/// The parts of a scratch that a tree of some size uses, a value for each node: what is there from trees before is written before it is read.
#[derive(Default)]
struct Values<'a> {
    downstream: &'a mut [Quad<f32>],
    delay: &'a mut [Quad<f32>],
    second: &'a mut [Quad<f32>],
}

impl Scratch {
    /// Without any values yet.
    pub const fn new() -> Self {
        Self { downstream: Vec::new(), delay: Vec::new(), second: Vec::new() }
    }

    fn of(&mut self, size: usize) -> Values<'_> {
        for values in [&mut self.downstream, &mut self.delay, &mut self.second] {
            values.resize(values.len().max(size), quad(0.0));
        }
        Values {
            downstream: &mut self.downstream[..size],
            delay: &mut self.delay[..size],
            second: &mut self.second[..size],
        }
    }
}

/// A split and a transition, as indices of a quad.
pub type Lane = (usize, usize);

/// A net as the edges into its driver see it.
#[derive(Clone, Copy, Debug)]
pub struct DrivenNet<'a, M> {
    /// The whole load, fF.
    pub load: Quad<f32>,
    /// What [`DelayCalculator::tree`] kept of the net.
    pub model: M,
    /// The net's RC tree; empty where the driver has no net.
    pub nodes: &'a [RcNode],
    /// The pool of capacitances that nodes point into, fF.
    pub loads: &'a [Quad<f32>],
}

/// A model of nets, and of what cells drive them.
///
/// An update first gives every net to [`tree`](Self::tree) or, with others, to [`trees`](Self::trees), which see no driver. Then it goes level by level. At the driver of a net each edge of
/// each arc is asked for its [`load`](Self::load), with which its tables are looked up; the worst slew of all edges is the driver's, and
/// [`sink`](Self::sink) has it go down each wire.
pub trait DelayCalculator: Sync {
    /// What is kept of each net besides its load and its wires; `()` where that is nothing.
    type Model: Copy + Default + Send + Sync;

    /// Whether the load of a net depends on the edge that drives it. If it does not, [`load`](Self::load) is never called, and no loads of arcs are kept.
    const SEES_DRIVER: bool = false;

    /// Computes what is known of a net without its driver: its wires, its whole load in fF, its model. `loads` is the pool that nodes point into.
    fn tree(
        &self,
        nodes: &[RcNode],
        loads: &[Quad<f32>],
        scratch: &mut Scratch,
        wires: &mut [Wire],
    ) -> (Quad<f32>, Self::Model);

    /// The same of several nets, which a calculator may look at side by side: what it finds is what [`tree`](Self::tree) does, bit for bit. Each has
    /// a scratch of its own.
    fn trees<const N: usize>(
        &self,
        nodes: [&[RcNode]; N],
        loads: &[Quad<f32>],
        scratch: &mut [Scratch; N],
        mut wires: [&mut [Wire]; N],
    ) -> [(Quad<f32>, Self::Model); N] {
        std::array::from_fn(|tree| self.tree(nodes[tree], loads, &mut scratch[tree], wires[tree]))
    }

    /// The load that an edge of a cell's arc sees, fF: at most the net's whole load.
    fn load(&self, net: &DrivenNet<'_, Self::Model>, _edge: &DrivingEdge<'_>, (split, to): Lane) -> f32 {
        net.load[split][to]
    }

    /// The delay of a wire and the slew at its sink (ps), from the slew at the driver (ps), NaN where no signal comes. The delay never is NaN.
    fn sink(&self, wire: &Wire, driver_slew: f32, lane: Lane) -> (f32, f32);
}

/// Table look-up with the net's whole capacitance, wires without delay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lumped;

impl DelayCalculator for Lumped {
    type Model = ();

    fn tree(
        &self,
        nodes: &[RcNode],
        loads: &[Quad<f32>],
        _: &mut Scratch,
        wires: &mut [Wire],
    ) -> (Quad<f32>, ()) {
        wires.fill(Wire::NONE);
        (nodes.iter().rev().fold(quad(0.0), |sum, node| add(sum, capacitance(node, loads))), ())
    }

    #[inline]
    fn sink(&self, wire: &Wire, driver_slew: f32, (split, to): Lane) -> (f32, f32) {
        (wire.delay[split][to], driver_slew)
    }
}

/// Elmore delay on the RC tree, and a slew from its second moment: the model of the TAU contests.
///
/// With R the resistance to a node's parent and C the capacitance of a node, the delay of a node is its parent's plus
/// R × (the sum of C downstream of it), its second moment its parent's plus R × (the sum of C × delay downstream of it), and the impulse twice the second
/// moment less the square of the delay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Elmore;

impl DelayCalculator for Elmore {
    type Model = ();

    fn tree(
        &self,
        nodes: &[RcNode],
        loads: &[Quad<f32>],
        scratch: &mut Scratch,
        wires: &mut [Wire],
    ) -> (Quad<f32>, ()) {
        let [tree] = self.trees([nodes], loads, std::array::from_mut(scratch), [wires]);
        tree
    }

    /// What is done at a node waits for what was done at its neighbour: side by side the trees wait at the same time.
    fn trees<const N: usize>(
        &self,
        nodes: [&[RcNode]; N],
        loads: &[Quad<f32>],
        scratch: &mut [Scratch; N],
        wires: [&mut [Wire]; N],
    ) -> [(Quad<f32>, ()); N] {
        let sizes = nodes.map(<[RcNode]>::len);
        let mut values = scratch.each_mut().map(|_| Default::default());
        for ((values, scratch), &size) in values.iter_mut().zip(scratch).zip(&sizes) {
            *values = scratch.of(size);
        }
        let values: &mut [Values<'_>; N] = &mut values;
        side_by_side(sizes, |tree, index| {
            values[tree].downstream[index] = capacitance(&nodes[tree][index], loads);
        });
        gather(&nodes, values);
        let all_loads = values.each_ref().map(|values| values.downstream[0]);
        side_by_side(sizes, |tree, index| {
            let (node, Values { downstream, delay, .. }) = (&nodes[tree][index], &mut values[tree]);
            let step = scale(node.resistance, downstream[index]);
            delay[index] = if index == 0 { quad(0.0) } else { add(delay[node.parent as usize], step) };
            downstream[index] = multiply(capacitance(node, loads), delay[index]);
        });
        gather(&nodes, values);
        side_by_side(sizes, |tree, index| {
            let (node, Values { downstream, delay, second }) = (&nodes[tree][index], &mut values[tree]);
            let step = scale(node.resistance, downstream[index]);
            second[index] = if index == 0 { quad(0.0) } else { add(second[node.parent as usize], step) };
            if node.wire != NO_WIRE {
                wires[tree][node.wire as usize] = moments(delay[index], second[index]);
            }
        });
        all_loads.map(|load| (load, ()))
    }

    #[inline]
    fn sink(&self, wire: &Wire, driver_slew: f32, (split, to): Lane) -> (f32, f32) {
        (wire.delay[split][to], (driver_slew * driver_slew + wire.impulse[split][to]).sqrt())
    }
}

/// A wire by its delay and its second moment.
#[inline]
fn moments(delay: Quad<f32>, second: Quad<f32>) -> Wire {
    let impulse = zip(second, delay, |second, delay| {
        // Rounding alone can make it negative.
        let impulse = 2.0 * second - delay * delay;
        if impulse > 0.0 { impulse } else { 0.0 }
    });
    Wire { delay, impulse }
}

/// Calls `step(tree, index)` for each index of each tree, in order, a step of each tree in turn.
#[inline(always)]
fn side_by_side<const N: usize>(sizes: [usize; N], mut step: impl FnMut(usize, usize)) {
    for index in 0..sizes.into_iter().max().unwrap_or(0) {
        for (tree, &size) in sizes.iter().enumerate() {
            if index < size {
                step(tree, index);
            }
        }
    }
}

/// Adds each node's downstream value to its parent's, from the leaves to the root.
#[inline]
fn gather<const N: usize>(nodes: &[&[RcNode]; N], values: &mut [Values<'_>; N]) {
    side_by_side(nodes.map(|nodes| nodes.len().saturating_sub(1)), |tree, step| {
        let index = nodes[tree].len() - 1 - step;
        let (parent, values) = (nodes[tree][index].parent as usize, &mut values[tree].downstream);
        values[parent] = add(values[parent], values[index]);
    });
}

#[inline]
pub(crate) fn capacitance(node: &RcNode, loads: &[Quad<f32>]) -> Quad<f32> {
    loads[node.load as usize].map(|values| values.map(|value| value + node.capacitance))
}

#[inline]
pub(crate) fn zip(a: Quad<f32>, b: Quad<f32>, f: impl Fn(f32, f32) -> f32) -> Quad<f32> {
    [[f(a[0][0], b[0][0]), f(a[0][1], b[0][1])], [f(a[1][0], b[1][0]), f(a[1][1], b[1][1])]]
}

#[inline]
pub(crate) fn add(a: Quad<f32>, b: Quad<f32>) -> Quad<f32> {
    zip(a, b, |a, b| a + b)
}

#[inline]
pub(crate) fn multiply(a: Quad<f32>, b: Quad<f32>) -> Quad<f32> {
    zip(a, b, |a, b| a * b)
}

#[inline]
fn scale(factor: f32, values: Quad<f32>) -> Quad<f32> {
    zip(values, values, |value, _| factor * value)
}
