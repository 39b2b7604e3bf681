//! Lists of the required times that can matter after CPPR, by the captures that ask for them.

use zeroslack_graph::{EndEntry, NodeId, TimingGraph, VertexId};
use zeroslack_units::{Split, Ticks, slack};

use super::follow::Moved;
use super::forest::ClockForest;
use super::gather::{Captured, LatchTime};
use super::lists::{Lists, Rework};
use super::prune::Entry;
use crate::timing::Timing;

/// Room to find lists of both splits again in.
#[derive(Default)]
pub(crate) struct Again([Rework; 2]);

/// The lists of both splits.
#[derive(Clone, Debug)]
pub(crate) struct Captures {
    lists: [Lists; 2],
    latch_time: LatchTime,
}

impl Captures {
    /// Those of some splits, on rayon's current threads; in the memory of others, if there are any.
    pub(crate) fn new(
        (graph, timing): (&TimingGraph, &Timing),
        forest: &ClockForest,
        (splits, latch_time): (&[Split], LatchTime),
        room: Option<Self>,
    ) -> Self {
        let room = room.map(|room| room.lists).unwrap_or_default();
        let mut room = room.into_iter();
        let lists = Split::ALL.map(|split| {
            let mut lists = room.next().unwrap_or_default();
            let gather = Captured { graph, timing, forest, split, latch_time };
            if splits.contains(&split) && graph.is_levelled() {
                lists.fill(graph.structure().into(), &gather);
            } else if splits.contains(&split) {
                lists = Lists::default();
                let nodes = (0..graph.places()).rev().map(|place| graph.node_at(place));
                lists.fill_in_order(&gather, nodes.map(|node| (node, graph.ends().at(node))));
            }
            lists
        });
        Self { lists, latch_time }
    }

    /// The required times at a vertex that can matter to some launch, the worst first.
    #[inline]
    pub(crate) fn at(
        &self,
        split: Split,
        vertex: VertexId,
    ) -> impl ExactSizeIterator<Item = Entry> + Clone + '_ {
        self.lists[split as usize].at(vertex)
    }

    /// Asks for where the lists of a node are.
    #[inline]
    pub(crate) fn ask_for_lists(&self, node: NodeId) {
        self.lists.iter().for_each(|lists| lists.ask_for_list(node));
    }

    /// Asks for the worst entries of a node, where its lists are near already.
    #[inline]
    pub(crate) fn ask_for_entries(&self, node: NodeId) {
        self.lists.iter().for_each(|lists| lists.ask_for_entries(node));
    }

    /// When data of a launch has to be at a vertex, its credit with each capture counted.
    pub(crate) fn required_of(
        &self,
        (forest, split): (&ClockForest, Split),
        launch: VertexId,
        vertex: VertexId,
    ) -> Option<Ticks> {
        let launched = Entry { time: 0, clock: forest.number(launch) };
        let slack = worst_pair((forest, split), std::iter::once(launched), self.at(split, vertex))?;
        Some(if split == Split::Late { slack } else { -slack })
    }

    /// Makes room for the lists of so many nodes.
    pub(crate) fn fit(&mut self, nodes: usize) {
        self.lists.iter_mut().for_each(|lists| lists.fit(nodes));
    }

    /// Whether lists can be found again one by one: not where much room is in use no more, or credits differ by more than when all were found.
    pub(crate) fn can_follow(&self, forest: &ClockForest) -> bool {
        let of_split =
            |(lists, split): (&Lists, Split)| !lists.wastes_room() && lists.is_wide_enough(forest, split);
        self.lists.iter().zip(Split::ALL).all(of_split)
    }

    /// Takes over other numbers of clock vertices. `[number before]`.
    pub(crate) fn renumber(&mut self, numbers: &[u32]) {
        self.lists.iter_mut().for_each(|lists| lists.renumber(numbers));
    }

    /// Finds the lists of a node again. Whether they are others, or have captures that have moved.
    pub(crate) fn find_again(
        &mut self,
        ((graph, timing), forest): ((&TimingGraph, &Timing), &ClockForest),
        (node, ends): (NodeId, &[EndEntry]),
        moved: &Moved,
        work: &mut Again,
    ) -> bool {
        let mut has_changed = false;
        for split in Split::ALL {
            let gather = Captured { graph, timing, forest, split, latch_time: self.latch_time };
            let work = &mut work.0[split as usize];
            has_changed |= self.lists[split as usize].find_again(node, &gather, &ends, moved, work);
        }
        has_changed
    }

    /// Nobody reads what was found before any more.
    pub(crate) fn let_go(&mut self, work: &mut Again) {
        for split in Split::ALL {
            self.lists[split as usize].let_go(&mut work.0[split as usize]);
        }
    }
}

/// The worst slack of all pairs of a launch and a capture at a vertex, each the worst first.
#[inline]
pub(crate) fn worst_pair(
    of: (&ClockForest, Split),
    launches: impl Iterator<Item = Entry>,
    captures: impl Iterator<Item = Entry> + Clone,
) -> Option<Ticks> {
    worst_launch(of, launches, captures).map(|(slack, _)| slack)
}

/// That slack, with a launch that it is of.
#[inline]
pub(crate) fn worst_launch(
    (forest, split): (&ClockForest, Split),
    launches: impl Iterator<Item = Entry>,
    captures: impl Iterator<Item = Entry> + Clone,
) -> Option<(Ticks, Entry)> {
    let (least, mut worst) = (forest.least_credit(split), None::<(Ticks, Entry)>);
    for launch in launches {
        let mut is_hopeless = true;
        for capture in captures.clone() {
            let before = slack(split, launch.time, capture.time);
            // Those that follow have no less.
            if worst.is_some_and(|(worst, _)| before + least >= worst) {
                break;
            }
            is_hopeless = false;
            let after = before + forest.credit(launch.clock, capture.clock, split);
            if worst.is_none_or(|(worst, _)| after < worst) {
                worst = Some((after, launch));
            }
        }
        if is_hopeless {
            break;
        }
    }
    worst
}
