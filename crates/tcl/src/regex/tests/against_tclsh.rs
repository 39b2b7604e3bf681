//! Random patterns and texts, matched by this module and by a `tclsh` if there is one.

use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use zeroslack_testing::{cases, seeds, skip};

use super::super::{Flags, Regex};

/// What the script does with each case: the spans, and what `-about` tells.
const PRELUDE: &str = "
fconfigure stdout -encoding utf-8
proc run {pattern text options start} {
    if {[catch {regexp {*}$options -start $start -inline -indices -- $pattern $text} result]} {
        puts \"ERR [string range $result 45 end]\"
    } else {
        if {[catch {join [regexp -about -- $pattern]} about]} { set about {plain error} }
        puts \"[join $result] / $about\"
    }
}
";

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(2);

/// A case to compare.
#[derive(Clone, Debug)]
struct Case {
    pattern: String,
    text: String,
    flags: Flags,
    start: usize,
}

/// A generator of pseudo-random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % limit as u64) as usize
    }

    fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }

    fn text(&mut self, pieces: &[&str], most: usize) -> String {
        let count = self.below(most + 1);
        (0..count).map(|_| self.pick(pieces)).collect()
    }

    /// An expression that follows the grammar.
    fn expression(&mut self, depth: usize, style: &Style) -> String {
        let mut whole = String::new();
        for branch in 0..1 + usize::from(self.below(4) == 0) + usize::from(self.below(12) == 0) {
            if branch > 0 {
                whole.push('|');
            }
            for _ in 0..self.below(4) + usize::from(depth > 1) {
                self.item(depth, style, &mut whole);
            }
        }
        whole
    }

    fn item(&mut self, depth: usize, style: &Style, whole: &mut String) {
        match self.below(10) {
            0..=2 if depth > 0 => {
                let opening = if self.below(3) > 0 { "(" } else { "(?:" };
                let inside = self.expression(depth - 1, style);
                let _ = write!(whole, "{opening}{inside})");
            }
            3 if depth > 0 && style.lookaheads => {
                let opening = if self.below(2) > 0 { "(?=" } else { "(?!" };
                let inside = self.expression(depth - 1, style);
                let _ = write!(whole, "{opening}{inside})");
                return;
            }
            4 if !style.constraints.is_empty() && self.below(2) == 0 => {
                whole.push_str(self.pick(style.constraints));
                return;
            }
            5 if style.references => {
                let group = 1 + self.below(3);
                let _ = write!(whole, "\\{group}");
            }
            _ => whole.push_str(self.pick(style.atoms)),
        }
        if self.below(3) == 0 {
            whole.push_str(self.pick(QUANTIFIERS));
        }
    }
}

const QUANTIFIERS: &[&str] = &[
    "*", "+", "?", "*?", "+?", "??", "{2}", "{2}?", "{1,2}", "{1,2}?", "{0,2}", "{0,2}?", "{2,}", "{2,}?",
    "{1}", "{1,1}", "{1,1}?", "{0}", "{0,1}", "{3}", "{2,3}",
];

/// What random expressions are made of.
struct Style {
    atoms: &'static [&'static str],
    constraints: &'static [&'static str],
    lookaheads: bool,
    references: bool,
    letters: &'static [&'static str],
    options: bool,
}

const PLAIN: Style = Style {
    atoms: &["a", "b", "c", ".", "[ab]", "[^a]"],
    constraints: &[],
    lookaheads: false,
    references: false,
    letters: &["a", "b", "c"],
    options: false,
};
const CONSTRAINED: Style = Style {
    atoms: &["a", "b", "_", ".", "\\w", "\\W", "\\s", "[^a]", "\\n", "\\D"],
    constraints: &["^", "$", "\\m", "\\M", "\\y", "\\Y", "\\A", "\\Z", "[[:<:]]", "[[:>:]]"],
    lookaheads: true,
    references: false,
    letters: &["a", "b", " ", "\n", "_"],
    options: true,
};
const REFERRING: Style = Style {
    atoms: &["a", "b", ".", "[ab]"],
    constraints: &[],
    lookaheads: false,
    references: true,
    letters: &["a", "b"],
    options: false,
};
const CASES: Style = Style {
    atoms: &["a", "B", "é", "É", "[a-c]", "[[:upper:]]", "[[:lower:]]", "ß", "\\d", "[^B]", "[[=a=]]", "ж"],
    constraints: &["\\m", "\\M", "^", "$"],
    lookaheads: true,
    references: true,
    letters: &["a", "A", "b", "B", "é", "É", "ß", "ж", "Ж", "1"],
    options: true,
};

