//! What a library cell contributes to the graph: its delay arcs and checks, once per library cell.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;
use zeroslack_input::{Diagnostics, FirstFew};
use zeroslack_liberty::{Cell, Expr, RiseFall, SequentialKind, Table, Timing, TimingSense, TimingType};
use zeroslack_netlist::{CellLibrary, Master, MasterId};
use zeroslack_sdc::{CheckRule, Constraints, Drive, Rules};
use zeroslack_units::{Quad, Split, Transition};

use crate::constants::cell::CellLogic;
use crate::names::Names;

/// A delay arc of a library cell, in one polarity. The delays of its two edges are in the `timing` groups named here.
///
/// An arc in an ideal network has a model of its own; of a wire there, `master`, `timing` and `described` say nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct ArcModel {
    /// The library cell.
    pub master: MasterId,
    /// `timing` group by split: (pin, group) as indices into the Liberty cell of `described`.
    pub timing: [(u32, u32); 2],
    /// Whose description has that group, by split: the other's where its own has none.
    pub described: [Split; 2],
    /// Whether a clock edge launches data here (`rising_edge`, `falling_edge`).
    pub launches: bool,
    /// What it is to a latch; none of other arcs.
    pub latch: Option<LatchArc>,
    /// What it takes in an ideal network; none of other arcs.
    pub ideal: Option<IdealArc>,
}

/// An arc in an ideal network, or into one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IdealArc {
    /// Its delay, ps, by split and the transition of its target; none of an arc to where a network starts, which has the delay of its library.
    pub delay: Option<Quad<f32>>,
    /// The slew that it makes, ps.
    pub slew: Quad<f32>,
    /// The model that the library has of it; none of a wire.
    pub of: Option<u32>,
}

/// What an arc is to a latch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LatchArc {
    /// From the giving side of the data pin to the output, with the delay from data to output.
    Through,
    /// From the enable to the giving side: its delay is the time that data, late for the opening, is given. The library states none.
    Gives,
    /// From the data pin to its giving side, which has the slew of that. No signal passes.
    Follows,
}

impl ArcModel {
    /// Whether it is within a latch, where the library states no arc.
    pub fn is_within_latch(&self) -> bool {
        matches!(self.latch, Some(LatchArc::Gives | LatchArc::Follows))
    }

    /// Whether it is of a wire, to which no library cell belongs.
    pub fn is_wire(&self) -> bool {
        self.ideal.is_some_and(|ideal| ideal.of.is_none())
    }

    /// Whether its delay is stated, and not looked up.
    pub fn is_ideal(&self) -> bool {
        self.ideal.is_some_and(|ideal| ideal.delay.is_some())
    }

    /// The condition (`when`) under which the arc is there, in the description of a split; none if it is there always. `library` is what the graph is
    /// of.
    pub fn condition<'l>(&self, library: &'l CellLibrary, split: Split) -> Option<&'l Expr> {
        if self.is_within_latch() || self.is_wire() {
            return None;
        }
        let (pin, group) = self.timing[split as usize];
        let cell = library.cell(self.master, self.described[split as usize])?;
        cell.pins[pin as usize].timings[group as usize].when.as_ref()
    }

    /// What Liberty calls it.
    pub(crate) fn timing_type(&self, library: &CellLibrary) -> Option<TimingType> {
        let (pin, group) = self.timing[Split::Late as usize];
        let cell = library.cell(self.master, self.described[Split::Late as usize])?;
        Some(cell.pins[pin as usize].timings[group as usize].timing_type)
    }
}

/// What a check asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CheckKind {
    /// Data before the clock edge.
    Setup,
    /// Data after the clock edge.
    Hold,
    /// Release of an asynchronous pin before the clock edge.
    Recovery,
    /// Release of an asynchronous pin after the clock edge.
    Removal,
}

impl CheckKind {
    /// The split of the data that is checked: late for setup and recovery.
    pub fn split(self) -> Split {
        match self {
            Self::Setup | Self::Recovery => Split::Late,
            Self::Hold | Self::Removal => Split::Early,
        }
    }

