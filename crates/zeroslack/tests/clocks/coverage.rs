//! That random designs have what they are drawn for.

use std::collections::BTreeMap;

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use zeroslack::graph::CheckKind;
use zeroslack::input::Diagnostics;
use zeroslack::timing::{Calculator, EndpointKind};
use zeroslack::units::Split;
use zeroslack::{Session, SessionParts};

use super::clocking::{Clocked, Manner, clocked};
use super::credit::CommonPoint;
use super::engine;
use super::netlist::Texts;
use super::oracle::{Oracle, Path};
use super::recipe::Style;

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
    has("required outright", any(&|path| path.end.capture.is_none()));
    has("violations", any(&|path| path.slack < 0));
    has(
        "internal source",
        oracle.setting.clocks.iter().any(|clock| clock.sources.iter().any(|pin| pin.contains('/'))),
    );
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
        engine::update(&mut session, None);
        let network = engine::network(&session);
        match Oracle::new(&network, &setting, Some(CommonPoint::SamePin)) {
            Some(oracle) => count(&mut counts, &oracle),
            None => *counts.entry("too many").or_default() += 1,
        }
    }
    counts
}
