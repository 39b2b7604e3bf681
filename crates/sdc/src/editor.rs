//! Edits of constraints: a function for each thing that SDC can state.

mod checks;
mod clock_groups;
mod clocks;
mod derates;
mod exceptions;
mod ideal;
mod instance_pins;
mod kept;
mod ports;
mod structure;

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Deref;

use zeroslack_netlist::{CellId, HierarchicalPinId, MasterId, NetId, Netlist, PinId, PortDirection};
use zeroslack_units::{LARGEST_TIME, LATEST_TIME, Quad, Ticks};

use self::ports::check_amounts;
use crate::{Clock, ClockId, Constraints, Rules};

/// Why constraints cannot be stated. Nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConstraintError {
    /// The netlist has no such pin, or has it no longer.
    #[error("there is no pin {0} in the netlist: its cell may be removed")]
    NoPin(u32),
    /// A pin of a cell where a port is expected.
    #[error("'{0}' is no port: expected a port of the design")]
    NotAPort(String),
    /// An output where an input is expected, or the other way around.
    #[error("port '{port}' has the wrong direction: expected {}", directions(*.expected))]
    WrongDirection {
        /// The port.
        port: String,
        /// What it had to be; a port in both directions will do.
        expected: PortDirection,
    },
    /// There is no such clock, or no longer.
    #[error("there is no clock {0}: expected one of the mode")]
    NoClock(u32),
    /// A clock without a name.
    #[error("the clock has no name")]
    NoName,
    /// A period or edges that make no clock.
    #[error(
        "clock '{0}' has no waveform: expected a period of more than 0, and a fall later than the rise by less than it"
    )]
    NoWaveform(Box<str>),
    /// A clock that is to be propagated and has no network.
    #[error(
        "virtual clock '{0}' cannot be propagated, as it has no network: it stays ideal, and keeps its stated latency"
    )]
    VirtualClock(Box<str>),
    /// A pin of a module's instance through which nothing comes.
    #[error(
        "nothing comes through '{0}', the pin of an instance of a module: expected a pin with loads behind it"
    )]
    NothingThrough(String),
    /// A generated clock that starts nowhere.
    #[error("generated clock '{0}' has no source: expected pins or ports that it starts at")]
    NoSource(Box<str>),
    /// A generated clock whose edges do not follow from another's.
    #[error(
        "generated clock '{0}': expected a factor from 1 to 65536, three edges in rising order from 1 on, a duty cycle of more than 0 and less than 100"
    )]
    NoDerivation(Box<str>),
    /// Clocks in groups, without two groups that have no clock in common.
    #[error("a clock is in two groups of one command: expected groups that have no clock in common")]
    SharedClock,
    /// No clocks in a group.
    #[error("a group without clocks: expected clocks in each")]
    EmptyGroup,
    /// There are no such groups.
    #[error("there are no clock groups '{0}' of this kind")]
    NoClockGroups(Box<str>),
    /// A limit of what is borrowed that is less than nothing.
    #[error("the most time that data may borrow is negative: expected at least 0")]
    NegativeBorrow,
    /// A time that is too far from 0.
    #[error("{0} ticks are out of range: expected at most 112 ms")]
    OutOfRange(Ticks),
    /// A slew or a capacitance that is negative, or not finite.
    #[error("{0} is negative or not finite: expected a slew, capacitance or resistance of 0 or more")]
    Negative(String),
    /// The netlist has no such cell, or has it no longer.
    #[error("there is no cell {0} in the netlist: it may be removed")]
    NoCell(u32),
    /// The netlist has no such net, or has it no longer.
    #[error("there is no net {0} in the netlist: it may be removed")]
    NoNet(u32),
    /// The libraries have no such cell.
    #[error("there is no library cell {0}")]
    NoLibraryCell(u32),
    /// A library cell that cannot drive as it is said to.
    #[error("library cell '{cell}' cannot drive a port: expected an arc from one of its pins to '{output}'")]
    DrivesNothing {
        /// The library cell.
        cell: String,
        /// The pin that had to drive.
        output: String,
    },
    /// A factor that makes no delay of a delay.
    #[error("{0} is no factor on delays: expected a number from 0 to 100")]
    NoFactor(String),
    /// A limit that nothing can keep.
    #[error("{0} is no limit: expected a number of 0 or more")]
    NoLimit(String),
    /// An exception for no paths in particular.
    #[error("no paths are named: expected objects that they start at, pass or end at")]
    NoPaths,
    /// An exception for no analysis.
    #[error("the exception is for no analysis: expected setup, hold or both")]
    NoAnalysis,
    /// So many cycles that no clock has.
    #[error("{0} cycles are out of range: expected at most 1000000")]
    NoCycles(i32),
    /// A weight that weighs nothing.
    #[error("{0} is no weight: expected a number of 0 or more")]
    NoWeight(String),
    /// More sets of points to pass than can be told apart.
    #[error("{sets} sets of points that paths pass: expected at most {most}")]
    TooManyThrough {
        /// So many there are.
        sets: usize,
        /// So many there may be.
        most: usize,
    },
    /// A pin that is none of the cell whose arcs it is to name.
    #[error("'{pin}' is no pin of cell '{cell}': expected pins of the cell whose arcs are meant")]
    NotOfCell {
        /// The pin.
        pin: String,
        /// The cell.
        cell: String,
    },
    /// A clock as a point that paths pass.
    #[error("paths start and end with clocks, and pass none: expected pins, ports, cells or nets")]
    ThroughAClock,
    /// A net as a point where paths start or end.
    #[error("paths pass nets, and neither start nor end there: expected pins, ports, cells or clocks")]
    FromANet,
}