    /// `setup`, `hold`, `recovery`, `removal`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Setup => "setup",
            Self::Hold => "hold",
            Self::Recovery => "recovery",
            Self::Removal => "removal",
        }
    }
}

/// What asks for a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CheckOrigin {
    /// A library cell.
    Library {
        /// The library cell.
        master: MasterId,
        /// Its `timing` group: (pin, group) as indices into the Liberty cell of `split`.
        timing: (u32, u32),
        /// Whose description `timing` points into: that of the data's split, the other's where it has none.
        split: Split,
    },
    /// A library cell, between data and other data (`non_seq_setup_*`, `non_seq_hold_*`).
    NonSequential {
        /// As of [`Self::Library`].
        master: MasterId,
        /// As of [`Self::Library`].
        timing: (u32, u32),
        /// As of [`Self::Library`].
        split: Split,
    },
    /// That the data gates a clock: while the clock lets it pass it is not to change.
    ClockGating,
    /// Constraints, between data and other data.
    Data,
    /// An output delay against a generated clock whose source latency is timed.
    Port,
    /// That the data comes before its latch closes, where the library states no setup time.
    Latch,
}

impl CheckOrigin {
    /// Whether data captures, and both belong to the same clock edge.
    pub fn is_between_data(self) -> bool {
        matches!(self, Self::NonSequential { .. } | Self::Data)
    }
}

/// What a check asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckModel {
    /// What asks for it.
    pub origin: CheckOrigin,
    /// What it asks for.
    pub kind: CheckKind,
}

impl CheckModel {
    /// The library cell that asks for it, and its `timing` group; none of a check that no library states. `library` is what the graph is of.
    pub fn timing<'l>(&self, library: &'l CellLibrary) -> Option<(MasterId, &'l Timing)> {
        let (CheckOrigin::Library { master, timing: (pin, group), split }
        | CheckOrigin::NonSequential { master, timing: (pin, group), split }) = self.origin
        else {
            return None;
        };
        let cell = library.cell(master, split)?;
        Some((master, &cell.pins[pin as usize].timings[group as usize]))
    }

    /// The condition (`when`) under which it is made; none if it is made always. `library` is what the graph is of.
    pub fn condition<'l>(&self, library: &'l CellLibrary) -> Option<&'l Expr> {
        self.timing(library)?.1.when.as_ref()
    }
}

/// A delay arc between two pins of a library cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ArcTemplate {
    /// Pins of the master.
    pub(crate) from: u32,
    pub(crate) to: u32,
    /// Whether a rise at `from` makes a fall at `to`.
    pub(crate) negative: bool,
    /// Whether there is an edge to a rise, to a fall at `to`.
    pub(crate) has: [bool; 2],
    /// Index of an [`ArcModel`].
    pub(crate) model: u32,
}

/// A check between two pins of a library cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CheckTemplate {
    /// Pins of the master.
    pub(crate) data: u32,
    pub(crate) clock: u32,
    pub(crate) clock_transition: Transition,
    /// Which transitions of the data are checked.
    pub(crate) has: [bool; 2],
    /// Index of a [`CheckModel`].
    pub(crate) model: u32,
}

/// What one library cell contributes. Arcs are in the order of (to, from, file).
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Template {
    pub(crate) arcs: Vec<ArcTemplate>,
    /// Where the arcs into each pin start, and where the last one's end. `[pin + 1]`.
    first: Vec<u32>,
    pub(crate) checks: Vec<CheckTemplate>,
    /// By data pin, in order.
    pub(crate) latches: Vec<LatchTemplate>,
}

/// A data pin of a latch.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LatchTemplate {
    /// The pin of the master.
    pub(crate) data: u32,
    /// The arcs into its giving side, in the order of the pins that they come from.
    pub(crate) arcs: Vec<ArcTemplate>,
    /// The enables of which the library states no setup time, each with the edge that closes the latch.
    pub(crate) unchecked: Vec<(u32, Transition)>,
}

impl Template {
    /// The arcs into a pin.
    #[inline]
    pub(crate) fn into(&self, pin: usize) -> &[ArcTemplate] {
        match self.first.get(pin..pin + 2) {
            Some(&[first, end]) => &self.arcs[first as usize..end as usize],
            _ => &[],
        }
    }

