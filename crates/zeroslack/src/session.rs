//! The face of the library: a design, its modes, corners and scenarios, and edits of all of them.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use zeroslack_graph::TimingGraph;
use zeroslack_input::Diagnostics;
use zeroslack_liberty::Library;
use zeroslack_netlist::{
    CellLibrary, Change, EditError, Editor, Netlist, Parasitics, ParasiticsMark, ParasiticsReader,
};
use zeroslack_paths::SearchGraph;
use zeroslack_sdc::{ConstraintEditor, Constraints, Edits};
use zeroslack_spef::Options as SpefOptions;
use zeroslack_tcl::Limits;
use zeroslack_timing::{Calculator, Changes, CommonPoint, DelayData};

use crate::engine::{EngineChoice, EngineOptions, Engines};
use crate::error::{LoadError, QueryError, UpdateError};
use crate::files::{Constraint, DesignFiles, SpefFile};
use crate::gpu::SharedMachine;
use crate::load::{Progress, Silent, load, read_libraries, read_timing, refuse_doubtful, refuse_not_applied};
use crate::parts::SessionParts;
use crate::revisions::{Revisions, TimedOf};
use crate::scenario::{Built, Corner, CornerId, DEFAULT_NAME, Mode, ModeId, Scenario, ScenarioId};
use crate::spef_files::{SpefFiles, described_by_one};
use crate::texts::Texts;
use crate::timed::Timed;

/// A design with its modes, corners and scenarios, and their times.
///
/// The *design* is a netlist. A *mode* is a set of constraints. A *corner* is libraries and parasitics. A *scenario* is a mode in a corner: it is
/// what is timed. A session begins with one of each, which are called `default`, and more can be added.
///
/// Everything can be changed at any time. [`Session::update`] then does again what depends on it, and [`Session::timed`] gives the results, or an
/// error that says what changed since the last update.
#[derive(Debug)]
pub struct Session {
    netlist: Netlist,
    modes: Vec<Mode>,
    corners: Vec<Corner>,
    pub(crate) scenarios: Vec<Scenario>,
    pub(crate) engines: Engines,
    /// How many sessions work on rayon's current threads at the same time, this one included.
    pub(crate) workers: usize,
    has_cppr: bool,
    common_point: CommonPoint,
    pub(crate) calculator: Calculator,
    spef_options: SpefOptions,
    texts: Texts,
    diagnostics: Diagnostics,
    /// What queries have to say: they cannot change the session.
    said: Mutex<Diagnostics>,
    /// The text that files of constraints wrote to standard output.
    pub(crate) printed: String,
    /// The most that a file of constraints may take.
    pub(crate) script_limits: Limits,
    /// The next number for something that was changed.
    next_revision: u64,
}

/// A point in the history of a session's edits, to which they can be undone.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mark {
    netlist: zeroslack_netlist::Mark,
    /// `[corner]`
    parasitics: Vec<ParasiticsMark>,
    /// The revision that the next edit of constraints makes.
    constraints: u64,
}

impl Session {
    /// Reads, links and times a design, on rayon's current threads.
    ///
    /// # Errors
    /// If any diagnostic is an error; all of them are in the error.
    pub fn load(files: &DesignFiles, progress: &dyn Progress) -> Result<Self, LoadError> {
        let mut session = Self::read(files, progress)?;
        progress.begin("timing", 1);
        let said = session.update()?;
        session.diagnostics.append(said);
        progress.advance(1);
        Ok(session)
    }

    /// Reads and links a design and builds its graph, without timing it yet: see [`Session::update`].
    ///
    /// # Errors
    /// As [`Session::load`].
    pub fn read(files: &DesignFiles, progress: &dyn Progress) -> Result<Self, LoadError> {
        let mut engines = Engines::new(files.engine);
        if files.engine.is_for_gpu(files.expected_nodes()) {
            engines.open_soon();
        }
        let loaded = load(files, progress)?;
        let mut session = Self::unprepared(engines, loaded.parts, loaded.diagnostics);
        session.spef_options = files.spef_options;
        session.common_point = files.common_point();
        session.has_cppr = files.cppr;
        session.script_limits = files.script_limits;
        if let Some(file) = &files.constraints {
            progress.begin("reading constraints", 1);
            let read = session.state_constraints(ModeId::FIRST, file, &files.texts);
            let said = read.map_err(|LoadError(said)| session.refused(said))?;
            session.diagnostics.append(said);
            progress.advance(1);
        }
        if files.link.strict {
            refuse_not_applied(&mut session.diagnostics);
            refuse_doubtful(&mut session.diagnostics);
            if session.diagnostics.has_errors() {
                return Err(session.refused(Diagnostics::new()));
            }
        }
        session.prepared()
    }

