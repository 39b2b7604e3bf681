//! The files of a chip of blocks.

use std::io::Write;

use anyhow::{Context, Result};
use zeroslack_synth::{Chip, Library};

use super::{Libraries, Target, write_libraries};

/// What a chip's files come to.
pub(super) struct Written {
    pub(super) files: Vec<String>,
    pub(super) gates: usize,
    pub(super) pins: usize,
    pub(super) period: u32,
}

/// Writes a chip: one netlist of all modules, a SPEF file for what is between the blocks and one for each instance in the folder `NAME_blocks`.
/// Libraries that are given are not written. Blocks are made one after another, so that no two are in memory.
pub(super) fn write(
    chip: &Chip,
    name: &str,
    library: Option<&Library>,
    target: &Target<'_>,
) -> Result<Written> {
    let folder = format!("{name}_blocks");
    let path = target.folder.join(&folder);
    std::fs::create_dir_all(&path).with_context(|| format!("cannot create {}", path.display()))?;
    let of_blocks = library.cloned().unwrap_or_else(Library::built_in);
    let mut written = Written { files: Vec::new(), gates: 0, pins: 0, period: 0 };
    let mut netlist = Vec::new();
    chip.write_verilog(&mut netlist)?;
    for module in 0..chip.module_count() {
        let block = chip.block(module, of_blocks.clone())?;
        if module == 0 && library.is_none() {
            let Libraries { written: own, .. } = write_libraries(&block, target)?;
            written.files.extend(own);
        }
        block.write_verilog(&mut netlist)?;
        for instance in chip.instances_of(module) {
            target.write(&format!("{folder}/{instance}.spef"), |out| block.write_spef(out))?;
            written.gates += block.counts().gates;
            written.pins += block.counts().pins - block.counts().ports;
        }
        written.period = written.period.max(block.periods()[0]);
    }
    written.files.push(target.write(&format!("{name}.v"), |out| out.write_all(&netlist))?);
    written.files.push(target.write(&format!("{name}.spef"), |out| chip.write_spef(out))?);
    let period = written.period;
    let sdc = target.write(&format!("{name}.sdc"), |out| chip.write_sdc(&of_blocks, period, out))?;
    written.files.extend([sdc, folder]);
    Ok(written)
}
