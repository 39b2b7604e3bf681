//! Finds where the first match begins and ends.

use super::dfa::{COLD, MATCH, STATE};
use super::matcher::Matcher;
use super::start::Start;

/// How many bytes more than it gets ahead a search may read in attempts at one place after the other.
const CREDIT: usize = 64;
/// The least that attempts at the places that may begin a match may read.
const LEAST_ATTEMPTS: usize = 1000;

impl Matcher<'_> {
    /// The leftmost match that begins at a place or behind it, with the end that the pattern prefers.
    pub(super) fn leftmost(&mut self, from: usize) -> Option<(usize, usize)> {
        let start = &self.program.start;
        let mut place = from;
        let limit = self.steps + CREDIT;
        loop {
            place = start.next(self.text, place)?;
            if let Some(end) = self.attempt(place) {
                return Some((place, end));
            }
            place = self.following(place)?;
            if self.steps > limit + 2 * (place - from) {
                break;
            }
        }
        match start {
            Start::Beginning => None,
            _ => self.leftmost_by_passes(place),
        }
    }

    /// The end that the pattern prefers of a match at a place.
    fn attempt(&mut self, place: usize) -> Option<usize> {
        let (searcher, end) = (self.program.anchored, self.text.len());
        self.next_end(searcher, (place, end), self.program.syntax.shortest, None)
    }

    /// The place behind the character at a place.
    pub(super) fn following(&self, place: usize) -> Option<usize> {
        self.text[place..].chars().next().map(|c| place + c.len_utf8())
    }

    /// The same as [`Matcher::leftmost`] in a few passes over the text: first to the end of the match that ends
    /// first, which tells where the leftmost match may begin.
    fn leftmost_by_passes(&mut self, from: usize) -> Option<(usize, usize)> {
        let mut place = self.earliest(from)?;
        let limit = self.steps + LEAST_ATTEMPTS.max(self.text.len() - place);
        while self.steps <= limit {
            place = self.program.start.next(self.text, place)?;
            if let Some(end) = self.attempt(place) {
                return Some((place, end));
            }
            place = self.following(place)?;
        }
        // Too many attempts read far and failed: a pass from the end of the text tells of all beginnings.
        let mut first = None;
        let reversed = self.program.reversed;
        self.scan_backward(reversed, self.text.len(), place, |place| {
            first = Some(place);
            false
        });
        let first = first?;
        self.attempt(first).map(|end| (first, end))
    }

    /// A place that is no further than the beginning of the leftmost match, and as far as one pass can tell.
    fn earliest(&mut self, from: usize) -> Option<usize> {
        let searcher = self.program.floating;
        let mut dfa = self.take(searcher);
        let mut place = from;
        let mut cold = None;
        let mut state = 0;
        let found = loop {
            if cold.is_none() {
                let Some(next) = self.program.start.next(self.text, place) else { break None };
                place = next;
                cold = Some(next);
                let (color, _) = self.color_before(place);
                state = dfa.start(color, &self.cache.colors);
            }
            let (transition, width) = self.step(&mut dfa, state, place);
            if transition & MATCH != 0 {
                break cold;
            }
            if width == 0 {
                break None;
            }
            state = transition & STATE;
            place += width;
            if transition & COLD != 0 {
                cold = None;
            }
        };
        self.steps += place - from + 1;
        self.cache.dfas[searcher] = Some(dfa);
        found
    }
}
