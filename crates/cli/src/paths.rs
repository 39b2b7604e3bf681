//! `zeroslack report --paths-out`: many paths, written as they are made.

use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use rayon::prelude::*;
use zeroslack::{FoundPaths, PathPoints, Progress, QueryError, Timed};
use zeroslack_report::{ListFormat, write_path};

use super::analysis::analysis;
use super::args::ShownArgs;
use super::output::OutputFile;
#[cfg(feature = "arrow")]
use super::path_table::{TableFile, rows};

/// Paths that are in memory at a time.
const BATCH: usize = 16_384;

/// Paths that one task formats.
pub(crate) const TASK: usize = 256;

/// Writes the paths of each split, worst first, late ones first.
pub(crate) fn write(
    timed: Timed<'_>,
    shown: &ShownArgs,
    points: &PathPoints,
    file: &Path,
    progress: &dyn Progress,
) -> anyhow::Result<()> {
    if let Some(kind) = table_kind(file) {
        return write_table(timed, (shown, points), (file, kind), progress);
    }
    let mut out = OutputFile::create(file)?;
    let is_gzip = file.extension() == Some(OsStr::new("gz"));
    let name = if is_gzip { file.with_extension("") } else { file.to_path_buf() };
    let is_json = name.extension().is_some_and(|ending| ending == "jsonl" || ending == "json");
    let format = if is_json { ListFormat::JsonLines } else { ListFormat::Text(shown.style()) };
    let written = if is_gzip {
        let mut packed = GzEncoder::new(&mut out, Compression::fast());
        list(timed, (shown, points), format, &mut packed, progress)
            .and_then(|()| Ok(packed.finish().map(|_| ())?))
    } else {
        list(timed, (shown, points), format, &mut out, progress)
    };
    match written {
        Ok(()) => out.finish(),
        Err(ListError::Output(error)) => Err(out.failed(&error)),
        Err(ListError::Query(error)) => Err(error.into()),
    }
}

/// The kind of table that a file's name ends as.
fn table_kind(file: &Path) -> Option<&str> {
    file.extension()?.to_str().filter(|kind| ["arrow", "parquet"].contains(kind))
}

#[cfg(not(feature = "arrow"))]
fn write_table(
    _: Timed<'_>,
    _: (&ShownArgs, &PathPoints),
    (file, kind): (&Path, &str),
    _: &dyn Progress,
) -> anyhow::Result<()> {
    anyhow::bail!(
        "cannot write '{}': this program was built without tables of paths ({kind}); expected a name that ends in .jsonl or another one, or a program built with '--features arrow'",
        file.display()
    )
}

#[cfg(feature = "arrow")]
fn write_table(
    timed: Timed<'_>,
    (shown, points): (&ShownArgs, &PathPoints),
    (file, kind): (&Path, &str),
    progress: &dyn Progress,
) -> anyhow::Result<()> {
    let mut out = OutputFile::create(file)?;
    let written = table_rows(timed, (shown, points), &mut out, kind == "parquet", progress);
    match written {
        Ok(()) => out.finish(),
        Err(ListError::Output(error)) => Err(out.failed(&error)),
        Err(ListError::Query(error)) => Err(error.into()),
    }
}

#[cfg(feature = "arrow")]
fn table_rows(
    timed: Timed<'_>,
    (shown, points): (&ShownArgs, &PathPoints),
    out: &mut OutputFile,
    is_parquet: bool,
    progress: &dyn Progress,
) -> Result<(), ListError> {
    let mut table = TableFile::new(out, is_parquet)?;
    for &split in shown.splits() {
        progress.begin("finding paths", 1);
        let found = timed.find_paths_passing(&shown.query(split, shown.amounts(false).paths), points)?;
        let count = found.tree().len();
        progress.begin("writing paths", count as u64);
        for start in (0..count).step_by(BATCH) {
            let range = start..count.min(start + BATCH);
            progress.advance(range.len() as u64);
            table.write(&rows(timed, &found, range)?)?;
        }
    }
    Ok(table.finish()?)
}

/// Why paths were not written.
#[derive(Debug)]
enum ListError {
    Query(QueryError),
    Output(io::Error),
}

impl From<io::Error> for ListError {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<QueryError> for ListError {
    fn from(error: QueryError) -> Self {
        Self::Query(error)
    }
}

fn list(
    timed: Timed<'_>,
    (shown, points): (&ShownArgs, &PathPoints),
    format: ListFormat,
    out: &mut (impl Write + Send),
    progress: &dyn Progress,
) -> Result<(), ListError> {
    for &split in shown.splits() {
        progress.begin("finding paths", 1);
        let found = timed.find_paths_passing(&shown.query(split, shown.amounts(false).paths), points)?;
        let count = found.tree().len();
        progress.begin("writing paths", count as u64);
        // One batch is made while the one before it is written.
        let batches = (0..count).step_by(BATCH).map(|start| start..count.min(start + BATCH));
        let mut made: Vec<Vec<u8>> = Vec::new();
        for range in batches.map(Some).chain([None]) {
            let length = range.as_ref().map_or(0, ExactSizeIterator::len);
            let make = || range.map_or(Vec::new(), |range| batch(timed, &found, range, format));
            let (written, next) = overlap(out, &made, make);
            written?;
            made = next;
            progress.advance(length as u64);
        }
    }
    Ok(())
}

/// Writes texts while others are made.
fn overlap<T: Send>(
    out: &mut (impl Write + Send),
    made: &[Vec<u8>],
    make: impl FnOnce() -> T + Send,
) -> (io::Result<()>, T) {
    rayon::join(|| made.iter().try_for_each(|text| out.write_all(text)), make)
}

/// The texts of a range of paths, in order, made on all threads.
fn batch(
    timed: Timed<'_>,
    found: &FoundPaths<'_>,
    range: std::ops::Range<usize>,
    format: ListFormat,
) -> Vec<Vec<u8>> {
    let analysis = analysis(timed);
    let flat = found.flat(range.clone());
    let starts: Vec<usize> = (0..flat.len()).step_by(TASK).collect();
    let text = |start: usize| {
        let mut text = Vec::new();
        for index in start..flat.len().min(start + TASK) {
            let path = flat.get(index);
            let root = &found.tree().roots[path.root as usize];
            write_path(&mut text, &analysis, (range.start + index + 1, root, path), format);
        }
        text
    };
    starts.into_par_iter().map(text).collect()
}
