//! What libraries say of the variation of delays, setup and hold times (Liberty's variation format, LVF), and its look-up.
//!
//! The tables are laid out when statistical timing asks for them, apart from those that delays are computed from: an update neither reads nor keeps them.

use zeroslack_graph::{ArcId, ArcModel, NodeId, PinGraph};
use zeroslack_input::{Diagnostics, FirstFew};
use zeroslack_liberty::{MomentTables, RiseFall, Table, Variable};
use zeroslack_netlist::CellLibrary;
use zeroslack_units::{Quad, Split, Transition, quad};

use crate::table::{NO_TABLE, Tables};
use crate::timed_graph::value_at;
use crate::timing::Timing;

/// How a delay varies, as a library's tables have it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LibraryMoments {
    /// The mean less the nominal delay, ps.
    pub mean_shift: f32,
    /// Standard deviation, ps; not negative.
    pub sigma: f32,
    /// The third standardised moment.
    pub skewness: f32,
}

/// With what the tables of an arc are looked up, by split and the transition of its target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LookUp {
    /// The slew at the arc's source, ps; NaN where no signal comes.
    pub slew: Quad<f32>,
    /// The load that the edge sees, fF.
    pub load: Quad<f32>,
}

/// The tables of one edge of an arc, [`NO_TABLE`] where the library gives none.
#[derive(Clone, Copy, Debug)]
struct EdgeMoments {
    deviation: u32,
    mean_shift: u32,
    skewness: u32,
}

impl EdgeMoments {
    const NONE: Self = Self { deviation: NO_TABLE, mean_shift: NO_TABLE, skewness: NO_TABLE };
}

/// Tables of variation of the library cells in use. Takes no memory where libraries have none.
#[derive(Debug, Default)]
pub struct VariationTables {
    tables: Tables,
    /// `[arc model]`, by the target's transition; empty where no arc has any.
    arcs: Vec<Quad<EdgeMoments>>,
    /// Standard deviations, `[check model][data transition]`; empty where no check has any.
    checks: Vec<[u32; 2]>,
}

/// What of the tables is not used.
#[derive(Default)]
struct Unused {
    /// Cells with tables over other variables.
    variables: FirstFew<String>,
    /// Cells with tables of other values.
    values: FirstFew<String>,
}

impl VariationTables {
    /// Of the cells of a graph. Warnings: tables over other variables than the delay's or the constraint's are left out (`TIM-010`), and those of slews, and of
    /// mean and skewness of setup and hold times, are not applied (`TIM-011`).
    pub fn new(library: &CellLibrary, pins: &PinGraph) -> (Self, Diagnostics) {
        let (mut tables, mut unused) = (Self::default(), Unused::default());
        tables.add_arcs(library, pins, &mut unused);
        tables.add_checks(library, pins, &mut unused);
        (tables, unused.into_diagnostics())
    }

    fn add_arcs(&mut self, library: &CellLibrary, pins: &PinGraph, unused: &mut Unused) {
        let models = pins.arc_models().iter().enumerate();
        let varies = |model: &ArcModel| !model.is_within_latch() && !model.is_ideal();
        for (number, model) in models.filter(|(_, model)| varies(model)) {
            for split in Split::ALL {
                let (pin, group) = model.timing[split as usize];
                let cell = library.cell(model.master, model.described[split as usize]);
                let timing = cell.map(|cell| &cell.pins[pin as usize].timings[group as usize]);
                let Some(variation) = timing.and_then(|timing| timing.variation.as_ref()) else { continue };
                let name = || library.master(model.master).name.to_string();
                if has_any(&variation.slew[split as usize]) {
                    unused.values.note(name());
                }
                let of = &variation.delay[split as usize];
                for (to, moments) in [&of.rise, &of.fall].into_iter().enumerate() {
                    if moments.deviation().is_none() {
                        continue;
                    }
                    self.arcs.resize(pins.arc_models().len(), quad(EdgeMoments::NONE));
                    let mut add = |table| self.tables.add_moment(table, unused, name);
                    self.arcs[number][split as usize][to] = EdgeMoments {
                        deviation: add(moments.deviation()),
                        mean_shift: add(moments.mean_shift.as_ref()),
                        skewness: add(moments.skewness.as_ref()),
                    };
                }
            }
        }
    }

