//! From scripts and expressions to code.
//!
//! Code contains what the commonest commands do (`set`, `if`, `while`, ...) where their words are known before anything runs; all other
//! commands are called. When one of the names in [`INLINED`] comes to mean another command, code is compiled anew.

mod control;
mod expressions;
mod switch;
mod tries;
mod words;

use std::ops::Range;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::code::{Code, Foreach, Locals, Op, Place, Target};
use crate::exception::Exception;
use crate::expression::Purpose;
use crate::interp::Interp;
use crate::namespaces::NamespaceId;
use crate::parse::{ParseError, Parser, Token, TokenKind};
use crate::procedure::Procedure;
use crate::value::Value;

/// Names of commands that code may contain.
pub(crate) const INLINED: &[&str] = &[
    "break", "catch", "continue", "expr", "for", "foreach", "format", "if", "incr", "lmap", "return", "set",
    "subst", "switch", "try", "while",
];

/// How deep code may contain commands in commands; what is deeper is called.
const MOST_DEPTH: usize = 60;

/// The code of a script, in the namespace of the current scope. The script keeps it.
pub(crate) fn script(interp: &Interp, script: &Value) -> Result<Rc<Code>, Exception> {
    let made_for = interp.made_for(interp.current_namespace(), false);
    if let Some(code) = script.code().filter(|code| code.made_for == made_for) {
        return Ok(code);
    }
    let text = script.text();
    let mut compiler = Compiler::new(interp, &text, made_for.namespace, None)?;
    compiler.script(0..text.len());
    let code = Rc::new(compiler.finish(Value::from(&*text), made_for));
    script.keep_code(code.clone());
    Ok(code)
}

/// The code of a part of a script, to run once.
pub(crate) fn part(interp: &Interp, source: &Value, range: Range<usize>) -> Result<Code, Exception> {
    let made_for = interp.made_for(interp.current_namespace(), false);
    let text = source.text();
    let mut compiler = Compiler::new(interp, &text, made_for.namespace, None)?;
    compiler.script(range);
    Ok(compiler.finish(source.clone(), made_for))
}

/// The code of an expression. The expression keeps it.
pub(crate) fn expression(interp: &Interp, expression: &Value) -> Result<Rc<Code>, Exception> {
    let made_for = interp.made_for(interp.current_namespace(), true);
    if let Some(code) = expression.code().filter(|code| code.made_for == made_for) {
        return Ok(code);
    }
    let text = expression.text();
    let mut compiler = Compiler::new(interp, &text, made_for.namespace, None)?;
    compiler.expression(0..text.len(), Purpose::Once)?;
    let code = Rc::new(compiler.finish(Value::from(&*text), made_for));
    expression.keep_code(code.clone());
    Ok(code)
}

/// The code of a procedure's body, whose local variables have slots.
pub(crate) fn procedure(interp: &Interp, procedure: &Rc<Procedure>) -> Result<Rc<Code>, Exception> {
    let made_for = interp.made_for(procedure.namespace, false);
    if let Some(code) = procedure.code.borrow().as_ref().filter(|code| code.made_for == made_for) {
        return Ok(code.clone());
    }
    let mut locals = Locals::default();
    for parameter in &procedure.parameters {
        let slot = locals.slot(&parameter.name.text());
        if slot as usize + 1 < locals.names.len() {
            // A parameter named twice has a slot for each value; the name means the last.
            locals.names.push(parameter.name.clone());
            let last = locals.names.len() as u32 - 1;
            locals.slots.insert((*parameter.name.text()).into(), last);
        }
    }
    let text = procedure.body.text();
    let mut compiler = Compiler::new(interp, &text, procedure.namespace, Some(locals))?;
    compiler.script(0..text.len());
    let code = Rc::new(compiler.finish(procedure.body.clone(), made_for));
    *procedure.code.borrow_mut() = Some(code.clone());
    Ok(code)
}

struct Compiler<'a> {
    interp: &'a Interp,
    text: &'a str,
    namespace: NamespaceId,
    /// The variables with slots; `None` where all variables are looked for by name.
    locals: Option<Locals>,
    ops: Vec<Op>,
    literals: Vec<Value>,
    known_literals: FxHashMap<Box<str>, u32>,
    sites: u32,
    foreachs: Vec<Foreach>,
    places: Vec<Place>,
    depth: usize,
}

/// How far the compiler was, to go back to.
struct Mark {
    ops: usize,
    places: usize,
    foreachs: usize,
}

