//! The example in C++ compiles without a warning, runs, and says what the library says of the same loop.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use zeroslack::netlist::{CellLibrary, MasterId, NetParasitics, Netlist, Parasitics};
use zeroslack::units::{Split, Transition, ps};
use zeroslack::{CornerId, Session};
use zeroslack_report::{Layout, Names, PathReport, Style};

use crate::compilers::{Compiler, run};
use crate::pulse::{folder, load};

fn worst_slack(session: &Session) -> i64 {
    session.timed().unwrap().worst_endpoints(Split::Late, 1)[0].slack
}

fn summary(session: &Session, when: &str, out: &mut String) {
    let timed = session.timed().unwrap();
    let summaries = timed.summaries();
    let late = summaries.iter().filter(|summary| summary.kind.split() == Split::Late);
    let wns = late.clone().map(|summary| summary.worst_negative_slack()).min().unwrap();
    let tns: i64 = late.map(|summary| summary.total_negative_slack).sum();
    let is_failing = |&pin: &_| {
        Transition::ALL
            .iter()
            .any(|&transition| timed.slack(pin, Split::Late, transition).is_some_and(|slack| slack < 0))
    };
    let failing = session.netlist().pins().filter(is_failing).count();
    let (wns, tns) = (ps(wns), ps(tns));
    writeln!(out, "{when}: WNS {wns:.4} ps, TNS {tns:.4} ps, {failing} pins with negative slack").unwrap();
}

/// `ZL_AND2_X2` for `ZL_AND2_X1`.
fn other_size(library: &CellLibrary, master: MasterId) -> Option<MasterId> {
    let name = &library.master(master).name;
    let (function, size) = name.split_at(name.len() - 1);
    let other = match size {
        "1" => "2",
        "2" => "1",
        _ => return None,
    };
    library.find(&format!("{function}{other}"))
}

fn size_cells(session: &mut Session, out: &mut String) {
    let path = session.timed().unwrap().worst_paths(Split::Late, 1).remove(0);
    let mut best = worst_slack(session);
    for pin in path.data.iter().map(|step| step.pin) {
        let netlist = session.netlist();
        let Some(cell) = netlist.pin_cell(pin).filter(|_| netlist.is_driver(pin)) else { continue };
        let Some(other) = other_size(netlist.library(), netlist.cell_master(cell)) else { continue };
        let (name, size) =
            (netlist.cell_name(cell).to_string(), netlist.library().master(other).name.clone());
        let mark = session.mark();
        session.edit(|netlist| netlist.set_master(cell, other)).unwrap();
        session.update().unwrap();
        let slack = worst_slack(session);
        let what = if slack > best { "kept" } else { "undone" };
        writeln!(out, "{name} as {size}: {:.4} ps, {what}", ps(slack)).unwrap();
        if slack > best {
            best = slack;
        } else {
            session.undo(&mark);
        }
    }
    session.update().unwrap();
}

fn place_in_a_row(session: &mut Session) {
    let path = session.timed().unwrap().worst_paths(Split::Late, 1).remove(0);
    session.edit_parasitics(CornerId::FIRST, |parasitics: &mut Parasitics, netlist: &Netlist| {
        for driver in path.data.iter().map(|step| step.pin).filter(|&pin| netlist.is_driver(pin)) {
            let net = netlist.pin_net(driver).unwrap();
            let mut network = NetParasitics { nodes: vec![(Some(driver), 0.0)], resistors: Vec::new() };
            let mut distance = 0.0;
            for &pin in netlist.net_pins(net).iter().filter(|&&pin| pin != driver) {
                distance += 10.0_f32;
                network.resistors.push((0, network.nodes.len(), 0.01 * distance));
                network.nodes.push((Some(pin), 0.2 * distance));
            }
            parasitics.set_net(netlist, net, Some(&network)).unwrap();
        }
    });
    session.update().unwrap();
}

fn worst_paths(session: &Session, count: usize, out: &mut String) {
    let (timed, netlist) = (session.timed().unwrap(), session.netlist());
    let paths = timed.worst_paths(Split::Late, count);
    for path in &paths {
        let (name, slack) = (netlist.pin_name(path.end.pin), ps(path.end.slack));
        writeln!(out, "{name}: {slack:.4} ps over {} pins", path.data.len()).unwrap();
    }
    let names = Names { netlist, library: timed.library(), constraints: timed.constraints() };
    write!(
        out,
        "\n{}",
        PathReport::new(&names, &paths[0]).unwrap().text(&Layout::detailed(Style::default()))
    )
    .unwrap();
}

/// What the example has to print.
fn expected() -> String {
    let (mut session, mut out) = (load(), String::new());
    writeln!(out, "{} warnings", session.diagnostics().iter().count()).unwrap();
    summary(&session, "loaded", &mut out);
    size_cells(&mut session, &mut out);
    summary(&session, "sized", &mut out);
    place_in_a_row(&mut session);
    summary(&session, "placed", &mut out);
    worst_paths(&session, 3, &mut out);
    out
}

/// A library that cargo built for this test.
pub fn library(prefix: &str, suffix: &str) -> PathBuf {
    std::env::current_exe().unwrap().with_file_name(format!("{prefix}zeroslack_capi{suffix}"))
}

/// The example, compiled against a library.
fn compile(into: &Path, library: &Path) -> PathBuf {
    let program = into.join("sizing");
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut compile = Compiler::Cpp.command();
    compile.args(["-std=c++17", "-O1", "-Wall", "-Wextra", "-Werror", "-pedantic", "-I"]);
    compile.arg(here.join("include")).arg(here.join("examples/sizing.cpp")).arg(library);
    compile.arg(format!("-Wl,-rpath,{}", library.parent().unwrap().display()));
    // What the static library needs; a shared one has it.
    run(compile.args(["-lpthread", "-ldl", "-lm"]).arg("-o").arg(&program));
    program
}

fn check(library: &Path) {
    let made = tempfile::tempdir().unwrap();
    let program = compile(made.path(), library);
    let printed = run(Command::new(&program).arg(folder()));
    let expected = expected();
    assert!(expected.contains("kept") && expected.contains("undone"), "{expected}");
    assert_eq!(printed, expected);

    let output = Command::new(&program).arg(made.path()).output().unwrap();
    assert!(!output.status.success());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("FILE-001") && said.contains("pulse_fast.lib"), "{said}");
}

#[test]
fn the_example_says_what_the_library_says() {
    use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
    check(&library(DLL_PREFIX, DLL_SUFFIX));
}

#[test]
#[cfg(target_os = "linux")]
fn the_example_says_the_same_with_the_static_library() {
    check(&library("lib", ".a"));
}
