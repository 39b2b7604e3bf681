//! `clock add`.

use super::moment::{Zone, days_later, months_later};
use super::{Options, seconds, usage_error};
use crate::exception::{Exception, Outcome};
use crate::interp::Interp;
use crate::value::Value;

const USAGE: &str = "clock add clockval ?number units?... ?-gmt boolean? ?-locale LOCALE? ?-timezone ZONE?";

pub(super) fn add(interp: &mut Interp, words: &[Value]) -> Outcome {
    let [_, _, time, rest @ ..] = words else {
        return Err(super::wrong_args(words, 2, "clockval ?arg ...?"));
    };
    if rest.len() % 2 != 0 {
        return Err(usage_error(USAGE));
    }
    if time.number().is_none() {
        return Err(Exception::error(format!("expected number but got \"{time}\"")));
    }
    let amounts = rest.chunks(2).take_while(|pair| pair[0].int().is_some()).count() * 2;
    let (amounts, options) = rest.split_at(amounts);
    let options =
        Options::read(options, &["-gmt", "-locale", "-timezone"], ',', "-gmt, -locale or -timezone", USAGE)?;
    let zone = options.zone(interp)?;
    let mut time = seconds(time)?;
    for pair in amounts.chunks(2) {
        time = later(&zone, time, pair[0].int().unwrap_or(0), &pair[1].text())?;
    }
    Ok(Value::from(time))
}

/// A time moved by a number of units. Days and what is longer keep the time of day that the zone's clocks show.
pub(super) fn later(zone: &Zone, time: i64, count: i64, unit: &str) -> Result<i64, Exception> {
    let exact = |unit: i64| {
        let moved = count.checked_mul(unit).and_then(|it| it.checked_add(time));
        moved.ok_or_else(super::moment::out_of_range)
    };
    let days = |count: Option<i64>| {
        let count = count.ok_or_else(super::moment::out_of_range)?;
        let moment = zone.at(time)?;
        zone.seconds_at(days_later(moment.local.date(), count)?, moment.second_of_day())
    };
    let months = |count: Option<i64>| {
        let count = count.ok_or_else(super::moment::out_of_range)?;
        let moment = zone.at(time)?;
        zone.seconds_at(months_later(moment.local.date(), count)?, moment.second_of_day())
    };
    match unit {
        "second" | "seconds" => exact(1),
        "minute" | "minutes" => exact(60),
        "hour" | "hours" => exact(3600),
        "day" | "days" => days(Some(count)),
        "week" | "weeks" => days(count.checked_mul(7)),
        "month" | "months" => months(Some(count)),
        "year" | "years" => months(count.checked_mul(12)),
        _ => {
            let units = "years, months, weeks, days, hours, minutes or seconds";
            let message = format!("unknown unit \"{unit}\", must be  {units}");
            Err(Exception::coded(message, ["CLOCK", "badUnit", unit]))
        }
    }
}
