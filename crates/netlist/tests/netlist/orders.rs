//! The order of a file's lines makes no difference.

use proptest::prelude::*;
use zeroslack_testing::config;

use crate::common::{assert_same_parasitics, netlist, read_spef};

const DESIGN: &str = "module t (a, z); input a; output z; assign z = a;
    INV x (.A(a), .Y(n)); INV y (.A(n), .Y()); INV w (.A(n), .Y()); TRI v (.A(n), .EN(a), .Y(n)); endmodule";

const CONNECTIONS: [&str; 5] = ["*I x:Y O", "*I y:A I", "*I w:A I", "*I *2:Y B", "*I v:A I"];
const CAPACITORS: [&str; 14] = [
    "x:Y 0.1",
    "y:A 0.2",
    "w:A 0.3",
    "v:Y 0.4",
    "*1:1 0.5",
    "*1:2 0.6",
    "n:10 0.7",
    "n:9 0.8",
    "*1:09 0.9",
    "n:x 1.1",
    "q:3 1.3",
    "*1:1 a:1 1.7",
    "x:Y a:2 1.9",
    "*2:A 2.1",
];
const RESISTORS: [&str; 12] = [
    "x:Y *1:1 0.1",
    "*1:1 n:2 0.2",
    "n:2 y:A 0.3",
    "n:10 n:9 0.4",
    "n:9 *1:1 0.5",
    "n:10 w:A 0.6",
    "q:3 n:9 0.7",
    "n:x q:3 0.8",
    "*1:09 n:10 0.9",
    "*1:1 x:Y 1.1",
    "y:A n:2 0.3",
    "*2:Y *1:2 1.3",
];

fn numbered(keyword: &str, lines: &[&str]) -> String {
    let lines: String = (1..).zip(lines).map(|(number, line)| format!("{number} {line}\n")).collect();
    format!("{keyword}\n{lines}")
}

fn text(connections: &[&str], capacitors: &[&str], resistors: &[&str], is_last: bool) -> String {
    let connections = format!("*CONN\n{}\n", connections.join("\n"));
    let (capacitors, resistors) = (numbered("*CAP", capacitors), numbered("*RES", resistors));
    let net = format!("*D_NET *1 9\n{connections}{capacitors}{resistors}*END\n");
    let other = "*D_NET a 1\n*CONN\n*P a I\n*P z O\n*CAP\n1 a 1\n2 z 2\n*RES\n1 a z 1\n*END\n";
    let nets = if is_last { [other, &net] } else { [&net, other] };
    format!("*NAME_MAP\n*1 n\n*2 v\n{}", nets.concat())
}

/// Ends of a resistor, or of a coupling capacitor, are not in any order either.
fn turned(line: &str) -> String {
    let words: Vec<&str> = line.split(' ').collect();
    format!("{} {} {}", words[1], words[0], words[2])
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn networks_do_not_depend_on_the_order_of_lines(
        connections in Just(CONNECTIONS.to_vec()).prop_shuffle(),
        capacitors in Just(CAPACITORS.to_vec()).prop_shuffle(),
        resistors in Just(RESISTORS.to_vec()).prop_shuffle(),
        turn in any::<u16>(),
        is_last in any::<bool>(),
    ) {
        let mut netlist = netlist(DESIGN);
        let mut other = netlist.clone();
        read_spef(&mut netlist, None, &text(&CONNECTIONS, &CAPACITORS, &RESISTORS, false));
        let resistors: Vec<String> = resistors
            .iter()
            .enumerate()
            .map(|(at, line)| if turn >> at & 1 == 1 { turned(line) } else { line.to_string() })
            .collect();
        let resistors: Vec<&str> = resistors.iter().map(String::as_str).collect();
        read_spef(&mut other, None, &text(&connections, &capacitors, &resistors, is_last));
        prop_assert_eq!(netlist.parasitics.node_count(), 14);
        assert_same_parasitics(&netlist, &other);
    }
}
