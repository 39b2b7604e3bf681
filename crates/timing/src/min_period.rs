//! The shortest periods that clocks could have.

use zeroslack_graph::{CheckKind, CheckOrigin, EndpointId, TimingGraph};
use zeroslack_sdc::{ClockEdge, ClockId, Clocks};
use zeroslack_units::{Split, Ticks};

use crate::launched::is_data;
use crate::summary::{EndpointKind, EndpointSlack, slacks_of};
use crate::timing::Timing;

/// The shortest period that a clock could have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MinPeriod {
    /// The clock.
    pub clock: ClockId,
    /// The period; 0 where even that would be long enough.
    pub period: Ticks,
    /// The check or the output that asks for it, with the slack of its worst path.
    pub end: EndpointSlack,
}

/// The shortest period of each clock at which nothing fails that one edge of it launches and the same edge captures a period later, in the order
/// of clocks: setup and recovery checks of what registers launch, with ports also what starts or ends there. A clock without such a path is left
/// out. Paths from one edge to the other are, too: they have part of a period, which part depends on the waveform; and so are paths to latches that data may borrow from.
pub fn min_periods(
    graph: &TimingGraph,
    timing: &Timing,
    clocks: &Clocks,
    with_ports: bool,
) -> Vec<MinPeriod> {
    let of_registers = if with_ports { None } else { Some(timing.launched_by_registers(graph)) };
    let timing = of_registers.as_ref().unwrap_or(timing);
    let mut longest: Vec<Option<MinPeriod>> = vec![None; clocks.id_count()];
    for endpoint in EndpointId::all(0..graph.endpoints().len()) {
        for end in slacks_of(graph, timing, endpoint) {
            let Some(edge) = one_edge(graph, &end) else { continue };
            let is_of_port = |check| graph.check_origin(graph.check(check)) == CheckOrigin::Port;
            let is_of_register = end.by.check().is_some_and(|check| !is_of_port(check));
            let is_of_registers = is_of_register && is_data(graph, end.vertex(graph));
            if !with_ports && !is_of_registers {
                continue;
            }
            let period: Ticks = (clocks[edge.clock].period - end.slack).max(0);
            let known = &mut longest[edge.clock.0 as usize];
            if known.is_none_or(|known| known.period < period) {
                *known = Some(MinPeriod { clock: edge.clock, period, end });
            }
        }
    }
    longest.into_iter().flatten().collect()
}

/// The edge that launches late data and captures it.
fn one_edge(graph: &TimingGraph, end: &EndpointSlack) -> Option<ClockEdge> {
    let capture = match end.kind {
        EndpointKind::Check(CheckKind::Setup | CheckKind::Recovery) => {
            let check = end.by.check()?;
            // What data borrows from a latch depends on the period.
            let is_borrowed = graph.latches().opening(check).is_some();
            graph.launch_edge(graph.check(check).clock).filter(|_| !is_borrowed)
        }
        EndpointKind::Output(Split::Late) => graph.output(end.by.output()?).capture,
        _ => None,
    };
    graph.launch_edge(end.vertex(graph)).filter(|&launch| Some(launch) == capture)
}
