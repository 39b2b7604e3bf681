//! The grammar: branches, quantified atoms, groups and bounds.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::charset::CharSet;
use super::escape::Escape;
use super::prefix;
use super::syntax::{Assertion, Node, NodeId, Note, Preference, Syntax};
use super::{Flags, RegexError};

/// How deep groups may be nested: the passes over the tree call themselves for a group.
const DEEPEST: usize = 500;

/// The kinds of regular expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Basic,
    Extended,
    Advanced,
    Literal,
}

/// What came just before in a basic expression, where it tells whether `*` and `^` are special.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    Nothing,
    Caret,
    Other,
}

/// The kinds of groups.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Group {
    Capturing,
    Plain,
    Lookahead,
}

/// What may come before a quantifier, and what may not.
enum Atom {
    Plain(NodeId),
    /// A group that captures nothing, though what is in it may.
    Wrapped(NodeId),
    Constraint(NodeId),
}

/// The state of parsing.
pub(super) struct Parser {
    pub chars: Vec<char>,
    pub position: usize,
    pub kind: Kind,
    pub flags: Flags,
    pub syntax: Syntax,
    /// The groups opened so far.
    pub opened: usize,
    set_ids: HashMap<CharSet, usize, FxBuildHasher>,
    depth: usize,
    /// Parentheses and back references are not what they are elsewhere between the parentheses of a lookahead
    /// constraint, but they are in parentheses inside of those.
    directly_in_lookahead: bool,
}

/// Parses a pattern.
pub(super) fn parse(pattern: &str, flags: Flags) -> Result<Syntax, RegexError> {
    let mut parser = Parser {
        chars: pattern.chars().collect(),
        position: 0,
        kind: Kind::Advanced,
        flags,
        syntax: Syntax::default(),
        opened: 0,
        set_ids: HashMap::default(),
        depth: 0,
        directly_in_lookahead: false,
    };
    prefix::read(&mut parser)?;
    let root = if parser.kind == Kind::Literal { parser.literal() } else { parser.alternation()? };
    if parser.position < parser.chars.len() {
        return Err(RegexError::Parentheses);
    }
    parser.syntax.root = root;
    parser.syntax.nocase = parser.flags.nocase;
    parser.syntax.shortest = parser.syntax.shapes[root].preference == Some(Preference::Shortest);
    Ok(parser.syntax)
}

impl Parser {
    /// The character at a distance from the current one.
    pub(super) fn peek(&self, distance: usize) -> Option<char> {
        self.chars.get(self.position + distance).copied()
    }

    /// Whether the rest of the pattern starts with a text.
    pub(super) fn looking_at(&self, text: &str) -> bool {
        text.chars().enumerate().all(|(distance, c)| self.peek(distance) == Some(c))
    }

    /// Takes a character if it is the current one.
    pub(super) fn take(&mut self, c: char) -> bool {
        let found = self.peek(0) == Some(c);
        self.position += usize::from(found);
        found
    }

    /// The node for a set, which is stored once.
    pub(super) fn set_node(&mut self, set: CharSet) -> NodeId {
        let next = self.syntax.sets.len();
        let id = *self.set_ids.entry(set).or_insert_with_key(|set| {
            self.syntax.sets.push(set.clone());
            next
        });
        self.syntax.add(Node::Set(id))
    }

    pub(super) fn char_node(&mut self, c: char) -> NodeId {
        self.set_node(CharSet::single(c, self.flags.nocase))
    }

    /// The whole rest as plain characters.
    fn literal(&mut self) -> NodeId {
        let rest = self.chars.split_off(self.position);
        if rest.is_empty() {
            self.syntax.note(Note::Unspecified);
        }
        let items = rest.into_iter().map(|c| self.char_node(c)).collect();
        self.syntax.add(Node::Concatenation(items))
    }

    /// Skips white space and comments where the expanded syntax has them.
    pub(super) fn skip_expanded(&mut self) {
        while self.flags.expanded {
            match self.peek(0) {
                Some('#') => {
                    while self.peek(0).is_some_and(|c| c != '\n') {
                        self.position += 1;
                    }
                }
                Some(c) if super::charset::Class::Space.contains(c) => self.position += 1,
                _ => break,
            }
        }
    }

    /// Skips all that stands for nothing before a token.
    pub(super) fn skip(&mut self) {
        self.skip_expanded();
        while self.kind == Kind::Advanced && self.looking_at("(?#") {
            self.syntax.note(Note::NonPosix);
            while self.peek(0).is_some_and(|c| c != ')') {
                self.position += 1;
            }
            self.take(')');
            self.skip_expanded();
        }
    }

