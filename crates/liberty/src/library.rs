//! The plain value that a Liberty file is read into.

use zeroslack_units::Split;

use crate::Expr;

/// A pair of values for rise and fall.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RiseFall<T> {
    /// For the rising transition.
    pub rise: T,
    /// For the falling transition.
    pub fall: T,
}

impl<T> RiseFall<Option<T>> {
    /// References to what there is.
    pub fn as_ref(&self) -> RiseFall<Option<&T>> {
        RiseFall { rise: self.rise.as_ref(), fall: self.fall.as_ref() }
    }

    /// Fills missing edges from `other`.
    fn or(self, other: Self) -> Self {
        Self { rise: self.rise.or(other.rise), fall: self.fall.or(other.fall) }
    }
}

/// A cell library.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Library {
    /// `library (NAME)`.
    pub name: Box<str>,
    /// The file's own units, as factors to ours.
    pub units: Units,
    /// Where on the waveform delays and slews are measured.
    pub thresholds: Thresholds,
    /// Nominal process, voltage and temperature.
    pub nominal: OperatingConditions,
    /// Every `operating_conditions` group.
    pub operating_conditions: Vec<OperatingConditions>,
    /// `default_operating_conditions`.
    pub default_operating_conditions: Option<Box<str>>,
    /// `default_max_transition`, ps.
    pub default_max_transition: Option<f32>,
    /// `default_max_capacitance`, fF.
    pub default_max_capacitance: Option<f32>,
    /// `default_max_fanout`, fan-out loads.
    pub default_max_fanout: Option<f32>,
    /// `default_fanout_load`, fan-out loads.
    pub default_fanout_load: Option<f32>,
    /// In file order. Names are unique: a repeated one is dropped with a warning.
    pub cells: Vec<Cell>,
}

/// What one unit of the file is in ours. All numbers in [`Library`] are already converted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Units {
    /// ps per file time unit.
    pub time: f64,
    /// fF per file capacitance unit.
    pub capacitance: f64,
    /// kΩ per file resistance unit.
    pub resistance: f64,
    /// V per file voltage unit.
    pub voltage: f64,
    /// mA per file current unit.
    pub current: f64,
    /// nW per file unit of leakage power.
    pub power: f64,
}

/// Liberty's own defaults: ns, pF, kΩ, V; and mA and nW, which times and capacitances do not depend on.
impl Default for Units {
    fn default() -> Self {
        Self { time: 1e3, capacitance: 1e3, resistance: 1.0, voltage: 1.0, current: 1.0, power: 1.0 }
    }
}

/// Measuring points in percent of the supply, and the slew derate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thresholds {
    /// `input_threshold_pct_*`.
    pub input: RiseFall<f32>,
    /// `output_threshold_pct_*`.
    pub output: RiseFall<f32>,
    /// `slew_lower_threshold_pct_*`.
    pub slew_lower: RiseFall<f32>,
    /// `slew_upper_threshold_pct_*`.
    pub slew_upper: RiseFall<f32>,
    /// `slew_derate_from_library`: a transition of the file times this is the slew between the thresholds. Already
    /// applied to tables of slew, to indices over transitions and to transition limits.
    pub slew_derate: f32,
}

/// Liberty's own defaults: 50, 50, 20, 80, 1.
impl Default for Thresholds {
    fn default() -> Self {
        let both = |value| RiseFall { rise: value, fall: value };
        Self {
            input: both(50.0),
            output: both(50.0),
            slew_lower: both(20.0),
            slew_upper: both(80.0),
            slew_derate: 1.0,
        }
    }
}

/// Process, voltage, temperature.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OperatingConditions {
    /// Empty for the nominal conditions.
    pub name: Box<str>,
    /// Process factor.
    pub process: Option<f32>,
    /// V.
    pub voltage: Option<f32>,
    /// °C.
    pub temperature: Option<f32>,
    /// `tree_type`: `best_case_tree`, `balanced_tree`, `worst_case_tree`.
    pub tree_type: Option<Box<str>>,
}

