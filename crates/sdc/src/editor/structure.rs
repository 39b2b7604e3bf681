//! Edits of what is timed: constants, and arcs that are out.

use std::collections::BTreeSet;

use zeroslack_netlist::{CellId, MasterId, PinId};

use super::{ConstraintEditor, ConstraintError};
use crate::{ArcEnds, CaseValue, LogicValue};

impl ConstraintEditor<'_> {
    /// Says what pins are in the mode; none takes it away.
    ///
    /// # Errors
    /// If one of them is not there.
    pub fn set_case_value(
        &mut self,
        pins: &[PinId],
        value: Option<CaseValue>,
    ) -> Result<(), ConstraintError> {
        pins.iter().try_for_each(|&pin| self.check_pin(pin))?;
        for &pin in pins {
            let values = &mut self.edited().case_values;
            match value {
                Some(value) => values.insert(pin, value),
                None => values.remove(&pin),
            };
        }
        Ok(())
    }

    /// Says which logic value a port has; none takes it away.
    ///
    /// # Errors
    /// If there is no such pin.
    pub fn set_logic_value(&mut self, pin: PinId, value: Option<LogicValue>) -> Result<(), ConstraintError> {
        self.check_pin(pin)?;
        let values = &mut self.edited().logic_values;
        match value {
            Some(value) => values.insert(pin, value),
            None => values.remove(&pin),
        };
        Ok(())
    }

    /// Takes pins out of what is timed, or back in.
    ///
    /// # Errors
    /// If one of them is not there.
    pub fn disable_pins(&mut self, pins: &[PinId], is_out: bool) -> Result<(), ConstraintError> {
        pins.iter().try_for_each(|&pin| self.check_pin(pin))?;
        let disabled = &mut self.edited().disables.pins;
        pins.iter().for_each(|&pin| put(disabled, pin, is_out));
        Ok(())
    }

    /// Takes arcs of a cell out of what is timed, or back in what was taken out by the same ends.
    ///
    /// # Errors
    /// If there is no such cell, or an end is no pin of it.
    pub fn disable_cell(
        &mut self,
        cell: CellId,
        ends: ArcEnds<PinId>,
        is_out: bool,
    ) -> Result<(), ConstraintError> {
        self.check_cell(cell)?;
        for pin in ends.from.into_iter().chain(ends.to) {
            self.check_pin(pin)?;
            if self.netlist.pin_cell(pin) != Some(cell) {
                let (pin, cell) = (self.netlist.pin_name(pin), self.netlist.cell_name(cell).to_owned());
                return Err(ConstraintError::NotOfCell { pin, cell });
            }
        }
        let disabled = &mut self.edited().disables.cells;
        put(disabled.entry(cell).or_default(), ends, is_out);
        disabled.retain(|_, ends| !ends.is_empty());
        Ok(())
    }

    /// The same of the arcs of all cells of a library cell, whose ends are places among its pins.
    ///
    /// # Errors
    /// If there is no such library cell or pin.
    pub fn disable_library_cell(
        &mut self,
        master: MasterId,
        ends: ArcEnds<u32>,
        is_out: bool,
    ) -> Result<(), ConstraintError> {
        ends.from.into_iter().chain(ends.to).try_for_each(|pin| self.check_library_pin(master, pin))?;
        self.check_library_cell(master)?;
        let disabled = &mut self.edited().disables.library_cells;
        put(disabled.entry(master).or_default(), ends, is_out);
        disabled.retain(|_, ends| !ends.is_empty());
        Ok(())
    }

    /// Takes a pin of all cells of a library cell out of what is timed, or back in.
    ///
    /// # Errors
    /// If there is no such library cell or pin.
    pub fn disable_library_pin(
        &mut self,
        master: MasterId,
        pin: u32,
        is_out: bool,
    ) -> Result<(), ConstraintError> {
        self.check_library_pin(master, pin)?;
        put(&mut self.edited().disables.library_pins, (master, pin), is_out);
        Ok(())
    }

    fn check_library_pin(&self, master: MasterId, pin: u32) -> Result<(), ConstraintError> {
        self.check_library_cell(master)?;
        let described = self.netlist.library().master(master);
        if (pin as usize) < described.pins.len() {
            return Ok(());
        }
        let cell = described.name.to_string();
        Err(ConstraintError::NotOfCell { pin: pin.to_string(), cell })
    }
}

/// Puts an item into a set, or takes it out.
pub(super) fn put<T: Ord>(set: &mut BTreeSet<T>, item: T, is_in: bool) {
    if is_in {
        set.insert(item);
    } else {
        set.remove(&item);
    }
}
