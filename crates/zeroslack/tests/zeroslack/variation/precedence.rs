//! Which of the sources counts.

use expect_test::expect;
use zeroslack::VariationSource;
use zeroslack::units::{Split, Transition};

use super::{TINY, moments, side_file, tiny, variation};

/// The standard deviation of the delay between two pins, as a share of it in thousandths, by early rise, early fall, late rise, late fall; with flat shares of 1% and 2%.
#[track_caller]
fn check(text: &str, pins: [&str; 2], expected: [u32; 4]) {
    let session = tiny(TINY[0], TINY[0]);
    let found = variation(&session, vec![side_file(text)], [0.01, 0.02]);
    assert!(found.diagnostics.is_empty(), "{}", found.diagnostics);
    let of = Split::ALL.map(|split| {
        Transition::ALL.map(|to| {
            let of = moments(&session, &found, pins, (split, to));
            (1e3 * of.sigma / of.mean).round() as u32
        })
    });
    assert_eq!(of.as_flattened(), expected, "{pins:?} of\n{text}");
}

/// A group with an attribute or two.
fn group(object_type: &str, objects: &str, coefficient: f32, more: &str) -> String {
    format!("object_type: {object_type}\n{more}\nobject_spec: {objects}\ncoefficient: {coefficient}\n")
}

const LAST: [&str; 2] = ["last/A", "last/Y"];
const ONE: [&str; 2] = ["u/one/A", "u/one/Y"];
const CK_TO_Q: [&str; 2] = ["ff0/CK", "ff0/Q"];

#[test]
fn the_closer_name_counts() {
    let design = group("design", "", 0.1, "");
    let library_cell = group("lib_cell", "tiny/INV", 0.2, "");
    let instance = group("cell", "u", 0.3, "");
    let cell = group("cell", "u/one", 0.4, "");
    check(&design, LAST, [100; 4]);
    check(&design, CK_TO_Q, [100; 4]);
    check(&library_cell, LAST, [200; 4]);
    check(&library_cell, CK_TO_Q, [10; 4]);
    for text in [design.clone() + &library_cell, library_cell.clone() + &design] {
        check(&text, LAST, [200; 4]);
        check(&text, CK_TO_Q, [100; 4]);
    }
    let all = [&instance, &cell, &library_cell, &design].map(String::as_str).concat();
    check(&all, ONE, [400; 4]);
    check(&all, ["u/two/A", "u/two/Y"], [300; 4]);
    check(&all, LAST, [200; 4]);
    // A cell and its instance are named alike closely: the last counts.
    check(&(cell + &instance), ONE, [300; 4]);
}

#[test]
fn names_are_patterns() {
    check(&group("lib_cell", "IN?", 0.2, ""), LAST, [200; 4]);
    check(&group("lib_cell", "*/DFF *FF", 0.2, ""), CK_TO_Q, [200; 4]);
    check(&group("cell", "u/*", 0.2, ""), ONE, [200; 4]);
    check(&group("cell", "l*", 0.2, ""), ONE, [10; 4]);
    check(&group("design", "tiny", 0.2, ""), ONE, [200; 4]);
}

/// The early and the late description of a cell may be of different libraries.
#[test]
fn a_library_is_named_for_its_split() {
    let early = TINY[0].replace("library (tiny)", "library (fast)");
    let session = tiny(&early, TINY[0]);
    for (name, expected) in [("fast/INV", [0.2, 0.01]), ("tiny/INV", [0.01, 0.2]), ("*/INV", [0.2, 0.2])] {
        let found = variation(&session, vec![side_file(&group("lib_cell", name, 0.2, ""))], [0.01, 0.02]);
        assert!(found.diagnostics.is_empty(), "{}", found.diagnostics);
        let of = Split::ALL.map(|split| moments(&session, &found, LAST, (split, Transition::Rise)));
        assert_eq!(of.map(|of| of.sigma), [0, 1].map(|split| expected[split] * of[split].mean), "{name}");
    }
}

