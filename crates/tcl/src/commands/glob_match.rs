//! Patterns of `string match`: `*`, `?`, `[a-z]`, `\x`.

use crate::characters;

/// Whether a text matches a pattern. The time is at most in proportion to the product of both lengths.
pub(crate) fn glob_match(pattern: &str, text: &str, nocase: bool) -> bool {
    if pattern == "*" {
        return true;
    }
    Matcher { nocase }.matches(pattern, text)
}

/// What a star does when the pattern behind it does not match: it takes another character.
struct Star<'a> {
    /// The pattern behind the star.
    pattern: &'a str,
    /// The text that the star has not taken yet.
    text: &'a str,
    /// The byte that the rest of the text must begin with, if that is known.
    byte: Option<u8>,
}

impl Star<'_> {
    /// Takes characters up to the next place where the pattern behind the star may match.
    fn skip(&mut self) -> bool {
        let found = match self.byte {
            Some(byte) => memchr::memchr(byte, self.text.as_bytes()),
            None => Some(0),
        };
        let rest = found.and_then(|at| self.text.get(at..));
        self.text = rest.unwrap_or_default();
        rest.is_some()
    }
}

#[derive(Clone, Copy)]
struct Matcher {
    nocase: bool,
}

impl Matcher {
    fn matches(self, pattern: &str, text: &str) -> bool {
        let (mut pattern, mut text) = (pattern, text);
        let mut last_star: Option<Star<'_>> = None;
        loop {
            if let Some(after) = pattern.strip_prefix('*') {
                if after.is_empty() {
                    return true;
                }
                let mut star = Star { pattern: after, text, byte: self.first_byte(after) };
                if !star.skip() {
                    return false;
                }
                (pattern, text) = (after, star.text);
                last_star = Some(star);
                continue;
            }
            let Some(character) = text.chars().next() else { return pattern.is_empty() };
            if let Some(after) = self.match_one(pattern, character) {
                pattern = after;
                text = &text[character.len_utf8()..];
                continue;
            }
            let Some(star) = &mut last_star else { return false };
            let Some(taken) = star.text.chars().next() else { return false };
            star.text = &star.text[taken.len_utf8()..];
            if !star.skip() {
                return false;
            }
            (pattern, text) = (star.pattern, star.text);
        }
    }

    /// The byte that every text begins with that matches a pattern, if there is such a byte.
    fn first_byte(self, pattern: &str) -> Option<u8> {
        let byte = *pattern.as_bytes().first()?;
        let special = matches!(byte, b'*' | b'?' | b'[' | b'\\');
        // The capital and the small form of a letter begin with other bytes.
        let may_differ = self.nocase && (byte.is_ascii_alphabetic() || !byte.is_ascii());
        (!special && !may_differ && byte.is_ascii()).then_some(byte)
    }

    fn folded(self, character: char) -> char {
        if self.nocase { characters::lower(character) } else { character }
    }

    /// Matches one character with the first element of a pattern, and gives what is left of the pattern.
    fn match_one(self, pattern: &str, character: char) -> Option<&str> {
        let mut chars = pattern.chars();
        let wanted = match chars.next()? {
            '?' => return Some(chars.as_str()),
            '[' => return self.match_set(chars.as_str(), character),
            '\\' => chars.next()?,
            plain => plain,
        };
        let same = wanted == character || self.nocase && self.folded(wanted) == self.folded(character);
        same.then_some(chars.as_str())
    }

    /// Matches a character with a set, whose bracket is open; a bracket that is not closed ends with the pattern.
    fn match_set(self, set: &str, character: char) -> Option<&str> {
        let character = self.folded(character);
        let mut chars = set.chars();
        loop {
            let first = match chars.next()? {
                ']' => return None,
                first => self.folded(first),
            };
            let mut ahead = chars.clone();
            let found = if ahead.next() == Some('-') {
                let last = self.folded(ahead.next()?);
                chars = ahead;
                (first.min(last)..=first.max(last)).contains(&character)
            } else {
                first == character
            };
            if found {
                // The rest of the set does not matter.
                let rest = chars.as_str();
                return Some(rest.split_once(']').map_or("", |(_, after)| after));
            }
        }
    }
}