/// A command whose words are looked at.
#[derive(Clone, Copy)]
struct Words<'a> {
    tokens: &'a [Token],
    /// Where the tokens of each word begin.
    heads: &'a [usize],
}

impl<'a> Words<'a> {
    fn len(&self) -> usize {
        self.heads.len()
    }

    /// The tokens that a word is made of.
    fn parts(&self, word: usize) -> &'a [Token] {
        let head = self.heads[word];
        &self.tokens[head + 1..=head + self.tokens[head].count as usize]
    }

    fn is_expanded(&self, word: usize) -> bool {
        self.tokens[self.heads[word]].kind == TokenKind::ExpandedWord
    }

    /// The place of a word that is plain text.
    fn plain(&self, word: usize) -> Option<Range<usize>> {
        if word >= self.len() {
            return None;
        }
        match (self.is_expanded(word), self.parts(word)) {
            (false, [only]) if only.kind == TokenKind::Text => Some(only.range()),
            _ => None,
        }
    }
}

impl<'a> Compiler<'a> {
    fn new(
        interp: &'a Interp,
        text: &'a str,
        namespace: NamespaceId,
        locals: Option<Locals>,
    ) -> Result<Self, Exception> {
        if u32::try_from(text.len()).is_err() {
            return Err(Exception::error("script of 4 GiB or more"));
        }
        Ok(Self {
            interp,
            text,
            namespace,
            locals,
            ops: Vec::new(),
            literals: Vec::new(),
            known_literals: FxHashMap::default(),
            sites: 0,
            foreachs: Vec::new(),
            places: Vec::new(),
            depth: 0,
        })
    }

    fn finish(mut self, source: Value, made_for: crate::code::MadeFor) -> Code {
        self.emit(Op::Done);
        Code {
            ops: self.ops,
            literals: self.literals,
            sites: (0..self.sites).map(|_| Default::default()).collect(),
            foreachs: self.foreachs,
            places: self.places,
            source,
            locals: Rc::new(self.locals.unwrap_or_default()),
            made_for,
        }
    }

    fn emit(&mut self, op: Op) -> usize {
        self.ops.push(op);
        self.ops.len() - 1
    }

    /// The number of the next operation.
    fn here(&self) -> u32 {
        self.ops.len() as u32
    }

    fn mark(&self) -> Mark {
        Mark { ops: self.ops.len(), places: self.places.len(), foreachs: self.foreachs.len() }
    }

    fn rewind(&mut self, mark: &Mark) {
        self.ops.truncate(mark.ops);
        self.places.truncate(mark.places);
        self.foreachs.truncate(mark.foreachs);
    }

    fn literal(&mut self, text: &str) -> u32 {
        if let Some(&known) = self.known_literals.get(text) {
            return known;
        }
        let number = self.literals.len() as u32;
        self.literals.push(canonical(text));
        self.known_literals.insert(text.into(), number);
        number
    }

    fn push_text(&mut self, text: &str) {
        let literal = self.literal(text);
        self.emit(Op::Push(literal));
    }

    fn site(&mut self) -> u32 {
        self.sites += 1;
        self.sites - 1
    }

    /// Where a jump leads that was emitted before its target was known.
    fn land(&mut self, jump: usize) {
        let here = self.here();
        match &mut self.ops[jump] {
            Op::Jump(to) | Op::JumpIf(to) | Op::JumpUnless(to) => *to = here,
            Op::BeginLoop { on_break, .. } => *on_break = here,
            Op::BeginCatch { after, .. } => *after = here,
            Op::NextForeach { done, .. } => *done = here,
            other => unreachable!("{other:?} does not jump"),
        }
    }

    /// The commands of a part of the text, which leave one value.
    fn script(&mut self, range: Range<usize>) {
        let mut parser = Parser::new(&self.text[..range.end]);
        parser.at = range.start;
        let mut tokens = Vec::new();
        let mut first = true;
        loop {
            tokens.clear();
            let start = parser.clone();
            let command = match parser.next(&mut tokens) {
                Ok(Some(command)) => command,
                Ok(None) => break,
                Err(error) => {
                    if !first {
                        self.emit(Op::Pop);
                    }
                    return self.fail(start, &error);
                }
            };
            if !first {
                self.emit(Op::Pop);
            }
            first = false;
            let place = self.places.len();
            let op = self.here();
            self.places.push(Place {
                first: op,
                end: op,
                from: command.start as u32,
                to: command.end as u32,
            });
            self.command(&tokens);
            self.places[place].end = self.here();
        }
        if first {
            self.push_text("");
        }
    }

