//! What the literature says of the same work, each with the hardware it was measured on.
//!
//! Guo and others: "GPU-accelerated static timing analysis" (ICCAD 2020); "A GPU-accelerated framework for path-based timing analysis" (TCAD
//! 2023), Tables II to IV. OpenTimer and the host side of TCAD 2023 ran on one core of a 2 GHz Xeon Gold 6138.

use std::fmt::Write;

use super::workload::Row;

/// A figure of a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Figure {
    pub(crate) ms: f64,
    /// What it was measured on.
    pub(crate) on: &'static str,
}

/// Full updates: (design, ms on 40 cores, ms with a GPU). ICCAD 2020.
const UPDATES: [(&str, f64, f64); 11] = [
    ("aes_core", 156.0, 138.0),
    ("des_perf_ispd", 832.0, 325.0),
    ("vga_lcd", 829.0, 311.0),
    ("edit_dist_ispd", 1059.0, 376.0),
    ("mgc_edit_dist", 1021.0, 368.0),
    ("mgc_matrix_mult", 1138.0, 377.0),
    ("b19", 1831.0, 585.0),
    ("vga_lcd_iccad", 1480.0, 496.0),
    ("leon3mp", 7810.0, 2585.0),
    ("netcard", 9225.0, 2571.0),
    ("leon2", 10_200.0, 2762.0),
];

/// Numbers of deviations that searches on the GPU were limited to.
const LIMITS: [u32; 3] = [10, 15, 20];
/// Paths that they found.
const PATHS: usize = 100_000;
/// What is shown beside a search without a limit.
const USUAL_LIMIT: u32 = 15;

/// Searches of 100,000 paths: (design, OpenTimer's ms, the first GPU version's by limit, the second's by limit). TCAD 2023, Tables II and IV.
const SEARCHES: [(&str, f64, [f64; 3], [f64; 3]); 10] = [
    ("leon2", 2_875_783.0, [4708.36, 5295.49, 5413.84], [942.69, 1033.62, 1090.70]),
    ("leon3mp", 1_217_886.0, [5520.85, 7091.79, 8182.84], [944.09, 1202.89, 1395.31]),
    ("netcard", 752_188.0, [2050.60, 2475.90, 2484.08], [674.15, 731.786, 753.58]),
    ("vga_lcd", 53_204.0, [682.94, 683.04, 706.16], [382.12, 385.849, 360.36]),
    ("vga_lcd_iccad", 66_582.0, [720.40, 754.35, 766.29], [382.19, 385.186, 384.89]),
    ("b19", 402_645.0, [2144.67, 2948.94, 3483.05], [509.28, 627.398, 740.65]),
    ("des_perf_ispd", 24_120.0, [763.79, 766.31, 780.56], [332.11, 346.358, 332.97]),
    ("edit_dist_ispd", 614_043.0, [1818.49, 2475.12, 2900.14], [473.13, 566.569, 674.51]),
    ("mgc_edit_dist", 694_014.0, [1463.61, 1485.65, 1493.90], [410.69, 401.359, 405.44]),
    ("mgc_matrix_mult", 214_980.0, [994.67, 1075.90, 1113.26], [376.99, 415.331, 462.76]),
];

/// A query of constrained paths: (design, number of paths, OpenTimer's ms, the GPU's). TCAD 2023, Table III.
const CONSTRAINED: [(&str, usize, f64, f64); 10] = [
    ("leon2", 10_000, 2_460_000.0, 45_839.0),
    ("leon3mp", 10_000, 2_390_000.0, 23_498.0),
    ("netcard", 5000, 133_000.0, 31_254.0),
    ("b19", 5000, 180_000.0, 6993.0),
    ("vga_lcd", 1000, 40_000.0, 1997.0),
    ("vga_lcd_iccad", 1000, 45_000.0, 3701.0),
    ("des_perf_ispd", 1000, 53_000.0, 2073.0),
    ("edit_dist_ispd", 1000, 63_000.0, 3271.0),
    ("mgc_edit_dist", 1000, 104_000.0, 3766.0),
    ("mgc_matrix_mult", 1000, 14_000.0, 3311.0),
];

/// The figures for a line's work, and the paper and what it says of them; none where there are none.
pub(crate) fn figures(row: &Row) -> (Vec<Figure>, String) {
    let found = match row.workload {
        "update" => updates(&row.design),
        "paths" if row.k == Some(PATHS) => searches(&row.design, row.max_deviations.unwrap_or(USUAL_LIMIT)),
        "constrained" => constrained(&row.design, row.k),
        _ => None,
    };
    found.unwrap_or_default()
}

/// The same as a line of text.
pub(crate) fn text(row: &Row) -> Option<String> {
    let (figures, source) = figures(row);
    let mut text = String::new();
    for Figure { ms, on } in &figures {
        // Writing to a string does not fail.
        let _ = write!(text, "{}{ms:.0} ms {on}", if text.is_empty() { "" } else { ", " });
    }
    (!figures.is_empty()).then(|| format!("{text} ({source})"))
}

fn updates(design: &str) -> Option<(Vec<Figure>, String)> {
    let &(_, cores, gpu) = UPDATES.iter().find(|update| update.0 == design)?;
    let figures =
        vec![Figure { ms: cores, on: "on 40 CPU cores" }, Figure { ms: gpu, on: "with an RTX 2080" }];
    Some((figures, "ICCAD 2020".to_string()))
}

fn searches(design: &str, limit: u32) -> Option<(Vec<Figure>, String)> {
    let (_, open_timer, first, second) = SEARCHES.iter().find(|search| search.0 == design)?;
    let at = LIMITS.iter().position(|&known| known == limit)?;
    let figures = vec![
        Figure { ms: second[at], on: "with an RTX 2080" },
        Figure { ms: first[at], on: "in its first version" },
        Figure { ms: *open_timer, on: "OpenTimer on 1 core" },
    ];
    Some((figures, format!("TCAD 2023, at most {limit} deviations but for OpenTimer")))
}

fn constrained(design: &str, k: Option<usize>) -> Option<(Vec<Figure>, String)> {
    let &(_, _, open_timer, gpu) =
        CONSTRAINED.iter().find(|query| (query.0, Some(query.1)) == (design, k))?;
    let figures =
        vec![Figure { ms: gpu, on: "with an RTX 2080" }, Figure { ms: open_timer, on: "OpenTimer" }];
    Some((figures, "TCAD 2023, constraints of its own".to_string()))
}
