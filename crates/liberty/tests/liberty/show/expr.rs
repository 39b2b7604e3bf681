//! Expressions as text.

use zeroslack_liberty::Expr;

/// An expression with every parenthesis.
pub fn expr(expr: &Expr) -> String {
    match expr {
        Expr::Constant(value) => u8::from(*value).to_string(),
        Expr::Pin(name) => name.to_string(),
        Expr::Not(inner) => format!("!{}", self::expr(inner)),
        Expr::And(sides) => joined(sides, " & "),
        Expr::Or(sides) => joined(sides, " | "),
        Expr::Xor(sides) => joined(sides, " ^ "),
    }
}

fn joined(sides: &[Expr], operator: &str) -> String {
    format!("({})", sides.iter().map(expr).collect::<Vec<_>>().join(operator))
}
