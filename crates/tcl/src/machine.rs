//! The machine that runs compiled code, with its own stack: procedures that call procedures take no stack of the processor's.

use std::rc::Rc;

use crate::code::{Code, Op};
use crate::commands::evaluate::substitute;
use crate::commands::glob_match::glob_match;
use crate::exception::{Code as ExceptionCode, Exception, Outcome};
use crate::expression;
use crate::interp::Interp;
use crate::namespaces::Called;
use crate::parse::Substitutions;
use crate::value::Value;

/// Code that is being run.
pub(crate) struct Activation {
    pub code: Rc<Code>,
    pub next: usize,
    pub frame: usize,
    pub kind: Kind,
    stack: usize,
    handlers: usize,
    loops: usize,
    words: usize,
    /// The scope and the number of scopes to go back to.
    outer_frame: usize,
    outer_frames: usize,
}

/// Why code is being run: what becomes of it when it ends, and what errors say of it.
#[derive(Clone)]
pub(crate) enum Kind {
    /// A script or an expression for a command, which sees to errors itself.
    Plain,
    Procedure(Value),
    Lambda(Value),
    /// `("eval" body line 1)`, or another text for that.
    Body(&'static str),
    Namespace(String),
}

/// Where exceptions lead.
#[derive(Clone, Copy)]
struct Handler {
    kind: HandlerKind,
    stack: usize,
    loops: usize,
    words: usize,
}

#[derive(Clone, Copy)]
enum HandlerKind {
    Loop { on_break: u32, on_continue: u32 },
    Catch { after: u32, options: bool },
}

/// A `foreach` at work.
struct Loop {
    lists: Vec<Rc<Vec<Value>>>,
    round: usize,
    rounds: usize,
    collected: Option<Vec<Value>>,
}

/// What the machine keeps.
#[derive(Default)]
pub(crate) struct Machine {
    pub stack: Vec<Value>,
    pub activations: Vec<Activation>,
    handlers: Vec<Handler>,
    loops: Vec<Loop>,
    /// Where the words of commands begin whose number is not known.
    words: Vec<usize>,
    /// Vectors for words of calls, to use again.
    spare: Vec<Vec<Value>>,
}

enum Event {
    Finished(Value),
    Entered,
    Raised(Exception),
}

impl Machine {
    fn pop(&mut self) -> Value {
        self.stack.pop().unwrap_or_default()
    }

    fn top(&self) -> &Value {
        match self.stack.last() {
            Some(value) => value,
            None => unreachable!("code pushes before it looks"),
        }
    }

    /// Takes the topmost values off the stack.
    pub fn take(&mut self, count: usize) -> Vec<Value> {
        let mut words = self.spare.pop().unwrap_or_default();
        let from = self.stack.len() - count;
        words.extend(self.stack.drain(from..));
        words
    }

    pub fn give_back(&mut self, mut words: Vec<Value>) {
        words.clear();
        if self.spare.len() < 16 && words.capacity() < 256 {
            self.spare.push(words);
        }
    }
}

impl Interp {
    /// Makes code the next to run, in a scope.
    pub(crate) fn enter(&mut self, code: Rc<Code>, frame: usize, kind: Kind, outer_frames: usize) {
        let machine = &mut self.machine;
        machine.activations.push(Activation {
            code,
            next: 0,
            frame,
            kind,
            stack: machine.stack.len(),
            handlers: machine.handlers.len(),
            loops: machine.loops.len(),
            words: machine.words.len(),
            outer_frame: self.frame,
            outer_frames,
        });
        self.frame = frame;
    }

    /// Runs what has been entered since there were so many activations.
    pub(crate) fn run(&mut self, floor: usize) -> Outcome {
        loop {
            let mut exception = match self.run_top() {
                Event::Entered => continue,
                Event::Finished(value) => match self.finish(Ok(value), floor) {
                    Some(outcome) => return outcome,
                    None => continue,
                },
                Event::Raised(exception) => exception,
            };
            loop {
                self.log(&mut exception);
                let Some(uncaught) = self.handle(exception) else { break };
                let outcome = self.leave(Err(uncaught));
                if self.machine.activations.len() == floor {
                    return outcome;
                }
                match outcome {
                    Ok(value) => {
                        self.machine.stack.push(value);
                        break;
                    }
                    Err(outer) => exception = outer,
                }
            }
        }
    }

