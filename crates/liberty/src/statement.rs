//! Statements: `name : value ;`, `name (arguments) ;` and `name (arguments) { ... }`.

use crate::scan::{Scanner, TextPiece, continuation_length};

/// The three forms of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// `name : value ;`
    Simple,
    /// `name (arguments) ;`
    Complex,
    /// `name (arguments) {`; the scanner stands after the brace.
    Group,
}

/// One statement of a group.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Statement<'t> {
    pub name: TextPiece<'t>,
    /// The value, without its quotes, or all that is between the parentheses, as written but for blanks at its ends.
    pub argument: TextPiece<'t>,
    pub form: Form,
}

impl<'t> Scanner<'t> {
    /// The next statement of the group that was entered last; `None` at its end, which is passed. A group that
    /// nobody enters is skipped here.
    pub fn statement(&mut self) -> Option<Statement<'t>> {
        if let Some(name) = self.unentered.take() {
            self.skip_group(name);
        }
        loop {
            self.skip_blank();
            match self.peek() {
                None => {
                    if let Some(name) = self.open.last().copied() {
                        self.report_unclosed(name);
                    }
                    return None;
                }
                Some(b';' | b',') => self.at += 1,
                Some(b'}') => {
                    let at = self.at;
                    self.at += 1;
                    if self.open.pop().is_some() {
                        return None;
                    }
                    self.error("LIB-005", at..at + 1, || "'}' closes no group".to_string());
                }
                Some(byte) if is_name(byte) => {
                    if let Some(statement) = self.named() {
                        return Some(statement);
                    }
                }
                Some(_) => self.skip_stray(),
            }
        }
    }

    /// Goes into the group that the last statement opens. False if it opens none.
    pub fn enter(&mut self) -> bool {
        let group = self.unentered.take();
        self.open.extend(group);
        group.is_some()
    }

    /// The statement whose name begins here.
    fn named(&mut self) -> Option<Statement<'t>> {
        let start = self.at;
        let rest = &self.text.as_bytes()[start..];
        let length = rest.iter().position(|byte| !is_name(*byte)).unwrap_or(rest.len());
        let name = self.piece(start..start + length);
        self.at += length;
        self.skip_blank();
        match self.peek() {
            Some(b':') => {
                self.at += 1;
                Some(Statement { name, argument: self.value(), form: Form::Simple })
            }
            Some(b'(') => {
                let argument = self.arguments();
                Some(self.complex(name, argument))
            }
            next => {
                self.error("LIB-006", name.span(), || format!("expected ':' or '(' after '{}'", name.text));
                let empty = self.piece(self.at..self.at);
                (next == Some(b'{')).then(|| self.complex(name, empty))
            }
        }
    }

    /// A statement after its arguments: a group if a brace follows.
    fn complex(&mut self, name: TextPiece<'t>, argument: TextPiece<'t>) -> Statement<'t> {
        self.skip_blank();
        let is_group = self.peek() == Some(b'{');
        self.at += usize::from(is_group);
        self.unentered = is_group.then_some(name);
        Statement { name, argument, form: if is_group { Form::Group } else { Form::Complex } }
    }

    /// The value after a colon. One without quotes ends with its line, for semicolons get forgotten, unless a backslash continues it.
    fn value(&mut self) -> TextPiece<'t> {
        self.skip_blank();
        if self.peek() == Some(b'"') {
            return self.string();
        }
        let start = self.at;
        let bytes = self.text.as_bytes();
        while let Some(byte) = self.peek() {
            match byte {
                b';' | b'\n' | b'{' | b'}' => break,
                b'/' if matches!(bytes.get(self.at + 1), Some(b'/' | b'*')) => break,
                b'\\' => self.at += continuation_length(&bytes[self.at..]).unwrap_or(1),
                _ => self.at += 1,
            }
        }
        self.piece(start..self.at).trimmed()
    }

    /// All that is between the parenthesis here and the one that closes it. Passes both.
    fn arguments(&mut self) -> TextPiece<'t> {
        let open = self.at;
        let mut depth = 0_usize;
        loop {
            match self.peek() {
                Some(b'"') => {
                    self.string();
                    continue;
                }
                Some(b'/') if self.skip_comment() => continue,
                Some(b'(') => depth += 1,
                Some(b')') => depth -= 1,
                None | Some(b'{' | b'}' | b';') => {
                    self.error("LIB-007", open..open + 1, || "'(' is not closed: expected ')'".to_string());
                    return self.piece(open + 1..self.at).trimmed();
                }
                Some(_) => {}
            }
            self.at += 1;
            if depth == 0 {
                return self.piece(open + 1..self.at - 1).trimmed();
            }
        }
    }

    /// Reports text that is no statement, and passes it: to the end of the line, a semicolon or a brace.
    fn skip_stray(&mut self) {
        let start = self.at;
        if self.peek() == Some(b'{') {
            self.at += 1;
            self.skip_group(self.piece(start..start + 1));
        } else {
            let rest = &self.text.as_bytes()[start..];
            let length = rest.iter().position(|byte| matches!(byte, b'\n' | b';' | b'{' | b'}'));
            self.at += length.unwrap_or(rest.len());
        }
        let stray = &self.text[start..self.at];
        let length = stray.lines().next().unwrap_or_default().trim_end().len().min(40);
        let shown = self.piece(start..self.text.floor_char_boundary(start + length));
        self.error("LIB-008", shown.span(), || {
            format!("expected an attribute or a group, found '{}'", shown.text)
        });
    }
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}
