//! Endpoints beside those of a golden.

use std::collections::BTreeMap;
use std::path::Path;

use zeroslack_units::Split;

use super::golden::{self, Endpoint, Key};
use crate::tally;

/// An endpoint's worst slack in a path group.
pub struct Slack {
    /// The path group.
    pub group: String,
    /// The pin's full name.
    pub endpoint: String,
    /// `output`, or the name of the cell.
    pub kind: String,
    /// Early or late.
    pub split: Split,
    /// ns.
    pub slack: f64,
}

/// What the other timer's sums in 32-bit floats are off by: ns, and of the arrival.
const TOLERANCE: f64 = 1e-5;
const TOLERANCE_OF_ARRIVAL: f64 = 2e-6;

/// An endpoint that both sides have: (golden, ours).
pub type Pair = (Endpoint, f64);

/// Whether two slacks are equal as far as the golden can say.
fn are_close((golden, ours): &Pair) -> bool {
    (ours - golden.slack).abs() <= TOLERANCE + TOLERANCE_OF_ARRIVAL * golden.arrival.abs()
}

/// Our worst slack of each endpoint in each group, and its kind.
fn worst(slacks: &[Slack], split: Split) -> BTreeMap<Key, (&str, f64)> {
    let mut worst: BTreeMap<Key, (&str, f64)> = BTreeMap::new();
    for slack in slacks.iter().filter(|slack| slack.split == split) {
        let key = (slack.group.clone(), slack.endpoint.clone());
        let place = worst.entry(key).or_insert((&slack.kind, slack.slack));
        place.1 = place.1.min(slack.slack);
    }
    worst
}

/// Endpoints beside those of a golden.
pub struct Compared {
    /// What both sides have.
    pub pairs: BTreeMap<Key, Pair>,
    /// What only the golden has.
    missing: Vec<Key>,
    /// What only we have.
    extra: Vec<Key>,
    split: Split,
}

impl Compared {
    /// The slacks of a timer beside those of a golden's folder, early or late.
    pub fn new(slacks: &[Slack], golden: &Path, split: Split) -> Self {
        let golden = golden::endpoints(golden, split);
        let ours = worst(slacks, split);
        let extra = ours.keys().filter(|key| !golden.contains_key(key)).cloned().collect();
        let mut compared = Self { pairs: BTreeMap::new(), missing: Vec::new(), extra, split };
        for (key, endpoint) in golden {
            let Some((kind, slack)) = ours.get(&key) else {
                compared.missing.push(key);
                continue;
            };
            assert_eq!(*kind, endpoint.kind, "{key:?}");
            compared.pairs.insert(key, (endpoint, *slack));
        }
        tally::compared(compared.pairs.len());
        compared
    }

    /// Exactly the golden's endpoints are in exactly its groups.
    pub fn assert_same_endpoints(&self) {
        let first = |keys: &[Key]| keys[..keys.len().min(10)].to_vec();
        assert!(
            self.missing.is_empty() && self.extra.is_empty(),
            "{}: {} endpoints are missing, such as {:?}; {} are extra, such as {:?}",
            self.split.name(),
            self.missing.len(),
            first(&self.missing),
            self.extra.len(),
            first(&self.extra)
        );
    }

    /// Endpoints with another slack than the golden's.
    pub fn unequal(&self) -> impl Iterator<Item = (&Key, &Pair)> {
        self.pairs.iter().filter(|(_, pair)| !are_close(pair))
    }
}

/// Every endpoint of every group is the golden's, with its slack; `better` are endpoints that have so much more slack, ns, than the golden says, on purpose.
pub fn check(slacks: &[Slack], golden: &Path, split: Split, better: &[(&str, f64)]) {
    let mut compared = Compared::new(slacks, golden, split);
    compared.assert_same_endpoints();
    for ((_, endpoint), (golden, _)) in &mut compared.pairs {
        golden.slack += better.iter().find(|(name, _)| name == endpoint).map_or(0.0, |&(_, more)| more);
    }
    let line = |((group, endpoint), (golden, ours)): (&Key, &Pair)| {
        format!("{group} {endpoint}: {:.6}, ours {ours:.6}", golden.slack)
    };
    let wrong: Vec<String> = compared.unequal().map(line).collect();
    let counts = format!("{} of {} {} slacks differ", wrong.len(), compared.pairs.len(), split.name());
    assert!(wrong.is_empty(), "{counts}:\n{}", wrong.join("\n"));
}
