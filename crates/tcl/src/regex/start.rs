//! Where a match can begin, as far as the first character tells.

use hashbrown::HashSet;
use memchr::{memchr, memchr2, memchr3};

use super::charset::CharSet;
use super::nfa::{Direction, Fragment, Label, Nfa, StateId};
use super::syntax::Assertion;

/// Where a match can begin.
#[derive(Debug)]
pub(super) enum Start {
    /// Only at the start of the text.
    Beginning,
    Anywhere,
    /// At one of up to three bytes.
    Few(Vec<u8>),
    /// At the bytes that are true.
    Bytes(Box<[bool; 256]>),
}

impl Start {
    /// Finds where a fragment can begin.
    pub(super) fn new(nfa: &Nfa, whole: Fragment, sets: &[CharSet]) -> Start {
        let Some((first_sets, anchored)) = first_sets(nfa, whole) else { return Start::Anywhere };
        if anchored && first_sets.is_empty() {
            return Start::Beginning;
        }
        let mut bytes = Box::new([false; 256]);
        for set in first_sets.into_iter().map(|set| &sets[set as usize]) {
            for code in 0..128_u8 {
                bytes[usize::from(code)] |= set.contains(char::from(code));
            }
            if set.reaches_beyond_ascii() {
                bytes[128..].fill(true);
            }
        }
        let few: Vec<u8> = (0..=255).filter(|&byte: &u8| bytes[usize::from(byte)]).take(4).collect();
        if few.len() <= 3 { Start::Few(few) } else { Start::Bytes(bytes) }
    }

    /// The first place from one on where a match can begin.
    pub(super) fn next(&self, text: &str, from: usize) -> Option<usize> {
        let rest = &text.as_bytes()[from..];
        let distance = match self {
            Start::Anywhere => Some(0),
            Start::Beginning => (from == 0).then_some(0),
            Start::Few(few) => match *few.as_slice() {
                [a] => memchr(a, rest),
                [a, b] => memchr2(a, b, rest),
                [a, b, c] => memchr3(a, b, c, rest),
                _ => None,
            },
            Start::Bytes(bytes) => rest.iter().position(|&byte| bytes[usize::from(byte)]),
        };
        distance.map(|distance| from + distance)
    }
}

/// The sets of first characters, and whether the start of the text is another way to begin. None if a match can
/// be empty.
fn first_sets(nfa: &Nfa, whole: Fragment) -> Option<(Vec<u32>, bool)> {
    let mut sets = Vec::new();
    let mut anchored = false;
    let mut visited: HashSet<StateId> = HashSet::from_iter([whole.begin]);
    let mut stack = vec![whole.begin];
    while let Some(at) = stack.pop() {
        if at == whole.end {
            return None;
        }
        for edge in nfa.edges(at, Direction::Forward) {
            match edge.label {
                Label::Set(set) => sets.push(set),
                Label::Assertion(Assertion::TextStart | Assertion::Beginning) => anchored = true,
                _ => {
                    if visited.insert(edge.to) {
                        stack.push(edge.to);
                    }
                }
            }
        }
    }
    if anchored && !sets.is_empty() {
        // Either way to begin would need a search of its own.
        return None;
    }
    sets.sort_unstable();
    sets.dedup();
    Some((sets, anchored))
}
