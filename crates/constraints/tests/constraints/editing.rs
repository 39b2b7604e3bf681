//! Constraints by calls: what a program states equals what a file says, and what is refused changes nothing.

use expect_test::{Expect, expect};
use proptest::prelude::*;
use zeroslack_constraints::read_text as read;
use zeroslack_input::{Diagnostic, Severity};
use zeroslack_netlist::{Netlist, PinId};
use zeroslack_sdc::{
    Clock, ClockEdge, ClockId, ConstraintEditor, ConstraintError, Constraints, InputDelay, OtherClocks,
    OtherDelays, OutputDelay,
};
use zeroslack_testing::config;
use zeroslack_units::{LATEST_TIME, Quad, Ticks, Transition, quad};

use crate::common::{netlist, print};
use crate::{TOP, UNITS};

const INPUTS: [&str; 4] = ["clk", "a", "d", "io"];
const OUTPUTS: [&str; 3] = ["y", "q[1]", "io"];
const CLOCKS: [&str; 3] = ["c0", "c1", "c2"];

/// Something to state: in words and by a call.
#[derive(Clone, Debug)]
enum Step {
    Clock { name: usize, source: usize, period: i64, add: bool },
    Propagated { clock: usize },
    PropagatedFrom { port: usize },
    Latency { clock: usize, late: Option<bool>, value: i64 },
    Input { port: usize, clock: Option<(usize, bool)>, late: Option<bool>, value: i64, add: bool },
    Output { port: usize, clock: (usize, bool), rise: Option<bool>, value: i64, add: bool },
    Slew { port: usize, late: Option<bool>, value: u8 },
    Load { port: usize, is_wire: bool, value: u8 },
}

fn step() -> impl Strategy<Value = Step> {
    let clock = || (0..CLOCKS.len(), any::<bool>());
    let sides = prop::option::of(any::<bool>());
    let input = (0..4usize, prop::option::of(clock()), sides.clone(), -5..5i64, any::<bool>());
    let output = (0..3usize, clock(), sides.clone(), -5..5i64, any::<bool>());
    prop_oneof![
        (0..3usize, 0..5usize, 1..9i64, any::<bool>()).prop_map(|(name, source, period, add)| Step::Clock {
            name,
            source,
            period,
            add
        }),
        (0..3usize).prop_map(|clock| Step::Propagated { clock }),
        (0..4usize).prop_map(|port| Step::PropagatedFrom { port }),
        (0..3usize, sides.clone(), 0..9i64).prop_map(|(clock, late, value)| Step::Latency {
            clock,
            late,
            value
        }),
        input.prop_map(|(port, clock, late, value, add)| Step::Input { port, clock, late, value, add }),
        output.prop_map(|(port, clock, rise, value, add)| Step::Output { port, clock, rise, value, add }),
        (0..4usize, sides, any::<u8>()).prop_map(|(port, late, value)| Step::Slew { port, late, value }),
        (0..3usize, any::<bool>(), any::<u8>()).prop_map(|(port, is_wire, value)| Step::Load {
            port,
            is_wire,
            value
        }),
    ]
}

fn option(of: Option<bool>, names: [&str; 2]) -> &str {
    of.map_or("", |second| names[usize::from(second)])
}

/// A value for one split or both.
fn by_split<T: Copy>(late: Option<bool>, value: T) -> Quad<Option<T>> {
    [false, true].map(|split| [(late.is_none() || late == Some(split)).then_some(value); 2])
}

fn by_transition<T: Copy>(rise: Option<bool>, value: T) -> Quad<Option<T>> {
    [[true, false].map(|transition| (rise.is_none() || rise == Some(transition)).then_some(value)); 2]
}

impl Step {
    fn sdc(&self) -> String {
        let min_max = |late| option(late, ["-min", "-max"]);
        let edge = |(clock, fall): (usize, bool)| {
            format!("-clock {}{}", CLOCKS[clock], if fall { " -clock_fall" } else { "" })
        };
        let add_delay = |add| if add { "-add_delay" } else { "" };
        match *self {
            Self::Clock { name, source, period, add } => {
                let (add, source) = (if add { "-add" } else { "" }, INPUTS.get(source).unwrap_or(&""));
                format!("create_clock {add} -name {} -period {period} {source}", CLOCKS[name])
            }
            Self::Propagated { clock } => format!("set_propagated_clock {}", CLOCKS[clock]),
            Self::PropagatedFrom { port } => format!("set_propagated_clock [get_ports {}]", INPUTS[port]),
            Self::Latency { clock, late, value } => {
                let split = option(late, ["-early", "-late"]);
                format!("set_clock_latency -source {split} {value} {}", CLOCKS[clock])
            }
            Self::Input { port, clock, late, value, add } => format!(
                "set_input_delay {} {} {} {value} {}",
                min_max(late),
                clock.map_or(String::new(), edge),
                add_delay(add),
                INPUTS[port]
            ),
            Self::Output { port, clock, rise, value, add } => format!(
                "set_output_delay {} {} {} {value} {}",
                option(rise, ["-fall", "-rise"]),
                edge(clock),
                add_delay(add),
                OUTPUTS[port]
            ),
            Self::Slew { port, late, value } => {
                format!("set_input_transition {} {value} {}", min_max(late), INPUTS[port])
            }
            Self::Load { port, is_wire, value } => {
                let kind = if is_wire { "-wire_load" } else { "" };
                format!("set_load {kind} {value} {}", OUTPUTS[port])
            }
        }
    }

