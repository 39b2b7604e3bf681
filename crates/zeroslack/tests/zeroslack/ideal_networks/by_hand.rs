//! A small design with ideal networks, computed by hand.

use zeroslack::netlist::{NetId, PinId};
use zeroslack::sdc::{
    CaseValue, ConstraintEditor, DerateScope, DerateTarget, IdealSource, LimitKind, LimitTarget,
};
use zeroslack::ssta::FlatVariation;
use zeroslack::timing::Calculator;
use zeroslack::units::{Quad, Split, Transition, ps, quad, ticks_of};
use zeroslack::{DesignRule, ModeId, Session, SpefFile, VariationSources};
use zeroslack_fuzz::edits::examples::{load, of_texts};

/// By slew s and load c a gate takes 10 + s + 2c, a register 20 + s + 2c, and both make a slew of 3 + c. Every input has 1 fF.
fn library() -> String {
    let plane = |name: &str, [base, by_slew, by_load]: [i32; 3]| {
        let at = |slew: i32, load: i32| base + by_slew * slew + by_load * load;
        let values = [at(0, 0), at(0, 100), at(100, 0), at(100, 100)].map(|value| value.to_string());
        let [a, b, c, d] = values;
        format!("{name} (p) {{ values (\"{a}, {b}\", \"{c}, {d}\"); }}\n")
    };
    let arc = |from: &str, kind: &str, base: i32| {
        let edges = [("cell_rise", "rise_transition"), ("cell_fall", "fall_transition")];
        let tables = edges.map(|(delay, slew)| plane(delay, [base, 1, 2]) + &plane(slew, [3, 0, 1]));
        format!("timing () {{ related_pin : \"{from}\"; {kind} {} }}\n", tables.concat())
    };
    let input = |name: &str| format!("pin ({name}) {{ direction : input; capacitance : 1; }}\n");
    let output = |name: &str, function: &str, arcs: &[String]| {
        format!("pin ({name}) {{ direction : output; function : \"{function}\"; {} }}\n", arcs.concat())
    };
    let gate = |name: &str, inputs: &[&str], function: &str, sense: &str| {
        let arcs: Vec<String> =
            inputs.iter().map(|input| arc(input, &format!("timing_sense : {sense};"), 10)).collect();
        let inputs: String = inputs.iter().map(|name| input(name)).collect();
        format!("cell ({name}) {{ {inputs}{} }}\n", output("Z", function, &arcs))
    };
    let cells = [
        gate("BUF", &["A"], "A", "positive_unate"),
        gate("INV", &["A"], "!A", "negative_unate"),
        gate("AND", &["A", "B"], "A B", "positive_unate"),
        format!(
            "cell (DFF) {{ ff (IQ, IQN) {{ clocked_on : \"CK\"; next_state : \"D\"; }} {}
            pin (D) {{ direction : input; capacitance : 1; timing () {{ related_pin : \"CK\"; timing_type : setup_rising;
                rise_constraint (scalar) {{ values (\"0\"); }} fall_constraint (scalar) {{ values (\"0\"); }} }} }}\n{} }}\n",
            input("CK"),
            output("Q", "IQ", &[arc("CK", "timing_type : rising_edge;", 20)])
        ),
    ];
    format!(
        "library (l) {{ time_unit : \"1ps\"; capacitive_load_unit (1, ff); pulling_resistance_unit : \"1kohm\";
        lu_table_template (p) {{ variable_1 : input_net_transition; variable_2 : total_output_net_capacitance;
            index_1 (\"0, 100\"); index_2 (\"0, 100\"); }}\n{} }}",
        cells.concat()
    )
}

const VERILOG: &str = "module t (in, other, clk, out, out2); input in, other, clk; output out, out2;
    BUF u (.A(in), .Z(a)); INV v (.A(a), .Z(b)); AND w (.A(b), .B(other), .Z(c)); BUF x (.A(c), .Z(out));
    DFF r (.D(b), .CK(clk), .Q(q)); BUF y (.A(q), .Z(d)); BUF z (.A(d), .Z(out2)); endmodule";

/// The wires of the net after the inverter: 5 fF at the gate, over 1 kΩ.
const SPEF: &str = "*SPEF \"IEEE 1481-1998\"\n*DESIGN \"t\"\n*DIVIDER /\n*DELIMITER :\n*BUS_DELIMITER [ ]
*T_UNIT 1 PS\n*C_UNIT 1 FF\n*R_UNIT 1 KOHM\n*L_UNIT 1 HENRY
*D_NET b 5\n*CONN\n*I v:Z O\n*I w:A I\n*I r:D I\n*CAP\n1 w:A 5\n*RES\n1 v:Z w:A 1\n2 v:Z r:D 1\n*END\n";

const SDC: &str = "set_units -time ps -capacitance fF
create_clock -name clk -period 1000 [get_ports clk]
set_input_delay 100 -clock clk [get_ports in]
set_input_delay 100 -clock clk [get_ports other]
set_input_transition 7 [get_ports in]
set_input_transition 7 [get_ports other]
set_output_delay 0 -clock clk [get_ports out]
set_output_delay 0 -clock clk [get_ports out2]
";

fn session(state: impl FnOnce(&mut ConstraintEditor<'_>)) -> Session {
    let mut files = of_texts(&library(), VERILOG, SDC);
    files.texts.insert("a.spef", SPEF);
    files.spef = vec![SpefFile { file: "a.spef".into(), instance: None }];
    let mut session = load(&files);
    session.set_calculator(Calculator::Elmore);
    session.edit_constraints(ModeId::FIRST, state);
    session.update().unwrap();
    session
}

fn pin(editor: &ConstraintEditor<'_>, name: &str) -> PinId {
    editor.netlist().find_pin(name, '/').unwrap()
}

fn net(editor: &ConstraintEditor<'_>, name: &str) -> NetId {
    editor.netlist().find_net(name).unwrap()
}

/// Says that an ideal network starts at a pin.
fn start(editor: &mut ConstraintEditor<'_>, name: &str, spreads: bool) {
    let source = IdealSource::Pin(pin(editor, name));
    editor.set_ideal_network(&[source], spreads).unwrap();
}

fn latency(editor: &mut ConstraintEditor<'_>, name: &str, latency: Quad<Option<f64>>) {
    let pin = pin(editor, name);
    let latency = latency.map(|split| split.map(|time| time.map(ticks_of)));
    editor.set_ideal_latency(&[pin], latency).unwrap();
}

fn transition(editor: &mut ConstraintEditor<'_>, name: &str, slew: Quad<Option<f32>>) {
    let pin = pin(editor, name);
    editor.set_ideal_transition(&[pin], slew).unwrap();
}

/// (late arrival, late slew) of rise and fall at a pin.
fn late(session: &Session, name: &str) -> [(f64, f32); 2] {
    at(session, name, Split::Late)
}

fn at(session: &Session, name: &str, split: Split) -> [(f64, f32); 2] {
    let (pin, timed) = (session.netlist().find_pin(name, '/').unwrap(), session.timed().unwrap());
    Transition::ALL
        .map(|to| (ps(timed.arrival(pin, split, to).unwrap()), timed.slew(pin, split, to).unwrap()))
}

#[test]
fn a_network_from_a_port_ends_at_the_gate_with_another_input() {
    let plain = session(|_| {});
    assert_eq!(late(&plain, "u/A"), [(100.0, 7.0); 2]);
    // 10 + 7 + 2 fF × 1, and a slew of 3 + 1; then 10 + 4 + 2 × 7.
    assert_eq!(late(&plain, "v/A"), [(119.0, 4.0); 2]);
    assert_eq!(late(&plain, "v/Z"), [(147.0, 10.0); 2]);
    let ideal = session(|editor| start(editor, "in", true));
    for name in ["in", "u/A", "u/Z", "v/A", "v/Z", "w/A", "r/D"] {
        assert_eq!(late(&ideal, name), [(100.0, 0.0); 2], "{name}");
    }
    // The gate is timed as any other: from its ideal input at a slew of 0, from the other one at 7.
    assert_eq!(at(&ideal, "w/Z", Split::Early), [(112.0, 4.0); 2]);
    assert_eq!(late(&ideal, "w/Z"), [(119.0, 4.0); 2]);
    let loads = ideal.timed().unwrap();
    let pins = loads.graph().pins();
    let names: Vec<&str> = pins.ideal_nets().iter().map(|&net| ideal.netlist().net_name(net)).collect();
    assert_eq!(names, ["in", "a", "b"]);
}

#[test]
fn a_network_passes_a_gate_whose_other_inputs_are_constant() {
    let ideal = session(|editor| {
        start(editor, "in", true);
        let other = pin(editor, "other");
        editor.set_case_value(&[other], Some(CaseValue::One)).unwrap();
    });
    assert_eq!(late(&ideal, "out"), [(100.0, 0.0); 2]);
}

/// A latency counts from the port on. What is stated of a rise before an inverter is of a fall after it.
#[test]
fn latencies_and_slews_hold_downstream() {
    let ideal = session(|editor| {
        start(editor, "in", true);
        latency(editor, "v/A", [[Some(50.0); 2], [Some(50.0), Some(60.0)]]);
        latency(editor, "r/D", [[None; 2], [Some(70.0); 2]]);
        transition(editor, "v/A", [[None; 2], [Some(20.0), None]]);
    });
    assert_eq!(late(&ideal, "u/Z"), [(100.0, 0.0); 2]);
    assert_eq!(late(&ideal, "v/A"), [(150.0, 20.0), (160.0, 0.0)]);
    assert_eq!(late(&ideal, "v/Z"), [(160.0, 0.0), (150.0, 20.0)]);
    assert_eq!(late(&ideal, "w/A"), [(160.0, 0.0), (150.0, 20.0)]);
    assert_eq!(late(&ideal, "r/D"), [(170.0, 0.0), (170.0, 20.0)]);
    assert_eq!(at(&ideal, "r/D", Split::Early), [(150.0, 0.0); 2]);
    // The gate sees the slew.
    assert_eq!(late(&ideal, "w/Z"), [(172.0, 4.0), (182.0, 4.0)]);
}

/// The register drives nothing, and the network begins after its output.
#[test]
fn a_network_from_the_output_of_a_register() {
    let ideal = session(|editor| {
        start(editor, "r/Q", true);
        latency(editor, "r/Q", quad(Some(30.0)));
        transition(editor, "r/Q", quad(Some(5.0)));
    });
    assert_eq!(late(&ideal, "r/Q"), [(20.0, 5.0); 2]);
    for name in ["y/A", "y/Z", "z/A", "z/Z", "out2"] {
        assert_eq!(late(&ideal, name), [(50.0, 5.0); 2], "{name}");
    }
    let nets_only = session(|editor| start(editor, "r/Q", false));
    assert_eq!(late(&nets_only, "y/A"), [(20.0, 0.0); 2]);
    assert_eq!(late(&nets_only, "y/Z"), [(32.0, 4.0); 2]);
}

/// It ends what drives it without load, and takes its slew away.
#[test]
fn an_ideal_net_alone() {
    let ideal = session(|editor| {
        let source = IdealSource::Net(net(editor, "b"));
        editor.set_ideal_network(&[source], false).unwrap();
    });
    assert_eq!(late(&ideal, "v/A"), [(119.0, 4.0); 2]);
    for name in ["v/Z", "w/A", "r/D"] {
        assert_eq!(late(&ideal, name), [(133.0, 0.0); 2], "{name}");
    }
    // The gate between two ideal nets takes no time.
    let two = session(|editor| {
        let sources = ["a", "b"].map(|name| IdealSource::Net(net(editor, name)));
        editor.set_ideal_network(&sources, false).unwrap();
    });
    assert_eq!(late(&two, "v/A"), [(117.0, 0.0); 2]);
    assert_eq!(late(&two, "v/Z"), [(117.0, 0.0); 2]);
}

/// The net before a load pin is no part of the network that starts there.
#[test]
fn a_network_from_a_load() {
    let ideal = session(|editor| start(editor, "v/A", true));
    assert_eq!(late(&ideal, "v/A"), [(119.0, 4.0); 2]);
    assert_eq!(late(&ideal, "v/Z"), [(119.0, 0.0); 2]);
    assert_eq!(late(&ideal, "r/D"), [(119.0, 0.0); 2]);
}

#[test]
fn what_is_taken_away_no_longer_counts() {
    let mut ideal = session(|editor| {
        start(editor, "in", true);
        latency(editor, "r/D", quad(Some(9.0)));
    });
    assert_eq!(late(&ideal, "r/D"), [(109.0, 0.0); 2]);
    ideal.edit_constraints(ModeId::FIRST, |editor| {
        let data = pin(editor, "r/D");
        editor.unset_ideal_latency(&[data], &[[false; 2], [true; 2]]).unwrap();
    });
    ideal.update().unwrap();
    assert_eq!(
        (late(&ideal, "r/D"), at(&ideal, "r/D", Split::Early)),
        ([(100.0, 0.0); 2], [(109.0, 0.0); 2])
    );
    ideal.edit_constraints(ModeId::FIRST, |editor| {
        let source = IdealSource::Pin(pin(editor, "in"));
        editor.unset_ideal_network(&[source]).unwrap();
    });
    let said = ideal.update().unwrap();
    assert_eq!(late(&ideal, "v/Z"), [(147.0, 10.0); 2]);
    assert_eq!(
        said.to_string(),
        "warning[GRAPH-018]: ideal latencies or transitions are stated of pins in no ideal network, where they do not count: 'r/D'; expected set_ideal_network upstream\n"
    );
}

#[test]
fn factors_count_for_what_is_stated() {
    let derated = |target: fn(&ConstraintEditor<'_>) -> DerateTarget| {
        session(|editor| {
            start(editor, "in", true);
            latency(editor, "v/A", quad(Some(50.0)));
            latency(editor, "v/Z", quad(Some(60.0)));
            let scope =
                DerateScope { kinds: [true, true, false], parts: [true; 2], edges: [[false; 2], [true; 2]] };
            editor.set_derate(target(editor), &scope, 2.0).unwrap();
        })
    };
    let all = derated(|_| DerateTarget::Design);
    assert_eq!(late(&all, "v/A"), [(200.0, 0.0); 2]);
    assert_eq!(late(&all, "v/Z"), [(220.0, 0.0); 2]);
    let of_net = derated(|editor| DerateTarget::Net(net(editor, "a")));
    assert_eq!(late(&of_net, "v/A"), [(200.0, 0.0); 2]);
    assert_eq!(late(&of_net, "v/Z"), [(210.0, 0.0); 2]);
}

#[test]
fn nothing_varies_that_is_stated() {
    let ideal = session(|editor| {
        start(editor, "in", true);
        latency(editor, "v/A", quad(Some(50.0)));
        latency(editor, "v/Z", quad(Some(60.0)));
    });
    let timed = ideal.timed().unwrap();
    let flat = FlatVariation::new(0.1, 0.1, 0.0).unwrap();
    let found = timed.variation(&VariationSources { pocv: vec![], flat });
    let sigma = |name: &str| {
        let node = timed.graph().pins().node(ideal.netlist().find_pin(name, '/').unwrap());
        let arcs = timed.graph().fanin(node);
        let of = arcs.filter_map(|arc| found.delays.of_arc(arc, Split::Late, Transition::Rise));
        of.map(|moments| (moments.mean, moments.sigma)).collect::<Vec<_>>()
    };
    assert_eq!(sigma("v/A"), [(50.0, 0.0)]);
    assert_eq!(sigma("v/Z"), [(10.0, 0.0)]);
    assert_eq!(sigma("x/Z"), [(14.0, 1.4)]);
}

#[test]
fn no_design_rule_holds_in_a_network() {
    let broken = |is_ideal: bool, rule: DesignRule, kind: LimitKind| {
        let session = session(|editor| {
            if is_ideal {
                start(editor, "in", true);
                transition(editor, "in", quad(Some(9.0)));
            }
            editor.set_limit(kind, LimitTarget::Design, [true; 2], 0.5).unwrap();
        });
        let timed = session.timed().unwrap();
        let mut names: Vec<String> = timed
            .design_rule(rule)
            .violations()
            .iter()
            .map(|check| session.netlist().pin_name(check.pin))
            .collect();
        names.sort();
        names
    };
    let after = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    let [slew, load, fanout] = [
        (DesignRule::MaxSlew, LimitKind::MaxTransition),
        (DesignRule::MaxCapacitance, LimitKind::MaxCapacitance),
        (DesignRule::MaxFanout, LimitKind::MaxFanout),
    ];
    let outside = ["other", "out", "out2", "r/Q", "w/B", "w/Z", "x/A", "x/Z", "y/A", "y/Z", "z/A", "z/Z"];
    assert_eq!(broken(true, slew.0, slew.1), after(&outside));
    assert_eq!(broken(true, load.0, load.1), after(&["other", "r/Q", "w/Z", "y/Z"]));
    let loaded = ["in", "other", "r/Q", "u/Z", "v/Z", "w/Z", "y/Z"];
    assert_eq!(broken(false, load.0, load.1), after(&loaded));
    assert_eq!(broken(true, fanout.0, fanout.1), after(&["other", "r/Q", "w/Z", "y/Z"]));
}
