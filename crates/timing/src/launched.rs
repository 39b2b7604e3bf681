//! Times of what registers launch: the same graph, without what starts at ports.

use zeroslack_graph::{NodeId, Role, Source, TimingGraph, VertexId};
use zeroslack_units::{Quad, Split, Ticks, Transition, UNDEFINED, quad};

use crate::arrival::arrival_pass;
use crate::edge::has_signal;
use crate::timed_graph::value_at;
use crate::timing::Timing;

impl Timing {
    /// Arrivals, checks and late credits as they are where data starts at registers alone. There are no slews, loads and required times.
    pub(crate) fn launched_by_registers(&self, graph: &TimingGraph) -> Self {
        let sources = Some(self.without_stated_data(graph));
        let again = Self { sources, only: Some(Split::Late), ..self.without_times(graph) };
        again.timed(graph, self.delays().to_vec())
    }

    /// Arrivals, checks and credits of a split where data takes no time from the clock pin of its register on, and ideal clocks launch and capture when they arrive through their networks. So the
    /// arrival of data is that of the clock that launched it. The clock network is kept.
    pub(crate) fn of_clocks_alone(&self, graph: &TimingGraph, split: Split) -> Self {
        let mut sources = self.without_stated_data(graph);
        for source in sources.iter_mut().filter(|source| graph.is_ideal(source.node)) {
            source.arrival = self.through_network(graph, source.node);
        }
        let mut delays = self.delays().to_vec();
        for node in NodeId::all(0..graph.node_count()) {
            let is_data = Transition::ALL.map(|to| is_data(graph, node.vertex(to)));
            if is_data == [false; 2] {
                continue;
            }
            for arc in graph.fanin(node) {
                for of_split in &mut delays[arc.index()] {
                    for (delay, _) in of_split.iter_mut().zip(is_data).filter(|(_, is_data)| *is_data) {
                        *delay = if has_signal(*delay) { 0.0 } else { *delay };
                    }
                }
            }
        }
        let again = Self { sources: Some(sources), only: Some(split), ..self.without_times(graph) };
        let again = Self { keeps_given: true, keeps_lists: true, ..again };
        again.timed(graph, delays)
    }

    /// Margins of checks and the rule of CPPR, and no times.
    fn without_times(&self, graph: &TimingGraph) -> Self {
        Self {
            margin: self.margin.clone(),
            arrival: vec![quad(UNDEFINED); graph.node_count()],
            cppr: self.cppr,
            common_point: self.common_point,
            ..Self::default()
        }
    }

    /// This with times by delays of the graph's arcs.
    fn timed(mut self, graph: &TimingGraph, delays: Vec<Quad<f32>>) -> Self {
        self.gathered = Some(delays);
        arrival_pass(&mut self, graph);
        self
    }

    /// Where clocks start.
    fn without_stated_data(&self, graph: &TimingGraph) -> Vec<Source> {
        let mut sources = self.sources(graph).to_vec();
        for source in &mut sources {
            for of_split in &mut source.arrival {
                for (arrival, to) in of_split.iter_mut().zip(Transition::ALL) {
                    *arrival = if is_data(graph, source.node.vertex(to)) { UNDEFINED } else { *arrival };
                }
            }
        }
        sources
    }

    /// When the edges of the clocks at an ideal node come through their networks.
    fn through_network(&self, graph: &TimingGraph, ideal: NodeId) -> Quad<Ticks> {
        let mut arrival = quad(UNDEFINED);
        for to in Transition::ALL {
            let tag = graph.vertex_tag(ideal.vertex(to));
            let mut own = graph.side_nodes(graph.pin(ideal)).map(|node| node.vertex(to));
            let Some(own) = own.find(|&own| tag.is_some() && graph.vertex_tag(own) == tag) else { continue };
            for split in Split::ALL {
                arrival[split as usize][to as usize] = value_at(self.arrivals(), own, split);
            }
        }
        arrival
    }
}

/// Whether the signal at a vertex is data.
pub(crate) fn is_data(graph: &TimingGraph, vertex: VertexId) -> bool {
    graph.vertex_tag(vertex).is_some_and(|tag| tag.role == Role::Data)
}