#[test]
fn attributes_choose_delays() {
    check(&group("lib_cell", "INV", 0.2, "rf_type: fall"), LAST, [10, 200, 10, 200]);
    check(&group("lib_cell", "INV", 0.2, "derate_type: late"), LAST, [10, 10, 200, 200]);
    check(&group("design", "", 0.2, "delay_type: net"), LAST, [10; 4]);
    // A flip-flop launches data: its delay is on a data path.
    check(&group("design", "", 0.2, "path_type: data"), CK_TO_Q, [200; 4]);
    check(&group("design", "", 0.2, "path_type: clock"), CK_TO_Q, [10; 4]);
    let twice =
        group("cell", "last", 0.2, "rf_type: rise") + &group("cell", "last", 0.3, "derate_type: early");
    check(&twice, LAST, [300, 300, 200, 10]);
}

/// Wires of the tiny design have a delay only with parasitics: these are told apart by their sources.
#[test]
fn nets_have_coefficients_of_their_own() {
    let session = tiny(TINY[0], TINY[0]);
    let wires = |text: &str| variation(&session, vec![side_file(text)], [0.01, 0.02]).counts.wires;
    let all = wires("")[VariationSource::Flat as usize];
    // The ports, the clock at two pins, outputs of cells: each early and late, rise and fall, where a signal comes.
    assert_eq!(wires(""), [0, 0, all, 0]);
    let of = |text: &str| wires(text)[VariationSource::Pocv as usize];
    assert_eq!(of(&group("net", "q[0]", 0.1, "")), 4);
    assert_eq!(of(&group("net", "q[*]", 0.1, "")), 8);
    assert_eq!(of(&group("net", "q[*]", 0.1, "derate_type: early")), 4);
    assert_eq!(of(&group("design", "", 0.1, "")), all);
    assert_eq!(of(&group("design", "", 0.1, "delay_type: cell")), 0);
    assert_eq!(
        of(&group("design", "", 0.1, "delay_type: net\npath_type: clock")),
        of(&group("net", "clk", 0.1, ""))
    );
}

#[test]
fn libraries_before_side_files_before_flat_shares() {
    let early = TINY[0].replace(
        "timing_sense : negative_unate;",
        "timing_sense : negative_unate; ocv_sigma_cell_rise (scalar) { values (\"0.005\"); }",
    );
    let session = tiny(&early, TINY[0]);
    let pocv = || vec![side_file(&group("cell", "last", 0.2, ""))];
    let found = variation(&session, pocv(), [0.01, 0.02]);
    let of = |split, to| moments(&session, &found, LAST, (split, to));
    let rise = of(Split::Early, Transition::Rise);
    assert_eq!((rise.sigma, rise.skewness), (5.0, 0.0));
    for (split, to) in [(Split::Early, Transition::Fall), (Split::Late, Transition::Rise)] {
        let of = of(split, to);
        assert_eq!((of.sigma, of.skewness), (0.2 * of.mean, 0.0));
    }
    let other = moments(&session, &found, ONE, (Split::Late, Transition::Rise));
    assert_eq!((other.sigma, other.skewness), (0.01 * other.mean, 0.25));
    // Three inverters early to a rise; the rest of one of them; all else.
    let [lvf, pocv_count, flat, none] = found.counts.cells;
    assert_eq!((lvf, pocv_count, none), (3, 3, 0));
    let without = variation(&session, pocv(), [0.0, 0.02]).counts;
    assert_eq!(without.cells, [3, 3, 0, flat]);
}

#[test]
fn names_that_nothing_has_are_said() {
    let text = group("lib_cell", "NAND* other/INV", 0.1, "")
        + &group("cell", "u/three", 0.1, "")
        + &group("net", "m", 0.1, "")
        + &group("design", "chip", 0.1, "");
    let session = tiny(TINY[0], TINY[0]);
    let found = variation(&session, vec![side_file(&text)], [0.01, 0.02]);
    expect![[r#"
        warning[POCV-012] p.pocv:3:14: no lib_cell is called 'NAND*'
        warning[POCV-012] p.pocv:3:20: no lib_cell is called 'other/INV'
        warning[POCV-012] p.pocv:7:14: no cell is called 'u/three'
        warning[POCV-012] p.pocv:11:14: no net is called 'm'
        warning[POCV-012] p.pocv:15:14: no design is called 'chip'
    "#]]
    .assert_eq(&found.diagnostics.to_string());
    assert_eq!(found.counts.cells[VariationSource::Pocv as usize], 0);
}
