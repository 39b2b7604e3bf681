//! The directors and the embedded options at the beginning of a pattern.

use super::RegexError;
use super::parse::{Kind, Parser};
use super::syntax::Note;

/// Reads the director and the options if the pattern has them.
pub(super) fn read(parser: &mut Parser) -> Result<(), RegexError> {
    if parser.looking_at("***") {
        read_director(parser)?;
    }
    let options = parser.peek(2).is_some_and(|c| c.is_alphabetic());
    if parser.kind == Kind::Advanced && parser.looking_at("(?") && options {
        read_options(parser)?;
    }
    if parser.kind == Kind::Literal {
        parser.flags.expanded = false;
    }
    Ok(())
}

fn read_director(parser: &mut Parser) -> Result<(), RegexError> {
    match parser.peek(3) {
        Some('=') => parser.kind = Kind::Literal,
        Some(':') => {}
        Some('?') => return Err(RegexError::Pattern),
        _ => return Err(RegexError::QuantifierOperand),
    }
    parser.syntax.note(Note::NonPosix);
    parser.position += 4;
    Ok(())
}

fn read_options(parser: &mut Parser) -> Result<(), RegexError> {
    parser.syntax.note(Note::NonPosix);
    parser.position += 2;
    let mut literal = false;
    while let Some(option) = parser.peek(0) {
        parser.position += 1;
        let flags = &mut parser.flags;
        match option {
            ')' => {
                if literal {
                    parser.kind = Kind::Literal;
                }
                return Ok(());
            }
            'b' => parser.kind = Kind::Basic,
            'e' => parser.kind = Kind::Extended,
            'q' => literal = true,
            'c' => flags.nocase = false,
            'i' => flags.nocase = true,
            'm' | 'n' => (flags.line_anchor, flags.line_stop) = (true, true),
            'p' => (flags.line_anchor, flags.line_stop) = (false, true),
            's' => (flags.line_anchor, flags.line_stop) = (false, false),
            'w' => (flags.line_anchor, flags.line_stop) = (true, false),
            't' => flags.expanded = false,
            'x' => flags.expanded = true,
            _ => return Err(RegexError::EmbeddedOption),
        }
    }
    Err(RegexError::EmbeddedOption)
}
