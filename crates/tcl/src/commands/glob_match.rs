//! Patterns of `string match`: `*`, `?`, `[a-z]`, `\x`.

/// Whether a text matches a pattern. The time is at most in proportion to the product of both lengths.
pub(crate) fn glob_match(pattern: &str, text: &str, nocase: bool) -> bool {
    if pattern == "*" {
        return true;
    }
    let mut pattern_rest = pattern;
    let mut text_rest = text;
    // Behind the last star: what is left of the pattern, and of the text that the star has not taken yet.
    let mut star: Option<(&str, &str)> = None;
    loop {
        if let Some(after) = pattern_rest.strip_prefix('*') {
            pattern_rest = after;
            star = Some((after, text_rest));
            continue;
        }
        let Some(character) = text_rest.chars().next() else { return pattern_rest.is_empty() };
        if let Some(after) = match_one(pattern_rest, character, nocase) {
            pattern_rest = after;
            text_rest = &text_rest[character.len_utf8()..];
            continue;
        }
        let Some((after_star, taken_from)) = star else { return false };
        let Some(skipped) = taken_from.chars().next() else { return false };
        text_rest = &taken_from[skipped.len_utf8()..];
        star = Some((after_star, text_rest));
        pattern_rest = after_star;
    }
}

fn folded(character: char, nocase: bool) -> char {
    if !nocase {
        return character;
    }
    let mut lower = character.to_lowercase();
    match (lower.next(), lower.next()) {
        (Some(only), None) => only,
        _ => character,
    }
}

/// Matches one character with the first element of a pattern, and gives what is left of the pattern.
fn match_one(pattern: &str, character: char, nocase: bool) -> Option<&str> {
    let mut chars = pattern.chars();
    match chars.next()? {
        '?' => Some(chars.as_str()),
        '[' => match_set(chars.as_str(), character, nocase),
        '\\' => {
            let escaped = chars.next()?;
            (folded(escaped, nocase) == folded(character, nocase)).then_some(chars.as_str())
        }
        plain => (folded(plain, nocase) == folded(character, nocase)).then_some(chars.as_str()),
    }
}

/// Matches a character with a set, whose bracket is open; a bracket that is not closed ends with the pattern.
fn match_set(set: &str, character: char, nocase: bool) -> Option<&str> {
    let character = folded(character, nocase);
    let mut chars = set.chars();
    let mut found = false;
    loop {
        let first = match chars.next() {
            None => return if found { Some("") } else { None },
            Some(']') => return found.then_some(chars.as_str()),
            Some(first) => folded(first, nocase),
        };
        let mut ahead = chars.clone();
        if ahead.next() == Some('-') {
            let last = ahead.next()?;
            chars = ahead;
            let last = folded(last, nocase);
            found |= (first.min(last)..=first.max(last)).contains(&character);
        } else {
            found |= first == character;
        }
        if found {
            // The rest of the set does not matter.
            for skipped in chars.by_ref() {
                if skipped == ']' {
                    return Some(chars.as_str());
                }
            }
            return Some("");
        }
    }
}
