//! Designs to edit.

use std::path::{Path, PathBuf};

use zeroslack::netlist::{CellId, MasterId, NetId, PinId};
use zeroslack::{Constraint, DesignFiles, Session, Silent, SpefFile};

/// The example design.
pub fn pulse() -> DesignFiles {
    let file = |name: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/pulse").join(name);
    DesignFiles {
        liberty_early: vec![file("pulse_fast.lib")],
        liberty_late: vec![file("pulse_slow.lib")],
        verilog: vec![file("pulse.v")],
        spef: vec![SpefFile { file: file("pulse.spef"), instance: None }],
        constraints: Some(Constraint::Sdc(file("pulse.sdc"))),
        ..DesignFiles::default()
    }
}

/// A design of a few cells.
pub fn tiny() -> DesignFiles {
    let file = |name: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tiny").join(name);
    DesignFiles {
        liberty_late: vec![file("tiny.lib")],
        verilog: vec![file("tiny.v")],
        spef: vec![SpefFile { file: file("tiny.spef"), instance: None }],
        constraints: Some(Constraint::Timing(file("tiny.timing"))),
        ..DesignFiles::default()
    }
}

/// `tiny`, loaded.
pub fn tiny_session() -> Session {
    load(&tiny())
}

pub fn load(files: &DesignFiles) -> Session {
    Session::load(files, &Silent).unwrap_or_else(|error| panic!("{error}"))
}

/// Writes a text into a folder.
pub fn write(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path
}

pub fn cell(session: &Session, name: &str) -> CellId {
    session.netlist().find_cell(name).unwrap_or_else(|| panic!("no cell {name}"))
}

pub fn net(session: &Session, name: &str) -> NetId {
    session.netlist().find_net(name).unwrap_or_else(|| panic!("no net {name}"))
}

pub fn pin(session: &Session, name: &str) -> PinId {
    session.netlist().find_pin(name, ':').unwrap_or_else(|| panic!("no pin {name}"))
}

pub fn master(session: &Session, name: &str) -> MasterId {
    session.netlist().library().find(name).unwrap_or_else(|| panic!("no library cell {name}"))
}
