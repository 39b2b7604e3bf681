//! Exceptions: what constraints say of paths that are not to be timed as their clocks say.

use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};
use zeroslack_netlist::{CellId, HierarchicalPinId, InstanceId, NetId, PinId};
use zeroslack_units::{Ticks, Transition};

use crate::ClockId;
use crate::applicable::Objects;

/// An object that paths start at, pass or end at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PathObject {
    /// Paths that an edge of the clock launches or captures.
    Clock(ClockId),
    /// A pin of a cell, or a port.
    Pin(PinId),
    /// One bit of a port of an instance of a module.
    HierarchicalPin(HierarchicalPinId),
    /// Any pin of a cell.
    Cell(CellId),
    /// Any cell in an instance of a module; for paths that pass it, any of its own pins.
    Instance(InstanceId),
    /// A net, which paths pass.
    Net(NetId),
}

/// Objects of which a path has to start at, pass or end at one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct PathObjects {
    /// In order, each once.
    objects: Vec<PathObject>,
    /// The transition there (`-rise_from` and its like): of a clock, its edge.
    pub transition: Option<Transition>,
}

impl PathObjects {
    /// Any of some objects, in a transition if one is given.
    pub fn new(objects: impl IntoIterator<Item = PathObject>, transition: Option<Transition>) -> Self {
        let objects: BTreeSet<PathObject> = objects.into_iter().collect();
        Self { objects: objects.into_iter().collect(), transition }
    }

    /// The objects, in order.
    pub fn objects(&self) -> &[PathObject] {
        &self.objects
    }

    /// Whether a transition counts there.
    pub fn counts(&self, transition: Transition) -> bool {
        self.transition.is_none_or(|only| only == transition)
    }

    /// The clocks.
    pub fn clocks(&self) -> impl Iterator<Item = ClockId> + Clone + '_ {
        self.objects.iter().filter_map(|object| match object {
            PathObject::Clock(clock) => Some(*clock),
            _ => None,
        })
    }

    /// Whether there is something else than clocks.
    pub fn has_pins(&self) -> bool {
        self.objects.iter().any(|object| !matches!(object, PathObject::Clock(_)))
    }

    /// Those that are among others, and those that are not. Of others in one transition only that one is meant.
    fn split(&self, others: &Self) -> (Option<Self>, Vec<Self>) {
        let part = |objects: Vec<PathObject>, transition| {
            (!objects.is_empty()).then_some(Self { objects, transition })
        };
        let (same, different): (Vec<_>, Vec<_>) =
            self.objects.iter().partition(|object| others.objects.binary_search(object).is_ok());
        let mut rest: Vec<Self> = part(different, self.transition).into_iter().collect();
        let same = match (self.transition, others.transition) {
            (own, None) => part(same, own),
            (None, Some(only)) => {
                rest.extend(part(same.clone(), Some(only.opposite())));
                part(same, Some(only))
            }
            (Some(own), Some(only)) if own == only => part(same, Some(own)),
            (Some(own), Some(_)) => {
                rest.extend(part(same, Some(own)));
                None
            }
        };
        (same, rest)
    }
}

/// The paths that an exception is about: those that start at one of some objects, pass one of each of the sets between in their order, and end at one of some
/// objects. What is not stated is anything.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ExceptionPaths {
    /// Where they start: clock pins of registers, input ports, clocks.
    pub from: Option<PathObjects>,
    /// What they pass, each at another pin: pins, ports, cells, nets.
    pub through: Vec<PathObjects>,
    /// Where they end: data pins of registers, output ports, clocks.
    pub to: Option<PathObjects>,
    /// The transition of the data where they end (`-rise`, `-fall`).
    pub transition: Option<Transition>,
}

/// Which edge of a multicycle path is moved, by cycles of its clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MovedEdge {
    /// The launch (`-start`): what is moved by default for hold.
    Launch,
    /// The capture (`-end`): what is moved by default for setup.
    Capture,
}

