//! Parasitics of nets from memory.

use zeroslack::netlist::{NetId, NetParasitics, Netlist, Parasitics, ParasiticsError, PinId};

use crate::border::{Outcome, slice, wrong};
use crate::session::{change, zs_session};
use crate::types::{ZS_NONE, zs_corner, zs_net, zs_pin, zs_status};

/// Gives nets other networks: `fill` writes that of the net at a place into an empty one. All nets
/// get theirs, or, if one cannot, none.
fn set(
    session: &mut zs_session,
    corner: zs_corner,
    nets: &[zs_net],
    fill: impl Fn(usize, &mut NetParasitics),
) -> Outcome {
    let corner = session.corner(corner)?;
    for &net in nets {
        session.net(net)?;
    }
    let edits = |parasitics: &mut Parasitics, netlist: &Netlist| {
        let mark = parasitics.mark();
        let mut network = NetParasitics::default();
        let mut set = |(place, &net): (usize, &zs_net)| {
            network.nodes.clear();
            network.resistors.clear();
            fill(place, &mut network);
            let network = (!network.nodes.is_empty()).then_some(&network);
            parasitics.set_net(netlist, NetId(net), network)
        };
        let outcome: Result<(), ParasiticsError> = nets.iter().enumerate().try_for_each(&mut set);
        if outcome.is_err() {
            parasitics.undo(mark);
        }
        outcome
    };
    Ok(session.session.edit_parasitics(corner, edits)?)
}

/// The range of a net's values in an array of all of them.
fn range(first: &[u32], net: usize) -> std::ops::Range<usize> {
    first[net] as usize..first[net + 1] as usize
}

/// How many values there are, where each net's start in order.
fn count(first: &[u32], what: &str) -> Outcome<usize> {
    match first {
        [0, ..] if first.is_sorted() => Ok(first[first.len() - 1] as usize),
        _ => Err(wrong(format!("the array '{what}' has to begin with 0 and must not decrease"))),
    }
}

/// Gives many nets of a corner other RC networks; the others keep theirs. All of them get theirs,
/// or, if one cannot (`ZS_PARASITICS`), none. It can be undone. The networks lie one after the
/// other:
///
/// - `nets[net_count]`: each net once, or its last network counts.
/// - `first_node[net_count + 1]`: where the nodes of each net start; it begins with 0 and ends with
///   the number of nodes. A net without nodes loses its parasitics.
/// - `node_pins[nodes]`: the pin of the net at each node, `ZS_NONE` at internal ones. No pin has
///   two nodes.
/// - `capacitances[nodes]`: to ground, fF, 0 or more.
/// - `first_resistor[net_count + 1]`: the same as `first_node` of the resistors.
/// - `resistor_ends[2 * resistors]`: two nodes for each resistor, counted from 0 in their net.
/// - `resistances[resistors]`: kOhm, 0 or more.
///
/// Results do not depend on the order of pins or resistors; internal nodes count in the order in
/// which they come.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_set_parasitics(
    session: Option<&mut zs_session>,
    corner: zs_corner,
    nets: *const zs_net,
    net_count: usize,
    first_node: *const u32,
    node_pins: *const zs_pin,
    capacitances: *const f32,
    first_resistor: *const u32,
    resistor_ends: *const u32,
    resistances: *const f32,
) -> zs_status {
    change(session, |session| {
        if net_count == 0 {
            return Ok(());
        }
        // SAFETY: as the header asks.
        let (nets, first_node, first_resistor) = unsafe {
            let ends = net_count.saturating_add(1);
            let first_node = slice(first_node, ends, "first_node")?;
            (slice(nets, net_count, "nets")?, first_node, slice(first_resistor, ends, "first_resistor")?)
        };
        let (nodes, resistors) = (count(first_node, "first_node")?, count(first_resistor, "first_resistor")?);
        // SAFETY: as the header asks.
        let (node_pins, capacitances, resistor_ends, resistances) = unsafe {
            let (pins, farads) =
                (slice(node_pins, nodes, "node_pins")?, slice(capacitances, nodes, "capacitances")?);
            let ends = slice(resistor_ends.cast::<[u32; 2]>(), resistors, "resistor_ends")?;
            (pins, farads, ends, slice(resistances, resistors, "resistances")?)
        };
        set(session, corner, nets, |net, network| {
            let nodes = range(first_node, net);
            let pins = node_pins[nodes.clone()].iter().map(|&pin| (pin != ZS_NONE).then_some(PinId(pin)));
            network.nodes.extend(pins.zip(capacitances[nodes].iter().copied()));
            let resistors = range(first_resistor, net);
            let ends = resistor_ends[resistors.clone()].iter().zip(&resistances[resistors]);
            network.resistors.extend(ends.map(|(&[a, b], &value)| (a as usize, b as usize, value)));
        })
    })
}

/// Gives many nets of a corner a star each: a resistor from the net's first pin here, mostly its
/// driver, to each of its other pins. Else as `zs_set_parasitics`:
///
/// - `nets[net_count]`.
/// - `first_pin[net_count + 1]`: where the pins of each net start; it begins with 0 and ends with
///   the number of pins.
/// - `pins[pins]`: pins of the net.
/// - `capacitances[pins]`: to ground at each pin, without the pin's own, fF, 0 or more.
/// - `resistances[pins]`: from the net's first pin to this one, kOhm, 0 or more; that of a first
///   pin is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_set_stars(
    session: Option<&mut zs_session>,
    corner: zs_corner,
    nets: *const zs_net,
    net_count: usize,
    first_pin: *const u32,
    pins: *const zs_pin,
    capacitances: *const f32,
    resistances: *const f32,
) -> zs_status {
    change(session, |session| {
        if net_count == 0 {
            return Ok(());
        }
        // SAFETY: as the header asks.
        let (nets, first_pin) = unsafe {
            (slice(nets, net_count, "nets")?, slice(first_pin, net_count.saturating_add(1), "first_pin")?)
        };
        let count = count(first_pin, "first_pin")?;
        // SAFETY: as the header asks.
        let (pins, capacitances, resistances) = unsafe {
            let farads = slice(capacitances, count, "capacitances")?;
            (slice(pins, count, "pins")?, farads, slice(resistances, count, "resistances")?)
        };
        set(session, corner, nets, |net, network| {
            let places = range(first_pin, net);
            let nodes = pins[places.clone()].iter().zip(&capacitances[places.clone()]);
            network.nodes.extend(nodes.map(|(&pin, &capacitance)| (Some(PinId(pin)), capacitance)));
            let resistances = resistances[places].iter().enumerate().skip(1);
            network.resistors.extend(resistances.map(|(node, &resistance)| (0, node, resistance)));
        })
    })
}

/// Gives many nets of a corner a capacitance each, fF, 0 or more, without resistors: all of it
/// loads the net's driver, beside its pins' own. Else as `zs_set_parasitics`. `nets` and
/// `capacitances` have `net_count` values.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_set_capacitances(
    session: Option<&mut zs_session>,
    corner: zs_corner,
    nets: *const zs_net,
    net_count: usize,
    capacitances: *const f32,
) -> zs_status {
    change(session, |session| {
        // SAFETY: as the header asks.
        let (nets, capacitances) =
            unsafe { (slice(nets, net_count, "nets")?, slice(capacitances, net_count, "capacitances")?) };
        set(session, corner, nets, |net, network| network.nodes.push((None, capacitances[net])))
    })
}
