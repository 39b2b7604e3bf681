//! From the syntax of Tcl to that of the automata.

use super::bracket::bracket;
use super::{Flags, RegexError};

/// How deep parentheses may nest.
pub(super) const MOST_DEPTH: u32 = 100;

/// A pattern in the other syntax, and what must be known of it.
pub(super) struct Translated {
    pub source: String,
    pub groups: usize,
    /// It has back references or lookahead.
    pub backtracks: bool,
    /// Of several matches it takes the shortest.
    pub shortest: bool,
    /// It has `^`, and that matches at lines.
    pub has_begin: bool,
    pub begins_lines: bool,
    /// All matches from one place are of one length, or the first one found is the longest.
    pub fixed: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Syntax {
    Advanced,
    Extended,
    Basic,
    Literal,
}

/// Which of several matches a piece prefers; `None` if it has no say.
type Preference = Option<bool>;

struct Translator<'a> {
    rest: &'a str,
    flags: Flags,
    syntax: Syntax,
    out: String,
    groups: usize,
    open: Vec<usize>,
    backtracks: bool,
    variable: bool,
    depth: u32,
    /// Whether `^` can match at the beginning of the text.
    begin: bool,
    has_begin: bool,
}

/// Translates a pattern. Without `begin`, `^` does not match at the beginning of the text.
pub(super) fn translate(pattern: &str, flags: Flags, begin: bool) -> Result<Translated, RegexError> {
    let mut translator = Translator {
        rest: pattern,
        flags,
        syntax: Syntax::Advanced,
        out: String::with_capacity(pattern.len() + 16),
        groups: 0,
        open: Vec::new(),
        backtracks: false,
        variable: false,
        depth: 0,
        begin,
        has_begin: false,
    };
    translator.directors()?;
    let mut shortest = false;
    if translator.syntax == Syntax::Literal {
        let literal = translator.rest;
        literal.chars().for_each(|c| push_literal(&mut translator.out, c));
    } else {
        shortest = translator.alternatives()?.unwrap_or(false);
        if !translator.rest.is_empty() {
            return Err(RegexError::new("EPAREN", "parentheses () not balanced"));
        }
    }
    let nocase = if translator.flags.nocase { "i" } else { "" };
    let source = format!("(?s{nocase}:{})", translator.out);
    Ok(Translated {
        source,
        groups: translator.groups,
        backtracks: translator.backtracks,
        shortest,
        has_begin: translator.has_begin,
        begins_lines: translator.flags.line_anchor,
        fixed: !translator.variable,
    })
}

/// Writes a character that stands for itself.
pub(super) fn push_literal(out: &mut String, character: char) {
    if character.is_ascii() && !character.is_ascii_alphanumeric() {
        match character {
            '\n' => out.push_str("\\n"),
            ' ' | '_' | '"' | '\'' | ',' | ':' | ';' | '!' | '=' | '@' | '`' | '%' | '/' | '<' | '>' => {
                out.push(character)
            }
            c if c.is_ascii_control() => out.push_str(&format!("\\x{:02x}", c as u32)),
            c => {
                out.push('\\');
                out.push(c);
            }
        }
    } else {
        out.push(character);
    }
}

const BAD_REPEAT: RegexError = RegexError::new("BADRPT", "quantifier operand invalid");
const BAD_ESCAPE: RegexError = RegexError::new("EESCAPE", "invalid escape \\ sequence");

impl<'a> Translator<'a> {
    fn take(&mut self) -> Option<char> {
        let character = self.rest.chars().next()?;
        self.rest = &self.rest[character.len_utf8()..];
        Some(character)
    }