fn directions(direction: PortDirection) -> &'static str {
    if direction == PortDirection::Input { "inputs" } else { "outputs" }
}

/// What becomes of clocks that start at a new clock's sources already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherClocks {
    /// They no longer start there; one that starts nowhere else is removed, and what was stated against it.
    Replaced,
    /// They stay (`-add`).
    Kept,
}

/// What becomes of the delays that a port has already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherDelays {
    /// Only what was stated against the same edge stays, as far as it is not stated anew.
    Replaced,
    /// All stay; of two against the same edge the worse one counts (`-add_delay`).
    Kept,
}

/// What an edit of constraints can be about. All but the last state other values: the same signals start as before, and something is required of the same ones; of clocks a graph knows whether that is so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditKind {
    /// Times of input delays, where the same edges and transitions had some.
    InputDelays,
    /// Times of output delays and required times, where the same edges and transitions had some.
    OutputDelays,
    /// Uncertainties of captures.
    Uncertainties,
    /// Latencies of clocks and of pins of their networks, where that says nothing else of them.
    Latencies,
    /// Slews at input ports, and what drives these.
    Slews,
    /// Loads of ports and nets.
    Loads,
    /// Waveforms, latencies and uncertainties of clocks, and whether these are propagated.
    Clocks,
    /// Slews of ideal clocks.
    ClockSlews,
    /// Factors on delays, where some are stated before and after.
    Derates,
    /// Design rules, pulse widths, and conditions that the design works under: no delay and no time follows from them.
    Limits,
    /// Anything else.
    Others,
}

impl EditKind {
    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::InputDelays,
        Self::OutputDelays,
        Self::Uncertainties,
        Self::Latencies,
        Self::Slews,
        Self::Loads,
        Self::Clocks,
        Self::ClockSlews,
        Self::Derates,
        Self::Limits,
        Self::Others,
    ];
}

/// What edits of constraints were about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Edits(u16);

impl Edits {
    /// Whether there were any.
    pub fn are_any(self) -> bool {
        self != Self::default()
    }

    /// Whether there were some of a kind.
    pub fn has(self, kind: EditKind) -> bool {
        self.0 & 1 << kind as u8 != 0
    }

    /// Whether there are no others than of limits, which say nothing of delays and times.
    pub fn are_of_limits(self) -> bool {
        self.0 & !(1 << EditKind::Limits as u8) == 0
    }

    /// Puts a kind down.
    pub fn add(&mut self, kind: EditKind) {
        self.0 |= 1 << kind as u8;
    }

    /// Puts all kinds of others down.
    pub(crate) fn append(&mut self, others: Self) {
        self.0 |= others.0;
    }

