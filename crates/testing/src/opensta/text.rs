//! Reports as text: the same words at the same places, and numbers within a tolerance.

use std::fmt;

use crate::tally;

/// How far numbers may be apart: so much, and so much of their value.
#[derive(Clone, Copy, Debug)]
pub struct Tolerance {
    /// In the report's unit.
    pub absolute: f64,
    /// A share of the value.
    pub relative: f64,
}

impl Tolerance {
    /// Whether two numbers are as near as that.
    pub fn allows(self, one: f64, other: f64) -> bool {
        (one - other).abs() <= self.absolute + self.relative * one.abs().max(other.abs())
    }

    /// For numbers that are rounded to so many digits.
    pub fn rounded(self, digits: usize) -> Self {
        Self { absolute: self.absolute + 1.001 * 10_f64.powi(-(digits as i32)), ..self }
    }
}

/// A word of a line: where it ends, what it is.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Word<'t> {
    Number(f64),
    Text(&'t str),
}

/// What differs first.
#[derive(Debug)]
pub struct Difference {
    /// The golden's line.
    pub expected: String,
    /// The line in its place.
    pub found: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected '{}', found '{}'", self.expected, self.found)
    }
}

/// The words of a line, each with the column where it ends, or a text where it begins.
fn words(line: &str) -> Vec<(usize, Word<'_>)> {
    let mut words = Vec::new();
    let mut at = 0;
    for text in line.split(' ') {
        let end = at + text.len();
        if !text.is_empty() {
            let number = text.contains('.').then(|| text.parse::<f64>().ok()).flatten();
            words.push(number.map_or((at, Word::Text(text)), |number| (end, Word::Number(number))));
        }
        at = end + 1;
    }
    words
}

/// The digits behind the point of the first number of a text.
pub fn digits(text: &str) -> usize {
    let numbers = text.split_whitespace().filter(|word| word.contains('.') && word.parse::<f64>().is_ok());
    numbers.filter_map(|word| word.split_once('.')).map(|(_, digits)| digits.len()).max().unwrap_or(0)
}

fn same_line(expected: &str, found: &str, tolerance: Tolerance) -> bool {
    let (expected, found) = (words(expected), words(found));
    expected.len() == found.len()
        && expected.iter().zip(&found).all(|(one, other)| match (one.1, other.1) {
            (Word::Number(a), Word::Number(b)) => one.0 == other.0 && tolerance.allows(a, b),
            _ => one == other,
        })
}

/// The first line in which two texts differ.
fn first_difference(expected: &str, found: &str, tolerance: Tolerance) -> Option<Difference> {
    let (mut left, mut right) = (expected.lines(), found.lines());
    loop {
        let (one, other) = (left.next(), right.next());
        match (one, other) {
            (None, None) => return None,
            (Some(one), Some(other)) if same_line(one, other, tolerance) => {}
            _ => {
                let text = |line: Option<&str>| line.unwrap_or("(the end)").to_owned();
                return Some(Difference { expected: text(one), found: text(other) });
            }
        }
    }
}

/// The paths of a report, each a block: those that are listed are parted by blank lines, those of tables are lines.
fn blocks(report: &str) -> Vec<&str> {
    if report.contains("Path Type: ") { report.split("\n\n\n").collect() } else { report.lines().collect() }
}

/// The slack that a block tells: the last number of the line that names it, or of the block.
fn slack(block: &str) -> Option<f64> {
    let line = block.lines().rfind(|line| line.contains("slack (")).or(block.lines().next_back())?;
    line.split_whitespace().filter(|word| word.contains('.')).filter_map(|word| word.parse().ok()).next_back()
}

/// Compares reports. Paths of equal slack may have changed places.
pub fn compare(expected: &str, found: &str, tolerance: Tolerance) -> Result<(), String> {
    tally::compared(expected.lines().count());
    let tolerance = tolerance.rounded(digits(expected));
    let (wanted, mut left) = (blocks(expected), blocks(found));
    if wanted.len() != left.len() {
        return Err(format!("{} blocks instead of {}; first: {:?}", left.len(), wanted.len(), left.first()));
    }
    for (number, block) in wanted.iter().enumerate() {
        let is_near = |other: &str| match (slack(block), slack(other)) {
            (Some(one), Some(other)) => tolerance.allows(one, other),
            (None, None) => true,
            _ => false,
        };
        let near = left.iter().take_while(|other| is_near(other)).count();
        let same = (0..near).find(|&at| first_difference(block, left[at], tolerance).is_none());
        match same {
            Some(at) => {
                left.remove(at);
            }
            None => {
                let difference = first_difference(block, left[0], tolerance);
                return Err(format!(
                    "path {}: {}",
                    number + 1,
                    difference.map_or_else(String::new, |it| it.to_string())
                ));
            }
        }
    }
    Ok(())
}
