//! What is wrong with a module's expressions and connections. It is noted by the threads that find it, and said in the order of the module.

use zeroslack_input::Severity;
use zeroslack_verilog::{Connection, Instance, Range};

use crate::body::Body;

/// Buses and expressions wider than this are refused: they are typing errors, and would not fit in memory.
pub(crate) const WIDEST: u64 = 1 << 24;

/// What is wrong with an expression.
#[derive(Debug)]
pub(crate) enum BadExpr<'t> {
    /// A select of a name that is not a bus.
    NotABus(&'t str),
    /// A select outside of the bus.
    OutOfRange(&'t str, i32),
    /// A part of a bus with its bounds the other way around than the bus has them.
    Reversed(&'t str, Range),
    /// What makes a bus too wide.
    TooWide(&'t str),
    /// More than what all expressions together may come to.
    TooMuch,
}

impl<'t> BadExpr<'t> {
    /// The name that is wrong, where it is written.
    fn net(&self) -> Option<&'t str> {
        match self {
            Self::NotABus(net) | Self::OutOfRange(net, _) | Self::Reversed(net, _) | Self::TooWide(net) => {
                Some(net)
            }
            Self::TooMuch => None,
        }
    }
}

/// What is wrong with an assignment or a connection.
#[derive(Debug)]
pub(crate) enum Problem<'s, 't> {
    /// The expression at an offset of the file, of something with a name.
    Expr(usize, &'t str, BadExpr<'t>),
    /// The assignment at an offset has so many bits left and right.
    Sides(usize, [usize; 2]),
    /// The cell has no pin for the connection at a place.
    NoPin(&'s Instance<'t>, &'s Connection<'t>, usize),
    /// The port has so many bits, and so many are connected to it.
    Width(&'s Instance<'t>, &'s Connection<'t>, usize, [usize; 2]),
}

impl<'t> Body<'_, 't> {
    /// Says what is wrong.
    pub(crate) fn say(&mut self, problem: &Problem<'_, 't>) {
        match *problem {
            Problem::Expr(offset, name, ref problem) => self.bad_expr(offset, name, problem),
            Problem::Sides(offset, [left, right]) => {
                self.report(Severity::Warning, "NET-012", (offset, "="), || {
                    format!("the left side has {}, the right side {}", bits(left), bits(right))
                });
            }
            Problem::NoPin(instance, connection, place) => {
                self.report(
                    Severity::Error,
                    "NET-020",
                    (instance.offset, instance.name),
                    || match connection.port {
                        Some(port) => format!("'{}' has no pin '{port}'", instance.cell),
                        None => format!("'{}' has fewer than {} pins", instance.cell, place + 1),
                    },
                );
            }
            Problem::Width(instance, connection, place, [has, given]) => {
                self.report(Severity::Warning, "NET-019", (instance.offset, instance.name), || {
                    let port = connection.port.map_or((place + 1).to_string(), str::to_string);
                    format!(
                        "port '{port}' of '{}' has {} but is connected to {}",
                        instance.cell,
                        bits(has),
                        bits(given)
                    )
                });
            }
        }
    }

    pub(crate) fn bad_expr(&mut self, offset: usize, name: &str, problem: &BadExpr<'t>) {
        let (id, message) = match problem {
            BadExpr::NotABus(net) => {
                ("NET-009", format!("'{net}' is selected from but is not declared as a bus"))
            }
            BadExpr::OutOfRange(net, index) => ("NET-010", format!("bit {index} is outside of bus '{net}'")),
            BadExpr::Reversed(net, Range { msb, lsb }) => (
                "NET-032",
                format!(
                    "'{net}[{msb}:{lsb}]' runs against the declaration of '{net}': expected '{net}[{lsb}:{msb}]'"
                ),
            ),
            BadExpr::TooWide(net) => ("NET-011", format!("'{net}' makes a bus of more than {WIDEST} bits")),
            // Said once for all.
            BadExpr::TooMuch => return,
        };
        let place = problem.net().and_then(|net| Some((self.offset_of(net)?, net))).unwrap_or((offset, name));
        self.report(Severity::Error, id, place, || message);
    }

    /// Where a name is in the text, if it is a part of it.
    fn offset_of(&self, name: &str) -> Option<usize> {
        let text = self.source.text;
        let offset = (name.as_ptr() as usize).checked_sub(text.as_ptr() as usize)?;
        (offset + name.len() <= text.len()).then_some(offset)
    }

    /// Reports about a name at an offset of the module's file.
    pub(crate) fn report(
        &mut self,
        severity: Severity,
        id: &'static str,
        (offset, name): (usize, &str),
        message: impl FnOnce() -> String,
    ) {
        let span = Some((self.source.text, offset..offset + name.len()));
        match severity {
            Severity::Error => self.said.error(id, span, message),
            Severity::Warning => self.said.warning(id, span, message),
        }
    }
}

/// `1 bit`, `2 bits`.
fn bits(count: usize) -> String {
    if count == 1 { "1 bit".to_string() } else { format!("{count} bits") }
}
