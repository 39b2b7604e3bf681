//! The file and the items of a module.

use rustc_hash::FxHashSet;
use zeroslack_input::Diagnostics;

use crate::class::{self, START};
use crate::keyword::Role;
use crate::pieces::PIECE;
use crate::reader::{Failed, Reader, Word};
use crate::{Design, Module};

/// How to read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Macros that are defined from the start, for `` `ifdef `` and its like.
    pub defines: Vec<String>,
}

/// Reads structural Verilog, without macros defined from the start: see [`read_with`].
pub fn read(text: &str) -> (Design<'_>, Diagnostics) {
    read_with(text, &Options::default())
}

/// Reads structural Verilog.
///
/// What is behavioural is an error, as is everything else that would change the netlist and is not understood; what
/// a netlist can do without (attributes, delays, `specify` blocks, parameters) is skipped. After an error reading
/// goes on with the next item, so the design is never more than partial.
///
/// Whether two instances of a module have the same name, and whether nets, ports and cells exist, is left to linking.
///
/// Of text that depends on `` `ifdef `` and its like only what counts is read, by the macros that the text or the options define. Macros are not expanded,
/// and no other file is included: both are errors.
///
/// A long text is read on rayon's current threads, with the same result.
pub fn read_with<'t>(text: &'t str, options: &Options) -> (Design<'t>, Diagnostics) {
    let mut reader = Reader::new(text);
    reader.defines.extend(options.defines.iter().cloned());
    if rayon::current_num_threads() == 1 { reader.design() } else { reader.in_pieces(PIECE).design() }
}

impl<'t> Reader<'t> {
    pub(crate) fn design(mut self) -> (Design<'t>, Diagnostics) {
        let mut design = Design::default();
        let mut names = FxHashSet::default();
        while let Some(module) = self.next_module() {
            if names.insert(module.name) {
                design.modules.push(module);
            } else {
                let span = module.offset..module.offset + module.name.len();
                self.diagnostics.error("VLOG-007", Some((self.text, span)), || {
                    format!("module '{}' is defined a second time; the first definition is used", module.name)
                });
            }
        }
        self.report_open_conditions();
        if names.is_empty() && self.diagnostics.is_empty() {
            self.diagnostics.warning("VLOG-008", None, || "there is no module in this file".to_string());
        }
        (design, self.diagnostics)
    }

