//! `file`.

use std::io;

use super::channel::{file_error, posix};
use super::{Subcommands, file_paths, wrong_args};
use crate::exception::{Exception, Outcome};
use crate::host::{FileInfo, FileKind, OpenMode};
use crate::interp::Interp;
use crate::value::Value;

pub(crate) const FILE: Subcommands = &[
    ("atime", |interp, words| time(interp, words, |info| info.accessed)),
    ("attributes", |_, _| {
        Err(super::absent::absent("file attributes", "permissions and owners are not changed"))
    }),
    ("channels", channels),
    ("copy", copy),
    ("delete", delete),
    ("dirname", |_, words| path(words).map(|path| Value::from(file_paths::dirname(&path)))),
    ("executable", |interp, words| test(interp, words, |info| info.mode & 0o111 != 0)),
    ("exists", |interp, words| test(interp, words, |_| true)),
    ("extension", |_, words| path(words).map(|path| Value::from(file_paths::extension(&path)))),
    ("isdirectory", |interp, words| test(interp, words, |info| info.kind == FileKind::Directory)),
    ("isfile", |interp, words| test(interp, words, |info| info.kind == FileKind::File)),
    ("join", join),
    ("link", |_, _| Err(super::absent::absent("file link", "links are followed, not made"))),
    ("lstat", |interp, words| stat(interp, words, false)),
    ("mkdir", mkdir),
    ("mtime", |interp, words| time(interp, words, |info| info.modified)),
    ("nativename", |_, words| path(words).map(Value::from)),
    ("normalize", normalize),
    ("owned", |interp, words| test(interp, words, |_| true)),
    ("pathtype", path_type),
    ("readable", |interp, words| test(interp, words, |info| info.mode & 0o444 != 0)),
    ("readlink", readlink),
    ("rename", rename),
    ("rootname", |_, words| path(words).map(|path| Value::from(file_paths::rootname(&path)))),
    (
        "separator",
        |_, words| if words.len() <= 3 { Ok(Value::from("/")) } else { Err(wrong_args(words, 2, "?name?")) },
    ),
    ("size", size),
    ("split", |_, words| {
        path(words).map(|path| Value::list(file_paths::split(&path).into_iter().map(Value::from).collect()))
    }),
    ("stat", |interp, words| stat(interp, words, true)),
    ("system", |_, words| path(words).map(|_| Value::from("native"))),
    ("tail", |_, words| path(words).map(|path| Value::from(file_paths::tail(&path)))),
    ("tempfile", tempfile),
    ("type", kind),
    ("volumes", |_, _| Ok(Value::from("/"))),
    ("writable", |interp, words| test(interp, words, |info| info.mode & 0o222 != 0)),
];

/// The only word behind the subcommand.
fn path(words: &[Value]) -> Result<String, Exception> {
    match words {
        [_, _, name] => Ok(name.text().to_owned()),
        _ => Err(wrong_args(words, 2, "name")),
    }
}

fn info(interp: &Interp, name: &str, follow: bool) -> io::Result<FileInfo> {
    interp.world.host.info(&interp.world.resolve(name), follow)
}

fn known(interp: &Interp, name: &str, follow: bool) -> Result<FileInfo, Exception> {
    info(interp, name, follow).map_err(|error| file_error(&format!("could not read \"{name}\""), &error))
}

fn test(interp: &mut Interp, words: &[Value], is: fn(&FileInfo) -> bool) -> Outcome {
    let name = path(words)?;
    Ok(Value::from_bool(info(interp, &name, true).is_ok_and(|info| is(&info))))
}

fn time(interp: &mut Interp, words: &[Value], of: fn(&FileInfo) -> i64) -> Outcome {
    match words {
        [_, _, name] => known(interp, &name.text(), true).map(|info| Value::from(of(&info))),
        [_, _, _, _] => {
            Err(Exception::error("setting the time of a file is not available in this interpreter"))
        }
        _ => Err(wrong_args(words, 2, "name ?time?")),
    }
}

fn size(interp: &mut Interp, words: &[Value]) -> Outcome {
    let name = path(words)?;
    Ok(Value::from(known(interp, &name, true)?.size as i64))
}

fn kind_name(kind: FileKind) -> &'static str {
    match kind {
        FileKind::File => "file",
        FileKind::Directory => "directory",
        FileKind::Link => "link",
        FileKind::Other => "characterSpecial",
    }
}

