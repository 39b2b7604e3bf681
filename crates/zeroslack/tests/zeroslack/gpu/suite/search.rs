//! Lists of worst paths are those of the search on the CPU, path by path, in order.

use std::cell::Cell;
use std::sync::Arc;

use zeroslack::Session;
use zeroslack::graph::TimingGraph;
use zeroslack::paths::{self, Ends, Passing, PathQuery, PathTree, SearchGraph, Searched};
use zeroslack::timing::{Calculator, ClockForest, CommonPoint, DelayData, Timing};
use zeroslack::units::Split;
use zeroslack_cuda::{CudaError, Engine, PathSearch, PathSearchOutcome};

use super::machine::TestMachine;

/// A timed design on both sides.
pub struct Sides<'a> {
    engine: Engine<TestMachine>,
    pub graph: &'a TimingGraph,
    pub timing: Timing,
    /// Where paths are ranked after CPPR.
    clocks: Option<Arc<ClockForest>>,
    turns: Turns,
}

/// Takes one in `each`.
struct Turns {
    each: usize,
    next: Cell<usize>,
}

impl Turns {
    fn take(&self) -> bool {
        let turn = self.next.get();
        self.next.set((turn + 1) % self.each);
        turn == 0
    }
}

/// Searches with all options, for up to `most` paths, ranked before CPPR and after, and compares with the CPU: by one in `each` queries, and in
/// one in `each` parts of the design. Returns how often there was no room.
pub fn check_search(
    machine: TestMachine,
    session: &Session,
    (calculator, rule): (Calculator, CommonPoint),
    most: usize,
    each: usize,
) -> u32 {
    let (graph, data) = (session.graph().unwrap(), session.delay_data().unwrap());
    let (mut sides, clocks) = Sides::new(machine, graph, data, (calculator, rule));
    sides.turns = Turns { each, next: Cell::new(most % each) };
    let mut overflows = 0;
    for clocks in [None, Some(clocks)] {
        sides.clocks = clocks;
        overflows += sides.check_design(most);
        sides.check_parts(most.min(1000));
    }
    sides.check_switches(most.min(100));
    overflows
}

/// The same with numbers of paths to an endpoint and of each kind, by one in `often` queries, of which again one in `each`. Returns how often a
/// level was made in one more part.
pub fn check_quotas(
    machine: TestMachine,
    (session, calculator, rule): (&Session, Calculator, CommonPoint),
    most: usize,
    spare: usize,
    often: usize,
    each: usize,
) -> u32 {
    let (graph, data) = (session.graph().unwrap(), session.delay_data().unwrap());
    let (mut sides, clocks) = Sides::new(machine, graph, data, (calculator, rule));
    let mut parts = 0;
    for clocks in [None, Some(clocks)] {
        sides.clocks = clocks;
        let search_graph = sides.search_graph(None);
        let mut search = sides.search(most, None, spare);
        parts += sides.check_quotas(&search_graph, &mut search, most, often * each);
        sides.in_parts(&mut search, 7 * each, |sides, search_graph, search| {
            sides.check_quotas(search_graph, search, most, (5 * often + 1) * each);
        });
    }
    parts
}

impl<'a> Sides<'a> {
    /// Ranked before CPPR, though the engine has it on; and the clock network for ranking after it.
    pub fn new(
        machine: TestMachine,
        graph: &'a TimingGraph,
        data: &DelayData,
        (calculator, rule): (Calculator, CommonPoint),
    ) -> (Self, Arc<ClockForest>) {
        let mut timing = Timing::default();
        timing.set_common_point(rule);
        timing.update(graph, data, calculator);
        let mut engine = Engine::new(machine, graph, data, calculator).unwrap();
        engine.set_cppr(graph, true).unwrap();
        engine.set_common_point(graph, rule).unwrap();
        engine.update().unwrap();
        let clocks = Arc::new(ClockForest::new(graph, &timing));
        (Self { engine, graph, timing, clocks: None, turns: Turns { each: 1, next: Cell::new(0) } }, clocks)
    }

