//! Channels: what scripts read and write, through the host.

use std::io::{self, SeekFrom};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use crate::host::{File, Host, OpenMode, Stream};
use crate::value::OrderedMap;

/// What a script can reach outside of the interpreter.
pub(crate) struct World {
    pub host: Box<dyn Host>,
    pub channels: OrderedMap<Channel>,
    /// The folder that relative paths begin at.
    pub directory: Rc<str>,
    next_channel: u32,
    /// Output that is kept for the host instead of being written, the innermost last.
    captures: Vec<Vec<u8>>,
}

/// How bytes become characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    Utf8,
    Latin1,
    Ascii,
    Binary,
}

impl Encoding {
    pub const NAMES: &'static [(&'static str, Self)] = &[
        ("ascii", Self::Ascii),
        ("binary", Self::Binary),
        ("iso8859-1", Self::Latin1),
        ("utf-8", Self::Utf8),
    ];

    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, it)| *it == self).map_or("utf-8", |(name, _)| name)
    }

    pub fn decode(self, bytes: &[u8]) -> String {
        match self {
            Self::Utf8 => String::from_utf8_lossy(bytes).into_owned(),
            _ => bytes.iter().map(|&byte| char::from(byte)).collect(),
        }
    }

    pub fn encode(self, text: &str, into: &mut Vec<u8>) {
        match self {
            Self::Utf8 => into.extend_from_slice(text.as_bytes()),
            Self::Binary => into.extend(text.chars().map(|c| c as u32 as u8)),
            Self::Latin1 => into.extend(text.chars().map(|c| u8::try_from(c as u32).unwrap_or(b'?'))),
            Self::Ascii => into.extend(text.chars().map(|c| if c.is_ascii() { c as u8 } else { b'?' })),
        }
    }
}

/// How lines end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineEnd {
    Auto,
    Lf,
    Crlf,
    Cr,
}

impl LineEnd {
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Lf => "lf",
            Self::Crlf => "crlf",
            Self::Cr => "cr",
        }
    }
}

/// When output is handed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Buffering {
    Full,
    Line,
    None,
}

/// What a channel reads and writes.
pub(crate) enum Device {
    Stream(Stream),
    Input,
    File(Box<dyn File>),
}

/// An open channel.
pub(crate) struct Channel {
    pub device: Device,
    pub readable: bool,
    pub writable: bool,
    pub encoding: Encoding,
    pub line_in: LineEnd,
    pub line_out: LineEnd,
    pub buffering: Buffering,
    pub blocking: bool,
    pub buffer_size: usize,
    /// The last read came to the end.
    pub eof: bool,
    /// Bytes that were read ahead, and how many of them are used.
    input: Vec<u8>,
    used: usize,
    output: Vec<u8>,
}

impl Channel {
    fn new(device: Device, readable: bool, writable: bool) -> Self {
        Self {
            device,
            readable,
            writable,
            encoding: Encoding::Utf8,
            line_in: LineEnd::Auto,
            line_out: LineEnd::Lf,
            buffering: Buffering::Full,
            blocking: true,
            buffer_size: 4096,
            eof: false,
            input: Vec::new(),
            used: 0,
            output: Vec::new(),
        }
    }

    /// Bytes that were read ahead.
    pub fn ahead(&self) -> &[u8] {
        &self.input[self.used..]
    }

    /// Goes past bytes that were read ahead.
    pub fn consume(&mut self, bytes: usize) {
        self.used += bytes;
        if self.used == self.input.len() {
            self.input.clear();
            self.used = 0;
        }
    }

    /// Reads ahead; `false` at the end.
    pub fn fill(&mut self, host: &mut dyn Host) -> io::Result<bool> {
        if self.used > 0 {
            self.input.drain(..self.used);
            self.used = 0;
        }
        let from = self.input.len();
        self.input.resize(from + READ_AHEAD, 0);
        let read = match &mut self.device {
            Device::Input => host.read(&mut self.input[from..]),
            Device::File(file) => file.read(&mut self.input[from..]),
            Device::Stream(_) => Ok(0),
        };
        self.input.truncate(from + *read.as_ref().unwrap_or(&0));
        read.map(|count| count > 0)
    }

    /// Writes what is waiting.
    pub fn flush(&mut self, host: &mut dyn Host) -> io::Result<()> {
        let written = match &mut self.device {
            Device::Stream(stream) => host.write(*stream, &self.output).and_then(|()| host.flush(*stream)),
            Device::File(file) => file.write_all(&self.output).and_then(|()| file.flush()),
            Device::Input => Ok(()),
        };
        self.output.clear();
        written
    }

