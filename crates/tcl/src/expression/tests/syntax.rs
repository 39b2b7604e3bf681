//! Expressions right and wrong.

use super::{Answer, answer, expr, same_as_tclsh};

/// A line for each expression: `value` and its value, or `error`, the message and the error code.
const EXPRESSIONS: &str = include_str!("expressions.txt");

/// Text of a line of the list, in which line ends and tabs are written with backslashes.
fn unescaped(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text.chars();
    while let Some(character) = rest.next() {
        plain.push(match character {
            '\\' => match rest.next() {
                Some('n') => '\n',
                Some('t') => '\t',
                other => other.unwrap_or('\\'),
            },
            other => other,
        });
    }
    plain
}

#[test]
fn expressions_are_read_as_listed() {
    for line in EXPRESSIONS.lines() {
        let fields: Vec<String> = line.split('\t').map(unescaped).collect();
        let found = match answer(&expr(&fields[0])) {
            Answer::Value(value) => vec!["value".to_owned(), value],
            Answer::Error(message, code, _) => vec!["error".to_owned(), message, code],
        };
        assert_eq!(found, fields[1..], "{line}");
    }
}

#[test]
fn syntax_is_that_of_tclsh() {
    let first = |line: &str| unescaped(line.split('\t').next().unwrap_or_default());
    let commands: Vec<_> = EXPRESSIONS.lines().map(|line| expr(&first(line))).collect();
    assert!(same_as_tclsh(&commands));
}

/// Long pieces are cut short, between characters.
#[test]
fn errors_show_as_much_as_those_of_tclsh() {
    let mut commands = Vec::new();
    for length in 6..30 {
        for piece in ["1", "é", "€"] {
            let text = piece.repeat(length);
            for (before, after) in [
                ("{", "} @"),
                ("{a", "} @"),
                ("{", "}  @"),
                ("{", "}x"),
                ("1 {", "}"),
                ("1 \"a", "\" + 1"),
                ("1 @ {", "}"),
            ] {
                commands.push(expr(&format!("{before}{text}{after}")));
            }
        }
        let digits = "1".repeat(length);
        for (before, after) in [
            ("", ":"),
            ("", ")"),
            ("1 ) ", ""),
            ("(", ""),
            ("", " : 2"),
            ("1 ", ""),
            ("x", "x + 1"),
            ("08", ""),
        ] {
            commands.push(expr(&format!("{before}{digits}{after}")));
        }
    }
    assert!(same_as_tclsh(&commands));
}

#[test]
fn deep_and_long_expressions_are_read() {
    let value = |text: &str| answer(&expr(text));
    let many = 100_000;
    let number = |number: &str| Answer::Value(number.to_owned());
    assert_eq!(value(&format!("{}1{}", "(".repeat(many), ")".repeat(many))), number("1"));
    assert_eq!(value(&format!("{}1{}", "1+(".repeat(many), ")".repeat(many))), number("100001"));
    assert_eq!(value(&format!("{}1{}", "abs(".repeat(many), ")".repeat(many))), number("1"));
    assert_eq!(value(&format!("1{}", "+1".repeat(many))), number("100001"));
    assert_eq!(value(&format!("{}1", "-".repeat(many))), number("1"));
    assert_eq!(value(&format!("1{}", "&&1".repeat(many))), number("1"));
    assert_eq!(value(&format!("{}2", "0||".repeat(many))), number("1"));
    assert_eq!(value(&format!("{}1", "0?2:".repeat(many))), number("1"));
    assert_eq!(value(&format!("{}1{}", "1?".repeat(many), ":0".repeat(many))), number("1"));
    assert_eq!(value(&format!("1{}", "**1".repeat(many))), number("1"));
    assert!(matches!(value(&"(".repeat(many)), Answer::Error(..)));
    assert!(matches!(value(&"sin(".repeat(many)), Answer::Error(..)));
    assert!(matches!(value(&"[".repeat(many)), Answer::Error(..)));
    assert!(matches!(value(&"$a(".repeat(many)), Answer::Error(..)));
}
