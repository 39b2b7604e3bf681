//! Tables of variation (Liberty's variation format, LVF): `ocv_sigma_*`, `ocv_std_dev_*`, `ocv_mean_shift_*`, `ocv_skewness_*`.

use crate::scan::{Scanner, TextPiece};
use crate::statement::Statement;
use crate::table::{self, Splits};
use crate::{MomentTables, RiseFall, Table, TimingVariation, header::Header};

/// Which moment a table is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Moment {
    Sigma,
    StdDev,
    MeanShift,
    Skewness,
}

/// Whose moment it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    Delay,
    Slew,
    Constraint,
}

/// What a table of variation is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Kind {
    moment: Moment,
    value: Value,
    is_rise: bool,
}

impl Kind {
    /// By the name of its group. `None` for groups of something else.
    pub fn parse(name: &str) -> Option<Self> {
        let name = name.strip_prefix("ocv_")?;
        let moments = [
            ("sigma_", Moment::Sigma),
            ("std_dev_", Moment::StdDev),
            ("mean_shift_", Moment::MeanShift),
            ("skewness_", Moment::Skewness),
        ];
        let (moment, value) =
            moments.into_iter().find_map(|(prefix, moment)| Some((moment, name.strip_prefix(prefix)?)))?;
        let (value, is_rise) = match value {
            "cell_rise" => (Value::Delay, true),
            "cell_fall" => (Value::Delay, false),
            "rise_transition" => (Value::Slew, true),
            "fall_transition" => (Value::Slew, false),
            "rise_constraint" => (Value::Constraint, true),
            "fall_constraint" => (Value::Constraint, false),
            _ => return None,
        };
        Some(Self { moment, value, is_rise })
    }
}

/// Reads the table group just opened.
pub(crate) fn read<'t>(
    scan: &mut Scanner<'t>,
    header: &Header<'t>,
    variation: &mut Option<Box<TimingVariation>>,
    kind: Kind,
    group: &Statement<'t>,
) {
    let (name, template) = (group.name, group.argument);
    let scale = if kind.value == Value::Slew { header.slew_scale() } else { header.units.time };
    let Some((mut table, splits)) = table::read(scan, header, name, template, scale) else { return };
    if matches!(kind.moment, Moment::Sigma | Moment::StdDev) {
        no_less_than_zero(scan, name, &mut table);
    }
    variation.get_or_insert_default().keep(kind, table, splits);
}

/// Makes values that no standard deviation has 0, with a warning.
fn no_less_than_zero<'t>(scan: &mut Scanner<'t>, name: TextPiece<'t>, table: &mut Table) {
    let Some(first) = table.values.iter().copied().find(|value| *value < 0.0) else { return };
    scan.warning("LIB-048", name.span(), || {
        format!("'{}' has a standard deviation of {first} ps, less than 0: taken as 0", name.text)
    });
    table.values.iter_mut().for_each(|value| *value = value.max(0.0));
}

impl TimingVariation {
    fn keep(&mut self, kind: Kind, table: Table, splits: Splits) {
        let by_split = match kind.value {
            Value::Delay => &mut self.delay,
            Value::Slew => &mut self.slew,
            Value::Constraint => &mut self.constraint,
        };
        let [early, late] = by_split.each_mut().map(|edges| {
            let moments = if kind.is_rise { &mut edges.rise } else { &mut edges.fall };
            match kind.moment {
                Moment::Sigma => &mut moments.sigma,
                Moment::StdDev => &mut moments.std_dev,
                Moment::MeanShift => &mut moments.mean_shift,
                Moment::Skewness => &mut moments.skewness,
            }
        });
        if splits.early {
            *early = Some(table.clone());
        }
        if splits.late {
            *late = Some(table);
        }
    }

    /// All tables.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        let all = self.delay.iter().chain(&self.slew).chain(&self.constraint);
        all.flat_map(|RiseFall { rise, fall }| rise.tables().chain(fall.tables()))
    }
}

impl MomentTables {
    /// Those that there are.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        [&self.sigma, &self.std_dev, &self.mean_shift, &self.skewness].into_iter().flatten()
    }

    /// The table of the standard deviation: `std_dev`, or else `sigma`.
    pub fn deviation(&self) -> Option<&Table> {
        self.std_dev.as_ref().or(self.sigma.as_ref())
    }
}
