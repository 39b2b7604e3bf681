//! Levels: a node's level is the longest way to it from a node without fan-in. Loops are cut first.

use std::sync::atomic::{AtomicU32, Ordering};

use rayon::prelude::*;
use zeroslack_netlist::PinId;
use zeroslack_parallel::Groups;

use crate::raw::{RawArc, RawGraph};

/// Nodes that one task takes.
const PINS: usize = 2048;

/// The arcs into pins, before nodes are laid out: what levels are found from. A pin that both drives its net and loads it counts as two: the second
/// ones have numbers after those of all pins.
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
        self.0.arcs[arc].source.node().0
    }

    /// The nodes, level by level. None if a loop keeps a pin from having a level.
    pub fn layout(&self) -> Option<Layout> {
        let levels = levels(self.0, &self.0.fanout());
        (!levels.contains(&IN_LOOP)).then(|| Layout::new(&levels))
    }
}

/// Numbers of nodes: level by level, in a level in the order of pins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// Where each level's nodes start, and where the last one's end. `[level + 1]`.
    pub level_first: Vec<u32>,
    /// The pin of each node, as [`Fanin`] counts them. `[node]`.
    pub node_pin: Vec<u32>,
    /// The node of each pin. `[pin]`.
    pub pin_node: Vec<u32>,
}

impl Layout {
    fn new(levels: &[u32]) -> Self {
        let count = levels.par_iter().max().map_or(0, |&deepest| deepest as usize + 1);
        let by_level = Groups::new(levels.len(), count, |pins| {
            let pins = pins.start as u32..pins.end as u32;
            levels[pins.start as usize..pins.end as usize].iter().copied().zip(pins)
        });
        let (level_first, node_pin) = (by_level.first, by_level.values);
        let pin_node = scatter(levels.len(), 0, node_pin.par_iter().zip(0..node_pin.len() as u32));
        Self { level_first, node_pin, pin_node }
    }
}

/// An array of values at places of which no two are the same, and of `other` elsewhere.
pub(crate) fn scatter<'p>(
    length: usize,
    other: u32,
    placed: impl ParallelIterator<Item = (&'p u32, u32)>,
) -> Vec<u32> {
    let array: Vec<AtomicU32> = (0..length).into_par_iter().map(|_| AtomicU32::new(other)).collect();
    placed.for_each(|(&place, value)| array[place as usize].store(value, Ordering::Relaxed));
    array.into_iter().map(AtomicU32::into_inner).collect()
}

/// The level of a pin that a loop keeps from having one.
const IN_LOOP: u32 = u32::MAX;

/// What levels are found by where there are loops.
#[derive(Debug, Default)]
pub(crate) struct Loops {
    /// The nodes.
    pub(crate) layout: Layout,
    /// The arcs that were cut to have levels at all, as (from, to).
    pub(crate) cuts: Vec<(PinId, PinId)>,
    /// The numbers of giving sides of latches that do not follow their data pins, in order.
    pub(crate) latches: Vec<u32>,
}

/// Finds levels in a graph with loops.
///
/// A loop through a latch is not cut: but where the data pin of one would have to come both before and after its giving side, it comes after. `is_follow` says of an arc
/// that it leads from a data pin to its giving side. A combinational loop is cut at the arc that closes a cycle in a depth-first search from the pins without fan-in, then from pins that none of these
/// reaches, each from the lowest id on, fan-out in the order of ids.
pub(crate) fn cut_loops(raw: &mut RawGraph, is_follow: impl Fn(&RawArc) -> bool) -> Loops {
    let mut fanout = raw.fanout();
    let mut before = levels(raw, &fanout);
    let latches = open_latches(raw, &before, &fanout);
    if !latches.is_empty() {
        let out: Vec<bool> = (0..raw.node_count() as u32)
            .flat_map(|node| {
                let is_open = latches.binary_search(&node).is_ok();
                raw.fanin(node).iter().map(move |arc| (is_open, arc))
            })
            .map(|(is_open, arc)| is_open && is_follow(arc))
            .collect();
        raw.retain(|arc| !out[arc]);
        fanout = raw.fanout();
        before = levels(raw, &fanout);
        if !before.contains(&IN_LOOP) {
            return Loops { layout: Layout::new(&before), cuts: Vec::new(), latches };
        }
    }
    let mut closing = closing_arcs(raw, &before, &fanout);
    closing.sort_unstable();
    let mut cut = vec![false; raw.arcs.len()];
    for pin in 0..raw.node_count() as u32 {
        for (index, arc) in raw.fanin(pin).iter().enumerate() {
            cut[raw.first[pin as usize] as usize + index] =
                closing.binary_search(&(arc.source.node().0, pin)).is_ok();
        }
    }
    raw.retain(|arc| !cut[arc]);
    let after = levels(raw, &raw.fanout());
    let pin = |number: u32| raw.sides.pin(number as usize).0;
    let cuts = closing.into_iter().map(|(from, to)| (pin(from), pin(to))).collect();
    Loops { layout: Layout::new(&after), cuts, latches }
}

