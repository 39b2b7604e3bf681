//! Recipes of what constraints say of clocks beside their edges: latencies of networks and at pins, slews, uncertainties, derates.

use proptest::prelude::*;
use zeroslack::netlist::Netlist;
use zeroslack::sdc::{DerateScope, LatencyIncluded};
use zeroslack::units::{Quad, Split, Ticks, Transition};

use super::clocking::{quad, ticks};
use super::derates::{Derate, Target};
use super::network::{BySplit, ClockEdge, Setting};
use super::recipe::Stated;

/// Of one clock.
#[derive(Clone, Debug)]
struct ClockDetail {
    network_latency: Stated,
    slew: [u8; 4],
    uncertainty: BySplitRecipe,
}

/// By split, ps.
type BySplitRecipe = [Option<i16>; 2];

#[derive(Clone, Debug)]
struct LatencyRecipe {
    place: u16,
    /// None for all clocks.
    clock: Option<u8>,
    latency: Stated,
}

#[derive(Clone, Debug)]
struct DerateRecipe {
    target: u8,
    object: u16,
    /// Bits.
    kinds: u8,
    parts: u8,
    transitions: u8,
    /// By split, of [`FACTORS`].
    factors: [u8; 2],
}

/// In order. Most of them make of a whole number of ps one that no f32 is.
const FACTORS: [f32; 9] = [0.0, 0.33, 0.5, 0.9, 0.95, 1.0, 1.05, 1.3, 2.0];

#[derive(Clone, Debug)]
pub struct Details {
    /// Of the first clocks.
    clocks: Vec<ClockDetail>,
    latencies: Vec<LatencyRecipe>,
    source_latencies: Vec<LatencyRecipe>,
    uncertainties: Vec<(u16, BySplitRecipe)>,
    between: Vec<([u8; 2], BySplitRecipe)>,
    /// Two bits for each delay of a port: which latencies it includes.
    included: u32,
    derates: Vec<DerateRecipe>,
}

/// Mostly all four are there.
fn latency() -> impl Strategy<Value = Stated> {
    let missing = prop_oneof![2 => Just(0_u8), 1 => any::<u8>()];
    (prop::array::uniform4(-1_i16..7), missing)
        .prop_map(|(times, missing)| std::array::from_fn(|at| (missing >> at & 1 == 0).then_some(times[at])))
}

fn latencies() -> impl Strategy<Value = Vec<LatencyRecipe>> {
    let one = (any::<u16>(), prop::option::of(any::<u8>()), latency());
    prop::collection::vec(
        one.prop_map(|(place, clock, latency)| LatencyRecipe { place, clock, latency }),
        0..=3,
    )
}

fn by_split() -> impl Strategy<Value = BySplitRecipe> {
    prop::array::uniform2(prop::option::weighted(0.8, -2_i16..8))
}

fn clocks() -> impl Strategy<Value = Vec<ClockDetail>> {
    let one = (latency(), prop::array::uniform4(0_u8..10), by_split());
    let one = one.prop_map(|(network_latency, slew, uncertainty)| ClockDetail {
        network_latency,
        slew,
        uncertainty,
    });
    prop::collection::vec(one, 0..=4)
}

fn derates() -> impl Strategy<Value = Vec<DerateRecipe>> {
    let factors = prop::array::uniform2(0..FACTORS.len() as u8);
    let one = (0_u8..4, any::<u16>(), 1_u8..8, 1_u8..4, 1_u8..4, factors);
    let one = one.prop_map(|(target, object, kinds, parts, transitions, factors)| DerateRecipe {
        target,
        object,
        kinds,
        parts,
        transitions,
        factors,
    });
    prop::collection::vec(one, 0..=4)
}

pub fn details() -> impl Strategy<Value = Details> {
    let uncertainties = prop::collection::vec((any::<u16>(), by_split()), 0..=2);
    let between = prop::collection::vec((any::<[u8; 2]>(), by_split()), 0..=2);
    (clocks(), latencies(), latencies(), uncertainties, between, any::<u32>(), derates()).prop_map(
        |(clocks, latencies, source_latencies, uncertainties, between, included, derates)| Details {
            clocks,
            latencies,
            source_latencies,
            uncertainties,
            between,
            included,
            derates,
        },
    )
}

/// Four latencies. Where times are ordered, late ones are not less than early ones.
fn quad_of(latency: Stated, is_ordered: bool) -> Quad<Option<Ticks>> {
    let [mut early, late] = quad(&latency);
    if is_ordered {
        for (early, late) in early.iter_mut().zip(late) {
            *early = early.map(|early| late.map_or(early, |late| early.min(late)));
        }
    }
    [early, late]
}

/// Whether there is any value.
fn states<T>(values: &[Option<T>]) -> bool {
    values.iter().any(Option::is_some)
}

fn splits(times: BySplitRecipe) -> BySplit {
    times.map(|time| time.map(ticks))
}

