//! Patterns and texts that are made to take long or to use much memory.

use std::time::{Duration, Instant};

use super::super::{Flags, Regex, RegexError};

fn compiled(pattern: &str) -> Result<Regex, RegexError> {
    Regex::new(pattern, Flags::default())
}

fn finds(pattern: &str, text: &str) -> bool {
    compiled(pattern).unwrap().find(text, 0, false, &mut Vec::new())
}

#[test]
fn large_patterns_are_errors() {
    for pattern in [
        "((a{1,100}){1,100}){1,100}".to_owned(),
        "((((a{255}){255}){255}){255}){255}".to_owned(),
        "(((((){255}){255}){255}){255}){255}".to_owned(),
        "(".repeat(100_000),
        "(?:".repeat(100_000) + &")".repeat(100_000),
        "(a)".to_owned() + &(1..99).map(|group| format!("(\\{group}\\{group})")).collect::<String>(),
        "(a)".to_owned() + &(1..5000).map(|group| format!("(\\{group})")).collect::<String>(),
    ] {
        assert!(matches!(compiled(&pattern), Err(RegexError::TooComplex)), "{pattern:.40}");
    }
}

#[test]
fn deep_groups_are_fine() {
    for (opening, closing) in [("(", ")"), ("(?:", ")*"), ("(", ")*"), ("(", "|b)+"), ("(?=", ")")] {
        let pattern = opening.repeat(499) + "a" + &closing.repeat(499);
        if let Ok(regex) = compiled(&pattern) {
            assert!(regex.find("a", 0, false, &mut Vec::new()), "{opening}");
        }
    }
}

#[test]
fn hard_texts_take_no_long_time() {
    let start = Instant::now();
    let text = "a".repeat(100_000);
    assert!(!finds("(a*)*b", &text));
    assert!(!finds("(a|aa)+$b", &text));
    assert!(!finds("(?:a?){200}a{200}b", &text));
    assert!(finds("(a+)(a+)(a+)(a+)$", &text));
    assert!(finds("(a*)*", &text));
    assert!(finds("((a)|(aa))*", &text));
    assert!(finds("((a)|(aa))+", &text));
    assert!(finds("(a+?)*$", &text));
    assert!(finds("a[ab]*c|a", &text));
    assert!(finds("[ab]*a[ab]{12}c|aa$", &text));
    assert!(!finds("(.*)(.*)(.*)(.*)b", &text));
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}

#[test]
fn back_references_stop_after_a_time() {
    let start = Instant::now();
    finds("(a*)(a*)(a*)(a*)(a*)\\1\\2\\3\\4\\5b", &("a".repeat(300) + "b"));
    finds("(a*)*\\1(a*)*\\2c|b", &"a".repeat(2000));
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}
