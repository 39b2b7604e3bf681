//! The engine's arrays as they lie, for an engine on another device.

use zeroslack_graph::Source;
use zeroslack_units::{Quad, Ticks};

use crate::calculator::Wire;
use crate::data::DelayData;
use crate::drives::Driven;
use crate::library::EdgeTables;
use crate::rc::RcNode;
use crate::slew_measure::SlewMeasure;
use crate::table::{AxisSpan, TableSpan};
use crate::timing::Timing;

/// What delays are computed from, as it lies in its arrays.
#[derive(Clone, Copy, Debug)]
pub struct DelayArrays<'a> {
    /// Where each tree's nodes start, and where the last one's end. `[tree + 1]`.
    pub rc_first: &'a [u32],
    /// Nodes of RC trees, tree by tree.
    pub rc_nodes: &'a [RcNode],
    /// The pool of capacitances that nodes point into, fF.
    pub pin_loads: &'a [Quad<f32>],
    /// Tables of edges, by the target's transition. `[arc model]`.
    pub arc_tables: &'a [Quad<EdgeTables>],
    /// Tables of checks, by the data's transition. `[check model]`.
    pub check_tables: &'a [[u32; 2]],
    /// `[axis]`.
    pub axes: &'a [AxisSpan],
    /// Knots between segments, padded with NaN; axes point into this pool and the next two.
    pub knots: &'a [f32],
    /// Where each segment starts.
    pub starts: &'a [f32],
    /// One over the length of each segment; 0 for a flat axis.
    pub inverses: &'a [f32],
    /// `[table]`.
    pub tables: &'a [TableSpan],
    /// Values of tables, row by row.
    pub values: &'a [f32],
    /// How slews are measured.
    pub slew_measure: Quad<SlewMeasure>,
}

impl DelayData {
    /// All arrays. After updates of single nets [`DelayData::compact`] has to come first.
    pub fn arrays(&self) -> DelayArrays<'_> {
        let Self { library, trees } = self;
        let tables = &library.tables;
        DelayArrays {
            rc_first: &trees.first,
            rc_nodes: &trees.nodes,
            pin_loads: &trees.loads.pool,
            arc_tables: &library.arcs,
            check_tables: &library.checks,
            axes: &tables.axes,
            knots: &tables.knots,
            starts: &tables.starts,
            inverses: &tables.inverses,
            tables: &tables.tables,
            values: &tables.values,
            slew_measure: library.slew_measure,
        }
    }
}

/// The arrays of a [`Timing`], to be filled with what another engine computed. Shapes as there.
#[derive(Debug)]
pub struct TimingArrays<'a> {
    /// ps. `[pin node]`.
    pub slews: &'a mut Vec<Quad<f32>>,
    /// ps. `[pin arc]`.
    pub delays: &'a mut Vec<Quad<f32>>,
    /// ps. None where the arcs of the timing graph are the pin graph's. `[arc]`.
    pub gathered: &'a mut Option<Vec<Quad<f32>>>,
    /// fF. `[tree]`.
    pub loads: &'a mut Vec<Quad<f32>>,
    /// fF. None where loads do not depend on the edges that drive them. `[pin arc]`.
    pub arc_loads: &'a mut Option<Vec<Quad<f32>>>,
    /// `[wire]`.
    pub wires: &'a mut Vec<Wire>,
    /// What drives make at ports. `[driven port]`.
    pub driven: &'a mut Vec<Driven>,
    /// Where signals start; none where nothing drives ports.
    pub sources: &'a mut Option<Vec<Source>>,
    /// ps. `[pin check]`.
    pub margins: &'a mut Vec<[f32; 2]>,
    /// `[node]`.
    pub arrivals: &'a mut Vec<Quad<Ticks>>,
    /// What CPPR adds to slacks; empty without CPPR. `[check][transition]`.
    pub credits: &'a mut Vec<[Ticks; 2]>,
    /// `[node]`.
    pub required_times: &'a mut Vec<Quad<Ticks>>,
}

impl Timing {
    /// All arrays, to be filled by another engine. Required times that incremental updates left to be computed are not: who wants to read them calls [`Timing::required_times`] before.
    pub fn arrays_mut(&mut self) -> TimingArrays<'_> {
        self.forget_lists();
        TimingArrays {
            slews: &mut self.slew,
            delays: &mut self.delay,
            gathered: &mut self.gathered,
            loads: &mut self.loads,
            arc_loads: &mut self.arc_loads,
            wires: &mut self.wires,
            driven: &mut self.driven,
            sources: &mut self.sources,
            margins: &mut self.margin,
            arrivals: &mut self.arrival,
            credits: &mut self.credits,
            required_times: self.required.all_mut(),
        }
    }
}
