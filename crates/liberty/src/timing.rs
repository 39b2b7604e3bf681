//! `timing` groups.

use crate::scan::{Scanner, TextPiece};
use crate::statement::Statement;
use crate::table::{self, Splits};
use crate::{RiseFall, Table, Timing, TimingSense, TimingType, header::Header};

/// A `timing` group as it stands in the file: its pins are looked up when all pins of the cell are known.
#[derive(Clone)]
pub(crate) struct TimingDraft<'t> {
    /// The word `timing`, for messages.
    pub group: TextPiece<'t>,
    pub related_pin: Option<TextPiece<'t>>,
    pub related_bus_pins: Option<TextPiece<'t>>,
    pub sense: Option<TimingSense>,
    /// Without its related pins and its sense.
    pub timing: Timing,
}

impl<'t> TimingDraft<'t> {
    /// Reads the group just opened. `None` if its type is not understood.
    pub fn read(scan: &mut Scanner<'t>, header: &Header<'t>, group: TextPiece<'t>) -> Option<Self> {
        let timing = Timing::default();
        let mut draft = Self { group, related_pin: None, related_bus_pins: None, sense: None, timing };
        let mut understood = true;
        if scan.enter() {
            while let Some(statement) = scan.statement() {
                let timing = &mut draft.timing;
                match statement.name.text {
                    "related_pin" => draft.related_pin = Some(statement.argument),
                    "related_bus_pins" | "related_bus_equivalent" => {
                        draft.related_bus_pins = Some(statement.argument)
                    }
                    "timing_sense" => draft.sense = scan.sense(&statement),
                    "timing_type" => match timing_type(scan, &statement) {
                        Some(stated) => timing.timing_type = stated,
                        None => understood = false,
                    },
                    "when" => timing.when = scan.expression(&statement),
                    "sdf_cond" => timing.sdf_cond = scan.string_value(&statement),
                    "rise_propagation" | "fall_propagation" => propagation(scan, &statement),
                    "retaining_rise" | "retaining_fall" => retaining(scan, &statement),
                    _ => draft.table(scan, header, &statement),
                }
            }
        }
        understood.then_some(draft)
    }

    /// Reads `statement` if it is a table we keep.
    fn table(&mut self, scan: &mut Scanner<'t>, header: &Header<'t>, statement: &Statement<'t>) {
        let (time, slew) = (header.units.time, header.slew_scale());
        let timing = &mut self.timing;
        let (name, template) = (statement.name, statement.argument);
        let (place, scale) = match name.text {
            "cell_rise" => (&mut timing.delay.rise, time),
            "cell_fall" => (&mut timing.delay.fall, time),
            "rise_transition" => (&mut timing.slew.rise, slew),
            "fall_transition" => (&mut timing.slew.fall, slew),
            "rise_constraint" => (&mut timing.constraint.rise, time),
            "fall_constraint" => (&mut timing.constraint.fall, time),
            _ => {
                let (sigma, is_rise, scale) = match name.text {
                    "ocv_sigma_cell_rise" => (&mut timing.delay_sigma, true, time),
                    "ocv_sigma_cell_fall" => (&mut timing.delay_sigma, false, time),
                    "ocv_sigma_rise_transition" => (&mut timing.slew_sigma, true, slew),
                    "ocv_sigma_fall_transition" => (&mut timing.slew_sigma, false, slew),
                    "ocv_sigma_rise_constraint" => (&mut timing.constraint_sigma, true, time),
                    "ocv_sigma_fall_constraint" => (&mut timing.constraint_sigma, false, time),
                    _ => return,
                };
                if let Some((table, splits)) = table::read(scan, header, name, template, scale) {
                    keep_sigma(sigma, is_rise, table, splits);
                }
                return;
            }
        };
        if let Some((table, _)) = table::read(scan, header, name, template, scale) {
            *place = Some(table);
        }
    }

    /// About how many bytes a copy of it takes.
    pub fn size(&self) -> usize {
        let timing = &self.timing;
        let pairs = [&timing.delay, &timing.slew, &timing.constraint];
        let sigmas = timing.delay_sigma.iter().chain(&timing.slew_sigma).chain(&timing.constraint_sigma);
        let tables = pairs.into_iter().chain(sigmas).flat_map(|pair| [&pair.rise, &pair.fall]).flatten();
        let table_size = |table: &Table| {
            let axes: usize = table.axes.iter().map(|axis| 32 + 4 * axis.values.len()).sum();
            48 + axes + 4 * table.values.len()
        };
        size_of::<Self>()
            + timing.sdf_cond.as_ref().map_or(0, |cond| cond.len())
            + tables.map(table_size).sum::<usize>()
    }
}

fn keep_sigma(sigma: &mut [RiseFall<Option<Table>>; 2], is_rise: bool, table: Table, splits: Splits) {
    let [early, late] = sigma.each_mut().map(|split| if is_rise { &mut split.rise } else { &mut split.fall });
    match (splits.early, splits.late) {
        (true, false) => *early = Some(table),
        (false, true) => *late = Some(table),
        _ => {
            *early = Some(table.clone());
            *late = Some(table);
        }
    }
}

fn timing_type<'t>(scan: &mut Scanner<'t>, statement: &Statement<'t>) -> Option<TimingType> {
    let argument = statement.argument.first_argument();
    let timing_type = TimingType::parse(argument.text);
    if timing_type.is_none() {
        scan.error("LIB-023", statement.argument.span(), || {
            format!("timing type '{}' is not known: expected one of the Liberty manual's", argument.text)
        });
    }
    timing_type
}

/// How long an output keeps its old value is not taken into account: it would come earlier at holds.
fn retaining<'t>(scan: &mut Scanner<'t>, statement: &Statement<'t>) {
    scan.warning("LIB-046", statement.name.span(), || {
        format!("'{}' is not applied: early arrivals are by 'cell_rise' and 'cell_fall'", statement.name.text)
    });
}

/// Delay as transition plus propagation is not supported.
fn propagation<'t>(scan: &mut Scanner<'t>, statement: &Statement<'t>) {
    scan.warning("LIB-024", statement.name.span(), || {
        format!("'{}' is not read, expected 'cell_rise' and 'cell_fall'", statement.name.text)
    });
}
