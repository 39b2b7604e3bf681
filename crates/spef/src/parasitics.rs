//! The plain value that a SPEF file is read into: nets of flat arrays.

use std::ops::Range;

/// How to read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// What a coupling capacitor counts for at each of its ends, 0 or more.
    pub coupling_factor: f32,
    /// Which value of `min:typ:max` to take: 0, 1, 2.
    pub triplet: usize,
}

/// Factor 1, typical values.
impl Default for Options {
    fn default() -> Self {
        Self { coupling_factor: 1.0, triplet: 1 }
    }
}

/// A SPEF file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spef<'t> {
    /// The header.
    pub header: Header<'t>,
    /// `*NAME_MAP`.
    pub names: NameMap<'t>,
    /// `*PORTS` and `*PHYSICAL_PORTS`.
    pub ports: Vec<Port<'t>>,
    /// The nets, in file order, in pieces that were parsed in parallel.
    pub pieces: Vec<Nets<'t>>,
}

/// The header's lines, quotes taken off.
#[derive(Clone, Debug, PartialEq)]
pub struct Header<'t> {
    /// `*DESIGN`.
    pub design: &'t str,
    /// `*DIVIDER`: between levels of hierarchy, `/` where not given.
    pub divider: char,
    /// `*DELIMITER`: between an instance or net and its pin or node, `:` where not given.
    pub delimiter: char,
    /// `*BUS_DELIMITER`: `[` and `]` where not given.
    pub bus_delimiter: (char, Option<char>),
    /// `*DESIGN_FLOW` words.
    pub design_flow: Vec<&'t str>,
    /// ps per file unit.
    pub time_unit: f64,
    /// fF per file unit.
    pub capacitance_unit: f64,
    /// kΩ per file unit.
    pub resistance_unit: f64,
}

/// `/`, `:`, `[ ]`, ns, pF, Ω.
impl Default for Header<'_> {
    fn default() -> Self {
        Self {
            design: "",
            divider: '/',
            delimiter: ':',
            bus_delimiter: ('[', Some(']')),
            design_flow: Vec::new(),
            time_unit: 1e3,
            capacitance_unit: 1e3,
            resistance_unit: 1e-3,
        }
    }
}

/// `*NAME_MAP`: from an index to a name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NameMap<'t> {
    /// (index in the file, name) in file order. Escapes (`\[`) are as written: see [`NameMap`]'s users for unescaping.
    pub entries: Vec<(u64, &'t str)>,
}

/// A name of a net, an instance or a port, as the file gives it: hierarchical, with the file's divider and escapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Name<'t> {
    /// `*12`: place in [`NameMap::entries`] (not the file's index).
    Mapped(u32),
    /// Written out.
    Text(&'t str),
}

/// Direction of a port or a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PortDirection {
    /// `I`.
    Input,
    /// `O`.
    Output,
    /// `B`.
    Bidirectional,
}

/// A line of `*PORTS`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Port<'t> {
    /// Name.
    pub name: Name<'t>,
    /// Direction.
    pub direction: PortDirection,
}

/// A run of nets and the arrays they point into.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Nets<'t> {
    /// The nets.
    pub nets: Vec<Net<'t>>,
    /// Nodes of all nets, net by net.
    pub nodes: Vec<Node<'t>>,
    /// Resistors of all nets, net by net.
    pub resistors: Vec<Resistor>,
    /// `*R_NET` drivers of all nets, net by net.
    pub reduced: Vec<Reduced<'t>>,
}

/// `*D_NET` or `*R_NET`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NetKind {
    /// `*D_NET`: nodes and resistors.
    Detailed,
    /// `*R_NET`: pi models and sink delays.
    Reduced,
}

/// One net.
#[derive(Clone, Debug, PartialEq)]
pub struct Net<'t> {
    /// Name.
    pub name: Name<'t>,
    /// `*D_NET` or `*R_NET`.
    pub kind: NetKind,
    /// The capacitance on the net's first line, fF. For a net without nodes it is all there is.
    pub total_capacitance: f32,
    /// Its nodes in [`Nets::nodes`]: every node that `*CONN`, `*CAP` or `*RES` names, once, in order of first appearance.
    pub nodes: Range<u32>,
    /// Its resistors in [`Nets::resistors`].
    pub resistors: Range<u32>,
    /// Its drivers in [`Nets::reduced`].
    pub reduced: Range<u32>,
    /// Byte offset in the text.
    pub offset: usize,
}

/// A node of a net: a pin of an instance, a port, or an internal node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Node<'t> {
    /// The instance of a pin, the port, or the net of an internal node.
    pub name: Name<'t>,
    /// What follows the delimiter: a pin's name, an internal node's number, or none for a port.
    pub tail: Option<&'t str>,
    /// The direction in `*CONN`; none for an internal node.
    pub connection: Option<PortDirection>,
    /// To ground, fF: ground capacitors plus coupling capacitors times the factor. The sum does not depend on
    /// the order of the lines.
    pub capacitance: f32,
}

/// A resistor between two nodes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Resistor {
    /// Ends, as indices into the net's own nodes.
    pub ends: [u32; 2],
    /// kΩ, 0 or more.
    pub resistance: f32,
}

/// A driver of an `*R_NET` and the delays from it.
#[derive(Clone, Debug, PartialEq)]
pub struct Reduced<'t> {
    /// The driver, as an index into the net's own nodes.
    pub driver: u32,
    /// `*CELL`.
    pub cell: Option<Name<'t>>,
    /// `*C2_R1_C1`: fF at the driver, kΩ, fF after it.
    pub pi: (f32, f32, f32),
    /// `*LOADS`: the sink as an index into the net's own nodes, and its `*RC` delay, ps.
    pub loads: Vec<(u32, f32)>,
}
