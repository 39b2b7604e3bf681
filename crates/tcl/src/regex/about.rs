//! What `regexp -about` tells of a pattern.

use hashbrown::HashSet;

use super::charset::CharSet;
use super::colors::{Context, LEFT_CONTEXTS, RIGHT_CONTEXTS, context_of};
use super::compile::Program;
use super::nfa::{Direction, Label, StateId};

/// The names of the notes in their order.
const NAMES: [&str; 11] = [
    "REG_UBACKREF",
    "REG_ULOOKAHEAD",
    "REG_UBOUNDS",
    "REG_UBRACES",
    "REG_UBSALNUM",
    "REG_UPBOTCH",
    "REG_UBBS",
    "REG_UNONPOSIX",
    "REG_UUNSPEC",
    "REG_UUNPORT",
    "REG_ULOCALE",
];

/// The names of all that holds of a pattern.
pub(super) fn names(program: &Program) -> Vec<&'static str> {
    let notes = program.syntax.notes;
    let mut names: Vec<_> =
        NAMES.iter().enumerate().filter(|&(bit, _)| notes & 1 << bit != 0).map(|(_, &name)| name).collect();
    if reaches_end(program, Ways::Empty) {
        names.push("REG_UEMPTYMATCH");
    }
    if !reaches_end(program, Ways::All) {
        names.push("REG_UIMPOSSIBLE");
    }
    if program.syntax.shortest {
        names.push("REG_USHORTEST");
    }
    names
}

/// Which ways through the automaton count.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ways {
    /// Those without a character or a lookahead constraint.
    Empty,
    All,
}

/// Whether there is a way to the end between characters of any kind.
fn reaches_end(program: &Program, ways: Ways) -> bool {
    let kinds: Vec<Vec<Context>> = program.syntax.sets.iter().map(kinds_of).collect();
    let mut visited: HashSet<(StateId, Context, Context)> = HashSet::default();
    let mut stack = Vec::new();
    for left in LEFT_CONTEXTS {
        stack.extend(RIGHT_CONTEXTS.map(|right| (program.whole.begin, left, right)));
    }
    while let Some((at, left, right)) = stack.pop() {
        if !visited.insert((at, left, right)) {
            continue;
        }
        if at == program.whole.end {
            return true;
        }
        for edge in program.nfa.edges(at, Direction::Forward) {
            match edge.label {
                Label::Set(set) => {
                    if ways == Ways::All && kinds[set as usize].contains(&right) {
                        stack.extend(RIGHT_CONTEXTS.map(|next| (edge.to, right, next)));
                    }
                }
                Label::Assertion(assertion) if !assertion.holds(left, right) => {}
                Label::Lookahead(_) if ways == Ways::Empty => {}
                _ => stack.push((edge.to, left, right)),
            }
        }
    }
    false
}

/// The last of the characters that stand for all.
const LAST_SAMPLE: char = '\u{2fff}';

/// The contexts that the characters of a set make.
fn kinds_of(set: &CharSet) -> Vec<Context> {
    let mut kinds: Vec<_> = ('\0'..=LAST_SAMPLE).filter(|&c| set.contains(c)).map(context_of).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}
