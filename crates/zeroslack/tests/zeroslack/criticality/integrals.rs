//! Criticality on graphs of a few paths against integrals over the densities of their delays, on a grid of a fortieth of a standard deviation.

use zeroslack::Session;
use zeroslack::graph::{ArcId, VertexId};
use zeroslack::ssta::{Criticalities, Moments, MonteCarlo, PathStep};
use zeroslack::units::{Split, Transition};
use zeroslack_synth::{Design, Options};

use super::synthetic::timed;
use super::{Found, VARIATION, with};

/// The distance of points, ticks.
const STEP: f64 = 300.0;

/// A density at whole steps.
#[derive(Clone)]
pub(crate) struct Density {
    first: i64,
    mass: Vec<f64>,
}

impl Density {
    fn certain(time: f64) -> Self {
        Self { first: (time / STEP).round() as i64, mass: vec![1.0] }
    }

    /// Azzalini's density, with α by the skewness.
    fn of(delay: &Moments) -> Self {
        let [mean, sigma] = [delay.mean, delay.sigma].map(|ps| f64::from(ps) * 1e4);
        if sigma < STEP {
            return Self::certain(mean);
        }
        let third = (2.0 * f64::from(delay.skewness).abs() / (4.0 - std::f64::consts::PI)).powf(2.0 / 3.0);
        let half_pi = std::f64::consts::FRAC_PI_2;
        let delta = (half_pi * third / (1.0 + third)).sqrt() * f64::from(delay.skewness).signum();
        let alpha = delta / (1.0 - delta * delta).sqrt();
        let width = sigma / (1.0 - delta * delta / half_pi).sqrt();
        let start = mean - width * delta / half_pi.sqrt();
        let first = ((mean - 8.0 * sigma) / STEP).floor() as i64;
        let last = ((mean + 8.0 * sigma) / STEP).ceil() as i64;
        let density = |place: i64| {
            let z = (place as f64 * STEP - start) / width;
            (-0.5 * z * z).exp() * cumulative(alpha * z)
        };
        let mass: Vec<f64> = (first..=last).map(density).collect();
        let all: f64 = mass.iter().sum();
        Self { first, mass: mass.into_iter().map(|mass| mass / all).collect() }
    }

    fn plus(&self, other: &Self) -> Self {
        let mut mass = vec![0.0; self.mass.len() + other.mass.len() - 1];
        for (i, a) in self.mass.iter().enumerate() {
            for (j, b) in other.mass.iter().enumerate() {
                mass[i + j] += a * b;
            }
        }
        Self { first: self.first + other.first, mass }
    }

    pub(crate) fn points(&self) -> impl Iterator<Item = (i64, f64)> {
        (self.first..).zip(self.mass.iter().copied())
    }

    /// The probability of what is before a place, and of half of what is there.
    fn before(&self) -> Before {
        let mut sum = 0.0;
        let until = self.mass.iter().map(|mass| {
            sum += mass;
            sum - 0.5 * mass
        });
        Before { first: self.first, until: until.collect() }
    }

    /// A sum of the delays of some arcs.
    pub(crate) fn of_steps(found: &Found<'_>, split: Split, steps: &[PathStep]) -> Self {
        let delays =
            steps.iter().map(|&(arc, to)| Self::of(&found.variation.of_arc(arc, split, to).unwrap()));
        delays.reduce(|a, b| a.plus(&b)).unwrap()
    }

    pub(crate) fn quantile(&self, probability: f64) -> f64 {
        let mut sum = 0.0;
        let place = self.points().find(|&(_, mass)| {
            sum += mass;
            sum >= probability
        });
        place.unwrap().0 as f64 * STEP
    }
}

struct Before {
    first: i64,
    until: Vec<f64>,
}

impl Before {
    fn at(&self, place: i64) -> f64 {
        match usize::try_from(place - self.first) {
            Err(_) => 0.0,
            Ok(bin) => self.until.get(bin).copied().unwrap_or(1.0),
        }
    }
}

