//! The format of `scan`, taken apart.

use super::super::number_prefix::Bases;
use super::{error, number};
use crate::characters::is_space;
use crate::exception::Exception;

/// A format.
pub(super) struct Format {
    pub pieces: Vec<Piece>,
    /// How many results there are.
    pub targets: usize,
}

/// A piece of a format.
pub(super) enum Piece {
    /// White space matches any white space.
    Blank,
    Literal(char),
    Conversion(Conversion),
}

/// What a part of the text is converted to.
pub(super) struct Conversion {
    /// The result that it gives, counted from 0; `None` if the result is not wanted.
    pub target: Option<usize>,
    /// How many characters it takes at most; 0 for any number.
    pub width: usize,
    pub kind: Kind,
}

pub(super) enum Kind {
    Integer {
        bases: Bases,
        integer: Integer,
    },
    Float,
    Word,
    Character,
    Set(Set),
    /// How many bytes were read so far.
    Count,
}

/// What becomes of an integer that does not fit in 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Integer {
    Wide,
    /// Negative ones are taken as bits.
    Unsigned,
    Big,
}

/// The characters of a `%[...]`.
pub(super) struct Set {
    members: Vec<(char, char)>,
    negated: bool,
}

impl Set {
    pub(super) fn contains(&self, character: char) -> bool {
        self.members.iter().any(|&(from, to)| (from..=to).contains(&character)) != self.negated
    }
}

impl Conversion {
    pub(super) fn skips_blanks(&self) -> bool {
        !matches!(self.kind, Kind::Character | Kind::Set(_) | Kind::Count)
    }
}

impl Format {
    /// Takes a format apart for so many variables; `None` if the results are to be a list.
    pub(super) fn parse(template: &str, variables: Option<usize>) -> Result<Self, Exception> {
        let mut parser = Parser { rest: template, variables, numbered: None, assigned: Vec::new() };
        let mut pieces = Vec::new();
        while let Some(character) = parser.next() {
            pieces.push(match character {
                '%' if parser.take("%") => Piece::Literal('%'),
                '%' => Piece::Conversion(parser.conversion()?),
                blank if is_space(blank) => Piece::Blank,
                literal => Piece::Literal(literal),
            });
        }
        let targets = parser.finish()?;
        Ok(Self { pieces, targets })
    }
}

struct Parser<'a> {
    rest: &'a str,
    variables: Option<usize>,
    /// Whether conversions have numbers, once there was one.
    numbered: Option<bool>,
    /// The results that were given so far.
    assigned: Vec<usize>,
}

