//! Constraints that are written and read again are the same.

use std::io::Read as _;

use proptest::prelude::{any, proptest};
use zeroslack::ModeId;
use zeroslack::sdc::Constraints;
use zeroslack_testing::{Dice, config};

use super::design::{Loaded, loaded};
use super::drawn::draw;

fn constraints(loaded: &mut Loaded) -> Constraints {
    loaded.shell.session().unwrap().constraints(ModeId::FIRST).clone()
}

/// The constraints that a written text states in a new shell.
fn read(text: &str) -> Constraints {
    let mut again = loaded();
    let file = again.folder.path().join("again.sdc");
    std::fs::write(&file, text).unwrap();
    again.run(&format!("read_sdc {}", file.display()));
    constraints(&mut again)
}

fn check_drawn(seed: u64) {
    let mut loaded = loaded();
    draw(loaded.shell.session().unwrap(), &mut Dice::new(seed, 0));
    let stated = constraints(&mut loaded);
    let text = loaded.written("");
    let read = read(&text);
    assert_eq!(stated, read, "{text}");
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
