//! `clock scan` without a format: dates and times as people write them.
//!
//! A text is a row of parts in any order: times of day (`10:20`, `10 pm`, `102030` behind a date), dates (`2/29/2024`, `2024-02-29`,
//! `20240229`, `29 Feb 2024`, `Feb 29, 2024`), days of the week, zones, and distances (`2 weeks ago`, `next month`, `tomorrow`). There is at
//! most one time, one date, one day and one zone.

use super::moment::{Moment, Zone, date, days_later, months_later, out_of_range};
use super::scan::of_century;
use super::text::{DAYS, MONTHS, place_of, zone_offset};
use crate::exception::Exception;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Token<'a> {
    /// A number, and with how many digits it was written.
    Number(i64, usize),
    Word(&'a str),
    Mark(char),
}

/// The time that a text tells; `base` is now.
pub(super) fn read(text: &str, zone: Zone, base: &Moment) -> Result<i64, Exception> {
    let wrong =
        |why: String| Exception::error(format!("unable to convert date-time string \"{text}\": {why}"));
    let (tokens, ends) = tokens_of(text);
    let mut said = Said::default();
    let mut at = 0;
    while at < tokens.len() {
        match said.part(&tokens[at..]) {
            Ok(0) => {
                let first = if at == 0 { 0 } else { ends[at - 1] };
                return Err(wrong(format!("syntax error (characters {first}-{})", ends[at] - 1)));
            }
            Ok(count) => at += count,
            Err(what) => return Err(wrong(format!("more than one {what} in string"))),
        }
    }
    said.seconds(zone, base, &wrong)
}

/// The tokens, and after how many characters each ends.
fn tokens_of(text: &str) -> (Vec<Token<'_>>, Vec<usize>) {
    let (mut tokens, mut ends) = (Vec::new(), Vec::new());
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        let Some(first) = rest.chars().next() else { return (tokens, ends) };
        let same = |belongs: fn(char) -> bool| rest.find(|c| !belongs(c)).unwrap_or(rest.len());
        let len = if first.is_ascii_digit() {
            same(|c| c.is_ascii_digit())
        } else if first.is_alphabetic() {
            same(char::is_alphabetic)
        } else {
            first.len_utf8()
        };
        let (token, behind) = rest.split_at(len);
        tokens.push(if first.is_ascii_digit() {
            Token::Number(token.parse().unwrap_or(i64::MAX), len)
        } else if first.is_alphabetic() {
            Token::Word(token)
        } else {
            Token::Mark(first)
        });
        rest = behind;
        ends.push(text[..text.len() - rest.len()].chars().count());
    }
}

/// What was read so far.
#[derive(Default)]
struct Said {
    /// Hours, minutes and seconds.
    time: Option<(i64, i64, i64)>,
    /// Year, month and day.
    date: Option<(Option<i64>, i64, i64)>,
    /// The day of the week, 0 is Sunday, and which of those ahead.
    weekday: Option<(i64, i64)>,
    /// Seconds before UTC's time.
    zone: Option<i32>,
    months: i64,
    days: i64,
    seconds: i64,
    /// A distance of days or more was told, which begins at midnight.
    by_days: bool,
    /// Counted from 1970.
    from_epoch: bool,
}

/// How many tokens a part took, 0 if there is none such, or what was told twice.
type Taken = Result<usize, &'static str>;

