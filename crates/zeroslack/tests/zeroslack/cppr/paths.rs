//! Every data path to every end.

use zeroslack::graph::ArcId;
use zeroslack::units::{Split, Ticks};

use super::oracle::{Oracle, Vertex, slack};

/// From a launching clock vertex, or from where an arrival is stated, to an end.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DataPath {
    /// With its credit.
    pub slack: Ticks,
    /// Index into [`Oracle::ends`].
    pub end: usize,
    pub credit: Ticks,
    pub start: Vertex,
    /// The engine's arcs; the first launches if any does.
    pub arcs: Vec<ArcId>,
}

/// Designs with more (partial) paths are left out.
const MOST: usize = 2500;

/// All paths by slack; none if there are too many.
pub fn all_paths(oracle: &Oracle<'_>, cppr: bool) -> Option<Vec<DataPath>> {
    let mut walk = Walk { oracle, cppr, end: 0, arcs: Vec::new(), found: Vec::new(), count: 0 };
    for (end, description) in oracle.ends.iter().enumerate() {
        walk.end = end;
        walk.back(description.vertex, 0)?;
    }
    walk.found.sort();
    Some(walk.found)
}

struct Walk<'a> {
    oracle: &'a Oracle<'a>,
    cppr: bool,
    end: usize,
    /// From the end backwards.
    arcs: Vec<ArcId>,
    found: Vec<DataPath>,
    count: usize,
}

impl Walk<'_> {
    fn split(&self) -> Split {
        self.oracle.ends[self.end].kind.split()
    }

    /// All ways to a vertex, `suffix` before the end.
    fn back(&mut self, vertex: Vertex, suffix: Ticks) -> Option<()> {
        self.count += 1;
        if self.count > MOST {
            return None;
        }
        let oracle = self.oracle;
        let split = self.split();
        if let Some(arrival) = oracle.stated[vertex][split as usize] {
            self.add(vertex, arrival + suffix, false);
        }
        for edge in &oracle.into[vertex] {
            let Some(delay) = edge.delay[split as usize] else { continue };
            self.arcs.push(edge.arc);
            if edge.launches {
                if let Some(arrival) = oracle.arrival[edge.from][split as usize] {
                    self.add(edge.from, arrival + delay + suffix, true);
                }
            } else {
                self.back(edge.from, suffix + delay)?;
            }
            self.arcs.pop();
        }
        Some(())
    }

    fn add(&mut self, start: Vertex, arrival: Ticks, is_launched: bool) {
        let end = &self.oracle.ends[self.end];
        let credit = match end.capture {
            Some(capture) if self.cppr && is_launched => self.oracle.credit(start, capture, self.split()),
            _ => 0,
        };
        self.found.push(DataPath {
            slack: slack(self.split(), arrival, end.required) + credit,
            end: self.end,
            credit,
            start,
            arcs: self.arcs.iter().rev().copied().collect(),
        });
    }
}
