//! Constraints that state other times of the same things: the graph stays, and only says when signals start and what is required of them.

use zeroslack_netlist::Netlist;
use zeroslack_sdc::{Constraints, Edits};
use zeroslack_units::{UNDEFINED, quad};

use crate::clock_pins::ClockPins;
use crate::endpoint::{Check, Output, Relations};
use crate::exceptions::Matching;
use crate::graph::TimingGraph;
use crate::ids::NodeId;
use crate::repower::Recompute;
use crate::stated::{bare_stated, followed_stated, stated};

impl TimingGraph {
    /// Whether [`TimingGraph::restate`] can take such edits over: not anything else than times, not with latches, and not when signals start where what drives ports has a say.
    pub fn may_be_restated(&self, edits: Edits) -> bool {
        let is_driven = edits.input_delays && !self.pins.drives.nodes().is_empty();
        !edits.others && !is_driven && self.latches.is_empty()
    }

    /// Takes over that constraints state other times, if nothing else of the graph depends on that. What has to be computed again is added to `changed`. False if the graph has to be built anew, and
    /// is of no use any more.
    ///
    /// `netlist` is what the graph is of, and `constraints` are as they are now: only in what `edits` says they differ from what the graph is of.
    pub fn restate(
        &mut self,
        netlist: &Netlist,
        constraints: &Constraints,
        edits: Edits,
        changed: &mut Recompute,
    ) -> bool {
        if !self.may_be_restated(edits) {
            return false;
        }
        let constraints = &*constraints.applicable(netlist);
        let Some(matching) = Matching::again(netlist, constraints, self.rules.take()) else {
            return false;
        };
        let is_done = (!edits.input_delays || self.restate_starts(netlist, constraints, &matching, changed))
            && (!(edits.output_delays || edits.uncertainties)
                || self.restate_ends((netlist, constraints), &matching, edits, changed));
        if matching.has_items() {
            self.rules = Some(Box::new(matching.into_states()));
        }
        is_done
    }

    /// When signals start. False if they start elsewhere.
    fn restate_starts(
        &mut self,
        netlist: &Netlist,
        constraints: &Constraints,
        matching: &Matching<'_>,
        changed: &mut Recompute,
    ) -> bool {
        let mut stated = stated(constraints, &self.tags);
        stated.extend(followed_stated(&self.pins, &self.tags, matching, &stated));
        stated.extend(bare_stated((&self.pins, netlist), constraints, &self.tags, matching));
        let clock_pins = ClockPins::new(self, constraints);
        let (before, started) = (std::mem::take(&mut self.sources), std::mem::take(&mut self.started));
        self.add_sources((constraints, &clock_pins), &stated, &started);
        self.started = started;
        let pairs = before.iter().zip(&self.sources);
        let others = pairs.clone().filter(|(before, now)| before.arrival != now.arrival);
        changed.targets.extend(others.map(|(_, now)| self.pin_graph_node(now.node)));
        before.len() == self.sources.len() && pairs.into_iter().all(|(before, now)| before.node == now.node)
    }

    /// What checks and outputs require. False if there are others.
    fn restate_ends(
        &mut self,
        (netlist, constraints): (&Netlist, &Constraints),
        matching: &Matching<'_>,
        edits: Edits,
        changed: &mut Recompute,
    ) -> bool {
        let mut relations = Relations::new((netlist, constraints), matching, false);
        relations.keep_terms(std::mem::take(&mut self.terms));
        let mut is_same = true;
        if edits.uncertainties {
            let before = std::mem::take(&mut self.checks);
            self.add_checks(&ClockPins::new(self, constraints), &mut relations);
            is_same &= compare(&before, &self.checks, changed, check_of, |check| check.data);
        }
        let before = std::mem::take(&mut self.outputs);
        self.add_outputs(netlist, &mut relations);
        is_same &= compare(&before, &self.outputs, changed, output_of, |output| output.node);
        self.terms = relations.take_terms();
        is_same
    }
}

/// Whether there is the same as before, but for times; the nodes of what has others are put down.
fn compare<T: Copy + PartialEq>(
    before: &[T],
    now: &[T],
    changed: &mut Recompute,
    but_times: impl Fn(T) -> T,
    node: impl Fn(&T) -> NodeId,
) -> bool {
    let pairs = before.iter().zip(now);
    let others = pairs.clone().filter(|(before, now)| before != now);
    changed.ends.extend(others.map(|(_, now)| node(now)));
    before.len() == now.len() && pairs.into_iter().all(|(&before, &now)| but_times(before) == but_times(now))
}

/// What a check is of, whatever it requires.
fn check_of(check: Check) -> Check {
    Check { shift: 0, uncertainty: 0, stated: 0, ..check }
}

fn output_of(output: Output) -> Output {
    let required = output.required.map(|split| split.map(|time| if time == UNDEFINED { time } else { 0 }));
    Output { required, uncertainty: quad(0), ..output }
}
