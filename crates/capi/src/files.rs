//! Which files make a design, or which texts that stand for files.

use std::ffi::c_char;
use std::path::PathBuf;

use zeroslack::netlist::{LinkOptions, PortDirection};
use zeroslack::sdc::CheckRule;
use zeroslack::timing::Calculator;
use zeroslack::verilog::{Declaration, Design, Expr, ExprId, Kind, Module, PortBinding, Range};
use zeroslack::{Constraint, DesignFiles, EngineChoice, EngineOptions, SpefFile};

use crate::border::{Outcome, given, guard, optional_text, path, slice, text, wrong};
use crate::types::{port_direction, zs_calculator, zs_engine, zs_split, zs_status};

/// Which files make a design, and how to read them.
#[derive(Default)]
pub struct zs_files {
    /// All but libraries and ports.
    files: DesignFiles,
    /// Paths by split; in both where none is said.
    liberty: Vec<(u32, PathBuf)>,
    ports: Vec<Port>,
    pub(crate) threads: usize,
}

/// A port of a design that is made by calls.
struct Port {
    name: String,
    kind: Kind,
    range: Option<Range>,
}

impl Port {
    fn declaration(&self) -> Declaration<'_> {
        Declaration { name: &self.name, kind: self.kind, range: self.range, offset: 0 }
    }
}

/// The path of the text that has the ports of a design that is made by calls.
const PORTS: &str = "the ports of the design";

/// The name of a design that is made by calls, unless another is said.
const TOP: &str = "top";

impl zs_files {
    /// As the library has them.
    pub(crate) fn design_files(&self) -> Outcome<DesignFiles> {
        let mut files = self.files.clone();
        let is_for_both = |&(split, _): &(u32, PathBuf)| split == zs_split::ZS_BOTH as u32;
        // One list serves both splits if it is the only one.
        let is_simple = self.liberty.iter().all(is_for_both);
        for (split, path) in &self.liberty {
            if *split != zs_split::ZS_LATE as u32 && !is_simple {
                files.liberty_early.push(path.clone());
            }
            if *split != zs_split::ZS_EARLY as u32 {
                files.liberty_late.push(path.clone());
            }
        }
        if !self.ports.is_empty() {
            let top = files.link.top.get_or_insert_with(|| TOP.into()).clone();
            files.texts.insert(PORTS, self.module(&top)?);
            files.verilog.push(PORTS.into());
        }
        Ok(files)
    }

    /// A module with the ports, and nothing in it.
    fn module(&self, name: &str) -> Outcome<Vec<u8>> {
        let numbered = self.ports.iter().zip((0..).map(ExprId));
        let module = Module {
            name,
            ports: numbered.map(|(port, inner)| PortBinding { name: &port.name, inner }).collect(),
            declarations: self.ports.iter().map(Port::declaration).collect(),
            exprs: self.ports.iter().map(|port| Expr::Name(&port.name)).collect(),
            ..Module::default()
        };
        let mut written = Vec::new();
        zeroslack::verilog::write(&Design { modules: vec![module] }, &mut written)
            .map_err(|error| wrong(format!("a port cannot have its name: {error}")))?;
        Ok(written)
    }
}

/// Which engine a number says.
pub(crate) fn engine(engine: u32, gpu: usize) -> Outcome<EngineOptions> {
    let all = [
        (zs_engine::ZS_AUTO, EngineChoice::Auto),
        (zs_engine::ZS_CPU, EngineChoice::Cpu),
        (zs_engine::ZS_CUDA, EngineChoice::Cuda),
    ];
    let found = all.into_iter().find(|&(number, _)| number as u32 == engine);
    let (_, engine) = found.ok_or_else(|| wrong(format!("{engine} is no zs_engine")))?;
    Ok(EngineOptions { engine, gpu })
}

/// No files yet. Free it with `zs_files_free`.
#[unsafe(no_mangle)]
pub extern "C" fn zs_files_new() -> Box<zs_files> {
    Box::default()
}

/// Frees it; does nothing for null. Sessions that were loaded from it do not need it any more.
#[unsafe(no_mangle)]
pub extern "C" fn zs_files_free(files: Option<Box<zs_files>>) {
    drop(files);
}

/// Adds a Liberty file for a `zs_split`, or `ZS_BOTH`. Where only one split has any, they serve
/// both. Of two descriptions of a cell the first counts. Here and below: a file may be gzipped, and
/// is opened when the design is loaded.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_files_add_liberty(
    files: Option<&mut zs_files>,
    split: u32,
    file: *const c_char,
) -> zs_status {
    guard(|| {
        let files = given(files, "files")?;
        if split > zs_split::ZS_BOTH as u32 {
            return Err(wrong(format!("{split} is no zs_split")));
        }
        // SAFETY: as the header asks.
        files.liberty.push((split, unsafe { path(file, "file") }?));
        Ok(())
    })
}

