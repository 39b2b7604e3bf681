//! `string`, `split`, `join` and `concat`.

use super::hold;
use super::random::Random;

const ALPHABETS: &[&str] = &[
    "ab",
    "abAB",
    " ab_.",
    "aé€",
    "abc xyz09",
    "aßİéÉ",
    "ab \u{3000}\u{a0}\u{345}_",
    "ȺⱥɐⱯ",
    "ǄǅǆaბᲑ",
    "a\0b",
];

fn index(random: &mut Random) -> String {
    match random.below(5) {
        0 => random.pick(&[
            "-1",
            "end+1",
            "100",
            "1+1",
            "2-1",
            "x",
            "end-x",
            "e",
            "en",
            "",
            " 1",
            "1 ",
            "0x1",
            "+1",
            "1+-1",
            "end--1",
            "end-0x1",
            "1.0",
            "2147483647",
            "-2147483647",
            "end-2147483647",
        ]),
        _ => random.pick(&["0", "1", "2", "3", "5", "end", "end-1", "end-2"]),
    }
}

fn words(parts: &[&str], more: Vec<String>) -> Vec<String> {
    parts.iter().map(|part| (*part).to_owned()).chain(more).collect()
}

/// A subcommand that takes positions.
fn by_position(random: &mut Random) -> Vec<String> {
    let alphabet = random.pick(ALPHABETS);
    let (text, short) = (random.text(&alphabet, 12), random.text(&alphabet, 3));
    let some = |random: &mut Random, count: usize| (0..count).map(|_| index(random)).collect::<Vec<_>>();
    match random.below(6) {
        0 => words(&["string", "index", &text], some(random, 1)),
        1 => words(&["string", "range", &text], some(random, 2)),
        2 => {
            let mut more = some(random, 2);
            more.extend(random.percent(70).then_some(short));
            words(&["string", "replace", &text], more)
        }
        3 => {
            let (name, count) = (random.pick(&["first", "last"]), random.below(2));
            words(&["string", &name, &short, &text], some(random, count))
        }
        4 => {
            let (name, count) = (random.pick(&["tolower", "toupper", "totitle"]), random.below(3));
            words(&["string", &name, &text], some(random, count))
        }
        _ => {
            let name = random.pick(&["wordend", "wordstart"]);
            words(&["string", &name, &text], some(random, 1))
        }
    }
}

fn comparison(random: &mut Random, alphabet: &str, text: &str) -> Vec<String> {
    let name = random.pick(&["compare", "equal"]);
    let mut options = Vec::new();
    if random.percent(40) {
        options.push(random.pick(&["-nocase", "-n", "-nocase", "-x", "-"]));
    }
    if random.percent(40) {
        options.push(random.pick(&["-length", "-l", "-length"]));
        options.push(random.pick(&[
            "0",
            "1",
            "2",
            "3",
            "-1",
            "100",
            "x",
            "99999999999",
            "4294967295",
            "-2147483649",
        ]));
    }
    let beginning: String = text.chars().take(random.below(13)).collect();
    options.push(text.to_owned());
    options.push(format!("{beginning}{}", random.text(alphabet, 3)));
    words(&["string", &name], options)
}

fn map(random: &mut Random, alphabet: &str, text: &str) -> Vec<String> {
    let mut pairs = String::new();
    for _ in 0..random.below(6) {
        pairs.push_str(&format!("{{{}}} {{{}}} ", random.text(alphabet, 2), random.text("12", 2)));
    }
    if random.percent(3) {
        pairs.push('x');
    }
    let mut more = Vec::new();
    if random.percent(40) {
        more.push(random.pick(&["-nocase", "-nocase", "-n", "-x"]));
    }
    more.extend([pairs, text.to_owned()]);
    words(&["string", "map"], more)
}

/// A subcommand that takes texts.
fn by_text(random: &mut Random) -> Vec<String> {
    // Tcl looks for NUL behind the end of a text, so there is none.
    let alphabet = random.pick(&ALPHABETS[..ALPHABETS.len() - 1]);
    let (text, short) = (random.text(&alphabet, 12), random.text(&alphabet, 3));
    match random.below(7) {
        0 | 1 => comparison(random, &alphabet, &text),
        2 | 3 => map(random, &alphabet, &text),
        4 => {
            let name = random.pick(&["trim", "trimleft", "trimright"]);
            words(&["string", &name, &text], if random.percent(60) { vec![short] } else { Vec::new() })
        }
        5 => {
            let name = random.pick(&["reverse", "length", "bytelength", "cat"]);
            words(&["string", &name, &text], Vec::new())
        }
        _ => {
            let count =
                random.pick(&["0", "1", "2", "3", "-1", "x", "0x2", " 2 ", "4294967295", "2.0", "NaN"]);
            words(&["string", "repeat", &text], vec![count])
        }
    }
}

