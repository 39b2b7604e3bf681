//! Designs whose constraints may be plain SDC or Tcl.

use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::path::Path;

use flate2::read::MultiGzDecoder;
use zeroslack::input::{Diagnostics, GZIP_MAGIC};
use zeroslack::{Constraint, DesignFiles, LoadError, Progress, Session, refuse_not_applied};
use zeroslack_shell::{Constrained, is_likely_script, run_constraints, wants_shell};

/// Reads a design. Constraints that are plain SDC are read with it; others are run by a shell over what was read, and what that says comes beside
/// the session.
pub(crate) fn read(
    files: &DesignFiles,
    progress: &dyn Progress,
) -> Result<(Session, Diagnostics), LoadError> {
    let Some(Constraint::Sdc(file)) = &files.constraints else {
        return Ok((Session::read(files, progress)?, Diagnostics::new()));
    };
    if starts_like_a_script(file).unwrap_or(false) {
        return run(files, file, progress);
    }
    // A pipe can be read only once.
    let can_be_read_again = || files.paths().iter().all(|path| path.is_file());
    match Session::read(files, progress) {
        Ok(session) if wants_shell(session.diagnostics()) && can_be_read_again() => {
            drop(session);
            run(files, file, progress)
        }
        Err(LoadError(said)) if wants_shell(&said) && can_be_read_again() => run(files, file, progress),
        read => Ok((read?, Diagnostics::new())),
    }
}

/// So much of a file is looked at.
const LOOKED_AT: u64 = 64 << 10;

/// Whether a file begins as scripts do. It is a guess that saves reading the design twice, and what is wrong with the file is for its reader to say.
fn starts_like_a_script(path: &Path) -> io::Result<bool> {
    if !path.is_file() {
        return Ok(false);
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(LOOKED_AT).read_to_end(&mut bytes)?;
    if bytes.starts_with(&GZIP_MAGIC) {
        bytes.clear();
        MultiGzDecoder::new(File::open(path)?).take(LOOKED_AT).read_to_end(&mut bytes)?;
    }
    Ok(is_likely_script(&String::from_utf8_lossy(&bytes)))
}

fn run(
    files: &DesignFiles,
    file: &Path,
    progress: &dyn Progress,
) -> Result<(Session, Diagnostics), LoadError> {
    let without = DesignFiles { constraints: None, ..files.clone() };
    let session = Session::read(&without, progress)?;
    progress.begin("running constraints", 1);
    let Constrained { session, mut said, printed } = run_constraints(session, file);
    // Standard output is the report's. Whether somebody reads this is no reason to fail.
    let _ = io::stderr().write_all(printed.as_bytes());
    if files.link.strict {
        refuse_not_applied(&mut said);
    }
    match session {
        Some(session) if !said.has_errors() => Ok((session, said)),
        _ => Err(LoadError(said)),
    }
}
