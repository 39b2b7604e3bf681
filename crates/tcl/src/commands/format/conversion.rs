//! What stands behind `%`.

use super::c_integer;
use crate::exception::Exception;
use crate::value::Value;

/// The size of values that Tcl sets as a limit.
const MOST_BYTES: usize = i32::MAX as usize;

/// A conversion.
#[derive(Clone, Copy, Debug)]
pub(super) struct Conversion {
    pub left: bool,
    pub plus: bool,
    pub space: bool,
    pub zero: bool,
    pub alternate: bool,
    pub width: usize,
    pub precision: Option<usize>,
    pub size: Size,
    pub kind: Kind,
}

/// How much of an integer counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Size {
    /// 64 bits.
    Wide,
    /// 16 bits.
    Short,
    /// All of it.
    Big,
}

/// What an argument is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Character,
    /// Decimal digits with a sign.
    Decimal,
    /// Decimal digits of the bits.
    Unsigned,
    /// Digits of the bits in another base.
    Digits {
        radix: u32,
        upper: bool,
    },
    /// `e`, `f` or `g`.
    Float {
        style: u8,
        upper: bool,
    },
}

/// The arguments, which are taken in turn, or by their numbers.
pub(super) struct Arguments<'a> {
    words: &'a [Value],
    next: usize,
    /// Whether numbers were given, once a conversion was there.
    numbered: Option<bool>,
}

fn error(message: &str, code: &str) -> Exception {
    Exception::coded(message, ["TCL", "FORMAT", code])
}

impl<'a> Arguments<'a> {
    pub(super) fn new(words: &'a [Value]) -> Self {
        Self { words, next: 0, numbered: None }
    }

    /// The next argument.
    pub(super) fn take(&mut self) -> Result<&'a Value, Exception> {
        let word = self.peek()?;
        self.next += 1;
        Ok(word)
    }

    fn peek(&self) -> Result<&'a Value, Exception> {
        self.words.get(self.next).ok_or_else(|| self.missing())
    }

    /// The next argument as a width or a precision; there must be another one behind it.
    fn take_number(&mut self) -> Result<i32, Exception> {
        match self.words.get(self.next..) {
            Some([number, _, ..]) => {
                self.next += 1;
                c_integer(number)
            }
            _ => Err(self.missing()),
        }
    }

    fn missing(&self) -> Exception {
        match self.numbered {
            Some(true) => error("\"%n$\" argument index out of range", "INDEXRANGE"),
            _ => error("not enough arguments for all format specifiers", "FIELDVARMISMATCH"),
        }
    }

    /// Goes to the argument with a number; a format has numbers in all conversions or in none.
    fn go_to(&mut self, number: Option<i32>) -> Result<(), Exception> {
        if self.numbered.is_some_and(|before| before != number.is_some()) {
            return Err(error("cannot mix \"%\" and \"%n$\" conversion specifiers", "MIXEDSPECTYPES"));
        }
        self.numbered = Some(number.is_some());
        if let Some(number) = number {
            self.next = usize::try_from(i64::from(number) - 1).unwrap_or(usize::MAX);
        }
        self.peek().map(|_| ())
    }
}

/// Takes decimal digits off the beginning of a text, as a number that wraps as one of C does.
fn take_number(text: &mut &str) -> Option<i32> {
    let end = text.bytes().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    if digits.is_empty() {
        return None;
    }
    *text = rest;
    Some(digits.parse::<u64>().unwrap_or(u64::MAX) as i32)
}

fn take_prefix(text: &mut &str, prefix: &str) -> bool {
    let after = text.strip_prefix(prefix);
    *text = after.unwrap_or(text);
    after.is_some()
}

