//! What the interpreter asks of the program that it is a part of: the only way by which scripts touch the world.

use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Where a script writes without having opened a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Standard output.
    Output,
    /// Standard error.
    Error,
}

/// How a file is opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpenMode {
    /// It is read.
    pub read: bool,
    /// It is written.
    pub write: bool,
    /// Whatever is written goes to its end.
    pub append: bool,
    /// It is made if it is not there.
    pub create: bool,
    /// It must not be there yet.
    pub exclusive: bool,
    /// What it holds is dropped.
    pub truncate: bool,
}

/// An open file.
pub trait File: Read + Write + Seek {}

impl<T: Read + Write + Seek> File for T {}

/// What a path leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A file.
    File,
    /// A folder.
    Directory,
    /// A link, where links are not followed.
    Link,
    /// Anything else.
    Other,
}

/// What is known of a file.
#[derive(Clone, Copy, Debug)]
pub struct FileInfo {
    /// What it is.
    pub kind: FileKind,
    /// Its size in bytes.
    pub size: u64,
    /// When it was changed, in seconds since 1970.
    pub modified: i64,
    /// When it was read, in seconds since 1970.
    pub accessed: i64,
    /// Its permissions, as POSIX has them.
    pub mode: u32,
}

/// The program around an interpreter. Every method but the first two may be left as it is: then there are no files, no environment and no
/// input.
pub trait Host {
    /// Writes to standard output or standard error.
    fn write(&mut self, stream: Stream, bytes: &[u8]) -> io::Result<()>;

    /// The time: seconds since 1970, and microseconds.
    fn now(&self) -> (i64, u32);

    /// Hands on what was written.
    fn flush(&mut self, _stream: Stream) -> io::Result<()> {
        Ok(())
    }

    /// Reads standard input; 0 is its end.
    fn read(&mut self, _buffer: &mut [u8]) -> io::Result<usize> {
        Ok(0)
    }

    /// Waits.
    fn sleep(&self, _microseconds: u64) {}

    /// Opens a file.
    fn open(&mut self, _path: &Path, _mode: OpenMode) -> io::Result<Box<dyn File>> {
        Err(no_files())
    }

    /// Whether [`Host::open`] opens files to write to. One that never does says so, so that no work is done for a file.
    fn may_write_files(&self) -> bool {
        true
    }

    /// What a path leads to.
    fn info(&self, _path: &Path, _follow_links: bool) -> io::Result<FileInfo> {
        Err(no_files())
    }

    /// The names in a folder.
    fn list(&self, _path: &Path) -> io::Result<Vec<String>> {
        Err(no_files())
    }

    /// Makes a folder.
    fn make_directory(&mut self, _path: &Path) -> io::Result<()> {
        Err(no_files())
    }

    /// Removes a file, a link or an empty folder.
    fn remove(&mut self, _path: &Path) -> io::Result<()> {
        Err(no_files())
    }

    /// Gives a file another name.
    fn rename(&mut self, _from: &Path, _to: &Path) -> io::Result<()> {
        Err(no_files())
    }

    /// Copies a file.
    fn copy(&mut self, _from: &Path, _to: &Path) -> io::Result<()> {
        Err(no_files())
    }

    /// Where a link leads.
    fn read_link(&self, _path: &Path) -> io::Result<String> {
        Err(no_files())
    }

    /// The folder that relative paths begin at when the interpreter is made. Scripts change it for themselves only.
    fn directory(&self) -> String {
        "/".to_owned()
    }

    /// Names and values of the environment when the interpreter is made. Scripts change it for themselves only.
    fn environment(&self) -> Vec<(String, String)> {
        Vec::new()
    }

    /// The path of the program.
    fn executable(&self) -> String {
        String::new()
    }

    /// The name of the machine.
    fn host_name(&self) -> String {
        "localhost".to_owned()
    }

    /// The number of the process.
    fn process_id(&self) -> u32 {
        0
    }
}

fn no_files() -> io::Error {
    io::Error::from(io::ErrorKind::PermissionDenied)
}

/// The operating system.
#[derive(Debug, Default)]
pub struct OsHost;

impl Host for OsHost {
    fn write(&mut self, stream: Stream, bytes: &[u8]) -> io::Result<()> {
        match stream {
            Stream::Output => io::stdout().lock().write_all(bytes),
            Stream::Error => io::stderr().lock().write_all(bytes),
        }
    }

    fn now(&self) -> (i64, u32) {
        seconds(SystemTime::now())
    }