/// A library cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cell {
    /// `cell (NAME)`.
    pub name: Box<str>,
    /// Area, in the file's unit.
    pub area: Option<f32>,
    /// Signal pins in file order, bus and bundle members one by one (`A[3]`). Names are unique.
    pub pins: Vec<Pin>,
    /// Names of `pg_pin` groups.
    pub power_pins: Vec<Box<str>>,
    /// Buses and bundles: which pins they are made of.
    pub buses: Vec<Bus>,
    /// `ff`, `ff_bank`, `latch`, `latch_bank`, `statetable`.
    pub sequentials: Vec<Sequential>,
    /// `clock_gating_integrated_cell`, for example `latch_posedge`.
    pub clock_gating: Option<Box<str>>,
    /// `dont_use`.
    pub dont_use: bool,
    /// `dont_touch`.
    pub dont_touch: bool,
    /// `is_macro_cell`.
    pub is_macro: bool,
    /// It has a `memory` group.
    pub is_memory: bool,
    /// `pad_cell`.
    pub is_pad: bool,
    /// `interface_timing`.
    pub interface_timing: bool,
}

/// A `bus` or `bundle` group.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bus {
    /// `bus (NAME)` or `bundle (NAME)`.
    pub name: Box<str>,
    /// Its pins, as indices into [`Cell::pins`], from the leftmost (`bit_from`) to the rightmost bit.
    pub pins: Vec<u32>,
    /// `bit_from` and `bit_to`; none for a bundle.
    pub range: Option<(i32, i32)>,
}

/// A pin's direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Direction {
    /// `input`, and what has no direction.
    #[default]
    Input,
    /// `output`.
    Output,
    /// `inout`.
    Inout,
    /// `internal`: a node inside the cell, never connected to a net.
    Internal,
}

/// A pin's role in a clock-gating cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClockGating {
    /// `clock_gate_clock_pin`.
    Clock,
    /// `clock_gate_enable_pin`.
    Enable,
    /// `clock_gate_test_pin`.
    Test,
    /// `clock_gate_out_pin`.
    Out,
    /// `clock_gate_obs_pin`.
    Observe,
}

/// A signal pin.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pin {
    /// `pin (NAME)`; a bus member carries its index (`A[3]`).
    pub name: Box<str>,
    /// Direction.
    pub direction: Direction,
    /// `capacitance`, or the greater of the next two, or the library's default for the direction, fF.
    pub capacitance: f32,
    /// `rise_capacitance` and `fall_capacitance`, or `capacitance`, fF.
    pub capacitances: RiseFall<f32>,
    /// `rise_capacitance_range` and `fall_capacitance_range`: (least, greatest), fF.
    pub capacitance_range: RiseFall<Option<(f32, f32)>>,
    /// `function` of an output.
    pub function: Option<Expr>,
    /// `three_state`: the output floats where this is true.
    pub three_state: Option<Expr>,
    /// `clock : true`.
    pub is_clock: bool,
    /// Role in a clock-gating cell.
    pub clock_gating: Option<ClockGating>,
    /// `max_transition` or the library's default, ps.
    pub max_transition: Option<f32>,
    /// `min_transition`, ps.
    pub min_transition: Option<f32>,
    /// `max_capacitance` or the library's default (outputs), fF.
    pub max_capacitance: Option<f32>,
    /// `min_capacitance`, fF.
    pub min_capacitance: Option<f32>,
    /// `max_fanout` or the library's default (outputs).
    pub max_fanout: Option<f32>,
    /// `fanout_load` or the library's default (inputs).
    pub fanout_load: Option<f32>,
    /// `min_pulse_width_high` and `min_pulse_width_low`, ps.
    pub min_pulse_width: RiseFall<Option<f32>>,
    /// `min_period`, ps.
    pub min_period: Option<f32>,
    /// `timing` groups of this pin, in file order. One with several related pins is one entry.
    pub timings: Vec<Timing>,
}

impl Pin {
    /// The capacitances of a rise and of a fall that count early, fF: the least of a range where there is one.
    pub fn least_capacitances(&self) -> [f32; 2] {
        let (stated, range) = (&self.capacitances, &self.capacitance_range);
        [range.rise.map_or(stated.rise, |range| range.0), range.fall.map_or(stated.fall, |range| range.0)]
    }

