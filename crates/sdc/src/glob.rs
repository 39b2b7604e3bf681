//! Patterns of names: `*` is any text, `?` any byte. `[` has no meaning of its own, for it indexes a bus.

/// Whether a name is a pattern.
pub fn is_pattern(name: &str) -> bool {
    name.bytes().any(|byte| matches!(byte, b'*' | b'?'))
}

/// Whether `pattern` matches all of `name`. Neither `*` nor `?` goes past a `barrier`.
pub fn matches(pattern: &str, name: &str, barrier: Option<u8>) -> bool {
    let (pattern, name) = (pattern.as_bytes(), name.as_bytes());
    let (mut in_pattern, mut in_name) = (0, 0);
    // Where to go on when what followed the last star turns out not to match: after it, one byte further in the name.
    let mut retry = None;
    loop {
        let byte = name.get(in_name).copied();
        match pattern.get(in_pattern) {
            None if byte.is_none() => return true,
            Some(b'*') => {
                in_pattern += 1;
                retry = Some((in_pattern, in_name));
                continue;
            }
            Some(b'?') if byte.is_some() && byte != barrier => {
                (in_pattern, in_name) = (in_pattern + 1, in_name + 1);
                continue;
            }
            Some(&expected) if byte == Some(expected) => {
                (in_pattern, in_name) = (in_pattern + 1, in_name + 1);
                continue;
            }
            _ => {}
        }
        let Some((after_star, from)) = retry else { return false };
        if from >= name.len() || Some(name[from]) == barrier {
            return false;
        }
        (in_pattern, in_name) = (after_star, from + 1);
        retry = Some((after_star, from + 1));
    }
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn what_matches() {
        for (pattern, name, expected) in [
            ("", "", true),
            ("", "a", false),
            ("a", "a", true),
            ("a", "ab", false),
            ("*", "", true),
            ("*", "a[3]", true),
            ("a*", "a", true),
            ("a*c", "abbc", true),
            ("a*c", "abbcd", false),
            ("a*b*c", "aXbYbZc", true),
            ("*a*a*a*b", "aaaaaaaaaaaaaaaaaaaa", false),
            ("?", "", false),
            ("a?", "ab", true),
            ("a[*]", "a[31]", true),
            ("a[*]", "a3", false),
            ("a[?]", "a[31]", false),
            ("**", "xy", true),
            ("?*?", "x", false),
        ] {
            assert_eq!(matches(pattern, name, None), expected, "{pattern} {name}");
        }
    }

    #[test]
    fn a_barrier_is_not_crossed() {
        for (pattern, name, expected) in [
            ("*/Z", "u1/Z", true),
            ("*/Z", "block/u1/Z", false),
            ("*/*/Z", "block/u1/Z", true),
            ("u*Z", "u1/Z", false),
            ("u1?Z", "u1/Z", false),
            ("u1/*", "u1/Z", true),
            ("*", "u1/Z", false),
        ] {
            assert_eq!(matches(pattern, name, Some(b'/')), expected, "{pattern} {name}");
        }
    }
}
