//! The RC tree of a net, from where its pins are.
//!
//! A trunk runs along the driver's row; from it columns go up and down, with a branch to each sink. All are cut into
//! pieces, so a net of one sink has about six nodes. Longer nets are on wider metal. A net's tree is drawn anew whenever it is needed: it
//! follows from the seed and the net alone.

use crate::design::Design;
use crate::random::Random;

/// 0.0001 fF per 0.01 µm.
const CAPACITANCE: u32 = 16;
/// 0.0001 kΩ per via.
const VIA: u32 = 8;
/// Half the trunk of nets as long as that, in 0.01 µm, and 0.0001 kΩ per µm of the metal they are on.
const METAL: [(u32, u32); 4] = [(4_000, 40), (15_000, 14), (50_000, 5), (u32::MAX, 2)];
/// 0.01 µm of wire in a piece, at most, up to [`PIECES`].
const PIECE: u32 = 2_500;
/// Most pieces of a straight wire.
const PIECES: u32 = 6;
/// Wire within a cell, in 0.01 µm.
const STUB: u32 = 20;

/// A node of an RC tree. The first one is the driver; a node comes after its parent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WireNode {
    /// Towards the driver.
    pub(crate) parent: u32,
    /// To the parent, 0.0001 kΩ.
    pub(crate) resistance: u32,
    /// To ground, 0.0001 fF.
    pub(crate) capacitance: u32,
    /// The slot of a sink.
    pub(crate) slot: Option<u32>,
}

/// Room to draw trees in.
#[derive(Debug, Default)]
pub(crate) struct Wire {
    pub(crate) nodes: Vec<WireNode>,
    sinks: Vec<Sink>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Sink {
    x: u16,
    y: u16,
    slot: u32,
}

impl Wire {
    /// Draws the tree of the net that a node drives.
    pub(crate) fn draw(&mut self, design: &Design, driver: u32) {
        let mut random = Random::new(design.options().seed, 1 << 32 | u64::from(driver));
        let from = design.position(driver);
        self.sinks.clear();
        for &slot in design.sinks(driver) {
            let (x, y) = design.position(design.slot_node(slot));
            self.sinks.push(Sink { x, y, slot });
        }
        self.sinks.sort_unstable();
        self.nodes.clear();
        self.nodes.push(WireNode { parent: 0, resistance: 0, capacitance: 1, slot: None });
        let pitch = design.pitch();
        let length = self
            .sinks
            .iter()
            .map(|sink| u32::from(sink.x.abs_diff(from.0)) + u32::from(sink.y.abs_diff(from.1)));
        let longest = length.max().unwrap_or(0) * pitch;
        let metal = METAL.iter().find(|metal| longest <= metal.0).map_or(1, |metal| metal.1);
        let mut pen = Pen { nodes: &mut self.nodes, random: &mut random, metal };
        let right = self.sinks.partition_point(|sink| sink.x < from.0);
        let (left, right) = self.sinks.split_at_mut(right);
        left.reverse();
        pen.side(from, pitch, left);
        pen.side(from, pitch, right);
    }
}

struct Pen<'w> {
    nodes: &'w mut Vec<WireNode>,
    random: &'w mut Random,
    /// 0.0001 kΩ per µm.
    metal: u32,
}

