//! Designs whose parasitics are in several SPEF files, one a block.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use expect_test::{Expect, expect};
use zeroslack::spef::{Name, Options, Spef, unescape};
use zeroslack::timing::Calculator;
use zeroslack::units::Quad;
use zeroslack::{Constraint, CornerId, DesignFiles, Session, Silent, SpefFile};

const LIBRARY: &str = include_str!("../../../testing/designs/tiny/tiny.lib");

/// Every block is a chain: from port `i` by way of `n` to port `o`.
const VERILOG: &str = "module row (i, o); input i; output o; wire m; INV u1 (.A(i), .Y(m)); INV u2 (.A(m), .Y(o)); endmodule
    module pair (i, o); input i; output o; wire n; row r0 (.i(i), .o(n)); row r1 (.i(n), .o(o)); endmodule
    module top (in, out); input in; output out; wire n; pair a (.i(in), .o(n)); pair b (.i(n), .o(out)); endmodule";

const CONSTRAINTS: &str = "create_clock -name v -period 10\nset_input_delay 0 -clock v [get_ports in]\nset_input_transition 0.02 [get_ports in]\nset_output_delay 0 -clock v [get_ports out]\n";

const HEADER: &str = "*SPEF \"x\"\n*DIVIDER /\n*DELIMITER :\n*BUS_DELIMITER []\n*T_UNIT 1 PS\n*C_UNIT 1 FF\n*R_UNIT 1 OHM\n*L_UNIT 1 HENRY\n";

/// A wire from one end by way of a node to the other: fF at the three, ohms between them.
type Wire = ([f64; 3], [f64; 2]);

/// Parts of nets by names that tests give them.
const ROW_IN: Wire = ([1.25, 2.5, 0.5], [300.0, 410.0]);
const ROW_MIDDLE: Wire = ([0.25, 1.5, 0.75], [120.0, 55.0]);
const ROW_OUT: Wire = ([2.0, 0.375, 1.0], [230.0, 77.7]);
const PAIR_IN: Wire = ([0.5, 3.25, 1.5], [1000.1, 3.3]);
const PAIR_MIDDLE: Wire = ([4.0, 2.25, 0.125], [17.0, 710.0]);
const PAIR_OUT: Wire = ([1.0, 1.0, 2.75], [350.0, 99.0]);
const TOP_IN: Wire = ([7.0, 0.5, 0.5], [210.0, 1.0]);
const TOP_MIDDLE: Wire = ([0.0, 40.5, 3.0], [450.0, 820.0]);
const TOP_OUT: Wire = ([3.5, 0.625, 5.0], [18.0, 190.0]);

/// A net of wires one after the other from the first to the last of its ends.
fn net(name: &str, wires: &[Wire], [first, last]: [&str; 2]) -> String {
    let count = 2 * wires.len();
    let node = |place: usize| match place {
        0 => first.to_string(),
        place if place == count => last.to_string(),
        place => format!("{name}:{place}"),
    };
    let mut capacitance = vec![0.0; count + 1];
    let mut resistors = String::new();
    for (number, (values, ohms)) in wires.iter().enumerate() {
        for (place, value) in values.iter().enumerate() {
            capacitance[2 * number + place] += value;
        }
        for (place, ohm) in ohms.iter().enumerate() {
            let at = 2 * number + place;
            resistors += &format!("{at} {} {} {ohm}\n", node(at), node(at + 1));
        }
    }
    let kind = |end: &str| if end.contains(':') { "*I" } else { "*P" };
    let caps: String =
        capacitance.iter().enumerate().map(|(at, value)| format!("{at} {} {value}\n", node(at))).collect();
    format!(
        "*D_NET {name} 1\n*CONN\n{} {first} B\n{} {last} B\n*CAP\n{caps}*RES\n{resistors}*END\n",
        kind(first),
        kind(last)
    )
}

