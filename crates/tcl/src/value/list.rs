//! Lists: from text and to text.

use super::Value;
use super::number::is_space;
use crate::parse::backslash;

/// Why a text is no list or no dict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListError {
    /// What Tcl says of it.
    pub message: String,
    /// The last words of its error code, after `TCL VALUE`.
    pub code: [&'static str; 2],
}

impl ListError {
    pub(super) fn unmatched_brace() -> Self {
        Self { message: "unmatched open brace in list".to_owned(), code: ["LIST", "BRACE"] }
    }

    fn unmatched_quote() -> Self {
        Self { message: "unmatched open quote in list".to_owned(), code: ["LIST", "QUOTE"] }
    }

    fn junk(delimiter: &str, rest: &str) -> Self {
        let end = rest.find(|c: char| c.is_ascii() && is_space(c as u8)).unwrap_or(rest.len());
        let junk: String = rest[..end].chars().take(20).collect();
        Self {
            message: format!("list element in {delimiter} followed by \"{junk}\" instead of space"),
            code: ["LIST", "JUNK"],
        }
    }

    /// The same error of a text that should be a dict.
    pub(super) fn of_dict(self) -> Self {
        let message = match self.message.strip_prefix("list element") {
            Some(rest) => format!("dict element{rest}"),
            None => self.message.replace(" in list", " in dict"),
        };
        Self { message, code: ["DICTIONARY", self.code[1]] }
    }

    pub(super) fn odd_dict() -> Self {
        Self { message: "missing value to go with key".to_owned(), code: ["DICTIONARY", ""] }
    }
}

/// The elements of a list.
pub fn parse_list(text: &str) -> Result<Vec<Value>, ListError> {
    let bytes = text.as_bytes();
    let mut elements = Vec::new();
    let mut at = 0;
    loop {
        while at < bytes.len() && is_space(bytes[at]) {
            at += 1;
        }
        if at == bytes.len() {
            return Ok(elements);
        }
        let (element, end) = match bytes[at] {
            b'{' => braced(text, at)?,
            b'"' => quoted(text, at)?,
            _ => bare(text, at),
        };
        elements.push(element);
        at = end;
    }
}

/// An element in braces, and where it ends.
fn braced(text: &str, start: usize) -> Result<(Value, usize), ListError> {
    let bytes = text.as_bytes();
    let mut depth = 0usize;
    let mut at = start;
    while at < bytes.len() {
        match bytes[at] {
            b'{' => depth += 1,
            b'}' => {
                depth -= 1;
                if depth == 0 {
                    let next = at + 1;
                    if next < bytes.len() && !is_space(bytes[next]) {
                        return Err(ListError::junk("braces", &text[next..]));
                    }
                    return Ok((Value::from(&text[start + 1..at]), next));
                }
            }
            b'\\' => at += 1,
            _ => {}
        }
        at += 1;
    }
    Err(ListError::unmatched_brace())
}

/// An element in quotes, and where it ends.
fn quoted(text: &str, start: usize) -> Result<(Value, usize), ListError> {
    let bytes = text.as_bytes();
    let mut at = start + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'"' => {
                let next = at + 1;
                if next < bytes.len() && !is_space(bytes[next]) {
                    return Err(ListError::junk("quotes", &text[next..]));
                }
                return Ok((unescaped(&text[start + 1..at]), next));
            }
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    Err(ListError::unmatched_quote())
}

/// An element up to white space, and where it ends.
fn bare(text: &str, start: usize) -> (Value, usize) {
    let bytes = text.as_bytes();
    let mut at = start;
    while at < bytes.len() && !is_space(bytes[at]) {
        if bytes[at] == b'\\' {
            at += backslash(&text[at..]).1;
        } else {
            at += 1;
        }
    }
    (unescaped(&text[start..at]), at)
}

fn unescaped(text: &str) -> Value {
    if !text.contains('\\') {
        return Value::from(text);
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        plain.push_str(&rest[..at]);
        let (character, length) = backslash(&rest[at..]);
        plain.push(character);
        rest = &rest[at + length..];
    }
    plain.push_str(rest);
    Value::from(plain)
}

/// The text of a list with these elements.
pub fn format_list<'a>(elements: impl IntoIterator<Item = &'a Value>) -> String {
    let mut text = String::new();
    for (number, element) in elements.into_iter().enumerate() {
        if number > 0 {
            text.push(' ');
        }
        append_element(&mut text, &element.text(), number == 0);
    }
    text
}

/// One element as it stands in a list; a leading `#` is quoted in the first one.
pub fn quote_element(element: &str, first: bool) -> String {
    let mut text = String::new();
    append_element(&mut text, element, first);
    text
}

#[derive(PartialEq, Eq)]
enum Quoting {
    None,
    Braces,
    Backslashes,
    /// Backslashes, but for braces, which are in pairs.
    BackslashesButBraces,
}

fn append_element(text: &mut String, element: &str, first: bool) {
    if element.is_empty() {
        text.push_str("{}");
        return;
    }
    let hash = first && element.starts_with('#');
    match quoting(element) {
        Quoting::None if !hash => text.push_str(element),
        Quoting::Backslashes => append_escaped(text, element, hash, true),
        Quoting::BackslashesButBraces if !hash => append_escaped(text, element, hash, false),
        Quoting::None | Quoting::Braces | Quoting::BackslashesButBraces => {
            text.push('{');
            text.push_str(element);
            text.push('}');
        }
    }
}

/// How an element must be quoted so that it reads back.
fn quoting(element: &str) -> Quoting {
    let bytes = element.as_bytes();
    let mut depth = 0i64;
    let mut special = matches!(bytes[0], b'{' | b'"');
    let mut prefers_braces = special;
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'{' => depth += 1,
            b'}' => {
                depth -= 1;
                if depth < 0 {
                    return Quoting::Backslashes;
                }
            }
            b']' | b'"' => special = true,
            b'[' | b'$' | b';' | b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c => {
                special = true;
                prefers_braces = true;
            }
            b'\\' => {
                match bytes.get(at + 1) {
                    None | Some(b'\n') => return Quoting::Backslashes,
                    Some(b'{' | b'}' | b'\\') => at += 1,
                    Some(_) => {}
                }
                special = true;
                prefers_braces = true;
            }
            _ => {}
        }
        at += 1;
    }
    match (depth, special, prefers_braces) {
        (0, false, _) => Quoting::None,
        (0, true, true) => Quoting::Braces,
        (0, true, false) => Quoting::BackslashesButBraces,
        _ => Quoting::Backslashes,
    }
}

fn append_escaped(text: &mut String, element: &str, hash: bool, braces: bool) {
    for (at, character) in element.char_indices() {
        match character {
            '#' if at == 0 && hash => text.push_str("\\#"),
            '{' | '}' if !braces => text.push(character),
            '{' | '}' | '[' | ']' | '$' | ';' | ' ' | '\\' | '"' => {
                text.push('\\');
                text.push(character);
            }
            '\t' => text.push_str("\\t"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\u{b}' => text.push_str("\\v"),
            '\u{c}' => text.push_str("\\f"),
            _ => text.push(character),
        }
    }
}
