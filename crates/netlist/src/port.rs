//! Ports of the top module.

use std::borrow::Cow;

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
    /// The index of a bit in its bus; none for a scalar.
    pub fn index_of(&self, bit: PinId) -> Option<i32> {
        let place = (bit.0 - self.first_pin.0) as i32;
        self.range.map(|(msb, lsb)| if msb >= lsb { msb - place } else { msb + place })
    }

    /// The name of a bit, with its index.
    pub fn bit_name(&self, bit: PinId) -> Cow<'_, str> {
        match self.index_of(bit) {
            Some(index) => Cow::Owned(format!("{}[{index}]", self.name)),
            None => Cow::Borrowed(&self.name),
        }
    }

    /// The pins of its bits, leftmost first.
    pub fn bits(&self) -> impl ExactSizeIterator<Item = PinId> + use<> {
        (self.first_pin.0..self.first_pin.0 + self.width() as u32).map(PinId)
    }

    /// Number of its bits.
    pub fn width(&self) -> usize {
        self.range.map_or(1, |(msb, lsb)| msb.abs_diff(lsb) as usize + 1)
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
