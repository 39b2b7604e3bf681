//! What pins are before anything is timed: constants of the netlist, of constraints, and what cells make of them.

pub(crate) mod cell;
mod function;
mod propagation;

use zeroslack_units::Transition;

pub(crate) use propagation::find;

/// What is known of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum NodeState {
    /// It may rise and fall.
    #[default]
    Free,
    /// Always 0.
    Zero,
    /// Always 1.
    One,
    /// It only rises.
    Rising,
    /// It only falls.
    Falling,
    /// It drives nothing.
    Floating,
}

impl NodeState {
    pub(crate) fn constant(value: bool) -> Self {
        if value { Self::One } else { Self::Zero }
    }

    /// The constant that it is.
    pub(crate) fn value(self) -> Option<bool> {
        match self {
            Self::Zero => Some(false),
            Self::One => Some(true),
            _ => None,
        }
    }

    /// Whether it has a transition.
    pub(crate) fn has(self, transition: Transition) -> bool {
        match self {
            Self::Free => true,
            Self::Rising => transition == Transition::Rise,
            Self::Falling => transition == Transition::Fall,
            Self::Zero | Self::One | Self::Floating => false,
        }
    }
}

/// What is known of nodes, by the numbers that they have before they are laid out. A design without constants has none of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Constants {
    /// Empty where nothing is known of any.
    states: Vec<NodeState>,
}

impl Constants {
    pub(crate) fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// What is known of a node.
    #[inline]
    pub(crate) fn of(&self, number: usize) -> NodeState {
        self.states.get(number).copied().unwrap_or_default()
    }

    /// Nothing is known of so many nodes that come in between.
    pub(crate) fn add_free(&mut self, first: usize, count: usize) {
        if !self.states.is_empty() {
            self.states.splice(first..first, std::iter::repeat_n(NodeState::Free, count));
        }
    }

    /// The numbers of nodes of which something is known, in order.
    pub(crate) fn known(&self) -> impl Iterator<Item = usize> + '_ {
        let states = self.states.iter().enumerate();
        states.filter(|(_, state)| **state != NodeState::Free).map(|(number, _)| number)
    }
}
