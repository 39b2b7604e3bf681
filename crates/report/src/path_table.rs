//! Many paths as a table in the memory layout of Apache Arrow, which data frames load.

use std::sync::Arc;

use arrow_array::builder::{Float64Builder, ListBuilder, StringBuilder, UInt64Builder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use zeroslack_paths::{FlatPath, Root};
use zeroslack_units::{Transition, ps};

use crate::analysis::Analysis;
use crate::path_list::times;

/// The columns of a table of paths, those of the lines of JSON ([`ListFormat::JsonLines`](crate::ListFormat::JsonLines)) and the names of both ends: `number`, `check`,
/// `split`, `slack`, `arrival`, `required` (ps), `startpoint`, `endpoint`, and for each pin from the start to the end `pins`, `transitions` (`r`, `f`), `times` (ps).
pub fn path_schema() -> SchemaRef {
    let list = |of: DataType| DataType::List(Arc::new(Field::new_list_field(of, true)));
    let column = |name: &str, of: DataType| Field::new(name, of, false);
    Arc::new(Schema::new(vec![
        column("number", DataType::UInt64),
        column("check", DataType::Utf8),
        column("split", DataType::Utf8),
        column("slack", DataType::Float64),
        column("arrival", DataType::Float64),
        column("required", DataType::Float64),
        column("startpoint", DataType::Utf8),
        column("endpoint", DataType::Utf8),
        column("pins", list(DataType::Utf8)),
        column("transitions", list(DataType::Utf8)),
        column("times", list(DataType::Float64)),
    ]))
}

/// Some rows of a table of paths that are ranked before CPPR: each with its number, where it ends, and the path.
///
/// # Errors
/// If they are more than a table can have.
pub fn path_rows<'p>(
    analysis: &Analysis<'_>,
    paths: impl IntoIterator<Item = (usize, &'p Root, FlatPath<'p>)>,
) -> Result<RecordBatch, ArrowError> {
    let mut number = UInt64Builder::new();
    let [mut check, mut split, mut startpoint, mut endpoint] = [(); 4].map(|()| StringBuilder::new());
    let [mut slack, mut arrival, mut required] = [(); 3].map(|()| Float64Builder::new());
    let [mut pins, mut transitions] = [(); 2].map(|()| ListBuilder::new(StringBuilder::new()));
    let mut pin_times = ListBuilder::new(Float64Builder::new());
    let mut name = Vec::new();
    for (place, root, path) in paths {
        number.append_value(place as u64);
        check.append_value(root.kind.name());
        split.append_value(root.split().name());
        slack.append_value(ps(path.slack));
        arrival.append_value(ps(path.arrival));
        required.append_value(ps(path.required));
        let mut first = true;
        for (pin, transition) in path.points(analysis.graph) {
            name.clear();
            analysis.names.write_pin_name(pin, &mut name);
            let text = String::from_utf8_lossy(&name);
            if std::mem::take(&mut first) {
                startpoint.append_value(&text);
            }
            pins.values().append_value(&text);
            transitions.values().append_value(if transition == Transition::Rise { "r" } else { "f" });
        }
        endpoint.append_value(String::from_utf8_lossy(&name));
        times(analysis, root, path).into_iter().for_each(|time| pin_times.values().append_value(ps(time)));
        pins.append(true);
        transitions.append(true);
        pin_times.append(true);
    }
    let columns: Vec<ArrayRef> = vec![
        Arc::new(number.finish()),
        Arc::new(check.finish()),
        Arc::new(split.finish()),
        Arc::new(slack.finish()),
        Arc::new(arrival.finish()),
        Arc::new(required.finish()),
        Arc::new(startpoint.finish()),
        Arc::new(endpoint.finish()),
        Arc::new(pins.finish()),
        Arc::new(transitions.finish()),
        Arc::new(pin_times.finish()),
    ];
    RecordBatch::try_new(path_schema(), columns)
}
