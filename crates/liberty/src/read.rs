//! The `library` group, from the top of the file.

use rustc_hash::FxHashSet;
use zeroslack_input::Diagnostics;

use crate::budget::Budget;
use crate::cell;
use crate::header::Header;
use crate::number::number;
use crate::scan::{Scanner, TextPiece};
use crate::statement::{Form, Statement};
use crate::{Library, OperatingConditions};

/// Reads a Liberty library.
///
/// The value holds what could be read, also after errors. Text that no timing analysis needs (power, current
/// source, noise) is skipped unread, so what is wrong in it goes unnoticed as long as its braces match.
pub fn read(text: &str) -> (Library, Diagnostics) {
    let mut pass = Pass::new(text, Header::default());
    pass.file();
    if pass.has_late_header {
        // Something stated after the first cell holds for all cells: read them again, knowing it.
        pass = Pass::new(text, pass.header);
        pass.file();
    }
    pass.finish()
}

/// One reading of a file.
struct Pass<'t> {
    scan: Scanner<'t>,
    header: Header<'t>,
    has_late_header: bool,
    budget: Budget,
    library: Library,
    cell_names: FxHashSet<&'t str>,
}

impl<'t> Pass<'t> {
    fn new(text: &'t str, header: Header<'t>) -> Self {
        Self {
            scan: Scanner::new(text),
            header,
            has_late_header: false,
            budget: Budget::default(),
            library: Library::default(),
            cell_names: FxHashSet::default(),
        }
    }

    fn file(&mut self) {
        let mut has_library = false;
        while let Some(statement) = self.scan.statement() {
            let name = statement.name;
            if name.text != "library" || statement.form != Form::Group {
                self.scan.error("LIB-036", name.span(), || {
                    format!("'{}' is outside of the library: expected 'library (name) {{'", name.text)
                });
            } else if has_library {
                self.scan.warning("LIB-037", name.span(), || {
                    "a second library in the file is ignored: expected one".to_string()
                });
            } else {
                has_library = true;
                self.library(&statement);
            }
        }
        if !has_library && !self.scan.diagnostics.has_errors() {
            self.scan.error("LIB-038", 0..0, || "the file is empty: expected 'library (name) {'".to_string());
        }
    }

    fn library(&mut self, group: &Statement<'t>) {
        self.library.name = group.argument.first_argument().text.into();
        if !self.scan.enter() {
            return;
        }
        while let Some(statement) = self.scan.statement() {
            if statement.name.text == "cell" {
                if let Some(name) = self.scan.group_name(&statement) {
                    self.cell(name);
                }
            } else if self.header.take(&mut self.scan, &statement) {
                self.has_late_header |= !self.library.cells.is_empty();
            } else {
                self.attribute(&statement);
            }
        }
    }

    fn cell(&mut self, name: TextPiece<'t>) {
        if self.cell_names.insert(name.text) {
            let cell = cell::read(&mut self.scan, &self.header, &mut self.budget, name);
            self.library.cells.push(cell);
        } else {
            self.scan.warning("LIB-039", name.span(), || {
                format!("cell '{}' is there already: this one is ignored", name.text)
            });
        }
    }

    fn attribute(&mut self, statement: &Statement<'t>) {
        let argument = statement.argument;
        let quiet = || number(argument.first_argument().text).map(|value| value as f32);
        match statement.name.text {
            "nom_process" => self.library.nominal.process = quiet(),
            "nom_voltage" => self.library.nominal.voltage = quiet(),
            "nom_temperature" => self.library.nominal.temperature = quiet(),
            "default_operating_conditions" => {
                self.library.default_operating_conditions = self.scan.string_value(statement);
            }
            "operating_conditions" => {
                let conditions = operating_conditions(&mut self.scan, argument.first_argument());
                self.library.operating_conditions.push(conditions);
            }
            "delay_model" if argument.first_argument().text != "table_lookup" => {
                self.scan.error("LIB-040", argument.span(), || {
                    format!("delay model '{}' is not supported, expected 'table_lookup'", argument.text)
                });
            }
            "include_file" => self
                .scan
                .warning("LIB-041", argument.span(), || format!("file '{}' is not included", argument.text)),
            _ => {}
        }
    }

    fn finish(self) -> (Library, Diagnostics) {
        let Self { scan, header, mut library, .. } = self;
        library.units = header.units;
        library.thresholds = header.thresholds;
        library.default_max_transition = header.max_transition();
        library.default_max_capacitance = header.max_capacitance();
        library.default_max_fanout = header.defaults.max_fanout.map(|value| value as f32);
        library.default_fanout_load = header.defaults.fanout_load.map(|value| value as f32);
        for conditions in library.operating_conditions.iter_mut().chain([&mut library.nominal]) {
            conditions.voltage =
                conditions.voltage.map(|volt| (f64::from(volt) * header.units.voltage) as f32);
        }
        (library, scan.diagnostics)
    }
}

/// Reads the group just opened.
fn operating_conditions<'t>(scan: &mut Scanner<'t>, name: TextPiece<'t>) -> OperatingConditions {
    let mut conditions = OperatingConditions { name: name.text.into(), ..OperatingConditions::default() };
    if scan.enter() {
        while let Some(statement) = scan.statement() {
            let value = || number(statement.argument.first_argument().text).map(|value| value as f32);
            match statement.name.text {
                "process" => conditions.process = value(),
                "voltage" => conditions.voltage = value(),
                "temperature" => conditions.temperature = value(),
                "tree_type" => conditions.tree_type = scan.string_value(&statement),
                _ => {}
            }
        }
    }
    conditions
}
