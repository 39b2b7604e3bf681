//! A folder with a design of a few cells, and a shell in it whose output is kept.

use std::cell::RefCell;
use std::io;
use std::path::Path;
use std::rc::Rc;

use expect_test::Expect;
use tempfile::TempDir;
use zeroslack_shell::Shell;
use zeroslack_tcl::{File, FileInfo, Host, OpenMode, OsHost, Outcome, Stream};

/// The files of the design.
pub const FILES: [(&str, &str); 4] = [
    ("tiny.lib", include_str!("../../../../testing/designs/tiny/tiny.lib")),
    ("tiny.v", include_str!("../../../../testing/designs/tiny/tiny.v")),
    ("tiny.spef", include_str!("../../../../testing/designs/tiny/tiny.spef")),
    ("tiny.sdc", include_str!("../../../../testing/designs/tiny/tiny.sdc")),
];

/// Reads and constrains it.
pub const LOAD: &str =
    "read_liberty tiny.lib; read_verilog tiny.v; link_design tiny; read_spef tiny.spef; read_sdc tiny.sdc";

/// The operating system in a folder, but what is written is kept.
struct Recorder {
    folder: String,
    environment: Vec<(String, String)>,
    written: Rc<RefCell<Written>>,
}

/// What was written: all of it in order, and what of it went to standard output.
#[derive(Default)]
struct Written {
    all: String,
    output: String,
}

impl Host for Recorder {
    fn write(&mut self, stream: Stream, bytes: &[u8]) -> io::Result<()> {
        let mut written = self.written.borrow_mut();
        let text = String::from_utf8_lossy(bytes);
        written.all.push_str(&text);
        if stream == Stream::Output {
            written.output.push_str(&text);
        }
        Ok(())
    }

    fn now(&self) -> (i64, u32) {
        (0, 0)
    }

    fn open(&mut self, path: &Path, mode: OpenMode) -> io::Result<Box<dyn File>> {
        OsHost.open(path, mode)
    }

    fn info(&self, path: &Path, follow_links: bool) -> io::Result<FileInfo> {
        OsHost.info(path, follow_links)
    }

    fn make_directory(&mut self, path: &Path) -> io::Result<()> {
        OsHost.make_directory(path)
    }

    fn environment(&self) -> Vec<(String, String)> {
        self.environment.clone()
    }

    fn directory(&self) -> String {
        self.folder.clone()
    }
}

/// A shell in a folder of its own.
pub struct World {
    pub folder: TempDir,
    pub shell: Shell,
    written: Rc<RefCell<Written>>,
}

impl World {
    /// With the files, none of which is read.
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in FILES {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        Self::of(folder)
    }

    /// In a folder that is there.
    pub fn of(folder: TempDir) -> Self {
        Self::with_environment(folder, vec![("CLOCK_PERIOD".to_owned(), "1.12".to_owned())])
    }

    /// The same with other environment variables.
    pub fn with_environment(folder: TempDir, environment: Vec<(String, String)>) -> Self {
        let written = Rc::new(RefCell::new(Written::default()));
        let path = folder.path().to_string_lossy().into_owned();
        let host = Recorder { folder: path, environment, written: written.clone() };
        Self { folder, shell: Shell::with_host(host), written }
    }

    /// With the design linked and constrained.
    pub fn loaded() -> Self {
        let mut world = Self::new();
        let (outcome, said) = world.run(LOAD);
        assert!(outcome.is_ok(), "{said}");
        world
    }

    /// Runs a script; gives how it ended and all that it printed and warned of, in which the folder is '.'.
    pub fn run(&mut self, script: &str) -> (Outcome, String) {
        let (outcome, _, all) = self.run_apart(script);
        (outcome, self.without_folder(&all))
    }

    /// Runs a script; gives how it ended, what went to standard output, and all that it wrote.
    pub fn run_apart(&mut self, script: &str) -> (Outcome, String, String) {
        let outcome = self.shell.run(script);
        self.shell.interp().flush();
        let Written { all, output } = std::mem::take(&mut *self.written.borrow_mut());
        (outcome, output, all)
    }

    /// What a script prints, warns of and gives, as text.
    pub fn say(&mut self, script: &str) -> String {
        let (outcome, mut said) = self.run(script);
        match outcome {
            Ok(value) if value.is_empty() => {}
            Ok(value) => said.push_str(&format!("=> {value}\n")),
            Err(exception) => said.push_str(&format!("error: {}\n", exception.message())),
        }
        self.without_folder(&said)
    }

    fn without_folder(&self, text: &str) -> String {
        text.replace(&*self.folder.path().to_string_lossy(), ".")
    }

    /// Everything that commands change, as text.
    pub fn all(&mut self) -> String {
        let script = "write_sdc -no_timestamp state.sdc; write_verilog state.v; \
            set f [open state.sdc]; set text [read $f]; close $f; set f [open state.v]; append text [read $f]; close $f; \
            append text [current_design] [current_instance .] [sta::corners] [sta::unit_scale time] [get_property [get_pins ff1/D] slack_max]; \
            set text";
        let (outcome, said) = self.run(script);
        match outcome {
            Ok(value) => value.to_string(),
            Err(exception) => panic!("{said}{}", exception.message()),
        }
    }
}

/// Checks what a script says over the loaded design.
#[track_caller]
pub fn check(script: &str, expected: Expect) {
    expected.assert_eq(&World::loaded().say(script));
}

/// Checks what a script says before anything is read.
#[track_caller]
pub fn check_bare(script: &str, expected: Expect) {
    expected.assert_eq(&World::new().say(script));
}
