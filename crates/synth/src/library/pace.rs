//! How strong cells are, and how fast a library is, by its smallest inverter.

use super::{Cell, Edge, Split};

/// An inverter that drives four like it, whose own input has the slew that such an inverter makes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reference {
    /// fF of its input.
    pub(super) capacitance: f64,
    /// Its delay, mean of rise and fall, ps.
    pub(super) delay: f64,
    /// ps
    slew: f32,
    /// kΩ, of the slower edge.
    resistance: f64,
}

/// Load of a reference, in its own inputs.
const FANOUT: f32 = 4.0;
/// Rounds after which its slew stays as it is.
const ROUNDS: usize = 10;
/// fF a unit of drive, at which cells are compared.
const COMPARED: f64 = 5.0;

impl Reference {
    /// That of an inverter.
    pub(super) fn new(inverter: &Cell) -> Self {
        let capacitance = input(inverter);
        let load = FANOUT * capacitance;
        let slower = |slew: f32| edges(inverter).map(|edge| edge.slew.at(slew, load)).fold(0.0, f32::max);
        let slew = (0..ROUNDS).fold(0.0, |slew, _| slower(slew));
        let delays: Vec<f64> = edges(inverter).map(|edge| f64::from(edge.delay.at(slew, load))).collect();
        let delay = delays.iter().sum::<f64>() / delays.len().max(1) as f64;
        let resistance = resistance(inverter, slew);
        Self { capacitance: f64::from(capacitance), delay, slew, resistance }
    }

    /// A cell's drive, in fF of which its nets have a few: that of the reference is its own input.
    pub(super) fn drive(&self, cell: &Cell) -> f64 {
        let weaker = resistance(cell, self.slew) / self.resistance;
        // A table that load is of no influence on says nothing about strength.
        if weaker.is_finite() && weaker > 1e-3 { self.capacitance / weaker } else { self.capacitance }
    }

    /// The slowest edge of a cell under a load that befits it, ps.
    pub(super) fn slowest(&self, cell: &Cell) -> f64 {
        let load = (COMPARED * cell.drive) as f32;
        edges(cell).map(|edge| f64::from(edge.delay.at(self.slew, load))).fold(0.0, f64::max)
    }
}

/// fF of a cell's first input, late, mean of rise and fall.
pub(super) fn input(cell: &Cell) -> f32 {
    cell.capacitance.first().map_or(0.0, |[_, late]| 0.5 * (late[0] + late[1]))
}

fn edges(cell: &Cell) -> impl Iterator<Item = &Edge> {
    cell.arcs[Split::Late as usize].iter().flat_map(|arc| arc.edges.iter().flatten())
}

/// How much later the slowest edge is for each fF, kΩ.
fn resistance(cell: &Cell, slew: f32) -> f64 {
    let of = |edge: &Edge| {
        let loads = &edge.delay.columns;
        let [first, .., last] = loads[..] else { return 0.0 };
        f64::from((edge.delay.at(slew, last) - edge.delay.at(slew, first)) / (last - first))
    };
    edges(cell).map(of).fold(0.0, f64::max)
}
