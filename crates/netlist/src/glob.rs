//! Patterns of names: `*` is any text, `?` any character, and a backslash takes the meaning away from the next character. `[` has no
//! meaning of its own, for it indexes a bus.

/// A token of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    Byte(u8),
    /// A `/` that was written without a backslash: it may stand between two levels of hierarchy.
    Divider,
    AnyCharacter,
    AnyText,
}

impl Token {
    /// What it stands for if that is one byte.
    fn byte(self) -> Option<u8> {
        match self {
            Self::Byte(byte) => Some(byte),
            Self::Divider => Some(b'/'),
            Self::AnyCharacter | Self::AnyText => None,
        }
    }
}

/// A pattern, or a plain name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    tokens: Vec<Token>,
}

impl Pattern {
    /// Reads a pattern. A backslash at the end stands for nothing.
    pub fn new(text: &str) -> Self {
        let mut tokens = Vec::with_capacity(text.len());
        let mut bytes = text.bytes();
        while let Some(byte) = bytes.next() {
            tokens.extend(match byte {
                b'\\' => bytes.next().map(Token::Byte),
                b'*' => Some(Token::AnyText),
                b'?' => Some(Token::AnyCharacter),
                b'/' => Some(Token::Divider),
                byte => Some(Token::Byte(byte)),
            });
        }
        Self { tokens }
    }

    /// All bits `name[3]` of a bus, of whose name nothing is special but backslashes and dividers.
    pub(crate) fn of_bus(name: &str) -> Self {
        let mut pattern = Self::new(name);
        pattern.tokens.extend([Token::Byte(b'['), Token::AnyText, Token::Byte(b']')]);
        pattern
    }

    /// Whether it can stand for more than one name.
    pub fn is_wild(&self) -> bool {
        self.tokens.iter().any(|token| token.byte().is_none())
    }

    /// Whether it stands for `name`.
    pub fn matches(&self, name: &str) -> bool {
        self.all().matches(name)
    }

    /// The name without the backslashes that protect its characters.
    pub fn plain(&self) -> String {
        let byte = |token: &Token| match token {
            Token::AnyText => b'*',
            Token::AnyCharacter => b'?',
            Token::Divider => b'/',
            Token::Byte(byte) => *byte,
        };
        // Only backslashes were left out, so it is text as before.
        String::from_utf8(self.tokens.iter().map(byte).collect()).unwrap_or_default()
    }

    pub(crate) fn all(&self) -> SubPattern<'_> {
        SubPattern { tokens: &self.tokens }
    }
}

/// A part of a pattern.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SubPattern<'p> {
    tokens: &'p [Token],
}

impl<'p> SubPattern<'p> {
    /// The text that all names begin with that it stands for, and whether that is all of it.
    pub(crate) fn prefix(self) -> (Vec<u8>, bool) {
        let prefix: Vec<u8> = self.tokens.iter().map_while(|token| token.byte()).collect();
        let is_all = prefix.len() == self.tokens.len();
        (prefix, is_all)
    }

    /// What stands before and after each divider.
    pub(crate) fn splits(self) -> impl DoubleEndedIterator<Item = (Self, Self)> {
        let dividers = self.tokens.iter().enumerate().filter(|(_, token)| **token == Token::Divider);
        dividers.map(move |(at, _)| {
            (Self { tokens: &self.tokens[..at] }, Self { tokens: &self.tokens[at + 1..] })
        })
    }

    /// The part as a pattern of its own.
    pub(crate) fn whole(self) -> Pattern {
        Pattern { tokens: self.tokens.to_vec() }
    }

    /// Number of tokens: parts of one pattern that end where it does are told apart by it.
    pub(crate) fn len(self) -> usize {
        self.tokens.len()
    }

    pub(crate) fn matches(self, name: &str) -> bool {
        let (pattern, name) = (self.tokens, name.as_bytes());
        let (mut in_pattern, mut in_name) = (0, 0);
        // Where to go on when what followed the last star turns out not to match: after it, one byte further in the name.
        let mut retry = None;
        loop {
            let byte = name.get(in_name).copied();
            match pattern.get(in_pattern) {
                None if byte.is_none() => return true,
                Some(Token::AnyText) => {
                    in_pattern += 1;
                    retry = Some((in_pattern, in_name));
                    continue;
                }
                Some(Token::AnyCharacter) if byte.is_some() => {
                    in_name += 1;
                    in_name += name[in_name..].iter().take_while(|&&byte| byte & 0xc0 == 0x80).count();
                    in_pattern += 1;
                    continue;
                }
                Some(token) if byte.is_some() && token.byte() == byte => {
                    (in_pattern, in_name) = (in_pattern + 1, in_name + 1);
                    continue;
                }
                _ => {}
            }
            let Some((after_star, from)) = retry else { return false };
            if from >= name.len() {
                return false;
            }
            (in_pattern, in_name) = (after_star, from + 1);
            retry = Some((after_star, from + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Pattern;

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
            ("?", "é", true),
            ("??", "é", false),
            ("*?b", "éb", true),
            ("a[*]", "a[31]", true),
            ("a[*]", "a3", false),
            ("a[?]", "a[31]", false),
            ("**", "xy", true),
            ("?*?", "x", false),
            (r"a\*", "a*", true),
            (r"a\*", "ab", false),
            (r"\?", "?", true),
            (r"a\/b", "a/b", true),
            (r"a\\*", r"a\b", true),
            (r"a\", "a", true),
        ] {
            assert_eq!(Pattern::new(pattern).matches(name), expected, "{pattern} {name}");
        }
    }

    #[test]
    fn what_a_pattern_begins_with_and_how_it_splits() {
        let pattern = Pattern::new(r"u\*/x\/y/b*/c");
        assert_eq!(pattern.all().prefix(), (b"u*/x/y/b".to_vec(), false));
        let lengths: Vec<usize> = pattern.all().splits().map(|(before, _)| before.len()).collect();
        assert_eq!(lengths, [2, 6, 9]);
        assert!(pattern.is_wild() && !Pattern::new(r"u\*/x").is_wild());
    }

    #[test]
    fn a_backslash_protects_one_character() {
        for (name, plain) in
            [("a", "a"), (r"a\[3\]", "a[3]"), (r"a\\b", r"a\b"), (r"a\", "a"), (r"\é", "é"), ("a*/?", "a*/?")]
        {
            assert_eq!(Pattern::new(name).plain(), plain);
        }
    }
}
