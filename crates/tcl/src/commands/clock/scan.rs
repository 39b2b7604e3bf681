//! `clock scan` with a format. Without one, dates are read as [`super::free`] says.

use jiff::ToSpan;
use jiff::civil::{Date, ISOWeekDate, Weekday};

use super::moment::{Moment, Zone, date, days_later, offset_of, out_of_range};
use super::text::{DAYS, MONTHS, composite, place_of, zone_offset};
use super::{Options, usage_error};
use crate::exception::{Exception, Outcome};
use crate::interp::Interp;
use crate::regex::{Flags, Regex};
use crate::value::Value;

const USAGE: &str = "clock scan string ?-base seconds? ?-format string? ?-gmt boolean? ?-locale LOCALE? \
                     ?-timezone ZONE?";
const KNOWN: &[&str] = &["-base", "-format", "-gmt", "-locale", "-timezone"];

pub(super) fn scan(interp: &mut Interp, words: &[Value]) -> Outcome {
    let [_, _, text, options @ ..] = words else { return Err(usage_error(USAGE)) };
    let options = Options::read(options, KNOWN, ',', "-base, -format, -gmt, -locale or -timezone", USAGE)?;
    let zone = options.zone(interp)?;
    let base = options.base.unwrap_or_else(|| super::microseconds(interp).div_euclid(1_000_000));
    let base = zone.at(base)?;
    let seconds = match &options.format {
        Some(format) => by_format(&text.text(), &format.text(), zone, &base)?,
        None => super::free::read(&text.text(), zone, &base)?,
    };
    Ok(Value::from(seconds))
}

/// The pattern of a format: an expression with a group for each conversion, and the letters of those.
fn pattern_of(format: &str) -> (String, Vec<char>) {
    let (mut pattern, mut letters) = (String::new(), Vec::new());
    let mut rest = format.chars();
    while let Some(character) = rest.next() {
        match character {
            ' ' | '\t' | '\n' | '\r' => {
                if !pattern.ends_with("\\s+") {
                    pattern.push_str("\\s+");
                }
            }
            '%' => match rest.next() {
                Some('E' | 'O') => {
                    if let Some(letter) = rest.next() {
                        push_conversion(letter, &mut pattern, &mut letters);
                    }
                }
                Some(letter) => push_conversion(letter, &mut pattern, &mut letters),
                None => pattern.push('%'),
            },
            other => push_literal(other, &mut pattern),
        }
    }
    (pattern, letters)
}

fn push_literal(character: char, pattern: &mut String) {
    if !character.is_alphanumeric() {
        pattern.push('\\');
    }
    pattern.push(character);
}

fn push_conversion(letter: char, pattern: &mut String, letters: &mut Vec<char>) {
    let group = match letter {
        'a' | 'A' => "(\\w+)",
        'b' | 'B' | 'h' => "(\\w+)",
        'C' | 'd' | 'e' | 'H' | 'I' | 'k' | 'l' | 'm' | 'M' | 'N' | 'S' | 'U' | 'V' | 'W' => "\\s*(\\d\\d?)",
        'g' | 'y' => "\\s*(\\d\\d)",
        'G' | 'Y' => "\\s*(\\d\\d\\d\\d)",
        'j' => "\\s*(\\d\\d?\\d?)",
        'J' => "\\s*(\\d+)",
        'n' | 't' => "\\s+",
        'p' | 'P' => "(am|pm)",
        's' => "\\s*([-+]?\\d+)",
        'u' | 'w' => "\\s*(\\d)",
        'z' | 'Z' => "([-+]\\d\\d(?::?\\d\\d(?::?\\d\\d)?)?|[[:alnum:]]{1,4})",
        '%' => "%",
        _ => {
            match composite(letter) {
                Some(format) => {
                    let (inner, inner_letters) = pattern_of(format);
                    pattern.push_str(&inner);
                    letters.extend(inner_letters);
                }
                None => {
                    pattern.push('%');
                    push_literal(letter, pattern);
                }
            }
            return;
        }
    };
    pattern.push_str(group);
    if group.contains('(') {
        letters.push(letter);
    }
}

