//! Expressions: operators by precedence, straight to code.

use std::ops::Range;

use super::Compiler;
use crate::code::Op;
use crate::exception::Exception;
use crate::expression::{BinaryOp, Lexeme, Lexer, UnaryOp, binary, finish, unary};
use crate::parse::parse_variable;

/// How deep expressions may nest.
const MOST_DEPTH: usize = 200;

/// The largest value that is computed once and for all, in bytes.
const MOST_FOLDED: usize = 1 << 12;

/// The precedence of `? :`, the lowest.
const CONDITIONAL: u8 = 1;

impl Compiler<'_> {
    /// The code of the expression in a part of the text: it leaves one value.
    pub(super) fn expression(&mut self, range: Range<usize>) -> Result<(), Exception> {
        let mark = self.mark();
        let mut lexer = Lexer::new(self.text, range);
        let compiled = self.whole(&mut lexer);
        match &compiled {
            Ok(()) => self.fold(mark.ops),
            Err(_) => self.rewind(&mark),
        }
        compiled
    }

    fn whole(&mut self, lexer: &mut Lexer<'_>) -> Result<(), Exception> {
        if lexer.peek()? == Lexeme::End {
            return Err(lexer.error("empty expression", false, &["EMPTY"]));
        }
        let computed = self.operators(lexer, CONDITIONAL, 0)?;
        match lexer.peek()? {
            Lexeme::End => {}
            Lexeme::Close => return Err(lexer.error("unbalanced close paren", false, &["UNBALANCED"])),
            other => return Err(lexer.unexpected(&other)),
        }
        if !computed {
            self.emit(Op::FinishExpression);
        }
        Ok(())
    }

    /// Computes an expression without variables, commands and functions once and for all, or emits the error that it gives.
    fn fold(&mut self, from: usize) {
        let mut stack = Vec::new();
        for &op in &self.ops[from..] {
            let folded = match op {
                Op::Push(literal) => Ok(self.literals[literal as usize].clone()),
                Op::Unary(operator) => match stack.pop() {
                    Some(operand) => unary(operator, &operand),
                    None => return,
                },
                Op::Binary(operator) => match (stack.pop(), stack.pop()) {
                    (Some(right), Some(left)) => binary(operator, &left, &right),
                    _ => return,
                },
                Op::FinishExpression => match stack.pop() {
                    Some(operand) => finish(operand),
                    None => return,
                },
                _ => return,
            };
            match folded {
                Ok(value) => stack.push(value),
                Err(error) => return self.fail_folded(from, error),
            }
        }
        if let [value] = stack.as_slice()
            && value.own_size() < MOST_FOLDED
        {
            self.ops.truncate(from);
            let literal = self.literals.len() as u32;
            self.literals.push(value.clone());
            self.emit(Op::Push(literal));
        }
    }

    /// The error of an expression that is the same each time.
    fn fail_folded(&mut self, from: usize, error: Exception) {
        self.ops.truncate(from);
        let literal = self.literals.len() as u32;
        self.literals.push(error.value.clone());
        self.literals.push(error.error_code());
        self.emit(Op::FailFolded(literal));
    }

    /// Operands joined by operators of at least this precedence. Says whether an operator or a function made the value, so that it
    /// is in its plain form.
    fn operators(&mut self, lexer: &mut Lexer<'_>, least: u8, depth: usize) -> Result<bool, Exception> {
        let mut computed = self.operand(lexer, depth)?;
        loop {
            let next = lexer.peek()?;
            match next {
                Lexeme::Binary(operator) if operator.precedence() >= least => {
                    lexer.take();
                    let right = operator.precedence() + u8::from(operator != BinaryOp::Power);
                    self.operators(lexer, right, depth + 1)?;
                    self.emit(Op::Binary(operator));
                }
                Lexeme::And if least <= 3 => self.shortcut(lexer, true, depth)?,
                Lexeme::Or if least <= 2 => self.shortcut(lexer, false, depth)?,
                Lexeme::Question if least <= CONDITIONAL => {
                    self.conditional(lexer, depth)?;
                    computed = false;
                    continue;
                }
                Lexeme::Operand | Lexeme::Open | Lexeme::Word | Lexeme::Not | Lexeme::BitNot => {
                    return Err(lexer.error("missing operator", true, &["MISSING"]));
                }
                _ => return Ok(computed),
            }
            computed = true;
        }
    }

    /// `&&` and `||`: the right side is not looked at where the left one decides.
    fn shortcut(&mut self, lexer: &mut Lexer<'_>, and: bool, depth: usize) -> Result<(), Exception> {
        lexer.take();
        let decided = self.emit(if and { Op::JumpUnless(0) } else { Op::JumpIf(0) });
        self.operators(lexer, if and { 4 } else { 3 }, depth + 1)?;
        self.emit(Op::Truth);
        let end = self.emit(Op::Jump(0));
        self.land(decided);
        self.push_text(if and { "0" } else { "1" });
        self.land(end);
        Ok(())
    }

    fn conditional(&mut self, lexer: &mut Lexer<'_>, depth: usize) -> Result<(), Exception> {
        lexer.take();
        let unless = self.emit(Op::JumpUnless(0));
        self.operators(lexer, CONDITIONAL, depth + 1)?;
        if lexer.peek()? != Lexeme::Colon {
            return Err(lexer.error("missing operator \":\"", true, &["MISSING"]));
        }
        lexer.take();
        let end = self.emit(Op::Jump(0));
        self.land(unless);
        self.operators(lexer, CONDITIONAL, depth + 1)?;
        self.land(end);
        Ok(())
    }

    fn operand(&mut self, lexer: &mut Lexer<'_>, depth: usize) -> Result<bool, Exception> {
        if depth > MOST_DEPTH {
            return Err(Exception::error("too many nested compilations (infinite loop?)"));
        }
        let unary = match lexer.peek()? {
            Lexeme::Binary(BinaryOp::Subtract) => UnaryOp::Negate,
            Lexeme::Binary(BinaryOp::Add) => UnaryOp::Plus,
            Lexeme::Not => UnaryOp::Not,
            Lexeme::BitNot => UnaryOp::BitNot,
            Lexeme::Open => return self.parenthesised(lexer, depth),
            Lexeme::Word => return self.word(lexer, depth),
            Lexeme::Operand => return self.plain_operand(lexer),
            other => return Err(lexer.missing_operand(&other)),
        };
        lexer.take();
        self.operand(lexer, depth + 1)?;
        self.emit(Op::Unary(unary));
        Ok(true)
    }

    fn parenthesised(&mut self, lexer: &mut Lexer<'_>, depth: usize) -> Result<bool, Exception> {
        lexer.take();
        match lexer.peek()? {
            Lexeme::Close => return Err(lexer.error("empty subexpression", true, &["EMPTY"])),
            Lexeme::End => return Err(lexer.error("unbalanced open paren", false, &["UNBALANCED"])),
            _ => {}
        }
        let computed = self.operators(lexer, CONDITIONAL, depth + 1)?;
        match lexer.peek()? {
            Lexeme::Close => {
                lexer.take();
                Ok(computed)
            }
            Lexeme::End => Err(lexer.error("unbalanced open paren", false, &["UNBALANCED"])),
            other => Err(lexer.unexpected(&other)),
        }
    }

    /// A function, a truth value, or a word that should not be there.
    fn word(&mut self, lexer: &mut Lexer<'_>, depth: usize) -> Result<bool, Exception> {
        let range = lexer.range();
        let name = &self.text[range];
        if !lexer.opens_call() {
            if crate::expression::is_constant(name) {
                lexer.take();
                self.push_text(name);
                return Ok(false);
            }
            return Err(lexer.bareword());
        }
        lexer.take();
        lexer.peek()?;
        lexer.take();
        self.push_text(&format!("tcl::mathfunc::{name}"));
        let mut words = 1;
        if lexer.peek()? != Lexeme::Close {
            loop {
                if matches!(lexer.peek()?, Lexeme::Comma | Lexeme::Close) {
                    let code = if words == 1 { "UNBALANCED" } else { "MISSING" };
                    return Err(lexer.error("missing function argument", true, &[code]));
                }
                if lexer.peek()? == Lexeme::End && words > 1 {
                    return Err(lexer.error("missing function argument", true, &["MISSING"]));
                }
                if lexer.peek()? == Lexeme::End {
                    return Err(lexer.error("unbalanced open paren", false, &["UNBALANCED"]));
                }
                self.operators(lexer, CONDITIONAL, depth + 1)?;
                words += 1;
                match lexer.peek()? {
                    Lexeme::Comma => lexer.take(),
                    Lexeme::Close => break,
                    Lexeme::End => return Err(lexer.error("unbalanced open paren", false, &["UNBALANCED"])),
                    other => return Err(lexer.unexpected(&other)),
                }
            }
        }
        lexer.take();
        let site = self.site();
        self.emit(Op::CallFunction { words, site });
        Ok(true)
    }

    /// A number, a variable, a script in brackets, or text in quotes or braces.
    fn plain_operand(&mut self, lexer: &mut Lexer<'_>) -> Result<bool, Exception> {
        let range = lexer.range();
        lexer.take();
        let source = &self.text[range.clone()];
        match source.as_bytes()[0] {
            b'$' => {
                let mut tokens = Vec::new();
                let _ = parse_variable(&self.text[..range.end], range.start, &mut tokens);
                self.parts(&tokens);
            }
            b'[' => self.script(range.start + 1..range.end - 1),
            b'"' => {
                self.quoted(range.start + 1..range.end - 1);
            }
            b'{' => {
                let inner = &source[1..source.len() - 1];
                if inner.contains("\\\n") {
                    let joined = crate::expression::without_continuations(inner);
                    self.push_text(&joined);
                } else {
                    self.push_text(inner);
                }
            }
            _ => self.push_text(source),
        }
        Ok(false)
    }
}
