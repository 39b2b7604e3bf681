//! Expressions that nobody wrote.

use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use zeroslack_testing::config;

use super::{expr, same_as_tclsh};

/// Operands of all kinds.
fn atom() -> impl Strategy<Value = String> {
    select(vec![
        "0",
        "1",
        "2",
        "-3",
        "7",
        "42",
        "1000000007",
        "4611686018427387904",
        "-9223372036854775808",
        "123456789012345678901234567890",
        "0x1F",
        "0b101",
        "0o17",
        "017",
        "1.5",
        "-0.25",
        "1e3",
        "2.0",
        "1e-5",
        "1e300",
        "0.1",
        "3.",
        ".5",
        "true",
        "no",
        "\"abc\"",
        "{x y}",
        "\"\"",
        "\"12\"",
        "{ 3 }",
        "\"1.0\"",
        "$a",
        "$b",
        "$c",
        "$d",
        "$big",
        "\"v$a\"",
        "\"\\x31\"",
        "Inf",
    ])
    .prop_map(str::to_owned)
}

fn operator() -> impl Strategy<Value = &'static str> {
    select(vec![
        "+", "-", "*", "/", "%", "<", ">", "<=", ">=", "==", "!=", " eq ", " ne ", " in ", " ni ", "&", "^",
        "|", "&&", "||",
    ])
}

fn expression() -> impl Strategy<Value = String> {
    atom().prop_recursive(5, 24, 4, |inner| {
        let function = select(vec![
            "abs", "int", "wide", "round", "double", "entier", "sqrt", "floor", "ceil", "bool", "isqrt", "exp", "sin",
        ]);
        prop_oneof![
            6 => (inner.clone(), operator(), inner.clone()).prop_map(|(a, op, b)| format!("{a} {op}{b}")),
            2 => (inner.clone(), operator(), inner.clone()).prop_map(|(a, op, b)| format!("({a}{op} {b})")),
            1 => (inner.clone(), 0..5).prop_map(|(a, b)| format!("{a} ** {b}")),
            // In parentheses: 70 ** 4 would be more bits than a number may have here.
            1 => (inner.clone(), select(vec!["<<", ">>"]), 0..70).prop_map(|(a, op, b)| format!("({a} {op} {b})")),
            1 => (select(vec!["-", "+", "!", "~"]), inner.clone()).prop_map(|(op, a)| format!("{op}{a}")),
            1 => (select(vec!["-", "!"]), inner.clone()).prop_map(|(op, a)| format!("{op}({a})")),
            1 => (inner.clone(), inner.clone(), inner.clone()).prop_map(|(a, b, c)| format!("{a} ? {b} : {c}")),
            1 => (inner.clone(), inner.clone(), inner.clone()).prop_map(|(a, b, c)| format!("({a} ? {b} : {c})")),
            1 => (function, inner.clone()).prop_map(|(f, a)| format!("{f}({a})")),
            1 => (select(vec!["max", "min", "pow", "fmod", "hypot"]), inner.clone(), inner)
                .prop_map(|(f, a, b)| format!("{f}({a},{b})")),
        ]
    })
}

/// Pieces of expressions in no order.
fn soup() -> impl Strategy<Value = String> {
    let piece = select(vec![
        "1", "0x1F", "1.5", "08", "abc", "true", "\"x\"", "{y}", "$a", "$", "[", "]", "(", ")", ",", "?",
        ":", "+", "-", "!", "~", "*", "**", "/", "%", "<", "<<", "=", "==", "!=", "&", "&&", "|", "||", "^",
        "eq", "ne", "in", "ni", "sin(", "max(", " ", " ", " ", "\\\n", "\"", "{", "}", "é", "@", "#", ".",
        "e", "_", "inf", "nan", "0b", "0o",
    ]);
    proptest::collection::vec(piece, 1..12).prop_map(|pieces| pieces.concat())
}

/// Texts of a strategy, `usual` of them at the usual budget of random cases.
fn samples(strategy: impl Strategy<Value = String>, usual: u32) -> Vec<String> {
    let config = config(usual);
    let cases = config.cases;
    let mut runner = TestRunner::new(config);
    (0..cases).map(|_| strategy.new_tree(&mut runner).expect("a sample").current()).collect()
}

#[test]
fn values_are_those_of_tclsh() {
    let commands: Vec<_> = samples(expression(), 5000).iter().map(|text| expr(text)).collect();
    assert!(commands.chunks(500).all(same_as_tclsh));
}

#[test]
fn errors_are_those_of_tclsh() {
    let texts = samples(soup(), 10000);
    let commands: Vec<_> = texts.iter().filter(|text| !text.contains('[')).map(|text| expr(text)).collect();
    assert!(commands.chunks(500).all(same_as_tclsh));
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn nothing_panics(text in ".{0,40}", soup in soup()) {
        drop(super::answer(&expr(&text)));
        drop(super::answer(&expr(&soup)));
    }
}
