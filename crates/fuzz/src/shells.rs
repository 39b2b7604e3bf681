//! Scripts of the shell's commands.

use std::sync::LazyLock;

use tempfile::TempDir;
use zeroslack_shell::Shell;
use zeroslack_tcl::{Exception, Limits, SealedHost};

pub(crate) const WORDS: &[&str] = &[
    "get_cells",
    "get_pins",
    "get_nets",
    "get_ports",
    "get_clocks",
    "get_lib_cells",
    "get_lib_pins",
    "get_libs",
    "all_inputs",
    "all_outputs",
    "all_clocks",
    "all_registers",
    "get_property",
    "get_name",
    "get_full_name",
    "create_clock",
    "remove_clock",
    "set_input_delay",
    "set_output_delay",
    "set_load",
    "set_input_transition",
    "set_propagated_clock",
    "unset_propagated_clock",
    "set_clock_latency",
    "set_false_path",
    "set_multicycle_path",
    "set_max_delay",
    "set_min_delay",
    "set_path_margin",
    "group_path",
    "reset_path",
    "report_exceptions",
    "report_clock_interaction",
    "explain_path",
    "-rise_from",
    "-fall_through",
    "-ignore_clock_latency",
    "-ignored",
    "replace_cell",
    "make_instance",
    "delete_instance",
    "make_net",
    "delete_net",
    "connect_pin",
    "disconnect_pin",
    "set_cmd_units",
    "report_units",
    "current_design",
    "sta::sort_by_name",
    "sta::is_clock_src",
    "sta::find_corner",
    "report_checks",
    "find_timing_paths",
    "report_path",
    "report_wns",
    "report_tns",
    "worst_slack",
    "report_clock_skew",
    "report_clock_latency",
    "report_clock_min_period",
    "report_clock_properties",
    "report_arrivals",
    "report_slacks",
    "report_edges",
    "report_dcalc",
    "report_net",
    "report_instance",
    "report_lib_cell",
    "check_setup",
    "make_port",
    "delete_port",
    "-path_delay",
    "min_max",
    "-format",
    "full_clock_expanded",
    "end",
    "json",
    "slack_only",
    "-fields",
    "{slew cap input net fanout}",
    "-group_path_count",
    "-endpoint_path_count",
    "-unique_paths_to_endpoint",
    "-unconstrained",
    "-sort_by_slack",
    "-slack_max",
    "-from",
    "-through",
    "-rise_to",
    "-path_group",
    "-digits",
    "-verbose",
    "input",
    "output",
    "endpoint",
    "points",
    "pin",
    "set_delay_calculator",
    "-hierarchical",
    "-filter",
    "-of_objects",
    "-regexp",
    "-nocase",
    "-quiet",
    "-name",
    "-period",
    "-waveform",
    "-add",
    "-clock",
    "-clock_fall",
    "-add_delay",
    "-min",
    "-max",
    "-rise",
    "-fall",
    "-source",
    "-no_clocks",
    "-object_type",
    "-cells",
    "-data_pins",
    "-help",
    "elmore",
    "lumped_cap",
    "clk",
    "rst",
    "din",
    "{din[3:1]}",
    "dout",
    "{ctl[0]}",
    "o.x",
    "l",
    "l/D",
    "l/G",
    "{r[0]}",
    "r/3",
    "{r\\/3/CK}",
    "p1",
    "p1/one/r",
    "p1/ck",
    "p2/*",
    "u$1",
    "{u$1}",
    "w",
    "net/a",
    "p1/m",
    "q",
    "*",
    "?*",
    "*/*",
    "flops/DFF",
    "gates/BUF_X1",
    "BUF_X2",
    "INV_X1",
    "DFF/CK",
    "gates",
    "c",
    "slack_max",
    "arrival_min_rise",
    "slew",
    "clocks",
    "sources",
    "period",
    "direction",
    "is_hierarchical",
    "ref_name",
    "lib_cell",
    "area",
    "full_name",
    "net",
    "{area > 1 && !is_buffer}",
    "{name =~ r* || ref_name == DFF}",
    "cell#5",
    "pin#17",
    "net#9",
    "clock#0",
    "hpin#12",
    "instance#1",
    "libpin#0.1",
    "lib#0",
    "cell#5@2",
    "0",
    "1",
    "0.5",
    "10",
    "1e30",
    "-1",
    "ns",
    "{0 5}",
    "{}",
    "new",
    "foreach",
    "catch",
    "set",
    "$x",
    "[",
    "]",
    "{",
    "}",
    ";",
    "\n",
];

