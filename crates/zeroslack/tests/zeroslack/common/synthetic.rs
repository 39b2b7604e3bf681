//! Designs of `zeroslack-synth`, timed.

use zeroslack::Session;
use zeroslack_synth::{Design, Options, Split};

use super::in_memory::{session, text};

/// A netlist of a design's library.
pub(crate) fn timed(design: &Design, verilog: &str, spef: &str, timing: &str) -> Session {
    let [early, late] = [Split::Early, Split::Late].map(|split| text(|out| design.write_liberty(split, out)));
    let mut session = session([&early, &late], verilog, spef, timing);
    session.update().unwrap();
    session
}

/// A design of `zeroslack-synth` of so many gates, without parasitics.
pub(crate) fn unwired(gates: usize) -> Session {
    let design = Design::new(Options::new(gates)).unwrap();
    timed(&design, &text(|out| design.write_verilog(out)), "", &text(|out| design.write_timing(out)))
}

/// A design of `zeroslack-synth`.
pub(crate) fn synthetic(options: Options) -> Session {
    let design = Design::new(options).unwrap();
    let (verilog, spef) = (text(|out| design.write_verilog(out)), text(|out| design.write_spef(out)));
    timed(&design, &verilog, &spef, &text(|out| design.write_timing(out)))
}
