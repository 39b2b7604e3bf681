//! Characters: their classes and their cases, as Tcl 8.6 knows them.

mod runs;

use Kind::{
    Blank, Connector, Control, ControlSpace, Digit, Letter, Lower, Punctuation, Symbol, Unassigned, Upper,
};

/// What a character is. Each class of characters is a few of these kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A letter that is neither a capital nor a small one.
    Letter,
    /// A capital letter.
    Upper,
    /// A small letter.
    Lower,
    /// A decimal digit.
    Digit,
    /// Punctuation that does not connect words.
    Punctuation,
    /// Punctuation that connects words: the underscore.
    Connector,
    /// Any other character that leaves a mark.
    Symbol,
    /// White space that can be printed.
    Blank,
    /// White space that is a control character.
    ControlSpace,
    /// Any other control character.
    Control,
    /// A code without a character.
    Unassigned,
}

/// Characters that follow each other.
#[derive(Clone, Copy)]
enum Run {
    /// All of one kind.
    One(Kind),
    /// Of two kinds in turn.
    Turns(Kind, Kind),
}

/// The kind of a character.
pub(crate) fn kind(character: char) -> Kind {
    let Ok(code) = u16::try_from(u32::from(character)) else { return kind_beyond(character) };
    let (runs, _) = runs::RUNS.as_chunks::<2>();
    let after = runs.partition_point(|&[first, _]| first <= code);
    let Some(&[first, what]) = after.checked_sub(1).and_then(|at| runs.get(at)) else { return Unassigned };
    match runs::KINDS.get(usize::from(what)) {
        Some(&Run::One(kind)) => kind,
        Some(&Run::Turns(even, _)) if (code - first).is_multiple_of(2) => even,
        Some(&Run::Turns(_, odd)) => odd,
        None => Unassigned,
    }
}

/// The kind of a character beyond the Basic Multilingual Plane, which Tcl's tables do not reach.
fn kind_beyond(character: char) -> Kind {
    match character {
        _ if character.is_uppercase() => Upper,
        _ if character.is_lowercase() => Lower,
        _ if character.is_alphabetic() => Letter,
        '\u{e0000}'.. => Control,
        _ => Symbol,
    }
}

/// Whether a character is a letter.
pub(crate) fn is_alpha(character: char) -> bool {
    if character.is_ascii() {
        return character.is_ascii_alphabetic();
    }
    matches!(kind(character), Letter | Upper | Lower)
}

/// Whether a character is a letter or a digit.
pub(crate) fn is_alnum(character: char) -> bool {
    if character.is_ascii() {
        return character.is_ascii_alphanumeric();
    }
    matches!(kind(character), Letter | Upper | Lower | Digit)
}

/// Whether a character is a digit.
pub(crate) fn is_digit(character: char) -> bool {
    character.is_ascii_digit() || !character.is_ascii() && kind(character) == Digit
}

/// Whether a character is part of a word.
pub(crate) fn is_word(character: char) -> bool {
    if character.is_ascii() {
        return character.is_ascii_alphanumeric() || character == '_';
    }
    matches!(kind(character), Letter | Upper | Lower | Digit | Connector)
}

/// Whether a character is white space.
pub(crate) fn is_space(character: char) -> bool {
    if character.is_ascii() {
        return matches!(character, ' ' | '\t'..='\r');
    }
    matches!(kind(character), Blank | ControlSpace)
}

/// Whether a character is a capital letter.
pub(crate) fn is_upper(character: char) -> bool {
    kind(character) == Upper
}

/// Whether a character is a small letter.
pub(crate) fn is_lower(character: char) -> bool {
    kind(character) == Lower
}

/// Whether a character is punctuation.
pub(crate) fn is_punctuation(character: char) -> bool {
    matches!(kind(character), Punctuation | Connector)
}

/// Whether a character is a control character.
pub(crate) fn is_control(character: char) -> bool {
    matches!(kind(character), Control | ControlSpace)
}

/// Whether a character leaves a mark.
pub(crate) fn is_graph(character: char) -> bool {
    !matches!(kind(character), Blank | ControlSpace | Control | Unassigned)
}

/// Whether a character leaves a mark or a blank.
pub(crate) fn is_print(character: char) -> bool {
    !matches!(kind(character), ControlSpace | Control | Unassigned)
}

/// The small letter of a letter; other characters as they are.
pub(crate) fn lower(character: char) -> char {
    match character {
        _ if character.is_ascii() => character.to_ascii_lowercase(),
        '\u{130}' => 'i',
        _ => only(character.to_lowercase(), character),
    }
}

/// The capital letter of a letter; other characters as they are.
pub(crate) fn upper(character: char) -> char {
    let beyond = match character {
        _ if character.is_ascii() => return character.to_ascii_uppercase(),
        '\u{1f80}'..='\u{1f87}' | '\u{1f90}'..='\u{1f97}' | '\u{1fa0}'..='\u{1fa7}' => 8,
        '\u{1fb3}' | '\u{1fc3}' | '\u{1ff3}' => 9,
        _ => return only(character.to_uppercase(), character),
    };
    char::from_u32(u32::from(character) + beyond).unwrap_or(character)
}

/// The letter as it begins a title: a capital one, but for a few that are two letters in one.
pub(crate) fn title(character: char) -> char {
    match character {
        '\u{1c4}'..='\u{1c6}' => '\u{1c5}',
        '\u{1c7}'..='\u{1c9}' => '\u{1c8}',
        '\u{1ca}'..='\u{1cc}' => '\u{1cb}',
        '\u{1f1}'..='\u{1f3}' => '\u{1f2}',
        '\u{10d0}'..='\u{10fa}' | '\u{10fd}'..='\u{10ff}' => character,
        _ => upper(character),
    }
}

/// A change of case that keeps the number of characters.
fn only(mut changed: impl Iterator<Item = char>, character: char) -> char {
    match (changed.next(), changed.next()) {
        (Some(only), None) => only,
        _ => character,
    }
}
