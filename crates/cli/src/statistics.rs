//! What statistical timing finds of a design, for its report and for listed paths.

use std::collections::HashMap;

use zeroslack::graph::{EndpointId, NodeId};
use zeroslack::netlist::PinId;
use zeroslack::ssta::{
    Arrivals, Critical, CriticalSweep, Distribution, End, Form, PathArcs, PeriodYield, Resolution, Slacks,
    Variation, arrivals_in,
};
use zeroslack::timing::{TimedGraph, slacks_of};
use zeroslack::units::{Split, Ticks};
use zeroslack::{Progress, Timed};
use zeroslack_report::{
    CriticalPin, EndpointMoments, FlatOcv, PathMoments, PeriodCurve, PeriodPoint, SlackMoments, SplitMoments,
    YieldPoint,
};

use super::statistical::StatisticalArgs;

/// Points of the curve of yields over periods.
const POINTS: usize = 101;

/// Bins of the slack of a path, which is a sum of a few delays.
const PATH_BINS: usize = 512;

/// All of a design.
pub(crate) struct Statistics<'s> {
    timed: Timed<'s>,
    graph: TimedGraph<'s>,
    variation: Variation,
    resolution: Resolution,
    arrivals: Arrivals,
    ends: Vec<End>,
    slacks: Slacks,
    critical: Critical,
}

/// What is told of listed paths.
pub(crate) struct PathStatistics<'s> {
    has_cppr: bool,
    graph: TimedGraph<'s>,
    variation: Variation,
    resolution: Resolution,
    arrivals: Arrivals,
    critical: Critical,
    /// The place of each end among all ends.
    ends: HashMap<(EndpointId, Split), usize>,
    quantiles: Vec<f64>,
    derate: f64,
}

impl<'s> Statistics<'s> {
    pub(crate) fn new(
        timed: Timed<'s>,
        variation: Variation,
        (form, resolution): (Form, Resolution),
        progress: &dyn Progress,
    ) -> Self {
        let graph = TimedGraph::new(timed.graph(), timed.timing());
        progress.begin("statistical timing", 3);
        let arrivals = arrivals_in(form, &graph, &variation, resolution, |_| true);
        progress.advance(1);
        let ends = End::all(timed.graph(), timed.timing());
        let slacks = Slacks::new(&ends, &arrivals, resolution);
        progress.advance(1);
        let sweep = CriticalSweep { graph: &graph, variation: &variation, arrivals: &arrivals, resolution };
        let critical = sweep.find(&ends, CriticalSweep::DRAWS);
        progress.advance(1);
        Self { timed, graph, variation, resolution, arrivals, ends, slacks, critical }
    }

    /// What there is to say of a split, with so many endpoints; nothing if none has a slack.
    pub(crate) fn of_split(
        &self,
        arguments: &StatisticalArgs,
        (split, most): (Split, usize),
    ) -> Option<SplitMoments> {
        let worst = self.slacks.worst(split)?;
        let of_split = self.ends.iter().enumerate().filter(|(_, end)| end.split == split);
        let mut found: Vec<(&End, SlackMoments, f64)> = of_split
            .filter_map(|(place, end)| {
                let slack = moments(self.slacks.of(place)?, self.nominal(end)?, &arguments.quantiles);
                Some((end, slack, self.critical.criticalities.of_end(place)))
            })
            .collect();
        // Ties stay in the order of endpoints.
        found.sort_by_key(|(_, slack, _)| (slack.quantiles.first().copied(), slack.mean));
        let least = found.iter().map(|(_, slack, _)| slack.nominal).min()?;
        let name = |end: &End| self.timed.netlist().pin_name(self.timed.graph().endpoint(end.endpoint).pin);
        let (curve, periods) = self.yields(worst, split, &arguments.yields);
        Some(SplitMoments {
            split,
            worst: moments(worst, least, &arguments.quantiles),
            timing_yield: self.slacks.timing_yield(split, 0),
            curve,
            periods,
            endpoints: found.len(),
            shown: found
                .into_iter()
                .take(most)
                .map(|(end, slack, criticality)| EndpointMoments { endpoint: name(end), slack, criticality })
                .collect(),
            critical_pins: self.critical_pins(split, arguments.critical_pins),
        })
    }

    fn nominal(&self, end: &End) -> Option<Ticks> {
        let all = slacks_of(self.timed.graph(), self.timed.timing(), end.endpoint);
        all.filter(|slack| slack.kind.split() == end.split).map(|slack| slack.slack).min()
    }