impl Pen<'_> {
    /// The trunk on one side of the driver, with columns to the sinks there, which come nearest first.
    fn side(&mut self, from: (u16, u16), pitch: u32, sinks: &mut [Sink]) {
        // A net of many sinks has about as many columns as sinks in a column.
        let group = (sinks.len() / 2).isqrt().max(1);
        let (mut trunk, mut x) = (0, from.0);
        for column in sinks.chunks_mut(group) {
            let at = column[0].x;
            if at != x {
                trunk = self.straight(trunk, u32::from(at.abs_diff(x)) * pitch, None);
                x = at;
            }
            column.sort_unstable_by_key(|sink| (sink.y, sink.x, sink.slot));
            let above = column.partition_point(|sink| sink.y < from.1);
            self.column(trunk, (x, from.1), pitch, column[..above].iter().rev());
            self.column(trunk, (x, from.1), pitch, column[above..].iter());
        }
    }

    /// A column from a node of the trunk, with a branch to each sink.
    fn column<'s>(
        &mut self,
        from: u32,
        (x, mut y): (u16, u16),
        pitch: u32,
        sinks: impl Iterator<Item = &'s Sink>,
    ) {
        let mut node = from;
        for sink in sinks {
            if sink.y != y {
                node = self.straight(node, u32::from(sink.y.abs_diff(y)) * pitch, None);
                y = sink.y;
            }
            let length = STUB + u32::from(sink.x.abs_diff(x)) * pitch;
            self.straight(node, length, Some(sink.slot));
        }
    }

    /// A straight wire from a node; its other end.
    fn straight(&mut self, from: u32, length: u32, slot: Option<u32>) -> u32 {
        let pieces = (1 + self.random.below(3) as u32 + length / PIECE).min(PIECES);
        let mut parent = from;
        for piece in 0..pieces {
            let part = (length / pieces).max(1);
            let half = part * CAPACITANCE / 2;
            let slot = slot.filter(|_| piece + 1 == pieces);
            let resistance = part * self.metal / 100 + VIA;
            self.nodes[parent as usize].capacitance += half;
            self.nodes.push(WireNode { parent, resistance, capacitance: half.max(1), slot });
            parent = self.nodes.len() as u32 - 1;
        }
        parent
    }
}

/// Elmore's delay and the impulse that widens the slew, of each node.
#[derive(Debug, Default)]
pub(crate) struct Moments {
    below: Vec<f32>,
    /// ps. `[node]`
    pub(crate) delay: Vec<f32>,
    /// ps², from the second moment: 2β − delay². `[node]`
    pub(crate) impulse: Vec<f32>,
    load: f32,
}

impl Moments {
    /// The capacitance the driver sees, fF.
    pub(crate) fn load(&self) -> f32 {
        self.load
    }

    /// Of a tree whose sinks have `pin` fF each.
    pub(crate) fn of(&mut self, nodes: &[WireNode], pin: impl Fn(u32) -> f32) {
        self.below.clear();
        self.below
            .extend(nodes.iter().map(|node| node.capacitance as f32 * 1e-4 + node.slot.map_or(0.0, &pin)));
        self.delay.clear();
        self.delay.extend_from_slice(&self.below);
        for (at, node) in nodes.iter().enumerate().skip(1).rev() {
            self.below[node.parent as usize] += self.below[at];
        }
        self.load = self.below[0];
        // `delay` holds the capacitance of each node, then its product with the delay, then the delay.
        let own = std::mem::take(&mut self.delay);
        self.delay.resize(nodes.len(), 0.0);
        for (at, node) in nodes.iter().enumerate().skip(1) {
            self.delay[at] =
                self.delay[node.parent as usize] + node.resistance as f32 * 1e-4 * self.below[at];
        }
        for (below, (own, delay)) in self.below.iter_mut().zip(own.iter().zip(&self.delay)) {
            *below = own * delay;
        }
        for (at, node) in nodes.iter().enumerate().skip(1).rev() {
            self.below[node.parent as usize] += self.below[at];
        }
        self.impulse.clear();
        self.impulse.resize(nodes.len(), 0.0);
        for (at, node) in nodes.iter().enumerate().skip(1) {
            self.impulse[at] =
                self.impulse[node.parent as usize] + node.resistance as f32 * 1e-4 * self.below[at];
        }
        for (impulse, delay) in self.impulse.iter_mut().zip(&self.delay) {
            *impulse = (2.0 * *impulse - delay * delay).max(0.0);
        }
    }
}
