//! Conditional directives: text between `` `ifdef `` and `` `endif `` counts or not, by which macros are defined. Macros have no text here: only whether
//! they are defined matters.

use crate::class::{self, INSIDE, START};
use crate::reader::{Reader, escaped_end};

/// An `` `ifdef `` whose `` `endif `` was not yet read.
#[derive(Debug)]
pub(crate) struct Condition {
    /// Where its directive starts.
    start: usize,
    /// Whether one of its branches counted already, or counts now.
    is_taken: bool,
    /// Whether its `` `else `` was read.
    has_else: bool,
}

impl<'t> Reader<'t> {
    /// Does what a directive says that starts at `start`. A piece of the text does not know what was defined before it, and ends here.
    pub(crate) fn conditional(&mut self, start: usize, directive: &str) {
        if self.piece_of.is_some() {
            self.has_met_condition = true;
            self.at = self.text.len();
            return;
        }
        match directive {
            "define" => {
                if let Some(name) = self.macro_name(start) {
                    self.defines.insert(name.to_string());
                }
                self.skip_directive_line();
            }
            "undef" => {
                if let Some(name) = self.macro_name(start) {
                    self.defines.remove(name);
                }
            }
            "ifdef" | "ifndef" => {
                let is_taken = self.is_defined(start) == (directive == "ifdef");
                self.conditions.push(Condition { start, is_taken, has_else: false });
                if !is_taken {
                    self.skip_branches();
                }
            }
            _ => {
                // What comes before it counted, so that no other branch does.
                if !self.branch(start, directive) {
                    self.skip_branches();
                }
            }
        }
    }

    /// Reports the conditions that have no end.
    pub(crate) fn report_open_conditions(&mut self) {
        for Condition { start, .. } in std::mem::take(&mut self.conditions) {
            let end = class::run_end(self.bytes(), start + 1, INSIDE);
            let directive = &self.text[start..end];
            self.diagnostics.error("VLOG-036", Some((self.text, start..end)), || {
                format!("this '{directive}' has no end: expected '`endif'")
            });
        }
    }

    /// Goes to the branch that counts, or past the `` `endif ``, of the last condition, from the start of a branch that does not count.
    fn skip_branches(&mut self) {
        let mut inner = 0usize;
        while let Some((start, directive)) = self.skipped_directive() {
            match directive {
                "ifdef" | "ifndef" => inner += 1,
                "endif" if inner > 0 => inner -= 1,
                "elsif" | "else" | "endif" if inner == 0 && self.branch(start, directive) => return,
                _ => {}
            }
        }
    }

    /// Does what an `` `elsif ``, `` `else `` or `` `endif `` says that starts at `start`. Whether the text after it counts.
    fn branch(&mut self, start: usize, directive: &str) -> bool {
        let is_chosen = directive == "else" || directive == "elsif" && self.is_defined(start);
        let has_else = self.conditions.last().map(|condition| condition.has_else);
        if directive == "endif" && has_else.is_some() {
            self.conditions.pop();
            return true;
        }
        if has_else != Some(false) {
            self.report_stray(start, directive, has_else.is_some());
            // Where there is no condition, all of the text counts.
            return has_else.is_none();
        }
        self.conditions.last_mut().is_some_and(|condition| {
            let was_taken = condition.is_taken;
            condition.has_else = directive == "else";
            condition.is_taken |= is_chosen;
            is_chosen && !was_taken
        })
    }

    fn report_stray(&mut self, start: usize, directive: &str, is_after_else: bool) {
        let span = start..start + 1 + directive.len();
        self.diagnostics.error("VLOG-035", Some((self.text, span)), || {
            let (place, expected) =
                if is_after_else { ("after '`else'", "'`endif'") } else { ("alone", "'`ifdef' before it") };
            format!("'`{directive}' stands {place}: expected {expected}")
        });
    }

    /// Whether the macro is defined whose name follows the directive that starts at `start`.
    fn is_defined(&mut self, start: usize) -> bool {
        self.macro_name(start).is_some_and(|name| self.defines.contains(name))
    }

    /// The name after the directive that starts at `start`, on the same line.
    fn macro_name(&mut self, start: usize) -> Option<&'t str> {
        let directive = start..self.at;
        while matches!(self.byte(self.at), b' ' | b'\t') {
            self.at += 1;
        }
        if class::is(self.byte(self.at), START) {
            return Some(self.plain());
        }
        self.diagnostics.error("VLOG-034", Some((self.text, directive.clone())), || {
            format!("'{}' has no name: expected that of a macro after it", &self.text[directive])
        });
        None
    }

    /// Goes past the next directive in text that does not count, and gives where it starts, and its name. None at the end of the text.
    fn skipped_directive(&mut self) -> Option<(usize, &'t str)> {
        loop {
            let rest = &self.bytes()[self.at..];
            let Some(length) = rest.iter().position(|byte| matches!(byte, b'/' | b'"' | b'\\' | b'`')) else {
                self.at = self.text.len();
                return None;
            };
            let start = self.at + length;
            self.at = start + 1;
            match (self.byte(start), self.byte(start + 1)) {
                (b'`', _) => {
                    self.at = class::run_end(self.bytes(), start + 1, INSIDE);
                    return Some((start, &self.text[start + 1..self.at]));
                }
                (b'/', b'/') => self.skip_line_comment(),
                (b'/', b'*') => {
                    self.at = start;
                    self.skip_block_comment();
                }
                (b'\\', _) => self.at = escaped_end(self.bytes(), start + 1),
                (b'"', _) => self.at = string_end(self.bytes(), start + 1),
                _ => {}
            }
        }
    }
}

/// Where the string ends whose quotation mark is before `at`: after another one, or with the line.
fn string_end(bytes: &[u8], mut at: usize) -> usize {
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\n' => return at,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    bytes.len()
}
