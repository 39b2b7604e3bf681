//! The state of reading, and the small steps that everything else is made of.

use std::collections::VecDeque;
use std::ops::Range;

use rustc_hash::FxHashSet;
use zeroslack_input::Diagnostics;

use crate::Module;
use crate::class::{self, BLANK, INSIDE, NUMBER, SPACE, START};
use crate::condition::Condition;
use crate::keyword::{self, Role};
use crate::pieces::{Mark, Piece};

/// What could not be read has been reported.
#[derive(Debug)]
pub(crate) struct Failed;

/// A plain word or an escaped name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word<'t> {
    pub(crate) text: &'t str,
    /// Where `text` starts: after the backslash of an escaped name.
    pub(crate) offset: usize,
    pub(crate) role: Option<Role>,
}

pub(crate) struct Reader<'t> {
    pub(crate) text: &'t str,
    pub(crate) at: usize,
    pub(crate) diagnostics: Diagnostics,
    /// The one being read: all of it, or what follows its `sections`.
    pub(crate) module: Module<'t>,
    /// Whether its header was read without an error.
    pub(crate) has_all_ports: bool,
    /// What was read of it before, in order.
    pub(crate) sections: Vec<Module<'t>>,
    /// Number of elements that indices into a module's arrays reach.
    pub(crate) index_limit: usize,
    /// The same for `module`, without its sections.
    pub(crate) index_left: usize,
    /// Bytes that replications and sized constants may still take: a short text can ask for any number of them.
    pub(crate) expansion_left: usize,
    /// Names of the macros that are defined here.
    pub(crate) defines: FxHashSet<String>,
    /// The conditional directives that this is inside of, from the outside in.
    pub(crate) conditions: Vec<Condition>,
    /// Whether a piece has come to a directive whose meaning depends on the text before it.
    pub(crate) has_met_condition: bool,
    /// Where reading stops before the next item: where a piece of the text starts that was read already, or where the piece ends that this reads.
    pub(crate) stop: usize,
    /// Bytes of the whole text, where this reads a piece of it.
    pub(crate) piece_of: Option<usize>,
    /// The pieces that were read already and lie ahead.
    pub(crate) pieces: VecDeque<Piece<'t>>,
    /// Modules of a piece that are whole, to be handed out next.
    pub(crate) ready: VecDeque<Module<'t>>,
    /// The module that a piece ends in, to be read on after them.
    pub(crate) open: Option<Module<'t>>,
    /// What was there before the item that is being read; only in a piece.
    pub(crate) mark: Mark,
}