impl Parser<'_> {
    fn next(&mut self) -> Option<char> {
        let mut chars = self.rest.chars();
        let next = chars.next();
        self.rest = chars.as_str();
        next
    }

    fn take(&mut self, prefix: &str) -> bool {
        let after = self.rest.strip_prefix(prefix);
        self.rest = after.unwrap_or(self.rest);
        after.is_some()
    }

    /// Decimal digits, as a number that wraps as one of C does.
    fn take_number(&mut self) -> Option<i32> {
        let end = self.rest.bytes().position(|byte| !byte.is_ascii_digit()).unwrap_or(self.rest.len());
        let (digits, rest) = self.rest.split_at(end);
        if digits.is_empty() {
            return None;
        }
        self.rest = rest;
        Some(digits.parse::<u64>().unwrap_or(u64::MAX) as i32)
    }

    /// What stands behind a `%`.
    fn conversion(&mut self) -> Result<Conversion, Exception> {
        let wanted = !self.take("*");
        let target = if wanted { Some(self.target()?) } else { None };
        let width = self.take_number();
        let (big, sized) = match () {
            () if self.take("ll") => (true, true),
            () if self.take("l") || self.take("L") => (false, true),
            () => {
                self.take("h");
                (false, false)
            }
        };
        let kind = self.kind(target, width.is_some(), big, sized)?;
        self.assigned.extend(target);
        Ok(Conversion { target, width: usize::try_from(width.unwrap_or(0)).unwrap_or(0), kind })
    }

    /// The number of the result that a conversion gives.
    fn target(&mut self) -> Result<usize, Exception> {
        let before = self.rest;
        let number = self.take_number().filter(|_| self.take("$"));
        if number.is_none() {
            self.rest = before;
        }
        if self.numbered.is_some_and(|before| before != number.is_some()) {
            return Err(error("cannot mix \"%\" and \"%n$\" conversion specifiers", "MIXEDSPECTYPES"));
        }
        self.numbered = Some(number.is_some());
        match number {
            None => Ok(self.assigned.len()),
            Some(number) => {
                let target = usize::try_from(i64::from(number) - 1).unwrap_or(usize::MAX);
                self.check_range(target)?;
                Ok(target)
            }
        }
    }

    /// A number must be that of a variable, if there are any.
    fn check_range(&self, target: usize) -> Result<(), Exception> {
        let most = self.variables.unwrap_or(i32::MAX as usize);
        if target >= most { Err(self.mismatch()) } else { Ok(()) }
    }

    fn mismatch(&self) -> Exception {
        match self.numbered {
            Some(true) => error("\"%n$\" argument index out of range", "INDEXRANGE"),
            _ => error("different numbers of variable names and field specifiers", "FIELDVARMISMATCH"),
        }
    }

    /// What kind of conversion the letter says.
    fn kind(&mut self, target: Option<usize>, wide: bool, big: bool, sized: bool) -> Result<Kind, Exception> {
        if let (Some(target), Some(count)) = (target, self.variables)
            && target >= count
        {
            return Err(self.mismatch());
        }
        let letter = self.next().unwrap_or('\0');
        let no_size = |kind| match sized {
            true => Err(error(
                &format!("field size modifier may not be specified in %{letter} conversion"),
                "BADSIZE",
            )),
            false => Ok(kind),
        };
        if let Some(bases) = number::bases_of(letter) {
            let integer = match (letter, big) {
                ('u', true) => return Err(error("unsigned bignum scans are invalid", "BADUNSIGNED")),
                ('u', false) => Integer::Unsigned,
                (_, true) => Integer::Big,
                (_, false) => Integer::Wide,
            };
            return Ok(Kind::Integer { bases, integer });
        }
        match letter {
            'f' | 'e' | 'E' | 'g' | 'G' => Ok(Kind::Float),
            's' => no_size(Kind::Word),
            'n' => no_size(Kind::Count),
            'c' if wide => Err(error("field width may not be specified in %c conversion", "BADWIDTH")),
            'c' => no_size(Kind::Character),
            '[' => {
                no_size(Kind::Count)?;
                self.set().map(Kind::Set)
            }
            other => Err(error(&format!("bad scan conversion character \"{other}\""), "BADTYPE")),
        }
    }

    /// The characters up to a bracket, which may be the first of them.
    fn set(&mut self) -> Result<Set, Exception> {
        let unmatched = || error("unmatched [ in format string", "BRACKET");
        let negated = self.take("^");
        let mut members = Vec::new();
        let mut character = self.next().ok_or_else(unmatched)?;
        // What a dash makes a range of.
        let mut before = character;
        if character == ']' || character == '-' {
            members.push((character, character));
            character = self.next().ok_or_else(unmatched)?;
        }
        while character != ']' {
            if self.rest.starts_with('-') {
                // It may begin a range.
                before = character;
            } else if character != '-' {
                members.push((character, character));
            } else if self.rest.starts_with(']') {
                members.extend([(before, before), ('-', '-')]);
            } else {
                let last = self.next().ok_or_else(unmatched)?;
                members.push((before.min(last), before.max(last)));
            }
            character = self.next().ok_or_else(unmatched)?;
        }
        Ok(Set { members, negated })
    }

    /// How many results there are. None may be given twice, and of those for variables none may be missing.
    fn finish(mut self) -> Result<usize, Exception> {
        self.assigned.sort_unstable();
        let mut next = 0;
        for (at, &target) in self.assigned.iter().enumerate() {
            if target > next && self.variables.is_some() {
                break;
            }
            if self.assigned.get(at + 1) == Some(&target) {
                let message = "variable is assigned by multiple \"%n$\" conversion specifiers";
                return Err(error(message, "POLYASSIGNED"));
            }
            next = target + 1;
        }
        match self.variables {
            Some(count) if next < count => {
                Err(error("variable is not assigned by any conversion specifiers", "UNASSIGNED"))
            }
            _ => Ok(next),
        }
    }
}
