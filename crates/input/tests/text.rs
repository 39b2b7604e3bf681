//! From bytes to text, and what is said about them.

#![expect(clippy::unwrap_used, reason = "a test may fail")]

use std::io::Write;

use expect_test::{Expect, expect};
use flate2::Compression;
use flate2::write::GzEncoder;
use zeroslack_input::{Diagnostics, Place, text};

fn gzip(content: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(content).unwrap();
    encoder.finish().unwrap()
}

fn check(bytes: &[u8], expected: Expect) {
    let mut diagnostics = Diagnostics::new();
    let text = text(bytes, &mut diagnostics);
    diagnostics.set_file("a.v");
    expected.assert_eq(&format!("{:?}\n{diagnostics}", text.as_deref()));
}

#[test]
fn plain_packed_and_twice_packed() {
    check(
        b"module",
        expect![[r#"
            Some("module")
        "#]],
    );
    check(
        &gzip(b"module"),
        expect![[r#"
            Some("module")
        "#]],
    );
    let members = [gzip(b"mod"), gzip(b"ule")].concat();
    check(
        &members,
        expect![[r#"
            Some("module")
        "#]],
    );
    check(
        b"",
        expect![[r#"
            Some("")
        "#]],
    );
}

#[test]
fn damaged_gzip_is_an_error() {
    let packed = gzip(&[b'x'; 1000]);
    check(
        &packed[..packed.len() - 9],
        expect![[r#"
            None
            error[IN-001] a.v: damaged gzip data after 1000 unpacked bytes: incomplete deflate stream
        "#]],
    );
    check(
        &packed[..2],
        expect![[r#"
            None
            error[IN-001] a.v: damaged gzip data after 0 unpacked bytes: unexpected end of file
        "#]],
    );
    for end in 2..packed.len() {
        let mut diagnostics = Diagnostics::new();
        assert_eq!(text(&packed[..end], &mut diagnostics), None, "cut at {end}");
        assert!(diagnostics.has_errors());
    }
}

#[test]
fn latin_1_is_replaced_with_a_warning() {
    check(
        b"line\nR\xe9sistance",
        expect![[r#"
            Some("line\nR�sistance")
            warning[IN-002] a.v:2:2: the file is not UTF-8; the bytes that are not were replaced
        "#]],
    );
}

#[test]
fn place_counts_lines_and_characters() {
    let text = "one\r\ntwo é three\r\n";
    let at = text.find("three").unwrap();
    let place = Place::of(text, at..at + 5);
    assert_eq!((place.line, place.column), (2, 7));
    assert_eq!(&place.excerpt[place.mark.clone()], "three");
    assert_eq!(place.excerpt, "two é three");
    let end = Place::of(text, 1000..2000);
    assert_eq!((end.line, end.column), (3, 1));
    let long = "x".repeat(10_000);
    let place = Place::of(&long, 5000..9000);
    assert_eq!((place.column, place.excerpt.len(), place.mark.start), (5001, 160, 60));
}

#[test]
fn diagnostics_are_capped_per_id_and_counted() {
    let mut first = Diagnostics::new();
    for n in 0..15 {
        first.warning("X-001", None, || format!("{n}"));
    }
    let mut second = Diagnostics::new();
    for n in 15..30 {
        second.warning("X-001", None, || format!("{n}"));
    }
    second.error("X-002", None, || "wrong".to_string());
    first.append(second);
    assert_eq!(first.iter().count(), Diagnostics::CAP + 1);
    assert_eq!(first.left_out().collect::<Vec<_>>(), [("X-001", 10)]);
    assert!(first.has_errors());
    assert!(first.to_string().ends_with("X-001: 10 more like this were left out\n"));
}

#[test]
fn a_byte_order_mark_is_no_part_of_the_text() {
    let marked = "\u{feff}module".as_bytes();
    for bytes in [marked.to_vec(), gzip(marked)] {
        check(
            &bytes,
            expect![[r#"
                Some("module")
            "#]],
        );
        assert_eq!(zeroslack_input::owned_text(bytes, &mut Diagnostics::new()).as_deref(), Some("module"));
    }
    check(
        b"\xef\xbb\xbf",
        expect![[r#"
            Some("")
        "#]],
    );
}

#[test]
fn zeros_after_gzip_data_are_padding() {
    for zeros in [1, 7, 512] {
        let padded = [gzip(b"mod"), gzip(b"ule"), vec![0; zeros]].concat();
        check(
            &padded,
            expect![[r#"
                Some("module")
            "#]],
        );
    }
    let mut diagnostics = Diagnostics::new();
    assert!(text(&[gzip(b"module"), vec![0, 0, 7]].concat(), &mut diagnostics).is_none());
    assert!(diagnostics.has_errors());
}

#[test]
fn gzip_data_that_would_fill_the_memory_is_refused() {
    let bomb = gzip(&vec![b' '; (256 << 20) + 1]);
    let mut diagnostics = Diagnostics::new();
    assert!(text(&bomb, &mut diagnostics).is_none());
    let said = diagnostics.to_string();
    assert!(said.starts_with(&format!("error[FILE-020]: {} bytes of gzip data", bomb.len())), "{said}");
}

#[test]
fn places_are_found_once_for_all_parts_of_a_text() {
    let text = "a\nbc\nd";
    let mut all = Diagnostics::new();
    for part in 0..30 {
        let mut said = Diagnostics::unplaced();
        said.warning("IN-002", Some((text, 2..3)), || format!("part {part}"));
        said.error("IN-001", None, || format!("part {part}"));
        assert!(said.iter().all(|diagnostic| diagnostic.place.is_none()));
        all.append(said);
    }
    all.place_in(text);
    let placed: Vec<_> = all.iter().filter_map(|diagnostic| diagnostic.place.clone()).collect();
    assert_eq!(placed, vec![Place::of(text, 2..3); Diagnostics::CAP]);
    assert_eq!(all.left_out().collect::<Vec<_>>(), [("IN-002", 10), ("IN-001", 10)]);
}
