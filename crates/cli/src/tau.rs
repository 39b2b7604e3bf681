//! `zeroslack tau`

use std::process::ExitCode;

use clap::CommandFactory;
use clap::error::ErrorKind;
use zeroslack::input::Diagnostics;
use zeroslack::tau::{PlayError, design_files, play};
use zeroslack::{LoadError, Progress, Session, UpdateError};

use super::args::{Cli, TauArgs};
use super::diagnostics;
use super::output::{OutputFile, check_outputs};
use super::progress::StageLine;

/// Loads a contest design and plays its operations.
pub(crate) fn run(arguments: &TauArgs) -> anyhow::Result<ExitCode> {
    arguments.run.pool()?.install(|| load_and_play(arguments))
}

fn load_and_play(arguments: &TauArgs) -> anyhow::Result<ExitCode> {
    let quiet = arguments.run.quiet;
    let TauArgs { design, timing, ops, out, .. } = arguments;
    if let Err(message) = check_outputs(&[design, timing, ops], &[out]) {
        Cli::command().error(ErrorKind::ArgumentConflict, message).exit();
    }
    let mut out = OutputFile::create(out)?;
    let progress = StageLine::new(quiet);
    let played = play_all(arguments, &mut out, &progress);
    drop(progress);
    match played {
        Ok(said) => {
            out.finish()?;
            diagnostics::print(&said, quiet)?;
            Ok(ExitCode::SUCCESS)
        }
        Err(PlayError::Input(LoadError(said)) | PlayError::Update(UpdateError(said))) => {
            diagnostics::print(&said, quiet)?;
            Ok(ExitCode::FAILURE)
        }
        Err(PlayError::Query(error)) => {
            diagnostics::print(&error.into_diagnostics(), quiet)?;
            Ok(ExitCode::FAILURE)
        }
        Err(PlayError::Output(error)) => Err(out.failed(&error)),
    }
}

fn play_all(
    arguments: &TauArgs,
    out: &mut OutputFile,
    progress: &dyn Progress,
) -> Result<Diagnostics, PlayError> {
    let mut files = design_files(&arguments.design, &arguments.timing)?;
    files.calculator = arguments.delays.calculator().unwrap_or(files.calculator);
    files.spef_options = arguments.delays.spef_options();
    files.engine = arguments.run.engine();
    let mut session = Session::read(&files, progress)?;
    session.set_cppr(arguments.delays.cppr().unwrap_or(true));
    if let Some(rule) = arguments.delays.common_point() {
        session.set_common_point(rule);
    }
    let mut said = session.diagnostics().clone();
    said.append(play(&mut session, &arguments.ops, out, progress)?);
    Ok(said)
}
