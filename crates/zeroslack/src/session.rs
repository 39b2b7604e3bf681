//! The face of the library: a design, its graph and its timing in one place.

use std::sync::Mutex;

use zeroslack_graph::TimingGraph;
use zeroslack_input::Diagnostics;
use zeroslack_netlist::{EditError, Mark, Netlist};
use zeroslack_paths::Ground;
use zeroslack_sdc::Constraints;
use zeroslack_spef::Options as SpefOptions;
use zeroslack_timing::{Calculator, CommonPoint, DelayData};

use crate::engine::{EngineChoice, EngineOptions, Engines};
use crate::files::DesignFiles;
use crate::gpu::SharedMachine;
use crate::load::{LoadError, Progress, load, read_file, read_spef_text};
use crate::results::Results;

/// A loaded, linked and timed design.
#[derive(Debug)]
pub struct Session {
    pub(crate) netlist: Netlist,
    pub(crate) constraints: Constraints,
    pub(crate) graph: TimingGraph,
    pub(crate) data: DelayData,
    pub(crate) engines: Engines,
    pub(crate) results: Results,
    /// Memory of path searches, for the next ones.
    pub(crate) grounds: Mutex<Vec<Ground>>,
    pub(crate) has_cppr: bool,
    common_point: CommonPoint,
    pub(crate) calculator: Calculator,
    spef_options: SpefOptions,
    diagnostics: Diagnostics,
    /// Whether the netlist has other parasitics than the delays.
    has_new_parasitics: bool,
    /// Whether it was edited in other ways since the graph was built.
    is_edited: bool,
    /// Whether anything changed since the last update.
    is_stale: bool,
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
        let mut session = Self::build_with(
            engines,
            (loaded.netlist, loaded.constraints),
            files.calculator,
            loaded.diagnostics,
        )?;
        session.spef_options = files.spef_options;
        session.common_point = files.common_point();
        Ok(session)
    }

    /// The graph of a linked design under constraints, not timed yet: see [`Session::update`].
    ///
    /// # Errors
    /// If the graph cannot be built; the error holds `diagnostics` and what building added.
    pub fn build(
        netlist: Netlist,
        constraints: Constraints,
        calculator: Calculator,
        diagnostics: Diagnostics,
    ) -> Result<Self, LoadError> {
        Self::build_with(Engines::default(), (netlist, constraints), calculator, diagnostics)
    }

    fn build_with(
        mut engines: Engines,
        (netlist, constraints): (Netlist, Constraints),
        calculator: Calculator,
        mut diagnostics: Diagnostics,
    ) -> Result<Self, LoadError> {
        let (graph, data, said) = prepare(&mut engines, &netlist, &constraints);
        diagnostics.append(said);
        if diagnostics.has_errors() {
            return Err(LoadError(diagnostics));
        }
        Ok(Self {
            netlist,
            constraints,
            graph,
            data,
            engines,
            results: Results::default(),
            grounds: Mutex::default(),
            has_cppr: false,
            common_point: CommonPoint::default(),
            calculator,
            spef_options: SpefOptions::default(),
            diagnostics,
            has_new_parasitics: false,
            is_edited: false,
            is_stale: true,
        })
    }

    /// A full update of what is out of date: after edits the graph, then delays, arrivals, required times. Does nothing
    /// when nothing changed since the last update. Returns the warnings about an edited design and about a GPU that cannot be used.
    ///
    /// # Errors
    /// If the edited design's graph cannot be built, or the engine that was asked for cannot be used.
    pub fn update(&mut self) -> Result<Diagnostics, LoadError> {
        let mut diagnostics = self.rebuild()?;
        if self.is_stale {
            let mut timing = self.results.take();
            timing.set_cppr(self.has_cppr);
            timing.set_common_point(self.common_point);
            let (place, said) = self.engines.update(&self.graph, &self.data, self.calculator, &mut timing)?;
            self.results.put(timing, place);
            diagnostics.append(said);
            self.is_stale = false;
        }
        Ok(diagnostics)
    }

    /// Brings the graph and what delays are computed from up to date with the netlist.
    fn rebuild(&mut self) -> Result<Diagnostics, LoadError> {
        let mut diagnostics = Diagnostics::new();
        if self.is_edited {
            let (graph, data, said) = prepare(&mut self.engines, &self.netlist, &self.constraints);
            diagnostics.append(said);
            if diagnostics.has_errors() {
                return Err(LoadError(diagnostics));
            }
            (self.graph, self.data) = (graph, data);
            self.engines.forget_design();
        } else if self.has_new_parasitics {
            let Self { engines, netlist, graph, data, .. } = self;
            let said = data.update_parasitics(netlist, graph, |networks| engines.flatten(networks));
            diagnostics.append(said);
            self.engines.forget_parasitics();
        }
        (self.is_edited, self.has_new_parasitics) = (false, false);
        Ok(diagnostics)
    }

    /// Whether what was computed is of the netlist there is.
    pub(crate) fn is_timed(&self) -> bool {
        !self.is_edited && !self.has_new_parasitics && self.results.are_there
    }

    /// Makes a group of edits: all of them, or, if one fails, none. They take effect at the next [`Session::update`].
    ///
    /// # Errors
    /// The error of the edit that failed.
    pub fn edit<T>(
        &mut self,
        edits: impl FnOnce(&mut Netlist) -> Result<T, EditError>,
    ) -> Result<T, EditError> {
        let mark = self.netlist.mark();
        let revision = self.revision();
        let made = edits(&mut self.netlist);
        if made.is_err() {
            self.netlist.undo(mark);
        }
        self.touch_since(revision);
        made
    }

    /// The present point in the history of edits.
    pub fn mark(&mut self) -> Mark {
        self.netlist.mark()
    }

    /// Takes back all edits since a mark.
    pub fn undo(&mut self, mark: Mark) {
        let revision = self.revision();
        self.netlist.undo(mark);
        self.touch_since(revision);
    }

    /// Forgets the history of edits: earlier ones can no longer be undone, and their memory is free.
    pub fn forget_history(&mut self) {
        self.netlist.forget_history();
    }

    /// Reads new parasitics of some nets; the others keep theirs. An edit like any other: it can be undone. Returns the warnings.
    ///
    /// # Errors
    /// If the file cannot be read or understood; nothing is changed then.
    pub fn read_spef(
        &mut self,
        file: &std::path::Path,
        instance: Option<&str>,
    ) -> Result<Diagnostics, LoadError> {
        let mark = self.netlist.mark();
        let revision = self.revision();
        let (netlist, options) = (&mut self.netlist, &self.spef_options);
        let (_, diagnostics) = read_file(file, |text| ((), read_spef_text(netlist, text, options, instance)));
        if diagnostics.has_errors() {
            self.netlist.undo(mark);
            return Err(LoadError(diagnostics));
        }
        self.touch_since(revision);
        Ok(diagnostics)
    }

    /// Of the whole netlist, and of all but parasitics.
    fn revision(&self) -> [u64; 2] {
        [self.netlist.revision(), self.netlist.structure_revision()]
    }

    /// What was computed is out of date if the netlist has another revision.
    fn touch_since(&mut self, before: [u64; 2]) {
        let now = self.revision();
        self.is_edited |= now[1] != before[1];
        self.has_new_parasitics |= now != before;
        self.is_stale |= now != before;
    }

    /// Whether the next update removes the pessimism of common clock paths (CPPR).
    pub fn set_cppr(&mut self, on: bool) {
        self.is_stale |= self.has_cppr != on;
        self.has_cppr = on;
    }

    /// What counts as a common point of two clock paths from the next update on.
    pub fn set_common_point(&mut self, rule: CommonPoint) {
        self.is_stale |= self.has_cppr && self.common_point != rule;
        self.common_point = rule;
    }

    /// Which engine computes the next update; [`EngineChoice::Auto`](crate::EngineChoice::Auto) unless something else was said.
    pub fn set_engine(&mut self, options: EngineOptions) {
        if options != self.engines.options() {
            self.replace_engines(Engines::new(options));
        }
    }

    /// The same with a GPU that is open already, or with what stands for one. Sessions that share one have to take turns.
    pub fn set_engine_on<M: SharedMachine>(&mut self, engine: EngineChoice, gpu: M) {
        self.replace_engines(Engines::with_gpu(engine, Box::new(gpu)));
    }

    fn replace_engines(&mut self, engines: Engines) {
        // What is only on a GPU goes with its engine.
        if self.results.are_there {
            self.timing();
        }
        self.engines = engines;
    }

    /// The GPU that computed the last update; none if the CPU did.
    pub fn gpu(&self) -> Option<&str> {
        self.engines.gpu_name()
    }

    /// Bytes that the design and searches of its paths take on the GPU; 0 if the CPU computed the last update.
    pub fn gpu_bytes(&self) -> u64 {
        self.engines.design().map_or(0, |design| design.ask(|design| design.bytes()))
    }

    /// What was said while loading: warnings only.
    pub fn diagnostics(&self) -> &Diagnostics {
        &self.diagnostics
    }

    /// The netlist.
    pub fn netlist(&self) -> &Netlist {
        &self.netlist
    }

    /// The constraints.
    pub fn constraints(&self) -> &Constraints {
        &self.constraints
    }

    /// The timing graph.
    pub fn graph(&self) -> &TimingGraph {
        &self.graph
    }

    /// What delays are computed from.
    pub fn delay_data(&self) -> &DelayData {
        &self.data
    }
}

/// The graph of a netlist, and what its delays are computed from.
fn prepare(
    engines: &mut Engines,
    netlist: &Netlist,
    constraints: &Constraints,
) -> (TimingGraph, DelayData, Diagnostics) {
    let (graph, mut diagnostics) =
        TimingGraph::with_layout(netlist, constraints, |fanin| engines.layout(fanin));
    let (data, said) = DelayData::with_trees(netlist, &graph, |networks| engines.flatten(networks));
    diagnostics.append(said);
    (graph, data, diagnostics)
}
