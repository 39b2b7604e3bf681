//! Not a test: the last program that `cargo test --workspace` runs. It says what this run drew, compared and skipped.

#![expect(clippy::print_stdout, reason = "it prints a summary")]

use zeroslack_testing::Tally;

fn main() {
    // A runner that asks for a list of tests gets an empty one.
    if !std::env::args().any(|argument| argument == "--list") {
        println!("\nAll tests: {}", Tally::take());
    }
}
