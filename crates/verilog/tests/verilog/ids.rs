//! Every diagnostic has an id of its own and a test.

use std::collections::BTreeMap;
use std::path::Path;

/// How often each id stands in the files of a folder, files of in-crate tests aside.
fn ids_in(folder: &str) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for entry in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).unwrap() {
        let path = entry.unwrap().path();
        if path.file_name().unwrap() == "tests.rs" {
            continue;
        }
        let text = std::fs::read_to_string(path).unwrap();
        for (at, prefix) in text.match_indices("VLOG-") {
            let number = &text[at + prefix.len()..];
            if number.starts_with(|first: char| first.is_ascii_digit()) {
                *counts.entry(number[..3].to_string()).or_default() += 1;
            }
        }
    }
    counts
}

#[test]
fn every_id_is_used_once_and_tested() {
    let used = ids_in("src");
    let mut tested = ids_in("tests/verilog");
    // Needs a limit that only a test in the crate can lower.
    tested.insert("021".to_string(), 1);
    for (at, (id, count)) in used.iter().enumerate() {
        assert_eq!(*id, format!("{:03}", at + 1), "the ids have a gap");
        assert_eq!(*count, 1, "VLOG-{id} is used {count} times");
        assert!(tested.contains_key(id), "VLOG-{id} has no test");
    }
}
