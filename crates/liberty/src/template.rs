//! `lu_table_template` groups.

use crate::scan::{Scanner, TextPiece};
use crate::{Variable, header::Header};

/// What tables of one shape have in common: per axis its variable and the index used unless a table has its own.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Template<'t> {
    pub variables: [Option<TextPiece<'t>>; 3],
    pub indices: [Option<TextPiece<'t>>; 3],
}

impl<'t> Template<'t> {
    /// Reads the group just opened. What is in it is looked at where a table needs it.
    pub fn read(scan: &mut Scanner<'t>) -> Self {
        let mut template = Self::default();
        if scan.enter() {
            while let Some(statement) = scan.statement() {
                let slot = match statement.name.text {
                    "variable_1" => &mut template.variables[0],
                    "variable_2" => &mut template.variables[1],
                    "variable_3" => &mut template.variables[2],
                    "index_1" => &mut template.indices[0],
                    "index_2" => &mut template.indices[1],
                    "index_3" => &mut template.indices[2],
                    _ => continue,
                };
                *slot = Some(statement.argument);
            }
        }
        template
    }
}

impl Variable {
    /// The variable called `name`. `None` for those no table of delays is indexed by.
    pub(crate) fn parse(name: &str) -> Option<Self> {
        Some(match name {
            "input_net_transition" | "input_transition_time" => Self::InputSlew,
            "total_output_net_capacitance" => Self::OutputCapacitance,
            "constrained_pin_transition" => Self::ConstrainedSlew,
            "related_pin_transition" => Self::RelatedSlew,
            "related_out_total_output_net_capacitance" => Self::RelatedOutputCapacitance,
            _ => return None,
        })
    }

    /// What one unit of the file is in ours, for an index over this variable.
    pub(crate) fn scale(self, header: &Header<'_>) -> f64 {
        match self {
            Self::InputSlew | Self::ConstrainedSlew | Self::RelatedSlew => header.slew_scale(),
            Self::OutputCapacitance | Self::RelatedOutputCapacitance => header.units.capacitance,
        }
    }
}