    /// The error of a design that cannot be loaded: what was said so far, and more.
    fn refused(&mut self, said: Diagnostics) -> LoadError {
        let mut all = std::mem::take(&mut self.diagnostics);
        all.append(said);
        LoadError(all)
    }

    /// The graph of a linked design under constraints, not timed yet: see [`Session::update`].
    ///
    /// # Errors
    /// If the graph cannot be built; the error holds `diagnostics` and what building added.
    pub fn build(parts: SessionParts, diagnostics: Diagnostics) -> Result<Self, LoadError> {
        Self::build_with(Engines::default(), parts, diagnostics)
    }

    fn build_with(
        engines: Engines,
        parts: SessionParts,
        diagnostics: Diagnostics,
    ) -> Result<Self, LoadError> {
        Self::unprepared(engines, parts, diagnostics).prepared()
    }

    /// A session without a graph.
    fn unprepared(engines: Engines, parts: SessionParts, diagnostics: Diagnostics) -> Self {
        let SessionParts { netlist, parasitics, constraints, calculator } = parts;
        Self {
            netlist,
            modes: vec![Mode::new(DEFAULT_NAME, constraints)],
            corners: vec![Corner::new(DEFAULT_NAME, parasitics)],
            scenarios: vec![Scenario { mode: ModeId::FIRST, corner: CornerId::FIRST, built: None }],
            engines,
            workers: 1,
            has_cppr: false,
            common_point: CommonPoint::default(),
            calculator,
            spef_options: SpefOptions::default(),
            texts: Texts::default(),
            diagnostics,
            said: Mutex::default(),
            printed: String::new(),
            script_limits: Limits::default(),
            next_revision: 1,
        }
    }

    /// This session, with the graph of its first scenario.
    fn prepared(mut self) -> Result<Self, LoadError> {
        match self.prepare(ScenarioId::FIRST) {
            Ok(said) => self.diagnostics.append(said),
            Err(UpdateError(said)) => return Err(self.refused(said)),
        }
        Ok(self)
    }

    /// A session of nothing, which stands for another one for a while.
    pub(crate) fn hollow() -> Self {
        let parts = SessionParts {
            netlist: Netlist::default(),
            parasitics: Parasitics::default(),
            constraints: Constraints::default(),
            calculator: Calculator::default(),
        };
        Self::unprepared(Engines::default(), parts, Diagnostics::new())
    }

    /// The first scenario of a mode.
    pub(crate) fn scenario_of(&self, mode: ModeId) -> Option<ScenarioId> {
        let at = self.scenarios.iter().position(|scenario| scenario.mode == mode)?;
        Some(ScenarioId(at as u32))
    }

    /// The text that files of constraints wrote to standard output since it was last taken.
    pub fn printed(&self) -> &str {
        &self.printed
    }

    /// Takes what files of constraints wrote to standard output since the last call.
    pub fn take_printed(&mut self) -> String {
        std::mem::take(&mut self.printed)
    }

    /// A copy of the design, its modes and its corners, which computes by other engines.
    pub(crate) fn without_scenarios(&self, engine: EngineOptions) -> Self {
        Self {
            netlist: self.netlist.clone(),
            modes: self.modes.clone(),
            corners: self.corners.clone(),
            scenarios: Vec::new(),
            engines: Engines::new(engine),
            workers: 1,
            has_cppr: self.has_cppr,
            common_point: self.common_point,
            calculator: self.calculator,
            spef_options: self.spef_options,
            texts: self.texts.clone(),
            diagnostics: self.diagnostics.clone(),
            said: Mutex::default(),
            printed: String::new(),
            script_limits: Limits::default(),
            next_revision: self.next_revision,
        }
    }

