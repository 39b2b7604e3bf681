//! Cells of early and late libraries under one name.

use std::sync::Arc;

use expect_test::expect;
use zeroslack_liberty::Library;
use zeroslack_netlist::{CellLibrary, LinkOptions, Source, link, prefer};
use zeroslack_units::Split;

fn cells(names: &[&str]) -> Arc<Library> {
    let cells: String = names
        .iter()
        .map(|name| format!("cell ({name}) {{ area : {}; pin (A) {{ direction : input; }} }}", name.len()))
        .collect();
    Arc::new(zeroslack_liberty::read(&format!("library (l) {{ {cells} }}")).0)
}

#[test]
fn libraries_of_one_split_serve_both() {
    for libraries in [(vec![cells(&["A"])], vec![]), (vec![], vec![cells(&["A"])])] {
        let (library, said) = CellLibrary::new(libraries.0, libraries.1);
        assert!(said.is_empty(), "{said}");
        let cell = library.find("A").unwrap();
        for split in Split::ALL {
            assert_eq!(&*library.cell(cell, split).unwrap().name, "A");
            assert_eq!(library.libraries(split).len(), 1);
        }
        assert!(!library.master(cell).is_black_box());
        assert_eq!(library.find("B"), None);
    }
}

#[test]
fn the_first_library_that_has_a_cell_gives_it() {
    let (first, second) = (cells(&["A"]), cells(&["A", "B"]));
    let (library, _) = CellLibrary::new(Vec::new(), vec![first.clone(), second.clone()]);
    let cell = |name| library.cell(library.find(name).unwrap(), Split::Late).unwrap();
    assert!(std::ptr::eq(cell("A"), &raw const first.cells[0]));
    assert!(std::ptr::eq(cell("B"), &raw const second.cells[1]));
    assert_eq!(library.masters().len(), 2);
}

/// A library with cells of these names.
fn named(library: &str, cells: &[&str]) -> Arc<Library> {
    let cells: String = cells.iter().map(|cell| format!("cell ({cell}) {{ }} ")).collect();
    Arc::new(zeroslack_liberty::read(&format!("library ({library}) {{ {cells} }}")).0)
}

