//! Random uses of commands of strings, lists, dictionaries and arrays end as they do in `tclsh`.

mod characters;
mod formats;
mod lists;
mod random;
mod run;
mod scans;
mod subcommands;
mod tables;

use crate::oracle;
use random::Random;
use zeroslack_tcl::{Value, format_list, quote_element};

/// Runs commands one by one, as lists so that they are not compiled, and prints of each how it ends and what it sets.
const SCRIPT: &str = r#"
proc run {number words} {
    foreach name {a b c d} {catch {unset ::$name}}
    set code [catch {uplevel #0 [list {*}$words]} result options]
    set line [list $number $code $result]
    if {$code == 1} {lappend line [dict get $options -errorcode]}
    foreach name {a b c d} {
        if {[info exists ::$name]} {lappend line $name=[set ::$name]}
    }
    puts [string map [list \n \\n \r \\r \0 \\0] $line]
}
set number 0
foreach words $commands {
    run $number $words
    incr number
}
"#;

/// How many commands a process of `tclsh` is given.
const BATCH: usize = 1000;

/// Draws commands, and says where they end in another way than in `tclsh`.
fn hold(count: usize, seed: u64, mut draw: impl FnMut(&mut Random) -> Vec<String>) {
    if !oracle::has_tclsh() {
        return;
    }
    let mut random = Random::new(seed);
    let commands: Vec<Vec<String>> = (0..count).map(|_| draw(&mut random)).collect();
    let wrong: Vec<String> = commands.chunks(BATCH).flat_map(differences).collect();
    assert!(wrong.is_empty(), "{} of {count} differ:\n{}", wrong.len(), wrong.join("\n"));
}

fn list_of(words: &[String]) -> Value {
    Value::list(words.iter().map(|word| Value::from(word.as_str())).collect())
}

fn differences(commands: &[Vec<String>]) -> Vec<String> {
    let list: Vec<Value> = commands.iter().map(|words| list_of(words)).collect();
    let script = format!("set commands {}\n{SCRIPT}", quote_element(&format_list(&list), false));
    let (expected, found) = (run::by_tclsh(&script), run::by_us(&script));
    let mut wrong: Vec<String> = std::iter::zip(expected.lines(), found.lines())
        .zip(&list)
        .filter(|((expected, found), _)| expected != found)
        .map(|((expected, found), command)| format!("{command}\n  expected {expected}\n  found    {found}"))
        .collect();
    if wrong.is_empty() && expected != found {
        wrong.push(format!("the end differs: expected\n{expected}\n  found\n{found}"));
    }
    wrong
}

proptest::proptest! {
    #![proptest_config(zeroslack_testing::config(256))]

    #[test]
    fn nothing_panics(texts in proptest::collection::vec(".{0,12}", 4), number in 0usize..COMMANDS.len()) {
        let command = COMMANDS[number];
        let words: Vec<Value> = command
            .split(' ')
            .map(|word| {
                let replaced = (0..4).fold(word.to_owned(), |word, at| word.replace(&format!("@{at}"), &texts[at]));
                Value::from(replaced)
            })
            .collect();
        let mut interp = zeroslack_tcl::Interp::new();
        drop(interp.call(&words));
    }

    /// The text of a list gives its elements back: as a list, as an element of another list, and as the words of a script.
    #[test]
    fn lists_come_back_from_their_text(
        words in proptest::collection::vec("[ab{}\\[\\]\\\\\"$;# \n\té*]{0,8}", 0..6),
    ) {
        let texts = |list: &Value| -> Vec<String> {
            list.elements().expect("a list").iter().map(Value::to_string).collect()
        };
        let values: Vec<Value> = words.iter().map(|word| Value::from(word.as_str())).collect();
        let text = format_list(&values);
        assert_eq!(texts(&Value::from(text.as_str())), words);
        let outer = Value::from(format_list(&[Value::from(text.as_str()), Value::from("x")]));
        let inner = outer.elements().expect("a list")[0].clone();
        assert_eq!(texts(&inner), words);
        let mut interp = zeroslack_tcl::Interp::new();
        let result = interp.run_script(&format!("list {text}")).expect("a value");
        assert_eq!(texts(&result), words);
        let set = format!("set x {}; set x", quote_element(&text, false));
        assert_eq!(interp.run_script(&set).expect("a value").to_string(), text);
    }
}

/// Commands with places for texts.
const COMMANDS: &[&str] = &[
    "string first @0 @1 1",
    "string last @0 @1 end-1",
    "string range @0 1 end-1",
    "string replace @0 1 2 @1",
    "string map @0 @1",
    "string map -nocase @0 @1",
    "string match @0 @1",
    "string match -nocase @0 @1",
    "string compare -nocase -length 3 @0 @1",
    "string trim @0 @1",
    "string is list -failindex a @0",
    "string is double -failindex a @0",
    "string is integer -failindex a @0",
    "string wordend @0 2",
    "string wordstart @0 2",
    "string totitle @0 1 2",
    "string index @0 2",
    "format %@0 @1 @2",
    "format @0%s%5.2s @1 @2",
    "format @0 @1",
    "scan @0 @1",
    "scan @0 %[@1",
    "scan @0 %f%3i%s",
    "scan @0 %2s%n%c",
    "split @0 @1",
    "join @0 @1",
    "concat @0 @1 @2",
];
