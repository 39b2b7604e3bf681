//! Operators and functions on all kinds of operands.

use super::{Answer, answer, expr, same_as_tclsh, words};

/// Expressions and their values.
const VALUES: &[(&str, &str)] = &[
    ("0x10", "16"),
    ("\" 7 \"", "7"),
    ("007", "7"),
    ("1e3", "1000.0"),
    ("{abc}", "abc"),
    ("-7 / 2", "-4"),
    ("-7 % 2", "1"),
    ("7 % -2", "-1"),
    ("-9223372036854775808 / -1", "9223372036854775808"),
    ("9223372036854775807 + 1", "9223372036854775808"),
    ("-100000000000000000000 / 3", "-33333333333333333334"),
    ("2 ** 3 ** 2", "512"),
    ("-2 ** 2", "4"),
    ("2 ** -1", "0"),
    ("(-1) ** -5", "-1"),
    ("3 ** 41", "36472996377170786403"),
    ("1 << 63", "9223372036854775808"),
    ("-1 >> 100", "-1"),
    ("1 ? 2 : 3 ? 4 : 5", "2"),
    ("0 ? 2 : 3 ? 4 : 5", "4"),
    ("1 ? 2 ? 3 : 4 : 5", "3"),
    ("1 eq 2 == 0", "1"),
    ("2 in 0 == 0", "1"),
    ("2 < 3 in 1", "1"),
    ("1 | 2 ^ 3 & 4", "3"),
    ("!0 + 1", "2"),
    ("9007199254740993 == 9007199254740992.0", "0"),
    ("100000000000000000001 > 1e20", "1"),
    ("NaN == NaN", "0"),
    ("NaN != NaN", "1"),
    ("\"abc\" < \"abd\"", "1"),
    ("\"1\" == \"1.0\"", "1"),
    ("\"1\" eq \"1.0\"", "0"),
    ("1.0 in {1 2}", "0"),
    ("1 / 0.0", "Inf"),
    ("sin(1)", "0.8414709848078965"),
    ("max(1, 2.5, -3)", "2.5"),
    ("round(2.5)", "3"),
    ("floor(9223372036854775807)", "9.223372036854775e+18"),
    ("ceil(9223372036854775807)", "9.223372036854776e+18"),
    ("int(1e19)", "-8446744073709551616"),
    ("entier(1e19)", "10000000000000000000"),
    ("isqrt(1e10)", "100000"),
    ("srand(1)", "7.826369259425611e-6"),
    ("srand(0) * 0 + rand()", "0.013469574513598146"),
];

/// Expressions, and the messages and codes of their errors.
const ERRORS: &[(&str, &str, &str)] = &[
    ("\"abc\" + 1", "can't use non-numeric string as operand of \"+\"", "ARITH DOMAIN {non-numeric string}"),
    ("1 + {}", "can't use empty string as operand of \"+\"", "ARITH DOMAIN {empty string}"),
    (
        "\"08\" + 1",
        "can't use invalid octal number as operand of \"+\"",
        "ARITH DOMAIN {invalid octal number}",
    ),
    ("1.5 % 2", "can't use floating-point value as operand of \"%\"", "ARITH DOMAIN {floating-point value}"),
    ("1 / 0", "divide by zero", "ARITH DIVZERO {divide by zero}"),
    ("1 << -1", "negative shift argument", "NONE"),
    ("1 << 100000000000", "integer value too large to represent", "NONE"),
    ("3 ** 1000000000", "exponent too large", "NONE"),
    (
        "NaN",
        "domain error: argument not in valid range",
        "ARITH DOMAIN {domain error: argument not in valid range}",
    ),
    ("1 && \"x\"", "expected boolean value but got \"x\"", "TCL VALUE NUMBER"),
    ("sin()", "not enough arguments for math function \"sin\"", "TCL WRONGARGS"),
    ("sin(1, 2)", "too many arguments for math function \"sin\"", "TCL WRONGARGS"),
    (
        "sqrt(-1)",
        "domain error: argument not in valid range",
        "ARITH DOMAIN {domain error: argument not in valid range}",
    ),
];

const OPERANDS: &[&str] = &[
    "1",
    "0",
    "-1",
    "-7",
    "3",
    "64",
    "9223372036854775807",
    "-9223372036854775808",
    "100000000000000000000",
    "-100000000000000000000",
    "27670116110564327424",
    "1.5",
    "-2.5",
    "2.5",
    "0.5",
    "-0.0",
    "0.0",
    "4e18",
    "1e19",
    "-1e19",
    "1e20",
    "1e300",
    "1e-300",
    "1e400",
    "-1e400",
    "Inf",
    "-Inf",
    "NaN",
    "-NaN",
    "nan(1)",
    "",
    " ",
    "abc",
    "ABC",
    "08",
    "-08",
    " 08 ",
    "+08",
    "08abc",
    "08e",
    "08.5",
    "0o",
    "0o9",
    "0o17",
    "0O17",
    "017",
    "0b2",
    "0b101",
    "0x1F",
    "-0x1f",
    "0x",
    "1 2",
    "true",
    "no",
    " 5 ",
    "+5",
    "--5",
    "-",
    "1e",
    "1_000",
    ".5",
    "5.",
    ".",
    "1.5.5",
    "é",
    "{a b} c",
    "1 ",
    "\t1\n",
];

