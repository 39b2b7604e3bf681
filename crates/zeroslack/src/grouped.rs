//! Paths by group, as reports list them.

use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use zeroslack_graph::{CheckKind, CheckOrigin, EndpointId, PathGroup, Requirement, TimingGraph};
use zeroslack_netlist::PinId;
use zeroslack_paths::{
    FlatPath, FlatPaths, Path, PathQuery, PathSearch, PathTree, Root, SearchGraph, Searched,
};
use zeroslack_sdc::Constraints;
use zeroslack_timing::{Calculator, EndpointKind, Timing};
use zeroslack_units::{Split, Ticks, Transition};

use crate::error::QueryError;
use crate::found::{FoundPaths, Which};
use crate::points::PathPoints;
use crate::resolve::Resolver;
use crate::revisions::TimedOf;
use crate::timed::Timed;
use crate::unconstrained::Completed;

/// Which paths to find of each path group, in each split.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupQuery {
    /// Setup (late) or hold (early) only; both if none is named.
    pub split: Option<Split>,
    /// The transition at the end; both if none is named.
    pub transition: Option<Transition>,
    /// At most so many paths of a group.
    pub max_paths: usize,
    /// At most so many paths to an endpoint in a group.
    pub nworst: usize,
    /// Only paths with at most so much slack.
    pub slack_at_most: Option<Ticks>,
    /// Only paths with at least so much slack.
    pub slack_at_least: Option<Ticks>,
    /// Of paths to an endpoint that are alike only the worst.
    pub unique: Unique,
    /// The groups; all if none is named.
    pub groups: Option<Vec<PathGroup>>,
    /// By what paths are checked; by anything if none is named.
    pub checks: Option<Vec<PathCheck>>,
}

/// What a path is checked by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PathCheck {
    /// A setup check, or an output delay.
    Setup,
    /// A hold check, or an output delay.
    Hold,
    /// A recovery check.
    Recovery,
    /// A removal check.
    Removal,
    /// The setup of a signal that gates a clock.
    ClockGatingSetup,
    /// The hold of a signal that gates a clock.
    ClockGatingHold,
    /// The most that it may take (`set_max_delay`), or the latest time that is stated outright.
    MaxDelay,
    /// The least that it may take (`set_min_delay`), or the earliest time that is stated outright.
    MinDelay,
}

impl PathCheck {
    /// Of which analysis it is.
    pub fn split(self) -> Split {
        match self {
            Self::Setup | Self::Recovery | Self::ClockGatingSetup | Self::MaxDelay => Split::Late,
            Self::Hold | Self::Removal | Self::ClockGatingHold | Self::MinDelay => Split::Early,
        }
    }

    /// What requires something of a path.
    pub(crate) fn of(graph: &TimingGraph, by: Requirement, kind: EndpointKind) -> Self {
        let is_clocked = by.output().is_none_or(|output| graph.output(output).capture.is_some());
        let has_limit = by.terms(graph).limit.is_some() || !is_clocked;
        let origin = by.check().map(|check| graph.check_origin(graph.check(check)));
        let gates = origin == Some(CheckOrigin::ClockGating);
        match (kind, kind.split()) {
            (_, Split::Late) if has_limit => Self::MaxDelay,
            (_, Split::Early) if has_limit => Self::MinDelay,
            (_, Split::Late) if gates => Self::ClockGatingSetup,
            (_, Split::Early) if gates => Self::ClockGatingHold,
            (EndpointKind::Check(CheckKind::Recovery), _) => Self::Recovery,
            (EndpointKind::Check(CheckKind::Removal), _) => Self::Removal,
            (_, Split::Late) => Self::Setup,
            (_, Split::Early) => Self::Hold,
        }
    }
}

/// Which paths to an endpoint are alike.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unique {
    /// None.
    #[default]
    All,
    /// Those through the same pins, by the same transitions.
    Edges,
    /// Those through the same pins.
    Pins,
}

impl Default for GroupQuery {
    /// The worst path of each group in both splits.
    fn default() -> Self {
        Self {
            split: None,
            transition: None,
            max_paths: 1,
            nworst: 1,
            slack_at_most: None,
            slack_at_least: None,
            unique: Unique::All,
            groups: None,
            checks: None,
        }
    }
}

