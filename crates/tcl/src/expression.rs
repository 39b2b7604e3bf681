//! Expressions: their lexemes, the arithmetic of their operators, and their functions.

mod arithmetic;
mod compare;
mod functions;
mod lexer;
mod operators;
mod power;

pub(crate) use arithmetic::{binary, finish, truth, unary};
pub(crate) use functions::FUNCTIONS;
pub(crate) use lexer::{Lexeme, Lexer, is_constant, without_continuations};
pub(crate) use operators::OPERATORS;

/// An operator between two operands that are both computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BinaryOp {
    Power,
    Multiply,
    Divide,
    Modulo,
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
    TextEqual,
    TextNotEqual,
    In,
    NotIn,
    BitAnd,
    BitXor,
    BitOr,
}

impl BinaryOp {
    /// How tightly it binds; more is tighter.
    pub fn precedence(self) -> u8 {
        match self {
            Self::Power => 13,
            Self::Multiply | Self::Divide | Self::Modulo => 12,
            Self::Add | Self::Subtract => 11,
            Self::ShiftLeft | Self::ShiftRight => 10,
            Self::Less | Self::Greater | Self::LessOrEqual | Self::GreaterOrEqual => 9,
            Self::Equal | Self::NotEqual | Self::TextEqual | Self::TextNotEqual | Self::In | Self::NotIn => 8,
            Self::BitAnd => 7,
            Self::BitXor => 6,
            Self::BitOr => 5,
        }
    }

    /// As it is written.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Power => "**",
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::Modulo => "%",
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
            Self::TextEqual => "eq",
            Self::TextNotEqual => "ne",
            Self::In => "in",
            Self::NotIn => "ni",
            Self::BitAnd => "&",
            Self::BitXor => "^",
            Self::BitOr => "|",
        }
    }
}

/// An operator before an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UnaryOp {
    Negate,
    Plus,
    Not,
    BitNot,
}

impl UnaryOp {
    /// As it is written.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Negate => "-",
            Self::Plus => "+",
            Self::Not => "!",
            Self::BitNot => "~",
        }
    }
}
