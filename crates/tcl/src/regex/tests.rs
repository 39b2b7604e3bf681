//! Tests of regular expressions.

mod against_tclsh;
mod limits;
mod matches;
mod patterns;

use std::fmt::Write as _;

use super::{Flags, Regex};

/// The spans by characters, as `regexp -indices -inline` gives them.
fn spans_by_characters(regex: &Regex, text: &str, start: usize, not_bol: bool) -> String {
    let mut spans = Vec::new();
    let mut line = String::new();
    if !regex.find(text, start, not_bol, &mut spans) {
        return line;
    }
    for span in &spans {
        let (begin, end) = span.map_or((-1, -1), |(begin, end)| {
            (text[..begin].chars().count() as i64, text[..end].chars().count() as i64 - 1)
        });
        let _ = write!(line, "{begin} {end} ");
    }
    line.truncate(line.len() - 1);
    line
}

fn flags_of(letters: &str) -> Flags {
    Flags {
        nocase: letters.contains('i'),
        expanded: letters.contains('x'),
        line_anchor: letters.contains('a'),
        line_stop: letters.contains('s'),
    }
}

#[test]
fn matches_are_those_of_tclsh() {
    for &(letters, pattern, text, expected) in matches::MATCHES {
        let regex = Regex::new(pattern, flags_of(letters)).unwrap();
        assert_eq!(spans_by_characters(&regex, text, 0, false), expected, "{pattern:?} in {text:?}");
    }
}

#[test]
fn errors_are_those_of_tclsh() {
    for &(pattern, expected) in patterns::ERRORS {
        let error = Regex::new(pattern, Flags::default()).map(|_| ()).unwrap_err();
        assert_eq!(error.code(), expected, "{pattern:?}");
    }
}

#[test]
fn properties_are_those_of_tclsh() {
    for &(pattern, expected) in patterns::ABOUT {
        let regex = Regex::new(pattern, Flags::default()).unwrap();
        let about = format!("{} {}", regex.groups(), regex.about().join(" "));
        assert_eq!(about.trim(), expected.trim(), "{pattern:?}");
    }
}

#[test]
fn what_is_before_the_start_is_not_seen() {
    let found = |pattern, not_bol| {
        let regex = Regex::new(pattern, Flags::default()).unwrap();
        spans_by_characters(&regex, "ab", 1, not_bol)
    };
    assert_eq!(found("^b", true), "");
    assert_eq!(found("^b", false), "1 1");
    assert_eq!(found("\\Ab", true), "1 1");
    assert_eq!(found("\\mb", true), "1 1");
    assert_eq!(found("\\Yb", true), "");
    assert_eq!(found("b$", true), "1 1");
}

#[test]
fn places_that_are_no_places_of_characters_match_nothing() {
    let regex = Regex::new("", Flags::default()).unwrap();
    let mut spans = Vec::new();
    assert!(!regex.find("é", 1, false, &mut spans));
    assert!(!regex.find("é", 3, false, &mut spans));
    assert!(regex.find("é", 2, false, &mut spans));
}
