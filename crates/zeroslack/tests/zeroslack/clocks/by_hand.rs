//! The oracle on designs small enough to be read by hand: what is written here is from the definitions.

use zeroslack::graph::CheckKind;
use zeroslack::sdc::{DerateKind, DerateScope, LatencyIncluded, PathPart};
use zeroslack::timing::EndpointKind;
use zeroslack::units::{Quad, Split, Ticks, Transition};

use super::credit::CommonPoint;
use super::derates::{Derate, Place, Target, factor};
use super::network::{Check, Clock, ClockEdge, Network, PortDelay, Setting, Spot, Step};
use super::oracle::{Group, Oracle};

const RISE: Transition = Transition::Rise;
const FALL: Transition = Transition::Fall;

const NOTHING: LatencyIncluded = LatencyIncluded { source: false, network: false };

/// A design put together step by step.
#[derive(Default)]
struct Draft {
    names: Vec<String>,
    steps: Vec<Step>,
    checks: Vec<Check>,
    setting: Setting,
}

impl Draft {
    fn pin(&mut self, name: &str) -> usize {
        self.names.iter().position(|other| other == name).unwrap_or_else(|| {
            self.names.push(name.into());
            self.names.len() - 1
        })
    }

    fn spot(&mut self, name: &str, transition: Transition) -> Spot {
        Spot { pin: self.pin(name), transition }
    }

    fn step(&mut self, from: (&str, Transition), to: (&str, Transition), delay: [Ticks; 2]) -> &mut Step {
        let (from, to) = (self.spot(from.0, from.1), self.spot(to.0, to.1));
        self.steps.push(Step { from, to, launches: false, is_ideal: false, delay: [delay.map(Some); 2] });
        self.steps.last_mut().unwrap()
    }

    /// A rise makes a rise and a fall a fall.
    fn wire(&mut self, from: &str, to: &str, delay: [Ticks; 2]) {
        [RISE, FALL].into_iter().for_each(|at| _ = self.step((from, at), (to, at), delay));
    }

    fn inverter(&mut self, from: &str, to: &str, delay: [Ticks; 2]) {
        for at in [RISE, FALL] {
            self.step((from, at), (to, at.opposite()), delay);
        }
    }

    /// A register `name` that an edge triggers: clock to output takes 1 to 2, or 3 to 4 from an ideal edge; setup is 1 or 2, hold 1 or 2.
    fn register(&mut self, name: &str, edge: Transition) {
        let [clock, data, output] = ["CK", "D", "Q"].map(|pin| format!("{name}/{pin}"));
        for (is_ideal, delay) in [(false, [1, 2]), (true, [3, 4])] {
            for to in [RISE, FALL] {
                let step = self.step((&clock, edge), (&output, to), delay);
                (step.launches, step.is_ideal) = (true, is_ideal);
            }
            for kind in [CheckKind::Setup, CheckKind::Hold] {
                let (data, clock) = (self.pin(&data), self.spot(&clock, edge));
                let margin = [Some(if is_ideal { 2 } else { 1 }); 2];
                self.checks.push(Check { data, clock, is_ideal, kind, margin });
            }
        }
    }

    fn clock(&mut self, source: &str, period: Ticks, edges: [Ticks; 2]) -> &mut Clock {
        let sources = if source.is_empty() { vec![] } else { vec![source.to_string()] };
        let clock = Clock { sources, period, edges, is_propagated: true, ..Clock::default() };
        self.setting.clocks.push(clock);
        self.setting.clocks.last_mut().unwrap()
    }

    fn network(&self) -> Network {
        Network::new(
            (self.names.clone(), vec![None; self.names.len()]),
            self.steps.clone(),
            self.checks.clone(),
        )
    }

    /// Lines "pin kind launch capture: slack before credit, after credit", for data that rises, worst of all paths.
    fn said(&self, rule: CommonPoint) -> Vec<String> {
        let network = self.network();
        let oracle = Oracle::new(&network, &self.setting, Some(rule)).unwrap();
        let worst = oracle.worst().into_iter().filter(|(end, _)| end.data.spot.transition == RISE);
        let line = |(end, [before, after]): (super::oracle::End, [Ticks; 2])| {
            let edge = |edge: Option<ClockEdge>| edge.map_or("-".to_string(), |edge| format!("{edge:?}"));
            let (launch, capture) = (edge(end.data.tag.launch), edge(end.capture));
            let name = &network.names[end.data.spot.pin];
            format!("{name} {} {launch} {capture}: {before} {after}", end.kind.name())
        };
        let mut lines: Vec<String> = worst.map(line).collect();
        lines.sort();
        lines
    }

