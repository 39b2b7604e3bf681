//! Counts of what a run of the tests did and left out, over all its processes.
//!
//! Each process adds lines to one file, which the program that starts the tests has in common: `ZEROSLACK_TALLY` names it, or it is beside the test programs and named after
//! the process that started them. The last test program of the workspace prints the sums.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;

/// A kind of count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Tests that something they need is missing for.
    Skipped,
    /// Random cases drawn.
    Random,
    /// Values, lines or files held against a golden.
    Compared,
}

impl Kind {
    const ALL: [Self; 3] = [Self::Skipped, Self::Random, Self::Compared];

    fn name(self) -> &'static str {
        match self {
            Self::Skipped => "skipped",
            Self::Random => "random",
            Self::Compared => "compared",
        }
    }
}

/// The file of this run; none where it cannot be told.
fn file() -> Option<PathBuf> {
    if let Some(stated) = std::env::var_os("ZEROSLACK_TALLY") {
        return Some(stated.into());
    }
    let program = std::env::current_exe().ok()?;
    Some(program.parent()?.join(format!("tests-of-{}.tally", parent()?)))
}

#[cfg(unix)]
fn parent() -> Option<u32> {
    Some(std::os::unix::process::parent_id())
}

#[cfg(not(unix))]
fn parent() -> Option<u32> {
    None
}

/// Adds to the counts of this run. A count that cannot be written is lost: no test depends on it.
pub(crate) fn note(kind: Kind, count: u64, about: &str) {
    let Some(file) = file() else { return };
    let Ok(mut file) = OpenOptions::new().create(true).append(true).open(file) else { return };
    // One write, so that lines of several processes do not mix.
    let _ = file.write_all(format!("{}\t{count}\t{about}\n", kind.name()).as_bytes());
}

/// Says that a test is skipped, and why.
#[expect(clippy::print_stdout, reason = "a test says that it is skipped")]
pub fn skip(reason: &str) {
    println!("skipped: {reason}");
    note(Kind::Skipped, 1, reason);
}

/// Counts what was held against a golden.
pub fn compared(count: usize) {
    note(Kind::Compared, count as u64, "");
}

/// The counts of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    sums: BTreeMap<Kind, u64>,
    /// Skipped tests by reason.
    reasons: BTreeMap<String, u64>,
}

impl Tally {
    /// Takes the counts of this run, which are forgotten then. A run that ended early leaves its file, which is deleted here too.
    pub fn take() -> Self {
        let Some(file) = file() else { return Self::default() };
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        let _ = std::fs::remove_file(&file);
        if std::env::var_os("ZEROSLACK_TALLY").is_none() {
            delete_old(&file);
        }
        Self::of(&text)
    }

    fn of(text: &str) -> Self {
        let mut tally = Self::default();
        for line in text.lines() {
            let mut fields = line.splitn(3, '\t');
            let (Some(name), Some(count)) = (fields.next(), fields.next()) else { continue };
            let kind = Kind::ALL.into_iter().find(|kind| kind.name() == name);
            let (Some(kind), Ok(count)) = (kind, count.parse::<u64>()) else { continue };
            *tally.sums.entry(kind).or_default() += count;
            if kind == Kind::Skipped {
                *tally.reasons.entry(fields.next().unwrap_or_default().to_owned()).or_default() += count;
            }
        }
        tally
    }
}

/// Deletes the files of other runs that are beside this one's and were last written over a day ago.
fn delete_old(file: &std::path::Path) {
    let day = std::time::Duration::from_secs(24 * 60 * 60);
    let Some(Ok(entries)) = file.parent().map(std::fs::read_dir) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        let age = path.metadata().and_then(|data| data.modified()).ok().and_then(|at| at.elapsed().ok());
        if path.extension().is_some_and(|end| end == "tally") && age.is_some_and(|age| age > day) {
            let _ = std::fs::remove_file(path);
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sum = |kind| self.sums.get(&kind).copied().unwrap_or(0);
        let (random, compared, skipped) = (sum(Kind::Random), sum(Kind::Compared), sum(Kind::Skipped));
        write!(f, "{random} random cases, {compared} comparisons with goldens, {skipped} tests skipped")?;
        for (number, (reason, count)) in self.reasons.iter().enumerate() {
            write!(f, "{} {count}: {reason}", if number == 0 { ":" } else { ";" })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_all_processes_are_summed() {
        let text = "random\t16\t\nskipped\t1\tno shared data\nskipped\t1\tno GPU\ncompared\t5\t\nskipped\t1\tno shared data\nrandom\t4\t\nbroken";
        let expected =
            "20 random cases, 5 comparisons with goldens, 3 tests skipped: 1: no GPU; 2: no shared data";
        assert_eq!(Tally::of(text).to_string(), expected);
        let nothing = "0 random cases, 0 comparisons with goldens, 0 tests skipped";
        assert_eq!(Tally::of("").to_string(), nothing);
    }
}
