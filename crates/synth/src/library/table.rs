//! Look-up tables in single precision.

/// Values over two axes. An axis of one point is of no influence.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Table {
    /// Slews of an input, or of constrained data, ps. Rising.
    pub(crate) rows: Vec<f32>,
    /// Loads, fF, or slews of a clock, ps. Rising.
    pub(crate) columns: Vec<f32>,
    /// ps. `[row][column]`
    pub(crate) values: Vec<f32>,
}

impl Table {
    /// The table of a formula.
    pub(crate) fn new(
        rows: impl IntoIterator<Item = f64>,
        columns: &[f64],
        value: impl Fn(f64, f64) -> f64,
    ) -> Self {
        let mut table =
            Self { columns: columns.iter().map(|&column| column as f32).collect(), ..Self::default() };
        for row in rows {
            table.rows.push(row as f32);
            table.values.extend(columns.iter().map(|&column| value(row, column) as f32));
        }
        table
    }

    /// The value at a place: bilinear, and so beyond the ends too.
    #[inline]
    pub(crate) fn at(&self, row: f32, column: f32) -> f32 {
        let (row, column) = (TablePlace::on(&self.rows, row), TablePlace::on(&self.columns, column));
        let along = |row: usize| {
            let row = &self.values[row * self.columns.len()..];
            row[column.low] + (row[column.high] - row[column.low]) * column.share
        };
        let (low, high) = (along(row.low), along(row.high));
        low + (high - low) * row.share
    }
}

/// A place on an axis: between which of its points, and how far.
struct TablePlace {
    low: usize,
    high: usize,
    share: f32,
}

impl TablePlace {
    #[inline]
    fn on(axis: &[f32], value: f32) -> Self {
        if axis.len() < 2 {
            return Self { low: 0, high: 0, share: 0.0 };
        }
        let mut low = 0;
        while low + 2 < axis.len() && value > axis[low + 1] {
            low += 1;
        }
        Self { low, high: low + 1, share: (value - axis[low]) / (axis[low + 1] - axis[low]) }
    }
}

#[cfg(test)]
mod tests {
    use super::Table;

    #[test]
    fn places_between_and_beyond_the_points() {
        let table = Table::new([0.0, 10.0, 30.0], &[1.0, 2.0], |row, column| row * column);
        for (row, column, expected) in
            [(0.0, 1.0, 0.0), (5.0, 1.5, 7.5), (20.0, 2.0, 40.0), (40.0, 3.0, 120.0)]
        {
            assert_eq!(table.at(row, column), expected, "{row} {column}");
        }
        assert_eq!(Table::new([1.0], &[1.0], |_, _| 7.0).at(50.0, 60.0), 7.0);
        assert_eq!(Table::new([1.0], &[0.0, 4.0], |_, column| column).at(50.0, 3.0), 3.0);
    }
}