    fn eat(&mut self, prefix: &str) -> bool {
        match self.rest.strip_prefix(prefix) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// `***:`, `***=`, and options in parentheses at the beginning.
    fn directors(&mut self) -> Result<(), RegexError> {
        if self.eat("***=") {
            self.syntax = Syntax::Literal;
            return Ok(());
        }
        if !self.eat("***:") && self.rest.starts_with("***") {
            return Err(BAD_REPEAT);
        }
        let options = self.rest.strip_prefix("(?").and_then(|rest| rest.split_once(')'));
        let Some((options, rest)) = options else { return Ok(()) };
        if options.is_empty() || !options.chars().all(|c| c.is_ascii_alphabetic()) {
            return Ok(());
        }
        for option in options.chars() {
            match option {
                'b' => self.syntax = Syntax::Basic,
                'c' => self.flags.nocase = false,
                'e' => self.syntax = Syntax::Extended,
                'i' => self.flags.nocase = true,
                'm' | 'n' => (self.flags.line_anchor, self.flags.line_stop) = (true, true),
                'p' => (self.flags.line_anchor, self.flags.line_stop) = (false, true),
                'q' => self.syntax = Syntax::Literal,
                's' => (self.flags.line_anchor, self.flags.line_stop) = (false, false),
                't' => self.flags.expanded = false,
                'w' => (self.flags.line_anchor, self.flags.line_stop) = (true, false),
                'x' => self.flags.expanded = true,
                _ => return Err(RegexError::new("BADOPT", "invalid embedded option")),
            }
        }
        self.rest = rest;
        Ok(())
    }

    fn skip_blanks(&mut self) {
        loop {
            if self.rest.starts_with("(?#") {
                self.rest = self.rest.split_once(')').map_or("", |(_, rest)| rest);
            } else if self.flags.expanded && self.rest.starts_with(|c: char| c.is_ascii_whitespace()) {
                self.take();
            } else if self.flags.expanded && self.rest.starts_with('#') {
                self.rest = self.rest.split_once('\n').map_or("", |(_, rest)| rest);
            } else {
                return;
            }
        }
    }

    fn at_end_of_branch(&self) -> bool {
        match self.syntax {
            Syntax::Basic => self.rest.is_empty() || self.rest.starts_with("\\)"),
            Syntax::Extended => {
                self.rest.is_empty()
                    || self.rest.starts_with('|')
                    || (self.rest.starts_with(')') && !self.open.is_empty())
            }
            _ => self.rest.is_empty() || self.rest.starts_with(['|', ')']),
        }
    }

    fn alternatives(&mut self) -> Result<Preference, RegexError> {
        let mut preference = self.branch()?;
        while self.syntax != Syntax::Basic && self.eat("|") {
            self.out.push('|');
            self.variable = true;
            self.branch()?;
            preference = Some(false);
        }
        Ok(preference)
    }

    fn branch(&mut self) -> Result<Preference, RegexError> {
        let mut preference = None;
        let mut first = true;
        loop {
            self.skip_blanks();
            if self.at_end_of_branch() {
                return Ok(preference);
            }
            let own = self.quantified(first)?;
            preference = preference.or(own);
            first = false;
        }
    }

    fn quantified(&mut self, first: bool) -> Result<Preference, RegexError> {
        let start = self.out.len();
        let (preference, takes_quantifier) = self.atom(first)?;
        self.skip_blanks();
        let Some((quantifier, exact)) = self.quantifier()? else { return Ok(preference) };
        if !takes_quantifier {
            return Err(BAD_REPEAT);
        }
        let lazy = self.syntax == Syntax::Advanced && self.eat("?");
        self.out.insert_str(start, "(?:");
        self.out.push(')');
        self.out.push_str(&quantifier);
        if lazy {
            self.out.push('?');
        }
        self.variable |= !exact;
        self.skip_blanks();
        if self.starts_quantifier() {
            return Err(BAD_REPEAT);
        }
        Ok(if exact { preference } else { Some(lazy) })
    }

    fn starts_quantifier(&self) -> bool {
        match self.syntax {
            Syntax::Basic => false,
            _ => {
                self.rest.starts_with(['*', '+', '?'])
                    || (self.rest.starts_with('{')
                        && self.rest[1..].starts_with(|c: char| c.is_ascii_digit()))
            }
        }
    }

    /// A quantifier in the other syntax, and whether it says one number.
    fn quantifier(&mut self) -> Result<Option<(String, bool)>, RegexError> {
        if self.syntax == Syntax::Basic {
            if self.eat("*") {
                return Ok(Some(("*".to_owned(), false)));
            }
            return if self.eat("\\{") { self.bounds("\\}").map(Some) } else { Ok(None) };
        }
        for plain in ["*", "+", "?"] {
            if self.eat(plain) {
                return Ok(Some((plain.to_owned(), false)));
            }
        }
        if self.rest.starts_with('{') && self.rest[1..].starts_with(|c: char| c.is_ascii_digit()) {
            self.take();
            return self.bounds("}").map(Some);
        }
        Ok(None)
    }

    fn bounds(&mut self, close: &str) -> Result<(String, bool), RegexError> {
        let unbalanced = RegexError::new("EBRACE", "braces {} not balanced");
        let bad = RegexError::new("BADBR", "invalid repetition count(s)");
        let (text, rest) = self.rest.split_once(close).ok_or(unbalanced)?;
        let (least, most) = match text.split_once(',') {
            None => (text, Some(text)),
            Some((least, "")) => (least, None),
            Some((least, most)) => (least, Some(most)),
        };
        let number = |text: &str| text.parse::<u32>().ok().filter(|&it| it <= 255).ok_or(bad);
        let least = number(least)?;
        let most = most.map(number).transpose()?;
        if most.is_some_and(|most| most < least) {
            return Err(bad);
        }
        self.rest = rest;
        Ok(match most {
            Some(most) if most == least => (format!("{{{least}}}"), true),
            Some(most) => (format!("{{{least},{most}}}"), false),
            None => (format!("{{{least},}}"), false),
        })
    }

    /// One atom or constraint; whether a quantifier may follow.
    fn atom(&mut self, first: bool) -> Result<(Preference, bool), RegexError> {
        let Some(character) = self.take() else { return Ok((None, false)) };
        match character {
            '(' if self.syntax != Syntax::Basic => return self.parenthesis(')'),
            '*' if self.syntax == Syntax::Basic && first => self.out.push_str("\\*"),
            '*' | '+' | '?' if self.syntax != Syntax::Basic => return Err(BAD_REPEAT),
            '{' if self.syntax != Syntax::Basic && self.rest.starts_with(|c: char| c.is_ascii_digit()) => {
                return Err(BAD_REPEAT);
            }
            '^' if self.syntax != Syntax::Basic || first => {
                self.has_begin = true;
                self.out.push_str(match (self.flags.line_anchor, self.begin) {
                    (true, _) => "(?m:^)",
                    (false, true) => "\\A",
                    (false, false) => "[^\\s\\S]",
                });
                return Ok((None, false));
            }
            '$' if self.syntax != Syntax::Basic || self.rest.is_empty() || self.rest.starts_with("\\)") => {
                self.out.push_str(if self.flags.line_anchor { "(?m:$)" } else { "\\z" });
                return Ok((None, false));
            }
            '.' => self.out.push_str(if self.flags.line_stop { "[^\\n]" } else { "." }),
            '[' if self.rest.starts_with("[:<:]]") => {
                self.rest = &self.rest[6..];
                self.out.push_str("(?-u:\\b{start})");
                return Ok((None, false));
            }
            '[' if self.rest.starts_with("[:>:]]") => {
                self.rest = &self.rest[6..];
                self.out.push_str("(?-u:\\b{end})");
                return Ok((None, false));
            }
            '[' => {
                let escapes = self.syntax == Syntax::Advanced;
                self.rest = bracket(self.rest, escapes, self.flags.line_stop, &mut self.out)?;
            }
            '\\' => return self.escape(),
            other => push_literal(&mut self.out, other),
        }
        Ok((None, true))
    }

    fn parenthesis(&mut self, close: char) -> Result<(Preference, bool), RegexError> {
        if self.depth >= MOST_DEPTH {
            return Err(RegexError::new("ETOOBIG", "nfa has too many states"));
        }
        self.depth += 1;
        let advanced = self.syntax == Syntax::Advanced;
        let mut constraint = false;
        if advanced && self.eat("?:") {
            self.out.push_str("(?:");
        } else if advanced && (self.rest.starts_with("?=") || self.rest.starts_with("?!")) {
            self.out.push('(');
            self.out.push_str(&self.rest[..2]);
            self.rest = &self.rest[2..];
            self.backtracks = true;
            constraint = true;
        } else if advanced && self.rest.starts_with('?') {
            return Err(BAD_REPEAT);
        } else {
            self.groups += 1;
            self.out.push('(');
        }
        self.open.push(self.groups);
        let preference = self.alternatives()?;
        self.open.pop();
        let closed = if close == ')' { self.eat(")") } else { self.eat("\\)") };
        if !closed {
            return Err(RegexError::new("EPAREN", "parentheses () not balanced"));
        }
        self.out.push(')');
        self.depth -= 1;
        Ok((preference, !constraint))
    }

    fn escape(&mut self) -> Result<(Preference, bool), RegexError> {
        let Some(character) = self.take() else { return Err(BAD_ESCAPE) };
        if self.syntax == Syntax::Basic {
            match character {
                '(' => return self.parenthesis('\\'),
                '<' => self.out.push_str("(?-u:\\b{start})"),
                '>' => self.out.push_str("(?-u:\\b{end})"),
                '1'..='9' => return self.back_reference(character, false),
                other => push_literal(&mut self.out, other),
            }
            return Ok((None, true));
        }
        if self.syntax == Syntax::Extended || !character.is_ascii_alphanumeric() {
            push_literal(&mut self.out, character);
            return Ok((None, true));
        }
        let constraint = match character {
            'A' => "\\A",
            'Z' => "\\z",
            'm' => "(?-u:\\b{start})",
            'M' => "(?-u:\\b{end})",
            'y' => "(?-u:\\b)",
            'Y' => "\\B",
            'd' | 'w' | 's' | 'D' | 'W' | 'S' => {
                self.out.push('\\');
                self.out.push(character);
                return Ok((None, true));
            }
            '1'..='9' => return self.back_reference(character, true),
            _ => {
                let (literal, rest) = escaped(character, self.rest).ok_or(BAD_ESCAPE)?;
                self.rest = rest;
                push_literal(&mut self.out, literal);
                return Ok((None, true));
            }
        };
        self.out.push_str(constraint);
        Ok((None, false))
    }

    fn back_reference(&mut self, first: char, more: bool) -> Result<(Preference, bool), RegexError> {
        let mut number = first.to_digit(10).unwrap_or(0) as usize;
        if more
            && let Some(next) = self.rest.chars().next().and_then(|c| c.to_digit(10))
            && number * 10 + next as usize <= self.groups
        {
            number = number * 10 + next as usize;
            self.take();
        }
        if number > self.groups || self.open.contains(&number) {
            return Err(RegexError::new("ESUBREG", "invalid backreference number"));
        }
        self.backtracks = true;
        self.out.push_str(&format!("(?:\\{number})"));
        Ok((None, true))
    }
}

/// The character that an escape of letters and digits stands for, and what follows it.
pub(super) fn escaped(character: char, rest: &str) -> Option<(char, &str)> {
    let plain = |c: char| Some((c, rest));
    match character {
        'a' => plain('\x07'),
        'b' => plain('\x08'),
        'B' => plain('\\'),
        'e' => plain('\x1b'),
        'f' => plain('\x0c'),
        'n' => plain('\n'),
        'r' => plain('\r'),
        't' => plain('\t'),
        'v' => plain('\x0b'),
        'c' => {
            let control = rest.chars().next()?;
            Some((char::from((control as u32 & 0x1f) as u8), &rest[control.len_utf8()..]))
        }
        'u' => digits(rest, 16, 4, 4),
        'U' => digits(rest, 16, 8, 8),
        'x' => digits(rest, 16, 1, 255),
        '0' => match digits(rest, 8, 1, 2) {
            None => plain('\0'),
            found => found,
        },
        _ => None,
    }
}

fn digits(rest: &str, radix: u32, least: usize, most: usize) -> Option<(char, &str)> {
    let count = rest.chars().take(most).take_while(|c| c.is_digit(radix)).count();
    if count < least {
        return None;
    }
    let value = rest[..count]
        .chars()
        .fold(0u32, |value, c| value.wrapping_mul(radix).wrapping_add(c.to_digit(radix).unwrap_or(0)));
    Some((char::from_u32(value)?, &rest[count..]))
}
