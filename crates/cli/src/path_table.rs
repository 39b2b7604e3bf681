//! `zeroslack report --paths-out`: many paths as a table for data frames, in a file of Apache Arrow or Parquet.

use std::io::{self, Write};

use arrow_array::RecordBatch;
use arrow_ipc::writer::FileWriter;
use arrow_schema::ArrowError;
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use rayon::prelude::*;
use zeroslack::{FoundPaths, Timed};
use zeroslack_report::{path_rows, path_schema};

use super::analysis::analysis;
use super::paths::TASK;

/// A file of a table, written some rows at a time.
pub(crate) enum TableFile<W: Write + Send> {
    Arrow(Box<FileWriter<W>>),
    Parquet(Box<ArrowWriter<W>>),
}

impl<W: Write + Send> TableFile<W> {
    /// Of the kind that a file's name ends as: `.parquet`, or `.arrow`.
    pub(crate) fn new(out: W, is_parquet: bool) -> io::Result<Self> {
        let schema = path_schema();
        if !is_parquet {
            let writer = FileWriter::try_new(out, &schema).map_err(of_arrow)?;
            return Ok(Self::Arrow(Box::new(writer)));
        }
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
        let writer = ArrowWriter::try_new(out, schema, Some(properties)).map_err(of_parquet)?;
        Ok(Self::Parquet(Box::new(writer)))
    }

    pub(crate) fn write(&mut self, rows: &[RecordBatch]) -> io::Result<()> {
        rows.iter().try_for_each(|rows| match self {
            Self::Arrow(writer) => writer.write(rows).map_err(of_arrow),
            Self::Parquet(writer) => writer.write(rows).map_err(of_parquet),
        })
    }

    pub(crate) fn finish(self) -> io::Result<()> {
        match self {
            Self::Arrow(mut writer) => writer.finish().map_err(of_arrow),
            Self::Parquet(writer) => writer.close().map(|_| ()).map_err(of_parquet),
        }
    }
}

fn of_arrow(error: ArrowError) -> io::Error {
    match error {
        ArrowError::IoError(_, error) => error,
        error => io::Error::other(error),
    }
}

fn of_parquet(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => match error.downcast() {
            Ok(error) => *error,
            Err(error) => io::Error::other(error),
        },
        error => io::Error::other(error),
    }
}

/// The rows of a range of paths, in order, made on all threads.
pub(crate) fn rows(
    timed: Timed<'_>,
    found: &FoundPaths<'_>,
    range: std::ops::Range<usize>,
) -> io::Result<Vec<RecordBatch>> {
    let analysis = analysis(timed);
    let flat = found.flat(range.clone());
    let starts: Vec<usize> = (0..flat.len()).step_by(TASK).collect();
    let batch = |start: usize| {
        let paths = (start..flat.len().min(start + TASK)).map(|index| {
            let path = flat.get(index);
            (range.start + index + 1, &found.tree().roots[path.root as usize], path)
        });
        path_rows(&analysis, paths).map_err(of_arrow)
    };
    starts.into_par_iter().map(batch).collect()
}
