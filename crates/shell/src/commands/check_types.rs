//! `report_check_types` and `report_pulse_width_checks`: all that a design is checked for, kind by kind.

use std::io::Write;

use zeroslack::netlist::PinId;
use zeroslack::paths::Path;
use zeroslack::timing::{PulseCheck, PulseKind};
use zeroslack::units::Ticks;
use zeroslack::{
    DesignRule, GroupQuery, GroupedPaths, PathCheck, PathPoints, Quantity, RuleCheck, RuleChecks, Timed,
};
use zeroslack_report::{
    CheckTypesReport, JsonValue, LatchReport, PageChecks, PathFormat, PathReport, PulseReport, RuleLine,
    RuleQuantity, RuleReport, SkewReport, Style,
};
use zeroslack_tcl::{Exception, Outcome, Value};

use super::report_paths::{Listed, names};
use super::reported::{CORNER, DIGITS, FORMAT, SCENES, check_corners, is_json, numbers, timed};
use zeroslack::constraints::Arguments;
use zeroslack::constraints::State;
use zeroslack::constraints::command::{Command, Group, Opt, Run, flag_that, optional, value_that};
use zeroslack::constraints::object::{Kinds, Object};
use zeroslack::constraints::pins_for;
use zeroslack::constraints::unwritten;

const VERBOSE: Opt = flag_that("-verbose", "each check in full: paths pin by pin, pulses with both edges");
const VIOLATORS: Opt =
    flag_that("-violators", "all that fails; without it the worst of each kind, whether it fails or not");
const NO_LINE_SPLITS: Opt =
    flag_that("-no_line_splits", "lines are not split, however long names are; they never are");

pub(crate) const COMMANDS: &[Command] = &[
    Command {
        name: "report_check_types",
        group: Group::Reports,
        summary: "Prints the worst check of each kind, or all that fail: paths, design rules, pulse widths, periods and skews of clocks. Of all kinds, unless options name some.",
        options: &[
            VIOLATORS,
            VERBOSE,
            value_that("-max_count", "count", "how many of each kind; of paths as many of each path group"),
            value_that(
                "-format",
                "format",
                "of paths as in report_checks, slack_only unless told, full with -verbose; json is for all kinds",
            ),
            value_that("-net", "nets", "design rules at the pins of nets only"),
            DIGITS,
            NO_LINE_SPLITS,
            CORNER,
            SCENES,
            flag_that("-max_delay", "setup, and paths with a limit of their own (set_max_delay)"),
            flag_that("-min_delay", "hold, and paths with a limit of their own (set_min_delay)"),
            flag_that("-setup", "setup checks and output delays"),
            flag_that("-hold", "hold checks and output delays"),
            flag_that("-recovery", "recovery checks"),
            flag_that("-removal", "removal checks"),
            flag_that("-clock_gating_setup", "setup of signals that gate clocks"),
            flag_that("-clock_gating_hold", "hold of signals that gate clocks"),
            flag_that("-max_slew", "slews that are too long"),
            flag_that("-min_slew", "slews that are too short"),
            flag_that("-max_fanout", "drivers with too large a fanout"),
            flag_that("-min_fanout", "drivers with too small a fanout"),
            flag_that("-max_capacitance", "drivers with too large a load"),
            flag_that("-min_capacitance", "drivers with too small a load"),
            flag_that("-min_pulse_width", "pulses of clocks"),
            flag_that("-min_period", "periods of clocks at pins of which libraries ask for a least one"),
            flag_that("-max_skew", "skews between clock pins of cells that libraries limit"),
        ],
        operands: &[],
        run: Run::Stream(report_check_types),
    },
    Command {
        name: "report_pulse_width_checks",
        group: Group::Reports,
        summary: "Prints all checks of pulse widths of clocks, or those at pins, the worst first.",
        options: &[
            flag_that("-verbose", "both edges of each pulse"),
            FORMAT,
            DIGITS,
            NO_LINE_SPLITS,
            CORNER,
            SCENES,
        ],
        operands: &[optional("pins")],
        run: Run::Stream(report_pulse_width_checks),
    },
    Command {
        name: "report_latches",
        group: Group::Reports,
        summary: "Prints how much time data borrows from latches, and how much it may: of each data pin the worst data, the least slack first, then what borrows most.",
        options: &[
            flag_that("-borrowing", "only latches that some data borrows from"),
            flag_that("-violators", "only latches that data comes too late to"),
            FORMAT,
            DIGITS,
            NO_LINE_SPLITS,
            CORNER,
            SCENES,
        ],
        operands: &[optional("data pins or cells")],
        run: Run::Stream(report_latches),
    },
];

