//! The interpreter.

use std::any::Any;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustc_hash::FxHashSet;

use crate::code::MadeFor;
use crate::commands;
use crate::commands::array::Search;
use crate::commands::events::Events;
use crate::commands::package::Packages;
use crate::compile;
use crate::exception::{Exception, Outcome, Stop};
use crate::host::{File, Host, OpenMode, OsHost};
use crate::machine::{Kind, Machine};
use crate::namespaces::{Body, Called, Namespace, NamespaceId};
use crate::value::Value;
use crate::variables::{Frame, Variable, split_element};
use crate::world::World;

/// What a host allows a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How deep calls and scripts may nest.
    pub depth: usize,
    /// How many commands and rounds of loops may be run.
    pub steps: u64,
    /// How many bytes values may take, all together.
    pub memory: usize,
}

impl Default for Limits {
    /// The depth that Tcl has, and no other limit.
    fn default() -> Self {
        Self { depth: 1000, steps: u64::MAX, memory: usize::MAX }
    }
}

/// An interpreter: commands, variables and what runs scripts. Interpreters know nothing of each other.
pub struct Interp {
    pub(crate) frames: Vec<Frame>,
    /// The scope that names of variables are looked for in.
    pub(crate) frame: usize,
    pub(crate) namespaces: Vec<Namespace>,
    pub(crate) machine: Machine,
    /// Counts changes of commands.
    pub(crate) epoch: u64,
    /// Counts changes of commands that code may contain.
    pub(crate) inline_epoch: u64,
    /// Names of commands that code may contain.
    pub(crate) inlined: FxHashSet<&'static str>,
    /// Whether a command was ever imported.
    pub(crate) imports: bool,
    pub(crate) identity: Rc<()>,
    pub(crate) spare_slots: Vec<Vec<Variable>>,
    pub(crate) commands_run: u64,
    /// How deep commands in Rust run scripts that run commands in Rust.
    pub(crate) nested: usize,
    /// The files that `source` is reading, the innermost last.
    pub(crate) sources: Vec<Source>,
    pub(crate) world: World,
    pub(crate) events: Events,
    pub(crate) packages: Packages,
    /// The state of `rand`, once it was used.
    pub(crate) random_seed: Option<i64>,
    /// The line of the last error, which Tcl says of a `break` outside of a loop too.
    pub(crate) error_line: usize,
    /// Walks through arrays.
    pub(crate) searches: Vec<Search>,
    limits: Limits,
    steps: u64,
    /// About how many bytes were made since memory was looked at, if it is limited.
    produced: usize,
    /// The number of steps at which something is to be looked at.
    next_look: u64,
    interrupt: Arc<AtomicBool>,
    context: Box<dyn Any>,
}

/// A file that `source` is reading.
pub(crate) struct Source {
    /// Its path, as it was given or as `info script` set it.
    pub path: Value,
    pub text: Value,
    /// Where in the text the command begins that is being run.
    pub at: usize,
    /// A place in the text, and its line, from which lines are counted.
    pub counted: (usize, usize),
}

impl Source {
    /// The line of a place, counted from 1 and from the place that was asked for before.
    pub fn line_of(&mut self, place: usize) -> usize {
        let (from, line) = if self.counted.0 <= place { self.counted } else { (0, 1) };
        let text = self.text.text();
        let lines = memchr::memchr_iter(b'\n', &text.as_bytes()[from..place]).count();
        self.counted = (place, line + lines);
        self.counted.1
    }
}

/// How many steps are between looks at the interrupt and at the memory.
const STEPS_BETWEEN_LOOKS: u64 = 1024;

/// How deep commands in Rust may nest: each level takes stack of the processor's.
const MOST_NESTED: usize = 200;

impl Interp {
    /// An interpreter with all commands of the language, on the operating system.
    pub fn new() -> Self {
        Self::with_host(OsHost)
    }