    /// The latch of a data pin.
    pub(crate) fn latch(&self, data: usize) -> Option<&LatchTemplate> {
        self.latches.iter().find(|latch| latch.data as usize == data)
    }
}

/// What libraries say of cells in use that no analysis uses.
#[derive(Clone, Debug, Default, PartialEq)]
struct Unused {
    /// Checks of kinds that are not made: (timing type, pin, related pin, cell).
    checks: FirstFew<String>,
    /// Arcs and checks without tables.
    empty: FirstFew<String>,
}

/// Templates of all library cells in use, and the models they point to.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Models {
    pub(crate) arcs: Vec<ArcModel>,
    pub(crate) checks: Vec<CheckModel>,
    templates: Vec<Option<Template>>,
    rules: Rules,
    unused: Unused,
}

/// A `timing` group of either description of a cell.
struct Group {
    /// Index of its pin in the master.
    pin: u32,
    /// (pin, group) by split.
    at: [Option<(u32, u32)>; 2],
}

impl Models {
    pub(crate) fn new(constraints: &Constraints) -> Self {
        Self { rules: constraints.rules, ..Self::default() }
    }

    /// Says what libraries say of cells in use that no analysis uses: kinds of checks that are not made (`GRAPH-010`), groups without tables
    /// (`GRAPH-011`).
    pub(crate) fn report(&self, diagnostics: &mut Diagnostics) {
        let Unused { checks, empty } = &self.unused;
        if checks.count() > 0 {
            diagnostics.warning("GRAPH-010", None, || {
                let names = checks.names(Clone::clone);
                format!("{} checks of cells in use are of kinds that are not made: {names}", checks.count())
            });
        }
        if empty.count() > 0 {
            diagnostics.warning("GRAPH-011", None, || {
                let names = empty.names(Clone::clone);
                format!("{} timings of cells in use have no tables; no signal passes and nothing is checked there: {names}", empty.count())
            });
        }
    }

    /// Forgets what was not used so far, which was said.
    pub(crate) fn forget_unused(&mut self) {
        self.unused = Unused::default();
    }

    /// Notes what of a group of a cell in use is not used.
    fn note_unused(&mut self, master: &Master, timing: &Timing, group: &Group, from: &str) {
        let to = &master.pins[group.pin as usize];
        let timing_type = timing.timing_type;
        let place = || format!("{} {from} to {}", master.name, to.name);
        let is_made = self.makes_check(timing_type);
        // No slack of a path depends on them: they are made when somebody asks.
        let is_of_clocks = timing_type.is_about_one_pin() || timing_type.is_skew();
        if timing_type.is_check() && !is_made && !is_of_clocks {
            self.unused.checks.note(format!("{} {}", timing_type.keyword(), place()));
        }
        let is_empty = |tables: &RiseFall<Option<Table>>| tables.rise.is_none() && tables.fall.is_none();
        let is_arc = self.passes(timing_type, Transition::Rise) || self.passes(timing_type, Transition::Fall);
        let is_checked = is_made || timing_type.is_skew();
        if is_checked && is_empty(&timing.constraint) || is_arc && is_empty(&timing.delay) {
            self.unused.empty.note(place());
        }
    }

    /// Whether checks of this type are made. The contests' rule knows none between data.
    fn makes_check(&self, timing_type: TimingType) -> bool {
        check_of(timing_type).is_some()
            && (self.rules.checks == CheckRule::Every || !timing_type.is_between_data())
    }

    /// Whether arcs of this type make an edge to `to`.
    fn passes(&self, timing_type: TimingType, to: Transition) -> bool {
        use TimingType as T;
        match timing_type {
            T::Combinational | T::RisingEdge | T::FallingEdge => true,
            T::ThreeStateEnable | T::ThreeStateDisable => true,
            T::CombinationalRise | T::ThreeStateEnableRise | T::ThreeStateDisableRise => {
                to == Transition::Rise
            }
            T::CombinationalFall | T::ThreeStateEnableFall | T::ThreeStateDisableFall => {
                to == Transition::Fall
            }
            T::Preset => self.rules.set_clear_arcs && to == Transition::Rise,
            T::Clear => self.rules.set_clear_arcs && to == Transition::Fall,
            _ => false,
        }
    }