    /// None where a clock is not there.
    fn call(&self, editor: &mut ConstraintEditor<'_>) -> Option<Result<(), ConstraintError>> {
        let netlist = editor.netlist();
        let clocks = CLOCKS.map(|name| editor.clocks.find(name));
        let edge = |(clock, fall): (usize, bool)| {
            let edge = if fall { Transition::Fall } else { Transition::Rise };
            clocks[clock].map(|clock| ClockEdge { clock, edge })
        };
        let ns = |value: i64| value * 10_000_000;
        let others = |add| if add { OtherDelays::Kept } else { OtherDelays::Replaced };
        Some(match *self {
            Self::Clock { name, source, period, add } => {
                let sources = INPUTS.get(source).map_or(Vec::new(), |port| ports(netlist, port));
                let others = if add { OtherClocks::Kept } else { OtherClocks::Replaced };
                editor.create_clock(clock(CLOCKS[name], sources, ns(period)), others).map(|_| ())
            }
            Self::Propagated { clock } => {
                let id = clocks[clock]?;
                match editor.set_propagated(id, true) {
                    Err(ConstraintError::VirtualClock(_)) if editor.clocks[id].is_virtual() => Ok(()),
                    set => set,
                }
            }
            Self::PropagatedFrom { port } => ports(netlist, INPUTS[port])
                .into_iter()
                .try_for_each(|port| editor.set_propagated_from(port, true)),
            Self::Latency { clock, late, value } => {
                editor.set_source_latency(clocks[clock]?, by_split(late, ns(value)))
            }
            Self::Input { port, clock, late, value, add } => {
                let edge = match clock {
                    Some(clock) => Some(edge(clock)?),
                    None => None,
                };
                let delay = InputDelay::new(edge, by_split(late, ns(value)));
                editor.set_input_delay(&ports(netlist, INPUTS[port]), delay, others(add))
            }
            Self::Output { port, clock, rise, value, add } => {
                let delay = OutputDelay::new(edge(clock)?, by_transition(rise, ns(value)));
                editor.set_output_delay(&ports(netlist, OUTPUTS[port]), delay, others(add))
            }
            Self::Slew { port, late, value } => {
                let slew = by_split(late, f32::from(value) * 1e3);
                editor.set_input_slew(&ports(netlist, INPUTS[port]), slew)
            }
            Self::Load { port, is_wire, value } => {
                let (ports, load) = (ports(netlist, OUTPUTS[port]), quad(Some(f32::from(value) * 1e3)));
                if is_wire { editor.set_wire_load(&ports, load) } else { editor.set_pin_load(&ports, load) }
            }
        })
    }
}

fn ports(netlist: &Netlist, name: &str) -> Vec<PinId> {
    let mut ports = netlist.ports_named(name);
    ports.sort_unstable();
    ports
}

fn clock(name: &str, sources: Vec<PinId>, period: Ticks) -> Clock {
    let (edges, source_latency) = ([0, period / 2], quad(0));
    Clock { name: name.into(), sources, period, edges, source_latency, ..Clock::default() }
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn calls_state_what_a_file_states(steps in prop::collection::vec(step(), 0..30)) {
        let netlist = netlist(TOP);
        let mut constraints = Constraints::default();
        let mut text = String::new();
        for step in &steps {
            let mut editor = ConstraintEditor::new(&mut constraints, &netlist);
            if let Some(done) = step.call(&mut editor) {
                prop_assert_eq!(done, Ok(()));
                text = text + &step.sdc() + "\n";
            }
        }
        let (read, said) = read(&text, &netlist, &UNITS);
        // A virtual clock has no network.
        let is_virtual = |one: &&Diagnostic| one.message.contains("cannot be propagated");
        let errors = said.iter().filter(|one| one.severity == Severity::Error);
        prop_assert!(errors.clone().filter(is_virtual).count() == errors.count(), "{}\n{}", said, text);
        prop_assert_eq!(print(&read, &netlist), print(&constraints, &netlist), "{}", text);
        prop_assert_eq!(read, constraints);
    }
}

