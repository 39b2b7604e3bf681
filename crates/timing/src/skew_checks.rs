//! Skews between clock pins of a cell, where libraries state by how much an edge at one may come after an edge at the other (`skew_rising`, `skew_falling`).
//!
//! The constrained pin's edge counts as late as it can come, the related pin's as early as it can. They belong together by their clocks' edges: the
//! constrained one is the closest that is not before the related one. What the ways of both through the clock network have in common is no skew: CPPR gives it back.

use rustc_hash::FxHashMap;
use zeroslack_graph::{CaptureRule, TimingGraph, VertexId, capture_distance};
use zeroslack_liberty::{Cell, Expr, RiseFall, Table, TimingType, Variable};
use zeroslack_netlist::{CellId, CellLibrary, Master, MasterId, Netlist, PinId};
use zeroslack_sdc::{ClockEdge, Constraints};
use zeroslack_units::{Split, Ticks, Transition, ticks};

use crate::clock_edges::{ClockEdges, ComingEdge, EdgeAtPin};
use crate::condition::can_hold;
use crate::cppr::ClockForest;
use crate::table::Tables;
use crate::timing::Timing;

/// How late an edge of a clock comes to a pin after one at another pin of the cell, held against the most that its library allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SkewCheck {
    /// The constrained pin.
    pub pin: PinId,
    /// The pin that it is related to.
    pub related_pin: PinId,
    /// The edge at the constrained pin, as late as it can come.
    pub constrained: EdgeAtPin,
    /// The edge at the related pin, as early as it can come.
    pub related: EdgeAtPin,
    /// What CPPR gives back.
    pub credit: Ticks,
    /// The most skew that there may be.
    pub allowed: Ticks,
}

impl SkewCheck {
    /// By how much the edge at the constrained pin comes later; less than 0 if it comes first.
    pub fn skew(&self) -> Ticks {
        self.constrained.arrival() - self.related.arrival() - self.credit
    }

    /// The skew that is allowed less that there is.
    pub fn slack(&self) -> Ticks {
        self.allowed - self.skew()
    }
}

/// A skew that a library limits.
#[derive(Clone, Debug)]
struct Limit {
    /// The places in the master of the constrained pin and of the related one.
    pins: [u32; 2],
    related_edge: Transition,
    /// The most skew by the constrained pin's edge, ps.
    most: [Option<Most>; 2],
    /// It counts unless constants keep this from being true.
    when: Option<Expr>,
}

/// The most skew, ps.
#[derive(Clone, Copy, Debug)]
enum Most {
    /// A number.
    Number(f32),
    /// A table over the slews of both edges.
    Table(u32),
}

/// The skews that libraries limit, of library cells of cells that are there.
#[derive(Debug, Default)]
struct Limits {
    tables: Tables,
    by_master: FxHashMap<MasterId, Vec<Limit>>,
}

impl Limits {
    /// Late libraries count; early ones where there is no late one.
    fn new(netlist: &Netlist, library: &CellLibrary) -> Self {
        let mut limits = Self::default();
        for master in netlist.cells().map(|cell| netlist.cell_master(cell)) {
            if limits.by_master.contains_key(&master) {
                continue;
            }
            let described = library.cell(master, Split::Late).or(library.cell(master, Split::Early));
            let of_master = described.map(|cell| limits.of_cell(library.master(master), cell));
            limits.by_master.insert(master, of_master.unwrap_or_default());
        }
        limits
    }

    fn of_cell(&mut self, master: &Master, cell: &Cell) -> Vec<Limit> {
        let mut limits = Vec::new();
        for described in &cell.pins {
            for timing in &described.timings {
                let related_edge = match timing.timing_type {
                    TimingType::SkewRising => Transition::Rise,
                    TimingType::SkewFalling => Transition::Fall,
                    _ => continue,
                };
                let RiseFall { rise, fall } = &timing.constraint;
                let most = [rise, fall].map(|table| table.as_ref().map(|table| self.most(table)));
                for related in &timing.related_pins {
                    let pins = [&described.name, related].map(|name| master.pin(name));
                    let [Some(pin), Some(related)] = pins else { continue };
                    let pins = [pin as u32, related as u32];
                    limits.push(Limit { pins, related_edge, most, when: timing.when.clone() });
                }
            }
        }
        limits
    }

    /// What a table says: over slews by the slews, over anything else the least that it says.
    fn most(&mut self, table: &Table) -> Most {
        let id = self.tables.add(table, Variable::ConstrainedSlew, Variable::RelatedSlew);
        id.map_or_else(
            || Most::Number(table.values.iter().copied().reduce(f32::min).unwrap_or(0.0)),
            Most::Table,
        )
    }
}