    /// The capacitances of a rise and of a fall that count late, fF: the greatest of a range where there is one.
    pub fn greatest_capacitances(&self) -> [f32; 2] {
        let (stated, range) = (&self.capacitances, &self.capacitance_range);
        [range.rise.map_or(stated.rise, |range| range.1), range.fall.map_or(stated.fall, |range| range.1)]
    }
}

/// What kind of state a cell holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SequentialKind {
    /// `ff`, `ff_bank`.
    FlipFlop,
    /// `latch`, `latch_bank`.
    Latch,
    /// `statetable`.
    StateTable,
}

/// A state element of a cell. Expressions are over pins.
#[derive(Clone, Debug, PartialEq)]
pub struct Sequential {
    /// Kind.
    pub kind: SequentialKind,
    /// Names of the state variables: (`IQ`, `IQN`) of a flip-flop or latch, the internal nodes of a table.
    pub outputs: Vec<Box<str>>,
    /// `clocked_on` of a flip-flop, `enable` of a latch.
    pub clock: Option<Expr>,
    /// `next_state` of a flip-flop, `data_in` of a latch.
    pub data: Option<Expr>,
    /// `clear`.
    pub clear: Option<Expr>,
    /// `preset`.
    pub preset: Option<Expr>,
    /// `statetable` inputs.
    pub inputs: Vec<Box<str>>,
    /// The text of a `statetable`'s `table`.
    pub table: Option<Box<str>>,
}

/// `timing_sense`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TimingSense {
    /// `positive_unate`.
    Positive,
    /// `negative_unate`.
    Negative,
    /// `non_unate`.
    NonUnate,
}

/// `timing_type`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "each is the Liberty keyword of the same name")]
pub enum TimingType {
    #[default]
    Combinational,
    CombinationalRise,
    CombinationalFall,
    ThreeStateEnable,
    ThreeStateEnableRise,
    ThreeStateEnableFall,
    ThreeStateDisable,
    ThreeStateDisableRise,
    ThreeStateDisableFall,
    RisingEdge,
    FallingEdge,
    Preset,
    Clear,
    SetupRising,
    SetupFalling,
    HoldRising,
    HoldFalling,
    RecoveryRising,
    RecoveryFalling,
    RemovalRising,
    RemovalFalling,
    SkewRising,
    SkewFalling,
    NonSeqSetupRising,
    NonSeqSetupFalling,
    NonSeqHoldRising,
    NonSeqHoldFalling,
    NochangeHighHigh,
    NochangeHighLow,
    NochangeLowHigh,
    NochangeLowLow,
    MinPulseWidth,
    MinimumPeriod,
    MaxClockTreePath,
    MinClockTreePath,
    RetainingTime,
}

/// A `timing` group. The pin that holds it is the *to* pin of a delay arc and the constrained pin of a check.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Timing {
    /// `related_pin` and `related_bus_pins`: names of pins of the cell (bus members one by one), in file order,
    /// each once. Empty for groups that need none (`min_pulse_width`).
    ///
    /// Where a group written for a whole bus (or range of pins) names one of the same width in `related_pin`, this
    /// is one bit of each. A bus related to a scalar, or of another width, or in `related_bus_pins`, is every pair.
    pub related_pins: Vec<Box<str>>,
    /// `timing_type`; combinational unless stated.
    pub timing_type: TimingType,
    /// `timing_sense` as stated; the reader derives what is missing from the pin's function, and what cannot
    /// be derived is non-unate. None for checks.
    pub sense: Option<TimingSense>,
    /// `when`.
    pub when: Option<Expr>,
    /// `sdf_cond`, as written.
    pub sdf_cond: Option<Box<str>>,
    /// `cell_rise` and `cell_fall`, ps.
    pub delay: RiseFall<Option<Table>>,
    /// `rise_transition` and `fall_transition` as in the file times [`Thresholds::slew_derate`], ps.
    pub slew: RiseFall<Option<Table>>,
    /// `rise_constraint` and `fall_constraint`, ps; by the transition of the constrained pin.
    pub constraint: RiseFall<Option<Table>>,
    /// How long the pin keeps its old value, where that is stated: in place of `delay` and `slew` in early analysis.
    pub retaining: Option<Box<Retaining>>,
    /// What the library says of the variation of these values (Liberty's variation format, LVF); none where it says nothing.
    pub variation: Option<Box<TimingVariation>>,
}

