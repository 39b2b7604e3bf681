//! What is written reads back the same.

use expect_test::expect;

use crate::common::{
    CELLS, assert_round_trip, library, netlist, read_spef, shown, shown_rc, written_spef, written_verilog,
};

#[track_caller]
fn comes_back(text: &str) {
    assert_round_trip(&netlist(text), &library(CELLS));
}

const DESIGN: &str = "module b (i, o); input i; output o; wire \\n[2] ; INV x (.A(i), .Y(\\n[2] )); INV \\y[1] (.A(\\n[2] ), .Y(o)); endmodule
    module t (a, z, c, f, s); input [1:0] a; output [0:2] z; output c, f; inout s; wire m;
    assign c = 1'b1; assign f = a[0]; assign z[1] = 1'b0;
    b u (.i(a[0]), .o(m)); AND g (.A(m), .B(1'b1), .Y(z[0])); FLOP d (.CK(s), .D(z[0]), .QN(z[2]));
    RAM r (.CK(s), .D({a, 1'b0, m}), .Q({m2, m1, q[1:0]})); wire [1:0] q; endmodule";

#[test]
fn a_design_as_verilog() {
    let netlist = netlist(DESIGN);
    expect![[r#"
        module t (a,
            z,
            c,
            f,
            s);
          input [1:0] a;
          output [0:2] z;
          output c;
          output f;
          inout s;
          wire m;
          wire \q[1] ;
          wire \q[0] ;
          wire m2;
          wire m1;
          wire \u/n[2] ;
          assign z[1] = 1'b0;
          assign c = 1'b1;
          assign f = a[0];
          AND g (.A(m), .B(1'b1), .Y(z[0]));
          FLOP d (.CK(s), .D(z[0]), .Q(), .QN(z[2]));
          RAM r (.CK(s), .D({a[1], a[0], 1'b0, m}), .U(), .Q({m2, m1, \q[1] , \q[0] }));
          INV \u/x  (.A(a[0]), .Y(\u/n[2] ));
          INV \u/y[1]  (.A(\u/n[2] ), .Y(m));
        endmodule
    "#]]
    .assert_eq(&written_verilog(&netlist));
    comes_back(DESIGN);
}

#[test]
fn parasitics_as_spef() {
    let mut netlist = netlist(DESIGN);
    let text = "*D_NET u/n[2] 3\n*CONN\n*I u/x:Y O\n*I u/y[1]:A I\n*CAP\n1 u/n[2]:7 0.1\n2 u/n[2]:3 1e-30\n3 u/x:Y 0.3\n*RES\n1 u/x:Y u/n[2]:3 0.7\n2 u/n[2]:3 u/n[2]:7 1e5\n3 u/y[1]:A u/n[2]:7 0\n*END\n
        *D_NET a[0] 3\n*CONN\n*P a[0] I\n*P f O\n*I u/x:A I\n*I r:D[2] I\n*CAP\n1 f 2\n2 a[0] 1\n*RES\n1 a[0] f 1\n*END\n
        *D_NET m 2.5\n*END\n*D_NET 1'b1 1\n*CONN\n*P c O\n*I g:B I\n*CAP\n1 c 1\n*END\n";
    let said = read_spef(&mut netlist, None, text);
    assert!(said.is_empty(), "{said}");
    expect![[r#"
        *SPEF "IEEE 1481-1998"
        *DESIGN "t"
        *DIVIDER /
        *DELIMITER :
        *BUS_DELIMITER [ ]
        *T_UNIT 1 PS
        *C_UNIT 1 FF
        *R_UNIT 1 KOHM
        *L_UNIT 1 HENRY

        *NAME_MAP
        *1 1\'b1
        *2 c
        *3 g
        *4 a[0]
        *5 f
        *6 r
        *7 u/x
        *8 m
        *9 u/n[2]
        *10 u/y[1]

        *PORTS
        *4 I
        *2 O
        *5 O

        *D_NET *1 1.0
        *CONN
        *P *2 O
        *I *3:B I
        *CAP
        1 *2 1.0
        *END

        *D_NET *4 3.0
        *CONN
        *P *4 I
        *P *5 O
        *I *6:D[2] I
        *I *7:A I
        *CAP
        1 *4 1.0
        2 *5 2.0
        *RES
        1 *4 *5 1.0
        *END

        *D_NET *8 2.5
        *CAP
        1 *8:1 2.5
        *END

        *D_NET *9 0.4
        *CONN
        *I *7:Y O
        *I *10:A I
        *CAP
        1 *7:Y 0.3
        2 *9:1 1.0000000031710769e-30
        3 *9:2 0.1
        *RES
        1 *7:Y *9:1 0.7
        2 *10:A *9:2 0.0
        3 *9:1 *9:2 100000.0
        *END
    "#]]
    .assert_eq(&written_spef(&netlist));
    assert_round_trip(&netlist, &library(CELLS));
}

#[test]
fn nothing_comes_back() {
    comes_back("module t (); endmodule");
}

#[test]
fn ports_on_one_net_and_on_constants_come_back() {
    comes_back("module t (a, b, c); input a; output b, c; assign b = a; assign c = b; endmodule");
    comes_back("module t (b, a); input a; output b; assign b = a; endmodule");
    comes_back("module t (.p({x, y}), .q(y), .r(), .s(x)); input x, y; INV i (.A(x), .Y(y)); endmodule");
    comes_back("module t (a, b); inout a, b; assign a = b; assign b = 1'b1; endmodule");
    comes_back("module t (a); output [3:0] a; assign a = 4'b01x0; endmodule");
}

#[test]
fn inputs_are_not_assigned_to() {
    let text = written_verilog(&netlist("module t (b, a); input a; output b; assign b = a; endmodule"));
    assert!(text.contains("assign b = a;"), "{text}");
    let text = written_verilog(&netlist("module t (a, b); input a; output b; assign b = a; endmodule"));
    assert!(text.contains("assign b = a;"), "{text}");
}

#[test]
fn black_boxes_come_back() {
    comes_back(
        "module t (a, b); input a; input [3:0] b; BOX u (.CK(a), .D(b)); BOX v (.D(b[1:0]), .E(a)); BOX w (); endmodule",
    );
    comes_back(
        "module t (a, b); input a; input [3:0] b; BOX u (a, b); BOX v (, a, a); BOX w [1:0] (a, b); endmodule",
    );
    comes_back("module t (a); input a; BOX w (); BOX u (.Z()); BOX v (.Y(a), .Z(a)); endmodule");
}

#[test]
fn odd_names_come_back() {
    comes_back(
        "module \\t.op (\\a[0] , b, \\module ); input \\a[0] , \\module ; input [0:0] b; INV \\u/v:w[3] (.A(\\a[0] ), .Y(\\*n )); INV \\1 (.A(\\*n ), .Y(\\//x )); INV \\\\ (.A(\\//x ), .Y(\\é )); endmodule",
    );
}

#[test]
fn odd_names_with_parasitics_come_back() {
    let text = r"module t (\*p , \a[0] , \x:1 ); input \*p , \a[0] , \x:1 ; INV \u:v (.A(\*p ), .Y(\//n )); INV \//w (.A(\//n ), .Y(\n:1 )); INV \n (.A(\n:1 ), .Y(\ba\\ck ));
        INV \$'() (.A(\ba\\ck ), .Y(\é ));  INV \é (.A(\a[0] ), .Y(\/* )); INV \* (.A(\x:1 ), .Y(\1 )); INV \1 (.A(\/* ), .Y(\a/*b*/c )); BOX \q (.\: (\1 ), .\é/\* (\é )); endmodule";
    let mut netlist = netlist(text);
    let nets: Vec<String> = netlist
        .nets()
        .map(|net| {
            // Each its pins and three nodes, under names that an index stands for.
            let pins: String = netlist
                .net_pins(net)
                .iter()
                .map(|&pin| match netlist.pin_cell(pin) {
                    Some(cell) => {
                        let name = netlist.master_pin(pin).unwrap().name.replace(['\\', ':', '*'], r"\$0");
                        format!(
                            "*I *{}:{} B\n",
                            1000 + cell.0,
                            name.replace("$0", if name.contains('*') { "*" } else { ":" })
                        )
                    }
                    None => format!("*P *{} B\n", 2000 + pin.0),
                })
                .collect();
            let nodes: String = (1..4).map(|node| format!("{node} *{}:{node} 0.{node}\n", net.0)).collect();
            format!("*D_NET *{} 1\n*CONN\n{pins}*CAP\n{nodes}*END\n", net.0)
        })
        .collect();
    let escaped = |name: &str| name.chars().flat_map(|character| ['\\', character]).collect::<String>();
    let names = netlist.nets().map(|net| format!("*{} {}\n", net.0, escaped(netlist.net_name(net))));
    let cells =
        netlist.cells().map(|cell| format!("*{} {}\n", 1000 + cell.0, escaped(netlist.cell_name(cell))));
    let ports = netlist.port_pins();
    let ports = ports.map(|pin| format!("*{} {}\n", 2000 + pin.0, escaped(&netlist.pin_name(pin))));
    let map: String = names.chain(cells).chain(ports).collect();
    let said = read_spef(&mut netlist, None, &format!("*NAME_MAP\n{map}{}", nets.concat()));
    assert!(said.iter().all(|each| each.message.contains("é/")), "{said}");
    assert_round_trip(&netlist, &library(CELLS));
}

#[test]
fn numbers_that_are_pins_are_no_nodes() {
    let mut netlist = netlist("module t (a); input a; BOX n (n, n, a); INV i (.A(a), .Y(n)); endmodule");
    let text = "*D_NET n 1\n*CONN\n*I n:1 I\n*I n:2 I\n*I i:Y O\n*CAP\n1 n:1 1\n2 n:2 2\n3 n:3 3\n4 n:4 4\n5 n:5 5\n*END\n";
    assert!(read_spef(&mut netlist, None, text).is_empty());
    let written = written_spef(&netlist);
    assert!(written.contains("\n3 *1:4 3.0\n4 *1:5 4.0\n5 *1:6 5.0\n"), "{written}");
    assert_round_trip(&netlist, &library(CELLS));
}

#[test]
fn nets_of_one_name_come_back_under_other_names() {
    let text = "module b (i); input i; INV x (.A(i), .Y()); endmodule module t (a); input [1:0] a; wire \\u/i ; wire \\u/i_2 ;
        b u (a[0]); INV x (.A(a[1]), .Y(\\a[1] )); INV y (.A(\\a[1] ), .Y(\\u/i )); INV z (.A(\\u/i_2 ), .Y()); endmodule";
    let netlist = netlist(text);
    let again = crate::common::netlist(&written_verilog(&netlist));
    expect![[r#"
        a[1]: *a[1] x/A
        a[0]: *a[0] u/x/A
        u/i: *y/Y
        u/i_2: z/A
        a[1]_2: *x/Y y/A
        not connected: z/Y u/x/Y
    "#]]
    .assert_eq(&shown(&again));
    let text = "module t (.p({x, y})); input x, y; wire p; INV i (.A(p), .Y(\\p[1] )); endmodule";
    expect![[r#"
        module t (p);
          input [1:0] p;
          wire p_2;
          wire \p[1]_2 ;
          INV i (.A(p_2), .Y(\p[1]_2 ));
        endmodule
    "#]]
    .assert_eq(&written_verilog(&crate::common::netlist(text)));
    let pins = |netlist: &zeroslack_netlist::Netlist| {
        netlist.pins().map(|pin| netlist.pin_net(pin)).collect::<Vec<_>>()
    };
    assert_eq!(pins(&netlist), pins(&again));
}

#[test]
fn names_without_words_are_errors() {
    let netlist = netlist("module t (a); input a; INV \\u\u{1} (.A(a), .Y()); endmodule");
    assert!(netlist.write_verilog(&mut Vec::new()).is_ok());
    assert!(netlist.parasitics.write_spef(&netlist, &mut Vec::new()).is_ok());
    let mut netlist = netlist;
    let text = "*D_NET a 1\n*CONN\n*P a I\n*CAP\n1 a 1\n*END\n";
    assert!(read_spef(&mut netlist, None, text).iter().all(|each| each.id == "NET-028"));
    assert!(netlist.parasitics.write_spef(&netlist, &mut Vec::new()).is_ok());
    let mut netlist = crate::common::netlist(
        "module t (\\a\u{1} ); input \\a\u{1} ; INV u (.A(\\a\u{1} ), .Y(n)); BOX v (.\\\u{2} (n)); endmodule",
    );
    let text = "*D_NET n 1\n*CONN\n*I u:Y O\n*CAP\n1 u:Y 1\n*END\n";
    assert!(read_spef(&mut netlist, None, text).iter().all(|each| each.id == "NET-028"));
    assert!(netlist.parasitics.write_spef(&netlist, &mut Vec::new()).is_ok());
}

#[test]
fn an_edited_design_comes_back() {
    let mut netlist = netlist(DESIGN);
    let text =
        "*D_NET m 1\n*CONN\n*I u/y[1]:Y O\n*I g:A I\n*I r:D[0] I\n*CAP\n1 m:4 4\n2 g:A 1\n3 r:D[0] 2\n*END\n
        *D_NET s 2\n*CONN\n*P s I\n*I d:CK I\n*I r:CK I\n*CAP\n1 s 1\n2 d:CK 2\n*END\n";
    assert!(read_spef(&mut netlist, None, text).is_empty());
    let pin = |netlist: &zeroslack_netlist::Netlist, name: &str| netlist.find_pin(name, '/').unwrap();
    for name in ["g/A", "a[0]", "s"] {
        netlist.edit(|netlist| netlist.disconnect(pin(netlist, name)));
    }
    netlist.edit(|netlist| netlist.remove_cell(netlist.find_cell("d").unwrap()));
    netlist.edit(|netlist| netlist.remove_net(netlist.find_net("m2").unwrap()));
    let net = netlist.edit(|netlist| netlist.insert_net("new[1]"));
    let cell =
        netlist.edit(|netlist| netlist.insert_cell("new/cell", netlist.library().find("INV").unwrap()));
    for name in ["g/A", "s"] {
        netlist.edit(|netlist| netlist.connect(pin(netlist, name), net));
    }
    netlist.edit(|netlist| netlist.connect(netlist.find_cell_pin(cell, "Y").unwrap(), net));
    let text = written_verilog(&netlist);
    let mut again = crate::common::netlist(&text);
    expect![[r#"
        module t (a,
            z,
            c,
            f,
            s);
          input [1:0] a;
          output [0:2] z;
          output c;
          output f;
          inout s;
          wire \a[0]_2 ;
          wire s_2;
          wire m;
          wire \q[1] ;
          wire \q[0] ;
          wire m1;
          wire \u/n[2] ;
          wire \new[1] ;
          assign z[1] = 1'b0;
          assign c = 1'b1;
          assign f = \a[0]_2 ;
          assign s = \new[1] ;
          AND g (.A(\new[1] ), .B(1'b1), .Y(z[0]));
          RAM r (.CK(s_2), .D({a[1], \a[0]_2 , 1'b0, m}), .U(), .Q({1'bz, m1, \q[1] , \q[0] }));
          INV \u/x  (.A(\a[0]_2 ), .Y(\u/n[2] ));
          INV \u/y[1]  (.A(\u/n[2] ), .Y(m));
          INV \new/cell  (.A(), .Y(\new[1] ));
        endmodule
        1'b0: z[1] r/D[1]
        1'b1: c g/B
        a[1]: *a[1] r/D[3]
        a[0]: *a[0]
        z[0]: z[0] *g/Y
        z[2]: z[2]
        f: f r/D[2] u/x/A
        s: *s g/A *new/cell/Y
        s_2: r/CK
        m: r/D[0] *u/y[1]/Y
        q[1]: *r/Q[1]
        q[0]: *r/Q[0]
        m1: *r/Q[2]
        u/n[2]: *u/x/Y u/y[1]/A
        not connected: r/U[0] r/U[1] r/Q[3] new/cell/A
    "#]]
    .assert_eq(&(text + &shown(&again)));
    let text = written_spef(&netlist);
    let (spef, said) = zeroslack_spef::read(&text, &zeroslack_spef::Options::default());
    assert!(said.is_empty(), "{said}");
    assert!(again.read(&spef, None, &text).is_empty());
    assert_eq!(shown_rc(&again, "m"), "r/D[0]=2 u/y[1]/Y=0 2=1 3=4 | ");
}

/// Takes a number of bytes, then fails.
struct Full(usize);

impl std::io::Write for Full {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let taken = bytes.len().min(self.0);
        self.0 -= taken;
        Ok(taken)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn errors_of_the_output_come_through() {
    let mut netlist = netlist(DESIGN);
    read_spef(&mut netlist, None, "*D_NET m 2.5\n*END\n");
    for room in [0, 1, 100] {
        assert!(netlist.write_verilog(&mut Full(room)).is_err());
        assert!(netlist.parasitics.write_spef(&netlist, &mut Full(room)).is_err());
    }
}
