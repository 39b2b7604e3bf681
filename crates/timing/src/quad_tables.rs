//! The tables of all four edges of an arc for one look-up: a second layout of those of `table.rs`, for the pass on the CPU.
//!
//! Mostly the four edges' delays and slews run over the same two axes. Then one search finds all four places on an axis, a delay and its slew lie side
//! by side, and what is read of an axis is in neighbouring cache lines.

use zeroslack_units::{Quad, quad};

use crate::library::EdgeTables;
use crate::near::ask_for;
use crate::table::{NO_TABLE, Tables};

/// Knots are compared, and parts of an axis start, in steps of this.
const STEP: usize = 8;

/// An axis: its inner knots, then where its segments start, then one over their lengths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Axis {
    /// Into the pool.
    first: u32,
    /// Steps of knots, of segments.
    knots: u16,
    segments: u16,
}

/// Where four values lie on an axis, lane by lane: segments, and how far along them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Positions {
    segment: [u32; 4],
    fraction: [f32; 4],
}

/// Where the tables of an arc's edges are, if all of them run over the same axes; lanes go by split, then transition.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QuadTable {
    row: Axis,
    pub(crate) column: ColumnAxis,
    /// Pairs in a row.
    stride: u32,
    /// The first pair of each lane's.
    first: [u32; 4],
}

/// The axis of loads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ColumnAxis(Axis);

/// Pools of such tables.
#[derive(Clone, Debug, Default)]
pub(crate) struct QuadTables {
    axes: Vec<[f32; STEP]>,
    /// Delay and slew.
    pairs: Vec<[f32; 2]>,
    /// `[arc model]`: none where the edges' tables differ in shape, or are not all there.
    pub(crate) arcs: Vec<Option<QuadTable>>,
}

impl QuadTables {
    /// Adds the edges of each arc model that is not there yet.
    pub(crate) fn add_new(&mut self, tables: &Tables, arcs: &[Quad<EdgeTables>]) {
        // Of each axis of the other layout, once it is known.
        let mut known = vec![None; tables.axes.len()];
        for edges in &arcs[self.arcs.len()..] {
            let table = self.add((tables, &mut known), edges);
            self.arcs.push(table);
        }
    }

    fn add(
        &mut self,
        (tables, known): (&Tables, &mut [Option<Axis>]),
        edges: &Quad<EdgeTables>,
    ) -> Option<QuadTable> {
        let all = edges.as_flattened();
        let used = || all.iter().flat_map(|edge| [edge.delay, edge.slew]);
        if used().any(|table| table == NO_TABLE) {
            return None;
        }
        let (row, column) = tables.axes_of(all[0].delay);
        if used().any(|table| tables.axes_of(table) != (row, column)) {
            return None;
        }
        let stride = tables.tables[all[0].delay as usize].stride;
        let mut first = [0; 4];
        for (lane, edge) in all.iter().enumerate() {
            // Early and late tables mostly are those of one library.
            let early = lane.checked_sub(2).filter(|&early| {
                let same = |a: u32, b: u32| {
                    let bits = |table: u32| tables.values_of(table).iter().map(|value| value.to_bits());
                    bits(a).eq(bits(b))
                };
                same(edge.delay, all[early].delay) && same(edge.slew, all[early].slew)
            });
            first[lane] = early.map_or(self.pairs.len() as u32, |early| first[early]);
            if early.is_none() {
                let [delays, slews] = [edge.delay, edge.slew].map(|table| tables.values_of(table));
                self.pairs.extend(delays.iter().zip(slews).map(|(&delay, &slew)| [delay, slew]));
            }
        }
        let row = self.axis((tables, known), row)?;
        let column = ColumnAxis(self.axis((tables, known), column)?);
        Some(QuadTable { row, column, stride, first })
    }

    fn axis(&mut self, (tables, known): (&Tables, &mut [Option<Axis>]), number: u32) -> Option<Axis> {
        if let Some(known) = known[number as usize] {
            return Some(known);
        }
        let [knots, starts, inverses] = tables.axis_parts(number);
        let axis = Axis {
            first: self.axes.len() as u32,
            knots: u16::try_from(knots.len() / STEP).ok()?,
            segments: u16::try_from(starts.len() / STEP).ok()?,
        };
        for part in [knots, starts, inverses] {
            self.axes.extend_from_slice(part.as_chunks().0);
        }
        known[number as usize] = Some(axis);
        Some(axis)
    }

    #[inline]
    fn locate(&self, axis: Axis, values: &Quad<f32>) -> Positions {
        let [[a, b], [c, d]] = *values;
        let values = [a, b, c, d];
        let (first, knots, segments) =
            (axis.first as usize, usize::from(axis.knots), usize::from(axis.segments));
        let mut segment = [0; 4];
        for knots in &self.axes[first..first + knots] {
            for &knot in knots {
                for lane in 0..4 {
                    segment[lane] += u32::from(values[lane] >= knot);
                }
            }
        }
        let parts = self.axes[first + knots..first + knots + 2 * segments].as_flattened();
        let (starts, inverses) = parts.split_at(STEP * segments);
        let mut fraction = [0.0; 4];
        for lane in 0..4 {
            let at = segment[lane] as usize;
            fraction[lane] = (values[lane] - starts[at]) * inverses[at];
        }
        Positions { segment, fraction }
    }

    /// Asks for the axes of a table.
    #[inline]
    pub(crate) fn ask_for(&self, table: &QuadTable) {
        for axis in [table.row, table.column.0] {
            let steps = usize::from(axis.knots) + 2 * usize::from(axis.segments);
            // A cache line has two steps.
            (0..steps.min(6)).step_by(2).for_each(|step| ask_for(&self.axes, axis.first as usize + step));
        }
    }

