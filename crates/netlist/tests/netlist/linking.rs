//! What files link to.

use expect_test::expect;
use zeroslack_netlist::{LinkOptions, NetId, Netlist, PinId, PortDirection};

use crate::common::{CELLS, check, library, linked, linked_with, netlist, shown};

#[test]
fn a_flat_module() {
    check(
        "module t (a, b, y); input a, b; output y; wire n;
         AND g (.A(a), .B(b), .Y(n)); INV i (.A(n), .Y(y)); endmodule",
        expect![[r#"
            a: *a g/A
            b: *b g/B
            y: y *i/Y
            n: *g/Y i/A
        "#]],
    );
}

#[test]
fn undeclared_nets_are_scalar_wires() {
    check(
        "module t (a); input a; INV i (.A(a), .Y(n)); INV j (.A(n), .Y(m)); endmodule",
        expect![[r#"
        a: *a i/A
        n: *i/Y j/A
        m: *j/Y
    "#]],
    );
}

#[test]
fn ports_in_every_shape() {
    check(
        "module t (a, b, .c(x), .d({x, y[1:0]}), .e(y[2:1]), .f(), .g(y[3]), s);
         input [3:0] a; output [0:2] b; input x; output [3:0] y; inout s; endmodule",
        expect![[r#"
            a[3]: *a[3]
            a[2]: *a[2]
            a[1]: *a[1]
            a[0]: *a[0]
            b[0]: b[0]
            b[1]: b[1]
            b[2]: b[2]
            c: *c *d[2]
            d[1]: *d[1] e[1]
            d[0]: *d[0]
            e[2]: e[2]
            f: *f
            g: g
            s: *s
            warning[NET-021]: net 'b[0]' has no driver; it reaches 'b[0]'
            warning[NET-021]: net 'b[1]' has no driver; it reaches 'b[1]'
            warning[NET-021]: net 'b[2]' has no driver; it reaches 'b[2]'
            warning[NET-021]: net 'e[2]' has no driver; it reaches 'e[2]'
            warning[NET-021]: net 'g' has no driver; it reaches 'g'
        "#]],
    );
}

#[test]
fn shapes_and_directions_of_ports() {
    let netlist = netlist(
        "module t (a, b, .c(x), .d({x, y[1:0]}), .e(y[2:1]), .f(), .g(y[3]), .h({y[0], y[0]}), s);
         input [3:0] a; output [0:2] b; input x; output [3:0] y; inout s; endmodule",
    );
    let shapes = netlist.ports().iter().map(|port| {
        let bits: Vec<PinId> = netlist.find_port_bits(&port.name).unwrap().collect();
        format!("{} {:?} {:?} {}+{}\n", port.name, port.direction, port.range, bits[0].0, bits.len())
    });
    expect![[r#"
        a Input Some((3, 0)) 0+4
        b Output Some((0, 2)) 4+3
        c Input None 7+1
        d Inout Some((2, 0)) 8+3
        e Output Some((2, 1)) 11+2
        f Inout None 13+1
        g Output None 14+1
        h Output Some((1, 0)) 15+2
        s Inout None 17+1
    "#]]
    .assert_eq(&shapes.collect::<String>());
}

#[test]
fn orders_of_ports_do_not_matter_to_named_connections() {
    check(
        "module b (y, a); output [1:0] y; input [1:0] a; INV i (.Y(y[1]), .A(a[1])); INV j (.Y(y[0]), .A(a[0])); endmodule
         module t (p, q); input [1:0] p; output [1:0] q; b u (.a(p), .y(q)); endmodule",
        expect![[r#"
            p[1]: *p[1] u/i/A
            p[0]: *p[0] u/j/A
            q[1]: q[1] *u/i/Y
            q[0]: q[0] *u/j/Y
        "#]],
    );
}

#[test]
fn ordered_connections() {
    check(
        "module b (y, a); output y; input [1:0] a; AND i (a[0], a[1], y); endmodule
         module t (p, q); input [1:0] p; output q; b u (q, p); INV v (, n); endmodule",
        expect![[r#"
            p[1]: *p[1] u/i/B
            p[0]: *p[0] u/i/A
            q: q *u/i/Y
            n: *v/Y
            not connected: v/A
        "#]],
    );
}

#[test]
fn a_stub_says_the_order_of_its_cells_pins() {
    check(
        "module INV (Y, A); output Y; input A; endmodule
         module t (p, q); input p; output q; INV u (q, p); endmodule",
        expect![[r#"
            p: *p u/A
            q: q *u/Y
        "#]],
    );
}

#[test]
fn a_module_wins_over_a_library_cell_unless_it_is_a_stub() {
    check(
        "module INV (A, Y); input A; output Y; AND g (.A(A), .B(A), .Y(Y)); endmodule
         module AND (A, B, Y); input A, B; output Y; endmodule
         module t (p, q); input p; output q; INV u (.A(p), .Y(q)); endmodule",
        expect![[r#"
            p: *p u/g/A u/g/B
            q: q *u/g/Y
        "#]],
    );
}

#[test]
fn buses_in_both_directions() {
    check(
        "module b (d, u); input [3:0] d; input [0:3] u;
         INV i3 (.A(d[3]), .Y()); INV i0 (.A(d[0]), .Y()); INV j3 (.A(u[3]), .Y()); INV j0 (.A(u[0]), .Y()); endmodule
         module t (d, u); input [3:0] d; input [0:3] u; b x (.d(u), .u(d)); endmodule",
        expect![[r#"
            d[3]: *d[3] x/j0/A
            d[2]: *d[2]
            d[1]: *d[1]
            d[0]: *d[0] x/j3/A
            u[0]: *u[0] x/i3/A
            u[1]: *u[1]
            u[2]: *u[2]
            u[3]: *u[3] x/i0/A
            not connected: x/i3/Y x/i0/Y x/j3/Y x/j0/Y
        "#]],
    );
}

#[test]
fn selects_of_parts() {
    check(
        "module b (p); input [1:0] p; INV i (.A(p[1]), .Y()); INV j (.A(p[0]), .Y()); endmodule
         module t (d, u); input [5:2] d; input [2:5] u; b x (d[4:3]); b y (u[3:4]); b z ({d[3], d[4]}); b w ({u[4], u[3]}); endmodule",
        expect![[r#"
            d[5]: *d[5]
            d[4]: *d[4] x/i/A z/j/A
            d[3]: *d[3] x/j/A z/i/A
            d[2]: *d[2]
            u[2]: *u[2]
            u[3]: *u[3] y/i/A w/j/A
            u[4]: *u[4] y/j/A w/i/A
            u[5]: *u[5]
            not connected: x/i/Y x/j/Y y/i/Y y/j/Y z/i/Y z/j/Y w/i/Y w/j/Y
        "#]],
    );
}

#[test]
fn negative_indices() {
    check(
        "module t (a); input [1:-1] a; INV i (.A(a[-1]), .Y(n)); INV j (.A(a[1]), .Y(m)); endmodule",
        expect![[r#"
        a[1]: *a[1] j/A
        a[0]: *a[0]
        a[-1]: *a[-1] i/A
        n: *i/Y
        m: *j/Y
    "#]],
    );
}

#[test]
fn concatenations() {
    check(
        "module b (p); input [4:0] p; INV i (.A(p[4]), .Y()); INV j (.A(p[0]), .Y()); INV k (.A(p[2]), .Y()); endmodule
         module t (a, c); input [1:0] a; input c; b x ({c, a, 1'b0, c}); b y ({{2{a}}, 1'b1}); endmodule",
        expect![[r#"
            1'b1: y/j/A
            a[1]: *a[1] y/i/A y/k/A
            a[0]: *a[0] x/k/A
            c: *c x/i/A x/j/A
            not connected: x/i/Y x/j/Y x/k/Y y/i/Y y/j/Y y/k/Y
        "#]],
    );
}

#[test]
fn buses_of_cells() {
    check(
        "module t (c, d, q); input c; input [3:0] d; output [3:0] q;
         RAM r (.CK(c), .D(d), .U(d[1:0]), .Q(q)); RAM s (.CK(c), .D({d[0], d[1], d[2], d[3]}), .U({c, c}), .\\Q[2] (n)); endmodule",
        expect![[r#"
            c: *c r/CK s/CK s/U[0] s/U[1]
            d[3]: *d[3] r/D[3] s/D[0]
            d[2]: *d[2] r/D[2] s/D[1]
            d[1]: *d[1] r/D[1] r/U[0] s/D[2]
            d[0]: *d[0] r/D[0] r/U[1] s/D[3]
            q[3]: q[3] *r/Q[3]
            q[2]: q[2] *r/Q[2]
            q[1]: q[1] *r/Q[1]
            q[0]: q[0] *r/Q[0]
            n: *s/Q[2]
            not connected: s/Q[3] s/Q[1] s/Q[0]
        "#]],
    );
}

#[test]
fn arrays_of_instances() {
    check(
        "module t (a, e, y); input [3:0] a; input e; output [3:0] y;
         TRI u [3:0] (.A(a), .EN(e), .Y(y)); INV v [0:1] (.A(a[1:0]), .Y()); endmodule",
        expect![[r#"
            a[3]: *a[3] u[3]/A
            a[2]: *a[2] u[2]/A
            a[1]: *a[1] u[1]/A v[0]/A
            a[0]: *a[0] u[0]/A v[1]/A
            e: *e u[3]/EN u[2]/EN u[1]/EN u[0]/EN
            y[3]: y[3] *u[3]/Y
            y[2]: y[2] *u[2]/Y
            y[1]: y[1] *u[1]/Y
            y[0]: y[0] *u[0]/Y
            not connected: v[0]/Y v[1]/Y
        "#]],
    );
    check(
        "module b (p, q); input [1:0] p; input q; AND i (.A(p[0]), .B(q), .Y(n)); endmodule
         module t (a, e); input [3:0] a; input e; b u [7:8] (.p(a), .q(e)); endmodule",
        expect![[r#"
            a[3]: *a[3]
            a[2]: *a[2] u[7]/i/A
            a[1]: *a[1]
            a[0]: *a[0] u[8]/i/A
            e: *e u[7]/i/B u[8]/i/B
            u[7]/n: *u[7]/i/Y
            u[8]/n: *u[8]/i/Y
        "#]],
    );
}

#[test]
fn assignments_are_aliases() {
    check(
        "module t (a, y, z); input [1:0] a; output [1:0] y; output z; wire n;
         assign y = {a[0], a[1]}; assign n = a[1]; assign z = n; INV i (.A(n), .Y()); endmodule",
        expect![[r#"
            a[1]: *a[1] y[0] z i/A
            a[0]: *a[0] y[1]
            not connected: i/Y
        "#]],
    );
    check(
        "module t (a, y); input a; output y; wire n = a; wire m; assign m = n, y = m; endmodule",
        expect![[r#"
        a: *a y
    "#]],
    );
}

#[test]
fn ports_fed_through() {
    check(
        "module b (i, o, c); input i; output o, c; assign o = i; assign c = 1'b1; endmodule
         module t (a, y, z); input a; output y, z; b u (.i(a), .o(y), .c(z)); endmodule",
        expect![[r#"
            1'b1: z
            a: *a y
        "#]],
    );
}

#[test]
fn constants() {
    check(
        "module t (y); output [2:0] y; supply0 gnd; supply1 [1:0] vdd; wire n;
         assign y = 3'b10x; assign n = vdd[0]; AND g (.A(gnd), .B(n), .Y()); INV i (.A(1'bz), .Y()); endmodule",
        expect![[r#"
            1'b0: y[1] g/A
            1'b1: y[2] g/B
            y[0]: y[0]
            not connected: g/Y i/A i/Y
            warning[NET-021]: net 'y[0]' has no driver; it reaches 'y[0]'
        "#]],
    );
}

#[test]
fn a_port_tied_inside_is_tied_outside() {
    check(
        "module b (p, q); output p; input q; supply0 g; assign p = g; INV i (.A(q), .Y()); endmodule
         module t (y); output y; b u (.p(y), .q(1'b1)); endmodule",
        expect![[r#"
            1'b0: y
            1'b1: u/i/A
            not connected: u/i/Y
        "#]],
    );
}

#[test]
fn constants_stay_nets_0_and_1_when_both_are_tied_to_one_net() {
    let (netlist, said) =
        linked("module t (y); output y; assign y = 1'b1; assign y = 1'b0; INV i (.A(1'b0), .Y()); endmodule");
    let netlist = netlist.unwrap();
    assert_eq!(said.iter().map(|each| each.id).collect::<Vec<_>>(), ["NET-027"]);
    assert_eq!(netlist.pin_net(netlist.find_port("y").unwrap()), Some(NetId(1)));
    assert_eq!(netlist.pin_net(netlist.find_pin("i/A", '/').unwrap()), Some(NetId(0)));
}

#[test]
fn escaped_names() {
    check(
        "module \\b+c (\\i[0] , o); input \\i[0] ; output o; wire \\n/m ; INV \\x[3]/y (.A(\\i[0] ), .Y(\\n/m )); INV z (.A(\\n/m ), .Y(o)); endmodule
         module t (a, \\y.1 ); input [1:0] a; output \\y.1 ; \\b+c \\u[1] (.\\i[0] (a[1]), .o(\\y.1 )); endmodule",
        expect![[r#"
            a[1]: *a[1] u[1]/x[3]/y/A
            a[0]: *a[0]
            y.1: y.1 *u[1]/z/Y
            u[1]/n/m: *u[1]/x[3]/y/Y u[1]/z/A
        "#]],
    );
}

#[test]
fn pins_that_are_not_connected() {
    check(
        "module t (a); input a; FLOP f (.CK(a), .D(), .Q(q)); FLOP g (); INV h (.A(a)); endmodule",
        expect![[r#"
        a: *a f/CK h/A
        q: *f/Q
        not connected: f/D f/QN g/CK g/D g/Q g/QN h/Y
    "#]],
    );
}

#[test]
fn power_pins_are_ignored() {
    check(
        "module t (a, VDD, VSS); input a; inout VDD, VSS; INV u (.A(a), .Y(n), .VDD(VDD), .VSS(VSS)); endmodule",
        expect![[r#"
            a: *a u/A
            VDD: *VDD
            VSS: *VSS
            n: *u/Y
        "#]],
    );
}

#[test]
fn black_boxes() {
    check(
        "module t (a, y); input [3:0] a; output [1:0] y;
         BOX u (.D(a), .CK(a[0]), .Q(y)); BOX v (.D(a[1:0]), .E({a[0], 1'b1})); BOX w (.CK(n), .Q(y[0]), .D()); endmodule",
        expect![[r#"
            1'b1: v/E[0]
            a[3]: *a[3] u/D[3]
            a[2]: *a[2] u/D[2]
            a[1]: *a[1] u/D[1] v/D[1]
            a[0]: *a[0] u/D[0] u/CK v/D[0] v/E[1]
            y[1]: y[1] u/Q[1]
            y[0]: y[0] u/Q[0] w/Q[0]
            n: w/CK
            not connected: u/E[1] u/E[0] v/D[3] v/D[2] v/CK v/Q[1] v/Q[0] w/D[3] w/D[2] w/D[1] w/D[0] w/Q[1] w/E[1] w/E[0]
            warning[NET-016] 1.v:2:14: 'BOX' is neither a module nor a library cell; taken as a black box <<u>>
            warning[NET-019] 1.v:2:47: port 'D' of 'BOX' has 4 bits but is connected to 2 bits <<v>>
            warning[NET-019] 1.v:2:85: port 'Q' of 'BOX' has 2 bits but is connected to 1 bit <<w>>
        "#]],
    );
    check(
        "module t (a, b); input a; input [1:0] b; BOX u (a, b); BOX v (, b[0], a); endmodule",
        expect![[r#"
        a: *a u/1 v/3
        b[1]: *b[1] u/2[1]
        b[0]: *b[0] u/2[0] v/2[0]
        not connected: u/3 v/1 v/2[1]
        warning[NET-016] 1.v:1:46: 'BOX' is neither a module nor a library cell; taken as a black box <<u>>
        warning[NET-019] 1.v:1:60: port '2' of 'BOX' has 2 bits but is connected to 1 bit <<v>>
    "#]],
    );
    check(
        "module t (a, b); input a; input [3:0] b; BOX u [1:0] (.CK(a), .D(b)); endmodule",
        expect![[r#"
        a: *a u[1]/CK u[0]/CK
        b[3]: *b[3] u[1]/D[1]
        b[2]: *b[2] u[1]/D[0]
        b[1]: *b[1] u[0]/D[1]
        b[0]: *b[0] u[0]/D[0]
        warning[NET-016] 1.v:1:46: 'BOX' is neither a module nor a library cell; taken as a black box <<u>>
    "#]],
    );
}

#[test]
fn pins_of_black_boxes_come_from_modules_that_are_reached() {
    check(
        "module unused (a); input a; BOX u (.X(a)); endmodule
         module t (a); input a; BOX u (.P(a)); INV i (.A(a), .Y()); endmodule",
        expect![[r#"
            a: *a u/P i/A
            not connected: i/Y
            warning[NET-005]: no module instantiates any of unused, t; the last one, t, is taken as the top
            warning[NET-016] 1.v:2:37: 'BOX' is neither a module nor a library cell; taken as a black box <<u>>
        "#]],
    );
}

#[test]
fn nets_are_called_by_their_outermost_name_and_found_by_all() {
    let netlist = netlist(
        "module c (i); input i; wire deep; assign deep = i; INV x (.A(deep), .Y()); endmodule
         module b (i); input i; c u (i); endmodule
         module t (a, y); input [1:0] a; output y; wire n; assign n = a[1]; assign y = n; b u (n); endmodule",
    );
    let net = netlist.find_net("a[1]").unwrap();
    for name in ["y", "n", "u/i", "u/u/i", "u/u/deep"] {
        assert_eq!(netlist.find_net(name), Some(net), "{name}");
    }
    assert_eq!(netlist.net_name(net), "a[1]");
    assert_eq!(netlist.find_net("deep"), None);
    assert_eq!(netlist.find_net("a"), None);
    assert_eq!(netlist.find_net("1'b0"), Some(NetId(0)));
}

#[test]
fn ports_and_pins_are_found_by_name() {
    let netlist = netlist(
        "module b (i); input i; INV \\x:y (.A(i), .Y(z)); endmodule
         module t (a, y); input [1:0] a; output y; assign y = a[1]; b u (a[1]); RAM r (.D({a, a})); endmodule",
    );
    for (name, pin) in [("a[1]", 0), ("a[0]", 1), ("y", 2)] {
        assert_eq!(netlist.find_port(name), Some(PinId(pin)), "{name}");
        assert_eq!(netlist.find_pin(name, '/'), Some(PinId(pin)), "{name}");
        assert_eq!(netlist.pin_name(PinId(pin)), name);
    }
    for name in ["a", "a[2]", "u/i", "z", "1'b0", ""] {
        assert_eq!(netlist.find_port(name), None, "{name}");
    }
    for pin in netlist.pins() {
        assert_eq!(netlist.find_pin(&netlist.pin_name(pin), '/'), Some(pin));
        assert_eq!(netlist.find_pin(&netlist.pin_name_with(pin, ':'), ':'), Some(pin));
    }
    for name in ["u/x:y/B", "u/x:y", "r/D", "r/D[4]", "/A"] {
        assert_eq!(netlist.find_pin(name, '/'), None, "{name}");
    }
    assert_eq!(netlist.find_cell("u"), None);
    let cell = netlist.find_cell("u/x:y").unwrap();
    assert_eq!(&*netlist.master(cell).name, "INV");
    assert_eq!(netlist.cell_pins(cell).len(), 2);
    assert_eq!(netlist.port_of(PinId(1)).map(|(port, index)| (&*port.name, index)), Some(("a", Some(0))));
    assert_eq!(netlist.port_of(PinId(3)), None);
    assert_eq!(netlist.ports()[1].direction, PortDirection::Output);
}

#[test]
fn modules_may_be_in_several_files() {
    let texts = [
        "module t (a); input a; b u (a); endmodule",
        "module b (a); input a; INV i (.A(a), .Y(n)); endmodule",
    ];
    for texts in [[texts[0], texts[1]], [texts[1], texts[0]]] {
        let (netlist, said) = linked_with(&texts, library(CELLS), &LinkOptions::default());
        assert!(said.is_empty(), "{said}");
        assert_eq!(shown(&netlist.unwrap()), "a: *a u/i/A\nu/n: *u/i/Y\n");
    }
}

#[test]
fn the_named_top_is_taken() {
    let text =
        "module t (a); input a; b u (a); endmodule module b (p); input p; INV i (.A(p), .Y(n)); endmodule";
    let options = LinkOptions { top: Some("b".to_string()), strict: true, ..LinkOptions::default() };
    let (netlist, said) = linked_with(&[text], library(CELLS), &options);
    assert!(said.is_empty(), "{said}");
    let netlist = netlist.unwrap();
    assert_eq!(netlist.name(), "b");
    assert_eq!(shown(&netlist), "p: *p i/A\nn: *i/Y\n");
}

#[test]
fn concatenations_without_a_name_in_the_header() {
    let block = "module s ({a, b}, c[1], c[0], .d({e, f})); input a, b; input [1:0] c; input e, f;
        AND u (.A(a), .B(b), .Y()); AND v (.A(c[1]), .B(c[0]), .Y()); AND w (.A(e), .B(f), .Y()); endmodule";
    check(
        &format!("{block} module t (i); input [5:0] i; s x (i[5:4], i[3], i[2], i[1:0]); endmodule"),
        expect![[r#"
            i[5]: *i[5] x/u/A
            i[4]: *i[4] x/u/B
            i[3]: *i[3] x/v/A
            i[2]: *i[2] x/v/B
            i[1]: *i[1] x/w/A
            i[0]: *i[0] x/w/B
            not connected: x/u/Y x/v/Y x/w/Y
        "#]],
    );
    // Nothing outside of the top could name such a port: there are the ports that it is made of.
    check(
        block,
        expect![[r#"
        a: *a u/A
        b: *b u/B
        c[1]: *c[1] v/A
        c[0]: *c[0] v/B
        d[1]: *d[1] w/A
        d[0]: *d[0] w/B
        not connected: u/Y v/Y w/Y
    "#]],
    );
}

#[test]
fn constants_selects_and_concatenations_on_both_sides() {
    check(
        "module t (a, y, z, w); input [3:0] a; output [3:0] y; output [1:0] z; output w;
         assign {y[0], y[3:1]} = {a[2:0], a[3]}; assign z = {1'b1, a[0]}, w = a[1]; endmodule",
        expect![[r#"
            1'b1: z[1]
            a[3]: *a[3] y[1]
            a[2]: *a[2] y[0]
            a[1]: *a[1] y[3] w
            a[0]: *a[0] y[2] z[0]
        "#]],
    );
}

#[test]
fn nets_that_are_pulled_were_one_constant_net() {
    let (linked, said) = linked(
        "module t (a, b, y, z); input a, b; output y, z; tri0 c; tri1 [1:0] d; supply0 g; supply1 (strong1) v; tri n; trireg (small) #(1, 2) m;
         INV e (.A(a), .Y(c)); INV f (.A(c), .Y(y)); INV h (.A(b), .Y(d[1])); AND k (.A(d[1]), .B(d[0]), .Y(z));
         AND o (.A(g), .B(v), .Y(n)); INV p (.A(n), .Y(m)); INV q (.A(m), .Y()); endmodule",
    );
    assert!(!said.has_any(), "{said}");
    let netlist = linked.unwrap();
    let net = |pin: &str| netlist.net_name(netlist.pin_net(netlist.find_pin(pin, '/').unwrap()).unwrap());
    assert_eq!(
        ["f/A", "k/A", "k/B", "o/A", "o/B", "q/A"].map(net),
        ["c", "d[1]", "d[0]", "1'b0", "1'b1", "m"]
    );
}

#[test]
fn two_drivers_of_a_wired_net_stay() {
    let (linked, said) = linked(
        "module t (a, b, y); input a, b; output y; wand w;
         INV c (.A(a), .Y(w)); INV d (.A(b), .Y(w)); INV e (.A(w), .Y(y)); endmodule",
    );
    expect![[r#"
        warning[NET-022]: net 'w' is driven by both 'c/Y' and 'd/Y'
    "#]]
    .assert_eq(&said.to_string());
    let netlist = linked.unwrap();
    assert_eq!(netlist.net_pins(netlist.find_net("w").unwrap()).len(), 3);
}

/// Cells by their names, each with the net at its pin `A`.
fn inputs(netlist: &Netlist) -> Vec<String> {
    let input = |cell| {
        let pin = netlist.find_cell_pin(cell, "A").unwrap();
        let name = netlist.cell_name(cell);
        assert_eq!(netlist.find_cell(name), Some(cell), "{name}");
        assert_eq!(netlist.find_pin(&format!("{name}/A"), '/'), Some(pin));
        format!("{name} {}", netlist.pin_net(pin).map_or("", |net| netlist.net_name(net)))
    };
    netlist.cells().map(input).collect()
}

#[test]
fn an_escaped_name_that_looks_like_a_path_lost_the_design() {
    let block = "module s (x); input x; INV b (.A(x), .Y()); endmodule";
    let top = "module t (i, j); input i, j; s a (.x(i)); INV \\a/b (.A(j), .Y()); endmodule";
    let netlist = netlist(&format!("{block} {top}"));
    assert_eq!(inputs(&netlist), ["a\\/b j", "a/b i"]);
    // Both come back from what is written.
    let mut text = Vec::new();
    netlist.write_verilog(&mut text).unwrap();
    let again = crate::common::netlist(std::str::from_utf8(&text).unwrap());
    assert_eq!(inputs(&again), inputs(&netlist));
}

#[test]
fn instances_of_modules_whose_escaped_names_look_like_paths() {
    let blocks = "module s (x); input x; wire n; INV c (.A(x), .Y(n)); INV d (.A(n), .Y()); endmodule
        module m (x); input x; s b (.x(x)); s \\y/z (.x(x)); endmodule";
    let top = "module t (i, j); input i, j; m a (.x(i)); s \\a/b (.x(j)); m \\a/y (.x(j)); s \\a/y/y/z (.x(i)); endmodule";
    let (linked, said) = linked(&format!("{blocks} {top}"));
    let netlist = linked.unwrap_or_else(|| panic!("{said}"));
    assert_eq!(
        said.iter().map(|one| one.message.as_str()).collect::<Vec<_>>(),
        [
            "two instances are named 'a/b'; this one is found as 'a\\/b'",
            "two instances are named 'a/y/y/z'; this one is found as 'a\\/y\\/y\\/z'",
            "two instances are named 'a/y/y/z'; this one is found as 'a/y/y\\/z'",
        ]
    );
    inputs(&netlist);
    for instance in netlist.instances() {
        assert_eq!(netlist.find_instance(netlist.instance_name(instance)), Some(instance));
    }
    let pin = netlist.find_pin("a\\/b/d/A", '/').unwrap();
    assert_eq!(netlist.net_name(netlist.pin_net(pin).unwrap()), "a\\/b/n");
    assert_eq!(netlist.pin_net(netlist.find_pin("a/b/c/A", '/').unwrap()), netlist.find_net("i"));
    assert_eq!(netlist.pin_net(netlist.find_pin("a\\/b/c/A", '/').unwrap()), netlist.find_net("j"));
}

#[test]
fn an_escaped_name_that_looks_like_one_of_an_array_lost_the_design() {
    let netlist = netlist(
        "module t (i, j); input i; input [1:0] j; INV u [1:0] (.A(j), .Y()); INV \\u[1] (.A(i), .Y()); endmodule",
    );
    assert_eq!(inputs(&netlist), ["u[1] j[1]", "u[0] j[0]", "u\\[1\\] i"]);
}
