//! Commands: where they begin and end, and their words.

use super::words::{ParseError, Substitutions, Token, TokenKind, Until};

/// Reads one command after the other.
#[derive(Clone)]
pub(crate) struct Parser<'a> {
    pub text: &'a str,
    pub(super) bytes: &'a [u8],
    pub at: usize,
    /// Whether a closing bracket ends the script.
    pub nested: bool,
    pub(super) depth: u32,
}

/// A command in a script.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Command {
    pub start: usize,
    /// Where it ends, without what separates it from the next.
    pub end: usize,
}

impl<'a> Parser<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { text, bytes: text.as_bytes(), at: 0, nested: false, depth: 0 }
    }

    /// The next command, whose words are added to `tokens`; `None` at the end. A command without words is left out.
    pub fn next(&mut self, tokens: &mut Vec<Token>) -> Result<Option<Command>, ParseError> {
        self.skip_to_command();
        if self.at >= self.bytes.len() || (self.nested && self.bytes[self.at] == b']') {
            return Ok(None);
        }
        let start = self.at;
        loop {
            self.skip_blanks();
            if self.at >= self.bytes.len() || self.is_command_end() {
                break;
            }
            self.word(tokens)?;
        }
        let end = self.at;
        if self.at < self.bytes.len() && !(self.nested && self.bytes[self.at] == b']') {
            self.at += 1;
        }
        Ok(Some(Command { start, end }))
    }

    /// Goes to the end of a command that cannot be taken apart: characters that are too many begin another word. Gives the end; none where it is not known.
    pub fn skip_broken(&mut self, error: ParseError) -> Option<usize> {
        let (mut error, mut tokens) = (Some(error), Vec::new());
        loop {
            if let Some(error) = error.take() {
                if !error.is_extra() {
                    return None;
                }
                self.at = error.at;
            }
            self.skip_blanks();
            if self.at >= self.bytes.len() || self.is_command_end() {
                return Some(self.at);
            }
            error = self.word(&mut tokens).err();
        }
    }

    /// Skips white space, separators of commands and comments.
    pub fn skip_to_command(&mut self) {
        loop {
            match self.bytes.get(self.at) {
                Some(b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c | b';') => self.at += 1,
                Some(b'\\') if self.bytes.get(self.at + 1) == Some(&b'\n') => self.at += 2,
                Some(b'#') => self.skip_comment(),
                _ => return,
            }
        }
    }

    fn skip_comment(&mut self) {
        while let Some(length) = memchr::memchr2(b'\n', b'\\', &self.bytes[self.at..]) {
            self.at += length + 1;
            if self.bytes[self.at - 1] == b'\n' {
                return;
            }
            if self.at < self.bytes.len() {
                self.at += 1;
            }
        }
        self.at = self.bytes.len();
    }

    /// Skips white space between words.
    fn skip_blanks(&mut self) {
        loop {
            match self.bytes.get(self.at) {
                Some(b' ' | b'\t' | b'\r' | 0x0b | 0x0c) => self.at += 1,
                Some(b'\\') if self.bytes.get(self.at + 1) == Some(&b'\n') => self.at += 2,
                _ => return,
            }
        }
    }

    fn is_command_end(&self) -> bool {
        match self.bytes[self.at] {
            b'\n' | b';' => true,
            b']' => self.nested,
            _ => false,
        }
    }

    /// Whether a word ends here.
    pub(super) fn is_word_end(&self) -> bool {
        match self.bytes.get(self.at) {
            None | Some(b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c | b';') => true,
            Some(b']') => self.nested,
            Some(b'\\') => self.bytes.get(self.at + 1) == Some(&b'\n'),
            Some(_) => false,
        }
    }

    fn word(&mut self, tokens: &mut Vec<Token>) -> Result<(), ParseError> {
        let head = tokens.len();
        let start = self.at;
        self.push(tokens, TokenKind::Word, start, start);
        if self.bytes[self.at..].starts_with(b"{*}") {
            self.at += 3;
            if self.is_word_end() {
                self.at = start;
            } else {
                tokens[head].kind = TokenKind::ExpandedWord;
            }
        }
        match self.bytes[self.at] {
            b'"' => self.quoted(tokens)?,
            b'{' => self.braced(tokens)?,
            _ => self.parts(Until::WordEnd, Substitutions::ALL, tokens)?,
        }
        tokens[head].end = self.at as u32;
        tokens[head].count = (tokens.len() - head - 1) as u32;
        Ok(())
    }

    fn quoted(&mut self, tokens: &mut Vec<Token>) -> Result<(), ParseError> {
        let open = self.at;
        let head = tokens.len();
        self.at += 1;
        self.parts(Until::Quote, Substitutions::ALL, tokens)?;
        if self.bytes.get(self.at) != Some(&b'"') {
            return Err(ParseError::new("missing \"", "MISSINGQUOTE", open));
        }
        self.at += 1;
        if tokens.len() == head {
            self.push(tokens, TokenKind::Text, open + 1, open + 1);
        }
        self.nothing_follows("extra characters after close-quote", "EXTRAQUOTE")
    }

    fn nothing_follows(&self, message: &'static str, code: &'static str) -> Result<(), ParseError> {
        if self.is_word_end() { Ok(()) } else { Err(ParseError::new(message, code, self.at)) }
    }

    fn braced(&mut self, tokens: &mut Vec<Token>) -> Result<(), ParseError> {
        let open = self.at;
        let mut text_start = open + 1;
        let mut depth = 1usize;
        self.at += 1;
        let head = tokens.len();
        loop {
            let Some(length) = memchr::memchr3(b'{', b'}', b'\\', &self.bytes[self.at..]) else {
                return Err(ParseError::new("missing close-brace", "MISSINGBRACE", open));
            };
            self.at += length;
            match self.bytes[self.at] {
                b'{' => depth += 1,
                b'}' => depth -= 1,
                _ if self.bytes.get(self.at + 1) == Some(&b'\n') => {
                    if self.at > text_start {
                        self.push(tokens, TokenKind::Text, text_start, self.at);
                    }
                    let start = self.at;
                    self.at += super::backslash(&self.text[start..]).1;
                    self.push(tokens, TokenKind::Backslash, start, self.at);
                    text_start = self.at;
                    continue;
                }
                _ => self.at += 1,
            }
            self.at = (self.at + 1).min(self.bytes.len());
            if depth == 0 {
                break;
            }
        }
        if self.at - 1 > text_start || tokens.len() == head {
            self.push(tokens, TokenKind::Text, text_start, self.at - 1);
        }
        self.nothing_follows("extra characters after close-brace", "EXTRABRACE")
    }
}
