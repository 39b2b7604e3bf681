//! Channels: `open`, `close`, `puts`, `gets`, `read` and what goes with them.

use std::io;

use super::{Native, integer, option_index, wrong_args};
use crate::exception::{Exception, Outcome};
use crate::host::{OpenMode, seek_from};
use crate::interp::Interp;
use crate::value::Value;
use crate::world::{Buffering, Channel, Encoding, LineEnd};

pub(crate) const COMMANDS: &[(&str, Native)] = &[
    ("cd", cd),
    ("close", close),
    ("eof", eof),
    ("fblocked", |interp, words| input(interp, words, "channelId").map(|_| Value::from(0))),
    ("fconfigure", fconfigure),
    ("flush", flush),
    ("gets", gets),
    ("open", open),
    ("puts", puts),
    ("pwd", pwd),
    ("read", read),
    ("seek", seek),
    ("tell", tell),
];

/// The POSIX name and text of an error of a file.
pub(crate) fn posix(error: &io::Error) -> (&'static str, String) {
    use io::ErrorKind as K;
    let (name, text) = match error.kind() {
        K::NotFound => ("ENOENT", "no such file or directory"),
        K::PermissionDenied => ("EACCES", "permission denied"),
        K::AlreadyExists => ("EEXIST", "file already exists"),
        K::IsADirectory => ("EISDIR", "illegal operation on a directory"),
        K::NotADirectory => ("ENOTDIR", "not a directory"),
        K::DirectoryNotEmpty => ("ENOTEMPTY", "directory not empty"),
        K::InvalidInput => ("EINVAL", "invalid argument"),
        K::BrokenPipe => ("EPIPE", "broken pipe"),
        K::StorageFull => ("ENOSPC", "no space left on device"),
        _ => ("EIO", ""),
    };
    (name, if text.is_empty() { error.to_string() } else { text.to_owned() })
}

/// The error of something that could not be done with a file: `what` says what, up to the colon.
pub(crate) fn file_error(what: &str, error: &io::Error) -> Exception {
    let (name, text) = posix(error);
    Exception::coded(format!("{what}: {text}"), ["POSIX", name, &text])
}

/// The whole text of a file.
pub(crate) fn read_whole(interp: &mut Interp, path: &str) -> Result<String, Exception> {
    read_bytes(interp, path).map(script_of)
}

/// The bytes of a file.
pub(crate) fn read_bytes(interp: &mut Interp, path: &str) -> Result<Vec<u8>, Exception> {
    let error = |error: &io::Error| file_error(&format!("couldn't read file \"{path}\""), error);
    let path = interp.world.resolve(path);
    let mode = OpenMode { read: true, ..OpenMode::default() };
    let mut file = interp.world.host.open(&path, mode).map_err(|it| error(&it))?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(|it| error(&it))?;
    interp.check_size(bytes.len())?;
    Ok(bytes)
}

/// The script that a file holds.
pub(crate) fn script_of(bytes: Vec<u8>) -> String {
    let text = String::from_utf8(bytes).unwrap_or_else(|bad| Encoding::Latin1.decode(bad.as_bytes()));
    // A control-Z ends a script, and lines may end in a carriage return.
    let end = text.find('\x1a').unwrap_or(text.len());
    let text = &text[text.strip_prefix('\u{feff}').map_or(0, |_| 3).min(end)..end];
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text.to_owned() }
}

fn no_channel(name: &str) -> Exception {
    Exception::coded(format!("can not find channel named \"{name}\""), ["TCL", "LOOKUP", "CHANNEL", name])
}

fn channel<'a>(interp: &'a mut Interp, name: &str) -> Result<&'a mut Channel, Exception> {
    interp.world.channels.get_mut(name).ok_or_else(|| no_channel(name))
}

fn wrong_direction(name: &str, what: &str) -> Exception {
    Exception::error(format!("channel \"{name}\" wasn't opened for {what}"))
}

/// The name of a channel to read, given as the only word.
fn input<'a>(interp: &mut Interp, words: &'a [Value], usage: &str) -> Result<&'a Value, Exception> {
    let [_, name] = words else { return Err(wrong_args(words, 1, usage)) };
    if !channel(interp, &name.text())?.readable {
        return Err(wrong_direction(&name.text(), "reading"));
    }
    Ok(name)
}

