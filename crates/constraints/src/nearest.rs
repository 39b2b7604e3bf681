//! The name that was meant.

/// The name that is nearest to a text, if one is near enough: by the fewest letters that are added, left out, changed or swapped (the optimal
/// string alignment distance).
pub fn nearest<'n>(text: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let most = (text.len() / 3).max(1);
    let near = names.into_iter().map(|name| (distance(text, name), name)).min_by_key(|(steps, _)| *steps)?;
    (near.0 <= most).then_some(near.1)
}

fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let change = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = change.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
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
