//! What constrains a design: the clock period that makes the wanted share of endpoints fail, the hold time that does so
//! for hold, and what happens at ports.

use crate::design::Design;
use crate::estimate::{Estimate, NO_LAUNCH};
use crate::library::{CLOCK_PIN, Checks, Ports, TRANSITIONS};

/// Early, outputs are required after this share of the clock's latency.
const OUTPUT_HOLD: f64 = 0.5;
/// Periods of clocks, in those of the fastest; more clocks repeat them.
const MULTIPLES: [u32; 4] = [1, 2, 1, 4];
/// A hold time stays within these, ps.
const HOLD: (f64, f64) = (-20.0, 120.0);

/// What is chosen for a design.
#[derive(Clone, Debug, Default)]
pub(crate) struct Constraints {
    /// ps. `[clock]`
    pub(crate) periods: Vec<u32>,
    /// Hold time of the built-in library's flip-flops with sharp edges, ps.
    pub(crate) hold: f64,
    /// Mean latency of the clocks, whole ps.
    pub(crate) latency: u32,
}

impl Constraints {
    /// When inputs arrive, early and late, ps.
    pub(crate) fn input_arrival(&self, ports: &Ports) -> [f64; 2] {
        ports.input_delay.map(|delay| delay + f64::from(self.latency))
    }

    /// When outputs are required, early and late, ps.
    pub(crate) fn output_required(&self, ports: &Ports) -> [f64; 2] {
        let latency = f64::from(self.latency);
        [(OUTPUT_HOLD * latency).floor(), f64::from(self.periods[0]) + latency - ports.output_delay]
    }
}

fn multiple(clock: usize) -> u32 {
    MULTIPLES[clock % MULTIPLES.len()]
}

pub(crate) fn choose(design: &Design, estimate: &Estimate) -> Constraints {
    let (mut needed, mut holds) = (Vec::new(), Vec::new());
    for flip_flop in design.flip_flops() {
        needed.push(needed_period(design, estimate, flip_flop));
        holds.push(hold_at_zero_slack(design, estimate, flip_flop));
    }
    for &port in design.output_ports() {
        let slot = design.slots(port).start;
        let latest = TRANSITIONS.map(|transition| estimate.arriving(design, slot, 1, transition).arrival);
        needed.push(latest[0].max(latest[1]) - estimate.latency + design.library().ports.output_delay as f32);
    }
    let base = quantile(&mut needed, 1.0 - design.options().failing).ceil().max(1.0) as u32;
    let hold = f64::from(quantile(&mut holds, design.options().failing_hold));
    Constraints {
        periods: (0..design.options().clocks).map(|clock| base * multiple(clock)).collect(),
        hold: ((hold * 10.0).floor() / 10.0).clamp(HOLD.0, HOLD.1),
        latency: estimate.latency as u32,
    }
}

/// The value that a share of the values is below.
fn quantile(values: &mut [f32], share: f64) -> f32 {
    let Some(last) = values.len().checked_sub(1) else { return 0.0 };
    let at = ((last as f64 * share) as usize).min(last);
    *values.select_nth_unstable_by(at, f32::total_cmp).1
}

/// The shortest period of the fastest clock with which a flip-flop's setup is kept, ps.
fn needed_period(design: &Design, estimate: &Estimate, flip_flop: u32) -> f32 {
    let slot = design.slots(flip_flop).start;
    let clock = estimate.arriving(design, slot + CLOCK_PIN as u32, 0, 0);
    let checks = &design.cell(flip_flop).checks.setup;
    let of = |transition| {
        let data = estimate.arriving(design, slot, 1, transition);
        let setup = Checks::margin(checks, transition, data.slew, clock.slew);
        let credit = estimate.credit(design, data.launch, flip_flop);
        let launching = if data.launch == NO_LAUNCH { 0 } else { design.clock_of(data.launch) };
        let relation = multiple(launching).min(multiple(design.clock_of(flip_flop)));
        (data.arrival + setup - clock.arrival - credit) / relation as f32
    };
    of(0).max(of(1))
}

/// The hold time at which a flip-flop's hold slack is zero, ps.
fn hold_at_zero_slack(design: &Design, estimate: &Estimate, flip_flop: u32) -> f32 {
    let slot = design.slots(flip_flop).start;
    let clock = estimate.arriving(design, slot + CLOCK_PIN as u32, 1, 0);
    let checks = &design.cell(flip_flop).checks.hold;
    let of = |transition| {
        let data = estimate.arriving(design, slot, 0, transition);
        let hold = Checks::margin(checks, transition, data.slew, clock.slew);
        data.arrival - clock.arrival + estimate.credit(design, data.launch, flip_flop) - hold
    };
    of(0).min(of(1))
}