    fn flush(&mut self, stream: Stream) -> io::Result<()> {
        match stream {
            Stream::Output => io::stdout().lock().flush(),
            Stream::Error => io::stderr().lock().flush(),
        }
    }

    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        io::stdin().lock().read(buffer)
    }

    fn sleep(&self, microseconds: u64) {
        std::thread::sleep(Duration::from_micros(microseconds));
    }

    fn open(&mut self, path: &Path, mode: OpenMode) -> io::Result<Box<dyn File>> {
        if path.is_dir() {
            return Err(io::Error::from(io::ErrorKind::IsADirectory));
        }
        let mut options = std::fs::OpenOptions::new();
        options.read(mode.read).write(mode.write && !mode.append).append(mode.append);
        options.create(mode.create && !mode.exclusive).create_new(mode.exclusive).truncate(mode.truncate);
        Ok(Box::new(options.open(path)?))
    }

    fn info(&self, path: &Path, follow_links: bool) -> io::Result<FileInfo> {
        let data = if follow_links { std::fs::metadata(path)? } else { std::fs::symlink_metadata(path)? };
        let kind = if data.is_dir() {
            FileKind::Directory
        } else if data.is_file() {
            FileKind::File
        } else if data.is_symlink() {
            FileKind::Link
        } else {
            FileKind::Other
        };
        let time = |time: io::Result<SystemTime>| time.map_or(0, |time| seconds(time).0);
        Ok(FileInfo {
            kind,
            size: data.len(),
            modified: time(data.modified()),
            accessed: time(data.accessed()),
            mode: permissions(&data),
        })
    }

    fn list(&self, path: &Path) -> io::Result<Vec<String>> {
        let mut names = Vec::new();
        for entry in std::fs::read_dir(path)? {
            names.push(entry?.file_name().to_string_lossy().into_owned());
        }
        names.sort_unstable();
        Ok(names)
    }

    fn make_directory(&mut self, path: &Path) -> io::Result<()> {
        std::fs::create_dir(path)
    }

    fn remove(&mut self, path: &Path) -> io::Result<()> {
        if std::fs::symlink_metadata(path)?.is_dir() {
            std::fs::remove_dir(path)
        } else {
            std::fs::remove_file(path)
        }
    }

    fn rename(&mut self, from: &Path, to: &Path) -> io::Result<()> {
        std::fs::rename(from, to)
    }

    fn copy(&mut self, from: &Path, to: &Path) -> io::Result<()> {
        std::fs::copy(from, to).map(|_| ())
    }

    fn read_link(&self, path: &Path) -> io::Result<String> {
        Ok(std::fs::read_link(path)?.to_string_lossy().into_owned())
    }

    fn directory(&self) -> String {
        std::env::current_dir().map_or_else(|_| "/".to_owned(), |path| path.to_string_lossy().into_owned())
    }

    fn environment(&self) -> Vec<(String, String)> {
        let text = |word: std::ffi::OsString| word.to_string_lossy().into_owned();
        std::env::vars_os().map(|(name, value)| (text(name), text(value))).collect()
    }

    fn executable(&self) -> String {
        std::env::current_exe().map_or_else(|_| String::new(), |path| path.to_string_lossy().into_owned())
    }

    fn host_name(&self) -> String {
        std::fs::read_to_string("/proc/sys/kernel/hostname")
            .map_or_else(|_| "localhost".to_owned(), |it| it.trim().to_owned())
    }

    fn process_id(&self) -> u32 {
        std::process::id()
    }
}

fn seconds(time: SystemTime) -> (i64, u32) {
    match time.duration_since(UNIX_EPOCH) {
        Ok(since) => (i64::try_from(since.as_secs()).unwrap_or(i64::MAX), since.subsec_micros()),
        Err(before) => (-i64::try_from(before.duration().as_secs()).unwrap_or(i64::MAX), 0),
    }
}

#[cfg(unix)]
fn permissions(data: &std::fs::Metadata) -> u32 {
    use std::os::unix::fs::PermissionsExt;
    data.permissions().mode() & 0o7777
}

#[cfg(not(unix))]
fn permissions(data: &std::fs::Metadata) -> u32 {
    if data.permissions().readonly() { 0o444 } else { 0o644 }
}

/// A host without files, environment and input, whose clock stands still: for scripts that must not touch anything. What is written to
/// either stream is thrown away; [`crate::Interp::capture`] keeps it.
#[derive(Debug, Default)]
pub struct SealedHost;

impl Host for SealedHost {
    fn write(&mut self, _stream: Stream, _bytes: &[u8]) -> io::Result<()> {
        Ok(())
    }

    fn now(&self) -> (i64, u32) {
        (0, 0)
    }

    fn may_write_files(&self) -> bool {
        false
    }
}

/// Where in a file to go, as `seek` says.
pub(crate) fn seek_from(offset: i64, origin: &str) -> Option<SeekFrom> {
    match origin {
        "start" => u64::try_from(offset).ok().map(SeekFrom::Start),
        "current" => Some(SeekFrom::Current(offset)),
        _ => Some(SeekFrom::End(offset)),
    }
}