/// A folder with the files of the design that scripts work on.
static FOLDER: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [
        ("flops.lib", include_str!("../../testing/designs/objects/flops.lib")),
        ("gates.lib", include_str!("../../testing/designs/objects/gates.lib")),
        ("top.v", include_str!("../../testing/designs/objects/top.v")),
    ] {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    folder
});

/// Commands that open files, which scripts of a fuzzer should not.
const OPENING: &[&str] = &[
    "read_liberty",
    "read_verilog",
    "read_spef",
    "read_sdc",
    "write_sdc",
    "write_verilog",
    "link_design",
    "report_html",
];

/// What every shell answers after a script: objects of all kinds, and the timing of pins.
const QUESTIONS: &str = r"
    set said {}
    foreach all [list [get_ports] [get_cells -hierarchical] [get_nets -hierarchical] [get_pins -hierarchical] [all_clocks] [get_libs] [get_lib_cells *]] {
        foreach it $all { lappend said [get_full_name $it] }
    }
    foreach it [get_pins -hierarchical * -filter {is_hierarchical == 0}] { lappend said [get_property $it slack_max] }
    set said
";

fn shell_of_design() -> Shell {
    let mut shell = Shell::with_host(SealedHost);
    let at = |name: &str| FOLDER.path().join(name).to_string_lossy().into_owned();
    let (flops, gates, netlist) = (at("flops.lib"), at("gates.lib"), at("top.v"));
    let script =
        format!("read_liberty {flops}; read_liberty {gates}; read_verilog {netlist}; link_design top");
    shell.run(&script).unwrap();
    for name in OPENING {
        shell.interp().define_command(name, |_, _| Err(Exception::error("there are no files here")));
    }
    shell
}

/// How a script ends and what it prints.
fn run(shell: &mut Shell, text: &str) -> (String, String) {
    shell.interp().set_limits(Limits { depth: 200, steps: 20_000, memory: 32 << 20 });
    let (outcome, output) = shell.interp().capture(|interp| interp.run_script(text));
    shell.interp().set_limits(Limits::default());
    let ended = match outcome {
        Ok(value) => format!("value {value}"),
        Err(error) => format!("{:?} {} {}", error.stopped(), error.code.number(), error.error_info()),
    };
    (ended, output)
}

/// What an untouched shell answers.
static UNTOUCHED: LazyLock<(String, String)> = LazyLock::new(|| run(&mut shell_of_design(), QUESTIONS));

/// Runs a script in a shell, and again in one that was there before the first run; both end the same. A third shell answers as if there were no others.
pub(crate) fn shell(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    // What is random or a time differs from run to run, and output that goes to a file would be written.
    let skipped = [
        "rand", "clock s", "clock m", "clock c", "clock f", "time", "after", "vwait", "cmdcount", ">",
        "writ", "read",
    ];
    if skipped.iter().any(|word| text.contains(word)) {
        return;
    }
    let (mut one, mut other, mut untouched) = (shell_of_design(), shell_of_design(), shell_of_design());
    let ended = run(&mut one, &text);
    let answers = run(&mut one, QUESTIONS);
    assert_eq!(ended, run(&mut other, &text));
    assert_eq!(answers, run(&mut other, QUESTIONS));
    assert_eq!(*UNTOUCHED, run(&mut untouched, QUESTIONS));
    // Results that were brought up to date step by step are those that one update gives.
    for shell in [&mut one, &mut other] {
        if let Some(session) = shell.session() {
            session.update().unwrap();
        }
    }
}
