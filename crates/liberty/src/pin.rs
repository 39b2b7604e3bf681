//! Attributes of `pin`, `bus` and `bundle` groups.

use crate::budget::expression_size;
use crate::scan::{Scanner, TextPiece};
use crate::statement::Statement;
use crate::timing::TimingDraft;
use crate::{ClockGating, Direction, Expr, Pin, RiseFall, header::Header};

/// About how many bytes a pin takes at the worst: draft, name, index and all.
const PIN_SIZE: usize = 2 * size_of::<Pin>() + 256;

/// What a group states about its pins.
#[derive(Clone, Default)]
pub(crate) struct PinAttributes {
    direction: Option<Direction>,
    capacitance: Option<f32>,
    capacitances: RiseFall<Option<f32>>,
    capacitance_range: RiseFall<Option<(f32, f32)>>,
    pub function: Option<Expr>,
    /// `state_function`: tells senses where there is no function.
    pub state_function: Option<Expr>,
    pub three_state: Option<Expr>,
    is_clock: Option<bool>,
    clock_gating: Option<ClockGating>,
    max_transition: Option<f32>,
    min_transition: Option<f32>,
    max_capacitance: Option<f32>,
    min_capacitance: Option<f32>,
    max_fanout: Option<f32>,
    fanout_load: Option<f32>,
    min_pulse_width: RiseFall<Option<f32>>,
    min_period: Option<f32>,
}

/// A `pin` group, or what a `bus` or `bundle` group says about all its pins.
#[derive(Clone, Default)]
pub(crate) struct PinGroup<'t> {
    pub names: Vec<TextPiece<'t>>,
    pub attributes: PinAttributes,
    pub timings: Vec<TimingDraft<'t>>,
}

impl<'t> PinGroup<'t> {
    /// Reads the `pin` group that `statement` opens.
    pub fn read(scan: &mut Scanner<'t>, header: &Header<'t>, statement: &Statement<'t>) -> Option<Self> {
        scan.group_name(statement)?;
        let mut group = Self { names: statement.argument.names().collect(), ..Self::default() };
        if scan.enter() {
            while let Some(statement) = scan.statement() {
                group.take(scan, header, &statement);
            }
        }
        Some(group)
    }

    /// About how many bytes one pin made of it takes.
    pub fn size(&self) -> usize {
        let attributes = &self.attributes;
        let functions = [&attributes.function, &attributes.state_function, &attributes.three_state];
        let functions: usize = functions.into_iter().flatten().map(expression_size).sum();
        let timings: usize = self.timings.iter().map(TimingDraft::size).sum();
        PIN_SIZE + functions + timings
    }

    /// Takes in one statement of the group.
    pub fn take(&mut self, scan: &mut Scanner<'t>, header: &Header<'t>, statement: &Statement<'t>) {
        match statement.name.text {
            "timing" => self.timings.extend(TimingDraft::read(scan, header, statement.name)),
            "minimum_pulse_width" | "min_pulse_width" => self.attributes.take_pulse_width(scan, header),
            "minimum_period" => self.attributes.take_period(scan, header),
            _ => {
                if !self.attributes.take_number(scan, header, statement) {
                    self.attributes.take_other(scan, header, statement);
                }
            }
        }
    }
}

