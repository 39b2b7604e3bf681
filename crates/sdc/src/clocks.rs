//! The clocks of a mode.

use std::ops::Index;

use rustc_hash::FxHashMap;
use zeroslack_netlist::{HierarchicalPinId, Pattern, PinId};
use zeroslack_units::{Quad, Split, Ticks, Transition};

use crate::GeneratedClock;
use crate::generated::Searches;

/// A clock of [`Clocks`]. It stays that of its clock, whatever others are created and removed, until all constraints are replaced by others
/// ([`ConstraintEditor::replace`](crate::ConstraintEditor::replace)).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClockId(pub u32);

/// An edge of a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClockEdge {
    /// The clock.
    pub clock: ClockId,
    /// Which of its edges.
    pub edge: Transition,
}

/// A clock.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Clock {
    /// Name.
    pub name: Box<str>,
    /// Pins and ports it starts at; none for a virtual clock.
    pub sources: Vec<PinId>,
    /// Period, more than 0; 0 of a generated clock without a master.
    pub period: Ticks,
    /// First rising and first falling edge.
    pub edges: [Ticks; 2],
    /// Whether its network's own delays count (`set_propagated_clock`); otherwise it is ideal. A virtual clock, which has no network, is always ideal.
    pub propagated: bool,
    /// How much later than its own edges the clock is at its sources, or at what a virtual clock launches and captures:
    /// `[split][edge]`, 0 unless stated.
    pub source_latency: Quad<Ticks>,
    /// How long the clock's network takes while it is ideal, from its source to where it launches and captures: `[split][edge]`, 0 unless stated. Pins can
    /// state another one ([`Constraints::pin_latencies`](crate::Constraints::pin_latencies)).
    pub network_latency: Quad<Ticks>,
    /// Slews at the clock pins that it reaches while it is ideal, ps: `[split][transition at the pin]`, 0 unless stated.
    pub transition: Quad<f32>,
    /// By how much captures are earlier for late data and later for early data than their edges: `[split of the data]`, 0 unless stated. Pairs of clocks and pins can
    /// state another one ([`Constraints::uncertainties_between`](crate::Constraints::uncertainties_between),
    /// [`Constraints::pin_uncertainties`](crate::Constraints::pin_uncertainties)).
    pub uncertainty: [Ticks; 2],
    /// How it is made from another clock; none for a clock of its own. Period and edges follow from it.
    pub generated: Option<GeneratedClock>,
}

impl Clock {
    /// Whether it starts nowhere in the design.
    pub fn is_virtual(&self) -> bool {
        self.sources.is_empty()
    }

    /// How late the clock's network makes an edge where no pin of the design says so: outside of it. Of a propagated clock nothing is known.
    pub fn ideal_latency(&self, split: Split, edge: Transition) -> Ticks {
        if self.propagated { 0 } else { self.network_latency[split as usize][edge as usize] }
    }
}

/// Clocks in order of creation, found by name and by source. Names are unique.
#[derive(Clone, Debug, Default)]
pub struct Clocks {
    /// None where a clock was removed.
    list: Vec<Option<Clock>>,
    by_name: FxHashMap<Box<str>, ClockId>,
    at_pin: FxHashMap<PinId, Vec<ClockId>>,
    /// The pin of a module's instance that a source of a clock stands for.
    stated_at: FxHashMap<(PinId, ClockId), HierarchicalPinId>,
    /// What was passed where the masters of generated clocks were looked for.
    pub(crate) searches: Searches,
}

impl Clocks {
    /// Adds a clock, or puts it in the place of the one of the same name. Without sources it is ideal.
    pub fn put(&mut self, mut clock: Clock) -> ClockId {
        clock.propagated &= !clock.is_virtual();
        let id = match self.find(&clock.name) {
            Some(id) => {
                self.detach(id);
                id
            }
            None => {
                self.list.push(None);
                ClockId(self.list.len() as u32 - 1)
            }
        };
        self.by_name.insert(clock.name.clone(), id);
        for &pin in &clock.sources {
            self.at_pin.entry(pin).or_default().push(id);
        }
        let starts = |pin: &PinId| self.at_pin.get(pin).is_some_and(|clocks| clocks.contains(&id));
        self.stated_at.retain(|(pin, of), _| *of != id || starts(pin));
        self.list[id.0 as usize] = Some(clock);
        id
    }