    /// Whether a group ends here.
    fn at_group_end(&self) -> bool {
        match self.kind {
            Kind::Basic => self.looking_at("\\)"),
            Kind::Extended => self.depth > 0 && self.peek(0) == Some(')'),
            _ => self.peek(0) == Some(')'),
        }
    }

    /// Branches with `|` between them.
    fn alternation(&mut self) -> Result<NodeId, RegexError> {
        let mut branches = vec![self.branch()?];
        while self.kind != Kind::Basic && self.take('|') {
            branches.push(self.branch()?);
        }
        Ok(match branches.as_slice() {
            &[only] => only,
            _ => self.syntax.add(Node::Alternation(branches)),
        })
    }

    fn branch(&mut self) -> Result<NodeId, RegexError> {
        let mut items = Vec::new();
        let mut before = Before::Nothing;
        loop {
            self.skip();
            let ends = self.kind != Kind::Basic && self.peek(0) == Some('|');
            if ends || self.peek(0).is_none() || self.at_group_end() {
                break;
            }
            items.push(self.item(&mut before)?);
        }
        Ok(match items.as_slice() {
            [] => {
                self.syntax.note(Note::Unspecified);
                self.syntax.add(Node::Empty)
            }
            &[only] => only,
            _ => self.syntax.add(Node::Concatenation(items)),
        })
    }

    /// A constraint, or an atom with its quantifier if it has one.
    fn item(&mut self, before: &mut Before) -> Result<NodeId, RegexError> {
        let last = std::mem::replace(before, Before::Other);
        let groups = self.opened;
        if let Some(assertion) = self.plain_assertion(last) {
            if matches!(assertion, Assertion::TextStart | Assertion::LineStart) && last == Before::Nothing {
                *before = Before::Caret;
            }
            return Ok(self.syntax.add(Node::Assertion(assertion)));
        }
        let atom = match self.kind {
            Kind::Basic => self.basic_atom(last).map(Atom::Plain)?,
            _ => self.extended_atom()?,
        };
        match atom {
            Atom::Constraint(node) => Ok(node),
            Atom::Plain(node) => {
                self.quantified(node, groups, matches!(self.syntax.nodes[node], Node::Capture { .. }))
            }
            Atom::Wrapped(node) => self.quantified(node, groups, false),
        }
    }

    /// `^`, `$` and the old forms of the ends of words.
    fn plain_assertion(&mut self, last: Before) -> Option<Assertion> {
        let basic = self.kind == Kind::Basic;
        let lines = self.flags.line_anchor;
        let (assertion, width) = match self.peek(0)? {
            '^' if !basic || last == Before::Nothing => {
                (if lines { Assertion::LineStart } else { Assertion::TextStart }, 1)
            }
            '$' if !basic || self.at_basic_end() => {
                (if lines { Assertion::LineEnd } else { Assertion::TextEnd }, 1)
            }
            '[' if self.looking_at("[[:<:]]") => (Assertion::WordStart, 7),
            '[' if self.looking_at("[[:>:]]") => (Assertion::WordEnd, 7),
            '\\' if basic && self.peek(1) == Some('<') => (Assertion::WordStart, 2),
            '\\' if basic && self.peek(1) == Some('>') => (Assertion::WordEnd, 2),
            _ => return None,
        };
        self.position += width;
        if width > 1 {
            self.syntax.note(Note::NonPosix);
            self.syntax.note(Note::Locale);
        }
        Some(assertion)
    }

    /// Whether the `$` here is the last of a basic expression or of a group of one.
    fn at_basic_end(&mut self) -> bool {
        let here = self.position;
        self.position += 1;
        self.skip_expanded();
        let ends = self.peek(0).is_none() || self.looking_at("\\)");
        self.position = here;
        ends
    }

    fn basic_atom(&mut self, last: Before) -> Result<NodeId, RegexError> {
        let c = self.peek(0).unwrap_or('\0');
        self.position += 1;
        match c {
            '*' if last == Before::Other => Err(RegexError::QuantifierOperand),
            '[' => self.bracket(),
            '.' => Ok(self.any_node()),
            '\\' => self.basic_escape(),
            _ => Ok(self.char_node(c)),
        }
    }

    fn basic_escape(&mut self) -> Result<NodeId, RegexError> {
        let c = self.peek(0).ok_or(RegexError::Escape)?;
        self.position += 1;
        match c {
            '(' => self.group(Group::Capturing),
            ')' => Err(RegexError::Parentheses),
            '{' => Err(RegexError::QuantifierOperand),
            '1'..='9' => {
                self.syntax.note(Note::NonPosix);
                self.back_reference(c as usize - '0' as usize)
            }
            _ => Ok(self.escaped_char(c)),
        }
    }