    #[track_caller]
    fn check(&self, expected: &[&str]) {
        assert_eq!(self.said(CommonPoint::SamePin), expected);
    }
}

/// The value for both splits and transitions.
fn all<T: Copy>(value: T) -> Quad<Option<T>> {
    [[Some(value); 2]; 2]
}

fn edge(clock: usize, edge: Transition) -> ClockEdge {
    ClockEdge { clock, edge }
}

/// Two registers with a common buffer on their clock, and one wire of 10 to 20 between them.
fn pair(edges: [Transition; 2]) -> Draft {
    let mut draft = Draft::default();
    draft.wire("clk", "buf", [10, 13]);
    for (name, at) in ["a", "b"].into_iter().zip(edges) {
        draft.wire("buf", &format!("{name}/CK"), [2, 3]);
        draft.register(name, at);
    }
    draft.wire("a/Q", "b/D", [10, 20]);
    draft
}

#[test]
fn one_clock() {
    let mut draft = pair([RISE, RISE]);
    draft.clock("clk", 100, [0, 50]);
    // Early: 10 + 2 + 1 + 10 against 13 + 3 + 1. Late: 13 + 3 + 2 + 20 against 100 + 10 + 2 - 1. The buffer's 3 come back.
    draft.check(&["b/D hold clock0^ clock0^: 6 9", "b/D setup clock0^ clock0^: 73 76"]);
}

#[test]
fn half_cycle() {
    let mut draft = pair([RISE, FALL]);
    draft.clock("clk", 100, [0, 40]);
    // Captured by the fall at 40; the hold of the fall before it, at -60.
    draft.check(&["b/D hold clock0^ clock0v: 66 69", "b/D setup clock0^ clock0v: 13 16"]);
    // At one transition they have nothing in common.
    let expected = ["b/D hold clock0^ clock0v: 66 66", "b/D setup clock0^ clock0v: 13 13"];
    assert_eq!(draft.said(CommonPoint::SameTransition), expected);
}

#[test]
fn unlike_transitions_have_the_lesser_difference_in_common() {
    let mut draft = pair([RISE, FALL]);
    draft.clock("clk", 100, [0, 40]);
    // The fall through the buffer differs by 2 only.
    draft.steps[1].delay = [[Some(11), Some(13)]; 2];
    draft.check(&["b/D hold clock0^ clock0v: 66 68", "b/D setup clock0^ clock0v: 14 16"]);
}

#[test]
fn two_clocks_on_a_port() {
    let mut draft = pair([RISE, RISE]);
    draft.clock("clk", 30, [0, 15]);
    draft.clock("clk", 40, [5, 25]);
    // Launched by clock 0 at 0 and captured by clock 1 at 5, and so on: at least 5 apart either way.
    draft.check(&[
        "b/D hold clock0^ clock0^: 6 9",
        "b/D hold clock0^ clock1^: 11 14",
        "b/D hold clock1^ clock0^: 11 14",
        "b/D hold clock1^ clock1^: 6 9",
        "b/D setup clock0^ clock0^: 3 6",
        "b/D setup clock0^ clock1^: -22 -19",
        "b/D setup clock1^ clock0^: -22 -19",
        "b/D setup clock1^ clock1^: 13 16",
    ]);
}

#[test]
fn ideal_clock() {
    let mut draft = pair([RISE, RISE]);
    let clock = draft.clock("clk", 100, [0, 50]);
    clock.is_propagated = false;
    clock.latency = [[4, 4], [6, 6]];
    // Early: 4 + 3 + 10 against 6 + 2. Late: 6 + 4 + 20 against 100 + 4 - 2.
    draft.check(&["b/D hold clock0^ clock0^: 9 9", "b/D setup clock0^ clock0^: 72 72"]);
}

#[test]
fn propagated_from_a_pin_on() {
    let mut draft = pair([RISE, RISE]);
    draft.clock("clk", 100, [0, 50]).is_propagated = false;
    draft.setting.propagated_pins.push("b/CK".into());
    // Early: 3 + 10 against 13 + 3 + 1. Late: 4 + 20 against 100 + 10 + 2 - 1.
    draft.check(&["b/D hold clock0^ clock0^: -4 -4", "b/D setup clock0^ clock0^: 87 87"]);
}

