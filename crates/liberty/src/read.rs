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
    /// Where `default_operating_conditions` is stated.
    default_conditions: Option<TextPiece<'t>>,
    /// The first factor by which numbers change with the operating conditions, and is not 0.
    scaling: Option<TextPiece<'t>>,
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
            default_conditions: None,
            scaling: None,
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
                self.default_conditions = Some(statement.argument);
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
            name if is_scaling(name) && quiet().is_some_and(|factor| factor != 0.0) => {
                self.scaling.get_or_insert(statement.name);
            }
            _ => {}
        }
    }

    /// Says where the library asks for numbers that its tables, which are used as they are, do not have.
    fn check_conditions(&mut self) {
        let Some(stated) = self.default_conditions else { return };
        let name = self.library.default_operating_conditions.as_deref().unwrap_or_default();
        let Some(conditions) = self.library.operating_conditions.iter().find(|other| *other.name == *name)
        else {
            if !name.is_empty() {
                self.scan.warning("LIB-044", stated.span(), || {
                    format!("operating conditions '{name}' are not known: expected an 'operating_conditions' of that name")
                });
            }
            return;
        };
        let (Some(factor), nominal) = (self.scaling, &self.library.nominal) else { return };
        let differs = |own: Option<f32>, nominal: Option<f32>| {
            own.zip(nominal).is_some_and(|(own, nominal)| own != nominal)
        };
        if differs(conditions.process, nominal.process)
            || differs(conditions.voltage, nominal.voltage)
            || differs(conditions.temperature, nominal.temperature)
        {
            self.scan.warning("LIB-045", factor.span(), || {
                format!(
                    "'{}' and its like are not applied: tables are used as they are, at the nominal conditions and not those of '{name}'",
                    factor.text
                )
            });
        }
    }

    fn finish(mut self) -> (Library, Diagnostics) {
        self.check_conditions();
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

/// Whether an attribute is a factor by which delays, slews, constraints or capacitances change with process, voltage or temperature.
fn is_scaling(name: &str) -> bool {
    ["k_process_", "k_volt_", "k_temp_"].iter().any(|prefix| name.starts_with(prefix))
        && !["power", "leakage", "wire", "drive"].iter().any(|other| name.contains(other))
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
