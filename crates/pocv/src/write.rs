//! A file of what was read.

use std::io;

use crate::{Entry, Pocv};

/// Writes every coefficient with all that it is of. What is written reads as the same.
///
/// # Errors
/// Those of `out`.
pub fn write(pocv: &Pocv, out: &mut impl io::Write) -> io::Result<()> {
    writeln!(out, "version: 4.0")?;
    pocv.entries.iter().try_for_each(|entry| write_entry(entry, out))
}

fn write_entry(entry: &Entry, out: &mut impl io::Write) -> io::Result<()> {
    let Entry { object_type, objects, delays, coefficient } = entry;
    let lists = [
        ("rf_type", [("rise", delays.transitions[0]), ("fall", delays.transitions[1])]),
        ("delay_type", [("cell", delays.of_cells), ("net", delays.of_nets)]),
        ("derate_type", [("early", delays.splits[0]), ("late", delays.splits[1])]),
        ("path_type", [("clock", delays.on_clock_paths), ("data", delays.on_data_paths)]),
    ];
    writeln!(out, "\nobject_type: {}", object_type.name())?;
    for (name, words) in lists {
        let words: Vec<&str> = words.into_iter().filter(|word| word.1).map(|word| word.0).collect();
        writeln!(out, "{name}: {}", words.join(" "))?;
    }
    let names: Vec<&str> = objects.iter().map(|object| &*object.name).collect();
    if !names.is_empty() {
        writeln!(out, "object_spec: {}", names.join(" "))?;
    }
    writeln!(out, "coefficient: {coefficient}")
}