    /// An interpreter with all commands of the language, on this host.
    pub fn with_host(host: impl Host + 'static) -> Self {
        let environment = host.environment();
        let mut interp = Self {
            frames: vec![Frame {
                namespace: NamespaceId::GLOBAL,
                locals: None,
                slots: Vec::new(),
                others: Default::default(),
                level: 0,
                caller: 0,
                words: Vec::new(),
            }],
            frame: 0,
            namespaces: vec![Namespace::new("::".to_owned(), None)],
            machine: Machine::default(),
            epoch: 0,
            inline_epoch: 0,
            inlined: compile::INLINED.iter().copied().collect(),
            imports: false,
            identity: Rc::new(()),
            spare_slots: Vec::new(),
            commands_run: 0,
            nested: 0,
            sources: Vec::new(),
            world: World::new(Box::new(host)),
            events: Events::default(),
            packages: Packages::default(),
            random_seed: None,
            error_line: 1,
            searches: Vec::new(),
            limits: Limits::default(),
            steps: 0,
            produced: 0,
            next_look: STEPS_BETWEEN_LOOKS,
            interrupt: Arc::default(),
            context: Box::new(()),
        };
        commands::define_all(&mut interp);
        interp.set_predefined(environment);
        interp
    }

    /// The variables that scripts find: the environment, and what is said of the platform.
    fn set_predefined(&mut self, environment: Vec<(String, String)>) {
        let mut set = |name: &str, value: &str| {
            // None of these names means a variable of another kind yet.
            let _ = self.set_var(name, Value::from(value));
        };
        for (name, value) in environment {
            set(&format!("env({name})"), &value);
        }
        set("tcl_version", "8.6");
        set("tcl_patchLevel", commands::info::PATCH_LEVEL);
        set("tcl_interactive", "0");
        set("tcl_platform(platform)", if cfg!(windows) { "windows" } else { "unix" });
        set("tcl_platform(os)", if cfg!(windows) { "Windows NT" } else { "Linux" });
        set(
            "tcl_platform(byteOrder)",
            if cfg!(target_endian = "big") { "bigEndian" } else { "littleEndian" },
        );
        set("tcl_platform(pathSeparator)", ":");
        set("tcl_platform(pointerSize)", "8");
        set("tcl_platform(wordSize)", "8");
        set("tcl_platform(engine)", "Zeroslack");
        set("argv", "");
        set("argc", "0");
    }

    /// Keeps what scripts write to standard output, instead of writing it, while `run` runs; gives it beside what `run` gives.
    pub fn capture<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> (T, String) {
        self.world.begin_capture();
        let value = run(self);
        (value, self.world.end_capture())
    }

    /// Reads a file and runs its commands one after the other, as `source` does.
    pub fn source(&mut self, path: &str) -> Outcome {
        let text = commands::channel::read_whole(self, path)?;
        self.run_source(&Value::from(path), &text)
    }

