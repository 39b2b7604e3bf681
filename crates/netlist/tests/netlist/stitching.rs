//! Nets that are described part by part, in the files of several blocks.

use std::collections::BTreeMap;

use expect_test::{Expect, expect};
use zeroslack_input::Diagnostics;
use zeroslack_netlist::{InstanceId, ParasiticsReader, SpefSource};
use zeroslack_spef::Options;

use crate::common::{Wired, assert_same_parasitics, netlist, read_spef, shown_diagnostics, shown_rc};
use crate::random::Choices;

/// Net `n` leads from `a/d` through `b` to `b/l`, through `b/v` to `b/v/l`, and to the top's `g`.
const DESIGN: &str = "module leaf (i); input i; INV l (.A(i), .Y()); endmodule
    module sink (i); input i; INV l (.A(i), .Y()); leaf v (.i(i)); endmodule
    module source (o); output o; INV d (.A(), .Y(o)); endmodule
    module t (z); output z; wire n; source a (.o(n)); sink b (.i(n)); INV g (.A(n), .Y(z)); endmodule";

const TOP: &str =
    "*D_NET n 7\n*CONN\n*I a:o O\n*I b:i I\n*I g:A I\n*CAP\n1 a:o 1\n2 n:1 2\n3 b:i 4\n4 g:A 8\n
    *RES\n1 a:o n:1 0.5\n2 n:1 b:i 1\n3 n:1 g:A 2\n*END\n";
const SOURCE: &str = "*D_NET o 1\n*CONN\n*P o O\n*I d:Y O\n*CAP\n1 o 16\n2 d:Y 32\n*RES\n1 d:Y o 4\n*END\n";
const SINK: &str = "*D_NET i 1\n*CONN\n*P i I\n*I l:A I\n*I v:i I\n*CAP\n1 i 64\n2 l:A 128\n3 i:1 256\n
    *RES\n1 i i:1 8\n2 i:1 l:A 16\n3 i:1 v:i 32\n*END\n";
const LEAF: &str = "*D_NET i 1\n*CONN\n*P i I\n*I l:A I\n*CAP\n1 i 512\n2 l:A 1024\n*RES\n1 i l:A 64\n*END\n";

/// The whole of it in one file.
const FLAT: &str =
    "*D_NET n 1\n*CONN\n*I a/d:Y O\n*I b/l:A I\n*I b/v/l:A I\n*I g:A I\n*CAP\n1 n:1 2\n2 n:2 17\n3 n:3 68\n4 n:4 256\n5 n:5 512\n
    6 g:A 8\n7 a/d:Y 32\n8 b/l:A 128\n9 b/v/l:A 1024\n
    *RES\n1 n:2 n:1 0.5\n2 n:1 n:3 1\n3 n:1 g:A 2\n4 a/d:Y n:2 4\n5 n:3 n:4 8\n6 n:4 b/l:A 16\n7 n:4 n:5 32\n8 n:5 b/v/l:A 64\n*END\n";

/// Reads files, each for an instance, with all that is said.
fn read_all(netlist: &mut Wired, files: &[(&str, &str)]) -> String {
    let mut shown = String::new();
    let Wired { netlist, parasitics } = netlist;
    let mut reader = ParasiticsReader::anew(parasitics, netlist);
    for (path, text) in files {
        let text = format!("*SPEF \"x\"\n*T_UNIT 1 PS\n*C_UNIT 1 FF\n*R_UNIT 1 KOHM\n{text}");
        let (spef, said) = zeroslack_spef::read(&text, &Options::default());
        assert!(!said.has_errors(), "{said}");
        let instances = [netlist.find_instance(path).unwrap_or(InstanceId::TOP)];
        let source = SpefSource { spef: &spef, text: &text, instances: &instances };
        shown += &shown_diagnostics(&reader.read(&source));
    }
    let said: Diagnostics = reader.finish();
    shown + &shown_diagnostics(&said)
}

