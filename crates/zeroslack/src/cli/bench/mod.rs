//! `zeroslack bench`: how long each stage takes, and how much memory.

mod gpu;
mod input;
mod measure;
mod published;
mod queries;
mod table;
mod workload;

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Context;

use self::input::Texts;
use self::workload::Bench;
use super::args::BenchArgs;
use super::progress::StageLine;

/// Measures what the arguments say, prints the table, writes the JSON.
pub(crate) fn run(arguments: &BenchArgs) -> anyhow::Result<ExitCode> {
    let pool = arguments.run.pool()?;
    let progress = StageLine::new(arguments.run.quiet);
    let texts = Texts::new(arguments, &progress)?;
    let mut bench = Bench::new(arguments, &texts, pool.current_num_threads());
    pool.install(|| bench.run(&progress))?;
    drop(progress);
    let mut out = io::stdout().lock();
    write!(out, "{}", table::text(&texts, &bench.rows))?;
    if arguments.profile {
        write!(out, "\n{}", table::profile(&bench.stages))?;
    }
    out.flush()?;
    if let Some(file) = &arguments.json {
        let json = serde_json::to_string_pretty(&table::json(&bench.rows))?;
        std::fs::write(file, json + "\n").with_context(|| format!("cannot write '{}'", file.display()))?;
    }
    Ok(ExitCode::SUCCESS)
}
