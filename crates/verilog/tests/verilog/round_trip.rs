//! What is written is read as the same design, for made designs with odd names.

use std::collections::HashSet;

use proptest::prelude::*;
use zeroslack_testing::config;
use zeroslack_verilog::{
    Assign, Connection, Declaration, Design, Expr, ExprId, Instance, Kind, Module, PortBinding, Range, read,
    write,
};

use crate::common::{assert_same, written};

/// An expression before it has a place in a module.
#[derive(Clone, Debug)]
enum Value {
    Unconnected,
    Part(Piece),
    Concat(Vec<Piece>),
}

/// What can stand in a concatenation.
#[derive(Clone, Debug)]
enum Piece {
    Name(String),
    Bit(String, i32),
    Part(String, Range),
    Constant(Vec<u8>),
}

type Connections = Vec<(String, Value)>;

#[derive(Clone, Debug)]
struct Made {
    name: String,
    ports: Vec<(String, Option<Range>, Kind, bool)>,
    nets: Vec<(String, Option<Range>, Kind)>,
    assigns: Vec<(Vec<Piece>, Value)>,
    instances: Vec<(String, String, Option<Range>, bool, Connections)>,
}

/// Names that look like something else.
const ODD: [&str; 20] = [
    "a[0]", "wire", "module", "1a", "a.b", "/x", "//", "/*", "(*", "*)", "\\", "\\a", "a;", "{", "`b", "'",
    "\"", "$a", "\u{e9}", "use",
];

fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[a-z_][a-z0-9_$]{0,6}",
        2 => "[!-~]{1,6}",
        1 => prop::sample::select(&ODD[..]).prop_map(str::to_string),
        1 => "[!-~\u{a0}-\u{17f}]{1,4}",
    ]
}

fn range() -> impl Strategy<Value = Range> {
    prop_oneof![
        (0i32..40, 0i32..40),
        (-5i32..5, -5i32..5),
        (i32::MAX - 3..=i32::MAX, i32::MAX - 3..=i32::MAX)
    ]
    .prop_map(|(msb, lsb)| Range { msb, lsb })
}

fn net() -> impl Strategy<Value = Piece> {
    prop_oneof![
        3 => name().prop_map(Piece::Name),
        1 => (name(), any::<i32>()).prop_map(|(name, bit)| Piece::Bit(name, bit)),
        1 => (name(), range()).prop_map(|(name, range)| Piece::Part(name, range)),
    ]
}

fn piece() -> impl Strategy<Value = Piece> {
    let bits = prop::collection::vec(prop::sample::select(&b"01xz"[..]), 1..70);
    prop_oneof![3 => net(), 1 => bits.prop_map(Piece::Constant)]
}

fn value() -> impl Strategy<Value = Value> {
    prop_oneof![4 => piece().prop_map(Value::Part), 1 => prop::collection::vec(piece(), 1..5).prop_map(Value::Concat)]
}

fn connected() -> impl Strategy<Value = Value> {
    prop_oneof![6 => value(), 1 => Just(Value::Unconnected)]
}

fn made() -> impl Strategy<Value = Made> {
    let range = || prop::option::of(range());
    let direction = prop::sample::select(vec![Kind::Input, Kind::Output, Kind::Inout]);
    let net_kind = prop::sample::select(vec![Kind::Wire, Kind::Supply0, Kind::Supply1]);
    let connections = prop::collection::vec((name(), connected()), 0..5);
    (
        name(),
        prop::collection::vec((name(), range(), direction, any::<bool>()), 0..6),
        prop::collection::vec((name(), range(), net_kind), 0..6),
        prop::collection::vec((prop::collection::vec(net(), 1..3), value()), 0..4),
        prop::collection::vec((name(), name(), range(), any::<bool>(), connections), 0..6),
    )
        .prop_map(|(name, ports, nets, assigns, instances)| Made {
            name,
            ports,
            nets,
            assigns,
            instances,
        })
}

fn push<'t>(module: &mut Module<'t>, expr: Expr<'t>) -> ExprId {
    module.exprs.push(expr);
    ExprId(module.exprs.len() as u32 - 1)
}

fn push_value<'t>(module: &mut Module<'t>, value: &'t Value) -> ExprId {
    let expr = match value {
        Value::Unconnected => Expr::Unconnected,
        Value::Part(piece) => expr(piece),
        Value::Concat(pieces) => return push_concat(module, pieces),
    };
    push(module, expr)
}

fn push_concat<'t>(module: &mut Module<'t>, pieces: &'t [Piece]) -> ExprId {
    let start = module.exprs.len() as u32;
    module.exprs.extend(pieces.iter().map(expr));
    let end = module.exprs.len() as u32;
    push(module, Expr::Concat(start..end))
}