#[test]
fn source_latency_is_credited_but_in_contests_for_early_data_only() {
    let mut draft = pair([RISE, RISE]);
    draft.clock("clk", 100, [0, 50]).latency = [[0, 0], [5, 5]];
    draft.check(&["b/D hold clock0^ clock0^: 1 9", "b/D setup clock0^ clock0^: 68 76"]);
    let expected = ["b/D hold clock0^ clock0^: 1 9", "b/D setup clock0^ clock0^: 68 71"];
    assert_eq!(draft.said(CommonPoint::SameTransition), expected);
}

#[test]
fn clocks_that_meet_share_what_lies_after() {
    let mut draft = pair([RISE, RISE]);
    draft.wire("first", "clk", [1, 5]);
    draft.wire("second", "clk", [1, 2]);
    draft.clock("first", 100, [0, 50]);
    draft.clock("second", 100, [0, 50]);
    let credits: Vec<Ticks> = {
        let network = draft.network();
        let oracle = Oracle::new(&network, &draft.setting, Some(CommonPoint::SamePin)).unwrap();
        let late = oracle.paths.iter().filter(|path| path.end.kind == EndpointKind::Check(CheckKind::Setup));
        let rises = late.filter(|path| path.end.data.spot.transition == RISE);
        let mut pairs: Vec<_> =
            rises.map(|path| ((path.end.data.tag, path.end.capture), path.credit)).collect();
        pairs.sort();
        pairs.into_iter().map(|(_, credit)| credit).collect()
    };
    // By pairs of launch and capture: 4 + 3, 3, 3, 1 + 3.
    assert_eq!(credits, [7, 3, 3, 4]);
}

#[test]
fn data_clocks_nothing_and_clocks_are_data() {
    let mut draft = pair([RISE, RISE]);
    // The output of b clocks c, and the clock is c's data.
    draft.wire("b/Q", "c/CK", [1, 1]);
    draft.register("c", RISE);
    draft.wire("buf", "c/D", [1, 1]);
    draft.wire("buf", "b/D", [1, 1]);
    draft.clock("clk", 100, [0, 50]);
    // The clock's own rise is at 11 to 14, against 13 + 3 + 1 and 111, and there is no credit for it.
    draft.check(&[
        "b/D hold clock0^ clock0^: -6 -6",
        "b/D hold clock0^ clock0^: 6 9",
        "b/D setup clock0^ clock0^: 73 76",
        "b/D setup clock0^ clock0^: 97 97",
    ]);
}

#[test]
fn a_clock_on_an_internal_pin_stops_others() {
    let mut draft = pair([RISE, RISE]);
    draft.clock("clk", 100, [0, 50]);
    draft.clock("buf", 80, [0, 40]);
    draft.check(&["b/D hold clock1^ clock1^: 9 9", "b/D setup clock1^ clock1^: 56 56"]);
}

#[test]
fn both_edges_pass_an_xor() {
    let mut draft = pair([RISE, RISE]);
    draft.inverter("clk", "buf", [11, 14]);
    draft.clock("clk", 100, [0, 40]);
    // By its own edge the clock comes 10 to 13 after the edge, by the other one 11 to 14.
    draft.check(&[
        "b/D hold clock0^ clock0^: 6 9",
        "b/D hold clock0^ clock0v: 65 68",
        "b/D hold clock0v clock0^: 47 50",
        "b/D hold clock0v clock0v: 6 9",
        "b/D setup clock0^ clock0^: 73 76",
        "b/D setup clock0^ clock0v: 14 17",
        "b/D setup clock0v clock0^: 32 35",
        "b/D setup clock0v clock0v: 73 76",
    ]);
}

