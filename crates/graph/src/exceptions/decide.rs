//! What exceptions decide of the paths that end at a check or an output.

use rustc_hash::FxHashMap;
use zeroslack_netlist::PinId;
use zeroslack_sdc::{ClockEdge, Exception, ExceptionKind, MovedEdge, PathObjects};
use zeroslack_units::{Split, Ticks, Transition};

use super::objects::SetIndex;
use super::{ItemId, Matching, rank};
use crate::captures::CaptureRule;
use crate::ids::VertexId;

/// What is decided of some paths in a split.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Decision {
    /// They are not timed.
    pub(crate) is_false: bool,
    /// Their limit, and whether latencies of clocks do not count to it.
    pub(crate) delay: Option<(Ticks, bool)>,
    /// Cycles from launch to capture, and what is moved to make them.
    pub(crate) setup: Option<(i32, MovedEdge)>,
    /// Cycles by which a hold check is earlier, and what is moved.
    pub(crate) hold: Option<(i32, MovedEdge)>,
    /// By how much they have to be better.
    pub(crate) margin: Ticks,
    /// Groups that they are in, by their places among all that are named; none for the default group. In order.
    pub(crate) groups: Vec<Option<u32>>,
}

impl Decision {
    /// How much later than usual the capture is, where the clocks that launch and capture have some periods.
    pub(crate) fn moved(&self, rule: CaptureRule, [launch, capture]: [Ticks; 2], split: Split) -> Ticks {
        let period = |moved| if moved == MovedEdge::Launch { launch } else { capture };
        let by = |(cycles, moved): (i32, MovedEdge)| Ticks::from(cycles) * period(moved);
        let setup = self.setup.map_or(0, |(cycles, moved)| by((cycles - rule.usual_cycles(), moved)));
        match split {
            Split::Late => setup,
            Split::Early => setup - self.hold.map_or(0, by),
        }
    }
}

/// Paths that end alike.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Ending<'s> {
    /// The vertex of the timing graph.
    pub(crate) vertex: VertexId,
    /// How far exceptions have been matched on the way.
    pub(crate) state: &'s [ItemId],
    pub(crate) launch: Option<ClockEdge>,
    pub(crate) capture: Option<ClockEdge>,
    pub(crate) pin: PinId,
    pub(crate) transition: Transition,
}

/// Decisions, each made once.
#[derive(Debug)]
pub(crate) struct Decisions<'m, 'c> {
    matching: &'m Matching<'c>,
    names: &'c [Box<str>],
    known: FxHashMap<Key, usize>,
    list: Vec<[Decision; 2]>,
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct Key {
    state: Vec<ItemId>,
    launch: Option<ClockEdge>,
    capture: Option<ClockEdge>,
    ends: Vec<SetIndex>,
    transition: Transition,
}

impl<'m, 'c> Decisions<'m, 'c> {
    pub(crate) fn new(matching: &'m Matching<'c>) -> Self {
        let names = matching.exceptions.map(|exceptions| exceptions.group_names()).unwrap_or_default();
        Self { matching, names, known: FxHashMap::default(), list: vec![Default::default()] }
    }

    /// What is decided of paths, `[split]`.
    pub(crate) fn of(&mut self, ending: &Ending<'_>) -> &[Decision; 2] {
        if self.matching.exceptions.is_none() {
            return &self.list[0];
        }
        let Ending { state, launch, capture, pin, transition, .. } = *ending;
        let ends = self.matching.ends_of.get(&pin).cloned().unwrap_or_default();
        let key = Key { state: state.to_vec(), launch, capture, ends, transition };
        let place = match self.known.get(&key) {
            Some(&place) => place,
            None => {
                let made = self.decide(ending);
                self.list.push(made);
                self.known.insert(key, self.list.len() - 1);
                self.list.len() - 1
            }
        };
        &self.list[place]
    }

    fn decide(&self, ending: &Ending<'_>) -> [Decision; 2] {
        let matched = self.matching.matched(ending);
        Split::ALL.map(|split| self.in_split(&matched, split))
    }

