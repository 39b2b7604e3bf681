//! What the design is made of: look-ups, names, neighbours.

use std::ffi::c_char;
use std::mem::MaybeUninit;

use zeroslack::netlist::{CellId, MasterId, NetId, Netlist, PinId};

use crate::border::{Outcome, fill, fill_text, given, room, text, wrong};
use crate::session::{look, zs_session};
use crate::types::{ZS_NONE, zs_cell, zs_counts, zs_master, zs_net, zs_pin, zs_status};

impl zs_session {
    pub(crate) fn netlist(&self) -> &Netlist {
        self.session.netlist()
    }

    pub(crate) fn cell(&self, cell: zs_cell) -> Outcome<CellId> {
        let is_there = self.netlist().has_cell(CellId(cell));
        is_there.then_some(CellId(cell)).ok_or_else(|| wrong(format!("no cell #{cell}")))
    }

    pub(crate) fn net(&self, net: zs_net) -> Outcome<NetId> {
        let is_there = self.netlist().has_net(NetId(net));
        is_there.then_some(NetId(net)).ok_or_else(|| wrong(format!("no net #{net}")))
    }

    pub(crate) fn pin(&self, pin: zs_pin) -> Outcome<PinId> {
        let is_there = self.has_pin(pin);
        is_there.then_some(PinId(pin)).ok_or_else(|| wrong(format!("no pin #{pin}")))
    }

    fn has_pin(&self, pin: zs_pin) -> bool {
        self.netlist().has_pin(PinId(pin))
    }

    fn master(&self, master: zs_master) -> Outcome<MasterId> {
        let is_there = (master as usize) < self.netlist().library().masters().len();
        is_there.then_some(MasterId(master)).ok_or_else(|| wrong(format!("no library cell #{master}")))
    }
}

/// How large the design is.
#[unsafe(no_mangle)]
pub extern "C" fn zs_get_counts(
    session: Option<&zs_session>,
    counts: Option<&mut MaybeUninit<zs_counts>>,
) -> zs_status {
    look(session, |session| {
        let netlist = session.netlist();
        given(counts, "counts")?.write(zs_counts {
            cells: netlist.cell_count() as u32,
            cell_ids: netlist.cell_id_count() as u32,
            pins: netlist.pin_count() as u32,
            pin_ids: netlist.pin_id_count() as u32,
            port_pins: netlist.port_pin_count() as u32,
            nets: netlist.net_count() as u32,
            net_ids: netlist.net_id_count() as u32,
            masters: netlist.library().masters().len() as u32,
        });
        Ok(())
    })
}

/// A cell by its path, names of instances with `/` between them; `ZS_NONE` if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_find_cell(
    session: Option<&zs_session>,
    name: *const c_char,
    cell: Option<&mut MaybeUninit<zs_cell>>,
) -> zs_status {
    look(session, |session| {
        // SAFETY: as the header asks.
        let found = session.netlist().find_cell(unsafe { text(name, "name") }?);
        given(cell, "cell")?.write(found.map_or(ZS_NONE, |cell| cell.0));
        Ok(())
    })
}

/// A net by any of its names; `ZS_NONE` if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_find_net(
    session: Option<&zs_session>,
    name: *const c_char,
    net: Option<&mut MaybeUninit<zs_net>>,
) -> zs_status {
    look(session, |session| {
        // SAFETY: as the header asks.
        let found = session.netlist().find_net(unsafe { text(name, "name") }?);
        given(net, "net")?.write(found.map_or(ZS_NONE, |net| net.0));
        Ok(())
    })
}

/// A pin by its full name, `cell/pin`, or a port bit (`a`, `b[3]`); `ZS_NONE` if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_find_pin(
    session: Option<&zs_session>,
    name: *const c_char,
    pin: Option<&mut MaybeUninit<zs_pin>>,
) -> zs_status {
    look(session, |session| {
        // SAFETY: as the header asks.
        let found = session.netlist().find_pin(unsafe { text(name, "name") }?, '/');
        given(pin, "pin")?.write(found.map_or(ZS_NONE, |pin| pin.0));
        Ok(())
    })
}

/// A port bit by its name with its index (`b[3]`), or a scalar port; `ZS_NONE` if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_find_port(
    session: Option<&zs_session>,
    name: *const c_char,
    pin: Option<&mut MaybeUninit<zs_pin>>,
) -> zs_status {
    look(session, |session| {
        // SAFETY: as the header asks.
        let found = session.netlist().find_port(unsafe { text(name, "name") }?);
        given(pin, "pin")?.write(found.map_or(ZS_NONE, |pin| pin.0));
        Ok(())
    })
}

