//! Operators, parentheses and the beginnings of operands, one after the other.

use super::error::SyntaxError;
use super::item::BinaryOp;
use super::number::{bad_number, number_length};
use crate::value::Value;

/// Something in an expression, without the white space around it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lexeme {
    pub kind: Kind,
    pub start: usize,
    pub end: usize,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    End,
    Open,
    Close,
    Comma,
    Question,
    Colon,
    And,
    Or,
    /// Of one operand or two.
    Plus,
    /// Of one operand or two.
    Minus,
    Not,
    Complement,
    Operator(BinaryOp),
    Number,
    /// A word that is a truth value.
    TruthWord,
    /// A function, its opening parenthesis included: where its name ends.
    Function(usize),
    Quote,
    Brace,
    Bracket,
    Dollar,
}

pub(super) struct Lexer<'a> {
    text: &'a str,
    bytes: &'a [u8],
    /// Where the next one is looked for.
    pub at: usize,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, bytes: text.as_bytes(), at: 0 }
    }

    pub(super) fn next(&mut self) -> Result<Lexeme, SyntaxError> {
        self.at = self.skip_space(self.at);
        let start = self.at;
        let (kind, length) = match self.bytes.get(start) {
            None => (Kind::End, 0),
            Some(byte) if byte.is_ascii_alphanumeric() || *byte == b'.' => return self.word(start),
            Some(byte) => self.symbol(*byte, start)?,
        };
        self.at = start + length;
        Ok(Lexeme { kind, start, end: self.at })
    }

    /// The place behind white space and continued lines.
    fn skip_space(&self, mut at: usize) -> usize {
        loop {
            match self.bytes.get(at) {
                Some(b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c) => at += 1,
                Some(b'\\') if self.bytes.get(at + 1) == Some(&b'\n') => at += 2,
                _ => return at,
            }
        }
    }

    /// A symbol, and its length.
    fn symbol(&self, first: u8, start: usize) -> Result<(Kind, usize), SyntaxError> {
        use BinaryOp::*;
        let second = self.bytes.get(start + 1).copied().unwrap_or_default();
        let (kind, length) = match (first, second) {
            (b'(', _) => (Kind::Open, 1),
            (b')', _) => (Kind::Close, 1),
            (b',', _) => (Kind::Comma, 1),
            (b'?', _) => (Kind::Question, 1),
            (b':', _) => (Kind::Colon, 1),
            (b'+', _) => (Kind::Plus, 1),
            (b'-', _) => (Kind::Minus, 1),
            (b'~', _) => (Kind::Complement, 1),
            (b'*', b'*') => (Kind::Operator(Power), 2),
            (b'*', _) => (Kind::Operator(Multiply), 1),
            (b'/', _) => (Kind::Operator(Divide), 1),
            (b'%', _) => (Kind::Operator(Remainder), 1),
            (b'<', b'<') => (Kind::Operator(ShiftLeft), 2),
            (b'<', b'=') => (Kind::Operator(LessOrEqual), 2),
            (b'<', _) => (Kind::Operator(Less), 1),
            (b'>', b'>') => (Kind::Operator(ShiftRight), 2),
            (b'>', b'=') => (Kind::Operator(GreaterOrEqual), 2),
            (b'>', _) => (Kind::Operator(Greater), 1),
            (b'=', b'=') => (Kind::Operator(Equal), 2),
            (b'!', b'=') => (Kind::Operator(NotEqual), 2),
            (b'!', _) => (Kind::Not, 1),
            (b'&', b'&') => (Kind::And, 2),
            (b'&', _) => (Kind::Operator(BitAnd), 1),
            (b'|', b'|') => (Kind::Or, 2),
            (b'|', _) => (Kind::Operator(BitOr), 1),
            (b'^', _) => (Kind::Operator(BitXor), 1),
            (b'"', _) => (Kind::Quote, 1),
            (b'{', _) => (Kind::Brace, 1),
            (b'[', _) => (Kind::Bracket, 1),
            (b'$', _) => (Kind::Dollar, 1),
            (b'=', _) => return Err(SyntaxError::new("incomplete operator \"=\"", start, 1, "PARTOP")),
            _ => return Err(self.bad_character(start)),
        };
        Ok((kind, length))
    }

    pub(super) fn bad_character(&self, at: usize) -> SyntaxError {
        bad_character(self.text, at)
    }

    /// A number, a truth value, a function, or an operator of letters.
    fn word(&mut self, start: usize) -> Result<Lexeme, SyntaxError> {
        let rest = &self.bytes[start..];
        let (kind, end) = if let Some(operator) = word_operator(rest) {
            (Kind::Operator(operator), start + 2)
        } else if let Some(length) = number_length(rest).filter(|&length| is_whole_number(rest, length)) {
            (Kind::Number, start + length)
        } else if rest[0] == b'.' {
            return Err(self.bad_character(start));
        } else {
            self.name(start)?
        };
        self.at = end;
        Ok(Lexeme { kind, start, end })
    }

    /// A word that is no number, and where it ends.
    fn name(&self, start: usize) -> Result<(Kind, usize), SyntaxError> {
        let length = self.bytes[start..].iter().take_while(|&&b| is_word(b)).count();
        let end = start + length;
        let word = &self.text[start..end];
        let behind = self.skip_space(end);
        if self.bytes.get(behind) == Some(&b'(') {
            return Ok((Kind::Function(end), behind + 1));
        }
        if word.len() <= 5 && Value::from(word).bool().is_some() {
            return Ok((Kind::TruthWord, end));
        }
        Err(SyntaxError::bare_word(word, start, bad_number(word.as_bytes())))
    }
}

/// The error of a character that means nothing in an expression.
pub(super) fn bad_character(text: &str, at: usize) -> SyntaxError {
    let character = text[at..].chars().next().unwrap_or_default();
    SyntaxError::new(&format!("invalid character \"{character}\""), at, character.len_utf8(), "BADCHAR")
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The operator of two letters that stands at the beginning.
fn word_operator(bytes: &[u8]) -> Option<BinaryOp> {
    let operator = match bytes.get(..2)? {
        b"eq" => BinaryOp::SameText,
        b"ne" => BinaryOp::OtherText,
        b"in" => BinaryOp::In,
        b"ni" => BinaryOp::NotIn,
        _ => return None,
    };
    (!bytes.get(2).is_some_and(u8::is_ascii_alphabetic)).then_some(operator)
}

/// Whether the number is not only the beginning of a word.
fn is_whole_number(bytes: &[u8], length: usize) -> bool {
    let (number, behind) = bytes.split_at(length);
    !behind.first().is_some_and(|&b| is_word(b))
        || !number.iter().all(|&b| is_word(b))
        || word_operator(behind).is_some()
}
