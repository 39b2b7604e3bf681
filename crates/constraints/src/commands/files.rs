//! Files that commands write.

use std::io::{BufWriter, Write};

use zeroslack_tcl::{Exception, File, Interp, OpenMode};

/// The error of something that cannot be written.
pub fn unwritten(error: &std::io::Error) -> Exception {
    Exception::error(error.to_string())
}

/// A file that output goes to.
pub(crate) struct Target {
    pub file: String,
    pub appends: bool,
}

/// A file of the interpreter's host that output goes to. It is opened when something is written: a command that fails before leaves it alone.
pub(crate) struct ToFile<'i> {
    interp: &'i mut Interp,
    target: &'i Target,
    file: Option<BufWriter<Box<dyn File>>>,
}

impl<'i> ToFile<'i> {
    pub(crate) fn new(interp: &'i mut Interp, target: &'i Target) -> Self {
        Self { interp, target, file: None }
    }

    fn open(&mut self) -> std::io::Result<&mut BufWriter<Box<dyn File>>> {
        if self.file.is_none() {
            let appends = self.target.appends;
            let mode = OpenMode {
                write: true,
                create: true,
                append: appends,
                truncate: !appends,
                ..OpenMode::default()
            };
            self.file = Some(BufWriter::new(self.interp.open_file(&self.target.file, mode)?));
        }
        self.file.as_mut().ok_or_else(|| std::io::ErrorKind::NotFound.into())
    }

    /// The error of this file.
    fn told(&self, error: &std::io::Error) -> std::io::Error {
        let path = self.interp.path_of(&self.target.file);
        std::io::Error::other(format!("cannot write '{}': {error}", path.display()))
    }
}

impl Write for ToFile<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let written = self.open().and_then(|file| file.write(bytes));
        written.map_err(|error| self.told(&error))
    }

    fn flush(&mut self) -> std::io::Result<()> {
        let flushed = self.open().and_then(BufWriter::flush);
        flushed.map_err(|error| self.told(&error))
    }
}
