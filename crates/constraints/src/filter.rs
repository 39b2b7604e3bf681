//! `-filter`: conditions on properties, such as `{ref_name =~ BUF* && !(is_hierarchical == 1)}`.

use std::cmp::Ordering;

use zeroslack_netlist::Pattern;
use zeroslack_tcl::{Exception, Regex, RegexFlags, Value};

use crate::command::Tables;
use crate::object::{Kinds, Object};
use crate::property::{Asked, Is};
use crate::state::State;

/// Parentheses and negations nest so deep.
const MOST_DEPTH: usize = 64;

/// A condition of objects of one kind.
#[derive(Debug)]
pub(crate) enum Filter {
    Compare {
        property: Asked,
        how: How,
        with: With,
        named: Named,
    },
    /// The property is true.
    True(Asked),
    Not(Box<Self>),
    And(Box<Self>, Box<Self>),
    Or(Box<Self>, Box<Self>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum How {
    Equal,
    NotEqual,
    Matches,
    MatchesNot,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

const OPERATORS: &[(&str, How)] = &[
    ("==", How::Equal),
    ("!=", How::NotEqual),
    ("=~", How::Matches),
    ("!~", How::MatchesNot),
    ("<=", How::LessOrEqual),
    (">=", How::GreaterOrEqual),
    ("<", How::Less),
    (">", How::Greater),
];

/// By which of their names objects are compared that are the values of a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Named {
    /// What belongs to a library by its own name, all else in full.
    WithoutLibrary,
    /// All in full: so where the text that they are compared with is a path itself.
    InFull,
}

impl Named {
    fn by(with: &str) -> Self {
        if with.contains('/') { Self::InFull } else { Self::WithoutLibrary }
    }
}

/// What a property is compared with.
#[derive(Debug)]
pub(crate) enum With {
    Text(String),
    Pattern(Pattern),
    Regex(Box<Regex>),
}

/// What values `=~` and `!~` compare with are.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Patterns {
    Globs,
    Regexes { nocase: bool },
}

impl Filter {
    /// Reads a condition of objects of a kind.
    pub fn read(
        tables: &'static Tables,
        text: &str,
        kind: Kinds,
        patterns: Patterns,
    ) -> Result<Self, Exception> {
        let mut reader = Reader { tables, text, at: 0, kind, patterns };
        let filter = reader.either(0)?;
        reader.skip_blanks();
        if reader.at < text.len() {
            return Err(reader.error("expected && or ||"));
        }
        Ok(filter)
    }

    /// Keeps the objects that fulfil it.
    pub fn keep(&self, state: &mut State, objects: Vec<Object>) -> Result<Vec<Object>, Exception> {
        let mut kept = Vec::new();
        for object in objects {
            if self.keeps(state, object)? {
                kept.push(object);
            }
        }
        Ok(kept)
    }

    /// Whether an object fulfils it. An object without a value fulfils no comparison with it, not even `!=` or `!~`.
    fn keeps(&self, state: &mut State, object: Object) -> Result<bool, Exception> {
        Ok(match self {
            Self::And(first, second) => first.keeps(state, object)? && second.keeps(state, object)?,
            Self::Or(first, second) => first.keeps(state, object)? || second.keeps(state, object)?,
            Self::Not(inner) => !inner.keeps(state, object)?,
            Self::True(property) => {
                let value = property.value(state, object)?;
                value.and_then(|value| value.bool()).unwrap_or(false)
            }
            Self::Compare { property, how, with, named } => match property.value(state, object)? {
                Some(value) => {
                    // Of objects their names count.
                    let text = match property.is {
                        Is::Object | Is::Objects => names_of(state, &value, *named)?,
                        _ => value.text().to_owned(),
                    };
                    compare(property.is, &text, *how, with)
                }
                None => false,
            },
        })
    }
}

fn compare(is: Is, text: &str, how: How, with: &With) -> bool {
    let matches = match with {
        With::Text(with) => {
            return order(is, text, with).map_or(how == How::NotEqual, |order| how.holds(order));
        }
        With::Pattern(pattern) => pattern.matches(text),
        With::Regex(regex) => regex.find(text, 0, false, &mut Vec::new()),
    };
    matches == (how == How::Matches)
}

impl How {
    fn holds(self, order: Ordering) -> bool {
        match self {
            Self::Equal | Self::Matches => order.is_eq(),
            Self::NotEqual | Self::MatchesNot => order.is_ne(),
            Self::Less => order.is_lt(),
            Self::LessOrEqual => order.is_le(),
            Self::Greater => order.is_gt(),
            Self::GreaterOrEqual => order.is_ge(),
        }
    }
}

/// The order of a value and what it is compared with: as numbers or truths if the property is one, else as texts.
fn order(is: Is, text: &str, with: &str) -> Option<Ordering> {
    let [own, other] = [text, with].map(Value::from);
    match is {
        Is::Number => match (own.float(), other.float()) {
            (Some(own), Some(other)) => own.partial_cmp(&other),
            _ => Some(text.cmp(with)),
        },
        Is::Bool => match (own.bool(), other.bool()) {
            (Some(own), Some(other)) => Some(own.cmp(&other)),
            _ => Some(text.cmp(with)),
        },
        _ => Some(text.cmp(with)),
    }
}

/// The names of a list of handles, with blanks between them.
fn names_of(state: &State, value: &Value, named: Named) -> Result<String, Exception> {
    let mut names = Vec::new();
    for word in state.words(value)?.iter() {
        if let Some(object) = state.object_of_handle(word)? {
            let is_of_library = matches!(object, Object::LibCell(_) | Object::LibPin(..));
            names.push(match is_of_library && named == Named::WithoutLibrary {
                true => state.own_name_of(object)?,
                false => state.name_of(object)?,
            });
        }
    }
    Ok(names.join(" "))
}

struct Reader<'t> {
    tables: &'static Tables,
    text: &'t str,
    at: usize,
    kind: Kinds,
    patterns: Patterns,
}