/// Pieces of patterns that need not make a correct one.
const FRAGMENTS: &[&str] = &[
    "a",
    "b",
    "(",
    ")",
    "(?:",
    "(?=",
    "(?!",
    "(?#c)",
    "(?",
    "[",
    "]",
    "^",
    "$",
    "|",
    "*",
    "+",
    "?",
    "{",
    "}",
    "{1",
    "{2}",
    "{1,}",
    "{1,2}",
    ",",
    "1",
    "2",
    "\\",
    "\\(",
    "\\)",
    "\\{",
    "\\}",
    "\\1",
    "\\2",
    "\\<",
    "\\>",
    "\\d",
    "\\x61",
    "\\u0061",
    "\\12",
    "\\08",
    "\\e",
    "\\a",
    "\\B",
    "\\cA",
    "\\q",
    "\\D",
    "\\m",
    "\\y",
    "[a-c]",
    "[^a]",
    "[[:alpha:]]",
    "[[:foo:]]",
    "[[.a.]]",
    "[[=a=]]",
    "[:",
    "[.",
    ":]",
    ".]",
    "[]a]",
    "[a-",
    "-",
    "[\\n]",
    "[\\d]",
    "[\\D]",
    "[[.hyphen.]]",
    " ",
    "#",
    "\n",
    ".",
    "*?",
    "<",
    "=",
    "!",
    ":",
    "é",
    "[[:<:]]",
    "\\U00000061",
    "{256}",
];
const BEGINNINGS: &[&str] =
    &["", "", "", "(?b)", "(?e)", "(?x)", "(?i)", "(?n)", "***=", "***:", "(?xe)", "(?bx)", "(?q)"];

fn flags(random: &mut Random, options: bool) -> Flags {
    if !options {
        return Flags::default();
    }
    let bits = random.below(16);
    Flags {
        nocase: bits & 1 != 0,
        expanded: bits & 6 == 6,
        line_anchor: bits & 4 != 0,
        line_stop: bits & 8 != 0,
    }
}

fn structured(random: &mut Random, style: &Style) -> Case {
    let pattern = random.expression(2, style);
    let most = if random.below(6) == 0 { 150 } else { 8 };
    let text = random.text(style.letters, most);
    let flags = flags(random, style.options);
    let start = if random.below(4) == 0 { random.below(text.chars().count() + 1) } else { 0 };
    Case { pattern, text, flags, start }
}

fn unstructured(random: &mut Random) -> Case {
    let beginning = random.pick(BEGINNINGS);
    let pattern = format!("{beginning}{}", random.text(FRAGMENTS, 6));
    let text = random.text(&["a", "b", "1", "2", "(", "\\", "{", " ", "]", "-", "\n", "+", "é"], 6);
    Case { pattern, text, flags: flags(random, true), start: 0 }
}

/// A word of Tcl that stands for any text.
fn quoted(text: &str) -> String {
    let mut word = String::from("\"");
    for c in text.chars() {
        let _ = write!(word, "\\u{:04x}", c as u32);
    }
    word + "\""
}

