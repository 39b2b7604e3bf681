//! Every character of the Basic Multilingual Plane.

use super::run;
use crate::oracle;

/// Prints the codes at which the answer of a script for a character changes, and the answer there.
const SCRIPT: &str = r#"
proc show {what script} {
    set before {}
    set line [list $what]
    for {set code 0} {$code < 65536} {incr code} {
        # Surrogates are no characters, and the cases of these are of a later Unicode.
        if {$code >= 0xd800 && $code < 0xe000} {continue}
        if {$code == 0x1c89 || $code == 0x1c8a || ($code >= 0xa7cb && $code <= 0xa7dc)} {continue}
        set now [apply [list {c code} $script] [format %c $code] $code]
        if {$now ne $before} {lappend line $code $now}
        set before $now
    }
    puts $line
}
foreach class {alnum alpha control digit graph lower print punct space upper wordchar xdigit ascii} {
    show $class "string is $class \$c"
}
show trim {string length [string trim $c]}
foreach case {tolower toupper totitle} {
    show $case "expr {\[scan \[string $case \$c] %c] - \$code}"
    show $case "expr {\[scan \[string $case x\$c] %*c%c] - \$code}"
}
show match {string match -nocase $c [string toupper $c]}
show equal {string equal -nocase $c [string tolower $c]}
show map {string map -nocase [list $c 1] [string tolower $c][string toupper $c]x}
show wordend {string wordend "$c$c " 0}
show scan {llength [scan $c %s]}
"#;

#[test]
fn classes_and_cases() {
    if !oracle::has_tclsh() {
        return;
    }
    let expected = run::by_tclsh(SCRIPT);
    let found = run::by_us(SCRIPT);
    for (expected, found) in expected.lines().zip(found.lines()) {
        let differ = expected.split(' ').zip(found.split(' ')).position(|(a, b)| a != b);
        let near = |line: &str| {
            let words: Vec<&str> =
                line.split(' ').skip(differ.unwrap_or(0).saturating_sub(2)).take(8).collect();
            words.join(" ")
        };
        assert!(expected == found, "{}: expected {}, found {}", &found[..8], near(expected), near(found));
    }
    assert_eq!(expected, found);
}
