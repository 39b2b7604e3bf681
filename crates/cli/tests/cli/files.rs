//! Files that cannot be read, are empty, or are no text.

use std::io::Write;

use expect_test::expect;

use crate::tiny::{self, check_bytes, check_file as check};

#[test]
fn the_tiny_design_is_clean() {
    check_bytes(
        &[],
        &tiny::ARGUMENTS,
        &expect![[r#"
        exit 0
    "#]],
    );
    check_bytes(
        &[],
        &["--liberty", "tiny.lib", "--verilog", "tiny.v", "--timing", "tiny.timing"],
        &expect![[r#"
        exit 0
    "#]],
    );
}

#[test]
fn files_that_cannot_be_read() {
    check_bytes(
        &[],
        &["--liberty", "no.lib", "--verilog", "tiny.v"],
        &expect![[r#"
        error[FILE-001]: cannot read 'no.lib': No such file or directory (os error 2)
        exit 1
    "#]],
    );
    check_bytes(
        &[],
        &["--liberty", "tiny.lib", "--verilog", "tiny.v", "no.v"],
        &expect![[r#"
        error[FILE-001]: cannot read 'no.v': No such file or directory (os error 2)
        exit 1
    "#]],
    );
    check_bytes(
        &[],
        &["--liberty", "tiny.lib", "--verilog", "tiny.v", "--spef", "no.spef"],
        &expect![[r#"
        error[FILE-001]: cannot read 'no.spef': No such file or directory (os error 2)
        exit 1
    "#]],
    );
    check_bytes(
        &[],
        &["--liberty", "tiny.lib", "--verilog", "tiny.v", "--spef-for", "u=no.spef"],
        &expect![[r#"
        error[FILE-001]: cannot read 'no.spef': No such file or directory (os error 2)
        exit 1
    "#]],
    );
    check_bytes(
        &[],
        &["--liberty", "tiny.lib", "--verilog", "tiny.v", "--sdc", "no.sdc"],
        &expect![[r#"
        error[FILE-001]: cannot read 'no.sdc': No such file or directory (os error 2)
        exit 1
    "#]],
    );
    check_bytes(
        &[],
        &["--liberty", "tiny.lib", "--verilog", "tiny.v", "--timing", "no.timing"],
        &expect![[r#"
        error[FILE-001]: cannot read 'no.timing': No such file or directory (os error 2)
        exit 1
    "#]],
    );
    check_bytes(
        &[],
        &["--liberty", ".", "--verilog", "tiny.v"],
        &expect![[r#"
        error[FILE-001]: cannot read '.': Is a directory (os error 21)
        exit 1
    "#]],
    );
    check_bytes(
        &[],
        &["--liberty", "tiny.lib", "--verilog", "."],
        &expect![[r#"
        error[FILE-001]: cannot read '.': Is a directory (os error 21)
        exit 1
    "#]],
    );
}

#[test]
fn empty_files() {
    check(
        "tiny.lib",
        "",
        &expect![[r#"
        error[LIB-038]: the file is empty: expected 'library (name) {'
         --> tiny.lib:1:1
          |
        1 |
          | ^
        exit 1
    "#]],
    );
    check(
        "tiny.v",
        "",
        &expect![[r#"
            warning[VLOG-008] tiny.v: there is no module in this file
            error[NET-006]: there is no module in the Verilog input: tiny.v
            exit 1
        "#]],
    );
    check(
        "tiny.spef",
        "",
        &expect![[r#"
        warning[SPEF-023]: the file has no nets
         --> tiny.spef:1:1
          |
        1 |
          | ^
        exit 0
    "#]],
    );
    check(
        "tiny.sdc",
        "",
        &expect![[r#"
        exit 0
    "#]],
    );
    let timing = ["--liberty", "tiny.lib", "--verilog", "tiny.v", "--timing", "tiny.timing"];
    check_bytes(
        &[("tiny.timing", b"")],
        &timing,
        &expect![[r#"
        exit 0
    "#]],
    );
}

#[test]
fn binary_noise() {
    let mut state = 1_u32;
    let noise: Vec<u8> = std::iter::repeat_with(|| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    })
    .take(64)
    .collect();
    check_bytes(
        &[("tiny.lib", &noise)],
        &tiny::ARGUMENTS,
        &expect![[r#"
        warning[IN-002]: the file is not UTF-8; the bytes that are not were replaced
         --> tiny.lib:1:3
          |
        1 | <^��␌^Ǝ␄�@l��<��S��7␚␒Q!��aC��-U�c�w����'_�)~,��T␄�;�␆b␋X!�h%�
          |   ^
        error[LIB-008]: expected an attribute or a group, found '<^��␌^Ǝ␄�@l��<��S��7␚'
         --> tiny.lib:1:1
          |
        1 | <^��␌^Ǝ␄�@l��<��S��7␚␒Q!��aC��-U�c�w����'_�)~,��T␄�;�␆b␋X!�h%�
          | ^^^^^^^^^^^^^^^^^^^^^
        error[LIB-008]: expected an attribute or a group, found '�␆b␋X!�h%�'
         --> tiny.lib:1:53
          |
        1 | ␚␒Q!��aC��-U�c�w����'_�)~,��T␄�;�␆b␋X!�h%�
          |                                 ^^^^^^^^^^
        exit 1
    "#]],
    );
    check_bytes(
        &[("tiny.v", &noise)],
        &tiny::ARGUMENTS,
        &expect![[r#"
        warning[IN-002]: the file is not UTF-8; the bytes that are not were replaced
         --> tiny.v:1:3
          |
        1 | <^��␌^Ǝ␄�@l��<��S��7␚␒Q!��aC��-U�c�w����'_�)~,��T␄�;�␆b␋X!�h%�
          |   ^
        error[VLOG-001]: expected 'module', found '<'
         --> tiny.v:1:1
          |
        1 | <^��␌^Ǝ␄�@l��<��S��7␚␒Q!��aC��-U�c�w����'_�)~,��T␄�;�␆b␋X!�h%�
          | ^
        exit 1
    "#]],
    );
    check_bytes(
        &[("tiny.spef", &noise)],
        &tiny::ARGUMENTS,
        &expect![[r#"
        warning[IN-002]: the file is not UTF-8; the bytes that are not were replaced
         --> tiny.spef:1:3
          |
        1 | <^��␌^Ǝ␄�@l��<��S��7␚␒Q!��aC��-U�c�w����'_�)~,��T␄�;�␆b␋X!�h%�
          |   ^
        error[SPEF-001]: expected a keyword such as *D_NET or *END, found "<^��"
         --> tiny.spef:1:1
          |
        1 | <^��␌^Ǝ␄�@l��<��S��7␚␒Q!��aC��-U�c�w����'_�)~,��T␄�;�␆b␋X!�h%�
          | ^^^^
        warning[SPEF-023]: the file has no nets
         --> tiny.spef:1:63
          |
        1 | �-U�c�w����'_�)~,��T␄�;�␆b␋X!�h%�
          |                                  ^
        exit 1
    "#]],
    );
    check_bytes(
        &[("tiny.sdc", &noise)],
        &tiny::ARGUMENTS,
        &expect![[r#"
            error[SDC-001]: not applied: invalid command name "<^´"
             --> tiny.sdc:1:1
              |
            1 | <^´␌^Æ␄£@lÖ<ûÜS®7
              | ^^^^^^^^^^^^^^^^^^^^^
            1 of 1 constraint was not applied
            exit 0
        "#]],
    );
    let timing = ["--liberty", "tiny.lib", "--verilog", "tiny.v", "--timing", "tiny.timing"];
    check_bytes(
        &[("tiny.timing", &noise)],
        &timing,
        &expect![[r#"
        warning[IN-002]: the file is not UTF-8; the bytes that are not were replaced
         --> tiny.timing:1:3
          |
        1 | <^��␌^Ǝ␄�@l��<��S��7␚␒Q!��aC��-U�c�w����'_�)~,��T␄�;�␆b␋X!�h%�
          |   ^
        error[TAU-001]: '<^��' is no assertion: expected 'clock', 'at', 'slew', 'rat' or 'load'
         --> tiny.timing:1:1
          |
        1 | <^��␌^Ǝ␄�@l��<��S��7␚␒Q!��aC��-U�c�w����'_�)~,��T␄�;�␆b␋X!�h%�
          | ^^^^
        exit 1
    "#]],
    );
}

fn gzipped(text: &str) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn gzipped_files() {
    let files = tiny::FILES.map(|(name, text)| (name, gzipped(text)));
    let whole: Vec<(&str, &[u8])> = files.iter().map(|(name, bytes)| (*name, &bytes[..])).collect();
    check_bytes(
        &whole,
        &tiny::ARGUMENTS,
        &expect![[r#"
        exit 0
    "#]],
    );
    let cut = |name: &str| {
        let bytes = &files.iter().find(|(file, _)| *file == name).unwrap().1;
        bytes[..bytes.len() / 2].to_vec()
    };
    check_bytes(
        &[("tiny.lib", &cut("tiny.lib"))],
        &tiny::ARGUMENTS,
        &expect![[r#"
        error[IN-001] tiny.lib: damaged gzip data after 646 unpacked bytes: incomplete deflate stream
        exit 1
    "#]],
    );
    check_bytes(
        &[("tiny.v", &cut("tiny.v"))],
        &tiny::ARGUMENTS,
        &expect![[r#"
        error[IN-001] tiny.v: damaged gzip data after 105 unpacked bytes: incomplete deflate stream
        exit 1
    "#]],
    );
    check_bytes(
        &[("tiny.spef", &cut("tiny.spef"))],
        &tiny::ARGUMENTS,
        &expect![[r#"
        error[IN-001] tiny.spef: damaged gzip data after 107 unpacked bytes: incomplete deflate stream
        exit 1
    "#]],
    );
    check_bytes(
        &[("tiny.sdc", &cut("tiny.sdc"))],
        &tiny::ARGUMENTS,
        &expect![[r#"
        error[IN-001] tiny.sdc: damaged gzip data after 59 unpacked bytes: incomplete deflate stream
        exit 1
    "#]],
    );
}
