//! Delay calculators: what a net does to a signal.

use zeroslack_units::{Quad, quad};

use crate::rc::{NO_WIRE, RcNode};

/// What a net does to a signal on its way to one sink.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wire {
    /// ps.
    pub delay: Quad<f32>,
    /// What is added to the square of the driver's slew, ps².
    pub impulse: Quad<f32>,
}

impl Wire {
    /// A wire that does nothing.
    pub const NONE: Self = Self { delay: quad(0.0), impulse: quad(0.0) };
}

/// Values at the nodes of one tree, kept from tree to tree to save allocations.
#[derive(Debug, Default)]
pub struct Scratch {
    /// Capacitance at and behind each node, then capacitance × delay.
    behind: Vec<Quad<f32>>,
    /// Delay from the driver.
    delay: Vec<Quad<f32>>,
    /// Second moment.
    second: Vec<Quad<f32>>,
}

/// A model of nets.
pub trait DelayCalculator: Sync {
    /// Computes a driver's wires and returns its load, fF. `loads` is the pool that nodes point into.
    fn tree(
        &self,
        nodes: &[RcNode],
        loads: &[Quad<f32>],
        scratch: &mut Scratch,
        wires: &mut [Wire],
    ) -> Quad<f32>;

    /// The slew at a sink, from the slew at the driver (ps) and the wire's impulse (ps²).
    fn sink_slew(&self, driver: f32, impulse: f32) -> f32;
}

/// Table look-up with the net's whole capacitance, wires without delay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lumped;

impl DelayCalculator for Lumped {
    fn tree(&self, nodes: &[RcNode], loads: &[Quad<f32>], _: &mut Scratch, wires: &mut [Wire]) -> Quad<f32> {
        wires.fill(Wire::NONE);
        nodes.iter().rev().fold(quad(0.0), |sum, node| add(sum, capacitance(node, loads)))
    }

    fn sink_slew(&self, driver: f32, _: f32) -> f32 {
        driver
    }
}

/// Elmore delay on the RC tree, and a slew from its second moment: the model of the TAU contests.
///
/// With R the resistance to a node's parent and C the capacitance of a node, the delay of a node is its parent's plus
/// R × (the sum of C behind it), its second moment its parent's plus R × (the sum of C × delay behind it), and the impulse twice the second
/// moment less the square of the delay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Elmore;

impl DelayCalculator for Elmore {
    fn tree(
        &self,
        nodes: &[RcNode],
        loads: &[Quad<f32>],
        scratch: &mut Scratch,
        wires: &mut [Wire],
    ) -> Quad<f32> {
        let Scratch { behind, delay, second } = scratch;
        behind.clear();
        behind.extend(nodes.iter().map(|node| capacitance(node, loads)));
        gather(nodes, behind);
        let load = behind[0];
        delay.clear();
        delay.push(quad(0.0));
        for (node, &behind) in nodes.iter().zip(&*behind).skip(1) {
            delay.push(add(delay[node.parent as usize], scale(node.resistance, behind)));
        }
        for (index, node) in nodes.iter().enumerate() {
            behind[index] = multiply(capacitance(node, loads), delay[index]);
        }
        gather(nodes, behind);
        second.clear();
        second.push(quad(0.0));
        for (node, &behind) in nodes.iter().zip(&*behind).skip(1) {
            second.push(add(second[node.parent as usize], scale(node.resistance, behind)));
        }
        for (index, node) in nodes.iter().enumerate().filter(|(_, node)| node.wire != NO_WIRE) {
            let (delay, second) = (delay[index], second[index]);
            wires[node.wire as usize] = Wire {
                delay,
                impulse: zip(second, delay, |second, delay| {
                    // Rounding alone can make it negative.
                    let impulse = 2.0 * second - delay * delay;
                    if impulse > 0.0 { impulse } else { 0.0 }
                }),
            };
        }
        load
    }

    fn sink_slew(&self, driver: f32, impulse: f32) -> f32 {
        (driver * driver + impulse).sqrt()
    }
}

/// Adds each node's value to its parent's, from the leaves to the root.
#[inline]
fn gather(nodes: &[RcNode], values: &mut [Quad<f32>]) {
    for index in (1..nodes.len()).rev() {
        let parent = nodes[index].parent as usize;
        values[parent] = add(values[parent], values[index]);
    }
}

#[inline]
fn capacitance(node: &RcNode, loads: &[Quad<f32>]) -> Quad<f32> {
    loads[node.load as usize].map(|values| values.map(|value| value + node.capacitance))
}

#[inline]
fn zip(a: Quad<f32>, b: Quad<f32>, f: impl Fn(f32, f32) -> f32) -> Quad<f32> {
    [[f(a[0][0], b[0][0]), f(a[0][1], b[0][1])], [f(a[1][0], b[1][0]), f(a[1][1], b[1][1])]]
}

#[inline]
fn add(a: Quad<f32>, b: Quad<f32>) -> Quad<f32> {
    zip(a, b, |a, b| a + b)
}

#[inline]
fn multiply(a: Quad<f32>, b: Quad<f32>) -> Quad<f32> {
    zip(a, b, |a, b| a * b)
}

#[inline]
fn scale(factor: f32, values: Quad<f32>) -> Quad<f32> {
    zip(values, values, |value, _| factor * value)
}
