//! What a file's header says, as the readers of its pieces need it.

use std::hash::{Hash, Hasher};
use std::ops::Range;

use rustc_hash::FxHasher;

use crate::cursor::{Cursor, mix};
use crate::name_map::{self, Places};
use crate::problem::{Problem, Problems};
use crate::{Header, Name, NameMap, Options, Port, PortDirection};

/// Which units a header states, whether they can be read or not.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct StatedUnits {
    pub(crate) time: bool,
    pub(crate) capacitance: bool,
    pub(crate) resistance: bool,
}

#[derive(Debug)]
pub(crate) struct File<'t> {
    pub(crate) text: &'t str,
    pub(crate) header: Header<'t>,
    pub(crate) names: NameMap<'t>,
    pub(crate) places: Places,
    pub(crate) ports: Vec<Port<'t>>,
    /// Which units the header states.
    pub(crate) stated_units: StatedUnits,
    /// The header's delimiter.
    pub(crate) delimiter: u8,
    pub(crate) coupling_factor: f64,
    pub(crate) triplet: usize,
}

impl<'t> File<'t> {
    pub(crate) fn new(text: &'t str, options: &Options) -> Self {
        Self {
            text,
            header: Header::default(),
            names: NameMap::default(),
            places: Places::default(),
            ports: Vec::new(),
            stated_units: StatedUnits::default(),
            delimiter: b':',
            coupling_factor: f64::from(options.coupling_factor.max(0.0)),
            triplet: options.triplet,
        }
    }

    /// A name as a whole: `*12`, or text.
    pub(crate) fn name(&self, span: Range<usize>, problems: &mut Problems) -> Name<'t> {
        match self.mapped(span.clone(), problems) {
            Some((name, end)) => {
                if end < span.end {
                    problems.note(Problem::TextAfterIndex, end..span.end);
                }
                name
            }
            None => Name::Text(&self.text[span]),
        }
    }

    /// A pin, an internal node or a port: its name and what follows the delimiter.
    pub(crate) fn node(&self, span: Range<usize>, problems: &mut Problems) -> (Name<'t>, Option<&'t str>) {
        let text = &self.text[span.clone()];
        if text.starts_with('*') {
            return match self.mapped(span.clone(), problems) {
                // The index may stand for the whole of `instance:pin`.
                Some((name, end)) if end == span.end => match self.split(self.names.name(name)) {
                    (_, None) => (name, None),
                    split => split,
                },
                Some((name, end)) => (name, self.tail(end..span.end, problems)),
                None => (Name::Text(text), None),
            };
        }
        let split = self.split(text);
        if split.1 == Some("") {
            problems.note(Problem::EmptyAfterDelimiter, span);
        }
        split
    }

    /// Splits at the last delimiter, if there is one.
    fn split(&self, text: &'t str) -> (Name<'t>, Option<&'t str>) {
        match last_delimiter(text.as_bytes(), self.delimiter) {
            Some(at) => (Name::Text(&text[..at]), Some(&text[at + 1..])),
            None => (Name::Text(text), None),
        }
    }

    /// A hash of a node's name, the same for an index and for the name that it stands for.
    pub(crate) fn name_hash(&self, name: Name<'t>, tail: Option<&'t str>) -> u64 {
        let mut hasher = FxHasher::default();
        (self.names.name(name), tail).hash(&mut hasher);
        // FxHasher leaves its best bits high, slots are chosen by the low ones.
        mix(hasher.finish())
    }

    pub(crate) fn same_name(
        &self,
        one: (Name<'t>, Option<&'t str>),
        other: (Name<'t>, Option<&'t str>),
    ) -> bool {
        one.1 == other.1 && self.names.name(one.0) == self.names.name(other.0)
    }

    /// Whether `word` is an internal node of `net`, which is written as `net_text`.
    pub(crate) fn is_internal(&self, word: Range<usize>, net: Name<'t>, net_text: &str) -> bool {
        let text = &self.text[word.clone()];
        if text.starts_with('*') == net_text.starts_with('*') {
            return last_delimiter(text.as_bytes(), self.delimiter) == Some(net_text.len())
                && text.starts_with(net_text);
        }
        let (name, tail) = self.node(word, &mut Problems::default());
        tail.is_some() && self.names.name(name) == self.names.name(net)
    }

    /// What follows the delimiter that `span`, not empty, begins with.
    fn tail(&self, span: Range<usize>, problems: &mut Problems) -> Option<&'t str> {
        let text = &self.text[span.clone()];
        if text.as_bytes()[0] != self.delimiter {
            problems.note(Problem::TextAfterIndex, span);
            return None;
        }
        if text.len() == 1 {
            problems.note(Problem::EmptyAfterDelimiter, span);
        }
        Some(&text[1..])
    }

    /// The name for the index that `span` begins with, and where the index ends.
    fn mapped(&self, span: Range<usize>, problems: &mut Problems) -> Option<(Name<'t>, usize)> {
        let text = &self.text[span.clone()];
        if !text.starts_with('*') {
            return None;
        }
        let found = name_map::index(text.as_bytes())
            .and_then(|(index, length)| Some((Name::Mapped(self.places.of(index)?), span.start + length)));
        if found.is_none() {
            problems.note(Problem::UnknownIndex, span);
        }
        found
    }
}

/// Where the last delimiter is that no backslash escapes.
fn last_delimiter(text: &[u8], delimiter: u8) -> Option<usize> {
    let mut end = text.len();
    loop {
        let at = text[..end].iter().rposition(|byte| *byte == delimiter)?;
        let backslashes = text[..at].iter().rev().take_while(|byte| **byte == b'\\').count();
        if backslashes % 2 == 0 {
            return Some(at);
        }
        end = at;
    }
}

/// `I`, `O` or `B`, the next word on the line.
pub(crate) fn direction(cursor: &mut Cursor<'_>, problems: &mut Problems) -> Option<PortDirection> {
    let Some(word) = cursor.word() else {
        problems.note(Problem::LineEnds, cursor.at..cursor.at);
        return None;
    };
    match cursor.bytes(word) {
        b"I" => Some(PortDirection::Input),
        b"O" => Some(PortDirection::Output),
        b"B" => Some(PortDirection::Bidirectional),
        _ => {
            problems.note(Problem::Direction, word.span());
            None
        }
    }
}

/// Goes past what may follow a port or a connection: coordinates, loads, slews, the driving cell.
pub(crate) fn skip_options(cursor: &mut Cursor<'_>) {
    while cursor.at_keyword() {
        let before = cursor.at;
        let Some(word) = cursor.next_word() else { return };
        let arguments = match cursor.bytes(word) {
            b"*C" => 2,
            b"*L" | b"*D" => 1,
            b"*S" => 3,
            _ => {
                cursor.at = before;
                return;
            }
        };
        for _ in 0..arguments {
            if cursor.at_line_end() || cursor.at_keyword() {
                break;
            }
            cursor.next_word();
        }
    }
}