impl<'t> Reader<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self {
            text,
            at: if text.starts_with('\u{feff}') { 3 } else { 0 },
            diagnostics: Diagnostics::new(),
            module: Module::default(),
            has_all_ports: true,
            sections: Vec::new(),
            index_limit: u32::MAX as usize,
            index_left: u32::MAX as usize,
            expansion_left: (1 << 27) + text.len().saturating_mul(64),
            defines: FxHashSet::default(),
            conditions: Vec::new(),
            has_met_condition: false,
            stop: text.len(),
            piece_of: None,
            pieces: VecDeque::new(),
            ready: VecDeque::new(),
            open: None,
            mark: Mark::default(),
        }
    }

    pub(crate) fn bytes(&self) -> &'t [u8] {
        self.text.as_bytes()
    }

    /// The byte at `at`, 0 past the end.
    #[inline(always)]
    pub(crate) fn byte(&self, at: usize) -> u8 {
        self.bytes().get(at).copied().unwrap_or(0)
    }

    /// The first byte of the next token, to which it goes; 0 at the end.
    #[inline(always)]
    pub(crate) fn peek(&mut self) -> u8 {
        let mut byte = self.byte(self.at);
        if byte == b' ' {
            self.at += 1;
            byte = self.byte(self.at);
        }
        if !class::is(byte, BLANK) || (byte == b'(' && self.byte(self.at + 1) != b'*') {
            return byte;
        }
        self.skip_blanks()
    }

    /// Goes past the one-byte token `symbol` if it is next.
    #[inline(always)]
    pub(crate) fn accept(&mut self, symbol: u8) -> bool {
        // Not `self.at += usize::from(found)`: rustc 1.95 drops the addition (rust-lang/rust#158206).
        if self.peek() != symbol {
            return false;
        }
        self.at += 1;
        true
    }

    /// Goes past the one-byte token `symbol`, which must be next.
    #[inline(always)]
    pub(crate) fn expect(&mut self, symbol: u8, expected: &str) -> Result<(), Failed> {
        if self.accept(symbol) { Ok(()) } else { Err(self.fail(expected)) }
    }

    /// A name, which must be next.
    #[inline(always)]
    pub(crate) fn name(&mut self, expected: &str) -> Result<&'t str, Failed> {
        if class::is(self.peek(), START) {
            let name = self.plain();
            if !keyword::is_reserved(name) {
                return Ok(name);
            }
            self.at -= name.len();
        } else if self.byte(self.at) == b'\\' {
            return self.escaped();
        }
        Err(self.fail(expected))
    }

    /// The plain word that starts here.
    #[inline(always)]
    pub(crate) fn plain(&mut self) -> &'t str {
        let start = self.at;
        self.at = class::run_end(self.bytes(), start + 1, INSIDE);
        &self.text[start..self.at]
    }

    /// The escaped name whose backslash is here.
    pub(crate) fn escaped(&mut self) -> Result<&'t str, Failed> {
        let start = self.at + 1;
        let end = escaped_end(self.bytes(), start);
        if start == end {
            return Err(self.fail("a name after the backslash"));
        }
        self.at = end;
        Ok(&self.text[start..end])
    }

    /// A plain word, reserved or not, or an escaped name; `None` and nothing done if something else is next.
    #[inline(always)]
    pub(crate) fn word(&mut self) -> Result<Option<Word<'t>>, Failed> {
        let first = self.peek();
        if class::is(first, START) {
            let offset = self.at;
            let text = self.plain();
            return Ok(Some(Word {
                text,
                offset,
                role: keyword::role(text).filter(|role| *role != Role::Name),
            }));
        }
        if first == b'\\' {
            let offset = self.at + 1;
            return Ok(Some(Word { text: self.escaped()?, offset, role: None }));
        }
        Ok(None)
    }

    /// What the next token stands for if it is a reserved word.
    pub(crate) fn peek_role(&mut self) -> Option<Role> {
        if !class::is(self.peek(), START) {
            return None;
        }
        let end = class::run_end(self.bytes(), self.at, INSIDE);
        keyword::role(&self.text[self.at..end])
    }

    /// Reports that the next token is not what was expected.
    #[cold]
    #[inline(never)]
    pub(crate) fn fail(&mut self, expected: &str) -> Failed {
        self.peek();
        let span = self.next_token();
        let found = &self.text[span.clone()];
        let reserved = class::is(self.byte(self.at), START) && keyword::is_reserved(found);
        self.diagnostics.error("VLOG-001", Some((self.text, span)), || {
            if found.is_empty() {
                format!("expected {expected}, found the end of the file")
            } else if reserved {
                format!("expected {expected}, found the reserved word '{found}'")
            } else {
                format!("expected {expected}, found '{}'", shortened(found))
            }
        });
        Failed
    }

    /// The extent of the token that starts here.
    pub(crate) fn next_token(&self) -> Range<usize> {
        let first = self.byte(self.at);
        let bytes = self.bytes();
        let end = if class::is(first, START) {
            class::run_end(bytes, self.at, INSIDE)
        } else if class::is(first, NUMBER) {
            class::run_end(bytes, self.at, INSIDE | NUMBER)
        } else if first == b'\\' {
            escaped_end(bytes, self.at + 1)
        } else if first == b'$' {
            class::run_end(bytes, self.at, INSIDE)
        } else {
            self.at + self.text[self.at..].chars().next().map_or(0, char::len_utf8)
        };
        self.at..end
    }
}

/// Where the escaped name that goes through `from` ends.
pub(crate) fn escaped_end(bytes: &[u8], from: usize) -> usize {
    let rest = &bytes[from..];
    rest.iter().position(|&byte| class::is(byte, SPACE)).map_or(bytes.len(), |length| from + length)
}

/// As much of `text` as a message should repeat.
pub(crate) fn shortened(text: &str) -> &str {
    &text[..text.floor_char_boundary(60)]
}
