//! How delays, setup and hold times vary: what libraries, side files and flat shares say, the first of them that says anything.

use std::path::PathBuf;

use rayon::prelude::*;
use zeroslack_graph::{ArcId, ArcKind, NodeId};
use zeroslack_input::Diagnostics;
use zeroslack_pocv::Pocv;
use zeroslack_ssta::{FlatVariation, MarginVariation, Moments, Variation};
use zeroslack_timing::{LookUp, VariationTables, has_signal};
use zeroslack_units::{Quad, Split, Transition};

use crate::coefficients::Coefficients;
use crate::error::LoadError;
use crate::load::{open_text, refuse_not_applied};
use crate::texts::Texts;
use crate::timed::Timed;

/// A side file of coefficients (POCV).
#[derive(Clone, Debug, PartialEq)]
pub struct PocvFile {
    /// Its name, for messages.
    pub file: String,
    /// Its text.
    pub text: String,
    /// What was read of it.
    pub pocv: Pocv,
}

impl PocvFile {
    /// Reads side files, which may be gzipped. Warnings are returned beside them. With `strict` it is an error (`FILE-010`) if something in them is not applied.
    ///
    /// # Errors
    /// If a file cannot be read, or has an error in it.
    pub fn read_all(
        files: &[PathBuf],
        texts: &Texts,
        strict: bool,
    ) -> Result<(Vec<Self>, Diagnostics), LoadError> {
        let (mut all, mut diagnostics) = (Vec::new(), Diagnostics::new());
        for path in files {
            let file = path.display().to_string();
            let (text, said) = open_text(path, texts);
            diagnostics.append(said);
            if let Some(text) = text {
                let (pocv, mut said) = zeroslack_pocv::read(&text);
                said.set_file(&file);
                diagnostics.append(said);
                all.push(Self { file, text, pocv });
            }
        }
        if strict {
            refuse_not_applied(&mut diagnostics);
        }
        if diagnostics.has_errors() { Err(LoadError(diagnostics)) } else { Ok((all, diagnostics)) }
    }
}

/// Where variation comes from, beside the libraries of the corner.
#[derive(Clone, Debug)]
pub struct VariationSources {
    /// Side files. What a later one says of the same objects counts.
    pub pocv: Vec<PocvFile>,
    /// Of delays that neither a library nor a side file says anything of.
    pub flat: FlatVariation,
}

/// What the variation of a delay is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum VariationSource {
    /// A table of the library (LVF).
    Lvf,
    /// A coefficient of a side file (POCV).
    Pocv,
    /// The flat share of cells or wires.
    Flat,
    /// Nothing: the flat share is 0, too, and the delay does not vary.
    None,
}

impl VariationSource {
    /// All, in the order of precedence.
    pub const ALL: [Self; 4] = [Self::Lvf, Self::Pocv, Self::Flat, Self::None];
}

/// How many delays have their variation from each source. A delay is that of an arc to one transition, early or late, where a signal comes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VariationCounts {
    /// Delays of cells, by [`VariationSource`].
    pub cells: [usize; 4],
    /// Delays of wires, by [`VariationSource`].
    pub wires: [usize; 4],
    /// Setup and hold times, by transition of the data, that vary as a table of the library says.
    pub margins: usize,
    /// All setup and hold times.
    pub all_margins: usize,
}

/// How all that is timed varies.
#[derive(Clone, Debug)]
pub struct FoundVariation {
    /// Of delays.
    pub delays: Variation,
    /// Of setup and hold times.
    pub margins: MarginVariation,
    /// What it is from.
    pub counts: VariationCounts,
    /// Tables that are not used (`TIM-010`, `TIM-011`), names in side files that nothing has (`POCV-012`).
    pub diagnostics: Diagnostics,
}

/// All that says how a delay varies.
struct Sources<'a> {
    timed: Timed<'a>,
    tables: &'a VariationTables,
    coefficients: &'a Coefficients,
    flat: FlatVariation,
}

/// An arc of the timing graph with its target.
#[derive(Clone, Copy)]
struct ArcInto {
    node: NodeId,
    arc: ArcId,
    kind: ArcKind,
}

