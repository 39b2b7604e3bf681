//! The keywords of `timing_type`.

use crate::TimingType;

/// All types.
const KEYWORDS: [(&str, TimingType); 36] = [
    ("combinational", TimingType::Combinational),
    ("combinational_rise", TimingType::CombinationalRise),
    ("combinational_fall", TimingType::CombinationalFall),
    ("three_state_enable", TimingType::ThreeStateEnable),
    ("three_state_enable_rise", TimingType::ThreeStateEnableRise),
    ("three_state_enable_fall", TimingType::ThreeStateEnableFall),
    ("three_state_disable", TimingType::ThreeStateDisable),
    ("three_state_disable_rise", TimingType::ThreeStateDisableRise),
    ("three_state_disable_fall", TimingType::ThreeStateDisableFall),
    ("rising_edge", TimingType::RisingEdge),
    ("falling_edge", TimingType::FallingEdge),
    ("preset", TimingType::Preset),
    ("clear", TimingType::Clear),
    ("setup_rising", TimingType::SetupRising),
    ("setup_falling", TimingType::SetupFalling),
    ("hold_rising", TimingType::HoldRising),
    ("hold_falling", TimingType::HoldFalling),
    ("recovery_rising", TimingType::RecoveryRising),
    ("recovery_falling", TimingType::RecoveryFalling),
    ("removal_rising", TimingType::RemovalRising),
    ("removal_falling", TimingType::RemovalFalling),
    ("skew_rising", TimingType::SkewRising),
    ("skew_falling", TimingType::SkewFalling),
    ("non_seq_setup_rising", TimingType::NonSeqSetupRising),
    ("non_seq_setup_falling", TimingType::NonSeqSetupFalling),
    ("non_seq_hold_rising", TimingType::NonSeqHoldRising),
    ("non_seq_hold_falling", TimingType::NonSeqHoldFalling),
    ("nochange_high_high", TimingType::NochangeHighHigh),
    ("nochange_high_low", TimingType::NochangeHighLow),
    ("nochange_low_high", TimingType::NochangeLowHigh),
    ("nochange_low_low", TimingType::NochangeLowLow),
    ("min_pulse_width", TimingType::MinPulseWidth),
    ("minimum_period", TimingType::MinimumPeriod),
    ("max_clock_tree_path", TimingType::MaxClockTreePath),
    ("min_clock_tree_path", TimingType::MinClockTreePath),
    ("retaining_time", TimingType::RetainingTime),
];

impl TimingType {
    /// The type of this keyword.
    pub(crate) fn parse(keyword: &str) -> Option<Self> {
        KEYWORDS.iter().find(|(known, _)| *known == keyword).map(|&(_, timing_type)| timing_type)
    }

    /// Its keyword.
    pub fn keyword(self) -> &'static str {
        KEYWORDS.iter().find(|(_, known)| *known == self).map_or("", |&(keyword, _)| keyword)
    }

    /// Whether it constrains the pin, rather than delaying what arrives at it.
    pub fn is_check(self) -> bool {
        match self {
            Self::Combinational | Self::CombinationalRise | Self::CombinationalFall => false,
            Self::ThreeStateEnable | Self::ThreeStateEnableRise | Self::ThreeStateEnableFall => false,
            Self::ThreeStateDisable | Self::ThreeStateDisableRise | Self::ThreeStateDisableFall => false,
            Self::RisingEdge | Self::FallingEdge | Self::Preset | Self::Clear => false,
            Self::MaxClockTreePath | Self::MinClockTreePath | Self::RetainingTime => false,
            Self::SetupRising | Self::SetupFalling | Self::HoldRising | Self::HoldFalling => true,
            Self::RecoveryRising | Self::RecoveryFalling | Self::RemovalRising | Self::RemovalFalling => true,
            Self::SkewRising | Self::SkewFalling => true,
            Self::NonSeqSetupRising | Self::NonSeqSetupFalling => true,
            Self::NonSeqHoldRising | Self::NonSeqHoldFalling => true,
            Self::NochangeHighHigh | Self::NochangeHighLow => true,
            Self::NochangeLowHigh | Self::NochangeLowLow => true,
            Self::MinPulseWidth | Self::MinimumPeriod => true,
        }
    }

    /// Whether it switches an output on or off.
    pub fn is_three_state(self) -> bool {
        matches!(self, Self::ThreeStateEnable | Self::ThreeStateEnableRise | Self::ThreeStateEnableFall)
            || self.is_three_state_disable()
    }

    /// Whether it switches an output off.
    pub fn is_three_state_disable(self) -> bool {
        matches!(self, Self::ThreeStateDisable | Self::ThreeStateDisableRise | Self::ThreeStateDisableFall)
    }

    /// Whether it checks data against other data.
    pub fn is_between_data(self) -> bool {
        matches!(
            self,
            Self::NonSeqSetupRising
                | Self::NonSeqSetupFalling
                | Self::NonSeqHoldRising
                | Self::NonSeqHoldFalling
        )
    }

    /// Whether it limits the skew between two clock pins.
    pub fn is_skew(self) -> bool {
        matches!(self, Self::SkewRising | Self::SkewFalling)
    }

    /// Whether it is about the clock at one pin: a pulse's width or a period.
    pub fn is_about_one_pin(self) -> bool {
        matches!(self, Self::MinPulseWidth | Self::MinimumPeriod)
    }

    /// Whether a group of this type may do without `related_pin`: it is about its own pin, or the clock tree.
    pub(crate) fn stands_alone(self) -> bool {
        let clock_tree = matches!(self, Self::MaxClockTreePath | Self::MinClockTreePath);
        clock_tree || self.is_about_one_pin()
    }
}