fn row() -> String {
    let nets = [
        net("i", &[ROW_IN], ["i", "u1:A"]),
        net("m", &[ROW_MIDDLE], ["u1:Y", "u2:A"]),
        net("o", &[ROW_OUT], ["u2:Y", "o"]),
    ];
    HEADER.to_string() + &nets.concat()
}

fn pair() -> String {
    let nets = [
        net("i", &[PAIR_IN], ["i", "r0:i"]),
        net("n", &[PAIR_MIDDLE], ["r0:o", "r1:i"]),
        net("o", &[PAIR_OUT], ["r1:o", "o"]),
    ];
    HEADER.to_string() + &nets.concat()
}

fn top() -> String {
    let nets = [
        net("in", &[TOP_IN], ["in", "a:i"]),
        net("n", &[TOP_MIDDLE], ["a:o", "b:i"]),
        net("out", &[TOP_OUT], ["b:o", "out"]),
    ];
    HEADER.to_string() + &nets.concat()
}

fn flat() -> String {
    let mut text = HEADER.to_string();
    for row in ["a/r0", "a/r1", "b/r0", "b/r1"] {
        text += &net(&format!("{row}/m"), &[ROW_MIDDLE], [&format!("{row}/u1:Y"), &format!("{row}/u2:A")]);
    }
    for pair in ["a", "b"] {
        let ends = [&*format!("{pair}/r0/u2:Y"), &*format!("{pair}/r1/u1:A")];
        text += &net(&format!("{pair}/n"), &[ROW_OUT, PAIR_MIDDLE, ROW_IN], ends);
    }
    text += &net("in", &[TOP_IN, PAIR_IN, ROW_IN], ["in", "a/r0/u1:A"]);
    let middle = [ROW_OUT, PAIR_OUT, TOP_MIDDLE, PAIR_IN, ROW_IN];
    text += &net("n", &middle, ["a/r1/u2:Y", "b/r0/u1:A"]);
    text + &net("out", &[ROW_OUT, PAIR_OUT, TOP_OUT], ["b/r1/u2:Y", "out"])
}

/// The design with SPEF files: `(what it describes, file)`.
fn files(spef: &[(Option<&str>, &str)]) -> DesignFiles {
    let mut files = DesignFiles {
        liberty_late: vec!["tiny.lib".into()],
        verilog: vec!["top.v".into()],
        constraints: Some(Constraint::Sdc("top.sdc".into())),
        ..DesignFiles::default()
    };
    let texts = [
        ("tiny.lib", LIBRARY.to_string()),
        ("top.v", VERILOG.to_string()),
        ("top.sdc", CONSTRAINTS.to_string()),
        ("row.spef", row()),
        ("pair.spef", pair()),
        ("top.spef", top()),
        ("flat.spef", flat()),
    ];
    for (name, text) in texts {
        files.texts.insert(name, text);
    }
    let spef = spef.iter().map(|&(instance, file)| {
        let (file, instance) = (PathBuf::from(file), instance.map(str::to_string));
        SpefFile { file, instance }
    });
    files.spef.extend(spef);
    files
}

#[track_caller]
fn loaded(files: &DesignFiles) -> Session {
    Session::load(files, &Silent).unwrap_or_else(|error| panic!("{error}"))
}

/// All delays and slews, as bits, and the slacks of all endpoints.
fn shown(session: &Session) -> (Vec<[u32; 4]>, String) {
    let timed = session.timed().unwrap();
    let bits = |values: &[Quad<f32>]| -> Vec<[u32; 4]> {
        values.iter().map(|quad| [quad[0][0], quad[0][1], quad[1][0], quad[1][1]].map(f32::to_bits)).collect()
    };
    let all = [bits(timed.timing().delays()), bits(timed.timing().slews()), bits(timed.timing().loads())];
    (all.concat(), format!("{:?}", timed.endpoint_slacks()))
}

