//! Corners: several may be named as long as they have the same files.

use expect_test::expect;

use super::world::{World, check_bare};

const LINK: &str = "read_verilog tiny.v; link_design tiny";

#[test]
fn corners_with_the_same_files() {
    check_bare(
        &format!(
            "define_corners fast slow; read_liberty tiny.lib; {LINK}; read_spef tiny.spef; read_sdc tiny.sdc; puts [sta::corners]; foreach c [sta::corners] {{puts [$c name]}}; get_property [get_pins ff1/D] full_name"
        ),
        expect![[r#"
        fast slow
        fast
        slow
        => ff1/D
    "#]],
    );
    check_bare(
        &format!(
            "define_corners fast slow; read_liberty -corner fast tiny.lib; read_liberty -corner slow tiny.lib; {LINK}; read_spef -corner fast tiny.spef; read_spef -corner slow tiny.spef; sta::find_timing; sta::find_corner slow"
        ),
        expect![[r#"
        => slow
    "#]],
    );
    check_bare(
        &format!("read_liberty tiny.lib; define_corners one two; {LINK}"),
        expect![[r#"
        => 1
    "#]],
    );
    check_bare(
        "define_corners typ; read_liberty -corner typ tiny.lib; sta::set_cmd_corner typ; sta::find_corner none",
        expect![[""]],
    );
}

#[test]
fn corners_with_other_files_are_errors() {
    let world = |script: &str| {
        let mut world = World::new();
        for (from, to) in [("tiny.lib", "other.lib"), ("tiny.spef", "other.spef")] {
            std::fs::copy(world.folder.path().join(from), world.folder.path().join(to)).unwrap();
        }
        world.say(script)
    };
    expect![[r#"
        error: corners 'fast' and 'slow' have different libraries: one corner is all that can be timed at once until scenarios come
    "#]].assert_eq(&world("define_corners fast slow; read_liberty -corner fast tiny.lib; read_liberty -corner slow other.lib"));
    expect![[r#"
        error: corners 'fast' and 'slow' have different libraries: one corner is all that can be timed at once until scenarios come
    "#]].assert_eq(&world(&format!("define_corners fast slow; read_liberty -corner fast tiny.lib; {LINK}")));
    let linked = format!("define_corners fast slow; read_liberty tiny.lib; {LINK}");
    expect![[r#"
        error: corners 'fast' and 'slow' have different parasitics: one corner is all that can be timed at once until scenarios come
    "#]].assert_eq(&world(&format!("{linked}; read_spef -corner fast tiny.spef; read_spef -corner slow other.spef")));
    expect![[r#"
        error: corners 'fast' and 'slow' have different parasitics: one corner is all that can be timed at once until scenarios come
    "#]].assert_eq(&world(&format!("{linked}; read_spef -corner fast tiny.spef; sta::find_timing")));
    expect![[r#"
        error: read_liberty: there is no corner 'fast': expected default; 'read_liberty -help' says how it is used
    "#]].assert_eq(&world("read_liberty -corner fast tiny.lib"));
    expect![[r#"
        error: define_corners: there is a corner 'a' already; 'define_corners -help' says how it is used
    "#]]
    .assert_eq(&world("define_corners a b a"));
    expect![[r#"
        error: define_corners: the corner is missing; 'define_corners -help' says how it is used
    "#]]
    .assert_eq(&world("define_corners"));
    expect![[r#"
        error: sta::set_cmd_corner: there is no corner 'fast': expected default; 'sta::set_cmd_corner -help' says how it is used
    "#]].assert_eq(&world("sta::set_cmd_corner fast"));
}
