//! Time that data borrows from latches, and is given through them.
//!
//! A setup check at a latch requires nothing of data that comes before the latch opens but that it is there by then; what comes later borrows, until the
//! latch closes. Late data that borrows goes on from the giving side of its pin, at `opening + time given`. With CPPR the time given is what the data,
//! its credit counted, comes later than the earliest opening; the paths after the latch start with the latest one. So pessimism is removed on
//! both sides of a latch, each side against the enable, and no path is better than if the latch were a plain gate.
//!
//! With CPPR the credit of the data is known where its list is, so the sweep of lists finds what is given. Around loops that depends on what was found
//! before: all is computed again until it stays.

use rustc_hash::FxHashMap;
use zeroslack_graph::{Check, CheckId, Gift, LevelPart, NodeId, Opening, TimingGraph};
use zeroslack_netlist::PinId;
use zeroslack_sdc::ClockEdge;
use zeroslack_units::{Quad, Split, Ticks, Transition, UNDEFINED, ps, quad, worse_arrival};

use crate::arrival::required_by;
use crate::edge::{has_signal, time_along};
use crate::timed_graph::value_at;
use crate::timing::Timing;

/// Passes after which what latches are given need not stay: it counts as it is then.
pub const MOST_LATCH_PASSES: u32 = 100;

/// What is given through looped latches depends on: the data of the pass before. `[opening][transition]`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Borrowed {
    /// When it came.
    arrivals: Vec<[Ticks; 2]>,
    /// The credits of the checks.
    credits: Vec<[Ticks; 2]>,
    /// How many openings still changed in the last pass, if there were as many as there may be.
    pub(crate) unsettled: usize,
    /// How many passes there were.
    pub(crate) passes: u32,
}

impl Borrowed {
    /// Before the first pass.
    pub(crate) fn new(graph: &TimingGraph) -> Self {
        let openings = graph.latches().openings().len();
        let (arrivals, credits) = (vec![[UNDEFINED; 2]; openings], vec![[0; 2]; openings]);
        Self { arrivals, credits, unsettled: 0, passes: 0 }
    }

    /// Takes over what a pass found; says for how many openings it changes what is given.
    pub(crate) fn take(&mut self, graph: &TimingGraph, timing: &Timing) -> usize {
        let (giving, mut changed) = (Giving { graph, timing }, 0);
        for (place, opening) in graph.latches().openings().iter().enumerate() {
            if !opening.is_looped {
                continue;
            }
            let data = graph.check(opening.check).data;
            let given = |borrowed: &Self| {
                let given = |to| giving.given((place, to), borrowed.came(place, to), timing.arrivals());
                Transition::ALL.map(|to| given(to).to_bits())
            };
            let before = given(self);
            self.arrivals[place] =
                Transition::ALL.map(|to| value_at(timing.arrivals(), data.vertex(to), Split::Late));
            self.credits[place] = timing.credits().get(opening.check.index()).copied().unwrap_or([0; 2]);
            changed += usize::from(given(self) != before);
        }
        self.passes += 1;
        changed
    }

    /// When the data of an opening came in the pass before, less its credit.
    fn came(&self, opening: usize, to: Transition) -> Ticks {
        match self.arrivals[opening][to as usize] {
            UNDEFINED => UNDEFINED,
            arrival => arrival - self.credits[opening][to as usize],
        }
    }
}

/// When a setup check at a latch requires its data, from the edge on that launches it: until it opens data is early, then it borrows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BorrowWindow {
    /// When the latch opens; not after `closes`.
    pub opens: Ticks,
    /// The latest time at which data may come.
    pub closes: Ticks,
}

impl BorrowWindow {
    /// When data is required that arrives at some time: when it comes, if it borrows.
    #[inline]
    pub fn required(self, arrival: Ticks) -> Ticks {
        arrival.clamp(self.opens, self.closes)
    }

    /// How much data borrows at the most.
    pub fn width(self) -> Ticks {
        self.closes - self.opens
    }
}

/// The latest time by which constraints let data come that borrows.
pub(crate) fn latest(opening: &Opening, opens: Ticks) -> Option<Ticks> {
    Some(opens + opening.shift + opening.most.filter(|_| opens != UNDEFINED)?)
}