/// What an exception makes of its paths.
#[derive(Clone, Debug, PartialEq)]
pub enum ExceptionKind {
    /// They are not timed (`set_false_path`).
    False,
    /// They have several cycles (`set_multicycle_path`).
    Multicycle {
        /// How many: for setup from launch to capture, 1 without an exception; for hold by how many the check is earlier, 0 without.
        cycles: i32,
        /// What is moved; by default the capture for setup, the launch for hold.
        moved: Option<MovedEdge>,
    },
    /// They take at most so long for setup, at least so long for hold, whatever their clocks say (`set_max_delay`, `set_min_delay`).
    Delay {
        /// The delay.
        delay: Ticks,
        /// Whether the latencies of the clocks do not count (`-ignore_clock_latency`).
        ignores_latency: bool,
        /// Whether paths go on that pass a pin where one starts or ends (`-probe`).
        probes: bool,
    },
    /// They have to be better by so much (`set_path_margin`).
    Margin(Ticks),
    /// They are in a group of their own (`group_path`).
    Group {
        /// Its name; none for the default group.
        name: Option<Box<str>>,
        /// How much it counts to an optimiser.
        weight: f64,
    },
}

impl ExceptionKind {
    /// Whether another one says something about the same.
    fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Group { name, .. }, Self::Group { name: other, .. }) => name == other,
            _ => std::mem::discriminant(self) == std::mem::discriminant(other),
        }
    }

    /// The command that states it, of paths in the splits that are meant.
    pub fn command(&self, splits: [bool; 2]) -> &'static str {
        match self {
            Self::False => "set_false_path",
            Self::Multicycle { .. } => "set_multicycle_path",
            Self::Delay { .. } if splits[0] => "set_min_delay",
            Self::Delay { .. } => "set_max_delay",
            Self::Margin(_) => "set_path_margin",
            Self::Group { .. } => "group_path",
        }
    }
}

/// An exception.
#[derive(Clone, Debug, PartialEq)]
pub struct Exception {
    /// What it makes of its paths.
    pub kind: ExceptionKind,
    /// Which analyses it is for: `[split]`, early for hold. A delay is for one of them.
    pub splits: [bool; 2],
    /// Its paths.
    pub paths: ExceptionPaths,
    /// What the user said of it.
    pub comment: Option<Box<str>>,
}

/// Exceptions, in the order in which they were stated.
#[derive(Clone, Debug, Default)]
pub struct Exceptions {
    list: Vec<Exception>,
    /// Places of exceptions by a hash of their paths.
    by_paths: FxHashMap<u64, Vec<u32>>,
    groups: Vec<Box<str>>,
}

impl PartialEq for Exceptions {
    fn eq(&self, other: &Self) -> bool {
        self.list == other.list
    }
}

impl Exceptions {
    /// All of them, in order. An exception is known by its place, as long as none is taken away.
    pub fn list(&self) -> &[Exception] {
        &self.list
    }

