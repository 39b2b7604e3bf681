//! The libraries in use as flat arrays: tables of arcs and checks, capacitances of pins.

use zeroslack_graph::{CheckOrigin, IdealArc, LatchArc, TimingGraph};
use zeroslack_input::Diagnostics;
use zeroslack_liberty::{RiseFall, Table, Thresholds, Variable};
use zeroslack_netlist::{CellLibrary, MasterId};
use zeroslack_units::{Quad, Split, quad};

use crate::quad_tables::QuadTables;
use crate::slew_measure::SlewMeasure;
use crate::table::{NO_SLEW, NO_TABLE, SAME_SLEW, Tables};

/// The tables of one edge of an arc.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EdgeTables {
    /// The delay's; [`NO_TABLE`] where the library gives none.
    pub delay: u32,
    /// The slew's; [`NO_TABLE`] where the library gives none; the slew is then 0. Within a latch [`SAME_SLEW`] or [`NO_SLEW`].
    pub slew: u32,
}

impl EdgeTables {
    /// The slew that an arc within a latch makes of that at its source; none of other arcs. Such an arc has no delay of the library.
    #[inline]
    pub(crate) fn slew_within_latch(self, slew: f32) -> Option<f32> {
        match self.slew {
            SAME_SLEW => Some(slew),
            NO_SLEW => Some(f32::NAN),
            _ => None,
        }
    }

    /// Whether it is an edge of an arc within a latch, of which the library states no tables.
    pub fn is_within_latch(self) -> bool {
        self.slew_within_latch(0.0).is_some()
    }

    /// The tables of an arc that the library states none for. No early data goes through a latch: it comes when that opens.
    fn of_latch(arc: Option<LatchArc>) -> Option<Quad<Self>> {
        let late = match arc? {
            LatchArc::Follows => SAME_SLEW,
            LatchArc::Gives => NO_SLEW,
            LatchArc::Through => return None,
        };
        Some([NO_SLEW, late].map(|slew| [Self { delay: NO_TABLE, slew }; 2]))
    }
}

/// Tables and capacitances that delays are computed from.
#[derive(Clone, Debug, Default)]
pub(crate) struct LibraryData {
    pub(crate) tables: Tables,
    /// `[arc model]`, by the target's transition.
    pub(crate) arcs: Vec<Quad<EdgeTables>>,
    /// The same for one look-up of all edges of an arc.
    pub(crate) quads: QuadTables,
    /// `[check model][data transition]`.
    pub(crate) checks: Vec<[u32; 2]>,
    /// `[first pin of the master + pin]`, fF.
    capacitances: Vec<Quad<f32>>,
    /// `[master]`.
    first_pin: Vec<u32>,
    /// How slews are measured: as the first library of each split says.
    pub(crate) slew_measure: Quad<SlewMeasure>,
}

impl LibraryData {
    /// Tables over other variables than timing needs are left out with a warning (`TIM-001`); a delay that has none then is 0.
    pub(crate) fn new(library: &CellLibrary, graph: &TimingGraph) -> (Self, Diagnostics) {
        let mut data = Self::default();
        let mut diagnostics = Diagnostics::new();
        data.add_models(library, graph, &mut diagnostics);
        data.add_capacitances(library);
        data.slew_measure = slew_measure(library);
        (data, diagnostics)
    }

    /// Adds the models that the graph has got since. Warnings: `TIM-001`.
    pub(crate) fn add_new(&mut self, library: &CellLibrary, graph: &TimingGraph) -> Diagnostics {
        let mut diagnostics = Diagnostics::new();
        let pins = graph.pins();
        if pins.arc_models().len() > self.arcs.len() || pins.check_models().len() > self.checks.len() {
            self.add_models(library, graph, &mut diagnostics);
        }
        diagnostics
    }

    /// Adds the models of a graph that are not there yet.
    fn add_models(&mut self, library: &CellLibrary, graph: &TimingGraph, diagnostics: &mut Diagnostics) {
        self.add_arcs(library, graph, diagnostics);
        self.quads.add_new(&self.tables, &self.arcs);
        self.add_checks(library, graph, diagnostics);
    }

    fn add_arcs(&mut self, library: &CellLibrary, graph: &TimingGraph, diagnostics: &mut Diagnostics) {
        let variables = (Variable::InputSlew, Variable::OutputCapacitance);
        for model in &graph.pins().arc_models()[self.arcs.len()..] {
            if let Some(tables) = EdgeTables::of_latch(model.latch) {
                self.arcs.push(tables);
                continue;
            }
            let ideal = model.ideal.map(|ideal| self.add_ideal(&ideal));
            if let Some(tables) = ideal.filter(|_| model.is_ideal()) {
                self.arcs.push(tables);
                continue;
            }
            let name = &library.master(model.master).name;
            let mut tables = quad(EdgeTables { delay: NO_TABLE, slew: NO_TABLE });
            for split in Split::ALL {
                let (pin, group) = model.timing[split as usize];
                let Some(cell) = library.cell(model.master, model.described[split as usize]) else {
                    continue;
                };
                let timing = &cell.pins[pin as usize].timings[group as usize];
                let delay = self.add_both(timing.delay_of(split), variables, name, diagnostics);
                let slew = self.add_both(timing.slew_of(split), variables, name, diagnostics);
                tables[split as usize] = [0, 1].map(|to| EdgeTables { delay: delay[to], slew: slew[to] });
                for (tables, ideal) in tables[split as usize]
                    .iter_mut()
                    .zip(ideal.iter().flat_map(|ideal| ideal[split as usize]))
                {
                    tables.slew = ideal.slew;
                }
            }
            self.arcs.push(tables);
        }
    }

