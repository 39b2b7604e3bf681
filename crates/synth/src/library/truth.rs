//! What a gate computes, as a truth table: bit `k` is its output where input `i` is bit `i` of `k`.

use zeroslack_liberty::Expr;

/// Most inputs of a gate.
pub(crate) const MOST_INPUTS: usize = 4;

/// The truth table of an expression over at most [`MOST_INPUTS`] inputs; none if it is of anything else.
pub(crate) fn of(expression: &Expr, inputs: &[&str]) -> Option<u16> {
    let mut truth = 0;
    for case in 0..1_u16 << inputs.len() {
        truth |= u16::from(evaluate(expression, inputs, case)?) << case;
    }
    Some(truth)
}

fn evaluate(expression: &Expr, inputs: &[&str], case: u16) -> Option<bool> {
    let of = |expression: &Expr| evaluate(expression, inputs, case);
    Some(match expression {
        Expr::Constant(value) => *value,
        Expr::Pin(name) => case >> inputs.iter().position(|input| **input == **name)? & 1 == 1,
        Expr::Not(inner) => !of(inner)?,
        Expr::And(sides) => sides.iter().try_fold(true, |all, side| Some(all & of(side)?))?,
        Expr::Or(sides) => sides.iter().try_fold(false, |any, side| Some(any | of(side)?))?,
        Expr::Xor(sides) => sides.iter().try_fold(false, |odd, side| Some(odd ^ of(side)?))?,
    })
}

/// The least of a truth table's forms under any order of its inputs: the same for gates that differ in that only.
pub(crate) fn canonical(truth: u16, inputs: usize) -> u16 {
    let orders = (0..1_usize << (2 * inputs)).map(|code| [0, 2, 4, 6].map(|at| code >> at & 3));
    let is_order = |order: &[usize; MOST_INPUTS]| (0..inputs).all(|input| order[..inputs].contains(&input));
    orders.filter(is_order).map(|order| reorder(truth, &order[..inputs])).min().unwrap_or(truth)
}

/// The truth table where input `i` is what was `order[i]`.
fn reorder(truth: u16, order: &[usize]) -> u16 {
    let mut reordered = 0;
    for case in 0..1_usize << order.len() {
        let old = order.iter().enumerate().fold(0, |old, (to, from)| old | (case >> to & 1) << from);
        reordered |= (truth >> old & 1) << case;
    }
    reordered
}

#[cfg(test)]
mod tests {
    use zeroslack_liberty::Expr;

    use super::{canonical, of};

    #[test]
    fn the_order_of_inputs_does_not_matter() {
        let pin = |name: &str| Expr::Pin(name.into());
        let and_or =
            |a: &str, b: &str, c: &str| Expr::Or(Box::new([pin(a), Expr::And(Box::new([pin(b), pin(c)]))]));
        let inputs = ["A", "B", "C"];
        let [one, other] =
            [and_or("A", "B", "C"), and_or("C", "A", "B")].map(|gate| of(&gate, &inputs).unwrap());
        assert_eq!((one, other), (0xea, 0xf8));
        assert_eq!(canonical(one, 3), canonical(other, 3));
        assert_ne!(canonical(one, 3), canonical(0x80, 3));
        assert_eq!(of(&pin("IQ"), &inputs), None);
    }
}
