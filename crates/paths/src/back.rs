//! What a vertex of the forest keeps, in 8 bytes.

use zeroslack_graph::VertexId;
use zeroslack_units::Ticks;

/// What no way costs.
pub(crate) const NO_WAY: Ticks = Ticks::MAX;

/// What the way back from a vertex is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Back {
    /// The vertex that the worst arrival comes from; with [`Back::SKIP`] the one before that, which has but one way in.
    /// [`Back::ENDED`] where it starts; with [`Back::LAUNCH`] if it comes by a launch.
    pub(crate) next: u32,
    /// The least cost of a deviation here.
    pub(crate) local: Cost,
    /// The least cost of a deviation from here back to the start.
    pub(crate) least: Cost,
}

impl Back {
    const FLAGS: u32 = 3 << 30;
    pub(crate) const SKIP: u32 = 1 << 30;
    pub(crate) const LAUNCH: u32 = 2 << 30;
    pub(crate) const ENDED: u32 = 3 << 30;

    /// As it is kept: an array of zeros costs nothing until it is written to.
    #[inline]
    pub(crate) fn pack(self) -> u64 {
        u64::from(self.next) | u64::from(self.local.0) << 32 | u64::from(self.least.0) << 48
    }

    #[inline]
    pub(crate) fn unpack(bits: u64) -> Self {
        Self { next: bits as u32, local: Cost((bits >> 32) as u16), least: Cost((bits >> 48) as u16) }
    }

    #[inline]
    pub(crate) fn flags(self) -> u32 {
        self.next & Self::FLAGS
    }

    /// The vertex where the way back goes on, and how many steps that is; none at a start.
    #[inline]
    pub(crate) fn step(self) -> Option<(VertexId, u32)> {
        let vertex = VertexId(self.next & !Self::FLAGS);
        match self.flags() {
            0 => Some((vertex, 1)),
            Self::SKIP => Some((vertex, 2)),
            _ => None,
        }
    }
}

/// A cost, rounded down: 6 bits of exponent, 10 of mantissa. Greater costs never have smaller codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Cost(u16);

/// No deviation costs more: times stay below that.
const MOST: Ticks = Ticks::MAX / 2;

impl Cost {
    /// Of a budget: what costs more has a greater code or the same.
    #[inline]
    pub(crate) fn within(budget: Ticks) -> Self {
        Self::of(budget.min(MOST))
    }

    /// Of a cost that is not negative; [`NO_WAY`] has the greatest code of all.
    #[inline]
    pub(crate) fn of(cost: Ticks) -> Self {
        const ONE: u32 = 1_f32.to_bits();
        Self(((((cost | 1) as f32).to_bits() - ONE) >> 13) as u16)
    }
}
