//! `scan`.

use super::hold;
use super::random::Random;

const SETS: &[&str] = &[
    "[a-z]", "[^a-z]", "[]abc]", "[^]x]", "[-a]", "[a-]", "[z-a]", "[0-9.]", "[abc", "[]", "[^]", "[a-c-e]",
    "[^-x]", "[é-ü]", "[a-", "[a^]", "[--/]", "[a--]", "[+--]", "[a-c-]", "[-]", "[^-]", "[]-a]",
];

/// A conversion, with a text that may fit it.
fn conversion(random: &mut Random, format: &mut String, text: &mut String) -> bool {
    format.push('%');
    let wanted = !random.percent(15);
    if !wanted {
        format.push('*');
    }
    if random.percent(30) {
        format.push_str(&random.pick(&["1", "2", "3", "5", "10", "0"]));
    }
    format.push_str(&random.pick(&["", "", "", "", "", "l", "ll", "h", "L", "hh"]));
    let letter = random.pick(&[
        "d", "d", "i", "i", "u", "o", "x", "X", "b", "c", "s", "s", "e", "f", "g", "G", "[", "[", "[", "n",
        "a", "k",
    ]);
    format.push_str(&if letter == "[" { random.pick(SETS) } else { letter.clone() });
    let piece = match &*letter {
        "d" | "i" | "u" | "o" | "x" | "X" | "b" => match random.below(5) {
            0 => random.text("0123456789abcdefxXo+-", 6),
            1 => random.text("0x1fg", 6),
            2 => random.text("01b8", 7),
            _ => random.integer(),
        },
        "e" | "f" | "g" | "G" => match random.below(3) {
            0 => random.text("0123456789.eE+-", 7),
            1 => random.pick(&[
                "inf", "infinity", "nan", "infi", "INF", "-Inf", "nan(1)", "nan(", "infinit", "na", "1e",
                "1e+", ".", "+.", "-", "1.e5", ".e5", "-in", "i", "n", "-0",
            ]),
            _ => random.float(),
        },
        _ => random.text("abcxyz019. -+]é\u{3000}", 6),
    };
    text.push_str(&random.pick(&["", "", " ", "\n", "\u{3000}"]));
    text.push_str(&piece);
    wanted
}

fn command(random: &mut Random) -> Vec<String> {
    let (mut format, mut text) = (String::new(), String::new());
    let mut wanted = 0;
    for _ in 0..=random.below(3) {
        let between = random.pick(&["", "", " ", "  ", ",", "a", "%%", "\t", "é"]);
        format.push_str(&between);
        text.push_str(&if random.percent(15) { " ".to_owned() } else { between.replace("%%", "%") });
        wanted += usize::from(conversion(random, &mut format, &mut text));
    }
    if random.percent(10) {
        format.push_str(&random.pick(&[" ", "x", "%n", "%"]));
    }
    with_variables(random, text, format, wanted)
}

fn with_variables(random: &mut Random, text: String, format: String, wanted: usize) -> Vec<String> {
    let variables = match random.below(10) {
        0..4 => 0,
        4..9 => wanted.min(4),
        _ => random.below(5),
    };
    let variables = ["a", "b", "c", "d"].iter().take(variables).map(|name| (*name).to_owned());
    ["scan".to_owned(), text, format].into_iter().chain(variables).collect()
}

/// Conversions with the numbers of their results.
fn numbered(random: &mut Random) -> Vec<String> {
    let mut format = String::new();
    for _ in 0..=random.below(4) {
        let number = random.pick(&["1", "2", "3", "4", "0", "1", "2", "12"]);
        format.push_str(&format!("%{number}${} ", random.pick(&["d", "s", "n", "3d", "lld", "[1-3]", "k"])));
        format.push_str(&random.pick(&["", "", "", "", "%*d ", "%*s", "%d"]));
    }
    let wanted = random.below(5);
    with_variables(random, "11 22 x3 44 5".to_owned(), format, wanted)
}

#[test]
fn scans() {
    hold(10_000, 1, command);
}

#[test]
fn results_by_number() {
    hold(4_000, 2, numbered);
}

#[test]
fn sets() {
    hold(4_000, 3, |random| {
        let set = format!("%[{}]%s", random.text("ab^]--cde", 6));
        vec!["scan".to_owned(), random.text("abcde-^]", 6), set]
    });
}
