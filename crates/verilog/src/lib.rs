//! Structural Verilog: text in, a [`Design`] and diagnostics out; and back out with [`write()`].
//!
//! Names are borrowed from the text. An escaped name is given without its backslash and blank, so
//! `\a[0] ` is the scalar net `a[0]` and `a[0]` is bit 0 of the bus `a`.

mod assign;
mod blank;
mod class;
mod condition;
mod constant;
mod declare;
mod design;
mod directive;
mod expr;
mod header;
mod instance;
mod keyword;
mod merge;
mod pieces;
mod read;
mod reader;
mod skip;
#[cfg(test)]
mod tests;
mod write;

pub use design::{
    Assign, Connection, Declaration, Design, Expr, ExprId, Instance, Kind, Module, PortBinding, Range,
};
pub use read::{Options, read, read_with};
pub use write::write;
