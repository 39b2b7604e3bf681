//! Files are run a command at a time: most of their commands are run once, so that code for them would not pay. Commands that code may
//! contain are compiled, one at a time; the others are called with their words as these are read.
//!
//! Errors are those of code for the whole file: they name the innermost command.

use std::ops::Range;
use std::rc::Rc;

use crate::compile;
use crate::exception::{Exception, Outcome};
use crate::interp::{Interp, Source};
use crate::machine::Kind;
use crate::namespaces::Called;
use crate::parse::{Command, Parser, Token, TokenKind, backslash};
use crate::value::Value;

/// What the commands of a script are run with, to use again from command to command.
#[derive(Default)]
struct Buffers {
    tokens: Vec<Token>,
    words: Vec<Value>,
}

/// The end of the next command.
enum Next {
    /// There is none.
    Ended,
    /// It cannot be taken apart; where it stands, if its end is known.
    Unparsed(Exception, Option<Range<usize>>),
    /// Where it stands, and what it ended with.
    Ran(Range<usize>, Outcome),
}

impl Interp {
    /// Runs a script that is not kept, as a file is run: in the current scope, a command at a time.
    pub fn run_script(&mut self, text: &str) -> Outcome {
        self.run_text(&Value::from(text))
    }

    /// The same for a script that is a value.
    pub(crate) fn run_text(&mut self, source: &Value) -> Outcome {
        let outcome = self.run_commands(source, 0..source.text().len());
        outcome.map_err(|mut exception| {
            exception.logged = false;
            exception
        })
    }

    /// Runs the commands of a text as those of a file of this name, one after the other. Where each command stands and what it ended with are given to `after`; an error that
    /// `after` returns ends the file, and so does a `return`. A command of which something is not closed ends it too, as nobody knows where the next one begins.
    ///
    /// # Errors
    /// The error that ended the file.
    pub fn source_each(
        &mut self,
        path: &str,
        text: &str,
        mut after: impl FnMut(&mut Self, Range<usize>, Outcome) -> Outcome,
    ) -> Outcome {
        self.enter_nested()?;
        let source = Value::from(text);
        self.sources.push(Source { path: Value::from(path), text: source.clone(), at: 0, counted: (0, 1) });
        let text = source.text();
        let mut parser = Parser::new(&text);
        let mut buffers = Buffers::default();
        let outcome = loop {
            let told = match self.run_next(&source, &mut parser, &mut buffers) {
                Next::Ended => break Ok(Value::empty()),
                Next::Unparsed(exception, None) => break Err(exception),
                Next::Unparsed(exception, Some(command)) => after(self, command, Err(exception)),
                Next::Ran(command, outcome) => after(self, command, outcome),
            };
            if let Err(mut exception) = told {
                if exception.is_return() {
                    exception.line = self.place().map_or(1, |(_, line)| line);
                    break exception.after_return();
                }
                break Err(exception);
            }
        };
        self.sources.pop();
        self.nested -= 1;
        outcome
    }

    /// Runs the commands in a part of a text; gives the value of the last.
    fn run_commands(&mut self, source: &Value, range: Range<usize>) -> Outcome {
        let text = source.text();
        let mut parser = Parser::new(&text[..range.end]);
        parser.at = range.start;
        let mut buffers = Buffers::default();
        let mut result = Value::empty();
        loop {
            match self.run_next(source, &mut parser, &mut buffers) {
                Next::Ended => return Ok(result),
                Next::Unparsed(exception, _) => return Err(exception),
                Next::Ran(_, outcome) => result = outcome?,
            }
        }
    }

    /// Runs the next command.
    fn run_next(&mut self, source: &Value, parser: &mut Parser<'_>, buffers: &mut Buffers) -> Next {
        let text = source.text();
        buffers.tokens.clear();
        let before = parser.at;
        let command = match parser.next(&mut buffers.tokens) {
            Ok(Some(command)) => command,
            Ok(None) => return Next::Ended,
            Err(error) => {
                parser.at = before;
                parser.skip_to_command();
                let (start, end) = (parser.at, error.end(&text));
                let mut exception = Exception::error(error.message);
                exception.log_command(text.get(start..end).unwrap_or_default(), self.line_of(&text, start));
                exception.logged = true;
                let command = parser.skip_broken(error).map(|end| start..end);
                return Next::Unparsed(exception, command);
            }
        };
        if let Some(file) = self.source_of(&text) {
            file.at = command.start;
        }
        let outcome = if self.is_compiled(&text, &buffers.tokens) {
            self.run_compiled(source, &command)
        } else {
            self.run_command(source, buffers)
        };
        let outcome = outcome.map_err(|mut exception| {
            if exception.is_error() && !exception.logged {
                exception.log_command(&text[command.start..command.end], 0);
            }
            if !exception.logged || exception.line == 0 {
                exception.line = self.line_of(&text, command.start);
            }
            exception.logged = true;
            exception
        });
        Next::Ran(command.start..command.end, outcome)
    }