    /// Ranks after CPPR, by a clock network, or before it.
    pub fn rank_by(&mut self, clocks: Option<Arc<ClockForest>>) {
        self.clocks = clocks;
    }

    /// A part of the design, on both sides.
    pub fn narrow(&self, search: &mut PathSearch<TestMachine>, passing: &Passing) -> SearchGraph {
        let search_graph = self.search_graph(Some(passing));
        search.narrow(&self.engine, self.graph, passing).unwrap();
        assert_eq!(search.part_nodes(), search_graph.cone_size().unwrap().nodes, "nodes of {passing:?}");
        search_graph
    }

    pub fn search_graph(&self, passing: Option<&Passing>) -> SearchGraph {
        let mut search_graph = SearchGraph::default();
        let (graph, timing, clocks) = (self.graph, &self.timing, self.clocks.as_ref());
        let searched = Searched { graph, timing, split: None, clocks };
        match passing {
            Some(passing) => search_graph.narrow(&searched, passing),
            None => search_graph.fill(&searched),
        }
        search_graph
    }

    pub fn search(&self, most: usize, split: Option<Split>, spare: usize) -> PathSearch<TestMachine> {
        let mut search = PathSearch::with_spare(&self.engine, self.graph, most, split, spare).unwrap();
        search.ignore_cppr(self.clocks.is_none());
        search.grow(&self.engine).unwrap();
        search
    }

    fn check_design(&mut self, most: usize) -> u32 {
        let search_graph = self.search_graph(None);
        let mut usual = self.search(most, None, 2 * most);
        let mut overflows = 0;
        for split in [None, Some(Split::Late), Some(Split::Early)] {
            let query = PathQuery { split, ..PathQuery::new(most) };
            for count in [1, most.min(10), most / 10, most] {
                let query = PathQuery { max_paths: count, ..query };
                if self.turns.take() {
                    self.compare(&search_graph, &mut usual, &query);
                }
                // As many as there is memory for, and hardly any more.
                if self.turns.take() {
                    let mut exact = self.search(count, split, most / 16);
                    overflows += self.compare(&search_graph, &mut exact, &query).overflows;
                }
            }
            self.check_options(&search_graph, &mut usual, &query);
        }
        overflows
    }

    fn check_options(
        &self,
        search_graph: &SearchGraph,
        search: &mut PathSearch<TestMachine>,
        query: &PathQuery,
    ) {
        let all = paths::PathSearch::new(self.graph, &self.timing, search_graph).find(query);
        let middle = all.slack.get(all.len() / 2).map(|&middle| query.slack_less_than(middle));
        let shallow = [0, 2, 5].map(|deepest| query.max_deviations(deepest));
        let few = [0, 1, query.max_paths].map(|nworst| query.nworst(nworst));
        for query in middle.into_iter().chain(shallow).chain(few) {
            if self.turns.take() {
                self.compare(search_graph, search, &query);
            }
        }
    }

    fn check_parts(&mut self, most: usize) {
        let mut narrow = self.search(most, None, most / 16);
        self.in_parts(&mut narrow, 7 * self.turns.each, |sides, search_graph, narrow| {
            let outcome = sides.compare(search_graph, narrow, &PathQuery::new(most));
            assert!(outcome.count > 0, "the path that the constraints are from");
            sides.check_options(search_graph, narrow, &PathQuery::new(most).split(Split::Late));
        });
        // And back.
        narrow.grow(&self.engine).unwrap();
        self.compare(&self.search_graph(None), &mut narrow, &PathQuery::new(most));
    }

