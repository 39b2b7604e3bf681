//! `mode_definition` groups: what a cell does in modes of its own, each with its condition.

use crate::Expr;
use crate::scan::{Scanner, TextPiece};

/// The values of the modes of a cell that have a condition.
#[derive(Default)]
pub(crate) struct Modes<'t>(Vec<ModeValue<'t>>);

struct ModeValue<'t> {
    mode: &'t str,
    value: &'t str,
    when: Expr,
    /// About how many bytes a copy of that takes.
    size: usize,
}

impl<'t> Modes<'t> {
    /// Reads the group just opened, of the mode of this name.
    pub fn read(&mut self, scan: &mut Scanner<'t>, argument: TextPiece<'t>) {
        let mode = argument.first_argument().text;
        if !scan.enter() {
            return;
        }
        while let Some(statement) = scan.statement() {
            let value = statement.argument.first_argument().text;
            if statement.name.text != "mode_value" || !scan.enter() {
                continue;
            }
            while let Some(statement) = scan.statement() {
                if statement.name.text == "when" {
                    // Each letter may be an operand with its operator.
                    let size = 2 * size_of::<Expr>() * statement.argument.text.len();
                    let when = scan.expression(&statement);
                    self.0.extend(when.map(|when| ModeValue { mode, value, when, size }));
                }
            }
        }
    }

    /// The condition under which a mode has a value, if one is stated, and its size.
    pub fn condition(&self, (mode, value): (&str, &str)) -> Option<(&Expr, usize)> {
        let stated = self.0.iter().find(|stated| stated.mode == mode && stated.value == value);
        stated.map(|stated| (&stated.when, stated.size))
    }
}
