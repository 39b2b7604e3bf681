//! The worst slacks of all endpoints and what they sum up to, kept up to date endpoint by endpoint.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

use zeroslack_graph::{EndpointId, Shifted, TimingGraph};
use zeroslack_parallel::{filled, sweep_one};
use zeroslack_units::{Split, Ticks};

use crate::summary::{EndpointKind, SlackSum, Summary, slacks_of};
use crate::timing::Timing;

/// Kinds of endpoints, then splits.
const COLUMNS: usize = EndpointKind::ALL.len() + 2;

/// Endpoints that one task takes.
const ENDPOINTS: usize = 2048;

/// Endpoints whose worst is kept together.
const BLOCK: usize = 64;

/// In place of the slack of an endpoint that has none.
const NONE: Ticks = Ticks::MAX;

/// Slacks by column.
type Row = [Ticks; COLUMNS];

/// One column summed up.
#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    endpoints: usize,
    failing: usize,
    /// Of those, without bounds.
    total: i128,
}

impl Sum {
    fn add(&mut self, slack: Ticks, times: i64) {
        if slack != NONE {
            self.endpoints = self.endpoints.wrapping_add_signed(times as isize);
        }
        if slack < 0 {
            self.failing = self.failing.wrapping_add_signed(times as isize);
            self.total += i128::from(slack) * i128::from(times);
        }
    }

    fn total_negative_slack(&self) -> Ticks {
        Ticks::try_from(self.total).unwrap_or(Ticks::MIN)
    }
}

/// The worst slack of every endpoint in each kind and in each split, and what they sum up to.
#[derive(Clone, Debug)]
pub struct SlackTable {
    /// Of endpoints, then the worst of each [`BLOCK`] rows of the level before, until there is one block.
    levels: Vec<Vec<Row>>,
    sums: [Sum; COLUMNS],
}

impl SlackTable {
    /// Of all endpoints, on rayon's current threads.
    pub fn new(graph: &TimingGraph, timing: &Timing) -> Self {
        let endpoints = graph.endpoints().len();
        let mut rows = filled([NONE; COLUMNS], endpoints);
        sweep_one(0..endpoints, ENDPOINTS, &mut rows[..], &|range: Range<usize>, rows: &mut [Row]| {
            for (endpoint, row) in range.zip(rows) {
                *row = row_of(graph, timing, EndpointId::at(endpoint));
            }
        });
        Self::of_rows(rows)
    }

    fn of_rows(rows: Vec<Row>) -> Self {
        let mut sums = [Sum::default(); COLUMNS];
        for row in &rows {
            sums.iter_mut().zip(row).for_each(|(sum, &slack)| sum.add(slack, 1));
        }
        let mut levels = vec![rows];
        while let Some(below) = levels.last().filter(|rows| rows.len() > BLOCK) {
            let above = below.chunks(BLOCK).map(worst_of).collect();
            levels.push(above);
        }
        Self { levels, sums }
    }

    /// Takes over that endpoints came and went; those that came have no slacks yet, and `others` have none any more.
    pub fn move_endpoints(&mut self, moved: &Shifted, others: &[EndpointId]) {
        for &gone in moved.gone() {
            self.put(gone as usize, [NONE; COLUMNS]);
        }
        moved.apply(&mut self.levels[0], |_| [NONE; COLUMNS]);
        let mut first = moved.first() as usize;
        for level in 1.. {
            let below = &self.levels[level - 1];
            if below.len() <= BLOCK {
                self.levels.truncate(level);
                break;
            }
            let mut above = self.levels.get(level).cloned().unwrap_or_default();
            first = (first / BLOCK).min(above.len());
            above.truncate(first);
            above.extend(below[(first * BLOCK).min(below.len())..].chunks(BLOCK).map(worst_of));
            self.levels.truncate(level);
            self.levels.push(above);
        }
        others.iter().for_each(|endpoint| self.put(endpoint.index(), [NONE; COLUMNS]));
    }

    /// Takes the slacks that an endpoint has now.
    pub fn update(&mut self, graph: &TimingGraph, timing: &Timing, endpoint: EndpointId) {
        self.put(endpoint.index(), row_of(graph, timing, endpoint));
    }

    fn put(&mut self, mut place: usize, mut now: Row) {
        for ((sum, &before), &now) in self.sums.iter_mut().zip(&self.levels[0][place]).zip(&now) {
            sum.add(before, -1);
            sum.add(now, 1);
        }
        for level in 0..self.levels.len() {
            let before = std::mem::replace(&mut self.levels[level][place], now);
            let block = place / BLOCK;
            let Some(&above) = self.levels.get(level + 1).map(|rows| &rows[block]) else { return };
            let is_lost = |column: usize| before[column] == above[column] && now[column] > before[column];
            now = if (0..COLUMNS).any(is_lost) {
                let rows = &self.levels[level];
                worst_of(&rows[block * BLOCK..rows.len().min((block + 1) * BLOCK)])
            } else {
                worst_of(&[above, now])
            };
            if now == above {
                return;
            }
            place = block;
        }
    }

