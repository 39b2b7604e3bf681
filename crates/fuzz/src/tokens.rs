//! Changes of a text that keep most of its words whole, so that they come further into a reader than changes of bytes do.

use std::ops::Range;

use zeroslack_testing::Dice;

/// Numbers that are at the end of something.
const NUMBERS: [&str; 16] = [
    "0",
    "-0",
    "-1",
    "1",
    "1e-30",
    "1e9",
    "3.5e38",
    "1e300",
    "-1e300",
    "nan",
    "inf",
    "2147483647",
    "4294967296",
    "18446744073709551616",
    "0.1",
    "1e999999",
];

/// Tokens at most that one change takes, repeats or moves.
const MOST: usize = 12;

/// A text with up to four changes: tokens left out, repeated, moved, exchanged for each other, for words of the language, for odd numbers.
pub fn change_tokens(text: &str, words: &[&str], dice: &mut Dice) -> String {
    let mut tokens: Vec<&str> = split(text);
    for _ in 0..=dice.below(4) {
        change(&mut tokens, words, dice);
    }
    tokens.concat()
}

fn change<'t>(tokens: &mut Vec<&'t str>, words: &[&'t str], dice: &mut Dice) {
    let some = |tokens: &[&str], dice: &mut Dice| -> Range<usize> {
        let start = dice.below(tokens.len() + 1);
        start..(start + 1 + dice.below(MOST)).min(tokens.len())
    };
    let range = some(tokens, dice);
    let other: Vec<&str> = tokens[some(tokens, dice)].to_vec();
    let word = if words.is_empty() { ";" } else { *dice.pick(words) };
    match dice.below(8) {
        0 => drop(tokens.drain(range)),
        1 => drop(tokens.splice(range.start..range.start, other)),
        2 => drop(tokens.splice(range, other)),
        3 => {
            let repeated: Vec<&str> = tokens[range.clone()].repeat(1 + dice.below(20));
            tokens.splice(range, repeated);
        }
        4 => tokens.insert(range.start, word),
        5 if range.start < tokens.len() => tokens[range.start] = word,
        _ => {
            let is_number = |token: &&str| token.starts_with(|first: char| first.is_ascii_digit());
            let numbers: Vec<usize> = (0..tokens.len()).filter(|&at| is_number(&tokens[at])).collect();
            if !numbers.is_empty() {
                tokens[*dice.pick(&numbers)] = NUMBERS[dice.below(NUMBERS.len())];
            }
        }
    }
}

/// Words, runs of white space, and single characters of all else.
fn split(text: &str) -> Vec<&str> {
    let class = |each: char| match each {
        'a'..='z' | 'A'..='Z' | '0'..='9' | '_' | '.' => 1,
        each if each.is_whitespace() => 2,
        _ => 0,
    };
    let mut tokens = Vec::new();
    let mut start = 0;
    let mut last = 0;
    for (at, each) in text.char_indices() {
        let now = class(each);
        if at > 0 && (now == 0 || now != last) {
            tokens.push(&text[start..at]);
            start = at;
        }
        last = now;
    }
    tokens.push(&text[start..]);
    tokens
}
