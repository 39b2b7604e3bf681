//! `zeroslack [-no_splash] [-no_init] [-exit] [-threads N] [SCRIPT]`: a script, or a prompt.

use std::ffi::OsString;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use zeroslack_shell::Shell;

use crate::progress::StageLine;
use crate::prompt;

const USAGE: &str = "\
Usage: zeroslack [-no_splash] [-no_init] [-exit] [-threads N] [SCRIPT]

Runs a script of Tcl commands, then asks for more at a prompt. Without a script there is only the prompt. 'zeroslack --help' lists the subcommands.

  -no_splash    does not say what this is
  -no_init      does not run ~/.zeroslack first
  -exit         ends after the script: with 0 only if nothing failed
  -threads N    computes on so many threads; 'max' and no such option mean all
  -version      says which version this is
  -help         prints this";

/// The exit status where the words say nothing that can be run.
const WRONG_ARGUMENTS: u8 = 2;

/// What the words say.
#[derive(Debug, Default)]
struct ShellArgs {
    no_splash: bool,
    no_init: bool,
    exit: bool,
    threads: Option<usize>,
    script: Option<PathBuf>,
}

/// Whether words mean the shell, not a subcommand: there are none, or the first is one of its options or a script.
pub(crate) fn is_meant(arguments: &[OsString]) -> bool {
    match arguments.get(1).map(|first| first.to_string_lossy()) {
        None => true,
        Some(first) if first.starts_with("--") => false,
        Some(first) => {
            let of_clap = ["report", "bench", "tau", "help", "-h", "-V"];
            !of_clap.contains(&&*first)
                && (first.starts_with('-')
                    || std::path::Path::new(&*first).exists()
                    || first.ends_with(".tcl"))
        }
    }
}

/// What words mean.
enum Meant {
    /// A shell.
    Shell(ShellArgs),
    /// A text that is all there is to print.
    Text(String),
}

fn parse(words: &[OsString]) -> anyhow::Result<Meant> {
    let mut arguments = ShellArgs::default();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match &*word.to_string_lossy() {
            "-no_splash" => arguments.no_splash = true,
            "-no_init" => arguments.no_init = true,
            "-exit" => arguments.exit = true,
            "-help" => return Ok(Meant::Text(format!("{USAGE}\n"))),
            "-version" => return Ok(Meant::Text(format!("zeroslack {}\n", env!("CARGO_PKG_VERSION")))),
            "-threads" => {
                let count = words.next().context("-threads: expected a number, or 'max'")?;
                let count = count.to_string_lossy();
                if count != "max" {
                    let number = count.parse().ok().filter(|&number| number > 0);
                    arguments.threads =
                        Some(number.with_context(|| format!("-threads: '{count}' is no number of threads"))?);
                }
            }
            option if option.starts_with('-') => bail!("there is no option '{option}'\n\n{USAGE}"),
            script if arguments.script.is_none() => arguments.script = Some(script.into()),
            other => bail!("'{other}': one script is all that can be run\n\n{USAGE}"),
        }
    }
    Ok(Meant::Shell(arguments))
}

/// Runs a script, or asks for commands, or both.
pub(crate) fn run(words: &[OsString]) -> anyhow::Result<ExitCode> {
    let arguments = match parse(words) {
        Ok(Meant::Shell(arguments)) => arguments,
        Ok(Meant::Text(text)) => {
            write!(io::stdout(), "{text}")?;
            return Ok(ExitCode::SUCCESS);
        }
        Err(error) => {
            writeln!(io::stderr(), "error: {error:#}")?;
            return Ok(ExitCode::from(WRONG_ARGUMENTS));
        }
    };
    if let Some(threads) = arguments.threads {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build_global()?;
    }
    let mut shell = Shell::new();
    shell.set_progress(|| Box::new(StageLine::new(false)));
    let asks = !(arguments.exit && arguments.script.is_some());
    if asks {
        prompt::stop_on_interrupt(&mut shell)?;
    }
    if asks && !arguments.no_splash && io::stdin().is_terminal() {
        writeln!(
            io::stdout(),
            "Zeroslack {}: help lists the commands, exit ends.",
            env!("CARGO_PKG_VERSION")
        )?;
    }
    let mut status = 0;
    if !arguments.no_init
        && let Some(file) = init_file()
    {
        status = settle(&mut shell, |shell| shell.run_file(&file))?;
    }
    if let (0, Some(script)) = (status, &arguments.script) {
        let script = script.clone();
        status = settle(&mut shell, |shell| shell.run_file(&script))?;
    }
    if let Some(code) = shell.exit_status() {
        return Ok(exit_code(code));
    }
    if asks {
        let asked = prompt::run(&mut shell)?;
        status = shell.exit_status().unwrap_or(if asked == 0 { status } else { asked });
    }
    Ok(exit_code(status))
}

fn exit_code(status: i32) -> ExitCode {
    // As the operating system cuts it.
    ExitCode::from(status as u8)
}

/// Runs something, says what is wrong with it, and gives its status.
pub(crate) fn settle(
    shell: &mut Shell,
    run: impl FnOnce(&mut Shell) -> zeroslack_tcl::Outcome,
) -> anyhow::Result<i32> {
    let outcome = run(shell);
    shell.note(&outcome);
    shell.interp().flush();
    if let Some(complaint) = Shell::complaint(&outcome) {
        writeln!(io::stderr(), "Error: {complaint}")?;
    }
    Ok(Shell::status(&outcome))
}

/// The user's own script, if there is one.
fn init_file() -> Option<PathBuf> {
    let file = PathBuf::from(std::env::var_os("HOME")?).join(".zeroslack");
    file.is_file().then_some(file)
}
