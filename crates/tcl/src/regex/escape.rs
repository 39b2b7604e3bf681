//! The escapes of advanced regular expressions.

use super::RegexError;
use super::charset::{CharSet, Class};
use super::parse::Parser;
use super::syntax::{Assertion, Note};

/// What an escape stands for.
pub(super) enum Escape {
    Char(char),
    Set(CharSet),
    Assertion(Assertion),
    BackReference(usize),
}

impl Parser {
    /// The escape whose backslash is taken already.
    pub(super) fn escape(&mut self) -> Result<Escape, RegexError> {
        let c = self.peek(0).ok_or(RegexError::Escape)?;
        self.position += 1;
        if !Class::Alnum.contains(c) {
            return Ok(Escape::Char(c));
        }
        self.syntax.note(Note::NonPosix);
        match c {
            'd' | 'D' | 's' | 'S' | 'w' | 'W' => Ok(self.class_escape(c)),
            'A' | 'm' | 'M' | 'y' | 'Y' | 'Z' => Ok(self.assertion_escape(c)),
            '1'..='9' => self.reference_or_octal(),
            _ => self.char_escape(c).map(Escape::Char),
        }
    }

    fn class_escape(&mut self, c: char) -> Escape {
        self.syntax.note(Note::Locale);
        let mut set = CharSet::class(match c {
            'd' | 'D' => Class::Digit,
            's' | 'S' => Class::Space,
            _ => Class::Word,
        });
        if c.is_ascii_uppercase() {
            set.negate(self.flags.line_stop);
        }
        Escape::Set(set)
    }

    fn assertion_escape(&mut self, c: char) -> Escape {
        if !matches!(c, 'A' | 'Z') {
            self.syntax.note(Note::Locale);
        }
        Escape::Assertion(match c {
            'A' => Assertion::Beginning,
            'Z' => Assertion::TextEnd,
            'm' => Assertion::WordStart,
            'M' => Assertion::WordEnd,
            'y' => Assertion::WordEdge,
            _ => Assertion::NoWordEdge,
        })
    }

    /// One character by its name or its number.
    fn char_escape(&mut self, c: char) -> Result<char, RegexError> {
        Ok(match c {
            'a' => {
                self.syntax.note(Note::Locale);
                '\x07'
            }
            'e' => {
                self.syntax.note(Note::Unportable);
                self.syntax.note(Note::Locale);
                '\x1b'
            }
            'b' => '\x08',
            'B' => '\\',
            'c' => {
                self.syntax.note(Note::Unportable);
                let c = self.peek(0).ok_or(RegexError::Escape)?;
                self.position += 1;
                char::from((c as u32 & 31) as u8)
            }
            'f' => '\x0c',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'v' => '\x0b',
            'u' => self.hexadecimal(4)?,
            'U' => self.hexadecimal(8)?,
            'x' => {
                self.syntax.note(Note::Unportable);
                self.hexadecimal(2)?
            }
            '0' => {
                self.position -= 1;
                self.octal()?
            }
            _ => return Err(RegexError::Escape),
        })
    }

    /// At least one and at most so many hexadecimal digits, as long as they make the number of a character.
    fn hexadecimal(&mut self, most: usize) -> Result<char, RegexError> {
        let start = self.position;
        let mut code = 0;
        while self.position - start < most {
            let Some(digit) = self.peek(0).and_then(|c| c.to_digit(16)) else { break };
            let larger = code * 16 + digit;
            if larger > u32::from(char::MAX) {
                break;
            }
            code = larger;
            self.position += 1;
        }
        if self.position == start {
            return Err(RegexError::Escape);
        }
        Ok(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    /// At least one and at most three octal digits, as long as they make a byte.
    fn octal(&mut self) -> Result<char, RegexError> {
        self.syntax.note(Note::Unportable);
        let start = self.position;
        let mut code = 0;
        while self.position - start < 3 {
            let Some(digit) = self.peek(0).and_then(|c| c.to_digit(8)) else { break };
            let Ok(larger) = u8::try_from(u32::from(code) * 8 + digit) else { break };
            code = larger;
            self.position += 1;
        }
        if self.position == start { Err(RegexError::Escape) } else { Ok(char::from(code)) }
    }

    /// A single digit is a back reference; more digits are one if there are so many groups, and octal digits
    /// otherwise. The first digit is taken already.
    fn reference_or_octal(&mut self) -> Result<Escape, RegexError> {
        let start = self.position - 1;
        self.position = start;
        let mut number = 0_usize;
        while let Some(digit) = self.peek(0).and_then(|c| c.to_digit(10)) {
            number = number.saturating_mul(10).saturating_add(digit as usize);
            self.position += 1;
        }
        if self.position - start == 1 || number <= self.opened {
            return Ok(Escape::BackReference(number));
        }
        self.position = start;
        self.octal().map(Escape::Char)
    }
}
