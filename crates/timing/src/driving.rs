//! An edge of a cell's arc as delay calculators see it.

use crate::library::EdgeTables;
use crate::table::{NO_TABLE, Position, Tables};

/// An edge of a cell's arc that drives a net: its tables and the slew at its input.
#[derive(Clone, Copy, Debug)]
pub struct DrivingEdge<'a> {
    tables: &'a Tables,
    edge: EdgeTables,
    input_slew: f32,
    /// Where the input slew lies on the rows of the table of slews.
    row: Position,
}

impl<'a> DrivingEdge<'a> {
    #[inline]
    pub(crate) fn new(tables: &'a Tables, edge: EdgeTables, input_slew: f32) -> Self {
        let row = if edge.slew == NO_TABLE {
            Position::default()
        } else {
            tables.locate(tables.axes_of(edge.slew).0, input_slew)
        };
        Self { tables, edge, input_slew, row }
    }

    /// The slew at the arc's input, ps; NaN where no signal comes.
    #[inline]
    pub fn input_slew(&self) -> f32 {
        self.input_slew
    }

    /// The slew at the driver with some load (fF), ps. None where the library gives no table.
    #[inline]
    pub fn slew(&self, load: f32) -> Option<f32> {
        let table = self.edge.slew;
        (table != NO_TABLE).then(|| {
            let column = self.tables.locate(self.tables.axes_of(table).1, load);
            self.tables.interpolate(table, self.row, column)
        })
    }

    /// The delay with some load (fF), ps. None where the library gives no table.
    #[inline]
    pub fn delay(&self, load: f32) -> Option<f32> {
        let table = self.edge.delay;
        (table != NO_TABLE).then(|| self.tables.look_up(table, self.input_slew, load))
    }
}