    fn add_checks(&mut self, library: &CellLibrary, pins: &PinGraph, unused: &mut Unused) {
        for (number, model) in pins.check_models().iter().enumerate() {
            let Some((master, timing)) = model.timing(library) else { continue };
            let Some(variation) = timing.variation.as_ref() else { continue };
            let name = || library.master(master).name.to_string();
            let of = &variation.constraint[model.kind.split() as usize];
            for (to, moments) in [&of.rise, &of.fall].into_iter().enumerate() {
                if moments.mean_shift.is_some() || moments.skewness.is_some() {
                    unused.values.note(name());
                }
                if let Some(table) = moments.deviation() {
                    self.checks.resize(pins.check_models().len(), [NO_TABLE; 2]);
                    let variables = (Variable::ConstrainedSlew, Variable::RelatedSlew);
                    self.checks[number][to] = self.tables.add_over(table, variables, unused, name);
                }
            }
        }
    }

    /// Whether any arc has tables.
    pub fn has_arcs(&self) -> bool {
        !self.arcs.is_empty()
    }

    /// How the delay of an arc of a cell varies, at the slew and the load with which it was looked up; none where the library says nothing. A standard deviation
    /// that goes below 0 beyond the ends of a table is 0.
    pub fn delay(&self, model: u32, split: Split, to: Transition, at: &LookUp) -> Option<LibraryMoments> {
        let edge = self.arcs.get(model as usize)?[split as usize][to as usize];
        let [slew, load] = [at.slew, at.load].map(|values| values[split as usize][to as usize]);
        if edge.deviation == NO_TABLE || slew.is_nan() {
            return None;
        }
        let of = |table: u32| if table == NO_TABLE { 0.0 } else { self.tables.look_up(table, slew, load) };
        let sigma = of(edge.deviation).max(0.0);
        // Liberty has the cube root of the third central moment.
        let root = if sigma > 0.0 { of(edge.skewness) / sigma } else { 0.0 };
        Some(LibraryMoments { mean_shift: of(edge.mean_shift), sigma, skewness: root * root * root })
    }

    /// The standard deviations of what a check of the pin graph asks for, ps, by the data's transition; none where the library says nothing.
    pub fn margin(&self, pins: &PinGraph, timing: &Timing, pin_check: usize) -> [Option<f32>; 2] {
        let check = &pins.checks()[pin_check];
        let Some(tables) = self.checks.get(check.model as usize) else { return [None; 2] };
        let split = pins.check_models()[check.model as usize].kind.split();
        let clock_slew = value_at(timing.slews(), check.clock, split.opposite());
        Transition::ALL.map(|to| {
            let (table, margin) = (tables[to as usize], timing.margins()[pin_check][to as usize]);
            let data_slew = value_at(timing.slews(), check.data.vertex(to), split);
            (table != NO_TABLE && !margin.is_nan())
                .then(|| self.tables.look_up(table, data_slew, clock_slew).max(0.0))
        })
    }
}

impl Tables {
    fn add_moment(
        &mut self,
        table: Option<&Table>,
        unused: &mut Unused,
        name: impl FnOnce() -> String,
    ) -> u32 {
        let variables = (Variable::InputSlew, Variable::OutputCapacitance);
        table.map_or(NO_TABLE, |table| self.add_over(table, variables, unused, name))
    }

    fn add_over(
        &mut self,
        table: &Table,
        (row, column): (Variable, Variable),
        unused: &mut Unused,
        name: impl FnOnce() -> String,
    ) -> u32 {
        self.add(table, row, column).unwrap_or_else(|| {
            unused.variables.note(name());
            NO_TABLE
        })
    }
}

fn has_any(moments: &RiseFall<MomentTables>) -> bool {
    moments.rise.tables().chain(moments.fall.tables()).next().is_some()
}

impl Unused {
    fn into_diagnostics(self) -> Diagnostics {
        let Self { variables, values } = self;
        let mut diagnostics = Diagnostics::new();
        if variables.count() > 0 {
            diagnostics.warning("TIM-010", None, || {
                let names = variables.names(Clone::clone);
                format!("{} tables of variation are over other variables than delays and constraints have, and are not used: {names}", variables.count())
            });
        }
        if values.count() > 0 {
            diagnostics.warning("TIM-011", None, || {
                let names = values.names(Clone::clone);
                format!("the variation of slews, and mean shift and skewness of setup and hold times, are not applied; {} timings of cells in use have them: {names}", values.count())
            });
        }
        diagnostics
    }
}

impl Timing {
    /// With what the tables of an arc into a node are looked up, both of the pin graph.
    pub fn look_up(&self, pins: &PinGraph, node: NodeId, arc: ArcId) -> LookUp {
        let source = pins.structure().arc_source(arc);
        let slew = Split::ALL
            .map(|split| Transition::ALL.map(|to| value_at(self.slews(), source.vertex(to), split)));
        let whole = || pins.tree_of(node).map_or(quad(0.0), |tree| self.loads()[tree]);
        LookUp { slew, load: self.arc_loads().map_or_else(whole, |loads| loads[arc.index()]) }
    }
}
