//! Regular expressions as Tcl has them: text in, places out.
//!
//! The manual page `re_syntax` of Tcl is what this module follows: advanced, extended and basic expressions,
//! directors, embedded options, and the rules of which match is preferred. A match is found in two parts:
//!
//! 1. Deterministic automata, built as far as the text needs them, find the leftmost match and its preferred
//!    end. The time grows with the length of the text, whatever the pattern.
//! 2. If the places of groups are wanted, the match is taken apart: in a row of pieces each takes what it
//!    prefers so that the rest still fits, of alternatives the first counts that fits, and a repeated group has
//!    what it matched the last time.
//!
//! Back references are checked in the second part, and other ways to take the match apart are tried if they do
//! not fit. That may take long: after reading fifty million bytes a search for such a pattern finds nothing.
//!
//! What differs from Tcl 8.6: a character beyond the Basic Multilingual Plane is one character; groups may be
//! nested 500 deep; a group in an alternative that was tried and failed is never set, where Tcl with back
//! references leaves it set at times.

mod about;
mod bracket;
mod charset;
mod colors;
mod compile;
mod dfa;
mod dissect;
mod error;
mod escape;
mod matcher;
mod names;
mod nfa;
mod parse;
mod plan;
mod prefix;
mod quantifier;
mod search;
mod start;
mod syntax;
mod tables;

#[cfg(test)]
mod tests;

use std::cell::RefCell;

use compile::Program;
pub use error::RegexError;
use matcher::{Cache, Matcher};

/// How a pattern is meant, as the options of `regexp` tell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Flags {
    /// `-nocase`: upper and lower case are the same.
    pub nocase: bool,
    /// `-expanded`: white space and comments in the pattern stand for nothing.
    pub expanded: bool,
    /// `-lineanchor`: `^` and `$` match at lines too.
    pub line_anchor: bool,
    /// `-linestop`: `.` and the complements of sets do not match a newline.
    pub line_stop: bool,
}

/// A compiled regular expression.
#[derive(Debug)]
pub struct Regex {
    program: Program,
    cache: RefCell<Cache>,
}

impl Regex {
    /// Compiles a pattern.
    pub fn new(pattern: &str, flags: Flags) -> Result<Regex, RegexError> {
        let program = compile::compile(parse::parse(pattern, flags)?)?;
        let cache = RefCell::new(Cache::new(&program));
        Ok(Regex { program, cache })
    }

    /// The number of groups, as `regexp -about` tells it.
    pub fn groups(&self) -> usize {
        self.program.syntax.groups.len()
    }

    /// The names of the properties of the pattern, as `regexp -about` tells them.
    pub fn about(&self) -> Vec<&'static str> {
        about::names(&self.program)
    }

    /// Finds the first match in a text from a place on. The match comes first in the spans and its groups
    /// follow.
    ///
    /// What is before the place is not looked at: it is the start of the text for `\A` and for the ends of words.
    /// It is so for `^` too unless `not_bol` tells that it is not the beginning of a line.
    pub fn find(
        &self,
        text: &str,
        start: usize,
        not_bol: bool,
        spans: &mut Vec<Option<(usize, usize)>>,
    ) -> bool {
        spans.clear();
        let Some(rest) = text.get(start..) else { return false };
        spans.resize(1 + self.groups(), None);
        let mut cache = self.cache.borrow_mut();
        let mut matcher = Matcher::new(&self.program, &mut cache, rest, !not_bol, spans);
        let found = if self.program.has_back_references {
            matcher.find_with_references()
        } else {
            let found = matcher.leftmost(0);
            if let Some(part) = found {
                matcher.dissect(self.program.root, part);
            }
            found
        };
        spans[0] = found;
        for (begin, end) in spans.iter_mut().flatten() {
            *begin += start;
            *end += start;
        }
        found.is_some()
    }
}
