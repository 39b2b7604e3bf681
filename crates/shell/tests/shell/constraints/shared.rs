//! Files of real chips in the shared data that cannot be applied in full: what of them is.

use std::path::PathBuf;

use zeroslack::ModeId;
use zeroslack::sdc::Constraints;
use zeroslack_shell::Shell;

/// The folder of a case, if there is shared data.
fn folder(number: &str) -> Option<PathBuf> {
    let all = std::fs::read_dir(zeroslack_testing::shared()?.join("real_cases")).unwrap();
    let names = all.map(|entry| entry.unwrap().path());
    let is_meant = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().starts_with(number);
    Some(names.into_iter().find(is_meant).unwrap_or_else(|| panic!("no folder {number}")))
}

/// Runs a script in the folder of a case, which has to end well, and gives its constraints.
#[track_caller]
fn check(number: &str, script: &str, expected: impl FnOnce(&mut Shell, &Constraints)) {
    let Some(folder) = folder(number) else { return };
    let mut shell = Shell::new();
    let outcome = shell.run(&format!("cd {{{}}}; {script}", folder.display()));
    assert!(outcome.is_ok(), "{number}: {}", Shell::complaint(&outcome).unwrap_or_default());
    let constraints = shell.session().unwrap().constraints(ModeId::FIRST).clone();
    expected(&mut shell, &constraints);
}

fn value(shell: &mut Shell, script: &str) -> String {
    shell.run(script).unwrap().to_string()
}

const UNIT: &str = "read_liberty unit.lib; read_verilog base.v; link_design top; read_sdc a.sdc";

#[test]
fn a_driving_cell_at_a_pin_that_is_no_output() {
    check("bugs_09", UNIT, |_, constraints| {
        assert_eq!((constraints.clocks.iter().count(), constraints.drives.len()), (1, 0));
    });
    check("chips_07", "source a.tcl", |shell, constraints| {
        assert!(constraints.drives.is_empty() && constraints.clocks.iter().count() == 1);
        assert_ne!(value(shell, "get_property [lindex [find_timing_paths] 0] slack"), "");
    });
}

#[test]
fn gzip_is_known_by_content() {
    let script = "read_liberty unit.lib; read_verilog base.v; link_design top; read_sdc gz_base.sdc";
    check("bugs_11", script, |_, constraints| assert!(!constraints.clocks.is_empty()));
}

#[test]
fn commands_of_the_standard() {
    check("bugs_12", UNIT, |_, constraints| assert_eq!(constraints.clocks.iter().count(), 1));
}

#[test]
fn delays_at_pins() {
    let script = "read_liberty unit.lib; read_verilog hc.v; link_design top; read_sdc a.sdc";
    check("bugs_17", script, |_, constraints| {
        assert_eq!(constraints.all_input_delays().count(), 1);
    });
}

#[test]
fn one_unknown_clock_costs_its_lines() {
    check("bugs_18", UNIT, |shell, constraints| {
        assert!(!constraints.clocks.is_empty() && constraints.all_input_delays().count() > 0);
        let slack = value(shell, "worst_slack -max");
        assert!((slack.parse::<f64>().unwrap() - 7.0).abs() < 1e-6, "{slack}");
    });
}

#[test]
fn clocks_without_sources_and_other_units() {
    for number in ["chips_04", "chips_05", "chips_06"] {
        check(number, "source a.tcl", |_, constraints| assert!(!constraints.clocks.is_empty(), "{number}"));
    }
}

/// In a procedure it sets variables of the script, as its own file would.
#[test]
fn read_sdc_is_at_the_global_level() {
    check("flows_01", "source t.tcl", |shell, _| {
        assert_eq!(value(shell, "info exists ::name; set ::name"), "second");
    });
}

/// Commands that another timer takes and that are refused here: their objects are not there, or their values are wrong.
const REFUSED: [&str; 9] = [
    "set_input_delay 1 -clock nosuch",
    "create_clock -name w -period 4 -waveform {2 6}",
    "create_clock -name w1 -period 4 -waveform {0.0 4.0}",
    "set_driving_cell -lib_cell NOSUCH",
    "set_driving_cell -lib_cell BUF_X1 -pin Q",
    "set_dont_",
    "set_max_delay 1 -datapath_only",
    "set_voltage",
    "set_resistance",
];

#[test]
fn commands_that_were_refused() {
    let Some(folder) = folder("flows_17") else { return };
    let script = zeroslack_testing::text(&folder.join("t.tcl"));
    let commands = script.split("foreach c {").nth(1).unwrap().split("\n} {").next().unwrap();
    let mut shell = Shell::new();
    let loaded =
        "read_liberty ../../data/libs/nangate45/nangate45_typ.lib.gz; read_verilog d.v; link_design d;
        create_clock -name c -period 10 [get_ports clk]; create_clock -name c2 -period 10 [get_ports clk2]";
    shell.run(&format!("cd {{{}}}; {loaded}", folder.display())).unwrap();
    let commands = zeroslack_tcl::parse_list(commands).unwrap();
    assert!(commands.len() > 50);
    let mut others = Vec::new();
    for command in commands.iter().map(ToString::to_string) {
        let is_refused = REFUSED.iter().any(|start| command.starts_with(start));
        if shell.run(&command).is_err() != is_refused {
            others.push(command);
        }
    }
    assert!(others.is_empty(), "{others:#?}");
}

#[test]
fn the_library_applies_latencies_of_clocks() {
    let Some(folder) = folder("attack_02") else { return };
    for name in ["plain.sdc", "tcl.sdc"] {
        let mut shell = Shell::new();
        let loaded =
            "read_liberty ../../data/libs/nangate45/nangate45_typ.lib.gz; read_verilog top.v; link_design";
        shell.run(&format!("cd {{{}}}; {loaded}", folder.display())).unwrap();
        let session = shell.session().unwrap();
        let file = zeroslack::Constraint::Sdc(folder.join(name));
        let said = session.read_constraints(ModeId::FIRST, &file).unwrap();
        assert_eq!(said.constraints()[1], 0, "{said}");
        let read = session.constraints(ModeId::FIRST).clone();
        shell.run(&format!("remove_clock -all; read_sdc {name}")).unwrap();
        let latencies =
            |of: &Constraints| of.clocks.iter().map(|(_, clock)| clock.clone()).collect::<Vec<_>>();
        let by_shell = shell.session().unwrap().constraints(ModeId::FIRST).clone();
        assert_eq!(latencies(&read), latencies(&by_shell));
        assert!(!latencies(&read).is_empty());
    }
}
