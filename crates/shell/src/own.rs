//! The design of a shell: the files that were named, and the session that linking makes of them.

use std::any::Any;
use std::path::Path;

use zeroslack::constraints::object::Object;
use zeroslack::constraints::settings::Settings;
use zeroslack::constraints::{Design, PinTime, State, failed, no_design};
use zeroslack::input::Diagnostics;
use zeroslack::netlist::{Netlist, PinId};
use zeroslack::sdc::{CaseValue, ClockId, ConstraintEditor, Constraints};
use zeroslack::units::{Split, Transition};
use zeroslack::{CornerId, DesignFiles, ModeId, Progress, Session, Silent, Timed, UpdateError};
use zeroslack_tcl::{Exception, Value};

use crate::corners::Corners;
use crate::path_lists::PathLists;
use crate::path_properties;

/// The files that were named, and the session that linking makes of them.
#[derive(Debug)]
pub(crate) struct Own {
    /// The files of the last link, and options for the next one.
    pub files: DesignFiles,
    /// The corners, and the files that were named for each.
    pub corners: Corners,
    /// The design, once it is linked.
    pub session: Option<Session>,
    /// Loops that are cut while nothing is constrained, until the results are asked for.
    pub loops: Diagnostics,
    /// The lists of paths that handles are of.
    pub path_lists: PathLists,
    /// Makes what is told how far a long command is.
    pub progress: fn() -> Box<dyn Progress>,
}

/// The warning of a combinational loop that is cut.
pub(crate) const LOOP: &str = "GRAPH-001";

impl Own {
    pub fn new() -> Self {
        Self {
            files: DesignFiles::default(),
            corners: Corners::default(),
            session: None,
            loops: Diagnostics::new(),
            path_lists: PathLists::default(),
            progress: || Box::new(Silent),
        }
    }

    /// The results, if they are up to date.
    pub fn timed(&self) -> Result<Timed<'_>, Exception> {
        let session = self.session.as_ref().ok_or_else(no_design)?;
        session.timed().map_err(|error| Exception::error(error.to_string()))
    }
}

impl Design for Own {
    fn netlist(&self) -> Option<&Netlist> {
        self.session.as_ref().map(Session::netlist)
    }

    fn constraints(&self) -> Option<&Constraints> {
        self.session.as_ref().map(|session| session.constraints(ModeId::FIRST))
    }

    fn edit(&mut self, edit: &mut dyn FnMut(&mut ConstraintEditor<'_>)) {
        if let Some(session) = &mut self.session {
            session.edit_constraints(ModeId::FIRST, |editor| edit(editor));
        }
    }

    fn take_settings(&mut self, settings: &Settings) {
        self.files.rules = settings.rules;
        if let Some(session) = &mut self.session {
            session.take_settings(settings);
        }
    }

    fn library_file(&self, library: u32) -> Option<&Path> {
        let DesignFiles { liberty_early, liberty_late, .. } = &self.files;
        // Libraries of one analysis alone serve both.
        let late = if liberty_late.is_empty() { liberty_early } else { liberty_late };
        late.get(library as usize).map(std::path::PathBuf::as_path)
    }

    fn update(&mut self) -> Result<Diagnostics, Exception> {
        self.corners.have_the_same_parasitics()?;
        let progress = (self.progress)();
        progress.begin("timing", 1);
        let session = self.session.as_mut().ok_or_else(no_design)?;
        let mut said = session.update().map_err(|UpdateError(said)| failed(&said))?;
        let loops = std::mem::take(&mut self.loops);
        // With another graph its own loops are said.
        let is_cut = session.graph().is_ok_and(|graph| !graph.pins().cuts().is_empty());
        if is_cut && !said.iter().any(|one| one.id == LOOP) {
            said.append(loops);
        }
        Ok(said)
    }

    fn known_value(&self, pin: PinId) -> Result<Option<CaseValue>, Exception> {
        Ok(self.timed()?.known_value(pin))
    }

    fn clocks_at(&self, pin: PinId, in_networks: bool) -> Result<Vec<ClockId>, Exception> {
        Ok(self.timed()?.clocks_at(pin, in_networks))
    }

    fn worst_at(
        &self,
        pin: PinId,
        time: PinTime,
        split: Option<Split>,
        transition: Option<Transition>,
    ) -> Result<Option<f64>, Exception> {
        Ok(self.timed()?.worst_at(pin, time, split, transition))
    }

    fn begin(&self, stage: &'static str) -> Box<dyn Any> {
        let progress = (self.progress)();
        progress.begin(stage, 1);
        Box::new(progress)
    }

    fn has_path(&self, list: u32, number: u32) -> bool {
        self.path_lists.get(list).is_some_and(|paths| (number as usize) < paths.len())
    }

    fn path_handle(&self, list: u32, text: &str) -> Option<Value> {
        self.path_lists.get(list).map(|paths| Value::host(text, paths))
    }

    fn path_name(&self, object: Object) -> Result<String, Exception> {
        path_properties::name(self, object)
    }
}

/// The state of a shell's interpreter.
pub(crate) trait OfShell {
    fn own(&self) -> Result<&Own, Exception>;
    fn own_mut(&mut self) -> Result<&mut Own, Exception>;

    /// The session, or an error that says how to get one.
    fn session(&self) -> Result<&Session, Exception> {
        self.own()?.session.as_ref().ok_or_else(no_design)
    }

    fn session_mut(&mut self) -> Result<&mut Session, Exception> {
        self.own_mut()?.session.as_mut().ok_or_else(no_design)
    }

    /// The one corner that there is.
    fn corner(&self) -> CornerId {
        CornerId::FIRST
    }
}

impl OfShell for State {
    fn own(&self) -> Result<&Own, Exception> {
        let design: &dyn Any = &*self.design;
        design.downcast_ref().ok_or_else(no_design)
    }

    fn own_mut(&mut self) -> Result<&mut Own, Exception> {
        let design: &mut dyn Any = &mut *self.design;
        design.downcast_mut().ok_or_else(no_design)
    }
}