/// A pin of a cell by the pin's own name; `ZS_NONE` if it has none of that name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_find_cell_pin(
    session: Option<&zs_session>,
    cell: zs_cell,
    name: *const c_char,
    pin: Option<&mut MaybeUninit<zs_pin>>,
) -> zs_status {
    look(session, |session| {
        // SAFETY: as the header asks.
        let name = unsafe { text(name, "name") }?;
        let found = session.netlist().find_cell_pin(session.cell(cell)?, name);
        given(pin, "pin")?.write(found.map_or(ZS_NONE, |pin| pin.0));
        Ok(())
    })
}

/// A library cell by its name; `ZS_NONE` if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_find_master(
    session: Option<&zs_session>,
    name: *const c_char,
    master: Option<&mut MaybeUninit<zs_master>>,
) -> zs_status {
    look(session, |session| {
        // SAFETY: as the header asks.
        let found = session.netlist().library().find(unsafe { text(name, "name") }?);
        given(master, "master")?.write(found.map_or(ZS_NONE, |master| master.0));
        Ok(())
    })
}

/// The library cells that a cell could be instead of `master`, which `zs_set_master` takes: those
/// with the same pins, functions and states that are not marked `dont_use`, in the order of their
/// ids. Where the library states no functions, cells of other functions are among them. At most
/// `capacity` are written; `count` gets how many there are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_get_alike_masters(
    session: Option<&zs_session>,
    master: zs_master,
    masters: *mut zs_master,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> zs_status {
    look(session, |session| {
        // SAFETY: as the header asks.
        let (count, room) = (given(count, "count")?, unsafe { room(masters, capacity, "masters") }?);
        let alike = session.netlist().library().alike(session.master(master)?);
        let alike: Vec<zs_master> = alike.map(|master| master.0).collect();
        count.write(fill(room, alike.into_iter()));
        Ok(())
    })
}

/// Writes a name as C has it into a caller's buffer.
///
/// # Safety
/// The buffer as in [`room`].
pub(crate) unsafe fn give_name(
    name: &str,
    buffer: *mut c_char,
    capacity: usize,
    length: Option<&mut MaybeUninit<usize>>,
) -> Outcome {
    // SAFETY: as this function asks.
    let full = fill_text(unsafe { room(buffer, capacity, "buffer") }?, name);
    if let Some(length) = length {
        length.write(full);
    }
    Ok(())
}

/// The name of a cell. Here and below: at most `capacity` bytes are written, the ending zero byte
/// included; `length`, which may be null, gets how many bytes the name has without it, so that a
/// `length` of `capacity` or more says that it was cut.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_cell_name(
    session: Option<&zs_session>,
    cell: zs_cell,
    buffer: *mut c_char,
    capacity: usize,
    length: Option<&mut MaybeUninit<usize>>,
) -> zs_status {
    look(session, |session| {
        let name = session.netlist().cell_name(session.cell(cell)?);
        // SAFETY: as the header asks.
        unsafe { give_name(name, buffer, capacity, length) }
    })
}

/// The name a net is called by: its outermost one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_net_name(
    session: Option<&zs_session>,
    net: zs_net,
    buffer: *mut c_char,
    capacity: usize,
    length: Option<&mut MaybeUninit<usize>>,
) -> zs_status {
    look(session, |session| {
        let name = session.netlist().net_name(session.net(net)?);
        // SAFETY: as the header asks.
        unsafe { give_name(name, buffer, capacity, length) }
    })
}

/// The full name of a pin, `cell/pin`, or of a port bit.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_pin_name(
    session: Option<&zs_session>,
    pin: zs_pin,
    buffer: *mut c_char,
    capacity: usize,
    length: Option<&mut MaybeUninit<usize>>,
) -> zs_status {
    look(session, |session| {
        let name = session.netlist().pin_name(session.pin(pin)?);
        // SAFETY: as the header asks.
        unsafe { give_name(&name, buffer, capacity, length) }
    })
}

/// The name of a library cell.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_master_name(
    session: Option<&zs_session>,
    master: zs_master,
    buffer: *mut c_char,
    capacity: usize,
    length: Option<&mut MaybeUninit<usize>>,
) -> zs_status {
    look(session, |session| {
        let name = &session.netlist().library().master(session.master(master)?).name;
        // SAFETY: as the header asks.
        unsafe { give_name(name, buffer, capacity, length) }
    })
}

