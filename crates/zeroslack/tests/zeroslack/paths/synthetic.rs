//! Synthetic designs of thousands of gates.

use std::sync::Arc;

use zeroslack::input::Diagnostics;
use zeroslack::netlist::{CellLibrary, LinkOptions, Parasitics, Source, link};
use zeroslack::timing::Calculator;
use zeroslack::{Session, SessionParts};
use zeroslack_synth::{Design, Options, Split as SynthSplit};

fn text(write: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>) -> String {
    let mut bytes = Vec::new();
    write(&mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

/// A design of so many gates, timed.
pub fn synthetic(gates: usize) -> Session {
    let design = Design::new(Options::new(gates)).unwrap();
    let library = |split| {
        let text = text(|out| design.write_liberty(split, out));
        vec![Arc::new(zeroslack::liberty::read(&text).0)]
    };
    let (library, _) = CellLibrary::new(library(SynthSplit::Early), library(SynthSplit::Late));
    let verilog = text(|out| design.write_verilog(out));
    let read = zeroslack::verilog::read(&verilog).0;
    let sources = [Source { file: "d.v", text: &verilog, design: read }];
    let netlist = link(&sources, library, &LinkOptions::default()).0.unwrap();
    let (constraints, _) = zeroslack::sdc::tau::read_timing(&text(|out| design.write_timing(out)), &netlist);
    let parasitics = Parasitics::default();
    let parts = SessionParts { netlist, parasitics, constraints, calculator: Calculator::Elmore };
    let session = Session::build(parts, Diagnostics::new());
    let mut session = session.unwrap();
    session.update().unwrap();
    session
}