    /// Whether a delay arc has an edge to `to` in a polarity.
    ///
    /// Where an output is switched on or off, the sense says which transition of the pin does that: the output may rise or fall then. Arcs of asynchronous
    /// set and clear are left out unless they are asked for.
    fn has_edge(&self, timing: &Timing, negative: bool, to: Transition) -> bool {
        use TimingType as T;
        let from = if negative { to.opposite() } else { to };
        let by_sense = match (timing.timing_type, timing.sense) {
            (T::RisingEdge, _) => from == Transition::Rise,
            (T::FallingEdge, _) => from == Transition::Fall,
            (timing_type, Some(TimingSense::Positive)) if timing_type.is_three_state() => {
                from == Transition::Rise
            }
            (timing_type, Some(TimingSense::Negative)) if timing_type.is_three_state() => {
                from == Transition::Fall
            }
            (_, Some(TimingSense::Positive)) => !negative,
            (_, Some(TimingSense::Negative)) => negative,
            (_, Some(TimingSense::NonUnate) | None) => true,
        };
        self.passes(timing.timing_type, to) && by_sense && of(&timing.delay, to).is_some()
    }

    /// Makes the template of a library cell, unless it is there.
    pub(crate) fn add(&mut self, library: &CellLibrary, master: MasterId) {
        if self.template(master).is_none() {
            let template = self.make(library, master);
            self.templates.resize(library.masters().len(), None);
            self.templates[master.index()] = Some(template);
        }
    }

    /// Makes the templates of library cells that drive ports from outside.
    pub(crate) fn add_driving_cells(&mut self, library: &CellLibrary, constraints: &Constraints) {
        for drive in constraints.drives.values().flatten().flatten().flatten() {
            if let Drive::Cell(cell) = drive {
                self.add(library, cell.master);
            }
        }
    }

    /// The template of a library cell in use.
    #[inline]
    pub(crate) fn template(&self, master: MasterId) -> Option<&Template> {
        self.templates.get(master.index())?.as_ref()
    }

    /// The functions of a library cell in use, and the conditions of its arcs and checks.
    pub(crate) fn logic(&self, library: &CellLibrary, master: MasterId) -> CellLogic {
        let template = self.template(master);
        let arcs = template.into_iter().flat_map(|template| &template.arcs).map(|arc| arc.model);
        let checks = template.into_iter().flat_map(|template| &template.checks).map(|check| check.model);
        CellLogic::new(
            library,
            master,
            arcs.map(|model| (model, &self.arcs[model as usize])),
            checks.map(|model| (model, &self.checks[model as usize])),
        )
    }

    fn make(&mut self, library: &CellLibrary, id: MasterId) -> Template {
        let master = library.master(id);
        if master.is_black_box() {
            return Template::default();
        }
        let cells = Split::ALL.map(|split| library.cell(id, split));
        let pins = Names::new(master.pins.iter().map(|pin| &*pin.name));
        let mut template = Template::default();
        for group in groups(master, cells) {
            let Some(timing) = timing_of(cells, &group) else { continue };
            for related in &timing.related_pins {
                // The reader has dropped names that are no pins of the cell.
                let Some(&(_, from)) = pins.of(related).first() else { continue };
                self.note_unused(master, timing, &group, related);
                if self.rules.no_default_arcs && is_default(cells, &group, timing, related) {
                    continue;
                }
                let Some((kind, edge)) = check_of(timing.timing_type) else {
                    self.add_arc(&mut template, id, timing, &group, from);
                    continue;
                };
                let is_left_out = self.rules.no_recovery_removal
                    && matches!(kind, CheckKind::Recovery | CheckKind::Removal);
                if is_left_out || !self.makes_check(timing.timing_type) {
                    continue;
                }
                let own = kind.split() as usize;
                if self.rules.checks == CheckRule::Every || is_last_check(cells[own], group.at[own], related)
                {
                    self.add_check(&mut template, id, cells, &group, from, (kind, edge));
                }
            }
        }
        if cells.into_iter().flatten().any(has_latch) {
            self.mark_latch_arcs(cells, &template.arcs);
            template.latches = self.latches(&template);
        }
        template.arcs.sort_by_key(|arc| (arc.to, arc.from));
        let ends = 0..=master.pins.len() as u32;
        template.first = ends.map(|pin| template.arcs.partition_point(|arc| arc.to < pin) as u32).collect();
        template.checks.sort_by_key(|check| (check.data, check.clock));
        template
    }

