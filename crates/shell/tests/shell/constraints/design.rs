//! A small design with names of every kind, in a shell.

use std::cell::RefCell;
use std::io;
use std::path::Path;
use std::rc::Rc;

use tempfile::TempDir;
use zeroslack_shell::Shell;
use zeroslack_tcl::{File, FileInfo, Host, OpenMode, OsHost, Stream};

const LIBERTY: &str = include_str!("small.lib");
const VERILOG: &str = include_str!("small.v");

/// A shell with the design in it, and the folder that its files are in.
pub struct Loaded {
    pub shell: Shell,
    pub folder: TempDir,
    said: Rc<RefCell<String>>,
}

/// The operating system, with standard error kept.
struct Kept(Rc<RefCell<String>>);

impl Host for Kept {
    fn write(&mut self, stream: Stream, bytes: &[u8]) -> io::Result<()> {
        match stream {
            Stream::Error => self.0.borrow_mut().push_str(&String::from_utf8_lossy(bytes)),
            _ => OsHost.write(stream, bytes)?,
        }
        Ok(())
    }

    fn now(&self) -> (i64, u32) {
        OsHost.now()
    }

    fn open(&mut self, path: &Path, mode: OpenMode) -> io::Result<Box<dyn File>> {
        OsHost.open(path, mode)
    }

    fn info(&self, path: &Path, follow_links: bool) -> io::Result<FileInfo> {
        OsHost.info(path, follow_links)
    }
}

/// The design, linked, without constraints.
pub fn loaded() -> Loaded {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("small.lib"), LIBERTY).unwrap();
    std::fs::write(folder.path().join("small.v"), VERILOG).unwrap();
    let said = Rc::new(RefCell::new(String::new()));
    let mut shell = Shell::with_host(Kept(said.clone()));
    shell
        .run(&format!(
            "read_liberty {0}/small.lib; read_verilog {0}/small.v; link_design top",
            folder.path().display()
        ))
        .unwrap();
    said.borrow_mut().clear();
    Loaded { shell, folder, said }
}

impl Loaded {
    /// Runs a script, which has to end well.
    #[track_caller]
    pub fn run(&mut self, script: &str) {
        let outcome = self.shell.run(script);
        assert!(outcome.is_ok(), "{}", Shell::complaint(&outcome).unwrap_or_default());
    }

    /// The constraints as `write_sdc` writes them, without comments and the design's name.
    pub fn written(&mut self, options: &str) -> String {
        let file = self.folder.path().join("written.sdc");
        self.run(&format!("write_sdc {options} {}", file.display()));
        let text = std::fs::read_to_string(file).unwrap();
        let lines = text.lines().filter(|line| !line.starts_with('#') && !line.starts_with("current_design"));
        lines.map(|line| format!("{line}\n")).collect()
    }

    /// What was warned of so far.
    pub fn warnings(&self) -> String {
        std::mem::take(&mut *self.said.borrow_mut())
    }
}

/// Runs a script in the design; it has to state what is written then, and to warn of nothing.
#[track_caller]
pub fn check(script: &str, expected: &str) {
    let mut loaded = loaded();
    loaded.run(script);
    // What no report checks is kept, which is said at the first of it.
    let warnings = loaded.warnings();
    let others: Vec<&str> = warnings.lines().filter(|line| !line.contains(KEPT)).collect();
    assert!(others.is_empty(), "{script}: {others:?}");
    let lines = |text: &str| -> Vec<String> {
        text.lines().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect()
    };
    assert_eq!(lines(&loaded.written("")).join("\n"), lines(expected).join("\n"), "{script}");
}

/// What is said of limits that no report checks.
const KEPT: &str = " kept, and not ";

/// Runs a script in the design, which has to end with an error that has this in it.
#[track_caller]
pub fn refused(script: &str, expected: &str) {
    let mut loaded = loaded();
    let error = loaded.shell.run(script).expect_err("an error").to_string();
    assert!(error.contains(expected), "{error}");
}

/// Runs a script in the design, which has to warn with this.
#[track_caller]
pub fn warned(script: &str, expected: &str) {
    let mut loaded = loaded();
    loaded.run(script);
    let warnings = loaded.warnings();
    assert!(warnings.contains(expected), "{warnings}");
}
