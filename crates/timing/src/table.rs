//! Look-up tables in flat pools, and the look-up.
//!
//! Every table is laid out as rows × columns with at least two of each (a missing axis is a flat one), so
//! that one bilinear formula serves scalars, lines and planes; outside it goes on with the end segments.

use rustc_hash::FxHashMap;
use zeroslack_liberty::{Axis, Table, Variable};
use zeroslack_units::LARGEST_TIME;

/// Marks a table that a library does not have.
pub const NO_TABLE: u32 = u32::MAX;

/// In place of the table of a slew: it is the slew at the source, as from the data pin of a latch to its giving side.
pub const SAME_SLEW: u32 = NO_TABLE - 1;

/// In place of the table of a slew: no slew comes, as from the enable of a latch to a giving side.
pub const NO_SLEW: u32 = NO_TABLE - 2;

/// An axis in the pools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AxisSpan {
    /// Into all three pools of an axis.
    pub first: u32,
    /// Inner knots, rounded up to a multiple of 8.
    pub padded: u32,
}

/// Knots are compared this many at a time.
const LANES: usize = 8;

/// A table in the pools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableSpan {
    /// The axis along a column.
    pub row_axis: u32,
    /// The axis along a row.
    pub column_axis: u32,
    /// Values in a row.
    pub stride: u32,
    /// The first value.
    pub first: u32,
}

/// A place on an axis: a segment and how far along it, beyond 0 and 1 outside of the axis.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Position {
    pub(crate) segment: u32,
    pub(crate) fraction: f32,
}

/// All tables of the libraries in use.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tables {
    pub(crate) axes: Vec<AxisSpan>,
    /// Inner knots: those between two segments. Padded with NaN, which no value is beyond.
    pub(crate) knots: Vec<f32>,
    /// Where each segment starts.
    pub(crate) starts: Vec<f32>,
    /// One over the length of each segment; 0 for a flat axis.
    pub(crate) inverses: Vec<f32>,
    pub(crate) tables: Vec<TableSpan>,
    pub(crate) values: Vec<f32>,
    known_axes: FxHashMap<Vec<u32>, u32>,
}

/// Results are kept below this, so that no look-up far outside of a table gives an infinity.
const LARGEST: f32 = LARGEST_TIME;

/// One over the length of the shortest segment that an axis has: any that is shorter counts as that long. As what is looked up is bounded too, a place on an axis is a
/// finite number of segments.
const STEEPEST: f32 = 1e9;

impl Tables {
    /// Adds a table with `row` along its rows and `column` along its columns, whatever order the file has them in.
    /// None if it runs over something else.
    pub(crate) fn add(&mut self, table: &Table, row: Variable, column: Variable) -> Option<u32> {
        let find = |variable| table.axes.iter().position(|axis| axis.variable == variable);
        let (rows, columns) = (find(row), find(column));
        if [rows, columns].iter().flatten().count() != table.axes.len() {
            return None;
        }
        let axis = |at: Option<usize>| at.map(|at| &table.axes[at]);
        let length = |at: Option<usize>| axis(at).map_or(1, |axis| axis.values.len());
        // How far apart neighbours along an axis are in the file: the last axis runs fastest.
        let step = |at: Option<usize>| {
            at.map_or(0, |at| table.axes[at + 1..].iter().map(|axis| axis.values.len()).product())
        };
        let first = self.values.len() as u32;
        for r in 0..length(rows).max(2) {
            for c in 0..length(columns).max(2) {
                let (r, c) = (r.min(length(rows) - 1), c.min(length(columns) - 1));
                self.values.push(table.values[r * step(rows) + c * step(columns)]);
            }
        }
        let span = TableSpan {
            row_axis: self.axis(axis(rows)),
            column_axis: self.axis(axis(columns)),
            stride: length(columns).max(2) as u32,
            first,
        };
        self.tables.push(span);
        Some(self.tables.len() as u32 - 1)
    }

    /// Adds a table that has one value everywhere.
    pub(crate) fn constant(&mut self, value: f32) -> u32 {
        let (first, axis) = (self.values.len() as u32, self.axis(None));
        self.values.extend([value; 4]);
        self.tables.push(TableSpan { row_axis: axis, column_axis: axis, stride: 2, first });
        self.tables.len() as u32 - 1
    }

