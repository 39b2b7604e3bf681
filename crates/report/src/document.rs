//! A whole report as JSON.

use serde_json::{Value, json};
use zeroslack_timing::Summary;

use crate::design::DesignSummary;
use crate::path::PathReport;
use crate::slack::slack_json;

/// A whole report as one object; see the crate's documentation.
#[derive(Clone, Debug)]
pub struct Document<'d> {
    /// What the design is made of.
    pub design: &'d DesignSummary,
    /// Slack by kind of check.
    pub summaries: &'d [Summary],
    /// Paths of which only the ends are told.
    pub endpoints: Vec<&'d PathReport<'d>>,
    /// Paths that are listed.
    pub paths: Vec<&'d PathReport<'d>>,
}

impl Document<'_> {
    /// The object.
    pub fn json(&self) -> Value {
        json!({
            "format": "zeroslack-report",
            "version": 1,
            "units": { "time": "ps", "capacitance": "fF" },
            "design": self.design.json(),
            "slack": slack_json(self.summaries),
            "endpoints": self.endpoints.iter().map(|path| path.ends_json()).collect::<Value>(),
            "paths": self.paths.iter().map(|path| path.json()).collect::<Value>(),
        })
    }
}
