//! Files of constraints: their commands work on a mode of a session.

use std::io::{self, Cursor};
use std::path::{Path, PathBuf};

use zeroslack_constraints::settings::Settings;
use zeroslack_constraints::{
    Design, PinTime, State, TABLES, define, exit_status, failed, no_design, read, script, take_design,
};
use zeroslack_input::Diagnostics;
use zeroslack_netlist::{Netlist, PinId};
use zeroslack_sdc::{CaseValue, ClockId, ConstraintEditor, Constraints};
use zeroslack_tcl::{Exception, File, FileInfo, FileKind, Host, Interp, OpenMode, OsHost, Stream};
use zeroslack_timing::CommonPoint;
use zeroslack_units::{Split, Transition};

use crate::error::{LoadError, UpdateError};
use crate::scenario::ModeId;
use crate::session::Session;
use crate::texts::Texts;
use crate::timed::Timed;

/// A mode of a session, as commands see it.
#[derive(Debug)]
struct InMode {
    session: Session,
    mode: ModeId,
}

impl InMode {
    /// The results in the first scenario of the mode.
    fn timed(&self) -> Result<Timed<'_>, Exception> {
        let scenario = self.session.scenario_of(self.mode).ok_or_else(no_design)?;
        self.session.timed_in(scenario).map_err(|error| Exception::error(error.to_string()))
    }
}

impl Design for InMode {
    fn netlist(&self) -> Option<&Netlist> {
        Some(self.session.netlist())
    }

    fn constraints(&self) -> Option<&Constraints> {
        Some(self.session.constraints(self.mode))
    }

    fn edit(&mut self, edit: &mut dyn FnMut(&mut ConstraintEditor<'_>)) {
        self.session.edit_constraints(self.mode, |editor| edit(editor));
    }

    fn settings(&self) -> Settings {
        self.session.settings(self.mode)
    }

    fn take_settings(&mut self, settings: &Settings) {
        self.session.take_settings(settings);
    }

    fn update(&mut self) -> Result<Diagnostics, Exception> {
        let scenario = self.session.scenario_of(self.mode).ok_or_else(no_design)?;
        self.session.update_scenario(scenario).map_err(|UpdateError(said)| failed(&said))
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
}

impl Session {
    /// What the variables of scripts say where these options of the session and rules of a mode hold.
    pub fn settings(&self, mode: ModeId) -> Settings {
        Settings {
            crpr: self.has_cppr(),
            same_transition: self.common_point() == CommonPoint::SameTransition,
            rules: self.constraints(mode).rules,
            ..Settings::default()
        }
    }

    /// Takes over the options that scripts set by variables; the rules are a mode's, which [`Session::edit_constraints`] sets.
    pub fn take_settings(&mut self, settings: &Settings) {
        self.set_cppr(settings.crpr);
        self.set_common_point(match settings.same_transition {
            true => CommonPoint::SameTransition,
            false => CommonPoint::SamePin,
        });
    }

    /// Runs a file of constraints over a mode, in addition to those that the mode has.
    pub(crate) fn run_constraints(
        &mut self,
        mode: ModeId,
        file: &Path,
        texts: &Texts,
    ) -> Result<Diagnostics, LoadError> {
        let name = file.display().to_string();
        let unread = |why: &dyn std::fmt::Display| {
            let mut said = Diagnostics::new();
            // Names the file itself.
            said.error("FILE-001", None, || format!("cannot read '{name}': {why}"));
            LoadError(said)
        };
        let bytes = texts.open(file).map_err(|error| unread(&error))?.into_owned();
        let text = script(bytes).map_err(|mut said| {
            said.set_file(&name);
            LoadError(said)
        })?;
        let mut interp = Interp::with_host(ToRead { texts: texts.clone(), files: OsHost });
        interp.set_limits(self.script_limits);
        let session = std::mem::replace(self, Self::hollow());
        let mut state = State::new(Box::new(InMode { session, mode }), &TABLES);
        state.generation = 1;
        define(&mut interp, state);
        let (ended, printed) = interp.capture(|interp| read(interp, &name, &text));
        // The design is the one that was given.
        let Some(InMode { session, .. }) = take_design(&mut interp) else { return Err(unread(&"")) };
        *self = session;
        self.printed.push_str(&printed);
        match ended {
            Ok(said) => Ok(said),
            Err(stopped) => Err(LoadError(stopped_reading(&name, &stopped))),
        }
    }
}

/// The message about a file whose reading was stopped.
fn stopped_reading(name: &str, stopped: &Exception) -> Diagnostics {
    let mut said = Diagnostics::new();
    let why = match exit_status(stopped) {
        Some(status) => format!("a file of constraints ended with 'exit {status}'"),
        None => stopped.message().to_string(),
    };
    said.error("FILE-011", None, || format!("'{name}' is not read to its end: {why}"));
    said.set_file(name);
    said
}

/// Files to read, on disk or, where texts in memory stand for them, there: a file of constraints writes none.
struct ToRead {
    texts: Texts,
    files: OsHost,
}

impl ToRead {
    /// The text that stands for a file, which was named from the folder that the program began in or in full.
    fn text(&self, path: &Path) -> Option<&[u8]> {
        let folder = PathBuf::from(self.files.directory());
        let named = path.strip_prefix(folder).ok();
        self.texts.get(path).or_else(|| self.texts.get(named?))
    }
}

impl Host for ToRead {
    fn write(&mut self, stream: Stream, bytes: &[u8]) -> io::Result<()> {
        self.files.write(stream, bytes)
    }

    fn now(&self) -> (i64, u32) {
        self.files.now()
    }

    fn may_write_files(&self) -> bool {
        false
    }

    fn open(&mut self, path: &Path, mode: OpenMode) -> io::Result<Box<dyn File>> {
        if mode.write || mode.append || mode.create {
            let why = "a file of constraints that the library reads writes no files";
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, why));
        }
        match self.text(path) {
            Some(text) => Ok(Box::new(Cursor::new(text.to_vec()))),
            None => self.files.open(path, mode),
        }
    }

    fn info(&self, path: &Path, follow_links: bool) -> io::Result<FileInfo> {
        match self.text(path) {
            Some(text) => Ok(FileInfo {
                kind: FileKind::File,
                size: text.len() as u64,
                modified: 0,
                accessed: 0,
                mode: 0o444,
            }),
            None => self.files.info(path, follow_links),
        }
    }

    fn list(&self, path: &Path) -> io::Result<Vec<String>> {
        self.files.list(path)
    }

    fn read_link(&self, path: &Path) -> io::Result<String> {
        self.files.read_link(path)
    }

    fn directory(&self) -> String {
        self.files.directory()
    }

    fn environment(&self) -> Vec<(String, String)> {
        self.files.environment()
    }

    fn executable(&self) -> String {
        self.files.executable()
    }

    fn host_name(&self) -> String {
        self.files.host_name()
    }

    fn process_id(&self) -> u32 {
        self.files.process_id()
    }
}