    /// The axis in the pools; equal ones are one.
    fn axis(&mut self, axis: Option<&Axis>) -> u32 {
        let values = axis.map_or(&[0.0][..], |axis| &axis.values);
        let key: Vec<u32> = values.iter().map(|value| value.to_bits()).collect();
        if let Some(&known) = self.known_axes.get(&key) {
            return known;
        }
        let inner = if values.len() > 2 { &values[1..values.len() - 1] } else { &[] };
        let padded = inner.len().div_ceil(LANES) * LANES;
        // Segments need one place more than inner knots.
        let room = (inner.len() + 1).div_ceil(LANES) * LANES;
        let span = AxisSpan { first: self.knots.len() as u32, padded: padded as u32 };
        let end = self.knots.len() + room;
        self.knots.extend_from_slice(inner);
        self.knots.resize(end, f32::NAN);
        self.starts.extend_from_slice(&values[..values.len().max(2) - 1]);
        self.starts.resize(end, 0.0);
        self.inverses.extend(values.windows(2).map(|pair| (1.0 / (pair[1] - pair[0])).min(STEEPEST)));
        self.inverses.resize(end, 0.0);
        self.axes.push(span);
        let id = self.axes.len() as u32 - 1;
        self.known_axes.insert(key, id);
        id
    }

    /// (row axis, column axis) of a table.
    #[inline]
    pub(crate) fn axes_of(&self, table: u32) -> (u32, u32) {
        let table = &self.tables[table as usize];
        (table.row_axis, table.column_axis)
    }

    /// An axis's inner knots, where its segments start, and one over their lengths; padded to multiples of 8.
    pub(crate) fn axis_parts(&self, axis: u32) -> [&[f32]; 3] {
        let end = self.axes.get(axis as usize + 1);
        let axis = self.axes[axis as usize];
        let first = axis.first as usize;
        let of_segments = first..end.map_or(self.starts.len(), |next| next.first as usize);
        let knots = &self.knots[first..first + axis.padded as usize];
        [knots, &self.starts[of_segments.clone()], &self.inverses[of_segments]]
    }

    /// All values of a table, row by row.
    pub(crate) fn values_of(&self, table: u32) -> &[f32] {
        let first = self.tables[table as usize].first as usize;
        let end = self.tables.get(table as usize + 1).map_or(self.values.len(), |next| next.first as usize);
        &self.values[first..end]
    }

    /// A result as look-ups give it.
    #[inline]
    pub(crate) fn limited(value: f32) -> f32 {
        value.clamp(-LARGEST, LARGEST)
    }

    /// Where a value lies on an axis.
    #[inline]
    pub(crate) fn locate(&self, axis: u32, value: f32) -> Position {
        let axis = self.axes[axis as usize];
        let first = axis.first as usize;
        let mut segment = 0;
        for knots in self.knots[first..first + axis.padded as usize].chunks_exact(LANES) {
            segment += knots.iter().map(|&knot| u32::from(value >= knot)).sum::<u32>();
        }
        let at = first + segment as usize;
        Position { segment, fraction: (value - self.starts[at]) * self.inverses[at] }
    }

    /// The table's value between four of its points.
    #[inline]
    pub(crate) fn interpolate(&self, table: u32, row: Position, column: Position) -> f32 {
        let table = &self.tables[table as usize];
        let at = (table.first + row.segment * table.stride + column.segment) as usize;
        let stride = table.stride as usize;
        let values = &self.values[at..at + stride + 2];
        let low = values[0] + column.fraction * (values[1] - values[0]);
        let high = values[stride] + column.fraction * (values[stride + 1] - values[stride]);
        Self::limited(low + row.fraction * (high - low))
    }

