//! From the bytes of a file to its text: gzip is unpacked, UTF-8 is checked.

use std::borrow::Cow;
use std::io::Read;

use flate2::read::MultiGzDecoder;

use crate::Diagnostics;

/// What some editors put in front of a text. It is no part of it.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The first two bytes of every gzip file.
pub const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];

/// The text of a file whose content is `bytes`: unpacked if it is gzip (by its first bytes, whatever the
/// file is called), borrowed if it is plain.
///
/// Bytes that are not UTF-8 are replaced by U+FFFD with a warning (`IN-002`): extractors and libraries
/// carry Latin-1 comments. A damaged or truncated gzip stream is an error (`IN-001`) and gives `None`.
pub fn text<'b>(bytes: &'b [u8], diagnostics: &mut Diagnostics) -> Option<Cow<'b, str>> {
    if !bytes.starts_with(&GZIP_MAGIC) {
        return Some(match std::str::from_utf8(bytes) {
            Ok(text) => Cow::Borrowed(text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text)),
            Err(_) => Cow::Owned(checked(bytes.to_vec(), diagnostics)),
        });
    }
    let mut unpacked = Vec::with_capacity(size_hint(bytes));
    if let Err(error) = MultiGzDecoder::new(bytes).read_to_end(&mut unpacked) {
        diagnostics.error("IN-001", None, || {
            format!("damaged gzip data after {} unpacked bytes: {error}", unpacked.len())
        });
        return None;
    }
    Some(Cow::Owned(checked(unpacked, diagnostics)))
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