    /// Marks the arcs of a cell with a latch that lead to an output which its enable launches data at, but those of set and clear: they pass
    /// also while the latch is closed.
    fn mark_latch_arcs(&mut self, cells: [Option<&Cell>; 2], arcs: &[ArcTemplate]) {
        let launching = arcs.iter().filter(|arc| self.arcs[arc.model as usize].launches);
        let enabled: FxHashSet<u32> = launching.map(|arc| arc.to).collect();
        for arc in arcs {
            let model = &mut self.arcs[arc.model as usize];
            let (pin, group) = model.timing[Split::Late as usize];
            let described = cells[model.described[Split::Late as usize] as usize];
            let timing = described.map(|cell| &cell.pins[pin as usize].timings[group as usize]);
            let sets = timing
                .is_some_and(|timing| matches!(timing.timing_type, TimingType::Preset | TimingType::Clear));
            let is_through = !model.launches && !sets && enabled.contains(&arc.to);
            model.latch = is_through.then_some(LatchArc::Through);
        }
    }

    /// The data pins of a cell's latches, with arcs from their enables: those that launch data at an output to which the data leads, and of which the
    /// library states a setup time of the data, if it states one of any.
    fn latches(&mut self, template: &Template) -> Vec<LatchTemplate> {
        let is_through = |arc: &&ArcTemplate| self.arcs[arc.model as usize].latch == Some(LatchArc::Through);
        let through: Vec<ArcTemplate> = template.arcs.iter().filter(is_through).copied().collect();
        let data: BTreeSet<u32> = through.iter().map(|arc| arc.from).collect();
        let mut latches = Vec::new();
        for data in data {
            let outputs: Vec<u32> = through.iter().filter(|arc| arc.from == data).map(|arc| arc.to).collect();
            let launching = |arc: &&ArcTemplate| {
                self.arcs[arc.model as usize].launches && outputs.contains(&arc.to) && arc.from != data
            };
            let opening = template.arcs.iter().filter(launching).flat_map(|arc| {
                let edges = Transition::ALL.into_iter().filter(|&to| arc.has[to as usize]);
                edges.map(|to| (arc.from, if arc.negative { to.opposite() } else { to }))
            });
            let mut opening: Vec<(u32, Transition)> = opening.collect();
            opening.sort_unstable();
            opening.dedup();
            let is_checked = |&(enable, edge): &(u32, Transition)| {
                template.checks.iter().any(|check| {
                    self.checks[check.model as usize].kind == CheckKind::Setup
                        && (check.data, check.clock) == (data, enable)
                        && check.clock_transition == edge.opposite()
                })
            };
            let has_checked = opening.iter().any(is_checked);
            opening.retain(|enable| !has_checked || is_checked(enable));
            let unchecked = opening.iter().filter(|_| !has_checked);
            let unchecked = unchecked.map(|&(enable, edge)| (enable, edge.opposite())).collect();
            let Some(model) = through.iter().find(|arc| arc.from == data).map(|arc| arc.model) else {
                continue;
            };
            latches.push((data, model, opening, unchecked));
        }
        let latch = |(data, model, opening, unchecked)| self.latch(data, model, opening, unchecked);
        latches.into_iter().map(latch).collect()
    }

