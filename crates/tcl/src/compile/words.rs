//! Words and their pieces.

use super::{Compiler, Words, is_local};
use crate::code::Op;
use crate::parse::{Substitutions, Token, TokenKind, backslash, parse_parts};
use crate::value::Value;

impl Compiler<'_> {
    /// Pushes the value of a word made of these pieces.
    pub(super) fn parts(&mut self, parts: &[Token]) {
        let mut count = 0;
        let mut text = String::new();
        let mut at = 0;
        while at < parts.len() {
            let token = &parts[at];
            match token.kind {
                TokenKind::Text => text.push_str(&self.text[token.range()]),
                TokenKind::Backslash => text.push(backslash(&self.text[token.range()]).0),
                _ => {
                    if !text.is_empty() {
                        self.push_text(&std::mem::take(&mut text));
                        count += 1;
                    }
                    self.part(token, &parts[at + 1..at + 1 + token.count as usize]);
                    count += 1;
                }
            }
            at += 1 + token.count as usize;
        }
        if !text.is_empty() || count == 0 {
            self.push_text(&text);
            count += 1;
        }
        if count > 1 {
            self.emit(Op::Join(count));
        }
    }

    /// The text of a word in which nothing but backslash sequences is substituted.
    pub(super) fn known(&self, words: Words<'_>, word: usize) -> Option<Value> {
        let mut text = String::new();
        for token in words.parts(word) {
            match token.kind {
                TokenKind::Text => text.push_str(&self.text[token.range()]),
                TokenKind::Backslash => text.push(backslash(&self.text[token.range()]).0),
                _ => return None,
            }
        }
        Some(Value::from(text))
    }

    /// Pushes the value of a variable or of a script in brackets.
    fn part(&mut self, token: &Token, inner: &[Token]) {
        match token.kind {
            TokenKind::Command => self.script(token.start as usize + 1..token.end as usize - 1),
            TokenKind::Variable => {
                let name = &self.text[inner[0].range()];
                self.load(name);
            }
            TokenKind::Element => {
                let array = &self.text[inner[0].range()];
                self.parts(&inner[1..]);
                self.load_element(array);
            }
            TokenKind::Word | TokenKind::ExpandedWord | TokenKind::Text | TokenKind::Backslash => {
                unreachable!("these are no pieces that are looked up")
            }
        }
    }

    pub(super) fn load(&mut self, name: &str) {
        let op = match &mut self.locals {
            Some(locals) if !name.contains("::") => Op::Load(locals.slot(name)),
            _ => Op::LoadNamed(self.literal(name)),
        };
        self.emit(op);
    }

    /// Replaces the index on top by the element.
    fn load_element(&mut self, array: &str) {
        let op = match &mut self.locals {
            Some(locals) if !array.contains("::") => Op::LoadElement(locals.slot(array)),
            _ => Op::LoadElementNamed(self.literal(array)),
        };
        self.emit(op);
    }

    fn store_element(&mut self, array: &str) {
        let op = match &mut self.locals {
            Some(locals) if !array.contains("::") => Op::StoreElement(locals.slot(array)),
            _ => Op::StoreElementNamed(self.literal(array)),
        };
        self.emit(op);
    }

    /// Text with substitutions that stands somewhere in the source: the inside of quotes.
    pub(super) fn quoted(&mut self, range: std::ops::Range<usize>) {
        let mut tokens = Vec::new();
        // The text was read before as a part of something larger, so it is sound.
        let _ = parse_parts(&self.text[range.clone()], Substitutions::ALL, &mut tokens);
        for token in &mut tokens {
            token.start += range.start as u32;
            token.end += range.start as u32;
        }
        self.parts(&tokens);
    }

    pub(super) fn set(&mut self, words: Words<'_>) -> Option<()> {
        if !(2..=3).contains(&words.len()) {
            return None;
        }
        let value = (words.len() == 3).then(|| words.parts(2));
        if let Some(range) = words.plain(1) {
            let name = &self.text[range];
            if !name.ends_with(')') {
                match value {
                    Some(value) => {
                        self.parts(value);
                        self.store(name);
                    }
                    None => self.load(name),
                }
                return Some(());
            }
        }
        self.set_element(words.parts(1), value)
    }

    /// `set a(index)` with an index that may have pieces.
    fn set_element(&mut self, name: &[Token], value: Option<&[Token]>) -> Option<()> {
        let first = name.first().filter(|token| token.kind == TokenKind::Text)?;
        let (array, _) = self.text[first.range()].split_once('(')?;
        let last = name.last()?;
        if array.is_empty() || last.kind != TokenKind::Text || !self.text[last.range()].ends_with(')') {
            return None;
        }
        let mut index = name.to_vec();
        index[0].start += array.len() as u32 + 1;
        let end = index.len() - 1;
        index[end].end -= 1;
        if index[end].end < index[end].start || !is_local(array) && array.ends_with(')') {
            return None;
        }
        self.parts(&index);
        match value {
            Some(value) => {
                self.parts(value);
                self.store_element(array);
            }
            None => self.load_element(array),
        }
        Some(())
    }

    /// `subst` of a text without pieces: an error in it is of no command that is called.
    pub(super) fn subst(&mut self, words: Words<'_>) -> Option<()> {
        if words.len() != 2 {
            return None;
        }
        let text = &self.text[words.plain(1)?];
        parse_parts(text, Substitutions::ALL, &mut Vec::new()).ok()?;
        let literal = self.literal(text);
        self.emit(Op::Substitute(literal));
        Some(())
    }

    pub(super) fn incr(&mut self, words: Words<'_>) -> Option<()> {
        let name = &self.text[words.plain(1)?];
        let by = match words.len() {
            2 => 1,
            3 => i32::try_from(Value::from(&self.text[words.plain(2)?]).int()?).ok()?,
            _ => return None,
        };
        let locals = self.locals.as_mut().filter(|_| is_local(name))?;
        let slot = locals.slot(name);
        self.emit(Op::Increment { slot, by });
        Some(())
    }
}
