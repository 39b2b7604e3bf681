//! Expressions as text.

use zeroslack_liberty::Expr;

/// An expression with every parenthesis.
pub fn expr(expr: &Expr) -> String {
    match expr {
        Expr::Constant(value) => u8::from(*value).to_string(),
        Expr::Pin(name) => name.to_string(),
        Expr::Not(inner) => format!("!{}", self::expr(inner)),
        Expr::And(both) => format!("({} & {})", self::expr(&both[0]), self::expr(&both[1])),
        Expr::Or(both) => format!("({} | {})", self::expr(&both[0]), self::expr(&both[1])),
        Expr::Xor(both) => format!("({} ^ {})", self::expr(&both[0]), self::expr(&both[1])),
    }
}
