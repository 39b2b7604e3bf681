//! Files that are written: whole, or not at all.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use tempfile::{Builder, NamedTempFile};

/// A file that is being written. What was there stays until [`OutputFile::finish`] puts the new one in its place; a pipe or a device is written to as it is.
#[derive(Debug)]
pub(crate) struct OutputFile {
    /// As it was named.
    name: PathBuf,
    out: BufWriter<Destination>,
}

#[derive(Debug)]
enum Destination {
    /// A pipe or a device.
    Itself(File),
    /// A new file beside it, and where that goes.
    Beside(NamedTempFile, PathBuf),
}

impl OutputFile {
    pub(crate) fn create(name: &Path) -> anyhow::Result<Self> {
        let destination =
            Destination::of(name).with_context(|| format!("cannot write '{}'", name.display()))?;
        Ok(Self { name: name.to_path_buf(), out: BufWriter::new(destination) })
    }

    /// Puts the file in its place.
    pub(crate) fn finish(self) -> anyhow::Result<()> {
        let Self { name, out } = self;
        let written = out.into_inner().map_err(io::IntoInnerError::into_error).and_then(Destination::finish);
        written.map_err(|error| failed(&name, &error))
    }

    /// What to say if it cannot be written.
    pub(crate) fn failed(&self, error: &io::Error) -> anyhow::Error {
        failed(&self.name, error)
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Destination {
    fn of(name: &Path) -> io::Result<Self> {
        // A link stays, what it leads to is replaced.
        let place = fs::canonicalize(name).unwrap_or_else(|_| name.to_path_buf());
        let known = fs::metadata(&place).ok();
        if known.as_ref().is_some_and(|known| !known.is_file()) {
            return File::options().write(true).open(&place).map(Self::Itself);
        }
        if known.as_ref().is_some_and(|known| known.permissions().readonly()) {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        fs::metadata(folder)?;
        let mut new = Builder::new();
        new.prefix(".zeroslack-").suffix(".part");
        if let Some(permissions) = known.map_or_else(usual, |known| Some(known.permissions())) {
            new.permissions(permissions);
        }
        // The error would name the new file, which the user has not heard of.
        let file = new.tempfile_in(folder).map_err(|error| io::Error::from(error.kind()))?;
        Ok(Self::Beside(file, place))
    }

    fn finish(self) -> io::Result<()> {
        match self {
            Self::Itself(mut file) => file.flush(),
            Self::Beside(file, place) => file.persist(place).map(|_| ()).map_err(|error| error.error),
        }
    }
}

impl Write for Destination {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Itself(file) => file.write(bytes),
            Self::Beside(file, _) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Itself(file) => file.flush(),
            Self::Beside(file, _) => file.flush(),
        }
    }
}

/// The permissions of a new file, before the user's mask.
#[cfg(unix)]
fn usual() -> Option<fs::Permissions> {
    use std::os::unix::fs::PermissionsExt;
    Some(fs::Permissions::from_mode(0o666))
}

#[cfg(not(unix))]
fn usual() -> Option<fs::Permissions> {
    None
}

/// Its cause is told in words and not kept: that a pipe's reader is gone is no error only where the pipe is standard output.
fn failed(name: &Path, error: &io::Error) -> anyhow::Error {
    anyhow!("cannot write '{}': {error}", name.display())
}

/// An error if an output is also an input, or two outputs are one file.
pub(crate) fn check_outputs(inputs: &[impl AsRef<Path>], outputs: &[&Path]) -> Result<(), String> {
    let inputs: BTreeSet<PathBuf> = inputs.iter().map(|path| resolved(path.as_ref())).collect();
    let mut known = BTreeSet::new();
    for output in outputs {
        let place = resolved(output);
        if fs::metadata(&place).is_ok_and(|known| !known.is_file()) {
            continue;
        }
        if inputs.contains(&place) {
            return Err(format!(
                "'{}' is read as an input: expected another file to write to",
                output.display()
            ));
        }
        if !known.insert(place) {
            return Err(format!(
                "'{}' is to be written twice: expected two different files",
                output.display()
            ));
        }
    }
    Ok(())
}

/// Where a file is, whatever way leads there.
fn resolved(path: &Path) -> PathBuf {
    let in_folder = || {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Some(fs::canonicalize(folder).ok()?.join(path.file_name()?))
    };
    fs::canonicalize(path).ok().or_else(in_folder).unwrap_or_else(|| path.to_path_buf())
}