/// Adds a Verilog netlist.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_files_add_verilog(
    files: Option<&mut zs_files>,
    file: *const c_char,
) -> zs_status {
    guard(|| {
        // SAFETY: as the header asks.
        given(files, "files")?.files.verilog.push(unsafe { path(file, "file") }?);
        Ok(())
    })
}

/// Adds SPEF parasitics of what is inside of instances of modules, or of the whole design where
/// `instance` is null. `instance` is a path, for example `core/alu`, or the name of a module, for
/// all of its instances, or a pattern of either. Parts of a net in several files are stitched
/// together; what is described twice counts as it is described last.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_files_add_spef(
    files: Option<&mut zs_files>,
    file: *const c_char,
    instance: *const c_char,
) -> zs_status {
    guard(|| {
        // SAFETY: as the header asks.
        let (file, instance) = unsafe { (path(file, "file")?, optional_text(instance, "instance")?) };
        let spef = SpefFile { file, instance: instance.map(Into::into) };
        given(files, "files")?.files.spef.push(spef);
        Ok(())
    })
}

/// Adds a folder of SPEF parasitics: `MODULE.spef` or `MODULE.spef.gz` for all instances of a module.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_files_add_spef_folder(
    files: Option<&mut zs_files>,
    folder: *const c_char,
) -> zs_status {
    guard(|| {
        // SAFETY: as the header asks.
        given(files, "files")?.files.spef_folders.push(unsafe { path(folder, "folder") }?);
        Ok(())
    })
}

/// The SDC constraints of the first mode, in place of any that were named before. They are read as
/// by `zs_read_sdc`: a command that cannot be applied costs itself alone.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_files_set_sdc(files: Option<&mut zs_files>, file: *const c_char) -> zs_status {
    guard(|| {
        // SAFETY: as the header asks.
        given(files, "files")?.files.constraints = Some(Constraint::Sdc(unsafe { path(file, "file") }?));
        Ok(())
    })
}

/// The same with constraints as in the TAU contests (`.timing`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_files_set_timing(files: Option<&mut zs_files>, file: *const c_char) -> zs_status {
    guard(|| {
        // SAFETY: as the header asks.
        given(files, "files")?.files.constraints = Some(Constraint::Timing(unsafe { path(file, "file") }?));
        Ok(())
    })
}

/// Has a text in memory stand for a file: where a path is this one, nothing is read from disk. The
/// bytes are copied. As in a file, they may be gzipped. The path is what diagnostics name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_files_add_text(
    files: Option<&mut zs_files>,
    file: *const c_char,
    bytes: *const c_char,
    count: usize,
) -> zs_status {
    guard(|| {
        // SAFETY: as the header asks.
        let (file, bytes) = unsafe { (path(file, "file")?, slice(bytes.cast::<u8>(), count, "bytes")?) };
        given(files, "files")?.files.texts.insert(file, bytes);
        Ok(())
    })
}

/// Adds a port to a design that is made by calls: with any port, the design is a new module of
/// these ports, in this order, with nothing in it, called as `zs_files_set_top` says or else `top`.
/// Its cells and nets come by edits. Each bit of a port is on a net of its own name already.
/// `direction` is a `zs_direction`. That its outputs have no driver yet is a warning when it is
/// loaded.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_files_add_port(
    files: Option<&mut zs_files>,
    name: *const c_char,
    direction: u32,
) -> zs_status {
    // SAFETY: as the header asks.
    guard(|| unsafe { add_port(files, name, direction, None) })
}

/// The same of a bus `name[msb:lsb]`, in either order. Its bits are called `name[msb]` and so on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_files_add_bus(
    files: Option<&mut zs_files>,
    name: *const c_char,
    direction: u32,
    msb: i32,
    lsb: i32,
) -> zs_status {
    // SAFETY: as the header asks.
    guard(|| unsafe { add_port(files, name, direction, Some(Range { msb, lsb })) })
}

/// Adds a port.
///
/// # Safety
/// The name as in [`text`].
unsafe fn add_port(
    files: Option<&mut zs_files>,
    name: *const c_char,
    direction: u32,
    range: Option<Range>,
) -> Outcome {
    // SAFETY: as this function asks.
    let (files, name) = (given(files, "files")?, unsafe { text(name, "name") }?.to_string());
    let kind = match port_direction(direction)? {
        PortDirection::Input => Kind::Input,
        PortDirection::Output => Kind::Output,
        PortDirection::Inout => Kind::Inout,
    };
    files.ports.push(Port { name, kind, range });
    Ok(())
}

