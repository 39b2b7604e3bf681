//! Reads boolean expressions. NOT binds tightest, then XOR, AND, OR; a blank between operands is AND.

use std::collections::VecDeque;
use std::ops::Range;

use crate::Expr;

/// How high an expression's tree may be. A chain of one operator is one level.
const MAX_HEIGHT: usize = 1000;

/// What is wrong with an expression, and where in it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Wrong {
    pub at: Range<usize>,
    pub expected: &'static str,
}

/// Operators on the stack, by rising precedence.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Operator {
    Parenthesis,
    Or,
    And,
    Xor,
    Not,
}

/// An operand, as far as it was read.
struct Operand {
    form: Form,
    /// How high its tree is.
    height: usize,
}

enum Form {
    One(Expr),
    /// The sides of an operator, to which others can be added.
    Chain(Operator, VecDeque<Expr>),
}

/// Operands and operators that wait for what follows them: no recursion, whatever the nesting.
#[derive(Default)]
struct Stacks {
    operands: Vec<Operand>,
    /// Each with the place it was read at.
    operators: Vec<(Operator, usize)>,
    /// What was read last ends an operand.
    after_operand: bool,
}

/// Reads an expression; an empty one is `None`.
pub(crate) fn parse(text: &str) -> Result<Option<Expr>, Wrong> {
    let bytes = text.as_bytes();
    let mut stacks = Stacks::default();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let start = at;
        at += 1;
        match byte {
            b'\\' if bytes.get(at) != Some(&b'"') => {}
            byte if byte.is_ascii_whitespace() => {}
            b'^' => stacks.infix(Operator::Xor, start)?,
            b'&' | b'*' | b'|' | b'+' => {
                let is_and = matches!(byte, b'&' | b'*');
                stacks.infix(if is_and { Operator::And } else { Operator::Or }, start)?;
                // `&&` and `||` are one operator each, as in SDF.
                at += usize::from(bytes.get(at) == Some(byte));
            }
            b'\'' => stacks.postfix_not(start)?,
            b')' => stacks.close(start)?,
            b'!' => stacks.prefix(Operator::Not, start)?,
            b'(' => stacks.prefix(Operator::Parenthesis, start)?,
            _ => {
                let (expr, end) = operand(text, start)?;
                stacks.operand(expr, start)?;
                at = end;
            }
        }
    }
    if text.trim().is_empty() { Ok(None) } else { stacks.finish(text.trim_end().len()).map(Some) }
}

impl Stacks {
    fn operand(&mut self, expr: Expr, at: usize) -> Result<(), Wrong> {
        self.juxtapose(at)?;
        self.operands.push(Operand { form: Form::One(expr), height: 1 });
        self.after_operand = true;
        Ok(())
    }

    fn prefix(&mut self, operator: Operator, at: usize) -> Result<(), Wrong> {
        self.juxtapose(at)?;
        self.operators.push((operator, at));
        Ok(())
    }

    fn infix(&mut self, operator: Operator, at: usize) -> Result<(), Wrong> {
        self.need_operand(at)?;
        self.reduce(operator)?;
        self.operators.push((operator, at));
        self.after_operand = false;
        Ok(())
    }

    fn postfix_not(&mut self, at: usize) -> Result<(), Wrong> {
        self.need_operand(at)?;
        self.apply(Operator::Not, at)
    }

    fn close(&mut self, at: usize) -> Result<(), Wrong> {
        self.need_operand(at)?;
        self.reduce(Operator::Or)?;
        match self.operators.pop() {
            Some(_) => Ok(()),
            None => Err(Wrong { at: at..at + 1, expected: "a '(' for this ')'" }),
        }
    }

    fn finish(mut self, end: usize) -> Result<Expr, Wrong> {
        let missing = Wrong { at: end..end, expected: "an operand" };
        if !self.after_operand {
            return Err(missing);
        }
        self.reduce(Operator::Or)?;
        match self.operators.pop() {
            Some((_, at)) => Err(Wrong { at: at..at + 1, expected: "a ')' for this '('" }),
            None => self.operands.pop().map(Operand::finish).ok_or(missing),
        }
    }