/// Checks what files make of net `n`, and what is said of it.
#[track_caller]
fn check(files: &[(&str, &str)], expected: Expect) {
    let mut netlist = netlist(DESIGN);
    let said = read_all(&mut netlist, files);
    expected.assert_eq(&format!("{}\n{said}", shown_rc(&netlist, "n")));
}

#[test]
fn all_parts_make_what_a_flat_file_makes() {
    let mut flat = netlist(DESIGN);
    assert_eq!(read_all(&mut flat, &[("", FLAT)]), "");
    let files = [("", TOP), ("a", SOURCE), ("b", SINK), ("b/v", LEAF)];
    for order in [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1], [1, 3, 0, 2]] {
        let mut stitched = netlist(DESIGN);
        assert_eq!(read_all(&mut stitched, &order.map(|file| files[file])), "");
        assert_same_parasitics(&stitched, &flat);
        // One after the other, as edits.
        let mut stitched = netlist(DESIGN);
        for file in order {
            let (path, text) = files[file];
            assert!(read_spef(&mut stitched, (!path.is_empty()).then_some(path), text).is_empty());
        }
        assert_same_parasitics(&stitched, &flat);
    }
}

#[test]
fn without_the_file_of_a_block_its_wires_have_no_resistance() {
    check(
        &[("", TOP), ("b", SINK)],
        expect![[r#"
        g/A=8 a/d/Y=0 b/l/A=128 b/v/l/A=0 4=2 5=1 6=68 7=256 8=0 | g/A-4=2 a/d/Y-5=0 b/l/A-7=16 b/v/l/A-8=0 4-5=0.5 4-6=1 6-7=8 7-8=32
    "#]],
    );
    check(
        &[("", TOP)],
        expect![[r#"
        g/A=8 a/d/Y=0 b/l/A=0 b/v/l/A=0 4=2 5=1 6=4 | g/A-4=2 a/d/Y-5=0 b/l/A-b/v/l/A=0 b/l/A-6=0 4-5=0.5 4-6=1
    "#]],
    );
}

#[test]
fn without_the_file_of_the_top_blocks_are_joined_without_resistance() {
    check(
        &[("a", SOURCE), ("b", SINK), ("b/v", LEAF)],
        expect![[r#"
        g/A=0 a/d/Y=32 b/l/A=128 b/v/l/A=1024 4=16 5=256 6=64 7=512 | g/A-4=0 g/A-6=0 a/d/Y-4=4 b/l/A-5=16 b/v/l/A-7=64 5-6=8 5-7=32
    "#]],
    );
    check(
        &[("a", SOURCE), ("b/v", LEAF)],
        expect![[r#"
        g/A=0 a/d/Y=32 b/l/A=0 b/v/l/A=1024 4=16 5=512 | g/A-b/l/A=0 g/A-4=0 g/A-5=0 a/d/Y-4=4 b/v/l/A-5=64
    "#]],
    );
}

#[test]
fn of_parts_that_are_no_more_than_a_capacitance() {
    check(
        &[("", "*D_NET n 7\n*END\n"), ("a", SOURCE), ("b", SINK)],
        expect![[r#"
        g/A=0 a/d/Y=32 b/l/A=128 b/v/l/A=0 4=16 5=256 6=64 7=0 8=7 | g/A-8=0 a/d/Y-4=4 b/l/A-5=16 b/v/l/A-7=0 4-8=0 5-6=8 5-7=32 6-8=0
    "#]],
    );
    check(
        &[("", TOP), ("a", "*D_NET o 7\n*CONN\n*P o O\n*I d:Y O\n*END\n")],
        expect![[r#"
        g/A=8 a/d/Y=0 b/l/A=0 b/v/l/A=0 4=2 5=1 6=4 7=7 | g/A-4=2 a/d/Y-7=0 b/l/A-b/v/l/A=0 b/l/A-6=0 4-5=0.5 4-6=1 5-7=0
    "#]],
    );
    check(
        &[("", "*D_NET n 7\n*END\n"), ("a", "*D_NET o 5\n*END\n")],
        expect![[r#"
        g/A=0 a/d/Y=0 b/l/A=0 b/v/l/A=0 4=12 | g/A-4=0 a/d/Y-4=0 b/l/A-4=0 b/v/l/A-4=0
    "#]],
    );
    check(
        &[("a", "*D_NET o 5\n*END\n")],
        expect![[r#"
        0=5 | 
    "#]],
    );
}

#[test]
fn a_part_that_is_described_twice() {
    let other = SOURCE.replace("d:Y o 4", "d:Y o 5");
    check(
        &[("", TOP), ("a", SOURCE), ("b", SINK), ("a", &other)],
        expect![[r#"
        g/A=8 a/d/Y=32 b/l/A=128 b/v/l/A=0 4=2 5=17 6=68 7=256 8=0 | g/A-4=2 a/d/Y-5=5 b/l/A-7=16 b/v/l/A-8=0 4-5=0.5 4-6=1 6-7=8 7-8=32
        warning[NET-034]: 1 net has parts that are described more than once; the last description of a part counts: 'n'
    "#]],
    );
    check(
        &[("", TOP), ("a", &(SOURCE.to_string() + &other))],
        expect![[r#"
        g/A=8 a/d/Y=32 b/l/A=0 b/v/l/A=0 4=2 5=17 6=4 | g/A-4=2 a/d/Y-5=5 b/l/A-b/v/l/A=0 b/l/A-6=0 4-5=0.5 4-6=1
        warning[NET-034]: 1 net has parts that are described more than once; the last description of a part counts: 'n'
    "#]],
    );
}

#[test]
fn a_part_of_what_a_flat_file_describes() {
    check(
        &[("", FLAT), ("b/v", LEAF)],
        expect![[r#"
        g/A=0 a/d/Y=0 b/l/A=0 b/v/l/A=1024 4=512 | g/A-a/d/Y=0 g/A-b/l/A=0 g/A-4=0 b/v/l/A-4=64
        warning[NET-034]: 1 net has parts that are described more than once; the last description of a part counts: 'n'
    "#]],
    );
    check(
        &[("b/v", LEAF), ("", FLAT)],
        expect![[r#"
        g/A=8 a/d/Y=32 b/l/A=128 b/v/l/A=1024 4=2 5=17 6=68 7=256 8=512 | g/A-4=2 a/d/Y-5=4 b/l/A-7=16 b/v/l/A-8=64 4-5=0.5 4-6=1 6-7=8 7-8=32
        warning[NET-034]: 1 net has parts that are described more than once; the last description of a part counts: 'n'
    "#]],
    );
}

#[test]
fn a_net_that_is_described_twice() {
    let text = "*D_NET z 1\n*END\n*D_NET z 2\n*END\n*D_NET n 1\n*CONN\n*I g:A I\n*CAP\n1 g:A 3\n*END\n";
    let mut netlist = netlist(DESIGN);
    let said = read_all(&mut netlist, &[("", text), ("", "*D_NET z 4\n*END\n")]);
    expect![[r#"
        0=4 | 
        warning[NET-028] :9:1: pin 'a/d/Y' is not in the parasitics of its net 'n'; its capacitance does not count <<*D_NET>>
        warning[NET-028] :9:1: pin 'b/l/A' is not in the parasitics of its net 'n'; its capacitance does not count <<*D_NET>>
        warning[NET-028] :9:1: pin 'b/v/l/A' is not in the parasitics of its net 'n'; its capacitance does not count <<*D_NET>>
        warning[NET-033]: 1 net is described more than once; the last description counts: 'z'
        warning[NET-033]: 1 net is described more than once; the last description counts: 'z'
    "#]].assert_eq(&format!("{}\n{said}", shown_rc(&netlist, "z")));
    // An edit replaces what is there without a word, and says only what is in its own file twice.
    expect![""].assert_eq(&shown_diagnostics(&read_spef(&mut netlist, None, "*D_NET z 4\n*END\n")));
    expect![[r#"
        warning[NET-028] :9:1: pin 'a/d/Y' is not in the parasitics of its net 'n'; its capacitance does not count <<*D_NET>>
        warning[NET-028] :9:1: pin 'b/l/A' is not in the parasitics of its net 'n'; its capacitance does not count <<*D_NET>>
        warning[NET-028] :9:1: pin 'b/v/l/A' is not in the parasitics of its net 'n'; its capacitance does not count <<*D_NET>>
        warning[NET-033]: 1 net is described more than once; the last description counts: 'z'
    "#]].assert_eq(&shown_diagnostics(&read_spef(&mut netlist, None, text)));
}

#[test]
fn two_ports_of_a_block_on_one_net_have_a_part_each() {
    let mut netlist = netlist(
        "module b (i, j); input i, j; INV x (.A(i), .Y()); INV y (.A(j), .Y()); endmodule
        module t (n); input n; b u (.i(n), .j(n)); endmodule",
    );
    let part = |port: &str, pin: &str, value: &str| {
        format!(
            "*D_NET {port} 1\n*CONN\n*P {port} I\n*I {pin} I\n*CAP\n1 {pin} {value}\n*RES\n1 {port} {pin} {value}\n*END\n"
        )
    };
    let top = "*D_NET n 1\n*CONN\n*P n I\n*I u:i I\n*I u:j I\n*RES\n1 n u:i 1\n2 u:i u:j 2\n*END\n";
    let block = part("i", "x:A", "4") + &part("j", "y:A", "8");
    assert_eq!(read_all(&mut netlist, &[("u", &block), ("", top)]), "");
    expect!["n=0 u/x/A=4 u/y/A=8 3=0 4=0 | n-3=1 u/x/A-3=4 u/y/A-4=8 3-4=2"]
        .assert_eq(&shown_rc(&netlist, "n"));
}

#[test]
fn hierarchical_pins_that_are_not_there() {
    let text = "*D_NET n 1\n*CONN\n*I a:q O\n*I b:i I\n*I c:i I\n*CAP\n1 b:i 1\n*RES\n1 a:q b:i 1\n*END\n
        *D_NET z 1\n*CONN\n*I a:o O\n*I g:Y O\n*CAP\n1 g:Y 1\n*END\n";
    check(
        &[("", text)],
        expect![[r#"
        g/A=0 a/d/Y=0 b/l/A=0 b/v/l/A=0 4=0 5=1 6=0 | b/l/A-b/v/l/A=0 b/l/A-5=0 4-5=1
        warning[NET-024] :5:1: pin 'a:q' is not in the netlist <<*D_NET>>
        warning[NET-024] :5:1: pin 'c:i' is not in the netlist <<*D_NET>>
        warning[NET-025] :16:9: pin 'a/o' is not on net 'z' in the netlist <<*D_NET>>
        warning[NET-028] :16:9: pin 'z' is not in the parasitics of its net 'z'; its capacitance does not count <<*D_NET>>
    "#]],
    );
    check(
        &[("a", "*D_NET o 1\n*CONN\n*P q O\n*I d:Y O\n*CAP\n1 d:Y 1\n*END\n")],
        expect![[r#"
            g/A=0 a/d/Y=1 b/l/A=0 b/v/l/A=0 4=0 | 
            warning[NET-024] :5:1: pin 'a/q' is not in the netlist <<*D_NET>>
        "#]],
    );
}

#[test]
fn edits_of_a_net_in_parts_are_kept_when_a_part_is_read_again() {
    let mut netlist = netlist(DESIGN);
    read_all(&mut netlist, &[("", TOP), ("a", SOURCE), ("b", SINK), ("b/v", LEAF)]);
    let marks = (netlist.netlist.mark(), netlist.parasitics.mark());
    let before = netlist.clone();
    let pin = netlist.find_pin("b/l/A", '/').unwrap();
    netlist.edit(|netlist| netlist.disconnect(pin));
    read_spef(&mut netlist, Some("a"), &SOURCE.replace("d:Y o 4", "d:Y o 5"));
    expect!["g/A=8 a/d/Y=32 b/v/l/A=1024 3=2 4=17 5=68 6=128 7=256 8=512 | g/A-3=2 a/d/Y-4=5 b/v/l/A-8=64 3-4=0.5 3-5=1 5-7=8 6-7=16 7-8=32"].assert_eq(&shown_rc(&netlist, "n"));
    netlist.parasitics.undo(marks.1);
    netlist.netlist.undo(marks.0);
    assert_same_parasitics(&netlist, &before);
    read_spef(&mut netlist, Some("a"), &SOURCE.replace("d:Y o 4", "d:Y o 5"));
    expect!["g/A=8 a/d/Y=32 b/l/A=128 b/v/l/A=1024 4=2 5=17 6=68 7=256 8=512 | g/A-4=2 a/d/Y-5=5 b/l/A-7=16 b/v/l/A-8=64 4-5=0.5 4-6=1 6-7=8 7-8=32"].assert_eq(&shown_rc(&netlist, "n"));
}

/// A net of a random design as a tree of instances, in the files of its blocks and in a flat one.
///
/// Every level has one wire: a resistor chain through its own nodes, to which ports, cells and the instances in it are tied.
struct Drawn {
    choices: Choices,
    modules: String,
    /// (path, text).
    files: Vec<(String, String)>,
    /// By level of the hierarchy and instance: the internal nodes of the flat file in the order of parts.
    parts: Vec<FlatPart>,
}

/// What a part adds to the flat file: its nodes by name, resistors between them.
struct FlatPart {
    /// Internal nodes of its own: (name, fF).
    nodes: Vec<(String, u32)>,
    capacitances: Vec<(String, u32)>,
    resistors: Vec<(String, String, u32)>,
}

impl Drawn {
    fn new(seed: u64) -> Self {
        let mut drawn =
            Self { choices: Choices(seed), modules: String::new(), files: Vec::new(), parts: Vec::new() };
        let mut open = vec![(String::new(), 0)];
        while !open.is_empty() {
            let mut next = Vec::new();
            for (path, depth) in open {
                next.extend(drawn.block(&path, depth));
            }
            open = next;
        }
        drawn
    }

    /// Draws a block, and returns the paths of those in it.
    fn block(&mut self, path: &str, depth: usize) -> Vec<(String, usize)> {
        let children = if depth < 3 { self.choices.below(4 - depth) + usize::from(depth == 0) } else { 0 };
        let cells = 1 + self.choices.below(3);
        let own = 1 + self.choices.below(12);
        let full = |name: &str| if path.is_empty() { name.to_string() } else { format!("{path}/{name}") };
        // Names in the block's file, those in the flat one, and whether they are connections.
        let mut ends: Vec<(String, String, &str)> = Vec::new();
        let module = format!("m_{}", path.replace('/', "_"));
        let mut text =
            format!("module {module} (n); {} n;\n", if path.is_empty() { "output" } else { "inout" });
        match path {
            "" => ends.push(("n".to_string(), "n".to_string(), "*P")),
            path => ends.push(("n".to_string(), format!("joint {path}"), "*P")),
        }
        for cell in 0..cells {
            let pin = if path.is_empty() && cell == 0 { ("INV", "Y") } else { ("INV", "A") };
            text += &format!("{} c{cell} (.{}(n));\n", pin.0, pin.1);
            ends.push((
                format!("c{cell}:{}", pin.1),
                format!("{}:{}", full(&format!("c{cell}")), pin.1),
                "*I",
            ));
        }
        let mut below = Vec::new();
        for child in 0..children {
            let child_path = full(&format!("u{child}"));
            text += &format!("m_{} u{child} (.n(n));\n", child_path.replace('/', "_"));
            ends.push((format!("u{child}:n"), format!("joint {child_path}"), "*I"));
            below.push((child_path, depth + 1));
        }
        self.modules += &(text + "endmodule\n");
        self.wire(path, own, &ends);
        below
    }

    fn wire(&mut self, path: &str, own: usize, ends: &[(String, String, &str)]) {
        let flat_own = |number: usize| format!("own {path} {number}");
        let mut part = FlatPart { nodes: Vec::new(), capacitances: Vec::new(), resistors: Vec::new() };
        let (mut conn, mut cap, mut res) = (String::new(), String::new(), String::new());
        for number in 1..=own {
            let value = self.choices.below(1000) as u32;
            cap += &format!("{} n:{number} {}\n", number, f64::from(value) / 1024.0);
            part.nodes.push((flat_own(number), value));
            if number > 1 {
                let before = 1 + self.choices.below(number - 1);
                let ohm = 1 + self.choices.below(5000) as u32;
                res += &format!("{number} n:{before} n:{number} {}\n", f64::from(ohm) / 1000.0);
                part.resistors.push((flat_own(before), flat_own(number), ohm));
            }
        }
        for (index, (name, flat, kind)) in ends.iter().enumerate() {
            conn += &format!("{kind} {name} B\n");
            let (value, tied) = (self.choices.below(1000) as u32, 1 + self.choices.below(own));
            let ohm = 1 + self.choices.below(5000) as u32;
            cap += &format!("{} {name} {}\n", own + index + 1, f64::from(value) / 1024.0);
            res += &format!("{} n:{tied} {name} {}\n", own + index + 1, f64::from(ohm) / 1000.0);
            part.capacitances.push((flat.clone(), value));
            part.resistors.push((flat_own(tied), flat.clone(), ohm));
        }
        // Hierarchical pins of instances come after the nodes of the block, by their names.
        let mut joints: Vec<&String> = ends.iter().filter(|end| end.2 == "*I").map(|end| &end.1).collect();
        joints.retain(|flat| flat.starts_with("joint"));
        joints.sort();
        part.nodes.extend(joints.into_iter().map(|flat| (flat.clone(), 0)));
        self.parts.push(part);
        let text = format!("*D_NET n 1\n*CONN\n{conn}*CAP\n{cap}*RES\n{res}*END\n");
        self.files.push((path.to_string(), text));
    }

    /// The flat file, internal nodes numbered part by part.
    fn flat(&self) -> String {
        let nodes = self.parts.iter().flat_map(|part| &part.nodes);
        let numbers: BTreeMap<&str, usize> =
            nodes.zip(1..).map(|((name, _), number)| (&**name, number)).collect();
        let name =
            |flat: &str| numbers.get(flat).map_or_else(|| flat.to_string(), |number| format!("n:{number}"));
        let (mut conn, mut cap, mut res) = (String::new(), String::new(), String::new());
        for part in &self.parts {
            for (flat, value) in part.nodes.iter().chain(&part.capacitances) {
                cap += &format!("1 {} {}\n", name(flat), f64::from(*value) / 1024.0);
                if !numbers.contains_key(&**flat) {
                    conn += &format!("{} {flat} B\n", if flat.contains(':') { "*I" } else { "*P" });
                }
            }
            for (a, b, ohm) in &part.resistors {
                res += &format!("1 {} {} {}\n", name(a), name(b), f64::from(*ohm) / 1000.0);
            }
        }
        format!("*D_NET n 1\n*CONN\n{conn}*CAP\n{cap}*RES\n{res}*END\n")
    }
}

/// Capacitances are multiples of 1/1024 fF, so that the capacitance of a hierarchical pin has no rounding in it, be it summed from a flat file or from parts.
#[test]
fn random_nets_cut_at_blocks_are_stitched_to_what_the_flat_file_makes() {
    // However few nets the budget draws, the generator makes ones of many parts.
    let most_parts = (0..200).map(|seed| Drawn::new(seed).parts.len()).max().unwrap();
    assert!(most_parts > 12, "{most_parts}");
    for seed in zeroslack_testing::seeds(200) {
        let drawn = Drawn::new(seed);
        let text = drawn.modules.replacen("m_ (n)", "t (n)", 1);
        let mut flat = netlist(&text);
        let mut stitched = flat.clone();
        assert_eq!(read_all(&mut flat, &[("", &drawn.flat())]), "", "{seed}");
        let mut files: Vec<(&str, &str)> =
            drawn.files.iter().map(|(path, text)| (&**path, &**text)).collect();
        let place = Choices(seed).below(files.len());
        files.rotate_left(place);
        assert_eq!(read_all(&mut stitched, &files), "", "{seed}");
        assert_same_parasitics(&stitched, &flat);
    }
}
