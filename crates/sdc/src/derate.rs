//! Factors on delays and on what checks ask for (`set_timing_derate`).

use std::collections::BTreeMap;

use zeroslack_netlist::{CellId, MasterId, NetId};
use zeroslack_units::{Quad, quad};

/// What a factor is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DerateKind {
    /// Delays of cells.
    CellDelay = 0,
    /// Delays of wires.
    NetDelay = 1,
    /// Setup, hold, recovery and removal times.
    CellCheck = 2,
}

impl DerateKind {
    /// All, in the order of their indices.
    pub const ALL: [Self; 3] = [Self::CellDelay, Self::NetDelay, Self::CellCheck];
}

/// Which part of a path a delay is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PathPart {
    /// What a clock launched, from the register's output or the input port on.
    Data = 0,
    /// The clock network.
    Clock = 1,
}

impl PathPart {
    /// Both, in the order of their indices.
    pub const ALL: [Self; 2] = [Self::Data, Self::Clock];
}

/// The factors that are stated of one object: for each kind of delay and each part of a path `[split][transition]`, the transition that of the signal
/// at the end of the arc, or of the data that is checked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DerateFactors([[Quad<Option<f32>>; 2]; 3]);

impl Default for DerateFactors {
    fn default() -> Self {
        Self([[quad(None); 2]; 3])
    }
}

impl DerateFactors {
    /// The factors on a kind of delay in a part of a path, where they are stated: `[split][transition]`.
    pub fn of(&self, kind: DerateKind, part: PathPart) -> &Quad<Option<f32>> {
        &self.0[kind as usize][part as usize]
    }

    /// States a factor.
    pub(crate) fn state(&mut self, on: &DerateScope, factor: f32) {
        for kind in DerateKind::ALL.into_iter().filter(|&kind| on.kinds[kind as usize]) {
            for part in PathPart::ALL.into_iter().filter(|&part| on.parts[part as usize]) {
                let values = &mut self.0[kind as usize][part as usize];
                for (value, &is_meant) in values.as_flattened_mut().iter_mut().zip(on.edges.as_flattened()) {
                    if is_meant {
                        *value = Some(factor);
                    }
                }
            }
        }
    }
}

/// Which factors of an object are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DerateScope {
    /// By [`DerateKind`].
    pub kinds: [bool; 3],
    /// By [`PathPart`].
    pub parts: [bool; 2],
    /// `[split][transition]`.
    pub edges: Quad<bool>,
}

/// What factors are stated of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DerateTarget {
    /// All of the design.
    Design,
    /// A library cell: the cells of the design that are one.
    LibraryCell(MasterId),
    /// A cell of the design.
    Cell(CellId),
    /// A net.
    Net(NetId),
}

/// All factors of a mode. The most specific counts: of a cell's delays and checks that of the cell, then that of its library cell, then that of the design; of a wire's
/// delay that of its net, then that of the design. Where none is stated it is 1.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Derates {
    /// In the order of targets. One that states nothing is not there.
    pub(crate) stated: BTreeMap<DerateTarget, DerateFactors>,
}

impl Derates {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.stated.is_empty()
    }

    /// What is stated of an object.
    pub fn of(&self, target: DerateTarget) -> Option<&DerateFactors> {
        self.stated.get(&target)
    }

    /// All that are stated, in the order of targets.
    pub fn iter(&self) -> impl Iterator<Item = (DerateTarget, &DerateFactors)> {
        self.stated.iter().map(|(&target, factors)| (target, factors))
    }

    /// The factors on a kind of delay in a part of a path of some objects, the most specific of them first: `[split][transition]`, 1 where none of them states one.
    pub fn factors<const N: usize>(
        &self,
        targets: [Option<DerateTarget>; N],
        kind: DerateKind,
        part: PathPart,
    ) -> Quad<f32> {
        let mut found = quad(None);
        for factors in targets.into_iter().flatten().filter_map(|target| self.of(target)) {
            let stated = factors.of(kind, part).as_flattened();
            for (found, &stated) in found.as_flattened_mut().iter_mut().zip(stated) {
                *found = found.or(stated);
            }
        }
        found.map(|split| split.map(|factor| factor.unwrap_or(1.0)))
    }
}
