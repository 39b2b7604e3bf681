//! What scripts set by variables.

use zeroslack_tcl::{Exception, Interp, Value};

use crate::later::NOT_APPLIED;
use crate::nearest::nearest;

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

/// A variable that no other tool has.
const EARLIER_HOLD: &str = "zeroslack_earlier_gated_clock_hold";

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
    works(
        EARLIER_HOLD,
        "0",
        "whether hold of what gates a clock at an OR is against the edge a cycle earlier, as OpenSTA has it",
    ),
    works("sta_preset_clear_arcs_enabled", "0", "whether signals pass through asynchronous set and clear"),
    works("sta_report_default_digits", "2", "digits after the decimal point of reports"),
    works(
        NOT_APPLIED,
        "error",
        "what becomes of a constraint that is not applied: error, or warning to go on without it",
    ),
    works("sta_propagate_all_clocks", "0", "whether clocks are propagated when they are made"),
    works(
        "sta_pocv_quantile",
        "3.0",
        "how many sigmas a random delay may be off; nothing is random while sta_pocv_mode is scalar",
    ),
    works(
        "link_make_black_boxes",
        "1",
        "whether a module that nothing describes is a black box, and no error",
    ),
    fixed("hierarchy_separator", "/", "what parts the names of instances"),
    fixed("sta_bidirect_inst_paths_enabled", "0", "whether paths pass through inout pins of cells"),
    fixed(
        "sta_internal_bidirect_instance_paths_enabled",
        "0",
        "whether paths pass through inout pins inside of cells",
    ),
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
    fixed(
        "sta_pocv_mode",
        "scalar",
        "how delays are distributed; 'zeroslack report --statistical' has random ones",
    ),
    fixed(
        "sta_propagate_gated_clock_enable",
        "1",
        "whether signals that gate a clock go on through the gate as data",
    ),
];

/// What the variables say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// `sta_crpr_enabled`.
    pub crpr: bool,
    /// `sta_crpr_mode`: whether clock paths meet at the same transition alone.
    pub same_transition: bool,
    /// `sta_preset_clear_arcs_enabled`.
    pub set_clear_arcs: bool,
    /// `sta_recovery_removal_checks_enabled`.
    pub recovery_removal: bool,
    /// `sta_gated_clock_checks_enabled`.
    pub clock_gating: bool,
    /// `zeroslack_earlier_gated_clock_hold`.
    pub earlier_hold: bool,
    /// `sta_cond_default_arcs_enabled`.
    pub default_arcs: bool,
    /// `sta_propagate_all_clocks`.
    pub propagates_clocks: bool,
    /// `link_make_black_boxes`.
    pub black_boxes: bool,
    /// `sta_report_default_digits`.
    pub digits: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            crpr: true,
            same_transition: false,
            set_clear_arcs: false,
            recovery_removal: true,
            clock_gating: true,
            earlier_hold: false,
            default_arcs: true,
            propagates_clocks: false,
            black_boxes: true,
            digits: 2,
        }
    }
}

impl Settings {
    /// What the variables say now.
    pub(crate) fn read(interp: &Interp) -> Result<Self, Exception> {
        for variable in VARIABLES.iter().filter(|variable| variable.is_fixed) {
            let Some(value) = value_of(interp, variable.name) else { continue };
            if !variable.is_default(&value) {
                let message = format!(
                    "{} is '{value}', which is not supported: only {} is there yet",
                    variable.name, variable.default
                );
                return Err(Exception::coded(message, ["ZEROSLACK", "SETTING", variable.name]));
            }
        }
        check_quantile(interp)?;
        let defaults = Self::default();
        Ok(Self {
            crpr: switch(interp, "sta_crpr_enabled", defaults.crpr)?,
            same_transition: same_transition(interp)?,
            set_clear_arcs: switch(interp, "sta_preset_clear_arcs_enabled", defaults.set_clear_arcs)?,
            recovery_removal: switch(
                interp,
                "sta_recovery_removal_checks_enabled",
                defaults.recovery_removal,
            )?,
            clock_gating: switch(interp, "sta_gated_clock_checks_enabled", defaults.clock_gating)?,
            earlier_hold: switch(interp, EARLIER_HOLD, defaults.earlier_hold)?,
            default_arcs: switch(interp, "sta_cond_default_arcs_enabled", defaults.default_arcs)?,
            propagates_clocks: switch(interp, "sta_propagate_all_clocks", defaults.propagates_clocks)?,
            black_boxes: switch(interp, "link_make_black_boxes", defaults.black_boxes)?,
            digits: digits(interp)?,
        })
    }
}

impl Variable {
    /// Whether a value says the same as its default.
    fn is_default(&self, value: &Value) -> bool {
        match self.default {
            "0" | "1" => value.bool() == Some(self.default == "1"),
            text => *value.text() == *text,
        }
    }
}

/// The variables of scripts that are called as if they set something here, and do not.
pub(crate) fn unknown(interp: &mut Interp) -> Vec<String> {
    let names = interp.eval_global(&Value::from("info globals sta_*"));
    let names = names.ok().and_then(|names| names.elements().ok()).unwrap_or_default();
    let names = names.iter().map(ToString::to_string);
    names.filter(|name| VARIABLES.iter().all(|variable| variable.name != name)).collect()
}

/// What is said of a variable that is not known.
pub(crate) fn unknown_text(name: &str) -> String {
    let hint = match nearest(name, VARIABLES.iter().map(|variable| variable.name)) {
        Some(near) => format!("did you mean {near}?"),
        None => "'docs/commands.md' lists those that do".to_owned(),
    };
    format!("variable {name} changes nothing: {hint}")
}

/// Refuses a quantile that is none.
fn check_quantile(interp: &Interp) -> Result<(), Exception> {
    let Some(value) = value_of(interp, "sta_pocv_quantile") else { return Ok(()) };
    let is_number = value.float().is_some_and(|sigmas| sigmas.is_finite() && sigmas >= 0.0);
    if is_number { Ok(()) } else { Err(wrong("sta_pocv_quantile", &value, "a number of sigmas")) }
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

fn same_transition(interp: &Interp) -> Result<bool, Exception> {
    let Some(value) = value_of(interp, "sta_crpr_mode") else { return Ok(false) };
    match &*value.text() {
        "same_pin" => Ok(false),
        "same_transition" => Ok(true),
        _ => Err(wrong("sta_crpr_mode", &value, "same_pin or same_transition")),
    }
}

/// `sta_report_default_digits`.
///
/// # Errors
/// If it is no number of digits.
pub fn digits(interp: &Interp) -> Result<usize, Exception> {
    let Some(value) = value_of(interp, "sta_report_default_digits") else { return Ok(2) };
    let digits =
        value.int().and_then(|digits| usize::try_from(digits).ok()).filter(|digits| *digits <= MOST_DIGITS);
    digits.ok_or_else(|| wrong("sta_report_default_digits", &value, "0 to 17"))
}

/// More digits than these say nothing of a number.
pub const MOST_DIGITS: usize = 17;

/// Gives all variables their defaults.
pub(crate) fn set_defaults(interp: &mut Interp) {
    for variable in VARIABLES {
        // A new interpreter has no variable in the way.
        let _ = interp.set_var(&format!("::{}", variable.name), Value::from(variable.default));
    }
}
