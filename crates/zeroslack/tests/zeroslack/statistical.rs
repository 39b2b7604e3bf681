//! Arrivals as distributions against Monte Carlo, which draws the same delays.

use crate::common::synthetic::{synthetic, timed};
use zeroslack::Session;
use zeroslack::graph::{TimingGraph, VertexId};
use zeroslack::ssta::{
    Arrivals, Difference, Distribution, End, FlatVariation, Form, MonteCarlo, Resolution, Samples, Slacks,
    Variation, arrivals, arrivals_in,
};
use zeroslack::timing::{TimedGraph, slacks_of};
use zeroslack::units::{Split, Ticks, Transition, UNDEFINED};
use zeroslack_synth::{Design, Options};

/// A tree of NAND2 gates over ports that nothing else has, so that what meets does not depend on each other.
fn tree_of_gates(depth: u32) -> Session {
    let leaves = 1 << depth;
    let ports: Vec<String> = (0..leaves).map(|i| format!("i{i}")).collect();
    let mut verilog =
        format!("module tree ({}, o);\ninput {};\noutput o;\n", ports.join(", "), ports.join(", "));
    let mut timing = String::new();
    for (i, port) in ports.iter().enumerate() {
        let late = 10 * (i % 7);
        timing += &format!("at {port} {} {} {late} {late}\nslew {port} 20 20 20 20\n", late / 2, late / 2);
    }
    let mut below = ports;
    for level in 0..depth {
        let mut here = Vec::new();
        for (i, pair) in below.chunks(2).enumerate() {
            let net = if level + 1 == depth { "o".to_string() } else { format!("n{level}_{i}") };
            if level + 1 < depth {
                verilog += &format!("wire {net};\n");
            }
            verilog += &format!("NAND2_X1 g{level}_{i} (.A1({}), .A2({}), .ZN({net}));\n", pair[0], pair[1]);
            here.push(net);
        }
        below = here;
    }
    verilog += "endmodule\n";
    timed(&Design::new(Options::new(200)).unwrap(), &verilog, "", &timing)
}

/// The root of a tree of gates, early and late, in both transitions.
fn at_root(session: &Session, graph: &TimingGraph) -> Vec<(VertexId, Split)> {
    let root = graph.nodes(session.netlist().find_port("o").unwrap()).next().unwrap();
    Split::ALL.into_iter().flat_map(|split| Transition::ALL.map(|to| (root.vertex(to), split))).collect()
}

/// Two registers clocked by the last of so many buffers in a row, with an inverter between them.
fn deep_clock(buffers: usize) -> Session {
    let mut verilog = "module deep (ck, i, o);\ninput ck, i;\noutput o;\nwire q, d;\n".to_string();
    let mut below = "ck".to_string();
    for buffer in 0..buffers {
        let net = format!("c{buffer}");
        verilog += &format!("wire {net};\nCLKBUF_X1 b{buffer} (.A({below}), .Z({net}));\n");
        below = net;
    }
    verilog += &format!("DFF_X1 f (.D(i), .CK({below}), .Q(q));\nINV_X1 g (.A(q), .ZN(d));\n");
    verilog += &format!("DFF_X1 h (.D(d), .CK({below}), .Q(o));\nendmodule\n");
    let timing =
        "clock ck 2000 1000\nat ck 0 1000 0 1000\nslew ck 15 15 15 15\nat i 0 0 0 0\nslew i 20 20 20 20\n";
    timed(&Design::new(Options::new(200)).unwrap(), &verilog, "", timing)
}

/// How far a distribution is from what was drawn at a place.
fn difference(found: &Distribution, drawn: &[Vec<Ticks>], place: usize) -> Difference {
    Samples::new(drawn[place].iter().copied()).unwrap().difference(found).unwrap()
}