    /// What some yields take, and the yield over periods.
    fn yields(&self, worst: &Distribution, split: Split, wanted: &[f64]) -> (Vec<YieldPoint>, PeriodCurve) {
        let distance = |by, data| self.timed.capture_distance(by, data, split);
        let periods = PeriodYield::new(&self.ends, &self.arrivals, (split, self.resolution), distance);
        let point = |&timing_yield: &f64| YieldPoint {
            timing_yield,
            gain: -ticks(worst.quantile(1.0 - timing_yield)),
            scale: periods.scale_of(timing_yield),
        };
        let points = periods.curve(POINTS).into_iter();
        let curve = PeriodCurve {
            period: self.period(),
            points: points.map(|(scale, timing_yield)| PeriodPoint { scale, timing_yield }).collect(),
        };
        (wanted.iter().map(point).collect(), curve)
    }

    /// The period of the clock, if there is one only.
    fn period(&self) -> Option<Ticks> {
        let mut clocks = self.timed.constraints().clocks.iter();
        let only = clocks.next();
        only.filter(|_| clocks.next().is_none()).map(|(_, clock)| clock.period)
    }

    /// The pins that the worst path goes through with the greatest probabilities; of equals the first ones.
    fn critical_pins(&self, split: Split, most: usize) -> Vec<CriticalPin> {
        let mut of_pin: HashMap<PinId, f64> = HashMap::new();
        for node in NodeId::all(0..self.graph.node_count()) {
            let of_vertices = node.vertices().map(|vertex| self.critical.criticalities.at(vertex, split));
            let of_node: f64 = of_vertices.into_iter().sum();
            if of_node > 0.0 {
                *of_pin.entry(self.timed.graph().pin(node)).or_default() += of_node;
            }
        }
        let mut pins: Vec<(PinId, f64)> = of_pin.into_iter().collect();
        pins.sort_by(|(a, of_a), (b, of_b)| of_b.total_cmp(of_a).then(a.cmp(b)));
        let name = |pin: PinId| self.timed.netlist().pin_name(pin);
        let shown = pins.into_iter().take(most);
        shown.map(|(pin, share)| CriticalPin { pin: name(pin), criticality: share.min(1.0) }).collect()
    }

    /// What listed paths need; the rest is not needed any longer.
    pub(crate) fn of_paths(self, arguments: &StatisticalArgs) -> PathStatistics<'s> {
        let Self { timed, graph, variation, resolution, arrivals, ends, critical, .. } = self;
        let numbered = ends.into_iter().enumerate();
        let places = numbered.map(|(place, end)| ((end.endpoint, end.split), place));
        PathStatistics {
            has_cppr: timed.has_cppr(),
            graph,
            variation,
            resolution,
            arrivals,
            critical,
            ends: places.collect(),
            quantiles: arguments.quantiles.clone(),
            derate: arguments.ocv_derate,
        }
    }
}

impl PathStatistics<'_> {
    /// The slack of a path.
    pub(crate) fn of(&self, path: &PathArcs) -> PathMoments {
        let Self { graph, variation, arrivals, resolution, .. } = self;
        let sweep = CriticalSweep { graph, variation, arrivals, resolution: *resolution };
        let end = self.ends.get(&(path.endpoint, path.split));
        let slack = path.slack(graph, variation, PATH_BINS);
        let quantiles = self.quantiles.iter().map(|&share| ticks(slack.distribution.quantile(share)));
        PathMoments {
            slack: SlackMoments {
                nominal: path.slack,
                mean: ticks(slack.mean),
                sigma: ticks(slack.sigma),
                quantiles: quantiles.collect(),
            },
            skewness: slack.skewness,
            quantiles: self.quantiles.clone(),
            flat_ocv: FlatOcv {
                derate: self.derate,
                slack: path.with_flat_ocv(graph, self.derate, self.has_cppr),
            },
            criticality: end.map_or(0.0, |&end| sweep.of_path(&self.critical, path, end)),
        }
    }
}

fn moments(of: &Distribution, nominal: Ticks, quantiles: &[f64]) -> SlackMoments {
    SlackMoments {
        nominal,
        mean: ticks(of.mean()),
        sigma: ticks(of.sigma()),
        quantiles: quantiles.iter().map(|&share| ticks(of.quantile(share))).collect(),
    }
}

fn ticks(value: f64) -> Ticks {
    value.round() as Ticks
}
