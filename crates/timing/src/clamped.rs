//! Delays and margins that are too long to be times: what is said of them.

use std::ops::Range;

use rayon::prelude::*;
use zeroslack_graph::{NodeId, TimingGraph};
use zeroslack_input::{Diagnostics, FirstFew};
use zeroslack_netlist::{Netlist, PinId};
use zeroslack_units::{LONGEST_DELAY, Ticks, ps};

use crate::summary::Summary;
use crate::timing::Timing;

/// Nodes, or checks, that one task looks at.
const BLOCK: usize = 1 << 14;

/// Delays (`TIM-007`) and margins of checks (`TIM-008`) beyond [`LONGEST_DELAY`], which count as that long: how many pins have one, and the first few.
pub fn clamped(netlist: &Netlist, graph: &TimingGraph, timing: &Timing) -> Diagnostics {
    let pins = graph.pins();
    let structure = pins.structure();
    let delays = gathered(structure.node_count(), |nodes, found| {
        for node in NodeId::all(nodes) {
            let delays = &timing.delay[structure.fanin_range(node)];
            if delays.iter().any(|delay| delay.as_flattened().iter().any(|&delay| is_clamped(delay))) {
                found.note(structure.pin(node));
            }
        }
    });
    let margins = gathered(pins.checks().len(), |checks, found| {
        for (check, margins) in pins.checks()[checks.clone()].iter().zip(&timing.margin[checks]) {
            if margins.iter().any(|&margin| is_clamped(margin)) {
                found.note(structure.pin(check.data));
            }
        }
    });
    let mut diagnostics = Diagnostics::new();
    report(("TIM-007", "delays to"), netlist, &delays, &mut diagnostics);
    report(("TIM-008", "setup or hold times at"), netlist, &margins, &mut diagnostics);
    diagnostics
}

/// Sums of slacks that left the range of times (`TIM-009`).
pub fn saturated(summaries: &[Summary]) -> Diagnostics {
    let mut diagnostics = Diagnostics::new();
    for summary in summaries.iter().filter(|summary| summary.total_negative_slack == Ticks::MIN) {
        diagnostics.warning("TIM-009", None, || {
            let (kind, least) = (summary.kind.name(), ps(Ticks::MIN));
            format!("the total negative slack of {kind} is less than {least} ps, and counts as that")
        });
    }
    diagnostics
}

/// A delay of NaN is none.
fn is_clamped(ps: f32) -> bool {
    ps.abs() > zeroslack_units::ps(LONGEST_DELAY) as f32
}

/// What `look` finds in all of so many things, in order.
fn gathered(count: usize, look: impl Fn(Range<usize>, &mut FirstFew<PinId>) + Sync) -> FirstFew<PinId> {
    let blocks = (0..count.div_ceil(BLOCK)).into_par_iter().map(|block| {
        let mut found = FirstFew::default();
        look(block * BLOCK..count.min((block + 1) * BLOCK), &mut found);
        found
    });
    blocks.collect::<Vec<_>>().into_iter().fold(FirstFew::default(), |mut all, found| {
        all.append(found);
        all
    })
}

fn report(
    (id, what): (&'static str, &str),
    netlist: &Netlist,
    found: &FirstFew<PinId>,
    said: &mut Diagnostics,
) {
    if found.count() > 0 {
        said.warning(id, None, || {
            let (count, longest) = (found.count(), ps(LONGEST_DELAY));
            let names = found.names(|&pin| netlist.pin_name(pin));
            format!("{what} {count} of the pins, longer than {longest} ps, count as that long: {names}")
        });
    }
}
