//! What may stand between any two tokens: white space, comments, attributes and directives.

use memchr::memmem;

use crate::class::{self, SPACE};
use crate::reader::Reader;

impl Reader<'_> {
    /// Goes to the next token and gives its first byte, 0 at the end.
    pub(crate) fn skip_blanks(&mut self) -> u8 {
        loop {
            let first = self.byte(self.at);
            if class::is(first, SPACE) {
                self.at += 1;
                continue;
            }
            match (first, self.byte(self.at + 1)) {
                (b'/', b'/') => self.skip_line_comment(),
                (b'/', b'*') => self.skip_block_comment(),
                // `@(*)` is no attribute.
                (b'(', b'*') if self.byte(self.at + 2) != b')' => self.skip_attribute(),
                (b'`', _) => self.skip_directive(),
                _ => return first,
            }
        }
    }

    pub(crate) fn skip_line_comment(&mut self) {
        let rest = &self.bytes()[self.at..];
        self.at += memchr::memchr(b'\n', rest).unwrap_or(rest.len());
    }

    pub(crate) fn skip_block_comment(&mut self) {
        let start = self.at;
        match memmem::find(&self.bytes()[start + 2..], b"*/") {
            Some(length) => self.at = start + 2 + length + 2,
            None => {
                self.at = self.text.len();
                self.diagnostics.error("VLOG-002", Some((self.text, start..start + 2)), || {
                    "this comment has no end: expected '*/'".to_string()
                });
            }
        }
    }

    fn skip_attribute(&mut self) {
        let start = self.at;
        self.at += 2;
        while let Some(length) = memchr::memchr2(b'*', b'"', &self.bytes()[self.at..]) {
            self.at += length;
            if self.byte(self.at) == b'"' {
                self.skip_string();
            } else if self.byte(self.at + 1) == b')' {
                self.at += 2;
                return;
            } else {
                self.at += 1;
            }
        }
        self.at = self.text.len();
        self.diagnostics.error("VLOG-003", Some((self.text, start..start + 2)), || {
            "this attribute has no end: expected '*)'".to_string()
        });
    }

    /// Goes past the string whose quotation mark is here. It ends with its line.
    pub(crate) fn skip_string(&mut self) {
        let start = self.at;
        self.at += 1;
        loop {
            let Some(length) = memchr::memchr3(b'"', b'\\', b'\n', &self.bytes()[self.at..]) else {
                self.at = self.text.len();
                break;
            };
            self.at += length + 1;
            match (self.byte(self.at - 1), self.byte(self.at)) {
                (b'"', _) => return,
                (b'\\', b'"' | b'\\' | b'\n') => self.at += 1,
                (b'\\', _) => {}
                _ => break,
            }
        }
        self.diagnostics.error("VLOG-004", Some((self.text, start..self.at)), || {
            "this string has no end: expected '\"' on the same line".to_string()
        });
    }
}