fn by_format(text: &str, format: &str, zone: Zone, base: &Moment) -> Result<i64, Exception> {
    let mismatch =
        || Exception::coded("input string does not match supplied format", ["CLOCK", "badInputString"]);
    let (pattern, letters) = pattern_of(format);
    let flags = Flags { nocase: true, ..Flags::default() };
    let regex = Regex::new(&format!("\\A\\s*{pattern}\\s*\\Z"), flags).map_err(|_| mismatch())?;
    let mut spans = Vec::new();
    if !regex.find(text, 0, false, &mut spans) {
        return Err(mismatch());
    }
    let mut found = Found::default();
    let mut zone = zone;
    for (letter, span) in letters.iter().zip(&spans[1..]) {
        let Some((from, to)) = *span else { continue };
        let part = &text[from..to];
        let number = || part.parse::<i64>().map_err(|_| out_of_range());
        match letter {
            'a' | 'A' => found.weekday = Some(place_of(part, &DAYS).ok_or_else(mismatch)? as i64),
            'b' | 'B' | 'h' => found.month = Some(place_of(part, &MONTHS).ok_or_else(mismatch)? as i64 + 1),
            'z' | 'Z' => {
                let offset = offset_of(part).or_else(|| zone_offset(part)).ok_or_else(mismatch)?;
                zone = Zone::fixed(offset, part)?;
            }
            'p' | 'P' => found.afternoon = Some(part.starts_with(['p', 'P'])),
            'C' => found.century = Some(number()?),
            'd' | 'e' => found.day = Some(number()?),
            'g' => found.week_year = Some(of_century(number()?)),
            'G' => found.week_year = Some(number()?),
            'H' | 'k' => found.hour = Some(number()?),
            'I' | 'l' => found.half_day_hour = Some(number()?),
            'j' => found.day_of_year = Some(number()?),
            'J' => found.julian_day = Some(number()?),
            'm' | 'N' => found.month = Some(number()?),
            'M' => found.minute = Some(number()?),
            's' => found.seconds = Some(number()?),
            'S' => found.second = Some(number()?),
            'u' | 'w' => found.weekday = Some(number()? % 7),
            'V' => found.week = Some(number()?),
            'y' => found.short_year = Some(number()?),
            'Y' => found.year = Some(number()?),
            _ => {}
        }
    }
    match found.seconds {
        Some(seconds) => Ok(seconds),
        None => zone.seconds_at(found.date(base)?, found.time()),
    }
}

/// The year that two digits mean: from 1938 to 2037.
pub(super) fn of_century(year: i64) -> i64 {
    if year < 38 { 2000 + year } else { 1900 + year }
}

/// What a text said of a time.
#[derive(Default)]
struct Found {
    seconds: Option<i64>,
    julian_day: Option<i64>,
    century: Option<i64>,
    short_year: Option<i64>,
    year: Option<i64>,
    month: Option<i64>,
    day: Option<i64>,
    day_of_year: Option<i64>,
    week_year: Option<i64>,
    week: Option<i64>,
    /// 0 is Sunday.
    weekday: Option<i64>,
    hour: Option<i64>,
    half_day_hour: Option<i64>,
    afternoon: Option<bool>,
    minute: Option<i64>,
    second: Option<i64>,
}

impl Found {
    fn known_year(&self) -> Option<i64> {
        let short = match (self.century, self.short_year) {
            (Some(century), Some(year)) => Some(century * 100 + year),
            (None, Some(year)) => Some(of_century(year)),
            _ => None,
        };
        self.year.or(short)
    }

    /// The date; what the text does not say is taken from the base.
    fn date(&self, base: &Moment) -> Result<Date, Exception> {
        let today = base.local.date();
        let year = self.known_year().unwrap_or(today.year().into());
        if let Some(day) = self.julian_day {
            return days_later(Date::constant(1970, 1, 1), day - 2_440_588);
        }
        if let Some(day) = self.day {
            return date(year, self.month.unwrap_or(today.month().into()), day);
        }
        if let Some(day) = self.day_of_year {
            return date(year, 1, day);
        }
        match (self.week, self.weekday) {
            (Some(week), Some(weekday)) => {
                let year = match self.week_year {
                    Some(year) => i16::try_from(year).map_err(|_| out_of_range())?,
                    None => today.iso_week_date().year(),
                };
                let first = ISOWeekDate::new(year, 1, Weekday::Monday).map_err(|_| out_of_range())?;
                days_later(first.date(), (week - 1) * 7 + (weekday + 6) % 7)
            }
            (None, Some(weekday)) => on_weekday(today, weekday),
            _ => Ok(today),
        }
    }

    /// The second of the day.
    fn time(&self) -> i64 {
        let hour = match (self.hour, self.half_day_hour, self.afternoon) {
            (Some(hour), ..) => hour,
            (None, Some(hour), Some(afternoon)) => hour % 12 + if afternoon { 12 } else { 0 },
            _ => return 0,
        };
        let minute = self.minute.unwrap_or(0);
        let second = if self.minute.is_some() { self.second.unwrap_or(0) } else { 0 };
        hour * 3600 + minute * 60 + second
    }
}

/// The day of the base's week, Sunday to Saturday or after, as Tcl takes it: the nearest such day that is not past.
fn on_weekday(today: Date, weekday: i64) -> Result<Date, Exception> {
    let ahead = (weekday - i64::from(today.weekday().to_sunday_zero_offset())).rem_euclid(7);
    today.checked_add(ahead.days()).map_err(|_| out_of_range())
}
