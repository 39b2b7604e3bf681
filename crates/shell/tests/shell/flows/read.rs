//! Reads what scripts print as flows do: line by line, by what the lines begin with.

use std::collections::BTreeMap;

/// What a step of sign-off wrote to standard output.
#[derive(Debug, Default)]
pub struct Step {
    /// Times, by name.
    pub times: BTreeMap<String, f64>,
    /// Counts, by name.
    pub counts: BTreeMap<String, usize>,
    /// The reports that it marks, by file.
    pub reports: BTreeMap<String, String>,
}

impl Step {
    /// Takes reports and metrics out of a text.
    #[track_caller]
    pub fn read(text: &str) -> Self {
        let mut step = Self::default();
        let mut report: Option<(String, String)> = None;
        for line in text.lines() {
            let mut words = line.split_whitespace();
            match (words.next(), &mut report) {
                (Some("%OL_CREATE_REPORT"), None) => report = Some((word(&mut words), String::new())),
                (Some("%OL_END_REPORT"), Some(_)) => {
                    let (file, text) = report.take().unwrap();
                    assert!(step.reports.insert(file, text).is_none(), "{line}");
                }
                (Some("%OL_METRIC_F"), None) => {
                    let (name, value) = (word(&mut words), number(&word(&mut words)));
                    step.times.insert(name, value);
                }
                (Some("%OL_METRIC_I"), None) => {
                    let (name, value) = (word(&mut words), word(&mut words).parse().unwrap());
                    step.counts.insert(name, value);
                }
                (Some(mark), _) if mark.starts_with("%OL") => panic!("out of place: {line}"),
                (_, Some((_, text))) => *text += &format!("{line}\n"),
                _ => {}
            }
        }
        assert!(report.is_none(), "a report has no end");
        step
    }
}

#[track_caller]
fn word<'t>(words: &mut impl Iterator<Item = &'t str>) -> String {
    words.next().unwrap().to_owned()
}

/// A number as it is printed.
#[track_caller]
pub fn number(word: &str) -> f64 {
    match word {
        "INF" | "Infinity" | "1e+30" | "1e30" => f64::INFINITY,
        _ => word.parse().unwrap_or_else(|_| panic!("'{word}' is no number")),
    }
}

/// The number that a line ends with that begins with a text.
#[track_caller]
pub fn value_after(text: &str, beginning: &str) -> f64 {
    let line = text.lines().find_map(|line| line.strip_prefix(beginning));
    number(line.unwrap_or_else(|| panic!("no '{beginning}' in {text}")).trim())
}

/// A line of `-format end`.
#[derive(Debug, PartialEq)]
pub struct End {
    /// Whether it is under a title of setup.
    pub is_late: bool,
    pub group: String,
    pub pin: String,
    pub slack: f64,
}

/// The lines of `-format end`, of which each has the slack that its other columns give, and says whether that is met.
#[track_caller]
pub fn ends(text: &str) -> Vec<End> {
    let (mut found, mut title, mut is_row) = (Vec::new(), None, false);
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match &words[..] {
            [kind @ ("max_delay/setup" | "min_delay/hold"), "group", group] => {
                title = Some((*kind == "max_delay/setup", (*group).to_owned()));
            }
            [] => is_row = false,
            [line] if line.chars().all(|letter| letter == '-') => is_row = true,
            [pin, _, required, arrival, slack, met] if is_row => {
                let (is_late, group) = title.clone().unwrap();
                let [required, arrival, slack] = [required, arrival, slack].map(|word| number(word));
                let difference = if is_late { required - arrival } else { arrival - required };
                assert!((difference - slack).abs() < 2.1e-6, "{line}");
                assert_eq!(*met == "(VIOLATED)", slack.is_sign_negative(), "{line}");
                found.push(End { is_late, group, pin: (*pin).to_owned(), slack });
            }
            _ => {}
        }
    }
    found
}

/// A path as `-format full` and its like print it.
#[derive(Debug, Default)]
pub struct Path {
    pub start: String,
    pub end: String,
    pub group: String,
    /// None where nothing is required.
    pub slack: Option<f64>,
}

/// The paths of a report, of which each has the slack that its arrival and its required time give.
#[track_caller]
pub fn paths(text: &str) -> Vec<Path> {
    let mut found: Vec<Path> = Vec::new();
    // Both are printed twice, the second time one with the other sign.
    let (mut is_late, mut arrival, mut required) = (true, None, None);
    for line in text.lines() {
        let first = |rest: &str| rest.split_whitespace().next().unwrap_or_default().to_owned();
        if let Some(rest) = line.strip_prefix("Startpoint: ") {
            found.push(Path { start: first(rest), ..Path::default() });
            (arrival, required) = (None, None);
        } else if let Some(rest) = line.strip_prefix("Endpoint: ") {
            found.last_mut().unwrap().end = first(rest);
        } else if let Some(rest) = line.strip_prefix("Path Group: ") {
            found.last_mut().unwrap().group = first(rest);
        } else if let Some(rest) = line.strip_prefix("Path Type: ") {
            is_late = rest.trim() == "max";
        } else if let Some(rest) = line.trim_end().strip_suffix("data arrival time") {
            arrival = arrival.or(Some(number(rest.trim())));
        } else if let Some(rest) = line.trim_end().strip_suffix("data required time") {
            required = required.or(Some(number(rest.trim())));
        } else if let Some((slack, _)) = line.split_once(" slack (") {
            let digits = slack.rsplit('.').next().unwrap().trim().len();
            let slack = number(slack.trim());
            let later = required.unwrap() - arrival.unwrap();
            let difference = if is_late { later } else { -later };
            assert!((difference - slack).abs() < 1.6 * 0.1_f64.powi(digits as i32), "{line}: {difference}");
            found.last_mut().unwrap().slack = Some(slack);
        }
    }
    found
}

/// The slacks that lines end with, under a line of dashes.
#[track_caller]
pub fn last_column(text: &str) -> Vec<f64> {
    let rows = text.lines().skip_while(|line| !line.starts_with("---")).skip(1);
    let rows = rows.take_while(|line| !line.trim().is_empty());
    rows.map(|line| number(line.split_whitespace().next_back().unwrap())).collect()
}
