//! An update against one of everything, of a graph that is built anew.

use zeroslack::graph::TimingGraph;
use zeroslack::timing::{CornerData, DelayData, SlackSum, Timing, endpoint_slacks, summarize};
use zeroslack::units::{Quad, Split};
use zeroslack::{Session, Timed};

/// Panics unless every number of every scenario, all of which are up to date, is that of a full update.
pub fn assert_same_as_anew(session: &Session, when: &str) {
    for (scenario, mode, corner) in session.scenarios() {
        let (library, parasitics) = (session.library(corner), session.parasitics(corner));
        let (graph, said) = TimingGraph::new(session.netlist(), library, session.constraints(mode));
        assert!(!said.has_errors(), "{when}: {said}");
        let (data, _) = DelayData::new(session.netlist(), CornerData { library, parasitics }, &graph);
        let timed = session.timed_in(scenario).unwrap();
        assert_same_times(timed, (&graph, &data), &format!("{when}, {scenario:?}"));
    }
}

fn assert_same_times(timed: Timed<'_>, (graph, data): (&TimingGraph, &DelayData), when: &str) {
    let session = timed.session();
    let mut anew = Timing::default();
    anew.set_cppr(timed.has_cppr());
    anew.set_common_point(session.common_point());
    anew.update(graph, data, session.calculator());
    let ours = timed.timing();
    assert_same(ours.loads(), anew.loads(), float_bits, ("loads", when));
    assert_same(ours.slews(), anew.slews(), float_bits, ("slews", when));
    assert_same(ours.arc_delays(), anew.arc_delays(), float_bits, ("delays on the pin graph", when));
    assert_same(ours.delays(), anew.delays(), float_bits, ("delays", when));
    let [of_arcs, anew_of_arcs] = [ours, &anew].map(|timing| timing.arc_loads().unwrap_or_default());
    assert_same(of_arcs, anew_of_arcs, float_bits, ("loads of arcs", when));
    assert_same(ours.margins(), anew.margins(), |margin| margin.map(f32::to_bits), ("margins", when));
    assert_same(ours.arrivals(), anew.arrivals(), |&times| times, ("arrivals", when));
    assert_same(ours.credits(), anew.credits(), |&credits| credits, ("credits", when));
    assert_same(ours.required_times(), anew.required_times(), |&times| times, ("required times", when));
    let ends = endpoint_slacks(graph, &anew);
    assert_eq!(timed.summaries(), summarize(&ends), "{when}");
    for split in Split::ALL {
        let mut of_split = ends.clone();
        of_split.retain(|end| end.kind.split() == split);
        assert_eq!(timed.slack_sum(split, None), SlackSum::of(&of_split), "{when}");
    }
}

fn float_bits(values: &Quad<f32>) -> Quad<u32> {
    values.map(|values| values.map(f32::to_bits))
}

/// Panics with the first that is another one.
fn assert_same<T, B: PartialEq + std::fmt::Debug>(
    ours: &[T],
    anew: &[T],
    bits: impl Fn(&T) -> B,
    (what, when): (&str, &str),
) {
    assert_eq!(ours.len(), anew.len(), "{when}: {what}");
    for (place, (ours, anew)) in ours.iter().zip(anew).enumerate() {
        assert_eq!(bits(ours), bits(anew), "{when}: {what}, number {place}");
    }
}