    /// What exceptions that match, in order, decide in a split.
    fn in_split(&self, matched: &[(u32, &Exception)], split: Split) -> Decision {
        let of = |split: Split| matched.iter().filter(move |(_, one)| one.splits[split as usize]);
        let is_false = of(split).any(|(_, one)| one.kind == ExceptionKind::False);
        let mut decision = Decision { is_false, ..Decision::default() };
        if let Some((_, one)) = strongest(of(split), is_delay, split)
            && let ExceptionKind::Delay { delay, ignores_latency, .. } = one.kind
        {
            decision.delay = Some((delay, ignores_latency));
        } else {
            decision.setup = cycles(of(Split::Late), Split::Late, MovedEdge::Capture);
            decision.hold = cycles(of(Split::Early), Split::Early, MovedEdge::Launch);
        }
        let is_margin = |kind: &ExceptionKind| matches!(kind, ExceptionKind::Margin(_));
        if let Some((_, one)) = strongest(of(split), is_margin, split)
            && let ExceptionKind::Margin(margin) = one.kind
        {
            decision.margin = margin;
        }
        for (_, one) in of(split) {
            let ExceptionKind::Group { name, .. } = &one.kind else { continue };
            let place = |name: &str| self.names.iter().position(|known| **known == *name);
            decision.groups.push(name.as_deref().and_then(place).map(|place| place as u32));
        }
        decision.groups.sort_unstable_by_key(|group| group.unwrap_or(u32::MAX));
        decision.groups.dedup();
        decision
    }
}

/// The exceptions of all that match, in order, that have a say in a split.
pub(super) fn in_split<'c>(
    matched: &[(u32, &'c Exception)],
    split: Split,
) -> impl Iterator<Item = (u32, &'c Exception)> {
    let counts = move |one: &Exception| {
        let is_multicycle = matches!(one.kind, ExceptionKind::Multicycle { .. });
        // Cycles of setup move hold as well.
        one.splits[split as usize] || is_multicycle && one.splits[Split::Late as usize]
    };
    matched.iter().copied().filter(move |(_, one)| counts(one))
}

/// The exceptions that decide in a split, of all that match. An exception of the same kind, or one whose say excludes others, decides in place of the rest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Deciders {
    pub(super) false_path: Option<u32>,
    pub(super) delay: Option<u32>,
    pub(super) setup: Option<u32>,
    pub(super) hold: Option<u32>,
    pub(super) margin: Option<u32>,
    pub(super) groups: Vec<u32>,
}

/// How much later than usual the cycles of those that decide make the capture. `periods` are of the clocks that launch and capture.
pub(super) fn moved_by(
    deciders: &Deciders,
    list: &[Exception],
    (rule, periods): (CaptureRule, [Ticks; 2]),
    split: Split,
) -> Ticks {
    let of = |place: Option<u32>, split: Split, usual: MovedEdge| {
        let one = &list[place? as usize];
        let ExceptionKind::Multicycle { moved, .. } = one.kind else { return None };
        Some((cycles_of(one, split), moved.unwrap_or(usual)))
    };
    let setup = of(deciders.setup, Split::Late, MovedEdge::Capture);
    let hold = of(deciders.hold, Split::Early, MovedEdge::Launch);
    Decision { setup, hold, ..Decision::default() }.moved(rule, periods, split)
}

impl Deciders {
    pub(super) fn of(matched: &[(u32, &Exception)], split: Split) -> Self {
        let of = |split: Split| matched.iter().filter(move |(_, one)| one.splits[split as usize]);
        let place = |found: Option<(u32, &Exception)>| found.map(|(place, _)| place);
        let false_path = place(strongest(of(split), |kind| *kind == ExceptionKind::False, split));
        if false_path.is_some() {
            return Self { false_path, ..Self::default() };
        }
        let is_multicycle = |kind: &ExceptionKind| matches!(kind, ExceptionKind::Multicycle { .. });
        let is_margin = |kind: &ExceptionKind| matches!(kind, ExceptionKind::Margin(_));
        let is_group = |kind: &ExceptionKind| matches!(kind, ExceptionKind::Group { .. });
        let delay = place(strongest(of(split), is_delay, split));
        let has_cycles = delay.is_none();
        let has_hold = has_cycles && split == Split::Early;
        let cycles = |split: Split| place(strongest(of(split), is_multicycle, split));
        Self {
            false_path,
            delay,
            setup: has_cycles.then(|| cycles(Split::Late)).flatten(),
            hold: has_hold.then(|| cycles(Split::Early)).flatten(),
            margin: place(strongest(of(split), is_margin, split)),
            groups: of(split).filter(|(_, one)| is_group(&one.kind)).map(|(place, _)| *place).collect(),
        }
    }

