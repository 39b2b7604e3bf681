//! Sessions of texts in memory, for tests and examples.

use std::sync::Arc;

use zeroslack::input::Diagnostics;
use zeroslack::netlist::{CellLibrary, LinkOptions, Parasitics, Source, link};
use zeroslack::timing::Calculator;
use zeroslack::{Session, SessionParts};

/// What a writer writes.
pub fn text(write: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>) -> String {
    let mut bytes = Vec::new();
    write(&mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

/// A session of an early and a late library, a netlist, its parasitics and a contest's constraints.
pub fn session([early, late]: [&str; 2], verilog: &str, spef: &str, timing: &str) -> Session {
    let library = |text: &str| vec![Arc::new(zeroslack::liberty::read(text).0)];
    let (library, _) = CellLibrary::new(library(early), library(late));
    let sources = [Source { file: "d.v", text: verilog, design: zeroslack::verilog::read(verilog).0 }];
    let (netlist, mut parasitics) =
        (link(&sources, library, &LinkOptions::default()).0.unwrap(), Parasitics::default());
    if !spef.is_empty() {
        let (read, _) = zeroslack::spef::read(spef, &zeroslack::spef::Options::default());
        assert!(parasitics.read(&netlist, &read, None, spef).is_empty());
    }
    let (constraints, _) = zeroslack::sdc::tau::read_timing(timing, &netlist);
    let parts = SessionParts { netlist, parasitics, constraints, calculator: Calculator::Elmore };
    Session::build(parts, Diagnostics::new()).unwrap()
}
