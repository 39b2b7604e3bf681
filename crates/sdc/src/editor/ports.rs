//! What is around the design: delays, drives and loads of ports, and loads of nets.

use std::collections::BTreeMap;

use zeroslack_netlist::{NetId, PinId, PortDirection};
use zeroslack_units::{LARGEST_CAPACITANCE, LARGEST_RESISTANCE, LARGEST_TIME, Quad, Split, Ticks, quad};

use super::{ConstraintEditor, ConstraintError, EditKind, OtherDelays, empty, merge, take_away};
use crate::{ClockEdge, Drive, DrivingCell, InputDelay, OutputDelay, PortDelay, PortLoad};

impl ConstraintEditor<'_> {
    /// States when data arrives at input ports.
    ///
    /// # Errors
    /// If one of them is no input, the clock is not there, or a time is out of range.
    pub fn set_input_delay(
        &mut self,
        ports: &[PinId],
        delay: InputDelay,
        others: OtherDelays,
    ) -> Result<(), ConstraintError> {
        self.check_ports_or_pins(ports, PortDirection::Input)?;
        self.check_delay(delay.edge, &delay.delay)?;
        for &port in ports {
            let is_same = state(&mut self.constraints.input_delays, port, delay, others);
            self.edits.add(if is_same { EditKind::InputDelays } else { EditKind::Others });
        }
        Ok(())
    }

    /// States what lies between output ports and the edge that captures.
    ///
    /// # Errors
    /// If one of them is no output, the clock is not there, or a time is out of range.
    pub fn set_output_delay(
        &mut self,
        ports: &[PinId],
        delay: OutputDelay,
        others: OtherDelays,
    ) -> Result<(), ConstraintError> {
        self.check_ports_or_pins(ports, PortDirection::Output)?;
        self.check_delay(Some(delay.edge), &delay.delay)?;
        for &port in ports {
            if others == OtherDelays::Replaced {
                self.constraints.unclocked_output_delays.remove(&port);
            }
            let is_same = state(&mut self.constraints.output_delays, port, delay, others);
            self.edits.add(if is_same { EditKind::OutputDelays } else { EditKind::Others });
        }
        Ok(())
    }

    /// States delays after output ports and pins, where no clock captures.
    ///
    /// # Errors
    /// If one of them is no output, or a time is out of range.
    pub fn set_unclocked_output_delay(
        &mut self,
        ports: &[PinId],
        delay: Quad<Option<Ticks>>,
        others: OtherDelays,
    ) -> Result<(), ConstraintError> {
        self.check_ports_or_pins(ports, PortDirection::Output)?;
        self.check_delay(None, &delay)?;
        for &port in ports {
            let constraints = self.edited();
            if others == OtherDelays::Replaced {
                constraints.output_delays.remove(&port);
            }
            state(&mut constraints.unclocked_output_delays, port, PortDelay::new((), delay), others);
        }
        Ok(())
    }

    /// Takes output delays that no clock captures away from ports.
    ///
    /// # Errors
    /// If one of them is no output.
    pub fn unset_unclocked_output_delay(
        &mut self,
        ports: &[PinId],
        meant: &Quad<bool>,
    ) -> Result<(), ConstraintError> {
        self.check_ports_or_pins(ports, PortDirection::Output)?;
        ports.iter().for_each(|&port| unstate(&mut self.edited().unclocked_output_delays, port, (), meant));
        Ok(())
    }

    /// Takes all away that is stated of a port: delays, slew, loads, required times.
    ///
    /// # Errors
    /// If it is no port.
    pub fn clear_port(&mut self, port: PinId) -> Result<(), ConstraintError> {
        self.check_port(port)?;
        let constraints = self.edited();
        constraints.input_delays.remove(&port);
        constraints.output_delays.remove(&port);
        constraints.unclocked_output_delays.remove(&port);
        constraints.input_slews.remove(&port);
        constraints.drives.remove(&port);
        constraints.loads.remove(&port);
        constraints.required_times.remove(&port);
        constraints.clock_arrivals.remove(&port);
        Ok(())
    }

    /// States slews at input ports.
    ///
    /// # Errors
    /// If one of them is no input, or a slew is negative.
    pub fn set_input_slew(
        &mut self,
        ports: &[PinId],
        slew: Quad<Option<f32>>,
    ) -> Result<(), ConstraintError> {
        self.check_ports(ports, PortDirection::Input)?;
        check_amounts(&slew, LARGEST_TIME)?;
        for &port in ports {
            let constraints = self.edited_as(EditKind::Slews);
            merge(constraints.input_slews.entry(port).or_insert(quad(None)), &slew);
            take_stated_away(&mut constraints.drives, port, &slew);
        }
        Ok(())
    }

    /// States what drives input ports, in place of slews that are stated of them.
    ///
    /// # Errors
    /// If one of them is no input, a resistance or slew is negative, or a library cell has no arc that leads as it is said to.
    pub fn set_drive(&mut self, ports: &[PinId], drive: Quad<Option<Drive>>) -> Result<(), ConstraintError> {
        self.check_ports(ports, PortDirection::Input)?;
        drive.iter().flatten().flatten().try_for_each(|drive| self.check_drive(drive))?;
        for &port in ports {
            let constraints = self.edited_as(EditKind::Slews);
            merge(constraints.drives.entry(port).or_insert(quad(None)), &drive);
            take_stated_away(&mut constraints.input_slews, port, &drive);
        }
        Ok(())
    }

    fn check_drive(&self, drive: &Drive) -> Result<(), ConstraintError> {
        match drive {
            Drive::Resistance(resistance) => check_amount(*resistance, LARGEST_RESISTANCE),
            Drive::Cell(cell) => {
                cell.slews.iter().try_for_each(|&slew| check_amount(slew, LARGEST_TIME))?;
                self.check_library_cell(cell.master)?;
                let library = self.netlist.library();
                if DrivingCell::inputs_of(library, cell.master, cell.output).contains(&cell.input) {
                    return Ok(());
                }
                let master = library.master(cell.master);
                let output = master.pins.get(cell.output as usize);
                Err(ConstraintError::DrivesNothing {
                    cell: master.name.to_string(),
                    output: output.map_or_else(String::new, |pin| pin.name.to_string()),
                })
            }
        }
    }

    /// Takes away what drives input ports.
    ///
    /// # Errors
    /// If one of them is no input.
    pub fn unset_drive(&mut self, ports: &[PinId]) -> Result<(), ConstraintError> {
        self.check_ports(ports, PortDirection::Input)?;
        for port in ports {
            self.edited_as(EditKind::Slews).drives.remove(port);
        }
        Ok(())
    }

    /// Takes input delays against an edge, or against none, away from ports.
    ///
    /// # Errors
    /// If one of them is no input.
    pub fn unset_input_delay(
        &mut self,
        ports: &[PinId],
        edge: Option<ClockEdge>,
        meant: &Quad<bool>,
    ) -> Result<(), ConstraintError> {
        self.check_ports_or_pins(ports, PortDirection::Input)?;
        ports.iter().for_each(|&port| unstate(&mut self.edited().input_delays, port, edge, meant));
        Ok(())
    }

    /// Takes output delays against an edge away from ports.
    ///
    /// # Errors
    /// If one of them is no output.
    pub fn unset_output_delay(
        &mut self,
        ports: &[PinId],
        edge: ClockEdge,
        meant: &Quad<bool>,
    ) -> Result<(), ConstraintError> {
        self.check_ports_or_pins(ports, PortDirection::Output)?;
        ports.iter().for_each(|&port| unstate(&mut self.edited().output_delays, port, edge, meant));
        Ok(())
    }

    /// States the capacitance of nets' wires, in place of their parasitics.
    ///
    /// # Errors
    /// If there is no such net, or a capacitance is negative.
    pub fn set_net_load(&mut self, nets: &[NetId], load: Quad<Option<f32>>) -> Result<(), ConstraintError> {
        nets.iter().try_for_each(|&net| self.check_net(net))?;
        check_amounts(&load, LARGEST_CAPACITANCE)?;
        for &net in nets {
            merge(self.edited_as(EditKind::Loads).net_loads.entry(net).or_insert(quad(None)), &load);
        }
        Ok(())
    }

    /// Takes away what is stated of nets' wires: their parasitics count again.
    ///
    /// # Errors
    /// If there is no such net.
    pub fn unset_net_load(&mut self, nets: &[NetId]) -> Result<(), ConstraintError> {
        nets.iter().try_for_each(|&net| self.check_net(net))?;
        for net in nets {
            self.edited_as(EditKind::Loads).net_loads.remove(net);
        }
        Ok(())
    }

    /// States what the pins outside add to the loads of ports.
    ///
    /// # Errors
    /// If one of them is no port, or a capacitance is negative.
    pub fn set_pin_load(&mut self, ports: &[PinId], load: Quad<Option<f32>>) -> Result<(), ConstraintError> {
        self.set_load(ports, &load, |known| &mut known.pins)
    }

    /// States what the wires outside add to the loads of ports.
    ///
    /// # Errors
    /// If one of them is no port, or a capacitance is negative.
    pub fn set_wire_load(&mut self, ports: &[PinId], load: Quad<Option<f32>>) -> Result<(), ConstraintError> {
        self.set_load(ports, &load, |known| &mut known.wires)
    }

    fn set_load(
        &mut self,
        ports: &[PinId],
        load: &Quad<Option<f32>>,
        part: impl Fn(&mut PortLoad) -> &mut Quad<Option<f32>>,
    ) -> Result<(), ConstraintError> {
        ports.iter().try_for_each(|&port| self.check_port(port))?;
        check_amounts(load, LARGEST_CAPACITANCE)?;
        for &port in ports {
            merge(part(self.edited_as(EditKind::Loads).loads.entry(port).or_default()), load);
        }
        Ok(())
    }

    /// States when signals are required at output ports.
    ///
    /// # Errors
    /// If one of them is no output, or a time is out of range.
    pub fn set_required_time(
        &mut self,
        ports: &[PinId],
        required: Quad<Option<Ticks>>,
    ) -> Result<(), ConstraintError> {
        self.check_ports(ports, PortDirection::Output)?;
        self.check_times(required.into_iter().flatten().flatten())?;
        for &port in ports {
            let known = self.constraints.required_times.entry(port).or_insert(quad(None));
            let before = are_stated(known);
            merge(known, &required);
            let is_same = before == are_stated(known) && before != quad(false);
            self.edits.add(if is_same { EditKind::OutputDelays } else { EditKind::Others });
        }
        Ok(())
    }

    fn check_delay(
        &self,
        edge: Option<ClockEdge>,
        delay: &Quad<Option<Ticks>>,
    ) -> Result<(), ConstraintError> {
        self.check_times(delay.iter().flatten().flatten().copied())?;
        match edge {
            Some(edge) if self.clocks.get(edge.clock).is_none() => {
                Err(ConstraintError::NoClock(edge.clock.0))
            }
            _ => Ok(()),
        }
    }
}