    /// The next module of the file; goes past all that is not one.
    fn next_module(&mut self) -> Option<Module<'t>> {
        if let Some(module) = self.ready.pop_front() {
            return Some(module);
        }
        if let Some(open) = self.open.take() {
            self.module = open;
            self.index_left = self.index_limit;
            self.has_all_ports = true;
            self.items();
            return Some(self.end_module());
        }
        loop {
            let first = self.peek();
            if self.at >= self.stop {
                self.pass_pieces();
            }
            if self.at >= self.text.len() {
                return None;
            }
            let start = self.at;
            if first == b';' {
                self.at += 1;
                continue;
            }
            match self.peek_role() {
                Some(Role::Module) => {
                    self.plain();
                    if self.begin_module() {
                        self.items();
                        return Some(self.end_module());
                    }
                }
                Some(Role::Block("endprimitive")) => {
                    self.plain();
                    self.report_behaviour(start);
                    self.skip_block("endprimitive");
                }
                _ => {
                    self.fail("'module'");
                    self.skip_token();
                    self.skip_to_module();
                }
            }
        }
    }

    /// The header of a module, from after the word `module`. If it has no name it is skipped, and this is false.
    pub(crate) fn begin_module(&mut self) -> bool {
        let Ok(name) = self.name("the module's name") else {
            self.skip_block("endmodule");
            return false;
        };
        self.module = Module { name, offset: self.at - name.len(), ..Module::default() };
        self.index_left = self.index_limit;
        self.has_all_ports = self.header().is_ok();
        if !self.has_all_ports {
            self.recover();
        }
        true
    }

    /// The module whose items were read.
    pub(crate) fn end_module(&mut self) -> Module<'t> {
        self.join_sections();
        self.finish_module(self.has_all_ports);
        std::mem::take(&mut self.module)
    }

    /// Everything up to `endmodule`. Whether that was reached, or is known to be missing: a piece may end before it.
    pub(crate) fn items(&mut self) -> bool {
        loop {
            let first = self.peek();
            if self.piece_of.is_some() && !self.keep() {
                return false;
            }
            if self.at >= self.stop {
                match self.at_stop() {
                    None => continue,
                    Some(has_end) => return has_end,
                }
            }
            let start = self.at;
            if class::is(first, START) || first == b'\\' {
                match self.word() {
                    Ok(Some(Word { role: Some(Role::EndModule), .. })) => return true,
                    Ok(Some(Word { role: Some(Role::Module), .. })) => {
                        self.at = start;
                        return self.report_missing_end();
                    }
                    Ok(Some(word)) if self.item(word).is_ok() => {}
                    _ => {
                        self.recover();
                    }
                }
            } else if first == b';' {
                self.at += 1;
            } else {
                self.fail("an item of a module or 'endmodule'");
                self.skip_token();
                self.recover();
            }
        }
    }

    /// What to do where reading stops before an item: go on, or end, with or without the module's end.
    #[cold]
    fn at_stop(&mut self) -> Option<bool> {
        if self.piece_of.is_some() {
            return Some(false);
        }
        match self.take_piece() {
            Some(true) => Some(true),
            Some(false) => None,
            None => (self.at >= self.text.len()).then(|| self.report_missing_end()),
        }
    }

    /// An item, from after its first word.
    #[inline(always)]
    fn item(&mut self, word: Word<'t>) -> Result<(), Failed> {
        match word.role {
            None => self.instances(word.text),
            Some(Role::Direction(kind) | Role::Net(kind)) => self.declarations(kind),
            Some(role) => self.rare_item(word, role),
        }
    }

    fn rare_item(&mut self, word: Word<'t>, role: Role) -> Result<(), Failed> {
        match role {
            Role::Assign => return self.assigns(),
            Role::Parameter => {
                self.report_parameter(word.offset);
                // `parameter integer a = 1`
                if self.peek_role() == Some(Role::Statement) {
                    self.plain();
                }
                return self.skip_to_semicolon();
            }
            Role::Specify => self.skip_block("endspecify"),
            Role::Block(end) => {
                self.report_behaviour(word.offset);
                self.skip_block(end);
            }
            Role::Statement => {
                self.report_behaviour(word.offset);
                self.at = word.offset;
                self.skip_statement();
            }
            Role::Gate => {
                self.report_gate(word);
                return self.skip_to_semicolon();
            }
            _ => {
                self.at = word.offset;
                self.fail("an item of a module or 'endmodule'");
                self.skip_token();
            }
        }
        Ok(())
    }

    /// Reports the behavioural construct whose first word is at `offset`.
    pub(crate) fn report_behaviour(&mut self, offset: usize) {
        let end = class::run_end(self.bytes(), offset, class::INSIDE);
        let word = &self.text[offset..end];
        self.diagnostics.error("VLOG-009", Some((self.text, offset..end)), || {
            format!("'{word}' is behavioural Verilog: expected a netlist of instances and assignments")
        });
    }

    fn report_gate(&mut self, word: Word<'t>) {
        let span = word.offset..word.offset + word.text.len();
        self.diagnostics.error("VLOG-010", Some((self.text, span)), || {
            format!("the gate primitive '{}' is not supported: map the netlist to library cells", word.text)
        });
    }

    /// Warns of the parameter whose first word is at `offset`.
    pub(crate) fn report_parameter(&mut self, offset: usize) {
        let end = class::run_end(self.bytes(), offset, class::INSIDE).max(offset + 1);
        self.diagnostics.warning("VLOG-011", Some((self.text, offset..end)), || {
            "parameters are skipped: a netlist of instances should not depend on any".to_string()
        });
    }

    /// Reports that the module ends here without a word. In a piece it is left to who knows the module's name.
    fn report_missing_end(&mut self) -> bool {
        if self.piece_of.is_some() {
            return false;
        }
        let Module { name, offset, .. } = self.module;
        self.diagnostics.error("VLOG-012", Some((self.text, offset..offset + name.len())), || {
            format!("module '{name}' has no end: expected 'endmodule'")
        });
        true
    }
}
