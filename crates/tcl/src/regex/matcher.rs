//! Runs the automata over a text.

use super::colors::{Color, Colors, LINE_BEGINNING, TEXT_END, WITHIN_LINE};
use super::compile::Program;
use super::dfa::{DEAD, Dfa, MATCH, STATE, Scratch, Transition, UNKNOWN};

/// What is kept from one search to the next.
#[derive(Debug)]
pub(super) struct Cache {
    pub colors: Colors,
    pub dfas: Vec<Option<Box<Dfa>>>,
    pub scratch: Vec<Scratch>,
    /// Memory for places in the text.
    pub places: Vec<usize>,
}

impl Cache {
    /// A cache for a program.
    pub(super) fn new(program: &Program) -> Cache {
        Cache {
            colors: Colors::new(&program.syntax.sets, program.context_mask),
            dfas: program.specs.iter().map(|_| None).collect(),
            scratch: Vec::new(),
            places: Vec::new(),
        }
    }
}

/// How many numbers the tables of all the automata of a pattern should have at most.
const MOST_NUMBERS: usize = 1 << 18;

/// A search in a text.
pub(super) struct Matcher<'a> {
    pub program: &'a Program,
    pub cache: &'a mut Cache,
    pub text: &'a str,
    /// The color of what is before the text.
    before: Color,
    /// What the groups of the match are so far.
    pub spans: &'a mut [Option<(usize, usize)>],
    /// How many bytes have been read.
    pub steps: usize,
}

impl<'a> Matcher<'a> {
    /// A search that takes the start of its text for the beginning of a line or not.
    pub(super) fn new(
        program: &'a Program,
        cache: &'a mut Cache,
        text: &'a str,
        line_beginning: bool,
        spans: &'a mut [Option<(usize, usize)>],
    ) -> Matcher<'a> {
        let before = if line_beginning { LINE_BEGINNING } else { WITHIN_LINE };
        Matcher { program, cache, text, before, spans, steps: 0 }
    }

    /// The color of the character before a place, and its width.
    pub(super) fn color_before(&mut self, place: usize) -> (Color, usize) {
        match self.text[..place].chars().next_back() {
            Some(c) => (self.cache.colors.color(&self.program.syntax.sets, c), c.len_utf8()),
            None => (self.before, 0),
        }
    }

    /// The color of the character behind a place, and its width.
    fn color_behind(&mut self, place: usize) -> (Color, usize) {
        match self.text[place..].chars().next() {
            Some(c) => (self.cache.colors.color(&self.program.syntax.sets, c), c.len_utf8()),
            None => (TEXT_END, 0),
        }
    }

    /// The automaton of a search; while it runs it is not in the cache.
    pub(super) fn take(&mut self, searcher: usize) -> Box<Dfa> {
        self.cache.dfas[searcher].take().unwrap_or_else(|| {
            let most = (MOST_NUMBERS / self.program.specs.len()).max(1 << 12);
            Box::new(Dfa::new(self.program.specs[searcher], most, &self.cache.colors))
        })
    }

    /// The transition by the character behind a place, and its width.
    pub(super) fn step(&mut self, dfa: &mut Dfa, state: u32, place: usize) -> (Transition, usize) {
        let (color, width) = match self.text.as_bytes().get(place) {
            Some(&byte) if byte < 128 => (Color::from(self.cache.colors.ascii[usize::from(byte)]), 1),
            _ => self.color_behind(place),
        };
        (self.transition(dfa, state, color, place), width)
    }

    fn transition(&mut self, dfa: &mut Dfa, state: u32, color: Color, place: usize) -> Transition {
        if (color as usize) < dfa.stride {
            let known = dfa.table[state as usize * dfa.stride + color as usize];
            if known != UNKNOWN {
                return known;
            }
        }
        dfa.compute(state, color, place, self)
    }

    /// Reads from a place up to a limit and tells of the ends of matches until the answer is to stop.
    pub(super) fn scan(
        &mut self,
        searcher: usize,
        from: usize,
        limit: usize,
        mut stop: impl FnMut(usize) -> bool,
    ) {
        let mut dfa = self.take(searcher);
        let (color, _) = self.color_before(from);
        let mut state = dfa.start(color, &self.cache.colors);
        let mut place = from;
        loop {
            let (transition, width) = self.step(&mut dfa, state, place);
            if transition & MATCH != 0 && stop(place) {
                break;
            }
            state = transition & STATE;
            if state == DEAD || place >= limit {
                break;
            }
            place += width;
        }
        self.steps += place - from + 1;
        self.cache.dfas[searcher] = Some(dfa);
    }

    /// The same from a place back down to a limit; it tells of the beginnings of matches.
    pub(super) fn scan_backward(
        &mut self,
        searcher: usize,
        from: usize,
        limit: usize,
        mut stop: impl FnMut(usize) -> bool,
    ) {
        let mut dfa = self.take(searcher);
        let (color, _) = self.color_behind(from);
        let mut state = dfa.start(color, &self.cache.colors);
        let mut place = from;
        loop {
            let (color, width) = self.color_before(place);
            let transition = self.transition(&mut dfa, state, color, place);
            if transition & MATCH != 0 && stop(place) {
                break;
            }
            state = transition & STATE;
            if state == DEAD || place <= limit {
                break;
            }
            place -= width;
        }
        self.steps += from - place + 1;
        self.cache.dfas[searcher] = Some(dfa);
    }

    /// Whether a lookahead constraint holds at a place.
    pub(super) fn lookahead(&mut self, number: u32, place: usize) -> bool {
        let constraint = self.program.lookaheads[number as usize];
        self.matches(constraint.searcher, place) != constraint.negative
    }

    fn matches(&mut self, searcher: usize, place: usize) -> bool {
        self.shortest(searcher, place, self.text.len(), None).is_some()
    }

    /// The end of the longest match from a place up to a limit.
    pub(super) fn longest(&mut self, searcher: usize, from: usize, limit: usize) -> Option<usize> {
        let mut last = None;
        self.scan(searcher, from, limit, |place| {
            last = Some(place);
            false
        });
        last
    }

    /// The end of the shortest match from a place up to a limit that ends after another place.
    pub(super) fn shortest(
        &mut self,
        searcher: usize,
        from: usize,
        limit: usize,
        after: Option<usize>,
    ) -> Option<usize> {
        let mut first = None;
        self.scan(searcher, from, limit, |place| {
            first = (Some(place) > after).then_some(place);
            first.is_some()
        });
        first
    }

    /// Whether there is a match from one place to another.
    pub(super) fn exact(&mut self, searcher: usize, from: usize, to: usize) -> bool {
        let mut found = false;
        self.scan(searcher, from, to, |place| {
            found = place == to;
            found
        });
        found
    }

    /// The next end of a match by preference, after the one before.
    pub(super) fn next_end(
        &mut self,
        searcher: usize,
        (from, to): (usize, usize),
        shortest: bool,
        previous: Option<usize>,
    ) -> Option<usize> {
        if shortest {
            return self.shortest(searcher, from, to, previous);
        }
        match previous {
            None => self.longest(searcher, from, to),
            Some(place) if place == from => None,
            Some(place) => {
                let before = self.text[..place].chars().next_back().map_or(0, char::len_utf8);
                self.longest(searcher, from, place - before)
            }
        }
    }
}