impl Timing {
    /// The times between which data of a check may come without slack, credit included; none where it is not about a latch, or requires nothing.
    pub fn borrow_window(
        &self,
        graph: &TimingGraph,
        (check, id): (&Check, CheckId),
        transition: Transition,
    ) -> Option<BorrowWindow> {
        let opening = graph.latches().opening(id)?;
        let closes = self.check_closes(graph, (check, id), transition);
        let opens = value_at(&self.arrival, opening.clock, Split::Early);
        if closes == UNDEFINED || opens == UNDEFINED {
            return None;
        }
        let credit = self.credits.get(id.index()).map_or(0, |credits| credits[transition as usize]);
        Some(BorrowWindow { opens: closes.min(opens + opening.shift + credit), closes })
    }

    /// Takes over what is given, ps. `[gift]`.
    pub(crate) fn enter_given(&mut self, graph: &TimingGraph, given: &[f32]) {
        let Some(delays) = &mut self.gathered else { return };
        for &side in graph.latches().giving_sides() {
            delays[graph.fanin_range(side)].fill(quad(f32::NAN));
        }
        for (gift, &given) in graph.latches().gifts().iter().zip(given) {
            let delay = &mut delays[gift.arc.index()][Split::Late as usize][gift.to as usize];
            // NaN is no competitor.
            *delay = delay.max(given);
        }
    }

    /// What another engine counted: the passes that arrivals took, and how many latches were given other times in the last one if that was the last one allowed.
    pub fn set_latch_passes(&mut self, passes: u32, unsettled: usize) {
        self.borrowed = Borrowed { passes, unsettled, ..Borrowed::default() };
    }

    /// How many latches were given other times in the last pass than in the one before, if that was the last one allowed; 0 where all is settled.
    pub fn unsettled_latches(&self) -> usize {
        self.borrowed.unsettled
    }

    /// How many passes arrivals took: one, but where latches are given time that depends on what was found before.
    pub fn latch_passes(&self) -> u32 {
        self.borrowed.passes.max(1)
    }
}

/// What latches are given, on the way of a sweep.
#[derive(Clone, Copy)]
pub(crate) struct Giving<'a> {
    pub(crate) graph: &'a TimingGraph,
    pub(crate) timing: &'a Timing,
}

impl Giving<'_> {
    /// Arrivals at the giving sides among some nodes of a level, and the delays of the arcs to them, if these are to be found.
    pub(crate) fn nodes(&self, part: &mut LevelPart<'_, Quad<Ticks>, &mut [Quad<f32>]>, finds_given: bool) {
        let (graph, latches) = (self.graph, self.graph.latches());
        let sides = latches.giving_sides();
        let first_arc = graph.fanin_range(NodeId::at(part.nodes.start)).start;
        let first = sides.partition_point(|side| side.index() < part.nodes.start);
        let mut gifts = latches.gifts();
        gifts = &gifts[gifts.partition_point(|gift| gift.node.index() < part.nodes.start)..];
        for &side in sides[first..].iter().take_while(|side| side.index() < part.nodes.end) {
            let here;
            (here, gifts) = gifts.split_at(gifts.partition_point(|gift| gift.node <= side));
            let range = graph.fanin_range(side);
            let delays = &mut part.arcs[range.start - first_arc..range.end - first_arc];
            if finds_given {
                delays.fill(quad(f32::NAN));
                for gift in here {
                    let of_arc = &mut delays[gift.arc.index() - range.start];
                    let delay = &mut of_arc[Split::Late as usize][gift.to as usize];
                    // NaN is no competitor.
                    let of = (gift.opening as usize, gift.to);
                    *delay = delay.max(self.given(of, self.came(gift, part.done), part.done));
                }
            }
            part.here[side.index() - part.nodes.start] = self.arrival(side, delays, part.done);
        }
    }

    /// When data goes on from a giving side, by the delays of the arcs to it.
    fn arrival(&self, side: NodeId, delays: &[Quad<f32>], below: &[Quad<Ticks>]) -> Quad<Ticks> {
        let mut arrival = quad(UNDEFINED);
        for (arc, delay) in self.graph.fanin(side).zip(delays) {
            let source = self.graph.arc_source(arc);
            for to in Transition::ALL.into_iter().filter(|&to| source.has(to)) {
                for split in Split::ALL {
                    let delay = delay[split as usize][to as usize];
                    let opens = value_at(below, source.vertex(to), split);
                    if has_signal(delay) && opens != UNDEFINED {
                        let place = &mut arrival[split as usize][to as usize];
                        *place = worse_arrival(split, *place, opens + time_along(delay));
                    }
                }
            }
        }
        arrival
    }

    /// When the data of a gift comes, without credit.
    fn came(&self, gift: &Gift, below: &[Quad<Ticks>]) -> Ticks {
        let opening = &self.graph.latches().openings()[gift.opening as usize];
        if opening.is_looped {
            return self.looped(gift);
        }
        value_at(below, self.graph.check(opening.check).data.vertex(gift.to), Split::Late)
    }

    /// When the data of a looped latch came in the pass before, less its credit.
    pub(crate) fn looped(&self, gift: &Gift) -> Ticks {
        self.timing.borrowed.came(gift.opening as usize, gift.to)
    }

    /// How long after the edge that opens its latch data of an opening goes on that comes at some time, its credit counted, ps; NaN where it comes before. `below` has arrivals of
    /// clocks.
    pub(crate) fn given(
        &self,
        (opening, to): (usize, Transition),
        came: Ticks,
        below: &[Quad<Ticks>],
    ) -> f32 {
        let opening = &self.graph.latches().openings()[opening];
        let check = self.graph.check(opening.check);
        let opens = Split::ALL.map(|split| value_at(below, opening.clock, split));
        if came == UNDEFINED || opens.contains(&UNDEFINED) {
            return f32::NAN;
        }
        let [early, late] = opens;
        let margin = self.timing.margin[check.pin_check as usize][to as usize];
        let closes = required_by(check, value_at(below, check.clock, Split::Early), margin, to);
        let most = latest(opening, early).into_iter().chain((closes != UNDEFINED).then_some(closes)).min();
        let came = most.map_or(came, |most| came.min(most));
        let opens = if self.timing.cppr { early } else { late };
        let given = came - opens - opening.actual_shift;
        if given > 0 { ps(given) as f32 } else { f32::NAN }
    }
}

