//! How long outputs keep their values (`retaining_rise`, `retaining_fall`): by hand, at a memory whose output comes to a register.

use zeroslack::Session;
use zeroslack::constraints::read_text;
use zeroslack::sdc::Units;
use zeroslack::timing::Calculator;
use zeroslack::units::{Split, Transition, ps};

use crate::brute::load::{self, Texts};

/// A memory, a buffer without delay and a register. `more` is what the timing of the memory's output has beside its delays.
fn library(more: &str) -> String {
    let scalar = |name: &str, value: f32| format!("{name} (scalar) {{ values (\"{value}\"); }} ");
    let edges = |delays: [f32; 2], slews: [f32; 2]| {
        scalar("cell_rise", delays[0])
            + &scalar("cell_fall", delays[1])
            + &scalar("rise_transition", slews[0])
            + &scalar("fall_transition", slews[1])
    };
    let check = |kind: &str, value: f32| {
        let values = scalar("rise_constraint", value) + &scalar("fall_constraint", value);
        format!("timing () {{ related_pin : CK; timing_type : {kind}; {values} }}")
    };
    let (memory, buffer) = (edges([400.0, 500.0], [40.0, 50.0]), edges([0.0; 2], [7.0; 2]));
    let (hold, setup) = (check("hold_rising", 30.0), check("setup_rising", 60.0));
    format!(
        "library (l) {{ time_unit : \"1ps\"; capacitive_load_unit (1, ff);
        lu_table_template (load) {{ variable_1 : total_output_net_capacitance; index_1 (\"0, 10\"); }}
        cell (RAM) {{ memory () {{ type : ram; }}
            pin (CK) {{ direction : input; clock : true; capacitance : 1; }}
            pin (Q) {{ direction : output; timing () {{ related_pin : CK; timing_type : rising_edge; {memory} {more} }} }} }}
        cell (BUF) {{
            pin (A) {{ direction : input; capacitance : 4; }}
            pin (Y) {{ direction : output; function : A; timing () {{ related_pin : A; {buffer} }} }} }}
        cell (REG) {{ ff (IQ, IQN) {{ clocked_on : CK; next_state : D; }}
            pin (CK) {{ direction : input; clock : true; capacitance : 1; }}
            pin (D) {{ direction : input; capacitance : 1; {hold} {setup} }}
            pin (Q) {{ direction : output; function : IQ; timing () {{ related_pin : CK; timing_type : rising_edge; {buffer} }} }} }} }}"
    )
}

fn session(libraries: [&str; 2], calculator: Calculator) -> Session {
    let texts = Texts {
        liberty: libraries.map(library),
        verilog: "module t (input clk, output q); wire m, d; RAM ram (.CK(clk), .Q(m)); BUF b (.A(m), .Y(d));
                  REG r (.CK(clk), .D(d), .Q(q)); endmodule"
            .to_string(),
        spef: None,
    };
    let linked = load::netlist(&texts);
    let units = Units { time: 1.0, capacitance: 1.0, resistance: 1.0 };
    let (constraints, said) =
        read_text("create_clock -name c -period 1000 [get_ports clk]", &linked.0, &units);
    assert!(said.is_empty(), "{said}");
    load::session(linked, &constraints, calculator)
}

/// The arrivals and slews of a rise and a fall at the output of the memory, and the slack of the register's data.
fn at_memory(session: &Session, split: Split) -> [[f64; 2]; 3] {
    let pin = |name: &str| session.netlist().find_pin(name, '/').unwrap();
    let timed = session.timed().unwrap();
    let of = |value: &dyn Fn(Transition) -> f64| Transition::ALL.map(value);
    [
        of(&|to| ps(timed.arrival(pin("ram/Q"), split, to).unwrap())),
        of(&|to| f64::from(timed.slew(pin("ram/Q"), split, to).unwrap())),
        of(&|to| ps(timed.slack(pin("r/D"), split, to).unwrap())),
    ]
}

const BOTH: &str =
    "retaining_rise (load) { values (\"90, 110\"); } retaining_fall (scalar) { values (\"20\"); }
    retain_rise_slew (scalar) { values (\"10\"); } ";

#[test]
fn early_data_comes_when_a_memory_no_longer_keeps_its_value() {
    for calculator in [Calculator::Lumped, Calculator::Elmore, Calculator::EffectiveCapacitance] {
        let late = [[400.0, 500.0], [40.0, 50.0], [540.0, 440.0]];
        let session_with = |libraries| session(libraries, calculator);
        let plain = session_with(["", ""]);
        assert_eq!(at_memory(&plain, Split::Early), [[400.0, 500.0], [40.0, 50.0], [370.0, 470.0]]);
        assert_eq!(at_memory(&plain, Split::Late), late);
        // At a load of 4 fF a rise is kept back for 98 ps; a fall has the slew that it has late.
        let kept = [[98.0, 20.0], [10.0, 50.0], [68.0, -10.0]];
        for libraries in [[BOTH, BOTH], [BOTH, ""]] {
            let both = session_with(libraries);
            assert_eq!(at_memory(&both, Split::Early), kept, "{calculator:?}");
            assert_eq!(at_memory(&both, Split::Late), late, "{calculator:?}");
        }
        // What the library for late analysis says of it does not count.
        assert_eq!(at_memory(&session_with(["", BOTH]), Split::Early), at_memory(&plain, Split::Early));
        let fall = session_with(["retaining_fall (scalar) { values (\"25\"); }", ""]);
        assert_eq!(at_memory(&fall, Split::Early), [[400.0, 25.0], [40.0, 50.0], [370.0, -5.0]]);
    }
}