    /// Leaves the innermost code with a value; gives it back if there is nothing more to run.
    fn finish(&mut self, outcome: Outcome, floor: usize) -> Option<Outcome> {
        let outcome = self.leave(outcome);
        if self.machine.activations.len() == floor {
            return Some(outcome);
        }
        match outcome {
            Ok(value) => {
                self.machine.stack.push(value);
                None
            }
            Err(_) => unreachable!("a value stays a value"),
        }
    }

    /// Adds the command that failed to where the error came from.
    fn log(&mut self, exception: &mut Exception) {
        let place = self.machine.activations.last().and_then(|activation| {
            let place = activation.code.place(activation.next.saturating_sub(1))?;
            Some((activation, place))
        });
        if let Some((activation, place)) = place
            && (!exception.logged || exception.line == 0)
        {
            let source = activation.code.source.text();
            let line = activation.code.line(place);
            if exception.is_error() && !exception.logged {
                exception.log_command(&source[place.from as usize..place.to as usize], line);
                self.error_line = line;
            }
            exception.line = if exception.is_error() { line } else { self.error_line };
        }
        exception.logged = false;
    }

    /// Gives an exception to the innermost handler of the innermost code, or back.
    fn handle(&mut self, exception: Exception) -> Option<Exception> {
        let activation = self.machine.activations.last_mut()?;
        while self.machine.handlers.len() > activation.handlers {
            let handler = self.machine.handlers.pop()?;
            let target = match (handler.kind, exception.code) {
                _ if exception.uncatchable.is_some() => continue,
                (HandlerKind::Loop { on_break, .. }, ExceptionCode::Break) => on_break,
                (HandlerKind::Loop { on_continue, .. }, ExceptionCode::Continue) => {
                    self.machine.handlers.push(handler);
                    on_continue
                }
                (HandlerKind::Loop { .. }, _) => continue,
                (HandlerKind::Catch { after, .. }, _) => after,
            };
            activation.next = target as usize;
            self.machine.stack.truncate(handler.stack);
            self.machine.loops.truncate(handler.loops);
            self.machine.words.truncate(handler.words);
            if let HandlerKind::Catch { options, .. } = handler.kind {
                self.push_caught(exception, options);
            }
            return None;
        }
        Some(exception)
    }

    /// Pushes what `catch` gives: the code, the options if they are wanted, and the result.
    fn push_caught(&mut self, exception: Exception, options: bool) {
        self.note_error(&exception);
        self.machine.stack.push(Value::from(i64::from(exception.code.number())));
        if options {
            self.machine.stack.push(self.return_options(&exception));
        }
        self.machine.stack.push(exception.value.clone());
    }

    /// Takes the innermost code away, with what it left, and makes of how it ended what that means outside.
    fn leave(&mut self, outcome: Outcome) -> Outcome {
        let Some(activation) = self.machine.activations.pop() else { return outcome };
        self.machine.stack.truncate(activation.stack);
        self.machine.handlers.truncate(activation.handlers);
        self.machine.loops.truncate(activation.loops);
        self.machine.words.truncate(activation.words);
        self.frame = activation.outer_frame;
        self.drop_frames(activation.outer_frames);
        match (outcome, activation.kind) {
            (Ok(value), _) => Ok(value),
            (Err(exception), Kind::Plain) => Err(exception),
            (Err(exception), Kind::Procedure(name)) => end_of_procedure(exception, |line| {
                let name = name.text();
                let (shown, dots) = crate::exception::shortened(&name, 60);
                format!("\n    (procedure \"{shown}{dots}\" line {line})")
            }),
            (Err(exception), Kind::Lambda(lambda)) => end_of_procedure(exception, |line| {
                let lambda = lambda.text();
                let (shown, dots) = crate::exception::shortened(&lambda, 60);
                format!("\n    (lambda term \"{shown}{dots}\" line {line})")
            }),
            (Err(exception), Kind::Body(what)) => {
                let text = format!("\n    (\"{what}\" body line {})", exception.line);
                Err(exception.with_info(&text))
            }
            (Err(exception), Kind::Namespace(name)) => {
                let text = format!("\n    (in namespace eval \"{name}\" script line {})", exception.line);
                Err(exception.with_info(&text))
            }
        }
    }

