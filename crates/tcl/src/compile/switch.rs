//! `switch` whose patterns and bodies are known.

use std::ops::Range;

use super::{Compiler, Words};
use crate::code::Op;
use crate::value::is_list_space;

/// A pattern and the place of its body; no body means that of the next.
struct Arm {
    pattern: String,
    body: Option<Range<usize>>,
}

impl Compiler<'_> {
    pub(super) fn switch(&mut self, words: Words<'_>) -> Option<()> {
        let mut word = 1;
        let (mut glob, mut nocase) = (false, false);
        loop {
            match words.plain(word).filter(|_| word + 1 < words.len()).map(|range| &self.text[range])? {
                "-exact" => glob = false,
                "-glob" => glob = true,
                "-nocase" => nocase = true,
                "--" => {
                    word += 1;
                    break;
                }
                option if option.starts_with('-') => return None,
                _ => break,
            }
            word += 1;
            if words.plain(word).is_none() {
                break;
            }
        }
        let subject = word;
        let arms = match words.len().checked_sub(subject + 1)? {
            1 => self.arms_of_list(words.plain(subject + 1)?)?,
            _ => self.arms_of_words(words, subject + 1)?,
        };
        arms.last()?.body.as_ref()?;
        self.parts(words.parts(subject));
        self.switch_arms(&arms, glob, nocase)
    }

    fn arms_of_words(&self, words: Words<'_>, from: usize) -> Option<Vec<Arm>> {
        if !(words.len() - from).is_multiple_of(2) {
            return None;
        }
        let mut arms = Vec::new();
        for word in (from..words.len()).step_by(2) {
            let pattern = self.text[words.plain(word)?].to_owned();
            arms.push(self.arm(pattern, words.plain(word + 1)?));
        }
        Some(arms)
    }

    fn arm(&self, pattern: String, body: Range<usize>) -> Arm {
        let falls_through = &self.text[body.clone()] == "-";
        Arm { pattern, body: (!falls_through).then_some(body) }
    }

    /// Patterns and bodies in one word: only where every element stands as it is meant, in braces or bare.
    fn arms_of_list(&self, list: Range<usize>) -> Option<Vec<Arm>> {
        let spans = plain_elements(self.text, list)?;
        if spans.is_empty() || !spans.len().is_multiple_of(2) {
            return None;
        }
        let pairs = spans.chunks_exact(2);
        Some(pairs.map(|pair| self.arm(self.text[pair[0].clone()].to_owned(), pair[1].clone())).collect())
    }

    fn switch_arms(&mut self, arms: &[Arm], glob: bool, nocase: bool) -> Option<()> {
        let mut jumps = Vec::new();
        let mut default = None;
        for (number, arm) in arms.iter().enumerate() {
            if number + 1 == arms.len() && arm.pattern == "default" {
                default = Some(self.emit(Op::Jump(0)));
            } else {
                self.push_text(&arm.pattern);
                self.emit(Op::Match { glob, nocase });
                jumps.push(self.emit(Op::JumpIf(0)));
            }
        }
        let mut ends = Vec::new();
        if default.is_none() {
            self.emit(Op::Pop);
            self.push_text("");
            ends.push(self.emit(Op::Jump(0)));
        }
        for (number, arm) in arms.iter().enumerate() {
            match jumps.get(number).copied().or(default) {
                Some(jump) => self.land(jump),
                None => return None,
            }
            if let Some(body) = &arm.body {
                self.emit(Op::Pop);
                self.script(body.clone());
                ends.push(self.emit(Op::Jump(0)));
            }
        }
        for end in ends {
            self.land(end);
        }
        Some(())
    }
}

/// The places of a list's elements in the text, if none has a backslash or quotes.
fn plain_elements(text: &str, list: Range<usize>) -> Option<Vec<Range<usize>>> {
    let bytes = &text.as_bytes()[..list.end];
    let mut spans = Vec::new();
    let mut at = list.start;
    loop {
        while at < bytes.len() && is_list_space(bytes[at]) {
            at += 1;
        }
        if at == bytes.len() {
            return Some(spans);
        }
        let in_braces = bytes[at] == b'{';
        let span = if in_braces { braced(bytes, at)? } else { bare(bytes, at)? };
        at = span.end + usize::from(in_braces);
        if at < bytes.len() && !is_list_space(bytes[at]) {
            return None;
        }
        spans.push(span);
    }
}

fn braced(bytes: &[u8], open: usize) -> Option<Range<usize>> {
    let mut depth = 0usize;
    let mut at = open;
    while at < bytes.len() {
        match bytes[at] {
            b'{' => depth += 1,
            b'}' => {
                depth -= 1;
                if depth == 0 {
                    return Some(open + 1..at);
                }
            }
            b'\\' => at += 1,
            _ => {}
        }
        at += 1;
    }
    None
}

fn bare(bytes: &[u8], start: usize) -> Option<Range<usize>> {
    let length = bytes[start..].iter().position(|&byte| is_list_space(byte)).unwrap_or(bytes.len() - start);
    let element = &bytes[start..start + length];
    (!element.contains(&b'\\') && element[0] != b'"').then_some(start..start + length)
}
