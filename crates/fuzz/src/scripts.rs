//! Scripts of Tcl.

use zeroslack_tcl::{Interp, Limits, SealedHost, Value, format_list, is_complete, parse_list};

pub(crate) const TCL: &[&str] = &[
    "append",
    "apply",
    "array",
    "break",
    "catch",
    "concat",
    "continue",
    "dict",
    "error",
    "eval",
    "expr",
    "for",
    "foreach",
    "format",
    "global",
    "if",
    "incr",
    "info",
    "join",
    "lappend",
    "lassign",
    "lindex",
    "linsert",
    "list",
    "llength",
    "lmap",
    "lrange",
    "lrepeat",
    "lreplace",
    "lreverse",
    "lsearch",
    "lset",
    "lsort",
    "namespace",
    "proc",
    "puts",
    "regexp",
    "regsub",
    "rename",
    "return",
    "scan",
    "set",
    "split",
    "string",
    "subst",
    "switch",
    "throw",
    "try",
    "unset",
    "uplevel",
    "upvar",
    "variable",
    "while",
    "{*}",
    "$x",
    "${x}",
    "$a(k)",
    "[",
    "]",
    "{",
    "}",
    "\"",
    "\\",
    ";",
    "\n",
    "::",
    "end-1",
    "-all",
    "-inline",
    "-index",
    "-nocase",
    "%s",
    "%-5d",
    "%.3f",
    "(a|b)*",
    "\\1",
    "[[:alpha:]]",
    "0x1f",
    "1e3",
    "9223372036854775807",
    "**",
    "<<",
];

/// How a script ends, what it prints, and what errors say.
fn run(text: &str) -> (String, String) {
    let mut interp = Interp::with_host(SealedHost);
    interp.set_limits(Limits { depth: 200, steps: 20_000, memory: 32 << 20 });
    let (outcome, output) = interp.capture(|interp| interp.run_script(text));
    let ended = match outcome {
        Ok(value) => format!("value {value}"),
        Err(error) => format!("{:?} {} {}", error.stopped(), error.code.number(), error.error_info()),
    };
    interp.set_limits(Limits::default());
    let after = interp.run_script("::expr 20 + 1").map(|value| value.to_string());
    // A script may have taken `expr` away, but not the interpreter with it.
    assert!(
        after.is_err() || after.as_deref().is_ok_and(|it| it == "21") || text.contains("expr"),
        "{after:?}"
    );
    (ended, output)
}

/// Runs a script twice; both end the same. A list of its words reads back.
pub(crate) fn tcl(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    // What is random or a time differs from run to run.
    if ["rand", "clock", "time", "after", "vwait", "cmdcount"].iter().any(|word| text.contains(word)) {
        run(&text);
        return;
    }
    assert_eq!(run(&text), run(&text));
    is_complete(&text);
    if let Ok(elements) = parse_list(&text) {
        let again = parse_list(&format_list(&elements)).expect("what is written reads");
        assert_eq!(again, elements);
    }
    let words: Vec<Value> = text.split(' ').map(Value::from).collect();
    assert_eq!(parse_list(&format_list(&words)).expect("what is written reads"), words);
}
