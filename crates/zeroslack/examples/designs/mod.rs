//! Designs by name, for examples.

use std::path::Path;

use in_memory::{session, text};
use zeroslack::tau::design_files;
use zeroslack::{Session, Silent};
use zeroslack_synth::{Design, Options, Preset};

#[path = "../../tests/zeroslack/common/in_memory.rs"]
mod in_memory;

pub type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// A design that is timed: of a number of gates, of a preset, or of the `.tau2015` file of a contest.
pub fn design(name: &str) -> Result<Session> {
    if name.ends_with(".tau2015") {
        let list = Path::new(name);
        let mut session = Session::read(&design_files(list, &list.with_extension("timing"))?, &Silent)?;
        session.update()?;
        return Ok(session);
    }
    let options = match Preset::find(name) {
        Some(preset) => preset.options(),
        None => Options::new(name.parse()?),
    };
    let design = Design::new(options)?;
    let [early, late] = [zeroslack_synth::Split::Early, zeroslack_synth::Split::Late]
        .map(|split| text(|out| design.write_liberty(split, out)));
    let (verilog, spef) = (text(|out| design.write_verilog(out)), text(|out| design.write_spef(out)));
    let mut session = session([&early, &late], &verilog, &spef, &text(|out| design.write_timing(out)));
    session.update()?;
    Ok(session)
}
