//! The text as commands and words: braces, blanks, comments, continued lines.

use memchr::{memchr, memchr3};

use super::reader::{Failed, Reader};
use super::value::{Text, Value, Word};

/// Brackets in brackets that are accepted. Files have three or so.
const DEEPEST: usize = 50;

impl<'t> Reader<'t, '_> {
    pub(crate) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// The next word of the command; none at its end.
    pub(crate) fn word(&mut self) -> Result<Option<Word<'t>>, Failed> {
        self.skip_blanks();
        let start = self.at;
        if self.at_command_end() {
            return Ok(None);
        }
        let value = match self.peek() {
            Some(b'{') => self.braced()?,
            Some(b'"') => self.quoted()?,
            _ => self.bare()?,
        };
        Ok(Some(Word { value, span: start..self.at }))
    }

    /// Whether the command ends here.
    fn at_command_end(&self) -> bool {
        match self.peek() {
            None | Some(b'\n' | b';') => true,
            Some(b']') => self.depth > 0,
            Some(_) => false,
        }
    }

    /// What stands between braces, as it is.
    fn braced(&mut self) -> Result<Value<'t>, Failed> {
        let open = self.at;
        let mut depth = 0_usize;
        loop {
            let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
            let Some(next) = memchr3(b'{', b'}', b'\\', rest) else {
                return Err(self.unclosed(open, '}'));
            };
            self.at += next + 1;
            match rest[next] {
                b'{' => depth += 1,
                b'}' => depth -= 1,
                _ => self.at += 1,
            }
            if depth == 0 {
                break;
            }
        }
        let inner = &self.text[open + 1..self.at - 1];
        self.expect_word_end('}')?;
        Ok(Value::Text(Text::Source(inner)))
    }

    /// What stands between double quotes, substituted.
    fn quoted(&mut self) -> Result<Value<'t>, Failed> {
        let open = self.at;
        self.at += 1;
        let value = self.substituted(true)?;
        if self.peek().is_none() {
            return Err(self.unclosed(open, '"'));
        }
        self.at += 1;
        self.expect_word_end('"')?;
        Ok(value)
    }

    /// A script in brackets: the value of its last command.
    pub(crate) fn bracket(&mut self) -> Result<Value<'t>, Failed> {
        let open = self.at;
        if self.depth == DEEPEST {
            self.diagnostics.error("SDC-008", Some((self.text, open..open + 1)), || {
                format!("more than {DEEPEST} brackets in one another")
            });
            return Err(Failed);
        }
        self.at += 1;
        self.depth += 1;
        let mut value = Value::EMPTY;
        loop {
            self.skip_separators();
            match self.peek() {
                None => return Err(self.unclosed(open, ']')),
                Some(b']') => break,
                Some(_) => value = self.command()?,
            }
        }
        self.at += 1;
        self.depth -= 1;
        Ok(value)
    }

    /// Reports that the brace, quote or bracket at `open` is never closed. Nothing after it can be trusted.
    pub(crate) fn unclosed(&mut self, open: usize, closing: char) -> Failed {
        self.at = self.text.len();
        self.diagnostics.error("SDC-009", Some((self.text, open..open + 1)), || {
            format!("expected '{closing}' to close this, up to the end of the file")
        });
        Failed
    }

    fn expect_word_end(&mut self, closing: char) -> Result<(), Failed> {
        let blank = self.peek().is_none_or(|byte| byte <= b' ');
        if blank || self.at_command_end() || self.continuation().is_some() {
            return Ok(());
        }
        let next = self.text[self.at..].chars().next().map_or(0, char::len_utf8);
        self.diagnostics.error("SDC-010", Some((self.text, self.at..self.at + next)), || {
            format!("expected a blank after the closing '{closing}'")
        });
        Err(Failed)
    }

    /// The length of the backslash and line end here, if that is what is here.
    pub(crate) fn continuation(&self) -> Option<usize> {
        match self.text.as_bytes().get(self.at..)? {
            [b'\\', b'\n', ..] => Some(2),
            [b'\\', b'\r', b'\n', ..] => Some(3),
            _ => None,
        }
    }

    fn skip_blanks(&mut self) {
        loop {
            match self.peek() {
                Some(b'\n') | None => return,
                Some(0..=b' ') => self.at += 1,
                Some(b'\\') => match self.continuation() {
                    Some(length) => self.at += length,
                    None => return,
                },
                Some(_) => return,
            }
        }
    }

    /// Goes to the next command: past blanks, ends of commands, comments.
    pub(crate) fn skip_separators(&mut self) {
        loop {
            self.skip_blanks();
            match self.peek() {
                Some(b'\n' | b';') => self.at += 1,
                Some(b'#') => self.skip_comment(),
                _ => return,
            }
        }
    }

    /// A comment goes on in the next line if a backslash ends this one.
    fn skip_comment(&mut self) {
        loop {
            let start = self.at;
            self.skip_line();
            let line = self.text.as_bytes()[start..self.at].trim_ascii_end();
            if line.last() != Some(&b'\\') || self.at >= self.text.len() {
                return;
            }
            self.at += 1;
        }
    }

    /// Goes to the end of the line.
    pub(crate) fn skip_line(&mut self) {
        let rest = &self.text.as_bytes()[self.at.min(self.text.len())..];
        self.at = self.text.len() - rest.len() + memchr(b'\n', rest).unwrap_or(rest.len());
    }
}