#[test]
fn a_design_of_nested_blocks_is_timed_as_from_a_flat_file() {
    for calculator in [Calculator::Elmore, Calculator::Lumped, Calculator::EffectiveCapacitance] {
        let of = |spef: &[(Option<&str>, &str)]| {
            let session = loaded(&DesignFiles { calculator, ..files(spef) });
            assert_eq!(session.diagnostics().to_string(), "", "{spef:?}");
            shown(&session)
        };
        let flat = of(&[(None, "flat.spef")]);
        let by_path = ["a/r0", "a/r1", "b/r0", "b/r1"].map(|path| (Some(path), "row.spef"));
        let pairs = [(Some("a"), "pair.spef"), (Some("b"), "pair.spef")];
        assert_eq!(of(&[&[(None, "top.spef")], &pairs[..], &by_path[..]].concat()), flat);
        assert_eq!(of(&[&by_path[..], &pairs[..], &[(None, "top.spef")]].concat()), flat);
        assert_eq!(of(&[(None, "top.spef"), (Some("pair"), "pair.spef"), (Some("row"), "row.spef")]), flat);
        assert_eq!(of(&[(Some("*/r?"), "row.spef"), (None, "top.spef"), (Some("?"), "pair.spef")]), flat);
        assert_eq!(
            of(&[(Some("top"), "top.spef"), (Some("p*r"), "pair.spef"), (Some("ro*"), "row.spef")]),
            flat
        );
        assert_ne!(of(&[(None, "top.spef"), (Some("pair"), "pair.spef")]), flat);
    }
}

#[test]
fn the_number_of_threads_makes_no_difference() {
    let spef = [(None, "top.spef"), (Some("pair"), "pair.spef"), (Some("row"), "row.spef")];
    let of = |threads: usize| {
        let pool = rayon_pool(threads);
        pool.install(|| shown(&loaded(&files(&spef))))
    };
    assert_eq!(of(1), of(7));
}

fn rayon_pool(threads: usize) -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap()
}

