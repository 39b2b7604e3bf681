//! Lexemes of expressions, and what is said of those that are wrong.

use std::ops::Range;

use super::BinaryOp;
use crate::exception::Exception;
use crate::parse::{Parser, bracket_end, parse_variable};
use crate::value::Value;

/// A piece of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lexeme {
    /// A number, a variable, a script in brackets, or text in quotes or braces.
    Operand,
    /// The name of a function or a truth value.
    Word,
    Binary(BinaryOp),
    Not,
    BitNot,
    And,
    Or,
    Question,
    Colon,
    Comma,
    Open,
    Close,
    End,
}

/// Reads one lexeme after the other.
pub(crate) struct Lexer<'a> {
    text: &'a str,
    whole: Range<usize>,
    at: usize,
    /// The lexeme that is looked at.
    ahead: Option<(Lexeme, Range<usize>)>,
}

/// How much of an expression messages show.
const SHOWN: usize = 25;

impl<'a> Lexer<'a> {
    /// A reader of a part of a text.
    pub fn new(text: &'a str, whole: Range<usize>) -> Self {
        Self { text, at: whole.start, whole, ahead: None }
    }

    /// The next lexeme, which stays.
    pub fn peek(&mut self) -> Result<Lexeme, Exception> {
        if let Some((lexeme, _)) = &self.ahead {
            return Ok(*lexeme);
        }
        self.skip_blanks();
        let start = self.at;
        let (lexeme, end) = self.read(start)?;
        self.ahead = Some((lexeme, start..end));
        Ok(lexeme)
    }

    /// The place of the lexeme that is looked at.
    pub fn range(&self) -> Range<usize> {
        self.ahead.as_ref().map_or(self.at..self.at, |(_, range)| range.clone())
    }

    /// Goes past the lexeme that is looked at.
    pub fn take(&mut self) {
        if let Some((_, range)) = self.ahead.take() {
            self.at = range.end;
        }
    }

    /// Whether the word that is looked at is followed by an opening parenthesis.
    pub fn opens_call(&self) -> bool {
        let rest = &self.text[self.range().end..self.whole.end];
        rest.trim_start_matches([' ', '\t', '\n', '\r', '\u{b}', '\u{c}']).starts_with('(')
    }

