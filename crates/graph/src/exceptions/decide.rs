//! What exceptions decide of the paths that end at a check or an output.

use rustc_hash::FxHashMap;
use zeroslack_netlist::PinId;
use zeroslack_sdc::{ClockEdge, Exception, ExceptionKind, MovedEdge, PathObjects};
use zeroslack_units::{Split, Ticks, Transition};

use super::objects::SetIndex;
use super::{ItemId, Matching, rank};

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
    /// How much later than usual the capture is, where clocks have some periods.
    pub(crate) fn moved(&self, launch: Ticks, capture: Ticks, split: Split) -> Ticks {
        let period = |moved| if moved == MovedEdge::Launch { launch } else { capture };
        let by = |(cycles, moved): (i32, MovedEdge)| Ticks::from(cycles) * period(moved);
        let setup = self.setup.map_or(0, |(cycles, moved)| by((cycles - 1, moved)));
        match split {
            Split::Late => setup,
            Split::Early => setup - self.hold.map_or(0, by),
        }
    }
}

/// Paths that end alike.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Ending<'s> {
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
        let Ending { state, launch, capture, pin, transition } = *ending;
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
fn tightness(one: &Exception, split: Split) -> Ticks {
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
            let Some(item) = self.items.get(id).filter(|item| item.next.is_none()) else { continue };
            let counts = item.transition.is_none_or(|only| only == ending.transition);
            if counts && item.to.is_none_or(|to| self.ends_at(to, ending)) {
                places.push(self.items.effects[item.effect as usize].exception);
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
