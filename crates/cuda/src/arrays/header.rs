//! `arrays.h` is what the lists of fields make.

use super::{clocks, cone, design, latches, preparation, search, statistical};

const START: &str = "\
// Everything on the device, as Rust has it. Made by the test of `header.rs`, from the lists of fields in the files beside: do not edit it, but
// run that test with UPDATE_ARRAYS=1.
//
// A quad is four values, one a lane. Shapes are as in the crates `graph` and `timing`.

#pragma once

#include \"packing.h\"
";

#[test]
fn header_is_that_of_the_lists() {
    let lists = [
        design::texts(),
        preparation::texts(),
        clocks::texts(),
        cone::texts(),
        search::texts(),
        statistical::texts(),
        latches::texts(),
        super::texts(),
    ];
    let structures = lists.into_iter().flatten();
    let text = structures.fold(START.to_owned(), |text, structure| text + "\n" + &structure);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/arrays/arrays.h");
    if std::env::var_os("UPDATE_ARRAYS").is_some() {
        std::fs::write(path, &text).expect("the header is written");
    }
    let found = std::fs::read_to_string(path).expect("the header is read");
    assert_eq!(found, text, "run the test with UPDATE_ARRAYS=1, then kernels/make-ptx");
}