impl GroupQuery {
    /// Whether more has to be looked for than is kept.
    fn is_filtered(&self) -> bool {
        self.slack_at_least.is_some() || (self.unique != Unique::All && self.nworst > 1)
    }
}

/// More paths of a group are not looked at to find those that are kept.
const MOST_LOOKED_AT: usize = 1 << 24;

/// Paths of one group in one split, worst first.
#[derive(Debug)]
struct OfGroup {
    group: PathGroup,
    tree: PathTree,
    /// Those that count, if not all do.
    kept: Option<Vec<u32>>,
}

/// Paths by group: early ones before late ones, groups in the order of [`PathGroup`], the paths of a group worst first.
#[derive(Debug)]
pub struct GroupedPaths<'s> {
    timed: Timed<'s>,
    searched: SearchedIn<'s>,
    lists: Vec<OfGroup>,
    /// The list and the place in it of each path.
    order: Vec<(u32, u32)>,
}

/// What was searched: the design, or the same under constraints that make up for what is missing.
#[derive(Debug)]
enum SearchedIn<'s> {
    Design(Box<FoundPaths<'s>>),
    Completed(Arc<Completed>, Box<SearchGraph>),
}

impl SearchedIn<'_> {
    fn search(&self) -> PathSearch<'_> {
        match self {
            Self::Design(found) => found.search(),
            Self::Completed(completed, search_graph) => {
                PathSearch::new(&completed.graph, &completed.timing, search_graph)
            }
        }
    }
}

impl<'s> Timed<'s> {
    /// The paths of a query, each group on its own. The CPU looks for them.
    ///
    /// # Errors
    /// If nothing in the design has a name (`PATH-001`), no path starts or ends at what has it (`PATH-002`), or too many paths are alike or have less
    /// slack than those that are asked for.
    pub fn find_by_group(
        self,
        query: &GroupQuery,
        points: &PathPoints,
    ) -> Result<GroupedPaths<'s>, QueryError> {
        let passing = self.resolve(points)?;
        let which = Which::of(&passing, || self.to_worst_of_groups(query));
        let plain = PathQuery { split: query.split, ..PathQuery::new(query.max_paths) };
        let found = FoundPaths::none(self, &plain, which);
        GroupedPaths::new(self, SearchedIn::Design(Box::new(found)), query, |group| counts(query, group))
    }

    /// The paths of a query that end where nothing is required of any path: the latest of late ones, the earliest of early ones. They may start where no
    /// constraint says when a signal starts: at time 0 then. Their slack is what they would have if they were required at time 0.
    ///
    /// # Errors
    /// As [`Timed::find_by_group`].
    pub fn find_unconstrained(
        self,
        query: &GroupQuery,
        points: &PathPoints,
    ) -> Result<GroupedPaths<'s>, QueryError> {
        self.find_in(self.completed(), query, points, |group| group == PathGroup::Default)
    }

    /// The paths of a query as they would be without exceptions, groups of clocks and CPPR: also those that are not timed because of these.
    ///
    /// # Errors
    /// As [`Timed::find_by_group`].
    pub fn find_without_exceptions(
        self,
        query: &GroupQuery,
        points: &PathPoints,
    ) -> Result<GroupedPaths<'s>, QueryError> {
        self.find_in(self.released(), query, points, |group| counts(query, group))
    }

    fn find_in(
        self,
        completed: Arc<Completed>,
        query: &GroupQuery,
        points: &PathPoints,
        counts: impl Fn(PathGroup) -> bool,
    ) -> Result<GroupedPaths<'s>, QueryError> {
        let (netlist, constraints, graph) = (self.netlist(), &completed.constraints, &completed.graph);
        let passing = Resolver { netlist, constraints, graph }.resolve(points).map_err(QueryError::Points)?;
        let mut search_graph = SearchGraph::default();
        let searched = Searched { graph, timing: &completed.timing, split: query.split, clocks: None };
        search_graph.narrow(&searched, &passing);
        let searched = SearchedIn::Completed(completed, Box::new(search_graph));
        GroupedPaths::new(self, searched, query, counts)
    }

    /// The endpoints of the paths of a query, if these are few: see [`Timed::find_paths`].
    fn to_worst_of_groups(self, query: &GroupQuery) -> Option<Vec<EndpointId>> {
        let of_any_end = query.transition.is_none() && query.checks.is_none();
        if query.max_paths > self.most_few() || query.is_filtered() || !of_any_end {
            return None;
        }
        let mut by_group: FxHashMap<(Split, PathGroup), Vec<(Ticks, EndpointId)>> = FxHashMap::default();
        for (group, end) in self.group_slacks() {
            let split = end.kind.split();
            if query.split.is_none_or(|only| only == split) && counts(query, group) {
                by_group.entry((split, group)).or_default().push((end.slack, end.endpoint));
            }
        }
        let mut worst = Vec::new();
        for mut ends in by_group.into_values() {
            if ends.len() > query.max_paths && query.max_paths > 0 {
                let (_, &mut (most, _), _) = ends.select_nth_unstable(query.max_paths - 1);
                ends.retain(|&(slack, _)| slack <= most);
            }
            worst.extend(ends.into_iter().map(|(_, endpoint)| endpoint));
        }
        self.to_few(worst)
    }
}

