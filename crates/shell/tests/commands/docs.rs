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