    /// The bytes of a file, by the host.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read_bytes(&mut self, path: &str) -> Result<Vec<u8>, Exception> {
        commands::channel::read_bytes(self, path)
    }

    /// How many commands were run so far, but for those that code contains.
    pub fn commands_run(&self) -> u64 {
        self.commands_run
    }

    /// Whether files may be written.
    pub fn may_write_files(&self) -> bool {
        self.world.may_write_files()
    }

    /// Opens a file of the host.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub fn open_file(&mut self, path: &str, mode: OpenMode) -> std::io::Result<Box<dyn File>> {
        self.world.open_file(path, mode)
    }

    /// The script that the bytes of a file are: UTF-8, or else ISO 8859-1; a control-Z ends it.
    pub fn script_of(bytes: Vec<u8>) -> String {
        commands::channel::script_of(bytes)
    }

    /// Runs a text as the contents of a file of this name, for a host that unpacks files itself.
    pub fn source_text(&mut self, path: &str, text: &str) -> Outcome {
        self.run_source(&Value::from(path), text)
    }

    /// The file that is being read and the line of its command that is being run, if one is. It is the innermost one, and of a procedure's
    /// commands the line that calls it.
    pub fn place(&mut self) -> Option<(String, usize)> {
        let source = self.sources.last_mut()?;
        let line = source.line_of(source.at);
        Some((source.path.text().to_owned(), line))
    }

    /// Runs something in the global scope.
    pub fn at_global<T>(&mut self, run: impl FnOnce(&mut Self) -> T) -> T {
        let frame = std::mem::replace(&mut self.frame, 0);
        let value = run(self);
        self.frame = frame;
        value
    }

    /// Writes to standard output, as `puts` does.
    ///
    /// # Errors
    /// If the host cannot.
    pub fn print(&mut self, text: &str) -> Result<(), Exception> {
        self.print_to("stdout", text)
    }

    /// Writes to standard error.
    ///
    /// # Errors
    /// If the host cannot.
    pub fn print_error(&mut self, text: &str) -> Result<(), Exception> {
        self.print_to("stderr", text)
    }

    fn print_to(&mut self, channel: &str, text: &str) -> Result<(), Exception> {
        self.world
            .write(channel, text)
            .map_err(|error| Exception::error(format!("error writing \"{channel}\": {error}")))
    }

    /// Hands on all that was written and is still held back.
    pub fn flush(&mut self) {
        self.world.flush_all();
    }

    /// The file that a path means to scripts, which may have changed the folder for themselves.
    pub fn path_of(&self, path: &str) -> PathBuf {
        self.world.resolve(path)
    }

    /// The folder that relative paths of scripts begin at.
    pub fn directory(&self) -> Rc<str> {
        self.world.directory.clone()
    }

    /// An error if the host interrupts.
    pub(crate) fn check_interrupt(&self) -> Result<(), Exception> {
        if self.interrupt.load(Ordering::Relaxed) {
            return Err(Exception::stop(Stop::Interrupted, "interrupted"));
        }
        Ok(())
    }

    /// Counts what a command made, so that memory is looked at in time.
    pub(crate) fn count_produced(&mut self, value: &Value) {
        if self.limits.memory == usize::MAX {
            return;
        }
        self.produced = self.produced.saturating_add(value.own_size() + 64);
        if self.produced > self.limits.memory / 4 {
            self.next_look = self.steps;
        }
    }

    /// About how many bytes all values take that variables and the stack hold.
    fn memory_used(&mut self) -> usize {
        self.produced = 0;
        let mut seen = FxHashSet::default();
        let mut waiting: Vec<Value> = self.machine.stack.clone();
        let mut holders: Vec<Variable> = Vec::new();
        for frame in &self.frames {
            holders
                .extend(frame.slots.iter().chain(frame.others.iter().map(|(_, variable)| variable)).cloned());
        }
        for namespace in &self.namespaces {
            holders.extend(namespace.variables.iter().map(|(_, variable)| variable.clone()));
        }
        let mut bytes = 0;
        while let Some(variable) = holders.pop() {
            bytes += size_of::<Variable>();
            variable.see(|variable| match variable {
                Variable::Scalar(value) => waiting.push(value.clone()),
                Variable::Array(array) => holders.extend(array.iter().map(|(_, element)| element.clone())),
                _ => {}
            });
        }
        while let Some(value) = waiting.pop() {
            let (shared, parts) = value.shared_parts();
            if shared.is_none_or(|place| seen.insert(place)) {
                bytes += value.own_size();
                waiting.extend(parts);
            }
        }
        bytes
    }

    /// The value of a variable: `name` or `name(index)`, as the current scope knows it.
    pub fn get_var(&self, name: &str) -> Outcome {
        let (name, index) = split_element(name);
        self.read_variable(self.frame, name, index)
    }

    /// Sets a variable, and gives the value back.
    pub fn set_var(&mut self, name: &str, value: Value) -> Outcome {
        self.set_variable_in(self.frame, name, value.clone())?;
        Ok(value)
    }

    pub(crate) fn set_variable_in(
        &mut self,
        frame: usize,
        name: &str,
        value: Value,
    ) -> Result<(), Exception> {
        let (name, index) = split_element(name);
        self.write_variable(frame, name, index, value)
    }

    /// Takes the value out of a variable to change it without a copy; the variable is then empty until it is set again. `None` if it has
    /// none.
    pub(crate) fn take_var(&mut self, name: &str) -> Option<Value> {
        let (name, index) = split_element(name);
        self.find_variable(self.frame, name)?;
        let variable = self.make_variable(self.frame, name).ok()?;
        variable.change(|variable| match (variable, index) {
            (Variable::Scalar(value), None) => Some(std::mem::take(value)),
            (Variable::Array(array), Some(index)) => array.get_mut(index)?.change(|element| match element {
                Variable::Scalar(value) => Some(std::mem::take(value)),
                _ => None,
            }),
            _ => None,
        })
    }

    /// Removes a variable.
    pub fn unset_var(&mut self, name: &str) -> Result<(), Exception> {
        let (name, index) = split_element(name);
        self.unset_variable(self.frame, name, index)
    }

    /// Whether a variable or an element has a value.
    pub fn var_exists(&self, name: &str) -> bool {
        let (name, index) = split_element(name);
        let Some(variable) = self.find_variable(self.frame, name) else { return false };
        match index {
            None => variable.is_set(),
            Some(index) => variable.see(|variable| match variable {
                Variable::Array(array) => array.get(index).is_some_and(Variable::is_set),
                _ => false,
            }),
        }
    }

    /// The elements of an array, `None` if there is no such array.
    pub(crate) fn array_entries(&self, name: &str) -> Option<Vec<(Value, Value)>> {
        self.find_variable(self.frame, name)?.see(|variable| match variable {
            Variable::Array(array) => {
                let set = array.iter().filter_map(|(key, element)| {
                    let value = element.see(|element| match element {
                        Variable::Scalar(value) => Some(value.clone()),
                        _ => None,
                    })?;
                    Some((key.clone(), value))
                });
                Some(set.collect())
            }
            _ => None,
        })
    }

    /// Whether a variable is an array.
    pub(crate) fn is_array(&self, name: &str) -> bool {
        self.find_variable(self.frame, name)
            .is_some_and(|variable| variable.see(|variable| matches!(variable, Variable::Array(_))))
    }

    /// Makes a variable an array without elements, unless it is an array already.
    pub(crate) fn make_array(&mut self, name: &str) -> Result<(), Exception> {
        let made = self.make_variable(self.frame, name).and_then(|variable| {
            variable.change(|variable| match variable {
                Variable::Unset => {
                    *variable = Variable::Array(Box::default());
                    Ok(())
                }
                Variable::Array(_) => Ok(()),
                _ => Err("variable isn't array"),
            })
        });
        made.map_err(|why| crate::variables::variable_error("array set", name, None, why))
    }

    /// Sets an element of an array.
    pub(crate) fn set_element(&mut self, array: &str, key: &Value, value: Value) -> Outcome {
        self.write_variable(self.frame, array, Some(&key.text()), value.clone())?;
        Ok(value)
    }

    /// Runs a script in the current scope. It is compiled once, as long as its value lives.
    pub fn eval(&mut self, script: &Value) -> Outcome {
        let code = compile::script(self, script)?;
        self.enter_nested()?;
        let floor = self.machine.activations.len();
        self.enter(code, self.frame, Kind::Plain, self.frames.len());
        let outcome = self.run(floor);
        self.nested -= 1;
        outcome
    }

    /// Runs a script in the global scope.
    pub fn eval_global(&mut self, script: &Value) -> Outcome {
        self.at_global(|interp| interp.eval(script))
    }

    /// Runs a command given by its words.
    pub fn call(&mut self, words: &[Value]) -> Outcome {
        self.enter_nested()?;
        let floor = self.machine.activations.len();
        let stack = self.machine.stack.len();
        self.machine.stack.extend(words.iter().cloned());
        let outcome = match self.invoke_any(words.len()) {
            Ok(Called::Value(value)) => Ok(value),
            Ok(Called::Entered) => self.run(floor),
            Err(error) => Err(error),
        };
        self.machine.stack.truncate(stack);
        self.nested -= 1;
        outcome
    }

    /// The value of an expression.
    pub fn expr(&mut self, expression: &Value) -> Outcome {
        let code = compile::expression(self, expression)?;
        self.enter_nested()?;
        let floor = self.machine.activations.len();
        self.enter(code, self.frame, Kind::Plain, self.frames.len());
        let outcome = self.run(floor);
        self.nested -= 1;
        outcome
    }

    pub(crate) fn enter_nested(&mut self) -> Result<(), Exception> {
        self.check_depth()?;
        if self.nested >= MOST_NESTED.min(self.limits.depth) {
            return Err(too_deep());
        }
        self.nested += 1;
        Ok(())
    }

    /// An error if calls nest too deep.
    pub(crate) fn check_depth(&self) -> Result<(), Exception> {
        if self.machine.activations.len() + self.nested >= self.limits.depth {
            Err(too_deep())
        } else {
            Ok(())
        }
    }

    /// What code is compiled for now.
    pub(crate) fn made_for(&self, namespace: NamespaceId, expression: bool) -> MadeFor {
        MadeFor { interpreter: self.identity.clone(), namespace, inline_epoch: self.inline_epoch, expression }
    }

    /// Sets what scripts may take.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
        self.next_look = self.steps;
    }

    /// What scripts may take.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// How many commands and rounds of loops were run so far.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// A flag that stops what is being run when it is set, from any thread; whoever asked for it clears it.
    pub fn interrupt_flag(&self) -> Arc<AtomicBool> {
        self.interrupt.clone()
    }

    /// Whether so many bytes may be taken for one value: an error if the host's limit says no.
    pub(crate) fn check_size(&self, bytes: usize) -> Result<(), Exception> {
        if bytes > self.limits.memory.min(MOST_BYTES) { Err(self.out_of_memory()) } else { Ok(()) }
    }

    fn out_of_memory(&self) -> Exception {
        let most = self.limits.memory.min(MOST_BYTES);
        Exception::stop(
            Stop::Memory,
            &format!("values would take more than the {most} bytes that are allowed"),
        )
    }

    /// Counts work of a loop in a command: an error if the host interrupts or its limit of steps is reached.
    #[inline]
    pub(crate) fn step(&mut self) -> Result<(), Exception> {
        self.steps += 1;
        if self.steps < self.next_look { Ok(()) } else { self.look() }
    }

    #[cold]
    fn look(&mut self) -> Result<(), Exception> {
        if self.steps > self.limits.steps {
            let message = format!("more than the {} steps that are allowed", self.limits.steps);
            return Err(Exception::stop(Stop::Steps, &message));
        }
        self.next_look = (self.steps + STEPS_BETWEEN_LOOKS).min(self.limits.steps.saturating_add(1));
        self.check_interrupt()?;
        let looks = self.produced > self.limits.memory / 4;
        if looks && self.memory_used() > self.limits.memory {
            return Err(self.out_of_memory());
        }
        Ok(())
    }

    /// Defines a command of the host's.
    pub fn define_command(&mut self, name: &str, command: impl Fn(&mut Self, &[Value]) -> Outcome + 'static) {
        self.define(name, Body::Host(Rc::new(command)), None);
    }

    /// Gives commands of the host something to work on.
    pub fn set_context<T: Any>(&mut self, context: T) {
        self.context = Box::new(context);
    }

    /// Takes what commands of the host work on out, if it is of this type.
    pub fn take_context<T: Any>(&mut self) -> Option<T> {
        if !self.context.is::<T>() {
            return None;
        }
        let context = std::mem::replace(&mut self.context, Box::new(()));
        context.downcast().ok().map(|context| *context)
    }

    /// What commands of the host work on, if it is of this type.
    pub fn context<T: Any>(&mut self) -> Option<&mut T> {
        self.context.downcast_mut()
    }
}

/// The largest value there can be: a string of 2^31 bytes, as in Tcl.
const MOST_BYTES: usize = (1 << 31) - 1;

fn too_deep() -> Exception {
    Exception::coded("too many nested evaluations (infinite loop?)", ["TCL", "LIMIT", "STACK"])
}

impl Default for Interp {
    fn default() -> Self {
        Self::new()
    }
}
