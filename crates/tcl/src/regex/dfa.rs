//! A deterministic automaton that is built while it runs.
//!
//! Each of its states is a set of states of the [`Nfa`](super::nfa::Nfa) after a character, before the empty edges are followed:
//! which of those can be followed depends on the next character too. So a transition tells both where it leads
//! and whether a match ended before the character that was read, and the end of the text is read as well.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::colors::{CONTEXTS, Color, Colors, Context};
use super::matcher::Matcher;
use super::nfa::{Direction, Label, StateId};

/// What to search for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Spec {
    pub from: StateId,
    pub to: StateId,
    pub direction: Direction,
    /// Whether a match may begin at every place.
    pub floating: bool,
}

/// A transition: the number of the next state and two bits.
pub(super) type Transition = u32;

/// A match ended before the character that was read.
pub(super) const MATCH: Transition = 1 << 31;
/// Nothing is begun in the next state of a search that may begin everywhere.
pub(super) const COLD: Transition = 1 << 30;
/// The bits of the number.
pub(super) const STATE: Transition = COLD - 1;
/// The transition is not known yet.
pub(super) const UNKNOWN: Transition = u32::MAX;
/// The state from which nothing can match.
pub(super) const DEAD: u32 = 0;

/// A set of states of the [`Nfa`](super::nfa::Nfa) and what was read before it.
type Key = (Box<[StateId]>, Context);

/// Memory for following the empty edges.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    stack: Vec<StateId>,
    /// For each state of the [`Nfa`](super::nfa::Nfa) the last round in which it was visited.
    visited: Vec<u32>,
    round: u32,
    next: Vec<StateId>,
}

impl Scratch {
    fn begin_round(&mut self, states: StateId) {
        self.visited.resize(states as usize, 0);
        self.next.clear();
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.visited.fill(0);
            self.round = 1;
        }
    }

    fn visit(&mut self, state: StateId) {
        let visited = &mut self.visited[state as usize];
        if *visited != self.round {
            *visited = self.round;
            self.stack.push(state);
        }
    }
}

/// The automaton of a search.
#[derive(Debug)]
pub(super) struct Dfa {
    pub spec: Spec,
    pub table: Vec<Transition>,
    /// How many transitions a state has in the table.
    pub stride: usize,
    keys: Vec<Key>,
    ids: HashMap<Key, u32, FxBuildHasher>,
    /// The states with which a search begins, for each context.
    starts: [u32; CONTEXTS],
    /// How many numbers the tables have, and how many they may have before the automaton begins anew.
    numbers: usize,
    most_numbers: usize,
    /// How often it began anew.
    generation: usize,
}

impl Dfa {
    /// An automaton without states.
    pub(super) fn new(spec: Spec, most_numbers: usize, colors: &Colors) -> Dfa {
        let mut dfa = Dfa {
            spec,
            table: Vec::new(),
            stride: 0,
            keys: Vec::new(),
            ids: HashMap::default(),
            starts: [DEAD; CONTEXTS],
            numbers: 0,
            most_numbers,
            generation: 0,
        };
        dfa.clear(colors);
        dfa
    }

    fn clear(&mut self, colors: &Colors) {
        self.stride = colors.count().next_power_of_two();
        self.table.clear();
        self.table.resize(self.stride, UNKNOWN);
        self.keys.clear();
        self.keys.push((Box::default(), 0));
        self.ids.clear();
        self.starts = [DEAD; CONTEXTS];
        self.numbers = 0;
        self.generation += 1;
    }

    /// The state with which a search begins beside a character of a color.
    pub(super) fn start(&mut self, color: Color, colors: &Colors) -> u32 {
        let context = colors.context(color);
        let known = self.starts[usize::from(context)];
        if known != DEAD {
            return known;
        }
        let begun = [self.spec.from];
        let state = self.intern(if self.spec.floating { &[] } else { &begun }, context, colors) & STATE;
        self.starts[usize::from(context)] = state;
        state
    }

    /// The state with a key.
    fn intern(&mut self, states: &[StateId], context: Context, colors: &Colors) -> Transition {
        let cold = states.is_empty();
        if cold && !self.spec.floating {
            return DEAD;
        }
        let mark = if cold { COLD } else { 0 };
        if self.numbers > self.most_numbers || colors.count() > self.stride {
            self.clear(colors);
        }
        let key: Key = (states.into(), context);
        if let Some(&id) = self.ids.get(&key) {
            return id | mark;
        }
        let id = self.keys.len() as u32;
        self.numbers += self.stride + 2 * states.len();
        self.table.resize(self.table.len() + self.stride, UNKNOWN);
        self.keys.push(key.clone());
        self.ids.insert(key, id);
        id | mark
    }

    /// Finds the transition from a state by a color, and stores it unless a lookahead constraint decided.
    pub(super) fn compute(
        &mut self,
        state: u32,
        color: Color,
        place: usize,
        matcher: &mut Matcher<'_>,
    ) -> Transition {
        let mut scratch = matcher.cache.scratch.pop().unwrap_or_default();
        let (matched, fixed) = self.follow(state, color, place, matcher, &mut scratch);
        scratch.next.sort_unstable();
        scratch.next.dedup();
        let generation = self.generation;
        let colors = &matcher.cache.colors;
        let mut transition = self.intern(&scratch.next, colors.context(color), colors);
        if matched {
            transition |= MATCH;
        }
        if fixed && self.generation == generation && (color as usize) < self.stride {
            self.table[state as usize * self.stride + color as usize] = transition;
        }
        matcher.cache.scratch.push(scratch);
        transition
    }

    /// Collects the states after a character. The result is whether a match ends before it, and whether that is
    /// so at every place.
    fn follow(
        &self,
        state: u32,
        color: Color,
        place: usize,
        matcher: &mut Matcher<'_>,
        scratch: &mut Scratch,
    ) -> (bool, bool) {
        let program = matcher.program;
        let (states, beside) = &self.keys[state as usize];
        let read = matcher.cache.colors.context(color);
        let (left, right) = match self.spec.direction {
            Direction::Forward => (*beside, read),
            Direction::Backward => (read, *beside),
        };
        scratch.begin_round(program.nfa.states);
        if self.spec.floating {
            scratch.visit(self.spec.from);
        }
        states.iter().for_each(|&at| scratch.visit(at));
        let (mut matched, mut fixed) = (false, true);
        while let Some(at) = scratch.stack.pop() {
            if at == self.spec.to {
                matched = true;
                continue;
            }
            for edge in program.nfa.edges(at, self.spec.direction) {
                let follows = match edge.label {
                    Label::Empty => true,
                    Label::Assertion(assertion) => assertion.holds(left, right),
                    Label::Lookahead(number) => {
                        fixed = false;
                        matcher.lookahead(number, place)
                    }
                    Label::Set(set) => {
                        if matcher.cache.colors.is_in(color, set) {
                            scratch.next.push(edge.to);
                        }
                        false
                    }
                };
                if follows {
                    scratch.visit(edge.to);
                }
            }
        }
        (matched, fixed)
    }
}