/// Compares why an edit of a few constraints is refused, and that it changes nothing.
#[track_caller]
fn refused<T: std::fmt::Debug>(
    edit: impl Fn(&mut ConstraintEditor<'_>) -> Result<T, ConstraintError>,
    expected: Expect,
) {
    let netlist = netlist(TOP);
    let text = "create_clock -period 2 clk\nset_input_delay 1 -clock clk a\nset_load 2 y";
    let (before, said) = read(text, &netlist, &UNITS);
    assert!(said.is_empty());
    let mut after = before.clone();
    let error = edit(&mut ConstraintEditor::new(&mut after, &netlist)).expect_err("it is refused");
    expected.assert_eq(&error.to_string());
    assert_eq!(before, after);
}

#[test]
fn what_cannot_be_stated_changes_nothing() {
    let both = |name| vec![PinId(1), PinId(name)];
    let none = InputDelay::new(None, quad(Some(1)));
    let gone = ClockEdge { clock: ClockId(7), edge: Transition::Rise };
    refused(
        |editor| editor.set_input_delay(&both(7), none, OtherDelays::Kept),
        expect!["port 'y' has the wrong direction: expected inputs"],
    );
    refused(
        |editor| editor.set_input_slew(&both(11), quad(Some(1.0))),
        expect!["'u1/A' is no port: expected a port of the design"],
    );
    refused(
        |editor| editor.set_input_delay(&both(1000), none, OtherDelays::Kept),
        expect!["there is no pin 1000 in the netlist: its cell may be removed"],
    );
    refused(
        |editor| {
            editor.set_input_delay(&[PinId(1)], InputDelay { edge: Some(gone), ..none }, OtherDelays::Kept)
        },
        expect!["there is no clock 7: expected one of the mode"],
    );
    refused(
        |editor| {
            let late = InputDelay::new(None, quad(Some(LATEST_TIME + 1)));
            editor.set_input_delay(&[PinId(1)], late, OtherDelays::Replaced)
        },
        expect!["1125899906842625 ticks are out of range: expected at most 112 ms"],
    );
    refused(
        |editor| {
            let delay = OutputDelay::new(gone, quad(Some(1)));
            editor.set_output_delay(&[PinId(1)], delay, OtherDelays::Replaced)
        },
        expect!["port 'a' has the wrong direction: expected outputs"],
    );
    refused(
        |editor| editor.set_input_slew(&[PinId(1)], quad(Some(-1.0))),
        expect!["-1 is negative or not finite: expected a slew, capacitance or resistance of 0 or more"],
    );
    refused(
        |editor| editor.set_pin_load(&[PinId(1)], quad(Some(f32::NAN))),
        expect!["NaN is negative or not finite: expected a slew, capacitance or resistance of 0 or more"],
    );
    refused(
        |editor| editor.remove_clock(ClockId(1)),
        expect!["there is no clock 1: expected one of the mode"],
    );
    refused(
        |editor| editor.set_propagated(ClockId(1), true),
        expect!["there is no clock 1: expected one of the mode"],
    );
    let whole = netlist(TOP);
    let (mut constraints, _) = read("create_clock -name v -period 2", &whole, &UNITS);
    let before = constraints.clone();
    let mut editor = ConstraintEditor::new(&mut constraints, &whole);
    assert_eq!(editor.set_propagated(ClockId(0), true), Err(ConstraintError::VirtualClock("v".into())));
    assert!(!editor.is_edited());
    assert_eq!(editor.set_propagated(ClockId(0), false), Ok(()));
    assert_eq!(before, constraints);
    let create = |name: &'static str, period, fall| {
        move |editor: &mut ConstraintEditor<'_>| {
            let clock = Clock { edges: [0, fall], ..clock(name, vec![PinId(0)], period) };
            editor.create_clock(clock, OtherClocks::Replaced)
        }
    };
    refused(create("", 10, 5), expect!["the clock has no name"]);
    let waveform = "clock 'x' has no waveform: expected a period of more than 0, and a fall later than the rise by less than it";
    for (period, fall) in [(0, 0), (-1, 0), (10, 10), (10, -1)] {
        let netlist = netlist(TOP);
        let mut constraints = Constraints::default();
        let error = create("x", period, fall)(&mut ConstraintEditor::new(&mut constraints, &netlist));
        assert_eq!(error.unwrap_err().to_string(), waveform);
    }
}

