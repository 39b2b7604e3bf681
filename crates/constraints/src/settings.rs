//! What scripts set by variables.

use zeroslack_sdc::Rules;
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
    kind: Kind,
}

/// What a variable may be.
#[derive(Debug)]
enum Kind {
    /// Its default alone: another value is an error.
    Fixed,
    /// 0 or 1, which a setting says and takes.
    Switch(fn(&Settings) -> bool, fn(&mut Settings, bool)),
    /// `sta_crpr_mode`.
    CommonPoint,
    /// `sta_report_default_digits`.
    Digits,
    /// `sta_pocv_quantile`.
    Quantile,
    /// `zeroslack_not_applied`.
    NotApplied,
}

impl Variable {
    const fn new(name: &'static str, default: &'static str, help: &'static str, kind: Kind) -> Self {
        Self { name, default, help, kind }
    }

    /// Whether the default is all that is supported.
    pub fn is_fixed(&self) -> bool {
        matches!(self.kind, Kind::Fixed)
    }

    /// Takes a value over into settings.
    fn take(&self, value: &Value, settings: &mut Settings) -> Result<(), Exception> {
        let wrong = |expected: &str| {
            let message = format!("{} is '{value}': expected {expected}", self.name);
            Exception::coded(message, ["ZEROSLACK", "SETTING", self.name])
        };
        match self.kind {
            Kind::Fixed => {
                let is_default = match self.default {
                    "0" | "1" => value.bool() == Some(self.default == "1"),
                    text => *value.text() == *text,
                };
                if !is_default {
                    let message = format!(
                        "{} is '{value}', which is not supported: only {} is there yet",
                        self.name, self.default
                    );
                    return Err(Exception::coded(message, ["ZEROSLACK", "SETTING", self.name]));
                }
            }
            Kind::Switch(_, set) => set(settings, value.bool().ok_or_else(|| wrong("0 or 1"))?),
            Kind::CommonPoint => {
                settings.same_transition = match &*value.text() {
                    SAME_PIN => false,
                    SAME_TRANSITION => true,
                    _ => return Err(wrong("same_pin or same_transition")),
                }
            }
            Kind::Digits => {
                let digits = value.int().and_then(|digits| usize::try_from(digits).ok());
                let digits = digits.filter(|digits| *digits <= MOST_DIGITS);
                settings.digits = digits.ok_or_else(|| wrong("0 to 17"))?;
            }
            Kind::Quantile => {
                let sigmas = value.float().filter(|sigmas| sigmas.is_finite() && *sigmas >= 0.0);
                sigmas.ok_or_else(|| wrong("a number of sigmas"))?;
            }
            Kind::NotApplied => {
                settings.warns_of_not_applied = match &*value.text() {
                    "error" => false,
                    "warning" => true,
                    _ => return Err(wrong("error or warning")),
                }
            }
        }
        Ok(())
    }

    /// The value that says the same as settings.
    fn value(&self, settings: &Settings) -> Value {
        Value::from(match self.kind {
            Kind::Switch(is_on, _) => if is_on(settings) { "1" } else { "0" }.to_owned(),
            Kind::CommonPoint => if settings.same_transition { SAME_TRANSITION } else { SAME_PIN }.to_owned(),
            Kind::Digits => settings.digits.to_string(),
            Kind::NotApplied => if settings.warns_of_not_applied { "warning" } else { "error" }.to_owned(),
            Kind::Fixed | Kind::Quantile => self.default.to_owned(),
        })
    }
}

const SAME_PIN: &str = "same_pin";
const SAME_TRANSITION: &str = "same_transition";

