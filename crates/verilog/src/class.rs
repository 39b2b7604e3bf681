//! What a byte can be part of.

/// Can start a plain name.
pub(crate) const START: u8 = 1;
/// Can be inside a plain name.
pub(crate) const INSIDE: u8 = 2;
/// White space.
pub(crate) const SPACE: u8 = 4;
/// White space, or the start of a comment, an attribute or a directive.
pub(crate) const BLANK: u8 = 8;
/// Starts a number.
pub(crate) const NUMBER: u8 = 16;

static CLASS: [u8; 256] = table();

const fn table() -> [u8; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => START | INSIDE,
            b'0'..=b'9' => INSIDE | NUMBER,
            b'$' => INSIDE,
            b'\'' => NUMBER,
            b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c => SPACE | BLANK,
            b'/' | b'(' | b'`' => BLANK,
            _ => 0,
        };
        byte += 1;
    }
    table
}

/// Whether `byte` is in one of the classes `mask`.
#[inline(always)]
pub(crate) fn is(byte: u8, mask: u8) -> bool {
    CLASS[byte as usize] & mask != 0
}

/// Where the run of bytes in the classes `mask` that goes through `from` ends.
#[inline(always)]
pub(crate) fn run_end(bytes: &[u8], from: usize, mask: u8) -> usize {
    let rest = bytes.get(from..).unwrap_or_default();
    rest.iter().position(|&byte| !is(byte, mask)).map_or(bytes.len(), |length| from + length)
}

/// Whether `name` can be written without a backslash, reserved words aside.
pub(crate) fn is_plain(name: &str) -> bool {
    let bytes = name.as_bytes();
    bytes.first().is_some_and(|&first| is(first, START)) && run_end(bytes, 1, INSIDE) == bytes.len()
}
