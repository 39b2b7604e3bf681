//! Tests: against values that are written down here, and against tclsh where there is one.

mod arithmetic;
mod evaluator;
mod generated;
mod oracle;
mod syntax;

use evaluator::{Answer, answer};
use oracle::oracle;

/// The words of `expr` with one expression.
fn expr(expression: &str) -> Vec<String> {
    vec!["expr".to_owned(), expression.to_owned()]
}

/// The words of a command.
fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

/// Whether these commands give what tclsh says that they do; all that differ are printed.
fn same_as_tclsh(commands: &[Vec<String>]) -> bool {
    let Some(expected) = oracle(commands) else {
        zeroslack_testing::skip("no tclsh");
        return true;
    };
    assert_eq!(expected.len(), commands.len());
    let mut same = true;
    for (command, expected) in commands.iter().zip(expected) {
        let found = answer(command);
        if found != expected && !is_only_spelled_otherwise(&found, &expected) {
            println!("{command:?}\n  tclsh: {expected:?}\n  found: {found:?}");
            same = false;
        }
    }
    same
}

/// Whether tclsh gives the same value in another form: it is off by a digit in the text of floats that are powers of two.
fn is_only_spelled_otherwise(found: &Answer, expected: &Answer) -> bool {
    let (Answer::Value(found), Answer::Value(expected)) = (found, expected) else { return false };
    let (Ok(a), Ok(b)) = (found.parse::<f64>(), expected.parse::<f64>()) else { return false };
    a.is_normal() && a.to_bits() << 12 == 0 && found.contains('.') && (a - b).abs() <= a.abs() * f64::EPSILON
}
