//! Edits of ideal networks.

use zeroslack_netlist::PinId;
use zeroslack_units::{LARGEST_TIME, Quad, Ticks, quad};

use super::ports::check_amounts;
use super::{ConstraintEditor, ConstraintError, empty, merge, take_away};
use crate::IdealSource;

impl ConstraintEditor<'_> {
    /// Says that ideal networks start somewhere, and whether they spread through cells from there. What was said of the same place is replaced.
    ///
    /// # Errors
    /// If there is no such pin or net.
    pub fn set_ideal_network(
        &mut self,
        sources: &[IdealSource],
        spreads: bool,
    ) -> Result<(), ConstraintError> {
        self.check_ideal_sources(sources)?;
        for &source in sources {
            self.edited().ideal_networks.sources.insert(source, spreads);
        }
        Ok(())
    }

    /// Says that no ideal networks start there.
    ///
    /// # Errors
    /// If there is no such pin or net.
    pub fn unset_ideal_network(&mut self, sources: &[IdealSource]) -> Result<(), ConstraintError> {
        self.check_ideal_sources(sources)?;
        let known = &mut self.edited().ideal_networks.sources;
        known.retain(|source, _| !sources.contains(source));
        Ok(())
    }

    /// States how long ideal networks take to pins from where they start. Of the places without a value nothing changes.
    ///
    /// # Errors
    /// If there is no such pin, or a time is out of range.
    pub fn set_ideal_latency(
        &mut self,
        pins: &[PinId],
        latency: Quad<Option<Ticks>>,
    ) -> Result<(), ConstraintError> {
        pins.iter().try_for_each(|&pin| self.check_pin(pin))?;
        self.check_times(latency.into_iter().flatten().flatten())?;
        for &pin in pins {
            let known = &mut self.edited().ideal_networks.latencies;
            merge(known.entry(pin).or_insert(quad(None)), &latency);
        }
        Ok(())
    }

    /// Takes latencies of ideal networks away from pins, in the places that are meant.
    ///
    /// # Errors
    /// If there is no such pin.
    pub fn unset_ideal_latency(&mut self, pins: &[PinId], meant: &Quad<bool>) -> Result<(), ConstraintError> {
        pins.iter().try_for_each(|&pin| self.check_pin(pin))?;
        for &pin in pins {
            take_away(&mut self.edited().ideal_networks.latencies, pin, |known| {
                empty(known.as_flattened_mut(), meant.as_flattened())
            });
        }
        Ok(())
    }

    /// States slews, ps, at pins of ideal networks. Of the places without a value nothing changes.
    ///
    /// # Errors
    /// If there is no such pin, or a slew is negative.
    pub fn set_ideal_transition(
        &mut self,
        pins: &[PinId],
        slew: Quad<Option<f32>>,
    ) -> Result<(), ConstraintError> {
        pins.iter().try_for_each(|&pin| self.check_pin(pin))?;
        check_amounts(&slew, LARGEST_TIME)?;
        for &pin in pins {
            let known = &mut self.edited().ideal_networks.transitions;
            merge(known.entry(pin).or_insert(quad(None)), &slew);
        }
        Ok(())
    }

    /// Takes slews of ideal networks away from pins, in the places that are meant.
    ///
    /// # Errors
    /// If there is no such pin.
    pub fn unset_ideal_transition(
        &mut self,
        pins: &[PinId],
        meant: &Quad<bool>,
    ) -> Result<(), ConstraintError> {
        pins.iter().try_for_each(|&pin| self.check_pin(pin))?;
        for &pin in pins {
            take_away(&mut self.edited().ideal_networks.transitions, pin, |known| {
                empty(known.as_flattened_mut(), meant.as_flattened())
            });
        }
        Ok(())
    }

    fn check_ideal_sources(&self, sources: &[IdealSource]) -> Result<(), ConstraintError> {
        sources.iter().try_for_each(|&source| match source {
            IdealSource::Pin(pin) => self.check_pin(pin),
            IdealSource::Net(net) => self.check_net(net),
        })
    }
}
