//! The name that was meant.

/// The name that is nearest to a text, if one is near enough: by the fewest letters that are added, left out, changed or swapped (the optimal
/// string alignment distance).
pub fn nearest<'n>(text: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let text: Vec<char> = text.chars().take(LONGEST + 1).collect();
    if text.len() > LONGEST {
        return None;
    }
    let (mut most, mut found, mut rows) = ((text.len() / 3).max(1), None, Default::default());
    for name in names {
        if let Some(steps) = distance(&text, name, most, &mut rows) {
            found = Some(name);
            if steps == 0 {
                break;
            }
            // Another one has to be nearer.
            most = steps - 1;
        }
    }
    found
}

/// Longer texts are no slips of the hand.
const LONGEST: usize = 100;

/// The distance of two texts, if it is no more than `most`; `rows` is room to work in.
fn distance(a: &[char], b: &str, most: usize, rows: &mut [Vec<usize>; 3]) -> Option<usize> {
    let length = b.chars().count();
    if length.abs_diff(a.len()) > most {
        return None;
    }
    let [earlier, before, row] = rows;
    before.clear();
    before.extend(0..=length);
    let mut last = None;
    for (i, &letter) in a.iter().enumerate() {
        row.clear();
        row.push(i + 1);
        let mut previous = None;
        for (j, other) in b.chars().enumerate() {
            let change = before[j] + usize::from(letter != other);
            let mut best = change.min(before[j + 1] + 1).min(row[j] + 1);
            if last == Some(other) && previous == Some(letter) {
                best = best.min(earlier[j - 1] + 1);
            }
            row.push(best);
            previous = Some(other);
        }
        // A swap may still come by the row before.
        if row.iter().chain(before.iter()).all(|&steps| steps > most) {
            return None;
        }
        std::mem::swap(earlier, before);
        std::mem::swap(before, row);
        last = Some(letter);
    }
    (before[length] <= most).then_some(before[length])
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn names_that_were_meant() {
        let names = ["get_ports", "get_pins", "set_load"];
        assert_eq!(nearest("get_prots", names), Some("get_ports"));
        assert_eq!(nearest("setload", names), Some("set_load"));
        assert_eq!(nearest("repair_timing", names), None);
    }
}