#[test]
fn ports() {
    let mut draft = pair([RISE, RISE]);
    draft.clock("clk", 100, [0, 50]);
    draft.clock("", 100, [20, 70]).latency = [[1, 1], [2, 2]];
    draft.wire("in", "a/D", [1, 2]);
    draft.wire("a/Q", "out", [1, 2]);
    let input = |edge, delay| PortDelay { included: NOTHING, port: "in".into(), edge, delay: all(delay) };
    draft.setting.inputs = vec![input(Some(edge(1, FALL)), 5), input(None, 7)];
    draft.setting.outputs =
        vec![PortDelay { included: NOTHING, port: "out".into(), edge: edge(1, RISE), delay: all(5) }];
    draft.setting.required = vec![("out".into(), [[Some(10); 2], [Some(40); 2]])];
    // At a: 70 + 1 + 5 + 1 to 70 + 2 + 5 + 2, or 8 to 9, against 17 and 111. At out: 14 to 20 against 20 + 1 - 5 and, a period before, 20 + 2 - 5.
    draft.check(&[
        "a/D hold - clock0^: -9 -9",
        "a/D hold clock1v clock0^: 60 60",
        "a/D setup - clock0^: 102 102",
        "a/D setup clock1v clock0^: 32 32",
        "b/D hold clock0^ clock0^: 6 9",
        "b/D setup clock0^ clock0^: 73 76",
        "out output early clock0^ -: 4 4",
        "out output early clock0^ clock1^: 97 97",
        "out output late clock0^ -: 20 20",
        "out output late clock0^ clock1^: -4 -4",
    ]);
    let network = draft.network();
    let oracle = Oracle::new(&network, &draft.setting, None).unwrap();
    let groups = oracle.paths.iter().map(|path| path.end.group());
    let is_output = |group: &Group| *group == Group::Clock(1);
    assert_eq!(groups.filter(is_output).count(), 4);
}

/// The pair under an ideal clock whose source is late by 1 to 2 and its network by 3 to 5.
fn ideal_pair() -> Draft {
    let mut draft = pair([RISE, RISE]);
    let clock = draft.clock("clk", 100, [0, 50]);
    clock.is_propagated = false;
    clock.latency = [[1; 2], [2; 2]];
    clock.network_latency = [[3; 2], [5; 2]];
    draft
}

#[test]
fn latency_of_an_ideal_network() {
    let mut draft = ideal_pair();
    // Early: 4 + 3 + 10 against 7 + 2. Late: 7 + 4 + 20 against 100 + 4 - 2.
    draft.check(&["b/D hold clock0^ clock0^: 8 8", "b/D setup clock0^ clock0^: 71 71"]);
    // What is said nearest counts, for the clock's own rise: capture is at 1 + 9 to 7.
    draft.setting.pin_latencies.insert(("buf".into(), Some(0)), [[Some(8); 2], [None; 2]]);
    draft.setting.pin_latencies.insert(("a/CK".into(), None), [[Some(3), Some(60)], [None, Some(60)]]);
    draft.setting.pin_latencies.insert(("b/CK".into(), None), [[Some(9), None], [None; 2]]);
    draft.check(&["b/D hold clock0^ clock0^: 8 8", "b/D setup clock0^ clock0^: 77 77"]);
}

#[test]
fn ways_with_unlike_latencies_meet() {
    let mut draft = ideal_pair();
    draft.wire("clk", "other", [50, 60]);
    draft.wire("other", "b/CK", [50, 60]);
    draft.setting.pin_latencies.insert(("other".into(), Some(0)), [[None; 2], [Some(9); 2]]);
    draft.setting.pin_latencies.insert(("other".into(), None), [[Some(4); 2], [Some(11); 2]]);
    // Capture is at 1 + 3 by one way to 2 + 9 by the other.
    draft.check(&["b/D hold clock0^ clock0^: 4 4", "b/D setup clock0^ clock0^: 71 71"]);
}

#[test]
fn sources_with_latencies_of_their_own() {
    let mut draft = ideal_pair();
    draft.wire("other", "b/CK", [50, 60]);
    draft.setting.clocks[0].sources.push("other".into());
    draft.setting.source_latencies.insert(("other".into(), None), [[Some(0); 2], [Some(1); 2]]);
    // Every register sees 0 + 3 to 2 + 5.
    draft.check(&["b/D hold clock0^ clock0^: 7 7", "b/D setup clock0^ clock0^: 70 70"]);
    // Where delays count, b is captured at 0 + 50 by one way to 62 by the other, or from 1 + 12.
    draft.setting.clocks[0].is_propagated = true;
    draft.setting.source_latencies.insert(("other".into(), Some(0)), [[None; 2], [Some(2); 2]]);
    // Early: 13 + 1 + 10 against 62 + 1. Late: 18 + 2 + 20 against 100 + 13 - 1. There is nothing before the source in common.
    draft.check(&["b/D hold clock0^ clock0^: -39 -39", "b/D setup clock0^ clock0^: 72 76"]);
}

