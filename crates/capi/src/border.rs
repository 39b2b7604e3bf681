//! Where C ends and Rust begins: pointers become references, errors a status and a message, panics an error. All of the crate's code that
//! follows a raw pointer is here.

use std::any::Any;
use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char};
use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use zeroslack::input::Diagnostics;
use zeroslack::netlist::{EditError, ParasiticsError};
use zeroslack::{LoadError, QueryError, UpdateError};

use crate::types::zs_status;

/// Why a call failed.
#[derive(Debug)]
pub(crate) struct Failure {
    status: zs_status,
    message: String,
    diagnostics: Diagnostics,
}

pub(crate) type Outcome<T = ()> = Result<T, Failure>;

/// An argument that is not what it has to be.
pub(crate) fn wrong(message: impl Into<String>) -> Failure {
    Failure { status: zs_status::ZS_ARGUMENT, message: message.into(), diagnostics: Diagnostics::new() }
}

/// Something that must not happen.
pub(crate) fn internal(message: &str) -> Failure {
    Failure { status: zs_status::ZS_INTERNAL, message: message.into(), diagnostics: Diagnostics::new() }
}

impl Failure {
    fn said(status: zs_status, diagnostics: Diagnostics) -> Self {
        Self { status, message: diagnostics.to_string().trim_end().to_string(), diagnostics }
    }
}

impl From<LoadError> for Failure {
    fn from(error: LoadError) -> Self {
        Self::said(zs_status::ZS_LOAD, error.0)
    }
}

impl From<UpdateError> for Failure {
    fn from(error: UpdateError) -> Self {
        Self::said(zs_status::ZS_UPDATE, error.0)
    }
}

impl From<QueryError> for Failure {
    fn from(error: QueryError) -> Self {
        match error {
            QueryError::Points(said) => Self::said(zs_status::ZS_POINTS, said),
            error @ QueryError::TooMany => Self::said(zs_status::ZS_POINTS, error.into_diagnostics()),
            QueryError::NotTimed => stale("the design is not timed yet: call zs_update first".into()),
            QueryError::Stale { what } => {
                stale(format!("{what} changed since the last update: call zs_update first"))
            }
        }
    }
}

fn stale(message: String) -> Failure {
    Failure { status: zs_status::ZS_STALE, ..wrong(message) }
}

impl From<EditError> for Failure {
    fn from(error: EditError) -> Self {
        Self { status: zs_status::ZS_EDIT, ..wrong(error.to_string()) }
    }
}

impl From<ParasiticsError> for Failure {
    fn from(error: ParasiticsError) -> Self {
        Self { status: zs_status::ZS_PARASITICS, ..wrong(error.to_string()) }
    }
}

/// What the last call that failed on this thread said.
#[derive(Default)]
struct Last {
    message: CString,
    diagnostics: Diagnostics,
}

thread_local! {
    static LAST: RefCell<Last> = RefCell::default();
}

/// Text for C, without the zero bytes that end it there.
pub(crate) fn c_text(text: &str) -> CString {
    let bytes: Vec<u8> = text.bytes().filter(|&byte| byte != 0).collect();
    CString::new(bytes).unwrap_or_default()
}

/// Runs what a function does, keeps why it failed, and stops panics.
pub(crate) fn guard(body: impl FnOnce() -> Outcome) -> zs_status {
    let outcome = catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|panic| Err(of_panic(&*panic)));
    let Err(failure) = outcome else { return zs_status::ZS_OK };
    // A thread that is ending has nowhere to keep it, and nobody to ask.
    let _ = LAST.try_with(|last| {
        let message = c_text(&failure.message);
        *last.borrow_mut() = Last { message, diagnostics: failure.diagnostics };
    });
    failure.status
}

fn of_panic(panic: &(dyn Any + Send)) -> Failure {
    let message = panic.downcast_ref::<String>().map(String::as_str);
    let message = message.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic");
    internal(&format!("an error in Zeroslack: {message}"))
}

/// What the last call that failed on this thread said; empty if none has failed. It lives until the
/// next call that fails on this thread.
#[unsafe(no_mangle)]
pub extern "C" fn zs_last_error() -> *const c_char {
    LAST.try_with(|last| last.borrow().message.as_ptr()).unwrap_or(c"".as_ptr())
}

