//! What a command ends with if not with a value: an error, or a jump out of a procedure or a loop.

use crate::value::{Dict, ListError, Value};

/// What a command or a script ends with.
pub type Outcome = Result<Value, Exception>;

/// The kinds of ends that are no plain value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// `error`, and whatever goes wrong.
    Error,
    /// `return` on its way to the procedure that it ends.
    Return,
    /// `break` on its way to the loop that it ends.
    Break,
    /// `continue` on its way to the loop whose next round it begins.
    Continue,
    /// A code that only scripts know.
    Other(i32),
}

impl Code {
    /// The number that scripts know it by.
    pub fn number(self) -> i32 {
        match self {
            Self::Error => 1,
            Self::Return => 2,
            Self::Break => 3,
            Self::Continue => 4,
            Self::Other(code) => code,
        }
    }

    /// The kind of a number other than 0.
    pub fn of_number(number: i32) -> Self {
        match number {
            1 => Self::Error,
            2 => Self::Return,
            3 => Self::Break,
            4 => Self::Continue,
            other => Self::Other(other),
        }
    }
}

/// An end that is no plain value, on its way outwards.
#[derive(Clone, Debug)]
pub struct Exception(Box<Raised>);

/// What an [`Exception`] carries.
#[derive(Clone, Debug)]
pub struct Raised {
    /// Its kind, as it is now.
    pub code: Code,
    /// The message, or the value that is returned.
    pub value: Value,
    /// Of a `return`: how many procedures it still ends.
    pub level: u32,
    /// Of a `return`: what it becomes when it has ended them, 0 for a plain value.
    pub then: i32,
    /// Where the error came from, as far as it is known: `errorInfo`.
    pub info: Option<String>,
    /// The words of `errorCode`.
    pub error_code: Option<Value>,
    /// The line, in the innermost script that was left, of the command that failed.
    pub line: usize,
    /// The innermost command need not be added to `info`: it is in there.
    pub(crate) logged: bool,
    /// Options of `return` that mean nothing to the interpreter.
    pub options: Option<Dict>,
    /// Scripts cannot catch it: a limit of the host's, an interrupt, `exit`.
    pub(crate) uncatchable: Option<Stop>,
}

/// Why an interpreter stops, whatever the script wants to catch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The host asked for it.
    Interrupted,
    /// More steps than the host allows.
    Steps,
    /// More memory than the host allows.
    Memory,
    /// The script called `exit` with this status.
    Exit(i32),
}

impl Exception {
    /// An end of some kind with a value.
    pub fn new(code: Code, value: Value) -> Self {
        Self(Box::new(Raised {
            code,
            value,
            level: 0,
            then: 0,
            info: None,
            error_code: None,
            line: 1,
            logged: false,
            options: None,
            uncatchable: None,
        }))
    }

    /// An error with a message.
    pub fn error(message: impl Into<Value>) -> Self {
        Self::new(Code::Error, message.into())
    }

    /// An error whose `errorCode` is these words.
    pub fn coded<'a>(message: impl Into<Value>, code: impl IntoIterator<Item = &'a str>) -> Self {
        let words: Vec<Value> = code.into_iter().map(Value::from).collect();
        let mut error = Self::error(message);
        error.error_code = Some(Value::list(words));
        error
    }

    /// The end of everything, for a reason that scripts cannot catch.
    pub(crate) fn stop(stop: Stop, message: &str) -> Self {
        let mut error = Self::error(message);
        error.uncatchable = Some(stop);
        error
    }

    /// Why the interpreter stops, if nothing in the script may catch this.
    pub fn stopped(&self) -> Option<Stop> {
        self.uncatchable
    }

    /// The error of a wrong number of words: what the command takes instead.
    pub fn wrong_args(usage: &str) -> Self {
        Self::coded(format!("wrong # args: should be \"{usage}\""), ["TCL", "WRONGARGS"])
    }

    /// Whether it is a `return`, on its way to what it ends.
    pub fn is_return(&self) -> bool {
        self.code == Code::Return
    }

    /// The end of the procedure or the file that a `return` ends: its value, what `-code` says, or a `return` with further to go.
    pub(crate) fn after_return(mut self) -> Outcome {
        self.level = self.level.saturating_sub(1);
        if self.level > 0 {
            return Err(self);
        }
        if self.then == 0 {
            return Ok(std::mem::take(&mut self.value));
        }
        self.code = Code::of_number(self.then);
        self.logged = false;
        Err(self)
    }

    /// Whether it is an error.
    pub fn is_error(&self) -> bool {
        self.code == Code::Error
    }

    /// The message of an error.
    pub fn message(&self) -> String {
        self.value.text().to_owned()
    }

    /// Adds to where the error came from.
    pub fn add_info(&mut self, text: &str) {
        if self.code != Code::Error {
            return;
        }
        match &mut self.info {
            Some(info) => info.push_str(text),
            None => self.info = Some(format!("{}{text}", self.value.text())),
        }
    }

    /// Adds to where the error came from and gives it back.
    #[must_use]
    pub fn with_info(mut self, text: &str) -> Self {
        self.add_info(text);
        self
    }

    /// Adds the command that was being run, cut short if it is long.
    pub(crate) fn log_command(&mut self, command: &str, line: usize) {
        self.line = line;
        let verb = if self.info.is_none() { "while executing" } else { "invoked from within" };
        let (shown, dots) = shortened(command, 150);
        self.add_info(&format!("\n    {verb}\n\"{shown}{dots}\""));
    }

    /// `errorInfo`: the message, and where it came from.
    pub fn error_info(&self) -> Value {
        match &self.info {
            Some(info) => Value::from(info.as_str()),
            None => self.value.clone(),
        }
    }

    /// `errorCode`: the words given, or `NONE`.
    pub fn error_code(&self) -> Value {
        self.error_code.clone().unwrap_or_else(|| Value::from("NONE"))
    }
}

/// At most this many bytes of a text, and dots if it is longer.
pub(crate) fn shortened(text: &str, most: usize) -> (&str, &'static str) {
    if text.len() <= most {
        return (text, "");
    }
    let mut end = most;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    (&text[..end], "...")
}

impl std::ops::Deref for Exception {
    type Target = Raised;

    fn deref(&self) -> &Raised {
        &self.0
    }
}

impl std::ops::DerefMut for Exception {
    fn deref_mut(&mut self) -> &mut Raised {
        &mut self.0
    }
}

impl std::fmt::Display for Exception {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.value.text())
    }
}

impl std::error::Error for Exception {}

impl From<ListError> for Exception {
    fn from(error: ListError) -> Self {
        let code: Vec<&str> =
            ["TCL", "VALUE"].into_iter().chain(error.code).filter(|word| !word.is_empty()).collect();
        Self::coded(error.message, code)
    }
}
