//! A session: a design with its constraints and parasitics, and its times.

use std::ffi::c_char;
use std::mem::MaybeUninit;
use std::sync::{Mutex, PoisonError};

use rayon::{ThreadPool, ThreadPoolBuilder};
use zeroslack::input::Diagnostics;
use zeroslack::timing::CommonPoint;
use zeroslack::{Mark, ScenarioId, Session, Silent, Timed};

use crate::border::{Outcome, given, guard, internal, path, slice, wrong};
use crate::diagnostics::zs_diagnostics;
use crate::files::{engine, zs_files};
use crate::types::{zs_common_point, zs_scenario, zs_status};

/// A design with its constraints and parasitics, and its times.
pub struct zs_session {
    pub(crate) session: Session,
    /// Threads of its own, if it has any.
    pool: Option<ThreadPool>,
    /// Warnings that nobody has taken yet, but those of queries, which the session has.
    pub(crate) warnings: Mutex<Diagnostics>,
    /// Whether a panic left a change half made.
    is_broken: bool,
}

/// A point in the history of a session's edits, to which they can be undone.
pub struct zs_mark {
    mark: Mark,
}

/// Does work on some threads, or on rayon's.
fn on<T: Send>(pool: Option<&ThreadPool>, work: impl FnOnce() -> T + Send) -> T {
    match pool {
        Some(pool) => pool.install(work),
        None => work(),
    }
}

impl zs_session {
    /// Does work on its threads, or on rayon's.
    pub(crate) fn on_threads<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        on(self.pool.as_ref(), work)
    }

    /// The same of work that changes it.
    pub(crate) fn change_on_threads<T: Send>(&mut self, work: impl FnOnce(&mut Session) -> T + Send) -> T {
        let Self { session, pool, .. } = self;
        on(pool.as_ref(), || work(session))
    }

    /// The results of a scenario.
    pub(crate) fn timed(&self, scenario: zs_scenario) -> Outcome<Timed<'_>> {
        Ok(self.session.timed_in(self.scenario(scenario)?)?)
    }

    pub(crate) fn scenario(&self, scenario: zs_scenario) -> Outcome<ScenarioId> {
        let is_there = (scenario as usize) < self.session.scenarios().len();
        is_there.then_some(ScenarioId(scenario)).ok_or_else(|| wrong(format!("no scenario #{scenario}")))
    }

    /// Keeps warnings until they are taken.
    pub(crate) fn keep(&mut self, said: Diagnostics) {
        self.warnings.get_mut().unwrap_or_else(PoisonError::into_inner).append(said);
    }
}

/// Runs a function that reads a session.
pub(crate) fn look(session: Option<&zs_session>, body: impl FnOnce(&zs_session) -> Outcome) -> zs_status {
    guard(|| {
        let session = given(session, "session")?;
        if session.is_broken { Err(broken()) } else { body(session) }
    })
}

/// Runs a function that changes a session.
pub(crate) fn change(
    session: Option<&mut zs_session>,
    body: impl FnOnce(&mut zs_session) -> Outcome,
) -> zs_status {
    guard(|| {
        let session = given(session, "session")?;
        if std::mem::replace(&mut session.is_broken, true) {
            return Err(broken());
        }
        let outcome = body(session);
        // Not reached by a panic.
        session.is_broken = false;
        outcome
    })
}

fn broken() -> crate::border::Failure {
    internal("an earlier error in Zeroslack left the session half changed; it can only be freed")
}

/// Reads, links and times a design. The session is null where that fails; free it with
/// `zs_session_free`.
#[unsafe(no_mangle)]
pub extern "C" fn zs_load(
    files: Option<&zs_files>,
    session: Option<&mut MaybeUninit<Option<Box<zs_session>>>>,
) -> zs_status {
    open(files, session, true)
}

/// The same without timing it yet: `zs_update` does.
#[unsafe(no_mangle)]
pub extern "C" fn zs_read(
    files: Option<&zs_files>,
    session: Option<&mut MaybeUninit<Option<Box<zs_session>>>>,
) -> zs_status {
    open(files, session, false)
}

fn open(
    files: Option<&zs_files>,
    session: Option<&mut MaybeUninit<Option<Box<zs_session>>>>,
    is_timed: bool,
) -> zs_status {
    guard(|| {
        let place = given(session, "session")?.write(None);
        let files = given(files, "files")?;
        let pool = pool(files.threads)?;
        let design_files = files.design_files()?;
        let read = if is_timed { Session::load } else { Session::read };
        let session = on(pool.as_ref(), || read(&design_files, &Silent))?;
        let warnings = Mutex::new(session.diagnostics().clone());
        *place = Some(Box::new(zs_session { session, pool, warnings, is_broken: false }));
        Ok(())
    })
}

