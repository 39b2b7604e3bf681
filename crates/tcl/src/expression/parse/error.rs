//! Errors of syntax, and the piece of the expression that they show.

use super::lexer::Lexeme;
use crate::exception::{Exception, shortened};

/// Pieces of at least so many bytes are cut short.
const LONG: usize = 25;
/// To so many bytes.
const SHOWN: usize = 22;

/// A text that is no expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SyntaxError {
    message: String,
    /// The place in the text that is shown.
    at: usize,
    /// How many bytes there are at fault.
    length: usize,
    /// Whether the place is marked with `_@_`.
    marked: bool,
    /// What follows the piece of the expression.
    hint: String,
    /// The words of the error code after `TCL PARSE EXPR`; without one there is no error code.
    code: Vec<&'static str>,
}

impl SyntaxError {
    pub(super) fn new(message: &str, at: usize, length: usize, code: &'static str) -> Self {
        Self {
            message: message.to_owned(),
            at,
            length,
            marked: false,
            hint: String::new(),
            code: if code.is_empty() { Vec::new() } else { vec![code] },
        }
    }

    /// An error that marks a place.
    pub(super) fn marked(message: &str, at: usize, code: &'static str) -> Self {
        let mut error = Self::new(&format!("{message} at _@_"), at, 0, code);
        error.marked = true;
        error
    }

    pub(super) fn unbalanced_open(at: usize) -> Self {
        Self::new("unbalanced open paren", at, 0, "UNBALANCED")
    }

    pub(super) fn unbalanced_close(at: usize) -> Self {
        Self::new("unbalanced close paren", at, 1, "UNBALANCED")
    }

    /// A `:` without `?`, found out at a lexeme that follows.
    pub(super) fn lone_colon(found: &Lexeme) -> Self {
        let message = "unexpected operator \":\" without preceding \"?\"";
        Self::new(message, found.start, found.end - found.start, "SURPRISE")
    }

    /// A word that is neither a number nor a function; `number` is what it looks like, `binary` or `octal`.
    pub(super) fn bare_word(word: &str, at: usize, number: Option<&'static str>) -> Self {
        let shown = cut(word);
        let mut error = Self::new(&format!("invalid bareword \"{shown}\""), at, word.len(), "BAREWORD");
        error.hint = format!(";\nshould be \"${shown}\" or \"{{{shown}}}\" or \"{shown}(...)\" or ...");
        if let Some(number) = number {
            error.hint.push_str(&format!(" (invalid {number} number?)"));
            error.code = vec!["BADNUMBER", if number == "octal" { "OCTAL" } else { "BINARY" }];
        }
        error
    }

    /// A variable, a command or a text that is not closed, or what follows one that is.
    pub(super) fn of_word(error: &crate::parse::ParseError, text: &str) -> Self {
        let code = if error.message.starts_with("missing") { "UNBALANCED" } else { "" };
        let length = text.get(error.at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        Self::new(error.message, error.at, length, code)
    }

    pub(super) fn into_exception(self, text: &str) -> Exception {
        let mut at = self.at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        let (before, rest) = text.split_at(at);
        let (fault, after) = rest.split_at_checked(self.length).unwrap_or((rest, ""));
        let mark = if self.marked { "_@_" } else { "" };
        let message = format!(
            "{}\nin expression \"{}{mark}{}{}\"{}",
            self.message,
            cut_start(before),
            cut(fault),
            cut(after),
            self.hint
        );
        let exception = if self.code.is_empty() {
            Exception::error(message)
        } else {
            Exception::coded(message, ["TCL", "PARSE", "EXPR"].into_iter().chain(self.code))
        };
        exception.with_info(&format!("\n    (parsing expression \"{}\")", cut(text)))
    }
}

/// The beginning of a piece, and dots if it is long.
fn cut(piece: &str) -> String {
    if piece.len() < LONG {
        return piece.to_owned();
    }
    let (shown, dots) = shortened(piece, SHOWN);
    format!("{shown}{dots}")
}

/// The end of a piece, behind dots if it is long.
fn cut_start(piece: &str) -> String {
    if piece.len() < LONG {
        return piece.to_owned();
    }
    let mut start = piece.len() - SHOWN;
    while !piece.is_char_boundary(start) {
        start += 1;
    }
    format!("...{}", &piece[start..])
}
