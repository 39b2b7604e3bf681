//! Quantifiers and bounds.

use super::RegexError;
use super::charset::CharSet;
use super::parse::{Kind, Parser};
use super::syntax::{Node, NodeId, Note, Preference};

/// The largest number in a bound.
const LARGEST_BOUND: u16 = 255;

/// How often an atom is repeated.
struct Quantifier {
    min: u16,
    max: Option<u16>,
    preference: Option<Preference>,
}

impl Parser {
    /// An atom with the quantifier behind it; `groups` is how many groups were opened before the atom, and `captures` whether it is the next one itself.
    pub(super) fn quantified(
        &mut self,
        atom: NodeId,
        groups: usize,
        captures: bool,
    ) -> Result<NodeId, RegexError> {
        let Some(Quantifier { min, max, preference }) = self.quantifier()? else { return Ok(atom) };
        if max == Some(0) {
            self.drop_groups(groups, captures);
            return Ok(self.syntax.add(Node::Empty));
        }
        Ok(self.syntax.add(Node::Repeat { body: atom, min, max, preference }))
    }

    /// Nothing is left of an atom that is repeated zero times: references to groups inside of it match nothing,
    /// and a reference to the atom itself is an error.
    fn drop_groups(&mut self, groups: usize, captures: bool) {
        let nothing = self.set_node(CharSet::default());
        for group in groups..self.opened {
            self.syntax.groups[group] = Some(nothing);
        }
        if captures {
            self.syntax.groups[groups] = None;
        }
    }

    fn quantifier(&mut self) -> Result<Option<Quantifier>, RegexError> {
        self.skip();
        let basic = self.kind == Kind::Basic;
        let (min, max, exact) = match self.peek(0) {
            Some('*') => (0, None, false),
            Some('+') if !basic => (1, None, false),
            Some('?') if !basic => (0, Some(1), false),
            Some('{') if !basic && self.bound_begins() => self.bound()?,
            Some('\\') if basic && self.peek(1) == Some('{') => {
                self.position += 1;
                self.bound()?
            }
            _ => return Ok(None),
        };
        self.position += 1;
        let mut preference = Preference::Longest;
        if self.kind == Kind::Advanced && self.take('?') {
            self.syntax.note(Note::NonPosix);
            preference = Preference::Shortest;
        }
        Ok(Some(Quantifier { min, max, preference: (!exact).then_some(preference) }))
    }

    /// Whether a digit follows the brace here.
    fn bound_begins(&mut self) -> bool {
        let here = self.position;
        self.position += 1;
        self.skip_expanded();
        let begins = self.peek(0).is_some_and(|c| c.is_ascii_digit());
        self.position = here;
        begins
    }

    /// The bound whose brace is here, up to its last character; whether it is a single number comes third.
    fn bound(&mut self) -> Result<(u16, Option<u16>, bool), RegexError> {
        self.position += 1;
        self.syntax.note(Note::Bounds);
        // A brace without a digit behind it gets here in basic expressions only, where no number is zero.
        let min = self.bound_number()?.unwrap_or(0);
        let exact = !self.take(',');
        let max = if exact { Some(min) } else { self.bound_number()? };
        self.skip_expanded();
        if self.kind == Kind::Basic && !self.take('\\') || self.peek(0) != Some('}') {
            return Err(self.bound_error());
        }
        match max {
            Some(max) if max < min => Err(RegexError::RepetitionCount),
            _ => Ok((min, max, exact)),
        }
    }

    /// The error for a bound that goes on with what is here.
    fn bound_error(&self) -> RegexError {
        if self.peek(0).is_none() { RegexError::Braces } else { RegexError::RepetitionCount }
    }

    fn bound_number(&mut self) -> Result<Option<u16>, RegexError> {
        let mut number = None;
        loop {
            self.skip_expanded();
            let Some(digit) = self.peek(0).and_then(|c| c.to_digit(10)) else { return Ok(number) };
            let larger = number.unwrap_or(0) * 10 + digit as u16;
            if larger > LARGEST_BOUND {
                return Err(RegexError::RepetitionCount);
            }
            number = Some(larger);
            self.position += 1;
        }
    }
}
