//! The example design, loaded by the library and by calls of C, and what it takes to make such calls.

use std::ffi::{CStr, CString};
use std::mem::MaybeUninit;
use std::path::{Path, PathBuf};
use std::ptr::null;

use zeroslack::{Constraint, DesignFiles, Session, Silent, SpefFile};
use zeroslack_capi::*;

pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/pulse")
}

/// Its files.
pub fn files() -> DesignFiles {
    let file = |name: &str| folder().join(name);
    DesignFiles {
        liberty_early: vec![file("pulse_fast.lib")],
        liberty_late: vec![file("pulse_slow.lib")],
        verilog: vec![file("pulse.v")],
        spef: vec![SpefFile { file: file("pulse.spef"), instance: None }],
        constraints: Some(Constraint::Sdc(file("pulse.sdc"))),
        ..DesignFiles::default()
    }
}

/// As the library loads it.
pub fn load() -> Session {
    Session::load(&files(), &Silent).unwrap()
}

/// As C loads it.
pub fn c_load() -> Box<zs_session> {
    let mut files = zs_files_new();
    let files = &mut *files;
    unsafe {
        let fast =
            zs_files_add_liberty(Some(files), zs_split::ZS_EARLY as u32, c_file("pulse_fast.lib").as_ptr());
        let slow =
            zs_files_add_liberty(Some(files), zs_split::ZS_LATE as u32, c_file("pulse_slow.lib").as_ptr());
        let verilog = zs_files_add_verilog(Some(files), c_file("pulse.v").as_ptr());
        let spef = zs_files_add_spef(Some(files), c_file("pulse.spef").as_ptr(), null());
        let sdc = zs_files_set_sdc(Some(files), c_file("pulse.sdc").as_ptr());
        for status in [fast, slow, verilog, spef, sdc, zs_files_set_threads(Some(files), 2)] {
            assert_eq!(status, zs_status::ZS_OK);
        }
    }
    got(|session| zs_load(Some(files), session)).unwrap().unwrap()
}

/// A file of the example design as C names it.
pub fn c_file(name: &str) -> CString {
    c(folder().join(name).to_str().unwrap())
}

pub fn c(text: &str) -> CString {
    CString::new(text).unwrap()
}

/// What a call writes, if it succeeds.
pub fn got<T>(call: impl FnOnce(Option<&mut MaybeUninit<T>>) -> zs_status) -> Result<T, zs_status> {
    let mut place = MaybeUninit::uninit();
    match call(Some(&mut place)) {
        zs_status::ZS_OK => Ok(unsafe { place.assume_init() }),
        status => Err(status),
    }
}

/// A call that has to succeed.
#[track_caller]
pub fn ok(status: zs_status) {
    assert_eq!(status, zs_status::ZS_OK, "{}", last_error());
}

pub fn last_error() -> String {
    unsafe { CStr::from_ptr(zs_last_error()) }.to_str().unwrap().to_string()
}

/// Slack, arrival, required time and slew of all pins, every split and transition, to the bit.
pub fn answers(session: &zs_session) -> Vec<u64> {
    let counts = got(|counts| zs_get_counts(Some(session), counts)).unwrap();
    let mut answers = Vec::new();
    for split in 0..2 {
        for transition in 0..3 {
            for ask in [zs_slacks, zs_arrivals, zs_required_times, zs_slews] {
                let mut values = vec![0.0; counts.pin_ids as usize];
                let room = (values.as_mut_ptr(), values.len());
                ok(unsafe { ask(Some(session), ZS_FIRST, split, transition, room.0, room.1) });
                answers.extend(values.into_iter().map(bits));
            }
        }
    }
    answers
}

/// All that is not a number is the same.
fn bits(value: f64) -> u64 {
    if value.is_nan() { f64::NAN.to_bits() } else { value.to_bits() }
}

/// The same as the library says it.
pub fn expected_answers(session: &Session) -> Vec<u64> {
    use zeroslack::netlist::PinId;
    use zeroslack::units::{Split, Transition, ps};
    let timed = session.timed().unwrap();
    let mut answers = Vec::new();
    for split in Split::ALL {
        let is_late = split == Split::Late;
        for transitions in [&[Transition::Rise][..], &[Transition::Fall], &Transition::ALL] {
            let pins = || (0..session.netlist().pin_id_count()).map(PinId::new);
            let time = |of: &dyn Fn(PinId, Transition) -> Option<i64>, is_greatest: bool, pin: PinId| {
                let values = transitions.iter().filter_map(|&transition| of(pin, transition));
                let worst = if is_greatest { values.max() } else { values.min() };
                bits(worst.map_or(f64::NAN, ps))
            };
            let slack = |pin, transition| timed.slack(pin, split, transition);
            answers.extend(pins().map(|pin| time(&slack, false, pin)));
            let arrival = |pin, transition| timed.arrival(pin, split, transition);
            answers.extend(pins().map(|pin| time(&arrival, is_late, pin)));
            let required = |pin, transition| timed.required(pin, split, transition);
            answers.extend(pins().map(|pin| time(&required, !is_late, pin)));
            let slew = |pin| {
                let values = transitions.iter().filter_map(|&transition| timed.slew(pin, split, transition));
                let worst = if is_late { values.reduce(f32::max) } else { values.reduce(f32::min) };
                bits(worst.map_or(f64::NAN, f64::from))
            };
            answers.extend(pins().map(slew));
        }
    }
    answers
}
