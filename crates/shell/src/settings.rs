//! What scripts set by variables.

use zeroslack::timing::CommonPoint;
use zeroslack_tcl::{Exception, Interp, Value};

use crate::later::NOT_APPLIED;

/// A variable that scripts may set.
#[derive(Debug)]
pub struct Variable {
    /// Its name.
    pub name: &'static str,
    /// Its value until it is set.
    pub default: &'static str,
    /// What it says.
    pub help: &'static str,
    /// Whether the default is all that is supported: another value is an error where it would count.
    pub is_fixed: bool,
}

const fn works(name: &'static str, default: &'static str, help: &'static str) -> Variable {
    Variable { name, default, help, is_fixed: false }
}

const fn fixed(name: &'static str, default: &'static str, help: &'static str) -> Variable {
    Variable { name, default, help, is_fixed: true }
}

/// All of them.
pub const VARIABLES: &[Variable] = &[
    works("sta_crpr_enabled", "1", "whether the pessimism of common clock paths is removed"),
    works("sta_crpr_mode", "same_pin", "where two clock paths last meet: same_pin or same_transition"),
    works(
        "sta_cond_default_arcs_enabled",
        "1",
        "whether arcs and checks without a condition count beside those with one between the same pins",
    ),
    works("sta_recovery_removal_checks_enabled", "1", "whether recovery and removal are checked"),
    works(
        "sta_gated_clock_checks_enabled",
        "1",
        "whether signals are checked that gate clocks where no cell says so",
    ),
    works("sta_preset_clear_arcs_enabled", "0", "whether signals pass through asynchronous set and clear"),
    works("sta_report_default_digits", "2", "digits after the decimal point of reports"),
    works(
        NOT_APPLIED,
        "error",
        "what becomes of a constraint that is not applied: error, or warning to go on without it",
    ),
    fixed("sta_bidirect_inst_paths_enabled", "0", "whether paths pass through inout pins of cells"),
    fixed("sta_bidirect_net_paths_enabled", "0", "whether what an inout pin drives comes back to it"),
    fixed("sta_clock_through_tristate_enabled", "0", "whether clocks pass through tristate buffers"),
    fixed("sta_continue_on_error", "0", "whether a script goes on after an error"),
    fixed("sta_dynamic_loop_breaking", "0", "whether loops are cut by the paths that go through them"),
    fixed("sta_input_port_default_clock", "0", "whether inputs without a delay have one of a default clock"),
    fixed(
        "sta_pocv_enabled",
        "0",
        "whether delays are random variables; 'zeroslack report --statistical' has them",
    ),
    fixed("sta_propagate_all_clocks", "0", "whether clocks are propagated when they are made"),
];

/// What the variables say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Settings {
    /// `sta_crpr_enabled`.
    pub crpr: bool,
    /// `sta_crpr_mode`.
    pub common_point: CommonPoint,
    /// `sta_preset_clear_arcs_enabled`.
    pub set_clear_arcs: bool,
    /// `sta_recovery_removal_checks_enabled`.
    pub recovery_removal: bool,
    /// `sta_gated_clock_checks_enabled`.
    pub clock_gating: bool,
    /// `sta_cond_default_arcs_enabled`.
    pub default_arcs: bool,
    /// `sta_report_default_digits`.
    pub digits: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            crpr: true,
            common_point: CommonPoint::SamePin,
            set_clear_arcs: false,
            recovery_removal: true,
            clock_gating: true,
            default_arcs: true,
            digits: 2,
        }
    }
}

impl Settings {
    /// What the variables say now.
    pub fn read(interp: &Interp) -> Result<Self, Exception> {
        for variable in VARIABLES.iter().filter(|variable| variable.is_fixed) {
            let Some(value) = value_of(interp, variable.name) else { continue };
            if value.bool() != Some(variable.default == "1") {
                let message = format!(
                    "{} is '{value}', which is not supported: only {} is there yet",
                    variable.name, variable.default
                );
                return Err(Exception::coded(message, ["ZEROSLACK", "SETTING", variable.name]));
            }
        }
        let defaults = Self::default();
        Ok(Self {
            crpr: switch(interp, "sta_crpr_enabled", defaults.crpr)?,
            common_point: common_point(interp)?,
            set_clear_arcs: switch(interp, "sta_preset_clear_arcs_enabled", defaults.set_clear_arcs)?,
            recovery_removal: switch(
                interp,
                "sta_recovery_removal_checks_enabled",
                defaults.recovery_removal,
            )?,
            clock_gating: switch(interp, "sta_gated_clock_checks_enabled", defaults.clock_gating)?,
            default_arcs: switch(interp, "sta_cond_default_arcs_enabled", defaults.default_arcs)?,
            digits: digits(interp)?,
        })
    }
}

fn value_of(interp: &Interp, name: &str) -> Option<Value> {
    interp.get_var(&format!("::{name}")).ok()
}

fn wrong(name: &str, value: &Value, expected: &str) -> Exception {
    let message = format!("{name} is '{value}': expected {expected}");
    Exception::coded(message, ["ZEROSLACK", "SETTING", name])
}

fn switch(interp: &Interp, name: &str, default: bool) -> Result<bool, Exception> {
    let Some(value) = value_of(interp, name) else { return Ok(default) };
    value.bool().ok_or_else(|| wrong(name, &value, "0 or 1"))
}

fn common_point(interp: &Interp) -> Result<CommonPoint, Exception> {
    let Some(value) = value_of(interp, "sta_crpr_mode") else { return Ok(CommonPoint::default()) };
    match &*value.text() {
        "same_pin" => Ok(CommonPoint::SamePin),
        "same_transition" => Ok(CommonPoint::SameTransition),
        _ => Err(wrong("sta_crpr_mode", &value, "same_pin or same_transition")),
    }
}

/// `sta_report_default_digits`.
pub(crate) fn digits(interp: &Interp) -> Result<usize, Exception> {
    let Some(value) = value_of(interp, "sta_report_default_digits") else { return Ok(2) };
    let digits =
        value.int().and_then(|digits| usize::try_from(digits).ok()).filter(|digits| *digits <= MOST_DIGITS);
    digits.ok_or_else(|| wrong("sta_report_default_digits", &value, "0 to 17"))
}

/// More digits than these say nothing of a number.
pub(crate) const MOST_DIGITS: usize = 17;

/// Gives all variables their defaults.
pub(crate) fn set_defaults(interp: &mut Interp) {
    for variable in VARIABLES {
        // A new interpreter has no variable in the way.
        let _ = interp.set_var(&format!("::{}", variable.name), Value::from(variable.default));
    }
}
