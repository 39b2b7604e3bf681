//! From the text of an expression to the items that compute it.
//!
//! The items are in the order in which a machine with a stack needs them, so that neither reading nor running an expression ever
//! recurses, however deep its parentheses are.

mod error;
mod item;
mod lexer;
mod number;
mod operand;

use crate::exception::Exception;
use error::SyntaxError;
pub(crate) use item::{BinaryOp, Item, UnaryOp};
use lexer::{Kind, Lexeme, Lexer};

/// Reads an expression.
///
/// Running the items in order on an empty stack of values leaves one value, which [`finish`](super::finish) makes the value of the
/// expression.
pub(crate) fn parse_expression(text: &str) -> Result<Vec<Item>, Exception> {
    let parser = Parser { text, lexer: Lexer::new(text), items: Vec::new(), open: Vec::new() };
    parser.run().map_err(|error| error.into_exception(text))
}

/// Reads an expression that is a condition: running the items leaves 1 or 0.
pub(crate) fn parse_condition(text: &str) -> Result<Vec<Item>, Exception> {
    let mut items = parse_expression(text)?;
    mark_condition(&mut items);
    items.push(Item::Truth);
    Ok(items)
}

/// The value that the last item leaves is a condition, unless it is that of one branch of a choice.
fn mark_condition(items: &mut [Item]) {
    if items.iter().any(|item| matches!(item, Item::Jump(to) if *to == items.len())) {
        return;
    }
    if let [.., operand, last @ Item::Unary(UnaryOp::Not)] = items
        && !matches!(operand, Item::Literal(_))
    {
        *last = Item::NotTrue;
    }
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
    items: Vec<Item>,
    open: Vec<Open>,
}

impl Parser<'_> {
    fn run(mut self) -> Result<Vec<Item>, SyntaxError> {
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
                Next::Nothing => return Ok(self.items),
            };
        }
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
                mark_condition(&mut self.items);
                self.open.push(Open::And(self.items.len()));
                self.items.push(Item::And(0));
            }
            Kind::Or => {
                self.complete_tighter(item::OR);
                mark_condition(&mut self.items);
                self.open.push(Open::Or(self.items.len()));
                self.items.push(Item::Or(0));
            }
            Kind::Question => {
                self.complete_tighter(item::OR);
                mark_condition(&mut self.items);
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
            Open::Unary(operator) => self.items.push(Item::Unary(operator)),
            Open::Binary(operator) => self.items.push(Item::Binary(operator)),
            Open::And(at) => {
                mark_condition(&mut self.items);
                self.items.push(Item::Truth);
                self.items[at] = Item::And(self.items.len());
            }
            Open::Or(at) => {
                mark_condition(&mut self.items);
                self.items.push(Item::Truth);
                self.items[at] = Item::Or(self.items.len());
            }
            Open::Conditional(at) => self.items[at] = Item::Jump(self.items.len()),
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
            Some(_) => drop(self.open.pop()),
        }
        Ok(())
    }

    /// Ends a call whose last comma, if any, is followed by so many arguments.
    fn close_function(&mut self, last: usize) {
        if let Some(Open::Function(name, arguments)) = self.open.pop() {
            self.items.push(Item::Call(name, arguments + last));
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
