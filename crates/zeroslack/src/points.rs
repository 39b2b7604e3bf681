//! What constrained paths have to pass, by name.

use zeroslack_netlist::{CellId, HierarchicalPinId, InstanceId, NetId, PinId};
use zeroslack_sdc::ClockId;
use zeroslack_units::Transition;

/// An object that paths start at, pass or end at, and the transition that counts there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    /// The object, or what it is called.
    pub what: PointOf,
    /// Both count if none is said.
    pub transition: Option<Transition>,
}

/// What a point is: an object of the design, or whatever has a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PointOf {
    /// A name or a pattern: of a pin (`cell/pin`), a port, a cell, an instance of a module (all its cells at the ends, all its pins in between), a clock (at
    /// the ends), a pin of an instance or a net (in between). In a pattern `*` is any text and `?` any character, within one level of the hierarchy. A
    /// backslash takes the meaning away from the next character; `bus` and `bus[7:0]` stand for the bits of a bus.
    Named(String),
    /// A pin of a cell, or a port.
    Pin(PinId),
    /// What paths come to through it.
    HierarchicalPin(HierarchicalPinId),
    /// All pins of a cell.
    Cell(CellId),
    /// Where paths start and end all that is in it, in between its pins.
    Instance(InstanceId),
    /// All pins of a net.
    Net(NetId),
    /// All that a clock launches or captures.
    Clock(ClockId),
}

/// What paths have to pass, by name. Each set takes whatever one of its points matches. A name has to match something where paths can be; of objects beside each
/// other, as of a list of all registers, one has to.
///
/// ```
/// use zeroslack::PathPoints;
///
/// let points = PathPoints::new().from(["core_clk"]).through(["u_alu/*"]).through(["n42", "n43"]).to(["out_reg[*]"]);
/// assert_eq!(points.through.len(), 2);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PathPoints {
    /// Where they start: clocks, input ports, registers or their clock pins. Anywhere if empty.
    pub from: Vec<Point>,
    /// Sets of pins, ports, cells and nets that they pass, one after the other, each at another pin.
    pub through: Vec<Vec<Point>>,
    /// Where they end: clocks that capture, output ports, registers or their data pins. Anywhere if empty.
    pub to: Vec<Point>,
}

impl<T: Into<String>> From<T> for Point {
    fn from(name: T) -> Self {
        Self { what: PointOf::Named(name.into()), transition: None }
    }
}

fn points<P: Into<Point>>(points: impl IntoIterator<Item = P>) -> Vec<Point> {
    points.into_iter().map(Into::into).collect()
}

impl PathPoints {
    /// Any path.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether any path will do.
    pub fn is_any(&self) -> bool {
        self.from.is_empty() && self.through.is_empty() && self.to.is_empty()
    }

    /// From one of these.
    #[must_use]
    pub fn from<P: Into<Point>>(self, from: impl IntoIterator<Item = P>) -> Self {
        Self { from: points(from), ..self }
    }

    /// And then through one of these.
    #[must_use]
    pub fn through<P: Into<Point>>(mut self, through: impl IntoIterator<Item = P>) -> Self {
        self.through.push(points(through));
        self
    }

    /// To one of these.
    #[must_use]
    pub fn to<P: Into<Point>>(self, to: impl IntoIterator<Item = P>) -> Self {
        Self { to: points(to), ..self }
    }
}