    /// What it is about that a clock is made again under its name.
    pub(crate) fn of_clock(before: &Clock, now: &Clock) -> Self {
        let is_another = before.sources != now.sources
            || before.generated != now.generated
            || before.has_waveform() != now.has_waveform();
        let slews = |clock: &Clock| clock.transition.map(|split| split.map(f32::to_bits));
        let kinds = [
            (EditKind::Others, is_another),
            (EditKind::Clocks, true),
            (EditKind::ClockSlews, slews(before) != slews(now)),
        ];
        kinds.into_iter().filter(|&(_, is_meant)| is_meant).map(|(kind, _)| kind).collect()
    }
}

impl FromIterator<EditKind> for Edits {
    fn from_iter<I: IntoIterator<Item = EditKind>>(kinds: I) -> Self {
        let mut edits = Self::default();
        kinds.into_iter().for_each(|kind| edits.add(kind));
        edits
    }
}

/// Edits constraints over the objects of a netlist. Each method checks all that it is given before it changes anything.
///
/// Times are ticks, slews ps, capacitances fF. Of a `Quad` of options what is `None` stays as it was.
#[derive(Debug)]
pub struct ConstraintEditor<'e> {
    constraints: &'e mut Constraints,
    netlist: &'e Netlist,
    edits: Edits,
}

impl Deref for ConstraintEditor<'_> {
    type Target = Constraints;

    fn deref(&self) -> &Constraints {
        self.constraints
    }
}

impl<'e> ConstraintEditor<'e> {
    /// An editor of constraints on a netlist.
    pub fn new(constraints: &'e mut Constraints, netlist: &'e Netlist) -> Self {
        Self { constraints, netlist, edits: Edits::default() }
    }

