//! Diagnostics that no file of a design brings about, and that there is none that no test shows.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use expect_test::expect;
use zeroslack::cuda::CudaError;
use zeroslack::{DesignFiles, LoadError, QueryError, Session, Silent};

/// What no test can bring about: the failures of a driver, and files and graphs of sizes that no test has the memory for.
const OUT_OF_REACH: [&str; 4] = ["GPU-006", "GRAPH-002", "GRAPH-003", "NET-026"];

#[test]
fn a_design_needs_a_library_and_a_netlist() {
    let said = |files: &DesignFiles| Session::load(files, &Silent).unwrap_err().to_string();
    expect![[r#"
        error[FILE-002]: no Liberty file is given; a design needs its cells
    "#]]
    .assert_eq(&said(&DesignFiles::default()));
    let folder = crate::tiny::folder();
    let liberty_late = vec![folder.path().join("tiny.lib")];
    expect![[r#"
        error[FILE-003]: no Verilog file is given; there is nothing to time
    "#]]
    .assert_eq(&said(&DesignFiles { liberty_late, ..DesignFiles::default() }));
}

#[test]
fn a_question_before_an_update_says_so() {
    expect![[r#"
        error[SESSION-001]: the design is not timed yet: call Session::update first
    "#]]
    .assert_eq(&QueryError::NotTimed.into_diagnostics().to_string());
}

#[test]
fn every_failure_of_a_gpu_says_what_is_wrong() {
    let failures = [
        CudaError::NoDriver,
        CudaError::OldDriver { found: 11_040, needed: 12_020 },
        CudaError::NoDevice { ordinal: 2, count: 1 },
        CudaError::OldDevice { name: "GTX 1080".to_string(), capability: (6, 1) },
        CudaError::OutOfMemory { needed: 3 << 30, free: 1 << 30 },
        CudaError::Unprepared { wanted: 20, most: 10 },
        CudaError::Unsupported { what: "a thing" },
        CudaError::Contract {
            kernel: "zeroslack_forward",
            what: "bytes of results.slew",
            needed: 16,
            found: 0,
        },
    ];
    let said: String = failures.map(|failure| LoadError::from(failure).to_string()).concat();
    expect![[r#"
        error[GPU-001]: no NVIDIA driver: its library libcuda cannot be loaded
        error[GPU-002]: the NVIDIA driver supports CUDA 11.4; the kernels need 12.2 or newer (driver 535)
        error[GPU-003]: no GPU 2: the driver sees 1
        error[GPU-004]: GTX 1080 has compute capability 6.1; the kernels need 8.0 or newer
        error[GPU-005]: 3072 MiB are needed on the GPU, and 1024 MiB are free
        error[GPU-007]: the search was made for 10 paths of some splits; make one for 20 and the splits that are wanted
        error[GPU-008]: the GPU engine does not know a thing; the CPU engine does
        error[GPU-009]: zeroslack_forward needs 16 bytes of results.slew, and there are 0: this is a defect of zeroslack, please report it
    "#]].assert_eq(&said);
}

/// All files of a folder and those in it that are Rust.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The ids in a text: some capitals, a hyphen, three digits.
fn ids(text: &str) -> BTreeSet<&str> {
    let is_id = |word: &&str| {
        word.split_once('-').is_some_and(|(kind, number)| {
            kind.len() >= 3
                && kind.bytes().all(|byte| byte.is_ascii_uppercase())
                && number.len() == 3
                && number.bytes().all(|byte| byte.is_ascii_digit())
        })
    };
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').filter(is_id).collect()
}

#[test]
fn every_id_is_shown_by_some_test() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut files = Vec::new();
    sources(crates, &mut files);
    let (mut used, mut shown) = (BTreeMap::new(), BTreeSet::new());
    for file in &files {
        let text = std::fs::read_to_string(file).unwrap();
        let is_test = file.components().any(|part| part.as_os_str() == "tests") || file.ends_with("tests.rs");
        let at = if is_test { 0 } else { text.find("#[cfg(test)]").unwrap_or(text.len()) };
        let (source, tests) = text.split_at(at);
        shown.extend(ids(tests).into_iter().map(str::to_string));
        let ids = ids(source).into_iter().filter(|id| source.contains(&format!("\"{id}\"")));
        used.extend(ids.map(|id| (id.to_string(), file.clone())));
    }
    assert!(used.len() > 150, "{} ids were found", used.len());
    assert!(OUT_OF_REACH.iter().all(|&id| used.contains_key(id)), "{OUT_OF_REACH:?}");
    let hidden: Vec<_> = used.iter().filter(|(id, _)| !shown.contains(*id)).collect();
    assert!(hidden.is_empty(), "no test shows {hidden:#?}");
}
