//! What statistical timing finds of a design, for its report and for listed paths.

use std::collections::HashMap;

use zeroslack::cuda::Cap;
use zeroslack::graph::{EndpointId, NodeId};
use zeroslack::netlist::PinId;
use zeroslack::ssta::{
    Arrivals, Critical, CriticalSweep, Distribution, End, Form, MarginVariation, MonteCarlo, PathArcs,
    PeriodYield, Resolution, Slacks, Variation,
};
use zeroslack::timing::{TimedGraph, slacks_of};
use zeroslack::units::{Split, Ticks};
use zeroslack::{Progress, Timed};
use zeroslack_report::{
    CriticalPin, EndpointMoments, FlatOcv, PathMoments, PeriodCurve, PeriodPoint, SlackMoments, SplitMoments,
    YieldPoint,
};

use super::sampled::{SampledSlacks, check_memory};
use super::statistical::StatisticalArgs;

/// Points of the curve of yields over periods.
const POINTS: usize = 101;

/// Bins of the slack of a path, which is a sum of a few delays.
const PATH_BINS: usize = 512;

/// How it is computed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Method {
    pub(crate) form: Form,
    pub(crate) resolution: Resolution,
    /// Memory of a GPU.
    pub(crate) cap: Cap,
    /// Samples, if any are drawn.
    pub(crate) monte_carlo: Option<MonteCarlo>,
}

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
    sampled: Option<SampledSlacks>,
}

/// What is told of listed paths.
pub(crate) struct PathStatistics<'s> {
    has_cppr: bool,
    graph: TimedGraph<'s>,
    variation: Variation,
    resolution: Resolution,
    arrivals: Arrivals,
    critical: Critical,
    ends: Vec<End>,
    /// The place of each end among all ends.
    places: HashMap<(EndpointId, Split), usize>,
    quantiles: Vec<f64>,
    derate: f64,
}

impl<'s> Statistics<'s> {
    /// Of delays, setup and hold times that vary so. Advances the stage that has begun by three steps; samples are a stage of their own.
    pub(crate) fn new(
        timed: Timed<'s>,
        (variation, margins): (Variation, &MarginVariation),
        Method { form, resolution, cap, monte_carlo }: Method,
        progress: &dyn Progress,
    ) -> anyhow::Result<Self> {
        let timed = timed.levelled();
        let graph = TimedGraph::new(timed.graph(), timed.timing());
        let ends = End::all_with_margins(timed.graph(), timed.timing(), margins);
        check_memory(monte_carlo.map_or(0, |drawn| drawn.samples), ends.len())?;
        // Criticality looks at all.
        let is_kept = vec![true; graph.node_count()];
        let arrivals = timed.statistical_arrivals(&variation, (form, resolution), &is_kept, cap);
        progress.advance(1);
        let slacks = Slacks::new(&ends, &arrivals, resolution);
        progress.advance(1);
        let sweep = CriticalSweep { graph: &graph, variation: &variation, arrivals: &arrivals, resolution };
        let critical = sweep.find(&ends, CriticalSweep::DRAWS);
        progress.advance(1);
        let draw = |drawn| SampledSlacks::draw(timed, (&variation, &ends), (drawn, cap), progress);
        let sampled = monte_carlo.map(draw);
        Ok(Self { timed, graph, variation, resolution, arrivals, ends, slacks, critical, sampled })
    }

    /// What there is to say of a split, with so many endpoints; nothing if none has a slack.
    pub(crate) fn of_split(
        &self,
        arguments: &StatisticalArgs,
        (split, most): (Split, usize),
    ) -> Option<SplitMoments> {
        let worst = self.slacks.worst(split)?;
        let of_split = self.ends.iter().enumerate().filter(|(_, end)| end.split == split);
        let mut found: Vec<(usize, SlackMoments)> = of_split
            .filter_map(|(place, end)| {
                Some((place, moments(self.slacks.of(place)?, self.nominal(end)?, &arguments.quantiles)))
            })
            .collect();
        // Ties stay in the order of endpoints.
        found.sort_by_key(|(_, slack)| (slack.quantiles.first().copied(), slack.mean));
        let least = found.iter().map(|(_, slack)| slack.nominal).min()?;
        let places: Vec<usize> = found.iter().map(|&(place, _)| place).collect();
        let samples = self.sampled.as_ref();
        let (curve, periods) = self.yields(worst, split, &arguments.yields);
        Some(SplitMoments {
            split,
            worst: moments(worst, least, &arguments.quantiles),
            timing_yield: self.slacks.timing_yield(split, 0),
            samples: samples.and_then(|samples| samples.of_split(&places, &arguments.quantiles)),
            curve,
            periods,
            endpoints: found.len(),
            shown: found
                .into_iter()
                .take(most)
                .map(|(place, slack)| self.of_end(place, slack, &arguments.quantiles))
                .collect(),
            critical_pins: self.critical_pins(split, arguments.critical_pins),
        })
    }

    fn of_end(&self, place: usize, slack: SlackMoments, quantiles: &[f64]) -> EndpointMoments {
        let pin = self.timed.graph().endpoint(self.ends[place].endpoint).pin;
        EndpointMoments {
            endpoint: self.timed.netlist().pin_name(pin),
            slack,
            samples: self.sampled.as_ref().and_then(|samples| samples.of_end(place, quantiles)),
            criticality: self.critical.criticalities.of_end(place),
        }
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
        let numbered = ends.iter().enumerate();
        let places = numbered.map(|(place, end)| ((end.endpoint, end.split), place)).collect();
        PathStatistics {
            has_cppr: timed.has_cppr(),
            graph,
            variation,
            resolution,
            arrivals,
            critical,
            ends,
            places,
            quantiles: arguments.quantiles.clone(),
            derate: arguments.ocv_derate,
        }
    }
}

impl PathStatistics<'_> {
    /// The slack of a path; none where its end has none.
    pub(crate) fn of(&self, path: &PathArcs) -> Option<PathMoments> {
        let Self { graph, variation, arrivals, resolution, .. } = self;
        let sweep = CriticalSweep { graph, variation, arrivals, resolution: *resolution };
        let &end = self.places.get(&(path.endpoint, path.split))?;
        let slack = path.slack(graph, variation, &self.ends[end], PATH_BINS);
        let quantiles = self.quantiles.iter().map(|&share| ticks(slack.distribution.quantile(share)));
        Some(PathMoments {
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
            criticality: sweep.of_path(&self.critical, path, end),
        })
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
