//! The keywords of `timing_type`.

use crate::TimingType;

impl TimingType {
    /// The type of this keyword.
    pub(crate) fn parse(keyword: &str) -> Option<Self> {
        Some(match keyword {
            "combinational" => Self::Combinational,
            "combinational_rise" => Self::CombinationalRise,
            "combinational_fall" => Self::CombinationalFall,
            "three_state_enable" => Self::ThreeStateEnable,
            "three_state_enable_rise" => Self::ThreeStateEnableRise,
            "three_state_enable_fall" => Self::ThreeStateEnableFall,
            "three_state_disable" => Self::ThreeStateDisable,
            "three_state_disable_rise" => Self::ThreeStateDisableRise,
            "three_state_disable_fall" => Self::ThreeStateDisableFall,
            "rising_edge" => Self::RisingEdge,
            "falling_edge" => Self::FallingEdge,
            "preset" => Self::Preset,
            "clear" => Self::Clear,
            "setup_rising" => Self::SetupRising,
            "setup_falling" => Self::SetupFalling,
            "hold_rising" => Self::HoldRising,
            "hold_falling" => Self::HoldFalling,
            "recovery_rising" => Self::RecoveryRising,
            "recovery_falling" => Self::RecoveryFalling,
            "removal_rising" => Self::RemovalRising,
            "removal_falling" => Self::RemovalFalling,
            "skew_rising" => Self::SkewRising,
            "skew_falling" => Self::SkewFalling,
            "non_seq_setup_rising" => Self::NonSeqSetupRising,
            "non_seq_setup_falling" => Self::NonSeqSetupFalling,
            "non_seq_hold_rising" => Self::NonSeqHoldRising,
            "non_seq_hold_falling" => Self::NonSeqHoldFalling,
            "nochange_high_high" => Self::NochangeHighHigh,
            "nochange_high_low" => Self::NochangeHighLow,
            "nochange_low_high" => Self::NochangeLowHigh,
            "nochange_low_low" => Self::NochangeLowLow,
            "min_pulse_width" => Self::MinPulseWidth,
            "minimum_period" => Self::MinimumPeriod,
            "max_clock_tree_path" => Self::MaxClockTreePath,
            "min_clock_tree_path" => Self::MinClockTreePath,
            "retaining_time" => Self::RetainingTime,
            _ => return None,
        })
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