/// Kinds of path checks by option.
const PATHS: [(&str, &[PathCheck]); 8] = [
    ("-setup", &[PathCheck::Setup]),
    ("-hold", &[PathCheck::Hold]),
    ("-recovery", &[PathCheck::Recovery]),
    ("-removal", &[PathCheck::Removal]),
    ("-clock_gating_setup", &[PathCheck::ClockGatingSetup]),
    ("-clock_gating_hold", &[PathCheck::ClockGatingHold]),
    ("-max_delay", &[PathCheck::Setup, PathCheck::MaxDelay]),
    ("-min_delay", &[PathCheck::Hold, PathCheck::MinDelay]),
];

/// Design rules by option, in the order of reports.
const RULES: [(&str, DesignRule); 6] = [
    ("-max_slew", DesignRule::MaxSlew),
    ("-min_slew", DesignRule::MinSlew),
    ("-max_fanout", DesignRule::MaxFanout),
    ("-min_fanout", DesignRule::MinFanout),
    ("-max_capacitance", DesignRule::MaxCapacitance),
    ("-min_capacitance", DesignRule::MinCapacitance),
];

/// What is to be reported.
struct Wanted {
    /// Kinds of path checks; none for all of them.
    paths: Option<Vec<PathCheck>>,
    rules: Vec<DesignRule>,
    pulses: bool,
    periods: bool,
    skews: bool,
    /// How many of each kind.
    count: usize,
    only_violators: bool,
    is_verbose: bool,
    /// The format of paths; none for JSON.
    format: Option<PathFormat>,
    style: Style,
    /// The pins of nets that design rules are about; none for all pins.
    pins: Option<Vec<PinId>>,
}

impl Wanted {
    fn read(state: &mut State, arguments: &Arguments<'_>) -> Result<Self, Exception> {
        check_corners(state, arguments)?;
        let asked = PATHS.into_iter().filter(|(name, _)| arguments.has(name));
        let paths: Vec<PathCheck> = asked.flat_map(|(_, paths)| paths.iter().copied()).collect();
        let rules: Vec<DesignRule> =
            RULES.into_iter().filter(|(name, _)| arguments.has(name)).map(|(_, rule)| rule).collect();
        let of_clocks = ["-min_pulse_width", "-min_period", "-max_skew"].map(|name| arguments.has(name));
        let [pulses, periods, skews] = of_clocks;
        let is_any = paths.is_empty() && rules.is_empty() && !of_clocks.contains(&true);
        let pins = net_pins(state, arguments)?;
        // Nets have design rules only.
        let is_all = is_any && pins.is_none();
        if pins.is_some() && (!paths.is_empty() || of_clocks.contains(&true)) {
            return Err(arguments.error("-net is for design rules: slews, fanouts and capacitances"));
        }
        let only_violators = arguments.has("-violators");
        let is_verbose = arguments.has("-verbose");
        let format = match arguments.value("-format") {
            Some(word) => Listed::format_named(arguments, &word.text())?,
            None if is_verbose => Some(PathFormat::Full),
            None => Some(PathFormat::SlackOnly),
        };
        Ok(Self {
            paths: (!is_all).then_some(paths),
            rules: if is_any { RULES.map(|(_, rule)| rule).to_vec() } else { rules },
            pulses: pulses || is_all,
            periods: periods || is_all,
            skews: skews || is_all,
            count: count(arguments, if only_violators { usize::MAX } else { 1 })?,
            only_violators,
            is_verbose,
            format,
            style: numbers(state, arguments)?,
            pins,
        })
    }

