//! Bracket expressions.

use super::RegexError;
use super::charset::{CharSet, Class};
use super::escape::Escape;
use super::names::NAMES;
use super::parse::{Kind, Parser};
use super::syntax::{NodeId, Note};

/// A part of a bracket expression.
enum Part {
    Char(char),
    /// A `-` that is neither the first nor the last.
    Dash,
    /// All that a set gets at once.
    Class(Class),
    Equivalents(char),
}

impl Parser {
    /// The bracket expression whose opening bracket is taken already.
    pub(super) fn bracket(&mut self) -> Result<NodeId, RegexError> {
        let negated = self.take('^');
        let nocase = self.flags.nocase;
        let mut set = CharSet::default();
        let mut first = true;
        while first || self.peek(0) != Some(']') {
            match self.part(first)? {
                Part::Class(class) => set.add_class(class, nocase),
                Part::Equivalents(c) => set.add_range(c, c, nocase),
                Part::Dash => return Err(RegexError::Range),
                Part::Char(low) => {
                    let high = self.range_end(low)?;
                    set.add_range(low, high, nocase);
                }
            }
            first = false;
        }
        self.position += 1;
        if negated {
            set.negate(self.flags.line_stop);
        }
        Ok(self.set_node(set))
    }

    /// The last character of the range that begins with one; that itself if no range begins.
    fn range_end(&mut self, low: char) -> Result<char, RegexError> {
        if self.peek(0) != Some('-') || self.peek(1) == Some(']') {
            return Ok(low);
        }
        self.position += 1;
        if self.looking_at("[:") || self.looking_at("[=") {
            return Err(RegexError::Range);
        }
        let high = match self.part(false)? {
            Part::Char(high) => high,
            Part::Dash => '-',
            _ => return Err(RegexError::Range),
        };
        self.check_next()?;
        if high < low {
            return Err(RegexError::Range);
        }
        if high > low {
            self.syntax.note(Note::Unportable);
        }
        Ok(high)
    }

    /// What is wrong with the part that follows another counts before what is wrong with that one.
    fn check_next(&mut self) -> Result<(), RegexError> {
        let (here, notes) = (self.position, self.syntax.notes);
        match self.peek(0) {
            None => return Err(RegexError::Brackets),
            Some('\\') => {
                self.position += 1;
                self.backslash()?;
            }
            _ => {}
        }
        (self.position, self.syntax.notes) = (here, notes);
        Ok(())
    }

    /// The next part.
    fn part(&mut self, first: bool) -> Result<Part, RegexError> {
        let c = self.peek(0).ok_or(RegexError::Brackets)?;
        self.position += 1;
        match c {
            '\\' => self.backslash(),
            '-' if !first && self.peek(0) != Some(']') => Ok(Part::Dash),
            '[' => match self.peek(0) {
                Some('.') => self.element('.').map(Part::Char),
                Some('=') => {
                    self.syntax.note(Note::Locale);
                    self.element('=').map(Part::Equivalents)
                }
                Some(':') => {
                    self.syntax.note(Note::Locale);
                    let name = self.enclosed(':')?;
                    Class::named(&name).map(Part::Class).ok_or(RegexError::CharacterClass)
                }
                _ => Ok(Part::Char(c)),
            },
            _ => Ok(Part::Char(c)),
        }
    }

    /// A backslash: an escape in advanced expressions, plain in others.
    fn backslash(&mut self) -> Result<Part, RegexError> {
        self.syntax.note(Note::BracketBackslash);
        if self.kind != Kind::Advanced {
            return Ok(Part::Char('\\'));
        }
        self.syntax.note(Note::NonPosix);
        let class = match self.peek(0) {
            Some('d') => Class::Digit,
            Some('s') => Class::Space,
            Some('w') => Class::Word,
            _ => {
                return match self.escape()? {
                    Escape::Char(c) => Ok(Part::Char(c)),
                    _ => Err(RegexError::Escape),
                };
            }
        };
        self.position += 1;
        self.syntax.note(Note::Locale);
        Ok(Part::Class(class))
    }

    /// The text of `[.text.]` and its like; the opening bracket is taken already.
    fn enclosed(&mut self, sign: char) -> Result<String, RegexError> {
        self.position += 1;
        let mut text = String::new();
        loop {
            let c = self.peek(0).ok_or(RegexError::Brackets)?;
            self.position += 1;
            if c == sign && self.take(']') {
                self.check_next()?;
                return Ok(text);
            }
            text.push(c);
        }
    }

    /// The collating element in `[.name.]` or `[=name=]`: a character or the name of one.
    fn element(&mut self, sign: char) -> Result<char, RegexError> {
        let name = self.enclosed(sign)?;
        let mut chars = name.chars();
        if let (Some(only), None) = (chars.next(), chars.next()) {
            return Ok(only);
        }
        self.syntax.note(Note::Locale);
        let code = NAMES.iter().find(|(known, _)| *known == name).map(|&(_, code)| code);
        code.map(char::from).ok_or(RegexError::CollatingElement)
    }
}