/// All of them.
pub const VARIABLES: &[Variable] = &[
    Variable::new(
        "sta_crpr_enabled",
        "1",
        "whether the pessimism of common clock paths is removed",
        Kind::Switch(|of| of.crpr, |of, on| of.crpr = on),
    ),
    Variable::new(
        "sta_crpr_mode",
        "same_pin",
        "where two clock paths last meet: same_pin or same_transition",
        Kind::CommonPoint,
    ),
    Variable::new(
        "sta_cond_default_arcs_enabled",
        "1",
        "whether arcs and checks without a condition count beside those with one between the same pins",
        Kind::Switch(|of| !of.rules.no_default_arcs, |of, on| of.rules.no_default_arcs = !on),
    ),
    Variable::new(
        "sta_recovery_removal_checks_enabled",
        "1",
        "whether recovery and removal are checked",
        Kind::Switch(|of| !of.rules.no_recovery_removal, |of, on| of.rules.no_recovery_removal = !on),
    ),
    Variable::new(
        "sta_gated_clock_checks_enabled",
        "1",
        "whether signals are checked that gate clocks where no cell says so",
        Kind::Switch(|of| !of.rules.no_clock_gating, |of, on| of.rules.no_clock_gating = !on),
    ),
    Variable::new(
        "zeroslack_earlier_gated_clock_hold",
        "0",
        "whether hold of what gates a clock at an OR is against the edge a cycle earlier, as OpenSTA has it",
        Kind::Switch(|of| of.rules.earlier_gating_hold, |of, on| of.rules.earlier_gating_hold = on),
    ),
    Variable::new(
        "sta_preset_clear_arcs_enabled",
        "0",
        "whether signals pass through asynchronous set and clear",
        Kind::Switch(|of| of.rules.set_clear_arcs, |of, on| of.rules.set_clear_arcs = on),
    ),
    Variable::new(
        "sta_report_default_digits",
        "2",
        "digits after the decimal point of reports",
        Kind::Digits,
    ),
    Variable::new(
        NOT_APPLIED,
        "error",
        "what becomes of a constraint that is not applied: error, or warning to go on without it",
        Kind::NotApplied,
    ),
    Variable::new(
        "sta_propagate_all_clocks",
        "0",
        "whether clocks are propagated when they are made",
        Kind::Switch(|of| of.propagates_clocks, |of, on| of.propagates_clocks = on),
    ),
    Variable::new(
        "sta_pocv_quantile",
        "3.0",
        "how many sigmas a random delay may be off; nothing is random while sta_pocv_mode is scalar",
        Kind::Quantile,
    ),
    Variable::new(
        "link_make_black_boxes",
        "1",
        "whether a module that nothing describes is a black box, and no error",
        Kind::Switch(|of| of.black_boxes, |of, on| of.black_boxes = on),
    ),
    Variable::new("hierarchy_separator", "/", "what parts the names of instances", Kind::Fixed),
    Variable::new(
        "sta_bidirect_inst_paths_enabled",
        "0",
        "whether paths pass through inout pins of cells",
        Kind::Fixed,
    ),
    Variable::new(
        "sta_internal_bidirect_instance_paths_enabled",
        "0",
        "whether paths pass through inout pins inside of cells",
        Kind::Fixed,
    ),
    Variable::new(
        "sta_bidirect_net_paths_enabled",
        "0",
        "whether what an inout pin drives comes back to it",
        Kind::Fixed,
    ),
    Variable::new(
        "sta_clock_through_tristate_enabled",
        "0",
        "whether clocks pass through tristate buffers",
        Kind::Fixed,
    ),
    Variable::new("sta_continue_on_error", "0", "whether a script goes on after an error", Kind::Fixed),
    Variable::new(
        "sta_dynamic_loop_breaking",
        "0",
        "whether loops are cut by the paths that go through them",
        Kind::Fixed,
    ),
    Variable::new(
        "sta_input_port_default_clock",
        "0",
        "whether inputs without a delay have one of a default clock",
        Kind::Fixed,
    ),
    Variable::new(
        "sta_pocv_enabled",
        "0",
        "whether delays are random variables; 'zeroslack report --statistical' has them",
        Kind::Fixed,
    ),
    Variable::new(
        "sta_pocv_mode",
        "scalar",
        "how delays are distributed; 'zeroslack report --statistical' has random ones",
        Kind::Fixed,
    ),
    Variable::new(
        "sta_propagate_gated_clock_enable",
        "1",
        "whether signals that gate a clock go on through the gate as data",
        Kind::Fixed,
    ),
];

/// What the variables say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// `sta_crpr_enabled`.
    pub crpr: bool,
    /// `sta_crpr_mode`: whether clock paths meet at the same transition alone.
    pub same_transition: bool,
    /// How checks and arcs are taken from libraries; no variable says which checks between two pins count.
    pub rules: Rules,
    /// `sta_propagate_all_clocks`.
    pub propagates_clocks: bool,
    /// `link_make_black_boxes`.
    pub black_boxes: bool,
    /// `zeroslack_not_applied`: whether a script goes on without constraints that are not applied.
    pub warns_of_not_applied: bool,
    /// `sta_report_default_digits`.
    pub digits: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            crpr: true,
            same_transition: false,
            rules: Rules::default(),
            propagates_clocks: false,
            black_boxes: true,
            warns_of_not_applied: false,
            digits: 2,
        }
    }
}

/// A variable with a value that it cannot have.
pub(crate) struct Refused {
    pub variable: &'static Variable,
    pub error: Exception,
}

impl Refused {
    /// Gives the variable the value back that it had before.
    pub fn take_back(&self, interp: &mut Interp, settings: &Settings) {
        let (name, value) = (global(self.variable.name), self.variable.value(settings));
        if interp.set_var(&name, value.clone()).is_err() {
            // It is an array: what cannot be set after this is refused again.
            let _ = interp.unset_var(&name).and_then(|()| interp.set_var(&name, value));
        }
    }
}

impl Settings {
    /// What the variables say now; one that is refused says what it said before.
    pub(crate) fn read(interp: &Interp, before: &Self) -> (Self, Vec<Refused>) {
        let (mut settings, mut refused) = (*before, Vec::new());
        for variable in VARIABLES {
            let name = global(variable.name);
            let taken = match interp.get_var(&name) {
                Ok(value) => variable.take(&value, &mut settings),
                // One that is unset says what it said before.
                Err(_) if !interp.var_exists(&name) => Ok(()),
                Err(error) => Err(error),
            };
            if let Err(error) = taken {
                refused.push(Refused { variable, error });
            }
        }
        (settings, refused)
    }
}

fn global(name: &str) -> String {
    format!("::{name}")
}

/// The variables of scripts that are called as if they set something here, and do not.
pub(crate) fn unknown(interp: &mut Interp) -> Vec<String> {
    let names = ["info globals sta_*", "info globals zeroslack_*"].into_iter().flat_map(|names| {
        let names = interp.eval_global(&Value::from(names));
        names.ok().and_then(|names| names.elements().ok()).unwrap_or_default().to_vec()
    });
    let names = names.map(|name| name.to_string());
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

/// More digits than these say nothing of a number.
pub const MOST_DIGITS: usize = 17;

/// Gives all variables values that say the same as settings.
pub(crate) fn set_all(interp: &mut Interp, settings: &Settings) {
    for variable in VARIABLES {
        // A new interpreter has no variable in the way.
        let _ = interp.set_var(&global(variable.name), variable.value(settings));
    }
}
