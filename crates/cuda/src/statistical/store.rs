//! The arrivals of nodes in the host's memory.

use rayon::prelude::*;
use zeroslack_graph::NodeId;
use zeroslack_ssta::{Arrivals, Form, MomentsRecord, Placed, Record};
use zeroslack_units::Quad;

use crate::arrays::statistical::{ArrivalHead, MomentsHead};
use crate::arrays::structure::Words;
use crate::statistical::capacity::Capacity;

/// Arrivals that were copied out, as the device has them.
pub(super) struct Store {
    capacity: Capacity,
    /// `[node]`.
    of: Vec<Option<Box<[u32]>>>,
    /// Whether they were copied out. `[node]`.
    is_there: Vec<bool>,
}

impl Store {
    pub(super) fn new(capacity: Capacity, nodes: usize) -> Self {
        Self { capacity, of: vec![None; nodes], is_there: vec![false; nodes] }
    }

    /// Nothing counts as copied out any more; the memory is used again.
    pub(super) fn begin(&mut self) {
        self.is_there.fill(false);
    }

    pub(super) fn has(&self, node: NodeId) -> bool {
        self.is_there[node.index()]
    }

    /// Takes the arrivals of some nodes, which follow each other.
    pub(super) fn take(&mut self, placed: &[Placed], words: &[u32]) {
        let before = placed.iter().map(|placed| self.of[placed.node.index()].take());
        let mut boxes: Vec<Option<Box<[u32]>>> = before.collect();
        boxes.par_iter_mut().zip(words.par_chunks_exact(self.capacity.node())).for_each(|(place, words)| {
            match place {
                Some(place) => place.copy_from_slice(words),
                None => *place = Some(words.into()),
            }
        });
        for (placed, words) in placed.iter().zip(boxes) {
            self.of[placed.node.index()] = words;
            self.is_there[placed.node.index()] = true;
        }
    }

    /// Writes the arrivals of some nodes one after the other.
    pub(super) fn give(&self, placed: &[Placed], words: &mut [u32]) {
        words.par_chunks_exact_mut(self.capacity.node()).zip(placed).for_each(|(words, placed)| {
            if let Some(of_node) = &self.of[placed.node.index()] {
                words.copy_from_slice(of_node);
            }
        });
    }

    pub(super) fn arrivals(&self, is_kept: impl Fn(NodeId) -> bool + Sync) -> Arrivals {
        // Masses are bits of floats.
        let floats: Vec<Option<Vec<f32>>> = self
            .of
            .par_iter()
            .enumerate()
            .map(|(node, words)| words.as_ref().filter(|_| is_kept(NodeId(node as u32))))
            .map(|words| words.map(|words| words.iter().map(|&word| f32::from_bits(word)).collect()))
            .collect();
        let of_node = |node: NodeId| {
            let (words, floats) = (self.of[node.index()].as_ref()?, floats[node.index()].as_ref()?);
            Some((&words[..], &floats[..]))
        };
        let nodes = self.of.len();
        if self.capacity.form == Form::Bins {
            return Arrivals::of_records(nodes, |node| {
                of_node(node).map(|(words, floats)| self.quad(words, floats))
            });
        }
        Arrivals::of_moments(nodes, self.capacity.bins, |node| {
            of_node(node).map(|(words, floats)| self.quad_of_moments(words, floats))
        })
    }

    fn quad_of_moments<'a>(&self, words: &[u32], floats: &'a [f32]) -> Quad<Option<MomentsRecord<'a>>> {
        let size = self.capacity.record();
        let record = |lane: usize| {
            let at = lane * size;
            let MomentsHead { mean, variance, third, is_any, .. } =
                MomentsHead::of_words(&words[at..at + size]);
            let [_, first] = self.capacity.parts();
            let components = &floats[at + first..at + first + self.capacity.components];
            (is_any != 0).then_some(MomentsRecord { mean, variance, third, components })
        };
        [[record(0), record(1)], [record(2), record(3)]]
    }

    fn quad<'a>(&self, words: &[u32], floats: &'a [f32]) -> Quad<Option<Record<'a>>> {
        let size = self.capacity.record();
        let record = |lane: usize| {
            let at = lane * size;
            let head = ArrivalHead::of_words(&words[at..at + size]);
            let [masses, components] = self.capacity.parts().map(|part| &floats[at + part..at + size]);
            (head.count > 0).then(|| Record {
                first: head.first,
                shift: head.shift,
                scale: head.scale,
                excess: head.excess,
                mean: head.mean,
                variance: head.variance,
                mass: &masses[..head.count as usize],
                components: &components[..self.capacity.components],
            })
        };
        [[record(0), record(1)], [record(2), record(3)]]
    }
}
