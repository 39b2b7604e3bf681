//! Properties of pins, ports and nets.

use std::collections::BTreeSet;

use zeroslack_netlist::{Netlist, PinId, PortDirection};
use zeroslack_sdc::ClockId;
use zeroslack_tcl::{Exception, Value};

use super::libraries::direction as pin_direction;
use super::{Get, Is, Property, optional, property_of, with_aliases};
use crate::commands::registers;
use crate::design::PinTime;
use crate::object::Object;
use crate::state::State;

pub(super) const OF_PINS: &[Property] = &[
    DIRECTION,
    property_of("is_hierarchical", Is::Bool, "it is a pin of an instance of a module", |_, object| {
        Ok(Some(Value::from_bool(matches!(object, Object::HierarchicalPin(_)))))
    }),
    IS_PORT,
    NET,
    with_aliases(
        property_of("cell", Is::Object, "the cell or instance that it is of", |state, object| {
            let netlist = state.netlist()?;
            let cell = match object {
                Object::Pin(pin) => netlist.pin_cell(pin).map(Object::Cell),
                Object::HierarchicalPin(pin) => {
                    Some(Object::Instance(netlist.hierarchical_pin_instance(pin)))
                }
                _ => None,
            };
            Ok(Some(optional(state, cell)))
        }),
        &["instance"],
    ),
    with_aliases(
        property_of("lib_pin", Is::Object, "the pin of the library cell", |state, object| {
            let netlist = state.netlist()?;
            let Object::Pin(pin) = object else { return Ok(None) };
            let (Some(cell), Some(index)) = (netlist.pin_cell(pin), netlist.pin_index(pin)) else {
                return Ok(None);
            };
            Ok(Some(state.handle(Object::LibPin(netlist.cell_master(cell), index as u32))))
        }),
        &["liberty_port"],
    ),
    property_of("lib_pin_name", Is::Text, "the own name of that", |state, object| {
        Ok(Some(Value::from(state.own_name_of(object)?)))
    }),
    CASE_VALUE,
    USER_CASE_VALUE,
    property_of(
        "is_register_clock",
        Is::Bool,
        "it is the clock of a flip-flop or latch, by the library",
        |state, object| {
            let Object::Pin(pin) = object else { return Ok(Some(Value::from_bool(false))) };
            Ok(Some(Value::from_bool(registers::is_clock_pin(state.netlist()?, pin))))
        },
    ),
    IS_CLOCK,
    CLOCKS,
    CLOCK_DOMAINS,
    ARRIVAL,
    REQUIRED,
    SLACK,
    SLEW,
];

pub(super) const OF_PORTS: &[Property] = &[
    DIRECTION,
    property_of("is_hierarchical", Is::Bool, "0", |_, _| Ok(Some(Value::from_bool(false)))),
    IS_PORT,
    NET,
    CASE_VALUE,
    USER_CASE_VALUE,
    property_of("is_register_clock", Is::Bool, "0", |_, _| Ok(Some(Value::from_bool(false)))),
    IS_CLOCK,
    CLOCKS,
    CLOCK_DOMAINS,
    ARRIVAL,
    REQUIRED,
    SLACK,
    SLEW,
];

pub(super) const OF_NETS: &[Property] = &[
    property_of("fanout", Is::Number, "how many pins and ports it drives", |state, object| {
        let netlist = state.netlist()?;
        let Object::Net(net) = object else { return Ok(None) };
        let loads = netlist.net_pins(net).iter().filter(|&&pin| netlist.is_load(pin));
        Ok(Some(Value::from(loads.count())))
    }),
    property_of("pin_count", Is::Number, "how many pins and ports are on it", |state, object| {
        let Object::Net(net) = object else { return Ok(None) };
        Ok(Some(Value::from(state.netlist()?.net_pins(net).len())))
    }),
];

const DIRECTION: Property = with_aliases(
    property_of("direction", Is::Text, "`input`, `output`, `bidirect` or `internal`", |state, object| {
        let netlist = state.netlist()?;
        Ok(match object {
            Object::Port(pin) => netlist.port_of(pin).map(|(port, _)| direction(port.direction)),
            Object::HierarchicalPin(pin) => Some(direction(netlist.hierarchical_pin_direction(pin))),
            Object::Pin(pin) => match netlist.port_of(pin) {
                Some((port, _)) => Some(direction(port.direction)),
                None => netlist.master_pin(pin).map(|pin| pin_direction(pin.direction)),
            },
            _ => None,
        }
        .map(Value::from))
    }),
    &["pin_direction", "port_direction"],
);

const IS_PORT: Property = property_of("is_port", Is::Bool, "it is a port of the design", |state, object| {
    let netlist = state.netlist()?;
    let is_port = matches!(object, Object::Port(pin) | Object::Pin(pin) if netlist.is_port(pin));
    Ok(Some(Value::from_bool(is_port)))
});