fn counts(query: &GroupQuery, group: PathGroup) -> bool {
    query.groups.as_ref().is_none_or(|groups| groups.contains(&group))
}

/// The groups of what can be found, in order.
fn groups(search: &PathSearch<'_>, counts: impl Fn(PathGroup) -> bool) -> Vec<(Split, PathGroup)> {
    let mut groups: Vec<(Split, PathGroup)> = Vec::new();
    for root in search.roots() {
        for &group in root.by.groups(search.graph()) {
            let group = (root.split(), group);
            if groups.last() != Some(&group) && counts(group.1) {
                groups.push(group);
            }
        }
    }
    groups.sort_unstable();
    groups.dedup();
    groups
}

/// The paths of a group. Where some of those that are found do not count, more are looked for until there are enough that do.
fn of_group(
    search: &PathSearch<'_>,
    query: &GroupQuery,
    (split, group): (Split, PathGroup),
) -> Result<OfGroup, QueryError> {
    let is_root = |root: &Root| {
        let is_transition = query.transition.is_none_or(|only| only == root.transition());
        let is_check = query
            .checks
            .as_ref()
            .is_none_or(|checks| checks.contains(&PathCheck::of(search.graph(), root.by, root.kind)));
        is_transition && is_check && root.split() == split && root.by.groups(search.graph()).contains(&group)
    };
    let slack_less_than = query.slack_at_most.map(|slack| slack.saturating_add(1));
    let (mut max_paths, mut nworst) = (query.max_paths, query.nworst);
    loop {
        let plain = PathQuery {
            split: query.split,
            slack_less_than,
            nworst: Some(nworst),
            ..PathQuery::new(max_paths)
        };
        let tree = search.find_among(&plain, is_root);
        if !query.is_filtered() {
            return Ok(OfGroup { group, tree, kept: None });
        }
        let Kept { kept, is_cut } = Kept::of(search, query, (&tree, nworst));
        let is_enough = kept.len() >= query.max_paths || tree.len() < max_paths;
        if is_enough && !is_cut {
            return Ok(OfGroup { group, tree, kept: Some(kept) });
        }
        if tree.len() > MOST_LOOKED_AT {
            return Err(QueryError::TooMany);
        }
        if is_cut {
            nworst = nworst.saturating_mul(4);
        }
        max_paths = max_paths.max(tree.len()).saturating_mul(4);
    }
}

/// Paths of a tree that count.
struct Kept {
    kept: Vec<u32>,
    /// Whether an endpoint may have more of them that are not in the tree and belong before the last of these.
    is_cut: bool,
}

