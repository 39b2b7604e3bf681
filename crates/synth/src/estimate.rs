//! A quick look at the timing of a design, to choose strengths, the period and the hold time. It uses the contests' models
//! (Elmore, bilinear tables) in single precision; of CPPR it knows the worst launch of each endpoint only.

use crate::design::Design;
use crate::library::{CLOCK_BUFFER, CLOCK_PIN, Cell, FLIP_FLOP, INPUT, OUTPUT, TRANSITIONS, from};
use crate::random::Random;
use crate::wire::{Moments, Wire};

/// A value for each split and transition.
pub(crate) type Quad<T> = [[T; 2]; 2];

/// No flip-flop launches what comes from a port.
pub(crate) const NO_LAUNCH: u32 = u32::MAX;

/// Loads, wires, slews and arrivals.
#[derive(Debug)]
pub(crate) struct Estimate {
    /// By split and transition, or one for all where no capacitance depends on them.
    nets: Vec<Nets>,
    /// At the node's output. `[node]`
    arrival: Vec<Quad<f32>>,
    slew: Vec<Quad<f32>>,
    /// The flip-flop that the worst arrival comes from.
    launch: Vec<Quad<u32>>,
    /// Buffers above each clock buffer. `[node - items]`
    depth: Vec<u16>,
    /// Mean late arrival at the flip-flops' clock pins, ps.
    pub(crate) latency: f32,
}

/// Loads and wires.
#[derive(Clone, Debug)]
struct Nets {
    /// fF. `[node]`
    load: Vec<f32>,
    /// Elmore's delay to it, ps, and the impulse there, ps². `[slot]`
    wire: Vec<(f32, f32)>,
}

/// What comes in at an input.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arriving {
    pub(crate) arrival: f32,
    pub(crate) slew: f32,
    pub(crate) launch: u32,
}

impl Estimate {
    /// Sizes the design's cells and times it.
    pub(crate) fn new(design: &mut Design) -> Self {
        let nodes = design.nodes();
        let nets = Nets { load: vec![0.0; nodes], wire: vec![(0.0, 0.0); design.slot_count()] };
        let mut estimate = Self {
            nets: vec![nets; if design.library().has_even_loads() { 1 } else { 4 }],
            arrival: vec![[[0.0; 2]; 2]; nodes],
            slew: vec![[[design.library().ports.input_slew as f32; 2]; 2]; nodes],
            launch: vec![[[NO_LAUNCH; 2]; 2]; nodes],
            depth: vec![0; design.first_clock() - design.items()],
            latency: 0.0,
        };
        let mut by_level: Vec<u32> =
            design.drivers().take_while(|&node| (node as usize) < design.items()).collect();
        by_level.sort_by_key(|&node| design.levels()[node as usize]);
        let clocks = design.items() as u32..nodes as u32;
        estimate.size(design, by_level.iter().rev().copied().chain(clocks.clone()));
        estimate.time(design, &by_level, clocks);
        estimate
    }

    /// Chooses strengths and looks at wires; what a net leads to comes before what drives it.
    fn size(&mut self, design: &mut Design, drivers: impl Iterator<Item = u32>) {
        let (mut wire, mut moments) = (Wire::default(), Moments::default());
        let mut random = Random::new(design.options().seed, 4);
        for driver in drivers {
            wire.draw(design, driver);
            for (which, nets) in self.nets.iter_mut().enumerate() {
                moments.of(&wire.nodes, |slot| slot_capacitance(design, slot)[which / 2][which % 2]);
                for (at, node) in wire.nodes.iter().enumerate() {
                    if let Some(slot) = node.slot {
                        nets.wire[slot as usize] = (moments.delay[at], moments.impulse[at]);
                    }
                }
                nets.load[driver as usize] = moments.load();
            }
            let kind = design.kind_id(driver);
            if kind != INPUT {
                // What a unit of drive should have on its net, fF.
                let goal = if kind == CLOCK_BUFFER { 7.0 } else { 3.5 + 3.5 * random.unit() };
                let strength = weakest(&design.kind(driver).cells, goal, f64::from(moments.load()));
                design.strength[driver as usize] = strength;
            }
        }
    }

    fn time(&mut self, design: &Design, by_level: &[u32], clocks: std::ops::Range<u32>) {
        let ports = design.library().ports;
        for node in clocks.rev() {
            if (node as usize) < design.first_clock() {
                self.gate(design, node);
                let parent = design.driver(design.slots(node).start) as usize;
                if parent < design.first_clock() {
                    self.depth[node as usize - design.items()] = self.depth[parent - design.items()] + 1;
                }
            } else {
                self.slew[node as usize] = [[ports.clock_slew as f32; 2]; 2];
            }
        }
        let (sum, count) = design.flip_flops().fold((0.0_f64, 0_u32), |(sum, count), flip_flop| {
            let clock = self.arriving(design, design.slots(flip_flop).start + CLOCK_PIN as u32, 1, 0);
            (sum + f64::from(clock.arrival), count + 1)
        });
        self.latency = (sum / f64::from(count.max(1))) as f32;
        for &node in by_level {
            match design.kind_id(node) {
                INPUT => {
                    let delay = ports.input_delay.map(|delay| self.latency + delay as f32);
                    self.arrival[node as usize] = [[delay[0]; 2], [delay[1]; 2]];
                }
                FLIP_FLOP => self.flip_flop(design, node),
                _ => self.gate(design, node),
            }
        }
    }

