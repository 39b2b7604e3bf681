//! `arrays.h` is what the lists of fields make.

use super::{clocks, cone, design, preparation, search};

const START: &str = "\
// Everything on the device, as Rust has it. Made by the test of `header.rs`, from the lists of fields in the files beside: do not edit it, but
// run that test with UPDATE_ARRAYS=1.
//
// A quad is four values, one a lane. Shapes are as in the crates `graph` and `timing`.

#pragma once

#include \"packing.h\"
";

/// Families whose fields C++ has as those of `Arrays` itself, at the same places: nested there, they make NVRTC order the instructions of two kernels
/// of the search differently, to no avail.
const FLAT: [&str; 2] = ["GraphArrays graph", "ResultArrays results"];

/// Puts the fields of flat families where `Arrays` has these.
fn flatten(mut structures: Vec<String>) -> Vec<String> {
    for family in FLAT {
        let name = family.split(' ').next().unwrap_or_default();
        let is_family = |text: &String| text.contains(&format!("struct {name} {{"));
        let place = structures.iter().position(is_family).expect("a family");
        let text = structures.remove(place);
        let (comment, body) = text.split_once(&format!("struct {name} {{\n")).expect("its fields");
        let fields = body.split_once("};").expect("its end").0;
        let flat = format!("    {comment}{fields}");
        let arrays = structures.last_mut().expect("all arrays come last");
        *arrays = arrays.replace(&format!("    {family};\n"), &flat);
    }
    structures
}

#[test]
fn header_is_that_of_the_lists() {
    let lists = [
        design::texts(),
        preparation::texts(),
        clocks::texts(),
        cone::texts(),
        search::texts(),
        super::texts(),
    ];
    let structures = flatten(lists.into_iter().flatten().collect());
    let text = structures.iter().fold(START.to_owned(), |text, structure| text + "\n" + structure);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/arrays/arrays.h");
    if std::env::var_os("UPDATE_ARRAYS").is_some() {
        std::fs::write(path, &text).expect("the header is written");
    }
    let found = std::fs::read_to_string(path).expect("the header is read");
    assert_eq!(found, text, "run the test with UPDATE_ARRAYS=1, then kernels/make-ptx");
}
