//! Where reports of design rules and pulses differ from another timer's on purpose: its lines, and ours in their place.

use zeroslack_testing::opensta::lines::{Tolerance, difference};

/// A report with lines that differ. All others are equal; their order follows the slacks.
struct Differs {
    case: &'static str,
    reports: &'static [&'static str],
    theirs: &'static [&'static str],
    ours: &'static [&'static str],
}

const ALL: &[Differs] = &[
    // The other timer leaves out a slack of -1.
    Differs {
        case: "79_drv_checks",
        reports: &["max_fanout", "all"],
        theirs: &["in3                                       1      2        (VIOLATED)"],
        ours: &["in3                                       1      2     -1 (VIOLATED)"],
    },
    Differs {
        case: "79_drv_checks",
        reports: &["max_fanout_verbose"],
        theirs: &["Slack             (VIOLATED)"],
        ours: &["Slack          -1 (VIOLATED)"],
    },
    Differs { case: "79_drv_checks", reports: &["max_fanout_viol"], theirs: FANOUTS, ours: &OUR_FANOUTS },
    Differs {
        case: "xtea_sky130hd",
        reports: &["check_types"],
        theirs: &[
            "_3430_/X                                  6      7        (VIOLATED)",
            "_3590_/X                                  6      7        (VIOLATED)",
        ],
        ours: &[
            "_3430_/X                                  6      7     -1 (VIOLATED)",
            "_3590_/X                                  6      7     -1 (VIOLATED)",
        ],
    },
    // It leaves out loads that are too large by less than 1 fF.
    Differs { case: "79_drv_checks", reports: &["max_cap_viol"], theirs: &[], ours: &OUR_LOADS },
    Differs {
        case: "79_drv_checks",
        reports: &["all_viol"],
        theirs: FANOUTS,
        ours: &[OUR_FANOUTS[0], OUR_FANOUTS[1], OUR_LOADS[0], OUR_LOADS[1]],
    },
    // A limit of high pulses at a cell makes it forget what is stated of low pulses of its clock.
    Differs {
        case: "80_min_pulse_width",
        reports: &["mpw_viol"],
        theirs: &[],
        ours: &["r3/CK (low)                             0.350000    0.318679   -0.031321 (VIOLATED)"],
    },
    Differs { case: "80_min_pulse_width", reports: &["mpw_viol_verbose"], theirs: &[], ours: LOW_PULSE },
    // Limits of clock networks never apply there, and those of data apply to clock networks.
    Differs {
        case: "92_max_transition_clock_path",
        reports: &["max_slew_viol", "all_viol"],
        theirs: &[
            "clk                                     0.015000    0.030000   -0.015000 (VIOLATED)",
            "cb0/A                                   0.015000    0.030000   -0.015000 (VIOLATED)",
            "cb1/Z                                   0.015000    0.018665   -0.003665 (VIOLATED)",
            "r1/CK                                   0.015000    0.018665   -0.003665 (VIOLATED)",
            "r2/CK                                   0.015000    0.018665   -0.003665 (VIOLATED)",
            "cb3/Z                                   0.015000    0.016646   -0.001646 (VIOLATED)",
            "r3/CK                                   0.015000    0.016646   -0.001646 (VIOLATED)",
            "r4/CK                                   0.015000    0.016646   -0.001646 (VIOLATED)",
            "cb2/Z                                   0.015000    0.015419   -0.000419 (VIOLATED)",
            "cb3/A                                   0.015000    0.015419   -0.000419 (VIOLATED)",
        ],
        ours: &[
            "clk                                     0.012000    0.030000   -0.018000 (VIOLATED)",
            "cb0/A                                   0.012000    0.030000   -0.018000 (VIOLATED)",
            "cb1/Z                                   0.012000    0.018665   -0.006665 (VIOLATED)",
            "r1/CK                                   0.012000    0.018665   -0.006665 (VIOLATED)",
            "r2/CK                                   0.012000    0.018665   -0.006665 (VIOLATED)",
            "cb3/Z                                   0.012000    0.016646   -0.004646 (VIOLATED)",
            "r3/CK                                   0.012000    0.016646   -0.004646 (VIOLATED)",
            "r4/CK                                   0.012000    0.016646   -0.004646 (VIOLATED)",
            "cb2/Z                                   0.012000    0.015419   -0.003419 (VIOLATED)",
            "cb3/A                                   0.012000    0.015419   -0.003419 (VIOLATED)",
        ],
    },
];

const FANOUTS: &[&str] = &[
    "in3                                       1      2        (VIOLATED)",
    "r4/Q                                      2      3        (VIOLATED)",
];

const OUR_FANOUTS: [&str; 2] = [
    "in3                                       1      2     -1 (VIOLATED)",
    "r4/Q                                      2      3     -1 (VIOLATED)",
];

const OUR_LOADS: [&str; 2] = [
    "in3                                     6.500000    7.482344   -0.982344 (VIOLATED)",
    "cb1/Z                                   6.500000    6.799306   -0.299306 (VIOLATED)",
];

/// A paragraph of its own, of which some lines are as in others.
const LOW_PULSE: &[&str] = &[
    "Pin: r3/CK",
    "Check: sequential_clock_pulse_width",
    "      Delay        Time   Description",
    "-----------------------------------------------------------------",
    "   0.080000    0.080000   clock clk (fall edge)",
    "   0.047953    0.127953   clock network delay (propagated)",
    "   0.000000    0.127953   r3/CK",
    "               0.127953   open edge arrival time",
    "   0.400000    0.400000   clock clk (rise edge)",
    "   0.038153    0.438153   clock network delay (propagated)",
    "   0.000000    0.438153   r3/CK",
    "   0.008479    0.446632   clock reconvergence pessimism",
    "               0.446632   close edge arrival time",
    "-----------------------------------------------------------------",
    "               0.350000   required pulse width (low)",
    "               0.318679   actual pulse width",
    "-----------------------------------------------------------------",
    "              -0.031321   slack (VIOLATED)",
];

/// What differs of a report beside what is meant to; none where nothing is meant to.
pub fn difference_beside(
    (case, report): (&str, &str),
    ours: &str,
    golden: &str,
    tolerance: Tolerance,
) -> Option<Option<String>> {
    let meant = ALL.iter().find(|one| one.case == case && one.reports.contains(&report))?;
    let mut expected: Vec<&str> = golden.lines().filter(|line| !line.is_empty()).collect();
    for line in meant.theirs {
        let place = expected.iter().position(|other| other == line);
        expected
            .remove(place.unwrap_or_else(|| panic!("the golden of {case} {report} has no line '{line}'")));
    }
    expected.extend(meant.ours);
    expected.sort_unstable();
    let mut ours: Vec<&str> = ours.lines().filter(|line| !line.is_empty()).collect();
    ours.sort_unstable();
    Some(difference(&ours.join("\n"), &expected.join("\n"), tolerance))
}