/// The normal distribution function, by its series and its continued fraction.
fn cumulative(x: f64) -> f64 {
    let density = (-0.5 * x * x).exp() / std::f64::consts::TAU.sqrt();
    if x.abs() < 4.0 {
        let (mut term, mut sum) = (x, x);
        for i in 1..60 {
            term *= x * x / f64::from(2 * i + 1);
            sum += term;
        }
        return 0.5 + density * sum;
    }
    let fraction = (1..40).rev().fold(x.abs(), |below, i| x.abs() + f64::from(i) / below);
    if x > 0.0 { 1.0 - density / fraction } else { density / fraction }
}

/// A netlist between the ports `i` and `o`, with arrivals of rise and fall at `i`.
pub(crate) fn design(gates: &str, wires: &str, [rise, fall]: [i32; 2]) -> Session {
    let verilog = format!("module m (i, o);\ninput i;\noutput o;\nwire {wires};\n{gates}endmodule\n");
    let timing = format!("at i {rise} {fall} {rise} {fall}\nslew i 20 20 20 20\nrat o 30 30 60 60\n");
    timed(&Design::new(Options::new(200)).unwrap(), &verilog, "", &timing)
}

/// All paths to a vertex.
fn paths_to(found: &Found<'_>, vertex: VertexId) -> Vec<Vec<PathStep>> {
    let (node, to) = (vertex.node(), vertex.transition());
    let arcs: Vec<ArcId> =
        found.graph.fanin(node).filter(|&arc| found.graph.arc_source(arc).has(to)).collect();
    if arcs.is_empty() {
        return vec![Vec::new()];
    }
    let longer = |arc: ArcId| {
        let before = paths_to(found, found.graph.arc_source(arc).vertex(to));
        before.into_iter().map(move |mut path| {
            path.push((arc, to));
            path
        })
    };
    arcs.into_iter().flat_map(longer).collect()
}

/// What of one path is not of the others.
fn without(path: &[PathStep], others: &[PathStep]) -> Vec<PathStep> {
    path.iter().filter(|step| !others.contains(step)).copied().collect()
}

fn output(found: &Found<'_>, session: &Session, to: Transition) -> VertexId {
    found.timed.graph().nodes(session.netlist().find_port("o").unwrap()).next().unwrap().vertex(to)
}

/// Criticalities from distributions, and from samples.
fn both(found: &Found<'_>) -> [Criticalities; 2] {
    let samples = MonteCarlo { seed: 9, samples: 20_000 };
    [found.critical().criticalities, samples.criticalities(&found.graph, &found.variation, &found.ends)]
}

/// Those of an arc against what it is.
fn check(both: &[Criticalities; 2], (arc, to): PathStep, split: Split, expected: f64) {
    let [swept, drawn] = both.each_ref().map(|found| found.of_arc(arc, to, split));
    // Four standard deviations of 20,000 samples, and 1% beside three of 16,384 draws for what is not normal.
    assert!((drawn - expected).abs() < 0.015, "{drawn} for {expected}");
    assert!((swept - expected).abs() < 0.022, "{swept} for {expected}");
}

