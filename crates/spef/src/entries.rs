//! Entries of a name map, read in pieces on all threads.
//!
//! A name map may be long, and where it ends is not known. So pieces of the text ahead are read as if entries started where a line begins like one. The
//! reader that goes through the whole text takes a piece only if it comes to an entry exactly where the piece starts.

use std::ops::Range;

use rayon::prelude::*;
use zeroslack_parallel::concat;

use crate::cursor::{Cursor, Word};
use crate::name_map;

/// Bytes of a piece.
const PIECE: usize = 1 << 18;

/// Pieces that are read ahead, for each thread.
const AHEAD: usize = 4;

/// Bytes after a piece that its last entry may reach into.
const MORE: usize = 1 << 16;

/// Entries that follow each other in a text.
#[derive(Debug, Default)]
pub(crate) struct Entries<'t> {
    /// Where the first one starts.
    pub(crate) start: usize,
    /// Where reading goes on after the last one.
    pub(crate) end: usize,
    /// (index, name).
    pub(crate) names: Vec<(u64, &'t str)>,
    /// Where each one starts.
    pub(crate) starts: Vec<usize>,
}

impl<'t> Entries<'t> {
    /// Entries that lie ahead of a place in a text, in order; none if there is too little text to share out.
    pub(crate) fn ahead(text: &'t str, from: usize) -> Vec<Self> {
        match rayon::current_num_threads() {
            1 => Vec::new(),
            threads => Self::in_pieces(text, from, PIECE, AHEAD * threads),
        }
    }

    /// The same in so many pieces of so many bytes.
    fn in_pieces(text: &'t str, from: usize, bytes: usize, count: usize) -> Vec<Self> {
        let cuts = (1..=count).map(|piece| from + piece * bytes).filter(|&cut| cut + bytes <= text.len());
        let pieces: Vec<Range<usize>> = cuts.map(|cut| cut..cut + bytes).collect();
        pieces.into_par_iter().filter_map(|piece| Self::read(text, piece)).collect()
    }

    /// Reads the entries that start in a range, up to the first about which there is something to report.
    fn read(text: &'t str, range: Range<usize>) -> Option<Self> {
        let start = entry_start(text, range.clone())?;
        let cut = text.floor_char_boundary(range.end + MORE);
        let mut cursor = Cursor::new(&text[..cut], start);
        let mut entries = Self { start, end: start, ..Self::default() };
        while cursor.peek().is_some() && cursor.at < range.end && !cursor.at_keyword() {
            let Some(word) = cursor.next_word() else { break };
            let Some(entry) = entry(&mut cursor, word) else { break };
            if cursor.at >= cut {
                break;
            }
            entries.push(word.start, entry);
            entries.end = cursor.at;
        }
        (!entries.names.is_empty()).then_some(entries)
    }

    pub(crate) fn push(&mut self, start: usize, entry: (u64, &'t str)) {
        self.names.push(entry);
        self.starts.push(start);
    }

    /// All names of entries that follow each other, and where each entry starts.
    pub(crate) fn joined(all: Vec<Self>) -> (Vec<(u64, &'t str)>, Vec<usize>) {
        let (names, starts) = all.into_iter().map(|entries| (entries.names, entries.starts)).unzip();
        (concat(names, |_, name| name), concat(starts, |_, start| start))
    }
}

/// The entry whose first word was read: `*12 name`.
pub(crate) fn entry<'t>(cursor: &mut Cursor<'t>, word: Word) -> Option<(u64, &'t str)> {
    let bytes = cursor.bytes(word);
    let index = name_map::index(bytes).filter(|(_, length)| bytes[0] == b'*' && *length == bytes.len());
    let name = cursor.word()?;
    Some((index?.0, cursor.slice(name.span())))
}

/// The first line in a range that begins like an entry.
fn entry_start(text: &str, range: Range<usize>) -> Option<usize> {
    let bytes = text.as_bytes();
    let begins =
        |&at: &usize| bytes.get(at + 1) == Some(&b'*') && bytes.get(at + 2).is_some_and(u8::is_ascii_digit);
    let newlines = memchr::memchr_iter(b'\n', &bytes[range.clone()]).map(|at| range.start + at);
    newlines.clone().find(begins).map(|newline| newline + 1)
}

#[cfg(test)]
mod tests {
    use zeroslack_testing::Noise;

    use super::*;

    /// Words of name maps, right and wrong.
    const WORDS: [&str; 16] = [
        "*1 a",
        "*22 b/c",
        "*333 d\\[0\\]",
        "*4",
        "e",
        "f g",
        "*x",
        "/*",
        "*/",
        "// *5 h",
        "\"",
        "*6*7 i",
        "*8 j*",
        "* 9",
        "k:l",
        "*10\tm",
    ];

    /// What is read in a piece is what one reader finds from where the piece starts.
    #[test]
    fn pieces_are_what_is_read_from_where_they_start() {
        let (mut noise, mut found) = (Noise(1), 0);
        for round in 0..5_000 {
            let of = [3, 6, WORDS.len()][round % 3] as u64;
            let mut text = String::new();
            for _ in 0..noise.below(60) {
                text += WORDS[noise.below(of) as usize];
                text += ["\n", "\n", "\n", " ", "\r\n"][noise.below(5) as usize];
            }
            let bytes = 1 + noise.below(60) as usize;
            for piece in Entries::in_pieces(&text, 0, bytes, 1000) {
                found += 1;
                let mut cursor = Cursor::new(&text, piece.start);
                for (&start, &name) in piece.starts.iter().zip(&piece.names) {
                    assert!(!cursor.at_keyword());
                    let word = cursor.next_word().expect("a word");
                    assert_eq!((word.start, entry(&mut cursor, word)), (start, Some(name)), "{text}");
                }
                assert_eq!(cursor.at, piece.end);
            }
        }
        assert!(found > 5_000, "{found} pieces");
    }
}