    fn drop_frames(&mut self, keep: usize) {
        while self.frames.len() > keep {
            if let Some(mut frame) = self.frames.pop() {
                frame.slots.clear();
                if self.spare_slots.len() < 32 {
                    self.spare_slots.push(frame.slots);
                }
            }
        }
    }

    /// Runs the innermost code until it ends, calls other code, or fails.
    fn run_top(&mut self) -> Event {
        let Some(activation) = self.machine.activations.last() else {
            return Event::Finished(Value::empty());
        };
        let code = activation.code.clone();
        let mut next = activation.next;
        let frame = activation.frame;
        let at = self.machine.activations.len() - 1;
        loop {
            let op = code.ops[next];
            next += 1;
            let outcome = match op {
                Op::Push(literal) => {
                    self.machine.stack.push(code.literals[literal as usize].clone());
                    Ok(())
                }
                Op::Pop => {
                    self.machine.stack.pop();
                    Ok(())
                }
                Op::Load(slot) => self.read_slot(frame, slot).map(|value| self.machine.stack.push(value)),
                Op::Store(slot) => {
                    let value = self.machine.top().clone();
                    self.write_slot(frame, slot, value)
                }
                Op::Increment { slot, by } => self.increment(frame, slot, by),
                Op::Jump(to) => {
                    let back = (to as usize) < next;
                    next = to as usize;
                    if back { self.step() } else { Ok(()) }
                }
                Op::JumpIf(to) => match self.pop_truth() {
                    Ok(true) => {
                        let back = (to as usize) < next;
                        next = to as usize;
                        if back { self.step() } else { Ok(()) }
                    }
                    Ok(false) => Ok(()),
                    Err(error) => Err(error),
                },
                Op::JumpUnless(to) => self.pop_truth().map(|truth| {
                    if !truth {
                        next = to as usize;
                    }
                }),
                Op::And(to) | Op::Or(to) => self.pop_truth().map(|truth| {
                    if truth == matches!(op, Op::Or(_)) {
                        self.machine.stack.push(Value::from_bool(truth));
                        next = to as usize;
                    }
                }),
                Op::Binary(operator) => self.binary(operator),
                Op::Invoke { words, site } => match self.invoke_at(&code, words as usize, site) {
                    Ok(Called::Value(value)) => {
                        self.machine.stack.push(value);
                        Ok(())
                    }
                    Ok(Called::Entered) => {
                        self.machine.activations[at].next = next;
                        return Event::Entered;
                    }
                    Err(error) => Err(error),
                },
                Op::InvokeExpanded | Op::InvokeNamed { .. } => {
                    let words = match op {
                        Op::InvokeNamed { words } => words as usize,
                        _ => self.machine.stack.len() - self.machine.words.pop().unwrap_or_default(),
                    };
                    match self.invoke_any(words) {
                        Ok(Called::Value(value)) => {
                            self.machine.stack.push(value);
                            Ok(())
                        }
                        Ok(Called::Entered) => {
                            self.machine.activations[at].next = next;
                            return Event::Entered;
                        }
                        Err(error) => Err(error),
                    }
                }
                Op::CallFunction { name, arguments, site } => {
                    match self.call_function(&code, name, arguments as usize, site) {
                        Ok(Called::Value(value)) => {
                            self.machine.stack.push(value);
                            Ok(())
                        }
                        Ok(Called::Entered) => {
                            self.machine.activations[at].next = next;
                            return Event::Entered;
                        }
                        Err(error) => Err(error),
                    }
                }
                Op::Eval => match self.enter_script(frame) {
                    Ok(()) => {
                        self.machine.activations[at].next = next;
                        return Event::Entered;
                    }
                    Err(error) => Err(error),
                },
                Op::Done => return Event::Finished(self.machine.pop()),
                Op::Return => {
                    if self.returns_at_once() {
                        return Event::Finished(self.machine.pop());
                    }
                    let value = self.machine.pop();
                    Err(crate::procedure::plain_return(value))
                }
                Op::Break | Op::Continue => match self.jump_in_loop(matches!(op, Op::Break)) {
                    Some(to) => {
                        next = to;
                        self.step()
                    }
                    None => {
                        let kind = if matches!(op, Op::Break) {
                            ExceptionCode::Break
                        } else {
                            ExceptionCode::Continue
                        };
                        Err(Exception::new(kind, Value::empty()))
                    }
                },
                Op::NextForeach { foreach, done } => self.next_round(&code, foreach, frame).map(|more| {
                    if !more {
                        next = done as usize;
                    }
                }),
                other => self.run_other(&code, other, frame),
            };
            if let Err(exception) = outcome {
                self.machine.activations[at].next = next;
                return Event::Raised(exception);
            }
        }
    }