    /// What is wrong with a script is an error when it is come to.
    fn fail(&mut self, mut parser: Parser<'_>, error: &ParseError) {
        parser.skip_to_command();
        let op = self.here();
        let to = error.end(self.text);
        self.places.push(Place { first: op, end: op + 1, from: parser.at as u32, to: to as u32 });
        let literal = self.literals.len() as u32;
        self.literals.push(Value::from(error.message));
        self.emit(Op::Fail(literal));
    }

    fn command(&mut self, tokens: &[Token]) {
        let mut heads = Vec::new();
        let mut at = 0;
        while at < tokens.len() {
            heads.push(at);
            at += 1 + tokens[at].count as usize;
        }
        let words = Words { tokens, heads: &heads };
        if self.depth < MOST_DEPTH {
            self.depth += 1;
            let mark = self.mark();
            let done = self.inlined(words);
            self.depth -= 1;
            if done {
                return;
            }
            self.rewind(&mark);
        }
        self.call(words);
    }

    /// Contains the command instead of a call, if it is one of those and its words allow it.
    fn inlined(&mut self, words: Words<'_>) -> bool {
        let Some(range) = words.plain(0) else { return false };
        let name = &self.text[range];
        let plain = name.strip_prefix("::").unwrap_or(name);
        if !self.interp.inlined.contains(plain)
            || (1..words.len()).any(|word| words.is_expanded(word))
            || self
                .interp
                .find_command(self.namespace, name)
                .is_none_or(|command| command.inline != Some(plain))
        {
            return false;
        }
        let done = match plain {
            "set" => self.set(words),
            "incr" => self.incr(words),
            "subst" => self.subst(words),
            "expr" => self.expr(words),
            "if" => self.if_command(words),
            "while" => self.while_command(words),
            "for" => self.for_command(words),
            "foreach" => self.foreach(words, false),
            "lmap" => self.foreach(words, true),
            "catch" => self.catch(words),
            "switch" => self.switch(words),
            "try" => self.try_command(words),
            "return" => self.return_command(words),
            "format" => self.format(words),
            "break" => self.leaf(words, Op::Break),
            "continue" => self.leaf(words, Op::Continue),
            _ => None,
        };
        done.is_some()
    }

    fn call(&mut self, words: Words<'_>) {
        self.reserve_unset(words);
        let expands = (0..words.len()).any(|word| words.is_expanded(word));
        if expands {
            self.emit(Op::BeginWords);
        }
        for word in 0..words.len() {
            self.parts(words.parts(word));
            if words.is_expanded(word) {
                self.emit(Op::Expand);
            }
        }
        if expands {
            self.emit(Op::InvokeExpanded);
        } else if words.plain(0).is_none() {
            // Another call of the same code may name another command.
            self.emit(Op::InvokeNamed { words: words.len() as u32 });
        } else {
            let site = self.site();
            self.emit(Op::Invoke { words: words.len() as u32, site });
        }
    }

    /// A variable that the procedure unsets is one of its own, whether it ever is set or not: errors show that.
    fn reserve_unset(&mut self, words: Words<'_>) {
        let is_unset = words.plain(0).is_some_and(|range| &self.text[range] == "unset");
        let Some(locals) = self.locals.as_mut().filter(|_| is_unset) else { return };
        for word in 1..words.len() {
            if let Some(range) = words.plain(word).filter(|range| is_local(&self.text[range.clone()])) {
                locals.slot(&self.text[range]);
            }
        }
    }

    /// A variable that code sets by itself.
    fn target(&mut self, name: &str) -> Target {
        match &mut self.locals {
            Some(locals) if is_local(name) => Target::Slot(locals.slot(name)),
            _ => Target::Named(Value::from(name)),
        }
    }

    /// Sets the variable of a name to the value on top, which stays.
    fn store(&mut self, name: &str) {
        match self.target(name) {
            Target::Slot(slot) => self.emit(Op::Store(slot)),
            Target::Named(_) => {
                let literal = self.literal(name);
                self.emit(Op::StoreNamed(literal))
            }
        };
    }
}

/// Whether a name means a scalar variable of the procedure.
fn is_local(name: &str) -> bool {
    !name.contains("::") && !name.ends_with(')')
}

/// A literal; what is written as an integer is one from the start.
fn canonical(text: &str) -> Value {
    match text.parse::<i64>() {
        Ok(number) if text.len() < 19 && number.to_string() == text => Value::from(number),
        _ => Value::from(text),
    }
}