    /// Two operands side by side are an AND.
    fn juxtapose(&mut self, at: usize) -> Result<(), Wrong> {
        if self.after_operand { self.infix(Operator::And, at) } else { Ok(()) }
    }

    fn need_operand(&self, at: usize) -> Result<(), Wrong> {
        if self.after_operand { Ok(()) } else { Err(Wrong { at: at..at + 1, expected: "an operand" }) }
    }

    /// Applies every operator that binds at least as tightly as `least`.
    fn reduce(&mut self, least: Operator) -> Result<(), Wrong> {
        while let Some((operator, at)) = self.operators.pop_if(|(operator, _)| *operator >= least) {
            self.apply(operator, at)?;
        }
        Ok(())
    }

    fn apply(&mut self, operator: Operator, at: usize) -> Result<(), Wrong> {
        let missing = || Wrong { at: at..at + 1, expected: "an operand" };
        let last = self.operands.pop().ok_or_else(missing)?;
        let operand = if operator == Operator::Not {
            let height = last.height + 1;
            Operand { form: Form::One(Expr::Not(Box::new(last.finish()))), height }
        } else {
            self.operands.pop().ok_or_else(missing)?.join(operator, last)
        };
        if operand.height > MAX_HEIGHT {
            return Err(Wrong { at: at..at + 1, expected: "at most 1000 levels" });
        }
        self.operands.push(operand);
        Ok(())
    }
}

impl Operand {
    fn finish(self) -> Expr {
        match self.form {
            Form::One(expr) => expr,
            Form::Chain(operator, sides) => {
                let sides = Vec::from(sides).into_boxed_slice();
                match operator {
                    Operator::Xor => Expr::Xor(sides),
                    Operator::And => Expr::And(sides),
                    _ => Expr::Or(sides),
                }
            }
        }
    }

    /// It and another one with an operator between them: one chain with what they are chains of, if that is the same operator.
    fn join(self, operator: Operator, other: Self) -> Self {
        let (mut sides, height) = self.sides_of(operator);
        let (mut others, other_height) = other.sides_of(operator);
        // The fewer go to the more, so that long chains take no time in the square, whichever way they nest.
        let all = if sides.len() >= others.len() {
            sides.append(&mut others);
            sides
        } else {
            sides.into_iter().rev().for_each(|side| others.push_front(side));
            others
        };
        Self { form: Form::Chain(operator, all), height: height.max(other_height) + 1 }
    }

    /// The sides that it adds to a chain of `operator`, and the height of the highest of them.
    fn sides_of(self, operator: Operator) -> (VecDeque<Expr>, usize) {
        match self.form {
            Form::Chain(own, sides) if own == operator => (sides, self.height - 1),
            _ => {
                let height = self.height;
                (VecDeque::from([self.finish()]), height)
            }
        }
    }
}

/// The name or constant at `start`, and where it ends.
fn operand(text: &str, start: usize) -> Result<(Expr, usize), Wrong> {
    let rest = &text[start..];
    for quote in ["\\\"", "\""] {
        if let Some(quoted) = rest.strip_prefix(quote) {
            let length = quoted.find(quote).filter(|length| *length > 0);
            let length =
                length.ok_or(Wrong { at: start..start + quote.len(), expected: "a name in quotes" })?;
            return Ok((Expr::Pin(quoted[..length].into()), start + length + 2 * quote.len()));
        }
    }
    let length = rest.bytes().position(|byte| !is_name(byte)).unwrap_or(rest.len());
    let operand = match &rest[..length] {
        "" => {
            return Err(Wrong { at: start..start + 1, expected: "a pin, an operator or a parenthesis" });
        }
        "0" => Expr::Constant(false),
        "1" => Expr::Constant(true),
        name => Expr::Pin(name.into()),
    };
    Ok((operand, start + length))
}

/// Names may hold anything that is no operator, blank or quote.
fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || !byte.is_ascii()
        || matches!(byte, b'_' | b'$' | b'.' | b'[' | b']' | b'<' | b'>' | b':')
}
