//! Clocks that are made of others, groups of clocks, and edges that do not pass.

use std::collections::BTreeSet;

use zeroslack::graph::TimingGraph;
use zeroslack::sdc::{
    Clock as SdcClock, ClockGroupKind, ClockGroups, ClockId, ClockSense, Derivation, GeneratedClock,
    OtherClocks,
};
use zeroslack::units::Ticks;
use zeroslack::{ModeId, Session};

use super::dice::Dice;
use super::network::{Clock, Generated, Network, Setting};

/// Makes some of the clocks ones that are made of those before them, puts some into groups, and stops some edges.
pub fn draw(dice: &mut Dice, setting: &mut Setting, network: &Network) {
    for number in 1..setting.clocks.len() {
        if !setting.clocks[number].sources.is_empty() && dice.below(3) > 0 {
            make_generated(dice, setting, network, number);
        }
    }
    if setting.clocks.len() > 1 && dice.below(2) == 0 {
        let mut groups = vec![Vec::new(); 1 + dice.below(3)];
        for clock in 0..setting.clocks.len() {
            if dice.below(3) > 0 {
                let group = dice.below(groups.len());
                groups[group].push(clock);
            }
        }
        groups.retain(|group: &Vec<usize>| !group.is_empty());
        setting.groups.extend((!groups.is_empty()).then_some(groups));
    }
    for _ in 0..dice.below(3) {
        let pin = network.names[dice.below(network.names.len())].clone();
        let clock = (dice.below(2) == 0).then(|| dice.below(setting.clocks.len()));
        let senses = [ClockSense::Positive, ClockSense::Negative, ClockSense::Stopped];
        setting.senses.insert((pin, clock), senses[dice.below(3)]);
    }
}

fn make_generated(dice: &mut Dice, setting: &mut Setting, network: &Network, number: usize) {
    let master = dice.below(number);
    let derivation = match dice.below(6) {
        0 => Derivation::Divide(1),
        1 => Derivation::Divide(2),
        2 => Derivation::Divide(3),
        3 => Derivation::Multiply(2, None),
        4 => Derivation::Multiply(1 + dice.below(3) as u32, Some(40.0)),
        _ => {
            let first = 1 + dice.below(3) as u32;
            let second = first + 1 + dice.below(2) as u32;
            let shift = dice.below(4) as Ticks * 500;
            Derivation::Edges([first, second, second + 1 + dice.below(3) as u32], [shift, shift, shift + 100])
        }
    };
    let is_inverted = dice.below(3) == 0;
    let Some((period, edges)) = waveform(&setting.clocks[master], &derivation, is_inverted) else { return };
    if dice.below(5) > 0 {
        // Where something of the master comes.
        let reached: Vec<usize> = reached(&setting.clocks[master], network).into_iter().collect();
        if !reached.is_empty() {
            setting.clocks[number].sources = vec![network.names[reached[dice.below(reached.len())]].clone()];
        }
    }
    let has_own_latency = dice.below(4) == 0;
    let is_combinational = derivation == Derivation::Divide(1) && dice.below(2) == 0;
    let clock = &mut setting.clocks[number];
    clock.generated = Some(Generated { master, derivation, is_combinational, is_inverted, has_own_latency });
    (clock.period, clock.edges) = (period, edges);
    if !has_own_latency {
        clock.latency = [[0; 2]; 2];
    }
}

/// The edges of the master written down, and those picked of which the clock is made.
fn waveform(master: &Clock, derivation: &Derivation, is_inverted: bool) -> Option<(Ticks, [Ticks; 2])> {
    let [rise, fall] = master.edges;
    let written: Vec<Ticks> =
        (0..10).flat_map(|cycle| [rise + cycle * master.period, fall + cycle * master.period]).collect();
    let (period, mut edges) = match *derivation {
        Derivation::Divide(1) => (master.period, [rise, fall]),
        Derivation::Divide(2) => (written[4] - written[0], [written[0], written[2]]),
        Derivation::Divide(by) => {
            (master.period * Ticks::from(by), [rise * Ticks::from(by), fall * Ticks::from(by)])
        }
        Derivation::Multiply(by, duty) => {
            let by = Ticks::from(by);
            let (period, rise) = (master.period / by, rise / by);
            let fall = duty.map_or(fall / by, |duty| rise + (period as f64 * duty / 100.0).round() as Ticks);
            (period, [rise, fall])
        }
        Derivation::Edges(picked, shifts) => {
            let at = |place: usize| written[picked[place] as usize - 1] + shifts[place];
            (at(2) - at(0), [at(0), at(1)])
        }
    };
    if is_inverted {
        edges = [edges[1], edges[0] + period];
    }
    let is_one = period > 0 && edges[1] > edges[0] && edges[1] - edges[0] < period;
    is_one.then_some((period, edges))
}