    /// The names of groups, each once, in the order in which they were first stated.
    pub fn group_names(&self) -> &[Box<str>] {
        &self.groups
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Adds one, in place of what was said before of just these paths about the same.
    pub(crate) fn add(&mut self, exception: Exception) {
        let hash = hash_of(&exception.paths);
        let like = self.by_paths.get(&hash).map_or(&[][..], Vec::as_slice);
        let mut is_replaced = false;
        for &place in like {
            let known = &mut self.list[place as usize];
            if known.paths == exception.paths && known.kind.is_like(&exception.kind) {
                for split in 0..2 {
                    is_replaced |= known.splits[split] && exception.splits[split];
                    known.splits[split] &= !exception.splits[split];
                }
            }
        }
        if is_replaced {
            self.retain(|exception| exception.splits != [false; 2]);
        }
        self.by_paths.entry(hash).or_default().push(self.list.len() as u32);
        self.enter_group(&exception.kind);
        self.list.push(exception);
    }

    fn enter_group(&mut self, kind: &ExceptionKind) {
        if let ExceptionKind::Group { name: Some(name), .. } = kind
            && !self.groups.contains(name)
        {
            self.groups.push(name.clone());
        }
    }

    fn retain(&mut self, stays: impl FnMut(&Exception) -> bool) {
        let before = self.list.len();
        self.list.retain(stays);
        if self.list.len() != before {
            self.index();
        }
    }

    fn index(&mut self) {
        self.by_paths.clear();
        self.groups.clear();
        let list = std::mem::take(&mut self.list);
        for (place, exception) in (0..).zip(&list) {
            self.by_paths.entry(hash_of(&exception.paths)).or_default().push(place);
            self.enter_group(&exception.kind);
        }
        self.list = list;
    }

    /// Takes away what is said of some paths for the analyses that are meant; exceptions stay for their other paths. What is not given of the paths is
    /// anything. Groups stay.
    pub(crate) fn reset(&mut self, paths: &ExceptionPaths, splits: [bool; 2]) {
        let mut kept = Vec::with_capacity(self.list.len());
        for exception in std::mem::take(&mut self.list) {
            let is_meant = (0..2).any(|split| exception.splits[split] && splits[split]);
            if !is_meant || matches!(exception.kind, ExceptionKind::Group { .. }) {
                kept.push(exception);
                continue;
            }
            let Some(rest) = without(&exception.paths, paths) else {
                kept.push(exception);
                continue;
            };
            let others = [0, 1].map(|split| exception.splits[split] && !splits[split]);
            let meant = [0, 1].map(|split| exception.splits[split] && splits[split]);
            if others != [false; 2] {
                kept.push(Exception { splits: others, ..exception.clone() });
            }
            kept.extend(rest.into_iter().map(|paths| Exception {
                paths,
                splits: meant,
                ..exception.clone()
            }));
        }
        self.list = kept;
        self.index();
    }

    /// Takes objects away that are gone, and exceptions of which a set has no others. Of two that are then about the same paths the later one stays, as if both were stated
    /// so.
    pub(crate) fn forget(&mut self, is_there: impl Fn(PathObject) -> bool) {
        let keep = |objects: &mut PathObjects| {
            objects.objects.retain(|&object| is_there(object));
            !objects.objects.is_empty()
        };
        for mut exception in std::mem::take(self).list {
            let paths = &mut exception.paths;
            let mut sets = paths.from.iter_mut().chain(&mut paths.through).chain(&mut paths.to);
            if sets.all(keep) {
                self.add(exception);
            }
        }
    }

    /// Takes away what is said of objects that are not there.
    pub(crate) fn keep(&mut self, there: &impl Objects) {
        self.forget(|object| match object {
            PathObject::Pin(pin) => there.has_pin(pin),
            PathObject::Cell(cell) => there.has_cell(cell),
            PathObject::Net(net) => there.has_net(net),
            PathObject::Clock(_) | PathObject::HierarchicalPin(_) | PathObject::Instance(_) => true,
        });
    }
}

fn hash_of(paths: &ExceptionPaths) -> u64 {
    let mut hasher = FxHasher::default();
    paths.hash(&mut hasher);
    hasher.finish()
}

/// What is left of paths without others; none if no path is of both. The sets of both are taken one after the other: what is not in a set of the others
/// stays, what is goes on to the next.
fn without(paths: &ExceptionPaths, others: &ExceptionPaths) -> Option<Vec<ExceptionPaths>> {
    if !others.through.is_empty() && others.through.len() != paths.through.len() {
        return None;
    }
    let mut rest = Vec::new();
    let mut same = paths.clone();
    if let Some(others) = &others.from {
        let (both, apart) = paths.from.as_ref()?.split(others);
        rest.extend(apart.into_iter().map(|from| ExceptionPaths { from: Some(from), ..same.clone() }));
        same.from = Some(both?);
    }
    for (place, others) in others.through.iter().enumerate() {
        let (both, apart) = paths.through[place].split(others);
        for set in apart {
            let mut paths = same.clone();
            paths.through[place] = set;
            rest.push(paths);
        }
        same.through[place] = both?;
    }
    if let Some(others) = &others.to {
        let (both, apart) = paths.to.as_ref()?.split(others);
        rest.extend(apart.into_iter().map(|to| ExceptionPaths { to: Some(to), ..same.clone() }));
        same.to = Some(both?);
    }
    match (paths.transition, others.transition) {
        (Some(own), Some(only)) if own != only => return None,
        (None, Some(only)) => {
            rest.push(ExceptionPaths { transition: Some(only.opposite()), ..same });
        }
        _ => {}
    }
    Some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pins(pins: &[u32]) -> PathObjects {
        PathObjects::new(pins.iter().map(|&pin| PathObject::Pin(PinId(pin))), None)
    }

    fn paths(from: &[u32], to: &[u32]) -> ExceptionPaths {
        let set = |all: &[u32]| (!all.is_empty()).then(|| pins(all));
        ExceptionPaths { from: set(from), to: set(to), ..ExceptionPaths::default() }
    }

    fn multicycle(cycles: i32, splits: [bool; 2], paths: ExceptionPaths) -> Exception {
        Exception { kind: ExceptionKind::Multicycle { cycles, moved: None }, splits, paths, comment: None }
    }

    #[test]
    fn of_two_that_say_something_of_the_same_paths_the_later_one_stays() {
        let mut all = Exceptions::default();
        all.add(multicycle(2, [true; 2], paths(&[1, 2], &[3])));
        all.add(multicycle(3, [false, true], paths(&[2, 1], &[3])));
        all.add(multicycle(4, [false, true], paths(&[1], &[3])));
        let false_path =
            Exception { kind: ExceptionKind::False, ..multicycle(0, [true; 2], paths(&[1], &[3])) };
        all.add(false_path.clone());
        all.add(false_path);
        let said: Vec<_> = all.list().iter().map(|one| (one.kind.command(one.splits), one.splits)).collect();
        assert_eq!(
            said,
            [
                ("set_multicycle_path", [true, false]),
                ("set_multicycle_path", [false, true]),
                ("set_multicycle_path", [false, true]),
                ("set_false_path", [true; 2]),
            ]
        );
    }

    #[test]
    fn what_is_reset_is_taken_out_of_a_larger_set_of_paths() {
        let mut all = Exceptions::default();
        all.add(multicycle(2, [true; 2], paths(&[1, 2], &[3, 4])));
        all.reset(&paths(&[1, 9], &[3]), [false, true]);
        let left = [
            multicycle(2, [true, false], paths(&[1, 2], &[3, 4])),
            multicycle(2, [false, true], paths(&[2], &[3, 4])),
            multicycle(2, [false, true], paths(&[1], &[4])),
        ];
        assert_eq!(all.list(), left);
        // Nothing starts at both.
        all.reset(&paths(&[7], &[]), [true; 2]);
        assert_eq!(all.list(), left);
        all.reset(&ExceptionPaths::default(), [true; 2]);
        assert!(all.is_empty());
    }

    #[test]
    fn of_two_that_are_about_the_same_paths_once_an_object_is_gone_the_later_stays() {
        let mut all = Exceptions::default();
        all.add(multicycle(2, [true; 2], paths(&[1, 2], &[3])));
        all.add(multicycle(3, [true; 2], paths(&[1], &[3])));
        all.add(multicycle(4, [true; 2], paths(&[2], &[3])));
        all.forget(|object| object != pins(&[2]).objects()[0]);
        assert_eq!(all.list(), [multicycle(3, [true; 2], paths(&[1], &[3]))]);
    }

    #[test]
    fn a_transition_is_taken_out_of_both() {
        let mut all = Exceptions::default();
        all.add(multicycle(2, [true; 2], paths(&[1], &[3])));
        let fall = Some(Transition::Fall);
        all.reset(&ExceptionPaths { transition: fall, ..paths(&[], &[3]) }, [true; 2]);
        let rise = Some(Transition::Rise);
        let left = multicycle(2, [true; 2], ExceptionPaths { transition: rise, ..paths(&[1], &[3]) });
        assert_eq!(all.list(), [left]);
    }
}