/// The giving sides of latches that may not wait for their data pins: taken one after the other, the lowest first, as long as a loop keeps them from having a level.
fn open_latches(raw: &RawGraph, levels: &[u32], fanout: &Groups<u32>) -> Vec<u32> {
    let giving = raw.sides.latched().iter().filter_map(|&pin| Some((pin.0, raw.sides.giving(pin)? as u32)));
    let stuck: Vec<(u32, u32)> = giving.filter(|&(_, side)| levels[side as usize] == IN_LOOP).collect();
    if stuck.is_empty() {
        return Vec::new();
    }
    let leads = lead_to_loops(raw, levels, fanout);
    let is_stuck = |node: u32| levels[node as usize] == IN_LOOP;
    // How many of the arcs into each node come from nodes without a level.
    let waits = |node: u32| raw.fanin(node).iter().filter(|arc| is_stuck(arc.source.node().0)).count() as u32;
    let mut waiting: Vec<u32> = (0..levels.len() as u32).into_par_iter().map(waits).collect();
    let mut opened = Vec::new();
    for (data, side) in stuck {
        if waiting[side as usize] == 0 || waiting[data as usize] == 0 || !leads[side as usize] {
            continue;
        }
        opened.push(side);
        waiting[side as usize] -= 1;
        let mut free = if waiting[side as usize] == 0 { vec![side] } else { Vec::new() };
        while let Some(node) = free.pop() {
            let is_opened = |target: &u32| {
                opened.binary_search(target).is_ok() && raw.sides.pin(*target as usize).0.0 == node
            };
            for &target in fanout.get(node).iter().filter(|target| !is_opened(target)) {
                waiting[target as usize] -= 1;
                if waiting[target as usize] == 0 {
                    free.push(target);
                }
            }
        }
    }
    opened
}

/// Set in the state of a pin that has a level. The others' states are how many of their arcs are still to be taken away.
const HAS_LEVEL: u32 = 1 << 31;

/// Levels by taking away pins without fan-in, and the arcs from them, again and again, on rayon's current threads.
fn levels(raw: &RawGraph, fanout: &Groups<u32>) -> Vec<u32> {
    let state = |pair: &[u32]| if pair[0] == pair[1] { HAS_LEVEL } else { pair[1] - pair[0] };
    let states: Vec<AtomicU32> = raw.first.par_windows(2).map(|pair| AtomicU32::new(state(pair))).collect();
    let is_first = |&pin: &u32| raw.fanin(pin).is_empty();
    let mut pins: Vec<u32> = (0..raw.node_count() as u32).into_par_iter().filter(is_first).collect();
    let mut level = 0;
    while !pins.is_empty() {
        level += 1;
        let pieces: Vec<Vec<u32>> =
            pins.par_chunks(PINS).map(|pins| take_away(pins, fanout, &states, level)).collect();
        pins = pieces.concat();
    }
    let level_of = |state: AtomicU32| match state.into_inner() {
        state if state & HAS_LEVEL == 0 => IN_LOOP,
        state => state & !HAS_LEVEL,
    };
    states.into_iter().map(level_of).collect()
}

/// Takes away the arcs from some pins. Gives the pins that have no others: they are of the next level.
fn take_away(pins: &[u32], fanout: &Groups<u32>, states: &[AtomicU32], level: u32) -> Vec<u32> {
    let mut next = Vec::new();
    for &target in pins.iter().flat_map(|&pin| fanout.get(pin)) {
        let state = &states[target as usize];
        // Where one arc is left it is this one, and no other thread comes here.
        if state.load(Ordering::Relaxed) == 1 || state.fetch_sub(1, Ordering::Relaxed) == 1 {
            state.store(HAS_LEVEL | level, Ordering::Relaxed);
            next.push(target);
        }
    }
    next
}

/// The pins from which ways lead into a loop, or around in one. `[node]`.
fn lead_to_loops(raw: &RawGraph, levels: &[u32], fanout: &Groups<u32>) -> Vec<bool> {
    // Of the pins without a level those after all loops are taken away from their ends on.
    let mut open: Vec<u32> = fanout.first.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let mut leads: Vec<bool> = levels.iter().map(|&level| level == IN_LOOP).collect();
    let mut stack: Vec<u32> =
        (0..levels.len() as u32).filter(|&pin| leads[pin as usize] && open[pin as usize] == 0).collect();
    while let Some(pin) = stack.pop() {
        leads[pin as usize] = false;
        for source in raw.fanin(pin).iter().map(|arc| arc.source.node().0) {
            open[source as usize] -= 1;
            if open[source as usize] == 0 && leads[source as usize] {
                stack.push(source);
            }
        }
    }
    // All that comes before them leads there too.
    stack.extend((0..levels.len() as u32).filter(|&pin| leads[pin as usize]));
    while let Some(pin) = stack.pop() {
        for source in raw.fanin(pin).iter().map(|arc| arc.source.node().0) {
            if !std::mem::replace(&mut leads[source as usize], true) {
                stack.push(source);
            }
        }
    }
    leads
}

/// The arcs (from, to) that close a cycle in a depth-first search. It leaves out what leads into no loop.
fn closing_arcs(raw: &RawGraph, levels: &[u32], fanout: &Groups<u32>) -> Vec<(u32, u32)> {
    let Groups { first, values: targets } = fanout;
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done,
    }
    let leads = lead_to_loops(raw, levels, fanout);
    let starts = |pin: &u32| leads[*pin as usize] && raw.fanin(*pin).is_empty();
    let pins = 0..levels.len() as u32;
    let roots = pins.clone().filter(starts).chain(pins.filter(|&pin| leads[pin as usize]));
    let mut state = vec![State::New; levels.len()];
    let mut closing = Vec::new();
    // (pin, place of its next fan-out).
    let mut stack: Vec<(u32, u32)> = Vec::new();
    for root in roots {
        if state[root as usize] != State::New {
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
                State::New if leads[target as usize] => {
                    state[target as usize] = State::Open;
                    stack.push((target, first[target as usize]));
                }
                State::New | State::Done => {}
            }
        }
    }
    closing.dedup();
    closing
}