    /// A character behind a backslash that stands for itself.
    fn escaped_char(&mut self, c: char) -> NodeId {
        if super::charset::Class::Alnum.contains(c) {
            self.syntax.note(Note::BackslashAlnum);
            self.syntax.note(Note::Unspecified);
        }
        self.char_node(c)
    }

    fn any_node(&mut self) -> NodeId {
        let set = CharSet::any(self.flags.line_stop);
        self.set_node(set)
    }

    fn extended_atom(&mut self) -> Result<Atom, RegexError> {
        let c = self.peek(0).unwrap_or('\0');
        self.position += 1;
        let node = match c {
            '*' | '+' | '?' => return Err(RegexError::QuantifierOperand),
            '(' => return self.parenthesis(),
            '\\' if self.kind == Kind::Advanced => return self.advanced_escape(),
            '{' => self.lone_brace()?,
            ')' => {
                self.syntax.note(Note::LoneParenthesis);
                self.char_node(c)
            }
            '[' => self.bracket()?,
            '.' => self.any_node(),
            '\\' => {
                let c = self.peek(0).ok_or(RegexError::Escape)?;
                self.position += 1;
                self.escaped_char(c)
            }
            _ => self.char_node(c),
        };
        Ok(Atom::Plain(node))
    }

    fn advanced_escape(&mut self) -> Result<Atom, RegexError> {
        Ok(Atom::Plain(match self.escape()? {
            Escape::Char(c) => self.char_node(c),
            Escape::Set(set) => self.set_node(set),
            Escape::BackReference(group) => self.back_reference(group)?,
            Escape::Assertion(assertion) => {
                return Ok(Atom::Constraint(self.syntax.add(Node::Assertion(assertion))));
            }
        }))
    }

    /// A brace at the place of an atom: plain unless a bound begins there.
    fn lone_brace(&mut self) -> Result<NodeId, RegexError> {
        self.skip_expanded();
        if self.peek(0).is_some_and(|c| c.is_ascii_digit()) {
            return Err(RegexError::QuantifierOperand);
        }
        self.syntax.note(Note::Braces);
        self.syntax.note(Note::Unspecified);
        Ok(self.char_node('{'))
    }

    fn back_reference(&mut self, group: usize) -> Result<NodeId, RegexError> {
        self.syntax.note(Note::BackReference);
        let closed = self.syntax.groups.get(group.wrapping_sub(1)).is_some_and(Option::is_some);
        if !closed || self.directly_in_lookahead {
            return Err(RegexError::BackReference);
        }
        Ok(self.syntax.add(Node::BackReference(group)))
    }

    /// What begins with an opening parenthesis, which is taken already.
    fn parenthesis(&mut self) -> Result<Atom, RegexError> {
        if self.kind != Kind::Advanced || self.peek(0) != Some('?') {
            let captures = !self.directly_in_lookahead;
            return self.group(Group::Capturing).map(if captures { Atom::Plain } else { Atom::Wrapped });
        }
        self.syntax.note(Note::NonPosix);
        let sign = self.peek(1);
        self.position += 2;
        match sign {
            Some(':') => self.group(Group::Plain).map(Atom::Wrapped),
            Some('=' | '!') => {
                self.syntax.note(Note::Lookahead);
                let body = self.group(Group::Lookahead)?;
                let negative = sign == Some('!');
                Ok(Atom::Constraint(self.syntax.add(Node::Lookahead { body, negative })))
            }
            _ => Err(RegexError::QuantifierOperand),
        }
    }

    /// The inside of a group and its end.
    fn group(&mut self, kind: Group) -> Result<NodeId, RegexError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(RegexError::TooComplex);
        }
        let captures = kind == Group::Capturing && !self.directly_in_lookahead;
        let outside = std::mem::replace(&mut self.directly_in_lookahead, kind == Group::Lookahead);
        if captures {
            self.opened += 1;
            self.syntax.groups.push(None);
        }
        let group = self.opened;
        let body = self.alternation()?;
        if !self.at_group_end() {
            return Err(RegexError::Parentheses);
        }
        self.position += if self.kind == Kind::Basic { 2 } else { 1 };
        self.depth -= 1;
        self.directly_in_lookahead = outside;
        if !captures {
            // A quantifier repeats a group, even one of a back reference alone, as it repeats any group.
            let alone = matches!(self.syntax.nodes[body], Node::BackReference(_));
            return Ok(if alone { self.syntax.add(Node::Concatenation(vec![body])) } else { body });
        }
        let node = self.syntax.add(Node::Capture { group, body });
        self.syntax.groups[group - 1] = Some(node);
        Ok(node)
    }
}
