//! What the commands work on.

use std::path::PathBuf;

use zeroslack::input::{Diagnostics, Severity};
use zeroslack::netlist::Netlist;
use zeroslack::sdc::sdc::Units;
use zeroslack::sdc::{ConstraintEditor, ConstraintError, Constraints};
use zeroslack::{CornerId, DesignFiles, ModeId, Session, UpdateError};
use zeroslack_tcl::Exception;

use crate::shell::Settings;

/// What the commands work on: the files that were named, and the session that linking makes of them.
#[derive(Debug)]
pub(crate) struct State {
    /// What is read when the design is linked.
    pub files: DesignFiles,
    /// The design, once it is linked.
    pub session: Option<Session>,
    /// How many designs were linked: handles are of one.
    pub generation: u32,
    /// What the numbers in commands are in; those of the first library unless they are set.
    pub units: Option<Units>,
    /// What a command prints.
    pub output: String,
    /// What a command warns of.
    pub warnings: Vec<String>,
    /// What scripts set by variables.
    pub settings: Settings,
    /// The name of the one corner.
    pub corner_name: String,
    /// The folder that relative paths begin at.
    pub folder: PathBuf,
}

impl State {
    pub fn new() -> Self {
        Self {
            files: DesignFiles::default(),
            session: None,
            generation: 0,
            units: None,
            output: String::new(),
            warnings: Vec::new(),
            settings: Settings::default(),
            corner_name: "default".to_owned(),
            folder: PathBuf::new(),
        }
    }

    /// The session, or an error that says how to get one.
    pub fn session(&self) -> Result<&Session, Exception> {
        self.session.as_ref().ok_or_else(no_design)
    }

    pub fn session_mut(&mut self) -> Result<&mut Session, Exception> {
        self.session.as_mut().ok_or_else(no_design)
    }

    pub fn netlist(&self) -> Result<&Netlist, Exception> {
        Ok(self.session()?.netlist())
    }

    pub fn constraints(&self) -> Result<&Constraints, Exception> {
        Ok(self.session()?.constraints(ModeId::FIRST))
    }

    /// The units that numbers are in.
    pub fn units(&self) -> Units {
        match (&self.units, &self.session) {
            (Some(units), _) => *units,
            (None, Some(session)) => Units::of_library(session.netlist()),
            (None, None) => Units { time: 1e3, capacitance: 1e3, resistance: 1.0 },
        }
    }

    /// States something.
    pub fn edit<T>(
        &mut self,
        edit: impl FnOnce(&mut ConstraintEditor<'_>) -> Result<T, ConstraintError>,
    ) -> Result<T, Exception> {
        let edited = self.session_mut()?.edit_constraints(ModeId::FIRST, edit);
        edited.map_err(|error| Exception::coded(error.to_string(), ["ZEROSLACK", "CONSTRAINT"]))
    }

    /// Brings the results up to date.
    pub fn update(&mut self) -> Result<(), Exception> {
        let said = self.session_mut()?.update().map_err(|UpdateError(said)| failed(&said))?;
        self.say(&said);
        Ok(())
    }

    /// Passes on what the library warns of.
    pub fn say(&mut self, said: &Diagnostics) {
        let texts = said.iter().map(|one| one.to_string().trim_start_matches("warning").to_owned());
        self.warnings.extend(texts);
        let more = said.left_out().map(|(id, count)| format!("{id}: {count} more of these"));
        self.warnings.extend(more);
    }

    pub fn warn(&mut self, text: impl Into<String>) {
        self.warnings.push(text.into());
    }

    /// The one corner that there is.
    pub fn corner(&self) -> CornerId {
        CornerId::FIRST
    }
}

fn no_design() -> Exception {
    let message = "there is no design yet: read_liberty, read_verilog and link_design first";
    Exception::coded(message, ["ZEROSLACK", "DESIGN"])
}

/// The error of what the library refused: its errors, one a line.
pub(crate) fn failed(said: &Diagnostics) -> Exception {
    let errors: Vec<String> =
        said.iter().filter(|one| one.severity == Severity::Error).map(ToString::to_string).collect();
    Exception::coded(errors.join("\n"), ["ZEROSLACK", "FAILED"])
}
