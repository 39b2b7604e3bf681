//! Compiler directives: those without a meaning for a netlist are skipped.

use crate::class::{self, INSIDE};
use crate::reader::{Reader, shortened};

impl Reader<'_> {
    /// Goes past the directive whose backquote is here.
    pub(crate) fn skip_directive(&mut self) {
        let start = self.at;
        self.at = class::run_end(self.bytes(), start + 1, INSIDE);
        let name = &self.text[start + 1..self.at];
        let span = Some((self.text, start..self.at));
        match name {
            "celldefine"
            | "endcelldefine"
            | "resetall"
            | "nounconnected_drive"
            | "end_keywords"
            | "protect"
            | "endprotect"
            | "protected"
            | "endprotected"
            | "suppress_faults"
            | "nosuppress_faults"
            | "enable_portfaults"
            | "disable_portfaults"
            | "delay_mode_path"
            | "delay_mode_distributed"
            | "delay_mode_unit"
            | "delay_mode_zero" => {}
            "timescale"
            | "default_nettype"
            | "line"
            | "pragma"
            | "begin_keywords"
            | "unconnected_drive"
            | "uselib"
            | "default_decay_time"
            | "default_trireg_strength" => {
                self.skip_directive_line();
            }
            "ifdef" | "ifndef" | "elsif" | "else" | "endif" | "define" | "undef" => {
                self.conditional(start, name)
            }
            "include" => {
                self.diagnostics.error("VLOG-005", span, || {
                    "'`include' is not followed: give its file as a Verilog file of its own, and leave the directive out"
                        .to_string()
                });
                self.skip_directive_line();
            }
            _ => self.diagnostics.error("VLOG-006", span, || {
                format!("the macro '`{}' is not expanded: expected its text in its place", shortened(name))
            }),
        }
    }

    /// Goes to the end of the line, of several if they are joined by backslashes.
    pub(crate) fn skip_directive_line(&mut self) {
        while let Some(length) = memchr::memchr2(b'\n', b'/', &self.bytes()[self.at..]) {
            self.at += length;
            let before = self.text[..self.at].trim_end_matches('\r');
            match (self.byte(self.at), self.byte(self.at + 1)) {
                (b'/', b'*') => self.skip_block_comment(),
                (b'\n', _) if !before.ends_with('\\') => return,
                _ => self.at += 1,
            }
        }
        self.at = self.text.len();
    }
}
