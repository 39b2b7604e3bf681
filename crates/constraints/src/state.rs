//! The state that commands work on.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::PathBuf;

use zeroslack_input::{Diagnostics, Severity};
use zeroslack_netlist::Netlist;
use zeroslack_sdc::{ConstraintEditor, ConstraintError, Constraints, Rules, Units};
use zeroslack_tcl::Exception;

use crate::command::Tables;
use crate::commands::units::OtherUnits;
use crate::design::Design;
use crate::read::{PARTLY, Reading, SAID};
use crate::settings::Settings;

/// The state that the commands of an interpreter work on.
#[derive(Debug)]
pub struct State {
    /// The design that constraints are stated on.
    pub design: Box<dyn Design>,
    /// The commands.
    pub tables: &'static Tables,
    /// How many designs were linked: handles are of one.
    pub generation: u32,
    /// The units that numbers in commands are in; those of the first library unless they are set.
    pub units: Option<Units>,
    /// Units of quantities that no command takes numbers of yet.
    pub(crate) other_units: OtherUnits,
    /// The text that a command prints.
    pub output: String,
    /// The warnings of the command that runs.
    pub(crate) warnings: Vec<Warning>,
    /// Whether the command that runs edited the constraints.
    pub(crate) has_edited: bool,
    /// The values of the variables that commands heed.
    pub settings: Settings,
    /// The variables that scripts set, that change nothing, and of which that was said.
    pub(crate) unknown_variables: BTreeSet<String>,
    /// The folder that relative paths begin at.
    pub folder: PathBuf,
    /// The path of the instance that names of cells, pins and nets begin at, with a divider at its end; empty for the top.
    pub scope: String,
    /// Messages about the files of constraints that `read_sdc` read.
    pub said: Diagnostics,
    /// Collects messages while a file of constraints is read; without it warnings are printed.
    pub(crate) reading: Option<Reading>,
}

/// A warning of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Warning {
    pub id: &'static str,
    pub text: String,
}

impl State {
    /// The state of an interpreter with these commands.
    pub fn new(design: Box<dyn Design>, tables: &'static Tables) -> Self {
        let settings = design.settings();
        Self {
            design,
            tables,
            generation: 0,
            units: None,
            other_units: OtherUnits::default(),
            output: String::new(),
            warnings: Vec::new(),
            has_edited: false,
            settings,
            unknown_variables: BTreeSet::new(),
            folder: PathBuf::new(),
            scope: String::new(),
            said: Diagnostics::new(),
            reading: None,
        }
    }

    /// The netlist.
    ///
    /// # Errors
    /// Before a design is linked: the error says how to get one.
    pub fn netlist(&self) -> Result<&Netlist, Exception> {
        self.design.netlist().ok_or_else(no_design)
    }

    /// The constraints.
    ///
    /// # Errors
    /// Before a design is linked.
    pub fn constraints(&self) -> Result<&Constraints, Exception> {
        self.design.constraints().ok_or_else(no_design)
    }

    /// The units that numbers are in.
    pub fn units(&self) -> Units {
        let of_library = || self.design.netlist().map(Units::of_library).unwrap_or_default();
        self.units.unwrap_or_else(of_library)
    }

    /// States something.
    ///
    /// # Errors
    /// If the editor refuses it, or before a design is linked.
    pub fn edit<T>(
        &mut self,
        edit: impl FnOnce(&mut ConstraintEditor<'_>) -> Result<T, ConstraintError>,
    ) -> Result<T, Exception> {
        let (mut edit, mut edited, mut has_edited) = (Some(edit), None, false);
        self.design.edit(&mut |editor| {
            if let Some(edit) = edit.take() {
                edited = Some(edit(editor));
                has_edited = editor.is_edited();
            }
        });
        self.has_edited |= has_edited;
        let edited = edited.ok_or_else(no_design)?;
        edited.map_err(|error| Exception::coded(error.to_string(), ["ZEROSLACK", "CONSTRAINT"]))
    }

    /// Brings the results up to date.
    ///
    /// # Errors
    /// If the design cannot be analysed.
    pub fn update(&mut self) -> Result<(), Exception> {
        let said = self.design.update()?;
        self.say(&said);
        Ok(())
    }

    /// Passes on what the library warns of.
    pub fn say(&mut self, said: &Diagnostics) {
        let texts = said.iter().map(|one| one.to_string().trim_start_matches("warning").to_owned());
        texts.for_each(|text| self.warn(text));
        let more = said.left_out().map(|(id, count)| format!("{id}: {count} more of these"));
        more.for_each(|text| self.warn(text));
    }

    /// Warns that a part of what a command says is left out.
    pub(crate) fn leave_out(&mut self, text: impl Into<String>) {
        self.warnings.push(Warning { id: PARTLY, text: text.into() });
    }

    /// Warns of something.
    pub fn warn(&mut self, text: impl Into<String>) {
        self.warnings.push(Warning { id: SAID, text: text.into() });
    }

    /// Passes on to the design what scripts set by variables.
    pub fn pass_settings_on(&mut self) {
        self.design.take_settings(&self.settings);
        let Some(constraints) = self.design.constraints() else { return };
        let rules = Rules { checks: constraints.rules.checks, ..self.settings.rules };
        if rules != constraints.rules {
            self.design.edit(&mut |editor| editor.set_rules(rules));
        }
    }

    /// A name of a cell, pin or net as it is from the top: names begin at the current instance.
    pub(crate) fn named_from_top<'n>(&self, name: &'n str) -> Cow<'n, str> {
        if self.scope.is_empty() { Cow::Borrowed(name) } else { Cow::Owned(format!("{}{name}", self.scope)) }
    }
}

/// The error of what asks for a design before there is one.
pub fn no_design() -> Exception {
    let message = "there is no design yet: read_liberty, read_verilog and link_design first";
    Exception::coded(message, ["ZEROSLACK", "DESIGN"])
}

/// The error of what the library refused: its errors, one a line.
pub fn failed(said: &Diagnostics) -> Exception {
    let errors = said.iter().filter(|one| one.severity == Severity::Error);
    // That it is an error is known of an error.
    let errors: Vec<String> =
        errors.map(|one| one.to_string().trim_start_matches("error").to_owned()).collect();
    Exception::coded(errors.join("\n"), ["ZEROSLACK", "FAILED"])
}