    /// The paths; none where none is wanted.
    fn query(&self) -> Option<GroupQuery> {
        let checks = self.paths.clone();
        if checks.as_ref().is_some_and(Vec::is_empty) {
            return None;
        }
        let mut splits = checks.iter().flatten().map(|check| check.split());
        let first = splits.next();
        let split = first.filter(|first| splits.all(|split| split == *first));
        // All that fail have less slack than 0.
        let slack_at_most: Option<Ticks> = self.only_violators.then_some(-1);
        Some(GroupQuery { split, max_paths: self.count, slack_at_most, checks, ..GroupQuery::default() })
    }

    /// The pins that a rule is reported of.
    fn checks(&self, timed: Timed<'_>, rule: DesignRule) -> Vec<RuleCheck> {
        listed(&timed.design_rule(rule), self.pins.as_deref(), (self.count, self.only_violators))
    }

    /// All that is wanted but for paths.
    fn report(&self, timed: Timed<'_>) -> CheckTypesReport {
        let rules = self.rules.iter().map(|&rule| rule_report(timed, rule, &self.checks(timed, rule)));
        let rules = rules.collect();
        let checks = if self.pulses || self.periods { timed.pulse_checks() } else { Vec::new() };
        CheckTypesReport {
            paths: None,
            rules,
            pulses: self.pulses.then(|| self.pulses(&checks, timed, false)),
            periods: self.periods.then(|| self.pulses(&checks, timed, true)),
            skews: self.skews.then(|| self.skews(timed)),
        }
    }

    /// The skews that are reported.
    fn skews(&self, timed: Timed<'_>) -> SkewReport {
        let mut checks = timed.skew_checks();
        checks.retain(|check| !self.only_violators || check.slack() < 0);
        checks.truncate(self.count);
        SkewReport::new(&names(timed), &checks)
    }

    /// The pulses or the periods that are reported.
    fn pulses(&self, checks: &[PulseCheck], timed: Timed<'_>, are_periods: bool) -> PulseReport {
        let counting = checks.iter().filter(|check| !self.only_violators || check.slack() < 0);
        let of_kind =
            counting.filter(|check| (check.kind == PulseKind::Period) == are_periods).take(self.count);
        PulseReport::new(&names(timed), &of_kind.copied().collect::<Vec<_>>(), are_periods)
    }
}

/// The checks beside those of paths for a page: of each kind of which there is anything.
pub fn page_checks(timed: Timed<'_>) -> Vec<PageChecks> {
    let of_rule = |rule: DesignRule| {
        let checks = timed.design_rule(rule);
        let failing = checks.violation_count();
        let worst = rule_report(timed, rule, &checks.most(shown(failing), |_| true));
        (!worst.lines.is_empty()).then(|| PageChecks { kind: worst.key(), failing, worst: worst.json() })
    };
    let mut all: Vec<PageChecks> = RULES.into_iter().filter_map(|(_, rule)| of_rule(rule)).collect();
    let (periods, pulses): (Vec<PulseCheck>, Vec<PulseCheck>) =
        timed.pulse_checks().into_iter().partition(|check| check.kind == PulseKind::Period);
    for (kind, checks, are_periods) in [("min_pulse_width", pulses, false), ("min_period", periods, true)] {
        let failing = checks.iter().filter(|check| check.slack() < 0).count();
        let worst = &checks[..shown(failing).min(checks.len())];
        let report = PulseReport::new(&names(timed), worst, are_periods);
        all.extend((!worst.is_empty()).then(|| PageChecks {
            kind: kind.to_string(),
            failing,
            worst: report.json(),
        }));
    }
    let skews = timed.skew_checks();
    let failing = skews.iter().filter(|check| check.slack() < 0).count();
    let worst = &skews[..shown(failing).min(skews.len())];
    let report = SkewReport::new(&names(timed), worst);
    all.extend((!worst.is_empty()).then(|| PageChecks {
        kind: "max_skew".to_string(),
        failing,
        worst: report.json(),
    }));
    all
}