    fn rest(&self, from: usize) -> &'a [u8] {
        &self.text.as_bytes()[from..self.whole.end]
    }

    fn skip_blanks(&mut self) {
        loop {
            match self.rest(self.at) {
                [b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c, ..] => self.at += 1,
                [b'\\', b'\n', ..] => self.at += 2,
                _ => return,
            }
        }
    }

    fn read(&self, start: usize) -> Result<(Lexeme, usize), Exception> {
        use BinaryOp as B;
        let (lexeme, length) = match self.rest(start) {
            [] => (Lexeme::End, 0),
            [b'*', b'*', ..] => (Lexeme::Binary(B::Power), 2),
            [b'<', b'<', ..] => (Lexeme::Binary(B::ShiftLeft), 2),
            [b'<', b'=', ..] => (Lexeme::Binary(B::LessOrEqual), 2),
            [b'>', b'>', ..] => (Lexeme::Binary(B::ShiftRight), 2),
            [b'>', b'=', ..] => (Lexeme::Binary(B::GreaterOrEqual), 2),
            [b'=', b'=', ..] => (Lexeme::Binary(B::Equal), 2),
            [b'!', b'=', ..] => (Lexeme::Binary(B::NotEqual), 2),
            [b'&', b'&', ..] => (Lexeme::And, 2),
            [b'|', b'|', ..] => (Lexeme::Or, 2),
            [b'=', ..] => return Err(self.error_at("incomplete operator \"=\"", None, &["PARTOP"])),
            [byte, ..] => match byte {
                b'*' => (Lexeme::Binary(B::Multiply), 1),
                b'/' => (Lexeme::Binary(B::Divide), 1),
                b'%' => (Lexeme::Binary(B::Modulo), 1),
                b'+' => (Lexeme::Binary(B::Add), 1),
                b'-' => (Lexeme::Binary(B::Subtract), 1),
                b'<' => (Lexeme::Binary(B::Less), 1),
                b'>' => (Lexeme::Binary(B::Greater), 1),
                b'&' => (Lexeme::Binary(B::BitAnd), 1),
                b'^' => (Lexeme::Binary(B::BitXor), 1),
                b'|' => (Lexeme::Binary(B::BitOr), 1),
                b'!' => (Lexeme::Not, 1),
                b'~' => (Lexeme::BitNot, 1),
                b'?' => (Lexeme::Question, 1),
                b':' => (Lexeme::Colon, 1),
                b',' => (Lexeme::Comma, 1),
                b'(' => (Lexeme::Open, 1),
                b')' => (Lexeme::Close, 1),
                b'$' | b'[' | b'"' | b'{' => return self.operand(start).map(|end| (Lexeme::Operand, end)),
                b'0'..=b'9' | b'.' => return self.number(start),
                b'a'..=b'z' | b'A'..=b'Z' | b'_' => return Ok(self.word(start)),
                _ => return Err(self.bad_character(start)),
            },
        };
        Ok((lexeme, start + length))
    }

    fn bad_character(&self, at: usize) -> Exception {
        let character = self.text[at..].chars().next().unwrap_or(' ');
        self.error_at(&format!("invalid character \"{character}\""), None, &["BADCHAR"])
    }

    /// The end of a variable, a script in brackets, or text in quotes or braces.
    fn operand(&self, start: usize) -> Result<usize, Exception> {
        let text = &self.text[..self.whole.end];
        let parsed = match text.as_bytes()[start] {
            b'$' => match parse_variable(text, start, &mut Vec::new()) {
                Ok((true, end)) => Ok(end),
                Ok((false, _)) => return Err(self.bad_character(start)),
                Err(error) => Err(error),
            },
            b'[' => bracket_end(text, start),
            _ => Parser::new(text).text_end(start),
        };
        parsed.map_err(|error| self.error_at(error.message, None, &["UNBALANCED"]))
    }

    fn word_end(&self, start: usize) -> usize {
        let length = self.rest(start).iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
        start + length
    }

    fn word(&self, start: usize) -> (Lexeme, usize) {
        let end = self.word_end(start);
        let lexeme = match &self.text[start..end] {
            "eq" => Lexeme::Binary(BinaryOp::TextEqual),
            "ne" => Lexeme::Binary(BinaryOp::TextNotEqual),
            "in" => Lexeme::Binary(BinaryOp::In),
            "ni" => Lexeme::Binary(BinaryOp::NotIn),
            _ => Lexeme::Word,
        };
        (lexeme, end)
    }

    /// A number; if letters follow that belong to no operator, it is a word.
    fn number(&self, start: usize) -> Result<(Lexeme, usize), Exception> {
        let end = start + number_length(self.rest(start));
        if end == start {
            return Err(self.bad_character(start));
        }
        let word_end = self.word_end(end);
        let is_number = crate::value::parse_number(&self.text[start..end]).is_some();
        let follows_operator = matches!(&self.text[end..word_end], "" | "eq" | "ne" | "in" | "ni");
        if is_number && follows_operator {
            return Ok((Lexeme::Operand, end));
        }
        Ok((Lexeme::Word, self.word_end(start)))
    }

    /// The error of a lexeme where an operand should be.
    pub fn missing_operand(&self, lexeme: &Lexeme) -> Exception {
        match lexeme {
            Lexeme::Close => self.error("unbalanced close paren", false, &["UNBALANCED"]),
            _ => self.error("missing operand", true, &["MISSING"]),
        }
    }

    /// The error of a lexeme that cannot be where it is.
    pub fn unexpected(&self, lexeme: &Lexeme) -> Exception {
        match lexeme {
            Lexeme::Colon => {
                self.error("unexpected operator \":\" without preceding \"?\"", false, &["SURPRISE"])
            }
            Lexeme::Comma => self.error("unexpected \",\" outside function argument list", false, &["SURPRISE"]),
            Lexeme::Close => self.error("unbalanced close paren", false, &["UNBALANCED"]),
            _ => self.error("missing operator", true, &["MISSING"]),
        }
    }

    /// The error of a word that is no operand.
    pub fn bareword(&self) -> Exception {
        let word = &self.text[self.range()];
        let (shown, dots) = shown(word);
        let hint = match word.as_bytes() {
            [b'0', b'b' | b'B', ..] => Some("BINARY"),
            [b'0', b'o' | b'O', ..] => Some("OCTAL"),
            [b'0', rest @ ..] if !rest.is_empty() && rest.iter().all(u8::is_ascii_digit) => Some("OCTAL"),
            _ => None,
        };
        let note = hint.map(|hint| format!(" (invalid {} number?)", hint.to_lowercase())).unwrap_or_default();
        let w = format!("{shown}{dots}");
        let message = format!(
            "invalid bareword \"{w}\"\nin expression \"{}\";\nshould be \"${w}\" or \"{{{w}}}\" or \"{w}(...)\" or ...{note}",
            self.expression_shown()
        );
        let code: Vec<&str> = match hint {
            Some(hint) => vec!["BADNUMBER", hint],
            None => vec!["BAREWORD"],
        };
        self.finished(message, &code)
    }

    fn expression_shown(&self) -> String {
        let (shown, dots) = shown(&self.text[self.whole.clone()]);
        format!("{shown}{dots}")
    }

    /// An error at the lexeme that is looked at. If it matters, the place is marked.
    pub fn error(&self, message: &str, marked: bool, code: &[&str]) -> Exception {
        let place = marked.then(|| match &self.ahead {
            Some((Lexeme::End, _)) => self.whole.end,
            Some((_, range)) => range.start,
            None => self.at,
        });
        self.error_at(message, place, code)
    }

    fn error_at(&self, message: &str, place: Option<usize>, code: &[&str]) -> Exception {
        let message = match place {
            None => format!("{message}\nin expression \"{}\"", self.expression_shown()),
            Some(place) => {
                let before = &self.text[self.whole.start..place];
                let (after, dots) = shown(&self.text[place..self.whole.end]);
                let (lead, before) = last_shown(before);
                format!("{message} at _@_\nin expression \"{lead}{before}_@_{after}{dots}\"")
            }
        };
        self.finished(message, code)
    }

    fn finished(&self, message: String, code: &[&str]) -> Exception {
        let words = ["TCL", "PARSE", "EXPR"].into_iter().chain(code.iter().copied());
        let error = Exception::coded(Value::from(message), words);
        error.with_info(&format!("\n    (parsing expression \"{}\")", self.expression_shown()))
    }
}

