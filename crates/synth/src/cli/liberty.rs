//! The libraries that are given.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;
use zeroslack_input::{Diagnostics, Severity};
use zeroslack_synth::Library;

use super::{Libraries, say};

/// Which libraries a design is made of.
#[derive(Args, Debug)]
#[command(next_help_heading = "Libraries, instead of the built-in ones")]
pub(super) struct LibertyArguments {
    /// Liberty files for both late (setup) and early (hold) analysis; may be gzipped.
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["liberty_early", "liberty_late"])]
    liberty: Vec<PathBuf>,
    /// Liberty files for early (hold) analysis.
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "liberty_late")]
    liberty_early: Vec<PathBuf>,
    /// Liberty files for late (setup) analysis.
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "liberty_early")]
    liberty_late: Vec<PathBuf>,
}

impl LibertyArguments {
    /// Early files; none where they are the late ones.
    fn early(&self) -> &[PathBuf] {
        &self.liberty_early
    }

    fn late(&self) -> &[PathBuf] {
        if self.liberty.is_empty() { &self.liberty_late } else { &self.liberty }
    }

    fn names(&self) -> String {
        let names = self.early().iter().chain(self.late()).map(|path| path.display().to_string());
        names.collect::<Vec<_>>().join(" ")
    }

    /// The library of the files; none if none is given. Says what is wrong in them.
    pub(super) fn read(&self, quiet: bool) -> Result<Option<Library>> {
        if self.late().is_empty() {
            return Ok(None);
        }
        let read = |files: &[PathBuf]| files.iter().map(|path| read(path, quiet)).collect::<Result<Vec<_>>>();
        let (early, late) = (read(self.early())?, read(self.late())?);
        Library::new(&early, &late).map(Some).with_context(|| self.names())
    }

    /// How a contest's list of files names them; it takes one file of each split, and no blanks.
    pub(super) fn listed(&self) -> Result<Option<Libraries>> {
        let early = if self.early().is_empty() { self.late() } else { self.early() };
        let ([early], [late]) = (early, self.late()) else { return Ok(None) };
        // The list is read beside itself, wherever that is.
        let absolute = |path: &Path| {
            let absolute = std::path::absolute(path).with_context(|| path.display().to_string())?;
            anyhow::Ok(absolute.display().to_string())
        };
        let listed = [absolute(early)?, absolute(late)?];
        let has_blank = listed.iter().any(|path| path.contains(char::is_whitespace));
        Ok((!has_blank).then_some(Libraries { listed, written: Vec::new() }))
    }

    /// What is to be said of them at the end.
    pub(super) fn summary(&self) -> String {
        if self.late().is_empty() { String::new() } else { format!("; library {}", self.names()) }
    }
}

/// Reads a file; what is wrong in it is said.
fn read(path: &Path, quiet: bool) -> Result<zeroslack_liberty::Library> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut said = Diagnostics::new();
    let library = zeroslack_input::text(&bytes, &mut said).map(|text| {
        let (library, of_library) = zeroslack_liberty::read(&text);
        said.append(of_library);
        library
    });
    said.set_file(&path.display().to_string());
    let is_shown = |severity| !quiet || severity == Severity::Error;
    said.iter().filter(|one| is_shown(one.severity)).for_each(|one| say(&one.to_string()));
    match library {
        Some(library) if !said.has_errors() => Ok(library),
        _ => bail!("{} cannot be used", path.display()),
    }
}
