//! What a search works on.

use std::borrow::Cow;
use std::sync::Arc;

use rayon::prelude::*;
use zeroslack_graph::{ArcId, EndpointId, NodeId, TimingGraph};
use zeroslack_timing::{ClockForest, CommonLists, CommonPaths, TimedGraph, Timing};
use zeroslack_units::{Split, Ticks};

use crate::after_cppr::AfterCppr;
use crate::cone::Cone;
use crate::forest::Forest;
use crate::inside::Inside;
use crate::passing::Passing;
use crate::root::{Root, enter_each, enter_roots, roots_at};
use crate::walk::Walked;
use crate::ways::Ways;

/// Roots that one task takes.
const ROOTS: usize = 2048;

/// A timed graph, or the part of it that constrained paths can take, with what ranks the ways back in it. Made for an update and kept for
/// any number of queries; or made again in the same memory, for one query after the other.
#[derive(Clone, Debug, Default)]
pub struct SearchGraph {
    /// The splits that can be searched.
    splits: &'static [Split],
    inside: Inside,
    cone: Option<Cone>,
    forest: Arc<Forest>,
    common: Common,
    roots: Vec<Root>,
    kept: Option<Kept>,
}

/// What the part of a graph was made for that [`SearchGraph::narrow_kept`] took.
#[derive(Clone, Debug)]
struct Kept {
    passing: Passing,
    /// Whether arrivals and delays in it are those of the graph.
    is_current: bool,
}

/// What there is for paths ranked after CPPR.
#[derive(Clone, Debug, Default)]
enum Common {
    /// They are ranked before it.
    #[default]
    None,
    /// What was made for this search.
    Own(CommonPaths),
    /// What the timing keeps.
    Kept,
}

impl Common {
    fn lists<'a>(&'a self, timing: &'a Timing) -> Option<CommonLists<'a>> {
        match self {
            Self::None => None,
            Self::Own(common) => Some(common.lists()),
            Self::Kept => timing.kept_lists(),
        }
    }
}

/// What is searched: a timed graph, one split of it if that is named, ranked after CPPR if its clock network is given, else before.
#[derive(Clone, Copy, Debug)]
pub struct Searched<'a> {
    /// The graph.
    pub graph: &'a TimingGraph,
    /// Its arrivals and delays.
    pub timing: &'a Timing,
    /// Setup (late) or hold (early) only.
    pub split: Option<Split>,
    /// For ranking after CPPR.
    pub clocks: Option<&'a Arc<ClockForest>>,
}

/// How large the part of a design is that constrained paths can take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConeSize {
    /// Nodes that were looked at to find it.
    pub touched: usize,
    /// Nodes that are searched: one of the design may be there in several stages.
    pub nodes: usize,
}