/// All checks of skews between clock pins of a cell, the worst first; of equals in the order of pins and edges. Clocks between which no paths are timed have none.
pub fn skew_checks(
    graph: &TimingGraph,
    timing: &Timing,
    (netlist, library): (&Netlist, &CellLibrary),
    constraints: &Constraints,
) -> Vec<SkewCheck> {
    let limits = Limits::new(netlist, library);
    let edges = ClockEdges { graph, timing, constraints };
    let skews = Skews { edges, netlist, limits: &limits };
    let pairs: Vec<Pair<'_>> = netlist.cells().flat_map(|cell| skews.pairs(cell)).collect();
    let leaves = pairs.iter().flat_map(|pair| [pair.constrained.vertex, pair.related.vertex]);
    let forest = timing.has_cppr().then(|| ClockForest::at(graph, timing, sorted(leaves).into_iter()));
    let checks = pairs.iter().filter_map(|pair| skews.check(pair, forest.as_ref()));
    let mut checks: Vec<SkewCheck> = checks.collect();
    checks.sort_by_key(|check| {
        let SkewCheck { pin, related_pin, constrained, related, .. } = check;
        (check.slack(), *pin, *related_pin, constrained.vertex, related.vertex)
    });
    checks
}

fn sorted(vertices: impl Iterator<Item = VertexId>) -> Vec<VertexId> {
    let mut vertices: Vec<VertexId> = vertices.collect();
    vertices.sort_unstable();
    vertices.dedup();
    vertices
}

/// Two edges between which a skew is limited.
struct Pair<'a> {
    pins: [PinId; 2],
    constrained: ComingEdge,
    related: ComingEdge,
    most: &'a Most,
}

struct Skews<'a> {
    edges: ClockEdges<'a>,
    netlist: &'a Netlist,
    limits: &'a Limits,
}

impl<'a> Skews<'a> {
    /// All pairs of edges of a cell between which a skew is limited.
    fn pairs(&self, cell: CellId) -> Vec<Pair<'a>> {
        let (netlist, constraints) = (self.netlist, self.edges.constraints);
        let limits = self.limits.by_master.get(&netlist.cell_master(cell)).into_iter().flatten();
        let mut pairs = Vec::new();
        for limit in limits {
            let [Some(pin), Some(related)] = limit.pins.map(|pin| netlist.cell_pins(cell).nth(pin as usize))
            else {
                continue;
            };
            if constraints.disables.has_arc(netlist, cell, [related, pin], true)
                || !can_hold(limit.when.as_ref(), netlist, self.edges.graph.pins(), cell)
            {
                continue;
            }
            let edges_of_related = self.edges.at(related);
            for constrained in self.edges.at(pin) {
                let Some(most) = &limit.most[constrained.vertex.transition() as usize] else { continue };
                let counting = edges_of_related.iter().filter(|related| {
                    related.vertex.transition() == limit.related_edge
                        && !self.are_apart(related.edge, constrained.edge)
                });
                pairs.extend(counting.map(|&related_edge| Pair {
                    pins: [pin, related],
                    constrained,
                    related: related_edge,
                    most,
                }));
            }
        }
        pairs
    }

    /// Whether the clocks of two edges are in groups between which no paths are timed.
    fn are_apart(&self, related: ClockEdge, constrained: ClockEdge) -> bool {
        let groups = &self.edges.constraints.clock_groups;
        groups.iter().any(|groups| groups.part(related.clock, constrained.clock))
    }

    fn check(&self, pair: &Pair<'_>, forest: Option<&ClockForest>) -> Option<SkewCheck> {
        let Pair { pins: [pin, related_pin], constrained, related, most } = *pair;
        let graph = self.edges.graph;
        let distance = self.not_before(related.edge, constrained.edge)?;
        let time = graph.launch_time(related.vertex);
        let is_on_its_way = constrained.is_on_its_way || related.is_on_its_way;
        let forest = forest.filter(|_| !is_on_its_way);
        let credit = forest.map_or(0, |forest| {
            forest.credit(forest.number(constrained.vertex), forest.number(related.vertex), Split::Late)
        });
        let most = match *most {
            Most::Number(most) => most,
            Most::Table(table) => {
                let slews = [(&constrained, Split::Late), (&related, Split::Early)]
                    .map(|(edge, split)| self.edges.slew(edge, split));
                self.limits.tables.look_up(table, slews[0], slews[1])
            }
        };
        Some(SkewCheck {
            pin,
            related_pin,
            constrained: constrained.at(time + distance, Split::Late),
            related: related.at(time, Split::Early),
            credit,
            allowed: ticks(most),
        })
    }

    /// How long after an edge of the related pin's clock the closest one of the constrained pin's clock is that is not before it. None of clocks without a period.
    fn not_before(&self, related: ClockEdge, constrained: ClockEdge) -> Option<Ticks> {
        let clocks = &self.edges.constraints.clocks;
        if [related, constrained]
            .iter()
            .any(|edge| clocks.get(edge.clock).is_none_or(|clock| clock.period <= 0))
        {
            return None;
        }
        Some(capture_distance(clocks, Some(related), constrained, CaptureRule::Data, Split::Late))
    }
}
