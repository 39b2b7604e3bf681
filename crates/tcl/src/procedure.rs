//! Procedures, and how calls end.

use std::cell::RefCell;
use std::rc::Rc;

use crate::code::Code;
use crate::compile;
use crate::exception::{Code as ExceptionCode, Exception};
use crate::interp::Interp;
use crate::machine::Kind;
use crate::namespaces::{Body, Called, Command, NamespaceId};
use crate::value::{Value, format_list};
use crate::variables::{Frame, Variable};

/// A procedure.
pub(crate) struct Procedure {
    pub parameters: Vec<Parameter>,
    /// The last parameter takes all words that are left.
    pub variadic: bool,
    pub body: Value,
    pub namespace: NamespaceId,
    pub code: RefCell<Option<Rc<Code>>>,
}

/// A parameter, and what it is if the call does not say.
pub(crate) struct Parameter {
    pub name: Value,
    pub default: Option<Value>,
}

impl Procedure {
    /// Reads the parameters of a procedure. `what` begins the messages: `procedure "p"`.
    pub fn new(list: &Value, body: Value, namespace: NamespaceId, what: &str) -> Result<Self, Exception> {
        let mut parameters = Vec::new();
        let elements = list.elements()?;
        for element in elements.iter() {
            parameters.push(parameter(element, what)?);
        }
        let variadic = parameters.last().is_some_and(|last: &Parameter| *last.name.text() == *"args");
        Ok(Self { parameters, variadic, body, namespace, code: RefCell::default() })
    }

    /// What a call looks like, behind the name.
    pub fn usage(&self) -> String {
        let mut text = String::new();
        for (number, parameter) in self.parameters.iter().enumerate() {
            text.push(' ');
            let name = parameter.name.text();
            match &parameter.default {
                _ if self.variadic && number + 1 == self.parameters.len() => text.push_str("?arg ...?"),
                Some(_) => text.push_str(&format!("?{}?", &*name)),
                None => text.push_str(&crate::value::quote_element(&name, false)),
            }
        }
        text
    }
}

fn parameter(element: &Value, what: &str) -> Result<Parameter, Exception> {
    let error =
        |message: String| Exception::coded(message, ["TCL", "OPERATION", "PROC", "FORMALARGUMENTFORMAT"]);
    let parts = element.elements()?;
    if parts.len() > 2 {
        return Err(error(format!("too many fields in argument specifier \"{}\"", element.text())));
    }
    let Some(name) = parts.first().filter(|name| !name.is_empty()) else {
        return Err(error("argument with no name".to_owned()));
    };
    let text = name.text();
    if text.contains("::") {
        return Err(error(format!("formal parameter \"{}\" is not a simple name", &*text)));
    }
    if text.ends_with(')') && text.contains('(') {
        return Err(error(format!("formal parameter \"{}\" is an array element", &*text)));
    }
    let _ = what;
    Ok(Parameter { name: name.clone(), default: parts.get(1).cloned() })
}

/// A `return` with a value and nothing else.
pub(crate) fn plain_return(value: Value) -> Exception {
    let mut exception = Exception::new(ExceptionCode::Return, value);
    exception.level = 1;
    exception
}

/// The options of a script that ended with a value.
pub(crate) fn no_options() -> Value {
    thread_local! {
        static PLAIN: Value = Value::from("-code 0 -level 0");
    }
    PLAIN.with(Value::clone)
}

impl Interp {
    /// The options of `return` that would end a script as it ended.
    pub(crate) fn return_options(&self, exception: &Exception) -> Value {
        let mut options = exception.options.clone().unwrap_or_default();
        let (code, level) = match exception.code {
            ExceptionCode::Return => (exception.then, exception.level),
            other => (other.number(), 0),
        };
        options.insert(Value::from("-code"), Value::from(i64::from(code)));
        options.insert(Value::from("-level"), Value::from(i64::from(level)));
        if code == 1 {
            options.insert(Value::from("-errorcode"), exception.error_code());
            if exception.is_error() {
                options.insert(Value::from("-errorinfo"), exception.error_info());
                options.insert(Value::from("-errorline"), Value::from(exception.line));
            } else if let Some(info) = &exception.info {
                options.insert(Value::from("-errorinfo"), Value::from(info.as_str()));
            }
        }
        Value::dict(options)
    }

    /// Sets `::errorInfo` and `::errorCode` to those of an error that is caught.
    pub(crate) fn note_error(&mut self, exception: &Exception) {
        if exception.is_error() {
            // They could be arrays; then scripts have made them so.
            let _ = self.write_variable(0, "errorInfo", None, exception.error_info());
            let _ = self.write_variable(0, "errorCode", None, exception.error_code());
        }
    }

    /// Enters a procedure whose call is the topmost words of the stack.
    pub(crate) fn enter_procedure(
        &mut self,
        procedure: &Rc<Procedure>,
        words: usize,
    ) -> Result<Called, Exception> {
        let words = self.machine.take(words);
        let kind = Kind::Procedure(words[0].clone());
        self.enter_call(procedure, words, 1, kind)
    }

    /// Enters a procedure with these words, of which the first few are no arguments.
    pub(crate) fn enter_call(
        &mut self,
        procedure: &Rc<Procedure>,
        words: Vec<Value>,
        skip: usize,
        kind: Kind,
    ) -> Result<Called, Exception> {
        self.check_depth()?;
        let code = compile::procedure(self, procedure)?;
        let mut slots = self.spare_slots.pop().unwrap_or_default();
        if !bind(procedure, &words[skip..], &mut slots) {
            let name = if skip == 1 { format_list(&words[..1]) } else { format!("{} lambdaExpr", words[0]) };
            return Err(Exception::wrong_args(&format!("{name}{}", procedure.usage())));
        }
        slots.resize_with(code.locals.names.len(), Variable::default);
        let caller = self.frame;
        let outer_frames = self.frames.len();
        self.frames.push(Frame {
            namespace: procedure.namespace,
            locals: Some(code.locals.clone()),
            slots,
            others: Default::default(),
            level: self.frames[caller].level + 1,
            caller,
            words,
        });
        self.enter(code, outer_frames, kind, outer_frames);
        Ok(Called::Entered)
    }

