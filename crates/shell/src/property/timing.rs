//! What analysis finds at a pin: `arrival_max_rise`, `required_min_fall`, `slack_max`, `slew_min_rise` and their like.

use zeroslack::Timed;
use zeroslack::netlist::PinId;
use zeroslack::units::{Split, Ticks, Transition, ps};
use zeroslack_tcl::{Exception, Value};

use super::{DIGITS, number};
use crate::commands::reported::timed;
use crate::object::Object;
use crate::state::State;

/// A quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    Arrival,
    Required,
    Slack,
    Slew,
}

impl What {
    pub const fn name(self) -> &'static str {
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
    what: What,
    split: Option<Split>,
    transition: Option<Transition>,
}

impl Asked {
    /// Reads the name of a property, if it is one of this quantity. `actual_max_rise_slew` is an old name of `slew_max_rise`.
    pub fn read(what: What, name: &str) -> Option<Self> {
        let rest = match (name.strip_prefix(what.name()), name.strip_prefix("actual")) {
            (Some(rest), _) => rest,
            (None, Some(rest)) if what == What::Slew => {
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
        let timed = timed(state)?;
        if self.what == What::Slew {
            let slews = self.each().filter_map(|(split, transition)| timed.slew(pin, split, transition));
            let is_early = self.split == Some(Split::Early);
            let worst = slews.reduce(|a, b| if is_early { a.min(b) } else { a.max(b) });
            return Ok(worst.map(|slew| number(f64::from(slew) / unit)));
        }
        let (worst, has_no_highest) = self.worst(timed, pin);
        Ok(Some(Value::from(match worst {
            Some(time) => format!("{:.DIGITS$}", ps(time) / unit),
            None if has_no_highest => "-INF".to_owned(),
            None => "INF".to_owned(),
        })))
    }

    fn each(self) -> impl Iterator<Item = (Split, Transition)> {
        let splits = Split::ALL.into_iter().filter(move |&split| self.split.is_none_or(|only| only == split));
        splits.flat_map(move |split| {
            let transitions = Transition::ALL.into_iter();
            let kept = transitions.filter(move |&it| self.transition.is_none_or(|only| only == it));
            kept.map(move |transition| (split, transition))
        })
    }

    /// The worst time, and whether the latest one is meant: the earliest arrival of early and the latest of late analysis, the tightest required time,
    /// the least slack.
    fn worst(self, timed: Timed<'_>, pin: PinId) -> (Option<Ticks>, bool) {
        let is_early = self.split == Some(Split::Early);
        let takes_latest = match self.what {
            What::Arrival => !is_early,
            What::Required => is_early,
            What::Slack | What::Slew => false,
        };
        let times = self.each().filter_map(|(split, transition)| match self.what {
            What::Arrival => timed.arrival(pin, split, transition),
            What::Required => timed.required(pin, split, transition),
            What::Slack | What::Slew => timed.slack(pin, split, transition),
        });
        (times.reduce(|a, b| if takes_latest { a.max(b) } else { a.min(b) }), takes_latest)
    }
}
