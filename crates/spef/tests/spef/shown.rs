//! What the tests share: a file as text that can be looked at.

use std::fmt::Write;

use zeroslack_spef::{Name, Net, NetKind, Nets, Node, Options, PortDirection, Spef, read};

/// Everything that was read, and the diagnostics.
pub fn shown(text: &str, options: &Options) -> String {
    let (spef, diagnostics) = read(text, options);
    let mut out = String::new();
    for port in &spef.ports {
        writeln!(out, "port {} {}", name(&spef, port.name), letter(port.direction)).unwrap();
    }
    for (nets, net) in spef.nets() {
        show_net(&mut out, &spef, nets, net);
    }
    write!(out, "{diagnostics}").unwrap();
    out
}

fn show_net(out: &mut String, spef: &Spef<'_>, nets: &Nets<'_>, net: &Net<'_>) {
    let keyword = match net.kind {
        NetKind::Detailed => "net",
        NetKind::Reduced => "reduced",
    };
    writeln!(out, "{keyword} {} {} @{}", name(spef, net.name), net.total_capacitance, net.offset).unwrap();
    let nodes = &nets.nodes[net.nodes.start as usize..net.nodes.end as usize];
    for node in nodes {
        let direction = node.connection.map_or(' ', letter);
        writeln!(out, "  {direction} {} {}", node_name(spef, node), node.capacitance).unwrap();
    }
    for resistor in &nets.resistors[net.resistors.start as usize..net.resistors.end as usize] {
        let [from, to] = resistor.ends.map(|end| node_name(spef, &nodes[end as usize]));
        writeln!(out, "  {from} -- {to} {}", resistor.resistance).unwrap();
    }
    for reduced in &nets.reduced[net.reduced.start as usize..net.reduced.end as usize] {
        let cell = reduced.cell.map_or("?".to_string(), |cell| name(spef, cell));
        let driver = node_name(spef, &nodes[reduced.driver as usize]);
        writeln!(out, "  driver {driver} ({cell}) {:?}", reduced.pi).unwrap();
        for (sink, delay) in &reduced.loads {
            writeln!(out, "    -> {} {delay}", node_name(spef, &nodes[*sink as usize])).unwrap();
        }
    }
}

fn node_name(spef: &Spef<'_>, node: &Node<'_>) -> String {
    match node.tail {
        Some(tail) => format!("{} . {tail}", name(spef, node.name)),
        None => name(spef, node.name),
    }
}

/// In brackets where it is an index.
fn name(spef: &Spef<'_>, name: Name<'_>) -> String {
    match name {
        Name::Mapped(_) => format!("<{}>", spef.name(name)),
        Name::Text(text) => text.to_string(),
    }
}

fn letter(direction: PortDirection) -> char {
    match direction {
        PortDirection::Input => 'I',
        PortDirection::Output => 'O',
        PortDirection::Bidirectional => 'B',
    }
}

/// A small file with a bit of everything in it.
pub const SMALL: &str = r#"*SPEF "IEEE 1481-1998"
*DESIGN "small" // nothing
*DATE "today"
*DESIGN_FLOW "PIN_CAP NONE" "NAME_SCOPE LOCAL"
*DIVIDER /
*DELIMITER :
*BUS_DELIMITER [ ]
*T_UNIT 1 PS
*C_UNIT 1 FF
*R_UNIT 1 KOHM
*L_UNIT 1 HENRY

*NAME_MAP
*1 clk
*2 u1/a\[3\]
*7 u2

*PORTS
*1 I *C 1.5 2.5 *L 0.1
out O *S 1 2 3 *D buf

*POWER_NETS VDD
*GROUND_NETS VSS
*DEFINE u9 macro

/* a net
*D_NET commented 1
*/
*D_NET *1 0.75:1.5:3 *V 12
*CONN
*P *1 I *C 0 0 *L 0.1 *S 1 2 *D *7
*I *2:A I
*N *1:4 *C 1 2
*CAP
1 *1 0.25
2 *1:4 0.5
3 *1:4 *7:9 0.125
4 *7:8 *2:A 0.5 *SC 1:0.5
*RES
1 *1 *1:4 0.5
2 clk:4 *2:A 1:2:3
3 *1:4 *2:A 4
*INDUC
1 *1 *1:4 1e-9
*END

*R_NET n2 2 *V 3
*DRIVER u1:Z
*CELL nand2
*C2_R1_C1 1 2 3
*LOADS
*RC u3:A 4
*Q 1 2 *K 3 4
*RC u4:A 5
*END
"#;
