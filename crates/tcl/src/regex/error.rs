//! What can be wrong with a regular expression.

use std::fmt;

/// Why a pattern was not compiled.
///
/// Its text is what Tcl prints after `couldn't compile regular expression pattern: `.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegexError {
    /// What follows a director `***` asks for the version.
    Pattern,
    /// A collating element that does not exist.
    CollatingElement,
    /// A character class that does not exist.
    CharacterClass,
    /// An escape that does not exist, or a backslash at the end.
    Escape,
    /// A back reference to a group that is not closed before it.
    BackReference,
    /// A bracket expression without its end.
    Brackets,
    /// A parenthesis without its partner.
    Parentheses,
    /// A bound without its end.
    Braces,
    /// A bound that is no bound, or is too large.
    RepetitionCount,
    /// A range whose ends are no characters or in the wrong order.
    Range,
    /// A quantifier with nothing to repeat.
    QuantifierOperand,
    /// An embedded option that does not exist.
    EmbeddedOption,
    /// The automaton of the pattern would be too large.
    TooComplex,
}

impl RegexError {
    /// The text of the error.
    pub fn message(self) -> &'static str {
        match self {
            RegexError::Pattern => "invalid regexp (reg version 0.8)",
            RegexError::CollatingElement => "invalid collating element",
            RegexError::CharacterClass => "invalid character class",
            RegexError::Escape => "invalid escape \\ sequence",
            RegexError::BackReference => "invalid backreference number",
            RegexError::Brackets => "brackets [] not balanced",
            RegexError::Parentheses => "parentheses () not balanced",
            RegexError::Braces => "braces {} not balanced",
            RegexError::RepetitionCount => "invalid repetition count(s)",
            RegexError::Range => "invalid character range",
            RegexError::QuantifierOperand => "quantifier operand invalid",
            RegexError::EmbeddedOption => "invalid embedded option",
            RegexError::TooComplex => "regular expression is too complex",
        }
    }

    /// The word for the error in `errorCode`: `REGEXP <code> <message>`.
    pub fn code(self) -> &'static str {
        match self {
            RegexError::Pattern => "REG_BADPAT",
            RegexError::CollatingElement => "REG_ECOLLATE",
            RegexError::CharacterClass => "REG_ECTYPE",
            RegexError::Escape => "REG_EESCAPE",
            RegexError::BackReference => "REG_ESUBREG",
            RegexError::Brackets => "REG_EBRACK",
            RegexError::Parentheses => "REG_EPAREN",
            RegexError::Braces => "REG_EBRACE",
            RegexError::RepetitionCount => "REG_BADBR",
            RegexError::Range => "REG_ERANGE",
            RegexError::QuantifierOperand => "REG_BADRPT",
            RegexError::EmbeddedOption => "REG_BADOPT",
            RegexError::TooComplex => "REG_ETOOBIG",
        }
    }
}

impl fmt::Display for RegexError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.message())
    }
}

impl std::error::Error for RegexError {}
