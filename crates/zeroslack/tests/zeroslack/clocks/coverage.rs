//! That random designs have what they are drawn for.

use std::collections::BTreeMap;

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use zeroslack::graph::CheckKind;
use zeroslack::input::Diagnostics;
use zeroslack::timing::{Calculator, EndpointKind};
use zeroslack::units::{Split, Ticks};
use zeroslack::{Session, SessionParts};

use super::clocking::{Clocked, Manner, clocked};
use super::credit::CommonPoint;
use super::engine;
use super::netlist::Texts;
use super::network::Step;
use super::oracle::{Oracle, Path};
use super::recipe::Style;
use super::vertex::Vertex;

type Counts = BTreeMap<&'static str, usize>;

fn count(counts: &mut Counts, oracle: &Oracle<'_>) {
    let mut has =
        |what: &'static str, is_there: bool| *counts.entry(what).or_default() += usize::from(is_there);
    let any = |is: &dyn Fn(&Path) -> bool| oracle.paths.iter().any(is);
    let tags = oracle.arrivals().into_keys().fold(BTreeMap::new(), |mut tags, vertex| {
        *tags.entry(vertex.spot).or_insert(0) += 1;
        tags
    });
    has("designs", true);
    has("paths", !oracle.paths.is_empty());
    has("several tags", tags.values().any(|&tags| tags > 1));
    has("ten tags", tags.values().any(|&tags| tags > 9));
    has("ideal launch", any(&|path| path.launch().is_some_and(|launch| launch.is_ideal)));
    has("tree launch", any(&|path| path.launch().is_some_and(|launch| !launch.is_ideal)));
    has(
        "propagated from a pin on",
        any(&|path| {
            path.launch().is_some_and(|launch| {
                let edge = launch.tag.launch.unwrap();
                !launch.is_ideal && !oracle.setting.clocks[edge.clock].is_propagated
            })
        }),
    );
    has(
        "ideal to tree",
        any(&|path| {
            path.launch().zip(path.end.clock).is_some_and(|(launch, clock)| launch.is_ideal != clock.is_ideal)
        }),
    );
    has("clock as data", any(&|path| path.end.data.tag.is_clock));
    has("clock as data at an output", any(&|path| path.end.data.tag.is_clock && path.end.clock.is_none()));
    has(
        "between clocks",
        any(&|path| path.end.data.tag.launch.zip(path.end.capture).is_some_and(|(a, b)| a.clock != b.clock)),
    );
    has("without a clock", any(&|path| path.end.data.tag.launch.is_none()));
    has(
        "virtual",
        any(&|path| {
            path.end.capture.is_some_and(|edge| oracle.setting.clocks[edge.clock].sources.is_empty())
        }),
    );
    has("recovery", any(&|path| path.end.kind == EndpointKind::Check(CheckKind::Recovery)));
    has("credit", any(&|path| path.credit != 0));
    has("credit of hold", any(&|path| path.credit != 0 && path.end.kind.split() == Split::Early));
    has(
        "credit at an ideal clock pin",
        any(&|path| path.credit != 0 && path.launch().is_some_and(|launch| launch.is_ideal)),
    );
    has(
        "credit between clocks",
        any(&|path| {
            path.credit != 0 && path.end.data.tag.launch.unwrap().clock != path.end.capture.unwrap().clock
        }),
    );
    let starts = |path: &Path| {
        let (launch, clock) = path.launch().zip(path.end.clock)?;
        let split = path.end.kind.split();
        Some((oracle.clocks.trace(launch, split)[0], oracle.clocks.trace(clock, split.opposite())[0]))
    };
    has(
        "credit from several starts",
        any(&|path| path.credit != 0 && starts(path).is_some_and(|(a, b)| a.spot.pin != b.spot.pin)),
    );
    has(
        "credit between edges",
        any(&|path| {
            path.credit != 0 && path.end.data.tag.launch.unwrap().edge != path.end.capture.unwrap().edge
        }),
    );
    has(
        "data at a clock pin",
        oracle
            .arrivals()
            .keys()
            .any(|vertex| !vertex.tag.is_clock && oracle.network.is_register_clock(vertex.spot.pin)),
    );
    count_details(&mut has, oracle);
    has("required outright", any(&|path| path.end.capture.is_none()));
    has("violations", any(&|path| path.slack < 0));
    has(
        "internal source",
        oracle.setting.clocks.iter().any(|clock| clock.sources.iter().any(|pin| pin.contains('/'))),
    );
}

