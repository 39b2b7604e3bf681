//! Names as text.

use std::borrow::Cow;

use crate::{Name, Net, Nets, Spef};

impl<'t> Spef<'t> {
    /// The text of a name, escapes as written; see [`unescape`].
    pub fn name(&self, name: Name<'t>) -> &'t str {
        self.names.name(name)
    }

    /// All nets in file order, each with the arrays that it points into.
    pub fn nets(&self) -> impl Iterator<Item = (&Nets<'t>, &Net<'t>)> {
        self.pieces.iter().flat_map(|piece| piece.nets.iter().map(move |net| (piece, net)))
    }
}

impl<'t> crate::NameMap<'t> {
    /// The text of a name, escapes as written; empty for a place that is not in the map.
    pub fn name(&self, name: Name<'t>) -> &'t str {
        match name {
            Name::Mapped(place) => self.entries.get(place as usize).map_or("", |(_, name)| name),
            Name::Text(text) => text,
        }
    }
}

/// `name` without the backslashes that escape its characters: `a\[3\]` is `a[3]`, and `\\` is one backslash.
pub fn unescape(name: &str) -> Cow<'_, str> {
    if memchr::memchr(b'\\', name.as_bytes()).is_none() {
        return Cow::Borrowed(name);
    }
    let mut plain = String::with_capacity(name.len());
    let mut characters = name.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => plain.extend(characters.next()),
            _ => plain.push(character),
        }
    }
    Cow::Owned(plain)
}

#[cfg(test)]
mod tests {
    use super::unescape;

    #[test]
    fn backslashes_are_dropped() {
        for (name, plain) in [
            ("", ""),
            ("a/b", "a/b"),
            (r"a\[3\]", "a[3]"),
            (r"\\", r"\"),
            (r"a\\\/b", r"a\/b"),
            (r"end\", "end"),
            (r"\é", "é"),
        ] {
            assert_eq!(unescape(name), plain);
        }
    }
}
