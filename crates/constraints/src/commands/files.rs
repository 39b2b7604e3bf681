//! Files that commands write.

use std::fs::{File, OpenOptions};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use zeroslack_tcl::{Exception, Interp, Value};

use crate::arguments::Arguments;
use crate::state::State;

/// The error of something that cannot be written.
pub fn unwritten(error: &std::io::Error) -> Exception {
    Exception::error(error.to_string())
}

/// A file that output goes to.
pub(crate) struct Target {
    pub file: String,
    pub appends: bool,
}

/// A file that output goes to, which is opened when something is written: a command that fails before leaves it alone.
pub struct ToFile {
    path: PathBuf,
    appends: bool,
    file: Option<BufWriter<File>>,
}

impl ToFile {
    pub(crate) fn new(interp: &Interp, target: &Target) -> Self {
        Self { path: interp.path_of(&target.file), appends: target.appends, file: None }
    }

    fn open(&mut self) -> std::io::Result<&mut BufWriter<File>> {
        if self.file.is_none() {
            let mut options = OpenOptions::new();
            options.create(true).write(true).append(self.appends).truncate(!self.appends);
            self.file = Some(BufWriter::new(options.open(&self.path)?));
        }
        self.file.as_mut().ok_or_else(|| std::io::ErrorKind::NotFound.into())
    }

    /// The error of this file.
    fn told(&self, error: &std::io::Error) -> std::io::Error {
        std::io::Error::other(format!("cannot write '{}': {error}", self.path.display()))
    }
}

impl Write for ToFile {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let written = self.open().and_then(|file| file.write(bytes));
        written.map_err(|error| self.told(&error))
    }

    fn flush(&mut self) -> std::io::Result<()> {
        let flushed = self.open().and_then(BufWriter::flush);
        flushed.map_err(|error| self.told(&error))
    }
}

/// Writes a file anew.
///
/// # Errors
/// If it cannot be written.
pub fn write_file(
    state: &State,
    arguments: &Arguments<'_>,
    word: &Value,
    write: impl FnOnce(&mut dyn Write) -> std::io::Result<()>,
) -> Result<(), Exception> {
    let path: &Path = &state.folder.join(&*word.text());
    let written = File::create(path).and_then(|file| {
        let mut out = BufWriter::new(file);
        write(&mut out)?;
        out.flush()
    });
    written.map_err(|error| arguments.error(&format!("cannot write '{}': {error}", path.display())))
}