/// How many of a kind a page has of which some fail: these, or the worst one.
fn shown(failing: usize) -> usize {
    failing.clamp(1, PageChecks::MOST)
}

/// The worst of some pins, or of all, held against a rule; where that is asked for only those that break it.
pub(super) fn listed(
    rule: &RuleChecks<'_>,
    pins: Option<&[PinId]>,
    (count, only_violators): (usize, bool),
) -> Vec<RuleCheck> {
    let counts = |check: &RuleCheck| !only_violators || check.is_violated();
    match pins {
        None => rule.most(count, counts),
        Some(pins) => rule.at(pins).into_iter().filter(counts).take(count).collect(),
    }
}

/// How many of each kind `-max_count` asks for.
fn count(arguments: &Arguments<'_>, usual: usize) -> Result<usize, Exception> {
    let Some(word) = arguments.value("-max_count") else { return Ok(usual) };
    let count = word.int().and_then(|count| usize::try_from(count).ok()).filter(|&count| count > 0);
    count.ok_or_else(|| arguments.error(&format!("-max_count is '{word}': expected a number of at least 1")))
}

/// The pins of the nets that `-net` names.
fn net_pins(state: &mut State, arguments: &Arguments<'_>) -> Result<Option<Vec<PinId>>, Exception> {
    let Some(list) = arguments.value("-net") else { return Ok(None) };
    let objects = state.objects(list, Kinds::NETS)?;
    if objects.is_empty() {
        return Err(arguments.error(&format!("'{list}' is no net")));
    }
    let netlist = state.netlist()?;
    let mut pins = Vec::new();
    for object in objects {
        if let Object::Net(net) = object {
            pins.extend_from_slice(netlist.net_pins(net));
        }
    }
    Ok(Some(pins))
}

fn report_check_types(state: &mut State, arguments: &Arguments<'_>, out: &mut dyn Write) -> Outcome {
    let wanted = Wanted::read(state, arguments)?;
    let timed = timed(state)?;
    let mut report = wanted.report(timed);
    let text = match wanted.format {
        None => {
            report.paths =
                wanted.query().map(|query| path_values(timed, &query, wanted.is_verbose)).transpose()?;
            format!("{:#}\n", report.json())
        }
        Some(format) => {
            if let Some(query) = wanted.query() {
                write_paths(timed, &query, Listed::text(wanted.style, format), out)?;
            }
            report.text(wanted.style, wanted.is_verbose).to_string()
        }
    };
    out.write_all(text.as_bytes()).map_err(|error| unwritten(&error))?;
    Ok(Value::empty())
}

/// Writes paths. Where there are none, that is said if their kind was asked for: below the head of their table, in formats that have one.
fn write_paths(
    timed: Timed<'_>,
    query: &GroupQuery,
    listed: Listed,
    out: &mut dyn Write,
) -> Result<(), Exception> {
    let found = found(timed, query)?;
    let written = match (found.is_empty(), &query.checks) {
        (true, None) => Ok(()),
        (true, Some(_)) => out.write_all(&listed.none()),
        (false, _) => listed.write(timed, &found, out),
    };
    written.map_err(|error| unwritten(&error))
}

/// Paths as JSON.
fn path_values(timed: Timed<'_>, query: &GroupQuery, is_verbose: bool) -> Result<Vec<JsonValue>, Exception> {
    let found = found(timed, query)?;
    let names = names(timed);
    let value = |path: Path| match is_verbose {
        true => Some(PathReport::new(&names, &path)?.json()),
        false => Some(PathReport::of_ends(&names, &path)?.ends.json()),
    };
    Ok(found.map_paths(0..found.len(), value).into_iter().flatten().collect())
}