    /// Where loads lie on the columns of a table.
    #[inline]
    pub(crate) fn columns(&self, axis: ColumnAxis, loads: &Quad<f32>) -> Positions {
        self.locate(axis.0, loads)
    }

    /// (delays, slews) of all edges of an arc, from the slews that enter each of them. As `Tables::interpolate` has them.
    #[inline]
    pub(crate) fn look_up(
        &self,
        table: &QuadTable,
        entering: &Quad<f32>,
        columns: &Positions,
    ) -> (Quad<f32>, Quad<f32>) {
        let rows = self.locate(table.row, entering);
        let stride = table.stride as usize;
        let (mut delays, mut slews) = (quad(0.0), quad(0.0));
        for lane in 0..4 {
            let at = (table.first[lane] + rows.segment[lane] * table.stride + columns.segment[lane]) as usize;
            let pairs = &self.pairs[at..at + stride + 2];
            let (low, low_next, high, high_next) = (pairs[0], pairs[1], pairs[stride], pairs[stride + 1]);
            let between = |of: usize| {
                let low = low[of] + columns.fraction[lane] * (low_next[of] - low[of]);
                let high = high[of] + columns.fraction[lane] * (high_next[of] - high[of]);
                Tables::limited(low + rows.fraction[lane] * (high - low))
            };
            delays[lane / 2][lane % 2] = between(0);
            slews[lane / 2][lane % 2] = between(1);
        }
        (delays, slews)
    }
}

#[cfg(test)]
mod tests {
    use zeroslack_liberty::{Axis as LibertyAxis, Table, Variable};
    use zeroslack_testing::Noise;

    use super::*;

    fn number(noise: &mut Noise) -> f32 {
        noise.below(1 << 20) as f32 / 1024.0
    }

    fn axis(noise: &mut Noise, variable: Variable) -> LibertyAxis {
        let mut values = vec![number(noise)];
        for _ in 0..noise.below(20) {
            values.push(values[values.len() - 1] + 1.0 + number(noise));
        }
        LibertyAxis { variable, values }
    }

    fn table(noise: &mut Noise, axes: &[LibertyAxis]) -> Table {
        let values = (0..axes.iter().map(|axis| axis.values.len()).product()).map(|_| number(noise));
        Table { axes: axes.to_vec(), values: values.collect() }
    }

    fn bits(values: Quad<f32>) -> [u32; 4] {
        let [[a, b], [c, d]] = values.map(|values| values.map(f32::to_bits));
        [a, b, c, d]
    }

    #[test]
    fn four_look_ups_are_as_one_by_one() {
        let mut noise = Noise(1);
        let (row, column) = (Variable::InputSlew, Variable::OutputCapacitance);
        let (mut tables, mut arcs) = (Tables::default(), Vec::new());
        for _ in 0..40 {
            let axes = [axis(&mut noise, row), axis(&mut noise, column)];
            let mut add = || tables.add(&table(&mut noise, &axes), row, column).expect("a table");
            let mut edges = quad(()).map(|edges| edges.map(|()| EdgeTables { delay: add(), slew: add() }));
            if arcs.len() % 2 == 0 {
                edges[1] = edges[0];
            }
            arcs.push(edges);
        }
        let mut quads = QuadTables::default();
        quads.add_new(&tables, &arcs[..7]);
        quads.add_new(&tables, &arcs);
        for (edges, quad_table) in arcs.iter().zip(&quads.arcs) {
            let quad_table = quad_table.as_ref().expect("tables of one shape");
            for turn in 0..50 {
                let mut values = || quad(()).map(|row| row.map(|()| 4.0 * number(&mut noise) - 1000.0));
                let (mut slews, loads) = (values(), values());
                if turn == 0 {
                    (slews[1][0], slews[0][1]) = (f32::NAN, f32::INFINITY);
                }
                let columns = quads.columns(quad_table.column, &loads);
                let (delays, found) = quads.look_up(quad_table, &slews, &columns);
                let mut one = (quad(0.0), quad(0.0));
                for split in 0..2 {
                    for to in 0..2 {
                        let (edge, slew, load) = (edges[split][to], slews[split][to], loads[split][to]);
                        one.0[split][to] = tables.look_up(edge.delay, slew, load);
                        one.1[split][to] = tables.look_up(edge.slew, slew, load);
                    }
                }
                // Of NaN only that it is one counts.
                let bits = |values: Quad<f32>| {
                    bits(values.map(|row| row.map(|v| if v.is_nan() { f32::NAN } else { v })))
                };
                assert_eq!((bits(delays), bits(found)), (bits(one.0), bits(one.1)));
            }
        }
    }

    #[test]
    fn edges_of_other_shapes_are_left_to_other_look_ups() {
        let mut noise = Noise(2);
        let (row, column) = (Variable::InputSlew, Variable::OutputCapacitance);
        let mut tables = Tables::default();
        let mut add = |length: usize| {
            let values: Vec<f32> = (0..length).map(|i| i as f32).collect();
            let axes = [row, column].map(|variable| LibertyAxis { variable, values: values.clone() });
            tables.add(&table(&mut noise, &axes), row, column).expect("a table")
        };
        let (small, large) = (add(3), add(4));
        let same = quad(EdgeTables { delay: small, slew: small });
        let (mut mixed, mut partial) = (same, same);
        mixed[0][1].slew = large;
        partial[1][1].delay = NO_TABLE;
        let mut quads = QuadTables::default();
        quads.add_new(&tables, &[same, mixed, partial]);
        assert_eq!(quads.arcs.iter().map(Option::is_some).collect::<Vec<_>>(), [true, false, false]);
    }
}
