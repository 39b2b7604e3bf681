//! What files say, and what is said of them.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

use expect_test::{Expect, expect};
use proptest::prelude::*;
use zeroslack_pocv::{Pocv, read, write};
use zeroslack_testing::config;

fn written(pocv: &Pocv) -> String {
    let mut out = Vec::new();
    write(pocv, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// What a text is read as, which is without fault and reads as the same when it is written.
#[track_caller]
fn check(text: &str, expected: Expect) {
    let (pocv, said) = read(text);
    assert!(said.is_empty(), "{said}");
    expected.assert_eq(&written(&pocv));
    assert_eq!(written(&read(&written(&pocv)).0), written(&pocv));
}

/// What is said of a text.
#[track_caller]
fn check_said(text: &str, expected: Expect) {
    expected.assert_eq(&read(text).1.to_string());
}

#[test]
fn a_group_of_each_kind() {
    check(
        "\
// What foundries give beside their libraries.
version: 4.0
ocvm_type: pocvm

object_type: lib_cell
rf_type: rise fall
delay_type: cell
derate_type: early
path_type: clock data
object_spec: fast/INV_X1 fast/BUF_*
coefficient: 0.05   # of the delay

object_type:design
delay_type: net
object_spec:
coefficient:1e-2

object_type: cell
rf_type: rise
derate_type: late
path_type: clock
object_spec: core/u1
coefficient: 0
object_type: net
object_spec: core/n[3]
coefficient: 10
",
        expect![[r#"
            version: 4.0

            object_type: lib_cell
            rf_type: rise fall
            delay_type: cell
            derate_type: early
            path_type: clock data
            object_spec: fast/INV_X1 fast/BUF_*
            coefficient: 0.05

            object_type: design
            rf_type: rise fall
            delay_type: net
            derate_type: early late
            path_type: clock data
            coefficient: 0.01

            object_type: cell
            rf_type: rise
            delay_type: cell
            derate_type: late
            path_type: clock
            object_spec: core/u1
            coefficient: 0

            object_type: net
            rf_type: rise fall
            delay_type: net
            derate_type: early late
            path_type: clock data
            object_spec: core/n[3]
            coefficient: 10
        "#]],
    );
}

#[test]
fn what_is_stated_holds_until_it_is_stated_anew() {
    check(
        "\
object_type: lib_cell
rf_type: rise
object_spec: A
coefficient: 0.1
rf_type: fall
coefficient: 0.2
object_spec: B
coefficient: 0.3
",
        expect![[r#"
            version: 4.0

            object_type: lib_cell
            rf_type: rise
            delay_type: cell
            derate_type: early late
            path_type: clock data
            object_spec: A
            coefficient: 0.1

            object_type: lib_cell
            rf_type: fall
            delay_type: cell
            derate_type: early late
            path_type: clock data
            object_spec: A
            coefficient: 0.2

            object_type: lib_cell
            rf_type: fall
            delay_type: cell
            derate_type: early late
            path_type: clock data
            object_spec: B
            coefficient: 0.3
        "#]],
    );
}

#[test]
fn what_is_wrong_with_lines() {
    check_said(
        "version 4.0",
        expect![[r#"
        error[POCV-001] :1:1: 'version 4.0' is no statement: expected a name, ':' and a value
    "#]],
    );
    check_said(
        "coefficient: 0.1",
        expect![[r#"
        error[POCV-002] :1:1: 'coefficient' is in no group: expected 'object_type' first
    "#]],
    );
    check_said(
        "object_typ: cell",
        expect![[r#"
        warning[POCV-003] :1:1: 'object_typ' is not known, and is skipped
    "#]],
    );
    check_said(
        "version: 5.0\nversion: latest",
        expect![[r#"
        warning[POCV-004] :1:10: version '5.0' is not known, expected 1.0 to 4.0: read as the latest of these
        warning[POCV-004] :2:10: version 'latest' is not known, expected 1.0 to 4.0: read as the latest of these
    "#]],
    );
}

#[test]
fn what_is_wrong_with_groups() {
    check_said(
        "object_type: pin\nobject_spec: a\ncoefficient: 0.1",
        expect![[r#"
        error[POCV-005] :1:14: object type 'pin', expected 'design', 'lib_cell', 'cell' or 'net'
    "#]],
    );
    check_said(
        "object_type: cell\nobject_spec: a",
        expect![[r#"
        warning[POCV-006] :1:1: the group has no value, and says nothing: expected 'coefficient'
    "#]],
    );
    check_said(
        "object_type: design\nrf_type: rise up\ncoefficient: 0.1",
        expect![[r#"
        error[POCV-007] :2:15: 'up', expected 'rise' or 'fall'
    "#]],
    );
    check_said(
        "object_type: design\ncoefficient: 11\ncoefficient: 0.1 0.2\ncoefficient: NaN",
        expect![[r#"
            error[POCV-008] :2:14: coefficient '11', expected one number from 0 to 10
            error[POCV-008] :3:14: coefficient '0.1 0.2', expected one number from 0 to 10
            error[POCV-008] :4:14: coefficient 'NaN', expected one number from 0 to 10
        "#]],
    );
    check_said(
        "object_type: net\ncoefficient: 0.1",
        expect![[r#"
        error[POCV-009] :2:1: no net is named: expected 'object_spec'
    "#]],
    );
    check_said(
        "object_type: lib_cell\ndelay_type: net\nobject_spec: A\ncoefficient: 0.1",
        expect![[r#"
        warning[POCV-010] :4:1: a lib_cell has no delay of type 'net', expected 'cell': the coefficient counts for nothing
    "#]],
    );
    check_said(
        "object_type: cell\nobject_spec: a\nobject_spec: b\ncoefficient: 0.1",
        expect![[r#"
        warning[POCV-011] :2:1: these objects have no value before others are stated, and count for nothing: expected 'coefficient'
    "#]],
    );
}

/// Tables of AOCV are counted, and what follows them is read.
#[test]
fn tables_by_depth_and_distance_are_not_applied() {
    let (pocv, said) = read(
        "\
version: 1.0
object_type: design
delay_type: cell
depth: 1 2 3
distance: 100 200
table: 1.1 1.2 1.3 \\
  1.2 1.3 1.4
object_type: lib_cell
object_spec: A
table: 1.1
coefficient: 0.1
",
    );
    let not_applied: Vec<String> = said.not_applied().iter().map(ToString::to_string).collect();
    assert_eq!(not_applied, ["2 of 'table by depth or distance (AOCV)' (line 6, line 10)"]);
    assert_eq!(pocv.entries.len(), 1);
    expect![[r#""#]].assert_eq(&said.to_string());
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn any_text_is_read(text in "(?s)((object_type|object_spec|coefficient|rf_type|x):|lib_cell|net|0.1|#|//|rise|[\n :\u{85}é]|.){0,60}") {
        let (pocv, said) = read(&text);
        let lines = text.lines().count().max(1) as u32;
        prop_assert!(said.iter().all(|each| each.place.as_ref().is_some_and(|place| place.line <= lines)));
        let once = written(&pocv);
        let (again, said) = read(&once);
        prop_assert!(said.is_empty(), "{said}");
        prop_assert_eq!(once, written(&again));
    }
}