/// The top module; null for the one that no other instantiates, as it is at first.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_files_set_top(files: Option<&mut zs_files>, module: *const c_char) -> zs_status {
    guard(|| {
        // SAFETY: as the header asks.
        let module = unsafe { optional_text(module, "module") }?;
        let files = given(files, "files")?;
        files.files.link = LinkOptions { top: module.map(Into::into), ..files.files.link };
        Ok(())
    })
}

/// Whether a cell that no library and no module describes is an error, and whatever of SDC is read and
/// not applied; else such a cell is a black box, and both are warnings, as they are at first.
#[unsafe(no_mangle)]
pub extern "C" fn zs_files_set_strict(files: Option<&mut zs_files>, strict: bool) -> zs_status {
    guard(|| {
        given(files, "files")?.files.link.strict = strict;
        Ok(())
    })
}

/// Adds a macro that is defined for `` `ifdef `` and its like in Verilog files, beside those that a
/// file defines for itself.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_files_add_define(files: Option<&mut zs_files>, name: *const c_char) -> zs_status {
    guard(|| {
        // SAFETY: as the header asks.
        let name = unsafe { text(name, "name") }?;
        given(files, "files")?.files.verilog_options.defines.push(name.to_string());
        Ok(())
    })
}

/// The most cells and instances of modules, together, that the flat design may have; 0, as at first,
/// for 100 million, and less where a short netlist asks for many.
#[unsafe(no_mangle)]
pub extern "C" fn zs_files_set_max_cells(files: Option<&mut zs_files>, max_cells: u64) -> zs_status {
    guard(|| {
        given(files, "files")?.files.link.max_cells = (max_cells > 0).then_some(max_cells);
        Ok(())
    })
}

/// How SPEF is read: what a coupling capacitor counts for at each of its ends, 0 or more (1 at
/// first), and which value of `min:typ:max` counts: 0, 1 (at first) or 2. A session keeps both.
#[unsafe(no_mangle)]
pub extern "C" fn zs_files_set_spef_options(
    files: Option<&mut zs_files>,
    coupling_factor: f32,
    triplet: u32,
) -> zs_status {
    guard(|| {
        if !(coupling_factor.is_finite() && coupling_factor >= 0.0) {
            return Err(wrong(format!("{coupling_factor} is no coupling factor: it is 0 or more")));
        }
        if triplet > 2 {
            return Err(wrong(format!("{triplet} is no value of min:typ:max: it is 0, 1 or 2")));
        }
        let options = &mut given(files, "files")?.files.spef_options;
        (options.coupling_factor, options.triplet) = (coupling_factor, triplet as usize);
        Ok(())
    })
}

/// How delays of wires are computed: a `zs_calculator`, `ZS_CEFF` at first.
#[unsafe(no_mangle)]
pub extern "C" fn zs_files_set_calculator(files: Option<&mut zs_files>, calculator: u32) -> zs_status {
    guard(|| {
        let all = [
            (zs_calculator::ZS_ELMORE, Calculator::Elmore),
            (zs_calculator::ZS_LUMPED, Calculator::Lumped),
            (zs_calculator::ZS_CEFF, Calculator::EffectiveCapacitance),
        ];
        let found = all.into_iter().find(|&(number, _)| number as u32 == calculator);
        let (_, calculator) = found.ok_or_else(|| wrong(format!("{calculator} is no zs_calculator")))?;
        given(files, "files")?.files.calculator = calculator;
        Ok(())
    })
}

/// Whether of a library's checks between two pins only those count that count in the TAU contests:
/// the last one of the library's own split. All count at first.
#[unsafe(no_mangle)]
pub extern "C" fn zs_files_set_contest_checks(files: Option<&mut zs_files>, on: bool) -> zs_status {
    guard(|| {
        given(files, "files")?.files.rules.checks =
            if on { CheckRule::LastOfOwnSplit } else { CheckRule::Every };
        Ok(())
    })
}

/// Which engine computes, a `zs_engine`, `ZS_AUTO` at first; and on which GPU, counted from 0 as
/// the driver does.
#[unsafe(no_mangle)]
pub extern "C" fn zs_files_set_engine(files: Option<&mut zs_files>, engine: u32, gpu: u32) -> zs_status {
    guard(|| {
        given(files, "files")?.files.engine = self::engine(engine, gpu as usize)?;
        Ok(())
    })
}

/// How many threads a session has of its own; 0, as it is at first, for one per core that all
/// sessions share. No result depends on it.
#[unsafe(no_mangle)]
pub extern "C" fn zs_files_set_threads(files: Option<&mut zs_files>, threads: usize) -> zs_status {
    guard(|| {
        given(files, "files")?.threads = threads;
        Ok(())
    })
}