impl Said {
    fn part(&mut self, tokens: &[Token<'_>]) -> Taken {
        match tokens[0] {
            Token::Number(..) => self.number(tokens),
            Token::Word(word) => self.word(word, tokens),
            Token::Mark(mark @ ('+' | '-')) => match tokens {
                [_, Token::Number(count, _), Token::Word(unit), ..] => {
                    let count = if mark == '-' { -count } else { *count };
                    Ok(if self.distance(count, unit) { 3 } else { 0 })
                }
                [_, Token::Number(offset, 4), ..] if self.time.is_some() => {
                    let seconds = (offset / 100 * 3600 + offset % 100 * 60) as i32;
                    self.set_zone(if mark == '-' { -seconds } else { seconds })?;
                    Ok(2)
                }
                _ => Ok(0),
            },
            Token::Mark(',') if self.weekday.is_some() => Ok(1),
            Token::Mark(_) => Ok(0),
        }
    }

    /// A part that begins with a number.
    fn number(&mut self, tokens: &[Token<'_>]) -> Taken {
        use Token::{Mark, Number, Word};
        let half = |token: Option<&Token<'_>>| match token {
            Some(Word(word)) if word.eq_ignore_ascii_case("am") => Some(false),
            Some(Word(word)) if word.eq_ignore_ascii_case("pm") => Some(true),
            _ => None,
        };
        match *tokens {
            [Number(hour, _), Mark(':'), Number(minute, _), Mark(':'), Number(second, _), ..] => {
                self.set_time(hour, minute, second, half(tokens.get(5)))?;
                Ok(5 + usize::from(half(tokens.get(5)).is_some()))
            }
            [Number(hour, _), Mark(':'), Number(minute, _), ..] => {
                self.set_time(hour, minute, 0, half(tokens.get(3)))?;
                Ok(3 + usize::from(half(tokens.get(3)).is_some()))
            }
            [Number(hour, _), Word(_), ..] if half(tokens.get(1)).is_some() => {
                self.set_time(hour, 0, 0, half(tokens.get(1)))?;
                Ok(2)
            }
            [Number(month, _), Mark('/'), Number(day, _), Mark('/'), Number(year, digits), ..] => {
                self.set_date(Some(full_year(year, digits)), month, day)?;
                Ok(5)
            }
            [Number(month, _), Mark('/'), Number(day, _), ..] => {
                self.set_date(None, month, day)?;
                Ok(3)
            }
            [Number(year, 4), Mark('-'), Number(month, _), Mark('-'), Number(day, _), ..] => {
                self.set_date(Some(year), month, day)?;
                Ok(5 + usize::from(is_t(tokens.get(5))))
            }
            [Number(day, _), Mark('-'), Word(word), Mark('-'), Number(year, digits), ..]
                if place_of(word, &MONTHS).is_some() =>
            {
                self.set_date(Some(full_year(year, digits)), month_of(word), day)?;
                Ok(5)
            }
            [Number(packed, digits @ (6 | 8)), ..] => self.packed(packed, digits, &tokens[1..]),
            [Number(day, _), Word(word), ..] if place_of(word, &MONTHS).is_some() => {
                let (year, taken) = year_behind(&tokens[2..]);
                self.set_date(year, month_of(word), day)?;
                Ok(2 + taken)
            }
            [Number(count, _), Word(word), ..] if place_of(word, &DAYS).is_some() => {
                self.set_weekday(word, count)?;
                Ok(2)
            }
            [Number(count, _), Word(word), ..] if self.distance(count, word) => Ok(2),
            [Number(number, digits), ..] => self.lone(number, digits),
            _ => Ok(0),
        }
    }

    /// `yyyymmdd` or `yymmdd`, and `hhmmss` behind it.
    fn packed(&mut self, packed: i64, digits: usize, behind: &[Token<'_>]) -> Taken {
        let year = packed / 10_000;
        let year = if digits == 6 { of_century(year) } else { year };
        self.set_date(Some(year), packed / 100 % 100, packed % 100)?;
        let t = usize::from(is_t(behind.first()));
        if let Some(Token::Number(time, 6)) = behind.get(t) {
            self.set_time(time / 10_000, time / 100 % 100, time % 100, None)?;
            return Ok(2 + t);
        }
        Ok(1 + t)
    }

    /// A number by itself: a year if a date waits for one, or else hours, or hours and minutes.
    fn lone(&mut self, number: i64, digits: usize) -> Taken {
        if let (Some((year @ None, ..)), true) = (&mut self.date, self.time.is_some()) {
            *year = Some(full_year(number, digits));
        } else if digits <= 2 {
            self.set_time(number, 0, 0, None)?;
        } else {
            self.set_time(number / 100, number % 100, 0, None)?;
        }
        Ok(1)
    }

    /// A part that begins with a word.
    fn word(&mut self, word: &str, tokens: &[Token<'_>]) -> Taken {
        if place_of(word, &MONTHS).is_some() {
            let Some(Token::Number(day, _)) = tokens.get(1) else { return Ok(0) };
            let comma = tokens.get(2) == Some(&Token::Mark(','));
            let (year, taken) = if comma { year_behind(&tokens[2..]) } else { (None, 0) };
            self.set_date(year, month_of(word), *day)?;
            return Ok(2 + taken);
        }
        if place_of(word, &DAYS).is_some() {
            self.set_weekday(word, 1)?;
            return Ok(1);
        }
        let next = match tokens.get(1) {
            Some(Token::Word(next)) => *next,
            _ => "",
        };
        match &*word.to_lowercase() {
            "now" | "today" => {}
            "epoch" => self.from_epoch = true,
            "tomorrow" => {
                self.distance(1, "day");
            }
            "yesterday" => {
                self.distance(-1, "day");
            }
            "ago" => {
                (self.months, self.days, self.seconds) = (-self.months, -self.days, -self.seconds);
            }
            "next" if place_of(next, &DAYS).is_some() => {
                self.set_weekday(next, 2)?;
                return Ok(2);
            }
            "last" if place_of(next, &DAYS).is_some() => {
                self.set_weekday(next, -1)?;
                return Ok(2);
            }
            "next" => return Ok(if self.distance(1, next) { 2 } else { 0 }),
            "last" => return Ok(if self.distance(-1, next) { 2 } else { 0 }),
            other => match zone_offset(other) {
                Some(offset) => {
                    let summer = next.eq_ignore_ascii_case("dst");
                    self.set_zone(offset + if summer { 3600 } else { 0 })?;
                    return Ok(1 + usize::from(summer));
                }
                None => return Ok(usize::from(self.distance(1, other))),
            },
        }
        Ok(1)
    }

    /// Adds a distance, if the unit is one.
    fn distance(&mut self, count: i64, unit: &str) -> bool {
        let unit = unit.to_lowercase();
        let (sum, each) = match unit.strip_suffix('s').unwrap_or(&unit) {
            "year" => (&mut self.months, 12),
            "month" => (&mut self.months, 1),
            "fortnight" => (&mut self.days, 14),
            "week" => (&mut self.days, 7),
            "day" => (&mut self.days, 1),
            "hour" => (&mut self.seconds, 3600),
            "minute" | "min" => (&mut self.seconds, 60),
            "second" | "sec" => (&mut self.seconds, 1),
            _ => return false,
        };
        *sum = sum.saturating_add(count.saturating_mul(each));
        self.by_days |= !matches!(each, 3600 | 60) && !unit.starts_with("sec");
        true
    }

    fn set_time(
        &mut self,
        hour: i64,
        minute: i64,
        second: i64,
        half: Option<bool>,
    ) -> Result<(), &'static str> {
        let hour = match half {
            Some(afternoon) if hour <= 12 => hour % 12 + if afternoon { 12 } else { 0 },
            _ => hour,
        };
        match self.time.replace((hour, minute, second)) {
            None => Ok(()),
            Some(_) => Err("time of day"),
        }
    }

    fn set_date(&mut self, year: Option<i64>, month: i64, day: i64) -> Result<(), &'static str> {
        match self.date.replace((year, month, day)) {
            None => Ok(()),
            Some(_) => Err("date"),
        }
    }

    fn set_weekday(&mut self, day: &str, which: i64) -> Result<(), &'static str> {
        let place = place_of(day, &DAYS).unwrap_or(0) as i64;
        match self.weekday.replace((place, which)) {
            None => Ok(()),
            Some(_) => Err("weekday"),
        }
    }

