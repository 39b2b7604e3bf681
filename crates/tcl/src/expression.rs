//! Expressions: what `expr`, `if`, `while` and `for` compute.
//!
//! [`parse_expression`] turns a text into a list of [`Item`]s, which a machine with a stack runs in order. [`binary`], [`unary`],
//! [`truth`] and [`finish`] are what the items compute; [`FUNCTIONS`] and [`OPERATORS`] are the commands of `::tcl::mathfunc` and
//! `::tcl::mathop`.

mod arithmetic;
mod functions;
mod operators;
mod parse;

pub(crate) use arithmetic::{binary, finish, looks_octal, truth, unary};
pub(crate) use functions::FUNCTIONS;
pub(crate) use operators::OPERATORS;
pub(crate) use parse::{
    BinaryOp, Constant, Expression, Item, Purpose, UnaryOp, parse_condition, parse_expression,
};

#[cfg(test)]
mod tests;