/// Ways back by one of the rankings.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Ranked<'a> {
    Before(Walked<'a>),
    After(AfterCppr<'a>),
}

impl SearchGraph {
    /// All paths of a graph that is levelled.
    pub fn fill(&mut self, searched: &Searched<'_>) {
        (self.cone, self.kept) = (None, None);
        enter_roots(searched.graph, searched.timing, searched.split, &mut self.roots);
        self.rank(searched, false);
    }

    /// Paths that pass what they have to. What this costs follows the part of the graph that they can take. With any graph, if they have to pass something.
    pub fn narrow(&mut self, searched: &Searched<'_>, passing: &Passing) {
        self.forget_part();
        self.narrow_kept(searched, passing);
        self.forget_part();
    }

    /// The same, and the part is kept for the next such call: if paths have to pass the same then, only what follows from other arrivals and delays is made again. Whoever calls this says what changed in between:
    /// [`SearchGraph::note`], [`SearchGraph::note_all`], [`SearchGraph::forget_part`].
    pub fn narrow_kept(&mut self, searched: &Searched<'_>, passing: &Passing) {
        if passing.is_free() {
            return self.fill(searched);
        }
        let (graph, timing) = (searched.graph, searched.timing);
        let kept = self.kept.take().filter(|kept| kept.passing == *passing);
        let ends = passing.end_nodes(graph);
        let is_kept = kept.is_some();
        if !is_kept {
            self.inside.fill(graph, passing, ends.as_deref());
        }
        let endpoints = self.inside.endpoints(graph, ends.as_deref());
        let is_current = kept.is_some_and(|kept| kept.is_current);
        let mut cone = self.cone.take().unwrap_or_default();
        if !is_current {
            cone = cone.again(graph, timing, passing, &mut self.inside);
        }
        debug_assert!(
            !is_kept || cone.is_same(&part_anew(searched, passing)),
            "what is kept is what is made anew"
        );
        let inside = |endpoint: EndpointId| {
            let all = roots_at(graph, timing, endpoint, searched.split);
            all.filter(|root| passing.ends_at(root)).filter_map(|root| {
                let node = cone.find(&self.inside, root.vertex.node(), passing.stages())?;
                Some(Root { at: node.vertex(root.transition()), ..root })
            })
        };
        enter_each(&endpoints, inside, &mut self.roots);
        self.cone = Some(cone);
        self.kept = Some(Kept { passing: passing.clone(), is_current: true });
        self.rank(searched, is_current && self.splits == Split::named(searched.split));
    }

    /// Whether a part is kept, whatever it is for.
    pub fn keeps_part(&self) -> bool {
        self.kept.is_some()
    }

    /// Whether a part is kept that paths can take which pass what they have to.
    pub fn is_for(&self, passing: &Passing) -> bool {
        self.kept.as_ref().is_some_and(|kept| kept.passing == *passing)
    }

    /// Says which nodes of the graph have other arrivals, or other delays of arcs into them, than they had.
    pub fn note(&mut self, nodes: &[NodeId]) {
        let Self { inside, cone: Some(cone), kept: Some(kept), .. } = self else { return };
        let is_in = |&node: &NodeId| inside.holds(node) || cone.starts_at(node);
        kept.is_current = kept.is_current && !nodes.iter().any(is_in);
    }

    /// Says that any node may have other ones.
    pub fn note_all(&mut self) {
        self.kept.iter_mut().for_each(|kept| kept.is_current = false);
    }

    /// Says that the graph has other nodes, arcs or ends, or is another one.
    pub fn forget_part(&mut self) {
        self.kept = None;
    }

    /// All paths, or those to some endpoints, which are in order, of any graph: by a forest of it in both splits, and after CPPR by the lists that the timing keeps.
    ///
    /// # Panics
    /// If paths are to be ranked after CPPR and the timing keeps no lists.
    pub fn fill_kept(
        &mut self,
        searched: &Searched<'_>,
        forest: Arc<Forest>,
        endpoints: Option<&[EndpointId]>,
    ) {
        let (graph, timing, split) = (searched.graph, searched.timing, searched.split);
        (self.cone, self.kept) = (None, None);
        (self.forest, self.splits) = (forest, Split::named(split));
        match endpoints {
            None => enter_roots(graph, timing, split, &mut self.roots),
            Some(some) => {
                enter_each(some, |endpoint| roots_at(graph, timing, endpoint, split), &mut self.roots)
            }
        }
        self.common = Common::None;
        if searched.clocks.is_some() {
            assert!(timing.kept_lists().is_some(), "lists of CPPR that are kept");
            self.common = Common::Kept;
            self.set_slacks(searched);
        }
    }

    /// Ranks the ways back, if the forest does not do so already, and sees to it that roots have the slacks of their worst paths.
    fn rank(&mut self, searched: &Searched<'_>, is_ranked: bool) {
        self.splits = Split::named(searched.split);
        let Self { cone, forest, common, splits, .. } = self;
        let graph = timed(cone.as_ref(), searched.graph, searched.timing);
        if !is_ranked {
            own(forest).update(&graph, splits);
        }
        *common = match searched.clocks {
            Some(clocks) => Common::Own(CommonPaths::of(Arc::clone(clocks), &graph, splits)),
            None => Common::None,
        };
        // The roots of all paths before CPPR have their slacks already.
        if self.cone.is_some() || self.is_after_cppr() {
            self.set_slacks(searched);
        }
    }

    /// Keeps the roots that paths lead to, with the slacks of the worst of them.
    fn set_slacks(&mut self, searched: &Searched<'_>) {
        let slacks: Vec<Option<Ticks>> = match self.ranked(searched.graph, searched.timing) {
            Ranked::Before(ways) => slacks(&ways, &self.roots),
            Ranked::After(ways) => slacks(&ways, &self.roots),
        };
        let mut slacks = slacks.into_iter();
        self.roots.retain_mut(|root| match slacks.next().flatten() {
            Some(slack) => {
                root.slack = slack;
                true
            }
            None => false,
        });
    }

    /// Gives up what others may want to change. Nothing can be searched after that until it is made again.
    pub fn give_up(&mut self) {
        self.common = Common::None;
        own(&mut self.forest);
    }

    /// Where paths end, in order.
    pub fn roots(&self) -> &[Root] {
        &self.roots
    }

    /// Those of a split, or of both if none is named.
    pub(crate) fn roots_of(&self, split: Option<Split>) -> Cow<'_, [Root]> {
        if Split::named(split) == self.splits {
            return Cow::Borrowed(&self.roots);
        }
        Cow::Owned(self.roots.iter().filter(|root| Some(root.split()) == split).copied().collect())
    }

    /// The size of the part that [`SearchGraph::narrow`] took; none of all paths.
    pub fn cone_size(&self) -> Option<ConeSize> {
        let cone = self.cone.as_ref()?;
        Some(ConeSize { touched: self.inside.touched(), nodes: cone.node_count() })
    }

    /// Whether paths are ranked after CPPR.
    pub fn is_after_cppr(&self) -> bool {
        !matches!(self.common, Common::None)
    }

    /// Whether there are all paths of a split, or of both.
    pub(crate) fn has(&self, split: Option<Split>) -> bool {
        Split::named(split).iter().all(|split| self.splits.contains(split))
    }

    /// What is searched, with the times of its part of the design.
    pub fn view<'a>(&'a self, graph: &'a TimingGraph, timing: &'a Timing) -> TimedGraph<'a> {
        timed(self.cone.as_ref(), graph, timing)
    }

    pub(crate) fn ranked<'a>(&'a self, graph: &'a TimingGraph, timing: &'a Timing) -> Ranked<'a> {
        let timed = self.view(graph, timing);
        match self.common.lists(timing) {
            Some(common) => Ranked::After(AfterCppr::new(timed, &self.forest, common)),
            None => Ranked::Before(Walked::new(timed, &self.forest)),
        }
    }

    /// The design's arc of an arc.
    pub(crate) fn design_arc(&self, arc: ArcId) -> ArcId {
        self.cone.as_ref().map_or(arc, |cone| cone.design_arc(arc))
    }
}

/// The part that constrained paths can take.
fn part_anew(searched: &Searched<'_>, passing: &Passing) -> Cone {
    let (mut inside, ends) = (Inside::default(), passing.end_nodes(searched.graph));
    inside.fill(searched.graph, passing, ends.as_deref());
    Cone::default().again(searched.graph, searched.timing, passing, &mut inside)
}

/// The forest to be filled: another one where others have it, too.
fn own(forest: &mut Arc<Forest>) -> &mut Forest {
    if Arc::get_mut(forest).is_none() {
        *forest = Arc::default();
    }
    Arc::make_mut(forest)
}

/// The slack of the worst path to each root, if there is one.
fn slacks<W: Ways>(ways: &W, roots: &[Root]) -> Vec<Option<Ticks>> {
    roots.par_iter().with_min_len(ROOTS).map(|root| ways.slack(root)).collect()
}

fn timed<'a>(cone: Option<&'a Cone>, graph: &'a TimingGraph, timing: &'a Timing) -> TimedGraph<'a> {
    match cone {
        Some(cone) => cone.timed(graph),
        None => TimedGraph::new(graph, timing),
    }
}
