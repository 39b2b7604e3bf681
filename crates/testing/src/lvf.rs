//! Tables of variation (LVF) for libraries that have none: no open library has.

use std::collections::HashMap;
use std::fmt::Write;

/// The formula that tables of variation are made by.
///
/// With the delay d in a table and the input slew s at a place in it, and w the drive strength that the end of the cell's name says (`INV_X4`, `inv_4`: 4; else 1), the
/// standard deviation is `of_delay`·d/√w + `of_slew`·s + `least`, that of a setup or hold time `of_slew`·s + `least`, where s is the slew of the data. Late ones are
/// `late` times that. With `moments` the mean shift of a delay is `mean_shift`·d, the cube root of its third central moment `skewness` standard deviations, and `ocv_std_dev_*` is what this
/// formula says, beside an `ocv_sigma_*` of three times as much, which then counts for nothing.
///
/// All these are sums of multiples of the delay and the slew, which bilinear interpolation keeps: what is looked up has to follow from the delay and the slew at an arc by the same formula.
#[derive(Clone, Copy, Debug)]
pub struct Lvf {
    /// a
    pub of_delay: f64,
    /// b
    pub of_slew: f64,
    /// In the file's unit of time.
    pub least: f64,
    /// How much more late ones are than early ones.
    pub late: f64,
    /// Of delays.
    pub mean_shift: f64,
    /// From -0.99 to 0.99; its cube is the skewness.
    pub skewness: f64,
    /// Whether there are tables of moments beside those of sigma.
    pub moments: bool,
}

/// A template's variables and indices.
#[derive(Clone, Default)]
struct Template<'t> {
    variables: [&'t str; 2],
    indices: [&'t str; 2],
}

impl Lvf {
    /// The standard deviation of an early delay, in any unit of time in which `least` is, too.
    pub fn sigma(&self, cell: &str, delay: f64, slew: f64, least: f64) -> f64 {
        self.of_delay * delay / drive_strength(cell).sqrt() + self.of_slew * slew + least
    }

    /// A library's text with tables of variation beside each table of delays, setup and hold times of up to two axes.
    pub fn add_to(&self, liberty: &str) -> String {
        let mut out = String::with_capacity(2 * liberty.len());
        let (mut templates, mut cell) = (HashMap::new(), "");
        let mut done = 0;
        for (start, word) in words(liberty) {
            let rest = &liberty[start + word.len()..];
            let Some((argument, after)) = argument(rest) else { continue };
            match word {
                "cell" => cell = argument,
                "lu_table_template" => {
                    templates.insert(argument, template(body(after)));
                }
                "cell_rise" | "cell_fall" | "rise_constraint" | "fall_constraint" => {
                    let body = body(after);
                    let own = template(body);
                    let of = templates.get(argument).cloned().unwrap_or_default();
                    let table = Table {
                        cell,
                        name: word,
                        template: argument,
                        variables: of.variables,
                        indices: [0, 1].map(|at| {
                            if own.indices[at].is_empty() { of.indices[at] } else { own.indices[at] }
                        }),
                        own: own.indices,
                        values: attribute(body, "values").unwrap_or_default(),
                    };
                    // After the group's closing brace.
                    let end = body.as_ptr() as usize - liberty.as_ptr() as usize + body.len() + 1;
                    out += &liberty[done..end];
                    self.write(&table, &mut out);
                    done = end;
                }
                _ => {}
            }
        }
        out + &liberty[done..]
    }

    fn write(&self, table: &Table<'_>, out: &mut String) {
        let is_delay = table.name.starts_with("cell");
        let Self { late, mean_shift, skewness, moments, .. } = *self;
        let of = |delay: f64, slew: f64| {
            self.sigma(table.cell, if is_delay { delay } else { 0.0 }, slew, self.least)
        };
        let sigma = |factor: f64| move |delay, slew| factor * of(delay, slew);
        let wrong = if moments { 3.0 } else { 1.0 };
        table.write(("sigma", "early"), &sigma(wrong), out);
        table.write(("sigma", "late"), &sigma(wrong * late), out);
        if moments {
            table.write(("std_dev", "early"), &sigma(1.0), out);
            table.write(("std_dev", "late"), &sigma(late), out);
        }
        if moments && is_delay {
            table.write(("mean_shift", "early_and_late"), &|delay, _| mean_shift * delay, out);
            table.write(("skewness", "early"), &sigma(skewness), out);
            table.write(("skewness", "late"), &sigma(skewness * late), out);
        }
    }
}

/// The strength at the end of a cell's name.
pub fn drive_strength(cell: &str) -> f64 {
    let digits = cell.len() - cell.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let (name, number) = cell.split_at(cell.len() - digits);
    let is_strength = name.ends_with(['_', 'X', 'x']);
    number.parse().ok().filter(|&strength| is_strength && strength > 0.0).unwrap_or(1.0)
}

/// A table of a library.
struct Table<'t> {
    cell: &'t str,
    name: &'t str,
    template: &'t str,
    variables: [&'t str; 2],
    indices: [&'t str; 2],
    /// The indices that it has itself.
    own: [&'t str; 2],
    values: &'t str,
}

impl Table<'_> {
    /// Writes a table with the same indices.
    fn write(&self, (moment, sigma_type): (&str, &str), value: &dyn Fn(f64, f64) -> f64, out: &mut String) {
        let slews = ["input_net_transition", "input_transition_time", "constrained_pin_transition"];
        let axis = self.variables.iter().position(|variable| slews.contains(variable));
        let [first, second] = self.indices.map(numbers);
        let columns = second.len().max(1);
        let values = numbers(self.values).into_iter().enumerate().map(|(place, nominal)| {
            let slew = match axis {
                Some(0) => first[place / columns],
                Some(_) => second[place % columns],
                None => 0.0,
            };
            format!("{:.9}", value(nominal, slew))
        });
        let values: Vec<String> = values.collect();
        let _ = write!(out, "\nocv_{moment}_{} ({}) {{ sigma_type : {sigma_type};", self.name, self.template);
        for (number, index) in self.own.iter().enumerate().filter(|(_, index)| !index.is_empty()) {
            let _ = write!(out, " index_{} ({index});", number + 1);
        }
        let _ = write!(out, " values (\"{}\"); }}", values.join(", "));
    }
}

/// Words with the places where they begin.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_in_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.split(move |c| !is_in_word(c))
        .filter(|word| !word.is_empty())
        .map(move |word| (word.as_ptr() as usize - text.as_ptr() as usize, word))
}

/// What a word has in parentheses after it, without quotes, if it is followed by a brace; and the text after that.
fn argument(rest: &str) -> Option<(&str, &str)> {
    let (argument, after) = rest.trim_start().strip_prefix('(')?.split_once(')')?;
    let after = after.trim_start().strip_prefix('{')?;
    Some((argument.trim().trim_matches('"'), after))
}

/// A group up to its closing brace; no table or template has a group in it.
fn body(after: &str) -> &str {
    after.split('}').next().unwrap_or_default()
}

fn template(body: &str) -> Template<'_> {
    let variable = |name| {
        let (_, after) = body.split_once(name)?;
        Some(after.split(';').next()?.trim_start_matches([' ', ':']).trim().trim_matches('"'))
    };
    Template {
        variables: ["variable_1", "variable_2"].map(|name| variable(name).unwrap_or_default()),
        indices: ["index_1", "index_2"].map(|name| attribute(body, name).unwrap_or_default()),
    }
}