/// So many threads; none of its own for 0.
fn pool(threads: usize) -> Outcome<Option<ThreadPool>> {
    if threads == 0 {
        return Ok(None);
    }
    let built = ThreadPoolBuilder::new().num_threads(threads).build();
    Ok(Some(built.map_err(|error| wrong(format!("cannot have {threads} threads: {error}")))?))
}

/// A copy of a session with all that it holds, results and history included, which goes its own
/// way from here on: so threads can try alternatives at the same time, each on a copy of its own.
/// It has `threads` threads of its own, as in `zs_files_set_threads`, computes on the CPU, which
/// gives the same bits, and has no warnings yet. Marks of the session are marks of the copy, too.
/// It takes as much memory as the session; it is null where that fails. Free it with
/// `zs_session_free`.
#[unsafe(no_mangle)]
pub extern "C" fn zs_replicate(
    session: Option<&zs_session>,
    threads: usize,
    replica: Option<&mut MaybeUninit<Option<Box<zs_session>>>>,
) -> zs_status {
    let place = replica.map(|replica| replica.write(None));
    look(session, |of| {
        let place = given(place, "replica")?;
        let (pool, session) = (pool(threads)?, of.on_threads(|| of.session.replicate()));
        let warnings = Mutex::default();
        *place = Some(Box::new(zs_session { session, pool, warnings, is_broken: false }));
        Ok(())
    })
}

/// Frees a session; does nothing for null. Paths, diagnostics and marks that came of it stay.
#[unsafe(no_mangle)]
pub extern "C" fn zs_session_free(session: Option<Box<zs_session>>) {
    // What panics here has nobody to tell.
    guard(|| {
        drop(session);
        Ok(())
    });
}

/// An update of all scenarios that are out of date: after edits their graphs, then delays,
/// arrivals, required times. After edits that the graph takes over, which are other parasitics,
/// library cells of the same shape, and gates and connections where only data is, only what they
/// change is computed again, unless that is much; an undo that no update came after is part of what changed. Does nothing where nothing
/// changed. Its warnings are for `zs_take_warnings`.
#[unsafe(no_mangle)]
pub extern "C" fn zs_update(session: Option<&mut zs_session>) -> zs_status {
    change(session, |session| {
        let said = session.change_on_threads(Session::update)?;
        session.keep(said);
        Ok(())
    })
}

/// The same of one scenario.
#[unsafe(no_mangle)]
pub extern "C" fn zs_update_scenario(session: Option<&mut zs_session>, scenario: zs_scenario) -> zs_status {
    change(session, |session| {
        let id = session.scenario(scenario)?;
        let said = session.change_on_threads(|inner| inner.update_scenario(id))?;
        session.keep(said);
        Ok(())
    })
}

/// The warnings of loading, reading, updates and queries since they were last taken. Free them. May
/// be called while other threads read the session.
#[unsafe(no_mangle)]
pub extern "C" fn zs_take_warnings(
    session: Option<&zs_session>,
    diagnostics: Option<&mut MaybeUninit<Option<Box<zs_diagnostics>>>>,
) -> zs_status {
    look(session, |session| {
        let place = given(diagnostics, "diagnostics")?;
        let mut said = std::mem::take(&mut *session.warnings.lock().unwrap_or_else(PoisonError::into_inner));
        said.append(session.session.take_warnings());
        place.write(Some(zs_diagnostics::new(&said)));
        Ok(())
    })
}

/// Whether the next update removes the pessimism of common clock paths (CPPR). It does not at
/// first.
#[unsafe(no_mangle)]
pub extern "C" fn zs_set_cppr(session: Option<&mut zs_session>, on: bool) -> zs_status {
    change(session, |session| {
        session.session.set_cppr(on);
        Ok(())
    })
}

/// Where two clock paths last meet, a `zs_common_point`, from the next update on.
/// `ZS_SAME_TRANSITION` at first in a design that was loaded with constraints of the TAU contests,
/// else `ZS_SAME_PIN`.
#[unsafe(no_mangle)]
pub extern "C" fn zs_set_common_point(session: Option<&mut zs_session>, rule: u32) -> zs_status {
    change(session, |session| {
        let all = [
            (zs_common_point::ZS_SAME_PIN, CommonPoint::SamePin),
            (zs_common_point::ZS_SAME_TRANSITION, CommonPoint::SameTransition),
        ];
        let found = all.into_iter().find(|&(number, _)| number as u32 == rule);
        let (_, rule) = found.ok_or_else(|| wrong(format!("{rule} is no zs_common_point")))?;
        session.session.set_common_point(rule);
        Ok(())
    })
}

/// Which engine computes the next update: see `zs_files_set_engine`.
#[unsafe(no_mangle)]
pub extern "C" fn zs_set_engine(session: Option<&mut zs_session>, engine: u32, gpu: u32) -> zs_status {
    change(session, |session| {
        session.session.set_engine(self::engine(engine, gpu as usize)?);
        Ok(())
    })
}