/// Vertices where data is checked, with the split that is.
fn ends(graph: &TimingGraph, found: &Arrivals) -> Vec<(VertexId, Split)> {
    let checked = graph.checks().iter().map(|check| (check.data, check.split));
    let outputs = graph.outputs().iter().flat_map(|output| Split::ALL.map(|split| (output.node, split)));
    let all =
        checked.chain(outputs).flat_map(|(node, split)| Transition::ALL.map(|to| (node.vertex(to), split)));
    let mut all: Vec<_> =
        all.filter(|&(vertex, split)| found.at(vertex, split).is_some_and(|at| at.sigma() > 0.0)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

fn with(bins: usize) -> Resolution {
    Resolution { bins, ..Resolution::default() }
}

fn variation(graph: &TimedGraph<'_>) -> Variation {
    FlatVariation::new(0.08, 0.05, 0.4).unwrap().of_graph(graph)
}

#[test]
fn independent_arrivals_are_those_of_monte_carlo() {
    let session = tree_of_gates(5);
    let timed = session.timed().unwrap();
    let graph = TimedGraph::new(timed.graph(), timed.timing());
    let at = at_root(&session, timed.graph());
    let count = 40_000;
    let drawn = MonteCarlo { seed: 7, samples: count }.arrivals(&graph, &variation(&graph), &at);
    let none = |bins| Resolution { bins, components: 0 };
    // How far components lead off where there is nothing to find, too.
    for (resolution, chance, most) in [
        (none(64), 0.0, 0.015),
        (none(128), 0.0, 0.01),
        (none(512), 0.0, 0.01),
        (with(64), 0.03, 0.025),
        (Resolution { components: 2048, ..with(64) }, 0.01, 0.02),
    ] {
        let found = arrivals(&graph, &variation(&graph), resolution);
        for (place, &(vertex, split)) in at.iter().enumerate() {
            let off = difference(found.at(vertex, split).unwrap(), &drawn, place);
            // Sampling alone mostly gives means and standard deviations within 1% and a distance of 0.5%.
            assert!(off.mean.abs() < 0.02 + chance, "{resolution:?}, {split:?}: {off:?}");
            assert!(off.sigma.abs() < 0.03 + chance, "{resolution:?}, {split:?}: {off:?}");
            assert!(off.distance < most, "{resolution:?}, {split:?}: {off:?}");
            assert!(
                off.low.abs().max(off.high.abs()) < 0.2 + 3.0 * chance,
                "{resolution:?}, {split:?}: {off:?}"
            );
        }
    }
}

/// Moments where nothing meets again: nearly those of samples, and nearer than those of normal times.
#[test]
fn moments_are_those_of_monte_carlo() {
    let session = tree_of_gates(5);
    let timed = session.timed().unwrap();
    let graph = TimedGraph::new(timed.graph(), timed.timing());
    let at = at_root(&session, timed.graph());
    let drawn = MonteCarlo { seed: 7, samples: 40_000 }.arrivals(&graph, &variation(&graph), &at);
    let worst = |form: Form| {
        let resolution = Resolution { bins: 64, components: 0 };
        let found = arrivals_in(form, &graph, &variation(&graph), resolution, |_| true);
        let off = at.iter().enumerate().map(|(place, &(vertex, split))| {
            let off = difference(found.at(vertex, split).unwrap(), &drawn, place);
            [off.mean, off.sigma, off.low, off.high, off.distance].map(f64::abs)
        });
        off.reduce(|a, b| std::array::from_fn(|i| a[i].max(b[i]))).unwrap()
    };
    let (skewed, normal) = (worst(Form::Moments), worst(Form::Normal));
    assert!(skewed[0] < 0.02 && skewed[1] < 0.03 && skewed[4] < 0.015, "{skewed:?}");
    assert!(skewed[2].max(skewed[3]) < 0.2, "{skewed:?}");
    assert!(normal[2].max(normal[3]) > 2.0 * skewed[2].max(skewed[3]), "{normal:?} and {skewed:?}");
}

/// What is not kept does not matter to what is.
#[test]
fn moments_of_some_nodes() {
    let session = synthetic(Options::new(300));
    let timed = session.timed().unwrap();
    let graph = TimedGraph::new(timed.graph(), timed.timing());
    let ends = End::all(timed.graph(), timed.timing());
    let is_needed = End::needed(&ends, graph.node_count());
    let of = |is_kept: &dyn Fn(usize) -> bool| {
        let found =
            arrivals_in(Form::Moments, &graph, &variation(&graph), with(64), |node| is_kept(node.index()));
        let slacks = Slacks::new(&ends, &found, with(64));
        (0..ends.len()).map(|end| slacks.of(end).cloned()).collect::<Vec<_>>()
    };
    assert!(of(&|node| is_needed[node]) == of(&|_| true));
}

#[test]
fn any_number_of_threads_and_the_same_seed_give_the_same() {
    let session = synthetic(Options::new(300));
    let timed = session.timed().unwrap();
    let graph = TimedGraph::new(timed.graph(), timed.timing());
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let found = arrivals(&graph, &variation(&graph), with(64));
            let at = ends(timed.graph(), &found);
            let drawn = MonteCarlo { seed: 3, samples: 50 }.arrivals(&graph, &variation(&graph), &at);
            let bins: Vec<_> = at.iter().map(|&(vertex, split)| found.at(vertex, split).cloned()).collect();
            let moments = arrivals_in(Form::Moments, &graph, &variation(&graph), with(64), |_| true);
            (bins, drawn, moments)
        })
    };
    assert!(run(1) == run(3));
}