fn check_amount(value: f32, largest: f32) -> Result<(), ConstraintError> {
    if (0.0..=largest).contains(&value) { Ok(()) } else { Err(ConstraintError::Negative(value.to_string())) }
}

pub(super) fn check_amounts(values: &Quad<Option<f32>>, largest: f32) -> Result<(), ConstraintError> {
    let wrong = values.iter().flatten().flatten().find(|value| !(0.0..=largest).contains(*value));
    wrong.map_or(Ok(()), |value| Err(ConstraintError::Negative(value.to_string())))
}

/// Returns whether times are stated of the same edges and transitions as before.
fn state<E: Copy + PartialEq>(
    all: &mut BTreeMap<PinId, Vec<PortDelay<E>>>,
    port: PinId,
    stated: PortDelay<E>,
    others: OtherDelays,
) -> bool {
    let shape = |delays: &[PortDelay<E>]| {
        delays.iter().map(|delay| (delay.edge, are_stated(&delay.delay))).collect::<Vec<_>>()
    };
    let delays = all.entry(port).or_default();
    let before = shape(delays);
    if others == OtherDelays::Replaced {
        delays.retain(|delay| delay.edge == stated.edge);
    }
    let place = delays.iter().position(|delay| delay.edge == stated.edge).unwrap_or_else(|| {
        delays.push(PortDelay::new(stated.edge, quad(None)));
        delays.len() - 1
    });
    delays[place].included = stated.included;
    let known = &mut delays[place].delay;
    for split in Split::ALL {
        for (known, new) in known[split as usize].iter_mut().zip(stated.delay[split as usize]) {
            *known = match (*known, new, split) {
                (Some(old), Some(new), Split::Early) if others == OtherDelays::Kept => Some(old.min(new)),
                (Some(old), Some(new), Split::Late) if others == OtherDelays::Kept => Some(old.max(new)),
                (old, new, _) => new.or(old),
            };
        }
    }
    before == shape(delays)
}

fn are_stated(times: &Quad<Option<Ticks>>) -> Quad<bool> {
    times.map(|split| split.map(|time| time.is_some()))
}

fn unstate<E: Copy + PartialEq>(
    all: &mut BTreeMap<PinId, Vec<PortDelay<E>>>,
    port: PinId,
    edge: E,
    meant: &Quad<bool>,
) {
    take_away(all, port, |delays| {
        let is_empty = |delay: &mut PortDelay<E>| empty(delay.delay.as_flattened_mut(), meant.as_flattened());
        delays.retain_mut(|delay| delay.edge != edge || !is_empty(delay));
        delays.is_empty()
    });
}

/// Takes the lanes of a port away of which something else is stated in their place.
fn take_stated_away<T, U: Copy>(
    all: &mut BTreeMap<PinId, Quad<Option<T>>>,
    port: PinId,
    stated: &Quad<Option<U>>,
) {
    let meant = stated.map(|split| split.map(|value| value.is_some()));
    take_away(all, port, |known| empty(known.as_flattened_mut(), meant.as_flattened()));
}
