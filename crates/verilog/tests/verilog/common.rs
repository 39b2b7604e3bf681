//! Helpers shared by the tests.

use expect_test::Expect;
use zeroslack_verilog::{
    Assign, Connection, Design, Expr, ExprId, Instance, Module, PortBinding, read, write,
};

/// The design as Verilog.
pub fn written(design: &Design<'_>) -> String {
    let mut out = Vec::new();
    write(design, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// Panics unless reading what is written gives the same without a word.
pub fn assert_round_trip(design: &Design<'_>) {
    let text = written(design);
    let (again, diagnostics) = read(&text);
    assert!(!diagnostics.has_errors(), "{diagnostics}\n{text}");
    assert_same(design, &again);
}

/// Panics unless both are the same but for offsets and for where expressions are stored.
pub fn assert_same(left: &Design<'_>, right: &Design<'_>) {
    assert_eq!(left.modules.len(), right.modules.len());
    for (left, right) in left.modules.iter().zip(&right.modules) {
        assert!(canonical(left) == canonical(right), "{:#?}\n{:#?}", canonical(left), canonical(right));
    }
}

/// The same module with expressions in the order in which they are used, and no offsets.
fn canonical<'t>(module: &Module<'t>) -> Module<'t> {
    let mut exprs = Vec::new();
    let ports =
        module.ports.iter().map(|port| PortBinding { inner: copy(module, port.inner, &mut exprs), ..*port });
    let ports = ports.collect();
    let assign = |assign: &Assign, exprs: &mut Vec<_>| Assign {
        target: copy(module, assign.target, exprs),
        value: copy(module, assign.value, exprs),
        offset: 0,
    };
    let assigns = module.assigns.iter().map(|each| assign(each, &mut exprs)).collect();
    let mut connections = Vec::new();
    let mut instances = Vec::new();
    for instance in &module.instances {
        let start = connections.len() as u32;
        for at in instance.connections.clone() {
            let Connection { port, value } = module.connections[at as usize];
            connections.push(Connection { port, value: copy(module, value, &mut exprs) });
        }
        instances.push(Instance {
            connections: start..connections.len() as u32,
            offset: 0,
            ..instance.clone()
        });
    }
    let mut declarations = module.declarations.clone();
    declarations.iter_mut().for_each(|declaration| declaration.offset = 0);
    Module { name: module.name, ports, declarations, instances, connections, assigns, exprs, offset: 0 }
}

fn copy<'t>(module: &Module<'t>, id: ExprId, exprs: &mut Vec<Expr<'t>>) -> ExprId {
    let expr = match &module.exprs[id.0 as usize] {
        Expr::Concat(parts) => {
            let start = exprs.len() as u32;
            exprs.extend_from_slice(&module.exprs[parts.start as usize..parts.end as usize]);
            Expr::Concat(start..exprs.len() as u32)
        }
        other => other.clone(),
    };
    exprs.push(expr);
    ExprId(exprs.len() as u32 - 1)
}

/// Checks what a text is read as: the design written back, then the diagnostics with the part that each marks.
#[track_caller]
pub fn check(text: &str, expected: Expect) {
    expected.assert_eq(&shown(text));
}

/// Like [`check`], for items of a module; shows only what is inside of it.
#[track_caller]
pub fn check_items(items: &str, expected: Expect) {
    let shown = shown(&format!("module m; {items}\nendmodule"));
    let inside = shown.lines().filter(|line| !matches!(*line, "module m ();" | "endmodule"));
    expected.assert_eq(&inside.map(str::trim_start).collect::<Vec<_>>().join("\n"));
}

fn shown(text: &str) -> String {
    let (design, diagnostics) = read(text);
    let mut shown = written(&design);
    for diagnostic in &diagnostics {
        let mark = diagnostic.place.as_ref().map_or("", |place| &place.excerpt[place.mark.clone()]);
        shown += &format!("{diagnostic} <<{mark}>>\n");
    }
    shown
}