    /// The file that is being read, if this is its text.
    fn source_of(&mut self, text: &str) -> Option<&mut Source> {
        self.sources.last_mut().filter(|file| file.text.text().as_ptr() == text.as_ptr())
    }

    /// The line of a place in a text, counted from 1: in the text of a file from the place that was counted before.
    fn line_of(&mut self, text: &str, place: usize) -> usize {
        match self.source_of(text) {
            Some(file) => file.line_of(place),
            None => 1 + memchr::memchr_iter(b'\n', &text.as_bytes()[..place]).count(),
        }
    }

    /// Whether a command is one that code may contain.
    fn is_compiled(&self, text: &str, tokens: &[Token]) -> bool {
        match tokens {
            [word, name, ..] if word.count == 1 && name.kind == TokenKind::Text => {
                self.inlined.contains(&text[name.range()])
            }
            _ => false,
        }
    }

    fn run_compiled(&mut self, source: &Value, command: &Command) -> Outcome {
        self.commands_run += 1;
        let code = Rc::new(compile::part(self, source, command.start..command.end)?);
        self.check_depth()?;
        let floor = self.machine.activations.len();
        self.enter(code, self.frame, Kind::Plain, self.frames.len());
        self.run(floor).map_err(|mut exception| {
            // The code has added its innermost command, and the line of that.
            exception.logged = true;
            exception
        })
    }

    fn run_command(&mut self, source: &Value, buffers: &mut Buffers) -> Outcome {
        let mut words = std::mem::take(&mut buffers.words);
        words.clear();
        let tokens = &buffers.tokens;
        let mut at = 0;
        let mut outcome = Ok(Value::empty());
        while at < tokens.len() {
            let token = &tokens[at];
            let next = at + 1 + token.count as usize;
            outcome = self.word(source, token, &tokens[at + 1..next], &mut words);
            if outcome.is_err() {
                break;
            }
            at = next;
        }
        if outcome.is_ok() {
            outcome = self.call_direct(&words);
        }
        words.clear();
        buffers.words = words;
        outcome
    }

    /// Adds the value of a word, or the elements of one behind `{*}`.
    fn word(&mut self, source: &Value, word: &Token, parts: &[Token], words: &mut Vec<Value>) -> Outcome {
        let value = match parts {
            [only] if only.kind == TokenKind::Text => Value::from(&source.text()[only.range()]),
            parts => self.parts_value(source, parts)?,
        };
        if word.kind == TokenKind::ExpandedWord {
            words.extend(value.elements()?.iter().cloned());
        } else {
            words.push(value);
        }
        Ok(Value::empty())
    }

    fn parts_value(&mut self, source: &Value, parts: &[Token]) -> Outcome {
        let is_single = parts.first().is_some_and(|first| first.count as usize + 1 == parts.len());
        if is_single {
            return self.part_value(source, &parts[0], &parts[1..]);
        }
        let mut joined = String::new();
        let mut at = 0;
        while at < parts.len() {
            let next = at + 1 + parts[at].count as usize;
            joined.push_str(&self.part_value(source, &parts[at], &parts[at + 1..next])?.text());
            at = next;
        }
        self.check_size(joined.len())?;
        Ok(Value::from(joined))
    }

    fn part_value(&mut self, source: &Value, part: &Token, inner: &[Token]) -> Outcome {
        let text = source.text();
        match part.kind {
            TokenKind::Text => Ok(Value::from(&text[part.range()])),
            TokenKind::Backslash => Ok(Value::from(backslash(&text[part.range()]).0)),
            TokenKind::Command => {
                self.check_depth()?;
                self.run_commands(source, part.start as usize + 1..part.end as usize - 1)
            }
            TokenKind::Variable => self.get_var_whole(&text[inner[0].range()]),
            TokenKind::Element => {
                let index = self.parts_value(source, &inner[1..])?;
                self.get_element(&text[inner[0].range()], &index.text())
            }
            TokenKind::Word | TokenKind::ExpandedWord => Ok(Value::empty()),
        }
    }

    /// The value of a variable whose name is not taken apart.
    pub(crate) fn get_var_whole(&self, name: &str) -> Outcome {
        self.read_variable(self.frame, name, None)
    }

    /// The value of an element of an array.
    pub(crate) fn get_element(&self, array: &str, index: &str) -> Outcome {
        self.read_variable(self.frame, array, Some(index))
    }

    /// Calls a command by its words.
    fn call_direct(&mut self, words: &[Value]) -> Outcome {
        self.check_depth()?;
        let floor = self.machine.activations.len();
        let stack = self.machine.stack.len();
        self.machine.stack.extend(words.iter().cloned());
        let outcome = match self.invoke_any(words.len()) {
            Ok(Called::Value(value)) => Ok(value),
            Ok(Called::Entered) => self.run(floor),
            Err(error) => Err(error),
        };
        self.machine.stack.truncate(stack);
        outcome
    }
}