fn puts(interp: &mut Interp, words: &[Value]) -> Outcome {
    let usage = || wrong_args(words, 1, "?-nonewline? ?channelId? string");
    let (newline, rest) = match &words[1..] {
        [option, rest @ ..] if *option.text() == *"-nonewline" && !rest.is_empty() => (false, rest),
        rest => (true, rest),
    };
    let (name, text) = match rest {
        [text] => (None, text),
        [name, text] => (Some(name), text),
        _ => return Err(usage()),
    };
    let name = name.map(Value::text);
    let name = name.as_deref().unwrap_or("stdout");
    if !channel(interp, name)?.writable {
        return Err(wrong_direction(name, "writing"));
    }
    let text = text.text();
    let written = match newline {
        true => {
            let mut line = String::with_capacity(text.len() + 1);
            line.push_str(&text);
            line.push('\n');
            interp.world.write(name, &line)
        }
        false => interp.world.write(name, &text),
    };
    written.map_err(|error| file_error(&format!("error writing \"{name}\""), &error))?;
    Ok(Value::empty())
}

/// The next line without its end; `None` at the end of the input.
fn next_line(interp: &mut Interp, name: &str) -> Result<Option<String>, Exception> {
    let world = &mut interp.world;
    let Some(channel) = world.channels.get_mut(name) else { return Err(no_channel(name)) };
    let mut looked = 0;
    loop {
        let found = line_end(&channel.ahead()[looked..], channel.line_in);
        if let Some((length, end)) = found {
            let line = channel.encoding.decode(&channel.ahead()[..looked + length]);
            channel.consume(looked + length + end);
            return Ok(Some(line));
        }
        // The last byte could be the first half of an end of line.
        looked = channel.ahead().len().saturating_sub(1);
        let more = channel.fill(world.host.as_mut());
        if !more.map_err(|error| file_error(&format!("error reading \"{name}\""), &error))? {
            channel.eof = true;
            let rest = channel.ahead();
            let rest_length = rest.len();
            if rest_length == 0 {
                return Ok(None);
            }
            let without_cr =
                rest.strip_suffix(b"\r").filter(|_| channel.line_in == LineEnd::Auto).unwrap_or(rest);
            let line = channel.encoding.decode(without_cr);
            channel.consume(rest_length);
            return Ok(Some(line));
        }
    }
}

/// Where a line ends, and how many bytes its end takes.
fn line_end(bytes: &[u8], kind: LineEnd) -> Option<(usize, usize)> {
    match kind {
        LineEnd::Lf => memchr::memchr(b'\n', bytes).map(|at| (at, 1)),
        LineEnd::Cr => memchr::memchr(b'\r', bytes).map(|at| (at, 1)),
        LineEnd::Crlf => memchr::memmem::find(bytes, b"\r\n").map(|at| (at, 2)),
        LineEnd::Auto => {
            let at = memchr::memchr2(b'\n', b'\r', bytes)?;
            match (bytes[at], bytes.get(at + 1)) {
                (b'\n', _) => Some((at, 1)),
                (_, Some(b'\n')) => Some((at, 2)),
                (_, Some(_)) => Some((at, 1)),
                (_, None) => None,
            }
        }
    }
}

fn gets(interp: &mut Interp, words: &[Value]) -> Outcome {
    let (name, variable) = match words {
        [_, name] => (name, None),
        [_, name, variable] => (name, Some(variable)),
        _ => return Err(wrong_args(words, 1, "channelId ?varName?")),
    };
    let name = name.text();
    if !channel(interp, &name)?.readable {
        return Err(wrong_direction(&name, "reading"));
    }
    let line = next_line(interp, &name)?;
    let Some(variable) = variable else { return Ok(line.map(Value::from).unwrap_or_default()) };
    let count = line.as_ref().map_or(-1, |line| line.chars().count() as i64);
    interp.set_var(&variable.text(), line.map(Value::from).unwrap_or_default())?;
    Ok(Value::from(count))
}

fn read(interp: &mut Interp, words: &[Value]) -> Outcome {
    let usage = || Exception::wrong_args("read channelId ?numChars?\" or \"read ?-nonewline? channelId");
    let (name, count, newline) = match words {
        [_, name] => (name, None, true),
        [_, option, name] if *option.text() == *"-nonewline" => (name, None, false),
        [_, name, count] => {
            let number =
                integer(count).ok().and_then(|count| usize::try_from(count).ok()).ok_or_else(|| {
                    let message = format!("expected non-negative integer but got \"{count}\"");
                    Exception::coded(message, ["TCL", "VALUE", "NUMBER"])
                })?;
            (name, Some(number), true)
        }
        _ => return Err(usage()),
    };
    let name = name.text();
    if !channel(interp, &name)?.readable {
        return Err(wrong_direction(&name, "reading"));
    }
    let mut text = read_characters(interp, &name, count.unwrap_or(usize::MAX))?;
    if !newline && text.ends_with('\n') {
        text.pop();
    }
    Ok(Value::from(text))
}

