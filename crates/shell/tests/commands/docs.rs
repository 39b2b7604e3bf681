//! The page of all commands.

use std::path::Path;

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
    let mut names: Vec<&str> = zeroslack_shell::command::COMMANDS
        .iter()
        .flat_map(|commands| commands.iter())
        .map(|it| it.name)
        .collect();
    names.sort_unstable();
    let twice: Vec<_> = names.windows(2).filter(|pair| pair[0] == pair[1]).collect();
    assert!(twice.is_empty(), "{twice:?}");
}
