//! What takes checks as a pass over pins finds them.

use super::{RuleCheck, RuleChecks};

pub(super) trait Found {
    /// Takes a check.
    fn add(&mut self, check: RuleCheck);

    /// Checks with more slack than this need not be found.
    fn most_slack(&self) -> f32;
}

/// How many pins break a rule.
#[derive(Default)]
pub(super) struct Count(pub(super) usize);

impl Found for Count {
    fn add(&mut self, check: RuleCheck) {
        self.0 += usize::from(check.is_violated());
    }

    fn most_slack(&self) -> f32 {
        0.0
    }
}

/// Every check.
impl Found for Vec<RuleCheck> {
    fn add(&mut self, check: RuleCheck) {
        self.push(check);
    }

    fn most_slack(&self) -> f32 {
        f32::INFINITY
    }
}

/// The checks with the least slack of those that fulfil a condition.
pub(super) struct Worst<'c> {
    checks: &'c RuleChecks<'c>,
    count: usize,
    counts: &'c (dyn Fn(&RuleCheck) -> bool + Sync),
    kept: Vec<RuleCheck>,
    /// That of the last of those that are kept, once there are enough.
    most_slack: f32,
}

impl<'c> Worst<'c> {
    /// Takes `count` of them.
    pub(super) fn new(
        checks: &'c RuleChecks<'c>,
        count: usize,
        counts: &'c (dyn Fn(&RuleCheck) -> bool + Sync),
    ) -> Self {
        Self { checks, count, counts, kept: Vec::new(), most_slack: f32::INFINITY }
    }

    /// Takes all that break the rule.
    pub(super) fn broken(checks: &'c RuleChecks<'c>) -> Self {
        Self { most_slack: 0.0, ..Self::new(checks, usize::MAX, &RuleCheck::is_violated) }
    }

    /// The worst of all pieces, in order.
    pub(super) fn of_all(checks: &RuleChecks<'_>, count: usize, pieces: Vec<Self>) -> Vec<RuleCheck> {
        let kept: Vec<Vec<RuleCheck>> = pieces.into_iter().map(|piece| piece.kept).collect();
        let mut all = kept.concat();
        if all.len() > count {
            all.select_nth_unstable_by(count - 1, |a, b| checks.order(a, b));
            all.truncate(count);
        }
        all.sort_unstable_by(|a, b| checks.order(a, b));
        all
    }
}

impl Found for Worst<'_> {
    fn add(&mut self, check: RuleCheck) {
        if check.slack() > self.most_slack || !(self.counts)(&check) {
            return;
        }
        self.kept.push(check);
        if self.kept.len() >= self.count.saturating_mul(2) {
            let order = |a: &RuleCheck, b: &RuleCheck| self.checks.order(a, b);
            let (_, last, _) = self.kept.select_nth_unstable_by(self.count - 1, order);
            self.most_slack = last.slack();
            self.kept.truncate(self.count);
        }
    }

    fn most_slack(&self) -> f32 {
        self.most_slack
    }
}