/// What data at a pin of a latch borrows, and may.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LatchBorrow {
    /// The data pin.
    pub pin: PinId,
    /// The transition there.
    pub transition: Transition,
    /// The pin that opens the latch.
    pub enable: PinId,
    /// The clock edge that opens it.
    pub opening: ClockEdge,
    /// The most that the data may borrow.
    pub most: Ticks,
    /// What it borrows.
    pub borrowed: Ticks,
    /// How much later than the opening it goes on; 0 where it comes before.
    pub given: Ticks,
    /// What is left where it does not borrow, or is missing where it comes after the latch has closed.
    pub slack: Ticks,
}

/// What is borrowed at each data pin of a latch and each edge that opens it: that of the worst data. In the order of slacks; of equals those that borrow most first, then by pin.
pub fn latch_borrows(graph: &TimingGraph, timing: &Timing) -> Vec<LatchBorrow> {
    let (latches, mut worst) = (graph.latches(), FxHashMap::<_, LatchBorrow>::default());
    let mut given = FxHashMap::<(u32, Transition), Ticks>::default();
    for gift in latches.gifts() {
        let delay = timing.delays()[gift.arc.index()][Split::Late as usize][gift.to as usize];
        let time = if has_signal(delay) { time_along(delay) } else { 0 };
        given.entry((gift.opening, gift.to)).and_modify(|known| *known = time.max(*known)).or_insert(time);
    }
    let rank = |borrow: &LatchBorrow| (borrow.slack, -borrow.borrowed, borrow.transition);
    for (number, opening) in (0..).zip(latches.openings()) {
        let check = graph.check(opening.check);
        let Some(edge) = graph.launch_edge(opening.clock) else { continue };
        for transition in Transition::ALL {
            let arrival = value_at(timing.arrivals(), check.data.vertex(transition), Split::Late);
            let window = timing.borrow_window(graph, (check, opening.check), transition);
            let Some(window) = window.filter(|_| arrival != UNDEFINED) else { continue };
            let borrow = LatchBorrow {
                pin: graph.pin(check.data),
                transition,
                enable: graph.pin(opening.clock.node()),
                opening: edge,
                most: window.width(),
                borrowed: (arrival - window.opens).clamp(0, window.width()),
                given: given.get(&(number, transition)).copied().unwrap_or(0),
                slack: window.required(arrival) - arrival,
            };
            let known = worst.entry((borrow.pin, borrow.enable, edge)).or_insert(borrow);
            if rank(&borrow) < rank(known) {
                *known = borrow;
            }
        }
    }
    let mut borrows: Vec<LatchBorrow> = worst.into_values().collect();
    borrows.sort_by_key(|it| (it.slack, -it.borrowed, it.pin, it.enable, it.opening));
    borrows
}
