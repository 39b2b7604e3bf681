//! Going past what is not understood or not needed.

use crate::class::{self, INSIDE, NUMBER, START};
use crate::keyword::{self, Role};
use crate::reader::{Failed, Reader};

/// As much as skipping has to know of a token.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Token<'t> {
    /// A plain word, reserved or not.
    Word(&'t str),
    /// One byte.
    Symbol(u8),
    Other,
    End,
}

impl<'t> Reader<'t> {
    /// Goes past one token of any kind.
    fn token(&mut self) -> Token<'t> {
        let first = self.peek();
        if self.at >= self.text.len() {
            return Token::End;
        }
        if class::is(first, START) {
            return Token::Word(self.plain());
        }
        if first == b'"' {
            self.skip_string();
            return Token::Other;
        }
        let span = self.next_token();
        self.at = span.end;
        if span.len() > 1 || class::is(first, NUMBER) { Token::Other } else { Token::Symbol(first) }
    }

    /// Goes past one token, whatever it is.
    pub(crate) fn skip_token(&mut self) {
        self.token();
    }

    /// Goes past the next semicolon, or to a word that can only start an item; whether it was a semicolon.
    pub(crate) fn recover(&mut self) -> bool {
        loop {
            self.peek();
            let start = self.at;
            match self.token() {
                Token::End => return false,
                Token::Symbol(b';') => return true,
                Token::Word(word) if keyword::role(word).is_some_and(starts_item) => {
                    self.at = start;
                    return false;
                }
                _ => {}
            }
        }
    }

    /// Goes past the rest of a statement that is not read.
    pub(crate) fn skip_to_semicolon(&mut self) -> Result<(), Failed> {
        if self.recover() { Ok(()) } else { Err(self.fail("';'")) }
    }

    /// Goes past the behavioural statement that starts here: to its semicolon, or past the `end` that closes it.
    pub(crate) fn skip_statement(&mut self) {
        let mut blocks = 0usize;
        let mut parentheses = 0usize;
        loop {
            self.peek();
            let start = self.at;
            match self.token() {
                Token::End => return,
                Token::Word(word) if is_module_bound(word) => {
                    self.at = start;
                    return;
                }
                Token::Word("begin" | "fork" | "case" | "casex" | "casez") => {
                    blocks += 1;
                    parentheses = 0;
                }
                Token::Word("end" | "join" | "endcase") => {
                    blocks = blocks.saturating_sub(1);
                    parentheses = 0;
                    if blocks == 0 && !self.is_else_next() {
                        return;
                    }
                }
                Token::Symbol(b'(') => parentheses += 1,
                Token::Symbol(b')') => parentheses = parentheses.saturating_sub(1),
                // What follows may look like an attribute: `@(*)`, `@(* )`.
                Token::Symbol(b'@') if self.byte(self.at) == b'(' => {
                    parentheses += 1;
                    self.at += 1;
                }
                Token::Symbol(b';') if blocks == 0 && parentheses == 0 && !self.is_else_next() => return,
                _ => {}
            }
        }
    }

    fn is_else_next(&mut self) -> bool {
        if !class::is(self.peek(), START) {
            return false;
        }
        let end = class::run_end(self.bytes(), self.at, INSIDE);
        &self.text[self.at..end] == "else"
    }

    /// Goes past the word `end`, or to the end of the module if that comes first.
    pub(crate) fn skip_block(&mut self, end: &str) {
        loop {
            self.peek();
            let start = self.at;
            match self.token() {
                Token::End => return,
                Token::Word(word) if word == end => return,
                Token::Word(word) if is_module_bound(word) => {
                    self.at = start;
                    return;
                }
                _ => {}
            }
        }
    }

    /// Goes to the next word that can start something outside a module.
    pub(crate) fn skip_to_module(&mut self) {
        loop {
            self.peek();
            let start = self.at;
            match self.token() {
                Token::End => return,
                Token::Word("module" | "macromodule" | "primitive") => {
                    self.at = start;
                    return;
                }
                _ => {}
            }
        }
    }

    /// Goes past a parenthesis and all that it holds.
    pub(crate) fn skip_parentheses(&mut self) -> Result<(), Failed> {
        let mut depth = 0usize;
        loop {
            self.peek();
            let start = self.at;
            match self.token() {
                Token::Symbol(b'(') => depth += 1,
                Token::Symbol(b')') => depth -= 1,
                Token::End | Token::Symbol(b';') => {
                    self.at = start;
                    return Err(self.fail("')'"));
                }
                _ => {}
            }
            if depth == 0 {
                return Ok(());
            }
        }
    }

    /// Goes past `#5`, `#1.5`, `#name` or `#(...)`, if that is next.
    pub(crate) fn skip_hash(&mut self) -> Result<bool, Failed> {
        if !self.accept(b'#') {
            return Ok(false);
        }
        let first = self.peek();
        if first == b'(' {
            self.skip_parentheses()?;
        } else if class::is(first, INSIDE | NUMBER) {
            self.skip_token();
            while self.byte(self.at) == b'.' {
                self.at = class::run_end(self.bytes(), self.at + 1, INSIDE);
            }
        } else {
            return Err(self.fail("a value or '(' after '#'"));
        }
        Ok(true)
    }
}

fn is_module_bound(word: &str) -> bool {
    matches!(word, "module" | "macromodule" | "endmodule")
}

/// Whether a statement that runs into this word has lost its semicolon.
fn starts_item(role: Role) -> bool {
    !matches!(role, Role::Gate | Role::Modifier | Role::Name | Role::Other)
}
