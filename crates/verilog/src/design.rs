//! The plain value that a Verilog file is read into: modules of flat arrays.

use std::ops;

/// All modules of one file, in file order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Design<'t> {
    /// Names are unique: a repeated one is an error and the first stays.
    pub modules: Vec<Module<'t>>,
}

/// `module NAME (...) ... endmodule`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Module<'t> {
    /// Name.
    pub name: &'t str,
    /// The header's ports in order.
    pub ports: Vec<PortBinding<'t>>,
    /// Ports and nets, one entry a name: `output y; wire y;` and `output wire y` are one [`Kind::Output`].
    /// In order of first declaration. A net used without declaration is not here: it is an implicit scalar wire.
    pub declarations: Vec<Declaration<'t>>,
    /// In file order.
    pub instances: Vec<Instance<'t>>,
    /// Connections of all instances, in the order of `instances`; [`Instance::connections`] says which.
    pub connections: Vec<Connection<'t>>,
    /// `assign` statements and net declaration assignments (`wire a = b;`).
    pub assigns: Vec<Assign>,
    /// Expressions that [`Connection`], [`Assign`] and [`PortBinding`] point to. The parts of a concatenation follow one another.
    pub exprs: Vec<Expr<'t>>,
    /// Byte offset of the name in the text.
    pub offset: usize,
}

/// Index into [`Module::exprs`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ExprId(pub u32);

/// A port in the header: `a`, or `.a(b)`, `.a({b, c})`, `{b, c}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PortBinding<'t> {
    /// The name seen from outside. Empty for `{b, c}` and where several ports are parts of one bus, `a[1], a[0]`: such a port can be connected by its
    /// place only.
    pub name: &'t str,
    /// What it is inside; [`Expr::Name`] of the same name in the ordinary case, [`Expr::Unconnected`] for `.a()`.
    pub inner: ExprId,
}

/// What a declared name is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// `input`.
    Input,
    /// `output`.
    Output,
    /// `inout`.
    Inout,
    /// `wire`, `tri`, `wand`, `wor` and so on.
    Wire,
    /// `supply0`.
    Supply0,
    /// `supply1`.
    Supply1,
    /// `tri0`: 0 where nothing drives it.
    Tri0,
    /// `tri1`: 1 where nothing drives it.
    Tri1,
}

/// `[msb:lsb]`, in either order, negative allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Range {
    /// Left bound.
    pub msb: i32,
    /// Right bound.
    pub lsb: i32,
}

impl Range {
    /// Number of bits.
    pub fn width(self) -> u64 {
        self.msb.abs_diff(self.lsb) as u64 + 1
    }

    /// The indices from left to right.
    pub fn bits(self) -> impl Iterator<Item = i32> + Clone {
        let step = if self.msb <= self.lsb { 1 } else { -1 };
        (0..self.width() as i64).map(move |bit| (self.msb as i64 + step * bit) as i32)
    }
}

/// A declared port or net.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Declaration<'t> {
    /// Name.
    pub name: &'t str,
    /// Kind.
    pub kind: Kind,
    /// None for a scalar.
    pub range: Option<Range>,
    /// Byte offset of the name in the text.
    pub offset: usize,
}

/// An instance of a module or a library cell, one entry a name (`INV u1 (...), u2 (...);` is two). An array of instances (`INV u [3:0] (...)`) has a range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance<'t> {
    /// The module's or library cell's name.
    pub cell: &'t str,
    /// Its own name.
    pub name: &'t str,
    /// Of an array of instances.
    pub range: Option<Range>,
    /// Indices into [`Module::connections`].
    pub connections: ops::Range<u32>,
    /// Byte offset of its name in the text.
    pub offset: usize,
}

/// One connection of an instance: all of an instance's are named or all are ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Connection<'t> {
    /// `.port(...)`; none for an ordered one.
    pub port: Option<&'t str>,
    /// What it is connected to.
    pub value: ExprId,
}

/// `assign target = value`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assign {
    /// Left side: names, selects and concatenations of them.
    pub target: ExprId,
    /// Right side.
    pub value: ExprId,
    /// Byte offset of the target in the text.
    pub offset: usize,
}

/// What a port can be connected to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr<'t> {
    /// `.a()` or an empty place in an ordered list.
    Unconnected,
    /// A whole net or bus.
    Name(&'t str),
    /// `a[3]`.
    Bit(&'t str, i32),
    /// `a[3:0]`.
    Part(&'t str, Range),
    /// A sized constant's bits from left to right: `b'0'`, `b'1'`, `b'x'`, `b'z'`. `1'b0` is `[b'0']`. An unsized constant has 32.
    Constant(Box<[u8]>),
    /// `{a, b}`: left to right, as a range of [`Module::exprs`]. A replication `{2{a}}` is written out.
    Concat(ops::Range<u32>),
}