    /// The netlist that the constraints are on.
    pub fn netlist(&self) -> &'e Netlist {
        self.netlist
    }

    /// Whether something was stated or removed: not by calls that failed alone.
    pub fn is_edited(&self) -> bool {
        self.edits.are_any()
    }

    /// What was stated or removed so far.
    pub fn edits(&self) -> Edits {
        self.edits
    }

    /// Other constraints in place of all that there are, with clocks in their numbers. The pins that they name have to be in the netlist.
    pub fn replace(&mut self, constraints: Constraints) {
        *self.edited() = constraints;
        self.find_masters();
    }

    /// How checks and arcs are taken from libraries.
    pub fn set_rules(&mut self, rules: Rules) {
        self.edited().rules = rules;
    }

    /// Takes all constraints away; how checks and arcs are taken from libraries stays.
    pub fn clear(&mut self) {
        let mut clocks = std::mem::take(&mut self.edited().clocks);
        clocks.clear();
        *self.constraints = Constraints { clocks, rules: self.constraints.rules, ..Constraints::default() };
    }

    /// The constraints, to be changed.
    fn edited(&mut self) -> &mut Constraints {
        self.edited_as(EditKind::Others)
    }

    /// The same for an edit of a kind.
    fn edited_as(&mut self, kind: EditKind) -> &mut Constraints {
        self.edits.add(kind);
        self.constraints
    }

    /// Creates a clock, in place of one of the same name. Returns its id, and the clocks that it removed.
    ///
    /// # Errors
    /// If it has no name, no waveform, or a source that is not there.
    pub fn create_clock(
        &mut self,
        clock: Clock,
        others: OtherClocks,
    ) -> Result<(ClockId, Vec<Clock>), ConstraintError> {
        self.create(clock, &[], others)
    }

    /// Creates a clock; `stated` names the pins of module instances that some of its sources stand for.
    fn create(
        &mut self,
        mut clock: Clock,
        stated: &[(PinId, HierarchicalPinId)],
        others: OtherClocks,
    ) -> Result<(ClockId, Vec<Clock>), ConstraintError> {
        self.check_clock(&clock)?;
        clock.sources.sort_unstable();
        clock.sources.dedup();
        for pin in &clock.sources {
            if self.constraints.clock_arrivals.remove(pin).is_some() {
                self.edits.add(EditKind::Others);
            }
        }
        let (moved, without) = self.part_from_others(&clock, stated);
        let mut gone = self.remove(&without);
        if others == OtherClocks::Replaced {
            gone.extend(self.clear_sources(&clock));
        }
        let known = self.clocks.find(&clock.name).and_then(|id| self.clocks.get(id));
        let is_new = known.is_none();
        let edits = known.map(|known| Edits::of_clock(known, &clock));
        let mut pins = known.map_or_else(Vec::new, |known| known.sources.clone());
        pins.extend(clock.sources.iter().chain(&moved));
        self.edits.append(edits.unwrap_or_else(|| Edits::from_iter([EditKind::Others])));
        let id = self.constraints.clocks.put(clock);
        self.constraints.clocks.state_at(id, stated);
        self.derive_around((&[id], is_new), &pins);
        Ok((id, gone))
    }

    /// Gives generated clocks the masters and waveforms that follow from clocks that changed, and from other clocks at some pins.
    fn derive_around(&mut self, changed: (&[ClockId], bool), pins: &[PinId]) {
        let edits = self.constraints.clocks.derive_around(self.netlist, changed, pins);
        self.edits.append(edits);
    }

    /// Looks for the masters of generated clocks again, as after edits of the netlist.
    pub fn find_masters(&mut self) {
        let netlist = self.netlist;
        if self.constraints.clocks.derive(netlist) {
            self.edits.add(EditKind::Others);
        }
    }

    fn check_clock(&self, clock: &Clock) -> Result<(), ConstraintError> {
        if clock.name.is_empty() {
            return Err(ConstraintError::NoName);
        }
        let [rise, fall] = clock.edges;
        let times = [clock.period, rise, fall].into_iter();
        let latencies = [clock.source_latency, clock.network_latency].into_iter().flatten().flatten();
        self.check_times(times.chain(latencies).chain(clock.uncertainty))?;
        check_amounts(&clock.transition.map(|split| split.map(Some)), LARGEST_TIME)?;
        // Both edges at one time are the contests' clock.
        let has_no_waveform = clock.period <= 0 || fall < rise || fall - rise >= clock.period;
        if has_no_waveform && clock.generated.is_none() {
            return Err(ConstraintError::NoWaveform(clock.name.clone()));
        }
        if let Some(generated) = &clock.generated {
            self.check_generated(clock, generated)?;
        }
        clock.sources.iter().try_for_each(|&pin| self.check_pin(pin))
    }

    /// Takes all other clocks away from the sources of a new one. Those that start nowhere then are gone.
    fn clear_sources(&mut self, new: &Clock) -> Vec<Clock> {
        let at_sources = new.sources.iter().flat_map(|&pin| self.clocks.starting_at(pin));
        let others: BTreeSet<ClockId> =
            at_sources.copied().filter(|&id| self.clocks[id].name != new.name).collect();
        let mut gone = BTreeSet::new();
        for id in others {
            let mut clock = self.clocks[id].clone();
            clock.sources.retain(|source| new.sources.binary_search(source).is_err());
            if clock.is_virtual() {
                gone.insert(id);
            } else {
                self.edited().clocks.put(clock);
            }
        }
        self.remove(&gone)
    }

    /// Removes clocks, and what is stated against them.
    fn remove(&mut self, gone: &BTreeSet<ClockId>) -> Vec<Clock> {
        if gone.is_empty() {
            return Vec::new();
        }
        let constraints = self.edited();
        constraints.forget_clocks(gone);
        let removed: Vec<Clock> = gone.iter().filter_map(|&id| constraints.clocks.remove(id)).collect();
        for pin in removed.iter().flat_map(|clock| &clock.sources) {
            if constraints.clocks.starting_at(*pin).is_empty() {
                constraints.clock_arrivals.remove(pin);
            }
        }
        let pins: Vec<PinId> = removed.iter().flat_map(|clock| clock.sources.iter().copied()).collect();
        self.derive_around((&gone.iter().copied().collect::<Vec<_>>(), false), &pins);
        removed
    }

    /// Removes a clock, and what is stated against it.
    ///
    /// # Errors
    /// If there is no such clock.
    pub fn remove_clock(&mut self, clock: ClockId) -> Result<Clock, ConstraintError> {
        self.check_is_there(clock)?;
        self.remove(&BTreeSet::from([clock])).pop().ok_or(ConstraintError::NoClock(clock.0))
    }

    fn clock_mut_as(&mut self, kind: EditKind, clock: ClockId) -> Result<&mut Clock, ConstraintError> {
        self.check_is_there(clock)?;
        self.edited_as(kind).clocks.get_mut(clock).ok_or(ConstraintError::NoClock(clock.0))
    }

    fn check_is_there(&self, clock: ClockId) -> Result<(), ConstraintError> {
        if self.clocks.get(clock).is_some() { Ok(()) } else { Err(ConstraintError::NoClock(clock.0)) }
    }

    fn check_pin(&self, pin: PinId) -> Result<(), ConstraintError> {
        if self.netlist.has_pin(pin) { Ok(()) } else { Err(ConstraintError::NoPin(pin.0)) }
    }

    fn check_port(&self, pin: PinId) -> Result<(), ConstraintError> {
        self.check_pin(pin)?;
        match self.netlist.port_of(pin) {
            Some(_) => Ok(()),
            None => Err(ConstraintError::NotAPort(self.netlist.pin_name(pin))),
        }
    }

    fn check_ports(&self, ports: &[PinId], expected: PortDirection) -> Result<(), ConstraintError> {
        for &pin in ports {
            self.check_port(pin)?;
            let goes = self.netlist.port_of(pin).map(|(port, _)| port.direction);
            if goes != Some(expected) && goes != Some(PortDirection::Inout) {
                return Err(ConstraintError::WrongDirection { port: self.netlist.pin_name(pin), expected });
            }
        }
        Ok(())
    }

    /// Ports have to go in a direction; pins of cells may be any.
    fn check_ports_or_pins(&self, pins: &[PinId], expected: PortDirection) -> Result<(), ConstraintError> {
        pins.iter().try_for_each(|&pin| match self.netlist.is_port(pin) {
            true => self.check_ports(&[pin], expected),
            false => self.check_pin(pin),
        })
    }

    fn check_times(&self, mut times: impl Iterator<Item = Ticks>) -> Result<(), ConstraintError> {
        let wrong = times.find(|time| !(-LATEST_TIME..=LATEST_TIME).contains(time));
        wrong.map_or(Ok(()), |time| Err(ConstraintError::OutOfRange(time)))
    }

    fn check_cell(&self, cell: CellId) -> Result<(), ConstraintError> {
        if self.netlist.has_cell(cell) { Ok(()) } else { Err(ConstraintError::NoCell(cell.0)) }
    }

    fn check_net(&self, net: NetId) -> Result<(), ConstraintError> {
        if self.netlist.has_net(net) { Ok(()) } else { Err(ConstraintError::NoNet(net.0)) }
    }

    fn check_library_cell(&self, master: MasterId) -> Result<(), ConstraintError> {
        let is_there = master.index() < self.netlist.library().masters().len();
        if is_there { Ok(()) } else { Err(ConstraintError::NoLibraryCell(master.0)) }
    }
}

/// Takes what is stated.
fn merge<T: Copy>(known: &mut Quad<Option<T>>, stated: &Quad<Option<T>>) {
    merge_all(known.as_flattened_mut(), stated.as_flattened());
}

/// The same of any number of places.
fn merge_all<T: Copy>(known: &mut [Option<T>], stated: &[Option<T>]) {
    for (known, stated) in known.iter_mut().zip(stated) {
        *known = stated.or(*known);
    }
}

/// Takes the places away that are meant, and what is under the key if nothing is left there.
fn take_away<K: Ord, V>(all: &mut BTreeMap<K, V>, key: K, places: impl FnOnce(&mut V) -> bool) {
    if let Entry::Occupied(mut stated) = all.entry(key)
        && places(stated.get_mut())
    {
        stated.remove();
    }
}

/// Empties the places that are meant. Returns whether nothing is left.
fn empty<T>(known: &mut [Option<T>], meant: &[bool]) -> bool {
    for (known, _) in known.iter_mut().zip(meant).filter(|(_, meant)| **meant) {
        *known = None;
    }
    known.iter().all(Option::is_none)
}