fn found<'s>(timed: Timed<'s>, query: &GroupQuery) -> Result<GroupedPaths<'s>, Exception> {
    let found = timed.find_by_group(query, &PathPoints::new());
    found.map_err(|error| Exception::error(error.to_string()))
}

/// A rule with pins as reports name them.
fn rule_report(timed: Timed<'_>, rule: DesignRule, checks: &[RuleCheck]) -> RuleReport {
    let quantity = match rule.quantity() {
        Quantity::Slew => RuleQuantity::Slew,
        Quantity::Capacitance => RuleQuantity::Capacitance,
        Quantity::Fanout => RuleQuantity::Fanout,
    };
    let line = |check: &RuleCheck| RuleLine {
        pin: timed.netlist().pin_name(check.pin),
        transition: check.transition,
        limit: check.limit,
        value: check.value,
        slack: check.slack(),
    };
    RuleReport { rule: rule.name(), quantity, lines: checks.iter().map(line).collect() }
}

/// The pins that an operand names, in order; none where it is not given.
fn asked_pins(
    state: &mut State,
    arguments: &Arguments<'_>,
    kinds: Kinds,
) -> Result<Option<Vec<PinId>>, Exception> {
    let Some(list) = arguments.operand(0) else { return Ok(None) };
    let mut pins: Vec<PinId> = Vec::new();
    for object in state.objects(list, kinds)? {
        match object {
            Object::Cell(cell) => pins.extend(state.netlist()?.cell_pins(cell)),
            object => pins_for(state.netlist()?, object, &mut pins),
        }
    }
    pins.sort_unstable();
    Ok(Some(pins))
}

fn report_latches(state: &mut State, arguments: &Arguments<'_>, out: &mut dyn Write) -> Outcome {
    check_corners(state, arguments)?;
    let (is_json, style) = (is_json(arguments)?, numbers(state, arguments)?);
    let pins = asked_pins(state, arguments, Kinds::PINS.or(Kinds::CELLS))?;
    let timed = timed(state)?;
    let mut borrows = timed.latch_borrows();
    borrows.retain(|borrow| {
        pins.as_ref().is_none_or(|pins| pins.binary_search(&borrow.pin).is_ok())
            && (!arguments.has("-borrowing") || borrow.borrowed > 0)
            && (!arguments.has("-violators") || borrow.slack < 0)
    });
    let report = LatchReport::new(&names(timed), &borrows);
    let text = if is_json { format!("{:#}\n", report.json()) } else { report.text(style).to_string() };
    out.write_all(text.as_bytes()).map_err(|error| unwritten(&error))?;
    Ok(Value::empty())
}

fn report_pulse_width_checks(state: &mut State, arguments: &Arguments<'_>, out: &mut dyn Write) -> Outcome {
    check_corners(state, arguments)?;
    let (is_json, style) = (is_json(arguments)?, numbers(state, arguments)?);
    let pins = asked_pins(state, arguments, Kinds::PINS.or(Kinds::PORTS))?;
    let timed = timed(state)?;
    let mut checks = timed.pulse_checks();
    checks.retain(|check| pins.as_ref().is_none_or(|pins| pins.binary_search(&check.pin).is_ok()));
    let report = PulseReport::new(&names(timed), &checks, false);
    let text = match [is_json, arguments.has("-verbose")] {
        [true, _] => format!("{:#}\n", report.json()),
        [false, _] if report.is_empty() => String::new(),
        [false, true] => report.verbose(style).to_string(),
        [false, false] => report.text(style).to_string(),
    };
    out.write_all(text.as_bytes()).map_err(|error| unwritten(&error))?;
    Ok(Value::empty())
}
