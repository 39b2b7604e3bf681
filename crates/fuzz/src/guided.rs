//! libFuzzer's two functions. The variable `ZEROSLACK_FUZZ` names the target.

use std::sync::LazyLock;

use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};
use zeroslack_fuzz::{Target, change_tokens};
use zeroslack_testing::Dice;

static TARGET: LazyLock<Target> = LazyLock::new(|| {
    let name = std::env::var("ZEROSLACK_FUZZ").unwrap_or_default();
    Target::find(&name).unwrap_or_else(|| {
        println!("ZEROSLACK_FUZZ is '{name}', which is no target");
        std::process::exit(2)
    })
});

fuzz_target!(|bytes: &[u8]| (TARGET.run)(bytes));

fuzz_mutator!(|bytes: &mut [u8], size: usize, most: usize, seed: u32| {
    // Of text, every other change is one of words.
    let text = std::str::from_utf8(&bytes[..size]).ok().filter(|_| seed % 2 == 0 && !TARGET.words.is_empty());
    let Some(text) = text else { return fuzzer_mutate(bytes, size, most) };
    let changed = change_tokens(text, TARGET.words, &mut Dice::new(u64::from(seed), 0));
    let length = changed.len().min(most);
    bytes[..length].copy_from_slice(&changed.as_bytes()[..length]);
    length
});
