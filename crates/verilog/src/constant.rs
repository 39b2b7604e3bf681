//! Constants: sized and unsized, in all bases.

use crate::class::{self, INSIDE};
use crate::reader::{Failed, Reader, shortened};

/// The widest constant.
const WIDTH_LIMIT: usize = 1 << 16;
/// Bits of a constant that does not say.
const UNSIZED: usize = 32;

impl<'t> Reader<'t> {
    /// The bits, from left to right, of the constant that is next.
    pub(crate) fn constant(&mut self) -> Result<Box<[u8]>, Failed> {
        let start = self.at;
        if let [b'1', b'\'', b'b', bit @ (b'0' | b'1'), ..] = self.bytes()[start..]
            && !class::is(self.byte(start + 4), INSIDE)
        {
            self.at += 4;
            return Ok(Box::new([bit]));
        }
        let mut width = UNSIZED;
        if self.byte(start) != b'\'' {
            let digits = self.digits();
            if self.peek() != b'\'' {
                return self.decimal(digits, UNSIZED, start);
            }
            width = self.width(digits, start)?;
        }
        self.at += 1;
        self.at += usize::from(matches!(self.byte(self.at), b's' | b'S'));
        let base = self.byte(self.at).to_ascii_lowercase();
        if !matches!(base, b'b' | b'o' | b'd' | b'h') {
            return Err(self.fail("'b', 'o', 'd' or 'h' after the apostrophe of a constant"));
        }
        self.at += 1;
        self.peek();
        let digits = self.digits();
        match base {
            b'b' => self.based(digits, 1, width, start),
            b'o' => self.based(digits, 3, width, start),
            b'h' => self.based(digits, 4, width, start),
            _ => self.decimal(digits, width, start),
        }
    }

    /// Everything that can be a digit in some base, and what is stuck to it.
    fn digits(&mut self) -> &'t str {
        let start = self.at;
        while class::is(self.byte(self.at), INSIDE) || self.byte(self.at) == b'?' {
            self.at += 1;
        }
        &self.text[start..self.at]
    }

    fn width(&mut self, digits: &str, start: usize) -> Result<usize, Failed> {
        let width = without_underscores(digits).parse::<usize>().ok();
        if let Some(width) =
            width.filter(|width| (1..=WIDTH_LIMIT).contains(width) && self.may_expand(*width))
        {
            return Ok(width);
        }
        self.diagnostics.error("VLOG-024", Some((self.text, start..start + digits.len())), || {
            format!("a constant of size '{}': expected 1 to {WIDTH_LIMIT} bits", shortened(digits))
        });
        Err(Failed)
    }

    /// `each` bits a digit.
    fn based(&mut self, digits: &str, each: usize, width: usize, start: usize) -> Result<Box<[u8]>, Failed> {
        let expected = "digits of its base, x, z or '?'";
        let mut bits = vec![b'0'; width];
        let mut left = width;
        let mut is_cut = false;
        let mut first = None;
        for digit in digits.bytes().rev().filter(|digit| *digit != b'_') {
            let Some(digit) = Digit::of(digit, each) else {
                return Err(self.report_digits(digits, start, expected));
            };
            for place in 0..each {
                match left.checked_sub(1) {
                    Some(next) => {
                        left = next;
                        bits[left] = digit.bit(place);
                    }
                    None => is_cut |= digit.bit(place) == b'1',
                }
            }
            first = Some(digit);
        }
        match first {
            None => return Err(self.report_digits(digits, start, expected)),
            Some(Digit::Unknown(bit)) => bits[..left].fill(bit),
            Some(Digit::Value(_)) => {}
        }
        if is_cut {
            self.report_cut(width, start);
        }
        Ok(bits.into())
    }

    fn decimal(&mut self, digits: &str, width: usize, start: usize) -> Result<Box<[u8]>, Failed> {
        if matches!(digits, "x" | "X" | "z" | "Z" | "?") {
            return self.based(digits, 1, width, start);
        }
        let Ok(value) = without_underscores(digits).parse::<u128>() else {
            return Err(self.report_digits(digits, start, "decimal digits of a value below 2^128"));
        };
        let bit = |place: usize| {
            if place < 128 && value >> place & 1 == 1 { b'1' } else { b'0' }
        };
        if width < 128 && value >> width != 0 {
            self.report_cut(width, start);
        }
        Ok((0..width).rev().map(bit).collect())
    }

    fn report_digits(&mut self, digits: &str, start: usize, expected: &str) -> Failed {
        self.diagnostics.error("VLOG-025", Some((self.text, start..self.at)), || {
            format!("the constant's value is '{}': expected {expected}", shortened(digits))
        });
        Failed
    }

    fn report_cut(&mut self, width: usize, start: usize) {
        let constant = &self.text[start..self.at];
        self.diagnostics.warning("VLOG-026", Some((self.text, start..self.at)), || {
            format!("'{}' does not fit in {width} bits; its left part is cut off", shortened(constant))
        });
    }
}

fn without_underscores(digits: &str) -> String {
    digits.chars().filter(|digit| *digit != '_').collect()
}

#[derive(Clone, Copy)]
enum Digit {
    Value(u8),
    /// `b'x'` or `b'z'`.
    Unknown(u8),
}

impl Digit {
    /// A digit of a base of which one has `bits` bits.
    fn of(digit: u8, bits: usize) -> Option<Self> {
        match digit.to_ascii_lowercase() {
            b'x' => Some(Self::Unknown(b'x')),
            b'z' | b'?' => Some(Self::Unknown(b'z')),
            other => {
                let value = char::from(other).to_digit(1 << bits)?;
                Some(Self::Value(value as u8))
            }
        }
    }

    fn bit(self, place: usize) -> u8 {
        match self {
            Self::Value(value) => b'0' + (value >> place & 1),
            Self::Unknown(bit) => bit,
        }
    }
}
