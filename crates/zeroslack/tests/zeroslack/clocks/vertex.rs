//! What the oracle tells signals apart by.

use std::fmt;

use super::network::{ClockEdge, Spot};

/// What is known of a signal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tag {
    /// The clock edge that launched it.
    pub launch: Option<ClockEdge>,
    /// Whether it still is that edge.
    pub is_clock: bool,
    /// Of a clock, whether its tree's delays count.
    pub is_propagated: bool,
    /// Of a clock, whether it goes on through registers to where a clock starts that is generated from it.
    pub is_generating: bool,
}

impl Tag {
    pub fn data(launch: Option<ClockEdge>) -> Self {
        Self { launch, is_clock: false, is_propagated: false, is_generating: false }
    }
}

/// A signal at a spot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Vertex {
    pub spot: Spot,
    pub tag: Tag,
    /// Whether it is an ideal clock's edge as a register sees it, without its tree.
    pub is_ideal: bool,
}

impl Vertex {
    pub fn new(spot: Spot, tag: Tag) -> Self {
        Self { spot, tag, is_ideal: false }
    }
}

impl fmt::Debug for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tag { launch, is_clock, is_propagated, is_generating } = self.tag;
        write!(f, "{:?}", self.spot)?;
        launch.map_or(Ok(()), |launch| write!(f, "/{launch:?}"))?;
        let marks = [
            (!is_clock, "/data"),
            (is_propagated, "/tree"),
            (is_generating, "/generating"),
            (self.is_ideal, "/ideal"),
        ];
        for (is_so, text) in marks {
            f.write_str(if is_so { text } else { "" })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { launch, is_clock, is_propagated, .. } = self;
        write!(f, "{launch:?} clock {is_clock} propagated {is_propagated}")
    }
}
