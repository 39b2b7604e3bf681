//! The shell: an interpreter with the commands.

use std::path::Path;

use zeroslack::constraints::object::Handle;
use zeroslack::constraints::{State, define, exit_status, run_file, settle, state, tell_of_variables};
use zeroslack::{EngineOptions, Progress, Session};
use zeroslack_tcl::{Host, Interp, OsHost, Outcome, Value};

use crate::own::{OfShell, Own};
use crate::tables::TABLES;

/// An interpreter with the commands of a timing tool, and the session that they work on.
pub struct Shell {
    interp: Interp,
    /// The status of the `exit` that a script ended with.
    exit: Option<i32>,
}

impl Shell {
    /// A shell on the operating system.
    pub fn new() -> Self {
        Self::with_host(OsHost)
    }

    /// A shell whose scripts touch the world through this host. Netlists, libraries and parasitics are read from files.
    pub fn with_host(host: impl Host + 'static) -> Self {
        let mut interp = Interp::with_host(host);
        define(&mut interp, State::new(Box::new(Own::new()), &TABLES));
        Self { interp, exit: None }
    }

    /// The engine that computes, for designs that are linked from now on.
    pub fn set_engine(&mut self, engine: EngineOptions) {
        if let Ok(own) = state(&mut self.interp).and_then(|state| state.own_mut()) {
            own.files.engine = engine;
        }
    }

    /// What is made when a long command begins, told how far it is, and dropped when the command ends.
    pub fn set_progress(&mut self, progress: fn() -> Box<dyn Progress>) {
        if let Ok(own) = state(&mut self.interp).and_then(|state| state.own_mut()) {
            own.progress = progress;
        }
    }

    /// The interpreter.
    pub fn interp(&mut self) -> &mut Interp {
        &mut self.interp
    }

    /// Runs a script.
    ///
    /// # Errors
    /// The error that the script ends with.
    pub fn run(&mut self, script: &str) -> Outcome {
        self.interp.run_script(script)
    }

    /// Runs a file.
    ///
    /// # Errors
    /// The error that the file ends with, of which `error_info` names the file and the line.
    pub fn run_file(&mut self, path: &Path) -> Outcome {
        let outcome = run_file(&mut self.interp, &path.to_string_lossy());
        // A script that reports nothing has not been told of its variables yet; its own end counts more than that it cannot be told.
        let _ = tell_of_variables(&mut self.interp);
        outcome
    }

    /// The session, once a design is linked.
    pub fn session(&mut self) -> Option<&mut Session> {
        settle(&mut self.interp).ok()?;
        state(&mut self.interp).ok()?.session_mut().ok()
    }

    /// Where the word begins that a place in a line is in, and what it may become: commands, options, variables, names of objects.
    pub fn complete(&mut self, line: &str, place: usize) -> (usize, Vec<String>) {
        crate::complete::complete(&mut self.interp, line, place)
    }

    /// The status that a program ends with for the end of a script: that of `exit`, 0 where all went well, else 1.
    pub fn status(outcome: &Outcome) -> i32 {
        match outcome {
            Ok(_) => 0,
            Err(exception) => exit_status(exception).unwrap_or(1),
        }
    }

    /// Keeps the status if a script ended with `exit`.
    pub fn note(&mut self, outcome: &Outcome) {
        self.exit = outcome.as_ref().err().and_then(exit_status).or(self.exit);
    }

    /// The status of the `exit` that a script ended with.
    pub fn exit_status(&self) -> Option<i32> {
        self.exit
    }

    /// A value as a prompt shows it: the names of objects in place of handles, for lists that are not too long to read.
    pub fn shown(&mut self, value: &Value) -> String {
        let Ok(state) = state(&mut self.interp) else { return value.to_string() };
        let is_list_of_objects = |words: &[Value]| {
            !words.is_empty() && words.iter().all(|word| word.host_object::<Handle>().is_some())
        };
        match state.words(value) {
            Ok(words) if words.len() <= MOST_SHOWN && is_list_of_objects(&words) => {
                let name = |word: &Value| match state.object_of_handle(word) {
                    Ok(Some(object)) => state.name_of(object).unwrap_or_default(),
                    _ => word.to_string(),
                };
                words.iter().map(name).collect::<Vec<_>>().join(" ")
            }
            _ => value.to_string(),
        }
    }

    /// What is to be told of an error, if the end of a script is one.
    pub fn complaint(outcome: &Outcome) -> Option<String> {
        match outcome {
            Err(exception) if exit_status(exception).is_none() => Some(exception.error_info().to_string()),
            _ => None,
        }
    }
}

/// Lists of more objects are shown as handles.
const MOST_SHOWN: usize = 1000;

impl Default for Shell {
    fn default() -> Self {
        Self::new()
    }
}

impl std::fmt::Debug for Shell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shell").finish_non_exhaustive()
    }
}
