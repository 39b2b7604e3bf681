//! Modes, corners and scenarios, and the files that they read.

use std::ffi::c_char;
use std::mem::MaybeUninit;
use std::path::Path;

use zeroslack::netlist::Parasitics;
use zeroslack::sdc::Constraints;
use zeroslack::{Constraint, CornerId, ModeId, Silent};

use crate::border::{Outcome, given, optional_text, path, text, texts, wrong};
use crate::netlist::give_name;
use crate::session::{change, look, zs_session};
use crate::types::{ZS_NONE, zs_corner, zs_mode, zs_scenario, zs_status};

impl zs_session {
    pub(crate) fn mode(&self, mode: zs_mode) -> Outcome<ModeId> {
        let is_there = (mode as usize) < self.session.mode_count();
        is_there.then_some(ModeId(mode)).ok_or_else(|| wrong(format!("no mode #{mode}")))
    }

    pub(crate) fn corner(&self, corner: zs_corner) -> Outcome<CornerId> {
        let is_there = (corner as usize) < self.session.corner_count();
        is_there.then_some(CornerId(corner)).ok_or_else(|| wrong(format!("no corner #{corner}")))
    }

    /// Reads new constraints of a mode.
    fn read_constraints(&mut self, mode: zs_mode, file: &Constraint) -> Outcome {
        let mode = self.mode(mode)?;
        let said = self.change_on_threads(|inner| inner.read_constraints(mode, file))?;
        self.keep(said);
        Ok(())
    }
}

/// Adds a mode without constraints, in no scenario yet. Its name should be its own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_add_mode(
    session: Option<&mut zs_session>,
    name: *const c_char,
    mode: Option<&mut MaybeUninit<zs_mode>>,
) -> zs_status {
    change(session, |session| {
        // SAFETY: as the header asks.
        let (name, place) = (unsafe { text(name, "name") }?, given(mode, "mode")?);
        place.write(session.session.add_mode(name, Constraints::default()).0);
        Ok(())
    })
}

/// Adds a corner with the libraries that the design was loaded with and without parasitics, in no
/// scenario yet. Its name should be its own. Edits before it can no longer be undone.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_add_corner(
    session: Option<&mut zs_session>,
    name: *const c_char,
    corner: Option<&mut MaybeUninit<zs_corner>>,
) -> zs_status {
    change(session, |session| {
        // SAFETY: as the header asks.
        let (name, place) = (unsafe { text(name, "name") }?, given(corner, "corner")?);
        place.write(session.session.add_corner(name, None, Parasitics::default())?.0);
        Ok(())
    })
}

/// Adds a scenario, a mode in a corner. The next update times it.
#[unsafe(no_mangle)]
pub extern "C" fn zs_add_scenario(
    session: Option<&mut zs_session>,
    mode: zs_mode,
    corner: zs_corner,
    scenario: Option<&mut MaybeUninit<zs_scenario>>,
) -> zs_status {
    change(session, |session| {
        let (mode, corner) = (session.mode(mode)?, session.corner(corner)?);
        given(scenario, "scenario")?.write(session.session.add_scenario(mode, corner).0);
        Ok(())
    })
}

/// A mode by its name, `ZS_NONE` if there is none. The first one is called `default`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_find_mode(
    session: Option<&zs_session>,
    name: *const c_char,
    mode: Option<&mut MaybeUninit<zs_mode>>,
) -> zs_status {
    look(session, |session| {
        // SAFETY: as the header asks.
        let found = session.session.find_mode(unsafe { text(name, "name") }?);
        given(mode, "mode")?.write(found.map_or(ZS_NONE, |mode| mode.0));
        Ok(())
    })
}

/// A corner by its name, `ZS_NONE` if there is none. The first one is called `default`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_find_corner(
    session: Option<&zs_session>,
    name: *const c_char,
    corner: Option<&mut MaybeUninit<zs_corner>>,
) -> zs_status {
    look(session, |session| {
        // SAFETY: as the header asks.
        let found = session.session.find_corner(unsafe { text(name, "name") }?);
        given(corner, "corner")?.write(found.map_or(ZS_NONE, |corner| corner.0));
        Ok(())
    })
}

/// Reads SDC constraints of a mode in place of all that it has; they take effect at the next
/// update. All commands of SDC 2.1 are understood (docs/sdc.md says what each does), and whatever
/// Tcl is around them: variables, loops, procedures, `source`. The file reads other files and
/// writes none.
///
/// A command that cannot be applied costs itself alone: it is a diagnostic of severity `ZS_ERROR`
/// among those that `zs_take_warnings` gives, and counted there (`zs_diagnostics_constraints`).
/// The call fails, and changes nothing, only where the file cannot be read or calls `exit`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_read_sdc(
    session: Option<&mut zs_session>,
    mode: zs_mode,
    file: *const c_char,
) -> zs_status {
    change(session, |session| {
        // SAFETY: as the header asks.
        session.read_constraints(mode, &Constraint::Sdc(unsafe { path(file, "file") }?))
    })
}

/// The text that files of constraints printed (`puts`) since the session was loaded. Buffer and length are as
/// for `zs_cell_name`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_printed(
    session: Option<&zs_session>,
    buffer: *mut c_char,
    capacity: usize,
    length: Option<&mut MaybeUninit<usize>>,
) -> zs_status {
    look(session, |session| {
        // SAFETY: as the header asks.
        unsafe { give_name(session.session.printed(), buffer, capacity, length) }
    })
}

/// The same with constraints as in the TAU contests (`.timing`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_read_timing(
    session: Option<&mut zs_session>,
    mode: zs_mode,
    file: *const c_char,
) -> zs_status {
    change(session, |session| {
        // SAFETY: as the header asks.
        session.read_constraints(mode, &Constraint::Timing(unsafe { path(file, "file") }?))
    })
}

/// Reads SPEF parasitics of some nets of a corner, all inside of `instance` (as for
/// `zs_files_add_spef`) or, where that is null, of the whole design; the others keep theirs, and of
/// a net that crosses the boundary of a block the other parts stay. An edit like any other: it can
/// be undone. Nothing is changed where that fails.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_read_spef(
    session: Option<&mut zs_session>,
    corner: zs_corner,
    file: *const c_char,
    instance: *const c_char,
) -> zs_status {
    change(session, |session| {
        // SAFETY: as the header asks.
        let (file, instance) = unsafe { (path(file, "file")?, optional_text(instance, "instance")?) };
        let corner = session.corner(corner)?;
        let said = session.change_on_threads(|inner| inner.read_spef(corner, &file, instance))?;
        session.keep(said);
        Ok(())
    })
}

/// Reads other libraries of a corner, for early and for late analysis; where one list is empty, the
/// other serves both. They have to describe the library cells that the design has. Nothing is
/// changed where that fails.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_read_liberty(
    session: Option<&mut zs_session>,
    corner: zs_corner,
    early: *const *const c_char,
    early_count: usize,
    late: *const *const c_char,
    late_count: usize,
) -> zs_status {
    change(session, |session| {
        // SAFETY: as the header asks.
        let (early, late) =
            unsafe { (texts(early, early_count, "early")?, texts(late, late_count, "late")?) };
        let [early, late] = [early, late].map(|list| list.into_iter().map(Path::new).collect::<Vec<_>>());
        let corner = session.corner(corner)?;
        if early.is_empty() && late.is_empty() {
            return Err(wrong("there is no Liberty file: a corner needs its cells"));
        }
        let said = session.change_on_threads(|inner| inner.read_libraries(corner, &early, &late, &Silent))?;
        session.keep(said);
        Ok(())
    })
}
