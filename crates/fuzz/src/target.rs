//! The targets.

use std::path::{Path, PathBuf};

use crate::{design, edited, readers, scripts, shells};

/// What is run with any bytes.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name, and that of its folders of seeds and findings.
    pub name: &'static str,
    /// What it does and what it holds that against.
    pub about: &'static str,
    /// Panics if something is wrong.
    pub run: fn(&[u8]),
    /// Words of the language, if the bytes are text.
    pub words: &'static [&'static str],
}

impl Target {
    /// All of them.
    pub const ALL: &'static [Self] = &[
        Self {
            name: "text",
            about: "unpacks a file; the answer is that of a plain decoder",
            run: readers::text,
            words: &[],
        },
        Self {
            name: "liberty",
            about: "reads a library; tables are whole, finite and ascending, and libraries pair",
            run: readers::liberty,
            words: readers::LIBERTY,
        },
        Self {
            name: "verilog",
            about: "reads a netlist; what is written of it reads as the same",
            run: readers::verilog,
            words: readers::VERILOG,
        },
        Self {
            name: "spef",
            about: "reads parasitics; what is written of them, and of what they say of a design, reads as the same",
            run: readers::spef,
            words: readers::SPEF,
        },
        Self {
            name: "pocv",
            about: "reads coefficients of variation; what is written of them reads as the same, and they bind to a design",
            run: readers::pocv,
            words: readers::POCV,
        },
        Self {
            name: "sdc",
            about: "reads constraints and times a design under them; one thread answers as three do",
            run: design::sdc,
            words: design::SDC,
        },
        Self {
            name: "timing",
            about: "the same for a contest's assertions",
            run: design::timing,
            words: design::TIMING,
        },
        Self {
            name: "operations",
            about: "plays a contest's operations; the design is then what a fresh load of it is",
            run: edited::operations,
            words: edited::OPERATIONS,
        },
        Self {
            name: "pattern",
            about: "matches names with a pattern; a matcher by definition agrees",
            run: readers::pattern,
            words: &["*", "?", "/", "\\", "[", "]"],
        },
        Self {
            name: "tcl",
            about: "runs a script within limits, twice; both end the same, and lists read back",
            run: scripts::tcl,
            words: scripts::TCL,
        },
        Self {
            name: "shell",
            about: "runs a script of the shell's commands over a design, twice; both end the same, and another shell is as it was",
            run: shells::shell,
            words: shells::WORDS,
        },
        Self {
            name: "design",
            about: "loads and times a design of five files; one thread answers as three do",
            run: design::whole,
            words: design::ALL_WORDS,
        },
        Self {
            name: "edits",
            about: "edits a design and states exceptions; it is then what a fresh load of it is, and undo restores it",
            run: edited::edits,
            words: &[],
        },
        Self {
            name: "updates",
            about: "edits library cells and parasitics, with an update after each; every number is that of a full update",
            run: edited::updates,
            words: &[],
        },
        Self {
            name: "kernels",
            about: "edits a design and states exceptions; the emulated kernels answer as the CPU engine does",
            run: edited::kernels,
            words: &[],
        },
    ];

    /// The target of a name.
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|target| target.name == name).copied()
    }

    /// Where its seeds are, and what was found with it.
    pub fn folders(&self) -> [PathBuf; 2] {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        ["seeds", "findings"].map(|folder| root.join(folder).join(self.name))
    }
}
