//! Lists of so many paths to an endpoint, of so many of each kind of endpoint, and of both.

use zeroslack::paths::{self, PathQuery, SearchGraph};
use zeroslack::units::Split;
use zeroslack_cuda::PathSearch;

use super::machine::TestMachine;
use super::search::Sides;

/// Paths to an endpoint that are asked for.
const NWORST: [Option<usize>; 6] = [None, Some(1), Some(2), Some(3), Some(17), Some(1000)];

impl Sides<'_> {
    /// With every other option: of all queries one in `each`, one at least. Returns how many parts levels were made in beside the first.
    pub fn check_quotas(
        &self,
        search_graph: &SearchGraph,
        search: &mut PathSearch<TestMachine>,
        most: usize,
        each: usize,
    ) -> u32 {
        let mut queries = Vec::new();
        for split in [None, Some(Split::Late), Some(Split::Early)] {
            for count in [most, most / 7 + 1] {
                queries.extend(self.with_options(search_graph, PathQuery { split, ..PathQuery::new(count) }));
            }
        }
        let queries: Vec<PathQuery> = queries.into_iter().flat_map(with_quotas).collect();
        let each = each.min(queries.len());
        let mut parts = 0;
        for query in queries.iter().skip(most % each).step_by(each) {
            parts += self.compare(search_graph, search, query).overflows;
        }
        parts
    }

    /// A query as it is, with a slack that half of its paths have less than, and with numbers of deviations.
    fn with_options(&self, search_graph: &SearchGraph, query: PathQuery) -> Vec<PathQuery> {
        let all = paths::PathSearch::new(self.graph, &self.timing, search_graph).find(&query);
        let middle = all.slack.get(all.len() / 2).map(|&middle| query.slack_less_than(middle));
        let shallow = [0, 1, 2].map(|deepest| query.max_deviations(deepest));
        [query].into_iter().chain(middle).chain(shallow).collect()
    }
}

/// With all numbers of paths to an endpoint, by group and not.
fn with_quotas(query: PathQuery) -> impl Iterator<Item = PathQuery> {
    let by_end = NWORST.into_iter().map(move |nworst| PathQuery { nworst, ..query });
    by_end.flat_map(|query| [query, query.per_group()])
}