    /// Enters the script on top of the stack.
    fn enter_script(&mut self, frame: usize) -> Result<(), Exception> {
        let script = self.machine.pop();
        self.check_depth()?;
        let code = crate::compile::script(self, &script)?;
        self.enter(code, frame, Kind::Plain, self.frames.len());
        Ok(())
    }

    /// Operations that are rarer.
    fn run_other(&mut self, code: &Code, op: Op, frame: usize) -> Result<(), Exception> {
        let literal = |number: u32| &code.literals[number as usize];
        match op {
            Op::Join(count) => self.join(count as usize)?,
            Op::LoadNamed(name) => {
                let value = self.read_variable(frame, &literal(name).text(), None)?;
                self.machine.stack.push(value);
            }
            Op::LoadElement(slot) => {
                let index = self.machine.pop();
                let value = self.read_slot_element(frame, slot, &index.text())?;
                self.machine.stack.push(value);
            }
            Op::LoadElementNamed(name) => {
                let index = self.machine.pop();
                let value = self.read_variable(frame, &literal(name).text(), Some(&index.text()))?;
                self.machine.stack.push(value);
            }
            Op::StoreNamed(name) => {
                let value = self.machine.top().clone();
                self.write_variable(frame, &literal(name).text(), None, value)?;
            }
            Op::StoreElement(slot) => {
                let value = self.machine.pop();
                let index = self.machine.pop();
                self.machine.stack.push(value.clone());
                self.write_slot_element(frame, slot, &index.text(), value)?;
            }
            Op::StoreElementNamed(name) => {
                let value = self.machine.pop();
                let index = self.machine.pop();
                self.machine.stack.push(value.clone());
                self.write_variable(frame, &literal(name).text(), Some(&index.text()), value)?;
            }
            Op::BeginWords => self.machine.words.push(self.machine.stack.len()),
            Op::Expand => {
                let list = self.machine.pop().elements()?;
                self.machine.stack.extend(list.iter().cloned());
            }
            Op::Unary(operator) => {
                let operand = self.machine.pop();
                self.machine.stack.push(expression::unary(operator, &operand)?);
            }
            Op::Truth => {
                let truth = self.pop_truth()?;
                self.machine.stack.push(Value::from_bool(truth));
            }
            Op::NotTrue => {
                let truth = self.pop_truth()?;
                self.machine.stack.push(Value::from_bool(!truth));
            }
            Op::FinishExpression => {
                let operand = self.machine.pop();
                self.machine.stack.push(expression::finish(operand)?);
            }
            Op::BeginLoop { on_break, on_continue } => {
                self.push_handler(HandlerKind::Loop { on_break, on_continue });
            }
            Op::BeginCatch { after, options } => self.push_handler(HandlerKind::Catch { after, options }),
            Op::EndCatch => self.end_catch(),
            Op::Pick(below) => {
                let at = self.machine.stack.len() - 1 - below as usize;
                self.machine.stack.push(self.machine.stack[at].clone());
            }
            Op::EndedWith(wanted) => {
                let ended = self.caught_code() == i64::from(wanted);
                self.machine.stack.push(Value::from_bool(ended));
            }
            Op::FailedWith(prefix) => {
                let failed = self.caught_code() == 1 && self.caught_error_begins(literal(prefix))?;
                self.machine.stack.push(Value::from_bool(failed));
            }
            Op::Resume => {
                let result = self.machine.pop();
                let options = self.machine.pop();
                self.machine.pop();
                let options = (*options.entries()?).clone();
                let value = crate::commands::exceptions::with_options(options, result)?;
                self.machine.stack.push(value);
            }
            Op::EndHandler => {
                self.machine.handlers.pop();
            }
            Op::BeginForeach(foreach) => self.begin_foreach(code, foreach)?,
            Op::Collect => {
                let value = self.machine.pop();
                if let Some(collected) = self.machine.loops.last_mut().and_then(|it| it.collected.as_mut()) {
                    collected.push(value);
                }
            }
            Op::EndForeach => {
                let ended = self.machine.loops.pop();
                let result = ended.and_then(|it| it.collected).map(Value::list).unwrap_or_default();
                self.machine.stack.push(result);
            }
            Op::Fail(message) => {
                return Err(Exception::error(literal(message).clone()));
            }
            Op::FailFolded(message) => {
                let mut error = Exception::error(literal(message).clone());
                error.error_code = Some(literal(message + 1).clone());
                error.add_info("");
                return Err(error);
            }
            Op::Substitute(text) => {
                let text = literal(text).clone();
                let value = substitute(self, &text.text(), Substitutions::ALL).map_err(|mut error| {
                    error.logged = error.is_error() && error.info.is_some();
                    error.line = 0;
                    error
                })?;
                self.machine.stack.push(value);
            }
            Op::Match { glob, nocase } => {
                let pattern = self.machine.pop();
                let matches = match glob {
                    true => glob_match(&pattern.text(), &self.machine.top().text(), nocase),
                    false if nocase => {
                        pattern.text().to_lowercase() == self.machine.top().text().to_lowercase()
                    }
                    false => pattern.same_text(self.machine.top()),
                };
                self.machine.stack.push(Value::from_bool(matches));
            }
            other => unreachable!("{other:?} is run by the loop itself"),
        }
        Ok(())
    }

