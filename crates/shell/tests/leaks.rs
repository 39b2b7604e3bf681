//! What a session holds goes with it: hundreds of shells, one after the other, take no more memory than the first.

#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test may fail")]

use std::fs;

use zeroslack_shell::Shell;
use zeroslack_tcl::SealedHost;

const SCRIPT: &str = "
    create_clock -name c -period 2 [get_ports clk]
    set_input_delay 0.5 -clock c [get_ports {din rst}]
    set kept [get_cells -hierarchical *]
    foreach it $kept {lappend names [get_full_name $it]}
    proc p {} {global kept; return $kept}
    get_property l/D slack_max
    catch {get_property l nothing}
    make_instance new gates/BUF_X1
    delete_instance l
";

fn resident_kilobytes() -> usize {
    let statm = fs::read_to_string("/proc/self/statm").unwrap();
    statm.split(' ').nth(1).and_then(|pages| pages.parse::<usize>().ok()).unwrap() * 4
}

#[test]
fn shells_leave_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [
        ("flops.lib", include_str!("../../testing/designs/objects/flops.lib")),
        ("gates.lib", include_str!("../../testing/designs/objects/gates.lib")),
        ("top.v", include_str!("../../testing/designs/objects/top.v")),
    ] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (flops, gates, netlist) = (at("flops.lib"), at("gates.lib"), at("top.v"));
    let load = format!("read_liberty {flops}; read_liberty {gates}; read_verilog {netlist}; link_design top");
    let run = |count: usize| {
        for _ in 0..count {
            let mut shell = Shell::with_host(SealedHost);
            shell.run(&load).unwrap();
            shell.run(SCRIPT).unwrap();
        }
    };
    run(100);
    let before = resident_kilobytes();
    run(400);
    let grown = resident_kilobytes().saturating_sub(before);
    // A session that stays behind is some 100 kB.
    assert!(grown < 8000, "{grown} kB stay behind of 400 sessions");
}