impl Reader<'_> {
    fn error(&self, expected: &str) -> Exception {
        let rest = &self.text[self.at..];
        let place = if rest.is_empty() { "at its end".to_owned() } else { format!("before '{rest}'") };
        let message = format!("-filter {{{}}}: {expected} {place}", self.text);
        Exception::coded(message, ["ZEROSLACK", "FILTER"])
    }

    fn skip_blanks(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn takes(&mut self, token: &str) -> bool {
        self.skip_blanks();
        let is_next = self.text[self.at..].starts_with(token);
        if is_next {
            self.at += token.len();
        }
        is_next
    }

    fn either(&mut self, depth: usize) -> Result<Filter, Exception> {
        let mut left = self.both(depth)?;
        while self.takes("||") {
            left = Filter::Or(Box::new(left), Box::new(self.both(depth)?));
        }
        Ok(left)
    }

    fn both(&mut self, depth: usize) -> Result<Filter, Exception> {
        let mut left = self.one(depth)?;
        while self.takes("&&") {
            left = Filter::And(Box::new(left), Box::new(self.one(depth)?));
        }
        Ok(left)
    }

    fn one(&mut self, depth: usize) -> Result<Filter, Exception> {
        if depth > MOST_DEPTH {
            return Err(self.error("expected fewer parentheses"));
        }
        if self.takes("(") {
            let inner = self.either(depth + 1)?;
            return if self.takes(")") { Ok(inner) } else { Err(self.error("expected ')'")) };
        }
        if self.takes("!") {
            return Ok(Filter::Not(Box::new(self.one(depth + 1)?)));
        }
        // `@name` is how some scripts name properties.
        self.takes("@");
        let name = self.word(|c| c.is_alphanumeric() || c == '_');
        if name.is_empty() {
            return Err(self.error("expected the name of a property"));
        }
        let property = Asked::find(self.tables, self.kind, &name)?;
        let Some((_, how)) = OPERATORS.iter().find(|(token, _)| self.takes(token)) else {
            return Ok(Filter::True(property));
        };
        self.skip_blanks();
        let with = self.operand()?;
        let named = Named::by(&with);
        let with =
            match (how, self.patterns) {
                (How::Matches | How::MatchesNot, Patterns::Globs) => With::Pattern(Pattern::new(&with)),
                (How::Matches | How::MatchesNot, Patterns::Regexes { nocase }) => {
                    let flags = RegexFlags { nocase, ..RegexFlags::default() };
                    let regex = Regex::new(&format!("^(?:{with})$"), flags);
                    With::Regex(Box::new(regex.map_err(|error| {
                        self.error(&format!("'{with}' is no regular expression ({error})"))
                    })?))
                }
                _ => With::Text(with),
            };
        Ok(Filter::Compare { property, how: *how, with, named })
    }

    fn word(&mut self, mut belongs: impl FnMut(char) -> bool) -> String {
        let rest = &self.text[self.at..];
        let end = rest.find(|c| !belongs(c)).unwrap_or(rest.len());
        self.at += end;
        rest[..end].to_owned()
    }

    /// What is compared with: a word, or a text in quotes or braces.
    fn operand(&mut self) -> Result<String, Exception> {
        for (open, close) in [('"', '"'), ('{', '}')] {
            if self.text[self.at..].starts_with(open) {
                let from = self.at + 1;
                let Some(end) = self.text[from..].find(close) else {
                    return Err(self.error(&format!("expected {close}")));
                };
                self.at = from + end + 1;
                return Ok(self.text[from..from + end].to_owned());
            }
        }
        let mut depth = 0_usize;
        let word = self.word(|c| {
            // Parentheses that open in a word close in it, and what is between them is part of it.
            match c {
                '(' => depth += 1,
                ')' if depth > 0 => {
                    depth -= 1;
                    return true;
                }
                _ => {}
            }
            !c.is_whitespace() && (depth > 0 || !matches!(c, '&' | '|' | ')'))
        });
        if word.is_empty() { Err(self.error("expected a value")) } else { Ok(word) }
    }
}