fn expr(piece: &Piece) -> Expr<'_> {
    match piece {
        Piece::Name(name) => Expr::Name(name),
        Piece::Bit(name, bit) => Expr::Bit(name, *bit),
        Piece::Part(name, range) => Expr::Part(name, *range),
        Piece::Constant(bits) => Expr::Constant(bits.as_slice().into()),
    }
}

/// The module, without what would be an error: repeated names. A port may be known by another name inside.
fn module(made: &Made) -> Module<'_> {
    let mut module = Module { name: &made.name, ..Module::default() };
    let (mut inside, mut outside) = (HashSet::new(), HashSet::new());
    for (name, range, kind, is_renamed) in &made.ports {
        if !inside.insert(name.as_str()) {
            continue;
        }
        module.declarations.push(Declaration { name, kind: *kind, range: *range, offset: 0 });
        let seen = if *is_renamed { "outer" } else { name };
        if outside.insert(seen) {
            let inner = push(&mut module, Expr::Name(name));
            module.ports.push(PortBinding { name: seen, inner });
        }
    }
    for (name, range, kind) in &made.nets {
        if inside.insert(name.as_str()) {
            module.declarations.push(Declaration { name, kind: *kind, range: *range, offset: 0 });
        }
    }
    for (target, value) in &made.assigns {
        let target = push_concat(&mut module, target);
        let value = push_value(&mut module, value);
        module.assigns.push(Assign { target, value, offset: 0 });
    }
    add_instances(&mut module, made);
    module
}

fn add_instances<'t>(module: &mut Module<'t>, made: &'t Made) {
    for (cell, name, range, is_named, connections) in &made.instances {
        // A single empty place in an ordered list is no place at all.
        if !is_named && matches!(connections[..], [(_, Value::Unconnected)]) {
            continue;
        }
        let start = module.connections.len() as u32;
        for (port, value) in connections {
            let value = push_value(module, value);
            module.connections.push(Connection { port: is_named.then_some(port.as_str()), value });
        }
        let connections = start..module.connections.len() as u32;
        module.instances.push(Instance { cell, name, range: *range, connections, offset: 0 });
    }
}

proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn made_designs_come_back(made in prop::collection::vec(made(), 0..4)) {
        let mut names = HashSet::new();
        let made = made.iter().filter(|made| names.insert(made.name.as_str()));
        let design = Design { modules: made.map(module).collect() };
        let text = written(&design);
        let (again, diagnostics) = read(&text);
        prop_assert!(!diagnostics.has_errors(), "{diagnostics}\n{text}");
        assert_same(&design, &again);
        prop_assert_eq!(written(&again), text);
    }
}

/// A module that connects a port to `expr`.
fn with_expr(expr: Expr<'_>) -> Design<'_> {
    let mut module = Module { name: "m", ..Module::default() };
    let value = push(&mut module, expr);
    module.connections.push(Connection { port: Some("a"), value });
    module.instances.push(Instance { cell: "I", name: "u", range: None, connections: 0..1, offset: 0 });
    Design { modules: vec![module] }
}

#[test]
fn what_verilog_cannot_say_is_not_written() {
    let mut designs: Vec<_> = ["", "a b", "a\n"].map(|name| with_expr(Expr::Name(name))).into();
    designs.push(with_expr(Expr::Constant([].into())));
    designs.push(with_expr(Expr::Concat(0..0)));
    designs.push(with_expr(Expr::Concat(0..1)));
    designs.push(with_expr(Expr::Concat(5..7)));
    let mut outside = with_expr(Expr::Unconnected);
    outside.modules[0].connections[0].value = ExprId(7);
    designs.push(outside);
    let mut outside = with_expr(Expr::Unconnected);
    outside.modules[0].instances[0].connections = 0..9;
    designs.push(outside);
    for design in designs {
        let error = write(&design, &mut Vec::new()).unwrap_err();
        assert_eq!(error.kind(), std::io::ErrorKind::InvalidInput, "{design:?}");
    }
}

#[test]
fn offsets_are_those_of_the_names() {
    let text = "module m(a, \\b[0] ); input a; output \\b[0] ; wire n = a; assign \\b[0] = n; I \\u/1 (.a(n)), v(.a(n)); endmodule";
    let (design, diagnostics) = read(text);
    assert!(diagnostics.is_empty(), "{diagnostics}");
    let module = &design.modules[0];
    let at = |offset: usize, name: &str| assert_eq!(&text[offset..offset + name.len()], name);
    at(module.offset, "m(");
    module.declarations.iter().for_each(|declaration| at(declaration.offset, declaration.name));
    module.instances.iter().for_each(|instance| at(instance.offset, instance.name));
    assert_eq!(module.declarations[1].offset, text.find("b[0] ; wire").unwrap());
    assert_eq!(module.assigns[0].offset, text.find("n = a").unwrap());
    assert_eq!(module.assigns[1].offset, text.find("b[0] = n").unwrap());
}
