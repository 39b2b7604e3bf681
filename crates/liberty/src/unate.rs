//! The sense of an input in a boolean function, from its truth table.

use crate::assignments::{PATTERNS, assigned, assignment_words, constant_word};
use crate::{Expr, TimingSense};

/// Functions of more inputs are not looked into.
const MAX_INPUTS: usize = 12;

/// A function's value for every combination of its inputs.
pub(crate) struct TruthTable<'e> {
    inputs: Vec<&'e str>,
    /// Bit `r` of word `w` is the value where the inputs are the bits of `64 * w + r`.
    words: Vec<u64>,
}

impl<'e> TruthTable<'e> {
    /// Of `function`. `None` if it has too many inputs.
    pub fn new(function: &'e Expr) -> Option<Self> {
        let mut inputs = Vec::new();
        collect_inputs(function, &mut inputs);
        if inputs.len() > MAX_INPUTS {
            return None;
        }
        let words = 0..assignment_words(inputs.len());
        let words = words.map(|word| evaluate(function, &inputs, word)).collect();
        Some(Self { inputs, words })
    }

    /// The sense of the input `name`. `None` if the function does not depend on it.
    pub fn sense(&self, name: &str) -> Option<TimingSense> {
        let input = self.inputs.iter().position(|input| *input == name)?;
        let (mut rises, mut falls) = (false, false);
        for (index, word) in self.words.iter().enumerate() {
            let (low, high) = match PATTERNS.get(input) {
                Some(pattern) => (word & !pattern, (word & pattern) >> (1 << input)),
                None if index >> (input - 6) & 1 == 0 => (*word, self.words[index | 1 << (input - 6)]),
                None => continue,
            };
            rises |= high & !low != 0;
            falls |= low & !high != 0;
        }
        match (rises, falls) {
            (true, false) => Some(TimingSense::Positive),
            (false, true) => Some(TimingSense::Negative),
            (true, true) => Some(TimingSense::NonUnate),
            (false, false) => None,
        }
    }
}

/// The names in `expr`, each once; one more than [`MAX_INPUTS`] at most.
fn collect_inputs<'e>(expr: &'e Expr, inputs: &mut Vec<&'e str>) {
    match expr {
        Expr::Constant(_) => {}
        Expr::Pin(name) => {
            if inputs.len() <= MAX_INPUTS && !inputs.contains(&&**name) {
                inputs.push(name);
            }
        }
        Expr::Not(inner) => collect_inputs(inner, inputs),
        Expr::And(sides) | Expr::Or(sides) | Expr::Xor(sides) => {
            sides.iter().for_each(|side| collect_inputs(side, inputs));
        }
    }
}

/// Word `word` of the truth table of `expr`.
fn evaluate(expr: &Expr, inputs: &[&str], word: usize) -> u64 {
    let value = |expr| evaluate(expr, inputs, word);
    match expr {
        Expr::Constant(value) => constant_word(*value),
        Expr::Pin(name) => {
            let input = inputs.iter().position(|input| *input == &**name);
            input.map_or(0, |input| assigned(input, word))
        }
        Expr::Not(inner) => !value(inner),
        Expr::And(sides) => sides.iter().map(value).fold(u64::MAX, |all, side| all & side),
        Expr::Or(sides) => sides.iter().map(value).fold(0, |any, side| any | side),
        Expr::Xor(sides) => sides.iter().map(value).fold(0, |odd, side| odd ^ side),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boolean::parse;

    #[track_caller]
    fn check(function: &str, input: &str, expected: Option<TimingSense>) {
        let expr = parse(function).unwrap().unwrap();
        assert_eq!(
            TruthTable::new(&expr).and_then(|table| table.sense(input)),
            expected,
            "{input} in {function}"
        );
    }

    #[test]
    fn senses() {
        use TimingSense::{Negative, NonUnate, Positive};
        check("A", "A", Some(Positive));
        check("!A", "A", Some(Negative));
        check("A & !B", "B", Some(Negative));
        check("A ^ B", "B", Some(NonUnate));
        check("A", "B", None);
        check("A & !A | B", "A", None);
        check("S & A | !S & B", "S", Some(NonUnate));
        check("S & A | !S & B", "A", Some(Positive));
        check("(A | B) & !(A & !A)", "A", Some(Positive));
    }

    #[test]
    fn every_input_of_wide_functions() {
        let names: Vec<String> = (0..13).map(|index| format!("I{index}")).collect();
        for width in 1..=12 {
            let and = names[..width].join(" ");
            for input in &names[..width] {
                check(&and, input, Some(TimingSense::Positive));
                check(&format!("!({and})"), input, Some(TimingSense::Negative));
                check(
                    &names[..width].join("^"),
                    input,
                    Some(if width == 1 { TimingSense::Positive } else { TimingSense::NonUnate }),
                );
            }
        }
        check(&names.join(" "), "I0", None);
    }
}