fn shown(text: &str) -> (&str, &'static str) {
    if text.chars().count() <= SHOWN {
        return (text, "");
    }
    let end = text.char_indices().nth(SHOWN - 3).map_or(text.len(), |(at, _)| at);
    (&text[..end], "...")
}

fn last_shown(text: &str) -> (&'static str, &str) {
    let count = text.chars().count();
    if count <= SHOWN {
        return ("", text);
    }
    let start = text.char_indices().nth(count - (SHOWN - 3)).map_or(0, |(at, _)| at);
    ("...", &text[start..])
}

/// The length of what looks like a number.
fn number_length(bytes: &[u8]) -> usize {
    let digits = |from: usize, is: fn(&u8) -> bool| bytes[from.min(bytes.len())..].iter().take_while(|b| is(b)).count();
    if let [b'0', radix @ (b'x' | b'X' | b'o' | b'O' | b'b' | b'B'), ..] = bytes {
        let length = match radix {
            b'x' | b'X' => digits(2, u8::is_ascii_hexdigit),
            b'o' | b'O' => digits(2, |b| (b'0'..=b'7').contains(b)),
            _ => digits(2, |b| matches!(b, b'0' | b'1')),
        };
        return if length == 0 { 1 } else { 2 + length };
    }
    let whole = digits(0, u8::is_ascii_digit);
    let mut at = whole;
    if bytes.get(at) == Some(&b'.') {
        let fraction = digits(at + 1, u8::is_ascii_digit);
        if whole + fraction == 0 {
            return 0;
        }
        at += 1 + fraction;
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(at + 1), Some(b'+' | b'-')));
        let exponent = digits(at + 1 + sign, u8::is_ascii_digit);
        if exponent > 0 {
            at += 1 + sign + exponent;
        }
    }
    at
}

/// Whether a word is an operand by itself: a truth value, or a number without digits.
pub(crate) fn is_constant(word: &str) -> bool {
    let value = Value::from(word);
    value.bool().is_some() && !word.starts_with(|c: char| c.is_ascii_digit()) || value.number().is_some()
}

/// The text of braces: a backslash, a newline and blanks are one blank.
pub(crate) fn without_continuations(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("\\\n") {
        plain.push_str(&rest[..at]);
        plain.push(' ');
        rest = rest[at + 2..].trim_start_matches([' ', '\t']);
    }
    plain.push_str(rest);
    plain
}