/// What constraints say beside edges and delays of ports.
fn count_details(has: &mut impl FnMut(&'static str, bool), oracle: &Oracle<'_>) {
    let (clocks, setting) = (&oracle.clocks, oracle.setting);
    let any = |is: &dyn Fn(&Path, Vertex, Split) -> bool| {
        let checked = oracle.paths.iter().filter_map(|path| Some((path, path.end.clock?)));
        checked.clone().any(|(path, clock)| is(path, clock, path.end.kind.split()))
    };
    let are_unlike = |values: Vec<Ticks>| values.iter().any(|&value| value != values[0]);
    let clock_of = |vertex: Vertex| &setting.clocks[vertex.tag.launch.unwrap().clock];
    let own_latency = |clock: Vertex, split: Split| {
        clock_of(clock).network_latency[split as usize][clock.tag.launch.unwrap().edge as usize]
    };
    has("network latency", any(&|_, clock, split| clock.is_ideal && own_latency(clock, split) != 0));
    has(
        "network latency of a pin",
        any(&|_, clock, split| {
            clock.is_ideal && clocks.network_latencies(clock, split) != [own_latency(clock, split)]
        }),
    );
    has(
        "network latencies that meet",
        any(&|_, clock, split| clock.is_ideal && are_unlike(clocks.network_latencies(clock, split))),
    );
    has("source latency of a pin", !setting.source_latencies.is_empty());
    has("slews of ideal clocks", clocks.ideal_slews().values().any(|slew| *slew != [[0.0; 2]; 2]));
    has("uncertainty", any(&|_, clock, split| clock_of(clock).uncertainty[split as usize] != 0));
    has("uncertainties that meet", any(&|_, clock, split| are_unlike(clocks.uncertainties(clock, split))));
    let between = |path: &Path, capture, split| {
        setting.uncertainty_between(path.end.data.tag.launch, capture, split).is_some()
    };
    has(
        "uncertainty between clocks",
        any(&|path, clock, split| between(path, clock.tag.launch.unwrap(), split)),
    );
    has(
        "uncertainty between clocks at an output",
        oracle.paths.iter().any(|path| {
            path.end.clock.is_none()
                && path.end.capture.is_some_and(|capture| between(path, capture, path.end.kind.split()))
        }),
    );
    let parts_differ = |step: &Step| step.delay[0] != step.delay[1];
    has("derates", oracle.network.steps.iter().any(parts_differ));
    has("derates of checks", setting.derates.iter().any(|derate| derate.scope.kinds[2]));
    let included = setting.inputs.iter().map(|input| (input.edge.is_some(), input.included));
    let included = included.chain(setting.outputs.iter().map(|output| (true, output.included)));
    has(
        "latency in a delay",
        included.clone().any(|(is_of_clock, is)| is_of_clock && (is.source || is.network)),
    );
}

/// A design by its number.
pub fn draw(manner: Manner, style: Style, number: u8) -> Clocked {
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[number; 32]);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    clocked(manner, style).new_tree(&mut runner).unwrap().current()
}

pub fn cover(manner: Manner, style: Style) -> Counts {
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[1; 32]);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let mut counts = Counts::new();
    for _ in 0..200 {
        let recipe: Clocked = clocked(manner, style).new_tree(&mut runner).unwrap().current();
        let (netlist, parasitics) = Texts::new(&recipe.design).netlist();
        let setting = recipe.setting(&netlist);
        let constraints = setting.constraints(&netlist);
        let parts = SessionParts { netlist, parasitics, constraints, calculator: Calculator::Elmore };
        let mut session = Session::build(parts, Diagnostics::new()).unwrap();
        let network = engine::network(&mut session, &setting);
        match Oracle::new(&network, &setting, Some(CommonPoint::SamePin)) {
            Some(oracle) => count(&mut counts, &oracle),
            None => *counts.entry("too many").or_default() += 1,
        }
    }
    counts
}
