//! What analysis finds at a pin: `arrival_max_rise`, `required_min_fall`, `slack_max`, `slew_min_rise` and their like.

use zeroslack_tcl::{Exception, Value};
use zeroslack_units::{Split, Transition};

use super::number;
use crate::design::PinTime;
use crate::object::Object;
use crate::state::State;

impl PinTime {
    /// The name of its properties.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Arrival => "arrival",
            Self::Required => "required",
            Self::Slack => "slack",
            Self::Slew => "slew",
        }
    }
}

/// A quantity, and of which analysis and transition it is; the worst of both where none is named.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked {
    what: PinTime,
    split: Option<Split>,
    transition: Option<Transition>,
}

impl Asked {
    /// Reads the name of a property, if it is one of this quantity. `actual_max_rise_slew` is an old name of `slew_max_rise`.
    pub fn read(what: PinTime, name: &str) -> Option<Self> {
        let rest = match (name.strip_prefix(what.name()), name.strip_prefix("actual")) {
            (Some(rest), _) => rest,
            (None, Some(rest)) if what == PinTime::Slew => {
                let rest = rest.trim_end_matches("_slew");
                rest.strip_suffix("_transition").unwrap_or(rest)
            }
            _ => return None,
        };
        let mut asked = Self { what, split: None, transition: None };
        let mut parts = rest.split('_');
        if parts.next() != Some("") {
            return None;
        }
        for part in parts {
            match part {
                "max" if asked.split.is_none() => asked.split = Some(Split::Late),
                "min" if asked.split.is_none() => asked.split = Some(Split::Early),
                "rise" if asked.transition.is_none() => asked.transition = Some(Transition::Rise),
                "fall" if asked.transition.is_none() => asked.transition = Some(Transition::Fall),
                _ => return None,
            }
        }
        Some(asked)
    }

    /// Its value at a pin or port, after an update if something changed.
    pub fn value(self, state: &mut State, object: Object) -> Result<Option<Value>, Exception> {
        let (Object::Pin(pin) | Object::Port(pin)) = object else { return Ok(None) };
        let unit = state.units().time;
        state.update()?;
        let worst = state.design.worst_at(pin, self.what, self.split, self.transition)?;
        let none = match (self.what, self.split) {
            (PinTime::Slew, _) => return Ok(worst.map(|slew| number(slew / unit))),
            (PinTime::Arrival, None | Some(Split::Late)) | (PinTime::Required, Some(Split::Early)) => "-INF",
            (PinTime::Arrival | PinTime::Required | PinTime::Slack, _) => "INF",
        };
        Ok(Some(worst.map_or_else(|| Value::from(none), |time| number(time / unit))))
    }
}
