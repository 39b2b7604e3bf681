//! Colors: characters that are in the same sets of a pattern have the same color.
//!
//! The colors of the ASCII characters are known from the beginning. Those of other characters are found when a
//! text has them, so that a pattern need not know all of Unicode.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::charset::{CharSet, Class};
use super::syntax::Assertion;

/// A color by its number.
pub(super) type Color = u32;

/// The color of the end of the text.
pub(super) const TEXT_END: Color = 0;
/// The color of the start of the text where it is the beginning of a line, and where it is not.
pub(super) const LINE_BEGINNING: Color = 1;
pub(super) const WITHIN_LINE: Color = 2;
/// The colors that are no characters.
const EDGES: usize = 3;

/// What assertions have to know of a character beside a place, as bits.
pub(super) type Context = u8;

/// How many contexts there are.
pub(super) const CONTEXTS: usize = 32;

const END: Context = 1;
const BEGINNING: Context = 2;
const LINE: Context = 4;
const NEWLINE: Context = 8;
const WORD: Context = 16;

impl Assertion {
    /// Whether it holds between two characters.
    pub(super) fn holds(self, left: Context, right: Context) -> bool {
        let (word_left, word_right) = (left & WORD != 0, right & WORD != 0);
        match self {
            Assertion::TextStart => left & LINE != 0,
            Assertion::LineStart => left & (LINE | NEWLINE) != 0,
            Assertion::Beginning => left & BEGINNING != 0,
            Assertion::TextEnd => right & END != 0,
            Assertion::LineEnd => right & (END | NEWLINE) != 0,
            Assertion::WordStart => !word_left && word_right,
            Assertion::WordEnd => word_left && !word_right,
            Assertion::WordEdge => word_left != word_right,
            Assertion::NoWordEdge => word_left == word_right,
        }
    }

    /// The bits that it looks at.
    pub(super) fn needs(self) -> Context {
        match self {
            Assertion::TextStart => LINE,
            Assertion::LineStart => LINE | NEWLINE,
            Assertion::Beginning => BEGINNING,
            Assertion::TextEnd => END,
            Assertion::LineEnd => END | NEWLINE,
            _ => WORD,
        }
    }
}

/// The contexts that a place may have on its left, and on its right.
pub(super) const LEFT_CONTEXTS: [Context; 4] = [BEGINNING | LINE, NEWLINE, WORD, 0];
pub(super) const RIGHT_CONTEXTS: [Context; 4] = [END, NEWLINE, WORD, 0];

/// The context that a character makes.
pub(super) fn context_of(c: char) -> Context {
    if c == '\n' {
        NEWLINE
    } else if Class::Word.contains(c) {
        WORD
    } else {
        0
    }
}

/// How many characters beyond ASCII are kept with their colors.
const MEMO: usize = 256;

/// The colors of a pattern.
#[derive(Debug)]
pub(super) struct Colors {
    pub ascii: [u16; 128],
    /// For each color the sets that have its characters, a bit each.
    members: Vec<Box<[u64]>>,
    contexts: Vec<Context>,
    ids: HashMap<(Box<[u64]>, Context), Color, FxBuildHasher>,
    memo: Vec<(char, Color)>,
    /// The bits of a context that matter to the pattern.
    mask: Context,
}

impl Colors {
    /// The colors for some sets and for assertions that look at some bits.
    pub(super) fn new(sets: &[CharSet], mask: Context) -> Colors {
        let none: Box<[u64]> = vec![0; sets.len().div_ceil(64)].into();
        let mut colors = Colors {
            ascii: [0; 128],
            members: vec![none; EDGES],
            contexts: vec![END & mask, (BEGINNING | LINE) & mask, BEGINNING & mask],
            ids: HashMap::default(),
            memo: vec![('\0', 0); MEMO],
            mask,
        };
        for code in 0..128_u8 {
            colors.ascii[usize::from(code)] = colors.find(sets, char::from(code)) as u16;
        }
        colors.memo.fill(('\0', Color::from(colors.ascii[0])));
        colors
    }

    /// How many colors there are so far.
    pub(super) fn count(&self) -> usize {
        self.members.len()
    }

    /// The color of a character.
    pub(super) fn color(&mut self, sets: &[CharSet], c: char) -> Color {
        if let Some(&color) = self.ascii.get(c as usize) {
            return Color::from(color);
        }
        let slot = c as usize % MEMO;
        let (known, color) = self.memo[slot];
        if known == c {
            return color;
        }
        let color = self.find(sets, c);
        self.memo[slot] = (c, color);
        color
    }

    fn find(&mut self, sets: &[CharSet], c: char) -> Color {
        let mut members: Box<[u64]> = vec![0; sets.len().div_ceil(64)].into();
        for (id, set) in sets.iter().enumerate() {
            if set.contains(c) {
                members[id / 64] |= 1 << (id % 64);
            }
        }
        let context = if self.mask == 0 { 0 } else { context_of(c) & self.mask };
        let next = self.members.len() as Color;
        *self.ids.entry((members, context)).or_insert_with_key(|(members, context)| {
            self.members.push(members.clone());
            self.contexts.push(*context);
            next
        })
    }

    /// Whether the characters of a color are in a set.
    pub(super) fn is_in(&self, color: Color, set: u32) -> bool {
        self.members[color as usize][set as usize / 64] & 1 << (set % 64) != 0
    }

    /// What the characters of a color are to an assertion.
    pub(super) fn context(&self, color: Color) -> Context {
        self.contexts[color as usize]
    }
}
