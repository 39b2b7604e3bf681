//! Resolves names of SPEF files: bits of buses and escaped Verilog names are written in several ways.

use std::borrow::Cow;

use zeroslack_spef::{Header, unescape};

/// How names of a file become names of a netlist.
pub(crate) struct SpefNames {
    divider: char,
    /// The delimiters before and after the number of a bit; none if they are those of the netlist.
    bus: Option<(char, Option<char>)>,
    /// The path of the instance that the file describes, with a divider at its end; empty for the whole design.
    prefix: String,
}

/// Which numbers between bus delimiters are those of bits.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bits {
    None,
    /// Those whose delimiters no backslash escapes.
    Unescaped,
    All,
}

impl SpefNames {
    /// `path` is that of the instance that the file describes; none for the whole design.
    pub(crate) fn new(header: &Header<'_>, path: Option<&str>) -> Self {
        let prefix = path.map_or(String::new(), |path| format!("{path}/"));
        let bus = Some(header.bus_delimiter).filter(|bus| *bus != ('[', Some(']')));
        Self { divider: header.divider, bus, prefix }
    }

    /// Whether the file describes the whole design.
    pub(crate) fn are_whole(&self) -> bool {
        self.prefix.is_empty()
    }

    /// A name as the netlist has it, by what the file's head says: no escapes, bits in `[ ]`, `/` between levels, after the path.
    pub(crate) fn path<'a>(&self, name: &'a str) -> Cow<'a, str> {
        self.prefixed(self.plain(name, self.divider, Bits::Unescaped))
    }

    /// Whether a name of the netlist is what the file calls `name`. May be false where it is, of names with escapes or other delimiters.
    pub(crate) fn is_called(&self, own: &str, name: &str) -> bool {
        self.divider == '/'
            && own.strip_prefix(&*self.prefix) == Some(name)
            && !name.contains('\\')
            && self.bus.is_none_or(|(open, _)| !name.contains(open))
    }

    /// Looks up a name of a net, a cell or a port by `find`.
    pub(crate) fn find<T>(&self, name: &str, find: impl Fn(&str) -> Option<T>) -> Option<T> {
        self.first_of(name, self.divider, |name| find(&self.prefixed(Cow::Borrowed(name))))
    }

    /// Looks up a name without levels, that of a pin, by `find`.
    pub(crate) fn find_pin<T>(&self, name: &str, find: impl Fn(&str) -> Option<T>) -> Option<T> {
        self.first_of(name, '/', find)
    }

    /// Looks up a name by `find` as the head of the file says it is written, then in the other ways of writing.
    fn first_of<T>(&self, name: &str, divider: char, find: impl Fn(&str) -> Option<T>) -> Option<T> {
        let found = find(&self.plain(name, divider, Bits::Unescaped));
        if found.is_some() || self.bus.is_none() && !name.contains('\\') {
            return found;
        }
        [Bits::None, Bits::All]
            .into_iter()
            .map(|bits| self.plain(name, divider, bits))
            .find_map(|plain| find(&plain).or_else(|| find(&without_leading_backslashes(&plain)?)))
            .or_else(|| find(&self.verilog(name, divider)?))
            .or_else(|| find(name))
    }

    fn prefixed<'a>(&self, mut name: Cow<'a, str>) -> Cow<'a, str> {
        if !self.prefix.is_empty() {
            name.to_mut().insert_str(0, &self.prefix);
        }
        name
    }

    /// A name without escapes, with `/` for each divider that is not escaped, and bits in `[ ]`.
    fn plain<'a>(&self, name: &'a str, divider: char, bits: Bits) -> Cow<'a, str> {
        let bus = self.bus.filter(|_| bits != Bits::None);
        if divider == '/' && bus.is_none() {
            return unescape(name);
        }
        let mut plain = String::with_capacity(name.len() + 4);
        let mut rest = name;
        while let Some(character) = rest.chars().next() {
            let is_escaped = character == '\\';
            let bit = bus.filter(|_| !is_escaped || bits == Bits::All).and_then(|bus| self.bit(rest, bus));
            if let Some((number, length)) = bit {
                plain.extend(["[", number, "]"]);
                rest = &rest[length..];
                continue;
            }
            rest = &rest[character.len_utf8()..];
            if is_escaped {
                let escaped = rest.chars().next();
                plain.extend(escaped);
                rest = &rest[escaped.map_or(0, char::len_utf8)..];
            } else {
                plain.push(if character == divider { '/' } else { character });
            }
        }
        Cow::Owned(plain)
    }

    /// The number of the bit whose delimiter, with a backslash or without, `text` begins with, and how long that is with its delimiters.
    fn bit<'a>(&self, text: &'a str, (open, close): (char, Option<char>)) -> Option<(&'a str, usize)> {
        let inside = after(text, open)?;
        let is_digit = |byte: &u8| byte.is_ascii_digit();
        let sign = usize::from(inside.starts_with('-'));
        let digits = inside.bytes().skip(sign).take_while(is_digit).count();
        if digits == 0 {
            return None;
        }
        let (number, rest) = inside.split_at(sign + digits);
        let rest = match close {
            Some(close) => after(rest, close)?,
            None if rest.is_empty() || rest.starts_with([open, self.divider]) => rest,
            None => return None,
        };
        Some((number, text.len() - rest.len()))
    }

    /// A name one level of which is as Verilog escapes it, with a backslash before it: that level, which is the last, as it is written. None if no
    /// level begins with a backslash.
    fn verilog(&self, name: &str, divider: char) -> Option<String> {
        let mut backslashes = name.match_indices('\\').map(|(at, _)| at);
        let at = backslashes.find(|at| *at == 0 || name[..*at].ends_with(divider))?;
        let levels = self.plain(&name[..at], divider, Bits::Unescaped);
        Some(format!("{levels}{}", &name[at + 1..]))
    }
}