/// The pins that something of a clock can come to, through registers too.
fn reached(clock: &Clock, network: &Network) -> BTreeSet<usize> {
    let mut open: Vec<usize> = clock.sources.iter().map(|name| network.pin(name)).collect();
    let starts = open.clone();
    let mut reached = BTreeSet::new();
    while let Some(pin) = open.pop() {
        for step in network.steps.iter().filter(|step| step.from.pin == pin) {
            if reached.insert(step.to.pin) {
                open.push(step.to.pin);
            }
        }
    }
    starts.iter().for_each(|start| {
        reached.remove(start);
    });
    reached
}

/// States it all, in place of what a session's mode says.
pub fn state(session: &mut Session, setting: &Setting) {
    let constraints = setting.constraints(session.netlist());
    session.edit_constraints(ModeId::FIRST, |editor| {
        editor.replace(constraints.clone());
        for (number, clock) in setting.clocks.iter().enumerate() {
            let Some(generated) = &clock.generated else { continue };
            let known = constraints.clocks[ClockId(number as u32)].clone();
            let master = ClockId(generated.master as u32);
            let made = GeneratedClock {
                source: known.sources[0],
                stated_master: Some(master),
                master: None,
                derivation: generated.derivation.clone(),
                is_combinational: generated.is_combinational,
                is_inverted: generated.is_inverted,
                has_own_latency: generated.has_own_latency,
            };
            let new = SdcClock { period: 0, edges: [0; 2], generated: Some(made), ..known };
            let (id, gone) = editor.create_clock(new, OtherClocks::Kept).unwrap();
            assert_eq!((id.0 as usize, gone.len()), (number, 0));
        }
        for groups in &setting.groups {
            let ids = |group: &Vec<usize>| group.iter().map(|&clock| ClockId(clock as u32)).collect();
            let groups = ClockGroups {
                name: "groups".into(),
                kind: ClockGroupKind::Asynchronous,
                allows_paths: false,
                groups: groups.iter().map(ids).collect(),
            };
            editor.set_clock_groups(groups).unwrap();
        }
        for ((pin, clock), &sense) in &setting.senses {
            let pin = super::constraints::find_pin(editor.netlist(), pin);
            editor.set_clock_sense(pin, clock.map(|clock| ClockId(clock as u32)), Some(sense)).unwrap();
        }
    });
    for (number, clock) in setting.clocks.iter().enumerate() {
        let derived = &session.constraints(ModeId::FIRST).clocks[ClockId(number as u32)];
        assert_eq!((derived.period, derived.edges), (clock.period, clock.edges), "{clock:?}");
    }
}

/// Whether some clock takes over what comes of its master, and whether it does so through a register.
pub fn takes_over(graph: &TimingGraph) -> [bool; 2] {
    let arcs = || {
        let nodes = zeroslack::graph::NodeId::all(0..graph.node_count());
        nodes.flat_map(|node| graph.fanin(node).map(move |arc| (node, graph.arc_source(arc))))
    };
    let launch = |vertex| graph.launch_edge(vertex).map(|edge| edge.clock);
    let changes = arcs().any(|(node, source)| {
        zeroslack::units::Transition::ALL
            .into_iter()
            .filter(|&to| source.has(to))
            .any(|to| launch(source.vertex(to)) != launch(node.vertex(to)))
    });
    let vertices = || zeroslack::graph::NodeId::all(0..graph.node_count()).flat_map(|node| node.vertices());
    let generating = vertices().any(|vertex| graph.vertex_tag(vertex).is_some_and(|tag| tag.is_generating));
    [changes, generating]
}
