//! `format`.

use super::hold;
use super::random::Random;

const LETTERS: &[&str] = &[
    "d", "d", "i", "u", "o", "x", "X", "b", "c", "s", "s", "e", "E", "f", "g", "G", "f", "g", "a", "p", "n",
    "y", "",
];

/// A conversion and its arguments.
fn conversion(random: &mut Random, numbered: bool, arguments: &mut Vec<String>) -> String {
    let mut text = String::from("%");
    let numbered = numbered || random.percent(2);
    if numbered {
        text.push_str(&random.pick(&["1$", "2$", "1$", "2$", "3$", "0$"]));
    }
    text.push_str(&random.text("-+ 0#", 2));
    let star = |random: &mut Random| random.pick(&["5", "10", "-8", "0", "x", "-1", "2"]);
    match random.below(8) {
        0 => {
            text.push('*');
            arguments.push(star(random));
        }
        _ => text.push_str(&random.pick(&["", "", "", "5", "10", "20", "1", "0"])),
    }
    match random.below(10) {
        // A number may name any argument, which as a precision takes much memory.
        0 if !numbered => {
            text.push_str(".*");
            arguments.push(star(random));
        }
        _ => {
            text.push_str(&random.pick(&["", "", "", "", ".", ".0", ".1", ".3", ".10", ".17", ".25", ".-1"]))
        }
    }
    text.push_str(&random.pick(&["", "", "", "", "", "l", "ll", "h", "L", "hh", "z"]));
    let letter = match numbered {
        // What was a float before is refused as an integer with another errorCode.
        true => random.pick(&["d", "i", "u", "o", "x", "X", "b", "s"]),
        false => random.pick(LETTERS),
    };
    text.push_str(&letter);
    arguments.push(match &*letter {
        "c" => random.pick(&["65", "233", "8364", "-1", "0", "1114112", "99999999999", "x", "-4294967231"]),
        "e" | "E" | "f" | "g" | "G" => random.float(),
        "s" => random.pick(&["abc", "", "héllo", "%", "12"]),
        _ => random.integer(),
    });
    text
}

fn command(random: &mut Random) -> Vec<String> {
    let mut arguments = Vec::new();
    let mut template = String::new();
    let numbered = random.percent(15);
    for _ in 0..=random.below(2) {
        template.push_str(&random.pick(&["", "a ", "é", "%%"]));
        template.push_str(&conversion(random, numbered, &mut arguments));
    }
    if random.percent(10) {
        arguments.pop();
    }
    if random.percent(10) {
        arguments.push("extra".to_owned());
    }
    [vec!["format".to_owned(), template], arguments].concat()
}

#[test]
fn formats() {
    hold(10_000, 1, command);
}

#[test]
fn floats_of_any_precision() {
    hold(3_000, 2, |random| {
        let letter = random.pick(&["e", "f", "g", "#g", "E", "G"]);
        let (flag, letter) = letter.split_at(letter.len() - 1);
        let template = format!("%{flag}.{}{letter}", random.below(50));
        vec!["format".to_owned(), template, random.float()]
    });
}

#[test]
fn very_long_floats() {
    hold(20, 3, |random| {
        let template = format!("%.{}{}", 60_000 + random.below(10_000), random.pick(&["e", "f", "g", "#g"]));
        vec!["format".to_owned(), template, random.float()]
    });
}
