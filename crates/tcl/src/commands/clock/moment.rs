//! Time zones, and times in them.

use jiff::civil::{Date, DateTime};
use jiff::tz::{Offset, TimeZone};
use jiff::{Span, Timestamp};

use crate::exception::Exception;
use crate::interp::Interp;

/// A time zone, by the name that a script gave it.
pub(super) struct Zone {
    zone: TimeZone,
    /// What `%Z` says, if it is always the same.
    label: Option<String>,
}

impl Zone {
    pub fn gmt() -> Self {
        Self { zone: TimeZone::UTC, label: Some("GMT".to_owned()) }
    }

    /// The zone of the variables `env(TCL_TZ)` and `env(TZ)`, or of the system.
    pub fn of_environment(interp: &Interp) -> Result<Self, Exception> {
        for name in ["::env(TCL_TZ)", "::env(TZ)"] {
            if interp.var_exists(name)
                && let Ok(value) = interp.get_var(name)
                && !value.is_empty()
            {
                return Self::named(&value.text());
            }
        }
        Ok(Self { zone: TimeZone::system(), label: None })
    }

    /// `:Area/City`, `:localtime`, `+hhmm`, `EST`, `EST5EDT`.
    pub fn named(name: &str) -> Result<Self, Exception> {
        if let Some(offset) = offset_of(name) {
            return Self::fixed(offset, name);
        }
        let bare = name.strip_prefix(':').unwrap_or(name);
        if bare == "localtime" {
            return Ok(Self { zone: TimeZone::system(), label: None });
        }
        if !name.starts_with(':')
            && let Some(seconds) = super::text::zone_offset(name)
        {
            return Self::fixed(seconds, &name.to_uppercase());
        }
        let zone = TimeZone::get(bare).or_else(|_| TimeZone::posix(bare)).map_err(|_| {
            let message = format!("time zone \"{name}\" not found");
            Exception::coded(message, ["CLOCK", "badTimeZone", name])
        })?;
        Ok(Self { zone, label: None })
    }

    /// The zone that is always so many seconds before UTC's time.
    pub fn fixed(offset: i32, label: &str) -> Result<Self, Exception> {
        let offset = Offset::from_seconds(offset).map_err(|_| {
            let message = format!("time zone \"{label}\" not found");
            Exception::coded(message, ["CLOCK", "badTimeZone", label])
        })?;
        Ok(Self { zone: TimeZone::fixed(offset), label: Some(label.to_owned()) })
    }

    /// What the clocks of the zone show at a time.
    pub fn at(&self, seconds: i64) -> Result<Moment, Exception> {
        let time = Timestamp::from_second(seconds).map_err(|_| out_of_range())?;
        let info = self.zone.to_offset_info(time);
        Ok(Moment {
            seconds,
            local: info.offset().to_datetime(time),
            offset: info.offset().seconds(),
            zone: self.label.clone().unwrap_or_else(|| info.abbreviation().to_owned()),
        })
    }

    /// When the clocks of the zone show a second of a day; seconds beyond a day count into the next ones. Of a time that they skip, what
    /// it would be without the change; of one that they show twice, the first.
    pub fn seconds_at(&self, date: Date, second: i64) -> Result<i64, Exception> {
        let moved = Span::new().try_seconds(second).map_err(|_| out_of_range())?;
        let local = date.at(0, 0, 0, 0).checked_add(moved).map_err(|_| out_of_range())?;
        let time = self.zone.to_ambiguous_timestamp(local).compatible().map_err(|_| out_of_range())?;
        Ok(time.as_second())
    }
}

/// A time, with what the clocks of a zone show then.
pub(super) struct Moment {
    pub seconds: i64,
    pub local: DateTime,
    /// Seconds before UTC's time.
    pub offset: i32,
    pub zone: String,
}

impl Moment {
    pub fn second_of_day(&self) -> i64 {
        i64::from(self.local.hour()) * 3600
            + i64::from(self.local.minute()) * 60
            + i64::from(self.local.second())
    }
}

/// A date of a year, a month and a day, of which the latter two may lie outside and count on.
pub(super) fn date(year: i64, month: i64, day: i64) -> Result<Date, Exception> {
    let months = year.checked_mul(12).and_then(|it| it.checked_add(month - 1)).ok_or_else(out_of_range)?;
    let year = i16::try_from(months.div_euclid(12)).map_err(|_| out_of_range())?;
    let first = Date::new(year, months.rem_euclid(12) as i8 + 1, 1).map_err(|_| out_of_range())?;
    days_later(first, day - 1)
}

pub(super) fn days_later(date: Date, days: i64) -> Result<Date, Exception> {
    let span = Span::new().try_days(days).map_err(|_| out_of_range())?;
    date.checked_add(span).map_err(|_| out_of_range())
}

/// The same day some months later, or the last one of that month.
pub(super) fn months_later(date: Date, months: i64) -> Result<Date, Exception> {
    let span = Span::new().try_months(months).map_err(|_| out_of_range())?;
    date.checked_add(span).map_err(|_| out_of_range())
}

/// The seconds of `+hhmm`, `-hh:mm:ss` and the like.
pub(super) fn offset_of(text: &str) -> Option<i32> {
    let negative = match text.as_bytes().first()? {
        b'+' => false,
        b'-' => true,
        _ => return None,
    };
    let digits: String = text[1..].chars().filter(|&c| c != ':').collect();
    if !matches!(digits.len(), 2 | 4 | 6) || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let part = |at: usize| digits.get(at..at + 2).and_then(|it| it.parse::<i32>().ok()).unwrap_or(0);
    let seconds = part(0) * 3600 + part(2) * 60 + part(4);
    Some(if negative { -seconds } else { seconds })
}

pub(super) fn out_of_range() -> Exception {
    Exception::coded("the time is outside of the years from -9999 to 9999", ["CLOCK", "dateTooLarge"])
}