#[test]
fn a_part_is_read_again_as_an_edit() {
    let spef = [(None, "top.spef"), (Some("pair"), "pair.spef"), (Some("row"), "row.spef")];
    let mut session = loaded(&files(&spef));
    let before = shown(&session);
    let mark = session.mark();
    *session.texts_mut() = files(&[]).texts;
    session.texts_mut().insert("other.spef", pair().replace("1000.1", "2000.1"));
    let said = session.read_spef(CornerId::FIRST, Path::new("other.spef"), Some("pair")).unwrap();
    assert_eq!(said.to_string(), "");
    session.update().unwrap();
    assert_ne!(shown(&session), before);
    session.read_spef(CornerId::FIRST, Path::new("pair.spef"), Some("a")).unwrap();
    session.read_spef(CornerId::FIRST, Path::new("pair.spef"), Some("b")).unwrap();
    session.update().unwrap();
    assert_eq!(shown(&session), before);
    session.undo(&mark);
    session.update().unwrap();
    assert_eq!(shown(&session), before);
    expect![[r#"
        error[FILE-004]: the SPEF file 'pair.spef' is for 'c', but design 'top' has no instance of a module with that path and no module with that name
    "#]]
    .assert_eq(&session.read_spef(CornerId::FIRST, Path::new("pair.spef"), Some("c")).unwrap_err().to_string());
}

#[test]
fn a_folder_of_files_that_are_called_after_modules() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [("top", top()), ("pair", pair()), ("row", row())] {
        std::fs::write(folder.path().join(format!("{name}.spef")), text).unwrap();
    }
    let mut design = files(&[]);
    design.spef_folders.push(folder.path().to_path_buf());
    let session = loaded(&design);
    assert_eq!(session.diagnostics().to_string(), "");
    assert_eq!(shown(&session), shown(&loaded(&files(&[(None, "flat.spef")]))));
    // One more that no module is called after.
    std::fs::write(folder.path().join("other.spef"), row()).unwrap();
    let said = loaded(&design).diagnostics().to_string().replace(folder.path().to_str().unwrap(), "DIR");
    expect![[r#"
        warning[FILE-006]: 1 SPEF file in 'DIR' is called after no module of the design and is not read: 'other'
    "#]]
    .assert_eq(&said);
}

/// Checks what is said of files that cannot be used.
#[track_caller]
fn check_error(files: &DesignFiles, hidden: &str, expected: Expect) {
    expected.assert_eq(&Session::load(files, &Silent).unwrap_err().to_string().replace(hidden, "DIR"));
}

#[test]
fn what_a_file_could_describe_is_not_there() {
    check_error(
        &files(&[
            (Some("a/r2"), "row.spef"),
            (Some("quad"), "row.spef"),
            (Some("a/s*"), "row.spef"),
            (Some("a/r0/u1"), "row.spef"),
        ]),
        "-",
        expect![[r#"
            error[FILEDIR004]: the SPEF file 'row.spef' is for 'a/r2', but design 'top' has no instance of a module with that path and no module with that name
            error[FILEDIR004]: the SPEF file 'row.spef' is for 'quad', but design 'top' has no instance of a module with that path and no module with that name
            error[FILEDIR004]: the SPEF file 'row.spef' is for 'a/s*', but no instance of a module and no module of design 'top' matches that
            error[FILEDIR004]: the SPEF file 'row.spef' is for 'a/r0/u1', but design 'top' has no instance of a module with that path and no module with that name
        "#]],
    );
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let mut design = files(&[]);
    design.spef_folders = vec![folder.path().to_path_buf(), folder.path().join("none")];
    check_error(
        &design,
        path,
        expect![[r#"
            error[FILE-005]: the folder 'DIR' has no SPEF files; expected MODULE.spef or MODULE.spef.gz
            error[FILE-005]: cannot read folder 'DIR/none': No such file or directory (os error 2)
        "#]],
    );
}

#[test]
fn networks_that_do_not_join_the_driver_to_all_of_the_net() {
    let mut design = files(&[(None, "broken.spef")]);
    let nets = [
        // The load has no resistor; the driver is not there; two pieces, the load in the other one.
        "*D_NET a/r0/m 1\n*CONN\n*I a/r0/u1:Y O\n*I a/r0/u2:A I\n*CAP\n1 a/r0/m:1 2\n*RES\n1 a/r0/u1:Y a/r0/m:1 5\n*END\n",
        "*D_NET a/r1/m 1\n*CONN\n*I a/r1/u2:A I\n*CAP\n1 a/r1/m:1 2\n*RES\n1 a/r1/u2:A a/r1/m:1 5\n*END\n",
        "*D_NET b/r0/m 1\n*CONN\n*I b/r0/u1:Y O\n*I b/r0/u2:A I\n*CAP\n1 b/r0/m:1 2\n*RES\n1 b/r0/u1:Y b/r0/m:1 5\n2 b/r0/m:2 b/r0/u2:A 7\n*END\n",
        // No resistor at all: that is a capacitance.
        "*D_NET b/r1/m 1\n*CONN\n*I b/r1/u1:Y O\n*I b/r1/u2:A I\n*CAP\n1 b/r1/u1:Y 2\n2 b/r1/u2:A 2\n*END\n",
    ];
    design.texts.insert("broken.spef", HEADER.to_string() + &nets.concat());
    let session = loaded(&design);
    expect![[r#"
        warning[NET-028] broken.spef:18:1: pin 'a/r1/u1/Y' is not in the parasitics of its net 'a/r1/m'; its capacitance does not count
        warning[TIM-003]: 2 loads are reached by no resistor from the driver, and taken to be at the driver: 'a/r0/u2/A', 'b/r0/u2/A'
        warning[TIM-004]: 1 driver is not in the parasitics of the net, of which only the capacitance counts then: 'a/r1/u1/Y'
        warning[TIM-005]: 1 net has parasitics in several pieces; the capacitance of those that no resistor joins to the driver is taken to be at the driver: 'b/r0/m'
    "#]].assert_eq(&session.diagnostics().to_string());
}

fn total(session: &Session, net: &str) -> f32 {
    let net = session.netlist().find_net(net).unwrap();
    session.parasitics(CornerId::FIRST).net(net).unwrap().capacitance.iter().sum()
}

#[test]
fn a_net_between_two_blocks_keeps_all_of_its_capacitance() {
    let Some(shared) = zeroslack_testing::shared() else { return };
    let folder = shared.join("broken_inputs/15_spef_stitching");
    let spef = |file: &str, instance: Option<&str>| SpefFile {
        file: folder.join(file),
        instance: instance.map(str::to_string),
    };
    let session = loaded(&DesignFiles {
        liberty_late: vec![shared.join("data/libs/nangate45/nangate45_typ.lib.gz")],
        verilog: vec![folder.join("top.v")],
        constraints: Some(Constraint::Sdc(folder.join("c.sdc"))),
        spef: vec![spef("top.spef", None), spef("sub.spef", Some("a")), spef("sub.spef", Some("b"))],
        ..DesignFiles::default()
    });
    assert_eq!(total(&session, "n"), 260.0);
    assert_eq!([total(&session, "in"), total(&session, "out")], [20.0, 40.0]);
}

/// The capacitance of a net as its file says, fF.
fn capacitances<'s>(spef: &'s Spef<'_>) -> impl Iterator<Item = (Name<'s>, f64)> + 's {
    spef.nets().map(|(nets, net)| {
        let nodes = &nets.nodes[net.nodes.start as usize..net.nodes.end as usize];
        let known: f64 = nodes.iter().map(|node| f64::from(node.capacitance)).sum();
        let is_lumped = known == 0.0 && net.resistors.is_empty();
        (net.name, if is_lumped { f64::from(net.total_capacitance) } else { known })
    })
}

/// Every file of tt02 is of one block. What they say of nets that the netlist has is all there, none of it twice.
#[test]
fn nets_and_capacitances_of_tt02_add_up() {
    let Some(shared) = zeroslack_testing::shared() else { return };
    let folder = shared.join("data/tt02_sky130hd");
    if !folder.is_dir() {
        return;
    }
    let session = Session::read(
        &DesignFiles {
            liberty_late: vec![shared.join("data/libs/sky130hd/sky130_fd_sc_hd__tt_025C_1v80.lib.gz")],
            verilog: vec![folder.join("tt02.v.gz")],
            spef_folders: vec![folder.join("spef")],
            ..DesignFiles::default()
        },
        &Silent,
    )
    .unwrap_or_else(|error| panic!("{error}"));
    let netlist = session.netlist();
    let mut expected: BTreeMap<u32, f64> = BTreeMap::new();
    let mut parts = 0;
    for (module, instances) in netlist.instances_by_module() {
        let file = folder.join(format!("spef/{module}.spef.gz"));
        if !file.is_file() {
            continue;
        }
        let text = zeroslack_testing::text(&file);
        let (spef, _) = zeroslack::spef::read(&text, &Options::default());
        for instance in instances {
            for (name, capacitance) in capacitances(&spef) {
                let name = match netlist.instance_name(instance) {
                    "" => unescape(spef.name(name)).into_owned(),
                    path => format!("{path}/{}", unescape(spef.name(name))),
                };
                let Some(net) = netlist.find_net(&name) else { continue };
                *expected.entry(net.0).or_default() += capacitance;
                parts += 1;
            }
        }
    }
    let parasitics = session.parasitics(CornerId::FIRST);
    assert_eq!(parasitics.net_count(), expected.len());
    assert!(parts > expected.len() + 1000, "{parts} parts of {} nets", expected.len());
    for (&net, &expected) in &expected {
        let net = zeroslack::netlist::NetId(net);
        let rc = parasitics.net(net).unwrap();
        let found: f64 = rc.capacitance.iter().map(|&value| f64::from(value)).sum();
        let error = (found - expected).abs();
        assert!(error <= 1e-6 * expected, "{}: {found} fF for {expected}", netlist.net_name(net));
    }
    let sum: f64 = expected.values().sum();
    println!("{parts} parts of {} nets, {:.3} pF", expected.len(), sum / 1000.0);
}
