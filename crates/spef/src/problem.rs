//! Everything that can be wrong with a SPEF file. Problems are noted while pieces are read in parallel,
//! without their messages, and become diagnostics when all pieces are there.

use std::ops::Range;

use zeroslack_input::{Diagnostics, Severity};

/// What is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Problem {
    KeywordExpected,
    StringNotClosed,
    CommentNotClosed,
    Unit,
    Delimiter,
    BusDelimiter,
    NameMapEntry,
    IndexTwice,
    UnknownIndex,
    TextAfterIndex,
    LineEnds,
    Direction,
    PinWithoutDelimiter,
    EmptyAfterDelimiter,
    EntryNumber,
    NotANumber,
    OutOfRange,
    NegativeCapacitance,
    NegativeResistance,
    EndMissing,
    UnexpectedKeyword,
    NoPiModel,
    NoDriver,
    NoNets,
}

impl Problem {
    fn id(self) -> &'static str {
        match self {
            Self::KeywordExpected => "SPEF-001",
            Self::StringNotClosed => "SPEF-002",
            Self::CommentNotClosed => "SPEF-003",
            Self::Unit => "SPEF-004",
            Self::Delimiter | Self::BusDelimiter => "SPEF-005",
            Self::NameMapEntry => "SPEF-006",
            Self::IndexTwice => "SPEF-007",
            Self::UnknownIndex => "SPEF-008",
            Self::TextAfterIndex => "SPEF-009",
            Self::LineEnds => "SPEF-010",
            Self::Direction => "SPEF-011",
            Self::PinWithoutDelimiter => "SPEF-012",
            Self::EmptyAfterDelimiter => "SPEF-013",
            Self::EntryNumber => "SPEF-014",
            Self::NotANumber => "SPEF-015",
            Self::OutOfRange => "SPEF-016",
            Self::NegativeCapacitance => "SPEF-017",
            Self::NegativeResistance => "SPEF-018",
            Self::EndMissing => "SPEF-019",
            Self::UnexpectedKeyword => "SPEF-020",
            Self::NoPiModel => "SPEF-021",
            Self::NoDriver => "SPEF-022",
            Self::NoNets => "SPEF-023",
        }
    }

    fn severity(self) -> Severity {
        match self {
            Self::IndexTwice
            | Self::NegativeCapacitance
            | Self::NegativeResistance
            | Self::UnexpectedKeyword
            | Self::NoNets => Severity::Warning,
            _ => Severity::Error,
        }
    }

    fn report(self, span: Option<(&str, Range<usize>)>, found: &str, diagnostics: &mut Diagnostics) {
        match self.severity() {
            Severity::Error => diagnostics.error(self.id(), span, || self.message(found)),
            Severity::Warning => diagnostics.warning(self.id(), span, || self.message(found)),
        }
    }

    /// The message about the offending text `found`.
    fn message(self, found: &str) -> String {
        let found = shortened(found);
        match self {
            Self::KeywordExpected => format!("expected a keyword such as *D_NET or *END, found \"{found}\""),
            Self::StringNotClosed => "expected a closing quote on the same line".to_string(),
            Self::CommentNotClosed => "the comment that begins here is not closed; expected */".to_string(),
            Self::Unit => {
                format!("expected a number above 0 and a unit, as in *C_UNIT 1 PF, found \"{found}\"")
            }
            Self::Delimiter => format!("expected one ASCII punctuation character, found \"{found}\""),
            Self::BusDelimiter => {
                format!(
                    "expected one or two punctuation characters, as in *BUS_DELIMITER [ ], found \"{found}\""
                )
            }
            Self::NameMapEntry => format!("expected an index and a name, as in *12 clk, found \"{found}\""),
            Self::IndexTwice => format!("index \"{found}\" is in *NAME_MAP already; its first name stays"),
            Self::UnknownIndex => format!("expected an index that *NAME_MAP has, found \"{found}\""),
            Self::TextAfterIndex => format!("expected the *DELIMITER after the index, found \"{found}\""),
            Self::LineEnds => "expected a name or a value, found the end of the line".to_string(),
            Self::Direction => format!("expected a direction, I, O or B, found \"{found}\""),
            Self::PinWithoutDelimiter => {
                format!("expected an instance, the *DELIMITER and a pin, found \"{found}\"")
            }
            Self::EmptyAfterDelimiter => {
                format!("expected a pin or a number after the *DELIMITER, found \"{found}\"")
            }
            Self::EntryNumber => format!("expected the number that begins an entry, found \"{found}\""),
            Self::NotANumber => format!("expected a number or min:typ:max, found \"{found}\""),
            Self::OutOfRange => {
                format!("expected at most 100 nF, 1 GOHM or 1 ms, found \"{found}\"")
            }
            Self::NegativeCapacitance => format!("capacitance \"{found}\" is negative; 0 is taken"),
            Self::NegativeResistance => format!("resistance \"{found}\" is negative; 0 is taken"),
            Self::EndMissing => format!("net \"{found}\" has no *END"),
            Self::UnexpectedKeyword => format!("keyword \"{found}\" is not known here; it is skipped"),
            Self::NoPiModel => format!("expected *C2_R1_C1 for driver \"{found}\""),
            Self::NoDriver => format!("expected *DRIVER before \"{found}\""),
            Self::NoNets => "the file has no nets".to_string(),
        }
    }
}

/// `found`, cut where a message would become unreadable.
fn shortened(found: &str) -> String {
    let end = found.floor_char_boundary(60);
    if end == found.len() { found.to_string() } else { format!("{}…", &found[..end]) }
}

/// The problems of one piece, in the order they were found: the first few of each kind, and a count.
#[derive(Debug, Default)]
pub(crate) struct Problems {
    kept: Vec<(Problem, Range<usize>)>,
    counts: Vec<(Problem, usize)>,
}

impl Problems {
    #[cold]
    pub(crate) fn note(&mut self, problem: Problem, span: Range<usize>) {
        let place = self.counts.iter().position(|(known, _)| *known == problem).unwrap_or_else(|| {
            self.counts.push((problem, 0));
            self.counts.len() - 1
        });
        let count = &mut self.counts[place].1;
        *count += 1;
        if *count <= Diagnostics::most() {
            self.kept.push((problem, span));
        }
    }

    /// Turns them into diagnostics about `text`.
    pub(crate) fn report(self, text: &str, diagnostics: &mut Diagnostics) {
        for (problem, span) in self.kept {
            let found = text.get(span.clone()).unwrap_or("");
            problem.report(Some((text, span)), found, diagnostics);
        }
        for (problem, count) in self.counts {
            for _ in Diagnostics::most()..count {
                problem.report(None, "", diagnostics);
            }
        }
    }
}
