//! Results of analysis at pins: worst times, constants, clocks.

use std::collections::BTreeSet;

use rayon::prelude::*;
use zeroslack_constraints::PinTime;
use zeroslack_netlist::PinId;
use zeroslack_sdc::{CaseValue, ClockId};
use zeroslack_units::{Split, Ticks, Transition, ps};

use crate::timed::Timed;

impl Timed<'_> {
    /// The worst time at a pin, ps, of both analyses and transitions where none is named: the latest arrival of late and the earliest of early analysis, the tightest required time,
    /// the least slack, the greatest slew of late and the least of early analysis. Of both analyses an arrival, a required time and a slew are those that are worst late.
    pub fn worst_at(
        self,
        pin: PinId,
        time: PinTime,
        split: Option<Split>,
        transition: Option<Transition>,
    ) -> Option<f64> {
        let splits = Split::ALL.into_iter().filter(|&one| split.is_none_or(|only| only == one));
        let each = splits.flat_map(|split| {
            let transitions = Transition::ALL.into_iter();
            let kept = transitions.filter(|&one| transition.is_none_or(|only| only == one));
            kept.map(move |transition| (split, transition))
        });
        let is_early = split == Some(Split::Early);
        let worst = |of: &dyn Fn(Split, Transition) -> Option<Ticks>, is_greatest: bool| {
            let times = each.clone().filter_map(|(split, transition)| of(split, transition));
            let worst = if is_greatest { times.max() } else { times.min() };
            worst.map(ps)
        };
        match time {
            PinTime::Arrival => worst(&|split, transition| self.arrival(pin, split, transition), !is_early),
            PinTime::Required => worst(&|split, transition| self.required(pin, split, transition), is_early),
            PinTime::Slack => worst(&|split, transition| self.slack(pin, split, transition), false),
            PinTime::Slew => {
                let slews = each.filter_map(|(split, transition)| self.slew(pin, split, transition));
                let worst = if is_early { slews.reduce(f32::min) } else { slews.reduce(f32::max) };
                worst.map(f64::from)
            }
        }
    }

    /// Puts the worst times at the first pins, by their numbers, into places for them, on rayon's current threads; see [`Timed::worst_at`].
    pub fn worst_at_each<T: Send>(
        self,
        time: PinTime,
        split: Option<Split>,
        transition: Option<Transition>,
        places: &mut [T],
        put: impl Fn(&mut T, Option<f64>) + Sync,
    ) {
        // Results of a GPU are fetched once, before threads ask for them; slacks are found at once too.
        match time {
            PinTime::Slack => self.find_slacks(),
            PinTime::Arrival | PinTime::Required | PinTime::Slew => _ = self.timing(),
        }
        places.par_iter_mut().enumerate().for_each(|(pin, place)| {
            put(place, self.worst_at(PinId::new(pin), time, split, transition));
        });
    }

    /// The constant that a pin has in this mode, by the netlist and by constraints.
    pub fn known_value(self, pin: PinId) -> Option<CaseValue> {
        self.levelled().graph().pins().known(pin)
    }

    /// The clocks that come to a pin: in their networks alone, or also as what launches data. A clock that nothing is timed against comes nowhere.
    pub fn clocks_at(self, pin: PinId, in_networks: bool) -> Vec<ClockId> {
        let graph = self.graph();
        if pin.index() >= graph.pins().pin_count() {
            return Vec::new();
        }
        let vertices = graph.all_nodes(pin).flat_map(|node| Transition::ALL.map(|edge| node.vertex(edge)));
        let tags = vertices.filter_map(|vertex| graph.vertex_tag(vertex));
        let launched = tags.filter(|tag| !in_networks || tag.clocks()).filter_map(|tag| tag.launch);
        launched.map(|edge| edge.clock).collect::<BTreeSet<ClockId>>().into_iter().collect()
    }
}