    fn join(&mut self, count: usize) -> Result<(), Exception> {
        let from = self.machine.stack.len() - count;
        let size = self.machine.stack[from..].iter().map(|value| value.text().len()).sum();
        self.check_size(size)?;
        let mut text = String::with_capacity(size);
        for value in &self.machine.stack[from..] {
            text.push_str(&value.text());
        }
        self.machine.stack.truncate(from);
        self.machine.stack.push(Value::from(text));
        Ok(())
    }

    fn pop_truth(&mut self) -> Result<bool, Exception> {
        let value = self.machine.pop();
        expression::truth(&value)
    }

    fn binary(&mut self, operator: expression::BinaryOp) -> Result<(), Exception> {
        let right = self.machine.pop();
        let left = self.machine.pop();
        self.machine.stack.push(expression::binary(operator, &left, &right)?);
        Ok(())
    }

    fn increment(&mut self, frame: usize, slot: u32, by: i32) -> Result<(), Exception> {
        let sum = match self.increment_slot(frame, slot, i64::from(by)) {
            Some(sum) => Value::from(sum),
            None => {
                let name = self.frames[frame].slot_name(slot);
                crate::commands::variable::increment(self, &name, &Value::from(i64::from(by)))?
            }
        };
        self.machine.stack.push(sum);
        Ok(())
    }

    fn push_handler(&mut self, kind: HandlerKind) {
        let machine = &mut self.machine;
        machine.handlers.push(Handler {
            kind,
            stack: machine.stack.len(),
            loops: machine.loops.len(),
            words: machine.words.len(),
        });
    }

    fn end_catch(&mut self) {
        let handler = self.machine.handlers.pop();
        let result = self.machine.pop();
        self.machine.stack.push(Value::from(0));
        if matches!(handler, Some(Handler { kind: HandlerKind::Catch { options: true, .. }, .. })) {
            self.machine.stack.push(crate::procedure::no_options());
        }
        self.machine.stack.push(result);
    }

    /// The code of what was caught, of which the options and the result are on the stack above it.
    fn caught_code(&self) -> i64 {
        self.machine.stack.iter().rev().nth(2).and_then(Value::int).unwrap_or(0)
    }

    /// Whether the error that was caught has a code that begins with these words.
    fn caught_error_begins(&self, prefix: &Value) -> Result<bool, Exception> {
        let Some(options) = self.machine.stack.iter().rev().nth(1) else { return Ok(false) };
        let code = options.entries()?.get("-errorcode").cloned().unwrap_or_default();
        let prefix = prefix.elements()?;
        Ok(code.elements().is_ok_and(|code| code.starts_with(&prefix)))
    }

