//! The least and the greatest latency of clocks.

use std::fmt;

use serde_json::{Value, json};
use zeroslack_graph::VertexId;
use zeroslack_sdc::ClockId;
use zeroslack_timing::{ClockArrival, ClockLatency, worst_fanin};
use zeroslack_units::{Split, Ticks, Transition};

use crate::analysis::Analysis;
use crate::json::time;
use crate::style::Style;
use crate::words::edge;

/// The latencies of some clocks at the clock pins of registers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClockLatencyReport {
    /// In the order that they were asked for.
    pub clocks: Vec<LatenciesOfClock>,
}

/// The latencies of a clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LatenciesOfClock {
    /// The clock's name.
    pub name: String,
    /// Of each of its edges and each transition that these make at clock pins.
    pub latencies: Vec<EdgeLatency>,
}

/// The least and the greatest latency of a clock's edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EdgeLatency {
    /// The latencies.
    pub latency: ClockLatency,
    /// The names of the clock pins that have them.
    pub pins: [String; 2],
    /// The pins on the way to them, where they were asked for.
    pub paths: Option<[Vec<PassedPin>; 2]>,
}

/// A pin that a clock passes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassedPin {
    /// Its name.
    pub name: String,
    /// The transition there.
    pub transition: Transition,
    /// By how much later than the clock's own edge it comes there.
    pub latency: Ticks,
}

impl ClockLatencyReport {
    /// Of clocks, where `latencies` has those of all, with the pins on the ways to their ends if `with_paths`.
    pub fn new(
        analysis: &Analysis<'_>,
        latencies: &[ClockLatency],
        clocks: &[ClockId],
        with_paths: bool,
    ) -> Self {
        let netlist = analysis.names.netlist;
        let of_edge = |latency: &ClockLatency| EdgeLatency {
            latency: *latency,
            pins: latency.ends.map(|end| netlist.pin_name(end.pin)),
            paths: with_paths
                .then(|| [0, 1].map(|split| passed(analysis, &latency.ends[split], Split::ALL[split]))),
        };
        let of_clock = |&clock: &ClockId| LatenciesOfClock {
            name: analysis.names.constraints.clocks[clock].name.to_string(),
            latencies: latencies.iter().filter(|latency| latency.clock == clock).map(of_edge).collect(),
        };
        Self { clocks: clocks.iter().map(of_clock).collect() }
    }

    /// What each latency is made of, a paragraph an edge.
    pub fn text(&self, numbers: Style) -> impl fmt::Display + '_ {
        fmt::from_fn(move |f| {
            for clock in &self.clocks {
                writeln!(f, "Clock {}", clock.name)?;
                for latency in &clock.latencies {
                    latency.write(f, numbers)?;
                    writeln!(f)?;
                }
                writeln!(f)?;
            }
            Ok(())
        })
    }

    /// An array of an object for each edge of each clock and each transition that it makes at clock pins: `clock`, `edge`, `transition`, `min` and `max`
    /// (`pin`, `source_latency`, `network_latency`, `latency`, and `path`, the pins on the way, each with `pin`, `edge` and `latency`, where it
    /// was asked for), and `skew`, what the latter differ by. Times are ps.
    pub fn json(&self) -> Value {
        let all = self
            .clocks
            .iter()
            .flat_map(|clock| clock.latencies.iter().map(move |latency| latency.json(&clock.name)));
        all.collect()
    }
}

impl EdgeLatency {
    fn skew(&self) -> Ticks {
        let [least, greatest] = &self.latency.ends;
        greatest.latency() - least.latency()
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, numbers: Style) -> fmt::Result {
        let ClockLatency { edge, at, ends: [least, greatest], .. } = &self.latency;
        let time = |time| format!("{:>7}", numbers.time(time));
        writeln!(f, "{} -> {}", edge.name(), at.name())?;
        for (path, name) in self.paths.iter().flatten().zip(["min", "max"]) {
            writeln!(f, "{name} path")?;
            write_path(f, path, numbers)?;
            writeln!(f)?;
        }
        writeln!(f, "    min     max")?;
        writeln!(f, "{} {} source latency", time(least.source), time(greatest.source))?;
        writeln!(f, "{} {:7} network latency {}", time(least.network), "", self.pins[0])?;
        writeln!(f, "{:7} {} network latency {}", "", time(greatest.network), self.pins[1])?;
        writeln!(f, "---------------")?;
        writeln!(f, "{} {} latency", time(least.latency()), time(greatest.latency()))?;
        writeln!(f, "{:7} {} skew", "", time(self.skew()))
    }

    fn json(&self, clock: &str) -> Value {
        let end = |split: usize| {
            let end = &self.latency.ends[split];
            let mut object = json!({
                "pin": self.pins[split],
                "source_latency": time(end.source),
                "network_latency": time(end.network),
                "latency": time(end.latency()),
            });
            if let Some(paths) = &self.paths {
                let pin = |pin: &PassedPin| json!({ "pin": pin.name, "edge": pin.transition.name(), "latency": time(pin.latency) });
                object["path"] = paths[split].iter().map(pin).collect();
            }
            object
        };
        json!({
            "clock": clock,
            "edge": self.latency.edge.name(),
            "transition": self.latency.at.name(),
            "min": end(0),
            "max": end(1),
            "skew": time(self.skew()),
        })
    }
}

/// The pins that a clock passes, from its source on.
fn write_path(f: &mut fmt::Formatter<'_>, path: &[PassedPin], numbers: Style) -> fmt::Result {
    let mut before = None;
    writeln!(f, "{:>9} {:>9}", "Delay", "Time")?;
    for pin in path {
        let delay = pin.latency - before.replace(pin.latency).unwrap_or(pin.latency);
        let [delay, time] = [delay, pin.latency].map(|time| numbers.time(time));
        writeln!(f, "{delay:>9} {time:>9} {} {}", edge(pin.transition), pin.name)?;
    }
    Ok(())
}

/// The pins on the way to a clock pin.
fn passed(analysis: &Analysis<'_>, end: &ClockArrival, split: Split) -> Vec<PassedPin> {
    let Analysis { graph, timing, .. } = *analysis;
    let arrival = |vertex: VertexId| timing.arrival(vertex.node(), split, vertex.transition());
    let later = end.latency() - arrival(end.vertex).unwrap_or_default();
    let before = |&vertex: &VertexId| {
        let arc = worst_fanin(graph, timing, vertex, split)?;
        let before = graph.arc_source(arc).vertex(vertex.transition());
        let clock = |vertex| graph.launch_edge(vertex).map(|edge| edge.clock);
        (clock(before) == clock(vertex)).then_some(before)
    };
    let pin = |vertex: VertexId| PassedPin {
        name: analysis.names.netlist.pin_name(graph.pin(vertex.node())),
        transition: vertex.transition(),
        latency: arrival(vertex).unwrap_or_default() + later,
    };
    let mut pins: Vec<PassedPin> = std::iter::successors(Some(end.vertex), before).map(pin).collect();
    pins.reverse();
    pins
}
