//! `timing` groups.

use crate::scan::{Scanner, TextPiece};
use crate::statement::Statement;
use crate::{Retaining, Table, Timing, TimingSense, TimingType, TimingVariation, header::Header, lvf, table};

/// A `timing` group as it stands in the file: its pins are looked up when all pins of the cell are known.
#[derive(Clone)]
pub(crate) struct TimingDraft<'t> {
    /// The word `timing`, for messages.
    pub group: TextPiece<'t>,
    pub related_pin: Option<TextPiece<'t>>,
    pub related_bus_pins: Option<TextPiece<'t>>,
    pub sense: Option<TimingSense>,
    /// The mode of the cell, and the value that it has to have.
    pub mode: Option<(&'t str, &'t str)>,
    /// Without its related pins and its sense.
    pub timing: Timing,
}

impl<'t> TimingDraft<'t> {
    /// Reads the group just opened. `None` if its type is not understood.
    pub fn read(scan: &mut Scanner<'t>, header: &Header<'t>, group: TextPiece<'t>) -> Option<Self> {
        let timing = Timing::default();
        let (related_pin, related_bus_pins, sense, mode) = (None, None, None, None);
        let mut draft = Self { group, related_pin, related_bus_pins, sense, mode, timing };
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
                    "mode" => draft.mode = mode_of(&statement),
                    "when" => timing.when = scan.expression(&statement),
                    "sdf_cond" => timing.sdf_cond = scan.string_value(&statement),
                    "rise_propagation" | "fall_propagation" => propagation(scan, &statement),
                    _ => draft.table(scan, header, &statement),
                }
            }
        }
        draft.check_retaining(scan);
        understood.then_some(draft)
    }

    /// Reads `statement` if it is a table we keep.
    fn table(&mut self, scan: &mut Scanner<'t>, header: &Header<'t>, statement: &Statement<'t>) {
        let (time, slew) = (header.units.time, header.slew_scale());
        let timing = &mut self.timing;
        let (name, template) = (statement.name, statement.argument);
        let retaining = &mut timing.retaining;
        let (place, scale) = match name.text {
            "retaining_rise" => (&mut retaining.get_or_insert_default().delay.rise, time),
            "retaining_fall" => (&mut retaining.get_or_insert_default().delay.fall, time),
            "retain_rise_slew" => (&mut retaining.get_or_insert_default().slew.rise, slew),
            "retain_fall_slew" => (&mut retaining.get_or_insert_default().slew.fall, slew),
            "cell_rise" => (&mut timing.delay.rise, time),
            "cell_fall" => (&mut timing.delay.fall, time),
            "rise_transition" => (&mut timing.slew.rise, slew),
            "fall_transition" => (&mut timing.slew.fall, slew),
            "rise_constraint" => (&mut timing.constraint.rise, time),
            "fall_constraint" => (&mut timing.constraint.fall, time),
            _ => {
                if let Some(kind) = lvf::Kind::parse(name.text) {
                    lvf::read(scan, header, &mut timing.variation, kind, statement);
                }
                return;
            }
        };
        if let Some((table, _)) = table::read(scan, header, name, template, scale) {
            *place = Some(table);
        }
    }

    /// Leaves out how long a value is kept, with a warning, where no delay says when the next one is there.
    fn check_retaining(&mut self, scan: &mut Scanner<'t>) {
        let Timing { delay, retaining: Some(retaining), .. } = &mut self.timing else { return };
        let edges = [
            (&mut retaining.delay.rise, &delay.rise, "rise"),
            (&mut retaining.delay.fall, &delay.fall, "fall"),
        ];
        for (kept, delay, edge) in edges {
            if delay.is_none() && kept.take().is_some() {
                scan.warning("LIB-046", self.group.span(), || {
                    format!("'retaining_{edge}' is not applied: expected 'cell_{edge}' beside it")
                });
            }
        }
        if retaining.tables().next().is_none() {
            self.timing.retaining = None;
        }
    }

    /// About how many bytes a copy of it takes.
    pub fn size(&self) -> usize {
        let timing = &self.timing;
        let pairs = [&timing.delay, &timing.slew, &timing.constraint];
        let of_edges = pairs.into_iter().flat_map(|pair| [&pair.rise, &pair.fall]).flatten();
        let of_retaining = timing.retaining.iter().flat_map(|retaining| retaining.tables());
        let of_variation = timing.variation.iter().flat_map(|variation| variation.tables());
        let tables = of_edges.chain(of_retaining).chain(of_variation);
        let table_size = |table: &Table| {
            let axes: usize = table.axes.iter().map(|axis| 32 + 4 * axis.values.len()).sum();
            48 + axes + 4 * table.values.len()
        };
        let boxed = timing.variation.as_ref().map_or(0, |_| size_of::<TimingVariation>())
            + timing.retaining.as_ref().map_or(0, |_| size_of::<Retaining>());
        size_of::<Self>()
            + boxed
            + timing.sdf_cond.as_ref().map_or(0, |cond| cond.len())
            + tables.map(table_size).sum::<usize>()
    }
}

fn mode_of<'t>(statement: &Statement<'t>) -> Option<(&'t str, &'t str)> {
    let mut names = statement.argument.names().map(|name| name.text);
    names.next().zip(names.next())
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

/// Delay as transition plus propagation is not supported.
fn propagation<'t>(scan: &mut Scanner<'t>, statement: &Statement<'t>) {
    scan.warning("LIB-024", statement.name.span(), || {
        format!("'{}' is not read, expected 'cell_rise' and 'cell_fall'", statement.name.text)
    });
}