/// Without variation all is what the timing engine says.
#[test]
fn without_variation_arrivals_are_certain() {
    let session = synthetic(Options::new(300));
    let timed = session.timed().unwrap();
    let graph = TimedGraph::new(timed.graph(), timed.timing());
    let none = FlatVariation::new(0.0, 0.0, 0.0).unwrap().of_graph(&graph);
    let found = arrivals(&graph, &none, with(64));
    for form in [Form::Moments, Form::Normal] {
        assert!(arrivals_in(form, &graph, &none, with(64), |_| true) == found, "{form:?}");
    }
    let all: Vec<_> = VertexId::all(0..2 * graph.node_count())
        .flat_map(|vertex| Split::ALL.map(|split| (vertex, split)))
        .collect();
    let drawn = MonteCarlo { seed: 1, samples: 1 }.arrivals(&graph, &none, &all).concat();
    for (&(vertex, split), drawn) in all.iter().zip(drawn) {
        let time = graph.arrival(vertex, split);
        assert_eq!(drawn, time);
        assert_eq!(
            found.at(vertex, split).map(Distribution::mean),
            (time != UNDEFINED).then_some(time as f64)
        );
    }
}

/// Without variation slacks are certain, and those of the timing engine.
#[test]
fn without_variation_slacks_are_certain() {
    let session = synthetic(Options::new(300));
    let timed = session.timed().unwrap();
    let graph = TimedGraph::new(timed.graph(), timed.timing());
    let none = FlatVariation::new(0.0, 0.0, 0.0).unwrap().of_graph(&graph);
    let ends = End::all(timed.graph(), timed.timing());
    let slacks = Slacks::new(&ends, &arrivals(&graph, &none, with(64)), with(64));
    let drawn = MonteCarlo { seed: 1, samples: 1 }.slacks(&graph, &none, &ends).concat();
    let mut least = [f64::INFINITY; 2];
    for (place, end) in ends.iter().enumerate() {
        let all = slacks_of(timed.graph(), timed.timing(), end.endpoint);
        let of_split = all.filter(|slack| slack.kind.split() == end.split).map(|slack| slack.slack);
        let expected = of_split.min().unwrap();
        let found = slacks.of(place).unwrap();
        assert_eq!((found.mean(), found.sigma(), drawn[place]), (expected as f64, 0.0, expected));
        least[end.split as usize] = least[end.split as usize].min(expected as f64);
    }
    for split in Split::ALL {
        let worst = slacks.worst(split).unwrap().mean();
        assert_eq!(worst, least[split as usize]);
        assert_eq!(slacks.timing_yield(split, -worst as Ticks + 10), 1.0);
        assert_eq!(slacks.timing_yield(split, -worst as Ticks - 10), 0.0);
    }
}

/// Slacks against samples; the clock network that launch and capture share varies once.
#[test]
fn slacks_are_near_those_of_monte_carlo() {
    let session = synthetic(Options::new(1_000));
    let timed = session.timed().unwrap();
    let graph = TimedGraph::new(timed.graph(), timed.timing());
    let ends = End::all(timed.graph(), timed.timing());
    let drawn = MonteCarlo { seed: 11, samples: 4_000 }.slacks(&graph, &variation(&graph), &ends);
    let off = |components: usize| {
        let resolution = Resolution { bins: 64, components };
        let slacks = Slacks::new(&ends, &arrivals(&graph, &variation(&graph), resolution), resolution);
        let of_end = |(place, _): (usize, &End)| difference(slacks.of(place).unwrap(), &drawn, place);
        let mut all: Vec<[f64; 2]> =
            ends.iter().enumerate().map(of_end).map(|off| [off.mean.abs(), off.sigma.abs()]).collect();
        [0, 1].map(|column| {
            all.sort_by(|a, b| a[column].total_cmp(&b[column]));
            [all[all.len() / 2][column], all[all.len() - 1][column]]
        })
    };
    let [means, sigmas] = off(512);
    assert!(means[0] < 0.05 && means[1] < 0.4, "{means:?}");
    assert!(sigmas[0] < 0.05 && sigmas[1] < 0.2, "{sigmas:?}");
    let [_, independent] = off(0);
    assert!(independent[0] > 0.1 && independent[1] > 0.5, "{independent:?}");
}

