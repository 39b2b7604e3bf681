//! Slack by path group.

use serde_json::{Value, json};
use zeroslack_graph::PathGroup;
use zeroslack_timing::{EndpointSlack, SlackSum};
use zeroslack_units::Split;

use crate::analysis::Analysis;
use crate::json::time;

/// What the slacks of a path group in a split sum up to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupSlacks {
    /// The name of the path group.
    pub group: String,
    /// Early or late.
    pub split: Split,
    /// The sum.
    pub sum: SlackSum,
}

impl GroupSlacks {
    /// Of all groups that have slacks: late ones first, in the order of groups. `slacks` are the worst of each endpoint in each path group, in the order of endpoints.
    pub fn of_all(analysis: &Analysis<'_>, slacks: &[(PathGroup, EndpointSlack)]) -> Vec<Self> {
        let mut groups: Vec<PathGroup> = slacks.iter().map(|&(group, _)| group).collect();
        groups.sort_unstable();
        groups.dedup();
        let mut sums = Vec::new();
        for split in [Split::Late, Split::Early] {
            for &of in &groups {
                let ends = slacks.iter().filter(|(group, end)| end.kind.split() == split && *group == of);
                let ends: Vec<EndpointSlack> = ends.map(|&(_, end)| end).collect();
                if !ends.is_empty() {
                    let group = analysis.names.group_name(of).to_string();
                    sums.push(Self { group, split, sum: SlackSum::of(&ends) });
                }
            }
        }
        sums
    }

    /// As an object: `group`, `split`, `endpoints`, `failing`, `wns`, `tns`, `worst_slack`.
    pub fn json(&self) -> Value {
        json!({
            "group": self.group,
            "split": self.split.name(),
            "endpoints": self.sum.endpoints,
            "failing": self.sum.failing,
            "wns": time(self.sum.worst_negative_slack()),
            "tns": time(self.sum.total_negative_slack),
            "worst_slack": self.sum.worst_slack.map(time),
        })
    }
}
