//! Where a text stops being a list.

use crate::value::is_list_space;

/// The number of the character at which the element begins that makes a text no list, if one does.
pub(super) fn list_failure(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 0;
    loop {
        at += bytes[at..].iter().take_while(|&&byte| is_list_space(byte)).count();
        if at >= bytes.len() {
            return None;
        }
        match element_end(bytes, at) {
            Some(end) if end >= bytes.len() || is_list_space(bytes[end]) => at = end,
            _ => return Some(text.get(..at).map_or(0, |before| before.chars().count())),
        }
    }
}

/// Where the element ends that begins at a byte, if it ends.
fn element_end(bytes: &[u8], start: usize) -> Option<usize> {
    match bytes[start] {
        b'{' => braces_end(bytes, start),
        b'"' => quotes_end(bytes, start),
        _ => Some(bare_end(bytes, start)),
    }
}

fn braces_end(bytes: &[u8], start: usize) -> Option<usize> {
    let mut depth = 0usize;
    let mut at = start;
    while at < bytes.len() {
        match bytes[at] {
            b'{' => depth += 1,
            b'}' if depth == 1 => return Some(at + 1),
            b'}' => depth -= 1,
            b'\\' => at += 1,
            _ => {}
        }
        at += 1;
    }
    None
}

fn quotes_end(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'"' => return Some(at + 1),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    None
}

fn bare_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start;
    while at < bytes.len() && !is_list_space(bytes[at]) {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    at.min(bytes.len())
}
