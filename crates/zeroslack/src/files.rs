//! Which files make a design, and how to read them.

use std::path::PathBuf;

use zeroslack_netlist::LinkOptions;
use zeroslack_sdc::Rules;
use zeroslack_spef::Options as SpefOptions;
use zeroslack_tcl::Limits;
use zeroslack_timing::{Calculator, CommonPoint};
use zeroslack_verilog::Options as VerilogOptions;

use crate::engine::EngineOptions;
use crate::spef_files::files_in;
use crate::texts::Texts;

/// The files of a design. Any of them may be gzipped.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DesignFiles {
    /// Liberty files for early (hold) analysis; empty means the late ones serve both.
    pub liberty_early: Vec<PathBuf>,
    /// Liberty files for late (setup) analysis; empty means the early ones serve both.
    pub liberty_late: Vec<PathBuf>,
    /// Names of libraries whose cells count before those of others. Else the first file of a split that has a cell gives it.
    pub preferred_libraries: Vec<String>,
    /// Verilog files.
    pub verilog: Vec<PathBuf>,
    /// SPEF files. The parts of a net that crosses the boundary of a block are stitched together; what is described twice counts as it is described
    /// last, where files of the whole design are read first and those of instances last.
    pub spef: Vec<SpefFile>,
    /// Folders of SPEF files on disk that are called `MODULE.spef` or `MODULE.spef.gz`, each of all instances of that module.
    pub spef_folders: Vec<PathBuf>,
    /// Constraints; none gives a design without arrivals.
    pub constraints: Option<Constraint>,
    /// How to read Verilog.
    pub verilog_options: VerilogOptions,
    /// Top module, strictness, and how large the design may be.
    pub link: LinkOptions,
    /// How to read SPEF.
    pub spef_options: SpefOptions,
    /// How delays are computed.
    pub calculator: Calculator,
    /// How checks and arcs are taken from libraries, unless constraints say otherwise.
    pub rules: Rules,
    /// Whether the pessimism of common clock paths is removed (CPPR), unless constraints say otherwise.
    pub cppr: bool,
    /// Where two clock paths last meet, unless constraints say otherwise; none leaves it to the kind of constraints: [`DesignFiles::common_point()`].
    pub common_point: Option<CommonPoint>,
    /// Which engine computes.
    pub engine: EngineOptions,
    /// Texts in memory that stand for some of these files.
    pub texts: Texts,
    /// The most that a file of constraints, which may be any Tcl, may take.
    pub script_limits: Limits,
}

/// Bytes of a netlist for each of its pins, about.
const BYTES_PER_PIN: u64 = 16;

/// How many times smaller gzip makes a netlist, about.
const PACKED: u64 = 8;

impl DesignFiles {
    /// All of them, where they are on disk or would be, with the SPEF files that are in folders now.
    pub fn paths(&self) -> Vec<PathBuf> {
        let libraries = self.liberty_early.iter().chain(&self.liberty_late);
        let spef = self.spef.iter().map(|spef| &spef.file);
        let constraints =
            self.constraints.iter().map(|(Constraint::Sdc(file) | Constraint::Timing(file))| file);
        let named = libraries.chain(&self.verilog).chain(spef).chain(constraints).cloned();
        named
            .chain(self.spef_folders.iter().flat_map(|folder| files_in(folder).0).map(|(_, file)| file))
            .collect()
    }

    /// About how many nodes the graph will have, from the sizes of the netlist's files.
    pub(crate) fn expected_nodes(&self) -> usize {
        let bytes = |file: &PathBuf| {
            let packed = if file.extension().is_some_and(|ending| ending == "gz") { PACKED } else { 1 };
            let on_disk = || std::fs::metadata(file).map_or(0, |found| found.len());
            self.texts.get(file).map_or_else(on_disk, |text| text.len() as u64) * packed
        };
        let bytes: u64 = self.verilog.iter().map(bytes).sum();
        (bytes / BYTES_PER_PIN) as usize
    }
}

impl DesignFiles {
    /// What counts as a common point of two clock paths, unless another rule is asked for: contests have one of their own.
    pub fn common_point(&self) -> CommonPoint {
        self.common_point.unwrap_or(match self.constraints {
            Some(Constraint::Timing(_)) => CommonPoint::SameTransition,
            _ => CommonPoint::SamePin,
        })
    }
}

/// A SPEF file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpefFile {
    /// The file.
    pub file: PathBuf,
    /// What it describes: the path of an instance of a module, for example `core/alu`; else the name of a module, for all of its instances; else a
    /// pattern of such paths (`core/lane*`) or of names of modules. None for the whole design.
    pub instance: Option<String>,
}

/// A file of constraints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Constraint {
    /// SDC commands.
    Sdc(PathBuf),
    /// Assertions of the TAU contests (`.timing`).
    Timing(PathBuf),
}
