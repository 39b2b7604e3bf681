//! A position in a text, and the words that follow it. A word is what stands between blanks; a comment
//! begins where a word could. Every byte up to the space is a blank.

use std::ops::Range;

use memchr::{memchr, memchr2, memmem};

use crate::number;

/// A word: where it is, and a hash of its bytes, which scanning it gives for next to nothing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) hash: u64,
}

impl Word {
    pub(crate) fn span(self) -> Range<usize> {
        self.start..self.end
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Cursor<'t> {
    pub(crate) text: &'t str,
    pub(crate) at: usize,
    /// Where a comment begins that does not end.
    pub(crate) open_comment: Option<usize>,
}

impl<'t> Cursor<'t> {
    /// At byte `at` of `text`.
    pub(crate) fn new(text: &'t str, at: usize) -> Self {
        Self { text, at, open_comment: None }
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }

    pub(crate) fn slice(&self, span: Range<usize>) -> &'t str {
        self.text.get(span).unwrap_or("")
    }

    pub(crate) fn bytes(&self, word: Word) -> &'t [u8] {
        self.text.as_bytes().get(word.span()).unwrap_or(&[])
    }

    /// The next word on this line.
    #[inline]
    pub(crate) fn word(&mut self) -> Option<Word> {
        loop {
            match self.byte(self.at)? {
                b'\n' => return None,
                0..=b' ' => self.at += 1,
                b'/' if self.skip_comment() => {}
                _ => return Some(self.scan()),
            }
        }
    }

    /// The next word on this line, if it is a plain decimal; otherwise it stays.
    #[inline]
    pub(crate) fn decimal(&mut self) -> Option<f64> {
        while self.byte(self.at) == Some(b' ') {
            self.at += 1;
        }
        let (value, end) = number::quick(self.text.as_bytes(), self.at)?;
        if self.byte(end).is_some_and(|byte| byte > b' ') {
            return None;
        }
        self.at = end;
        Some(value)
    }

    /// The next word, on this line or a later one, without going past it.
    #[inline]
    pub(crate) fn peek(&mut self) -> Option<u8> {
        loop {
            match self.byte(self.at)? {
                0..=b' ' => self.at += 1,
                b'/' if self.skip_comment() => {}
                byte => return Some(byte),
            }
        }
    }

    /// The next word, on this line or a later one.
    #[inline]
    pub(crate) fn next_word(&mut self) -> Option<Word> {
        self.peek()?;
        Some(self.scan())
    }

    /// Whether the next word, on this line or a later one, is a keyword: `*` and a letter.
    #[inline]
    pub(crate) fn at_keyword(&mut self) -> bool {
        self.peek() == Some(b'*') && self.byte(self.at + 1).is_some_and(|byte| byte.is_ascii_alphabetic())
    }

    /// Whether nothing more is on this line.
    #[inline]
    pub(crate) fn at_line_end(&mut self) -> bool {
        loop {
            match self.byte(self.at) {
                None | Some(b'\n') => return true,
                Some(0..=b' ') => self.at += 1,
                Some(b'/') if self.skip_comment() => {}
                Some(_) => return false,
            }
        }
    }

    /// Goes to the end of the line, before its newline.
    pub(crate) fn skip_line(&mut self) {
        while self.word().is_some() {}
    }

    /// Goes to the next keyword or the end.
    pub(crate) fn skip_to_keyword(&mut self) {
        while !self.at_keyword() {
            if self.next_word().is_none() {
                return;
            }
        }
    }

    /// The next word or the quoted string, without its quotes, on this line. An error is a string without
    /// an end: what there is of it.
    pub(crate) fn string(&mut self) -> Option<Result<Range<usize>, Range<usize>>> {
        if self.at_line_end() {
            return None;
        }
        if self.byte(self.at) != Some(b'"') {
            return Some(Ok(self.scan().span()));
        }
        let start = self.at + 1;
        let rest = self.text.as_bytes().get(start..).unwrap_or(&[]);
        let length = memchr2(b'"', b'\n', rest).unwrap_or(rest.len());
        let closed = rest.get(length) == Some(&b'"');
        self.at = start + length + usize::from(closed);
        Some(if closed { Ok(start..start + length) } else { Err(start - 1..start + length) })
    }

    /// Goes past the comment that begins here, if one does: a line comment's newline stays.
    #[cold]
    fn skip_comment(&mut self) -> bool {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or(&[]);
        match rest {
            [b'/', b'/', ..] => self.at += memchr(b'\n', rest).unwrap_or(rest.len()),
            [b'/', b'*', inside @ ..] => match memmem::find(inside, b"*/") {
                Some(length) => self.at += length + 4,
                None => {
                    self.open_comment = Some(self.at);
                    self.at = self.text.len();
                }
            },
            _ => return false,
        }
        true
    }

    /// Goes past the word that begins here.
    #[inline]
    fn scan(&mut self) -> Word {
        let start = self.at;
        let mut hash = 0;
        loop {
            let eight = self.eight();
            let blanks = blanks(eight);
            if blanks != 0 {
                let bits = blanks.trailing_zeros() & !7;
                hash = mix(hash ^ (eight & ((1 << bits) - 1)));
                self.at += bits as usize / 8;
                return Word { start, end: self.at, hash };
            }
            hash = mix(hash ^ eight);
            self.at += 8;
        }
    }

    /// The next eight bytes, the first one lowest, with zeros (blanks) after the end.
    #[inline]
    fn eight(&self) -> u64 {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or(&[]);
        match rest.first_chunk() {
            Some(chunk) => u64::from_le_bytes(*chunk),
            None => rest.iter().rev().fold(0, |eight, byte| eight << 8 | u64::from(*byte)),
        }
    }
}

/// A one in the top bit of every byte up to the space; right up to and including the lowest such byte,
/// above which a borrow may add more.
#[inline]
fn blanks(eight: u64) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    eight.wrapping_sub(ONES * 0x21) & !eight & (ONES * 0x80)
}

/// Spreads every bit over the whole: the halves of a 128-bit product, folded.
#[inline]
pub(crate) fn mix(bits: u64) -> u64 {
    let product = u128::from(bits ^ 0x9e37_79b9_7f4a_7c15) * u128::from(0xd6e8_feb8_6659_fd93_u64);
    product as u64 ^ (product >> 64) as u64
}
