//! Files are run a command at a time, without code: most of their commands are run once.

use crate::exception::{Exception, Outcome};
use crate::interp::Interp;
use crate::parse::{Parser, Token, TokenKind, backslash};
use crate::value::Value;

/// What the commands of a file are run with, to use again from command to command.
#[derive(Default)]
struct Buffers {
    tokens: Vec<Token>,
    words: Vec<Value>,
}

impl Interp {
    /// Runs commands one after the other; gives the value of the last.
    pub(crate) fn run_commands(&mut self, text: &str) -> Outcome {
        let mut parser = Parser::new(text);
        let mut buffers = Buffers::default();
        let mut result = Value::empty();
        let (mut line, mut counted) = (1, 0);
        let mut line_of = |place: usize| {
            line += text.as_bytes()[counted..place].iter().filter(|&&byte| byte == b'\n').count();
            counted = place;
            line
        };
        loop {
            buffers.tokens.clear();
            let before = parser.clone();
            let command = match parser.next(&mut buffers.tokens) {
                Ok(Some(command)) => command,
                Ok(None) => return Ok(result),
                Err(error) => {
                    let mut start = before;
                    start.skip_to_command();
                    let mut exception = Exception::coded(error.message, ["TCL", "PARSE", error.code]);
                    let end = (error.at + 1).min(text.len());
                    exception.log_command(text.get(start.at..end).unwrap_or_default(), line_of(start.at));
                    return Err(exception);
                }
            };
            match self.run_command(text, &mut buffers) {
                Ok(value) => result = value,
                Err(mut exception) => {
                    let line = line_of(command.start);
                    if exception.is_error() && !exception.logged {
                        exception.log_command(&text[command.start..command.end], line);
                    } else {
                        exception.line = line;
                    }
                    exception.logged = false;
                    return Err(exception);
                }
            }
        }
    }

    fn run_command(&mut self, text: &str, buffers: &mut Buffers) -> Outcome {
        let mut words = std::mem::take(&mut buffers.words);
        words.clear();
        let tokens = &buffers.tokens;
        let mut at = 0;
        let mut outcome = Ok(Value::empty());
        while at < tokens.len() {
            let token = &tokens[at];
            let next = at + 1 + token.count as usize;
            outcome = self.word(text, token, &tokens[at + 1..next], &mut words);
            if outcome.is_err() {
                break;
            }
            at = next;
        }
        if outcome.is_ok() {
            outcome = self.call(&words);
        }
        words.clear();
        buffers.words = words;
        outcome
    }

    /// Adds the value of a word, or the elements of one behind `{*}`.
    fn word(&mut self, text: &str, word: &Token, parts: &[Token], words: &mut Vec<Value>) -> Outcome {
        let value = match parts {
            [only] if only.kind == TokenKind::Text => Value::from(&text[only.range()]),
            parts => self.parts_value(text, parts)?,
        };
        if word.kind == TokenKind::ExpandedWord {
            words.extend(value.elements()?.iter().cloned());
        } else {
            words.push(value);
        }
        Ok(Value::empty())
    }

    fn parts_value(&mut self, text: &str, parts: &[Token]) -> Outcome {
        let is_single = parts.first().is_some_and(|first| first.count as usize + 1 == parts.len());
        if is_single {
            return self.part_value(text, &parts[0], &parts[1..]);
        }
        let mut joined = String::new();
        let mut at = 0;
        while at < parts.len() {
            let next = at + 1 + parts[at].count as usize;
            joined.push_str(&self.part_value(text, &parts[at], &parts[at + 1..next])?.text());
            at = next;
        }
        self.check_size(joined.len())?;
        Ok(Value::from(joined))
    }

    fn part_value(&mut self, text: &str, part: &Token, inner: &[Token]) -> Outcome {
        match part.kind {
            TokenKind::Text => Ok(Value::from(&text[part.range()])),
            TokenKind::Backslash => Ok(Value::from(backslash(&text[part.range()]).0)),
            TokenKind::Command => {
                self.check_depth()?;
                self.run_commands(&text[part.start as usize + 1..part.end as usize - 1])
            }
            TokenKind::Variable => self.get_var_whole(&text[inner[0].range()]),
            TokenKind::Element => {
                let index = self.parts_value(text, &inner[1..])?;
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

    /// Runs a script that is not kept, as a file is run: in the current scope, a command at a time.
    pub fn run_script(&mut self, text: &str) -> Outcome {
        self.run_commands(text)
    }
}
