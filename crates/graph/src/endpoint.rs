//! Where paths end: checks of cells and required times at output ports.

use std::ops::Range;

use rayon::prelude::*;
use zeroslack_netlist::PinId;
use zeroslack_sdc::Constraints;
use zeroslack_units::{Quad, Split, Ticks, Transition, UNDEFINED, quad, tighter_required};

use crate::edges::{self, EdgeSet};
use crate::graph::TimingGraph;
use crate::raw::RawCheck;

/// A check of data against a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Check {
    /// The node of the data pin.
    pub data: u32,
    /// The vertex of the clock edge: `2 × node`, plus 1 for a fall.
    pub clock: u32,
    /// Index into [`TimingGraph::check_models`].
    pub model: u32,
    /// Which transitions of the data are checked.
    pub has: [bool; 2],
    /// Whose arrival at the data pin is checked; the clock's is of the opposite split.
    pub split: Split,
    /// What the clock's arrival has to be shifted by to be the time of the capture; undefined where no clock
    /// comes or no data is launched, and the check then requires nothing.
    pub shift: Ticks,
}

/// An output port with required times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Output {
    /// The port's node.
    pub node: u32,
    /// `[split][transition]`, [`UNDEFINED`] where nothing is required.
    pub required: Quad<Ticks>,
}

/// A pin where paths end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endpoint {
    /// The pin's node.
    pub node: u32,
    /// Its checks, as indices into [`TimingGraph::checks`].
    pub checks: Range<u32>,
    /// Its required times, as an index into [`TimingGraph::outputs`].
    pub output: Option<u32>,
}

impl TimingGraph {
    /// Puts checks in their order and gives them their shifts.
    pub(crate) fn add_checks(&mut self, raw: &[RawCheck], constraints: &Constraints, edges: &[EdgeSet]) {
        let node = |pin: u32| self.pin_node[pin as usize];
        self.checks = raw
            .par_iter()
            .map(|check| {
                let split = self.check_models[check.model as usize].kind.split();
                let (data, clock) =
                    (node(check.data), node(check.clock) << 1 | check.clock_transition as u32);
                let launch = edges[2 * data as usize].union(edges[2 * data as usize + 1]);
                let shift = edges::shift(constraints, launch, edges[clock as usize], split);
                Check { data, clock, model: check.model, has: check.has, split, shift }
            })
            .collect();
        // Of equal checks of a pin the first is reported: that must not depend on how nodes are numbered.
        let pins = &self.node_pin;
        self.checks.par_sort_by_key(|check| (check.data, pins[check.clock as usize / 2], check.clock % 2));
    }

    /// Gathers the required times of output ports.
    pub(crate) fn add_outputs(&mut self, constraints: &Constraints, edges: &[EdgeSet]) {
        let mut outputs = Vec::new();
        for stated in &constraints.required_times {
            let required = stated.required.map(|values| values.map(|value| value.unwrap_or(UNDEFINED)));
            outputs.push(Output { node: self.pin_node[stated.port.index()], required });
        }
        for stated in &constraints.output_delays {
            let node = self.pin_node[stated.port.index()];
            let capture = EdgeSet::of(stated.capture);
            let clock = &constraints.clocks[stated.capture.clock.0 as usize];
            let edge = clock.edges[stated.capture.edge as usize];
            let mut required = quad(UNDEFINED);
            for split in Split::ALL {
                for transition in Transition::ALL {
                    let launch = edges[2 * node as usize + transition as usize];
                    let shift = edges::shift(constraints, launch, capture, split);
                    if let (Some(delay), true) =
                        (stated.delay[split as usize][transition as usize], shift != UNDEFINED)
                    {
                        required[split as usize][transition as usize] = edge + shift - delay;
                    }
                }
            }
            outputs.push(Output { node, required });
        }
        outputs.sort_by_key(|output| output.node);
        outputs.dedup_by(|later, first| {
            let same = later.node == first.node;
            if same {
                first.required = tightest(first.required, later.required);
            }
            same
        });
        self.outputs = outputs;
    }

    /// One endpoint for each pin with checks or required times.
    pub(crate) fn add_endpoints(&mut self) {
        let mut endpoints: Vec<Endpoint> = Vec::new();
        for (index, check) in self.checks.iter().enumerate() {
            let index = index as u32;
            match endpoints.last_mut().filter(|endpoint| endpoint.node == check.data) {
                Some(endpoint) => endpoint.checks.end = index + 1,
                None => endpoints.push(Endpoint { node: check.data, checks: index..index + 1, output: None }),
            }
        }
        let outputs = self.outputs.iter().enumerate();
        endpoints.extend(outputs.map(|(index, output)| Endpoint {
            node: output.node,
            checks: 0..0,
            output: Some(index as u32),
        }));
        let pin = |endpoint: &Endpoint| -> PinId { self.node_pin[endpoint.node as usize] };
        endpoints.par_sort_by_key(pin);
        self.endpoints = endpoints;
    }
}

fn tightest(a: Quad<Ticks>, b: Quad<Ticks>) -> Quad<Ticks> {
    let mut tightest = a;
    for split in Split::ALL {
        for transition in Transition::ALL {
            let (split_index, transition) = (split as usize, transition as usize);
            let value = &mut tightest[split_index][transition];
            *value = tighter_required(split, *value, b[split_index][transition]);
        }
    }
    tightest
}
