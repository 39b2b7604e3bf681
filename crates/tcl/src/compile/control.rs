//! `if`, loops, `catch`, `return`.

use std::ops::Range;

use super::{Compiler, Words};
use crate::code::{Foreach, Op, Target};
use crate::commands::format::formatted;
use crate::expression::Purpose;
use crate::value::{Value, parse_list};

impl Compiler<'_> {
    /// A command without words that is one operation.
    pub(super) fn leaf(&mut self, words: Words<'_>, op: Op) -> Option<()> {
        if words.len() != 1 {
            return None;
        }
        self.emit(op);
        Some(())
    }

    pub(super) fn expr(&mut self, words: Words<'_>) -> Option<()> {
        if words.len() != 2 {
            return None;
        }
        self.expression(words.plain(1)?, Purpose::Code).ok()
    }

    /// `format` whose words are all known and that is an error. What is right is called, because `format` could mean another command by then.
    pub(super) fn format(&mut self, words: Words<'_>) -> Option<()> {
        if words.len() < 2 {
            return None;
        }
        let known: Option<Vec<Value>> = (0..words.len()).map(|word| self.known(words, word)).collect();
        let outcome = formatted(self.interp, &known?);
        (outcome.is_err() && self.push_constant(outcome)).then_some(())
    }

    pub(super) fn return_command(&mut self, words: Words<'_>) -> Option<()> {
        match words.len() {
            1 => self.push_text(""),
            // The value could be an option, but an option alone is an error, which the command itself reports.
            2 if words.plain(1).is_none_or(|range| !self.text[range].starts_with('-')) => {
                self.parts(words.parts(1))
            }
            _ => return None,
        }
        self.emit(Op::Return);
        Some(())
    }

    pub(super) fn if_command(&mut self, words: Words<'_>) -> Option<()> {
        let mut ends = Vec::new();
        let mut word = 1;
        let mut has_else = false;
        while word < words.len() {
            if word > 1 {
                match &self.text[words.plain(word)?] {
                    "elseif" => word += 1,
                    "else" => {
                        word += 1;
                        has_else = true;
                    }
                    _ => has_else = true,
                }
            }
            if has_else {
                let body = words.plain(word).filter(|_| word < words.len())?;
                if word + 1 != words.len() {
                    return None;
                }
                self.script(body);
                break;
            }
            if word + 1 >= words.len() {
                return None;
            }
            self.condition(words.plain(word)?).ok()?;
            let unless = self.emit(Op::JumpUnless(0));
            word += 1;
            if self.text[words.plain(word)?] == *"then" {
                word += 1;
                if word >= words.len() {
                    return None;
                }
            }
            self.script(words.plain(word)?);
            ends.push(self.emit(Op::Jump(0)));
            self.land(unless);
            word += 1;
        }
        if ends.is_empty() {
            return None;
        }
        if !has_else {
            self.push_text("");
        }
        for end in ends {
            self.land(end);
        }
        Some(())
    }

    pub(super) fn while_command(&mut self, words: Words<'_>) -> Option<()> {
        if words.len() != 3 {
            return None;
        }
        self.loop_while(words.plain(1)?, words.plain(2)?, None)
    }

    pub(super) fn for_command(&mut self, words: Words<'_>) -> Option<()> {
        if words.len() != 5 {
            return None;
        }
        self.script(words.plain(1)?);
        self.emit(Op::Pop);
        self.loop_while(words.plain(2)?, words.plain(4)?, Some(words.plain(3)?))
    }

    fn loop_while(
        &mut self,
        condition: Range<usize>,
        body: Range<usize>,
        next: Option<Range<usize>>,
    ) -> Option<()> {
        let begin = self.emit(Op::BeginLoop { on_break: 0, on_continue: 0 });
        let enter = self.emit(Op::Jump(0));
        let again = self.here();
        self.script(body);
        self.emit(Op::Pop);
        let continued = self.here();
        if let Op::BeginLoop { on_continue, .. } = &mut self.ops[begin] {
            *on_continue = continued;
        }
        if let Some(next) = next {
            self.script(next);
            self.emit(Op::Pop);
        }
        self.land(enter);
        self.condition(condition).ok()?;
        self.emit(Op::JumpIf(again));
        self.emit(Op::EndHandler);
        self.land(begin);
        self.push_text("");
        Some(())
    }

    pub(super) fn foreach(&mut self, words: Words<'_>, collects: bool) -> Option<()> {
        // Elsewhere variables have no slots, and Tcl calls the command: errors show that.
        if words.len() < 4 || !words.len().is_multiple_of(2) || self.locals.is_none() {
            return None;
        }
        let body = words.plain(words.len() - 1)?;
        let mut targets = Vec::new();
        for pair in (1..words.len() - 1).step_by(2) {
            let names = parse_list(&self.text[words.plain(pair)?]).ok().filter(|names| !names.is_empty())?;
            targets.push(names.iter().map(|name| self.target(&name.text())).collect::<Vec<Target>>());
        }
        for pair in (1..words.len() - 1).step_by(2) {
            self.parts(words.parts(pair + 1));
        }
        let foreach = self.foreachs.len() as u32;
        self.foreachs.push(Foreach { targets, collects });
        self.emit(Op::BeginForeach(foreach));
        let begin = self.emit(Op::BeginLoop { on_break: 0, on_continue: 0 });
        let again = self.emit(Op::NextForeach { foreach, done: 0 });
        if let Op::BeginLoop { on_continue, .. } = &mut self.ops[begin] {
            *on_continue = again as u32;
        }
        self.script(body);
        self.emit(if collects { Op::Collect } else { Op::Pop });
        self.emit(Op::Jump(again as u32));
        self.land(again);
        self.emit(Op::EndHandler);
        self.land(begin);
        self.emit(Op::EndForeach);
        Some(())
    }

    pub(super) fn catch(&mut self, words: Words<'_>) -> Option<()> {
        if !(2..=4).contains(&words.len()) {
            return None;
        }
        let mut names = Vec::new();
        for word in 2..words.len() {
            let name = &self.text[words.plain(word)?];
            if !super::is_local(name) || self.locals.is_none() {
                return None;
            }
            names.push(name);
        }
        let begin = self.emit(Op::BeginCatch { after: 0, options: names.len() == 2 });
        match words.plain(1) {
            Some(body) => self.script(body),
            None => {
                self.parts(words.parts(1));
                self.emit(Op::Eval);
            }
        }
        self.emit(Op::EndCatch);
        self.land(begin);
        if let Some(name) = names.first() {
            self.store(name)
        }
        self.emit(Op::Pop);
        if let Some(name) = names.get(1) {
            self.store(name);
            self.emit(Op::Pop);
        }
        Some(())
    }
}