#[test]
fn cells_in_two_libraries_are_counted_and_the_preferred_one_counts() {
    let (slow, fast) = (named("slow", &["A", "B", "C", "D", "E"]), named("fast", &["Z", "E", "D", "C", "B"]));
    let both = || vec![slow.clone(), fast.clone()];
    let (_, said) = CellLibrary::new(both(), both());
    expect![[r#"
        warning[NET-040]: 4 cells are in the libraries 'slow' and 'fast' ('E', 'D', 'C' and 1 more): those of 'slow', which comes first, count
    "#]]
    .assert_eq(&said.to_string());
    // The same is not said of what early and late libraries have in common.
    assert!(CellLibrary::new(vec![slow.clone()], vec![slow.clone()]).1.is_empty());
    let (mut early, mut late) = (both(), both());
    assert!(prefer([&mut early, &mut late], &["fast".to_string()]).is_empty());
    let (library, _) = CellLibrary::new(early, late);
    let cell = |name| library.cell(library.find(name).unwrap(), Split::Early).unwrap();
    assert!(std::ptr::eq(cell("E"), &raw const fast.cells[1]));
    assert!(std::ptr::eq(cell("A"), &raw const slow.cells[0]));
    expect![[r#"
        error[NET-041]: no library is called 'typical': expected one of 'fast', 'slow'
    "#]]
    .assert_eq(&prefer([&mut both(), &mut []], &["typical".to_string()]).to_string());
}

#[test]
fn a_cell_of_one_split_serves_the_other() {
    let (early, late) = (cells(&["A"]), cells(&["A", "B"]));
    let (library, said) = CellLibrary::new(vec![early.clone()], vec![late.clone()]);
    assert_eq!(said.iter().map(|each| each.id).collect::<Vec<_>>(), ["NET-001"]);
    let cell = |name, split| library.cell(library.find(name).unwrap(), split).unwrap();
    assert!(std::ptr::eq(cell("A", Split::Early), &raw const early.cells[0]));
    assert!(std::ptr::eq(cell("A", Split::Late), &raw const late.cells[0]));
    assert!(std::ptr::eq(cell("B", Split::Early), &raw const late.cells[1]));
}

/// What is said of another library for a design of cells A and B.
fn said_of_corner(other: &str) -> String {
    let text = "module t (); A a (); A b (); endmodule";
    let (library, _) = CellLibrary::new(Vec::new(), vec![cells(&["B", "A"])]);
    let source = Source { file: "t.v", text, design: zeroslack_verilog::read(text).0 };
    let netlist = link(&[source], library, &LinkOptions::default()).0.unwrap();
    let other = Arc::new(zeroslack_liberty::read(other).0);
    let (corner, said) = CellLibrary::new(Vec::new(), vec![other]).0.in_numbers_of(&netlist);
    if !said.has_errors() {
        let id = netlist.library().find("A").unwrap();
        assert_eq!(corner.find("A"), Some(id));
        assert_eq!(corner.cell(id, Split::Late).map(|cell| &*cell.name), Some("A"));
        assert!(corner.master(netlist.library().find("B").unwrap()).is_black_box());
    }
    said.to_string()
}

#[test]
fn a_corner_has_the_numbers_of_the_netlist() {
    // B is not used.
    let said =
        said_of_corner("library (l) { cell (C) { } cell (A) { area : 9; pin (A) { direction : input; } } }");
    assert_eq!(said, "");
    expect![[r#"
        error[NET-029]: cell 'A' of the design is not in the libraries of the corner
    "#]]
    .assert_eq(&said_of_corner("library (l) { cell (C) { } }"));
    expect![[r#"
        error[NET-030]: pin 'A' of cell 'A' is missing, or has another direction, in the libraries of the corner
    "#]]
    .assert_eq(&said_of_corner("library (l) { cell (A) { pin (A) { direction : output; } } }"));
}

#[test]
fn cells_that_can_stand_for_each_other() {
    let cell = |name: &str, more: &str, function: &str| {
        format!(
            "cell ({name}) {{ {more} pin (A) {{ direction : input; }} pin (B) {{ direction : input; }}
            pin (Y) {{ direction : output; {function} }} }}"
        )
    };
    let (and, or) = (r#"function : "A & B";"#, r#"function : "A | B";"#);
    let inverter = r#"cell (INV) { pin (A) { direction : input; } pin (Y) { direction : output; } }"#;
    let cells = [
        cell("AND_X1", "", and),
        cell("OR_X1", "", or),
        cell("AND_X2", "", and),
        cell("UNUSED", "dont_use : true;", and),
        cell("AND_X4", "", and),
        cell("UNKNOWN_1", "", ""),
        cell("UNKNOWN_2", "", ""),
        inverter.to_string(),
    ];
    let read = Arc::new(zeroslack_liberty::read(&format!("library (l) {{ {} }}", cells.concat())).0);
    let (library, _) = CellLibrary::new(Vec::new(), vec![read]);
    let alike = |name: &str| -> Vec<&str> {
        let alike = library.alike(library.find(name).unwrap());
        alike.map(|master| &*library.master(master).name).collect()
    };
    assert_eq!(alike("AND_X1"), ["AND_X2", "AND_X4"]);
    assert_eq!(alike("AND_X4"), ["AND_X1", "AND_X2"]);
    assert_eq!(alike("UNUSED"), ["AND_X1", "AND_X2", "AND_X4"]);
    assert_eq!(alike("UNKNOWN_1"), ["UNKNOWN_2"]);
    assert!(alike("OR_X1").is_empty() && alike("INV").is_empty());
}
