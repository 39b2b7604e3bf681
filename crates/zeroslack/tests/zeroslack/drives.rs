//! What drives ports from outside, and loads that are stated of nets: by hand, under edits, and beside another tool's answers.

use crate::common::{self, in_memory};

use zeroslack::netlist::{NetId, PinId};
use zeroslack::sdc::{Drive, DrivingCell};
use zeroslack::timing::Calculator;
use zeroslack::units::{Quad, Split, Transition, ps, quad};
use zeroslack::{Constraint, DesignFiles, ModeId, Session, Silent, SpefFile};

/// A buffer that has no delay, and a gate whose delays and slews are planes: by slew s and load c a rise takes `rise` + s + 2c, a fall 5 more, and
/// the slew is 3 + c. It is an inverter from A, and has no way to a rise from B.
fn library(rise: f32) -> String {
    let plane = |name: &str, values: [f32; 4]| {
        let [a, b, c, d] = values;
        format!("{name} (p) {{ values (\"{a}, {b}\", \"{c}, {d}\"); }}\n")
    };
    let delay = |name: &str, base: f32| plane(name, [base, base + 200.0, base + 100.0, base + 300.0]);
    let slew = |name: &str| plane(name, [3.0, 103.0, 3.0, 103.0]);
    let (fall, slews) = (delay("cell_fall", rise + 5.0), [slew("rise_transition"), slew("fall_transition")]);
    format!(
        "library (l) {{ time_unit : \"1ps\"; capacitive_load_unit (1, ff); pulling_resistance_unit : \"1kohm\";
        lu_table_template (p) {{ variable_1 : input_net_transition; variable_2 : total_output_net_capacitance;
            index_1 (\"0, 100\"); index_2 (\"0, 100\"); }}
        cell (BUF) {{
            pin (A) {{ direction : input; capacitance : 4; }}
            pin (Z) {{ direction : output; function : \"A\"; timing () {{ related_pin : \"A\"; timing_sense : positive_unate;
                cell_rise (scalar) {{ values (\"0\"); }} cell_fall (scalar) {{ values (\"0\"); }}
                rise_transition (scalar) {{ values (\"0\"); }} fall_transition (scalar) {{ values (\"0\"); }} }} }}
        }}
        cell (GATE) {{
            pin (A) {{ direction : input; capacitance : 1; }}
            pin (B) {{ direction : input; capacitance : 1; }}
            pin (Z) {{ direction : output;
                timing () {{ related_pin : \"A\"; timing_sense : negative_unate; {}{fall}{}{} }}
                timing () {{ related_pin : \"B\"; timing_sense : positive_unate; {fall}{} }} }}
        }} }}",
        delay("cell_rise", rise),
        slews[0],
        slews[1],
        slews[1],
    )
}

const VERILOG: &str =
    "module t (in, z); input in; output z; wire a; BUF u (.A(in), .Z(z)); BUF v (.A(a)); endmodule";

const SPEF: &str = "*SPEF \"IEEE 1481-1998\"\n*DESIGN \"t\"\n*DIVIDER /\n*DELIMITER :\n*BUS_DELIMITER [ ]
*T_UNIT 1 PS\n*C_UNIT 1 FF\n*R_UNIT 1 KOHM\n*L_UNIT 1 HENRY
*D_NET in 3\n*CONN\n*P in I\n*I u:A I\n*CAP\n1 in 1\n2 u:A 2\n*RES\n1 in u:A 1\n*END\n";

/// Early gates are 2 ps faster. At the port, signals are stated to arrive at 100 ps, with a slew of 7 ps.
fn session(spef: &str) -> Session {
    let libraries = [library(8.0), library(10.0)];
    let timing = "at in 100 100 100 100\nslew in 7 7 7 7\nrat z 0 0 500 500\n";
    in_memory::session(libraries.each_ref().map(|text| &**text), VERILOG, spef, timing)
}

fn port(session: &Session) -> PinId {
    session.netlist().find_pin("in", '/').unwrap()
}

fn net(session: &Session) -> NetId {
    session.netlist().find_net("in").unwrap()
}

/// The gate as a driver by one of its inputs, whose slew is 20 ps in a rise and 40 ps in a fall.
fn gate(session: &Session, input: &str) -> Drive {
    let library = session.netlist().library();
    let master = library.find("GATE").unwrap();
    let pin = |name| library.master(master).pin(name).unwrap() as u32;
    Drive::Cell(DrivingCell { master, output: pin("Z"), input: pin(input), slews: [20.0, 40.0] })
}

fn drive(session: &mut Session, drive: Quad<Option<Drive>>) {
    let port = port(session);
    session.edit_constraints(ModeId::FIRST, |constraints| constraints.set_drive(&[port], drive)).unwrap();
}

/// (arrival, slew) of both splits at the port, in the order rise, fall.
fn at_port(session: &mut Session) -> [[Option<(f64, f32)>; 2]; 2] {
    session.update().unwrap();
    let (pin, timed) = (port(session), session.timed().unwrap());
    Split::ALL.map(|split| {
        Transition::ALL.map(|to| {
            let arrival = timed.arrival(pin, split, to)?;
            Some((ps(arrival), timed.slew(pin, split, to)?))
        })
    })
}

/// With a load of 4 fF the gate is 8 ps slower than without one, and its slew is 7 ps.
#[test]
fn a_port_is_later_by_what_its_load_costs_the_driving_cell() {
    let mut session = session("");
    assert_eq!(at_port(&mut session), quad(Some((100.0, 7.0))));
    let (gate, other) = (gate(&session, "A"), gate(&session, "B"));
    drive(&mut session, quad(Some(gate)));
    assert_eq!(at_port(&mut session), quad(Some((108.0, 7.0))));
    // What leads to no rise lets none through. Early, the slew that was stated is gone, and there is none.
    session
        .edit_constraints(ModeId::FIRST, |constraints| constraints.unset_drive(&[port_of(constraints)]))
        .unwrap();
    drive(&mut session, [[None; 2], [Some(other); 2]]);
    assert_eq!(at_port(&mut session), [[Some((100.0, 0.0)); 2], [None, Some((108.0, 7.0))]]);
}

fn port_of(constraints: &zeroslack::sdc::ConstraintEditor<'_>) -> PinId {
    *constraints.input_delays.keys().next().unwrap()
}

#[test]
fn a_resistance_makes_slew_and_delay_of_the_load() {
    let mut session = session(SPEF);
    drive(&mut session, [[Some(Drive::Resistance(2.0)), None], [None, Some(Drive::Resistance(0.5))]]);
    // 3 fF of wires and 4 of the pin.
    let expected = [[Some((114.0, 14.0)), Some((100.0, 7.0))], [Some((100.0, 7.0)), Some((103.5, 3.5))]];
    assert_eq!(at_port(&mut session), expected);
}

/// Its wires' capacitance is then at the driver, and nothing of the network is left.
#[test]
fn a_stated_load_of_a_net_is_in_place_of_its_parasitics() {
    for calculator in [Calculator::Elmore, Calculator::Lumped, Calculator::EffectiveCapacitance] {
        let mut session = session(SPEF);
        session.set_calculator(calculator);
        let net = net(&session);
        let before = at_port(&mut session);
        let stated = [[Some(10.0), Some(11.0)], [Some(12.0), None]];
        drive(&mut session, quad(Some(Drive::Resistance(1.0))));
        session.edit_constraints(ModeId::FIRST, |editor| editor.set_net_load(&[net], stated)).unwrap();
        // The network has 3 fF, the pin 4.
        let later = [[14.0, 15.0], [16.0, 7.0]].map(|of| of.map(|load| Some((100.0 + load, load as f32))));
        assert_eq!(at_port(&mut session), later);
        let sink = session.netlist().find_pin("u/A", '/').unwrap();
        let timed = session.timed().unwrap();
        assert_eq!(timed.arrival(sink, Split::Late, Transition::Rise).map(ps), Some(116.0));
        assert_eq!(timed.slew(sink, Split::Late, Transition::Rise), Some(16.0));
        let port = port(&session);
        session.edit_constraints(ModeId::FIRST, |editor| {
            editor.unset_net_load(&[net]).unwrap();
            editor.unset_drive(&[port]).unwrap();
            editor.set_input_slew(&[port], quad(Some(7.0))).unwrap();
        });
        assert_eq!(at_port(&mut session), before);
    }
}

#[test]
fn edits_of_a_driven_net_count() {
    let mut session = session(SPEF);
    drive(&mut session, quad(Some(Drive::Resistance(1.0))));
    assert_eq!(at_port(&mut session), quad(Some((107.0, 7.0))));
    let (net, other) = (net(&session), session.netlist().find_net("a").unwrap());
    let pin = session.netlist().find_pin("v/A", '/').unwrap();
    let load = quad(Some(1.0));
    session.edit_constraints(ModeId::FIRST, |editor| editor.set_net_load(&[other], load)).unwrap();
    let mark = session.mark();
    // A net with a stated load goes, and its pin comes to the port's net.
    session
        .edit(|editor| {
            editor.disconnect(pin)?;
            editor.remove_net(other)?;
            editor.connect(pin, net)
        })
        .unwrap();
    assert_eq!(at_port(&mut session), quad(Some((111.0, 11.0))));
    session.undo(&mark);
    assert_eq!(at_port(&mut session), quad(Some((107.0, 7.0))));
}

/// The case of the shared data that OpenSTA timed with lumped loads.
#[test]
fn opensta_has_the_same_driving_cells() {
    let Some(shared) = common::shared() else { return };
    let folder = shared.join("sdc_cases/25_driving_cell");
    let constraints = "create_clock -name clk -period 0.6 [get_ports clk]
set_input_delay 0.1 -clock clk [get_ports {in1 in2 in3}]
set_output_delay 0.15 -clock clk [get_ports {out1 out2 out3}]
set_load 4 [get_ports {out1 out2 out3}]\n";
    let sdc = std::env::temp_dir().join(format!("zeroslack-drives-{}.sdc", std::process::id()));
    std::fs::write(&sdc, constraints).unwrap();
    let library = vec![shared.join("data/libs/nangate45/nangate45_typ.lib.gz")];
    let files = DesignFiles {
        liberty_early: library.clone(),
        liberty_late: library,
        verilog: vec![folder.join("top.v")],
        spef: vec![SpefFile { file: folder.join("top.spef"), instance: None }],
        constraints: Some(Constraint::Sdc(sdc.clone())),
        calculator: Calculator::Lumped,
        ..DesignFiles::default()
    };
    let mut session = Session::load(&files, &Silent).unwrap_or_else(|error| panic!("{error}"));
    std::fs::remove_file(&sdc).unwrap();
    let cell = |session: &Session, name: &str, [output, input]: [&str; 2], slews: [f32; 2]| {
        let library = session.netlist().library();
        let master = library.find(name).unwrap();
        let pin = |name| library.master(master).pin(name).unwrap() as u32;
        Some(Drive::Cell(DrivingCell { master, output: pin(output), input: pin(input), slews }))
    };
    let inverter = cell(&session, "INV_X1", ["ZN", "A"], [0.0; 2]);
    let nand = cell(&session, "NAND2_X1", ["ZN", "A2"], [80.0, 50.0]);
    let [early, late] = ["BUF_X8", "BUF_X1"].map(|name| cell(&session, name, ["Z", "A"], [0.0; 2]));
    for (port, drives) in [("in1", quad(inverter)), ("in2", quad(nand)), ("in3", [[early; 2], [late; 2]])] {
        let port = session.netlist().find_pin(port, '/').unwrap();
        session.edit_constraints(ModeId::FIRST, |editor| editor.set_drive(&[port], drives)).unwrap();
    }
    session.update().unwrap();
    compare_with_opensta(&session, &common::lines(&folder.join("golden/pins.tsv")));
}

/// Slacks and slews of all pins that data passes: what is at the pins of an ideal clock the two tools tell otherwise, and the other one has pins inside of registers.
fn compare_with_opensta(session: &Session, golden: &[String]) {
    let (netlist, timed) = (session.netlist(), session.timed().unwrap());
    let mut compared = 0;
    let is_no_data = |line: &&String| {
        line.starts_with("clk") || line.starts_with("cb") || line.contains("/CK") || line.contains("/IQ")
    };
    for line in golden[1..].iter().filter(|line| !is_no_data(line)) {
        let [pin, split, to, _, slack, slew] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let pin = netlist.find_pin(pin, '/').unwrap();
        let split = if split == "min" { Split::Early } else { Split::Late };
        let to = if to == "rise" { Transition::Rise } else { Transition::Fall };
        let is_close =
            |ours: f64, golden: &str| (ours - 1000.0 * golden.parse::<f64>().unwrap()).abs() <= 0.01;
        if let Some(slack_there) = timed.slack(pin, split, to) {
            assert!(is_close(ps(slack_there), slack), "{line}: {}", ps(slack_there));
            compared += 1;
        }
        if let Some(slew_there) = timed.slew(pin, split, to) {
            assert!(is_close(slew_there.into(), slew), "{line}: {slew_there}");
        }
    }
    assert!(compared >= 100, "{compared} slacks");
}
