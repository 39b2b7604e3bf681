//! Warnings and errors about inputs.

use std::ffi::CString;
use std::mem::MaybeUninit;

use zeroslack::input::{Diagnostic, Diagnostics, Severity};

use crate::border::{c_text, given, guard, last_diagnostics, wrong};
use crate::types::{zs_diagnostic, zs_severity, zs_status};

/// Warnings and errors in the order in which they were found.
pub struct zs_diagnostics {
    list: Vec<Entry>,
    left_out: usize,
    /// How many constraints were stated, and how many of these were not applied.
    constraints: [u32; 2],
}

/// One of them, with its texts as C has them.
struct Entry {
    id: CString,
    severity: zs_severity,
    file: Option<CString>,
    line: u32,
    column: u32,
    text: CString,
}

impl zs_diagnostics {
    pub(crate) fn new(diagnostics: &Diagnostics) -> Box<Self> {
        let left_out = diagnostics.left_out().map(|(_, count)| count).sum();
        let list = diagnostics.iter().map(Entry::new).collect();
        Box::new(Self { list, left_out, constraints: diagnostics.constraints() })
    }
}

impl Entry {
    fn new(diagnostic: &Diagnostic) -> Self {
        Self {
            id: c_text(diagnostic.id),
            severity: match diagnostic.severity {
                Severity::Warning => zs_severity::ZS_WARNING,
                Severity::Error => zs_severity::ZS_ERROR,
            },
            file: diagnostic.file.as_deref().map(c_text),
            line: diagnostic.place.as_ref().map_or(0, |place| place.line),
            column: diagnostic.place.as_ref().map_or(0, |place| place.column),
            text: c_text(&diagnostic.message),
        }
    }
}

/// The diagnostics of the last call that failed on this thread; none where it had only a message.
/// Free them.
#[unsafe(no_mangle)]
pub extern "C" fn zs_last_diagnostics(
    diagnostics: Option<&mut MaybeUninit<Option<Box<zs_diagnostics>>>>,
) -> zs_status {
    guard(|| {
        given(diagnostics, "diagnostics")?.write(Some(zs_diagnostics::new(&last_diagnostics())));
        Ok(())
    })
}

/// How many there are; 0 for null.
#[unsafe(no_mangle)]
pub extern "C" fn zs_diagnostics_count(diagnostics: Option<&zs_diagnostics>) -> usize {
    diagnostics.map_or(0, |diagnostics| diagnostics.list.len())
}

/// How many more there were: of each id only the first 20 are kept. 0 for null.
#[unsafe(no_mangle)]
pub extern "C" fn zs_diagnostics_left_out(diagnostics: Option<&zs_diagnostics>) -> usize {
    diagnostics.map_or(0, |diagnostics| diagnostics.left_out)
}

/// How many constraints the files state that these diagnostics are about, and how many of those were
/// not applied: each of them has a diagnostic of severity `ZS_ERROR`, as far as these are kept.
#[unsafe(no_mangle)]
pub extern "C" fn zs_diagnostics_constraints(
    diagnostics: Option<&zs_diagnostics>,
    stated: Option<&mut MaybeUninit<u32>>,
    not_applied: Option<&mut MaybeUninit<u32>>,
) -> zs_status {
    guard(|| {
        let counts = given(diagnostics, "diagnostics")?.constraints;
        given(stated, "stated")?.write(counts[0]);
        given(not_applied, "not_applied")?.write(counts[1]);
        Ok(())
    })
}

/// One of them, counted from 0. Its texts live until the diagnostics are freed.
#[unsafe(no_mangle)]
pub extern "C" fn zs_diagnostics_get(
    diagnostics: Option<&zs_diagnostics>,
    index: usize,
    diagnostic: Option<&mut MaybeUninit<zs_diagnostic>>,
) -> zs_status {
    guard(|| {
        let (list, diagnostic) = (&given(diagnostics, "diagnostics")?.list, given(diagnostic, "diagnostic")?);
        let count = list.len();
        let entry = list.get(index).ok_or_else(|| wrong(format!("no diagnostic #{index} of {count}")))?;
        diagnostic.write(zs_diagnostic {
            id: entry.id.as_ptr(),
            severity: entry.severity,
            file: entry.file.as_ref().map_or(std::ptr::null(), |file| file.as_ptr()),
            line: entry.line,
            column: entry.column,
            text: entry.text.as_ptr(),
        });
        Ok(())
    })
}

/// Frees diagnostics; does nothing for null.
#[unsafe(no_mangle)]
pub extern "C" fn zs_diagnostics_free(diagnostics: Option<Box<zs_diagnostics>>) {
    drop(diagnostics);
}