    /// The table's value at a row and a column.
    #[inline]
    pub(crate) fn look_up(&self, table: u32, row: f32, column: f32) -> f32 {
        let (row_axis, column_axis) = self.axes_of(table);
        self.interpolate(table, self.locate(row_axis, row), self.locate(column_axis, column))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(variable: Variable, values: &[f32]) -> Axis {
        Axis { variable, values: values.to_vec() }
    }

    fn look_up(axes: Vec<Axis>, values: &[f32], at: [(f32, f32); 4]) -> [f32; 4] {
        let mut tables = Tables::default();
        let table = Table { axes, values: values.to_vec() };
        let id = tables.add(&table, Variable::InputSlew, Variable::OutputCapacitance).unwrap();
        at.map(|(row, column)| tables.look_up(id, row, column))
    }

    const PLACES: [(f32, f32); 4] = [(1.0, 10.0), (1.5, 15.0), (0.0, 0.0), (5.0, 50.0)];

    #[test]
    fn plane_in_either_axis_order() {
        // value = 100 × slew + capacitance, which bilinear interpolation and extrapolation give exactly.
        let slew = || axis(Variable::InputSlew, &[1.0, 2.0, 4.0]);
        let load = || axis(Variable::OutputCapacitance, &[10.0, 20.0]);
        let expected = [110.0, 165.0, 0.0, 550.0];
        let rows = [110.0, 120.0, 210.0, 220.0, 410.0, 420.0];
        assert_eq!(look_up(vec![slew(), load()], &rows, PLACES), expected);
        let columns = [110.0, 210.0, 410.0, 120.0, 220.0, 420.0];
        assert_eq!(look_up(vec![load(), slew()], &columns, PLACES), expected);
    }

    #[test]
    fn line_and_scalar() {
        let slew = axis(Variable::InputSlew, &[1.0, 2.0]);
        assert_eq!(look_up(vec![slew], &[100.0, 200.0], PLACES), [100.0, 150.0, 0.0, 500.0]);
        let load = axis(Variable::OutputCapacitance, &[10.0]);
        assert_eq!(look_up(vec![load], &[7.0], PLACES), [7.0; 4]);
        assert_eq!(look_up(vec![], &[7.0], PLACES), [7.0; 4]);
    }

    #[test]
    fn long_axis_finds_every_segment() {
        let values: Vec<f32> = (0..40).map(|i| (i * i) as f32).collect();
        let slew = axis(Variable::InputSlew, &values);
        let mut tables = Tables::default();
        let table = Table { axes: vec![slew], values: values.iter().map(|value| 3.0 * value).collect() };
        let id = tables.add(&table, Variable::InputSlew, Variable::OutputCapacitance).unwrap();
        for i in 0..1600 {
            let x = i as f32;
            assert!((tables.look_up(id, x, 0.0) - 3.0 * x).abs() < 1e-3, "at {x}");
        }
    }

    #[test]
    fn other_variables_are_refused() {
        let mut tables = Tables::default();
        let table = Table { axes: vec![axis(Variable::RelatedSlew, &[1.0])], values: vec![1.0] };
        assert_eq!(tables.add(&table, Variable::InputSlew, Variable::OutputCapacitance), None);
    }

    #[test]
    fn nothing_is_beyond_the_last_segment() {
        for length in [2, 7, 8, 9, 10, 11, 17, 18] {
            let values: Vec<f32> = (0..length).map(|i| i as f32).collect();
            let slew = || axis(Variable::InputSlew, &values);
            let mut tables = Tables::default();
            let table = || Table { axes: vec![slew()], values: values.clone() };
            let ids =
                [(); 2].map(|()| tables.add(&table(), Variable::InputSlew, Variable::OutputCapacitance));
            let last = length as u32 - 2;
            for (value, segment) in
                [(f32::INFINITY, last), (f32::MAX, last), (f32::NAN, 0), (f32::NEG_INFINITY, 0)]
            {
                let found = tables.locate(tables.axes_of(ids[0].unwrap()).0, value);
                assert_eq!(found.segment, segment, "{value} on {length} knots");
            }
            let far = tables.look_up(ids[1].unwrap(), f32::INFINITY, 0.0);
            assert!(far.is_nan() || far == LARGEST, "{far}");
        }
    }

    #[test]
    fn nothing_becomes_infinite() {
        let slew = axis(Variable::InputSlew, &[1.0, 1.000_001]);
        let far = look_up(vec![slew], &[0.0, 1e9], [(1e9, 0.0), (-1e9, 0.0), (1.0, 0.0), (f32::MAX, 0.0)]);
        assert_eq!(far, [LARGEST, -LARGEST, 0.0, LARGEST]);
    }

    #[test]
    fn what_inputs_can_state_gives_a_number() {
        let axes: [&[f32]; 6] = [
            &[0.0],
            &[-1e9, 1e9],
            &[0.0, f32::MIN_POSITIVE, 1e9],
            &[-1e-45, 0.0, 1e-45],
            &[999_999_900.0, 1e9],
            &[1.0, 1.000_000_1, 2.0],
        ];
        // The greatest slew at a sink is that of a wire: its second moment's root.
        let places = [0.0, 1e-45, 1.0, 1e9, f32::MAX.sqrt(), -1e9];
        for (rows, columns) in axes.iter().flat_map(|rows| axes.iter().map(move |columns| (*rows, *columns)))
        {
            for corners in [[1e9, -1e9], [-1e9, 1e9], [1e9, 1e9], [0.0, 1e9]] {
                let values = (0..rows.len() * columns.len())
                    .map(|at| corners[(at + at / columns.len()) % 2])
                    .collect();
                let axes = vec![axis(Variable::InputSlew, rows), axis(Variable::OutputCapacitance, columns)];
                let mut tables = Tables::default();
                let id = tables
                    .add(&Table { axes, values }, Variable::InputSlew, Variable::OutputCapacitance)
                    .unwrap();
                for (row, column) in places.iter().flat_map(|&row| places.map(|column| (row, column))) {
                    let value = tables.look_up(id, row, column);
                    assert!(value.abs() <= LARGEST, "{value} at {row}, {column} of {rows:?} x {columns:?}");
                }
            }
        }
    }
}
