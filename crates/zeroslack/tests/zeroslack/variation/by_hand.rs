//! One inverter, whose moments can be found by hand.

use zeroslack::Session;
use zeroslack::units::{Split, Transition};

use super::{moments, near, variation};
use crate::common::in_memory::session;

/// An inverter between two ports, with tables of variation in ns by slew (10 and 100 ps) and load (1 and 10 fF). The slew is 20 ps and the load 3 fF: 1/9 and 2/9 of the way.
fn inverter(tables: &str) -> Session {
    let library = format!(
        r#"library (l) {{ time_unit : "1ns"; capacitive_load_unit (1, pf);
        lu_table_template (t) {{ variable_1 : input_net_transition; variable_2 : total_output_net_capacitance;
            index_1 ("0.01, 0.1"); index_2 ("0.001, 0.01"); }}
        lu_table_template (u) {{ variable_1 : total_output_net_capacitance; variable_2 : input_net_transition;
            index_1 ("0.001, 0.01"); index_2 ("0.01, 0.1"); }}
        lu_table_template (odd) {{ variable_1 : related_pin_transition; index_1 ("0.01, 0.1"); }}
        cell (INV) {{ pin (A) {{ direction : input; capacitance : 0.001; }}
            pin (Y) {{ direction : output; function : "!A"; timing () {{ related_pin : "A"; timing_sense : negative_unate;
                cell_rise (t) {{ values ("0.020, 0.060", "0.030, 0.070"); }}
                cell_fall (t) {{ values ("0.020, 0.060", "0.030, 0.070"); }}
                rise_transition (scalar) {{ values ("0.01"); }} fall_transition (scalar) {{ values ("0.01"); }}
                {tables} }} }} }} }}"#
    );
    let verilog = "module m (in, out); input in; output out; INV i (.A(in), .Y(out)); endmodule";
    let timing = "at in 0 0 0 0\nslew in 20 20 20 20\nload out 3\n";
    let mut session = session([&library, &library], verilog, "", timing);
    session.update().unwrap();
    session
}

/// Mean, standard deviation and skewness of both splits' delays to a transition, after a flat share of 10%.
#[track_caller]
fn check(tables: &str, to: Transition, [early, late]: [[f64; 3]; 2]) {
    let session = inverter(tables);
    let found = variation(&session, Vec::new(), [0.1, 0.1]);
    for (split, expected) in [(Split::Early, early), (Split::Late, late)] {
        let of = moments(&session, &found, ["i/A", "i/Y"], (split, to));
        let of = [of.mean, of.sigma, of.skewness].map(f64::from);
        (0..3).for_each(|i| near(of[i], expected[i], &format!("{split:?} of {tables}: number {i}")));
    }
}

#[test]
fn moments_of_one_inverter() {
    use Transition::{Fall, Rise};
    // A delay of 20 + 10 · 1/9 + 40 · 2/9 = 30 ps.
    check("", Rise, [[30.0, 3.0, 0.25]; 2]);
    // 1 + 9 · 1/9 + 9 · 2/9 = 4 ps early, twice that late.
    let both = r#"ocv_sigma_cell_rise (t) { sigma_type : early; values ("0.001, 0.010", "0.010, 0.019"); }
        ocv_sigma_cell_rise (t) { sigma_type : late; values ("0.002, 0.020", "0.020, 0.038"); }"#;
    check(both, Rise, [[30.0, 4.0, 0.0], [30.0, 8.0, 0.0]]);
    check(both, Fall, [[30.0, 3.0, 0.25]; 2]);
    // The other order of axes, and all that there is of one split only.
    let late = r#"ocv_sigma_cell_fall (u) { sigma_type : late; values ("0.001, 0.010", "0.019, 0.028"); }"#;
    check(late, Fall, [[30.0, 3.0, 0.25], [30.0, 6.0, 0.0]]);
    // The mean is shifted; the cube root of the third central moment is 2 ps, that is (2/4)³ and (2/8)³.
    let skewed = format!(
        r#"{both} ocv_mean_shift_cell_rise (scalar) {{ values ("-0.003"); }} ocv_skewness_cell_rise (scalar) {{ values ("0.002"); }}"#
    );
    check(&skewed, Rise, [[27.0, 4.0, 0.125], [27.0, 8.0, 0.015625]]);
    // A standard deviation of the moments counts before sigma.
    let std_dev = format!(r#"{both} ocv_std_dev_cell_rise (scalar) {{ values ("0.005"); }}"#);
    check(&std_dev, Rise, [[30.0, 5.0, 0.0]; 2]);
    // Without a standard deviation there is no variation of the library's, and mean and skewness are not shifted either.
    check(r#"ocv_mean_shift_cell_rise (scalar) { values ("1"); }"#, Rise, [[30.0, 3.0, 0.25]; 2]);
    // What goes below 0 outside of a table is 0.
    check(
        r#"ocv_sigma_cell_rise (t) { index_1 ("0.1, 0.2"); values ("0, 0", "1, 1"); }"#,
        Rise,
        [[30.0, 0.0, 0.0]; 2],
    );
}

/// A standard deviation over other variables is left out, as is a table of something that is not applied.
#[test]
fn tables_that_are_not_used_are_named() {
    let tables = r#"ocv_sigma_cell_rise (odd) { values ("1, 2"); } ocv_sigma_rise_transition (scalar) { values ("1"); }"#;
    check(tables, Transition::Rise, [[30.0, 3.0, 0.25]; 2]);
    let found = variation(&inverter(tables), Vec::new(), [0.1, 0.1]);
    expect_test::expect![[r#"
        warning[TIM-010]: 2 tables of variation are over other variables than delays and constraints have, and are not used: 'INV', 'INV'
        warning[TIM-011]: the variation of slews, and mean shift and skewness of setup and hold times, are not applied; 2 timings of cells in use have them: 'INV', 'INV'
    "#]].assert_eq(&found.diagnostics.to_string());
}
