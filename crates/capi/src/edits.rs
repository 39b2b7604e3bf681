//! Edits of the netlist.

use std::ffi::c_char;
use std::mem::MaybeUninit;

use zeroslack::netlist::{CellId, EditError, Editor, MasterId, NetId, PinId};

use crate::border::{Outcome, given, room, slice, text, wrong};
use crate::session::{change, zs_session};
use crate::types::{
    ZS_NONE, port_direction, zs_cell, zs_edit, zs_edit_kind, zs_master, zs_net, zs_pin, zs_status,
};

/// Makes one edit.
fn edit<T>(
    session: &mut zs_session,
    edit: impl FnOnce(&mut Editor<'_>) -> Result<T, EditError>,
) -> Outcome<T> {
    Ok(session.session.edit(edit)?)
}

/// Adds a cell, its pins not connected. Here and below: an edit that fails changes nothing
/// (`ZS_EDIT`). Edits take effect at the next update, and the parasitics of all corners follow
/// them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_insert_cell(
    session: Option<&mut zs_session>,
    name: *const c_char,
    master: zs_master,
    cell: Option<&mut MaybeUninit<zs_cell>>,
) -> zs_status {
    change(session, |session| {
        // SAFETY: as the header asks.
        let (name, place) = (unsafe { text(name, "name") }?, given(cell, "cell")?);
        place.write(edit(session, |netlist| netlist.insert_cell(name, MasterId(master)))?.0);
        Ok(())
    })
}

/// Takes a cell away, after disconnecting its pins. Its id and those of its pins are not used
/// again.
#[unsafe(no_mangle)]
pub extern "C" fn zs_remove_cell(session: Option<&mut zs_session>, cell: zs_cell) -> zs_status {
    change(session, |session| edit(session, |netlist| netlist.remove_cell(CellId(cell))))
}

/// Exchanges a cell's library cell for another with the same pins in the same order: see
/// `zs_get_alike_masters`.
#[unsafe(no_mangle)]
pub extern "C" fn zs_set_master(
    session: Option<&mut zs_session>,
    cell: zs_cell,
    master: zs_master,
) -> zs_status {
    change(session, |session| edit(session, |netlist| netlist.set_master(CellId(cell), MasterId(master))))
}

/// Adds a net without pins and without parasitics.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_insert_net(
    session: Option<&mut zs_session>,
    name: *const c_char,
    net: Option<&mut MaybeUninit<zs_net>>,
) -> zs_status {
    change(session, |session| {
        // SAFETY: as the header asks.
        let (name, place) = (unsafe { text(name, "name") }?, given(net, "net")?);
        place.write(edit(session, |netlist| netlist.insert_net(name))?.0);
        Ok(())
    })
}

/// Takes a net away, after disconnecting its pins; its parasitics go too. The constants stay.
#[unsafe(no_mangle)]
pub extern "C" fn zs_remove_net(session: Option<&mut zs_session>, net: zs_net) -> zs_status {
    change(session, |session| edit(session, |netlist| netlist.remove_net(NetId(net))))
}

/// Adds a port of one bit, connected to nothing; `direction` is a `zs_direction`. Its pin comes after
/// all others.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_insert_port(
    session: Option<&mut zs_session>,
    name: *const c_char,
    direction: u32,
    pin: Option<&mut MaybeUninit<zs_pin>>,
) -> zs_status {
    change(session, |session| {
        // SAFETY: as the header asks.
        let (name, place) = (unsafe { text(name, "name") }?, given(pin, "pin")?);
        let direction = port_direction(direction)?;
        place.write(edit(session, |netlist| netlist.insert_port(name, direction, None))?.0);
        Ok(())
    })
}

/// Takes a port away, all bits of a bus, after disconnecting them; `pin` is one of its bits. Their ids
/// are not used again, and what constraints say of them does not count.
#[unsafe(no_mangle)]
pub extern "C" fn zs_remove_port(session: Option<&mut zs_session>, pin: zs_pin) -> zs_status {
    change(session, |session| edit(session, |netlist| netlist.remove_port(PinId(pin))))
}

/// Puts a pin, which is on no net, on a net. If other pins have nodes in the net's parasitics, the
/// pin gets one too, without capacitance or resistors: its own capacitance loads the net's driver.
#[unsafe(no_mangle)]
pub extern "C" fn zs_connect(session: Option<&mut zs_session>, pin: zs_pin, net: zs_net) -> zs_status {
    change(session, |session| edit(session, |netlist| netlist.connect(PinId(pin), NetId(net))))
}