    /// Parts of the design that paths with constraints can take, drawn from one in `each` paths that there are.
    fn in_parts(
        &self,
        narrow: &mut PathSearch<TestMachine>,
        each: usize,
        check: impl Fn(&Self, &SearchGraph, &mut PathSearch<TestMachine>),
    ) {
        let search_graph = self.search_graph(None);
        let search = paths::PathSearch::new(self.graph, &self.timing, &search_graph);
        let tree = search.find(&PathQuery::new(50));
        let flat = search.flat(&tree, 0..tree.len());
        for path in flat.iter().step_by(each) {
            let (start, end) = (path.vertices[0], path.vertices[path.vertices.len() - 1]);
            let middle = path.vertices[path.vertices.len() / 2];
            let to = Some(Ends { data: vec![end], ..Ends::default() });
            for passing in [
                Passing { through: vec![vec![middle]], ..Passing::default() },
                Passing { from: Some(vec![start]), ..Passing::default() },
                Passing { from: Some(vec![start]), through: vec![vec![middle]], to },
            ] {
                let search_graph = self.narrow(narrow, &passing);
                check(self, &search_graph, narrow);
            }
        }
    }

    /// One search for both rankings, by what the engine does and by what is asked for.
    fn check_switches(&mut self, most: usize) {
        let (clocks, query) = (self.clocks.clone(), PathQuery::new(most));
        let mut search = self.search(most, None, most);
        for (is_on, is_ignored) in [(true, true), (false, false), (true, false), (false, true), (true, false)]
        {
            self.engine.set_cppr(self.graph, is_on).unwrap();
            if is_on {
                self.engine.update().unwrap();
            } else {
                // What is switched counts from the next update on.
                search.grow(&self.engine).unwrap();
                self.compare(&self.search_graph(None), &mut search, &query);
                self.engine.update().unwrap();
            }
            search.ignore_cppr(is_ignored);
            search.grow(&self.engine).unwrap();
            self.clocks = clocks.clone().filter(|_| is_on && !is_ignored);
            self.compare(&self.search_graph(None), &mut search, &query);
        }
    }

    pub fn compare(
        &self,
        search_graph: &SearchGraph,
        search: &mut PathSearch<TestMachine>,
        query: &PathQuery,
    ) -> PathSearchOutcome {
        let cpu = paths::PathSearch::new(self.graph, &self.timing, search_graph);
        let expected = cpu.find(query);
        let outcome = search.search(&self.engine, query).unwrap();
        let found = search.tree(&self.engine).unwrap();
        assert_eq!(found.roots, expected.roots, "roots of {query:?}");
        let ranked = if self.clocks.is_some() { "after CPPR" } else { "before CPPR" };
        assert_eq!(found.slack, expected.slack, "slacks of {query:?} {ranked}");
        let differs = (0..found.len()).find(|&path| at(&found, path) != at(&expected, path));
        let pair = |path| (at(&found, path), at(&expected, path));
        assert_eq!(differs, None, "path of {query:?}: {:?}", differs.map(pair));
        for range in [0..found.len(), found.len() / 3..found.len() / 2] {
            let flat = search.flat(&self.engine, &found, range.clone()).unwrap();
            assert!(flat == cpu.flat(&expected, range), "paths of {query:?}");
        }
        assert_eq!(outcome.count as usize, found.len());
        outcome
    }
}

fn at(tree: &PathTree, path: usize) -> [u32; 4] {
    [tree.root[path], tree.parent[path], tree.place[path], tree.way[path].0]
}

/// Queries that a search was not made for.
pub fn check_refused(machine: TestMachine, session: &Session) {
    let (graph, data) = (session.graph().unwrap(), session.delay_data().unwrap());
    let mut engine = Engine::new(machine, graph, data, Calculator::Lumped).unwrap();
    engine.update().unwrap();
    let mut search = PathSearch::new(&engine, graph, 10, Some(Split::Late)).unwrap();
    search.grow(&engine).unwrap();
    let late = PathQuery::new(10).split(Split::Late);
    assert!(search.search(&engine, &late).unwrap().count > 0);
    for query in [PathQuery { max_paths: 11, ..late }, PathQuery::new(10)] {
        let error = search.search(&engine, &query).unwrap_err();
        assert!(matches!(error, CudaError::Unprepared { most: 10, .. }), "{error}");
        assert!(search.tree(&engine).unwrap().is_empty(), "nothing of the search before");
    }
    let nothing = PathQuery { max_paths: 0, ..late };
    assert_eq!(search.search(&engine, &nothing).unwrap().count, 0);
}
