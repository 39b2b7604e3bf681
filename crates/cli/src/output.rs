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
    /// The name that the user gave.
    name: PathBuf,
    out: BufWriter<Destination>,
}

#[derive(Debug)]
enum Destination {
    /// A pipe or a device.
    Itself(File),
    /// A new file beside it that has no name yet, and where that goes: when the program is killed, nothing of it is left.
    #[cfg(target_os = "linux")]
    Unnamed(File, PathBuf),
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

    /// The error for a file that cannot be written.
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
        let folder = folder_of(&place);
        fs::metadata(folder)?;
        #[cfg(target_os = "linux")]
        if let Some(file) = unnamed::create(folder, known.as_ref()) {
            return Ok(Self::Unnamed(file, place));
        }
        let mut new = new_file();
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
            #[cfg(target_os = "linux")]
            Self::Unnamed(file, place) => unnamed::put(&file, &place),
            Self::Beside(file, place) => file.persist(place).map(|_| ()).map_err(|error| error.error),
        }
    }
}

impl Write for Destination {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Itself(file) => file.write(bytes),
            #[cfg(target_os = "linux")]
            Self::Unnamed(file, _) => file.write(bytes),
            Self::Beside(file, _) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Itself(file) => file.flush(),
            #[cfg(target_os = "linux")]
            Self::Unnamed(file, _) => file.flush(),
            Self::Beside(file, _) => file.flush(),
        }
    }
}

/// The folder that a file is in.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// How a new file is called until it is in its place.
fn new_file() -> Builder<'static, 'static> {
    let mut new = Builder::new();
    new.prefix(".zeroslack-").suffix(".part");
    new
}

/// Files that get a name when they are whole.
#[cfg(target_os = "linux")]
mod unnamed {
    use std::fs::{File, Metadata};
    use std::io;
    use std::os::fd::AsRawFd;
    use std::path::Path;

    use rustix::fs::{AtFlags, CWD, Mode, OFlags, linkat, open};

    use super::{folder_of, new_file};

    /// The open files of this program by number, through which one without a name is reached.
    const OPEN_FILES: &str = "/proc/self/fd";

    /// A new file in a folder, with the permissions of the one that it will replace. None where the file system has no such files.
    pub(super) fn create(folder: &Path, replaced: Option<&Metadata>) -> Option<File> {
        if !Path::new(OPEN_FILES).exists() {
            return None;
        }
        let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
        let file = File::from(open(folder, flags, Mode::from_raw_mode(0o666)).ok()?);
        if let Some(replaced) = replaced {
            file.set_permissions(replaced.permissions()).ok()?;
        }
        Some(file)
    }

    /// Names a file, in place of what has the name.
    pub(super) fn put(file: &File, place: &Path) -> io::Result<()> {
        let open = format!("{OPEN_FILES}/{}", file.as_raw_fd());
        // A link replaces nothing, so it is made beside the place first.
        let named = new_file().make_in(folder_of(place), |name| {
            Ok(linkat(CWD, open.as_str(), CWD, name, AtFlags::SYMLINK_FOLLOW)?)
        })?;
        named.persist(place).map(|_| ()).map_err(|error| error.error)
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
    let in_folder = || Some(fs::canonicalize(folder_of(path)).ok()?.join(path.file_name()?));
    fs::canonicalize(path).ok().or_else(in_folder).unwrap_or_else(|| path.to_path_buf())
}
