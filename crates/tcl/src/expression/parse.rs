//! From the text of an expression to the items that compute it.
//!
//! The items are in the order in which a machine with a stack needs them, so that neither reading nor running an expression ever
//! recurses, however deep its parentheses are.

mod error;
mod item;
mod lexer;
mod number;
mod operand;

use std::ops::Range;

use crate::exception::Exception;
use error::SyntaxError;
pub(crate) use item::{BinaryOp, Item, UnaryOp};
use lexer::{Kind, Lexeme, Lexer};

/// An expression that was read.
///
/// Running the items in order on an empty stack of values leaves one value.
pub(crate) struct Expression {
    pub(crate) items: Vec<Item>,
    /// The parts without variables, commands and functions, in order. Only expressions that are read for code have such.
    pub(crate) constants: Vec<Constant>,
    /// Whether the value is to be spelled as a number if it is one ([`finish`](super::finish)).
    pub(crate) finishes: bool,
}

/// A part of an expression that has the same value, or is the same error, each time.
pub(crate) struct Constant {
    /// Its items.
    pub(crate) range: Range<usize>,
    /// Whether its value is to be spelled as a number if it is one.
    pub(crate) finishes: bool,
}

/// What becomes of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// It is a word of a command as it stands, and part of the code of a script.
    Code,
    /// Its text is known only when the command runs.
    Once,
}

/// Reads an expression.
pub(crate) fn parse_expression(text: &str, purpose: Purpose) -> Result<Expression, Exception> {
    let parser = Parser::new(text, purpose);
    parser.run().map_err(|error| error.into_exception(text))
}

/// Reads an expression that is a condition and part of code: running the items leaves 1 or 0.
pub(crate) fn parse_condition(text: &str) -> Result<Expression, Exception> {
    let mut parser = Parser::new(text, Purpose::Code);
    parser.is_condition = true;
    let mut expression = parser.run().map_err(|error| error.into_exception(text))?;
    expression.items.push(Item::Truth);
    Ok(expression)
}

/// An operand whose items are all there.
#[derive(Clone, Debug, Default)]
struct Operand {
    range: Range<usize>,
    /// Nothing in it is a variable, a command or a function.
    constant: bool,
    /// It is one literal, without parentheses.
    literal: bool,
    /// It is `?` and `:`, without parentheses.
    choice: bool,
    /// What it says about the spelling of the value of an expression that is part of code. Operators say no, because their values are
    /// numbers; so do constants. Functions say yes. Variables, literals and commands say what was said before them.
    in_code: Option<bool>,
    /// The same where constants are not computed ahead of time.
    once: Option<bool>,
}

/// An operator or a parenthesis that waits for its last operand.
enum Open {
    Parenthesis,
    /// A function, and how many arguments end before a comma.
    Function(String, usize),
    Unary(UnaryOp),
    Binary(BinaryOp),
    /// `&&`: the place of its item.
    And(usize),
    /// `||`: the place of its item.
    Or(usize),
    /// `?` that waits for its `:`: the place of the item that leaves out the first choice.
    Question(usize),
    /// `?` and `:`: the place of the item that leaves out the second choice.
    Conditional(usize),
    /// `:` without `?`, which is an error that other errors go before.
    Colon,
}

impl Open {
    /// How tightly an operator binds; 0 where only the end of an operand ends it.
    fn precedence(&self) -> u8 {
        match self {
            Self::Unary(_) => item::UNARY,
            Self::Binary(operator) => operator.precedence(),
            Self::And(_) => item::AND,
            Self::Or(_) => item::OR,
            _ => 0,
        }
    }
}

/// What is expected next.
enum Next {
    Operand,
    Operator,
    Nothing,
}