impl Kept {
    fn of(search: &PathSearch<'_>, query: &GroupQuery, (tree, nworst): (&PathTree, usize)) -> Self {
        let mut kept = Vec::new();
        let mut ends: FxHashMap<EndpointId, OfEnd> = FxHashMap::default();
        let mut seen: FxHashSet<(EndpointId, Vec<(PinId, Transition)>)> = FxHashSet::default();
        for start in (0..tree.len()).step_by(CHUNK) {
            let chunk = start..tree.len().min(start + CHUNK);
            let flat = (query.unique != Unique::All).then(|| search.flat(tree, chunk.clone()));
            for path in chunk {
                let endpoint = tree.roots[tree.root[path] as usize].endpoint;
                let end = ends.entry(endpoint).or_default();
                (end.all, end.last) = (end.all + 1, tree.slack[path]);
                let is_in = query.slack_at_least.is_none_or(|least| tree.slack[path] >= least);
                let is_first = |flat: &FlatPaths| {
                    seen.insert((endpoint, likeness(search.graph(), query.unique, flat.get(path - start))))
                };
                if is_in && end.kept < query.nworst && flat.as_ref().is_none_or(is_first) {
                    end.kept += 1;
                    kept.push(path as u32);
                }
            }
        }
        // What is missing of an endpoint has at least as much slack as the last that is known of it.
        kept.truncate(query.max_paths);
        let last = kept.last().filter(|_| kept.len() >= query.max_paths);
        let limit = last.map_or(Ticks::MAX, |&path| tree.slack[path as usize]);
        let is_cut = |end: &OfEnd| end.all >= nworst && end.kept < query.nworst && end.last < limit;
        let is_cut = ends.values().any(is_cut);
        Self { kept, is_cut }
    }
}

/// What is known of an endpoint.
#[derive(Clone, Copy, Default)]
struct OfEnd {
    /// How many of its paths are in the tree, and how many of these count.
    all: usize,
    kept: usize,
    /// The slack of the last one.
    last: Ticks,
}

/// Paths that are written out at a time to see which are alike.
const CHUNK: usize = 4096;

/// What paths that are alike have in common.
fn likeness(graph: &TimingGraph, unique: Unique, path: FlatPath<'_>) -> Vec<(PinId, Transition)> {
    let points = path.points(graph);
    match unique {
        Unique::Pins => points.map(|(pin, _)| (pin, Transition::Rise)).collect(),
        Unique::All | Unique::Edges => points.collect(),
    }
}

impl OfGroup {
    /// A path as one of the group: it may be in others too.
    fn group_of(&self, mut path: Path) -> Path {
        path.end.group = self.group;
        path
    }

    fn len(&self) -> usize {
        self.kept.as_ref().map_or(self.tree.len(), Vec::len)
    }

    /// The place in the tree of a path by its place in the list.
    fn path(&self, at: u32) -> usize {
        self.kept.as_ref().map_or(at, |kept| kept[at as usize]) as usize
    }
}

impl<'s> GroupedPaths<'s> {
    fn new(
        timed: Timed<'s>,
        searched: SearchedIn<'s>,
        query: &GroupQuery,
        counts: impl Fn(PathGroup) -> bool,
    ) -> Result<Self, QueryError> {
        let search = searched.search();
        let groups = groups(&search, counts);
        let lists = groups.into_iter().map(|group| of_group(&search, query, group));
        let lists = lists.collect::<Result<Vec<OfGroup>, QueryError>>()?;
        let places = |(list, number): (&OfGroup, u32)| (0..list.len() as u32).map(move |at| (number, at));
        let order = lists.iter().zip(0..).flat_map(places).collect();
        Ok(Self { timed, searched, lists, order })
    }

    /// Whether something is required of the paths.
    pub fn are_constrained(&self) -> bool {
        matches!(self.searched, SearchedIn::Design(_))
    }

    /// The constraints that they were found under.
    pub fn constraints(&self) -> &Constraints {
        match &self.searched {
            SearchedIn::Design(_) => self.timed.constraints(),
            SearchedIn::Completed(completed, _) => &completed.constraints,
        }
    }