    fn set_zone(&mut self, offset: i32) -> Result<(), &'static str> {
        match self.zone.replace(offset) {
            None => Ok(()),
            Some(_) => Err("time zone"),
        }
    }

    /// The time that all of it makes.
    fn seconds(
        &self,
        zone: Zone,
        base: &Moment,
        wrong: &dyn Fn(String) -> Exception,
    ) -> Result<i64, Exception> {
        let base = zone.at(if self.from_epoch { 0 } else { base.seconds })?;
        let zone = match self.zone {
            Some(offset) => Zone::fixed(offset, "")?,
            None => zone,
        };
        let mut day = base.local.date();
        if let Some((year, month, number)) = self.date {
            day = date(year.unwrap_or(day.year().into()), month, number)?;
        }
        day = days_later(months_later(day, self.months)?, self.days)?;
        if let (Some((weekday, which)), None) = (self.weekday, self.date) {
            let ahead = (weekday - i64::from(day.weekday().to_sunday_zero_offset())).rem_euclid(7);
            let weeks = if which > 0 { which - 1 } else { which };
            day = days_later(day, ahead.saturating_add(weeks.saturating_mul(7)))?;
        }
        let second = match self.time {
            Some((hour, minute, second)) => {
                if hour > 23 || minute > 59 || second > 59 {
                    return Err(wrong(format!("{hour:02}:{minute:02}:{second:02} is no time of day")));
                }
                hour * 3600 + minute * 60 + second
            }
            None if self.date.is_some() || self.weekday.is_some() || self.by_days => 0,
            None => return base.seconds.checked_add(self.seconds).ok_or_else(out_of_range),
        };
        zone.seconds_at(day, second)?.checked_add(self.seconds).ok_or_else(out_of_range)
    }
}

fn is_t(token: Option<&Token<'_>>) -> bool {
    matches!(token, Some(Token::Word("T" | "t")))
}

fn month_of(word: &str) -> i64 {
    place_of(word, &MONTHS).map_or(0, |place| place as i64 + 1)
}

/// A year behind a day and a month, with a comma or without, and how many tokens it takes.
fn year_behind(tokens: &[Token<'_>]) -> (Option<i64>, usize) {
    let comma = usize::from(tokens.first() == Some(&Token::Mark(',')));
    match (tokens.get(comma), tokens.get(comma + 1)) {
        (Some(&Token::Number(year, digits)), next) if next != Some(&Token::Mark(':')) => {
            let is_hour = matches!(next, Some(Token::Word(word)) if word.eq_ignore_ascii_case("am") || word.eq_ignore_ascii_case("pm"));
            if is_hour { (None, 0) } else { (Some(full_year(year, digits)), comma + 1) }
        }
        _ => (None, 0),
    }
}

fn full_year(year: i64, digits: usize) -> i64 {
    if digits <= 2 { of_century(year) } else { year }
}