impl PinAttributes {
    fn take_number<'t>(
        &mut self,
        scan: &mut Scanner<'t>,
        header: &Header<'t>,
        statement: &Statement<'t>,
    ) -> bool {
        let (time, slew, load) = (header.units.time, header.slew_scale(), header.units.capacitance);
        let own = match statement.name.text {
            "capacitance" => Some(&mut self.capacitance),
            "rise_capacitance" => Some(&mut self.capacitances.rise),
            "fall_capacitance" => Some(&mut self.capacitances.fall),
            _ => None,
        };
        if let Some(own) = own {
            *own = scan.capacitance(statement, load);
            return true;
        }
        let (value, scale) = match statement.name.text {
            "max_transition" => (&mut self.max_transition, slew),
            "min_transition" => (&mut self.min_transition, slew),
            "max_capacitance" => (&mut self.max_capacitance, load),
            "min_capacitance" => (&mut self.min_capacitance, load),
            "max_fanout" => (&mut self.max_fanout, 1.0),
            "fanout_load" => (&mut self.fanout_load, 1.0),
            "min_pulse_width_high" => (&mut self.min_pulse_width.rise, time),
            "min_pulse_width_low" => (&mut self.min_pulse_width.fall, time),
            "min_period" => (&mut self.min_period, time),
            _ => return false,
        };
        *value = scan.scaled(statement, scale);
        true
    }

    fn take_other<'t>(&mut self, scan: &mut Scanner<'t>, header: &Header<'t>, statement: &Statement<'t>) {
        match statement.name.text {
            "direction" => self.direction = scan.direction(statement),
            "function" => self.function = scan.expression(statement),
            "state_function" => self.state_function = scan.expression(statement),
            "three_state" => self.three_state = scan.expression(statement),
            "clock" => self.is_clock = scan.flag(statement),
            "rise_capacitance_range" => self.capacitance_range.rise = range(scan, header, statement),
            "fall_capacitance_range" => self.capacitance_range.fall = range(scan, header, statement),
            "clock_gate_clock_pin" => self.take_gating(scan, statement, ClockGating::Clock),
            "clock_gate_enable_pin" => self.take_gating(scan, statement, ClockGating::Enable),
            "clock_gate_test_pin" => self.take_gating(scan, statement, ClockGating::Test),
            "clock_gate_out_pin" => self.take_gating(scan, statement, ClockGating::Out),
            "clock_gate_obs_pin" => self.take_gating(scan, statement, ClockGating::Observe),
            _ => {}
        }
    }

    fn take_gating<'t>(&mut self, scan: &mut Scanner<'t>, statement: &Statement<'t>, role: ClockGating) {
        if scan.flag(statement) == Some(true) {
            self.clock_gating = Some(role);
        }
    }

    /// A `minimum_pulse_width` group: of several, for several conditions, the greatest counts.
    fn take_pulse_width<'t>(&mut self, scan: &mut Scanner<'t>, header: &Header<'t>) {
        if scan.enter() {
            while let Some(statement) = scan.statement() {
                let width = match statement.name.text {
                    "constraint_high" => &mut self.min_pulse_width.rise,
                    "constraint_low" => &mut self.min_pulse_width.fall,
                    _ => continue,
                };
                *width = greater(*width, scan.scaled(&statement, header.units.time));
            }
        }
    }

    /// A `minimum_period` group, likewise.
    fn take_period<'t>(&mut self, scan: &mut Scanner<'t>, header: &Header<'t>) {
        if scan.enter() {
            while let Some(statement) = scan.statement() {
                if statement.name.text == "constraint" {
                    self.min_period = greater(self.min_period, scan.scaled(&statement, header.units.time));
                }
            }
        }
    }

    /// What is stated here, else what `wider`, the bus, states.
    pub fn or(self, wider: &Self) -> Self {
        let pair = |own: RiseFall<Option<f32>>, wider: RiseFall<Option<f32>>| RiseFall {
            rise: own.rise.or(wider.rise),
            fall: own.fall.or(wider.fall),
        };
        Self {
            direction: self.direction.or(wider.direction),
            capacitance: self.capacitance.or(wider.capacitance),
            capacitances: pair(self.capacitances, wider.capacitances),
            capacitance_range: RiseFall {
                rise: self.capacitance_range.rise.or(wider.capacitance_range.rise),
                fall: self.capacitance_range.fall.or(wider.capacitance_range.fall),
            },
            function: self.function.or_else(|| wider.function.clone()),
            state_function: self.state_function.or_else(|| wider.state_function.clone()),
            three_state: self.three_state.or_else(|| wider.three_state.clone()),
            is_clock: self.is_clock.or(wider.is_clock),
            clock_gating: self.clock_gating.or(wider.clock_gating),
            max_transition: self.max_transition.or(wider.max_transition),
            min_transition: self.min_transition.or(wider.min_transition),
            max_capacitance: self.max_capacitance.or(wider.max_capacitance),
            min_capacitance: self.min_capacitance.or(wider.min_capacitance),
            max_fanout: self.max_fanout.or(wider.max_fanout),
            fanout_load: self.fanout_load.or(wider.fanout_load),
            min_pulse_width: pair(self.min_pulse_width, wider.min_pulse_width),
            min_period: self.min_period.or(wider.min_period),
        }
    }

    /// The pin `name`, with the library's defaults for what is not stated, and without timings.
    pub fn finish(self, name: Box<str>, header: &Header<'_>) -> Pin {
        let direction = self.direction.unwrap_or_default();
        let is_driver = matches!(direction, Direction::Output | Direction::Inout);
        let is_load = matches!(direction, Direction::Input | Direction::Inout);
        let is_external = direction != Direction::Internal;
        let fan_out = |value: Option<f64>| value.map(|value| value as f32);
        let stated = self.capacitance.or(greater(self.capacitances.rise, self.capacitances.fall));
        let capacitance = stated.or(header.capacitance(direction)).unwrap_or(0.0);
        Pin {
            name,
            direction,
            capacitance,
            capacitances: RiseFall {
                rise: self.capacitances.rise.unwrap_or(capacitance),
                fall: self.capacitances.fall.unwrap_or(capacitance),
            },
            capacitance_range: self.capacitance_range,
            function: self.function,
            three_state: self.three_state,
            is_clock: self.is_clock.unwrap_or(false),
            clock_gating: self.clock_gating,
            max_transition: self.max_transition.or_else(|| header.max_transition().filter(|_| is_external)),
            min_transition: self.min_transition,
            max_capacitance: self.max_capacitance.or_else(|| header.max_capacitance().filter(|_| is_driver)),
            min_capacitance: self.min_capacitance,
            max_fanout: self.max_fanout.or_else(|| fan_out(header.defaults.max_fanout).filter(|_| is_driver)),
            fanout_load: self
                .fanout_load
                .or_else(|| fan_out(header.defaults.fanout_load).filter(|_| is_load)),
            min_pulse_width: self.min_pulse_width,
            min_period: self.min_period,
            timings: Vec::new(),
        }
    }
}

fn greater(one: Option<f32>, other: Option<f32>) -> Option<f32> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.max(other)),
        _ => one.or(other),
    }
}

/// Two capacitances, the lesser first.
fn range<'t>(scan: &mut Scanner<'t>, header: &Header<'t>, statement: &Statement<'t>) -> Option<(f32, f32)> {
    let mut values = Vec::with_capacity(2);
    if !scan.numbers(statement.argument, header.units.capacitance, &mut values) {
        return None;
    }
    match values[..] {
        [least, greatest] if least <= greatest => Some((least, greatest)),
        _ => {
            scan.warning("LIB-026", statement.argument.span(), || {
                format!("'{}' is ignored: expected two numbers, the lesser first", statement.name.text)
            });
            None
        }
    }
}