fn pattern(random: &mut Random) -> Vec<String> {
    let alphabet =
        random.pick(&["ab", "abc*?", "ab[]", "ab\\*?[]-", "aAbB", "aé[É-]", "ab^-]", "a.b", "ȺⱥİiI"]);
    let pattern = random.text(&format!("{alphabet}**?[]-^\\"), 8);
    let mut more = if random.percent(30) { vec!["-nocase".to_owned()] } else { Vec::new() };
    more.extend([pattern, random.text(&alphabet, 8)]);
    words(&["string", "match"], more)
}

const CLASSES: &[&str] = &[
    "alnum",
    "alpha",
    "ascii",
    "boolean",
    "control",
    "digit",
    "double",
    "entier",
    "false",
    "graph",
    "integer",
    "list",
    "lower",
    "print",
    "punct",
    "space",
    "true",
    "upper",
    "wideinteger",
    "wordchar",
    "xdigit",
    "double",
    "integer",
];

fn class(random: &mut Random) -> Vec<String> {
    let mut more = vec![random.pick(CLASSES)];
    if random.percent(40) {
        more.push("-strict".to_owned());
    }
    if random.percent(70) {
        more.extend(["-failindex".to_owned(), "a".to_owned()]);
    }
    more.push(match random.below(8) {
        0 => random.integer(),
        1 => random.float(),
        2 => random.pick(&[
            "true", "t", "tr", "false", "f", "yes", "no", "n", "on", "off", "of", "o", "TRUE", "tRuE", "y",
            "offf", "1", "0", "2", "1.0", "0x0", "00", " 1", "1 ", " true", "-1", "01",
        ]),
        3 => random.integer() + &random.pick(&[" ", "x", " x", ".", ".5", "e5", "e", "e+", "\u{a0}"]),
        4 => random.text("0123456789xXobeE.+- ainf()", 8),
        5 => random.text("a{}\" \\é#", 7),
        _ => random.text("aA1 _.é€\t\u{1}٠\u{a0}\u{345}$+\u{7f}\u{ad}\u{200b}\u{2028}\u{203f}", 5),
    });
    words(&["string", "is"], more)
}

fn list(random: &mut Random) -> Vec<String> {
    let alphabet = random.pick(&["ab ,", "a,b;\t\n", "aéb€ ", "x", "ab,;:. "]);
    match random.below(3) {
        0 => {
            let separators = if random.percent(70) { vec![random.text(&alphabet, 4)] } else { Vec::new() };
            words(&["split", &random.text(&alphabet, 12)], separators)
        }
        1 => {
            let separator = if random.percent(70) { vec![random.text(&alphabet, 3)] } else { Vec::new() };
            words(&["join", &random.text(&format!("{alphabet}{{}}"), 12)], separator)
        }
        _ => words(&["concat"], (0..random.below(5)).map(|_| random.text("ab \t\n\\{}\u{a0}", 6)).collect()),
    }
}

#[test]
fn positions() {
    hold(10_000, 1, by_position);
}

#[test]
fn texts() {
    hold(10_000, 2, by_text);
}

#[test]
fn patterns() {
    hold(10_000, 3, pattern);
}

#[test]
fn classes() {
    hold(10_000, 4, class);
}

#[test]
fn lists() {
    hold(5_000, 5, list);
}

#[test]
fn numbers_of_words() {
    let names = [
        "bytelength",
        "cat",
        "compare",
        "equal",
        "first",
        "index",
        "is",
        "last",
        "length",
        "map",
        "match",
        "range",
        "repeat",
        "replace",
        "reverse",
        "tolower",
        "totitle",
        "toupper",
        "trim",
        "trimleft",
        "trimright",
        "wordend",
        "wordstart",
        "i",
        "",
        "foo",
        "is alpha",
        "is",
        "trim",
    ];
    let mut at = 0;
    hold(names.len() * 8, 6, |_| {
        let (name, count) = (names[at / 8], at % 8);
        at += 1;
        let name: Vec<&str> = name.split(' ').collect();
        words(&[&["string"], &name[..]].concat(), vec!["1".to_owned(); count])
    });
}
