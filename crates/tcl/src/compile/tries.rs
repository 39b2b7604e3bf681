//! `try` whose handlers are known.

use std::ops::Range;

use super::{Compiler, Words};
use crate::code::Op;
use crate::commands::exceptions::completion_code;
use crate::value::{Value, parse_list};

/// What a handler takes, the variables that it sets, and its body; no body means that of the next.
struct Handler {
    takes: Op,
    names: Vec<String>,
    body: Option<Range<usize>>,
}

impl Compiler<'_> {
    pub(super) fn try_command(&mut self, words: Words<'_>) -> Option<()> {
        let body = words.plain(1)?;
        let (handlers, finally) = self.handlers(words)?;
        if handlers.is_empty() && finally.is_none() {
            return None;
        }
        self.caught(body);
        let mut jumps = Vec::new();
        for handler in &handlers {
            self.emit(handler.takes);
            jumps.push(self.emit(Op::JumpIf(0)));
        }
        let mut to_end = vec![self.emit(Op::Jump(0))];
        let mut done = Vec::new();
        let mut falls = None;
        for (number, handler) in handlers.iter().enumerate() {
            self.land(jumps[number]);
            self.set_handler_variables(&handler.names);
            if let Some(jump) = falls.take() {
                self.land(jump);
            }
            let Some(body) = &handler.body else {
                falls = Some(self.emit(Op::Jump(0)));
                continue;
            };
            (0..3).for_each(|_| {
                self.emit(Op::Pop);
            });
            if finally.is_some() {
                self.caught(body.clone());
                to_end.push(self.emit(Op::Jump(0)));
            } else {
                self.script(body.clone());
                done.push(self.emit(Op::Jump(0)));
            }
        }
        to_end.into_iter().for_each(|jump| self.land(jump));
        if let Some(finally) = finally {
            self.script(finally);
            self.emit(Op::Pop);
        }
        self.emit(Op::Resume);
        done.into_iter().for_each(|jump| self.land(jump));
        Some(())
    }

    /// Runs a script and leaves its code, options and result, however it ends.
    fn caught(&mut self, body: Range<usize>) {
        let begin = self.emit(Op::BeginCatch { after: 0, options: true });
        self.script(body);
        self.emit(Op::EndCatch);
        self.land(begin);
    }

    fn set_handler_variables(&mut self, names: &[String]) {
        for (below, name) in names.iter().enumerate().take(2) {
            self.emit(Op::Pick(below as u32));
            self.store(name);
            self.emit(Op::Pop);
        }
    }

    fn handlers(&mut self, words: Words<'_>) -> Option<(Vec<Handler>, Option<Range<usize>>)> {
        let mut handlers: Vec<Handler> = Vec::new();
        let mut finally = None;
        let mut word = 2;
        while word < words.len() {
            let kind = &self.text[words.plain(word)?];
            if kind == "finally" {
                finally = Some(words.plain(word + 1).filter(|_| word + 2 == words.len())?);
                break;
            }
            let matched = &self.text[words.plain(word + 1)?];
            let takes = match kind {
                "on" => Op::EndedWith(completion_code(&Value::from(matched)).ok()?),
                "trap" => {
                    parse_list(matched).ok()?;
                    Op::FailedWith(self.literal(matched))
                }
                _ => return None,
            };
            let names = parse_list(&self.text[words.plain(word + 2)?]).ok()?;
            let names: Vec<String> = names.iter().map(|name| name.text().to_owned()).collect();
            // Elsewhere variables have no slots, and Tcl calls the command: errors show that.
            if self.locals.is_none() || names.iter().any(|name| !super::is_local(name)) {
                return None;
            }
            let body = words.plain(word + 3)?;
            let body = (&self.text[body.clone()] != "-").then_some(body);
            handlers.push(Handler { takes, names, body });
            word += 4;
        }
        match handlers.last() {
            Some(last) if last.body.is_none() => None,
            _ => Some((handlers, finally)),
        }
    }
}
