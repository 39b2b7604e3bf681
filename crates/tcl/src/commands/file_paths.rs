//! Paths, as text.

/// A path without `.`, `..` and doubled slashes.
pub(crate) fn normalize(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    format!("/{}", parts.join("/"))
}

/// The parts of a path; a leading slash is one.
pub(crate) fn split(path: &str) -> Vec<String> {
    let mut parts = Vec::new();
    if path.starts_with('/') {
        parts.push("/".to_owned());
    }
    for (number, part) in path.split('/').filter(|part| !part.is_empty()).enumerate() {
        // A part that looks like a home folder is told from one.
        let first = number == 0 && !path.starts_with('/');
        parts.push(if part.starts_with('~') && !first { format!("./{part}") } else { part.to_owned() });
    }
    parts
}

/// Parts joined to a path; one that is absolute drops those before it.
pub(crate) fn join<'a>(parts: impl IntoIterator<Item = &'a str>) -> String {
    let mut path = String::new();
    for part in parts {
        if part.starts_with('/') || part.starts_with('~') {
            path.clear();
        }
        let part = if path.is_empty() { part } else { part.strip_prefix("./~").map_or(part, |_| &part[2..]) };
        if part.is_empty() {
            continue;
        }
        if !path.is_empty() && !path.ends_with('/') {
            path.push('/');
        }
        let mut slash = path.ends_with('/');
        for character in part.chars() {
            if character != '/' || !slash {
                path.push(character);
            }
            slash = character == '/';
        }
        if path.len() > 1 && path.ends_with('/') {
            path.pop();
        }
    }
    path
}

/// All but the last part.
pub(crate) fn dirname(path: &str) -> String {
    let parts = split(path);
    match parts.as_slice() {
        [] => ".".to_owned(),
        [only] if only == "/" => "/".to_owned(),
        [only] if only.starts_with('~') => only.clone(),
        [_] => ".".to_owned(),
        [others @ .., _] => join(others.iter().map(String::as_str)),
    }
}

/// The last part.
pub(crate) fn tail(path: &str) -> &str {
    path.trim_end_matches('/').rsplit('/').next().unwrap_or_default()
}

/// What follows the last point of the last part, with the point.
pub(crate) fn extension(path: &str) -> &str {
    let last = path.rsplit('/').next().unwrap_or_default();
    last.rfind('.').map_or("", |at| &last[at..])
}

/// The path without its extension.
pub(crate) fn rootname(path: &str) -> &str {
    &path[..path.len() - extension(path).len()]
}
