//! From the bytes of a file to its text: gzip is unpacked, UTF-8 is checked.

use std::borrow::Cow;
use std::io::Read;

use flate2::bufread::GzDecoder;

use crate::Diagnostics;

/// What some editors put in front of a text. It is no part of it.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The first two bytes of every gzip file.
pub const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];

/// The text of a file whose content is `bytes`: unpacked if it is gzip (by its first bytes, whatever the
/// file is called), borrowed if it is plain.
///
/// Bytes that are not UTF-8 are replaced by U+FFFD with a warning (`IN-002`): extractors and libraries
/// carry Latin-1 comments. A damaged or truncated gzip stream is an error (`IN-001`), and so is one that unpacks to more than 256 MiB and more than
/// 100 times its size (`FILE-020`); both give `None`.
pub fn text<'b>(bytes: &'b [u8], diagnostics: &mut Diagnostics) -> Option<Cow<'b, str>> {
    if !bytes.starts_with(&GZIP_MAGIC) {
        return Some(match std::str::from_utf8(bytes) {
            Ok(text) => Cow::Borrowed(text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text)),
            Err(_) => Cow::Owned(checked(bytes.to_vec(), diagnostics)),
        });
    }
    let mut unpacked = Vec::with_capacity(size_hint(bytes));
    let most = most_unpacked(bytes.len());
    if let Err(error) = unpack(bytes, most, &mut unpacked) {
        diagnostics.error("IN-001", None, || {
            format!("damaged gzip data after {} unpacked bytes: {error}", unpacked.len())
        });
        return None;
    }
    if unpacked.len() > most {
        diagnostics.error("FILE-020", None, || {
            format!(
                "{} bytes of gzip data unpack to more than {most}, {MOST_TIMES} times as many, as no text of a design does: expected less; unpack the file before it is read, if it is good",
                bytes.len()
            )
        });
        return None;
    }
    Some(Cow::Owned(checked(unpacked, diagnostics)))
}

/// Bytes up to which gzip data may unpack, however few there are of it.
const ALWAYS_UNPACKED: usize = 256 << 20;

/// How many times its size a larger text may have. Texts of designs have 5 to 20 times theirs, what is made to fill memory up to 1032.
const MOST_TIMES: usize = 100;

/// The most bytes that so many of gzip data may unpack to.
fn most_unpacked(packed: usize) -> usize {
    packed.saturating_mul(MOST_TIMES).max(ALWAYS_UNPACKED)
}

/// Unpacks all members, up to one byte more than `most`. Zeros after the last one are padding.
fn unpack(bytes: &[u8], most: usize, unpacked: &mut Vec<u8>) -> std::io::Result<()> {
    let mut rest = bytes;
    while rest.iter().any(|&byte| byte != 0) && unpacked.len() <= most {
        let room = most + 1 - unpacked.len();
        let mut member = GzDecoder::new(rest);
        (&mut member).take(room as u64).read_to_end(unpacked)?;
        rest = member.into_inner();
    }
    Ok(())
}

/// The same of bytes that are not needed any more: plain text is not copied.
pub fn owned_text(bytes: Vec<u8>, diagnostics: &mut Diagnostics) -> Option<String> {
    if bytes.starts_with(&GZIP_MAGIC) {
        return text(&bytes, diagnostics).map(Cow::into_owned);
    }
    Some(checked(bytes, diagnostics))
}

fn checked(bytes: Vec<u8>, diagnostics: &mut Diagnostics) -> String {
    let text = String::from_utf8(bytes);
    let mut text = text.unwrap_or_else(|error| replace_invalid(error.as_bytes(), diagnostics));
    if text.starts_with(BYTE_ORDER_MARK) {
        text.drain(..BYTE_ORDER_MARK.len_utf8());
    }
    text
}

/// The unpacked size in the gzip trailer, as far as it can be believed.
fn size_hint(bytes: &[u8]) -> usize {
    let Some(trailer) = bytes.last_chunk::<4>() else { return 0 };
    let stated = u32::from_le_bytes(*trailer) as usize;
    // Deflate cannot shrink text by more than about 1000 times; a trailer that says so is damaged.
    if stated / 1032 > bytes.len() { 0 } else { stated }
}

fn replace_invalid(bytes: &[u8], diagnostics: &mut Diagnostics) -> String {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let at = text.find('\u{fffd}').unwrap_or(0);
    diagnostics.warning("IN-002", Some((&text, at..at + 3)), || {
        "the file is not UTF-8; the bytes that are not were replaced".to_string()
    });
    text
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    fn gzip(content: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(content).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn no_more_is_unpacked_than_there_may_be() {
        let members = [gzip(&[b'x'; 3000]), gzip(&[b'y'; 3000])].concat();
        for (most, kept) in [(0, 1), (2999, 3000), (3000, 3001), (5999, 6000), (6000, 6000), (9000, 6000)] {
            let mut unpacked = Vec::new();
            unpack(&members, most, &mut unpacked).unwrap();
            assert_eq!(unpacked.len(), kept, "at most {most}");
        }
        assert_eq!(most_unpacked(19 << 20), 1900 << 20);
        assert_eq!(most_unpacked(1), ALWAYS_UNPACKED);
    }
}
