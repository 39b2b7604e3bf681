//! Values of attributes that are no numbers.

use crate::scan::{Scanner, TextPiece};
use crate::statement::Statement;
use crate::{Direction, Expr, TimingSense, boolean};

impl<'t> Scanner<'t> {
    /// The name of a group that must have one. An error is reported.
    pub fn group_name(&mut self, group: &Statement<'t>) -> Option<TextPiece<'t>> {
        let name = group.argument.names().next();
        if name.is_none() {
            let kind = group.name.text;
            self.error("LIB-025", group.name.span(), || {
                format!("{kind} has no name: expected '{kind} (name)'")
            });
        }
        name
    }

    /// A boolean. A warning is reported for anything else.
    pub fn flag(&mut self, statement: &Statement<'t>) -> Option<bool> {
        let argument = statement.argument.first_argument();
        match argument.text {
            "true" | "TRUE" | "True" | "1" => Some(true),
            "false" | "FALSE" | "False" | "0" => Some(false),
            _ => {
                self.warning("LIB-013", statement.argument.span(), || {
                    format!("'{}' is '{}', expected 'true' or 'false'", statement.name.text, argument.text)
                });
                None
            }
        }
    }

    /// A boolean expression; `None` for an empty one, and after an error.
    pub fn expression(&mut self, statement: &Statement<'t>) -> Option<Expr> {
        let mut piece = statement.argument;
        // In the form `name("expression")` the quotes are still there.
        if piece.text.starts_with('"') {
            piece = piece.first_argument();
        }
        boolean::parse(piece.text).unwrap_or_else(|wrong| {
            let span = piece.at + wrong.at.start..piece.at + wrong.at.end;
            self.error("LIB-014", span, || {
                format!("'{}' is no boolean expression: expected {}", statement.name.text, wrong.expected)
            });
            None
        })
    }

    /// A text as it is written, without quotes. `None` if it is empty.
    pub fn string_value(&self, statement: &Statement<'t>) -> Option<Box<str>> {
        let text = statement.argument.text;
        let text = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text);
        (!text.is_empty()).then(|| text.into())
    }

    /// A pin's direction. An error is reported.
    pub fn direction(&mut self, statement: &Statement<'t>) -> Option<Direction> {
        let argument = statement.argument.first_argument();
        Some(match argument.text {
            "input" => Direction::Input,
            "output" => Direction::Output,
            "inout" => Direction::Inout,
            "internal" => Direction::Internal,
            _ => {
                self.error("LIB-015", statement.argument.span(), || {
                    format!(
                        "direction '{}', expected 'input', 'output', 'inout' or 'internal'",
                        argument.text
                    )
                });
                return None;
            }
        })
    }

    /// A timing sense. An error is reported.
    pub fn sense(&mut self, statement: &Statement<'t>) -> Option<TimingSense> {
        let argument = statement.argument.first_argument();
        Some(match argument.text {
            "positive_unate" => TimingSense::Positive,
            "negative_unate" => TimingSense::Negative,
            "non_unate" => TimingSense::NonUnate,
            _ => {
                self.error("LIB-016", statement.argument.span(), || {
                    let text = argument.text;
                    format!(
                        "timing sense '{text}', expected 'positive_unate', 'negative_unate' or 'non_unate'"
                    )
                });
                return None;
            }
        })
    }
}
