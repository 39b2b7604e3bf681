//! Every library of the shared data reads without a word.

use std::path::{Path, PathBuf};

use zeroslack_liberty::Library;
use zeroslack_testing::{shared, text};

fn libraries(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            libraries(&path, into);
        } else if path.to_str().is_some_and(|name| name.ends_with(".lib") || name.ends_with(".lib.gz")) {
            into.push(path);
        }
    }
}

fn check_whole(library: &Library, path: &Path) {
    assert!(!library.cells.is_empty(), "{}", path.display());
    for cell in &library.cells {
        for timing in cell.pins.iter().flat_map(|pin| &pin.timings) {
            let place = format!("{}: {} {:?}", path.display(), cell.name, timing.related_pins);
            assert!(!timing.related_pins.is_empty(), "{place}");
            assert_eq!(timing.sense.is_none(), timing.timing_type.is_check(), "{place}");
            let tables =
                [&timing.delay, &timing.slew, &timing.constraint].map(|pair| [&pair.rise, &pair.fall]);
            assert!(tables.iter().flatten().any(|table| table.is_some()), "{place}");
            for table in tables.into_iter().flatten().flatten() {
                let size: usize = table.axes.iter().map(|axis| axis.values.len()).product();
                assert_eq!(size, table.values.len(), "{place}");
                assert!(table.values.iter().all(|value| value.is_finite()), "{place}");
            }
        }
    }
}

#[test]
fn every_library_reads_without_a_word() {
    let Some(folder) = shared() else { return };
    let mut paths = Vec::new();
    for part in ["data", "sdc_cases"] {
        libraries(&folder.join(part), &mut paths);
    }
    assert!(paths.len() >= 14, "only {} libraries in {}", paths.len(), folder.display());
    for path in paths {
        let text = text(&path);
        let (library, diagnostics) = zeroslack_liberty::read(&text);
        assert!(diagnostics.is_empty(), "{}:\n{diagnostics}", path.display());
        check_whole(&library, &path);
    }
}
