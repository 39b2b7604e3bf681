//! Properties of clocks.

use zeroslack_sdc::Clock;
use zeroslack_tcl::{Exception, Value};
use zeroslack_units::ps;

use super::{Is, Property, number, property_of, with_aliases};
use crate::object::Object;
use crate::state::State;

pub(super) const OF_CLOCKS: &[Property] = &[
    property_of("period", Is::Number, "the time from one rise to the next", |state, object| {
        let unit = state.units().time;
        Ok(clock(state, object)?.map(|clock| number(ps(clock.period) / unit)))
    }),
    with_aliases(
        property_of("waveform", Is::Numbers, "its first rise and its first fall", |state, object| {
            let unit = state.units().time;
            Ok(clock(state, object)?
                .map(|clock| Value::list(clock.edges.iter().map(|&edge| number(ps(edge) / unit)).collect())))
        }),
        &["edges"],
    ),
    property_of("sources", Is::Objects, "the ports and pins where it starts", |state, object| {
        let netlist = state.netlist()?;
        Ok(clock(state, object)?.map(|clock| {
            let pins = clock.sources.iter().filter(|&&pin| netlist.has_pin(pin));
            state.handles(pins.map(|&pin| Object::of_pin(netlist, pin)))
        }))
    }),
    property_of("is_propagated", Is::Bool, "the delays of its network count", |state, object| {
        Ok(clock(state, object)?.map(|clock| Value::from_bool(clock.propagated)))
    }),
    property_of("is_virtual", Is::Bool, "it starts nowhere in the design", |state, object| {
        Ok(clock(state, object)?.map(|clock| Value::from_bool(clock.is_virtual())))
    }),
    property_of("is_generated", Is::Bool, "it is made from another clock", |state, object| {
        Ok(clock(state, object)?.map(|clock| Value::from_bool(clock.generated.is_some())))
    }),
];

fn clock(state: &State, object: Object) -> Result<Option<&Clock>, Exception> {
    let Object::Clock(id) = object else { return Ok(None) };
    Ok(state.constraints()?.clocks.get(id))
}