    /// Takes all clocks out. Their ids are those of no others.
    pub(crate) fn clear(&mut self) {
        self.list.fill(None);
        self.by_name.clear();
        self.at_pin.clear();
        self.stated_at.clear();
        self.searches = Searches::default();
    }

    /// Takes a clock out.
    pub(crate) fn remove(&mut self, id: ClockId) -> Option<Clock> {
        self.detach(id);
        self.searches.forget(id);
        self.stated_at.retain(|&(_, of), _| of != id);
        let clock = self.list.get_mut(id.0 as usize)?.take()?;
        self.by_name.remove(&clock.name);
        Some(clock)
    }

    /// Forgets where a clock starts.
    fn detach(&mut self, id: ClockId) {
        for pin in self.get(id).map_or_else(Vec::new, |clock| clock.sources.clone()) {
            if let Some(clocks) = self.at_pin.get_mut(&pin) {
                clocks.retain(|&clock| clock != id);
            }
        }
    }

    /// A clock; none if it was removed.
    pub fn get(&self, id: ClockId) -> Option<&Clock> {
        self.list.get(id.0 as usize)?.as_ref()
    }

    /// A clock, to change all of it but its name and its sources.
    pub(crate) fn get_mut(&mut self, id: ClockId) -> Option<&mut Clock> {
        self.list.get_mut(id.0 as usize)?.as_mut()
    }

    /// A clock by its name.
    pub fn find(&self, name: &str) -> Option<ClockId> {
        self.by_name.get(name).copied()
    }

    /// Clocks by name, or by a pattern of names, in order of creation.
    pub fn named(&self, name: &str) -> Vec<ClockId> {
        if let Some(clock) = self.find(name) {
            return vec![clock];
        }
        let pattern = Pattern::new(name);
        if !pattern.is_wild() {
            return self.find(&pattern.plain()).into_iter().collect();
        }
        self.iter().filter(|(_, clock)| pattern.matches(&clock.name)).map(|(id, _)| id).collect()
    }

    /// The clocks that start at a pin.
    pub fn starting_at(&self, pin: PinId) -> &[ClockId] {
        self.at_pin.get(&pin).map_or(&[], Vec::as_slice)
    }

    /// The pin of a module's instance where it was stated that a clock starts at a pin; none if the pin itself was named.
    pub fn stated_at(&self, pin: PinId, clock: ClockId) -> Option<HierarchicalPinId> {
        self.stated_at.get(&(pin, clock)).copied()
    }

    /// Says which pins of modules' instances the sources of a clock stand for.
    pub(crate) fn state_at(&mut self, clock: ClockId, at: &[(PinId, HierarchicalPinId)]) {
        self.stated_at.retain(|&(_, of), _| of != clock);
        self.stated_at.extend(at.iter().map(|&(pin, at)| ((pin, clock), at)));
    }

    /// All clocks, in order of creation.
    pub fn iter(&self) -> impl Iterator<Item = (ClockId, &Clock)> + Clone {
        self.list.iter().zip(0..).filter_map(|(clock, id)| Some((ClockId(id), clock.as_ref()?)))
    }

    /// Number of clocks.
    pub fn len(&self) -> usize {
        self.by_name.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.by_name.is_empty()
    }

    /// One more than the highest id that a clock has or had: the length of an array by clock.
    pub fn id_count(&self) -> usize {
        self.list.len()
    }
}

impl Index<ClockId> for Clocks {
    type Output = Clock;

    /// # Panics
    /// If the clock was removed.
    #[expect(clippy::panic, reason = "as for any index")]
    fn index(&self, id: ClockId) -> &Clock {
        match self.get(id) {
            Some(clock) => clock,
            None => panic!("there is no clock {}", id.0),
        }
    }
}

impl PartialEq for Clocks {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl FromIterator<Clock> for Clocks {
    fn from_iter<T: IntoIterator<Item = Clock>>(clocks: T) -> Self {
        let mut all = Self::default();
        clocks.into_iter().for_each(|clock| {
            all.put(clock);
        });
        all
    }
}