impl Conversion {
    /// Reads a conversion for a result that has so many bytes already, and gives the text behind it.
    pub(super) fn parse<'a>(
        template: &'a str,
        arguments: &mut Arguments<'_>,
        used: usize,
    ) -> Result<(Self, &'a str), Exception> {
        let mut rest = template;
        let number = take_number(&mut rest).filter(|_| take_prefix(&mut rest, "$"));
        if number.is_none() {
            rest = template;
        }
        arguments.go_to(number)?;
        let mut conversion = Self::plain();
        conversion.take_flags(&mut rest);
        let width = conversion.take_width(&mut rest, arguments)?;
        conversion.width = usize::try_from(width).unwrap_or(usize::MAX);
        if used.saturating_add(conversion.width) > MOST_BYTES {
            return Err(error("max size for a Tcl value exceeded", "OVERFLOW"));
        }
        if take_prefix(&mut rest, ".") {
            let precision = match take_prefix(&mut rest, "*") {
                true => arguments.take_number()?,
                false => take_number(&mut rest).unwrap_or(0),
            };
            conversion.precision = Some(usize::try_from(precision).unwrap_or(0));
        }
        if take_prefix(&mut rest, "ll") {
            conversion.size = Size::Big;
        } else if !take_prefix(&mut rest, "l") && take_prefix(&mut rest, "h") {
            conversion.size = Size::Short;
        }
        arguments.peek()?;
        conversion.take_kind(&mut rest)?;
        Ok((conversion, rest))
    }

    fn plain() -> Self {
        Self {
            left: false,
            plus: false,
            space: false,
            zero: false,
            alternate: false,
            width: 0,
            precision: None,
            size: Size::Wide,
            kind: Kind::Text,
        }
    }

    fn take_flags(&mut self, rest: &mut &str) {
        loop {
            match rest.as_bytes().first() {
                Some(b'-') => self.left = true,
                Some(b'+') => self.plus = true,
                Some(b' ') => self.space = true,
                Some(b'0') => self.zero = true,
                Some(b'#') => self.alternate = true,
                _ => return,
            }
            *rest = &rest[1..];
        }
    }

    /// Reads the width; a negative one that an argument gives is for text on the left.
    fn take_width(&mut self, rest: &mut &str, arguments: &mut Arguments<'_>) -> Result<i32, Exception> {
        if !take_prefix(rest, "*") {
            return Ok(take_number(rest).unwrap_or(0));
        }
        let width = arguments.take_number()?;
        self.left |= width < 0;
        Ok(width.checked_abs().unwrap_or(0))
    }

    fn take_kind(&mut self, rest: &mut &str) -> Result<(), Exception> {
        let mut chars = rest.chars();
        let Some(letter) = chars.next() else {
            return Err(error("format string ended in middle of field specifier", "INCOMPLETE"));
        };
        *rest = chars.as_str();
        let digits = |radix, upper| Kind::Digits { radix, upper };
        self.kind = match letter {
            's' => Kind::Text,
            'c' => Kind::Character,
            'd' | 'i' => Kind::Decimal,
            'u' if self.size == Size::Big => {
                return Err(error("unsigned bignum format is invalid", "BADUNSIGNED"));
            }
            'u' => Kind::Unsigned,
            'o' => digits(8, false),
            'x' => digits(16, false),
            'X' => digits(16, true),
            'b' => digits(2, false),
            'e' | 'f' | 'g' => Kind::Float { style: letter as u8, upper: false },
            'E' | 'G' => Kind::Float { style: letter.to_ascii_lowercase() as u8, upper: true },
            other => return Err(error(&format!("bad field specifier \"{other}\""), "BADTYPE")),
        };
        Ok(())
    }

    /// About how many bytes the result takes at most, but for those of a text or a large integer.
    pub(super) fn most_bytes(&self) -> usize {
        let digits = match self.kind {
            Kind::Text | Kind::Character => 0,
            // Before the point of a float there may be that many more.
            _ => self.precision.unwrap_or(0).saturating_add(400),
        };
        self.width.saturating_add(digits)
    }

    /// As much of a text as the precision allows.
    pub(super) fn cut<'a>(&self, text: &'a str) -> &'a str {
        let Some(most) = self.precision else { return text };
        match text.char_indices().nth(most) {
            Some((end, _)) => &text[..end],
            None => text,
        }
    }

    /// What stands before a number for its sign.
    pub(super) fn sign(&self, negative: bool) -> &'static str {
        match (negative, self.plus, self.space) {
            (true, _, _) => "-",
            (_, true, _) => "+",
            (_, _, true) => " ",
            _ => "",
        }
    }
}
