//! What a library states once for all its cells: units, thresholds, defaults, templates, bus types.

use rustc_hash::FxHashMap;
use zeroslack_units::LARGEST_CAPACITANCE;

use crate::bus_type::BusType;
use crate::number::number;
use crate::scan::Scanner;
use crate::statement::Statement;
use crate::template::Template;
use crate::{Direction, Thresholds, Units, units};

/// Defaults of pins, in the file's units.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Defaults {
    pub input_capacitance: Option<f64>,
    pub output_capacitance: Option<f64>,
    pub inout_capacitance: Option<f64>,
    pub max_transition: Option<f64>,
    pub max_capacitance: Option<f64>,
    pub max_fanout: Option<f64>,
    pub fanout_load: Option<f64>,
}

/// All that cells are read with.
#[derive(Default)]
pub(crate) struct Header<'t> {
    pub units: Units,
    pub thresholds: Thresholds,
    pub defaults: Defaults,
    pub templates: FxHashMap<&'t str, Template<'t>>,
    pub bus_types: FxHashMap<&'t str, BusType>,
}

impl<'t> Header<'t> {
    /// Takes in what `statement` says. False if it is none of the header's.
    pub fn take(&mut self, scan: &mut Scanner<'t>, statement: &Statement<'t>) -> bool {
        match statement.name.text {
            "lu_table_template" => {
                let name = statement.argument.first_argument().text;
                let template = Template::read(scan);
                self.templates.insert(name, template);
            }
            "type" => {
                let name = statement.argument.first_argument();
                if let Some(bus_type) = BusType::read(scan, name) {
                    self.bus_types.insert(name.text, bus_type);
                }
            }
            _ => {
                return self.take_unit(scan, statement)
                    || self.take_threshold(scan, statement)
                    || self.take_default(scan, statement);
            }
        }
        true
    }

    fn take_unit(&mut self, scan: &mut Scanner<'t>, statement: &Statement<'t>) -> bool {
        let (kind, factor) = match statement.name.text {
            "time_unit" => (&units::TIME, &mut self.units.time),
            "capacitive_load_unit" => (&units::CAPACITANCE, &mut self.units.capacitance),
            "pulling_resistance_unit" => (&units::RESISTANCE, &mut self.units.resistance),
            "voltage_unit" => (&units::VOLTAGE, &mut self.units.voltage),
            "current_unit" => return take_if_known(statement, &units::CURRENT, &mut self.units.current),
            "leakage_power_unit" => return take_if_known(statement, &units::POWER, &mut self.units.power),
            _ => return false,
        };
        if let Some(stated) = scan.unit(statement, kind) {
            *factor = stated;
        }
        true
    }

    fn take_threshold(&mut self, scan: &mut Scanner<'t>, statement: &Statement<'t>) -> bool {
        let thresholds = &mut self.thresholds;
        let threshold = match statement.name.text {
            "input_threshold_pct_rise" => &mut thresholds.input.rise,
            "input_threshold_pct_fall" => &mut thresholds.input.fall,
            "output_threshold_pct_rise" => &mut thresholds.output.rise,
            "output_threshold_pct_fall" => &mut thresholds.output.fall,
            "slew_lower_threshold_pct_rise" => &mut thresholds.slew_lower.rise,
            "slew_lower_threshold_pct_fall" => &mut thresholds.slew_lower.fall,
            "slew_upper_threshold_pct_rise" => &mut thresholds.slew_upper.rise,
            "slew_upper_threshold_pct_fall" => &mut thresholds.slew_upper.fall,
            "slew_derate_from_library" => &mut thresholds.slew_derate,
            _ => return false,
        };
        if let Some(stated) = scan.scaled(statement, 1.0) {
            *threshold = stated;
        }
        true
    }

    fn take_default(&mut self, scan: &mut Scanner<'t>, statement: &Statement<'t>) -> bool {
        let (defaults, unit) = (&mut self.defaults, self.units.capacitance);
        let capacitance = match statement.name.text {
            "default_input_pin_cap" => Some(&mut defaults.input_capacitance),
            "default_output_pin_cap" => Some(&mut defaults.output_capacitance),
            "default_inout_pin_cap" => Some(&mut defaults.inout_capacitance),
            _ => None,
        };
        if let Some(capacitance) = capacitance {
            // Kept in the unit of the file, which may be stated later.
            *capacitance = scan
                .capacitance(statement, unit)
                .and_then(|_| number(statement.argument.first_argument().text))
                .map(|value| value.max(0.0));
            return true;
        }
        let default = match statement.name.text {
            "default_max_transition" => &mut defaults.max_transition,
            "default_max_capacitance" => &mut defaults.max_capacitance,
            "default_max_fanout" => &mut defaults.max_fanout,
            "default_fanout_load" => &mut defaults.fanout_load,
            _ => return false,
        };
        *default = scan.number(statement);
        true
    }

    /// ps per time unit of the file for a transition: slews are derated to what lies between the thresholds.
    pub fn slew_scale(&self) -> f64 {
        self.units.time * f64::from(self.thresholds.slew_derate)
    }

    /// `default_max_transition`, ps.
    pub fn max_transition(&self) -> Option<f32> {
        scale(self.defaults.max_transition, self.slew_scale())
    }

    /// `default_max_capacitance`, fF.
    pub fn max_capacitance(&self) -> Option<f32> {
        scale(self.defaults.max_capacitance, self.units.capacitance)
    }

    /// The default capacitance of a pin, fF.
    pub fn capacitance(&self, direction: Direction) -> Option<f32> {
        let default = match direction {
            Direction::Input => self.defaults.input_capacitance,
            Direction::Output => self.defaults.output_capacitance,
            Direction::Inout => self.defaults.inout_capacitance,
            Direction::Internal => None,
        };
        // The unit may be stated after the default.
        scale(default, self.units.capacitance).filter(|capacitance| capacitance.abs() <= LARGEST_CAPACITANCE)
    }
}

fn scale(value: Option<f64>, scale: f64) -> Option<f32> {
    value.map(|value| (value * scale) as f32).filter(|value| value.is_finite())
}

/// Takes a unit that no time depends on: one that is not understood is no error.
fn take_if_known(statement: &Statement<'_>, kind: &units::UnitKind, factor: &mut f64) -> bool {
    *factor = kind.factor(statement.argument.text).unwrap_or(*factor);
    true
}