/// What an attribute has in parentheses.
fn attribute<'t>(body: &'t str, name: &str) -> Option<&'t str> {
    let (_, after) = body.split_once(name)?;
    Some(after.split_once('(')?.1.split_once(')')?.0)
}

fn numbers(list: &str) -> Vec<f64> {
    list.split([',', ' ', '"', '\\', '\n', '\r', '\t']).filter_map(|number| number.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_small_library() {
        let lvf = Lvf {
            of_delay: 0.1,
            of_slew: 0.5,
            least: 1.0,
            late: 2.0,
            mean_shift: 0.5,
            skewness: 0.5,
            moments: false,
        };
        let library = "library (l) { lu_table_template (t) { variable_1 : input_net_transition; \
            variable_2 : \"total_output_net_capacitance\"; index_1 (\"1, 2\"); index_2 (\"5, 6\"); } \
            cell (\"INV_X4\") { pin (Y) { timing () { cell_rise (t) { values (\"10, 20\", \\\n \"30, 40\"); } \
            rise_transition (t) { values (\"1, 2, 3, 4\"); } \
            fall_constraint(scalar){values (7);} } } } }";
        let both = |name: &str, early: &str, late: &str| {
            format!(
                "\nocv_sigma_{name} {{ sigma_type : early; values (\"{early}\"); }}\nocv_sigma_{name} {{ sigma_type : late; values (\"{late}\"); }}"
            )
        };
        let (first, rest) = library.split_once(" rise_transition").unwrap_or_default();
        let (second, rest) = rest.split_once("(7);}").unwrap_or_default();
        let delays = both(
            "cell_rise (t)",
            "2.000000000, 2.500000000, 3.500000000, 4.000000000",
            "4.000000000, 5.000000000, 7.000000000, 8.000000000",
        );
        let constraints = both("fall_constraint (scalar)", "1.000000000", "2.000000000");
        let expected = format!("{first}{delays} rise_transition{second}(7);}}{constraints}{rest}");
        assert_eq!(lvf.add_to(library), expected);
    }

    #[test]
    fn strengths() {
        for (cell, strength) in
            [("INV_X4", 4.0), ("sky130_fd_sc_hd__inv_16", 16.0), ("NAND2", 1.0), ("B_0", 1.0)]
        {
            assert_eq!(drive_strength(cell), strength, "{cell}");
        }
    }
}
