//! Words: text, backslash sequences, variables and commands in brackets.

use super::command::Parser;

/// A text that is no script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ParseError {
    pub message: &'static str,
    /// What kind of error it is; of a text that ends too early it begins with `MISSING`.
    pub code: &'static str,
    /// The place of what is not closed, or of what should not be there.
    pub at: usize,
}

impl ParseError {
    pub fn new(message: &'static str, code: &'static str, at: usize) -> Self {
        Self { message, code, at }
    }

    /// Where the character ends that is not closed or should not be there: messages show the text up to it, and Tcl shows its first byte
    /// only, which of a character beyond ASCII is nothing.
    pub fn end(&self, text: &str) -> usize {
        let is_shown = text.as_bytes().get(self.at).is_some_and(u8::is_ascii);
        (self.at + usize::from(is_shown)).min(text.len())
    }

    /// Whether something stands where a word has ended already, so that the end of the command is known all the same.
    pub fn is_extra(&self) -> bool {
        self.code.starts_with("EXTRA")
    }

    fn nesting(at: usize) -> Self {
        Self::new("too many nested compilations (infinite loop?)", "NESTING", at)
    }
}

/// A piece of a command. A piece that has pieces is followed by them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub kind: TokenKind,
    pub start: u32,
    pub end: u32,
    /// How many tokens after this one belong to it.
    pub count: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// A word of what follows.
    Word,
    /// A word behind `{*}`.
    ExpandedWord,
    /// Text as it stands.
    Text,
    /// A backslash sequence.
    Backslash,
    /// A script in brackets, brackets included.
    Command,
    /// A variable; its name follows as text.
    Variable,
    /// An element of an array; the array's name follows as text, then the pieces of the index.
    Element,
}

impl Token {
    pub fn range(&self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// Where a run of pieces ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Until {
    /// White space, or the end of the command.
    WordEnd,
    Quote,
    Parenthesis,
    TextEnd,
}

/// Which substitutions are made: `subst` can leave some out.
#[derive(Clone, Copy)]
pub(crate) struct Substitutions {
    pub backslashes: bool,
    pub commands: bool,
    pub variables: bool,
}

impl Substitutions {
    pub const ALL: Self = Self { backslashes: true, commands: true, variables: true };
}

/// How deep brackets may nest.
const MOST_DEPTH: u32 = 200;

/// Takes a text apart up to its end, as a quoted word without its quotes.
pub(crate) fn parse_parts(
    text: &str,
    which: Substitutions,
    tokens: &mut Vec<Token>,
) -> Result<(), ParseError> {
    let mut parser = Parser::new(text);
    parser.parts(Until::TextEnd, which, tokens)
}

/// Takes the variable apart at whose `$` a text begins; `false` if it is only a dollar sign.
pub(crate) fn parse_variable(
    text: &str,
    at: usize,
    tokens: &mut Vec<Token>,
) -> Result<(bool, usize), ParseError> {
    let mut parser = Parser::new(text);
    parser.at = at;
    parser.variable(tokens)?;
    let found =
        tokens.last().is_some_and(|token| token.kind != TokenKind::Text || token.end as usize != at + 1);
    Ok((found, parser.at))
}

/// Where the brackets end that begin at a place.
pub(crate) fn bracket_end(text: &str, at: usize) -> Result<usize, ParseError> {
    let mut parser = Parser::new(text);
    parser.at = at;
    parser.bracket(&mut Vec::new())?;
    Ok(parser.at)
}

impl Parser<'_> {
    pub(super) fn push(&self, tokens: &mut Vec<Token>, kind: TokenKind, start: usize, end: usize) {
        tokens.push(Token { kind, start: start as u32, end: end as u32, count: 0 });
    }

    /// Pieces up to an end, which stays to be read.
    pub(super) fn parts(
        &mut self,
        until: Until,
        which: Substitutions,
        tokens: &mut Vec<Token>,
    ) -> Result<(), ParseError> {
        loop {
            let start = self.at;
            self.skip_text(until);
            if self.at > start {
                self.push(tokens, TokenKind::Text, start, self.at);
            }
            if self.at >= self.bytes.len() || self.is_end(until) {
                return Ok(());
            }
            let place = self.at;
            match self.bytes[self.at] {
                b'$' if which.variables => self.variable(tokens)?,
                b'[' if which.commands => self.bracket(tokens)?,
                b'\\' if which.backslashes => {
                    self.at += super::backslash(&self.text[place..]).1;
                    self.push(tokens, TokenKind::Backslash, place, self.at);
                }
                _ => {
                    self.at += 1;
                    self.push(tokens, TokenKind::Text, place, self.at);
                }
            }
        }
    }