/// Two ways from a common gate to another, rise and fall on the same pins: four paths, of which each has parts in common with one other.
#[test]
fn four_paths() {
    let gates = "BUF_X1 b (.A(i), .Z(n));\nBUF_X1 c (.A(n), .Z(p));\nBUF_X1 d (.A(n), .Z(q));\n\
        OR2_X1 g (.A1(p), .A2(q), .Z(o));\n";
    let session = design(gates, "n, p, q", [0, 1]);
    let found = Found::new(&session, VARIATION, with(512));
    let both = both(&found);
    for split in Split::ALL {
        // By transition: what both paths share, and the two rests.
        let parts = Transition::ALL.map(|to| {
            let [a, b]: [Vec<PathStep>; 2] =
                paths_to(&found, output(&found, &session, to)).try_into().unwrap();
            let start = Density::certain(if to == Transition::Rise { 0.0 } else { 1e4 });
            let shared: Vec<PathStep> = a.iter().filter(|step| b.contains(step)).copied().collect();
            let rests = [without(&a, &b), without(&b, &a)];
            let density = |steps: &[PathStep]| Density::of_steps(&found, split, steps);
            let densities = [density(&rests[0]), density(&rests[1])];
            (start.plus(&density(&shared)), rests, densities)
        });
        // The probability that a time of the other is better.
        let better = |before: f64| if split == Split::Late { before } else { 1.0 - before };
        for (own, other) in [(0, 1), (1, 0)] {
            let (shared, rests, densities) = &parts[own];
            let (other_shared, _, other_densities) = &parts[other];
            let worst_of_other = {
                let [a, b] = other_densities;
                let before = [a.before(), b.before()];
                let first = a.first.min(b.first);
                let last = (a.first + a.mass.len() as i64).max(b.first + b.mass.len() as i64);
                let until = |place: i64| {
                    let [a, b] = [&before[0], &before[1]].map(|before| better(before.at(place)));
                    better(a * b)
                };
                let mass = (first..=last).map(|place| 0.5 * (until(place + 1) - until(place - 1))).collect();
                Density { first, mass }.plus(other_shared).before()
            };
            for (which, rest) in rests.iter().enumerate() {
                let rival = densities[1 - which].before();
                let mut expected = 0.0;
                for (x, of_x) in densities[which].points() {
                    let wins = of_x * better(rival.at(x));
                    if wins > 1e-12 {
                        let all = shared.points().map(|(s, of_s)| of_s * better(worst_of_other.at(s + x)));
                        expected += wins * all.sum::<f64>();
                    }
                }
                check(&both, rest[rest.len() - 1], split, expected);
            }
        }
    }
}

/// Three ways, of which two meet before they meet the third; falls arrive so much better that they do not count.
#[test]
fn three_paths_that_meet_one_after_the_other() {
    let gates = "BUF_X1 b (.A(i), .Z(n));\nBUF_X1 c (.A(n), .Z(p));\nBUF_X1 d (.A(n), .Z(q));\n\
        OR2_X1 g (.A1(p), .A2(q), .Z(r));\nBUF_X1 e (.A(n), .Z(t));\nBUF_X1 f (.A(t), .Z(u));\n\
        OR2_X1 h (.A1(r), .A2(u), .Z(o));\n";
    let session = design(gates, "n, p, q, r, t, u", [0, -500]);
    let found = Found::new(&session, VARIATION, with(512));
    let both = both(&found);
    let to = Transition::Rise;
    let [a, b, c]: [Vec<PathStep>; 3] = paths_to(&found, output(&found, &session, to)).try_into().unwrap();
    // All share the first gate and the last wire; the first two what follows the first place where ways meet, too.
    let of_third = without(&c, &a);
    let of_two: Vec<PathStep> = without(&a, &c).into_iter().filter(|step| b.contains(step)).collect();
    let rests = [without(&without(&a, &c), &of_two), without(&without(&b, &c), &of_two)];
    let density = |steps: &[PathStep]| Density::of_steps(&found, Split::Late, steps);
    let [x, y] = [density(&rests[0]), density(&rests[1])];
    let (after, third) = (density(&of_two), density(&of_third).before());
    let wins = |own: &Density, rival: &Density| -> f64 {
        let rival = rival.before();
        let of_own = own.points().map(|(x, of_x)| {
            let all: f64 = after.points().map(|(s, of_s)| of_s * third.at(s + x)).sum();
            of_x * rival.at(x) * all
        });
        of_own.sum()
    };
    let [first, second] = [wins(&x, &y), wins(&y, &x)];
    for (steps, expected) in [(&rests[0], first), (&rests[1], second), (&of_third, 1.0 - first - second)] {
        check(&both, steps[steps.len() - 1], Split::Late, expected);
    }
}