    /// Worst and total negative slack by kind of endpoint, as [`crate::summarize`] has them.
    pub fn summaries(&self) -> Vec<Summary> {
        let worst = self.worst();
        let kinds = EndpointKind::ALL.into_iter().filter(|kind| self.sums[kind.index()].endpoints > 0);
        let summary = |kind: EndpointKind| {
            let sum = &self.sums[kind.index()];
            let Sum { endpoints, failing, .. } = *sum;
            let (worst_slack, total_negative_slack) = (worst[kind.index()], sum.total_negative_slack());
            Summary { kind, endpoints, failing, worst_slack, total_negative_slack }
        };
        kinds.map(summary).collect()
    }

    /// Worst and total negative slack of a split, as [`SlackSum::of`] has them.
    pub fn slack_sum(&self, split: Split) -> SlackSum {
        let column = column_of(split);
        let sum = &self.sums[column];
        let worst_slack = Some(self.worst()[column]).filter(|&worst| worst != NONE);
        let Sum { endpoints, failing, .. } = *sum;
        SlackSum { endpoints, failing, worst_slack, total_negative_slack: sum.total_negative_slack() }
    }

    /// The endpoints of a split that are no better than the `count`-th worst, in no order.
    pub fn worst_endpoints(&self, split: Split, count: usize) -> Vec<EndpointId> {
        let column = column_of(split);
        let (mut found, mut last) = (Vec::new(), Ticks::MIN);
        let top = self.levels.len() - 1;
        let worst_first =
            |level: usize, place: usize| Reverse((self.levels[level][place][column], level, place));
        let mut open: BinaryHeap<_> =
            (0..self.levels[top].len()).map(|place| worst_first(top, place)).collect();
        while let Some(Reverse((slack, level, place))) = open.pop() {
            if slack == NONE || found.len() >= count && slack > last {
                break;
            }
            if level == 0 {
                last = slack;
                found.push(EndpointId::at(place));
                continue;
            }
            let block = place * BLOCK..self.levels[level - 1].len().min((place + 1) * BLOCK);
            open.extend(block.map(|place| worst_first(level - 1, place)));
        }
        found
    }

    fn worst(&self) -> Row {
        self.levels.last().map_or([NONE; COLUMNS], |top| worst_of(top))
    }
}

fn column_of(split: Split) -> usize {
    EndpointKind::ALL.len() + split as usize
}

fn row_of(graph: &TimingGraph, timing: &Timing, endpoint: EndpointId) -> Row {
    let mut row = [NONE; COLUMNS];
    for end in slacks_of(graph, timing, endpoint) {
        for column in [end.kind.index(), column_of(end.kind.split())] {
            row[column] = row[column].min(end.slack);
        }
    }
    row
}

fn worst_of(rows: &[Row]) -> Row {
    rows.iter().fold([NONE; COLUMNS], |mut worst, row| {
        worst.iter_mut().zip(row).for_each(|(worst, &slack)| *worst = slack.min(*worst));
        worst
    })
}

#[cfg(test)]
mod tests {
    use zeroslack_testing::Noise;

    use super::*;

    #[test]
    fn worst_endpoints_are_all_that_are_no_better_than_the_last() {
        let mut noise = Noise(5);
        for endpoints in [0, 1, 63, 64, 65, 700, 5000] {
            for values in [2, 40, 1 << 40] {
                let mut slack = || if noise.below(4) == 0 { NONE } else { noise.below(values) as Ticks - 1 };
                let rows: Vec<Row> = (0..endpoints).map(|_| std::array::from_fn(|_| slack())).collect();
                let table = SlackTable::of_rows(rows.clone());
                for (split, count) in Split::ALL
                    .into_iter()
                    .flat_map(|split| [0_usize, 1, 5, 64, 6000].map(|count| (split, count)))
                {
                    let slacks = rows.iter().map(|row| row[column_of(split)]);
                    let mut sorted: Vec<Ticks> = slacks.clone().filter(|&slack| slack != NONE).collect();
                    sorted.sort_unstable();
                    let most = sorted.get(count.saturating_sub(1)).or(sorted.last());
                    let is_wanted =
                        |slack: Ticks| count > 0 && slack != NONE && most.is_some_and(|&most| slack <= most);
                    let expected: Vec<EndpointId> = slacks
                        .enumerate()
                        .filter(|&(_, slack)| is_wanted(slack))
                        .map(|(at, _)| EndpointId::at(at))
                        .collect();
                    let mut found = table.worst_endpoints(split, count);
                    found.sort_unstable();
                    assert_eq!(found, expected, "{endpoints} endpoints, {values} values, {split:?}, {count}");
                }
            }
        }
    }
}
