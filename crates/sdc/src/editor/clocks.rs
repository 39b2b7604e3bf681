//! Clocks: their latencies, slews and uncertainties.

use zeroslack_netlist::PinId;
use zeroslack_units::{LARGEST_TIME, Quad, Ticks, quad};

use super::ports::check_amounts;
use super::{ConstraintEditor, ConstraintError, EditKind, empty, merge, merge_all, take_away};
use crate::{Clock, ClockEdge, ClockId};

impl ConstraintEditor<'_> {
    /// Says whether the delays of a clock's network count, or whether it is ideal.
    ///
    /// # Errors
    /// If there is no such clock, or it is virtual and is to be propagated.
    pub fn set_propagated(&mut self, clock: ClockId, propagated: bool) -> Result<(), ConstraintError> {
        if let Some(known) = self.clocks.get(clock).filter(|known| propagated && known.is_virtual()) {
            return Err(ConstraintError::VirtualClock(known.name.clone()));
        }
        let known = self.clock_mut_as(EditKind::Clocks, clock)?;
        known.propagated = propagated;
        if !propagated {
            for pin in known.sources.clone() {
                if self.constraints.propagated_pins.remove(&pin) {
                    self.edits.add(EditKind::Others);
                }
            }
        }
        Ok(())
    }

    /// Says of the clocks that start at a pin whether the delays of their networks count; where none starts, of ideal clocks from there on.
    ///
    /// # Errors
    /// If there is no such pin.
    pub fn set_propagated_from(&mut self, pin: PinId, propagated: bool) -> Result<(), ConstraintError> {
        self.check_pin(pin)?;
        let clocks = self.clocks.starting_at(pin).to_vec();
        if !propagated {
            self.edited().propagated_pins.remove(&pin);
        } else if clocks.is_empty() {
            self.edited().propagated_pins.insert(pin);
        }
        clocks.into_iter().try_for_each(|clock| self.set_propagated(clock, propagated))
    }

    /// States how much later than its edges a clock is at its sources: `[split][edge]`.
    ///
    /// # Errors
    /// If there is no such clock, or a time is out of range.
    pub fn set_source_latency(
        &mut self,
        clock: ClockId,
        latency: Quad<Option<Ticks>>,
    ) -> Result<(), ConstraintError> {
        self.check_times(latency.into_iter().flatten().flatten())?;
        self.edit_latency(clock, |known| {
            replace(&mut known.source_latency, &latency);
            if let Some(generated) = &mut known.generated {
                generated.has_own_latency = true;
            }
        })
    }

    /// States how much later than its edges a clock is at pins where it starts; without a clock, all that start there.
    ///
    /// # Errors
    /// If there is no such pin or clock, or a time is out of range.
    pub fn set_pin_source_latency(
        &mut self,
        pin: PinId,
        clock: Option<ClockId>,
        latency: Quad<Option<Ticks>>,
    ) -> Result<(), ConstraintError> {
        self.check_latency(pin, clock, &latency)?;
        let is_stated = self.pin_source_latencies.contains_key(&(pin, clock));
        let kind = latencies_if(is_stated || self.is_no_other_source(pin));
        let all = &mut self.edited_as(kind).pin_source_latencies;
        merge(all.entry((pin, clock)).or_insert(quad(None)), &latency);
        Ok(())
    }

    /// States how long a clock's network takes, and that the clock is ideal: `[split][edge]`.
    ///
    /// # Errors
    /// If there is no such clock, or a time is out of range.
    pub fn set_network_latency(
        &mut self,
        clock: ClockId,
        latency: Quad<Option<Ticks>>,
    ) -> Result<(), ConstraintError> {
        self.check_times(latency.into_iter().flatten().flatten())?;
        self.edit_latency(clock, |known| replace(&mut known.network_latency, &latency))?;
        let known = &self.clocks[clock];
        if known.propagated || known.sources.iter().any(|pin| self.propagated_pins.contains(pin)) {
            self.set_propagated(clock, false)?;
        }
        Ok(())
    }

    /// States how long the network of ideal clocks takes to the clock pins after a pin; without a clock, of all that pass there.
    ///
    /// # Errors
    /// If there is no such pin or clock, or a time is out of range.
    pub fn set_pin_latency(
        &mut self,
        pin: PinId,
        clock: Option<ClockId>,
        latency: Quad<Option<Ticks>>,
    ) -> Result<(), ConstraintError> {
        self.check_latency(pin, clock, &latency)?;
        let is_stated = self.pin_latencies.contains_key(&(pin, clock));
        let is_known = is_stated || self.are_edges_apart();
        let kind = latencies_if(is_known && !self.propagated_pins.contains(&pin));
        let constraints = self.edited_as(kind);
        merge(constraints.pin_latencies.entry((pin, clock)).or_insert(quad(None)), &latency);
        constraints.propagated_pins.remove(&pin);
        Ok(())
    }

    fn check_latency(
        &self,
        pin: PinId,
        clock: Option<ClockId>,
        latency: &Quad<Option<Ticks>>,
    ) -> Result<(), ConstraintError> {
        self.check_pin(pin)?;
        clock.map_or(Ok(()), |clock| self.check_is_there(clock))?;
        self.check_times(latency.iter().flatten().flatten().copied())
    }

    /// Takes the latencies of a clock away: `source` that before its source, or else that of its network.
    ///
    /// # Errors
    /// If there is no such clock.
    pub fn unset_latency(&mut self, clock: ClockId, source: bool) -> Result<(), ConstraintError> {
        self.edit_latency(clock, |known| {
            *(if source { &mut known.source_latency } else { &mut known.network_latency }) = quad(0);
            if let Some(generated) = known.generated.as_mut().filter(|_| source) {
                generated.has_own_latency = false;
            }
        })
    }

    /// Whether the two edges of each clock are at other times. Otherwise what is stated of pins and between edges may be what tells them apart.
    fn are_edges_apart(&self) -> bool {
        self.clocks.iter().all(|(_, clock)| clock.edges[0] != clock.edges[1])
    }

    /// Whether the latency before a pin does not decide how a generated clock comes there.
    fn is_no_other_source(&self, pin: PinId) -> bool {
        let mut starting = self.clocks.starting_at(pin).iter();
        self.are_edges_apart() && starting.all(|&clock| self.clocks[clock].generated.is_none())
    }

    /// Edits the latencies of a clock.
    fn edit_latency(&mut self, clock: ClockId, edit: impl FnOnce(&mut Clock)) -> Result<(), ConstraintError> {
        let known = self.clock_mut_as(EditKind::Latencies, clock)?;
        let says = |clock: &Clock| {
            let has_own = clock.generated.as_ref().map(|generated| generated.has_own_latency);
            // Edges at one time are told apart by latencies alone.
            let lanes = clock.source_latency.iter().chain(&clock.network_latency);
            let is_one = clock.edges[0] == clock.edges[1] && lanes.clone().all(|[rise, fall]| rise == fall);
            (has_own, is_one)
        };
        let before = says(known);
        edit(known);
        if says(known) != before {
            self.edits.add(EditKind::Others);
        }
        Ok(())
    }

    /// Takes away what is stated of latencies at a pin: `source` of clocks that start there, or else of networks.
    ///
    /// # Errors
    /// If there is no such pin or clock.
    pub fn unset_pin_latency(
        &mut self,
        pin: PinId,
        clock: Option<ClockId>,
        source: bool,
    ) -> Result<(), ConstraintError> {
        self.check_latency(pin, clock, &quad(None))?;
        let is_known = if source { self.is_no_other_source(pin) } else { self.are_edges_apart() };
        let constraints = self.edited_as(latencies_if(is_known));
        let all = if source { &mut constraints.pin_source_latencies } else { &mut constraints.pin_latencies };
        all.remove(&(pin, clock));
        Ok(())
    }

    /// States the slews of an ideal clock at the clock pins that it reaches, ps: `[split][transition there]`.
    ///
    /// # Errors
    /// If there is no such clock, or a slew is negative.
    pub fn set_clock_transition(
        &mut self,
        clock: ClockId,
        slew: Quad<Option<f32>>,
    ) -> Result<(), ConstraintError> {
        check_amounts(&slew, LARGEST_TIME)?;
        replace(&mut self.clock_mut_as(EditKind::ClockSlews, clock)?.transition, &slew);
        Ok(())
    }

    /// Takes the slews of an ideal clock away.
    ///
    /// # Errors
    /// If there is no such clock.
    pub fn unset_clock_transition(&mut self, clock: ClockId) -> Result<(), ConstraintError> {
        self.clock_mut_as(EditKind::ClockSlews, clock)?.transition = quad(0.0);
        Ok(())
    }

    /// States by how much the captures of a clock are uncertain, `[split of the data]`; 0 takes an uncertainty away.
    ///
    /// # Errors
    /// If there is no such clock, or a time is out of range.
    pub fn set_uncertainty(
        &mut self,
        clock: ClockId,
        uncertainty: [Option<Ticks>; 2],
    ) -> Result<(), ConstraintError> {
        self.check_times(uncertainty.into_iter().flatten())?;
        let known = &mut self.clock_mut_as(EditKind::Uncertainties, clock)?.uncertainty;
        for (known, stated) in known.iter_mut().zip(uncertainty) {
            *known = stated.unwrap_or(*known);
        }
        Ok(())
    }

    /// States by how much captures at the clock pins after a pin are uncertain, `[split of the data]`.
    ///
    /// # Errors
    /// If there is no such pin, or a time is out of range.
    pub fn set_pin_uncertainty(
        &mut self,
        pin: PinId,
        uncertainty: [Option<Ticks>; 2],
    ) -> Result<(), ConstraintError> {
        self.check_pin(pin)?;
        self.check_times(uncertainty.into_iter().flatten())?;
        let all = &mut self.edited_as(EditKind::Uncertainties).pin_uncertainties;
        merge_all(all.entry(pin).or_default(), &uncertainty);
        Ok(())
    }

    /// Takes away what is stated of the uncertainty at a pin, for the splits that are meant.
    ///
    /// # Errors
    /// If there is no such pin.
    pub fn unset_pin_uncertainty(&mut self, pin: PinId, meant: [bool; 2]) -> Result<(), ConstraintError> {
        self.check_pin(pin)?;
        let all = &mut self.edited_as(EditKind::Uncertainties).pin_uncertainties;
        take_away(all, pin, |stated| empty(stated, &meant));
        Ok(())
    }

    /// States by how much a capture is uncertain of what an edge launches, `[split of the data]`.
    ///
    /// # Errors
    /// If there is no such clock, or a time is out of range.
    pub fn set_uncertainty_between(
        &mut self,
        launch: ClockEdge,
        capture: ClockEdge,
        uncertainty: [Option<Ticks>; 2],
    ) -> Result<(), ConstraintError> {
        [launch, capture].iter().try_for_each(|edge| self.check_is_there(edge.clock))?;
        self.check_times(uncertainty.into_iter().flatten())?;
        let is_known = !self.uncertainties_between.is_empty() || self.are_edges_apart();
        let kind = if is_known { EditKind::Uncertainties } else { EditKind::Others };
        merge_all(
            self.edited_as(kind).uncertainties_between.entry((launch, capture)).or_default(),
            &uncertainty,
        );
        Ok(())
    }

    /// Takes away what is stated between two edges, for the splits that are meant.
    ///
    /// # Errors
    /// If there is no such clock.
    pub fn unset_uncertainty_between(
        &mut self,
        launch: ClockEdge,
        capture: ClockEdge,
        meant: [bool; 2],
    ) -> Result<(), ConstraintError> {
        [launch, capture].iter().try_for_each(|edge| self.check_is_there(edge.clock))?;
        take_away(&mut self.edited().uncertainties_between, (launch, capture), |stated| {
            empty(stated, &meant)
        });
        Ok(())
    }
}

/// What an edit of the latency of a pin is about: of a kind of its own where the graph knows what is stated of.
fn latencies_if(is_known: bool) -> EditKind {
    if is_known { EditKind::Latencies } else { EditKind::Others }
}

/// Takes what is stated in place of what there is.
fn replace<T: Copy>(known: &mut Quad<T>, stated: &Quad<Option<T>>) {
    for (known, stated) in known.as_flattened_mut().iter_mut().zip(stated.as_flattened()) {
        *known = stated.unwrap_or(*known);
    }
}
