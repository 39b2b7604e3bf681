//! Where a part of a text is in it.

use std::ops::Range;

/// The byte range of `part` in `text`; none if it is a text of its own.
pub(crate) fn span_of(text: &str, part: &str) -> Option<Range<usize>> {
    let start = (part.as_ptr() as usize).wrapping_sub(text.as_ptr() as usize);
    let end = start.checked_add(part.len())?;
    (end <= text.len()).then_some(start..end)
}

#[cfg(test)]
mod tests {
    use super::span_of;

    #[test]
    fn only_a_part_has_a_place() {
        let text = "one two";
        assert_eq!(span_of(text, &text[4..7]), Some(4..7));
        assert_eq!(span_of(text, &text[7..]), Some(7..7));
        assert_eq!(span_of(&text[..3], &text[4..]), None);
        assert_eq!(span_of(&text[4..], &text[..3]), None);
        assert_eq!(span_of(text, &String::from("two")), None);
    }
}
