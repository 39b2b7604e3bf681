//! A synthetic design gives the same bits from its files and from memory, and the contest flow plays on it.

use std::path::{Path, PathBuf};

use crate::common;
use crate::common::in_memory::{session, text};
use zeroslack::tau::{design_files, play};
use zeroslack::units::Split as TimingSplit;
use zeroslack::{Constraint, DesignFiles, Session, Silent, SpefFile};
use zeroslack_synth::{Design, Library, Options, Split};

/// The texts of a design as its files would hold them.
struct Texts {
    early: String,
    late: String,
    verilog: String,
    spef: String,
    timing: String,
}

fn texts(design: &Design) -> Texts {
    Texts {
        early: text(|out| design.write_liberty(Split::Early, out)),
        late: text(|out| design.write_liberty(Split::Late, out)),
        verilog: text(|out| design.write_verilog(out)),
        spef: text(|out| design.write_spef(out)),
        timing: text(|out| design.write_timing(out)),
    }
}

/// Writes the files that a contest lists, and the list.
fn write_files(texts: &Texts, folder: &Path) {
    let files = [
        ("early.lib", &texts.early),
        ("late.lib", &texts.late),
        ("d.v", &texts.verilog),
        ("d.spef", &texts.spef),
        ("d.timing", &texts.timing),
        ("d.tau2015", &"early.lib late.lib d.spef d.v\n".to_string()),
    ];
    for (name, text) in files {
        std::fs::write(folder.join(name), text).unwrap();
    }
}

fn from_memory(texts: &Texts) -> Session {
    session([&texts.early, &texts.late], &texts.verilog, &texts.spef, &texts.timing)
}

/// Everything that was computed, bit by bit.
fn bits(session: &Session) -> Vec<u64> {
    let timing = session.timed().unwrap().timing();
    let floats = timing.slews().iter().chain(timing.delays()).flatten().flatten();
    let times =
        timing.arrivals().iter().chain(timing.required_times(session.graph().unwrap())).flatten().flatten();
    floats.map(|value| u64::from(value.to_bits())).chain(times.map(|&time| time as u64)).collect()
}

#[test]
fn twenty_thousand_gates_from_files_and_from_memory() {
    let texts = texts(&Design::new(Options::new(20_000)).unwrap());
    let folder = tempfile::tempdir().unwrap();
    write_files(&texts, folder.path());
    let files = design_files(&folder.path().join("d.tau2015"), &folder.path().join("d.timing")).unwrap();
    let mut from_files = Session::read(&files, &Silent).unwrap();
    let mut from_memory = from_memory(&texts);
    for session in [&mut from_files, &mut from_memory] {
        assert!(session.diagnostics().is_empty(), "{}", session.diagnostics());
        session.set_cppr(true);
        session.update().unwrap();
    }
    assert!(from_files.netlist().pin_count() > 50_000);
    assert!(bits(&from_files) == bits(&from_memory), "files and memory differ");
    contest(&mut from_files, folder.path());
}

fn answers(session: &mut Session, folder: &Path, operations: &str) -> String {
    let file = folder.join("d.ops");
    std::fs::write(&file, operations).unwrap();
    let mut out = Vec::new();
    play(session, &file, &mut out, &Silent).unwrap();
    String::from_utf8(out).unwrap()
}

/// A buffer before the worst endpoint shows in the answers, and is gone from them when it is taken out.
fn contest(session: &mut Session, folder: &Path) {
    let worst = session.timed().unwrap().k_worst_paths(&[zeroslack::units::Split::Late], 1).remove(0);
    let end = worst.end.pin;
    let pin = session.netlist().pin_name_with(end, ':');
    let net = session.netlist().net_name(session.netlist().pin_net(end).unwrap()).to_string();
    let reports =
        format!("report_at -pin {pin} -late\nreport_slack -pin {pin} -late -fall\nreport_worst_paths 3\n");
    let buffer = format!(
        "insert_net new_net\ninsert_gate new_gate BUF_X1\ndisconnect_pin {pin}\nconnect_pin {pin} new_net\n\
         connect_pin new_gate:Z new_net\nconnect_pin new_gate:A {net}\n"
    );
    let back =
        format!("remove_gate new_gate\nremove_net new_net\nconnect_pin {pin} {net}\nread_spef d.spef\n");
    let before = answers(session, folder, &reports);
    let buffered = answers(session, folder, &(buffer + &reports));
    let after = answers(session, folder, &(back + &reports));
    assert!(buffered.contains("new_gate:Z"), "the buffer is on the worst path:\n{buffered}");
    assert_eq!(before, after);
    assert_eq!(before.matches("Path ").count(), 3, "{before}");
}

/// A design of given libraries, read from its files; the share of its endpoints that fail setup.
fn of_libraries(early: &[PathBuf], late: &[PathBuf], is_timing: bool) -> f64 {
    let read = |files: &[PathBuf]| -> Vec<_> {
        files.iter().map(|file| zeroslack::liberty::read(&common::text(file)).0).collect()
    };
    let library = Library::new(&read(early), &read(late)).unwrap();
    let design = Design::with_library(Options::new(10_000), library).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: String| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    let constraints = match is_timing {
        true => Constraint::Timing(file("d.timing", text(|out| design.write_timing(out)))),
        false => Constraint::Sdc(file("d.sdc", text(|out| design.write_sdc(out)))),
    };
    let files = DesignFiles {
        liberty_early: early.to_vec(),
        liberty_late: late.to_vec(),
        verilog: vec![file("d.v", text(|out| design.write_verilog(out)))],
        spef: vec![SpefFile { file: file("d.spef", text(|out| design.write_spef(out))), instance: None }],
        constraints: Some(constraints),
        ..DesignFiles::default()
    };
    // An error of any file would end it here.
    let mut session = Session::read(&files, &Silent).unwrap();
    session.set_cppr(true);
    session.update().unwrap();
    assert_eq!(session.netlist().cell_count(), design.counts().gates);
    assert_eq!(session.netlist().pin_count(), design.counts().pins);
    let slacks = session.timed().unwrap().endpoint_slacks();
    let late = || slacks.iter().filter(|slack| slack.kind.split() == TimingSplit::Late);
    assert!(late().any(|slack| slack.slack < 0), "WNS is negative");
    late().filter(|slack| slack.slack < 0).count() as f64 / late().count() as f64
}

#[test]
fn designs_of_real_libraries_fail_where_they_should() {
    let Some(shared) = common::shared() else { return };
    let real = |names: &[&str]| names.iter().map(|name| shared.join("data").join(name)).collect::<Vec<_>>();
    let contest = ["tau15/tau2015_Early.lib", "tau15/tau2015_Late.lib"];
    let asap7 =
        ["INVBUF", "SEQ", "SIMPLE"].map(|part| format!("libs/asap7/asap7sc7p5t_{part}_RVT_TT_nldm.lib.gz"));
    for (early, late, is_timing) in [
        (real(&[]), real(&["libs/sky130hd/sky130_fd_sc_hd__tt_025C_1v80.lib.gz"]), false),
        (real(&[]), real(&["libs/nangate45/nangate45_typ.lib.gz"]), true),
        (real(&[]), real(&["libs/ihp-sg13g2/sg13g2_stdcell_typ_1p20V_25C.lib.gz"]), false),
        (real(&[]), real(&asap7.each_ref().map(String::as_str)), false),
        (real(&contest[..1]), real(&contest[1..]), true),
    ] {
        let share = of_libraries(&early, &late, is_timing);
        assert!((0.045..0.055).contains(&share), "{share} fail setup, not 0.05: {late:?}");
    }
}