/// Has a text in memory stand for a file that the session reads from now on: see
/// `zs_files_add_text`. The session starts with none, and keeps a copy until `zs_remove_text`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_add_text(
    session: Option<&mut zs_session>,
    file: *const c_char,
    bytes: *const c_char,
    count: usize,
) -> zs_status {
    change(session, |session| {
        // SAFETY: as the header asks.
        let (file, bytes) = unsafe { (path(file, "file")?, slice(bytes.cast::<u8>(), count, "bytes")?) };
        session.session.texts_mut().insert(file, bytes);
        Ok(())
    })
}

/// Forgets such a text; does nothing if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zs_remove_text(session: Option<&mut zs_session>, file: *const c_char) -> zs_status {
    change(session, |session| {
        // SAFETY: as the header asks.
        session.session.texts_mut().remove(&unsafe { path(file, "file") }?);
        Ok(())
    })
}

/// The present point in the history of edits of the netlist and of parasitics. From the first mark
/// or edit on the history is kept, until `zs_forget_history`. Free the mark with `zs_mark_free`.
#[unsafe(no_mangle)]
pub extern "C" fn zs_mark_new(
    session: Option<&mut zs_session>,
    mark: Option<&mut MaybeUninit<Option<Box<zs_mark>>>>,
) -> zs_status {
    change(session, |session| {
        let place = given(mark, "mark")?;
        place.write(Some(Box::new(zs_mark { mark: session.session.mark() })));
        Ok(())
    })
}

/// Takes back all edits of the netlist and of parasitics since a mark of this session, as far as
/// they are not forgotten. Constraints are not edits. The mark can be used again.
#[unsafe(no_mangle)]
pub extern "C" fn zs_undo(session: Option<&mut zs_session>, mark: Option<&zs_mark>) -> zs_status {
    change(session, |session| {
        session.session.undo(&given(mark, "mark")?.mark);
        Ok(())
    })
}

/// Frees a mark; does nothing for null.
#[unsafe(no_mangle)]
pub extern "C" fn zs_mark_free(mark: Option<Box<zs_mark>>) {
    drop(mark);
}

/// Forgets the history of edits: earlier ones can no longer be undone, and their memory is free.
/// Worth it in a loop that replaces the parasitics of all nets again and again.
#[unsafe(no_mangle)]
pub extern "C" fn zs_forget_history(session: Option<&mut zs_session>) -> zs_status {
    change(session, |session| {
        session.session.forget_history();
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ZS_FIRST, zs_add_mode, zs_files_add_port, zs_files_add_text, zs_last_error};

    /// A design of one port.
    fn session() -> Box<zs_session> {
        let (mut files, library) = (crate::zs_files_new(), "library (l) { }");
        let mut session = MaybeUninit::uninit();
        let opened = unsafe {
            // SAFETY: texts that end, and as many bytes as there are.
            zs_files_add_text(Some(&mut files), c"l.lib".as_ptr(), library.as_ptr().cast(), library.len());
            crate::zs_files_add_liberty(Some(&mut files), 2, c"l.lib".as_ptr());
            zs_files_add_port(Some(&mut files), c"a".as_ptr(), 0);
            let opened = zs_load(Some(&files), Some(&mut session));
            assert_eq!(opened, zs_status::ZS_OK, "{:?}", std::ffi::CStr::from_ptr(zs_last_error()));
            session.assume_init()
        };
        opened.unwrap()
    }

    #[test]
    fn a_panic_while_a_session_is_changed_leaves_it_to_be_freed_only() {
        let mut session = session();
        assert_eq!(look(Some(&session), |_| panic!("{} {}", "looked", 1)), zs_status::ZS_INTERNAL);
        // Nothing was changed by looking.
        assert_eq!(zs_update(Some(&mut session)), zs_status::ZS_OK);
        assert_eq!(change(Some(&mut session), |_| panic!("changed")), zs_status::ZS_INTERNAL);
        // SAFETY: the message ends, and lives until the next failure.
        let said = unsafe { std::ffi::CStr::from_ptr(zs_last_error()) }.to_string_lossy().into_owned();
        assert!(said.contains("changed"), "{said}");
        assert_eq!(zs_update_scenario(Some(&mut session), ZS_FIRST), zs_status::ZS_INTERNAL);
        assert_eq!(look(Some(&session), |_| Ok(())), zs_status::ZS_INTERNAL);
        // SAFETY: a text that ends.
        let added = unsafe { zs_add_mode(Some(&mut session), c"m".as_ptr(), None) };
        assert_eq!(added, zs_status::ZS_INTERNAL);
        zs_session_free(Some(session));
    }
}
