//! Progress on a terminal.

use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::sync::Mutex;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use zeroslack::Progress;

/// A stage that takes no longer than this is not shown.
const PATIENCE: Duration = Duration::from_secs(1);

/// A line on standard error that says which stage runs and how far it is; nothing where that is no terminal.
#[derive(Debug)]
pub(crate) struct StageLine {
    is_shown: bool,
    bar: Mutex<Option<ProgressBar>>,
}

impl StageLine {
    /// Shown unless `quiet`.
    pub(crate) fn new(quiet: bool) -> Self {
        Self { is_shown: !quiet && io::stderr().is_terminal(), bar: Mutex::new(None) }
    }

    /// Ends the stage before and begins another, or none.
    fn replace(&self, bar: Option<ProgressBar>) {
        // A line of progress is no reason to fail, whatever another thread did.
        if let Ok(mut current) = self.bar.lock() {
            if let Some(before) = current.take() {
                before.finish_and_clear();
            }
            *current = bar;
        }
    }
}

impl Progress for StageLine {
    fn begin(&self, stage: &'static str, total: u64) {
        if !self.is_shown {
            return;
        }
        let line = move |state: &ProgressState, out: &mut dyn Write| {
            if state.elapsed() >= PATIENCE {
                // The buffer of a terminal's line takes everything.
                let _ = write!(out, "{stage}: {} of {total}, {} s", state.pos(), state.elapsed().as_secs());
            }
        };
        let Ok(style) = ProgressStyle::with_template("{line}") else { return };
        let bar = ProgressBar::new(total).with_style(style.with_key("line", line));
        bar.enable_steady_tick(PATIENCE / 4);
        self.replace(Some(bar));
    }

    fn advance(&self, steps: u64) {
        if let Ok(current) = self.bar.lock()
            && let Some(bar) = &*current
        {
            bar.inc(steps);
        }
    }
}

impl Drop for StageLine {
    fn drop(&mut self) {
        self.replace(None);
    }
}
