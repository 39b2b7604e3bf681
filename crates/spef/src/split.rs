//! Where a text may be cut, so that its pieces can be read in parallel.

use std::ops::Range;

use memchr::{memchr, memmem, memrchr};
use rayon::prelude::*;

/// Pieces are about this long: enough to keep a thread busy, short enough to share out evenly.
const PIECE: usize = 1 << 20;

/// Cuts `text` from `start` on, before lines that begin a net.
pub(crate) fn split(text: &str, start: usize) -> Vec<Range<usize>> {
    split_at(text, start, PIECE)
}

fn split_at(text: &str, start: usize, piece: usize) -> Vec<Range<usize>> {
    let comments = comments(text.as_bytes(), start);
    let mut pieces = Vec::with_capacity((text.len() - start) / piece + 1);
    let mut from = start;
    while let Some(end) = next_net(text.as_bytes(), from.saturating_add(piece), &comments) {
        pieces.push(from..end);
        from = end;
    }
    if from < text.len() {
        pieces.push(from..text.len());
    }
    pieces
}

/// The first line at or after `from` that begins a net, and is not in a comment.
fn next_net(text: &[u8], mut from: usize, comments: &[Range<usize>]) -> Option<usize> {
    loop {
        let newline = from + memmem::find(text.get(from..)?, b"\n*")?;
        let line = &text[newline + 1..];
        let comment = comments.partition_point(|comment| comment.end <= newline);
        match comments.get(comment) {
            Some(comment) if comment.start <= newline => from = comment.end,
            _ if line.starts_with(b"*D_NET ") || line.starts_with(b"*R_NET ") => return Some(newline + 1),
            _ => from = newline + 1,
        }
    }
}

/// The `/* */` comments from `start` on. They are rare: this costs one quick search.
fn comments(text: &[u8], start: usize) -> Vec<Range<usize>> {
    let mut comments = Vec::new();
    let mut from = start;
    for at in comment_starts(text, start) {
        if at < from {
            continue;
        }
        from = at + 2;
        let line_from = comments.last().map_or(start, |comment: &Range<usize>| comment.end);
        let line = memrchr(b'\n', &text[line_from..at]).map_or(line_from, |newline| line_from + newline + 1);
        if let Some(length) = line_comment(&text[line..at]) {
            from =
                line + length + memchr(b'\n', &text[line + length..]).unwrap_or(text.len() - line - length);
            continue;
        }
        let end = memmem::find(&text[from..], b"*/").map_or(text.len(), |length| from + length + 2);
        comments.push(at..end);
        from = end;
    }
    comments
}

/// Where comments would start but for what stands before.
fn comment_starts(text: &[u8], start: usize) -> Vec<usize> {
    let starts = (start..text.len()).into_par_iter().step_by(PIECE);
    let in_piece = |from: usize| {
        let piece = &text[from..text.len().min(from + PIECE + 1)];
        memmem::find_iter(piece, b"/*").map(move |at| from + at).filter(|&at| begins_word(text, at))
    };
    starts.flat_map_iter(in_piece).collect()
}

/// Where a `//` comment begins in the part of a line.
fn line_comment(part: &[u8]) -> Option<usize> {
    memmem::find_iter(part, b"//").find(|at| begins_word(part, *at))
}

fn begins_word(text: &[u8], at: usize) -> bool {
    at == 0 || text[at - 1] <= b' '
}

#[cfg(test)]
mod tests {
    use super::split_at;

    /// Cuts `text` wherever it may be cut and marks the cuts with `|`.
    fn cut(text: &str) -> String {
        let pieces = split_at(text, 0, 1);
        assert_eq!(pieces.iter().map(|piece| &text[piece.clone()]).collect::<String>(), text);
        pieces.into_iter().map(|piece| text[piece].to_string()).collect::<Vec<_>>().join("|")
    }

    #[test]
    fn cuts_are_before_nets() {
        for (text, expected) in [
            ("", ""),
            ("*D_NET a 1\n*END", "*D_NET a 1\n*END"),
            ("*D_NET a 1\n*END\n*D_NET b 1\n*END\n", "*D_NET a 1\n*END\n|*D_NET b 1\n*END\n"),
            ("*D_NET a 1\n*END\n*R_NET b 1\n*END\n", "*D_NET a 1\n*END\n|*R_NET b 1\n*END\n"),
            ("*D_NET a 1\n\r\n*D_NET b 1", "*D_NET a 1\n\r\n|*D_NET b 1"),
            ("*D_NET a 1\n *D_NET b 1", "*D_NET a 1\n *D_NET b 1"),
            ("*D_NET a 1\n*D_NETS b 1", "*D_NET a 1\n*D_NETS b 1"),
        ] {
            assert_eq!(cut(text), expected);
        }
    }

    #[test]
    fn no_cut_is_in_a_comment() {
        for (text, expected) in [
            ("x /*\n*D_NET a 1\n*/\n*D_NET b 1", "x /*\n*D_NET a 1\n*/\n|*D_NET b 1"),
            ("x /* /* \n*D_NET a 1\n*/\n*D_NET b 1", "x /* /* \n*D_NET a 1\n*/\n|*D_NET b 1"),
            ("x // /*\n*D_NET a 1\n*/\n*D_NET b 1", "x // /*\n|*D_NET a 1\n*/\n|*D_NET b 1"),
            ("x /* // */ /*\n*D_NET a 1\n*/\n*D_NET b 1", "x /* // */ /*\n*D_NET a 1\n*/\n|*D_NET b 1"),
            ("x//y /*\n*D_NET a 1\n*/\n*D_NET b 1", "x//y /*\n*D_NET a 1\n*/\n|*D_NET b 1"),
            ("x/*\n*D_NET a 1\n*/\n*D_NET b 1", "x/*\n|*D_NET a 1\n*/\n|*D_NET b 1"),
            ("x /*\n*D_NET a 1\n", "x /*\n*D_NET a 1\n"),
        ] {
            assert_eq!(cut(text), expected);
        }
    }
}
