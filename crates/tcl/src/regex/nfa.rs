//! The automaton of a pattern.
//!
//! One automaton serves the whole pattern and all its parts: a part is a [`Fragment`], the way from one state
//! to another. No edge inside a fragment leads into its first state or out of its last one, so that a search
//! for a part just stops at the last state of the part.

use super::RegexError;
use super::syntax::Assertion;

/// A state by its number.
pub(super) type StateId = u32;

/// The most edges an automaton may have.
const MOST_EDGES: usize = 100_000;

/// What it takes to go along an edge.
#[derive(Clone, Copy, Debug)]
pub(super) enum Label {
    Empty,
    Assertion(Assertion),
    /// A lookahead constraint by its number.
    Lookahead(u32),
    /// A character of a set.
    Set(u32),
}

/// An edge to a state; in the edges of the reverse direction it is the state where the edge begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub label: Label,
    pub to: StateId,
}

/// A part of the automaton.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Fragment {
    pub begin: StateId,
    pub end: StateId,
}

/// The direction in which the text is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Direction {
    Forward,
    Backward,
}

/// The edges of all states in one array.
#[derive(Debug, Default)]
struct Edges {
    /// Where the edges of a state begin.
    starts: Vec<u32>,
    edges: Vec<Edge>,
}

impl Edges {
    fn new(states: StateId, mut list: Vec<(StateId, Edge)>) -> Edges {
        list.sort_by_key(|&(from, _)| from);
        let starts = (0..=states).map(|state| list.partition_point(|&(from, _)| from < state) as u32);
        Edges { starts: starts.collect(), edges: list.into_iter().map(|(_, edge)| edge).collect() }
    }

    fn of(&self, state: StateId) -> &[Edge] {
        let index = state as usize;
        &self.edges[self.starts[index] as usize..self.starts[index + 1] as usize]
    }
}

/// An automaton that is finished.
#[derive(Debug, Default)]
pub(super) struct Nfa {
    pub states: StateId,
    forward: Edges,
    backward: Edges,
}

impl Nfa {
    /// The edges that lead on from a state in a direction.
    pub(super) fn edges(&self, state: StateId, direction: Direction) -> &[Edge] {
        match direction {
            Direction::Forward => self.forward.of(state),
            Direction::Backward => self.backward.of(state),
        }
    }
}

/// An automaton that is being built.
#[derive(Debug, Default)]
pub(super) struct NfaBuilder {
    states: StateId,
    edges: Vec<(StateId, Edge)>,
}

impl NfaBuilder {
    /// A new state.
    pub(super) fn state(&mut self) -> StateId {
        self.states += 1;
        self.states - 1
    }

    /// A new edge between two states.
    pub(super) fn connect(&mut self, from: StateId, label: Label, to: StateId) -> Result<(), RegexError> {
        if self.edges.len() >= MOST_EDGES {
            return Err(RegexError::TooComplex);
        }
        self.edges.push((from, Edge { label, to }));
        Ok(())
    }

    /// A new edge to a new state.
    pub(super) fn extend(&mut self, from: StateId, label: Label) -> Result<StateId, RegexError> {
        let to = self.state();
        self.connect(from, label, to)?;
        Ok(to)
    }

    /// The finished automaton.
    pub(super) fn finish(self) -> Nfa {
        let reversed = self.edges.iter().map(|&(from, edge)| (edge.to, Edge { to: from, ..edge })).collect();
        Nfa {
            states: self.states,
            forward: Edges::new(self.states, self.edges),
            backward: Edges::new(self.states, reversed),
        }
    }
}
