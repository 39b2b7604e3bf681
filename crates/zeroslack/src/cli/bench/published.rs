//! What the literature says of the same work, each with the hardware it was measured on.

/// (design, workload, figure).
const PUBLISHED: [(&str, &str, &str); 6] = [
    ("aes_core", "update", "156 ms on 40 CPU cores, 138 ms with an RTX 2080 (ICCAD 2020)"),
    ("vga_lcd", "update", "829 ms on 40 CPU cores, 311 ms with an RTX 2080 (ICCAD 2020)"),
    ("b19", "update", "1831 ms on 40 CPU cores, 585 ms with an RTX 2080 (ICCAD 2020)"),
    ("leon3mp", "update", "7810 ms on 40 CPU cores, 2585 ms with an RTX 2080 (ICCAD 2020)"),
    ("netcard", "update", "9225 ms on 40 CPU cores, 2571 ms with an RTX 2080 (ICCAD 2020)"),
    ("leon2", "update", "10200 ms on 40 CPU cores, 2762 ms with an RTX 2080 (ICCAD 2020)"),
];

/// The published figure for a design's workload.
pub(crate) fn figure(design: &str, workload: &str) -> Option<&'static str> {
    let found = PUBLISHED.iter().find(|(known, work, _)| *known == design && *work == workload);
    found.map(|&(_, _, figure)| figure)
}
