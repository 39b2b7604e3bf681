//! Text in blocks: numbers are formatted straight into them.

use std::io::{self, Write};

/// A block is handed on when it is as large as that.
const BLOCK: usize = 1 << 16;

/// Text on its way to a writer.
pub(crate) struct Text<'w, W: Write> {
    out: &'w mut W,
    block: Vec<u8>,
}

impl<'w, W: Write> Text<'w, W> {
    pub(crate) fn new(out: &'w mut W) -> Self {
        Self { out, block: Vec::with_capacity(2 * BLOCK) }
    }

    pub(crate) fn text(&mut self, text: &str) -> &mut Self {
        self.block.extend_from_slice(text.as_bytes());
        self
    }

    pub(crate) fn integer(&mut self, value: u64) -> &mut Self {
        let mut digits = [0; 20];
        let mut first = digits.len();
        let mut rest = value;
        loop {
            first -= 1;
            digits[first] = b'0' + (rest % 10) as u8;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        self.block.extend_from_slice(&digits[first..]);
        self
    }

    /// A number in units of 0.0001, with all four decimals.
    pub(crate) fn fixed(&mut self, value: u64) -> &mut Self {
        self.integer(value / 10_000);
        let rest = value % 10_000;
        let digit = |unit: u64| b'0' + (rest / unit % 10) as u8;
        self.block.extend_from_slice(&[b'.', digit(1000), digit(100), digit(10), digit(1)]);
        self
    }

    /// A number rounded to four decimals.
    pub(crate) fn decimal(&mut self, value: f64) -> &mut Self {
        let units = (value.abs() * 1e4).round() as u64;
        if value < 0.0 && units > 0 {
            self.text("-");
        }
        self.fixed(units)
    }

    /// Ends a line.
    pub(crate) fn end(&mut self) -> io::Result<()> {
        self.block.push(b'\n');
        if self.block.len() >= BLOCK {
            self.out.write_all(&self.block)?;
            self.block.clear();
        }
        Ok(())
    }

    pub(crate) fn line(&mut self, line: &str) -> io::Result<()> {
        self.text(line).end()
    }

    /// Hands on what is left.
    pub(crate) fn finish(self) -> io::Result<()> {
        self.out.write_all(&self.block)?;
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::Text;

    #[test]
    fn numbers() {
        let mut out = Vec::new();
        let mut text = Text::new(&mut out);
        for value in [0, 7, 10, 12_345, u64::MAX] {
            text.integer(value).text(" ");
        }
        for value in [0, 1, 9_999, 10_000, 123_456] {
            text.fixed(value).text(" ");
        }
        for value in [0.0, -0.00001, -1.5, 2.00005, 1234.56789] {
            text.decimal(value).text(" ");
        }
        text.finish().unwrap();
        let expected = "0 7 10 12345 18446744073709551615 0.0000 0.0001 0.9999 1.0000 12.3456 \
                        0.0000 0.0000 -1.5000 2.0001 1234.5679 ";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
}
