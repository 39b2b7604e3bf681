//! Numbers of design rules that flows ask for, in the units of the session.

use zeroslack::netlist::PinId;
use zeroslack::{DesignRule, Quantity, RuleCheck};
use zeroslack_tcl::{Exception, Outcome, Value};

use super::check_types::listed;
use super::reported::timed;
use crate::own::OfShell;
use zeroslack::constraints::Arguments;
use zeroslack::constraints::State;
use zeroslack::constraints::command::{Command, Group, Operand, Run, required};
use zeroslack::constraints::object::{Kinds, Object};
use zeroslack::constraints::one_object;

const fn number(name: &'static str, summary: &'static str, run: Run) -> Command {
    Command { name, group: Group::Reports, summary, options: &[], operands: &[], run }
}

const fn pins(name: &'static str, summary: &'static str, run: Run) -> Command {
    Command { name, group: Group::Reports, summary, options: &[], operands: OF_NET, run }
}

const OF_NET: &[Operand] = &[
    required("net or NULL"),
    required("only violators"),
    required("corner or NULL"),
    required("min or max"),
];

/// What stands for no slack at all, and for no limit.
const NONE: f64 = 1e30;

pub(crate) const COMMANDS: &[Command] = &[
    number(
        "sta::max_slew_violation_count",
        "How many pins have a slew that is too long.",
        Run::State(|state, _| violations(state, DesignRule::MaxSlew)),
    ),
    number(
        "sta::max_fanout_violation_count",
        "How many drivers have too large a fanout.",
        Run::State(|state, _| violations(state, DesignRule::MaxFanout)),
    ),
    number(
        "sta::max_capacitance_violation_count",
        "How many drivers have too large a load.",
        Run::State(|state, _| violations(state, DesignRule::MaxCapacitance)),
    ),
    number(
        "sta::max_slew_check_slack",
        "The least slack of a slew against its limit; 1e30 where none has one.",
        Run::State(|state, _| worst(state, DesignRule::MaxSlew, slack)),
    ),
    number(
        "sta::max_slew_check_limit",
        "The limit of the slew with the least slack; 1e30 where none has one.",
        Run::State(|state, _| worst(state, DesignRule::MaxSlew, limit)),
    ),
    number(
        "sta::max_slew_check_slack_limit",
        "The least slack of a slew as a part of its limit; 1e30 where none has one.",
        Run::State(|state, _| worst(state, DesignRule::MaxSlew, part)),
    ),
    number(
        "sta::max_capacitance_check_slack",
        "The least slack of a load against its limit; 1e30 where none has one.",
        Run::State(|state, _| worst(state, DesignRule::MaxCapacitance, slack)),
    ),
    number(
        "sta::max_capacitance_check_limit",
        "The limit of the load with the least slack; 1e30 where none has one.",
        Run::State(|state, _| worst(state, DesignRule::MaxCapacitance, limit)),
    ),
    number(
        "sta::max_capacitance_check_slack_limit",
        "The least slack of a load as a part of its limit; 1e30 where none has one.",
        Run::State(|state, _| worst(state, DesignRule::MaxCapacitance, part)),
    ),
    number(
        "sta::max_fanout_check_slack",
        "The least slack of a fanout against its limit; 1e30 where none has one.",
        Run::State(|state, _| worst(state, DesignRule::MaxFanout, slack)),
    ),
    number(
        "sta::max_fanout_check_limit",
        "The limit of the fanout with the least slack; 1e30 where none has one.",
        Run::State(|state, _| worst(state, DesignRule::MaxFanout, limit)),
    ),
    number(
        "sta::max_fanout_check_slack_limit",
        "The least slack of a fanout as a part of its limit; 1e30 where none has one.",
        Run::State(|state, _| worst(state, DesignRule::MaxFanout, part)),
    ),
    pins(
        "sta::check_slew_limits",
        "The pin with the least slack of its slew, of a net or of all, or all pins where it is negative, worst first.",
        Run::State(|state, arguments| limits(state, arguments, [DesignRule::MinSlew, DesignRule::MaxSlew])),
    ),
    pins(
        "sta::check_capacitance_limits",
        "The same of loads.",
        Run::State(|state, arguments| {
            limits(state, arguments, [DesignRule::MinCapacitance, DesignRule::MaxCapacitance])
        }),
    ),
    pins(
        "sta::check_fanout_limits",
        "The same of fanouts.",
        Run::State(|state, arguments| {
            limits(state, arguments, [DesignRule::MinFanout, DesignRule::MaxFanout])
        }),
    ),
];

fn violations(state: &mut State, rule: DesignRule) -> Outcome {
    Ok(Value::from(timed(state)?.design_rule(rule).violation_count()))
}

/// A number of the check with the least slack: of the check and the unit that its numbers are in.
fn worst(state: &mut State, rule: DesignRule, number: fn(&RuleCheck, f64) -> f64) -> Outcome {
    let units = state.units();
    let unit = match rule.quantity() {
        Quantity::Slew => units.time,
        Quantity::Capacitance => units.capacitance,
        Quantity::Fanout => 1.0,
    };
    let worst = timed(state)?.design_rule(rule).worst();
    Ok(Value::from(worst.map_or(NONE, |worst| number(&worst, unit))))
}

fn slack(check: &RuleCheck, unit: f64) -> f64 {
    f64::from(check.slack()) / unit
}

fn limit(check: &RuleCheck, unit: f64) -> f64 {
    f64::from(check.limit) / unit
}

/// A limit of 0 leaves all of nothing, or none.
fn part(check: &RuleCheck, _: f64) -> f64 {
    if check.limit == 0.0 {
        return if check.is_violated() { -NONE } else { 0.0 };
    }
    f64::from(check.slack()) / f64::from(check.limit)
}

/// The pins that break a rule, or the one that is worst.
fn limits(state: &mut State, arguments: &Arguments<'_>, [min, max]: [DesignRule; 2]) -> Outcome {
    let pins = pins_of_net(state, arguments.required(0)?)?;
    let word = arguments.required(1)?;
    let only_violators =
        word.bool().ok_or_else(|| arguments.error(&format!("'{word}' is neither 0 nor 1")))?;
    let corner = arguments.required(2)?.text().to_owned();
    if !is_null(&corner) {
        state.own()?.corners.check(&corner).map_err(|error| arguments.error(&error))?;
    }
    let rule = match &*arguments.required(3)?.text() {
        "min" => min,
        "max" => max,
        other => return Err(arguments.error(&format!("'{other}' is neither min nor max"))),
    };
    let count = if only_violators { usize::MAX } else { 1 };
    let checks = listed(&timed(state)?.design_rule(rule), pins.as_deref(), (count, only_violators));
    let found: Vec<PinId> = checks.iter().map(|check| check.pin).collect();
    let netlist = state.netlist()?;
    let objects: Vec<Object> = found.into_iter().map(|pin| Object::of_pin(netlist, pin)).collect();
    Ok(state.handles(objects))
}

/// What some tools give for nothing.
fn is_null(text: &str) -> bool {
    text.is_empty() || text == "NULL"
}

fn pins_of_net(state: &mut State, word: &Value) -> Result<Option<Vec<PinId>>, Exception> {
    if is_null(&word.text()) {
        return Ok(None);
    }
    match one_object(state, word, Kinds::NETS)? {
        Object::Net(net) => Ok(Some(state.netlist()?.net_pins(net).to_vec())),
        _ => Ok(Some(Vec::new())),
    }
}
