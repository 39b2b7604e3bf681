//! Pin functions and conditions (`function`, `when`, `three_state`) as parsed expressions.

use std::fmt;

/// A boolean function of pins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    /// A constant, `0` or `1`.
    Constant(bool),
    /// A pin (or an internal state such as `IQ`) by name.
    Pin(Box<str>),
    /// `!a`, `a'`.
    Not(Box<Expr>),
    /// `a & b`, `a * b`, `a b`: of two sides or more, as are the next ones.
    And(Box<[Expr]>),
    /// `a | b`, `a + b`.
    Or(Box<[Expr]>),
    /// `a ^ b`.
    Xor(Box<[Expr]>),
}

/// In Liberty's words: `!A*(B+C)`.
impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Constant(value) => write!(f, "{}", u8::from(*value)),
            Self::Pin(name) => f.write_str(name),
            Self::Not(inner) => {
                f.write_str("!")?;
                let is_plain = matches!(**inner, Self::Constant(_) | Self::Pin(_) | Self::Not(_));
                inner.write(f, is_plain)
            }
            Self::And(sides) => self.write_sides(f, sides, '*'),
            Self::Or(sides) => self.write_sides(f, sides, '+'),
            Self::Xor(sides) => self.write_sides(f, sides, '^'),
        }
    }
}

impl Expr {
    /// The sides of an operator, in parentheses where they have another operator.
    fn write_sides(&self, f: &mut fmt::Formatter<'_>, sides: &[Self], operator: char) -> fmt::Result {
        let is_plain = |side: &Self| {
            let is_operand = matches!(side, Self::Constant(_) | Self::Pin(_) | Self::Not(_));
            is_operand || std::mem::discriminant(side) == std::mem::discriminant(self)
        };
        for (place, side) in sides.iter().enumerate() {
            if place > 0 {
                write!(f, "{operator}")?;
            }
            side.write(f, is_plain(side))?;
        }
        Ok(())
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, is_plain: bool) -> fmt::Result {
        if is_plain { write!(f, "{self}") } else { write!(f, "({self})") }
    }
}
