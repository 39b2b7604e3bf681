//! The page of all commands.

use std::path::Path;
use zeroslack_shell::TABLES;

/// Set `ZEROSLACK_UPDATE_COMMANDS=1` to write it anew.
#[test]
fn the_page_is_what_the_table_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/commands.md");
    let made = zeroslack_shell::page();
    if std::env::var_os("ZEROSLACK_UPDATE_COMMANDS").is_some_and(|value| value == "1") {
        std::fs::write(&path, &made).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == made, "docs/commands.md is out of date: set ZEROSLACK_UPDATE_COMMANDS=1");
}

#[test]
fn no_two_commands_have_one_name() {
    let mut names: Vec<&str> = TABLES.all().map(|it| it.name).collect();
    names.sort_unstable();
    let twice: Vec<_> = names.windows(2).filter(|pair| pair[0] == pair[1]).collect();
    assert!(twice.is_empty(), "{twice:?}");
}

/// Every command that the page of SDC says to be applied, kept or to come later is so.
#[test]
fn the_page_of_sdc_knows_what_is_there() {
    let page = include_str!("../../../../../docs/sdc.md");
    let mut rows = 0;
    for row in page.lines().filter(|row| row.starts_with("| `")) {
        let mut cells = row.trim_matches('|').split('|').map(str::trim);
        let name = cells.next().unwrap().trim_matches('`');
        let state = cells.next().unwrap();
        let is_there = TABLES.find(name).is_some();
        let is_later = TABLES.find_later(name).is_some();
        let said = (matches!(state, "applied" | "kept"), state == "comes later");
        assert_eq!(said, (is_there, is_later), "{row}");
        rows += 1;
    }
    assert!(rows > 40, "{rows}");
}

/// What a command prints, then what it gives.
fn answer(shell: &mut zeroslack_shell::Shell, command: &str) -> String {
    let (outcome, printed) = shell.interp().capture(|interp| interp.run_script(command));
    let value = outcome.unwrap_or_else(|error| panic!("{command}: {}", error.message())).to_string();
    let texts = [printed.trim_end(), &value];
    texts.into_iter().filter(|text| !text.is_empty()).map(|text| format!("{text}\n")).collect()
}

/// The tour, command by command, in one shell. Set `ZEROSLACK_UPDATE_PAGES=1` to write its answers anew.
#[test]
fn the_tour_says_what_commands_answer() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/tour.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let mut shell = zeroslack_shell::Shell::new();
    shell.run(&format!("cd {{{}/../../examples/pulse}}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let (mut made, mut command, mut is_session) = (String::new(), String::new(), false);
    for line in page.split_inclusive('\n') {
        let text = line.trim_end();
        let said = is_session.then(|| text.strip_prefix("% ").or_else(|| text.strip_prefix("> "))).flatten();
        // What comes next tells whether a command is whole.
        let goes_on = is_session && text.starts_with("> ");
        if !command.is_empty() && !goes_on {
            made += &answer(&mut shell, &std::mem::take(&mut command));
        }
        if text.starts_with("```") {
            is_session = text == "```tcl";
        }
        match said {
            Some(said) => {
                command += said;
                command.push('\n');
                made += line;
            }
            // An answer, which is made anew.
            None if is_session && text != "```tcl" => {}
            None => made += line,
        }
    }
    if std::env::var_os("ZEROSLACK_UPDATE_PAGES").is_some_and(|value| value == "1") {
        std::fs::write(&path, &made).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap();
    assert!(committed == made, "docs/tour.md is out of date: set ZEROSLACK_UPDATE_PAGES=1");
}