/// Takes a pin off its net. The pin's node in the net's parasitics stays, as an internal one: a pin
/// that comes back gets another.
#[unsafe(no_mangle)]
pub extern "C" fn zs_disconnect(session: Option<&mut zs_session>, pin: zs_pin) -> zs_status {
    change(session, |session| edit(session, |netlist| netlist.disconnect(PinId(pin))))
}

/// Makes a group of edits in order: all of them, or, if one fails, none. `made`, which may be null,
/// has room for `count` ids: it gets what each edit made, `ZS_NONE` for those that make nothing.
/// `failed`, which may be null, gets the place of the edit that failed, or `count`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_apply_edits(
    session: Option<&mut zs_session>,
    edits: *const zs_edit,
    count: usize,
    made: *mut u32,
    failed: Option<&mut MaybeUninit<usize>>,
) -> zs_status {
    change(session, |session| {
        let made_count = if made.is_null() { 0 } else { count };
        // SAFETY: as the header asks.
        let (edits, made) = unsafe { (slice(edits, count, "edits")?, room(made, made_count, "made")?) };
        let mut done = 0;
        // SAFETY: as the header asks.
        let outcome = unsafe { apply(session, edits, &mut done) }.map(|ids| {
            for (place, id) in made.iter_mut().zip(ids) {
                place.write(id);
            }
        });
        if let Some(failed) = failed {
            failed.write(done);
        }
        outcome
    })
}

/// Makes a group of edits, counts those that went well, and returns what each made.
///
/// # Safety
/// The edits as in [`Edit::new`].
unsafe fn apply(session: &mut zs_session, edits: &[zs_edit], done: &mut usize) -> Outcome<Vec<u32>> {
    let mut group = Vec::with_capacity(edits.len());
    for one in edits {
        // SAFETY: as this function asks.
        group.push(unsafe { Edit::new(one) }?);
        *done += 1;
    }
    *done = 0;
    edit(session, |netlist| {
        let make = |one: &Edit<'_>| {
            let id = one.make(netlist)?;
            *done += 1;
            Ok(id)
        };
        group.iter().map(make).collect()
    })
}

/// An edit whose kind and name are known.
enum Edit<'a> {
    SetMaster(CellId, MasterId),
    InsertCell(&'a str, MasterId),
    RemoveCell(CellId),
    InsertNet(&'a str),
    RemoveNet(NetId),
    Connect(PinId, NetId),
    Disconnect(PinId),
}

impl<'a> Edit<'a> {
    /// Of what C gives.
    ///
    /// # Safety
    /// Its name as in [`text`], if it is of a kind that has one.
    unsafe fn new(edit: &'a zs_edit) -> Outcome<Self> {
        let &zs_edit { kind, object, to, name } = edit;
        // SAFETY: as this function asks, of the kinds that have a name.
        let name = || -> Outcome<&'a str> { unsafe { text(name, "name") } };
        Ok(match kind {
            kind if kind == zs_edit_kind::ZS_SET_MASTER as u32 => {
                Self::SetMaster(CellId(object), MasterId(to))
            }
            kind if kind == zs_edit_kind::ZS_INSERT_CELL as u32 => Self::InsertCell(name()?, MasterId(to)),
            kind if kind == zs_edit_kind::ZS_REMOVE_CELL as u32 => Self::RemoveCell(CellId(object)),
            kind if kind == zs_edit_kind::ZS_INSERT_NET as u32 => Self::InsertNet(name()?),
            kind if kind == zs_edit_kind::ZS_REMOVE_NET as u32 => Self::RemoveNet(NetId(object)),
            kind if kind == zs_edit_kind::ZS_CONNECT as u32 => Self::Connect(PinId(object), NetId(to)),
            kind if kind == zs_edit_kind::ZS_DISCONNECT as u32 => Self::Disconnect(PinId(object)),
            kind => return Err(wrong(format!("{kind} is no zs_edit_kind"))),
        })
    }

    /// Makes it, and returns the id of what came.
    fn make(&self, netlist: &mut Editor<'_>) -> Result<u32, EditError> {
        match *self {
            Self::InsertCell(name, master) => return Ok(netlist.insert_cell(name, master)?.0),
            Self::InsertNet(name) => return Ok(netlist.insert_net(name)?.0),
            Self::SetMaster(cell, master) => netlist.set_master(cell, master)?,
            Self::RemoveCell(cell) => netlist.remove_cell(cell)?,
            Self::RemoveNet(net) => netlist.remove_net(net)?,
            Self::Connect(pin, net) => netlist.connect(pin, net)?,
            Self::Disconnect(pin) => netlist.disconnect(pin)?,
        }
        Ok(ZS_NONE)
    }
}
