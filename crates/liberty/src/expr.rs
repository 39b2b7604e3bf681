//! Pin functions and conditions (`function`, `when`, `three_state`) as parsed expressions.

/// A boolean function of pins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    /// A constant, `0` or `1`.
    Constant(bool),
    /// A pin (or an internal state such as `IQ`) by name.
    Pin(Box<str>),
    /// `!a`, `a'`.
    Not(Box<Expr>),
    /// `a & b`, `a * b`, `a b`.
    And(Box<[Expr; 2]>),
    /// `a | b`, `a + b`.
    Or(Box<[Expr; 2]>),
    /// `a ^ b`.
    Xor(Box<[Expr; 2]>),
}
