//! The command line: arguments in, files read, a report and diagnostics out. The only crate that prints.

mod analysis;
mod args;
mod argument_files;
mod bench;
mod diagnostics;
mod output;
#[cfg(feature = "arrow")]
mod path_table;
mod paths;
mod points;
mod progress;
mod prompt;
mod report;
mod sampled;
mod shell;
mod statistical;
mod statistics;
mod tau;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use zeroslack_memory::HugePages;

use self::args::{Cli, Command};

#[global_allocator]
static ALLOCATOR: HugePages = HugePages;

/// Runs what the arguments say: 0 when it is done, 1 when an input is wrong or an output cannot be written; wrong arguments end with 2.
fn main() -> ExitCode {
    let done = argument_files::expanded(std::env::args_os()).and_then(|arguments| {
        if shell::is_meant(&arguments) {
            return shell::run(&arguments[1..]);
        }
        match Cli::parse_from(arguments).command {
            Command::Report(arguments) => report::run(&arguments),
            Command::Bench(arguments) => bench::run(&arguments),
            Command::Tau(arguments) => tau::run(&arguments),
        }
    });
    match done {
        Ok(code) => code,
        // Whoever reads the report has read enough of it.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // Nothing is left to be done if this cannot be written either.
            let _ = writeln!(io::stderr(), "error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let mut causes = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    causes.any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
