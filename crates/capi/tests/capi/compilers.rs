//! Compilers of C and C++, found as the crate `cc` finds them: by `CC` and `CXX`, else `cc` and `c++`.

use std::process::Command;

#[derive(Clone, Copy)]
pub enum Compiler {
    C,
    Cpp,
}

impl Compiler {
    pub fn command(self) -> Command {
        let (variable, usual) = match self {
            Self::C => ("CC", "cc"),
            Self::Cpp => ("CXX", "c++"),
        };
        let said = std::env::var(variable).unwrap_or_default();
        let mut words = said.split_whitespace();
        let mut command = Command::new(words.next().unwrap_or(usual));
        command.args(words);
        command
    }
}

/// Runs a command that has to succeed, and returns what it printed.
pub fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert!(output.status.success(), "{command:?}\n{out}{err}");
    out
}
