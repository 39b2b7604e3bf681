//! Look-up tables: made at random, written as Liberty, and looked up by the definition.

use std::fmt::Write;

use super::dice::Dice;

/// A table over up to two variables; an axis that is empty is not there.
#[derive(Clone, Debug)]
pub struct Table {
    row: Vec<f64>,
    column: Vec<f64>,
    /// Row by row.
    values: Vec<f64>,
    /// Whether the file has the column variable first.
    transposed: bool,
}

/// What a table is made for: its range, and what its two axes are called.
#[derive(Clone, Copy)]
pub struct Shape {
    /// Of the values near the origin.
    base: (f64, f64),
    /// Gain along rows and along columns.
    gain: [f64; 2],
    /// Longest spacing of the axes.
    spacing: [f64; 2],
    /// Prefix of the template, and its letters for row and column.
    template: (&'static str, [char; 2]),
}

pub const DELAY: Shape =
    Shape { base: (2.0, 40.0), gain: [0.25, 2.0], spacing: [40.0, 12.0], template: ("delay", ['s', 'l']) };
pub const SLEW: Shape =
    Shape { base: (2.0, 30.0), gain: [0.25, 3.0], spacing: [40.0, 12.0], template: ("delay", ['s', 'l']) };
pub const CHECK: Shape = Shape {
    base: (-10.0, 20.0),
    gain: [0.25, -0.25],
    spacing: [40.0, 40.0],
    template: ("check", ['d', 'c']),
};

impl Table {
    /// One value everywhere.
    pub fn constant(value: f64) -> Self {
        Self { row: vec![], column: vec![], values: vec![value], transposed: false }
    }

    /// A random table; `plain` ones are one of few numbers, so that many paths have the same delay.
    pub fn random(dice: &mut Dice, shape: &Shape, plain: bool) -> Self {
        let base = dice.number(shape.base.0, shape.base.1, 0.125);
        if plain {
            return Self::constant(*dice.pick(&[8.0, 16.0, 24.0]));
        }
        let [row, column] = shape.spacing.map(|spacing| axis(dice, spacing));
        let mut values = Vec::new();
        for r in 0..row.len().max(1) {
            for c in 0..column.len().max(1) {
                let along =
                    |axis: &[f64], at: usize, gain: f64| axis.get(at).map_or(0.0, |value| value * gain);
                let plane = base + along(&row, r, shape.gain[0]) + along(&column, c, shape.gain[1]);
                values.push((plane * 64.0).round() / 64.0 + dice.number(-0.5, 0.5, 0.125));
            }
        }
        let transposed = !row.is_empty() && !column.is_empty() && dice.chance(30);
        Self { row, column, values, transposed }
    }

    /// The same over, by nothing or a little more at each point.
    pub fn raised(&self, dice: &mut Dice, plain: bool) -> Self {
        let values = self
            .values
            .iter()
            .map(|value| value + if plain { *dice.pick(&[0.0, 8.0]) } else { dice.number(0.0, 4.0, 0.125) });
        Self { values: values.collect(), ..self.clone() }
    }

    /// The value between, or on the straight line beyond, the nearest points of the table.
    pub fn look_up(&self, row: f64, column: f64) -> f64 {
        let (rows, columns) = (weights(&self.row, row), weights(&self.column, column));
        let width = self.column.len().max(1);
        let mut sum = 0.0;
        for (r, row_weight) in rows {
            for (c, column_weight) in columns {
                sum += row_weight * column_weight * self.values[r * width + c];
            }
        }
        sum
    }

    /// Writes it as a Liberty group.
    pub fn write(&self, text: &mut String, group: &str, shape: &Shape) {
        let (prefix, [row, column]) = shape.template;
        let mut axes = vec![(row, &self.row), (column, &self.column)];
        if self.transposed {
            axes.reverse();
        }
        axes.retain(|(_, axis)| !axis.is_empty());
        let letters: String = axes.iter().map(|(letter, _)| letter).collect();
        let template = if axes.is_empty() { "scalar".to_string() } else { format!("{prefix}_{letters}") };
        write!(text, "{group} ({template}) {{ ").unwrap();
        for (number, (_, axis)) in axes.iter().enumerate() {
            write!(text, "index_{} (\"{}\"); ", number + 1, list(axis)).unwrap();
        }
        let (height, width) = (self.row.len().max(1), self.column.len().max(1));
        let lines: Vec<String> = if self.transposed {
            let column = |c: usize| (0..height).map(|r| self.values[r * width + c]).collect::<Vec<_>>();
            (0..width).map(|c| format!("\"{}\"", list(&column(c)))).collect()
        } else {
            self.values.chunks(width).map(|row| format!("\"{}\"", list(row))).collect()
        };
        // A table over one variable is one line.
        let values =
            if self.column.is_empty() { lines.join(", ").replace("\", \"", ", ") } else { lines.join(", ") };
        writeln!(text, "values ({values}); }}").unwrap();
    }
}

/// Up to four points, sometimes only one, sometimes none.
fn axis(dice: &mut Dice, spacing: f64) -> Vec<f64> {
    let points = *dice.pick(&[0, 1, 2, 3, 4, 4]);
    let mut at = dice.number(0.0, spacing / 4.0, 0.125);
    let mut axis = Vec::new();
    for _ in 0..points {
        axis.push(at);
        at += dice.number(spacing / 4.0, spacing, 0.125);
    }
    axis
}

/// The two points that count on an axis, and how much.
fn weights(axis: &[f64], value: f64) -> [(usize, f64); 2] {
    if axis.len() < 2 {
        return [(0, 1.0), (0, 0.0)];
    }
    let low = axis[1..axis.len() - 1].iter().rposition(|&knot| knot <= value).map_or(0, |inner| inner + 1);
    let share = (value - axis[low]) / (axis[low + 1] - axis[low]);
    [(low, 1.0 - share), (low + 1, share)]
}

fn list(values: &[f64]) -> String {
    values.iter().map(f64::to_string).collect::<Vec<_>>().join(", ")
}

/// The templates that tables name.
pub const TEMPLATES: &str = r#"
lu_table_template (delay_sl) { variable_1 : input_net_transition; variable_2 : total_output_net_capacitance; index_1 ("1, 2"); index_2 ("1, 2"); }
lu_table_template (delay_ls) { variable_1 : total_output_net_capacitance; variable_2 : input_net_transition; index_1 ("1, 2"); index_2 ("1, 2"); }
lu_table_template (delay_s) { variable_1 : input_net_transition; index_1 ("1, 2"); }
lu_table_template (delay_l) { variable_1 : total_output_net_capacitance; index_1 ("1, 2"); }
lu_table_template (check_dc) { variable_1 : constrained_pin_transition; variable_2 : related_pin_transition; index_1 ("1, 2"); index_2 ("1, 2"); }
lu_table_template (check_cd) { variable_1 : related_pin_transition; variable_2 : constrained_pin_transition; index_1 ("1, 2"); index_2 ("1, 2"); }
lu_table_template (check_d) { variable_1 : constrained_pin_transition; index_1 ("1, 2"); }
lu_table_template (check_c) { variable_1 : related_pin_transition; index_1 ("1, 2"); }
"#;
