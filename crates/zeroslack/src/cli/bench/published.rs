//! What the literature says of the same work, each with the hardware it was measured on.

/// (design, workload, number of paths, figure).
const PUBLISHED: [(&str, &str, Option<usize>, &str); 11] = [
    ("aes_core", "update", None, "156 ms on 40 CPU cores, 138 ms with an RTX 2080 (ICCAD 2020)"),
    ("vga_lcd", "update", None, "829 ms on 40 CPU cores, 311 ms with an RTX 2080 (ICCAD 2020)"),
    ("b19", "update", None, "1831 ms on 40 CPU cores, 585 ms with an RTX 2080 (ICCAD 2020)"),
    ("leon3mp", "update", None, "7810 ms on 40 CPU cores, 2585 ms with an RTX 2080 (ICCAD 2020)"),
    ("netcard", "update", None, "9225 ms on 40 CPU cores, 2571 ms with an RTX 2080 (ICCAD 2020)"),
    ("leon2", "update", None, "10200 ms on 40 CPU cores, 2762 ms with an RTX 2080 (ICCAD 2020)"),
    ("vga_lcd", "paths", Some(100_000), "386 ms with an RTX 2080, at most 15 deviations (TCAD 2023)"),
    ("b19", "paths", Some(100_000), "627 ms with an RTX 2080, at most 15 deviations (TCAD 2023)"),
    ("leon3mp", "paths", Some(100_000), "1203 ms with an RTX 2080, at most 15 deviations (TCAD 2023)"),
    ("netcard", "paths", Some(100_000), "732 ms with an RTX 2080, at most 15 deviations (TCAD 2023)"),
    ("leon2", "paths", Some(100_000), "1034 ms with an RTX 2080, at most 15 deviations (TCAD 2023)"),
];

/// The published figure for a design's workload.
pub(crate) fn figure(design: &str, workload: &str, k: Option<usize>) -> Option<&'static str> {
    let found = PUBLISHED.iter().find(|figure| (figure.0, figure.1, figure.2) == (design, workload, k));
    found.map(|figure| figure.3)
}