/// Launch and capture share all of a deep clock tree, which varies far more than what is between the registers. It varies once: the standard deviation of the slack is near that of samples,
/// while without components it is more than twice that.
#[test]
fn a_deep_clock_tree_varies_once() {
    let session = deep_clock(60);
    let timed = session.timed().unwrap();
    let graph = TimedGraph::new(timed.graph(), timed.timing());
    // Early and late delays are others, so that a little of the tree is left in slacks.
    let all = End::all(timed.graph(), timed.timing());
    let data = session.netlist().find_pin("h:D", ':').unwrap();
    let ends: Vec<End> =
        all.into_iter().filter(|end| timed.graph().endpoint(end.endpoint).pin == data).collect();
    assert_eq!(ends.len(), 2);
    let drawn = MonteCarlo { seed: 3, samples: 20_000 }.slacks(&graph, &variation(&graph), &ends);
    let off = |components: usize| {
        let resolution = Resolution { bins: 64, components };
        let slacks = Slacks::new(&ends, &arrivals(&graph, &variation(&graph), resolution), resolution);
        [0, 1].map(|end| difference(slacks.of(end).unwrap(), &drawn, end).sigma)
    };
    for (components, most) in [(128, 0.12), (512, 0.1), (2048, 0.1)] {
        let found = off(components);
        println!("{components} components: standard deviations of slacks off by {found:?}");
        assert!(found.into_iter().all(|off| off.abs() < most), "{components}: {found:?}");
    }
    let independent = off(0);
    println!("without: {independent:?}");
    assert!(independent.into_iter().all(|off| off > 1.0), "{independent:?}");
}

/// The more is gained by each slack, the higher the yield; the more delays vary, the lower it is where it is above a half.
#[test]
fn yields_are_monotone() {
    let session = synthetic(Options::new(300));
    let timed = session.timed().unwrap();
    let graph = TimedGraph::new(timed.graph(), timed.timing());
    let ends = End::all(timed.graph(), timed.timing());
    let of = |share: f32| {
        let variation = FlatVariation::new(share, share, 0.0).unwrap().of_graph(&graph);
        Slacks::new(&ends, &arrivals(&graph, &variation, with(64)), with(64))
    };
    let all = [0.01, 0.02, 0.05, 0.1].map(of);
    for split in Split::ALL {
        let worst = all[0].worst(split).unwrap();
        let gains: Vec<Ticks> = (-20..80).map(|i| (i * 5_000) - worst.mean() as Ticks).collect();
        for slacks in &all {
            let yields: Vec<f64> = gains.iter().map(|&gain| slacks.timing_yield(split, gain)).collect();
            assert!(
                yields.is_sorted() && yields[0] < 0.5 && yields.last().is_some_and(|&most| most > 0.9),
                "{yields:?}"
            );
        }
        for pair in all.windows(2) {
            for &gain in &gains {
                let [less, more] = [0, 1].map(|which| pair[which].timing_yield(split, gain));
                assert!(less < 0.5 || more <= less + 1e-3, "{split:?}, {gain}: {less}, {more}");
            }
        }
    }
}

/// What meets again depends on each other: how far off arrivals are with that and without it.
#[test]
fn dependence_of_what_meets_again() {
    let session = synthetic(Options::new(2_000));
    let timed = session.timed().unwrap();
    let graph = TimedGraph::new(timed.graph(), timed.timing());
    let found = arrivals(&graph, &variation(&graph), with(64));
    let independent = arrivals(&graph, &variation(&graph), Resolution { components: 0, ..with(64) });
    let at = ends(timed.graph(), &found);
    let drawn = MonteCarlo { seed: 5, samples: 4_000 }.arrivals(&graph, &variation(&graph), &at);
    // The median and the most of the errors of means.
    let off = |found: &Arrivals| {
        let of_end = |(place, &(vertex, split)): (usize, &(VertexId, Split))| {
            difference(found.at(vertex, split).unwrap(), &drawn, place).mean.abs()
        };
        let mut means: Vec<f64> = at.iter().enumerate().map(of_end).collect();
        means.sort_by(f64::total_cmp);
        [means[means.len() / 2], means[means.len() - 1]]
    };
    let ([median, most], [plain_median, plain_most]) = (off(&found), off(&independent));
    assert!(median < 0.03 && most < 0.4, "{median}, {most}");
    assert!(plain_median > 5.0 * median && plain_most > 3.0 * most, "{plain_median}, {plain_most}");
}
