//! `-filter`: conditions on properties, such as `{ref_name =~ BUF* && !(is_hierarchical == 1)}`.

use zeroslack::netlist::Pattern;
use zeroslack_tcl::{Exception, Value};

use crate::object::Object;
use crate::property::property;
use crate::state::State;

/// Parentheses and negations nest so deep.
const MOST_DEPTH: usize = 64;

/// A condition.
#[derive(Debug)]
pub(crate) enum Filter {
    Compare {
        property: String,
        how: How,
        with: String,
        pattern: Pattern,
    },
    /// The property is true.
    True(String),
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

impl Filter {
    /// Reads a condition.
    pub fn read(text: &str) -> Result<Self, Exception> {
        let mut reader = Reader { text, at: 0 };
        let filter = reader.either(0)?;
        reader.skip_blanks();
        if reader.at < text.len() {
            return Err(reader.error("expected && or ||"));
        }
        Ok(filter)
    }

    /// Whether an object fulfils it. An object without the property does not, nor does it fulfil `!=` or `!~`.
    pub fn keeps(&self, state: &mut State, object: Object) -> Result<bool, Exception> {
        Ok(match self {
            Self::And(first, second) => first.keeps(state, object)? && second.keeps(state, object)?,
            Self::Or(first, second) => first.keeps(state, object)? || second.keeps(state, object)?,
            Self::Not(inner) => !inner.keeps(state, object)?,
            Self::True(name) => property(state, object, name)?.bool().unwrap_or(false),
            Self::Compare { property: name, how, with, pattern } => {
                let value = property(state, object, name)?;
                compare(state, &value, *how, with, pattern)?
            }
        })
    }
}

fn compare(state: &State, value: &Value, how: How, with: &str, pattern: &Pattern) -> Result<bool, Exception> {
    // Of an object its name counts.
    let text = match state.object_of_handle(value) {
        Ok(Some(object)) => state.name_of(object)?,
        _ => value.text().to_owned(),
    };
    let other = Value::from(with);
    let order = match (Value::from(text.as_str()).float(), other.float()) {
        (Some(a), Some(b)) => a.partial_cmp(&b),
        _ => match (Value::from(text.as_str()).bool(), other.bool()) {
            (Some(a), Some(b)) => Some(a.cmp(&b)),
            _ => Some(text.as_str().cmp(with)),
        },
    };
    Ok(match how {
        How::Equal => order == Some(std::cmp::Ordering::Equal),
        How::NotEqual => order != Some(std::cmp::Ordering::Equal),
        How::Matches => pattern.matches(&text),
        How::MatchesNot => !pattern.matches(&text),
        How::Less => order.is_some_and(std::cmp::Ordering::is_lt),
        How::LessOrEqual => order.is_some_and(std::cmp::Ordering::is_le),
        How::Greater => order.is_some_and(std::cmp::Ordering::is_gt),
        How::GreaterOrEqual => order.is_some_and(std::cmp::Ordering::is_ge),
    })
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl Reader<'_> {
    fn error(&self, expected: &str) -> Exception {
        let rest = &self.text[self.at..];
        let message = format!("-filter {{{}}}: {expected} before '{rest}'", self.text);
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
        self.skip_blanks();
        if self.text[self.at..].starts_with('!') {
            self.at += 1;
            return Ok(Filter::Not(Box::new(self.one(depth + 1)?)));
        }
        // `@name` is how some scripts name properties.
        self.takes("@");
        let name = self.word(|c| c.is_alphanumeric() || c == '_');
        if name.is_empty() {
            return Err(self.error("expected the name of a property"));
        }
        let Some((_, how)) = OPERATORS.iter().find(|(token, _)| self.takes(token)) else {
            return Ok(Filter::True(name));
        };
        self.skip_blanks();
        let with = self.operand()?;
        let pattern = Pattern::new(&with);
        Ok(Filter::Compare { property: name, how: *how, with, pattern })
    }

    fn word(&mut self, belongs: impl Fn(char) -> bool) -> String {
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
        let word = self.word(|c| !c.is_whitespace() && !matches!(c, '&' | '|' | ')'));
        if word.is_empty() { Err(self.error("expected a value")) } else { Ok(word) }
    }
}