    fn skip_text(&mut self, until: Until) {
        while let Some(&byte) = self.bytes.get(self.at) {
            let special = match byte {
                b'$' | b'[' | b'\\' => true,
                b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c | b';' => until == Until::WordEnd,
                b']' => until == Until::WordEnd && self.nested,
                b'"' => until == Until::Quote,
                b')' => until == Until::Parenthesis,
                _ => false,
            };
            if special {
                return;
            }
            self.at += 1;
        }
    }

    fn is_end(&self, until: Until) -> bool {
        let byte = self.bytes[self.at];
        match until {
            Until::WordEnd => self.is_word_end(),
            Until::Quote => byte == b'"',
            Until::Parenthesis => byte == b')',
            Until::TextEnd => false,
        }
    }

    /// A variable, or a dollar sign that is none.
    fn variable(&mut self, tokens: &mut Vec<Token>) -> Result<(), ParseError> {
        let dollar = self.at;
        if self.bytes.get(dollar + 1) == Some(&b'{') {
            return self.braced_variable(tokens);
        }
        let name = dollar + 1..self.name_end(dollar + 1);
        let is_element = self.bytes.get(name.end) == Some(&b'(');
        if name.is_empty() && !is_element {
            self.at = dollar + 1;
            self.push(tokens, TokenKind::Text, dollar, self.at);
            return Ok(());
        }
        let head = tokens.len();
        self.push(tokens, TokenKind::Variable, dollar, name.end);
        self.push(tokens, TokenKind::Text, name.start, name.end);
        self.at = name.end;
        if is_element {
            self.at += 1;
            self.nested(dollar, |parser| parser.parts(Until::Parenthesis, Substitutions::ALL, tokens))?;
            if self.bytes.get(self.at) != Some(&b')') {
                return Err(ParseError::new("missing )", "MISSINGPAREN", name.end));
            }
            self.at += 1;
            tokens[head].kind = TokenKind::Element;
            tokens[head].end = self.at as u32;
        }
        tokens[head].count = (tokens.len() - head - 1) as u32;
        Ok(())
    }

    fn braced_variable(&mut self, tokens: &mut Vec<Token>) -> Result<(), ParseError> {
        let dollar = self.at;
        let start = dollar + 2;
        let Some(length) = memchr::memchr(b'}', &self.bytes[start..]) else {
            return Err(ParseError::new(
                "missing close-brace for variable name",
                "MISSINGVARBRACE",
                dollar + 1,
            ));
        };
        self.at = start + length + 1;
        let head = tokens.len();
        let name = &self.text[start..start + length];
        let open = name.find('(').filter(|_| name.ends_with(')'));
        match open {
            Some(open) => {
                self.push(tokens, TokenKind::Element, dollar, self.at);
                self.push(tokens, TokenKind::Text, start, start + open);
                if open + 2 < length {
                    self.push(tokens, TokenKind::Text, start + open + 1, start + length - 1);
                }
            }
            None => {
                self.push(tokens, TokenKind::Variable, dollar, self.at);
                self.push(tokens, TokenKind::Text, start, start + length);
            }
        }
        tokens[head].count = (tokens.len() - head - 1) as u32;
        Ok(())
    }

    /// Where the name of a variable ends: letters, digits, underscores and runs of colons.
    fn name_end(&self, start: usize) -> usize {
        let mut at = start;
        while let Some(&byte) = self.bytes.get(at) {
            if byte.is_ascii_alphanumeric() || byte == b'_' {
                at += 1;
            } else if byte == b':' && self.bytes.get(at + 1) == Some(&b':') {
                at += self.bytes[at..].iter().take_while(|&&b| b == b':').count();
            } else {
                break;
            }
        }
        at
    }

    /// A script in brackets: its commands are read to find where it ends.
    pub(super) fn bracket(&mut self, tokens: &mut Vec<Token>) -> Result<(), ParseError> {
        let open = self.at;
        let kept = tokens.len();
        self.nested(open, |parser| {
            let mut inner = Parser {
                text: parser.text,
                bytes: parser.bytes,
                at: open + 1,
                nested: true,
                depth: parser.depth,
            };
            while inner.next(tokens)?.is_some() {
                tokens.truncate(kept);
            }
            parser.at = inner.at;
            Ok(())
        })?;
        tokens.truncate(kept);
        if self.bytes.get(self.at) != Some(&b']') {
            return Err(ParseError::new("missing close-bracket", "MISSINGBRACKET", open));
        }
        self.at += 1;
        self.push(tokens, TokenKind::Command, open, self.at);
        Ok(())
    }

    fn nested(
        &mut self,
        at: usize,
        read: impl FnOnce(&mut Self) -> Result<(), ParseError>,
    ) -> Result<(), ParseError> {
        if self.depth >= MOST_DEPTH {
            return Err(ParseError::nesting(at));
        }
        self.depth += 1;
        let outcome = read(self);
        self.depth -= 1;
        outcome
    }
}
