//! Timing reports. Each is a plain value with two faces: `text` prints it, `json` turns it into a JSON value. Nothing is computed here.
//!
//! - [`DesignSummary`]: what the design is made of, and its clocks.
//! - [`slack_table`]: worst and total negative slack by kind of check.
//! - [`SetupCheck`]: what the design lacks to be timed in full.
//! - [`not_applied_table`]: what inputs say that is read and not applied.
//! - [`StatisticalReport`]: slacks as random variables, timing yield and criticality, and what samples say of them ([`SampledSplit`]); [`PathMoments`]: those of a path.
//! - [`PathReport`]: a path in the layout of timing tools, [`endpoint_table`]: a line a path.
//! - [`Page`]: a report as one HTML page.
//! - [`CheckTypesReport`], of [`RuleReport`], [`PulseReport`] and [`SkewReport`]: design rules; pulse widths and periods of clocks; skews between clock pins of cells.
//! - [`ClockSkewReport`], [`ClockLatencyReport`], [`MinPeriodReport`], [`SetupFindings`], [`NetReport`], [`DelayCalculation`] and their like: what commands of scripts
//!   report, in the units of a session ([`Unit::Other`]).
//! - [`write_path`]: a path in as few bytes as a list of a million wants; with the feature `arrow`, `path_rows`: many paths as rows of a table.
//!
//! # Text
//!
//! A [`Style`] says the unit and the digits. Slews, delays and times are ps with capacitances in fF, or ns with pF. All times are whole
//! multiples of 0.0001 ps, so 4 digits in ps (7 in ns) show them exactly, and every column of a path adds up to the last digit; with
//! fewer digits each number is rounded on its own.
//!
//! # JSON
//!
//! Keys are always in the same order. Slews, delays and times are numbers in ps, capacitances in fF. Times and differences of times are
//! exact, with at most 4 decimals; slews and capacitances are rounded to 4. What there is none of is `null`. [`Document::write`] puts everything
//! under one object:
//!
//! | key | what |
//! | --- | --- |
//! | `format`, `version` | `"zeroslack-report"`, 1: the version changes when a key changes or goes, not when one is added |
//! | `units` | `{"time": "ps", "capacitance": "fF"}` |
//! | `design` | [`DesignSummary::json`] |
//! | `setup` | [`SetupCheck::json`]: what the design lacks to be timed in full |
//! | `not_applied` | [`not_applied_json`]: what inputs say that is read and not applied |
//! | `constraints` | [`constraints_json`]: how many constraints are stated, and how many of these are not applied |
//! | `slack` | [`slack_json`]: an object per kind of check |
//! | `statistical` | [`StatisticalReport::json`], where it is asked for |
//! | `endpoints` | [`PathEnds::json`]: worst first, late ones before early ones |
//! | `paths` | [`PathReport::json`]: in the same order |

mod analysis;
mod annotation;
mod capture;
mod cells;
mod check_types;
mod clock_interaction;
mod clock_latency;
mod clock_properties;
mod clock_skew;
mod cycle;
mod delay_calculation;
mod design;
mod document;
mod edges;
mod endpoints;
mod exception_report;
mod explanation;
mod json;
mod latches;
mod launch;
mod layout;
mod line;
mod min_period;
mod net;
mod not_applied;
mod page;
mod path;
mod path_json;
mod path_lines;
mod path_list;
mod path_moments;
#[cfg(feature = "arrow")]
mod path_table;
mod path_text;
mod period;
mod pin_times;
mod point;
mod pulse_checks;
mod rule_checks;
mod sampled;
mod setup;
mod setup_findings;
mod skew_checks;
mod slack;
mod statistical;
mod style;
mod table;
mod words;

pub use analysis::{Analysis, Names};
pub use annotation::ParasiticAnnotation;
pub use cells::{cell_report, library_cell_report};
pub use check_types::CheckTypesReport;
pub use clock_interaction::{ClockInteractionReport, ClockPair, Constrained};
pub use clock_latency::{ClockLatencyReport, EdgeLatency, LatenciesOfClock, PassedPin};
pub use clock_properties::clock_properties;
pub use clock_skew::{ClockSkewReport, RegisterSkew, SkewOfClock};
pub use delay_calculation::{CalculatedArc, CalculatedEdge, DelayCalculation, LookUp};
pub use design::{ClockSummary, DesignSummary};
pub use document::{Document, json_item};
pub use edges::{disabled_edges, edge_report};
pub use endpoints::endpoint_table;
pub use exception_report::{ExceptionReport, ReportedException, Standing};
pub use explanation::{Edge, ExplainedException, PathExplanation};
pub use latches::LatchReport;
pub use layout::{Fields, Layout, PathFormat};
pub use line::{Line, LineSubject, Note, NoteKind, PinLine};
pub use min_period::{MinPeriodReport, PeriodOfClock};
pub use net::{NetPin, NetReport};
pub use not_applied::{constraints_json, not_applied_json, not_applied_table};
pub use page::{
    ClockTree, ClockTreeNode, GroupSlacks, Page, PageChecks, PageSources, PageUnits, SlackHistogram,
    within_bytes,
};
pub use path::{PathEnds, PathReport};
pub use path_lines::PathLines;
pub use path_list::{ListFormat, write_path};
pub use path_moments::{FlatOcv, PathMoments};
#[cfg(feature = "arrow")]
pub use path_table::{path_rows, path_schema};
pub use period::{PeriodCurve, PeriodPoint};
pub use pin_times::{PinTime, pin_slews, pin_times};
pub use point::Point;
pub use pulse_checks::PulseReport;
pub use rule_checks::{RuleLine, RuleQuantity, RuleReport};
pub use sampled::{SampleRun, SampledMoments, SampledSplit};
pub use serde_json::Value as JsonValue;
pub use setup::{Lack, SetupCheck};
pub use setup_findings::{Finding, SetupFindings, SetupIssue};
pub use skew_checks::SkewReport;
pub use slack::{slack_json, slack_line, slack_table};
pub use statistical::{
    CriticalPin, EndpointMoments, SlackMoments, SplitMoments, StatisticalReport, VariationFrom,
    VariationReport, YieldPoint,
};
pub use style::{Style, Unit};