fn read_characters(interp: &mut Interp, name: &str, count: usize) -> Result<String, Exception> {
    let mut text = String::new();
    let mut chars = 0;
    while chars < count {
        let limit = count - chars;
        let world = &mut interp.world;
        let Some(channel) = world.channels.get_mut(name) else { return Err(no_channel(name)) };
        let bytes = whole_characters(channel, limit);
        if bytes == 0 {
            let more = channel.fill(world.host.as_mut());
            if more.map_err(|error| file_error(&format!("error reading \"{name}\""), &error))? {
                continue;
            }
            channel.eof = true;
            let rest = channel.ahead().len();
            let decoded = translated(channel.encoding.decode(channel.ahead()), channel.line_in);
            channel.consume(rest);
            text.push_str(&decoded);
            break;
        }
        let decoded = translated(channel.encoding.decode(&channel.ahead()[..bytes]), channel.line_in);
        channel.consume(bytes);
        chars += decoded.chars().count();
        text.push_str(&decoded);
        interp.check_size(text.len())?;
    }
    Ok(text)
}

/// How many bytes that were read ahead are at most so many whole characters, and no half of an end of line.
fn whole_characters(channel: &Channel, most: usize) -> usize {
    let ahead = channel.ahead();
    let mut at = 0;
    let mut chars = 0;
    while at < ahead.len() && chars < most {
        let byte = ahead[at];
        let length = match channel.encoding {
            Encoding::Utf8 if byte >= 0xf0 => 4,
            Encoding::Utf8 if byte >= 0xe0 => 3,
            Encoding::Utf8 if byte >= 0xc0 => 2,
            _ if byte == b'\r' && matches!(channel.line_in, LineEnd::Auto | LineEnd::Crlf) => {
                match ahead.get(at + 1) {
                    Some(b'\n') => 2,
                    Some(_) => 1,
                    None => break,
                }
            }
            _ => 1,
        };
        if at + length > ahead.len() {
            break;
        }
        at += length;
        chars += 1;
    }
    at
}

fn translated(text: String, kind: LineEnd) -> String {
    match kind {
        LineEnd::Lf => text,
        LineEnd::Cr => text.replace('\r', "\n"),
        LineEnd::Crlf => text.replace("\r\n", "\n"),
        LineEnd::Auto if text.contains('\r') => text.replace("\r\n", "\n").replace('\r', "\n"),
        LineEnd::Auto => text,
    }
}

fn eof(interp: &mut Interp, words: &[Value]) -> Outcome {
    let [_, name] = words else { return Err(wrong_args(words, 1, "channelId")) };
    Ok(Value::from_bool(channel(interp, &name.text())?.eof))
}

fn flush(interp: &mut Interp, words: &[Value]) -> Outcome {
    let [_, name] = words else { return Err(wrong_args(words, 1, "channelId")) };
    let name = name.text();
    if !channel(interp, &name)?.writable {
        return Err(wrong_direction(&name, "writing"));
    }
    let world = &mut interp.world;
    let flushed = world.channels.get_mut(&name).map(|channel| channel.flush(world.host.as_mut()));
    flushed
        .unwrap_or(Ok(()))
        .map_err(|error| file_error(&format!("error flushing \"{}\"", &*name), &error))?;
    Ok(Value::empty())
}

fn close(interp: &mut Interp, words: &[Value]) -> Outcome {
    let (name, _direction) = match words {
        [_, name] => (name, None),
        [_, name, direction] => {
            (name, Some(option_index(direction, &["read", "write"], "direction", false)?))
        }
        _ => return Err(wrong_args(words, 1, "channelId ?direction?")),
    };
    let name = name.text();
    channel(interp, &name)?;
    let world = &mut interp.world;
    if let Some(mut channel) = world.channels.remove(&name) {
        let flushed = channel.flush(world.host.as_mut());
        flushed.map_err(|error| file_error(&format!("error flushing \"{}\"", &*name), &error))?;
    }
    Ok(Value::empty())
}

fn seek(interp: &mut Interp, words: &[Value]) -> Outcome {
    let (name, offset, origin) = match words {
        [_, name, offset] => (name, offset, 0),
        [_, name, offset, origin] => {
            (name, offset, option_index(origin, &["start", "current", "end"], "origin", false)?)
        }
        _ => return Err(wrong_args(words, 1, "channelId offset ?origin?")),
    };
    let name = name.text();
    let offset = integer(offset)?;
    channel(interp, &name)?;
    let origin = ["start", "current", "end"][origin];
    let world = &mut interp.world;
    let moved = match (seek_from(offset, origin), world.channels.get_mut(&name)) {
        (Some(to), Some(channel)) => channel.seek(world.host.as_mut(), to),
        _ => Err(io::Error::from(io::ErrorKind::InvalidInput)),
    };
    moved.map_err(|error| file_error(&format!("error during seek on \"{}\"", &*name), &error))?;
    Ok(Value::empty())
}

