//! Lists: quoting, places, searching and sorting.

use super::random::Random;
use super::{hold, list_of};

/// An element, plain or hard to quote.
fn element(random: &mut Random, depth: usize) -> String {
    match random.below(10) {
        0..4 => random
            .pick(&["a", "b", "B", "1", "2", "10", "x1", "x10", "x9", "-3", "0x1f", "010", "1.5", "1e3"]),
        4..6 => random.text("ab {}\\\"$[];#\n\t", 5),
        6 => random.integer(),
        7 if depth > 0 => list(random, depth - 1),
        _ => random.text("aAbBé12 ", 4),
    }
}

/// A list as `list` writes it, or words that may be none.
fn list(random: &mut Random, depth: usize) -> String {
    let count = random.below(6);
    let elements: Vec<String> = (0..count).map(|_| element(random, depth)).collect();
    match random.below(12) {
        0 => elements.join(" "),
        1 => format!("  {} ", elements.join("\n ")),
        2 => random.text("ab {}\\\" ", 12),
        _ => list_of(&elements).to_string(),
    }
}

fn place(random: &mut Random) -> String {
    random.pick(&[
        "0", "1", "2", "3", "end", "end-1", "end+1", "-1", "1+1", "end-9", "x", "", "{}", "0 1", "99",
    ])
}

fn script(text: &str, values: &[(&str, &str)]) -> Vec<String> {
    let mut whole: Vec<String> =
        values.iter().map(|(name, value)| format!("set {name} {}", quoted(value))).collect();
    whole.push(text.to_owned());
    vec!["eval".to_owned(), whole.join("\n")]
}

/// A text as one word of a script.
pub fn quoted(text: &str) -> String {
    list_of(&[text.to_owned()]).to_string()
}

#[test]
fn places() {
    hold(6000, 71, |random| {
        let (items, at, to, new) = (list(random, 2), place(random), place(random), element(random, 1));
        let command = random.pick(&[
            "lindex", "lrange", "linsert", "lreplace", "llength", "lreverse", "lassign", "lrepeat", "concat",
            "list", "join", "lset", "lappend", "lset2",
        ]);
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        match &*command {
            "lindex" if random.percent(50) => words(&["lindex", &items, &at, &to]),
            "lindex" => words(&["lindex", &items, &at]),
            "lrange" => words(&["lrange", &items, &at, &to]),
            "linsert" => words(&["linsert", &items, &at, &new, "z"]),
            "lreplace" => words(&["lreplace", &items, &at, &to, &new]),
            "lassign" => words(&["lassign", &items, "a", "b"]),
            "lrepeat" => words(&["lrepeat", &random.below(4).to_string(), &new, "{"]),
            "concat" => words(&["concat", &items, &new, &list(random, 1)]),
            "join" => words(&["join", &items, "-"]),
            "lset" => {
                script("lset a $b $c", &[("a", &items), ("b", &random.below(3).to_string()), ("c", &new)])
            }
            "lset2" => {
                let steps = [random.below(2), random.below(2)];
                script(&format!("lset a {} {} $c", steps[0], steps[1]), &[("a", &items), ("c", &new)])
            }
            "lappend" => script("lappend a $b {*}$c", &[("a", &items), ("b", &new), ("c", &list(random, 1))]),
            other => words(&[other, &items]),
        }
    });
}

#[test]
fn loops() {
    hold(3000, 72, |random| {
        let (first, second) = (list(random, 1), list(random, 1));
        let text = random.pick(&[
            "foreach {x y} $a {lappend c $y $x}",
            "foreach x $a y $b {lappend c $x$y}",
            "set c [lmap x $a {if {$x eq {a}} continue; list $x}]",
            "set c [lmap {x y} $a z $b {string cat $x | $y | $z}]",
            "foreach x $a {if {$x eq {b}} break; append c $x}",
        ]);
        script(&format!("set c {{}}\n{text}\nunset -nocomplain x y z"), &[("a", &first), ("b", &second)])
    });
}

#[test]
fn lsort() {
    hold(6000, 73, |random| {
        let mut words = vec!["lsort".to_owned()];
        for _ in 0..random.below(4) {
            match random.below(10) {
                0 => words.extend(["-index".to_owned(), random.pick(&["0", "1", "end", "0 0", "x", "-1"])]),
                1 => words.extend(["-stride".to_owned(), random.pick(&["2", "3", "1"])]),
                _ => words.push(random.pick(&[
                    "-ascii",
                    "-dictionary",
                    "-integer",
                    "-real",
                    "-decreasing",
                    "-increasing",
                    "-nocase",
                    "-unique",
                    "-indices",
                    "-bad",
                ])),
            }
        }
        let plain = |random: &mut Random, alphabet: &[&str]| {
            (0..random.below(9)).map(|_| random.pick(alphabet)).collect::<Vec<_>>().join(" ")
        };
        words.push(match random.below(5) {
            0 => plain(random, &["1", "10", "9", "-3", "0x1f", "010", "7"]),
            1 => plain(random, &["1.5", "-2", "1e3", "0.1", "7", "Inf"]),
            2 => plain(
                random,
                &["x1", "x10", "x9", "X9", "x01", "a b", "B", "a", "A1b2", "a01b2", "a1b2", "é", "É"],
            ),
            3 => plain(random, &["{a 1}", "{b 2}", "{a 2}", "{B 0}", "{a {1 2}}"]),
            _ => list(random, 1),
        });
        words
    });
}

#[test]
fn lsearch() {
    hold(6000, 74, |random| {
        let mut words = vec!["lsearch".to_owned()];
        for _ in 0..random.below(4) {
            match random.below(12) {
                // `tclsh` falls over when this is given twice, or is a path.
                0 if !words.contains(&"-index".to_owned()) => {
                    words.extend(["-index".to_owned(), random.pick(&["0", "1", "end"])]);
                }
                1 => words.extend(["-start".to_owned(), place(random)]),
                _ => words.push(random.pick(&[
                    "-exact",
                    "-glob",
                    "-regexp",
                    "-sorted",
                    "-all",
                    "-inline",
                    "-not",
                    "-ascii",
                    "-dictionary",
                    "-integer",
                    "-real",
                    "-nocase",
                    "-decreasing",
                    "-bisect",
                    "-bad",
                ])),
            }
        }
        words.push(match random.below(3) {
            0 => "1 3 5 7 7 9 12".to_owned(),
            1 => "{a 1} {b 2} {a 2} {B 0}".to_owned(),
            _ => list(random, 1),
        });
        words.push(
            random.pick(&["a", "A", "*", "a*", "?", "[ab]*", "7", "07", "8", "1", "x1", "x.*", "{a 1}", ""]),
        );
        words
    });
}
