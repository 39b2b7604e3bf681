//! `clock format`.

use std::fmt::Write as _;

use jiff::civil::Weekday;

use super::moment::Moment;
use super::text::{DAYS, MONTHS, composite};
use super::{Options, seconds, usage_error};
use crate::exception::Outcome;
use crate::interp::Interp;
use crate::value::Value;

const USAGE: &str = "clock format clockval ?-format string? ?-gmt boolean? ?-locale LOCALE? ?-timezone ZONE?";
const KNOWN: &[&str] = &["-format", "-gmt", "-locale", "-timezone"];
const USUAL: &str = "%a %b %d %H:%M:%S %Z %Y";

pub(super) fn format(interp: &mut Interp, words: &[Value]) -> Outcome {
    let [_, _, time, options @ ..] = words else { return Err(usage_error(USAGE)) };
    let options = Options::read(options, KNOWN, ':', "-format, -gmt, -locale, or -timezone", USAGE)?;
    let moment = options.zone(interp)?.at(seconds(time)?)?;
    let mut text = String::new();
    match &options.format {
        Some(format) => render(&moment, &format.text(), &mut text),
        None => render(&moment, USUAL, &mut text),
    }
    Ok(Value::from(text))
}

/// Writes a time as a format says. What is no conversion is written as it stands.
fn render(moment: &Moment, format: &str, text: &mut String) {
    let mut rest = format.chars();
    while let Some(character) = rest.next() {
        if character != '%' {
            text.push(character);
            continue;
        }
        let before = rest.as_str();
        let digits = before.starts_with('O');
        match rest.next() {
            Some('E') if before[1..].starts_with('E') => {
                rest.next();
                text.push_str(if moment.local.year() > 0 { "C.E." } else { "B.C.E." });
            }
            Some('E') if before[1..].starts_with(['c', 'C', 'x', 'X', 'y', 'Y']) => {}
            Some('O') if before[1..].starts_with(['u', 'w']) => text.push('0'),
            Some('O') if before[1..].starts_with(['d', 'e', 'H', 'I', 'k', 'l', 'm', 'M', 'S', 'y']) => {}
            Some('E' | 'O') if before.len() == 1 => {}
            Some(conversion) => {
                if !convert(moment, conversion, text) {
                    let _ = write!(text, "%{conversion}");
                }
                continue;
            }
            None => {
                text.push('%');
                continue;
            }
        }
        if !before.starts_with("EE")
            && let Some(conversion) = rest.next()
        {
            let conversion = match conversion {
                'e' if digits => 'd',
                'k' if digits => 'H',
                'l' if digits => 'I',
                other => other,
            };
            convert(moment, conversion, text);
        }
    }
}

/// Writes one conversion, or says that there is none of that letter.
fn convert(moment: &Moment, conversion: char, text: &mut String) -> bool {
    let local = moment.local;
    let date = local.date();
    let year = if local.year() > 0 { local.year() } else { 1 - local.year() };
    let half = (local.hour() + 11) % 12 + 1;
    let weekday = local.weekday();
    let written = match conversion {
        'a' => write!(text, "{}", &DAYS[sunday_first(weekday)][..3]),
        'A' => write!(text, "{}", DAYS[sunday_first(weekday)]),
        'b' | 'h' => write!(text, "{}", &MONTHS[local.month() as usize - 1][..3]),
        'B' => write!(text, "{}", MONTHS[local.month() as usize - 1]),
        'C' => write!(text, "{:02}", year / 100),
        'd' => write!(text, "{:02}", local.day()),
        'e' => write!(text, "{:2}", local.day()),
        'g' => write!(text, "{:02}", date.iso_week_date().year().rem_euclid(100)),
        'G' => write!(text, "{:04}", date.iso_week_date().year()),
        'H' => write!(text, "{:02}", local.hour()),
        'I' => write!(text, "{half:02}"),
        'j' => write!(text, "{:03}", date.day_of_year()),
        'J' => write!(
            text,
            "{}",
            moment.seconds.saturating_add(moment.offset.into()).div_euclid(86_400) + 2_440_588
        ),
        'k' => write!(text, "{:2}", local.hour()),
        'l' => write!(text, "{half:2}"),
        'm' => write!(text, "{:02}", local.month()),
        'M' => write!(text, "{:02}", local.minute()),
        'n' => writeln!(text),
        'N' => write!(text, "{:2}", local.month()),
        'p' => write!(text, "{}", if local.hour() < 12 { "AM" } else { "PM" }),
        'P' => write!(text, "{}", if local.hour() < 12 { "am" } else { "pm" }),
        'Q' => write_stardate(moment, text),
        's' => write!(text, "{}", moment.seconds),
        'S' => write!(text, "{:02}", local.second()),
        't' => write!(text, "\t"),
        'u' => write!(text, "{}", weekday.to_monday_one_offset()),
        'U' => write!(text, "{:02}", (date.day_of_year() + 6 - sunday_first(weekday) as i16) / 7),
        'V' => write!(text, "{:02}", date.iso_week_date().week()),
        'w' => write!(text, "{}", sunday_first(weekday)),
        'W' => {
            write!(text, "{:02}", (date.day_of_year() + 6 - i16::from(weekday.to_monday_zero_offset())) / 7)
        }
        'y' => write!(text, "{:02}", year % 100),
        'Y' => write!(text, "{year:04}"),
        'z' => write_offset(moment.offset, text),
        'Z' => write!(text, "{}", moment.zone),
        '%' => write!(text, "%"),
        _ => match composite(conversion) {
            Some(format) => {
                render(moment, format, text);
                Ok(())
            }
            None => return false,
        },
    };
    debug_assert!(written.is_ok(), "writing to a text does not fail");
    true
}

fn sunday_first(weekday: Weekday) -> usize {
    weekday.to_sunday_zero_offset() as usize
}

fn write_offset(offset: i32, text: &mut String) -> std::fmt::Result {
    let sign = if offset < 0 { '-' } else { '+' };
    let seconds = offset.abs();
    write!(text, "{sign}{:02}{:02}", seconds / 3600, seconds / 60 % 60)?;
    if seconds % 60 != 0 {
        write!(text, "{:02}", seconds % 60)?;
    }
    Ok(())
}

fn write_stardate(moment: &Moment, text: &mut String) -> std::fmt::Result {
    let date = moment.local.date();
    let part = 1000 * (i32::from(date.day_of_year()) - 1) / i32::from(date.days_in_year());
    let tenth = moment.second_of_day() / 8640;
    write!(text, "Stardate {:02}{part:03}.{tenth}", i32::from(date.year()) - 1946)
}
