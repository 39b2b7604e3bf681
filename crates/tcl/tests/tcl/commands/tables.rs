//! `dict` and `array`.

use super::hold;
use super::lists::quoted;
use super::random::Random;

fn key(random: &mut Random) -> String {
    random.pick(&["k", "j", "a b", "", "1", "01", "é", "{", "x*"])
}

fn dict(random: &mut Random, depth: usize) -> String {
    let count = 2 * random.below(4) + usize::from(random.percent(4));
    let parts: Vec<String> = (0..count)
        .map(|place| match place % 2 {
            1 if depth > 0 && random.percent(40) => quoted(&dict(random, depth - 1)),
            1 => quoted(&random.pick(&["1", "v", "a b", "", "0x10", "5.5", "{"])),
            _ => quoted(&key(random)),
        })
        .collect();
    parts.join(" ")
}

/// A text with each `@` replaced: `@d` by a dictionary, `@k` by a key, `@p` by a pattern, `@v` by a value.
fn filled(random: &mut Random, template: &str) -> Vec<String> {
    let mut text = String::new();
    let mut rest = template.chars();
    while let Some(character) = rest.next() {
        match (character, if character == '@' { rest.next() } else { None }) {
            ('@', Some('d')) => text.push_str(&quoted(&dict(random, 2))),
            ('@', Some('k')) => text.push_str(&quoted(&key(random))),
            ('@', Some('p')) => {
                text.push_str(&quoted(&random.pick(&["*", "k*", "?", "[jk]", "x\\*", "a b"])))
            }
            ('@', _) => text.push_str(&quoted(&random.pick(&[
                "1",
                "v",
                "-2",
                "a b",
                "1.5",
                "",
                "99999999999999999999",
            ]))),
            (other, _) => text.push(other),
        }
    }
    vec!["eval".to_owned(), text]
}

const DICTS: &[&str] = &[
    "dict get @d @k",
    "dict get @d @k @k",
    "dict get @d",
    "dict exists @d @k",
    "dict exists @d @k @k",
    "dict keys @d",
    "dict keys @d @p",
    "dict values @d @p",
    "dict size @d",
    "dict merge @d @d",
    "dict merge @d @d @d",
    "dict remove @d @k @k",
    "dict replace @d @k @v @k @v",
    "dict create @k @v @k @v",
    "dict create @k @v @k",
    "dict filter @d key @p",
    "dict filter @d value @p",
    "dict filter @d script {x y} {string is integer -strict \\$y}",
    "dict map {x y} @d {string cat \\$y \\$x}",
    "set c {}; dict for {x y} @d {append c \\$x=\\$y,}; unset -nocomplain x y",
    "set a @d; dict set a @k @v",
    "set a @d; dict set a @k @k @v",
    "set a @d; dict unset a @k",
    "set a @d; dict unset a @k @k",
    "set a @d; dict incr a @k",
    "set a @d; dict incr a @k @v",
    "set a @d; dict append a @k @v @v",
    "set a @d; dict lappend a @k @v @v",
    "set a @d; dict update a @k b @k c {set b @v; unset -nocomplain c}",
    "set a @d; dict update a @k b {unset -nocomplain a}",
    "set a @d; dict with a {set k 5; unset -nocomplain j}; unset -nocomplain k j 1 01 é",
    "dict set d @k @v; dict set d @k @v; dict unset d @k; dict set d @k @v",
    "dict bad @d",
];

#[test]
fn dicts() {
    hold(8000, 81, |random| {
        let template = random.pick(DICTS).replace("\\$", "$");
        filled(random, &template)
    });
}

const ARRAYS: &[&str] = &[
    "array set r @d; lsort [array names r]",
    "array set r @d; lsort [array names r @p]",
    "array set r @d; lsort [array names r -glob @p]",
    "array set r @d; lsort [array names r -exact @k]",
    "array set r @d; lsort [array names r -regexp {^[jk]}]",
    "array set r @d; lsort [array get r @p]",
    "array set r @d; array size r",
    "array set r @d; array unset r @p; lsort [array names r]",
    "array set r @d; set r(k) @v; array exists r",
    "array set r @d; incr r(k) @v",
    "array set r @d; append r(j) @v; set r(j)",
    "array set r @d; lappend r(j) @v; set r(j)",
    "array set r @d; info exists r(k)",
    "array set r @d; unset r(k); lsort [array names r]",
    "array set r @d; set name @k; set r($name)",
    "array set r @d; array names r -bad @k",
    "array set r @d; set r",
    "set r 1; array set r @d",
    "array exists r",
    "array get r",
    "array size r",
    "array names r",
    "array bad r",
    "array set r @d; upvar 0 r(k) q; set q @v; unset q; lsort [array names r]",
    "array set r @d; set n 0; foreach {x y} [array get r] {incr n}; unset -nocomplain x y; set n",
];

#[test]
fn arrays() {
    hold(6000, 82, |random| {
        let template = format!("unset -nocomplain r; {}", random.pick(ARRAYS));
        filled(random, &template)
    });
}
