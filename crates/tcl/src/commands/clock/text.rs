//! Words of dates and times, and the conversions that stand for several others.

/// Names of days, Sunday first.
pub(super) const DAYS: [&str; 7] =
    ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

pub(super) const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// The place of a word among names, in full or by the first three letters.
pub(super) fn place_of(word: &str, names: &[&str]) -> Option<usize> {
    names.iter().position(|name| name.eq_ignore_ascii_case(word) || name[..3].eq_ignore_ascii_case(word))
}

/// The conversions that one conversion stands for.
pub(super) fn composite(conversion: char) -> Option<&'static str> {
    Some(match conversion {
        'c' => "%a %b %e %H:%M:%S %Y",
        'D' | 'x' => "%m/%d/%Y",
        'r' => "%I:%M:%S %P",
        'R' => "%H:%M",
        'T' | 'X' => "%H:%M:%S",
        '+' => "%a %b %e %H:%M:%S %Z %Y",
        _ => return None,
    })
}

/// Seconds before UTC's time of the zones that have short names.
pub(super) fn zone_offset(name: &str) -> Option<i32> {
    const ZONES: &[(&str, i32)] = &[
        ("gmt", 0),
        ("ut", 0),
        ("utc", 0),
        ("z", 0),
        ("wet", 0),
        ("bst", 60),
        ("cet", 60),
        ("met", 60),
        ("mez", 60),
        ("cest", 120),
        ("eet", 120),
        ("eest", 180),
        ("msk", 180),
        ("ist", 330),
        ("jst", 540),
        ("aest", 600),
        ("nst", -210),
        ("ast", -240),
        ("edt", -240),
        ("est", -300),
        ("cdt", -300),
        ("cst", -360),
        ("mdt", -360),
        ("mst", -420),
        ("pdt", -420),
        ("pst", -480),
        ("hst", -600),
    ];
    let found = ZONES.iter().find(|(zone, _)| zone.eq_ignore_ascii_case(name))?;
    Some(found.1 * 60)
}