    /// Runs a command whose words are the topmost of the stack.
    pub(crate) fn invoke_at(&mut self, code: &Code, words: usize, site: u32) -> Result<Called, Exception> {
        let cached = match &*code.sites[site as usize].borrow() {
            Some((epoch, command)) if *epoch == self.epoch => Some(command.clone()),
            _ => None,
        };
        if let Some(command) = cached {
            return self.invoke(&command, words);
        }
        let at = self.machine.stack.len() - words;
        match self.find_command(self.current_namespace(), &self.machine.stack[at].text()) {
            Some(command) => {
                *code.sites[site as usize].borrow_mut() = Some((self.epoch, command.clone()));
                self.invoke(&command, words)
            }
            None => self.invoke_unknown(words),
        }
    }

    /// The same, for a call whose command is looked for each time.
    pub(crate) fn invoke_any(&mut self, words: usize) -> Result<Called, Exception> {
        if words == 0 {
            return Ok(Called::Value(Value::empty()));
        }
        let at = self.machine.stack.len() - words;
        match self.find_command(self.current_namespace(), &self.machine.stack[at].text()) {
            Some(command) => self.invoke(&command, words),
            None => self.invoke_unknown(words),
        }
    }

    fn invoke(&mut self, command: &Rc<Command>, words: usize) -> Result<Called, Exception> {
        self.step()?;
        self.commands_run += 1;
        match &command.body {
            Body::Procedure(procedure) => self.enter_procedure(procedure, words),
            Body::Import(original) => {
                let original = original.clone();
                self.invoke(&original, words)
            }
            body => {
                let words = self.machine.take(words);
                let called = match body {
                    Body::Native(native) => native(self, &words).map(Called::Value),
                    Body::Host(host) => {
                        let host = host.clone();
                        host(self, &words).map(Called::Value)
                    }
                    Body::Frame(frame) => frame(self, &words),
                    Body::Ensemble(subcommands) => {
                        self.call_subcommand(subcommands, &words).map(Called::Value)
                    }
                    Body::Procedure(_) | Body::Import(_) => unreachable!("matched before"),
                };
                self.machine.give_back(words);
                if let Ok(Called::Value(value)) = &called {
                    self.count_produced(value);
                }
                called
            }
        }
    }

    /// A command that is not there: `unknown` is asked.
    fn invoke_unknown(&mut self, words: usize) -> Result<Called, Exception> {
        let at = self.machine.stack.len() - words;
        let here = self.current_namespace();
        let handler = self
            .namespace(here)
            .unknown
            .clone()
            .or_else(|| self.namespace(NamespaceId::GLOBAL).unknown.clone());
        let prefix = match handler {
            Some(handler) => handler.elements()?,
            None => Rc::new(vec![Value::from("::unknown")]),
        };
        let command = prefix.first().and_then(|name| self.find_command(here, &name.text()));
        match command {
            Some(command) => {
                self.check_depth()?;
                self.machine.stack.splice(at..at, prefix.iter().cloned());
                self.invoke(&command, words + prefix.len())
            }
            None => {
                let name = self.machine.stack[at].clone();
                self.machine.stack.truncate(at);
                Err(no_command(&name))
            }
        }
    }

    /// Calls a function of expressions: `tcl::mathfunc::NAME`, here or in the global namespace. Its arguments are on the stack.
    pub(crate) fn call_function(
        &mut self,
        code: &Code,
        name: u32,
        arguments: usize,
        site: u32,
    ) -> Result<Called, Exception> {
        let name = &code.literals[name as usize];
        let at = self.machine.stack.len() - arguments;
        let cached = match &*code.sites[site as usize].borrow() {
            Some((epoch, command)) if *epoch == self.epoch => Some(command.clone()),
            _ => None,
        };
        let command = match cached {
            Some(command) => command,
            None => {
                let Some(found) = self.find_command(self.current_namespace(), &name.text()) else {
                    self.machine.stack.truncate(at);
                    return Err(no_command(name));
                };
                *code.sites[site as usize].borrow_mut() = Some((self.epoch, found.clone()));
                found
            }
        };
        self.machine.stack.insert(at, name.clone());
        self.invoke(&command, arguments + 1)
    }
}

/// The error of a name that is no command.
pub(crate) fn no_command(name: &Value) -> Exception {
    let name = name.text();
    Exception::coded(format!("invalid command name \"{}\"", &*name), ["TCL", "LOOKUP", "COMMAND", &name])
}

/// Gives parameters their values; `false` if there are too few or too many.
fn bind(procedure: &Procedure, arguments: &[Value], slots: &mut Vec<Variable>) -> bool {
    let named = procedure.parameters.len() - usize::from(procedure.variadic);
    if arguments.len() > named && !procedure.variadic {
        return false;
    }
    for (number, parameter) in procedure.parameters[..named].iter().enumerate() {
        match arguments.get(number).or(parameter.default.as_ref()) {
            Some(value) => slots.push(Variable::Scalar(value.clone())),
            None => return false,
        }
    }
    if procedure.variadic {
        let rest = arguments.get(named..).unwrap_or_default();
        slots.push(Variable::Scalar(Value::list(rest.to_vec())));
    }
    true
}