fn tell(interp: &mut Interp, words: &[Value]) -> Outcome {
    let [_, name] = words else { return Err(wrong_args(words, 1, "channelId")) };
    Ok(Value::from(channel(interp, &name.text())?.tell()))
}

fn open(interp: &mut Interp, words: &[Value]) -> Outcome {
    let (path, access) = match words {
        [_, path] => (path, None),
        [_, path, access] | [_, path, access, _] => (path, Some(access)),
        _ => return Err(wrong_args(words, 1, "fileName ?access? ?permissions?")),
    };
    let text = path.text();
    if text.starts_with('|') {
        return Err(super::absent::no_processes());
    }
    let (mode, binary) =
        access.map_or(Ok((OpenMode { read: true, ..OpenMode::default() }, false)), open_mode)?;
    let name = interp
        .world
        .open(&text, mode)
        .map_err(|error| file_error(&format!("couldn't open \"{}\"", &*text), &error))?;
    if binary && let Some(channel) = interp.world.channels.get_mut(&name) {
        (channel.encoding, channel.line_in, channel.line_out) = (Encoding::Binary, LineEnd::Lf, LineEnd::Lf);
    }
    Ok(Value::from(name))
}

/// What `r`, `w+`, or a list of `RDWR CREAT ...` means; and whether the file is binary.
fn open_mode(access: &Value) -> Result<(OpenMode, bool), Exception> {
    let text = access.text();
    let plain = text.replace('b', "");
    let binary = plain.len() < text.len();
    let mode = OpenMode::default();
    let mode = match plain.as_str() {
        "r" => OpenMode { read: true, ..mode },
        "r+" => OpenMode { read: true, write: true, ..mode },
        "w" => OpenMode { write: true, create: true, truncate: true, ..mode },
        "w+" => OpenMode { read: true, write: true, create: true, truncate: true, ..mode },
        "a" => OpenMode { write: true, create: true, append: true, ..mode },
        "a+" => OpenMode { read: true, write: true, create: true, append: true, ..mode },
        _ if text.starts_with(|c: char| c.is_ascii_lowercase()) => {
            let message = format!("illegal access mode \"{}\"", &*text);
            return Err(Exception::error(message));
        }
        _ => return listed_mode(access),
    };
    Ok((mode, binary))
}

fn listed_mode(access: &Value) -> Result<(OpenMode, bool), Exception> {
    let mut mode = OpenMode::default();
    let mut binary = false;
    for word in access.elements()?.iter() {
        match &*word.text() {
            "RDONLY" => mode.read = true,
            "WRONLY" => mode.write = true,
            "RDWR" => (mode.read, mode.write) = (true, true),
            "APPEND" => mode.append = true,
            "BINARY" => binary = true,
            "CREAT" => mode.create = true,
            "EXCL" => mode.exclusive = true,
            "TRUNC" => mode.truncate = true,
            "NOCTTY" | "NONBLOCK" => {}
            other => {
                return Err(Exception::error(format!(
                    "invalid access mode \"{other}\": must be RDONLY, WRONLY, RDWR, APPEND, BINARY, CREAT, EXCL, NOCTTY, NONBLOCK, or TRUNC"
                )));
            }
        }
    }
    if !mode.read && !mode.write {
        return Err(Exception::error("access mode must include either RDONLY, RDWR, or WRONLY"));
    }
    Ok((mode, binary))
}

fn cd(interp: &mut Interp, words: &[Value]) -> Outcome {
    let to = match words {
        [_] => interp.get_var("::env(HOME)").unwrap_or_else(|_| Value::from("/")),
        [_, to] => to.clone(),
        _ => return Err(wrong_args(words, 1, "?dirName?")),
    };
    let path = interp.world.resolve(&to.text());
    let what = format!("couldn't change working directory to \"{to}\"");
    let info = interp.world.host.info(&path, true).map_err(|error| file_error(&what, &error))?;
    if info.kind != crate::host::FileKind::Directory {
        return Err(file_error(&what, &io::Error::from(io::ErrorKind::NotADirectory)));
    }
    interp.world.directory = super::file_paths::normalize(&path.to_string_lossy()).into();
    Ok(Value::empty())
}

