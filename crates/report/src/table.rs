//! Tables without borders: a header, a line of dashes, then a row a line, so that they can be searched and cut.

use comfy_table::{CellAlignment, ContentLineStyle, LineStyle, Table, TableStyle};

/// Where a column's text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Align {
    Left,
    Right,
}

const STYLE: TableStyle = TableStyle::new()
    .header_lines(ContentLineStyle::none())
    .header_separator(LineStyle::none().fill('-').junction('-'))
    .content_lines(ContentLineStyle::none());

/// A table's text, each line with its end.
pub(crate) fn render<const N: usize>(
    columns: [(&str, Align); N],
    rows: impl IntoIterator<Item = [String; N]>,
) -> String {
    let mut table = Table::new();
    table.load_style(STYLE).set_header(columns.map(|(title, _)| title));
    table.add_rows(rows);
    for (column, (_, align)) in table.column_iter_mut().zip(columns) {
        column.set_padding((0, 1));
        column.set_cell_alignment(match align {
            Align::Left => CellAlignment::Left,
            Align::Right => CellAlignment::Right,
        });
    }
    let mut text = table.trim_fmt();
    text.push('\n');
    text
}
