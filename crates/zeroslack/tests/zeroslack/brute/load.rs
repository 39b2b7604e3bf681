//! From texts to a timed session, as a user's files would go.

use std::io;
use std::sync::Arc;

use zeroslack::input::Diagnostics;
use zeroslack::netlist::{CellLibrary, LinkOptions, Netlist, Parasitics, Source};
use zeroslack::sdc::Constraints;
use zeroslack::timing::Calculator;
use zeroslack::{Session, SessionParts};

/// A netlist and the parasitics of its nets.
pub type Linked = (Netlist, Parasitics);

/// The files of a design, as text.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    /// Early, late.
    pub liberty: [String; 2],
    pub verilog: String,
    pub spef: Option<String>,
}

/// Reads and links; any error is a failure.
pub fn netlist(texts: &Texts) -> Linked {
    let libraries = texts.liberty.each_ref().map(|text| {
        let (library, said) = zeroslack::liberty::read(text);
        without_errors("liberty", &said);
        vec![Arc::new(library)]
    });
    let [early, late] = libraries;
    let (library, said) = CellLibrary::new(early, late);
    without_errors("library", &said);
    let (design, said) = zeroslack::verilog::read(&texts.verilog);
    without_errors("verilog", &said);
    let source = Source { file: "top.v", text: &texts.verilog, design };
    let (netlist, said) = zeroslack::netlist::link(&[source], library, &LinkOptions::default());
    without_errors("link", &said);
    let (netlist, mut parasitics) = (netlist.expect("a netlist"), Parasitics::default());
    if let Some(text) = &texts.spef {
        let (spef, said) = zeroslack::spef::read(text, &zeroslack::spef::Options::default());
        without_errors("spef", &said);
        let said = parasitics.read(&netlist, &spef, None, text);
        // Some pins are left out.
        assert!(said.iter().all(|each| each.id == "NET-028"), "parasitics:\n{said}\n{text}");
    }
    (netlist, parasitics)
}

/// The same, constrained and timed.
pub fn session((netlist, parasitics): Linked, constraints: &Constraints, calculator: Calculator) -> Session {
    let parts = SessionParts { netlist, parasitics, constraints: constraints.clone(), calculator };
    let session = Session::build(parts, Diagnostics::new());
    let mut session = session.unwrap_or_else(|error| panic!("{error}"));
    session.update().unwrap();
    session
}

fn without_errors(what: &str, diagnostics: &Diagnostics) {
    assert!(!diagnostics.has_errors(), "{what}:\n{diagnostics}");
}

fn bytes(write: impl Fn(&mut Vec<u8>) -> io::Result<()>) -> String {
    let mut bytes = Vec::new();
    write(&mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

/// Verilog and SPEF as their writers put out what was read.
pub fn rewritten(texts: &Texts) -> Texts {
    let design = zeroslack::verilog::read(&texts.verilog).0;
    let spef = texts.spef.as_ref().map(|text| {
        let spef = zeroslack::spef::read(text, &zeroslack::spef::Options::default()).0;
        bytes(|out| zeroslack::spef::write(&spef, out))
    });
    Texts { verilog: bytes(|out| zeroslack::verilog::write(&design, out)), spef, ..texts.clone() }
}

/// Verilog and SPEF of a linked design.
pub fn written((netlist, parasitics): &Linked, texts: &Texts) -> Texts {
    let verilog = bytes(|out| netlist.write_verilog(out));
    let spef = bytes(|out| parasitics.write_spef(netlist, out));
    Texts { verilog, spef: Some(spef), ..texts.clone() }
}