    /// Writes text, a line's end as the channel has it.
    pub fn write(&mut self, host: &mut dyn Host, text: &str) -> io::Result<()> {
        self.drop_input()?;
        match self.line_out {
            LineEnd::Crlf => self.encoding.encode(&text.replace('\n', "\r\n"), &mut self.output),
            LineEnd::Cr => self.encoding.encode(&text.replace('\n', "\r"), &mut self.output),
            _ => self.encoding.encode(text, &mut self.output),
        }
        let now = match self.buffering {
            Buffering::None => true,
            Buffering::Line => text.contains('\n'),
            Buffering::Full => self.output.len() >= self.buffer_size.max(4096),
        };
        if now { self.flush(host) } else { Ok(()) }
    }

    /// What was read ahead is not, where writing goes on from where reading stopped.
    fn drop_input(&mut self) -> io::Result<()> {
        let ahead = self.input.len() - self.used;
        if ahead > 0
            && let Device::File(file) = &mut self.device
        {
            file.seek(SeekFrom::Current(-(ahead as i64)))?;
            self.input.clear();
            self.used = 0;
        }
        Ok(())
    }

    /// Goes to a place in a file.
    pub fn seek(&mut self, host: &mut dyn Host, to: SeekFrom) -> io::Result<()> {
        self.flush(host)?;
        self.drop_input()?;
        self.eof = false;
        match &mut self.device {
            Device::File(file) => file.seek(to).map(|_| ()),
            _ => Err(io::Error::from(io::ErrorKind::InvalidInput)),
        }
    }

    /// The place in a file; -1 for what has none.
    pub fn tell(&mut self) -> i64 {
        let ahead = (self.input.len() - self.used) as i64;
        let waiting = self.output.len() as i64;
        match &mut self.device {
            Device::File(file) => file.stream_position().map_or(-1, |at| at as i64 - ahead + waiting),
            _ => -1,
        }
    }
}

/// How many bytes are read at a time.
const READ_AHEAD: usize = 1 << 16;

impl World {
    pub fn new(host: Box<dyn Host>) -> Self {
        let mut channels = OrderedMap::default();
        let standard = [
            ("stdin", Channel::new(Device::Input, true, false)),
            ("stdout", Channel::new(Device::Stream(Stream::Output), false, true)),
            ("stderr", Channel::new(Device::Stream(Stream::Error), false, true)),
        ];
        for (name, mut channel) in standard {
            channel.buffering = if name == "stderr" { Buffering::None } else { Buffering::Line };
            channels.insert(name.into(), channel);
        }
        let directory = host.directory().into();
        Self { host, channels, directory, next_channel: 3, captures: Vec::new() }
    }

    /// Whether the host lets files be written.
    pub fn may_write_files(&self) -> bool {
        self.host.may_write_files()
    }

    /// Opens a file.
    pub fn open_file(&mut self, path: &str, mode: OpenMode) -> io::Result<Box<dyn File>> {
        self.host.open(&self.resolve(path), mode)
    }

    /// Opens a file, and gives the name of its channel.
    pub fn open(&mut self, path: &str, mode: OpenMode) -> io::Result<String> {
        let file = self.open_file(path, mode)?;
        let name = format!("file{}", self.next_channel);
        self.next_channel += 1;
        let mut channel = Channel::new(Device::File(file), mode.read, mode.write);
        if mode.append {
            channel.seek(self.host.as_mut(), SeekFrom::End(0))?;
        }
        self.channels.insert(name.as_str().into(), channel);
        Ok(name)
    }

    /// The path that a path means in the current folder.
    pub fn resolve(&self, path: &str) -> PathBuf {
        Path::new(&*self.directory).join(path)
    }

    /// Writes to a channel, or keeps what goes to standard output for the host.
    pub fn write(&mut self, name: &str, text: &str) -> io::Result<()> {
        if name == "stdout"
            && let Some(capture) = self.captures.last_mut()
        {
            capture.extend_from_slice(text.as_bytes());
            return Ok(());
        }
        match self.channels.get_mut(name) {
            Some(channel) => channel.write(self.host.as_mut(), text),
            None => Err(io::Error::from(io::ErrorKind::NotFound)),
        }
    }

    /// From here on standard output is kept.
    pub fn begin_capture(&mut self) {
        self.captures.push(Vec::new());
    }

    /// What was written to standard output since the capture began.
    pub fn end_capture(&mut self) -> String {
        let bytes = self.captures.pop().unwrap_or_default();
        String::from_utf8(bytes).unwrap_or_default()
    }

    /// Hands on everything that waits to be written.
    pub fn flush_all(&mut self) {
        for channel in self.channels.iter_mut() {
            // There is nobody to tell: scripts that must know close their files themselves.
            let _ = channel.flush(self.host.as_mut());
        }
    }
}

impl Drop for World {
    fn drop(&mut self) {
        self.flush_all();
    }
}
