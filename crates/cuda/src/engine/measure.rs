//! How long the stages take on a GPU, and how much they move.

use cudarc::driver::sys::CUevent_flags;

use crate::engine::schedule::Stage;
use crate::engine::update::{CudaEngine, Sizes};
use crate::error::{CudaError, Trying};
use crate::machine::Machine;

/// One stage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StageTime {
    /// The stage.
    pub stage: Stage,
    /// Median, ms.
    pub milliseconds: f32,
    /// What it has to move, bytes: see [`CudaEngine::measure`].
    pub bytes: u64,
}

/// An update, stage by stage.
#[derive(Clone, Debug, PartialEq)]
pub struct Measure {
    /// In the order in which they run.
    pub stages: Vec<StageTime>,
    /// A whole update, ms: the median.
    pub milliseconds: f32,
}

impl CudaEngine {
    /// Runs an update `repeats` times and times it with events, with the data resident.
    ///
    /// Stages that have nothing to do are left out. Bytes are counted by hand: every array read once where it lies in order, values looked up by source, target, arc or wire once a
    /// look-up (16 bytes of floats, 32 of times), results written once, tables not at all; of the lists of CPPR only their heads.
    ///
    /// # Errors
    /// If the GPU fails.
    pub fn measure(&mut self, repeats: usize) -> Result<Measure, CudaError> {
        let (context, stream) = (self.machine().context().clone(), self.machine().stream().clone());
        let event = || context.new_event(Some(CUevent_flags::CU_EVENT_DEFAULT)).trying_to("make an event");
        // There is room for everything then.
        self.update()?;
        let marks = (0..=Stage::ALL.len()).map(|_| event()).collect::<Result<Vec<_>, _>>()?;
        let mut times = vec![Vec::with_capacity(repeats); Stage::ALL.len()];
        let mut whole = Vec::with_capacity(repeats);
        for _ in 0..repeats {
            // All in one go, so that the GPU never waits for the host but at the start.
            self.machine().synchronize()?;
            self.start(Stage::Nets)?;
            marks[0].record(&stream).trying_to("record an event")?;
            for (stage, mark) in Stage::ALL.into_iter().zip(&marks[1..]) {
                self.start(stage)?;
                mark.record(&stream).trying_to("record an event")?;
            }
            self.machine().synchronize()?;
            let elapsed =
                |from: usize, to: usize| marks[from].elapsed_ms(&marks[to]).trying_to("tell a time");
            for (index, times) in times.iter_mut().enumerate() {
                times.push(elapsed(index, index + 1)?);
            }
            whole.push(elapsed(0, Stage::ALL.len())?);
        }
        let stages = Stage::ALL.into_iter().zip(times).filter_map(|(stage, times)| {
            let is_off = stage == Stage::Clocks && !self.has_cppr();
            let bytes = if is_off { 0 } else { bytes(stage, &self.sizes()) };
            (bytes > 0).then(|| StageTime { stage, milliseconds: median(times), bytes })
        });
        Ok(Measure { stages: stages.collect(), milliseconds: median(whole) })
    }
}

fn median(mut times: Vec<f32>) -> f32 {
    times.sort_by(f32::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(f32::NAN)
}

/// See [`CudaEngine::measure`].
fn bytes(stage: Stage, sizes: &Sizes) -> u64 {
    let Sizes { nodes, arcs, trees, wires, rc_nodes, pin_checks, checks, endpoint_slacks, .. } = *sizes;
    // Fan-in, tree, slew; loads; source, kind, slew, delay; delay and impulse.
    let delays =
        (4 + 4 + 16) * sizes.pin_nodes + 16 * trees + (8 + 16 + 16) * sizes.pin_arcs + 32 * sizes.wire_arcs;
    let bytes = match stage {
        // Nodes; order, places, load; place in the tree, delay, impulse.
        Stage::Nets => 16 * rc_nodes + (4 + 8 + 8 + 16) * trees + (4 + 32) * wires,
        Stage::Delays if sizes.is_pin_graph => 0,
        Stage::Delays => delays,
        // Arrivals of nodes, and at the sources of arcs.
        Stage::Forward if sizes.is_pin_graph => delays + 32 * nodes + 32 * arcs,
        // Fan-in, arrival; source, arc of the pin graph, its delay, delay, arrival.
        Stage::Forward => (4 + 32) * nodes + (4 + 4 + 16 + 16 + 32) * arcs,
        // Fan-in, heads; source, kind, delay, heads.
        Stage::Clocks => (4 + 64) * nodes + (8 + 16 + 64) * arcs,
        // The cell's check, slews, margins; the check, margins, arrivals, credits, what it requires.
        Stage::Checks => (16 + 2 * 16 + 8) * pin_checks + (32 + 8 + 2 * 32 + 16 + 16 + 8) * checks,
        // Fan-out, end, required; checks of both their ends; target, arc, delay, required.
        Stage::Backward => (4 + 4 + 32) * nodes + 2 * (4 + 32 + 24) * checks + (8 + 16 + 32) * arcs,
        // The endpoint, arrivals, slack; the check, what it requires.
        Stage::Slacks => (16 + 32 + 8) * endpoint_slacks + (32 + 16) * checks,
    };
    bytes as u64
}
