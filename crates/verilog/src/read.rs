//! The file and the items of a module.

use rustc_hash::FxHashSet;
use zeroslack_input::Diagnostics;

use crate::class::{self, START};
use crate::keyword::Role;
use crate::reader::{Failed, Reader, Word};
use crate::{Design, Module};

/// Reads structural Verilog.
///
/// What is behavioural is an error, as is everything else that would change the netlist and is not understood; what
/// a netlist can do without (attributes, delays, `specify` blocks, parameters) is skipped. After an error reading
/// goes on with the next item, so the design is never more than partial.
///
/// Whether two instances of a module have the same name, and whether nets, ports and cells exist, is left to linking.
pub fn read(text: &str) -> (Design<'_>, Diagnostics) {
    Reader::new(text).design()
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
        if names.is_empty() && self.diagnostics.is_empty() {
            self.diagnostics.warning("VLOG-008", None, || "there is no module in this file".to_string());
        }
        (design, self.diagnostics)
    }

    /// The next module of the file; goes past all that is not one.
    fn next_module(&mut self) -> Option<Module<'t>> {
        loop {
            let first = self.peek();
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
                    if let Some(module) = self.module() {
                        return Some(module);
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

    /// A module, from after the word `module`.
    fn module(&mut self) -> Option<Module<'t>> {
        let Ok(name) = self.name("the module's name") else {
            self.skip_block("endmodule");
            return None;
        };
        self.module = Module { name, offset: self.at - name.len(), ..Module::default() };
        let has_all_ports = self.header().is_ok();
        if !has_all_ports {
            self.recover();
        }
        self.items();
        self.finish_module(has_all_ports);
        Some(std::mem::take(&mut self.module))
    }

    /// Everything up to `endmodule`.
    fn items(&mut self) {
        loop {
            let first = self.peek();
            if self.at >= self.text.len() {
                return self.report_missing_end();
            }
            let start = self.at;
            if class::is(first, START) || first == b'\\' {
                match self.word() {
                    Ok(Some(Word { role: Some(Role::EndModule), .. })) => return,
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

    fn report_missing_end(&mut self) {
        let Module { name, offset, .. } = self.module;
        self.diagnostics.error("VLOG-012", Some((self.text, offset..offset + name.len())), || {
            format!("module '{name}' has no end: expected 'endmodule'")
        });
    }
}
