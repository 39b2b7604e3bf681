//! Every real netlist at hand reads without an error, and comes back the same when written.

use std::path::{Path, PathBuf};

use zeroslack_input::Diagnostics;
use zeroslack_testing::shared;

fn netlists_below(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            netlists_below(&path, found);
        } else if path.to_string_lossy().ends_with(".v") || path.to_string_lossy().ends_with(".v.gz") {
            found.push(path);
        }
    }
}

#[test]
fn real_netlists_are_read_without_errors() {
    let Some(shared) = shared() else { return };
    let mut paths = Vec::new();
    netlists_below(&shared.join("data"), &mut paths);
    netlists_below(&shared.join("sdc_cases"), &mut paths);
    assert!(paths.len() > 50, "only {} netlists", paths.len());
    for path in paths {
        let bytes = std::fs::read(&path).unwrap();
        let text = zeroslack_input::text(&bytes, &mut Diagnostics::new()).unwrap();
        let (design, diagnostics) = zeroslack_verilog::read(&text);
        assert!(!diagnostics.has_errors(), "{}:\n{diagnostics}", path.display());
        assert!(diagnostics.is_empty(), "{}:\n{diagnostics}", path.display());
        assert!(!design.modules.is_empty());
        crate::common::assert_round_trip(&design);
        check_counts(&path, &text, &design);
    }
}

/// Counts that a much simpler look at the text gives too.
fn check_counts(path: &Path, text: &str, design: &zeroslack_verilog::Design<'_>) {
    let count = |word: &str| text.lines().filter(|line| line.split_whitespace().next() == Some(word)).count();
    assert_eq!(design.modules.len(), count("module"), "{}", path.display());
    let assigns: usize = design.modules.iter().map(|module| module.assigns.len()).sum();
    assert_eq!(assigns, count("assign"), "{}", path.display());
    let named = text.matches("(.").count() + text.matches(" .").count() + text.matches("\n.").count();
    let connections: usize = design.modules.iter().map(|module| module.connections.len()).sum();
    assert_eq!(connections, named, "{}", path.display());
}
