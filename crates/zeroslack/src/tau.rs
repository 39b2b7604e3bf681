//! Plays a TAU 2015 contest: a design, its assertions, and a file of reports among edits.

pub mod ops;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use zeroslack_input::Diagnostics;
use zeroslack_netlist::{CellId, EditError, Editor, MasterId, NetId, Netlist, PinId};
use zeroslack_paths::Path as TimingPath;
use zeroslack_sdc::{CheckRule, Rules};
use zeroslack_timing::{Calculator, EndpointKind};
use zeroslack_units::{Split, Transition, ps};

use crate::load::open_text;
use crate::texts::Texts;
use crate::{
    Constraint, CornerId, DesignFiles, LoadError, Progress, QueryError, Session, SpefFile, UpdateError,
};
use ops::{Operation, Placed, Quantity};

/// What the contest prints where there is no value.
const UNDEFINED: &str = "nan";

/// Why a contest could not be played to its end.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// A file is wrong, or an operation asks for what cannot be.
    #[error(transparent)]
    Input(#[from] LoadError),
    /// The design cannot be timed.
    #[error(transparent)]
    Update(#[from] UpdateError),
    /// There is no answer.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// The output could not be written.
    #[error("cannot write the output: {0}")]
    Output(#[from] io::Error),
}

/// The files of a contest design: its `.tau2015` lists early library, late library, parasitics and netlist, relative to its own folder.
///
/// # Errors
/// If the list cannot be read or is not four names (`TAU-009`).
pub fn design_files(list: &Path, timing: &Path) -> Result<DesignFiles, LoadError> {
    let (text, mut diagnostics) = open_text(list, &Texts::default());
    let folder = list.parent().unwrap_or(Path::new(""));
    let names: Vec<PathBuf> =
        text.iter().flat_map(|text| text.split_whitespace()).map(|name| folder.join(name)).collect();
    let (Some(text), false) = (&text, diagnostics.has_errors()) else { return Err(LoadError(diagnostics)) };
    let [early, late, spef, verilog] = &names[..] else {
        diagnostics.error("TAU-009", Some((text, 0..text.trim_end().len())), || {
            format!("{} names instead of four: early library, late library, parasitics, netlist", names.len())
        });
        diagnostics.set_file(&list.display().to_string());
        return Err(LoadError(diagnostics));
    };
    Ok(DesignFiles {
        liberty_early: vec![early.clone()],
        liberty_late: vec![late.clone()],
        verilog: vec![verilog.clone()],
        spef: vec![SpefFile { file: spef.clone(), instance: None }],
        constraints: Some(Constraint::Timing(timing.to_path_buf())),
        rules: Rules { checks: CheckRule::LastOfOwnSplit, ..Rules::default() },
        // The contests' rule.
        calculator: Calculator::Elmore,
        ..DesignFiles::default()
    })
}

/// Plays the operations of a file on a design, and writes what its reports answer in the contest's layout.
///
/// Edits take effect at the next report. A wrong operation (`OPS-003`) ends the play, with all answers before it written.
/// Returns the warnings.
///
/// # Errors
/// If the operations or a file they name are wrong, or `out` cannot be written.
pub fn play(
    session: &mut Session,
    file: &Path,
    out: &mut impl Write,
    progress: &dyn Progress,
) -> Result<Diagnostics, PlayError> {
    let (text, mut said) = open_text(file, &Texts::default());
    let Some(text) = text else { return Err(LoadError(said).into()) };
    let (operations, wrong) = ops::read(&text);
    said.append(wrong);
    said.set_file(&file.display().to_string());
    if said.has_errors() {
        return Err(LoadError(said).into());
    }
    progress.begin("playing operations", operations.len() as u64);
    let mut player = Player { session, folder: file.parent().unwrap_or(Path::new("")), said };
    for Placed { operation, span } in operations {
        match player.play(&operation, out) {
            Ok(()) => progress.advance(1),
            Err(StepError::Wrong(message)) => {
                player.said.error("OPS-003", Some((&text, span)), || message);
                player.said.set_file(&file.display().to_string());
                out.flush()?;
                return Err(LoadError(player.said).into());
            }
            Err(StepError::Play(error)) => return Err(error),
        }
    }
    out.flush()?;
    Ok(player.said)
}

/// What can go wrong in one operation.
#[derive(Debug, thiserror::Error)]
enum StepError {
    #[error("{0}")]
    Wrong(String),
    #[error(transparent)]
    Play(#[from] PlayError),
}

impl From<EditError> for StepError {
    fn from(error: EditError) -> Self {
        Self::Wrong(error.to_string())
    }
}

struct Player<'s> {
    session: &'s mut Session,
    folder: &'s Path,
    said: Diagnostics,
}

impl Player<'_> {
    fn play(&mut self, operation: &Operation<'_>, out: &mut impl Write) -> Result<(), StepError> {
        match *operation {
            Operation::Report { quantity, pin, split, transition } => {
                let answer = self.report(quantity, pin, split, transition)?;
                writeln!(out, "{answer}").map_err(PlayError::from)?;
            }
            Operation::WorstPaths { count } => {
                self.refresh()?;
                self.worst_paths(count, out)?;
            }
            Operation::ReadSpef { file } => {
                let said = self
                    .session
                    .read_spef(CornerId::FIRST, &self.folder.join(file), None)
                    .map_err(PlayError::from)?;
                self.said.append(said);
            }
            _ => self.session.edit(|netlist| edit(netlist, operation))?,
        }
        Ok(())
    }

    fn report(
        &mut self,
        quantity: Quantity,
        pin: &str,
        split: Split,
        transition: Transition,
    ) -> Result<String, StepError> {
        let pin = find_pin(self.session.netlist(), pin)?;
        self.refresh()?;
        let timed = self.session.timed().map_err(PlayError::from)?;
        let value = match quantity {
            Quantity::Arrival => timed.arrival(pin, split, transition),
            Quantity::Required => timed.required(pin, split, transition),
            Quantity::Slack => timed.contest_slack(pin, split, transition),
        };
        Ok(value.map_or(UNDEFINED.to_string(), |value| format!("{:.4}", ps(value))))
    }

    /// Brings the timing up to date, and keeps what is said.
    fn refresh(&mut self) -> Result<(), PlayError> {
        self.said.append(self.session.update()?);
        Ok(())
    }

    /// The worst failing paths of both splits, and at least one path.
    fn worst_paths(&self, count: usize, out: &mut impl Write) -> Result<(), PlayError> {
        writeln!(out, "report_worst_paths {count}")?;
        let paths = self.session.timed()?.k_worst_paths(&Split::ALL, count.max(1));
        let failing = paths.iter().take_while(|path| path.end.slack < 0).count().max(1);
        for (number, path) in paths.iter().take(failing).enumerate() {
            self.worst_path(number + 1, path, out)?;
        }
        Ok(())
    }

    fn worst_path(&self, number: usize, path: &TimingPath, out: &mut impl Write) -> io::Result<()> {
        let kind = match path.end.kind {
            EndpointKind::Output(_) => "RAT",
            EndpointKind::Check(check) if check.split() == Split::Late => "Setup",
            EndpointKind::Check(_) => "Hold",
        };
        let split = if path.end.kind.split() == Split::Late { "L" } else { "E" };
        writeln!(out, "Path {number}: {kind} {:.4} {} {split}", ps(path.end.slack), path.data.len())?;
        for step in path.data.iter().rev() {
            let transition = if step.transition == Transition::Rise { "R" } else { "F" };
            writeln!(out, "{} {transition}", self.session.netlist().pin_name_with(step.pin, ':'))?;
        }
        Ok(())
    }
}

/// One edit, by names.
fn edit(netlist: &mut Editor<'_>, operation: &Operation<'_>) -> Result<(), EditError> {
    match *operation {
        Operation::InsertGate { cell, master } => {
            let master = find_master(netlist, master)?;
            netlist.insert_cell(cell, master).map(drop)
        }
        Operation::RemoveGate { cell } => netlist.remove_cell(find_cell(netlist, cell)?),
        Operation::RepowerGate { cell, master } => {
            netlist.set_master(find_cell(netlist, cell)?, find_master(netlist, master)?)
        }
        Operation::InsertNet { net } => netlist.insert_net(net).map(drop),
        Operation::RemoveNet { net } => netlist.remove_net(find_net(netlist, net)?),
        Operation::ConnectPin { pin, net } => {
            netlist.connect(find_pin(netlist, pin)?, find_net(netlist, net)?)
        }
        Operation::DisconnectPin { pin } => netlist.disconnect(find_pin(netlist, pin)?),
        Operation::Report { .. } | Operation::WorstPaths { .. } | Operation::ReadSpef { .. } => Ok(()),
    }
}

fn missing(kind: &'static str, name: &str) -> EditError {
    EditError::Missing { kind, name: name.to_string() }
}

fn find_cell(netlist: &Netlist, name: &str) -> Result<CellId, EditError> {
    netlist.find_cell(name).ok_or_else(|| missing("cell", name))
}

fn find_net(netlist: &Netlist, name: &str) -> Result<NetId, EditError> {
    netlist.find_net(name).ok_or_else(|| missing("net", name))
}

fn find_pin(netlist: &Netlist, name: &str) -> Result<PinId, EditError> {
    netlist.find_pin(name, ':').ok_or_else(|| missing("pin", name))
}

fn find_master(netlist: &Netlist, name: &str) -> Result<MasterId, EditError> {
    netlist.library().find(name).ok_or_else(|| missing("library cell", name))
}