    /// An update of all scenarios that are out of date: after edits their graphs, then delays, arrivals, required times. After edits that the graph takes over,
    /// which are other parasitics, library cells of the same shape, gates and connections where only data is, and times that constraints state, only what they change is computed again, unless
    /// that is much. Does nothing where nothing changed since the last update. Returns the warnings about the edited design and about a GPU that cannot be used.
    ///
    /// # Errors
    /// If the edited design's graph cannot be built, or the engine that was asked for cannot be used.
    pub fn update(&mut self) -> Result<Diagnostics, UpdateError> {
        let mut said = self.take_warnings();
        for scenario in 0..self.scenarios.len() as u32 {
            said.append(self.update_scenario(ScenarioId(scenario))?);
        }
        Ok(said)
    }

    /// The same of one scenario.
    ///
    /// # Errors
    /// As [`Session::update`].
    ///
    /// # Panics
    /// If there is no such scenario.
    pub fn update_scenario(&mut self, id: ScenarioId) -> Result<Diagnostics, UpdateError> {
        let mut said = self.update_once(id)?;
        // Source latencies depend on clock networks alone: once a graph has them, they stay. A graph that cannot take them over is built anew without them, and then takes them. Where clocks are
        // propagated from pins on, one that is made of another can have its own once the other's are known.
        let clocks = self.constraints(self.scenarios[id.0 as usize].mode).clocks.id_count();
        for _ in 0..clocks + 1 {
            if !self.state_source_latencies(id) {
                break;
            }
            said.append(self.update_once(id)?);
        }
        Ok(said)
    }

    fn update_once(&mut self, id: ScenarioId) -> Result<Diagnostics, UpdateError> {
        let mut said = self.prepare(id)?;
        let of = self.timed_of(id);
        let Some(built) = &self.scenarios[id.0 as usize].built else { return Ok(said) };
        if built.results.of == Some(of) || self.update_incrementally(id, of) {
            return Ok(said);
        }
        said.append(self.level(id)?);
        let (before, rest) = self.scenarios.split_at_mut(id.0 as usize);
        let Some((Scenario { built: Some(built), .. }, after)) = rest.split_first_mut() else {
            return Ok(said);
        };
        let mut timing = built.results.take();
        built.results.forget_kept();
        built.searches().for_each(SearchGraph::note_all);
        // Who has an array of all RC trees has one after the other.
        built.data.compact();
        timing.set_cppr(of.cppr.is_some());
        timing.set_common_point(of.cppr.unwrap_or_default());
        let design = (&*built.graph, &built.data);
        let give_up = || give_up_idle(before.iter().chain(&*after));
        let updated =
            self.engines.update(&mut built.placement, design, self.calculator, &mut timing, give_up);
        let (place, more) = updated?;
        built.results.put(timing, place, of);
        built.changes = Some(Changes::default());
        said.append(more);
        Ok(said)
    }

    /// Gives the graph of a scenario the timed source latencies of generated clocks that ports and ideal clocks need. Returns whether they changed: then all is computed again.
    fn state_source_latencies(&mut self, id: ScenarioId) -> bool {
        let (mode, corner) = (self.scenarios[id.0 as usize].mode, self.scenarios[id.0 as usize].corner);
        let Ok(timed) = self.timed_in(id) else { return false };
        let (graph, constraints) = (timed.graph(), timed.constraints());
        if !graph.needs_source_latencies(constraints) {
            return false;
        }
        let found = graph.find_source_latencies(constraints, |vertex| {
            let times = timed.node_times(vertex.node());
            times.arrival.map(|of_split| of_split[vertex.transition() as usize])
        });
        if found == *graph.source_latencies() {
            return false;
        }
        let Some(mut built) = self.scenarios[id.0 as usize].built.take() else { return false };
        let graph = Arc::make_mut(&mut built.graph);
        if let Some(restated) = graph.state_source_latencies(self.netlist(), self.constraints(mode), found) {
            built.take_restated((self.netlist(), self.parasitics(corner)), &restated);
            built.results.of = None;
            self.scenarios[id.0 as usize].built = Some(built);
        }
        true
    }

