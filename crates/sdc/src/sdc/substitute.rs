//! Substitution in words: `$name`, `[command]`, backslashes.

use super::reader::{Failed, Reader};
use super::value::{Text, Value};

/// What a word has been found to be so far.
enum Parts<'t> {
    Nothing,
    /// One piece, which stays what it is.
    One(Value<'t>),
    /// Several pieces.
    Made(String),
    Bad,
}

impl<'t> Reader<'t, '_> {
    /// A word without quotes or braces around it.
    pub(crate) fn bare(&mut self) -> Result<Value<'t>, Failed> {
        self.substituted(false)
    }

    /// A word up to its end, or to the closing quote.
    pub(crate) fn substituted(&mut self, quoted: bool) -> Result<Value<'t>, Failed> {
        let from = self.at;
        self.skip_plain(quoted);
        if !matches!(self.peek(), Some(b'$' | b'[' | b'\\')) {
            return Ok(Value::Text(Text::Source(&self.text[from..self.at])));
        }
        let mut parts = Parts::Nothing;
        self.add_text(&mut parts, from, self.at);
        loop {
            let from = self.at;
            match self.peek() {
                Some(b'$') => self.dollar(&mut parts)?,
                Some(b'[') => {
                    let value = self.bracket()?;
                    self.add(&mut parts, value, from);
                }
                Some(b'\\') if quoted || self.continuation().is_none() => self.escape(&mut parts),
                _ => break,
            }
            let from = self.at;
            self.skip_plain(quoted);
            self.add_text(&mut parts, from, self.at);
        }
        Ok(match parts {
            Parts::Nothing => Value::EMPTY,
            Parts::One(value) => value,
            Parts::Made(text) => Value::Text(Text::Made(text.into())),
            Parts::Bad => Value::Bad,
        })
    }

    /// Goes past what stands for itself.
    fn skip_plain(&mut self, quoted: bool) {
        while let Some(byte) = self.peek() {
            match byte {
                b'$' | b'\\' | b'[' => return,
                b'"' if quoted => return,
                b']' if !quoted && self.depth > 0 => return,
                b';' | 0..=b' ' if !quoted => return,
                _ => self.at += 1,
            }
        }
    }

    /// `$name`, `${name}`, or a dollar that stands for itself.
    fn dollar(&mut self, parts: &mut Parts<'t>) -> Result<(), Failed> {
        let start = self.at;
        let rest = &self.text[start + 1..];
        let name = if let Some(inside) = rest.strip_prefix('{') {
            let Some(end) = inside.find('}') else { return Err(self.unclosed(start + 1, '}')) };
            self.at += end + 3;
            &inside[..end]
        } else {
            let length = name_length(rest.as_bytes());
            self.at += length + 1;
            &rest[..length]
        };
        if name.is_empty() {
            self.add_text(parts, start, self.at);
            return Ok(());
        }
        if self.peek() == Some(b'(') {
            self.array(parts, start);
            return Ok(());
        }
        let value = match self.passing {
            true => Value::Bad,
            false => self.value_of(name.trim_start_matches("::"), start..self.at).unwrap_or(Value::Bad),
        };
        self.add(parts, value, start);
        Ok(())
    }

    /// An element of an array, from its opening parenthesis on.
    fn array(&mut self, parts: &mut Parts<'t>, start: usize) {
        let rest = &self.text.as_bytes()[self.at..];
        let end = rest.iter().position(|byte| matches!(byte, b')' | b'\n')).unwrap_or(rest.len());
        self.at += end + usize::from(rest.get(end) == Some(&b')'));
        if !self.passing {
            let name = &self.text[start..self.at];
            self.diagnostics.error("SDC-011", Some((self.text, start..self.at)), || {
                format!("'{name}' is an element of an array, which is not supported yet: expected a plain variable")
            });
        }
        *parts = Parts::Bad;
    }

    /// A backslash and what it protects.
    fn escape(&mut self, parts: &mut Parts<'t>) {
        if let Some(length) = self.continuation() {
            self.at += length;
            self.add(parts, Value::Text(Text::Source(" ")), self.at - length);
            return;
        }
        let start = self.at;
        let protected = self.text[start + 1..].chars().next();
        self.at += 1 + protected.map_or(0, char::len_utf8);
        match protected {
            Some('n') => self.add(parts, Value::Text(Text::Source("\n")), start),
            Some('t') => self.add(parts, Value::Text(Text::Source("\t")), start),
            Some(_) => self.add_text(parts, start + 1, self.at),
            None => self.add_text(parts, start, self.at),
        }
    }

    fn add_text(&mut self, parts: &mut Parts<'t>, from: usize, to: usize) {
        if from < to {
            self.add(parts, Value::Text(Text::Source(&self.text[from..to])), from);
        }
    }

    /// Adds a piece that begins at `from`.
    fn add(&mut self, parts: &mut Parts<'t>, value: Value<'t>, from: usize) {
        let before = std::mem::replace(parts, Parts::Bad);
        if value.is_bad() || self.passing {
            return;
        }
        let mut text = match before {
            Parts::Bad => return,
            Parts::Nothing => {
                *parts = Parts::One(value);
                return;
            }
            Parts::Made(text) => text,
            Parts::One(first) => match first.as_text() {
                Some(first) => first.to_string(),
                None => return self.report_joined(from),
            },
        };
        let Some(more) = value.as_text() else { return self.report_joined(from) };
        if self.spend(more.len(), &(from..self.at)) {
            text.push_str(more);
            *parts = Parts::Made(text);
        }
    }

    fn report_joined(&mut self, from: usize) {
        self.diagnostics.error("SDC-012", Some((self.text, from..self.at)), || {
            "objects and text cannot be joined to one word: expected '[list ...]' for a list".to_string()
        });
    }
}

/// The length of the name of a variable: letters, digits, `_` and `::`.
fn name_length(text: &[u8]) -> usize {
    let mut length = 0;
    loop {
        match text.get(length..).unwrap_or_default() {
            [b':', b':', ..] => length += 2,
            [byte, ..] if byte.is_ascii_alphanumeric() || *byte == b'_' => length += 1,
            _ => return length,
        }
    }
}
