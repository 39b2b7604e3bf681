//! Takes a match apart to find what its groups matched.

use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

use super::charset::{lower, upper};
use super::matcher::Matcher;
use super::plan::{Piece, Plan, PlanId};

/// How many bytes a search for a match with back references may read.
const MOST_STEPS: usize = 50_000_000;

/// A part of the text.
type Part = (usize, usize);

/// A repeated body and how it is repeated.
#[derive(Clone, Copy)]
struct Repeat {
    body: PlanId,
    searcher: usize,
    min: usize,
    max: usize,
    shortest: bool,
    back_references: bool,
}

impl Matcher<'_> {
    /// Finds the first match whose back references fit. It gives up after [`MOST_STEPS`].
    pub(super) fn find_with_references(&mut self) -> Option<Part> {
        let program = self.program;
        let mut from = 0;
        while let Some((begin, mut end)) = self.leftmost(from) {
            loop {
                self.spans.fill(None);
                if self.dissect(program.root, (begin, end)) {
                    return Some((begin, end));
                }
                if self.is_exhausted() {
                    return None;
                }
                let whole = (begin, self.text.len());
                match self.next_end(program.anchored, whole, program.syntax.shortest, Some(end)) {
                    Some(next) => end = next,
                    None => break,
                }
            }
            from = self.following(begin)?;
        }
        None
    }

    fn is_exhausted(&self) -> bool {
        self.program.has_back_references && self.steps > MOST_STEPS
    }

    /// Takes a part apart by a plan. The result is whether its back references fit.
    pub(super) fn dissect(&mut self, plan: PlanId, part: Part) -> bool {
        let program = self.program;
        match &program.plans[plan] {
            Plan::Nothing => true,
            &Plan::Capture { group, body } => {
                let fits = self.dissect(body, part);
                self.spans[group] = fits.then_some(part);
                fits
            }
            Plan::Branches(branches) => branches.iter().any(|&(searcher, branch)| {
                self.exact(searcher, part.0, part.1) && self.dissect_anew(branch, part)
            }),
            Plan::Chain { pieces, back_references: false } => self.dissect_chain(pieces, part),
            Plan::Chain { pieces, back_references: true } => self.try_chain(pieces, part),
            &Plan::Repeat { body, searcher, min, max, shortest, back_references } => {
                let max = max.unwrap_or(usize::MAX);
                let repeat = Repeat { body, searcher, min: min.into(), max, shortest, back_references };
                self.dissect_repeat(repeat, part)
            }
            &Plan::BackReference { group, min, max } => self.is_repeated(group, min, max, part),
        }
    }

    /// The same after forgetting what the groups of the plan matched before. They match nothing if it fails.
    fn dissect_anew(&mut self, plan: PlanId, part: Part) -> bool {
        let groups = self.program.plan_groups[plan].clone();
        self.spans[groups.clone()].fill(None);
        let fits = self.dissect(plan, part);
        if !fits {
            self.spans[groups].fill(None);
        }
        fits
    }

    /// A chain without back references: the first division by preference is right.
    fn dissect_chain(&mut self, pieces: &[Piece], (begin, end): Part) -> bool {
        let mut at = begin;
        for (index, piece) in pieces.iter().enumerate() {
            let is_last = index + 1 == pieces.len();
            let Some(next) = (if is_last { Some(end) } else { self.division(piece, (at, end)) }) else {
                return false;
            };
            if !self.dissect(piece.plan, (at, next)) {
                return false;
            }
            at = next;
        }
        true
    }

    /// Where a piece ends so that the rest of the part still matches what follows.
    fn division(&mut self, piece: &Piece, (begin, end): Part) -> Option<usize> {
        let preferred = self.next_end(piece.searcher, (begin, end), piece.shortest, None)?;
        if self.exact(piece.rest, preferred, end) {
            return Some(preferred);
        }
        let mut places = std::mem::take(&mut self.cache.places);
        places.clear();
        self.scan(piece.searcher, begin, end, |place| {
            places.push(place);
            false
        });
        let mut found = None;
        self.scan_backward(piece.rest_reversed, end, begin, |place| {
            while places.last().is_some_and(|&last| last > place) {
                places.pop();
            }
            if places.last() == Some(&place) {
                found = Some(place);
            }
            found.is_some() && !piece.shortest
        });
        self.cache.places = places;
        found
    }

    /// A chain with back references: all divisions are tried in the order of preference.
    fn try_chain(&mut self, pieces: &[Piece], (begin, end): Part) -> bool {
        let mut ends: Vec<Option<usize>> = vec![None];
        while let Some(index) = ends.len().checked_sub(1) {
            if self.is_exhausted() {
                return false;
            }
            let piece = &pieces[index];
            let at = index.checked_sub(1).map_or(Some(begin), |before| ends[before]).unwrap_or(begin);
            let is_last = index + 1 == pieces.len();
            let next = match (is_last, ends[index]) {
                (true, None) => Some(end),
                (true, Some(_)) => None,
                (false, previous) => self.next_end(piece.searcher, (at, end), piece.shortest, previous),
            };
            let Some(next) = next else {
                ends.pop();
                continue;
            };
            ends[index] = Some(next);
            let possible = is_last || self.exact(piece.rest, next, end);
            if possible && self.dissect_anew(piece.plan, (at, next)) {
                if is_last {
                    return true;
                }
                ends.push(None);
            }
        }
        false
    }

    /// Divides a part among the times that a body is repeated.
    fn dissect_repeat(&mut self, repeat: Repeat, (begin, end): Part) -> bool {
        if begin == end && repeat.min == 0 {
            return true;
        }
        let repeat = Repeat { min: repeat.min.max(1), ..repeat };
        let mut failed: HashSet<(usize, usize), FxBuildHasher> = HashSet::default();
        // The places between the times, and the end of the last one as far as it is known.
        let mut places = vec![begin];
        let mut last = None;
        loop {
            let (number, at) = (places.len(), places[places.len() - 1]);
            if self.is_exhausted() {
                return false;
            }
            last = self.next_end(repeat.searcher, (at, end), repeat.shortest, last);
            let Some(next) = last else {
                failed.insert((number.min(repeat.min), at));
                last = places.pop();
                if places.is_empty() {
                    return false;
                }
                continue;
            };
            if next == end {
                if number >= repeat.min && self.dissect_times(repeat, &places, end) {
                    return true;
                }
                continue;
            }
            let empty_is_needed =
                || number < repeat.min && repeat.min - number >= self.text[next..end].chars().count();
            let goes_on = number < repeat.max && (next > at || empty_is_needed());
            let counted = repeat.max != usize::MAX || repeat.back_references;
            if goes_on && (counted || !failed.contains(&((number + 1).min(repeat.min), next))) {
                places.push(next);
                last = None;
            }
        }
    }

    /// Takes the times apart. Only the last one leaves its groups.
    fn dissect_times(&mut self, repeat: Repeat, places: &[usize], end: usize) -> bool {
        let first = if repeat.back_references { 0 } else { places.len() - 1 };
        (first..places.len()).all(|number| {
            let next = places.get(number + 1).copied().unwrap_or(end);
            self.dissect_anew(repeat.body, (places[number], next))
        })
    }

    /// Whether a part is what a group matched, some times over.
    fn is_repeated(&self, group: usize, min: u16, max: Option<u16>, (begin, end): Part) -> bool {
        let Some((first, last)) = self.spans[group] else { return false };
        let matched = &self.text[first..last];
        let mut rest = &self.text[begin..end];
        if matched.is_empty() {
            return rest.is_empty();
        }
        let mut times = 0_usize;
        while !rest.is_empty() {
            let Some(after) = self.without_prefix(rest, matched) else { return false };
            rest = after;
            times += 1;
        }
        times >= usize::from(min) && max.is_none_or(|max| times <= usize::from(max))
    }

    /// A text without a prefix, or without one that differs by case only if the pattern does not regard it.
    fn without_prefix<'t>(&self, text: &'t str, prefix: &str) -> Option<&'t str> {
        if !self.program.syntax.nocase {
            return text.strip_prefix(prefix);
        }
        let mut rest = text.chars();
        let same = prefix.chars().all(|expected| {
            rest.next().is_some_and(|c| lower(c) == lower(expected) || upper(c) == upper(expected))
        });
        same.then_some(rest.as_str())
    }
}