    fn nets(&self, split: usize, transition: usize) -> &Nets {
        self.nets.get(2 * split + transition).unwrap_or(&self.nets[0])
    }

    /// What comes in at a slot.
    #[inline]
    pub(crate) fn arriving(&self, design: &Design, slot: u32, split: usize, transition: usize) -> Arriving {
        let driver = design.driver(slot) as usize;
        let (delay, impulse) = self.nets(split, transition).wire[slot as usize];
        let slew = self.slew[driver][split][transition];
        Arriving {
            arrival: self.arrival[driver][split][transition] + delay,
            slew: (slew * slew + impulse).sqrt(),
            launch: self.launch[driver][split][transition],
        }
    }

    /// The output of a gate or clock buffer.
    fn gate(&mut self, design: &Design, node: u32) {
        let (cell, first) = (design.cell(node), design.slots(node).start);
        let (mut arrival, mut slew, mut launch) =
            ([[f32::MAX; 2], [f32::MIN; 2]], [[f32::MAX; 2], [f32::MIN; 2]], [[NO_LAUNCH; 2]; 2]);
        for (split, arcs) in cell.arcs.iter().enumerate() {
            let sign = if split == 0 { -1.0 } else { 1.0 };
            let loads = TRANSITIONS.map(|to| self.nets(split, to).load[node as usize]);
            for arc in arcs {
                let slot = first + arc.input as u32;
                let incoming = TRANSITIONS.map(|transition| self.arriving(design, slot, split, transition));
                for (to, edge) in TRANSITIONS.into_iter().filter_map(|to| Some((to, arc.edges[to].as_ref()?)))
                {
                    for &source in from(arc.sense, to) {
                        let time = incoming[source].arrival + edge.delay.at(incoming[source].slew, loads[to]);
                        let width = edge.slew.at(incoming[source].slew, loads[to]);
                        if sign * time > sign * arrival[split][to] {
                            arrival[split][to] = time;
                            launch[split][to] = incoming[source].launch;
                        }
                        if sign * width > sign * slew[split][to] {
                            slew[split][to] = width;
                        }
                    }
                }
            }
        }
        (self.arrival[node as usize], self.slew[node as usize], self.launch[node as usize]) =
            (arrival, slew, launch);
    }

    /// The output of a flip-flop.
    fn flip_flop(&mut self, design: &Design, node: u32) {
        for (split, arcs) in design.cell(node).arcs.iter().enumerate() {
            let sign = if split == 0 { -1.0 } else { 1.0 };
            let worst = |values: f32, value: f32| if sign * value > sign * values { value } else { values };
            let clock = self.arriving(design, design.slots(node).start + CLOCK_PIN as u32, split, 0);
            for to in TRANSITIONS {
                let load = self.nets(split, to).load[node as usize];
                let edges = || arcs.iter().filter_map(|arc| arc.edges[to].as_ref());
                let none = -sign * f32::MAX;
                let delay = edges().map(|edge| edge.delay.at(clock.slew, load)).fold(none, worst);
                let slew = edges().map(|edge| edge.slew.at(clock.slew, load)).fold(none, worst);
                self.arrival[node as usize][split][to] = clock.arrival + delay;
                self.slew[node as usize][split][to] = slew;
                self.launch[node as usize][split][to] = node;
            }
        }
    }

    /// What is common to the clock paths of two flip-flops, late less early, ps.
    pub(crate) fn credit(&self, design: &Design, launch: u32, capture: u32) -> f32 {
        if launch == NO_LAUNCH || design.clock_of(launch) != design.clock_of(capture) {
            return 0.0;
        }
        let leaf = |flip_flop: u32| design.driver(design.slots(flip_flop).start + CLOCK_PIN as u32) as usize;
        let (mut a, mut b) = (leaf(launch), leaf(capture));
        let depth = |node: usize| self.depth.get(node - design.items()).copied();
        let parent = |node: usize| design.driver(design.slots(node as u32).start) as usize;
        while a != b && a < design.first_clock() && b < design.first_clock() {
            match (depth(a), depth(b)) {
                (Some(of_a), Some(of_b)) if of_a < of_b => b = parent(b),
                (Some(of_a), Some(of_b)) if of_a > of_b => a = parent(a),
                _ => (a, b) = (parent(a), parent(b)),
            }
        }
        if a == b { self.arrival[a][1][0] - self.arrival[a][0][0] } else { 0.0 }
    }
}

/// The weakest cell that a load is not too much for; else the strongest.
fn weakest(cells: &[Cell], goal: f64, load: f64) -> u16 {
    let drives = |cell: &Cell| load <= goal * cell.drive && load <= cell.max_load;
    let last = cells.len() - 1;
    cells[..last].iter().position(drives).unwrap_or(last) as u16
}

/// By split and transition.
fn slot_capacitance(design: &Design, slot: u32) -> Quad<f32> {
    let node = design.slot_node(slot);
    match design.kind_id(node) {
        OUTPUT => [[design.library().ports.load as f32; 2]; 2],
        _ => design.cell(node).capacitance[design.slot_pin(slot)],
    }
}
