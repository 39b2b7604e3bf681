//! The prompt: lines with history and completion, or lines of a pipe.

use std::cell::RefCell;
use std::io::{self, BufRead as _, IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::atomic::Ordering;

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};
use zeroslack_shell::Shell;
use zeroslack_tcl::is_complete;

use crate::shell::settle;

/// The exit status of a program that an interrupt ends.
const INTERRUPTED: i32 = 130;

/// From here on Ctrl-C stops the script or command that runs. Once more ends the program, for a command that takes long and cannot be stopped.
pub(crate) fn stop_on_interrupt(shell: &mut Shell) -> io::Result<()> {
    let interrupt = shell.interp().interrupt_flag();
    let signal = signal_hook::consts::SIGINT;
    signal_hook::flag::register_conditional_shutdown(signal, INTERRUPTED, interrupt.clone())?;
    signal_hook::flag::register(signal, interrupt)?;
    Ok(())
}

/// Runs commands as they are typed until there are no more, or one is `exit`. Gives the status to end with.
pub(crate) fn run(shell: &mut Shell) -> anyhow::Result<i32> {
    let interrupt = shell.interp().interrupt_flag();
    let mut before = || interrupt.store(false, Ordering::Relaxed);
    if io::stdin().is_terminal() { typed(shell, &mut before) } else { piped(shell, &mut before) }
}

/// Lines of a pipe: the status tells whether one failed.
fn piped(shell: &mut Shell, before: &mut dyn FnMut()) -> anyhow::Result<i32> {
    let mut status = 0;
    let mut command = String::new();
    for line in io::stdin().lock().lines() {
        command.push_str(&line?);
        command.push('\n');
        if !is_complete(&command) {
            continue;
        }
        before();
        status |= i32::from(evaluate(shell, &command)? != 0);
        command.clear();
        if let Some(status) = shell.exit_status() {
            return Ok(status);
        }
    }
    if !command.trim().is_empty() {
        status |= i32::from(evaluate(shell, &command)? != 0);
    }
    Ok(status)
}

/// Runs a command and prints what it gives.
fn evaluate(shell: &mut Shell, command: &str) -> anyhow::Result<i32> {
    let mut value = String::new();
    let status = settle(shell, |shell| {
        let outcome = shell.run(command);
        if let Ok(given) = &outcome {
            value = shell.shown(given);
        }
        outcome
    })?;
    if !value.is_empty() {
        writeln!(io::stdout(), "{value}")?;
    }
    Ok(status)
}

fn typed(shell: &mut Shell, before: &mut dyn FnMut()) -> anyhow::Result<i32> {
    // The editor asks for completions while it reads a line, and commands run between lines.
    let shared = Rc::new(RefCell::new(std::mem::take(shell)));
    let config = Config::builder().completion_type(CompletionType::List).auto_add_history(false).build();
    let mut editor: Editor<Completion, _> = Editor::with_config(config)?;
    editor.set_helper(Some(Completion(shared.clone())));
    let history = history_file();
    if let Some(file) = &history {
        // There is none at first.
        let _ = editor.load_history(file);
    }
    let mut command = String::new();
    let status = loop {
        let prompt = if command.is_empty() { "zeroslack> " } else { "> " };
        match editor.readline(prompt) {
            Ok(line) => {
                command.push_str(&line);
                command.push('\n');
                if !is_complete(&command) {
                    continue;
                }
                if !command.trim().is_empty() {
                    editor.add_history_entry(command.trim_end())?;
                    before();
                    evaluate(&mut shared.borrow_mut(), &command)?;
                }
                command.clear();
                if let Some(status) = shared.borrow().exit_status() {
                    break status;
                }
            }
            Err(ReadlineError::Interrupted) => command.clear(),
            Err(ReadlineError::Eof) => break 0,
            Err(error) => return Err(error.into()),
        }
    };
    if let Some(file) = &history {
        // A history that cannot be kept is no reason to fail.
        let _ = editor.save_history(file);
    }
    Ok(status)
}

fn history_file() -> Option<PathBuf> {
    Some(PathBuf::from(std::env::var_os("HOME")?).join(".zeroslack_history"))
}

/// Completes words by what the shell knows.
struct Completion(Rc<RefCell<Shell>>);

impl Completer for Completion {
    type Candidate = String;

    fn complete(&self, line: &str, place: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(self.0.borrow_mut().complete(line, place))
    }
}

impl Hinter for Completion {
    type Hint = String;
}

impl Highlighter for Completion {}
impl Validator for Completion {}
impl Helper for Completion {}
