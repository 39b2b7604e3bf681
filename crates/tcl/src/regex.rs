//! Regular expressions as Tcl has them (advanced regular expressions), on the automata of `regex-automata`.
//!
//! The automata find where the leftmost match begins. Of all matches that begin there Tcl takes the longest, or the shortest if the
//! expression prefers that; a second automaton finds its end. Groups are then found inside of that span. Expressions with back references
//! or lookahead go to `fancy-regex`, which takes the first alternative that matches instead of the longest.

mod bracket;
mod translate;

use regex_automata::hybrid::dfa::{Cache, DFA};
use regex_automata::meta;
use regex_automata::util::syntax;
use regex_automata::{Anchored, Input, MatchKind};

use std::cell::{OnceCell, RefCell};

/// How a pattern is read, beside what it says itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Flags {
    pub nocase: bool,
    pub expanded: bool,
    /// `^` and `$` match at lines.
    pub line_anchor: bool,
    /// `.` and sets that exclude do not match ends of lines.
    pub line_stop: bool,
}

/// What is wrong with a pattern: its word in error codes, and what is said of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RegexError {
    pub code: &'static str,
    pub message: &'static str,
}

impl RegexError {
    pub(crate) const fn new(code: &'static str, message: &'static str) -> Self {
        Self { code, message }
    }

    const TOO_BIG: Self = Self::new("ESPACE", "out of memory");
}

/// The places of a match and of its groups, in bytes.
pub(crate) type Spans = Vec<Option<(usize, usize)>>;

/// A compiled pattern.
pub(crate) struct Regex {
    engine: Engine,
    pub groups: usize,
    /// What searches that do not begin at the beginning of the text use, where that makes a difference.
    later: Later,
}

/// Tcl searches the rest of a text as a text of its own, but for `^`, which matches at its beginning only if the whole text begins there.
enum Later {
    /// The pattern has no `^`.
    Same,
    /// `^` matches at lines: what comes before the rest must be seen.
    SeesLines,
    /// Another pattern, where `^` matches nowhere.
    Other(String, Flags, OnceCell<Box<Engine>>),
}

enum Engine {
    Automata(Box<Automata>),
    Backtracking(Box<fancy_regex::Regex>),
}

struct Automata {
    /// Finds where a match begins.
    first: meta::Regex,
    /// Finds where it ends; `None` where the first match is the one.
    ends: Option<(DFA, RefCell<Cache>)>,
    shortest: bool,
    /// Finds the groups of a match whose span is known.
    groups: Option<meta::Regex>,
}

/// How much memory a compiled pattern may take.
const MOST_BYTES: usize = 16 << 20;

impl Regex {
    /// Compiles a pattern.
    pub fn new(pattern: &str, flags: Flags) -> Result<Self, RegexError> {
        let translated = translate::translate(pattern, flags, true)?;
        let later = match (translated.has_begin, translated.begins_lines) {
            (false, _) => Later::Same,
            (true, true) => Later::SeesLines,
            (true, false) => Later::Other(pattern.to_owned(), flags, OnceCell::new()),
        };
        Ok(Self { engine: Engine::new(&translated)?, groups: translated.groups, later })
    }

    /// Finds the first match at or after a byte.
    pub fn find(&self, text: &str, start: usize) -> Option<Spans> {
        if start == 0 {
            return self.engine.find(text, 0, 0, self.groups);
        }
        match &self.later {
            Later::Same => self.engine.find(text, start, start, self.groups),
            Later::SeesLines => self.engine.find(text, 0, start, self.groups),
            Later::Other(pattern, flags, cell) => {
                if cell.get().is_none() {
                    let engine = Engine::new(&translate::translate(pattern, *flags, false).ok()?).ok()?;
                    let _ = cell.set(Box::new(engine));
                }
                cell.get()?.find(text, start, start, self.groups)
            }
        }
    }
}

impl Engine {
    fn new(translated: &translate::Translated) -> Result<Self, RegexError> {
        let source = &translated.source;
        if translated.backtracks {
            let regex = fancy_regex::RegexBuilder::new(source)
                .delegate_size_limit(MOST_BYTES)
                .backtrack_limit(1_000_000)
                .build()
                .map_err(|_| RegexError::TOO_BIG)?;
            return Ok(Self::Backtracking(Box::new(regex)));
        }
        let syntax = || syntax::Config::new().nest_limit(translate::MOST_DEPTH * 4);
        let build = |source: &str| {
            meta::Regex::builder()
                .configure(meta::Regex::config().nfa_size_limit(Some(MOST_BYTES)))
                .syntax(syntax())
                .build(source)
                .map_err(|_| RegexError::TOO_BIG)
        };
        let groups = match translated.groups {
            0 => None,
            _ => Some(build(&format!("(?:{source})\\z"))?),
        };
        let ends = match translated.fixed {
            true => None,
            false => {
                let dfa = DFA::builder()
                    .configure(DFA::config().match_kind(MatchKind::All).skip_cache_capacity_check(true))
                    .syntax(syntax())
                    .build(source)
                    .map_err(|_| RegexError::TOO_BIG)?;
                let cache = RefCell::new(dfa.create_cache());
                Some((dfa, cache))
            }
        };
        let automata = Automata { first: build(source)?, ends, shortest: translated.shortest, groups };
        Ok(Self::Automata(Box::new(automata)))
    }

    /// Finds the first match at or after a byte. The text begins at `seen`.
    fn find(&self, text: &str, seen: usize, start: usize, groups: usize) -> Option<Spans> {
        let part = &text[seen..];
        let moved = |span: (usize, usize)| (span.0 + seen, span.1 + seen);
        match self {
            Self::Automata(automata) => {
                let spans = automata.find(part, start - seen, groups)?;
                Some(spans.into_iter().map(|span| span.map(moved)).collect())
            }
            Self::Backtracking(regex) => {
                // A search that takes too long finds nothing.
                let captures = regex.captures_from_pos(part, start - seen).ok()??;
                let spans = captures.iter().map(|group| group.map(|it| moved((it.start(), it.end()))));
                Some(spans.collect())
            }
        }
    }
}

impl Automata {
    fn find(&self, text: &str, start: usize, groups: usize) -> Option<Spans> {
        let found = self.first.search(&Input::new(text).range(start..))?;
        let (from, mut to) = (found.start(), found.end());
        if let Some((dfa, cache)) = &self.ends {
            let input = Input::new(text).range(from..).anchored(Anchored::Yes).earliest(self.shortest);
            if let Ok(Some(end)) = dfa.try_search_fwd(&mut cache.borrow_mut(), &input) {
                to = end.offset();
            }
        }
        let mut spans = vec![Some((from, to))];
        let Some(regex) = &self.groups else { return Some(spans) };
        let mut captures = regex.create_captures();
        let input = Input::new(&text[..to]).range(from..to).anchored(Anchored::Yes);
        regex.search_captures(&input, &mut captures);
        for group in 1..=groups {
            spans.push(captures.get_group(group).map(|span| (span.start, span.end)));
        }
        Some(spans)
    }
}
