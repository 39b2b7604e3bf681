//! What latches make of paths, by definition: all paths, from latch to latch, again and again until no latch is given another time.

use zeroslack::sdc::{ClockEdge, ClockId, Clocks};
use zeroslack::units::{Split, Ticks, Transition, ticks};

use crate::clocks::cycles::{Train, distance};

use super::made::{Kind, Made, Net, Target};

const EARLY: usize = 0;
const LATE: usize = 1;

/// A path to the data of a register.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Found {
    pub slack: Ticks,
    pub is_late: bool,
    /// Pins with transitions, from where it starts.
    pub pins: Vec<String>,
}

/// An edge of a clock at the clock pin of a register.
#[derive(Clone, Copy, Debug)]
struct At {
    register: usize,
    /// The transition there.
    to: usize,
    edge: ClockEdge,
    /// From the edge on. `[split]`.
    arrival: [Ticks; 2],
}

/// Where paths start.
#[derive(Clone, Debug)]
struct Start {
    launch: Option<At>,
    edge: ClockEdge,
    net: Net,
    to: usize,
    /// At the net, from the edge on; none early through a latch.
    arrival: [Option<Ticks>; 2],
    pins: Vec<String>,
    is_false: bool,
}

pub struct Oracle<'a> {
    made: &'a Made,
    clocks: &'a Clocks,
    has_credit: bool,
    /// What is given to the data of each latch. `[register][transition]`.
    given: Vec<[Option<Ticks>; 2]>,
    /// Whether that stays.
    pub is_settled: bool,
}

fn name(pin: &str, to: usize) -> String {
    format!("{pin} {}", ["^", "v"][to])
}

impl<'a> Oracle<'a> {
    pub fn new(made: &'a Made, clocks: &'a Clocks, has_credit: bool) -> Self {
        let given = vec![[None; 2]; made.registers.len()];
        let mut oracle = Self { made, clocks, has_credit, given, is_settled: false };
        for _ in 0..60 {
            let next = oracle.next();
            oracle.is_settled = next == oracle.given;
            oracle.given = next;
            if oracle.is_settled {
                break;
            }
        }
        oracle
    }

    /// What follows for what is given from what was.
    fn next(&self) -> Vec<[Option<Ticks>; 2]> {
        let mut next = vec![[None; 2]; self.given.len()];
        self.visit(&mut |start, register, to, arrival, _| {
            let Some(window) = self.window(start, register, to) else { return };
            let Some(late) = arrival[LATE] else { return };
            let came = (late - self.credit(start.launch, window.closing)).min(window.closes);
            let opens = window.opening.arrival[if self.has_credit { EARLY } else { LATE }];
            let time = came - opens - window.distance;
            // A delay has the precision of one.
            let time = ticks((time as f64 / 1e4) as f32);
            if time > 0 {
                let place: &mut Option<Ticks> = &mut next[register][to];
                *place = (*place).max(Some(time));
            }
        });
        next
    }

    /// All paths with their slacks.
    pub fn paths(&self) -> Vec<Found> {
        let mut found = Vec::new();
        self.visit(&mut |start, register, to, arrival, pins| {
            let kind = self.made.registers[register].kind;
            if kind == Kind::Unchecked {
                // There is no hold time, and the setup time is 0.
            } else if let Some(early) = arrival[EARLY] {
                let closing = self.at(register, kind.opens() ^ usize::from(kind.is_latch()));
                let distance = match kind.is_latch() {
                    true => {
                        let opening = self.at(register, kind.opens());
                        self.opening(start.edge, opening.edge, Split::Early)
                            + self.width(opening.edge, closing.edge)
                    }
                    false => self.captured(start.edge, closing.edge, Split::Early),
                };
                let moved = self.moved(register, start.edge, closing.edge, Split::Early);
                let hold = ticks(kind.hold()[to] as f32) + self.uncertainty(closing, EARLY);
                let required = closing.arrival[LATE] + distance + moved + hold;
                let slack = early - required + self.credit(start.launch, closing);
                found.push(Found { slack, is_late: false, pins: pins.to_vec() });
            }
            let Some(late) = arrival[LATE] else { return };
            let slack = match self.window(start, register, to) {
                Some(window) => {
                    let came = late - self.credit(start.launch, window.closing);
                    let opens = window.opens.min(window.closes);
                    came.clamp(opens, window.closes) - came
                }
                None => {
                    let capture = self.at(register, kind.opens());
                    let distance = self.captured(start.edge, capture.edge, Split::Late);
                    let moved = self.moved(register, start.edge, capture.edge, Split::Late);
                    let setup = ticks(kind.setup()[to] as f32) + self.uncertainty(capture, LATE);
                    let required = capture.arrival[EARLY] + distance + moved - setup;
                    required - late + self.credit(start.launch, capture)
                }
            };
            found.push(Found { slack, is_late: true, pins: pins.to_vec() });
        });
        found
    }