#[test]
fn values_are_right() {
    for (text, value) in VALUES {
        assert_eq!(answer(&expr(text)), Answer::Value((*value).to_owned()), "{text}");
    }
    for (text, message, code) in ERRORS {
        let expected = Answer::Error((*message).to_owned(), (*code).to_owned(), String::new());
        assert_eq!(answer(&expr(text)), expected, "{text}");
    }
    let commands: Vec<_> = VALUES.iter().map(|(text, _)| expr(text)).collect();
    assert!(same_as_tclsh(&commands));
    let commands: Vec<_> = ERRORS.iter().map(|(text, ..)| expr(text)).collect();
    assert!(same_as_tclsh(&commands));
}

/// Operands are in braces, so that they are text for tclsh too.
fn braced(operand: &str) -> String {
    format!("{{{operand}}}")
}

#[test]
fn operators_do_what_those_of_tclsh_do() {
    for operator in [
        "+", "-", "*", "/", "%", "**", "<<", ">>", "<", ">", "<=", ">=", "==", "!=", "eq", "ne", "in", "ni",
        "&", "^", "|", "&&", "||",
    ] {
        let mut commands = Vec::new();
        for a in OPERANDS {
            for b in OPERANDS {
                commands.push(expr(&format!("{} {operator} {}", braced(a), braced(b))));
            }
        }
        assert!(same_as_tclsh(&commands), "{operator}");
    }
}

#[test]
fn functions_do_what_those_of_tclsh_do() {
    let mut commands = Vec::new();
    for function in [
        "abs", "acos", "asin", "atan", "bool", "ceil", "cos", "cosh", "double", "entier", "exp", "floor",
        "int", "isqrt", "log", "log10", "max", "min", "round", "sin", "sinh", "sqrt", "tan", "tanh", "wide",
        "!", "-", "+", "~",
    ] {
        for a in OPERANDS
            .iter()
            .map(|a| (*a).to_owned())
            .chain([format!("1{}", "0".repeat(400)), format!("-1{}", "0".repeat(400))])
        {
            commands.push(expr(&format!("{function}({})", braced(&a))));
            if function.len() > 1 {
                commands.push(vec![format!("::tcl::mathfunc::{function}"), a]);
            }
        }
    }
    for function in ["atan2", "fmod", "hypot", "pow", "max", "min"] {
        for a in OPERANDS {
            for b in OPERANDS {
                commands.push(words(&[&format!("::tcl::mathfunc::{function}"), a, b]));
            }
        }
    }
    assert!(same_as_tclsh(&commands));
}

#[test]
fn numbers_of_arguments_are_checked() {
    let mut commands = Vec::new();
    for (name, _) in crate::expression::FUNCTIONS {
        if !["rand", "srand"].contains(name) {
            let name = format!("::tcl::mathfunc::{name}");
            for arguments in [&[][..], &["1"], &["1", "1"], &["1", "1", "1"], &["a"], &["a", "b"]] {
                commands.push(
                    [&[name.as_str()], arguments].concat().iter().map(|&word| word.to_owned()).collect(),
                );
            }
        }
    }
    assert!(same_as_tclsh(&commands));
}

#[test]
fn operators_are_commands() {
    let mut commands = Vec::new();
    for (name, _) in crate::expression::OPERATORS {
        let name = format!("::tcl::mathop::{name}");
        commands.push(words(&[&name]));
        for a in OPERANDS {
            commands.push(words(&[&name, a]));
            for b in ["1", "-3", "2.5", "abc", "", "{", "a b", "0"] {
                commands.push(words(&[&name, a, b]));
                commands.push(words(&[&name, b, a]));
                commands.push(words(&[&name, "2", a, b]));
                commands.push(words(&[&name, a, "3", b, "1"]));
            }
        }
    }
    assert!(same_as_tclsh(&commands));
}

#[test]
fn random_numbers_are_those_of_tclsh() {
    let mut commands = Vec::new();
    for seed in [
        "0",
        "1",
        "-1",
        "12345",
        "2147483646",
        "2147483647",
        "2147483648",
        "100000000000000000000",
        "-100000000000000000000",
        "-9223372036854775808",
        "0x7fffffffffffffff",
        "abc",
        "",
        " 7 ",
    ] {
        commands.push(expr(&format!("srand({})", braced(seed))));
        commands.push(expr(&format!("srand({}) * 0 + rand() * 0 + rand() * 0 + rand()", braced(seed))));
    }
    assert!(same_as_tclsh(&commands));
}

#[test]
fn large_integers_have_a_limit() {
    for text in [
        "2 ** 100000000",
        "3 ** 1000000000",
        "(1 << 8000000) * (1 << 8000000)",
        "1 << 1000000000",
        "7 ** 7 ** 7 ** 7",
    ] {
        let started = std::time::Instant::now();
        assert!(matches!(answer(&expr(text)), Answer::Error(..)), "{text}");
        assert!(started.elapsed().as_secs() < 5, "{text}");
    }
    let started = std::time::Instant::now();
    assert!(matches!(answer(&expr("(1 << 8000000) - 1")), Answer::Value(text) if text.len() > 2_000_000));
    assert!(matches!(
        answer(&expr("((1 << 8000000) - 1) / ((1 << 4000000) - 5) % 7 + isqrt((1 << 8000000) - 1) % 7")),
        Answer::Value(_)
    ));
    println!("{:?}", started.elapsed());
}
