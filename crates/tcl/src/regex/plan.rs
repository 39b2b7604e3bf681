//! How a match is taken apart to find what its groups matched.

use std::ops::Range;

/// A plan by its place in the list of all plans.
pub(super) type PlanId = usize;

/// A piece of a chain.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub plan: PlanId,
    /// The search for the piece.
    pub searcher: usize,
    /// The search for all that follows it, in both directions.
    pub rest: usize,
    pub rest_reversed: usize,
    /// Whether the piece takes the shortest part that it can; otherwise it takes the longest.
    pub shortest: bool,
}

/// How a part whose first and last places are known is taken apart.
#[derive(Clone, Debug)]
pub(super) enum Plan {
    /// There is nothing to find in it.
    Nothing,
    /// The part is what a group matched.
    Capture {
        group: usize,
        body: PlanId,
    },
    /// The first branch that matches the part exactly; each has its search and its plan.
    Branches(Vec<(usize, PlanId)>),
    /// Each piece takes what it prefers so that the others still match the rest.
    Chain {
        pieces: Vec<Piece>,
        back_references: bool,
    },
    /// Each time the body takes what it prefers.
    Repeat {
        body: PlanId,
        searcher: usize,
        min: u16,
        max: Option<usize>,
        shortest: bool,
        back_references: bool,
    },
    BackReference {
        group: usize,
        min: u16,
        max: Option<u16>,
    },
}

/// The groups that each plan sets: those of a plan follow each other. The plans inside of a plan come before it.
pub(super) fn groups_of_plans(plans: &[Plan]) -> Vec<Range<usize>> {
    let mut groups: Vec<Range<usize>> = Vec::new();
    for plan in plans {
        let inside: Vec<Range<usize>> = match plan {
            Plan::Nothing | Plan::BackReference { .. } => Vec::new(),
            &Plan::Capture { group, body } => vec![group..group + 1, groups[body].clone()],
            Plan::Branches(branches) => branches.iter().map(|&(_, plan)| groups[plan].clone()).collect(),
            Plan::Chain { pieces, .. } => pieces.iter().map(|piece| groups[piece.plan].clone()).collect(),
            Plan::Repeat { body, .. } => vec![groups[*body].clone()],
        };
        let first = inside.iter().filter(|range| !range.is_empty()).map(|range| range.start).min();
        let last = inside.iter().filter(|range| !range.is_empty()).map(|range| range.end).max();
        groups.push(first.unwrap_or(0)..last.unwrap_or(0));
    }
    groups
}