    /// Gives back the memory of designs that only wait on the GPU. Says whether there were any.
    pub(crate) fn give_up_idle(&self) -> bool {
        give_up_idle(self.scenarios.iter())
    }

    /// What the results of a scenario have to be of.
    fn timed_of(&self, id: ScenarioId) -> TimedOf {
        let cppr = self.has_cppr.then_some(self.common_point);
        TimedOf { revisions: self.revisions(&self.scenarios[id.0 as usize]), cppr }
    }

    pub(crate) fn revisions(&self, scenario: &Scenario) -> Revisions {
        let corner = &self.corners[scenario.corner.0 as usize];
        Revisions {
            netlist: self.netlist.revision(),
            constraints: self.modes[scenario.mode.0 as usize].revisions.last(),
            library: corner.library_revision,
            parasitics: corner.parasitics.revision(),
        }
    }

    /// The results of the first scenario.
    ///
    /// # Errors
    /// If it was not updated since something changed.
    pub fn timed(&self) -> Result<Timed<'_>, QueryError> {
        self.timed_in(ScenarioId::FIRST)
    }

    /// The results of a scenario.
    ///
    /// # Errors
    /// If it was not updated since something changed.
    ///
    /// # Panics
    /// If there is no such scenario.
    pub fn timed_in(&self, id: ScenarioId) -> Result<Timed<'_>, QueryError> {
        let scenario = &self.scenarios[id.0 as usize];
        let built = scenario.built.as_ref().ok_or(QueryError::NotTimed)?;
        let of = built.results.of.ok_or(QueryError::NotTimed)?;
        let wanted = self.timed_of(id);
        if let Some(what) = wanted.revisions.difference(of.revisions) {
            return Err(QueryError::Stale { what });
        }
        if wanted.cppr != of.cppr {
            return Err(QueryError::Stale { what: "how the pessimism of common clock paths is removed" });
        }
        Ok(Timed { session: self, scenario, built })
    }

    /// Sees to it that the results of a scenario, if there are any, are not only on a GPU.
    pub(crate) fn fetch(&self, id: ScenarioId) {
        let scenario = &self.scenarios[id.0 as usize];
        if let Some(built) = scenario.built.as_ref().filter(|built| built.results.of.is_some()) {
            Timed { session: self, scenario, built }.timing();
        }
    }

    /// The timing graph of the first scenario, which is there before the first update. It may not be levelled: see [`Timed::graph`].
    ///
    /// # Errors
    /// If something that it is made of changed since it was built.
    pub fn graph(&self) -> Result<&TimingGraph, QueryError> {
        let (scenario, built) = self.first_built()?;
        let now = self.revisions(scenario);
        let stale = now.difference(Revisions { parasitics: now.parasitics, ..built.revisions });
        match stale {
            Some(what) => Err(QueryError::Stale { what }),
            None => Ok(&built.graph),
        }
    }

    /// What the delays of the first scenario are computed from, which is there before the first update.
    ///
    /// # Errors
    /// If something that it is made of changed since then.
    pub fn delay_data(&self) -> Result<&DelayData, QueryError> {
        let (scenario, built) = self.first_built()?;
        let stale = self.revisions(scenario).difference(built.revisions);
        match stale {
            Some(what) => Err(QueryError::Stale { what }),
            None => Ok(&built.data),
        }
    }

    fn first_built(&self) -> Result<(&Scenario, &Built), QueryError> {
        let scenario = &self.scenarios[0];
        Ok((scenario, scenario.built.as_ref().ok_or(QueryError::NotTimed)?))
    }

    /// Makes a group of edits: all of them, or, if one fails, none. They take effect at the next [`Session::update`]. The parasitics of all
    /// corners follow them.
    ///
    /// # Errors
    /// The error of the edit that failed.
    pub fn edit<T>(
        &mut self,
        edits: impl FnOnce(&mut Editor<'_>) -> Result<T, EditError>,
    ) -> Result<T, EditError> {
        let mark = self.mark();
        let parasitics = self.corners.iter_mut().map(|corner| &mut corner.parasitics);
        let made = edits(&mut Editor::new(&mut self.netlist, parasitics));
        if made.is_err() {
            self.undo(&mark);
        }
        made
    }

    /// The present point in the history of edits of the netlist and of parasitics.
    pub fn mark(&mut self) -> Mark {
        let parasitics = self.corners.iter_mut().map(|corner| corner.parasitics.mark()).collect();
        Mark { netlist: self.netlist.mark(), parasitics, constraints: self.next_revision }
    }

    /// Takes back all edits of the netlist and of parasitics since a mark, as far as they are not forgotten. Constraints stay, but for what was said of objects that come to be none.
    pub fn undo(&mut self, mark: &Mark) {
        // A corner that came later forgot what was before it.
        let marks = mark.parasitics.iter().copied().chain(std::iter::repeat(ParasiticsMark::default()));
        for (corner, mark) in self.corners.iter_mut().zip(marks) {
            corner.parasitics.undo(mark);
        }
        let ids =
            |netlist: &Netlist| [netlist.pin_id_count(), netlist.cell_id_count(), netlist.net_id_count()];
        let before = ids(&self.netlist);
        self.netlist.undo(mark.netlist);
        if ids(&self.netlist) != before {
            self.forget_taken_back(mark);
        }
    }

    /// Ids of objects that are none any more may come to mean others, of which nothing is said.
    fn forget_taken_back(&mut self, mark: &Mark) {
        // What was stated before knows no such objects.
        for mode in self.modes.iter_mut().filter(|mode| mode.revisions.last() >= mark.constraints) {
            let mut left = mode.constraints.clone();
            left.forget_taken_back(&self.netlist);
            if left != mode.constraints {
                mode.constraints = left;
                mode.revisions.note_all(self.next_revision);
                self.next_revision += 1;
            }
        }
    }

    /// What changed in the netlist since a mark, in order.
    pub fn changes_since(&self, mark: &Mark) -> &[Change] {
        self.netlist.changes_since(mark.netlist)
    }

    /// Forgets the history of edits: earlier ones can no longer be undone, and their memory is free.
    pub fn forget_history(&mut self) {
        self.netlist.forget_history();
        for corner in &mut self.corners {
            corner.parasitics.forget_history();
        }
    }

    /// Adds a mode, in no scenario yet. Its name should be its own.
    pub fn add_mode(&mut self, name: &str, constraints: Constraints) -> ModeId {
        let mut mode = Mode::new(name, constraints);
        mode.revisions.note_all(self.next_revision);
        self.modes.push(mode);
        self.next_revision += 1;
        ModeId(self.modes.len() as u32 - 1)
    }

    /// Adds a corner, in no scenario yet. Its name should be its own. Without a library it has the netlist's; another has to describe the same
    /// library cells. The history of edits before it is
    /// forgotten.
    ///
    /// # Errors
    /// If a library cell of the design is missing in its library, or has other pins there (`NET-029`, `NET-030`).
    pub fn add_corner(
        &mut self,
        name: &str,
        library: Option<CellLibrary>,
        parasitics: Parasitics,
    ) -> Result<CornerId, LoadError> {
        let id = CornerId(self.corners.len() as u32);
        let renumbered = library.map(|library| self.corner_library(library)).transpose()?;
        self.corners.push(Corner::new(name, parasitics));
        if let Some(library) = renumbered {
            self.replace_library(id, library);
        }
        self.forget_history();
        Ok(id)
    }

    /// A library in the netlist's numbers.
    fn corner_library(&self, library: CellLibrary) -> Result<CellLibrary, LoadError> {
        let (library, said) = library.in_numbers_of(&self.netlist);
        if said.has_errors() { Err(LoadError(said)) } else { Ok(library) }
    }

    /// Adds a scenario: a mode in a corner. The next update times it.
    ///
    /// # Panics
    /// If there is no such mode or corner.
    pub fn add_scenario(&mut self, mode: ModeId, corner: CornerId) -> ScenarioId {
        assert!((mode.0 as usize) < self.modes.len(), "a mode of the session");
        assert!((corner.0 as usize) < self.corners.len(), "a corner of the session");
        self.scenarios.push(Scenario { mode, corner, built: None });
        ScenarioId(self.scenarios.len() as u32 - 1)
    }

    /// All scenarios, each with its mode and its corner.
    pub fn scenarios(&self) -> impl ExactSizeIterator<Item = (ScenarioId, ModeId, CornerId)> + '_ {
        let numbered = self.scenarios.iter().enumerate();
        numbered.map(|(number, scenario)| (ScenarioId(number as u32), scenario.mode, scenario.corner))
    }

    /// Number of modes.
    pub fn mode_count(&self) -> usize {
        self.modes.len()
    }

    /// Number of corners.
    pub fn corner_count(&self) -> usize {
        self.corners.len()
    }

    /// A mode by its name.
    pub fn find_mode(&self, name: &str) -> Option<ModeId> {
        self.modes.iter().position(|mode| &*mode.name == name).map(|number| ModeId(number as u32))
    }

    /// A corner by its name.
    pub fn find_corner(&self, name: &str) -> Option<CornerId> {
        self.corners.iter().position(|corner| &*corner.name == name).map(|number| CornerId(number as u32))
    }

    /// The name of a mode.
    ///
    /// # Panics
    /// If there is no such mode, here and below.
    pub fn mode_name(&self, mode: ModeId) -> &str {
        &self.modes[mode.0 as usize].name
    }

    /// The name of a corner.
    ///
    /// # Panics
    /// If there is no such corner, here and below.
    pub fn corner_name(&self, corner: CornerId) -> &str {
        &self.corners[corner.0 as usize].name
    }

    /// Changes the constraints of a mode. What `edits` returns comes back. Each function of a [`ConstraintEditor`] that fails has changed nothing; if
    /// all fail, the results stay up to date.
    pub fn edit_constraints<T>(
        &mut self,
        mode: ModeId,
        edits: impl FnOnce(&mut ConstraintEditor<'_>) -> T,
    ) -> T {
        let mode = &mut self.modes[mode.0 as usize];
        // Also if `edits` panics there is an edit, as far as anybody can tell.
        let (before, revision) = (mode.revisions, self.next_revision);
        mode.revisions.note_all(revision);
        self.next_revision += 1;
        let mut editor = ConstraintEditor::new(&mut mode.constraints, &self.netlist);
        let returned = edits(&mut editor);
        let made = editor.edits();
        mode.revisions = before;
        mode.revisions.note(made, revision);
        returned
    }

    /// What was edited of a mode's constraints since a revision.
    pub(crate) fn edits_since(&self, id: ModeId, revision: u64) -> Edits {
        self.modes[id.0 as usize].revisions.edits_since(revision)
    }

    /// After edits of the netlist other clocks may come to where clocks are generated.
    pub(crate) fn find_masters(&mut self, id: ModeId) {
        let netlist = self.netlist().revision();
        let mode = &mut self.modes[id.0 as usize];
        if std::mem::replace(&mut mode.masters_of, netlist) != netlist {
            self.edit_constraints(id, |editor| editor.find_masters());
        }
    }

    /// Texts in memory that stand for files when they are read from now on; none at first.
    pub fn texts_mut(&mut self) -> &mut Texts {
        &mut self.texts
    }

    /// Reads new constraints of a mode in place of all that it has: SDC, which may be any Tcl, or the `.timing` of a contest. Returns what there is to say.
    ///
    /// A command of SDC that cannot be applied costs itself alone: it is an error among what is returned, and counted ([`Diagnostics::constraints`]). What the file writes
    /// to standard output is kept for [`Session::take_printed`].
    ///
    /// Rules on checks and arcs that the file sets by variables are the mode's until the next file; what it says of CPPR is the session's and stays.
    ///
    /// # Errors
    /// If the file cannot be read, or one of a contest not be understood, or if SDC calls `exit`; nothing is changed then.
    ///
    /// # Panics
    /// If there is no such mode.
    pub fn read_constraints(&mut self, mode: ModeId, file: &Constraint) -> Result<Diagnostics, LoadError> {
        let texts = self.texts.clone();
        self.state_constraints(mode, file, &texts)
    }

    fn state_constraints(
        &mut self,
        mode: ModeId,
        file: &Constraint,
        texts: &Texts,
    ) -> Result<Diagnostics, LoadError> {
        let (before, options) = (self.constraints(mode).clone(), (self.has_cppr, self.common_point));
        let rules = self.modes[mode.0 as usize].rules;
        let replace = |session: &mut Self, with: Constraints| {
            session.edit_constraints(mode, |editor| editor.replace(with));
        };
        match file {
            Constraint::Timing(path) => {
                let (read, said) = read_timing(path, texts, &self.netlist);
                if said.has_errors() {
                    return Err(LoadError(said));
                }
                replace(self, Constraints { rules, ..read });
                Ok(said)
            }
            Constraint::Sdc(path) => {
                replace(self, Constraints { rules, ..Constraints::default() });
                let read = self.run_constraints(mode, path, texts);
                if read.is_err() {
                    replace(self, before);
                    (self.has_cppr, self.common_point) = options;
                }
                read
            }
        }
    }

    /// Gives a corner other libraries, which have to describe the same library cells.
    ///
    /// # Errors
    /// As [`Session::add_corner`]; nothing is changed then.
    pub fn set_libraries(&mut self, corner: CornerId, library: CellLibrary) -> Result<(), LoadError> {
        let library = self.corner_library(library)?;
        self.replace_library(corner, library);
        Ok(())
    }

    fn replace_library(&mut self, corner: CornerId, library: CellLibrary) {
        let corner = &mut self.corners[corner.0 as usize];
        (corner.library, corner.library_revision) = (Some(library), self.next_revision);
        self.next_revision += 1;
    }

    /// Reads other libraries of a corner, for early and for late analysis; either list may be empty. Returns the warnings.
    ///
    /// # Errors
    /// If a file cannot be read or understood, and as [`Session::add_corner`]; nothing is changed then.
    pub fn read_libraries(
        &mut self,
        corner: CornerId,
        early: &[&Path],
        late: &[&Path],
        progress: &dyn Progress,
    ) -> Result<Diagnostics, LoadError> {
        let mut said = Diagnostics::new();
        let read: [Vec<Arc<Library>>; 2] = read_libraries([early, late], &self.texts, progress, &mut said)?;
        let [early, late] = read;
        let (library, more) = CellLibrary::new(early, late);
        said.append(more);
        if said.has_errors() {
            return Err(LoadError(said));
        }
        self.set_libraries(corner, library)?;
        Ok(said)
    }

    /// Reads new parasitics of some nets of a corner; the others keep theirs. An edit like any other: it can be undone. Returns the warnings.
    ///
    /// `instance` is what the file describes, as in [`SpefFile::instance`]. Of a net that crosses the boundary of a block the file replaces the part that
    /// it describes.
    ///
    /// # Errors
    /// If the file cannot be read or understood, or there is nothing that it could describe; nothing is changed then.
    pub fn read_spef(
        &mut self,
        corner: CornerId,
        file: &Path,
        instance: Option<&str>,
    ) -> Result<Diagnostics, LoadError> {
        let spef = SpefFile { file: file.to_path_buf(), instance: instance.map(str::to_string) };
        let (described, mut said) = described_by_one(&spef, &self.netlist);
        if said.has_errors() {
            return Err(LoadError(said));
        }
        let parasitics = &mut self.corners[corner.0 as usize].parasitics;
        let mark = parasitics.mark();
        let reader = ParasiticsReader::new(parasitics, &self.netlist);
        let (netlist, texts, options) = (&self.netlist, &self.texts, &self.spef_options);
        let spef_files = SpefFiles { netlist, texts, options, progress: &Silent };
        // On a thread of the pool all through: a small file is read in less time than it takes to hand work to the pool a few times.
        said.append(rayon::scope(|_| spef_files.read(reader, &described)));
        if said.has_errors() {
            parasitics.undo(mark);
            return Err(LoadError(said));
        }
        Ok(said)
    }

    /// How SPEF is read from now on.
    pub fn set_spef_options(&mut self, options: SpefOptions) {
        self.spef_options = options;
    }

    /// How SPEF is read.
    pub fn spef_options(&self) -> SpefOptions {
        self.spef_options
    }

    /// Changes the parasitics of a corner, for example by [`Parasitics::set_net`]. It can be undone.
    pub fn edit_parasitics<T>(
        &mut self,
        corner: CornerId,
        edits: impl FnOnce(&mut Parasitics, &Netlist) -> T,
    ) -> T {
        edits(&mut self.corners[corner.0 as usize].parasitics, &self.netlist)
    }

    /// How delays are computed from the next update on.
    pub fn set_calculator(&mut self, calculator: Calculator) {
        if self.calculator == calculator {
            return;
        }
        self.calculator = calculator;
        for built in self.scenarios.iter_mut().filter_map(|scenario| scenario.built.as_mut()) {
            built.results.of = None;
            built.placement = Default::default();
        }
    }

    /// How delays are computed.
    pub fn calculator(&self) -> Calculator {
        self.calculator
    }

    /// Whether the next update removes the pessimism of common clock paths (CPPR).
    pub fn set_cppr(&mut self, on: bool) {
        self.has_cppr = on;
    }

    /// Whether the next update removes the pessimism of common clock paths.
    pub fn has_cppr(&self) -> bool {
        self.has_cppr
    }

    /// What counts as a common point of two clock paths from the next update on.
    pub fn set_common_point(&mut self, rule: CommonPoint) {
        self.common_point = rule;
    }

    /// What counts as a common point of two clock paths.
    pub fn common_point(&self) -> CommonPoint {
        self.common_point
    }

    /// Which engine computes the next update; [`EngineChoice::Auto`](crate::EngineChoice::Auto) unless something else was said.
    pub fn set_engine(&mut self, options: EngineOptions) {
        if options != self.engines.options() {
            self.replace_engines(Engines::new(options));
        }
    }

    /// So many pins a design has at least that goes to the GPU where the engine is [`EngineChoice::Auto`](crate::EngineChoice::Auto), from the next update on; [`EngineOptions::AUTO_NODES`]
    /// unless something else was said.
    pub fn set_auto_nodes(&mut self, nodes: usize) {
        self.engines.set_auto_nodes(Some(nodes));
    }

    /// Which engine computes.
    pub fn engine_options(&self) -> EngineOptions {
        self.engines.options()
    }

    /// The same with a GPU that is open already, or with what stands for one. Sessions that share one have to take turns: those that work at the same time may wait for each other for ever.
    pub fn set_engine_on<M: SharedMachine>(&mut self, engine: EngineChoice, gpu: M) {
        self.replace_engines(Engines::with_gpu(engine, Box::new(gpu)));
    }

    fn replace_engines(&mut self, mut engines: Engines) {
        engines.set_auto_nodes(self.engines.auto_nodes());
        // What is only on a GPU goes with its engine.
        for scenario in 0..self.scenarios.len() as u32 {
            self.fetch(ScenarioId(scenario));
        }
        for built in self.scenarios.iter_mut().filter_map(|scenario| scenario.built.as_mut()) {
            built.placement = Default::default();
        }
        self.engines = engines;
    }

    /// What was said while loading: warnings only.
    pub fn diagnostics(&self) -> &Diagnostics {
        &self.diagnostics
    }

    /// Warnings of queries since they were last asked for: of a GPU that failed, so that the CPU answered in its place. The next update returns
    /// them too.
    pub fn take_warnings(&self) -> Diagnostics {
        std::mem::take(&mut *self.said.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn warn(&self, said: Diagnostics) {
        self.said.lock().unwrap_or_else(PoisonError::into_inner).append(said);
    }

    /// The netlist.
    pub fn netlist(&self) -> &Netlist {
        &self.netlist
    }

    /// The constraints of a mode.
    pub fn constraints(&self, mode: ModeId) -> &Constraints {
        &self.modes[mode.0 as usize].constraints
    }

    /// The library cells of a corner.
    pub fn library(&self, corner: CornerId) -> &CellLibrary {
        self.corners[corner.0 as usize].library.as_ref().unwrap_or(self.netlist.library())
    }

    /// The parasitics of a corner.
    pub fn parasitics(&self, corner: CornerId) -> &Parasitics {
        &self.corners[corner.0 as usize].parasitics
    }
}

/// Gives back the memory of scenarios that only wait on the GPU. Says whether there were any.
fn give_up_idle<'s>(scenarios: impl Iterator<Item = &'s Scenario>) -> bool {
    let built = scenarios.filter_map(|scenario| scenario.built.as_ref());
    built.filter(|built| built.placement.give_up_idle()).count() > 0
}