    /// What they were found in.
    pub fn graph_and_timing(&self) -> (&TimingGraph, &Timing) {
        let search = self.searched.search();
        (search.graph(), search.timing())
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// The same worst first, whatever their groups; of equal slacks in the order that they had.
    #[must_use]
    pub fn sorted_by_slack(mut self) -> Self {
        let lists = &self.lists;
        self.order.sort_by_key(|&(list, at)| {
            let list = &lists[list as usize];
            list.tree.slack[list.path(at)]
        });
        self
    }

    /// What `take` makes of each of a range of them, in their order, on rayon's current threads; see [`FoundPaths::map_paths`].
    ///
    /// # Panics
    /// If there are fewer paths.
    pub fn map_paths<T: Send>(&self, paths: Range<usize>, take: impl Fn(Path) -> T + Sync) -> Vec<T> {
        let search = self.searched.search();
        let (graph, timing) = (search.graph(), search.timing());
        let mut taken = Vec::with_capacity(paths.len());
        for run in self.order[paths].chunk_by(|one, other| one.0 == other.0) {
            let list = &self.lists[run[0].0 as usize];
            let flat = search.flat_each(&list.tree, run.len(), |at| list.path(run[at].1));
            let path = |at: usize| take(list.group_of(Path::of(graph, timing, &list.tree, flat.get(at))));
            taken.par_extend((0..flat.len()).into_par_iter().map(path));
        }
        taken
    }
}

/// Which results paths are of, and the number of the graph that they were found in.
type HeldOf = (TimedOf, Calculator, u64);

impl Timed<'_> {
    fn held_of(self) -> Option<HeldOf> {
        Some((self.built.results.of?, self.session.calculator(), self.built.number))
    }
}

/// Paths that are kept as long as the results are those that they were found in: in a few bytes each.
#[derive(Debug)]
pub struct HeldPaths {
    of: HeldOf,
    completed: Option<Arc<Completed>>,
    groups: Vec<PathGroup>,
    roots: Vec<Vec<Root>>,
    flat: Vec<FlatPaths>,
    order: Vec<(u32, u32)>,
}

impl GroupedPaths<'_> {
    /// The same to be kept.
    pub fn held(self) -> Option<HeldPaths> {
        let of = self.timed.held_of()?;
        let search = self.searched.search();
        let write = |list: &OfGroup| search.flat_each(&list.tree, list.len(), |at| list.path(at as u32));
        let flat = self.lists.iter().map(write).collect();
        let completed = match self.searched {
            SearchedIn::Design(_) => None,
            SearchedIn::Completed(completed, _) => Some(completed),
        };
        let (groups, roots) = self.lists.into_iter().map(|list| (list.group, list.tree.roots)).unzip();
        Some(HeldPaths { of, completed, groups, roots, flat, order: self.order })
    }
}

impl HeldPaths {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// Whether something is required of the paths.
    pub fn are_constrained(&self) -> bool {
        self.completed.is_none()
    }

    /// One of them, and the constraints that it was found under. None where the results are others by now, or there are fewer paths.
    pub fn path<'a>(&'a self, timed: Timed<'a>, number: usize) -> Option<(Path, &'a Constraints)> {
        let (graph, timing) = self.within(timed)?;
        let &(list, at) = self.order.get(number)?;
        let flat = self.flat[list as usize].get(at as usize);
        let mut path = Path::of_root(graph, timing, &self.roots[list as usize][flat.root as usize], flat);
        path.end.group = self.groups[list as usize];
        let constraints =
            self.completed.as_ref().map_or(timed.constraints(), |completed| &completed.constraints);
        Some((path, constraints))
    }

    /// Whether the results are still those that they were found in.
    pub fn is_of(&self, timed: Timed<'_>) -> bool {
        self.within(timed).is_some()
    }

    /// Its slack, which is known without the path; none where nothing is required, or as [`HeldPaths::path`].
    pub fn slack(&self, timed: Timed<'_>, number: usize) -> Option<Ticks> {
        self.within(timed)?;
        let &(list, at) = self.order.get(number)?;
        self.are_constrained().then(|| self.flat[list as usize].get(at as usize).slack)
    }

    /// What the paths were found in, if the results are still those.
    fn within<'a>(&'a self, timed: Timed<'a>) -> Option<(&'a TimingGraph, &'a Timing)> {
        (timed.held_of()? == self.of).then(|| self.graph_and_timing(timed))
    }

    /// The graph and the timing that paths of these results are found in.
    pub fn graph_and_timing<'a>(&'a self, timed: Timed<'a>) -> (&'a TimingGraph, &'a Timing) {
        match &self.completed {
            Some(completed) => (&completed.graph, &completed.timing),
            None => (timed.graph(), timed.timing()),
        }
    }
}
