//! Expressions: their items are steps of a machine with a stack, as operations of code are.

use std::ops::Range;

use super::Compiler;
use crate::code::Op;
use crate::exception::{Exception, Outcome};
use crate::expression::{
    Constant, Expression, Item, Purpose, binary, finish, parse_condition, parse_expression, truth, unary,
};
use crate::parse::parse_variable;
use crate::value::Value;

/// The largest value that is computed once and for all, in bytes.
const MOST_FOLDED: usize = 1 << 12;

impl Compiler<'_> {
    /// The code of the expression in a part of the text: it leaves its value.
    pub(super) fn expression(&mut self, range: Range<usize>, purpose: Purpose) -> Result<(), Exception> {
        let expression = parse_expression(&self.text[range.clone()], purpose)?;
        self.items(&expression, range.start);
        if expression.finishes {
            self.emit(Op::FinishExpression);
        }
        Ok(())
    }

    /// The code of a condition in a part of the text: it leaves something for a jump to look at.
    pub(super) fn condition(&mut self, range: Range<usize>) -> Result<(), Exception> {
        let mut expression = parse_condition(&self.text[range.clone()])?;
        let items = &mut expression.items;
        if let [.., _, Item::Truth] = items.as_slice()
            && !items.iter().any(|item| jump_target(item) == Some(items.len()))
        {
            // The jump looks at the truth of the value itself.
            items.pop();
        }
        self.items(&expression, range.start);
        Ok(())
    }

    fn push_value(&mut self, value: Value) {
        let literal = self.literals.len() as u32;
        self.literals.push(value);
        self.emit(Op::Push(literal));
    }

    /// The error of an expression that is the same each time.
    fn fail_folded(&mut self, error: &Exception) {
        let literal = self.literals.len() as u32;
        self.literals.push(error.value.clone());
        self.literals.push(error.error_code());
        self.emit(Op::FailFolded(literal));
    }

    /// The operations of an expression whose ranges count from a place in the text.
    fn items(&mut self, expression: &Expression, start: usize) {
        let items = &expression.items;
        let mut constants = expression.constants.iter().peekable();
        let mut starts = Vec::with_capacity(items.len() + 1);
        let mut jumps = Vec::new();
        while let Some(item) = items.get(starts.len()) {
            let at = starts.len();
            starts.push(self.here());
            if let Some(constant) = constants.next_if(|constant| constant.range.start == at)
                && self.constant(items, constant)
            {
                // Nothing outside leads into a constant.
                starts.resize(constant.range.end, self.here());
            } else if let Some(target) = jump_target(item) {
                let jump = self.shortcut(item);
                jumps.push((jump, target));
            } else {
                self.item(item, start);
            }
        }
        starts.push(self.here());
        for (jump, target) in jumps {
            let to = starts[target];
            match &mut self.ops[jump] {
                Op::And(at) | Op::Or(at) | Op::Jump(at) | Op::JumpUnless(at) => *at = to,
                other => unreachable!("{other:?} does not leave out operands"),
            }
        }
    }

    /// The value or the error of a constant; `false` if it is too large to be kept.
    fn constant(&mut self, items: &[Item], constant: &Constant) -> bool {
        let Some(value) = fold(items, &constant.range) else { return false };
        self.push_constant(if constant.finishes { value.and_then(finish) } else { value })
    }

    /// The code of a value or of an error that is the same each time; `false` if it is too large to be kept.
    pub(super) fn push_constant(&mut self, outcome: Outcome) -> bool {
        match outcome {
            Ok(value) if value.own_size() < MOST_FOLDED => self.push_value(value),
            Err(error) if error.stopped().is_none() => self.fail_folded(&error),
            _ => return false,
        }
        true
    }

    /// A step that may leave out what follows; where it leads is filled in later.
    fn shortcut(&mut self, item: &Item) -> usize {
        match item {
            Item::And(_) => self.emit(Op::And(0)),
            Item::Or(_) => self.emit(Op::Or(0)),
            Item::Unless(_) => self.emit(Op::JumpUnless(0)),
            _ => self.emit(Op::Jump(0)),
        }
    }

    fn item(&mut self, item: &Item, start: usize) {
        let moved = |range: &Range<usize>| range.start + start..range.end + start;
        match item {
            Item::Literal(value) => match value.number() {
                Some(_) => self.push_value(value.clone()),
                None => self.push_text(&value.text()),
            },
            Item::Text(range) => self.quoted(moved(range)),
            Item::Variable(range) => {
                let range = moved(range);
                let mut tokens = Vec::new();
                // It was read once already, so it is a variable.
                let _ = parse_variable(&self.text[..range.end], range.start, &mut tokens);
                self.parts(&tokens);
            }
            Item::Command(range) => {
                let range = moved(range);
                self.script(range.start + 1..range.end - 1);
            }
            Item::Unary(operator) => {
                self.emit(Op::Unary(*operator));
            }
            Item::Binary(operator) => {
                self.emit(Op::Binary(*operator));
            }
            Item::Truth => {
                self.emit(Op::Truth);
            }
            Item::NotTrue => {
                self.emit(Op::NotTrue);
            }
            Item::Call(name, count) => {
                let site = self.site();
                // The name goes below the arguments, which are on the stack already.
                let name = self.literal(&format!("tcl::mathfunc::{name}"));
                self.emit(Op::CallFunction { name, arguments: *count as u32, site });
            }
            Item::And(_) | Item::Or(_) | Item::Unless(_) | Item::Jump(_) => {
                unreachable!("these are shortcuts")
            }
        }
    }
}

fn jump_target(item: &Item) -> Option<usize> {
    match item {
        Item::And(to) | Item::Or(to) | Item::Unless(to) | Item::Jump(to) => Some(*to),
        _ => None,
    }
}

/// What items that are literals and operators only give; `None` if there is more in them.
fn fold(items: &[Item], range: &Range<usize>) -> Option<Outcome> {
    let mut stack: Vec<Value> = Vec::new();
    let mut at = range.start;
    while at < range.end {
        let step = match &items[at] {
            Item::Literal(value) => Ok(value.clone()),
            Item::Unary(operator) => unary(*operator, &stack.pop()?),
            Item::Binary(operator) => {
                let right = stack.pop()?;
                binary(*operator, &stack.pop()?, &right)
            }
            Item::Truth => truth(&stack.pop()?).map(Value::from_bool),
            Item::NotTrue => truth(&stack.pop()?).map(|truth| Value::from_bool(!truth)),
            Item::Jump(to) => {
                at = *to;
                continue;
            }
            Item::And(to) | Item::Or(to) | Item::Unless(to) => match truth(&stack.pop()?) {
                Err(error) => Err(error),
                Ok(decided) => {
                    let leaves_out = decided == matches!(items[at], Item::Or(_));
                    if leaves_out && !matches!(items[at], Item::Unless(_)) {
                        stack.push(Value::from_bool(decided));
                    }
                    at = if leaves_out { *to } else { at + 1 };
                    continue;
                }
            },
            _ => return None,
        };
        match step {
            Ok(value) => stack.push(value),
            Err(error) => return Some(Err(error)),
        }
        at += 1;
    }
    stack.pop().map(Ok)
}