struct Parser<'a> {
    text: &'a str,
    lexer: Lexer<'a>,
    purpose: Purpose,
    is_condition: bool,
    items: Vec<Item>,
    open: Vec<Open>,
    operands: Vec<Operand>,
    constants: Vec<Constant>,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str, purpose: Purpose) -> Self {
        Self {
            text,
            lexer: Lexer::new(text),
            purpose,
            is_condition: false,
            items: Vec::new(),
            open: Vec::new(),
            operands: Vec::new(),
            constants: Vec::new(),
        }
    }

    fn run(mut self) -> Result<Expression, SyntaxError> {
        let mut next = Next::Operand;
        loop {
            next = match next {
                Next::Operand => {
                    let lexeme = self.lexer.next()?;
                    self.operand(&lexeme)?
                }
                Next::Operator => {
                    let lexeme = self.lexer.next()?;
                    self.operator(&lexeme)?
                }
                Next::Nothing => return Ok(self.finish()),
            };
        }
    }

    fn finish(mut self) -> Expression {
        if self.is_condition {
            self.mark_condition();
        }
        let whole = self.operands.pop().unwrap_or_default();
        self.keep_constant(&whole);
        self.constants.sort_by_key(|constant| constant.range.start);
        let says = if self.purpose == Purpose::Code { whole.in_code } else { whole.once };
        Expression { items: self.items, constants: self.constants, finishes: says.unwrap_or(true) }
    }

    /// The last operand is a condition, unless it is one branch of a choice.
    fn mark_condition(&mut self) {
        let end = self.items.len();
        let constant = self.operands.last().is_some_and(|operand| operand.constant);
        let is_target = |item: &Item| matches!(item, Item::Jump(to) if *to == end);
        if self.purpose == Purpose::Once || constant || self.items.iter().any(is_target) {
            return;
        }
        if let Some(last @ Item::Unary(UnaryOp::Not)) = self.items.last_mut() {
            *last = Item::NotTrue;
        }
    }

    /// Notes an operand that is computed ahead of time; a literal is there already.
    fn keep_constant(&mut self, operand: &Operand) {
        if operand.constant && !operand.literal && self.purpose == Purpose::Code {
            let finishes = operand.choice && operand.once.unwrap_or(true);
            self.constants.push(Constant { range: operand.range.clone(), finishes });
        }
    }

    /// Makes one operand of the last ones, whose operator is done and whose value is a number.
    fn join_operands(&mut self, count: usize) {
        self.join_operands_as(count, true, |_| Some(false));
    }

    /// Makes one operand of the last ones. It is constant if they all are and it may be so; what it says is made of what they say.
    fn join_operands_as(
        &mut self,
        count: usize,
        may_be_constant: bool,
        says: impl Fn(&[Option<bool>]) -> Option<bool>,
    ) -> &mut Operand {
        let parts = self.operands.split_off(self.operands.len().saturating_sub(count));
        let constant = may_be_constant && parts.iter().all(|part| part.constant);
        if !constant {
            for part in &parts {
                self.keep_constant(part);
            }
        }
        let in_code: Vec<Option<bool>> = parts.iter().map(|part| part.in_code).collect();
        let once: Vec<Option<bool>> = parts.iter().map(|part| part.once).collect();
        let start = parts.first().map_or(self.items.len(), |part| part.range.start);
        let operand = Operand {
            range: start..self.items.len(),
            constant,
            literal: false,
            choice: false,
            in_code: if constant { Some(false) } else { says(&in_code) },
            once: says(&once),
        };
        let at = self.operands.len();
        self.operands.push(operand);
        &mut self.operands[at]
    }

    /// What stands where an operand is expected.
    fn operand(&mut self, lexeme: &Lexeme) -> Result<Next, SyntaxError> {
        match lexeme.kind {
            Kind::Open => self.open.push(Open::Parenthesis),
            Kind::Function(name_end) => {
                self.open.push(Open::Function(self.text[lexeme.start..name_end].to_owned(), 0));
            }
            Kind::Plus => self.open.push(Open::Unary(UnaryOp::Plus)),
            Kind::Minus => self.open.push(Open::Unary(UnaryOp::Minus)),
            Kind::Not => self.open.push(Open::Unary(UnaryOp::Not)),
            Kind::Complement => self.open.push(Open::Unary(UnaryOp::Complement)),
            Kind::Close if matches!(self.open.last(), Some(Open::Function(_, 0))) => {
                self.close_function(0);
                return Ok(Next::Operator);
            }
            _ => {
                let Some((item, end)) = operand::read(self.text, lexeme)? else {
                    return Err(self.missing_operand(lexeme));
                };
                let at = self.items.len();
                let literal = matches!(item, Item::Literal(_));
                let range = at..at + 1;
                self.operands.push(Operand { range, constant: literal, literal, ..Operand::default() });
                self.items.push(item);
                self.lexer.at = end;
                return Ok(Next::Operator);
            }
        }
        Ok(Next::Operand)
    }

    /// The error of an operator or an end where an operand is expected.
    fn missing_operand(&self, lexeme: &Lexeme) -> SyntaxError {
        match (lexeme.kind, self.open.last()) {
            (Kind::Close, None) => SyntaxError::unbalanced_close(lexeme.start),
            (Kind::Close, Some(Open::Parenthesis)) => {
                SyntaxError::marked("empty subexpression", lexeme.start, "EMPTY")
            }
            (Kind::End | Kind::Close, Some(Open::Function(_, 1..))) => {
                SyntaxError::marked("missing function argument", lexeme.start, "MISSING")
            }
            (Kind::Comma, Some(Open::Function(_, 0))) => {
                SyntaxError::marked("missing function argument", lexeme.start, "UNBALANCED")
            }
            (Kind::End, None) => SyntaxError::new("empty expression", lexeme.start, 0, "EMPTY"),
            (Kind::End, Some(Open::Parenthesis | Open::Function(..))) => {
                SyntaxError::unbalanced_open(lexeme.start)
            }
            _ => SyntaxError::marked("missing operand", lexeme.start, "MISSING"),
        }
    }

    /// What stands where an operator is expected.
    fn operator(&mut self, lexeme: &Lexeme) -> Result<Next, SyntaxError> {
        match lexeme.kind {
            Kind::Operator(operator) => self.binary(operator),
            Kind::Plus => self.binary(BinaryOp::Add),
            Kind::Minus => self.binary(BinaryOp::Subtract),
            Kind::And => {
                self.complete_tighter(item::AND);
                self.mark_condition();
                self.open.push(Open::And(self.items.len()));
                self.items.push(Item::And(0));
            }
            Kind::Or => {
                self.complete_tighter(item::OR);
                self.mark_condition();
                self.open.push(Open::Or(self.items.len()));
                self.items.push(Item::Or(0));
            }
            Kind::Question => {
                self.complete_tighter(item::OR);
                self.mark_condition();
                self.open.push(Open::Question(self.items.len()));
                self.items.push(Item::Unless(0));
            }
            Kind::Colon => self.colon(lexeme)?,
            Kind::Comma => self.comma(lexeme)?,
            Kind::Close => {
                self.close(lexeme)?;
                return Ok(Next::Operator);
            }
            Kind::End => {
                self.end(lexeme)?;
                return Ok(Next::Nothing);
            }
            _ => return Err(SyntaxError::marked("missing operator", lexeme.start, "MISSING")),
        }
        Ok(Next::Operand)
    }

    fn binary(&mut self, operator: BinaryOp) {
        let precedence = operator.precedence();
        self.complete_tighter(precedence + u8::from(operator == BinaryOp::Power));
        self.open.push(Open::Binary(operator));
    }

    /// Completes the open operators that bind at least so tightly.
    fn complete_tighter(&mut self, precedence: u8) {
        while let Some(open) = self.open.pop_if(|open| open.precedence() >= precedence) {
            self.complete(open);
        }
    }

    /// Adds what an operator does when its last operand is there.
    fn complete(&mut self, open: Open) {
        match open {
            Open::Unary(operator) => {
                self.items.push(Item::Unary(operator));
                self.join_operands(1);
            }
            Open::Binary(operator) => {
                self.items.push(Item::Binary(operator));
                self.join_operands(2);
            }
            Open::And(at) => {
                self.mark_condition();
                self.items.push(Item::Truth);
                self.items[at] = Item::And(self.items.len());
                self.join_operands(2);
            }
            Open::Or(at) => {
                self.mark_condition();
                self.items.push(Item::Truth);
                self.items[at] = Item::Or(self.items.len());
                self.join_operands(2);
            }
            Open::Conditional(at) => {
                self.items[at] = Item::Jump(self.items.len());
                let choice = self.join_operands_as(3, true, |parts| match parts {
                    [condition, first, second] => {
                        let first = first.unwrap_or(condition.unwrap_or(true));
                        Some(first || second.unwrap_or(true))
                    }
                    _ => None,
                });
                choice.choice = true;
            }
            Open::Parenthesis | Open::Function(..) | Open::Question(_) | Open::Colon => {}
        }
    }

    fn colon(&mut self, lexeme: &Lexeme) -> Result<(), SyntaxError> {
        self.complete_tighter(item::OR);
        let choice = |open: &mut Open| matches!(open, Open::Conditional(_) | Open::Colon);
        while let Some(open) = self.open.pop_if(choice) {
            if let Open::Colon = open {
                return Err(SyntaxError::lone_colon(lexeme));
            }
            self.complete(open);
        }
        match self.open.pop_if(|open| matches!(open, Open::Question(_))) {
            Some(Open::Question(at)) => {
                self.open.push(Open::Conditional(self.items.len()));
                self.items.push(Item::Jump(0));
                self.items[at] = Item::Unless(self.items.len());
            }
            _ => self.open.push(Open::Colon),
        }
        Ok(())
    }

    /// Completes all operators of an operand that ends here; `true` if it is a `:` without `?`.
    fn complete_operand(&mut self, lexeme: &Lexeme) -> Result<bool, SyntaxError> {
        let operator = |open: &mut Open| !matches!(open, Open::Parenthesis | Open::Function(..));
        let mut lone_colon = false;
        while let Some(open) = self.open.pop_if(operator) {
            match open {
                Open::Question(_) => {
                    return Err(SyntaxError::marked("missing operator \":\"", lexeme.start, "MISSING"));
                }
                Open::Colon => lone_colon = true,
                open => self.complete(open),
            }
        }
        Ok(lone_colon)
    }

    fn comma(&mut self, lexeme: &Lexeme) -> Result<(), SyntaxError> {
        let lone_colon = self.complete_operand(lexeme)?;
        match self.open.last_mut() {
            Some(Open::Function(..)) if lone_colon => Err(SyntaxError::lone_colon(lexeme)),
            Some(Open::Function(_, arguments)) => {
                *arguments += 1;
                Ok(())
            }
            _ => Err(SyntaxError::new(
                "unexpected \",\" outside function argument list",
                lexeme.start,
                1,
                "SURPRISE",
            )),
        }
    }

    fn close(&mut self, lexeme: &Lexeme) -> Result<(), SyntaxError> {
        let lone_colon = self.complete_operand(lexeme)?;
        match self.open.last() {
            None => return Err(SyntaxError::unbalanced_close(lexeme.start)),
            Some(_) if lone_colon => return Err(SyntaxError::lone_colon(lexeme)),
            Some(Open::Function(..)) => self.close_function(1),
            Some(_) => {
                self.open.pop();
                if let Some(operand) = self.operands.last_mut() {
                    operand.literal = false;
                    operand.choice = false;
                    if operand.constant {
                        operand.in_code = Some(false);
                    }
                }
            }
        }
        Ok(())
    }

    /// Ends a call whose last comma, if any, is followed by so many arguments.
    fn close_function(&mut self, last: usize) {
        if let Some(Open::Function(name, arguments)) = self.open.pop() {
            self.items.push(Item::Call(name, arguments + last));
            self.join_operands_as(arguments + last, false, |_| Some(true));
        }
    }

    fn end(&mut self, lexeme: &Lexeme) -> Result<(), SyntaxError> {
        let lone_colon = self.complete_operand(lexeme)?;
        match self.open.last() {
            None | Some(Open::Function(_, 1..)) if lone_colon => Err(SyntaxError::lone_colon(lexeme)),
            None => Ok(()),
            Some(_) => Err(SyntaxError::unbalanced_open(lexeme.start)),
        }
    }
}
