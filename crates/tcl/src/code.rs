//! Compiled scripts and expressions: code for a machine with a stack of values.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::expression::{BinaryOp, UnaryOp};
use crate::namespaces::{Command, NamespaceId};
use crate::value::Value;

/// What the machine does next. Numbers are of literals, of local variables (slots), of operations to jump to, or of call sites.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Op {
    /// Pushes a literal.
    Push(u32),
    Pop,
    /// Joins the texts of so many values into one.
    Join(u32),
    Load(u32),
    LoadNamed(u32),
    /// Takes an index from the stack and pushes the element of a local array.
    LoadElement(u32),
    LoadElementNamed(u32),
    /// Sets a local variable to the value on top, which stays.
    Store(u32),
    StoreNamed(u32),
    /// The index is below the value.
    StoreElement(u32),
    StoreElementNamed(u32),
    /// Adds a number to an integer in a local variable and pushes the sum.
    Increment {
        slot: u32,
        by: i32,
    },
    /// Remembers where the words of a command begin whose number is not known.
    BeginWords,
    /// Replaces the list on top by its elements.
    Expand,
    InvokeExpanded,
    /// Runs a command whose name is a literal: the site remembers the command that it is.
    Invoke {
        words: u32,
        site: u32,
    },
    /// Runs a command whose name is made when it is called.
    InvokeNamed {
        words: u32,
    },
    /// Calls a function of expressions, whose name is a literal.
    CallFunction {
        name: u32,
        arguments: u32,
        site: u32,
    },
    /// Runs the script on top.
    Eval,
    Jump(u32),
    JumpIf(u32),
    JumpUnless(u32),
    Unary(UnaryOp),
    Binary(BinaryOp),
    /// Takes the value on top away if it is true; if not, puts 0 in its place and jumps.
    And(u32),
    /// Takes the value on top away if it is false; if not, puts 1 in its place and jumps.
    Or(u32),
    /// Replaces the value on top by its truth value, 1 or 0.
    Truth,
    /// Replaces the value on top by the opposite of its truth value.
    NotTrue,
    /// What an expression of a single operand gives.
    FinishExpression,
    /// From here on `break` and `continue` jump, up to `EndHandler`.
    BeginLoop {
        on_break: u32,
        on_continue: u32,
    },
    /// From here on exceptions are caught, up to `EndCatch`, and lead to it.
    BeginCatch {
        after: u32,
        options: bool,
    },
    EndCatch,
    EndHandler,
    Break,
    Continue,
    /// Pushes a copy of the value that is so many below the top.
    Pick(u32),
    /// Pushes whether what was caught, whose code is two below the top, ended with this code.
    EndedWith(i32),
    /// Pushes whether it was an error whose code begins with the words of a literal.
    FailedWith(u32),
    /// Goes on as the script ended that was caught: with its code, options and result, the topmost values.
    Resume,
    /// Ends the procedure with the value on top.
    Return,
    /// Takes the lists of a `foreach` from the stack.
    BeginForeach(u32),
    /// Sets the variables for the next round, or jumps if there is none.
    NextForeach {
        foreach: u32,
        done: u32,
    },
    /// Keeps the value on top for the result of `lmap`.
    Collect,
    /// Pushes the result.
    EndForeach,
    /// Takes a pattern from the stack and pushes whether the value below matches it.
    Match {
        glob: bool,
        nocase: bool,
    },
    /// The source has an error here: its message is a literal, the next literal the last word of its code.
    Fail(u32),
    /// An error that was found when the source was compiled: its message is a literal, the next literal its code.
    FailFolded(u32),
    /// Pushes what `subst` makes of a literal.
    Substitute(u32),
    /// The end of the code; the value on top is its result.
    Done,
}

/// Where in the source the operations of a command come from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// The first operation, and the one after the last.
    pub first: u32,
    pub end: u32,
    /// Bytes of the source.
    pub from: u32,
    pub to: u32,
}

/// A variable that code sets by itself.
#[derive(Clone, Debug)]
pub(crate) enum Target {
    Slot(u32),
    Named(Value),
}

/// The variables of a `foreach` or `lmap`, list by list.
#[derive(Clone, Debug)]
pub(crate) struct Foreach {
    pub targets: Vec<Vec<Target>>,
    pub collects: bool,
}

/// The command that a call site found last, and the epoch of that.
pub(crate) type Site = RefCell<Option<(u64, Rc<Command>)>>;

/// A script or an expression, compiled.
pub(crate) struct Code {
    pub ops: Vec<Op>,
    pub literals: Vec<Value>,
    pub sites: Vec<Site>,
    pub foreachs: Vec<Foreach>,
    /// In the order in which commands begin.
    pub places: Vec<Place>,
    pub source: Value,
    pub locals: Rc<Locals>,
    pub made_for: MadeFor,
}

/// What code was compiled for. For anything else it must be compiled anew.
#[derive(Clone)]
pub(crate) struct MadeFor {
    pub interpreter: Rc<()>,
    pub namespace: NamespaceId,
    /// Counts changes of commands that code contains instead of calling them.
    pub inline_epoch: u64,
    pub expression: bool,
}

impl PartialEq for MadeFor {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.interpreter, &other.interpreter)
            && self.namespace == other.namespace
            && self.inline_epoch == other.inline_epoch
            && self.expression == other.expression
    }
}

/// The names of the local variables of a procedure that its code knows; their numbers are slots.
#[derive(Default)]
pub(crate) struct Locals {
    pub names: Vec<Value>,
    pub slots: FxHashMap<Box<str>, u32>,
}

impl Locals {
    /// The slot of a name, a new one if it has none.
    pub fn slot(&mut self, name: &str) -> u32 {
        if let Some(&slot) = self.slots.get(name) {
            return slot;
        }
        let slot = self.names.len() as u32;
        self.names.push(Value::from(name));
        self.slots.insert(name.into(), slot);
        slot
    }
}

impl Code {
    /// The command that an operation belongs to: the innermost one.
    pub fn place(&self, op: usize) -> Option<&Place> {
        let op = op as u32;
        let begun = self.places.partition_point(|place| place.first <= op);
        self.places[..begun].iter().rev().find(|place| op < place.end)
    }

    /// The line of a place in the source, counted from 1.
    pub fn line(&self, place: &Place) -> usize {
        let text = self.source.text();
        1 + text.as_bytes()[..place.from as usize].iter().filter(|&&byte| byte == b'\n').count()
    }
}