    /// Tables that have one value everywhere: what is stated of an arc in an ideal network.
    fn add_ideal(&mut self, ideal: &IdealArc) -> Quad<EdgeTables> {
        let delays =
            ideal.delay.map(|delays| delays.map(|split| split.map(|delay| self.tables.constant(delay))));
        let slews = ideal.slew.map(|split| split.map(|slew| self.tables.constant(slew)));
        let edge = |split: usize, to: usize| EdgeTables {
            delay: delays.map_or(NO_TABLE, |delays| delays[split][to]),
            slew: slews[split][to],
        };
        [0, 1].map(|split| [0, 1].map(|to| edge(split, to)))
    }

    fn add_checks(&mut self, library: &CellLibrary, graph: &TimingGraph, diagnostics: &mut Diagnostics) {
        let variables = (Variable::ConstrainedSlew, Variable::RelatedSlew);
        for model in &graph.pins().check_models()[self.checks.len()..] {
            let tables = match model.origin {
                CheckOrigin::Library { master, .. } | CheckOrigin::NonSequential { master, .. } => {
                    let name = &library.master(master).name;
                    model.timing(library).map_or([NO_TABLE; 2], |(_, timing)| {
                        self.add_both(timing.constraint.as_ref(), variables, name, diagnostics)
                    })
                }
                // What constraints ask for is in the distance of the edges. A latch of which no setup time is stated has none.
                CheckOrigin::ClockGating | CheckOrigin::Data | CheckOrigin::Latch | CheckOrigin::Port => {
                    [self.tables.constant(0.0); 2]
                }
            };
            self.checks.push(tables);
        }
    }

    fn add_both(
        &mut self,
        tables: RiseFall<Option<&Table>>,
        (row, column): (Variable, Variable),
        cell: &str,
        diagnostics: &mut Diagnostics,
    ) -> [u32; 2] {
        [tables.rise, tables.fall].map(|table| {
            let Some(table) = table else { return NO_TABLE };
            self.tables.add(table, row, column).unwrap_or_else(|| {
                diagnostics.warning("TIM-001", None, || {
                    let variables: Vec<String> =
                        table.axes.iter().map(|axis| format!("{:?}", axis.variable)).collect();
                    format!(
                        "a table of cell '{cell}' over {} is not used; expected {row:?} and {column:?}",
                        variables.join(", ")
                    )
                });
                NO_TABLE
            })
        })
    }

    fn add_capacitances(&mut self, library: &CellLibrary) {
        for (id, master) in library.masters().iter().enumerate() {
            let first = self.capacitances.len();
            self.first_pin.push(first as u32);
            self.capacitances.resize(first + master.pins.len(), quad(0.0));
            for split in Split::ALL {
                let described = library.cell(MasterId::new(id), split).map_or(&[][..], |cell| &cell.pins);
                // Of equal names the first counts. Mostly both have the same pins in the same order.
                for (place, pin) in described.iter().enumerate().rev() {
                    let is_there = master.pins.get(place).is_some_and(|own| own.name == pin.name);
                    let Some(own) = (if is_there { Some(place) } else { master.pin(&pin.name) }) else {
                        continue;
                    };
                    self.capacitances[first + own][split as usize] = match split {
                        Split::Early => pin.least_capacitances(),
                        Split::Late => pin.greatest_capacitances(),
                    };
                }
            }
        }
    }

    /// Number of library cells.
    pub(crate) fn master_count(&self) -> usize {
        self.first_pin.len()
    }

    /// The capacitances of a library cell's pins, fF.
    pub(crate) fn capacitances_of(&self, master: MasterId) -> &[Quad<f32>] {
        let first = self.first_pin[master.index()] as usize;
        let end = self.first_pin.get(master.index() + 1).map_or(self.capacitances.len(), |&end| end as usize);
        &self.capacitances[first..end]
    }
}

/// How slews are measured by the first library of each split.
fn slew_measure(library: &CellLibrary) -> Quad<SlewMeasure> {
    Split::ALL.map(|split| {
        let first = library.libraries(split).first();
        let thresholds = first.map_or_else(Thresholds::default, |library| library.thresholds);
        let Thresholds { slew_lower: low, slew_upper: high, .. } = thresholds;
        // A rise ends slowly at its high threshold, a fall at its low one.
        [(low.rise, high.rise), (100.0 - high.fall, 100.0 - low.fall)]
            .map(|(start, end)| SlewMeasure::between(start.into(), end.into()))
    })
}
