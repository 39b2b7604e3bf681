//! `type` groups: the bits of a bus.

use crate::names::{MAX_WIDTH, width};
use crate::number::number;
use crate::scan::{Scanner, TextPiece};
use crate::statement::Statement;

/// The first and the last bit of a bus, from the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BusType {
    pub from: i32,
    pub to: i32,
}

impl BusType {
    /// Reads the group just opened, called `name`. An error is reported.
    pub fn read<'t>(scan: &mut Scanner<'t>, name: TextPiece<'t>) -> Option<Self> {
        let (mut bit_width, mut from, mut to, mut downto) = (None, None, None, None);
        if scan.enter() {
            while let Some(statement) = scan.statement() {
                match statement.name.text {
                    "bit_width" => bit_width = integer(&statement),
                    "bit_from" => from = integer(&statement),
                    "bit_to" => to = integer(&statement),
                    "downto" => downto = scan.flag(&statement),
                    _ => {}
                }
            }
        }
        let range = range(bit_width, from, to, downto);
        if range.is_none() {
            scan.error("LIB-012", name.span(), || {
                format!(
                    "type '{}' has no bits: expected 'bit_from' and 'bit_to', at most {MAX_WIDTH} bits",
                    name.text
                )
            });
        }
        range.map(|(from, to)| Self { from, to })
    }
}

fn integer(statement: &Statement<'_>) -> Option<i32> {
    let value = number(statement.argument.first_argument().text)?;
    (value.fract() == 0.0 && value.abs() <= f64::from(i32::MAX)).then_some(value as i32)
}

/// From the first to the last bit. One of the ends may follow from the width.
fn range(
    bit_width: Option<i32>,
    from: Option<i32>,
    to: Option<i32>,
    downto: Option<bool>,
) -> Option<(i32, i32)> {
    let last = bit_width.map(|width| width - 1).filter(|last| *last >= 0);
    let step = if downto == Some(true) { -1 } else { 1 };
    let (from, to) = match (from, to, last) {
        (Some(from), Some(to), _) => (from, to),
        (Some(from), None, Some(last)) => (from, from.checked_add(step * last)?),
        (None, Some(to), Some(last)) => (to.checked_sub(step * last)?, to),
        (None, None, Some(last)) => {
            if downto == Some(true) {
                (last, 0)
            } else {
                (0, last)
            }
        }
        _ => return None,
    };
    width(from, to).map(|_| (from, to))
}
