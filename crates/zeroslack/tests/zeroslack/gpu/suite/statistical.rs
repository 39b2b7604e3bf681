//! Statistical timing: arrivals as random variables under every cap of memory, and samples.

use zeroslack::ssta::{
    Arrivals, End, Eviction, FlatVariation, Form, MarginVariation, MonteCarlo, Resolution, Variation,
    arrivals, arrivals_in,
};
use zeroslack::timing::{Calculator, TimedGraph};
use zeroslack::units::Ticks;
use zeroslack::{EngineChoice, Session, Timed};
use zeroslack_cuda::{Cap, CudaError, Sampler, Statistics};

use super::machine::TestMachine;
use super::recipe::Recipe;
use super::{random, synthetic};

/// A random design, at several resolutions and caps.
pub fn statistics_random(machine: TestMachine, recipe: &Recipe) {
    let mut session = random(recipe, false, Calculator::Elmore);
    for (bins, components) in [(16, 0), (16, 5), (64, 32), (300, 8)] {
        check_statistics(&machine, &mut session, (Form::Bins, Resolution { bins, components }), 3);
    }
    for (form, components) in [(Form::Moments, 0), (Form::Moments, 40), (Form::Normal, 5)] {
        check_statistics(&machine, &mut session, (form, Resolution { bins: 64, components }), 3);
    }
}

/// A placed-like design.
pub fn statistics_synthetic(machine: TestMachine, gates: usize, resolution: Resolution) {
    for form in [Form::Bins, Form::Moments] {
        check_statistics(&machine, &mut synthetic(gates), (form, resolution), 2);
    }
}

/// Panics where arrivals are not those of the CPU engine: all of them, and those that slacks need, with less and less memory, down to what a node needs.
fn check_statistics(
    machine: &TestMachine,
    session: &mut Session,
    (form, resolution): (Form, Resolution),
    caps: u32,
) {
    session.update().unwrap();
    let timed = session.timed().unwrap();
    let graph = TimedGraph::new(timed.graph(), timed.timing());
    let variation = varied(&graph);
    let ends = End::all(timed.graph(), timed.timing());
    let nodes = graph.node_count();
    for is_kept in [vec![true; nodes], End::needed(&ends, nodes)] {
        let expected = arrivals_in(form, &graph, &variation, resolution, |node| is_kept[node.index()]);
        if form == Form::Bins && is_kept.iter().all(|&kept| kept) {
            assert!(expected == arrivals(&graph, &variation, resolution), "all of them");
        }
        let place = |bytes: Option<u64>, eviction| {
            let kept = (&is_kept[..], Cap { bytes, eviction });
            Statistics::in_form(form, machine.clone(), &graph, &variation, resolution, kept)
        };
        let mut free = place(None, Eviction::NeededLast).unwrap();
        assert!(free.arrivals().unwrap() == expected, "without a cap, {form:?}, {resolution:?}");
        assert!(free.plan().loaded.is_empty());
        // An error tells what is needed at least.
        let Err(CudaError::OutOfMemory { needed: least, .. }) = place(Some(0), Eviction::NeededLast) else {
            panic!("no memory is too little")
        };
        let most = least + (free.plan().slots * free.node_bytes()) as u64;
        for eviction in [Eviction::NeededLast, Eviction::Oldest] {
            for step in 0..=u64::from(caps) {
                let bytes = least + (most - least) * step * step / u64::from(caps * caps) / 2;
                let mut capped = place(Some(bytes), eviction).unwrap();
                assert!(
                    capped.arrivals().unwrap() == expected,
                    "{bytes} bytes, {eviction:?}, {form:?}, {resolution:?}"
                );
            }
        }
    }
}

/// Delays that vary in several shapes; some do not.
fn varied(graph: &TimedGraph<'_>) -> Variation {
    let flat = FlatVariation::new(0.08, 0.03, 0.4).unwrap().of_graph(graph);
    let mut all = flat.all().to_vec();
    for (arc, delays) in all.iter_mut().enumerate() {
        for delay in delays.as_flattened_mut() {
            delay.skewness = [0.4, -0.7, 0.0, 0.99][arc % 4];
            if arc % 7 == 3 {
                delay.sigma = 0.0;
            }
        }
    }
    Variation::new(all)
}

/// Setup and hold times of which two in three vary, to a rise more than to a fall.
fn margins(timed: Timed<'_>) -> MarginVariation {
    let sigma =
        |check: usize| [3.0, 2.0].map(|most| if check % 3 == 1 { 0.0 } else { most + check as f32 / 64.0 });
    MarginVariation::new((0..timed.graph().pins().checks().len()).map(sigma).collect())
}

/// Panics where slacks of samples are not those of the CPU engine.
pub fn samples_synthetic(machine: TestMachine, gates: usize, samples: u32) {
    let mut session = synthetic(gates);
    session.update().unwrap();
    let timed = session.timed().unwrap();
    let graph = TimedGraph::new(timed.graph(), timed.timing());
    let variation = varied(&graph);
    let ends = End::all_with_margins(timed.graph(), timed.timing(), &margins(timed));
    let terms = || ends.iter().flat_map(End::terms).map(|term| term.margin.draw().sigma > 0.0);
    assert!(terms().any(|varies| varies) && !terms().all(|varies| varies));
    let monte_carlo = MonteCarlo { seed: 9, samples };
    let expected = monte_carlo.slacks(&graph, &variation, &ends);
    for bytes in [u64::MAX, 40_000 * graph.node_count() as u64, 40 * graph.node_count() as u64] {
        let mut sampler =
            Sampler::new(machine.clone(), &graph, &variation, &ends, monte_carlo, bytes).unwrap();
        assert!(sampler.slacks().unwrap() == expected, "{bytes} bytes");
    }
}

/// Panics where a session on a GPU does not answer what one on the CPU does, or does not say that the CPU answered because there is too little memory.
pub fn statistical_session(machine: TestMachine, gates: usize) {
    let (mut on_cpu, mut on_gpu) = (synthetic(gates), synthetic(gates));
    on_gpu.set_engine_on(EngineChoice::Cuda, machine);
    for session in [&mut on_cpu, &mut on_gpu] {
        // An update that has something to do.
        session.set_cppr(true);
        session.update().unwrap();
    }
    let (by_cpu, by_gpu) = (on_cpu.timed().unwrap(), on_gpu.timed().unwrap());
    assert!(by_cpu.gpu().is_none() && by_gpu.gpu().is_some());
    let expected = answers(by_cpu, None);
    for (bytes, warnings) in [(None, 0), (Some(1 << 30), 0), (Some(100), 2)] {
        assert!(answers(by_gpu, bytes) == expected, "{bytes:?} bytes");
        assert_eq!(on_gpu.take_warnings().iter().count(), warnings, "{bytes:?} bytes");
    }
}

/// Arrivals at all nodes, and samples of all ends.
fn answers(timed: Timed<'_>, bytes: Option<u64>) -> (Arrivals, Vec<Vec<Ticks>>) {
    let graph = TimedGraph::new(timed.graph(), timed.timing());
    let (variation, cap) = (varied(&graph), Cap { bytes, ..Cap::default() });
    let ends = End::all_with_margins(timed.graph(), timed.timing(), &margins(timed));
    let (resolution, is_kept) = (Resolution { bins: 32, components: 16 }, vec![true; graph.node_count()]);
    (
        timed.statistical_arrivals(&variation, (Form::Bins, resolution), &is_kept, cap),
        timed.sampled_slacks(&variation, &ends, MonteCarlo { seed: 4, samples: 21 }, cap),
    )
}