#[test]
fn uncertainty() {
    let mut draft = pair([RISE, RISE]);
    draft.clock("clk", 100, [0, 50]).uncertainty = [2, 3];
    // Without, they are 6 9 and 73 76.
    draft.check(&["b/D hold clock0^ clock0^: 4 7", "b/D setup clock0^ clock0^: 70 73"]);
    draft.setting.pin_uncertainties.insert("buf".into(), [Some(1), Some(10)]);
    draft.setting.pin_uncertainties.insert("b/CK".into(), [Some(0), None]);
    draft.setting.pin_uncertainties.insert("a/CK".into(), [Some(50); 2]);
    draft.check(&["b/D hold clock0^ clock0^: 6 9", "b/D setup clock0^ clock0^: 63 66"]);
    // By another way the clock's own counts, which is greater for early data.
    draft.wire("clk", "other", [10, 13]);
    draft.wire("other", "b/CK", [2, 3]);
    draft.setting.pin_uncertainties.remove("b/CK");
    draft.check(&["b/D hold clock0^ clock0^: 4 7", "b/D setup clock0^ clock0^: 63 66"]);
    let rise = edge(0, RISE);
    draft.setting.uncertainties_between.insert((rise, rise), [None, Some(-1)]);
    draft.check(&["b/D hold clock0^ clock0^: 4 7", "b/D setup clock0^ clock0^: 74 77"]);
}

#[test]
fn latencies_and_uncertainty_at_ports() {
    let mut draft = ideal_pair();
    draft.wire("in", "out", [0, 0]);
    let rise = edge(0, RISE);
    let input = PortDelay { included: NOTHING, port: "in".into(), edge: Some(rise), delay: all(6) };
    draft.setting.inputs = vec![input];
    draft.setting.outputs =
        vec![PortDelay { included: NOTHING, port: "out".into(), edge: rise, delay: all(5) }];
    let said = |draft: &Draft| draft.said(CommonPoint::SamePin)[2..].join(", ");
    // 1 + 3 + 6 to 2 + 5 + 6 against 2 + 5 - 5 and 100 + 1 + 3 - 5.
    assert_eq!(said(&draft), "out output early clock0^ clock0^: 8 8, out output late clock0^ clock0^: 86 86");
    draft.setting.inputs[0].included.source = true;
    draft.setting.outputs[0].included.network = true;
    assert_eq!(
        said(&draft),
        "out output early clock0^ clock0^: 12 12, out output late clock0^ clock0^: 85 85"
    );
    draft.setting.clocks[0].uncertainty = [1, 2];
    draft.setting.uncertainties_between.insert((rise, rise), [Some(4), None]);
    assert_eq!(said(&draft), "out output early clock0^ clock0^: 8 8, out output late clock0^ clock0^: 83 83");
}

#[test]
fn the_factor_that_counts() {
    let scope = |kinds| DerateScope { kinds, parts: [true, false], edges: [[true, true], [false, true]] };
    let cell = || Target::Cell("u".into());
    let derates = [
        Derate { target: cell(), scope: scope([true, false, false]), factor: 0.5 },
        Derate { target: Target::Design, scope: scope([true; 3]), factor: 2.0 },
        Derate { target: Target::Design, scope: scope([false, false, true]), factor: 3.0 },
    ];
    let of = |kind, part, split, transition| {
        let objects = vec![cell(), Target::LibraryCell("BUF".into()), Target::Design];
        factor(&derates, &Place { objects, kind, part, split, transition })
    };
    use DerateKind::{CellCheck, CellDelay, NetDelay};
    let (data, clock, early, late) = (PathPart::Data, PathPart::Clock, Split::Early, Split::Late);
    assert_eq!(of(CellDelay, data, early, RISE), 0.5);
    assert_eq!(of(NetDelay, data, late, FALL), 2.0);
    assert_eq!(of(CellCheck, data, early, FALL), 3.0);
    assert_eq!(of(CellDelay, data, late, RISE), 1.0);
    assert_eq!(of(CellDelay, clock, early, RISE), 1.0);
}