    /// To the edge after a launch, early to the one that is not after it.
    fn captured(&self, launch: ClockEdge, capture: ClockEdge, split: Split) -> Ticks {
        let [launch, capture] = [launch, capture].map(|edge| self.train(edge));
        distance(launch, capture, split)
    }

    /// To the opening that data goes through which is launched before it or by it; early to the one before that.
    fn opening(&self, launch: ClockEdge, opening: ClockEdge, split: Split) -> Ticks {
        let [mut launch, opening] = [launch, opening].map(|edge| self.train(edge));
        // All times are whole ticks.
        launch.first -= 1;
        distance(launch, opening, split) - 1
    }

    fn train(&self, edge: ClockEdge) -> Train {
        let clock = &self.clocks[edge.clock];
        Train { first: clock.edges[edge.edge as usize], period: clock.period }
    }

    /// From an edge that opens to the one that closes.
    fn width(&self, opening: ClockEdge, closing: ClockEdge) -> Ticks {
        let clock = &self.clocks[opening.clock];
        let [opens, closes] = [opening, closing].map(|edge| clock.edges[edge.edge as usize]);
        match (closes - opens).rem_euclid(clock.period) {
            0 => clock.period,
            width => width,
        }
    }

    fn uncertainty(&self, at: At, split: usize) -> Ticks {
        10_000 * self.made.clocks[at.edge.clock.0 as usize].uncertainty[split]
    }

    /// What a second cycle of data adds.
    fn moved(&self, register: usize, launch: ClockEdge, capture: ClockEdge, split: Split) -> Ticks {
        if !self.made.cycles.contains(&register) {
            return 0;
        }
        // Setup is a period of the capture later; hold follows it, and is not moved back.
        let _ = (launch, split);
        self.clocks[capture.clock].period
    }

    /// When a latch opens and closes for what a start launches; none at other registers.
    fn window(&self, start: &Start, register: usize, to: usize) -> Option<Window> {
        let kind = self.made.registers[register].kind;
        if !kind.is_latch() {
            return None;
        }
        let (opening, closing) = (self.at(register, kind.opens()), self.at(register, 1 - kind.opens()));
        let width = self.width(opening.edge, closing.edge);
        let moved = self.moved(register, start.edge, closing.edge, Split::Late);
        let distance = self.opening(start.edge, opening.edge, Split::Late) + moved;
        let uncertainty = self.uncertainty(closing, LATE);
        let opens = opening.arrival[EARLY] + distance - uncertainty;
        let setup = ticks(kind.setup()[to] as f32);
        let closes = closing.arrival[EARLY] + distance + width - uncertainty - setup;
        let most = self.most(register).map(|most| opens + 10_000 * most);
        Some(Window {
            opening,
            closing,
            distance,
            opens,
            closes: most.map_or(closes, |most| most.min(closes)),
        })
    }

    /// The most that data may borrow, as it is stated.
    fn most(&self, register: usize) -> Option<i64> {
        let clock = self.at(register, 0).edge.clock.0 as usize;
        let targets =
            [Target::Data(register), Target::Enable(register), Target::Cell(register), Target::Clock(clock)];
        let stated = |target: Target| self.made.most.iter().find(|(of, _)| *of == target);
        targets.into_iter().find_map(|target| Some(stated(target)?.1))
    }

    /// The places of a clock tree on the way to one, from the port on.
    fn way(&self, place: usize) -> Vec<usize> {
        let mut way = vec![place];
        while let Some(at) = way[way.len() - 1].checked_sub(self.made.clocks.len()) {
            way.push(self.made.tree[at].0);
        }
        way.reverse();
        way
    }

    /// An edge of a clock where a transition is at a place of a tree that lies on the way to another: the edge, the transition there, when it comes.
    fn on_way(&self, way: &[usize], to: usize) -> (ClockEdge, Vec<(usize, [Ticks; 2])>) {
        // Back to the port.
        let inverts =
            |place: usize| place.checked_sub(self.made.clocks.len()).is_some_and(|at| self.made.tree[at].1);
        let mut transitions = vec![to];
        for &place in way[1..].iter().rev() {
            let after = transitions[transitions.len() - 1];
            transitions.push(after ^ usize::from(inverts(place)));
        }
        transitions.reverse();
        let edge = ClockEdge { clock: ClockId(way[0] as u32), edge: Transition::of(transitions[0] as u32) };
        let mut arrival = [0; 2];
        let mut along = vec![(transitions[0], arrival)];
        for (&place, &to) in way[1..].iter().zip(&transitions[1..]) {
            let delay = if inverts(place) { [27, 33] } else { [31, 37] }[to];
            for (arrival, factor) in arrival.iter_mut().zip(self.made.factors()) {
                *arrival += ticks(delay as f32 * factor);
            }
            along.push((to, arrival));
        }
        (edge, along)
    }

