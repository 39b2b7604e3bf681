//! Parts of a design that constrained paths can take: of all kinds of constraints, one after the other in the same memory.

use zeroslack::Session;
use zeroslack::graph::{NodeId, OutputId, TimingGraph, VertexId};
use zeroslack::paths::{self, Ends, FlatPaths, Passing, PathQuery};
use zeroslack::timing::{Calculator, CommonPoint};
use zeroslack::units::Split;
use zeroslack_cuda::PathSearch;

use super::machine::TestMachine;
use super::recipe::Recipe;
use super::search::Sides;
use super::{CONTESTS, random, synthetic};
use crate::brute::dice::Dice;

/// So many queries of a random design, before CPPR and after.
pub fn cones_random(machine: TestMachine, recipe: &Recipe, is_contest: bool, queries: usize) {
    check_cones(machine, (&random(recipe, is_contest, Calculator::Elmore), CONTESTS), recipe.seed, queries);
}

/// The same of a placed-like design of so many gates.
pub fn cones_synthetic(machine: TestMachine, gates: usize, queries: usize) {
    check_cones(machine, (&synthetic(gates), CONTESTS), 1, queries);
}

/// Compares the part and its paths with those of the CPU.
pub fn check_cones(
    machine: TestMachine,
    (session, rule): (&Session, CommonPoint),
    seed: u64,
    queries: usize,
) {
    let (mut sides, clocks) = Sides::new(
        machine,
        session.graph().unwrap(),
        session.delay_data().unwrap(),
        (Calculator::Elmore, rule),
    );
    let mut dice = Dice::new(seed, 77);
    for clocks in [None, Some(clocks)] {
        sides.rank_by(clocks);
        let paths = sides.worst(200);
        let mut both = sides.search(300, None, 300);
        let mut late = sides.search(300, Some(Split::Late), 300);
        for number in 0..queries {
            let passing = draw(session.graph().unwrap(), &paths, &mut dice);
            sides.check_cone(&mut both, &passing, &PathQuery::new(300));
            if number % 4 == 0 {
                sides.check_cone(&mut late, &passing, &PathQuery::new(50).split(Split::Late));
            }
        }
        // The whole design is as it was.
        both.widen();
        sides.compare(&sides.search_graph(None), &mut both, &PathQuery::new(100));
    }
}

impl Sides<'_> {
    fn worst(&self, count: usize) -> FlatPaths {
        let search_graph = self.search_graph(None);
        let search = paths::PathSearch::new(self.graph, &self.timing, &search_graph);
        let tree = search.find(&PathQuery::new(count));
        search.flat(&tree, 0..tree.len())
    }

    fn check_cone(&self, search: &mut PathSearch<TestMachine>, passing: &Passing, query: &PathQuery) {
        let search_graph = self.narrow(search, passing);
        for query in [*query, query.nworst(2)] {
            self.compare(&search_graph, search, &query);
        }
    }
}

/// Constraints: by points of a path that there is, by any vertices, or by both.
fn draw(graph: &TimingGraph, paths: &FlatPaths, dice: &mut Dice) -> Passing {
    let on_path: Vec<VertexId> = match paths.len() {
        0 => Vec::new(),
        count => paths.get(dice.below(count)).vertices.to_vec(),
    };
    let sets = *dice.pick(&[0, 1, 1, 2, 3, 12, 40]);
    let mut places: Vec<usize> = (0..sets).map(|_| dice.below(on_path.len().max(1))).collect();
    if !dice.chance(20) {
        places.sort_unstable();
    }
    if dice.chance(70) {
        places.dedup();
    }
    // With hardly any others there are paths.
    let others = *dice.pick(&[0, 0, 2, 20]);
    let mut around = |at: Option<&VertexId>| {
        let drawn = if dice.chance(5) { 0 } else { dice.below(others + 1) };
        let drawn: Vec<VertexId> = (0..drawn).map(|_| any_vertex(graph, dice)).collect();
        let has_both = dice.chance(60);
        let other = |vertex: VertexId| vertex.node().vertex(vertex.transition().opposite());
        let named = at.iter().flat_map(|&&vertex| [vertex, if has_both { other(vertex) } else { vertex }]);
        sorted(named.chain(drawn).collect())
    };
    let through = places.iter().map(|&place| around(on_path.get(place))).collect();
    let (start, end) = (around(on_path.first()), around(on_path.last()));
    let captures: Vec<VertexId> = graph.checks().iter().map(|check| check.clock).collect();
    let outputs = graph.outputs().len();
    let from = dice.chance(50).then_some(start);
    let to = dice.chance(50).then(|| Ends {
        data: if dice.chance(70) { end } else { Vec::new() },
        captures: sorted((0..captures.len().min(2)).map(|_| *dice.pick(&captures)).collect()),
        outputs: sorted((0..outputs.min(2)).map(|_| OutputId::at(dice.below(outputs))).collect()),
    });
    let to = to.map(|ends| if dice.chance(50) { Ends { captures: Vec::new(), ..ends } } else { ends });
    let to = to.map(|ends| if dice.chance(50) { Ends { outputs: Vec::new(), ..ends } } else { ends });
    let passing = Passing { from, through, to };
    if passing.is_free() { Passing { from: Some(sorted(on_path)), ..passing } } else { passing }
}

/// Often one where an arrival is stated beside those of the fan-in.
fn any_vertex(graph: &TimingGraph, dice: &mut Dice) -> VertexId {
    let has_fanin = |&node: &NodeId| !graph.fanin_range(node).is_empty();
    let stated: Vec<NodeId> = graph.sources().iter().map(|source| source.node).filter(has_fanin).collect();
    match stated.len() {
        count if count > 0 && dice.chance(50) => stated[dice.below(count)].vertices()[dice.below(2)],
        _ => VertexId::at(dice.below(2 * graph.node_count())),
    }
}

fn sorted<T: Ord>(mut ids: Vec<T>) -> Vec<T> {
    ids.sort_unstable();
    ids.dedup();
    ids
}
