//! What the cells of random designs have in every library: pins, arcs, checks.

/// What a transition of the related pin makes of the output.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sense {
    Positive,
    Negative,
    Both,
}

/// Whether a transition of the related pin makes one of the output.
pub fn leads(kind: &str, sense: Sense, from: usize, to: usize) -> bool {
    let by_sense = match sense {
        Positive => from == to,
        Negative => from != to,
        Both => true,
    };
    match kind {
        "combinational" => by_sense,
        // The sense says which transition switches the output.
        "three_state_enable" | "three_state_disable" => match sense {
            Positive => from == 0,
            Negative => from == 1,
            Both => true,
        },
        "combinational_rise" => by_sense && to == 0,
        "combinational_fall" => by_sense && to == 1,
        "rising_edge" => from == 0,
        "falling_edge" => from == 1,
        // Set and clear are not timed.
        _ => false,
    }
}

/// A `timing` group as all libraries have it.
pub struct GroupShape {
    pub pin: &'static str,
    pub related: &'static [&'static str],
    pub kind: &'static str,
    pub sense: Sense,
    pub when: &'static str,
}

/// A cell as all libraries have it.
pub struct CellShape {
    pub name: &'static str,
    pub inputs: &'static [&'static str],
    /// One called `PAD` is an inout pin. With their functions; those of registers have none.
    pub outputs: &'static [(&'static str, &'static str)],
    pub groups: &'static [GroupShape],
}

const fn group(
    pin: &'static str,
    related: &'static [&'static str],
    kind: &'static str,
    sense: Sense,
    when: &'static str,
) -> GroupShape {
    GroupShape { pin, related, kind, sense, when }
}

use Sense::{Both, Negative, Positive};

/// All cells.
pub const SHAPES: &[CellShape] = &[
    CellShape {
        name: "BUF",
        inputs: &["A"],
        outputs: &[("Z", "A")],
        groups: &[group("Z", &["A"], "combinational", Positive, "")],
    },
    CellShape {
        name: "INV",
        inputs: &["A"],
        outputs: &[("Z", "!A")],
        groups: &[group("Z", &["A"], "combinational", Negative, "")],
    },
    CellShape {
        name: "NAND2",
        inputs: &["A", "B"],
        outputs: &[("Z", "!(A & B)")],
        groups: &[group("Z", &["A", "B"], "combinational", Negative, "")],
    },
    CellShape {
        name: "XOR2",
        inputs: &["A", "B"],
        outputs: &[("Z", "A ^ B")],
        groups: &[
            group("Z", &["A"], "combinational", Positive, "!B"),
            group("Z", &["A"], "combinational", Negative, "B"),
            group("Z", &["B"], "combinational", Both, "A"),
            group("Z", &["B"], "combinational", Positive, "!A"),
        ],
    },
    CellShape {
        name: "MUX2",
        inputs: &["A", "B", "S"],
        outputs: &[("Z", "A & !S | B & S")],
        groups: &[
            group("Z", &["A"], "combinational", Positive, ""),
            group("Z", &["B"], "combinational", Positive, ""),
            group("Z", &["S"], "combinational", Both, ""),
        ],
    },
    CellShape {
        name: "HALF",
        inputs: &["A", "B"],
        outputs: &[("Z", "A & B")],
        groups: &[
            group("Z", &["A"], "combinational_rise", Positive, ""),
            group("Z", &["B"], "combinational_fall", Negative, "A"),
            group("Z", &["B"], "combinational_rise", Both, "!A"),
        ],
    },
    CellShape {
        name: "ADDER",
        inputs: &["A", "B"],
        outputs: &[("S", "A ^ B"), ("C", "A & B")],
        groups: &[
            group("S", &["B", "A"], "combinational", Both, ""),
            group("C", &["A"], "combinational", Positive, ""),
            group("C", &["B"], "combinational", Positive, ""),
        ],
    },
    CellShape {
        name: "TRI",
        inputs: &["A", "E"],
        outputs: &[("Z", "A")],
        groups: &[
            group("Z", &["A"], "combinational", Positive, ""),
            group("Z", &["E"], "three_state_enable", Positive, ""),
            group("Z", &["E"], "three_state_disable", Negative, ""),
        ],
    },
    CellShape {
        name: "PADCELL",
        inputs: &["A", "E"],
        outputs: &[("PAD", "A"), ("Y", "PAD")],
        groups: &[
            group("PAD", &["A"], "combinational", Positive, ""),
            group("PAD", &["E"], "three_state_enable", Both, ""),
            group("PAD", &["E"], "three_state_disable", Negative, ""),
            group("Y", &["PAD"], "combinational", Positive, ""),
        ],
    },
    CellShape { name: "TIE", inputs: &[], outputs: &[("Z", "1")], groups: &[] },
    CellShape {
        name: "DFF",
        inputs: &["D", "CK"],
        outputs: &[("Q", ""), ("QN", "")],
        groups: &[
            group("D", &["CK"], "setup_rising", Both, ""),
            group("D", &["CK"], "hold_rising", Both, ""),
            group("Q", &["CK"], "rising_edge", Both, ""),
            group("QN", &["CK"], "rising_edge", Both, ""),
        ],
    },
    CellShape {
        name: "DFFN",
        inputs: &["CK", "D"],
        outputs: &[("Q", "")],
        groups: &[
            group("D", &["CK"], "hold_falling", Both, ""),
            group("D", &["CK"], "setup_falling", Both, ""),
            group("Q", &["CK"], "falling_edge", Both, ""),
        ],
    },
    CellShape {
        name: "DFFR",
        inputs: &["D", "CK", "R"],
        outputs: &[("Q", "")],
        groups: &[
            group("D", &["CK"], "setup_rising", Both, "R"),
            group("D", &["CK"], "setup_rising", Both, "!R"),
            group("D", &["CK"], "hold_rising", Both, ""),
            group("R", &["CK"], "recovery_rising", Both, ""),
            group("R", &["CK"], "removal_rising", Both, ""),
            group("Q", &["CK"], "rising_edge", Both, ""),
            group("Q", &["R"], "clear", Positive, ""),
        ],
    },
    CellShape {
        name: "DUAL",
        inputs: &["CKB", "D", "CKA"],
        outputs: &[("Q", "")],
        groups: &[
            group("D", &["CKA"], "setup_rising", Both, ""),
            group("D", &["CKB"], "setup_falling", Both, ""),
            group("D", &["CKA"], "hold_rising", Both, ""),
            group("D", &["CKB"], "hold_falling", Both, ""),
            group("Q", &["CKA"], "rising_edge", Both, ""),
            group("Q", &["CKB"], "falling_edge", Both, ""),
        ],
    },
];
