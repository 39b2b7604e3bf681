//! The worst skew of clocks.

use std::fmt;

use serde_json::{Value, json};
use zeroslack_graph::VertexId;
use zeroslack_sdc::ClockId;
use zeroslack_timing::ClockSkew;
use zeroslack_units::{Split, Ticks, Transition};

use crate::analysis::Analysis;
use crate::json::time;
use crate::style::Style;
use crate::words::edge;

/// The worst skew of some clocks between registers that have a path between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClockSkewReport {
    /// Late for setup, early for hold.
    pub split: Split,
    /// In the order that they were asked for.
    pub clocks: Vec<SkewOfClock>,
}

/// The worst skew of a clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkewOfClock {
    /// The clock's name.
    pub name: String,
    /// None where it does not launch and capture on any path.
    pub worst: Option<RegisterSkew>,
}

/// The skew between two registers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegisterSkew {
    /// The skew.
    pub skew: ClockSkew,
    /// The clock pin that launches, and the transition there.
    pub launch: (String, Transition),
    /// The clock pin that captures, and the transition there.
    pub capture: (String, Transition),
}

impl ClockSkewReport {
    /// Of clocks, where `skews` has the skew of each that has any.
    pub fn new(analysis: &Analysis<'_>, skews: &[ClockSkew], clocks: &[ClockId], split: Split) -> Self {
        let place = |vertex: VertexId| {
            let pin = analysis.graph.pin(vertex.node());
            (analysis.names.netlist.pin_name(pin), vertex.transition())
        };
        let of_clock = |&clock: &ClockId| {
            let skew = skews.iter().find(|skew| skew.clock == clock);
            let worst = skew.map(|&skew| RegisterSkew {
                skew,
                launch: place(skew.launch),
                capture: place(skew.capture),
            });
            SkewOfClock { name: analysis.names.constraints.clocks[clock].name.to_string(), worst }
        };
        Self { split, clocks: clocks.iter().map(of_clock).collect() }
    }

    /// The skew of the clock where it is largest, whichever of the registers is later; of equals the first clock's.
    pub fn largest(&self) -> Option<Ticks> {
        let skews = self.clocks.iter().rev().filter_map(|clock| Some(clock.worst.as_ref()?.skew.skew()));
        skews.max_by_key(|skew| skew.abs())
    }

    fn check(&self) -> &'static str {
        match self.split {
            Split::Late => "setup",
            Split::Early => "hold",
        }
    }

    /// What each skew is made of, a paragraph a clock.
    pub fn text(&self, numbers: Style) -> impl fmt::Display + '_ {
        fmt::from_fn(move |f| {
            for clock in &self.clocks {
                writeln!(f, "Clock {}", clock.name)?;
                match &clock.worst {
                    Some(worst) => self.write(f, worst, numbers)?,
                    None => writeln!(f, "No launch/capture paths found.")?,
                }
                writeln!(f)?;
            }
            Ok(())
        })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, worst: &RegisterSkew, numbers: Style) -> fmt::Result {
        let RegisterSkew { skew, launch, capture } = worst;
        let line = |f: &mut fmt::Formatter<'_>, time: Ticks, what: fmt::Arguments<'_>| {
            writeln!(f, "{:>7} {what}", numbers.time(time))
        };
        line(f, skew.launch_latency, format_args!("source latency {} {}", launch.0, edge(launch.1)))?;
        line(f, -skew.capture_latency, format_args!("target latency {} {}", capture.0, edge(capture.1)))?;
        if skew.uncertainty != 0 {
            line(f, skew.uncertainty, format_args!("clock uncertainty"))?;
        }
        line(f, skew.credit, format_args!("CRPR"))?;
        writeln!(f, "--------------")?;
        line(f, skew.skew(), format_args!("{} skew", self.check()))
    }

    /// An array of an object for each clock: `clock`, `check` (`setup` or `hold`), `skew`, `launch` and `capture` (`pin`, `edge`, `latency`), `uncertainty`
    /// and `crpr`, of which `skew` is the sum; where there is no path all after `check` are `null`. Times are ps.
    pub fn json(&self) -> Value {
        let of_clock = |clock: &SkewOfClock| {
            let worst = clock.worst.as_ref();
            let end = |(pin, edge): &(String, Transition), latency: Ticks| json!({ "pin": pin, "edge": edge.name(), "latency": time(latency) });
            json!({
                "clock": clock.name,
                "check": self.check(),
                "skew": worst.map(|worst| time(worst.skew.skew())),
                "launch": worst.map(|worst| end(&worst.launch, worst.skew.launch_latency)),
                "capture": worst.map(|worst| end(&worst.capture, worst.skew.capture_latency)),
                "uncertainty": worst.map(|worst| time(worst.skew.uncertainty)),
                "crpr": worst.map(|worst| time(worst.skew.credit)),
            })
        };
        self.clocks.iter().map(of_clock).collect()
    }
}