    /// A data pin of a latch that some edges of enables open, with the model of an arc from it to an output.
    fn latch(
        &mut self,
        data: u32,
        through: u32,
        opening: Vec<(u32, Transition)>,
        unchecked: Vec<(u32, Transition)>,
    ) -> LatchTemplate {
        let of = self.arcs[through as usize].clone();
        let [gives, follows] =
            [(LatchArc::Gives, true), (LatchArc::Follows, false)].map(|(latch, launches)| {
                self.arcs.push(ArcModel { latch: Some(latch), launches, ..of.clone() });
                self.arcs.len() as u32 - 1
            });
        let follow = ArcTemplate { from: data, to: data, negative: false, has: [true; 2], model: follows };
        let mut arcs = vec![follow];
        for (from, edge) in opening {
            for to in Transition::ALL {
                let mut has = [false; 2];
                has[to as usize] = true;
                arcs.push(ArcTemplate { from, to: data, negative: to != edge, has, model: gives });
            }
        }
        arcs.sort_by_key(|arc| arc.from);
        LatchTemplate { data, arcs, unchecked }
    }

    fn add_arc(
        &mut self,
        template: &mut Template,
        master: MasterId,
        timing: &Timing,
        group: &Group,
        from: u32,
    ) {
        let described =
            Split::ALL.map(|split| if group.at[split as usize].is_some() { split } else { split.opposite() });
        let [Some(early), Some(late)] = described.map(|split| group.at[split as usize]) else { return };
        let model = self.arcs.len() as u32;
        let before = template.arcs.len();
        for negative in [false, true] {
            let has = Transition::ALL.map(|to| self.has_edge(timing, negative, to));
            if has != [false; 2] {
                template.arcs.push(ArcTemplate { from, to: group.pin, negative, has, model });
            }
        }
        if template.arcs.len() > before {
            let launches = matches!(timing.timing_type, TimingType::RisingEdge | TimingType::FallingEdge);
            self.arcs.push(ArcModel {
                master,
                timing: [early, late],
                described,
                launches,
                latch: None,
                ideal: None,
            });
        }
    }

    fn add_check(
        &mut self,
        template: &mut Template,
        master: MasterId,
        cells: [Option<&Cell>; 2],
        group: &Group,
        clock: u32,
        (kind, clock_transition): (CheckKind, Transition),
    ) {
        let own = kind.split();
        let split = if group.at[own as usize].is_some() { own } else { own.opposite() };
        let (Some(cell), Some(timing)) = (cells[split as usize], group.at[split as usize]) else { return };
        let described = &cell.pins[timing.0 as usize].timings[timing.1 as usize];
        let has = [described.constraint.rise.is_some(), described.constraint.fall.is_some()];
        let model = self.checks.len() as u32;
        template.checks.push(CheckTemplate { data: group.pin, clock, clock_transition, has, model });
        let origin = if described.timing_type.is_between_data() {
            CheckOrigin::NonSequential { master, timing, split }
        } else {
            CheckOrigin::Library { master, timing, split }
        };
        self.checks.push(CheckModel { origin, kind });
    }

    /// Adds a model of checks that no library states.
    pub(crate) fn add_stated_check(&mut self, origin: CheckOrigin, kind: CheckKind) -> u32 {
        self.checks.push(CheckModel { origin, kind });
        self.checks.len() as u32 - 1
    }
}

/// Whether no later check of data against a clock is between the same pins in a description.
fn is_last_check(cell: Option<&Cell>, group: Option<(u32, u32)>, clock: &str) -> bool {
    let (Some(cell), Some((pin, index))) = (cell, group) else { return false };
    let later = &cell.pins[pin as usize].timings[index as usize + 1..];
    let is_between = |timing: &Timing| timing.related_pins.iter().any(|related| **related == *clock);
    let is_made =
        |timing: &Timing| check_of(timing.timing_type).is_some() && !timing.timing_type.is_between_data();
    !later.iter().any(|timing| is_made(timing) && is_between(timing))
}