/// The diagnostics of the last call that failed on this thread.
pub(crate) fn last_diagnostics() -> Diagnostics {
    LAST.try_with(|last| last.borrow().diagnostics.clone()).unwrap_or_default()
}

/// An argument that must not be null.
pub(crate) fn given<T>(argument: Option<T>, what: &str) -> Outcome<T> {
    argument.ok_or_else(|| null(what))
}

fn null(what: &str) -> Failure {
    wrong(format!("the argument '{what}' is null"))
}

/// A text that must not be null.
///
/// # Safety
/// It is null or ends with a zero byte, and stays as it is for `'a`.
pub(crate) unsafe fn text<'a>(text: *const c_char, what: &str) -> Outcome<&'a str> {
    // SAFETY: as this function asks.
    unsafe { optional_text(text, what) }?.ok_or_else(|| null(what))
}

/// A text that may be null.
///
/// # Safety
/// As [`text`].
pub(crate) unsafe fn optional_text<'a>(text: *const c_char, what: &str) -> Outcome<Option<&'a str>> {
    if text.is_null() {
        return Ok(None);
    }
    // SAFETY: not null, and it ends.
    let text = unsafe { CStr::from_ptr(text) };
    text.to_str().map(Some).map_err(|_| wrong(format!("the argument '{what}' is not UTF-8")))
}

/// The path of a file.
///
/// # Safety
/// As [`text`].
pub(crate) unsafe fn path(path: *const c_char, what: &str) -> Outcome<PathBuf> {
    // SAFETY: as this function asks.
    unsafe { text(path, what) }.map(PathBuf::from)
}

/// An array of texts.
///
/// # Safety
/// As [`slice`], and each text as [`text`].
pub(crate) unsafe fn texts<'a>(
    texts: *const *const c_char,
    count: usize,
    what: &str,
) -> Outcome<Vec<&'a str>> {
    // SAFETY: as this function asks.
    let texts = unsafe { slice(texts, count, what) }?;
    // SAFETY: as this function asks.
    texts.iter().map(|&one| unsafe { text(one, what) }).collect()
}

/// An array; null if it has nothing in it.
///
/// # Safety
/// It is null or has `count` values, which stay as they are for `'a`.
pub(crate) unsafe fn slice<'a, T>(first: *const T, count: usize, what: &str) -> Outcome<&'a [T]> {
    match (first.is_null(), count) {
        (_, 0) => Ok(&[]),
        (true, _) => Err(null(what)),
        _ if count > isize::MAX as usize / size_of::<T>().max(1) => {
            Err(wrong(format!("the array '{what}' cannot have {count} values")))
        }
        // SAFETY: not null, and as long as this function asks.
        _ => Ok(unsafe { std::slice::from_raw_parts(first, count) }),
    }
}

/// An array to be filled; null if there is no room in it.
///
/// # Safety
/// It is null or has room for `count` values, which nothing else reads or writes for `'a`.
pub(crate) unsafe fn room<'a, T>(
    first: *mut T,
    count: usize,
    what: &str,
) -> Outcome<&'a mut [MaybeUninit<T>]> {
    match (first.is_null(), count) {
        (_, 0) => Ok(&mut []),
        (true, _) => Err(null(what)),
        _ if count > isize::MAX as usize / size_of::<T>().max(1) => {
            Err(wrong(format!("the array '{what}' cannot have {count} values")))
        }
        // SAFETY: not null, and as long as this function asks; values that are not there yet are `MaybeUninit`.
        _ => Ok(unsafe { std::slice::from_raw_parts_mut(first.cast(), count) }),
    }
}

/// Writes as many values as there is room for, and returns how many there are.
pub(crate) fn fill<T>(room: &mut [MaybeUninit<T>], values: impl ExactSizeIterator<Item = T>) -> usize {
    let count = values.len();
    for (place, value) in room.iter_mut().zip(values) {
        place.write(value);
    }
    count
}

/// Writes a text as C has it, cut where the room ends, and returns how many bytes all of it has.
pub(crate) fn fill_text(room: &mut [MaybeUninit<c_char>], text: &str) -> usize {
    if let Some(most) = room.len().checked_sub(1) {
        let kept = &text[..text.floor_char_boundary(most)];
        let bytes = kept.bytes().chain([0]);
        for (place, byte) in room.iter_mut().zip(bytes) {
            place.write(byte as c_char);
        }
    }
    text.len()
}
