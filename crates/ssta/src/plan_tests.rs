//! Plans of random graphs: carried out by a machine of slots that notes what is in each.

use proptest::prelude::*;
use zeroslack_graph::{ArcSource, NodeId};
use zeroslack_netlist::PinId;
use zeroslack_testing::config;
use zeroslack_timing::TimedGraph;

use super::{Eviction, Model, Plan};

/// Levels, fan-in and arcs of a graph.
#[derive(Clone, Debug)]
struct Shape {
    level_first: Vec<u32>,
    fanin_first: Vec<u32>,
    arc_sources: Vec<ArcSource>,
    pins: Vec<PinId>,
}

impl Shape {
    /// Of the widths of levels, and numbers that pick the sources of each node among those of lower levels.
    fn new(widths: &[usize], picks: &[Vec<u32>]) -> Self {
        let mut shape =
            Self { level_first: vec![0], fanin_first: vec![0], arc_sources: Vec::new(), pins: Vec::new() };
        for &width in widths {
            let below = shape.pins.len() as u32;
            for _ in 0..width {
                let picked = &picks[shape.pins.len() % picks.len()];
                let sources = picked.iter().filter(|_| below > 0).map(|pick| NodeId(pick % below));
                shape.arc_sources.extend(sources.map(|node| ArcSource::new(node, false, [true; 2])));
                shape.fanin_first.push(shape.arc_sources.len() as u32);
                shape.pins.push(PinId(0));
            }
            shape.level_first.push(shape.pins.len() as u32);
        }
        shape
    }

    fn graph(&self) -> TimedGraph<'_> {
        TimedGraph {
            level_first: &self.level_first,
            fanin_first: &self.fanin_first,
            loose: None,
            arc_sources: &self.arc_sources,
            arc_kinds: &[],
            arc_models: &[],
            node_pins: &self.pins,
            sources: &[],
            arrivals: &[],
            delays: &[],
            design_nodes: None,
        }
    }
}

/// Carries a plan out, and panics where a slot does not have what it has to, or a node that is kept is not copied out.
fn carry_out(graph: &TimedGraph<'_>, plan: &Plan, slots: usize, is_kept: impl Fn(NodeId) -> bool) {
    assert!(plan.slots <= slots);
    let mut held: Vec<Option<NodeId>> = vec![None; plan.slots];
    let mut on_host = vec![false; graph.node_count()];
    let mut made = 0;
    for step in &plan.steps {
        for saved in &plan.saved[step.saved.clone()] {
            assert_eq!(held[saved.slot as usize], Some(saved.node), "what is copied out");
            assert!(!std::mem::replace(&mut on_host[saved.node.index()], true), "copied out once");
        }
        for loaded in &plan.loaded[step.loaded.clone()] {
            assert!(on_host[loaded.node.index()], "what is copied in was copied out");
            held[loaded.slot as usize] = Some(loaded.node);
        }
        let before = held.clone();
        for node in NodeId::all(step.nodes.clone()) {
            assert_eq!(node.index(), made);
            made += 1;
            for arc in graph.fanin(node) {
                let slot = plan.arc_slot[arc.index()] as usize;
                assert_eq!(before[slot], Some(graph.arc_source(arc).node()), "the source of an arc");
                assert_eq!(held[slot], before[slot], "a source is not written over in its step");
            }
            held[plan.node_slot[node.index()] as usize] = Some(node);
        }
    }
    assert_eq!(made, graph.node_count());
    for node in NodeId::all(0..graph.node_count()) {
        assert!(!is_kept(node) || on_host[node.index()], "{node:?} is kept");
    }
}

fn shapes() -> impl Strategy<Value = Shape> {
    let widths = prop::collection::vec(1usize..12, 1..12);
    let picks = prop::collection::vec(prop::collection::vec(any::<u32>(), 0..5), 1..20);
    (widths, picks).prop_map(|(widths, picks)| Shape::new(&widths, &picks))
}

fn model(is_blocking: bool) -> Model {
    Model { seconds_a_node: 1.0, seconds_a_step: 0.5, seconds_out: 2.0, seconds_in: 2.0, is_blocking }
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn every_plan_can_be_carried_out(shape in shapes(), slots in 1usize..60, every in 1u32..5) {
        let graph = shape.graph();
        let is_kept = |node: NodeId| node.0.is_multiple_of(every);
        for eviction in [Eviction::NeededLast, Eviction::Oldest] {
            match Plan::new(&graph, is_kept, slots, eviction) {
                Ok(plan) => {
                    carry_out(&graph, &plan, slots, is_kept);
                    prop_assert!(plan.duration(&model(false)) <= plan.duration(&model(true)));
                }
                Err(few) => {
                    prop_assert!(few.needed > slots);
                    let plan = Plan::new(&graph, is_kept, few.needed, eviction);
                    carry_out(&graph, &plan.expect("as many as are needed"), few.needed, is_kept);
                }
            }
        }
    }
}

/// Over many graphs fewer copies are made where what is needed last makes room; with room for all there are only those of what is kept.
#[test]
fn what_is_needed_last_makes_fewer_copies() {
    let picks: Vec<Vec<u32>> =
        (0..97u32).map(|i| vec![i.wrapping_mul(2_654_435_761), i * 40_503 + 7]).collect();
    let shape = Shape::new(&[40; 30], &picks);
    let graph = shape.graph();
    let is_kept = |node: NodeId| node.index() >= 1160;
    let plan = |slots, eviction| Plan::new(&graph, is_kept, slots, eviction).expect("enough slots");
    assert_eq!(plan(1200, Eviction::NeededLast).copies(), [40, 0]);
    for slots in [50, 100, 300] {
        let [best, oldest] = [Eviction::NeededLast, Eviction::Oldest].map(|eviction| plan(slots, eviction));
        let copies = |plan: &Plan| plan.copies().iter().sum::<usize>();
        assert!(copies(&best) < copies(&oldest), "{slots}: {:?}, {:?}", best.copies(), oldest.copies());
        assert!(best.duration(&model(false)) < oldest.duration(&model(true)));
    }
}
