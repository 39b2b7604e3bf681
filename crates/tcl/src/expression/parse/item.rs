//! What an expression is made of, in the order in which it is computed.

use std::ops::Range;

use crate::value::Value;

/// A step of an expression. Each works on a stack of values; places are counted in the list of items, and the place behind the last
/// item is the end.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Item {
    /// Puts a value on the stack: a number as it is spelled, a word that is a truth value, text in braces, or text in quotes in which
    /// nothing is substituted.
    Literal(Value),
    /// Puts text with substitutions on the stack: the range inside the quotes.
    Text(Range<usize>),
    /// Puts the value of a variable on the stack: its range begins with the dollar sign.
    Variable(Range<usize>),
    /// Puts the value of a script on the stack: its range includes the brackets.
    Command(Range<usize>),
    /// Replaces the topmost value.
    Unary(UnaryOp),
    /// Replaces the two topmost values, the right operand being on top.
    Binary(BinaryOp),
    /// `&&` behind its left operand: takes the topmost value away and goes on if it is true; if it is false, puts 0 in its place and goes on
    /// at the place given.
    And(usize),
    /// `||` behind its left operand: takes the topmost value away and goes on if it is false; if it is true, puts 1 in its place and goes on
    /// at the place given.
    Or(usize),
    /// Replaces the topmost value by its truth value, 1 or 0: the right operand of `&&` and `||`.
    Truth,
    /// Replaces the topmost value by 1 or 0, the opposite of its truth value: `!` in front of a condition. Unlike [`UnaryOp::Not`] it is
    /// wrong about a value as a condition is.
    NotTrue,
    /// `?` behind its condition: takes the topmost value away, and goes on at the place given if it is false.
    Unless(usize),
    /// Goes on at the place given: the first choice of `?` is done.
    Jump(usize),
    /// Replaces so many topmost values by what `tcl::mathfunc::NAME` makes of them, the last argument being on top.
    Call(String, usize),
}

/// An operator with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UnaryOp {
    Plus,
    Minus,
    /// `!`
    Not,
    /// `~`
    Complement,
}

impl UnaryOp {
    /// The operator as it is written.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Plus => "+",
            Self::Minus => "-",
            Self::Not => "!",
            Self::Complement => "~",
        }
    }
}

/// An operator with two operands, both of which are always computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BinaryOp {
    Power,
    Multiply,
    Divide,
    Remainder,
    Add,
    Subtract,
    ShiftLeft,
    ShiftRight,
    Less,
    Greater,
    LessOrEqual,
    GreaterOrEqual,
    Equal,
    NotEqual,
    /// `eq`
    SameText,
    /// `ne`
    OtherText,
    In,
    /// `ni`
    NotIn,
    BitAnd,
    BitXor,
    BitOr,
}

pub(super) const UNARY: u8 = 13;
pub(super) const AND: u8 = 2;
pub(super) const OR: u8 = 1;

impl BinaryOp {
    /// The operator as it is written.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Power => "**",
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::Remainder => "%",
            Self::Add => "+",
            Self::Subtract => "-",
            Self::ShiftLeft => "<<",
            Self::ShiftRight => ">>",
            Self::Less => "<",
            Self::Greater => ">",
            Self::LessOrEqual => "<=",
            Self::GreaterOrEqual => ">=",
            Self::Equal => "==",
            Self::NotEqual => "!=",
            Self::SameText => "eq",
            Self::OtherText => "ne",
            Self::In => "in",
            Self::NotIn => "ni",
            Self::BitAnd => "&",
            Self::BitXor => "^",
            Self::BitOr => "|",
        }
    }

    /// How tightly it binds. There is room for [`BinaryOp::Power`], which alone binds to the right, to be one higher.
    pub(super) fn precedence(self) -> u8 {
        match self {
            Self::Power => 11,
            Self::Multiply | Self::Divide | Self::Remainder => 10,
            Self::Add | Self::Subtract => 9,
            Self::ShiftLeft | Self::ShiftRight => 8,
            Self::Less | Self::Greater | Self::LessOrEqual | Self::GreaterOrEqual => 7,
            Self::Equal | Self::NotEqual | Self::SameText | Self::OtherText | Self::In | Self::NotIn => 6,
            Self::BitAnd => 5,
            Self::BitXor => 4,
            Self::BitOr => 3,
        }
    }
}
