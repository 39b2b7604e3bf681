//! What the commands work on.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::PathBuf;

use zeroslack::input::{Diagnostics, Severity};
use zeroslack::netlist::Netlist;
use zeroslack::sdc::sdc::Units;
use zeroslack::sdc::{ClockGating, ConstraintEditor, ConstraintError, Constraints};
use zeroslack::{CornerId, DesignFiles, ModeId, Progress, Session, Silent, UpdateError};
use zeroslack_tcl::Exception;

use crate::commands::units::OtherUnits;
use crate::corners::Corners;
use crate::path_lists::PathLists;
use crate::said::Said;
use crate::settings::Settings;

/// What the commands work on: the files that were named, and the session that linking makes of them.
#[derive(Debug)]
pub(crate) struct State {
    /// What was read when the design was linked, and how to read more.
    pub files: DesignFiles,
    /// The corners, and the files that were named for each.
    pub corners: Corners,
    /// The design, once it is linked.
    pub session: Option<Session>,
    /// How many designs were linked: handles are of one.
    pub generation: u32,
    /// What the numbers in commands are in; those of the first library unless they are set.
    pub units: Option<Units>,
    /// Units of quantities that no command takes numbers of yet.
    pub other_units: OtherUnits,
    /// Loops that are cut while nothing is constrained, until the results are asked for.
    pub loops: Diagnostics,
    /// What a command prints.
    pub output: String,
    /// What a command warns of.
    pub warnings: Vec<String>,
    /// How many names stood for nothing in the command that runs.
    pub missing: usize,
    /// Whether what the command states is kept and has no effect yet.
    pub is_only_kept: bool,
    /// What scripts set by variables.
    pub settings: Settings,
    /// The variables that scripts set, that change nothing, and of which that was said.
    pub unknown_variables: BTreeSet<String>,
    /// The folder that relative paths begin at.
    pub folder: PathBuf,
    /// The path of the instance that names of cells, pins and nets begin at, with a divider at its end; empty for the top.
    pub scope: String,
    /// What is warned of, where a file of constraints is run for a report; else warnings are printed.
    pub said: Option<Said>,
    /// The lists of paths that handles are of.
    pub path_lists: PathLists,
    /// Makes what is told how far a long command is.
    pub progress: fn() -> Box<dyn Progress>,
}

/// The warning of a combinational loop that is cut.
pub(crate) const LOOP: &str = "GRAPH-001";

impl State {
    pub fn new() -> Self {
        Self {
            files: DesignFiles::default(),
            session: None,
            generation: 0,
            units: None,
            other_units: OtherUnits::default(),
            corners: Corners::default(),
            loops: Diagnostics::new(),
            output: String::new(),
            warnings: Vec::new(),
            missing: 0,
            is_only_kept: false,
            settings: Settings::default(),
            unknown_variables: BTreeSet::new(),
            folder: PathBuf::new(),
            scope: String::new(),
            said: None,
            path_lists: PathLists::default(),
            progress: || Box::new(Silent),
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
        self.corners.have_the_same_parasitics()?;
        let progress = (self.progress)();
        progress.begin("timing", 1);
        let mut said = self.session_mut()?.update().map_err(|UpdateError(said)| failed(&said))?;
        let loops = std::mem::take(&mut self.loops);
        // With another graph its own loops are said.
        let is_cut = self.session()?.graph().is_ok_and(|graph| !graph.pins().cuts().is_empty());
        if is_cut && !said.iter().any(|one| one.id == LOOP) {
            said.append(loops);
        }
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

    /// Gives the session what scripts set by variables.
    pub fn pass_settings_on(&mut self) {
        let settings = self.settings;
        self.files.set_clear_arcs = settings.set_clear_arcs;
        let Some(session) = &mut self.session else { return };
        session.set_cppr(settings.crpr);
        session.set_common_point(settings.common_point);
        let constraints = session.constraints(ModeId::FIRST);
        let rules = |of: &Constraints| {
            let ClockGating { is_off, has_earlier_hold, .. } = of.clock_gating;
            (of.set_clear_arcs, of.no_recovery_removal, of.no_default_arcs, is_off, has_earlier_hold)
        };
        let wanted = Constraints {
            check_rule: constraints.check_rule,
            set_clear_arcs: settings.set_clear_arcs,
            no_recovery_removal: !settings.recovery_removal,
            no_default_arcs: !settings.default_arcs,
            clock_gating: ClockGating {
                is_off: !settings.clock_gating,
                has_earlier_hold: settings.earlier_hold,
                ..ClockGating::default()
            },
            ..Constraints::default()
        };
        if rules(constraints) != rules(&wanted) {
            let with = constraints.clone().with_rules_of(&wanted);
            session.edit_constraints(ModeId::FIRST, |editor| editor.replace(with));
        }
    }

    /// A name of a cell, pin or net as it is from the top: names begin at the current instance.
    pub fn named_from_top<'n>(&self, name: &'n str) -> Cow<'n, str> {
        if self.scope.is_empty() { Cow::Borrowed(name) } else { Cow::Owned(format!("{}{name}", self.scope)) }
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
    let errors = said.iter().filter(|one| one.severity == Severity::Error);
    // That it is an error is known of an error.
    let errors: Vec<String> =
        errors.map(|one| one.to_string().trim_start_matches("error").to_owned()).collect();
    Exception::coded(errors.join("\n"), ["ZEROSLACK", "FAILED"])
}