/// The rest of `text` after a leading `delimiter`, which may be escaped.
fn after(text: &str, delimiter: char) -> Option<&str> {
    text.strip_prefix('\\').unwrap_or(text).strip_prefix(delimiter)
}

/// A name without the backslashes that its levels begin with, which are Verilog's. None if there are none.
fn without_leading_backslashes(name: &str) -> Option<String> {
    let is_there = name.starts_with('\\') || name.contains("/\\");
    is_there.then(|| name.strip_prefix('\\').unwrap_or(name).replace("/\\", "/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every name that is tried for `name`, in order.
    fn tried(divider: char, bus: (char, Option<char>), path: Option<&str>, name: &str) -> Vec<String> {
        let header = Header { divider, bus_delimiter: bus, ..Header::default() };
        let tried = std::cell::RefCell::new(Vec::new());
        let found = SpefNames::new(&header, path).find(name, |name| {
            if !tried.borrow().contains(&name.to_string()) {
                tried.borrow_mut().push(name.to_string());
            }
            None::<()>
        });
        assert_eq!(found, None);
        tried.into_inner()
    }

    #[test]
    fn bits_by_every_delimiter() {
        for (open, close, written) in [
            ('<', Some('>'), "u<1>/v<-2><03>"),
            ('(', Some(')'), "u(1)/v(-2)(03)"),
            ('{', Some('}'), "u{1}/v{-2}{03}"),
            (':', None, "u:1/v:-2:03"),
            ('.', None, "u.1/v.-2.03"),
        ] {
            assert_eq!(tried('/', (open, close), None, written), ["u[1]/v[-2][03]", written]);
            // In brackets they are what they are.
            assert_eq!(tried('/', (open, close), None, "u[1]/v[0]"), ["u[1]/v[0]"]);
        }
        let angles = ('<', Some('>'));
        assert_eq!(tried('/', angles, None, r"v\<0\>"), ["v<0>", "v[0]", r"v\<0\>"]);
        for plain in ["v<a>", "v<>", "v<->", "v<1", "v<1]", "<"] {
            assert_eq!(tried('/', angles, None, plain), [plain]);
        }
        assert_eq!(tried('.', angles, Some("x"), "u<1>.v"), ["x/u[1]/v", "x/u<1>/v", "x/u<1>.v"]);
        assert_eq!(tried('/', (':', None), None, "v:1a"), ["v:1a"]);
    }

    #[test]
    fn names_that_verilog_escapes() {
        let brackets = ('[', Some(']'));
        assert_eq!(tried('/', brackets, None, "a[3]"), ["a[3]"]);
        assert_eq!(tried('/', brackets, None, r"a\[3\]"), ["a[3]", r"a\[3\]"]);
        assert_eq!(tried('/', brackets, None, r"\a[3]"), ["a[3]", r"\a[3]"]);
        assert_eq!(tried('/', brackets, None, r"\a+b[3]\"), ["a+b[3]", r"a+b[3]\", r"\a+b[3]\"]);
        assert_eq!(
            tried('/', brackets, None, r"u/\\a\[3\]"),
            [r"u/\a[3]", "u/a[3]", r"u/\a\[3\]", r"u/\\a\[3\]"]
        );
        assert_eq!(tried('.', brackets, None, r"u.\a.b\[3]"), ["u/a/b[3]", r"u/a.b\[3]", r"u.\a.b\[3]"]);
    }
}
