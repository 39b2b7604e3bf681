//! `map`.

use std::rc::Rc;

use super::super::wrong_args;
use super::{bad_option, is_option};
use crate::characters::lower;
use crate::exception::{Exception, Outcome};
use crate::interp::Interp;
use crate::value::{Str, Value};

pub(super) fn map(interp: &mut Interp, words: &[Value]) -> Outcome {
    let (nocase, pairs, value) = match words {
        [_, _, pairs, value] => (false, pairs, value),
        [_, _, option, pairs, value] if is_option(option, "-nocase") => (true, pairs, value),
        [_, _, option, _, _] => return Err(bad_option(option, "-nocase")),
        _ => return Err(wrong_args(words, 2, "?-nocase? charMap string")),
    };
    let elements: Rc<Vec<Value>> = pairs.elements()?;
    if !elements.len().is_multiple_of(2) {
        return Err(Exception::coded("char map list unbalanced", ["TCL", "OPERATION", "MAP", "UNBALANCED"]));
    }
    let pairs: Vec<Pair> = elements.chunks_exact(2).filter_map(Pair::new).collect();
    let text = value.text();
    if pairs.is_empty() || text.is_empty() {
        return Ok(value.clone());
    }
    let mapped = Mapped { interp, text: &text, result: String::with_capacity(text.len()), copied: 0 };
    let mapped = if nocase { mapped.folded(&pairs)? } else { mapped.exact(&pairs)? };
    Ok(mapped.map_or_else(|| value.clone(), Value::from))
}

/// What is replaced, and what by.
struct Pair<'a> {
    key: Str<'a>,
    by: Str<'a>,
}

impl<'a> Pair<'a> {
    /// A pair, unless its key is empty.
    fn new(pair: &'a [Value]) -> Option<Self> {
        match pair {
            [key, by] if !key.is_empty() => Some(Self { key: key.text(), by: by.text() }),
            _ => None,
        }
    }
}

/// A text on its way to another.
struct Mapped<'a> {
    interp: &'a Interp,
    text: &'a str,
    result: String,
    /// How much of the text is in the result already.
    copied: usize,
}

impl Mapped<'_> {
    /// Replaces some bytes of the text.
    fn replace(&mut self, at: usize, length: usize, by: &str) -> Result<(), Exception> {
        self.interp
            .check_size(self.result.len().saturating_add(at - self.copied).saturating_add(by.len()))?;
        self.result.push_str(&self.text[self.copied..at]);
        self.result.push_str(by);
        self.copied = at + length;
        Ok(())
    }

    /// The result; `None` if nothing was replaced.
    fn finish(mut self) -> Option<String> {
        if self.copied == 0 {
            return None;
        }
        self.result.push_str(&self.text[self.copied..]);
        Some(self.result)
    }

    fn exact(mut self, pairs: &[Pair<'_>]) -> Result<Option<String>, Exception> {
        let bytes = self.text.as_bytes();
        if let [pair] = pairs {
            let key = pair.key.as_bytes();
            for at in memchr::memmem::find_iter(bytes, key) {
                self.replace(at, key.len(), &pair.by)?;
            }
            return Ok(self.finish());
        }
        let heads = Heads::new(pairs);
        let mut at = 0;
        while let Some(next) = heads.find(bytes, at) {
            at = next;
            match heads.pairs(bytes[at]).find(|&pair| bytes[at..].starts_with(pairs[pair].key.as_bytes())) {
                Some(pair) => {
                    let length = pairs[pair].key.len();
                    self.replace(at, length, &pairs[pair].by)?;
                    at += length;
                }
                None => at += 1,
            }
        }
        Ok(self.finish())
    }

    fn folded(mut self, pairs: &[Pair<'_>]) -> Result<Option<String>, Exception> {
        let text = self.text;
        let heads: Vec<char> = pairs.iter().map(|pair| pair.key.chars().next().map_or('\0', lower)).collect();
        let mut at = 0;
        while let Some(character) = text[at..].chars().next() {
            let folded = lower(character);
            let mut fitting = pairs.iter().zip(&heads).filter(|(_, head)| **head == folded);
            let found = fitting.find_map(|(pair, _)| Some((prefix_folded(&text[at..], &pair.key)?, pair)));
            match found {
                Some((length, pair)) => {
                    self.replace(at, length, &pair.by)?;
                    at += length;
                }
                None => at += character.len_utf8(),
            }
        }
        Ok(self.finish())
    }
}

/// Keys by their first bytes.
struct Heads {
    /// The first key with a byte, counted from 1; 0 for none.
    first: [u32; 256],
    /// The next key with the same first byte, likewise.
    next: Vec<u32>,
    /// The first bytes of all keys.
    bytes: Vec<u8>,
}

impl Heads {
    fn new(pairs: &[Pair<'_>]) -> Self {
        let mut heads = Self { first: [0; 256], next: vec![0; pairs.len()], bytes: Vec::new() };
        for (at, pair) in pairs.iter().enumerate().rev() {
            let Some(&byte) = pair.key.as_bytes().first() else { continue };
            let first = &mut heads.first[usize::from(byte)];
            if *first == 0 {
                heads.bytes.push(byte);
            }
            heads.next[at] = *first;
            *first = u32::try_from(at + 1).unwrap_or(0);
        }
        heads
    }

    /// The keys that begin with a byte, in order.
    fn pairs(&self, byte: u8) -> impl Iterator<Item = usize> {
        let begin = (self.first[usize::from(byte)] as usize).checked_sub(1);
        std::iter::successors(begin, |&at| (self.next[at] as usize).checked_sub(1))
    }

    /// Where the next byte is that a key begins with.
    fn find(&self, text: &[u8], from: usize) -> Option<usize> {
        let rest = text.get(from..)?;
        let found = match self.bytes[..] {
            [a] => memchr::memchr(a, rest),
            [a, b] => memchr::memchr2(a, b, rest),
            [a, b, c] => memchr::memchr3(a, b, c, rest),
            _ => rest.iter().position(|&byte| self.first[usize::from(byte)] != 0),
        };
        found.map(|at| from + at)
    }
}

/// How many bytes at the beginning of a text are a key, whatever the case of letters.
fn prefix_folded(text: &str, key: &str) -> Option<usize> {
    let mut chars = text.chars();
    for wanted in key.chars() {
        if lower(chars.next()?) != lower(wanted) {
            return None;
        }
    }
    Some(text.len() - chars.as_str().len())
}