fn pwd(interp: &mut Interp, words: &[Value]) -> Outcome {
    if words.len() != 1 {
        return Err(wrong_args(words, 1, ""));
    }
    Ok(Value::from(&*interp.world.directory))
}

const OPTIONS: &[&str] = &["-blocking", "-buffering", "-buffersize", "-encoding", "-eofchar", "-translation"];

fn fconfigure(interp: &mut Interp, words: &[Value]) -> Outcome {
    let [_, name, options @ ..] = words else {
        return Err(wrong_args(words, 1, "channelId ?-option value ...?"));
    };
    let channel = channel(interp, &name.text())?;
    match options {
        [] => {
            Ok(Value::list(OPTIONS.iter().flat_map(|&name| [name.into(), option(channel, name)]).collect()))
        }
        [one] => Ok(option(channel, OPTIONS[channel_option(one)?])),
        pairs if pairs.len() % 2 == 0 => {
            for pair in pairs.chunks_exact(2) {
                set_option(channel, OPTIONS[channel_option(&pair[0])?], &pair[1])?;
            }
            Ok(Value::empty())
        }
        _ => Err(wrong_args(words, 1, "channelId ?-option value ...?")),
    }
}

fn channel_option(word: &Value) -> Result<usize, Exception> {
    let text = word.text();
    let mut matching =
        OPTIONS.iter().enumerate().filter(|(_, option)| text.len() > 1 && option.starts_with(&*text));
    match (matching.next(), matching.next()) {
        (Some((at, _)), None) => Ok(at),
        _ => Err(Exception::error(format!(
            "bad option \"{}\": should be one of -blocking, -buffering, -buffersize, -encoding, -eofchar, or -translation",
            &*text
        ))),
    }
}

fn option(channel: &Channel, name: &str) -> Value {
    match name {
        "-blocking" => Value::from_bool(channel.blocking),
        "-buffering" => Value::from(match channel.buffering {
            Buffering::Full => "full",
            Buffering::Line => "line",
            Buffering::None => "none",
        }),
        "-buffersize" => Value::from(channel.buffer_size),
        "-encoding" => Value::from(channel.encoding.name()),
        "-eofchar" => match (channel.readable, channel.writable) {
            (true, true) => Value::list(vec![Value::empty(), Value::empty()]),
            _ => Value::empty(),
        },
        _ => match (channel.readable, channel.writable) {
            (true, true) => Value::list(vec![channel.line_in.name().into(), channel.line_out.name().into()]),
            (true, false) => Value::from(channel.line_in.name()),
            _ => Value::from(channel.line_out.name()),
        },
    }
}

fn set_option(channel: &mut Channel, name: &str, value: &Value) -> Result<(), Exception> {
    match name {
        "-blocking" => channel.blocking = super::boolean(value)?,
        "-buffering" => {
            let names = ["full", "line", "none"];
            let bad = || Exception::error("bad value for -buffering: must be one of full, line, or none");
            let at = names.iter().position(|it| *it == &*value.text()).ok_or_else(bad)?;
            channel.buffering = [Buffering::Full, Buffering::Line, Buffering::None][at];
        }
        "-buffersize" => channel.buffer_size = integer(value)?.clamp(1, 1 << 20) as usize,
        "-encoding" => {
            let text = value.text();
            let known = Encoding::NAMES.iter().find(|(name, _)| *name == &*text);
            channel.encoding = known.map(|(_, encoding)| *encoding).ok_or_else(|| {
                let message = format!("unknown encoding \"{}\"", &*text);
                Exception::coded(message, ["TCL", "LOOKUP", "ENCODING", &*text])
            })?;
        }
        "-eofchar" => {}
        _ => {
            let both = value.elements()?;
            let bad = || {
                Exception::error(
                    "bad value for -translation: must be one of auto, binary, cr, lf, crlf, or platform",
                )
            };
            let kind = |word: Option<&Value>| match word.map(|it| it.text().to_owned()).as_deref() {
                Some("auto") => Ok(LineEnd::Auto),
                Some("lf" | "platform" | "binary") => Ok(LineEnd::Lf),
                Some("crlf") => Ok(LineEnd::Crlf),
                Some("cr") => Ok(LineEnd::Cr),
                _ => Err(bad()),
            };
            channel.line_in = kind(both.first())?;
            channel.line_out = match kind(both.last())? {
                LineEnd::Auto => LineEnd::Lf,
                other => other,
            };
            if both.iter().any(|word| *word.text() == *"binary") {
                channel.encoding = Encoding::Binary;
            }
        }
    }
    Ok(())
}
