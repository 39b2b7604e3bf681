//! All targets over seeds, over what was found with them, and over random changes of both.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

use std::path::Path;

use zeroslack_cuda::Emulator;
use zeroslack_fuzz::{Target, change_tokens};
use zeroslack_testing::{Dice, Noise, cases, skip};

/// Changes of the seeds of a target, bytes and words each.
const CHANGES: u32 = 150;

fn files(folder: &Path) -> Vec<Vec<u8>> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.iter().map(|path| std::fs::read(path).unwrap()).collect()
}

/// Exchanges, takes out or adds some bytes.
fn change_bytes(bytes: &[u8], noise: &mut Noise) -> Vec<u8> {
    let mut changed = bytes.to_vec();
    for _ in 0..=noise.below(4) {
        let at = noise.below(changed.len() as u64 + 1) as usize;
        let byte = noise.below(256) as u8;
        match noise.below(3) {
            0 if at < changed.len() => changed[at] = byte,
            1 if at < changed.len() => drop(changed.remove(at)),
            _ => changed.insert(at, byte),
        }
    }
    changed
}

fn check(name: &str) {
    if name == "kernels" && !Emulator::IS_AVAILABLE {
        return skip("no C++ compiler for the emulator of the GPU");
    }
    let target = Target::find(name).unwrap();
    let [seeds, findings] = target.folders().map(|folder| files(&folder));
    assert!(!seeds.is_empty());
    findings.iter().for_each(|finding| (target.run)(finding));
    let changes = cases(CHANGES) as usize;
    let (mut noise, mut dice) = (Noise(1), Dice::new(1, 0));
    for seed in seeds.iter().chain(&findings) {
        (target.run)(seed);
        for _ in 0..changes.div_ceil(seeds.len()) {
            (target.run)(&change_bytes(seed, &mut noise));
            if let (false, Ok(text)) = (target.words.is_empty(), std::str::from_utf8(seed)) {
                (target.run)(change_tokens(text, target.words, &mut dice).as_bytes());
            }
        }
    }
}

macro_rules! targets {
    ($($name:ident)*) => { $(#[test] fn $name() { check(stringify!($name)); })* };
}

targets!(text liberty verilog spef pocv sdc timing operations pattern tcl shell design edits kernels);
