//! Designs to edit.

use std::path::{Path, PathBuf};

use zeroslack::netlist::{CellId, MasterId, NetId, PinId};
use zeroslack::{Constraint, DesignFiles, Session, Silent, SpefFile, Texts};

/// A file of a design in this crate's memory.
macro_rules! held {
    ($texts:ident, $folder:literal, $name:literal) => {{
        let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/", $folder, "/", $name));
        $texts.insert(path, include_bytes!(concat!("../../", $folder, "/", $name)));
        path.to_path_buf()
    }};
}

/// The example design, in memory.
pub fn pulse() -> DesignFiles {
    let mut texts = Texts::default();
    DesignFiles {
        liberty_early: vec![held!(texts, "../../examples/pulse", "pulse_fast.lib")],
        liberty_late: vec![held!(texts, "../../examples/pulse", "pulse_slow.lib")],
        verilog: vec![held!(texts, "../../examples/pulse", "pulse.v")],
        spef: vec![SpefFile { file: held!(texts, "../../examples/pulse", "pulse.spef"), instance: None }],
        constraints: Some(Constraint::Sdc(held!(texts, "../../examples/pulse", "pulse.sdc"))),
        texts,
        ..DesignFiles::default()
    }
}

/// A design of a few cells, in memory.
pub fn tiny() -> DesignFiles {
    let mut texts = Texts::default();
    DesignFiles {
        liberty_late: vec![held!(texts, "../testing/designs/tiny", "tiny.lib")],
        verilog: vec![held!(texts, "../testing/designs/tiny", "tiny.v")],
        spef: vec![SpefFile { file: held!(texts, "../testing/designs/tiny", "tiny.spef"), instance: None }],
        constraints: Some(Constraint::Timing(held!(texts, "../testing/designs/tiny", "tiny.timing"))),
        texts,
        ..DesignFiles::default()
    }
}

/// A design with pads, in memory.
pub fn pads() -> DesignFiles {
    let mut texts = Texts::default();
    let files = [
        held!(texts, "../testing/designs/pads", "pads.lib"),
        held!(texts, "../testing/designs/pads", "pads.v"),
        held!(texts, "../testing/designs/pads", "pads.spef"),
        held!(texts, "../testing/designs/pads", "pads.sdc"),
    ];
    design(texts, files)
}

/// A design with latches, in memory.
pub fn phases() -> DesignFiles {
    let mut texts = Texts::default();
    let files = [
        held!(texts, "../testing/designs/phases", "phases.lib"),
        held!(texts, "../testing/designs/phases", "phases.v"),
        held!(texts, "../testing/designs/phases", "phases.spef"),
        held!(texts, "../testing/designs/phases", "phases.sdc"),
    ];
    design(texts, files)
}

/// A design of one library: that, its netlist, parasitics and constraints.
fn design(texts: Texts, [liberty, verilog, spef, sdc]: [PathBuf; 4]) -> DesignFiles {
    DesignFiles {
        liberty_late: vec![liberty],
        verilog: vec![verilog],
        spef: vec![SpefFile { file: spef, instance: None }],
        constraints: Some(Constraint::Sdc(sdc)),
        texts,
        ..DesignFiles::default()
    }
}

/// A design that is nothing but texts: a library, a netlist, constraints.
pub fn of_texts(liberty: &str, verilog: &str, sdc: &str) -> DesignFiles {
    let mut texts = Texts::default();
    for (name, text) in [("a.lib", liberty), ("a.v", verilog), ("a.sdc", sdc)] {
        texts.insert(name, text);
    }
    let files = ["a.lib", "a.v", "a.spef", "a.sdc"].map(PathBuf::from);
    DesignFiles { spef: Vec::new(), ..design(texts, files) }
}

/// `tiny`, loaded.
pub fn tiny_session() -> Session {
    load(&tiny())
}

/// A session of a design that has no errors.
pub fn load(files: &DesignFiles) -> Session {
    Session::load(files, &Silent).unwrap_or_else(|error| panic!("{error}"))
}

/// Writes a text into a folder.
pub fn write(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path
}

/// The cell of a name.
pub fn cell(session: &Session, name: &str) -> CellId {
    session.netlist().find_cell(name).unwrap_or_else(|| panic!("no cell {name}"))
}

/// The net of a name.
pub fn net(session: &Session, name: &str) -> NetId {
    session.netlist().find_net(name).unwrap_or_else(|| panic!("no net {name}"))
}

/// The pin of a name, `cell:pin` or a port.
pub fn pin(session: &Session, name: &str) -> PinId {
    session.netlist().find_pin(name, ':').unwrap_or_else(|| panic!("no pin {name}"))
}

/// The library cell of a name.
pub fn master(session: &Session, name: &str) -> MasterId {
    session.netlist().library().find(name).unwrap_or_else(|| panic!("no library cell {name}"))
}
