//! Constraints that are written and read again are the same.

use std::io::{Read as _, Write as _};
use std::path::Path;

use proptest::prelude::{any, proptest};
use zeroslack::input::Diagnostics;
use zeroslack::netlist::Parasitics;
use zeroslack::sdc::Constraints;
use zeroslack::timing::Calculator;
use zeroslack::{Constraint, ModeId, Session, SessionParts};
use zeroslack_testing::{Dice, config};

use super::design::{Loaded, loaded};
use super::drawn::draw;

fn constraints(loaded: &mut Loaded) -> Constraints {
    loaded.shell.session().unwrap().constraints(ModeId::FIRST).clone()
}

/// The constraints that a written text states, whoever reads it: `read_sdc`, `source`, `read_sdc` of a packed file in a procedure, and the library, from a file and from a text in memory.
fn read(text: &str) -> [Constraints; 5] {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), text).unwrap();
    let packed = tempfile::NamedTempFile::new().unwrap();
    let mut encoder = flate2::write::GzEncoder::new(packed.as_file(), flate2::Compression::fast());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap();
    let by_shell = |command: &str| {
        let mut again = loaded();
        again.run(command);
        constraints(&mut again)
    };
    let netlist = loaded().shell.session().unwrap().netlist().clone();
    let by_library = |name: &Path, text: Option<&str>| {
        let parts = SessionParts {
            netlist: netlist.clone(),
            parasitics: Parasitics::default(),
            constraints: Constraints::default(),
            calculator: Calculator::default(),
        };
        let mut session = Session::build(parts, Diagnostics::new()).unwrap();
        text.into_iter().for_each(|text| session.texts_mut().insert(name, text));
        let said = session.read_constraints(ModeId::FIRST, &Constraint::Sdc(name.to_owned())).unwrap();
        assert!(!said.has_errors(), "{said}");
        session.constraints(ModeId::FIRST).clone()
    };
    [
        by_shell(&format!("read_sdc {}", file.path().display())),
        by_shell(&format!("source {}", file.path().display())),
        by_shell(&format!("proc read {{}} {{ read_sdc {} }}; read", packed.path().display())),
        by_library(file.path(), None),
        by_library(Path::new("held.sdc"), Some(text)),
    ]
}

fn check_drawn(seed: u64) {
    let mut loaded = loaded();
    draw(loaded.shell.session().unwrap(), &mut Dice::new(seed, 0));
    let stated = constraints(&mut loaded);
    let text = loaded.written("");
    for read in read(&text) {
        assert_eq!(stated, read, "{text}");
    }
}

proptest! {
    #![proptest_config(config(100))]

    #[test]
    fn drawn_constraints_read_back_the_same(seed in any::<u64>()) {
        check_drawn(seed);
    }
}

/// They were read back wrong once.
#[test]
fn constraints_drawn_earlier_read_back_the_same() {
    check_drawn(1321378912162650726);
}

#[test]
fn digits_are_as_many_as_are_asked_for() {
    let mut loaded = loaded();
    loaded.run("create_clock -name c -period 1.23456 clk; set_load 0.1 out1");
    assert_eq!(
        loaded.written("-digits 2"),
        "create_clock -name c -period 1.23 [get_ports clk]\nset_load -pin_load 0.10 [get_ports out1]\n"
    );
    assert!(loaded.written("-no_timestamp").contains("-period 1.23456 "));
    let error = loaded.shell.run("write_sdc -digits 18 x").unwrap_err().to_string();
    assert!(error.contains("no count from 0 to 17"), "{error}");
}

#[test]
fn a_packed_file_has_the_same_text() {
    let mut loaded = loaded();
    loaded.run("create_clock -name c -period 1 clk");
    let folder = loaded.folder.path().to_owned();
    loaded.run(&format!("write_sdc {0}/plain; write_sdc -gzip {0}/packed", folder.display()));
    let mut text = String::new();
    let packed = std::fs::File::open(folder.join("packed")).unwrap();
    flate2::read::GzDecoder::new(packed).read_to_string(&mut text).unwrap();
    assert_eq!(text, std::fs::read_to_string(folder.join("plain")).unwrap());
}