const NET: Property = property_of("net", Is::Object, "its net", |state, object| {
    let netlist = state.netlist()?;
    let net = match object {
        Object::Port(pin) | Object::Pin(pin) => netlist.pin_net(pin),
        Object::HierarchicalPin(pin) => netlist.hierarchical_pin_net(pin),
        _ => None,
    };
    Ok(Some(optional(state, net.map(Object::Net))))
});

const CASE_VALUE: Property = with_aliases(
    property_of(
        "case_value",
        Is::Text,
        "what it is in this mode, by constants of the netlist and of constraints: `0`, `1`, `rising` or `falling`; empty if it rises and falls",
        |state, object| {
            let Some(pin) = pin_for(state.netlist()?, object) else { return Ok(None) };
            state.update()?;
            let known = state.design.known_value(pin)?;
            Ok(Some(Value::from(known.map_or("", |value| value.name()))))
        },
    ),
    &["constant_value"],
);

const USER_CASE_VALUE: Property = property_of(
    "user_case_value",
    Is::Text,
    "what `set_case_analysis` says that it is; empty if it says nothing",
    |state, object| {
        let Some(pin) = pin_for(state.netlist()?, object) else { return Ok(None) };
        let stated = state.constraints()?.case_values.get(&pin);
        Ok(Some(Value::from(stated.map_or("", |value| value.name()))))
    },
);

const IS_CLOCK: Property =
    property_of("is_clock", Is::Bool, "a clock comes there, in its network", |state, object| {
        Ok(Some(Value::from_bool(!clocks_at(state, object, true)?.is_empty())))
    });

const CLOCKS: Property =
    property_of("clocks", Is::Objects, "the clocks that come there, in their networks", |state, object| {
        handles(state, object, true)
    });

const CLOCK_DOMAINS: Property = property_of(
    "clock_domains",
    Is::Objects,
    "the clocks that come there or launch what comes there",
    |state, object| handles(state, object, false),
);

const ARRIVAL: Property =
    timing_of(PinTime::Arrival, "the latest arrival, or with `_min` the earliest; INF or -INF without one");
const REQUIRED: Property =
    timing_of(PinTime::Required, "the tightest required time; INF or -INF without one");
const SLACK: Property = timing_of(
    PinTime::Slack,
    "the least slack of the paths through it (see [slacks of pins](#slacks-of-pins)); INF without one",
);
const SLEW: Property = timing_of(
    PinTime::Slew,
    "the greatest slew, or with `_min` the least; `actual_max_rise_slew` is an old name of `slew_max_rise`",
);

const fn timing_of(what: PinTime, about: &'static str) -> Property {
    Property { name: what.name(), aliases: &[], is: Is::Number, about, get: Get::Timing(what) }
}

fn direction(direction: PortDirection) -> &'static str {
    match direction {
        PortDirection::Input => "input",
        PortDirection::Output => "output",
        PortDirection::Inout => "bidirect",
    }
}

/// The pins that stand for an object: of a pin of an instance the first that drives its net.
fn pin_for(netlist: &Netlist, object: Object) -> Option<PinId> {
    match object {
        Object::Port(pin) | Object::Pin(pin) => Some(pin),
        Object::HierarchicalPin(pin) => {
            let net = netlist.hierarchical_pin_net(pin)?;
            netlist.net_pins(net).iter().copied().find(|&pin| netlist.is_driver(pin))
        }
        _ => None,
    }
}

/// The clocks that come to a pin: in their networks alone, or also as what launches data.
fn clocks_at(state: &mut State, object: Object, in_networks: bool) -> Result<BTreeSet<ClockId>, Exception> {
    let netlist = state.netlist()?;
    let pin = match object {
        // Only some of the net's clocks may come through it.
        Object::HierarchicalPin(at) => state.constraints()?.pins_at(netlist, at).first().copied(),
        _ => None,
    };
    let Some(pin) = pin.or_else(|| pin_for(netlist, object)) else { return Ok(BTreeSet::new()) };
    // Clocks that start at a pin are known without analysis.
    let mut clocks: BTreeSet<ClockId> =
        state.constraints()?.clocks.starting_at(pin).iter().copied().collect();
    state.update()?;
    clocks.extend(state.design.clocks_at(pin, in_networks)?);
    Ok(clocks)
}

/// The clocks that come to a pin, in their networks.
pub(crate) fn clocks_in_network(state: &mut State, pin: PinId) -> Result<BTreeSet<ClockId>, Exception> {
    clocks_at(state, Object::Pin(pin), true)
}

fn handles(state: &mut State, object: Object, in_networks: bool) -> Result<Option<Value>, Exception> {
    let clocks = clocks_at(state, object, in_networks)?;
    Ok(Some(state.handles(clocks.into_iter().map(Object::Clock))))
}
