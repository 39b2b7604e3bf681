//! Tables of edges for the sweeps of a GPU: delays and slews side by side, those of a rise and of a fall too, so that the lanes of an arc read the same cache
//! lines.

use zeroslack_timing::{AxisSpan, DelayArrays, EdgeTables, NO_TABLE};

use crate::arrays::NONE;

/// Values of both edges of a split, and where each edge's are.
#[derive(Debug, Default)]
pub(crate) struct TablePairs {
    /// (delay, slew): of a rise, of a fall, in alternation.
    pub(crate) pairs: Vec<[f32; 2]>,
    /// As `EdgeTables` in `arrays.h`. `[arc model][lane]`.
    pub(crate) edges: Vec<[u32; 8]>,
}

/// The tables of a split: of a rise and of a fall.
type Edges = [EdgeTables; 2];

impl TablePairs {
    pub(crate) fn new(data: &DelayArrays<'_>) -> Self {
        let mut found = Self::default();
        for &[early, late] in data.arc_tables {
            let first = found.edges.len();
            found.add(data, &early);
            let is_same = (0..2).all(|to| is_same_edge(data, early[to], late[to]));
            if is_same { found.repeat(first, &late) } else { found.add(data, &late) }
        }
        found
    }

    /// Adds the edges of a split.
    fn add(&mut self, data: &DelayArrays<'_>, edges: &Edges) {
        let paired = Paired::new(data, edges);
        let first = self.pairs.len() as u32;
        if let Some(paired) = &paired {
            let tables = edges.map(|EdgeTables { delay, slew }| {
                [delay, slew].map(|table| if table == NO_TABLE { &[][..] } else { values_of(data, table) })
            });
            let count = tables.as_flattened().iter().map(|values| values.len()).max().unwrap_or(0);
            debug_assert_eq!(count as u32 % paired.columns, 0, "whole rows");
            for at in 0..count {
                self.pairs
                    .extend(tables.map(|pair| pair.map(|values| values.get(at).copied().unwrap_or(0.0))));
            }
        }
        for (to, EdgeTables { delay, slew }) in (0..).zip(edges) {
            self.edges.push(match &paired {
                Some(Paired { axes: [row, column], columns }) if *delay != NO_TABLE => {
                    [*row, *column, 2 * columns, first + to, *delay, *slew, 0, 0]
                }
                _ => [NONE, NONE, 0, 0, *delay, *slew, 0, 0],
            });
        }
    }

    /// Adds edges whose tables have the values of those added from `first` on.
    fn repeat(&mut self, first: usize, edges: &Edges) {
        for (to, EdgeTables { delay, slew }) in edges.iter().enumerate() {
            let [row, column, stride, pair, ..] = self.edges[first + to];
            self.edges.push([row, column, stride, pair, *delay, *slew, 0, 0]);
        }
    }
}

/// What tables in pairs have in common.
struct Paired {
    /// As `EdgeTables` in `arrays.h` has them.
    axes: [u32; 2],
    columns: u32,
}

impl Paired {
    /// None if an edge has only one table, none has any, two run over different axes, or an axis is long.
    fn new(data: &DelayArrays<'_>, edges: &Edges) -> Option<Self> {
        let is_whole = |edge: &EdgeTables| (edge.delay == NO_TABLE) == (edge.slew == NO_TABLE);
        if edges.iter().any(|edge| edge.is_within_latch()) {
            return None;
        }
        let mut tables = edges
            .iter()
            .flat_map(|edge| [edge.delay, edge.slew])
            .filter(|&table| table != NO_TABLE)
            .map(|table| &data.tables[table as usize]);
        let table = tables.next()?;
        let axes = [table.row_axis, table.column_axis];
        let is_alike = tables.all(|other| [other.row_axis, other.column_axis] == axes);
        if !is_alike || !edges.iter().all(is_whole) {
            return None;
        }
        let [row, column] = axes.map(|axis| packed_axis(&data.axes[axis as usize]));
        Some(Self { axes: [row?, column?], columns: table.stride })
    }
}

/// An axis in one word: it starts at a multiple of eight knots, which leaves three bits to say how many eights there are.
fn packed_axis(axis: &AxisSpan) -> Option<u32> {
    let eights = axis.padded / 8;
    (axis.first.is_multiple_of(8) && eights < 8).then_some(axis.first | eights)
}

/// Whether two edges have the same tables, or equal ones.
fn is_same_edge(data: &DelayArrays<'_>, a: EdgeTables, b: EdgeTables) -> bool {
    if a.is_within_latch() || b.is_within_latch() {
        return a == b;
    }
    is_same_table(data, a.delay, b.delay) && is_same_table(data, a.slew, b.slew)
}

fn is_same_table(data: &DelayArrays<'_>, a: u32, b: u32) -> bool {
    if a == b || a == NO_TABLE || b == NO_TABLE {
        return a == b;
    }
    let axes = |table: u32| {
        let table = &data.tables[table as usize];
        [table.row_axis, table.column_axis]
    };
    let bits = |table: u32| values_of(data, table).iter().map(|value| value.to_bits());
    axes(a) == axes(b) && bits(a).eq(bits(b))
}

/// All values of a table, row by row.
fn values_of<'a>(data: &DelayArrays<'a>, table: u32) -> &'a [f32] {
    let first = data.tables[table as usize].first as usize;
    let end = data.tables.get(table as usize + 1).map_or(data.values.len(), |next| next.first as usize);
    &data.values[first..end]
}
