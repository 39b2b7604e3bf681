//! The results of an update, brought back.

use zeroslack_graph::{Source, TimingGraph};
use zeroslack_timing::{Driven, Timing, Wire};

use crate::engine::update::Engine;
use crate::error::CudaError;
use crate::machine::Machine;
use crate::machine::words::{floats, time, times};

impl<M: Machine> Engine<M> {
    /// A full update and all its results, with CPPR where `timing` has it on, by its rule.
    ///
    /// # Errors
    /// If there is not enough memory, or the machine fails.
    pub fn update_into(&mut self, graph: &TimingGraph, timing: &mut Timing) -> Result<(), CudaError> {
        self.set_common_point(graph, timing.common_point())?;
        self.set_cppr(graph, timing.has_cppr())?;
        self.update()?;
        self.fetch_all(timing)
    }

    /// Fetches all results of an update.
    ///
    /// # Errors
    /// If the machine fails.
    pub fn fetch_all(&self, timing: &mut Timing) -> Result<(), CudaError> {
        timing.set_cppr(self.after_cppr_by().is_some());
        timing.set_common_point(self.after_cppr_by().unwrap_or(self.common_point()));
        let (passes, unsettled) = self.latch_passes();
        timing.set_latch_passes(passes, unsettled);
        self.fetch_delays(timing)?;
        self.fetch_arrivals(timing)?;
        self.fetch_credits(timing)?;
        self.fetch_required(timing)
    }

    /// Fetches what CPPR adds to the slacks of checks.
    ///
    /// # Errors
    /// If the machine fails.
    pub fn fetch_credits(&self, timing: &mut Timing) -> Result<(), CudaError> {
        let checks = if self.after_cppr_by().is_some() { self.sizes().checks } else { 0 };
        let credits = timing.arrays_mut().credits;
        self.machine()
            .read(&self.resident().credits, checks, credits, |[a, b, c, d]| [time([a, b]), time([c, d])])
    }

    /// Fetches loads, wires, slews, delays and margins.
    ///
    /// # Errors
    /// If the machine fails.
    pub fn fetch_delays(&self, timing: &mut Timing) -> Result<(), CudaError> {
        let (machine, resident, sizes) = (self.machine(), self.resident(), self.sizes());
        let arrays = timing.arrays_mut();
        machine.read(&resident.loads, sizes.trees, arrays.loads, floats)?;
        match &resident.arc_loads {
            None => *arrays.arc_loads = None,
            Some(loads) => {
                machine.read(loads, sizes.pin_arcs, arrays.arc_loads.get_or_insert_default(), floats)?
            }
        }
        machine.read(&resident.wires, sizes.wires, arrays.wires, |[a, b, c, d, e, f, g, h]| Wire {
            delay: floats([a, b, c, d]),
            impulse: floats([e, f, g, h]),
        })?;
        self.fetch_drives(timing)?;
        let arrays = timing.arrays_mut();
        machine.read(&resident.slew, sizes.pin_nodes, arrays.slews, floats)?;
        machine.read(&resident.delay, sizes.pin_arcs, arrays.delays, floats)?;
        match &resident.gathered {
            None => *arrays.gathered = None,
            Some(gathered) => {
                machine.read(gathered, sizes.arcs, arrays.gathered.get_or_insert_default(), floats)?
            }
        }
        machine.read(&resident.margin, sizes.pin_checks, arrays.margins, |words: [u32; 2]| {
            words.map(f32::from_bits)
        })
    }

    /// Fetches what drives make at ports, and where signals start because of it.
    fn fetch_drives(&self, timing: &mut Timing) -> Result<(), CudaError> {
        let arrays = timing.arrays_mut();
        arrays.driven.clear();
        *arrays.sources = None;
        let Some(drives) = &self.resident().drives else { return Ok(()) };
        let (mut slews, mut delays, mut arrivals) = (Vec::new(), Vec::new(), Vec::new());
        self.machine().read(&drives.slews, drives.ports, &mut slews, floats)?;
        self.machine().read(&drives.delays, drives.ports, &mut delays, floats)?;
        self.machine().read(&self.resident().starts, drives.nodes.len(), &mut arrivals, times)?;
        let driven = slews.into_iter().zip(delays).map(|(slew, delay)| Driven { slew, delay });
        arrays.driven.extend(driven);
        let sources = drives.nodes.iter().zip(arrivals).map(|(&node, arrival)| Source { node, arrival });
        *arrays.sources = Some(sources.collect());
        Ok(())
    }

    /// Fetches arrivals.
    ///
    /// # Errors
    /// If the machine fails.
    pub fn fetch_arrivals(&self, timing: &mut Timing) -> Result<(), CudaError> {
        self.machine().read(&self.resident().arrival, self.sizes().nodes, timing.arrays_mut().arrivals, times)
    }

    /// Fetches required times.
    ///
    /// # Errors
    /// If the machine fails.
    pub fn fetch_required(&self, timing: &mut Timing) -> Result<(), CudaError> {
        self.machine().read(
            &self.resident().required,
            self.sizes().nodes,
            timing.arrays_mut().required_times,
            times,
        )
    }
}