/// When a pin leaves its old value, by the transition that it leaves it for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Retaining {
    /// `retaining_rise` and `retaining_fall`, ps. Where one is, [`Timing::delay`] has one, too.
    pub delay: RiseFall<Option<Table>>,
    /// `retain_rise_slew` and `retain_fall_slew` as in the file times [`Thresholds::slew_derate`], ps.
    pub slew: RiseFall<Option<Table>>,
}

impl Retaining {
    /// All tables.
    pub(crate) fn tables(&self) -> impl Iterator<Item = &Table> {
        [&self.delay, &self.slew].into_iter().flat_map(|pair| [&pair.rise, &pair.fall]).flatten()
    }
}

impl Timing {
    /// The tables of the delay in early or late analysis.
    pub fn delay_of(&self, split: Split) -> RiseFall<Option<&Table>> {
        self.of(split, &self.delay, |retaining| &retaining.delay)
    }

    /// The tables of the slew in early or late analysis.
    pub fn slew_of(&self, split: Split) -> RiseFall<Option<&Table>> {
        self.of(split, &self.slew, |retaining| &retaining.slew)
    }

    fn of<'t>(
        &'t self,
        split: Split,
        tables: &'t RiseFall<Option<Table>>,
        retained: impl Fn(&'t Retaining) -> &'t RiseFall<Option<Table>>,
    ) -> RiseFall<Option<&'t Table>> {
        let retaining = self.retaining.as_deref().filter(|_| split == Split::Early);
        retaining.map_or_else(RiseFall::default, |of| retained(of).as_ref()).or(tables.as_ref())
    }
}

/// How the values of a `timing` group vary (LVF). Each is by `sigma_type`, `[early, late]`; a table of `early_and_late` is both.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TimingVariation {
    /// Of `cell_rise` and `cell_fall`.
    pub delay: [RiseFall<MomentTables>; 2],
    /// Of `rise_transition` and `fall_transition`; these, too, are times [`Thresholds::slew_derate`].
    pub slew: [RiseFall<MomentTables>; 2],
    /// Of `rise_constraint` and `fall_constraint`.
    pub constraint: [RiseFall<MomentTables>; 2],
}

/// Tables of the moments of a value, ps.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MomentTables {
    /// `ocv_sigma_*`: the standard deviation of a normal distribution. Its values are not negative.
    pub sigma: Option<Table>,
    /// `ocv_std_dev_*`: the standard deviation, which counts before `sigma`. Its values are not negative.
    pub std_dev: Option<Table>,
    /// `ocv_mean_shift_*`: the mean less the nominal value.
    pub mean_shift: Option<Table>,
    /// `ocv_skewness_*`: the cube root of the third central moment.
    pub skewness: Option<Table>,
}

/// What a table's axis runs over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variable {
    /// `input_net_transition`, `input_transition_time`: ps, times [`Thresholds::slew_derate`] as all transitions.
    InputSlew,
    /// `total_output_net_capacitance`: fF.
    OutputCapacitance,
    /// `constrained_pin_transition`: ps.
    ConstrainedSlew,
    /// `related_pin_transition`: ps.
    RelatedSlew,
    /// `related_out_total_output_net_capacitance`: fF.
    RelatedOutputCapacitance,
}

/// One axis of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// What it runs over.
    pub variable: Variable,
    /// Strictly rising, finite, at least one.
    pub values: Vec<f32>,
}

/// A look-up table of 0 to 3 axes. Its values are finite.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// In the file's order (`index_1` first). Empty for a scalar.
    pub axes: Vec<Axis>,
    /// Row-major: the last axis runs fastest. As many as the axes' lengths multiplied.
    pub values: Vec<f32>,
}
