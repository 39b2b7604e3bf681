//! Levels: a pin's level is the longest way to it from a pin without fan-in. Loops are cut first.

use zeroslack_netlist::PinId;

use crate::raw::RawGraph;

/// The arcs into pins, before nodes are numbered: what levels are found from.
#[derive(Clone, Copy, Debug)]
pub struct Fanin<'g>(pub(crate) &'g RawGraph);

impl Fanin<'_> {
    /// Where each pin's arcs start, and where the last one's end. `[pin + 1]`.
    pub fn first(&self) -> &[u32] {
        &self.0.first
    }

    /// Number of arcs.
    pub fn arc_count(&self) -> usize {
        self.0.arcs.len()
    }

    /// The pin that an arc comes from.
    #[inline]
    pub fn source(&self, arc: usize) -> u32 {
        self.0.arcs[arc].source.node()
    }

    /// The nodes, level by level. None if a loop keeps a pin from having a level.
    pub fn layout(&self) -> Option<Layout> {
        let levels = sweep(self.0, &self.0.fanout());
        (!levels.contains(&IN_LOOP)).then(|| Layout::new(&levels))
    }
}

/// Numbers of nodes: level by level, in a level in the order of pins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// Where each level's nodes start, and where the last one's end. `[level + 1]`.
    pub level_first: Vec<u32>,
    /// The pin of each node. `[node]`.
    pub node_pin: Vec<u32>,
    /// The node of each pin. `[pin]`.
    pub pin_node: Vec<u32>,
}

impl Layout {
    fn new(levels: &[u32]) -> Self {
        let count = levels.iter().max().map_or(0, |&deepest| deepest as usize + 1);
        let mut first = vec![0_u32; count + 1];
        for &level in levels {
            first[level as usize + 1] += 1;
        }
        for level in 0..count {
            first[level + 1] += first[level];
        }
        let mut next = first.clone();
        let mut node_pin = vec![0; levels.len()];
        let mut pin_node = Vec::with_capacity(levels.len());
        for (pin, &level) in levels.iter().enumerate() {
            let node = next[level as usize];
            next[level as usize] += 1;
            node_pin[node as usize] = pin as u32;
            pin_node.push(node);
        }
        Self { level_first: first, node_pin, pin_node }
    }
}

/// The level of a pin that a loop keeps from having one.
const IN_LOOP: u32 = u32::MAX;

/// The nodes of a graph with loops, and the arcs that were cut to have levels at all, as (from, to).
///
/// A combinational loop is cut at the arc that closes a cycle in a depth-first search over the pins that have
/// no level without cutting, from the lowest id on, fan-out in the order of ids.
pub(crate) fn cut_loops(raw: &mut RawGraph) -> (Layout, Vec<(PinId, PinId)>) {
    let fanout = raw.fanout();
    let levels = sweep(raw, &fanout);
    let mut closing = closing_arcs(&levels, &fanout);
    closing.sort_unstable();
    let mut cut = vec![false; raw.arcs.len()];
    for pin in 0..raw.pin_count() as u32 {
        for (index, arc) in raw.fanin(pin).iter().enumerate() {
            cut[raw.first[pin as usize] as usize + index] =
                closing.binary_search(&(arc.source.node(), pin)).is_ok();
        }
    }
    raw.retain(|arc| !cut[arc]);
    let levels = sweep(raw, &raw.fanout());
    let cuts = closing.into_iter().map(|(from, to)| (PinId(from), PinId(to))).collect();
    (Layout::new(&levels), cuts)
}

/// Levels by taking away pins without fan-in again and again.
fn sweep(raw: &RawGraph, (first, targets): &(Vec<u32>, Vec<u32>)) -> Vec<u32> {
    let pins = raw.pin_count();
    let mut missing: Vec<u32> = raw.first.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let mut levels = vec![IN_LOOP; pins];
    let mut frontier: Vec<u32> = (0..pins as u32).filter(|&pin| missing[pin as usize] == 0).collect();
    let mut next = Vec::new();
    let mut level = 0;
    while !frontier.is_empty() {
        for &pin in &frontier {
            levels[pin as usize] = level;
            for &target in &targets[first[pin as usize] as usize..first[pin as usize + 1] as usize] {
                missing[target as usize] -= 1;
                if missing[target as usize] == 0 {
                    next.push(target);
                }
            }
        }
        frontier.clear();
        std::mem::swap(&mut frontier, &mut next);
        level += 1;
    }
    levels
}

/// The arcs (from, to) that close a cycle in a depth-first search among pins without a level.
fn closing_arcs(levels: &[u32], (first, targets): &(Vec<u32>, Vec<u32>)) -> Vec<(u32, u32)> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done,
    }
    let mut state = vec![State::New; levels.len()];
    let mut closing = Vec::new();
    // (pin, place of its next fan-out).
    let mut stack: Vec<(u32, u32)> = Vec::new();
    for root in 0..levels.len() as u32 {
        if levels[root as usize] != IN_LOOP || state[root as usize] != State::New {
            continue;
        }
        state[root as usize] = State::Open;
        stack.push((root, first[root as usize]));
        while let Some((pin, place)) = stack.last_mut() {
            if *place == first[*pin as usize + 1] {
                state[*pin as usize] = State::Done;
                stack.pop();
                continue;
            }
            let target = targets[*place as usize];
            *place += 1;
            match state[target as usize] {
                State::Open => closing.push((*pin, target)),
                State::New => {
                    state[target as usize] = State::Open;
                    stack.push((target, first[target as usize]));
                }
                State::Done => {}
            }
        }
    }
    closing.dedup();
    closing
}