    /// Where `break` or `continue` leads, if a loop of the same code is the innermost handler.
    fn jump_in_loop(&mut self, leaves: bool) -> Option<usize> {
        let base = self.machine.activations.last()?.handlers;
        if self.machine.handlers.len() == base {
            return None;
        }
        let handler = *self.machine.handlers.last()?;
        let HandlerKind::Loop { on_break, on_continue } = handler.kind else { return None };
        self.machine.stack.truncate(handler.stack);
        self.machine.loops.truncate(handler.loops);
        self.machine.words.truncate(handler.words);
        if leaves {
            self.machine.handlers.pop();
        }
        Some(if leaves { on_break } else { on_continue } as usize)
    }

    /// Whether `return` only has to leave the innermost code.
    fn returns_at_once(&self) -> bool {
        let Some(activation) = self.machine.activations.last() else { return false };
        matches!(activation.kind, Kind::Procedure(_) | Kind::Lambda(_))
            && self.machine.handlers[activation.handlers..]
                .iter()
                .all(|handler| matches!(handler.kind, HandlerKind::Loop { .. }))
    }

    fn begin_foreach(&mut self, code: &Code, foreach: u32) -> Result<(), Exception> {
        let foreach = &code.foreachs[foreach as usize];
        let values = self.machine.take(foreach.targets.len());
        let mut lists = Vec::with_capacity(values.len());
        for value in &values {
            lists.push(value.elements()?);
        }
        self.machine.give_back(values);
        let rounds =
            lists.iter().zip(&foreach.targets).map(|(list, targets)| list.len().div_ceil(targets.len()));
        let rounds = rounds.max().unwrap_or(0);
        let collected = foreach.collects.then(Vec::new);
        self.machine.loops.push(Loop { lists, round: 0, rounds, collected });
        Ok(())
    }

    fn next_round(&mut self, code: &Code, foreach: u32, frame: usize) -> Result<bool, Exception> {
        let Some(at) = self.machine.loops.len().checked_sub(1) else { return Ok(false) };
        let current = &mut self.machine.loops[at];
        if current.round == current.rounds {
            return Ok(false);
        }
        let round = current.round;
        current.round += 1;
        for (number, targets) in code.foreachs[foreach as usize].targets.iter().enumerate() {
            for (offset, target) in targets.iter().enumerate() {
                let element = self.machine.loops[at].lists[number].get(round * targets.len() + offset);
                let element = element.cloned().unwrap_or_default();
                self.assign(frame, target, element)?;
            }
        }
        self.step()?;
        Ok(true)
    }

    fn assign(&mut self, frame: usize, target: &crate::code::Target, value: Value) -> Result<(), Exception> {
        let set = match target {
            crate::code::Target::Slot(slot) => self.write_slot(frame, *slot, value),
            crate::code::Target::Named(name) => self.set_variable_in(frame, &name.text(), value),
        };
        set.map_err(|error| {
            let name = match target {
                crate::code::Target::Slot(slot) => self.frames[frame].slot_name(*slot),
                crate::code::Target::Named(name) => name.text().to_owned(),
            };
            error.with_info(&format!("\n    (setting foreach loop variable \"{name}\")"))
        })
    }
}

/// What an exception means that leaves a procedure: a `return` has one level less to go, a `break` has found no loop.
fn end_of_procedure(exception: Exception, place: impl FnOnce(usize) -> String) -> Outcome {
    match exception.code {
        ExceptionCode::Return => exception.after_return(),
        ExceptionCode::Error => {
            let text = place(exception.line);
            Err(exception.with_info(&text))
        }
        ExceptionCode::Break | ExceptionCode::Continue => {
            let word = if exception.code == ExceptionCode::Break { "break" } else { "continue" };
            let mut error = Exception::coded(
                format!("invoked \"{word}\" outside of a loop"),
                ["TCL", "RESULT", "UNEXPECTED"],
            );
            let text = place(exception.line);
            error.add_info(&text);
            Err(error)
        }
        ExceptionCode::Other(_) => Err(exception),
    }
}