/// What `tclsh` answers to the cases, a line each.
fn ask_tclsh(cases: &[Case]) -> Option<Vec<String>> {
    let mut script = String::from(PRELUDE);
    for case in cases {
        let Flags { nocase, expanded, line_anchor, line_stop } = case.flags;
        let options = [
            (nocase, "-nocase"),
            (expanded, "-expanded"),
            (line_anchor, "-lineanchor"),
            (line_stop, "-linestop"),
        ];
        let options: Vec<_> = options.iter().filter(|(on, _)| *on).map(|&(_, name)| name).collect();
        let (pattern, text) = (quoted(&case.pattern), quoted(&case.text));
        let _ = writeln!(script, "run {pattern} {text} {{{}}} {}", options.join(" "), case.start);
    }
    let mut child = Command::new("tclsh").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
    let mut input = child.stdin.take()?;
    let output = child.stdout.take()?;
    // Some patterns keep tclsh busy for ever: what comes after them is left out.
    let (sender, lines) = mpsc::channel();
    let writer = std::thread::spawn(move || input.write_all(script.as_bytes()));
    let reader = std::thread::spawn(move || {
        BufReader::new(output).lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
    });
    let answers = std::iter::from_fn(|| lines.recv_timeout(PATIENCE).ok()).collect();
    child.kill().ok()?;
    child.wait().ok()?;
    drop(lines);
    let _ = (writer.join(), reader.join());
    Some(answers)
}

/// What this module answers in the same form.
fn answer(case: &Case) -> String {
    let regex = match Regex::new(&case.pattern, case.flags) {
        Ok(regex) => regex,
        Err(error) => return format!("ERR {error}"),
    };
    let plain = Regex::new(&case.pattern, Flags::default());
    let text = &case.text;
    let start = text.char_indices().nth(case.start).map_or(text.len(), |(place, _)| place);
    let not_bol = start > 0 && text.as_bytes()[start - 1] != b'\n';
    let mut spans = Vec::new();
    let mut line = String::new();
    if regex.find(text, start, not_bol, &mut spans) {
        for span in &spans {
            let (begin, end) = span.map_or((-1, -1), |(begin, end)| {
                (text[..begin].chars().count() as i64, text[..end].chars().count() as i64 - 1)
            });
            let _ = write!(line, "{begin} {end} ");
        }
    } else {
        line.push(' ');
    }
    match plain {
        Ok(plain) => {
            let about = plain.about().join(" ");
            let _ = write!(line, "/ {} {about}", plain.groups());
        }
        Err(_) => line.push_str("/ plain error"),
    }
    line
}

/// Compares many cases and returns those that differ.
fn differences(seed: u64, count: usize, mut case: impl FnMut(&mut Random) -> Case) -> Option<Vec<String>> {
    let mut random = Random(seed);
    let mut found = Vec::new();
    for _ in 0..count.div_ceil(500) {
        let cases: Vec<Case> = (0..500).map(|_| case(&mut random)).collect();
        let expected = ask_tclsh(&cases)?;
        for (case, expected) in cases.iter().zip(&expected) {
            let actual = answer(case);
            if actual.trim() != expected.trim() {
                found.push(format!("{case:?}\n  expected {expected}\n  actual   {actual}"));
            }
        }
    }
    Some(found)
}

fn check(seed: u64, case: impl FnMut(&mut Random) -> Case) {
    match differences(seed + seeds(1).sum::<u64>(), cases(1000) as usize, case) {
        None => skip("no tclsh"),
        Some(found) => {
            assert!(found.is_empty(), "{} differ:\n{}", found.len(), found[..found.len().min(25)].join("\n"))
        }
    }
}

#[test]
fn plain_expressions_match_like_tclsh() {
    check(31, |random| structured(random, &PLAIN));
}

#[test]
fn constraints_match_like_tclsh() {
    check(32, |random| structured(random, &CONSTRAINED));
}

#[test]
fn back_references_match_like_tclsh() {
    check(33, |random| structured(random, &REFERRING));
}

#[test]
fn letter_cases_match_like_tclsh() {
    check(34, |random| structured(random, &CASES));
}

#[test]
fn any_pattern_means_the_same_to_tclsh() {
    check(35, unstructured);
}