/// The `timing` groups of a cell's two descriptions, paired where they say the same.
fn groups(master: &Master, cells: [Option<&Cell>; 2]) -> Vec<Group> {
    let pins = cells.map(|cell| cell.map_or(&[][..], |cell| &cell.pins));
    let names = pins.map(|pins| Names::new(pins.iter().map(|pin| &*pin.name)));
    let mut groups = Vec::new();
    for (number, pin) in master.pins.iter().enumerate() {
        let [early, late] = Split::ALL.map(|split| {
            let own = names[split as usize].of(&pin.name).iter();
            own.flat_map(|&(_, at)| {
                let timings = pins[split as usize][at as usize].timings.iter();
                timings.zip(0..).map(move |(timing, index)| ((at, index), timing))
            })
            .collect::<Vec<_>>()
        });
        let first = groups.len();
        groups.extend(early.iter().map(|&(at, _)| Group { pin: number as u32, at: [Some(at), None] }));
        // Those before it have a twin.
        let mut open = 0;
        for &(at, timing) in &late {
            let is_open = |group: &Group| group.at[Split::Late as usize].is_none();
            open += groups[first + open..].iter().take_while(|group| !is_open(group)).count();
            let others = early.iter().zip(&mut groups[first..]).skip(open);
            let mut twins =
                others.filter(|((_, other), group)| is_open(group) && says_the_same(timing, other));
            match twins.next() {
                Some((_, group)) => group.at[Split::Late as usize] = Some(at),
                None => groups.push(Group { pin: number as u32, at: [None, Some(at)] }),
            }
        }
    }
    groups
}

fn says_the_same(a: &Timing, b: &Timing) -> bool {
    a.timing_type == b.timing_type
        && a.related_pins == b.related_pins
        && a.sense == b.sense
        && a.when == b.when
        && a.sdf_cond == b.sdf_cond
}

/// The group's description, for its structure.
fn timing_of<'a>(cells: [Option<&'a Cell>; 2], group: &Group) -> Option<&'a Timing> {
    let split = if group.at[Split::Late as usize].is_some() { Split::Late } else { Split::Early };
    let (pin, timing) = group.at[split as usize]?;
    Some(&cells[split as usize]?.pins[pin as usize].timings[timing as usize])
}

/// Whether a group has no condition while others of its kind between the same pins have one.
fn is_default(cells: [Option<&Cell>; 2], group: &Group, timing: &Timing, related: &str) -> bool {
    let split = if group.at[Split::Late as usize].is_some() { Split::Late } else { Split::Early };
    let (Some(cell), Some((pin, _))) = (cells[split as usize], group.at[split as usize]) else {
        return false;
    };
    let kind = |timing: &Timing| {
        let timing_type = timing.timing_type;
        (timing_type.is_check(), timing_type.is_between_data(), check_of(timing_type))
    };
    let is_rival = |other: &Timing| {
        other.when.is_some()
            && kind(other) == kind(timing)
            && other.related_pins.iter().any(|name| **name == *related)
    };
    timing.when.is_none() && cell.pins[pin as usize].timings.iter().any(is_rival)
}

fn has_latch(cell: &Cell) -> bool {
    cell.sequentials.iter().any(|sequential| sequential.kind == SequentialKind::Latch)
}

/// The check a timing type stands for, and the edge of the clock, or of the data, it is made at.
fn check_of(timing_type: TimingType) -> Option<(CheckKind, Transition)> {
    use TimingType as T;
    use Transition::{Fall, Rise};
    Some(match timing_type {
        T::SetupRising | T::NonSeqSetupRising => (CheckKind::Setup, Rise),
        T::SetupFalling | T::NonSeqSetupFalling => (CheckKind::Setup, Fall),
        T::HoldRising | T::NonSeqHoldRising => (CheckKind::Hold, Rise),
        T::HoldFalling | T::NonSeqHoldFalling => (CheckKind::Hold, Fall),
        T::RecoveryRising => (CheckKind::Recovery, Rise),
        T::RecoveryFalling => (CheckKind::Recovery, Fall),
        T::RemovalRising => (CheckKind::Removal, Rise),
        T::RemovalFalling => (CheckKind::Removal, Fall),
        _ => return None,
    })
}

fn of(tables: &RiseFall<Option<Table>>, transition: Transition) -> Option<&Table> {
    match transition {
        Transition::Rise => tables.rise.as_ref(),
        Transition::Fall => tables.fall.as_ref(),
    }
}

#[cfg(test)]
mod tests;