/// Whether a cell is there: it may be removed.
#[unsafe(no_mangle)]
pub extern "C" fn zs_has_cell(
    session: Option<&zs_session>,
    cell: zs_cell,
    has: Option<&mut MaybeUninit<bool>>,
) -> zs_status {
    look(session, |session| {
        given(has, "has")?.write(session.netlist().has_cell(CellId(cell)));
        Ok(())
    })
}

/// Whether a net is there: it may be removed.
#[unsafe(no_mangle)]
pub extern "C" fn zs_has_net(
    session: Option<&zs_session>,
    net: zs_net,
    has: Option<&mut MaybeUninit<bool>>,
) -> zs_status {
    look(session, |session| {
        given(has, "has")?.write(session.netlist().has_net(NetId(net)));
        Ok(())
    })
}

/// Whether a pin is there: its cell may be removed.
#[unsafe(no_mangle)]
pub extern "C" fn zs_has_pin(
    session: Option<&zs_session>,
    pin: zs_pin,
    has: Option<&mut MaybeUninit<bool>>,
) -> zs_status {
    look(session, |session| {
        given(has, "has")?.write(session.has_pin(pin));
        Ok(())
    })
}

/// The library cell of a cell.
#[unsafe(no_mangle)]
pub extern "C" fn zs_cell_master(
    session: Option<&zs_session>,
    cell: zs_cell,
    master: Option<&mut MaybeUninit<zs_master>>,
) -> zs_status {
    look(session, |session| {
        given(master, "master")?.write(session.netlist().cell_master(session.cell(cell)?).0);
        Ok(())
    })
}

/// The pins of a cell, in the order of its library cell's: `count` of them from `first` on, one
/// number after the other.
#[unsafe(no_mangle)]
pub extern "C" fn zs_cell_pins(
    session: Option<&zs_session>,
    cell: zs_cell,
    first: Option<&mut MaybeUninit<zs_pin>>,
    count: Option<&mut MaybeUninit<u32>>,
) -> zs_status {
    look(session, |session| {
        let (first, count) = (given(first, "first")?, given(count, "count")?);
        let mut pins = session.netlist().cell_pins(session.cell(cell)?);
        count.write(pins.len() as u32);
        first.write(pins.next().map_or(ZS_NONE, |pin| pin.0));
        Ok(())
    })
}

/// The cell of a pin; `ZS_NONE` for a port.
#[unsafe(no_mangle)]
pub extern "C" fn zs_pin_cell(
    session: Option<&zs_session>,
    pin: zs_pin,
    cell: Option<&mut MaybeUninit<zs_cell>>,
) -> zs_status {
    look(session, |session| {
        let found = session.netlist().pin_cell(session.pin(pin)?);
        given(cell, "cell")?.write(found.map_or(ZS_NONE, |cell| cell.0));
        Ok(())
    })
}

/// The net of a pin; `ZS_NONE` where it is not connected.
#[unsafe(no_mangle)]
pub extern "C" fn zs_pin_net(
    session: Option<&zs_session>,
    pin: zs_pin,
    net: Option<&mut MaybeUninit<zs_net>>,
) -> zs_status {
    look(session, |session| {
        let found = session.netlist().pin_net(session.pin(pin)?);
        given(net, "net")?.write(found.map_or(ZS_NONE, |net| net.0));
        Ok(())
    })
}

/// Whether a pin drives its net: a cell's output, its inout pin to which arcs lead, an input or inout port.
#[unsafe(no_mangle)]
pub extern "C" fn zs_pin_is_driver(
    session: Option<&zs_session>,
    pin: zs_pin,
    is_driver: Option<&mut MaybeUninit<bool>>,
) -> zs_status {
    look(session, |session| {
        given(is_driver, "is_driver")?.write(session.netlist().is_driver(session.pin(pin)?));
        Ok(())
    })
}

/// The pins of a net in the order of their ids. The array lives until the session is changed.
#[unsafe(no_mangle)]
pub extern "C" fn zs_net_pins(
    session: Option<&zs_session>,
    net: zs_net,
    pins: Option<&mut MaybeUninit<*const zs_pin>>,
    count: Option<&mut MaybeUninit<u32>>,
) -> zs_status {
    look(session, |session| {
        let (place, count) = (given(pins, "pins")?, given(count, "count")?);
        let pins = session.netlist().net_pins(session.net(net)?);
        count.write(pins.len() as u32);
        // A pin's id is a number and nothing else (`repr(transparent)`).
        place.write(pins.as_ptr().cast());
        Ok(())
    })
}