fn kind(interp: &mut Interp, words: &[Value]) -> Outcome {
    let name = path(words)?;
    Ok(Value::from(kind_name(known(interp, &name, false)?.kind)))
}

fn stat(interp: &mut Interp, words: &[Value], follow: bool) -> Outcome {
    let [_, _, name, variable] = words else { return Err(wrong_args(words, 2, "name varName")) };
    let info = known(interp, &name.text(), follow)?;
    let variable = variable.text();
    let entries = [
        ("atime", info.accessed),
        ("ctime", info.modified),
        ("mtime", info.modified),
        ("mode", i64::from(info.mode)),
        ("size", info.size as i64),
    ];
    for (key, value) in entries {
        interp.set_element(&variable, &Value::from(key), Value::from(value))?;
    }
    interp.set_element(&variable, &Value::from("type"), Value::from(kind_name(info.kind)))?;
    Ok(Value::empty())
}

fn channels(interp: &mut Interp, words: &[Value]) -> Outcome {
    let pattern = words.get(2).map(|pattern| pattern.text().to_owned());
    let names = interp.world.channels.keys().filter(|name| {
        pattern.as_ref().is_none_or(|it| super::glob_match::glob_match(it, &name.text(), false))
    });
    Ok(Value::list(names.cloned().collect()))
}

fn join(_: &mut Interp, words: &[Value]) -> Outcome {
    if words.len() < 3 {
        return Err(wrong_args(words, 2, "name ?name ...?"));
    }
    let parts: Vec<String> = words[2..].iter().map(|word| word.text().to_owned()).collect();
    Ok(Value::from(file_paths::join(parts.iter().map(String::as_str))))
}

fn normalize(interp: &mut Interp, words: &[Value]) -> Outcome {
    let name = path(words)?;
    if name.is_empty() {
        return Ok(Value::empty());
    }
    Ok(Value::from(file_paths::normalize(&interp.world.resolve(&name).to_string_lossy())))
}

fn path_type(_: &mut Interp, words: &[Value]) -> Outcome {
    let name = path(words)?;
    Ok(Value::from(if name.starts_with(['/', '~']) { "absolute" } else { "relative" }))
}

fn readlink(interp: &mut Interp, words: &[Value]) -> Outcome {
    let name = path(words)?;
    let target = interp.world.host.read_link(&interp.world.resolve(&name));
    target.map(Value::from).map_err(|error| file_error(&format!("could not read link \"{name}\""), &error))
}

fn mkdir(interp: &mut Interp, words: &[Value]) -> Outcome {
    for name in &words[2..] {
        let name = name.text();
        let error = |error: io::Error| file_error(&format!("can't create directory \"{}\"", &*name), &error);
        let parts = file_paths::split(&name);
        for count in 1..=parts.len() {
            let part = file_paths::join(parts[..count].iter().map(String::as_str));
            match info(interp, &part, true) {
                Ok(info) if info.kind == FileKind::Directory => {}
                Ok(_) => return Err(error(io::Error::from(io::ErrorKind::AlreadyExists))),
                Err(_) => {
                    let path = interp.world.resolve(&part);
                    interp.world.host.make_directory(&path).map_err(error)?;
                }
            }
        }
    }
    Ok(Value::empty())
}

/// `-force` and `--`, and the words that follow.
fn forced(words: &[Value]) -> Result<(bool, &[Value]), Exception> {
    let mut force = false;
    let mut at = 2;
    while at < words.len() && words[at].text().starts_with('-') {
        let option = super::option_index(&words[at], &["-force", "--"], "option", false)?;
        at += 1;
        if option == 1 {
            break;
        }
        force = true;
    }
    Ok((force, &words[at..]))
}

fn delete(interp: &mut Interp, words: &[Value]) -> Outcome {
    let (force, names) = forced(words)?;
    for name in names {
        let name = name.text();
        let Ok(found) = info(interp, &name, false) else { continue };
        let error = |error: io::Error| file_error(&format!("error deleting \"{}\"", &*name), &error);
        let mut waiting = vec![(name.to_string(), found.kind, false)];
        // A folder is looked into first, and removed when it is come to again.
        while let Some((path, kind, emptied)) = waiting.pop() {
            let resolved = interp.world.resolve(&path);
            if kind == FileKind::Directory && !emptied {
                let inside = interp.world.host.list(&resolved).map_err(error)?;
                if !inside.is_empty() && !force {
                    return Err(
                        error(io::Error::from(io::ErrorKind::AlreadyExists)).renamed_directory_error(&name)
                    );
                }
                waiting.push((path.clone(), kind, true));
                for entry in inside {
                    let entry = format!("{path}/{entry}");
                    let kind = info(interp, &entry, false).map_or(FileKind::File, |info| info.kind);
                    waiting.push((entry, kind, false));
                }
                continue;
            }
            interp.world.host.remove(&resolved).map_err(error)?;
        }
    }
    Ok(Value::empty())
}

