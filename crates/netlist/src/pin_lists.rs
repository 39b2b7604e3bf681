//! The pins of every net, in one pool.

use std::ops::Range;

use rayon::prelude::*;
use zeroslack_parallel::Groups;

use crate::PinId;
use crate::id::NONE;
use crate::piece::PIECE;

/// Where a net's pins are.
#[derive(Clone, Copy, Debug, Default)]
struct Span {
    first: u32,
    count: u32,
    /// Places that are the net's, used or not.
    room: u32,
}

/// Lists of pins, each in the order of their ids: packed tightly when made, moved to the end of the pool when one outgrows its room.
#[derive(Clone, Debug, Default)]
pub(crate) struct PinLists {
    /// `[net]`.
    spans: Vec<Span>,
    pool: Vec<PinId>,
    /// Places that no list has any more.
    unused: usize,
}

impl PinLists {
    /// From the net of each pin, [`NONE`] for none.
    pub(crate) fn new(pin_net: &[u32], nets: usize) -> Self {
        let connected = |pins: Range<usize>| {
            let nets = pins.clone().map(|pin| pin_net[pin]);
            nets.zip(pins).filter(|&(net, _)| net != NONE).map(|(net, pin)| (net, pin as u32))
        };
        let groups = Groups::new(pin_net.len(), nets, connected);
        let span = |ends: &[u32]| Span { first: ends[0], count: ends[1] - ends[0], room: ends[1] - ends[0] };
        let spans = groups.first.par_windows(2).with_min_len(PIECE).map(span).collect();
        Self { spans, pool: groups.values.into_iter().map(PinId).collect(), unused: 0 }
    }

    /// The pins of a net.
    pub(crate) fn get(&self, net: u32) -> &[PinId] {
        let span = self.spans[net as usize];
        &self.pool[span.first as usize..(span.first + span.count) as usize]
    }

    /// Adds an empty list.
    pub(crate) fn push(&mut self) {
        self.spans.push(Span::default());
    }

    /// Takes the last list away; it is empty.
    pub(crate) fn pop(&mut self) {
        if let Some(span) = self.spans.pop() {
            self.unused += span.room as usize;
        }
    }

    /// Puts a pin that is not there in its place.
    pub(crate) fn insert(&mut self, net: u32, pin: PinId) {
        if self.spans[net as usize].count == self.spans[net as usize].room {
            self.grow(net);
        }
        let at = self.get(net).partition_point(|&other| other < pin);
        let span = &mut self.spans[net as usize];
        let (first, end) = (span.first as usize, (span.first + span.count) as usize);
        self.pool.copy_within(first + at..end, first + at + 1);
        self.pool[first + at] = pin;
        span.count += 1;
    }

    /// Takes a pin out.
    pub(crate) fn remove(&mut self, net: u32, pin: PinId) {
        let Ok(at) = self.get(net).binary_search(&pin) else { return };
        let span = &mut self.spans[net as usize];
        let (first, end) = (span.first as usize, (span.first + span.count) as usize);
        self.pool.copy_within(first + at + 1..end, first + at);
        span.count -= 1;
    }

    /// Moves a list to the end of the pool, with twice the room.
    fn grow(&mut self, net: u32) {
        if 2 * self.unused > self.pool.len() {
            self.compact();
        }
        let span = self.spans[net as usize];
        let room = (2 * span.room).max(4);
        let first = self.pool.len() as u32;
        self.pool.extend_from_within(span.first as usize..(span.first + span.count) as usize);
        self.pool.resize(first as usize + room as usize, PinId(0));
        self.unused += span.room as usize;
        self.spans[net as usize] = Span { first, room, ..span };
    }

    fn compact(&mut self) {
        let mut pool = Vec::with_capacity(self.pool.len() - self.unused);
        for span in &mut self.spans {
            let first = pool.len() as u32;
            pool.extend_from_slice(&self.pool[span.first as usize..(span.first + span.count) as usize]);
            *span = Span { first, count: span.count, room: span.count };
        }
        self.pool = pool;
        self.unused = 0;
    }
}
