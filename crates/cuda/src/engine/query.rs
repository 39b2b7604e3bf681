//! Questions to a device that bring back only what is asked for: the worst endpoints, values of some nodes.

use zeroslack_graph::{CheckId, EndpointId, NodeId, OutputId, Requirement, TimingGraph};
use zeroslack_timing::{EndpointSlack, NodeTimes, Summary};
use zeroslack_units::{Quad, Split, Ticks, Transition};

use crate::arrays::NONE;
use crate::engine::query_memory::{QUERY, RECORD, SELECTION};
use crate::engine::slots::{SUM_THREADS, Slots, TOTAL, kind};
use crate::engine::update::Engine;
use crate::error::CudaError;
use crate::machine::Machine;
use crate::machine::kernel::{Kernel, KernelLaunch, THREADS};
use crate::machine::words::{floats, time, times};

/// Rounds of a selection, as in `select.h`.
const ROUNDS: usize = 9;

/// Slacks that a block counts.
const SLACKS_PER_BLOCK: u32 = 4096;

/// What is known of a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NodeTiming {
    /// Slews, ps; NaN where there is none.
    pub slew: Quad<f32>,
    /// Arrivals and required times.
    pub times: NodeTimes,
    /// Slacks, if they were found: see [`Engine::slacks_of`].
    pub(crate) slack: Quad<Ticks>,
}

impl<M: Machine> Engine<M> {
    /// Endpoints of each kind summed up, as [`zeroslack_timing::summarize`] does: of the last update. Waits for it.
    ///
    /// # Errors
    /// If the machine fails.
    pub fn summaries(&self) -> Result<Vec<Summary>, CudaError> {
        let kinds = &self.slots().kinds;
        let mut totals: Vec<[u32; TOTAL]> = Vec::new();
        if self.slots().endpoints > 0 {
            self.machine().read(&self.resident().summaries, kinds.len(), &mut totals, |words| words)?;
        }
        let summaries =
            kinds.iter().zip(totals).map(|(&kind, [endpoints, failing, a, b, c, d, ..])| Summary {
                kind,
                endpoints: endpoints as usize,
                failing: failing as usize,
                worst_slack: time([a, b]),
                total_negative_slack: time([c, d]),
            });
        Ok(summaries.filter(|summary| summary.endpoints > 0).collect())
    }

    /// The `count` worst endpoints of a split in the last update, worst first, as `zeroslack_paths::worst_endpoints` of all endpoint slacks
    /// has them, of the graph that the engine was made of. They are selected on the device; only they are copied. Waits for the update.
    ///
    /// # Errors
    /// If there is not enough memory, or the machine fails.
    pub fn worst_endpoints(
        &mut self,
        graph: &TimingGraph,
        split: Split,
        count: usize,
    ) -> Result<Vec<EndpointSlack>, CudaError> {
        let (machine, resident, slots, queries) = self.query_parts();
        let (first, kinds) = slots_of(slots, split);
        let count = count.min(kinds as usize * slots.endpoints as usize);
        if count == 0 {
            return Ok(Vec::new());
        }
        let selection = queries.selection(machine, count)?;
        let state = first_state(count as u32, first, kinds);
        machine.write(&mut selection.state, 1, |_| state)?;
        let mut arrays = resident.arrays;
        selection.place(machine, &mut arrays);
        machine.start(&arrays, &launches(kinds * slots.padded()))?;
        let mut records: Vec<[u32; RECORD]> = Vec::new();
        machine.read(&selection.records, count + 1, &mut records, |words| words)?;
        let found = records[0][0] as usize;
        let mut slacks: Vec<EndpointSlack> =
            records[1..=found].iter().map(|words| endpoint_slack(graph, words)).collect();
        slacks.sort_unstable_by_key(|slack| (slack.slack, slack.endpoint, slack.kind));
        Ok(slacks)
    }

    /// Slews, arrivals and required times of some nodes in the last update, in their order: only these are copied. Waits for it.
    ///
    /// # Errors
    /// If there is not enough memory, or the machine fails.
    ///
    /// # Panics
    /// If the graph does not have one of the nodes.
    pub fn fetch_nodes(&mut self, nodes: &[NodeId]) -> Result<Vec<NodeTiming>, CudaError> {
        let known = self.sizes().nodes;
        assert!(nodes.iter().all(|node| node.index() < known), "nodes of the graph");
        let mut found = Vec::new();
        if nodes.is_empty() {
            return Ok(found);
        }
        let mut arrays = self.resident().arrays;
        self.place_pin_slacks(&mut arrays);
        let (machine, _, _, queries) = self.query_parts();
        let query = queries.nodes(machine, nodes.len())?;
        machine.write(&mut query.nodes, nodes.len(), |i| [nodes[i].0])?;
        arrays.queries.query_nodes = machine.address(&query.nodes);
        arrays.queries.query_values = machine.address(&query.values);
        let count = 4 * nodes.len() as u32;
        machine.start(&arrays, &[KernelLaunch::over(Kernel::GatherNodes, 0..count, THREADS)])?;
        machine.read(&query.values, nodes.len(), &mut found, node_timing)?;
        Ok(found)
    }
}

/// (the first slot, the number of slots) of a split: they are neighbours.
fn slots_of(slots: &Slots, split: Split) -> (u32, u32) {
    let first = slots.kinds.iter().take_while(|kind| kind.split() != split).count();
    let kinds = slots.kinds.iter().filter(|kind| kind.split() == split).count();
    (first as u32, kinds as u32)
}

/// `Selection` of `arrays.h` before the first round: no limit.
fn first_state(wanted: u32, first_slot: u32, slots: u32) -> [u32; SELECTION] {
    [0, 0, NONE, NONE, NONE, wanted, 0, 0, first_slot, slots, 0, 0]
}

/// Selects among so many slacks, and takes those that are wanted.
fn launches(slacks: u32) -> Vec<KernelLaunch> {
    let blocks = slacks.div_ceil(SLACKS_PER_BLOCK);
    let round = KernelLaunch::blocks_of(Kernel::SelectDigit, blocks, SUM_THREADS);
    let mut launches = vec![round; ROUNDS];
    launches.push(KernelLaunch::over(Kernel::TakeSelected, 0..slacks, THREADS));
    launches
}

/// As `SlackRecord` of `arrays.h`.
fn endpoint_slack(graph: &TimingGraph, words: &[u32; RECORD]) -> EndpointSlack {
    let [endpoint, number, check, transition, a, b, c, d, e, f, output, _] = *words;
    let (endpoint, transition) = (EndpointId(endpoint), Transition::of(transition));
    let by = if check == NONE {
        Requirement::Output(OutputId(output))
    } else {
        Requirement::Check(CheckId(check))
    };
    let launched = graph.launch_time(by.node(graph).vertex(transition));
    EndpointSlack {
        endpoint,
        pin: graph.endpoint(endpoint).pin,
        kind: kind(number),
        by,
        transition,
        arrival: launched + time([a, b]),
        required: launched + time([c, d]),
        slack: time([e, f]),
    }
}

fn node_timing(words: [u32; QUERY]) -> NodeTiming {
    let part = |first: usize| std::array::from_fn(|i| words[first + i]);
    let slew = floats(std::array::from_fn(|i| words[i]));
    let at_node = NodeTimes { arrival: times(part(4)), required: times(part(12)) };
    NodeTiming { slew, times: at_node, slack: times(part(20)) }
}
