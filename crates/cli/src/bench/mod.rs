//! `zeroslack bench`: how long each stage takes, and how much memory.

mod constrained;
mod editor;
mod edits;
mod gpu;
mod input;
mod measure;
mod paths;
mod published;
mod queries;
mod table;
mod workload;

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Context;
use rayon::ThreadPool;

use self::input::{Chosen, Texts};
use self::workload::{Bench, Row};
use super::args::BenchArgs;
use super::diagnostics;
use super::progress::StageLine;

/// Measures what the arguments say design by design, prints their tables, writes the JSON of all.
pub(crate) fn run(arguments: &BenchArgs) -> anyhow::Result<ExitCode> {
    let pool = arguments.run.pool()?;
    let mut rows = Vec::new();
    for (number, chosen) in input::chosen(arguments)?.into_iter().enumerate() {
        if number > 0 {
            writeln!(io::stdout())?;
        }
        rows.extend(design(arguments, chosen, &pool)?);
    }
    if let Some(file) = &arguments.json {
        let json = serde_json::to_string_pretty(&table::json(&rows))?;
        std::fs::write(file, json + "\n").with_context(|| format!("cannot write '{}'", file.display()))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// One design and its table.
fn design(arguments: &BenchArgs, chosen: Chosen<'_>, pool: &ThreadPool) -> anyhow::Result<Vec<Row>> {
    let progress = StageLine::new(arguments.run.quiet);
    let mut texts = Texts::new(chosen, &progress)?;
    (texts.derates, texts.exceptions) = (arguments.derates, arguments.exceptions);
    texts.clock_networks = arguments.clock_networks;
    let mut bench = Bench::new(arguments, &texts, pool.current_num_threads());
    pool.install(|| bench.run(&progress))?;
    drop(progress);
    diagnostics::print(&bench.said, arguments.run.quiet)?;
    let mut out = io::stdout().lock();
    write!(out, "{}", table::text(&texts, &bench.rows))?;
    if arguments.profile {
        write!(out, "\n{}", table::profile(&bench.stages))?;
    }
    out.flush()?;
    Ok(bench.rows)
}