impl Exception {
    /// The error of a folder that is not empty.
    fn renamed_directory_error(mut self, name: &str) -> Self {
        self.value = Value::from(format!("error deleting \"{name}\": directory not empty"));
        self.error_code = Some(Value::from("POSIX EEXIST {file already exists}"));
        self
    }
}

/// Source and target pairs of `copy` and `rename`: into a folder, names stay.
fn pairs(interp: &Interp, words: &[Value], names: &[Value]) -> Result<Vec<(String, String)>, Exception> {
    let [sources @ .., target] = names else {
        return Err(wrong_args(words, 2, "?-option value ...? source ?source ...? target"));
    };
    if sources.is_empty() {
        return Err(wrong_args(words, 2, "?-option value ...? source ?source ...? target"));
    }
    let target = target.text();
    let into = info(interp, &target, true).is_ok_and(|info| info.kind == FileKind::Directory);
    if sources.len() > 1 && !into {
        let verb = words[1].text();
        let message =
            format!("error {}ing: target \"{}\" is not a directory", verb.trim_end_matches('e'), &*target);
        return Err(Exception::error(message));
    }
    let pair = |source: &Value| {
        let source = source.text().to_owned();
        let to =
            if into { file_paths::join([&*target, file_paths::tail(&source)]) } else { target.to_string() };
        (source, to)
    };
    Ok(sources.iter().map(pair).collect())
}

fn copy(interp: &mut Interp, words: &[Value]) -> Outcome {
    let (force, names) = forced(words)?;
    for (from, to) in pairs(interp, words, names)? {
        let what = |error: &io::Error| {
            let (name, text) = posix(error);
            Exception::coded(format!("error copying \"{from}\": {text}"), ["POSIX", name, &text])
        };
        info(interp, &from, true).map_err(|error| what(&error))?;
        if info(interp, &to, false).is_ok() && !force {
            let message = format!("error copying \"{from}\" to \"{to}\": file already exists");
            return Err(Exception::coded(message, ["POSIX", "EEXIST", "file already exists"]));
        }
        let (from_path, to_path) = (interp.world.resolve(&from), interp.world.resolve(&to));
        interp.world.host.copy(&from_path, &to_path).map_err(|error| what(&error))?;
    }
    Ok(Value::empty())
}

fn rename(interp: &mut Interp, words: &[Value]) -> Outcome {
    let (force, names) = forced(words)?;
    for (from, to) in pairs(interp, words, names)? {
        let what = |error: &io::Error| file_error(&format!("error renaming \"{from}\""), error);
        info(interp, &from, false).map_err(|error| what(&error))?;
        if info(interp, &to, false).is_ok() && !force {
            let message = format!("error renaming \"{from}\" to \"{to}\": file already exists");
            return Err(Exception::coded(message, ["POSIX", "EEXIST", "file already exists"]));
        }
        let (from_path, to_path) = (interp.world.resolve(&from), interp.world.resolve(&to));
        interp.world.host.rename(&from_path, &to_path).map_err(|error| what(&error))?;
    }
    Ok(Value::empty())
}

fn tempfile(interp: &mut Interp, words: &[Value]) -> Outcome {
    if words.len() > 4 {
        return Err(wrong_args(words, 2, "?nameVar? ?template?"));
    }
    let (seconds, micros) = interp.world.host.now();
    let mode = OpenMode { read: true, write: true, create: true, exclusive: true, ..OpenMode::default() };
    for attempt in 0..100 {
        let number = (seconds as u64).wrapping_mul(1_000_003) ^ u64::from(micros) ^ (attempt << 32);
        let path = format!("/tmp/tcl_{number:x}");
        match interp.world.open(&path, mode) {
            Ok(channel) => {
                if let Some(variable) = words.get(2) {
                    interp.set_var(&variable.text(), Value::from(path))?;
                }
                return Ok(Value::from(channel));
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(file_error("can't create temporary file", &error)),
        }
    }
    Err(Exception::error("can't create temporary file"))
}