    fn at(&self, register: usize, to: usize) -> At {
        let way = self.way(self.made.registers[register].clock);
        let (edge, along) = self.on_way(&way, to);
        let is_ideal = self.made.clocks[way[0]].is_ideal;
        let arrival = if is_ideal { [0; 2] } else { along[along.len() - 1].1 };
        At { register, to, edge, arrival }
    }

    /// The pessimism between a launch and a capture.
    fn credit(&self, launch: Option<At>, capture: At) -> Ticks {
        let Some(launch) = launch.filter(|_| self.has_credit) else { return 0 };
        let ways = [launch, capture].map(|at| self.way(self.made.registers[at.register].clock));
        if ways[0][0] != ways[1][0] || self.made.clocks[ways[0][0]].is_ideal {
            return 0;
        }
        let common = ways[0].iter().zip(&ways[1]).take_while(|(a, b)| a == b).count();
        let spread = |at: At, way: &[usize]| {
            let [early, late] = self.on_way(way, at.to).1[common - 1].1;
            late - early
        };
        spread(launch, &ways[0]).min(spread(capture, &ways[1]))
    }

    fn starts(&self) -> Vec<Start> {
        let mut starts = Vec::new();
        let factors = self.made.factors();
        for at in 0..self.made.inputs {
            let time = 10_000 * self.made.input_delay(at);
            let edge = ClockEdge { clock: ClockId(0), edge: Transition::Rise };
            for to in 0..2 {
                let pins = vec![name(&format!("in{at}"), to)];
                let (net, arrival) = (Net::Input(at), [Some(time); 2]);
                starts.push(Start { launch: None, edge, net, to, arrival, pins, is_false: false });
            }
        }
        for (at, register) in self.made.registers.iter().enumerate() {
            let launch = self.at(at, register.kind.opens());
            let clock = name(&format!("r{at}/G"), register.kind.opens());
            let net = Net::Register(at);
            for to in 0..2 {
                let out = name(&format!("r{at}/Q"), to);
                let delay =
                    [EARLY, LATE].map(|split| ticks(register.kind.launch()[to] as f32 * factors[split]));
                let arrival = [EARLY, LATE].map(|split| Some(launch.arrival[split] + delay[split]));
                let (pins, is_false) = (vec![clock.clone(), out.clone()], false);
                let (launch, edge) = (Some(launch), launch.edge);
                starts.push(Start { launch, edge, net, to, arrival, pins, is_false });
                if let (Some(given), Some(launch)) = (self.given[at][to], launch) {
                    let through = ticks(register.kind.through()[to] as f32 * factors[LATE]);
                    let arrival = [None, Some(launch.arrival[LATE] + given + through)];
                    let pins = vec![clock.clone(), name(&format!("r{at}/D"), to), out];
                    let is_false = self.made.false_from.contains(&at);
                    let launch = Some(launch);
                    starts.push(Start { launch, edge, net, to, arrival, pins, is_false });
                }
            }
        }
        starts
    }

    /// All ways from starts to the data of registers that count.
    fn visit(&self, end: &mut impl FnMut(&Start, usize, usize, [Option<Ticks>; 2], &[String])) {
        for start in self.starts().iter().filter(|start| !start.is_false) {
            let mut pins = start.pins.clone();
            self.follow(start, (start.net, start.to, start.arrival), &mut pins, end);
        }
    }

    fn follow(
        &self,
        start: &Start,
        (net, to, arrival): (Net, usize, [Option<Ticks>; 2]),
        pins: &mut Vec<String>,
        end: &mut impl FnMut(&Start, usize, usize, [Option<Ticks>; 2], &[String]),
    ) {
        for (at, register) in self.made.registers.iter().enumerate() {
            if register.data == net && !self.made.false_to.contains(&at) {
                pins.push(name(&format!("r{at}/D"), to));
                end(start, at, to, arrival, pins);
                pins.pop();
            }
        }
        for (at, (cell, from)) in self.made.gates.iter().enumerate() {
            for (_, pin) in from.iter().zip(["A", "B"]).filter(|(from, _)| **from == net) {
                let next = to ^ usize::from(cell.inverts);
                let delays = self.made.factors().map(|factor| ticks(cell.delays[next] as f32 * factor));
                let later = [EARLY, LATE].map(|split| Some(arrival[split]? + delays[split]));
                pins.push(name(&format!("g{at}/{pin}"), to));
                pins.push(name(&format!("g{at}/Y"), next));
                self.follow(start, (Net::Gate(at), next, later), pins, end);
                pins.truncate(pins.len() - 2);
            }
        }
    }
}

/// When a latch lets data come.
struct Window {
    opening: At,
    closing: At,
    /// From the launching edge to the opening one.
    distance: Ticks,
    opens: Ticks,
    closes: Ticks,
}
