//! Lists of names, and names that mean several pins (`A[3:0]`).

use crate::scan::{TextPiece, comment_length, continuation_length, is_blank};

/// The widest bus that is believed.
pub(crate) const MAX_WIDTH: usize = 1 << 16;

/// The arguments of a statement, one by one: what is between quotes, or a bare word.
pub(crate) struct Arguments<'t> {
    piece: TextPiece<'t>,
    at: usize,
}

impl<'t> Iterator for Arguments<'t> {
    type Item = TextPiece<'t>;

    fn next(&mut self) -> Option<TextPiece<'t>> {
        let bytes = self.piece.text.as_bytes();
        while let Some(byte) = bytes.get(self.at) {
            if matches!(byte, b',' | b'\\') || is_blank(*byte) {
                self.at += 1;
            } else if let Some(comment) = comment_length(&bytes[self.at..]) {
                self.at += comment.unwrap_or(bytes.len() - self.at);
            } else {
                break;
            }
        }
        let quoted = bytes.get(self.at)? == &b'"';
        let start = self.at + usize::from(quoted);
        let ends = |at: &usize| bytes[*at] == b'"' || !quoted && ends_word(&bytes[*at..]);
        let end = (start..bytes.len()).find(ends).unwrap_or(bytes.len());
        self.at = if quoted { (end + 1).min(bytes.len()) } else { end };
        Some(self.piece.part(start..end))
    }
}

/// Whether `rest`, in or behind a word without quotes, is no more of it.
fn ends_word(rest: &[u8]) -> bool {
    rest.first().is_none_or(|byte| *byte == b',' || is_blank(*byte))
        || continuation_length(rest).is_some()
        || comment_length(rest).is_some()
}

impl<'t> TextPiece<'t> {
    /// Its parts as arguments.
    pub fn arguments(self) -> Arguments<'t> {
        Arguments { piece: self, at: 0 }
    }

    /// The first of its arguments, or an empty one.
    pub fn first_argument(self) -> Self {
        self.arguments().next().unwrap_or(self.part(0..0))
    }

    /// Its only name, if there is one and no other.
    pub fn only_name(self) -> Option<&'t str> {
        let mut names = self.names();
        let name = names.next()?;
        names.next().is_none().then_some(name.text)
    }

    /// The names in it, whatever the quoting: blanks, commas and quotes separate.
    pub fn names(self) -> impl Iterator<Item = TextPiece<'t>> {
        self.arguments().flat_map(|argument| {
            let separates = |char: char| char.is_ascii_whitespace() || matches!(char, ',' | '"' | '\\');
            argument.text.split(separates).filter(|name| !name.is_empty()).map(move |name| {
                let start = name.as_ptr() as usize - argument.text.as_ptr() as usize;
                argument.part(start..start + name.len())
            })
        })
    }
}

/// A name as it is written for pins: plain, one bit, or several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PinName<'t> {
    Plain(&'t str),
    Bits { base: &'t str, from: i32, to: i32 },
}

impl<'t> PinName<'t> {
    /// Takes `A[3]`, `A[3:0]`, and the same in angle brackets, apart.
    pub fn parse(name: &'t str) -> Self {
        Self::bits(name).unwrap_or(Self::Plain(name))
    }

    fn bits(name: &'t str) -> Option<Self> {
        let (inside, open) = match name.as_bytes().last()? {
            b']' => (name.strip_suffix(']')?, '['),
            b'>' => (name.strip_suffix('>')?, '<'),
            _ => return None,
        };
        let (base, inside) = inside.rsplit_once(open)?;
        let (from, to) = inside.split_once(':').unwrap_or((inside, inside));
        // A number out of range is a bus too wide, not a plain name.
        let number = |text: &str| {
            let number: i64 = text.trim().parse().ok()?;
            Some(number.clamp(i32::MIN.into(), i32::MAX.into()) as i32)
        };
        Some(Self::Bits { base, from: number(from)?, to: number(to)? })
    }
}

/// How many bits `from:to` has; `None` above [`MAX_WIDTH`].
pub(crate) fn width(from: i32, to: i32) -> Option<usize> {
    let width = from.abs_diff(to) as usize + 1;
    (width <= MAX_WIDTH).then_some(width)
}

/// The names of the bits `from:to`, in that order, at most [`MAX_WIDTH`].
pub(crate) fn bit_names(base: &str, from: i32, to: i32) -> impl Iterator<Item = Box<str>> {
    (0..width(from, to).unwrap_or(MAX_WIDTH)).map(move |position| bit_name(base, from, to, position))
}

/// The name of the bit at `position` of `from:to`.
pub(crate) fn bit_name(base: &str, from: i32, to: i32, position: usize) -> Box<str> {
    let offset = position as i64;
    let index = i64::from(from) + if from <= to { offset } else { -offset };
    format!("{base}[{index}]").into()
}
