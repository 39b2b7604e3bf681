//! Signs and words that texts have in common.

use zeroslack_units::Transition;

/// The sign of a transition in texts.
pub(crate) const fn edge(transition: Transition) -> char {
    match transition {
        Transition::Rise => '^',
        Transition::Fall => 'v',
    }
}

/// How many there are of something.
pub(crate) fn counted(count: usize, one: &str, several: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {several}") }
}
