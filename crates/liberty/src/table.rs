//! Look-up tables.

use crate::scan::{Scanner, TextPiece};
use crate::template::Template;
use crate::{Axis, Table, Variable, header::Header};

/// `sigma_type` of an `ocv_*` table: which of early and late it is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Splits {
    pub early: bool,
    pub late: bool,
}

/// A table's statements, before its shape is known.
struct Content<'t> {
    indices: [Option<TextPiece<'t>>; 3],
    values: Option<TextPiece<'t>>,
    splits: Splits,
}

/// Reads the table group just opened; `group` holds its name, `template` its argument, values are times `scale`.
/// A table with an error is dropped.
pub(crate) fn read<'t>(
    scan: &mut Scanner<'t>,
    header: &Header<'t>,
    group: TextPiece<'t>,
    template: TextPiece<'t>,
    scale: f64,
) -> Option<(Table, Splits)> {
    let content = Content::read(scan);
    let shape = shape(scan, header, template)?;
    let axes = axes(scan, header, group, &shape, &content.indices)?;
    let Some(list) = content.values else {
        scan.error("LIB-017", group.span(), || {
            format!("table '{}' has no values: expected 'values'", group.text)
        });
        return None;
    };
    let size = axes.iter().try_fold(1_usize, |size, axis| size.checked_mul(axis.values.len()));
    // The text bounds how many values there can be, whatever the axes say.
    let mut values = Vec::with_capacity(size.unwrap_or(0).min(list.text.len() / 2 + 1));
    if !scan.numbers(list, scale, &mut values) {
        return None;
    }
    if size != Some(values.len()) {
        scan.error("LIB-018", group.span(), || {
            let lengths: Vec<_> = axes.iter().map(|axis| axis.values.len().to_string()).collect();
            let expected = if axes.is_empty() { "1".to_string() } else { lengths.join(" x ") };
            format!("table '{}' has {} values, expected {expected}", group.text, values.len())
        });
        return None;
    }
    Some((Table { axes, values }, content.splits))
}

impl<'t> Content<'t> {
    fn read(scan: &mut Scanner<'t>) -> Self {
        let splits = Splits { early: true, late: true };
        let mut content = Self { indices: [None; 3], values: None, splits };
        if scan.enter() {
            while let Some(statement) = scan.statement() {
                match statement.name.text {
                    "values" => content.values = Some(statement.argument),
                    "index_1" => content.indices[0] = Some(statement.argument),
                    "index_2" => content.indices[1] = Some(statement.argument),
                    "index_3" => content.indices[2] = Some(statement.argument),
                    "sigma_type" => content.splits = splits_of(scan, statement.argument),
                    _ => {}
                }
            }
        }
        content
    }
}

fn splits_of<'t>(scan: &mut Scanner<'t>, argument: TextPiece<'t>) -> Splits {
    let both = Splits { early: true, late: true };
    match argument.first_argument().text {
        "early" => Splits { late: false, ..both },
        "late" => Splits { early: false, ..both },
        "early_and_late" => both,
        other => {
            scan.warning("LIB-047", argument.span(), || {
                format!("sigma type '{other}', expected 'early', 'late' or 'early_and_late': taken as the last of these")
            });
            both
        }
    }
}

/// The template a table names. `scalar`, or no name at all, is one without axes.
fn shape<'t>(scan: &mut Scanner<'t>, header: &Header<'t>, template: TextPiece<'t>) -> Option<Template<'t>> {
    let name = template.first_argument();
    if let Some(template) = header.templates.get(name.text) {
        return Some(*template);
    }
    if matches!(name.text, "scalar" | "") {
        return Some(Template::default());
    }
    scan.error("LIB-019", name.span(), || {
        format!("table template '{}' is not defined: expected an 'lu_table_template' of that name", name.text)
    });
    None
}

/// The axes of a table: its own indices, else those of its template.
fn axes<'t>(
    scan: &mut Scanner<'t>,
    header: &Header<'t>,
    group: TextPiece<'t>,
    template: &Template<'t>,
    own: &[Option<TextPiece<'t>>; 3],
) -> Option<Vec<Axis>> {
    let variables = template.variables.iter().map_while(|variable| *variable);
    let mut axes = Vec::with_capacity(variables.clone().count());
    for (number, name) in variables.enumerate() {
        let Some(variable) = Variable::parse(name.first_argument().text) else {
            scan.error("LIB-020", name.span(), || {
                let name = name.first_argument().text;
                format!(
                    "a table of delays has the variable '{name}', expected a transition or a load capacitance"
                )
            });
            return None;
        };
        let Some(index) = own[number].or(template.indices[number]) else {
            scan.error("LIB-021", group.span(), || {
                format!("table '{}' has no 'index_{}', and its template has none", group.text, number + 1)
            });
            return None;
        };
        let mut values = Vec::with_capacity(8);
        if !scan.numbers(index, variable.scale(header), &mut values) {
            return None;
        }
        if values.is_empty() || !values.is_sorted_by(|low, high| low < high) {
            scan.error("LIB-022", index.span(), || {
                format!("'index_{}' must be rising numbers, at least one", number + 1)
            });
            return None;
        }
        axes.push(Axis { variable, values });
    }
    Some(axes)
}