impl Details {
    /// Refines what is drawn already of clocks and ports.
    pub fn add_to(&self, setting: &mut Setting, netlist: &Netlist, is_ordered: bool) {
        self.refine_clocks(setting, is_ordered);
        self.state_at_sources(setting, is_ordered);
        self.state_at_pins(setting, netlist, is_ordered);
        for &(edges, times) in self.between.iter().filter(|(_, times)| states(times)) {
            let edge = |choice: u8| ClockEdge {
                clock: usize::from(choice / 2) % setting.clocks.len(),
                edge: Transition::of(choice.into()),
            };
            let [launch, capture] = edges.map(edge);
            setting.uncertainties_between.insert((launch, capture), splits(times));
        }
        let included = |number: usize| {
            let bits = self.included.rotate_right(2 * number as u32);
            LatencyIncluded { source: bits & 1 != 0, network: bits & 2 != 0 }
        };
        let (inputs, outputs) = (setting.inputs.iter_mut(), setting.outputs.iter_mut());
        let places =
            inputs.map(|input| &mut input.included).chain(outputs.map(|output| &mut output.included));
        places.enumerate().for_each(|(number, place)| *place = included(number));
        setting.derates = self.derates.iter().flat_map(|derate| derate.stated(netlist, is_ordered)).collect();
    }

    fn refine_clocks(&self, setting: &mut Setting, is_ordered: bool) {
        for (clock, detail) in setting.clocks.iter_mut().zip(&self.clocks) {
            let latency = quad_of(detail.network_latency, is_ordered);
            clock.network_latency = latency.map(|split| split.map(|time| time.unwrap_or(0)));
            let [early_rise, early_fall, late_rise, late_fall] = detail.slew.map(f32::from);
            clock.slew = [[early_rise, early_fall], [late_rise, late_fall]];
            clock.uncertainty = splits(detail.uncertainty).map(|time| time.unwrap_or(0));
        }
    }

    fn state_at_sources(&self, setting: &mut Setting, is_ordered: bool) {
        let clocks = setting.clocks.iter().enumerate();
        let of_clock = clocks.flat_map(|(number, clock)| clock.sources.iter().map(move |pin| (pin, number)));
        let starts: Vec<(String, usize)> = of_clock.map(|(pin, number)| (pin.clone(), number)).collect();
        let latencies = self.source_latencies.iter().filter(|stated| states(&stated.latency));
        for stated in latencies.filter(|_| !starts.is_empty()) {
            let (pin, clock) = starts[usize::from(stated.place) % starts.len()].clone();
            let key = (pin, stated.clock.map(|_| clock));
            setting.source_latencies.insert(key, quad_of(stated.latency, is_ordered));
        }
    }

    fn state_at_pins(&self, setting: &mut Setting, netlist: &Netlist, is_ordered: bool) {
        let places = places(setting, netlist);
        let pin = |choice: u16| {
            let (kind, choice) = (usize::from(choice % 8), usize::from(choice / 8));
            let among = &places[kind % places.len()];
            among[choice % among.len()].clone()
        };
        for stated in self.latencies.iter().filter(|stated| states(&stated.latency)) {
            let clock = stated.clock.map(|choice| usize::from(choice) % setting.clocks.len());
            setting.pin_latencies.insert((pin(stated.place), clock), quad_of(stated.latency, is_ordered));
        }
        for &(place, times) in self.uncertainties.iter().filter(|(_, times)| states(times)) {
            setting.pin_uncertainties.insert(pin(place), splits(times));
        }
    }
}

/// Pins of the clock network, pins that clocks end at or start at, and all of them.
fn places(setting: &Setting, netlist: &Netlist) -> Vec<Vec<String>> {
    let all: Vec<String> = netlist.pins().map(|pin| netlist.pin_name(pin)).collect();
    let that = |is_meant: &dyn Fn(&str) -> bool| all.iter().filter(|pin| is_meant(pin)).cloned().collect();
    let network: Vec<String> = that(&|pin| pin.starts_with("u_c"));
    let sources = setting.clocks.iter().flat_map(|clock| clock.sources.iter().cloned()).collect();
    let ends = that(&|pin| pin.ends_with("/CK") || pin.ends_with("/CKB"));
    let places = vec![network.clone(), network, ends, sources, all];
    places.into_iter().filter(|pins| !pins.is_empty()).collect()
}

impl DerateRecipe {
    /// One factor for each split.
    fn stated(&self, netlist: &Netlist, is_ordered: bool) -> [Derate; 2] {
        let mut factors = self.factors;
        if is_ordered {
            factors.sort_unstable();
        }
        Split::ALL.map(|split| {
            let mut edges = zeroslack::units::quad(false);
            edges[split as usize] = [0, 1].map(|at| self.transitions >> at & 1 != 0);
            let scope = DerateScope {
                kinds: self.kinds(),
                parts: [0, 1].map(|part| self.parts >> part & 1 != 0),
                edges,
            };
            let factor = FACTORS[usize::from(factors[split as usize])];
            Derate { target: self.target(netlist), scope, factor }
        })
    }

    /// What the object has delays of, as far as it is meant.
    fn kinds(&self) -> [bool; 3] {
        let has = match self.target {
            0 => [true; 3],
            1 | 2 => [true, false, true],
            _ => [false, true, false],
        };
        let meant = [0, 1, 2].map(|kind| has[kind] && self.kinds >> kind & 1 != 0);
        if meant == [false; 3] { has } else { meant }
    }

    fn target(&self, netlist: &Netlist) -> Target {
        let object = usize::from(self.object);
        let cell = netlist.cells().nth(object % netlist.cell_count()).unwrap();
        match self.target {
            0 => Target::Design,
            1 => Target::LibraryCell(netlist.master(cell).name.to_string()),
            2 => Target::Cell(netlist.cell_name(cell).into()),
            _ => {
                let nets: Vec<_> = netlist.nets().skip(Netlist::CONSTANTS.len()).collect();
                let net = nets[object % nets.len()];
                Target::Net(netlist.net_name(net).into())
            }
        }
    }
}