    /// All of them, in order, each once.
    pub(super) fn all(&self) -> Vec<u32> {
        let Self { false_path, delay, setup, hold, margin, groups } = self;
        let mut all: Vec<u32> =
            [false_path, delay, setup, hold, margin].into_iter().flatten().copied().collect();
        all.extend(groups);
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Who decides in place of an exception that matches and does not decide in a split.
    pub(super) fn in_place_of(&self, one: &Exception, split: Split) -> Option<u32> {
        self.false_path.or(match one.kind {
            ExceptionKind::False | ExceptionKind::Group { .. } => None,
            ExceptionKind::Delay { .. } => self.delay,
            ExceptionKind::Margin(_) => self.margin,
            ExceptionKind::Multicycle { .. }
                if one.splits[Split::Early as usize] && split == Split::Early =>
            {
                self.delay.or(self.hold)
            }
            ExceptionKind::Multicycle { .. } => self.delay.or(self.setup),
        })
    }
}

fn is_delay(kind: &ExceptionKind) -> bool {
    matches!(kind, ExceptionKind::Delay { .. })
}

/// The cycles of the multicycle path that counts.
fn cycles<'c>(
    matched: impl Iterator<Item = &'c (u32, &'c Exception)>,
    split: Split,
    usual: MovedEdge,
) -> Option<(i32, MovedEdge)> {
    let is_multicycle = |kind: &ExceptionKind| matches!(kind, ExceptionKind::Multicycle { .. });
    let (_, one) = strongest(matched, is_multicycle, split)?;
    match one.kind {
        ExceptionKind::Multicycle { moved, .. } => Some((cycles_of(one, split), moved.unwrap_or(usual))),
        _ => None,
    }
}

/// The cycles of a multicycle path in a split. One that is for both is for setup, and leaves hold at 0.
fn cycles_of(one: &Exception, split: Split) -> i32 {
    match one.kind {
        ExceptionKind::Multicycle { .. } if split == Split::Early && one.splits == [true; 2] => 0,
        ExceptionKind::Multicycle { cycles, .. } => cycles,
        _ => 0,
    }
}

/// The exception of a kind that counts: that of the highest rank, then the tighter one, then the earlier one.
fn strongest<'c>(
    matched: impl Iterator<Item = &'c (u32, &'c Exception)>,
    is_kind: impl Fn(&ExceptionKind) -> bool,
    split: Split,
) -> Option<(u32, &'c Exception)> {
    let of_kind = matched.filter(|(_, one)| is_kind(&one.kind));
    of_kind
        .copied()
        .max_by_key(|(place, one)| (rank(&one.paths), tightness(one, split), std::cmp::Reverse(*place)))
}

/// How tight an exception is beside others of its kind.
pub(super) fn tightness(one: &Exception, split: Split) -> Ticks {
    match one.kind {
        ExceptionKind::Multicycle { .. } => -Ticks::from(cycles_of(one, split)),
        ExceptionKind::Delay { delay, .. } if split == Split::Late => -delay,
        ExceptionKind::Delay { delay, .. } => delay,
        ExceptionKind::Margin(margin) => margin,
        ExceptionKind::False | ExceptionKind::Group { .. } => 0,
    }
}

impl<'c> Matching<'c> {
    /// The exceptions that match paths, in order. Of those that make the same of their paths by the same rank, one stands for all.
    pub(crate) fn matched(&self, ending: &Ending<'_>) -> Vec<(u32, &'c Exception)> {
        let Some(exceptions) = self.exceptions else { return Vec::new() };
        let mut places: Vec<u32> = Vec::new();
        for &id in ending.state {
            let Some(item) = self.states.items.get(id).filter(|item| item.next.is_none()) else { continue };
            let counts = item.transition.is_none_or(|only| only == ending.transition);
            if counts && item.to.is_none_or(|to| self.ends_at(to, ending)) {
                places.push(self.states.items.effects[item.effect as usize].exception);
            }
        }
        let of_pin = self.ends_of.get(&ending.pin).map_or(&[][..], Vec::as_slice);
        let of_ends = of_pin.iter().filter_map(|set| self.of_ends.get(set)).flatten();
        places.extend(self.of_any_end.iter().chain(of_ends).filter(|&&place| {
            let paths = &exceptions.list()[place as usize].paths;
            let from = paths.from.as_ref();
            let launches = |from: &PathObjects| {
                let launch = ending.launch;
                launch.is_some_and(|launch| {
                    from.counts(launch.edge) && from.clocks().any(|clock| clock == launch.clock)
                })
            };
            paths.transition.is_none_or(|only| only == ending.transition)
                && from.is_none_or(launches)
                && paths.to.as_ref().is_none_or(|to| self.is_end(to, ending))
        }));
        places.sort_unstable();
        places.dedup();
        places.into_iter().map(|place| (place, &exceptions.list()[place as usize])).collect()
    }

    fn ends_at(&self, to: SetIndex, ending: &Ending<'_>) -> bool {
        self.is_end(self.sets.get(to), ending)
    }

    /// Whether paths end at one of some objects.
    fn is_end(&self, to: &PathObjects, ending: &Ending<'_>) -> bool {
        let captures = ending.capture.is_some_and(|capture| {
            to.counts(capture.edge) && to.clocks().any(|clock| clock == capture.clock)
        });
        let of_pin = self.ends_of.get(&ending.pin).map_or(&[][..], Vec::as_slice);
        let is_there =
            || of_pin.iter().any(|&set| std::ptr::eq(self.sets.get(set), to) || self.sets.get(set) == to);
        captures || to.counts(ending.transition) && is_there()
    }
}