#[test]
fn a_clock_takes_along_what_is_stated_against_it() {
    let netlist = netlist(TOP);
    let text = "create_clock -period 2 -name c clk\ncreate_clock -period 3 -name v\n\
                set_input_delay 1 -clock c a\nset_input_delay 1 -clock v -add_delay a\nset_output_delay 1 -clock c y";
    let (mut constraints, _) = read(text, &netlist, &UNITS);
    let [c, v] = ["c", "v"].map(|name| constraints.clocks.find(name).unwrap());
    let mut editor = ConstraintEditor::new(&mut constraints, &netlist);
    assert_eq!(&*editor.remove_clock(c).unwrap().name, "c");
    assert_eq!(editor.clocks.starting_at(PinId(0)), []);
    // The other one keeps its id, and no other clock gets that of the first.
    let (other, gone) = editor.create_clock(clock("w", Vec::new(), 10), OtherClocks::Replaced).unwrap();
    assert!(gone.is_empty() && other != c && other != v);
    expect![[r#"
        clock v [] 3000 0 1500 ideal
        clock w [] 0.001 0 0.0005 ideal
        arrival a v rise: 1000
    "#]]
    .assert_eq(&print(&constraints, &netlist));
}

#[test]
fn ids_of_clocks_are_not_those_of_others_when_all_are_cleared() {
    let netlist = netlist(TOP);
    let mut constraints = Constraints::default();
    let mut editor = ConstraintEditor::new(&mut constraints, &netlist);
    let (old, _) = editor.create_clock(clock("a", vec![PinId(0); 2], 10), OtherClocks::Replaced).unwrap();
    assert_eq!(
        (&editor.clocks[old].sources[..], editor.clocks.starting_at(PinId(0))),
        (&[PinId(0)][..], &[old][..])
    );
    editor.clear();
    let (new, _) = editor.create_clock(clock("b", Vec::new(), 10), OtherClocks::Replaced).unwrap();
    assert!(new != old && editor.clocks.get(old).is_none() && editor.clocks.len() == 1);
}

#[test]
fn what_contests_say_of_a_clock_goes_with_it() {
    let netlist = netlist(TOP);
    let (read, said) = zeroslack_sdc::tau::read_timing("clock clk 50 25\nat clk 1 1 1 1\n", &netlist);
    assert!(said.is_empty() && read.clock_arrivals.len() == 1);
    let mut constraints = read.clone();
    let mut editor = ConstraintEditor::new(&mut constraints, &netlist);
    let id = editor.clocks.find("clk").unwrap();
    editor.remove_clock(id).unwrap();
    assert!(constraints.clock_arrivals.is_empty());
    let mut constraints = read;
    let mut editor = ConstraintEditor::new(&mut constraints, &netlist);
    editor.create_clock(clock("clk", vec![PinId(0)], 10), OtherClocks::Replaced).unwrap();
    assert!(constraints.clock_arrivals.is_empty());
}

#[test]
fn a_clock_replaces_others_at_its_sources_alone() {
    let netlist = netlist(TOP);
    let mut constraints = Constraints::default();
    let mut editor = ConstraintEditor::new(&mut constraints, &netlist);
    let pins = |range: std::ops::Range<u32>| range.map(PinId).collect::<Vec<PinId>>();
    let mut create = |name: &str, sources: Vec<PinId>| {
        editor.create_clock(clock(name, sources, 10), OtherClocks::Replaced).unwrap().1
    };
    assert!(create("a", pins(0..5)).is_empty() && create("b", pins(5..6)).is_empty());
    let gone = create("c", pins(2..6));
    assert_eq!(gone.iter().map(|clock| &*clock.name).collect::<Vec<_>>(), ["b"]);
    let a = constraints.clocks.find("a").unwrap();
    assert_eq!(constraints.clocks[a].sources, pins(0..2));
}

#[test]
fn a_new_clock_is_held_to_the_bounds_of_what_is_stated_of_it_later() {
    let clock = || Clock { name: "c".into(), period: 10, edges: [0, 5], ..Clock::default() };
    let late = quad(LATEST_TIME + 1);
    let create = |clock: &Clock| {
        let clock = clock.clone();
        move |editor: &mut ConstraintEditor<'_>| editor.create_clock(clock.clone(), OtherClocks::Kept)
    };
    let network = Clock { network_latency: late, ..clock() };
    refused(create(&network), expect!["1125899906842625 ticks are out of range: expected at most 112 ms"]);
    let uncertain = Clock { uncertainty: late[0], ..clock() };
    refused(create(&uncertain), expect!["1125899906842625 ticks are out of range: expected at most 112 ms"]);
    let slow = Clock { transition: quad(-1.0), ..clock() };
    refused(
        create(&slow),
        expect!["-1 is negative or not finite: expected a slew, capacitance or resistance of 0 or more"],
    );
}
