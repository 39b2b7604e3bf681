//! Reports as JSON: what another timer's has, ours has too, with numbers within a tolerance.

use serde_json::Value;

use super::text::Tolerance;
use crate::tally;

/// Numbers of the peer have four digits.
const ROUNDED: f64 = 5.1e-4;

/// Compares two lists of paths. Paths of equal slack may have changed places.
pub fn compare(expected: &str, found: &str, tolerance: Tolerance) -> Result<(), String> {
    let paths = |text: &str| -> Result<Vec<Value>, String> {
        let all: Value = serde_json::from_str(text).map_err(|error| format!("{error}: {text:.200}"))?;
        Ok(all["checks"].as_array().cloned().unwrap_or_default())
    };
    // Seconds.
    let tolerance = Tolerance { absolute: tolerance.absolute * 1e-9, relative: ROUNDED };
    let (wanted, mut left) = (paths(expected)?, paths(found)?);
    tally::compared(wanted.len());
    if wanted.len() != left.len() {
        return Err(format!("{} paths instead of {}", left.len(), wanted.len()));
    }
    for (number, path) in wanted.iter().enumerate() {
        let is_near = |other: &Value| same(&path["slack"], &other["slack"], tolerance, "slack").is_ok();
        let near = left.iter().take_while(|other| is_near(other)).count();
        match (0..near).find(|&at| same(path, &left[at], tolerance, "").is_ok()) {
            Some(at) => {
                left.remove(at);
            }
            None => {
                let difference = same(path, &left[0], tolerance, "").err();
                return Err(format!("path {}: {}", number + 1, difference.unwrap_or_default()));
            }
        }
    }
    Ok(())
}

/// Whether all that is expected is there.
fn same(expected: &Value, found: &Value, tolerance: Tolerance, place: &str) -> Result<(), String> {
    match (expected, found) {
        (Value::Number(one), Value::Number(other)) => {
            let (one, other) = (one.as_f64().unwrap(), other.as_f64().unwrap());
            // The peer leaves the delay of what drives a port out there, though not at the next pin.
            if place.ends_with("_path[0].arrival") && other > one && other < one + 1e-9 {
                return Ok(());
            }
            // Capacitances are far smaller than times.
            let absolute = if place.ends_with("capacitance") { 1e-20 } else { tolerance.absolute };
            if (Tolerance { absolute, ..tolerance }).allows(one, other) {
                return Ok(());
            }
            Err(format!("{place} is {other:e} instead of {one:e}"))
        }
        (Value::Array(one), Value::Array(other)) => {
            if one.len() != other.len() {
                return Err(format!("{place} has {} elements instead of {}", other.len(), one.len()));
            }
            let mut pairs = one.iter().zip(other).enumerate();
            pairs.try_for_each(|(at, (one, other))| same(one, other, tolerance, &format!("{place}[{at}]")))
        }
        (Value::Object(one), Value::Object(other)) => one.iter().try_for_each(|(key, value)| {
            let place = format!("{place}.{key}");
            same(value, other.get(key).unwrap_or(&Value::Null), tolerance, &place)
        }),
        _ if expected == found => Ok(()),
        _ => Err(format!("{place} is {found} instead of {expected}")),
    }
}
