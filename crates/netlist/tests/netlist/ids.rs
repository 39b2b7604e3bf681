//! Every diagnostic has an id of its own and a test.

use std::collections::BTreeMap;
use std::path::Path;

/// How often each id stands in the files of a folder, doc comments and in-crate tests aside.
fn ids_in(folder: &str) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for entry in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        let text = text.split("#[cfg(test)]\nmod").next().unwrap();
        for line in text.lines().filter(|line| !line.trim_start().starts_with("///")) {
            for (at, prefix) in line.match_indices("NET-") {
                let number = &line[at + prefix.len()..];
                if number.starts_with(|first: char| first.is_ascii_digit()) {
                    *counts.entry(number[..3].to_string()).or_default() += 1;
                }
            }
        }
    }
    counts
}

#[test]
fn every_id_is_used_once_and_tested() {
    let used = ids_in("src");
    let mut tested = ids_in("tests/netlist");
    // Needs more nodes than fit in memory; a test in the crate has it.
    tested.insert("026".to_string(), 1);
    for (id, count) in &used {
        assert_eq!(*count, 1, "NET-{id} is used {count} times");
        assert!(tested.contains_key(id), "NET-{id} has no test");
    }
}