impl Timed<'_> {
    /// How delays, setup and hold times vary, each by the first that says anything: the library's tables (LVF), a coefficient of a side file (POCV; setup and hold times have none), the flat
    /// share of its delay.
    ///
    /// Arcs and checks are those of [`Timed::levelled`]. What is stated of ideal networks does not vary. The mean of a delay is the one that there is without variation, and the library's mean shift.
    pub fn variation(self, sources: &VariationSources) -> FoundVariation {
        let timed = self.levelled();
        let (graph, timing) = (timed.graph(), timed.timing());
        let (tables, mut diagnostics) = VariationTables::new(self.library(), graph.pins());
        let (coefficients, said) = Coefficients::new(self.netlist(), self.library(), &sources.pocv);
        diagnostics.append(said);
        let all = Sources { timed, tables: &tables, coefficients: &coefficients, flat: sources.flat };
        let of_node = |node: usize| {
            let node = NodeId::at(node);
            graph.fanin(node).map(move |arc| (node, arc))
        };
        // The arcs into a node follow each other, in the order of nodes.
        let nodes = (0..graph.node_count()).into_par_iter();
        let (delays, from): (Vec<Quad<Moments>>, Vec<Quad<VariationSource>>) =
            nodes.flat_map_iter(of_node).map(|(node, arc)| all.of_arc(node, arc)).unzip();
        let is_wire = |arc: usize| graph.pins().is_wire(graph.arc_kind(ArcId::at(arc)));
        let mut counts = count(&from, is_wire, timing.delays());
        let margins = margins(timed, &tables, &mut counts);
        FoundVariation { delays: Variation::new(delays), margins, counts, diagnostics }
    }
}

/// How setup and hold times vary, which are counted.
fn margins(timed: Timed<'_>, tables: &VariationTables, counts: &mut VariationCounts) -> MarginVariation {
    let (pins, timing) = (timed.graph().pins(), timed.timing());
    let checks = (0..pins.checks().len()).into_par_iter();
    let found: Vec<[Option<f32>; 2]> = checks.map(|check| tables.margin(pins, timing, check)).collect();
    let stated = timing.margins().as_flattened().iter();
    counts.all_margins = stated.filter(|margin| !margin.is_nan()).count();
    counts.margins = found.as_flattened().iter().flatten().count();
    if counts.margins == 0 {
        return MarginVariation::default();
    }
    let sigma = |of: [Option<f32>; 2]| of.map(|sigma| sigma.unwrap_or(0.0));
    MarginVariation::new(found.into_iter().map(sigma).collect())
}

impl Sources<'_> {
    fn of_arc(&self, node: NodeId, arc: ArcId) -> (Quad<Moments>, Quad<VariationSource>) {
        let graph = self.timed.graph();
        let into = ArcInto { node, arc, kind: graph.arc_kind(arc) };
        let at = match into.kind {
            ArcKind::Cell(_) if self.tables.has_arcs() => Some(self.look_up(node, arc)),
            _ => None,
        };
        let of =
            Split::ALL.map(|split| Transition::ALL.map(|to| self.of_delay(into, at.as_ref(), (split, to))));
        (of.map(|of| of.map(|of| of.0)), of.map(|of| of.map(|of| of.1)))
    }

    /// With what the arc's tables were looked up.
    fn look_up(&self, node: NodeId, arc: ArcId) -> LookUp {
        let graph = self.timed.graph();
        let arc = graph.pin_arcs().map_or(arc, |arcs| arcs[arc.index()]);
        self.timed.timing().look_up(graph.pins(), graph.pin_graph_node(node), arc)
    }

    fn of_delay(
        &self,
        into: ArcInto,
        at: Option<&LookUp>,
        (split, to): (Split, Transition),
    ) -> (Moments, VariationSource) {
        let delay = self.timed.timing().delays()[into.arc.index()][split as usize][to as usize];
        if self.timed.graph().pins().is_ideal_arc(into.kind) {
            return (Moments { mean: delay, sigma: 0.0, skewness: 0.0 }, VariationSource::None);
        }
        if let (ArcKind::Cell(model), Some(at)) = (into.kind, at)
            && let Some(found) = self.tables.delay(model, split, to, at)
        {
            let mean = delay + found.mean_shift;
            return (Moments { mean, sigma: found.sigma, skewness: found.skewness }, VariationSource::Lvf);
        }
        let coefficient = self.coefficients.of_delay(self.timed, (into.kind, into.node), (split, to));
        if let Some(coefficient) = coefficient {
            let sigma = coefficient * delay.abs();
            return (Moments { mean: delay, sigma, skewness: 0.0 }, VariationSource::Pocv);
        }
        let source =
            if self.flat.share(into.kind) > 0.0 { VariationSource::Flat } else { VariationSource::None };
        (self.flat.of_delay(into.kind, delay), source)
    }
}

fn count(
    from: &[Quad<VariationSource>],
    is_wire: impl Fn(usize) -> bool,
    delays: &[Quad<f32>],
) -> VariationCounts {
    let mut counts = VariationCounts::default();
    for (arc, (from, delays)) in from.iter().zip(delays).enumerate() {
        let of_kind = if is_wire(arc) { &mut counts.wires } else { &mut counts.cells };
        let both = from.as_flattened().iter().zip(delays.as_flattened());
        both.filter(|(_, delay)| has_signal(**delay)).for_each(|(from, _)| of_kind[*from as usize] += 1);
    }
    counts
}
