//! The command line of the generator.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
