//! Ports of the top module.

use crate::PinId;

/// A port of the top module, all its bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Port {
    /// Name, without an index.
    pub name: Box<str>,
    /// Direction as seen from outside.
    pub direction: PortDirection,
    /// (msb, lsb); none for a scalar.
    pub range: Option<(i32, i32)>,
    /// Pin of its leftmost bit; the others follow.
    pub first_pin: PinId,
}

impl Port {
    /// The pins of its bits, leftmost first.
    pub fn bits(&self) -> impl ExactSizeIterator<Item = PinId> + use<> {
        let width = self.range.map_or(1, |(msb, lsb)| msb.abs_diff(lsb) + 1);
        (self.first_pin.0..self.first_pin.0 + width).map(PinId)
    }
}

/// Direction of a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PortDirection {
    /// Drives the design.
    Input,
    /// Is driven by the design.
    Output,
    /// Both.
    Inout,
}
